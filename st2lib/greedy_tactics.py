"""What `greedy` does in Schotten Totten 2 with tactic cards.

A tactic card is worth what it changes: how well the wall holds with the elite
card, or after the action, less how well it holds as things stand (see
`st2lib.greedy`). From this its price is taken, since a card kept may do more
later. It is played if that is more than the best siege card gains.
"""

from __future__ import annotations

from typing import NamedTuple

from st2lib.greedy import TACTICS as TACTICS_PART
from st2lib.greedy import (
    best_play,
    best_preparation,
    danger,
    danger_after,
    expect,
    hold,
    hold_if,
    judge_preparations,
    meeting,
)
from st2lib.rules import (
    ACTION_MOVE,
    ALL_LANES,
    AT,
    AT_MOVE,
    ATTACKER,
    BETRAYAL,
    CARDS,
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
    MID,
    PASS,
    PREP,
    PUT,
    PUT_MOVE,
    RECRUIT,
    REDEPLOY,
    SHAPE,
    SUPPORT,
    TACTICS,
    TAKE_MOVE,
)
from st2lib.tactics import playable_actions, playable_elites
from stlib.base.bits import low_bit, popcount, top_bit
from stlib.base.compiled import inner, jit
from stlib.bots.elite_value import (
    DISCARD_THEIRS,
    MOVE_OWN,
    STEAL,
    Sides,
    added,
    best_taking,
    judge_beside_elites,
    settle,
    sides_at,
    stand_in,
    taken,
)
from stlib.bots.hand_value import judge_hand
from stlib.bots.scratch import blank, opened
from stlib.cards.tactic_limit import may_play_tactic

__all__ = ["PRICES", "Prices", "choose"]


class Prices(NamedTuple):
    """What tactic cards must be worth to be played, in units of the chance that the wall holds.

    Parameters
    ----------
    elite, action : float
        What an elite card and an action must gain more than a siege card.
    support, exchange : float
        What Support and Exchange are worth.
    hold : float
        Tactic cards to hold before drawing siege cards.
    """

    elite: float
    action: float
    support: float
    exchange: float
    hold: float


#: The attacker's, then the defender's, who holds no tactic card: a short siege deck favors the
#: defender. Tried by hand on some 400 deals with key 7.
PRICES = (
    Prices(elite=0.05, action=0.03, support=0.03, exchange=0.0, hold=2.0),
    Prices(elite=0.1, action=0.06, support=-1.0, exchange=-0.05, hold=0.0),
)


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
        tactic = parts & TACTICS_PART and wants_tactic(s, prices[s.turn & 1])
        return DRAW_TACTIC if s.drawn == CARDS or tactic else DRAW_SIEGE
    return weigh_up(s, blank(), parts, w, prices[s.turn & 1])


@inner
def weigh_up(s, row, parts, w, prices):
    """Find the best preparation or the best use of a card; `row` is the scratch."""
    e = opened(row)
    p = s.turn & 1
    elites = elite_lanes(s)
    expect(s, e, parts, w)
    stand_in(s, e, LANES, SHAPE)
    judge_hand(s, e, w, LANES, SHAPE, danger_after)
    judge_beside_elites(s, e, w, elites & ~s.full[p], threat, laid_from_hand)
    if s.phase == GIVE:
        return least_useful(s, e)
    if s.phase != PREP:
        _, card, lane = best_action(s, e, w, s.action)
        if s.phase == AT:
            return AT_MOVE + lane
        if s.phase == PUT:
            return DROP if lane < 0 else PUT_MOVE + lane
        return TAKE_MOVE + card
    judge_preparations(s, e, w)
    prepare_beside_elites(s, e, w, elites)
    move = best_preparation(s, e, parts, w)
    if move >= 0:
        return move
    tactic, gain = PASS, 0.0
    if parts & TACTICS_PART:
        tactic, gain = best_tactic(s, e, w, prices)
    now = good(s, hold(e, 0))
    move, value = best_play(s, e, w)
    if tactic != PASS and (move == PASS or gain > value - now):
        return tactic
    return move


@inner
def wants_tactic(s, prices):
    """Whether to draw a tactic card: few are in hand, and it could be played."""
    p = s.turn & 1
    return (
        s.tactic_drawn < TACTICS
        and popcount(s.tactic_hand[p]) < prices.hold
        and may_play_tactic(s, p)
    )


# --- what a change is worth ---------------------------------------------------------------------


@inner
def elite_lanes(s):
    """Return the tiles where elite cards lie, on either side."""
    lanes = 0
    for lane in range(LANES):
        if s.wild[0, lane] | s.wild[1, lane]:
            lanes |= 1 << lane
    return lanes


@jit
def threat(s, e, w, lane, sides, hand):
    """`greedy.danger` of a tile if these sides lay there."""
    mine, theirs, _ = settle(e, lane, sides, hand, s.demand[lane], SHAPE)
    return danger(s, e, w, lane, mine, theirs, hand)


@jit
def prepare_beside_elites(s, e, w, lanes):
    """Look again at oil, or at a retreat, at these tiles, where elite cards lie."""
    p = s.turn & 1
    for lane in range(LANES):
        if lanes >> lane & 1 and s.count[ATTACKER, lane] > 0:
            sides = sides_at(s, lane)
            if p == ATTACKER:
                sides = Sides(0, 0, sides.theirs, sides.their_elites)
            else:
                sides = taken(sides, False, s.cards[ATTACKER, lane, 0], SHAPE)
            e.value[0, lane, 1] = threat(s, e, w, lane, sides, s.hand[p])


@inner
def good(s, wall):
    """How good a chance that the wall holds is for the mover."""
    return wall if s.turn == DEFENDER else -wall


@jit
def gain_at(s, e, w, lane, sides):
    """What the mover gains if these sides lay at a tile."""
    then = threat(s, e, w, lane, sides, s.hand[s.turn & 1])
    wall = hold(e, 0)
    return good(s, hold_if(e, wall, 0, lane, then)) - good(s, wall)


@inner
def laid_from_hand(s, sides, card):
    """Return the sides of a tile once a siege card was laid from the hand, whatever the state."""
    mine, theirs = meeting(card, sides.mine, sides.theirs)
    return Sides(mine, sides.my_elites, theirs, sides.their_elites)


@inner
def laid_by_action(s, sides, card):
    """Return the sides of a tile once an action laid a card there.

    Where the variant says so, a 0 and an 11 laid by an action do not meet.
    """
    if card >= CARDS or s.still_actions:
        return added(sides, card, SHAPE)
    return laid_from_hand(s, sides, card)


# --- the choice ---------------------------------------------------------------------------------


@jit
def least_useful(s, e):
    """Give the siege card whose loss costs least; a tactic card only if there is no other."""
    p = s.turn & 1
    cards = s.hand[p]
    best = -1
    best_value = -2.0
    for i in range(1, popcount(s.hand[p]) + 1):
        value = good(s, hold(e, i))
        if s.given[p] & cards & -cards == 0 and value > best_value:
            best_value = value
            best = low_bit(cards)
        cards &= cards - 1
    if best < 0:
        return GIVE_MOVE + CARDS + low_bit(s.tactic_hand[p] & ~s.tactic_given[p])
    return GIVE_MOVE + best


@jit
def best_tactic(s, e, w, prices):
    """Find the best use of a tactic card in hand, and its gain less its price; PASS if none."""
    best, best_gain = PASS, -99.0
    elites = playable_elites(s)
    while elites != 0:
        card = CARDS + low_bit(elites)
        elites &= elites - 1
        gain, lane = best_lane_for(s, e, w, card, prices.elite)
        if gain > best_gain:
            best, best_gain = card * LANES + lane, gain
    actions = playable_actions(s)
    while actions != 0:
        card = REDEPLOY + low_bit(actions)
        actions &= actions - 1
        if card == SUPPORT:
            gain = prices.support
        elif card == EXCHANGE:
            gain = prices.exchange
        else:
            gain, _, _ = best_action(s, e, w, card)
            gain -= prices.action
        if gain > best_gain:
            best, best_gain = ACTION_MOVE + card - REDEPLOY, gain
    return best, best_gain


@jit
def best_lane_for(s, e, w, card, price):
    """Find the tile where a card gains most on the mover's side.

    The card is an elite one, or a siege card that an action lays. Returns the gain less the
    price, then the tile; -99 and -1 if no tile has a free slot.
    """
    best, best_lane = -99.0, -1
    lanes = s.open[s.turn & 1]
    while lanes != 0:
        lane = low_bit(lanes)
        lanes &= lanes - 1
        gain = gain_at(s, e, w, lane, laid_by_action(s, sides_at(s, lane), card)) - price
        if gain > best:
            best, best_lane = gain, lane
    return best, best_lane


@jit
def best_action(s, e, w, action):
    """Find what an action does best: its gain, the card it takes, the tile where it acts or -1.

    Once the card is picked, that card only.
    """
    if action == SUPPORT:
        return 0.0, top_bit(s.discard & ~s.put_back), -1
    if action == EXPLOSION:
        return best_explosion(s, e, w)
    if action == RECRUIT:
        return best_recruit(s, e, w)
    does = MOVE_OWN
    if action == DESERTION:
        does = DISCARD_THEIRS
    elif action == BETRAYAL:
        does = STEAL
    picked = s.taken if s.phase == PUT else -1
    return best_taking(s, e, w, does, picked, ALL_LANES, SHAPE, gain_at, laid_by_action)


@jit
def best_explosion(s, e, w):
    """Find the tile to sweep."""
    best, best_lane = -99.0, -1
    for lane in range(LANES):
        if s.count[0, lane] + s.count[1, lane] > 0:
            gain = gain_at(s, e, w, lane, Sides(0, 0, 0, 0))
            if gain > best:
                best, best_lane = gain, lane
    return best, -1, best_lane


@jit
def best_recruit(s, e, w):
    """Find the discarded card to lay, and where."""
    best, best_card, best_lane = -99.0, -1, -1
    cards = 1 << s.taken if s.phase == PUT else s.discard
    while cards != 0:
        card = low_bit(cards)
        cards &= cards - 1
        gain, lane = best_lane_for(s, e, w, card, 0.0)
        if gain > best:
            best, best_card, best_lane = gain, card, lane
    return best, best_card, best_lane
