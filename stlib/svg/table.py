"""The picture of a table: lanes with both sides, hands, deck, oil.

A `Sight` says who looks and what may be shown; `Offers` adds what a player
may do now, for the live board. The seat looked from lies below.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from stlib.cards import Card
from stlib.claims import Formation
from stlib.demands import Kind
from stlib.svg.shapes import (
    CARD_HEIGHT,
    CARD_STRIP,
    Node,
    box,
    card_back,
    card_face,
    card_width,
    cauldron,
    demanded_kind,
    drop,
    el,
    fitted,
    flag,
    moved,
    pictogram,
    rock,
    wall,
    words,
)
from stlib.table import Lane, Table
from stlib.words import say

__all__ = ["Offers", "Sight", "look", "picture"]

_H, _STRIP = CARD_HEIGHT, CARD_STRIP
_EDGE = 8
_INNER = 666  # width of all lanes together
_LABEL = 28  # height of a line below or above the cards of a side
_BAND = {"stone": 52, "tile": 82}  # height of the middle
_FONT = "system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif"


@dataclass(frozen=True)
class Sight:
    """Who looks at a table, and what is shown.

    Parameters
    ----------
    table : Table
        A view, or a position for a spectator.
    lang : str
        Language of all words.
    seat : {0, 1}
        Whose side lies below.
    you : {0, 1} or None
        Who is called *you*; None for a spectator.
    hands : tuple of (tuple of Card or None)
        Both hands; None is shown by its backs.
    names : tuple of str
        What each seat is called beyond *you* and *they*; may be empty.
    """

    table: Table
    lang: str = "en"
    seat: int = 0
    you: int | None = None
    hands: tuple[tuple[Card, ...] | None, tuple[Card, ...] | None] = (None, None)
    names: tuple[str, str] = ("", "")

    @property
    def siege(self) -> bool:
        """Whether the lanes are wall tiles."""
        return hasattr(self.table, "cauldrons")

    @property
    def slots(self) -> int:
        """Most cards a side of any lane holds."""
        return 4 if self.siege else max(lane.demand.size for lane in self.table.lanes)

    @property
    def width(self) -> int:
        """Width of a card."""
        return card_width(self.table.game.card)

    @property
    def step(self) -> int:
        """From one card of a hand to the next."""
        return self.width + 8

    def who(self, player: int) -> str:
        """Return what a player is called: You, They, or his role."""
        if self.you is None:
            return self.say(f"player.{self.table.game.name}_{player}", own=False)
        return self.say("you" if player == self.you else "they")

    def say(self, key: str, own: bool = True, **values: object) -> str:
        """Return a text of the board, or any other if not `own`."""
        return say(f"board.{key}" if own else key, self.lang, **values)

    def kind(self, kind: Kind) -> str:
        """Return a kind's name in this game."""
        if self.siege:
            return self.say(f"siege_kind.{kind.name.lower()}")
        return kind.say(self.lang)

    def worth(self, formation: Formation) -> str:
        """Return a formation in words."""
        kind = self.kind(formation.kind)
        return self.say("claim.formation", own=False, kind=kind, total=formation.total)

    def place(self, lane: Lane) -> str:
        """Return a lane's name with its number: ``Stone 5``, ``Tile 4, Gate``."""
        name = lane.say(self.lang)
        return self.say("tile", number=lane.number, name=name) if self.siege else name

    def demand(self, lane: Lane) -> str:
        """Return in words what a tile asks for."""
        kind = demanded_kind(lane.demand)
        if kind is None:
            asked = self.say("demand.all")
        elif kind == Kind.SUM:
            asked = self.say("demand.higher" if lane.demand.sign > 0 else "demand.lower")
        else:
            asked = self.kind(kind)
        face = self.say("damaged" if lane.damaged else "intact")
        return self.say("demand.words", face=face, size=lane.demand.size, asked=asked)


@dataclass(frozen=True)
class Offers:
    """What a player may do now, for the live board.

    Parameters
    ----------
    places : dict of int to dict of str to int
        For each lane, the cards (as text) that may be laid there and the move's id.
    buttons : dict of (int, str) to int
        For each lane and verb the move's id.
    fresh : set of Card
        Cards laid since the player's last decision.
    touched : set of int
        Lanes that were claimed, declared, left or oiled since then.
    """

    places: Mapping[int, Mapping[str, int]] = field(default_factory=dict)
    buttons: Mapping[tuple[int, str], int] = field(default_factory=dict)
    fresh: frozenset[Card] = frozenset()
    touched: frozenset[int] = frozenset()


def look(
    table: Table, lang: str = "en", hands_open: bool = False, seat: int | None = None
) -> Sight:
    """Return what a table shows by itself: a view its own hand, a position none unless asked."""
    you = getattr(table, "player", None)
    hands: list[tuple[Card, ...] | None] = [None, None]
    if you is not None:
        hands[you] = table.hand  # type: ignore[attr-defined]
    if hands_open and hasattr(table, "hands"):
        hands = list(table.hands)
    return Sight(table, lang, (you or 0) if seat is None else seat, you, (hands[0], hands[1]))


def picture(sight: Sight, offers: Offers | None = None) -> Node:
    """Draw a table as a tree whose root is the ``svg`` element."""
    rows = _rows(sight)
    width, height = _INNER + 2 * _EDGE, rows["end"]
    return el(
        "svg",
        box(0, 0, width, height, "table", rx=10, key="table"),
        moved(_EDGE, rows["their_hand"], *_their_row(sight), key="their_hand"),
        *(_lane(sight, lane, rows, offers) for lane in sight.table.lanes),
        moved(_EDGE, rows["hand"], *_own_row(sight, offers), key="hand_row"),
        key="picture",
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width} {height}",
        width=width,
        height=height,
        font_family=_FONT,
        role="group",
        aria_label=sight.say("title", game=sight.say(f"game.{sight.table.game.name}")),
    )


def _rows(sight: Sight) -> dict[str, int]:
    """Return where each row of the picture begins, from the top."""
    side = (sight.slots - 1) * _STRIP + _H
    heights = {
        "their_hand": 44 if sight.hands[1 - sight.seat] is None else _H + 8,
        "their_label": _LABEL,
        "their_side": side + 4,
        "band": _BAND["tile" if sight.siege else "stone"],
        "side": side + 4,
        "label": _LABEL,
        "act": _LABEL + 2 if sight.siege else 0,
        "hand": _H + 14,
    }
    rows, y = {}, 8
    for name, height in heights.items():
        rows[name] = y
        y += height
    rows["end"] = y
    return rows


# --- a lane -------------------------------------------------------------------------------


def _lane(sight: Sight, lane: Lane, rows: dict[str, int], offers: Offers | None) -> Node:
    """Draw one lane in its column."""
    column = _INNER / len(sight.table.lanes)
    top, bottom = rows["their_label"], rows["label"] + _LABEL
    mine, theirs = sight.seat, 1 - sight.seat
    touched = offers is not None and lane.number - 1 in offers.touched
    fill = {None: "lane", mine: "lane", theirs: "lane"}[lane.owner]
    edge = "fresh" if touched else ""
    parts: list[Node | None] = [
        box(2, top, column - 4, bottom - top, fill, edge, key="ground", stroke_width=3),
        moved(
            (column - sight.width) / 2,
            rows["band"],
            *_upper_side(sight, lane, offers),
            key="theirs",
            role="img",
            aria_label=_side_words(sight, lane, theirs),
        ),
        moved(
            (column - sight.width) / 2,
            rows["side"] + 2,
            *_lower_side(sight, lane, offers),
            key="mine",
            role="img",
            aria_label=_side_words(sight, lane, mine),
        ),
        moved(
            0,
            rows["their_label"],
            *_label(sight, lane, theirs, column),
            key="their_label",
            aria_hidden="true",
        ),
        moved(
            0, rows["label"], *_label(sight, lane, mine, column), key="label", aria_hidden="true"
        ),
        *_middle(sight, lane, rows, column),
    ]
    if offers is not None:
        parts += _acts(sight, lane, rows, column, offers)
        parts.append(_landing(sight, lane, rows, column, offers))
    where = _EDGE + (lane.number - 1) * column
    name = sight.place(lane)
    return moved(
        where,
        0,
        *parts,
        key=f"lane{lane.number}",
        role="group",
        aria_label=f"{name}, {sight.demand(lane)}" if sight.siege else name,
    )


def _side_words(sight: Sight, lane: Lane, player: int) -> str:
    """Say one side of a lane: who, cards in laying order, formation, first or not."""
    cards = ", ".join(card.say(sight.lang) for card in lane.sides[player])
    text = f"{sight.who(player)}: {cards or sight.say('nothing')}"
    formation = lane.formations[player]
    if formation is not None:
        text += f"; {sight.worth(formation)}"
    if _first(lane) == player:
        text += f"; {sight.say('first')}"
    return text


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
    """Draw card number `i` of a side, marked if it is new or if oil would take it."""
    card = lane.sides[player][i]
    parts = card_face(card)
    if offers is not None and card in offers.fresh:
        parts.append(
            box(1.5, 1.5, sight.width - 3, _H - 3, "", "fresh", stroke_width=4, css="stb-fresh")
        )
    oil = getattr(sight.table, "oil_takes", None)
    if oil is not None and player == 0 and oil(lane.number - 1) == card:
        parts.append(drop(-4, 14, 0.9))
    return moved(0, y, *parts, key=str(card), css="stb-laid")


def _label(sight: Sight, lane: Lane, player: int, column: float) -> list[Node]:
    """Draw what a complete side is worth, and the flag of the earlier one."""
    formation = lane.formations[player]
    if formation is None:
        return []
    total = str(formation.total)
    first = _first(lane) == player
    width = 28 + 11 * len(total) + (16 if first else 0)
    x = (column - width) / 2
    parts = [
        pictogram(formation.kind, x, 22),
        words(x + 28, 21, total, 20, font_weight=700),
    ]
    if first:
        worth = [f.strength for f in lane.formations if f is not None]
        parts.append(flag(x + width - 4, 13, "accent" if worth[0] == worth[-1] else "quiet"))
    return parts


def _middle(sight: Sight, lane: Lane, rows: dict[str, int], column: float) -> list[Node]:
    """Draw the lane's stone, at its owner's side if it is claimed, or its wall tile."""
    y = rows["band"]
    if sight.siege:
        return [moved(3, y + 2, *_tile(sight, lane, column - 6), key="tile", aria_hidden="true")]
    if lane.owner is None:
        return [_stone(lane, column, y + 2, "stone", "on_stone")]
    paint = "you" if lane.owner == sight.seat else "they"
    if lane.owner == sight.seat:
        rest = rows["side"] + 2 + (lane.demand.size - 1) * _STRIP + _STRIP - 3
    else:
        rest = y - 2 - _H + _STRIP - 3
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
        _stone(lane, column, rest, paint, "on_owner"),
    ]


def _stone(lane: Lane, column: float, y: float, fill: str, ink: str) -> Node:
    at = f"transform: translate({(column - 56) / 2:.0f}px, {y:.0f}px)"
    return el(
        "g",
        *rock(lane.number, fill, ink),
        key="stone",
        css="stb-stone",
        style=at,
        aria_hidden="true",
    )


def _tile(sight: Sight, lane: Lane, w: float) -> list[Node]:
    """Draw a wall tile: number and name, what it asks for, its face."""
    h = _BAND["tile"] - 4
    kind = demanded_kind(lane.demand)
    asked: list[Node]
    if kind is None:
        asked = [fitted(w / 2 + 12, 50, sight.say("tile_all"), w - 36)]
    elif kind == Kind.SUM:
        text = sight.say("tile_higher" if lane.demand.sign > 0 else "tile_lower")
        asked = [pictogram(kind, 29, 50), fitted(w - 20, 50, text, 36)]
    else:
        asked = [pictogram(kind, w / 2 - 2, 51)]
    return [
        *wall(w, h, lane.damaged),
        fitted(w / 2, 30, f"{lane.number} {lane.say(sight.lang)}", w - 8, 17, font_weight=700),
        words(5, 50, f"{lane.demand.size}×", 17, font_weight=700),
        *asked,
        fitted(
            w / 2,
            71,
            sight.say("damaged" if lane.damaged else "intact"),
            w - 10,
            17,
            fill="broken_edge" if lane.damaged else "quiet",
        ),
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
    }
    for verb, y in where.items():
        if (k, verb) in offers.buttons:
            parts.append(_button(sight, lane, verb, y, column, offers.buttons[k, verb]))
    return parts


def _button(sight: Sight, lane: Lane, verb: str, y: float, column: float, move: int) -> Node:
    w = min(column - 4, 84)
    fill, ink = ("lane", "ink") if verb == "retreat" else ("accent", "on_accent")
    return moved(
        (column - w) / 2,
        y,
        box(0, 0, w, 28, fill, "line" if verb == "retreat" else ink, stroke_width=1.5, rx=14),
        fitted(w / 2, 20, sight.say(f"do.{verb}"), w - 12, fill=ink, font_weight=700),
        key=verb,
        css="stb-button",
        role="button",
        tabindex="-1",
        aria_label=sight.say(f"does.{verb}", lane=lane.number),
        data_group="lane",
        data_move=move,
        data_lm_suppress_shortcuts="true",
    )


def _landing(
    sight: Sight, lane: Lane, rows: dict[str, int], column: float, offers: Offers
) -> Node | None:
    """Lay an invisible place over the own side; the page shows it for a chosen card."""
    places = offers.places.get(lane.number - 1)
    if not places:
        return None
    n = len(lane.sides[sight.seat])
    height = rows["label"] - rows["side"]
    return moved(
        0,
        rows["side"],
        box(3, 0, column - 6, height, css="stb-landing", rx=8),
        moved(
            column / 2 - sight.width / 2,
            2 + n * _STRIP,
            box(1, 1, sight.width - 2, _H - 2, css="stb-target"),
            words(sight.width / 2, 46, "+", 34, "accent", text_anchor="middle", font_weight=700),
        ),
        key="landing",
        css="stb-place",
        data_group="place",
        data_lane=lane.number,
        data_moves=" ".join(f"{card}:{move}" for card, move in places.items()),
        data_label=sight.say("lay_here", place=sight.place(lane), card="{card}"),
        data_lm_suppress_shortcuts="true",
    )


# --- hands, deck, oil -------------------------------------------------------------------------


def _their_row(sight: Sight) -> list[Node]:
    """Draw the other player's name, hand and oil."""
    player = 1 - sight.seat
    name = _title(sight, player)
    open_hand = sight.hands[player]
    parts = [words(2, 25, name, 20, "they", font_weight=700, key="name")]
    if open_hand is not None:
        parts += [
            moved(
                150 + i * sight.step,
                0,
                *card_face(card),
                key=str(card),
                role="img",
                aria_label=card.say(sight.lang),
            )
            for i, card in enumerate(open_hand)
        ]
    else:
        n = sight.table.hand_sizes[player]
        backs = [moved(22 * i, 0, *card_back(28, 36)) for i in range(n)]
        label = sight.say("hand_size", n=n)
        x = 260 if sight.siege else 300
        parts.append(
            moved(
                x,
                0,
                *backs,
                words(22 * n + 14, 25, n),
                key="backs",
                role="img",
                aria_label=f"{sight.who(player)}: {label}",
            )
        )
    return [*parts, *_oil(sight, player, _INNER - 100, 18)]


def _title(sight: Sight, player: int) -> str:
    """Return a seat's name with what else is known of it: ``They (defender, greedy)``."""
    more = [sight.names[player]]
    if sight.siege and sight.you is not None:
        more.insert(0, sight.say(f"role.{player}"))
    known = ", ".join(filter(None, more))
    return f"{sight.who(player)} ({known})" if known else sight.who(player)


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
    name = words(x + 56, 18, _title(sight, player), 18, "you", font_weight=700, key="name")
    return [cards, name, *_deck(sight, x), *_oil(sight, player, _INNER - 100, -16)]


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
