"""Rows of games as tables: data frames in memory, and what a Parquet file says about its games.

The kernels write the reason of a game's end as a number. In every table it is
a word, stored as a number with a dictionary beside it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from stlib.play.game import Game

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

__all__ = ["ABOUT", "data_frame", "said_of", "with_words"]

#: Key of a Parquet file's metadata: a JSON object that says what was played.
ABOUT = "schotten-totten"


def data_frame(game: Game, first: int, out: np.ndarray) -> pd.DataFrame:
    """Return rows as a data frame, indexed by the number of the game.

    Parameters
    ----------
    game : Game
        What was played.
    first : int
        Number of the first game.
    out : ndarray of int64, shape (n, columns)
        As the kernels wrote it.
    """
    import pandas as pd  # imported here because it takes a second

    index = pd.RangeIndex(first, first + len(out), name="game")
    frame = pd.DataFrame(out, columns=list(game.kernels.COLUMNS), index=index)
    return with_words(game, frame)


def with_words(game: Game, frame: pd.DataFrame) -> pd.DataFrame:
    """Return a frame in which the column `reason` holds words in place of numbers."""
    import pandas as pd

    words = pd.Categorical.from_codes(frame["reason"], categories=list(game.rules.REASONS))
    return frame.assign(reason=words)


def said_of(table: pa.Table, about: Mapping[str, Any], **more: str) -> pa.Table:
    """Return an Arrow table whose metadata say what was played.

    Parameters
    ----------
    table : pyarrow.Table
        Rows of games.
    about : mapping of str to object
        What was played, in plain JSON values; kept under the key `ABOUT`.
    **more
        Further entries of the metadata.
    """
    written = json.dumps(about, sort_keys=True, ensure_ascii=False)
    kept = table.schema.metadata or {}
    return table.replace_schema_metadata({**kept, ABOUT: written, **more})
