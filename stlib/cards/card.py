"""Cards as people write them: ``r7``, ``R7``, ``red 7``, in four languages.

A card belongs to a deck: `Card` is the base, each game has its own subclass,
made by `card_class`. Equality includes the deck.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import islice
from typing import Any, ClassVar

from stlib.base import words
from stlib.base.bits import low_bit
from stlib.base.checks import is_whole, shown
from stlib.base.errors import CardError, Text
from stlib.cards.demand import Deck

__all__ = ["Card", "Cards", "card_class", "from_mask", "parse_at", "parse_cards"]
__all__ += ["place_of", "to_mask", "write_cards"]

_WORD = re.compile(r"[^\s,]+")
_TOKEN = re.compile(r"([^\W\d]+)\s*(\d{0,9})")


class Card:
    """One card, immutable: a numbered one, or a tactic card.

    Parameters
    ----------
    color : str
        Letter or name of the color, in any of the four languages; or the
        name of a tactic card, ``"spy"``, without a value.
    value : int, optional
        Number on the card.

    Raises
    ------
    CardError
        If the deck has no such card.
    """

    __slots__ = ("_id",)
    deck: ClassVar[Deck]
    _id: int

    def __init__(self, color: str, value: int | None = None) -> None:
        object.__setattr__(self, "_id", _card_id(self.deck, color, value))

    @classmethod
    def from_id(cls, number: int) -> Card:
        """Return the card with id `number`; tactic cards follow the numbered ones."""
        if not is_whole(number) or not 0 <= number < cls.deck.size + len(cls.deck.tactics):
            raise _no_card(cls.deck, shown(f"card id {shown(number)}"))
        card = cls.__new__(cls)
        object.__setattr__(card, "_id", int(number))
        return card

    @property
    def id(self) -> int:
        """Card id: numbered cards value-major from 0, then the tactic cards."""
        return self._id

    @property
    def tactic(self) -> str | None:
        """Name of a tactic card, None for a numbered one."""
        at = self.id - self.deck.size
        return None if at < 0 else self.deck.tactics[at]

    @property
    def color(self) -> str:
        """Letter of the color; empty for a tactic card."""
        return "" if self.tactic else self.deck.colors[self.id % self.deck.n_colors]

    @property
    def value(self) -> int | None:
        """Number on the card; None for a tactic card."""
        return None if self.tactic else self.deck.low + self.id // self.deck.n_colors

    def say(self, lang: str = "en") -> str:
        """Return the card's name as spoken: ``red 7``, ``Spy``."""
        if self.tactic:
            return words.say(f"tactic.{self.deck.name}_{self.tactic.rstrip('12')}", lang)
        return f"{words.say(f'color.{self.color}', lang)} {self.value}"

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a card cannot be changed ({name})")

    def __str__(self) -> str:
        return self.tactic or f"{self.color}{self.value}"

    def __repr__(self) -> str:
        return f"Card({self.tactic!r})" if self.tactic else f"Card({self.color!r}, {self.value})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Card):
            return NotImplemented
        return self.deck == other.deck and self.id == other.id

    def __lt__(self, other: Card) -> bool:
        return self.id < other.id

    def __hash__(self) -> int:
        return hash((self.deck.name, self.id))

    def __reduce__(self) -> tuple[Any, ...]:
        return (_restore, (self.deck, self.id))


Cards = str | Iterable[Card | str]


@cache
def card_class(deck: Deck) -> type[Card]:
    """Return the class of the cards of `deck`."""
    return type("Card", (Card,), {"deck": deck, "__slots__": (), "__doc__": Card.__doc__})


def parse_cards(text: Cards, deck: Deck) -> tuple[Card, ...]:
    """Read cards, separated by blanks or commas, in the order given.

    Parameters
    ----------
    text : str or iterable of Card
        ``"r7 r8 r9"``, ``"R7,r8 r9"``, ``"red 7, red 8"``; cards pass through.
    deck : Deck
        Where they must come from.

    Raises
    ------
    CardError
        For what is neither text nor a list, a text that is no card, a card of
        another deck, or one given twice.
    """
    if isinstance(text, Card) or not isinstance(text, Iterable):
        raise CardError("no_cards", cards=shown(text))
    kind = card_class(deck)
    seen: dict[Card, None] = {}
    for card in _scan(text, kind) if isinstance(text, str) else (_own(c, kind) for c in text):
        if card in seen:  # so that a long text is refused at once
            raise CardError("card_twice", card=card)
        seen[card] = None
    return tuple(seen)


def parse_at(cards: Cards, deck: Deck, place: str) -> tuple[Card, ...]:
    """Read cards as `parse_cards` does and say where, if one is given twice or none can be read.

    `place` is a name below ``claim.place`` in ``words.toml``.
    """
    try:
        return parse_cards(cards, deck)
    except CardError as error:
        if error.key not in ("card_twice", "no_cards"):
            raise
        raise CardError(f"{error.key}_at", place=place_of(place), **error.values) from None


def place_of(name: str) -> Text:
    """Return the name of a place where cards lie, to be said in any language."""
    return Text(f"claim.place.{name}", {})


def write_cards(cards: Iterable[Card]) -> str:
    """Write cards so that `parse_cards` reads them back."""
    return " ".join(map(str, cards))


def to_mask(cards: Iterable[Card]) -> int:
    """Return a set of cards as bits, one a card id."""
    mask = 0
    for card in cards:
        mask |= 1 << card.id
    return mask


def from_mask(mask: int, deck: Deck) -> tuple[Card, ...]:
    """Return the cards of a set of bits, by rising value."""
    kind = card_class(deck)
    cards = []
    rest = int(mask)
    while rest:
        cards.append(kind.from_id(low_bit(rest)))
        rest &= rest - 1
    return tuple(cards)


def _scan(text: str, kind: type[Card]) -> Iterator[Card]:
    at = 0
    for match in _TOKEN.finditer(text):
        _nothing_between(text[at : match.start()], kind)
        name, number = match.groups()
        try:
            yield kind(name, int(number) if number else None)
        except CardError:
            word = match if number else _WORD.match(text, match.start())
            raise _no_card(kind.deck, shown(word.group() if word else name)) from None
        at = match.end()
    _nothing_between(text[at:], kind)


def _nothing_between(text: str, kind: type[Card]) -> None:
    if word := _WORD.search(text):
        raise _no_card(kind.deck, shown(word.group()))


def _own(card: object, kind: type[Card]) -> Card:
    if isinstance(card, str):
        found = tuple(islice(_scan(card, kind), 2))
        if len(found) == 1:
            return found[0]
    if not isinstance(card, Card) or card.deck != kind.deck:
        raise _no_card(kind.deck, shown(str(card) if isinstance(card, Card) else card))
    return card


def _card_id(deck: Deck, name: object, value: object) -> int:
    if not isinstance(name, str) or not (value is None or is_whole(value)):
        raise _no_card(deck, f"({shown(name)}, {shown(value)})")
    number = "" if value is None else shown(value)
    tactic = name.casefold() + number
    if tactic == "joker":
        tactic = "joker1"
    if tactic in deck.tactics:
        return deck.size + deck.tactics.index(tactic)
    letter = _color_letters(deck).get(name.casefold())
    if letter is None or value is None or not deck.low <= value <= deck.high:
        raise _no_card(deck, shown(name + number))
    return (int(value) - deck.low) * deck.n_colors + deck.colors.index(letter)


@cache
def _color_letters(deck: Deck) -> dict[str, str]:
    """Map what one may type for a color to its letter."""
    letters = {letter: letter for letter in deck.colors}
    for table in ("color", "color_alias"):
        for letter, names in words.terms(table).items():
            if letter in deck.colors:
                letters.update({name.casefold(): letter for name in names})
    return letters


def _no_card(deck: Deck, text: str) -> CardError:
    """Return the error for what is no card of a deck; `text` shows what was given."""
    return CardError(
        "no_card",
        text=text,
        game=deck.name,
        colors=" ".join(deck.colors),
        low=deck.low,
        high=deck.high,
    )


def _restore(deck: Deck, number: int) -> Card:
    return card_class(deck).from_id(number)
