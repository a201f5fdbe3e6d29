"""Games played by a Dask cluster on this machine: the same bytes, even if workers fail."""

import logging
import os
import signal
from contextlib import contextmanager

import pytest

from stlib import ST1, SetupError, runs
from stlib.runs import archive
from stlib.simulate import workers
from stlib.simulate.playing import play_match, playouts

distributed = pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
pytestmark = pytest.mark.slow

N, CHUNK, SEED = 700, 60, 5

#: What a worker is told to do, as source code, because these tests are not installed there.
HIDE = """
import sys
sys.hidden = {name: sys.modules[name] for name in sys.modules if name.partition(".")[0] == "stlib"}
sys.modules.update(dict.fromkeys({"stlib", "stlib.simulate.workers", *sys.hidden}))
"""
SHOW = """
import sys
for name in ("stlib", "stlib.simulate.workers"):
    del sys.modules[name]
sys.modules.update(sys.hidden)
"""
OTHER = "from stlib.simulate import workers; workers._version_here = lambda game: 'another'"
AGAIN = "from stlib.simulate import workers; workers._version_here = workers.code_version"


@contextmanager
def started(n, **settings):
    """Start a cluster of worker processes and connect to it."""
    import dask

    options = {"threads_per_worker": 1, "dashboard_address": ":0", "silence_logs": logging.CRITICAL}
    with (
        dask.config.set(settings),
        distributed.LocalCluster(n_workers=n, processes=True, **options) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


@pytest.fixture(scope="module")
def client():
    """Return the client of a cluster of two workers that all tests share."""
    with started(2) as client:
        yield client


@pytest.fixture(autouse=True)
def _small_chunks(monkeypatch):
    monkeypatch.setattr(workers, "_MAX_CHUNK", 25)


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """Return the files of a run that threads of this process played."""
    folder = tmp_path_factory.mktemp("whole") / "run"
    start(folder)
    return content(folder)


def start(folder, **more):
    return runs.start(folder, ST1, N, SEED, chunk=CHUNK, progress=False, **more)


def content(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def at_part(monkeypatch, number, action):
    """Let something happen once, when so many parts are written."""
    write, made = archive.write_part, []

    def written(*given):
        made.append(write(*given))
        if len(made) == number:
            action()
        return made[-1]

    monkeypatch.setattr(archive, "write_part", written)


def kill(client):
    """Kill -9 one of the workers."""
    os.kill(next(iter(client.run(os.getpid).values())), signal.SIGKILL)


def test_a_cluster_does_not_change_a_byte(client, whole, tmp_path):
    """The bytes are the same on disk and in memory."""
    assert start(tmp_path / "run", executor=client.get_executor()).finished
    assert content(tmp_path / "run") == whole
    found = playouts(ST1, N, SEED, executor=client.get_executor(), progress=False)
    assert found.rows.equals(playouts(ST1, N, SEED, progress=False).rows)


def test_a_match_between_bots_of_ones_own(client):
    """Bots that are defined in a notebook are sent to the workers."""
    source = """class First:
    name = "first"

    def choose(self, view, rng):
        return view.legal_moves[0]
"""
    found: dict = {"__name__": "__main__"}  # where a notebook defines its classes
    exec(source, found)
    bots = ST1, found["First"](), "uniform", 40, SEED
    there = play_match(*bots, executor=client.get_executor(), progress=False)
    assert there.rows.equals(play_match(*bots, progress=False).rows)


def test_chunks_in_flight_follow_the_size_of_the_cluster(client):
    """There are two chunks for each thread: one is played, and one waits."""
    assert workers._Workers(client.get_executor()).width == 2


@pytest.mark.skipif(os.name == "nt", reason="Windows has no kill -9")
def test_a_worker_killed_costs_no_game(client, whole, tmp_path, monkeypatch):
    """Dask plays its chunks on another worker; no game is lost or doubled, and nothing is said."""
    at_part(monkeypatch, 2, lambda: kill(client))
    assert start(tmp_path / "run", executor=client.get_executor()).finished
    assert content(tmp_path / "run") == whole


def test_interrupted_on_a_cluster_a_run_goes_on_there(client, whole, tmp_path, monkeypatch):
    """Ctrl-C keeps what is written, and the cluster can be used again."""
    at_part(monkeypatch, 2, lambda: signal.raise_signal(signal.SIGINT))
    stopped = start(tmp_path / "run", executor=client.get_executor())
    assert 0 < stopped.n < N
    done = runs.resume(tmp_path / "run", ST1, executor=client.get_executor(), progress=False)
    assert done.finished
    assert content(tmp_path / "run") == whole


@pytest.mark.parametrize(
    ("before", "after", "named"),
    [
        (HIDE, SHOW, "cannot load this program .*stlib.*every worker needs"),
        (OTHER, AGAIN, "other code .another.*same version"),
    ],
    ids=["no package", "other code"],
)
def test_workers_without_this_program_are_refused(client, before, after, named, tmp_path):
    """A worker that lacks the package, or has other sources, is named; nothing waits for ever."""
    client.run(exec, before, {})
    try:
        with pytest.raises(SetupError, match=named):
            start(tmp_path / "run", executor=client.get_executor())
    finally:
        client.run(exec, after, {})
    assert runs.resume(
        tmp_path / "run", ST1, executor=client.get_executor(), progress=False
    ).finished


@pytest.mark.parametrize("end", ["close", "kill"])
def test_with_the_whole_cluster_gone_threads_play_on(end, whole, tmp_path, monkeypatch):
    """If the cluster is closed or loses its only worker: one warning, and no game is lost."""
    if end == "kill" and os.name == "nt":
        pytest.skip("Windows has no kill -9")
    with started(1, **{"distributed.scheduler.allowed-failures": 0}) as client:
        ends = {"close": client.cluster.close, "kill": lambda: kill(client)}
        at_part(monkeypatch, 2, ends[end])
        with pytest.warns(RuntimeWarning, match="in this process"):
            assert start(tmp_path / "run", executor=client.get_executor()).finished
    assert content(tmp_path / "run") == whole


def test_a_closed_client_is_as_good_as_no_cluster(client, whole, tmp_path, monkeypatch):
    """A run continues without the cluster after its client was closed."""
    with distributed.Client(client.cluster) as other:
        at_part(monkeypatch, 2, other.close)
        with pytest.warns(RuntimeWarning, match="in this process"):
            assert start(tmp_path / "run", executor=other.get_executor()).finished
    assert content(tmp_path / "run") == whole


def test_a_pool_that_was_shut_down_is_as_good_as_lost(client, whole, tmp_path, monkeypatch):
    """A run continues if the owner of its pool shut the pool down."""
    executor = client.get_executor()
    at_part(monkeypatch, 2, lambda: executor.shutdown(wait=False))
    with pytest.warns(RuntimeWarning, match="in this process"):
        assert start(tmp_path / "run", executor=executor).finished
    assert content(tmp_path / "run") == whole
