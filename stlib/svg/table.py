"""The picture of a table: lanes, hands, deck, oil. The seat looked from lies below."""

from __future__ import annotations

from typing import Any

from stlib.cards import Card
from stlib.svg.lanes import BAND, LABEL, lane_picture
from stlib.svg.shapes import (
    CARD_HEIGHT,
    CARD_STRIP,
    EDGE,
    WIDTH,
    Node,
    box,
    card_back,
    card_face,
    cauldron,
    el,
    moved,
    squeezed,
    words,
)
from stlib.svg.sight import Offers, Sight

__all__ = ["picture"]

_OPEN_HAND = 160  # where the other hand begins if it lies open
_FONT = "system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif"


def picture(sight: Sight, offers: Offers | None = None) -> Node:
    """Draw a table as a tree whose root is the ``svg`` element."""
    rows = _rows(sight, offers is not None)
    width, height = WIDTH + 2 * EDGE, rows["end"] + (LABEL if offers is None else 0)
    foot = words(EDGE + 2, rows["end"] + 18, sight.turn, key="foot") if offers is None else None
    return el(
        "svg",
        box(0, 0, width, height, "table", rx=10, key="table"),
        moved(EDGE, rows["their_hand"], *_their_row(sight), key="their_hand"),
        *(lane_picture(sight, lane, rows, offers) for lane in sight.lanes),
        moved(EDGE, rows["hand"], *_own_row(sight, offers), key="hand_row"),
        foot,
        key="picture",
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width} {height}",
        width=width,
        height=height,
        font_family=_FONT,
        role="group",
        aria_label=sight.say("title", game=sight.say(f"game.{sight.table.game.name}")),
    )


def _rows(sight: Sight, live: bool) -> dict[str, int]:
    """Return where each row of the picture begins, from the top."""
    acts = sight.siege and (live or sight.seat == 1)  # room for retreat, or for the own oil
    side = (sight.slots - 1) * CARD_STRIP + CARD_HEIGHT
    heights = {
        "their_hand": 44 if sight.hands[1 - sight.seat] is None else CARD_HEIGHT + 8,
        "their_label": LABEL,
        "their_side": side + 4,
        "band": BAND["tile" if sight.siege else "stone"],
        "side": side + 4,
        "label": LABEL,
        "act": LABEL + 2 if acts else 0,
        "hand": CARD_HEIGHT + 14,
    }
    rows, y = {}, 8
    for name, height in heights.items():
        rows[name] = y
        y += height
    rows["end"] = y
    return rows


# --- hands, deck, oil -------------------------------------------------------------------------


def _their_row(sight: Sight) -> list[Node]:
    """Draw the other player's name, hand and oil."""
    player = 1 - sight.seat
    who, more = sight.who(player), _known(sight, player)
    hand = sight.hands[player]
    if hand is None:
        title = f"{who} ({more})" if more else who
        name = words(2, 25, title, 20, "they", font_weight=700, key="name")
        return [name, _backs(sight, player), *_oil(sight, player, WIDTH - 100, 18)]
    name = words(2, 18, who, 18, "they", font_weight=700, key="name")
    about = squeezed(2, 39, more, _OPEN_HAND - 10, 17, fill="they", key="about")
    faces = [
        moved(
            _OPEN_HAND + i * sight.step,
            0,
            *card_face(card),
            key=str(card),
            role="img",
            aria_label=card.say(sight.lang),
        )
        for i, card in enumerate(hand)
    ]
    return [name, about, *faces, *_oil(sight, player, 0, 60)]


def _backs(sight: Sight, player: int) -> Node:
    """Draw the backs of the other hand, small, and their number."""
    n = sight.table.hand_sizes[player]
    return moved(
        340 if sight.siege else 300,
        0,
        *(moved(22 * i, 0, *card_back(28, 36)) for i in range(n)),
        words(22 * n + 14, 25, n),
        key="backs",
        role="img",
        aria_label=f"{sight.who(player)}: {sight.say('hand_size', n=n)}",
    )


def _known(sight: Sight, player: int) -> str:
    """Return what is known of a seat beyond who it is: ``defender, greedy``."""
    role = sight.say(f"role.{player}") if sight.siege and sight.you is not None else ""
    return ", ".join(filter(None, (role, sight.names[player])))


def _oil(sight: Sight, player: int, x: float, y: float) -> list[Node]:
    """Draw the defender's cauldrons."""
    if not sight.siege or player != 1:
        return []
    left = int(sight.table.cauldrons)  # type: ignore[attr-defined]
    pots = [cauldron(x + 15 + 33 * i, y, i < left) for i in range(3)]
    return [el("g", *pots, key="oil", role="img", aria_label=sight.say("oil_left", n=left))]


def _own_row(sight: Sight, offers: Offers | None) -> list[Node]:
    """Draw the own hand, the deck and the own oil."""
    player = sight.seat
    hand = sight.hands[player]
    n = sight.table.hand_sizes[player] if hand is None else len(hand)
    step = min(sight.step, 5 * sight.step / max(n - 1, 1))
    if hand is None:
        label = f"{sight.who(player)}: {sight.say('hand_size', n=n)}"
        backs = [moved(i * step, 0, *card_back(sight.width)) for i in range(n)]
        cards = el("g", *backs, key="backs", role="img", aria_label=label)
    else:
        held = [_held(sight, card, i * step, offers) for i, card in enumerate(hand)]
        cards = el(
            "g",
            *held,
            key="hand",
            role="group",
            aria_label=sight.say("hand_of", who=sight.who(player)),
        )
    x = 6 * sight.step + 14
    who, more = sight.who(player), _known(sight, player)
    title = f"{who} ({more})" if more else who
    name = squeezed(x + 56, 18, title, WIDTH - x - 58, fill="you", font_weight=700, key="name")
    return [cards, name, *_deck(sight, x), *_oil(sight, player, WIDTH - 100, -16)]


def _held(sight: Sight, card: Card, x: float, offers: Offers | None) -> Node:
    """Draw a card of the own hand; it can be chosen where it may be laid."""
    acts: dict[str, Any] = {"role": "img"}
    if offers is not None:
        usable = any(str(card) in cards for cards in offers.places.values())
        acts = {
            "role": "button",
            "tabindex": "-1",
            "aria_pressed": "false",
            "aria_disabled": None if usable else "true",
            "data_group": "hand",
            "data_card": str(card),
            "data_lm_suppress_shortcuts": "true",
        }
    face = el("g", *card_face(card), css="stb-face")
    return moved(x, 4, face, key=str(card), css="stb-card", aria_label=card.say(sight.lang), **acts)


def _deck(sight: Sight, x: float) -> list[Node]:
    """Draw the deck with its size, and the discard's size."""
    n = sight.table.deck_size
    pile = [moved(0, -2.0 * i, *card_back(46, 60)) for i in range(min(3, (n + 17) // 18))]
    number = words(56, 33, sight.say("deck", n=n), key="n")
    label = sight.say("deck", n=n)
    parts = [moved(x, 10, *pile, number, key="deck", role="img", aria_label=label)]
    if sight.siege:
        gone = sight.say("discard", n=len(sight.table.discard))
        parts.append(words(x + 56, 68, gone, key="discard"))
    return parts
