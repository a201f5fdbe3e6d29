"""Several rounds of ST1 and the match of two sieges: sections 3 and 4 of `docs/rules.md`."""

import pickle

import numpy as np
import pytest

import st2lib
import stlib
from st2lib import Match
from st2lib.match import Result
from stlib import Feud, Outcome, SetupError
from stlib.st1.border import Border

ROUNDS = ((0, 5, 3), (1, 2, 5), (0, 5, 1))


def outcome(winner, a, b, reason="five"):
    """Return how a round ended."""
    return Outcome(winner, reason, (a, b), "ST1")


def feud(rounds, **options):
    """Return the sheet after these rounds."""
    sheet = Feud(len(rounds), **options)
    for winner, a, b in rounds:
        sheet = sheet.add(outcome(winner, a, b))
    return sheet


def finish(position):
    """Play the first legal move until the game is over."""
    while position.outcome is None:
        position = position.apply(position.legal_moves[0])
    return position


# --- several rounds -------------------------------------------------------------------------


def test_the_worked_example_of_three_rounds():
    """Winners A, B, A with 3, 2, 1 stones of the loser: 5 + 2 + 5 against 3 + 5 + 1."""
    sheet = feud(ROUNDS)
    assert sheet.scores == ((5, 3), (2, 5), (5, 1))
    assert sheet.totals == (12, 9)
    assert sheet.winner == 0


@pytest.mark.parametrize("stones", [3, 4, 5, 6])
def test_the_winners_own_stones_do_not_count(stones):
    """The winner scores 5, whatever they hold, and the other player 1 for each stone."""
    assert feud([(1, 4, stones)]).totals == (4, 5)


def test_in_a_drawn_round_each_scores_their_stones():
    """Nobody gets the 5."""
    assert feud([(None, 4, 4)]).scores == ((4, 4),)
    assert feud([(None, 2, 2), (0, 5, 0)]).totals == (7, 2)


@pytest.mark.parametrize("reason", ["adjacent", "five", "count"])
def test_a_round_scores_alike_whatever_decided_it(reason):
    """A round decided by counting brings its winner 5, too."""
    assert Feud(1).add(outcome(0, 4, 3, reason)).totals == (5, 3)


def test_equal_totals_are_a_draw():
    """5 + 3 each: all rounds played, and no winner."""
    sheet = feud([(0, 5, 3), (1, 3, 5)])
    assert sheet.totals == (8, 8)
    assert sheet.over and sheet.winner is None


def test_there_is_no_winner_before_the_last_round():
    """Nobody has won before the last round, however far ahead a player is."""
    sheet = Feud(3).add(outcome(0, 5, 0)).add(outcome(0, 5, 0))
    assert not sheet.over and sheet.winner is None
    assert sheet.add(outcome(1, 0, 5)).winner == 0


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("variant", list(stlib.ST1.variants))
def test_the_starting_player_alternates(first, variant):
    """The starting player alternates; each round is dealt from its own seed in the variant."""
    sheet = Feud(4, first, variant, seed=7)
    deals = []
    while not sheet.over:
        deal = sheet.deal()
        assert deal.variant.name == variant
        deals.append(deal)
        sheet = sheet.add(outcome(0, 5, 2))
    assert [deal.first for deal in deals] == [first, 1 - first, first, 1 - first]
    assert [deal.to_move for deal in deals] == [first, 1 - first, first, 1 - first]
    assert len({deal.hands for deal in deals}) == 4
    assert deals[1] == stlib.ST1.deal(8, variant, 1 - first)


@pytest.mark.parametrize("variant", list(stlib.ST1.variants))
def test_played_rounds_are_entered_by_their_last_position(variant):
    """The stones of the last position are those of the sheet."""
    sheet = Feud(2, variant=variant, seed=3)
    ends = []
    while not sheet.over:
        ends.append(finish(sheet.deal()))
        sheet = sheet.add(ends[-1])
    assert sheet.outcomes == tuple(end.outcome for end in ends)
    for end, score in zip(ends, sheet.scores, strict=True):
        won = end.outcome.winner
        assert score == tuple(5 if p == won else end.stones[p] for p in (0, 1))


def test_the_score_sheet_has_a_line_a_round_and_the_totals():
    """Rows are the rounds, columns the players, in each language."""
    sheet = feud(ROUNDS).sheet()
    assert sheet.to_numpy().tolist() == [[5, 3], [2, 5], [5, 1], [12, 9]]
    assert list(sheet.index[:3]) == ["1", "2", "3"]
    german = feud(ROUNDS).sheet("de")
    assert list(german.columns) != list(sheet.columns)
    assert german.index.name != sheet.index.name


def test_a_sheet_is_not_changed_by_adding():
    """The old one stays; it can be kept in a pickle."""
    sheet = Feud(2)
    more = sheet.add(outcome(0, 5, 1))
    assert (sheet.outcomes, len(more.outcomes)) == ((), 1)
    assert pickle.loads(pickle.dumps(more)) == more


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: Feud(0),
        lambda: Feud(True),
        lambda: Feud(1.5),
        lambda: Feud(3, first=2),
        lambda: feud(ROUNDS).add(outcome(0, 5, 1)),
        lambda: feud(ROUNDS).deal(),
        lambda: Feud(3, seed=-1),
        lambda: Feud(3, seed="x"),
        lambda: Feud(1, outcomes=(outcome(0, 5, 1), outcome(0, 5, 1))),
        lambda: Feud(3).add(None),
        lambda: Feud(3).add(stlib.ST1.deal(1)),
        lambda: Feud(3).add(Outcome(0, "breach", (2, 5), "ST2")),
    ],
)
def test_sheets_that_cannot_be_are_refused(wrong):
    """No rounds or too many, no seed, nothing, an unfinished round, a round of the other game."""
    with pytest.raises(SetupError) as caught:
        wrong()
    assert caught.value.say("de") != str(caught.value)


# --- a match of two sieges -------------------------------------------------------------------


def match(*games, seed=0):
    """Return the match after games of (attacker won, cards left, intact tiles, cauldrons)."""
    found = Match(seed)
    for won, deck, intact, oil in games:
        attacker = found.attacker
        winner = attacker if won else 1 - attacker
        found = Match(seed, None, (*found.results, Result(attacker, winner, deck, intact, oil)))
    return found


def test_roles_are_swapped_after_the_first_siege():
    """Player 0 attacks in the first game and player 1 in the second."""
    assert match().attacker == 0
    assert match((True, 9, 4, 1)).attacker == 1


@pytest.mark.parametrize(
    ("first", "second", "winner"),
    [
        ((True, 0, 3, 0), (False, 0, 7, 3), 0),  # player 0 attacked and won, then defended and won
        ((False, 0, 7, 3), (True, 0, 3, 0), 1),
        ((True, 9, 3, 0), (True, 8, 6, 3), 0),  # two attackers: cards left decide, nothing else
        ((True, 8, 6, 3), (True, 9, 3, 0), 1),
        ((False, 0, 4, 2), (False, 9, 5, 2), 0),  # two defenders: 6 of player 1, 7 of player 0
        ((False, 0, 4, 3), (False, 0, 5, 1), 1),
        ((True, 8, 6, 3), (True, 8, 4, 0), None),
        ((False, 0, 4, 3), (False, 0, 6, 1), None),
    ],
)
def test_who_wins_a_match(first, second, winner):
    """Both games; or one each and the tie-break; or nobody yet."""
    found = match(first, second)
    assert found.winner == winner
    assert found.over == (winner is not None)


def test_a_third_siege_decides_what_is_still_equal():
    """Its roles are drawn from the seed, and its winner wins the match."""
    level = ((True, 8, 6, 3), (True, 8, 4, 0))
    drawn = {match(*level, seed=seed).attacker for seed in range(20)}
    assert drawn == {0, 1}
    for seed in range(4):
        attacker = match(*level, seed=seed).attacker
        assert attacker == match(*level, seed=seed).attacker
        assert match(*level, (True, 0, 3, 0), seed=seed).winner == attacker
        assert match(*level, (False, 0, 5, 0), seed=seed).winner == 1 - attacker


@pytest.mark.parametrize("variant", list(st2lib.ST2.variants))
def test_matches_are_played_from_their_deals(variant):
    """Each game is dealt from its own seed in the variant agreed on, and entered by its end."""
    found = Match(5, variant)
    for i in range(3):
        if found.over:
            break
        deal = found.deal()
        assert deal == st2lib.ST2.deal(5 + i, variant)
        end = finish(deal)
        attacker = found.attacker
        found = found.add(end)
        last = found.results[-1]
        assert last.attacker == attacker
        assert last.winner == (attacker if end.outcome.winner == 0 else 1 - attacker)
        assert (last.deck_left, last.intact) == (len(end.deck), 7 - len(end.damaged))
        assert last.cauldrons == end.cauldrons
    assert len(found.sheet()) == len(found.results)


def test_a_declaration_before_the_draw_counts_one_card_more():
    """The same victory declared in MID and in END."""
    position = st2lib.ST2.setup(
        {2: ("r11 b11", "")}, ("b1 r1 r2 r3 r4 r5", None), damaged=(2,)
    ).apply("b1@1")
    before = position.apply("declare 2")
    after = position.apply("draw").apply("declare 2")
    left = [Match().add(end).results[0].deck_left for end in (before, after)]
    assert left[0] == left[1] + 1


def test_the_sheet_of_a_match_names_who_attacked_and_who_won():
    """Players count from 1 there; in each language."""
    sheet = match((True, 9, 3, 0), (False, 0, 4, 2)).sheet()
    assert sheet.to_numpy().tolist() == [[1, 1, 9, 3, 0], [2, 1, 0, 4, 2]]
    assert list(match((True, 9, 3, 0)).sheet("de").columns) != list(sheet.columns)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: Match(-1),
        lambda: Match("x"),
        lambda: Match().add(None),
        lambda: Match().add(Outcome(0, "breach", (2, 5), "ST2")),
        lambda: Match().add(st2lib.ST2.deal(1)),
        lambda: Match().add(finish(stlib.ST1.deal(1))),
        lambda: match((True, 9, 3, 0), (False, 0, 4, 2)).deal(),
        lambda: match((True, 9, 3, 0), (False, 0, 4, 2)).add(finish(st2lib.ST2.deal(1))),
    ],
)
def test_matches_that_cannot_be_are_refused(wrong):
    """No seed, nothing, an unfinished game, one of the other game, a match that is decided."""
    with pytest.raises(SetupError) as caught:
        wrong()
    assert caught.value.say("de") != str(caught.value)


@pytest.mark.parametrize(
    "ask",
    [
        lambda: Feud(True),
        lambda: Feud(3.0),
        lambda: Feud(np.array(3)),
        lambda: Feud(3, first=True),
        lambda: Feud(3, first=1.0),
        lambda: Feud(3, variant=5),
        lambda: Feud(3, outcomes=5),
        lambda: Feud(3, outcomes=(None,)),
        lambda: Match(variant=[]),
        lambda: Match(results=5),
        lambda: Match(results=(None,)),
        lambda: Border([1.0]),
        lambda: Border([True]),
        lambda: Border(5),
        lambda: Border("123"),
        lambda: Border([1]).ways(True),
        lambda: Border([1]).ways(0.0),
        lambda: Feud(3).add("x" * 1_000_000),
        lambda: Match(4).add("x" * 1_000_000),
    ],
)
def test_what_is_no_number_of_rounds_or_no_result_is_refused(ask):
    """``True``, ``3.0`` and arrays are no whole numbers; the value is named in few characters."""
    with pytest.raises(SetupError) as caught:
        ask()
    assert len(str(caught.value)) < 400
