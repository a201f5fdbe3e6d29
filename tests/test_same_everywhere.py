"""The rows of a run are the same bytes, wherever and in whatever chunks it is played.

Run by itself (``python tests/test_same_everywhere.py``) it prints a hash of each run.
"""

import hashlib
import json
import os
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

from bridge import GAMES
from stlib import runs
from stlib.base import compiled
from stlib.simulate import workers
from stlib.simulate.playing import playouts

ROOT = Path(__file__).resolve().parents[1]
SEED = 23
#: Who plays how many games; few for the slow policy, because plain Python plays them, too.
PLAYED = {("uniform", "uniform"): 200, ("uniform_moves", "uniform"): 100, ("greedy", "uniform"): 2}
RUNS = [
    (name, variant, pair) for name in GAMES for variant in ("base", "tactics") for pair in PLAYED
]
each = pytest.mark.parametrize(("name", "variant", "pair"), RUNS)


def text(rows):
    """Return rows as the bytes of their text, which is whole numbers and words."""
    return rows.to_csv(lineterminator="\n").encode()


def content(name, variant, pair, executor=None):
    """Return the bytes of all rows of a run."""
    found = playouts(
        GAMES[name], PLAYED[pair], SEED, pair, variant, executor=executor, progress=False
    )
    rows = found.rows
    assert list(rows.index) == list(range(PLAYED[pair]))
    return text(rows)


@pytest.fixture(scope="module")
def alone():
    """Return the bytes of each run, played by one thread."""
    with ThreadPoolExecutor(1) as executor:
        return {run: content(*run, executor) for run in RUNS}


def chop(monkeypatch, chunk):
    """Let chunks have just so many games."""
    monkeypatch.setattr(workers, "_MAX_CHUNK", chunk)
    monkeypatch.setattr(workers, "_CHUNK_SECONDS", 1e9)


def test_the_runs_are_all_different(alone):
    """The runs that are compared below differ from each other."""
    assert len(set(alone.values())) == len(RUNS)


@pytest.mark.parametrize("chunk", [1, 7, 50, 1000])
@each
def test_on_two_threads_in_chunks_of_any_size(name, variant, pair, chunk, alone, monkeypatch):
    """It does not matter which thread plays a game, or in which chunk."""
    chop(monkeypatch, chunk)
    with ThreadPoolExecutor(2) as executor:
        assert content(name, variant, pair, executor) == alone[name, variant, pair]


@each
def test_by_the_threads_one_is_given(name, variant, pair, alone):
    """Without an executor, with chunks of the size that suits this machine."""
    assert content(name, variant, pair) == alone[name, variant, pair]


@each
def test_on_disk(name, variant, pair, alone, tmp_path):
    """What a folder holds is what memory holds."""
    n = PLAYED[pair]
    made = runs.start(
        tmp_path, GAMES[name], n, SEED, pair, variant, chunk=max(n // 3, 1), progress=False
    )
    assert text(made.rows) == alone[name, variant, pair]


@pytest.mark.slow
def test_in_other_processes(alone, monkeypatch):
    """Two fresh processes share each run."""
    chop(monkeypatch, 20)
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        assert {run: content(*run, executor) for run in RUNS} == alone


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_on_a_cluster(alone, monkeypatch):
    """Dask's workers, here two of this process, play the same games."""
    distributed = pytest.importorskip("distributed")
    chop(monkeypatch, 20)
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=False, dashboard_address=":0"
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        executor = client.get_executor()
        assert {run: content(*run, executor) for run in RUNS} == alone


@pytest.mark.slow
def test_in_plain_python(alone):
    """With numba off each game is the one that compiled code plays."""
    paths = f"{ROOT}{os.pathsep}{ROOT / 'tests'}"
    environment = os.environ | {"STLIB_NO_NUMBA": "1", "PYTHONPATH": paths}
    done = subprocess.run(
        [sys.executable, __file__], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told.pop("compiled") is False
    assert told == {" ".join(map(str, run)): digest(rows) for run, rows in alone.items()}


def digest(rows):
    return hashlib.sha256(rows).hexdigest()


def main():
    """Print each run's hash, played in this process."""
    told = {" ".join(map(str, run)): digest(content(*run)) for run in RUNS}
    print(json.dumps({"compiled": compiled.COMPILED} | told))


if __name__ == "__main__":
    main()
