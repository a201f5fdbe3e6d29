"""Golden playthroughs: whole games, move by move, as the engine wrote them once.

`python tests/golden.py` makes the files in `tests/data/golden` anew. Do so only where a
change of rules or of text is meant, and read the difference before committing it.
"""

from itertools import product
from pathlib import Path

from bridge import GAMES, VARIANTS
from random_play import random_game
from stlib import Record

FOLDER = Path(__file__).parent / "data" / "golden"
#: Seed and style of the random play of each game. In the siege, seed 4 ends with four damaged
#: tiles, and seed 12 with a full defender or a pass of one; with tactics seed 5 is a deadlock.
PLAYS = ((1, "narrow"), (2, "wasteful"), (4, "narrow"), (3, "stubborn"), (12, "narrow"))
TACTIC_PLAYS = ((9, "tactical"), (5, "stubborn"))


def variants(name):
    """Return the named variants of a game and one of each other setting of its switches."""
    game = GAMES[name]
    found = dict(game.variants)
    for usual, variant in product(map(game.variants.get, ("base", "tactics")), VARIANTS[name]):
        changed = [
            (switch, value)
            for switch, value in vars(variant).items()
            if switch != "name" and value != getattr(usual, switch)
        ]
        if len(changed) == 1:
            (switch, value), *_ = changed
            if not any(getattr(known, switch) == value for known in found.values()):
                found[f"{switch}_{value}"] = variant
    return found


def wanted():
    """Return what there must be a file for: name of the file -> (game, variant, seed, style)."""
    return {
        f"{name.lower()}_{title}_{seed}.txt": (name, variant, seed, style)
        for name in GAMES
        for title, variant in variants(name).items()
        for seed, style in plays(variant, title in GAMES[name].variants)
    }


def plays(variant, named):
    """Return seed and style of the games of a variant."""
    return PLAYS[-2:] if not named else PLAYS + TACTIC_PLAYS * (variant.tactics == "yes")


def tell(record):
    """Return a playthrough: the record, each ply in a line, and the end in full."""
    *before, last = record.replay()
    lines = [record.to_text()]
    for position, move in zip(before, record.moves, strict=True):
        lines.append(
            f"ply {position.ply}: player {position.to_move + 1}, {position.phase}, "
            f"{len(position.legal_moves)} moves; {move}"
        )
    lines += ["", last.to_text().rstrip()]
    lines += [f"{lang}: {last.outcome.say(lang)}" for lang in ("en", "de")]
    return "\n".join(lines) + "\n"


def record_in(text):
    """Return the record a playthrough begins with."""
    head, mark, _ = text.partition("[end]\n")
    return Record.from_text(head + mark, *GAMES.values())


def write():
    """Make all files anew."""
    FOLDER.mkdir(exist_ok=True)
    for file, (name, variant, seed, style) in wanted().items():
        position = random_game(name, variant, seed, style)
        (FOLDER / file).write_text(tell(Record.of(position)), encoding="utf-8")


if __name__ == "__main__":
    write()
