"""The still picture of an explorer: a title, rows of drawings, and lines of text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import wrap

from stlib.cards.card import Card
from stlib.svg.game_drawing import GameDrawing
from stlib.svg.shapes import (
    CARD_STRIP,
    EDGE,
    WIDTH,
    Node,
    box,
    card_width,
    el,
    markup,
    moved,
    squeezed,
    words,
)

__all__ = ["card_rows", "sheet"]

_NAME = 150  # room for a row's name
_LINE = 24  # from one line of text to the next
_LETTERS = 72  # in a line
_FONT = "system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif"


def sheet(
    title: str, rows: Sequence[tuple[str, Node]], lines: Iterable[str], dark: bool = False
) -> str:
    """Return the picture of a sheet as SVG text.

    Parameters
    ----------
    title : str
        Written above.
    rows : sequence of (str, Node)
        Names, may be empty, and drawings at most 500 wide and 30 high.
    lines : iterable of str
        Written below, broken where they are too long.
    dark : bool
        Whether it is for a dark page.
    """
    parts = [words(EDGE + 4, 30, title, 21, font_weight=700)]
    y = 48
    for name, drawing in rows:
        parts.append(squeezed(EDGE + 4, y + 20, name, _NAME - 10, 17, fill="quiet"))
        parts.append(moved(EDGE + _NAME, y, drawing))
        y += 34
    for line in lines:
        for piece in wrap(line, _LETTERS):
            parts.append(words(EDGE + 4, y + 20, piece, 17))
            y += _LINE
    width, height = WIDTH + 2 * EDGE, y + 14
    picture = el(
        "svg",
        box(0, 0, width, height, "table", rx=10),
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width} {height}",
        width=width,
        height=height,
        font_family=_FONT,
        role="img",
        aria_label=title,
    )
    return markup(picture, dark)


def card_rows(
    name: str, cards: Sequence[Card], drawing: GameDrawing, lang: str
) -> list[tuple[str, Node]]:
    """Return rows of a sheet with the tops of cards, as many rows as they need."""
    if not cards:
        return [(name, words(0, 20, "–", 18, "quiet"))]
    step = card_width(cards[0]) + 4
    fit = 510 // step
    rows = [cards[i : i + fit] for i in range(0, len(cards), fit)]
    return [
        (
            "" if i else name,
            el("g", *(_top(card, n * step, drawing, lang) for n, card in enumerate(row))),
        )
        for i, row in enumerate(rows)
    ]


def _top(card: Card, x: float, drawing: GameDrawing, lang: str) -> Node:
    """Draw the top strip of a card, whose whole face is cut off below it."""
    w, h = card_width(card), CARD_STRIP
    return el("svg", *drawing.face(card, lang), x=x, y=0, width=w, height=h, viewBox=f"0 0 {w} {h}")
