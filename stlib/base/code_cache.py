"""Where compiled code is kept: the folders to read it from, and the one to write it to.

These folders are tried in turn: the one that ``NUMBA_CACHE_DIR`` names, the user's cache folder,
and a folder of this user beside the temporary files. Compiled code is written to the first that
can be written. It is read there and in the folders before it, so an administrator can compile
everything once for a whole class, in a folder that the class can only read.

Reading compiled code means running it. So a folder that every user of the machine may write to is
not used.
"""

from __future__ import annotations

import contextlib
import functools
import os
import shutil
import stat
import tempfile
import time
import warnings
from collections.abc import Iterable, Iterator
from pathlib import Path

__all__ = ["folders", "only_owner_writes", "warn_that_nothing_is_kept"]

_KEEP_DAYS = 14


@functools.cache
def folders(name: str) -> tuple[tuple[Path, ...], Path | None]:
    """Return where a kernel file's compiled code is read, and where it is written.

    Parameters
    ----------
    name : str
        Name of the folder in a cache folder.

    Returns
    -------
    read : tuple of Path
        In this order; the folder that is written to comes last.
    write : Path or None
        None if no folder can be written to.
    """
    found: list[Path] = []
    for root in _roots():
        folder = root / name
        if _prepare(folder):
            return (*found, folder), folder
        with contextlib.suppress(OSError):  # it may not even be looked into
            if _is_safe_folder(folder):
                found.append(folder)
    return tuple(found), None


@functools.cache
def _roots() -> tuple[Path, ...]:
    """Return the cache folders to try, without those that are not safe."""
    return tuple(root for root in _candidates() if _use(root))


def _candidates() -> Iterator[Path]:
    if base := os.environ.get("NUMBA_CACHE_DIR"):
        yield Path(base)
    with contextlib.suppress(Exception):  # a system without a home
        import platformdirs

        yield Path(platformdirs.user_cache_dir("stlib", appauthor=False))
    with contextlib.suppress(OSError):  # a system without a folder for temporary files
        yield _temporary()


def _temporary() -> Path:
    """Return this user's folder beside the temporary files, where anybody may have made it."""
    who = os.getuid() if hasattr(os, "getuid") else "user"
    return Path(tempfile.gettempdir()) / f"stlib-{who}"


def _is_mine(folder: Path) -> bool:
    """Return whether a folder belongs to this user, and is no link."""
    seen = folder.lstat()
    return os.name == "nt" or (stat.S_ISDIR(seen.st_mode) and seen.st_uid == os.getuid())


def _use(root: Path) -> bool:
    """Return whether a cache folder may be used; say so if it is not safe."""
    if not root.is_dir():
        return True  # it is made when it is needed
    if root == _temporary() and not _is_mine(root):
        return False
    if not _is_safe([root]):
        warnings.warn(
            f"every user of this machine can write to {root}, so compiled code there is not used",
            RuntimeWarning,
            stacklevel=2,
        )
        return False
    _prune(root)
    return True


def _is_safe(paths: Iterable[Path]) -> bool:
    """Return whether nobody can write to these files and folders but their owner and group."""
    if os.name == "nt":
        return True
    try:
        return not any(path.stat().st_mode & stat.S_IWOTH for path in paths)
    except OSError:
        return False


def _is_safe_folder(folder: Path) -> bool:
    """Return whether a folder is there, and is safe with everything in it."""
    return folder.is_dir() and _is_safe([folder, *folder.iterdir()])


def _prepare(folder: Path) -> bool:
    """Make a folder, and return whether it is safe and files can be written there."""
    try:
        _make_root(folder.parent)
        folder.mkdir(mode=0o755, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
        with contextlib.suppress(OSError):
            os.utime(folder)  # it is in use, so it is not pruned
        return _is_safe_folder(folder)
    except OSError:
        return False


def _make_root(root: Path) -> None:
    """Make a cache folder if it is not there; OSError if that fails, or it is somebody else's."""
    shared = root != _temporary()
    root.mkdir(mode=0o755 if shared else 0o700, parents=True, exist_ok=True)
    if not shared and not _is_mine(root):
        raise PermissionError


@contextlib.contextmanager
def only_owner_writes() -> Iterator[None]:
    """Let files that are made in the block be writable for their owner only."""
    before = os.umask(0o022)
    os.umask(before | 0o022)
    try:
        yield
    finally:
        os.umask(before)


def _prune(root: Path) -> None:
    """Remove folders that nobody used for two weeks."""
    limit = time.time() - _KEEP_DAYS * 86_400
    for old in root.glob("kernels-*"):
        with contextlib.suppress(OSError):
            if old.stat().st_mtime < limit:
                shutil.rmtree(old, ignore_errors=True)


@functools.cache
def warn_that_nothing_is_kept() -> None:
    """Warn, once, that what is compiled now will be compiled again at the next start."""
    tried = ", ".join(map(str, _candidates()))
    warnings.warn(
        f"no folder for compiled code can be written ({tried}); each start compiles anew",
        RuntimeWarning,
        stacklevel=2,
    )
