"""What each hand card is worth at each lane: where a bot looks one move ahead.

Both games' `greedy` share this. What a lane is worth each game says with a kernel of its own.
"""

from __future__ import annotations

from stlib.base.bits import low_bit, popcount
from stlib.base.compiled import inner
from stlib.bots.lane_value import begin, helpful, prepare

__all__ = ["foresee", "judge_hand", "take_sides"]

NO_CARD = -1
MOST_CERTAIN = 0.9  # greatest chance of an unseen card to come to a lane


@inner
def foresee(s, e, w, my_draws, their_draws, shape):
    """Prepare what both players may expect, from how many cards each will still draw.

    The other player's hidden hand counts as drawn. `w` are the game's weights.
    """
    begin(e, s.unplayed & ~s.hand[s.turn & 1])
    unseen = float(popcount(e.unseen))
    for player in range(2):
        chance = 0.0
        if unseen > 0.0:
            chance = min(MOST_CERTAIN, (their_draws if player else my_draws) / unseen)
        prepare(e, player, chance, w.keep, w.spread, w.high, shape)


@inner
def take_sides(s, e, lanes):
    """Fill in ``e.sides`` where no elite cards are in play."""
    for p in range(2):
        for lane in range(lanes):
            e.sides[p, lane] = s.side[p, lane]


@inner
def judge_hand(s, e, w, lanes, shape, worth):
    """Fill in ``e.value``: each lane as things stand, and with each hand card there or elsewhere.

    A card laid elsewhere is missing from the hand; only where it could help is this counted.

    Parameters
    ----------
    s, e, w : opened state, opened scratch, weights
        ``e.sides`` is filled in.
    lanes : int
        Number of lanes.
    shape : Shape
        The deck.
    worth : kernel
        ``worth(s, e, w, lane, card, hand)``: worth of a lane once a hand card lies there
        (NO_CARD: none) and `hand` is left.
    """
    p = s.turn & 1
    for lane in range(lanes):
        e.helped[lane] = 0
        if s.open[p] >> lane & 1:
            e.helped[lane] = helpful(e.sides[p, lane], s.demand[lane], shape)
    cards = s.hand[p]
    card = NO_CARD
    for i in range(popcount(s.hand[p]) + 1):
        hand = s.hand[p]
        if i > 0:
            card = low_bit(cards)
            cards &= cards - 1
            hand &= ~(1 << card)
        for lane in range(lanes):
            for there in range(2):
                e.value[i, lane, there] = e.value[0, lane, 0]
                if is_new(s, e, i, card, lane, there):
                    laid = card if there else NO_CARD
                    e.value[i, lane, there] = worth(s, e, w, lane, laid, hand)


@inner
def is_new(s, e, i, card, lane, there):
    """Whether a lane may be worth something else once hand card number `i` is laid.

    Number 0 is no card: the lane as things stand.
    """
    if i == 0:
        return there == 0
    if there:
        return s.open[s.turn & 1] >> lane & 1 != 0
    return e.helped[lane] >> card & 1 != 0
