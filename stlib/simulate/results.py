"""The results of many games: who won and how, every column's mean, single games as rows.

`stlib.simulate.columns` says what each column of the rows means. Each row stands for one
game: `Results.deal` deals it again, and `Results.replay` plays it again, move by move.

Examples
--------
>>> from stlib import ST1, simulate
>>> run = simulate.playouts(ST1, 50, seed=1, progress=False)
>>> last = run.replay(7)
>>> bool(last.ply == run.rows["plies"][7])
True
>>> run == simulate.playouts(ST1, 50, seed=1, progress=False)
True
>>> print(simulate.columns(ST1)["claim_3"])
Ply at which stone 3 was claimed, the first is 1; −1 if no move claimed it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from stlib.base import words
from stlib.base.checks import shown
from stlib.base.errors import SetupError
from stlib.base.stats import Mean, Rate
from stlib.base.streams import start, step
from stlib.play.game import Game
from stlib.simulate.column_meanings import counted, meaning
from stlib.simulate.compare import Block, compare
from stlib.simulate.frames import data_frame

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Results"]


@dataclass(eq=False)
class Results:
    """The results of a run of playouts.

    Parameters
    ----------
    game, variant, policies, seed
        What was played.
    asked : int
        Games asked for; `n` of them were played.
    first : {0, 1}, optional
        Who started; None if it was drawn for each game.
    tally : dict of (int, int) to int
        Number of games by winner (0, 1; 2 is a draw) and number of the reason.
    sums : ndarray of int64, shape (3, columns)
        For each column, over the games where it is not -1: the number of
        games, the sum, and the sum of squares.

    Notes
    -----
    Two results are equal if the same games were played and ended alike. Where
    the single games are kept, in memory, on disk or nowhere, does not matter.
    """

    game: Game
    variant: Any
    policies: tuple[str, str]
    seed: int
    asked: int
    first: int | None = None
    tally: dict[tuple[int, int], int] = field(default_factory=dict)
    sums: np.ndarray | None = None
    _rows: list[Block] | None = None

    @property
    def n(self) -> int:
        """Games played."""
        return sum(self.tally.values())

    @property
    def wins(self) -> tuple[int, int, int]:
        """Games won by player 0, by player 1, and drawn."""
        a, b, c = (sum(k for (w, _), k in self.tally.items() if w == p) for p in range(3))
        return a, b, c

    @property
    def score(self) -> Rate:
        """Wins of player 0 (ST2: the attacker) out of `n`; a draw counts a half."""
        if not self.n:
            raise SetupError("no_games_yet")
        a, _, draws = self.wins
        return Rate(a + draws / 2, self.n)

    @property
    def rate(self) -> float:
        """Share of the games that player 0 (ST2: the attacker) won; a draw counts a half."""
        return self.score.rate

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval of `rate`."""
        return self.score.interval

    @property
    def means(self) -> pd.Series:
        """Mean of each column of `rows`, over the games where it is not -1."""
        import pandas as pd

        means = {name: self.mean(name).mean for name in self.game.kernels.COLUMNS}
        return pd.Series(means, name="mean")

    def mean(self, column: str) -> Mean:
        """Return the mean of a column, over the games where it is not -1, with its interval."""
        names = self.game.kernels.COLUMNS
        if column not in names:
            raise SetupError(
                "not_one_of", name="column", value=shown(column), choices=", ".join(names)
            )
        if self.sums is None:
            raise SetupError("no_games_yet")
        n, total, squares = self.sums[:, names.index(column)].tolist()
        return Mean.of_sums(n, total, squares)

    @property
    def rows(self) -> pd.DataFrame:
        """One line for each game, by its number; SetupError if the games were not kept."""
        import pandas as pd

        frames = [data_frame(self.game, *block) for block in self.blocks()]
        if not frames:
            raise SetupError("no_games_yet")
        return pd.concat(frames)

    def blocks(self) -> Iterator[Block]:
        """Yield the rows in order, some at a time; SetupError if the games were not kept."""
        if self._rows is None:
            raise SetupError("rows_not_kept")
        yield from sorted(self._rows, key=lambda block: block[0])

    @property
    def label(self) -> str:
        """Who played whom."""
        return " – ".join(self.policies)

    @property
    def about(self) -> dict[str, Any]:
        """What was played, in plain values that JSON can hold."""
        return {
            "game": self.game.name, "version": sys.modules["stlib"].__version__,
            "variant": asdict(self.variant), "policies": list(self.policies),
            "seed": self.seed, "first": self.first, "games": self.asked,
        }  # fmt: skip

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Results):
            return NotImplemented
        return self._compared() == other._compared()

    __hash__ = None  # type: ignore[assignment]  # results grow while games are played

    def _compared(self) -> tuple[object, ...]:
        """Return everything that two equal results have in common."""
        sums = None if self.sums is None else self.sums.tolist()
        played = (self.game.name, self.variant, self.policies, self.seed, self.first)
        return (*played, self.asked, self.tally, sums)

    # --- single games -------------------------------------------------------------------

    def deal(self, index: int) -> Any:
        """Return the first position of game `index`, whether it was played or not."""
        return self.game.deal(self.seed, self.variant, self.first, index)

    def replay(self, index: int) -> Any:
        """Play game `index` again and return its last position.

        `Record.of` makes a record of it.
        """
        game, kernels = self.game, self.game.kernels
        numbers = [kernels.POLICIES.index(name) for name in self.policies]
        position = self.deal(index)
        codes = game.deal_codes(self.variant, self.first)
        stream = game.engine.new(position._row.copy(), start(self.seed, index), *codes)
        while position.outcome is None:
            move = kernels.decide(position._row.copy(), numbers[position.to_move], stream)
            position = position.apply(game.notation.move(int(move)))
            stream = step(stream)
        return position

    # --- tables -------------------------------------------------------------------------

    def summary(self, lang: str = "en") -> pd.DataFrame:
        """Return how the games ended: winner, reason, number of games, share."""
        import pandas as pd

        reasons = self.game.rules.REASONS
        lines = [
            {
                "winner": _seat(self.game, winner, lang),
                "reason": words.say(f"reason.{reasons[reason]}", lang),
                "games": count,
                "share": count / self.n,
            }
            for (winner, reason), count in sorted(self.tally.items())
        ]
        return pd.DataFrame(lines)

    def figures(self, lang: str = "en") -> pd.DataFrame:
        """Return every rate and mean with its 95 % interval.

        Returns
        -------
        pandas.DataFrame
            By name: `value`, `low` and `high` (Wilson's interval for a rate,
            Student's for a mean), `n` (the number of games that have the
            figure), and `meaning`. The rates are `score` (of player 0; a draw
            counts a half), `won_0`, `won_1` and `drawn`. The means are those
            of the columns that count something.
        """
        import pandas as pd

        rates = {"score": self.score}
        names = ("won_0", "won_1", "drawn")
        rates |= {name: Rate(k, self.n) for name, k in zip(names, self.wins, strict=True)}
        lines = [(key, r.rate, *r.interval, r.n) for key, r in rates.items()]
        means = {name: self.mean(name) for name in counted(self.game)}
        lines += [(name, m.mean, *m.interval, m.n) for name, m in means.items()]
        table = pd.DataFrame(lines, columns=["figure", "value", "low", "high", "n"])
        table["meaning"] = [meaning(self.game, name, lang) for name in table["figure"]]
        return table.set_index("figure")

    def compare(self, other: Results, lang: str = "en") -> pd.DataFrame:
        """Return how this run differs from another; see `stlib.simulate.compare.compare`."""
        if not isinstance(other, Results):
            raise SetupError("no_run_at_all", text=type(other).__name__)
        return compare(self, other, lang)

    # --- adding games -------------------------------------------------------------------

    def add(self, first: int, out: np.ndarray) -> None:
        """Add a chunk of games."""
        tally, sums = self._grown(out)
        self.tally, self.sums = tally, sums  # one statement: Ctrl-C cannot come in between
        if self._rows is not None:
            self._rows.append((first, out))

    def _grown(self, out: np.ndarray) -> tuple[dict[tuple[int, int], int], np.ndarray]:
        """Return tally and sums with these games added."""
        tally = dict(self.tally)
        reasons = len(self.game.rules.REASONS)
        counts = np.bincount(out[:, 0] * reasons + out[:, 1])
        for ending in np.flatnonzero(counts).tolist():
            key = divmod(ending, reasons)
            tally[key] = tally.get(key, 0) + int(counts[ending])
        sums = sums_of(out)
        return tally, sums if self.sums is None else self.sums + sums

    def __str__(self) -> str:
        part = "" if self.n == self.asked else f", {self.n} of {self.asked} games"
        return f"{self.game.name} {self.label}: {self.score}{part}"

    __repr__ = __str__


def sums_of(out: np.ndarray) -> np.ndarray:
    """Return for each column how many numbers are not -1, their sum, and their sum of squares.

    Parameters
    ----------
    out : ndarray of int64, shape (n, columns)

    Returns
    -------
    ndarray of int64, shape (3, columns)
    """
    kept = np.maximum(out, 0)
    squares = np.einsum("ij,ij->j", kept, kept)
    return np.stack([(out >= 0).sum(axis=0), kept.sum(axis=0), squares])


def _seat(game: Game, winner: int, lang: str) -> str:
    return words.say("player.none" if winner == 2 else f"player.{game.name}_{winner}", lang)
