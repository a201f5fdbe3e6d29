"""The columns of a game's row: what each of them means, and the row of a finished game.

The kernels name the columns (`game.kernels.COLUMNS`) and fill them. What each
column means is said in ``words.toml``, below ``column``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from stlib.base import words
from stlib.play.game import Game

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["by_lane", "columns", "counted", "meaning", "row_of"]

# Columns whose numbers stand for a player, a lane or a reason: a mean of them says nothing.
# Of a name such as `owner_3` only the first word is looked up here.
_NAMES = ("winner", "reason", "first", "breach", "owner")


def columns(game: Game, lang: str = "en") -> pd.Series:
    """Return what each column of the rows means, by its name.

    A column holds -1 where there is nothing to count, for instance the ply at
    which a stone was claimed that nobody claimed. Such games are left out of
    the column's mean.
    """
    import pandas as pd  # imported here because it takes a second

    told = {name: meaning(game, name, lang) for name in game.kernels.COLUMNS}
    return pd.Series(told, name="meaning").rename_axis("column")


@words.whole
def meaning(game: Game, name: str, lang: str) -> str:
    """Return what a column, or a rate of `Results.figures`, means."""
    word, _, number = name.rpartition("_")
    if by_lane(name):
        return words.say(f"column.{word}_n", lang, number=number)
    if number in ("0", "1"):
        who = words.say(f"player.{game.name}_{number}", lang)
        return words.say(f"column.{word}_p", lang, who=who)
    return words.say(f"column.{name}", lang)


def row_of(position: Any) -> np.ndarray:
    """Return the row of the game that led to a position.

    Parameters
    ----------
    position : Position
        The last position of a game. If the game began from a position that was
        set up by hand, only the moves since then are counted.

    Returns
    -------
    ndarray of int64, shape (columns,)
        In the order of `game.kernels.COLUMNS`, filled by the same code as the
        rows of `playouts`.
    """
    game = position.game
    out = np.zeros(len(game.kernels.COLUMNS), np.int64)
    game.kernels.tell(position.start()._row.copy(), [move.id for move in position.moves], out)
    return out


def by_lane(name: str) -> bool:
    """Return whether a column is about one lane, such as `claim_3`."""
    return f"column.{name.rpartition('_')[0]}_n" in words.entries()


def counted(game: Game) -> list[str]:
    """Return the columns that count something, so that their mean says something."""
    return [name for name in game.kernels.COLUMNS if name.partition("_")[0] not in _NAMES]
