"""Whole games: compiled code compared with C, plain Python, two threads, and other variants."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

import st2lib
import stlib
from benchmarks.table import Row
from benchmarks.timing import by_turns, child, effort, seconds, span

GAMES = 20_000
KEY = 7
UNIFORM = 0
TWIN = Path(__file__).parent / "reference" / "st1.c"


def play(game, n: int, variant: str = "base", index: int = 0, policy: int = UNIFORM) -> np.ndarray:
    """Play `n` games from fresh deals on this thread; returns their results."""
    kernels = game.kernels
    out = np.zeros((n, len(kernels.COLUMNS)), np.int64)
    codes = game.deal_codes(game.variants[variant], None)
    kernels.playouts(KEY, index, n, *codes, policy, policy, out)
    return out


def one_game(game, n: int = GAMES, variant: str = "base") -> float:
    """Return the seconds of a game, from `n` games in a row."""
    return effort(lambda: play(game, n, variant)) / n


def against_c(rounds: int = 25) -> Iterator[Row]:
    """Compiled uniform ST1 play, and the C program that plays the same games."""
    name = "ST1 uniform: C twin / compiled"
    compiler = shutil.which("gcc") or shutil.which("cc") or shutil.which("clang")
    if compiler is None:
        yield Row(name, "no C compiler here")
        return
    out = play(stlib.ST1, GAMES)
    first, winner, plies = (_column(stlib.ST1, out, c) for c in ("first", "winner", "plies"))
    with tempfile.TemporaryDirectory() as folder:
        program = str(Path(folder) / "st1")
        options = ["-O3", "-march=native", "-std=c11"]
        subprocess.run([compiler, *options, "-o", program, str(TWIN)], check=True)
        command = [program, str(KEY), "0", str(GAMES), "1"]
        told = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
        same = [int(x) for x in told.split()[1:3]] == [(first == winner).sum(), plies.sum()]
        c, ours = by_turns(rounds, lambda: _twin(command), lambda: one_game(stlib.ST1))
    games = "the same games" if same else "OTHER GAMES: the rules differ"
    yield Row(name, f"{span(c)} / {span(ours)} a game, {games}", c / ours, at_least=1)


def _column(game, out: np.ndarray, name: str) -> np.ndarray:
    return out[:, game.kernels.COLUMNS.index(name)]


def _twin(command: list[str]) -> float:
    """Return the seconds of a game as the C program measured them."""
    told = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
    return float(told.split()[-1]) * 1e-9


def against_plain(rounds: int = 3, n: int = 100) -> Iterator[Row]:
    """The same kernels with numba off, in a process of its own."""
    for game in (stlib.ST1, st2lib.ST2):
        library = "stlib" if game is stlib.ST1 else "st2lib"
        code = f"import {library}; from benchmarks.play import *; play({library}.{game.name}, 5); "
        code += f"print(min(one_game({library}.{game.name}, {n}) for _ in range(5)))"
        play(game, 1)
        ours, plain = by_turns(
            rounds,
            lambda game=game: one_game(game),
            lambda code=code: float(child(code, STLIB_NO_NUMBA="1")),
        )
        yield Row(
            f"{game.name} uniform: plain Python / compiled",
            f"{span(plain)} / {span(ours)} a game",
            plain / ours,
            at_least=250,
        )


def on_two_threads(rounds: int = 15) -> Iterator[Row]:
    """The same games on one thread and on two; by the clock, so it needs a quiet machine."""
    name = "ST1 uniform: one thread / two"
    if (os.cpu_count() or 1) < 2:
        yield Row(name, "one processor here")
        return
    n = 5 * GAMES
    with ThreadPoolExecutor(2) as pool:

        def two() -> None:
            list(pool.map(lambda i: play(stlib.ST1, n // 2, index=i * n // 2), range(2)))

        one, both = by_turns(
            rounds, lambda: seconds(lambda: play(stlib.ST1, n)), lambda: seconds(two)
        )
    figures = f"{span(one)} / {span(both)} for {n:,} games"
    if hasattr(os, "getloadavg"):
        figures += f"; {os.getloadavg()[0]:.1f} processes at work here"
    yield Row(name, figures, one / both, at_least=1.8)


def of_second_game(rounds: int = 15) -> Iterator[Row]:
    """A uniform ST2 game compared with an ST1 game."""
    play(stlib.ST1, 1)
    play(st2lib.ST2, 1)
    one, two = by_turns(rounds, lambda: one_game(stlib.ST1), lambda: one_game(st2lib.ST2))
    yield Row("uniform: ST2 / ST1", f"{span(two)} / {span(one)} a game", two / one)


def of_tactics(rounds: int = 15) -> Iterator[Row]:
    """A tactic game compared with a base game."""
    for game in (stlib.ST1, st2lib.ST2):
        if "tactics" not in game.variants:
            yield Row(f"{game.name} uniform: tactic / base game", "no tactic variant yet")
            continue
        play(game, 1, "tactics")
        base, tactic = by_turns(
            rounds,
            lambda game=game: one_game(game),
            lambda game=game: one_game(game, variant="tactics"),
        )
        yield Row(
            f"{game.name} uniform: tactic / base game",
            f"{span(tactic)} / {span(base)}",
            tactic / base,
            at_most=3,
        )
