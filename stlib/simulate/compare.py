"""Two runs compared: the difference in every figure, with its interval.

Two runs of one seed were dealt the same cards, game by game, whatever the
policies and switches. Their games are compared in pairs, so what the cards do
to both runs cancels out. Runs of different seeds share nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from stlib.base.errors import SetupError
from stlib.base.stats import Difference, Mean, difference, in_pairs, scores_apart, scores_in_pairs
from stlib.simulate.column_meanings import counted, meaning

if TYPE_CHECKING:
    import pandas as pd

    from stlib.simulate.results import Results

__all__ = ["Block", "compare"]

#: Number of the first game, and rows, ndarray of int64, shape (n, columns).
Block = tuple[int, np.ndarray]

_SCORES = np.array([1.0, 0.0, 0.5])  # player 0's score, by the winner's number


def compare(one: Results, other: Results, lang: str = "en") -> pd.DataFrame:
    """Return by how much every figure of one run is above that of another.

    Parameters
    ----------
    one, other : Results
        Runs of the same game. If their seeds are equal, games with equal
        numbers are compared in pairs, part by part if they are on disk. If the
        seeds differ, the means are compared.
    lang : str
        Language of the column `meaning`.

    Returns
    -------
    pandas.DataFrame
        One line for each figure (`score`, which is player 0's, and each column
        that counts something): `here`, `there`, `difference`, `low`, `high`,
        `p`, `n`, `paired`, `meaning`; see `stlib.stats.Difference`. A pair
        counts if both of its games have the figure.

    Raises
    ------
    SetupError
        For runs of different games, runs that share no game number, or runs of
        one seed whose single games were not kept.
    """
    import pandas as pd

    if one.game is not other.game:
        raise SetupError("other_game", text=other.game.name, game=one.game.name)
    if not one.n or not other.n:
        raise SetupError("no_shared_games")
    lines = _paired(one, other) if one.seed == other.seed else _apart(one, other)
    table = pd.DataFrame([_line(*line) for line in lines]).set_index("figure")
    table["meaning"] = [meaning(one.game, name, lang) for name in table.index]
    return table


_Line = tuple[str, float, float, Difference]


def _line(name: str, here: float, there: float, found: Difference) -> dict[str, object]:
    return {
        "figure": name, "here": here, "there": there, "difference": found.mean,
        "low": found.low, "high": found.high, "p": found.p, "n": found.n, "paired": found.paired,
    }  # fmt: skip


def _apart(one: Results, other: Results) -> Iterator[_Line]:
    """Yield each figure's difference between two runs of different seeds."""
    yield "score", one.rate, other.rate, scores_apart(one.score, other.score)
    for name in counted(one.game):
        here, there = one.mean(name), other.mean(name)
        yield name, here.mean, there.mean, difference(here, there)


def _paired(one: Results, other: Results) -> Iterator[_Line]:
    """Yield each figure's difference over the games that both runs have."""
    places = [one.game.kernels.COLUMNS.index(name) for name in counted(one.game)]
    sums = np.zeros((5, len(places) + 1))
    ups = np.zeros(2)
    for mine, theirs in _shared(one.blocks(), other.blocks()):
        a, b = _values(mine, places), _values(theirs, places)
        sums += _pair_sums(a, b)
        ups += (a[:, 0] > b[:, 0]).sum(), (a[:, 0] < b[:, 0]).sum()
    if not sums[0, 0]:
        raise SetupError("no_shared_games")
    for k, name in enumerate(["score", *counted(one.game)]):
        n, here, there, total, squares = sums[:, k].tolist()
        mean = Mean.of_sums(int(n), total, squares)
        found = scores_in_pairs(mean, int(ups[0]), int(ups[1])) if k == 0 else in_pairs(mean)
        n = n or np.nan  # if no pair has the figure, it is unknown, not 0
        yield name, here / n, there / n, found


def _values(rows: np.ndarray, places: list[int]) -> np.ndarray:
    """Return player 0's score and the columns at these places, with NaN in place of -1."""
    found = np.column_stack([_SCORES[rows[:, 0]], rows[:, places].astype(float)])
    found[found < 0] = np.nan
    return found


def _pair_sums(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return five sums of each column: pairs, a, b, differences, squared differences."""
    apart = a - b
    both = ~np.isnan(apart)
    apart = np.where(both, apart, 0)
    a, b = np.where(both, a, 0), np.where(both, b, 0)
    return np.stack([x.sum(axis=0) for x in (both, a, b, apart, apart * apart)])


def _shared(a: Iterator[Block], b: Iterator[Block]) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Yield the rows of the games that both runs have, side by side; both must come in order."""
    mine, theirs = next(a, None), next(b, None)
    while mine is not None and theirs is not None:
        ends = mine[0] + len(mine[1]), theirs[0] + len(theirs[1])
        begin, end = max(mine[0], theirs[0]), min(ends)
        if begin < end:
            yield tuple(rows[begin - at : end - at] for at, rows in (mine, theirs))  # type: ignore[misc]
        if ends[0] <= ends[1]:
            mine = next(a, None)
        if ends[1] <= ends[0]:
            theirs = next(b, None)
