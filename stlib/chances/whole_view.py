"""A whole view: what each lane may become, for the player who sees it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import comb

from stlib.base import words
from stlib.base.stats import Rate
from stlib.cards.card import Card, to_mask
from stlib.cards.demand import Kind
from stlib.chances.both_draw import Contest, Duels
from stlib.chances.percents import percent
from stlib.chances.question import OddsError, Question, as_draws
from stlib.claims.codes import TOTALS
from stlib.claims.elite_identities import wild_code
from stlib.play.table import Lane
from stlib.play.view import BothDraw, View

__all__ = ["LaneOdds", "Views", "view_assumes"]


@dataclass(frozen=True)
class LaneOdds:
    """What a player may hope for at one lane.

    Parameters
    ----------
    lane : Lane
        The lane as it lies there.
    sort : {"closed", "judged", "beats", "holds", "duel"}
        What `win` is the chance of: the stone is claimed; both sides are
        complete; only the other is, and mine will beat it; only mine is, and
        theirs will not beat it; neither is, and mine will win.
    at_least : dict of Kind to Fraction
        For each kind that counts, strongest first, the chance that my side can
        be completed to it or a stronger one; empty at a claimed stone. A kind is
        missing if the exact chance would take too long.
    win : Fraction or None
        The chance; None if the exact one would take too long.
    estimate : Rate or None
        Stands in for it then.
    """

    lane: Lane
    sort: str
    at_least: dict[Kind, Fraction]
    win: Fraction | None
    estimate: Rate | None = None

    @property
    def best(self) -> dict[Kind, Fraction]:
        """Chance that the best formation I can lay there is of just this kind."""
        found, above = {}, Fraction(0)
        for kind, chance in self.at_least.items():
            found[kind], above = chance - above, chance
        return found

    @property
    def floats(self) -> dict[str, float]:
        """The chances as decimal numbers: of each kind or a stronger one by its name, and `win`."""
        found = {kind.name: float(chance) for kind, chance in self.at_least.items()}
        if self.win is not None:
            found["win"] = float(self.win)
        elif self.estimate is not None:
            found["win"] = self.estimate.rate
        return found

    def say(self, lang: str = "en") -> str:
        """Return it as a sentence."""
        if self.sort in ("closed", "judged"):
            key = f"odds.lane_{self.sort}_{'won' if self.win else 'lost'}"
            return words.say(key, lang, lane=self.lane.say(lang))
        chance = words.say("odds.too_long", lang)
        if self.win is not None:
            chance = percent(self.win, lang)
        elif self.estimate is not None:
            low, high = (percent(edge, lang) for edge in self.estimate.interval)
            chance = words.say("odds.between", lang, low=low, high=high)
        return words.say(f"odds.lane_{self.sort}", lang, lane=self.lane.say(lang), chance=chance)


class Views(Duels):
    """Chances of a whole view; a part of `stlib.chances.Odds`."""

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
        the other player `their_draws` more, and his hidden hand is any of the
        unseen cards; what the player knows of hidden cards is taken into
        account, see `View.known`. Each lane is judged as if both laid all
        they have there. Elite cards that lie on a lane count; tactic cards in
        hands and decks do not. `view_assumes` says this to readers.

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
        player = self._seat(view)
        shares = self._shares(view, draws, their_draws)
        known: dict[object, tuple[dict[Kind, Fraction], Fraction | None, Rate | None]] = {}
        rows = []
        for lane in view.lanes:
            sides = lane.sides[player], lane.sides[1 - player]
            sort = _sort(lane, player)
            key = (sort, lane.demand, *map(frozenset, sides))
            if sort == "closed":
                rows.append(LaneOdds(lane, sort, {}, Fraction(lane.owner == player)))
            elif sort == "judged":
                rows.append(
                    LaneOdds(lane, sort, self._hopes(lane, sides[0], shares), _won(lane, player))
                )
            else:
                if key not in known:
                    hopes = self._hopes(lane, sides[0], shares)
                    known[key] = (
                        hopes,
                        *self._win(lane, sort, sides, shares, (samples, seed, effort)),
                    )
                rows.append(LaneOdds(lane, sort, *known[key]))
        return tuple(rows)

    # --- reading

    def _seat(self, view: View) -> int:
        if not isinstance(view, View) or view.player is None or view.game.deck != self.deck:
            raise OddsError("odds_view", view=repr(view), game=self.deck.name)
        return view.player

    def _shares(self, view: View, draws: int, their_draws: int | None) -> tuple[BothDraw, ...]:
        draws = _view_draws(draws, view.deck_size)
        left = max(0, view.deck_size - len(view.known.get("deck", ())) - draws)
        if their_draws is None:
            their_draws = min(draws, left)
        return view.both_draw(draws, _view_draws(their_draws, left))

    # --- counting

    def _hopes(
        self, lane: Lane, side: Sequence[Card], shares: tuple[BothDraw, ...]
    ) -> dict[Kind, Fraction]:
        """Return the chance of each kind or a stronger one."""
        found = {}
        for kind in self.kinds(lane.demand):
            try:
                reach = partial(self._reach, kind * TOTALS, lane, side)
                found[kind] = sum((one.chance * reach(one) for one in shares), Fraction(0))
            except OddsError:
                continue
        return found

    def _reach(self, floor: int, lane: Lane, side: Sequence[Card], share: BothDraw) -> Fraction:
        """Return the chance that my side reaches a strength."""
        q, n = _question(lane, side, (*share.hand, *share.mine), share), share.draws
        return 1 - Fraction(self._below(floor, q, n, n)[0], comb(q.n, n))

    def _win(
        self,
        lane: Lane,
        sort: str,
        sides: Sequence[Sequence[Card]],
        shares: tuple[BothDraw, ...],
        how: tuple[int, int, float],
    ) -> tuple[Fraction | None, Rate | None]:
        """Return the exact chance to win a lane, or else an estimate."""
        samples, seed, effort = how
        contests = [(share.chance, _contest(lane, sides, share)) for share in shares]
        try:
            exact = (chance * self._chance(sort, one, effort) for chance, one in contests)
            return sum(exact, Fraction(0)), None
        except OddsError:
            if samples < 1:
                return None, None
        rate = sum(float(p) * self._simulated(one, samples, seed).rate for p, one in contests)
        return None, Rate(rate * samples, samples)

    def _chance(self, sort: str, one: Contest, effort: float) -> Fraction:
        mine, theirs = one.mine, one.theirs
        if sort == "duel":
            return Fraction(self._wins(one, effort), one.all_pairs)
        if sort == "beats":
            missed = self._below(self._strength(theirs) + 1, mine, one.draws, one.draws)[0]
            return 1 - Fraction(missed, comb(one.n, one.draws))
        n = one.their_draws
        return Fraction(self._below(self._strength(mine) + 1, theirs, n, n)[0], comb(one.n, n))


def view_assumes(draws: int, their_draws: int, lang: str = "en") -> str:
    """Return in words what `Odds.of_view` assumes.

    Examples
    --------
    >>> print(view_assumes(6, 5))
    Assumes that you draw 6 and the other player 5 more cards, ...
    """
    return words.say("odds.view_assumes", lang, mine=draws, theirs=their_draws)


def _view_draws(draws: int, n: int) -> int:
    """Return `draws` if so many of the deck's `n` cards can be drawn."""
    try:
        return as_draws(draws, n)
    except OddsError:
        raise OddsError("odds_view_draws", draws=repr(draws), n=n) from None


def _sort(lane: Lane, player: int) -> str:
    if lane.owner is not None:
        return "closed"
    mine, theirs = (lane.formations[p] is not None for p in (player, 1 - player))
    if mine:
        return "judged" if theirs else "holds"
    return "beats" if theirs else "duel"


def _won(lane: Lane, player: int) -> Fraction:
    """Judge two complete sides: the stronger, or the earlier."""
    mine, theirs = lane.formations[player], lane.formations[1 - player]
    assert mine is not None and theirs is not None
    if mine.strength != theirs.strength:
        return Fraction(mine.strength > theirs.strength)
    return Fraction(lane.stamps[player] < lane.stamps[1 - player])


def _question(lane: Lane, side: Sequence[Card], held: Sequence[Card], share: BothDraw) -> Question:
    numbered = to_mask(card for card in side if not card.tactic)
    return Question(numbered, to_mask(held), to_mask(share.pool), lane.demand, wild_code(side))


def _contest(lane: Lane, sides: Sequence[Sequence[Card]], share: BothDraw) -> Contest:
    mine = _question(lane, sides[0], (*share.hand, *share.mine), share)
    theirs = _question(lane, sides[1], share.theirs, share)
    return Contest(mine, theirs, share.draws, share.their_draws, int(theirs.free > mine.free))
