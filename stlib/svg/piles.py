"""Decks and the count of tactic cards played: what lies beside a hand."""

from __future__ import annotations

from typing import Any

from stlib.svg.faces import tactic_back
from stlib.svg.shapes import Node, box, card_back, moved, squeezed, words
from stlib.svg.viewpoint import Offers, Sight

__all__ = ["deck", "play_field", "played", "two_decks"]


def deck(sight: Sight, x: float) -> list[Node]:
    """Draw the only deck with its size, and the discard's size."""
    n = sight.table.deck_size
    pile = [moved(0, -2.0 * i, *card_back(46, 60)) for i in range(min(3, (n + 17) // 18))]
    label = sight.say("deck", n=n)
    number = words(56, 33, label, key="n")
    parts = [moved(x, 10, *pile, number, key="deck", role="img", aria_label=label)]
    if sight.siege:
        gone = sight.say("discard", n=len(sight.table.discard))
        parts.append(words(x + 56, 68, gone, key="discard"))
    return parts


def two_decks(sight: Sight, x: float, y: float, offers: Offers | None) -> list[Node]:
    """Draw both decks with their sizes; each is a button while one may draw from it."""
    table, plain = sight.table, "siege" if sight.siege else "clan"
    sizes = {plain: table.deck_size, "tactic": table.tactic_deck_size}
    moves = {} if offers is None else offers.decks
    return [
        _pile(sight, name, n, x + 66 * i, y, moves.get(name))
        for i, (name, n) in enumerate(sizes.items())
    ]


def _pile(sight: Sight, name: str, n: int, x: float, y: float, move: int | None) -> Node:
    """Draw one deck, an empty one as an outline."""
    tactic = name == "tactic"
    back = (tactic_back if tactic else card_back)(30, 40)
    label = sight.say("deck_tactic" if tactic else "deck", n=n)
    acts: dict[str, Any] = {"role": "img"}
    if move is not None:
        label = sight.say("pile_draw", pile=label, what=sight.say(f"do.draw_{name}"))
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


def played(sight: Sight, player: int, x: float, y: float, width: float) -> Node:
    """Say how many tactic cards a player has played, and how many he may by now."""
    n, most = sight.table.tactics_played[player], sight.table.tactic_limits[player]
    short = sight.say("played_short", n=n, most=most)
    label = sight.say("played", who=sight.who(player), n=n, most=most)
    ink = "quiet" if n >= most else "ink"
    text = squeezed(0, 0, short, width, 17, fill=ink, font_weight=None if n >= most else 700)
    return moved(x, y, text, key=f"played{player}", role="img", aria_label=label)


def play_field(sight: Sight, offers: Offers, x: float, y: float, w: float, h: float) -> Node | None:
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
        data_label=sight.say("play_here", card="{card}"),
        data_lm_suppress_shortcuts="true",
    )


def button(group: str, move: int) -> dict[str, Any]:
    """Return the attributes of what makes a move when it is pressed."""
    return {
        "role": "button",
        "tabindex": "-1",
        "css": "stb-button",
        "data_group": group,
        "data_move": move,
        "data_lm_suppress_shortcuts": "true",
    }
