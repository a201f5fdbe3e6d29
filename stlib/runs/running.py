"""Long runs: games written to a folder as they are played, resumed after any end.

A folder holds a manifest and one Parquet file for each part of the games
(`stlib.runs.archive`). Game *i* depends on the seed, the game, its variant, the
policies and the code alone, so a run that was killed and resumed leaves the
same bytes as one that was not, whoever played which part.

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
import sys
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from stlib.base import words
from stlib.base.errors import RecordError, SetupError, Text
from stlib.play.game import Game, check_first, check_seed
from stlib.runs import archive
from stlib.runs.archive import Manifest
from stlib.simulate.compare import Block
from stlib.simulate.playing import count_of, game_of, pair_of
from stlib.simulate.results import Results
from stlib.simulate.tasks import Playouts
from stlib.simulate.workers import bar, chunks, code_version

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Run", "load", "resume", "start"]

_PARTS = 200  # parts a run is cut into, while they hold …
_LEAST, _MOST = 100, 100_000  # … as many games as this


@dataclass
class Run(Results):
    """What is written of a run; all that `Results` tells, and the games from the disk.

    Parameters
    ----------
    folder : Path
        Where it lies.
    """

    folder: Path = Path()
    _parts: dict[int, Path] = field(default_factory=dict)
    _manifest: Manifest | None = None

    @property
    def finished(self) -> bool:
        """Whether every game asked for is written."""
        return self.n == self.asked

    def add_part(self, first: int, rows: np.ndarray, path: Path) -> None:
        """Take in a part that is written."""
        tally, sums = self._grown(rows)
        self.tally, self.sums, self._parts[first] = tally, sums, path  # all, or nothing

    def parts(self) -> Iterator[pd.DataFrame]:
        """Yield the games part by part, as `rows` has them: memory for one part is enough.

        Raises
        ------
        RecordError
            At a part that was damaged or removed since the run was loaded.
        """
        for block in self.blocks():
            yield self._frame(*block)

    def blocks(self) -> Iterator[Block]:
        """Yield the games from the disk in order, part by part."""
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
        The folder; made if it is not there, else it must be empty.
    game, n, seed, policies, variant, first, executor, progress
        As in `stlib.simulate.playouts`.
    chunk : int, optional
        Games a part; by default a two-hundredth of all, 100 to 100,000. A
        part that was begun is lost when a run is interrupted or killed.

    Returns
    -------
    Run
        If interrupted, of the parts written so far; `resume` goes on.

    Raises
    ------
    SetupError
        If the folder is in use, holds anything or cannot be written to, or
        if such a run cannot be.
    RecordError
        If the disk cannot be written to any more; what is written is safe.
    """
    n, place, game = count_of("n", n), Path(folder), game_of(game)
    rule, pair, key = game.find_variant(variant), pair_of(policies), check_seed(seed)
    size = min(max(n // _PARTS, _LEAST), _MOST) if chunk is None else count_of("chunk", chunk)
    task = Playouts.of(game, rule, pair, key, first)
    first = check_first(first)
    manifest = _plan(task, rule, pair, first, n, size)
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as why:
        raise SetupError("not_writable", folder=str(place), why=str(why)) from why
    with archive.locked(place):
        _refuse_full_folder(place)
        run = Run(game, rule, pair, key, n, first, folder=place, _manifest=manifest)
        with _safe(run):
            archive.clear_leftovers(place)
            archive.write_manifest(place, manifest, finished=False)
        return _play(run, task, executor, progress)


def resume(
    folder: str | Path, *games: Game, executor: Executor | None = None, progress: bool = True
) -> Run:
    """Play the games that a run still lacks; the folder ends up as if it had never stopped.

    Parameters
    ----------
    folder : str or Path
        The folder.
    *games : Game
        Games it may be of.
    executor, progress
        As in `start`; need not be those the run began with.

    Raises
    ------
    SetupError
        If another run is writing to the folder.
    RecordError
        If the manifest or a part is damaged, a file does not belong there, or
        the run was made by other code, whose games may differ.
    """
    place = Path(folder)
    archive.read_manifest(place)  # before a lock is left in a folder that holds no run
    with archive.locked(place):
        run = _take_stock(place, games, complete=False)
        assert run._manifest is not None
        task = _same_task(run, run._manifest)
        with _safe(run):
            archive.clear_leftovers(place)
        return _play(run, task, executor, progress)


def load(folder: str | Path, *games: Game) -> Run:
    """Read a run, finished or not, and check every byte of it.

    Parameters
    ----------
    folder : str or Path
        The folder.
    *games : Game
        Games it may be of.

    Raises
    ------
    RecordError
        Naming each file that is damaged, missing or does not belong there.
    """
    return _take_stock(Path(folder), games, complete=True)


# --- planning ---------------------------------------------------------------------------


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
    """Return nested tuples of numbers as JSON gives them back."""
    return [_listed(code) for code in codes] if isinstance(codes, tuple) else int(codes)


def _same_task(run: Run, manifest: Manifest) -> Playouts:
    """Return what workers need, or RecordError if they would play or write something else."""
    task = Playouts.of(run.game, run.variant, run.policies, run.seed, manifest.first)
    now = _plan(task, run.variant, run.policies, manifest.first, run.asked, manifest.chunk)
    for name in ("code", "codes", "pyarrow"):
        then, today = getattr(manifest, name), getattr(now, name)
        if then != today:
            raise RecordError("other_code", folder=str(run.folder), name=name, then=then, now=today)
    return task


def _refuse_full_folder(place: Path) -> None:
    """A new run begins in an empty folder; what a killed start left behind is no matter."""
    if (place / archive.MANIFEST).exists():
        raise SetupError("run_exists", folder=str(place))
    others = sorted(path.name for path in place.iterdir() if path.name != archive.LOCK)
    if others := [name for name in others if name != archive.MANIFEST + ".unfinished"]:
        raise SetupError("folder_not_empty", folder=str(place), files=", ".join(others[:5]))


# --- playing ----------------------------------------------------------------------------


def _play(run: Run, task: Playouts, executor: Executor | None, progress: bool) -> Run:
    """Play what is missing, and write each part as soon as it is whole."""
    manifest = run._manifest
    assert manifest is not None
    missing = [span for span in manifest.spans if span[0] not in run._parts]
    whole = _Gathering(manifest)
    with bar(run.asked, progress, run.n) as shown:
        try:
            for begin, out in chunks(executor, task, missing):
                shown.update(len(out))
                for first, rows in whole.add(begin, out):
                    with _safe(run):
                        path = archive.write_part(run.folder, manifest, first, rows)
                    run.add_part(first, rows, path)
        except KeyboardInterrupt:
            _take_in(run, manifest)  # a part may be written and not counted yet
            if not run.n:
                raise
            return run
    if not archive.read_manifest(run.folder)[1]:
        with _safe(run):
            archive.write_manifest(run.folder, manifest, finished=True)
    return run


class _Gathering:
    """Parts that are being put together from chunks, in whatever order these come."""

    def __init__(self, manifest: Manifest) -> None:
        self._manifest = manifest
        self._open: dict[int, tuple[np.ndarray, int]] = {}

    def add(self, begin: int, out: np.ndarray) -> Iterator[tuple[int, np.ndarray]]:
        """Take in a chunk; yield (first game, rows) of the part that it completes, if any."""
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
    """Turn a disk that cannot be written to into an error that says what is safe."""
    try:
        yield
    except OSError as why:
        raise RecordError(
            "run_stopped", folder=str(run.folder), n=run.n, asked=run.asked, why=str(why)
        ) from why


# --- reading ----------------------------------------------------------------------------


class _Faults:
    """Several texts, said one after the other."""

    def __init__(self, texts: list[Text]) -> None:
        self._texts = texts

    @words.whole
    def say(self, lang: str = "en") -> str:
        return "; ".join(text.say(lang) for text in self._texts)


def _take_stock(place: Path, games: tuple[Game, ...], complete: bool) -> Run:
    """Return a run as it lies there, every part read and checked.

    With `complete`, a run that says it is finished must have all its parts.
    """
    manifest, finished = archive.read_manifest(place)
    game = _game_of(manifest, games)
    run = Run(
        game, _variant_of(manifest, game, place), (manifest.policies[0], manifest.policies[1]),
        manifest.seed, manifest.games, manifest.first, folder=place, _manifest=manifest,
    )  # fmt: skip
    wrong, found = _take_in(run, manifest)
    if finished and complete:
        wrong += [
            Text("run.missing", {"first": first, "last": first + n - 1})
            for first, n in manifest.spans
            if first not in found
        ]
    if wrong:
        raise RecordError("run_damaged", folder=str(place), faults=_Faults(wrong))
    return run


def _take_in(run: Run, manifest: Manifest) -> tuple[list[Text], dict[int, Path]]:
    """Count the parts in the folder that are not counted yet; return what is wrong, and all."""
    found, wrong = archive.survey(run.folder, manifest)
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
    raise RecordError("other_game", text=repr(manifest.game), game=names)


def _variant_of(manifest: Manifest, game: Game, place: Path) -> Any:
    """Return the variant; RecordError if this version has no such switch, column or reason."""
    try:
        variant = game.rules.Variant(**manifest.variant)
    except (TypeError, ValueError) as why:
        raise RecordError("bad_switch", why=str(why)) from why
    for name, now in (("columns", game.kernels.COLUMNS), ("reasons", game.rules.REASONS)):
        then = getattr(manifest, name)
        if then != list(now):
            raise RecordError("other_code", folder=str(place), name=name, then=then, now=list(now))
    return variant
