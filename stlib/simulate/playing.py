"""Many games: compiled playouts over threads, and matches between bots.

Game *i* of a run depends on the seed and on *i* alone, so neither the number
of workers nor the size of chunks changes a result. Memory does not grow with
the number of games unless single games are asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from typing import TYPE_CHECKING, Any

import numpy as np

from stlib import bots
from stlib.base.errors import SetupError
from stlib.play.game import Game, check_first, check_seed
from stlib.simulate.column_meanings import columns
from stlib.simulate.matches import MatchResults
from stlib.simulate.results import Results
from stlib.simulate.tasks import Deals, Playouts
from stlib.simulate.workers import bar, chunks

if TYPE_CHECKING:
    import pandas as pd  # loaded when the first table is made: it takes a second

__all__ = ["MatchResults", "Results", "columns", "play_match", "playouts"]

_ROWS_KEPT = 200_000  # single games are kept by default up to here


def playouts(
    game: Game,
    n: int,
    seed: int | None = None,
    policies: str | tuple[str, str] = "uniform",
    variant: Any = None,
    executor: Executor | None = None,
    progress: bool = True,
    first: int | None = None,
    rows: bool | None = None,
) -> Results:
    """Play `n` games with compiled policies; `stlib.runs.start` writes them to a folder.

    Parameters
    ----------
    game : Game
        ``stlib.ST1`` or ``st2lib.ST2``.
    n : int
        Games, at least 1.
    seed : int, optional
        Of the experiment; drawn if not given.
    policies : str or (str, str)
        One for both seats, or one each: player 0 (the attacker) first.
    variant : str or Variant, optional
        The base game if not given.
    executor : concurrent.futures.Executor, optional
        Where chunks of games run; threads on this machine if not given.
    progress : bool
        Whether to show a progress bar for runs of more than a second.
    first : {0, 1}, optional
        Who starts (ST1); drawn for each game if not given.
    rows : bool, optional
        Whether single games are kept in memory; by default for up to 200,000.
        More are better written to a folder, see `stlib.runs`.

    Returns
    -------
    Results
        If interrupted, of the games played so far; ``n`` is then below ``asked``.
    """
    n, game = count_of("n", n), game_of(game)
    rule, pair = game.find_variant(variant), pair_of(policies)
    key = check_seed(seed)
    task = Playouts.of(game, rule, pair, key, first)
    first = check_first(first)
    keep = n <= _ROWS_KEPT if rows is None else rows
    results = Results(game, rule, pair, key, n, first, _rows=[] if keep else None)
    with bar(n, progress) as shown:
        try:
            for start, out in chunks(executor, task, [(0, n)]):
                results.add(start, out)
                shown.update(len(out))
        except KeyboardInterrupt:
            if not results.n:
                raise
    return results


def play_match(
    game: Game,
    bot_a: Any,
    bot_b: Any,
    n: int,
    seed: int | None = None,
    paired: bool = True,
    executor: Executor | None = None,
    variant: Any = None,
    progress: bool = True,
) -> MatchResults:
    """Let two bots play `n` games.

    Parameters
    ----------
    game : Game
        What they play.
    bot_a, bot_b : str or Bot
        Names, or anything with ``choose(view, rng)``.
    n : int
        Games; even if paired.
    seed : int, optional
        Deal *i* and both bots' luck in it depend on the seed and *i* alone.
    paired : bool
        Play each deal twice with seats swapped; else seats alternate from
        deal to deal.
    executor : Executor, optional
        Where deals run, a few at a time; in this process if not given.
    variant : str or Variant, optional
        The base game if not given.
    progress : bool
        Whether to show a progress bar.

    Returns
    -------
    MatchResults
        If interrupted, of the deals played so far; ``n`` is then below ``asked``.
    """
    n, game = count_of("n", n), game_of(game)
    if paired and n % 2:
        raise SetupError("odd_match", n=n)
    players = _player(bot_a), _player(bot_b)
    rule, key = game.find_variant(variant), check_seed(seed)
    task = Deals(game, rule, players, key, paired)
    found = _play_deals(task, n // 2 if paired else n, executor, progress)
    names = (getattr(players[0], "name", "a"), getattr(players[1], "name", "b"))
    return MatchResults(game, names, key, found, paired, n)


def _play_deals(task: Deals, deals: int, executor: Executor | None, progress: bool) -> pd.DataFrame:
    """Return the rows of all deals, or, if interrupted, of those that were played."""
    import pandas as pd

    found: list[dict[str, Any]] = []
    with bar(deals, progress) as shown:
        try:
            for _, games in chunks(executor, task, [(0, deals)]):
                found.extend(games)
                shown.update(len(games) // (1 + task.paired))
        except KeyboardInterrupt:
            if not found:
                raise
    return pd.DataFrame(found).set_index("game").sort_index()


def _player(bot: Any) -> Any:
    found = bots.make(bot) if isinstance(bot, str) else bot
    if not callable(getattr(found, "choose", None)):
        raise SetupError("not_a_bot", text=repr(bot))
    return found


def pair_of(policies: str | Sequence[str]) -> tuple[str, str]:
    """Return a policy for each seat."""
    if isinstance(policies, str):
        return policies, policies
    if not isinstance(policies, Sequence) or len(policies) != 2:
        raise SetupError("not_a_pair", name="policies", value=repr(policies))
    return policies[0], policies[1]


def game_of(game: Any) -> Game:
    """Return a game, or say that it is none."""
    if not isinstance(game, Game):
        raise SetupError("not_a_game", text=repr(game))
    return game


def count_of(name: str, value: Any) -> int:
    """Return a number of games, at least 1."""
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or value < 1:
        raise SetupError("bad_number", name=name, value=repr(value), least=1)
    return int(value)
