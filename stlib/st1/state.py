"""What a row of Schotten Totten holds, and what follows from the cards that lie there.

`FIELDS` names the words of a row. Kernels take the opened state `s`; see
`stlib.base.rows.layout`. The docstrings state the rules.
"""

from __future__ import annotations

from math import prod

from stlib.base.bits import popcount
from stlib.base.compiled import inner
from stlib.base.rows import layout
from stlib.base.streams import below, step
from stlib.claims.codes import elite_code, size_of
from stlib.claims.strength import strength
from stlib.st1.rules import (
    ADJACENT,
    ALL_CARDS,
    ALL_LANES,
    BLUFF,
    BLUFF_CODE,
    BLUFF_MODE,
    CARDS,
    FIVE,
    HAND,
    LANES,
    MUD,
    MUD_CODE,
    MUD_MODE,
    NO_MODE,
    PLAY,
    SHAPE,
    SLOTS,
    STONE_CODE,
    TACTIC_HAND,
    TACTICS,
    WIN_STONES,
)

_BASE_FIELDS = (
    ("unplayed", ()),  # clan cards that lie face up nowhere
    ("discard", ()),  # clan cards out of the game, face up
    ("drawn", ()),  # places of the clan deck that are empty
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
    ("tactics", ()),
    ("joker_limit", ()),
    ("block_proof", ()),
    ("hand_size", ()),
    ("hand", (2,)),  # clan cards
    ("claimed", (2,)),  # stones won
    ("open", (2,)),  # stones with a free slot on one's side
    ("full", (2,)),  # stones where one's side is complete
    ("ahead", (2,)),  # stones where both are complete and one's own side wins
    ("demand", (LANES,)),
    ("count", (2, LANES)),
    ("strength", (2, LANES)),  # strength of a complete side, else 0
    ("stamp", (2, LANES)),  # ply at which a side became complete, else 0
    ("side", (2, LANES)),  # the clan cards of a side, as a set
    ("cards", (2, LANES, SLOTS)),  # all its cards in laying order; unused slots are 0
    ("deck", (CARDS,)),  # top first; empty places, at the top, are 0
)
_TACTIC_FIELDS = (  # all 0 in the base game
    ("tactic_drawn", ()),  # places of the tactic deck that are empty
    ("tactic_open", ()),  # tactic cards that lie face up, bit 0 the first
    ("tactic_discard", ()),  # those of them that are out of the game
    ("ruse", ()),  # the ruse being played, as a card id
    ("taken", ()),  # the card it has picked, as a card id, and where from
    ("taken_lane", ()),
    ("draws", ()),  # cards still to be drawn for the Recruiter
    ("returns", ()),  # cards that then go back under their decks
    ("no_draw", ()),  # whether this turn ends without a draw
    ("tactic_hand", (2,)),  # tactic cards in hand
    ("shown", (2,)),  # cards in hand that the other player put back and so knows
    ("tactic_shown", (2,)),
    ("played", (2,)),  # tactic cards ever played
    ("jokers", (2,)),  # Jokers ever played
    ("mode", (LANES,)),  # combat mode that lies at a stone
    ("wild", (2, LANES)),  # code of the elite cards of a side, see `EliteCode`
    ("tactic_deck", (TACTICS,)),  # top first; empty places are 0
    ("placed", (CARDS,)),  # 1 + the player who put the card at this place of the deck
    ("tactic_placed", (TACTICS,)),
    ("witness", (2, LANES)),  # cards that refuted the last claim tried; a cache
)
FIELDS = _BASE_FIELDS + _TACTIC_FIELDS
DTYPE, SIZE, named = layout(FIELDS)
BASE_SIZE = sum(prod(shape) for _, shape in _BASE_FIELDS)
CACHE_WORDS = 2 * LANES  # at the row's end: no part of the position


# --- dealing ------------------------------------------------------------------------------


@inner
def set_switches(s, switches):
    """Take over a variant's switches, in the order of `Variant.codes`."""
    s.timing = switches[0]
    s.deadlock = switches[1]
    s.tactics = switches[2]
    s.joker_limit = switches[3] & switches[2]
    s.block_proof = switches[4] & switches[2]
    s.hand_size = TACTIC_HAND if s.tactics else HAND


@inner
def shuffle(s, stream):
    """Put all clan cards into the deck in random order (Fisher and Yates, two steps a draw)."""
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
def shuffle_tactics(s, stream):
    """Put all tactic cards into their deck in random order."""
    for i in range(TACTICS):
        s.tactic_deck[i] = CARDS + i
    for i in range(TACTICS - 1):
        a, _ = below(stream, TACTICS - i, 1)
        stream = step(stream)
        card = s.tactic_deck[i]
        s.tactic_deck[i] = s.tactic_deck[i + a]
        s.tactic_deck[i + a] = card
    return stream


@inner
def deal(s, first):
    """The first player gets the deck's first cards, six or with tactics seven; then the second."""
    s.first = first
    s.turn = first
    n = TACTIC_HAND if s.tactics else HAND
    s.hand[first] = deal_hand(s, 0, n)
    s.hand[1 - first] = deal_hand(s, n, n)
    s.drawn = 2 * n


@inner
def deal_hand(s, at, n):
    """Take `n` cards from place `at` of the deck, as a set."""
    hand = 0
    for i in range(at, at + n):
        hand |= 1 << s.deck[i]
        s.deck[i] = 0
    return hand


@inner
def clear(row, tactics):
    """Clear all words that the variant uses: only tactic variants write those of tactics."""
    for i in range(SIZE if tactics else BASE_SIZE):
        row[i] = 0


@inner
def prepare(s, switches):
    """Set up an empty table in a row of zeros; nobody holds a card."""
    set_switches(s, switches)
    s.unplayed = ALL_CARDS
    s.phase = PLAY
    s.winner = -1
    for p in range(2):
        s.open[p] = ALL_LANES
        for k in range(LANES):
            s.witness[p, k] = 0
    for k in range(LANES):
        s.demand[k] = STONE_CODE


# --- sides -----------------------------------------------------------------------------------


@inner
def place(s, p, lane, card):
    """Lay a card outermost on a side. The card that completes a side stamps it."""
    n = s.count[p, lane]
    s.cards[p, lane, n] = card
    s.count[p, lane] = n + 1
    if card < CARDS:
        s.side[p, lane] |= 1 << card
    else:
        s.wild[p, lane] += wild_of(card)
    if n + 1 == size_of(s.demand[lane]):
        s.open[p] &= ~(1 << lane)
        s.stamp[p, lane] = s.ply
        complete(s, p, lane)
    elif card < CARDS and s.witness[1 - p, lane] >> card & 1:
        s.witness[1 - p, lane] ^= 1 << card
    else:
        s.witness[1 - p, lane] = 0


@inner
def wild_of(card):
    """Return an elite card's part in the code of a side."""
    return elite_code(1 << card - CARDS)


@inner
def remove(s, p, lane, card):
    """Take a card from a side, which is then incomplete and loses its stamp."""
    n = s.count[p, lane] - 1
    i = 0
    while s.cards[p, lane, i] != card:
        i += 1
    for j in range(i, n):
        s.cards[p, lane, j] = s.cards[p, lane, j + 1]
    s.cards[p, lane, n] = 0
    s.count[p, lane] = n
    if card < CARDS:
        s.side[p, lane] ^= 1 << card
    else:
        s.wild[p, lane] -= wild_of(card)
    reopen(s, p, lane)


@inner
def reopen(s, p, lane):
    """A side that is not complete has no strength and no stamp."""
    bit = 1 << lane
    s.open[p] |= bit
    s.full[p] &= ~bit
    s.ahead[0] &= ~bit
    s.ahead[1] &= ~bit
    s.strength[p, lane] = 0
    s.stamp[p, lane] = 0
    s.witness[0, lane] = 0
    s.witness[1, lane] = 0


@inner
def complete(s, p, lane):
    """Rate a complete side, and compare it with the other if that is complete, too."""
    bit = 1 << lane
    o = 1 - p
    s.full[p] |= bit
    s.witness[p, lane] = 0
    s.strength[p, lane] = worth(s, p, lane)
    if s.full[o] & bit:
        s.ahead[p if beats(s, p, lane) else o] |= bit


@inner
def worth(s, p, lane):
    """Strength of a complete side; elite cards take what serves best."""
    return strength(s.side[p, lane], s.wild[p, lane], s.demand[lane], SHAPE)


@inner
def beats(s, p, lane):
    """Of two complete sides the stronger wins, of equal ones the one with the earlier stamp."""
    mine = s.strength[p, lane]
    theirs = s.strength[1 - p, lane]
    return mine > theirs or (mine == theirs and s.stamp[p, lane] < s.stamp[1 - p, lane])


@inner
def set_mode(s, lane, mode):
    """A combat mode changes what a stone demands. Sides now too short for it lose their stamps."""
    s.mode[lane] = mode
    s.demand[lane] = demand_of(mode)
    s.ahead[0] &= ~(1 << lane)
    s.ahead[1] &= ~(1 << lane)
    s.full[0] &= ~(1 << lane)
    s.full[1] &= ~(1 << lane)
    for p in range(2):
        if s.count[p, lane] == size_of(s.demand[lane]):
            complete(s, p, lane)
        else:
            reopen(s, p, lane)


@inner
def demand_of(mode):
    """Return the demand code of a stone under a combat mode, or without one."""
    if mode == MUD_MODE:
        return MUD_CODE
    return BLUFF_CODE if mode == BLUFF_MODE else STONE_CODE


@inner
def refresh(s):
    """Work out from cards, claims and modes all that follows from them."""
    s.unplayed = ALL_CARDS & ~s.discard
    s.tactic_open = s.tactic_discard
    for p in range(2):
        s.open[p] = 0
        s.full[p] = 0
        s.ahead[p] = 0
        for k in range(LANES):
            refresh_side(s, p, k)
    for k in range(LANES):
        s.demand[k] = demand_of(s.mode[k])
        if s.mode[k] != NO_MODE:
            s.tactic_open |= 1 << (BLUFF if s.mode[k] == BLUFF_MODE else MUD) - CARDS
    for p in range(2):
        for k in range(LANES):
            if s.count[p, k] == size_of(s.demand[k]):
                complete(s, p, k)
            else:
                s.open[p] |= 1 << k
        s.open[p] &= ~(s.claimed[0] | s.claimed[1])


@inner
def refresh_side(s, p, k):
    """Collect the cards of a side, and which cards lie open."""
    s.side[p, k] = 0
    s.wild[p, k] = 0
    s.strength[p, k] = 0
    s.witness[p, k] = 0
    for i in range(s.count[p, k]):
        card = s.cards[p, k, i]
        if card < CARDS:
            s.side[p, k] |= 1 << card
            s.unplayed &= ~(1 << card)
        else:
            s.wild[p, k] += wild_of(card)
            s.tactic_open |= 1 << card - CARDS


@inner
def victory(stones):
    """Why these stones win: ADJACENT, FIVE, or -1 if they do not."""
    if stones & stones >> 1 & stones >> 2:
        return ADJACENT
    return FIVE if popcount(stones) >= WIN_STONES else -1


@inner
def hand_count(s, p):
    """Cards in a hand, of both kinds."""
    return popcount(s.hand[p]) + popcount(s.tactic_hand[p])
