"""Moves as text, ``r7@5``, ``claim 5``, and the lines a position or record is written in.

Lanes count from 1 in text and from 0 in code.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from stlib.base import words
from stlib.base.checks import MOST, is_whole, shown
from stlib.base.errors import CardError, MoveError, RecordError
from stlib.cards.card import Card, card_class, parse_cards
from stlib.cards.demand import Deck

__all__ = ["Lines", "Move", "Notation", "read_lines"]

#: A move that is not laying a card: its word, its first id, and what follows:
#: nothing, ``"lane"`` or ``"card"``.
Verb = tuple[str, int, str]

_NUMBER = re.compile(r"[0-9]{1,18}")
_LONGEST = 200  # letters of a move's text, blanks counted
_LANE = re.compile(r"[0-9]{1,9}")
_PLAY = re.compile(r"(.+)@\s*([0-9]{1,9})")


@dataclass(frozen=True)
class Move:
    """One decision; ``str(move)`` is its text.

    Parameters
    ----------
    id : int
        Number of the move in the kernels.
    verb : str
        ``"play"``, ``"claim"``, ``"pass"``, …
    card : Card or None
        The card that is laid.
    lane : int or None
        The lane it is about, from 0.
    """

    id: int
    verb: str
    card: Card | None = None
    lane: int | None = None

    def __str__(self) -> str:
        if self.lane is None:
            return self.verb if self.card is None else f"{self.verb} {self.card}"
        place = self.lane + 1
        return f"{self.card}@{place}" if self.card is not None else f"{self.verb} {place}"

    @words.whole
    def say(self, lang: str = "en") -> str:
        """Return the move as spoken: ``lay red 7 at 5``."""
        card = self.card.say(lang) if self.card is not None else ""
        key = f"move.{self.verb.replace(' ', '_')}"
        return words.say(key, lang, card=card, lane=(self.lane or 0) + 1)


class Notation:
    """Read and write the moves of one game.

    Parameters
    ----------
    deck : Deck
        Its cards.
    lanes : int
        Number of lanes.
    verbs : sequence of (word, first id, what follows)
        All moves but laying a card; see `Verb`.
    """

    def __init__(self, deck: Deck, lanes: int, verbs: Sequence[Verb]) -> None:
        self.deck = deck
        self.lanes = lanes
        self.verbs = tuple(verbs)
        self.cards = deck.size + len(deck.tactics)

    def move(self, number: int) -> Move:
        """Return the move with id `number`; MoveError if there is none."""
        if not is_whole(number):
            raise self._no_move(number)
        number = int(number)
        if 0 <= number < self.cards * self.lanes:
            card, lane = divmod(number, self.lanes)
            return Move(number, "play", self._card(card), lane)
        for word, first, after in self.verbs:
            at = number - first
            if after == "lane" and 0 <= at < self.lanes:
                return Move(number, word, lane=at)
            if after == "card" and 0 <= at < self.cards:
                return Move(number, word, self._card(at))
            if after == "" and at == 0:
                return Move(number, word)
        raise self._no_move(number)

    def read(self, text: str) -> Move:
        """Return the move that `text` writes; MoveError if it writes none."""
        if not isinstance(text, str) or len(text) > _LONGEST:
            raise self._no_move(text)
        tidy = " ".join(text.split())
        if play := _PLAY.fullmatch(tidy):
            card, lane = play.groups()
            return self.move(self._read_card(text, card).id * self.lanes + self._lane(text, lane))
        for word, first, after in sorted(self.verbs, key=lambda verb: -len(verb[0])):
            rest = tidy[len(word) :].strip()
            if not tidy.lower().startswith(word) or bool(rest) != bool(after):
                continue
            if after == "":
                return self.move(first)
            if after == "lane" and _LANE.fullmatch(rest):
                return self.move(first + self._lane(text, rest))
            if after == "card":
                return self.move(first + self._read_card(text, rest).id)
        raise self._no_move(text)

    def _card(self, number: int) -> Card:
        return card_class(self.deck).from_id(number)

    def _read_card(self, text: str, card_text: str) -> Card:
        try:
            (card,) = parse_cards(card_text, self.deck)
        except CardError as why:
            raise MoveError("bad_card_in_move", text=shown(text), why=why) from why
        except ValueError:
            raise self._no_move(text) from None
        return card

    def _lane(self, text: str, number: str) -> int:
        if not 1 <= int(number) <= self.lanes:
            raise MoveError("no_lane", text=shown(text), number=number, lanes=self.lanes)
        return int(number) - 1

    def _no_move(self, text: object) -> MoveError:
        examples = {"": "", "lane": " 5", "card": " r7"}
        verbs = ", ".join(word + examples[after] for word, _, after in self.verbs)
        return MoveError("no_move", text=shown(text), game=self.deck.name, verbs=verbs)


class Lines:
    """``key: value`` lines with their line numbers, each to be taken once."""

    def __init__(self, found: dict[str, tuple[int, str]]) -> None:
        self._found = found

    def __contains__(self, key: str) -> bool:
        return key in self._found

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)

    def take(self, key: str, default: str | None = None) -> str:
        """Return and remove a value; RecordError if it is missing and has no default."""
        if key in self._found:
            return self._found.pop(key)[1]
        if default is None:
            raise RecordError("missing_line", key=key)
        return default

    def number(self, key: str, least: int = 0, most: int = MOST) -> int:
        """Take a whole number from `least` to `most`."""
        line = self._found.get(key, (0, ""))[0]
        text = self.take(key)
        if not _NUMBER.fullmatch(text.removeprefix("-")):
            raise RecordError("not_a_number", key=key, text=shown(text), line=line)
        value = int(text)
        if not least <= value <= most:
            raise RecordError(
                "number_range", key=key, value=text, least=least, most=most, line=line
            )
        return value

    def finish(self) -> None:
        """Raise RecordError if a line is left that nobody asked for."""
        for key, (line, _) in self._found.items():
            raise RecordError("unknown_line", key=shown(key), line=line)


def read_lines(text: str, first: int = 1) -> Lines:
    """Split text into ``key: value`` lines; blank ones and ``# …`` are skipped."""
    found: dict[str, tuple[int, str]] = {}
    for number, line in enumerate(text.splitlines(), first):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        key, colon, value = line.partition(":")
        key = " ".join(key.split()).lower()
        if not colon or key in found:
            raise RecordError(
                "bad_line" if not colon else "line_twice", text=shown(line), line=number
            )
        found[key] = (number, value.strip())
    return Lines(found)
