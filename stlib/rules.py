"""Schotten Totten as data: deck, stones, hands, limits, variants, switches.

Where a number is not from the published rules, the switch's docstring says so.
``docs/rules.md`` tells the rules as this project plays them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from stlib.demands import Deck, Demand, Kind

__all__ = ["BLIND_MANS_BLUFF", "DECK", "MUD_FIGHT", "STONE", "VARIANTS", "Variant"]

NAME = "ST1"
COLORS, LOW, HIGH = 6, 1, 9
VALUES = HIGH - LOW + 1
CARDS = COLORS * VALUES
ALL_CARDS = (1 << CARDS) - 1
DECK = Deck(NAME, "rbgyvn", LOW, HIGH)

LANES = 9
ALL_LANES = (1 << LANES) - 1
SLOTS = 4  # most cards a side can ever hold (Mud Fight)
HAND = 6
WIN_STONES = 5
WIN_ADJACENT = 3

STONE = Demand(3)
MUD_FIGHT = Demand(4)
BLIND_MANS_BLUFF = Demand(3, frozenset({Kind.SUM}))
STONE_CODE = STONE.code

# Phases, in the order of a turn.
PLAY, CLAIM, DRAW, OVER = 0, 1, 2, 3
PHASES = ("PLAY", "CLAIM", "DRAW", "OVER")

# Move ids: `card * LANES + lane` lays a card, room kept for ten tactic cards.
PLAY_MOVES = (CARDS + 10) * LANES
CLAIM_MOVE = PLAY_MOVES
DONE = CLAIM_MOVE + LANES
PASS = DONE + 1
MOVES = PASS + 1
VERBS = (("claim", CLAIM_MOVE, True), ("done", DONE, False), ("pass", PASS, False))
MAX_LEGAL = HAND * LANES + 1

# Why a game ended.
ADJACENT, FIVE, COUNT, DEADLOCK = 0, 1, 2, 3
REASONS = ("adjacent", "five", "count", "deadlock")
DRAWN_GAME = 2  # in place of a winner

CLAIM_TIMINGS = ("after_play", "start_of_turn")
DEADLOCKS = ("count", "none")


@dataclass(frozen=True)
class Variant:
    """One way to play Schotten Totten; each switch may be set on its own.

    Parameters
    ----------
    name : str
        What it is called in records.
    claim_timing : {"after_play", "start_of_turn"}
        When stones may be claimed: after laying a card (the base game), or
        only at the start of one's own turn, before laying (the published
        expert variant).
    deadlock : {"count", "none"}
        What two turns in a row without a card laid, a stone claimed or a card
        drawn bring. ``count`` (default): each open stone goes to the side that
        wins the comparison there, then the victory conditions and the number
        of stones decide. ``none``, for study: the game is drawn as it lies.
        The published rules do not say; no game here may run for ever.
    """

    name: str = "base"
    claim_timing: Literal["after_play", "start_of_turn"] = "after_play"
    deadlock: Literal["count", "none"] = "count"

    def __post_init__(self) -> None:
        for field, value, allowed in (
            ("claim_timing", self.claim_timing, CLAIM_TIMINGS),
            ("deadlock", self.deadlock, DEADLOCKS),
        ):
            if value not in allowed:
                raise ValueError(f"{field} is one of {', '.join(allowed)}, not {value!r}")

    def demand(self, lane: int) -> Demand:
        """Return what stone `lane` (0–8) asks for at the start."""
        if not 0 <= lane < LANES:
            raise ValueError(f"lane {lane!r} is not among 0–{LANES - 1}")
        return STONE

    @property
    def codes(self) -> tuple[int, ...]:
        """The switches as the kernels read them."""
        return (CLAIM_TIMINGS.index(self.claim_timing), DEADLOCKS.index(self.deadlock))


VARIANTS: dict[str, Variant] = {
    "base": Variant(),
    "expert": Variant("expert", claim_timing="start_of_turn"),
}
