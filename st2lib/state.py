"""What a row of Schotten Totten 2 holds, and what follows from the cards that lie there.

`FIELDS` names the words of a row. Kernels take the opened state `s`; see
`stlib.base.rows.layout`. The docstrings state the rules.
"""

from __future__ import annotations

from math import prod

from st2lib.rules import (
    ALL_CARDS,
    ALL_LANES,
    ATTACKER,
    CARDS,
    CAULDRONS,
    DEFENDER,
    DEMAND_CODES,
    ELEVENS,
    HAND,
    LANES,
    PREP,
    SHAPE,
    SLOTS,
    TACTIC_HAND,
    TACTICS,
    ZEROS_END,
)
from stlib.base.bits import low_bit, popcount
from stlib.base.compiled import inner
from stlib.base.rows import layout
from stlib.base.streams import below, step
from stlib.claims.codes import elite_code, size_of
from stlib.claims.refutation import refutation
from stlib.claims.strength import strength

_BASE_FIELDS = (
    ("unplayed", ()),  # siege cards that lie face up nowhere
    ("discard", ()),  # siege cards in the open discard
    ("drawn", ()),  # places of the siege deck that are empty
    ("turn", ()),  # who is to move: ATTACKER or DEFENDER
    ("phase", ()),
    ("winner", ()),  # -1 while the game runs
    ("reason", ()),
    ("ply", ()),  # moves since the deal
    ("damaged", ()),  # damaged tiles
    ("cauldrons", ()),  # left to the defender
    ("poured", ()),  # whether oil was poured in this turn
    ("ending", ()),  # whether the end has begun: nobody draws any more
    ("final", ()),  # whether this is the attacker's last turn
    ("declarable", ()),  # tiles the attacker may take; only in the attacker's turn
    ("color_run", ()),  # switches, see `rules.Variant`
    ("defender_full", ()),
    ("draws_last", ()),
    ("tactics", ()),
    ("tactic_end", ()),
    ("joker_limit", ()),
    ("still_actions", ()),  # whether actions never trigger 0/11
    ("hand", (2,)),  # siege cards
    ("open", (2,)),  # tiles with a free slot on one's side
    ("full", (2,)),  # tiles where one's side is complete
    ("ahead", (2,)),  # tiles where both are complete and one's own side wins
    ("demand", (LANES,)),
    ("count", (2, LANES)),
    ("strength", (2, LANES)),  # strength of a complete side, else 0
    ("stamp", (2, LANES)),  # ply at which a side became complete, else 0
    ("side", (2, LANES)),  # the siege cards of a side, as a set
    ("cards", (2, LANES, SLOTS)),  # all its cards in laying order; unused slots are 0
    ("deck", (CARDS,)),  # top first; empty places, at the top, are 0
)
_TACTIC_FIELDS = (  # all 0 in the base game
    ("luck", ()),  # random stream of Support's shuffle; never shown
    ("busy", ()),  # whether this turn laid, played, declared or drew anything
    ("idle", ()),  # turns in a row in which nothing happened
    ("tactic_drawn", ()),  # places of the tactic deck that are empty
    ("tactic_open", ()),  # tactic cards that lie face up, bit 0 the first
    ("tactic_discard", ()),  # those of them that are out of the game
    ("action", ()),  # the action being played, as a card id
    ("taken", ()),  # the card it has picked, as a card id
    ("taken_lane", ()),  # and where from
    ("tactic_hand", (2,)),  # tactic cards in hand
    ("played", (2,)),  # tactic cards ever played
    ("jokers", (2,)),  # Jokers ever played
    ("given", (2,)),  # cards laid out for Exchange
    ("tactic_given", (2,)),
    ("shown", (2,)),  # cards in hand that came by Exchange: the other knows them
    ("tactic_shown", (2,)),
    ("put_back", ()),  # cards that Support put into the deck
    ("since", (2,)),  # siege cards drawn since then, without Support's that were seen again
    ("wild", (2, LANES)),  # code of the elite cards of a side, see `EliteCode`
    ("tactic_deck", (TACTICS,)),  # top first; empty places are 0
    ("witness", (LANES,)),  # cards that refuted the last declaration tried; a cache
)
FIELDS = _BASE_FIELDS + _TACTIC_FIELDS
DTYPE, SIZE, named = layout(FIELDS)
BASE_SIZE = sum(prod(shape) for _, shape in _BASE_FIELDS)
CACHE_WORDS = LANES  # at the row's end: no part of the position
LUCK = (1 << 62) - 1  # a stream kept in a row is never negative


# --- dealing ------------------------------------------------------------------------------


@inner
def set_switches(s, switches):
    """Take over a variant's switches, in the order of `Variant.codes`."""
    s.color_run = switches[0]
    s.defender_full = switches[1]
    s.draws_last = switches[2]
    s.tactics = switches[3]
    s.tactic_end = switches[4]
    s.joker_limit = switches[5]
    s.still_actions = switches[6]


@inner
def shuffle(s, stream):
    """Put all siege cards into the deck in random order (Fisher and Yates, two steps a draw)."""
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
    """Put all tactic cards into their deck in random order; keep a stream for Support."""
    for i in range(TACTICS):
        s.tactic_deck[i] = CARDS + i
    for i in range(TACTICS - 1):
        a, _ = below(stream, TACTICS - i, 1)
        stream = step(stream)
        card = s.tactic_deck[i]
        s.tactic_deck[i] = s.tactic_deck[i + a]
        s.tactic_deck[i + a] = card
    s.luck = stream & LUCK
    return step(stream)


@inner
def deal(s):
    """The attacker gets the deck's first cards, six or with tactics seven, and starts."""
    n = hand_size(s)
    for i in range(n):
        s.hand[ATTACKER] |= 1 << s.deck[i]
        s.hand[DEFENDER] |= 1 << s.deck[n + i]
    for i in range(2 * n):
        s.deck[i] = 0
    s.drawn = 2 * n


@inner
def hand_size(s):
    """Cards dealt to a hand; with tactics, no hand is filled up beyond it."""
    return TACTIC_HAND if s.tactics else HAND


@inner
def hand_count(s, p):
    """Cards in a hand, of both kinds."""
    return popcount(s.hand[p]) + popcount(s.tactic_hand[p])


@inner
def clear(row, tactics):
    """Clear all words that the variant uses: only tactic variants write those of tactics."""
    for i in range(SIZE if tactics else BASE_SIZE):
        row[i] = 0


@inner
def prepare(s, switches):
    """Set up an intact wall in a row of zeros; nobody holds a card, the attacker is to move."""
    set_switches(s, switches)
    s.unplayed = ALL_CARDS
    s.turn = ATTACKER
    s.phase = PREP
    s.winner = -1
    s.cauldrons = CAULDRONS
    for lane in range(LANES):
        s.demand[lane] = DEMAND_CODES[s.color_run, 0, lane]
        s.witness[lane] = 0
    for p in range(2):
        s.open[p] = ALL_LANES


@inner
def renew(s, lane):
    """Make a tile empty and open to both, under the demand of the face that is up."""
    s.demand[lane] = DEMAND_CODES[s.color_run, s.damaged >> lane & 1, lane]
    s.witness[lane] = 0
    for p in range(2):
        s.open[p] |= 1 << lane
        s.full[p] &= ~(1 << lane)
        s.ahead[p] &= ~(1 << lane)
        s.count[p, lane] = 0
        s.strength[p, lane] = 0
        s.stamp[p, lane] = 0
        s.side[p, lane] = 0
        s.wild[p, lane] = 0
        for i in range(SLOTS):
            s.cards[p, lane, i] = 0


@inner
def refresh(s):
    """Work out from cards and damage all that follows from them."""
    s.unplayed = ALL_CARDS & ~s.discard
    s.tactic_open = s.tactic_discard
    for p in range(2):
        s.open[p] = 0
        s.full[p] = 0
        s.ahead[p] = 0
        for lane in range(LANES):
            s.demand[lane] = DEMAND_CODES[s.color_run, s.damaged >> lane & 1, lane]
            refresh_side(s, p, lane)
    for p in range(2):
        for lane in range(LANES):
            if s.count[p, lane] == size_of(s.demand[lane]):
                complete(s, p, lane)
            else:
                s.open[p] |= 1 << lane


@inner
def refresh_side(s, p, lane):
    """Collect the cards of a side, and which cards lie open."""
    s.side[p, lane] = 0
    s.wild[p, lane] = 0
    s.strength[p, lane] = 0
    s.witness[lane] = 0
    for i in range(s.count[p, lane]):
        card = s.cards[p, lane, i]
        if card < CARDS:
            s.side[p, lane] |= 1 << card
            s.unplayed &= ~(1 << card)
        else:
            s.wild[p, lane] += wild_of(card)
            s.tactic_open |= 1 << card - CARDS


# --- sides -----------------------------------------------------------------------------------


@inner
def arrive(s, p, lane, card, meets):
    """A card comes to lie outermost on a side of a tile.

    If the 0 of a color is laid against the 11 of that color on the opposite side
    of the tile, or the 11 against the 0, both are discarded. `meets` is whether
    this rule counts here.
    """
    met = met_by(card, s.side[1 - p, lane]) if meets else 0
    if met != 0:
        remove(s, 1 - p, lane, low_bit(met))
        s.discard |= 1 << card | met
        return
    n = s.count[p, lane]
    s.cards[p, lane, n] = card
    s.count[p, lane] = n + 1
    if card < CARDS:
        s.side[p, lane] |= 1 << card
    else:
        s.wild[p, lane] += wild_of(card)
    if n + 1 == size_of(s.demand[lane]):
        s.stamp[p, lane] = s.ply
        s.open[p] &= ~(1 << lane)
        complete(s, p, lane)
    elif p == DEFENDER:
        if card < CARDS and s.witness[lane] >> card & 1:
            s.witness[lane] ^= 1 << card
        else:
            s.witness[lane] = 0


@inner
def met_by(card, across):
    """Return the card of the opposite side `across` that a 0 or 11 meets, as a set; 0 for none."""
    counterpart = opposite_card(card)
    return across & 1 << counterpart if counterpart >= 0 else 0


@inner
def opposite_card(card):
    """Return the 11 for a 0 and the 0 for an 11, of the same color; else -1."""
    if card < ZEROS_END:
        return card + ELEVENS
    return card - ELEVENS if ELEVENS <= card < CARDS else -1


@inner
def wild_of(card):
    """Return an elite card's part in the code of a side."""
    return elite_code(1 << card - CARDS)


@inner
def remove(s, p, lane, card):
    """Take a card from a side, which keeps the order of its other cards and loses its stamp."""
    bit = 1 << lane
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
    s.open[p] |= bit
    s.full[p] &= ~bit
    s.ahead[0] &= ~bit
    s.ahead[1] &= ~bit
    s.strength[p, lane] = 0
    s.stamp[p, lane] = 0
    s.witness[lane] = 0


@inner
def throw_away(s, card):
    """A card goes to the open discard."""
    if card < CARDS:
        s.discard |= 1 << card
    else:
        s.tactic_discard |= 1 << card - CARDS


@inner
def discard_first(s, p, lane):
    """Discard the card nearest the wall: the one played first of those still there."""
    card = s.cards[p, lane, 0]
    remove(s, p, lane, card)
    throw_away(s, card)


@inner
def sweep(s, lane):
    """Discard all cards at a tile, both sides."""
    for p in range(2):
        for i in range(s.count[p, lane]):
            throw_away(s, s.cards[p, lane, i])
    renew(s, lane)


@inner
def complete(s, p, lane):
    """Rate a complete side, and compare it with the other if that is complete, too."""
    bit = 1 << lane
    s.full[p] |= bit
    s.strength[p, lane] = worth(s, p, lane)
    if p == ATTACKER:
        s.witness[lane] = 0
    if s.full[1 - p] & bit:
        s.ahead[p if beats(s, p, lane) else 1 - p] |= bit


@inner
def worth(s, p, lane):
    """Strength of a complete side; elite cards take what serves best."""
    wild = s.wild[p, lane] if s.tactics else 0
    return strength(s.side[p, lane], wild, s.demand[lane], SHAPE)


@inner
def beats(s, p, lane):
    """Of two complete sides the stronger wins, of equal ones the one with the earlier stamp."""
    mine = s.strength[p, lane]
    theirs = s.strength[1 - p, lane]
    return mine > theirs or (mine == theirs and s.stamp[p, lane] < s.stamp[1 - p, lane])


@inner
def refute(s, lane):
    """Return available cards that save the defender's unfinished side of a tile, or 0."""
    side = s.side[DEFENDER, lane]
    wild = s.wild[DEFENDER, lane] if s.tactics else 0
    return refutation(side, wild, s.unplayed, s.strength[ATTACKER, lane], s.demand[lane], SHAPE)


@inner
def attacked(s):
    """Return the tiles where the attacker has cards."""
    tiles = 0
    for lane in range(LANES):
        if s.count[ATTACKER, lane] > 0:
            tiles |= 1 << lane
    return tiles
