"""A folder that holds a run: its manifest, one Parquet file a part, and its lock.

Every file is written under another name, brought to the disk and then renamed,
so it is there as a whole or not at all. A part's name says which games it
holds and what its bytes hash to; its metadata say to which run it belongs. The
manifest ends in a hash of itself. Nothing is ever unpickled.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib
import json
import os
import platform
import re
import threading
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np

from stlib.base.errors import RecordError, SetupError, Text

__all__ = [
    "FORMAT", "Manifest", "clear_leftovers", "locked", "read_manifest", "read_part", "survey",
    "write_manifest", "write_part",
]  # fmt: skip

FORMAT = 1
MANIFEST = "manifest.json"
LOCK = "lock"
_TEMPORARY = ".unfinished"
_PART = re.compile(r"games-(\d{12,})-(\d{12,})-([0-9a-f]{16})\.parquet")

_held: set[Path] = set()  # locks of this process, which the system would grant it twice
_guard = threading.Lock()


@dataclass(frozen=True)
class Manifest:
    """Everything needed to repeat a run; equal runs have equal manifests.

    Parameters
    ----------
    game : str
        Its name.
    variant : dict of str to str
        The variant's name and switches.
    policies : list of str
        Who sat where.
    seed, games, chunk : int
        Of the experiment; games asked for; games a part.
    first : int or None
        Who starts; None if drawn for each game.
    columns, reasons : list of str
        What the kernels' columns, and the numbers in ``reason``, mean.
    codes : list
        The variant as the kernels were given it.
    code : str
        Hash of the sources of the kernels.
    package, pyarrow : str
        Versions of this package and of what writes the parts.
    """

    game: str
    variant: dict[str, str]
    policies: list[str]
    seed: int
    first: int | None
    games: int
    chunk: int
    columns: list[str]
    reasons: list[str]
    codes: list[Any]
    code: str
    package: str
    pyarrow: str

    @property
    def id(self) -> str:
        """Hash that each part carries."""
        return _hash(json.dumps(asdict(self), sort_keys=True).encode())

    @property
    def spans(self) -> list[tuple[int, int]]:
        """First game and number of games of each part."""
        return [(at, self._size(at)) for at in range(0, self.games, self.chunk)]

    def _size(self, first: int) -> int:
        return min(self.chunk, self.games - first)

    def holds(self, first: int, last: int) -> bool:
        """Whether there is a part of the games `first` … `last`."""
        return (
            first % self.chunk == 0 and first < self.games and last == first + self._size(first) - 1
        )


# --- the manifest -----------------------------------------------------------------------


def write_manifest(folder: Path, manifest: Manifest, finished: bool) -> None:
    """Write ``manifest.json`` in the place of the one there is."""
    facts = {"format": FORMAT, **asdict(manifest), "finished": finished}
    lines = json.dumps(facts | {"check": _check(facts)}, indent=1, ensure_ascii=False)
    _write(folder / MANIFEST, lines.encode() + b"\n")


def read_manifest(folder: Path) -> tuple[Manifest, bool]:
    """Return a folder's manifest and whether the run was finished.

    Raises
    ------
    RecordError
        If there is none, or it is damaged, edited or of an unknown format.
    """
    path = folder / MANIFEST
    try:
        facts = json.loads(path.read_bytes())
        check, version = facts.pop("check"), facts.pop("format")
        finished = facts.pop("finished")
    except (FileNotFoundError, NotADirectoryError) as why:
        raise RecordError("no_run", folder=str(folder)) from why
    except OSError as why:
        raise RecordError("not_readable", file=str(path), why=why.strerror or why) from why
    except (ValueError, KeyError, AttributeError, TypeError) as why:
        raise RecordError("manifest_damaged", file=str(path)) from why
    if check != _check({"format": version, **facts, "finished": finished}):
        raise RecordError("manifest_damaged", file=str(path))
    if version != FORMAT:
        raise RecordError("unknown_format", version=version, known=FORMAT)
    try:
        return Manifest(**facts), finished
    except TypeError as why:
        raise RecordError("manifest_damaged", file=str(path)) from why


def _check(facts: dict[str, Any]) -> str:
    return _hash(json.dumps(facts, sort_keys=True).encode())


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


# --- parts ------------------------------------------------------------------------------


def write_part(folder: Path, manifest: Manifest, first: int, rows: np.ndarray) -> Path:
    """Write the games from `first` on, ndarray of int64, shape (n, columns); return the file."""
    data = _encode(manifest, first, rows)
    last = first + len(rows) - 1
    path = folder / f"games-{first:012d}-{last:012d}-{_hash(data)}.parquet"
    _write(path, data)
    return path


def _encode(manifest: Manifest, first: int, rows: np.ndarray) -> bytes:
    import pyarrow as pa
    import pyarrow.parquet as pq

    n = len(rows)
    columns = {"game": first + np.arange(n), "seed": np.full(n, manifest.seed)}
    columns |= {name: rows[:, k] for k, name in enumerate(manifest.columns)}
    table = pa.table({name: pa.array(values, pa.int64()) for name, values in columns.items()})
    for seat, policy in enumerate(manifest.policies):
        table = table.append_column(f"player_{seat}", pa.repeat(policy, n))
    target = BytesIO()
    tagged = table.replace_schema_metadata({"run": manifest.id})
    pq.write_table(tagged, target, compression="zstd", row_group_size=n)
    return target.getvalue()


def read_part(path: Path, manifest: Manifest) -> tuple[int, np.ndarray]:
    """Return a part's first game and its rows, ndarray of int64, shape (n, columns).

    Raises
    ------
    RecordError
        If it is damaged or gone, or belongs to another run.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    first, last, hashed = _read_name(path.name)
    try:
        data = path.read_bytes()
    except FileNotFoundError as why:
        raise RecordError("part_gone", file=path.name) from why
    except OSError as why:
        raise RecordError("not_readable", file=path.name, why=why.strerror or why) from why
    if _hash(data) != hashed:
        raise RecordError("part_damaged", file=path.name)
    try:
        table = pq.ParquetFile(pa.BufferReader(data)).read(use_threads=False)
        games = table["game"].to_numpy()
        rows = np.column_stack([table[name].to_numpy() for name in manifest.columns])
    except (pa.ArrowException, OSError, KeyError) as why:
        raise RecordError("part_damaged", file=path.name) from why
    if (table.schema.metadata or {}).get(b"run") != manifest.id.encode():
        raise RecordError("part_of_another_run", file=path.name)
    if not np.array_equal(games, np.arange(first, last + 1)):
        raise RecordError("part_damaged", file=path.name)
    return first, rows


def _read_name(name: str) -> tuple[int, int, str]:
    found = _PART.fullmatch(name)
    assert found is not None
    return int(found[1]), int(found[2]), found[3]


def survey(folder: Path, manifest: Manifest) -> tuple[dict[int, Path], list[Text]]:
    """Return the parts by their first game, and a text for each file that has no place here."""
    parts: dict[int, Path] = {}
    wrong = []
    for path in sorted(folder.iterdir()):
        if path.name in (MANIFEST, LOCK) or _is_leftover(path.name):
            continue
        found = _PART.fullmatch(path.name)
        first = int(found[1]) if found else -1
        if found is None or not manifest.holds(first, int(found[2])):
            wrong.append(Text("run.foreign", {"file": path.name}))
        elif first in parts:
            wrong.append(Text("run.doubled", {"file": path.name, "other": parts[first].name}))
        else:
            parts[first] = path
    return parts, wrong


# --- writing ----------------------------------------------------------------------------


def _write(path: Path, data: bytes) -> None:
    """Write a file so that a crash leaves it as it was, or whole."""
    temporary = path.with_name(path.name + _TEMPORARY)
    try:
        with temporary.open("wb") as file:
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


def _sync_folder(folder: Path) -> None:
    """Bring the names in a folder to the disk."""
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def clear_leftovers(folder: Path) -> None:
    """Remove what a killed run had begun to write."""
    for path in folder.iterdir():
        if _is_leftover(path.name):
            path.unlink()


def _is_leftover(name: str) -> bool:
    whole = name.removesuffix(_TEMPORARY)
    return whole != name and (whole == MANIFEST or _PART.fullmatch(whole) is not None)


# --- the lock ---------------------------------------------------------------------------


@contextlib.contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Keep every other run out of a folder.

    The system drops the lock with the process that held it, however that
    ends; worker processes do not inherit it.

    Raises
    ------
    SetupError
        If another run holds it, in this process or any other, or if the
        folder cannot be written to.
    """
    path = (folder / LOCK).resolve()
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
    """Open and lock a file, note in it who did, and return its number."""
    try:
        opened = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    except OSError as why:
        raise SetupError("not_writable", folder=str(folder), why=str(why)) from why
    try:
        _lock(opened)
    except OSError as why:
        who = os.read(opened, 200).decode(errors="replace") if os.name != "nt" else "?"
        os.close(opened)
        raise SetupError("run_locked", folder=str(folder), who=who) from why
    with contextlib.suppress(OSError):  # a full disk
        os.ftruncate(opened, 0)
        os.write(opened, _me().encode())
    return opened


def _lock(opened: int) -> None:
    """Lock a file for this process, or raise OSError."""
    if os.name == "nt":
        windows: Any = importlib.import_module("msvcrt")
        windows.locking(opened, windows.LK_NBLCK, 1)
    else:
        fcntl: Any = importlib.import_module("fcntl")
        fcntl.lockf(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _me() -> str:
    return f"{os.getpid()}, {platform.node()}"
