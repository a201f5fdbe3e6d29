"""The files of a run's folder: read with care, written as a whole or not at all, and the lock.

A folder may come from anybody. So a file is read only if it is a regular one (a
pipe would keep the reader waiting for ever), and no link is followed when
something is written.
"""

from __future__ import annotations

import contextlib
import errno
import importlib
import os
import platform
import re
import stat
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from stlib.base.errors import SetupError

__all__ = ["LOCK", "UNFINISHED", "left_by_system", "locked", "read_whole", "write_whole"]

LOCK = "lock"
UNFINISHED = ".unfinished"  # ends the name of a file that is still being written

# What systems and editors leave in folders that somebody looked into.
_LEFT_BY_SYSTEM = re.compile(
    r"\.DS_Store|\._.*|\.localized|Icon\r|\.Spotlight-V100|\.fseventsd|\.Trash.*"  # macOS
    r"|Thumbs\.db|ehthumbs\.db|desktop\.ini|\$RECYCLE\.BIN|System Volume Information"  # Windows
    r"|\.directory|\.nfs[0-9a-f]+|\.fuse_hidden[0-9a-f]+|lost\+found"  # Linux
    r"|.*~|~\$.*|\.#.*|#.*#|\..*\.sw[a-p]"  # editors
    r"|\.ipynb_checkpoints|\.virtual_documents",  # Jupyter
    re.IGNORECASE | re.DOTALL,
)

_NO_WAIT = getattr(os, "O_NONBLOCK", 0)  # opening a pipe does not wait for the other end
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
_BINARY = getattr(os, "O_BINARY", 0)  # Windows

_held: set[Path] = set()  # locks that this process holds; the system would grant them again
_guard = threading.Lock()


def left_by_system(name: str) -> bool:
    """Return whether a file of this name is left by a system or an editor, so that it is ignored.

    Examples
    --------
    >>> left_by_system(".DS_Store"), left_by_system("notes.txt"), left_by_system("notes.txt~")
    (True, False, True)
    """
    return _LEFT_BY_SYSTEM.fullmatch(name) is not None


# --- reading and writing ----------------------------------------------------------------


def read_whole(path: Path, most: int | None = None) -> bytes:
    """Return the content of a regular file.

    Parameters
    ----------
    path : Path
        The file, or a link to it.
    most : int, optional
        Bytes; a longer file is not read.

    Raises
    ------
    OSError
        If the file cannot be read, is no regular file or is too long.
    """
    with os.fdopen(os.open(path, os.O_RDONLY | _NO_WAIT | _BINARY), "rb") as file:
        seen = os.fstat(file.fileno())
        if not stat.S_ISREG(seen.st_mode):
            raise OSError(errno.EINVAL, "it is not a regular file")
        if most is not None and seen.st_size > most:
            raise OSError(errno.EFBIG, f"it is longer than {most} bytes")
        return file.read()


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that after a crash it is there as a whole, or as it was before."""
    temporary = path.with_name(path.name + UNFINISHED)
    try:
        temporary.unlink(missing_ok=True)
        with _new_file(temporary) as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise
    if os.name != "nt":  # Windows cannot open a folder
        _sync_folder(path.parent)


def _new_file(path: Path) -> Any:
    """Open a file that is not there yet; a link in its place is an error."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY
    return os.fdopen(os.open(path, flags, 0o666), "wb")


def _sync_folder(folder: Path) -> None:
    """Write the names in a folder to the disk."""
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


# --- the lock ---------------------------------------------------------------------------


@contextlib.contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Keep every other run out of a folder.

    The system drops the lock when the process that holds it ends, however that
    happens. Worker processes do not inherit it.

    Raises
    ------
    SetupError
        If another run holds the lock, in this process or any other, if the
        folder cannot be written to, or if the file ``lock`` is not ours.
    """
    path = folder.resolve() / LOCK
    with _guard:
        if path in _held:
            raise SetupError("run_locked", folder=str(folder), who=_me())
        _held.add(path)
    try:
        opened = _grip(path, folder)
        try:
            yield
        finally:
            with contextlib.suppress(OSError):
                os.ftruncate(opened, 0)
            os.close(opened)
    finally:
        _held.discard(path)


def _grip(path: Path, folder: Path) -> int:
    """Open and lock a file, write into it which process did, and return its number."""
    opened = _open_lock(path, folder)
    try:
        _refuse_foreign(opened, path)
        _lock(opened, path, folder)
        with contextlib.suppress(OSError):  # on a full disk
            os.ftruncate(opened, 0)
            os.write(opened, _me().encode())
    except BaseException:
        os.close(opened)
        raise
    return opened


def _open_lock(path: Path, folder: Path) -> int:
    flags = os.O_RDWR | os.O_CREAT | _NO_LINK | _NO_WAIT | _BINARY
    try:
        if path.is_symlink():  # Windows has no flag for it
            raise SetupError("not_a_lock", file=str(path))
        return os.open(path, flags, 0o666)
    except OSError as why:
        raise SetupError("not_writable", folder=str(folder), why=str(why)) from why


def _refuse_foreign(opened: int, path: Path) -> None:
    """Raise SetupError for a lock that is no file of ours: it would be emptied.

    A second name (a hard link) would make another file lose its content.
    """
    seen = os.fstat(opened)
    if not stat.S_ISREG(seen.st_mode) or seen.st_nlink > 1 or seen.st_size > 300:
        raise SetupError("not_a_lock", file=str(path))


def _lock(opened: int, path: Path, folder: Path) -> None:
    """Lock a file for this process; SetupError if another one has, or if it is not ours."""
    try:
        _ask_system(opened)
    except OSError as why:
        who = os.read(opened, 300).decode(errors="replace") if os.name != "nt" else "?"
        raise SetupError("run_locked", folder=str(folder), who=who) from why
    if not re.fullmatch(rb"(\d+, .*)?", os.read(opened, 300), re.DOTALL):
        raise SetupError("not_a_lock", file=str(path))
    os.lseek(opened, 0, os.SEEK_SET)


def _ask_system(opened: int) -> None:
    """Lock a file for this process, or raise OSError."""
    if os.name == "nt":
        windows: Any = importlib.import_module("msvcrt")
        windows.locking(opened, windows.LK_NBLCK, 1)
    else:
        fcntl: Any = importlib.import_module("fcntl")
        fcntl.lockf(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _me() -> str:
    """Return the number of this process and the name of its machine."""
    return f"{os.getpid()}, {platform.node()}"
