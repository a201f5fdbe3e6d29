"""Claim proofs: the kernel compared with the oracle, which tries every fill, on equal questions.

The questions come from uniform games: every stone or tile on which one side
is complete and the other is not. Demands that base games do not have are
asked of cards dealt at random.
"""

import random
import statistics
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

import st2lib
import stlib
from benchmarks.table import Row
from benchmarks.timing import ROOT, by_turns, effort, span
from stlib.base.compiled import COMPILED
from stlib.cards.demand import Deck, Demand, Shape
from stlib.claims.all_refutations import Fills
from stlib.claims.codes import ONE_JOKER
from stlib.claims.refutation import refutation
from stlib.claims.strength import strength

EACH = 60  # questions asked of the oracle, each demand
MANY = 3000  # questions searched for the worst, each demand


class Question(NamedTuple):
    """Whether unplayed cards can make the incomplete side stronger than the complete one."""

    mine: int
    theirs: int
    unplayed: int
    rank: int
    demand: Demand
    deck: Deck


def compiled(function: Any) -> Any:
    """Compile a function of a benchmark without a cache; without numba return it unchanged."""
    if not COMPILED:
        return function
    import numba

    return numba.njit(error_model="numpy")(function)


def _repeat_for(shape: Shape) -> Any:
    """Return a kernel that asks one question many times."""

    @compiled
    def repeat(theirs: int, unplayed: int, rank: int, code: int, times: int, zero: int) -> int:
        found = 0
        for _ in range(times):  # each depends on the last, so the compiler keeps them all
            found = refutation(theirs, 0, unplayed | found & zero, rank, code, shape)
        return found

    return repeat


REPEAT = {lib.DECK.name: _repeat_for(lib.DECK.shape) for lib in (stlib, st2lib)}


def kernel_time(question: Question, times: int = 2000, rounds: int = 3) -> float:
    """Return the seconds one proof takes in compiled code."""
    repeat = REPEAT[question.deck.name]
    given = (question.theirs, question.unplayed, question.rank, question.demand.code)
    return by_turns(rounds, lambda: effort(lambda: repeat(*given, times, 0)))[0] / times


def met_in_games(game, rng: random.Random, games: int = 40) -> list[Question]:
    """Collect the questions of some uniform games."""
    found: dict[Question, None] = {}
    moves = np.zeros(10_000, np.int64)
    for i in range(games):
        row = game.deal(seed=i)._row.copy()
        while n := game.kernels.legal(row, moves):
            game.kernels.apply(row, moves[rng.randrange(n)])
            found.update(dict.fromkeys(_questions(game, game.engine.named(row))))
    return list(found)


def _questions(game, s: Any) -> Iterator[Question]:
    """Ask of each lane where one side is complete; in ST2 the attacker's."""
    for lane in range(game.rules.LANES):
        demand = _demand(game, s, lane)
        for p in range(2 if game is stlib.ST1 else 1):
            if s.full[p] & ~s.full[1 - p] & 1 << lane:
                mine, theirs = int(s.side[p, lane]), int(s.side[1 - p, lane])
                rank = int(s.strength[p, lane])
                yield Question(mine, theirs, int(s.unplayed), rank, demand, game.deck)


def _demand(game, s: Any, lane: int) -> Demand:
    variant = game.variants["base"]
    return (
        variant.demand(lane)
        if game is stlib.ST1
        else variant.demand(lane, bool(int(s.damaged) >> lane & 1))
    )


def at_random(deck: Deck, demand: Demand, n: int, rng: random.Random) -> list[Question]:
    """Deal random questions: a complete side, a smaller one, any number of unplayed cards."""
    found = []
    for _ in range(n):
        cards = rng.sample(range(deck.size), deck.size)
        theirs = rng.randrange(demand.size)
        mine, rest = _mask(cards[: demand.size]), cards[demand.size :]
        unplayed = rest[theirs : rng.randint(theirs, len(rest))]
        rank = strength(mine, 0, demand.code, deck.shape)
        found.append(Question(mine, _mask(rest[:theirs]), _mask(unplayed), rank, demand, deck))
    return found


def _mask(cards: list[int]) -> int:
    return sum(1 << card for card in cards)


def demands() -> dict[tuple[str, Demand], str]:
    """Name every demand of both games, each once."""
    names = {
        ("ST1", stlib.STONE): "stone",
        ("ST1", stlib.MUD_FIGHT): "Mud Fight",
        ("ST1", stlib.BLIND_MANS_BLUFF): "Blind Man's Bluff",
    }
    for tile in st2lib.TILES:
        for face in (tile.intact, tile.damaged):
            kinds = (
                "all"
                if len(face.kinds) == 5
                else "+".join(k.name.lower() for k in sorted(face.kinds))
            )
            names["ST2", face] = f"{face.size} {kinds}{' lower' if face.sign < 0 else ''}"
    return names


def in_games() -> Iterator[Row]:
    """Median time of a proof for each demand, compared with the oracle on the same questions."""
    rng = random.Random(1)
    met = [q for game in (stlib.ST1, st2lib.ST2) for q in met_in_games(game, rng)]
    everything: list[tuple[float, float]] = []
    for (name, demand), words in demands().items():
        own = [q for q in met if q.demand == demand and q.deck.name == name]
        origin = "games" if len(own) >= EACH else "random"
        if origin == "random":
            own = at_random(stlib.DECK if name == "ST1" else st2lib.DECK, demand, EACH, rng)
        asked = rng.sample(own, EACH)
        times = list(zip(oracle_times(asked), map(kernel_time, asked), strict=True))
        everything += times if origin == "games" else []
        yield _medians(f"proof {name} {words} ({origin}): oracle / kernel", times)
    yield _medians("proof, all met in games: oracle / kernel", everything)


def _medians(name: str, times: list[tuple[float, float]]) -> Row:
    slow, fast = (statistics.median(column) for column in zip(*times, strict=True))
    figures = f"{span(slow)} / {span(fast)}, median of {len(times)}"
    return Row(name, figures, slow / fast, at_least=2000)


def oracle_times(questions: list[Question]) -> list[float]:
    """Return the seconds the tests' oracle takes for each question."""
    oracle = _oracle()
    times = []
    for q in questions:
        deck = oracle.ST1_DECK if q.deck.name == "ST1" else oracle.ST2_DECK
        mine, theirs, unplayed = (
            [deck[i] for i in range(q.deck.size) if cards >> i & 1]
            for cards in (q.mine, q.theirs, q.unplayed)
        )
        kinds = tuple(kind.name.lower() for kind in sorted(q.demand.kinds))
        demand = oracle.Demand(q.demand.size, kinds, q.demand.sign, q.demand.color_run)
        oracle.forget()
        begun = time.process_time()
        witness = oracle.refutation(mine, theirs, unplayed, demand)
        times.append(time.process_time() - begun)
        code = q.demand.code
        ours = refutation(q.theirs, 0, q.unplayed, q.rank, code, q.deck.shape)
        assert (witness is None) == (ours == 0), q
    return times


def _oracle() -> Any:
    import importlib.util

    path = ROOT / "tests" / "oracle" / "__init__.py"
    spec = importlib.util.spec_from_file_location("oracle", path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules["oracle"] = module  # its parts import each other
    spec.loader.exec_module(module)
    return module


def of_refutations() -> Iterator[Row]:
    """Everything an explorer asks about a refused claim, against nothing or against one elite card.

    The claim is the weakest that a random search finds, so that nearly every fill refutes it.
    """
    rng = random.Random(3)
    for wild, across in ((0, "nothing"), (ONE_JOKER, "a Joker")):
        times = {"count": 0.0, "what would help": 0.0}
        names = dict.fromkeys(times, "")
        for (name, demand), words in demands().items():
            fills = _weakest(stlib.DECK if name == "ST1" else st2lib.DECK, demand, wild, rng)
            for what, ask in (("count", "count"), ("what would help", "common")):
                took = by_turns(3, lambda f=fills, a=ask: effort(lambda: _afresh(f, a)))[0]
                if took > times[what]:
                    times[what], names[what] = took, f"{name} {words}"
        for what, took in times.items():
            figures = f"{span(took)} ({names[what]})"
            yield Row(f"refutations against {across}: 100 ms / {what}", figures, 0.1 / took, 1)


def _weakest(deck: Deck, demand: Demand, wild: int, rng: random.Random) -> Fills:
    """Return the fills that beat the weakest of some claims, with all other cards unplayed."""
    claims = (rng.sample(range(deck.size), demand.size) for _ in range(200))
    rank, mine = min(
        (int(strength(_mask(cards), 0, demand.code, deck.shape)), _mask(cards)) for cards in claims
    )
    return Fills(0, wild, deck.mask & ~mine, rank, demand, deck)


def _afresh(fills: Fills, ask: str) -> object:
    """Ask a copy, which has no stored answer."""
    return getattr(replace(fills), ask)


def at_worst() -> Iterator[Row]:
    """100 µs divided by the slowest proof found, with empty other sides among the questions."""
    rng = random.Random(2)
    worst = 0.0
    slowest = ""
    for (name, demand), words in demands().items():
        deck = stlib.DECK if name == "ST1" else st2lib.DECK
        for q in at_random(deck, demand, MANY, rng):
            took = kernel_time(q, times=100, rounds=2)
            if took > worst and kernel_time(q) > worst:
                worst, slowest = kernel_time(q), f"{name} {words}, {q.theirs.bit_count()} opposite"
    yield Row("100 µs / worst proof", f"{span(worst)} ({slowest})", 1e-4 / worst, at_least=1)
