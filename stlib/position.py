"""Schotten Totten as an object: ``ST1``, its positions and views.

The rules are in ``engine.py``; this is their readable cover.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stlib import engine, rules
from stlib.cards import Cards, card_class
from stlib.demands import Demand
from stlib.errors import RecordError, SetupError
from stlib.game import Game, Hands, Sides
from stlib.game import Position as AnyPosition
from stlib.notation import Lines, Move
from stlib.table import Table
from stlib.view import View as AnyView

__all__ = ["ST1", "Position", "View"]


class _Stones(Table):
    """What Schotten Totten adds to a table: stones and who holds them."""

    def _lane_facts(self, k: int) -> dict[str, Any]:
        owner = next((p for p in range(2) if int(self._s.claimed[p]) >> k & 1), None)
        return {"name": "stone", "demand": self.variant.demand(k), "owner": owner}

    def _lanes_of(self) -> tuple[int, int]:
        a, b = (int(self._s.claimed[p]).bit_count() for p in range(2))
        return a, b

    @property
    def first(self) -> int:
        """Who started the game."""
        return int(self._s.first)

    @property
    def stones(self) -> tuple[int, int]:
        """Stones each player has claimed."""
        return self._lanes_of()


class View(_Stones, AnyView):
    """Schotten Totten as one player sees it; made by ``position.view(player)``."""


class Position(_Stones, AnyPosition):
    """A position of Schotten Totten; made by `ST1`."""

    view_class = View

    def _details(self) -> dict[str, str]:
        s = self._s
        return {
            "first": str(self.first + 1),
            "claimed 1": _numbers(int(s.claimed[0])),
            "claimed 2": _numbers(int(s.claimed[1])),
            "busy": str(int(s.busy)),
            "idle": str(int(s.idle)),
        }

    def _why_not(self, move: Move) -> tuple[str, dict[str, Any]]:
        if self.outcome is not None:
            return "illegal.over", {}
        if move.verb == "play":
            return self._why_not_laid(move)
        if move.verb == "claim":
            return self._why_not_claimed(move)
        if move.verb == "pass" and self.phase == "PLAY":
            return "illegal.must_lay", {}
        return "illegal.not_now", {}

    def _why_not_laid(self, move: Move) -> tuple[str, dict[str, Any]]:
        assert move.lane is not None
        if self.phase != "PLAY":
            return "illegal.not_now", {}
        if (int(self._s.claimed[0]) | int(self._s.claimed[1])) >> move.lane & 1:
            return "illegal.stone_claimed", {"lane": move.lane + 1}
        key, values = self._why_no_play(move) or ("not_now", {})
        return f"illegal.{key}", values

    def _why_not_claimed(self, move: Move) -> tuple[str, dict[str, Any]]:
        assert move.lane is not None and self.to_move is not None
        if (int(self._s.claimed[0]) | int(self._s.claimed[1])) >> move.lane & 1:
            return "illegal.stone_claimed", {"lane": move.lane + 1}
        refutation = self.prove(move.lane, self.to_move)
        if not refutation:
            return "illegal.refuted", {"refutation": refutation}
        late = self.variant.claim_timing == "start_of_turn"
        return "illegal.claim_later" if late else "illegal.claim_after_laying", {}


class _ST1(Game):
    """Schotten Totten: deal it, set a position up by hand, or read one from text."""

    rules = rules
    engine = engine
    card = card_class(rules.DECK)
    position = Position

    @property
    def kernels(self) -> Any:
        """The compiled batch interface: ``legal, apply, playouts, rollouts``, policies."""
        from stlib import policies

        return policies

    def deal_codes(self, variant: rules.Variant, first: int | None) -> tuple[int, ...]:
        """Return who starts (-1: drawn) and the switches, as `engine.new` takes them."""
        if first not in (0, 1, None):
            raise SetupError("not_one_of", name="first", value=repr(first), choices="0, 1")
        return (-1 if first is None else first, *variant.codes)

    def setup(
        self,
        sides: Sides | None = None,
        hands: Hands = (None, None),
        deck: Cards | None = None,
        *,
        claimed: Mapping[int, int] | None = None,
        stamps: Mapping[int, tuple[int, int]] | None = None,
        discard: Cards = (),
        to_move: int = 0,
        phase: str | None = None,
        first: int = 0,
        ply: int | None = None,
        idle: int = 0,
        busy: int | None = None,
        variant: Any = None,
        seed: int = 0,
    ) -> Position:
        """Build a position by hand; what is not given is filled in from `seed`.

        Parameters
        ----------
        sides : dict of int to (cards, cards), optional
            For each stone (from 1) the cards of player 0 and of player 1 in
            laying order.
        hands : tuple of (cards or None), optional
            Both hands; None is filled with unknown cards.
        deck : cards, optional
            Cards left to draw, top first; by default all that are left.
        claimed : dict of int to {0, 1}, optional
            Who holds which stone.
        stamps : dict of int to (int, int), optional
            Ply at which each side of a stone became complete, 0 if it is
            not; by default in the order of the stones, player 0 before 1.
        discard : cards or "rest", optional
            Cards out of the game; ``"rest"`` is all that are nowhere else.
        to_move : {0, 1}
            Who decides next.
        phase : {"PLAY", "CLAIM"}, optional
            By default the turn's first.
        first : {0, 1}
            Who started.
        ply, idle, busy : int, optional
            Moves so far; idle turns just before this one; whether this turn
            has done anything yet.
        variant : str or Variant, optional
            The base game if not given.
        seed : int
            For what is filled in.

        Raises
        ------
        SetupError
            Naming the card, stone or value that cannot be.

        Examples
        --------
        >>> p = ST1.setup({5: ("r7 r8 r9", "b8 b9")}, phase="CLAIM")
        >>> [str(m) for m in p.legal_moves]
        ['claim 5', 'done']
        """
        rule = self.find_variant(variant)
        late = rule.claim_timing == "start_of_turn"
        phase = phase or ("CLAIM" if late else "PLAY")
        masks = [0, 0]
        for number, player in (claimed or {}).items():
            if player not in (0, 1):
                raise SetupError("no_player", player=repr(player))
            masks[player] |= 1 << self._lane(number)
        if busy is None:
            busy = int(phase == "CLAIM" and not late)
        details = {"claimed": masks, "first": first, "idle": idle, "busy": busy}
        return self._build(  # type: ignore[no-any-return]
            rule, sides, hands, deck, discard, stamps, to_move, phase, ply, seed, details
        )

    def _demand(self, s: Any, rules_: rules.Variant, k: int) -> Demand:
        return rules_.demand(k)

    def _usual_hand(self, s: Any, p: int) -> int:
        laid = s.phase == rules.CLAIM and s.timing == 0 and s.turn == p
        return rules.HAND - int(laid)

    def _check(self, s: Any) -> None:
        a, b = (int(s.claimed[p]) for p in range(2))
        for p in range(2):
            if (n := int(s.hand[p]).bit_count()) > rules.HAND:
                raise SetupError("hand_size", n=n, size=rules.HAND, player=p + 1)
        if a & b:
            raise SetupError("claimed_twice", lanes=_numbers(a & b))
        over = s.phase == rules.OVER
        for name, most in (("first", 1), ("busy", 1), ("idle", 2 if over else 1)):
            if not 0 <= getattr(s, name) <= most:
                choices = ", ".join(map(str, range(most + 1)))
                raise SetupError("not_one_of", name=name, value=getattr(s, name), choices=choices)
        if over:
            return
        for p, stones in enumerate((a, b)):
            for k in range(rules.LANES):
                if stones >> k & 1 and not s.stamp[p, k]:
                    raise SetupError("claimed_incomplete", lane=k + 1, player=p + 1)

    def _read_details(self, lines: Lines) -> dict[str, Any]:
        return {
            "first": lines.number("first", 1, 2) - 1,
            "claimed": [_mask(lines, "claimed 1"), _mask(lines, "claimed 2")],
            "busy": lines.number("busy", 0, 1),
            "idle": lines.number("idle", 0, 2),
        }


def _numbers(mask: int) -> str:
    return " ".join(str(k + 1) for k in range(mask.bit_length()) if mask >> k & 1)


def _mask(lines: Lines, key: str) -> int:
    mask = 0
    for word in lines.take(key).split():
        if not word.isdecimal() or not 1 <= int(word) <= rules.LANES:
            raise RecordError("not_a_lane", key=key, text=repr(word))
        mask |= 1 << int(word) - 1
    return mask


ST1 = _ST1()
