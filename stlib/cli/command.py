"""The two command lines: which library and which game each belongs to."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

__all__ = ["Command"]


@dataclass(frozen=True)
class Command:
    """The command line of one game; the game is loaded when it is needed.

    Parameters
    ----------
    library, name : str
        The package, and the game's name in it.
    places : str
        Names of the places whose demand ``--demand`` can ask for.
    usual : str
        The place that is meant if ``--demand`` is not given.
    examples : mapping of str to tuple of str
        For each command, lines to type after the program's name.
    """

    library: str
    name: str
    places: str
    usual: str
    examples: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def program(self) -> str:
        """What one types to start it."""
        return f"python -m {self.library}"

    @property
    def tools(self) -> Any:
        """The package: ``prove``, ``odds`` and so on, bound to its deck."""
        return importlib.import_module(self.library)

    @property
    def game(self) -> Any:
        """The game."""
        return getattr(self.tools, self.name)
