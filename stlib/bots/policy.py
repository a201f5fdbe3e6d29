"""Bots that ask a compiled policy for each move, and the checks of what a bot is and is asked."""

from __future__ import annotations

from typing import Any, Protocol, cast

import numpy as np

from stlib.base import words
from stlib.base.checks import shown
from stlib.base.errors import MoveError, SetupError
from stlib.base.luck import Luck
from stlib.cards.moves import Move
from stlib.play.game import Game
from stlib.play.view import View

__all__ = ["Bot", "PolicyBot", "bot_of", "check_asked", "make", "names"]


class Bot(Protocol):
    """Whatever chooses moves; it is shown views and nothing else."""

    name: str

    def choose(self, view: View, rng: Any) -> Move:
        """Return one of ``view.legal_moves``.

        Parameters
        ----------
        view : View
            What the player to move knows, ``position.view(position.to_move)``.
        rng : Luck
            The bot's only source of chance, so that its games can be repeated. It has the
            methods ``integers``, ``random``, ``choice``, ``shuffle`` and ``permutation``,
            and does not tell the seed of the game. Not typed, because a bot may ask
            for it, or take a numpy.random.Generator from other callers, too.
        """
        ...

    def explain(self, view: View, lang: str = "en") -> str:
        """Say in a sentence what the bot would do and why.

        Parameters
        ----------
        view : View
            As for `choose`.
        lang : {"en", "de", "fr", "nl"}
            The language of the sentence.
        """
        ...


class PolicyBot:
    """A bot that plays a compiled policy.

    Parameters
    ----------
    name : str
        The policy's name, in each game's ``policies.POLICIES``.

    Examples
    --------
    >>> import stlib
    >>> view = stlib.ST1.deal(7, first=0).view(0)
    >>> bot = stlib.bots.make("greedy")
    >>> bot.choose(view, stlib.bots.Luck.of(1)) in view.legal_moves
    True
    """

    def __init__(self, name: str) -> None:
        self.name = name

    def choose(self, view: View, rng: Luck | np.random.Generator) -> Move:
        """Return the policy's move.

        The hidden cards are laid out at random first, so that nothing about
        the real ones can reach the policy.

        Parameters
        ----------
        view : View
            What the player to move knows.
        rng : Luck or numpy.random.Generator
            Source of chance.

        Raises
        ------
        MoveError
            If it is not the turn of the view's player, or the game is over.
        SetupError
            For anything but a view and a source of chance, and if the game lacks the policy.
        """
        check_asked(view)
        if not isinstance(rng, Luck | np.random.Generator):
            raise SetupError("not_a_generator", kind=type(rng).__name__)
        position = view.determinize(rng)
        stream = int(rng.integers(1 << 62))
        number = view.game.kernels.decide(position._row, self.policy(view.game), stream)
        return view.game.notation.move(int(number))

    @words.whole
    def explain(self, view: View, lang: str = "en") -> str:
        """Say what the bot would do now; a random bot draws anew each time it is asked.

        Raises
        ------
        MoveError, SetupError
            As `choose` does.
        """
        move = self.choose(view, Luck.of("explain"))
        n = len(view.legal_moves)
        return words.say(f"bot.{self.name}", lang, move=move.say(lang), n=n)

    def policy(self, game: Game) -> int:
        """Return the policy's number in `game`.

        Raises
        ------
        SetupError
            If the game has no such policy.
        """
        known: tuple[str, ...] = game.kernels.POLICIES
        if self.name not in known:
            names = ", ".join(known)
            raise SetupError("no_policy", text=shown(self.name), game=game.name, names=names)
        return known.index(self.name)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PolicyBot) and self.name == other.name

    def __hash__(self) -> int:
        return hash(self.name)

    def __repr__(self) -> str:
        return f"make({self.name!r})"


def names() -> tuple[str, ...]:
    """Return the names `make` knows: the policies with a sentence of their own to say.

    All others are bots with a part left out, made to be measured.

    Examples
    --------
    >>> import stlib
    >>> stlib.bots.names()
    ('uniform', 'uniform_moves', 'greedy')
    """
    return tuple(key[4:] for key in words.entries() if key.startswith("bot."))


def make(name: str, playouts: int | None = None, seconds: float | None = None) -> Bot:
    """Return a bot by name.

    Parameters
    ----------
    name : str
        Who is to play: one of `names`.
    playouts, seconds : optional
        How long bots that search may think; the bots of today do not search, and refuse both.

    Raises
    ------
    SetupError
        For an unknown name, or a budget nobody would use.
    """
    if name not in names():
        raise SetupError("no_bot", text=shown(name), names=", ".join(names()))
    if playouts is not None or seconds is not None:
        raise SetupError("no_budget", name=name)
    return PolicyBot(name)


def bot_of(bot: object) -> Bot:
    """Return a bot; it is made if its name is given.

    Parameters
    ----------
    bot : str or Bot
        A name that `make` knows, or anything with a method ``choose(view, rng)``.

    Raises
    ------
    SetupError
        For anything else, such as a bot's class in place of a bot.
    """
    if isinstance(bot, str):
        return make(bot)
    if not callable(getattr(bot, "choose", None)):
        raise SetupError("not_a_bot", text=shown(bot))
    if isinstance(bot, type):
        raise SetupError("bot_class", name=bot.__name__)
    return cast(Bot, bot)


def check_asked(view: object) -> None:
    """Check that a bot is asked for a move by a view whose player has one to make.

    Raises
    ------
    SetupError
        For anything but a view, such as a whole position.
    MoveError
        If the game is over, or it is not the turn of the view's player.
    """
    if not isinstance(view, View):
        raise SetupError("not_a_view", kind=type(view).__name__)
    if view.outcome is not None:
        raise MoveError("asked_when_over", ply=view.ply)
    if view.player is None:
        raise MoveError("spectator_asked", ply=view.ply, turn=view.to_move)
    if view.player != view.to_move:
        raise MoveError("not_your_turn", ply=view.ply, seat=view.player, turn=view.to_move)
