"""What is told of each game that was played: the columns of its row, and a game's row.

The kernels name the columns (`game.kernels.COLUMNS`) and fill them; their
meaning stands in ``words.toml``, below ``column``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from stlib.base import words
from stlib.play.game import Game

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["by_lane", "columns", "counted", "meaning", "row_of"]

# Numbers that name something: their mean says nothing. Of `owner_3` the first word counts.
_NAMES = ("winner", "reason", "first", "breach", "owner")


def columns(game: Game, lang: str = "en") -> pd.Series:
    """Return what each column of the rows means, by its name.

    Where there is nothing to count, as the ply at which a stone was claimed
    that nobody claimed, a column holds -1; such games are left out of its mean.
    """
    import pandas as pd  # loaded when the first table is made: it takes a second

    told = {name: meaning(game, name, lang) for name in game.kernels.COLUMNS}
    return pd.Series(told, name="meaning").rename_axis("column")


@words.whole
def meaning(game: Game, name: str, lang: str) -> str:
    """Return what one column, or one rate of `Results.figures`, means."""
    word, _, number = name.rpartition("_")
    if by_lane(name):
        return words.say(f"column.{word}_n", lang, number=number)
    if number in ("0", "1"):
        who = words.say(f"player.{game.name}_{number}", lang)
        return words.say(f"column.{word}_p", lang, who=who)
    return words.say(f"column.{name}", lang)


def row_of(position: Any) -> np.ndarray:
    """Return what the game that led to a position comes to, as a row.

    Parameters
    ----------
    position : Position
        The last one of a game; what the game was before its first known move
        (a position set up by hand) is not counted.

    Returns
    -------
    ndarray of int64, shape (columns,)
        As `game.kernels.COLUMNS` names them, read by what `playouts` reads them with.
    """
    game = position.game
    out = np.zeros(len(game.kernels.COLUMNS), np.int64)
    game.kernels.tell(position.start()._row.copy(), [move.id for move in position.moves], out)
    return out


def by_lane(name: str) -> bool:
    """Return whether a column stands for one lane of several."""
    return f"column.{name.rpartition('_')[0]}_n" in words.entries()


def counted(game: Game) -> list[str]:
    """Return the columns that count something, so that they have a mean."""
    return [name for name in game.kernels.COLUMNS if name.partition("_")[0] not in _NAMES]
