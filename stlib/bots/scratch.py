"""The scratch of one decision: whatever a bot works out on the way, under names.

Kernels of the bots take the opened scratch `e` beside the opened state `s`. It
is as long for each game and variant, so that what judges a lane is compiled
once. Who makes a decision makes a `blank` row, and keeps it until the move is
found: an opened row does not keep its words alive.
"""

from __future__ import annotations

import numpy as np

from stlib.base.compiled import jit
from stlib.base.rows import Row, layout
from stlib.cards.demand import MOST_CARDS

__all__ = ["FIELDS", "MOST_CARDS", "OTHERS", "OWN", "OWN_EMPTY", "PASSING", "blank", "opened"]

MOST_LANES = 9
MOST_VALUES = 12
KINDS = 5
POWERS = 5  # 0–4: a side has at most four slots

# Which profile stands in which row: of own sides that are empty, of the last own side that is
# not, of one that is only good for one comparison, and, from `OTHERS`, of the other player's
# side at each lane.
OWN_EMPTY, OWN, PASSING, OTHERS = 0, 1, 2, 3
PROFILES = OTHERS + MOST_LANES

FIELDS = (
    # What may still come, see `stlib.bots.lane_value.prepare`. A first index of 2 is the player:
    # 0 the one to move, 1 the other.
    ("unseen", ()),  # cards that the player to move does not see
    ("coming", (2, POWERS), float),  # powers of the chance of an unseen card to come in time
    ("kept", (2, POWERS), float),  # powers of the chance of a hand card to be laid there
    ("at_least", (2, MOST_VALUES + 1, POWERS), float),  # [n, k]: of n unseen cards k or more come
    ("absent", (2, MOST_VALUES), float),  # for each value the chance that no unseen card comes
    ("high", (2,), float),  # what a free slot adds to a total where high totals win,
    ("middle", (2,), float),  # where the total hardly matters,
    ("low", (2,), float),  # and where low totals win
    ("spread", (2,), float),  # how far totals stray for each free slot
    # Profiles of unfinished sides, and what each is the profile of.
    ("kind_chance", (PROFILES, KINDS), float),  # that the kind is the side's best
    ("kind_total", (PROFILES, KINDS), float),  # mean total then
    ("known_side", (PROFILES,)),
    ("known_hand", (PROFILES,)),
    ("known_demand", (PROFILES,)),
    # The estimate, see each game's `greedy.estimate`.
    ("sides", (2, MOST_LANES)),  # the table, with numbered cards in place of elite ones
    ("helped", (MOST_LANES,)),  # hand cards on which the estimate of a lane may depend
    ("matters", (MOST_LANES,), float),  # how much each lane counts
    ("shared_out", (1 << MOST_LANES,), float),  # chances to win for each set of lanes won
    # [i, lane, there]: worth of a lane when hand card number `i` (from 1, lowest first) is laid
    # elsewhere (0) or there (1); i = 0: none is laid.
    ("value", (MOST_CARDS + 1, MOST_LANES, 2), float),
)
_, WORDS, opened = layout(FIELDS)


@jit
def blank() -> Row:
    """Return a row for `opened`, with anything in it."""
    return np.empty(WORDS, np.int64)
