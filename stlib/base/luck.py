"""Luck for bots: a counted stream of random numbers that does not tell where it comes from.

A bot gets a `Luck` and never a generator of NumPy, because such a generator holds the
seed that it was made from, and the seed gives the deal. This needs no NumPy.
"""

from __future__ import annotations

import hashlib
from collections.abc import MutableSequence, Sequence
from typing import Any, overload

from stlib.base.checks import is_whole, shown
from stlib.base.errors import SetupError

__all__ = ["Luck"]

_BYTES = 8  # of a word
_WORD = 8 * _BYTES
_FRACTION = 53  # bits of a float
_MOST_DRAWS = 10**7  # numbers in one call


class Luck:
    """A stream of random numbers whose start a one-way hash has worked out.

    The methods are called like those of a ``numpy.random.Generator``, and give
    plain numbers and lists. For other distributions make a generator of the
    first number: ``numpy.random.default_rng(luck.integers(2**63))``.

    Parameters
    ----------
    key : bytes
        Where the stream starts, 16 to 64 bytes; `of` makes one.

    Notes
    -----
    Number *i* is a hash of the key and of *i*, so it is the same in every
    process, and on every machine. Nothing about a stream leads back to the facts
    that it was made of. That protects what is handed over. It does not stop a
    program that tries out all small seeds until the luck or the own hand fits,
    nor one that reads the memory of its process.

    Examples
    --------
    >>> luck = Luck.of("example", 7)
    >>> luck.integers(6), luck.shuffle(cards := ["r1", "b2", "g3"]), sorted(cards)
    (5, None, ['b2', 'g3', 'r1'])
    >>> Luck.of("example", 7).random() == Luck.of("example", 7).random()
    True
    """

    __slots__ = ("_drawn", "_key")

    def __init__(self, key: bytes) -> None:
        if not isinstance(key, bytes) or not 16 <= len(key) <= hashlib.blake2b.MAX_KEY_SIZE:
            raise SetupError("luck_key", value=shown(key))
        self._key = key
        self._drawn = 0

    @classmethod
    def of(cls, *facts: int | str) -> Luck:
        """Return the stream that belongs to some facts: a seed, a deal, a seat, a ply.

        Parameters
        ----------
        *facts : int or str
            Each different list of facts has a stream of its own.
        """
        plain = [fact if isinstance(fact, str) else int(fact) for fact in facts]
        return cls(hashlib.blake2b(repr(plain).encode(), digest_size=32, person=b"luck").digest())

    @overload
    def random(self, size: None = None) -> float: ...
    @overload
    def random(self, size: int) -> list[float]: ...
    def random(self, size: int | None = None) -> float | list[float]:
        """Return a number from 0 up to but not including 1, or a list of `size` such numbers."""
        if size is not None:
            return [self.random() for _ in range(_count("size", size))]
        return (self._word() >> _WORD - _FRACTION) / (1 << _FRACTION)

    @overload
    def integers(self, low: int, high: int | None = None, size: None = None) -> int: ...
    @overload
    def integers(self, low: int, high: int | None = None, *, size: int) -> list[int]: ...
    def integers(
        self, low: int, high: int | None = None, size: int | None = None
    ) -> int | list[int]:
        """Return a whole number from `low` to `high` - 1, without `high` from 0 to `low` - 1.

        Raises
        ------
        SetupError
            If there is no such number, or for limits that are not whole numbers.
        """
        first, end = (0, low) if high is None else (low, high)
        if not (is_whole(first) and is_whole(end) and first < end):
            raise SetupError("luck_range", low=shown(first), high=shown(end))
        if size is not None:
            return [self.integers(first, end) for _ in range(_count("size", size))]
        return int(first) + self._below(int(end) - int(first))

    def choice(
        self,
        options: Sequence[Any] | int,
        size: int | None = None,
        replace: bool = True,
        p: Sequence[float] | None = None,
    ) -> Any:
        """Return one of some options, or a list of `size` of them.

        Parameters
        ----------
        options : sequence or int
            What there is; a number stands for all numbers below it.
        size : int, optional
            How many are asked for.
        replace : bool
            Whether one option may come more than once.
        p : sequence of float, optional
            How likely each option is; with `replace` only.

        Raises
        ------
        SetupError
            If there are too few options, or `p` does not fit them.
        """
        found = _listed("options", options)
        n = 1 if size is None else _count("size", size)
        if n > (len(found) if not replace else n * len(found)):
            raise SetupError("luck_options", n=n, there=len(found))
        if p is not None:
            picks = self._weighed(len(found), n, p, replace)
        elif replace:
            picks = [self._below(len(found)) for _ in range(n)]
        else:
            picks = self.permutation(len(found))[:n]
        return found[picks[0]] if size is None else [found[i] for i in picks]

    def shuffle(self, items: MutableSequence[Any]) -> None:
        """Put the items of a list into random order, in place."""
        for i in range(len(items) - 1, 0, -1):
            j = self._below(i + 1)
            items[i], items[j] = items[j], items[i]

    def permutation(self, items: Sequence[Any] | int) -> list[Any]:
        """Return the items in random order as a new list; a number stands for all below it."""
        found = list(_listed("items", items))
        self.shuffle(found)
        return found

    def _word(self) -> int:
        """Return the next 64 bits."""
        count = self._drawn.to_bytes(16, "little")
        self._drawn += 1
        return int.from_bytes(
            hashlib.blake2b(count, digest_size=_BYTES, key=self._key).digest(), "little"
        )

    def _below(self, n: int) -> int:
        """Return a number below `n`, each equally likely: what is too great is drawn again."""
        bits = (n - 1).bit_length()
        while True:
            value = 0
            for _ in range(0, bits, _WORD):
                value = value << _WORD | self._word()
            value >>= -bits % _WORD
            if value < n:
                return value

    def _weighed(self, there: int, n: int, p: Sequence[float], replace: bool) -> list[int]:
        weights = [float(x) for x in p]
        total = sum(weights)
        if not replace or len(weights) != there or min(weights) < 0 or abs(total - 1) > 1e-8:
            raise SetupError("luck_weights", n=len(weights), there=there, total=shown(total))
        picks = []
        for _ in range(n):
            at, x = 0, self.random() * total
            while x >= weights[at] and any(weights[at + 1 :]):
                x -= weights[at]
                at += 1
            picks.append(at)
        return picks

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Luck):
            return NotImplemented
        return (self._key, self._drawn) == (other._key, other._drawn)

    __hash__ = None  # type: ignore[assignment]  # it changes with each number that is drawn

    def __repr__(self) -> str:
        return f"<Luck, {self._drawn} words drawn>"


def _listed(name: str, items: Sequence[Any] | int) -> Sequence[Any]:
    """Return the items, or the numbers below a number."""
    if isinstance(items, int) or is_whole(items):
        return range(_count(name, items))
    return items


def _count(name: str, value: object) -> int:
    """Return how many are asked for; SetupError unless it is a whole number in range."""
    if not is_whole(value) or not 0 <= value <= _MOST_DRAWS:
        raise SetupError("luck_count", name=name, value=shown(value), most=_MOST_DRAWS)
    return int(value)
