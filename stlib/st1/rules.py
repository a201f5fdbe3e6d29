"""Schotten Totten as data: deck, stones, hands, limits, variants, switches.

Where a number is not from the published rules, the switch's docstring says so.
``docs/rules.md`` explains the rules as this project plays them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from stlib.base.checks import check_name, check_one_of, whole
from stlib.cards.demand import Deck, Demand, Kind

__all__ = ["BLIND_MANS_BLUFF", "DECK", "MUD_FIGHT", "STONE", "VARIANTS", "Variant"]

NAME = "ST1"
COLORS, LOW, HIGH = 6, 1, 9
VALUES = HIGH - LOW + 1
CARDS = COLORS * VALUES
ALL_CARDS = (1 << CARDS) - 1
DECK = Deck(
    NAME,
    "rbgyvn",
    LOW,
    HIGH,
    spy=7,
    tactics=(
        "joker1",
        "joker2",
        "spy",
        "shield",
        "blind_mans_bluff",
        "mud_fight",
        "recruiter",
        "strategist",
        "banshee",
        "traitor",
    ),
)
SHAPE = DECK.shape

LANES = 9
ALL_LANES = (1 << LANES) - 1
SLOTS = 4  # most cards a side can ever hold (Mud Fight)
HAND = 6
WIN_STONES = 5
WIN_ADJACENT = 3

STONE = Demand(3)
MUD_FIGHT = Demand(4)
BLIND_MANS_BLUFF = Demand(3, frozenset({Kind.SUM}))
STONE_CODE, MUD_CODE, BLUFF_CODE = STONE.code, MUD_FIGHT.code, BLIND_MANS_BLUFF.code

# Tactic cards have the ids after the clan cards: elite troops, combat modes, ruses.
JOKER_1, JOKER_2, SPY, SHIELD, BLUFF, MUD, RECRUITER, STRATEGIST, BANSHEE, TRAITOR = range(
    CARDS, CARDS + len(DECK.tactics)
)
TACTICS = len(DECK.tactics)
ALL_TACTICS = (1 << TACTICS) - 1
ELITES = (1 << BLUFF - CARDS) - 1  # the elite cards among the tactic cards, as bits
TACTIC_HAND = 7
RECRUITS, RETURNS = 3, 2  # cards the Recruiter draws, and puts back
NO_MODE, BLUFF_MODE, MUD_MODE = 0, 1, 2
MODES = ("", "blind_mans_bluff", "mud_fight")
MODE_CARDS = (-1, BLUFF, MUD)
RUSES = DECK.tactics[RECRUITER - CARDS :]
RUSE_COUNT = len(RUSES)

# Phases: PLAY (and what a ruse asks for), CLAIM, DRAW.
PLAY, CLAIM, DRAW, OVER, RECRUIT, RETURN, TAKE, PUT = range(8)
PHASES = ("PLAY", "CLAIM", "DRAW", "OVER", "RECRUIT", "RETURN", "TAKE", "PUT")

# Move ids: `card * LANES + lane` lays a clan card, an elite card or a combat mode.
PLAY_MOVES = (CARDS + TACTICS) * LANES
CLAIM_MOVE = PLAY_MOVES
DONE = CLAIM_MOVE + LANES
PASS = DONE + 1
RUSE_MOVE = PASS + 1  # + card - RECRUITER
DRAW_CLAN = RUSE_MOVE + RUSE_COUNT
DRAW_TACTIC = DRAW_CLAN + 1
RETURN_MOVE = DRAW_TACTIC + 1  # + card
TAKE_MOVE = RETURN_MOVE + CARDS + TACTICS  # + card
PUT_MOVE = TAKE_MOVE + CARDS + TACTICS  # + lane
DROP = PUT_MOVE + LANES
RETURN_CLAN, RETURN_TACTIC = DROP + 1, DROP + 2  # what others see of a card put back
MOVES = RETURN_TACTIC + 1
VERBS = (
    ("claim", CLAIM_MOVE, "lane"),
    ("done", DONE, ""),
    ("pass", PASS, ""),
    ("recruiter", RUSE_MOVE, ""),
    ("strategist", RUSE_MOVE + 1, ""),
    ("banshee", RUSE_MOVE + 2, ""),
    ("traitor", RUSE_MOVE + 3, ""),
    ("draw clan", DRAW_CLAN, ""),
    ("draw tactic", DRAW_TACTIC, ""),
    ("return", RETURN_MOVE, "card"),
    ("take", TAKE_MOVE, "card"),
    ("put", PUT_MOVE, "lane"),
    ("drop", DROP, ""),
    ("return clan", RETURN_CLAN, ""),
    ("return tactic", RETURN_TACTIC, ""),
)
MAX_HAND = TACTIC_HAND + RECRUITS - 1  # while the Recruiter's cards are not yet put back
MAX_LEGAL = TACTIC_HAND * LANES + 8

# Why a game ended.
ADJACENT, FIVE, COUNT, DEADLOCK = 0, 1, 2, 3
REASONS = ("adjacent", "five", "count", "deadlock")
DRAWN_GAME = 2  # in place of a winner

CLAIM_TIMINGS = ("after_play", "start_of_turn")
DEADLOCKS = ("count", "none")
JOKER_LIMITS = ("on_border", "ever")
BLOCK_PROOFS = ("no", "yes")
TACTICS_SWITCH = 2  # its place among the switches

#: Switches in the order of `Variant.codes`, with their values.
_SWITCHES = {
    "claim_timing": CLAIM_TIMINGS,
    "deadlock": DEADLOCKS,
    "tactics": ("no", "yes"),
    "joker_limit_st1": JOKER_LIMITS,
    "unseen_tactics_block_proof": BLOCK_PROOFS,
}

#: What a text means that does not name a switch. Until records had format 2, a switch at its
#: default was left out, and these were the defaults then.
UNNAMED = {"joker_limit_st1": "ever"}


@dataclass(frozen=True)
class Variant:
    """One way to play Schotten Totten; each switch may be set on its own.

    Parameters
    ----------
    name : str
        What it is called in records.
    claim_timing : {"after_play", "start_of_turn"}
        When stones may be claimed. ``after_play`` (default, the base game):
        after laying a card, before drawing. ``start_of_turn``: only at the
        start of one's own turn, before laying, as in the published expert
        variant.
    deadlock : {"count", "none"}
        What happens after two turns in a row in which no card was laid, played
        or drawn and no stone was claimed. ``count`` (default): each open stone
        goes to the side that wins the comparison there; then the victory
        conditions and the number of stones decide. ``none``, for study: the
        game is a draw. The published rules do not say. Games must end, and
        counting gives each stone to the player who would get it anyway.
    tactics : {"no", "yes"}
        Whether the ten tactic cards are in play. ``no`` (default, the base
        game); ``yes``: they are a second deck, and hands are seven cards.
    joker_limit_st1 : {"on_border", "ever"}
        When a player may lay a second Joker. ``on_border`` (default, one Joker
        for each side of the border): once the first no longer lies at the
        border. ``ever``, as other editions have it: never.
    unseen_tactics_block_proof : {"no", "yes"}
        Whether unseen elite cards can refute a claim. ``no`` (default, the
        likely reading, since nobody can list them at the table): only clan
        cards can. ``yes``: elite cards that the other player may still play
        can, too, within that player's Joker limit. Ruses and combat modes
        never can.
    """

    name: str = "base"
    claim_timing: Literal["after_play", "start_of_turn"] = "after_play"
    deadlock: Literal["count", "none"] = "count"
    tactics: Literal["no", "yes"] = "no"
    joker_limit_st1: Literal["on_border", "ever"] = "on_border"
    unseen_tactics_block_proof: Literal["no", "yes"] = "no"

    def __post_init__(self) -> None:
        check_name("name", self.name)
        for field, allowed in _SWITCHES.items():
            check_one_of(field, getattr(self, field), allowed)

    def demand(self, lane: int, mode: str = "") -> Demand:
        """Return what stone `lane` (0–8) asks for, under a combat mode if there is one."""
        whole("lane", lane, 0, LANES - 1)
        check_one_of("mode", mode, MODES)
        return (STONE, BLIND_MANS_BLUFF, MUD_FIGHT)[MODES.index(mode)]

    @property
    def codes(self) -> tuple[int, ...]:
        """The switches as the kernels read them."""
        return tuple(values.index(getattr(self, field)) for field, values in _SWITCHES.items())


VARIANTS: dict[str, Variant] = {
    "base": Variant(),
    "expert": Variant("expert", claim_timing="start_of_turn"),
    "tactics": Variant("tactics", tactics="yes"),
    "early_bird": Variant("early_bird", claim_timing="start_of_turn", tactics="yes"),
}
