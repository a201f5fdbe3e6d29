"""Positions built from what is given: cards in places, words of the row, and chance for the rest.

`Builder` does what both games share. Each game's own builder says what a lane asks for, how
many cards a hand holds, and which positions cannot be.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from stlib.base.checks import (
    MOST,
    check_lane,
    check_mapping,
    check_numbers,
    check_one_of,
    check_pair,
    check_player,
    check_seed,
    whole,
)
from stlib.base.errors import CardError, SetupError
from stlib.base.rows import Row
from stlib.cards.card import Card, Cards, from_mask, parse_cards, write_cards
from stlib.cards.demand import Demand
from stlib.cards.moves import Lines

if TYPE_CHECKING:
    from stlib.play.game import Game
    from stlib.play.table import AnyVariant

__all__ = ["Builder", "Given", "Hands", "Sides"]

Sides = Mapping[int, tuple[Cards, Cards]]
Hands = tuple[Cards | None, Cards | None]

OVER = "OVER"


@dataclass(frozen=True)
class Given:
    """What a set-up says, in the words of each game's ``setup``.

    Parameters
    ----------
    sides, hands, deck, tactic_deck, discard, stamps, to_move, phase, ply, seed
        As in ``setup``.
    outcome : (int, int), optional
        Winner and reason as the row has them, where the game is over.
    """

    sides: Sides | None = None
    hands: Hands = (None, None)
    deck: Cards | None = None
    tactic_deck: Cards | None = None
    discard: Cards = ()
    stamps: Mapping[int, tuple[int, int]] | None = None
    to_move: int = 0
    phase: str = ""
    ply: int | None = None
    seed: int = 0
    outcome: tuple[int, int] | None = None


@dataclass
class Builder:
    """Builds one position.

    Parameters
    ----------
    game : Game
        Which game.
    variant : Variant
        How it is played.

    Attributes
    ----------
    row : ndarray of int64
        The position, in the making.
    s : state
        The same, opened under the names of its words.
    """

    game: Game
    variant: AnyVariant
    row: Row = field(init=False)
    s: Any = field(init=False)

    def __post_init__(self) -> None:
        engine = self.game.engine
        self.row = np.zeros(engine.SIZE, np.int64)
        engine.blank(self.row, self.variant.codes)
        self.s = engine.named(self.row)

    def build(self, given: Given, words: Mapping[str, Any], also: Mapping[str, str] | None) -> Row:
        """Return the row of a set-up.

        Parameters
        ----------
        given : Given
            Cards, stage and chance.
        words : dict of str to int or list of int
            Further words of the row.
        also : dict of str to str, optional
            Further lines of a position's text.
        """
        self._set_stage(given)
        for name, value in words.items():
            self._put(name, value)
        self._read_also(also)
        return self._complete(given)

    def read(self, given: Given, lines: Lines) -> Row:
        """Return the row of a position's text; its details are taken from the lines."""
        self._set_stage(given)
        for detail in self.game.details:
            detail.take(lines, self.s, self.game.deck)
        return self._complete(given)

    # --- what each game says for itself --------------------------------------------------

    def demand(self, k: int) -> Demand:
        """Return what lane `k` asks for."""
        raise NotImplementedError

    def usual_hand(self, p: int) -> int:
        """Return how many cards a hand holds that is not given."""
        raise NotImplementedError

    def check(self) -> None:
        """Raise SetupError for what cannot be in this game."""
        raise NotImplementedError

    def can_choose(self) -> bool:
        """Say whether a tactic card's phase has its card and a choice, and others have none."""
        raise NotImplementedError

    def on_table(self) -> Iterable[tuple[int, str]]:
        """Yield the id of each card laid out, and the name of its place."""
        for k in range(self.game.rules.LANES):
            for p in range(2):
                for card in self.side(p, k):
                    yield card, f"lane {k + 1}"

    # --- the parts -----------------------------------------------------------------------

    def _set_stage(self, given: Given) -> None:
        """Set who is to move, and the phase."""
        names: Sequence[str] = self.game.rules.PHASES
        over = given.outcome is not None
        allowed = [OVER] if over else [name for name in names if name != OVER]
        self.s.phase = names.index(check_one_of("phase", given.phase, allowed))
        self.s.turn = whole("to_move", given.to_move, 0, 1)

    def _put(self, name: str, value: Any) -> None:
        """Set a word of the row, or all words of an array."""
        if isinstance(getattr(self.s, name), np.ndarray):
            getattr(self.s, name)[:] = value
        else:
            setattr(self.s, name, value)

    def _read_also(self, also: Mapping[str, str] | None) -> None:
        """Put single lines of a position's text into the row."""
        found = {d.key: d for d in self.game.details if self.s.tactics or not d.tactic}
        for key, text in check_mapping("also", also).items():
            check_one_of("also", key, tuple(found))
            if not isinstance(text, str):
                raise found[key].bad(text)
            found[key].read(text, self.s, self.game.deck)

    def _complete(self, given: Given) -> Row:
        """Lay out all cards, check what was built, and work out what follows from it."""
        self._lay_out(given)
        self._hand_out(given)
        if given.outcome is not None:
            self.s.winner, self.s.reason = given.outcome
        self._count_tactics()
        self._check_shown()
        self.check()
        if not self.can_choose():
            raise SetupError("no_choice", phase=given.phase, card=self.in_play())
        self.game.engine.begin(self.row)
        if self.s.winner < 0 and not self._has_move():
            raise SetupError("no_move_left")
        return self.row

    def _has_move(self) -> bool:
        out = np.zeros(self.game.rules.MAX_LEGAL, np.int64)
        return bool(self.game.engine.legal(self.row, out))

    # --- sides and stamps ----------------------------------------------------------------

    def _lay_out(self, given: Given) -> None:
        """Lay the sides' cards and stamp those that are complete."""
        sides, stamps = self._by_lane("sides", given.sides), self._by_lane("stamps", given.stamps)
        for k, (mine, theirs) in sides.items():
            for p, cards in enumerate((mine, theirs)):
                self._lay_side(p, k, self.cards(cards, f"lane {k + 1}"))
        latest = self._stamp(stamps)
        laid = int(self.s.count.sum())
        if given.ply is None:
            self.s.ply = max(latest, laid)
            return
        self.s.ply = whole("ply", given.ply, 0, MOST)
        if self.s.ply < latest:
            raise SetupError("stamp_after_ply", stamp=latest, ply=int(self.s.ply))
        if self.s.ply < laid:
            raise SetupError("cards_after_ply", n=laid, ply=int(self.s.ply))

    def _by_lane(self, name: str, value: object) -> dict[int, tuple[Any, Any]]:
        """Return pairs by lane, counted from 0, in the order of the lanes."""
        lanes = self.game.rules.LANES
        given = check_mapping(name, value)
        found = {check_lane(number, lanes): both for number, both in given.items()}
        return {k: check_pair(f"{name}[{k + 1}]", found[k]) for k in sorted(found)}

    def _lay_side(self, p: int, k: int, cards: tuple[Card, ...]) -> None:
        size = self.demand(k).size
        if len(cards) > size:
            raise SetupError("side_size", n=len(cards), size=size, cards=write_cards(cards))
        if wrong := [c for c in cards if c.id > self.game.rules.SHIELD]:
            raise SetupError("not_at_a_side", cards=write_cards(wrong))
        self.s.cards[p, k, : len(cards)] = [card.id for card in cards]
        self.s.count[p, k] = len(cards)

    def _stamp(self, given: dict[int, tuple[Any, Any]]) -> int:
        """Stamp the complete sides, in their order where no stamp is given; return the latest.

        Only stamps at one lane are ever compared, so only these must differ.
        """
        latest = 0
        for k in range(self.game.rules.LANES):
            for p in range(2):
                complete = self.s.count[p, k] == self.demand(k).size
                stamp = self._stamp_of(p, k, given[k][p]) if k in given else latest + complete
                if complete:
                    self.s.stamp[p, k] = stamp
                    latest = max(latest, stamp)
                elif k in given and stamp:
                    raise SetupError("stamp_without_side", lane=k + 1, stamp=stamp)
        return latest

    def _stamp_of(self, p: int, k: int, stamp: object) -> int:
        """Return a given stamp; a complete side needs one, and not the other side's."""
        number = whole(f"stamps[{k + 1}]", stamp, 0, MOST)
        if self.s.count[p, k] == self.demand(k).size and number in (0, *self.s.stamp[:p, k]):
            raise SetupError("bad_stamp", lane=k + 1, stamp=number)
        return number

    # --- hands and decks -----------------------------------------------------------------

    def _hand_out(self, given: Given) -> None:
        """Place the cards given; what is not given comes from the rest, shuffled by the seed."""
        rest_gone = isinstance(given.discard, str) and given.discard == "rest"
        hands = check_pair("hands", given.hands)
        gone = [] if rest_gone else self._ids(given.discard, "discard") or []
        first, second = (self._ids(hand, f"hand {p + 1}") for p, hand in enumerate(hands))
        deck, tactics = self._ids(given.deck, "deck"), self._ids(given.tactic_deck, "tactic deck")
        rest, loose = self._rest(
            [
                *self.on_table(),
                *((card, "discard") for card in gone),
                *((card, "hand 1") for card in first or ()),
                *((card, "hand 2") for card in second or ()),
                *((card, "deck") for card in deck or ()),
                *((card, "tactic deck") for card in tactics or ()),
            ],
            check_seed(given.seed),
        )
        for p, hand in enumerate((first, second)):
            self._fill_hand(p, _take(rest, self.usual_hand(p)) if hand is None else hand)
        if deck is None:
            deck = _take(rest, 0 if rest_gone else len(rest))
        if tactics is None:
            tactics = _take(loose, 0 if rest_gone else len(loose))
        if (rest or loose) and not rest_gone:
            raise SetupError("cards_nowhere", cards=self._texts(rest + loose))
        self._stack(deck, tactics)
        self._discard(gone + rest + loose)

    def _rest(self, placed: Sequence[tuple[int, str]], seed: int) -> tuple[list[int], list[int]]:
        """Return the cards without a place, numbered ones and tactic cards, shuffled."""
        size = self.game.deck.size
        every = size + (len(self.game.deck.tactics) if self.s.tactics else 0)
        places: dict[int, str] = {}
        for card, place in placed:
            if card in places:
                raise self._twice(card, places[card], place)
            places[card] = place
        if wrong := [card for card in places if card >= every]:
            raise SetupError("no_tactics", cards=self._texts(wrong))
        rest = [card for card in range(size) if card not in places]
        loose = [card for card in range(size, every) if card not in places]
        rng = np.random.default_rng(seed)
        rng.shuffle(rest)
        rng.shuffle(loose)
        return rest, loose

    def _twice(self, card: int, one: str, other: str) -> SetupError:
        text = self.game.card.from_id(card)
        if one == other:
            return SetupError("card_twice", card=text)
        return SetupError("card_in_two_places", card=text, one=one, other=other)

    def _fill_hand(self, p: int, ids: Sequence[int]) -> None:
        self.s.hand[p], self.s.tactic_hand[p] = self._bits(ids)

    def _discard(self, ids: Sequence[int]) -> None:
        self.s.discard, self.s.tactic_discard = self._bits(ids)

    def _bits(self, ids: Sequence[int]) -> tuple[int, int]:
        """Return the numbered cards and the tactic cards, each as a set of bits."""
        size = self.game.deck.size
        numbered = sum(1 << card for card in ids if card < size)
        return numbered, sum(1 << card - size for card in ids if card >= size)

    def _stack(self, pile: Sequence[int], tactics: Sequence[int]) -> None:
        """Fill the decks, the top card first."""
        s, size = self.s, self.game.deck.size
        if any(card >= size for card in pile) or any(card < size for card in tactics):
            raise SetupError("wrong_deck", cards=self._texts([*pile, *tactics]))
        s.drawn = size - len(pile)
        s.deck[int(s.drawn) :] = pile
        if s.tactics:
            s.tactic_drawn = len(self.game.deck.tactics) - len(tactics)
            s.tactic_deck[int(s.tactic_drawn) :] = tactics

    # --- tactic cards --------------------------------------------------------------------

    def _count_tactics(self) -> None:
        """Set the counts that were not given to what lies on each player's sides; check the rest.

        Tactic cards played may have left the table since, so more can be given than lie there.
        """
        s, rules = self.s, self.game.rules
        given = s.played[0] >= 0 and s.jokers[0] >= 0
        for p in range(2):
            ids = [card for k in range(rules.LANES) for card in self.side(p, k)]
            elites = [card for card in ids if card >= self.game.deck.size]
            for name, laid in (
                ("played", len(elites)),
                ("jokers", sum(card <= rules.JOKER_2 for card in elites)),
            ):
                counts = getattr(s, name)
                if counts[p] < 0:
                    counts[p] = laid
                elif counts[p] < laid:
                    raise self._bad_counts(name)
        if s.played.sum() > len(self.game.deck.tactics) * int(s.tactics):
            raise self._bad_counts("played")
        if s.jokers.sum() > 2 or (given and (s.jokers > s.played).any()):
            raise self._bad_counts("jokers")

    def _bad_counts(self, name: str) -> SetupError:
        """Return the error for counts of tactic cards that do not fit each other or the table."""
        argument = {"played": "tactics_played", "jokers": "jokers_played"}[name]
        a, b = map(int, getattr(self.s, name))
        return SetupError("bad_counts", name=argument, value=f"({a}, {b})")

    def _check_shown(self) -> None:
        """Cards in a hand that the other player knows are in it."""
        s = self.s
        for p in range(2):
            shown = int(s.shown[p]) & ~int(s.hand[p])
            tactics = int(s.tactic_shown[p]) & ~int(s.tactic_hand[p])
            if shown or tactics:
                cards = from_mask(shown | tactics << self.game.deck.size, self.game.deck)
                raise SetupError("shown_elsewhere", player=p + 1, cards=write_cards(cards))

    # --- small helps ---------------------------------------------------------------------

    def in_play(self) -> str:
        """Return the tactic card in play as text, a dash if there is none."""
        number = int(getattr(self.s, self.game.position.in_play))
        return str(self.game.card.from_id(number)) if number else "–"

    def cards(self, cards: Cards, place: str) -> tuple[Card, ...]:
        """Read the cards of a place; SetupError names both."""
        try:
            return parse_cards(cards, self.game.deck)
        except CardError as why:
            raise SetupError("bad_cards", key=place, why=why) from why

    def side(self, p: int, k: int) -> list[int]:
        """Return the ids of the cards on a side."""
        return [int(card) for card in self.s.cards[p, k, : int(self.s.count[p, k])]]

    def refuse(self, name: str, least: int, most: int) -> None:
        """Raise SetupError unless a word of the row is in its range."""
        whole(name, int(getattr(self.s, name)), least, most)

    def _ids(self, cards: Cards | None, place: str) -> list[int] | None:
        return None if cards is None else [card.id for card in self.cards(cards, place)]

    def _texts(self, ids: Iterable[int]) -> str:
        return write_cards(sorted(self.game.card.from_id(card) for card in ids))


def lanes_as_bits(name: str, numbers: Iterable[int], lanes: int) -> int:
    """Return lanes, by their numbers from 1, as a set of bits."""
    mask = 0
    for number in check_numbers(name, numbers):
        mask |= 1 << check_lane(number, lanes)
    return mask


def owners_as_bits(owners: object, lanes: int) -> list[int]:
    """Return for each player the lanes they hold as a set of bits; `owners` maps numbers from 1."""
    masks = [0, 0]
    for number, player in check_mapping("claimed", owners).items():
        masks[check_player(player)] |= 1 << check_lane(number, lanes)
    return masks


def _take(cards: list[int], n: int) -> list[int]:
    """Remove and return the first `n` cards."""
    taken = cards[:n]
    del cards[:n]
    return taken
