"""What a bot is, what it may be asked, and what happens when it fails or answers nonsense."""

import copy
import pickle
import random
from functools import cache

import numpy as np
import pytest

import st2lib
import stlib
from stlib import bots
from stlib.base.errors import MoveError, SetupError
from stlib.simulate import play_match
from stlib.widgets import Board

GAMES = {"ST1": stlib.ST1, "ST2": st2lib.ST2}
each_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
each_bot = pytest.mark.parametrize("name", bots.names())


@cache
def ended(game):
    """Return a finished game."""
    position = game.deal(3)
    while position.outcome is None:
        position = position.apply(position.legal_moves[0])
    return position


def ask(bot, view):
    """Yield what the bot does with a view, as functions that ask it."""
    return (lambda: bot.choose(view, np.random.default_rng(1))), (lambda: bot.explain(view))


@each_game
@each_bot
def test_a_bot_refuses_a_view_without_a_move_to_make(game, name):
    """It says whose turn it is, or that the game is over, and plays no card of another hand."""
    position, bot = game.deal(5), bots.make(name)
    for player, told in ((1 - position.to_move, f"seat {1 - position.to_move}"), (None, "specta")):
        for question in ask(bot, position.view(player)):
            with pytest.raises(MoveError, match=f"{told}.*turn of seat {position.to_move}"):
                question()
    last = ended(game)
    for player in (0, 1, None):
        for question in ask(bot, last.view(player)):
            with pytest.raises(MoveError, match=f"ply {last.ply}.* the game is over"):
                question()


@each_game
@each_bot
def test_a_bot_names_what_is_neither_a_view_nor_a_generator(game, name):
    """A whole position in place of a view is refused in a sentence, and so is other chance."""
    position, bot = game.deal(5), bots.make(name)
    for thing in (position, None, 3, "view", type(position.view(0))):
        for question in ask(bot, thing):
            with pytest.raises(SetupError, match=rf"a view.*not a {type(thing).__name__}$"):
                question()
    for rng in (random.Random(1), None, 7, np.random):
        with pytest.raises(SetupError, match=f"Generator.* a {type(rng).__name__}$"):
            bot.choose(position.view(position.to_move), rng)


@each_game
def test_hidden_cards_are_laid_out_by_a_generator_or_a_seed(game):
    """`determinize` refuses anything else in a sentence that names it."""
    view = game.deal(5).view(0)
    assert view.determinize(4) == view.determinize(np.int64(4))
    for rng in (random.Random(1), None, "4", 4.0, True, [4]):
        with pytest.raises(SetupError, match=f"Generator.* a {type(rng).__name__}$"):
            view.determinize(rng)
    for seed in (-1, 2**63):
        with pytest.raises(SetupError, match=f"{seed}"):
            view.determinize(seed)


@each_game
def test_every_bot_by_name_plays_both_games(game):
    """A name that `make` knows is a policy of each game; a policy it lacks is named."""
    assert set(bots.names()) <= set(game.kernels.POLICIES)
    assert all("_without_" in name for name in set(game.kernels.POLICIES) - set(bots.names()))
    with pytest.raises(SetupError, match=f"{game.name} has no policy 'genius'"):
        bots.PolicyBot("genius").explain(game.deal(5, first=0).view(0))


class First:
    """Plays the first legal move until a certain ply; there it does what it is made for."""

    def __init__(self, answer, ply=4):
        self.name = "first"
        self.answer = answer
        self.ply = ply

    def choose(self, view, rng):
        return self.answer(view) if view.ply >= self.ply else view.legal_moves[0]


def illegal(view):
    """Return a move of a card that is not in hand."""
    theirs = next(card for card in view.unseen if not card.tactic)
    return f"{theirs}@1"


def of_the_other_game(view):
    """Return a move of the other game that has the id of a legal one."""
    other = GAMES["ST2" if view.game.name == "ST1" else "ST1"]
    return other.notation.move(view.legal_moves[0].id)


ANSWERS = {
    "nothing": lambda view: None,
    "a number that is no move": lambda view: 10**9,
    "not a whole number": lambda view: float(view.legal_moves[0].id),
    "no words of a move": lambda view: "whatever",
    "all moves": lambda view: view.legal_moves,
    "a class": lambda view: type(view.legal_moves[0]),
    "a card of the other hand": illegal,
    "a move of the other game": of_the_other_game,
}


@each_game
@pytest.mark.parametrize("answer", ANSWERS.values(), ids=ANSWERS)
def test_a_nonsense_answer_in_a_match_is_told_with_its_place(game, answer):
    """Bot, deal, seat and ply stand in the error, and why the answer is none."""
    with pytest.raises(MoveError) as caught:
        play_match(game, First(answer), "uniform", 2, seed=1, progress=False)
    assert "the bot 'first' answered wrongly in deal 0, seat 0, at ply" in str(caught.value)
    assert str(caught.value).endswith(str(caught.value.values["why"]))
    assert isinstance(caught.value.__cause__, MoveError)


def test_a_move_of_another_game_is_no_move():
    """A move is refused by its card and place, not taken by its number."""
    position = stlib.ST1.deal(5)
    with pytest.raises(MoveError, match=r"the move '..@.' is none of ST1"):
        position.apply(st2lib.ST2.notation.move(position.legal_moves[0].id))


def divide(view):
    """Fail as any Python may."""
    return 1 // 0


@each_game
def test_a_bot_that_fails_in_a_match_is_named_with_its_place(game):
    """The bot's own error comes through, with a note of bot, deal, seat and ply."""
    for pair, seat in (((First(divide), "uniform"), 0), (("uniform", First(divide)), 1)):
        with pytest.raises(ZeroDivisionError) as caught:
            play_match(game, *pair, 2, seed=1, progress=False)
        (note,) = caught.value.__notes__
        assert f"the bot 'first' failed in deal 0, seat {seat}, at ply" in note


def test_a_note_travels_to_other_processes():
    """An error of this project keeps its notes when it is pickled, and when it is copied."""
    error = SetupError("odd_match", n=3)
    error.add_note("here")
    for other in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert (str(other), other.__notes__, other.values) == (str(error), ["here"], {"n": 3})


def test_a_class_in_place_of_a_bot_is_told_so():
    """Matches and boards ask for a bot made of the class."""
    for use in (
        lambda: play_match(stlib.ST1, First, "uniform", 2, progress=False),
        lambda: play_match(stlib.ST1, "uniform", First, 2, progress=False),
        lambda: Board(stlib.ST1, bots=First),
        lambda: Board(stlib.ST1, bots={1: First}),
        lambda: bots.bot_of(First),
    ):
        with pytest.raises(SetupError, match=r"First is a class.*First\(\)"):
            use()
