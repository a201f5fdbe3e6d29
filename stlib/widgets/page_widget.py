"""What all widgets share: a page drawn as a tree, and a still picture for where it cannot run."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

import anywidget
import traitlets
from IPython import display as notebook

from stlib.base.words import LANGUAGES, page_language, say
from stlib.svg import html_image
from stlib.svg.shapes import Node, el, stylesheet

__all__ = ["PageWidget", "script", "styles"]

display: Callable[..., Any] = notebook.display

_HERE = Path(__file__).parent


def script(name: str) -> str:
    """Return a page's code: what all pages share, then ``NAME.js``."""
    return _read("page.js") + _read(f"{name}.js")


def styles(*names: str) -> str:
    """Return a page's styles: the paints, then ``NAME.css`` of each name."""
    return stylesheet() + "".join(_read(f"{name}.css") for name in names)


def _read(name: str) -> str:
    return (_HERE / name).read_text(encoding="utf-8")


class PageWidget(anywidget.AnyWidget):
    """A widget whose page Python draws as a tree.

    A subclass sends `state`, ``{"n": number, "tree": node}``, and has the two
    methods `_picture` and `_words`.
    """

    state = traitlets.Dict().tag(sync=True)
    lang = traitlets.Enum(LANGUAGES, "en")
    _live = "board.speak.live"  # the text that says how to get the live widget
    _still_id = ""  # of the output with the still picture, once there is one

    @traitlets.validate("lang")
    def _page_language(self, proposed: Any) -> str:
        """Speak English where the language that is asked for lacks texts, and say so in `lang`."""
        return page_language(proposed["value"])

    def _picture(self) -> str:
        """Return what is shown as SVG."""
        raise NotImplementedError

    def _words(self) -> str:
        """Return what is shown in words."""
        raise NotImplementedError

    def _link(self) -> Node:
        """Return the line in which the page says that Python is gone, or that it is busy."""
        gone, waiting = say("page.gone", self.lang), say("page.waiting", self.lang)
        return el("p", css="stb-link", key="link", data_gone=gone, data_waiting=waiting)

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """Add picture and words to the live widget, for readers without a kernel."""
        data, metadata = super()._repr_mimebundle_(**kwargs) or ({}, {})
        data["image/svg+xml"] = self._picture()
        data["text/plain"] = f"{self._words()}\n{self._how_to_get_it_live()}"
        return data, metadata

    def _ipython_display_(self) -> None:
        """Show the live widget, and after it a still picture which the live one hides.

        Where a notebook holds the widget's saved state, readers show the widget
        and nothing else, even an HTML page that cannot run it. So the still
        picture is an output of its own.
        """
        data, metadata = super()._repr_mimebundle_() or ({}, {})
        data["text/plain"] = self._how_to_get_it_live()
        display(data, metadata=metadata, raw=True)
        self._still_id = self._still_id or uuid4().hex
        display(self._still(), raw=True, display_id=self._still_id)

    def _still(self) -> dict[str, str]:
        """Return the still picture in all its forms, with a line that says how to get it live."""
        svg, words, how = self._picture(), self._words(), self._how_to_get_it_live()
        image = html_image(svg, words, self.lang)
        return {
            "image/svg+xml": svg,
            "text/plain": f"{words}\n{how}",
            "text/html": f'<div class="stb-still" lang="{self.lang}">{image}<p>{how}</p></div>',
        }

    def _renew_still(self) -> None:
        """Let the still picture follow: a saved notebook then shows the moment of saving."""
        if self._still_id:
            display(self._still(), raw=True, display_id=self._still_id, update=True)

    def _how_to_get_it_live(self) -> str:
        return say(self._live, self.lang)
