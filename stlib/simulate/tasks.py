"""What is handed out to workers: any games of an experiment, played wherever that is.

A task travels to other processes and machines as it is. Game, or deal, *i*
depends on the task and on *i* alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

import numpy as np

from stlib.base.errors import SetupError
from stlib.play.game import Game
from stlib.simulate.column_meanings import row_of

__all__ = ["Deals", "Playouts", "Task"]


class Task(Protocol):
    """What `stlib.simulate.workers.chunks` needs of a task.

    Parameters
    ----------
    tried : tuple of int
        Sizes of the chunks played first, here, to learn the pace.
    in_threads : bool
        Whether threads help, and do no harm.
    """

    @property
    def game(self) -> Game:
        """What is played."""

    @property
    def tried(self) -> tuple[int, ...]:
        """See above."""

    @property
    def in_threads(self) -> bool:
        """See above."""

    def play(self, first: int, n: int) -> Any:
        """Play what is numbered `first` … `first + n - 1`."""


@dataclass(frozen=True)
class Playouts:
    """Games between compiled policies.

    Parameters
    ----------
    game, key
        What is played, and the seed.
    codes : tuple
        Of the deal: `Game.deal_codes`.
    numbers : (int, int)
        Of the policies.
    """

    game: Game
    key: int
    codes: tuple[Any, ...]
    numbers: tuple[int, ...]
    tried: ClassVar = (16, 64)  # the first compiles; the second shows the pace
    in_threads: ClassVar = True

    @classmethod
    def of(
        cls, game: Game, rule: Any, policies: tuple[str, str], key: int, first: int | None
    ) -> Playouts:
        """Return the games of this variant, between policies with these names."""
        numbers = tuple(_policy(game, name) for name in policies)
        return cls(game, key, game.deal_codes(rule, first), numbers)

    def play(self, first: int, n: int) -> np.ndarray:
        """Play games `first` … `first + n - 1`; returns ndarray of int64, shape (n, columns)."""
        out = np.zeros((n, len(self.game.kernels.COLUMNS)), np.int64)
        self.game.kernels.playouts(self.key, first, n, *self.codes, *self.numbers, out)
        return out


@dataclass(frozen=True)
class Deals:
    """Deals between two bots, each played twice, with seats swapped, or once.

    Parameters
    ----------
    game, rule, key
        What is played, and the seed.
    players : (Bot, Bot)
        The bots.
    paired : bool
        Whether each deal is played twice; else seats alternate.
    """

    game: Game
    rule: Any
    players: Sequence[Any]
    key: int
    paired: bool
    tried: ClassVar = (1, 1)
    in_threads: ClassVar = False  # bots are anybody's Python

    def play(self, first: int, n: int) -> list[dict[str, Any]]:
        """Play deals `first` … `first + n - 1`; returns a row for each game, by column."""
        return [game for deal in range(first, first + n) for game in play_deal(self, deal)]


def play_deal(task: Deals, deal: int) -> list[dict[str, Any]]:
    """Play one deal, from both seats or from one."""
    seats = (0, 1) if task.paired else (deal % 2,)
    return [_play_game(task, deal, seat) for seat in seats]


def _play_game(task: Deals, deal: int, seat: int) -> dict[str, Any]:
    """Play one game, the first bot in `seat`; each bot has a stream of luck of its own."""
    luck = np.random.SeedSequence([task.key, deal])
    seed = int(luck.generate_state(1, np.uint64)[0] >> 1)
    rngs = [np.random.default_rng(child) for child in luck.spawn(2)]
    position = task.game.deal(seed, task.rule)
    while position.outcome is None:
        who = 0 if position.to_move == seat else 1
        view = position.view(position.to_move)
        position = position.apply(task.players[who].choose(view, rngs[who]))
    winner = position.outcome.winner
    score = 0.5 if winner is None else float(winner == seat)
    counts = dict(zip(task.game.kernels.COLUMNS, row_of(position).tolist(), strict=True))
    return {"game": 2 * deal + seat if task.paired else deal, "deal": deal, "seed": seed} | {
        "seat": seat, **counts, "winner": winner, "reason": position.outcome.reason, "score": score,
    }  # fmt: skip


def _policy(game: Game, name: str) -> int:
    names = game.kernels.POLICIES
    if name not in names:
        raise SetupError("no_policy", text=repr(name), game=game.name, names=", ".join(names))
    return int(names.index(name))
