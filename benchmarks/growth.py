"""How time and memory grow: with the number of games, on disk, and with draws; and a single ply."""

import random
import statistics
import sys
from collections.abc import Iterator

import st2lib
import stlib
from benchmarks.odds import count
from benchmarks.play import play
from benchmarks.table import Row
from benchmarks.timing import by_turns, child, effort, span
from stlib.cards.demand import Kind

GAMES = (1_000, 10_000, 100_000, 1_000_000, 10_000_000)
DRAWS = (1, 2, 4, 8, 16, 32)
TWO_SIDES = (1, 2, 4, 8, 16)  # draws of each side

#: A process that plays, loads the games from disk, and prints its seconds and its peak memory.
_PLAYER = """
import tempfile, time
from pathlib import Path
import stlib
from stlib import runs, simulate

def seconds(work, *given, **more):
    begun = time.perf_counter()
    work(*given, **more)
    return time.perf_counter() - begun

def in_memory(n):
    return seconds(simulate.playouts, stlib.ST1, n, 1, rows=False, progress=False), 0

def on_disk(n):
    with tempfile.TemporaryDirectory() as folder:
        took = seconds(runs.start, folder, stlib.ST1, n, 1, progress=False)
        return took, seconds(runs.load, folder, stlib.ST1) if {load} else 0

{way}(2_000)
played, loaded = min({way}({n}) for _ in range({times}))
most = [line.split()[1] for line in Path("/proc/self/status").open() if line.startswith("VmHWM")]
print(played, loaded, int(most[0]) / 1024)
"""


def of_games() -> Iterator[Row]:
    """Uniform ST1 games, a thousand to ten million in one call; each call has its own process."""
    if not sys.platform.startswith("linux"):
        yield Row("growth with games", "memory is not measured on this system")
        return
    cost, most = {}, {}
    for n in GAMES:
        for way in ("in_memory", "on_disk"):
            cost[way, n], _, most[way, n] = _played(way, n, times=3 if n <= 100_000 else 1)
        memory, disk = cost["in_memory", n], cost["on_disk", n]
        figures = f"{span(disk)} / {span(memory)} a game, on all cores; "
        figures += f"at most {most['on_disk', n]:.0f} / {most['in_memory', n]:.0f} MB"
        yield Row(f"ST1 uniform, {n:,} games: on disk / in memory", figures, disk / memory)
    few, many = GAMES[-2:]
    for way in ("in_memory", "on_disk"):
        name = f"{many:,} / {few:,} games {way.replace('_', ' ')}"
        figures = f"{span(cost[way, many])} / {span(cost[way, few])}"
        yield Row(f"{name}: cost a game", figures, cost[way, many] / cost[way, few], at_most=1.25)
        figures = f"{most[way, many]:.0f} / {most[way, few]:.0f} MB"
        yield Row(f"{name}: memory", figures, most[way, many] / most[way, few], at_most=1.1)


def of_loading(n: int = 1_000_000) -> Iterator[Row]:
    """Reading a run from disk again, with a check of every byte."""
    played, loaded, most = _played("on_disk", n, load=True)
    figures = f"{span(n * played)} / {span(n * loaded)}, at most {most:.0f} MB"
    yield Row(f"a run of {n:,} games: played / loaded", figures, played / loaded)


def _played(way: str, n: int, times: int = 1, load: bool = False) -> tuple[float, float, float]:
    """Return the seconds per game for playing and for loading, and the peak memory in MB."""
    told = child(_PLAYER.format(way=way, n=n, times=times, load=load)).split()
    played, loaded, most = map(float, told)
    return played / n, loaded / n, most


def of_draws(n: int = 30) -> Iterator[Row]:
    """Odds of one kind for a side with one card and 42 unseen; then two sides that draw from 45."""
    rng, code = random.Random(7), stlib.STONE.code
    deals = [rng.sample(range(stlib.DECK.size), 49) for _ in range(n)]
    for kind in list(Kind)[1:]:
        took = []
        for draws in DRAWS:
            asked = [
                (int(kind), 1 << cards[0], sum(1 << c for c in cards[1:43]), draws, code)
                for cards in deals
            ]
            count(*asked[0], 1, 0)
            took.append(statistics.median(_least(lambda a=a: count(*a, 500, 0)) for a in asked))
        yield _growth(f"odds of {kind.name.lower()}", DRAWS, [t / 500 for t in took])
    took = []
    for draws in TWO_SIDES:
        asked = [[stlib.Card.from_id(card) for card in cards] for cards in deals[:8]]
        questions = [(cards[:1], cards[1:2], cards[4:], draws, draws) for cards in asked]
        stlib.odds.duel(*questions[0])
        took.append(statistics.median(_least(lambda q=q: stlib.odds.duel(*q)) for q in questions))
    yield _growth("duel at an ST1 stone", TWO_SIDES, took, few=4)  # two draws exactly fill a side


def _least(work) -> float:
    return by_turns(2, lambda: effort(work))[0]


def _growth(name: str, draws: tuple[int, ...], took: list[float], few: int = 2) -> Row:
    """Return the row that compares the most draws with few; time may grow in proportion at most."""
    figures = f"{', '.join(map(span, took))} for {', '.join(map(str, draws))} draws"
    growth = took[-1] / took[draws.index(few)]
    return Row(f"{name}: {draws[-1]} draws / {few}", figures, growth, at_most=draws[-1] / few)


def of_plies(rounds: int = 5) -> Iterator[Row]:
    """One ply of a playout: list the legal moves, choose one, make it."""
    for game in (stlib.ST1, st2lib.ST2):
        for policy, n in (("uniform", 20_000), ("greedy", 200)):
            number = game.kernels.POLICIES.index(policy)
            plies = play(game, n, policy=number)[:, game.kernels.COLUMNS.index("plies")].mean()
            (took,) = by_turns(
                rounds,
                lambda g=game, n=n, p=number: effort(lambda: play(g, n, policy=p)) / n,
            )
            figures = f"{span(took / plies)} a ply, {plies:.1f} plies and {span(took)} a game"
            yield Row(f"{game.name} {policy}: a ply", figures)
