"""Compiled choices for Schotten Totten 2, and the loops that play whole games with them.

A policy is an integer; `choose` asks it for a move. A policy may read of the
state only what the player to move may know: their hand, the table, the sizes.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from st2lib import engine, greedy, greedy_tactics
from st2lib.engine import apply, legal, named
from st2lib.rules import (
    ACTION_MOVE,
    AT_MOVE,
    ATTACKER,
    CARDS,
    CAULDRONS,
    DECLARE_MOVE,
    DEFENDER,
    LANES,
    MAX_LEGAL,
    OVER,
    PASS,
    POUR_MOVE,
    PREP,
    PUT_MOVE,
    RETREAT_MOVE,
    TACTIC_HAND,
)
from st2lib.state import attacked
from st2lib.tactics import playable_actions, playable_elites
from stlib.base.bits import low_bit, pick, popcount
from stlib.base.compiled import inner, jit
from stlib.base.rows import Row, clear_row, copy_row, layout, word_names
from stlib.base.streams import below, start, step
from stlib.cards.tactic_limit import may_play_tactic

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
    ("damaged", ()),
    ("deck_left", ()),
    ("cauldrons_left", ()),
    ("declarations", ()),
    ("proofs", ()),
    ("oil", ()),
    ("retreats", ()),
    ("pairs", ()),
    ("breach", ()),
    ("tactics_0", ()),
    ("tactics_1", ()),
    ("damage", (LANES,)),
)
named_result = layout(_RESULT_FIELDS)[2]
#: Names of the words that `playouts` writes for each game; `simulate.columns` explains them.
COLUMNS = tuple(word_names(_RESULT_FIELDS))

# What is recorded during a game because the final state does not show it.
_NOTE_FIELDS = (
    ("damaged_at", (LANES,)),  # ply at which a tile was damaged, else 0
    ("declarations", ()),
    ("proofs", ()),  # declarations while the defender's side was unfinished
    ("retreats", ()),
    ("breach", ()),  # number of the tile where the wall broke, from 1, else 0
    ("thrown", ()),  # siege cards discarded otherwise than as a pair of 0 and 11
    ("met", ()),  # pairs of 0 and 11 that an action brought together
)
NOTES, named_notes = layout(_NOTE_FIELDS)[1:]
LAYS = CARDS * LANES  # ids below this lay a siege card


@inner
def choose(s, policy, stream, moves):
    """Ask a policy for a move; `moves` is scratch of MAX_LEGAL words."""
    if policy == UNIFORM:
        return uniform_tactics(s, stream, moves) if s.tactics else uniform(s, stream)
    if policy == UNIFORM_MOVES:
        return uniform_moves(s, stream, moves)
    parts = greedy.ALL_PARTS
    if policy > GREEDY:
        parts ^= 1 << policy - GREEDY - 1
    if s.tactics:
        return greedy_tactics.choose(s, parts, greedy.WEIGHTS, greedy_tactics.PRICES)
    return greedy.choose(s, parts, greedy.WEIGHTS)


@inner
def uniform(s, stream):
    """Declare all that can be proven; else a random card to a random tile; never pour.

    Retreats from one random tile only when nothing else can be done.
    """
    if s.declarable:
        return DECLARE_MOVE + low_bit(s.declarable)
    p = s.turn & 1
    lanes = s.open[p]
    hand = s.hand[p]
    if hand != 0 and lanes != 0:
        a, b = below(stream, popcount(hand), popcount(lanes))
        return pick(hand, a, max(popcount(hand), TACTIC_HAND)) * LANES + pick(lanes, b, LANES)
    if s.turn == ATTACKER and hand != 0 and lanes == 0:
        a, _ = below(stream, popcount(attacked(s)), 1)
        return RETREAT_MOVE + pick(attacked(s), a, LANES)
    return PASS


@jit
def uniform_tactics(s, stream, moves):
    """With tactic cards: declare, else any card that can be played, then any tile for it."""
    if s.phase != PREP and s.declarable == 0:
        return uniform_moves(s, stream, moves)
    p = s.turn & 1
    if s.declarable or s.tactic_hand[p] == 0 or not may_play_tactic(s, p):
        return uniform(s, stream)
    lanes = s.open[p]
    hand = s.hand[p] if lanes else 0
    elites = playable_elites(s)
    actions = playable_actions(s)
    n, m = popcount(hand), popcount(elites)
    total = n + m + popcount(actions)
    if total == 0:
        return uniform(s, stream)
    a, b = below(stream, total, 1 << 20)
    if a >= n + m:
        return ACTION_MOVE + pick(actions, a - n - m, TACTIC_HAND)
    card = CARDS + pick(elites, a - n, TACTIC_HAND) if a >= n else 0
    if a < n:
        card = pick(hand, a, max(n, TACTIC_HAND))
    return card * LANES + pick(lanes, b * popcount(lanes) >> 20, LANES)


@inner
def uniform_moves(s, stream, moves):
    """Uniform over the legal moves."""
    n = engine.legal_moves(s, moves)
    a, _ = below(stream, n, 1)
    return moves[a]


@jit
def playout(s, stream, attacker, defender, moves, notes):
    """Play on to the end, and record what the final state will not show.

    Laying a card from the hand needs no note.
    """
    while s.phase != OVER:
        policy = defender if s.turn else attacker
        move = choose(s, policy, stream, moves)
        thrown = s.discard
        if move >= LAYS:
            note(s, move, notes)
        engine.make(s, move)
        if move >= LAYS and s.discard != thrown:
            note_thrown(move, popcount(s.discard) - popcount(thrown), notes)
        stream = step(stream)


@inner
def note(s, move, notes):
    """Record a declaration or a retreat that is about to be made."""
    if DECLARE_MOVE <= move < RETREAT_MOVE:
        note_declaration(s, move - DECLARE_MOVE, notes)
    elif RETREAT_MOVE <= move < POUR_MOVE:
        notes.retreats += 1


@inner
def note_thrown(move, thrown, notes):
    """Record how many siege cards a move that laid none put into the discard, or took out.

    All other cards there came as pairs of a 0 and an 11. When an action puts a
    card at the wall, cards are discarded only if it meets its counterpart, too.
    """
    notes.thrown += thrown
    notes.met += PUT_MOVE <= move < AT_MOVE and thrown > 0


@inner
def note_declaration(s, lane, notes):
    """Record when a tile is damaged, whether control was proven, and where the wall breaks."""
    notes.declarations += 1
    notes.proofs += 1 - (s.full[DEFENDER] >> lane & 1)
    if s.damaged >> lane & 1:
        notes.breach = lane + 1
    else:
        notes.damaged_at[lane] = s.ply + 1


@jit
def playouts(key, index, n, first, switches, attacker, defender, out):
    """Play the games `index` … `index + n - 1` of experiment `key` from fresh deals.

    Parameters
    ----------
    key, index, n : int
        Game *i* depends on `key` and *i* alone.
    first : int
        Not used: the attacker starts.
    switches : tuple of int
        As in `Variant.codes`.
    attacker, defender : int
        Policies.
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
        playout(s, stream, attacker, defender, moves, named_notes(noted))
        write_result(s, named_notes(noted), named_result(out[i]))


@inner
def write_result(s, notes, result):
    """Fill in the result of a game from its final state and what was recorded on the way."""
    result.winner = s.winner
    result.reason = s.reason
    result.plies = s.ply
    result.damaged = popcount(s.damaged)
    result.deck_left = CARDS - s.drawn
    result.cauldrons_left = s.cauldrons
    result.declarations = notes.declarations
    result.proofs = notes.proofs
    result.oil = CAULDRONS - s.cauldrons
    result.retreats = notes.retreats
    result.pairs = (popcount(s.discard) - notes.thrown) // 2 + notes.met
    result.breach = or_never(notes.breach)
    result.tactics_0 = s.played[0]
    result.tactics_1 = s.played[1]
    for lane in range(LANES):
        result.damage[lane] = or_never(notes.damaged_at[lane])


@inner
def or_never(noted):
    """Return a number that was recorded from 1 on, -1 for 0: it never happened."""
    return noted if noted > 0 else -1


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
    notes.thrown = popcount(named(row).discard)
    for move in moves:
        thrown = popcount(named(row).discard)
        note(named(row), move, notes)
        engine.apply(row, move)
        if move >= LAYS:
            note_thrown(move, popcount(named(row).discard) - thrown, notes)
    write_result(named(row), notes, named_result(out))
