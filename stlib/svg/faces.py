"""Faces and backs of all cards; tactic cards are drawn here, numbered ones in ``shapes.py``.

The three classes of tactic cards differ in mark and outline, not by paint alone:
elite troops bear a shield and round corners, combat modes crossed blades and
cut corners, ruses and actions a bolt and a dashed edge.
"""

from __future__ import annotations

from functools import cache

from stlib.base.words import say
from stlib.cards.card import Card
from stlib.cards.demand import Kind
from stlib.claims.elite_identities import allowed_values
from stlib.svg.shapes import (
    CARD_HEIGHT,
    CARD_STRIP,
    Node,
    box,
    card_back,
    card_face,
    card_width,
    el,
    fitted,
    path,
    pictogram,
    placed,
    words,
)

__all__ = ["CLASSES", "class_mark", "class_of", "face", "small_face", "tactic_back", "tactic_key"]

#: Class of tactic cards -> paint and mark, about 20 units across.
CLASSES = {
    "elite": ("elite", "M -8 -9 L 8 -9 L 8 1 C 8 6 4 9 0 11 C -4 9 -8 6 -8 1 Z"),
    "mode": (
        "mode",
        "M -9 -7 L -7 -9 L 0 -2 L 7 -9 L 9 -7 L 2 0 L 9 7 L 7 9 L 0 2 L -7 9 L -9 7 L -2 0 Z",
    ),
    "ruse": ("ruse", "M 4 -11 L -7 2 L -1 2 L -4 11 L 7 -2 L 1 -2 Z"),
}
_ELITE = ("joker", "spy", "shield")
_MODES = ("blind_mans_bluff", "mud_fight")


def tactic_key(card: Card) -> str:
    """Return how the texts about a tactic card are keyed: ``ST1_joker``."""
    assert card.tactic
    return f"{card.deck.name}_{card.tactic.rstrip('12')}"


def class_of(card: Card) -> str:
    """Return the class of a tactic card: ``elite``, ``mode`` or ``ruse``."""
    name = (card.tactic or "").rstrip("12")
    return "elite" if name in _ELITE else "mode" if name in _MODES else "ruse"


def class_mark(kind: str, x: float, y: float, scale: float = 1, fill: str = "") -> Node:
    """Draw the mark of a class of tactic cards around (x, y)."""
    color, mark = CLASSES[kind]
    return path(mark, fill or color, transform=placed(x, y, scale))


@cache
def face(
    card: Card, lang: str = "en", stands_for: Card | None = None, settled: bool = True
) -> tuple[Node, ...]:
    """Draw a card's face; an elite card shows what it stands for, or would until settled."""
    if not card.tactic:
        return card_face(card)
    w, kind = card_width(card), class_of(card)
    color = CLASSES[kind][0]
    return (
        _paper(w, kind),
        _strip(w, kind),
        class_mark(kind, 13 if stands_for else 15, 14.5, 0.7 if stands_for else 0.95, "white"),
        *_sign(card, w, stands_for, settled),
        *_name(card, w, lang, color),
    )


def _paper(w: float, kind: str) -> Node:
    """Draw the card's outline: round, with cut corners, or dashed."""
    h, color = CARD_HEIGHT, CLASSES[kind][0]
    if kind == "mode":
        outline = f"M 10 1 L {w - 10} 1 L {w - 1} 10 L {w - 1} {h - 10} L {w - 10} {h - 1}"
        outline += f" L 10 {h - 1} L 1 {h - 10} L 1 10 Z"
        return path(outline, "paper", color, stroke_width=2)
    dash = "5 3" if kind == "ruse" else None
    return box(1, 1, w - 2, h - 2, "paper", color, stroke_width=2, stroke_dasharray=dash)


def _strip(w: float, kind: str) -> Node:
    """Draw the strip that stays in sight when another card covers this one."""
    s, color = CARD_STRIP, CLASSES[kind][0]
    if kind == "mode":
        return path(f"M 0 {s} L 0 10 L 10 0 L {w - 10} 0 L {w} 10 L {w} {s} Z", color)
    if kind == "elite":
        d = f"M 0 {s} L 0 7 A 7 7 0 0 1 7 0 L {w - 7} 0 A 7 7 0 0 1 {w} 7 L {w} {s} Z"
        return path(d, color)
    teeth = " ".join(f"L {w * (11 - i) / 12:.1f} {s - 5 * (i % 2)}" for i in range(12))
    return path(
        f"M 0 {s} L 0 7 A 7 7 0 0 1 7 0 L {w - 7} 0 A 7 7 0 0 1 {w} 7 L {w} {s} {teeth} Z", color
    )


def _sign(card: Card, w: float, stands_for: Card | None, settled: bool) -> list[Node]:
    """Draw what the strip says: an elite card's values, what a mode asks, a ruse's initial."""
    bold = {"font_weight": 700, "text_anchor": "end"}
    if stands_for is not None:
        text = f"{stands_for.color.upper()}{stands_for.value}"
        text = f"={text}" if settled else f"{text}?"
        return [words(w - 4, 21, text, 17, "white", **bold)]
    if class_of(card) == "elite":
        values = allowed_values(card, card.deck)
        text = str(values[0]) if len(values) == 1 else f"{values[0]}–{values[-1]}"
        return [words(w - 4, 21, text, 18, "white", **bold)]
    if card.tactic == "blind_mans_bluff":
        return [pictogram(Kind.SUM, w - 32, 23, "white")]
    if card.tactic == "mud_fight":
        return [words(w - 8, 21, "4×", 20, "white", **bold)]
    return [words(w - 8, 21, card.say()[0], 20, "white", **bold)]


def _name(card: Card, w: float, lang: str, color: str) -> list[Node]:
    """Write the card's name in one line or two."""
    lines = say(f"board.face.{tactic_key(card)}", lang).split("|")
    top = 54 if len(lines) == 1 else 45
    return [
        fitted(w / 2, top + 18 * i, line, w - 8, 17, fill="print", font_weight=700)
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


def small_face(card: Card, lang: str, height: int = 54, **attrs: str) -> Node:
    """Return a picture of its own with one card's face."""
    w = card_width(card)
    return el(
        "svg",
        *face(card, lang),
        viewBox=f"0 0 {w} {CARD_HEIGHT}",
        width=round(w * height / CARD_HEIGHT),
        height=height,
        **attrs,
    )
