"""Play games with every compiled policy and print what came of them, for `test_same_games`.

Run by itself in a fresh process: plain, compiled, or compiled with bounds checks.
`python tests/same_games.py N` plays N games by each random policy and one by each other, and
prints one JSON object; `N quick` leaves the others out.
"""

import hashlib
import json
import sys
from itertools import product

import numpy as np

import st2lib
import stlib
from bridge import KINDS
from random_play import random_game
from stlib.base import compiled

QUICK = ("uniform", "uniform_moves")
#: Each game's variants with the switches all at their defaults, and all at their last values.
SETTINGS = {
    name: [mixed[at] for mixed in kinds.values() for at in (0, -1)] for name, kinds in KINDS.items()
}
SLOW = {name: [found[0], found[-2]] for name, found in SETTINGS.items()}  # base, and tactics


def playouts(game, n, policies):
    """Return all columns of some games by each policy against itself and against uniform.

    The random policies play `n` games in several settings, the slow ones one game.
    """
    kernels = game.kernels
    found = {}
    for policy in policies or kernels.POLICIES:
        number = kernels.POLICIES.index(policy)
        quick = policy in QUICK
        for variant in SETTINGS[game.name] if quick else SLOW[game.name]:
            codes = variant.codes
            out = np.zeros((n if quick else 1, len(kernels.COLUMNS)), np.int64)
            kernels.playouts(17, 3, len(out), -1, codes, number, number, out)
            found[f"{policy} {codes}"] = [out.tolist()]
            kernels.playouts(17, 3, len(out), -1, codes, number, 0, out)
            found[f"{policy} {codes}"].append(out.tolist())
    return found


def rows(game, n):
    """Return a hash of every state and every list of legal moves of `n` games."""
    moves = np.zeros(game.rules.MAX_LEGAL, np.int64)
    seen = hashlib.sha256()
    for seed, variant in product(range(n), SETTINGS[game.name]):
        position = game.deal(seed, variant)
        stream = np.random.default_rng(seed)
        row = position._row.copy()
        while game.engine.named(row).winner < 0:
            k = game.engine.legal(row, moves)
            seen.update(row.tobytes() + moves[:k].tobytes())
            game.engine.apply(row, int(moves[stream.integers(k)]))
        seen.update(row.tobytes())
    return seen.hexdigest()


def rollouts(game, policies):
    """Return the wins of rollouts from late positions, with and without a first move."""
    found = []
    asked = [*product(("base", "tactics"), QUICK)]
    for variant, policy in asked if policies else [*asked, ("base", "greedy")]:
        rules = game.variants[variant]
        starts = [random_game(game.name, rules, n, "any", 44, False) for n in range(3)]
        moves = [-1, *(position.legal_moves[-1].id for position in starts[1:])]
        out = np.zeros((3, 3), np.int64)
        number = game.kernels.POLICIES.index(policy)
        states = np.array([position._row for position in starts])
        keys = np.array([99, 99, 100])
        n = 3 if policy in QUICK else 1
        game.kernels.rollouts(states, np.array(moves), number, n, keys, out)
        found.append(out.tolist())
    return found


def main(n, policies=()):
    """Print all of it."""
    print(
        json.dumps(
            {
                "compiled": compiled.COMPILED,
                **{
                    game.name: [
                        playouts(game, n, policies),
                        rows(game, n),
                        rollouts(game, policies),
                    ]
                    for game in (stlib.ST1, st2lib.ST2)
                },
            }
        )
    )


if __name__ == "__main__":
    main(int(sys.argv[1]), QUICK if "quick" in sys.argv else ())
