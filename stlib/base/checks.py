"""Checks of what callers give: whole numbers in a range, seeds, players, pairs, texts.

A whole number is an int or an integer of NumPy. ``True``, ``3.0`` and arrays are none, though
Python would count with them.
"""

from __future__ import annotations

import reprlib
import secrets
from collections.abc import Iterable, Mapping, Sequence
from numbers import Integral
from typing import Any, TypeGuard

from stlib.base.errors import RecordError, SetupError, Text

__all__ = [
    "MOST", "MOST_SEED", "check_first", "check_index", "check_lane", "check_mapping",
    "check_name", "check_numbers", "check_one_of", "check_pair", "check_player", "check_seed",
    "check_text", "count_pair", "is_whole", "shown", "whole",
]  # fmt: skip

#: The greatest number that set-ups and texts may give, far above any ply.
MOST = 10**9
MOST_SEED = 2**63 - 1


class _Short(reprlib.Repr):
    """Writes a value quickly and in few characters, whatever it is."""

    def repr_int(self, x: int, level: int) -> str:
        """Return a number, or how long it is."""
        return repr(x) if x.bit_length() < 256 else f"<a number of {x.bit_length()} bits>"


_short = _Short()
_short.maxstring = _short.maxother = 80


def shown(value: object) -> str:
    """Return a value as an error shows it: its ``repr``, cut where it is long."""
    return _short.repr(value)


def is_whole(value: object) -> TypeGuard[int]:
    """Say whether a value is a whole number."""
    return type(value) is int or (isinstance(value, Integral) and not isinstance(value, bool))


def whole(name: str, value: object, least: int = 0, most: int | None = None) -> int:
    """Return a whole number as an int.

    Parameters
    ----------
    name : str
        What the caller calls it.
    value : int
        What was given.
    least, most : int
        The range, both ends included; no upper end if `most` is None.

    Raises
    ------
    SetupError
        If it is no whole number, or out of the range.
    """
    if is_whole(value) and least <= value and (most is None or value <= most):
        return int(value)
    if most is None:
        raise SetupError("bad_number", name=name, value=shown(value), least=least)
    if most - least < 3:
        choices = ", ".join(map(str, range(least, most + 1)))
        raise SetupError("not_one_of", name=name, value=shown(value), choices=choices)
    raise SetupError("number_between", name=name, value=shown(value), least=least, most=most)


def check_seed(seed: int | None) -> int:
    """Return a seed the kernels can take; draws one for None."""
    if seed is None:
        return secrets.randbits(48)
    if not is_whole(seed) or not 0 <= seed <= MOST_SEED:
        raise SetupError("bad_seed", seed=shown(seed))
    return int(seed)


def check_first(first: int | None) -> int | None:
    """Return who starts as a plain number; None if it is to be drawn."""
    return None if first is None else whole("first", first, 0, 1)


def check_index(index: int) -> int:
    """Return the number of a game of a run, from 0."""
    return whole("index", index, 0, MOST_SEED)


def check_player(player: object) -> int:
    """Return a player's number, 0 or 1."""
    if not is_whole(player) or player not in (0, 1):
        raise SetupError("no_player", player=shown(player))
    return int(player)


def check_lane(number: object, lanes: int) -> int:
    """Return a lane counted from 0 for its number, which counts from 1."""
    if not is_whole(number) or not 1 <= number <= lanes:
        raise SetupError("no_lane_number", number=shown(number), lanes=lanes)
    return int(number) - 1


def check_numbers(name: str, value: object) -> Iterable[Any]:
    """Return several numbers, still to be checked one by one."""
    if isinstance(value, (str, bytes)) or not isinstance(value, Iterable):
        raise SetupError("not_numbers", name=name, value=shown(value))
    return value


def check_pair(name: str, value: object) -> tuple[Any, Any]:
    """Return two values, one for each player."""
    if not isinstance(value, (tuple, list)) or len(value) != 2:
        raise SetupError("not_a_pair", name=name, value=shown(value))
    return value[0], value[1]


def check_mapping(name: str, value: object) -> Mapping[Any, Any]:
    """Return a mapping; an empty one for None."""
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise SetupError("not_a_mapping", name=name, value=shown(value))
    return value


def check_one_of(name: str, value: object, allowed: Sequence[str]) -> str:
    """Return one of a few words."""
    if not isinstance(value, str) or value not in allowed:
        choices = ", ".join(map(repr, allowed))
        raise SetupError("not_one_of", name=name, value=shown(value), choices=choices)
    return value


def check_name(name: str, value: object) -> str:
    """Return a name that stands in a line of its own, as it stands there."""
    if isinstance(value, str) and value.splitlines() == [value.strip()] and len(value) <= 80:
        return value
    raise SetupError("bad_name", name=name, value=shown(value))


def check_text(what: Text, text: object) -> str:
    """Return a text that is to be read, without the mark that some editors put before it.

    Parameters
    ----------
    what : Text
        What is read from it.
    text : str
        The text.

    Raises
    ------
    RecordError
        If it is no text, but a path or bytes, say.
    """
    if not isinstance(text, str):
        raise RecordError("not_a_text", what=what, value=shown(text))
    return text.removeprefix("\ufeff")


def count_pair(name: str, given: tuple[int, int] | None, most: int) -> tuple[int, int]:
    """Return a count for each player, 0 to `most`; -1 stands for what is not given."""
    if given is None:
        return -1, -1
    a, b = check_pair(name, given)
    return whole(name, a, 0, most), whole(name, b, 0, most)
