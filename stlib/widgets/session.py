"""A game in progress at one screen: who sits where, bots that answer, taking back.

This is the board without its picture. Errors are raised here; the board shows them.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from stlib import bots as players
from stlib.base.checks import shown
from stlib.base.luck import Luck
from stlib.base.words import say
from stlib.cards.card import Card
from stlib.cards.moves import Move
from stlib.play.game import Game, Position

__all__ = ["BotError", "Session", "Step"]

Bots = Mapping[int, Any] | str | None
_SEEDS = 10**9  # drawn seeds are below this, so that a person can type one
#: What belongs to one game of a session.
_GAME = ("typed", "seed", "dealt", "position", "past", "steps", "fresh", "undone")


class BotError(RuntimeError):
    """A bot raised an error or chose an illegal move; the error's cause is the original one."""


@dataclass(frozen=True)
class Step:
    """One move that was made.

    Parameters
    ----------
    player : {0, 1}
        Who made it.
    move : Move
        The move as both players may see it.
    gone : tuple of Card
        Cards that the move sent to the discard.
    stands_for : tuple of (Card, Card)
        For a claim: each elite card there, and what it stood for.
    """

    player: int
    move: Move
    gone: tuple[Card, ...]
    stands_for: tuple[tuple[Card, Card], ...] = ()


class Session:
    """A game between people at this screen and bots.

    Parameters
    ----------
    what : Game or Position
        A game is dealt. A position is where every game of this session begins.
    bots : dict of int to (str or Bot)
        Which bot plays which seat; people play the other seats.
    seed : int, optional
        Seed of the deal and of the bots' choices; a random one if not given.
    variant, first
        As for ``game.deal``.

    Attributes
    ----------
    position : Position
        The game now.
    seed, typed, dealt
        The seed; whether a person typed it; whether the game was dealt from it.
    past : list of (Position, int, int)
        One entry for each decision of a person: the position before it, the number of
        `steps` made by then, and the value of `fresh` then.
    steps : list of Step
        All moves made. The board tells those from number `fresh` on.
    undone : int
        How often a decision was taken back.
    failed : bool
        Whether a bot has just failed to choose a move.
    revealed : bool
        Where two people share the screen: whether the mover's hand is shown.
    """

    def __init__(
        self,
        what: Game | Position,
        bots: Mapping[int, Any],
        seed: int | None = None,
        variant: Any = None,
        first: int | None = None,
    ) -> None:
        self.game: Game = what if isinstance(what, Game) else what.game
        self.bots = dict(bots)
        self._origin = None if isinstance(what, Game) else what
        self._deal = {"variant": variant, "first": first}
        self._games: list[dict[str, Any]] = []  # those that a new game has put aside
        self._begin(seed, self._origin)

    def new(self, seed: int | None = None) -> None:
        """Begin a new game; without a seed, a session that shows a position goes back to it.

        A game in which a person has decided something is put aside; undo brings it back.
        """
        if self.past:
            self._games.append({name: getattr(self, name) for name in _GAME})
        self._begin(seed, self._origin if seed is None else None)

    def _begin(self, seed: int | None, origin: Position | None) -> None:
        self.typed = seed is not None
        self.seed = secrets.randbelow(_SEEDS) if seed is None else seed
        self.dealt = origin is None
        self.position = origin or self.game.deal(self.seed, **self._deal)
        self.past: list[tuple[Position, int, int]] = []
        self.steps: list[Step] = []
        self.fresh = 0
        self.undone = 0
        self.failed = False
        self.revealed = False

    # --- whose turn ---------------------------------------------------------------------

    @property
    def people(self) -> tuple[int, ...]:
        """Seats without a bot."""
        return tuple(p for p in range(2) if p not in self.bots)

    @property
    def shared(self) -> bool:
        """Whether two people play at this screen."""
        return len(self.people) == 2

    @property
    def human_to_move(self) -> bool:
        """Whether a person decides next."""
        return self.position.to_move in self.people

    @property
    def bot_to_move(self) -> bool:
        """Whether a bot decides next."""
        return self.position.to_move in self.bots

    def name(self, player: int) -> str:
        """Return the name of a seat's bot, or nothing for a person."""
        if player not in self.bots:
            return ""
        return str(getattr(self.bots[player], "name", type(self.bots[player]).__name__))

    # --- moving -------------------------------------------------------------------------

    def decide(self, move: Move | str | int) -> None:
        """Make a person's move; MoveError leaves everything as it is."""
        after = self.position.apply(move)
        self._remember()
        self._go(after)

    def answer(self) -> None:
        """Let the bots move until a person decides or the game is over."""
        while self.bot_to_move:
            self._go(self._chosen())

    def watch(self) -> None:
        """Let a bot make one move of a game between bots."""
        after = self._chosen()
        self._remember()
        self._go(after)

    def _chosen(self) -> Position:
        """Return the position after the bot's move; BotError if it fails to choose a legal one."""
        player = self.position.to_move
        assert player is not None
        self.failed = True
        try:
            luck = Luck.of("board", self.seed, player, self.position.ply, self.undone)
            move = self.bots[player].choose(self.position.view(player), luck)
            after: Position = self.position.apply(move)
        except (Exception, KeyboardInterrupt) as why:
            raise BotError(f"{type(why).__name__}: {why}".rstrip(": ")) from why
        self.failed = False
        return after

    @property
    def can_undo(self) -> bool:
        """Whether there is a decision to take back, or a game that was put aside."""
        return bool(self.past or self._games)

    def undo(self) -> str:
        """Go back to the last decision of a person, or to the game before.

        Returns
        -------
        str
            ``undone``, ``game_is_back``, or ``no_undo`` if there was nothing to take back;
            names of the board's texts about it.
        """
        if not self.can_undo:
            return "no_undo"
        said = "undone" if self.past else "game_is_back"
        if self.past:
            self.position, kept, self.fresh = self.past.pop()
            del self.steps[kept:]
            self.undone += 1
        else:
            for name, value in self._games.pop().items():
                setattr(self, name, value)
        self.failed = False
        self.revealed = False
        return said

    def recent(self) -> tuple[Step, ...]:
        """Return the moves made since the last decision of a person, that one included."""
        return tuple(self.steps[self.fresh :])

    def _remember(self) -> None:
        """Keep the position, so that undo can come back to it; the moves to tell begin here."""
        self.past.append((self.position, len(self.steps), self.fresh))
        self.fresh = len(self.steps)

    def _go(self, after: Position) -> None:
        """Make `after` the current position and record the move that led to it."""
        before = self.position
        gone = tuple(card for card in after.discard if card not in before.discard)
        assert before.to_move is not None
        move = after.view(None).history[-1]
        self.steps.append(Step(before.to_move, move, gone, _settled(before, move)))
        self.position = after
        if after.to_move != before.to_move:
            self.revealed = False


def _settled(before: Position, move: Move) -> tuple[tuple[Card, Card], ...]:
    """Return what the elite cards of both sides stand for, if the move claims their lane."""
    if move.verb != before.game.drawing.claim_verb or move.lane is None:
        return ()
    worths = before.lanes[move.lane].formations
    return tuple(pair for worth in worths if worth is not None for pair in worth.stands_for)


def seats(bots: Any, player: int, game: Game) -> dict[int, Any]:
    """Return a bot for each seat that has one.

    Parameters
    ----------
    bots : dict, str, Bot, None or ...
        ``...`` is the usual bot, against `player`; None is no bot at all;
        a single bot, or its name, plays against `player`.
    player : {0, 1}
        The person's seat.
    game : Game
        What is played.

    Raises
    ------
    ValueError
        For a seat that does not exist, or something that is no bot.
    """
    _check_seat(player)
    if bots is ...:
        bots = {1 - player: "greedy" if "greedy" in game.kernels.POLICIES else "uniform"}
    elif bots is None:
        bots = {}
    elif not isinstance(bots, Mapping):
        bots = {1 - player: bots}
    return {_check_seat(seat): players.bot_of(bot) for seat, bot in bots.items() if bot is not None}


def _check_seat(seat: Any) -> int:
    if isinstance(seat, bool) or seat not in (0, 1):
        raise ValueError(say("board.no_seat", what=shown(seat)))
    return int(seat)
