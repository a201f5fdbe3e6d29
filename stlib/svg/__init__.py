"""Positions and views as still pictures and in words, where no live board can be shown.

A view shows its player's hand. A position shows what lies open, and the hands only
if asked. The live board in `stlib.widgets` shows the same drawing.
"""

from __future__ import annotations

import base64
from html import escape

from stlib.base.words import page_language
from stlib.play.table import Table
from stlib.svg.shapes import markup
from stlib.svg.speech import spoken
from stlib.svg.table import picture
from stlib.svg.viewpoint import Viewpoint

__all__ = ["bundle", "draw", "draw_viewpoint", "html_image", "speak", "speak_viewpoint"]


def draw(
    table: Table,
    lang: str = "en",
    *,
    hands_open: bool = False,
    seat: int | None = None,
    dark: bool = False,
) -> str:
    """Return the picture of a table as SVG text.

    Parameters
    ----------
    table : Position or View
        What to draw; of a position neither hand is drawn unless asked.
    lang : {"en", "de", "fr", "nl"}
        Language of its words.
    hands_open : bool
        Whether to draw both hands of a position face up.
    seat : {0, 1}, optional
        Whose side lies below: by default the viewer's, else player 0's.
    dark : bool
        Whether it is for a dark page.

    Examples
    --------
    >>> from stlib import ST1
    >>> draw(ST1.deal(seed=7))[:4]
    '<svg'
    """
    return draw_viewpoint(Viewpoint.of(table, lang, hands_open, seat), dark)


def speak(
    table: Table, lang: str = "en", *, hands_open: bool = False, seat: int | None = None
) -> str:
    """Return a table in words.

    Parameters
    ----------
    table : Position or View
        What to say; of a position neither hand is said unless asked.
    lang, hands_open, seat
        As in `draw`.

    Examples
    --------
    >>> from stlib import ST1
    >>> speak(ST1.setup({5: ("r7 r8", "b9")}))[:44]
    'Board: Stone 5: Player 1 r7 r8, Player 2 b9.'
    """
    return speak_viewpoint(Viewpoint.of(table, lang, hands_open, seat))


def bundle(table: Table, lang: str = "en") -> dict[str, str]:
    """Return what a notebook shows of a table: its picture and its words."""
    svg, words = draw(table, lang), speak(table, lang)
    image = html_image(svg, words, page_language(lang))
    return {"text/html": image, "image/svg+xml": svg, "text/plain": words}


def draw_viewpoint(seen: Viewpoint, dark: bool = False) -> str:
    """Return the picture of what a `Viewpoint` shows."""
    return markup(picture(seen), dark)


def speak_viewpoint(seen: Viewpoint) -> str:
    """Return in words what a `Viewpoint` shows."""
    return spoken(seen)


def html_image(image: str | bytes, words: str, lang: str, form: str = "svg+xml") -> str:
    """Return a picture as an HTML image, with its words for those who do not see it.

    An image needs no trust, and shares no names or styles with the page around it.
    """
    coded = base64.b64encode(image.encode() if isinstance(image, str) else image).decode()
    alt = escape(words, quote=True)
    return f'<img lang="{lang}" alt="{alt}" src="data:image/{form};base64,{coded}">'
