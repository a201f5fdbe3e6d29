"""A game as an object, and its positions: deal, set up, move, write down, read back.

`Game` and `Position` are bases; ``position.py`` of each library fills in what
is that game's own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any, Generic

import numpy as np

from stlib.base.checks import check_index, check_player, check_seed, is_whole, shown
from stlib.base.errors import MoveError, SetupError, Text
from stlib.base.rows import Row
from stlib.base.streams import start
from stlib.cards.card import Card
from stlib.cards.demand import Deck
from stlib.cards.moves import Move, Notation
from stlib.cards.tactic_limit import may_play_tactic
from stlib.play.named_demands import Places
from stlib.play.position_text import Detail, read_position, write_position
from stlib.play.setup import Builder, Given
from stlib.play.table import AnyVariant, Table
from stlib.play.view import View, conceal

if TYPE_CHECKING:
    # Python knows defaults of type variables from 3.13 on, type checkers already
    from typing import Self

    from typing_extensions import TypeVar

    from stlib.svg.game_drawing import GameDrawing
else:
    from typing import TypeVar

__all__ = ["Game", "Position"]

_CHOICES = 8  # an error names as many


class Position(Table):
    """Everything about a game at one moment; immutable."""

    view_class: type[View]

    def __init__(
        self,
        game: Game,
        variant: AnyVariant,
        row: Row,
        history: tuple[int, ...] = (),
        origin: tuple[Row, int] | None = None,
    ) -> None:
        super().__init__(game, variant, row, history)
        self._origin = (row, len(history)) if origin is None else origin

    @property
    def hands(self) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        """Both hands, by value, tactic cards last."""
        a, b = (self._cards_of(self._s.hand[p], self._s.tactic_hand[p]) for p in range(2))
        return a, b

    @property
    def deck(self) -> tuple[Card, ...]:
        """Numbered cards left to draw, top first."""
        left = self._s.deck[int(self._s.drawn) :]
        return tuple(self.game.card.from_id(int(card)) for card in left)

    @property
    def tactic_deck(self) -> tuple[Card, ...]:
        """Tactic cards left to draw, top first."""
        if not self._s.tactics:
            return ()
        left = self._s.tactic_deck[int(self._s.tactic_drawn) :]
        return tuple(self.game.card.from_id(int(card)) for card in left)

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """All moves allowed now, by id; none once the game is over."""
        return tuple(map(self.game.notation.move, self._legal()))

    def apply(self, move: Move | str | int) -> Self:
        """Return the position after `move`; this one stays as it is.

        Raises
        ------
        MoveError
            If the move cannot be read or is not legal now; for a claim that
            fails, its `refutation` holds the cards.
        """
        found = self._find(move)
        if found.id not in self._legal():
            why = Text(*self._why_not(found))
            raise MoveError(
                "illegal_move", move=shown(str(found)), ply=self.ply, why=why, **why.values
            )
        row = self._row.copy()
        self.game.engine.apply(row, found.id)
        return type(self)(self.game, self.variant, row, (*self._history, found.id), self._origin)

    def view(self, player: int | None) -> View:
        """Return what `player` (0 or 1; None for a spectator) may know."""
        seat = None if player is None else check_player(player)
        view = self.view_class.__new__(self.view_class)
        conceal(view, self, seat)
        return view

    def start(self) -> Self:
        """Return the position this one's moves began from."""
        row, at = self._origin
        return type(self)(self.game, self.variant, row, self._history[:at])

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves made since `start`."""
        return tuple(map(self.game.notation.move, self._history[self._origin[1] :]))

    def to_text(self) -> str:
        """Write the whole position, hidden cards too; `Game.from_text` reads it back."""
        return write_position(self)

    def _find(self, move: Move | str | int) -> Move:
        notation: Notation = self.game.notation
        if isinstance(move, str):
            return notation.read(move)
        number = move.id if isinstance(move, Move) else move
        if not is_whole(number):
            raise MoveError("no_move_at_all", text=shown(move))
        found = notation.move(int(number))
        if isinstance(move, Move) and move != found:
            raise MoveError("move_of_another_game", move=shown(str(move)), game=self.game.name)
        return found

    def _why_not(self, move: Move) -> tuple[str, dict[str, Any]]:
        """Return the text below ``illegal`` that says why a move is not legal."""
        raise NotImplementedError

    def _why_no_choice(self, move: Move) -> tuple[str, dict[str, Any]]:
        """Return why a move is none of the choices that are asked for now."""
        if move.verb.upper() != self.phase or self.asking is None:
            return "illegal.not_now", {}
        choices = [str(choice) for choice in self.legal_moves]
        some = ", ".join(choices[:_CHOICES]) + " …" * (len(choices) > _CHOICES)
        return "illegal.no_choice", {"card": self.asking, "choices": some}

    def _why_no_play(self, move: Move) -> tuple[str, dict[str, Any]] | None:
        """Return why a card cannot be laid, for reasons both games share."""
        s, p = self._s, int(self._s.turn)
        assert move.card is not None and move.lane is not None
        hand = int(s.hand[p]) | int(s.tactic_hand[p]) << self.game.deck.size
        if not hand >> move.card.id & 1:
            return "not_in_hand", {"card": move.card}
        if move.card.tactic and not may_play_tactic(s, p):
            return "tactic_limit", {}
        if not int(s.open[p]) >> move.lane & 1:
            return "side_full", {"lane": move.lane + 1}
        return None

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Position) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        return f"{self.game.name}.from_text({self.to_text()!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (self.game, self.variant, self._row, self._history, self._origin))


if TYPE_CHECKING:
    P = TypeVar("P", bound=Position, covariant=True, default=Position)
    V = TypeVar("V", bound=AnyVariant, covariant=True, default=AnyVariant)
else:
    P, V = TypeVar("P", covariant=True), TypeVar("V", covariant=True)


class Game(Generic[P, V]):
    """One of the two games: its cards, variants and ways to begin.

    ``Game`` alone stands for either; each game names the classes of its positions and variants.

    Attributes
    ----------
    name : str
        ``ST1`` or ``ST2``.
    deck : Deck
        Its cards.
    card : type
        Class of its cards.
    variants : dict of str to Variant
        Named ways to play it.
    rules, engine, places : module
        Its data, its kernels, and what its lanes can ask for by name.
    """

    name: str
    deck: Deck
    card: type[Card]
    rules: ModuleType
    engine: ModuleType
    places: Places
    position: type[P]
    builder: type[Builder]
    details: Sequence[Detail] = ()

    def __init__(self) -> None:
        rules = self.rules
        self.name = rules.NAME
        self.deck = rules.DECK
        self.variants: Mapping[str, V] = rules.VARIANTS
        self.notation = Notation(rules.DECK, rules.LANES, rules.VERBS)

    def __repr__(self) -> str:
        return self.name

    def __reduce__(self) -> str:
        return self.name  # a game is pickled as the global of its own module

    @property
    def kernels(self) -> ModuleType:
        """The compiled batch interface: ``legal, apply, playouts, rollouts``, policies."""
        raise NotImplementedError

    @property
    def drawing(self) -> GameDrawing:
        """What the game draws and says of its own on a board."""
        raise NotImplementedError

    def find_variant(self, variant: str | AnyVariant | None = None) -> V:
        """Return a variant by name, the base game for None; variants pass through."""
        if variant is None:
            return self.variants["base"]
        if isinstance(variant, str):
            if variant not in self.variants:
                names = ", ".join(self.variants)
                raise SetupError("no_variant", text=shown(variant), game=self.name, names=names)
            return self.variants[variant]
        if not isinstance(variant, self.rules.Variant):
            raise SetupError("not_a_variant", text=shown(variant), game=self.name)
        own: V = variant
        return own

    def deal_codes(self, variant: AnyVariant, first: int | None) -> tuple[int, tuple[int, ...]]:
        """Return what the kernels need to deal: who starts (-1: drawn), and the switches."""
        raise NotImplementedError

    def deal(
        self,
        seed: int | None = None,
        variant: str | AnyVariant | None = None,
        first: int | None = None,
        index: int = 0,
    ) -> P:
        """Shuffle and deal.

        Parameters
        ----------
        seed : int, optional
            Equal seeds give equal deals; drawn if not given.
        variant : str or Variant, optional
            The base game if not given.
        first : {0, 1}, optional
            Who starts; drawn from the seed if not given. In ST2 always the attacker, 0.
        index : int
            Which of the seed's deals, from 0: that of game `index` of a run.
        """
        rules = self.find_variant(variant)
        codes = self.deal_codes(rules, first)
        row = np.zeros(self.engine.SIZE, np.int64)
        self.engine.new(row, start(check_seed(seed), check_index(index)), *codes)
        return self.position(self, rules, row)

    def _set_up(
        self,
        variant: AnyVariant,
        given: Given,
        words: Mapping[str, Any],
        also: Mapping[str, str] | None,
    ) -> P:
        """Return the position that each game's ``setup`` describes."""
        rule = self.find_variant(variant)
        return self.position(self, rule, self.builder(self, rule).build(given, words, also))

    def from_text(self, text: str) -> P:
        """Read a position written by ``to_text``.

        Raises
        ------
        RecordError
            Naming the line that is damaged or missing.
        SetupError
            If the lines are whole but the position cannot be.
        """
        return read_position(self, text)
