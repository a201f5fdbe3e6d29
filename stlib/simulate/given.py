"""Checks of what a caller gives: the game, numbers of games, policies, an executor.

Each function returns what it was given, in the form the library works with, or
raises a `SetupError` that shows the value.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from typing import Any

from stlib.base.checks import check_pair, shown, whole
from stlib.base.errors import SetupError
from stlib.play.game import Game

__all__ = ["MOST_GAMES", "count_of", "executor_of", "game_of", "pair_of"]

#: The numbers of games are 63-bit integers.
MOST_GAMES = 2**63 - 1


def game_of(game: Any) -> Game:
    """Return a game; its name is not enough."""
    if not isinstance(game, Game):
        raise SetupError("not_a_game", text=shown(game))
    return game


def count_of(name: str, value: Any, most: int = MOST_GAMES) -> int:
    """Return a whole number from 1 to `most`; `name` is the argument's name."""
    number = whole(name, value, 1)
    return number if number <= most else whole(name, value, 1, most)


def pair_of(policies: str | Sequence[str]) -> tuple[str, str]:
    """Return the name of a policy for each seat."""
    if isinstance(policies, str):
        return policies, policies
    one, other = check_pair("policies", policies)
    return one, other


def executor_of(executor: Any) -> Executor | None:
    """Return an executor or None; anything with the methods of an executor is one."""
    if executor is None or (
        not isinstance(executor, type) and callable(getattr(executor, "submit", None))
    ):
        return executor
    raise SetupError("not_an_executor", value=shown(executor))
