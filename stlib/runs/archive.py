"""What a run's folder holds: the manifest, and one Parquet file for each part of the games.

The name of a part says which games it holds and what its bytes hash to. Its
metadata say what was played and to which run it belongs. The manifest ends
with a hash of itself. Nothing is ever unpickled.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from stlib.base.errors import RecordError, Text
from stlib.runs.files import LOCK, UNFINISHED, left_by_system, locked, read_whole, write_whole
from stlib.simulate.frames import said_of
from stlib.simulate.given import MOST_GAMES

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = [
    "FORMAT", "MOST_A_PART", "Manifest", "clear_leftovers", "locked", "read_manifest", "read_part",
    "survey", "write_manifest", "write_part",
]  # fmt: skip

FORMAT = 2
_READABLE = (1, 2)  # in format 1 parts hold the reason as a number, and say less of the run
MANIFEST = "manifest.json"
MOST_A_PART = 1_000_000  # games; a part is held in memory
_LONGEST_MANIFEST = 1_000_000  # bytes
_PART = re.compile(r"games-([0-9]{12,})-([0-9]{12,})-([0-9a-f]{16})\.parquet")


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
        The policy of each player.
    seed, games, chunk : int
        Seed of the run; games asked for; games in a part.
    first : int or None
        Who starts; None if it is drawn for each game.
    columns, reasons : list of str
        Names of the columns, and of the reasons that the kernels number.
    codes : list
        The variant as the kernels take it.
    code : str
        Hash of the kernels' sources.
    package, pyarrow : str
        Versions of this package and of the package that writes the parts.
    format : int
        Of the folder.
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
    format: int = FORMAT

    @property
    def id(self) -> str:
        """Hash that each part carries."""
        return _hash(json.dumps(self._facts(), sort_keys=True).encode())

    @property
    def about(self) -> dict[str, Any]:
        """What was played, as `Results.about` has it."""
        names = ("game", "variant", "policies", "seed", "first", "games")
        return {name: getattr(self, name) for name in names} | {"version": self.package}

    @property
    def spans(self) -> Iterator[tuple[int, int]]:
        """Number of the first game, and number of games, of each part."""
        return ((at, self._size(at)) for at in range(0, self.games, self.chunk))

    @property
    def n_parts(self) -> int:
        """Number of parts."""
        return -(-self.games // self.chunk)

    def holds(self, first: int, last: int) -> bool:
        """Whether there is a part with the games `first` to `last`."""
        return (
            first % self.chunk == 0 and first < self.games and last == first + self._size(first) - 1
        )

    def _size(self, first: int) -> int:
        return min(self.chunk, self.games - first)

    def _facts(self) -> dict[str, Any]:
        facts = asdict(self)
        del facts["format"]
        return facts


# --- the manifest -----------------------------------------------------------------------


def write_manifest(folder: Path, manifest: Manifest, finished: bool) -> None:
    """Write ``manifest.json``, in place of the one that may be there."""
    facts = {"format": manifest.format, **manifest._facts(), "finished": finished}
    lines = json.dumps(facts | {"check": _check(facts)}, indent=1, ensure_ascii=False)
    write_whole(folder / MANIFEST, lines.encode() + b"\n")


def read_manifest(folder: Path) -> tuple[Manifest, bool]:
    """Return a folder's manifest, and whether the run was finished.

    Raises
    ------
    RecordError
        If there is no manifest, or if it is damaged, was edited, has an
        unknown format, or says what no run can be.
    """
    path = folder / MANIFEST
    facts = _read_facts(path, folder)
    finished = facts.pop("finished", None)
    if not isinstance(finished, bool) or not _plausible(facts):
        raise RecordError("manifest_damaged", file=str(path))
    return Manifest(**facts), finished


def _read_facts(path: Path, folder: Path) -> dict[str, Any]:
    """Return what a manifest says, if its hash fits and its format is known."""
    try:
        facts = json.loads(read_whole(path, _LONGEST_MANIFEST))
        check = facts.pop("check")
        sound = check == _check(facts)
        version = facts["format"]
    except (FileNotFoundError, NotADirectoryError) as why:
        raise RecordError("no_run", folder=str(folder)) from why
    except OSError as why:
        raise RecordError("not_readable", file=str(path), why=why.strerror or why) from why
    except (ValueError, KeyError, AttributeError, TypeError, RecursionError) as why:
        raise RecordError("manifest_damaged", file=str(path)) from why
    if not sound:
        raise RecordError("manifest_damaged", file=str(path))
    if type(version) is not int or version not in _READABLE:
        raise RecordError("unknown_format", version=version, known=", ".join(map(str, _READABLE)))
    return facts  # type: ignore[no-any-return]


def _check(facts: dict[str, Any]) -> str:
    return _hash(json.dumps(facts, sort_keys=True).encode())


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


def _plausible(facts: dict[str, Any]) -> bool:
    """Return whether these are all the facts of a manifest, each of its kind and size.

    The hash shows an accident. It does not stop anybody from writing nonsense
    with a hash that fits.
    """
    return facts.keys() == _FACTS.keys() and all(fits(facts[name]) for name, fits in _FACTS.items())


def _is_text(value: object) -> bool:
    return isinstance(value, str) and len(value) <= 1000


def _are_texts(value: object) -> bool:
    return isinstance(value, list) and len(value) <= 1000 and all(map(_is_text, value))


def _is_whole(value: object, least: int, most: int) -> bool:
    return type(value) is int and least <= value <= most


def _is_code(value: object, depth: int = 4) -> bool:
    """Return whether a value is a number, or a list of such of little depth."""
    if isinstance(value, list):
        return depth > 0 and len(value) <= 1000 and all(_is_code(x, depth - 1) for x in value)
    return _is_whole(value, -MOST_GAMES - 1, MOST_GAMES)


_FACTS = {
    "format": lambda value: value in _READABLE,
    "game": _is_text,
    "variant": lambda value: (
        isinstance(value, dict) and len(value) <= 1000 and all(map(_is_text, value.values()))
    ),
    "policies": lambda value: _are_texts(value) and len(value) == 2,
    "seed": lambda value: _is_whole(value, 0, MOST_GAMES),
    "first": lambda value: value is None or _is_whole(value, 0, 1),
    "games": lambda value: _is_whole(value, 1, MOST_GAMES),
    "chunk": lambda value: _is_whole(value, 1, MOST_A_PART),
    "columns": _are_texts,
    "reasons": _are_texts,
    "codes": lambda value: isinstance(value, list) and _is_code(value),
    "code": _is_text,
    "package": _is_text,
    "pyarrow": _is_text,
}


# --- parts ------------------------------------------------------------------------------


def write_part(folder: Path, manifest: Manifest, first: int, rows: np.ndarray) -> Path:
    """Write the games from `first` on, ndarray of int64, shape (n, columns); return the file."""
    data = _encode(manifest, first, rows)
    last = first + len(rows) - 1
    path = folder / f"games-{first:012d}-{last:012d}-{_hash(data)}.parquet"
    write_whole(path, data)
    return path


def _encode(manifest: Manifest, first: int, rows: np.ndarray) -> bytes:
    """Return the bytes of a part: game, seed, the kernels' columns, and who played."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    n = len(rows)
    numbers = {"game": first + np.arange(n), "seed": np.full(n, manifest.seed)}
    numbers |= {name: rows[:, k] for k, name in enumerate(manifest.columns)}
    columns = {name: pa.array(values, pa.int64()) for name, values in numbers.items()}
    codes = pa.array(numbers["reason"], pa.int8())
    columns["reason"] = pa.DictionaryArray.from_arrays(codes, pa.array(manifest.reasons))
    for seat, policy in enumerate(manifest.policies):
        columns[f"player_{seat}"] = pa.repeat(policy, n)
    target = BytesIO()
    table = said_of(pa.table(columns), manifest.about, run=manifest.id)
    pq.write_table(table, target, compression="zstd", row_group_size=n)
    return target.getvalue()


def read_part(path: Path, manifest: Manifest) -> tuple[int, np.ndarray]:
    """Return the number of a part's first game, and its rows.

    Returns
    -------
    first : int
    rows : ndarray of int64, shape (n, columns)
        The reason is a number again.

    Raises
    ------
    RecordError
        If the part is damaged or gone, or belongs to another run.
    """
    import pyarrow as pa

    first, last, hashed = _read_name(path.name)
    try:
        data = read_whole(path)
    except FileNotFoundError as why:
        raise RecordError("part_gone", file=path.name) from why
    except OSError as why:
        raise RecordError("not_readable", file=path.name, why=why.strerror or why) from why
    if _hash(data) != hashed:
        raise RecordError("part_damaged", file=path.name)
    try:
        run, games, rows = _decode(data, manifest, last - first + 1)
    except (pa.ArrowException, OSError, KeyError, ValueError, TypeError) as why:
        raise RecordError("part_damaged", file=path.name) from why
    if run != manifest.id:
        raise RecordError("part_of_another_run", file=path.name)
    if not np.array_equal(games, np.arange(first, last + 1)):
        raise RecordError("part_damaged", file=path.name)
    return first, rows


def _decode(data: bytes, manifest: Manifest, n: int) -> tuple[str, np.ndarray, np.ndarray]:
    """Return a part's run, numbers of games, and rows; ValueError if it cannot be `n` games."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    file = pq.ParquetFile(pa.BufferReader(data))
    if file.metadata.num_rows != n:
        raise ValueError
    names = [*dict.fromkeys(["game", *manifest.columns])]
    table = file.read(columns=names, use_threads=False)
    columns = [_numbers(table[name], manifest.reasons) for name in manifest.columns]
    rows = np.column_stack(columns)
    endings = {"winner": 3, "reason": len(manifest.reasons)}
    for name, many in endings.items():
        values = rows[:, manifest.columns.index(name)]
        if rows.dtype != np.int64 or values.min() < 0 or values.max() >= many:
            raise ValueError
    run = (table.schema.metadata or {}).get(b"run", b"").decode(errors="replace")
    return run, table["game"].to_numpy(), rows


def _numbers(column: pa.ChunkedArray, words: list[str]) -> np.ndarray:
    """Return a column as numbers; a word is numbered by its place among `words`."""
    import pyarrow as pa

    if not pa.types.is_dictionary(column.type):
        return column.to_numpy()  # type: ignore[no-any-return]
    joined = column.combine_chunks()
    places = np.array([words.index(word) for word in joined.dictionary.to_pylist()], np.int64)
    return places[joined.indices.to_numpy(zero_copy_only=False)]  # type: ignore[no-any-return]


def _read_name(name: str) -> tuple[int, int, str]:
    found = _PART.fullmatch(name)
    assert found is not None
    return int(found[1]), int(found[2]), found[3]


# --- the folder -------------------------------------------------------------------------


def survey(folder: Path, manifest: Manifest) -> tuple[dict[int, Path], list[Text]]:
    """Return the parts by their first game, and a text for each file that does not belong there.

    What the system or an editor leaves in a folder is ignored.
    """
    parts: dict[int, Path] = {}
    wrong = []
    for path in sorted(folder.iterdir()):
        if path.name in (MANIFEST, LOCK) or left_by_system(path.name) or is_leftover(path.name):
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


def clear_leftovers(folder: Path) -> None:
    """Remove the files that a killed run had begun to write."""
    for path in folder.iterdir():
        if is_leftover(path.name):
            path.unlink()


def is_leftover(name: str) -> bool:
    """Return whether a file of this name is a manifest or part that was not finished."""
    whole = name.removesuffix(UNFINISHED)
    return whole != name and (whole == MANIFEST or _PART.fullmatch(whole) is not None)
