"""What is written can be read back: moves, positions, and records, complete and damaged."""

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import st2lib
import stlib
from bridge import DECKS, GAMES, VARIANTS, names
from random_play import random_game
from stlib import GameError, MoveError, Record, RecordError, SetupError
from stlib.base.checks import shown
from stlib.base.words import LANGUAGES
from strategies import edited, game_names, positions

BOTH = tuple(GAMES.values())


# --- moves ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_every_move_of_a_game_is_read_back(name):
    """Over the whole range of ids: text and id name the same move, and no two share a text."""
    game = GAMES[name]
    found = {}
    for number in range(game.rules.MOVES):
        try:
            move = game.notation.move(number)
        except MoveError:
            continue
        assert move.id == number
        assert game.notation.read(str(move)) == move
        assert str(move) not in found
        found[str(move)] = move
    lanes = range(1, game.rules.LANES + 1)
    cards = [*DECKS[name], *game.deck.tactics]
    expected = {f"{card}@{n}" for card in cards for n in lanes}
    for verb, _, after in game.rules.VERBS:
        rest = {"lane": lanes, "card": cards, "": ("",)}[after]
        expected |= {f"{verb} {what}".rstrip() for what in rest}
    assert set(found) == expected


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_move_is_spoken_differently(name, lang):
    """In each language every move has words of its own that name its card and its place."""
    notation = GAMES[name].notation
    moves = [notation.read(f"{card}@{n}") for card in DECKS[name] for n in (1, 7)]
    for verb, _, after in GAMES[name].rules.VERBS:
        rest = {"lane": ("1", "2"), "card": ("r1", "b2", "joker1"), "": ("",)}[after]
        moves += [notation.read(f"{verb} {what}") for what in rest]
    spoken = [move.say(lang) for move in moves]
    assert len(set(spoken)) == len(spoken)
    assert "{" not in "".join(spoken)


@pytest.mark.parametrize(
    ("text", "means"),
    [
        ("R7@5", "r7@5"),
        ("  r7 @ 5 ", "r7@5"),
        ("red 7@5", "r7@5"),
        ("Rot 7 @5", "r7@5"),
        ("rouge7@ 5", "r7@5"),
        ("ROOD 7@5", "r7@5"),
        ("grün 3@1", "g3@1"),
        ("purple 9@9", "v9@9"),
        ("Claim  5", "claim 5"),
        (" PASS ", "pass"),
        ("done", "done"),
    ],
)
def test_moves_are_read_as_people_write_them(text, means):
    """Capitals, blanks and color words of four languages are all understood."""
    assert str(stlib.ST1.notation.read(text)) == means


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "r7", "r7@", "@5", "r7@0", "r7@10", "r0@1", "r7@5@5", "r7 r8@5", "x7@5", "7@5"),
        *(
            "claim",
            "claim 0",
            "claim 10",
            "claim five",
            "claim -1",
            "claim 5 5",
            "done 5",
            "pass 1",
        ),
        *("declare 2", "pour 1", "draw", "retreat 3", "end", "claim ²", "r²@5", "r7@²", "r7@5\x00"),
        *("r" + "9" * 5000 + "@1", "r7@" + "9" * 5000, "claim " + "9" * 5000),
    ],
)
def test_texts_that_write_no_move_raise(text):
    """Whatever is no move raises MoveError, which shows the text, cut where it is long."""
    with pytest.raises(MoveError) as caught:
        stlib.ST1.notation.read(text)
    assert shown(text) in str(caught.value)
    assert len(text) > 80 or shown(text) == repr(text)
    assert len(str(caught.value)) < 500


# --- positions --------------------------------------------------------------------------


@given(positions())
def test_positions_are_read_back(position):
    """`from_text(to_text(p)) == p`, `repr` can be pasted, and the order of lines is free."""
    text = position.to_text()
    again = position.game.from_text(text)
    assert again == position
    assert again.to_text() == text
    assert eval(repr(position), dict(GAMES)) == position
    backwards = "\n".join(["", "# a remark", *reversed(text.splitlines()), "   "])
    assert position.game.from_text(backwards) == position


@given(positions())
def test_a_position_tells_its_variant(position):
    """Switches other than the named variant's are lines of their own."""
    again = position.game.from_text(position.to_text())
    assert again.variant == position.variant


@pytest.mark.parametrize("name", GAMES)
def test_every_switch_is_written(name):
    """A text names all switches, so that it means the same when a default changes."""
    for variant in GAMES[name].variants:
        position = GAMES[name].deal(1, variant)
        switches = {key: value for key, value in vars(position.variant).items() if key != "name"}
        lines = dict(line.split(": ") for line in position.to_text().splitlines() if ": " in line)
        assert {key: lines.get(key) for key in switches} == switches
        assert GAMES[name].from_text(position.to_text()).variant == position.variant


def sane(position):
    """Assert what holds of every position that may exist, however it came about."""
    game, s = position.game, position._s
    hidden = [*position.hands[0], *position.hands[1], *position.deck, *position.tactic_deck]
    shown = [card for lane in position.lanes for side in lane.sides for card in side]
    shown += [lane.mode for lane in position.lanes if lane.mode]
    every = [*DECKS[game.name], *(game.deck.tactics if s.tactics else ())]
    assert sorted(names([*hidden, *shown, *position.discard])) == sorted(every)
    assert bool(position.legal_moves) == (position.outcome is None)
    assert (position.phase == "OVER") == (position.outcome is not None)
    assert int(s.turn) in (0, 1)
    assert position.ply >= 0
    for lane in position.lanes:
        for side, stamp in zip(lane.sides, lane.stamps, strict=True):
            assert (len(side) == lane.demand.size) == (stamp > 0)
            assert 0 <= stamp <= position.ply
        assert lane.stamps[0] != lane.stamps[1] or not lane.stamps[0]
    if game.name == "ST1":
        assert int(s.first) in (0, 1)
        assert int(s.idle) in (0, 1) or position.outcome
        assert int(s.busy) in (0, 1)
    else:
        assert 0 <= position.cauldrons <= 3
        assert {int(s.poured), int(s.ending), int(s.final)} <= {0, 1}
    assert game.from_text(position.to_text()) == position
    for move in position.legal_moves[:3]:
        position.apply(move)


def read_or_refuse(read, text):
    """Return what is read, or None where the text is refused by the right error."""
    try:
        return read(text)
    except (RecordError, SetupError) as error:
        told = str(error), error.say("de")
    assert all(told)
    return None


EXAMPLES = [
    random_game(name, VARIANTS[name][index], seed, style, plies)
    for name in GAMES
    for index, seed, style, plies in (
        (0, 1, "any", 5),
        (1, 2, "narrow", 60),
        (2, 3, "eager", 10**6),
        (3, 4, "wasteful", 45),
        (-1, 5, "stubborn", 70),
    )
]


@pytest.mark.parametrize("position", EXAMPLES, ids=lambda p: f"{p.game.name}-{p.ply}")
def test_no_line_of_a_position_can_be_left_out(position):
    """Without any one of its lines a position is refused, or was not changed by it."""
    lines = position.to_text().splitlines()
    for at in range(len(lines)):
        found = read_or_refuse(position.game.from_text, "\n".join(lines[:at] + lines[at + 1 :]))
        assert found is None or found == position, lines[at]
        if found is None and at < 4:
            key = lines[at].partition(":")[0]
            with pytest.raises(RecordError, match=key):
                position.game.from_text("\n".join(lines[:at] + lines[at + 1 :]))


@pytest.mark.parametrize("position", EXAMPLES, ids=lambda p: f"{p.game.name}-{p.ply}")
def test_no_line_of_a_position_can_stand_twice(position):
    """A line given twice is refused, and the error names the second one's number."""
    lines = position.to_text().splitlines()
    for at in range(len(lines)):
        twice = [*lines, lines[at]]
        with pytest.raises(RecordError, match=f"line {len(twice)}: "):
            position.game.from_text("\n".join(twice))


@pytest.mark.parametrize("position", EXAMPLES, ids=lambda p: f"{p.game.name}-{p.ply}")
def test_a_position_cut_off_anywhere_is_refused(position):
    """Cut at any character, a position is refused or still the same, and no other error comes."""
    text = position.to_text()
    for at in range(len(text) - 1):
        found = read_or_refuse(position.game.from_text, text[:at])
        assert found is None or found == position, text[:at]


@pytest.mark.parametrize("position", EXAMPLES, ids=lambda p: f"{p.game.name}-{p.ply}")
def test_any_line_cut_short_is_refused_or_gives_a_sane_position(position):
    """Each line cut at each character: refused, or a position that can be."""
    lines = position.to_text().splitlines()
    for at, line in enumerate(lines):
        for end in range(len(line)):
            text = "\n".join([*lines[:at], line[:end], *lines[at + 1 :]])
            found = read_or_refuse(position.game.from_text, text)
            if found is not None and found != position:
                sane(found)


@settings(max_examples=300)
@given(st.sampled_from(EXAMPLES), st.data())
def test_a_damaged_position_is_refused_or_sane(position, data):
    """A damaged text of a position is refused, or gives a position that can be played."""
    text = data.draw(edited(position.to_text()))
    found = read_or_refuse(position.game.from_text, text)
    if found is not None:
        sane(found)


@pytest.mark.parametrize(
    ("line", "becomes"),
    [
        ("game", "game: chess"),
        ("game", "game: ST2"),
        ("variant", "variant:"),
        ("deadlock", "deadlock: never"),
        ("joker_limit_st1", "joker_limit_st1: twice"),
        ("to move", "to move: 3"),
        ("to move", "to move: x"),
        ("phase", "phase: LUNCH"),
        ("phase", "phase: OVER"),
        ("ply", "ply: -1"),
        ("ply", "ply: 1.5"),
        ("ply", f"ply: {2**70}"),
        ("hand 1", "hand 1: r1 r2 r3 r4 r5 r6 r7"),
        ("deck", "deck:"),
        ("first", "first: 3"),
        ("busy", "busy: 2"),
        ("idle", "idle: 2"),
        ("idle", "idle: -1"),
        ("claimed 1", "claimed 1: 10"),
        ("claimed 1", "claimed 1: ²"),
        ("claimed 1", "claimed 1: 1"),
        ("discard", "discard: r1"),
        ("discard", "discard: r10"),
    ],
)
def test_a_wrong_line_of_a_stone_position_is_refused(line, becomes):
    """A value out of its range is refused by an error that shows the value or the line."""
    position = stlib.ST1.deal(1)
    refuse(position, line, becomes)


@pytest.mark.parametrize(
    ("line", "becomes"),
    [
        ("game", "game: ST1"),
        ("to move", "to move: 0"),
        ("phase", "phase: PLAY"),
        ("phase", "phase: OVER"),
        ("damaged", "damaged: 8"),
        ("damaged", "damaged: ²"),
        ("damaged", "damaged: 1 2 3 4"),
        ("cauldrons", "cauldrons: 4"),
        ("cauldrons", "cauldrons: -1"),
        ("poured", "poured: 2"),
        ("ending", "ending: 1"),
        ("ending", "ending: 2"),
        ("final", "final: 2"),
        ("final", "final: -1"),
    ],
)
def test_a_wrong_line_of_a_siege_position_is_refused(line, becomes):
    """The same for the siege's own lines."""
    refuse(st2lib.ST2.deal(1), line, becomes)


def refuse(position, line, becomes):
    lines = position.to_text().splitlines()
    edited_lines = [becomes if text.startswith(line + ":") else text for text in lines]
    assert edited_lines != lines
    with pytest.raises((RecordError, SetupError)):
        position.game.from_text("\n".join(edited_lines))


@pytest.mark.parametrize(
    "lane",
    [
        "lane 5: r7 r8 r9 | b7 b8 b9",
        "lane 5: r7 r8 r9 @3 | b7 b8 b9",
        "lane 5: r7 r8 r9 @3 | b7 b8 b9 @3",
        "lane 5: r7 r8 @3 | b7 b8 b9 @4",
        "lane 5: r7 r8 r9 @² | b7 b8 b9 @4",
        "lane 5: r7 r8 r9 @-1 | b7 b8 b9 @4",
        "lane 5: r7 r8 r9 @x | b7 b8 b9 @4",
        f"lane 5: r7 r8 r9 @{2**70} | b7 b8 b9 @4",
        "lane 5: r7 r8 r9 @99 | b7 b8 b9 @4",
        "lane 5: r7 r8 r9 @3",
        "lane 5: r7 r8 r9 @3 | b7 b8 b9 @4 |",
        "lane 10: r7 r8 r9 @3 | b7 b8 b9 @4",
        "lane 5: r7 r8 r9 r6 @3 | b7 b8 b9 @4",
        "lane 5: r7 r8 r7 @3 | b7 b8 b9 @4",
        "lane 5: r7 r8 q9 @3 | b7 b8 b9 @4",
    ],
)
def test_a_wrong_lane_is_refused(lane):
    """Sides, stamps and lane numbers that cannot be are refused; the right one is read."""
    right = "lane 5: r7 r8 r9 @3 | b7 b8 b9 @4"
    position = stlib.ST1.setup({5: ("r7 r8 r9", "b7 b8 b9")}, stamps={5: (3, 4)})
    text = position.to_text()
    assert right in text
    with pytest.raises((RecordError, SetupError)):
        stlib.ST1.from_text(text.replace(right, lane))


# --- records ----------------------------------------------------------------------------


@given(positions(), st.dictionaries(st.sampled_from(["white", "Date", "no te"]), st.text()))
def test_records_are_read_back(position, headers):
    """A record's text gives the same start, moves and headers, and replays to the same end."""
    record = Record.of(position, **headers)
    again = Record.from_text(record.to_text(), *BOTH)
    assert again.start == record.start == position.start()
    assert again.moves == record.moves == tuple(names(position.history))
    tidy = {key.lower(): " ".join(value.split()) for key, value in headers.items()}
    assert again.headers == tidy
    *_, last = again.replay()
    assert last == position
    assert again.to_text() == Record.from_text(again.to_text(), *BOTH).to_text()


@pytest.mark.parametrize(
    "value", ["[start]", "see [moves]", "[end]", "a: b", "# no remark", "[", ""]
)
def test_headers_may_hold_anything(value):
    """A header's value may look like a mark of the record and comes back as it was."""
    record = Record.of(stlib.ST1.deal(1), note=value)
    assert Record.from_text(record.to_text(), *BOTH).headers == {"note": value}


@pytest.mark.parametrize("name", ["", " ", "format", "Format", "#x", "[x", ":"])
def test_headers_that_could_not_be_read_back_are_refused(name):
    """Names that mean something else in a record raise RecordError."""
    with pytest.raises(RecordError, match="header"):
        Record.of(stlib.ST1.deal(1), **{name: "x"}).to_text()


def test_two_headers_of_one_name_are_refused_when_written():
    """`Date` and `date` would be one line twice: written is only what can be read."""
    record = Record.of(stlib.ST1.deal(1), **{"Date": "1", "date": "2"})
    with pytest.raises(RecordError, match="date"):
        record.to_text()


RECORDS = [Record.of(position, players="a – b").to_text() for position in EXAMPLES]


@pytest.mark.parametrize("text", RECORDS, ids=lambda text: re.search("game: (.*)", text)[1])
def test_a_record_cut_off_anywhere_is_refused(text):
    """Cut anywhere before its last mark a record is refused, never read as a shorter one."""
    for at in range(0, text.rindex("[end]") + 4, 3):
        with pytest.raises((RecordError, SetupError)):
            Record.from_text(text[:at], *BOTH)


@pytest.mark.parametrize("text", RECORDS[::3], ids=lambda text: re.search("game: (.*)", text)[1])
def test_any_damaged_line_of_a_record_is_refused_or_replays(text):
    """Each line left out or cut in half: refused, or a record that replays to its end."""
    lines = text.splitlines()
    for at, line in enumerate(lines):
        for part in ([], [line[: len(line) // 2]], [line + ", r7@5"], [line, line]):
            damaged = "\n".join([*lines[:at], *part, *lines[at + 1 :]])
            found = read_or_refuse(lambda t: Record.from_text(t, *BOTH), damaged)
            if found is not None:
                sane(list(found.replay())[-1])


@settings(max_examples=300)
@given(st.sampled_from(RECORDS), st.data())
def test_a_mutated_record_is_refused_or_replays(text, data):
    """Whatever is done to a record's text, the only errors are RecordError and SetupError."""
    found = read_or_refuse(lambda t: Record.from_text(t, *BOTH), data.draw(edited(text)))
    if found is not None:
        sane(list(found.replay())[-1])


@settings(max_examples=100)
@given(game_names(), st.text(alphabet="[]startmovesendform: 12\n#,@r7", max_size=80))
def test_any_text_is_no_record(name, text):
    """Any other text raises a RecordError."""
    with pytest.raises(GameError):
        Record.from_text(text, GAMES[name])


def test_the_illegal_move_of_a_record_is_named_with_its_number():
    """The error names the number of the illegal move."""
    position = random_game("ST1", VARIANTS["ST1"][0], 1, "any", 10)
    record = Record.of(position)
    moves = [*record.moves[:6], record.moves[2], *record.moves[6:]]
    text = record.to_text().replace(", ".join(record.moves[:8]), ", ".join(moves[:9]))
    with pytest.raises(RecordError, match=f"move 7, '{record.moves[2]}'"):
        Record.from_text(text, *BOTH)


def test_a_damaged_line_of_a_record_is_named_with_its_number_in_the_file():
    """The number is that of the line in the whole text, as an editor shows it."""
    text = Record.of(stlib.ST1.deal(1), date="today").to_text()
    lines = text.splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("ply"))
    lines[at] = "ply: soon"
    with pytest.raises(RecordError, match=f"line {at + 1}: 'ply' is 'soon'"):
        Record.from_text("\n".join(lines), *BOTH)


def test_records_of_other_games_and_formats_are_refused():
    """The game must be among those asked for, and the format one that is known."""
    text = Record.of(st2lib.ST2.deal(1)).to_text()
    with pytest.raises(RecordError, match="ST2"):
        Record.from_text(text, stlib.ST1)
    with pytest.raises(RecordError, match="format 7"):
        Record.from_text(text.replace("format: 2", "format: 7"), *BOTH)
    with pytest.raises(RecordError, match="after"):
        Record.from_text(text + "\nmore", *BOTH)


def test_moves_of_a_record_may_be_typed_by_hand():
    """One to a line or many, with color words and capitals."""
    start = stlib.ST1.deal(2)
    move = start.legal_moves[0]
    text = Record(start, ()).to_text()
    card = move.card
    typed = text.replace("[moves]\n", f"[moves]\n{card.say('de').upper()} @ {move.lane + 1}\n")
    *_, last = Record.from_text(typed, *BOTH).replay()
    assert last == start.apply(move)


RECORDS = Path(__file__).parent / "data" / "records"


def silent(text, version, names):
    """Return a record's text in another format, without the lines of these switches."""
    lines = [line for line in text.splitlines() if line.partition(":")[0] not in names]
    return "\n".join(lines).replace("format: 2", f"format: {version}")


@pytest.mark.parametrize("path", sorted(RECORDS.glob("format_1_*.txt")), ids=lambda path: path.stem)
def test_records_of_format_1_are_the_games_they_were(path):
    """Positions and moves are those of the golden game, which differs in lines of switches only."""
    record = Record.from_text(path.read_text(encoding="utf-8"), *BOTH)
    file = path.name.removeprefix("format_1_")
    text = (RECORDS.parent / "golden" / file).read_text(encoding="utf-8").partition("[end]\n")[0]
    today = Record.from_text(text + "[end]\n", *BOTH)
    assert record.moves == today.moves
    for then, now in zip(record.replay(), today.replay(), strict=True):
        assert then.legal_moves == now.legal_moves
        assert (then.hands, then.deck, then.lanes) == (now.hands, now.deck, now.lanes)
    if "st1" in path.stem and record.start.variant.tactics == "yes":
        assert record.start.variant.joker_limit_st1 == "ever"
    else:
        assert record.start == today.start


def test_a_record_of_format_1_that_names_no_joker_limit_means_ever():
    """Its default was `ever` then: the second Joker stays forbidden after the first has gone."""
    hands = ("joker2 b1 b2 b3 b4 b5 b6", None)
    gone = {"discard": "joker1", "jokers_played": (1, 0), "tactics_played": (1, 1)}
    start = stlib.ST1.setup({}, hands, variant="tactics", **gone)
    switches = set(vars(start.variant)) - {"name"}
    assert "joker2@2" in names(start.legal_moves)
    text = Record(start, ()).to_text()
    then = Record.from_text(silent(text, 1, switches), *BOTH).start
    assert then.variant == stlib.Variant("tactics", tactics="yes", joker_limit_st1="ever")
    assert "joker2@2" not in names(then.legal_moves)
    assert Record.from_text(Record(then, ()).to_text(), *BOTH).start == then
    mixed = text.replace("variant: tactics", "variant: base")
    then = Record.from_text(silent(mixed, 1, switches - {"tactics"}), *BOTH).start
    assert (then.variant.name, then.variant.joker_limit_st1) == ("base", "ever")
    alone = silent(start.to_text(), 1, switches)
    assert stlib.ST1.from_text(alone).variant.joker_limit_st1 == "ever"
    base = stlib.ST1.deal(1)
    assert Record.from_text(silent(Record(base, ()).to_text(), 1, switches), *BOTH).start == base


@pytest.mark.parametrize("name", GAMES)
def test_a_record_of_format_2_must_name_every_switch(name):
    """The line of a switch that was lost is missed, since silence would say the wrong thing."""
    text = Record(GAMES[name].deal(1), ()).to_text()
    for switch in set(vars(GAMES[name].deal(1).variant)) - {"name"}:
        with pytest.raises(RecordError, match=f"'{switch}: …' is missing"):
            Record.from_text(silent(text, 2, {switch}), *BOTH)


@pytest.mark.parametrize(
    ("name", "end", "switch"),
    [
        ("st1", (None, "deadlock", (0, 0)), ("deadlock", "none")),
        ("st2", (1, "full", (0, 7)), ("color_run_on_restricted", "sum")),
    ],
)
def test_records_written_before_there_were_tactics_still_load(name, end, switch):
    """Switches that came later are at their defaults, and the game ends as it did."""
    path = RECORDS / f"before_tactics_{name}.txt"
    *_, last = Record.from_text(path.read_text(encoding="utf-8"), *BOTH).replay()
    assert (last.outcome.winner, last.outcome.reason, last.outcome.lanes) == end
    assert getattr(last.variant, switch[0]) == switch[1]
    assert last.variant.tactics == "no"


# --- what is refused, and how -----------------------------------------------------------------

LONG = "zz " * 400_000
READERS = {
    "position": lambda text: stlib.ST1.from_text(text),
    "record": lambda text: stlib.Record.from_text(text, stlib.ST1),
    "move": lambda text: stlib.ST1.deal(1).apply(text),
    "variant": lambda text: stlib.ST1.deal(1, text),
    "seed": lambda text: stlib.ST1.deal(text),
    "side": lambda text: stlib.ST1.setup({1: (text, "")}),
    "claim": lambda text: stlib.prove(text, "r1"),
    "formation": lambda text: stlib.formation(text),
    "odds": lambda text: stlib.odds.complete(stlib.Kind.SUM, "r1", text, 1),
    "kind": lambda text: stlib.odds.complete(text, "r1", "r2 r3", 1),
    "bot": lambda text: stlib.bots.make(text),
    "siege": lambda text: st2lib.ST2.from_text(text),
}


@pytest.mark.parametrize("given", [LONG, 10**5000, [LONG]], ids=["text", "number", "list"])
@pytest.mark.parametrize("reader", list(READERS))
def test_a_refusal_is_small_whatever_was_given(reader, given):
    """A message repeats no more of what it got than a reader needs."""
    with pytest.raises((stlib.GameError, TypeError)) as caught:
        READERS[reader](given)
    assert len(str(caught.value)) < 1500


def test_a_mark_at_the_beginning_of_a_file_is_no_part_of_the_text():
    """Some editors write a byte-order mark before the first line."""
    position = stlib.ST1.deal(1)
    record = stlib.Record.of(position.apply(position.legal_moves[0]))
    assert stlib.ST1.from_text("\ufeff" + position.to_text()) == position
    assert stlib.Record.from_text("\ufeff" + record.to_text(), stlib.ST1) == record


def test_a_position_and_a_record_are_told_apart():
    """Who reads one as the other is told what it is, and how to read it."""
    position = stlib.ST1.deal(1)
    record = stlib.Record.of(position)
    with pytest.raises(stlib.RecordError, match=r"position, not a record .*ST1\.from_text"):
        stlib.Record.from_text(position.to_text(), stlib.ST1)
    with pytest.raises(stlib.RecordError, match=r"a whole game, not one position.*Record\.from"):
        stlib.ST1.from_text(record.to_text())
    with pytest.raises(stlib.RecordError, match="name the games"):
        stlib.Record.from_text(record.to_text())


@pytest.mark.parametrize("given", [None, b"game: ST1", Path("game.txt"), 5])
def test_what_is_no_text_is_named(given):
    """A path or bytes are not opened or decoded in silence."""
    for read in (stlib.ST1.from_text, lambda x: stlib.Record.from_text(x, stlib.ST1)):
        with pytest.raises(stlib.RecordError, match="from text, not from"):
            read(given)
