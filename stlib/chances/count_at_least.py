"""Draws that leave a side below a strength: an exact count over several kinds at once.

`stlib.chances.count_kind` counts one kind. "This strong or stronger" joins kinds whose
conditions do not factorise, so here the values are gone through one by one,
with a state that holds all that matters later:

- a *node* for each color: which of its later cards may still come, and which
  sets of them complete nothing in that color alone;
- the run at hand: how many values, and whether all in one color;
- cards and total so far, where any fill with a good total will do.

Colors with equal nodes are interchangeable, which keeps the states few. A
state's value is a polynomial (coefficient *i*: draws of *i* cards), written as
one integer with 64 bits a coefficient: no count reaches 2**63. *At hand* means
drawn, or in the hand from the start.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from math import comb

import numpy as np

from stlib.cards.demand import Deck, Demand, Kind
from stlib.chances.count_kind import color_run_kind, run_span
from stlib.claims.card_sets import one_color
from stlib.claims.codes import TOTALS, kinds_of, lower_wins

__all__ = ["LIMIT", "TooManyStates", "by_draws", "misses"]

LIMIT = 150_000  # states at one value; more would take over half a minute
BITS = 64  # of a coefficient

Node = int  # index into `_Columns.nodes`
Run = tuple[int, int | None]  # values at hand in a row; their color if it is one, or None
Sum = tuple[int, int] | None  # cards counted and their total; None: no longer of interest
State = tuple[tuple[Node, ...], Run, Sum]
Choice = tuple[tuple[Node, ...], int, int | None, int]  # nodes, cards drawn, color if one, ways

NO_RUN: Run = (0, None)


class TooManyStates(Exception):
    """The exact count would take too long."""


class _Complete(Exception):
    """The side can be completed as wanted: no miss."""


def misses(
    side: int, hand: int, unseen: int, draws: int, floor: int, demand: Demand, deck: Deck
) -> int:
    """Count the draws after which no fill of a side reaches the strength `floor`.

    Parameters
    ----------
    side : int
        Set of the cards that lie there, at least two fewer than the demand's slots.
    hand, unseen : int
        Sets of the cards that need no draw and of those that may be drawn;
        all three sets are disjoint.
    draws : int
        Cards drawn, 0 to the number of unseen cards.
    floor : int
        Strength to reach, see `stlib.claims.strength`.
    demand : Demand
        What the lane asks for.
    deck : Deck
        Whose cards.

    Raises
    ------
    TooManyStates
        If there are more than `LIMIT` states.
    """
    wanted = _Wanted.at_least(floor, demand)
    return _Walk(_Cards(side, hand, unseen, demand.size, deck), wanted).count(draws, draws)[0]


def by_draws(
    side: int, hand: int, unseen: int, most: int, floor: int, demand: Demand, deck: Deck
) -> list[int]:
    """Count as `misses` does, for every number of draws from 0 to `most` in one go."""
    wanted = _Wanted.at_least(floor, demand)
    return _Walk(_Cards(side, hand, unseen, demand.size, deck), wanted).count(0, most)


# --- what is wanted -------------------------------------------------------------------


@dataclass(frozen=True)
class _Wanted:
    """The lowest score that a full side with each property needs; None if it needs none.

    A score is the total, or 63 minus the total if lower wins. `run` and `color` are for
    sides that have only one of the two properties. `sum` is for every side; a property
    that needs the same score as `sum` is None.
    """

    color_run: int | None
    same_value: int | None
    color: int | None
    run: int | None
    sum: int | None
    lower: bool

    @classmethod
    def at_least(cls, floor: int, demand: Demand) -> _Wanted:
        """Return what a side needs to be at least as strong as a given strength."""
        code = demand.code

        def least(kind: int) -> int | None:
            if kind > floor // TOTALS:
                return 0
            return floor % TOTALS if kind == floor // TOTALS else None

        any_fill = least(Kind.SUM)

        def beyond(shape: Kind) -> int | None:
            """Return the lowest score for this shape; None if it is that of any fill."""
            counts_as = int(shape) if kinds_of(code) >> shape & 1 else int(Kind.SUM)
            if shape == Kind.COLOR_RUN:
                counts_as = color_run_kind(code)
            found = least(counts_as)
            return None if found == any_fill else found

        shapes = {
            shape.name.lower(): beyond(shape)
            for shape in (Kind.COLOR_RUN, Kind.SAME_VALUE, Kind.COLOR, Kind.RUN)
        }
        return cls(**shapes, sum=any_fill, lower=bool(lower_wins(code)))

    @property
    def mixed_runs(self) -> bool:
        """Whether some run of mixed colors is enough, though the same run in one color is not."""
        if self.run is None:
            return False
        return self.color_run is None or self.color_run > self.run

    def score(self, total: int) -> int:
        """Return the score of a total."""
        return TOTALS - 1 - total if self.lower else total


@dataclass(frozen=True)
class _Cards:
    """The sets of cards of a question, seen by color and value."""

    side: int
    hand: int
    unseen: int
    size: int
    deck: Deck

    @property
    def free(self) -> int:
        """Slots to fill."""
        return self.size - self.side.bit_count()

    def row(self, cards: int, value: int) -> int:
        """Colors of the cards with a value (counted from 0), a bit each."""
        return cards >> value * self.deck.n_colors & (1 << self.deck.n_colors) - 1

    def colors_of_one(self) -> range:
        """Colors in which the side may come to be of one color."""
        n = self.deck.n_colors
        if self.side == 0:
            return range(n)
        if not one_color(self.side, n):
            return range(0)
        hue = (self.side & -self.side).bit_length() - 1
        return range(hue % n, hue % n + 1)

    def all_of(self, value: int) -> bool:
        """Whether the side may come to be of this value alone."""
        return self.row(self.side, value).bit_count() == self.side.bit_count()

    def total_of(self, values: Iterable[int]) -> int:
        """Sum of values counted from 0."""
        return sum(self.deck.low + value for value in values)


# --- one color ---------------------------------------------------------------------


class _Columns:
    """The nodes of all colors: what may still come in one, and what would complete nothing.

    A node stands for its later cards that may be drawn and a table with a byte
    for each set of its later values: 1 where these at hand are harmless. The
    first of the later values has the greatest bit.
    """

    def __init__(self, cards: _Cards, wanted: _Wanted, order: list[int]) -> None:
        self.cards = cards
        self.wanted = wanted
        self.order = order
        self.nodes: list[tuple[int, bytes]] = []
        self.known: dict[tuple[int, bytes], Node] = {}
        self.next: dict[Node, tuple[Node, Node | None]] = {}

    def start(self) -> tuple[Node, ...]:
        """Return each color's node before the first value."""
        return tuple(map(self._first, range(self.cards.deck.n_colors)))

    def after(self, node: Node) -> tuple[Node, Node | None]:
        """Return the nodes without and with the next value's card drawn.

        The second is None if there is none to draw, or it would complete the side.
        """
        if node not in self.next:
            drawn, table = self.nodes[node]
            half = len(table) // 2
            harmless = drawn & half and table[half]
            with_it = self._node(drawn & ~half, table[half:]) if harmless else None
            self.next[node] = self._node(drawn & ~half, table[:half]), with_it
        return self.next[node]

    def _node(self, drawn: int, table: bytes) -> Node:
        key = (drawn, table)
        if key not in self.known:
            self.known[key] = len(self.nodes)
            self.nodes.append(key)
        return self.known[key]

    def _first(self, hue: int) -> Node:
        drawn, held, side = (
            self._column(cards, hue)
            for cards in (self.cards.unseen, self.cards.hand, self.cards.side)
        )
        there = np.arange(1 << len(self.order)) & drawn | held
        harmless = np.ones(len(there), np.uint8)
        if hue in self.cards.colors_of_one():
            harmless = self._harmless(side, drawn | held)[there]
        if not harmless[0]:
            raise _Complete
        return self._node(drawn, harmless.tobytes())

    def _column(self, cards: int, hue: int) -> int:
        """Return one color's cards, the first value of the order as the greatest bit."""
        found = 0
        for value in self.order:
            found = found << 1 | self.cards.row(cards, value) >> hue & 1
        return found

    def _harmless(self, side: int, cards: int) -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
        """Table of the sets of one color's values that complete nothing there."""
        n = len(self.order)
        table = np.ones(1 << n, np.uint8)
        bits = [bit for bit in range(n) if cards >> bit & 1]
        there = [bit for bit in range(n) if side >> bit & 1]
        for fill in combinations(bits, self.cards.free):
            if self._suffices([self.order[n - 1 - bit] for bit in (*there, *fill)]):
                table[sum(1 << bit for bit in fill)] = 0
        for bit in range(n):
            pairs = table.reshape(-1, 2, 1 << bit)
            pairs[:, 1] &= pairs[:, 0]
        return table

    def _suffices(self, values: list[int]) -> bool:
        """Whether a full side of one color with these values is strong enough."""
        in_row = max(values) - min(values) == len(values) - 1
        least = self.wanted.color_run if in_row else self.wanted.color
        return least is not None and self.wanted.score(self.cards.total_of(values)) >= least


# --- value by value -----------------------------------------------------------------


@dataclass(frozen=True)
class _Row:
    """One value: what lies there and what it may complete."""

    worth: int
    held: int  # colors in the hand, a bit each
    drawn: int  # cards that may be drawn
    fixed: int | None  # color of the side's own card of this value
    of_one_value: bool  # whether cards of this value alone may complete the side
    in_run: bool  # whether it lies in a run that would suffice


class _Walk:
    """Counts the misses, value by value."""

    def __init__(self, cards: _Cards, wanted: _Wanted) -> None:
        self.cards = cards
        self.wanted = wanted
        order = list(range(cards.deck.n_values))
        self.order = order if wanted.lower else order[::-1]
        self.columns = _Columns(cards, wanted, self.order)
        self.run_values = self._run_values()
        self.side_total = sum(
            cards.row(cards.side, value).bit_count() * (cards.deck.low + value) for value in order
        )
        self.ordered = wanted.mixed_runs

    def count(self, least: int, most: int) -> list[int]:
        """Return the number of draws that miss, for `least` to `most` cards drawn."""
        try:
            nodes = self._canonical(self.columns.start())
        except _Complete:
            return [0] * (most + 1 - least)
        total = None if self.wanted.sum is None else (0, 0)
        layer: dict[State, int] = {(nodes, NO_RUN, total): 1}
        rows = [self._row(value) for value in self.order]
        left = sum(map(self._most, rows))
        for row in rows:
            left -= self._most(row)
            layer = self._step(layer, row, most, max(0, least - left))
            if len(layer) > LIMIT:
                raise TooManyStates
        every = sum(layer.values())
        return [every >> BITS * draws & (1 << BITS) - 1 for draws in range(least, most + 1)]

    def _step(self, layer: dict[State, int], row: _Row, draws: int, least: int) -> dict[State, int]:
        """Add one value to every state; drop states that have drawn fewer than `least` cards."""
        out: dict[State, int] = {}
        known: dict[tuple[Node, ...], list[Choice]] = {}
        whole = (1 << BITS * (draws + 1)) - 1
        for (nodes, run, total), poly in layer.items():
            if nodes not in known:
                known[nodes] = list(self._choices(nodes, row))
            for after, n, hue, ways in known[nodes]:
                grown = (poly * ways << BITS * n) & whole
                if grown >> BITS * least:
                    try:
                        state = after, self._run(run, row, n, hue), self._sum(total, row, n)
                    except _Complete:
                        continue
                    out[state] = out.get(state, 0) + grown
        return out

    def _choices(self, nodes: tuple[Node, ...], row: _Row) -> Iterator[Choice]:
        """Yield what may be drawn of a value without completing the side by it alone."""
        held = row.held.bit_count()
        found: Counter[tuple[tuple[Node, ...], int, int | None]] = Counter()
        for after, picked, ways in self._picks(nodes, self._most(row)):
            hue = None
            if self.ordered and len(picked) + held == 1:
                hue = picked[0] if picked else row.held.bit_length() - 1
            found[self._canonical(after), len(picked), hue] += ways
        yield from ((*choice, ways) for choice, ways in found.items())

    def _most(self, row: _Row) -> int:
        """Most cards of a value that may be drawn without completing the side; -1 if none may."""
        if row.of_one_value:
            return max(-1, min(row.drawn, self.cards.free - 1 - row.held.bit_count()))
        return row.drawn

    def _picks(
        self, nodes: tuple[Node, ...], most: int
    ) -> list[tuple[tuple[Node, ...], tuple[int, ...], int]]:
        """List ways to draw up to `most` of the value's cards: nodes after, colors, ways."""
        groups = [(node, 1) for node in nodes] if self.ordered else sorted(Counter(nodes).items())
        found: list[tuple[tuple[Node, ...], tuple[int, ...], int]] = [((), (), 1)]
        if most < 0:
            return []
        for hue, (node, n) in enumerate(groups):
            without, drawn = self.columns.after(node)
            top = 0 if drawn is None else n
            found = [
                (
                    (*after, *(drawn or 0,) * k, *(without,) * (n - k)),
                    picked + (hue,) * k,
                    ways * comb(n, k),
                )
                for after, picked, ways in found
                for k in range(min(top, most - len(picked)) + 1)
            ]
        return found

    def _run(self, run: Run, row: _Row, n: int, hue: int | None) -> Run:
        """Return the run at hand after a value with `n` cards drawn, of color `hue` if one."""
        if not row.in_run:
            return NO_RUN
        if row.fixed is not None:
            hue = row.fixed
        elif n == 0 and not row.held:
            return NO_RUN
        length, color = run
        color = hue if length == 0 or hue == color else None
        if length + 1 < self.cards.size:
            return length + 1, color
        if self.ordered and color is not None:
            return length, color
        raise _Complete

    def _sum(self, total: Sum, row: _Row, n: int) -> Sum:
        """Return cards and total so far; the values come best first."""
        if total is None:
            return None
        count, value = total
        more = min(n + row.held.bit_count(), self.cards.free - count)
        count, value = count + more, value + more * row.worth
        if count < self.cards.free:
            return count, value
        if self.wanted.score(value + self.side_total) >= (self.wanted.sum or 0):
            raise _Complete
        return None

    def _row(self, value: int) -> _Row:
        cards, wanted = self.cards, self.wanted
        there = cards.row(cards.side, value)
        total = cards.size * (cards.deck.low + value)
        same = wanted.same_value is not None and wanted.score(total) >= wanted.same_value
        return _Row(
            worth=cards.deck.low + value,
            held=cards.row(cards.hand, value),
            drawn=cards.row(cards.unseen, value).bit_count(),
            fixed=there.bit_length() - 1 if there else None,
            of_one_value=same and cards.all_of(value),
            in_run=value in self.run_values,
        )

    def _run_values(self) -> range:
        """Values of the runs that suffice: any consecutive ones of them do."""
        cards, least = self.cards, self.wanted.run
        size = cards.size
        there = cards.side | cards.hand | cards.unseen
        first, last = run_span(cards.side, there, size, cards.deck.n_colors)
        for start in range(first, last - size + 2):
            if least is not None and cards.total_of(range(start, start + size)) >= least:
                return range(start, last + 1)
        return range(0)

    def _canonical(self, nodes: tuple[Node, ...]) -> tuple[Node, ...]:
        """Forget which color a node belongs to where that does not matter."""
        return nodes if self.ordered else tuple(sorted(nodes))
