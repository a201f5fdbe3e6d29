"""Faces and backs of tactic cards, and the classes that they belong to.

The classes differ in mark and outline, not by paint alone: elite troops bear a
shield and round corners, combat modes crossed blades and cut corners, ruses and
actions a bolt and a dashed edge. Numbered cards are drawn in ``shapes.py``.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

from stlib.base.words import say
from stlib.cards.card import Card
from stlib.cards.demand import Kind
from stlib.svg.shapes import (
    CARD_HEIGHT,
    CARD_STRIP,
    Node,
    box,
    card_back,
    card_width,
    el,
    fitted,
    path,
    pictogram,
    placed,
    squeezed,
    words,
)

__all__ = [
    "ACTION",
    "ELITE",
    "MODE",
    "RUSE",
    "TacticClass",
    "class_mark",
    "tactic_back",
    "tactic_face",
    "tactic_key",
]


@dataclass(frozen=True)
class TacticClass:
    """A class of tactic cards and how it looks.

    Parameters
    ----------
    name : str
        Key of the text about it in the player aid.
    paint : str
        Name of its paint.
    mark : str
        Its mark as an SVG path, about 20 units across.
    outline : {"round", "cut", "dashed"}
        Its cards' corners and edge.
    """

    name: str
    paint: str
    mark: str
    outline: str


ELITE = TacticClass(
    "elite", "elite", "M -8 -9 L 8 -9 L 8 1 C 8 6 4 9 0 11 C -4 9 -8 6 -8 1 Z", "round"
)
MODE = TacticClass(
    "mode",
    "mode",
    "M -9 -7 L -7 -9 L 0 -2 L 7 -9 L 9 -7 L 2 0 L 9 7 L 7 9 L 0 2 L -7 9 L -9 7 L -2 0 Z",
    "cut",
)
RUSE = TacticClass("ruse", "ruse", "M 4 -11 L -7 2 L -1 2 L -4 11 L 7 -2 L 1 -2 Z", "dashed")
ACTION = replace(RUSE, name="action")


_MARK_END = 27  # a mark ends before it, at the left of a strip


def tactic_key(card: Card) -> str:
    """Return how the texts about a tactic card are keyed: ``ST1_joker``."""
    assert card.tactic
    return f"{card.deck.name}_{card.tactic.rstrip('12')}"


def class_mark(kind: TacticClass, x: float, y: float, scale: float = 1, fill: str = "") -> Node:
    """Draw the mark of a class of tactic cards around (x, y)."""
    return path(kind.mark, fill or kind.paint, transform=placed(x, y, scale))


@cache
def tactic_face(
    card: Card,
    kind: TacticClass,
    sign: str | Kind,
    lang: str = "en",
    stands_for: Card | None = None,
    settled: bool = True,
) -> tuple[Node, ...]:
    """Draw the face of a tactic card.

    Parameters
    ----------
    card : Card
        Which one.
    kind : TacticClass
        Its class.
    sign : str or Kind
        What its strip says: a short text, the sign of a kind, or nothing.
    lang : str
        Language of its name.
    stands_for : Card, optional
        What an elite card stands for, said in place of the sign.
    settled : bool
        Whether that is settled, or only what it would be now.
    """
    w = card_width(card)
    scale = 0.7 if stands_for else 0.95
    return (
        _paper(w, kind),
        _strip(w, kind),
        class_mark(kind, 13 if stands_for else 15, 14.5, scale, "white"),
        _sign(sign, w, kind) if stands_for is None else _stands_for(stands_for, w, settled),
        *_name(card, w, lang),
    )


def _paper(w: float, kind: TacticClass) -> Node:
    """Draw the card's outline."""
    h = CARD_HEIGHT
    if kind.outline == "cut":
        outline = f"M 10 1 L {w - 10} 1 L {w - 1} 10 L {w - 1} {h - 10} L {w - 10} {h - 1}"
        outline += f" L 10 {h - 1} L 1 {h - 10} L 1 10 Z"
        return path(outline, "paper", kind.paint, stroke_width=2)
    dash = "5 3" if kind.outline == "dashed" else None
    return box(1, 1, w - 2, h - 2, "paper", kind.paint, stroke_width=2, stroke_dasharray=dash)


def _strip(w: float, kind: TacticClass) -> Node:
    """Draw the strip that stays visible when another card covers this one."""
    s = CARD_STRIP
    if kind.outline == "cut":
        return path(f"M 0 {s} L 0 10 L 10 0 L {w - 10} 0 L {w} 10 L {w} {s} Z", kind.paint)
    edge = f"M 0 {s} L 0 7 A 7 7 0 0 1 7 0 L {w - 7} 0 A 7 7 0 0 1 {w} 7 L {w} {s}"
    if kind.outline == "dashed":
        teeth = (f"L {w * (11 - i) / 12:.1f} {s - 5 * (i % 2)}" for i in range(12))
        edge = " ".join((edge, *teeth))
    return path(f"{edge} Z", kind.paint)


def _stands_for(card: Card, w: float, settled: bool) -> Node:
    """Write what an elite card stands for, or would."""
    text = f"{card.color.upper()}{card.value}"
    text = f"={text}" if settled else f"{text}?"
    return words(w - 4, 21, text, 18, "white", font_weight=700, text_anchor="end")


def _sign(sign: str | Kind, w: float, kind: TacticClass) -> Node:
    """Draw what the strip says; where it says nothing, the mark a second time."""
    if isinstance(sign, Kind):
        return pictogram(sign, w - 32, 23, "white")
    if not sign:
        return class_mark(kind, w - 15, 14.5, 0.95, "white")
    x, size = (w - 4, 18) if kind.outline == "round" else (w - 8, 20)
    return squeezed(
        x, 21, sign, x - _MARK_END, size, fill="white", font_weight=700, text_anchor="end"
    )


def _name(card: Card, w: float, lang: str) -> list[Node]:
    """Write the card's name in one line or two."""
    lines = say(f"board.face.{tactic_key(card)}", lang).split("|")
    top = 54 if len(lines) == 1 else 45
    return [
        fitted(w / 2, top + 18 * i, line, w - 8, 18, fill="print", font_weight=700)
        for i, line in enumerate(lines)
    ]


@cache
def tactic_back(w: float, h: float = CARD_HEIGHT) -> tuple[Node, ...]:
    """Draw the back of a tactic card: a ring where a numbered card has a diamond."""
    ground = card_back(w, h)[0]
    paper = {**ground, "attrs": {**ground["attrs"], "fill": "var(--stb-tactic_back)"}}
    ring = el(
        "circle",
        cx=w / 2,
        cy=h / 2,
        r=w / 4,
        fill="none",
        stroke="var(--stb-on_back)",
        stroke_width=2.5,
    )
    return paper, ring
