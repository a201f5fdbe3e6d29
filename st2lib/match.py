"""A match of Schotten Totten 2: two games with roles swapped, ``docs/rules.md`` section 4.

Who wins both has won. With one win each, two attackers' wins are decided by
the cards left in the siege deck at the moment of victory, two defenders' wins
by intact tiles and unused cauldrons together. If that is equal, too, one more
game decides; its roles are drawn from the seed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import pandas as pd

from st2lib import rules
from st2lib.position import ST2, Position
from st2lib.rules import Variant
from stlib.base import words
from stlib.base.checks import check_seed, shown
from stlib.base.errors import SetupError

__all__ = ["Match", "Result"]

_MOST = 3  # games in a match


@dataclass(frozen=True)
class Result:
    """What a match keeps of one game.

    Parameters
    ----------
    attacker : {0, 1}
        Who attacked.
    winner : {0, 1}
        Who won.
    deck_left : int
        Siege cards in the deck at the end.
    intact, cauldrons : int
        Intact tiles and unused cauldrons at the end.
    """

    attacker: int
    winner: int
    deck_left: int
    intact: int
    cauldrons: int

    @property
    def attack_won(self) -> bool:
        """Whether the attacker won."""
        return self.winner == self.attacker


@dataclass(frozen=True)
class Match:
    """Two players who change sides; immutable.

    Parameters
    ----------
    seed : int
        Game *i* is dealt from ``seed + i``; None draws one.
    variant : str or Variant, optional
        How they are played; the base game if not given.
    results : tuple of Result
        Games played so far.
    """

    seed: int = 0
    variant: str | Variant | None = None
    results: tuple[Result, ...] = ()

    def __post_init__(self) -> None:
        ST2.find_variant(self.variant)
        whole_results = isinstance(self.results, tuple) and len(self.results) <= _MOST
        if not whole_results or not all(isinstance(r, Result) for r in self.results):
            raise SetupError("no_outcome", what=shown(self.results))
        object.__setattr__(self, "seed", check_seed(self.seed))

    @property
    def attacker(self) -> int:
        """Who attacks in the next game: player 0, then player 1, then as drawn."""
        if len(self.results) < 2:
            return len(self.results)
        return int(np.random.default_rng([self.seed, 2]).integers(2))

    def deal(self) -> Position:
        """Deal the next game; SetupError if the match is over."""
        self._not_over()
        return ST2.deal(self.seed + len(self.results), self.variant)

    def add(self, position: Position) -> Match:
        """Return the match with one more game, given by its last position."""
        self._not_over()
        outcome = position.outcome if isinstance(position, Position) else None
        if outcome is None or outcome.winner is None:
            raise SetupError("no_outcome", what=shown(position))
        won = outcome.winner == rules.ATTACKER
        winner = self.attacker if won else 1 - self.attacker
        _, intact = outcome.lanes
        result = Result(self.attacker, winner, position.deck_size, intact, position.cauldrons)
        return replace(self, results=(*self.results, result))

    @property
    def over(self) -> bool:
        """Whether the match is decided."""
        return self.winner is not None

    @property
    def winner(self) -> int | None:
        """Who has won the match, None while it is open."""
        if len(self.results) == _MOST:
            return self.results[2].winner
        return None if len(self.results) < 2 else _decide(*self.results)

    def sheet(self, lang: str = "en") -> pd.DataFrame:
        """Return what was played: a line a game."""
        names = ("attacker", "winner", "deck_left", "intact", "cauldrons")
        lines = [
            (r.attacker + 1, r.winner + 1, r.deck_left, r.intact, r.cauldrons) for r in self.results
        ]
        columns = [words.say(f"match.{name}", lang) for name in names]
        index = pd.RangeIndex(1, len(lines) + 1, name=words.say("match.game", lang))
        return pd.DataFrame(lines, columns=columns, index=index)

    def _not_over(self) -> None:
        if self.over:
            raise SetupError("match_over", winner=(self.winner or 0) + 1)


def _decide(one: Result, two: Result) -> int | None:
    """Return who wins after two games, None if nothing tells them apart."""
    if one.winner == two.winner:
        return one.winner
    if one.attack_won:
        a, b = one.deck_left, two.deck_left
    else:
        a, b = one.intact + one.cauldrons, two.intact + two.cauldrons
    if a == b:
        return None
    return one.winner if a > b else two.winner
