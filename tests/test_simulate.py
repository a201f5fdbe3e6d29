"""Many games: the same on any worker, marked if cut short, and fair if paired."""

import _thread
import os
import threading
import time
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context

import numpy as np
import pandas as pd
import pytest

import stlib
from bridge import GAMES, VARIANTS, names
from stlib import SetupError, bots
from stlib.base.stats import Rate
from stlib.simulate import workers
from stlib.simulate.playing import play_match, playouts

both = pytest.mark.parametrize("name", GAMES)


def run(name, n=300, seed=11, **more):
    """Play a few games without a progress bar."""
    return playouts(GAMES[name], n, seed, progress=False, **more)


def same(ours, theirs):
    """Assert that two runs found the same."""
    pd.testing.assert_frame_equal(ours.rows, theirs.rows)
    assert ours.tally == theirs.tally
    assert np.array_equal(ours.sums, theirs.sums)
    assert (ours.n, ours.wins, ours.interval) == (theirs.n, theirs.wins, theirs.interval)


# --- playouts ------------------------------------------------------------------------------


@both
@pytest.mark.parametrize("threads", [1, 2, 7])
@pytest.mark.parametrize("chunk", [1, 13, 1000])
def test_neither_workers_nor_chunks_change_a_result(name, threads, chunk, monkeypatch):
    """Game number i depends on the seed and on i alone."""
    expected = run(name, 120)
    monkeypatch.setattr(workers, "_MAX_CHUNK", chunk)
    monkeypatch.setattr(workers, "_CHUNK_SECONDS", 1e9)
    with ThreadPoolExecutor(threads) as executor:
        same(run(name, 120, executor=executor), expected)


@both
def test_few_chunks_wait_for_a_worker(name, monkeypatch):
    """At most two chunks for each worker are handed out before their games are played."""
    waiting, most = 0, 0

    class Slow(ThreadPoolExecutor):
        """One thread that counts what is handed to it and not yet finished."""

        def submit(self, *task, **more):
            nonlocal waiting, most
            waiting += 1
            most = max(most, waiting)
            future = super().submit(*task, **more)
            future.add_done_callback(finished)
            return future

    def finished(_):
        nonlocal waiting
        waiting -= 1

    monkeypatch.setattr(workers, "_MAX_CHUNK", 1)
    with Slow(1) as executor:
        run(name, 120, executor=executor)
    assert 1 <= most <= 2


@both
def test_chunks_are_as_small_as_they_are_set(name, monkeypatch):
    """With chunks of one game, each game is a task of its own."""
    sizes = []
    chunk = workers.run_chunk

    def counted(task, first, n):
        sizes.append((first, n))
        return chunk(task, first, n)

    monkeypatch.setattr(workers, "run_chunk", counted)
    monkeypatch.setattr(workers, "_MAX_CHUNK", 1)
    run(name, 120)
    assert sorted(first for first, _ in sizes)[-1] == 119
    assert sum(n for _, n in sizes) == 120
    assert [n for _, n in sorted(sizes)][-30:] == [1] * 30


@both
def test_a_longer_run_begins_with_the_shorter_one(name):
    """Asking for more games leaves the first ones as they were."""
    few, many = run(name, 50), run(name, 200)
    pd.testing.assert_frame_equal(few.rows, many.rows.iloc[:50])
    assert list(many.rows.index) == list(range(200))


@both
def test_seeds_matter_and_repeat(name):
    """Equal seeds give equal runs, different seeds different ones, and a drawn seed is kept."""
    same(run(name, seed=5), run(name, seed=5))
    assert not run(name, seed=5).rows.equals(run(name, seed=6).rows)
    drawn = run(name, 40, seed=None)
    same(run(name, 40, seed=drawn.seed), drawn)


@both
def test_games_of_one_seed_are_different_games(name):
    """A run repeats no game."""
    rows = run(name, 200).rows
    assert len(rows.drop_duplicates()) > 30


def test_policies_do_not_change_the_deals():
    """The same player starts in game number i, whatever the policies are."""
    starts = [
        run("ST1", 100, policies=policy).rows["first"] for policy in ("uniform", "uniform_moves")
    ]
    pd.testing.assert_series_equal(*starts)
    assert 20 < starts[0].sum() < 80
    assert set(run("ST1", 20, first=1).rows["first"]) == {1}


@both
@pytest.mark.parametrize("index", range(4))
def test_rows_are_the_games_that_positions_play(name, index):
    """A row's figures are those of the game played move by move through positions."""
    game = GAMES[name]
    variant = VARIANTS[name][index]
    found = run(name, 6, seed=3, variant=variant).rows
    assert set(found["winner"]) <= {0, 1, 2}
    for _, row in found.iterrows():
        assert row["reason"] in game.rules.REASONS
        assert row["plies"] > 10
        if name == "ST1":
            assert row["stones_0"] + row["stones_1"] == row["claims"]
            assert 0 <= row["late_claims"] <= row["claims"]
            won = row[f"stones_{row['winner']}"] if row["winner"] < 2 else 3
            assert won >= 3
        else:
            assert (row["damaged"] == 4) == (row["reason"] == "four_tiles")
            assert 0 <= row["cauldrons_left"] <= 3


@both
def test_sums_shares_and_rates_fit_together(name):
    """Tally, summary, means and rate are of the same games."""
    found = run(name, 250)
    assert found.n == found.asked == 250
    assert sum(found.wins) == 250
    table = found.summary()
    assert table["games"].sum() == 250
    assert table["share"].sum() == pytest.approx(1)
    assert found.rate == pytest.approx((found.wins[0] + found.wins[2] / 2) / 250)
    low, high = found.interval
    assert 0 <= low < found.rate < high <= 1
    assert found.means["plies"] == pytest.approx(found.rows["plies"].mean())
    assert "250" in str(found)
    assert "of 250 games" not in str(found)


def test_single_games_are_kept_only_if_wanted():
    """Without rows the tally is the same, and asking for rows says how to get them."""
    found = run("ST1", 60, rows=False)
    assert found.tally == run("ST1", 60).tally
    with pytest.raises(SetupError, match="rows=True"):
        _ = found.rows


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ({"n": 0}, "n must be a whole number"),
        ({"n": -3}, "-3"),
        ({"n": 1.5}, "1.5"),
        ({"n": True}, "True"),
        ({"n": 5, "policies": "genius"}, "genius"),
        ({"n": 5, "policies": ("uniform", "x")}, "'x'"),
        ({"n": 5, "policies": 3}, "policies gives two"),
        ({"n": 5, "policies": None}, "policies gives two"),
        ({"n": 5, "policies": {"uniform": 1, "greedy": 2}}, "policies gives two"),
        ({"n": 5, "seed": -1}, "-1"),
        ({"n": 5, "variant": "siege"}, "siege"),
        ({"n": 5, "first": 3}, "first"),
        ({"n": 5, "first": 1.0}, "first is one of 0, 1, not 1.0"),
        ({"n": 5, "first": True}, "first is one of 0, 1, not True"),
    ],
)
def test_runs_that_cannot_be_are_refused(arguments, named):
    """The error shows the value."""
    with pytest.raises(SetupError, match=named):
        playouts(GAMES["ST1"], progress=False, **arguments)


# --- rollouts ----------------------------------------------------------------------------------


def rolled(name, states, keys, n=1):
    """Return the games won by each player and drawn, of rollouts from these states."""
    kernels = GAMES[name].kernels
    out = np.zeros((len(states), 3), np.int64)
    moves, number = np.full(len(states), -1), kernels.POLICIES.index("uniform")
    kernels.rollouts(np.array(states), moves, number, n, np.array(keys), out)
    return out.tolist()


@both
def test_rollouts_share_random_numbers_only_where_keys_are_equal(name):
    """One deal played on forty times ends in many ways; with one key for all, in one way."""
    states = [GAMES[name].deal(3)._row] * 40
    assert len(set(map(tuple, rolled(name, states, range(40))))) > 1
    assert len(set(map(tuple, rolled(name, states, [7] * 40)))) == 1


@both
def test_a_rollout_depends_on_its_state_and_key_alone(name):
    """What stands beside it in the call does not matter."""
    states = [GAMES[name].deal(seed)._row for seed in range(6)]
    together = rolled(name, states, range(6), n=3)
    assert together == [rolled(name, [state], [key], 3)[0] for key, state in enumerate(states)]


# --- cut short -------------------------------------------------------------------------------


@both
@pytest.mark.parametrize("after", [1, 2, 5, 9])
def test_an_interrupted_run_keeps_what_was_played_and_says_so(name, after, monkeypatch):
    """If a chunk is interrupted, the other games are kept and marked `n of N games`."""
    whole = run(name, 200)
    chunk = workers.run_chunk
    calls = []

    def interrupted(task, first, n):
        calls.append(first)
        if len(calls) > after:
            raise KeyboardInterrupt
        return chunk(task, first, n)

    monkeypatch.setattr(workers, "run_chunk", interrupted)
    monkeypatch.setattr(workers, "_MAX_CHUNK", 17)
    with ThreadPoolExecutor(1) as executor:
        found = run(name, 200, executor=executor)
    assert 0 < found.n < found.asked == 200
    assert f"{found.n} of 200 games" in str(found)
    assert len(found.rows) == found.n
    pd.testing.assert_frame_equal(found.rows, whole.rows.loc[found.rows.index])
    assert sum(found.wins) == found.n == found.summary()["games"].sum()


def test_interrupted_before_the_first_game_there_is_no_result(monkeypatch):
    """Before the first game there is nothing to keep, so KeyboardInterrupt is raised."""

    def interrupted(task, first, n):
        raise KeyboardInterrupt

    monkeypatch.setattr(workers, "run_chunk", interrupted)
    with pytest.raises(KeyboardInterrupt):
        run("ST1", 200)


def test_an_error_in_a_chunk_is_not_taken_for_an_interrupt(monkeypatch):
    """Only the keyboard cuts a run short; an error is raised."""
    chunk = workers.run_chunk

    def broken(task, first, n):
        if first:
            raise ZeroDivisionError("broken")
        return chunk(task, first, n)

    monkeypatch.setattr(workers, "run_chunk", broken)
    with pytest.raises(ZeroDivisionError):
        run("ST1", 200)


@both
def test_a_huge_run_stops_soon_and_leaves_no_thread(name):
    """A hundred million games, interrupted after one second."""
    run(name, 20)
    before = threading.active_count()
    timer = threading.Timer(1.0, _thread.interrupt_main)
    begun = time.perf_counter()
    timer.start()
    found = run(name, 10**8)
    took = time.perf_counter() - begun
    timer.join()
    assert 0 < found.n < 10**8
    assert took < 10
    assert threading.active_count() <= before
    assert run(name, 20).n == 20


# --- matches -----------------------------------------------------------------------------------


class Watcher:
    """Plays the first legal move, notes all it sees, and may waste random numbers."""

    def __init__(self, name, wasted=0):
        self.name = name
        self.wasted = wasted
        self.seen = []

    def choose(self, view, rng):
        rng.random(self.wasted)
        self.seen.append((view.ply, view.player, names(view.hand), names(view.unseen)))
        return view.legal_moves[0]

    def explain(self, view, lang="en"):
        return ""


class Chancer(Watcher):
    """Plays a random legal move after wasting random numbers."""

    def choose(self, view, rng):
        super().choose(view, rng)
        return view.legal_moves[rng.integers(len(view.legal_moves))]


def match(name, a, b, n=8, seed=4, **more):
    return play_match(GAMES[name], a, b, n, seed, progress=False, **more)


def openings(watcher):
    """Return the hands a bot held at its first look at each game."""
    found, last = [], 10**6
    for ply, player, hand, _ in watcher.seen:
        if ply < last:
            found.append((player, hand))
        last = ply
    return found


@both
def test_a_bots_luck_leaves_the_deals_alone(name):
    """A bot that draws a thousand more random numbers is dealt the same cards."""
    deals = []
    for wasted in (0, 1000):
        watchers = Watcher("a", wasted), Chancer("b", 0)
        found = match(name, *watchers)
        deals.append(openings(watchers[0]))
        assert len(deals[-1]) == found.n == 8
    assert deals[0] == deals[1]


@both
def test_ten_games_of_one_seed_are_ten_deals(name):
    """Unpaired games of a match are all dealt anew."""
    watcher = Watcher("a")
    found = match(name, watcher, Chancer("b"), n=10, paired=False)
    assert len({tuple(hand) for _, hand in openings(watcher)}) == 10
    assert list(found.rows["deal"]) == list(range(10))
    assert list(found.rows["seat"]) == [0, 1] * 5


@both
def test_paired_deals_are_mirrored(name):
    """Each deal is played twice, and the other bot gets the very same cards."""
    a, b = Watcher("a"), Watcher("b")
    found = match(name, a, b, n=8)
    assert list(found.rows["deal"]) == [0, 0, 1, 1, 2, 2, 3, 3]
    assert list(found.rows["seat"]) == [0, 1] * 4
    mine, theirs = openings(a), openings(b)
    for game in range(0, 8, 2):
        assert mine[game] == theirs[game + 1]
        assert mine[game + 1] == theirs[game]
        assert mine[game] != mine[game + 1]


@both
def test_equal_bots_share_the_points_of_paired_deals(name):
    """Two bots that play alike win exactly half, deal by deal."""
    found = match(name, Watcher("a"), Watcher("b"), n=20)
    assert found.rate == 0.5
    assert (found.rows.groupby("deal")["score"].sum() == 1).all()


@both
def test_matches_repeat_and_do_not_depend_on_where_they_are_played(name):
    """Equal seeds give equal matches, alone, over threads, in any order."""
    alone = match(name, "uniform", "uniform_moves", n=12)
    with ThreadPoolExecutor(3) as executor:
        together = match(name, "uniform", "uniform_moves", n=12, executor=executor)
    pd.testing.assert_frame_equal(alone.rows, together.rows)
    assert not match(name, "uniform", "uniform_moves", n=12, seed=5).rows.equals(alone.rows)
    longer = match(name, "uniform", "uniform_moves", n=16)
    pd.testing.assert_frame_equal(alone.rows, longer.rows.iloc[:12])


@pytest.mark.slow
@both
def test_matches_are_the_same_over_processes(name):
    """Bots, games and variants travel to other processes."""
    alone = match(name, "uniform", "uniform_moves", n=6)
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        away = match(name, "uniform", "uniform_moves", n=6, executor=executor)
    pd.testing.assert_frame_equal(alone.rows, away.rows)


class Late:
    """Plays at random here; in another process it asks for what is not there."""

    name = "late"

    def __init__(self):
        self.here = os.getpid()

    def choose(self, view, rng):
        return Chancer("").choose(view, rng) if os.getpid() == self.here else view.no_such_thing


@pytest.mark.slow
def test_a_bots_own_fault_is_told_as_its_own():
    """An AttributeError in a bot is not taken for a worker that lacks the program."""
    with (
        ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor,
        pytest.raises(AttributeError, match="no_such_thing"),
    ):
        match("ST1", Late(), "uniform", n=12, executor=executor)


@both
@pytest.mark.parametrize("after", [1, 2, 5])
def test_an_interrupted_match_keeps_whole_deals_and_says_so(name, after, monkeypatch):
    """An interrupted match keeps whole deals, alone or in a pool, and they are the same games."""
    whole = match(name, "uniform", "uniform_moves", n=20)
    play, calls = workers.run_chunk, []

    def interrupted(task, first, n):
        calls.append(first)
        if len(calls) > after:
            raise KeyboardInterrupt
        return play(task, first, n)

    monkeypatch.setattr(workers, "run_chunk", interrupted)
    monkeypatch.setattr(workers, "_MAX_CHUNK", 2)
    with ThreadPoolExecutor(1) as executor:
        for where in (None, executor):
            calls.clear()
            found = match(name, "uniform", "uniform_moves", n=20, executor=where)
            assert 0 < found.n < found.asked == 20
            assert f"{found.n} of 20 games" in str(found)
            assert set(found.rows.groupby("deal").size()) == {2}
            pd.testing.assert_frame_equal(found.rows, whole.rows.loc[found.rows.index])


@both
def test_a_match_goes_on_where_a_pool_breaks(name):
    """One warning; no deal is lost or doubled."""

    class Broken(ThreadPoolExecutor):
        def submit(self, *work):
            broken = Future()
            broken.set_exception(BrokenExecutor("lost"))
            return broken

    whole = match(name, "uniform", "uniform_moves", n=12)
    with Broken(1) as executor, pytest.warns(RuntimeWarning, match="worker process was lost"):
        found = match(name, "uniform", "uniform_moves", n=12, executor=executor)
    pd.testing.assert_frame_equal(found.rows, whole.rows)


@both
def test_a_match_adds_up(name):
    """Scores, seats, rate and interval are of the rows."""
    found = match(name, "uniform", "uniform_moves", n=20)
    assert found.n == 20
    assert found.wins == found.rows["score"].sum()
    assert set(found.rows["score"]) <= {0, 0.5, 1}
    for _, row in found.rows.iterrows():
        drawn = row["winner"] == 2
        assert row["score"] == (0.5 if drawn else float(row["winner"] == row["seat"]))
    low, high = found.interval
    assert 0 <= low <= found.rate <= high <= 1
    assert found.summary()["count"].tolist() == [10, 10]
    assert found.label == "uniform – uniform_moves"


def test_a_drawn_game_is_half_a_point_for_each(monkeypatch):
    """Every deal begins where nobody has a card left, and under this switch it ends in a draw."""
    rule = stlib.Variant("study", deadlock="none")
    sides = {1: ("r1 b5 g9", "n1")}
    start = stlib.ST1.setup(sides, ("", ""), deck="", discard="rest", variant=rule)
    monkeypatch.setattr(type(stlib.ST1), "deal", lambda *_, **__: start)
    found = match("ST1", "uniform", "greedy", n=6, variant=rule)
    assert found.rows["winner"].tolist() == [2] * 6
    assert found.rows["score"].tolist() == [0.5] * 6
    assert (found.wins, found.rate) == (3, 0.5)
    assert found.lead.mean == 0


@pytest.mark.parametrize(
    ("arguments", "named"),
    [({"n": 7}, "even, not 7"), ({"n": 0}, "least"), ({"n": True}, "True"), ({"seed": -1}, "-1")],
)
def test_matches_that_cannot_be_are_refused(arguments, named):
    """The error shows the value."""
    with pytest.raises(SetupError, match=named):
        match("ST1", "uniform", "uniform", **arguments)


def test_what_is_no_game_or_no_bot_is_refused():
    """A game must be an object, not a name, and a bot must have a method `choose`."""
    with pytest.raises(SetupError, match="'ST1' is no game"):
        playouts("ST1", 5, progress=False)
    with pytest.raises(SetupError, match="None is no game"):
        play_match(None, "uniform", "uniform", 2)
    for bot in (3, None, object()):
        with pytest.raises(SetupError, match="is no bot"):
            match("ST1", "uniform", bot)


def test_bots_by_name():
    """Unknown names are refused, and so is a budget for a bot that does not search."""
    for name in bots.names():
        assert bots.make(name).name == name
    with pytest.raises(SetupError, match="'genius'"):
        bots.make("genius")
    with pytest.raises(SetupError, match="uniform"):
        bots.make("uniform", playouts=100)


@pytest.mark.parametrize(
    ("wins", "n", "said"),
    [(0, 7, "0.00%"), (1, 10**6, "<0.01%"), (10**6 - 1, 10**6, ">99.99%"), (7, 7, "100.00%")],
)
def test_only_all_is_a_hundred_percent(wins, n, said):
    """One game of a million is not rounded to 0% or 100%."""
    assert str(Rate(wins, n)).startswith(f"{said} (")
