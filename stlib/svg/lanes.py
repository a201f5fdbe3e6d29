"""Lanes as pictures: both sides, what stands between them, and what may be done there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stlib.cards.card import Card
from stlib.play.table import Lane
from stlib.svg.layout import LABEL, Layout
from stlib.svg.offers import Offers, button
from stlib.svg.shapes import (
    CARD_HEIGHT,
    CARD_STRIP,
    EDGE,
    Node,
    box,
    el,
    fitted,
    flag,
    moved,
    pictogram,
    placed,
    words,
)
from stlib.svg.viewpoint import Viewpoint

__all__ = ["lane_picture"]

_H, _STRIP = CARD_HEIGHT, CARD_STRIP


def lane_picture(seen: Viewpoint, lane: Lane, at: Layout, offers: Offers | None) -> Node:
    """Draw one lane in its column."""
    mine, theirs = seen.seat, 1 - seen.seat
    parts: list[Node | None] = [
        _ground(lane, at, offers),
        _side(seen, lane, theirs, at.column, at.middle, _upper_side(seen, lane, offers)),
        _side(seen, lane, mine, at.column, at.side + 2, _lower_side(seen, lane, offers)),
        _label(seen, lane, theirs, at.column, at.their_label),
        _label(seen, lane, mine, at.column, at.label),
        *seen.drawing.middle(seen, lane, at),
    ]
    if offers is not None:
        parts += _acts(seen, lane, at, offers)
        parts += _landings(seen, lane, at, offers)
    name, asked = seen.drawing.place(seen, lane), seen.drawing.asked(seen, lane)
    label = f"{name}, {asked}" if asked else name
    x = EDGE + (lane.number - 1) * at.column
    return moved(x, 0, *parts, key=f"lane{lane.number}", role="group", aria_label=label)


def _ground(lane: Lane, at: Layout, offers: Offers | None) -> Node:
    """Draw what a lane lies on, framed where something just happened."""
    top, bottom = at.their_label, at.label + LABEL
    edge = "fresh" if offers is not None and lane.number - 1 in offers.touched else ""
    return box(2, top, at.column - 4, bottom - top, "lane", edge, key="ground", stroke_width=3)


def _side(
    seen: Viewpoint, lane: Lane, player: int, column: float, y: float, cards: list[Node]
) -> Node:
    """Place a side's cards and say them."""
    key = "mine" if player == seen.seat else "theirs"
    label = _side_words(seen, lane, player)
    role = "group" if any("data-move" in card.get("attrs", {}) for card in cards) else "img"
    return moved((column - seen.width) / 2, y, *cards, key=key, role=role, aria_label=label)


def _side_words(seen: Viewpoint, lane: Lane, player: int) -> str:
    """Say one side of a lane: who, cards in laying order, formation, first or not."""
    cards = ", ".join(_said(seen, lane, player, card) for card in lane.sides[player])
    text = f"{seen.who(player)}: {cards or seen.say('nothing')}"
    formation = lane.formations[player]
    if formation is not None:
        text += f"; {seen.worth(formation)}"
    if _first(lane) == player:
        text += f"; {seen.say('first')}"
    return text


def _said(seen: Viewpoint, lane: Lane, player: int, card: Card) -> str:
    """Say a laid card; an elite card of a complete side with what it stands for."""
    other = seen.stands_for(lane, player).get(card)
    if other is None:
        return card.say(seen.lang)
    how = "would_be" if lane.owner is None else "settled"
    return seen.say(how, card=card.say(seen.lang), other=other.say(seen.lang))


def _first(lane: Lane) -> int | None:
    """Return who was complete first where both are."""
    a, b = lane.stamps
    return None if not (a and b) else int(b < a)


def _slot(w: float, y: float) -> Node:
    return box(1, y + 1, w - 2, _H - 2, "", "line", stroke_width=1.5, stroke_dasharray="4 4")


def _upper_side(seen: Viewpoint, lane: Lane, offers: Offers | None) -> list[Node]:
    """Draw the other side; its first card lies nearest the middle, on top, so all strips show."""
    player = 1 - seen.seat
    cards, size = lane.sides[player], lane.demand.size
    parts = []
    for i in reversed(range(size)):
        y = -_H - 2 - i * _STRIP
        parts.append(
            _laid(seen, lane, player, i, y, offers) if i < len(cards) else _slot(seen.width, y)
        )
    return parts


def _lower_side(seen: Viewpoint, lane: Lane, offers: Offers | None) -> list[Node]:
    """Draw the own side; its first card lies nearest the middle, later ones cover it."""
    cards, size = lane.sides[seen.seat], lane.demand.size
    slots = [_slot(seen.width, i * _STRIP) for i in range(len(cards), size)]
    laid = (_laid(seen, lane, seen.seat, i, i * _STRIP, offers) for i in range(len(cards)))
    return [*reversed(slots), *laid]


def _laid(
    seen: Viewpoint, lane: Lane, player: int, i: int, y: float, offers: Offers | None
) -> Node:
    """Draw card number `i` of a side, marked if it is new, may be picked, or the game marks it."""
    card = lane.sides[player][i]
    other = seen.stands_for(lane, player).get(card)
    parts = [*seen.drawing.face(card, seen.lang, other, lane.owner is not None)]
    if offers is not None and card in offers.fresh:
        parts.append(
            box(1.5, 1.5, seen.width - 3, _H - 3, "", "fresh", stroke_width=4, css="stb-fresh")
        )
    if mark := seen.drawing.card_mark(seen, lane, player, card):
        parts.append(mark)
    acts = _pick(seen, lane, player, card, offers)
    if acts or (offers is not None and card == seen.table.picked):
        parts.append(box(1.5, 1.5, seen.width - 3, _H - 3, css="stb-target"))
    acts["css"] = " ".join(filter(None, ("stb-laid", acts.get("css"))))
    return moved(0, y, *parts, key=str(card), **acts)


def _pick(
    seen: Viewpoint, lane: Lane, player: int, card: Card, offers: Offers | None
) -> dict[str, Any]:
    """Return the attributes of a laid card that may be picked; none if it may not."""
    if offers is None or str(card) not in offers.takes:
        return {}
    who, place = seen.who(player), seen.drawing.place(seen, lane)
    label = seen.say("take_this", card=card.say(seen.lang), place=place, who=who)
    return {**button("table", offers.takes[str(card)]), "aria_label": label}


def _label(seen: Viewpoint, lane: Lane, player: int, column: float, y: float) -> Node | None:
    """Draw what a complete side is worth, and the flag of the earlier one."""
    formation = lane.formations[player]
    if formation is None:
        return None
    total = str(formation.total)
    first = _first(lane) == player
    width = 26 + 12.5 * len(total) + (15 if first else 0)
    worth = {f.strength for f in lane.formations if f is not None}
    tie = "accent" if len(worth) == 1 else "quiet"
    return moved(
        (column - width) / 2,
        y,
        el("g", pictogram(formation.kind, 0, 0), transform=placed(-1, 22, 0.95)),
        words(25, 21, total, 19, font_weight=700),
        flag(width - 4, 13, tie) if first else None,
        key=f"label{player}",
        aria_hidden="true",
    )


# --- what one may do at a lane ----------------------------------------------------------------


def _acts(seen: Viewpoint, lane: Lane, at: Layout, offers: Offers) -> list[Node]:
    """Draw the lane's buttons."""
    k = lane.number - 1
    return [
        _button(seen, lane, verb, y, at.column, offers.buttons[k, verb])
        for verb, y in seen.drawing.button_heights(seen, lane, at).items()
        if (k, verb) in offers.buttons
    ]


def _button(seen: Viewpoint, lane: Lane, verb: str, y: float, column: float, move: int) -> Node:
    w = min(column - 4, 84)
    main = verb in seen.drawing.main_verbs
    fill, ink = ("accent", "on_accent") if main else ("lane", "ink")
    return moved(
        (column - w) / 2,
        y,
        box(0, 0, w, 28, fill, ink if main else "line", stroke_width=1.5, rx=14),
        fitted(w / 2, 20, seen.say(f"do.{verb}"), w - 12, fill=ink, font_weight=700),
        key=verb,
        aria_label=seen.say(f"does.{verb}", lane=lane.number),
        **button("lane", move),
    )


def _landings(seen: Viewpoint, lane: Lane, at: Layout, offers: Offers) -> list[Node | None]:
    """Lay places over the own side and the middle; the page shows them for a chosen card."""
    k = lane.number - 1
    own = at.side, at.label - at.side
    middle = at.middle, at.side - at.middle
    return [
        _landing(seen, lane, "landing", own, at.column, offers.places.get(k)),
        _landing(seen, lane, "on_stone", middle, at.column, offers.middles.get(k)),
        _put(seen, lane, own, at.column, offers.puts.get(k)),
    ]


def _landing(
    seen: Viewpoint,
    lane: Lane,
    key: str,
    where: tuple[int, int],
    column: float,
    moves: Mapping[str, int] | None,
) -> Node | None:
    """Lay an invisible place over the own side, or over the middle of a lane."""
    if not moves:
        return None
    label = "lay_here" if key == "landing" else "mode_here"
    place = seen.drawing.place(seen, lane)
    return moved(
        0,
        where[0],
        *_target(seen, lane, where[1], column, key == "landing"),
        key=key,
        css="stb-place",
        data_group="place",
        data_lane=lane.number,
        data_moves=" ".join(f"{card}:{move}" for card, move in moves.items()),
        data_label=seen.say(label, place=place, card="{card}"),
        data_lm_suppress_shortcuts="true",
    )


def _put(
    seen: Viewpoint, lane: Lane, where: tuple[int, int], column: float, move: int | None
) -> Node | None:
    """Lay a place for the card that a tactic card has picked over the own side."""
    card = seen.table.picked
    if move is None or card is None:
        return None
    place = seen.drawing.place(seen, lane)
    return moved(
        0,
        where[0],
        *_target(seen, lane, where[1], column, True),
        key="put",
        data_open="true",
        data_lane=lane.number,
        aria_label=seen.say("lay_here", place=place, card=card.say(seen.lang)),
        **{**button("place", move), "css": "stb-place"},
    )


def _target(seen: Viewpoint, lane: Lane, height: float, column: float, slot: bool) -> list[Node]:
    """Draw a place: over all of the own side with the next slot, or over the middle."""
    if not slot:
        return [
            box(3, 0, column - 6, height - 2, css="stb-landing", rx=8),
            box(3, 0, column - 6, height - 2, css="stb-target"),
        ]
    next_slot = moved(
        column / 2 - seen.width / 2,
        2 + len(lane.sides[seen.seat]) * _STRIP,
        box(1, 1, seen.width - 2, _H - 2, css="stb-target"),
        words(seen.width / 2, 46, "+", 34, "accent", text_anchor="middle", font_weight=700),
    )
    return [box(3, 0, column - 6, height, css="stb-landing", rx=8), next_slot]
