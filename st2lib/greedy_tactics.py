"""What `greedy` does in Schotten Totten 2 with tactic cards.

A tactic card is worth what it changes: how well the wall holds with the elite
card, or after the action, less how well it holds as things stand (see
`st2lib.greedy`). From this its price is taken, since a card kept may do more
later. It is played if that is more than the best siege card gains.
"""

from __future__ import annotations

import numpy as np

from st2lib.greedy import (
    TACTICS as TACTICS_PART,
)
from st2lib.greedy import (
    best_play,
    best_preparation,
    danger,
    estimate,
    foresee,
    hold,
)
from st2lib.rules import (
    ACTION_MOVE,
    AT,
    AT_MOVE,
    ATTACKER,
    BETRAYAL,
    CARDS,
    COLORS,
    DECLARE_MOVE,
    DEFENDER,
    DESERTION,
    DRAW,
    DRAW_SIEGE,
    DRAW_TACTIC,
    DROP,
    END,
    END_MOVE,
    EXCHANGE,
    EXPLOSION,
    GIVE,
    GIVE_MOVE,
    LANES,
    LOW,
    MID,
    PASS,
    PREP,
    PUT,
    PUT_MOVE,
    RECRUIT,
    REDEPLOY,
    SPY_STEP,
    SUPPORT,
    TACTICS,
    TAKE_MOVE,
    VALUES,
)
from st2lib.state import opposite_card, wild_of
from st2lib.tactics import playable_actions, playable_elites
from stlib.base.bits import low_bit, popcount, top_bit
from stlib.base.compiled import inner, jit
from stlib.bots.elite_value import settle
from stlib.bots.lane_value import ODDS, PROFILE

__all__ = ["PRICES", "choose"]

#: In units of the chance that the wall holds, the attacker's then the defender's: what an elite
#: card and an action must gain more than a siege card; what Support and Exchange are worth;
#: tactic cards to hold before drawing siege cards: none for the defender, who gains by a
#: short siege deck. Tried by hand on some 400 deals with key 7.
PRICES = np.array([[0.05, 0.03, 0.03, 0.0, 2.0], [0.1, 0.06, -1.0, -0.05, 0.0]])
ELITE_PRICE, ACTION_PRICE, SUPPORT_WORTH, EXCHANGE_WORTH, HOLD = range(PRICES.shape[1])

THE_DECK = (COLORS, LOW, VALUES - 1, SPY_STEP)


@jit
def choose(s, parts, w, prices):
    """Declare what can be proven; else prepare if it pays; else the best card of either kind.

    `parts` and `w` as for `greedy.choose`; `prices` are the `PRICES`.
    """
    if s.phase <= END and s.declarable:
        return DECLARE_MOVE + low_bit(s.declarable)
    if s.phase == END:
        return END_MOVE
    if s.phase == MID or s.phase == DRAW:
        tactic = parts & TACTICS_PART and wants_tactic(s, prices)
        return DRAW_TACTIC if s.drawn == CARDS or tactic else DRAW_SIEGE
    risk = np.empty((popcount(s.hand[s.turn & 1]) + 1, LANES, 2))
    odds = np.empty((2, ODDS))
    rows = np.empty((LANES + 3, PROFILE))
    known = np.full((LANES + 3, 3), -1)
    sides = np.empty((2, LANES), np.int64)
    stand_in(s, parts, w, sides, odds, rows, known)
    estimate(s, sides, parts, w, risk, odds, rows, known)
    change_beside_elites(s, sides, w, risk, odds, rows, known)
    if s.phase == GIVE:
        return least_useful(s, risk)
    if s.phase != PREP:
        _, card, lane = best_action(s, s.action, sides, w, risk, odds, rows, known)
        if s.phase == AT:
            return AT_MOVE + lane
        if s.phase == PUT:
            return DROP if lane < 0 else PUT_MOVE + lane
        return TAKE_MOVE + card
    move = best_preparation(s, parts, w, risk)
    if move >= 0:
        return move
    tactic, gain = PASS, 0.0
    if parts & TACTICS_PART:
        tactic, gain = best_tactic(s, sides, w, risk, prices, odds, rows, known)
    now = good(s, hold(risk, 0))
    move, value = best_play(s, w, risk)
    if tactic != PASS and (move == PASS or gain > value - now):
        return tactic
    return move


@inner
def wants_tactic(s, prices):
    """Whether to draw a tactic card: few are in hand, and it could be played."""
    p = s.turn & 1
    return (
        s.tactic_drawn < TACTICS
        and popcount(s.tactic_hand[p]) < prices[p, HOLD]
        and s.played[p] <= s.played[1 - p]
    )


@inner
def good(s, wall):
    """How good a chance that the wall holds is for the mover."""
    return wall if s.turn == DEFENDER else -wall


# --- the estimate with elite cards --------------------------------------------------------------


@jit
def stand_in(s, parts, w, sides, odds, rows, known):
    """Fill in all sides, numbered cards in place of elite ones."""
    p = s.turn & 1
    foresee(s, parts, w, s.unplayed & ~s.hand[p], odds)
    for lane in range(LANES):
        for q in range(2):
            sides[q, lane] = s.side[q, lane]
        if s.wild[0, lane] | s.wild[1, lane]:
            a, d = settled(
                s,
                lane,
                s.side[0, lane] + 0,
                s.wild[0, lane] + 0,
                s.side[1, lane] + 0,
                s.wild[1, lane] + 0,
                s.hand[p] + 0,
                odds,
                rows,
                known,
            )
            sides[0, lane] = a
            sides[1, lane] = d


@jit
def settled(s, lane, a, a_wild, d, d_wild, hand, odds, rows, known):
    """Attacker's and defender's side of a tile, numbered cards in place of elite ones."""
    p = s.turn & 1
    unseen = s.unplayed & ~s.hand[p]
    demand = s.demand[lane] + 0
    mine, theirs = (a, d) if p == ATTACKER else (d, a)
    wild, across = (a_wild, d_wild) if p == ATTACKER else (d_wild, a_wild)
    mine, theirs, _ = settle(
        mine, theirs, wild, across, hand, unseen, odds, demand, rows, known, lane + 3, THE_DECK
    )
    return (mine, theirs) if p == ATTACKER else (theirs, mine)


@jit
def threat(s, sides, w, lane, mine, wild, theirs, across, hand, odds, rows, known):
    """`greedy.danger` of a tile if these lay there, the mover's cards first."""
    p = s.turn & 1
    if p == ATTACKER:
        a, d = settled(s, lane, mine, wild, theirs, across, hand, odds, rows, known)
    else:
        a, d = settled(s, lane, theirs, across, mine, wild, hand, odds, rows, known)
    unseen = s.unplayed & ~s.hand[p]
    return danger(s, sides, w, lane, a, d, hand, unseen, odds, rows, known)


@jit
def change_beside_elites(s, sides, w, risk, odds, rows, known):
    """Where elite cards lie, look again at laying a siege card, at oil and at retreating."""
    p = s.turn & 1
    for lane in range(LANES):
        if s.wild[0, lane] | s.wild[1, lane] == 0:
            continue
        cards = s.hand[p] + 0
        for i in range(len(risk)):
            mine, wild = s.side[p, lane] + 0, s.wild[p, lane] + 0
            theirs, across = s.side[1 - p, lane] + 0, s.wild[1 - p, lane] + 0
            hand = s.hand[p] + 0
            if i > 0:
                card = low_bit(cards)
                cards &= cards - 1
                hand &= ~(1 << card)
                if s.full[p] >> lane & 1:
                    continue
                mine, theirs = meeting(card, mine, theirs)
            elif s.count[ATTACKER, lane] == 0:
                continue
            elif p == ATTACKER:
                mine = wild = 0
            else:
                first = s.cards[ATTACKER, lane, 0] + 0
                theirs &= ~bit_of(first)
                across -= code_of(first)
            risk[i, lane, 1] = threat(
                s, sides, w, lane, mine, wild, theirs, across, hand, odds, rows, known
            )


@inner
def meeting(card, mine, theirs):
    """Both sides once a siege card has come to the first: 0 and 11 of a color go together."""
    rival = opposite_card(card)
    if rival >= 0 and theirs >> rival & 1:
        return mine, theirs & ~(1 << rival)
    return mine | 1 << card, theirs


@inner
def bit_of(card):
    """A siege card as a set; none for an elite card."""
    return 1 << card if card < CARDS else 0


@inner
def code_of(card):
    """An elite card as a code, see `stlib.cards.demand.EliteCode`; 0 for a siege card."""
    return 0 if card < CARDS else wild_of(card)


# --- the choice ---------------------------------------------------------------------------------


@jit
def least_useful(s, risk):
    """Give the siege card whose loss costs least; a tactic card only if there is no other."""
    p = s.turn & 1
    cards = s.hand[p] + 0
    best = -1
    best_value = -2.0
    for i in range(1, len(risk)):
        value = good(s, hold(risk, i))
        if s.given[p] & cards & -cards == 0 and value > best_value:
            best_value = value
            best = low_bit(cards)
        cards &= cards - 1
    if best < 0:
        return GIVE_MOVE + CARDS + low_bit(s.tactic_hand[p] & ~s.tactic_given[p])
    return GIVE_MOVE + best


@inner
def gained(s, risk, lane, then):
    """What the mover gains if the danger at one tile becomes `then`."""
    wall = hold(risk, 0)
    return good(s, wall / (1.0 - risk[0, lane, 0]) * (1.0 - then)) - good(s, wall)


@jit
def best_tactic(s, sides, w, risk, prices, odds, rows, known):
    """Find the best use of a tactic card in hand, and its gain less its price; PASS if none."""
    p = s.turn & 1
    best, best_gain = PASS, -99.0
    elites = playable_elites(s)
    while elites != 0:
        card = CARDS + low_bit(elites)
        elites &= elites - 1
        lanes = s.open[p] + 0
        while lanes != 0:
            lane = low_bit(lanes)
            lanes &= lanes - 1
            then = arriving(s, sides, w, lane, card, p, -1, -1, odds, rows, known)
            gain = gained(s, risk, lane, then) - prices[p, ELITE_PRICE]
            if gain > best_gain:
                best, best_gain = card * LANES + lane, gain
    actions = playable_actions(s)
    while actions != 0:
        card = REDEPLOY + low_bit(actions)
        actions &= actions - 1
        if card == SUPPORT:
            gain = prices[p, SUPPORT_WORTH]
        elif card == EXCHANGE:
            gain = prices[p, EXCHANGE_WORTH]
        else:
            gain, _, _ = best_action(s, card, sides, w, risk, odds, rows, known)
            gain -= prices[p, ACTION_PRICE]
        if gain > best_gain:
            best, best_gain = ACTION_MOVE + card - REDEPLOY, gain
    return best, best_gain


@jit
def best_action(s, action, sides, w, risk, odds, rows, known):
    """Find what an action does best: its gain, the card it takes, the tile where it acts or -1.

    Once the card is picked, that card only.
    """
    if action == SUPPORT:
        return 0.0, top_bit(s.discard & ~s.put_back), -1
    if action == EXPLOSION:
        return best_explosion(s, sides, w, risk, odds, rows, known)
    if action == RECRUIT:
        return best_recruit(s, sides, w, risk, odds, rows, known)
    p = s.turn & 1
    q = p if action == REDEPLOY else 1 - p
    best, best_card, best_lane = -99.0, -1, -1
    for lane in range(LANES):
        for i in range(s.count[q, lane]):
            card = s.cards[q, lane, i] + 0
            if (action == BETRAYAL and card >= CARDS) or (s.phase == PUT and card != s.taken):
                continue
            gone = gained(
                s, risk, lane, arriving(s, sides, w, lane, -1, q, lane, card, odds, rows, known)
            )
            if action != BETRAYAL and gone > best:
                best, best_card, best_lane = gone, card, -1
            if action == DESERTION:
                continue
            lanes = s.open[p] + 0
            if action == REDEPLOY:
                lanes &= ~(1 << lane)
            while lanes != 0:
                to = low_bit(lanes)
                lanes &= lanes - 1
                then = arriving(s, sides, w, to, card, q, lane, card, odds, rows, known)
                gain = gained(s, risk, to, then) + (0.0 if to == lane else gone)
                if gain > best:
                    best, best_card, best_lane = gain, card, to
    return best, best_card, best_lane


@jit
def best_explosion(s, sides, w, risk, odds, rows, known):
    """Find the tile to sweep."""
    best, best_lane = -99.0, -1
    for lane in range(LANES):
        if s.count[0, lane] + s.count[1, lane] > 0:
            hand = s.hand[s.turn & 1] + 0
            then = threat(s, sides, w, lane, 0, 0, 0, 0, hand, odds, rows, known)
            gain = gained(s, risk, lane, then)
            if gain > best:
                best, best_lane = gain, lane
    return best, -1, best_lane


@jit
def best_recruit(s, sides, w, risk, odds, rows, known):
    """Find the discarded card to lay, and where."""
    p = s.turn & 1
    best, best_card, best_lane = -99.0, -1, -1
    cards = 1 << s.taken if s.phase == PUT else s.discard + 0
    while cards != 0:
        card = low_bit(cards)
        cards &= cards - 1
        lanes = s.open[p] + 0
        while lanes != 0:
            lane = low_bit(lanes)
            lanes &= lanes - 1
            then = arriving(s, sides, w, lane, card, p, -1, -1, odds, rows, known)
            gain = gained(s, risk, lane, then)
            if gain > best:
                best, best_card, best_lane = gain, card, lane
    return best, best_card, best_lane


@jit
def arriving(s, sides, w, lane, card, q, source, lost, odds, rows, known):
    """Danger at a tile once `card` came to the mover's side of it (-1: none).

    If `source` is this tile, the card `lost` has left the side of player `q` there.
    """
    p = s.turn & 1
    mine, wild = s.side[p, lane] + 0, s.wild[p, lane] + 0
    theirs, across = s.side[1 - p, lane] + 0, s.wild[1 - p, lane] + 0
    if source == lane and q == p:
        mine &= ~bit_of(lost)
        wild -= code_of(lost)
    elif source == lane:
        theirs &= ~bit_of(lost)
        across -= code_of(lost)
    if card >= CARDS:
        wild += wild_of(card)
    elif card >= 0 and s.still_actions:
        mine |= 1 << card
    elif card >= 0:
        mine, theirs = meeting(card, mine, theirs)
    hand = s.hand[p] + 0
    return threat(s, sides, w, lane, mine, wild, theirs, across, hand, odds, rows, known)
