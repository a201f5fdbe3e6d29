"""Several rounds of Schotten Totten with a score sheet: ``docs/rules.md`` section 3.

The starting player alternates. The winner of a round scores 5, the other
player 1 for each stone they hold; the winner's stones do not count. In a drawn
round both score their stones. Most points win; equal totals are a draw.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeGuard

import pandas as pd

from stlib.base import words
from stlib.base.checks import check_player, check_seed, shown, whole
from stlib.base.errors import SetupError
from stlib.play.table import Outcome
from stlib.st1.position import ST1, Position
from stlib.st1.rules import Variant

__all__ = ["WIN_SCORE", "Feud"]

WIN_SCORE = 5


@dataclass(frozen=True)
class Feud:
    """A score sheet that also deals; immutable.

    Parameters
    ----------
    rounds : int
        How many are to be played.
    first : {0, 1}
        Who starts the first.
    variant : str or Variant, optional
        How they are played; the base game if not given.
    seed : int
        Round *i* is dealt from ``seed + i``; None draws one.
    outcomes : tuple of Outcome
        Rounds played so far.

    Examples
    --------
    >>> feud = Feud(3)
    >>> for winner, stones in ((0, (5, 3)), (1, (2, 5)), (0, (5, 1))):
    ...     feud = feud.add(Outcome(winner, "five", stones, "ST1"))
    >>> feud.totals, feud.winner
    ((12, 9), 0)
    """

    rounds: int
    first: int = 0
    variant: str | Variant | None = None
    seed: int = 0
    outcomes: tuple[Outcome, ...] = ()

    def __post_init__(self) -> None:
        whole("rounds", self.rounds, 1)
        check_player(self.first)
        ST1.find_variant(self.variant)
        if not isinstance(self.outcomes, tuple) or not all(map(_counts, self.outcomes)):
            raise SetupError("no_outcome", what=shown(self.outcomes))
        if len(self.outcomes) > self.rounds:
            raise SetupError("feud_over", rounds=self.rounds)
        object.__setattr__(self, "seed", check_seed(self.seed))

    @property
    def over(self) -> bool:
        """Whether all rounds have been played."""
        return len(self.outcomes) >= self.rounds

    @property
    def next_first(self) -> int:
        """Who starts the next round."""
        return (self.first + len(self.outcomes)) % 2

    def deal(self) -> Position:
        """Deal the next round; SetupError if there is none."""
        self._not_over()
        seed = self.seed + len(self.outcomes)
        return ST1.deal(seed, self.variant, self.next_first)

    def add(self, result: Outcome | Position) -> Feud:
        """Return the sheet with one more round, given by its outcome or its last position."""
        self._not_over()
        outcome = result.outcome if isinstance(result, Position) else result
        if not _counts(outcome):
            raise SetupError("no_outcome", what=shown(result))
        return replace(self, outcomes=(*self.outcomes, outcome))

    @property
    def scores(self) -> tuple[tuple[int, int], ...]:
        """Points of both players, round by round."""
        return tuple(map(round_scores, self.outcomes))

    @property
    def totals(self) -> tuple[int, int]:
        """Points of both players so far."""
        a, b = (sum(score[p] for score in self.scores) for p in range(2))
        return a, b

    @property
    def winner(self) -> int | None:
        """Who has most points; None while rounds are missing, and for a draw."""
        a, b = self.totals
        return None if not self.over or a == b else int(b > a)

    def sheet(self, lang: str = "en") -> pd.DataFrame:
        """Return the score sheet: a line a round, then the totals."""
        names = [words.say(f"player.ST1_{p}", lang) for p in range(2)]
        lines = [*self.scores, self.totals]
        rounds = [str(i + 1) for i in range(len(self.outcomes))]
        index = pd.Index(
            [*rounds, words.say("feud.total", lang)], name=words.say("feud.round", lang)
        )
        return pd.DataFrame(lines, columns=names, index=index)

    def _not_over(self) -> None:
        if self.over:
            raise SetupError("feud_over", rounds=self.rounds)


def _counts(outcome: object) -> TypeGuard[Outcome]:
    """Say whether this is how a round of this game ended."""
    return isinstance(outcome, Outcome) and outcome.game == ST1.name


def round_scores(outcome: Outcome) -> tuple[int, int]:
    """Return both players' points for one round."""
    a, b = outcome.lanes
    if outcome.winner is None:
        return a, b
    return (WIN_SCORE, b) if outcome.winner == 0 else (a, WIN_SCORE)
