"""What `greedy` does in Schotten Totten with tactic cards.

A tactic card is worth what it changes: the chance at a stone with the elite
card, under the combat mode, or after the ruse, less the chance as things
stand, each stone weighted as in `stlib.st1.greedy`. From this its price is taken,
since a card kept may do more later. It is played if that is more than the
best clan card gains.
"""

from __future__ import annotations

import numpy as np

from stlib.base.bits import low_bit, popcount
from stlib.base.compiled import inner, jit
from stlib.bots.elite_value import outlook, settle
from stlib.bots.lane_value import ODDS, PROFILE
from stlib.st1.greedy import TACTICS, TRIPLES, best_play, estimate, foresee, weigh
from stlib.st1.rules import (
    BANSHEE,
    BLUFF,
    BLUFF_CODE,
    CARDS,
    CLAIM,
    CLAIM_MOVE,
    COLORS,
    DONE,
    DRAW,
    DRAW_CLAN,
    DRAW_TACTIC,
    DROP,
    LANES,
    LOW,
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
    SPY_STEP,
    STRATEGIST,
    TAKE_MOVE,
    TRAITOR,
    VALUES,
)
from stlib.st1.state import wild_of
from stlib.st1.tactics import tactic_lanes, tactic_ruses

__all__ = ["PRICES", "choose"]

#: In units of a stone's chance: what an elite card, a combat mode and a ruse must gain more
#: than a clan card; what the Recruiter is worth; tactic cards to hold before drawing clan cards.
#: Tried by hand on some 800 deals with key 7; the score depends little on them.
PRICES = np.array([0.4, 0.5, 0.4, 0.1, 1.0])
ELITE_PRICE, MODE_PRICE, RUSE_PRICE, RECRUITER_WORTH, HOLD = range(len(PRICES))

THE_DECK = (COLORS, LOW, VALUES - 1, SPY_STEP)


@jit
def choose(s, parts, w, prices):
    """Claim what can be proven; else the best card of either kind, and its best use.

    `parts` and `w` as for `greedy.choose`; `prices` are the `PRICES`.
    """
    if s.phase == CLAIM:
        return CLAIM_MOVE + low_bit(s.claimable) if s.claimable else DONE
    if s.phase == DRAW or s.phase == RECRUIT:
        return DRAW_TACTIC if parts & TACTICS and wants_tactic(s, prices) else DRAW_CLAN
    x = np.empty((popcount(s.hand[s.turn & 1]) + 1, LANES, 2))
    odds = np.empty((2, ODDS))
    rows = np.empty((LANES + 3, PROFILE))
    known = np.full((LANES + 3, 3), -1)
    sides = np.empty((2, LANES), np.int64)
    matters = np.ones(LANES)
    stand_in(s, parts, w, sides, odds, rows, known)
    estimate(s, sides, parts, w, x, odds, rows, known)
    lay_beside_elites(s, x, odds, rows, known)
    if parts & TRIPLES:
        weigh(w, x, np.empty(1 << LANES), matters)
    if s.phase == RETURN:
        return least_useful(s, x, matters)
    if s.phase == PLAY:
        move, gain = best_play(s, parts, w, x, matters)
        if move == PASS:
            gain = 0.0
        if parts & TACTICS == 0:
            return move
        return best_tactic(s, x, matters, prices, odds, rows, known, move, gain)
    _, card, lane = best_ruse(s, s.ruse, x, matters, odds, rows, known)
    if s.phase == PUT:
        return DROP if lane < 0 else PUT_MOVE + lane
    return TAKE_MOVE + card


@inner
def wants_tactic(s, prices):
    """Whether to draw a tactic card: few are in hand, and it could be played."""
    p = s.turn & 1
    return popcount(s.tactic_hand[p]) < prices[HOLD] and s.played[p] <= s.played[1 - p]


# --- the estimate with elite cards --------------------------------------------------------------


@jit
def stand_in(s, parts, w, sides, odds, rows, known):
    """Fill in all sides, numbered cards in place of elite ones."""
    p = s.turn & 1
    o = 1 - p
    unseen = s.unplayed & ~s.hand[p]
    foresee(s, parts, w, unseen, odds)
    for lane in range(LANES):
        sides[p, lane] = s.side[p, lane]
        sides[o, lane] = s.side[o, lane]
        if s.wild[p, lane] | s.wild[o, lane]:
            sides[p, lane], sides[o, lane], _ = settle(
                s.side[p, lane] + 0,
                s.side[o, lane] + 0,
                s.wild[p, lane] + 0,
                s.wild[o, lane] + 0,
                s.hand[p] + 0,
                unseen,
                odds,
                s.demand[lane] + 0,
                rows,
                known,
                lane + 3,
                THE_DECK,
            )


@jit
def at_stone(s, lane, mine, my_wild, theirs, their_wild, demand, hand, odds, rows, known):
    """Chance at a stone if these lay there."""
    return outlook(
        mine,
        theirs,
        my_wild,
        their_wild,
        hand,
        s.unplayed & ~s.hand[s.turn & 1],
        odds,
        demand,
        rows,
        known,
        lane + 3,
        THE_DECK,
    )


@jit
def lay_beside_elites(s, x, odds, rows, known):
    """Let own elite cards stand for something else once a clan card is laid beside them."""
    p = s.turn & 1
    o = 1 - p
    for lane in range(LANES):
        if s.wild[p, lane] and s.open[p] >> lane & 1:
            cards = s.hand[p] + 0
            for i in range(1, len(x)):
                bit = cards & -cards
                cards ^= bit
                mine = s.side[p, lane] | bit
                theirs = s.side[o, lane] + 0
                wild = s.wild[p, lane] + 0
                across = s.wild[o, lane] + 0
                demand = s.demand[lane] + 0
                hand = s.hand[p] & ~bit
                x[i, lane, 1] = at_stone(
                    s, lane, mine, wild, theirs, across, demand, hand, odds, rows, known
                )


# --- the choice ---------------------------------------------------------------------------------


@jit
def least_useful(s, x, matters):
    """Put back the clan card whose loss costs least; a tactic card only if there is no other."""
    p = s.turn & 1
    cards = s.hand[p] + 0
    if cards == 0:
        return RETURN_MOVE + CARDS + low_bit(s.tactic_hand[p])
    best = -1
    best_loss = 99.0
    for i in range(1, len(x)):
        loss = 0.0
        for lane in range(LANES):
            loss += matters[lane] * (x[0, lane, 0] - x[i, lane, 0])
        if loss < best_loss:
            best_loss = loss
            best = low_bit(cards)
        cards &= cards - 1
    return RETURN_MOVE + best


@jit
def best_tactic(s, x, matters, prices, odds, rows, known, move, gain):
    """Of a clan card that gains so much and all tactic cards in hand, the best."""
    p = s.turn & 1
    cards = s.tactic_hand[p] & (1 << RECRUITER - CARDS) - 1
    while cards != 0:
        card = CARDS + low_bit(cards)
        cards &= cards - 1
        price = prices[ELITE_PRICE if card < BLUFF else MODE_PRICE]
        lanes = tactic_lanes(s, card)
        while lanes != 0:
            lane = low_bit(lanes)
            lanes &= lanes - 1
            value = matters[lane] * (with_tactic(s, card, lane, odds, rows, known) - x[0, lane, 0])
            if value - price > gain:
                gain = value - price
                move = card * LANES + lane
    ruses = tactic_ruses(s)
    while ruses != 0:
        ruse = RECRUITER + low_bit(ruses)
        ruses &= ruses - 1
        value = prices[RECRUITER_WORTH]
        if ruse != RECRUITER:
            value, _, _ = best_ruse(s, ruse, x, matters, odds, rows, known)
            value -= prices[RUSE_PRICE]
        if value > gain:
            gain = value
            move = RUSE_MOVE + ruse - RECRUITER
    return move


@jit
def with_tactic(s, card, lane, odds, rows, known):
    """Chance at a stone with an elite card on the mover's side, or under a combat mode."""
    p = s.turn & 1
    wild = s.wild[p, lane] + 0
    demand = s.demand[lane] + 0
    if card == BLUFF:
        demand = BLUFF_CODE
    elif card == MUD:
        demand = MUD_CODE
    else:
        wild += wild_of(card)
    mine, theirs = s.side[p, lane] + 0, s.side[1 - p, lane] + 0
    across = s.wild[1 - p, lane] + 0
    hand = s.hand[p] + 0
    return at_stone(s, lane, mine, wild, theirs, across, demand, hand, odds, rows, known)


@jit
def best_ruse(s, ruse, x, matters, odds, rows, known):
    """Find the best card for a ruse to take; returns its gain, the card and where it goes, or -1.

    Once the card is picked, that card only.
    """
    p = s.turn & 1
    q = p if ruse == STRATEGIST else 1 - p
    best, best_card, best_lane = -99.0, -1, -1
    for lane in range(LANES):
        if (s.claimed[0] | s.claimed[1]) >> lane & 1:
            continue
        for i in range(s.count[q, lane]):
            card = s.cards[q, lane, i] + 0
            if (ruse == TRAITOR and card >= CARDS) or (s.phase == PUT and card != s.taken):
                continue
            after = without(s, q, lane, card, odds, rows, known)
            gain = matters[lane] * (after - x[0, lane, 0])
            if ruse != TRAITOR and gain > best:
                best, best_card, best_lane = gain, card, -1
            if ruse == BANSHEE:
                continue
            lanes = s.open[p] + 0
            if ruse == STRATEGIST:
                lanes &= ~(1 << lane)
            while lanes != 0:
                to = low_bit(lanes)
                lanes &= lanes - 1
                value = (0.0 if to == lane else gain) + matters[to] * (
                    moved(s, q, lane, card, to, odds, rows, known) - x[0, to, 0]
                )
                if value > best:
                    best, best_card, best_lane = value, card, to
    return best, best_card, best_lane


@inner
def bit_of(card):
    """A clan card as a set; none for an elite card."""
    return 1 << card if card < CARDS else 0


@inner
def code_of(card):
    """An elite card as a code, see `stlib.cards.demand.EliteCode`; 0 for a clan card."""
    return 0 if card < CARDS else wild_of(card)


@jit
def without(s, q, lane, card, odds, rows, known):
    """Chance at a stone once a card has left the side of player `q`."""
    p = s.turn & 1
    mine, theirs = s.side[p, lane] + 0, s.side[1 - p, lane] + 0
    wild, across = s.wild[p, lane] + 0, s.wild[1 - p, lane] + 0
    if q == p:
        mine &= ~bit_of(card)
        wild -= code_of(card)
    else:
        theirs &= ~bit_of(card)
        across -= code_of(card)
    demand = s.demand[lane] + 0
    hand = s.hand[p] + 0
    return at_stone(s, lane, mine, wild, theirs, across, demand, hand, odds, rows, known)


@jit
def moved(s, q, lane, card, to, odds, rows, known):
    """Chance at stone `to` once a card came there from the side of player `q` at `lane`."""
    p = s.turn & 1
    mine = s.side[p, to] | bit_of(card)
    theirs = s.side[1 - p, to] + 0
    wild = s.wild[p, to] + code_of(card)
    across = s.wild[1 - p, to] + 0
    if to == lane and q != p:
        theirs &= ~bit_of(card)
        across -= code_of(card)
    demand = s.demand[to] + 0
    hand = s.hand[p] + 0
    return at_stone(s, to, mine, wild, theirs, across, demand, hand, odds, rows, known)
