"""What each hand card is worth at each lane: where a bot looks one move ahead.

Both games' `greedy` share this. What a lane is worth each game says with a kernel of its own.
"""

from __future__ import annotations

from stlib.base.bits import low_bit, popcount
from stlib.base.compiled import inner
from stlib.bots.lane_value import begin, helpful, prepare

__all__ = ["foresee", "judge_hand", "take_sides"]

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
        ``worth(s, e, w, lane, card, hand)``: worth of a lane once a hand card lies there (-1:
        none) and `hand` is left.
    """
    p = s.turn & 1
    for lane in range(lanes):
        e.helped[lane] = 0
        if s.open[p] >> lane & 1:
            e.helped[lane] = helpful(e.sides[p, lane], s.demand[lane], shape)
        e.value[0, lane, 0] = worth(s, e, w, lane, -1, s.hand[p])
    cards = s.hand[p]
    for i in range(1, popcount(s.hand[p]) + 1):
        card = low_bit(cards)
        cards &= cards - 1
        hand = s.hand[p] & ~(1 << card)
        for lane in range(lanes):
            e.value[i, lane, 0] = e.value[i, lane, 1] = e.value[0, lane, 0]
            if e.helped[lane] >> card & 1:
                e.value[i, lane, 0] = worth(s, e, w, lane, -1, hand)
            if s.open[p] >> lane & 1:
                e.value[i, lane, 1] = worth(s, e, w, lane, card, hand)
