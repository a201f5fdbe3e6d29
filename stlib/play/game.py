"""A game as an object, and its positions: deal, set up, move, write down, read back.

`Game` and `Position` are bases; ``position.py`` of each library fills in what
is that game's own.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import fields
from types import ModuleType
from typing import TYPE_CHECKING, Any, Generic

import numpy as np

from stlib.base.errors import GameError, MoveError, RecordError, SetupError, Text
from stlib.base.rows import Row
from stlib.base.streams import start
from stlib.cards.card import Card, Cards, from_mask, parse_cards, write_cards
from stlib.cards.demand import Deck
from stlib.cards.moves import MOST, Lines, Move, Notation, read_lines
from stlib.play.named_demands import Places
from stlib.play.position_text import Detail
from stlib.play.table import AnyVariant, Table
from stlib.play.view import View, conceal

if TYPE_CHECKING:
    # Python knows defaults of type variables from 3.13 on, type checkers already
    from typing import Self

    from typing_extensions import TypeVar

    from stlib.svg.game_drawing import GameDrawing
else:
    from typing import TypeVar

__all__ = ["Game", "Position"]

_NUMBER = re.compile(r"\d{1,9}")

Sides = Mapping[int, tuple[Cards, Cards]]
Hands = tuple[Cards | None, Cards | None]


class Position(Table):
    """Everything about a game at one moment; immutable."""

    view_class: type[View]

    def __init__(
        self,
        game: Game,
        variant: AnyVariant,
        row: Row,
        history: tuple[int, ...] = (),
        origin: tuple[Row, int] | None = None,
    ) -> None:
        super().__init__(game, variant, row, history)
        self._origin = (row, len(history)) if origin is None else origin

    @property
    def hands(self) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        """Both hands, by value, tactic cards last."""
        a, b = (self._cards_of(self._s.hand[p], self._s.tactic_hand[p]) for p in range(2))
        return a, b

    @property
    def deck(self) -> tuple[Card, ...]:
        """Numbered cards left to draw, top first."""
        left = self._s.deck[int(self._s.drawn) :]
        return tuple(self.game.card.from_id(int(card)) for card in left)

    @property
    def tactic_deck(self) -> tuple[Card, ...]:
        """Tactic cards left to draw, top first."""
        if not self._s.tactics:
            return ()
        left = self._s.tactic_deck[int(self._s.tactic_drawn) :]
        return tuple(self.game.card.from_id(int(card)) for card in left)

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """All moves allowed now, by id; none once the game is over."""
        return tuple(map(self.game.notation.move, self._legal()))

    def apply(self, move: Move | str | int) -> Self:
        """Return the position after `move`; this one stays as it is.

        Raises
        ------
        MoveError
            If the move cannot be read or is not legal now; for a claim that
            fails, its `refutation` holds the cards.
        """
        found = self._find(move)
        if found.id not in self._legal():
            why = Text(*self._why_not(found))
            raise MoveError(
                "illegal_move", move=repr(str(found)), ply=self.ply, why=why, **why.values
            )
        row = self._row.copy()
        self.game.engine.apply(row, found.id)
        return type(self)(self.game, self.variant, row, (*self._history, found.id), self._origin)

    def view(self, player: int | None) -> View:
        """Return what `player` (0 or 1; None for a spectator) may know."""
        if player not in (0, 1, None):
            raise SetupError("no_player", player=repr(player))
        view = self.view_class.__new__(self.view_class)
        conceal(view, self, player)
        return view

    def start(self) -> Self:
        """Return the position this one's moves began from."""
        row, at = self._origin
        return type(self)(self.game, self.variant, row, self._history[:at])

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves made since `start`."""
        return tuple(map(self.game.notation.move, self._history[self._origin[1] :]))

    def to_text(self) -> str:
        """Write the whole position, hidden cards too; `Game.from_text` reads it back."""
        lines = [f"game: {self.game.name}", f"variant: {self.variant.name}"]
        lines += self._switch_lines()
        turn = int(self._s.turn) + 1
        lines += [f"to move: {turn}", f"phase: {self.phase}", f"ply: {self.ply}"]
        for lane in self.lanes:
            if any(lane.sides):
                lines.append(f"lane {lane.number}: {_write_sides(lane.sides, lane.stamps)}")
        for p, hand in enumerate(self.hands, 1):
            lines.append(f"hand {p}: {write_cards(hand)}")
        lines.append(f"deck: {write_cards(self.deck)}")
        if self._s.tactics:
            lines.append(f"tactic deck: {write_cards(self.tactic_deck)}")
        lines.append(f"discard: {write_cards(self.discard)}")
        for detail in self.game.details:
            if self._s.tactics or not detail.tactic:
                lines.append(f"{detail.key}: {detail.write(self._s, self.game.deck)}")
        if (end := self.outcome) is not None:
            lines.append(f"outcome: {_winner_text(end.winner)} {end.reason}")
        return "\n".join(line.rstrip() for line in lines) + "\n"

    def _switch_lines(self) -> list[str]:
        usual = self.game.variants.get(self.variant.name)
        return [
            f"{field.name}: {getattr(self.variant, field.name)}"
            for field in fields(self.variant)
            if field.name != "name"
            and getattr(self.variant, field.name) != getattr(usual, field.name, None)
        ]

    def _find(self, move: Move | str | int) -> Move:
        notation: Notation = self.game.notation
        if isinstance(move, str):
            return notation.read(move)
        number = move.id if isinstance(move, Move) else move
        if isinstance(number, bool) or not isinstance(number, (int, np.integer)):
            raise MoveError("no_move_at_all", text=repr(move))
        return notation.move(int(number))

    def _why_not(self, move: Move) -> tuple[str, dict[str, Any]]:
        """Return the text below ``illegal`` that says why a move is not legal."""
        raise NotImplementedError

    def _why_no_choice(self, move: Move) -> tuple[str, dict[str, Any]]:
        """Return why a move is none of the choices that are asked for now."""
        asked = move.verb.upper() == self.phase
        return ("illegal.no_choice" if asked else "illegal.not_now"), {}

    def _why_no_play(self, move: Move) -> tuple[str, dict[str, Any]] | None:
        """Return why a card cannot be laid, for reasons both games share."""
        s, p = self._s, int(self._s.turn)
        assert move.card is not None and move.lane is not None
        hand = int(s.hand[p]) | int(s.tactic_hand[p]) << self.game.deck.size
        if not hand >> move.card.id & 1:
            return "not_in_hand", {"card": move.card}
        if move.card.tactic and s.played[p] > s.played[1 - p]:
            return "tactic_limit", {}
        if not int(s.open[p]) >> move.lane & 1:
            return "side_full", {"lane": move.lane + 1}
        return None

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Position) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        return f"{self.game.name}.from_text({self.to_text()!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (self.game, self.variant, self._row, self._history, self._origin))


if TYPE_CHECKING:
    P = TypeVar("P", bound=Position, covariant=True, default=Position)
    V = TypeVar("V", bound=AnyVariant, covariant=True, default=AnyVariant)
else:
    P, V = TypeVar("P", covariant=True), TypeVar("V", covariant=True)


class Game(Generic[P, V]):
    """One of the two games: its cards, variants and ways to begin.

    ``Game`` alone stands for either; each game names the classes of its positions and variants.

    Attributes
    ----------
    name : str
        ``ST1`` or ``ST2``.
    deck : Deck
        Its cards.
    card : type
        Class of its cards.
    variants : dict of str to Variant
        Named ways to play it.
    rules, engine, places : module
        Its data, its kernels, and what its lanes can ask for by name.
    """

    name: str
    deck: Deck
    card: type[Card]
    rules: ModuleType
    engine: ModuleType
    places: Places
    position: type[P]
    details: Sequence[Detail] = ()

    def __init__(self) -> None:
        rules = self.rules
        self.name = rules.NAME
        self.deck = rules.DECK
        self.variants: Mapping[str, V] = rules.VARIANTS
        self.notation = Notation(rules.DECK, rules.LANES, rules.VERBS)

    def __repr__(self) -> str:
        return self.name

    def __reduce__(self) -> str:
        return self.name  # a game is pickled as the global of its own module

    @property
    def kernels(self) -> ModuleType:
        """The compiled batch interface: ``legal, apply, playouts, rollouts``, policies."""
        raise NotImplementedError

    @property
    def drawing(self) -> GameDrawing:
        """What the game draws and says of its own on a board."""
        raise NotImplementedError

    def find_variant(self, variant: str | AnyVariant | None = None) -> V:
        """Return a variant by name, the base game for None; variants pass through."""
        if variant is None:
            return self.variants["base"]
        if isinstance(variant, str):
            if variant not in self.variants:
                names = ", ".join(self.variants)
                raise SetupError("no_variant", text=repr(variant), game=self.name, names=names)
            return self.variants[variant]
        if not isinstance(variant, self.rules.Variant):
            raise SetupError("not_a_variant", text=repr(variant), game=self.name)
        own: V = variant
        return own

    def deal_codes(self, variant: AnyVariant, first: int | None) -> tuple[int, tuple[int, ...]]:
        """Return what the kernels need to deal: who starts (-1: drawn), and the switches."""
        raise NotImplementedError

    def deal(
        self,
        seed: int | None = None,
        variant: str | AnyVariant | None = None,
        first: int | None = None,
        index: int = 0,
    ) -> P:
        """Shuffle and deal.

        Parameters
        ----------
        seed : int, optional
            Equal seeds give equal deals; drawn if not given.
        variant : str or Variant, optional
            The base game if not given.
        first : {0, 1}, optional
            Who starts; drawn from the seed if not given. In ST2 always the attacker, 0.
        index : int
            Which of the seed's deals, from 0: that of game `index` of a run.
        """
        rules = self.find_variant(variant)
        codes = self.deal_codes(rules, first)
        row = np.zeros(self.engine.SIZE, np.int64)
        self.engine.new(row, start(check_seed(seed), check_index(index)), *codes)
        return self.position(self, rules, row)

    # --- set-up: shared part -------------------------------------------------------------

    def _build(
        self,
        variant: str | AnyVariant | None,
        sides: Sides | None,
        hands: Hands,
        deck: Cards | None,
        tactic_deck: Cards | None,
        discard: Cards,
        stamps: Mapping[int, tuple[int, int]] | None,
        to_move: int,
        phase: str,
        ply: int | None,
        seed: int,
        details: Mapping[str, Any] | Lines,
        outcome: tuple[int, int] | None = None,
        also: Mapping[str, str] | None = None,
    ) -> P:
        _pair("hands", hands)
        for name, given in (("sides", sides or {}), ("stamps", stamps or {})):
            by_lane(name, given)
            for number, both in given.items():
                _pair(f"{name}[{number!r}]", both)
        rules = self.find_variant(variant)
        row = np.zeros(self.engine.SIZE, np.int64)
        self.engine.blank(row, rules.codes)
        s = self.engine.named(row)
        _one_of("to_move", to_move, (0, 1))
        running = [name for name in self.rules.PHASES if name != "OVER"]
        _one_of("phase", phase, running if outcome is None else ["OVER"])
        s.turn, s.phase = to_move, self.rules.PHASES.index(phase)
        if isinstance(details, Lines):
            for detail in self.details:
                detail.take(details, s, self.deck)
        else:
            for name, value in details.items():
                _put(s, name, value)
        self._read_also(s, also or {})
        self._lay_out(s, rules, sides or {}, stamps or {}, ply)
        self._hand_out(s, hands, deck, tactic_deck, discard, seed)
        if outcome is not None:
            s.winner, s.reason = outcome
        self._count_tactics(s)
        self._check_shown(s)
        self._check(s)
        self.engine.begin(row)
        return self.position(self, rules, row)

    def _read_also(self, s: Any, also: Mapping[str, str]) -> None:
        """Put single lines of a position's text into a state being built."""
        found = {d.key: d for d in self.details if s.tactics or not d.tactic}
        for key, text in also.items():
            _one_of("also", key, tuple(found))
            found[key].read(text, s, self.deck)

    def _lay_out(
        self, s: Any, rules: Any, sides: Sides, stamps: Mapping[int, Any], ply: int | None
    ) -> None:
        latest = 0
        for number, both in sorted(sides.items()):
            k = self._lane(number)
            size = self._demand(s, rules, k).size
            given = stamps.get(number)
            for p in range(2):
                cards = self._cards(both[p])
                if len(cards) > size:
                    raise SetupError("side_size", n=len(cards), size=size, cards=write_cards(cards))
                s.cards[p, k, : len(cards)] = [card.id for card in cards]
                s.count[p, k] = len(cards)
                if len(cards) == size:
                    stamp = latest + 1 if given is None else given[p]
                    if not 1 <= stamp <= MOST or stamp in s.stamp[:p, k]:
                        raise SetupError("bad_stamp", lane=number, stamp=stamp)
                    s.stamp[p, k] = stamp
                    latest = max(latest, int(stamp))
                elif given is not None and given[p]:
                    raise SetupError("stamp_without_side", lane=number, stamp=given[p])
        for number in stamps:
            if number not in sides:
                raise SetupError("stamp_without_side", lane=number, stamp=stamps[number])
        s.ply = max(latest, int(s.count.sum())) if ply is None else ply
        if s.ply < latest:
            raise SetupError("stamp_after_ply", stamp=latest, ply=ply)

    def _hand_out(
        self,
        s: Any,
        hands: Hands,
        deck: Cards | None,
        tactic_deck: Cards | None,
        discard: Cards,
        seed: int,
    ) -> None:
        """Place the given cards; what is not given comes from the rest, shuffled by the seed."""
        rest_gone = isinstance(discard, str) and discard == "rest"
        gone = [] if rest_gone else _ids(self._cards(discard))
        piles = [None if c is None else _ids(self._cards(c)) for c in (*hands, deck, tactic_deck)]
        known = self._on_table(s) + gone + [card for pile in piles for card in pile or ()]
        self._cards([self.card.from_id(card) for card in known])
        every = self.deck.size + (len(self.deck.tactics) if s.tactics else 0)
        if any(card >= every for card in known):
            raise SetupError("no_tactics", cards=_texts([c for c in known if c >= every], self))
        rest = [c for c in range(self.deck.size) if c not in known]
        loose = [c for c in range(self.deck.size, every) if c not in known]
        rng = np.random.default_rng(check_seed(seed))
        rng.shuffle(rest)
        rng.shuffle(loose)
        for p in range(2):
            n = self._usual_hand(s, p)
            self._fill_hand(s, p, _take(rest, n) if piles[p] is None else piles[p] or [])
        pile = _take(rest, 0 if rest_gone else len(rest)) if piles[2] is None else piles[2]
        tactics = _take(loose, 0 if rest_gone else len(loose)) if piles[3] is None else piles[3]
        if (rest or loose) and not rest_gone:
            raise SetupError("cards_nowhere", cards=_texts(rest + loose, self))
        self._stack(s, pile or [], tactics or [])
        self._discard(s, gone + rest + loose)

    def _on_table(self, s: Any) -> list[int]:
        """Return the ids of the cards laid out in a state being built."""
        return [
            int(s.cards[p, k, i])
            for p in range(2)
            for k in range(self.rules.LANES)
            for i in range(int(s.count[p, k]))
        ]

    def _fill_hand(self, s: Any, p: int, ids: Sequence[int]) -> None:
        size = self.deck.size
        s.hand[p] = sum(1 << card for card in ids if card < size)
        s.tactic_hand[p] = sum(1 << card - size for card in ids if card >= size)

    def _discard(self, s: Any, ids: Sequence[int]) -> None:
        size = self.deck.size
        s.discard = sum(1 << card for card in ids if card < size)
        s.tactic_discard = sum(1 << card - size for card in ids if card >= size)

    def _stack(self, s: Any, pile: Sequence[int], tactics: Sequence[int]) -> None:
        if any(card >= self.deck.size for card in pile) or any(
            card < self.deck.size for card in tactics
        ):
            raise SetupError("wrong_deck", cards=_texts([*pile, *tactics], self))
        s.drawn = self.deck.size - len(pile)
        s.deck[int(s.drawn) :] = pile
        if s.tactics:
            s.tactic_drawn = len(self.deck.tactics) - len(tactics)
            s.tactic_deck[int(s.tactic_drawn) :] = tactics

    def _cards(self, cards: Cards) -> tuple[Card, ...]:
        try:
            return parse_cards(cards, self.deck)
        except GameError as why:
            raise SetupError(why.key, **why.values) from why

    def _count_tactics(self, s: Any) -> None:
        """Set counts that were not given to what lies on each player's sides: elite cards."""
        size = self.deck.size
        for p in range(2):
            sides = zip(s.cards[p], s.count[p], strict=True)
            laid = [int(card) for side, n in sides for card in side[:n] if card >= size]
            if wrong := [card for card in laid if card > self.rules.SHIELD]:
                raise SetupError("not_at_a_side", cards=_texts(wrong, self))
            if s.played[p] < 0:
                s.played[p] = len(laid)
            if s.jokers[p] < 0:
                s.jokers[p] = sum(card <= self.rules.JOKER_2 for card in laid)

    def _check_shown(self, s: Any) -> None:
        """Cards in a hand that the other player knows are in it."""
        for p in range(2):
            shown = int(s.shown[p]) & ~int(s.hand[p])
            tactics = int(s.tactic_shown[p]) & ~int(s.tactic_hand[p])
            if shown or tactics:
                cards = from_mask(shown | tactics << self.deck.size, self.deck)
                raise SetupError("shown_elsewhere", player=p + 1, cards=write_cards(cards))

    def _lane(self, number: int) -> int:
        if number not in range(1, self.rules.LANES + 1):
            raise SetupError("no_lane_number", number=repr(number), lanes=self.rules.LANES)
        return int(number) - 1

    def _demand(self, s: Any, rules: Any, k: int) -> Any:
        """Return what lane `k` asks for in the state being built."""
        raise NotImplementedError

    def _usual_hand(self, s: Any, p: int) -> int:
        """Return how many cards a hand holds that is not given."""
        raise NotImplementedError

    def _check(self, s: Any) -> None:
        """Raise SetupError for what cannot be in this game."""
        raise NotImplementedError

    # --- text ----------------------------------------------------------------------------

    def from_text(self, text: str) -> P:
        """Read a position written by ``to_text``.

        Raises
        ------
        RecordError
            Naming the line that is damaged or missing.
        SetupError
            If the lines are whole but the position cannot be.
        """
        lines = read_lines(text)
        name = lines.take("game")
        if name != self.name:
            raise RecordError("other_game", text=repr(name), game=self.name)
        variant = self._read_variant(lines)
        sides, stamps = self._read_sides(lines)
        hands = (lines.take("hand 1"), lines.take("hand 2"))
        common: dict[str, Any] = {
            "variant": variant,
            "sides": sides,
            "stamps": stamps,
            "hands": hands,
            "deck": lines.take("deck"),
            "tactic_deck": lines.take("tactic deck") if variant.tactics == "yes" else "",
            "discard": lines.take("discard", ""),
            "to_move": lines.number("to move", 1, 2) - 1,
            "phase": lines.take("phase"),
            "ply": lines.number("ply"),
            "outcome": self._read_outcome(lines),
            "details": lines,
        }
        position = self._build(seed=0, **common)
        lines.finish()
        return position

    def _read_variant(self, lines: Lines) -> V:
        name = lines.take("variant")
        usual = self.variants.get(name)
        names = [field.name for field in fields(self.rules.Variant) if field.name != "name"]
        if usual is None and "tactics" not in lines and any(name in lines for name in names):
            usual = self.variants["base"]  # written before there were any tactics
        switches = {n: lines.take(n, getattr(usual, n, None)) for n in names}
        try:
            variant: V = self.rules.Variant(name, **switches)
        except ValueError as why:
            raise RecordError("bad_switch", why=str(why)) from why
        return variant

    def _read_sides(self, lines: Lines) -> tuple[dict[int, Any], dict[int, tuple[int, int]]]:
        sides, stamps = {}, {}
        for number in range(1, self.rules.LANES + 1):
            if f"lane {number}" in lines:
                text = lines.take(f"lane {number}")
                sides[number], stamps[number] = _read_sides(text, number)
        return sides, stamps

    def _read_outcome(self, lines: Lines) -> tuple[int, int] | None:
        if "outcome" not in lines:
            return None
        text = lines.take("outcome")
        who, _, reason = text.partition(" ")
        if who not in ("1", "2", "draw") or reason not in self.rules.REASONS:
            raise RecordError("bad_outcome", text=repr(text))
        winner = 2 if who == "draw" else int(who) - 1
        return winner, self.rules.REASONS.index(reason)


def check_seed(seed: int | None) -> int:
    """Return a seed the kernels can take; draws one for None."""
    if seed is None:
        return secrets.randbits(48)
    if isinstance(seed, bool) or not isinstance(seed, (int, np.integer)) or not 0 <= seed < 1 << 63:
        raise SetupError("bad_seed", seed=repr(seed))
    return int(seed)


def check_first(first: int | None) -> int | None:
    """Return who starts as a plain number; None if it is to be drawn."""
    if first is None:
        return None
    if isinstance(first, bool) or not isinstance(first, (int, np.integer)) or first not in (0, 1):
        raise SetupError("not_one_of", name="first", value=repr(first), choices="0, 1")
    return int(first)


def check_index(index: int) -> int:
    """Return the number of a game, from 0."""
    if isinstance(index, bool) or not isinstance(index, (int, np.integer)) or index < 0:
        raise SetupError("bad_number", name="index", value=repr(index), least=0)
    return int(index)


def count_pair(name: str, given: tuple[int, int] | None, most: int) -> tuple[int, int]:
    """Check a count for each player, 0 to `most`; -1 stands for what is not given."""
    if given is None:
        return -1, -1
    if len(given) != 2 or any(n not in range(most + 1) for n in given):
        choices = f"(0–{most}, 0–{most})"
        raise SetupError("not_one_of", name=name, value=repr(given), choices=choices)
    return given


def _put(s: Any, name: str, value: Any) -> None:
    """Set a word of the state, or all words of an array."""
    if isinstance(getattr(s, name), np.ndarray):
        getattr(s, name)[:] = value
    else:
        setattr(s, name, value)


def _write_sides(sides: tuple[Sequence[Card], ...], stamps: tuple[int, int]) -> str:
    return " | ".join(
        write_cards(side) + (f" @{stamp}" if stamp else "")
        for side, stamp in zip(sides, stamps, strict=True)
    )


def _read_sides(text: str, number: int) -> tuple[tuple[str, str], tuple[int, int]]:
    halves = text.split("|")
    if len(halves) != 2:
        raise RecordError("bad_lane", lane=number, text=repr(text))
    found = []
    for half in halves:
        cards, at, stamp = half.partition("@")
        if at and not _NUMBER.fullmatch(stamp.strip()):
            raise RecordError("bad_lane", lane=number, text=repr(text))
        found.append((cards, int(stamp) if at else 0))
    (a, m), (b, n) = found
    return (a, b), (m, n)


def _winner_text(winner: int | None) -> str:
    return "draw" if winner is None else str(winner + 1)


def _ids(cards: Sequence[Card] | None) -> list[int]:
    return [card.id for card in cards or ()]


def _take(cards: list[int], n: int) -> list[int]:
    """Remove and return the first `n` cards."""
    taken = cards[:n]
    del cards[:n]
    return taken


def _texts(ids: Sequence[int], game: Game) -> str:
    return write_cards(sorted(game.card.from_id(card) for card in ids))


def by_lane(name: str, value: object) -> None:
    """Raise SetupError if a set-up's argument is no mapping."""
    if not isinstance(value, Mapping):
        raise SetupError("not_a_mapping", name=name, value=repr(value))


def _pair(name: str, value: object) -> None:
    if not isinstance(value, (tuple, list)) or len(value) != 2:
        raise SetupError("not_a_pair", name=name, value=repr(value))


def _one_of(name: str, value: object, allowed: Sequence[object]) -> None:
    if value not in allowed:
        choices = ", ".join(map(repr, allowed))
        raise SetupError("not_one_of", name=name, value=repr(value), choices=choices)
