"""A board for either game in a notebook: by mouse, by keyboard, against a bot or each other.

The page gets one synced state: a number, how many messages were answered, and a
tree to draw, which holds only what the people at the screen may see. The page sends
back ``{"move": id, "state": n}`` or ``{"action": name, "state": n}``. To anything
else the board answers that it did not understand.
"""

from __future__ import annotations

from typing import Any

import traitlets

from stlib.base.checks import shown
from stlib.base.errors import MoveError, Text
from stlib.base.words import say
from stlib.play.game import Game, Position
from stlib.play.record import Record
from stlib.play.view import View
from stlib.svg import draw_viewpoint, speak_viewpoint
from stlib.svg.viewpoint import Viewpoint
from stlib.widgets.board_head import Notice, refusal
from stlib.widgets.board_page import page, view_of, viewpoint
from stlib.widgets.page_widget import PageWidget, script, styles
from stlib.widgets.session import BotError, Session, seats

__all__ = ["Board"]


class Board(PageWidget):
    """A playable board.

    Parameters
    ----------
    position_or_game : Position or Game
        A game is dealt; a position is played on.
    bots : dict of int to (str or Bot), str, Bot or None
        Which bot plays which seat; people play the other seats. By default the
        usual bot plays against `player`; if a given position has the bot to
        move, it waits until you press "Next move". ``{}`` or None: two people
        at one screen. Bots at both seats: a game to watch.
    lang : {"en", "de", "fr", "nl"}
        Language.
    seed : int, optional
        Of the deal and the bots' choices. Without one the board draws a seed and
        tells it when the game is over.
    player : {0, 1}
        The seat shown below; against the usual bot, the person's seat.
    variant : str or Variant, optional
        The base game if not given.
    hands_open : bool
        Whether both hands are shown: a teaching aid.
    first : {0, 1}, optional
        ST1: who starts.

    Attributes
    ----------
    error : Exception or None
        The last error that a bot raised or a message caused.

    Examples
    --------
    >>> from stlib import ST1
    >>> board = Board(ST1, bots=None, seed=7, first=0)
    >>> board.play(str(board.position.legal_moves[0]))
    >>> board.position.ply
    1
    """

    _esm = script("board")
    _css = styles("board")

    position = traitlets.Any(read_only=True)

    def __init__(
        self,
        position_or_game: Game | Position,
        bots: Any = ...,
        lang: str = "en",
        seed: int | None = None,
        player: int = 0,
        variant: Any = None,
        hands_open: bool = False,
        first: int | None = None,
    ) -> None:
        if not isinstance(position_or_game, Game | Position):
            raise TypeError(say("board.not_playable", what=shown(position_or_game)))
        game = position_or_game if isinstance(position_or_game, Game) else position_or_game.game
        chosen = seats(bots, player, game)
        self._seat = player
        self._hands_open = hands_open
        self._waits = bots is ... and isinstance(position_or_game, Position)
        self._number = 0
        self._answers = 0  # messages of the page that were answered
        self._shown: tuple[Any, ...] | None = None  # what the page shows under that number
        self._notice: Notice | None = None
        self.error: BaseException | None = None
        self._session = Session(position_or_game, chosen, seed, variant, first)
        super().__init__(lang=lang)
        self.on_msg(self._receive)
        self._answer()

    # --- for scripts ----------------------------------------------------------------------

    @property
    def view(self) -> View:
        """What is shown, as a view; a spectator's view where no hand is shown."""
        return view_of(self._viewpoint())

    def play(self, move: Any) -> None:
        """Make a person's move, ``"r7@5"``, and let the bots answer.

        Raises
        ------
        MoveError
            If it is not legal.
        ValueError
            If a bot is to move.
        """
        if self._session.bot_to_move:
            raise ValueError(say("board.not_your_turn", self.lang))
        self._session.decide(move)
        self._notice = None
        self._answer()

    def next_move(self) -> None:
        """Let a bot make one move of a game to watch, or ask a bot again that failed.

        In a finished game nothing happens, and the board says so.
        """
        self._notice = self.error = None
        if self._session.position.outcome is not None:
            return self._say(_alarm("illegal.over"))
        if self._session.people:
            self._show(thinking=True)
        self._attempt(self._session.answer if self._session.people else self._session.watch)
        self._show()

    def undo(self) -> None:
        """Go back to a person's last decision; at the start of a game, to the game before it."""
        self._notice = Notice(Text(f"board.{self._session.undo()}", {}))
        self.error = None
        self._answer()

    def new_game(self, seed: int | None = None) -> None:
        """Begin a new game; without a seed, a board that shows a position goes back to it.

        `undo` brings back the game that was being played.
        """
        self._session.new(seed)
        self.error = None
        told = "board.new_game_undo" if self._session.can_undo else "board.new_game"
        self._notice = Notice(Text(told, {}))
        self._answer()

    def show_hand(self) -> None:
        """Where two people share the screen, show the hand of whoever is to move."""
        self._session.revealed = True
        self._notice = None
        self._show()

    def record(self, **headers: object) -> Record:
        """Return the game so far as a record. It holds the whole deal, hidden cards too."""
        session = self._session
        told: dict[str, object] = {f"player {p + 1}": session.name(p) or "human" for p in range(2)}
        if session.dealt:
            told["seed"] = session.seed
        if session.undone:
            told["undone"] = session.undone
        return Record.of(session.position, **{**told, **headers})

    # --- messages from the page -------------------------------------------------------------

    def _receive(self, _widget: Any, content: Any, _buffers: Any = None) -> None:
        """Answer a message from the page on the board, whatever the message is."""
        self._answers += 1
        try:
            self._obey(content)
        except MoveError as why:
            self._say(refusal(why))
        except Exception as why:
            self.error = why
            self._say(_alarm("board.not_understood"))

    def _obey(self, content: Any) -> None:
        if not isinstance(content, dict) or not ({"move", "action"} & content.keys()):
            return self._say(_alarm("board.not_understood"))
        if content.get("state") != self._number or isinstance(content.get("state"), bool):
            return self._say(_alarm("board.too_late"))
        if "move" in content:
            return self._take(content["move"])
        act = {
            "undo": self.undo,
            "new": self.new_game,
            "show": self.show_hand,
            "next": self.next_move,
        }.get(str(content["action"]))
        return act() if act else self._say(_alarm("board.not_understood"))

    def _take(self, move: Any) -> None:
        """Make the move with this id."""
        if not self._session.human_to_move:
            over = self._session.position.outcome is not None
            return self._say(_alarm("illegal.over" if over else "board.not_your_turn"))
        if isinstance(move, bool) or not isinstance(move, int):
            return self._say(_alarm("board.not_understood"))
        return self.play(move)

    # --- showing ------------------------------------------------------------------------------

    def _answer(self) -> None:
        """Show the position, let the bots move, and show it again."""
        waits = self._waits and not self._session.steps
        if self._session.bot_to_move and self._session.people and not waits:
            self._show(thinking=True)
            self._attempt(self._session.answer)
        self._show()

    def _attempt(self, act: Any) -> None:
        """Let bots move; if one fails, show that and keep its error in `error`."""
        try:
            act()
        except BotError as why:
            self.error = why.__cause__
            mover = self._session.position.to_move
            assert mover is not None
            values: dict[str, object] = {"name": self._session.name(mover), "why": str(why)}
            self._notice = Notice(Text("board.bot_failed", values), alarm=True)

    def _say(self, notice: Notice) -> None:
        """Show a message; the position stays."""
        self._notice = notice
        self._show()

    @traitlets.observe("lang")
    def _relabel(self, _change: Any) -> None:
        self._show()

    def _show(self, thinking: bool = False) -> None:
        """Send the page its state, with a new number if what may be done has changed."""
        position = self._session.position
        self.set_trait("position", position)
        seen = self._viewpoint()
        key = (position, thinking, seen.table.player, id(self._session.past))
        if key != self._shown:
            self._number += 1
        self._shown = key
        tree = page(self._session, seen, self._link(), self._notice, thinking)
        self.state = {"n": self._number, "answers": self._answers, "tree": tree}
        if not thinking:
            self._renew_still()

    def _viewpoint(self) -> Viewpoint:
        return viewpoint(self._session, self.lang, self._seat, self._hands_open)

    def _picture(self) -> str:
        return draw_viewpoint(self._viewpoint())

    def _words(self) -> str:
        return speak_viewpoint(self._viewpoint())


def _alarm(key: str) -> Notice:
    return Notice(Text(key, {}), alarm=True)
