"""What each part of the greedy bots is worth: ``python -m benchmarks.ablation [GAMES [FILE]]``.

Plays `greedy` against `uniform` and against itself, then each bot with a part
left out against the whole `greedy`, on the same deals; what tactic cards are
worth is seen in the tactic variants. A line's `cost` is how
much rarer the bot without the part wins than the whole one in its place; its
interval goes by deals. The committed table is ``data/greedy_ablation.csv``.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np

from st2lib import ST2
from st2lib import greedy as siege
from st2lib import policies as siege_policies
from stlib import ST1, tables
from stlib.base.stats import wilson
from stlib.st1 import greedy, policies

GAMES = 10_000
SEED = 2026
MORE = {"triples": 4}  # parts with a small effect need this many times the games
#: Parts that a role in Schotten Totten 2 never uses.
UNUSED = {"attacker": ("hold_oil",), "defender": ("retreat", "tactics")}
COLUMNS = (
    *("game", "variant", "seat", "bot", "opponent", "games", "wins", "rate", "low", "high"),
    *("cost", "cost_low", "cost_high", "seed"),
)


def stones(
    bot: str, other: str, games: int, seed: int = SEED, variant: str = "base"
) -> np.ndarray[Any, Any]:
    """Return the scores (0, ½, 1) of `bot` at Schotten Totten; a row is a deal from both sides.

    The result has shape (games // 2, 2); the bot starts in column 0.
    """
    numbers = [policies.POLICIES.index(name) for name in (bot, other)]
    out = np.zeros((games // 2, len(policies.COLUMNS)), np.int64)
    score = np.empty((games // 2, 2))
    switches = ST1.variants[variant].codes
    for seat in range(2):
        policies.playouts(seed, 0, games // 2, 0, switches, *numbers[:: 1 - 2 * seat], out)
        score[:, seat] = np.where(out[:, 0] == 2, 0.5, out[:, 0] == seat)
    return score


def walls(
    bot: str, other: str, seat: int, games: int, seed: int = SEED, variant: str = "base"
) -> np.ndarray[Any, Any]:
    """Return the result columns of `games` games of Schotten Totten 2; `bot` attacks in seat 0."""
    numbers = [siege_policies.POLICIES.index(name) for name in (bot, other)]
    out = np.zeros((games, len(siege_policies.COLUMNS)), np.int64)
    switches = ST2.variants[variant].codes
    siege_policies.playouts(seed, 0, games, 0, switches, *numbers[:: 1 - 2 * seat], out)
    return out


def line(names: tuple[str, ...], score: Any, cost: Any = None) -> tuple:
    """Return one line of the table from scores, and from the losses on each deal if there are any.

    `names` fills the first columns.
    """
    games, wins = score.size, float(score.sum())
    spent = ("", "", "")
    if cost is not None:
        mean, half = cost.mean(), 1.96 * cost.std(ddof=1) / np.sqrt(len(cost))
        spent = tuple(round(float(c), 4) for c in (mean, mean - half, mean + half))
    rates = (round(x, 4) for x in (wins / games, *wilson(wins, games)))
    return (*names, games, f"{wins:g}", *rates, *spent, SEED)


def lines_of_stones(games: int) -> Iterator[tuple]:
    """Yield the lines of Schotten Totten."""
    for variant in ("base", "tactics"):
        score = stones("greedy", "uniform", games, variant=variant)
        yield line(("ST1", variant, "both", "greedy", "uniform"), score)
        for part in parts_of(greedy, variant):
            name = f"greedy_without_{part}"
            score = stones(name, "greedy", games * MORE.get(part, 1), variant=variant)
            names = ("ST1", variant, "both", name, "greedy")
            yield line(names, score, 0.5 - score.mean(axis=1))


def lines_of_walls(games: int) -> Iterator[tuple]:
    """Yield the lines of Schotten Totten 2, without the parts that a role never uses."""
    for variant, (seat, role) in product(("base", "tactics"), enumerate(("attacker", "defender"))):
        names = ("ST2", variant, role)

        def won(
            bot: str, other: str, seat: int = seat, variant: str = variant
        ) -> np.ndarray[Any, Any]:
            return walls(bot, other, seat, games, variant=variant)[:, 0] == seat

        yield line((*names, "greedy", "uniform"), won("greedy", "uniform"))
        whole = won("greedy", "greedy")
        yield line((*names, "greedy", "greedy"), whole)
        for part in parts_of(siege, variant):
            if part not in UNUSED[role]:
                name = f"greedy_without_{part}"
                score = won(name, "greedy")
                yield line((*names, name, "greedy"), score, whole * 1.0 - score)


def parts_of(bot: Any, variant: str) -> list[str]:
    """Return the parts to measure: in the tactic variant the tactic cards, else everything else."""
    return [part for part in bot.PARTS if (part == "tactics") == (variant == "tactics")]


def main(arguments: list[str]) -> None:
    """Measure, print, and write the table."""
    games = int(arguments[0]) if arguments else GAMES
    target = arguments[1] if len(arguments) > 1 else tables.path("README.md").parent / FILE
    with open(target, "w", newline="", encoding="utf-8") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(COLUMNS)
        for lines in (lines_of_walls, lines_of_stones):
            for row in lines(games):
                print(*row, flush=True)
                out.writerow(row)


FILE = "greedy_ablation.csv"

if __name__ == "__main__":
    main(sys.argv[1:])
