"""What a player learns about hidden cards, card by card, and which parts of the program use it.

Each way is asked of the view, of many determinizations, of the other player's view, and of
`View.draws`, by which odds take it into account.
"""

import pickle
from fractions import Fraction

import pytest

import st2lib
import stlib
from bridge import names


def known(position, player):
    """Return what a player knows, as texts."""
    return {place: names(cards) for place, cards in position.view(player).known.items()}


def samples(position, player, n=60):
    """Return determinizations of a player's view; each gives that view again."""
    view = position.view(player)
    found = [view.determinize(seed) for seed in range(n)]
    assert all(one.view(player) == view for one in found)
    assert len({one.to_text() for one in found}) > n // 2, "they must differ"
    return found


def comes(view, n, card):
    """Return the chance that a card is among the next `n` of the numbered deck."""
    cases = view.draws(n)
    assert sum(case.chance for case in cases) == 1
    assert all(len(case.sure) + case.n == n for case in cases)
    return sum(
        case.chance
        * (
            card in names(case.sure)
            or Fraction(case.n * (card in names(case.pool)), len(case.pool))
        )
        for case in cases
    )


# --- Recruiter ----------------------------------------------------------------------------


def play(position, *moves):
    """Return the position after these moves."""
    for move in moves:
        position = position.apply(move)
    return position


RECRUITED = stlib.ST1.setup(
    {1: ("g1", "")},
    ("r1 r2 r3 r4 r5 r6 recruiter", "b1 b2 b3 b4 b5 b6 spy"),
    "y1 y2 y3 y4 y5",
    tactic_deck="joker1 shield",
    discard="rest",
    variant="tactics",
)
RECRUITED = play(
    RECRUITED, "recruiter", "draw clan", "draw clan", "draw tactic", "return r1", "return joker1"
)
FOUR_TURNS = ("b1@1", "draw clan", "y1@2", "draw clan", "b2@1", "draw clan", "y2@2", "draw clan")


def test_who_put_cards_under_a_deck_knows_where_they_lie():
    """With a card under each deck, both are known and are there in every determinization."""
    assert known(RECRUITED, 0) == {"deck": ["r1"], "tactic_deck": ["joker1"]}
    for one in samples(RECRUITED, 0):
        assert (str(one.deck[-1]), str(one.tactic_deck[-1])) == ("r1", "joker1")


def test_nobody_else_knows_what_went_under_a_deck():
    """The other sees a clan card's and a tactic card's back; a spectator sees no more."""
    for player in (1, None):
        view = RECRUITED.view(player)
        assert names(view.history[-2:]) == ["return clan", "return tactic"]
        assert known(RECRUITED, player) == {}
        bottoms = {str(one.deck[-1]) for one in samples(RECRUITED, player)}
        assert len(bottoms) > 3
        assert any(str(card) == "r1" for one in samples(RECRUITED, player) for card in one.hands[0])
    assert names(RECRUITED.view(0).history[-2:]) == ["return clan", "return tactic"]


def test_two_cards_under_one_deck_are_known_in_their_order():
    """What was put back last lies lowest."""
    position = play(RECRUITED.start(), "recruiter", *["draw clan"] * 3, "return r3", "return y2")
    assert known(position, 0) == {"deck": ["y2", "r3"]}
    for one in samples(position, 0):
        assert names(one.deck[-2:]) == ["r3", "y2"]


def test_a_card_put_under_the_deck_and_drawn_again_by_its_owner_is_no_news():
    """The owner sees it in the hand, and the other player never knew it."""
    position = play(RECRUITED, *FOUR_TURNS)
    assert names(position.deck) == []
    assert "r1" in names(position.hands[0]), "the fourth draw"
    assert known(position, 0) == {"tactic_deck": ["joker1"]}
    assert known(position, 1) == {}


def test_a_known_card_drawn_by_the_other_is_known_until_it_is_laid():
    """The card is drawn by the other player and stays known until it is laid."""
    moves = (*FOUR_TURNS[:4], "b2@1", "draw tactic", "y2@2", "draw clan", "b3@3")
    position = play(RECRUITED, *moves, "draw clan")
    assert "r1" in names(position.hands[1])
    assert known(position, 0)["their_hand"] == ["r1"]
    assert known(position, 1) == {}
    ones = [position.view(0).determinize(seed) for seed in range(30)]
    assert all("r1" in names(one.hands[1]) for one in ones)
    position = position.apply("r2@4").apply("r1@3")
    assert "their_hand" not in known(position, 0)


def test_odds_draw_a_known_card_from_its_place_only():
    """A card at the bottom of the deck comes after all the others, and then for certain."""
    view = RECRUITED.view(0)
    assert view.deck_size == 4
    assert [comes(view, n, "r1") for n in range(5)] == [0, 0, 0, 0, 1]
    pool = len(view.draws(1)[0].pool)
    assert comes(view, 2, "b1") == Fraction(2, pool), "three cards above it, the other hand's six"
    assert pool == 3 + 6
    other = RECRUITED.view(1)
    assert comes(other, 2, "r1") == Fraction(2, len(other.draws(2)[0].pool)) > 0


def test_odds_over_a_view_are_the_share_of_its_determinizations():
    """A color with the card at the bottom: exact, and near the share of 400 determinizations."""
    view = RECRUITED.view(0)
    for n, card in ((3, "y4"), (4, "r1")):
        exact = sum(
            case.chance
            * stlib.odds.complete(
                stlib.Kind.COLOR, f"{card[0]}9 {card[0]}7", case.pool, case.n, hand=case.sure
            )
            for case in view.draws(n)
        )
        found = [view.determinize(seed).deck[:n] for seed in range(400)]
        share = sum(any(c.color == card[0] for c in deck) for deck in found) / 400
        assert abs(share - exact) < 0.08
        assert (exact == 1) == (n == 4)


@pytest.mark.parametrize("n", [-1, 5, 1.5, None])
def test_no_more_cards_can_be_drawn_than_there_are(n):
    """The error says how many there are."""
    with pytest.raises(stlib.SetupError, match="whole number from 0 to 4"):
        RECRUITED.view(0).draws(n)


# --- Exchange -------------------------------------------------------------------------------


OFFERED = st2lib.ST2.setup(
    {4: ("k1", "")},
    ("r1 r2 r3 r4 r5 spy exchange", "b1 b2 b3 b4 b5 b6 shield"),
    variant="tactics",
)
OFFERED = play(OFFERED, "exchange", "give r1", "give r2", "give spy")
SWAPPED = play(OFFERED, "give b1", "give b2", "give shield")


def test_what_the_first_gives_is_hidden_until_the_second_has_chosen():
    """The second sees how many cards are laid out, and neither which nor of which kind."""
    assert names(OFFERED.view(1).history) == ["exchange", *["give a card"] * 3]
    assert known(OFFERED, 1) == {}
    laid = {
        tuple(int(mask) for mask in (one._s.given[0], one._s.tactic_given[0]))
        for one in samples(OFFERED, 1)
    }
    assert len(laid) > 10
    assert all((a.bit_count() + b.bit_count()) == 3 for a, b in laid)


def test_a_determinized_exchange_goes_on_as_the_real_one():
    """After the second has given three cards they swap, and the first has the turn again."""
    for one in samples(OFFERED, 1, 30):
        before = one.hands
        for move in ("give b1", "give b2", "give shield"):
            one = one.apply(move)
        assert (one.to_move, one.phase) == (SWAPPED.to_move, SWAPPED.phase) == (0, "MID")
        came = set(one.hands[1]) - set(before[1])
        assert len(came) == 3 and came <= set(before[0])


def test_each_knows_the_three_cards_given_away():
    """They are in the other's hand in every determinization; a spectator knows none."""
    assert sorted(known(SWAPPED, 0)["their_hand"]) == ["r1", "r2", "spy"]
    assert sorted(known(SWAPPED, 1)["their_hand"]) == ["b1", "b2", "shield"]
    assert known(SWAPPED, None) == {}
    for player in (0, 1):
        gone = set(known(SWAPPED, player)["their_hand"])
        assert all(gone <= set(names(one.hands[1 - player])) for one in samples(SWAPPED, player))
    kept = {"b3", "b4", "b5", "b6"}
    assert any(not kept <= set(names(one.hands[1])) for one in samples(SWAPPED, 0))


def test_a_card_given_away_is_known_until_it_is_laid():
    """r1 laid on the wall is no longer known in the hand, the other two are."""
    position = SWAPPED.apply("draw siege")
    assert position.to_move == 1
    position = position.apply("r1@1")
    assert sorted(known(position, 0)["their_hand"]) == ["r2", "spy"]


def test_odds_never_draw_a_card_known_in_the_other_hand():
    """r1 and r2 are in the other hand; the four cards that were kept may be anywhere."""
    view = SWAPPED.view(0)
    assert comes(view, 10, "r1") == comes(view, view.deck_size, "r2") == 0
    hidden = view.deck_size + 4
    assert comes(view, 10, "b3") == Fraction(10, hidden)


# --- Support ----------------------------------------------------------------------------------


def supported(luck=0):
    """Return a position just after the attacker has played Support for y9 and k9."""
    position = st2lib.ST2.setup(
        {4: ("k1", "")},
        ("r1 r2 r3 r4 r5 r6 support", "b1 b2 b3 b4 b5 b6 b7"),
        "g1 g2 g3 g4 g5 g6 g7 g8",
        discard="rest",
        tactic_deck="exchange",
        variant="tactics",
        seed=luck,
    )
    return play(position, "support", "take y9", "take k9")


def after_draws(luck=0):
    """Return the position after each player has drawn one siege card since Support."""
    return play(supported(luck), "draw siege", "b1@1", "draw siege")


SUPPORTED = supported()


def test_cards_put_back_by_support_are_known_to_all_to_be_in_the_deck():
    """Both players and spectators know them; as long as nobody drew they are all there."""
    for player in (0, 1, None):
        assert known(SUPPORTED, player) == {"put_back": ["y9", "k9"]}
        for one in samples(SUPPORTED, player):
            assert {"y9", "k9"} <= set(names(one.deck))


def test_odds_know_that_the_cards_put_back_are_in_the_deck():
    """With ten cards left, each of the two comes within n draws with chance n/10."""
    view = SUPPORTED.view(0)
    assert view.deck_size == 10
    assert comes(view, 3, "y9") == Fraction(3, 10)
    assert comes(view, 10, "k9") == 1
    assert comes(view, 3, "g1") == Fraction(3 * 8, 10 * 15)
    pair = sum(
        case.chance
        * st2lib.odds.complete(
            stlib.Kind.SAME_VALUE,
            "",
            case.pool,
            case.n,
            st2lib.TILES[1].damaged,
            hand=case.sure,
        )
        for case in view.draws(10)
    )
    assert pair == 1, "both nines come"


def test_who_has_not_drawn_since_has_none_of_the_cards_put_back():
    """Attacker and defender drew one card each: neither can hold both."""
    position = after_draws()
    for player in (0, 1):
        for one in samples(position, player):
            held = {"y9", "k9"} & set(names(one.hands[1 - player]))
            assert len(held) <= 1
    both = [
        {"y9", "k9"} & set(names(one.hands[p])) for one in samples(position, None) for p in (0, 1)
    ]
    assert all(len(held) <= 1 for held in both) and any(both)


def test_a_card_put_back_that_was_seen_again_explains_its_draw():
    """The defender's one draw was y9, because they laid it, so k9 cannot be in their hand."""
    position = next(
        found for luck in range(99) if "y9" in names((found := after_draws(luck)).hands[1])
    )
    position = play(position, "r1@2", "draw siege", "y9@5")
    if "k9" not in names(position.hands[0]):
        assert known(position, 0) == {"put_back": ["k9"]}
    for one in samples(position, 0):
        assert "k9" not in names(one.hands[1])


def test_a_card_put_back_that_was_given_away_explains_its_draw():
    """The attacker's one draw was y9, because they gave it away, so k9 cannot be in their hand."""
    position = st2lib.ST2.setup(
        {4: ("k1", "")},
        ("y9 r1 r2 r3 r4 r5 exchange", "b1 b2 b3 b4 b5 b6 b7"),
        "g1 k9 g2 g3 g4 g5 g6 g7 g8",
        discard="rest",
        tactic_deck="spy",
        variant="tactics",
        also={"put back": "y9 k9", "drawn since 1": "1", "drawn since 2": "1"},
    )
    assert any("k9" in names(one.hands[0]) for one in samples(position, 1))
    position = play(position, "exchange", "give y9", "give r1", "give r2")
    position = play(position, "give b1", "give b2", "give b3")
    assert not any("k9" in names(one.hands[0]) for one in samples(position, 1))
    assert any("k9" in names(one.hands[1]) for one in samples(position, 0))
    laid = play(position, "draw siege", "y9@5")
    assert any("k9" in names(one.hands[1]) for one in samples(laid, 0)), "the draw is not y9"


def test_a_spectator_does_not_see_whether_a_card_put_back_was_given_away():
    """The spectator's view is the same, and y9 may be in either hand or in the deck."""
    position = st2lib.ST2.setup(
        hands=("y9 r1 r2 r3 exchange", "b1 b2 b3"),
        deck="k9 g1 g2",
        discard="rest",
        tactic_deck="spy",
        variant="tactics",
        also={"put back": "y9 k9", "drawn since 1": "1"},
    )
    gives = ("give r1", "give r2", "give b1", "give b2", "give b3")
    gone = play(position, "exchange", "give y9", *gives)
    kept = play(position, "exchange", "give r3", *gives)
    assert gone.view(None) == kept.view(None)
    found = [[*map(names, one.hands), names(one.deck)] for one in samples(gone, None)]
    assert all(any("y9" in places[i] for places in found) for i in range(3))


def test_the_share_of_a_card_put_back_in_the_other_hand():
    """The other player drew one card and nine are left, so the chance is 1/10, and not 6/15."""
    view = after_draws().view(0)
    back = [card for card in ("y9", "k9") if card not in names(view.hand)]
    found = [names(view.determinize(seed).hands[1]) for seed in range(600)]
    for card in back:
        share = sum(card in hand for hand in found) / 600
        assert abs(share - 1 / (view.deck_size + 1)) < 0.05
        assert comes(view, 1, card) == Fraction(1, view.deck_size + 1)


def test_a_text_that_says_otherwise_is_refused():
    """Nobody can hold a card put back without having drawn since."""
    text = SUPPORTED.to_text().replace("b1 ", "y9 ", 1).replace("deck: ", "deck: b1 ", 1)
    text = "\n".join(
        " ".join(w for w in line.split() if w != "y9") if line.startswith("deck") else line
        for line in text.splitlines()
    )
    with pytest.raises(stlib.SetupError, match="since"):
        st2lib.ST2.from_text(text)


# --- card backs, and all of it stored -----------------------------------------------------------


@pytest.mark.parametrize("position", [RECRUITED, OFFERED, SWAPPED, SUPPORTED])
def test_backs_tell_how_many_tactic_cards_a_hand_holds(position):
    """Views show the numbers of both kinds, and determinizations keep them."""
    for player in (0, 1):
        view = position.view(player)
        assert view.tactic_hand_sizes == tuple(
            sum(bool(card.tactic) for card in hand) for hand in position.hands
        )
        for one in samples(position, player, 20):
            assert one.tactic_hand_sizes == view.tactic_hand_sizes
            assert one.hand_sizes == view.hand_sizes
            assert len(one.tactic_deck) == view.tactic_deck_size


@pytest.mark.parametrize("position", [RECRUITED, OFFERED, SWAPPED, SUPPORTED])
def test_what_is_known_survives_storing(position):
    """Text, pickle and a pickled view keep who knows what."""
    for one in (position.game.from_text(position.to_text()), pickle.loads(pickle.dumps(position))):
        for player in (0, 1, None):
            assert known(one, player) == known(position, player)
    view = pickle.loads(pickle.dumps(position.view(1)))
    assert view.known == position.view(1).known
    assert view.determinize(5) == position.view(1).determinize(5)


# --- the shuffle ------------------------------------------------------------------------------


def test_support_shuffles_the_whole_deck_by_a_stream_nobody_sees():
    """The two cards lie anywhere, the others move too; the same position gives the same order."""
    decks = [names(supported(luck).deck) for luck in range(80)]
    assert {deck.index("y9") for deck in decks} == set(range(10))
    assert all(sorted(deck) == sorted(decks[0]) for deck in decks)
    others = {tuple(card for card in deck if card not in ("y9", "k9")) for deck in decks}
    assert len(others) > 70
    assert supported(5) == supported(5)
    assert all(supported(luck).view(0) == SUPPORTED.view(0) for luck in range(9))
