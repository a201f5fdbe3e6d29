"""Measure and print the table of speeds, and save it.

Words on the command line choose rows by the names of the functions that measure them.
"""

import sys
from collections.abc import Callable, Iterator

from benchmarks import growth, odds, play, pools, proofs, results, start, without
from benchmarks.table import HEAD, Row

MEASURES: tuple[Callable[[], Iterator[Row]], ...] = (
    *(play.against_c, play.against_plain, play.of_second_game, play.of_tactics),
    *(without.of_tactics, growth.of_plies),
    *(proofs.in_games, proofs.at_worst, proofs.of_refutations),
    *(odds.of_one_kind, odds.of_hands, odds.of_classes, odds.of_duels, odds.of_views),
    *(growth.of_draws, play.on_two_threads, pools.in_processes, pools.on_dask),
    *(growth.of_games, growth.of_loading, start.of_warm_starts, start.of_compiling),
)


def chosen(words: list[str]) -> list[Callable[[], Iterator[Row]]]:
    """Return the measures whose names contain one of the words; without words, all of them."""
    named = {f"{measure.__module__}.{measure.__name__}": measure for measure in MEASURES}
    return [m for name, m in named.items() if not words or any(word in name for word in words)]


def main(arguments: list[str]) -> None:
    """Measure one row after the other and print it; save the table if it is complete."""
    words = [word for word in arguments if word != "--no-write"]
    measures, rows, begun = chosen(words), [], results.now()
    print(HEAD)
    for measure in measures:
        for row in measure():
            print(row, flush=True)
            rows.append(row)
    if "--no-write" not in arguments and len(measures) == len(MEASURES):
        results.write(rows, begun)
        print(f"kept in {results.FILE.name}")


if __name__ == "__main__":
    main(sys.argv[1:])
