"""What both games share as data: kinds of formation, decks, and what a lane demands.

A stone of Schotten Totten and a face of a wall tile of Schotten Totten 2 are
both a `Demand`, so strength, proofs and odds are written once over
(deck, demand).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

from stlib.base import words
from stlib.base.checks import shown
from stlib.base.errors import GameError

__all__ = [
    "ALL_KINDS",
    "MOST_CARDS",
    "CardSet",
    "Deck",
    "Demand",
    "DemandCode",
    "EliteCode",
    "Kind",
    "Shape",
    "Strength",
    "asked",
    "demanded_kind",
]

# What an integer means to the kernels. All have 64 bits, so that sets of cards and whole
# questions stay in the processor's registers.

CardSet = int
"""A set of numbered cards: bit `i` is the card with the id `i` (see `Deck`)."""

MOST_CARDS = 60  # of the larger deck; a set of cards must not reach the sign bit, number 63

DemandCode = int
"""What a lane asks for, ``size | kinds << 3 | lower << 8 | strict << 9`` (see `Demand.code`).

Bit `k` of *kinds* says whether kind `k` counts, *lower* that the lower total
wins, *strict* that a color run is only a sum.
"""

Strength = int
"""How strong a full side is, ``kind << 6 | total`` (or ``63 - total`` where lower wins).

Of two strengths under one demand the greater wins. Of two equal ones the side wins that
was complete first: it has the earlier *stamp*.
"""

EliteCode = int
"""The elite cards of a side, ``jokers | spies << 2 | shields << 3``; 0 where there are none."""


class Kind(IntEnum):
    """The five kinds of formation, weakest first."""

    SUM = 0
    RUN = 1
    COLOR = 2
    SAME_VALUE = 3
    COLOR_RUN = 4

    def say(self, lang: str = "en", game: str = "ST1") -> str:
        """Return the kind's name in `lang`, as the game's own player aid has it."""
        table = "siege_kind" if game == "ST2" else "kind"
        return words.say(f"{table}.{self.name.lower()}", lang)


ALL_KINDS: frozenset[Kind] = frozenset(Kind)


class Shape(NamedTuple):
    """A deck as the kernels see it. Each game has one as a constant, so that it is compiled in.

    Parameters
    ----------
    colors : int
        Number of colors, 5 or 6.
    low : int
        Smallest value.
    top : int
        Greatest value less the smallest: values are counted from the smallest, as *steps*.
    spy : int
        Step of the Spy's value.
    """

    colors: int
    low: int
    top: int
    spy: int


@dataclass(frozen=True)
class Deck:
    """Which numbered cards exist: every color with every value, one of each.

    Parameters
    ----------
    name : str
        The game it belongs to.
    colors : str
        One letter a color, in the order of the card ids.
    low, high : int
        Smallest and greatest value.
    tactics : tuple of str
        Names of the tactic cards, whose ids follow those of the numbered cards.
    spy : int
        Value of the Spy.

    Notes
    -----
    A card is an integer, value-major: ``(value - low) * len(colors) + color``.
    """

    name: str
    colors: str
    low: int
    high: int
    tactics: tuple[str, ...] = ()
    spy: int = 0

    @property
    def n_colors(self) -> int:
        """Number of colors."""
        return len(self.colors)

    @property
    def n_values(self) -> int:
        """Number of values."""
        return self.high - self.low + 1

    @property
    def size(self) -> int:
        """Number of cards."""
        return self.n_colors * self.n_values

    @property
    def mask(self) -> CardSet:
        """All cards as a set of bits."""
        return (1 << self.size) - 1

    @property
    def shape(self) -> Shape:
        """The deck for the kernels."""
        return Shape(self.n_colors, self.low, self.n_values - 1, self.spy - self.low)


_RESTRICTED = (Kind.RUN, Kind.COLOR)


@dataclass(frozen=True)
class Demand:
    """What a lane asks for.

    Parameters
    ----------
    size : int
        Cards a side needs, and may hold: 1 to 4.
    kinds : frozenset of Kind
        Kinds that count there; a sum always does.
    sign : {1, -1}
        Whether the higher or the lower total wins. Lower only goes with sums alone.
    color_run : {"plain", "above", "sum"}
        What a color run is worth where runs or colors are asked for and
        color runs are not named: fulfils the demand like any other, beats
        all else there, or counts as a sum.
    """

    size: int
    kinds: frozenset[Kind] = ALL_KINDS
    sign: int = 1
    color_run: str = "plain"

    def __post_init__(self) -> None:
        if not 1 <= self.size <= 4:
            raise ValueError(f"a demand has 1 to 4 slots, not {self.size!r}")
        if Kind.SUM not in self.kinds:
            raise ValueError("a sum always counts: kinds must hold Kind.SUM")
        if self.sign not in (1, -1):
            raise ValueError(f"sign is 1 or -1, not {self.sign!r}")
        if self.sign == -1 and self.kinds != {Kind.SUM}:
            raise ValueError("lower totals can only win where sums alone count")
        if self.color_run not in ("plain", "above", "sum"):
            raise ValueError(f"color_run is 'plain', 'above' or 'sum', not {self.color_run!r}")

    @property
    def code(self) -> DemandCode:
        """The demand as one integer for the kernels."""
        kinds = set(self.kinds)
        restricted = Kind.COLOR_RUN not in kinds and any(k in kinds for k in _RESTRICTED)
        if restricted and self.color_run == "above":
            kinds.add(Kind.COLOR_RUN)
        strict = restricted and self.color_run == "sum"
        mask = sum(1 << kind for kind in kinds)
        return self.size | mask << 3 | (self.sign < 0) << 8 | strict << 9


def asked(demand: Demand | None, usual: Demand) -> Demand:
    """Return what a call asks for, the usual if it does not say.

    Raises
    ------
    GameError
        For what is no demand, such as a tile without one of its faces.
    """
    if demand is None:
        return usual
    if not isinstance(demand, Demand):
        raise GameError("no_demand", demand=shown(demand))
    return demand


def demanded_kind(demand: Demand) -> Kind | None:
    """Return the one kind a lane asks for, Kind.SUM for totals alone, None for all kinds."""
    asked = [kind for kind in demand.kinds if kind != Kind.SUM]
    if len(asked) > 1:
        return None
    return asked[0] if asked else Kind.SUM
