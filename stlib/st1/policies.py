"""Compiled choices for Schotten Totten, and the loops that play whole games with them.

A policy is an integer; `choose` asks it for a move. A policy may read of the
state only what the player to move may know: his hand, the table, the sizes.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from stlib.base.bits import low_bit, pick, popcount
from stlib.base.compiled import inner, jit
from stlib.base.rows import Row
from stlib.base.streams import below, start, step
from stlib.st1 import engine, greedy, greedy_tactics
from stlib.st1.engine import apply, legal, named
from stlib.st1.rules import (
    CARDS,
    CLAIM,
    CLAIM_MOVE,
    HAND,
    LANES,
    MAX_LEGAL,
    OVER,
    PASS,
    PLAY,
    RECRUITER,
    RUSE_MOVE,
    TACTIC_HAND,
)
from stlib.st1.tactics import allowed, tactic_lanes, tactic_ruses

__all__ = [
    "COLUMNS", "POLICIES", "apply", "decide", "legal", "playouts", "rollouts", "tell",
]  # fmt: skip

UNIFORM, UNIFORM_MOVES, GREEDY = 0, 1, 2
POLICIES = (
    "uniform",
    "uniform_moves",
    "greedy",
    *(f"greedy_without_{part}" for part in greedy.PARTS),
)

#: What `playouts` writes for each game, one int64 a column; `simulate.columns` tells them.
COLUMNS = (
    "winner",
    "reason",
    "plies",
    "first",
    "stones_0",
    "stones_1",
    "deck_left",
    "claims",
    "late_claims",
    "proofs",
    "tactics_0",
    "tactics_1",
    *(f"owner_{number}" for number in range(1, LANES + 1)),
    *(f"claim_{number}" for number in range(1, LANES + 1)),
)
OWNER, CLAIM_PLY = COLUMNS.index("owner_1"), COLUMNS.index("claim_1")

# What is noted of a game's course: the ply at which each stone was claimed, or 0; behind them
# that of the last move that was no claim.
NOTES = LANES + 1

_NTH = np.zeros((1 << LANES, LANES), np.uint8)  # place of set bit number k of a mask of stones
for _mask in range(1 << LANES):
    for _k, _bit in enumerate([i for i in range(LANES) if _mask >> i & 1]):
        _NTH[_mask, _k] = _bit


@inner
def choose(s, policy, stream, moves):
    """Ask a policy for a move; `moves` is scratch of MAX_LEGAL words."""
    if policy == UNIFORM:
        return uniform_tactics(s, stream, moves) if s.tactics else uniform(s, stream, HAND)
    if policy == UNIFORM_MOVES:
        return uniform_moves(s, stream, moves)
    parts = greedy.ALL_PARTS
    if policy > GREEDY:
        parts ^= 1 << policy - GREEDY - 1
    if s.tactics:
        return greedy_tactics.choose(s, parts, greedy.WEIGHTS, greedy_tactics.PRICES)
    return greedy.choose(s, parts, greedy.WEIGHTS)


@inner
def uniform(s, stream, hand_size):
    """Claim all that can be claimed; else a uniformly random card to a random free stone."""
    if s.phase == CLAIM:
        return CLAIM_MOVE + low_bit(s.claimable)
    p = s.turn & 1
    hand = s.hand[p]
    lanes = s.open[p]
    if hand == 0 or lanes == 0:
        return PASS
    a, b = below(stream, popcount(hand), popcount(lanes))
    return pick(hand, a, hand_size) * LANES + int(_NTH[lanes, b])


@jit
def uniform_tactics(s, stream, moves):
    """With tactic cards: claim, else any card that can be played, then any place for it."""
    if s.phase != PLAY and s.phase != CLAIM:
        return uniform_moves(s, stream, moves)
    p = s.turn & 1
    if s.phase == CLAIM or s.tactic_hand[p] == 0 or not allowed(s):
        return uniform(s, stream, TACTIC_HAND)
    hand = s.hand[p] if s.open[p] else 0
    laid = layable(s)
    ruses = tactic_ruses(s)
    n, m = popcount(hand), popcount(laid)
    total = n + m + popcount(ruses)
    if total == 0:
        return PASS
    a, b = below(stream, total, 1 << 20)
    if a >= n + m:
        return RUSE_MOVE + pick(ruses, a - n - m, 4)
    card = pick(hand, a, TACTIC_HAND) if a < n else CARDS + pick(laid, a - n, TACTIC_HAND)
    lanes = s.open[p] if a < n else tactic_lanes(s, card)
    return card * LANES + int(_NTH[lanes, b * popcount(lanes) >> 20])


@inner
def layable(s):
    """Elite cards and combat modes in hand that can be laid now, bit 0 the first Joker."""
    cards = s.tactic_hand[s.turn] & (1 << RECRUITER - CARDS) - 1
    out = 0
    while cards != 0:
        if tactic_lanes(s, CARDS + low_bit(cards)):
            out |= cards & -cards
        cards &= cards - 1
    return out


@inner
def uniform_moves(s, stream, moves):
    """Uniform over the legal moves."""
    n = engine.legal_moves(s, moves)
    a, _ = below(stream, n, 1)
    return moves[a]


@jit
def playout(s, stream, policy_0, policy_1, moves, notes):
    """Play on to the end; returns the last ply with a card left in the clan deck."""
    drawing = 0
    while s.phase != OVER:
        policy = policy_1 if s.turn else policy_0
        move = choose(s, policy, stream, moves)
        drawing = note(s, move, drawing, notes)
        engine.make(s, move)
        stream = step(stream)
    return drawing


@inner
def note(s, move, drawing, notes):
    """Note of a move about to be made what the last state will not tell."""
    lane = move - CLAIM_MOVE
    notes[lane if 0 <= lane < LANES else LANES] = s.ply + 1
    return s.ply + 1 if s.drawn < CARDS else drawing


@jit
def playouts(key, index, n, first, switches, policy_0, policy_1, out):
    """Play the games `index` … `index + n - 1` of experiment `key` from fresh deals.

    Parameters
    ----------
    key, index, n : int
        Game *i* depends on `key` and *i* alone.
    first : int
        Who starts, or -1 to draw it for each game.
    switches : tuple of int
        As in `Variant.codes`.
    policy_0, policy_1 : int
        Who sits where.
    out : ndarray of int64, shape (n, len(COLUMNS))
        Overwritten.
    """
    row = np.zeros(engine.SIZE, np.int64)
    moves = np.zeros(MAX_LEGAL, np.int64)
    notes = np.zeros(NOTES, np.int64)
    s = named(row)
    for i in range(n):
        stream = engine.new(row, start(key, index + i), first, switches)
        notes[:] = 0
        drawing = playout(s, stream, policy_0, policy_1, moves, notes)
        write_result(s, drawing, notes, out[i])


@inner
def write_result(s, drawing, notes, out):
    """Fill one line of `COLUMNS` from the last state and what was noted."""
    out[0] = s.winner
    out[1] = s.reason
    out[2] = s.ply
    out[3] = s.first
    out[4] = popcount(s.claimed[0])
    out[5] = popcount(s.claimed[1])
    out[6] = CARDS - s.drawn
    out[10] = s.played[0]
    out[11] = s.played[1]
    write_claims(s, drawing, notes, out)


@inner
def write_claims(s, drawing, notes, out):
    """Fill in what became of each stone; a side that was unfinished at a claim still is."""
    claims = 0
    late = 0
    proofs = 0
    for lane in range(LANES):
        mine = s.claimed[0] >> lane & 1
        theirs = s.claimed[1] >> lane & 1
        claim = int(notes[lane] > 0)
        claims += claim
        late += notes[lane] > drawing
        proofs += claim & ~(s.full[0] & s.full[1]) >> lane
        out[OWNER + lane] = mine + 2 * theirs - 1
        out[CLAIM_PLY + lane] = notes[lane] + claim - 1
    out[7] = claims
    out[8] = late
    out[9] = proofs


# --- entries on single states ---------------------------------------------------------------


@jit
def decide(row: Row, policy: int, stream: int) -> int:
    """Return the move id a policy chooses in the state `row`; hidden cards do not matter to it."""
    moves = np.zeros(MAX_LEGAL, np.int64)
    return choose(named(row), policy, stream, moves)


@jit
def rollouts(states: Row, first_moves: Row, policy: int, n: int, keys: Row, out: Row) -> None:
    """Play each state on to its end `n` times, both sides by one policy.

    Parameters
    ----------
    states : ndarray of int64, shape (m, SIZE)
        Left as they are.
    first_moves : ndarray of int64, shape (m,)
        Move to make first in each state, or -1.
    policy, n : int
        Who plays on; how often.
    keys : ndarray of int64, shape (m,)
        Playout *j* of state *i* uses stream *j* of the experiment `keys[i]`.
        States with equal keys share their random numbers, which is fair where
        moves in one position are compared, and wrong where results are added up.
    out : ndarray of int64, shape (m, 3)
        Games won by player 0, by player 1, drawn; overwritten.
    """
    row = np.zeros(engine.SIZE, np.int64)
    moves = np.zeros(MAX_LEGAL, np.int64)
    notes = np.zeros(NOTES, np.int64)
    s = named(row)
    for i in range(states.shape[0]):
        out[i, :] = 0
        for j in range(n):
            row[:] = states[i]
            if first_moves[i] >= 0:
                engine.make(s, first_moves[i])
            playout(s, start(keys[i], j), policy, policy, moves, notes)
            out[i, s.winner] += 1


def tell(row: Row, moves: Sequence[int], out: Row) -> None:
    """Make these moves in the state `row`, and fill one line of `COLUMNS`; plain Python."""
    notes, drawing = np.zeros(NOTES, np.int64), 0
    for move in moves:
        drawing = note(named(row), move, drawing, notes)
        engine.apply(row, move)
    write_result(named(row), drawing, notes, out)
