"""How long the first import, board, odds, and games take, and compiling everything."""

import tempfile
from collections.abc import Iterator

from benchmarks.table import Row
from benchmarks.timing import child, span

#: What a user does first, and how many seconds it may take, including the import.
FIRST = {
    "import stlib": (0.3, "import stlib"),
    "import st2lib": (0.3, "import st2lib"),
    "first board of ST1": (
        2,
        "import stlib; from stlib.widgets import Board; Board(stlib.ST1, seed=1)",
    ),
    "first board of ST2": (
        2,
        "import st2lib; from stlib.widgets import Board; Board(st2lib.ST2, seed=1)",
    ),
    "first odds": (
        2,
        "import stlib; stlib.odds.complete(stlib.Kind.COLOR_RUN, 'r8 r9', "
        "[stlib.Card.from_id(card) for card in range(40)], 12)",
    ),
    "first 1,000 games": (
        2,
        "import stlib; stlib.simulate.playouts(stlib.ST1, 1000, 1, progress=False)",
    ),
}
_CLOCK = "import time; begun = time.perf_counter(); {}; print(time.perf_counter() - begun)"
_EFFORT = "import stlib.warm; stlib.warm.warm(); import time; print(time.process_time())"


def of_warm_starts(rounds: int = 5) -> Iterator[Row]:
    """From before the import to the first result, by the clock, with compiled code in the cache."""
    for name, (allowed, code) in FIRST.items():
        child(_CLOCK.format(code))
        took = min(float(child(_CLOCK.format(code))) for _ in range(rounds))
        yield Row(f"{allowed} s / {name}, warm", span(took), allowed / took, at_least=1)


def of_compiling() -> Iterator[Row]:
    """Everything that `make lab` compiles once, and the same with compiled code in the cache."""
    with tempfile.TemporaryDirectory() as folder:
        cold, warm = (float(child(_EFFORT, NUMBA_CACHE_DIR=folder).split()[-1]) for _ in range(2))
    figures = f"{span(cold)} / {span(warm)} of processor time"
    yield Row("everything compiled: cold / warm start", figures, cold / warm)
