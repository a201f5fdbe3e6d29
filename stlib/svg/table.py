"""The picture of a table: lanes, hands, decks. The seat looked from lies below."""

from __future__ import annotations

from typing import Any

from stlib.cards.card import Card
from stlib.svg import piles
from stlib.svg.faces import tactic_back, tactic_key
from stlib.svg.lanes import lane_picture
from stlib.svg.layout import LABEL, lay_out
from stlib.svg.offers import Offers
from stlib.svg.shapes import (
    CARD_HEIGHT,
    EDGE,
    WIDTH,
    Node,
    box,
    card_back,
    el,
    moved,
    placed,
    squeezed,
    words,
)
from stlib.svg.viewpoint import Viewpoint

__all__ = ["picture"]

_OPEN_HAND = 160  # where the other hand begins if it lies open
_SEVEN = 7  # cards of a usual hand with tactics
_FONT = "system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif"


def picture(seen: Viewpoint, offers: Offers | None = None) -> Node:
    """Draw a table as a tree whose root is the ``svg`` element."""
    at = lay_out(seen, offers is not None)
    width, height = WIDTH + 2 * EDGE, at.end + (LABEL if offers is None else 0)
    foot = words(EDGE + 2, at.end + 18, seen.turn, key="foot") if offers is None else None
    return el(
        "svg",
        box(0, 0, width, height, "table", rx=10, key="table"),
        moved(EDGE, at.their_hand, *_their_row(seen), key="their_hand"),
        *(lane_picture(seen, lane, at, offers) for lane in seen.lanes),
        moved(EDGE, at.hand, *_own_row(seen, offers), key="hand_row"),
        foot,
        key="picture",
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width} {height}",
        width=width,
        height=height,
        font_family=_FONT,
        role="group",
        aria_label=seen.say("title", game=seen.title),
    )


# --- hands and decks ------------------------------------------------------------------------


def _their_row(seen: Viewpoint) -> list[Node | None]:
    """Draw the other player's name, hand, tactic cards played and what else they have."""
    player, more_of = 1 - seen.seat, seen.drawing.beside_hand
    who, more = seen.who(player), _known(seen, player)
    hand = seen.hands[player]
    if hand is None:
        title = f"{who} ({more})" if more else who
        room = _backs_at(seen) - 8
        name = squeezed(2, 25, title, room, 20, fill="they", font_weight=700, key="name")
        count = piles.played(seen, player, 456, 25, 104) if seen.tactics else None
        return [name, _backs(seen, player), count, *more_of(seen, player, WIDTH - 100, 18)]
    name = words(2, 17, who, 18, "they", font_weight=700, key="name")
    about = squeezed(2, 35, more, _OPEN_HAND - 10, 18, fill="they", key="about")
    count = piles.played(seen, player, 2, 74, 110) if seen.tactics else None
    faces = [
        moved(
            i * seen.step,
            0,
            *seen.drawing.face(card, seen.lang),
            key=str(card),
            role="img",
            aria_label=card.say(seen.lang),
        )
        for i, card in enumerate(hand)
    ]
    scale = _fit(seen, len(hand), WIDTH - _OPEN_HAND)
    cards = el("g", *faces, key="hand", transform=placed(_OPEN_HAND, 0, scale))
    low = (60, 1) if count is None else (47, 0.6)
    return [name, about, count, cards, *more_of(seen, player, 0, *low)]


def _backs_at(seen: Viewpoint) -> int:
    """Return where the backs of the other hand begin."""
    return 270 if seen.tactics else seen.drawing.backs_at


def _fit(seen: Viewpoint, n: int, width: float) -> float:
    """Return the scale at which `n` cards side by side are no wider than `width`."""
    wide = max(n, 1) * seen.step - (seen.step - seen.width)
    return min(1.0, int(100 * width / wide) / 100)


def _backs(seen: Viewpoint, player: int) -> Node:
    """Draw the backs of the other hand, small, and their number."""
    n, tactic = seen.table.hand_sizes[player], seen.table.tactic_hand_sizes[player]
    step = 15 if seen.tactics else 22
    end = step * (n - 1) + 42 if seen.tactics else step * n + 14
    backs = (card_back(28, 36) if i < n - tactic else tactic_back(28, 36) for i in range(n))
    return moved(
        _backs_at(seen),
        0,
        *(moved(step * i, 0, *back) for i, back in enumerate(backs)),
        words(end - 6 if seen.tactics else end, 25, n),
        key="backs",
        role="img",
        aria_label=f"{seen.who(player)}: {seen.say('hand_size', n=n)}",
    )


def _known(seen: Viewpoint, player: int) -> str:
    """Return what is known of a seat beyond who it is: ``defender, greedy``."""
    return ", ".join(filter(None, (seen.drawing.role(seen, player), seen.names[player])))


def _own_row(seen: Viewpoint, offers: Offers | None) -> list[Node | None]:
    """Draw the own hand, the decks and what else one has."""
    player = seen.seat
    usual = _SEVEN if seen.tactics else 6
    room = usual * seen.step - (seen.step - seen.width)
    x = usual * seen.step + (6 if seen.tactics else 14)
    who, more = seen.who(player), _known(seen, player)
    title = f"{who} ({more})" if more else who
    left = x if seen.tactics else x + 56
    name = squeezed(left, 18, title, WIDTH - left - 2, fill="you", font_weight=700, key="name")
    beside = seen.drawing.beside_hand(seen, player, WIDTH - 100, -16)
    cards = _own_hand(seen, offers, room)
    if not seen.tactics:
        return [cards, name, *piles.deck(seen, x), *beside]
    return [
        cards,
        name,
        *piles.two_decks(seen, x, 21, offers),
        piles.played(seen, player, x, 77, WIDTH - x),
        None if offers is None else piles.play_field(seen, offers, x - 2, 0, WIDTH - x + 4, 84),
        *beside,
    ]


def _own_hand(seen: Viewpoint, offers: Offers | None, room: float) -> Node:
    """Draw the own hand face up, or its backs; more cards than usual are drawn smaller."""
    player = seen.seat
    hand = seen.hands[player]
    n = seen.table.hand_sizes[player] if hand is None else len(hand)
    scale = _fit(seen, n, room)
    shrunk = None if scale == 1 else placed(0, 0, scale)
    if hand is None:
        label = f"{seen.who(player)}: {seen.say('hand_size', n=n)}"
        backs = [moved(i * seen.step, 0, *card_back(seen.width)) for i in range(n)]
        return el("g", *backs, key="backs", transform=shrunk, role="img", aria_label=label)
    held = [_held(seen, card, i * seen.step, offers) for i, card in enumerate(hand)]
    label = seen.say("hand_of", who=seen.who(player))
    return el("g", *held, key="hand", transform=shrunk, role="group", aria_label=label)


def _held(seen: Viewpoint, card: Card, x: float, offers: Offers | None) -> Node:
    """Draw a card of the own hand; it can be chosen where it may be laid or given."""
    acts: dict[str, Any] = {"role": "img"}
    label, y = card.say(seen.lang), 4
    if offers is not None:
        move = offers.hand.get(str(card))
        acts = {
            "role": "button",
            "tabindex": "-1",
            "aria_pressed": "false",
            "aria_disabled": None if move is not None or _usable(card, offers) else "true",
            "data_group": "hand",
            "data_card": str(card),
            "data_move": None if move is None else move.id,
            "data_lm_suppress_shortcuts": "true",
        }
        if move is not None:
            label = seen.say(f"{move.verb}_this", card=label)
        elif card in offers.chosen:
            label, y = seen.say("chosen", card=label), -4
    if card.tactic:
        text = seen.say(f"help.{tactic_key(card)}")
        acts["data_help"] = seen.say("aid.card", card=card.say(seen.lang), help=text)
    frame = None
    if acts.get("data_move") is not None:
        frame = box(1.5, 1.5, seen.width - 3, CARD_HEIGHT - 3, css="stb-target")
    drawn = el("g", *seen.drawing.face(card, seen.lang), frame, css="stb-face")
    return moved(x, y, drawn, key=str(card), css="stb-card", aria_label=label, **acts)


def _usable(card: Card, offers: Offers) -> bool:
    """Say whether a card may be laid somewhere, or played."""
    laid = any(str(card) in cards for cards in (*offers.places.values(), *offers.middles.values()))
    return laid or str(card) in offers.plays
