"""Public objects are equal to their equals, hash alike or say that they cannot, and travel."""

import copy
import importlib
import inspect
import pickle
import pkgutil
from fractions import Fraction

import pytest

import st2lib
import stlib
from st2lib import ST2
from stlib import ST1, Record, bots, lessons, puzzles, runs, showcase, stats
from stlib.base.errors import Text
from stlib.chances.keep import LaneKeeps
from stlib.chances.question import Contest, read_question
from stlib.claims.all_refutations import Group
from stlib.exact_tables import TABLES
from stlib.runs import archive
from stlib.simulate import play_match, playouts, tasks

COLOR_RUN = stlib.Kind.COLOR_RUN
UNSEEN = "r7 b1 b2 b3 g1 g2"
BASE = {"ST1": ST1.variants["base"], "ST2": ST2.variants["base"]}


def ended(game):
    """Return the last position of a game in which the first legal move is always made."""
    position = game.deal(3)
    while position.outcome is None:
        position = position.apply(position.legal_moves[0])
    return position


def question(side="r8 r9"):
    return read_question(side, UNSEEN, stlib.STONE, stlib.DECK)


def keeps():
    mine, hand, unseen = map(stlib.parse_cards, ("r8 r9", "r7 b2", "g1 g2"))
    return LaneKeeps(stlib.odds, mine, (), hand, unseen, 1, "color_run")


def feud():
    return stlib.Feud(3, seed=4).add(ended(ST1))


def siege():
    return st2lib.Match(seed=4).add(ended(ST2))


#: Class -> how to make one; made twice, both must be equal. Names are those of `public_classes`.
MADE = {
    "st2lib.greedy.Weights": lambda: st2lib.greedy.Weights(*st2lib.greedy.WEIGHTS),
    "st2lib.match.Match": siege,
    "st2lib.match.Result": lambda: siege().results[0],
    "st2lib.position.Position": lambda: ST2.deal(3).apply(ST2.deal(3).legal_moves[0]),
    "st2lib.position.View": lambda: ST2.deal(3).view(0),
    "st2lib.rules.Tile": lambda: copy.copy(st2lib.TILES[0]),
    "st2lib.rules.Variant": lambda: st2lib.Variant("own", attacker_draws_last="last_now"),
    "stlib.base.errors.Text": lambda: Text("kind.run", {}),
    "stlib.base.stats.Difference": lambda: stats.difference([1, 2], [2, 2]),
    "stlib.base.stats.Mean": lambda: stats.Mean.of([3]),
    "stlib.base.stats.Rate": lambda: stats.Rate(3, 4),
    "stlib.base.luck.Luck": lambda: bots.Luck.of(1),
    "stlib.bots.policy.PolicyBot": lambda: bots.make("greedy"),
    "stlib.cards.card.Card": lambda: stlib.parse_cards("r7")[0],
    "stlib.cards.demand.Deck": lambda: copy.copy(stlib.DECK),
    "stlib.cards.demand.Demand": lambda: stlib.Demand(3),
    "stlib.cards.demand.Kind": lambda: COLOR_RUN,
    "stlib.cards.moves.Move": lambda: ST1.deal(3).legal_moves[0],
    "stlib.chances.gains.Gain": lambda: stlib.odds.gains(COLOR_RUN, "r8 r9", UNSEEN, 2)[0],
    "stlib.chances.keep.Keep": lambda: keeps().keeps[0],
    "stlib.chances.keep.LaneKeeps": keeps,
    "stlib.chances.question.Contest": lambda: Contest(question(), question("b8 b9"), 2, 2, 1),
    "stlib.chances.question.Question": question,
    "stlib.chances.tools.Tools": lambda: importlib.import_module("stlib.chances.tools").Tools(
        stlib.DECK, stlib.STONE
    ),
    "stlib.chances.waiting.Waiting": lambda: stlib.odds.waiting(COLOR_RUN, "r8 r9", UNSEEN),
    "stlib.chances.whole_view.LaneOdds": lambda: stlib.odds.of_view(ended(ST1).view(0), 0)[1],
    "stlib.claims.all_refutations.Fills": lambda: stlib.prove("r4 g4 b4", "v5 v6").fills,
    "stlib.claims.all_refutations.Group": lambda: Group(COLOR_RUN, 18, 1, "ST1"),
    "stlib.claims.prove.Formation": lambda: stlib.formation("r7 r8 r9"),
    "stlib.claims.prove.Proof": lambda: stlib.prove("r7 r8 r9", "b8 b9"),
    "stlib.claims.prove.Refutation": lambda: stlib.prove("r4 g4 b4", "v5 v6"),
    "stlib.exact_tables.ExactTable": lambda: copy.copy(next(iter(TABLES.values()))),
    "stlib.play.record.Record": lambda: Record.of(ended(ST1), white="Ann"),
    "stlib.play.table.Lane": lambda: ST1.deal(3).lanes[0],
    "stlib.play.table.Outcome": lambda: ended(ST2).outcome,
    "stlib.play.view.BothDraw": lambda: ST1.deal(3).view(0).both_draw(2, 2)[0],
    "stlib.play.view.Draws": lambda: ST1.deal(3).view(0).draws(2)[0],
    "stlib.runs.archive.Manifest": lambda: archive.Manifest(
        *("ST1", {"name": "base"}, ["uniform"] * 2, 1, None, 5, 5, [], [], [], "", "", "")
    ),
    "stlib.simulate.matches.MatchResults": lambda: play_match(
        ST1, "uniform", "uniform_moves", 2, 1, progress=False
    ),
    "stlib.simulate.results.Results": lambda: playouts(ST1, 20, 1, progress=False),
    "stlib.simulate.tasks.Deals": lambda: tasks.Deals(ST1, BASE["ST1"], ("a", "b"), 1, True),
    "stlib.simulate.tasks.Playouts": lambda: tasks.Playouts.of(
        ST1, BASE["ST1"], ("uniform", "greedy"), 1, None
    ),
    "stlib.st1.border.Border": lambda: importlib.import_module("stlib.st1.border").Border((1, 2)),
    "stlib.st1.border.Way": lambda: (
        importlib.import_module("stlib.st1.border").Border((1, 2)).ways(0)[0]
    ),
    "stlib.st1.greedy.Weights": lambda: stlib.st1.greedy.Weights(*stlib.st1.greedy.WEIGHTS),
    "stlib.st1.position.Position": lambda: ST1.deal(3).apply(ST1.deal(3).legal_moves[0]),
    "stlib.st1.position.View": lambda: ST1.deal(3).view(0),
    "stlib.st1.rounds.Feud": feud,
    "stlib.st1.rules.Variant": lambda: stlib.Variant("own", deadlock="none"),
    "stlib.teach.lessons.Opening": lessons.worked_opening,
    "stlib.teach.lessons.Page": lambda: lessons.show("aim"),
    "stlib.teach.lessons.Step": lambda: lessons.worked_opening().steps[0],
    "stlib.teach.puzzles.Checked": lambda: puzzles.puzzle(ST1, 1).check(True),
    "stlib.teach.puzzles.Puzzle": lambda: puzzles.puzzle(ST1, 1),
}
LATER = {"stlib.runs.running.Run"}  # needs a folder

#: There is one of each, or each is itself only: what the reason says.
ONE_OF_A_KIND = {
    "drawn in a browser, and alive": (
        "Board", "BorderExplorer", "CardExplorer", "ClaimChecker", "Explorer", "OddsExplorer",
        "PageWidget", "Session", "WallExplorer",
    ),
    "bound to a deck, one for each game": (
        "Formations", "Game", "GameDrawing", "Notation", "Odds", "Prover",
    ),
    "says what others must offer, and has no instances": ("AnyVariant", "Bot", "Places", "Task"),
    "an error, which is compared by what it says": (
        "BotError", "CardError", "GameError", "MoveError", "OddsError", "RecordError",
        "SetupError", "TooManyStates",
    ),
    "a base of the classes of both games": ("Position", "Table", "View"),
    "used inside the libraries and not handed out": (
        "Answer", "Builder", "CardLine", "Command", "Detail", "Given", "HandLine", "LaneLine",
        "Layout", "Lines", "NamesLine", "Notice", "NumberLine", "Offers", "PlacesLine", "Prices",
        "Question", "RowsFile", "Scene", "Shape", "Sides", "State", "Step", "StoneBuilder",
        "TacticClass",
        "Viewpoint", "WallBuilder",
    ),
}  # fmt: skip


def public_classes():
    """Yield each class that a module names in its ``__all__``, by its full name."""
    for library in (stlib, st2lib):
        for found in pkgutil.walk_packages(library.__path__, f"{library.__name__}."):
            module = importlib.import_module(found.name)
            for name in getattr(module, "__all__", ()):
                value = getattr(module, name, None)
                if inspect.isclass(value) and value.__module__.partition(".")[0] != "builtins":
                    yield f"{value.__module__}.{value.__qualname__}"


def test_no_public_class_is_forgotten():
    """A new one is made in this file, or is said to be one of a kind."""
    alone = {name for names in ONE_OF_A_KIND.values() for name in names}
    unknown = {name for name in public_classes() if name not in MADE.keys() | LATER}
    assert {name for name in unknown if name.rpartition(".")[2] not in alone} == set()


def alike(one, other):
    """Assert that two objects are equal, can be found, and hash alike or say that they cannot."""
    assert one == other
    assert [other].index(one) == 0
    assert one != "something else"
    assert repr(one) == repr(other)
    try:
        hashed = hash(one)
    except TypeError:
        return  # it says that it cannot
    assert hashed == hash(other)


@pytest.mark.parametrize("name", MADE)
def test_equals_are_equal(name):
    """Made twice, sent through pickle, copied, copied deep."""
    one = MADE[name]()
    assert f"{type(one).__module__}.{type(one).__qualname__}" == name
    alike(one, MADE[name]())
    alike(one, pickle.loads(pickle.dumps(one)))
    alike(one, copy.copy(one))
    alike(one, copy.deepcopy(one))


def test_a_run_on_disk_is_equal_wherever_it_lies(tmp_path):
    """Also to the same games in memory; another seed is another run."""
    one, other, third = (
        runs.start(tmp_path / name, ST1, 150, seed, progress=False)
        for name, seed in (("a", 1), ("b", 1), ("c", 2))
    )
    alike(one, other)
    alike(one, runs.load(tmp_path / "a", ST1))
    alike(one, pickle.loads(pickle.dumps(one)))
    assert one == playouts(ST1, 150, 1, progress=False) == other
    assert one not in (third, None)


def test_results_differ_where_anything_was_played_otherwise():
    """Seed, number of games, policies, variant, who starts."""
    one = playouts(ST1, 20, 1, progress=False)
    for more in (
        {"n": 21}, {"seed": 2}, {"policies": ("uniform", "uniform_moves")}, {"variant": "expert"},
        {"first": 0},
    ):  # fmt: skip
        assert one != playouts(ST1, **{"n": 20, "seed": 1, "progress": False} | more)
    assert one == playouts(ST1, 20, 1, progress=False, rows=False)
    two = play_match(ST1, "uniform", "uniform_moves", 4, 1, progress=False)
    assert two != play_match(ST1, "uniform", "uniform_moves", 4, 2, progress=False)
    assert two != play_match(ST1, "uniform_moves", "uniform", 4, 1, progress=False)


def test_unknown_figures_are_equal_to_unknown_ones():
    """A mean of nothing is NaN, which is not equal to itself as a number."""
    alike(stats.Mean.of([]), stats.Mean(float("nan"), float("nan"), 0))
    alike(stats.difference([1], [2]), stats.difference([1], [2]))
    assert stats.Mean(1.0, float("nan"), 1) != stats.Mean(2.0, float("nan"), 1)


@pytest.mark.parametrize("game", [ST1, ST2], ids=["ST1", "ST2"])
def test_a_game_stays_itself(game):
    """A copy, or one sent through pickle, is the game; so runs of it can be compared."""
    tools = stlib if game is ST1 else st2lib
    for one in (game, tools.odds, tools.prove, tools.formation):
        alike(one, pickle.loads(pickle.dumps(one)))
        alike(one, copy.copy(one))
        alike(one, copy.deepcopy(one))
    assert pickle.loads(pickle.dumps(game)) is copy.copy(game) is copy.deepcopy(game) is game


@pytest.mark.parametrize(
    "fault",
    [
        lambda: stlib.parse_cards("x9"),
        lambda: ST1.deal(1).apply("r1@99"),
        lambda: ST1.setup(hands=("r1 r1", "")),
        lambda: ST1.from_text(""),
        lambda: stlib.odds.complete(COLOR_RUN, "r8 r9", UNSEEN, 99),
    ],
)
def test_errors_travel_with_what_they_say(fault):
    """Through pickle and copies, in any language."""
    with pytest.raises(stlib.GameError) as caught:
        fault()
    one = caught.value
    for other in (pickle.loads(pickle.dumps(one)), copy.copy(one), copy.deepcopy(one)):
        assert type(other) is type(one)
        assert (str(other), other.say("de"), other.key) == (str(one), one.say("de"), one.key)
        assert repr(other) == repr(one)


def test_exact_chances_are_plain_fractions():
    """They compare and hash as numbers do."""
    assert stlib.odds.complete(COLOR_RUN, "r8 r9", UNSEEN, 1) == Fraction(1, 6)


def test_scenes_of_the_showcase_can_be_compared():
    """Told twice, they are the same."""
    assert showcase.show(ST1, "aim") == showcase.show(ST1, "aim")
