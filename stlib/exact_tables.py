"""The exact tables in ``data/``, made by one command: ``python -m stlib.exact_tables data``.

Every row follows from its key alone, so a test can make any row anew and find
it in the committed file. Nothing here is random: made again, a table is the
same to the byte. A lane's demand has a short name, see `demand_name`.
"""

from __future__ import annotations

import csv
import importlib
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import comb
from pathlib import Path
from typing import Any

from stlib.base import data_files
from stlib.cards.demand import Demand, Kind
from stlib.chances import count_at_least

__all__ = ["TABLES", "ExactTable", "demand_name", "read", "write"]

LIBRARIES = {"ST1": "stlib", "ST2": "st2lib"}  # by name: this library knows nothing of the second
KINDS = tuple(reversed(Kind))
HANDS = range(2, 13)
STARTS_DRAWS = (1, 2, 3, 4, 6, 8, 12, 16, 24)
SIDES_DRAWS = range(1, 31)

Key = tuple[Any, ...]


@dataclass(frozen=True)
class ExactTable:
    """One file.

    Parameters
    ----------
    name : str
        Of the file, without ``.csv``.
    header : tuple of str
        Names of the columns.
    each : callable
        Yields the keys of all rows, in order.
    row : callable
        Makes the row of a key.
    """

    name: str
    header: tuple[str, ...]
    each: Callable[[], Iterator[Key]]
    row: Callable[..., tuple[object, ...]]


def write(folder: Path) -> None:
    """Write all tables into a folder."""
    for table in TABLES.values():
        with (folder / f"{table.name}.csv").open("w", newline="", encoding="utf-8") as file:
            out = csv.writer(file, lineterminator="\n")
            out.writerow(table.header)
            out.writerows(table.row(*key) for key in table.each())


def read(name: str) -> Any:
    """Read a committed table.

    Parameters
    ----------
    name : {"kind_sizes", "class_sizes", "hand_classes", "two_card_starts", "empty_sides"}
        Which one; ``data/README.md`` says what each holds.

    Returns
    -------
    pandas.DataFrame
        Chances as `fractions.Fraction`, numbers as Python integers, so that
        all is exact; None where the file has nothing.

    Raises
    ------
    ValueError
        If there is no such table.

    Examples
    --------
    >>> starts = read("two_card_starts").query("game == 'ST1' and demand == '3 all'")
    >>> starts.set_index(["start", "draws"]).loc[("r4 r5", 1), "color_run"]
    Fraction(1, 26)
    """
    import pandas as pd  # at first use: it takes long to load

    if name not in TABLES:
        raise ValueError(f"no exact table is called {name!r}; there are {', '.join(TABLES)}")
    with data_files.path(f"{name}.csv").open(encoding="utf-8", newline="") as file:
        header, *body = csv.reader(file)
    return pd.DataFrame(
        [list(map(_value, header, row)) for row in body], columns=header, dtype=object
    )


def _value(column: str, text: str) -> object:
    """Return a cell as a number where it is one: a chance is a fraction, all else is whole."""
    if text == "" or column in ("game", "demand", "kind", "start"):
        return text or None
    return Fraction(text) if "/" in text else int(text)


def demand_name(demand: Demand) -> str:
    """Return a short name: slots, kinds that count beside the sum, what else is special.

    Examples
    --------
    >>> import stlib
    >>> demand_name(stlib.MUD_FIGHT), demand_name(stlib.BLIND_MANS_BLUFF)
    ('4 all', '3 sum')
    """
    kinds = [kind.name.lower() for kind in KINDS if kind in demand.kinds and kind != Kind.SUM]
    parts = [str(demand.size), "all" if len(kinds) == 4 else " ".join(kinds) or "sum"]
    if demand.sign < 0:
        parts.append("lower")
    if demand.code != Demand(demand.size, demand.kinds, demand.sign).code:
        parts.append(demand.color_run)
    return " ".join(parts)


# --- what is asked ---------------------------------------------------------------------


def _tools(game: str) -> Any:
    return importlib.import_module(LIBRARIES[game])


@cache
def _demands(game: str) -> dict[str, Demand]:
    """Return every demand of a game by its short name, fewest slots first."""
    library = _tools(game)
    if game == "ST1":
        found = [library.STONE, library.BLIND_MANS_BLUFF, library.MUD_FIGHT]
    else:
        switches = ("plain", "above", "sum")
        variants = [library.Variant("own", switch) for switch in switches]
        found = [one.demand(k, face) for one in variants for k in range(7) for face in (0, 1)]
    found += [Demand(size) for size in range(1, 5)]
    named = {demand_name(demand): demand for demand in reversed(found)}
    return dict(sorted(named.items()))


def _each_demand() -> Iterator[tuple[str, str]]:
    for game in LIBRARIES:
        for name in _demands(game):
            yield game, name


def _each_class() -> Iterator[Key]:
    for game, name in _each_demand():
        yield from ((game, name, kind, total) for kind, total in _sizes(game, name))


def _each_hand() -> Iterator[Key]:
    return (key for key in _each_class() if _demands(key[0])[key[1]].size > 1)


# --- sets and hands --------------------------------------------------------------------


def _kind_row(game: str, name: str) -> tuple[object, ...]:
    sizes = _tools(game).odds.class_sizes(demand=_demands(game)[name])
    return (game, name, *(sizes[kind] for kind in KINDS))


def _class_row(game: str, name: str, kind: str, total: int) -> tuple[object, ...]:
    return (game, name, kind, total, _sizes(game, name)[kind, total])


@cache
def _sizes(game: str, name: str) -> dict[tuple[str, int], int]:
    found = _tools(game).odds.strength_classes(_demands(game)[name])
    return {(form.kind.name.lower(), form.total): n for form, n in found.items()}


def _hand_row(game: str, name: str, kind: str, total: int) -> tuple[object, ...]:
    """Hands of each size that reach a formation, less those that reach the next stronger one."""
    demand, deck = _demands(game)[name], _tools(game).DECK
    ranks = [form.strength for form in _tools(game).odds.strength_classes(demand)]
    at = list(_sizes(game, name)).index((kind, total))
    above = [comb(deck.size, n) for n in range(HANDS[-1] + 1)]
    if at > 0:
        above = _fail(game, name, ranks[at - 1])
    below = [0] * len(above) if at == len(ranks) - 1 else _fail(game, name, ranks[at])
    numbers = (above[n] - below[n] if n >= demand.size else "" for n in HANDS)
    return (game, name, kind, total, *numbers)


@cache
def _fail(game: str, name: str, rank: int) -> list[int]:
    """Count the hands of 0 to 12 cards that cannot reach a strength."""
    deck = _tools(game).DECK
    return count_at_least.by_draws(0, 0, deck.mask, HANDS[-1], rank, _demands(game)[name], deck)


# --- chances ---------------------------------------------------------------------------


def _each_start() -> Iterator[Key]:
    """Yield all pairs of cards that differ by more than the names of their colors."""
    for game in LIBRARIES:
        deck = _tools(game).DECK
        first, second = deck.colors[:2]
        values = range(deck.low, deck.high + 1)
        starts = [f"{first}{a} {first}{b}" for a in values for b in values if a < b]
        starts += [f"{first}{a} {second}{b}" for a in values for b in values if a <= b]
        for name in ("3 all", "4 all"):
            yield from ((game, name, start, n) for start in starts for n in STARTS_DRAWS)


def _start_row(game: str, name: str, start: str, draws: int) -> tuple[object, ...]:
    library = _tools(game)
    side = set(library.parse_cards(start))
    unseen = [
        card for card in map(library.Card.from_id, range(library.DECK.size)) if card not in side
    ]
    demand = _demands(game)[name]
    chances = (library.odds.complete(kind, start, unseen, draws, demand) for kind in KINDS)
    return (game, name, start, draws, *map(_written, chances))


def _each_side() -> Iterator[Key]:
    for game, name in _each_demand():
        if _demands(game)[name].size > 1:
            yield from ((game, name, draws) for draws in SIDES_DRAWS)


def _side_row(game: str, name: str, draws: int) -> tuple[object, ...]:
    odds, demand = _tools(game).odds, _demands(game)[name]
    unseen = [_tools(game).Card.from_id(card) for card in range(odds.deck.size)]
    cells = (
        _written(odds.complete(kind, "", unseen, draws, demand, at_least=at_least))
        if kind in odds.kinds(demand)
        else ""
        for at_least in (False, True)
        for kind in KINDS
    )
    return (game, name, draws, *cells)


def _written(chance: Fraction) -> str:
    return str(chance)


_NAMES = tuple(kind.name.lower() for kind in KINDS)
TABLES = {
    table.name: table
    for table in (
        ExactTable("kind_sizes", ("game", "demand", *_NAMES), _each_demand, _kind_row),
        ExactTable(
            "class_sizes", ("game", "demand", "kind", "total", "sets"), _each_class, _class_row
        ),
        ExactTable(
            "hand_classes",
            ("game", "demand", "kind", "total", *(f"hands_of_{n}" for n in HANDS)),
            _each_hand,
            _hand_row,
        ),
        ExactTable(
            "two_card_starts",
            ("game", "demand", "start", "draws", *_NAMES),
            _each_start,
            _start_row,
        ),
        ExactTable(
            "empty_sides",
            ("game", "demand", "draws", *_NAMES, *(f"{name}_at_least" for name in _NAMES)),
            _each_side,
            _side_row,
        ),
    )
}


if __name__ == "__main__":
    write(Path(sys.argv[1]))
