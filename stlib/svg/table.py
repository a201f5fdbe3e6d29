"""The picture of a table: lanes, hands, deck, oil. The seat looked from lies below."""

from __future__ import annotations

from typing import Any

from stlib.cards.card import Card
from stlib.svg import piles
from stlib.svg.faces import face, tactic_back, tactic_key
from stlib.svg.lanes import LABEL, band, lane_picture
from stlib.svg.shapes import (
    CARD_HEIGHT,
    CARD_STRIP,
    EDGE,
    WIDTH,
    Node,
    box,
    card_back,
    cauldron,
    el,
    moved,
    placed,
    squeezed,
    words,
)
from stlib.svg.viewpoint import Offers, Sight

__all__ = ["picture"]

_OPEN_HAND = 160  # where the other hand begins if it lies open
_SEVEN = 7  # cards of a usual hand with tactics
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
        aria_label=sight.say("title", game=sight.game),
    )


def _rows(sight: Sight, live: bool) -> dict[str, int]:
    """Return where each row of the picture begins, from the top."""
    acts = sight.siege and (live or sight.seat == 1)  # room for retreat, or for the own oil
    side = (sight.slots - 1) * CARD_STRIP + CARD_HEIGHT
    heights = {
        "their_hand": 44 if sight.hands[1 - sight.seat] is None else CARD_HEIGHT + 8,
        "their_label": LABEL,
        "their_side": side + 4,
        "band": band(sight),
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


def _their_row(sight: Sight) -> list[Node | None]:
    """Draw the other player's name, hand, tactic cards played and oil."""
    player = 1 - sight.seat
    who, more = sight.who(player), _known(sight, player)
    hand = sight.hands[player]
    if hand is None:
        title = f"{who} ({more})" if more else who
        room = 262 if sight.tactics else WIDTH
        name = squeezed(2, 25, title, room, 20, fill="they", font_weight=700, key="name")
        count = piles.played(sight, player, 456, 25, 104) if sight.tactics else None
        return [name, _backs(sight, player), count, *_oil(sight, player, WIDTH - 100, 18)]
    name = words(2, 18, who, 18, "they", font_weight=700, key="name")
    about = squeezed(2, 39, more, _OPEN_HAND - 10, 17, fill="they", key="about")
    count = piles.played(sight, player, 2, 77, 110) if sight.tactics else None
    faces = [
        moved(
            i * sight.step,
            0,
            *face(card, sight.lang),
            key=str(card),
            role="img",
            aria_label=card.say(sight.lang),
        )
        for i, card in enumerate(hand)
    ]
    scale = _fit(sight, len(hand), WIDTH - _OPEN_HAND)
    cards = el("g", *faces, key="hand", transform=placed(_OPEN_HAND, 0, scale))
    return [name, about, count, cards, *_oil(sight, player, 0, 51 if sight.tactics else 60)]


def _fit(sight: Sight, n: int, width: float) -> float:
    """Return the scale at which `n` cards side by side are no wider than `width`."""
    wide = max(n, 1) * sight.step - (sight.step - sight.width)
    return min(1.0, int(100 * width / wide) / 100)


def _backs(sight: Sight, player: int) -> Node:
    """Draw the backs of the other hand, small, and their number."""
    n, tactic = sight.table.hand_sizes[player], sight.table.tactic_hand_sizes[player]
    step = 15 if sight.tactics else 22
    end = step * (n - 1) + 42 if sight.tactics else step * n + 14
    x = 270 if sight.tactics else 340 if sight.siege else 300
    backs = (card_back(28, 36) if i < n - tactic else tactic_back(28, 36) for i in range(n))
    return moved(
        x,
        0,
        *(moved(step * i, 0, *back) for i, back in enumerate(backs)),
        words(end - 6 if sight.tactics else end, 25, n),
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


def _own_row(sight: Sight, offers: Offers | None) -> list[Node | None]:
    """Draw the own hand, the decks and the own oil."""
    player = sight.seat
    usual = _SEVEN if sight.tactics else 6
    room = usual * sight.step - (sight.step - sight.width)
    x = usual * sight.step + (6 if sight.tactics else 14)
    who, more = sight.who(player), _known(sight, player)
    title = f"{who} ({more})" if more else who
    left = x if sight.tactics else x + 56
    name = squeezed(left, 18, title, WIDTH - left - 2, fill="you", font_weight=700, key="name")
    oil = _oil(sight, player, WIDTH - 100, -16)
    cards = _own_hand(sight, offers, room)
    if not sight.tactics:
        return [cards, name, *piles.deck(sight, x), *oil]
    return [
        cards,
        name,
        *piles.two_decks(sight, x, 23, offers),
        piles.played(sight, player, x, 80, WIDTH - x),
        None if offers is None else piles.play_field(sight, offers, x - 2, 0, WIDTH - x + 4, 84),
        *oil,
    ]


def _own_hand(sight: Sight, offers: Offers | None, room: float) -> Node:
    """Draw the own hand face up, or its backs; more cards than usual are drawn smaller."""
    player = sight.seat
    hand = sight.hands[player]
    n = sight.table.hand_sizes[player] if hand is None else len(hand)
    scale = _fit(sight, n, room)
    shrunk = None if scale == 1 else placed(0, 0, scale)
    if hand is None:
        label = f"{sight.who(player)}: {sight.say('hand_size', n=n)}"
        backs = [moved(i * sight.step, 0, *card_back(sight.width)) for i in range(n)]
        return el("g", *backs, key="backs", transform=shrunk, role="img", aria_label=label)
    held = [_held(sight, card, i * sight.step, offers) for i, card in enumerate(hand)]
    label = sight.say("hand_of", who=sight.who(player))
    return el("g", *held, key="hand", transform=shrunk, role="group", aria_label=label)


def _held(sight: Sight, card: Card, x: float, offers: Offers | None) -> Node:
    """Draw a card of the own hand; it can be chosen where it may be laid or given."""
    acts: dict[str, Any] = {"role": "img"}
    label, y = card.say(sight.lang), 4
    if offers is not None:
        move = offers.hand.get(str(card))
        acts = {
            "role": "button",
            "tabindex": "-1",
            "aria_pressed": "false",
            "aria_disabled": None if move is not None or _usable(card, offers) else "true",
            "data_group": "hand",
            "data_card": str(card),
            "data_move": move,
            "data_lm_suppress_shortcuts": "true",
        }
        if move is not None:
            what = "return_this" if sight.table.phase == "RETURN" else "give_this"
            label = sight.say(what, card=label)
        elif card in offers.chosen:
            label, y = sight.say("chosen", card=label), -4
    if card.tactic:
        text = sight.say(f"help.{tactic_key(card)}")
        acts["data_help"] = sight.say("aid.card", card=card.say(sight.lang), help=text)
    frame = None
    if acts.get("data_move") is not None:
        frame = box(1.5, 1.5, sight.width - 3, CARD_HEIGHT - 3, css="stb-target")
    drawn = el("g", *face(card, sight.lang), frame, css="stb-face")
    return moved(x, y, drawn, key=str(card), css="stb-card", aria_label=label, **acts)


def _usable(card: Card, offers: Offers) -> bool:
    """Say whether a card may be laid somewhere, or played."""
    laid = any(str(card) in cards for cards in (*offers.places.values(), *offers.stones.values()))
    return laid or str(card) in offers.plays
