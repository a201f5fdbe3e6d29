"""What could still beat a claim: every set of unplayed cards that does, counted and grouped.

`Fills` stands behind a `stlib.claims.prove.Refutation`. Nothing is counted before
somebody asks, and then only once. `stlib.claims.count_refutations` has the kernels.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from stlib.base import words
from stlib.cards.card import Card, from_mask
from stlib.cards.demand import CardSet, Deck, Demand, EliteCode, Kind, Strength
from stlib.claims.codes import elite_code, elites_in, kind_in, total_in, turned
from stlib.claims.count_refutations import STRENGTHS, next_refutation, tally
from stlib.claims.refutation import refutation
from stlib.claims.strength import strength

__all__ = ["Fills", "Group", "listed", "read_strength", "say_fills"]


@dataclass(frozen=True)
class Group:
    """The sets of cards that make the same formation of a side.

    Parameters
    ----------
    kind : Kind
        Its kind.
    total : int
        Its total.
    count : int
        How many sets of unplayed cards make it.
    game : str
        ``ST1`` or ``ST2``: kinds have other names in the siege.
    """

    kind: Kind
    total: int
    count: int
    game: str = "ST1"

    @words.whole
    def say(self, lang: str = "en") -> str:
        """Return what they make: ``a color run of 15``."""
        return _say_what([self], lang)


@dataclass(frozen=True)
class Fills:
    """The sets of unplayed cards that fill a side's free slots and beat a claim.

    Parameters
    ----------
    side, wild : int
        Set of the numbered cards that lie there; code of the elite ones.
    unplayed : int
        Set of the numbered cards that could still come.
    strength : int
        Strength of the claim.
    demand : Demand
        What the lane asks for.
    deck : Deck
        Whose cards.
    picks : tuple of int
        Sets of elite cards, as bits from 0, that could come with them; 0 for none.

    Examples
    --------
    >>> import stlib
    >>> found = stlib.prove("r4 g4 b4", "v5 v6")
    >>> found.fills.count, [str(card) for (card,) in found.fills]
    (2, ['v4', 'v7'])
    """

    side: CardSet
    wild: EliteCode
    unplayed: CardSet
    strength: Strength
    demand: Demand
    deck: Deck
    picks: tuple[int, ...] = (0,)

    @property
    def free(self) -> int:
        """Free slots of the side."""
        return self.demand.size - self.side.bit_count() - int(elites_in(self.wild))

    @cached_property
    def count(self) -> int:
        """How many sets there are."""
        return sum(group.count for group in self.groups)

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        """The formations they make, strongest first, each with the number of sets."""
        out = np.zeros(STRENGTHS, np.int64)
        for pick in self.picks:
            question = (*self._question(pick, self.unplayed), out)
            tally(*question)
        made = ((int(one), int(out[one])) for one in np.flatnonzero(out)[::-1])
        return tuple(
            Group(*read_strength(one, self.demand), count, self.deck.name) for one, count in made
        )

    @cached_property
    def common(self) -> tuple[Card, ...]:
        """The cards that are in every set. Once one of them lies open elsewhere, no set is left."""
        first = next(iter(self), ())
        return tuple(card for card in first if not self._without(card))

    def __iter__(self) -> Iterator[tuple[Card, ...]]:
        """Yield each set once, by rising id of its greatest card, then of the next, and so on.

        Sets with elite cards come after those without, in the order of `picks`.
        """
        for pick in self.picks:
            for fill in self._each(pick):
                yield from_mask(fill | pick << self.deck.size, self.deck)

    def first(self, pick: int = 0) -> tuple[Card, ...] | None:
        """Return numbered cards that beat the claim, with a pick of elite ones; None if none do."""
        fill = self._find(pick, self.unplayed)
        return None if fill is None else from_mask(fill, self.deck)

    def made_by(self, cards: Iterable[Card]) -> Group:
        """Return the formation that a set makes, alone in its group."""
        fill = sum(1 << card.id for card in cards)
        pick = fill >> self.deck.size
        _, wild, _, _, *lane = self._question(pick, 0)
        made = int(strength(self.side | fill & self.deck.mask, wild, *lane))
        return Group(*read_strength(made, self.demand), 1, self.deck.name)

    def _without(self, card: Card) -> bool:
        """Whether some set does not need a card."""
        gone = 1 << card.id
        left = [pick for pick in self.picks if not pick << self.deck.size & gone]
        return any(self._find(pick, self.unplayed & ~gone) is not None for pick in left)

    def _find(self, pick: int, unplayed: int) -> int | None:
        side, wild, _, claimed, *lane = self._question(pick, unplayed)
        if self.free == pick.bit_count():
            return 0 if strength(side, wild, *lane) > claimed else None
        return int(refutation(side, wild, unplayed, claimed, *lane)) or None

    def _each(self, pick: int) -> Iterator[int]:
        question = self._question(pick, self.unplayed)
        if self.free == pick.bit_count():
            if self._find(pick, self.unplayed) is not None:
                yield 0
            return
        fill = int(next_refutation(0, *question))
        while fill:
            yield fill
            fill = int(next_refutation(fill, *question))

    def _question(self, pick: int, unplayed: int) -> tuple[Any, ...]:
        """Return the arguments that the kernels have in common."""
        wild, code = self.wild + elite_code(pick), self.demand.code
        return (self.side, wild, unplayed, self.strength, code, self.deck.shape)


def read_strength(strength: Strength, demand: Demand) -> tuple[Kind, int]:
    """Return the kind and the total within a strength."""
    return Kind(kind_in(strength)), turned(total_in(strength), demand.code)


# --- in words -------------------------------------------------------------------------------------

MANY = 6  # so many cards are named one by one, more color by color


def listed(names: Iterable[str], lang: str, joint: str = "and") -> str:
    """Join names as in speech: ``a, b and c``, or with ``or``."""
    *most, last = [*names] or [""]
    return words.say(f"claim.{joint}", lang, first=", ".join(most), last=last) if most else last


def say_fills(fills: Fills, lang: str = "en") -> str:
    """Return what beats the claim: every single card, or how many sets and what they make."""
    if fills.free == 1:
        return "; ".join(_say_cards(fills, lang))
    if fills.count == 1:
        (cards,) = fills
        names = listed([card.say(lang) for card in cards], lang)
        return words.say("claim.all_make", lang, cards=names, what=fills.groups[0].say(lang))
    count = words.number(fills.count, lang)
    kinds = listed(_say_kinds(fills, lang), lang)
    return words.say("claim.sets", lang, n=count, size=fills.free, kinds=kinds)


def _say_cards(fills: Fills, lang: str) -> Iterator[str]:
    """Name every single card, by the kinds they make, the strongest first."""
    made: dict[Kind, list[Card]] = {}
    for (card,) in fills:
        made.setdefault(fills.made_by([card]).kind, []).append(card)
    for kind, own in _by_kind(fills):
        names = listed(_names(made[kind], lang), lang, "or")
        yield words.say("claim.any_makes", lang, cards=names, what=_say_what(own, lang))


def _say_kinds(fills: Fills, lang: str) -> Iterator[str]:
    """Yield each kind with the number of sets and the totals: ``3 × Color Run (15–24)``."""
    for kind, own in _by_kind(fills):
        totals = sorted(group.total for group in own)
        count = words.number(sum(group.count for group in own), lang)
        span = "–".join(map(str, dict.fromkeys((totals[0], totals[-1]))))
        yield f"{count} × {kind.say(lang, fills.deck.name)} ({span})"


def _by_kind(fills: Fills) -> Iterator[tuple[Kind, list[Group]]]:
    for kind in sorted({group.kind for group in fills.groups}, reverse=True):
        yield kind, [group for group in fills.groups if group.kind == kind]


def _say_what(groups: list[Group], lang: str) -> str:
    """Say what groups of one kind make: ``a color run of 15 or 18``."""
    totals = sorted(group.total for group in groups)
    if len(totals) > 2:
        total = words.say("claim.range", lang, low=totals[0], high=totals[-1])
    else:
        total = listed(map(str, totals), lang, "or")
    table = "siege_makes" if groups[0].game == "ST2" else "makes"
    return words.say(f"claim.{table}.{groups[0].kind.name.lower()}", lang, total=total)


def _names(cards: list[Card], lang: str) -> list[str]:
    """Name cards, many of them color by color: ``red 2/4–9``; one Joker is as good as two."""
    if len(cards) <= MANY:
        return [*dict.fromkeys(card.say(lang) for card in cards)]
    names = []
    for color in cards[0].deck.colors:
        values = [card.value or 0 for card in cards if card.color == color]
        if values:
            names.append(f"{words.say(f'color.{color}', lang)} {_spans(values)}")
    return [*names, *dict.fromkeys(card.say(lang) for card in cards if card.tactic)]


def _spans(values: list[int]) -> str:
    """Write rising numbers, neighbors from three on as a span: ``2/4–9``."""
    parts: list[list[int]] = []
    for value in values:
        if parts and value == parts[-1][-1] + 1:
            parts[-1].append(value)
        else:
            parts.append([value])
    return "/".join(
        f"{part[0]}–{part[-1]}" if len(part) > 2 else "/".join(map(str, part)) for part in parts
    )
