"""Schotten Totten as an object: ``ST1``, its positions and views.

The rules are in ``engine.py``; this is their readable cover.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from stlib.base.checks import (
    check_first,
    check_lane,
    check_mapping,
    check_one_of,
    count_pair,
    whole,
)
from stlib.base.luck import Luck
from stlib.cards.card import Card, Cards, card_class
from stlib.cards.moves import Move
from stlib.cards.tactic_limit import may_play_tactic
from stlib.claims.prove import Refutation
from stlib.play.game import Game
from stlib.play.game import Position as AnyPosition
from stlib.play.position_text import CardLine, HandLine, LaneLine, NamesLine, NumberLine, PlacesLine
from stlib.play.setup import Given, Hands, Sides, owners_as_bits
from stlib.play.table import AnyVariant, Table
from stlib.play.view import UNKNOWN
from stlib.play.view import View as AnyView
from stlib.st1 import engine, places, rules
from stlib.st1.setup import StoneBuilder

if TYPE_CHECKING:
    from stlib.svg.game_drawing import GameDrawing

__all__ = ["ST1", "Position", "View"]


class _Stones(Table):
    """What Schotten Totten adds to a table: stones and who holds them."""

    game: _ST1
    variant: rules.Variant
    in_play = "ruse"

    def _lane_facts(self, k: int) -> dict[str, Any]:
        owner = next((p for p in range(2) if int(self._s.claimed[p]) >> k & 1), None)
        mode = rules.MODES[self._s.mode[k]]
        demand = self.variant.demand(k, mode)
        return {"name": "stone", "demand": demand, "owner": owner, "mode": mode}

    def _elite_picks(self, lane: int, player: int) -> tuple[int, ...]:
        out = np.zeros(rules.ELITES + 1, np.int64)
        n = int(engine.elite_picks(self._row, player, lane, out))
        return tuple(out[:n].tolist())

    def _picture(self) -> dict[str, str]:
        from stlib import svg  # at first use: games are played without pictures

        return svg.bundle(self)

    def _lanes_of(self) -> tuple[int, int]:
        a, b = (int(self._s.claimed[p]).bit_count() for p in range(2))
        return a, b

    @property
    def first(self) -> int:
        """Who started the game."""
        return int(self._s.first)

    @property
    def to_draw(self) -> int:
        """Cards the Recruiter has still to draw."""
        return int(self._s.draws) if self.phase == "RECRUIT" else 0

    @property
    def to_return(self) -> int:
        """Cards to put back under their decks when the Recruiter has drawn."""
        return int(self._s.returns) if self.phase in ("RECRUIT", "RETURN") else 0

    @property
    def stones(self) -> tuple[int, int]:
        """Stones each player has claimed."""
        return self._lanes_of()


class View(_Stones, AnyView):
    """Schotten Totten as one player sees it; made by ``position.view(player)``."""

    if TYPE_CHECKING:  # a view of this game gives positions of this game

        def determinize(self, rng: Luck | np.random.Generator | int) -> Position:
            """Return a position that gives this view."""

    def _known(self) -> dict[str, tuple[Card, ...]]:
        s = self._s
        theirs: tuple[Card, ...] = ()
        if self.player is not None:
            other = 1 - self.player
            theirs = self._cards_of(s.hand[other], s.tactic_hand[other])
        return {
            "their_hand": theirs,
            "deck": self._own_places(s.deck, s.placed),
            "tactic_deck": self._own_places(s.tactic_deck, s.tactic_placed),
        }

    def _own_places(self, deck: Any, placed: Any) -> tuple[Card, ...]:
        """Return the cards of a deck that this player put there, bottom first."""
        own = -1 if self.player is None else self.player + 1
        at = [i for i in range(len(deck)) if placed[i] == own]
        return tuple(self.game.card.from_id(int(deck[i])) for i in reversed(at))

    def _wipe(self, s: Any, player: int | None) -> None:
        for p in range(2):
            if player is None:
                s.hand[p] = s.tactic_hand[p] = s.shown[p] = s.tactic_shown[p] = 0
            elif p != player:
                s.hand[p] &= s.shown[p]
                s.tactic_hand[p] &= s.tactic_shown[p]
        own = -1 if player is None else player + 1
        for deck, placed, drawn in (
            (s.deck, s.placed, s.drawn),
            (s.tactic_deck, s.tactic_placed, s.tactic_drawn),
        ):
            hidden = placed != own
            hidden[: int(drawn)] = False
            deck[hidden] = UNKNOWN if s.tactics or deck is s.deck else 0

    def _public(self, number: int) -> int:
        """A card put back by the Recruiter shows only its back."""
        at = number - rules.RETURN_MOVE
        if 0 <= at < rules.CARDS:
            return rules.RETURN_CLAN
        return rules.RETURN_TACTIC if 0 <= at < rules.CARDS + rules.TACTICS else number


class Position(_Stones, AnyPosition):
    """A position of Schotten Totten; made by `ST1`."""

    view_class = View

    if TYPE_CHECKING:  # a position of this game gives views of this game

        def view(self, player: int | None) -> View:
            """Return what `player` may know."""

    def _why_not(self, move: Move) -> tuple[str, dict[str, Any]]:
        if self.outcome is not None:
            return "illegal.over", {}
        if move.verb == "play":
            return self._why_not_laid(move)
        if move.verb == "claim":
            return self._why_not_claimed(move)
        if move.verb == "pass" and self.phase == "PLAY":
            return "illegal.must_lay", {}
        if move.verb in rules.RUSES and self.phase == "PLAY":
            return self._why_no_ruse(rules.RUSES.index(move.verb))
        return self._why_no_choice(move)

    def _why_no_ruse(self, number: int) -> tuple[str, dict[str, Any]]:
        s, p = self._s, int(self._s.turn)
        card = rules.RECRUITER + number
        if not int(s.tactic_hand[p]) >> card - rules.CARDS & 1:
            return "illegal.not_in_hand", {"card": self.game.card.from_id(card)}
        if not may_play_tactic(s, p):
            return "illegal.tactic_limit", {}
        return "illegal.no_target", {}

    def _why_not_laid(self, move: Move) -> tuple[str, dict[str, Any]]:
        assert move.lane is not None
        if self.phase != "PLAY":
            return "illegal.not_now", {}
        if (int(self._s.claimed[0]) | int(self._s.claimed[1])) >> move.lane & 1:
            return "illegal.stone_claimed", {"lane": move.lane + 1}
        if move.card is not None and move.card.tactic in rules.MODES:
            key, values = self._why_no_mode(move)
        else:
            limit = "joker_at_border" if self.variant.joker_limit_st1 != "ever" else "joker_limit"
            key, values = self._why_no_play(move) or (limit, {"card": move.card})
        return f"illegal.{key}", values

    def _why_no_mode(self, move: Move) -> tuple[str, dict[str, Any]]:
        assert move.lane is not None
        if self._s.mode[move.lane] and self._holds(move.card):
            return "mode_there", {"lane": move.lane + 1}
        return self._why_no_play(move) or ("not_now", {})

    def _holds(self, card: Card | None) -> bool:
        return card in self.hands[int(self._s.turn)]

    def _why_not_claimed(self, move: Move) -> tuple[str, dict[str, Any]]:
        assert move.lane is not None and self.to_move is not None
        if (int(self._s.claimed[0]) | int(self._s.claimed[1])) >> move.lane & 1:
            return "illegal.stone_claimed", {"lane": move.lane + 1}
        found = self.prove(move.lane, self.to_move)
        if isinstance(found, Refutation):
            return "illegal.refuted", {"refutation": found, "reason": found.because}
        late = self.variant.claim_timing == "start_of_turn"
        return "illegal.claim_later" if late else "illegal.claim_after_laying", {}


class _ST1(Game[Position, rules.Variant]):
    """Schotten Totten: deal it, set a position up by hand, or read one from text."""

    rules = rules
    engine = engine
    places = places
    card = card_class(rules.DECK)
    position = Position
    builder = StoneBuilder
    details = (
        NumberLine("first", "first", plus=1, most=1),
        LaneLine("claimed 1", "claimed", 0, lanes=rules.LANES),
        LaneLine("claimed 2", "claimed", 1, lanes=rules.LANES),
        NumberLine("busy", "busy", most=1),
        NumberLine("idle", "idle", most=2),
        NamesLine("modes", "mode", tactic=True, names=rules.MODES),
        NumberLine("tactics played 1", "played", 0, True, most=rules.TACTICS),
        NumberLine("tactics played 2", "played", 1, True, most=rules.TACTICS),
        NumberLine("jokers 1", "jokers", 0, True, most=2),
        NumberLine("jokers 2", "jokers", 1, True, most=2),
        CardLine("ruse", "ruse", tactic=True),
        CardLine("taken", "taken", tactic=True, phase=rules.PUT),
        NumberLine("taken from", "taken_lane", tactic=True, most=rules.LANES - 1),
        NumberLine("draws", "draws", tactic=True, most=rules.RECRUITS),
        NumberLine("returns", "returns", tactic=True, most=rules.MAX_HAND),
        PlacesLine("put back", "placed", tactic=True),
        PlacesLine("tactics put back", "tactic_placed", tactic=True),
        HandLine("shown 1", "shown", 0, True, "tactic_shown"),
        HandLine("shown 2", "shown", 1, True, "tactic_shown"),
        NumberLine("no draw", "no_draw", tactic=True, most=1),
    )

    @property
    def kernels(self) -> ModuleType:
        """The compiled batch interface: ``legal, apply, playouts, rollouts``, policies."""
        from stlib.st1 import policies

        return policies

    @property
    def drawing(self) -> GameDrawing:
        """What this game draws and says of its own on a board."""
        from stlib.st1.drawing import DRAWING

        return DRAWING

    def deal_codes(self, variant: AnyVariant, first: int | None) -> tuple[int, tuple[int, ...]]:
        """Return who starts (-1: drawn) and the switches, as `engine.new` takes them."""
        starts = check_first(first)
        return -1 if starts is None else starts, variant.codes

    def setup(
        self,
        sides: Sides | None = None,
        hands: Hands = (None, None),
        deck: Cards | None = None,
        *,
        tactic_deck: Cards | None = None,
        claimed: Mapping[int, int] | None = None,
        modes: Mapping[int, str] | None = None,
        tactics_played: tuple[int, int] | None = None,
        jokers_played: tuple[int, int] | None = None,
        stamps: Mapping[int, tuple[int, int]] | None = None,
        discard: Cards = (),
        to_move: int = 0,
        phase: str | None = None,
        first: int = 0,
        ply: int | None = None,
        idle: int = 0,
        busy: int | None = None,
        variant: str | rules.Variant | None = None,
        also: Mapping[str, str] | None = None,
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
        tactic_deck : cards, optional
            Tactic cards left to draw, top first; by default all that are left.
        claimed : dict of int to {0, 1}, optional
            Who holds which stone.
        modes : dict of int to {"blind_mans_bluff", "mud_fight"}, optional
            Combat modes that lie at stones.
        tactics_played, jokers_played : (int, int), optional
            How many each player has ever played; by default as many as lie
            on their own sides.
        stamps : dict of int to (int, int), optional
            Ply at which each side of a stone became complete, 0 if it is
            not; by default in the order of the stones, player 0 before 1.
        discard : cards or "rest", optional
            Cards out of the game; ``"rest"`` is all that are nowhere else.
        to_move : {0, 1}
            Who decides next.
        phase : {"PLAY", "CLAIM", "DRAW", "RECRUIT", "RETURN", "TAKE", "PUT"}, optional
            By default the turn's first.
        first : {0, 1}
            Who started.
        ply, idle, busy : int, optional
            Moves so far; idle turns just before this one; whether this turn
            has done anything yet.
        variant : str or Variant, optional
            The base game if not given.
        also : dict of str to str, optional
            Further lines of a position's text by their keys, for the middle of
            a tactic card and for what players know: ``{"ruse": "traitor"}``.
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
        if busy is None:
            busy = int(phase == "CLAIM" and not late)
        words = {
            "claimed": owners_as_bits(claimed, rules.LANES),
            "first": whole("first", first, 0, 1),
            "idle": whole("idle", idle, 0, 1),
            "busy": whole("busy", busy, 0, 1),
            "mode": _modes(modes),
            "played": count_pair("tactics_played", tactics_played, rules.TACTICS),
            "jokers": count_pair("jokers_played", jokers_played, 2),
        }
        given = Given(sides, hands, deck, tactic_deck, discard, stamps, to_move, phase, ply, seed)
        return self._set_up(rule, given, words, also)


def _modes(modes: Mapping[int, str] | None) -> list[int]:
    """Return the number of each stone's combat mode, 0 where none lies."""
    numbers = [0] * rules.LANES
    for number, name in check_mapping("modes", modes).items():
        lane = check_lane(number, rules.LANES)
        numbers[lane] = rules.MODES.index(check_one_of("modes", name, rules.MODES[1:]))
    return numbers


ST1 = _ST1()
