"""The command line of both games says what the library says, for people and for programs."""

import io
import json
import os
import shlex
import signal
import subprocess
import sys
import time
from fractions import Fraction
from pathlib import Path

import pandas as pd
import pytest

import st2lib
import stlib
from st2lib.__main__ import COMMAND as SIEGE
from stlib import Record, runs, simulate
from stlib.__main__ import COMMAND as BORDER
from stlib.cli import arguments, files_and_processes, games, main
from stlib.play.named_demands import first_place, places
from stlib.simulate import tasks, workers

ROOT = Path(__file__).resolve().parents[1]
COMMANDS = {"ST1": BORDER, "ST2": SIEGE}
both = pytest.mark.parametrize("name", COMMANDS)


@pytest.fixture
def ask(capsys):
    """Ask the command line in this process; returns its exit code, stdout and stderr."""

    def run(*argv, name="ST1"):
        code = main(COMMANDS[name], argv)
        return (code, *capsys.readouterr())

    return run


@pytest.fixture
def data(ask):
    """Ask for JSON and read it; nothing may be on stderr, and no NaN in it."""

    def run(*argv, name="ST1", code=0):
        found, out, err = ask(*argv, "--json", name=name)
        assert (found, err) == (code, "")
        return json.loads(out, parse_constant=lambda text: pytest.fail(text))

    return run


@pytest.fixture
def recorded(tmp_path):
    """Write a whole game of each down and return the files."""
    files = {}
    for name, game in (("ST1", stlib.ST1), ("ST2", st2lib.ST2)):
        position = game.deal(seed=3)
        while position.outcome is None:
            position = position.apply(position.legal_moves[0])
        files[name] = tmp_path / f"{name}.txt"
        files[name].write_text(Record.of(position, white="Ann").to_text(), encoding="utf-8")
    return files


# --- proofs ---------------------------------------------------------------------------------


def test_a_refused_claim_says_why_and_ends_with_one(ask):
    """The sentences are the library's."""
    found = stlib.prove("r4 g4 b4", "v5 v6")
    code, out, err = ask("prove", "r4 g4 b4", "v5 v6")
    assert (code, err) == (1, "")
    assert out.splitlines() == [str(found), found.say_holds_with()]


def test_a_proven_claim_ends_with_zero(ask):
    """The claim holds when both cards are on the table; the sentence is there in German, too."""
    assert ask("prove", "r4 g4 b4", "v5 v6", "--table", "v4 v7")[0] == 0
    code, out, _ = ask("prove", "r4 g4 b4", "v5 v6", "--table", "v4 v7", "--lang", "de")
    assert code == 0
    assert out.strip() == stlib.prove("r4 g4 b4", "v5 v6", "v4 v7").say("de")


def test_a_verdict_as_json(data):
    """JSON holds everything that a refutation knows, with cards as texts."""
    found = data("prove", "r4 g4 b4", "v5 v6", code=1)
    assert found == {
        "command": "prove",
        "game": "ST1",
        "holds": False,
        "reason": "fill",
        "sentence": str(stlib.prove("r4 g4 b4", "v5 v6")),
        "mine": None,
        "theirs": {"kind": "COLOR_RUN", "total": 18},
        "cards": ["v7"],
        "count": 2,
        "groups": [
            {"kind": "COLOR_RUN", "total": 18, "count": 1},
            {"kind": "COLOR_RUN", "total": 15, "count": 1},
        ],
        "holds_with": [],
    }
    found = data("prove", "r7 r8 r9", "b8 b9")
    assert (found["holds"], found["mine"], found["cards"]) == (
        True,
        {"kind": "COLOR_RUN", "total": 24},
        ["b7"],
    )


def test_a_tie_goes_to_the_side_that_was_first(ask):
    """Equal sides: the claim holds unless theirs was complete first."""
    assert ask("prove", "r7 r8 r9", "b7 b8 b9")[0] == 0
    assert ask("prove", "r7 r8 r9", "b7 b8 b9", "--theirs-first")[0] == 1


@pytest.mark.parametrize(("color_run", "code"), [("plain", 1), ("above", 0), ("sum", 1)])
def test_a_color_run_on_a_damaged_wall(ask, color_run, code):
    """Who wins there depends on the switch; the demand is given by its name."""
    argv = ["prove", "r1 r2 r3", "b11 b10 b8", "--demand", "left_wall_damaged"]
    assert ask(*argv, "--color-run", color_run, name="ST2")[0] == code


@both
def test_demands_are_named_in_the_help(name, ask):
    """The help names every demand there is, and what is asked for if nobody says."""
    command, game = COMMANDS[name], COMMANDS[name].game
    assert command.places.split(", ") == list(places(game, game.find_variant()))
    assert command.usual == first_place(game, game.find_variant())


# --- odds -----------------------------------------------------------------------------------


def unseen(tools, *known):
    """Return the cards that are not known."""
    seen = {str(card) for text in known for card in tools.parse_cards(text)}
    cards = map(tools.Card.from_id, range(tools.DECK.size))
    return [card for card in cards if str(card) not in seen]


def test_the_chance_to_complete(ask, data):
    """Without --unseen all cards may come that are not named."""
    rest = unseen(stlib, "r8 r9")
    expected = stlib.odds.complete(stlib.Kind.COLOR_RUN, "r8 r9", rest, 12)
    code, out, _ = ask("odds", "complete", "color_run", "r8 r9", "--draws", "12")
    assert (code, out) == (0, "3/13, 23.08%\n")
    assert expected == Fraction(3, 13)
    assert data("odds", "complete", "color_run", "r8 r9", "--draws", "12") == {
        "command": "odds complete",
        "game": "ST1",
        "kind": "COLOR_RUN",
        "at_least": False,
        "draws": 12,
        "unseen": 52,
        "chance": {"exact": "3/13", "float": float(expected)},
    }


def test_all_that_can_be_said_of_a_side(data):
    """Hand, table, demand and stronger kinds reach the library."""
    argv = ["odds", "complete", "run", "r5", "--draws", "4", "--hand", "b6", "--table", "g7 y7"]
    found = data(*argv, "--demand", "mud_fight", "--at-least")
    rest = unseen(stlib, "r5", "b6", "g7 y7")
    given = (stlib.MUD_FIGHT, "b6", True)
    expected = stlib.odds.complete(stlib.Kind.RUN, "r5", rest, 4, *given)
    assert Fraction(found["chance"]["exact"]) == expected
    assert found["unseen"] == 50
    assert data("odds", "complete", "run", "r5", "--draws", "1", "--unseen", "r6 r7")["unseen"] == 2


def test_a_sure_chance_is_a_fraction_too(data):
    """Every exact chance is written a/b."""
    found = data("odds", "complete", "sum", "r1 g3", "--draws", "1", "--at-least")
    assert found["chance"] == {"exact": "1/1", "float": 1.0}


@pytest.mark.parametrize(
    "word", ["COLOR_RUN", "color run", "Color Run", "Königstrupp", "Color-run"]
)
def test_kinds_are_read_by_any_of_their_names(data, word):
    """The code's name, or the words on the box in any language."""
    assert data("odds", "outs", word, "r4 r5")["kind"] == "COLOR_RUN"


def test_outs(ask, data):
    """The cards, one line; none is said in words."""
    assert ask("odds", "outs", "color_run", "r4 r5", "--table", "r3")[1] == "r6\n"
    found = data("odds", "outs", "color_run", "r4 r5")
    assert (found["cards"], found["count"]) == (["r3", "r6"], 2)
    assert ask("odds", "outs", "color_run", "r1 g5", "--lang", "de")[1] == "keine Karte\n"


def test_beats(data):
    """The command gives the answer of the library."""
    rest = unseen(stlib, "b8 b9", "r4 g4 b4")
    found = data("odds", "beats", "b8 b9", "r4 g4 b4", "--draws", "3")
    assert Fraction(found["chance"]["exact"]) == stlib.odds.beats("b8 b9", "r4 g4 b4", rest, 3)


@both
def test_duels(name, ask, data):
    """Exact with its assumption; ties go as told; an estimate depends on the seed."""
    tools = COMMANDS[name].tools
    rest = unseen(tools, "r7 r8", "b7 b8")
    argv = ["odds", "duel", "r7 r8", "b7 b8", "--draws", "6", "--their-draws", "9"]
    for option, first in ((None, None), ("--mine-first", False), ("--theirs-first", True)):
        found = data(*argv, *filter(None, [option]), name=name)
        expected = tools.odds.duel("r7 r8", "b7 b8", rest, 6, 9, theirs_first=first)
        assert Fraction(found["chance"]["exact"]) == expected
    assert stlib.chances.duel_assumes(6, 9, len(rest)) in ask(*argv, name=name)[1]
    found = data(*argv, "--samples", "500", "--seed", "4", name=name)
    rate = tools.odds.duel_estimate("r7 r8", "b7 b8", rest, 6, 9, samples=500, seed=4)
    assert (found["rate"], found["interval"]) == (rate.rate, list(rate.interval))
    assert (found["samples"], found["seed"]) == (500, 4)


@both
def test_hands(name, ask, data):
    """By kind and by strength; the counts add up to all hands."""
    tools = COMMANDS[name].tools
    found = data("odds", "hand", "4", name=name)
    counts = tools.odds.hand_kinds(4)
    assert {row["kind"]: row["hands"] for row in found["rows"]} == {
        kind.name: n for kind, n in counts.items()
    }
    assert found["n"] == sum(counts.values())
    assert sum(Fraction(row["chance"]["exact"]) for row in found["rows"]) == 1
    rows = data("odds", "hand", "4", "--strengths", name=name)["rows"]
    assert [(row["kind"], row["total"], row["hands"]) for row in rows] == [
        (f.kind.name, f.total, n) for f, n in tools.odds.hand_classes(4).items()
    ]
    assert len(ask("odds", "hand", "4", name=name)[1].splitlines()) == 5


# --- deals and records ------------------------------------------------------------------------


@both
@pytest.mark.parametrize("variant", ["base", "tactics"])
def test_a_deal_is_the_librarys_and_can_be_read_back(name, variant, ask, data):
    """The text begins with the seed, as a line that the reader skips."""
    game = COMMANDS[name].game
    expected = game.deal(7, variant)
    out = ask("deal", "--seed", "7", "--variant", variant, name=name)[1]
    assert out.startswith("# seed: 7\n")
    assert game.from_text(out) == expected
    found = data("deal", "--seed", "7", "--variant", variant, name=name)
    assert game.from_text(found["position"]) == expected
    assert found["legal_moves"] == [str(move) for move in expected.legal_moves]
    assert (found["seed"], found["to_move"], found["phase"]) == (7, 0, expected.phase) or (
        name == "ST1"
    )


def test_a_drawn_seed_is_said(data):
    """With it the deal can be had again."""
    found = data("deal")
    assert data("deal", "--seed", str(found["seed"]))["position"] == found["position"]


@both
def test_a_record_is_replayed(name, ask, data, recorded):
    """The last position and the outcome; all positions if asked for."""
    game, file = COMMANDS[name].game, str(recorded[name])
    record = Record.from_text(recorded[name].read_text(encoding="utf-8"), game)
    every = list(record.replay())
    code, out, _ = ask("replay", file, name=name)
    assert code == 0
    assert out == f"{every[-1].to_text()}{every[-1].outcome}\n"
    found = data("replay", file, "--positions", name=name)
    assert found["moves"] == list(record.moves)
    assert found["headers"] == {"white": "Ann"}
    assert found["outcome"]["winner"] == every[-1].outcome.winner
    assert [step["position"] for step in found["positions"]] == [p.to_text() for p in every]
    assert [step["move"] for step in found["positions"]] == [None, *record.moves]
    assert f"# 1: {record.moves[0]}\n" in ask("replay", file, "--positions", name=name)[1]


def test_a_record_of_a_game_that_goes_on(ask, data, tmp_path):
    """The record is read from standard input, and no outcome is shown."""
    position = stlib.ST1.deal(seed=3)
    position = position.apply(position.legal_moves[0])
    file = tmp_path / "game.txt"
    file.write_text(Record.of(position).to_text(), encoding="utf-8")
    assert data("replay", str(file))["outcome"] is None
    assert ask("replay", str(file))[1].endswith("The game is not over.\n")


def test_a_record_comes_from_standard_input(ask, recorded, monkeypatch):
    """A dash means standard input, and a byte order mark does no harm."""
    raw = b"\xef\xbb\xbf" + recorded["ST1"].read_bytes()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw)))
    expected = ask("replay", str(recorded["ST1"]))
    assert ask("replay", "-") == expected


# --- many games ------------------------------------------------------------------------------


@both
@pytest.mark.parametrize("threads", [[], ["--threads", "1"], ["--threads", "3"]])
def test_playouts_are_the_librarys(name, threads, data):
    """Any number of threads gives what `simulate.playouts` gives."""
    game, policies = COMMANDS[name].game, ("greedy", "uniform")
    expected = simulate.playouts(game, 200, 5, policies, progress=False)
    argv = ["simulate", "--games", "200", "--seed", "5", "--policies", *policies, *threads]
    found = data(*argv, name=name)
    assert found["wins"] == list(expected.wins)
    assert (found["rate"], found["interval"]) == (expected.rate, list(expected.interval))
    assert (found["games"], found["asked"], found["complete"]) == (200, 200, True)
    assert {(end["winner"], end["reason"]): end["games"] for end in found["endings"]} == {
        (w if w < 2 else None, game.rules.REASONS[r]): n for (w, r), n in expected.tally.items()
    }
    assert found["means"]["plies"] == expected.means["plies"]
    assert found["intervals"]["plies"] == list(expected.mean("plies").interval)
    assert (found["seed"], found["variant"]["name"]) == (5, "base")


def test_playouts_for_people(ask):
    """Rate with its interval, seed, endings, means; in German, too."""
    argv = ["simulate", "--games", "150", "--seed", "2"]
    code, out, err = ask(*argv)
    assert (code, err) == (0, "")
    assert out.startswith("ST1 uniform – uniform: ")
    assert "95% interval, n = 150" in out
    assert "Variant base, seed 2." in out
    assert "three adjacent stones" in out
    assert "Startwert 2" in ask(*argv, "--lang", "de")[1]


def test_one_game_has_means_and_no_intervals(ask, data):
    """An unknown figure is left out or null, and never written as nan."""
    code, out, _ = ask("simulate", "--games", "1", "--seed", "1")
    assert code == 0
    assert "mean plies: " in out
    assert "nan" not in out
    assert data("simulate", "--games", "1", "--seed", "1")["intervals"]["plies"] == [None, None]
    code, _, _ = ask("match", "uniform", "uniform", "--games", "1", "--no-pairs")
    assert code == 0
    argv = ("match", "uniform", "uniform", "--games", "1", "--no-pairs")
    assert data(*argv)["advantage"]["mean"] is None


def test_switches_make_a_variant_of_ones_own(data):
    """Each may be set; the answer lists them all."""
    switch = ["--switch", "claim_timing=start_of_turn"]
    found = data("simulate", "--games", "50", "--seed", "1", *switch)
    expert = data("simulate", "--games", "50", "--seed", "1", "--variant", "expert")
    assert found["variant"]["claim_timing"] == "start_of_turn"
    assert found["means"] == expert["means"]


@pytest.mark.parametrize("end", ["csv", "parquet"])
def test_rows_go_to_a_file(end, data, tmp_path):
    """The file has one line for each game with the library's row, and no other file is written."""
    if end == "parquet":
        pytest.importorskip("pyarrow")
    file = tmp_path / f"games.{end}"
    file.write_text("what was there", encoding="utf-8")
    found = data("simulate", "--games", "80", "--seed", "5", "--rows", str(file))
    read = (pd.read_csv if end == "csv" else pd.read_parquet)(file)
    expected = simulate.playouts(stlib.ST1, 80, 5, progress=False).rows.reset_index()
    assert list(read.columns) == ["game", *stlib.ST1.kernels.COLUMNS]
    assert set(read["reason"]) <= set(stlib.ST1.rules.REASONS)
    pd.testing.assert_frame_equal(read, expected, check_categorical=False, check_dtype=False)
    assert found["rows"] == str(file)
    assert os.listdir(tmp_path) == [file.name]


def test_a_parquet_file_says_what_was_played(data, tmp_path):
    """Game, seed, variant, policies and version are in its metadata, as JSON."""
    pq = pytest.importorskip("pyarrow.parquet")
    file = tmp_path / "games.parquet"
    argv = ["simulate", "--games", "30", "--seed", "5", "--switch", "claim_timing=start_of_turn"]
    told = data(*argv, "--policies", "uniform", "uniform_moves", "--rows", str(file))
    kept = json.loads(pq.read_schema(file).metadata[b"schotten-totten"])
    for name in ("game", "seed", "variant", "policies", "version"):
        assert kept[name] == told[name]
    assert kept["games"] == 30


@both
def test_a_folder_keeps_a_run_that_can_go_on(name, ask, data, tmp_path):
    """A run is started, read by the library, and resumed; a second run in its folder is refused."""
    pytest.importorskip("pyarrow")
    game, folder = COMMANDS[name].game, tmp_path / "run"
    argv = ["simulate", "--games", "250", "--seed", "5", "--folder", str(folder)]
    found = data(*argv, name=name)
    assert found["folder"] == str(folder)
    parts = sorted(folder.glob("*.parquet"))
    whole = {path.name: path.read_bytes() for path in folder.iterdir()}
    parts[1].unlink()
    again = ["simulate", "--resume", "--folder", str(folder), "--threads", "2"]
    assert data(*again, name=name) == found
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == whole
    assert runs.load(folder, game).rate == found["rate"]
    code, _, err = ask(*argv, name=name)
    assert code == 2
    assert "holds a run already" in err
    code, _, err = ask("simulate", "--resume", name=name)
    assert code == 2
    assert "--folder" in err
    code, _, err = ask(*again, "--seed", "5", "--policies", "greedy", name=name)
    assert code == 2
    assert "leave out --policies, --seed" in err


def test_a_full_disk_costs_the_rows_and_not_the_answer(ask, tmp_path, monkeypatch):
    """The answer gives the figures and names the error; an older file stays as it was."""
    file = tmp_path / "games.csv"
    file.write_text("what was there", encoding="utf-8")

    def full(self, path):
        Path(path).write_text("half", encoding="utf-8")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(pd.DataFrame, "to_csv", full)
    code, out, err = ask("simulate", "--games", "40", "--rows", str(file), "--json")
    assert code == 2
    assert json.loads(out)["games"] == 40
    assert "No space left on device" in err
    assert file.read_text(encoding="utf-8") == "what was there"
    assert os.listdir(tmp_path) == [file.name]


@both
@pytest.mark.parametrize("processes", ["1", "2"])
def test_matches_are_the_librarys(name, processes, data):
    """Paired deals; processes change nothing."""
    game = COMMANDS[name].game
    expected = simulate.play_match(game, "greedy", "uniform", 12, 3, progress=False)
    argv = ["match", "greedy", "uniform", "--games", "12", "--seed", "3"]
    found = data(*argv, "--processes", processes, name=name)
    assert (found["rate"], found["interval"]) == (expected.rate, list(expected.interval))
    assert (found["games"], found["paired"], found["bots"]) == (12, True, ["greedy", "uniform"])
    assert sum(seat["score"] for seat in found["seats"]) == found["score"] == expected.wins
    assert [seat["games"] for seat in found["seats"]] == [6, 6]
    assert found["advantage"]["mean"] == expected.advantage.mean
    assert found["lead"]["interval"] == list(expected.lead.interval)
    assert sum(role["rate"] for role in found["roles"]) == 1


def test_a_match_for_people(ask, data):
    """The answer shows both seats; without pairs the number of games may be odd."""
    out = ask("match", "greedy", "uniform", "--games", "4", "--seed", "3")[1]
    assert out.startswith("ST1 greedy – uniform: ")
    assert "greedy as Player 2: " in out
    assert "both bots, who starts: " in out
    found = data("match", "greedy", "uniform", "--games", "3", "--seed", "3", "--no-pairs")
    assert (found["games"], found["paired"]) == (3, False)


# --- output that cannot be written ----------------------------------------------------------------

#: One of each command, with the exit code it has if its answer can be written.
ANSWERED = {
    'prove "r7 r8 r9" "b8 b9"': 0,
    'prove "r4 g4 b4" "v5 v6" --json': 1,
    'odds complete color_run "r8 r9" --draws 12': 0,
    "replay game.txt": 0,
    "replay game.txt --positions": 0,
    "deal --seed 7": 0,
    "simulate --games 20": 0,
    "match uniform uniform --games 2": 0,
    "--help": 0,
    "--version": 0,
}


def shell(tmp_path, command, redirected):
    """Run a command of the program in a shell; return its exit code and what it said on stderr."""
    line = f"{shlex.quote(sys.executable)} -m stlib {command} {redirected}"
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(["bash", "-c", line], cwd=tmp_path, env=env, capture_output=True)
    return done.returncode, done.stderr.decode()


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="the system has no full disk to try")
@pytest.mark.parametrize("redirected", ["> /dev/full", ">&-"])
def test_an_answer_that_cannot_be_written_is_no_answer(redirected, tmp_path):
    """A full disk, or a closed output: one sentence, exit code 2, though the claim holds."""
    code, err = shell(tmp_path, 'prove "r7 r8 r9" "b8 b9"', redirected)
    assert (code, err.count("\n")) == (2, 1), err
    assert err.startswith("python -m stlib: ")
    assert ("No space left" in err) == ("full" in redirected)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="the system has no full disk to try")
@pytest.mark.parametrize("command", ANSWERED)
def test_no_command_hides_that_its_answer_is_lost(command, ask, recorded, tmp_path, monkeypatch):
    """Each command ends so if its output is a full disk, a closed stream, or missing."""
    recorded["ST1"].rename(tmp_path / "game.txt")
    monkeypatch.chdir(tmp_path)
    argv = shlex.split(command)
    assert ask(*argv)[0] == ANSWERED[command]
    closed = io.StringIO()
    closed.close()
    with open("/dev/full", "w") as full:
        for stream in (full, closed, None):
            with monkeypatch.context() as patched:
                patched.setattr(sys, "stdout", stream)
                code, _, err = ask(*argv)
            assert (code, err.count("\n")) == (2, 1), (stream, err)
            assert err.startswith("python -m stlib")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="the system has no full disk to try")
@pytest.mark.parametrize(
    ("command", "redirected", "expected"),
    [
        ("deal --seed seven", "2> /dev/full", 2),
        ("deal --seed -1", "2>&-", 2),
        ('prove "r4 g4 b4" "v5 v6"', "| true", 1),
    ],
)
def test_what_else_is_closed_does_not_change_the_exit_code(command, redirected, expected, tmp_path):
    """If nobody reads stderr or stdout, there is no traceback, and the exit code is the same."""
    code, err = shell(tmp_path, command, f"{redirected}; exit ${{PIPESTATUS[0]}}")
    assert (code, err) == (expected, "")


def test_a_closed_input_is_said(tmp_path):
    """A closed standard input holds no record to read."""
    code, err = shell(tmp_path, "replay -", "<&-")
    assert (code, err.count("\n")) == (2, 1)
    assert "standard input is closed" in err


# --- stopped with Ctrl-C -----------------------------------------------------------------------


def stop_at(monkeypatch, where, number):
    """Raise KeyboardInterrupt in one numbered call of a function of `tasks` or `workers`."""
    module = workers if where == "run_chunk" else tasks
    calls = []
    real = getattr(module, where)

    def stopped(*given):
        calls.append(given)
        if len(calls) == number:
            signal.raise_signal(signal.SIGINT)
        return real(*given)

    monkeypatch.setattr(module, where, stopped)


def test_stopped_playouts_are_told_as_far_as_they_went(ask, monkeypatch, tmp_path):
    """Exit code 130; both the answer and stderr say how many; the rows are kept."""
    stop_at(monkeypatch, "run_chunk", 2)
    file = tmp_path / "games.csv"
    code, out, err = ask("simulate", "--games", "5000", "--rows", str(file), "--json")
    found = json.loads(out)
    assert code == 130
    assert (found["games"], found["asked"], found["complete"]) == (16, 5000, False)
    assert "stopped after 16 of 5000 games" in err
    assert len(pd.read_csv(file)) == 16


def test_a_stopped_match_keeps_whole_deals(ask, monkeypatch):
    """The deal that was interrupted does not count."""
    expected = simulate.play_match(stlib.ST1, "greedy", "uniform", 6, 3, progress=False)
    stop_at(monkeypatch, "play_deal", 4)
    code, out, err = ask("match", "greedy", "uniform", "--games", "40", "--seed", "3", "--json")
    found = json.loads(out)
    assert code == 130
    assert (found["games"], found["complete"], found["score"]) == (6, False, expected.wins)
    assert "stopped after 6 of 40 games" in err


@pytest.mark.parametrize(
    ("where", "argv"),
    [
        ("run_chunk", ["simulate", "--games", "50"]),
        ("play_deal", ["match", "greedy", "uniform", "--games", "4"]),
    ],
)
def test_stopped_before_the_first_game_there_is_nothing_to_say(ask, monkeypatch, where, argv):
    """No answer, one sentence, no traceback."""
    stop_at(monkeypatch, where, 1)
    code, out, err = ask(*argv, "--lang", "de")
    assert (code, out) == (130, "")
    assert err == "python -m stlib: beendet, ohne Ergebnis\n"


# --- what cannot be -----------------------------------------------------------------------------

BAD = {
    "no such card": (["prove", "r4 g4 x4", "v5"], "'x4'"),
    "card of the other game": (["prove", "r10 g4 b4", "v5"], "'r10'"),
    "card twice": (["prove", "r4 r4 b4", "v5"], "red 4"),
    "card on both sides": (["prove", "r4 g4 b4", "r4"], "red 4"),
    "too many cards": (["prove", "r4 g4 b4 y4", "v5"], "r4 g4 b4 y4"),
    "no such demand": (["prove", "r4 g4 b4", "", "--demand", "gate"], "'gate'"),
    "no such kind": (["odds", "complete", "pair", "r4", "--draws", "2"], "'pair'"),
    "kind not counted": (
        ["odds", "complete", "run", "r4", "--draws", "2", "--demand", "blind_mans_bluff"],
        "RUN",
    ),
    "elite card": (["odds", "outs", "run", "r4 joker1"], "joker1"),
    "too many draws": (["odds", "complete", "run", "r4", "--draws", "54"], "54"),
    "draws below 0": (["odds", "complete", "run", "r4", "--draws", "-1"], "-1"),
    "two slots free": (["odds", "outs", "run", "r4"], "r4"),
    "both incomplete": (["odds", "beats", "r4", "b4", "--draws", "2"], "r4"),
    "unseen card seen": (["odds", "outs", "run", "r4 b5", "--unseen", "r4"], "red 4"),
    "no samples": (["odds", "duel", "r4", "b4", "--draws", "2", "--samples", "0"], "0"),
    "hand too small": (["odds", "hand", "2"], "2"),
    "no games": (["simulate", "--games", "0"], "0"),
    "no policy": (["simulate", "--policies", "clever"], "'clever'"),
    "three policies": (["simulate", "--policies", "greedy", "greedy", "greedy"], "policies"),
    "no threads": (["simulate", "--threads", "0"], "--threads"),
    "no variant": (["simulate", "--variant", "feud"], "'feud'"),
    "no switch": (["simulate", "--switch", "oil=no"], "'oil=no'"),
    "switch without value": (["deal", "--switch", "deadlock"], "claim_timing"),
    "no such value": (["deal", "--switch", "deadlock=never"], "'never'"),
    "seed below 0": (["deal", "--seed", "-1"], "-1"),
    "rows of no kind": (["simulate", "--rows", "games.txt"], "games.txt"),
    "rows in the run's folder": (
        ["simulate", "--folder", "run", "--rows", "run/games.csv"],
        "run/games.csv",
    ),
    "rows nowhere": (["simulate", "--rows", "no/such/games.csv"], "no/such/games.csv"),
    "no bot": (["match", "greedy", "clever"], "'clever'"),
    "odd match": (["match", "greedy", "greedy", "--games", "3"], "3"),
    "no processes": (["match", "greedy", "greedy", "--processes", "-2"], "--processes"),
    "no file": (["replay", "no such file.txt"], "no such file.txt"),
    "a folder": (["replay", "."], ".:"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input_is_refused_with_the_librarys_sentence(case, ask):
    """Exit code 2, one line that names what is wrong, nothing on stdout, in German, too."""
    argv, named = BAD[case]
    code, out, err = ask(*argv)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("python -m stlib: ")
    assert named in err
    german = ask(*argv, "--json", "--lang", "de")
    assert german[:2] == (2, "")
    assert german[2] != err or case in ("no file", "a folder", "rows nowhere")


USAGE = (
    [],
    ["odds"],
    ["win"],
    ["prove", "r4 g4 b4"],
    ["odds", "complete", "run", "r4"],
    ["odds", "complete", "run", "r4", "--draws", "two"],
    ["odds", "duel", "r4", "b4", "--draws", "2", "--samples", "9" * 20],
    ["odds", "outs", "run", "r4 b5", "--unseen", "r1", "--table", "r2"],
    ["odds", "duel", "r4", "b4", "--draws", "2", "--mine-first", "--theirs-first"],
    ["deal", "--first", "2"],
    ["deal", "--lang", "es"],
    ["deal", "--see", "7"],
    ["simulate", "--policies"],
)


@pytest.mark.parametrize("argv", USAGE, ids=" ".join)
def test_wrong_usage_ends_with_two(argv, ask):
    """The usage is shown on stderr; nothing is guessed from the beginning of an option."""
    code, out, err = ask(*argv)
    assert (code, out) == (2, "")
    assert err.startswith("usage: python -m stlib")


@pytest.mark.parametrize("damage", ["other game", "cut", "bad move", "no text", "empty"])
def test_damaged_records_are_named(damage, ask, recorded, tmp_path):
    """Exit code 2 and the record's own error."""
    raw = recorded["ST1"].read_bytes()
    file = tmp_path / "damaged.txt"
    file.write_bytes(
        {
            "other game": recorded["ST2"].read_bytes(),
            "cut": raw[: len(raw) // 2],
            "bad move": raw.replace(b"[moves]\n", b"[moves]\nr9@99, "),
            "no text": b"\xff\xfe" + raw,
            "empty": b"",
        }[damage]
    )
    code, out, err = ask("replay", str(file))
    assert (code, out, err.count("\n")) == (2, "", 1)


def test_parquet_without_pyarrow_is_refused_before_anything_is_played(ask, monkeypatch):
    """The sentence says what is missing and which format works without it."""
    monkeypatch.setattr(files_and_processes.importlib.util, "find_spec", lambda name: None)
    monkeypatch.setattr(games.many_games, "playouts", lambda *_: pytest.fail("played"))
    code, _, err = ask("simulate", "--rows", "games.parquet")
    assert code == 2
    assert "pyarrow" in err


def test_the_attacker_starts(ask):
    """The siege refuses another first player."""
    assert ask("deal", "--first", "1", name="ST2")[0] == 2
    assert ask("deal", "--first", "0", name="ST2")[0] == 0


# --- help ------------------------------------------------------------------------------------

WORDS = (*arguments._COMMANDS, *(f"odds {name}" for name in arguments._ODDS))


@both
@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("words", ["", "odds", *WORDS])
def test_every_command_has_its_help(name, lang, words, ask):
    """In both languages, with examples."""
    code, out, err = ask(*words.split(), "--lang", lang, "--help", name=name)
    assert (code, err) == (0, "")
    assert out.startswith({"en": "usage: ", "de": "Aufruf: "}[lang])
    assert {"en": "\nexamples:\n", "de": "\nBeispiele:\n"}[lang] in out
    assert f"  {COMMANDS[name].program} {words}" in out
    assert "%%" not in out


@both
def test_the_examples_in_the_help_work(name, ask, recorded, tmp_path, monkeypatch):
    """Each is run as it stands, with fewer games, and ends with 0, or with 1 if refused."""
    monkeypatch.chdir(tmp_path)
    recorded["ST1"].rename("game.txt")
    recorded["ST2"].rename("siege.txt")
    for kind, examples in COMMANDS[name].examples.items():
        for line in examples:
            argv = shlex.split(
                line.replace("00000", "00").replace("0000", "00").replace(" 200 ", " 20 ")
            )
            code, out, err = ask(*argv, name=name)
            assert code in ((0, 1) if kind == "prove" else (0,)), (line, err)
            assert out
            if "--json" in argv:
                assert json.loads(out)["game"] == name


@both
def test_the_version_is_the_librarys(name, ask):
    """The version that a user should name in a report."""
    command = COMMANDS[name]
    assert ask("--version", name=name)[1] == f"{command.library} {stlib.__version__}\n"


# --- as a program -------------------------------------------------------------------------------


def started(*argv, **more):
    """Start the program as one does in a terminal."""
    more.setdefault("env", {**os.environ, "PYTHONPATH": str(ROOT)})
    command = [sys.executable, *argv]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", **more)


@pytest.mark.parametrize("library", ["stlib", "st2lib"])
@pytest.mark.parametrize("words", ["--help", "prove --help", "odds duel --help"])
def test_help_loads_nothing_heavy(library, words):
    """Neither numpy nor numba is loaded to show help, nor the other game."""
    code = (
        f"import sys; from {library}.__main__ import COMMAND; from stlib.cli import main\n"
        f"assert main(COMMAND, {words.split()!r}) == 0\n"
        "heavy = {'numpy', 'numba', 'pandas', 'scipy', 'tqdm', 'concurrent.futures'}\n"
        "print('loaded', sorted(heavy & set(sys.modules)), 'st2lib' in sys.modules)"
    )
    found = started("-c", code)
    assert found.stdout.splitlines()[-1] == f"loaded [] {library == 'st2lib'}", found.stderr


@pytest.mark.parametrize(
    ("argv", "code"),
    [
        (["stlib", "prove", "r4 g4 b4", "v5 v6", "--json"], 1),
        (["st2lib", "deal", "--seed", "7", "--json"], 0),
        (["st2lib", "deal", "--seed", "seven"], 2),
    ],
)
def test_started_as_a_program(argv, code):
    """`python -m` gives the exit code and UTF-8 or whatever the terminal can show."""
    found = started("-m", *argv)
    assert found.returncode == code
    assert "Traceback" not in found.stderr
    if code < 2:
        assert json.loads(found.stdout)["game"] == ("ST1" if argv[0] == "stlib" else "ST2")


def test_a_terminal_that_lacks_letters_gets_marks_in_their_place():
    """A terminal that lacks a letter shows a mark in its place."""
    env = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "ascii"}
    asked = ["odds", "complete", "run", "r4 b5", "--draws", "3", "--lang", "de"]
    found = started("-m", "stlib", *asked, env=env)
    assert (found.returncode, found.stderr) == (0, "")
    assert "55,29?%" in found.stdout


@pytest.mark.skipif(os.name == "nt", reason="sends a signal to another process")
@pytest.mark.slow
@pytest.mark.parametrize(
    "command", ["simulate --games 1000000000", "match uniform greedy --games 200000 --processes 2"]
)
def test_ctrl_c_at_a_running_program(command):
    """It ends soon, says what was played, and leaves no process behind."""
    for patience in (12, 40, 120):  # on a busy machine the first game takes a while
        code, out, err = pressed_after(patience, command)
        assert code == 130
        assert "Traceback" not in err
        if "without a result" not in err:
            break
    assert "stopped after" in err
    assert 0 < json.loads(out)["games"] < json.loads(out)["asked"]


#: A program with two workers, each of which has done something and now waits.
WORKERS = """
import multiprocessing, os, sys, time
from stlib.cli import files_and_processes

def who(_):
    time.sleep(0.1)
    return os.getpid()

if __name__ == "__main__":
    multiprocessing.set_start_method("{method}")
    os.cpu_count = lambda: 2
    with files_and_processes.processes(2) as pool:
        pids = set()
        while len(pids) < 2:
            pids |= set(pool.map(who, range(4)))
        print(*pids, flush=True)
        sys.stdin.read()
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows has no kill -9")
@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_workers_end_when_the_program_is_killed(method, tmp_path):
    """After `kill -9` no worker process stays behind and waits for work."""
    script = tmp_path / "pool.py"
    script.write_text(WORKERS.format(method=method))
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen([sys.executable, str(script)], env=env, **pipes) as process:
        pids = set(map(int, process.stdout.readline().split()))
        assert len(pids) == 2
        process.kill()
    end = time.monotonic() + 20
    while alive := {pid for pid in pids if is_running(pid)}:
        assert time.monotonic() < end, alive
        time.sleep(0.05)


def is_running(pid):
    """Return whether a process runs; a zombie that waits for its parent does not."""
    try:
        os.kill(pid, 0)
        state = Path(f"/proc/{pid}/stat").read_text() if sys.platform == "linux" else ""
    except (ProcessLookupError, FileNotFoundError):
        return False
    return ") Z " not in state


def pressed_after(seconds, command):
    """Run a command, press Ctrl-C after so many seconds; return exit code and what it printed."""
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    argv = [sys.executable, "-m", "stlib", *command.split(), "--json"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(argv, env=env, start_new_session=True, **pipes) as process:
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(seconds)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=60)
    return process.returncode, out, err
