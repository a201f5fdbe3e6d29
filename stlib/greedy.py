"""A fast one-move-ahead policy for Schotten Totten, the yardstick for all others.

`greedy` lays the card after which the stones, each weighted by how much it
matters, promise most (`stlib.equity`). As hand cards count in every stone's
chance, laying a card is charged with what it would have been worth elsewhere.
A stone matters by itself, as one of five, and for its triples: three adjacent
stones win, so a stone weighs more the likelier its neighbours are to go the
same way, to either player.
"""

from __future__ import annotations

import numpy as np

from stlib._jit import jit, low_bit, popcount
from stlib.equity import ODDS, PROFILE, chance, helpful, prepare
from stlib.rules import CARDS, CLAIM, CLAIM_MOVE, COLORS, DONE, LANES, LOW, PASS

__all__ = ["ALL_PARTS", "PARTS", "WEIGHTS", "choose"]

#: What can be left out, one bit each, lowest first.
PARTS = ("own_draws", "opponent_draws", "opportunity_cost", "triples")
ALL_PARTS = (1 << len(PARTS)) - 1
OWN_DRAWS, OPPONENT_DRAWS, OPPORTUNITY_COST, TRIPLES = 1, 2, 4, 8

NAMES = ("own_share", "other_share", "keep", "spread", "high", "triple", "other_triple", "cost")
OWN_SHARE, OTHER_SHARE, KEEP, SPREAD, HIGH, TRIPLE, OTHER_TRIPLE, COST = range(len(NAMES))

WEIGHTS = np.array([0.73, 0.48, 0.816, 7.17, 0.5, 0.28, 0.3, 0.12])


@jit
def choose(s, moves, parts):  # type: ignore[no-untyped-def]
    """Return the best move by the estimate; of equal ones the lowest id. `moves` is not used."""
    return decide(s, parts, WEIGHTS)


@jit
def decide(s, parts, w):  # type: ignore[no-untyped-def]
    """Claim what can be proven; else lay the best card."""
    if s.phase == CLAIM:
        return CLAIM_MOVE + low_bit(s.claimable) if s.claimable else DONE
    x = np.empty((popcount(s.hand[s.turn]) + 1, LANES, 2))
    estimate(s, parts, w, x)
    return best_play(s, parts, w, x)


# --- the estimate ------------------------------------------------------------------------------


@jit
def estimate(s, parts, w, x):  # type: ignore[no-untyped-def]
    """Fill in the mover's chance at each stone.

    ``x[i, lane, 0]`` if hand card number `i` (from 1, lowest first) is laid
    elsewhere, ``x[i, lane, 1]`` if there, ``x[0, lane, 0]`` as things stand.
    """
    odds = np.empty((2, ODDS))
    rows = np.empty((LANES + 3, PROFILE))
    known = np.full((LANES + 3, 3), -1)
    p = s.turn
    unseen = s.unplayed & ~s.hand[p]
    foresee(s, parts, w, unseen, odds)
    helps = np.zeros(LANES, np.int64)
    for lane in range(LANES):
        if s.open[p] >> lane & 1:
            helps[lane] = helpful(s.side[p, lane] + 0, s.demand[lane] + 0, COLORS)
    cards = s.hand[p] + 0
    bit = 0
    for i in range(len(x)):
        if i > 0:
            bit = cards & -cards
            cards ^= bit
        hand = s.hand[p] & ~bit
        for lane in range(LANES):
            for there in range(min(i, 1) + 1):
                if i > 0 and (
                    s.open[p] >> lane & 1 == 0 or (there == 0 and helps[lane] & bit == 0)
                ):
                    x[i, lane, there] = x[0, lane, 0]
                else:
                    side = s.side[p, lane] | (bit if there else 0)
                    x[i, lane, there] = promise(s, lane, side, hand, unseen, odds, rows, known)


@jit
def foresee(s, parts, w, unseen, odds):  # type: ignore[no-untyped-def]
    """Prepare both players' odds from the draws to come."""
    p = s.turn
    left = CARDS - s.drawn
    total = popcount(unseen) + 0.0
    own = other = 0.0
    if total > 0.0:
        draws = (left + 1) // 2 * w[OWN_SHARE] if parts & OWN_DRAWS else 0.0
        own = min(0.9, draws / total)
        draws = (popcount(s.hand[1 - p]) + left // 2) * w[OTHER_SHARE]
        other = min(0.9, draws / total) if parts & OPPONENT_DRAWS else 0.0
    for side in range(2):
        share = other if side else own
        prepare(unseen, share, w[KEEP], w[SPREAD], w[HIGH], COLORS, LOW, odds[side])


@jit
def promise(s, lane, side, hand, unseen, odds, rows, known):  # type: ignore[no-untyped-def]
    """Chance to win a stone with this side: certain once it is claimed or both are complete."""
    p = s.turn
    bit = 1 << lane
    if (s.claimed[0] | s.claimed[1]) & bit:
        return 1.0 if s.claimed[p] & bit else 0.0
    if s.full[0] & s.full[1] & bit:
        return 1.0 if s.ahead[p] & bit else 0.0
    theirs = s.side[1 - p, lane] + 0
    rank = s.rank[1 - p, lane] + 0
    demand = s.demand[lane] + 0
    return chance(
        side, theirs, rank, hand, unseen, odds, demand, rows, known, lane + 3, COLORS, LOW
    )


# --- the choice --------------------------------------------------------------------------------


@jit
def weight(w, x, lane):  # type: ignore[no-untyped-def]
    """How much a stone matters: more, the likelier its neighbours go to one and the same player."""
    out = 1.0
    for first in range(max(lane - 2, 0), min(lane, LANES - 3) + 1):
        both = neither = 1.0
        for k in range(first, first + 3):
            if k != lane:
                both *= x[0, k, 0]
                neither *= 1.0 - x[0, k, 0]
        out += w[TRIPLE] * both + w[OTHER_TRIPLE] * neither
    return out


@jit
def best_play(s, parts, w, x):  # type: ignore[no-untyped-def]
    """Lay the card that gains most there, less what it takes from the other stones."""
    p = s.turn
    best = PASS
    best_value = -99.0
    matters = np.ones(LANES)
    if parts & TRIPLES:
        for lane in range(LANES):
            matters[lane] = weight(w, x, lane)
    cost = w[COST] if parts & OPPORTUNITY_COST else 0.0
    cards = s.hand[p] + 0
    for i in range(1, len(x)):
        card = low_bit(cards)
        cards &= cards - 1
        lost = 0.0
        for lane in range(LANES):
            lost += matters[lane] * (x[0, lane, 0] - x[i, lane, 0])
        for lane in range(LANES):
            if s.open[p] >> lane & 1:
                here = matters[lane] * (x[0, lane, 0] - x[i, lane, 0])
                value = matters[lane] * (x[i, lane, 1] - x[0, lane, 0]) - cost * (lost - here)
                if value > best_value:
                    best_value = value
                    best = card * LANES + lane
    return best
