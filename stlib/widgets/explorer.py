"""What all explorers share: a question is a set of synced traits, the answer is drawn at once.

Clicking, typing, Python code and links to other widgets all set traits. An
impossible question is refused in words, and nothing changes. The page knows no
rules; it sends back traits, or ``{"act": name, "value": text}``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar

import traitlets

from stlib.base.errors import GameError
from stlib.base.words import say
from stlib.cards.demand import Kind
from stlib.svg.shapes import Node, el, pictogram
from stlib.svg.still_picture import sheet
from stlib.widgets.page_widget import PageWidget, script, styles

__all__ = ["Explorer"]


class Explorer(PageWidget):
    """Base of the explorers.

    A subclass names the traits that ask (`_asks`), reads them in `_check`,
    and draws what it asks (`_asked`), what it answers (`_headline`,
    `_answer`) and its still picture (`_rows`, `_lines`).

    Attributes
    ----------
    error : Exception or None
        The unexpected error that the last message of the page caused, if any.
    """

    _esm = script("explorer")
    _css = styles("board", "explorer")
    _live = "explorer.live"
    parts = traitlets.Dict().tag(sync=True)  # drawings that are sent once, by name
    _name: ClassVar[str]  # of its texts below ``explorer``
    _asks: ClassVar[tuple[str, ...]]

    def __init__(self, lang: str = "en", **asked: Any) -> None:
        self._notice = ""
        self._busy = False
        self._number = 0
        self.error: Exception | None = None
        super().__init__(lang=lang, **asked)
        self.on_msg(self._receive)
        self.observe(self._changed, ["lang", *self._asks])
        self.parts = self._parts()
        self._show()

    # --- what a subclass says ---------------------------------------------------------------

    def _parts(self) -> dict[str, Node]:
        """Return drawings that the page uses many times; `part` puts one into the page."""
        return {}

    def _check(self, **new: Any) -> None:
        """Raise GameError if the question would be impossible with these traits changed."""

    def _asked(self) -> list[Node | None]:
        """Draw what is asked."""
        raise NotImplementedError

    def _headline(self) -> str:
        """Return the answer in one or two sentences; a screen reader reads them at once."""
        raise NotImplementedError

    def _tone(self) -> str:
        """Return ``yes`` or ``no`` where the headline is one of them, else ``plain``."""
        return "plain"

    def _answer(self) -> list[Node | None]:
        """Draw the rest of the answer."""
        return []

    def _rows(self) -> list[tuple[str, Node]]:
        """Return the rows of the still picture: a name, and a drawing 28 units high."""
        return []

    def _lines(self) -> list[str]:
        """Return what is said below the headline in the still picture and in words."""
        return []

    #: What the page may ask for besides setting traits.
    _acts: ClassVar[dict[str, Callable[[Any, str], None]]] = {}

    # --- asking -------------------------------------------------------------------------------

    def _set(self, **new: Any) -> None:
        """Ask another question; if that is impossible, raise and change nothing."""
        self._check(**new)
        self._busy = True
        try:
            with self.hold_sync(), self.hold_trait_notifications():
                for name, value in new.items():
                    setattr(self, name, value)
        finally:
            self._busy = False
        self._notice = ""
        self._show()

    def _changed(self, change: Any) -> None:
        if change.name == "lang":
            self.parts = self._parts()
        if not self._busy:
            self._notice = ""
            self._show()

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Take traits from the page; refuse an impossible question in words and change nothing."""
        asked = {name: value for name, value in sync_data.items() if name in self._asks}
        try:
            for name, value in asked.items():
                self.traits()[name].validate(self, value)
            self._check(**asked)
            super().set_state(sync_data)
        except (GameError, traitlets.TraitError) as why:
            self._refuse(why)
            self.send_state(list(asked))

    def _receive(self, _widget: Any, content: Any, _buffers: Any = None) -> None:
        """Do what the page asks for; the answer is shown on the page, whatever the message was."""
        self.error = None
        try:
            self._acts[content["act"]](self, str(content["value"]))
        except GameError as why:
            self._refuse(why)
        except Exception as why:
            self.error = why
            self._refuse(why)

    def _refuse(self, why: Exception) -> None:
        """Say gently why something was not done."""
        text = why.say(self.lang) if isinstance(why, GameError) else self._say("not_understood")
        end = "" if text.endswith((".", "!", "?")) else "."
        self._notice = self._say("refused", why=f"{text[:1].upper()}{text[1:]}{end}")
        self._show()

    # --- showing --------------------------------------------------------------------------------

    def _say(self, key: str, **values: object) -> str:
        return say(f"explorer.{key}", self.lang, **values)

    def _show(self) -> None:
        self._number += 1
        self.state = {"n": self._number, "tree": self._page()}
        self._renew_still()

    def _page(self) -> Node:
        """Draw the page: questions, and beside them the answers."""
        title = self._say(f"{self._name}.title")
        said = [
            self._link(),
            el("p", text=self._notice, css="stb-alarm", key="notice") if self._notice else None,
            el("p", text=self._headline(), css=f"stx-headline stx-{self._tone()}", key="headline"),
        ]
        live = el("div", *said, css="stx-live", key="live", role="status", aria_live="polite")
        return el(
            "div",
            el("p", text=title, css="stx-title", key="title"),
            el("p", text=self._say(f"{self._name}.how"), css="stx-how", key="how"),
            live,
            el(
                "div",
                el("div", *self._asked(), css="stx-asked", key="asked"),
                el("div", *self._answer(), css="stx-answer", key="answer"),
                css="stx-main",
                key="main",
            ),
            css="stb-page stx-page",
            key="page",
            lang=self.lang,
            role="group",
            aria_label=title,
        )

    def _picture(self) -> str:
        lines = [self._headline(), *self._lines()]
        return sheet(self._say(f"{self._name}.title"), self._rows(), lines)

    def _words(self) -> str:
        return "\n".join([self._say(f"{self._name}.title"), self._headline(), *self._lines()])


def part(name: str, key: str = "part") -> Node:
    """Return a node that stands for the drawing of this name among `Explorer.parts`."""
    return {"tag": "svg", "key": key, "part": name}


def drawing(*shapes: Node, width: float, height: float, css: str | None = None) -> Node:
    """Return a drawing for `Explorer.parts`, hidden from screen readers."""
    box = f"0 0 {width} {height}"
    return el("svg", *shapes, viewBox=box, css=css, aria_hidden="true")


def kind_parts() -> dict[str, Node]:
    """Return the signs of the kinds, ``kind RUN``."""
    return {
        f"kind {kind.name}": drawing(pictogram(kind, 0, 20), width=24, height=22, css="stx-sign")
        for kind in Kind
    }


# --- controls ---------------------------------------------------------------------------------


def button(*kids: Node | None, group: str, key: str, text: str | None = None, **attrs: Any) -> Node:
    """Draw a button that arrow keys reach within its group."""
    return el(
        "button",
        *kids,
        text=text,
        key=key,
        type="button",
        tabindex="-1",
        data_group=group,
        data_lm_suppress_shortcuts="true",
        **attrs,
    )


def choice(label: str, trait: str, options: Iterable[tuple[str, str]]) -> Node:
    """Draw a list to choose a trait's value from; `options` are values and their names."""
    shown = [el("option", text=name, key=value, value=value) for value, name in options]
    return _labeled(label, el("select", *shown, **_input(trait)), trait)


def tick(label: str, trait: str) -> Node:
    """Draw a box to tick."""
    box = el("input", type="checkbox", **_input(trait))
    return el("label", box, el("span", text=label, key="name"), css="stx-tick", key=trait)


def typed(label: str, trait: str) -> Node:
    """Draw a line to type a trait's value into."""
    return _labeled(label, el("input", type="text", spellcheck="false", **_input(trait)), trait)


def slider(label: str, trait: str, value: int, most: int) -> Node:
    """Draw a slider from 0 to `most`."""
    bar = el("input", type="range", min=0, max=most, step=1, aria_label=label, **_input(trait))
    number = el("output", text=value, key="number")
    return el("label", el("span", text=label, key="name"), bar, number, css="stx-slider", key=trait)


def _labeled(label: str, control: Node, key: str) -> Node:
    return el("label", el("span", text=label, key="name"), control, css="stx-choice", key=key)


def _input(trait: str) -> dict[str, Any]:
    return {"key": trait, "data_trait": trait, "data_lm_suppress_shortcuts": "true"}
