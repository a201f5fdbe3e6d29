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

    Assign them where type checkers do not look (``if TYPE_CHECKING: … else: …``), and import
    the names where they do: then checkers know each name's type, and that others do not exist.

    Parameters
    ----------
    package : str
        The package's ``__name__``.
    homes : mapping of str to str
        Public name -> where it is: ``"a.b"`` is the module that defines it, ``"a.b:"`` the
        module itself under this name, ``"a.b:C"`` the object in that module whose attribute
        it is.
    """

    def __getattr__(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = _find(homes[name], name)
        setattr(sys.modules[package], name, value)
        return value

    def __dir__() -> list[str]:
        return sorted(homes)

    return __getattr__, __dir__


def _find(home: str, name: str) -> Any:
    module, colon, inside = home.partition(":")
    found = importlib.import_module(module)
    if colon and not inside:
        return found
    return getattr(getattr(found, inside) if inside else found, name)
