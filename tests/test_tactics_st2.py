"""ST2's tactic cards beyond the worked verdicts: what is true in every game, and refusals."""

import random

import pytest

import st2lib
from bridge import names
from stlib import MoveError, SetupError


def games(n):
    """Yield each position of random games beside the one before, and the move between them."""
    for seed in range(n):
        rng = random.Random(seed)
        position = st2lib.ST2.deal(seed, "tactics")
        while position.outcome is None:
            moves = position.legal_moves
            tactics = [m for m in moves if m.verb in st2lib.DECK.tactics]
            move = rng.choice(tactics if tactics and rng.random() < 0.3 else moves)
            after = position.apply(move)
            yield position, move, after
            position = after


GAMES = list(games(24))


def test_nobody_is_ever_two_tactic_cards_ahead():
    """An action counts as played, although it is discarded at once."""
    actions = 0
    for before, move, after in GAMES:
        a, b = after.tactics_played
        assert abs(a - b) <= 1
        if move.verb in st2lib.DECK.tactics:
            actions += 1
            assert move.verb in names(after.discard)
            assert sum(after.tactics_played) == sum(before.tactics_played) + 1
    assert actions > 50


def test_a_tactic_card_that_was_played_never_comes_back():
    """Neither Support nor Recruit takes one."""
    for before, _, after in GAMES:
        hidden = [set(p.hands[0]) | set(p.hands[1]) | set(p.tactic_deck) for p in (before, after)]
        tactic = [{card for card in cards if card.tactic} for cards in hidden]
        assert tactic[1] <= tactic[0]
        assert len(tactic[1]) == 11 - sum(after.tactics_played)


def test_hands_hold_seven_cards_at_most():
    """At every moment, Exchange included."""
    assert max(max(after.hand_sizes) for _, _, after in GAMES) == 7


def test_a_draw_takes_the_top_card_of_the_deck_chosen():
    """The player draws the top card of the chosen deck, and no other card."""
    seen = set()
    for before, move, after in GAMES:
        if move.verb in ("draw siege", "draw tactic"):
            deck = before.deck if move.verb == "draw siege" else before.tactic_deck
            p = before.to_move
            assert set(after.hands[p]) - set(before.hands[p]) == {deck[0]}
            seen.add(move.verb)
    assert len(seen) == 2


def test_the_end_once_begun_stands_and_nobody_draws_any_more():
    """Also after Support; the deck may then hold cards that nobody will see."""
    after_the_end = 0
    for before, _, after in GAMES:
        if before._s.ending:
            after_the_end += 1
            assert after._s.ending
            drawn = len(before.deck) - len(after.deck)
            assert drawn <= 0
            assert len(after.tactic_deck) == len(before.tactic_deck)
    assert after_the_end > 20


def test_what_arrives_lies_outermost():
    """A card that is put or laid comes after the cards that are there already."""
    seen = set()
    for before, move, after in GAMES:
        if move.verb in ("play", "put"):
            p = before.to_move
            old, new = (x.lanes[move.lane].sides[p] for x in (before, after))
            if len(new) > len(old):
                kept = [card for card in old if card in new]
                assert list(new[: len(kept)]) == kept
                seen.add(move.verb)
    assert seen == {"play", "put"}


SETUP = {"sides": {1: ("joker1", "spy"), 2: ("", "")}, "variant": "tactics"}


@pytest.mark.parametrize(
    ("hand", "played", "move", "why"),
    [
        ("shield g1", (2, 1), "shield@3", "one more|limit|opponent|tactic"),
        ("betrayal g1", None, "betrayal", "nothing|no card|target|reach"),
        ("recruit g1", None, "recruit", "nothing|no card|target|reach"),
        ("support g1", None, "support", "nothing|no card|target|reach"),
        ("exchange g1 g2", None, "exchange", "nothing|no card|target|reach"),
        ("g1 g2", None, "explosion", "hand"),
        ("explosion g1", (2, 1), "explosion", "one more|limit|opponent|tactic"),
    ],
)
def test_an_illegal_tactic_card_is_refused_with_its_reason(hand, played, move, why):
    """The error names the rule; the same in German; the card stays in the hand."""
    position = st2lib.ST2.setup(hands=(hand, None), tactics_played=played or (1, 1), **SETUP)
    with pytest.raises(MoveError, match=why) as caught:
        position.apply(move)
    assert caught.value.say("de") != str(caught.value)
    assert move not in names(position.legal_moves)


def test_oil_after_laying_or_in_an_action_is_refused_with_its_reason():
    """Where a choice is left in the defender's turn, and there are cards to pour on."""
    sides = {1: ("r1 r2", "b1")}
    hands = (None, "desertion g1 g2 g3 g4 g5 g6")
    position = st2lib.ST2.setup(sides, hands, to_move=1, variant="tactics")
    for move in ("g1@2", "desertion"):
        with pytest.raises(MoveError, match="before laying"):
            position.apply(move).apply("pour 1")


def test_a_second_joker_is_refused_with_its_reason_where_there_is_a_limit():
    """By `joker_limit_st2`."""
    variant = st2lib.Variant("own", tactics="yes", joker_limit_st2="one")
    position = st2lib.ST2.setup(
        {1: ("joker1", "")}, ("joker2 g1", None), tactics_played=(1, 1), variant=variant
    )
    with pytest.raises(MoveError, match="Joker"):
        position.apply("joker2@2")


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"sides": {1: ("explosion", "")}}, "elite"),
        ({"tactics_played": (12, 11)}, "tactics_played"),
        ({"jokers_played": (0, 3)}, "jokers_played"),
        ({"also": {"shown 2": "spy"}, "hands": (None, "r1")}, "hand of player 2"),
        ({"phase": "AT", "also": {"action": "explosion"}, "sides": {1: ("r1", "")}}, "AT"),
        ({"phase": "GIVE", "also": {"action": "exchange"}}, "GIVE"),
    ],
)
def test_impossible_set_ups_are_refused(given, why):
    """An action at a tile, counts out of range, a card known where it is not, one not played."""
    with pytest.raises(SetupError, match=why) as caught:
        st2lib.ST2.setup(variant="tactics", **given)
    assert caught.value.say("de") != str(caught.value)


def test_oil_that_takes_the_last_target_does_not_end_the_game_when_read_back():
    """A full defender pours, and the action loses its only target: the defender still passes."""
    cards = (f"{color}{value}" for value in range(2, 9) for color in st2lib.DECK.colors)
    sizes = [tile.intact.size for tile in st2lib.TILES]
    full = {tile + 1: " ".join(next(cards) for _ in range(n)) for tile, n in enumerate(sizes)}
    sides = {tile: ("r9" if tile == 1 else "", side) for tile, side in full.items()}
    hands = (None, "desertion b9 g9 y9 k9 r10")
    start = st2lib.ST2.setup(sides, hands, to_move=1, variant="tactics")
    position = start.apply("pour 1")
    assert [str(move) for move in position.legal_moves] == ["pass"]
    assert st2lib.ST2.from_text(position.to_text()) == position
