"""What every question about chances needs: its cards read and checked, and the counts behind it."""

from __future__ import annotations

import operator
from dataclasses import dataclass, replace
from itertools import combinations
from math import comb

import numpy as np

from stlib.base.errors import CardError, GameError
from stlib.base.rows import Row
from stlib.cards.card import Card, Cards, from_mask, parse_at, place_of, to_mask, write_cards
from stlib.cards.demand import Deck, Demand, Kind, asked
from stlib.chances import count_at_least, count_cells, count_kind
from stlib.claims.codes import TOTALS, elites_in, kinds_of

__all__ = ["ABOVE_ALL", "Asking", "Cells", "OddsError", "Question", "as_draws"]

ABOVE_ALL = TOTALS * len(Kind)  # above every strength
SOME_CELLS = 20_000  # more are left to `unions`

Cells = tuple[Row, Row]  # must, may: see `stlib.chances.count_cells`


class OddsError(GameError):
    """A question about chances that has no answer."""


@dataclass(frozen=True)
class Question:
    """One side and what may come to it, as sets of card ids.

    Parameters
    ----------
    side, held, pool : int
        Cards that lie there, that need no draw, that may be drawn; disjoint.
    demand : Demand
        What the lane asks for.
    wild : int
        Elite cards that lie there, see `stlib.cards.demand.EliteCode`.
    """

    side: int
    held: int
    pool: int
    demand: Demand
    wild: int = 0

    @property
    def free(self) -> int:
        """Slots to fill."""
        return self.demand.size - self.side.bit_count() - elites_in(self.wild)

    @property
    def n(self) -> int:
        """Cards that may be drawn."""
        return self.pool.bit_count()

    def with_card(self, card: int) -> Question:
        """Return the question after a card of the pool has come."""
        return replace(self, held=self.held | 1 << card, pool=self.pool ^ 1 << card)


class Asking:
    """Cards of one deck, read and counted; base of `stlib.chances.Odds`.

    Parameters
    ----------
    deck : Deck
        Whose cards.
    demand : Demand
        What a lane asks for if a call does not say.
    """

    def __init__(self, deck: Deck, demand: Demand) -> None:
        self.deck = deck
        self.demand = demand

    def kinds(self, demand: Demand | None = None) -> tuple[Kind, ...]:
        """Return the kinds that count on a lane, strongest first.

        Examples
        --------
        >>> import stlib
        >>> stlib.odds.kinds(stlib.BLIND_MANS_BLUFF)
        (<Kind.SUM: 0>,)
        """
        code = asked(demand, self.demand).code
        return tuple(kind for kind in reversed(Kind) if kinds_of(code) >> kind & 1)

    # --- reading what is given

    def _numbered(self, cards: Cards, place: str) -> tuple[Card, ...]:
        """Read cards; odds are of numbered cards, an elite card would be counted as one of them."""
        found = parse_at(cards, self.deck, place)
        if tactics := [card for card in found if card.tactic]:
            raise CardError("odds_tactic", cards=write_cards(tactics))
        return found

    def _side(self, cards: Cards, demand: Demand, place: str = "mine") -> int:
        found = self._numbered(cards, place)
        if len(found) > demand.size:
            raise CardError(
                "side_size_at",
                place=place_of(place),
                n=len(found),
                size=demand.size,
                cards=write_cards(found),
            )
        return to_mask(found)

    def _read(
        self,
        have: Cards,
        unseen: Cards,
        demand: Demand | None,
        hand: Cards = (),
        others: dict[str, int] | None = None,
    ) -> Question:
        """Read a side, a hand and the unseen cards; none may be in two places, or in `others`."""
        demand = asked(demand, self.demand)
        side, held = self._side(have, demand), to_mask(self._numbered(hand, "hand"))
        pool = to_mask(self._numbered(unseen, "unseen"))
        places = {"mine": side, "hand": held, **(others or {}), "unseen": pool}
        for (one, some), (other, more) in combinations(places.items(), 2):
            for card in from_mask(some & more, self.deck):
                raise CardError(
                    "card_in_two_places", card=card, one=place_of(one), other=place_of(other)
                )
        return Question(side, held, pool, demand)

    def _kind(self, kind: Kind, demand: Demand) -> Kind:
        """Return a kind that counts on the lane."""
        try:
            found = Kind(kind)
        except ValueError:
            names = ", ".join(Kind.__members__)
            raise OddsError("odds_kind", kind=repr(kind), kinds=names) from None
        if found not in self.kinds(demand):
            names = ", ".join(one.name for one in self.kinds(demand))
            raise OddsError("odds_kind_not_counted", kind=found.name, n=demand.size, kinds=names)
        return found

    def _written(self, cards: int) -> str:
        return write_cards(from_mask(cards, self.deck))

    # --- counting

    def _strength(self, q: Question) -> int:
        """Return the strength of a full side."""
        return int(count_cells.worth(q.side, self._lane_row(q)))

    def _between(self, floor: int, ceiling: int, q: Question, cards: int) -> int:
        """Return the set of cards that fill a last slot to such a strength."""
        deck, code = self.deck, q.demand.code
        return int(count_kind.outs(q.side, cards, floor, ceiling, code, deck.n_colors, deck.low))

    def _missed(self, kind: Kind, at_least: bool, q: Question, most: int) -> list[int]:
        """Count the draws of 0 to `most` cards after which a side cannot become a kind."""
        if at_least and kind != max(self.kinds(q.demand)):
            return self._below(kind * TOTALS, q, most)
        return [self._missed_kind(kind, q, draws) for draws in range(most + 1)]

    def _missed_kind(self, kind: Kind, q: Question, draws: int) -> int:
        given = (q.side, q.held, q.pool, draws, q.demand.code, self.deck.n_colors)
        return int(count_kind.misses(kind, *given))

    def _below(self, floor: int, q: Question, most: int, least: int = 0) -> list[int]:
        """Count the draws of `least` to `most` cards after which a side is below a strength."""
        numbers = range(least, most + 1)
        if q.free == 0:
            lost = self._strength(q) < floor
            return [comb(q.n, draws) * lost for draws in numbers]
        if floor == 0:
            need = q.free - q.held.bit_count()
            return [comb(q.n, draws) * (draws < need) for draws in numbers]
        if q.free == 1 and not q.wild:
            good = self._between(floor, ABOVE_ALL, q, q.held | q.pool)
            bad = q.n - good.bit_count()
            return [0 if good & q.held else comb(bad, draws) for draws in numbers]
        cells = self._cells_below(floor, q, most) if q.free <= 2 or q.wild else None
        if cells:
            return [int(count_cells.in_cells(*cells, draws)) for draws in numbers]
        if q.wild:
            raise OddsError("odds_too_many", n=q.n, draws=most, free=q.free)
        given = (q.side, q.held, q.pool)
        try:
            if least == most:
                return [count_at_least.misses(*given, most, floor, q.demand, self.deck)]
            return count_at_least.by_draws(*given, most, floor, q.demand, self.deck)[least:]
        except count_at_least.TooManyStates:
            raise OddsError("odds_too_many", n=q.n, draws=most, free=q.free) from None

    def _cells_below(self, floor: int, q: Question, draws: int) -> Cells | None:
        """Return the cells of draws below a strength, None if they are too many."""
        if draws + q.held.bit_count() < q.free:
            return np.zeros(1, np.int64), np.full(1, q.pool)
        must, may = np.empty((2, SOME_CELLS), np.int64)
        n = count_cells.cells(q.side, q.held, q.pool, draws, floor, self._lane_row(q), must, may)
        return None if n < 0 else (must[:n], may[:n])

    def _lane_row(self, q: Question) -> Row:
        deck = self.deck
        shape = (deck.n_colors, deck.low, deck.n_values, deck.spy)
        return count_cells.lane_row(q.demand.code, *shape, q.wild)


def as_draws(draws: int, n: int) -> int:
    """Return `draws` if that many of `n` cards can be drawn, else raise OddsError."""
    try:
        number = operator.index(draws)
    except TypeError:
        number = -1
    if not 0 <= number <= n:
        raise OddsError("odds_draws", draws=repr(draws), n=n)
    return number
