"""What cards are worth, and whether a side is sure to win: formations and claim proofs.

`Formations` and `Prover` are bound to a deck; each game offers its own under
the names ``formation`` and ``prove``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from stlib import words
from stlib.cards import Card, Cards, from_mask, parse_cards, to_mask, write_cards
from stlib.demands import Deck, Demand, Kind
from stlib.elite import identities, wild_code
from stlib.errors import CardError
from stlib.formations import TOTALS, lower_wins, strength
from stlib.reach import refutation
from stlib.wild import wild_refutation, wild_strength

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

    def say(self, lang: str = "en") -> str:
        """Return it as spoken: ``Run, total 18``."""
        kind = self.kind.say(lang, self.game)
        text = words.say("claim.formation", lang, kind=kind, total=self.total)
        for elite, card in self.stands_for:
            text += words.say("claim.stands_for", lang, elite=elite.say(lang), card=card)
        return text

    def __str__(self) -> str:
        return self.say()


class Formations:
    """Rate cards of one deck; called like a function.

    Parameters
    ----------
    deck : Deck
        Whose cards.
    demand : Demand
        What counts if a call does not say.
    """

    def __init__(self, deck: Deck, demand: Demand) -> None:
        self.deck = deck
        self.demand = demand

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
        demand = self.demand if demand is None else demand
        found = parse_cards(cards, self.deck)
        if len(found) != demand.size:
            raise CardError(
                "formation_size", n=len(found), size=demand.size, cards=write_cards(found)
            )
        return rate(found, demand, self.deck)


def rate(cards: Sequence[Card], demand: Demand, deck: Deck) -> Formation:
    """Return the formation of a full side; elite cards take what serves best."""
    side, wild = split(cards)
    code = demand.code
    if wild:
        free = (deck.n_colors, deck.low, deck.n_values - 1, deck.spy - deck.low)
        rank = int(wild_strength(side, wild, code, *free))
    else:
        rank = int(strength(side, code, deck.n_colors, deck.low))
    kind, total = Kind(rank // TOTALS), rank % TOTALS
    if lower_wins(code):
        total = TOTALS - 1 - total
    found = identities(cards, kind, total, demand, deck)
    return Formation(rank, kind, total, deck.name, found)


def split(cards: Sequence[Card]) -> tuple[int, int]:
    """Return the numbered cards as a set and the elite cards as a code."""
    return to_mask(c for c in cards if not c.tactic), wild_code(cards)


@dataclass(frozen=True)
class Proof:
    """A claim that holds. True in a condition; reads as a sentence.

    Parameters
    ----------
    formation : Formation
        The claimer's.
    cards : tuple of Card
        The best the other side could still get; empty if it is complete or
        can no longer be filled.
    best : Formation or None
        What these make of it.
    """

    formation: Formation
    cards: tuple[Card, ...] = ()
    best: Formation | None = None

    def __bool__(self) -> bool:
        return True

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
class Refutation:
    """A claim that does not hold. False in a condition; reads as a sentence.

    Parameters
    ----------
    reason : {"incomplete", "weaker", "later", "fill", "elite"}
        The own side is incomplete; the other one is complete and stronger,
        or equal and earlier; `cards` could still come; or, where a switch lets
        them count, elite cards nobody has seen, together with unplayed ones.
    cards : tuple of Card
        For ``fill`` the unplayed cards that beat the claim, for ``elite``
        the elite ones among them.
    formation : Formation or None
        What the other side has, or gets by them.
    """

    reason: str
    cards: tuple[Card, ...] = ()
    formation: Formation | None = None

    def __bool__(self) -> bool:
        return False

    def say(self, lang: str = "en") -> str:
        """Return the reason in `lang`."""
        theirs = self.formation.say(lang) if self.formation else ""
        return words.say(
            f"claim.{self.reason}", lang, cards=_listed(self.cards, lang), theirs=theirs
        )

    def __str__(self) -> str:
        return self.say()


class Prover:
    """Prove or refute claims with cards of one deck; called like a function.

    Parameters
    ----------
    deck : Deck
        Whose cards.
    demand : Demand
        What a lane asks for if a call does not say.
    """

    def __init__(self, deck: Deck, demand: Demand) -> None:
        self.deck = deck
        self.demand = demand

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
            For unknown cards, cards used twice, or more than the lane has slots.
        """
        demand = self.demand if demand is None else demand
        ours = parse_cards(mine, self.deck)
        others = parse_cards(theirs, self.deck)
        for cards in (ours, others):
            if len(cards) > demand.size:
                raise CardError(
                    "side_size", n=len(cards), size=demand.size, cards=write_cards(cards)
                )
        parse_cards(ours + others, self.deck)
        table = parse_cards(table, self.deck)
        seen = to_mask(card for card in (*ours, *others, *table) if not card.tactic)
        return decide(ours, others, self.deck.mask & ~seen, demand, self.deck, theirs_first)


def decide(
    mine: Sequence[Card],
    theirs: Sequence[Card],
    unplayed: int,
    demand: Demand,
    deck: Deck,
    theirs_first: bool,
) -> Proof | Refutation:
    """Decide a claim between two sides; `unplayed` is a set of numbered cards."""
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
    fill = _refute(theirs, unplayed, own.strength, demand, deck)
    if fill:
        return Refutation("fill", fill, rate((*theirs, *fill), demand, deck))
    best = _best_fill(theirs, unplayed, demand, deck)
    if not best:
        return Proof(own)
    return Proof(own, best, rate((*theirs, *best), demand, deck))


def _best_fill(side: Sequence[Card], unplayed: int, demand: Demand, deck: Deck) -> tuple[Card, ...]:
    """Return the unplayed cards that make the most of a side; none if it cannot be filled."""
    best: tuple[Card, ...] = ()
    rank = 0
    while fill := _refute(side, unplayed, rank, demand, deck):
        best, rank = fill, rate((*side, *fill), demand, deck).strength
    return best


def _refute(
    side: Sequence[Card], unplayed: int, rank: int, demand: Demand, deck: Deck
) -> tuple[Card, ...]:
    """Return unplayed cards that make a side beat `rank`, or none."""
    cards, wild = split(side)
    colors, low = deck.n_colors, deck.low
    if wild:
        free = (deck.n_values - 1, deck.spy - low)
        fill = wild_refutation(cards, wild, unplayed, rank, demand.code, colors, low, *free)
    else:
        fill = refutation(cards, unplayed, rank, demand.code, colors, low)
    return from_mask(int(fill), deck)


def _listed(cards: tuple[Card, ...], lang: str) -> str:
    """Name cards with letter and number, elite ones by name, joined as in speech."""
    names = [card.say(lang) if card.tactic else str(card) for card in cards]
    if len(names) < 2:
        return "".join(names)
    return words.say("claim.and", lang, first=", ".join(names[:-1]), last=names[-1])
