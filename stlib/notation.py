"""Moves as text, ``r7@5``, ``claim 5``, and the lines a position or record is written in.

Lanes count from 1 in text and from 0 in code.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from stlib import words
from stlib.cards import Card, card_class, parse_cards
from stlib.demands import Deck
from stlib.errors import CardError, MoveError, RecordError

__all__ = ["MOST", "Lines", "Move", "Notation", "read_lines"]

#: Numbers in texts end here, far above any ply.
MOST = 10**9

#: A move that is not laying a card: its word, its first id, and whether a lane follows.
Verb = tuple[str, int, bool]

_PLAY = re.compile(r"(.+)@\s*(\d{1,9})")
_VERB = re.compile(r"([a-z]+)(?:\s+(\d{1,9}))?")


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
            return self.verb
        place = self.lane + 1
        return f"{self.card}@{place}" if self.card is not None else f"{self.verb} {place}"

    def say(self, lang: str = "en") -> str:
        """Return the move as spoken: ``lay red 7 at 5``."""
        card = self.card.say(lang) if self.card is not None else ""
        return words.say(f"move.{self.verb}", lang, card=card, lane=(self.lane or 0) + 1)


class Notation:
    """Read and write the moves of one game.

    Parameters
    ----------
    deck : Deck
        Its cards.
    lanes : int
        Number of lanes.
    verbs : sequence of (word, first id, has a lane)
        All moves but laying a card.
    """

    def __init__(self, deck: Deck, lanes: int, verbs: Sequence[Verb]) -> None:
        self.deck = deck
        self.lanes = lanes
        self.verbs = {word: (first, has_lane) for word, first, has_lane in verbs}

    def move(self, number: int) -> Move:
        """Return the move with id `number`; MoveError if there is none."""
        if 0 <= number < self.deck.size * self.lanes:
            card, lane = divmod(number, self.lanes)
            return Move(number, "play", card_class(self.deck).from_id(card), lane)
        for word, (first, has_lane) in self.verbs.items():
            if has_lane and first <= number < first + self.lanes:
                return Move(number, word, lane=number - first)
            if number == first and not has_lane:
                return Move(number, word)
        raise self._no_move(number)

    def read(self, text: str) -> Move:
        """Return the move that `text` writes; MoveError if it writes none."""
        tidy = " ".join(text.split())
        if play := _PLAY.fullmatch(tidy):
            return self._read_play(text, play.group(1), play.group(2))
        verb = _VERB.fullmatch(tidy.lower())
        if verb is None or verb.group(1) not in self.verbs:
            raise self._no_move(text)
        first, has_lane = self.verbs[verb.group(1)]
        if has_lane != (verb.group(2) is not None):
            raise self._no_move(text)
        return self.move(first + self._lane(text, verb.group(2)) if has_lane else first)

    def _read_play(self, text: str, card_text: str, lane_text: str) -> Move:
        try:
            (card,) = parse_cards(card_text, self.deck)
        except CardError as why:
            raise MoveError("bad_card_in_move", text=repr(text), why=why) from why
        except ValueError:
            raise self._no_move(text) from None
        return self.move(card.id * self.lanes + self._lane(text, lane_text))

    def _lane(self, text: str, number: str) -> int:
        if not 1 <= int(number) <= self.lanes:
            raise MoveError("no_lane", text=repr(text), number=number, lanes=self.lanes)
        return int(number) - 1

    def _no_move(self, text: object) -> MoveError:
        verbs = ", ".join(f"{w} 5" if lane else w for w, (_, lane) in self.verbs.items())
        return MoveError("no_move", text=repr(text), game=self.deck.name, verbs=verbs)


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
        try:
            value = int(text)
        except ValueError:
            raise RecordError("not_a_number", key=key, text=repr(text), line=line) from None
        if not least <= value <= most:
            raise RecordError(
                "number_range", key=key, value=text, least=least, most=most, line=line
            )
        return value

    def finish(self) -> None:
        """Raise RecordError if a line is left that nobody asked for."""
        for key, (line, _) in self._found.items():
            raise RecordError("unknown_line", key=repr(key), line=line)


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
                "bad_line" if not colon else "line_twice", text=repr(line), line=number
            )
        found[key] = (number, value.strip())
    return Lines(found)
