"""Schotten Totten 2's rules as kernels on one row of integers.

`FIELDS` names the row's words. Public entries take the row and open it once;
everything inside passes the opened state `s`. Nothing here raises: a move is
checked against `legal` by the caller. Rule sentences stand in the docstrings.
"""

from __future__ import annotations

from st2lib.rules import (
    ALL_CARDS,
    ATTACKER,
    BREACH,
    CARDS,
    CAULDRONS,
    COLORS,
    DECLARE_MOVE,
    DEFENDER,
    DEMAND_CODES,
    DRAW,
    DRAW_MOVE,
    ELEVENS,
    END,
    END_MOVE,
    FOUR_TILES,
    FULL,
    HAND,
    HELD,
    LANES,
    LOW,
    MID,
    OVER,
    PASS,
    PLAY_MOVES,
    POUR_MOVE,
    PREP,
    RETREAT_MOVE,
    SLOTS,
    WIN_DAMAGED,
    ZEROS_END,
)
from stlib._jit import Row, below, inner, jit, layout, low_bit, popcount, step
from stlib.formations import size_of, strength
from stlib.reach import refutation

FIELDS = (
    ("unplayed", ()),  # cards that lie face up nowhere
    ("discard", ()),  # cards in the open discard
    ("drawn", ()),  # cards gone from the deck
    ("turn", ()),  # who is to move: ATTACKER or DEFENDER
    ("phase", ()),
    ("winner", ()),  # -1 while the game runs
    ("reason", ()),
    ("ply", ()),  # moves since the deal
    ("damaged", ()),  # damaged tiles
    ("cauldrons", ()),  # left to the defender
    ("poured", ()),  # whether he has poured in this turn
    ("ending", ()),  # whether the last card has been drawn
    ("final", ()),  # whether this is the attacker's last turn
    ("declarable", ()),  # tiles the attacker may take, in his own turn
    ("color_run", ()),  # switches, see `rules.Variant`
    ("defender_full", ()),
    ("draws_last", ()),
    ("hand", (2,)),
    ("open", (2,)),  # tiles with a free slot on one's side
    ("full", (2,)),  # tiles where one's side is complete
    ("ahead", (2,)),  # tiles where both are complete and one's own side wins
    ("demand", (LANES,)),
    ("count", (2, LANES)),
    ("rank", (2, LANES)),  # strength of a complete side, else 0
    ("stamp", (2, LANES)),  # ply at which a side became complete, else 0
    ("side", (2, LANES)),  # the cards of a side, as a set
    ("cards", (2, LANES, SLOTS)),  # the same in laying order; unused slots are 0
    ("deck", (CARDS,)),  # top first; places of cards drawn are 0
    ("witness", (LANES,)),  # cards that refuted the last declaration tried; a cache
)
DTYPE, SIZE, named = layout(FIELDS)
CACHE_WORDS = LANES  # at the row's end: no part of the position


# --- entries: one row each ---------------------------------------------------------------


@jit
def new(row: Row, stream: int, color_run: int, defender_full: int, draws_last: int) -> int:
    """Deal a shuffled deck; returns the stream's next state.

    Parameters
    ----------
    row : ndarray of int64, shape (SIZE,)
        Overwritten.
    stream : int
        State of a random stream, see `_jit.start`.
    color_run, defender_full, draws_last : int
        Switches, as in `Variant.codes`.
    """
    s = named(row)
    stream = shuffle(s, stream)
    deal(s, color_run, defender_full, draws_last)
    return stream


@jit
def blank(row: Row, color_run: int, defender_full: int, draws_last: int) -> None:
    """Clear a row for a position set up by hand, to be completed by `begin`."""
    s = named(row)
    s.color_run = color_run
    s.defender_full = defender_full
    s.draws_last = draws_last
    clear(s)


@jit
def begin(row: Row) -> None:
    """Complete a row in which only cards, hands, deck, stamps, damage, turn and phase are set."""
    s = named(row)
    refresh(s)
    find_declarable(s)
    if s.phase == PREP:
        look_at_defender(s)
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
    """Unplayed cards that refute a declaration at a tile the attacker has completed, or 0."""
    s = named(row)
    return refutation(
        s.side[DEFENDER, lane], s.unplayed, s.rank[ATTACKER, lane], s.demand[lane], COLORS, LOW
    )


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
def deal(s, color_run, defender_full, draws_last):
    """The attacker gets cards 1–6 of the deck and starts, the defender the next six."""
    s.color_run = color_run
    s.defender_full = defender_full
    s.draws_last = draws_last
    clear(s)
    s.drawn = 2 * HAND
    for i in range(HAND):
        s.hand[ATTACKER] |= 1 << s.deck[i]
        s.hand[DEFENDER] |= 1 << s.deck[HAND + i]
    for i in range(2 * HAND):
        s.deck[i] = 0


@inner
def clear(s):
    """An intact wall, nobody holding a card, the attacker to move."""
    s.unplayed = ALL_CARDS
    s.discard = 0
    s.turn = ATTACKER
    s.phase = PREP
    s.winner = -1
    s.reason = 0
    s.ply = 0
    s.damaged = 0
    s.cauldrons = CAULDRONS
    s.poured = 0
    s.ending = 0
    s.final = 0
    s.declarable = 0
    for p in range(2):
        s.hand[p] = 0
        s.open[p] = 0
        s.full[p] = 0
        s.ahead[p] = 0
    for lane in range(LANES):
        renew(s, lane)


@inner
def renew(s, lane):
    """A tile without cards, open to both, under the demand of the face that is up."""
    s.demand[lane] = DEMAND_CODES[s.color_run, s.damaged >> lane & 1, lane]
    s.witness[lane] = 0
    for p in range(2):
        s.open[p] |= 1 << lane
        s.full[p] &= ~(1 << lane)
        s.ahead[p] &= ~(1 << lane)
        s.count[p, lane] = 0
        s.rank[p, lane] = 0
        s.stamp[p, lane] = 0
        s.side[p, lane] = 0
        for i in range(SLOTS):
            s.cards[p, lane, i] = 0


@inner
def refresh(s):
    """Work out from cards and damage all that follows from them."""
    s.unplayed = ALL_CARDS & ~s.discard
    for p in range(2):
        s.open[p] = 0
        s.full[p] = 0
        s.ahead[p] = 0
        for lane in range(LANES):
            s.demand[lane] = DEMAND_CODES[s.color_run, s.damaged >> lane & 1, lane]
            s.side[p, lane] = 0
            for i in range(s.count[p, lane]):
                s.side[p, lane] |= 1 << s.cards[p, lane, i]
            s.unplayed &= ~s.side[p, lane]
            s.rank[p, lane] = 0
            s.witness[lane] = 0
    for p in range(2):
        for lane in range(LANES):
            if s.count[p, lane] == size_of(s.demand[lane]):
                complete(s, p, lane)
            else:
                s.open[p] |= 1 << lane


# --- a turn: prepare, lay, draw; the attacker declares in between ----------------------------


@inner
def make(s, move):
    """Make one move, then run on through the phases that leave no choice."""
    s.ply += 1
    if move < PLAY_MOVES:
        lay(s, move // LANES, move % LANES)
        after_play(s)
    elif move < RETREAT_MOVE:
        declare(s, move - DECLARE_MOVE)
    elif move < POUR_MOVE:
        retreat(s, move - RETREAT_MOVE)
    elif move < DRAW_MOVE:
        pour(s, move - POUR_MOVE)
    elif move == DRAW_MOVE:
        draw(s)
    elif move == END_MOVE:
        end_turn(s)
    else:
        after_play(s)
    run_on(s)


@inner
def run_on(s):
    """A draw, or the turn's end, with nothing to declare is no decision."""
    while s.phase == DRAW or ((s.phase == MID or s.phase == END) and s.declarable == 0):
        if s.phase == END:
            end_turn(s)
        else:
            draw(s)


@inner
def begin_turn(s, p):
    """Hand the turn to `p`; after the last card was drawn the attacker has one more turn."""
    s.turn = p
    s.phase = PREP
    s.poured = 0
    s.final = s.ending if p == ATTACKER else 0
    find_declarable(s)
    look_at_defender(s)


@inner
def look_at_defender(s):
    """A defender without a free slot at the start of his turn wins, unless he may pass."""
    if s.turn == DEFENDER and s.open[DEFENDER] == 0 and s.defender_full == 0:
        finish(s, DEFENDER, FULL)


@inner
def lay(s, card, lane):
    """Play a card outermost on one's side of a tile with a free slot.

    The 0 of a colour laid against the 11 of that colour on the opposite side
    of the tile, or the 11 against the 0, discards both.
    """
    p = s.turn
    bit = 1 << card
    s.hand[p] &= ~bit
    s.unplayed &= ~bit
    rival = opposite_card(card)
    if rival >= 0 and s.side[1 - p, lane] >> rival & 1:
        s.discard |= bit
        remove(s, 1 - p, lane, place_of(s, 1 - p, lane, rival))
        return
    n = s.count[p, lane]
    s.cards[p, lane, n] = card
    s.side[p, lane] |= bit
    s.count[p, lane] = n + 1
    if n + 1 == size_of(s.demand[lane]):
        s.stamp[p, lane] = s.ply
        s.open[p] &= ~(1 << lane)
        complete(s, p, lane)
    elif p == DEFENDER:
        if s.witness[lane] & bit:
            s.witness[lane] ^= bit
        else:
            s.witness[lane] = 0


@inner
def opposite_card(card):
    """Return the 11 for a 0 and the 0 for an 11, of the same colour; else -1."""
    if card < ZEROS_END:
        return card + ELEVENS
    return card - ELEVENS if card >= ELEVENS else -1


@inner
def place_of(s, p, lane, card):
    """Return where in a side a card lies."""
    i = 0
    while s.cards[p, lane, i] != card:
        i += 1
    return i


@inner
def remove(s, p, lane, i):
    """Discard card number `i` of a side; the order of the rest stays, the stamp goes."""
    bit = 1 << s.cards[p, lane, i]
    n = s.count[p, lane] - 1
    for j in range(i, n):
        s.cards[p, lane, j] = s.cards[p, lane, j + 1]
    s.cards[p, lane, n] = 0
    s.count[p, lane] = n
    s.side[p, lane] ^= bit
    s.discard |= bit
    s.open[p] |= 1 << lane
    s.full[p] &= ~(1 << lane)
    s.ahead[0] &= ~(1 << lane)
    s.ahead[1] &= ~(1 << lane)
    s.rank[p, lane] = 0
    s.stamp[p, lane] = 0
    s.witness[lane] = 0


@inner
def complete(s, p, lane):
    """Rate a side that is complete, and compare it if the other is, too."""
    bit = 1 << lane
    s.full[p] |= bit
    s.rank[p, lane] = strength(s.side[p, lane], s.demand[lane], COLORS, LOW)
    if p == ATTACKER:
        s.witness[lane] = 0
    if s.full[1 - p] & bit:
        s.ahead[p if beats(s, p, lane) else 1 - p] |= bit


@inner
def beats(s, p, lane):
    """Of two complete sides the stronger wins, of equal ones that with the earlier stamp."""
    mine = s.rank[p, lane]
    theirs = s.rank[1 - p, lane]
    return mine > theirs or (mine == theirs and s.stamp[p, lane] < s.stamp[1 - p, lane])


@inner
def after_play(s):
    """Draw next; the attacker may declare before and after it, without a deck only once."""
    if s.turn == DEFENDER:
        s.phase = DRAW
        return
    s.phase = END if s.ending else MID
    find_declarable(s)


@inner
def draw(s):
    """Draw one card; after the last one nobody draws any more."""
    p = s.turn
    if not s.ending and s.drawn < CARDS:
        s.hand[p] |= 1 << s.deck[s.drawn]
        s.deck[s.drawn] = 0
        s.drawn += 1
        if s.drawn == CARDS:
            s.ending = 1
            if p == ATTACKER and s.draws_last == 1:
                s.final = 1
    if p == ATTACKER:
        s.phase = END
    else:
        end_turn(s)


@inner
def end_turn(s):
    """Hand over. An attacker who has not won in his last turn has lost."""
    if s.turn == ATTACKER and s.final:
        finish(s, DEFENDER, HELD)
    else:
        begin_turn(s, 1 - s.turn)


# --- retreat, oil, control ---------------------------------------------------------------------


@inner
def retreat(s, lane):
    """The attacker discards all his cards at one tile."""
    while s.count[ATTACKER, lane] > 0:
        remove(s, ATTACKER, lane, s.count[ATTACKER, lane] - 1)
    s.declarable &= ~(1 << lane)


@inner
def pour(s, lane):
    """Oil discards the attacker's card nearest the wall: the one played first of those there."""
    remove(s, ATTACKER, lane, 0)
    s.cauldrons -= 1
    s.poured = 1


@inner
def find_declarable(s):
    """Note the tiles of which the attacker can prove control, in his own turn."""
    s.declarable = 0
    if s.turn == DEFENDER or s.phase == OVER:
        return
    tiles = s.ahead[ATTACKER]
    unsure = s.full[ATTACKER] & ~s.full[DEFENDER]
    while unsure != 0:
        lane = low_bit(unsure)
        unsure &= unsure - 1
        if proven(s, lane):
            tiles |= 1 << lane
    s.declarable = tiles


@inner
def proven(s, lane):
    """No unplayed cards let the defender's unfinished side of a tile beat the attacker's."""
    w = s.witness[lane]
    if w != 0 and w & ~s.unplayed == 0:
        return False
    w = refutation(
        s.side[DEFENDER, lane], s.unplayed, s.rank[ATTACKER, lane], s.demand[lane], COLORS, LOW
    )
    s.witness[lane] = w
    return w == 0


@inner
def declare(s, lane):
    """Success damages the tile and discards all cards there.

    A fourth damaged tile, or success at a damaged one, wins at once.
    """
    bit = 1 << lane
    again = s.damaged & bit
    s.discard |= s.side[0, lane] | s.side[1, lane]
    s.damaged |= bit
    s.declarable &= ~bit
    renew(s, lane)
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


@inner
def legal_moves(s, out):
    """List the legal moves; none once the game is over."""
    if s.phase == OVER:
        return 0
    n = 0
    if s.phase == PREP:
        n = list_plays(s, out)
    stuck = n == 0
    n = list_lanes(s.declarable, DECLARE_MOVE, out, n)
    if s.phase == PREP:
        n = list_preparations(s, out, n)
        if stuck and (s.turn == DEFENDER or s.hand[ATTACKER] == 0):
            out[n] = PASS
            n += 1
    else:
        out[n] = DRAW_MOVE if s.phase == MID else END_MOVE
        n += 1
    return n


@inner
def list_plays(s, out):
    """List every hand card with every tile that has a free slot."""
    n = 0
    hand = s.hand[s.turn]
    while hand != 0:
        n = list_lanes(s.open[s.turn], low_bit(hand) * LANES, out, n)
        hand &= hand - 1
    return n


@inner
def list_preparations(s, out, n):
    """List retreats from tiles with own cards; or oil, once a turn, while cauldrons are left."""
    if s.turn == ATTACKER:
        return list_lanes(attacked(s), RETREAT_MOVE, out, n)
    if s.cauldrons > 0 and not s.poured:
        return list_lanes(attacked(s), POUR_MOVE, out, n)
    return n


@inner
def attacked(s):
    """Return the tiles where the attacker has cards."""
    tiles = 0
    for lane in range(LANES):
        if s.count[ATTACKER, lane] > 0:
            tiles |= 1 << lane
    return tiles


@inner
def list_lanes(lanes, base, out, n):
    """Append `base + lane` for each lane of a set."""
    while lanes != 0:
        out[n] = base + low_bit(lanes)
        lanes &= lanes - 1
        n += 1
    return n
