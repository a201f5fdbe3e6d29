"""One side of a lane: to complete it, to beat a full one, and the cards that do."""

from __future__ import annotations

from fractions import Fraction
from math import comb

from stlib.cards.card import Card, from_mask, write_cards
from stlib.cards.demand import Kind, Strength
from stlib.chances.count_misses import below, last_cards, misses, strength_of
from stlib.chances.question import OddsError, Question
from stlib.claims.codes import TOTALS

__all__ = ["beats", "by_draws", "complete", "outs", "reaches", "strength_to_beat"]


def complete(q: Question, kind: Kind, draws: int, at_least: bool = False) -> Fraction:
    """Return the chance that a side can be completed to a kind, or with `at_least` a stronger one.

    See `stlib.chances.Odds.complete`.
    """
    (missed,) = misses(q, kind, at_least, draws, draws)
    return 1 - Fraction(missed, comb(q.n, draws))


def by_draws(q: Question, kind: Kind, most: int, at_least: bool = False) -> dict[int, Fraction]:
    """Return the chance of `complete` for 0 to `most` draws, by the number of draws."""
    missed = misses(q, kind, at_least, 0, most)
    return {draws: 1 - Fraction(k, comb(q.n, draws)) for draws, k in enumerate(missed)}


def reaches(q: Question, needed: Strength, draws: int) -> Fraction:
    """Return the chance that a side reaches a strength."""
    (missed,) = below(q, needed, draws, draws)
    return 1 - Fraction(missed, comb(q.n, draws))


def beats(mine: Question, theirs: Question, draws: int) -> Fraction:
    """Return the chance that my side wins, where the draws are for the one incomplete side.

    See `stlib.chances.Odds.beats`.
    """
    if theirs.free == 0:
        return reaches(mine, strength_to_beat(theirs), draws)
    if mine.free:
        both = {"mine": written(mine), "theirs": written(theirs)}
        raise OddsError("odds_both_incomplete", size=mine.demand.size, **both)
    return 1 - reaches(theirs, strength_to_beat(mine), draws)


def strength_to_beat(full: Question) -> Strength:
    """Return the strength that beats a side; OddsError if that is incomplete."""
    if full.free:
        raise OddsError("odds_not_full", cards=written(full), size=full.demand.size)
    return strength_of(full) + 1


def outs(q: Question, kind: Kind, at_least: bool = False) -> tuple[Card, ...]:
    """Return the cards of the pool that fill a side's last slot to a kind, by rising value.

    See `stlib.chances.Odds.outs`.
    """
    if q.free != 1:
        raise OddsError("odds_outs", free=q.free, cards=written(q))
    limit = None if at_least else (kind + 1) * TOTALS
    return from_mask(last_cards(q, q.pool, kind * TOTALS, limit), q.deck)


def written(q: Question) -> str:
    """Return the numbered cards of a side as text."""
    return write_cards(from_mask(q.side, q.deck))
