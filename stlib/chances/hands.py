"""What random cards make: sets of a lane's size, and hands by the best formation in them."""

from __future__ import annotations

from functools import cache
from math import comb

import numpy as np

from stlib.base.checks import shown
from stlib.cards.demand import Deck, Demand, Kind, Strength
from stlib.chances import count_at_least, count_hands
from stlib.chances.fills import ABOVE_ALL
from stlib.chances.question import OddsError, kinds_that_count
from stlib.claims.all_refutations import read_strength
from stlib.claims.codes import TOTALS
from stlib.claims.prove import Formation

__all__ = ["THREE", "class_sizes", "hand_classes", "hand_kinds", "read_hand_size", "read_set_size"]
__all__ += ["strength_classes"]

THREE = Demand(3)  # three cards, all kinds count
_ENUMERATED = range(3, 8)  # such hands are gone through one by one


def read_set_size(size: int | None, demand: Demand | None, usual: Demand) -> Demand:
    """Return the demand of which sets are counted; OddsError if size and demand do not fit.

    With a size alone, all kinds count; with neither it is as many cards as `usual` asks for.
    """
    if demand is None:
        size = usual.size if size is None else size
        if size not in range(1, 5):
            raise OddsError("odds_class_size", n=shown(size))
        return Demand(int(size))
    if size not in (None, demand.size):
        raise OddsError("odds_two_sizes", n=shown(size), size=demand.size)
    return demand


def read_hand_size(size: int, demand: Demand, deck: Deck) -> int:
    """Return how many cards a hand has; OddsError if the lane takes more, or the deck has fewer."""
    if size not in range(demand.size, deck.size + 1):
        raise OddsError("odds_hand_size", n=shown(size), low=demand.size, high=deck.size)
    return int(size)


def class_sizes(deck: Deck, demand: Demand) -> dict[Kind, int]:
    """Count all sets of a lane's size by kind; see `stlib.chances.Odds.class_sizes`."""
    out = np.zeros(len(Kind), np.int64)
    count_hands.class_sizes(demand.code, deck.shape, out)
    return _by_kind(tuple(out.tolist()))


def strength_classes(deck: Deck, demand: Demand) -> dict[Formation, int]:
    """Count all sets of a lane's size by kind and total.

    See `stlib.chances.Odds.strength_classes`.
    """
    numbers = _strength_sizes(deck, demand)
    return {_formation(strength, deck, demand): n for strength, n in reversed(numbers.items())}


def hand_kinds(deck: Deck, demand: Demand, size: int) -> dict[Kind, int]:
    """Count all hands by the kind of the best formation; see `stlib.chances.Odds.hand_kinds`."""
    if demand == THREE and size in _ENUMERATED:
        return _by_kind(_hand_kinds(deck, size))
    kinds = kinds_that_count(demand)[::-1]
    below = [_below(deck, demand, kind * TOTALS, size) for kind in kinds]
    below.append(comb(deck.size, size))
    found = dict.fromkeys(reversed(Kind), 0)
    for kind, fewer, more in zip(kinds, below, below[1:], strict=False):
        found[kind] = more - fewer
    return found


def hand_classes(deck: Deck, demand: Demand, size: int) -> dict[Formation, int]:
    """Count all hands by their best formation; see `stlib.chances.Odds.hand_classes`."""
    strengths = tuple(_strength_sizes(deck, demand))
    below = [_below(deck, demand, strength, size) for strength in strengths]
    below.append(comb(deck.size, size))
    found = {
        _formation(strength, deck, demand): more - fewer
        for strength, fewer, more in zip(strengths, below, below[1:], strict=False)
    }
    return dict(reversed(found.items()))


def _below(deck: Deck, demand: Demand, needed: Strength, size: int) -> int:
    """Count the hands that cannot reach a strength."""
    sizes = _strength_sizes(deck, demand)
    if needed <= next(iter(sizes)):
        return 0
    if demand.size == 1:
        weaker = (n for strength, n in sizes.items() if strength < needed)
        return comb(sum(weaker), size)
    return _misses(deck, demand, needed, size)


def _formation(strength: Strength, deck: Deck, demand: Demand) -> Formation:
    return Formation(strength, *read_strength(strength, demand), deck.name)


def _by_kind(numbers: tuple[int, ...]) -> dict[Kind, int]:
    """Name the numbers by kind, strongest first."""
    return {kind: numbers[kind] for kind in reversed(Kind)}


@cache
def _hand_kinds(deck: Deck, size: int) -> tuple[int, ...]:
    out = np.zeros(len(Kind), np.int64)
    count_hands.hand_kinds(size, THREE.code, deck.shape, out)
    return tuple(out.tolist())


@cache
def _strength_sizes(deck: Deck, demand: Demand) -> dict[Strength, int]:
    """Count the sets of a lane's size by strength, weakest first."""
    out = np.zeros(ABOVE_ALL, np.int64)
    count_hands.strength_sizes(demand.code, deck.shape, out)
    return {strength: int(out[strength]) for strength in np.flatnonzero(out).tolist()}


@cache
def _misses(deck: Deck, demand: Demand, needed: Strength, size: int) -> int:
    return count_at_least.misses(0, 0, deck.mask, size, needed, demand, deck)
