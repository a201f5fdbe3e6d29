"""Which unseen cards help, and by how much each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from stlib.cards.card import Card, from_mask
from stlib.cards.demand import Kind, Strength
from stlib.chances.one_side import complete, reaches
from stlib.chances.question import OddsError, Question

__all__ = ["Gain", "gains", "gains_to_beat"]


@dataclass(frozen=True)
class Gain:
    """What one unseen card is worth.

    Parameters
    ----------
    card : Card
        The card.
    chance : Fraction
        Chance if this card is the first that comes, and the other draws are open.
    gain : Fraction
        How much more than the chance now. It is below 0 for a card that takes up
        a draw and does not help. The gains of all cards add up to 0.
    """

    card: Card
    chance: Fraction
    gain: Fraction

    @property
    def floats(self) -> dict[str, float]:
        """Chance and gain as decimal numbers."""
        return {"chance": float(self.chance), "gain": float(self.gain)}


def gains(q: Question, kind: Kind, draws: int, at_least: bool = False) -> tuple[Gain, ...]:
    """Return for each card of the pool the chance of a kind if it comes first, best card first.

    See `stlib.chances.Odds.gains`.
    """
    return _gains(q, draws, lambda one, n: complete(one, kind, n, at_least))


def gains_to_beat(q: Question, needed: Strength, draws: int) -> tuple[Gain, ...]:
    """Return for each card of the pool the chance to reach a strength if it comes first.

    See `stlib.chances.Odds.gains_to_beat`.
    """
    return _gains(q, draws, lambda one, n: reaches(one, needed, n))


def _gains(
    q: Question, draws: int, chance: Callable[[Question, int], Fraction]
) -> tuple[Gain, ...]:
    if draws == 0:
        raise OddsError("odds_no_draw")
    now = chance(q, draws)
    known: dict[tuple[int, ...], Fraction] = {}
    rows = []
    for card in from_mask(q.pool, q.deck):
        key = _looks(card, q)
        if key not in known:
            known[key] = chance(q.with_card(card.id), draws - 1)
        rows.append(Gain(card, known[key], known[key] - now))
    return tuple(sorted(rows, key=lambda row: (-row.chance, row.card)))


def _looks(card: Card, q: Question) -> tuple[int, ...]:
    """Return what makes cards alike: the value, and where each card of the color is."""
    n = q.deck.n_colors
    column = sum(1 << at for at in range(card.id % n, q.deck.size, n))
    places = (q.side & column, q.held & column, q.pool & column)
    return (card.id // n, *(cards >> card.id % n for cards in places))
