"""What lies open: the part of a game that `Position` and `View` read alike.

A `Table` reads a row of integers (see the game's ``engine.py``) in the
game's own words. It never changes its row.
"""

from __future__ import annotations

from dataclasses import Field, dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

import numpy as np

from stlib.base import words
from stlib.base.checks import check_player, whole
from stlib.cards.card import Card, card_class, from_mask
from stlib.cards.demand import Demand
from stlib.cards.tactic_limit import tactic_limit
from stlib.claims.prove import Formation, Proof, Refutation, decide, rate

if TYPE_CHECKING:
    from stlib.base.rows import Row
    from stlib.cards.moves import Move
    from stlib.play.game import Game

__all__ = ["AnyVariant", "Lane", "Outcome", "Table"]


class AnyVariant(Protocol):
    """What the variants of both games have in common."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    @property
    def name(self) -> str:
        """What it is called in texts and records."""

    @property
    def tactics(self) -> str:
        """``yes`` where the tactic cards are in play, else ``no``."""

    @property
    def codes(self) -> tuple[int, ...]:
        """The switches as the kernels read them."""

    def demand(self, lane: int) -> Demand:
        """Return what lane `lane` asks for when the game begins."""

    def __hash__(self) -> int:
        """Equal variants have equal hashes."""


@dataclass(frozen=True)
class Lane:
    """One stone or wall tile with both sides.

    Parameters
    ----------
    number : int
        Counted from 1.
    name : str
        Key of its name in ``words.toml``, below ``lane``.
    demand : Demand
        What it asks for now.
    sides : tuple of tuple of Card
        Each player's cards in laying order.
    stamps : tuple of int
        Ply at which each side became complete, 0 if it is not.
    owner : int or None
        Who has claimed it (ST1).
    damaged : bool
        Whether its damaged face is up (ST2).
    mode : str
        Combat mode that lies there (ST1), as a card's name; else empty.
    formations : tuple of Formation or None
        What each complete side is worth.
    """

    number: int
    name: str
    demand: Demand
    sides: tuple[tuple[Card, ...], tuple[Card, ...]]
    stamps: tuple[int, int]
    formations: tuple[Formation | None, Formation | None]
    owner: int | None = None
    damaged: bool = False
    mode: str = ""

    def say(self, lang: str = "en") -> str:
        """Return the lane's name: ``Stone 5``."""
        return words.say(f"lane.{self.name}", lang, number=self.number)


@dataclass(frozen=True)
class Outcome:
    """How a game ended.

    Parameters
    ----------
    winner : {0, 1} or None
        None for a draw.
    reason : str
        ST1: ``adjacent``, ``five``, ``count``, ``deadlock``;
        ST2: ``four_tiles``, ``breach``, ``held``, ``full``, ``deadlock``.
    lanes : tuple of int
        ST1: stones of each player; ST2: tiles damaged and intact.
    game : str
        ``ST1`` or ``ST2``.
    """

    winner: int | None
    reason: str
    lanes: tuple[int, int]
    game: str

    @words.whole
    def say(self, lang: str = "en") -> str:
        """Return the outcome as a sentence."""
        who = "" if self.winner is None else words.say(f"player.{self.game}_{self.winner}", lang)
        a, b = self.lanes
        drawn = "_drawn" if self.winner is None else ""
        return words.say(f"outcome.{self.reason}{drawn}", lang, who=who, a=a, b=b)

    def __str__(self) -> str:
        return self.say()


class Table:
    """A game's open side; base of `Position` and `View`.

    Parameters
    ----------
    game : Game
        ST1 or ST2.
    variant : Variant
        Its rules and switches.
    row : ndarray of int64
        State; kept, never written.
    history : tuple of int
        Ids of the moves made so far.
    """

    game: Game
    variant: AnyVariant

    def __init__(
        self, game: Game, variant: AnyVariant, row: Row, history: tuple[int, ...] = ()
    ) -> None:
        self.game = game
        self.variant = variant
        self._row = row
        self._s: Any = game.engine.named(row)
        self._history = history

    # --- what differs between games ---------------------------------------------------

    #: The state's word for the tactic card in play that waits for its choices.
    in_play: ClassVar[str]

    def _lane_facts(self, k: int) -> dict[str, Any]:
        """Return name, demand, owner and damage of lane `k`."""
        raise NotImplementedError

    def _picture(self) -> dict[str, str]:
        """Return the table drawn and in words, by the types of these texts."""
        raise NotImplementedError

    def _lanes_of(self) -> tuple[int, int]:
        """Return the two numbers of `Outcome.lanes`."""
        raise NotImplementedError

    # --- what only some tables have -----------------------------------------------------

    @property
    def player(self) -> int | None:
        """Whose view this is; None for a position, and for a spectator's view."""
        return None

    @property
    def hand(self) -> tuple[Card, ...]:
        """Cards of the player whose view this is; none for a position."""
        return ()

    @property
    def hands(self) -> tuple[tuple[Card, ...] | None, tuple[Card, ...] | None]:
        """Both hands, None for one that cannot be seen here."""
        return None, None

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """Moves that may be made here; none once the game is over."""
        return ()

    @property
    def known(self) -> dict[str, tuple[Card, ...]]:
        """Unseen cards whose place is known all the same; see `View.known`."""
        return {}

    @property
    def last_turn(self) -> bool:
        """Whether the game ends with this turn at the latest."""
        return False

    @property
    def to_draw(self) -> int:
        """Cards a tactic card in play has still to draw."""
        return 0

    @property
    def to_return(self) -> int:
        """Cards to put back under their decks when these have been drawn."""
        return 0

    # --- shared ------------------------------------------------------------------------

    @property
    def to_move(self) -> int | None:
        """Who decides next, None once the game is over."""
        return None if self._s.winner >= 0 else int(self._s.turn)

    @property
    def phase(self) -> str:
        """Part of the turn, as in ``docs/rules.md``; ``OVER`` at the end."""
        return str(self.game.rules.PHASES[self._s.phase])

    @property
    def ply(self) -> int:
        """Moves since the deal."""
        return int(self._s.ply)

    @property
    def history(self) -> tuple[Move, ...]:
        """The moves made so far; all of them are public."""
        return tuple(map(self.game.notation.move, self._history))

    @property
    def lanes(self) -> tuple[Lane, ...]:
        """All lanes from left to right."""
        return tuple(self._lane(k) for k in range(self.game.rules.LANES))

    @property
    def discard(self) -> tuple[Card, ...]:
        """Cards in the open discard, by value, tactic cards last."""
        return self._cards_of(self._s.discard, self._s.tactic_discard)

    @property
    def unplayed(self) -> tuple[Card, ...]:
        """Cards that lie face up nowhere: what a proof must reckon with."""
        return from_mask(int(self._s.unplayed), self.game.deck)

    @property
    def deck_size(self) -> int:
        """Numbered cards left to draw."""
        return int(self.game.deck.size - self._s.drawn)

    @property
    def tactic_deck_size(self) -> int:
        """Tactic cards left to draw; 0 in a variant without them."""
        return int(len(self.game.deck.tactics) - self._s.tactic_drawn) if self._s.tactics else 0

    @property
    def hand_sizes(self) -> tuple[int, int]:
        """Number of cards in each hand, of both kinds."""
        a, b = (sum(self._hand_counts(p)) for p in range(2))
        return a, b

    @property
    def tactic_hand_sizes(self) -> tuple[int, int]:
        """Number of tactic cards in each hand, which their backs show."""
        return self._hand_counts(0)[1], self._hand_counts(1)[1]

    @property
    def tactics_played(self) -> tuple[int, int]:
        """Tactic cards each player has ever played."""
        return int(self._s.played[0]), int(self._s.played[1])

    @property
    def tactic_limits(self) -> tuple[int, int]:
        """Tactic cards each player may have played by now: one more than the other has."""
        a, b = (int(n) for n in self._s.played)
        return tactic_limit(b), tactic_limit(a)

    @property
    def asking(self) -> Card | None:
        """Tactic card in play that waits for its choices, None if there is none."""
        number = int(getattr(self._s, self.in_play)) if self._s.tactics else 0
        return self.game.card.from_id(number) if number else None

    @property
    def picked(self) -> Card | None:
        """Card that it has picked, while it asks where that one goes."""
        return self.game.card.from_id(int(self._s.taken)) if self.phase == "PUT" else None

    @property
    def outcome(self) -> Outcome | None:
        """Winner and reason, None while the game runs."""
        if self._s.winner < 0:
            return None
        winner = int(self._s.winner) if self._s.winner < 2 else None
        reason = self.game.rules.REASONS[self._s.reason]
        return Outcome(winner, reason, self._lanes_of(), self.game.name)

    def prove(self, lane: int, player: int) -> Proof | Refutation:
        """Decide by what lies open whether `player` could take lane `lane` (from 0)."""
        lane = whole("lane", lane, 0, self.game.rules.LANES - 1)
        player = check_player(player)
        s = self._s
        mine, theirs = self._side(player, lane), self._side(1 - player, lane)
        later = bool(s.stamp[1 - player, lane] < s.stamp[player, lane])
        demand = self._lane_facts(lane)["demand"]
        unplayed, picks = int(s.unplayed), self._elite_picks(lane, player)
        return decide(mine, theirs, unplayed, demand, self.game.deck, later, picks)

    def _elite_picks(self, lane: int, player: int) -> tuple[int, ...]:
        """Return the sets of unseen elite cards, as bits, that count across a player's side."""
        return ()

    def _hand_counts(self, p: int) -> tuple[int, int]:
        """Return the numbered and the tactic cards in a hand."""
        return int(self._s.hand[p]).bit_count(), int(self._s.tactic_hand[p]).bit_count()

    def _cards_of(self, numbered: int, tactic: int) -> tuple[Card, ...]:
        """Return the cards of two sets of bits."""
        deck = self.game.deck
        return from_mask(int(numbered) | int(tactic) << deck.size, deck)

    def _lane(self, k: int) -> Lane:
        facts = self._lane_facts(k)
        a, b = (self._side(p, k) for p in range(2))
        worth = tuple(self._formation(p, k, facts["demand"]) for p in range(2))
        stamps = (int(self._s.stamp[0, k]), int(self._s.stamp[1, k]))
        return Lane(
            number=k + 1, sides=(a, b), stamps=stamps, formations=(worth[0], worth[1]), **facts
        )

    def _side(self, p: int, k: int) -> tuple[Card, ...]:
        kind = card_class(self.game.deck)
        n = int(self._s.count[p, k])
        return tuple(kind.from_id(int(card)) for card in self._s.cards[p, k, :n])

    def _formation(self, p: int, k: int, demand: Demand) -> Formation | None:
        if self._s.count[p, k] != demand.size:
            return None
        return rate(self._side(p, k), demand, self.game.deck)

    def _legal(self) -> tuple[int, ...]:
        out = np.zeros(self.game.rules.MAX_LEGAL, np.int64)
        n = self.game.engine.legal(self._row, out)
        return tuple(out[:n].tolist())

    def _key(self) -> tuple[Any, ...]:
        """Return what makes two tables equal: everything but the proof cache."""
        words_ = self._row[: len(self._row) - self.game.engine.CACHE_WORDS]
        return (self.game.name, self.variant, words_.tobytes())

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return self._picture()
