"""Positions of Schotten Totten built by hand or read from text; refuses what cannot be."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from stlib.base.errors import SetupError
from stlib.cards.demand import Demand
from stlib.play.setup import Builder
from stlib.st1 import rules, state, tactics

__all__ = ["StoneBuilder"]

_refresh: Callable[[Any], None] = state.refresh  # kernels have no types
_victory: Callable[[int], int] = state.victory
_targets: Callable[[Any, int], bool] = tactics.targets


class StoneBuilder(Builder):
    """Builds one position of Schotten Totten."""

    def demand(self, k: int) -> Demand:
        """Return what stone `k` asks for under the combat mode that lies there, if any."""
        mode: int = self.s.mode[k]
        return (rules.STONE, rules.BLIND_MANS_BLUFF, rules.MUD_FIGHT)[mode]

    def usual_hand(self, p: int) -> int:
        """Return a full hand, less the card that was laid before a claim."""
        s = self.s
        laid = s.phase == rules.CLAIM and s.timing == 0 and s.turn == p
        return int(s.hand_size) - int(laid)

    def on_table(self) -> Iterable[tuple[int, str]]:
        """Yield the cards on the sides, and the combat modes at the stones."""
        yield from super().on_table()
        for k, mode in enumerate(map(int, self.s.mode)):
            if mode:
                yield rules.MODE_CARDS[mode], f"lane {k + 1}"

    def check(self) -> None:
        """Refuse hands, stones and counts that no game comes to."""
        s = self.s
        over = s.phase == rules.OVER
        self.refuse("first", 0, 1)
        self.refuse("busy", 0, 1)
        self.refuse("idle", 0, 2 if over else 1)
        self._check_hands()
        self._check_stones()
        self._check_recruiter()
        if over:
            self._check_end()

    def can_choose(self) -> bool:
        """Say whether a ruse's phase has its ruse and something to choose, and others have none."""
        s = self.s
        p, ruse, phase = int(s.turn), int(s.ruse), int(s.phase)
        if ruse and not int(s.tactic_discard) << rules.CARDS >> ruse & 1:
            return False
        if phase != rules.PUT and (s.taken or s.taken_lane):
            return False
        if phase == rules.RECRUIT:
            left = rules.CARDS - s.drawn + rules.TACTICS - s.tactic_drawn
            return bool(ruse == rules.RECRUITER and 1 <= s.draws <= left)
        if phase == rules.RETURN:
            return bool(ruse == rules.RECRUITER and 1 <= s.returns <= self._may_return(p))
        if phase not in (rules.TAKE, rules.PUT):
            return ruse == 0
        _refresh(s)
        slot = ruse == rules.STRATEGIST or s.open[p] != 0
        if phase == rules.TAKE:
            ruses = (rules.STRATEGIST, rules.BANSHEE, rules.TRAITOR)
            return bool(ruse in ruses and _targets(s, ruse) and (slot or ruse == rules.BANSHEE))
        return bool(slot and self._can_put(p, ruse))

    def _may_return(self, p: int) -> int:
        """Return how many cards at most go back under their decks."""
        return min(self._hand_count(p), rules.RETURNS)

    def _can_put(self, p: int, ruse: int) -> bool:
        """Say whether the card taken is one that the ruse may take, and lies where it says."""
        s, lane = self.s, int(self.s.taken_lane)
        there = s.taken in self.side(p if ruse == rules.STRATEGIST else 1 - p, lane)
        closed = int(s.claimed[0] | s.claimed[1]) >> lane & 1
        clan = ruse == rules.TRAITOR and s.taken < rules.CARDS
        return bool(there and not closed and (clan or ruse == rules.STRATEGIST))

    def _check_hands(self) -> None:
        """A hand is full at most; while the Recruiter's cards are not yet put back, fuller."""
        s = self.s
        choosing = s.phase in (rules.RECRUIT, rules.RETURN)
        for p in range(2):
            n = self._hand_count(p)
            most = rules.MAX_HAND if choosing and p == s.turn else int(s.hand_size)
            if n > most:
                raise SetupError("hand_size", n=n, size=most, player=p + 1)

    def _check_stones(self) -> None:
        """One player holds a stone, and has a complete side there; at most one player has won."""
        s = self.s
        a, b = (int(s.claimed[p]) for p in range(2))
        if a & b:
            raise SetupError("claimed_twice", lanes=_numbers(a & b))
        for p, stones in enumerate((a, b)):
            for k in range(rules.LANES):
                if stones >> k & 1 and not s.stamp[p, k]:
                    raise SetupError("claimed_incomplete", lane=k + 1, player=p + 1)
        counted = s.phase == rules.OVER and s.reason == rules.COUNT
        if _victory(a) >= 0 and _victory(b) >= 0 and not counted:
            raise SetupError("border_two_winners")

    def _check_recruiter(self) -> None:
        """Draws and returns of the Recruiter need a Recruiter that has been played."""
        s = self.s
        played = int(s.tactic_discard) << rules.CARDS >> rules.RECRUITER & 1
        recruiting, returning = s.phase == rules.RECRUIT, s.phase == rules.RETURN
        self.refuse("draws", int(recruiting), rules.RECRUITS if recruiting else 0)
        self.refuse("returns", 0, rules.MAX_HAND if recruiting or returning else 0)
        self.refuse("no_draw", 0, int(played))
        deck = s.placed[: int(s.drawn)].any() or s.tactic_placed[: int(s.tactic_drawn)].any()
        if deck or (not played and (s.placed.any() or s.tactic_placed.any())):
            raise SetupError("nothing_put_back")

    def _check_end(self) -> None:
        """The stones say who has won, and why."""
        s = self.s
        wins = [_victory(int(s.claimed[p])) for p in range(2)]
        winner, reason = int(s.winner), int(s.reason)
        if reason == rules.DEADLOCK:
            fits = s.deadlock == 1 and winner == rules.DRAWN_GAME
        elif reason == rules.COUNT:
            fits = s.deadlock == 0 and winner == self._most_stones(wins)
        else:
            fits = winner < rules.DRAWN_GAME and wins[winner] == reason
        if not fits:
            raise SetupError("outcome_differs")

    def _most_stones(self, wins: list[int]) -> int:
        """Return who wins the count: who alone has a victory's stones, else who has more stones."""
        a, b = (int(self.s.claimed[p]).bit_count() for p in range(2))
        if (wins[0] >= 0) != (wins[1] >= 0):
            return int(wins[1] >= 0)
        return rules.DRAWN_GAME if a == b else int(b > a)

    def _hand_count(self, p: int) -> int:
        return int(self.s.hand[p]).bit_count() + int(self.s.tactic_hand[p]).bit_count()


def _numbers(mask: int) -> str:
    return " ".join(str(k + 1) for k in range(mask.bit_length()) if mask >> k & 1)
