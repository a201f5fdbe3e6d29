"""What a lane asks for, and when it is proved: `docs/rules.md` sections 1 to 5."""

from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

from .cards import (
    ALL_KINDS,
    KINDS,
    color_of,
    identities,
    in_deck_order,
    is_joker,
    is_tactic,
    kind,
    readings,
    total,
    two_colors,
    value_of,
)

# --- demands (sections 2, 3 and 4) ------------------------------------------


class Demand(NamedTuple):
    """What a lane asks for: slots, kinds that count, +1 or -1 (lower total wins)."""

    size: int
    kinds: tuple
    sign: int
    color_run: str = "plain"


ST1_STONE = Demand(3, ALL_KINDS, +1)
MUD_FIGHT = Demand(4, ALL_KINDS, +1)
BLIND_MANS_BLUFF = Demand(3, ("sum",), +1)

# number: (intact, damaged), each (slots, kinds, sign); the table of section 4
TILES = {
    1: ((3, ("sum",), +1), (3, ("sum", "run"), +1)),
    2: ((4, ALL_KINDS, +1), (2, ("sum", "same_value"), +1)),
    3: ((3, ALL_KINDS, +1), (3, ("sum", "color"), +1)),
    4: ((2, ALL_KINDS, +1), (4, ("sum",), -1)),
    5: ((3, ALL_KINDS, +1), (3, ("sum", "color"), +1)),
    6: ((4, ALL_KINDS, +1), (2, ("sum", "same_value"), +1)),
    7: ((3, ("sum",), -1), (3, ("sum", "run"), +1)),
}


@cache
def tile_demand(lane_number, damaged, color_run="plain"):
    """Return the demand of an ST2 wall tile, numbered from 1 (section 4)."""
    intact_row, damaged_row = TILES[lane_number]
    return Demand(*(damaged_row if damaged else intact_row), color_run)


# --- comparing (section 1) ----------------------------------------------------


def key(cards, demand, game=None):
    """Return a sortable strength of a complete side: first the kind, then the total.

    Elite cards are read to their owner's best (sections 3, 5); `game` says as what.
    """
    if len(cards) != demand.size:
        raise ValueError(f"{len(cards)} cards are no formation of {demand.size}")
    return _key(tuple(sorted(cards)), demand, game)


@lru_cache(maxsize=100_000)
def _key(cards, demand, game):
    return max(_plain_key(reading, demand) for reading in readings(cards, game))


@lru_cache(maxsize=300_000)  # the same fills come back
def _plain_key(cards, demand):
    rank = KINDS.index(kind(cards, demand.kinds, demand.color_run))
    return rank, demand.sign * total(cards)


def best_reading(cards, demand, game=None):
    """Return the cards with the elite ones read to their owner's best."""
    return list(max(readings(cards, game), key=lambda reading: _plain_key(reading, demand)))


# --- proving (sections 2 to 5) --------------------------------------------------


def refutation(mine, theirs, unplayed, demand, game=None, jokers=1):
    """Return the first fill with which `theirs` strictly beats `mine`, or None.

    A fill that only equals does not refute, since `mine` was complete earlier;
    with fewer unplayed cards than free slots nothing refutes (sections 2, 4).
    A complete `theirs` has one fill, the empty one. `unplayed` may hold elite cards
    only under the switch `unseen_tactics_block_proof`; a fill then has at most
    `jokers` of the Jokers (section 3).
    """
    return _refutation(tuple(mine), tuple(theirs), tuple(unplayed), demand, game, jokers)


@lru_cache(maxsize=10_000)  # the same question comes back in every phase of a turn
def _refutation(mine, theirs, unplayed, demand, game, jokers):
    to_beat = key(mine, demand, game)
    free = demand.size - len(theirs)
    values = {value_of(one) for card in unplayed for one in identities(card, game)}
    if _best_dream(_in_two_colors(theirs), tuple(sorted(values)), free, demand, game) <= to_beat:
        return None
    strongest_first = in_deck_order(unplayed)[:: -demand.sign]
    for fill in combinations(strongest_first, free):
        if sum(is_joker(card) for card in fill) > jokers:
            continue
        if key(theirs + fill, demand, game) > to_beat:
            return fill
    return None


@lru_cache(maxsize=10_000)
def _best_dream(theirs, values, free, demand, game):
    """Return an upper bound for the strength of every filled side, with any cards, even twice.

    If this does not beat, no fill does, and the long search is saved.
    """
    wishes = [f"{color}{value}" for value in values for color in two_colors(theirs)]
    fills = list(combinations_with_replacement(wishes, free))
    dreams = (reading + fill for reading in readings(theirs, game) for fill in fills)
    return max((_plain_key(side, demand) for side in dreams), default=(-1, 0))


def _in_two_colors(cards):
    """Paint a side's cards as its first one or, all others, in one further color; sort them.

    Of the colors it only matters whether all are one, so many sides have the same dreams.
    """
    first, _ = two_colors(cards)
    return tuple(sorted(_painted(card, first) for card in cards))


def _painted(card, first):
    if is_tactic(card):
        return card
    return f"{'r' if color_of(card) == first else 'b'}{value_of(card)}"


def forget():
    """Forget all answers that were kept, so that the time of the next can be measured."""
    for kept in (_key, _plain_key, _best_dream, _refutation):
        kept.cache_clear()


def proves(mine, theirs, unplayed, demand, theirs_first=False, game=None, jokers=1):
    """Say whether the owner of `mine` may take the lane (sections 2, 4).

    `theirs_first`: their side was complete earlier, so equal is not enough.
    """
    if len(mine) < demand.size:
        return False
    if len(theirs) < demand.size:
        return refutation(mine, theirs, unplayed, demand, game, jokers) is None
    if key(mine, demand, game) == key(theirs, demand, game):
        return not theirs_first
    return key(mine, demand, game) > key(theirs, demand, game)
