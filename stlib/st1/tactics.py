"""What the ten tactic cards of Schotten Totten do, and when they may be played.

Elite cards and combat modes are laid at a stone in one move. A ruse is played
first and asks for its sub-choices in phases of their own: RECRUIT and RETURN,
TAKE and PUT.
"""

from __future__ import annotations

from stlib.base.bits import list_bits, popcount
from stlib.base.compiled import inner, jit
from stlib.cards.tactic_limit import may_play_tactic
from stlib.claims.codes import JOKERS, elite_code, elites_in, size_of
from stlib.claims.refutation import refutation
from stlib.claims.strength import strength
from stlib.st1.rules import (
    ALL_LANES,
    BANSHEE,
    BLUFF,
    BLUFF_MODE,
    CARDS,
    DROP,
    ELITES,
    JOKER_2,
    LANES,
    MUD,
    MUD_MODE,
    NO_MODE,
    PUT,
    PUT_MOVE,
    RECRUIT,
    RECRUITER,
    RECRUITS,
    RETURN,
    RETURNS,
    SHAPE,
    STRATEGIST,
    TACTIC_HAND,
    TACTICS,
    TAKE,
    TAKE_MOVE,
    TRAITOR,
)
from stlib.st1.state import hand_count, place, remove, set_mode

__all__ = [
    "refute",
    "tactic_lanes",
    "tactic_ruses",
]


# --- what may be played ------------------------------------------------------------------------


@jit
def tactic_lanes(s, card):
    """Stones where an elite card or a combat mode in hand may be laid now."""
    if not may_play_tactic(s, s.turn):
        return 0
    unclaimed = ALL_LANES & ~(s.claimed[0] | s.claimed[1])
    if BLUFF <= card <= MUD:
        for lane in range(LANES):
            if s.mode[lane] != NO_MODE:
                unclaimed &= ~(1 << lane)
        return unclaimed
    if card <= JOKER_2 and has_joker(s, s.turn):
        return 0
    return s.open[s.turn]


@inner
def has_joker(s, p):
    """Whether a player has a Joker at the border now, or (a switch) has ever played one."""
    if s.joker_limit != 0:
        return s.jokers[p] > 0
    for lane in range(LANES):
        if s.wild[p, lane] & JOKERS:
            return True
    return False


@jit
def tactic_ruses(s):
    """Ruses in hand that can be carried out now, as bits; bit 0 is the Recruiter."""
    ruses = s.tactic_hand[s.turn] >> RECRUITER - CARDS
    if ruses == 0 or not may_play_tactic(s, s.turn):
        return 0
    if s.drawn == CARDS and s.tactic_drawn == TACTICS:
        ruses &= ~1
    if ruses & 1 << STRATEGIST - RECRUITER and not targets(s, STRATEGIST):
        ruses &= ~(1 << STRATEGIST - RECRUITER)
    if ruses & 1 << BANSHEE - RECRUITER and not targets(s, BANSHEE):
        ruses &= ~(1 << BANSHEE - RECRUITER)
    if ruses & 1 << TRAITOR - RECRUITER and not (s.open[s.turn] and targets(s, TRAITOR)):
        ruses &= ~(1 << TRAITOR - RECRUITER)
    return ruses


@inner
def targets(s, ruse):
    """Whether there is a card at an open stone that a ruse may take."""
    p = s.turn if ruse == STRATEGIST else 1 - s.turn
    for lane in range(LANES):
        claimed = (s.claimed[0] | s.claimed[1]) >> lane & 1
        if not claimed and (s.side[p, lane] or (ruse != TRAITOR and s.wild[p, lane])):
            return True
    return False


# --- playing them ------------------------------------------------------------------------------


@jit
def lay_tactic(s, card, lane):
    """Lay an elite card on one's own side of a stone, or a combat mode at the stone."""
    spend(s, card)
    if card == BLUFF:
        set_mode(s, lane, BLUFF_MODE)
    elif card == MUD:
        set_mode(s, lane, MUD_MODE)
    else:
        if card <= JOKER_2:
            s.jokers[s.turn] += 1
        place(s, s.turn, lane, card)


@inner
def spend(s, card):
    """A tactic card leaves the hand, lies open from now on, and counts as played."""
    bit = 1 << card - CARDS
    s.tactic_hand[s.turn] &= ~bit
    s.tactic_shown[s.turn] &= ~bit
    s.tactic_open |= bit
    s.played[s.turn] += 1
    s.busy = 1


@jit
def play_ruse(s, card):
    """A ruse goes to the discard, and asks for its first sub-choice."""
    spend(s, card)
    s.tactic_discard |= 1 << card - CARDS
    s.ruse = card
    if card == RECRUITER:
        s.draws = min(RECRUITS, CARDS - s.drawn + TACTICS - s.tactic_drawn)
        s.returns = RETURNS if s.draws == RECRUITS else 0
        s.no_draw = 1
        s.phase = RECRUIT
    else:
        s.phase = TAKE


@inner
def draw_card(s, tactic):
    """Draw the top card of a deck."""
    p = s.turn & 1
    if tactic:
        at = s.tactic_drawn
        bit = 1 << s.tactic_deck[at] - CARDS
        s.tactic_hand[p] |= bit
        if s.tactic_placed[at] == 2 - p:
            s.tactic_shown[p] |= bit
        s.tactic_deck[at] = 0
        s.tactic_placed[at] = 0
        s.tactic_drawn = at + 1
    else:
        at = s.drawn
        bit = 1 << s.deck[at]
        s.hand[p] |= bit
        if s.placed[at] == 2 - p:
            s.shown[p] |= bit
        s.deck[at] = 0
        s.placed[at] = 0
        s.drawn = at + 1
    s.busy = 1


@jit
def recruit(s, tactic):
    """Make one of the Recruiter's draws. After the last one, cards go back."""
    draw_card(s, tactic)
    s.draws -= 1
    if s.draws == 0:
        if s.returns == 0:
            s.returns = max(0, hand_count(s, s.turn) - TACTIC_HAND)
        s.phase = RETURN


@jit
def put_back(s, card):
    """A card goes under its own deck. Who put it there knows where it lies."""
    p = s.turn & 1
    s.returns -= 1
    if card < CARDS:
        s.hand[p] &= ~(1 << card)
        s.shown[p] &= ~(1 << card)
        s.drawn -= 1
        for i in range(s.drawn, CARDS - 1):
            s.deck[i] = s.deck[i + 1]
            s.placed[i] = s.placed[i + 1]
        s.deck[CARDS - 1] = card
        s.placed[CARDS - 1] = 1 + p
    else:
        s.tactic_hand[p] &= ~(1 << card - CARDS)
        s.tactic_shown[p] &= ~(1 << card - CARDS)
        s.tactic_drawn -= 1
        for i in range(s.tactic_drawn, TACTICS - 1):
            s.tactic_deck[i] = s.tactic_deck[i + 1]
            s.tactic_placed[i] = s.tactic_placed[i + 1]
        s.tactic_deck[TACTICS - 1] = card
        s.tactic_placed[TACTICS - 1] = 1 + p


@jit
def take(s, card):
    """Pick a card for a ruse. Banshee discards it, the others ask where it goes.

    Returns whether the ruse is finished.
    """
    p = s.turn if s.ruse == STRATEGIST else 1 - s.turn
    lane = lane_of(s, p, card)
    if s.ruse == BANSHEE:
        remove(s, p, lane, card)
        throw_away(s, card)
        s.ruse = 0
        return True
    s.taken = card
    s.taken_lane = lane
    s.phase = PUT
    return False


@inner
def lane_of(s, p, card):
    """Return the open stone where a card lies on a player's side."""
    for lane in range(LANES):
        for i in range(s.count[p, lane]):
            if s.cards[p, lane, i] == card:
                return lane
    return -1


@inner
def throw_away(s, card):
    """A card is out of the game, face up."""
    if card < CARDS:
        s.discard |= 1 << card
    else:
        s.tactic_discard |= 1 << card - CARDS


@jit
def put(s, lane):
    """The card picked goes to one's own side of a stone, or (lane -1) is discarded."""
    p = s.turn & 1
    card = s.taken
    remove(s, p if s.ruse == STRATEGIST else 1 - p, s.taken_lane, card)
    if lane < 0:
        throw_away(s, card)
    else:
        place(s, p, lane, card)
    s.ruse = 0
    s.taken = 0
    s.taken_lane = 0


# --- lists of sub-choices ------------------------------------------------------------------------


@jit
def list_takes(s, out):
    """List the cards a ruse may pick, by id."""
    p = s.turn if s.ruse == STRATEGIST else 1 - s.turn
    clan = 0
    elite = 0
    for lane in range(LANES):
        if (s.claimed[0] | s.claimed[1]) >> lane & 1 == 0:
            for i in range(s.count[p, lane]):
                card = s.cards[p, lane, i]
                if card < CARDS:
                    clan |= 1 << card
                elif s.ruse != TRAITOR:
                    elite |= 1 << card - CARDS
    return list_bits(elite, TAKE_MOVE + CARDS, out, list_bits(clan, TAKE_MOVE, out, 0))


@jit
def list_puts(s, out):
    """List where the card picked may go; the Strategist may move it or discard it."""
    lanes = s.open[s.turn]
    if s.ruse == STRATEGIST:
        lanes &= ~(1 << s.taken_lane)
    n = list_bits(lanes, PUT_MOVE, out, 0)
    if s.ruse == STRATEGIST:
        out[n] = DROP
        n += 1
    return n


# --- proofs ---------------------------------------------------------------------------------------


@inner
def refute(s, p, lane):
    """Unplayed cards that save the unfinished side across from a complete side of `p`, or 0.

    Unseen tactic cards never save it unless a switch says so. Then a negative
    answer stands for elite cards, see `elite_threat`.
    """
    w = refute_with(s, p, lane, s.wild[1 - p, lane])
    return -elite_threat(s, p, lane) if w == 0 and s.block_proof else w


@inner
def refute_with(s, p, lane, wild):
    """Return the clan cards that save the other side if its elite cards are `wild`, or 0."""
    side = s.side[1 - p, lane]
    return refutation(side, wild, s.unplayed, s.strength[p, lane], s.demand[lane], SHAPE)


@jit
def elite_threat(s, p, lane):
    """Unseen elite cards that refute a complete side, together with unplayed clan cards.

    Returns them as bits, 0 if there are none.
    """
    pick = next_pick(s, p, lane, 0)
    while pick != 0:
        if threatens(s, p, lane, s.wild[1 - p, lane] + elite_code(pick)):
            return pick
        pick = next_pick(s, p, lane, pick)
    return 0


@inner
def next_pick(s, p, lane, pick):
    """Return the next set of unseen elite cards that may come to the side across from `p`, or 0.

    How many Jokers the other player may lay still counts. The limit of tactic cards does
    not, since it may rise before that player's turn.
    """
    unseen = ELITES & ~s.tactic_open
    if has_joker(s, 1 - p):
        unseen &= ~JOKERS
    free = size_of(s.demand[lane]) - s.count[1 - p, lane]
    for more in range(pick + 1, ELITES + 1):
        if more & ~unseen == 0 and more & JOKERS != JOKERS and popcount(more) <= free:
            return more
    return 0


@inner
def threatens(s, p, lane, wild):
    """Whether elite cards `wild` across, with unplayed clan cards, beat a complete side."""
    o = 1 - p
    if popcount(s.side[o, lane]) + elites_in(wild) < size_of(s.demand[lane]):
        return refute_with(s, p, lane, wild) != 0
    return strength(s.side[o, lane], wild, s.demand[lane], SHAPE) > s.strength[p, lane]
