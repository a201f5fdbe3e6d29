"""What a lane is worth with elite cards on it, and what it would be worth if cards moved.

An elite card gets its color and value only when a claim is decided. Until then
this estimate treats it as the numbered card that helps its owner most on the lane
as it is now, because `stlib.bots.lane_value` knows only numbered cards.

Both games have tactic cards that take a card from one lane and may lay it on
another (ruses in Schotten Totten, actions in its sequel). The search for the best
such move is here. Each game has its own kernels for what a change is worth and for
how a card is laid.
"""

from __future__ import annotations

from typing import NamedTuple

from stlib.base.bits import low_bit, popcount
from stlib.base.compiled import inner, jit
from stlib.bots.lane_value import chance, helpful
from stlib.cards.demand import CardSet, EliteCode
from stlib.claims.codes import ONE_JOKER, ONE_SHIELD, ONE_SPY, elite_code, elites_in, size_of
from stlib.claims.elite_refutation import shield_steps
from stlib.claims.strength import strength

__all__ = [
    "DISCARD_THEIRS",
    "MOVE_OWN",
    "STEAL",
    "Sides",
    "added",
    "best_taking",
    "judge_beside_elites",
    "outlook",
    "settle",
    "sides_at",
    "stand_in",
    "taken",
]


class Sides(NamedTuple):
    """Both sides of a lane, as the player to move sees them."""

    mine: CardSet
    my_elites: EliteCode
    theirs: CardSet
    their_elites: EliteCode


@inner
def sides_at(s, lane):
    """Return the sides of a lane as they lie there."""
    p = s.turn & 1
    return Sides(s.side[p, lane], s.wild[p, lane], s.side[1 - p, lane], s.wild[1 - p, lane])


@inner
def wild_of(card, shape):
    """Return an elite card's part in the code of a side; 0 for a numbered card.

    In both games the elite cards have the ids after the numbered ones.
    """
    place = card - shape.colors * (shape.top + 1)
    return elite_code(1 << place) if place >= 0 else 0


@inner
def taken(sides, own, card, shape):
    """Return the sides once a card has left the mover's (`own`) or the other one."""
    code = wild_of(card, shape)
    bit = 0 if code else 1 << card
    if own:
        mine, my_elites = sides.mine & ~bit, sides.my_elites - code
        return Sides(mine, my_elites, sides.theirs, sides.their_elites)
    theirs, their_elites = sides.theirs & ~bit, sides.their_elites - code
    return Sides(sides.mine, sides.my_elites, theirs, their_elites)


@inner
def added(sides, card, shape):
    """Return the sides once a card has come to the mover's."""
    code = wild_of(card, shape)
    bit = 0 if code else 1 << card
    return Sides(sides.mine | bit, sides.my_elites + code, sides.theirs, sides.their_elites)


# --- the estimate -------------------------------------------------------------------------------


@inner
def stand_in(s, e, lanes, shape):
    """Fill in ``e.sides``: the table, with numbered cards in place of elite ones."""
    p = s.turn & 1
    for lane in range(lanes):
        sides = sides_at(s, lane)
        mine, theirs = sides.mine, sides.theirs
        if sides.my_elites | sides.their_elites:
            mine, theirs, _ = settle(e, lane, sides, s.hand[p], s.demand[lane], shape)
        e.sides[p, lane] = mine
        e.sides[1 - p, lane] = theirs


@jit
def settle(e, lane, sides, hand, demand, shape):
    """Return both sides of a lane with numbered cards for elite ones.

    The other player's elite cards are settled first, the mover's with these in view.

    Parameters
    ----------
    e : opened scratch
        See `stlib.bots.lane_value.chance`, for `hand` too.
    lane : int
    sides : Sides
    hand : CardSet
    demand : DemandCode
    shape : Shape

    Returns
    -------
    mine, theirs : CardSet
    their_strength : Strength
        0 unless their side is full.
    """
    mine, my_elites, theirs, their_elites = sides
    their_strength = 0
    if popcount(theirs) + elites_in(their_elites) == size_of(demand):
        their_strength = strength(theirs, their_elites, demand, shape)
    for own in range(2):
        elites = my_elites if own else their_elites
        while elites != 0:
            steps, elites = next_elite(elites, shape)
            card = best_card(e, lane, own, steps, mine, theirs, their_strength, hand, demand, shape)
            if own:
                mine |= card
            else:
                theirs |= card
    return mine, theirs, their_strength


@inner
def next_elite(elites, shape):
    """Return the steps that the next elite card can stand for, as bits, and the other cards."""
    if elites & ONE_SPY:
        return 1 << shape.spy, elites ^ ONE_SPY
    if elites & ONE_SHIELD:
        return shield_steps(shape.low), elites ^ ONE_SHIELD
    return (1 << shape.top + 1) - 1, elites - ONE_JOKER


@jit
def best_card(e, lane, own, steps, mine, theirs, their_strength, hand, demand, shape):
    """Return the card of one of these steps that serves its owner best, as a set.

    The side is the mover's (`own` is 1) or the other one (0). Tried are the color of the side's
    lowest card and one other color.
    """
    colors = shape.colors
    side = mine if own else theirs
    helps = helpful(side, demand, shape)
    first = low_bit(side) % colors if side != 0 else 0
    best = 0
    best_value = -1.0
    for step in range(shape.top, -1, -1):
        if steps >> step & 1 == 0:
            continue
        for other in range(2):
            free = (1 << colors) - 1 & ~(side >> step * colors)
            free &= ~(1 << first) if other else 1 << first
            bit = (free & -free) << step * colors
            if bit == 0 or (best != 0 and helps & bit == 0):
                continue
            if own:
                value = chance(e, lane, mine | bit, theirs, their_strength, hand, demand, shape)
            else:
                full = theirs | bit
                then = their_strength
                if popcount(full) == size_of(demand):
                    then = strength(full, 0, demand, shape)
                value = 1.0 - chance(e, lane, mine, full, then, hand, demand, shape)
            if value > best_value:
                best_value = value
                best = bit
    return best


@jit
def outlook(e, lane, sides, hand, demand, shape):
    """Chance that the mover's side of a lane will beat the other; see `settle`."""
    mine, theirs, their_strength = settle(e, lane, sides, hand, demand, shape)
    return chance(e, lane, mine, theirs, their_strength, hand, demand, shape)


# --- cards that come and go ---------------------------------------------------------------------


@inner
def judge_beside_elites(s, e, w, lanes, worth, lay):
    """Look again at laying each hand card at these lanes, where elite cards lie.

    They may stand for something else then.

    Parameters
    ----------
    s, e, w : opened state, opened scratch, weights
    lanes : int
        Set of lanes.
    worth : kernel
        ``worth(s, e, w, lane, sides, hand)``: worth of a lane if these sides lay there.
    lay : kernel
        ``lay(s, sides, card)``: the sides once a hand card was laid at the mover's.
    """
    p = s.turn & 1
    while lanes != 0:
        lane = low_bit(lanes)
        lanes &= lanes - 1
        sides = sides_at(s, lane)
        cards = s.hand[p]
        for i in range(1, popcount(s.hand[p]) + 1):
            card = low_bit(cards)
            cards &= cards - 1
            hand = s.hand[p] & ~(1 << card)
            e.value[i, lane, 1] = worth(s, e, w, lane, lay(s, sides, card), hand)


#: What an action does with a card on the table: one of the other player leaves the game; one of
#: one's own goes to another lane or leaves the game; a numbered one of the other player comes
#: to one's own side of any lane.
DISCARD_THEIRS, MOVE_OWN, STEAL = range(3)


@inner
def best_taking(s, e, w, does, only, lanes, shape, gain, lay):
    """Find the best card for an action to take.

    Parameters
    ----------
    s, e, w : opened state, opened scratch, weights
    does : int
        DISCARD_THEIRS, MOVE_OWN or STEAL.
    only : int
        The card that is picked already, or -1.
    lanes : int
        Set of lanes from which a card may be taken.
    shape : Shape
        The deck.
    gain : kernel
        ``gain(s, e, w, lane, sides)``: what the mover gains if these sides lie at a lane.
    lay : kernel
        ``lay(s, sides, card)``: the sides once the action laid a card at the mover's.

    Returns
    -------
    gain : float
        -99 if there is no card to take.
    card : int
        Or -1.
    lane : int
        Where it is laid; -1 if it leaves the game.
    """
    p = s.turn & 1
    own = does == MOVE_OWN
    q = p if own else 1 - p
    best, best_card, best_lane = -99.0, -1, -1
    while lanes != 0:
        lane = low_bit(lanes)
        lanes &= lanes - 1
        for i in range(s.count[q, lane]):
            card = s.cards[q, lane, i]
            if (does == STEAL and wild_of(card, shape)) or (only >= 0 and card != only):
                continue
            left = taken(sides_at(s, lane), own, card, shape)
            gone = gain(s, e, w, lane, left)
            if does != STEAL and gone > best:
                best, best_card, best_lane = gone, card, -1
            targets = 0 if does == DISCARD_THEIRS else s.open[p]
            if own:
                targets &= ~(1 << lane)
            while targets != 0:
                to = low_bit(targets)
                targets &= targets - 1
                sides = left if to == lane else sides_at(s, to)
                then = gain(s, e, w, to, lay(s, sides, card))
                if to != lane:
                    then += gone
                if then > best:
                    best, best_card, best_lane = then, card, to
    return best, best_card, best_lane
