"""What cards are worth, and whether a side is sure to win: formations and claim proofs.

`Formations` and `Prover` are bound to a deck; each game offers its own under
the names ``formation`` and ``prove``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from stlib.base import words
from stlib.base.errors import CardError
from stlib.cards.card import (
    Card,
    Cards,
    from_mask,
    parse_at,
    parse_cards,
    place_of,
    to_mask,
    write_cards,
)
from stlib.cards.demand import Deck, Demand, Kind, asked
from stlib.claims.all_refutations import Fills, Group, listed, read_strength, say_fills
from stlib.claims.card_sets import lowest
from stlib.claims.elite_identities import identities, wild_code
from stlib.claims.strength import strength

__all__ = ["Formation", "Formations", "Proof", "Prover", "Refutation"]


@dataclass(frozen=True, order=True)
class Formation:
    """A full side's worth: of two on one demand the greater `strength` wins.

    Parameters
    ----------
    strength : int
        One sortable number of kind and total.
    kind : Kind
        The strongest kind that counts.
    total : int
        Sum of the values.
    game : str
        ``ST1`` or ``ST2``: the kinds have other names in the siege.
    stands_for : tuple of (Card, Card)
        For each elite card one card it may stand for to make this.
    """

    strength: int
    kind: Kind
    total: int
    game: str = "ST1"
    stands_for: tuple[tuple[Card, Card], ...] = ()

    @words.whole
    def say(self, lang: str = "en") -> str:
        """Return it as spoken: ``Run, total 18``."""
        kind = self.kind.say(lang, self.game)
        text = words.say("claim.formation", lang, kind=kind, total=self.total)
        for elite, card in self.stands_for:
            text += words.say("claim.stands_for", lang, elite=elite.say(lang), card=card)
        return text

    def __str__(self) -> str:
        return self.say()


@dataclass(frozen=True)
class Formations:
    """Rate cards of one deck; called like a function.

    Parameters
    ----------
    deck : Deck
        Whose cards.
    demand : Demand
        What counts if a call does not say.
    """

    deck: Deck
    demand: Demand

    def __call__(self, cards: Cards, demand: Demand | None = None) -> Formation:
        """Return the formation that `cards` make.

        Parameters
        ----------
        cards : str or iterable of Card
            Exactly as many as the demand has slots, in any order.
        demand : Demand, optional
            What counts there.

        Raises
        ------
        CardError
            For unknown or doubled cards, or a wrong number of them.
        """
        demand = asked(demand, self.demand)
        found = parse_cards(cards, self.deck)
        if len(found) != demand.size:
            raise CardError(
                "formation_size", n=len(found), size=demand.size, cards=write_cards(found)
            )
        return rate(found, demand, self.deck)


def rate(cards: Sequence[Card], demand: Demand, deck: Deck) -> Formation:
    """Return the formation of a full side; elite cards take what serves best."""
    side, wild = split(cards)
    worth = int(strength(side, wild, demand.code, deck.shape))
    kind, total = read_strength(worth, demand)
    found = identities(cards, kind, total, demand, deck)
    return Formation(worth, kind, total, deck.name, found)


def split(cards: Sequence[Card]) -> tuple[int, int]:
    """Return the numbered cards as a set and the elite cards as a code."""
    return to_mask(c for c in cards if not c.tactic), wild_code(cards)


class _Verdict:
    """What both a proof and a refutation answer: which cards could beat the claim."""

    fills: Fills | None = None

    @property
    def count(self) -> int:
        """How many sets of unplayed cards fill the other side and beat the claim, exactly.

        0 where the claim holds, and where it fails without a further card.
        """
        return self.fills.count if self.fills else 0

    def all(self) -> Iterator[tuple[Card, ...]]:
        """Yield each of these sets once, as it is asked for.

        They come by rising id of their greatest card, then of the next, and so on; sets with
        unseen elite cards, where a switch lets these count, after all others.
        """
        return iter(self.fills or ())

    def groups(self) -> tuple[Group, ...]:
        """Return the formations that these sets make, strongest first, each with its count."""
        return self.fills.groups if self.fills else ()

    @property
    def holds_with(self) -> tuple[Card, ...]:
        """The cards that would make the claim hold, if any one of them lay open elsewhere.

        These are the cards that every refutation needs.
        """
        return self.fills.common if self.fills else ()


@dataclass(frozen=True)
class Proof(_Verdict):
    """A claim that holds. True in a condition; reads as a sentence.

    Parameters
    ----------
    formation : Formation
        The claimer's.
    cards : tuple of Card
        The best the other side could still get; empty if it is complete or
        can no longer be filled.
    best : Formation or None
        What the other side becomes with them.
    """

    formation: Formation
    cards: tuple[Card, ...] = ()
    best: Formation | None = None

    def __bool__(self) -> bool:
        return True

    @words.whole
    def say(self, lang: str = "en") -> str:
        """Return the reason in `lang`."""
        mine = self.formation.say(lang)
        if self.best is None:
            return words.say("claim.holds", lang, mine=mine)
        tie = self.best.strength == self.formation.strength
        return words.say(
            "claim.only_equals" if tie else "claim.best_is_less",
            lang,
            mine=mine,
            cards=_listed(self.cards, lang),
            best=self.best.say(lang),
        )

    def __str__(self) -> str:
        return self.say()


@dataclass(frozen=True)
class Refutation(_Verdict):
    """A claim that does not hold. False in a condition; reads as a sentence.

    Parameters
    ----------
    reason : {"incomplete", "weaker", "later", "fill", "elite"}
        The claimer's side is incomplete; the other side is complete and stronger,
        or equal and earlier; `cards` could still come; or elite cards that nobody
        has seen could come together with unplayed ones, where a switch counts these.
    cards : tuple of Card
        For ``fill`` unplayed cards that beat the claim, for ``elite`` the elite
        ones among them: one example, see `all` for the others.
    formation : Formation or None
        What the other side has, or becomes with these cards.
    fills : Fills or None
        All that refutes the claim; None where it fails without a further card.

    Examples
    --------
    >>> import stlib
    >>> found = stlib.prove("r4 g4 b4", "v5 v6")
    >>> found.count, found.holds_with
    (2, ())
    >>> print(found)
    Refused: violet 4 or violet 7 would make a color run of 15 or 18.
    """

    reason: str
    cards: tuple[Card, ...] = ()
    formation: Formation | None = None
    fills: Fills | None = field(default=None, repr=False)

    def __bool__(self) -> bool:
        return False

    @words.whole
    def say(self, lang: str = "en") -> str:
        """Return the reason in `lang`, as one sentence, with an example where it needs one."""
        return words.say("claim.refused", lang, why=self.why(lang))

    @words.whole
    def why(self, lang: str = "en") -> str:
        """Return the reason alone, without the word that the claim is refused."""
        if self.reason == "fill" and self.fills:
            return say_fills(self.fills, lang) + "." + self._example(lang)
        theirs = self.formation.say(lang) if self.formation else ""
        return words.say(
            f"claim.{self.reason}", lang, cards=_listed(self.cards, lang), theirs=theirs
        )

    @property
    def because(self) -> Because:
        """The reason alone, to be said in any language."""
        return Because(self)

    @words.whole
    def say_holds_with(self, lang: str = "en") -> str:
        """Return which cards, once they lie open, would make the claim hold."""
        if not self.holds_with:
            return words.say("claim.no_card_helps" if self.fills else "claim.none_needed", lang)
        names = listed([card.say(lang) for card in self.holds_with], lang, "or")
        return words.say("claim.holds_with", lang, cards=names)

    def _example(self, lang: str) -> str:
        """Return an example where the sets are not named, or elite cards stand for something."""
        assert self.fills and self.formation
        if not self.formation.stands_for and (self.fills.free == 1 or self.fills.count == 1):
            return ""
        names = listed([card.say(lang) for card in self.cards], lang)
        return words.say("claim.example", lang, cards=names, theirs=self.formation.say(lang))

    def __str__(self) -> str:
        return self.say()


@dataclass(frozen=True)
class Because:
    """A refutation's reason in a language chosen later, to be part of a message."""

    refutation: Refutation

    def say(self, lang: str = "en") -> str:
        """Return the reason in `lang`."""
        return self.refutation.why(lang)


@dataclass(frozen=True)
class Prover:
    """Prove or refute claims with cards of one deck; called like a function.

    Parameters
    ----------
    deck : Deck
        Whose cards.
    demand : Demand
        What a lane asks for if a call does not say.
    """

    deck: Deck
    demand: Demand

    def __call__(
        self,
        mine: Cards,
        theirs: Cards,
        table: Cards = (),
        demand: Demand | None = None,
        theirs_first: bool = False,
    ) -> Proof | Refutation:
        """Decide a claim by what lies open; the claimer's hand proves nothing.

        Parameters
        ----------
        mine, theirs : str or iterable of Card
            The two sides of the lane.
        table : str or iterable of Card
            All other cards that lie face up; `mine` and `theirs` may be repeated here.
        demand : Demand, optional
            What the lane asks for.
        theirs_first : bool
            Whether the other side, if complete, became so earlier.

        Raises
        ------
        CardError
            For unknown cards, more than the lane has slots, or a card in two
            places; the message names the card and where.
        """
        demand = asked(demand, self.demand)
        ours = self._side(mine, demand, "mine")
        others = self._side(theirs, demand, "theirs")
        if both := [card for card in others if card in ours]:
            raise CardError("card_on_both_sides", card=both[0])
        open_ = (*ours, *others, *parse_at(table, self.deck, "table"))
        seen = to_mask(card for card in open_ if not card.tactic)
        return decide(ours, others, self.deck.mask & ~seen, demand, self.deck, theirs_first)

    def _side(self, cards: Cards, demand: Demand, place: str) -> tuple[Card, ...]:
        found = parse_at(cards, self.deck, place)
        if len(found) > demand.size:
            raise CardError(
                "side_size_at",
                place=place_of(place),
                n=len(found),
                size=demand.size,
                cards=write_cards(found),
            )
        wild_code(found)
        return found


def decide(
    mine: Sequence[Card],
    theirs: Sequence[Card],
    unplayed: int,
    demand: Demand,
    deck: Deck,
    theirs_first: bool,
    picks: Sequence[int] = (),
) -> Proof | Refutation:
    """Decide a claim between two sides.

    Parameters
    ----------
    mine, theirs : sequence of Card
        What lies there.
    unplayed : int
        Set of the numbered cards that lie open nowhere.
    demand, deck
        Where, and of which cards.
    theirs_first : bool
        Whether the other side, if complete, became so earlier.
    picks : sequence of int
        Sets of unseen elite cards, as bits from 0, that may come with them.
    """
    if len(mine) < demand.size:
        return Refutation("incomplete")
    own = rate(mine, demand, deck)
    if len(theirs) == demand.size:
        other = rate(theirs, demand, deck)
        if other.strength > own.strength:
            return Refutation("weaker", (), other)
        if other.strength == own.strength and theirs_first:
            return Refutation("later", (), other)
        return Proof(own)
    fills = Fills(*split(theirs), unplayed, own.strength, demand, deck, (0, *picks))
    if (fill := fills.first()) is not None:
        return Refutation("fill", fill, rate((*theirs, *fill), demand, deck), fills)
    for pick in picks:
        if fills.first(pick) is not None:
            return Refutation("elite", from_mask(pick << deck.size, deck), None, fills)
    best = _best_fill(theirs, fills)
    if best is None:
        return Proof(own)
    return Proof(own, best, rate((*theirs, *best), demand, deck))


def _best_fill(side: Sequence[Card], fills: Fills) -> tuple[Card, ...] | None:
    """Return the unplayed cards that make a side strongest; None if it cannot be filled.

    If no fill beats a strength of 0, then every fill has this strength, and any will do.
    """
    if fills.unplayed.bit_count() < fills.free:
        return None
    best = from_mask(lowest(fills.unplayed, fills.free), fills.deck)
    strength = 0
    while (fill := replace(fills, strength=strength).first()) is not None:
        best, strength = fill, rate((*side, *fill), fills.demand, fills.deck).strength
    return best


def _listed(cards: tuple[Card, ...], lang: str) -> str:
    """Name cards with letter and number, elite ones by name, joined as in speech."""
    return listed([card.say(lang) if card.tactic else str(card) for card in cards], lang)
