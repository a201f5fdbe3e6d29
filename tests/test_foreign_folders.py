"""Folders of runs that others made or opened: nothing is emptied, and nothing hangs."""

import json
import os
import signal
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

from stlib import ST1, RecordError, SetupError, runs
from stlib.runs import archive, files

N, CHUNK, SEED = 130, 50, 5
posix = pytest.mark.skipif(os.name == "nt", reason="needs the links and pipes of a Unix system")


def start(folder, **more):
    return runs.start(folder, ST1, N, SEED, chunk=CHUNK, progress=False, **more)


def resume(folder):
    return runs.resume(folder, ST1, progress=False)


def load(folder):
    return runs.load(folder, ST1)


def content(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


@pytest.fixture
def folder(tmp_path):
    """Return the folder of a finished run."""
    start(tmp_path / "run")
    return tmp_path / "run"


@pytest.fixture
def _patience():
    """Make a test that hangs fail after ten seconds."""

    def give_up(*_):
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(10)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.fixture
def _little_memory():
    """Make a test fail if it takes a gigabyte more memory than is in use."""
    resource = pytest.importorskip("resource")
    used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (used + 2**30, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_AS, before)


# --- what systems and editors leave -------------------------------------------------------

LEFT = (
    ".DS_Store", "._games-000000000000-000000000049-0123456789abcdef.parquet", "Thumbs.db",
    "desktop.ini", ".nfs0000000002a4f1e300000001", "manifest.json~", ".ipynb_checkpoints",
    ".manifest.json.swp", ".#manifest.json", "#manifest.json#", ".Trash-1000", "lost+found",
)  # fmt: skip


def test_what_a_system_leaves_in_a_folder_is_ignored(folder):
    """Files that a file manager or an editor leaves are ignored; other files are named."""
    for name in LEFT:
        (folder / name).mkdir() if name.startswith(".ipynb") else (folder / name).write_bytes(b"?")
    before = content(folder)
    assert load(folder).n == resume(folder).n == N
    assert content(folder) == before
    (folder / "DS_Store").write_text("mine")
    with pytest.raises(RecordError, match="DS_Store does not belong") as caught:
        load(folder)
    assert "Thumbs" not in str(caught.value)


def test_a_run_may_begin_where_a_system_left_something(tmp_path):
    """A run starts in a folder that holds only what a file manager left."""
    (tmp_path / ".DS_Store").write_bytes(b"?")
    assert start(tmp_path).finished


# --- links and pipes ----------------------------------------------------------------------


@posix
@pytest.mark.parametrize("link", [os.symlink, os.link], ids=["symbolic", "hard"])
def test_a_link_named_lock_costs_nobody_a_file(link, folder, tmp_path):
    """The lock is emptied when it is taken, so it must be a file of its own."""
    precious = tmp_path / "precious"
    precious.write_text("not to be lost")
    (folder / "lock").unlink()
    link(precious, folder / "lock")
    with pytest.raises(SetupError, match="lock is not the lock of a run"):
        resume(folder)
    assert precious.read_text() == "not to be lost"


@posix
def test_a_dangling_link_named_lock_makes_no_file(folder, tmp_path):
    """Nothing is written where the link points."""
    (folder / "lock").unlink()
    (folder / "lock").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(SetupError, match="lock is not the lock of a run"):
        resume(folder)
    assert not (tmp_path / "elsewhere").exists()


def test_a_text_named_lock_is_not_emptied(folder):
    """A lock file that names no process belongs to somebody else and is left alone."""
    (folder / "lock").write_text("my notes")
    with pytest.raises(SetupError, match="lock is not the lock of a run"):
        resume(folder)
    assert (folder / "lock").read_text() == "my notes"
    (folder / "lock").write_text("123, a machine that is gone")
    assert resume(folder).finished


@posix
@pytest.mark.parametrize("name", ["manifest.json.unfinished", "games-part.unfinished"])
def test_nothing_is_written_through_a_link(name, folder, tmp_path):
    """A link in place of a temporary file is never written through."""
    precious = tmp_path / "precious"
    precious.write_text("not to be lost")
    part = sorted(folder.glob("*.parquet"))[0]
    part.unlink()
    (folder / name.replace("games-part", part.name)).symlink_to(precious)
    assert resume(folder).finished
    assert precious.read_text() == "not to be lost"


@posix
@pytest.mark.usefixtures("_patience")
@pytest.mark.parametrize("name", ["manifest.json", "games-*", "lock"])
def test_a_pipe_does_not_keep_anybody_waiting(name, folder):
    """A FIFO in place of a file is named by `load` and `resume`, and nothing hangs."""
    path = sorted(folder.glob(name))[0]
    path.unlink()
    os.mkfifo(path)
    ways = (resume,) if name == "lock" else (load, resume)
    for way in ways:
        with pytest.raises((RecordError, SetupError), match=path.name):
            way(folder)


# --- manifests that say what cannot be ----------------------------------------------------


def forge(folder, **facts):
    """Change what a manifest says, and make its hash fit."""
    path = folder / "manifest.json"
    told = json.loads(path.read_bytes()) | facts
    del told["check"]
    path.write_text(json.dumps(told | {"check": archive._check(told)}))


NONSENSE = {
    "no games": {"games": 0},
    "games below 0": {"games": -5},
    "games that no number holds": {"games": 10**30},
    "parts of nothing": {"chunk": 0},
    "parts that fill the memory": {"chunk": 10**12},
    "a part of a game": {"chunk": 0.5},
    "a seed that is none": {"seed": "5"},
    "a seed that is true": {"seed": True},
    "a third player starts": {"first": 2},
    "three policies": {"policies": ["uniform"] * 3},
    "a policy that is none": {"policies": ["uniform", None]},
    "a variant that is none": {"variant": ["base"]},
    "a switch that is none": {"variant": {"name": ["base"]}},
    "columns without names": {"columns": [1, 2]},
    "codes of letters": {"codes": ["a"]},
    "codes nested deep": {"codes": [[[[[[[[1]]]]]]]]},
    "code without a hash": {"code": None},
    "a long text": {"package": "x" * 10_000},
    "finished perhaps": {"finished": "perhaps"},
    "facts that nobody knows": {"paint": "red"},
}


@pytest.mark.parametrize("what", NONSENSE)
def test_a_manifest_that_cannot_be_is_damaged(what, folder):
    """`load` and `resume` refuse it even if its hash fits, and nothing is written."""
    forge(folder, **NONSENSE[what])
    before = content(folder)
    for way in (load, resume):
        with pytest.raises(RecordError, match=r"manifest.json is damaged"):
            way(folder)
    assert content(folder) == before


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is limited as on Linux")
@pytest.mark.usefixtures("_patience", "_little_memory")
def test_a_run_of_very_many_games_takes_no_memory(folder):
    """For a huge run the missing parts are counted, and only the first are named."""
    forge(folder, games=10**18, chunk=50)
    with pytest.raises(RecordError, match=r"and \d{10,} more such faults") as caught:
        load(folder)
    assert len(str(caught.value)) < 5000


def test_a_manifest_nested_deep_is_damaged(folder):
    """A manifest that is nested too deeply is refused."""
    (folder / "manifest.json").write_text("[" * 100_000 + "]" * 100_000)
    with pytest.raises(RecordError, match=r"manifest.json is damaged"):
        load(folder)


def test_a_huge_manifest_is_not_read(folder):
    """A huge file of zeros is refused without reading it into memory."""
    with (folder / "manifest.json").open("r+b") as file:
        file.truncate(10**9)
    with pytest.raises(RecordError, match=r"manifest.json cannot be read: it is longer"):
        load(folder)


@pytest.mark.parametrize(
    ("column", "value"), [("winner", 3), ("winner", 10**15), ("winner", -1), ("plies", None)]
)
def test_a_part_that_cannot_be_is_damaged(column, value, folder):
    """An impossible winner is refused even if the hash fits; counting it would fill the memory."""
    manifest, _ = archive.read_manifest(folder)
    rows = load(folder).blocks().__next__()[1].copy()
    (folder / sorted(path.name for path in folder.glob("games-*"))[0]).unlink()
    if value is None:
        manifest = archive.Manifest(
            **{**manifest.__dict__, "columns": [c for c in manifest.columns if c != column]}
        )
        rows = np.delete(rows, ST1.kernels.COLUMNS.index(column), axis=1)
    else:
        rows[3, ST1.kernels.COLUMNS.index(column)] = value
    path = archive.write_part(folder, manifest, 0, rows)
    with pytest.raises(RecordError, match=f"{path.name} is damaged"):
        load(folder)


@posix
def test_a_folder_that_cannot_be_listed_is_named(folder, monkeypatch):
    """A folder that can be entered but not listed is refused."""

    def refused(self):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(archive.Path, "iterdir", refused)
    with pytest.raises(RecordError, match="run cannot be read: Permission denied"):
        load(folder)


def test_two_threads_never_hold_one_lock(tmp_path):
    """Two threads never hold one lock, although the system would grant it to a process twice."""
    refused = []

    def second():
        try:
            with files.locked(tmp_path):
                pass
        except SetupError as why:
            refused.append(why)

    with files.locked(tmp_path):
        thread = threading.Thread(target=second)
        thread.start()
        thread.join()
    assert len(refused) == 1


# --- parts of the format before this one --------------------------------------------------


def test_a_run_of_the_first_format_can_be_read_and_not_gone_on_with(folder, monkeypatch):
    """A run of the old format is not resumed, because a folder never mixes two formats."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    expected = load(folder)
    rows = expected.rows
    manifest, _ = archive.read_manifest(folder)
    forge(folder, format=1)
    for path in folder.glob("games-*"):
        table = pq.read_table(path)
        codes = [manifest.reasons.index(word) for word in table["reason"].to_pylist()]
        at = table.schema.get_field_index("reason")
        table = table.set_column(at, "reason", pa.array(codes, pa.int64()))
        path.unlink()
        pq.write_table(table, folder / "part")
        data = (folder / "part").read_bytes()
        (folder / "part").unlink()
        name = path.name[:32] + archive._hash(data) + ".parquet"
        (folder / name).write_bytes(data)
    found = load(folder)
    assert found == expected
    assert found.rows.equals(rows)
    with pytest.raises(RecordError, match=r"another format \(1\)"):
        resume(folder)
