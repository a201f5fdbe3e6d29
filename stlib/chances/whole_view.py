"""A whole view: what each lane may become, for the player who sees it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from stlib.base import words
from stlib.base.checks import shown
from stlib.base.stats import Rate
from stlib.cards.card import Card, to_mask
from stlib.cards.demand import Deck, Kind
from stlib.chances.both_draw import duel, duel_estimate
from stlib.chances.one_side import beats, reaches
from stlib.chances.percents import percent
from stlib.chances.question import Contest, OddsError, Question, kinds_that_count, read_draws
from stlib.claims.codes import TOTALS
from stlib.claims.elite_identities import wild_code
from stlib.play.table import Lane
from stlib.play.view import BothDraw, View

__all__ = ["LaneOdds", "lane_odds", "view_assumes"]

Shares = tuple[tuple[Fraction, Contest], ...]  # the cases of one lane, each with its chance


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

    @words.whole
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


_Answer = tuple[dict[Kind, Fraction], Fraction | None, Rate | None]


def lane_odds(
    view: View,
    draws: int,
    their_draws: int | None,
    deck: Deck,
    samples: int = 20_000,
    seed: int = 0,
    effort: float = 0.2,
) -> tuple[LaneOdds, ...]:
    """Return for each lane what the player may hope for; see `stlib.chances.Odds.of_view`."""
    player = _read_player(view, deck)
    cases = _read_cases(view, draws, their_draws)
    known: dict[tuple[str, Shares], _Answer] = {}
    rows = []
    for lane in view.lanes:
        sort = _sort(lane, player)
        if sort == "closed":
            rows.append(LaneOdds(lane, sort, {}, Fraction(lane.owner == player)))
            continue
        shares = tuple((case.chance, _contest(lane, player, case, deck)) for case in cases)
        if sort == "judged":
            rows.append(LaneOdds(lane, sort, _hopes(shares), _won(lane, player)))
            continue
        if (sort, shares) not in known:  # lanes that are alike are counted once
            known[sort, shares] = _hopes(shares), *_win(sort, shares, samples, seed, effort)
        rows.append(LaneOdds(lane, sort, *known[sort, shares]))
    return tuple(rows)


def view_assumes(draws: int, their_draws: int, lang: str = "en") -> str:
    """Return in words what `Odds.of_view` assumes.

    Examples
    --------
    >>> print(view_assumes(6, 5))
    Assumes that you draw 6 and the other player 5 more cards, ...
    """
    return words.say("odds.view_assumes", lang, mine=draws, theirs=their_draws)


# --- reading --------------------------------------------------------------------------


def _read_player(view: View, deck: Deck) -> int:
    if not isinstance(view, View) or view.player is None or view.game.deck != deck:
        raise OddsError("odds_view", view=shown(view), game=deck.name)
    return view.player


def _read_cases(view: View, draws: int, their_draws: int | None) -> tuple[BothDraw, ...]:
    """Return the cases of what both players draw."""
    draws = _read_view_draws(draws, view.deck_size)
    left = max(0, view.deck_size - len(view.known.get("deck", ())) - draws)
    if their_draws is None:
        their_draws = min(draws, left)
    return view.both_draw(draws, _read_view_draws(their_draws, left))


def _read_view_draws(draws: int, n: int) -> int:
    """Return a number of draws; OddsError if so many of the deck's `n` cards cannot be drawn."""
    try:
        return read_draws(draws, n)
    except OddsError:
        raise OddsError("odds_view_draws", draws=shown(draws), n=n) from None


def _sort(lane: Lane, player: int) -> str:
    """Return the sort of a lane, see `LaneOdds`."""
    if lane.owner is not None:
        return "closed"
    mine, theirs = (lane.formations[p] is not None for p in (player, 1 - player))
    if mine:
        return "judged" if theirs else "holds"
    return "beats" if theirs else "duel"


def _contest(lane: Lane, player: int, case: BothDraw, deck: Deck) -> Contest:
    """Return the two sides of a lane, all cards that both surely have being held for it."""
    mine = _question(lane, lane.sides[player], (*case.hand, *case.mine), case, deck)
    theirs = _question(lane, lane.sides[1 - player], case.theirs, case, deck)
    return Contest(mine, theirs, case.draws, case.their_draws, int(theirs.free > mine.free))


def _question(
    lane: Lane, side: Sequence[Card], held: Sequence[Card], case: BothDraw, deck: Deck
) -> Question:
    numbered = to_mask(card for card in side if not card.tactic)
    pool = to_mask(case.pool)
    return Question(numbered, to_mask(held), pool, lane.demand, deck, wild_code(side))


# --- counting -------------------------------------------------------------------------


def _hopes(shares: Shares) -> dict[Kind, Fraction]:
    """Return the chance of each kind or a stronger one, without those that take too long."""
    found = {}
    for kind in kinds_that_count(shares[0][1].mine.demand):
        try:
            each = (p * reaches(one.mine, kind * TOTALS, one.draws) for p, one in shares)
            found[kind] = sum(each, Fraction(0))
        except OddsError:
            continue
    return found


def _win(
    sort: str, shares: Shares, samples: int, seed: int, effort: float
) -> tuple[Fraction | None, Rate | None]:
    """Return the exact chance to win a lane, or else an estimate."""
    try:
        return sum((p * _exact(sort, one, effort) for p, one in shares), Fraction(0)), None
    except OddsError:
        if samples < 1:
            return None, None
    rate = sum(float(p) * duel_estimate(one, samples, seed).rate for p, one in shares)
    return None, Rate(rate * samples, samples)


def _exact(sort: str, one: Contest, effort: float) -> Fraction:
    if sort == "duel":
        return duel(one, effort)
    return beats(one.mine, one.theirs, one.draws if sort == "beats" else one.their_draws)


def _won(lane: Lane, player: int) -> Fraction:
    """Judge two complete sides: the stronger wins, or the earlier of equal ones."""
    mine, theirs = lane.formations[player], lane.formations[1 - player]
    assert mine is not None and theirs is not None
    if mine.strength != theirs.strength:
        return Fraction(mine.strength > theirs.strength)
    return Fraction(lane.stamps[player] < lane.stamps[1 - player])
