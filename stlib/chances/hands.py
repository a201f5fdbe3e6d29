"""What random cards make: sets of a lane's size, and hands by the best formation in them."""

from __future__ import annotations

from functools import cache
from math import comb

import numpy as np

from stlib.cards.demand import Deck, Demand, Kind, asked
from stlib.chances import count_at_least, count_hands
from stlib.chances.question import ABOVE_ALL, Asking, OddsError
from stlib.claims.codes import TOTALS, lower_wins
from stlib.claims.prove import Formation

__all__ = ["Dealt"]

_THREE = Demand(3)
_ENUMERATED = range(3, 8)


class Dealt(Asking):
    """Numbers of sets and hands; a part of `stlib.chances.Odds`."""

    def class_sizes(self, size: int | None = None, demand: Demand | None = None) -> dict[Kind, int]:
        """Count all sets of a lane's size by kind, strongest first.

        Parameters
        ----------
        size : int, optional
            Cards in a set, 1 to 4, where all kinds count; if not given, as the lane asks.
        demand : Demand, optional
            What the lane asks for, in place of `size`.

        Raises
        ------
        OddsError
            For another size, or one that the lane does not take.

        Examples
        --------
        >>> import stlib
        >>> stlib.odds.class_sizes(3)[stlib.Kind.COLOR_RUN]
        42
        """
        if demand is None:
            demand = _sized(self.demand.size if size is None else size)
        demand = asked(demand, self.demand)
        if size not in (None, demand.size):
            raise OddsError("odds_two_sizes", n=repr(size), size=demand.size)
        out = np.zeros(len(Kind), np.int64)
        count_hands.class_sizes(self.deck.size, demand.code, self.deck.n_colors, out)
        return _by_kind(tuple(out.tolist()))

    def strength_classes(self, demand: Demand | None = None) -> dict[Formation, int]:
        """Count all sets of a lane's size by kind and total, strongest first.

        Examples
        --------
        >>> import stlib
        >>> found = stlib.odds.strength_classes()
        >>> len(found), found[stlib.formation("r7 r8 r9")]
        (63, 6)
        """
        demand = asked(demand, self.demand)
        numbers = _strength_sizes(self.deck, demand)
        return {self._formation(rank, demand): n for rank, n in reversed(numbers.items())}

    def hand_kinds(self, size: int, demand: Demand | None = None) -> dict[Kind, int]:
        """Count all hands of `size` cards by the kind of the best formation in them.

        Parameters
        ----------
        size : int
            Cards in a hand, from a lane's slots to the whole deck.
        demand : Demand, optional
            What the lane asks for; if not given, three cards where all kinds count.

        Raises
        ------
        OddsError
            For another size.

        Examples
        --------
        >>> import stlib
        >>> stlib.odds.hand_kinds(4)[stlib.Kind.SAME_VALUE]
        8775
        """
        demand = asked(demand, _THREE)
        size = self._hand_size(size, demand)
        if demand == _THREE and size in _ENUMERATED:
            return _by_kind(_hand_kinds(self.deck, size))
        floors = [kind * TOTALS for kind in reversed(self.kinds(demand))]
        below = [self._fail(floor, size, demand) for floor in floors]
        below.append(comb(self.deck.size, size))
        found = dict.fromkeys(reversed(Kind), 0)
        for floor, less, more in zip(floors, below, below[1:], strict=False):
            found[Kind(floor // TOTALS)] = more - less
        return found

    def hand_classes(self, size: int, demand: Demand | None = None) -> dict[Formation, int]:
        """Count all hands of `size` cards by the best formation in them: its kind and total.

        Parameters
        ----------
        size : int
            Cards in a hand, from a lane's slots to the whole deck.
        demand : Demand, optional
            What the lane asks for.

        Returns
        -------
        dict of Formation to int
            Strongest first; every formation that the lane knows, with 0 for
            those that are the best of no hand.

        Raises
        ------
        OddsError
            For another size.

        Notes
        -----
        Hands are not gone through: for each formation those are counted that
        cannot reach it (`stlib.chances.count_at_least`). About a second where three cards
        are asked for, up to half a minute for four; each answer is kept.
        ``data/`` has tables of small hands.

        Examples
        --------
        >>> import stlib
        >>> found = stlib.odds.hand_classes(6, stlib.BLIND_MANS_BLUFF)
        >>> found[stlib.formation("r9 b9 g8", stlib.BLIND_MANS_BLUFF)]  # two 9s, and some 8
        1239750
        """
        demand = asked(demand, self.demand)
        size = self._hand_size(size, demand)
        ranks = tuple(_strength_sizes(self.deck, demand))
        below = [self._fail(rank, size, demand) for rank in ranks]
        below.append(comb(self.deck.size, size))
        found = {
            self._formation(rank, demand): more - less
            for rank, less, more in zip(ranks, below, below[1:], strict=False)
        }
        return dict(reversed(found.items()))

    def _fail(self, rank: int, size: int, demand: Demand) -> int:
        """Count the hands that cannot reach a strength."""
        if rank <= next(iter(_strength_sizes(self.deck, demand))):
            return 0
        if demand.size == 1:
            weaker = (n for r, n in _strength_sizes(self.deck, demand).items() if r < rank)
            return comb(sum(weaker), size)
        return _misses(self.deck, demand, rank, size)

    def _formation(self, rank: int, demand: Demand) -> Formation:
        total = rank % TOTALS
        if lower_wins(demand.code):
            total = TOTALS - 1 - total
        return Formation(rank, Kind(rank // TOTALS), total, self.deck.name)

    def _hand_size(self, size: int, demand: Demand) -> int:
        if size not in range(demand.size, self.deck.size + 1):
            raise OddsError("odds_hand_size", n=repr(size), low=demand.size, high=self.deck.size)
        return int(size)


def _sized(size: int) -> Demand:
    if size not in range(1, 5):
        raise OddsError("odds_class_size", n=repr(size))
    return Demand(int(size))


def _by_kind(numbers: tuple[int, ...]) -> dict[Kind, int]:
    """Name the numbers by kind, strongest first."""
    return {kind: numbers[kind] for kind in reversed(Kind)}


@cache
def _hand_kinds(deck: Deck, size: int) -> tuple[int, ...]:
    out = np.zeros(len(Kind), np.int64)
    count_hands.hand_kinds(size, deck.size, _THREE.code, deck.n_colors, out)
    return tuple(out.tolist())


@cache
def _strength_sizes(deck: Deck, demand: Demand) -> dict[int, int]:
    """Count the sets of a lane's size by strength, weakest first."""
    out = np.zeros(ABOVE_ALL, np.int64)
    count_hands.strength_sizes(deck.size, demand.code, deck.n_colors, deck.low, out)
    return {rank: int(out[rank]) for rank in np.flatnonzero(out).tolist()}


@cache
def _misses(deck: Deck, demand: Demand, floor: int, size: int) -> int:
    return count_at_least.misses(0, 0, deck.mask, size, floor, demand, deck)
