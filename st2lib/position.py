"""Schotten Totten 2 as an object: ``ST2``, its positions and views.

The rules are in ``engine.py``; this is their readable cover.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import ModuleType
from typing import TYPE_CHECKING, Any

from st2lib import engine, places, rules, state
from st2lib.setup import WallBuilder
from stlib.base.checks import check_seed, count_pair, is_whole, shown, whole
from stlib.base.errors import SetupError
from stlib.base.luck import Luck
from stlib.cards.card import Card, Cards, card_class
from stlib.cards.moves import Move
from stlib.cards.tactic_limit import may_play_tactic
from stlib.claims.prove import Refutation
from stlib.play.game import Game
from stlib.play.game import Position as AnyPosition
from stlib.play.position_text import CardLine, HandLine, LaneLine, NumberLine
from stlib.play.setup import Given, Hands, Sides, lanes_as_bits
from stlib.play.table import AnyVariant, Table
from stlib.play.view import UNKNOWN
from stlib.play.view import View as AnyView

if TYPE_CHECKING:
    import numpy as np

    from stlib.svg.game_drawing import GameDrawing

__all__ = ["ST2", "Position", "View"]


class _Wall(Table):
    """What Schotten Totten 2 adds to a table: the wall, damage and oil."""

    game: _ST2
    variant: rules.Variant
    in_play = "action"

    def _lane_facts(self, k: int) -> dict[str, Any]:
        damaged = bool(int(self._s.damaged) >> k & 1)
        return {
            "name": rules.TILES[k].name,
            "demand": self.variant.demand(k, damaged),
            "damaged": damaged,
        }

    def _picture(self) -> dict[str, str]:
        from stlib import svg  # at first use: games are played without pictures

        return svg.bundle(self)

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
        lane = whole("lane", lane, 0, rules.LANES - 1)
        return next(iter(self._side(rules.ATTACKER, lane)), None)


class View(_Wall, AnyView):
    """Schotten Totten 2 as one player sees it; made by ``position.view(player)``."""

    if TYPE_CHECKING:  # a view of this game gives positions of this game

        def determinize(self, rng: Luck | np.random.Generator | int) -> Position:
            """Return a position that gives this view."""

    def _known(self) -> dict[str, tuple[Card, ...]]:
        theirs: tuple[Card, ...] = ()
        if self.player is not None:
            other = 1 - self.player
            theirs = self._cards_of(self._s.hand[other], self._s.tactic_hand[other])
        back = set(self._cards_of(self._s.put_back, 0)) - set(theirs)
        return {"their_hand": theirs, "put_back": tuple(c for c in self.unseen if c in back)}

    def _wipe(self, s: Any, player: int | None) -> None:
        for p in range(2):
            if player is None:
                s.hand[p] = s.tactic_hand[p] = s.shown[p] = s.tactic_shown[p] = 0
            elif p != player:
                s.hand[p] &= s.shown[p]
                s.tactic_hand[p] &= s.tactic_shown[p]
            if p != player:  # how many are laid out stays known, as a number below 0
                given = self._cards_of(s.given[p], s.tactic_given[p])
                s.given[p], s.tactic_given[p] = -len(given), 0
        both = 1 << rules.SUPPORT - rules.CARDS | 1 << rules.EXCHANGE - rules.CARDS
        if player is None and int(s.tactic_discard) & both == both:
            s.since[:] = rules.CARDS  # who holds a card that Support put back is not public
        s.luck = 0
        s.deck[int(s.drawn) :] = UNKNOWN
        if s.tactics:
            s.tactic_deck[int(s.tactic_drawn) :] = UNKNOWN

    def _public(self, number: int) -> int:
        """A card laid out for Exchange is not shown."""
        hidden = 0 <= number - rules.GIVE_MOVE < rules.CARDS + rules.TACTICS
        return rules.GIVE_HIDDEN if hidden else number

    def _fresh(self, p: int) -> int:
        """Return how many hidden siege cards of a hand may have been drawn since Support."""
        room = self._counts[p][0] - int(self._s.hand[p]).bit_count()
        return min(room, int(self._s.since[p]))

    def _strewn(self) -> tuple[tuple[Card, ...], int]:
        back = {card.id for card in self._known()["put_back"]} & set(self._loose(self._s))
        hidden = [p for p in range(2) if p != self.player]
        return (
            tuple(self.game.card.from_id(card) for card in sorted(back)),
            sum(map(self._fresh, hidden)),
        )

    def _shuffle(self, cards: list[int], rng: Any) -> None:
        """Support's cards are in the deck, or among the cards drawn from it since."""
        rng.shuffle(cards)
        back = [card for card in cards if int(self._s.put_back) >> card & 1]
        if not back:
            return
        rest = [card for card in cards if card not in back]
        places = list(range(len(cards)))
        end = len(cards)
        for p in range(2):
            if p != self.player:
                room = self._counts[p][0] - int(self._s.hand[p]).bit_count()
                del places[end - room : end - self._fresh(p)]
                end -= room
        where = set(map(int, rng.choice(places, len(back), replace=False)))
        cards[:] = [back.pop() if i in where else rest.pop() for i in range(len(cards))]

    def _guess(self, s: Any, rng: Any) -> None:
        """Lay out any cards of a hidden hand for Exchange, as many as really are."""
        for p in range(2):
            if s.given[p] < 0:
                hand = self._cards_of(s.hand[p], s.tactic_hand[p])
                picks = rng.choice(len(hand), -int(s.given[p]), replace=False)
                mask = sum(1 << hand[i].id for i in picks)
                s.given[p] = mask & rules.ALL_CARDS
                s.tactic_given[p] = mask >> rules.CARDS


class Position(_Wall, AnyPosition):
    """A position of Schotten Totten 2; made by `ST2`. Player 0 is the attacker."""

    view_class = View

    if TYPE_CHECKING:  # a position of this game gives views of this game

        def view(self, player: int | None) -> View:
            """Return what `player` may know."""

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
        if move.verb in rules.ACTION_NAMES and self.phase == "PREP":
            return self._why_no_action(rules.ACTION_NAMES.index(move.verb))
        return why(move) if why else self._why_no_choice(move)

    def _why_not_laid(self, move: Move) -> tuple[str, dict[str, Any]]:
        if self.phase != "PREP":
            return "illegal.not_now", {}
        key, values = self._why_no_play(move) or ("joker_limit", {"card": move.card})
        return f"illegal.{key}", values

    def _why_no_action(self, number: int) -> tuple[str, dict[str, Any]]:
        s, p = self._s, int(self._s.turn)
        card = rules.REDEPLOY + number
        if not int(s.tactic_hand[p]) >> card - rules.CARDS & 1:
            return "illegal.not_in_hand", {"card": self.game.card.from_id(card)}
        if not may_play_tactic(s, p):
            return "illegal.tactic_limit", {}
        return "illegal.no_target", {}

    def _why_not_declared(self, move: Move) -> tuple[str, dict[str, Any]]:
        if self.to_move == rules.DEFENDER:
            return "illegal.attacker_only", {}
        assert move.lane is not None
        found = self.prove(move.lane, rules.ATTACKER)
        if isinstance(found, Refutation):
            return "illegal.refuted", {"refutation": found, "reason": found.because}
        return "illegal.not_now", {}

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
        if self.phase != "PREP":
            return "illegal.oil_before_laying", {}
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


class _ST2(Game[Position, rules.Variant]):
    """Schotten Totten 2: deal it, set a position up by hand, or read one from text."""

    rules = rules
    engine = engine
    places = places
    card = card_class(rules.DECK)
    position = Position
    builder = WallBuilder
    details = (
        LaneLine("damaged", "damaged", lanes=rules.LANES),
        NumberLine("cauldrons", "cauldrons", most=rules.CAULDRONS),
        NumberLine("poured", "poured", most=1),
        NumberLine("ending", "ending", most=1),
        NumberLine("final", "final", most=1),
        NumberLine("luck", "luck", tactic=True, most=state.LUCK),
        NumberLine("busy", "busy", tactic=True, most=1),
        NumberLine("tactics played 1", "played", 0, True, most=rules.TACTICS),
        NumberLine("tactics played 2", "played", 1, True, most=rules.TACTICS),
        NumberLine("jokers 1", "jokers", 0, True, most=2),
        NumberLine("jokers 2", "jokers", 1, True, most=2),
        CardLine("action", "action", tactic=True),
        CardLine("taken", "taken", tactic=True, phase=rules.PUT),
        NumberLine("taken from", "taken_lane", tactic=True, most=rules.LANES - 1),
        HandLine("given 1", "given", 0, True, "tactic_given"),
        HandLine("given 2", "given", 1, True, "tactic_given"),
        HandLine("shown 1", "shown", 0, True, "tactic_shown"),
        HandLine("shown 2", "shown", 1, True, "tactic_shown"),
        HandLine("put back", "put_back", tactic=True),
        NumberLine("drawn since 1", "since", 0, True, most=rules.CARDS),
        NumberLine("drawn since 2", "since", 1, True, most=rules.CARDS),
        NumberLine("idle", "idle", tactic=True, most=2),
    )

    @property
    def kernels(self) -> ModuleType:
        """The compiled batch interface: ``legal, apply, playouts, rollouts``, policies."""
        from st2lib import policies

        return policies

    @property
    def drawing(self) -> GameDrawing:
        """What this game draws and says of its own on a board."""
        from st2lib.drawing import DRAWING

        return DRAWING

    def deal_codes(self, variant: AnyVariant, first: int | None) -> tuple[int, tuple[int, ...]]:
        """Return who starts and the switches; the attacker, 0, always starts."""
        if first is not None and (not is_whole(first) or first != rules.ATTACKER):
            raise SetupError("attacker_starts", value=shown(first))
        return 0, variant.codes

    def setup(
        self,
        sides: Sides | None = None,
        hands: Hands = (None, None),
        deck: Cards | None = None,
        *,
        tactic_deck: Cards | None = None,
        damaged: Iterable[int] = (),
        tactics_played: tuple[int, int] | None = None,
        jokers_played: tuple[int, int] | None = None,
        stamps: Mapping[int, tuple[int, int]] | None = None,
        discard: Cards = (),
        cauldrons: int = rules.CAULDRONS,
        poured: bool = False,
        to_move: int = rules.ATTACKER,
        phase: str = "PREP",
        last_turn: bool | None = None,
        ply: int | None = None,
        variant: str | rules.Variant | None = None,
        also: Mapping[str, str] | None = None,
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
        tactic_deck : cards, optional
            Tactic cards left to draw, top first; by default all that are left.
        damaged : iterable of int
            Tiles (from 1) whose damaged face is up.
        tactics_played, jokers_played : (int, int), optional
            How many each player has ever played; by default as many as lie
            on their own sides.
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
        phase : {"PREP", "MID", "END", "DRAW", "TAKE", "PUT", "AT", "GIVE"}
            Part of the turn.
        last_turn : bool, optional
            Whether this is the attacker's last turn; by default it is if the
            deck is empty and it is the attacker's turn.
        ply : int, optional
            Moves so far.
        variant : str or Variant, optional
            The base game if not given.
        also : dict of str to str, optional
            Further lines of a position's text by their keys, for the middle of
            a tactic card and for what players know: ``{"put back": "r5 b5"}``.
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
        if not is_whole(cauldrons) or not 0 <= cauldrons <= rules.CAULDRONS:
            raise SetupError("bad_cauldrons", value=shown(cauldrons), most=rules.CAULDRONS)
        final = -1 if last_turn is None else _yes("last_turn", last_turn)
        words = {
            "damaged": lanes_as_bits("damaged", damaged, rules.LANES),
            "cauldrons": int(cauldrons),
            "poured": _yes("poured", poured),
            "ending": -1,
            "final": final,
            "luck": check_seed(seed) & state.LUCK if rule.tactics == "yes" else 0,
            "played": count_pair("tactics_played", tactics_played, rules.TACTICS),
            "jokers": count_pair("jokers_played", jokers_played, 2),
        }
        given = Given(sides, hands, deck, tactic_deck, discard, stamps, to_move, phase, ply, seed)
        return self._set_up(rule, given, words, also)


def _yes(name: str, value: object) -> int:
    """Return 1 for yes and 0 for no."""
    return int(value) if isinstance(value, bool) else whole(name, value, 0, 1)


ST2 = _ST2()
