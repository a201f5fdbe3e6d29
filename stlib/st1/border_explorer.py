"""The border explorer: who has won, what ways are left, which stone matters most."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any, ClassVar

import traitlets

from stlib.base.words import say
from stlib.chances import percent
from stlib.st1.border import Border, Way
from stlib.st1.drawing import rock
from stlib.st1.position import Position, View
from stlib.st1.rules import LANES
from stlib.svg.shapes import Node, el, moved
from stlib.widgets.explorer import Explorer, button, drawing, part

__all__ = ["BorderExplorer"]

_STONES = range(1, LANES + 1)
_PAINTS = {"you": ("you", "on_owner"), "other": ("they", "on_owner"), "open": ("stone", "on_stone")}
_WHO = ("you", "other")
_SHOWN = 8  # shortest ways that are named


class BorderExplorer(Explorer):
    """Give away the nine stones by pressing them; see who has won and what is left to win.

    Parameters
    ----------
    lang : {"en", "de", "fr", "nl"}
        Language.
    mine, theirs : iterable of int
        The stones, 1–9, that you and the other player hold.

    Attributes
    ----------
    mine, theirs
        Synced traits: they can be set, observed and linked.

    Raises
    ------
    SetupError
        For a number that is no stone's, a stone held twice, or two winners.

    Examples
    --------
    >>> explorer = BorderExplorer(mine=(4, 5), theirs=(1, 2))
    >>> explorer.border.most
    (3,)
    """

    _name = "border"
    _asks = ("mine", "theirs")

    mine = traitlets.List(traitlets.Int()).tag(sync=True)
    theirs = traitlets.List(traitlets.Int()).tag(sync=True)

    def __init__(
        self, lang: str = "en", mine: Iterable[int] = (), theirs: Iterable[int] = ()
    ) -> None:
        super().__init__(lang, mine=list(mine), theirs=list(theirs))

    @classmethod
    def of(
        cls, table: Position | View, player: int | None = None, lang: str = "en"
    ) -> BorderExplorer:
        """Return an explorer of the stones of an ST1 position or view.

        Parameters
        ----------
        table : Position or View
            Whose stones.
        player : {0, 1}, optional
            Who is *you*; if not given, the viewer, else the player to move.
        lang : str
            Language.

        Raises
        ------
        TypeError
            For a table of the siege, which has no stones.
        """
        if not isinstance(table, Position | View):
            raise TypeError(say("explorer.border.no_stones", lang, what=table.game.name))
        if player is None:
            player = table.player
        player = (table.to_move or 0) if player is None else player
        held = ([s.number for s in table.lanes if s.owner == who] for who in (player, 1 - player))
        return cls(lang, *held)

    @traitlets.validate(*_asks)
    def _validated(self, proposal: Any) -> Any:
        self._check(**{proposal.trait.name: proposal.value})
        return sorted(proposal.value)

    def _check(self, **new: Any) -> None:
        Border(*(new.get(name, getattr(self, name)) for name in self._asks))

    @property
    def border(self) -> Border:
        """The stones as a `Border`, which knows all answers."""
        return Border(self.mine, self.theirs)

    def press(self, number: int) -> None:
        """Give an open stone to you, yours to the other player, theirs back to nobody.

        Raises
        ------
        SetupError
            For a number that is no stone's, or where both players would have won.
        """
        mine, theirs = set(self.mine), set(self.theirs)
        if number in mine:
            mine.remove(number)
            theirs.add(number)
        elif number in theirs:
            theirs.remove(number)
        else:
            mine.add(number)
        self._set(mine=sorted(mine), theirs=sorted(theirs))

    def clear(self) -> None:
        """Open all stones."""
        self._set(mine=[], theirs=[])

    _acts: ClassVar[dict[str, Callable[[Any, str], None]]] = {
        "press": lambda self, number: self.press(int(number)),
        "clear": lambda self, _: self.clear(),
    }

    # --- drawing ----------------------------------------------------------------------------------

    def _parts(self) -> dict[str, Node]:
        return {
            f"{owner} {n}": drawing(*rock(n, *paints), width=56, height=46)
            for owner, paints in _PAINTS.items()
            for n in _STONES
        }

    def _owner(self, number: int) -> str:
        return "you" if number in self.mine else "other" if number in self.theirs else "open"

    def _asked(self) -> list[Node | None]:
        stones = el(
            "div",
            *map(self._stone, _STONES),
            css="stx-stones",
            key="stones",
            role="group",
            aria_label=self._say("border.row"),
        )
        text = self._say("border.clear")
        clear = button(group="bar", key="clear", text=text, data_act="clear", data_value="")
        bar = el("div", clear, css="stb-bar", key="bar")
        lines = [el("p", text=line, key=f"line{i}") for i, line in enumerate(self._lines()[:-1])]
        about = [el("p", text=line, css="stx-about", key="about") for line in self._lines()[-1:]]
        return [stones, bar, *lines, *about]

    def _stone(self, number: int) -> Node:
        """Draw a stone with the name of who holds it."""
        owner = self._owner(number)
        name = self._say(f"border.{owner}")
        return button(
            part(f"{owner} {number}"),
            el("span", text=name, key="owner"),
            group="stones",
            key=f"stone{number}",
            css=f"stx-stone stx-{owner}",
            aria_label=self._say("border.stone", number=number, who=name),
            data_act="press",
            data_value=number,
        )

    def _headline(self) -> str:
        border = self.border
        if border.winner is not None:
            who = self._say(f"border.{_WHO[border.winner]}")
            return _capital(self._say(f"border.won_{border.reason}", who=who))
        most = border.most
        ours, others = self._both(border.next()[most[0]])
        key = "border.most_one" if len(most) == 1 else "border.most_some"
        told = self._say(key, stones=self._numbers(most), ours=ours, others=others)
        return f"{self._say('border.nobody')} {told}"

    def _both(self, chances: tuple[Fraction, Fraction]) -> tuple[str, str]:
        ours, others = (percent(chance, self.lang, 1) for chance in chances)
        return ours, others

    def _answer(self) -> list[Node | None]:
        return [] if self.border.winner is not None else [self._table()]

    def _table(self) -> Node:
        """Draw for each open stone the ways that need it and what it does, the greatest marked."""
        names = ("stone", "ways", "chance_ours", "chance_theirs", "swing")
        heads = (
            el("th", text=self._say(f"border.table_{name}"), key=name, scope="col")
            for name in names
        )
        rows = map(self._line, self.border.open)
        return el("table", el("tr", *heads, key="head"), *rows, css="stx-table", key="table")

    def _line(self, stone: int) -> Node:
        """Draw the table's line for a stone."""
        border = self.border
        ways = " + ".join(
            str(sum(stone in way.stones for way in border.ways(player))) for player in (0, 1)
        )
        cells = (ways, *self._both(border.next()[stone]))
        part = f"--stx-part: {float(border.swings()[stone]):.4f}"
        star = "★" if (top := stone in border.most) else ""
        return el(
            "tr",
            el("th", text=f"{stone} {star}".strip(), key="stone", scope="row"),
            *(el("td", text=text, key=f"cell{i}") for i, text in enumerate(cells)),
            el("td", el("span", css="stx-bar", style=part, key="bar"), key="swing"),
            key=f"stone{stone}",
            css="stx-top" if top else None,
        )

    def _ways(self) -> list[str]:
        return [self._ways_of(player) for player in (0, 1)]

    def _ways_of(self, player: int) -> str:
        """Say how many ways a player has left, and the shortest ones."""
        who, ways = _capital(self._say(f"border.{_WHO[player]}")), self.border.ways(player)
        if not ways:
            return self._say("border.no_ways", who=who)
        by = {reason: sum(way.reason == reason for way in ways) for reason in ("adjacent", "five")}
        return self._say("border.ways", who=who, shortest=self._shortest(ways), **by)

    def _shortest(self, ways: tuple[Way, ...]) -> str:
        least = len(ways[0].stones)
        short = [way.stones for way in ways if len(way.stones) == least]
        named = " · ".join("-".join(map(str, stones)) for stones in short[:_SHOWN])
        return f"{named} …" if len(short) > _SHOWN else named

    def _about(self) -> str:
        return self._say("border.about", chance=percent(self.border.chance, self.lang))

    def _numbers(self, stones: tuple[int, ...]) -> str:
        return ", ".join(map(str, stones))

    def _rows(self) -> list[tuple[str, Node]]:
        stones = [
            moved(54 * i, 0, el("g", *rock(n, *_PAINTS[self._owner(n)]), transform="scale(0.66)"))
            for i, n in enumerate(_STONES)
        ]
        held = {who: [n for n in _STONES if self._owner(n) == who] for who in _WHO}
        told = "; ".join(
            f"{self._say(f'border.{who}')}: {self._numbers(tuple(numbers)) or '–'}"
            for who, numbers in held.items()
        )
        return [(told, el("g", *stones))]

    def _lines(self) -> list[str]:
        return [] if self.border.winner is not None else [*self._ways(), self._about()]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
