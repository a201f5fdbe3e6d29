"""Exact chances: to complete a formation, to beat a side; how many sets and hands make what.

Cards nobody has seen are exchangeable, so the next cards to come are a
uniform subset of them. `Odds` is bound to a deck; each game offers its own
under the name ``odds``. Every chance is a `fractions.Fraction`; `percent`
writes it for people.
"""

from __future__ import annotations

import operator
from fractions import Fraction
from functools import cache
from math import comb

import numpy as np

from stlib import counts, hands, unions, words
from stlib.cards import Card, Cards, from_mask, parse_cards, to_mask, write_cards
from stlib.demands import Deck, Demand, Kind
from stlib.errors import CardError, GameError
from stlib.formations import TOTALS, kinds_of, strength

__all__ = ["Odds", "OddsError", "percent"]

_THREE = Demand(3)
_TOP = TOTALS * len(Kind)  # above every strength
_HANDS = range(3, 8)


class OddsError(GameError):
    """A question about chances that has no answer."""


class Odds:
    """Exact chances with cards of one deck.

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

    def __repr__(self) -> str:
        return f"Odds({self.deck!r}, {self.demand!r})"

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
            colour run there, and no colour.
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
            For a kind or a number of draws that cannot be.

        Examples
        --------
        One card for the last slot, r7, among five that may come:

        >>> import stlib
        >>> stlib.odds.complete(stlib.Kind.COLOR_RUN, "r8 r9", "r7 b1 b2 b3 b4", 2)
        Fraction(2, 5)
        """
        kind = _kind(kind)
        demand = self.demand if demand is None else demand
        side = self._side(have, demand)
        held, pool = self._others(side, hand, unseen)
        n, draws = pool.bit_count(), _draws(draws, pool.bit_count())
        if at_least and kinds_of(demand.code) >> kind != 1:
            missed = self._below(kind * TOTALS, side, held, pool, draws, demand)
        else:
            missed = int(
                counts.misses(kind, side, held, pool, draws, demand.code, self.deck.n_colors)
            )
        return 1 - Fraction(missed, comb(n, draws))

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
        pool = parse_cards(unseen, self.deck)
        return {
            draws: self.complete(kind, have, pool, draws, demand, hand, at_least)
            for draws in range(_draws(most, len(pool)) + 1)
        }

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
            If both sides are incomplete, for a number of draws that cannot be,
            or where the exact answer would take too long.

        Examples
        --------
        >>> import stlib
        >>> stlib.odds.beats("r7 r8 r9", "b8 b9", "b7 v1", 2)  # b7 would only equal
        Fraction(1, 1)
        """
        demand = self.demand if demand is None else demand
        ours, others = self._side(mine, demand), self._side(theirs, demand)
        _different(ours, others, self.deck)
        held, pool = self._others(ours | others, hand, unseen)
        n, draws = pool.bit_count(), _draws(draws, pool.bit_count())
        if others.bit_count() == demand.size:
            floor = self._strength(others, demand) + 1
            missed = self._below(floor, ours, held, pool, draws, demand)
            return 1 - Fraction(missed, comb(n, draws))
        if ours.bit_count() < demand.size:
            both = {"mine": self._written(ours), "theirs": self._written(others)}
            raise OddsError("odds_both_incomplete", size=demand.size, **both)
        floor = self._strength(ours, demand) + 1
        return Fraction(self._below(floor, others, held, pool, draws, demand), comb(n, draws))

    def outs(
        self,
        kind: Kind,
        have: Cards,
        unseen: Cards,
        demand: Demand | None = None,
        at_least: bool = False,
    ) -> tuple[Card, ...]:
        """Return the unseen cards that fill a side's last slot to a kind, by rising value.

        Raises
        ------
        CardError
            For unknown cards, or cards used twice.
        OddsError
            If not exactly one slot is free.

        Examples
        --------
        >>> import stlib
        >>> stlib.odds.outs(stlib.Kind.COLOR_RUN, "r4 r5", stlib.parse_cards("r2 r3 r6 b3"))
        (Card('r', 3), Card('r', 6))
        """
        kind = _kind(kind)
        demand = self.demand if demand is None else demand
        side = self._side(have, demand)
        _, pool = self._others(side, (), unseen)
        if demand.size - side.bit_count() != 1:
            free = demand.size - side.bit_count()
            raise OddsError("odds_outs", free=free, cards=self._written(side))
        floor = kind * TOTALS
        ceiling = _TOP if at_least else floor + TOTALS
        return from_mask(self._between(floor, ceiling, side, pool, demand), self.deck)

    def class_sizes(self, size: int | None = None) -> dict[Kind, int]:
        """Count all sets of `size` cards (1 to 4; if not given, as the lane asks) by kind.

        Examples
        --------
        >>> import stlib
        >>> stlib.odds.class_sizes(3)[stlib.Kind.COLOR_RUN]
        42
        """
        demand = _sized(self.demand.size if size is None else size)
        out = np.zeros(len(Kind), np.int64)
        hands.class_sizes(self.deck.size, demand.code, self.deck.n_colors, out)
        return _by_kind(tuple(out.tolist()))

    def hand_kinds(self, size: int) -> dict[Kind, int]:
        """Count all hands of `size` cards, 3 to 7, by the best three-card formation in them.

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
        if size not in _HANDS:
            raise OddsError("odds_hand_size", n=size, low=_HANDS[0], high=_HANDS[-1])
        return _by_kind(_hand_kinds(self.deck, int(size)))

    # --- reading what is given

    def _numbered(self, cards: Cards) -> tuple[Card, ...]:
        """Read cards; odds are of numbered cards, an elite card would be counted as one of them."""
        found = parse_cards(cards, self.deck)
        if tactics := [card for card in found if card.tactic]:
            raise CardError("odds_tactic", cards=write_cards(tactics))
        return found

    def _side(self, cards: Cards, demand: Demand) -> int:
        found = self._numbered(cards)
        if len(found) > demand.size:
            raise CardError("side_size", n=len(found), size=demand.size, cards=write_cards(found))
        return to_mask(found)

    def _others(self, sides: int, hand: Cards, unseen: Cards) -> tuple[int, int]:
        """Read hand and unseen cards; none may lie on a side or be both."""
        held, pool = to_mask(self._numbered(hand)), to_mask(self._numbered(unseen))
        _different(sides, held, self.deck)
        for card in from_mask(pool & (sides | held), self.deck):
            raise CardError("odds_seen", card=card)
        return held, pool

    def _written(self, cards: int) -> str:
        return write_cards(from_mask(cards, self.deck))

    # --- counting

    def _strength(self, side: int, demand: Demand) -> int:
        return int(strength(side, demand.code, self.deck.n_colors, self.deck.low))

    def _between(self, floor: int, ceiling: int, side: int, cards: int, demand: Demand) -> int:
        deck = self.deck
        found = counts.outs(side, cards, floor, ceiling, demand.code, deck.n_colors, deck.low)
        return int(found)

    def _below(
        self, floor: int, side: int, hand: int, pool: int, draws: int, demand: Demand
    ) -> int:
        """Count the draws after which a side cannot reach the strength `floor`."""
        free = demand.size - side.bit_count()
        n = pool.bit_count()
        if free == 0:
            return 0 if self._strength(side, demand) >= floor else comb(n, draws)
        if free == 1:
            good = self._between(floor, _TOP, side, hand | pool, demand)
            return 0 if good & hand else comb(n - good.bit_count(), draws)
        try:
            return unions.misses(side, hand, pool, draws, floor, demand, self.deck)
        except unions.TooManyStates:
            raise OddsError("odds_too_many", n=n, draws=draws, free=free) from None


def percent(chance: Fraction | float, lang: str = "en", digits: int = 2) -> str:
    """Write a chance in percent.

    What is possible is never written as 0 %, what is not sure never as 100 %.

    Parameters
    ----------
    chance : Fraction or float
        Probability, 0–1.
    lang : {"en", "de", "fr", "nl"}
        Language.
    digits : int
        Decimals, at least 1.

    Raises
    ------
    OddsError
        If `chance` is not between 0 and 1.

    Notes
    -----
    Number and sign are joined by a no-break space.

    Examples
    --------
    >>> print(percent(Fraction(1, 24)), percent(Fraction(1, 1000), "de"))
    4.17...% 0,10...%
    >>> print(percent(Fraction(19, 13_340_621)))
    less than 0.01...%
    """
    if not 0 <= chance <= 1:
        raise OddsError("odds_chance", chance=repr(chance))
    if chance in (0, 1):
        return words.say("odds.percent", lang, number=int(chance) * 100)
    whole = 100 * 10**digits
    part = round(Fraction(chance) * whole)
    key = {0: "odds.less", whole: "odds.more"}.get(part, "odds.percent")
    part = min(max(part, 1), whole - 1)
    number = f"{part // 10**digits}{words.say('odds.point', lang)}{part % 10**digits:0{digits}}"
    return words.say(key, lang, number=number)


def _kind(kind: Kind) -> Kind:
    try:
        return Kind(kind)
    except ValueError:
        raise OddsError("odds_kind", kind=repr(kind), kinds=", ".join(Kind.__members__)) from None


def _draws(draws: int, n: int) -> int:
    """Return `draws` if that many of `n` cards can be drawn."""
    try:
        number = operator.index(draws)
    except TypeError:
        number = -1
    if not 0 <= number <= n:
        raise OddsError("odds_draws", draws=repr(draws), n=n)
    return number


def _different(some: int, others: int, deck: Deck) -> None:
    """Raise CardError if two sets of cards share one."""
    for card in from_mask(some & others, deck):
        raise CardError("card_twice", card=card)


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
    hands.hand_kinds(size, deck.size, _THREE.code, deck.n_colors, out)
    return tuple(out.tolist())
