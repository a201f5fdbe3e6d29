"""Packages whose public names load when they are first used."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Mapping
from typing import Any

__all__ = ["load_lazily"]


def load_lazily(
    package: str, homes: Mapping[str, str]
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return a package's ``__getattr__`` and ``__dir__``.

    Parameters
    ----------
    package : str
        The package's ``__name__``.
    homes : mapping of str to str
        Public name -> dotted name of the module that defines it. A name whose home ends
        in the name itself after a colon (``"stlib.base.words:"``) is that module.
    """

    def __getattr__(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        home = homes[name]
        module = importlib.import_module(home.removesuffix(":"))
        value = module if home.endswith(":") else getattr(module, name)
        setattr(sys.modules[package], name, value)
        return value

    def __dir__() -> list[str]:
        return sorted(homes)

    return __getattr__, __dir__
