"""Cards to click: a grid of the whole deck, and zones that cards are put into."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar

import traitlets

from stlib.base.checks import shown
from stlib.base.errors import CardError, SetupError
from stlib.cards.card import Card, from_mask, parse_cards, to_mask, write_cards
from stlib.cards.demand import Demand
from stlib.play.game import Game
from stlib.play.named_demands import find_place, first_place, name_place, places
from stlib.play.table import Lane, Table
from stlib.svg.faces import ELITE
from stlib.svg.game_drawing import GameDrawing
from stlib.svg.shapes import CARD_HEIGHT, CARD_STRIP, Node, card_strip, card_width, el
from stlib.svg.still_picture import card_rows
from stlib.svg.viewpoint import say_letters
from stlib.widgets.explorer import Explorer, button, choice, drawing, part, typed

__all__ = ["CardExplorer", "card_parts", "faces"]

_SIDES = ("mine", "theirs")
_WIDE = 10  # cards in a row that are too many for a narrow page


class CardExplorer(Explorer):
    """An explorer that asks about cards, each of which lies in one zone at most.

    Each zone is a trait that holds its cards as text, ``"r7 r8"``. A text that
    somebody types is read and written back in this form; a wrong one raises an
    error, and nothing changes.
    """

    zones: ClassVar[tuple[str, ...]]
    _elites: ClassVar[bool] = False  # whether elite cards may lie on the sides

    place = traitlets.Unicode().tag(sync=True)
    zone = traitlets.Unicode().tag(sync=True)

    def __init__(self, game: Game, lang: str, variant: Any, **asked: Any) -> None:
        self.game = game
        self.variant = game.find_variant(variant)
        self._cells: dict[tuple[int, str | None, str], Node] = {}
        first = {"place": first_place(game, self.variant), "zone": self.zones[0]}
        super().__init__(lang, **{**first, **asked})
        if "zone" not in asked:
            self.zone = self._open_zone()

    # --- reading ----------------------------------------------------------------------------

    def cards(self, zone: str) -> tuple[Card, ...]:
        """Return the cards of a zone, in the order in which they were put there."""
        return parse_cards(getattr(self, zone), self.game.deck)

    @property
    def demand(self) -> Demand:
        """What is asked for at this place."""
        return find_place(self.game, self.variant, self.place)

    def _open_zone(self) -> str:
        """Return the first side that still has a free slot, where the next card belongs."""
        room = (side for side in _SIDES if len(self.cards(side)) < self.demand.size)
        return next(room, self.zones[0])

    @property
    def unseen(self) -> tuple[Card, ...]:
        """The numbered cards that lie in no zone."""
        return self._unseen({zone: self.cards(zone) for zone in self.zones})

    def _unseen(self, laid: dict[str, tuple[Card, ...]]) -> tuple[Card, ...]:
        gone = to_mask(card for cards in laid.values() for card in cards)
        return from_mask(self.game.deck.mask & ~gone, self.game.deck)

    def _read(self, **new: Any) -> dict[str, tuple[Card, ...]]:
        """Read the zones with some of them changed; raise for a wrong card or place."""
        texts = {zone: new.get(zone, getattr(self, zone)) for zone in self.zones}
        laid = {zone: parse_cards(text, self.game.deck) for zone, text in texts.items()}
        size = find_place(self.game, self.variant, new.get("place", self.place)).size
        for side in _SIDES:
            if len(laid[side]) > size:
                cards = write_cards(laid[side])
                raise CardError("side_size", n=len(laid[side]), size=size, cards=cards)
        parse_cards((card for cards in laid.values() for card in cards), self.game.deck)
        for card in (card for cards in laid.values() for card in cards):
            if card.tactic and not (self._elites and self._is_elite(card)):
                raise CardError("odds_tactic", cards=card)
        return laid

    def _check(self, **new: Any) -> None:
        self._read(**new)
        if (zone := new.get("zone", self.zone)) not in self.zones:
            choices = ", ".join(self.zones)
            raise SetupError("not_one_of", name="zone", value=shown(zone), choices=choices)

    def _checked(self, proposal: Any) -> Any:
        """Return a trait's new value in its usual form; a subclass registers this as validator."""
        name, value = proposal.trait.name, proposal.value
        self._check(**{name: value})
        return write_cards(self._read(**{name: value})[name]) if name in self.zones else value

    @classmethod
    def _facts(
        cls, table: Table, number: int, player: int | None
    ) -> tuple[Lane, int, dict[str, Any]]:
        """Return lane `number` (from 1), who asks, and the traits that describe the lane."""
        lanes = table.lanes
        if number not in range(1, len(lanes) + 1):
            raise SetupError("no_lane_number", number=shown(number), lanes=len(lanes))
        if player is None:
            player = table.player
        player = (table.to_move or 0) if player is None else player
        if player not in (0, 1):
            raise SetupError("no_player", player=shown(player))
        lane = lanes[number - 1]
        others = [card for other in lanes if other is not lane for card in sum(other.sides, ())]
        facts = {
            "variant": table.variant,
            "place": table.game.places.place_of(lane),
            "mine": write_cards(lane.sides[player]),
            "theirs": write_cards(lane.sides[1 - player]),
            "table": write_cards(sorted(c for c in (*others, *table.discard) if not c.tactic)),
        }
        return lane, player, facts

    # --- putting and taking back ----------------------------------------------------------------

    def put(self, card: Card | str, zone: str | None = None) -> None:
        """Put a card into a zone, wherever it was; if it was there already, take it back.

        Parameters
        ----------
        card : Card or str
            Which one.
        zone : str, optional
            Where to; if not given, the zone that is chosen on the page.

        Raises
        ------
        CardError
            For a text that is no card, or a side that is full.
        """
        (found,) = parse_cards([card], self.game.deck)
        zone = self.zone if zone is None else zone
        there = found in self.cards(zone)
        rest = {z: [c for c in self.cards(z) if c != found] for z in self.zones}
        if not there:
            rest[zone].append(found)
        self._set(**{z: write_cards(cards) for z, cards in rest.items()})

    def _take(self, card: str) -> None:
        """Take a card back from wherever it lies."""
        (found,) = parse_cards(card, self.game.deck)
        kept = {z: [c for c in self.cards(z) if c != found] for z in self.zones}
        self._set(**{z: write_cards(cards) for z, cards in kept.items()})

    def clear(self) -> None:
        """Take all cards back."""
        self._set(**dict.fromkeys(self.zones, ""))

    def open_the_rest(self) -> None:
        """Mark all cards that lie in no zone as on the table."""
        self._set(table=write_cards((*self.cards("table"), *self.unseen)))

    _acts: ClassVar[dict[str, Callable[[Any, str], None]]] = {
        "put": lambda self, card: self.put(card),
        "take": lambda self, card: self._take(card),
        "clear": lambda self, _: self.clear(),
        "rest": lambda self, _: self.open_the_rest(),
    }

    # --- drawing ----------------------------------------------------------------------------------

    def _parts(self) -> dict[str, Node]:
        tactics = map(self.game.card, self.game.deck.tactics)
        cards = (*_numbered(self.game), *filter(self._is_elite, tactics))
        return card_parts(cards, self.game.drawing, self.lang)

    def _is_elite(self, card: Card) -> bool:
        """Return whether a tactic card is one that lies at a side."""
        return self.game.drawing.class_of(card) is ELITE

    def _asked(self) -> list[Node | None]:
        options = [(name, self._place(name)) for name in places(self.game, self.variant)]
        return [
            choice(self._say("place.label"), "place", options),
            el("div", *map(self._zone, self.zones), css="stx-zones", key="zones"),
            self._grid(),
            self._bar(),
            *self._typing(),
        ]

    def _place(self, name: str) -> str:
        return name_place(self.game, self.variant, name, self.lang)

    def _zone(self, zone: str) -> Node:
        """Draw a zone: its name, which chooses it, and its cards, which go back when pressed."""
        on, cards = zone == self.zone, self.cards(zone)
        small = zone not in _SIDES
        free = 0 if small else self.demand.size - len(cards)
        head = button(
            group="zone",
            key="name",
            text=self._zone_name(zone),
            css="stx-zone-name",
            aria_pressed="true" if on else "false",
            data_trait="zone",
            data_value=f'"{zone}"',
        )
        faces = [self._laid(zone, card, small) for card in cards]
        slots = [
            el("span", css="stx-slot", key=f"free{i}", aria_hidden="true") for i in range(free)
        ]
        held = el("div", *faces, *slots, css="stx-cards", key="cards")
        css = "stx-zone stx-on" if on else "stx-zone"
        return el(
            "div", head, held, css=css, key=zone, role="group", aria_label=self._zone_word(zone)
        )

    def _zone_word(self, zone: str) -> str:
        return self._say(f"zone.{zone}")

    def _zone_name(self, zone: str) -> str:
        n = len(self.cards(zone))
        if zone in _SIDES:
            return self._say("zone.side", zone=self._zone_word(zone), n=n, size=self.demand.size)
        return self._say("zone.pile", zone=self._zone_word(zone), n=n)

    def _laid(self, zone: str, card: Card, small: bool) -> Node:
        """Draw a card of a zone as a button that takes it back."""
        return button(
            part(f"{'top' if small else 'face'} {card}"),
            group=f"in_{zone}",
            key=str(card),
            css="stx-card stx-top-card" if small else "stx-card",
            aria_label=self._say("take_back", card=card.say(self.lang)),
            data_act="take",
            data_value=str(card),
        )

    def _grid(self) -> Node:
        """Draw the whole deck, a row a color; a card in a zone says which."""
        deck, where = self.game.deck, {c: z for z in self.zones for c in self.cards(z)}
        rows: list[list[Card]] = [
            [self.game.card(color, value) for value in range(deck.low, deck.high + 1)]
            for color in deck.colors
        ]
        if self._elites and self.variant.tactics == "yes":
            tactics = map(self.game.card, deck.tactics)
            rows.append(list(filter(self._is_elite, tactics)))
        cells = (self._cell(card, n, where.get(card)) for n, row in enumerate(rows) for card in row)
        narrow = deck.n_values if deck.n_values < _WIDE else deck.n_values // 2
        return el(
            "div",
            *cells,
            css="stx-grid",
            key="grid",
            role="group",
            aria_label=self._say("all_cards"),
            style=f"--stx-columns: {deck.n_values}; --stx-narrow: {narrow}",
        )

    def _cell(self, card: Card, row: int, zone: str | None) -> Node:
        """Return the drawing of a card of the deck in a zone or none; it is made once."""
        key = (card.id, zone, self.lang)
        if key not in self._cells:
            self._cells[key] = self._draw_cell(card, row, zone)
        return self._cells[key]

    def _draw_cell(self, card: Card, row: int, zone: str | None) -> Node:
        said = card.say(self.lang)
        if zone:
            said = self._say("card_at", card=said, zone=self._zone_word(zone))
        name = el("span", text=card.say(self.lang), key="name", css="stx-elite")
        return button(
            name if card.tactic else part(f"top {card}"),
            el("span", text=self._say(f"mark.{zone}") if zone else "", key="mark", css="stx-mark"),
            group="grid",
            key=str(card),
            css="stx-cell stx-placed" if zone else "stx-cell",
            aria_label=said,
            data_act="put",
            data_value=str(card),
            data_row=row,
        )

    def _bar(self) -> Node:
        presses = [
            button(group="bar", key=act, text=self._say(f"do.{act}"), data_act=act, data_value="")
            for act in ("rest", "clear")
        ]
        return el("div", *presses, css="stb-bar", key="bar")

    def _typing(self) -> tuple[Node, Node]:
        """Return the fields for typing, and what the letters mean."""
        summary = el(
            "summary", text=self._say("typing"), key="summary", data_lm_suppress_shortcuts="true"
        )
        lines = [typed(self._zone_word(zone), zone) for zone in self.zones]
        letters = self._say("letters", letters=say_letters(self.game.deck, self.lang))
        note = el("p", text=letters, css="stx-letters", key="letters")
        return el("details", summary, *lines, css="stx-typing", key="typing"), note

    def _rows(self) -> list[tuple[str, Node]]:
        drawing = self.game.drawing
        rows = [
            card_rows(self._zone_name(zone), self.cards(zone), drawing, self.lang)
            for zone in self.zones
        ]
        return [row for several in rows for row in several]

    def _lines(self) -> list[str]:
        return [self._place(self.place)]


def card_parts(cards: Iterable[Card], game: GameDrawing, lang: str) -> dict[str, Node]:
    """Return drawings of cards: ``top r7``, which stays visible under others, and ``face r7``."""
    found = {}
    for card in cards:
        w = card_width(card)
        top = game.face(card, lang) if card.tactic else card_strip(card)
        found[f"top {card}"] = drawing(*top, width=w, height=CARD_STRIP)
        found[f"face {card}"] = drawing(*game.face(card, lang), width=w, height=CARD_HEIGHT)
    return found


def faces(cards: Iterable[Card], lang: str, key: str) -> Node:
    """Draw cards in a row, each with its name for screen readers."""
    drawn = [
        el("span", part(f"face {card}"), key=str(card), role="img", aria_label=card.say(lang))
        for card in cards
    ]
    return el("div", *drawn, css="stx-faces", key=key)


def _numbered(game: Game) -> tuple[Card, ...]:
    return tuple(map(game.card.from_id, range(game.deck.size)))
