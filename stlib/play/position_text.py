"""Positions as text: ``key: value`` lines, written and read.

Most lines are the same for both games. A `Detail` is a line that one game has for itself, tied
to words of its row: it writes them and reads them back. No detail is ever left out, so that a
text which lost one is noticed; lines about tactics stand only where there are tactics.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

from stlib.base.checks import check_text, shown
from stlib.base.errors import CardError, GameError, RecordError, Text
from stlib.cards.card import Card, from_mask, parse_cards, write_cards
from stlib.cards.demand import Deck
from stlib.cards.moves import Lines, read_lines
from stlib.play.setup import Given

if TYPE_CHECKING:
    from stlib.play.game import Game, P, Position, V

__all__ = [
    "START", "CardLine", "Detail", "HandLine", "LaneLine", "NamesLine", "NumberLine",
    "PlacesLine", "read_position", "switch_names", "write_position",
]  # fmt: skip

_NUMBER = re.compile(r"[0-9]{1,19}")
_STAMP = re.compile(r"[0-9]{1,10}")
START = "[start]"  # the line of a record before its position


# --- whole positions ------------------------------------------------------------------------


def write_position(position: Position) -> str:
    """Return all lines of a position."""
    game, s = position.game, position._s
    lines = [f"game: {game.name}", f"variant: {position.variant.name}", *_switches(position)]
    lines += [f"to move: {int(s.turn) + 1}", f"phase: {position.phase}", f"ply: {position.ply}"]
    for lane in position.lanes:
        if any(lane.sides):
            lines.append(f"lane {lane.number}: {_write_sides(lane.sides, lane.stamps)}")
    for p, hand in enumerate(position.hands, 1):
        lines.append(f"hand {p}: {write_cards(hand)}")
    lines.append(f"deck: {write_cards(position.deck)}")
    if s.tactics:
        lines.append(f"tactic deck: {write_cards(position.tactic_deck)}")
    lines.append(f"discard: {write_cards(position.discard)}")
    for detail in game.details:
        if s.tactics or not detail.tactic:
            lines.append(f"{detail.key}: {detail.write(s, game.deck)}")
    if (end := position.outcome) is not None:
        winner = "draw" if end.winner is None else end.winner + 1
        lines.append(f"outcome: {winner} {end.reason}")
    return "\n".join(line.rstrip() for line in lines) + "\n"


def read_position(game: Game[P, V], text: str) -> P:
    """Read a position of `game`; see `Game.from_text`."""
    text = check_text(Text("record.position", {}), text)
    if any(line.strip() == START for line in text.splitlines()):
        raise RecordError("record_not_position", game=game.name)
    lines = read_lines(text)
    name = lines.take("game")
    if name != game.name:
        raise RecordError("other_game", text=shown(name), game=game.name)
    variant = _read_variant(game, lines)
    sides, stamps = _read_lanes(game, lines)
    given = Given(
        sides=sides,
        stamps=stamps,
        hands=(lines.take("hand 1"), lines.take("hand 2")),
        deck=lines.take("deck"),
        tactic_deck=lines.take("tactic deck") if variant.tactics == "yes" else "",
        discard=lines.take("discard", ""),
        to_move=lines.number("to move", 1, 2) - 1,
        phase=lines.take("phase"),
        ply=lines.number("ply"),
        outcome=_read_outcome(game, lines),
    )
    row = game.builder(game, variant).read(given, lines)
    lines.finish()
    return game.position(game, variant, row)


def _switches(position: Position) -> list[str]:
    """Return a line for each switch, so that the text means the same whatever the defaults are."""
    variant = position.variant
    return [f"{name}: {getattr(variant, name)}" for name in switch_names(position.game)]


def switch_names(game: Game) -> list[str]:
    """Return the names of a game's switches, as they stand in texts."""
    return [field.name for field in fields(game.rules.Variant) if field.name != "name"]


def _read_variant(game: Game[P, V], lines: Lines) -> V:
    """Read name and switches; a text from before all switches were named means what it meant."""
    name = lines.take("variant")
    usual = game.variants.get(name)
    names = switch_names(game)
    if usual is None and "tactics" not in lines and any(name in lines for name in names):
        usual = game.variants["base"]  # written before there were any tactics
    unnamed = {n: getattr(usual, n, None) for n in names}
    switches = {"tactics": lines.take("tactics", unnamed["tactics"])}
    if usual is not None and switches["tactics"] == "yes":
        unnamed |= game.rules.UNNAMED
    switches |= {n: lines.take(n, unnamed[n]) for n in names if n != "tactics"}
    try:
        variant: V = game.rules.Variant(name, **switches)
    except GameError as why:
        raise RecordError("bad_switch", why=why) from why
    return variant


def _read_lanes(
    game: Game[P, V], lines: Lines
) -> tuple[dict[int, tuple[str, str]], dict[int, tuple[int, int]]]:
    sides, stamps = {}, {}
    for number in range(1, game.rules.LANES + 1):
        if f"lane {number}" in lines:
            text = lines.take(f"lane {number}")
            sides[number], stamps[number] = _read_sides(text, number)
    return sides, stamps


def _read_outcome(game: Game[P, V], lines: Lines) -> tuple[int, int] | None:
    """Return winner and reason as the row has them."""
    if "outcome" not in lines:
        return None
    text = lines.take("outcome")
    who, _, reason = text.partition(" ")
    if who not in ("1", "2", "draw") or reason not in game.rules.REASONS:
        raise RecordError("bad_outcome", text=shown(text))
    winner = 2 if who == "draw" else int(who) - 1
    return winner, game.rules.REASONS.index(reason)


def _write_sides(sides: tuple[Sequence[Card], ...], stamps: tuple[int, int]) -> str:
    return " | ".join(
        write_cards(side) + (f" @{stamp}" if stamp else "")
        for side, stamp in zip(sides, stamps, strict=True)
    )


def _read_sides(text: str, number: int) -> tuple[tuple[str, str], tuple[int, int]]:
    halves = text.split("|")
    if len(halves) != 2:
        raise RecordError("bad_lane", lane=number, text=shown(text))
    found = []
    for half in halves:
        cards, at, stamp = half.partition("@")
        if at and not _STAMP.fullmatch(stamp.strip()):
            raise RecordError("bad_lane", lane=number, text=shown(text))
        found.append((cards, int(stamp) if at else 0))
    (a, m), (b, n) = found
    return (a, b), (m, n)


# --- the lines of one game ------------------------------------------------------------------


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

    def bad(self, text: object) -> RecordError:
        """Return the error for a value that cannot be."""
        return RecordError("bad_value", key=self.key, text=shown(text))


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
