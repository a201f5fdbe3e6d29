"""One side of a lane: to complete it, to beat a full one, and the cards that do."""

from __future__ import annotations

from fractions import Fraction
from math import comb

from stlib.cards.card import Card, Cards, from_mask
from stlib.cards.demand import Demand, Kind, asked
from stlib.chances.question import ABOVE_ALL, Asking, OddsError, Question, as_draws
from stlib.claims.codes import TOTALS

__all__ = ["Sides"]


class Sides(Asking):
    """Chances of one side; a part of `stlib.chances.Odds`."""

    def complete(
        self,
        kind: Kind,
        have: Cards,
        unseen: Cards,
        draws: int,
        demand: Demand | None = None,
        hand: Cards = (),
        at_least: bool = False,
    ) -> Fraction:
        """Return the chance that a side can be completed to a kind.

        Parameters
        ----------
        kind : Kind
            Wanted kind, exactly: with three reds in a row at hand one has a
            color run there, and no color.
        have : str or iterable of Card
            The cards that lie on the side.
        unseen : str or iterable of Card
            The cards that may come.
        draws : int
            How many of them come, 0 to all.
        demand : Demand, optional
            What the lane asks for.
        hand : str or iterable of Card
            Cards that need no draw.
        at_least : bool
            Whether stronger kinds serve too.

        Raises
        ------
        CardError
            For unknown cards, cards used twice, or more than the lane has slots.
        OddsError
            For a kind that does not exist or does not count there, see `kinds`,
            or a number of draws that cannot be.

        Examples
        --------
        One card for the last slot, r7, among five that may come:

        >>> import stlib
        >>> stlib.odds.complete(stlib.Kind.COLOR_RUN, "r8 r9", "r7 b1 b2 b3 b4", 2)
        Fraction(2, 5)
        """
        q = self._read(have, unseen, demand, hand)
        return self._completes(self._kind(kind, q.demand), at_least, q, as_draws(draws, q.n))

    def _completes(self, kind: Kind, at_least: bool, q: Question, draws: int) -> Fraction:
        if at_least and kind != max(self.kinds(q.demand)):
            missed = self._below(kind * TOTALS, q, draws, draws)[0]
        else:
            missed = self._missed_kind(kind, q, draws)
        return 1 - Fraction(missed, comb(q.n, draws))

    def by_draws(
        self,
        kind: Kind,
        have: Cards,
        unseen: Cards,
        most: int,
        demand: Demand | None = None,
        hand: Cards = (),
        at_least: bool = False,
    ) -> dict[int, Fraction]:
        """Return the chance of `complete` for 0 to `most` draws, by the number of draws."""
        q = self._read(have, unseen, demand, hand)
        kind, most = self._kind(kind, q.demand), as_draws(most, q.n)
        missed = self._missed(kind, at_least, q, most)
        return {draws: 1 - Fraction(k, comb(q.n, draws)) for draws, k in enumerate(missed)}

    def beats(
        self,
        mine: Cards,
        theirs: Cards,
        unseen: Cards,
        draws: int,
        demand: Demand | None = None,
        hand: Cards = (),
    ) -> Fraction:
        """Return the chance that my side wins the lane, where at least one side is complete.

        Parameters
        ----------
        mine, theirs : str or iterable of Card
            The two sides. Theirs complete, mine not: the draws are mine, and I
            must do strictly better, since they were complete first. Mine
            complete, theirs not: the draws are theirs, and so must they. Both
            complete: 1 or 0, and a tie is theirs.
        unseen : str or iterable of Card
            The cards that may come.
        draws : int
            How many of them come, 0 to all.
        demand : Demand, optional
            What the lane asks for.
        hand : str or iterable of Card
            Cards that the incomplete side needs no draw for.

        Raises
        ------
        CardError
            For unknown cards, cards used twice, or more than the lane has slots.
        OddsError
            If both sides are incomplete (then see `duel`), for a number of
            draws that cannot be, or where the exact answer would take too long.

        Examples
        --------
        >>> import stlib
        >>> stlib.odds.beats("r7 r8 r9", "b8 b9", "b7 v1", 2)  # b7 would only equal
        Fraction(1, 1)
        """
        ours, others = self._both(mine, theirs, unseen, demand, hand)
        draws = as_draws(draws, ours.n)
        if others.free == 0:
            missed = self._below(self._strength(others) + 1, ours, draws, draws)[0]
            return 1 - Fraction(missed, comb(ours.n, draws))
        if ours.free:
            both = {"mine": self._written(ours.side), "theirs": self._written(others.side)}
            raise OddsError("odds_both_incomplete", size=ours.demand.size, **both)
        missed = self._below(self._strength(ours) + 1, others, draws, draws)[0]
        return Fraction(missed, comb(ours.n, draws))

    def _both(
        self, mine: Cards, theirs: Cards, unseen: Cards, demand: Demand | None, hand: Cards
    ) -> tuple[Question, Question]:
        """Read two sides of a lane with the same hand and unseen cards."""
        other = self._side(theirs, asked(demand, self.demand), "theirs")
        q = self._read(mine, unseen, demand, hand, {"theirs": other})
        return q, Question(other, q.held, q.pool, q.demand)

    def outs(
        self,
        kind: Kind,
        have: Cards,
        unseen: Cards,
        demand: Demand | None = None,
        at_least: bool = False,
    ) -> tuple[Card, ...]:
        """Return the unseen cards that fill a side's last slot to a kind, by rising value.

        With more free slots, or to see how much each card helps, see `gains`.

        Raises
        ------
        CardError
            For unknown cards, or cards used twice.
        OddsError
            If not exactly one slot is free, or the kind does not count there.

        Examples
        --------
        >>> import stlib
        >>> stlib.odds.outs(stlib.Kind.COLOR_RUN, "r4 r5", stlib.parse_cards("r2 r3 r6 b3"))
        (Card('r', 3), Card('r', 6))
        """
        q = self._read(have, unseen, demand)
        kind = self._kind(kind, q.demand)
        if q.free != 1:
            raise OddsError("odds_outs", free=q.free, cards=self._written(q.side))
        ceiling = ABOVE_ALL if at_least else (kind + 1) * TOTALS
        return from_mask(self._between(kind * TOTALS, ceiling, q, q.pool), self.deck)
