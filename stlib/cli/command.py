"""Which library a command line belongs to."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

__all__ = ["Command"]


@dataclass(frozen=True)
class Command:
    """One game's command line; nothing of the game is loaded before it is needed.

    Parameters
    ----------
    library, name : str
        The package, and what the game is called there.
    places : str
        What can be asked for at a lane, for the help.
    usual : str
        What is asked for if nobody says.
    examples : mapping of str to tuple of str
        For each command what one may type after the program's name.
    """

    library: str
    name: str
    places: str
    usual: str
    examples: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def program(self) -> str:
        """What is typed to start it."""
        return f"python -m {self.library}"

    @property
    def tools(self) -> Any:
        """The package: ``prove``, ``odds`` and so on, bound to its deck."""
        return importlib.import_module(self.library)

    @property
    def game(self) -> Any:
        """The game."""
        return getattr(self.tools, self.name)
