"""Print the table of speeds; words in the arguments choose the rows whose names hold one."""

import sys

from benchmarks import odds, play, proofs, without
from benchmarks.table import HEAD

MEASURES = (
    *(play.against_c, play.against_plain, play.on_two_threads, play.of_second_game),
    *(play.of_tactics, without.of_tactics, proofs.in_games, proofs.at_worst),
    *(proofs.of_refutations, odds.of_one_kind, odds.of_hands, odds.of_classes),
    *(odds.of_duels, odds.of_views, play.memory, play.start_up),
)


def main(words: list[str]) -> None:
    """Measure one after the other and print each row as soon as it is there."""
    print(HEAD)
    for measure in MEASURES:
        if not words or any(word in f"{measure.__module__}.{measure.__name__}" for word in words):
            for row in measure():
                print(row, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
