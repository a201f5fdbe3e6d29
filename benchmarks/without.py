"""How much tactic cards slow down the base game: its kernels and a copy without tactic cards.

In the copy every question ``s.tactics`` reads 0, so that the compiler drops all
that follows from it. Both copies play the same games by turns in one run.
"""

import ast
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.table import Row
from benchmarks.timing import ROOT, by_turns, span

GAMES = 1_500  # per round; rounds are short, so that some of them are not disturbed
ASKING = ("engine.py", "policies.py", "state.py", "tactics.py")

#: What each process does: play once to compile, then play again at each line it reads.
_PLAYER = """
import sys, time
import st2lib, stlib
from benchmarks.play import play
game = {"ST1": stlib.ST1, "ST2": st2lib.ST2}[sys.argv[1]]
print(play(game, %d).sum(), flush=True)
for _ in sys.stdin:
    begun = time.perf_counter()
    play(game, %d)
    print(time.perf_counter() - begun, flush=True)
"""


class _CutOut(ast.NodeTransformer):
    """Replace ``s.tactics`` with 0 wherever it is read."""

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        asked = node.attr == "tactics" and isinstance(node.ctx, ast.Load)
        if asked and isinstance(node.value, ast.Name) and node.value.id == "s":
            return ast.copy_location(ast.Constant(0), node)
        return node


def of_tactics(rounds: int = 300) -> Iterator[Row]:
    """Uniform base games with the kernels as they are, and with the copy without tactic cards."""
    with tempfile.TemporaryDirectory() as folder:
        _copy_without(Path(folder))
        for game in ("ST1", "ST2"):
            with _player(game, ROOT) as whole, _player(game, Path(folder)) as cut:
                ours, least = by_turns(rounds, whole, cut)
            figures = f"{span(ours / GAMES)} / {span(least / GAMES)} a game"
            name = f"{game} base game: with / without tactics in the kernel"
            yield Row(name, figures, ours / least, at_most=1.05)


def _copy_without(folder: Path) -> None:
    """Copy both libraries and cut the tactic cards out of the kernels."""
    for package in ("stlib", "st2lib", "data", "benchmarks"):
        skip = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / package, folder / package, ignore=skip)
    for path in (folder / library / name for library in ("stlib", "st2lib") for name in ASKING):
        tree = _CutOut().visit(ast.parse(path.read_text(encoding="utf-8")))
        path.write_text(ast.unparse(tree), encoding="utf-8")


@contextmanager
def _player(game: str, root: Path):
    """Start a process that plays on request; yield a function that asks it for its seconds."""
    command = [sys.executable, "-c", _PLAYER % (GAMES, GAMES), game]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=root, stdin=pipe, stdout=pipe, text=True) as process:
        process.stdout.readline()

        def seconds() -> float:
            process.stdin.write("\n")
            process.stdin.flush()
            return float(process.stdout.readline())

        yield seconds
        process.stdin.close()
