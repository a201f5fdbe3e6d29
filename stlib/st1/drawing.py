"""What Schotten Totten draws and says of its own: border stones, combat modes, claims."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, cast

from stlib.cards.card import Card
from stlib.cards.demand import Kind, demanded_kind
from stlib.play.named_demands import say_demand
from stlib.play.table import Lane
from stlib.st1 import places, rules
from stlib.svg.faces import ELITE, MODE, RUSE, TacticClass, class_mark
from stlib.svg.game_drawing import GameDrawing
from stlib.svg.layout import Layout
from stlib.svg.shapes import (
    CARD_HEIGHT,
    CARD_STRIP,
    Node,
    box,
    el,
    fitted,
    moved,
    path,
    squeezed,
    words,
)
from stlib.svg.viewpoint import Viewpoint

if TYPE_CHECKING:
    from stlib.st1.position import View

__all__ = ["DRAWING", "rock"]

_ROCK = "M 6 2 L 22 -3 L 42 0 L 54 9 L 56 28 L 47 40 L 24 43 L 7 38 L 0 22 Z"
_BANNER = 25  # height of the line for a combat mode below a stone
_ELITES = rules.DECK.tactics[: rules.BLUFF - rules.CARDS]
#: What the strip of a combat mode says.
_MODE_SIGNS: dict[str, str | Kind] = {
    "blind_mans_bluff": Kind.SUM,
    "mud_fight": f"{rules.MUD_FIGHT.size}×",
}


def rock(number: int, fill: str = "stone", ink: str = "on_stone") -> list[Node]:
    """Draw a border stone with its number, 56 wide and 46 high."""
    return [
        path(_ROCK, fill, "stone_edge", stroke_width=2, stroke_linejoin="round"),
        words(28, 29, number, 24, ink, text_anchor="middle", font_weight=700),
    ]


class _Drawing(GameDrawing):
    """What Schotten Totten draws and says of its own."""

    tactic_classes: ClassVar[dict[str, TacticClass]] = {
        **dict.fromkeys(_ELITES, ELITE),
        **dict.fromkeys(rules.MODES[1:], MODE),
        **dict.fromkeys(rules.RUSES, RUSE),
    }
    deck_word = "clan"
    claim_verb = "claim"
    lane_verbs = main_verbs = ("claim",)
    claim_phases = ("PLAY", "CLAIM")

    def sign(self, card: Card) -> str | Kind:
        """Return what a tactic card's strip says; of a combat mode what it asks for."""
        name = str(card.tactic)
        return _MODE_SIGNS[name] if name in _MODE_SIGNS else super().sign(card)

    # --- lanes ------------------------------------------------------------------------------

    def middle_height(self, seen: Viewpoint) -> int:
        """Return the height of a stone, with room for a combat mode if there are any."""
        return 52 + _BANNER * seen.tactics

    def middle(self, seen: Viewpoint, lane: Lane, at: Layout) -> list[Node | None]:
        """Draw the stone, at its owner's side if it is claimed, and a combat mode."""
        banner = _banner(seen, lane, at) if lane.mode else None
        if lane.owner is None:
            return [_stone(lane, at, at.middle + 2.0, "stone", "on_stone", 1), banner]
        own = lane.owner == seen.seat
        paint = "you" if own else "they"
        top = at.side + 2 + (lane.demand.size - 1) * CARD_STRIP if own else at.middle - CARD_HEIGHT
        who = seen.who(lane.owner)
        owner = fitted(
            at.column / 2, at.middle + 31, who, at.column - 8, fill=paint, font_weight=700
        )
        return [
            moved(0, 0, owner, key="owner"),
            _stone(lane, at, top + CARD_STRIP + 2.0, paint, "on_owner", 0.84),
            banner,
        ]

    def button_heights(self, seen: Viewpoint, lane: Lane, at: Layout) -> dict[str, float]:
        """Return where the button for a claim begins: on the own cards."""
        return {"claim": at.on_own_cards(lane)}

    def asked(self, seen: Viewpoint, lane: Lane) -> str:
        """Return in words what a stone with a combat mode asks for."""
        if not lane.mode:
            return ""
        mode = places.say_place(lane.mode, seen.lang)
        return f"{mode}: {say_demand(lane.demand, rules.NAME, seen.lang)}"

    # --- what the board says ----------------------------------------------------------------

    def lanes_ask(self, seen: Viewpoint) -> str:
        """Return what every stone asks for."""
        return seen.say("aid.stone")

    def switch(self, seen: Viewpoint, name: str, value: str) -> str:
        """Return that a switch is not set as usual; the time of claims as a sentence."""
        return (
            seen.say("aid.early") if name == "claim_timing" else super().switch(seen, name, value)
        )

    def score(self, seen: Viewpoint) -> str:
        """Return how many stones each player holds."""
        stones = _table(seen).stones
        return seen.say("aid.stones", a=stones[seen.seat], b=stones[1 - seen.seat])

    def stage(self, seen: Viewpoint) -> str:
        """Return which text tells the player to move what may be done."""
        view, tactics = _table(seen), "_tactics" if seen.tactics else ""
        if any(move.verb == "pass" for move in view.legal_moves):
            return f"pass{tactics}"
        return f"PLAY{tactics}" if view.phase == "PLAY" else view.phase

    def left(self, seen: Viewpoint) -> int:
        """Return how many cards the Recruiter has still to draw, or to put back."""
        view = _table(seen)
        return view.to_draw or view.to_return or 1


def _table(seen: Viewpoint) -> View:
    """Return the table as one of this game's; of a position the same is asked."""
    return cast("View", seen.table)


def _banner(seen: Viewpoint, lane: Lane, at: Layout) -> Node:
    """Draw the combat mode that lies on a stone: its mark and what the stone asks for now."""
    w = at.column - 6
    asked = "mode_total" if demanded_kind(lane.demand) == Kind.SUM else "mode_cards"
    text = seen.say(asked, size=lane.demand.size)
    return moved(
        3,
        at.middle + 49,
        box(0, 0, w, _BANNER - 3, MODE.paint, rx=5),
        class_mark(MODE, 10, 11, 0.6, "white"),
        squeezed(19, 17, text, w - 22, 18, fill="white", font_weight=700),
        key="mode",
        aria_hidden="true",
    )


def _stone(lane: Lane, at: Layout, y: float, fill: str, ink: str, scale: float) -> Node:
    """Place a stone by style, so that it glides where it goes."""
    place = f"translate({(at.column - 56 * scale) / 2:.0f}px, {y:.0f}px) scale({scale})"
    return el(
        "g",
        *rock(lane.number, fill, ink),
        key="stone",
        css="stb-stone",
        style=f"transform: {place}",
        aria_hidden="true",
    )


DRAWING = _Drawing()
