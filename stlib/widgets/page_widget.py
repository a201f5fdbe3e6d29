"""What all widgets share: a page drawn as a tree, and a still picture for where it cannot run."""

from __future__ import annotations

import base64
from html import escape
from pathlib import Path
from typing import Any

import anywidget
import traitlets
from IPython.display import display

from stlib.base.words import LANGUAGES, page_language, say
from stlib.svg.shapes import stylesheet

__all__ = ["PageWidget", "script", "styles"]

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

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """Add picture and words to the live widget, for readers without a kernel."""
        data, metadata = super()._repr_mimebundle_(**kwargs) or ({}, {})
        data["image/svg+xml"] = self._picture()
        data["text/plain"] = f"{self._words()}\n{say(self._live, self.lang)}"
        return data, metadata

    def _ipython_display_(self) -> None:
        """Show the live widget, and after it a still picture which the live one hides.

        Of an output's forms a reader picks the widget wherever it finds the
        widget's saved state, also in an HTML page that cannot run it; so the
        picture is an output of its own.
        """
        data, metadata = self._repr_mimebundle_()
        still = {"image/svg+xml": data.pop("image/svg+xml"), "text/plain": data["text/plain"]}
        still["text/html"] = _image(still["image/svg+xml"], still["text/plain"], self.lang)
        data["text/plain"] = say(self._live, self.lang)
        display(data, metadata=metadata, raw=True)  # type: ignore[no-untyped-call]
        display(still, raw=True)  # type: ignore[no-untyped-call]


def _image(svg: str, words: str, lang: str) -> str:
    """Return an HTML image; as such it needs no trust and shares nothing with the page."""
    coded = base64.b64encode(svg.encode()).decode()
    alt = escape(words, quote=True)
    return (
        f'<img class="stb-still" lang="{lang}" alt="{alt}" src="data:image/svg+xml;base64,{coded}">'
    )
