"""Schotten Totten 2's turn as kernels on one row of integers: what may be done, and doing it.

Public entries take a row and open it once; everything inside passes the
opened state `s` (see ``state.py``). Nothing here raises: the caller checks
a move against `legal`. The docstrings state the rules.

``s.turn & 1`` is ``s.turn``; it shows the compiler that an index is not negative.
"""

from __future__ import annotations

from st2lib.rules import (
    ACTION_MOVE,
    AT,
    AT_MOVE,
    ATTACKER,
    BREACH,
    CARDS,
    DEADLOCK,
    DECLARE_MOVE,
    DEFENDER,
    DRAW,
    DRAW_MOVE,
    DRAW_SIEGE,
    DRAW_TACTIC,
    DROP,
    END,
    END_MOVE,
    FOUR_TILES,
    FULL,
    GIVE,
    GIVE_MOVE,
    HELD,
    LANES,
    MID,
    OVER,
    PASS,
    PLAY_MOVES,
    POUR_MOVE,
    PREP,
    PUT,
    PUT_MOVE,
    REDEPLOY,
    RETREAT_MOVE,
    TACTICS,
    TACTICS_SWITCH,
    TAKE,
    TAKE_MOVE,
    WIN_DAMAGED,
)
from st2lib.state import (
    CACHE_WORDS,
    DTYPE,
    SIZE,
    arrive,
    attacked,
    clear,
    deal,
    discard_first,
    hand_count,
    hand_size,
    named,
    prepare,
    refresh,
    refute,
    shuffle,
    shuffle_tactics,
    sweep,
)
from st2lib.tactics import (
    choose_card,
    give,
    lay_elite,
    list_at,
    list_gives,
    list_puts,
    list_takes,
    play_action,
    playable_actions,
    playable_elites,
    put,
)
from stlib.base.bits import list_bits, low_bit, popcount
from stlib.base.compiled import inner, jit
from stlib.base.rows import Row

__all__ = ["CACHE_WORDS", "DTYPE", "SIZE", "apply", "begin", "blank", "legal", "named", "new"]


UNKNOWN = -1  # in `declarable`, only while a move is made: not yet looked for


# --- entries: one row each ---------------------------------------------------------------


@jit
def new(row: Row, stream: int, first: int, switches: tuple[int, ...]) -> int:
    """Deal a shuffled deck and return the stream's next state.

    Parameters
    ----------
    row : ndarray of int64, shape (SIZE,)
        Overwritten.
    stream : int
        State of a random stream, see `stlib.base.streams.start`.
    first : int
        Not used, as the attacker starts. It is here so that both games are dealt alike.
    switches : tuple of int
        As in `Variant.codes`.
    """
    clear(row, switches[TACTICS_SWITCH])
    s = named(row)
    prepare(s, switches)
    stream = shuffle(s, stream)
    deal(s)
    if s.tactics:
        stream = shuffle_tactics(s, stream)
    return stream


@jit
def blank(row: Row, switches: tuple[int, ...]) -> None:
    """Clear a row for a position set up by hand, to be completed by `begin`."""
    clear(row, switches[TACTICS_SWITCH])
    prepare(named(row), switches)


@jit
def begin(row: Row) -> None:
    """Complete a row in which only the facts are set; `state.refresh` works out the rest."""
    s = named(row)
    refresh(s)
    s.declarable = UNKNOWN
    if s.phase == PREP and not s.poured:
        look_at_defender(s)
    run_on(s)


@jit
def legal(row: Row, out: Row) -> int:
    """Write the ids of the legal moves, ascending, and return how many there are.

    `out` is an ndarray of int64 of at least `MAX_LEGAL` words.
    """
    return legal_moves(named(row), out)


@jit
def apply(row: Row, move: int) -> None:
    """Make a legal move."""
    make(named(row), move)


# --- a turn: prepare, play, draw; the attacker declares in between ----------------------------


@inner
def make(s, move):
    """Make one move, then run on through the phases that leave no choice."""
    s.ply += 1
    if 0 <= move < CARDS * LANES:
        lay(s, move // LANES, move % LANES)
        after_play(s)
    elif move < PLAY_MOVES:
        lay_elite(s, move // LANES, move % LANES)
        after_play(s)
    elif move < RETREAT_MOVE:
        declare(s, move - DECLARE_MOVE)
    elif move < POUR_MOVE:
        retreat(s, move - RETREAT_MOVE)
    elif move < DRAW_MOVE:
        pour(s, move - POUR_MOVE)
    elif move == DRAW_MOVE:
        draw(s, 0)
    elif move == END_MOVE:
        end_turn(s)
    elif move == PASS:
        after_play(s)
    else:
        make_choice(s, move)
    run_on(s)


@jit
def make_choice(s, move):
    """Play an action, make one of its sub-choices, or draw from the deck chosen."""
    done = False
    if move < DRAW_SIEGE:
        play_action(s, REDEPLOY + move - ACTION_MOVE)
    elif move < TAKE_MOVE:
        draw(s, move - DRAW_SIEGE)
    elif move < GIVE_MOVE:
        done = choose_card(s, move - TAKE_MOVE)
    elif move < PUT_MOVE:
        done = give(s, move - GIVE_MOVE)
    elif move < AT_MOVE:
        put(s, move - PUT_MOVE)
        done = True
    elif move < DROP:
        sweep(s, move - AT_MOVE)
        done = True
    else:
        put(s, -1)
        done = True
    if done:
        s.action = 0
        s.taken = 0
        s.taken_lane = 0
        after_play(s)


@inner
def run_on(s):
    """Skip what is no decision: a draw without a choice, an end of turn with nothing to declare."""
    while True:
        if s.declarable == UNKNOWN:
            s.declarable = provable(s)
        if s.phase == END:
            if s.declarable != 0:
                return
            end_turn(s)
        elif s.phase == DRAW or s.phase == MID:
            if (s.phase == MID and s.declarable != 0) or two_decks(s):
                return
            draw(s, int(s.drawn == CARDS))
        else:
            return


@inner
def can_draw(s):
    """Whether the player to move has a card to draw, and with tactics room for it."""
    if s.ending:
        return False
    if not s.tactics:
        return s.drawn < CARDS
    some = s.drawn < CARDS or s.tactic_drawn < TACTICS
    return some and hand_count(s, s.turn) < hand_size(s)


@inner
def two_decks(s):
    """Whether there is a choice of decks to draw from."""
    return s.tactics and can_draw(s) and s.drawn < CARDS and s.tactic_drawn < TACTICS


@inner
def begin_turn(s, p):
    """Hand the turn to `p`. Once the end has begun, the attacker has one more turn."""
    s.turn = p
    s.phase = PREP
    s.poured = 0
    s.final = s.ending if p == ATTACKER else 0
    s.declarable = UNKNOWN
    look_at_defender(s)


@inner
def look_at_defender(s):
    """A defender who can lay nothing at the start of a turn wins, unless passing is allowed."""
    if s.turn != DEFENDER or s.open[DEFENDER] != 0 or s.defender_full != 0:
        return
    if not s.tactics or playable_actions(s) == 0:
        finish(s, DEFENDER, FULL)


@inner
def lay(s, card, lane):
    """Play a siege card to one's side of a tile with a free slot."""
    bit = 1 << card
    p = s.turn & 1
    s.hand[p] &= ~bit
    s.unplayed &= ~bit
    if s.tactics:
        if s.put_back & bit & ~s.shown[p]:
            s.since[p] -= 1
        s.shown[p] &= ~bit
        s.busy = 1
    arrive(s, p, lane, card, True)


@inner
def after_play(s):
    """Go on to the draw. The attacker may declare before and after it; once if there is no draw."""
    if s.turn == DEFENDER:
        s.phase = DRAW
        return
    s.phase = MID if can_draw(s) else END
    s.declarable = UNKNOWN


@inner
def draw(s, tactic):
    """Draw one card if there is one, and see whether the end begins."""
    p = s.turn & 1
    if s.tactics:
        draw_either(s, tactic)
    elif can_draw(s):
        draw_siege(s, p)
        see_the_end(s)
    if p == ATTACKER:
        s.phase = END
    else:
        end_turn(s)


@inner
def draw_siege(s, p):
    """Take the top siege card."""
    s.hand[p] |= 1 << s.deck[s.drawn]
    s.deck[s.drawn] = 0
    s.drawn += 1


@jit
def draw_either(s, tactic):
    """With tactics: draw from the deck chosen, if there is room in the hand."""
    if not can_draw(s):
        return
    p = s.turn & 1
    if tactic:
        s.tactic_hand[p] |= 1 << s.tactic_deck[s.tactic_drawn] - CARDS
        s.tactic_deck[s.tactic_drawn] = 0
        s.tactic_drawn += 1
    else:
        draw_siege(s, p)
        s.since[p] += s.put_back != 0
    s.busy = 1
    see_the_end(s)


@inner
def see_the_end(s):
    """The end begins when the siege deck is empty, or (a switch) when both decks are."""
    if s.drawn < CARDS or (s.tactics and s.tactic_end and s.tactic_drawn < TACTICS):
        return
    s.ending = 1
    if s.turn == ATTACKER and s.draws_last == 1:
        s.final = 1


@inner
def end_turn(s):
    """Hand over. An attacker who has not won in the last turn has lost.

    The defender also wins after two turns in a row in which nothing happened.
    """
    if s.tactics:
        s.idle = 0 if s.busy else s.idle + 1
        s.busy = 0
    if s.turn == ATTACKER and s.final:
        finish(s, DEFENDER, HELD)
    elif s.idle == 2:
        finish(s, DEFENDER, DEADLOCK)
    else:
        begin_turn(s, 1 - s.turn)


# --- retreat, oil, control ---------------------------------------------------------------------


@inner
def retreat(s, lane):
    """The attacker discards all of their own cards at one tile."""
    while s.count[ATTACKER, lane] > 0:
        discard_first(s, ATTACKER, lane)
    s.declarable &= ~(1 << lane)


@inner
def pour(s, lane):
    """Oil discards the attacker's card nearest the wall."""
    discard_first(s, ATTACKER, lane)
    s.cauldrons -= 1
    s.poured = 1


@inner
def provable(s):
    """Tiles of which the attacker can prove control.

    Only in the attacker's turn, and not in the middle of an action.
    """
    if s.turn == DEFENDER or s.phase >= OVER:
        return 0
    tiles = s.ahead[ATTACKER]
    unsure = s.full[ATTACKER] & ~s.full[DEFENDER]
    while unsure != 0:
        lane = low_bit(unsure)
        unsure &= unsure - 1
        if proven(s, lane):
            tiles |= 1 << lane
    return tiles


@inner
def proven(s, lane):
    """No available cards let the defender's unfinished side of a tile beat the attacker's."""
    w = s.witness[lane]
    if w != 0 and w & ~s.unplayed == 0:
        return False
    w = refute(s, lane)
    s.witness[lane] = w
    return w == 0


@inner
def declare(s, lane):
    """Success damages the tile and discards all cards there.

    A fourth damaged tile, or success at a damaged one, wins at once.
    """
    bit = 1 << lane
    again = s.damaged & bit
    s.damaged |= bit
    s.declarable &= ~bit
    if s.tactics:
        s.busy = 1
    sweep(s, lane)
    if again:
        finish(s, ATTACKER, BREACH)
    elif popcount(s.damaged) >= WIN_DAMAGED:
        finish(s, ATTACKER, FOUR_TILES)


@inner
def finish(s, winner, reason):
    """End the game."""
    s.winner = winner
    s.reason = reason
    s.phase = OVER
    s.declarable = 0
    s.poured = 0
    s.final = 0


# --- legal moves -------------------------------------------------------------------------------


@inner
def legal_moves(s, out):
    """List the legal moves; none once the game is over."""
    if s.phase == PREP:
        return list_turn(s, out)
    if s.phase == MID:
        n = list_bits(s.declarable, DECLARE_MOVE, out, 0)
        return list_draws(s, out, n)
    if s.phase == END:
        n = list_bits(s.declarable, DECLARE_MOVE, out, 0)
        out[n] = END_MOVE
        return n + 1
    if s.phase == DRAW:
        return list_draws(s, out, 0)
    if s.phase == TAKE:
        return list_takes(s, out)
    if s.phase == PUT:
        return list_puts(s, out)
    if s.phase == AT:
        return list_at(s, out)
    return list_gives(s, out) if s.phase == GIVE else 0


@inner
def list_draws(s, out, n):
    """List the draws: of a card, or with tactics from each deck that has one."""
    if not s.tactics:
        out[n] = DRAW_MOVE
        return n + 1
    if s.drawn < CARDS:
        out[n] = DRAW_SIEGE
        n += 1
    if s.tactic_drawn < TACTICS:
        out[n] = DRAW_TACTIC
        n += 1
    return n


@inner
def list_turn(s, out):
    """List what may be done in a turn: lay, declare, prepare, pass, play an action."""
    n = list_plays(s, out)
    stuck = n == 0
    if s.tactics:
        elites = playable_elites(s)
        while elites != 0:
            n = list_bits(s.open[s.turn], (CARDS + low_bit(elites)) * LANES, out, n)
            elites &= elites - 1
    n = list_bits(s.declarable, DECLARE_MOVE, out, n)
    n = list_preparations(s, out, n)
    if stuck and (s.tactics or s.turn == DEFENDER or s.hand[ATTACKER] == 0):
        out[n] = PASS
        n += 1
    return list_bits(playable_actions(s), ACTION_MOVE, out, n) if s.tactics else n


@inner
def list_plays(s, out):
    """List every siege card in hand with every tile that has a free slot."""
    n = 0
    hand = s.hand[s.turn]
    while hand != 0:
        n = list_bits(s.open[s.turn], low_bit(hand) * LANES, out, n)
        hand &= hand - 1
    return n


@inner
def list_preparations(s, out, n):
    """List the attacker's retreats, or oil: once a turn, while cauldrons are left."""
    if s.turn == ATTACKER:
        return list_bits(attacked(s), RETREAT_MOVE, out, n)
    if s.cauldrons > 0 and not s.poured:
        return list_bits(attacked(s), POUR_MOVE, out, n)
    return n
