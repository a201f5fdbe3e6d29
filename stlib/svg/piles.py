"""Decks and the count of tactic cards played: what lies beside a hand."""

from __future__ import annotations

from typing import Any

from stlib.svg.faces import tactic_back
from stlib.svg.offers import Offers, button
from stlib.svg.shapes import Node, box, card_back, moved, squeezed, words
from stlib.svg.viewpoint import Viewpoint

__all__ = ["deck", "play_field", "played", "two_decks"]


def deck(seen: Viewpoint, x: float) -> list[Node]:
    """Draw the only deck with its size, and the discard's size."""
    n = seen.table.deck_size
    pile = [moved(0, -2.0 * i, *card_back(46, 60)) for i in range(min(3, (n + 17) // 18))]
    label = seen.say("deck", n=n)
    number = words(56, 33, label, key="n")
    parts = [moved(x, 10, *pile, number, key="deck", role="img", aria_label=label)]
    if seen.drawing.has_discard(seen):
        gone = seen.say("discard", n=len(seen.table.discard))
        parts.append(words(x + 56, 68, gone, key="discard"))
    return parts


def two_decks(seen: Viewpoint, x: float, y: float, offers: Offers | None) -> list[Node]:
    """Draw both decks with their sizes; each is a button while one may draw from it."""
    table = seen.table
    sizes = {seen.drawing.deck_word: table.deck_size, "tactic": table.tactic_deck_size}
    moves = {} if offers is None else offers.decks
    return [
        _pile(seen, name, n, x + 66 * i, y, moves.get(name))
        for i, (name, n) in enumerate(sizes.items())
    ]


def _pile(seen: Viewpoint, name: str, n: int, x: float, y: float, move: int | None) -> Node:
    """Draw one deck, an empty one as an outline."""
    tactic = name == "tactic"
    back = (tactic_back if tactic else card_back)(30, 40)
    label = seen.say("deck_tactic" if tactic else "deck", n=n)
    acts: dict[str, Any] = {"role": "img"}
    if move is not None:
        label = seen.say("pile_draw", pile=label, what=seen.say(f"do.draw_{name}"))
        acts = button("pile", move)
    return moved(
        x,
        y,
        *(back if n else (box(1, 1, 28, 38, "", "line", stroke_dasharray="3 3"),)),
        box(-2, -2, 34, 44, css="stb-target") if move is not None else None,
        words(37, 27, n, 18, font_weight=700 if move is not None else None),
        key=f"deck_{name}",
        aria_label=label,
        **acts,
    )


def played(seen: Viewpoint, player: int, x: float, y: float, width: float) -> Node:
    """Say how many tactic cards a player has played, and how many they may have played by now."""
    n, most = seen.table.tactics_played[player], seen.table.tactic_limits[player]
    short = seen.say("played_short", n=n, most=most)
    label = seen.say("played", who=seen.who(player), n=n, most=most)
    ink = "quiet" if n >= most else "ink"
    text = squeezed(0, 0, short, width, 18, fill=ink, font_weight=None if n >= most else 700)
    return moved(x, y, text, key=f"played{player}", role="img", aria_label=label)


def play_field(
    seen: Viewpoint, offers: Offers, x: float, y: float, w: float, h: float
) -> Node | None:
    """Lay an invisible field over the decks; the page shows it for a card without a place."""
    if not offers.plays:
        return None
    return moved(
        x,
        y,
        box(1, 1, w - 2, h - 2, "table", rx=8),
        box(1, 1, w - 2, h - 2, css="stb-landing", rx=8),
        box(1, 1, w - 2, h - 2, css="stb-target"),
        words(w / 2, h / 2 + 12, "+", 34, "accent", text_anchor="middle", font_weight=700),
        key="play_field",
        css="stb-place",
        data_group="place",
        data_lane="play",
        data_moves=" ".join(f"{card}:{move}" for card, move in offers.plays.items()),
        data_label=seen.say("play_here", card="{card}"),
        data_lm_suppress_shortcuts="true",
    )
