"""What one player may know; all that bots, boards and lessons ever see.

A view holds a row in which the other hand and the deck's order are wiped out,
so nothing hidden can leak. Unseen cards are exchangeable: `View.determinize`
lays them out at random.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np

from stlib.base.checks import check_seed, is_whole, whole
from stlib.base.errors import SetupError
from stlib.base.luck import Luck
from stlib.cards.card import Card
from stlib.play.table import Table

if TYPE_CHECKING:
    from stlib.base.rows import Row
    from stlib.cards.moves import Move
    from stlib.play.game import Game, Position
    from stlib.play.table import AnyVariant

__all__ = ["UNKNOWN", "BothDraw", "Draws", "View", "conceal"]

UNKNOWN = -1  # stands in a deck's place whose card the player does not know


@dataclass(frozen=True)
class Draws:
    """One case of what comes next from a deck.

    Parameters
    ----------
    chance : Fraction
        Chance of this case, 0–1.
    sure : tuple of Card
        Cards that come for certain.
    pool : tuple of Card
        Of these further cards come, any as likely as any other.
    n : int
        How many.
    """

    chance: Fraction
    sure: tuple[Card, ...]
    pool: tuple[Card, ...]
    n: int


@dataclass(frozen=True)
class BothDraw:
    """One case of what both players have after they have drawn.

    Parameters
    ----------
    chance : Fraction
        Chance of this case, 0–1.
    hand : tuple of Card
        The player's own numbered cards.
    mine, theirs : tuple of Card
        Cards that come to him, and cards that the other holds or gets, for certain.
    pool : tuple of Card
        All further cards come from these, any as likely as any other.
    draws, their_draws : int
        How many of them each has.
    """

    chance: Fraction
    hand: tuple[Card, ...]
    mine: tuple[Card, ...]
    theirs: tuple[Card, ...]
    pool: tuple[Card, ...]
    draws: int
    their_draws: int


class View(Table):
    """A game as one player sees it; made by ``position.view(player)``.

    Parameters
    ----------
    position : Position
        What really is; nothing hidden of it is kept.
    player : {0, 1} or None
        Whose view; None is a spectator, who sees no hand.
    """

    player: int | None = None
    _counts: tuple[tuple[int, int], tuple[int, int]]

    @property
    def hand(self) -> tuple[Card, ...]:
        """Own cards by value, tactic cards last; none for a spectator."""
        if self.player is None:
            return ()
        return self._cards_of(self._s.hand[self.player], self._s.tactic_hand[self.player])

    @property
    def hands(self) -> tuple[tuple[Card, ...] | None, tuple[Card, ...] | None]:
        """The own hand at the player's place, None for a hand that is hidden."""
        own = self.hand
        return (own if self.player == 0 else None), (own if self.player == 1 else None)

    @property
    def unseen(self) -> tuple[Card, ...]:
        """Cards that lie neither open nor in the own hand: the other hand and the decks."""
        s = self._s
        own = (0, 0) if self.player is None else (s.hand[self.player], s.tactic_hand[self.player])
        tactics = (1 << len(self.game.deck.tactics)) - 1 if s.tactics else 0
        return self._cards_of(
            int(s.unplayed) & ~int(own[0]), tactics & ~int(s.tactic_open) & ~int(own[1])
        )

    @property
    def known(self) -> dict[str, tuple[Card, ...]]:
        """Unseen cards whose place the player knows all the same.

        Keys, where there are any: ``their_hand`` (after an Exchange),
        ``deck`` and ``tactic_deck`` (places counted from the bottom, after a
        Recruiter), ``put_back`` (in the deck or drawn from it since, after
        Support).
        """
        return {name: cards for name, cards in self._known().items() if cards}

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """The player's moves now; none while the other decides."""
        if self.player is None or self.to_move != self.player:
            return ()
        return tuple(map(self.game.notation.move, self._legal()))

    def determinize(self, rng: Luck | np.random.Generator | int) -> Position:
        """Return a position that gives this view, the unseen cards laid out at random.

        Cards whose place is known stay there, see `known`.

        Parameters
        ----------
        rng : Luck, numpy.random.Generator or int
            Source of chance, or a seed for one.

        Raises
        ------
        SetupError
            For anything else.
        """
        rng = _generator_of(rng)
        row = self._row.copy()
        s = self.game.engine.named(row)
        size = self.game.deck.size
        loose = self._loose(s)
        numbered = [card for card in loose if card < size]
        self._shuffle(numbered, rng)
        self._lay_out(s.hand, s.deck, int(s.drawn), numbered, 0)
        if s.tactics:
            tactics = [card - size for card in loose if card >= size]
            rng.shuffle(tactics)
            self._lay_out(s.tactic_hand, s.tactic_deck, int(s.tactic_drawn), tactics, size)
            self._guess(s, rng)
        return self.game.position(self.game, self.variant, row, self._history)

    def draws(self, n: int) -> tuple[Draws, ...]:
        """Return what the next `n` cards of the numbered deck can be, what is known counted in.

        Parameters
        ----------
        n : int
            Cards to be drawn, 0 to `deck_size`.

        Returns
        -------
        tuple of Draws
            Cases whose chances add up to 1.

        Raises
        ------
        SetupError
            If the deck does not hold `n` cards.

        Examples
        --------
        >>> import stlib
        >>> view = stlib.ST1.deal(7, first=0).view(0)
        >>> side = view.hand[:1]
        >>> sum(
        ...     case.chance
        ...     * stlib.odds.complete(stlib.Kind.COLOR, side, case.pool, case.n, hand=case.sure)
        ...     for case in view.draws(2)
        ... )
        Fraction(19, 1128)
        """
        n = whole("n", n, 0, self.deck_size)
        bottom = self._known().get("deck", ())
        hidden = min(n, self.deck_size - len(bottom))
        sure = bottom[len(bottom) - (n - hidden) :]
        back, elsewhere = self._strewn()
        loose = [self.game.card.from_id(card) for card in self._loose(self._s)]
        pool = tuple(card for card in loose if not card.tactic and card not in back)
        places = self.deck_size - len(bottom) + elsewhere
        cases = []
        for k in range(min(len(back), hidden) + 1):
            ways = comb(hidden, k) * comb(places - hidden, len(back) - k)
            if ways == 0 or hidden - k > len(pool):
                continue
            all_ways = comb(places, len(back)) * comb(len(back), k)
            cases += [
                Draws(Fraction(ways, all_ways), (*sure, *come), pool, hidden - k)
                for come in combinations(back, k)
            ]
        return tuple(cases)

    def both_draw(self, mine: int, theirs: int) -> tuple[BothDraw, ...]:
        """Return what both players can have once each has drawn from the numbered deck.

        Parameters
        ----------
        mine, theirs : int
            Cards that this player draws, and the other. Cards known to lie
            under the deck are reached only if the other draws none.

        Returns
        -------
        tuple of BothDraw
            Cases whose chances add up to 1; the other's hidden hand is counted in.

        Raises
        ------
        SetupError
            For a spectator, or if the deck does not hold so many cards.
        """
        if self.player is None:
            raise SetupError("spectator_draws_nothing")
        bottom = self._known().get("deck", ())
        hidden = self.deck_size - len(bottom)
        mine = whole("mine", mine, 0, self.deck_size)
        theirs = whole("theirs", theirs, 0, max(0, hidden - mine))
        sure = bottom[len(bottom) - max(0, mine - hidden) :]
        shown = tuple(c for c in self._known().get("their_hand", ()) if not c.tactic)
        room = self._counts[1 - self.player][0] - len(shown)
        return tuple(self._shares(min(mine, hidden), theirs, room, hidden, sure, shown))

    def _shares(
        self,
        mine: int,
        theirs: int,
        room: int,
        hidden: int,
        sure: tuple[Card, ...],
        shown: tuple[Card, ...],
    ) -> Iterator[BothDraw]:
        """Yield the cases of `both_draw`: where the cards put back may be."""
        back, fresh = self._strewn()
        loose = [self.game.card.from_id(card) for card in self._loose(self._s)]
        pool = tuple(card for card in loose if not card.tactic and card not in back)
        hand = tuple(card for card in self.hand if not card.tactic)
        rest, n = hidden - mine - theirs, len(back)
        for k, m in product(range(n + 1), repeat=2):
            if k + m > n:
                continue
            ways = comb(mine, k) * comb(theirs + fresh, m) * comb(rest, n - k - m)
            chance = Fraction(ways, comb(hidden + fresh, n) * comb(n, k) * comb(n - k, m))
            for come in combinations(back, k) if ways else ():
                others = [card for card in back if card not in come]
                for got in combinations(others, m):
                    numbers = (mine - k, room + theirs - m)
                    yield BothDraw(chance, hand, (*sure, *come), (*shown, *got), pool, *numbers)

    def _strewn(self) -> tuple[tuple[Card, ...], int]:
        """Return cards known to be in the deck or drawn since, and how many places that adds."""
        return (), 0

    def _loose(self, s: Any) -> list[int]:
        """Return the ids of unseen cards that have no known place in the row."""
        placed = {int(card) for card in s.deck[int(s.drawn) :]}
        if s.tactics:
            placed |= {int(card) for card in s.tactic_deck[int(s.tactic_drawn) :]}
        hands = {card.id for p in range(2) for card in self._cards_of(s.hand[p], s.tactic_hand[p])}
        return [card.id for card in self.unseen if card.id not in placed | hands]

    def _lay_out(self, hands: Any, deck: Any, drawn: int, cards: list[int], base: int) -> None:
        """Fill hidden hands, then the deck's unknown places, with shuffled cards."""
        kind = 1 if base else 0
        for p in range(2):
            if p != self.player:
                while int(hands[p]).bit_count() < self._counts[p][kind]:
                    hands[p] |= 1 << cards.pop()
        for at in range(drawn, len(deck)):
            if deck[at] == UNKNOWN:
                deck[at] = base + cards.pop()

    def _shuffle(self, cards: list[int], rng: Luck | np.random.Generator) -> None:
        """Shuffle so that what is known of the other hand holds; its cards come last."""
        rng.shuffle(cards)

    def _guess(self, s: Any, rng: Luck | np.random.Generator) -> None:
        """Fill in what else is hidden, once the cards are laid out."""

    def _known(self) -> dict[str, tuple[Card, ...]]:
        """Return this game's entries of `known`."""
        raise NotImplementedError

    def _wipe(self, s: Any, player: int | None) -> None:
        """Wipe out of the row what `player` may not know."""
        raise NotImplementedError

    def _public(self, number: int) -> int:
        """Return a move as others may see it."""
        raise NotImplementedError

    def _legal(self) -> tuple[int, ...]:
        """List the legal moves; they depend on the size of the hidden hand, not on its cards."""
        return self.determinize(0)._legal()

    def _hand_counts(self, p: int) -> tuple[int, int]:
        return self._counts[p]

    def _key(self) -> tuple[Any, ...]:
        return (*super()._key(), self.player, self._counts)

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, View) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def __reduce__(self) -> tuple[Any, ...]:
        kept = (self.game, self.variant, self._row, self._history, self.player, self._counts)
        return (_restore, (type(self), *kept))

    def __repr__(self) -> str:
        seat = "spectator" if self.player is None else f"player {self.player + 1}"
        return f"<{self.game.name} view of {seat}, ply {self.ply}, {self.phase}>"


def _generator_of(rng: object) -> Luck | np.random.Generator:
    """Return a source of chance, which is made if a seed is given."""
    if isinstance(rng, Luck | np.random.Generator):
        return rng
    if not is_whole(rng):
        raise SetupError("not_a_generator_or_seed", kind=type(rng).__name__)
    return np.random.default_rng(check_seed(rng))


def conceal(view: View, position: Table, player: int | None) -> None:
    """Fill `view` from `position` with all wiped out that `player` may not know."""
    row = position._row.copy()
    Table.__init__(view, position.game, position.variant, row, ())
    view.player = player
    view._counts = (position._hand_counts(0), position._hand_counts(1))
    view._history = tuple(view._public(number) for number in position._history)
    view._wipe(view._s, player)
    row[len(row) - position.game.engine.CACHE_WORDS :] = 0


def _restore(
    kind: type[View],
    game: Game,
    variant: AnyVariant,
    row: Row,
    history: tuple[int, ...],
    player: int | None,
    sizes: tuple[tuple[int, int], tuple[int, int]],
) -> View:
    """Return the view that was pickled."""
    view = kind.__new__(kind)
    Table.__init__(view, game, variant, row, history)
    view.player = player
    view._counts = sizes
    return view
