"""The board with tactic cards: where each card and each of its choices is offered and named."""

import json

import pytest

from boards import against, attribute, hidden, ids, keyed, named_cards, nodes, offered, said, send
from st2lib import ST2
from stlib import ST1
from stlib.base.words import LANGUAGES
from stlib.svg import draw, faces, shapes, speak
from stlib.widgets import Board

GAMES = (ST1, ST2)
DUEL = {
    1: ("r7 r8", "b1 g2"),
    2: ("v6 v5 n1", "n5 spy"),
    4: ("r4 g4", "v1 v2 v3"),
    5: ("shield", "b8"),
}
STONES = ("r3 v4 v7 n7", "g1 g3 g6 y1")
SIEGE = {
    1: ("r9 b9", "k10 g8 y9"),
    4: ("k6", "r8 shield"),
    5: ("r1 b1", "y8"),
    7: ("k0 spy b2", "r3"),
}
WALL = ("r4 r6 y4 g6", "b3 g3 g7 k2 k3")


def stones(card, **more):
    """Return a position in which player 0 holds a tactic card, with cards at several stones."""
    hands = (f"{STONES[0]} {card}", STONES[1])
    return ST1.setup(DUEL, hands, variant="tactics", tactics_played=(1, 1), **more)


def siege(card, **more):
    """Return the same for the attacker."""
    more = {"discard": "g0 b4 k11 y7", **more}
    hands = (f"{WALL[0]} {card}", WALL[1])
    return ST2.setup(SIEGE, hands, variant="tactics", tactics_played=(2, 2), **more)


def shown_for(board, move):
    """Return the groups of the page's elements that make a move."""
    number = move.id
    groups = set()
    for node in nodes(board.state["tree"]):
        attrs = node.get("attrs", {})
        laid = [pair.rpartition(":")[2] for pair in attrs.get("data-moves", "").split()]
        if attrs.get("aria-disabled") != "true" and str(number) in [*laid, attrs.get("data-move")]:
            groups.add(attrs["data-group"])
    return groups


def press(board, group, text):
    """Make a move through the page, after making sure that it is offered in that group."""
    move = board.position.game.notation.read(text)
    assert group in shown_for(board, move), (text, shown_for(board, move))
    send(board, move=move.id)
    assert board.error is None


# --- each card, step by step --------------------------------------------------------------------

#: Card, position, then (group, move, what the board asks before it), then what lies where after.
COURSES = {
    "joker": (stones("joker1"), [("place", "joker1@1", "lay a card")], {1: "r7 r8 joker1"}),
    "spy": (siege("joker1"), [("place", "joker1@1", "lay a card")], {1: "r9 b9 joker1"}),
    "mud fight": (stones("mud_fight"), [("place", "mud_fight@2", "lay a card")], {}),
    "bluff": (stones("blind_mans_bluff"), [("place", "blind_mans_bluff@9", "lay a card")], {}),
    "recruiter": (
        stones("recruiter", deck="y2 y3 y4 y5", tactic_deck="traitor banshee", discard="rest"),
        [
            ("place", "recruiter", "play a tactic card"),
            ("pile", "draw clan", "Recruiter: choose the deck you draw from; still to draw: 3."),
            ("bar", "draw tactic", "still to draw: 2."),
            ("pile", "draw clan", "still to draw: 1."),
            ("hand", "return y2", "put back under its deck; still to go: 2."),
            ("hand", "return traitor", "still to go: 1."),
        ],
        {},
    ),
    "strategist": (
        stones("strategist"),
        [
            ("place", "strategist", "play a tactic card"),
            ("table", "take v5", "Strategist: choose one of your own cards at an open stone."),
            ("place", "put 9", "choose where violet 5 goes on your side, or discard it."),
        ],
        {2: "v6 n1", 9: "v5"},
    ),
    "strategist drops": (
        stones("strategist"),
        [
            ("place", "strategist", "play a tactic card"),
            ("table", "take shield", "Strategist: choose one of your own cards"),
            ("bar", "drop", "choose where Shield Bearer goes on your side, or discard it."),
        ],
        {5: ""},
    ),
    "banshee": (
        stones("banshee"),
        [
            ("place", "banshee", "play a tactic card"),
            ("table", "take spy", "Banshee: choose a card of the other side to discard."),
        ],
        {-2: "n5"},
    ),
    "traitor": (
        stones("traitor"),
        [
            ("place", "traitor", "play a tactic card"),
            ("table", "take b8", "Traitor: choose a clan card of the other side."),
            ("place", "put 4", "choose where blue 8 goes on your side."),
        ],
        {4: "r4 g4 b8", -5: ""},
    ),
    "redeploy": (
        siege("redeploy"),
        [
            ("place", "redeploy", "play an action"),
            ("table", "take spy", "Redeploy: choose one of your own cards at the wall."),
            ("place", "put 4", "choose where Spy goes on your side, or discard it."),
        ],
        {7: "k0 b2", 4: "k6 spy"},
    ),
    "redeploy drops": (
        siege("redeploy"),
        [
            ("place", "redeploy", "play an action"),
            ("table", "take r9", "Redeploy: choose"),
            ("bar", "drop", "or discard it."),
        ],
        {1: "b9"},
    ),
    "recruit": (
        siege("recruit"),
        [
            ("place", "recruit", "play an action"),
            ("choice", "take b4", "Recruit: choose a siege card from the discard."),
            ("place", "put 2", "choose where blue 4 goes on your side."),
        ],
        {2: "b4"},
    ),
    "desertion": (
        siege("desertion"),
        [
            ("place", "desertion", "play an action"),
            ("table", "take shield", "Desertion: choose a card of the other side to discard."),
        ],
        {-4: "r8"},
    ),
    "betrayal": (
        siege("betrayal"),
        [
            ("place", "betrayal", "play an action"),
            ("table", "take r3", "Betrayal: choose a siege card of the other side."),
            ("place", "put 1", "choose where red 3 goes on your side."),
        ],
        {1: "r9 b9 r3", -7: ""},
    ),
    "explosion": (
        siege("explosion"),
        [
            ("place", "explosion", "play an action"),
            ("lane", "at 1", "Explosion: choose the tile where all cards"),
        ],
        {1: "", -1: ""},
    ),
    "support": (
        siege("support"),
        [
            ("place", "support", "play an action"),
            ("choice", "take b4", "shuffle into the deck; still to choose: 2."),
            ("choice", "take g0", "still to choose: 1."),
        ],
        {},
    ),
    "exchange": (
        siege("exchange"),
        [
            ("place", "exchange", "play an action"),
            ("hand", "give r4", "cards of your hand to give away; still to choose: 3."),
            ("hand", "give y4", "still to choose: 2."),
            ("hand", "give g6", "still to choose: 1."),
        ],
        {},
    ),
}


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("name", COURSES)
def test_each_card_step_by_step(name, lang):
    """Every choice is offered in its place, every legal move is offered, and a sentence asks."""
    position, moves, after = COURSES[name]
    board = against(position, lang=lang)
    for group, move, asked in moves:
        status = keyed(board, "status")["text"]
        assert lang != "en" or asked in status
        assert ids(board.view.legal_moves) <= offered(board)
        press(board, group, move)
    first, last = board.position.history[0].id, position.game.notation.read(moves[-1][1]).id
    assert first == position.game.notation.read(moves[0][1]).id
    assert last in board.position._history
    for lane, cards in after.items():
        side = board._session.past[-1][0].apply(last).lanes[abs(lane) - 1].sides[int(lane < 0)]
        assert " ".join(map(str, side)) == cards


@pytest.mark.parametrize("name", COURSES)
def test_no_choice_falls_back_to_a_plain_button(name):
    """Only draws, drops, passes and ends of turns are buttons below the table."""
    position, moves, _ = COURSES[name]
    board = against(position)
    for group, move, _ in moves:
        for button in (n for n in nodes(keyed(board, "bar")) if n["tag"] == "button"):
            if number := button.get("attrs", {}).get("data-move"):
                verb = position.game.notation.move(int(number)).verb
                assert verb.startswith("draw ") or verb in ("drop", "done", "end", "pass")
        press(board, group, move)


def test_undo_takes_back_one_choice():
    """Undo goes back choice by choice to before the card was played."""
    board = against(stones("strategist"))
    for move in ("strategist", "take v5"):
        board.play(move)
    for phase in ("TAKE", "PLAY"):
        send(board, action="undo")
        assert board.position.phase == phase


def test_claims_wait_while_a_card_is_chosen():
    """While a ruse asks for a card, no claim button covers the cards."""
    board = against(stones("strategist"))
    assert keyed(board, "lane2", "claim")
    board.play("strategist")
    assert shown_for(board, ST1.notation.read("claim 2")) == set()
    send(board, move=ST1.notation.read("claim 2").id)
    assert board.position.phase == "TAKE"


def test_chosen_cards_are_marked():
    """Cards chosen for Exchange or Support are named as chosen and cannot be chosen again."""
    board = against(siege("exchange"))
    board.play("exchange")
    board.play("give r4")
    held = {n["key"]: n["attrs"] for n in keyed(board, "hand_row", "hand")["kids"]}
    assert held["r4"]["aria-label"] == "red 4, chosen"
    assert held["r4"]["aria-disabled"] == "true"
    assert "aria-disabled" not in held["y4"]
    board = against(siege("support"))
    board.play("support")
    board.play("take b4")
    picks = {n["key"]: n["attrs"] for n in keyed(board, "picks")["kids"]}
    assert picks["b4"]["aria-label"] == "blue 4, chosen"
    assert picks["b4"]["aria-disabled"] == "true"
    assert picks["y7"]["aria-label"] == "Pick yellow 7"
    assert list(picks) == ["b4", "g0", "y7", "k11"]


def test_combat_modes_lie_on_the_stone():
    """A mode goes to the stone, not to a side, and shows what the stone asks for now."""
    board = against(stones("mud_fight blind_mans_bluff"))
    for lane in range(1, 10):
        assert "mud_fight" in keyed(board, f"lane{lane}", "on_stone")["attrs"]["data-moves"]
    assert "mud_fight" not in json.dumps(keyed(board, "lane1", "landing"))
    board.play("mud_fight@4")
    lane = keyed(board, "lane4")
    assert lane["attrs"]["aria-label"] == "Stone 4, Mud Fight: 4 cards, all kinds"
    assert "4 cards" in json.dumps(keyed(board, "lane4", "mode"))
    bluff = against(stones("blind_mans_bluff", modes={4: "mud_fight"}))
    assert not [n for n in keyed(bluff, "lane4")["kids"] if n.get("key") == "on_stone"]
    bluff.play("blind_mans_bluff@1")
    label = keyed(bluff, "lane1")["attrs"]["aria-label"]
    assert label == "Stone 1, Blind Man's Bluff: 3 cards, total only, higher wins"


# --- what is shown at all times -------------------------------------------------------------------


def test_decks_and_tactic_cards_played():
    """Decks show their sizes; the board says how many tactic cards were and may be played."""
    board = against(stones("joker1", tactic_deck="traitor banshee", discard="rest"))
    for text in (said(board), speak(board.view)):
        assert f"Deck: {board.view.deck_size}" in text
        assert "Tactic deck: 2" in text
        assert "You, tactic cards played: 1; now at most 2" in text
    board.play("joker1@1")
    assert "You, tactic cards played: 2; now at most " in said(board)


def test_a_card_beyond_the_limit_cannot_be_chosen():
    """At the limit tactic cards cannot be chosen, but clan cards can."""
    position = ST1.setup(
        {}, ("r1 joker1 banshee", None), variant="tactics", tactics_played=(2, 1), discard="r2"
    )
    board = against(position)
    held = {n["key"]: n["attrs"] for n in keyed(board, "hand_row", "hand")["kids"]}
    assert [key for key, attrs in held.items() if attrs.get("aria-disabled")] == [
        "joker1",
        "banshee",
    ]
    assert "You, tactic cards played: 2; now at most 2" in said(board)


@pytest.mark.parametrize(("game", "cards"), [(ST1, "r1 g3 spy banshee"), (ST2, "r0 k11 support")])
def test_discards_can_be_looked_at(game, cards):
    """All cards of the discard are in the page at any time, tactic cards too."""
    board = against(game.setup({}, discard=cards, variant="tactics"))
    shown = json.dumps(keyed(board, "discard"))
    for card in board.position.discard:
        assert card.say() in shown
    assert f"Discard ({len(cards.split())})" in shown


@pytest.mark.parametrize(
    ("game", "name"), [(game, name) for game in GAMES for name in game.variants], ids=str
)
def test_the_board_says_its_variant(game, name):
    """Every variant is named beside the table, with the times of claims where they differ."""
    board = Board(game, bots=None, variant=name, seed=5)
    shown = keyed(board, "variant")["text"]
    assert ("tactic" in shown) == (board.position.variant.tactics == "yes")
    assert ("expert" in shown) == (name in ("expert", "early_bird"))
    early = "at the start of your turn" in keyed(board, "demands")["text"]
    assert early == (name in ("expert", "early_bird"))


def test_switches_are_named():
    """A switch that is not at its default is written next to the table."""
    variant = type(ST2.variants["base"])("mine", defender_full="pass_and_draw")
    board = Board(ST2, bots=None, variant=variant)
    assert keyed(board, "variant")["text"] == "Schotten Totten 2, mine"
    assert "defender_full: pass_and_draw." in keyed(board, "demands")["text"]
    assert "color_run" not in keyed(board, "demands")["text"]


def test_open_hands_with_tactics():
    """With open hands all seven cards of both are drawn, within the picture."""
    for game in GAMES:
        board = against(game, hands_open=True, variant="tactics")
        shown = said(board)
        assert all(card.say() in shown for hand in board.position.hands for card in hand)


# --- elite cards ----------------------------------------------------------------------------------


def test_elite_cards_show_what_they_stand_for():
    """At a complete side the board says what they would be, at a claimed stone what they are."""
    sides = {3: ("r8 joker1 r9", "b1"), 5: ("spy g6 g8", "")}
    board = against(ST1.setup(sides, variant="tactics", claimed={5: 0}))
    assert "You: red 8, Joker, would stand for red 7, red 9; Color Run, total 24" in said(board)
    assert "You: Spy, stands for green 7, green 6, green 8; Color Run, total 21" in said(board)
    assert "R7?" in json.dumps(keyed(board, "lane3", "mine"))
    assert "=G7" in json.dumps(keyed(board, "lane5", "mine"))
    unfinished = against(ST1.setup({3: ("r8 joker1", "b1")}, variant="tactics"))
    assert "You: red 8, Joker" in said(unfinished)
    assert "would stand for" not in said(unfinished)


def test_a_claim_tells_what_elite_cards_stood_for():
    """After a claim or a declaration the last moves name what each elite card was."""
    position = ST1.setup({3: ("r8 joker1 r9", "")}, variant="tactics", phase="CLAIM")
    board = Board(position, bots={})
    board.play("claim 3")
    assert "stone 3 claimed; Joker as r7" in keyed(board, "last")["text"]
    board = Board(ST2.setup({4: ("r11 spy", "")}, variant="tactics"), bots={})
    board.play("declare 4")
    assert "Spy as r10" in keyed(board, "last")["text"]
    assert board.position.lanes[3].damaged


def test_a_refusal_tells_what_elite_cards_stand_for():
    """A claim refuted through an elite card of the other side says what that would be."""
    position = ST1.setup({3: ("r4 g4 b4", "v5 joker1")}, variant="tactics", phase="CLAIM")
    board = Board(position, bots={})
    send(board, action="show")
    send(board, move=ST1.notation.read("claim 3").id)
    assert "Refused. Violet 3, violet 4, violet 6 or violet 7 would make" in said(board)
    assert "(Joker as " in keyed(board, "notice")["kids"][0]["text"]


# --- nothing hidden -------------------------------------------------------------------------------


class Scripted:
    """A bot that makes given moves."""

    name = "scripted"

    def __init__(self, *moves):
        self.moves = list(moves)

    def choose(self, view, rng):
        return self.moves.pop(0)


def test_cards_a_bot_puts_back_are_not_told():
    """If a bot puts a card under its deck, only the back of the card is seen."""
    hands = ("b2 b3 b4", "r3 v4 v7 n7 y6 recruiter")
    position = ST1.setup(
        DUEL, hands, deck="y2 y3 y4 y5", tactic_deck="traitor banshee", discard="rest",
        variant="tactics", tactics_played=(1, 1), to_move=1,
    )  # fmt: skip
    draws = ("recruiter", "draw clan", "draw clan", "draw tactic")
    board = Board(position, bots={1: Scripted(*draws, "return y2", "return traitor", "done")})
    assert board.error is None
    last = keyed(board, "last")["text"]
    assert "a clan card put back under its deck; a tactic card put back" in last
    assert named_cards(json.dumps(board.state)) & hidden(board, 1) == set()


def test_what_one_knows_is_told():
    """After an Exchange the cards given are known to be in the other hand."""
    board = Board(siege("exchange"), bots={1: Scripted("give b3", "give g3", "give g7")})
    for move in ("exchange", "give r4", "give y4", "give g6"):
        board.play(move)
    assert keyed(board, "their_hand", "their_hand") is not None
    told = [n["text"] for n in nodes(keyed(board, "aside")) if n.get("key") == "their_hand"]
    assert told == ["In their hand: r4 y4 g6"]
    assert "Opponent: a card laid out; a card laid out; a card laid out" in said(board)


# --- faces ----------------------------------------------------------------------------------------


def tactic_cards(game):
    return [game.card(name) for name in game.deck.tactics]


@pytest.mark.parametrize("game", GAMES, ids=str)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_tactic_card_has_a_face(game, lang):
    """Different cards have different faces, Jokers look alike; text has 17 units or more."""
    drawn = {}
    for card in tactic_cards(game):
        face = json.dumps(game.drawing.face(card, lang))
        drawn.setdefault(face, set()).add(card.tactic.rstrip("12"))
    assert sorted(map(len, drawn.values())) == [1] * len({c.say() for c in tactic_cards(game)})
    parts = [part for card in tactic_cards(game) for part in game.drawing.face(card, lang)]
    texts = [node for part in parts for node in nodes(part) if node["tag"] == "text"]
    sizes = [node["attrs"]["font-size"] for node in texts]
    assert min(map(int, sizes)) >= 17


def test_classes_differ_without_color():
    """Elite troops, combat modes and ruses have a mark and an outline of their own."""
    drawing = ST1.drawing
    cards = {drawing.class_of(card): card for card in tactic_cards(ST1)}
    assert set(cards) == {faces.ELITE, faces.MODE, faces.RUSE}
    papers = [drawing.face(card, "en")[0]["attrs"] for card in cards.values()]
    outlines = {json.dumps({k: v for k, v in paper.items() if k != "stroke"}) for paper in papers}
    assert len(outlines) == 3
    assert len({kind.mark for kind in cards}) == 3
    assert not set(shapes._MARKS.values()) & {kind.mark for kind in cards}


def test_backs_differ_without_color():
    """A tactic card is known by its back."""
    assert [n["tag"] for n in faces.tactic_back(66)] != [n["tag"] for n in shapes.card_back(66)]


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_pictures_of_tactic_games(game):
    """A still picture draws every tactic card by name, and nothing that is a button."""
    position = stones("recruiter banshee") if game is ST1 else siege("recruit explosion")
    view = position.view(0)
    svg = draw(view)
    for card in view.hand:
        assert card.say() in svg
    assert "button" not in svg
    assert "tactic variant" in svg


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_each_tactic_card_says_what_it_does(game):
    """A chosen tactic card tells what it does, and the list beside the table tells it of all."""
    board = against(stones("recruiter banshee") if game is ST1 else siege("recruit explosion"))
    helps = attribute(board, "data-help")
    assert [text.partition(":")[0] for text in helps] == [
        card.say() for card in board.view.hand if card.tactic
    ]
    listed = [n["text"] for n in nodes(keyed(board, "tactic_aid")) if "text" in n]
    assert set(helps) <= set(listed)
    for card in tactic_cards(game):
        assert any(text.startswith(f"{card.say()}: ") for text in listed)
