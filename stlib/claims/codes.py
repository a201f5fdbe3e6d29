"""How kernels read demand codes, strengths and elite codes: one small function for each field.

`stlib.cards.demand` explains what these integers mean.
"""

from __future__ import annotations

from stlib.base.compiled import inner
from stlib.cards.demand import DemandCode, EliteCode, Strength

__all__ = [
    "COLOR",
    "COLOR_RUN",
    "JOKERS",
    "ONE_JOKER",
    "ONE_SHIELD",
    "ONE_SPY",
    "RUN",
    "SAME_VALUE",
    "SUM",
    "TOTALS",
    "elite_code",
    "elites_in",
    "is_strict",
    "key",
    "kind_in",
    "kinds_of",
    "lower_wins",
    "size_of",
    "total_in",
    "turned",
]

SUM, RUN, COLOR, SAME_VALUE, COLOR_RUN = 0, 1, 2, 3, 4
TOTAL_BITS = 6
TOTALS = 1 << TOTAL_BITS  # no total reaches this: four elevens are 44
ONE_JOKER, ONE_SPY, ONE_SHIELD = 1, 1 << 2, 1 << 3
JOKERS = 3  # how many Jokers a code counts; both Jokers in a set of elite cards


# --- demand codes ---------------------------------------------------------------------------------


@inner
def size_of(demand: DemandCode) -> int:
    """Slots of a side under `demand`."""
    return demand & 7


@inner
def kinds_of(demand: DemandCode) -> int:
    """Kinds that count under `demand`, one bit each."""
    return demand >> 3 & 31


@inner
def lower_wins(demand: DemandCode) -> int:
    """1 where the lower total wins."""
    return demand >> 8 & 1


@inner
def is_strict(demand: DemandCode) -> int:
    """1 where a color run is only a sum."""
    return demand >> 9 & 1


# --- strengths ------------------------------------------------------------------------------------


@inner
def kind_in(strength: Strength) -> int:
    """Kind within a strength."""
    return strength >> TOTAL_BITS


@inner
def total_in(strength: Strength) -> int:
    """Total within a strength, as `turned` leaves it."""
    return strength & TOTALS - 1


@inner
def turned(total: int, demand: DemandCode) -> int:
    """Turn a total so that the greater one wins, or turn it back: 63 less it where lower wins."""
    return TOTALS - 1 - total if lower_wins(demand) else total


@inner
def key(kind: int, total: int, demand: DemandCode) -> Strength:
    """Strength of a side of this kind and total. Of two under one demand the greater wins."""
    return kind * TOTALS + turned(total, demand)


# --- elite codes ----------------------------------------------------------------------------------


@inner
def elite_code(elites: int) -> EliteCode:
    """Return the code of a set of elite cards: bits 0 and 1 the Jokers, 2 the Spy, 3 the Shield."""
    return (elites & 1) + (elites >> 1 & 1) | elites & (ONE_SPY | ONE_SHIELD)


@inner
def elites_in(wild: EliteCode) -> int:
    """Count the elite cards in a code."""
    return (wild & JOKERS) + (wild >> 2 & 1) + (wild >> 3 & 1)
