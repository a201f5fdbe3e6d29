"""Cards as people write them, in every language; any other text raises an error that shows it."""

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

import st2lib
import stlib
from bridge import DECKS, names
from stlib import CardError, words
from stlib.cards.card import card_class, from_mask, parse_cards, to_mask, write_cards
from strategies import LIBRARIES, game_names, some_cards

both = pytest.mark.parametrize("game", sorted(LIBRARIES))


@both
def test_every_card_has_one_text_and_one_id(game):
    """54 and 60 cards, ordered by value; text, id, and constructor name the same card."""
    library = LIBRARIES[game]
    found = [library.Card.from_id(number) for number in range(library.DECK.size)]
    assert names(found) == DECKS[game]
    for number, card in enumerate(found):
        assert card.id == number
        assert library.parse_cards(str(card)) == (card,)
        assert library.Card(card.color, card.value) == card
        assert eval(repr(card), {"Card": library.Card}) == card
        assert hash(library.Card(card.color, card.value)) == hash(card)
    assert sorted(found, key=lambda card: card.id) == sorted(found) == found


@both
@pytest.mark.parametrize("lang", words.LANGUAGES)
def test_every_card_is_read_back_in_each_language(game, lang):
    """What a card says in a language is read as that card, whatever the case of its letters."""
    library = LIBRARIES[game]
    for number in range(library.DECK.size):
        card = library.Card.from_id(number)
        spoken = card.say(lang)
        for text in (spoken, spoken.upper(), spoken.title(), spoken.replace(" ", "")):
            assert library.parse_cards(text) == (card,), text
    together = ", ".join(library.Card.from_id(n).say(lang) for n in range(library.DECK.size))
    assert names(library.parse_cards(together)) == DECKS[game]


@both
def test_color_words_of_all_languages_name_one_color_each(game):
    """No word means two colors of one deck, so that languages may be mixed."""
    meanings = {}
    for table in ("color", "color_alias"):
        for letter, spoken in words.terms(table).items():
            if letter in LIBRARIES[game].DECK.colors:
                for word in (*spoken, letter):
                    meanings.setdefault(word, set()).add(letter)
    assert [word for word, letters in meanings.items() if len(letters) > 1] == []


@given(game_names(), st.data())
def test_lists_of_cards_are_read_back_in_order(game, data):
    """`parse_cards(write_cards(cards))`, also with commas, keeps cards and order."""
    deck = LIBRARIES[game].DECK
    texts = data.draw(some_cards(game))
    cards = parse_cards(" ".join(texts), deck)
    assert names(cards) == texts
    assert parse_cards(write_cards(cards), deck) == cards
    assert parse_cards(", ".join(texts), deck) == cards
    assert parse_cards(cards, deck) == cards
    assert parse_cards(iter(texts), deck) == cards


@given(game_names(), st.data())
def test_sets_of_cards_become_bits_and_come_back(game, data):
    """A set of cards has one bit for each card id; it is read back by rising value."""
    deck = LIBRARIES[game].DECK
    cards = parse_cards(" ".join(data.draw(some_cards(game))), deck)
    mask = to_mask(cards)
    assert mask.bit_count() == len(cards)
    assert from_mask(mask, deck) == tuple(sorted(cards))


@pytest.mark.parametrize(
    ("text", "means"),
    [
        ("r7 r8 r9", "r7 r8 r9"),
        ("R7,r8 r9", "r7 r8 r9"),
        ("red 7, red 8 , red9", "r7 r8 r9"),
        ("rot 7 vert 8 geel 9", "r7 g8 y9"),
        ("purple 1 lila 2 pourpre 3 paars 4 violett 5", "v1 v2 v3 v4 v5"),
        ("marron 1, bruin 2, braun 3, brown 4, brun 5", "n1 n2 n3 n4 n5"),
        ("GRÜN 1", "g1"),
        ("r7,,r8,", "r7 r8"),
        ("  ", ""),
        ("", ""),
    ],
)
def test_cards_are_read_as_people_write_them(text, means):
    """Letters and words, blanks and commas, capitals, four languages."""
    assert write_cards(stlib.parse_cards(text)) == means


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("r7 x8", "x8"),
        ("r7 r0", "r0"),
        ("r10", "r10"),
        ("k5", "k5"),
        ("gray 5", "gray 5"),
        ("r", "'r'"),
        ("7", "'7'"),
        ("r7 !", "'!'"),
        ("r-7", "r-7"),
        ("r7;r8", ";"),
        ("r7.5", ".5"),
        ("joker3", "joker3"),
        ("shield3", "shield3"),
        ("exchange", "exchange"),
        ("r²", "r²"),
        ("r" + "9" * 5000, "99999"),
    ],
)
def test_what_is_no_card_is_named(text, named):
    """The error shows the very token, and what the deck holds instead."""
    with pytest.raises(CardError) as caught:
        stlib.parse_cards(text)
    assert named in str(caught.value)
    assert "ST1: colors r b g y v n, values 1 to 9" in str(caught.value)
    assert "keine Karte" in caught.value.say("de")


@pytest.mark.parametrize("text", ["r7 r7", "r7 R7", "r7 red 7", "rot 7, rouge 7"])
def test_a_card_given_twice_is_named(text):
    """A card that is given twice is refused, however it is written."""
    with pytest.raises(CardError, match="red 7 is given twice"):
        stlib.parse_cards(text)


@pytest.mark.parametrize(
    ("color", "value"),
    [("r", 0), ("r", 10), ("k", 5), ("", 5), ("r", "7"), ("r", 7.5), ("r", None), (None, 7)],
)
def test_a_card_that_is_not_in_the_deck_cannot_be_made(color, value):
    """The constructor checks color and value."""
    with pytest.raises(CardError):
        stlib.Card(color, value)


@pytest.mark.parametrize("number", [-1, 64, 10**30])
def test_ids_beyond_the_decks_raise(number):
    """54 clan cards and 10 tactic cards have ids, from 0."""
    with pytest.raises(CardError, match=str(number)):
        stlib.Card.from_id(number)


def test_a_card_belongs_to_its_deck():
    """Cards of two decks are different, even if color and value are equal."""
    ours, theirs = stlib.Card("r", 7), st2lib.Card("r", 7)
    assert ours != theirs
    assert len({ours, theirs}) == 2
    with pytest.raises(CardError, match="r7"):
        stlib.parse_cards([theirs])


def test_a_card_cannot_be_changed():
    """A card never changes, so the same object may be in many positions."""
    card = stlib.Card("r", 7)
    for name in ("value", "color", "id", "_id", "other"):
        with pytest.raises(AttributeError):
            setattr(card, name, 1)
    assert (card.color, card.value) == ("r", 7)


@both
def test_cards_survive_copies_and_pickles(game):
    """A copied or pickled card is the same card of the same deck."""
    for number in (0, 17, LIBRARIES[game].DECK.size - 1):
        card = LIBRARIES[game].Card.from_id(number)
        assert pickle.loads(pickle.dumps(card)) == card == copy.deepcopy(card)
        assert type(pickle.loads(pickle.dumps(card))) is card_class(LIBRARIES[game].DECK)
