"""The engine and the oracle play the same random games, move by move.

At each position both must give the same legal moves, sides in laying order, stamps, hands,
deck, discard, unplayed cards, phase, player, ply and outcome, in every variant and switch.
"""

import random
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest

from bridge import GAMES, STYLES, VARIANTS, agree, pick, play_in_step, twin

#: What must have happened in a run of games, else it says little.
HAPPENS = {
    "ST1": {"play", "claim", "done", "pass", "adjacent", "five", "count", "deadlock"},
    "ST2": {
        *("play", "declare", "retreat", "pour", "draw", "end", "pass"),
        *("four_tiles", "breach", "held", "full"),
    },
}
FAST = 55


@pytest.mark.parametrize("name", GAMES)
def test_engine_and_oracle_agree_all_through_random_games(name):
    """110 games in lockstep; all verbs and all reasons to end occur among them."""
    seen = play_in_step(name, range(FAST))
    assert set(seen) == HAPPENS[name]


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_engine_and_oracle_agree_in_thousands_of_games(name):
    """Two thousand more games, half of each kind, over two processes."""
    parts = [range(at, at + 50) for at in range(FAST, FAST + 1000, 50)]
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as workers:
        seen = sum(workers.map(play_in_step, [name] * len(parts), parts), Counter())
    assert set(seen) == HAPPENS[name]
    assert min(seen.values()) >= 5, seen


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("variant", range(12))
def test_the_oracle_agrees_from_any_position_on(name, variant):
    """A game picked up in the middle goes on alike: what is hidden in a position is in its text."""
    rng = random.Random(f"{name} {variant} twin")
    rules = VARIANTS[name][variant % len(VARIANTS[name])]
    position = GAMES[name].deal(variant, rules)
    style = rng.choice(STYLES)
    game = None
    while position.outcome is None:
        if rng.random() < 0.1:
            game = twin(position.game.from_text(position.to_text()))
            agree(position, game)
        move = pick(position, rng, style)
        position = position.apply(move)
        if game:
            game.apply(str(move))
            agree(position, game)
    assert game is not None
