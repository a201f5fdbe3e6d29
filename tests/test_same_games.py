"""Plain Python, compiled code, and compiled code with bounds checks play the same games."""

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
GAMES = 4


@cache
def games(*settings, quick=False):
    """Run `same_games` in a process of its own with these settings; return what it prints."""
    clean = {
        k: v for k, v in os.environ.items() if k not in ("STLIB_NO_NUMBA", "NUMBA_DISABLE_JIT")
    }
    environment = clean | {"PYTHONPATH": str(ROOT)} | dict(s.split("=") for s in settings)
    command = [sys.executable, "-W", "error::RuntimeWarning", "tests/same_games.py", str(GAMES)]
    command += ["quick"] * quick
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def same(ours, theirs):
    """Assert that two runs differ in nothing but whether they were compiled."""
    for name in ("ST1", "ST2"):
        for policy, results in ours[name][0].items():
            assert results == theirs[name][0][policy], (name, policy)
        assert ours[name][1:] == theirs[name][1:], name


def test_plain_and_compiled_games_are_the_same():
    """For equal seeds every column, state, list of moves and rollout is the same."""
    plain, compiled = games("STLIB_NO_NUMBA=1"), games()
    assert not plain["compiled"]
    assert compiled["compiled"]
    same(plain, compiled)


def test_numbas_own_switch_turns_compiling_off():
    """`NUMBA_DISABLE_JIT=1` plays the same games as plain Python."""
    off = games("NUMBA_DISABLE_JIT=1", quick=True)
    assert not off["compiled"]
    same(off, games("STLIB_NO_NUMBA=1", quick=True))


@pytest.mark.slow
def test_no_kernel_reaches_past_an_array():
    """Compiled with bounds checks no game raises, and all are the same."""
    checked = games("NUMBA_BOUNDSCHECK=1")
    assert checked["compiled"]
    same(checked, games("STLIB_NO_NUMBA=1"))


def test_games_of_a_run_are_different():
    """The games compared are not all one: many lengths and both winners."""
    found = games("STLIB_NO_NUMBA=1")
    for name in ("ST1", "ST2"):
        runs = [rows for both in found[name][0].values() for rows in both]
        assert all(len({tuple(row) for row in rows}) > 1 for rows in runs if len(rows) > 1)
        assert max(map(len, runs)) == GAMES
        assert {row[0] for rows in runs for row in rows} >= {0, 1}
