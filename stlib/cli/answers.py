"""Answers as lines for people and as JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

__all__ = ["Answer", "cards", "chance"]


@dataclass
class Answer:
    """The answer to a command.

    Parameters
    ----------
    lines : list of str
        The answer for people.
    data : dict
        The answer for programs, in plain JSON values.
    code : int
        Exit code.
    trouble : str
        A sentence for stderr, if something went wrong besides.
    """

    lines: list[str]
    data: dict[str, Any]
    code: int = 0
    trouble: str = ""

    def text(self) -> str:
        """Return the lines."""
        return "\n".join(self.lines)

    def json(self) -> str:
        """Return one JSON object; a number that JSON does not have raises ValueError."""
        return json.dumps(self.data, indent=2, allow_nan=False)


def chance(value: Fraction) -> dict[str, str | float]:
    """Return an exact chance as ``"a/b"``, and as the nearest decimal number.

    Examples
    --------
    >>> chance(Fraction(1))
    {'exact': '1/1', 'float': 1.0}
    """
    return {"exact": f"{value.numerator}/{value.denominator}", "float": float(value)}


def cards(found: Iterable[object]) -> list[str]:
    """Return cards as texts."""
    return [str(card) for card in found]
