"""What runs and matches contain: rows about each game, means, intervals, comparisons."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats as scipy_stats

from bridge import GAMES
from stlib import Record, SetupError, runs, words
from stlib.base.stats import Rate, paired_interval, scores_apart
from stlib.simulate.column_meanings import columns, counted, row_of
from stlib.simulate.playing import play_match, playouts

both = pytest.mark.parametrize("name", GAMES)
NAMED = [(name, variant) for name, game in GAMES.items() for variant in game.variants]


def run(name, n=60, seed=11, **more):
    """Play a few games without a progress bar."""
    return playouts(GAMES[name], n, seed, progress=False, **more)


# --- rows -----------------------------------------------------------------------------------


def steps(last):
    """Yield (position, move, position after it) of the game that led to a position."""
    every = list(Record.of(last).replay())
    yield from zip(every, last.moves, every[1:], strict=False)


def border(last):
    """Return what a border game's columns must hold, told from its positions."""
    told = {"claims": 0, "late_claims": 0, "proofs": 0}
    told |= {f"claim_{number}": -1 for number in range(1, 10)}
    for before, move, after in steps(last):
        if move.verb == "claim":
            lane = before.lanes[move.lane]
            told["claims"] += 1
            told["late_claims"] += before.deck_size == 0
            told["proofs"] += len(lane.sides[1 - before.to_move]) < lane.demand.size
            told[f"claim_{lane.number}"] = after.ply
    owners = [-1 if lane.owner is None else lane.owner for lane in last.lanes]
    told |= {f"owner_{number}": owner for number, owner in enumerate(owners, 1)}
    told |= {f"stones_{p}": owners.count(p) for p in (0, 1)}
    return told | {"first": last.start().to_move}


def siege(last):
    """Return what a siege's columns must hold, told from its positions."""
    told = dict.fromkeys(("declarations", "proofs", "retreats", "oil", "pairs"), 0)
    told |= {"breach": -1} | {f"damage_{number}": -1 for number in range(1, 8)}
    for before, move, after in steps(last):
        if move.verb == "declare":
            lane = before.lanes[move.lane]
            told["declarations"] += 1
            told["proofs"] += len(lane.sides[1]) < lane.demand.size
            if lane.damaged:
                told["breach"] = lane.number
            else:
                told[f"damage_{lane.number}"] = after.ply
        told["retreats"] += move.verb == "retreat"
        told["oil"] += move.verb == "pour"
        told["pairs"] += move.verb in ("play", "put") and len(after.discard) > len(before.discard)
    return told


def told(last):
    """Return all that a row must hold, told from the positions of the game."""
    end = last.outcome
    found = border(last) if last.game.name == "ST1" else siege(last)
    if last.game.name == "ST2":
        found |= {"damaged": len(last.damaged), "cauldrons_left": last.cauldrons}
    return found | {
        "winner": 2 if end.winner is None else end.winner,
        "reason": end.reason,
        "plies": len(last.moves),
        "deck_left": last.deck_size,
        "tactics_0": last.tactics_played[0],
        "tactics_1": last.tactics_played[1],
    }


@pytest.mark.parametrize("policy", ["uniform", "uniform_moves"])
@pytest.mark.parametrize(("name", "variant"), NAMED)
def test_a_row_says_what_happened(name, variant, policy):
    """Every column is that of the game played again through positions, move by move."""
    found = run(name, 12, policies=(policy, "uniform"), variant=variant)
    for index, row in found.rows.iterrows():
        last = found.replay(index)
        assert row.to_dict() == told(last)
        numbers = dict(zip(found.game.kernels.COLUMNS, row_of(last).tolist(), strict=True))
        assert numbers == told(last) | {"reason": found.game.rules.REASONS.index(row["reason"])}


@both
def test_games_played_by_the_strong_policy_can_be_replayed(name):
    """Greedy against uniform, whoever sits where."""
    for pair in (("greedy", "uniform"), ("uniform", "greedy")):
        found = run(name, 2, policies=pair)
        assert told(found.replay(1)) == found.rows.loc[1].to_dict()


def test_everything_that_is_counted_happens():
    """In the tests above everything that is counted occurs at least once."""
    stuck = run("ST1", 400, policies="uniform_moves").rows
    assert (stuck["claims"] < stuck["stones_0"] + stuck["stones_1"]).any()
    for name, variant in NAMED:
        rows = run(name, 400, policies="uniform_moves", variant=variant).rows
        for column in counted(GAMES[name]):
            if not column.startswith("tactics") or variant in ("tactics", "early_bird"):
                assert rows[column].nunique() > 1, (name, variant, column)


def test_a_deal_is_the_game_of_its_number():
    """Game 0 is the deal of the seed, other games are other deals, and who starts is kept."""
    found = run("ST1", 5, first=1, variant="tactics")
    assert found.deal(0) == GAMES["ST1"].deal(11, "tactics", 1)
    assert found.deal(3) == GAMES["ST1"].deal(11, "tactics", 1, index=3) != found.deal(0)
    assert found.replay(3).start() == found.deal(3)
    assert {found.deal(index).to_move for index in range(9)} == {1}
    for wrong in (-1, 1.5, True, None):
        with pytest.raises(SetupError, match="index"):
            found.deal(wrong)


@pytest.mark.parametrize("lang", words.LANGUAGES[:2])
@both
def test_every_column_says_what_it_means(name, lang):
    """Each column has a sentence, in order; it explains -1 exactly if -1 occurs."""
    game = GAMES[name]
    found = columns(game, lang)
    assert tuple(found.index) == game.kernels.COLUMNS
    assert found.is_unique
    assert found.str.fullmatch("[A-ZÄÖÜ].*[.]").all()
    rows = run(name, 300).rows
    least = rows.drop(columns="reason").min()
    assert list(found.index[found.str.contains("−1")]) == list(least.index[least == -1])
    assert least.min() == -1


# --- means ----------------------------------------------------------------------------------


@both
def test_figures_have_their_intervals(name):
    """Rates have Wilson's interval and means Student's, over the games that have the figure."""
    found = run(name, 200)
    table, rows = found.figures(), found.rows
    assert list(table.index) == ["score", "won_0", "won_1", "drawn", *counted(found.game)]
    assert tuple(table.loc["score"][["value", "low", "high"]]) == (found.rate, *found.interval)
    won = Rate(found.wins[1], 200)
    assert tuple(table.loc["won_1"][["value", "low", "high"]]) == (won.rate, *won.interval)
    for column in counted(found.game):
        value, low, high, n, _ = table.loc[column]
        values = rows[column][rows[column] >= 0]
        assert n == len(values)
        assert value == pytest.approx(values.mean()) == found.means[column]
        if values.nunique() > 1:
            expected = scipy_stats.ttest_1samp(values, 0).confidence_interval(0.95)
            assert (low, high) == pytest.approx(tuple(expected))
    assert (table["meaning"].str.len() > 5).all()
    assert table["meaning"].iloc[0] != found.figures("de")["meaning"].iloc[0]


def test_means_need_no_single_games():
    """The figures are the same where rows are not kept, or lie on disk."""
    kept, gone = run("ST2", 300), run("ST2", 300, rows=False)
    pd.testing.assert_frame_equal(kept.figures(), gone.figures())
    with pytest.raises(SetupError, match="'genius'"):
        gone.mean("genius")


# --- comparing ------------------------------------------------------------------------------


def scores(rows):
    return rows["winner"].map({0: 1.0, 1: 0.0, 2: 0.5})


@both
def test_runs_of_one_seed_are_compared_game_by_game(name):
    """Differences, intervals and p are those of SciPy's paired tests."""
    one, other = run(name, 150), run(name, 200, policies=("uniform", "uniform_moves"))
    table = one.compare(other)
    a, b = one.rows, other.rows.iloc[:150]
    assert list(table.index) == ["score", *counted(one.game)]
    assert table["paired"].all()
    apart = scores(a) - scores(b)
    line = table.loc["score"]
    assert line["p"] == scipy_stats.binomtest((apart > 0).sum(), (apart != 0).sum()).pvalue
    for column in counted(one.game):
        have = (a[column] >= 0) & (b[column] >= 0)
        x, y = a[column][have], b[column][have]
        line = table.loc[column]
        assert line["n"] == have.sum()
        assert (line["here"], line["there"]) == pytest.approx((x.mean(), y.mean()))
        assert line["difference"] == pytest.approx(x.mean() - y.mean(), abs=1e-12)
        if (x - y).nunique() > 1:
            expected = scipy_stats.ttest_rel(x, y)
            low, high = expected.confidence_interval(0.95)
            assert tuple(line[["low", "high", "p"]]) == pytest.approx((low, high, expected.pvalue))


@both
def test_runs_of_two_seeds_share_nothing(name):
    """Differences, intervals and p are Welch's and Newcombe's; no single games are needed."""
    one, other = run(name, 150), run(name, 130, seed=12, rows=False)
    table = one.compare(other)
    assert not table["paired"].any()
    expected = scores_apart(one.score, other.score)
    assert tuple(table.loc["score"][["low", "high", "p"]]) == (*expected.interval, expected.p)
    x, y = one.rows["plies"], run(name, 130, seed=12).rows["plies"]
    expected = scipy_stats.ttest_ind(x, y, equal_var=False)
    low, high = expected.confidence_interval(0.95)
    line = table.loc["plies"]
    assert tuple(line[["low", "high", "p"]]) == pytest.approx((low, high, expected.pvalue))


def test_pairs_say_more_than_two_heaps_do():
    """If a switch changes few games, comparing in pairs gives a narrow interval."""
    other_end = GAMES["ST2"].rules.Variant("own", attacker_draws_last="last_now")
    one, other = run("ST2", 200), run("ST2", 200, variant=other_end)
    paired = one.compare(other).loc["score"]
    heaps = scores_apart(one.score, other.score)
    assert paired["difference"] == pytest.approx(heaps.mean)
    assert paired["high"] - paired["low"] < 0.7 * (heaps.high - heaps.low)


def test_a_run_differs_from_itself_in_nothing():
    """A run does not differ from itself, but the interval does not exclude rare differences."""
    found = run("ST1", 100)
    table = found.compare(found)
    assert (table["difference"] == 0).all()
    assert (table["p"] == 1).all()
    assert table.loc["score", "high"] == -table.loc["score", "low"] > 0.03


def test_runs_on_disk_are_compared_part_by_part(tmp_path):
    """Parts of different sizes, a run in memory: the games are matched by number."""
    game = GAMES["ST1"]
    a = runs.start(tmp_path / "a", game, 500, 3, chunk=70, progress=False)
    b = runs.start(tmp_path / "b", game, 450, 3, "uniform_moves", chunk=110, progress=False)
    mine = run("ST1", 500, seed=3)
    theirs = run("ST1", 450, seed=3, policies="uniform_moves")
    expected = mine.compare(theirs)
    assert set(expected["n"]) <= set(range(451))
    assert expected.loc["score", "n"] == 450
    for one, other in ((a, b), (a, theirs), (mine, b)):
        pd.testing.assert_frame_equal(one.compare(other), expected)
    pd.testing.assert_frame_equal(a.figures(), mine.figures())
    assert a.replay(444).outcome == mine.replay(444).outcome


def test_a_figure_that_no_pair_has_is_not_known():
    """A stone that is claimed in no game of both runs has no ply, rather than ply 0."""
    one, other = run("ST1", 2), run("ST1", 2, policies="uniform_moves")
    table = one.compare(other)
    missing = table[table["n"] == 0]
    assert len(missing)
    assert missing[["here", "there", "difference", "low", "high", "p"]].isna().all(axis=None)


def test_what_cannot_be_compared_is_refused():
    """Runs that cannot be compared are refused, and the error says why."""
    one = run("ST1", 40)
    for other in (None, one.rows, match("ST1", 2)):
        with pytest.raises(SetupError, match=f"not with {type(other).__name__}"):
            one.compare(other)
    with pytest.raises(SetupError, match="about ST2, not about ST1"):
        one.compare(run("ST2", 40))
    with pytest.raises(SetupError, match="rows=True"):
        one.compare(run("ST1", 40, rows=False))
    later = run("ST1", 40)
    later._rows = [(first + 1000, out) for first, out in later._rows]
    with pytest.raises(SetupError, match="no games to compare"):
        one.compare(later)


# --- matches --------------------------------------------------------------------------------


def match(name, n=24, **more):
    return play_match(GAMES[name], "uniform", "uniform_moves", n, 4, progress=False, **more)


@both
def test_a_matchs_rows_name_their_deals(name):
    """The seed deals the game again; both games of a deal have it; columns are those of runs."""
    found = match(name)
    rows = found.rows
    assert rows.index.name == "game"
    assert set(found.game.kernels.COLUMNS) < set(rows.columns)
    assert rows["seed"].nunique() == 12
    assert (rows.groupby("deal")["seed"].nunique() == 1).all()
    if name == "ST1":
        starts = [found.game.deal(seed).to_move for seed in rows["seed"]]
        assert list(rows["first"]) == starts
        assert (rows["stones_0"] + rows["stones_1"] >= rows["claims"]).all()
    else:
        assert ((rows["breach"] > 0) == (rows["reason"] == "breach")).all()
    assert rows["plies"].between(10, 300).all()


@pytest.mark.parametrize("paired", [True, False])
@both
def test_roles_share_every_game(name, paired):
    """The scores of both roles add up, and the scores of both bots make up the match."""
    found = match(name, paired=paired)
    table = found.roles()
    first, second = table.index.get_level_values("role").unique()
    everyone = words.say("role.both")
    assert table.loc[(first, everyone), "score"] + table.loc[(second, everyone), "score"] == 1
    mine = table.xs("uniform", level="bot")
    assert (mine["games"] * mine["score"]).sum() == found.wins
    assert mine["games"].sum() == found.n
    assert (table["low"] <= table["score"]).all()
    assert (table["score"] <= table["high"]).all()
    if name == "ST2":
        assert (first, second) == ("attacker", "defender")
        assert table.loc[(first, everyone), "score"] == (found.rows["winner"] == 0).mean()
    else:
        won = found.rows["winner"] == found.rows["first"]
        assert table.loc[(first, everyone), "score"] == won.mean()


@both
def test_an_advantage_is_the_same_bots_with_the_same_cards(name):
    """Deal by deal: its score in the first role less that in the second."""
    found = match(name, 40)
    rows = found.rows
    lead = rows["first"] if name == "ST1" else 0
    one = rows[rows["seat"] == lead].set_index("deal")["score"]
    other = rows[rows["seat"] != lead].set_index("deal")["score"]
    expected = scipy_stats.ttest_rel(one, other).confidence_interval(0.95)
    advantage = found.advantage
    assert advantage.interval == pytest.approx(tuple(expected))
    assert advantage.n == 20
    share = found.roles().loc[(slice(None), words.say("role.both")), "score"].iloc[0]
    assert advantage.mean == pytest.approx(2 * share - 1)
    low, high = paired_interval((one - other + 1) / 2)
    assert advantage.interval == pytest.approx((2 * low - 1, 2 * high - 1))


@both
def test_a_lead_is_by_deals_where_they_are_paired(name):
    """The first bot's score less the second's; the sign test counts deals, not games."""
    found = match(name, 40)
    deals = found.rows.groupby("deal")["score"].mean() * 2 - 1
    assert found.lead.mean == pytest.approx(2 * found.rate - 1)
    assert found.lead.n == 20
    test = scipy_stats.binomtest((deals > 0).sum(), (deals != 0).sum())
    assert found.lead.p == test.pvalue
    alone = match(name, 40, paired=False)
    assert (alone.lead.n, alone.lead.paired) == (40, False)
    assert alone.advantage.n == 40
    assert not alone.advantage.paired


@both
def test_an_advantage_needs_both_roles(name):
    """From one game the advantage is unknown, because a bot had only one role."""
    found = match(name, 1, paired=False)
    assert np.isnan([*found.advantage.interval, found.advantage.mean, found.advantage.p]).all()
    assert found.advantage.n == 1
    assert len(found.roles()) == 4
