"""Compiled code on disk is never out of date, never causes errors, and is not needed."""

import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

#: One kernel that compiles quickly and uses code from several files.
DEAL = "from stlib import ST1; p = ST1.deal(5); print(p.hand_sizes, *p.hands[0])"
#: A few more kernels: seven colors beat this run.
CLAIM = "from stlib import prove; print(prove('b9 g8 y7', 'r1 r9').count)"
HITS = "; from stlib.st1.engine import new; print(sum(new.stats.cache_hits.values()))"


def run(code, library=ROOT, **environment):
    """Run Python code in a process of its own; return what it printed and its warnings."""
    unset = ("STLIB_NO_NUMBA", "NUMBA_DISABLE_JIT", "NUMBA_CACHE_DIR", "PYTHONWARNINGS")
    clean = {name: value for name, value in os.environ.items() if name not in unset}
    clean |= {"PYTHONPATH": str(library), "PYTHONDONTWRITEBYTECODE": "1"}
    clean |= {name: str(value) for name, value in environment.items()}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd="/", env=clean, capture_output=True, text=True
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
    (tmp_path / "cache").mkdir()
    return tmp_path


def change(path, old, new):
    """Replace one text in a file."""
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, (path, old)
    path.write_text(text.replace(old, new), encoding="utf-8")


@pytest.fixture(scope="module")
def warm(tmp_path_factory):
    """Return a cache that one process has filled, and what it printed."""
    folder = tmp_path_factory.mktemp("warm")
    out, warned = run(DEAL + HITS, NUMBA_CACHE_DIR=folder)
    dealt, hits = out.splitlines()
    assert dealt.startswith("(6, 6) ")
    assert (hits, warned) == ("0", [])
    return folder, dealt


def test_a_second_process_finds_compiled_code(warm):
    """The next process loads what one process compiled; the dispatcher's own counter says so."""
    folder, dealt = warm
    assert run(DEAL + HITS, NUMBA_CACHE_DIR=folder) == (f"{dealt}\n1", [])


CHANGES = {
    "a constant one file away": ("stlib/st1/rules.py", "HAND = 6", "HAND = 5", DEAL),
    "a constant several files away": (
        "stlib/claims/strength.py",
        "SUM, RUN, COLOR, SAME_VALUE, COLOR_RUN = 0, 1, 2, 3, 4",
        "SUM, COLOR, RUN, SAME_VALUE, COLOR_RUN = 0, 1, 2, 3, 4",
        CLAIM,
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


def test_without_a_folder_to_write_to_one_warning_comes(tmp_path, warm):
    """Without a usable home and cache folder everything works, with one warning."""
    nowhere = tmp_path / "file"
    nowhere.write_text("")
    out, warned = run(
        DEAL, HOME=nowhere, XDG_CACHE_HOME=nowhere / "cache", LOCALAPPDATA=nowhere / "cache"
    )
    assert out == warm[1]
    assert len(warned) == 1
    assert "no folder for compiled code can be written" in warned[0]


@pytest.mark.parametrize(
    ("files", "left"),
    [
        ("*.nbc", 100),
        pytest.param("*.nbi", 0, marks=pytest.mark.slow),
        pytest.param("*.nbi", 7, marks=pytest.mark.slow),
        pytest.param("*.nbi", 100, marks=pytest.mark.slow),
        pytest.param("*.nbc", 0, marks=pytest.mark.slow),
        pytest.param("*.nbc", 7, marks=pytest.mark.slow),
    ],
)
def test_damaged_cache_files_are_made_anew(tmp_path, warm, files, left):
    """Cache files that are empty or cut short cause no error."""
    cache = tmp_path / "cache"
    folder, dealt = warm
    shutil.copytree(folder, cache)
    found = list(cache.rglob(files))
    assert found
    for path in found:
        path.write_bytes(path.read_bytes()[:left])
    out, warned = run(DEAL, NUMBA_CACHE_DIR=cache)
    assert out == dealt
    assert len(warned) == 1
    assert "damaged compiled code is made anew" in warned[0]
    assert run(DEAL + HITS, NUMBA_CACHE_DIR=cache) == (f"{dealt}\n1", [])


@pytest.mark.slow
def test_many_processes_may_start_cold_together(copied):
    """Four processes that compile into one empty folder at the same time agree."""
    code = DEAL + "; " + CLAIM
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
