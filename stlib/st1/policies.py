"""Compiled choices for Schotten Totten, and the loops that play whole games with them.

A policy is an integer; `choose` asks it for a move. A policy may read of the
state only what the player to move may know: their hand, the table, the sizes.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from stlib.base.bits import low_bit, pick, popcount
from stlib.base.compiled import inner, jit
from stlib.base.rows import Row, clear_row, copy_row, layout, word_names
from stlib.base.streams import below, start, step
from stlib.cards.tactic_limit import may_play_tactic
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
    RUSE_COUNT,
    RUSE_MOVE,
    TACTIC_HAND,
)
from stlib.st1.tactics import tactic_lanes, tactic_ruses

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

# What `playouts` writes for each game.
_RESULT_FIELDS = (
    ("winner", ()),
    ("reason", ()),
    ("plies", ()),
    ("first", ()),
    ("stones_0", ()),
    ("stones_1", ()),
    ("deck_left", ()),
    ("claims", ()),
    ("late_claims", ()),
    ("proofs", ()),
    ("tactics_0", ()),
    ("tactics_1", ()),
    ("owner", (LANES,)),
    ("claim", (LANES,)),
)
named_result = layout(_RESULT_FIELDS)[2]
#: Names of the words that `playouts` writes for each game; `simulate.columns` explains them.
COLUMNS = tuple(word_names(_RESULT_FIELDS))

# What is recorded during a game because the final state does not show it.
_NOTE_FIELDS = (
    ("claimed_at", (LANES + 1,)),  # ply at which a stone was claimed, else 0; see `NO_STONE`
    ("last_draw", ()),  # last ply before which the clan deck had a card left
)
NO_STONE = LANES  # the place in `claimed_at` that moves other than claims overwrite
NOTES, named_notes = layout(_NOTE_FIELDS)[1:]

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
    if s.phase == CLAIM or s.tactic_hand[p] == 0 or not may_play_tactic(s, p):
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
        return RUSE_MOVE + pick(ruses, a - n - m, RUSE_COUNT)
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
    """Play on to the end, and record what the final state will not show."""
    while s.phase != OVER:
        policy = policy_1 if s.turn else policy_0
        move = choose(s, policy, stream, moves)
        note(s, move, notes)
        engine.make(s, move)
        stream = step(stream)


@inner
def note(s, move, notes):
    """Record a move that is about to be made: when stones are claimed, when the deck runs out."""
    lane = move - CLAIM_MOVE
    notes.claimed_at[lane if 0 <= lane < LANES else NO_STONE] = s.ply + 1
    if s.drawn < CARDS:
        notes.last_draw = s.ply + 1


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
    noted = np.zeros(NOTES, np.int64)
    s = named(row)
    for i in range(n):
        stream = engine.new(row, start(key, index + i), first, switches)
        clear_row(noted)
        playout(s, stream, policy_0, policy_1, moves, named_notes(noted))
        write_result(s, named_notes(noted), named_result(out[i]))


@inner
def write_result(s, notes, result):
    """Fill in the result of a game from its final state and what was recorded on the way."""
    result.winner = s.winner
    result.reason = s.reason
    result.plies = s.ply
    result.first = s.first
    result.stones_0 = popcount(s.claimed[0])
    result.stones_1 = popcount(s.claimed[1])
    result.deck_left = CARDS - s.drawn
    result.tactics_0 = s.played[0]
    result.tactics_1 = s.played[1]
    write_claims(s, notes, result)


@inner
def write_claims(s, notes, result):
    """Fill in who claimed each stone and when.

    A side that was incomplete at the claim has stayed so, because nothing is laid on a
    claimed stone.
    """
    claims = 0
    late = 0
    proofs = 0
    for lane in range(LANES):
        ply = notes.claimed_at[lane]
        claim = int(ply > 0)
        claims += claim
        late += ply > notes.last_draw
        proofs += claim & ~(s.full[0] & s.full[1]) >> lane
        result.owner[lane] = (s.claimed[0] >> lane & 1) + 2 * (s.claimed[1] >> lane & 1) - 1
        result.claim[lane] = ply if claim else -1
    result.claims = claims
    result.late_claims = late
    result.proofs = proofs


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
    noted = np.zeros(NOTES, np.int64)
    s = named(row)
    for i in range(len(states)):
        clear_row(out[i])
        for j in range(n):
            copy_row(states[i], row)
            if first_moves[i] >= 0:
                engine.apply(row, first_moves[i])
            playout(s, start(keys[i], j), policy, policy, moves, named_notes(noted))
            out[i, s.winner] += 1


def tell(row: Row, moves: Sequence[int], out: Row) -> None:
    """Make these moves in the state `row`, and fill in the result; plain Python."""
    notes = named_notes(np.zeros(NOTES, np.int64))
    for move in moves:
        note(named(row), move, notes)
        engine.apply(row, move)
    write_result(named(row), notes, named_result(out))
