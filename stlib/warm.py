"""Compile the fast code once, so that the first cell does not have to wait.

Run it with ``python -m stlib.warm``.
"""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from stlib.base.compiled import COMPILED
from stlib.cards.demand import Kind

__all__ = ["warm"]

#: The library and the name of each game. They are imported by name, because this library must not
#: depend on the second one.
GAMES = (("stlib", "ST1"), ("st2lib", "ST2"))


def warm() -> None:
    """Call each compiled function once and show the progress in one line."""
    if not COMPILED:
        print("numba is missing or off: everything runs as plain Python, which is slower")
        return
    begun = time.perf_counter()
    steps = _steps()
    for number, (name, step) in enumerate(steps, 1):
        print(f"\rcompiling {number}/{len(steps)}: {name:<24}", end="", flush=True)
        step()
    print(f"\rcompiled code is ready ({time.perf_counter() - begun:.1f} s){' ' * 20}")


def _steps() -> list[tuple[str, Callable[[], object]]]:
    """Return the functions to call, each with the name that is shown."""
    steps: list[tuple[str, Callable[[], object]]] = []
    for library, game in GAMES:
        steps += [
            (f"{game} rules", partial(_play, library, game)),
            (f"{game} playouts", partial(_playouts, library, game)),
            (f"{game} bots", partial(_bot, library, game)),
            (f"{game} proofs", partial(_proofs, library)),
            (f"{game} odds", partial(_odds, library)),
        ]
    return steps


def _game(library: str, name: str) -> Any:
    return getattr(importlib.import_module(library), name)


def _play(library: str, name: str) -> None:
    """Play a game to its end, always with the first legal move, then write and read it."""
    position = _game(library, name).deal(seed=1)
    while position.outcome is None:
        position = position.apply(position.legal_moves[0])
    _game(library, name).from_text(position.to_text())


def _playouts(library: str, name: str) -> None:
    from stlib.simulate import playing

    playing.playouts(_game(library, name), 2, seed=1, progress=False)


def _bot(library: str, name: str) -> None:
    from stlib import bots

    bots.make("greedy").explain(_game(library, name).deal(seed=1, first=0).view(0))


def _proofs(library: str) -> None:
    """Count and list the sets of cards that refute a claim."""
    found = importlib.import_module(library).prove("r1 g2 b4", "r9 joker1")
    next(found.all())
    found.say()


def _odds(library: str) -> None:
    tools = importlib.import_module(library)
    unseen = [tools.Card.from_id(card) for card in range(12, 40)]
    for kind in Kind:
        tools.odds.complete(kind, "r1", unseen, 3)
        tools.odds.complete(kind, "r1", unseen, 3, at_least=True)
    for draws in (2, 9):
        tools.odds.duel("r1", "b1", unseen, draws)
    tools.odds.duel_estimate("r1", "b1", unseen, 2, samples=1)
    tools.odds.strength_classes()
    tools.odds.hand_kinds(3)


if __name__ == "__main__":
    warm()
