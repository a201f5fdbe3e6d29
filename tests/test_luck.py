"""The luck that bots get: a stream that is the same everywhere and leads back to nothing."""

import gc
import inspect
import pickle
import subprocess
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType

import numpy as np
import pytest

import st2lib
import stlib
from stlib import SetupError, bots
from stlib.base.luck import Luck
from stlib.simulate import play_match
from stlib.widgets.session import Session

GAMES = {"ST1": stlib.ST1, "ST2": st2lib.ST2}
each_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
SEED = 987_654_321_012_345


# --- it leads back to nothing ---------------------------------------------------------------


def by_board(rng, deal):
    """Deal again by the seed that a generator of the board would carry."""
    return deal(rng.bit_generator.seed_seq.entropy[0])


def by_match(rng, deal):
    """Deal again by the seed of the match and the number of the deal."""
    sequence = rng.bit_generator.seed_seq
    seed = int(np.random.SeedSequence(sequence.entropy).generate_state(1, np.uint64)[0] >> 1)
    return deal(seed)


def reached(thing):
    """Return all that can be reached from an object through its attributes and what they hold."""
    found, left = {}, [thing]
    while left:
        one = left.pop()
        if id(one) in found or isinstance(one, type | ModuleType) or one is Ellipsis:
            continue
        found[id(one)] = one
        if isinstance(one, FunctionType):
            left += [cell.cell_contents for cell in one.__closure__ or ()]
            left += [*(one.__defaults__ or ()), *(one.__kwdefaults__ or {}).values()]
            left += list(vars(one).values())
            continue
        if isinstance(one, MethodType):
            left += [one.__self__, one.__func__]
        if isinstance(one, Luck):
            left += [getattr(one, name) for name in dir(one) if name != "__abstractmethods__"]
            left += gc.get_referents(one)
            left += [one.__reduce_ex__(4), one.__getstate__()]
        elif isinstance(one, BuiltinFunctionType):
            left.append(one.__self__)
        elif isinstance(one, tuple | list | set | dict):
            left += [*one, *(one.values() if isinstance(one, dict) else ())]
    return list(found.values())


class Spy:
    """Plays the first legal move and tries to find the deal in what it is handed."""

    name = "spy"

    def __init__(self, facts):
        self.facts = facts
        self.asked = 0
        self.seen = []

    def choose(self, view, rng):
        self.asked += 1
        for route in (by_board, by_match):
            with pytest.raises(AttributeError):
                route(rng, view.game.deal)
        for name in ("bit_generator", "seed_seq", "spawn", "__dict__"):
            assert not hasattr(rng, name)
        if self.asked < 4:
            self.search(rng)
        return view.legal_moves[0]

    def search(self, rng):
        """Look at everything that can be reached."""
        for one in reached(rng):
            self.seen.append(one)
            assert not isinstance(one, stlib.Position | stlib.View | np.random.Generator), one
            if isinstance(one, int | float | str | bytes):
                for fact in self.facts:
                    assert one != fact
                    assert str(fact) not in str(one)
        kept = pickle.dumps(rng)
        for fact in self.facts:
            size = (fact.bit_length() + 7) // 8
            for order in ("little", "big"):
                assert fact.to_bytes(size, order) not in kept
        assert pickle.loads(kept) == rng


@each_game
def test_on_a_board_the_luck_does_not_give_the_deal(game):
    """Neither the way through the generator's seed nor any attribute leads to the seed."""
    spy = Spy([SEED])
    session = Session(game, {0: spy, 1: spy}, seed=SEED)
    for _ in range(6):
        session.watch()
    assert spy.asked == 6
    assert any(isinstance(one, bytes) for one in spy.seen)  # the search does see the inside


@each_game
def test_in_a_match_the_luck_does_not_give_the_deal(game):
    """Nor in `play_match`: not the seed of the match, and not that of a deal."""
    plain = play_match(game, "uniform", "uniform", 4, SEED, progress=False)
    spy = Spy([SEED, *map(int, plain.rows["seed"])])
    found = play_match(game, spy, "uniform", 4, SEED, progress=False)
    assert list(found.rows["seed"]) == list(plain.rows["seed"])
    assert spy.asked > 20


def test_the_search_finds_what_a_generator_would_give_away():
    """The two ways work where a generator of NumPy is handed over, so the tests above can fail."""
    deal = stlib.ST1.deal
    assert by_board(np.random.default_rng([SEED, 1]), deal) == deal(SEED)
    luck = np.random.SeedSequence([SEED, 3])
    seed = int(luck.generate_state(1, np.uint64)[0] >> 1)
    assert by_match(np.random.default_rng(luck.spawn(2)[1]), deal) == deal(seed)


def test_no_state_is_kept_outside_a_stream():
    """Drawing from one stream does not move another, and no module variable counts along."""
    module = sys.modules[Luck.__module__]
    before = {k: v for k, v in vars(module).items() if not k.startswith("__")}
    one, other = Luck.of(1), Luck.of(1)
    one.random(100)
    assert other == Luck.of(1) != one
    assert {k: v for k, v in vars(module).items() if not k.startswith("__")} == before


# --- it is the same everywhere --------------------------------------------------------------


def drawn():
    """Return some numbers of a stream."""
    luck = Luck.of("test", 5, 0)
    cards = list(range(9))
    luck.shuffle(cards)
    return [luck.integers(1 << 62), luck.integers(3, 9), luck.random(), cards, luck.choice("abc")]


def test_the_numbers_are_those_of_any_process():
    """Other processes, with other hashes of texts, get these numbers; so does the next version."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        assert pool.submit(drawn).result() == drawn()
    assert drawn()[:2] == [66116493586001554, 7]


def test_it_needs_no_numpy():
    """The stream can be used before NumPy is loaded, and without loading it."""
    code = (
        "import sys; from stlib.base.luck import Luck; Luck.of(1).permutation(9); "
        "assert 'numpy' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@each_game
def test_a_match_is_the_same_in_worker_processes(game):
    """Games between bots that need luck do not depend on the process that plays them."""
    given = {"n": 6, "seed": 3, "progress": False}
    here = play_match(game, "uniform", "uniform_moves", **given)
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        there = play_match(game, "uniform", "uniform_moves", executor=pool, **given)
    assert there == here
    assert play_match(game, "uniform", "uniform_moves", 6, 4, progress=False) != here


# --- its methods ----------------------------------------------------------------------------


def test_each_fact_makes_another_stream():
    """Seeds, deals, seats, and plies do not run into each other, and a text is no number."""
    facts = [(1,), (2,), ("1",), (1, 1), (11,), (1, 2), (2, 1), ("a", "b"), ("ab",), ()]
    assert len({Luck.of(*fact).random() for fact in facts}) == len(facts)
    assert Luck.of(np.int64(7)) == Luck.of(7)


@pytest.mark.parametrize("n", [1, 2, 3, 6, 7, 60])
def test_whole_numbers_are_equally_likely(n):
    """Each comes about equally often (chi-square, far beyond chance), and no other comes."""
    each = 400
    counts = Counter(Luck.of("fair", n).integers(n, size=each * n))
    assert set(counts) == set(range(n))
    chi = sum((k - each) ** 2 / each for k in counts.values())
    assert chi < n - 1 + 6 * (2 * n) ** 0.5 + 12


def test_every_order_is_equally_likely():
    """Six orders of three cards, about a thousand times each; choosing three of three too."""
    luck = Luck.of("orders")
    for draw in (lambda: luck.permutation("abc"), lambda: luck.choice("abc", 3, replace=False)):
        counts = Counter("".join(draw()) for _ in range(6000))
        assert len(counts) == 6
        assert all(850 < count < 1150 for count in counts.values())


def test_floats_fill_the_unit_interval():
    """Their mean is a half, and they lie from 0 to below 1."""
    found = Luck.of("floats").random(4000)
    assert 0 <= min(found) < 0.01 and 0.99 < max(found) < 1
    assert abs(sum(found) / 4000 - 0.5) < 0.02


def test_choices_by_weight():
    """An option of weight 0 never comes; the others come as often as they should."""
    counts = Counter(Luck.of("weights").choice("abc", 4000, p=[0.25, 0, 0.75]))
    assert set(counts) == {"a", "c"}
    assert abs(counts["a"] - 1000) < 120


def test_wide_ranges_and_sizes_like_numpys():
    """Numbers may be wider than a word; a size gives a list, and size 0 an empty one."""
    luck = Luck.of("wide")
    big = [luck.integers(1 << 200) for _ in range(20)]
    assert max(big) >> 190 and len(set(big)) == 20
    assert luck.random(0) == luck.integers(5, size=0) == luck.choice([1], 0) == []
    assert luck.integers(-3, -2) == -3
    assert luck.choice(1) == 0
    assert sorted(luck.permutation(4)) == [0, 1, 2, 3]
    names = {"integers", "random", "choice", "shuffle", "permutation"}
    public = {name for name, _ in inspect.getmembers(Luck, callable) if not name.startswith("_")}
    assert public == names | {"of"}


@pytest.mark.parametrize(
    "ask",
    [
        lambda luck: luck.integers(0),
        lambda luck: luck.integers(5, 5),
        lambda luck: luck.integers(1.5),
        lambda luck: luck.integers(True),
        lambda luck: luck.integers("6"),
        lambda luck: luck.random(-1),
        lambda luck: luck.random(10**12),
        lambda luck: luck.choice([]),
        lambda luck: luck.choice([1, 2], 3, replace=False),
        lambda luck: luck.choice([1, 2], p=[1]),
        lambda luck: luck.choice([1, 2], p=[0.9, 0.3]),
        lambda luck: luck.choice([1, 2], p=[1.5, -0.5]),
        lambda luck: luck.choice([1, 2], 1, replace=False, p=[0.5, 0.5]),
        lambda luck: luck.permutation(-1),
        lambda luck: Luck(b"short"),
        lambda luck: Luck(7),
    ],
)
def test_what_cannot_be_drawn_is_refused_in_a_sentence(ask):
    with pytest.raises(SetupError):
        ask(Luck.of(1))


@each_game
def test_numpys_generator_is_still_taken_from_callers(game):
    """`choose` and `determinize` accept both, and a seed for `determinize`."""
    view = game.deal(5, "tactics").view(game.deal(5, "tactics").to_move)
    for rng in (Luck.of(3), np.random.default_rng(3)):
        assert bots.make("uniform").choose(view, rng) in view.legal_moves
        assert view.determinize(rng).view(view.player) == view
    assert view.determinize(3).view(view.player) == view
