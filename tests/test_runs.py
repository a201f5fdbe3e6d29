"""Runs on disk: the same bytes after any interruption, no half-written files, named errors."""

import _thread
import dataclasses
import errno
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pytest

import st2lib
from stlib import ST1, RecordError, SetupError, runs
from stlib.base import imports
from stlib.runs import archive, running
from stlib.simulate import workers
from stlib.simulate.playing import playouts

ROOT = Path(__file__).resolve().parents[1]
N, CHUNK, SEED = 700, 60, 5


def start(folder, n=N, seed=SEED, **more):
    """Begin a small run without a progress bar."""
    return runs.start(folder, ST1, n, seed, chunk=more.pop("chunk", CHUNK), progress=False, **more)


def resume(folder, **more):
    return runs.resume(folder, ST1, progress=False, **more)


def load(folder):
    return runs.load(folder, ST1)


def content(folder):
    """Return every file of a folder by its name, to the byte."""
    return {path.name: path.read_bytes() for path in Path(folder).iterdir()}


def parts(folder):
    """Return the paths of the parts, first games first."""
    return sorted(Path(folder).glob("*.parquet"))


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """Return the folder of a run that nothing disturbed, not to be changed."""
    folder = tmp_path_factory.mktemp("whole") / "run"
    start(folder)
    return folder


def interrupt_after(monkeypatch, calls, error=KeyboardInterrupt):
    """Let chunk number `calls` and all later ones fail; return a function that repairs this."""
    play = workers.run_chunk
    made = []

    def stopped(task, first, n):
        made.append(first)
        if len(made) > calls:
            raise error
        return play(task, first, n)

    monkeypatch.setattr(workers, "run_chunk", stopped)
    monkeypatch.setattr(workers, "_MAX_CHUNK", 25)
    return monkeypatch.undo


# --- what is written ----------------------------------------------------------------------


def test_a_run_on_disk_is_the_run_in_memory(whole):
    """Games, tally and rate are those of `playouts` with the same seed."""
    found, expected = load(whole), playouts(ST1, N, SEED, progress=False)
    assert found.finished
    assert (found.n, found.tally, found.interval) == (N, expected.tally, expected.interval)
    assert found.means.equals(expected.means)
    pd.testing.assert_frame_equal(found.rows, expected.rows, check_index_type=False)
    assert str(found) == str(expected)
    assert sum(len(part) for part in found.parts()) == N
    assert max(len(part) for part in found.parts()) == CHUNK


def test_parts_can_be_read_without_this_library(whole):
    """A part is a table with its games' numbers, the seed and who played."""
    table = pq.read_table(parts(whole)[1]).to_pandas()
    assert list(table["game"]) == list(range(CHUNK, 2 * CHUNK))
    assert set(table["seed"]) == {SEED}
    assert set(table["player_0"]) == set(table["player_1"]) == {"uniform"}
    assert set(ST1.kernels.COLUMNS) < set(table.columns)


def test_the_manifest_repeats_the_run(whole, tmp_path):
    """A run that is started again from its manifest alone has the same bytes."""
    facts = json.loads((whole / "manifest.json").read_text(encoding="utf-8"))
    assert facts["finished"]
    runs.start(
        tmp_path / "again",
        ST1,
        facts["games"],
        facts["seed"],
        tuple(facts["policies"]),
        ST1.rules.Variant(**facts["variant"]),
        first=facts["first"],
        chunk=facts["chunk"],
        progress=False,
    )
    assert content(tmp_path / "again") == content(whole)


@pytest.mark.parametrize("threads", [1, 2, 5])
@pytest.mark.parametrize("pace", [1e-9, 1e9])
def test_workers_do_not_change_a_byte(threads, pace, whole, tmp_path, monkeypatch):
    """The bytes do not depend on the number of workers or the size of the chunks."""
    monkeypatch.setattr(workers, "_CHUNK_SECONDS", pace)
    with ThreadPoolExecutor(threads) as executor:
        start(tmp_path / "run", executor=executor)
    assert content(tmp_path / "run") == content(whole)


def test_variants_and_who_starts_are_kept(tmp_path):
    """What is not the default is written, loaded and resumed as it was."""
    variant = dataclasses.replace(ST1.variants["expert"], name="mine", deadlock="none")
    start(tmp_path, 120, variant=variant, first=1, policies=("uniform_moves", "uniform"))
    found = load(tmp_path)
    assert found.variant == variant
    assert found.policies == ("uniform_moves", "uniform")
    assert set(found.rows["first"]) == {1}
    assert resume(tmp_path).n == 120


@pytest.mark.parametrize("named", [True, False])
def test_a_run_begun_under_another_default_goes_on_as_it_was(named, tmp_path):
    """A run of the time when a Joker was allowed once in a game still is one, not a newer one.

    Its manifest says so; if it is silent, it means what was the default then.
    """
    old = dataclasses.replace(ST1.variants["tactics"], joker_limit_st1="ever")
    assert old != ST1.variants["tactics"]
    start(tmp_path, 20, variant=old, chunk=10)
    part = parts(tmp_path)[1]
    bytes_then = part.read_bytes()
    path = tmp_path / "manifest.json"
    facts = json.loads(path.read_text(encoding="utf-8"))
    assert facts["variant"]["joker_limit_st1"] == "ever"
    if named:
        part.unlink()
        assert resume(tmp_path).variant == old
        assert parts(tmp_path)[1].read_bytes() == bytes_then
    else:
        del facts["variant"]["joker_limit_st1"], facts["check"]
        facts["check"] = archive._check(facts)
        path.write_text(json.dumps(facts), encoding="utf-8")
        manifest, _ = archive.read_manifest(tmp_path)
        assert running._variant_of(manifest, ST1, tmp_path) == old


def test_parts_are_neither_many_nor_tiny(tmp_path):
    """By default a run has about two hundred parts, a small one parts of a hundred games."""
    runs.start(tmp_path / "a", ST1, 250, 1, progress=False)
    assert [path.name[6:31] for path in parts(tmp_path / "a")] == [
        "000000000000-000000000099",
        "000000000100-000000000199",
        "000000000200-000000000249",
    ]


# --- cut short --------------------------------------------------------------------------------


@pytest.mark.parametrize("calls", [3, 8, 20, 27])
def test_an_interrupted_run_says_so_and_goes_on(calls, whole, tmp_path, monkeypatch):
    """After an interruption what was written is kept and marked `n of N games`."""
    mend = interrupt_after(monkeypatch, calls)
    with ThreadPoolExecutor(1) as executor:
        found = start(tmp_path / "run", executor=executor)
    mend()
    assert 0 < found.n < N
    assert not found.finished
    assert f"{found.n} of {N} games" in str(found)
    assert str(load(tmp_path / "run")) == str(found)
    assert json.loads((tmp_path / "run" / "manifest.json").read_text())["finished"] is False
    assert resume(tmp_path / "run").finished
    assert content(tmp_path / "run") == content(whole)


@pytest.mark.parametrize("calls", [1, 5])
def test_a_part_written_before_the_interrupt_counts(calls, tmp_path, monkeypatch):
    """What the interrupted call says of the folder is what the folder holds."""
    write, made = archive.write_part, []

    def interrupted(*arguments):
        made.append(write(*arguments))
        if len(made) == calls:
            raise KeyboardInterrupt
        return made[-1]

    monkeypatch.setattr(archive, "write_part", interrupted)
    found = start(tmp_path / "run")
    kept = load(tmp_path / "run")
    assert len(made) == calls == len(parts(tmp_path / "run"))
    assert (found.n, found.tally, list(found.means)) == (kept.n, kept.tally, list(kept.means))
    assert resume(tmp_path / "run").n == N


def test_interrupted_before_the_first_part_the_run_can_go_on(whole, tmp_path, monkeypatch):
    """Nothing is kept, so the interrupt goes through; the folder says 0 games."""
    mend = interrupt_after(monkeypatch, 1)
    with pytest.raises(KeyboardInterrupt):
        start(tmp_path / "run")
    mend()
    empty = load(tmp_path / "run")
    assert f"0 of {N} games" in str(empty)
    for ask in (lambda: empty.rate, lambda: empty.rows, lambda: empty.means, empty.figures):
        with pytest.raises(SetupError, match="no game of this run"):
            ask()
    resume(tmp_path / "run")
    assert content(tmp_path / "run") == content(whole)


def test_a_huge_run_stops_soon_and_leaves_no_thread(tmp_path):
    """A hundred million games, interrupted early on, keep what is written."""
    before = threading.active_count()
    pressed = []

    def press():
        while len(parts(tmp_path)) < 3:
            time.sleep(0.01)
        pressed.append(time.perf_counter())
        _thread.interrupt_main()

    finger = threading.Thread(target=press)
    finger.start()
    found = start(tmp_path, 10**8, chunk=1000)
    assert time.perf_counter() - pressed[0] < 10
    finger.join()
    assert 3000 <= found.n < 10**8
    assert threading.active_count() <= before
    assert f"{found.n} of 100000000 games" in str(load(tmp_path))


def test_a_finished_run_has_nothing_to_resume(whole, monkeypatch):
    """Nothing is played, nothing is written."""
    before = content(whole)
    interrupt_after(monkeypatch, 0)
    assert resume(whole).finished
    assert content(whole) == before


def live_and_die(folder, n, chunk, more):
    """Run on in a process of its own; kill -9 it once there are so many more parts."""
    child = os.fork()
    if not child:
        try:
            begun = (folder / "manifest.json").exists()
            resume(folder) if begun else start(folder, n, chunk=chunk)
        finally:
            os._exit(1)
    aim = len(parts(folder)) + more
    while len(parts(folder)) < aim and os.waitpid(child, os.WNOHANG) == (0, 0):
        time.sleep(0.001)
    time.sleep(random.random() * 0.02)
    os.kill(child, signal.SIGKILL)
    assert os.WIFSIGNALED(os.waitpid(child, 0)[1])


@pytest.mark.skipif(not hasattr(os, "fork"), reason="Windows has no kill -9")
@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
@pytest.mark.parametrize("kills", [5, pytest.param(50, marks=pytest.mark.slow)])
def test_killed_at_random_moments_a_run_ends_the_same(kills, tmp_path):
    """After many kills the run ends with the same bytes, and nothing that was written is lost."""
    folder, chunk, left = tmp_path / "killed", 100, [0]
    n = kills * 6 * chunk
    for life in range(kills):
        live_and_die(folder, n, chunk, random.randrange(4) if life else 1)
        left.append(len(parts(folder)))
        assert left[-2] <= left[-1] < n // chunk
        if life % 5 == 4:
            seen = load(folder)
            assert not seen.finished
            assert seen.n == left[-1] * chunk
    assert resume(folder).finished
    start(tmp_path / "whole", n, chunk=chunk)
    assert content(folder) == content(tmp_path / "whole")


class Butcher(ProcessPoolExecutor):
    """Kills one of its processes once, when a chunk is handed in after the first result.

    Not before: Python 3.11 may wait for ever for a process that begins while another dies.
    """

    handed_in = 0

    def submit(self, *task):
        future = super().submit(*task)
        self.handed_in += 1
        if self.handed_in == 5:  # four wait at a time
            os.kill(next(iter(self._processes)), signal.SIGKILL)
        return future


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="Windows has no kill -9")
def test_a_lost_worker_costs_no_game(whole, tmp_path, monkeypatch):
    """The run says so, finishes, and no game is lost or doubled."""
    monkeypatch.setattr(workers, "_MAX_CHUNK", 25)
    with (
        Butcher(2, mp_context=get_context("spawn")) as executor,
        pytest.warns(RuntimeWarning, match="worker process was lost"),
    ):
        assert start(tmp_path / "run", executor=executor).finished
    assert content(tmp_path / "run") == content(whole)


@pytest.mark.slow
def test_processes_do_not_change_a_byte(whole, tmp_path, monkeypatch):
    """Games played in other processes are the same games."""
    monkeypatch.setattr(workers, "_MAX_CHUNK", 25)
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        start(tmp_path / "run", executor=executor)
    assert content(tmp_path / "run") == content(whole)


# --- disks ------------------------------------------------------------------------------------


@pytest.mark.parametrize("writes", [2, 3, 8, 24])
def test_a_full_disk_stops_a_run_that_can_go_on(writes, whole, tmp_path, monkeypatch):
    """Whatever write it is that fails, nothing half written stays, and the error says what is safe.

    Writes 1 and 2 are the manifest and its name in the folder, two more follow for each part.
    """
    sync, made = os.fsync, []

    def full(file):
        made.append(file)
        if len(made) > writes:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        sync(file)

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(RecordError, match=rf"No space left.* of {N} games are safe") as caught:
        start(tmp_path / "run")
    assert isinstance(caught.value.__cause__, OSError)
    monkeypatch.undo()
    assert not list((tmp_path / "run").glob("*.unfinished"))
    kept = load(tmp_path / "run")
    assert caught.value.values["n"] <= kept.n < N
    assert resume(tmp_path / "run").finished
    assert content(tmp_path / "run") == content(whole)


def test_a_folder_that_cannot_be_written_to_is_named(tmp_path):
    """Before any game is played."""
    (tmp_path / "file").write_text("")
    with pytest.raises(SetupError, match="cannot be written to"):
        start(tmp_path / "file" / "run")
    if os.name != "nt" and os.geteuid():  # root may write everywhere
        (tmp_path / "closed").mkdir(mode=0o500)
        with pytest.raises(SetupError, match="cannot be written to"):
            start(tmp_path / "closed")


def test_what_a_killed_run_had_begun_to_write_is_cleared_away(whole, tmp_path):
    """A half-written part with a temporary name is not damage; `resume` removes it."""
    start(tmp_path / "run")
    last = parts(tmp_path / "run")[-1]
    last.rename(str(last) + ".unfinished")
    archive.write_manifest(tmp_path / "run", load_plan(tmp_path / "run"), finished=False)
    assert not load(tmp_path / "run").finished
    resume(tmp_path / "run")
    assert content(tmp_path / "run") == content(whole)


def load_plan(folder):
    return archive.read_manifest(Path(folder))[0]


# --- two runs in one folder ---------------------------------------------------------------------


def test_two_runs_into_one_folder_are_refused(tmp_path):
    """A second run in the same folder is refused, also in the same process."""
    start(tmp_path / "run", 120)
    with archive.locked(tmp_path / "run"):
        for second in (start, resume):
            with pytest.raises(SetupError, match=f"another run .*{os.getpid()}"):
                second(tmp_path / "run")
        assert load(tmp_path / "run").n == 120
    assert resume(tmp_path / "run").n == 120


HOLD = """
import sys
from stlib.runs import archive
with archive.locked(archive.Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_a_lock_is_seen_by_other_processes_and_dies_with_its_own(tmp_path):
    """Another process is refused while this one writes; the lock of a killed process is ignored."""
    start(tmp_path / "run", 120)
    child = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path / "run")],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert child.stdout.readline() == "held\n"
    with pytest.raises(SetupError, match=f"another run .*{child.pid}"):
        resume(tmp_path / "run")
    child.kill()
    child.communicate()
    assert resume(tmp_path / "run").n == 120
    assert (tmp_path / "run" / "lock").read_bytes() == b""


def test_a_run_never_begins_in_a_folder_that_holds_anything(whole, tmp_path):
    """A run is refused in a folder that holds another run or other files."""
    with pytest.raises(SetupError, match="holds a run already"):
        start(whole)
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(SetupError, match=r"not empty \(notes.txt\)"):
        start(tmp_path)
    assert (tmp_path / "notes.txt").read_text() == "mine"


# --- damage -------------------------------------------------------------------------------------


@pytest.fixture
def copy(whole, tmp_path):
    """Return a copy of the run to damage."""
    for name, data in content(whole).items():
        (tmp_path / name).write_bytes(data)
    return tmp_path


def refused(folder, *named):
    """Assert that `load` and `resume` refuse the folder, name all of this, and change nothing."""
    before = content(folder)
    for way in (load, resume):
        with pytest.raises(RecordError) as caught:
            way(folder)
        for text in named:
            assert text in str(caught.value)
            assert text in caught.value.say("de")
    assert content(folder) == before


@pytest.mark.parametrize("at", [0, 5, 300, -300, -1])
def test_a_flipped_byte_is_named(copy, at):
    """Wherever it is in a part."""
    part = parts(copy)[2]
    data = bytearray(part.read_bytes())
    data[at] ^= 1
    part.write_bytes(data)
    refused(copy, part.name)


@pytest.mark.parametrize("kept", [0, 1, 100, -1])
def test_a_truncated_part_is_named(copy, kept):
    """To nothing, or by one byte."""
    part = parts(copy)[-1]
    part.write_bytes(part.read_bytes()[:kept])
    refused(copy, part.name)


def test_all_that_is_wrong_is_named_at_once(copy):
    """Foreign, damaged and missing files, in one message."""
    first, second, third = parts(copy)[:3]
    first.write_bytes(b"")
    second.unlink()
    third.rename(copy / third.name.replace("000000000120", "000000000121"))
    (copy / "notes.txt").write_text("?")
    (copy / "folder").mkdir()
    named = (first.name, "60", "119", "000000000121", "notes.txt", "folder")
    with pytest.raises(RecordError) as caught:
        load(copy)
    assert all(name in str(caught.value) for name in named)


def test_a_missing_part_is_played_again_when_asked_for(copy, whole):
    """Where a run says it is finished, a missing part is damage: its games are named."""
    run = load(copy)
    parts(copy)[3].unlink()
    with pytest.raises(RecordError, match="games 180 to 239 are missing"):
        load(copy)
    with pytest.raises(RecordError, match=r"000000000180-.* is gone"):
        _ = run.rows
    assert resume(copy).finished
    assert content(copy) == content(whole)


@pytest.mark.parametrize(
    "other", [{"seed": SEED + 1}, {"policies": "uniform_moves"}, {"variant": "expert"}]
)
def test_a_part_of_another_run_is_named(copy, other, tmp_path_factory):
    """A whole part with the right games, but of another seed, policy or variant."""
    stranger = tmp_path_factory.mktemp("other")
    start(stranger, **other)
    mine, theirs = parts(copy)[4], parts(stranger)[4]
    (copy / theirs.name).write_bytes(theirs.read_bytes())
    refused(copy, theirs.name if theirs.name > mine.name else mine.name)
    mine.unlink()
    refused(copy, theirs.name)


@pytest.mark.parametrize("damage", ["", "{}", "[]", "nonsense", "edited", "cut"])
def test_a_damaged_manifest_is_named(copy, damage):
    """Cut, empty, no JSON, or with another seed in it."""
    path = copy / "manifest.json"
    text = path.read_text(encoding="utf-8")
    changed = {"edited": text.replace(f'"seed": {SEED}', '"seed": 6'), "cut": text[:-9]}
    path.write_text(changed.get(damage, damage), encoding="utf-8")
    refused(copy, "manifest.json")


def test_a_folder_without_a_run_is_named_and_left_alone(tmp_path):
    """Loading a folder without a run raises, and creates no file and no folder."""
    for folder in (tmp_path, tmp_path / "nowhere"):
        refused_here = pytest.raises(RecordError, match="holds no run")
        with refused_here:
            load(folder)
        with refused_here:
            resume(folder)
    assert list(tmp_path.iterdir()) == []


def test_other_code_may_read_a_run_but_not_go_on_with_it(copy, monkeypatch):
    """Games of two versions never stand in one folder."""
    monkeypatch.setattr(running, "code_version", lambda game: "another")
    assert load(copy).finished
    with pytest.raises(RecordError, match=r"another code .*another"):
        resume(copy)


@pytest.mark.parametrize(
    ("name", "then"),
    [("codes", [-1, [1, 1, 0, 1, 0]]), ("pyarrow", "0.1"), ("format", 1), ("code", "older")],
)
def test_each_thing_that_decides_the_bytes_of_a_run_must_be_the_same(name, then, copy, monkeypatch):
    """If one fact is that of another version, the run can be read and not gone on with."""
    plan = running._plan

    def as_today(*given, **more):
        return dataclasses.replace(plan(*given, **more), **{name: then})

    monkeypatch.setattr(running, "_plan", as_today)
    assert load(copy).finished
    with pytest.raises(RecordError, match=f"another {name} "):
        resume(copy)


def test_a_part_with_the_games_of_another_place_is_damaged(copy):
    """The file's name, its hash and its run fit; the numbers of its games do not."""
    manifest, _ = archive.read_manifest(copy)
    part = parts(copy)[3]
    first, rows = archive.read_part(part, manifest)
    later = archive.write_part(copy, manifest, first + 1, rows)
    part.unlink()
    name = "-".join(part.name.split("-")[:3] + later.name.split("-")[3:])
    later.rename(copy / name)
    refused(copy, name)


def test_the_code_version_follows_the_kernels(tmp_path, monkeypatch):
    """It is the same at each call, differs between games, and changes with any source file."""
    before, sources = running.code_version(ST1), imports.sources_of
    assert before == running.code_version(ST1) != running.code_version(st2lib.ST2)

    def changed(path):
        other = "elite_refutation.py"
        return {p: text + b"#" * (p.name == other) for p, text in sources(path).items()}

    monkeypatch.setattr(imports, "sources_of", changed)
    assert running.code_version(ST1) != before


def test_a_run_of_the_other_game_is_named(whole):
    """A run is read with its own game at hand, among others or alone."""
    assert runs.load(whole, st2lib.ST2, ST1).game is ST1
    with pytest.raises(RecordError, match="'ST1', not about ST2"):
        runs.load(whole, st2lib.ST2)


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ({"n": 0}, "n must be"),
        ({"chunk": 0}, "chunk must be"),
        ({"seed": -1}, "-1"),
        ({"policies": "genius"}, "genius"),
        ({"policies": ("uniform",)}, "policies"),
        ({"variant": "siege"}, "siege"),
        ({"first": 3}, "first"),
    ],
)
def test_runs_that_cannot_be_leave_no_folder(arguments, named, tmp_path):
    """The error shows the value, and nothing is written."""
    with pytest.raises(SetupError, match=named):
        start(tmp_path / "run", **arguments)
    assert not (tmp_path / "run").exists()


def test_numpys_numbers_do_as_well(tmp_path):
    """The manifest holds plain ones."""
    numbers = {"n": np.int64(50), "seed": np.int64(3), "first": np.int64(1), "chunk": np.int32(20)}
    found = start(tmp_path / "run", **numbers)
    assert content(tmp_path / "run") == content(
        start(tmp_path / "plain", 50, 3, first=1, chunk=20).folder
    )
    assert str(load(tmp_path / "run")) == str(found)


def test_whose_run_it_is_must_be_said(whole):
    """The game must be given as an object; a name or nothing is refused."""
    with pytest.raises(SetupError, match="of ST1: pass the game as well"):
        runs.load(whole)
    with pytest.raises(SetupError, match="'ST1' is no game"):
        runs.load(whole, "ST1")


@pytest.mark.parametrize("name", ["manifest.json", "games-*-*-*.parquet"])
def test_what_cannot_be_read_is_named(copy, name):
    """A folder of the name of a file, as an example of what the system refuses."""
    path = sorted(copy.glob(name))[0]
    path.unlink()
    path.mkdir()
    with pytest.raises(RecordError, match=f"{path.name} cannot be read"):
        load(copy)


def test_a_manifest_with_other_facts_is_damaged(copy):
    """A manifest with other facts is refused even if its hash was made to fit."""
    path = copy / "manifest.json"
    facts = json.loads(path.read_text(encoding="utf-8"))
    del facts["seed"], facts["check"]
    path.write_text(json.dumps(facts | {"check": archive._check(facts)}), encoding="utf-8")
    with pytest.raises(RecordError, match="damaged or was changed"):
        load(copy)


@pytest.mark.parametrize("folder", [5, None, "", "x" * 10_000, b"ab", [], "a\0b", True])
def test_what_is_no_folder_is_refused_in_few_words(folder):
    """Nothing is written, and a long value is cut short."""
    with pytest.raises(SetupError) as caught:
        runs.load(folder, ST1)
    assert len(str(caught.value)) < 200
