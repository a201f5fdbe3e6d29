"""The lines of a position's text that are one game's own, each tied to words of its row.

A `Detail` writes a line from a state and reads it back. No line is ever left
out, so that a text which lost one is noticed; lines about tactics stand only
where there are tactics.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from stlib.base.errors import CardError, RecordError
from stlib.cards.card import from_mask, parse_cards, write_cards
from stlib.cards.demand import Deck
from stlib.cards.moves import Lines

__all__ = ["CardLine", "Detail", "HandLine", "LaneLine", "NamesLine", "NumberLine", "PlacesLine"]

_NUMBER = re.compile(r"\d{1,19}")


@dataclass(frozen=True)
class Detail:
    """One line.

    Parameters
    ----------
    key : str
        What stands before the colon.
    field : str
        The row's word.
    at : int, optional
        Which of several; the whole if None.
    tactic : bool
        Whether it belongs to tactics.
    """

    key: str
    field: str
    at: int | None = None
    tactic: bool = False

    def write(self, s: Any, deck: Deck) -> str:
        """Return the line's value."""
        raise NotImplementedError

    def read(self, text: str, s: Any, deck: Deck) -> None:
        """Put a written value into a state; RecordError if it cannot be read."""
        raise NotImplementedError

    def take(self, lines: Lines, s: Any, deck: Deck) -> None:
        """Read the line if the state's variant has it."""
        if s.tactics or not self.tactic:
            self.read(lines.take(self.key), s, deck)

    def get(self, s: Any, field: str = "") -> int:
        """Return the word."""
        value = getattr(s, field or self.field)
        return int(value if self.at is None else value[self.at])

    def set(self, s: Any, value: int, field: str = "") -> None:
        """Set the word."""
        if self.at is None:
            setattr(s, field or self.field, value)
        else:
            getattr(s, field or self.field)[self.at] = value

    def bad(self, text: str) -> RecordError:
        """Return the error for a value that cannot be."""
        return RecordError("bad_value", key=self.key, text=repr(text))


@dataclass(frozen=True)
class NumberLine(Detail):
    """A whole number from 0, shown with `plus` added."""

    plus: int = 0
    most: int = 1 << 62

    def write(self, s: Any, deck: Deck) -> str:
        """Return the number."""
        return str(self.get(s) + self.plus)

    def read(self, text: str, s: Any, deck: Deck) -> None:
        """Read the number."""
        if not _NUMBER.fullmatch(text) or not 0 <= int(text) - self.plus <= self.most:
            raise self.bad(text)
        self.set(s, int(text) - self.plus)


@dataclass(frozen=True)
class LaneLine(Detail):
    """A set of lanes, by their numbers from 1."""

    lanes: int = 9

    def write(self, s: Any, deck: Deck) -> str:
        """Return the lanes' numbers."""
        mask = self.get(s)
        return " ".join(str(k + 1) for k in range(self.lanes) if mask >> k & 1)

    def read(self, text: str, s: Any, deck: Deck) -> None:
        """Read the lanes' numbers."""
        mask = 0
        for word in text.split():
            if not _NUMBER.fullmatch(word) or not 1 <= int(word) <= self.lanes:
                raise self.bad(word)
            mask |= 1 << int(word) - 1
        self.set(s, mask)


@dataclass(frozen=True)
class CardLine(Detail):
    """One card by its id, or none: id 0 is a card only in phase `phase`."""

    phase: int = -1

    def write(self, s: Any, deck: Deck) -> str:
        """Return the card's text while it matters."""
        value = self.get(s)
        if value == 0 and s.phase != self.phase:
            return ""
        return write_cards(from_mask(1 << value, deck))

    def read(self, text: str, s: Any, deck: Deck) -> None:
        """Read the card, if there is one."""
        cards = _cards(self, text, deck)
        if len(cards) > 1:
            raise self.bad(text)
        self.set(s, cards[0] if cards else 0)


@dataclass(frozen=True)
class NamesLine(Detail):
    """A name for each lane that has one: ``3=mud_fight``; `names` in the order of the numbers."""

    names: tuple[str, ...] = ()

    def write(self, s: Any, deck: Deck) -> str:
        """Return lane=name for each."""
        values = getattr(s, self.field)
        return " ".join(f"{k + 1}={self.names[v]}" for k, v in enumerate(values) if v)

    def read(self, text: str, s: Any, deck: Deck) -> None:
        """Read them."""
        values = getattr(s, self.field)
        for word in text.split():
            lane, _, name = word.partition("=")
            if not _NUMBER.fullmatch(lane) or name not in self.names[1:]:
                raise self.bad(word)
            if not 1 <= int(lane) <= len(values):
                raise self.bad(word)
            values[int(lane) - 1] = self.names.index(name)


@dataclass(frozen=True)
class HandLine(Detail):
    """A set of cards, numbered ones in `field`, tactic cards in `tactic_field` if there is one."""

    tactic_field: str = ""

    def write(self, s: Any, deck: Deck) -> str:
        """Return the cards."""
        mask = self.get(s)
        if self.tactic_field:
            mask |= self.get(s, self.tactic_field) << deck.size
        return write_cards(from_mask(mask, deck))

    def read(self, text: str, s: Any, deck: Deck) -> None:
        """Read the cards."""
        ids = _cards(self, text, deck)
        self.set(s, sum(1 << i for i in ids if i < deck.size))
        tactics = [i - deck.size for i in ids if i >= deck.size]
        if tactics and not self.tactic_field:
            raise self.bad(text)
        if self.tactic_field:
            self.set(s, sum(1 << i for i in tactics), self.tactic_field)


@dataclass(frozen=True)
class PlacesLine(Detail):
    """A number for each place of a deck, counted from the bottom: ``1=2 2=1``."""

    def write(self, s: Any, deck: Deck) -> str:
        """Return place=number for each that is not 0."""
        values: Sequence[int] = getattr(s, self.field)
        n = len(values)
        return " ".join(f"{n - i}={int(values[i])}" for i in reversed(range(n)) if values[i])

    def read(self, text: str, s: Any, deck: Deck) -> None:
        """Read them."""
        values = getattr(s, self.field)
        for word in text.split():
            place, _, number = word.partition("=")
            if not (_NUMBER.fullmatch(place) and number in ("1", "2")):
                raise self.bad(word)
            if not 1 <= int(place) <= len(values):
                raise self.bad(word)
            values[len(values) - int(place)] = int(number)


def _cards(detail: Detail, text: str, deck: Deck) -> list[int]:
    try:
        return [card.id for card in parse_cards(text, deck)]
    except CardError as why:
        raise RecordError("bad_cards", key=detail.key, why=why) from why
