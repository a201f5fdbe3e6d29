"""Bots that ask a compiled policy for each move."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np

from stlib.base import words
from stlib.base.errors import SetupError
from stlib.cards.moves import Move
from stlib.play.view import View

__all__ = ["Bot", "PolicyBot", "make", "names"]

#: Policies that a person may want to play against; the rest are ablations.
_NAMES = ("uniform", "uniform_moves", "greedy")


class Bot(Protocol):
    """Whatever chooses moves; it is shown views and nothing else."""

    name: str

    def choose(self, view: View, rng: np.random.Generator) -> Move:
        """Return one of ``view.legal_moves``."""
        ...

    def explain(self, view: View, lang: str = "en") -> str:
        """Say in a sentence what it would do and why."""
        ...


class PolicyBot:
    """A bot that plays a compiled policy.

    Parameters
    ----------
    name : str
        The policy's name, in each game's ``policies.POLICIES``.
    """

    def __init__(self, name: str) -> None:
        self.name = name

    def choose(self, view: View, rng: np.random.Generator) -> Move:
        """Return the policy's move.

        The hidden cards are laid out at random first, so that nothing about
        the real ones can reach the policy.
        """
        position = view.determinize(rng)
        stream = int(rng.integers(1 << 62))
        number = position.game.kernels.decide(position._row, self.policy(view.game), stream)
        move: Move = view.game.notation.move(int(number))
        return move

    @words.whole
    def explain(self, view: View, lang: str = "en") -> str:
        """Say what the bot would do now; a random bot draws anew each time it is asked."""
        move = self.choose(view, np.random.default_rng(0))
        n = len(view.legal_moves)
        return words.say(f"bot.{self.name}", lang, move=move.say(lang), n=n)

    def policy(self, game: Any) -> int:
        """Return the policy's number in `game`."""
        return int(game.kernels.POLICIES.index(self.name))

    def __repr__(self) -> str:
        return f"make({self.name!r})"


def names() -> tuple[str, ...]:
    """Return the names `make` knows."""
    return _NAMES


def make(name: str, playouts: int | None = None, seconds: float | None = None) -> Bot:
    """Return a bot by name.

    Parameters
    ----------
    name : {"uniform", "uniform_moves", "greedy"}
        Who is to play.
    playouts, seconds : optional
        Thinking budget of bots that search; those here do not, and refuse one.

    Raises
    ------
    SetupError
        For an unknown name, or a budget nobody would use.
    """
    if name not in _NAMES:
        raise SetupError("no_bot", text=repr(name), names=", ".join(_NAMES))
    if playouts is not None or seconds is not None:
        raise SetupError("no_budget", name=name)
    return PolicyBot(name)
