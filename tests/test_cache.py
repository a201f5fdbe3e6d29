"""Compiled code on disk is never out of date, never causes errors, and is not needed."""

import ctypes
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from stlib.base import code_cache

ROOT = Path(__file__).resolve().parents[1]

#: One kernel that compiles quickly and uses code from several files.
DEAL = "from stlib import ST1; p = ST1.deal(5); print(p.hand_sizes, *p.hands[0])"
HITS = "; from stlib.st1.engine import new; print(sum(new.stats.cache_hits.values()))"
#: The quickest to compile; prints 5, then how much of it was found in a cache.
TINY = "from tiny_kernel import answer; print(answer(2), sum(answer.stats.cache_hits.values()))"


def obey_permissions():
    """Take from this process what lets root write to folders that are read-only."""
    if sys.platform == "linux":
        drop_from_children, override = 24, 1
        ctypes.CDLL(None).prctl(drop_from_children, override, 0, 0, 0)


def run(code, library=ROOT, **environment):
    """Run Python code in a process of its own; return what it printed and its warnings."""
    unset = ("STLIB_NO_NUMBA", "NUMBA_DISABLE_JIT", "NUMBA_CACHE_DIR", "PYTHONWARNINGS")
    clean = {name: value for name, value in os.environ.items() if name not in unset}
    paths = f"{library}{os.pathsep}{ROOT / 'tests'}"
    clean |= {"PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1"}
    clean |= {name: str(value) for name, value in environment.items()}
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd="/",
        env=clean,
        capture_output=True,
        text=True,
        preexec_fn=None if os.name == "nt" else obey_permissions,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip(), re.findall(r"\w*Warning: .*", done.stderr)


@pytest.fixture
def copied(tmp_path):
    """Copy both libraries into a folder that a test may change."""
    for library in ("stlib", "st2lib"):
        shutil.copytree(
            ROOT / library, tmp_path / library, ignore=shutil.ignore_patterns("__pycache__")
        )
    for name, source in CHAIN.items():
        (tmp_path / "stlib" / f"{name}.py").write_text(source)
    (tmp_path / "cache").mkdir()
    return tmp_path


#: A kernel that uses a constant three imports away.
CHAIN = {
    "near": """from stlib.base.compiled import jit
from stlib.between import shifted

@jit
def kernel(x):
    return shifted(x)
""",
    "between": """from stlib.base.compiled import inner
from stlib.behind import FAR_TWICE

@inner
def shifted(x):
    return x + FAR_TWICE
""",
    "behind": "from stlib.far import FAR\nFAR_TWICE = 2 * FAR\n",
    "far": "FAR = 1\n",
}


def change(path, old, new):
    """Replace one text in a file."""
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, (path, old)
    path.write_text(text.replace(old, new), encoding="utf-8")


@pytest.fixture(scope="module")
def warm(tmp_path_factory):
    """Return a cache that one process has filled."""
    folder = tmp_path_factory.mktemp("warm")
    assert run(TINY, NUMBA_CACHE_DIR=folder) == ("5 0", [])
    return folder


def test_a_second_process_finds_compiled_code(tmp_path):
    """The next process loads what one process compiled; the dispatcher's own counter says so."""
    first, warned = run(DEAL + HITS, NUMBA_CACHE_DIR=tmp_path)
    dealt, hits = first.splitlines()
    assert dealt.startswith("(6, 6) ")
    assert (hits, warned) == ("0", [])
    assert run(DEAL + HITS, NUMBA_CACHE_DIR=tmp_path) == (f"{dealt}\n1", [])


CHANGES = {
    "a constant one file away": ("stlib/st1/rules.py", "HAND = 6", "HAND = 5", DEAL),
    "a constant several files away": (
        "stlib/far.py",
        "FAR = 1",
        "FAR = 2",
        "from stlib.near import kernel; print(kernel(5))",
    ),
    "the random numbers": (
        "stlib/base/streams.py",
        "0x9E3779B97F4A7C15",
        "0x9E3779B97F4A7C17",
        DEAL,
    ),
    "a tile of the second game": (
        "st2lib/rules.py",
        'Tile("gate", Demand(2),',
        'Tile("gate", Demand(3),',
        "from st2lib import ST2; print(len(ST2.setup({4: ('r10 r11', '')}).legal_moves))",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("what", CHANGES)
def test_compiled_code_is_never_stale(copied, what):
    """With a full cache, a changed constant changes the result, and back again."""
    file, old, new, code = CHANGES[what]
    before = run(code, copied, NUMBA_CACHE_DIR=copied / "cache")
    change(copied / file, old, new)
    after = run(code, copied, NUMBA_CACHE_DIR=copied / "cache")
    assert after[0] != before[0]
    assert after[0] == run(code, copied, STLIB_NO_NUMBA=1)[0]
    change(copied / file, new, old)
    assert run(code, copied, NUMBA_CACHE_DIR=copied / "cache")[0] == before[0]


def no_home(nowhere):
    """Return the settings of a user who can write to no cache folder and to no temporary one."""
    return dict.fromkeys(("HOME", "XDG_CACHE_HOME", "LOCALAPPDATA", "TMPDIR", "TEMP"), nowhere)


@pytest.fixture
def nowhere(tmp_path):
    """Return a file, in which no folder can be made."""
    file = tmp_path / "file"
    file.write_text("")
    return file


#: Python takes a folder for temporary files where it finds one; here it shall find none.
NO_TEMPORARY = "import tempfile; tempfile.tempdir = {!r}; "


def test_without_a_folder_to_write_to_one_warning_comes(nowhere):
    """Without a usable home and cache folder everything works, with one warning."""
    out, warned = run(NO_TEMPORARY.format(str(nowhere)) + TINY, **no_home(nowhere))
    assert out == "5 0"
    assert len(warned) == 1
    assert "no folder for compiled code can be written" in warned[0]


def protect(folder):
    """Take all rights to write from a folder and what is in it."""
    for path in [folder, *folder.rglob("*")]:
        path.chmod(0o555 if path.is_dir() else 0o444)


@pytest.fixture
def shared(warm, tmp_path):
    """Return a warm cache that can be read and not written, as an administrator makes it."""
    folder = tmp_path / "shared"
    shutil.copytree(warm, folder)
    protect(folder)
    yield folder
    for path in [folder, *folder.rglob("*")]:
        path.chmod(0o755)


@pytest.mark.skipif(os.name == "nt", reason="needs the permissions of a Unix system")
def test_a_warm_cache_that_cannot_be_written_is_read(shared, nowhere):
    """Nothing is compiled anew, and nothing need be said, though nothing could be kept."""
    code = NO_TEMPORARY.format(str(nowhere)) + TINY
    out, warned = run(code, NUMBA_CACHE_DIR=shared, **no_home(nowhere))
    assert (out, warned) == ("5 1", [])


@pytest.mark.skipif(os.name == "nt", reason="needs the permissions of a Unix system")
@pytest.mark.parametrize("elsewhere", ["XDG_CACHE_HOME", "TMPDIR"])
def test_what_a_shared_cache_lacks_is_kept_elsewhere(elsewhere, shared, nowhere, tmp_path):
    """In the user's cache folder, or beside the temporary files where there is no home."""
    (missing,) = shared.rglob("*.nbi")
    missing.parent.chmod(0o755)
    missing.unlink()
    missing.parent.chmod(0o555)
    (tmp_path / "mine").mkdir()
    settings = no_home(nowhere) | {"NUMBA_CACHE_DIR": shared, elsewhere: tmp_path / "mine"}
    assert run(TINY, **settings) == ("5 0", [])
    assert run(TINY, **settings) == ("5 1", [])
    assert [path.name for path in (tmp_path / "mine").rglob("*.nbi")] == [missing.name]


@pytest.mark.skipif(os.name == "nt", reason="needs the permissions of a Unix system")
@pytest.mark.parametrize("what", ["", "kernels-*", "kernels-*/*.nbi"])
def test_a_cache_that_everybody_may_write_is_not_used(what, warm, nowhere, tmp_path):
    """Reading compiled code runs it: neither a folder nor a file may be anybody's."""
    cache = tmp_path / "cache"
    shutil.copytree(warm, cache)
    for path in cache.glob(what) if what else [cache]:
        path.chmod(path.stat().st_mode | 0o002)
    (tmp_path / "mine").mkdir()
    settings = no_home(nowhere) | {"NUMBA_CACHE_DIR": cache, "XDG_CACHE_HOME": tmp_path / "mine"}
    out, warned = run(TINY, **settings)
    assert out == "5 0"
    assert ["every user of this machine can write to" in text for text in warned] == [True] * (
        not what
    )


@pytest.mark.skipif(os.name == "nt", reason="needs the permissions of a Unix system")
def test_compiled_code_is_kept_where_only_its_owner_writes(tmp_path):
    """Even if the user lets everybody write to new files."""
    code = "import os; os.umask(0); " + TINY + "; print(os.umask(0))"
    out, _ = run(code, NUMBA_CACHE_DIR=tmp_path / "cache")
    assert out == "5 0\n0"
    made = [tmp_path / "cache", *(tmp_path / "cache").rglob("*")]
    assert len(made) > 3
    assert all(path.stat().st_mode & 0o022 == 0 for path in made)


@pytest.mark.skipif(os.name == "nt", reason="needs the permissions of a Unix system")
def test_a_temporary_folder_that_somebody_else_made_is_not_used(tmp_path, monkeypatch):
    """Its name is easily foreseen, and beside the temporary files everybody may make it."""
    monkeypatch.setattr(code_cache.tempfile, "gettempdir", lambda: str(tmp_path))
    made = code_cache._temporary()
    made.symlink_to(tmp_path)
    assert not code_cache._use(made)
    assert not code_cache._prepare(made / "kernels")
    made.unlink()
    made.mkdir()
    assert code_cache._use(made)
    monkeypatch.setattr(code_cache.os, "getuid", lambda: 12345)
    assert code_cache._is_mine(made) is False


@pytest.mark.parametrize(
    ("files", "left"), [("*.nbi", 0), ("*.nbi", 7), ("*.nbc", 0), ("*.nbc", 100)]
)
def test_damaged_cache_files_are_made_anew(tmp_path, warm, files, left):
    """Cache files that are empty or cut short cause no error."""
    cache = tmp_path / "cache"
    shutil.copytree(warm, cache)
    found = list(cache.rglob(files))
    assert found
    for path in found:
        path.write_bytes(path.read_bytes()[:left])
    out, warned = run(TINY, NUMBA_CACHE_DIR=cache)
    assert out == "5 0"
    assert len(warned) == 1
    assert "damaged compiled code is made anew" in warned[0]
    assert run(TINY, NUMBA_CACHE_DIR=cache) == ("5 1", [])


def test_a_full_disk_costs_no_result(tmp_path):
    """What cannot be kept is compiled again at the next start; it is said once."""
    full = (
        "import errno, numba.core.caching as c\ndef no(*_): raise OSError(errno.ENOSPC, 'full')\n"
    )
    full += "c.IndexDataCacheFile._save_data = no\n"
    out, warned = run(full + TINY, NUMBA_CACHE_DIR=tmp_path)
    assert out == "5 0"
    assert len(warned) == 1
    assert "compiled code cannot be kept" in warned[0]
    assert run(TINY, NUMBA_CACHE_DIR=tmp_path) == ("5 0", [])


@pytest.mark.slow
def test_many_processes_may_start_cold_together(copied):
    """Four processes that compile into one empty folder at once agree."""
    code = DEAL + "; from tiny_kernel import answer; print(answer(2))"
    with ThreadPoolExecutor(4) as threads:
        jobs = [
            threads.submit(run, code, copied, NUMBA_CACHE_DIR=copied / "cache") for _ in range(4)
        ]
        results = {(out, *warned) for out, warned in (job.result() for job in jobs)}
    assert len(results) == 1
    assert run(code, copied, NUMBA_CACHE_DIR=copied / "cache")[0] == results.pop()[0]


HOOK = """
import sys, importlib.abc
class Absent(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("numba", "llvmlite"):
            raise {error}
sys.meta_path.insert(0, Absent())
"""
PLAY = """
from stlib import ST1
from st2lib import ST2
import numpy as np
from stlib.base import compiled
for game in (ST1, ST2):
    p = game.deal(1)
    while p.outcome is None:
        p = p.apply(p.legal_moves[0])
    out = np.zeros((2, len(game.kernels.COLUMNS)), np.int64)
    game.kernels.playouts(1, 0, 2, -1, p.variant.codes, 0, 1, out)
    print(p.ply, p.outcome, out.tolist())
print(compiled.COMPILED)
"""


@pytest.mark.parametrize(
    "error",
    [
        'ModuleNotFoundError("No module named numba")',
        'ImportError("Numba needs NumPy 2.3 or less. Got NumPy 2.4.")',
        pytest.param('SystemError("initialization failed")', marks=pytest.mark.slow),
    ],
)
def test_without_numba_both_games_are_played_and_it_is_said_once(error):
    """If numba is missing or too old, plain Python plays the same games, with one warning."""
    out, warned = run(HOOK.format(error=error) + PLAY)
    plain, silent = run(PLAY, STLIB_NO_NUMBA=1)
    assert out == plain
    assert out.endswith("False")
    assert len(warned) == 1
    assert "numba cannot be used" in warned[0]
    assert "slower" in warned[0]
    assert silent == []
