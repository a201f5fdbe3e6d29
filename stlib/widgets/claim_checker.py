"""The claim checker: whether a lane can be claimed, and if not, which cards stop it."""

from __future__ import annotations

from typing import Any

import traitlets

from stlib.base import words
from stlib.cards.card import Card
from stlib.claims.prove import Proof, Prover, Refutation
from stlib.play.game import Game
from stlib.play.table import Table
from stlib.svg.shapes import Node, el
from stlib.widgets.card_explorer import CardExplorer, faces
from stlib.widgets.explorer import tick

__all__ = ["ClaimChecker"]


class ClaimChecker(CardExplorer):
    """Build both sides of a lane by clicking cards; the verdict appears at once.

    Parameters
    ----------
    game : Game
        ``stlib.ST1`` or ``st2lib.ST2``.
    lang : {"en", "de", "fr", "nl"}
        Language.
    mine, theirs : str
        Cards on the two sides, ``"r7 r8 r9"``.
    table : str
        Other cards that lie open.
    place : str
        What is asked for: ``stone`` or a combat mode, or a wall tile's name,
        with ``_damaged`` for its other face.
    theirs_first : bool
        Whether the other side, if complete, became so first.
    variant : str or Variant, optional
        With tactic cards elite troops can be laid, too.

    Attributes
    ----------
    mine, theirs, table, place, theirs_first
        Synced traits: they can be set, observed and linked.

    Raises
    ------
    CardError
        For unknown cards, more than a side holds, or a card in two places.

    Notes
    -----
    Elite cards that nobody has seen never refute here, also where the switch
    ``unseen_tactics_block_proof`` lets them in a game.

    Examples
    --------
    >>> from stlib import ST1
    >>> checker = ClaimChecker(ST1, mine="r4 g4 b4", theirs="v5 v6")
    >>> bool(checker.verdict)
    False
    >>> checker.table = "v4, v7"
    >>> bool(checker.verdict)
    True
    """

    zones = ("mine", "theirs", "table")
    _name = "claim"
    _asks = (*zones, "place", "zone", "theirs_first")
    _elites = True

    mine = traitlets.Unicode().tag(sync=True)
    theirs = traitlets.Unicode().tag(sync=True)
    table = traitlets.Unicode().tag(sync=True)
    theirs_first = traitlets.Bool().tag(sync=True)

    def __init__(
        self,
        game: Game,
        lang: str = "en",
        mine: str = "",
        theirs: str = "",
        table: str = "",
        place: str | None = None,
        theirs_first: bool = False,
        variant: Any = None,
    ) -> None:
        asked = {"mine": mine, "theirs": theirs, "table": table, "theirs_first": theirs_first}
        if place is not None:
            asked["place"] = place
        super().__init__(game, lang, variant, **asked)

    @classmethod
    def of(
        cls, table: Table, number: int, player: int | None = None, lang: str = "en"
    ) -> ClaimChecker:
        """Return a checker that shows a lane of a position or view.

        Parameters
        ----------
        table : Position or View
            Where.
        number : int
            The lane, counted from 1 as on the board.
        player : {0, 1}, optional
            Who claims; if not given, the viewer, else the player to move.
        lang : str
            Language.

        Raises
        ------
        SetupError
            For a lane or player that does not exist.

        Examples
        --------
        >>> from stlib import ST1
        >>> position = ST1.setup({5: ("r7 r8 r9", "b8 b9")})
        >>> bool(ClaimChecker.of(position, 5, player=0).verdict)
        True
        """
        lane, player, facts = cls._facts(table, number, player)
        mine, theirs = lane.stamps[player], lane.stamps[1 - player]
        return cls(table.game, lang, theirs_first=0 < theirs < mine, **facts)

    _validated = traitlets.validate(*_asks)(CardExplorer._checked)

    @property
    def verdict(self) -> Proof | Refutation:
        """What the claim proof says."""
        mine, theirs, table = map(self.cards, self.zones)
        prove = Prover(self.game.deck, self.demand)
        return prove(mine, theirs, table, theirs_first=self.theirs_first)

    # --- drawing ----------------------------------------------------------------------------------

    def _asked(self) -> list[Node | None]:
        place, *rest = super()._asked()
        return [place, tick(self._say("claim.theirs_first"), "theirs_first"), *rest]

    def _headline(self) -> str:
        return self.verdict.say(self.lang)

    def _tone(self) -> str:
        return "yes" if self.verdict else "no"

    def _answer(self) -> list[Node | None]:
        verdict = self.verdict
        parts: list[Node | None] = []
        key, cards = self._shown(verdict)
        if cards:
            parts += [_line(self._say(key), "about"), faces(cards, self.lang, "cards")]
        parts += [_line(text, f"line{i}") for i, text in enumerate(self._told(verdict))]
        if isinstance(verdict, Refutation) and verdict.holds_with:
            parts.append(faces(verdict.holds_with, self.lang, "helps"))
        return parts

    def _shown(self, verdict: Proof | Refutation) -> tuple[str, tuple[Card, ...]]:
        """Return which cards are drawn: each one that refutes alone, else an example."""
        if isinstance(verdict, Proof):
            return "claim.best", verdict.cards
        if verdict.fills and verdict.fills.free == 1:
            return "claim.each", tuple(card for (card,) in verdict.all())
        return "claim.example", verdict.cards

    def _told(self, verdict: Proof | Refutation) -> list[str]:
        """Say how many sets of cards refute the claim, and which cards, laid open, would help."""
        if isinstance(verdict, Proof) or verdict.fills is None:
            return []
        count = words.number(verdict.count, self.lang)
        return [self._say("claim.count", n=count), verdict.say_holds_with(self.lang)]

    def _lines(self) -> list[str]:
        return [*super()._lines(), *self._told(self.verdict)]


def _line(text: str, key: str) -> Node:
    return el("p", text=text, key=key)
