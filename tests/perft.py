"""Count move sequences: how many there are of a given length from a position.

`python tests/perft.py` makes `tests/data/perft.toml` anew from the positions named here.
A wrong rule nearly always changes some count, and the first depth that differs says where.
"""

import tomllib
from functools import partial
from pathlib import Path

import numpy as np

from bridge import GAMES, VARIANTS, twin
from lockstep import as_shuffled
from random_play import random_game

FILE = Path(__file__).parent / "data" / "perft.toml"
HEADER = """\
# How many ways there are to make 1, 2, 3, … moves from each position ("perft").
# A forced step (a draw, nothing to claim) is no move; a finished game goes no further,
# so a list that ends in 0 counts a whole game to its end. Written by tests/perft.py.
"""
#: Name: game, number of the variant in `bridge.VARIANTS`, seed, style, plies, depth.
PLANS = {
    "stones, base, start": ("ST1", 0, 1, "any", 0, 4),
    "stones, expert, start": ("ST1", 2, 2, "any", 0, 3),
    "stones, base, first claims": ("ST1", 0, 3, "narrow", 22, 4),
    "stones, expert, first claims": ("ST1", 2, 4, "narrow", 26, 4),
    "stones, base, claims left open": ("ST1", 1, 5, "stubborn", 44, 4),
    "stones, base, all to the end": ("ST1", 0, 6, "any", None, 0),
    "stones, expert, all to the end": ("ST1", 2, 8, "any", None, 0),
    "stones, base without counting, all to the end": ("ST1", 1, 9, "stubborn", None, 0),
    "stones, expert without counting, all to the end": ("ST1", 3, 8, "any", None, 0),
    "stones, tactics, start": ("ST1", 4, 1, "any", 0, 3),
    "stones, tactics, many lie": ("ST1", 4, 2, "tactical", 34, 3),
    "stones, tactics, other limits": ("ST1", 7, 3, "narrow", 40, 3),
    "stones, early bird, many lie": ("ST1", 12, 4, "tactical", 40, 3),
    "stones, tactics, all to the end": ("ST1", 4, 5, "any", None, 0),
    "stones, early bird, all to the end": ("ST1", 12, 6, "any", None, 0),
    "siege, start": ("ST2", 0, 1, "any", 0, 3),
    "siege, middle": ("ST2", 0, 2, "narrow", 20, 3),
    "siege, much to declare": ("ST2", 4, 3, "stubborn", 34, 3),
    "siege, after damage": ("ST2", 8, 4, "narrow", 40, 3),
    "siege, a full defender passes": ("ST2", 2, 25, "stubborn", 46, 3),
    "siege, all to the end": ("ST2", 0, 5, "eager", None, 0),
    "siege, last draw ends, all to the end": ("ST2", 1, 11, "eager", None, 0),
    "siege, passing, all to the end": ("ST2", 2, 12, "narrow", None, 0),
    "siege, tactics, start": ("ST2", 12, 1, "any", 0, 3),
    "siege, tactics, many lie": ("ST2", 12, 2, "tactical", 36, 3),
    "siege, tactics, other switches": ("ST2", 107, 3, "tactical", 44, 3),
    "siege, tactics, all to the end": ("ST2", 12, 4, "any", None, 0),
}
LARGEST_TREE = 20_000


def legal(game, row):
    """Return the ids of the legal moves of a state."""
    out = np.zeros(game.rules.MAX_LEGAL, np.int64)
    return out[: game.engine.legal(row, out)]


def paths(game, row, depth):
    """Count the paths of exactly `depth` moves from a state."""
    moves = legal(game, row)
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        after = row.copy()
        game.engine.apply(after, int(move))
        total += paths(game, after, depth - 1)
    return total


def oracle_paths(theirs, game, row, depth):
    """Count the same with the oracle; of the engine's state it takes how Support shuffles."""
    moves = theirs.legal_moves()
    if depth == 1:
        return len(moves)
    total = 0
    for text in moves:
        state, after = row.copy(), theirs.copy()
        game.engine.apply(state, game.notation.read(text).id)
        after.shuffler = partial(as_shuffled, game, state)
        after.apply(text)
        total += oracle_paths(after, game, state, depth - 1)
    return total


def load():
    """Return the entries of the file, with the position of each."""
    entries = tomllib.loads(FILE.read_text(encoding="utf-8"))["position"]
    for entry in entries:
        game = entry["text"].split()[1]
        entry["position"] = GAMES[game].from_text(entry["text"])
    return entries


# --- making the file -----------------------------------------------------------------


def tree(game, row, depth=0, found=None):
    """Count the paths of every length to the end of the game; None if there are too many."""
    found = [] if found is None else found
    moves = legal(game, row)
    if len(found) == depth:
        found.append(0)
    found[depth] += len(moves)
    if sum(found) > LARGEST_TREE:
        return None
    for move in moves:
        after = row.copy()
        game.engine.apply(after, int(move))
        if tree(game, after, depth + 1, found) is None:
            return None
    return found


def choose(plan):
    """Return the position of a plan and its counts."""
    name, variant, seed, style, plies, depth = plan
    rules = VARIANTS[name][variant]
    if plies is not None:
        position = random_game(name, rules, seed, style, plies, over=False)
        return position, [paths(position.game, position._row, n) for n in range(1, depth + 1)]
    for at in range(seed, seed + 100):
        best = None
        last = random_game(name, rules, at, style)
        for plies in range(last.ply - 1, last.ply - 20, -1):  # as early as the tree stays small
            position = random_game(name, rules, at, style, plies)
            found = tree(position.game, position._row)
            if found is None:
                break
            best = position, found
        if best and sum(best[1]) > LARGEST_TREE / 50:
            return best
    raise ValueError(f"no whole tree of the right size for {plan}")


def write():
    """Make the file anew."""
    parts = [HEADER]
    for name, plan in PLANS.items():
        position, found = choose(plan)
        assert oracle_paths(twin(position), position.game, position._row, 1) == found[0]
        parts.append(
            f'[[position]]\nname = "{name}"\ncounts = {found}\n'
            f'text = """\n{position.to_text()}"""\n'
        )
        print(name, found, flush=True)
    FILE.write_text("\n".join(parts), encoding="utf-8")


if __name__ == "__main__":
    write()
