"""Schotten Totten 2 as data: deck, wall tiles, hands, limits, variants, switches.

Where a number is not from the published rules, the switch's docstring says so.
``docs/rules.md`` explains the rules as this project plays them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from stlib.base.checks import check_name, check_one_of, whole
from stlib.cards.demand import Deck, Demand, Kind

__all__ = ["DECK", "TILES", "VARIANTS", "Tile", "Variant"]

NAME = "ST2"
COLORS, LOW, HIGH = 5, 0, 11
VALUES = HIGH - LOW + 1
CARDS = COLORS * VALUES
ALL_CARDS = (1 << CARDS) - 1
DECK = Deck(
    NAME,
    "rbgyk",
    LOW,
    HIGH,
    spy=10,
    tactics=(
        "joker1",
        "joker2",
        "spy",
        "shield",
        "redeploy",
        "recruit",
        "desertion",
        "betrayal",
        "explosion",
        "support",
        "exchange",
    ),
)
SHAPE = DECK.shape

LANES = 7
ALL_LANES = (1 << LANES) - 1
SLOTS = 4
HAND = 6
CAULDRONS = 3
WIN_DAMAGED = 4
ATTACKER, DEFENDER = 0, 1

# A 0 meets the 11 of its color: ids of the lowest and of the highest value.
ZEROS_END = COLORS
ELEVENS = CARDS - COLORS

_ALL = frozenset(Kind)
_TOTAL = frozenset({Kind.SUM})
_RUN = frozenset({Kind.SUM, Kind.RUN})
_COLOR = frozenset({Kind.SUM, Kind.COLOR})
_SAME = frozenset({Kind.SUM, Kind.SAME_VALUE})


@dataclass(frozen=True)
class Tile:
    """A wall tile: its name in ``words.toml`` and what its two faces demand."""

    name: str
    intact: Demand
    damaged: Demand


#: The wall from left to right as the attacker sees it.
TILES: tuple[Tile, ...] = (
    Tile("left_pit", Demand(3, _TOTAL), Demand(3, _RUN)),
    Tile("left_tower", Demand(4), Demand(2, _SAME)),
    Tile("left_wall", Demand(3), Demand(3, _COLOR)),
    Tile("gate", Demand(2), Demand(4, _TOTAL, -1)),
    Tile("right_wall", Demand(3), Demand(3, _COLOR)),
    Tile("right_tower", Demand(4), Demand(2, _SAME)),
    Tile("right_pit", Demand(3, _TOTAL, -1), Demand(3, _RUN)),
)

#: What a wall section asks for while intact; stands in where a call names no demand.
WALL = TILES[2].intact

# Tactic cards have the ids after the siege cards: elite troops, then actions.
(
    JOKER_1,
    JOKER_2,
    SPY,
    SHIELD,
    REDEPLOY,
    RECRUIT,
    DESERTION,
    BETRAYAL,
    EXPLOSION,
    SUPPORT,
    EXCHANGE,
) = range(CARDS, CARDS + len(DECK.tactics))
TACTICS = len(DECK.tactics)
ACTIONS = EXCHANGE - REDEPLOY + 1
ACTION_NAMES = DECK.tactics[REDEPLOY - CARDS :]
TACTIC_HAND = 7
SUPPORTED = 2  # cards Support puts back into the deck
EXCHANGED = 3  # cards each player gives

# Phases: PREP, MID, END, DRAW, and what an action asks for.
PREP, MID, END, DRAW, OVER, TAKE, PUT, AT, GIVE = range(9)
PHASES = ("PREP", "MID", "END", "DRAW", "OVER", "TAKE", "PUT", "AT", "GIVE")

# Move ids: `card * LANES + lane` lays a siege card or an elite card.
PLAY_MOVES = (CARDS + TACTICS) * LANES
DECLARE_MOVE = PLAY_MOVES
RETREAT_MOVE = DECLARE_MOVE + LANES
POUR_MOVE = RETREAT_MOVE + LANES
DRAW_MOVE = POUR_MOVE + LANES
END_MOVE = DRAW_MOVE + 1
PASS = END_MOVE + 1
ACTION_MOVE = PASS + 1  # + card - REDEPLOY
DRAW_SIEGE = ACTION_MOVE + ACTIONS
DRAW_TACTIC = DRAW_SIEGE + 1
TAKE_MOVE = DRAW_TACTIC + 1  # + card
GIVE_MOVE = TAKE_MOVE + CARDS + TACTICS  # + card
PUT_MOVE = GIVE_MOVE + CARDS + TACTICS  # + lane
AT_MOVE = PUT_MOVE + LANES
DROP = AT_MOVE + LANES
GIVE_HIDDEN = DROP + 1  # what others see of a card laid out for Exchange
MOVES = GIVE_HIDDEN + 1
VERBS = (
    ("declare", DECLARE_MOVE, "lane"),
    ("retreat", RETREAT_MOVE, "lane"),
    ("pour", POUR_MOVE, "lane"),
    ("draw", DRAW_MOVE, ""),
    ("end", END_MOVE, ""),
    ("pass", PASS, ""),
    *((name, ACTION_MOVE + i, "") for i, name in enumerate(ACTION_NAMES)),
    ("draw siege", DRAW_SIEGE, ""),
    ("draw tactic", DRAW_TACTIC, ""),
    ("take", TAKE_MOVE, "card"),
    ("give", GIVE_MOVE, "card"),
    ("put", PUT_MOVE, "lane"),
    ("at", AT_MOVE, "lane"),
    ("drop", DROP, ""),
    ("give a card", GIVE_HIDDEN, ""),
)
MAX_LEGAL = CARDS * LANES + 2 * LANES + 1

# Why a game ended.
FOUR_TILES, BREACH, HELD, FULL, DEADLOCK = 0, 1, 2, 3, 4
REASONS = ("four_tiles", "breach", "held", "full", "deadlock")

COLOR_RUNS = ("plain", "above", "sum")
DEFENDER_FULL = ("defender_wins", "pass_and_draw")
LAST_DRAWS = ("defender_then_last", "last_now")
TACTIC_ENDS = ("siege", "both")
JOKER_LIMITS = ("none", "one")

#: Demand codes by switch `color_run_on_restricted`, face (0 intact, 1 damaged) and tile.
DEMAND_CODES = np.array(
    [
        [
            [replace(face, color_run=switch).code for face in faces]
            for faces in zip(*((t.intact, t.damaged) for t in TILES), strict=True)
        ]
        for switch in COLOR_RUNS
    ],
    np.int64,
)

TACTICS_SWITCH = 3  # its place among the switches

#: Switches in the order of `Variant.codes`, with their values.
_SWITCHES = {
    "color_run_on_restricted": COLOR_RUNS,
    "defender_full": DEFENDER_FULL,
    "attacker_draws_last": LAST_DRAWS,
    "tactics": ("no", "yes"),
    "tactic_end": TACTIC_ENDS,
    "joker_limit_st2": JOKER_LIMITS,
    "zero_eleven_by_actions": ("yes", "no"),
}

#: What a text means that does not name a switch: see `stlib.st1.rules.UNNAMED`. Here every
#: default is still what it was.
UNNAMED: dict[str, str] = {}


@dataclass(frozen=True)
class Variant:
    """One way to play Schotten Totten 2; each switch may be set on its own.

    Parameters
    ----------
    name : str
        What it is called in records.
    color_run_on_restricted : {"plain", "above", "sum"}
        What a color run is worth on a tile that asks for runs or for one
        color. ``plain`` (default, the likely reading): it fulfils the demand
        without a bonus; ``above``: it beats all else there; ``sum``: it does
        not fulfil the demand.
    defender_full : {"defender_wins", "pass_and_draw"}
        What happens to a defender who has no free slot at the start of a
        turn. ``defender_wins`` (default; the published texts are silent, one
        public program does so); ``pass_and_draw``: the defender may pour oil,
        passes and draws, and may come to hold more than six cards.
    attacker_draws_last : {"defender_then_last", "last_now"}
        What follows if the attacker draws the last card, which in the base
        game happens only from a position set up by hand.
        ``defender_then_last`` (default, as one more turn means a whole one):
        the defender's turn, then the attacker's last one. ``last_now``: this
        turn is the last, and the attacker may still declare.
    tactics : {"no", "yes"}
        Whether the eleven tactic cards are in play. ``no`` (default, the base
        game); ``yes``: they are a second deck, and hands are seven cards.
    tactic_end : {"siege", "both"}
        When the end begins. ``siege`` (default, the wording of the base game):
        with the last siege card drawn. ``both``: when both decks are empty.
    joker_limit_st2 : {"none", "one"}
        How many Jokers a player may lay. ``none`` (default, as the published
        rules name no limit): both; ``one``: one of them.
    zero_eleven_by_actions : {"yes", "no"}
        Whether a 0 or an 11 that an action lays meets its counterpart.
        ``yes`` (default, as from the hand): both are discarded; ``no``: they
        lie side by side, and only cards laid from the hand meet.
    """

    name: str = "base"
    color_run_on_restricted: Literal["plain", "above", "sum"] = "plain"
    defender_full: Literal["defender_wins", "pass_and_draw"] = "defender_wins"
    attacker_draws_last: Literal["defender_then_last", "last_now"] = "defender_then_last"
    tactics: Literal["no", "yes"] = "no"
    tactic_end: Literal["siege", "both"] = "siege"
    joker_limit_st2: Literal["none", "one"] = "none"
    zero_eleven_by_actions: Literal["yes", "no"] = "yes"

    def __post_init__(self) -> None:
        check_name("name", self.name)
        for field, allowed in _SWITCHES.items():
            check_one_of(field, getattr(self, field), allowed)

    def demand(self, lane: int, damaged: bool = False) -> Demand:
        """Return what tile `lane` (0–6) asks for on its intact or damaged face."""
        whole("lane", lane, 0, LANES - 1)
        face = TILES[lane].damaged if damaged else TILES[lane].intact
        return replace(face, color_run=self.color_run_on_restricted)

    @property
    def codes(self) -> tuple[int, ...]:
        """The switches as the kernels read them."""
        return tuple(values.index(getattr(self, field)) for field, values in _SWITCHES.items())


VARIANTS: dict[str, Variant] = {"base": Variant(), "tactics": Variant("tactics", tactics="yes")}
