"""Cards as people write them: ``r7``, ``R7``, ``red 7``, in four languages.

A card belongs to a deck: `Card` is the base, each game has its own subclass,
made by `card_class`. Equality includes the deck.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, ClassVar

from stlib import words
from stlib._jit import low_bit
from stlib.demands import Deck
from stlib.errors import CardError

__all__ = ["Card", "Cards", "card_class", "from_mask", "parse_cards", "to_mask", "write_cards"]

_TOKEN = re.compile(r"([^\W\d_]+)\s*(\d{1,9})")


class Card:
    """One numbered card, immutable.

    Parameters
    ----------
    color : str
        Letter or name of the colour, in any of the four languages.
    value : int
        Number on the card.

    Raises
    ------
    CardError
        If the deck has no such card.
    """

    __slots__ = ("_id",)
    deck: ClassVar[Deck]

    def __init__(self, color: str, value: int) -> None:
        letter = _color_letters(self.deck).get(str(color).casefold())
        if letter is None or value not in range(self.deck.low, self.deck.high + 1):
            raise _no_card(self.deck, f"{color}{value}")
        hue = self.deck.colors.index(letter)
        object.__setattr__(self, "_id", (int(value) - self.deck.low) * self.deck.n_colors + hue)

    @classmethod
    def from_id(cls, number: int) -> Card:
        """Return the card with id `number`, 0 to ``deck.size - 1``."""
        if number not in range(cls.deck.size):
            raise _no_card(cls.deck, f"card id {number}")
        card = cls.__new__(cls)
        object.__setattr__(card, "_id", int(number))
        return card

    @property
    def id(self) -> int:
        """Card id, 0 to ``deck.size - 1``, value-major."""
        return self._id  # type: ignore[no-any-return, attr-defined]

    @property
    def color(self) -> str:
        """Letter of the colour."""
        return self.deck.colors[self.id % self.deck.n_colors]

    @property
    def value(self) -> int:
        """Number on the card."""
        return self.deck.low + self.id // self.deck.n_colors

    def say(self, lang: str = "en") -> str:
        """Return the card's name as spoken: ``red 7``."""
        return f"{words.say(f'color.{self.color}', lang)} {self.value}"

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a card cannot be changed ({name})")

    def __str__(self) -> str:
        return f"{self.color}{self.value}"

    def __repr__(self) -> str:
        return f"Card({self.color!r}, {self.value})"

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


Cards = str | Iterable[Card]


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
        For a text that is no card, a card of another deck, or one given twice.
    """
    kind = card_class(deck)
    cards = tuple(_scan(text, kind) if isinstance(text, str) else (_own(c, kind) for c in text))
    seen: set[Card] = set()
    for card in cards:
        if card in seen:
            raise CardError("card_twice", card=card)
        seen.add(card)
    return cards


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
        if name.casefold() not in _color_letters(kind.deck):
            raise _no_card(kind.deck, match.group())
        if not kind.deck.low <= int(number) <= kind.deck.high:
            raise _no_card(kind.deck, match.group())
        yield kind(name, int(number))
        at = match.end()
    _nothing_between(text[at:], kind)


def _nothing_between(text: str, kind: type[Card]) -> None:
    rest = text.replace(",", " ").split()
    if rest:
        raise _no_card(kind.deck, rest[0])


def _own(card: object, kind: type[Card]) -> Card:
    if isinstance(card, str):
        found = tuple(_scan(card, kind))
        if len(found) == 1:
            return found[0]
    if not isinstance(card, Card) or card.deck != kind.deck:
        raise _no_card(kind.deck, str(card))
    return card


@cache
def _color_letters(deck: Deck) -> dict[str, str]:
    """Map what one may type for a colour to its letter."""
    letters = {letter: letter for letter in deck.colors}
    for table in ("color", "color_alias"):
        for letter, names in words.terms(table).items():
            if letter in deck.colors:
                letters.update({name.casefold(): letter for name in names})
    return letters


def _no_card(deck: Deck, text: str) -> CardError:
    return CardError(
        "no_card",
        text=repr(text),
        game=deck.name,
        colors=" ".join(deck.colors),
        low=deck.low,
        high=deck.high,
    )


def _restore(deck: Deck, number: int) -> Card:
    return card_class(deck).from_id(number)
