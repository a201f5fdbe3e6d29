"""Schotten Totten 2 as an object: ``ST2``, its positions and views.

The rules are in ``engine.py``; this is their readable cover.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from st2lib import engine, rules
from stlib.cards import Card, Cards, card_class
from stlib.demands import Demand
from stlib.errors import RecordError, SetupError
from stlib.game import Game, Hands, Sides
from stlib.game import Position as AnyPosition
from stlib.notation import Lines, Move
from stlib.table import Table
from stlib.view import View as AnyView

__all__ = ["ST2", "Position", "View"]


class _Wall(Table):
    """What Schotten Totten 2 adds to a table: the wall, damage and oil."""

    def _lane_facts(self, k: int) -> dict[str, Any]:
        damaged = bool(int(self._s.damaged) >> k & 1)
        return {
            "name": rules.TILES[k].name,
            "demand": self.variant.demand(k, damaged),
            "damaged": damaged,
        }

    def _lanes_of(self) -> tuple[int, int]:
        damaged = int(self._s.damaged).bit_count()
        return damaged, rules.LANES - damaged

    @property
    def cauldrons(self) -> int:
        """Oil cauldrons the defender has left."""
        return int(self._s.cauldrons)

    @property
    def damaged(self) -> tuple[int, ...]:
        """Numbers of the damaged tiles, from 1."""
        return tuple(k + 1 for k in range(rules.LANES) if int(self._s.damaged) >> k & 1)

    @property
    def last_turn(self) -> bool:
        """Whether this is the attacker's last turn."""
        return bool(self._s.final)

    def oil_takes(self, lane: int) -> Card | None:
        """Return the card that oil at `lane` (from 0) would discard, None if there is none."""
        return next(iter(self._side(rules.ATTACKER, lane)), None)


class View(_Wall, AnyView):
    """Schotten Totten 2 as one player sees it; made by ``position.view(player)``."""


class Position(_Wall, AnyPosition):
    """A position of Schotten Totten 2; made by `ST2`. Player 0 is the attacker."""

    view_class = View

    def _details(self) -> dict[str, str]:
        s = self._s
        return {
            "damaged": " ".join(map(str, self.damaged)),
            "cauldrons": str(self.cauldrons),
            "poured": str(int(s.poured)),
            "ending": str(int(s.ending)),
            "final": str(int(s.final)),
        }

    def _why_not(self, move: Move) -> tuple[str, dict[str, Any]]:
        if self.outcome is not None:
            return "illegal.over", {}
        why = {
            "play": self._why_not_laid,
            "declare": self._why_not_declared,
            "retreat": self._why_no_retreat,
            "pour": self._why_not_poured,
            "pass": self._why_no_pass,
        }.get(move.verb)
        return why(move) if why else ("illegal.not_now", {})

    def _why_not_laid(self, move: Move) -> tuple[str, dict[str, Any]]:
        if self.phase != "PREP":
            return "illegal.not_now", {}
        key, values = self._why_no_play(move) or ("not_now", {})
        return f"illegal.{key}", values

    def _why_not_declared(self, move: Move) -> tuple[str, dict[str, Any]]:
        if self.to_move == rules.DEFENDER:
            return "illegal.attacker_only", {}
        assert move.lane is not None
        refutation = self.prove(move.lane, rules.ATTACKER)
        return (
            ("illegal.not_now", {})
            if refutation
            else (
                "illegal.refuted",
                {"refutation": refutation},
            )
        )

    def _why_no_retreat(self, move: Move) -> tuple[str, dict[str, Any]]:
        assert move.lane is not None
        if self.to_move == rules.DEFENDER:
            return "illegal.attacker_only", {}
        if self.phase != "PREP":
            return "illegal.before_laying", {}
        return "illegal.nothing_there", {"lane": move.lane + 1}

    def _why_not_poured(self, move: Move) -> tuple[str, dict[str, Any]]:
        assert move.lane is not None
        if self.to_move == rules.ATTACKER:
            return "illegal.defender_only", {}
        if not self.cauldrons:
            return "illegal.no_oil", {}
        if self._s.poured:
            return "illegal.oil_once", {}
        return "illegal.nothing_there", {"lane": move.lane + 1}

    def _why_no_pass(self, move: Move) -> tuple[str, dict[str, Any]]:
        if self.phase != "PREP":
            return "illegal.not_now", {}
        stuck = self.to_move == rules.ATTACKER and not self._s.open[rules.ATTACKER]
        return ("illegal.must_retreat" if stuck else "illegal.must_lay"), {}


class _ST2(Game):
    """Schotten Totten 2: deal it, set a position up by hand, or read one from text."""

    rules = rules
    engine = engine
    card = card_class(rules.DECK)
    position = Position

    @property
    def kernels(self) -> Any:
        """The compiled batch interface: ``legal, apply, playouts, rollouts``, policies."""
        from st2lib import policies

        return policies

    def deal_codes(self, variant: rules.Variant, first: int | None) -> tuple[int, ...]:
        """Return the switches as `engine.new` takes them; the attacker, 0, always starts."""
        if first not in (0, None):
            raise SetupError("attacker_starts", value=repr(first))
        return variant.codes

    def setup(
        self,
        sides: Sides | None = None,
        hands: Hands = (None, None),
        deck: Cards | None = None,
        *,
        damaged: Iterable[int] = (),
        stamps: Mapping[int, tuple[int, int]] | None = None,
        discard: Cards = (),
        cauldrons: int = rules.CAULDRONS,
        poured: bool = False,
        to_move: int = rules.ATTACKER,
        phase: str = "PREP",
        last_turn: bool | None = None,
        ply: int | None = None,
        variant: Any = None,
        seed: int = 0,
    ) -> Position:
        """Build a position by hand; what is not given is filled in from `seed`.

        Parameters
        ----------
        sides : dict of int to (cards, cards), optional
            For each tile (from 1) the cards of the attacker and of the
            defender in laying order.
        hands : tuple of (cards or None), optional
            Both hands; None is filled with unknown cards.
        deck : cards, optional
            Cards left to draw, top first; by default all that are left.
        damaged : iterable of int
            Tiles (from 1) whose damaged face is up.
        stamps : dict of int to (int, int), optional
            Ply at which each side of a tile became complete, 0 if it is not;
            by default in the order of the tiles, the attacker before the defender.
        discard : cards or "rest"
            Cards in the discard; ``"rest"`` is all that are nowhere else.
        cauldrons : int
            Oil left, 0 to 3.
        poured : bool
            Whether the defender has poured in this turn.
        to_move : {0, 1}
            Attacker or defender.
        phase : {"PREP", "MID", "END"}
            Part of the turn.
        last_turn : bool, optional
            Whether this is the attacker's last turn; by default it is if the
            deck is empty and he is to move.
        ply : int, optional
            Moves so far.
        variant : str or Variant, optional
            The base game if not given.
        seed : int
            For what is filled in.

        Raises
        ------
        SetupError
            Naming the card, tile or value that cannot be.

        Examples
        --------
        >>> p = ST2.setup({4: ("r10 r11", "")})
        >>> p = p.apply("declare 4")
        >>> p.damaged
        (4,)
        """
        rule = self.find_variant(variant)
        mask = 0
        for number in damaged:
            mask |= 1 << self._lane(number)
        if cauldrons not in range(rules.CAULDRONS + 1):
            raise SetupError("bad_cauldrons", value=repr(cauldrons), most=rules.CAULDRONS)
        details = {
            "damaged": mask,
            "cauldrons": cauldrons,
            "poured": int(poured),
            "ending": -1,
            "final": -1 if last_turn is None else int(last_turn),
        }
        return self._build(  # type: ignore[no-any-return]
            rule, sides, hands, deck, discard, stamps, to_move, phase, ply, seed, details
        )

    def _demand(self, s: Any, rules_: rules.Variant, k: int) -> Demand:
        return rules_.demand(k, bool(int(s.damaged) >> k & 1))

    def _usual_hand(self, s: Any, p: int) -> int:
        laid = s.phase == rules.MID and s.turn == p
        return rules.HAND - int(laid)

    def _check(self, s: Any) -> None:
        empty = int(s.drawn == rules.CARDS)
        if s.ending < 0:
            s.ending = empty
        if s.final < 0:
            s.final = int(empty and s.turn == rules.ATTACKER)
        _only("ending", int(s.ending), empty)
        if not empty or s.turn == rules.DEFENDER or s.phase == rules.OVER:
            _only("final", int(s.final), 0)
        if s.phase == rules.OVER:
            return
        if int(s.damaged).bit_count() >= rules.WIN_DAMAGED:
            raise SetupError("wall_has_fallen", n=int(s.damaged).bit_count())
        if s.turn == rules.DEFENDER and s.phase != rules.PREP:
            raise SetupError(
                "not_one_of", name="phase", value=repr(rules.PHASES[s.phase]), choices="'PREP'"
            )

    def _read_details(self, lines: Lines) -> dict[str, Any]:
        mask = 0
        for word in lines.take("damaged").split():
            if not word.isdecimal() or not 1 <= int(word) <= rules.LANES:
                raise RecordError("not_a_lane", key="damaged", text=repr(word))
            mask |= 1 << int(word) - 1
        return {
            "damaged": mask,
            "cauldrons": lines.number("cauldrons", 0, rules.CAULDRONS),
            "poured": lines.number("poured", 0, 1),
            "ending": lines.number("ending", 0, 1),
            "final": lines.number("final", 0, 1),
        }


def _only(name: str, value: int, allowed: int) -> None:
    """Refuse any other value than the one that fits deck and turn."""
    if value != allowed:
        raise SetupError("not_one_of", name=name, value=value, choices=allowed)


ST2 = _ST2()
