"""The odds explorer: what can still come of a lane, and which hand cards to keep for it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import traitlets

from stlib.base.checks import shown
from stlib.base.errors import SetupError
from stlib.cards.card import write_cards
from stlib.cards.demand import Kind
from stlib.chances import Odds, OddsError, duel_assumes, percent
from stlib.chances.keep import BEAT, GOALS, Keep, LaneKeeps
from stlib.play.game import Game
from stlib.play.view import View
from stlib.svg.shapes import Node, el
from stlib.widgets.card_explorer import CardExplorer, faces
from stlib.widgets.explorer import choice, kind_parts, part, slider

__all__ = ["OddsExplorer"]

_COLUMNS = ("odds.exact", "odds.or_more")
_SHORT = 15  # letters of a fraction that is written out


class OddsExplorer(CardExplorer):
    """Lay a lane, a hand and what else lies open; see the chances, and which cards to keep.

    Parameters
    ----------
    game : Game
        ``stlib.ST1`` or ``st2lib.ST2``.
    lang : {"en", "de", "fr", "nl"}
        Language.
    mine, theirs, hand, table : str
        Cards on the own side, on the other side, in the own hand, and other open ones.
    draws : int
        How many of the unseen cards one will draw, 0 to all.
    place : str
        What is asked for: ``stone`` or a combat mode, or a wall tile's name,
        with ``_damaged`` for its other face.
    goal : str
        What hand cards are judged by: ``run``, ``color``, ``same_value``,
        ``color_run`` (this kind or a stronger one), or ``beat`` (to beat the
        other side; if it is not complete, both draw as many cards).
    variant : str or Variant, optional
        The game's variant.

    Attributes
    ----------
    mine, theirs, hand, table, draws, place, goal
        Synced traits: they can be set, observed and linked.

    Raises
    ------
    CardError
        For unknown cards, tactic cards, more than a side holds, or a card in two places.
    OddsError
        For more draws than there are unseen cards.

    Examples
    --------
    >>> from stlib import ST1
    >>> explorer = OddsExplorer(ST1, mine="r8 r9", hand="r7 b2", draws=0)
    >>> [(str(keep.card), keep.loss) for keep in explorer.answers.keeps]
    [('r7', Fraction(1, 1)), ('b2', Fraction(0, 1))]
    """

    zones = ("mine", "theirs", "hand", "table")
    _name = "odds"
    _asks = (*zones, "place", "zone", "draws", "goal")

    mine = traitlets.Unicode().tag(sync=True)
    theirs = traitlets.Unicode().tag(sync=True)
    hand = traitlets.Unicode().tag(sync=True)
    table = traitlets.Unicode().tag(sync=True)
    draws = traitlets.Int().tag(sync=True)
    goal = traitlets.Unicode().tag(sync=True)

    def __init__(
        self,
        game: Game,
        lang: str = "en",
        mine: str = "",
        theirs: str = "",
        hand: str = "",
        table: str = "",
        draws: int = 6,
        place: str | None = None,
        goal: str = "run",
        variant: Any = None,
    ) -> None:
        asked = {"mine": mine, "theirs": theirs, "hand": hand, "table": table}
        if place is not None:
            asked["place"] = place
        self._last: tuple[Any, LaneKeeps] | None = None
        super().__init__(game, lang, variant, draws=draws, goal=goal, **asked)

    @classmethod
    def of(
        cls, view: View, number: int, draws: int | None = None, lang: str = "en"
    ) -> OddsExplorer:
        """Return an explorer that shows a lane as a player sees it.

        Parameters
        ----------
        view : View
            What the player knows. What they know of hidden cards (`View.known`) is
            not used.
        number : int
            The lane, counted from 1 as on the board.
        draws : int, optional
            Cards still to be drawn; if not given, half of the deck.
        lang : str
            Language.

        Raises
        ------
        SetupError
            For a lane that does not exist.
        CardError
            If elite cards lie at the lane: odds are of numbered cards.

        Examples
        --------
        >>> from stlib import ST1
        >>> OddsExplorer.of(ST1.deal(7, first=0).view(0), 5).draws
        21
        """
        _, _, facts = cls._facts(view, number, None)
        hand = write_cards(card for card in view.hand if not card.tactic)
        draws = (view.deck_size + 1) // 2 if draws is None else draws
        return cls(view.game, lang, hand=hand, draws=draws, **facts)

    _validated = traitlets.validate(*_asks)(CardExplorer._checked)

    def _check(self, **new: Any) -> None:
        super()._check(**new)
        n = len(self._unseen(self._read(**new)))
        draws = new.get("draws", self.draws)
        if not 0 <= draws <= n:
            raise OddsError("odds_draws", draws=shown(draws), n=n)
        if (goal := new.get("goal", self.goal)) not in GOALS:
            choices = ", ".join(GOALS)
            raise SetupError("not_one_of", name="goal", value=shown(goal), choices=choices)

    def _set(self, **new: Any) -> None:
        """Ask something else; where fewer cards are unseen, fewer are drawn."""
        if "draws" not in new:
            most = len(self._unseen(self._read(**new)))
            if self.draws > most:
                new["draws"] = most
        super()._set(**new)

    # --- answers ----------------------------------------------------------------------------------

    @property
    def answers(self) -> LaneKeeps:
        """All chances of the lane as it is shown."""
        asked = (self.place, self.draws, self.goal, *(getattr(self, zone) for zone in self.zones))
        if self._last is None or self._last[0] != asked:
            sides = {zone: self.cards(zone) for zone in ("mine", "theirs", "hand")}
            odds = Odds(self.game.deck, self.demand)
            answers = LaneKeeps(odds, **sides, unseen=self.unseen, draws=self.draws, goal=self.goal)
            self._last = asked, answers
        return self._last[1]

    # --- drawing ----------------------------------------------------------------------------------

    def _parts(self) -> dict[str, Node]:
        return {**super()._parts(), **kind_parts()}

    def _asked(self) -> list[Node | None]:
        place, *rest = super()._asked()
        n = len(self.unseen)
        goals = [(name, self._goal_name(name)) for name in GOALS]
        return [
            place,
            slider(self._say("odds.draws", n=n), "draws", self.draws, n),
            choice(self._say("odds.goal"), "goal", goals),
            *rest,
        ]

    def _goal_name(self, goal: str) -> str:
        if goal == BEAT:
            return self._say("odds.beat")
        kind = Kind[goal.upper()].say(self.lang, self.game.name)
        return kind if goal == "color_run" else self._say("odds.at_least", kind=kind)

    def _headline(self) -> str:
        name = self._goal_name(self.goal)
        if (chance := self.answers.chance) is None:
            most = len(self.unseen) // 2
            return self._say(f"odds.{self.answers.why_not}", goal=name, n=most)
        drawn = {"draws": self.draws, "n": len(self.unseen)}
        said = self._say("odds.chance", goal=name, chance=percent(chance, self.lang), **drawn)
        return f"{said} {self._best()}".strip()

    def _best(self) -> str:
        """Say which hand cards to keep for this lane, and which are free to go."""
        keeps = self.answers.keeps
        if not keeps:
            return ""
        if keeps[0].loss is None:
            return self._say("odds.lay_first", card=keeps[0].card.say(self.lang))
        kept = ", ".join(keep.card.say(self.lang) for keep in keeps if keep.loss)
        if not kept:
            return self._say("odds.keep_none")
        key = "odds.keep_all" if all(keep.loss for keep in keeps) else "odds.keep"
        return self._say(key, cards=kept)

    def _answer(self) -> list[Node | None]:
        told = [el("p", text=text, css="stx-about", key="assumes") for text in self._assumes()]
        return [*told, self._chance_table(), *self._keep_table()]

    def _assumes(self) -> list[str]:
        """Say what is assumed where both sides still draw."""
        if not self.answers.duel or self.answers.why_not:
            return []
        return [duel_assumes(self.draws, self.draws, len(self.unseen), self.lang)]

    def _chance_table(self) -> Node:
        """Draw the chances of the five kinds, each with a bar."""
        head = _heads("", *map(self._say, ("odds.kind", *_COLUMNS)))
        rows = [self._chance_row(kind, both) for kind, both in self.answers.chances.items()]
        return el("table", head, *rows, css="stx-table", key="chances")

    def _chance_row(self, kind: Kind, both: tuple[Fraction, Fraction | None] | None) -> Node:
        name = el("th", text=kind.say(self.lang, self.game.name), key="name", scope="row")
        first = el("td", part(f"kind {kind.name}"), key="sign")
        if both is None:
            cell = el("td", text=self._say("odds.none"), key="none", colspan=2, css="stx-quiet")
            return el("tr", first, name, cell, key=kind.name)
        cells = map(self._chance_cell, both, ("exact", "more"))
        return el("tr", first, name, *cells, key=kind.name)

    def _chance_cell(self, chance: Fraction | None, key: str) -> Node:
        """Draw a chance in percent over a bar; the fraction stands below where it is short."""
        if chance is None:
            return el("td", text="–", key=key)
        exact = str(chance)
        return el(
            "td",
            el("span", text=percent(chance, self.lang), key="percent"),
            el("span", css="stx-bar", key="bar", style=f"--stx-part: {float(chance):.4f}"),
            el("small", text=exact if len(exact) <= _SHORT else "", key="exact"),
            key=key,
            title=exact,
        )

    def _keep_table(self) -> list[Node | None]:
        """Draw what each hand card is worth to the lane."""
        keeps = self.answers.keeps
        if not keeps:
            return []
        about = self._say("odds.keep_about", goal=self._goal_name(self.goal))
        head = _heads("", self._say("odds.laid"), self._say("odds.gone"))
        rows = [self._keep_row(keep) for keep in keeps]
        table = el("table", head, *rows, css="stx-table", key="keeps")
        return [el("p", text=about, css="stx-about", key="about_keeps"), table]

    def _keep_row(self, keep: Keep) -> Node:
        card = keep.card
        gone = "–" if keep.gone is None else percent(keep.gone, self.lang)
        if keep.loss == 0:
            gone = self._say("odds.no_loss", chance=gone)
        texts = (percent(keep.laid, self.lang), gone)
        cells = (el("td", text=text, key=f"cell{i}") for i, text in enumerate(texts))
        css = "stx-top" if keep.loss else None
        return el(
            "tr",
            el("td", faces([card], self.lang, "face"), key="card"),
            *cells,
            key=str(card),
            css=css,
        )

    def _lines(self) -> list[str]:
        lines = [": ".join((self._say("odds.kind"), " / ".join(map(self._say, _COLUMNS))))]
        for kind, both in self.answers.chances.items():
            name = kind.say(self.lang, self.game.name)
            if both is None:
                lines.append(f"{name}: {self._say('odds.none')}")
            else:
                told = (percent(chance, self.lang) for chance in both if chance is not None)
                lines.append(f"{name}: {' / '.join(told)}")
        return [*super()._lines(), *self._assumes(), *lines]


def _heads(*texts: str) -> Node:
    """Draw the heads of a table's columns."""
    cells = (el("th", text=text, key=f"cell{i}", scope="col") for i, text in enumerate(texts))
    return el("tr", *cells, key="head")
