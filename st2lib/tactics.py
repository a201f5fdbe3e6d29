"""What the eleven tactic cards of Schotten Totten 2 do, and when they may be played.

Elite cards are laid like siege cards. An action is played first and asks for
its sub-choices in phases of their own: TAKE and PUT, AT, GIVE.
"""

from __future__ import annotations

from st2lib.rules import (
    ACTIONS,
    AT,
    AT_MOVE,
    BETRAYAL,
    CARDS,
    DESERTION,
    DROP,
    EXCHANGE,
    EXCHANGED,
    EXPLOSION,
    GIVE,
    GIVE_MOVE,
    JOKER_2,
    LANES,
    PUT,
    PUT_MOVE,
    RECRUIT,
    REDEPLOY,
    SUPPORT,
    SUPPORTED,
    TAKE,
    TAKE_MOVE,
)
from st2lib.state import LUCK, arrive, hand_count, remove, swap, throw_away
from stlib.base.bits import list_bits, low_bit, popcount
from stlib.base.compiled import inner, jit
from stlib.base.streams import below, step
from stlib.cards.tactic_limit import may_play_tactic
from stlib.claims.codes import JOKERS

__all__ = [
    "choose_card",
    "give",
    "lay_elite",
    "list_at",
    "list_gives",
    "list_puts",
    "list_takes",
    "play_action",
    "playable_actions",
    "playable_elites",
    "put",
]


# --- what may be played ------------------------------------------------------------------------


@jit
def playable_elites(s):
    """Elite cards in hand that may be laid now, as bits; bit 0 is the first Joker."""
    elites = s.tactic_hand[s.turn] & (1 << REDEPLOY - CARDS) - 1
    if not may_play_tactic(s, s.turn) or s.open[s.turn] == 0:
        return 0
    if s.joker_limit and s.jokers[s.turn] > 0:
        elites &= ~JOKERS
    return elites


@jit
def playable_actions(s):
    """Actions in hand that can be carried out now, as bits; bit 0 is Redeploy."""
    actions = s.tactic_hand[s.turn] >> REDEPLOY - CARDS
    if actions == 0 or not may_play_tactic(s, s.turn):
        return 0
    for i in range(ACTIONS):
        if actions >> i & 1 and not has_course(s, REDEPLOY + i):
            actions &= ~(1 << i)
    return actions


@inner
def has_course(s, card):
    """Whether an action has a legal target."""
    p = s.turn
    if card == REDEPLOY:
        return cards_of(s, p, True)
    if card == RECRUIT:
        return s.discard != 0 and s.open[p] != 0
    if card == DESERTION:
        return cards_of(s, 1 - p, True)
    if card == BETRAYAL:
        return cards_of(s, 1 - p, False) and s.open[p] != 0
    if card == EXPLOSION:
        return cards_of(s, p, True) or cards_of(s, 1 - p, True)
    if card == SUPPORT:
        return popcount(s.discard) >= SUPPORTED
    return hand_count(s, p) > EXCHANGED and hand_count(s, 1 - p) >= EXCHANGED


@inner
def cards_of(s, p, elite):
    """Whether a player has siege cards, or with `elite` any cards, at the wall."""
    for lane in range(LANES):
        if s.side[p, lane] or (elite and s.wild[p, lane]):
            return True
    return False


# --- playing them ------------------------------------------------------------------------------


@inner
def spend(s, card):
    """A tactic card leaves the hand, lies open from now on, and counts as played."""
    p = s.turn
    bit = 1 << card - CARDS
    s.tactic_hand[p] &= ~bit
    s.tactic_shown[p] &= ~bit
    s.tactic_open |= bit
    s.played[p] += 1
    s.busy = 1


@jit
def lay_elite(s, card, lane):
    """Lay an elite card; it neither causes nor suffers 0/11."""
    spend(s, card)
    if card <= JOKER_2:
        s.jokers[s.turn] += 1
    arrive(s, s.turn, lane, card, False)


@jit
def play_action(s, card):
    """An action is discarded at once, and asks for its first sub-choice."""
    spend(s, card)
    throw_away(s, card)
    s.action = card
    s.declarable = 0
    if card == EXPLOSION:
        s.phase = AT
    elif card == EXCHANGE:
        s.phase = GIVE
    else:
        s.phase = TAKE


@jit
def choose_card(s, card):
    """Pick a card for an action; return whether the action is finished."""
    p = s.turn
    if s.action == SUPPORT:
        s.put_back |= 1 << card
        if popcount(s.put_back) < SUPPORTED:
            return False
        shuffle_in(s)
        return True
    if s.action == DESERTION:
        lane = lane_of(s, 1 - p, card)
        remove(s, 1 - p, lane, card)
        throw_away(s, card)
        return True
    s.taken = card
    if s.action == REDEPLOY:
        s.taken_lane = lane_of(s, p, card)
    elif s.action == BETRAYAL:
        s.taken_lane = lane_of(s, 1 - p, card)
    s.phase = PUT
    return False


@inner
def shuffle_in(s):
    """Support's cards are shuffled into the deck; both players know that they are there."""
    cards = s.put_back
    s.discard &= ~cards
    s.unplayed |= cards
    while cards != 0:
        s.drawn -= 1
        s.deck[s.drawn] = low_bit(cards)
        cards &= cards - 1
    for i in range(s.drawn, CARDS - 1):
        a, _ = below(s.luck, CARDS - i, 1)
        s.luck = step(s.luck) & LUCK
        swap(s, i, i + a)
    s.since[0] = 0
    s.since[1] = 0


@jit
def put(s, lane):
    """The card picked goes to one's own side of a tile, or (lane -1) is discarded."""
    p = s.turn
    card = s.taken
    if s.action == RECRUIT:
        s.discard &= ~(1 << card)
    else:
        remove(s, p if s.action == REDEPLOY else 1 - p, s.taken_lane, card)
    if lane < 0:
        throw_away(s, card)
    else:
        arrive(s, p, lane, card, s.still_actions == 0)


@jit
def give(s, card):
    """Lay a hand card out for Exchange; after three each, swap them.

    Returns whether the exchange is finished.
    """
    p = s.turn
    if card < CARDS:
        s.given[p] |= 1 << card
    else:
        s.tactic_given[p] |= 1 << card - CARDS
    if popcount(s.given[p]) + popcount(s.tactic_given[p]) < EXCHANGED:
        return False
    s.turn = 1 - p
    if s.given[1 - p] | s.tactic_given[1 - p] == 0:
        return False
    for q in range(2):
        s.since[q] -= popcount(s.given[q] & s.put_back)
        s.hand[q] = s.hand[q] & ~s.given[q] | s.given[1 - q]
        s.tactic_hand[q] = s.tactic_hand[q] & ~s.tactic_given[q] | s.tactic_given[1 - q]
        s.shown[q] = s.given[1 - q]
        s.tactic_shown[q] = s.tactic_given[1 - q]
    for q in range(2):
        s.given[q] = 0
        s.tactic_given[q] = 0
    return True


@inner
def lane_of(s, p, card):
    """Return the tile where a card lies on a player's side."""
    for lane in range(LANES):
        for i in range(s.count[p, lane]):
            if s.cards[p, lane, i] == card:
                return lane
    return -1


# --- lists of sub-choices ------------------------------------------------------------------------


@jit
def list_takes(s, out):
    """List the cards an action may pick, by id."""
    if s.action == RECRUIT:
        return list_bits(s.discard, TAKE_MOVE, out, 0)
    if s.action == SUPPORT:
        return list_bits(s.discard & ~s.put_back, TAKE_MOVE, out, 0)
    p = s.turn if s.action == REDEPLOY else 1 - s.turn
    siege = 0
    elite = 0
    for lane in range(LANES):
        siege |= s.side[p, lane]
        if s.action != BETRAYAL:
            for i in range(s.count[p, lane]):
                if s.cards[p, lane, i] >= CARDS:
                    elite |= 1 << s.cards[p, lane, i] - CARDS
    return list_bits(elite, TAKE_MOVE + CARDS, out, list_bits(siege, TAKE_MOVE, out, 0))


@jit
def list_puts(s, out):
    """List where the card picked may go; Redeploy may move it or discard it."""
    lanes = s.open[s.turn]
    if s.action != REDEPLOY:
        return list_bits(lanes, PUT_MOVE, out, 0)
    n = list_bits(lanes & ~(1 << s.taken_lane), PUT_MOVE, out, 0)
    out[n] = DROP
    return n + 1


@jit
def list_at(s, out):
    """List the tiles with cards, for Explosion."""
    tiles = 0
    for lane in range(LANES):
        if s.count[0, lane] + s.count[1, lane] > 0:
            tiles |= 1 << lane
    return list_bits(tiles, AT_MOVE, out, 0)


@jit
def list_gives(s, out):
    """List the hand cards not yet laid out for Exchange."""
    p = s.turn
    n = list_bits(s.hand[p] & ~s.given[p], GIVE_MOVE, out, 0)
    return list_bits(s.tactic_hand[p] & ~s.tactic_given[p], GIVE_MOVE + CARDS, out, n)
