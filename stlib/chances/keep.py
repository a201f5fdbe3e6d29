"""What can still come of a lane, and what each hand card is worth to it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache

from stlib.cards.card import Card, to_mask
from stlib.cards.demand import Kind
from stlib.chances.odds import Odds
from stlib.chances.one_side import by_draws
from stlib.chances.question import Question

__all__ = ["BEAT", "GOALS", "Keep", "LaneKeeps"]

BEAT = "beat"
#: What one may want of a lane: a kind or a stronger one, or to beat the other side.
GOALS = ("run", "color", "same_value", "color_run", BEAT)
_DUEL = 2  # most free slots of a side where both still draw
_SLOW = 4  # with so many free slots chances of several kinds at once take too long


@dataclass(frozen=True)
class Keep:
    """What one hand card is worth to a lane.

    Parameters
    ----------
    card : Card
        Which one.
    laid : Fraction
        Chance to reach the goal if it is laid at the lane now.
    gone : Fraction or None
        Chance if it goes elsewhere and the rest of the hand is kept; None
        where nothing lies at the lane yet.
    loss : Fraction or None
        By how much that is less than the chance with the whole hand.
    """

    card: Card
    laid: Fraction
    gone: Fraction | None = None
    loss: Fraction | None = None


@dataclass(frozen=True)
class LaneKeeps:
    """A lane, a hand and a number of draws: the chances, and which cards to keep.

    Parameters
    ----------
    odds : Odds
        Of the deck, with the lane's demand.
    mine, theirs, hand : tuple of Card
        Cards on both sides and in the own hand.
    unseen : tuple of Card
        The cards that may come, each as likely as any other.
    draws : int
        How many of them come.
    goal : str
        One of `GOALS`.

    Examples
    --------
    >>> import stlib
    >>> mine, hand, unseen = map(stlib.parse_cards, ("r8 r9", "r7 b2", "g1 g2"))
    >>> lane = LaneKeeps(stlib.odds, mine, (), hand, unseen, 1, "color_run")
    >>> [(str(keep.card), keep.loss) for keep in lane.keeps]
    [('r7', Fraction(1, 1)), ('b2', Fraction(0, 1))]
    """

    odds: Odds
    mine: tuple[Card, ...]
    theirs: tuple[Card, ...]
    hand: tuple[Card, ...]
    unseen: tuple[Card, ...]
    draws: int
    goal: str

    @cached_property
    def chances(self) -> dict[Kind, tuple[Fraction, Fraction | None] | None]:
        """For each kind, strongest first, the chance of exactly it, and of it or a stronger one.

        None for a kind that does not count here, and for the second chance
        where four slots are free, since that would take too long.
        """
        return {
            kind: self._both(kind) if kind in self.odds.kinds() else None for kind in reversed(Kind)
        }

    @property
    def why_not(self) -> str:
        """Why the goal has no chance here; empty if it has one.

        ``not_counted``: the kind does not count here; ``too_open``: both sides
        still draw, and one has more than two free slots; ``too_many``: both
        cannot draw so many; ``too_long``: four slots are free.
        """
        if self.goal != BEAT and Kind[self.goal.upper()] not in self.odds.kinds():
            return "not_counted"
        if self.duel and max(map(self._free, (self.mine, self.theirs))) > _DUEL:
            return "too_open"
        if self.duel and 2 * self.draws > len(self.unseen):
            return "too_many"
        return "too_long" if self._free(self.mine) >= _SLOW else ""

    @property
    def duel(self) -> bool:
        """Whether the goal is to beat a side that is not complete, so that both draw, as many."""
        return self.goal == BEAT and self._free(self.theirs) > 0

    @cached_property
    def chance(self) -> Fraction | None:
        """Chance to reach the goal; None where `why_not` says why there is none."""
        return None if self.why_not else self._reach(self.mine, self.hand)

    @cached_property
    def keeps(self) -> tuple[Keep, ...]:
        """What each hand card is worth to the lane: first the one whose loss costs most.

        Each card is judged alone, the rest of the hand being kept. Empty
        where no slot is free, and in a duel with more than three free slots,
        which would take too long.
        """
        free = self._free(self.mine)
        if self.why_not or not free or (self.duel and free + self._free(self.theirs) > 3):
            return ()
        keeps = map(self._keep, self.hand)
        return tuple(sorted(keeps, key=lambda keep: (keep.loss or 0, keep.laid), reverse=True))

    def _keep(self, card: Card) -> Keep:
        rest = tuple(other for other in self.hand if other != card)
        laid = self._reach((*self.mine, card), rest)
        if not self.mine or self.chance is None:
            return Keep(card, laid)
        gone = self._reach(self.mine, rest)
        return Keep(card, laid, gone, self.chance - gone)

    def _free(self, side: tuple[Card, ...]) -> int:
        return self.odds.demand.size - len(side)

    def _both(self, kind: Kind) -> tuple[Fraction, Fraction | None]:
        slow = self._free(self.mine) >= _SLOW
        return self._complete(kind, False), None if slow else self._complete(kind, True)

    def _complete(self, kind: Kind, at_least: bool) -> Fraction:
        if at_least:
            return self._or_stronger(kind, self.mine, self.hand)
        return self.odds.complete(kind, self.mine, self.unseen, self.draws, hand=self.hand)

    def _or_stronger(self, kind: Kind, mine: tuple[Card, ...], hand: tuple[Card, ...]) -> Fraction:
        if kind == Kind.SUM:  # any cards will do
            return Fraction(len(hand) + self.draws >= self._free(mine))
        side, held, pool = map(to_mask, (mine, hand, self.unseen))
        q = Question(side, held, pool, self.odds.demand, self.odds.deck)
        return _or_stronger(q, kind)[self.draws]

    def _reach(self, mine: tuple[Card, ...], hand: tuple[Card, ...]) -> Fraction:
        """Return the chance to reach the goal with this side and this hand."""
        given = mine, self.theirs, self.unseen, self.draws
        if self.goal == BEAT:
            ask = self.odds.duel if self.duel else self.odds.beats
            return ask(*given, hand=hand)
        return self._or_stronger(Kind[self.goal.upper()], mine, hand)


@lru_cache(maxsize=500)
def _or_stronger(q: Question, kind: Kind) -> dict[int, Fraction]:
    """Return the chance of a kind or a stronger one for every number of draws; kept."""
    return by_draws(q, kind, q.n, at_least=True)
