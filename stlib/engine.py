"""Schotten Totten's rules as kernels on one row of integers.

`FIELDS` names the row's words. Public entries take the row and open it once;
everything inside passes the opened state `s`. Nothing here raises: a move is
checked against `legal` by the caller. Rule sentences stand in the docstrings.
"""

from __future__ import annotations

from stlib._jit import Row, below, inner, jit, layout, low_bit, popcount, step
from stlib.formations import size_of, strength
from stlib.reach import refutation
from stlib.rules import (
    ADJACENT,
    ALL_CARDS,
    ALL_LANES,
    CARDS,
    CLAIM,
    CLAIM_MOVE,
    COLORS,
    COUNT,
    DEADLOCK,
    DONE,
    DRAW,
    DRAWN_GAME,
    FIVE,
    HAND,
    LANES,
    LOW,
    OVER,
    PASS,
    PLAY,
    PLAY_MOVES,
    SLOTS,
    STONE_CODE,
    WIN_STONES,
)

FIELDS = (
    ("unplayed", ()),  # cards that lie face up nowhere
    ("discard", ()),  # cards out of the game, face up
    ("drawn", ()),  # cards gone from the deck
    ("first", ()),  # who starts
    ("turn", ()),  # who is to move; read as `s.turn & 1` a compiler knows it needs no check
    ("phase", ()),
    ("winner", ()),  # -1 while the game runs, DRAWN_GAME for a draw
    ("reason", ()),
    ("ply", ()),  # moves since the deal
    ("busy", ()),  # whether this turn laid, claimed or drew anything
    ("idle", ()),  # turns in a row in which nothing happened
    ("claimable", ()),  # stones the player to move may claim, in phase CLAIM
    ("timing", ()),  # switches, see `rules.Variant`
    ("deadlock", ()),
    ("hand", (2,)),
    ("claimed", (2,)),  # stones won
    ("open", (2,)),  # stones with a free slot on one's side
    ("full", (2,)),  # stones where one's side is complete
    ("ahead", (2,)),  # stones where both are complete and one's own side wins
    ("demand", (LANES,)),
    ("count", (2, LANES)),
    ("rank", (2, LANES)),  # strength of a complete side, else 0
    ("stamp", (2, LANES)),  # ply at which a side became complete, else 0
    ("side", (2, LANES)),  # the cards of a side, as a set
    ("cards", (2, LANES, SLOTS)),  # the same in laying order; unused slots are 0
    ("deck", (CARDS,)),  # top first; places of cards drawn are 0
    ("witness", (2, LANES)),  # cards that refuted the last claim tried; a cache
)
DTYPE, SIZE, named = layout(FIELDS)
CACHE_WORDS = 2 * LANES  # at the row's end: no part of the position
UNKNOWN = -1  # in `claimable`, only while a move is made: not yet looked for


# --- entries: one row each ---------------------------------------------------------------


@jit
def new(row: Row, stream: int, first: int, timing: int, deadlock: int) -> int:
    """Deal a shuffled deck; returns the stream's next state.

    Parameters
    ----------
    row : ndarray of int64, shape (SIZE,)
        Overwritten.
    stream : int
        State of a random stream, see `_jit.start`.
    first : int
        Who starts: 0, 1, or -1 to draw it.
    timing, deadlock : int
        Switches, as in `Variant.codes`.
    """
    clear(row)
    s = named(row)
    stream = shuffle(s, stream)
    if first < 0:
        first, _ = below(stream, 2, 1)
        stream = step(stream)
    deal(s, first, timing, deadlock)
    return stream


@jit
def blank(row: Row, timing: int, deadlock: int) -> None:
    """Clear a row for a position set up by hand, to be completed by `begin`."""
    clear(row)
    prepare(named(row), timing, deadlock)


@jit
def begin(row: Row) -> None:
    """Complete a row in which only cards, hands, deck, stamps, claims, turn and phase are set."""
    s = named(row)
    refresh(s)
    for p in range(2):
        why = victory(s.claimed[p])
        if why >= 0 and s.phase != OVER:
            finish(s, p, why)
    if s.phase == CLAIM:
        enter_claim(s)
    run_on(s)


@jit
def legal(row: Row, out: Row) -> int:
    """Write the ids of the legal moves, ascending; returns how many.

    `out` is an ndarray of int64 of at least `MAX_LEGAL` words.
    """
    return legal_moves(named(row), out)


@jit
def apply(row: Row, move: int) -> None:
    """Make a legal move."""
    make(named(row), move)


@jit
def refute(row: Row, lane: int) -> int:
    """Unplayed cards that refute the mover's claim to a stone he has completed, or 0."""
    s = named(row)
    p = s.turn & 1
    return refutation(s.side[1 - p, lane], s.unplayed, s.rank[p, lane], s.demand[lane], COLORS, LOW)


# --- dealing ------------------------------------------------------------------------------


@inner
def shuffle(s, stream):
    """Put all cards into the deck in random order (Fisher and Yates, two steps a draw)."""
    for i in range(CARDS):
        s.deck[i] = i
    for i in range(0, CARDS, 2):
        a, b = below(stream, CARDS - i, CARDS - 1 - i)
        stream = step(stream)
        swap(s, i, i + a)
        swap(s, i + 1, i + 1 + b)
    return stream


@inner
def swap(s, i, j):
    """Exchange two cards of the deck."""
    card = s.deck[i]
    s.deck[i] = s.deck[j]
    s.deck[j] = card


@inner
def deal(s, first, timing, deadlock):
    """The first player gets cards 1–6 of the deck, the second the next six."""
    prepare(s, timing, deadlock)
    s.drawn = 2 * HAND
    s.first = first
    s.turn = first
    for i in range(HAND):
        s.hand[first] |= 1 << s.deck[i]
        s.hand[1 - first] |= 1 << s.deck[HAND + i]
    for i in range(2 * HAND):
        s.deck[i] = 0


@inner
def clear(row):
    """Zero all words."""
    for i in range(SIZE):
        row[i] = 0


@inner
def prepare(s, timing, deadlock):
    """An empty table, nobody holding a card, in a row of zeros."""
    s.unplayed = ALL_CARDS
    s.phase = PLAY
    s.winner = -1
    s.timing = timing
    s.deadlock = deadlock
    for p in range(2):
        s.open[p] = ALL_LANES
    for k in range(LANES):
        s.demand[k] = STONE_CODE


@inner
def refresh(s):
    """Work out from cards, claims and demands all that follows from them."""
    s.unplayed = ALL_CARDS & ~s.discard
    for p in range(2):
        s.open[p] = 0
        s.full[p] = 0
        s.ahead[p] = 0
        for k in range(LANES):
            s.side[p, k] = 0
            for i in range(s.count[p, k]):
                s.side[p, k] |= 1 << s.cards[p, k, i]
            s.unplayed &= ~s.side[p, k]
            s.rank[p, k] = 0
            s.witness[p, k] = 0
    for p in range(2):
        for k in range(LANES):
            if s.count[p, k] == size_of(s.demand[k]):
                complete(s, p, k)
            else:
                s.open[p] |= 1 << k
        s.open[p] &= ~(s.claimed[0] | s.claimed[1])


# --- a turn: lay, claim, draw ---------------------------------------------------------------


@inner
def make(s, move):
    """Make one move, then run on through the phases that leave no choice."""
    s.ply += 1
    if 0 <= move < PLAY_MOVES:
        lay(s, move // LANES, move % LANES)
        after_play(s)
    elif move == PASS:
        after_play(s)
    elif move == DONE:
        after_claims(s)
    else:
        claim(s, move - CLAIM_MOVE)
    run_on(s)


@inner
def run_on(s):
    """A draw is no decision, nor a claim phase in which nothing can be proven."""
    while s.phase == CLAIM or s.phase == DRAW:
        if s.phase == DRAW:
            draw(s)
            end_turn(s)
        else:
            if s.claimable == UNKNOWN:
                s.claimable = provable(s)
            if s.claimable != 0:
                return
            after_claims(s)


@inner
def lay(s, card, lane):
    """Play a card face up to one's side of an unclaimed stone with a free slot; it never moves."""
    p = s.turn & 1
    bit = 1 << card
    s.hand[p] &= ~bit
    s.unplayed &= ~bit
    s.busy = 1
    n = s.count[p, lane]
    s.cards[p, lane, n] = card
    s.side[p, lane] |= bit
    s.count[p, lane] = n + 1
    if n + 1 == size_of(s.demand[lane]):
        s.open[p] &= ~(1 << lane)
        s.stamp[p, lane] = s.ply
        complete(s, p, lane)
    elif s.witness[1 - p, lane] & bit:
        s.witness[1 - p, lane] ^= bit
    else:
        s.witness[1 - p, lane] = 0


@inner
def complete(s, p, lane):
    """Rate a side that is complete, and compare it if the other is, too."""
    bit = 1 << lane
    o = 1 - p
    s.full[p] |= bit
    s.rank[p, lane] = strength(s.side[p, lane], s.demand[lane], COLORS, LOW)
    if s.full[o] & bit:
        s.ahead[p if beats(s, p, lane) else o] |= bit


@inner
def beats(s, p, lane):
    """Of two complete sides the stronger wins, of equal ones that with the earlier stamp."""
    mine = s.rank[p, lane]
    theirs = s.rank[1 - p, lane]
    return mine > theirs or (mine == theirs and s.stamp[p, lane] < s.stamp[1 - p, lane])


@inner
def after_play(s):
    """Base game: claims follow the play; expert: the draw does."""
    if s.timing == 0:
        enter_claim(s)
    else:
        s.phase = DRAW


@inner
def enter_claim(s):
    """The stones that can be proven may be claimed; `run_on` finds them."""
    s.phase = CLAIM
    s.claimable = UNKNOWN


@inner
def after_claims(s):
    """Base game: the draw follows the claims; expert: now a card is played."""
    s.claimable = 0
    s.phase = DRAW if s.timing == 0 else PLAY


@inner
def provable(s):
    """Stones the player to move can prove: his side is complete and nothing saves the other."""
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
    if w != 0 and w & ~s.unplayed == 0:
        return False
    w = refutation(s.side[1 - p, lane], s.unplayed, s.rank[p, lane], s.demand[lane], COLORS, LOW)
    s.witness[p, lane] = w
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
def victory(stones):
    """Why these stones win: ADJACENT, FIVE, or -1 if they do not."""
    if stones & stones >> 1 & stones >> 2:
        return ADJACENT
    return FIVE if popcount(stones) >= WIN_STONES else -1


@inner
def draw(s):
    """Draw one card if the deck has any and the hand is below its size."""
    p = s.turn & 1
    if s.drawn < CARDS and popcount(s.hand[p]) < HAND:
        s.hand[p] |= 1 << s.deck[s.drawn]
        s.deck[s.drawn] = 0
        s.drawn += 1
        s.busy = 1


@inner
def end_turn(s):
    """Hand over; two turns in a row in which nothing happened end the game."""
    s.idle = 0 if s.busy else s.idle + 1
    s.busy = 0
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


@inner
def deadlocked(s):
    """Nothing happened in two turns: count, or call it a draw."""
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
    """Each open stone to the side that wins there; complete beats incomplete; else nobody."""
    free = ~(s.claimed[0] | s.claimed[1])
    for p in range(2):
        s.claimed[p] |= (s.ahead[p] | s.full[p] & ~s.full[1 - p]) & free
    for p in range(2):
        s.open[p] &= ~(s.claimed[0] | s.claimed[1])


@inner
def legal_moves(s, out):
    """List the legal moves; none once the game is over."""
    n = 0
    if s.phase == PLAY:
        hand = s.hand[s.turn]
        while hand != 0:
            card = low_bit(hand)
            hand &= hand - 1
            lanes = s.open[s.turn]
            while lanes != 0:
                out[n] = card * LANES + low_bit(lanes)
                lanes &= lanes - 1
                n += 1
        if n == 0:
            out[0] = PASS
            n = 1
    elif s.phase == CLAIM:
        stones = s.claimable
        while stones != 0:
            out[n] = CLAIM_MOVE + low_bit(stones)
            stones &= stones - 1
            n += 1
        out[n] = DONE
        n += 1
    return n
