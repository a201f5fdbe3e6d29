"""All Hypothesis strategies, from single cards to whole games and damaged records."""

from hypothesis import strategies as st

import bridge
import oracle
import st2lib
import stlib
from bridge import GAMES, KINDS, LIBRARIES
from random_play import STYLES, random_game

TILE_DEMANDS = {
    f"tile {lane + 1}{' damaged' * damaged}{' ' + switch if damaged else ''}": (
        st2lib.Variant("own", switch).demand(lane, damaged),
        oracle.tile_demand(lane + 1, damaged, switch),
    )
    for lane in range(7)
    for damaged in (False, True)
    for switch in (("plain", "above", "sum") if damaged else ("plain",))
}
#: Each lane's demand in both readings: game -> name -> (engine's, oracle's). Twins left out.
DEMANDS = {
    "ST1": {
        "stone": (stlib.STONE, oracle.ST1_STONE),
        "mud fight": (stlib.MUD_FIGHT, oracle.MUD_FIGHT),
        "blind man's bluff": (stlib.BLIND_MANS_BLUFF, oracle.BLIND_MANS_BLUFF),
    },
    "ST2": {
        name: pair
        for i, (name, pair) in enumerate(TILE_DEMANDS.items())
        if pair[0].code not in [other.code for other, _ in list(TILE_DEMANDS.values())[:i]]
    },
}
ALL_DEMANDS = [(game, name) for game, found in DEMANDS.items() for name in found]


def game_names():
    """One of the two games."""
    return st.sampled_from(sorted(GAMES))


def some_cards(game, min_size=0, max_size=None):
    """Different cards of a game, as texts, in any order."""
    return st.lists(
        st.sampled_from(bridge.DECKS[game]), min_size=min_size, max_size=max_size, unique=True
    )


@st.composite
def full_sides(draw):
    """A game, one of its demands, and as many cards as that asks for."""
    game, name = draw(st.sampled_from(ALL_DEMANDS))
    size = DEMANDS[game][name][0].size
    return game, name, draw(some_cards(game, size, size))


@st.composite
def proof_problems(draw, most_unplayed=11):
    """A claim: game, demand, a full side, an unfinished one, and the cards still unplayed."""
    game, name = draw(st.sampled_from(ALL_DEMANDS))
    size = DEMANDS[game][name][0].size
    drawn = draw(some_cards(game, size, 2 * size - 1 + most_unplayed))
    there = draw(st.integers(0, min(size - 1, len(drawn) - size)))
    return game, name, drawn[:size], drawn[size : size + there], drawn[size + there :]


def color_orders(game):
    """The letters of a game's colors in any order."""
    return st.permutations(LIBRARIES[game].DECK.colors)


@st.composite
def positions(draw, game=None, over=None):
    """A position met in random play, of any game, variant and style; over or not if asked for."""
    name = draw(game_names()) if game is None else game
    kind = draw(st.sampled_from(sorted(KINDS[name])))
    variant = draw(st.sampled_from(KINDS[name][kind]))
    style = draw(st.sampled_from(STYLES))
    plies = 10**6 if over else draw(st.integers(0, 90))
    seed = draw(st.integers(0, 10**6))
    return random_game(name, variant, seed, style, plies, over is not False)


@st.composite
def edited(draw, text):
    """A text with one to three small errors: cuts, swaps, doubled lines, wrong characters."""
    for _ in range(draw(st.integers(1, 3))):
        text = draw(st.sampled_from(_INJURIES))(draw, text)
    return text


def _cut(draw, text):
    at = draw(st.integers(0, len(text)))
    return text[:at]


def _drop(draw, text):
    at = draw(st.integers(0, len(text)))
    return text[:at] + text[at + draw(st.integers(1, 8)) :]


def _put(draw, text):
    at = draw(st.integers(0, len(text)))
    new = draw(st.sampled_from(_ODD) | st.text(min_size=1, max_size=3))
    return text[:at] + new + text[at + draw(st.integers(0, 2)) :]


def _number(draw, text):
    """Replace some digit by another number."""
    digits = [at for at, letter in enumerate(text) if letter.isdigit()]
    if not digits:
        return text
    at = draw(st.sampled_from(digits))
    return text[:at] + str(draw(st.integers(-3, 100) | st.just(2**70))) + text[at + 1 :]


def _lines(draw, text):
    """Leave out, double or move a line."""
    lines = text.splitlines() or [""]
    at = draw(st.integers(0, len(lines) - 1))
    line = lines.pop(at)
    for _ in range(draw(st.integers(0, 2))):
        lines.insert(draw(st.integers(0, len(lines))), line)
    return "\n".join(lines)


_INJURIES = (_cut, _drop, _put, _number, _lines)
_ODD = ("@", "|", ":", ",", "#", "[", "]", "\n", " ", "-", "²", "٣", "①", "\x00", "r0", "r7", "k11")
