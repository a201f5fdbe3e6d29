"""The board in Python: what it sends to the page, and how it answers what the page sends."""

import copy
import json
import random
import re
import string
from html import escape
from xml.etree import ElementTree

import pytest

from boards import (
    Uniform,
    against,
    attribute,
    hidden,
    ids,
    keyed,
    named_cards,
    nodes,
    offered,
    played,
    said,
    send,
    shown,
    steps,
    texts,
)
from st2lib import ST2
from st2lib.drawing import DROP
from stlib import LANGUAGES, ST1, MoveError, Record
from stlib.base.words import entries, page_language, say
from stlib.svg import speak
from stlib.widgets import Board
from stlib.widgets.board_page import page, viewpoint

GAMES = (ST1, ST2)
SENTENCES = string.Formatter()
BLOCKED = ST1.setup(
    {5: ("r7 r8 r9", "b8 b9"), 4: ("r4 g4 b4", "v5 v6")},
    hands=("v7 y1 y2 y3 n1 n2", None),
)


class Failing:
    """A bot that raises until it is repaired."""

    name = "broken"
    mended = False

    def choose(self, view, rng):
        if not self.mended:
            raise ZeroDivisionError("out of ideas")
        return view.legal_moves[0]


TABLES = [
    (ST1, 0, None),
    (ST1, 1, None),
    (ST2, 0, None),
    (ST2, 1, None),
    (ST1, 0, "tactics"),
    (ST1, 1, "early_bird"),
    (ST2, 0, "tactics"),
    (ST2, 1, "tactics"),
]
each_seat = pytest.mark.parametrize(("game", "seat", "variant"), TABLES, ids=str)
each_game = pytest.mark.parametrize("game", GAMES, ids=str)
each_variant = pytest.mark.parametrize(
    ("game", "variant"), [(game, name) for game in GAMES for name in game.variants], ids=str
)


# --- a whole game -----------------------------------------------------------------------------


@each_seat
def test_the_page_offers_what_is_legal(game, seat, variant):
    """The page can send every legal move, and claims that cannot be proven; nothing else."""
    for now in played(game, seat, variant=variant)[1]:
        assert now.error is None
        legal = ids(now.view.legal_moves)
        assert legal <= offered(now)
        for number in offered(now) - legal:
            move = game.notation.move(number)
            assert move.verb in ("claim", "declare")
            assert now.position.lanes[move.lane].formations[seat] is not None
            assert now.position.lanes[move.lane].owner is None
    assert offered(now) == set()
    assert now.position.outcome.say() in said(now)


@each_seat
def test_nothing_hidden_is_sent(game, seat, variant):
    """In a whole game no state names a card of the other hand or the deck, or a drawn seed."""
    seed, moments = played(game, seat, variant=variant)
    for now in moments:
        sent = json.dumps(now.state)
        stills = json.dumps([now.bundle["text/plain"], now.bundle["image/svg+xml"]])
        assert named_cards(sent) & hidden(now, 1 - seat) == set()
        assert named_cards(stills) & hidden(now, 1 - seat) == set()
        assert (f"Seed: {seed}" in sent) == (now.position.outcome is not None)
        assert str(seed) not in stills


@each_seat
def test_the_page_depends_on_the_view_alone(game, seat, variant):
    """If only hidden cards differ, the view is the same, and so is every byte of the page."""
    for n, now in enumerate(played(game, seat, variant=variant)[1]):
        now.session.position = now.view.determinize(n)
        other = page(now.session, viewpoint(now.session, "en", seat), keyed(now, "link"))
        assert json.dumps(other) == json.dumps(now.state["tree"])


def test_only_the_state_is_synced():
    """Besides the state, the page gets only the code, the styles, and what every widget has."""
    board = against(ST1)
    keys = {key for key in board.get_state() if not key.startswith("_")}
    assert keys == {"state", "layout", "tabbable", "tooltip"}
    assert named_cards(f"{board._esm}{board._css}") == set()


@each_seat
def test_the_table_is_shown_in_full(game, seat, variant):
    """The words name each side in laying order, every hand card, and the sizes of deck and hand."""
    for now in played(game, seat, variant=variant)[1]:
        view, all_said = now.view, said(now)
        for lane in view.lanes:
            for player, who in ((seat, "You"), (1 - seat, "Opponent")):
                cards = ", ".join(spoken(lane, player)) or "nothing"
                assert f"{who}: {cards}" in all_said
        assert attribute(now, "data-card") == [str(card) for card in view.hand]
        assert f"Deck: {view.deck_size}" in all_said
        assert f"Opponent: cards in hand: {view.hand_sizes[1 - seat]}" in all_said


def spoken(lane, player):
    """Yield the cards of a side as they are said, elite cards with what they stand for."""
    formation = lane.formations[player]
    others = dict(formation.stands_for) if formation is not None else {}
    for card in lane.sides[player]:
        how = "would stand for" if lane.owner is None else "stands for"
        yield f"{card.say()}, {how} {others[card].say()}" if card in others else card.say()


# --- refusals ---------------------------------------------------------------------------------


def test_every_message_is_answered_by_a_new_state():
    """Even one that changes nothing, twice the same: a page that waits for an answer gets one."""
    board = against(BLOCKED)
    claim = ST1.notation.read("claim 4").id
    answers = []
    for message in ({"move": claim}, {"move": claim}, {"action": "win"}, {"action": "win"}):
        board._receive(board, {**message, "state": board.state["n"]}, [])
        answers.append(board.state["answers"])
    assert answers == [1, 2, 3, 4]


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_page_knows_what_to_say_when_nobody_answers(lang):
    """The line about a lost or a busy program comes with the page: then nobody could send it."""
    link = keyed(against(ST1, lang=lang), "link")["attrs"]
    assert link["data-gone"] == say("page.gone", lang)
    assert link["data-waiting"] == say("page.waiting", lang)


def test_a_refused_claim_shows_sentence_and_cards():
    """A claim that cannot be proven is refused, with the card that refutes; nothing changes."""
    board = against(BLOCKED)
    before, number = board.position, board.state["n"]
    send(board, move=ST1.notation.read("claim 4").id)
    assert board.position == before
    assert board.state["n"] == number
    assert "Refused. Violet 4 or violet 7 would make a color run of 15 or 18." in said(board)
    proofs = [
        n for n in nodes(board.state["tree"]) if n.get("attrs", {}).get("class") == "stb-proof"
    ]
    assert [proof["attrs"]["aria-label"] for proof in proofs] == ["violet 7"]


def test_a_claim_in_the_wrong_part_of_the_turn_is_explained():
    """A claim before laying is refused in words, even if it would hold."""
    board = against(BLOCKED)
    send(board, move=ST1.notation.read("claim 5").id)
    assert "Refused. A stone is claimed after laying a card." in said(board)
    board.play("y1@9")
    assert board.position.phase == "CLAIM"
    send(board, move=ST1.notation.read("claim 5").id)
    assert board.position.lanes[4].owner == 0


GARBAGE = [
    None,
    7,
    "r7@5",
    [],
    {},
    {"move": None},
    {"move": True},
    {"move": 1.5},
    {"move": "r7@5"},
    {"move": -1},
    {"move": 10**30},
    {"move": [3]},
    {"action": "win"},
    {"action": None},
    {"action": ["undo"]},
    {"action": {}},
]


@pytest.mark.parametrize("message", GARBAGE, ids=repr)
@each_game
def test_garbage_is_answered_on_the_board(game, message):
    """Nonsense from the page raises nothing and changes nothing, and the board says so."""
    board = against(game)
    before = board.position
    content = {**message, "state": board.state["n"]} if isinstance(message, dict) else message
    board._receive(board, content, [])
    assert board.position == before
    assert [t for t in attribute(board, "class") if "stb-alarm" in t]


@pytest.mark.parametrize("state", [None, -1, 0, 99, "1", 1.5, True, [1]], ids=repr)
def test_a_stale_number_is_refused(state):
    """A message about another state of the board does nothing, and the board says so."""
    board = against(ST1)
    board.play(board.position.legal_moves[0])
    before = board.position
    send(board, state, move=board.position.legal_moves[0].id)
    assert board.position == before
    assert "older picture of the board" in said(board)


def test_two_clicks_are_one_move():
    """The second of two equal messages comes too late."""
    board = against(ST1)
    message = {"move": board.position.legal_moves[0].id, "state": board.state["n"]}
    board._receive(board, message, [])
    after = board.position
    board._receive(board, message, [])
    assert board.position == after
    assert "older picture of the board" in said(board)


def test_a_click_while_the_bot_thinks_does_nothing():
    """While the bot thinks the page offers nothing, and a move that comes anyway is refused."""
    seen = []

    class Slow(Uniform):
        def choose(self, view, rng):
            seen.append((offered(board), said(board), board.position))
            send(board, move=0)
            seen.append(board.position)
            return super().choose(view, rng)

    board = Board(ST1, bots={1: Slow()}, seed=5, first=0)
    board.play(board.position.legal_moves[0])
    (moves, words, before), after = seen[:2]
    assert moves == set()
    assert "Opponent to move" in words
    assert before == after
    assert board.position.to_move == 0


def test_moves_after_the_end_are_refused():
    """When the game is over the board says so."""
    board = against(ST1)
    list(steps(board))
    before = board.position
    send(board, move=0)
    assert board.position == before
    assert "the game is over" in said(board)


# --- bots that fail ---------------------------------------------------------------------------


@each_game
def test_a_bot_that_raises_is_shown(game):
    """A bot's exception becomes a sentence; the position stays, and the bot can be asked again."""
    bot = Failing()
    board = Board(game, bots={1: bot}, seed=5, **({"first": 0} if game is ST1 else {}))
    send(board, move=board.position.legal_moves[0].id)
    before = board.position
    assert before.ply >= 1
    assert before.to_move == 1
    assert isinstance(board.error, ZeroDivisionError)
    assert "The bot broken could not choose a move (ZeroDivisionError: out of ideas)." in said(
        board
    )
    assert "next" in attribute(board, "data-action")
    bot.mended = True
    send(board, action="next")
    assert board.error is None
    assert board.position.to_move == 0


def test_a_bot_that_raises_can_be_undone():
    """Undo leads back to before the move that the bot failed to answer."""
    board = Board(ST1, bots={1: Failing()}, seed=5, first=0)
    start = board.position
    board.play(board.position.legal_moves[0])
    board.undo()
    assert board.position == start
    assert board.error is None


@pytest.mark.parametrize(
    "answer", [None, "r7@99", 10**6, object()], ids=["None", "text", "id", "object"]
)
def test_a_bot_without_a_legal_move_is_shown(answer):
    """The move of a bot is checked like any other move."""

    class Cheat:
        def choose(self, view, rng):
            return answer

    board = Board(ST1, bots={1: Cheat()}, seed=5, first=0)
    board.play(board.position.legal_moves[0])
    assert isinstance(board.error, MoveError)
    assert "The bot Cheat could not choose a move" in said(board)
    assert board.position.to_move == 1


def test_interrupting_a_bot_leaves_the_board_alive():
    """An interrupt while the bot thinks is shown like a failure."""

    class Endless:
        def choose(self, view, rng):
            raise KeyboardInterrupt

    board = Board(ST1, bots={1: Endless()}, seed=5, first=0)
    board.play(board.position.legal_moves[0])
    assert isinstance(board.error, KeyboardInterrupt)
    assert board.position.to_move == 1


# --- taking back, new games, records ----------------------------------------------------------


@each_game
def test_undo_goes_back_to_the_last_decision(game):
    """Undo, step by step, visits every position in which the person had to decide."""
    board = against(game)
    visited = [board.position]
    for _ in steps(board):
        if board.position != visited[-1]:
            visited.append(board.position)
    for position in reversed(visited[:-1]):
        send(board, action="undo")
        assert board.position == position
        assert named_cards(json.dumps(board.state)) & hidden(board, 1) == set()
    send(board, action="undo")
    assert "There is nothing to take back." in said(board)


def test_undo_leaves_no_trace_of_what_came_later():
    """After undo the page is as it was, apart from the message."""
    board = against(ST1)
    first = copy.deepcopy(board.state["tree"])
    board.play(board.position.legal_moves[0])
    board.undo()
    board._notice = None
    board._show()
    assert board.state["tree"] == first


def test_new_game():
    """A new game has a new deal; a typed seed gives the same deal as at first."""
    board = against(ST1)
    start = board.position
    board.play(board.position.legal_moves[0])
    send(board, action="new")
    assert board.position.ply <= 2
    assert board.position != start
    board.new_game(seed=5)
    assert board.position == start
    assert "Seed: 5" in said(board)


@each_game
def test_undo_brings_back_a_game_that_a_new_one_has_put_aside(game):
    """Whoever presses the wrong button in mid-game loses nothing: position, moves and seed."""
    board = against(game)
    for _ in range(3):
        board.play(board.position.legal_moves[0])
    before, told, seed = board.position, board.record().to_text(), board._session.seed
    for _ in range(2):
        send(board, action="new")
        assert board.position != before
        assert "brings the game before back" in said(board)
    send(board, action="undo")
    assert "The game before is back." in said(board)
    assert board.position == before
    assert (board.record().to_text(), board._session.seed) == (told, seed)
    board.play(board.position.legal_moves[0])
    send(board, action="undo")
    assert board.position == before


def test_a_position_begins_again():
    """On a board that shows a position a new game goes back to it."""
    board = against(BLOCKED)
    board.play("y1@9")
    assert "Start again" in said(board)
    send(board, action="new")
    assert board.position == BLOCKED


@each_game
def test_the_record_replays(game):
    """The record of a game, read back from text, ends in the board's position."""
    board = against(game)
    list(steps(board))
    text = board.record(event="test").to_text()
    *_, last = Record.from_text(text, ST1, ST2).replay()
    assert last == board.position
    assert "seed: 5" in text
    assert "player 2: any" in text


def test_play_from_python():
    """Scripts make moves as the page does, but their errors raise."""
    board = against(ST1, first=0)
    with pytest.raises(MoveError, match="is no move"):
        board.play("r7")
    move = board.position.legal_moves[0]
    board.play(str(move))
    assert board.position.history[0] == move
    assert board.view == board.position.view(0)
    watched = Board(ST1, bots={0: Uniform(), 1: Uniform()})
    with pytest.raises(ValueError, match="not your turn"):
        watched.play(0)


def test_positions_can_be_observed():
    """Notebooks can follow the game by traitlets."""
    board = against(ST1)
    seen = []
    board.observe(lambda change: seen.append(change.new), "position")
    board.play(board.position.legal_moves[0])
    assert seen[-1] == board.position


# --- who sits where ---------------------------------------------------------------------------


@each_game
def test_the_usual_bot(game):
    """By default a bot plays the other seat, and the person's side lies below."""
    board = Board(game, seed=5, player=1)
    assert list(board._session.bots) == [0]
    assert board.view.player == 1
    assert board.error is None
    assert board.position.to_move == 1


def test_a_position_is_shown_as_it_is():
    """Against the usual bot, a position in which it is to move waits until it is asked."""
    position = ST1.setup({1: ("r1", "b1")}, to_move=1)
    board = Board(position)
    assert board.position == position
    assert "Opponent to move. Press “Next move”." in said(board)
    send(board, action="next")
    assert board.position.to_move == 0
    send(board, action="new")
    assert board.position == position
    assert Board(position, bots={1: Uniform()}).position.to_move == 0


@pytest.mark.parametrize("variant", ["base", "tactics"])
@each_game
def test_two_people_at_one_screen(game, variant):
    """The hand of the player to move is shown on request, and hidden again after the turn."""
    board = Board(game, bots={} if game is ST1 else None, seed=5, variant=variant)
    chance = random.Random(3)
    while board.position.outcome is None:
        mover = board.position.to_move
        assert named_cards(json.dumps(board.state)) & hidden(board, 0, 1) == set()
        assert offered(board) == set()
        send(board, action="show")
        while board.position.to_move == mover:
            assert named_cards(json.dumps(board.state)) & hidden(board, 1 - mover) == set()
            legal = sorted(ids(board.position.legal_moves))
            assert set(legal) <= offered(board)
            send(board, move=chance.choice(legal))


def test_two_bots_are_watched():
    """A game between bots is played move by move without showing a hand; undo goes back."""
    board = Board(ST2, bots={0: Uniform(), 1: Uniform()}, seed=5)
    ply = 0
    while board.position.outcome is None:
        assert named_cards(json.dumps(board.state)) & hidden(board, 0, 1) == set()
        assert board.position.ply == ply
        send(board, action="next")
        ply += 1
    board.next_move()
    assert board.position.ply == ply
    assert "Refused" not in said(board)
    assert "the game is over" in said(board)
    send(board, action="undo")
    assert board.position.ply == ply - 1


@each_game
def test_open_hands(game):
    """With open hands both are drawn."""
    board = against(game, hands_open=True)
    shown = said(board)
    for hand in board.position.hands:
        assert all(card.say() in shown for card in hand)


def test_bots_by_name():
    """A bot's name alone plays against the person; names on the board say who it is."""
    board = Board(ST1, bots="uniform", player=1, seed=5)
    assert board._session.name(0) == "uniform"
    assert "Opponent (uniform)" in said(board)


@pytest.mark.parametrize(
    ("args", "kwargs", "error"),
    [
        (("ST1",), {}, TypeError),
        ((None,), {}, TypeError),
        ((ST1,), {"player": 2}, ValueError),
        ((ST1,), {"bots": {2: "uniform"}}, ValueError),
        ((ST1,), {"bots": {1: 7}}, ValueError),
        ((ST1,), {"bots": {1: "nobody"}}, ValueError),
        ((ST1,), {"lang": "xx"}, Exception),
        ((ST1,), {"seed": -1}, ValueError),
        ((ST1,), {"variant": "nothing"}, ValueError),
    ],
    ids=str,
)
def test_boards_that_cannot_be(args, kwargs, error):
    """What no board can show is refused when the board is made."""
    with pytest.raises(error):
        Board(*args, **kwargs)


# --- stones, oil, stamps ----------------------------------------------------------------------


def test_a_claimed_stone_lies_at_its_owner():
    """The stone moves from the middle to its owner's side, and the owner is written there."""
    position = ST1.setup(
        {1: ("r7 r8 r9", "b1 g2 y3"), 9: ("v1 n2 g3", "v7 v8 v9")}, claimed={1: 0, 9: 1}
    )
    board = against(position)
    y = {}
    for lane in (1, 5, 9):
        style = keyed(board, f"lane{lane}", "stone")["attrs"]["style"]
        y[lane] = int(re.search(r", (\d+)px", style)[1])
    assert y[9] < y[5] < y[1]
    assert "You" in json.dumps(keyed(board, "lane1", "owner"))
    assert "Opponent" in json.dumps(keyed(board, "lane9", "owner"))


def test_the_card_that_oil_takes_is_marked():
    """The attacker's first card of each tile bears the drop, for both seats."""
    position = ST2.setup({1: ("r1 b1 g1", "k2"), 4: ("y5", "")}, to_move=1)
    for seat in (0, 1):
        board = against(position, seat)
        side = "mine" if seat == 0 else "theirs"
        for lane, card in ((1, "r1"), (4, "y5")):
            laid = keyed(board, f"lane{lane}", side)["kids"]
            assert [node["key"] for node in laid if DROP in json.dumps(node)] == [card]


def test_the_side_complete_first_is_marked():
    """If both sides are complete, the words and a flag say which one was complete first."""
    position = ST1.setup({3: ("r7 r8 r9", "b7 b8 b9")}, stamps={3: (6, 4)})
    board = against(position)
    first = [
        text
        for text in texts(board)
        if "complete first" in text and text.startswith(("You", "Opponent"))
    ]
    assert len(first) == 1
    assert first[0].startswith("Opponent: blue 7, blue 8, blue 9")


# --- texts ------------------------------------------------------------------------------------


def test_texts_are_complete_in_two_languages():
    """Every text of the board is there in English and German, with the same places to fill."""
    board_texts = {key: text for key, text in entries().items() if key.startswith("board.")}
    for key, text in board_texts.items():
        assert {"en", "de"} <= text.keys(), key
        places = [{p for _, p, _, _ in SENTENCES.parse(text[lang]) if p} for lang in ("en", "de")]
        assert places[0] == places[1], key


@each_variant
def test_german_has_no_english_left(game, variant):
    """In German nothing of the page's own English texts shows."""
    own = [text for key, text in entries().items() if key.startswith("board.")]
    german = {text["de"] for text in entries().values()}
    english = {text["en"] for text in own} - german
    for now in played(game, 0, "de", variant)[1]:
        assert set(texts(now)) & english == set()
        assert "no text" not in said(now)
        assert not re.search(r"\{(?!card\})", said(now))


@each_game
@pytest.mark.parametrize("lang", LANGUAGES)
def test_boards_in_every_language(game, lang):
    """A board shows in each language; the page says which it is.

    A language that lacks texts is shown in English, and the page says that it is English.
    """
    board = against(game, lang=lang)
    board.play(board.position.legal_moves[0])
    assert attribute(board, "lang") == [board.lang] == [page_language(lang)]
    english = against(game)
    english.play(english.position.legal_moves[0])
    assert (said(board) == said(english)) == (board.lang == "en")
    assert not re.search(r"\{(?!card\})", said(board))


def test_the_language_can_be_changed():
    """A board changes its language while it is played."""
    board = against(ST1)
    board.lang = "de"
    assert "Neues Spiel" in said(board)


# --- many boards, no kernel -------------------------------------------------------------------


def test_no_ids_are_used():
    """Nothing in a page has an id, so boards on one page cannot meet."""
    for game in GAMES:
        board = against(game)
        assert attribute(board, "id") == []
        assert " id=" not in board._repr_mimebundle_()[0]["image/svg+xml"]


@each_seat
def test_every_focusable_element_keeps_labs_shortcuts_away(game, seat, variant):
    """Every element that can have the focus carries the attribute itself and has a name."""
    for now in played(game, seat, variant=variant)[1]:
        for node in nodes(now.state["tree"]):
            attrs = node.get("attrs", {})
            if "tabindex" in attrs or "data-group" in attrs or node["tag"] == "summary":
                assert attrs["data-lm-suppress-shortcuts"] == "true"
                assert attrs.get("aria-label") or attrs.get("data-label") or node.get("text")


@each_seat
def test_keys_are_unique_among_siblings(game, seat, variant):
    """Elements are found again by their keys, so siblings with the same tag have different keys."""
    for now in played(game, seat, variant=variant)[1]:
        for node in nodes(now.state["tree"]):
            keys = [(kid["tag"], kid["key"]) for kid in node.get("kids", ()) if "key" in kid]
            assert len(keys) == len(set(keys))


def test_without_a_widget_picture_and_words_are_shown():
    """The output holds a picture, the table in words, and a line on how to get the live board."""
    board = against(ST1)
    data, _ = board._repr_mimebundle_()
    assert data["image/svg+xml"].startswith("<svg")
    assert data["text/plain"].startswith("Board: your hand ")
    assert "make lab" in data["text/plain"]
    assert "application/vnd.jupyter.widget-view+json" in data


def test_a_still_picture_follows_the_live_board(monkeypatch):
    """In a notebook the picture is a separate output, which the live board hides."""
    outputs = shown(against(ST1), monkeypatch)
    live, still = (output["data"] for output in outputs)
    assert "application/vnd.jupyter.widget-view+json" in live
    assert "make lab" in live["text/plain"]
    assert still["image/svg+xml"].startswith("<svg")
    assert still["text/plain"].startswith("Board: your hand ")
    assert 'class="stb-still"' in still["text/html"]


@each_game
def test_a_notebook_saved_in_mid_game_shows_that_moment(game, monkeypatch):
    """After every move the still picture is the board as it is, in all its forms."""
    board = against(game)
    _, still = shown(board, monkeypatch)
    dealt = dict(still["data"])
    for _ in range(3):
        send(board, move=board.position.legal_moves[0].id)
        told = speak(board.view)
        assert told != dealt["text/plain"]
        assert still["data"]["text/plain"].startswith(told)
        picture = ElementTree.fromstring(still["data"]["image/svg+xml"])
        assert f"Deck: {board.view.deck_size}" in "".join(picture.itertext())
        assert escape(told, quote=True) in still["data"]["text/html"]
    send(board, action="undo")
    assert still["data"]["text/plain"].startswith(speak(board.view))


def test_a_still_picture_says_how_to_get_the_live_board(monkeypatch):
    """Beside the picture stands a line that everybody can read, in the board's language."""
    for lang, line in (("en", "run this cell."), ("de", "diese Zelle ausführen.")):
        _, still = shown(against(ST1, lang=lang), monkeypatch)
        assert re.search(rf"<p>[^<]*{line}</p>", still["data"]["text/html"])


def test_a_board_that_is_not_shown_updates_no_output(monkeypatch):
    """In a script, or before its cell has ended, a board shows nothing by itself."""
    outputs = []
    monkeypatch.setattr("stlib.widgets.page_widget.display", lambda *a, **k: outputs.append(a))
    board = against(ST1)
    board.play(board.position.legal_moves[0])
    assert outputs == []


@pytest.mark.parametrize("exporter", ["HTMLExporter", "SlidesExporter"])
def test_exports_hold_the_picture(exporter, monkeypatch):
    """A notebook with the widget's state, made into HTML or slides, shows the board offline."""
    nbconvert = pytest.importorskip("nbconvert")
    nbformat = pytest.importorskip("nbformat")
    board = against(ST1)
    cell = nbformat.v4.new_code_cell("board")
    cell.outputs = [nbformat.v4.new_output("display_data", **o) for o in shown(board, monkeypatch)]
    state = {board.model_id: {"model_name": "AnyModel", "model_module": "anywidget", "state": {}}}
    kind = "application/vnd.jupyter.widget-state+json"
    widgets = {kind: {"version_major": 2, "version_minor": 0, "state": state}}
    notebook = nbformat.v4.new_notebook(cells=[cell], metadata={"widgets": widgets})
    page, _ = getattr(nbconvert, exporter)().from_notebook_node(notebook)
    assert "data:image/svg+xml;base64," in page
    assert "Board: your hand" in page
