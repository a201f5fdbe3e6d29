"""Draw the pictures of this folder: ``python docs/images/make.py`` (a test compares them)."""

from pathlib import Path

from st2lib import ST2
from stlib import ST1
from stlib.svg import draw

HERE = Path(__file__).parent

STONES = ST1.setup(
    {
        1: ("r7 r8 r9", "b1 g2"),
        2: ("v6 v5", "n5 g5 b5"),
        3: ("y1", "b7"),
        4: ("r4 g4 b4", "v1 v2"),
        5: ("g7 g8 g9", "b8 n9"),
        6: ("n1 n2", "y7 y8 y9"),
        7: ("y4", "v3 y5"),
        8: ("b6 g6", "n6"),
    },
    claimed={1: 0, 2: 1},
    hands=("r3 y6 v4 v7 n7 n8", None),
)
WALL = ST2.setup(
    {
        1: ("r11 b9", "k10 g8 y9"),
        2: ("b4 b5 b6", "g11 r10 k9"),
        3: ("y3 y7", "g2"),
        4: ("k6 k7", "r9 g9"),
        5: ("r1 b1", "y8"),
        6: ("g4 r5", "b7 b8"),
        7: ("k0 y1 b2", "r3 g5"),
    },
    damaged=(3,),
    discard="g0 g1 k1 k4 k5 y0",
    cauldrons=2,
    hands=("r4 r6 y4 g6 k8 b11", None),
)
PICTURES = {
    "st1.svg": lambda: draw(STONES.view(0)),
    "st1_dark.svg": lambda: draw(STONES.view(0), dark=True),
    "st2.svg": lambda: draw(WALL.view(0)),
    "st2_dark.svg": lambda: draw(WALL.view(0), dark=True),
}

if __name__ == "__main__":
    for name, picture in PICTURES.items():
        (HERE / name).write_text(picture() + "\n", encoding="utf-8")
