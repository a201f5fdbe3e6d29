"""Beside the table: variant, player aid, score, what is known, and the open discards."""

from __future__ import annotations

from dataclasses import fields

from stlib.cards.card import Card
from stlib.cards.demand import Kind
from stlib.svg.faces import TacticClass, class_mark, tactic_key
from stlib.svg.shapes import Node, el, flag, moved, pictogram, small_card
from stlib.svg.viewpoint import Viewpoint, say_letters
from stlib.widgets.session import Session

__all__ = ["sidebar"]

_AID = (
    (Kind.COLOR_RUN, ("b5", "b6", "b7")),
    (Kind.SAME_VALUE, ("r5", "g5", "b5")),
    (Kind.COLOR, ("b1", "b4", "b9")),
    (Kind.RUN, ("b5", "r6", "g7")),
    (Kind.SUM, ("b2", "r5", "g9")),
)


def sidebar(session: Session, seen: Viewpoint) -> Node:
    """Draw the variant, the player aid, the score, the seed if it may be told, the discards."""
    letters = say_letters(seen.table.game.deck, seen.lang)
    parts = [
        el("p", text=seen.title, css="stb-variant", key="variant"),
        el("p", text=_demands(seen), css="stb-demands", key="demands"),
        el("h3", text=seen.say("aid.title"), key="title"),
        *(_aid_row(seen, kind, cards) for kind, cards in _AID),
        _tie(seen),
        el("p", text=seen.say("aid.letters", letters=letters), css="stb-letters", key="letters"),
        el("p", text=seen.drawing.score(seen), css="stb-score", key="score"),
    ]
    if session.dealt and (session.typed or seen.table.outcome is not None):
        parts.append(el("p", text=seen.say("aid.seed", seed=session.seed), key="seed"))
    parts += _known(seen)
    if seen.drawing.has_discard(seen):
        parts.append(_discard(seen))
    if seen.tactics:
        parts.append(_tactic_aid(seen))
    return el("aside", *parts, css="stb-aside", key="aside", aria_label=seen.say("aid.title"))


def _demands(seen: Viewpoint) -> str:
    """Say what lanes ask for, and every switch that is not set as usual."""
    variant = seen.table.variant
    told = [seen.drawing.lanes_ask(seen)]
    for switch in fields(variant):
        value = getattr(variant, switch.name)
        if switch.name not in ("name", "tactics") and value != switch.default:
            told.append(seen.drawing.switch(seen, switch.name, value))
    return " ".join(told)


def _tie(seen: Viewpoint) -> Node:
    """Say how ties are decided, with the flag of the earlier side."""
    sign = flag(9, 12, "accent")
    drawn = el("svg", sign, viewBox="0 0 18 24", width=18, height=24, aria_hidden="true")
    return el("p", drawn, el("span", text=seen.say("aid.tie")), css="stb-tie", key="tie")


def _aid_row(seen: Viewpoint, kind: Kind, cards: tuple[str, ...]) -> Node:
    """Draw one kind: its sign, its name, an example."""
    examples = [small_card(40 + 38 * i, 1, card[0], int(card[1:])) for i, card in enumerate(cards)]
    drawing = el(
        "svg",
        pictogram(kind, 4, 32),
        *examples,
        viewBox="0 0 154 44",
        width=154,
        height=44,
        aria_hidden="true",
    )
    return el("div", el("p", text=seen.kind(kind)), drawing, css="stb-aid", key=kind.name)


def _known(seen: Viewpoint) -> list[Node]:
    """Say what the viewer knows of cards that they cannot see."""
    return [
        el("p", text=seen.say(f"aid.known.{where}", cards=seen.cards(cards)), key=where)
        for where, cards in seen.table.known.items()
    ]


def _discard(seen: Viewpoint) -> Node:
    """Draw the open discard, a row a color and the tactic cards, behind a toggle."""
    cards, lang = seen.table.discard, seen.lang
    rows = []
    for letter in seen.table.game.deck.colors:
        held = [card for card in cards if card.color == letter]
        if held:
            rows.append(_discard_row(seen, letter, held))
    tactics = [
        seen.drawing.small_face(card, lang, key=str(card), role="img", aria_label=card.say(lang))
        for card in cards
        if card.tactic
    ]
    summary = _summary(seen.say("aid.discard", n=len(cards)))
    faces = el("div", *tactics, css="stb-faces", key="tactics") if tactics else None
    return el(
        "details", summary, el("div", *rows, faces, key="cards"), css="stb-discard", key="discard"
    )


def _discard_row(seen: Viewpoint, letter: str, held: list[Card]) -> Node:
    """Draw the discarded cards of one color."""
    drawn = [
        moved(38 * i, 0, small_card(0, 0, card.color, card.value or 0), key=str(card))
        for i, card in enumerate(held)
    ]
    width = 38 * len(held)
    return el(
        "svg",
        *drawn,
        key=letter,
        viewBox=f"0 0 {width} 44",
        width=width,
        height=44,
        preserveAspectRatio="xMinYMid",
        role="img",
        aria_label=", ".join(card.say(seen.lang) for card in held),
    )


def _summary(text: str) -> Node:
    """Return the line that opens and closes a part."""
    return el("summary", text=text, key="summary", data_lm_suppress_shortcuts="true")


def _tactic_aid(seen: Viewpoint) -> Node:
    """Say what every tactic card does, by class, behind a toggle."""
    deck, make = seen.table.game.deck, seen.table.game.card
    cards = {card.say(seen.lang): card for card in map(make, deck.tactics)}
    parts = [el("p", text=seen.say("aid.limit"), key="limit")]
    classes = seen.drawing.tactic_classes
    for kind in dict.fromkeys(classes.values()):
        of_kind = [card for card in cards.values() if classes[str(card.tactic)] is kind]
        parts += [_class_row(seen, kind), *(_help_row(seen, card) for card in of_kind)]
    return el(
        "details", _summary(seen.say("aid.cards")), *parts, css="stb-tactics", key="tactic_aid"
    )


def _class_row(seen: Viewpoint, kind: TacticClass) -> Node:
    """Name a class of tactic cards by its mark."""
    mark = class_mark(kind, 12, 12, 1, "ink")
    drawn = el("svg", mark, viewBox="0 0 24 24", width=24, height=24, aria_hidden="true")
    text = el("span", text=seen.say(f"aid.{kind.name}_mark"))
    return el("p", drawn, text, css="stb-tie", key=kind.name)


def _help_row(seen: Viewpoint, card: Card) -> Node:
    """Say what one tactic card does."""
    text = seen.say(f"help.{tactic_key(card)}")
    said = seen.say("aid.card", card=card.say(seen.lang), help=text)
    return el("p", text=said, key=str(card))
