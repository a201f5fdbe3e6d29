"""Schotten Totten's turn as kernels on one row of integers: what may be done, and doing it.

Public entries take a row and open it once; everything inside passes the
opened state `s` (see ``state.py``). Nothing here raises: the caller checks
a move against `legal`. The docstrings state the rules.

``s.turn & 1`` is ``s.turn``; it shows the compiler that an index is not negative.
"""

from __future__ import annotations

from stlib.base.bits import list_bits, low_bit, popcount
from stlib.base.compiled import inner, jit
from stlib.base.rows import Row
from stlib.base.streams import below, step
from stlib.st1.rules import (
    CARDS,
    CLAIM,
    CLAIM_MOVE,
    COUNT,
    DEADLOCK,
    DONE,
    DRAW,
    DRAW_CLAN,
    DRAW_TACTIC,
    DRAWN_GAME,
    DROP,
    HAND,
    LANES,
    OVER,
    PASS,
    PLAY,
    PUT,
    PUT_MOVE,
    RECRUIT,
    RECRUITER,
    RETURN,
    RETURN_MOVE,
    RUSE_MOVE,
    TACTICS,
    TACTICS_SWITCH,
    TAKE,
    TAKE_MOVE,
)
from stlib.st1.state import (
    CACHE_WORDS,
    DTYPE,
    SIZE,
    clear,
    deal,
    hand_count,
    named,
    place,
    prepare,
    refresh,
    shuffle,
    shuffle_tactics,
    victory,
)
from stlib.st1.tactics import (
    draw_card,
    lay_tactic,
    list_puts,
    list_takes,
    next_pick,
    play_ruse,
    put,
    put_back,
    recruit,
    refute,
    tactic_lanes,
    tactic_ruses,
    take,
)

__all__ = [
    "CACHE_WORDS",
    "DTYPE",
    "SIZE",
    "apply",
    "begin",
    "blank",
    "elite_picks",
    "legal",
    "named",
    "new",
]


UNKNOWN = -1  # in `claimable`, only while a move is made: not yet looked for


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
        Who starts: 0, 1, or -1 to draw it.
    switches : tuple of int
        As in `Variant.codes`.
    """
    clear(row, switches[TACTICS_SWITCH])
    s = named(row)
    prepare(s, switches)
    stream = shuffle(s, stream)
    if first < 0:
        first, _ = below(stream, 2, 1)
        stream = step(stream)
    deal(s, first)
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
    for p in range(2):
        why = victory(s.claimed[p])
        if why >= 0 and s.phase != OVER:
            finish(s, p, why)
    if s.phase == CLAIM:
        enter_claim(s)
    recruit_on(s)
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


@jit
def elite_picks(row: Row, player: int, lane: int, out: Row) -> int:
    """Write which sets of unseen elite cards may still come to the side across.

    Returns how many sets there are. Each is a number with bit 0 for the first elite
    card. `out` is an ndarray of int64 of at least 16 words. Nothing is written where
    the switch `unseen_tactics_block_proof` says that they never refute a claim.
    """
    s = named(row)
    n = 0
    pick = next_pick(s, player, lane, 0) if s.block_proof else 0
    while pick != 0:
        out[n] = pick
        n += 1
        pick = next_pick(s, player, lane, pick)
    return n


# --- a turn: play, claim, draw ---------------------------------------------------------------


@inner
def make(s, move):
    """Make one move, then run on through the phases that leave no choice."""
    s.ply += 1
    if 0 <= move < CARDS * LANES:
        lay(s, move // LANES, move % LANES)
        after_play(s)
    elif move < CLAIM_MOVE:
        lay_tactic(s, move // LANES, move % LANES)
        after_play(s)
    elif move < DONE:
        claim(s, move - CLAIM_MOVE)
    elif move == DONE:
        after_claims(s)
    elif move == PASS:
        after_play(s)
    else:
        make_choice(s, move)
    run_on(s)


@jit
def make_choice(s, move):
    """Play a ruse, make one of its sub-choices, or draw from the deck chosen."""
    if move < DRAW_CLAN:
        play_ruse(s, RECRUITER + move - RUSE_MOVE)
    elif move < RETURN_MOVE:
        if s.phase == RECRUIT:
            recruit(s, move - DRAW_CLAN)
        else:
            draw_card(s, move - DRAW_CLAN)
            end_turn(s)
    elif move < TAKE_MOVE:
        put_back(s, move - RETURN_MOVE)
    elif move < PUT_MOVE:
        if take(s, move - TAKE_MOVE):
            after_play(s)
    else:
        put(s, -1 if move == DROP else move - PUT_MOVE)
        after_play(s)
    recruit_on(s)


@inner
def run_on(s):
    """Skip what is no decision: a claim phase with nothing to claim, a draw without a choice."""
    while s.phase == CLAIM or s.phase == DRAW:
        if s.phase == DRAW:
            if s.tactics and two_decks(s):
                return
            draw(s)
            end_turn(s)
        else:
            if s.claimable == UNKNOWN:
                s.claimable = provable(s)
            if s.claimable != 0:
                return
            after_claims(s)


@jit
def recruit_on(s):
    """Skip the Recruiter's draws if one deck is empty, and the return of no card."""
    while s.phase == RECRUIT and not two_decks(s):
        recruit(s, int(s.drawn == CARDS))
    if s.phase == RETURN and s.returns == 0:
        s.ruse = 0
        after_play(s)


@inner
def two_decks(s):
    """With tactics: whether both decks have cards and the hand has room for one."""
    if s.drawn == CARDS or s.tactic_drawn == TACTICS:
        return False
    return s.phase == RECRUIT or (not s.no_draw and hand_count(s, s.turn) < s.hand_size)


@inner
def lay(s, card, lane):
    """Play a card face up to one's side of an unclaimed stone with a free slot."""
    p = s.turn & 1
    bit = 1 << card
    s.hand[p] &= ~bit
    s.unplayed &= ~bit
    if s.tactics:
        s.shown[p] &= ~bit
    s.busy = 1
    place(s, p, lane, card)


@inner
def after_play(s):
    """After a play come the claims in the base game, the draw in the expert variant."""
    if s.timing == 0:
        enter_claim(s)
    else:
        s.phase = DRAW


@inner
def enter_claim(s):
    """Begin a claim phase. `run_on` finds the stones that can be proven."""
    s.phase = CLAIM
    s.claimable = UNKNOWN


@inner
def after_claims(s):
    """After the claims comes the draw in the base game, the play in the expert variant."""
    s.claimable = 0
    s.phase = DRAW if s.timing == 0 else PLAY


@inner
def provable(s):
    """Stones the player to move can prove: their side is complete, nothing saves the other one."""
    p = s.turn & 1
    free = ~(s.claimed[0] | s.claimed[1])
    stones = s.ahead[p] & free
    unsure = s.full[p] & ~s.full[1 - p] & free
    while unsure != 0:
        lane = low_bit(unsure)
        unsure &= unsure - 1
        if proven(s, p, lane):
            stones |= 1 << lane
    return stones


@inner
def proven(s, p, lane):
    """No unplayed cards let the unfinished other side of a stone beat this complete one."""
    w = s.witness[p, lane]
    if w > 0 and w & ~s.unplayed == 0:
        return False
    w = refute(s, p, lane)
    s.witness[p, lane] = max(w, 0)
    return w == 0


@inner
def claim(s, lane):
    """Take a stone: it is closed to both. Three adjacent ones or five win at once."""
    p = s.turn & 1
    bit = 1 << lane
    s.claimed[p] |= bit
    s.claimable &= ~bit
    s.open[0] &= ~bit
    s.open[1] &= ~bit
    s.busy = 1
    why = victory(s.claimed[p])
    if why >= 0:
        finish(s, p, why)


@inner
def draw(s):
    """Draw one card if a deck has one and the hand has room for it."""
    p = s.turn & 1
    if s.tactics:
        draw_either(s)
    elif s.drawn < CARDS and popcount(s.hand[p]) < HAND:
        s.hand[p] |= 1 << s.deck[s.drawn]
        s.deck[s.drawn] = 0
        s.drawn += 1
        s.busy = 1


@jit
def draw_either(s):
    """Draw from the one deck that is not empty, unless the Recruiter has drawn."""
    if s.no_draw or hand_count(s, s.turn) >= s.hand_size:
        return
    if s.drawn < CARDS:
        draw_card(s, 0)
    elif s.tactic_drawn < TACTICS:
        draw_card(s, 1)


@inner
def end_turn(s):
    """Hand over. Two turns in a row in which nothing happened end the game."""
    s.idle = 0 if s.busy else s.idle + 1
    s.busy = 0
    s.no_draw = 0
    if s.idle == 2:
        deadlocked(s)
        return
    s.turn = 1 - s.turn
    if s.timing == 0:
        s.phase = PLAY
    else:
        enter_claim(s)


# --- the end ---------------------------------------------------------------------------------


@inner
def finish(s, winner, reason):
    """End the game."""
    s.winner = winner
    s.reason = reason
    s.phase = OVER
    s.claimable = 0
    s.busy = 0
    s.no_draw = 0


@inner
def deadlocked(s):
    """Nothing happened in two turns: count the stones, or (a switch) call it a draw."""
    if s.deadlock == 1:
        finish(s, DRAWN_GAME, DEADLOCK)
        return
    share_open_stones(s)
    a = victory(s.claimed[0]) >= 0
    b = victory(s.claimed[1]) >= 0
    lead = popcount(s.claimed[0]) - popcount(s.claimed[1])
    if a != b:
        lead = 1 if a else -1
    finish(s, 0 if lead > 0 else (1 if lead < 0 else DRAWN_GAME), COUNT)


@inner
def share_open_stones(s):
    """Give each open stone to the side that wins there. Complete beats incomplete."""
    free = ~(s.claimed[0] | s.claimed[1])
    for p in range(2):
        s.claimed[p] |= (s.ahead[p] | s.full[p] & ~s.full[1 - p]) & free
    for p in range(2):
        s.open[p] &= ~(s.claimed[0] | s.claimed[1])


# --- legal moves -------------------------------------------------------------------------------


@inner
def legal_moves(s, out):
    """List the legal moves; none once the game is over."""
    if s.phase == PLAY:
        return list_plays(s, out)
    if s.phase == CLAIM:
        n = list_bits(s.claimable, CLAIM_MOVE, out, 0)
        out[n] = DONE
        return n + 1
    if s.phase == DRAW or s.phase == RECRUIT:
        out[0] = DRAW_CLAN
        out[1] = DRAW_TACTIC
        return 2
    if s.phase == RETURN:
        n = list_bits(s.hand[s.turn], RETURN_MOVE, out, 0)
        return list_bits(s.tactic_hand[s.turn], RETURN_MOVE + CARDS, out, n)
    if s.phase == TAKE:
        return list_takes(s, out)
    return list_puts(s, out) if s.phase == PUT else 0


@inner
def list_plays(s, out):
    """List every card with each stone it may go to, and passing if no clan card can be laid."""
    p = s.turn & 1
    n = 0
    hand = s.hand[p]
    while hand != 0:
        n = list_bits(s.open[p], low_bit(hand) * LANES, out, n)
        hand &= hand - 1
    stuck = n == 0
    if s.tactics:
        n = list_tactics(s, out, n)
    if stuck:
        out[n] = PASS
        n += 1
    if s.tactics:
        n = list_bits(tactic_ruses(s), RUSE_MOVE, out, n)
    return n


@jit
def list_tactics(s, out, n):
    """List elite cards and combat modes with each stone they may go to."""
    hand = s.tactic_hand[s.turn] & (1 << RECRUITER - CARDS) - 1
    while hand != 0:
        card = CARDS + low_bit(hand)
        hand &= hand - 1
        n = list_bits(tactic_lanes(s, card), card * LANES, out, n)
    return n
