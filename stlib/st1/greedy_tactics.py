"""What `greedy` does in Schotten Totten with tactic cards.

A tactic card is worth what it changes: the chance at a stone with the elite
card, under the combat mode, or after the ruse, less the chance as things
stand, each stone weighted as in `stlib.st1.greedy`. From this its price is
taken, since a card kept may do more later. It is played if that is more than
the best clan card gains.
"""

from __future__ import annotations

from typing import NamedTuple

from stlib.base.bits import low_bit, popcount
from stlib.base.compiled import inner, jit
from stlib.bots.elite_value import (
    DISCARD_THEIRS,
    MOVE_OWN,
    STEAL,
    added,
    best_taking,
    judge_beside_elites,
    outlook,
    sides_at,
    stand_in,
)
from stlib.bots.hand_value import judge_hand
from stlib.bots.scratch import blank, opened
from stlib.cards.tactic_limit import may_play_tactic
from stlib.st1.greedy import TACTICS, best_play, expect, missed_everywhere, promise, weigh
from stlib.st1.rules import (
    ALL_LANES,
    BANSHEE,
    BLUFF,
    BLUFF_CODE,
    CARDS,
    CLAIM,
    CLAIM_MOVE,
    DONE,
    DRAW,
    DRAW_CLAN,
    DRAW_TACTIC,
    DROP,
    LANES,
    MUD,
    MUD_CODE,
    PASS,
    PLAY,
    PUT,
    PUT_MOVE,
    RECRUIT,
    RECRUITER,
    RETURN,
    RETURN_MOVE,
    RUSE_MOVE,
    SHAPE,
    STRATEGIST,
    TAKE_MOVE,
)
from stlib.st1.tactics import tactic_lanes, tactic_ruses

__all__ = ["PRICES", "Prices", "choose"]


class Prices(NamedTuple):
    """What tactic cards must be worth to be played, in units of a stone's chance.

    Parameters
    ----------
    elite, mode, ruse : float
        What an elite card, a combat mode and a ruse must gain more than a clan card.
    recruiter : float
        What the Recruiter is worth.
    hold : float
        Tactic cards to hold before drawing clan cards.
    """

    elite: float
    mode: float
    ruse: float
    recruiter: float
    hold: float


#: Tried by hand on some 800 deals with key 7; the score depends little on them.
PRICES = Prices(elite=0.4, mode=0.5, ruse=0.4, recruiter=0.1, hold=1.0)


@jit
def choose(s, parts, w, prices):
    """Claim what can be proven; else the best card of either kind, and its best use.

    `parts` and `w` as for `greedy.choose`; `prices` are the `PRICES`.
    """
    if s.phase == CLAIM:
        return CLAIM_MOVE + low_bit(s.claimable) if s.claimable else DONE
    if s.phase == DRAW or s.phase == RECRUIT:
        return DRAW_TACTIC if parts & TACTICS and wants_tactic(s, prices) else DRAW_CLAN
    return weigh_up(s, blank(), parts, w, prices)


@inner
def weigh_up(s, row, parts, w, prices):
    """Find the best use of a card; `row` is the scratch."""
    e = opened(row)
    p = s.turn & 1
    expect(s, e, parts, w)
    stand_in(s, e, LANES, SHAPE)
    judge_hand(s, e, w, LANES, SHAPE, promise)
    judge_beside_elites(s, e, w, own_elites(s) & s.open[p], at_stone, laid)
    weigh(e, parts, w)
    if s.phase == RETURN:
        return least_useful(s, e)
    if s.phase == PLAY:
        move, gain = best_play(s, e, parts, w)
        if parts & TACTICS == 0:
            return move
        return best_tactic(s, e, w, prices, move, 0.0 if move == PASS else gain)
    _, card, lane = best_ruse(s, e, w, s.ruse)
    if s.phase == PUT:
        return DROP if lane < 0 else PUT_MOVE + lane
    return TAKE_MOVE + card


@inner
def wants_tactic(s, prices):
    """Whether to draw a tactic card: few are in hand, and it could be played."""
    p = s.turn & 1
    return popcount(s.tactic_hand[p]) < prices.hold and may_play_tactic(s, p)


# --- what a change is worth ---------------------------------------------------------------------


@inner
def own_elites(s):
    """Return the stones where elite cards of the player to move lie."""
    lanes = 0
    for lane in range(LANES):
        if s.wild[s.turn & 1, lane]:
            lanes |= 1 << lane
    return lanes


@inner
def at_stone(s, e, w, lane, sides, hand):
    """Chance at a stone if these sides lay there; `w` is not asked."""
    return outlook(e, lane, sides, hand, s.demand[lane], SHAPE)


@inner
def gain_of(s, e, lane, sides, demand):
    """What the mover gains if these sides lay at a stone, under this demand."""
    then = outlook(e, lane, sides, s.hand[s.turn & 1], demand, SHAPE)
    return e.matters[lane] * (then - e.value[0, lane, 0])


@jit
def gain_at(s, e, w, lane, sides):
    """What the mover gains if these sides lay at a stone; `w` is not asked."""
    return gain_of(s, e, lane, sides, s.demand[lane])


@inner
def laid(s, sides, card):
    """Return the sides of a stone once a card came to the mover's, whatever the state."""
    return added(sides, card, SHAPE)


# --- the choice ---------------------------------------------------------------------------------


@jit
def least_useful(s, e):
    """Put back the clan card whose loss costs least; a tactic card only if there is no other."""
    p = s.turn & 1
    cards = s.hand[p]
    if cards == 0:
        return RETURN_MOVE + CARDS + low_bit(s.tactic_hand[p])
    best = -1
    best_loss = 99.0
    for i in range(1, popcount(s.hand[p]) + 1):
        loss = missed_everywhere(e, i)
        if loss < best_loss:
            best_loss = loss
            best = low_bit(cards)
        cards &= cards - 1
    return RETURN_MOVE + best


@jit
def best_tactic(s, e, w, prices, move, gain):
    """Of `move`, which gains so much, and all tactic cards in hand, return the best."""
    p = s.turn & 1
    cards = s.tactic_hand[p] & (1 << RECRUITER - CARDS) - 1
    while cards != 0:
        card = CARDS + low_bit(cards)
        cards &= cards - 1
        price = prices.elite if card < BLUFF else prices.mode
        lanes = tactic_lanes(s, card)
        while lanes != 0:
            lane = low_bit(lanes)
            lanes &= lanes - 1
            value = gain_with_tactic(s, e, lane, card) - price
            if value > gain:
                gain = value
                move = card * LANES + lane
    ruses = tactic_ruses(s)
    while ruses != 0:
        ruse = RECRUITER + low_bit(ruses)
        ruses &= ruses - 1
        value = prices.recruiter
        if ruse != RECRUITER:
            value, _, _ = best_ruse(s, e, w, ruse)
            value -= prices.ruse
        if value > gain:
            gain = value
            move = RUSE_MOVE + ruse - RECRUITER
    return move


@jit
def gain_with_tactic(s, e, lane, card):
    """What an elite card on the mover's side of a stone gains, or a combat mode there."""
    sides = sides_at(s, lane)
    if card < BLUFF:
        return gain_of(s, e, lane, added(sides, card, SHAPE), s.demand[lane])
    return gain_of(s, e, lane, sides, MUD_CODE if card == MUD else BLUFF_CODE)


@jit
def best_ruse(s, e, w, ruse):
    """Find the best card for a ruse to take; returns its gain, the card and where it goes, or -1.

    Once the card is picked, that card only. Claimed stones are out of reach.
    """
    does = STEAL
    if ruse == BANSHEE:
        does = DISCARD_THEIRS
    elif ruse == STRATEGIST:
        does = MOVE_OWN
    picked = s.taken if s.phase == PUT else -1
    lanes = ALL_LANES & ~(s.claimed[0] | s.claimed[1])
    return best_taking(s, e, w, does, picked, lanes, SHAPE, gain_at, laid)
