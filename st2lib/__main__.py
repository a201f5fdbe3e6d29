"""Schotten Totten 2 at the command line: ``python -m st2lib --help``."""

from stlib.cli import Command, run

COMMAND = Command(
    library="st2lib",
    name="ST2",
    places="left_pit, left_tower, left_wall, gate, right_wall, right_tower, right_pit,"
    " left_pit_damaged, left_tower_damaged, left_wall_damaged, gate_damaged,"
    " right_wall_damaged, right_tower_damaged, right_pit_damaged",
    usual="left_wall",
    examples={
        "simulate": (
            "simulate --games 100000 --policies greedy uniform --seed 1",
            "simulate --games 20000 --variant tactics --rows games.csv --json",
            "simulate --switch defender_full=pass_and_draw --threads 2",
        ),
        "match": (
            "match greedy uniform --games 200 --seed 1",
            "match greedy uniform_moves --games 50 --no-pairs --processes 2 --json",
        ),
        "prove": (
            'prove "r10 r11" "b11" --demand gate --table "b10"',
            'prove "r1 r2 r3" "b11 b10 b8" --demand left_wall_damaged --color-run above --json',
        ),
        "odds": (
            'odds complete color_run "r8 r9" --draws 12',
            'odds complete run "r8" --draws 6 --hand "b9" --demand left_pit_damaged --json',
            'odds outs color_run "r4 r5" --table "r3"',
            'odds beats "b8 b9" "r4 g4 b4" --draws 3',
            'odds duel "r7 r8" "b7 b8" --draws 6 --their-draws 9',
            'odds duel "r7" "b7" --draws 9 --samples 20000 --seed 1',
            "odds hand 6",
            "odds hand 5 --demand gate --strengths --json",
        ),
        "replay": ("replay siege.txt", "replay siege.txt --positions --lang de"),
        "deal": ("deal --seed 7", "deal --variant tactics --json"),
    },
)

if __name__ == "__main__":
    run(COMMAND)
