"""Many games: compiled playouts over threads, and matches between bots.

Game *i* of a run depends on the seed and on *i* alone, so neither the number
of workers nor the size of chunks changes a result. Memory does not grow with
the number of games unless single games are asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from typing import Any

import numpy as np

from stlib import bots
from stlib.columns import columns, row_of
from stlib.errors import SetupError
from stlib.game import Game, check_seed
from stlib.matches import MatchResults
from stlib.results import Results
from stlib.workers import bar, chunks

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
    n = count_of("n", n)
    rule, pair = game.find_variant(variant), pair_of(policies)
    key = check_seed(seed)
    task = make_task(game, rule, pair, key, first)
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
        Where deals run; in this process if not given.
    variant : str or Variant, optional
        The base game if not given.
    progress : bool
        Whether to show a progress bar.
    """
    n = count_of("n", n)
    if paired and n % 2:
        raise SetupError("odd_match", n=n)
    players = tuple(bots.make(b) if isinstance(b, str) else b for b in (bot_a, bot_b))
    rule, key = game.find_variant(variant), check_seed(seed)
    deals = n // 2 if paired else n
    tasks = [(game, rule, players, key, deal, paired) for deal in range(deals)]
    run = map if executor is None else executor.map
    with bar(deals, progress) as shown:
        lines = []
        for games in run(_play_deal, tasks):
            lines += games
            shown.update()
    import pandas as pd

    names = (getattr(players[0], "name", "a"), getattr(players[1], "name", "b"))
    rows = pd.DataFrame(lines).rename_axis("game")
    return MatchResults(game, names, key, rows, paired)


def _play_deal(task: tuple[Any, ...]) -> list[dict[str, Any]]:
    game, rule, players, key, deal, paired = task
    seats = (0, 1) if paired else (deal % 2,)
    return [_play_game(game, rule, players, key, deal, seat) for seat in seats]


def _play_game(
    game: Game, rule: Any, players: Sequence[Any], key: int, deal: int, seat: int
) -> dict[str, Any]:
    """Play one game, the first bot in `seat`; each bot has a stream of luck of its own."""
    luck = np.random.SeedSequence([key, deal])
    seed = int(luck.generate_state(1, np.uint64)[0] >> 1)
    rngs = [np.random.default_rng(child) for child in luck.spawn(2)]
    position = game.deal(seed, rule)
    while position.outcome is None:
        who = 0 if position.to_move == seat else 1
        position = position.apply(players[who].choose(position.view(position.to_move), rngs[who]))
    winner = position.outcome.winner
    score = 0.5 if winner is None else float(winner == seat)
    reason = position.outcome.reason
    counts = dict(zip(game.kernels.COLUMNS, row_of(position).tolist(), strict=True))
    return {"deal": deal, "seed": seed, "seat": seat} | counts | {
        "winner": winner, "reason": reason, "score": score,
    }  # fmt: skip


def make_task(
    game: Game, rule: Any, policies: tuple[str, str], key: int, first: int | None
) -> tuple[Any, ...]:
    """Return what workers need to play any games of a run: see `stlib.workers.chunks`."""
    numbers = tuple(_policy(game, name) for name in policies)
    return game, key, game.deal_codes(rule, first), numbers


def pair_of(policies: str | Sequence[str]) -> tuple[str, str]:
    """Return a policy for each seat."""
    if isinstance(policies, str):
        return policies, policies
    if len(policies) != 2:
        raise SetupError("not_a_pair", name="policies", value=repr(policies))
    return policies[0], policies[1]


def count_of(name: str, value: Any) -> int:
    """Return a number of games, at least 1."""
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or value < 1:
        raise SetupError("bad_number", name=name, value=repr(value), least=1)
    return int(value)


def _policy(game: Game, name: str) -> int:
    names = game.kernels.POLICIES
    if name not in names:
        raise SetupError("no_policy", text=repr(name), game=game.name, names=", ".join(names))
    return int(names.index(name))
