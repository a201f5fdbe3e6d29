"""Checks of what a caller gives: the game, numbers of games, policies, an executor.

Each function returns what it was given, in the form the library works with, or
raises a `SetupError` that shows the value.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from typing import Any

import numpy as np

from stlib.base.errors import SetupError
from stlib.play.game import Game

__all__ = ["MOST_GAMES", "count_of", "executor_of", "game_of", "pair_of"]

#: The numbers of games are 63-bit integers.
MOST_GAMES = 2**63 - 1


def game_of(game: Any) -> Game:
    """Return a game; its name is not enough."""
    if not isinstance(game, Game):
        raise SetupError("not_a_game", text=repr(game))
    return game


def count_of(name: str, value: Any, most: int = MOST_GAMES) -> int:
    """Return a whole number from 1 to `most`; `name` is the argument's name."""
    whole = isinstance(value, (int, np.integer)) and not isinstance(value, bool)
    if not whole or value < 1:
        raise SetupError("bad_number", name=name, value=repr(value), least=1)
    if value > most:
        raise SetupError("too_large", name=name, value=repr(value), most=most)
    return int(value)


def pair_of(policies: str | Sequence[str]) -> tuple[str, str]:
    """Return the name of a policy for each seat."""
    if isinstance(policies, str):
        return policies, policies
    if not isinstance(policies, Sequence) or len(policies) != 2:
        raise SetupError("not_a_pair", name="policies", value=repr(policies))
    return policies[0], policies[1]


def executor_of(executor: Any) -> Executor | None:
    """Return an executor or None; anything with the methods of an executor is one."""
    if executor is None or (
        not isinstance(executor, type) and callable(getattr(executor, "submit", None))
    ):
        return executor
    raise SetupError("not_an_executor", value=repr(executor))
