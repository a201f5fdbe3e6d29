"""Playing many games: `playouts` with compiled policies, `play_match` between two bots.

Game *i* of a run depends on the seed and on *i* alone, so neither the number
of workers nor the size of chunks changes a result. Memory does not grow with
the number of games unless single games are asked for.
"""

from __future__ import annotations

from concurrent.futures import Executor
from typing import TYPE_CHECKING, Any

from stlib.base.checks import check_first, check_seed
from stlib.base.errors import SetupError
from stlib.bots.policy import bot_of
from stlib.play.game import Game
from stlib.simulate.column_meanings import columns
from stlib.simulate.frames import with_words
from stlib.simulate.given import count_of, executor_of, game_of, pair_of
from stlib.simulate.matches import MatchResults
from stlib.simulate.results import Results
from stlib.simulate.tasks import Deals, Playouts
from stlib.simulate.workers import bar, chunks

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["MatchResults", "Results", "columns", "play_match", "playouts"]

_ROWS_KEPT = 200_000  # runs of at most so many games keep their rows, if nothing else is said


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
        Seed of the run; drawn if not given.
    policies : str or (str, str)
        One policy for both seats, or one for each: player 0 (the attacker) first.
    variant : str or Variant, optional
        The base game if not given.
    executor : concurrent.futures.Executor, optional
        Where the games are played; in threads of this process if not given.
    progress : bool
        Whether to show a progress bar if the run takes more than a second.
    first : {0, 1}, optional
        Who starts (ST1); drawn for each game if not given.
    rows : bool, optional
        Whether single games are kept in memory. If not given, they are for up
        to 200,000 games. Write more than that to a folder, see `stlib.runs`.

    Returns
    -------
    Results
        If the run was interrupted, the games played so far; ``n`` is then
        below ``asked``.

    Raises
    ------
    SetupError
        If an argument cannot be used.
    """
    n, game = count_of("n", n), game_of(game)
    rule, pair, where = game.find_variant(variant), pair_of(policies), executor_of(executor)
    key = check_seed(seed)
    task = Playouts.of(game, rule, pair, key, first)
    first = check_first(first)
    keep = n <= _ROWS_KEPT if rows is None else rows
    results = Results(game, rule, pair, key, n, first, _rows=[] if keep else None)
    with bar(n, progress) as shown:
        try:
            for start, out in chunks(where, task, [(0, n)]):
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
        Names, or any object with ``choose(view, rng)``.
    n : int
        Games; an even number if `paired`.
    seed : int, optional
        Seed of the match. The cards of deal *i* and both bots' random numbers
        in it depend on the seed and on *i* alone.
    paired : bool
        Whether each deal is played twice, with seats swapped. Otherwise each
        deal is played once and the seats alternate.
    executor : Executor, optional
        Where the deals are played, a few at a time; in this process if not given.
    variant : str or Variant, optional
        The base game if not given.
    progress : bool
        Whether to show a progress bar if the match takes more than a second.

    Returns
    -------
    MatchResults
        If the match was interrupted, the deals played so far; ``n`` is then
        below ``asked``.

    Raises
    ------
    SetupError
        If an argument cannot be used.
    """
    n, game = count_of("n", n), game_of(game)
    if paired and n % 2:
        raise SetupError("odd_match", n=n)
    players, where = (bot_of(bot_a), bot_of(bot_b)), executor_of(executor)
    rule, key = game.find_variant(variant), check_seed(seed)
    task = Deals(game, rule, players, key, bool(paired))
    found = _play_deals(task, n // 2 if paired else n, where, progress)
    names = (getattr(players[0], "name", "a"), getattr(players[1], "name", "b"))
    return MatchResults(game, names, key, found, task.paired, n)


def _play_deals(task: Deals, deals: int, executor: Executor | None, progress: bool) -> pd.DataFrame:
    """Return one row for each game; if interrupted, for each game that was played."""
    import pandas as pd  # imported here because it takes a second

    found: list[dict[str, Any]] = []
    with bar(deals, progress) as shown:
        try:
            for _, games in chunks(executor, task, [(0, deals)]):
                found.extend(games)
                shown.update(len(games) // (1 + task.paired))
        except KeyboardInterrupt:
            if not found:
                raise
    return with_words(task.game, pd.DataFrame(found).set_index("game").sort_index())
