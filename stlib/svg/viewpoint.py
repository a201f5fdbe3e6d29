"""Who looks at a table and what is shown; what may be done there now.

All words of a picture are asked of a `Sight`, so that the picture and the
spoken table say the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from stlib.base.words import entries, page_language, say
from stlib.cards.card import Card
from stlib.cards.demand import Kind, demanded_kind
from stlib.claims.prove import Formation
from stlib.play.table import Lane, Table
from stlib.svg.shapes import card_width

__all__ = ["Offers", "Sight", "look"]


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

    @cached_property
    def lanes(self) -> tuple[Lane, ...]:
        """The table's lanes, worked out once."""
        return self.table.lanes

    @property
    def slots(self) -> int:
        """Most cards a side of any lane holds."""
        return 4 if self.siege else max(lane.demand.size for lane in self.lanes)

    @property
    def width(self) -> int:
        """Width of a card."""
        return card_width(self.table.game.card)

    @property
    def tactics(self) -> bool:
        """Whether tactic cards are in play."""
        return bool(self.table.variant.tactics == "yes")

    @property
    def step(self) -> int:
        """From one card of a hand to the next."""
        return self.width + (4 if self.tactics else 8)

    @property
    def game(self) -> str:
        """The game's name, and its variant if it is not the base game."""
        name, variant = self.table.game.name, self.table.variant.name
        game = self.say(f"game.{name}")
        if variant == "base":
            return game
        key = f"board.variant.{name}_{variant}"
        known = say(key, self.lang) if key in entries() else variant
        return self.say("game.variant", game=game, variant=known)

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
        return kind.say(self.lang, "ST2" if self.siege else "ST1")

    def worth(self, formation: Formation) -> str:
        """Return a formation in words."""
        return formation.say(self.lang)

    def cards(self, cards: Iterable[Card]) -> str:
        """Write cards shortly: ``r7 r8``, tactic cards by name."""
        cards = tuple(cards)
        names = [card.say(self.lang) if card.tactic else str(card) for card in cards]
        return (", " if any(card.tactic for card in cards) else " ").join(names)

    def stands_for(self, lane: Lane, player: int) -> dict[Card, Card]:
        """Return for each elite card of a complete side what it stands for there."""
        formation = lane.formations[player]
        return dict(formation.stands_for) if formation is not None else {}

    def place(self, lane: Lane) -> str:
        """Return a lane's name with its number: ``Stone 5``, ``Tile 4, Gate``."""
        name = lane.say(self.lang)
        return self.say("tile", number=lane.number, name=name) if self.siege else name

    def demand(self, lane: Lane) -> str:
        """Return in words what a tile asks for, or a stone with a combat mode."""
        kind = demanded_kind(lane.demand)
        if kind is None:
            asked = self.say("demand.all")
        elif kind == Kind.SUM and lane.mode:
            asked = self.say("mode_total")
        elif kind == Kind.SUM:
            asked = self.say("demand.higher" if lane.demand.sign > 0 else "demand.lower")
        else:
            asked = self.kind(kind)
        if not self.siege:
            mode = say(f"tactic.ST1_{lane.mode}", self.lang)
            size = lane.demand.size
            return self.say("stone_mode", place=self.place(lane), mode=mode, size=size, asked=asked)
        face = self.say("damaged" if lane.damaged else "intact")
        return self.say("demand.words", face=face, size=lane.demand.size, asked=asked)

    @property
    def turn(self) -> str:
        """How the game ended, or whose turn it is, in words."""
        if (end := self.table.outcome) is not None:
            return end.say(self.lang)
        assert self.table.to_move is not None
        return self.say("speak.to_move", who=self.who(self.table.to_move))


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
    stones : dict of int to dict of str to int
        For each lane, the combat modes (as text) that may be laid on it.
    plays : dict of str to int
        Cards that are played without a place.
    hand : dict of str to int
        Hand cards that are chosen at once, to give or to put back.
    takes : dict of str to int
        Open cards that may be picked, at lanes or in the discard.
    puts : dict of int to int
        For each lane the move that lays the picked card there.
    decks : dict of str to int
        Decks, ``clan``, ``siege`` or ``tactic``, that may be drawn from.
    chosen : set of Card
        Cards already chosen in this decision.
    """

    places: Mapping[int, Mapping[str, int]] = field(default_factory=dict)
    buttons: Mapping[tuple[int, str], int] = field(default_factory=dict)
    fresh: frozenset[Card] = frozenset()
    touched: frozenset[int] = frozenset()
    stones: Mapping[int, Mapping[str, int]] = field(default_factory=dict)
    plays: Mapping[str, int] = field(default_factory=dict)
    hand: Mapping[str, int] = field(default_factory=dict)
    takes: Mapping[str, int] = field(default_factory=dict)
    puts: Mapping[int, int] = field(default_factory=dict)
    decks: Mapping[str, int] = field(default_factory=dict)
    chosen: frozenset[Card] = frozenset()


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
    below = (you or 0) if seat is None else seat
    return Sight(table, page_language(lang), below, you, (hands[0], hands[1]))
