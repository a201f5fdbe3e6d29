"""The oracle: a slow and simple second implementation of the rules, used only in tests.

It follows `docs/rules.md` (sections 1 to 5 and 7) and shares no line with the
libraries. Cards are texts such as "r9" or "joker1"; everything is lists, every proof
tries all fills one after another, and an elite card tries all its identities.

`cards` and `proofs` say what a side is worth and when it is proved, `game` is what
both games share, `st1` and `st2` are the games, `scores` adds up several of them.
"""

from .cards import (
    ALL_KINDS,
    KINDS,
    ST1_DECK,
    ST1_TACTICS,
    ST2_DECK,
    ST2_TACTICS,
    best_kind_of_hand,
    by_color,
    color_of,
    identities,
    in_deck_order,
    is_elite,
    is_joker,
    is_tactic,
    kind,
    readings,
    shown,
    total,
    value_of,
)
from .game import Game
from .proofs import (
    BLIND_MANS_BLUFF,
    MUD_FIGHT,
    ST1_STONE,
    TILES,
    Demand,
    best_reading,
    forget,
    key,
    proves,
    refutation,
    tile_demand,
)
from .scores import MatchGame, feud_scores, feud_starter, feud_winner, match_game, match_winner
from .st1 import ST1
from .st2 import ATTACKER, DEFENDER, ST2

__all__ = [
    "ALL_KINDS",
    "ATTACKER",
    "BLIND_MANS_BLUFF",
    "DEFENDER",
    "KINDS",
    "MUD_FIGHT",
    "ST1",
    "ST1_DECK",
    "ST1_STONE",
    "ST1_TACTICS",
    "ST2",
    "ST2_DECK",
    "ST2_TACTICS",
    "TILES",
    "Demand",
    "Game",
    "MatchGame",
    "best_kind_of_hand",
    "best_reading",
    "by_color",
    "color_of",
    "feud_scores",
    "feud_starter",
    "feud_winner",
    "forget",
    "identities",
    "in_deck_order",
    "is_elite",
    "is_joker",
    "is_tactic",
    "key",
    "kind",
    "match_game",
    "match_winner",
    "proves",
    "readings",
    "refutation",
    "shown",
    "tile_demand",
    "total",
    "value_of",
]
