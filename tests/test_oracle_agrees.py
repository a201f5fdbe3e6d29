"""The engine and the oracle play the same random games, move by move.

At each ply both must give the same legal moves, sides in laying order, stamps, hands, decks,
discard, phase, player and outcome, and now and then all that the public names say and what
each player knows: in every variant, with its switches set at random.
"""

import os
import random
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest

from bridge import GAMES, KINDS, agree, dealt, twin
from lockstep import as_shuffled, play_in_step
from random_play import STYLES, pick

FAST = 500  # games of each variant
SLOW = int(os.environ.get("LOCKSTEP_GAMES", "500"))  # more of each; 20,000 take an hour of one core

ALL_KINDS = [(name, kind) for name, kinds in KINDS.items() for kind in kinds]
each_variant = pytest.mark.parametrize(("name", "kind"), ALL_KINDS)

#: What must happen in a run of games; without it the comparison would prove little.
HAPPENS = {
    ("ST1", "no"): {"play", "claim", "done", "pass", "adjacent", "five", "count", "deadlock"},
    ("ST2", "no"): {
        *("play", "declare", "retreat", "pour", "draw", "end", "pass"),
        *("four_tiles", "breach", "held", "full"),
    },
}
for _name, _more in (
    ("ST1", {"draw clan", "draw tactic", "return", "take", "put", "drop"}),
    ("ST2", {"draw siege", "draw tactic", "take", "put", "drop", "at", "give", "deadlock"}),
):
    HAPPENS[_name, "yes"] = (HAPPENS[_name, "no"] | _more | set(GAMES[_name].deck.tactics)) - {
        "draw"
    }


def all_happens(name, kind):
    """Return all that must happen in enough games of a variant."""
    return HAPPENS[name, KINDS[name][kind][0].tactics]


@pytest.fixture(scope="module")
def workers():
    """Return a pool of two processes, because the oracle is slow."""
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as found:
        yield found


def played(workers, name, kind, first, last):
    """Play games in lockstep, in parts of 50; return how often what happened."""
    parts = [range(at, min(at + 50, last)) for at in range(first, last, 50)]
    runs = workers.map(play_in_step, *zip(*[(name, kind)] * len(parts), strict=True), parts)
    return sum(runs, Counter())


@each_variant
def test_engine_and_oracle_agree_all_through_random_games(workers, name, kind):
    """Games in lockstep; all verbs, tactic cards and reasons to end occur among them."""
    assert set(played(workers, name, kind, 0, FAST)) == all_happens(name, kind)


@pytest.mark.slow
@each_variant
def test_engine_and_oracle_agree_in_thousands_of_games(workers, name, kind):
    """Many more games of each variant; none of what happens is rare among them."""
    seen = played(workers, name, kind, FAST, FAST + SLOW)
    assert set(seen) == all_happens(name, kind)
    assert min(seen.values()) >= 3, seen


@each_variant
@pytest.mark.parametrize("seed", range(6))
def test_the_oracle_agrees_from_any_position_on(name, kind, seed):
    """A game that continues from a position's text goes on in the same way."""
    rng = random.Random(f"{name} {kind} {seed} twin")
    position = GAMES[name].deal(seed, rng.choice(KINDS[name][kind]))
    style = rng.choice(STYLES)
    game = dealt(position)
    while position.outcome is None:
        if rng.random() < 0.1:
            game = twin(position.game.from_text(position.to_text()))
            agree(position, game)
        move = pick(position, rng, style)
        position = position.apply(move)
        game.shuffler = lambda cards, row=position._row: as_shuffled(GAMES[name], row, cards)
        game.apply(str(move))
        agree(position, game)
