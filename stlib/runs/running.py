"""Long runs: games are written to a folder as they are played, and a stopped run goes on.

A folder holds a manifest and one Parquet file for each part of the games
(`stlib.runs.archive`). Game *i* depends on the seed, the game, its variant, the
policies and the code alone. So a run that was killed and resumed leaves the
same bytes as one that was not, whichever worker played which part.

Examples
--------
>>> import tempfile
>>> from stlib import ST1, runs
>>> folder = tempfile.mkdtemp()
>>> runs.start(folder, ST1, 300, seed=1, progress=False).n
300
>>> run = runs.load(folder, ST1)
>>> run.finished, len(run.rows), run.policies
(True, 300, ('uniform', 'uniform'))
"""

from __future__ import annotations

import dataclasses
import os
import sys
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.metadata import version
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from stlib.base import words
from stlib.base.checks import check_first, check_seed, shown
from stlib.base.errors import RecordError, SetupError, Text
from stlib.play.game import Game
from stlib.runs import archive, files
from stlib.runs.archive import Manifest
from stlib.simulate.compare import Block
from stlib.simulate.frames import data_frame
from stlib.simulate.given import count_of, executor_of, game_of, pair_of
from stlib.simulate.results import Results
from stlib.simulate.tasks import Playouts
from stlib.simulate.workers import bar, chunks, code_version

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Run", "load", "resume", "start"]

_PARTS = 200  # a run is cut into so many parts, if that makes parts …
_LEAST, _MOST = 100, 100_000  # … of at least and at most so many games
_LONGEST = 5000  # letters of a path; systems allow 4096 at most
_NAMED = 20  # faults that an error names; it counts the others


@dataclass(eq=False)
class Run(Results):
    """A run in a folder: everything that `Results` has, with the games read from the disk.

    Parameters
    ----------
    folder : Path
        Where it is.
    """

    folder: Path = Path()
    _parts: dict[int, Path] = field(default_factory=dict)
    _manifest: Manifest | None = None

    @property
    def finished(self) -> bool:
        """Whether every game asked for is written."""
        return self.n == self.asked

    def add_part(self, first: int, rows: np.ndarray, path: Path) -> None:
        """Add a part that is written."""
        tally, sums = self._grown(rows)
        self.tally, self.sums, self._parts[first] = tally, sums, path  # one statement, see `add`

    def parts(self) -> Iterator[pd.DataFrame]:
        """Yield the rows part by part; only one part is in memory at a time.

        Raises
        ------
        RecordError
            At a part that was damaged or removed since the run was loaded.
        """
        for block in self.blocks():
            yield data_frame(self.game, *block)

    def blocks(self) -> Iterator[Block]:
        """Yield the rows in order, part by part, from the disk."""
        assert self._manifest is not None
        for _, path in sorted(self._parts.items()):
            yield archive.read_part(path, self._manifest)

    def __str__(self) -> str:
        if not self.n:
            return f"{self.game.name} {self.label}: 0 of {self.asked} games"
        return super().__str__()

    __repr__ = __str__


def start(
    folder: str | Path,
    game: Game,
    n: int,
    seed: int | None = None,
    policies: str | tuple[str, str] = "uniform",
    variant: Any = None,
    *,
    first: int | None = None,
    chunk: int | None = None,
    executor: Executor | None = None,
    progress: bool = True,
) -> Run:
    """Play `n` games into a new folder.

    Parameters
    ----------
    folder : str or Path
        The folder. It is made if it does not exist; if it does, it must be empty.
    game, n, seed, policies, variant, first, executor, progress
        As in `stlib.simulate.playouts`.
    chunk : int, optional
        Games in a part, at most a million. If not given, a two-hundredth of
        all games, but at least 100 and at most 100,000. If the run is
        interrupted or killed, the parts that are not complete are lost.

    Returns
    -------
    Run
        If the run was interrupted, the parts written so far; `resume` goes on.

    Raises
    ------
    SetupError
        If the folder is in use, is not empty or cannot be written to, or if an
        argument cannot be used.
    RecordError
        If writing fails later on, for instance on a full disk. What is written
        is safe.
    """
    n, place, game = count_of("n", n), _folder(folder), game_of(game)
    rule, pair, key = game.find_variant(variant), pair_of(policies), check_seed(seed)
    size, where = _part_size(n, chunk), executor_of(executor)
    task = Playouts.of(game, rule, pair, key, first)
    first = check_first(first)
    manifest = _plan(task, rule, pair, first, n, size)
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as why:
        raise SetupError("not_writable", folder=str(place), why=str(why)) from why
    with files.locked(place):
        _refuse_full_folder(place)
        run = Run(game, rule, pair, key, n, first, folder=place, _manifest=manifest)
        with _safe(run):
            archive.clear_leftovers(place)
            archive.write_manifest(place, manifest, finished=False)
        return _play(run, task, where, progress)


def resume(
    folder: str | Path, *games: Game, executor: Executor | None = None, progress: bool = True
) -> Run:
    """Play the games that a run still lacks; the folder ends up as if it had never stopped.

    Parameters
    ----------
    folder : str or Path
        The folder.
    *games : Game
        The game, or several games of which the run may be one.
    executor, progress
        As in `start`. They may differ from those the run began with.

    Raises
    ------
    SetupError
        If another run is writing to the folder.
    RecordError
        If the manifest or a part is damaged, if a file does not belong there,
        or if the run was made by other code, whose games may differ.
    """
    place, where = _folder(folder), executor_of(executor)
    archive.read_manifest(place)  # do not leave a lock in a folder that holds no run
    with files.locked(place):
        run = _take_stock(place, games, complete=False)
        assert run._manifest is not None
        task = _same_task(run, run._manifest)
        with _safe(run):
            archive.clear_leftovers(place)
        return _play(run, task, where, progress)


def load(folder: str | Path, *games: Game) -> Run:
    """Read a run, finished or not, and check every byte of it.

    Parameters
    ----------
    folder : str or Path
        The folder.
    *games : Game
        The game, or several games of which the run may be one.

    Raises
    ------
    RecordError
        Naming the files that are damaged, missing or do not belong there.
    """
    return _take_stock(_folder(folder), games, complete=True)


# --- planning ---------------------------------------------------------------------------


def _folder(folder: Any) -> Path:
    """Return a folder's path, or SetupError if it is none."""
    fits = isinstance(folder, (str, os.PathLike)) and isinstance(os.fspath(folder), str)
    if not fits or not 0 < len(name := os.fspath(folder)) < _LONGEST or "\0" in name:
        raise SetupError("not_a_folder", value=shown(folder))
    return Path(name)


def _part_size(n: int, chunk: int | None) -> int:
    """Return the number of games in a part."""
    if chunk is None:
        return min(max(n // _PARTS, _LEAST), _MOST)
    return count_of("chunk", chunk, archive.MOST_A_PART)


def _plan(
    task: Playouts, rule: Any, pair: tuple[str, str], first: int | None, n: int, size: int
) -> Manifest:
    game = task.game
    return Manifest(
        game=game.name,
        variant=dataclasses.asdict(rule),
        policies=list(pair),
        seed=task.key,
        first=first,
        games=n,
        chunk=size,
        columns=list(game.kernels.COLUMNS),
        reasons=list(game.rules.REASONS),
        codes=_listed(task.codes),
        code=code_version(game),
        package=sys.modules["stlib"].__version__,
        pyarrow=version("pyarrow"),
    )


def _listed(codes: Any) -> Any:
    """Return nested tuples of numbers as lists, which is what JSON gives back."""
    return [_listed(code) for code in codes] if isinstance(codes, tuple) else int(codes)


def _same_task(run: Run, manifest: Manifest) -> Playouts:
    """Return the task of a run; RecordError if this version would play or write other games."""
    task = Playouts.of(run.game, run.variant, run.policies, run.seed, manifest.first)
    now = _plan(task, run.variant, run.policies, manifest.first, run.asked, manifest.chunk)
    for name in ("format", "code", "codes", "pyarrow"):
        then, today = getattr(manifest, name), getattr(now, name)
        if then != today:
            raise _other_code(run.folder, name, then, today)
    return task


def _other_code(place: Path, name: str, then: object, now: object) -> RecordError:
    """Return the error for a run that was made with something else than this version has."""
    written = shown if isinstance(now, list) else str  # a list may be long
    values = {"then": written(then), "now": written(now)}
    return RecordError("other_code", folder=str(place), name=name, **values)


def _refuse_full_folder(place: Path) -> None:
    """Raise SetupError unless a folder is empty.

    What a killed start, the system or an editor left there is no matter.
    """
    names = sorted(path.name for path in place.iterdir())
    if archive.MANIFEST in names:
        raise SetupError("run_exists", folder=str(place))
    own = {files.LOCK, archive.MANIFEST + files.UNFINISHED}
    if others := [name for name in names if name not in own and not files.left_by_system(name)]:
        raise SetupError("folder_not_empty", folder=str(place), files=", ".join(others[:5]))


# --- playing ----------------------------------------------------------------------------


def _play(run: Run, task: Playouts, executor: Executor | None, progress: bool) -> Run:
    """Play what is missing, and write each part as soon as it is complete."""
    manifest = run._manifest
    assert manifest is not None
    missing = (span for span in manifest.spans if span[0] not in run._parts)
    gathering = _Gathering(manifest)
    with bar(run.asked, progress, run.n) as shown:
        try:
            for begin, out in chunks(executor, task, missing):
                shown.update(len(out))
                for first, rows in gathering.add(begin, out):
                    with _safe(run):
                        path = archive.write_part(run.folder, manifest, first, rows)
                    run.add_part(first, rows, path)
        except KeyboardInterrupt:
            _take_in(run, manifest)  # a part may have been written but not yet added
            if not run.n:
                raise
            return run
    if not archive.read_manifest(run.folder)[1]:
        with _safe(run):
            archive.write_manifest(run.folder, manifest, finished=True)
    return run


class _Gathering:
    """Parts that are put together from chunks, which come in any order."""

    def __init__(self, manifest: Manifest) -> None:
        self._manifest = manifest
        self._open: dict[int, tuple[np.ndarray, int]] = {}

    def add(self, begin: int, out: np.ndarray) -> Iterator[tuple[int, np.ndarray]]:
        """Add a chunk; if that completes a part, yield its first game and its rows."""
        chunk = self._manifest.chunk
        first = begin - begin % chunk
        size = min(chunk, self._manifest.games - first)
        rows, missing = self._open.get(first, (np.zeros((size, out.shape[1]), np.int64), size))
        rows[begin - first : begin - first + len(out)] = out
        self._open[first] = rows, missing - len(out)
        if missing == len(out):
            del self._open[first]
            yield first, rows


@contextmanager
def _safe(run: Run) -> Iterator[None]:
    """Turn an error in writing into one that says how many games are safe."""
    try:
        yield
    except OSError as why:
        raise RecordError(
            "run_stopped", folder=str(run.folder), n=run.n, asked=run.asked, why=str(why)
        ) from why


# --- reading ----------------------------------------------------------------------------


class _Faults:
    """What is wrong with a folder: some of the faults, and how many there are.

    Parameters
    ----------
    texts : list of Text
        The faults that are named.
    count : int
        All faults.
    """

    def __init__(self, texts: list[Text], count: int) -> None:
        self._texts = texts[:_NAMED]
        if count > len(self._texts):
            self._texts.append(Text("run.more_faults", {"n": count - len(self._texts)}))

    @words.whole
    def say(self, lang: str = "en") -> str:
        return "; ".join(text.say(lang) for text in self._texts)


def _take_stock(place: Path, games: tuple[Game, ...], complete: bool) -> Run:
    """Return the run in a folder, with every part read and checked.

    With `complete`, a run that says it is finished must have all its parts.
    """
    manifest, finished = archive.read_manifest(place)
    game = _game_of(manifest, games)
    run = Run(
        game, _variant_of(manifest, game, place), (manifest.policies[0], manifest.policies[1]),
        manifest.seed, manifest.games, manifest.first, folder=place, _manifest=manifest,
    )  # fmt: skip
    wrong, found = _take_in(run, manifest)
    count = len(wrong)
    if finished and complete:
        count += manifest.n_parts - len(found)
        wrong += islice(_missing(manifest, found), _NAMED)
    if count:
        raise RecordError("run_damaged", folder=str(place), faults=_Faults(wrong, count))
    return run


def _missing(manifest: Manifest, found: dict[int, Path]) -> Iterator[Text]:
    """Yield a text for each part that is not there."""
    for first, n in manifest.spans:
        if first not in found:
            yield Text("run.missing", {"first": first, "last": first + n - 1})


def _take_in(run: Run, manifest: Manifest) -> tuple[list[Text], dict[int, Path]]:
    """Add the parts of the folder that are not added yet.

    Returns
    -------
    wrong : list of Text
        What is wrong in the folder.
    found : dict of int to Path
        All parts by their first game.
    """
    try:
        found, wrong = archive.survey(run.folder, manifest)
    except OSError as why:
        text = why.strerror or str(why)
        raise RecordError("not_readable", file=str(run.folder), why=text) from why
    for first, path in sorted(found.items()):
        if first not in run._parts:
            try:
                run.add_part(*archive.read_part(path, manifest), path)
            except RecordError as why:
                wrong.append(Text(f"error.{why.key}", why.values))
    return wrong, found


def _game_of(manifest: Manifest, games: tuple[Game, ...]) -> Game:
    for game in games:
        if game_of(game).name == manifest.game:
            return game
    if not games:
        raise SetupError("which_game", game=manifest.game)
    names = ", ".join(game.name for game in games)
    raise RecordError("other_game", text=shown(manifest.game), game=names)


def _variant_of(manifest: Manifest, game: Game, place: Path) -> Any:
    """Return the variant; RecordError if this version lacks a switch, a column or a reason.

    A manifest names every switch, so a run goes on as it was begun when a default has changed.
    """
    unnamed = game.rules.UNNAMED if manifest.variant.get("tactics") == "yes" else {}
    try:
        variant = game.rules.Variant(**{**unnamed, **manifest.variant})
    except (TypeError, ValueError) as why:
        raise RecordError("bad_switch", why=str(why)) from why
    for name, now in (("columns", game.kernels.COLUMNS), ("reasons", game.rules.REASONS)):
        then = getattr(manifest, name)
        if then != list(now):
            raise _other_code(place, name, then, list(now))
    return variant
