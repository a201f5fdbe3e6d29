"""Many games: compiled playouts over threads, and matches between bots.

Game *i* of a run depends on the seed and on *i* alone, so neither the number
of workers nor the size of chunks changes a result. Memory does not grow with
the number of games unless single games are asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from stlib import bots, words
from stlib.errors import SetupError
from stlib.game import Game, check_seed
from stlib.stats import Rate, paired_interval, share
from stlib.workers import bar, chunks

if TYPE_CHECKING:
    import pandas as pd  # loaded when the first table is made: it takes a second

__all__ = ["MatchResults", "Results", "play_match", "playouts"]

_ROWS_KEPT = 200_000  # single games are kept by default up to here


@dataclass
class Results:
    """What a run of playouts found.

    Parameters
    ----------
    game, variant, policies, seed
        What was played.
    asked : int
        Games asked for; `n` of them were played.
    tally : dict of (int, int) to int
        Games by winner (0, 1; 2 is a draw) and number of the reason.
    sums : ndarray of int64, shape (columns,)
        Each column's sum.
    """

    game: Game
    variant: Any
    policies: tuple[str, str]
    seed: int
    asked: int
    tally: dict[tuple[int, int], int] = field(default_factory=dict)
    sums: np.ndarray | None = None
    _rows: list[tuple[int, np.ndarray]] | None = None

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
    def rate(self) -> float:
        """Share of games player 0 (ST2: the attacker) won, a draw counting a half."""
        return self._rate().rate

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval of `rate`."""
        return self._rate().interval

    @property
    def means(self) -> pd.Series:
        """Mean of each column of `rows`."""
        import pandas as pd

        assert self.sums is not None
        return pd.Series(self.sums / self.n, index=list(self.game.kernels.COLUMNS), name="mean")

    @property
    def rows(self) -> pd.DataFrame:
        """One line a game, by its index; SetupError if they were not kept."""
        import pandas as pd

        if self._rows is None:
            raise SetupError("rows_not_kept")
        parts = [
            pd.DataFrame(out, columns=self.game.kernels.COLUMNS, index=first + np.arange(len(out)))
            for first, out in sorted(self._rows, key=lambda part: part[0])
        ]
        return pd.concat(parts).rename_axis("game")

    @property
    def label(self) -> str:
        """Who played whom."""
        return " – ".join(self.policies)

    def summary(self, lang: str = "en") -> pd.DataFrame:
        """Return a table of how the games ended: winner, reason, games, share."""
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

    def add(self, first: int, out: np.ndarray) -> None:
        """Take in a chunk of games."""
        tally, sums = self._grown(out)
        self.tally, self.sums = tally, sums  # no call between: an interrupt splits nothing
        if self._rows is not None:
            self._rows.append((first, out))

    def _grown(self, out: np.ndarray) -> tuple[dict[tuple[int, int], int], np.ndarray]:
        """Return tally and sums with these games in them."""
        tally = dict(self.tally)
        pairs, counts = np.unique(out[:, :2], axis=0, return_counts=True)
        for (winner, reason), count in zip(pairs.tolist(), counts.tolist(), strict=True):
            tally[winner, reason] = tally.get((winner, reason), 0) + count
        return tally, out.sum(axis=0) + (0 if self.sums is None else self.sums)

    def _rate(self) -> Rate:
        a, _, draws = self.wins
        return Rate(a + draws / 2, self.n)

    def __str__(self) -> str:
        part = "" if self.n == self.asked else f", {self.n} of {self.asked} games"
        return f"{self.game.name} {self.label}: {self._rate()}{part}"

    __repr__ = __str__


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
    """Play `n` games with compiled policies.

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
        Whether single games are kept; by default for up to 200,000.

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
    results = Results(game, rule, pair, key, n, _rows=[] if keep else None)
    with bar(n, progress) as shown:
        try:
            for start, out in chunks(executor, task, [(0, n)]):
                results.add(start, out)
                shown.update(len(out))
        except KeyboardInterrupt:
            if not results.n:
                raise
    return results


@dataclass
class MatchResults:
    """What a match between two bots found.

    Parameters
    ----------
    game, bots, seed
        What was played.
    rows : pandas.DataFrame
        One line a game: deal, seat of the first bot, winner (seat), reason,
        plies, and the first bot's score: 1, ½ or 0.
    paired : bool
        Whether each deal was played twice with seats swapped.
    """

    game: Game
    bots: tuple[str, str]
    seed: int
    rows: pd.DataFrame
    paired: bool

    @property
    def n(self) -> int:
        """Games played."""
        return len(self.rows)

    @property
    def wins(self) -> float:
        """Games the first bot won; a draw counts a half."""
        return float(self.rows["score"].sum())

    @property
    def rate(self) -> float:
        """Share the first bot won."""
        return self.wins / self.n

    @property
    def interval(self) -> tuple[float, float]:
        """95 % interval of `rate`; over pairs if the deals were paired."""
        if self.paired:
            return paired_interval(self.rows.groupby("deal")["score"].mean().to_numpy())
        return Rate(self.wins, self.n).interval

    @property
    def label(self) -> str:
        """Who played whom."""
        return " – ".join(self.bots)

    def summary(self) -> pd.DataFrame:
        """Return the first bot's games and score by seat."""
        table: pd.DataFrame = self.rows.groupby("seat")["score"].agg(["count", "sum", "mean"])
        return table

    def __str__(self) -> str:
        low, high = self.interval
        spread = f"{share(low)} to {share(high)}, n = {self.n}"
        return f"{self.game.name} {self.label}: {share(self.rate)} ({spread})"

    __repr__ = __str__


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
    return MatchResults(game, names, key, pd.DataFrame(lines), paired)


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
    return {
        "deal": deal, "seat": seat, "winner": winner, "reason": reason,
        "plies": position.ply, "score": score,
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


def _seat(game: Game, winner: int, lang: str) -> str:
    return words.say("player.none" if winner == 2 else f"player.{game.name}_{winner}", lang)
