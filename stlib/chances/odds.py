"""All exact chances with cards of one deck, under one name.

Each method of `Odds` reads and checks what it is given (`stlib.chances.question`)
and forwards it to the function that answers, in the file named in its import.
What a question does not need is not loaded.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from stlib.base.checks import shown
from stlib.cards.card import Card, Cards
from stlib.cards.demand import Deck, Demand, Kind, asked
from stlib.chances.question import (
    Contest,
    OddsError,
    Question,
    kinds_that_count,
    read_contest,
    read_draws,
    read_kind,
    read_question,
    read_two_sides,
)

if TYPE_CHECKING:
    from stlib.base.stats import Rate
    from stlib.chances.gains import Gain
    from stlib.chances.waiting import Waiting
    from stlib.chances.whole_view import LaneOdds
    from stlib.claims.prove import Formation
    from stlib.play.view import View

__all__ = ["Odds"]


@dataclass(frozen=True, repr=False)
class Odds:
    """Exact chances with cards of one deck.

    Parameters
    ----------
    deck : Deck
        Whose cards.
    demand : Demand
        What a lane asks for if a call does not say.
    """

    deck: Deck
    demand: Demand

    def __repr__(self) -> str:
        return f"Odds({self.deck!r}, {self.demand!r})"

    def kinds(self, demand: Demand | None = None) -> tuple[Kind, ...]:
        """Return the kinds that count on a lane, strongest first.

        Examples
        --------
        >>> import stlib
        >>> stlib.odds.kinds(stlib.BLIND_MANS_BLUFF)
        (<Kind.SUM: 0>,)
        """
        return kinds_that_count(asked(demand, self.demand))

    # --- one side draws ---------------------------------------------------------------

    def complete(
        self,
        kind: Kind,
        have: Cards,
        unseen: Cards,
        draws: int,
        demand: Demand | None = None,
        hand: Cards = (),
        at_least: bool = False,
    ) -> Fraction:
        """Return the chance that a side can be completed to a kind.

        Parameters
        ----------
        kind : Kind
            Wanted kind, exactly: three reds in a row are a color run, and do not
            count as a color.
        have : str or iterable of Card
            The cards that lie on the side.
        unseen : str or iterable of Card
            The cards that may come.
        draws : int
            How many of them come, 0 to all.
        demand : Demand, optional
            What the lane asks for.
        hand : str or iterable of Card
            Cards that need no draw.
        at_least : bool
            Whether stronger kinds serve too.

        Raises
        ------
        CardError
            For unknown cards, cards used twice, or more than the lane has slots.
        OddsError
            For a kind that does not exist or does not count there, see `kinds`,
            or a number of draws that cannot be.

        Examples
        --------
        One card for the last slot, r7, among five that may come:

        >>> import stlib
        >>> stlib.odds.complete(stlib.Kind.COLOR_RUN, "r8 r9", "r7 b1 b2 b3 b4", 2)
        Fraction(2, 5)
        """
        from stlib.chances.one_side import complete

        q = self._question(have, unseen, demand, hand)
        return complete(q, read_kind(kind, q.demand), read_draws(draws, q.n), at_least)

    def by_draws(
        self,
        kind: Kind,
        have: Cards,
        unseen: Cards,
        most: int,
        demand: Demand | None = None,
        hand: Cards = (),
        at_least: bool = False,
    ) -> dict[int, Fraction]:
        """Return the chance of `complete` for 0 to `most` draws, by the number of draws."""
        from stlib.chances.one_side import by_draws

        q = self._question(have, unseen, demand, hand)
        return by_draws(q, read_kind(kind, q.demand), read_draws(most, q.n), at_least)

    def beats(
        self,
        mine: Cards,
        theirs: Cards,
        unseen: Cards,
        draws: int,
        demand: Demand | None = None,
        hand: Cards = (),
    ) -> Fraction:
        """Return the chance that my side wins the lane, where at least one side is complete.

        Parameters
        ----------
        mine, theirs : str or iterable of Card
            The two sides. Theirs complete, mine not: the draws are mine, and I
            must do strictly better, since they were complete first. Mine
            complete, theirs not: the draws are theirs, and they must do strictly
            better. Both complete: 1 or 0, and a tie is theirs.
        unseen : str or iterable of Card
            The cards that may come.
        draws : int
            How many of them come, 0 to all.
        demand : Demand, optional
            What the lane asks for.
        hand : str or iterable of Card
            Cards that the incomplete side needs no draw for.

        Raises
        ------
        CardError
            For unknown cards, cards used twice, or more than the lane has slots.
        OddsError
            If both sides are incomplete (then see `duel`), for a number of
            draws that cannot be, or where the exact answer would take too long.

        Examples
        --------
        >>> import stlib
        >>> stlib.odds.beats("r7 r8 r9", "b8 b9", "b7 v1", 2)  # b7 would only equal
        Fraction(1, 1)
        """
        from stlib.chances.one_side import beats

        ours, others = self._two_sides(mine, theirs, unseen, demand, hand)
        return beats(ours, others, read_draws(draws, ours.n))

    def outs(
        self,
        kind: Kind,
        have: Cards,
        unseen: Cards,
        demand: Demand | None = None,
        at_least: bool = False,
    ) -> tuple[Card, ...]:
        """Return the unseen cards that fill a side's last slot to a kind, by rising value.

        With more free slots, or to see how much each card helps, see `gains`.

        Raises
        ------
        CardError
            For unknown cards, or cards used twice.
        OddsError
            If not exactly one slot is free, or the kind does not count there.

        Examples
        --------
        >>> import stlib
        >>> stlib.odds.outs(stlib.Kind.COLOR_RUN, "r4 r5", stlib.parse_cards("r2 r3 r6 b3"))
        (Card('r', 3), Card('r', 6))
        """
        from stlib.chances.one_side import outs

        q = self._question(have, unseen, demand)
        return outs(q, read_kind(kind, q.demand), at_least)

    # --- card by card -----------------------------------------------------------------

    def gains(
        self,
        kind: Kind,
        have: Cards,
        unseen: Cards,
        draws: int,
        demand: Demand | None = None,
        hand: Cards = (),
        at_least: bool = False,
    ) -> tuple[Gain, ...]:
        """Return for each unseen card the chance of `complete` if it comes first, best card first.

        Parameters
        ----------
        kind, have, unseen, demand, hand, at_least
            As for `complete`.
        draws : int
            How many cards come, the first one among them: 1 to all.

        Raises
        ------
        CardError, OddsError
            As `complete`, and for no draws.

        Examples
        --------
        Two slots free, three cards to come: which first card brings the run nearest?

        >>> import stlib
        >>> rows = stlib.odds.gains(stlib.Kind.COLOR_RUN, "r5", "r3 r4 r6 r7 b1 b2", 3)
        >>> for row in rows[::2]:
        ...     print(row.card, row.chance, row.gain)
        r4 7/10 1/5
        r3 1/2 0
        b1 3/10 -1/5
        """
        from stlib.chances.gains import gains

        q = self._question(have, unseen, demand, hand)
        return gains(q, read_kind(kind, q.demand), read_draws(draws, q.n), at_least)

    def gains_to_beat(
        self,
        mine: Cards,
        theirs: Cards,
        unseen: Cards,
        draws: int,
        demand: Demand | None = None,
        hand: Cards = (),
    ) -> tuple[Gain, ...]:
        """Return for each unseen card the chance to beat a full side if it comes first.

        Parameters
        ----------
        mine, theirs, unseen, demand, hand
            As for `beats`; theirs must be complete.
        draws : int
            How many cards come, the first one among them: 1 to all.

        Raises
        ------
        CardError, OddsError
            As `beats`, and for no draws, or if their side is incomplete.
        """
        from stlib.chances.gains import gains_to_beat
        from stlib.chances.one_side import strength_to_beat

        ours, others = self._two_sides(mine, theirs, unseen, demand, hand)
        needed = strength_to_beat(others)
        return gains_to_beat(ours, needed, read_draws(draws, ours.n))

    # --- how long one waits -----------------------------------------------------------

    def waiting(
        self,
        kind: Kind,
        have: Cards,
        unseen: Cards,
        demand: Demand | None = None,
        hand: Cards = (),
        at_least: bool = False,
    ) -> Waiting:
        """Return how many draws it takes until a side can be completed to a kind.

        Parameters
        ----------
        kind, have, unseen, demand, hand, at_least
            As for `complete`.

        Raises
        ------
        CardError, OddsError
            As `complete`.

        Examples
        --------
        Two of five cards fit: one waits 2 draws on average, for 2 in half of all cases.

        >>> import stlib
        >>> wait = stlib.odds.waiting(stlib.Kind.COLOR_RUN, "r5 r6", "r4 r7 b1 b2 b3")
        >>> wait.mean, wait.median, wait.never
        (Fraction(2, 1), 2, Fraction(0, 1))
        """
        from stlib.chances.waiting import waiting

        q = self._question(have, unseen, demand, hand)
        return waiting(q, read_kind(kind, q.demand), at_least)

    def waiting_to_beat(
        self,
        mine: Cards,
        theirs: Cards,
        unseen: Cards,
        demand: Demand | None = None,
        hand: Cards = (),
    ) -> Waiting:
        """Return how many draws it takes until my side can beat a full one.

        Parameters
        ----------
        mine, theirs, unseen, demand, hand
            As for `beats`; theirs must be complete.

        Raises
        ------
        CardError, OddsError
            As `beats`, and if their side is incomplete.
        """
        from stlib.chances.one_side import strength_to_beat
        from stlib.chances.waiting import waiting_to_beat

        ours, others = self._two_sides(mine, theirs, unseen, demand, hand)
        return waiting_to_beat(ours, strength_to_beat(others))

    # --- both sides draw --------------------------------------------------------------

    def duel(
        self,
        mine: Cards,
        theirs: Cards,
        unseen: Cards,
        draws: int,
        their_draws: int | None = None,
        demand: Demand | None = None,
        hand: Cards = (),
        their_hand: Cards = (),
        theirs_first: bool | None = None,
    ) -> Fraction:
        """Return the chance that my side wins the lane when both sides still draw.

        The assumption: I draw `draws` of the unseen cards and the other player
        `their_draws` of the rest, any as likely as any other. Then each lays the
        best there is, as if this lane were the only one. A player who cannot fill
        their side does not win. `duel_assumes` says this to readers.

        Parameters
        ----------
        mine, theirs : str or iterable of Card
            The two sides.
        unseen : str or iterable of Card
            The cards that may come.
        draws : int
            How many of them I draw.
        their_draws : int, optional
            How many the other player draws, their hand counted in; as many as I
            do if not given. Together no more than all.
        demand : Demand, optional
            What the lane asks for.
        hand, their_hand : str or iterable of Card
            Cards that I, or the other player, need no draw for.
        theirs_first : bool, optional
            Whether a tie is theirs, since their side will be complete
            earlier. If not given: a side that is complete already was first,
            else the one with fewer free slots, else theirs.

        Raises
        ------
        CardError
            For unknown cards, cards used twice, or more than the lane has slots.
        OddsError
            For numbers of draws that cannot be, or where the exact answer
            would take too long: see Notes, and `duel_estimate`.

        Notes
        -----
        Exact, and mostly within a tenth of a second, where no side has more
        than two free slots, or where totals alone count, for any number of
        draws; else for draws of about four cards each. The limits `CELLS`,
        `PAIRS` and `STEPS` in `stlib.chances.both_draw` keep every answer below
        about a second.

        Examples
        --------
        Each has one slot left and draws one of three cards. With r9 I win; with
        g2 I win unless they have r9; and what is equal is theirs:

        >>> import stlib
        >>> stlib.odds.duel("r7 r8", "b7 b8", "r9 g1 g2", 1)
        Fraction(1, 2)
        """
        from stlib.chances.both_draw import duel

        given = (draws, their_draws, demand, hand, their_hand, theirs_first)
        return duel(self._contest(mine, theirs, unseen, *given))

    def duel_estimate(
        self,
        mine: Cards,
        theirs: Cards,
        unseen: Cards,
        draws: int,
        their_draws: int | None = None,
        demand: Demand | None = None,
        hand: Cards = (),
        their_hand: Cards = (),
        theirs_first: bool | None = None,
        samples: int = 20_000,
        seed: int = 0,
    ) -> Rate:
        """Estimate `duel` by drawing at random: for where the exact answer takes too long.

        Parameters
        ----------
        mine, theirs, unseen, draws, their_draws, demand, hand, their_hand, theirs_first
            As for `duel`.
        samples : int
            Pairs of draws, at least 1.
        seed : int
            Of the random numbers; the same seed gives the same answer.

        Returns
        -------
        Rate
            With its 95 % interval (Wilson).

        Raises
        ------
        CardError, OddsError
            As `duel`, but never for the time it takes.

        Examples
        --------
        >>> import stlib
        >>> rate = stlib.odds.duel_estimate("r7 r8", "b7 b8", "r9 g1 g2", 1, seed=1)
        >>> rate.interval[0] < 1 / 2 < rate.interval[1]
        True
        """
        from stlib.chances.both_draw import duel_estimate

        given = (draws, their_draws, demand, hand, their_hand, theirs_first)
        contest = self._contest(mine, theirs, unseen, *given)
        if samples < 1:
            raise OddsError("odds_samples", samples=shown(samples))
        return duel_estimate(contest, int(samples), seed)

    def of_view(
        self,
        view: View,
        draws: int,
        their_draws: int | None = None,
        samples: int = 20_000,
        seed: int = 0,
        effort: float = 0.2,
    ) -> tuple[LaneOdds, ...]:
        """Return for each lane what the player may hope for, as a table of `LaneOdds`.

        The assumption: I draw the next `draws` cards of the numbered deck and
        the other player `their_draws` more, and their hidden hand is any of the
        unseen cards. What I know of hidden cards is taken into account, see
        `View.known`. Each lane is judged as if both laid all they have there.
        Elite cards that lie on a lane count; tactic cards in hands and decks do
        not. `view_assumes` says this to readers.

        Parameters
        ----------
        view : View
            What a player knows, of either game and any variant.
        draws : int
            Numbered cards I draw, 0 to the deck's size.
        their_draws : int, optional
            Numbered cards the other player draws; as many as I do, or what
            is left, if not given.
        samples, seed : int
            For an estimate where the exact chance takes too long, see
            `duel_estimate`; no samples, no estimate.
        effort : float
            Share of the work that `duel` would take on at a lane before it
            gives up the exact chance: with 0.2 a table takes less than a
            second or so.

        Raises
        ------
        OddsError
            For a spectator's view, one of another game, or more draws than
            the deck holds.

        Examples
        --------
        >>> import stlib
        >>> view = stlib.ST1.setup({5: ("r7 r8", "b2 b3 b4")}, seed=4).view(0)
        >>> row = stlib.odds.of_view(view, 6)[4]
        >>> print(row.say())
        Stone 5: your side comes to beat the other with ...
        """
        from stlib.chances.whole_view import lane_odds

        return lane_odds(view, draws, their_draws, self.deck, samples, seed, effort)

    # --- what random cards make -------------------------------------------------------

    def class_sizes(self, size: int | None = None, demand: Demand | None = None) -> dict[Kind, int]:
        """Count all sets of a lane's size by kind, strongest first.

        Parameters
        ----------
        size : int, optional
            Cards in a set, 1 to 4, where all kinds count; if not given, as the lane asks.
        demand : Demand, optional
            What the lane asks for, in place of `size`.

        Raises
        ------
        OddsError
            For another size, or one that the lane does not take.

        Examples
        --------
        >>> import stlib
        >>> stlib.odds.class_sizes(3)[stlib.Kind.COLOR_RUN]
        42
        """
        from stlib.chances.hands import class_sizes, read_set_size

        wanted = None if demand is None else asked(demand, self.demand)
        return class_sizes(self.deck, read_set_size(size, wanted, self.demand))

    def strength_classes(self, demand: Demand | None = None) -> dict[Formation, int]:
        """Count all sets of a lane's size by kind and total, strongest first.

        Examples
        --------
        >>> import stlib
        >>> found = stlib.odds.strength_classes()
        >>> len(found), found[stlib.formation("r7 r8 r9")]
        (63, 6)
        """
        from stlib.chances.hands import strength_classes

        return strength_classes(self.deck, asked(demand, self.demand))

    def hand_kinds(self, size: int, demand: Demand | None = None) -> dict[Kind, int]:
        """Count all hands of `size` cards by the kind of the best formation in them.

        Parameters
        ----------
        size : int
            Cards in a hand, from a lane's slots to the whole deck.
        demand : Demand, optional
            What the lane asks for; if not given, three cards where all kinds count.

        Raises
        ------
        OddsError
            For another size.

        Examples
        --------
        >>> import stlib
        >>> stlib.odds.hand_kinds(4)[stlib.Kind.SAME_VALUE]
        8775
        """
        from stlib.chances.hands import THREE, hand_kinds, read_hand_size

        wanted = asked(demand, THREE)
        return hand_kinds(self.deck, wanted, read_hand_size(size, wanted, self.deck))

    def hand_classes(self, size: int, demand: Demand | None = None) -> dict[Formation, int]:
        """Count all hands of `size` cards by the best formation in them: its kind and total.

        Parameters
        ----------
        size : int
            Cards in a hand, from a lane's slots to the whole deck.
        demand : Demand, optional
            What the lane asks for.

        Returns
        -------
        dict of Formation to int
            Strongest first; every formation that the lane knows, with 0 for
            those that are the best of no hand.

        Raises
        ------
        OddsError
            For another size.

        Notes
        -----
        Hands are not gone through one by one. For each formation,
        `stlib.chances.count_at_least` counts the hands that cannot reach it. That takes about
        a second where three cards are asked for, up to half a minute for four;
        each answer is kept. ``data/`` has tables of small hands.

        Examples
        --------
        >>> import stlib
        >>> found = stlib.odds.hand_classes(6, stlib.BLIND_MANS_BLUFF)
        >>> found[stlib.formation("r9 b9 g8", stlib.BLIND_MANS_BLUFF)]  # two 9s, and some 8
        1239750
        """
        from stlib.chances.hands import hand_classes, read_hand_size

        wanted = asked(demand, self.demand)
        return hand_classes(self.deck, wanted, read_hand_size(size, wanted, self.deck))

    # --- reading ----------------------------------------------------------------------

    def _question(
        self, have: Cards, unseen: Cards, demand: Demand | None, hand: Cards = ()
    ) -> Question:
        return read_question(have, unseen, asked(demand, self.demand), self.deck, hand)

    def _two_sides(
        self, mine: Cards, theirs: Cards, unseen: Cards, demand: Demand | None, hand: Cards
    ) -> tuple[Question, Question]:
        wanted = asked(demand, self.demand)
        return read_two_sides(mine, theirs, unseen, wanted, self.deck, hand)

    def _contest(
        self,
        mine: Cards,
        theirs: Cards,
        unseen: Cards,
        draws: int,
        their_draws: int | None,
        demand: Demand | None,
        hand: Cards,
        their_hand: Cards,
        theirs_first: bool | None,
    ) -> Contest:
        cards = (mine, theirs, unseen, draws, their_draws, asked(demand, self.demand), self.deck)
        return read_contest(*cards, hand, their_hand, theirs_first)
