"""The lines of a position's text that are one game's own, each tied to words of its row.

A `Detail` writes a line from a state and reads it back. Lines that say
nothing (0, no cards) are left out and read as such.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from stlib.cards import from_mask, parse_cards, write_cards
from stlib.demands import Deck
from stlib.errors import CardError, RecordError
from stlib.notation import Lines

__all__ = ["CardLine", "Detail", "HandLine", "LaneLine", "NumberLine", "PlacesLine"]


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
    """

    key: str
    field: str
    at: int | None = None

    def write(self, s: Any, deck: Deck) -> str:
        """Return the line's value, empty to leave it out."""
        raise NotImplementedError

    def read(self, text: str, s: Any, deck: Deck) -> None:
        """Put a written value into a state; RecordError if it cannot be read."""
        raise NotImplementedError

    def take(self, lines: Lines, s: Any, deck: Deck) -> None:
        """Read the line if it is there."""
        text = lines.take(self.key, "")
        if text:
            self.read(text, s, deck)

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
    """A whole number from 0, shown with `plus` added; left out if 0 unless it `must` be there."""

    plus: int = 0
    most: int = 1 << 62
    must: bool = False

    def write(self, s: Any, deck: Deck) -> str:
        """Return the number."""
        value = self.get(s)
        return str(value + self.plus) if value or self.must else ""

    def take(self, lines: Lines, s: Any, deck: Deck) -> None:
        """Read the line, which may have to be there."""
        text = lines.take(self.key, None if self.must else "")
        if text or self.must:
            self.read(text, s, deck)

    def read(self, text: str, s: Any, deck: Deck) -> None:
        """Read the number."""
        if not text.isdecimal() or not 0 <= int(text) - self.plus <= self.most:
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
            if not word.isdecimal() or not 1 <= int(word) <= self.lanes:
                raise self.bad(word)
            mask |= 1 << int(word) - 1
        self.set(s, mask)


@dataclass(frozen=True)
class CardLine(Detail):
    """One card by its id; id 0 only counts where `given` says so."""

    phase: int = -1

    def write(self, s: Any, deck: Deck) -> str:
        """Return the card's text while it matters."""
        value = self.get(s)
        if value == 0 and s.phase != self.phase:
            return ""
        return write_cards(from_mask(1 << value, deck))

    def read(self, text: str, s: Any, deck: Deck) -> None:
        """Read the card."""
        cards = _cards(self, text, deck)
        if len(cards) != 1:
            raise self.bad(text)
        self.set(s, cards[0])


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
            if not (place.isdecimal() and number in ("1", "2") and 1 <= int(place) <= len(values)):
                raise self.bad(word)
            values[len(values) - int(place)] = int(number)


def _cards(detail: Detail, text: str, deck: Deck) -> list[int]:
    try:
        return [card.id for card in parse_cards(text, deck)]
    except CardError as why:
        raise RecordError("bad_cards", key=detail.key, why=why) from why
