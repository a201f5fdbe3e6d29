"""Questions about chances: what is asked, and how it is read from what people write, and checked.

A `Question` is about one side of a lane, a `Contest` about two sides that both
draw. Both are read once and never change; everything that counts takes one of them.
"""

from __future__ import annotations

import operator
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from math import comb

from stlib.base.checks import shown
from stlib.base.errors import CardError, GameError
from stlib.cards.card import Card, Cards, from_mask, parse_at, place_of, to_mask, write_cards
from stlib.cards.demand import CardSet, Deck, Demand, EliteCode, Kind
from stlib.claims.codes import elites_in, kinds_of

__all__ = ["Contest", "OddsError", "Question", "kinds_that_count", "read_contest", "read_draws"]
__all__ += ["read_kind", "read_question", "read_two_sides"]


class OddsError(GameError):
    """A question about chances that has no answer."""


@dataclass(frozen=True)
class Question:
    """One side of a lane, and the cards that may come to it.

    Parameters
    ----------
    side, held, pool : int
        Sets of the cards that lie there, that need no draw, and that may be
        drawn. No card is in two of them.
    demand : Demand
        What the lane asks for.
    deck : Deck
        The deck of these cards.
    wild : int
        Code of the elite cards that lie there, see `stlib.cards.demand`.
    """

    side: CardSet
    held: CardSet
    pool: CardSet
    demand: Demand
    deck: Deck
    wild: EliteCode = 0

    @property
    def free(self) -> int:
        """Slots to fill."""
        return self.demand.size - self.side.bit_count() - elites_in(self.wild)

    @property
    def n(self) -> int:
        """Number of cards that may be drawn."""
        return self.pool.bit_count()

    def with_card(self, card: int) -> Question:
        """Return the question after a card of the pool was drawn."""
        return replace(self, held=self.held | 1 << card, pool=self.pool ^ 1 << card)


@dataclass(frozen=True)
class Contest:
    """Two sides of a lane that draw from the same cards.

    Parameters
    ----------
    mine, theirs : Question
        The sides. Their pools are equal.
    draws, their_draws : int
        How many cards each draws.
    ties : int
        1 if I win with an equal strength, 0 if the other player does.
    """

    mine: Question
    theirs: Question
    draws: int
    their_draws: int
    ties: int

    @property
    def n(self) -> int:
        """Number of cards to draw from."""
        return self.mine.n

    @property
    def all_pairs(self) -> int:
        """Number of ways in which both can draw."""
        return comb(self.n, self.draws) * comb(self.n - self.draws, self.their_draws)


def kinds_that_count(demand: Demand) -> tuple[Kind, ...]:
    """Return the kinds that count on a lane, strongest first."""
    counted = kinds_of(demand.code)
    return tuple(kind for kind in reversed(Kind) if counted >> kind & 1)


# --- reading --------------------------------------------------------------------------


def read_question(
    have: Cards,
    unseen: Cards,
    demand: Demand,
    deck: Deck,
    hand: Cards = (),
    others: Mapping[str, CardSet] | None = None,
) -> Question:
    """Read a side, a hand and the unseen cards.

    Parameters
    ----------
    have, unseen, hand : str or iterable of Card
        The cards on the side, those that may come, and those that need no draw.
    demand, deck
        What the lane asks for, and of which deck.
    others : mapping of str to int, optional
        More sets of cards, by the name of their place (below ``claim.place``
        in ``words.toml``).

    Raises
    ------
    CardError
        For what is no numbered card of the deck, for more cards than the lane has
        slots, and for a card in two places.
    """
    side, held = _read_side(have, demand, deck, "mine"), to_mask(_numbered(hand, deck, "hand"))
    pool = to_mask(_numbered(unseen, deck, "unseen"))
    _in_one_place({"mine": side, "hand": held, **(others or {}), "unseen": pool}, deck)
    return Question(side, held, pool, demand, deck)


def read_two_sides(
    mine: Cards, theirs: Cards, unseen: Cards, demand: Demand, deck: Deck, hand: Cards
) -> tuple[Question, Question]:
    """Read two sides of a lane that share the unseen cards and the cards that need no draw."""
    side = _read_side(theirs, demand, deck, "theirs")
    ours = read_question(mine, unseen, demand, deck, hand, {"theirs": side})
    return ours, replace(ours, side=side)


def read_contest(
    mine: Cards,
    theirs: Cards,
    unseen: Cards,
    draws: int,
    their_draws: int | None,
    demand: Demand,
    deck: Deck,
    hand: Cards = (),
    their_hand: Cards = (),
    theirs_first: bool | None = None,
) -> Contest:
    """Read two sides that both draw; the parameters are those of `stlib.chances.Odds.duel`."""
    side = _read_side(theirs, demand, deck, "theirs")
    held = to_mask(_numbered(their_hand, deck, "their_hand"))
    ours = read_question(mine, unseen, demand, deck, hand, {"theirs": side, "their_hand": held})
    against = replace(ours, side=side, held=held)
    draws = read_draws(draws, ours.n)
    number = read_draws(draws if their_draws is None else their_draws, ours.n)
    if draws + number > ours.n:
        raise OddsError("odds_both_draw", mine=draws, theirs=number, n=ours.n)
    first = against.free <= ours.free if theirs_first is None else theirs_first
    return Contest(ours, against, draws, number, int(not first))


def read_kind(kind: Kind, demand: Demand) -> Kind:
    """Return a kind; OddsError if it does not exist, or does not count on the lane."""
    try:
        found = Kind(kind)
    except ValueError:
        names = ", ".join(Kind.__members__)
        raise OddsError("odds_kind", kind=shown(kind), kinds=names) from None
    kinds = kinds_that_count(demand)
    if found not in kinds:
        names = ", ".join(one.name for one in kinds)
        raise OddsError("odds_kind_not_counted", kind=found.name, n=demand.size, kinds=names)
    return found


def read_draws(draws: int, n: int) -> int:
    """Return a number of draws; OddsError if so many cannot be drawn from `n` cards."""
    try:
        number = operator.index(draws)
    except TypeError:
        number = -1
    if not 0 <= number <= n:
        raise OddsError("odds_draws", draws=shown(draws), n=n)
    return number


def _read_side(cards: Cards, demand: Demand, deck: Deck, place: str) -> CardSet:
    found = _numbered(cards, deck, place)
    if len(found) > demand.size:
        said = {"n": len(found), "size": demand.size, "cards": write_cards(found)}
        raise CardError("side_size_at", place=place_of(place), **said)
    return to_mask(found)


def _numbered(cards: Cards, deck: Deck, place: str) -> tuple[Card, ...]:
    """Read cards and refuse tactic cards: they would be counted as numbered ones."""
    found = parse_at(cards, deck, place)
    if tactics := [card for card in found if card.tactic]:
        raise CardError("odds_tactic", cards=write_cards(tactics))
    return found


def _in_one_place(places: Mapping[str, CardSet], deck: Deck) -> None:
    """Raise CardError if a card is in two of the named places."""
    for (one, some), (other, more) in combinations(places.items(), 2):
        for card in from_mask(some & more, deck):
            raise CardError(
                "card_in_two_places", card=card, one=place_of(one), other=place_of(other)
            )
