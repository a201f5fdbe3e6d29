"""What is true in every position of both games, checked by random play."""

import gc
import json
import pickle
import random
import re
import types
from collections import Counter

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import bridge
from bridge import DECKS, GAMES, TACTICS, VARIANTS, agree, names, twin
from lockstep import TEXTS, as_shuffled
from random_play import STYLES, pick
from stlib import MoveError
from stlib.play.game import Position
from stlib.play.table import Table
from stlib.play.view import UNKNOWN
from strategies import LIBRARIES, color_orders, positions


def row_of(position):
    """Return the state without the cache of proofs, which is no part of the position."""
    return position._row[: len(position._row) - position.game.engine.CACHE_WORDS]


def hidden_cards(position):
    """Return the cards in both hands and decks."""
    return [*position.hands[0], *position.hands[1], *position.deck, *position.tactic_deck]


def all_cards(position):
    """Return the cards of a game as it is played, as texts."""
    name = position.game.name
    return DECKS[name] + (TACTICS[name] if position.variant.tactics == "yes" else [])


# --- cards, legality, ends --------------------------------------------------------------


@given(positions())
def test_every_card_is_in_exactly_one_place(position):
    """Hands, decks, sides, modes and discard hold every card once; unplayed is what is hidden."""
    hidden = hidden_cards(position)
    shown = [card for lane in position.lanes for side in lane.sides for card in side]
    shown += [lane.mode for lane in position.lanes if lane.mode]
    shown += position.discard
    assert sorted(names(hidden + shown)) == sorted(all_cards(position))
    numbered = [card for card in hidden if not card.tactic]
    assert sorted(names(position.unplayed)) == sorted(names(numbered))
    assert position.deck_size == len(position.deck)
    assert position.tactic_deck_size == len(position.tactic_deck)
    assert position.hand_sizes == tuple(map(len, position.hands))


@given(positions())
def test_there_are_legal_moves_exactly_until_the_game_is_over(position):
    """A position has no legal move exactly if the game is over."""
    moves = position.legal_moves
    assert bool(moves) == (position.outcome is None)
    assert (position.to_move is None) == (position.outcome is not None)
    assert (position.phase == "OVER") == (position.outcome is not None)
    assert [move.id for move in moves] == sorted({move.id for move in moves})
    assert len(moves) <= position.game.rules.MAX_LEGAL
    alone = str(moves[0]).split()[0] if len(moves) == 1 else ""
    assert alone not in ("done", "draw", "end"), "these run by themselves"


@given(positions(over=True))
def test_every_game_ends_with_an_outcome_that_counts(position):
    """At the end winner, reason and lanes fit together."""
    end = position.outcome
    assert end is not None
    lanes = position.lanes
    if position.game.name == "ST1":
        owned = [lane.owner for lane in lanes]
        assert end.lanes == (owned.count(0), owned.count(1))
        if end.reason == "five":
            assert end.lanes[end.winner] == 5
        if end.reason == "adjacent":
            row = [owner == end.winner for owner in owned]
            assert any(all(row[k : k + 3]) for k in range(7))
        assert (end.reason == "deadlock") <= (end.winner is None)
    else:
        hit = sum(lane.damaged for lane in lanes)
        assert end.lanes == (hit, 7 - hit)
        assert (end.winner == 0) == (end.reason in ("four_tiles", "breach"))
        assert (hit == 4) == (end.reason == "four_tiles")
    assert str(end)
    assert all(end.say(lang) for lang in ("en", "de", "fr", "nl"))


@given(positions())
def test_stamps_belong_to_complete_sides_and_to_the_past(position):
    """A side has a stamp exactly while it is complete, and no two sides share one."""
    stamps = Counter()
    for lane in position.lanes:
        for side, stamp, formation in zip(lane.sides, lane.stamps, lane.formations, strict=True):
            assert (stamp > 0) == (len(side) == lane.demand.size) == (formation is not None)
            assert stamp <= position.ply
            stamps[stamp] += stamp > 0
    assert max(stamps.values(), default=0) <= 1


# --- moves are checked and change nothing else ------------------------------------------


@given(positions(over=False))
def test_apply_and_all_questions_leave_a_position_alone(position):
    """Moves, proofs, views and texts change no byte of the position they are asked of."""
    before = position._row.tobytes()
    history = position.history
    for move in position.legal_moves:
        first, second = position.apply(move), position.apply(str(move))
        assert first == second == position.apply(move.id)
        assert hash(first) == hash(second)
        assert first != position
        assert first.history == (*history, move)
        assert first.ply == position.ply + 1
    for player in (0, 1):
        for lane in range(len(position.lanes)):
            position.prove(lane, player)
        view = position.view(player)
        assert view.legal_moves in ((), position.legal_moves)
        view.determinize(1)
    position.to_text()
    assert position._row.tobytes() == before
    assert position.history == history


def check_refusals(position, moves):
    """Assert that each of these moves is refused by name and the position left alone."""
    before = position._row.tobytes()
    for move in moves:
        with pytest.raises(MoveError) as caught:
            position.apply(move)
        text = repr(str(position.game.notation.move(move))) if isinstance(move, int) else move
        assert str(text).strip("'") in str(caught.value)
        assert f"ply {position.ply}" in str(caught.value)
        assert caught.value.say("de") != str(caught.value)
    assert position._row.tobytes() == before


def is_move(notation, number):
    """Say whether some move has this id."""
    try:
        return notation.move(number).id == number
    except MoveError:
        return False


@settings(max_examples=40)
@given(positions())
def test_every_illegal_move_id_raises_and_changes_nothing(position):
    """Exactly the legal move ids are accepted; the error for any other names move and ply."""
    rules, notation = position.game.rules, position.game.notation
    legal = {move.id for move in position.legal_moves}
    wrong = []
    for number in range(-2, rules.MOVES + 3):
        if not is_move(notation, number):
            with pytest.raises(MoveError, match=str(number)):
                position.apply(number)
        elif number not in legal:
            wrong.append(number)
    check_refusals(position, wrong)


@given(positions(), st.text(max_size=12))
def test_texts_that_are_no_move_raise_and_are_named(position, text):
    """Any text is either a legal move or a MoveError that shows it."""
    legal = names(position.legal_moves)
    assume(text not in legal)
    before = position._row.tobytes()
    told = ""
    try:
        after = position.apply(text)
    except MoveError as error:
        told = str(error)
    else:  # "  R7@5 " and the like
        assert str(after.history[-1]) in legal
    assert not told or repr(text) in told or f"ply {position.ply}" in told
    assert position._row.tobytes() == before


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("move", [None, True, False, 1.0, b"r7@5", ["r7@5"], object(), (1,)])
def test_things_that_are_no_move_at_all_raise(name, move):
    """A bool, a float or None is no move, though a bool is a number to Python."""
    with pytest.raises(MoveError, match="a move is a Move, its text or its number"):
        GAMES[name].deal(1).apply(move)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("number", [2**31, 2**63, -(2**63), 10**30])
def test_huge_move_numbers_raise(name, number):
    """A number no machine word holds is no move either."""
    with pytest.raises(MoveError, match=str(number)):
        GAMES[name].deal(1).apply(number)


def test_numpy_numbers_are_moves():
    """A number that a kernel returns may be applied as a move."""
    position = GAMES["ST1"].deal(1)
    move = position.legal_moves[3]
    assert position.apply(np.int64(move.id)) == position.apply(move)


# --- the state behind it ----------------------------------------------------------------


@settings(max_examples=150)
@given(positions())
def test_a_position_set_up_anew_has_the_same_state(position):
    """Read back from its text, a position has the same value in every word of its state."""
    again = position.game.from_text(position.to_text())
    for name in position.game.engine.DTYPE.names:
        ours, theirs = getattr(position._s, name), getattr(again._s, name)
        if name != "witness":
            assert np.array_equal(ours, theirs), name
    assert np.array_equal(row_of(position), row_of(again))
    assert again == position
    assert hash(again) == hash(position)


@given(positions(over=False))
def test_the_cache_of_proofs_never_changes_what_is_legal(position):
    """With the cached refutations wiped out the same moves are legal, now and one move later."""
    again = position.game.from_text(position.to_text())
    assert again.legal_moves == position.legal_moves
    for move in position.legal_moves:
        assert again.apply(move).legal_moves == position.apply(move).legal_moves


@given(positions())
def test_positions_pickle_and_compare(position):
    """A pickled position is equal, plays on alike, and keeps its record."""
    again = pickle.loads(pickle.dumps(position))
    assert again == position
    assert again.history == position.history
    assert again.start() == position.start()
    assert again.to_text() == position.to_text()
    assert again.game is position.game


# --- symmetries -------------------------------------------------------------------------


CARD = re.compile(r"\b([a-z])(\d+)\b")


def recolored(text, to):
    """Return a text with the colors of its cards renamed."""
    return CARD.sub(lambda card: to.get(card[1], card[1]) + card[2], text)


def changed(position, change):
    """Return the position whose lines are `change(key, value)`."""
    lines = [line.partition(":") for line in position.to_text().splitlines()]
    pairs = [change(key, value.strip()) for key, _, value in lines]
    return position.game.from_text("\n".join(f"{key}: {value}" for key, value in pairs))


def renamed(position, to):
    """Return the position with colors renamed."""
    return changed(position, lambda key, value: (key, recolored(value, to)))


def mirrored(position):
    """Return the position with the stones counted from the other end."""

    def change(key, value):
        if key.startswith("lane"):
            key = f"lane {10 - int(key[5:])}"
        elif key.startswith("claimed"):
            value = " ".join(sorted(str(10 - int(n)) for n in value.split()))
        elif key == "modes":
            value = " ".join(sorted(str(10 - int(word[0])) + word[1:] for word in value.split()))
        elif key == "taken from" and position.phase == "PUT":
            value = str(8 - int(value))
        return key, value

    return changed(position, change)


def swapped(position):
    """Return the position with the players' seats swapped."""

    def change(key, value):
        if key.startswith("lane"):
            value = " | ".join(half.strip() for half in reversed(value.split("|")))
        elif key[-2:] in (" 1", " 2"):
            key = key[:-1] + str(3 - int(key[-1]))
        elif key in ("to move", "first") or (key == "outcome" and value[0] in "12"):
            value = str(3 - int(value[0])) + value[1:]
        elif key in ("put back", "tactics put back"):
            value = " ".join(word[:-1] + str(3 - int(word[-1])) for word in value.split())
        return key, value

    return changed(position, change)


def shuffles(position):
    """Say whether a move may shuffle: then it depends on how the deck's cards are numbered."""
    return position.game.name == "ST2" and position.phase == "TAKE" and bool(position._s.put_back)


@given(positions(over=False), st.data())
def test_renaming_colors_renames_the_moves_and_nothing_else(position, data):
    """Colors are only names: legal moves, and the positions after them, are renamed too."""
    letters = LIBRARIES[position.game.name].DECK.colors
    to = dict(zip(letters, data.draw(color_orders(position.game.name)), strict=True))
    other = renamed(position, to)

    moves = [recolored(str(move), to) for move in position.legal_moves]
    assert sorted(moves) == sorted(names(other.legal_moves))
    move = str(data.draw(st.sampled_from(position.legal_moves)))
    if not shuffles(position):
        assert renamed(position.apply(move), to) == other.apply(recolored(move, to))


@given(positions(game="ST1", over=False), st.data())
def test_mirroring_the_border_mirrors_the_moves(position, data):
    """Stones counted from the other end: the same moves, mirrored."""
    other = mirrored(position)

    def moved(text):
        to_lane = "@" in text or text.startswith(("claim", "put"))
        return text[:-1] + str(10 - int(text[-1])) if to_lane else text

    assert sorted(map(moved, names(position.legal_moves))) == sorted(names(other.legal_moves))
    move = str(data.draw(st.sampled_from(position.legal_moves)))
    assert mirrored(position.apply(move)) == other.apply(moved(move))


@given(positions(game="ST1", over=False), st.data())
def test_players_of_the_first_game_have_the_same_rights(position, data):
    """With seats swapped the same moves are legal and lead to swapped positions."""
    other = swapped(position)
    assert names(position.legal_moves) == names(other.legal_moves)
    move = data.draw(st.sampled_from(position.legal_moves))
    assert swapped(position.apply(move)) == other.apply(str(move))


# --- what a player may know -------------------------------------------------------------


def shown_by(view):
    """Return all that a view gives away, as text and bytes."""
    public = [name for name in dir(type(view)) if not name.startswith("_")]
    properties = [n for n in public if isinstance(getattr(type(view), n), property)]
    return {
        "row": view._row.tobytes(),
        "pickle": pickle.dumps(view),
        "repr": repr(view),
        "hash": hash(view),
        "json": json.dumps(vars(view), default=repr_of, sort_keys=True),
        "mime": [b for b in view._repr_mimebundle_().values() if isinstance(b, str)],
        **{name: repr(getattr(view, name)) for name in properties},
    }


def repr_of(thing):
    """Write an attribute for comparison, without where it lies in memory."""
    return repr(thing) if isinstance(thing, (np.ndarray, tuple, str)) else type(thing).__name__


def hidden_anew(position, player, rng):
    """Return the position with everything shuffled that this player cannot know.

    Cards that have lain open and Support put back stay where they are, and so does what
    `known` names; all other hidden cards are exchanged among each other, each with its like.
    """
    sure = {str(card) for cards in position.view(player).known.values() for card in cards}
    mine = set(names(position.hands[player] if player is not None else ()))
    loose = [c for c in names(hidden_cards(position)) if c not in mine | sure]
    to = {}
    for alike in (set(DECKS[position.game.name]), set(TACTICS[position.game.name])):
        cards = [card for card in loose if card in alike]
        to |= dict(zip(cards, rng.sample(cards, len(cards)), strict=True))
    own = [] if player is None else [f"hand {player + 1}", f"given {player + 1}"]

    def change(key, value):
        if key.startswith(("hand", "deck", "tactic deck", "given", "shown")) and key not in own:
            value = " ".join(to.get(card, card) for card in value.split())
        if key == "luck":
            value = rng.randrange(2**60)
        return key, value

    again = changed(position, change)
    again._history, again.variant = position._history, position.variant
    return again


@given(positions(), st.sampled_from([0, 1, None]), st.integers(0, 2**32))
def test_views_of_one_information_set_are_the_same_to_the_last_byte(position, player, seed):
    """Row, pickle, JSON, repr, picture, attributes: nothing depends on what is hidden."""
    other = hidden_anew(position, player, random.Random(seed))
    ours, theirs = shown_by(position.view(player)), shown_by(other.view(player))
    assert [name for name in ours if ours[name] != theirs[name]] == []
    assert position.view(player) == other.view(player)


@given(positions(over=False), st.sampled_from([0, 1, None]))
def test_a_view_holds_on_to_no_position_and_no_deck(position, player):
    """From a view no position can be reached, and no row other than the view's own."""
    view = position.view(player)
    seen, todo = set(), [view]
    while todo:
        thing = todo.pop()
        plain = (type, types.ModuleType, types.FunctionType, types.BuiltinFunctionType)
        if id(thing) in seen or isinstance(thing, plain) or thing is position.game:
            continue
        seen.add(id(thing))
        assert not isinstance(thing, Position)
        if isinstance(thing, np.ndarray):
            assert np.shares_memory(thing, view._row)
            assert not np.shares_memory(thing, position._row)
        todo += gc.get_referents(thing)
    assert set(view.hand) == set(position.hands[player] if player is not None else ())
    known = {card.id for cards in view.known.values() for card in cards}
    for p in (0, 1):
        if p != player:
            theirs = view._cards_of(view._s.hand[p], view._s.tactic_hand[p])
            assert {card.id for card in theirs} <= known
    left = [*view._s.deck[int(view._s.drawn) :]]
    left += [*view._s.tactic_deck[int(view._s.tactic_drawn) :]] if view._s.tactics else []
    assert set(map(int, left)) <= known | {UNKNOWN}
    assert not view._s.tactics or view.game.name == "ST1" or not view._s.luck


@given(positions())
def test_a_view_shows_what_a_player_sees(position):
    """Own hand, sizes, table and discard are in the view, and unseen cards are all the others."""
    for player in (0, 1, None):
        view = position.view(player)
        assert view.lanes == position.lanes
        assert view.discard == position.discard
        assert (view.deck_size, view.hand_sizes) == (position.deck_size, position.hand_sizes)
        assert (view.ply, view.phase, view.to_move) == (
            position.ply,
            position.phase,
            position.to_move,
        )
        assert view.outcome == position.outcome
        public = [text.split()[0] for text in names(view.history)]
        assert public == [text.split()[0] for text in names(position.history)]
        assert set(view.unseen) | set(view.hand) == set(hidden_cards(position))
        assert not set(view.unseen) & set(view.hand)
        mine = player is not None and player == position.to_move
        assert view.legal_moves == (position.legal_moves if mine else ())


@given(positions(), st.sampled_from([0, 1, None]), st.integers(0, 2**32))
def test_a_determinized_view_gives_the_same_view(position, player, seed):
    """`view.determinize(rng).view(player) == view`, and every card is somewhere in it."""
    view = position.view(player)
    full = view.determinize(seed)
    assert full.view(player) == view
    assert full.view(player).known == view.known
    assert full == view.determinize(np.random.default_rng(seed))
    assert full.history == view.history
    assert sorted(hidden_cards(full)) == sorted(hidden_cards(position))
    assert full.tactic_hand_sizes == position.tactic_hand_sizes
    assert np.array_equal(row_of(full.view(player)), row_of(view))
    assert full.legal_moves == position.legal_moves or position.to_move != player


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(("variant", "hand"), [("base", 6), ("tactics", 7)])
def test_determinizing_is_fair(name, variant, hand):
    """In 3,000 lay-outs each unseen card comes as often into the other hand as it should."""
    view = GAMES[name].deal(3, variant).view(0)
    rng = np.random.default_rng(5)
    n = 3000
    hands, tops = Counter(), Counter()
    for _ in range(n):
        full = view.determinize(rng)
        hands.update(full.hands[1])
        tops[full.deck[0]] += 1
    numbered = [card for card in view.unseen if not card.tactic]
    unseen = len(numbered)
    for counts, share in ((hands, hand / unseen), (tops, 1 / unseen)):
        expected = n * share
        spread = (expected * (1 - share)) ** 0.5
        assert len(counts) == unseen
        assert all(abs(counts[card] - expected) < 4.5 * spread for card in numbered)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("variant", ["base", "tactics"])
def test_a_bot_that_sees_a_view_chooses_by_it_alone(name, variant):
    """Equal views and equal luck give equal choices, whatever is really hidden."""
    rng = random.Random(name)
    position = GAMES[name].deal(8, variant)
    bots = LIBRARIES["ST1"].bots
    while position.outcome is None:
        player = position.to_move
        other = hidden_anew(position, player, rng)
        for bot in map(bots.make, bots.names()):
            chosen = {
                str(bot.choose(p.view(player), np.random.default_rng(position.ply)))
                for p in (position, other)
            }
            assert len(chosen) == 1, bot
        position = position.apply(rng.choice(position.legal_moves))


def test_no_player_but_0_1_and_a_spectator_has_a_view():
    """Anything else is refused by name."""
    for player in (2, -1, "0", 1.5):
        with pytest.raises(ValueError, match="a player is 0 or 1"):
            GAMES["ST1"].deal(1).view(player)


# --- the second reading, and set-ups ------------------------------------------------------


@settings(max_examples=60)
@given(positions(over=False), st.data())
def test_the_oracle_knows_any_position_and_what_follows(position, data):
    """In any position both readings allow the same moves, and each leads to the same position."""
    agree(position, twin(position))
    move = data.draw(st.sampled_from(position.legal_moves))
    game, after = twin(position), position.apply(move)
    game.shuffler = lambda cards: as_shuffled(position.game, after._row, cards)
    game.apply(str(move))
    agree(after, game)
    legal = set(names(position.legal_moves))
    wrong = data.draw(st.sampled_from([t for t in TEXTS[position.game.name] if t not in legal]))
    with pytest.raises(ValueError, match="illegal"):
        twin(position).apply(wrong)
    with pytest.raises(MoveError):
        position.apply(wrong)


#: Lines of a position's text that `setup` takes by their keys.
ONLY_LINES = {
    "ST1": "ruse,taken,taken from,draws,returns,no draw,put back,tactics put back,shown 1,shown 2",
    "ST2": "luck,busy,idle,ending,action,taken,taken from,given 1,given 2,shown 1,shown 2,put back,"
    "drawn since 1,drawn since 2",
}


def parts_of(position):
    """Return all parts of a position as its public names show them, for `setup`."""
    laid = [lane for lane in position.lanes if any(lane.sides)]
    state, tactics = position._s, position.variant.tactics == "yes"
    parts = {name: getattr(position, name) for name in ("hands", "deck", "discard", "to_move")}
    parts |= {name: getattr(position, name) for name in ("phase", "ply", "variant")}
    parts["sides"] = {lane.number: lane.sides for lane in laid}
    parts["stamps"] = {lane.number: lane.stamps for lane in laid if any(lane.stamps)}
    if tactics:
        lines = {d.key: d.write(state, position.game.deck) for d in position.game.details}
        parts["also"] = {key: lines[key] for key in ONLY_LINES[position.game.name].split(",")}
        parts["jokers_played"] = tuple(map(int, state.jokers))
        parts |= {n: getattr(position, n) for n in ("tactic_deck", "tactics_played")}
    if position.game.name == "ST1":
        parts["claimed"] = {one.number: one.owner for one in laid if one.owner is not None}
        parts["modes"] = {lane.number: lane.mode for lane in position.lanes if lane.mode}
        return parts | {"first": position.first, "idle": int(state.idle), "busy": int(state.busy)}
    parts |= {name: getattr(position, name) for name in ("damaged", "cauldrons", "last_turn")}
    return parts | {"poured": bool(state.poured)}


@given(positions(over=False))
def test_setup_builds_any_position_from_its_parts(position):
    """Whatever is met in play can be set up by hand, in the middle of a tactic card too."""
    assert position.game.setup(**parts_of(position)) == position


# --- compiled policies ------------------------------------------------------------------


def play_checked(name, policy, seeds):
    """Play games by a compiled policy and check each of its moves."""
    game = GAMES[name]
    number = game.kernels.POLICIES.index(policy)
    plies = 0
    for seed in seeds:
        rng = np.random.default_rng(seed)
        variant = VARIANTS[name][seed % len(VARIANTS[name])]
        position = game.deal(seed, variant)
        while position.outcome is None:
            move = int(game.kernels.decide(position._row, number, int(rng.integers(1 << 62))))
            assert move in position._legal(), (name, policy, seed, position.to_text())
            position = position.apply(move)
        plies += position.ply
    return plies


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("policy", ["uniform", "uniform_moves"])
def test_random_policies_never_make_an_illegal_move(name, policy):
    """A hundred games of each policy over all switches; the test checks every move itself."""
    assert play_checked(name, policy, range(100)) > 2000


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("policy", ["uniform", "uniform_moves"])
def test_random_policies_never_make_an_illegal_move_in_many_games(name, policy):
    """Another 2,500 games each, 10,000 in all."""
    play_checked(name, policy, range(100, 2600))


@pytest.mark.parametrize("name", GAMES)
def test_uniform_takes_whatever_can_be_proven(name):
    """The policy `uniform` claims or declares before anything else, and never pours."""
    game = GAMES[name]
    rng = random.Random(name)
    taken = 0
    for seed in range(12):
        position = game.deal(seed)
        style = rng.choice(STYLES)
        while position.outcome is None:
            move = game.notation.move(int(game.kernels.decide(position._row, 0, position.ply)))
            verbs = {m.verb for m in position.legal_moves}
            if verbs & {"claim", "declare"}:
                taken += 1
                assert move.verb in ("claim", "declare")
            elif "play" in verbs:
                assert move.verb == "play"
            position = position.apply(pick(position, rng, style))
    assert taken


def test_tables_compare_only_with_their_like():
    """A view is not equal to its position, and games of two kinds are different."""
    position = GAMES["ST1"].deal(1)
    assert position != position.view(0)
    assert position.view(0) != position.view(1)
    assert position != GAMES["ST2"].deal(1)
    assert isinstance(position, Table)
    assert {position: 1}[GAMES["ST1"].deal(1)] == 1
    assert bridge.GAMES["ST1"].deal(1) != bridge.GAMES["ST1"].deal(1, "expert")


@given(positions(), st.sampled_from([0, 1, None]))
def test_a_table_says_what_is_not_there(position, player):
    """What only a view has is empty in a position; a hand that cannot be seen is None."""
    assert (position.player, position.hand, position.known) == (None, (), {})
    view = position.view(player)
    assert view.player == player
    for p in (0, 1):
        assert view.hands[p] == (position.hands[p] if p == player else None)
    for table in (position, view):
        assert isinstance(table.last_turn, bool)
        if table.asking is None:
            assert (table.to_draw, table.to_return) == (0, 0)
