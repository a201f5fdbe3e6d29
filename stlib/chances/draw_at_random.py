"""Two sides that both draw at random: for where an exact count takes too long."""

from __future__ import annotations

from stlib.base.compiled import jit
from stlib.base.rows import Row
from stlib.base.streams import below, step
from stlib.cards.demand import CardSet, DemandCode, EliteCode, Shape
from stlib.chances.fills import best_fill

__all__ = ["wins_at_random"]


@jit
def wins_at_random(
    mine: CardSet,
    wild: EliteCode,
    held: CardSet,
    theirs: CardSet,
    others_wild: EliteCode,
    others_held: CardSet,
    cards: Row,
    draws: int,
    others_draws: int,
    ties: int,
    demand: DemandCode,
    shape: Shape,
    stream: int,
    samples: int,
) -> int:
    """Let both sides draw from `cards` (ndarray of int64, shuffled) and count the wins.

    Parameters
    ----------
    mine, wild, held : int
        Sets of the numbered cards on the one side, its elite code, and the set
        of its cards that need no draw; then the same of the other side.
    cards : ndarray of int64
        The cards to draw from. Their order changes.
    draws, others_draws : int
        Cards that the one draws, and the other.
    ties : int
        1 if an equal strength is enough to win, else 0.
    demand, shape
        What the lane asks for; the deck.
    stream : int
        The random numbers, see `stlib.base.streams`.
    samples : int
        How often both draw.
    """
    wins = 0
    for _ in range(samples):
        ours, others = held, others_held
        for i in range(draws + others_draws):
            j, _ = below(stream, len(cards) - i, 1)
            stream = step(stream)
            cards[i], cards[i + j] = cards[i + j], cards[i]
            if i < draws:
                ours |= 1 << cards[i]
            else:
                others |= 1 << cards[i]
        best = best_fill(mine, wild, ours, demand, shape)
        if best >= 0 and best_fill(theirs, others_wild, others, demand, shape) < best + ties:
            wins += 1
    return wins
