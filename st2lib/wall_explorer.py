"""The wall explorer: what each face of a tile asks for, what beats what there, how rare it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import comb
from typing import Any, ClassVar, cast

import traitlets

from st2lib import rules
from st2lib.drawing import DRAWING
from st2lib.drawing import tile as draw_tile
from st2lib.position import ST2
from stlib.base import words
from stlib.base.checks import shown
from stlib.base.errors import SetupError
from stlib.cards.card import Card, parse_cards
from stlib.cards.demand import Deck, Demand, Kind
from stlib.chances import Odds, percent
from stlib.claims.prove import Formation, Formations, Prover
from stlib.play.game import Game
from stlib.play.named_demands import say_demand
from stlib.play.table import Table
from stlib.svg.shapes import Node, el
from stlib.widgets.card_explorer import card_parts, faces
from stlib.widgets.explorer import Explorer, button, drawing, kind_parts, part

__all__ = ["WallExplorer"]

#: Sets to compare, by the number of cards; what they are worth is asked of the engine.
_EXAMPLES = {
    2: ("b5 b6", "r5 g5", "b1 b9", "b5 g6", "r5 g9", "r11 g9", "r0 g2"),
    3: ("b5 b6 b7", "r5 g5 b5", "b1 b4 b9", "b5 r6 g7", "b2 r5 g9", "r11 b11 g9", "r0 b0 g2"),
    4: (
        "b5 b6 b7 b8",
        "r5 g5 b5 y5",
        "b1 b4 b9 b11",
        "b5 r6 g7 y8",
        "b2 r5 g9 y1",
        "r11 b11 g11 y9",
        "r0 b0 g0 y2",
    ),
}
_W, _H = 92, 78  # of a tile
_FACES = ("intact", "damaged")


@dataclass(frozen=True)
class Example:
    """A set of cards as one face sees it.

    Parameters
    ----------
    cards : tuple of Card
        The set.
    formation : Formation
        What it counts as.
    beaten : Fraction
        Share of all sets of the other cards that are stronger.
    """

    cards: tuple[Card, ...]
    formation: Formation
    beaten: Fraction


@dataclass(frozen=True)
class Face:
    """What is known of one demand.

    Parameters
    ----------
    examples : tuple of Example
        Strongest first.
    sets, hands : dict of Kind to Fraction
        Share of each kind among all sets of as many cards, and among hands by
        the best formation in them.
    """

    examples: tuple[Example, ...]
    sets: dict[Kind, Fraction]
    hands: dict[Kind, Fraction]


class WallExplorer(Explorer):
    """The seven tiles of the siege, both faces: press one to see what wins there, and the odds.

    Parameters
    ----------
    game : Game
        ``st2lib.ST2``.
    lang : {"en", "de", "fr", "nl"}
        Language.
    tile : int
        Tile that is shown, 1–7 as the attacker counts.
    damaged : bool
        Whether its damaged face is shown.
    variant : str or Variant, optional
        With it the switch that says what a color run is worth on a damaged tile.

    Attributes
    ----------
    tile, damaged
        Synced traits: they can be set, observed and linked.

    Raises
    ------
    TypeError
        For a game without a wall.
    SetupError
        For a tile that does not exist.

    Examples
    --------
    >>> from st2lib import ST2
    >>> wall = WallExplorer(ST2, tile=4)
    >>> print(wall.face.examples[0].formation)
    Color Run, total 11
    """

    _name = "wall"
    _asks = ("tile", "damaged")

    tile = traitlets.Int(1).tag(sync=True)
    damaged = traitlets.Bool().tag(sync=True)

    def __init__(
        self,
        game: Game,
        lang: str = "en",
        tile: int = 1,
        damaged: bool = False,
        variant: Any = None,
    ) -> None:
        if game is not ST2:
            raise TypeError(words.say("explorer.wall.not_siege", lang, what=shown(game)))
        self.game = game
        self.variant = cast(Any, game.find_variant(variant))  # of the siege: faces are asked for
        for lane in range(game.rules.LANES):
            for broken in (False, True):
                _work_out(game.deck, self.variant.demand(lane, broken), game.rules.HAND)
        super().__init__(lang, tile=tile, damaged=damaged)

    @classmethod
    def of(cls, table: Table, number: int, lang: str = "en") -> WallExplorer:
        """Return an explorer that shows a tile of an ST2 position or view, counted from 1."""
        lanes = table.lanes
        damaged = number in range(1, len(lanes) + 1) and lanes[number - 1].damaged
        return cls(table.game, lang, number, damaged, table.variant)

    @traitlets.validate(*_asks)
    def _validated(self, proposal: Any) -> Any:
        self._check(**{proposal.trait.name: proposal.value})
        return proposal.value

    def _check(self, **new: Any) -> None:
        lanes, number = self.game.rules.LANES, new.get("tile", self.tile)
        if number not in range(1, lanes + 1):
            raise SetupError("no_lane_number", number=shown(number), lanes=lanes)

    @property
    def demand(self) -> Demand:
        """What the face that is shown asks for."""
        demand: Demand = self.variant.demand(self.tile - 1, self.damaged)
        return demand

    @property
    def face(self) -> Face:
        """What is known of it."""
        return _work_out(self.game.deck, self.demand, self.game.rules.HAND)

    def show_face(self, tile: int, damaged: bool = False) -> None:
        """Show another face.

        Raises
        ------
        SetupError
            For a tile that does not exist.
        """
        self._set(tile=tile, damaged=damaged)

    _acts: ClassVar[dict[str, Callable[[Any, str], None]]] = {
        "intact": lambda self, number: self.show_face(int(number)),
        "damaged": lambda self, number: self.show_face(int(number), True),
    }

    # --- drawing ----------------------------------------------------------------------------------

    def _parts(self) -> dict[str, Node]:
        texts = (text for several in _EXAMPLES.values() for text in several)
        cards = {card for text in texts for card in parse_cards(text, self.game.deck)}
        tiles = {
            f"{act} {lane}": drawing(*self._tile(lane, bool(damaged)), width=_W, height=_H)
            for lane in self._lanes
            for damaged, act in enumerate(_FACES)
        }
        return {**card_parts(cards, DRAWING, self.lang), **kind_parts(), **tiles}

    def _asked(self) -> list[Node | None]:
        rows = [self._face(lane, damaged) for damaged in (False, True) for lane in self._lanes]
        rare = self._say("wall.rare", n=self.demand.size, hand=self.game.rules.HAND)
        return [
            el("div", *rows, css="stx-wall", key="wall", role="group", aria_label=self._title),
            el("p", text=rare, css="stx-about", key="rare"),
            self._rarity(),
        ]

    @property
    def _lanes(self) -> range:
        return range(self.game.rules.LANES)

    @property
    def _title(self) -> str:
        return self._say("wall.title")

    def _named(self, lane: int, damaged: bool) -> str:
        """Return a face in words: ``Tile 4, Gate, damaged: 4 cards, total only, lower wins``."""
        face = words.say("board.damaged" if damaged else "board.intact", self.lang)
        name = words.say(f"lane.{self.game.rules.TILES[lane].name}", self.lang)
        asked = say_demand(self.variant.demand(lane, damaged), rules.NAME, self.lang)
        return self._say("wall.face", number=lane + 1, name=name, face=face, asked=asked)

    def _tile(self, lane: int, damaged: bool) -> list[Node]:
        name = words.say(f"lane.{self.game.rules.TILES[lane].name}", self.lang)
        demand = self.variant.demand(lane, damaged)
        return draw_tile(lane + 1, name, demand, damaged, self.lang, _W, _H)

    def _face(self, lane: int, damaged: bool) -> Node:
        """Draw one face as a button; the one that is shown has a frame and is pressed."""
        on = (lane + 1, damaged) == (self.tile, self.damaged)
        act = _FACES[damaged]
        return button(
            part(f"{act} {lane}"),
            group="wall",
            key=f"{act}{lane}",
            css="stx-face",
            aria_label=self._named(lane, damaged),
            aria_pressed="true" if on else "false",
            data_act=act,
            data_value=lane + 1,
            data_row=int(damaged),
        )

    def _headline(self) -> str:
        return self._say("wall.asks", face=self._named(self.tile - 1, self.damaged))

    def _answer(self) -> list[Node | None]:
        return [
            el("p", text=self._say("wall.ladder"), css="stx-about", key="ladder"),
            self._ladder(),
        ]

    def _ladder(self) -> Node:
        """Draw the examples from the strongest to the weakest."""
        heads = [el("th", key="rank"), *self._heads("example", "counts", "beaten")]
        rows, above, rank = [], None, 0
        for i, example in enumerate(self.face.examples):
            strength = example.formation.strength
            rank = rank if strength == above else i + 1
            rows.append(self._rung(example, f"= {rank}" if strength == above else f"{rank}", i))
            above = strength
        return el("table", el("tr", *heads, key="head"), *rows, css="stx-table", key="ladder_table")

    def _heads(self, *names: str) -> list[Node]:
        return [el("th", text=self._say(f"wall.{name}"), key=name, scope="col") for name in names]

    def _rung(self, example: Example, rank: str, i: int) -> Node:
        return el(
            "tr",
            el("th", text=rank, key="rank", scope="row"),
            el("td", faces(example.cards, self.lang, "cards"), key="cards"),
            el("td", text=example.formation.say(self.lang), key="counts"),
            el("td", text=percent(example.beaten, self.lang, 1), key="beaten"),
            key=f"rung{i}",
        )

    def _rarity(self) -> Node:
        """Draw how often each kind that counts comes up."""
        heads = [el("th", key="sign"), *self._heads("kind", "sets", "hands")]
        rows = [self._kind(kind) for kind in self.face.sets]
        return el("table", el("tr", *heads, key="head"), *rows, css="stx-table", key="rarity")

    def _kind(self, kind: Kind) -> Node:
        face = self.face
        return el(
            "tr",
            el("td", part(f"kind {kind.name}"), key="sign"),
            el("th", text=kind.say(self.lang, self.game.name), key="name", scope="row"),
            *(self._share(part[kind], i) for i, part in enumerate((face.sets, face.hands))),
            key=kind.name,
        )

    def _share(self, share: Fraction, i: int) -> Node:
        part = f"--stx-part: {float(share):.4f}"
        text = el("span", text=percent(share, self.lang), key="percent")
        return el("td", text, el("span", css="stx-bar", style=part, key="bar"), key=f"share{i}")

    def _rows(self) -> list[tuple[str, Node]]:
        scale = "scale(0.7)"
        drawn = el("g", *self._tile(self.tile - 1, self.damaged), transform=scale)
        return [(self._say("wall.shown"), drawn), ("", el("g"))]

    def _lines(self) -> list[str]:
        face = self.face
        told = [
            f"{' '.join(map(str, example.cards))}: {example.formation.say(self.lang)}"
            for example in face.examples
        ]
        shares = [
            self._say(
                "wall.share",
                kind=kind.say(self.lang, self.game.name),
                sets=percent(face.sets[kind], self.lang),
                hands=percent(face.hands[kind], self.lang),
            )
            for kind in face.sets
        ]
        return [self._say("wall.ladder"), *told, *shares]


@cache
def _work_out(deck: Deck, demand: Demand, hand: int) -> Face:
    """Ask the engine and the odds what they know of a demand."""
    odds = Odds(deck, demand)
    examples = [_example(deck, demand, text) for text in _EXAMPLES[demand.size]]
    examples.sort(key=lambda example: example.formation.strength, reverse=True)
    kinds = odds.kinds()
    counts = odds.class_sizes(demand=demand), odds.hand_kinds(hand, demand)
    sets, hands = ({k: Fraction(n[k], sum(n.values())) for k in kinds} for n in counts)
    return Face(tuple(examples), sets, hands)


def _example(deck: Deck, demand: Demand, text: str) -> Example:
    cards = parse_cards(text, deck)
    stronger = Prover(deck, demand)(cards, ()).count
    others = comb(deck.size - demand.size, demand.size)
    return Example(cards, Formations(deck, demand)(cards), Fraction(stronger, others))
