"""Where the parts of a table's picture go: rows from the top, lanes side by side."""

from __future__ import annotations

from dataclasses import dataclass

from stlib.play.table import Lane
from stlib.svg.shapes import CARD_HEIGHT, CARD_STRIP, WIDTH
from stlib.svg.viewpoint import Viewpoint

__all__ = ["LABEL", "Layout", "lay_out"]

LABEL = 28  # height of a line below or above the cards of a side


@dataclass(frozen=True)
class Layout:
    """Where each row of a picture begins, from the top, and how wide a lane is.

    Parameters
    ----------
    column : float
        Width of a lane.
    their_hand, their_label, middle, side, label, act, hand, end : int
        The other hand; what the other sides are worth; the middle of the lanes, between the
        sides; the own sides; what those are worth; buttons below them; the own hand; the end.
    """

    column: float
    their_hand: int
    their_label: int
    middle: int
    side: int
    label: int
    act: int
    hand: int
    end: int

    def on_own_cards(self, lane: Lane) -> int:
        """Return where a button on the own cards begins: below all strips that stay visible."""
        return self.side + 2 + lane.demand.size * CARD_STRIP + 6

    @property
    def on_their_cards(self) -> int:
        """Where a button on the other side's cards begins."""
        return self.middle - 2 - CARD_HEIGHT + CARD_STRIP + 12


def lay_out(seen: Viewpoint, live: bool) -> Layout:
    """Return where the parts of a table go; a live board has buttons."""
    side = (seen.drawing.slots(seen) - 1) * CARD_STRIP + CARD_HEIGHT + 4
    heights = {
        "their_hand": 44 if seen.hands[1 - seen.seat] is None else CARD_HEIGHT + 8,
        "their_label": LABEL,
        "their_side": side,
        "middle": seen.drawing.middle_height(seen),
        "side": side,
        "label": LABEL,
        "act": seen.drawing.act_height(seen, live),
        "hand": CARD_HEIGHT + 10,
    }
    rows, y = {}, 8
    for name, height in heights.items():
        rows[name] = y
        y += height
    del rows["their_side"]
    return Layout(column=WIDTH / len(seen.lanes), end=y, **rows)
