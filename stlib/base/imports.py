"""Which of our own files a source file imports.

It has two uses. The cache of compiled code must notice a change in any file that a
kernel is compiled from. And a test compares the imports between the folders with the
picture in ``docs/design.md``.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

__all__ = [
    "LIBRARIES", "hash_of", "imported_files", "imported_names", "package_of", "sources_of",
]  # fmt: skip

LIBRARIES = ("stlib", "st2lib")


def imported_names(source: str, package: str) -> Iterator[str]:
    r"""Yield the dotted names that a source file imports, wherever the import is written.

    Parameters
    ----------
    source : str
        Python source.
    package : str
        The dotted name that one leading dot of a relative import means.

    Notes
    -----
    Imports under ``if TYPE_CHECKING:`` never run, so they are left out. A call of
    ``import_module("a.b")`` counts if its argument is written as a string.

    Examples
    --------
    >>> list(imported_names("from stlib import (\n    a as b,\n    c,\n)", ""))
    ['stlib.a', 'stlib.c']
    """
    pending: list[ast.AST] = [ast.parse(source)]
    while pending:
        node = pending.pop()
        if isinstance(node, ast.If) and _last_name(node.test) == "TYPE_CHECKING":
            pending += reversed(node.orelse)
            continue
        yield from _names(node, package)
        pending += reversed(list(ast.iter_child_nodes(node)))


def _names(node: ast.AST, package: str) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        above = package.rsplit(".", node.level - 1)[0] if node.level else ""
        base = ".".join(filter(None, (above, node.module)))
        return [f"{base}.{alias.name}" for alias in node.names]
    if isinstance(node, ast.Call) and _last_name(node.func) == "import_module":
        asked = [arg.value for arg in node.args[:1] if isinstance(arg, ast.Constant)]
        return [name for name in asked if isinstance(name, str)]
    return []


def _last_name(node: ast.AST) -> str:
    """Return ``c`` of ``a.b.c``."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def package_of(path: Path) -> tuple[Path, str]:
    """Return the folder that contains a file's library, and the dotted name of its package.

    For a file outside our libraries this is its own folder and no package.
    """
    for root in path.parents:
        if root.name in LIBRARIES:
            return root.parent, ".".join(path.relative_to(root.parent).parent.parts)
    return path.parent, ""


@cache
def imported_files(path: Path) -> frozenset[Path]:
    """Return the files of our libraries that a file imports directly.

    If a file imports a name from a package and the name is not a module, every file of
    that package counts, because the package may take the name from any of them.
    """
    root, package = package_of(path)
    found: set[Path] = set()
    for name in imported_names(path.read_text(encoding="utf-8"), package):
        if name.partition(".")[0] in LIBRARIES:
            found.update(_files_of(root, name))
    return frozenset(found - {path})


def _files_of(root: Path, name: str) -> Iterator[Path]:
    """Yield the module that a dotted name is or belongs to, or all files of such a package."""
    parts = name.split(".")
    for n in range(len(parts), 0, -1):
        place = root.joinpath(*parts[:n])
        if place.with_suffix(".py").is_file():
            yield place.with_suffix(".py")
            return
        if (place / "__init__.py").is_file():
            yield from sorted(place.rglob("*.py"))
            return


def sources_of(path: Path) -> dict[Path, bytes]:
    """Return the content of a file and of all our files that it depends on, by path."""
    found: dict[Path, bytes] = {}
    pending = [path]
    while pending:
        file = pending.pop()
        if file not in found and file.is_file():
            found[file] = file.read_bytes()
            pending += imported_files(file)
    return found


def hash_of(path: Path) -> str:
    """Return a hash of a file and of all files of our libraries that it depends on."""
    root, _ = package_of(path)
    seen = hashlib.sha256()
    for source, text in sorted(sources_of(path).items()):
        seen.update(source.relative_to(root).as_posix().encode())
        seen.update(text.replace(b"\r\n", b"\n"))
    return seen.hexdigest()
