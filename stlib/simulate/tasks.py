"""Tasks for workers: some games of a run, or some deals of a match.

A task can be sent to other processes and machines. Game *i*, or deal *i*,
depends on the task and on *i* alone, so it does not matter where it is played.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

import numpy as np

from stlib.base import words
from stlib.base.checks import shown
from stlib.base.errors import GameError, MoveError, SetupError
from stlib.base.luck import Luck
from stlib.play.game import Game, Position
from stlib.simulate.column_meanings import row_of

__all__ = ["Deals", "Playouts", "Task"]


class Task(Protocol):
    """What `stlib.simulate.workers.chunks` needs to know of a task.

    Parameters
    ----------
    tried : tuple of int
        Sizes of the first chunks. They are played in this process, to learn
        how long a game takes.
    in_threads : bool
        Whether the games may be played in several threads of this process.
    """

    @property
    def game(self) -> Game:
        """The game that is played."""

    @property
    def tried(self) -> tuple[int, ...]:
        """The sizes of the first chunks, from which the time of a game is learned."""

    @property
    def in_threads(self) -> bool:
        """Whether the games may be played in several threads of this process."""

    def play(self, first: int, n: int) -> Any:
        """Play the games, or deals, with the numbers `first` to `first + n - 1`."""


@dataclass(frozen=True)
class Playouts:
    """Games between compiled policies.

    Parameters
    ----------
    game, key
        The game, and the seed of the run.
    codes : tuple
        The variant and who starts, as the kernels take them: `Game.deal_codes`.
    numbers : (int, int)
        Numbers of the policies.
    """

    game: Game
    key: int
    codes: tuple[Any, ...]
    numbers: tuple[int, ...]
    tried: ClassVar = (16, 64)  # the first chunk compiles, the second shows the pace
    in_threads: ClassVar = True

    @classmethod
    def of(
        cls, game: Game, rule: Any, policies: tuple[str, str], key: int, first: int | None
    ) -> Playouts:
        """Return a task for this variant and policies with these names."""
        numbers = tuple(_policy(game, name) for name in policies)
        return cls(game, key, game.deal_codes(rule, first), numbers)

    def play(self, first: int, n: int) -> np.ndarray:
        """Play games `first` to `first + n - 1`; return ndarray of int64, shape (n, columns)."""
        out = np.zeros((n, len(self.game.kernels.COLUMNS)), np.int64)
        self.game.kernels.playouts(self.key, first, n, *self.codes, *self.numbers, out)
        return out


@dataclass(frozen=True)
class Deals:
    """Deals between two bots, each played twice, with seats swapped, or once.

    Parameters
    ----------
    game, rule, key
        The game, its variant, and the seed of the match.
    players : (Bot, Bot)
        The bots.
    paired : bool
        Whether each deal is played twice; otherwise the seats alternate.
    """

    game: Game
    rule: Any
    players: Sequence[Any]
    key: int
    paired: bool
    tried: ClassVar = (1, 1)
    in_threads: ClassVar = False  # a bot is any Python object and may not be safe in threads

    def play(self, first: int, n: int) -> list[dict[str, Any]]:
        """Play deals `first` to `first + n - 1`; return for each game its columns by name."""
        return [game for deal in range(first, first + n) for game in play_deal(self, deal)]


def play_deal(task: Deals, deal: int) -> list[dict[str, Any]]:
    """Play one deal: twice with seats swapped, or once."""
    seats = (0, 1) if task.paired else (deal % 2,)
    return [_play_game(task, deal, seat) for seat in seats]


def _play_game(task: Deals, deal: int, seat: int) -> dict[str, Any]:
    """Play one game with the first bot in `seat`; each bot has luck of its own at each ply."""
    luck = np.random.SeedSequence([task.key, deal])
    seed = int(luck.generate_state(1, np.uint64)[0] >> 1)
    position = task.game.deal(seed, task.rule)
    while position.outcome is None:
        who = 0 if position.to_move == seat else 1
        own = Luck.of("match", task.key, deal, who, position.ply)
        position = _after(position, task.players[who], own, deal)
    winner = position.outcome.winner
    score = 0.5 if winner is None else float(winner == seat)
    counts = dict(zip(task.game.kernels.COLUMNS, row_of(position).tolist(), strict=True))
    return {"game": 2 * deal + seat if task.paired else deal, "deal": deal, "seed": seed} | {
        "seat": seat, **counts, "score": score,
    }  # fmt: skip


def _after(position: Position, bot: Any, rng: Luck, deal: int) -> Position:
    """Return the position after a bot's move; an error says which bot was asked, and where."""
    name = repr(getattr(bot, "name", type(bot).__name__))
    place = {"bot": name, "deal": deal, "seat": position.to_move, "ply": position.ply}
    try:
        move = bot.choose(position.view(position.to_move), rng)
    except Exception as why:
        why.add_note(words.say("error.bot_failed", **place))
        raise
    try:
        return position.apply(move)
    except GameError as why:
        raise MoveError("bad_answer", why=why, **place) from why


def _policy(game: Game, name: str) -> int:
    names = game.kernels.POLICIES
    if name not in names:
        raise SetupError("no_policy", text=shown(name), game=game.name, names=", ".join(names))
    return int(names.index(name))
