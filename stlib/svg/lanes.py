"""Lanes as pictures: both sides, the stone or tile between them, and what may be done there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stlib.base.words import say
from stlib.cards.card import Card
from stlib.cards.demand import Demand, Kind, demanded_kind
from stlib.play.table import Lane
from stlib.svg.faces import CLASSES, class_mark, face
from stlib.svg.piles import button
from stlib.svg.shapes import (
    CARD_HEIGHT,
    CARD_STRIP,
    EDGE,
    WIDTH,
    Node,
    box,
    drop,
    el,
    fitted,
    flag,
    moved,
    pictogram,
    placed,
    rock,
    squeezed,
    wall,
    words,
)
from stlib.svg.viewpoint import Offers, Sight

__all__ = ["LABEL", "band", "lane_picture", "tile"]

_H, _STRIP = CARD_HEIGHT, CARD_STRIP
LABEL = 28  # height of a line below or above the cards of a side
_BANNER = 25  # height of the line for a combat mode below a stone
_STRONG = ("claim", "declare", "at")  # the buttons that stand out


def band(sight: Sight) -> int:
    """Return the height of the middle: wall tiles, or stones with room for combat modes."""
    return 82 if sight.siege else 52 + _BANNER * sight.tactics


def lane_picture(sight: Sight, lane: Lane, rows: dict[str, int], offers: Offers | None) -> Node:
    """Draw one lane in its column."""
    column = WIDTH / len(sight.lanes)
    mine, theirs = sight.seat, 1 - sight.seat
    parts: list[Node | None] = [
        _ground(lane, rows, column, offers),
        _side(sight, lane, theirs, column, rows["band"], _upper_side(sight, lane, offers)),
        _side(sight, lane, mine, column, rows["side"] + 2, _lower_side(sight, lane, offers)),
        _label(sight, lane, theirs, column, rows["their_label"]),
        _label(sight, lane, mine, column, rows["label"]),
        *_middle(sight, lane, rows, column),
    ]
    if offers is not None:
        parts += _acts(sight, lane, rows, column, offers)
        parts += _landings(sight, lane, rows, column, offers)
    name = sight.place(lane)
    label = f"{name}, {sight.demand(lane)}" if sight.siege else name
    if lane.mode:
        label = sight.demand(lane)
    x = EDGE + (lane.number - 1) * column
    return moved(x, 0, *parts, key=f"lane{lane.number}", role="group", aria_label=label)


def _ground(lane: Lane, rows: dict[str, int], column: float, offers: Offers | None) -> Node:
    """Draw what a lane lies on, framed where something just happened."""
    top, bottom = rows["their_label"], rows["label"] + LABEL
    edge = "fresh" if offers is not None and lane.number - 1 in offers.touched else ""
    return box(2, top, column - 4, bottom - top, "lane", edge, key="ground", stroke_width=3)


def _side(
    sight: Sight, lane: Lane, player: int, column: float, y: float, cards: list[Node]
) -> Node:
    """Place a side's cards and say them."""
    key = "mine" if player == sight.seat else "theirs"
    label = _side_words(sight, lane, player)
    role = "group" if any("data-move" in card.get("attrs", {}) for card in cards) else "img"
    return moved((column - sight.width) / 2, y, *cards, key=key, role=role, aria_label=label)


def _side_words(sight: Sight, lane: Lane, player: int) -> str:
    """Say one side of a lane: who, cards in laying order, formation, first or not."""
    cards = ", ".join(_said(sight, lane, player, card) for card in lane.sides[player])
    text = f"{sight.who(player)}: {cards or sight.say('nothing')}"
    formation = lane.formations[player]
    if formation is not None:
        text += f"; {sight.worth(formation)}"
    if _first(lane) == player:
        text += f"; {sight.say('first')}"
    return text


def _said(sight: Sight, lane: Lane, player: int, card: Card) -> str:
    """Say a laid card; an elite card of a complete side with what it stands for."""
    other = sight.stands_for(lane, player).get(card)
    if other is None:
        return card.say(sight.lang)
    how = "would_be" if lane.owner is None else "settled"
    return sight.say(how, card=card.say(sight.lang), other=other.say(sight.lang))


def _first(lane: Lane) -> int | None:
    """Return who was complete first where both are."""
    a, b = lane.stamps
    return None if not (a and b) else int(b < a)


def _slot(w: float, y: float) -> Node:
    return box(1, y + 1, w - 2, _H - 2, "", "line", stroke_width=1.5, stroke_dasharray="4 4")


def _upper_side(sight: Sight, lane: Lane, offers: Offers | None) -> list[Node]:
    """Draw the other side; its first card lies nearest the middle, on top, so all strips show."""
    player = 1 - sight.seat
    cards, size = lane.sides[player], lane.demand.size
    parts = []
    for i in reversed(range(size)):
        y = -_H - 2 - i * _STRIP
        parts.append(
            _laid(sight, lane, player, i, y, offers) if i < len(cards) else _slot(sight.width, y)
        )
    return parts


def _lower_side(sight: Sight, lane: Lane, offers: Offers | None) -> list[Node]:
    """Draw the own side; its first card lies nearest the middle, later ones cover it."""
    cards, size = lane.sides[sight.seat], lane.demand.size
    slots = [_slot(sight.width, i * _STRIP) for i in range(len(cards), size)]
    laid = (_laid(sight, lane, sight.seat, i, i * _STRIP, offers) for i in range(len(cards)))
    return [*reversed(slots), *laid]


def _laid(sight: Sight, lane: Lane, player: int, i: int, y: float, offers: Offers | None) -> Node:
    """Draw card number `i` of a side, marked if it is new, may be picked, or oil would take it."""
    card = lane.sides[player][i]
    other = sight.stands_for(lane, player).get(card)
    parts = [*face(card, sight.lang, other, lane.owner is not None)]
    if offers is not None and card in offers.fresh:
        parts.append(
            box(1.5, 1.5, sight.width - 3, _H - 3, "", "fresh", stroke_width=4, css="stb-fresh")
        )
    oil = getattr(sight.table, "oil_takes", None)
    if oil is not None and player == 0 and oil(lane.number - 1) == card:
        parts.append(drop(-4, 14, 0.9))
    acts = _pick(sight, lane, player, card, offers)
    if acts or (offers is not None and card == sight.table.picked):
        parts.append(box(1.5, 1.5, sight.width - 3, _H - 3, css="stb-target"))
    acts["css"] = " ".join(filter(None, ("stb-laid", acts.get("css"))))
    return moved(0, y, *parts, key=str(card), **acts)


def _pick(
    sight: Sight, lane: Lane, player: int, card: Card, offers: Offers | None
) -> dict[str, Any]:
    """Return the attributes of a laid card that may be picked; none if it may not."""
    if offers is None or str(card) not in offers.takes:
        return {}
    who, place = sight.who(player), sight.place(lane)
    label = sight.say("take_this", card=card.say(sight.lang), place=place, who=who)
    return {**button("table", offers.takes[str(card)]), "aria_label": label}


def _label(sight: Sight, lane: Lane, player: int, column: float, y: float) -> Node | None:
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


def _middle(sight: Sight, lane: Lane, rows: dict[str, int], column: float) -> list[Node | None]:
    """Draw the lane's stone, at its owner's side if it is claimed, or its wall tile."""
    y = rows["band"]
    if sight.siege:
        return [moved(3, y + 2, *_tile(sight, lane, column - 6), key="tile", aria_hidden="true")]
    banner = _banner(sight, lane, column, y + 49) if lane.mode else None
    if lane.owner is None:
        return [_stone(lane, column, y + 2.0, "stone", "on_stone", 1), banner]
    paint = "you" if lane.owner == sight.seat else "they"
    top = rows["side"] + 2 + (lane.demand.size - 1) * _STRIP if lane.owner == sight.seat else y - _H
    owner = fitted(
        column / 2,
        y + 31,
        sight.who(lane.owner),
        column - 8,
        fill=paint,
        font_weight=700,
    )
    return [
        moved(0, 0, owner, key="owner"),
        _stone(lane, column, top + _STRIP + 2.0, paint, "on_owner", 0.84),
        banner,
    ]


def _banner(sight: Sight, lane: Lane, column: float, y: float) -> Node:
    """Draw the combat mode that lies on a stone: its mark and what the stone asks for now."""
    w = column - 6
    asked = "mode_total" if demanded_kind(lane.demand) == Kind.SUM else "mode_cards"
    text = sight.say(asked, size=lane.demand.size)
    return moved(
        3,
        y,
        box(0, 0, w, _BANNER - 3, CLASSES["mode"][0], rx=5),
        class_mark("mode", 10, 11, 0.6, "white"),
        squeezed(19, 17, text, w - 22, 17, fill="white", font_weight=700),
        key="mode",
        aria_hidden="true",
    )


def _stone(lane: Lane, column: float, y: float, fill: str, ink: str, scale: float) -> Node:
    """Place a stone by style, so that it glides where it goes."""
    at = f"translate({(column - 56 * scale) / 2:.0f}px, {y:.0f}px) scale({scale})"
    return el(
        "g",
        *rock(lane.number, fill, ink),
        key="stone",
        css="stb-stone",
        style=f"transform: {at}",
        aria_hidden="true",
    )


def _tile(sight: Sight, lane: Lane, w: float) -> list[Node]:
    """Draw a lane's wall tile."""
    facts = lane.number, lane.say(sight.lang), lane.demand, lane.damaged
    return tile(*facts, sight.lang, w, band(sight) - 4)


def tile(
    number: int, name: str, demand: Demand, damaged: bool, lang: str, w: float, h: float
) -> list[Node]:
    """Draw a wall tile: number and name, what it asks for, its face."""
    kind = demanded_kind(demand)
    asked: list[Node]
    if kind is None:
        asked = [fitted(w / 2 + 12, 50, say("board.tile_all", lang), w - 36)]
    elif kind == Kind.SUM:
        text = say("board.tile_higher" if demand.sign > 0 else "board.tile_lower", lang)
        asked = [
            el("g", pictogram(kind, 0, 0), transform=placed(29, 50, 0.8)),
            fitted(w - 20, 50, text, 36),
        ]
    else:
        asked = [pictogram(kind, w / 2 - 2, 51)]
    face = say("board.damaged" if damaged else "board.intact", lang)
    return [
        *wall(w, h, damaged),
        fitted(w / 2, 30, f"{number} {name}", w - 8, 17, font_weight=700),
        words(5, 50, f"{demand.size}×", 17, font_weight=700),
        *asked,
        fitted(w / 2, 71, face, w - 10, 17, fill="ink" if damaged else "quiet"),
    ]


# --- what one may do at a lane ----------------------------------------------------------------


def _acts(
    sight: Sight, lane: Lane, rows: dict[str, int], column: float, offers: Offers
) -> list[Node]:
    """Draw the lane's buttons: claim and declare on the own cards, oil on theirs, retreat below."""
    k, parts = lane.number - 1, []
    own_body = rows["side"] + 2 + (lane.demand.size - 1) * _STRIP + _STRIP + 6
    where = {
        "claim": own_body,
        "declare": own_body,
        "retreat": rows.get("act", 0) + 1,
        "pour": rows["band"] - 2 - _H + _STRIP + 12,
        "at": rows.get("act", 0) + 1 if sight.seat == 0 else rows["band"] + 51,  # beside the oil
    }
    for verb, y in where.items():
        if (k, verb) in offers.buttons:
            parts.append(_button(sight, lane, verb, y, column, offers.buttons[k, verb]))
    return parts


def _button(sight: Sight, lane: Lane, verb: str, y: float, column: float, move: int) -> Node:
    w = min(column - 4, 84)
    fill, ink = ("accent", "on_accent") if verb in _STRONG else ("lane", "ink")
    return moved(
        (column - w) / 2,
        y,
        box(0, 0, w, 28, fill, ink if verb in _STRONG else "line", stroke_width=1.5, rx=14),
        fitted(w / 2, 20, sight.say(f"do.{verb}"), w - 12, fill=ink, font_weight=700),
        key=verb,
        aria_label=sight.say(f"does.{verb}", lane=lane.number),
        **button("lane", move),
    )


def _landings(
    sight: Sight, lane: Lane, rows: dict[str, int], column: float, offers: Offers
) -> list[Node | None]:
    """Lay places over the own side and the stone; the page shows them for a chosen card."""
    k = lane.number - 1
    own = rows["side"], rows["label"] - rows["side"]
    middle = rows["band"], rows["side"] - rows["band"]
    return [
        _landing(sight, lane, "landing", own, column, offers.places.get(k)),
        _landing(sight, lane, "on_stone", middle, column, offers.stones.get(k)),
        _put(sight, lane, own, column, offers.puts.get(k)),
    ]


def _landing(
    sight: Sight,
    lane: Lane,
    key: str,
    where: tuple[int, int],
    column: float,
    moves: Mapping[str, int] | None,
) -> Node | None:
    """Lay an invisible place over one's side, or over the stone for a combat mode."""
    if not moves:
        return None
    label = "lay_here" if key == "landing" else "mode_here"
    return moved(
        0,
        where[0],
        *_target(sight, lane, where[1], column, key == "landing"),
        key=key,
        css="stb-place",
        data_group="place",
        data_lane=lane.number,
        data_moves=" ".join(f"{card}:{move}" for card, move in moves.items()),
        data_label=sight.say(label, place=sight.place(lane), card="{card}"),
        data_lm_suppress_shortcuts="true",
    )


def _put(
    sight: Sight, lane: Lane, where: tuple[int, int], column: float, move: int | None
) -> Node | None:
    """Lay a place for the card that a tactic card has picked over one's side."""
    card = sight.table.picked
    if move is None or card is None:
        return None
    return moved(
        0,
        where[0],
        *_target(sight, lane, where[1], column, True),
        key="put",
        data_open="true",
        data_lane=lane.number,
        aria_label=sight.say("lay_here", place=sight.place(lane), card=card.say(sight.lang)),
        **{**button("place", move), "css": "stb-place"},
    )


def _target(sight: Sight, lane: Lane, height: float, column: float, slot: bool) -> list[Node]:
    """Draw a place: over all of one's side with the next slot, or over the stone."""
    if not slot:
        return [
            box(3, 0, column - 6, height - 2, css="stb-landing", rx=8),
            box(3, 0, column - 6, height - 2, css="stb-target"),
        ]
    next_slot = moved(
        column / 2 - sight.width / 2,
        2 + len(lane.sides[sight.seat]) * _STRIP,
        box(1, 1, sight.width - 2, _H - 2, css="stb-target"),
        words(sight.width / 2, 46, "+", 34, "accent", text_anchor="middle", font_weight=700),
    )
    return [box(3, 0, column - 6, height, css="stb-landing", rx=8), next_slot]
