"""Odds of a whole view, compared with every lay-out of the hidden cards, and with samples."""

import random
from fractions import Fraction
from itertools import combinations

import pytest

import oracle
import st2lib
import stlib
from bridge import GAMES, KINDS, LIBRARIES, names
from random_play import STYLES, pick
from stlib.cards.demand import Kind
from stlib.chances import OddsError, view_assumes
from test_known import OFFERED, RECRUITED, SUPPORTED, SWAPPED


def slow_demand(demand):
    """The demand as the oracle reads it."""
    kinds = tuple(name for i, name in enumerate(oracle.KINDS) if i in demand.kinds)
    return oracle.Demand(demand.size, kinds, demand.sign, demand.color_run)


def worth(lane, player, cards, game):
    """What the best fill of a player's side is worth to the oracle; None if it stays unfinished."""
    side, demand = names(lane.sides[player]), slow_demand(lane.demand)
    fills = combinations(sorted(cards), demand.size - len(side))
    return max((oracle.key((*side, *fill), demand, game) for fill in fills), default=None)


def wins(lane, player, mine, theirs, game):
    """Whether the player's side wins when each holds these cards, and ties go to the earlier."""
    ours, others = worth(lane, player, mine, game), worth(lane, 1 - player, theirs, game)
    if ours is None:
        return False
    if others is None or ours != others:
        return others is None or ours > others
    stamps = lane.stamps[player], lane.stamps[1 - player]
    if all(stamps):
        return stamps[0] < stamps[1]
    free = [lane.demand.size - len(lane.sides[p]) for p in (player, 1 - player)]
    return free[0] < free[1]


def numbered(cards):
    """Return the cards with numbers, as texts."""
    return [str(card) for card in cards if not card.tactic]


def late_views(game, kind, n, left=2):
    """Views of random games at the end of the deck, of players who know nothing special."""
    rng = random.Random(f"{game} {kind}")
    found = []
    while len(found) < n:
        variant = rng.choice(KINDS[game][kind])
        position, style = GAMES[game].deal(rng.randrange(10**6), variant), rng.choice(STYLES)
        while position.outcome is None and position.deck_size > left:
            position = position.apply(pick(position, rng, style))
        if position.outcome is None and position.deck_size == left:
            view = position.view(position.to_move)
            if not view.known:
                found.append(view)
    return found


@pytest.mark.parametrize(("game", "kind"), [(game, kind) for game in KINDS for kind in KINDS[game]])
def test_every_lane_against_all_ways_the_hidden_cards_lie(game, kind):
    """One draw each from a deck of two: wins and kinds are the shares of all lay-outs."""
    for view in late_views(game, kind, 3):
        player = view.player
        unseen, hand = numbered(view.unseen), numbered(view.hand)
        theirs = view.hand_sizes[1 - player] - view.tactic_hand_sizes[1 - player] + 1
        rows = LIBRARIES[game].odds.of_view(view, 1)
        assert [row.lane for row in rows] == list(view.lanes)
        for row in rows:
            if row.sort == "closed":
                assert row.win == (row.lane.owner == player)
                assert row.at_least == {}
                continue
            won, best = [], []
            for card in unseen:
                mine = [*hand, card]
                best.append(worth(row.lane, player, mine, game))
                for others in combinations([c for c in unseen if c != card], theirs):
                    won.append(wins(row.lane, player, mine, others, game))
            assert row.win == Fraction(sum(won), len(won)), row.say()
            for at, chance in row.at_least.items():
                able = sum(one is not None and one[0] >= at for one in best)
                assert chance == Fraction(able, len(best))


def test_late_views_hold_every_sort_of_lane():
    """The views above have closed, finished, half-finished lanes, and elite cards on both sides."""
    rows = [
        (game, row, view.player)
        for game in KINDS
        for kind in KINDS[game]
        for view in late_views(game, kind, 3)
        for row in LIBRARIES[game].odds.of_view(view, 1)
    ]
    assert {row.sort for _, row, _ in rows} == {"closed", "judged", "beats", "holds", "duel"}
    elite = {
        (game, p == player)
        for game, row, player in rows
        for p in (0, 1)
        if row.sort in ("beats", "holds", "duel") and any(c.tactic for c in row.lane.sides[p])
    }
    assert len(elite) == 4


@pytest.mark.parametrize("position", [RECRUITED, OFFERED, SWAPPED, SUPPORTED])
@pytest.mark.parametrize("player", [0, 1])
def test_what_is_known_counts(position, player):
    """Known cards under the deck, in the other hand, or put back: as in 250 determinizations."""
    view = position.view(player)
    draws, their_draws = 2, min(2, view.deck_size - 2 - len(view.known.get("deck", ())))
    odds = LIBRARIES[view.game.name].odds
    rows = odds.of_view(view, draws, their_draws)
    hits = [0] * len(rows)
    for seed in range(250):
        one = view.determinize(seed)
        deck = numbered(one.deck)
        mine = numbered(one.hands[player]) + deck[:draws]
        theirs = numbered(one.hands[1 - player]) + deck[draws : draws + their_draws]
        for i, row in enumerate(rows):
            if row.lane.demand.size - len(row.lane.sides[player]) <= 3:
                hits[i] += wins(row.lane, player, mine, theirs, view.game.name)
    for row, found in zip(rows, hits, strict=True):
        if row.lane.demand.size - len(row.lane.sides[player]) <= 3 and row.sort != "closed":
            chance = row.floats["win"]
            assert abs(found / 250 - chance) <= 4 * (chance * (1 - chance) / 250) ** 0.5 + 0.02


@pytest.mark.parametrize("position", [RECRUITED, OFFERED, SWAPPED, SUPPORTED])
@pytest.mark.parametrize("player", [0, 1])
def test_both_draws_add_up(position, player):
    """The chances of the cases add up to 1, and what I draw is what `draws` says alone."""
    view = position.view(player)
    bottom = len(view.known.get("deck", ()))
    for mine, theirs in ((0, 0), (1, 0), (2, 1), (view.deck_size - bottom, 0), (0, 2)):
        cases = view.both_draw(mine, theirs)
        assert sum(case.chance for case in cases) == 1
        there = view.hand_sizes[1 - player] - view.tactic_hand_sizes[1 - player]
        for case in cases:
            assert len(case.mine) + case.draws == mine
            assert len(case.theirs) + case.their_draws == there + theirs
        alone = {(case.sure, case.n): case.chance for case in view.draws(mine)}
        for key, chance in alone.items():
            same = [case.chance for case in cases if (case.mine, case.draws) == key]
            assert sum(same) == chance


def test_a_known_card_is_where_it_is():
    """The Recruiter's own card under the deck comes only with the last draw."""
    view = RECRUITED.view(0)
    *_, last = view.both_draw(view.deck_size, 0)
    assert names(last.mine) == ["r1"]
    with pytest.raises(stlib.SetupError, match="theirs"):
        view.both_draw(view.deck_size - 1, 1)


def test_rows_say_what_they_mean():
    """Best kinds are differences; floats are there; sentences in two languages."""
    view = stlib.ST1.setup({5: ("r7 r8", "b2 b3 b4"), 1: ("g9", "y1")}, seed=4).view(0)
    rows = stlib.odds.of_view(view, 6, samples=500)
    row = rows[4]
    assert row.sort == "beats"
    assert list(row.at_least) == list(stlib.odds.kinds())
    assert list(row.at_least.values()) == sorted(row.at_least.values())
    assert sum(row.best.values()) == row.at_least[Kind.SUM] == 1
    assert row.floats["win"] == float(row.win)
    assert row.floats["COLOR_RUN"] == float(row.at_least[Kind.COLOR_RUN])
    assert row.say().startswith("Stone 5: your side comes to beat the other with ")
    assert row.say("de").startswith("Grenzstein 5: deine Seite schlägt die andere noch mit ")
    empty = rows[8]
    assert (empty.win, empty.estimate.n) == (None, 500)
    assert "about" in empty.say() and "etwa" in empty.say("de")
    assert empty.floats["win"] == empty.estimate.rate
    none = stlib.odds.of_view(view, 6, samples=0)[8]
    assert (none.win, none.estimate) == (None, None)
    assert "takes too long" in none.say()
    assert "6 and the other player 5" in view_assumes(6, 5)


def test_more_effort_makes_it_exact():
    """A lane that is estimated with little effort is counted with more; the two agree."""
    view = stlib.ST1.setup({5: ("r7", "b2"), 1: ("g9", "y1")}, seed=4).view(0)
    quick, whole = (stlib.odds.of_view(view, 6, effort=e)[4] for e in (0.0001, 1))
    assert quick.win is None
    low, high = quick.estimate.interval
    assert low - 0.01 < whole.win < high + 0.01


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda v: stlib.odds.of_view(v, 99), "cannot draw 99 cards: .* 0 to 42"),
        (lambda v: stlib.odds.of_view(v, 40, 3), "cannot draw 3 cards: .* 0 to 2"),
        (lambda v: stlib.odds.of_view(v, -1), "cannot draw -1 cards"),
        (lambda v: stlib.odds.of_view(v, 2.0), r"2\.0"),
        (lambda v: stlib.odds.of_view(v, 2, "3"), "'3'"),
        (lambda v: st2lib.odds.of_view(v, 1), "is no player's view of ST2"),
        (lambda v: stlib.odds.of_view(stlib.ST1.deal(1), 1), "is no player's view of ST1"),
    ],
)
def test_views_that_cannot_be_asked(ask, message):
    """The error names the number, or the view."""
    with pytest.raises(OddsError, match=message):
        ask(stlib.ST1.deal(1).view(0))


def test_a_spectator_has_no_odds():
    """A spectator has no hand, so there are no odds."""
    view = stlib.ST1.deal(1).view(None)
    with pytest.raises(OddsError, match="spectator"):
        stlib.odds.of_view(view, 1)
    with pytest.raises(stlib.SetupError, match="spectator draws no cards"):
        view.both_draw(1, 1)


def test_the_share_of_both_draws_of_a_pool():
    """Without anything known there is one case: my draws, and their hand with their draws."""
    view = stlib.ST1.deal(3, first=0).view(0)
    (case,) = view.both_draw(5, 4)
    assert (case.draws, case.their_draws, len(case.pool)) == (5, 10, 48)
    assert names(case.hand) == names(view.hand)
