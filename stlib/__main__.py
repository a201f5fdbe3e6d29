"""Schotten Totten at the command line: ``python -m stlib --help``."""

from stlib.cli import Command, run

COMMAND = Command(
    library="stlib",
    name="ST1",
    places="stone, blind_mans_bluff, mud_fight",
    usual="stone",
    examples={
        "simulate": (
            "simulate --games 100000 --policies greedy uniform --seed 1",
            "simulate --games 20000 --variant tactics --rows games.csv --json",
            "simulate --switch claim_timing=start_of_turn --threads 2",
        ),
        "match": (
            "match greedy uniform --games 200 --seed 1",
            "match greedy uniform_moves --games 50 --no-pairs --processes 2 --json",
        ),
        "prove": (
            'prove "r4 g4 b4" "v5 v6" --table "v7 n9"',
            'prove "r7 r8 r9" "b8 b9" --demand blind_mans_bluff --json',
        ),
        "odds": (
            'odds complete color_run "r8 r9" --draws 12',
            'odds complete same_value "r8" --draws 6 --hand "b8" --at-least --json',
            'odds outs color_run "r4 r5" --table "r3"',
            'odds beats "b8 b9" "r4 g4 b4" --draws 3',
            'odds duel "r7 r8" "b7 b8" --draws 6 --their-draws 9',
            'odds duel "r7" "b7" --draws 9 --samples 20000 --seed 1',
            "odds hand 6",
            "odds hand 6 --demand mud_fight --json",
        ),
        "replay": ("replay game.txt", "replay game.txt --positions --lang de"),
        "deal": ("deal --seed 7", "deal --variant tactics --first 1 --json"),
    },
)

if __name__ == "__main__":
    run(COMMAND)
