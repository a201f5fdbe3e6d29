"""Nine stones and who holds them: who has won, what ways are left, which stone matters most.

Who has won is asked of the engine, `stlib.st1.state.victory`, set of stones by set
of stones; what wins is not said here a second time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import factorial

from stlib.base.checks import check_lane, check_numbers, check_player
from stlib.base.errors import SetupError
from stlib.st1 import state
from stlib.st1.rules import ALL_LANES, LANES, REASONS

__all__ = ["Border", "Way"]

_victory: Callable[[int], int] = state.victory  # kernels have no types


@dataclass(frozen=True)
class Way:
    """Open stones that win together with those a player holds; none of them can be left out.

    Parameters
    ----------
    stones : tuple of int
        Their numbers, 1–9, rising.
    reason : {"adjacent", "five"}
        What they win by.
    """

    stones: tuple[int, ...]
    reason: str


class Border:
    """The stones two players hold.

    Parameters
    ----------
    mine, theirs : iterable of int
        Numbers of stones, 1–9.

    Raises
    ------
    SetupError
        For a number that is no stone's, a stone held twice, or two winners.

    Examples
    --------
    >>> border = Border((4, 5), (1, 2))
    >>> [way.stones for way in border.ways(0)]
    [(3,), (6,), (7, 8, 9)]
    >>> border.most
    (3,)
    """

    def __init__(self, mine: Iterable[int] = (), theirs: Iterable[int] = ()) -> None:
        self._held = _stones(mine), _stones(theirs)
        for stone in _numbers(self._held[0] & self._held[1]):
            raise SetupError("border_twice", number=stone)
        if all(_won(held) >= 0 for held in self._held):
            raise SetupError("border_two_winners")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Border) and self._held == other._held

    def __hash__(self) -> int:
        return hash(self._held)

    def __repr__(self) -> str:
        mine, theirs = map(_numbers, self._held)
        return f"Border({mine}, {theirs})"

    @property
    def open(self) -> tuple[int, ...]:
        """The stones nobody holds."""
        return _numbers(self._open)

    @property
    def winner(self) -> int | None:
        """Who has won: 0 holds `mine`, 1 `theirs`; None while nobody has."""
        return next((player for player in (0, 1) if _won(self._held[player]) >= 0), None)

    @property
    def reason(self) -> str | None:
        """Why: ``adjacent`` or ``five``; None while nobody has won."""
        return None if self.winner is None else REASONS[_won(self._held[self.winner])]

    def ways(self, player: int) -> tuple[Way, ...]:
        """Return the ways a player has left to win, the shortest first.

        Raises
        ------
        SetupError
            For a player other than 0 and 1.
        """
        held = self._held[check_player(player)]
        return () if self.winner is not None else _ways(held, self._open)

    @property
    def chance(self) -> Fraction:
        """Chance that `mine` wins if all open stones, in any order, are won by tossing a coin."""
        return _chance(*self._held)

    def next(self) -> dict[int, tuple[Fraction, Fraction]]:
        """Return what `chance` is once an open stone goes to `mine`, and once it goes to `theirs`.

        Empty once somebody has won.
        """
        mine, theirs = self._held
        if self.winner is not None:
            return {}
        return {
            stone: (_chance(mine | _bit(stone), theirs), _chance(mine, theirs | _bit(stone)))
            for stone in self.open
        }

    def swings(self) -> dict[int, Fraction]:
        """Return the difference of these two for each open stone.

        1 where the stone decides the game, 0 where it changes nothing.
        """
        return {stone: ours - others for stone, (ours, others) in self.next().items()}

    @property
    def most(self) -> tuple[int, ...]:
        """The stones that matter most: those with the greatest swing."""
        swings = self.swings()
        top = max(swings.values(), default=None)
        return tuple(stone for stone, swing in swings.items() if swing == top)

    @property
    def _open(self) -> int:
        return ALL_LANES & ~self._held[0] & ~self._held[1]


def _won(stones: int) -> int:
    """Ask the engine why a set of stones wins; -1 if it does not."""
    return int(_victory(stones))


def _stones(numbers: Iterable[int]) -> int:
    """Return stones as a set of bits."""
    mask = 0
    for number in check_numbers("stones", numbers):
        bit = 1 << check_lane(number, LANES)
        if mask & bit:
            raise SetupError("border_twice", number=number)
        mask |= bit
    return mask


def _bit(number: int) -> int:
    return 1 << number - 1


def _numbers(stones: int) -> tuple[int, ...]:
    return tuple(number for number in range(1, LANES + 1) if stones & _bit(number))


def _subsets(stones: int) -> Iterator[int]:
    """Yield all subsets of a set of bits but the empty one."""
    subset = stones
    while subset:
        yield subset
        subset = (subset - 1) & stones


@cache
def _ways(held: int, free: int) -> tuple[Way, ...]:
    """Find the sets of open stones that win with those held, and none of which is more than needed.

    The engine is asked for each set, and for each set less one stone.
    """
    found = []
    for stones in _subsets(free):
        numbers = _numbers(stones)
        why = _won(held | stones)
        if why >= 0 and all(_won(held | stones & ~_bit(n)) < 0 for n in numbers):
            found.append(Way(numbers, REASONS[why]))
    return tuple(sorted(found, key=lambda way: (len(way.stones), way.stones)))


def _chance(mine: int, theirs: int) -> Fraction:
    left = (ALL_LANES & ~mine & ~theirs).bit_count()
    return Fraction(_wins(mine, theirs), factorial(left) << left)


@cache
def _wins(mine: int, theirs: int) -> int:
    """Count the orders of the open stones, each with an owner, in which `mine` wins first."""
    free = ALL_LANES & ~mine & ~theirs
    left = free.bit_count()
    if _won(mine) >= 0:
        return factorial(left) << left
    if _won(theirs) >= 0:
        return 0
    bits = [_bit(number) for number in _numbers(free)]
    return sum(_wins(mine | bit, theirs) + _wins(mine, theirs | bit) for bit in bits)
