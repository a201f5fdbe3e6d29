"""Positions of Schotten Totten 2 built by hand or read from text; refuses what cannot be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from st2lib import rules, state, tactics
from stlib.base.errors import SetupError
from stlib.cards.card import from_mask
from stlib.cards.demand import Demand
from stlib.play.setup import Builder

__all__ = ["WallBuilder"]

_refresh: Callable[[Any], None] = state.refresh  # kernels have no types
_has_course: Callable[[Any, int], bool] = tactics.has_course


class WallBuilder(Builder):
    """Builds one position of Schotten Totten 2."""

    def demand(self, k: int) -> Demand:
        """Return what the face of tile `k` that is up asks for."""
        tile = rules.TILES[k]
        return tile.damaged if int(self.s.damaged) >> k & 1 else tile.intact

    def usual_hand(self, p: int) -> int:
        """Return a full hand, less the card that an attacker has laid."""
        laid = self.s.phase == rules.MID and self.s.turn == p
        return (rules.TACTIC_HAND if self.s.tactics else rules.HAND) - int(laid)

    def check(self) -> None:
        """Refuse stages, hands and counts that no game comes to."""
        s = self.s
        self._check_counts()
        self._check_ending()
        self._check_support()
        if s.phase == rules.OVER:
            self._check_end()
            return
        if (n := int(s.damaged).bit_count()) >= rules.WIN_DAMAGED:
            raise SetupError("wall_has_fallen", n=n)
        wrong = (rules.MID, rules.END) if s.turn == rules.DEFENDER else (rules.DRAW,)
        if s.phase in wrong:
            phase = repr(rules.PHASES[s.phase])
            raise SetupError("not_one_of", name="phase", value=phase, choices="'PREP'")
        self._check_hands()

    def can_choose(self) -> bool:
        """Say whether an action's phase has its action and a choice, and others have none."""
        s = self.s
        p, action, phase = int(s.turn), int(s.action), int(s.phase)
        if action and not int(s.tactic_discard) << rules.CARDS >> action & 1:
            return False
        if phase != rules.PUT and (s.taken or s.taken_lane):
            return False
        if phase == rules.GIVE:
            laid = [self._given(q) for q in range(2)]
            mine, theirs = laid[p], laid[1 - p]
            return action == rules.EXCHANGE and (
                mine < rules.EXCHANGED and theirs in (0, rules.EXCHANGED)
            )
        if any(self._given(q) for q in range(2)):
            return False
        if phase not in (rules.TAKE, rules.PUT, rules.AT):
            return action == 0
        _refresh(s)
        if phase == rules.AT:
            return bool(action == rules.EXPLOSION and _has_course(s, action))
        if phase == rules.TAKE:
            kinds = (rules.REDEPLOY, rules.RECRUIT, rules.DESERTION, rules.BETRAYAL, rules.SUPPORT)
            return bool(action in kinds and _has_course(s, action))
        return self._can_put(p, action)

    def _can_put(self, p: int, action: int) -> bool:
        """Say whether the card taken is one that the action may take, and can go somewhere."""
        s, lane = self.s, int(self.s.taken_lane)
        if action == rules.RECRUIT:
            return bool(s.open[p] and s.taken < rules.CARDS and s.discard >> s.taken & 1)
        there = s.taken in self.side(p if action == rules.REDEPLOY else 1 - p, lane)
        if action == rules.BETRAYAL:
            return bool(there and s.taken < rules.CARDS and s.open[p])
        return bool(there and action == rules.REDEPLOY)

    def _owner(self) -> int:
        """Return whose turn it is: in the middle of an Exchange the other player may be to move."""
        s, p = self.s, int(self.s.turn)
        answering = s.phase == rules.GIVE and self._given(1 - p)
        return 1 - p if answering else p

    def _given(self, p: int) -> int:
        """Return how many cards of their hand a player has laid out for Exchange."""
        s = self.s
        hand = int(s.hand[p]) | int(s.tactic_hand[p]) << rules.CARDS
        given = int(s.given[p]) | int(s.tactic_given[p]) << rules.CARDS
        if given & ~hand:
            raise SetupError("no_choice", phase=rules.PHASES[s.phase], card=self.in_play())
        return len(from_mask(given, rules.DECK))

    def _check_counts(self) -> None:
        s, over = self.s, self.s.phase == rules.OVER
        self.refuse("cauldrons", 0, rules.CAULDRONS)
        oil = self._owner() == rules.DEFENDER and s.cauldrons < rules.CAULDRONS and not over
        self.refuse("poured", 0, int(oil))
        self.refuse("busy", 0, int(s.tactics))
        self.refuse("idle", 0, (2 if over else 1) * int(s.tactics))

    def _check_ending(self) -> None:
        """The end begins with the last card; Support alone may bring cards back after it."""
        s = self.s
        empty = int(s.drawn == rules.CARDS and not self._waits())
        attacker = self._owner() == rules.ATTACKER
        if s.ending < 0:
            s.ending = empty
        if s.final < 0:
            s.final = int(empty and attacker)
        self.refuse("ending", empty, int(empty or s.put_back != 0))
        running = s.phase != rules.OVER
        self.refuse("final", 0, int(s.ending and attacker and running))

    def _waits(self) -> bool:
        """Say whether (a switch) the end begins only with the last tactic card, and one is left."""
        s = self.s
        return bool(s.tactics and s.tactic_end and s.tactic_drawn < rules.TACTICS)

    def _check_hands(self) -> None:
        """A hand is full at most; that of a defender who may pass can grow without tactics."""
        s = self.s
        for p in range(2):
            n = int(s.hand[p]).bit_count() + int(s.tactic_hand[p]).bit_count()
            size = rules.TACTIC_HAND if s.tactics else rules.HAND
            grows = p == rules.DEFENDER and s.defender_full and not s.tactics
            if n > size and not grows:
                raise SetupError("hand_size", n=n, size=size, player=p + 1)

    def _check_support(self) -> None:
        """Support puts back two cards; who may hold them has drawn since."""
        s = self.s
        played = int(s.tactic_discard) << rules.CARDS >> rules.SUPPORT & 1
        picking = s.phase == rules.TAKE and s.action == rules.SUPPORT
        back = int(s.put_back).bit_count()
        if back not in ((0, 1) if picking else (0, rules.SUPPORTED)) or (back and not played):
            raise SetupError("nothing_put_back")
        for p in range(2):
            held = int(s.hand[p] & s.put_back & ~s.shown[p]).bit_count()
            if s.since[p] < held or (s.since[p] and not back):
                choices = f"{held} …" if back else "0"
                value = int(s.since[p])
                raise SetupError("not_one_of", name="since", value=value, choices=choices)

    def _check_end(self) -> None:
        """The wall says who has won, and why."""
        s = self.s
        damaged, reason = int(s.damaged).bit_count(), int(s.reason)
        fits = {
            rules.FOUR_TILES: damaged == rules.WIN_DAMAGED,
            rules.BREACH: 0 < damaged < rules.WIN_DAMAGED,
            rules.HELD: damaged < rules.WIN_DAMAGED and s.ending == 1,
            rules.FULL: damaged < rules.WIN_DAMAGED and s.defender_full == 0,
            rules.DEADLOCK: damaged < rules.WIN_DAMAGED and s.tactics == 1,
        }
        attacker = reason in (rules.FOUR_TILES, rules.BREACH)
        if not fits[reason] or s.winner != (rules.ATTACKER if attacker else rules.DEFENDER):
            raise SetupError("outcome_differs")
