"""Shapes of the board, all drawn by ourselves: cards and their marks, signs, and all paints.

A picture is a tree of `Node`. `markup` writes it as SVG text; the live board
sends the tree itself to the browser, so both show the same drawing. Nothing in
a picture has an id, so many boards can share one page. A node is never changed
once it is made, so that drawn shapes can be reused.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from html import escape
from typing import Any

from stlib.cards.card import Card
from stlib.cards.demand import Kind

__all__ = ["PAINTS", "Node", "el", "markup", "moved", "stylesheet"]

#: ``tag`` and, where it has them, ``key`` (a name among siblings), ``attrs``, ``text``, ``kids``.
Node = dict[str, Any]

#: Width of all lanes together, and the margin around them.
WIDTH, EDGE = 666, 8
#: A card's height, and what stays visible of it where another one covers it.
CARD_HEIGHT, CARD_STRIP = 70, 28
#: A card's width by the number of digits its deck's values have.
CARD_WIDTHS = {1: 66, 2: 72}

#: Name -> color on a light page, color on a dark page.
PAINTS: dict[str, tuple[str, str]] = {
    "table": ("#edf1ea", "#1f272b"),
    "lane": ("#e1e8dd", "#29343a"),
    "line": ("#9fae9a", "#54656d"),
    "ink": ("#17201a", "#eef3ef"),
    "quiet": ("#4c5a50", "#b6c3bc"),
    "you": ("#0a5c8a", "#7cc7f2"),
    "they": ("#a04405", "#ffb37a"),
    "on_owner": ("#ffffff", "#10181c"),
    "stone": ("#6c736f", "#6c736f"),
    "stone_edge": ("#565d58", "#b5beb8"),
    "on_stone": ("#ffffff", "#ffffff"),
    "wall": ("#dcd6ca", "#4b463d"),
    "wall_edge": ("#857a66", "#9d937f"),
    "broken": ("#f0cdbd", "#6e3a28"),
    "broken_edge": ("#a34a27", "#f0956c"),
    "accent": ("#8a1c7c", "#ff9df0"),
    "on_accent": ("#ffffff", "#2a0a26"),
    "fresh": ("#e07b00", "#ffb03a"),
    "oil": ("#16130f", "#16130f"),
    "paper": ("#fffdf6", "#fffdf6"),
    "print": ("#17201a", "#17201a"),
    "back": ("#3c5a4c", "#4d7461"),
    "on_back": ("#e9f3ec", "#f4fbf6"),
    "red": ("#c8202f", "#c8202f"),
    "blue": ("#1f5fbf", "#1f5fbf"),
    "green": ("#00806a", "#00806a"),
    "yellow": ("#f5c815", "#f5c815"),
    "violet": ("#7a3e9d", "#7a3e9d"),
    "brown": ("#63401f", "#63401f"),
    "gray": ("#6a7280", "#6a7280"),
    "white": ("#ffffff", "#ffffff"),
    "elite": ("#24325f", "#3d51a0"),
    "mode": ("#4d5210", "#666d1c"),
    "ruse": ("#7a1e49", "#99305f"),
    "tactic_back": ("#5b3f6d", "#785592"),
}

_COLORS = {
    "r": "red",
    "b": "blue",
    "g": "green",
    "y": "yellow",
    "v": "violet",
    "n": "brown",
    "k": "gray",
}
#: A mark a color, about 20 units across, around the origin.
_MARKS = {
    "r": "M 0 -11 L 9 0 L 0 11 L -9 0 Z",
    "b": "M -9 0 A 9 9 0 1 1 9 0 A 9 9 0 1 1 -9 0 Z",
    "g": "M 0 -10 L 11 8 L -11 8 Z",
    "y": "M 0 -11 L 3 -4 L 11 -4 L 5 1 L 7 9 L 0 4 L -7 9 L -5 1 L -11 -4 L -3 -4 Z",
    "v": "M -8 -8 L 8 -8 L 8 8 L -8 8 Z",
    "n": "M -9 -9 L 9 -9 L -9 9 L 9 9 Z",
    "k": "M -3 -10 H 3 V -3 H 10 V 3 H 3 V 10 H -3 V 3 H -10 V -3 H -3 Z",
}
_CAPITALS = "ABCDEFGHKLNOPQRSTUVXYZÄÖÜ"
_FLAG = "M -5 9 L -5 -9 L 6 -5 L -3 0 L -3 9 Z"


# --- the tree -----------------------------------------------------------------------------


def el(
    tag: str, *kids: Node | None, key: str | None = None, text: object = None, **attrs: Any
) -> Node:
    """Return a node; ``_`` in an attribute's name stands for ``-``, None leaves it out.

    Parameters
    ----------
    tag : str
        Name of the element.
    *kids : Node or None
        What it holds.
    key : str, optional
        Its name among its siblings: a node keeps its element as long as it keeps its key.
    text : object, optional
        Text instead of kids.
    **attrs
        Attributes; ``css`` stands for ``class``.
    """
    node: Node = {"tag": tag}
    if key is not None:
        node["key"] = key
    given = {_name(k): _value(v) for k, v in attrs.items() if v is not None and v is not False}
    if given:
        node["attrs"] = given
    if text is not None:
        node["text"] = str(text)
    if kept := [kid for kid in kids if kid]:
        node["kids"] = kept
    return node


def moved(x: float, y: float, *kids: Node | None, key: str | None = None, **attrs: Any) -> Node:
    """Return a group whose origin lies at (x, y)."""
    return el("g", *kids, key=key, transform=f"translate({_value(x)} {_value(y)})", **attrs)


def markup(node: Node, dark: bool = False) -> str:
    """Write a tree as text, paints filled in."""
    attrs = "".join(f' {k}="{escape(v)}"' for k, v in node.get("attrs", {}).items())
    inside = escape(node["text"], quote=False) if "text" in node else ""
    inside += "".join(markup(kid, dark) for kid in node.get("kids", ()))
    tag = node["tag"]
    written = f"<{tag}{attrs}>{inside}</{tag}>" if inside else f"<{tag}{attrs}/>"
    return re.sub(r"var\(--stb-(\w+)\)", lambda m: PAINTS[m[1]][dark], written)


def paint(name: str) -> str:
    """Return a paint as an attribute's value: a color that follows the page's theme."""
    if name not in PAINTS:
        raise KeyError(name)
    return f"var(--stb-{name})"


def stylesheet() -> str:
    """Return the paints as CSS: light, and dark where the page around the board is dark."""
    light, dark = (
        "; ".join(f"--stb-{name}: {tones[i]}" for name, tones in PAINTS.items()) for i in (0, 1)
    )
    around = '[data-jp-theme-light="false"], [data-vscode-theme-kind~="vscode-dark"]'
    return f".stb {{ {light} }}\n:is({around}) .stb {{ {dark} }}\n"


def _name(name: str) -> str:
    return "class" if name == "css" else name.rstrip("_").replace("_", "-")


def _value(value: Any) -> str:
    if value is True:
        return "true"
    return f"{value:.1f}".removesuffix(".0") if isinstance(value, float) else str(value)


# --- shapes -------------------------------------------------------------------------------


def words(
    x: float, y: float, text: object, size: int = 18, fill: str = "ink", **attrs: Any
) -> Node:
    """Return a line of text."""
    return el("text", text=text, x=x, y=y, font_size=size, fill=paint(fill), **attrs)


def fitted(x: float, y: float, text: str, width: float, size: int = 18, **attrs: Any) -> Node:
    """Return a centered line of text that is squeezed where it would be wider than `width`."""
    return squeezed(x, y, text, width, size, text_anchor="middle", **attrs)


def squeezed(x: float, y: float, text: str, width: float, size: int = 18, **attrs: Any) -> Node:
    """Return a line of text that is squeezed where it would be wider than `width`."""
    tight = _wide(text, size, "font_weight" in attrs) > width
    squeeze: dict[str, Any] = (
        {"textLength": width, "lengthAdjust": "spacingAndGlyphs"} if tight else {}
    )
    return words(x, y, text, size, **squeeze, **attrs)


def _wide(text: str, size: int, bold: bool) -> float:
    """Return about how wide a text is in the widest of the fonts that may be there."""
    ems = sum(next((em for em, letters in _EMS if letter in letters), 0.62) for letter in text)
    return ems * size * (1.12 if bold else 1)


#: Widths of letters in ems, where they differ much from the others.
_EMS = ((0.33, "ijl.,:;'|! "), (0.41, "frt()"), (0.7, _CAPITALS), (0.95, "mwMW×%"))


def box(
    x: float, y: float, w: float, h: float, fill: str = "", edge: str = "", **attrs: Any
) -> Node:
    """Return a rectangle with round corners."""
    return el(
        "rect",
        x=x,
        y=y,
        width=w,
        height=h,
        fill=paint(fill) if fill else "none",
        stroke=paint(edge) if edge else None,
        **{"rx": 7, **attrs},
    )


def path(d: str, fill: str = "", edge: str = "", **attrs: Any) -> Node:
    """Return a path."""
    return el(
        "path",
        d=d,
        fill=paint(fill) if fill else "none",
        stroke=paint(edge) if edge else None,
        **attrs,
    )


def placed(x: float, y: float, scale: float) -> str:
    """Return a transform that puts a small shape where it belongs."""
    return f"translate({_value(float(x))} {_value(float(y))}) scale({scale})"


def card_color(card: Card) -> tuple[str, str]:
    """Return the paint of a card and of what is printed on it."""
    name = _COLORS[card.color]
    return name, "print" if name == "yellow" else "white"


def card_width(card: Card | type[Card]) -> int:
    """Return how wide the cards of this card's deck are drawn."""
    return CARD_WIDTHS[len(str(card.deck.high))]


@cache
def card_strip(card: Card) -> tuple[Node, ...]:
    """Draw the top of a card, which stays visible where others cover it: letter, mark, value."""
    w, strip = card_width(card), CARD_STRIP
    color, ink = card_color(card)
    value = str(card.value)
    middle, scale = (22 + w - 5 - 15 * len(value)) / 2, 0.62 if len(value) == 1 else 0.44
    bold = {"font_weight": 700}
    return (
        path(
            f"M 0 {strip} L 0 7 A 7 7 0 0 1 7 0 L {w - 7} 0 A 7 7 0 0 1 {w} 7 L {w} {strip} Z",
            color,
        ),
        words(5, 22, card.color.upper(), 22, ink, **bold),
        path(_MARKS[card.color], ink, transform=placed(middle, 14.5, scale)),
        words(w - 5, 22, value, 22, ink, text_anchor="end", **bold),
    )


@cache
def card_face(card: Card) -> tuple[Node, ...]:
    """Draw a card: letter, mark and value on its top strip, the mark again large below."""
    w, h = card_width(card), CARD_HEIGHT
    color, _ = card_color(card)
    return (
        box(0.75, 0.75, w - 1.5, h - 1.5, "paper", color, stroke_width=1.5),
        *card_strip(card),
        path(_MARKS[card.color], color, transform=placed(w / 2, (CARD_STRIP + h) / 2, 1.35)),
    )


def small_card(x: float, y: float, letter: str, value: int) -> Node:
    """Draw a small card for the player aid."""
    color = _COLORS[letter]
    ink = "print" if color == "yellow" else "white"
    return moved(
        x,
        y,
        box(0, 0, 34, 42, color, rx=5),
        words(17, 19, value, 18, ink, text_anchor="middle", font_weight=700),
        path(_MARKS[letter], ink, transform=placed(17, 30, 0.7)),
    )


@cache
def card_back(w: float, h: float = CARD_HEIGHT) -> tuple[Node, ...]:
    """Draw a card's back."""
    x, y = w / 2, h / 2
    return (
        box(0.75, 0.75, w - 1.5, h - 1.5, "back", "on_back", stroke_width=1.5, rx=w / 9),
        path(
            f"M {x} {y - h / 4} L {x + w / 4} {y} L {x} {y + h / 4} L {x - w / 4} {y} Z",
            edge="on_back",
            stroke_width=1.5,
        ),
    )


def flag(x: float, y: float, fill: str) -> Node:
    """Draw the flag of the side that was complete first."""
    return path(_FLAG, fill, transform=placed(x, y, 1))


# --- pictograms of the kinds ----------------------------------------------------------------

#: Heights of three bars and whether each is filled: one color is all filled.
_BARS: dict[Kind, tuple[tuple[int, bool], ...]] = {
    Kind.COLOR_RUN: ((8, True), (13, True), (18, True)),
    Kind.SAME_VALUE: ((14, True), (14, False), (14, True)),
    Kind.COLOR: ((12, True), (18, True), (7, True)),
    Kind.RUN: ((8, True), (13, False), (18, True)),
}


def pictogram(kind: Kind, x: float, y: float, fill: str = "ink") -> Node:
    """Draw a kind of formation as three bars, 24 wide, standing on `y`."""
    if kind == Kind.SUM:
        sign = "M 19 -14 L 19 -18 L 4 -18 L 13 -9 L 4 0 L 19 0 L 19 -4"
        return path(sign, "", fill, stroke_width=2.5, transform=placed(x, y, 1))
    bars: Iterable[Node] = (
        box(x + 8 * i + 1, y - tall, 6, tall, fill if full else "", fill, rx=1, stroke_width=1.5)
        for i, (tall, full) in enumerate(_BARS[kind])
    )
    return el("g", *bars)
