"""Which unseen cards help, and by how much each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from stlib.cards.card import Card, Cards, from_mask
from stlib.cards.demand import Demand, Kind
from stlib.chances.one_side import Sides
from stlib.chances.question import Asking, OddsError, Question, as_draws

__all__ = ["Gain", "Gains"]


@dataclass(frozen=True)
class Gain:
    """What one unseen card is worth.

    Parameters
    ----------
    card : Card
        The card.
    chance : Fraction
        Chance if this card is the first that comes, and the other draws are open.
    gain : Fraction
        How much more than the chance now; below 0 for a card that takes up a
        draw and does not help. Over all cards the gains add up to 0.
    """

    card: Card
    chance: Fraction
    gain: Fraction

    @property
    def floats(self) -> dict[str, float]:
        """Chance and gain as decimal numbers."""
        return {"chance": float(self.chance), "gain": float(self.gain)}


class Gains(Sides):
    """Chances card by card; a part of `stlib.chances.Odds`."""

    def gains(
        self,
        kind: Kind,
        have: Cards,
        unseen: Cards,
        draws: int,
        demand: Demand | None = None,
        hand: Cards = (),
        at_least: bool = False,
    ) -> tuple[Gain, ...]:
        """Return for each unseen card the chance of `complete` if it comes first, best card first.

        Parameters
        ----------
        kind, have, unseen, demand, hand, at_least
            As for `complete`.
        draws : int
            How many cards come, the first one among them: 1 to all.

        Raises
        ------
        CardError, OddsError
            As `complete`; for no draws, too.

        Examples
        --------
        Two slots free, three cards to come: which first card brings the run nearest?

        >>> import stlib
        >>> rows = stlib.odds.gains(stlib.Kind.COLOR_RUN, "r5", "r3 r4 r6 r7 b1 b2", 3)
        >>> for row in rows[::2]:
        ...     print(row.card, row.chance, row.gain)
        r4 7/10 1/5
        r3 1/2 0
        b1 3/10 -1/5
        """
        q = self._read(have, unseen, demand, hand)
        kind = self._kind(kind, q.demand)
        return self._gains(q, draws, lambda one, n: self._completes(kind, at_least, one, n))

    def gains_to_beat(
        self,
        mine: Cards,
        theirs: Cards,
        unseen: Cards,
        draws: int,
        demand: Demand | None = None,
        hand: Cards = (),
    ) -> tuple[Gain, ...]:
        """Return for each unseen card the chance to beat a full side if it comes first.

        Parameters
        ----------
        mine, theirs, unseen, demand, hand
            As for `beats`; theirs must be complete.
        draws : int
            How many cards come, the first one among them: 1 to all.

        Raises
        ------
        CardError, OddsError
            As `beats`; for no draws, or if their side is incomplete, too.
        """
        q, floor = self._against(mine, theirs, unseen, demand, hand)

        def chance(one: Question, n: int) -> Fraction:
            return 1 - Fraction(self._below(floor, one, n, n)[0], comb(one.n, n))

        return self._gains(q, draws, chance)

    def _against(
        self, mine: Cards, theirs: Cards, unseen: Cards, demand: Demand | None, hand: Cards
    ) -> tuple[Question, int]:
        """Read two sides, theirs complete; return mine, and the strength that it must reach."""
        ours, others = self._both(mine, theirs, unseen, demand, hand)
        if others.free:
            cards = self._written(others.side)
            raise OddsError("odds_not_full", cards=cards, size=ours.demand.size)
        return ours, self._strength(others) + 1

    def _gains(
        self, q: Question, draws: int, chance: Callable[[Question, int], Fraction]
    ) -> tuple[Gain, ...]:
        draws = as_draws(draws, q.n)
        if draws == 0:
            raise OddsError("odds_no_draw")
        now = chance(q, draws)
        known: dict[tuple[int, ...], Fraction] = {}
        rows = []
        for card in from_mask(q.pool, self.deck):
            key = _looks(card, q, self)
            if key not in known:
                known[key] = chance(q.with_card(card.id), draws - 1)
            rows.append(Gain(card, known[key], known[key] - now))
        return tuple(sorted(rows, key=lambda row: (-row.chance, row.card)))


def _looks(card: Card, q: Question, odds: Asking) -> tuple[int, ...]:
    """Return what makes cards alike: the value, and where each card of the color is."""
    n = odds.deck.n_colors
    column = sum(1 << at for at in range(card.id % n, odds.deck.size, n))
    places = (q.side & column, q.held & column, q.pool & column)
    return (card.id // n, *(cards >> card.id % n for cards in places))
