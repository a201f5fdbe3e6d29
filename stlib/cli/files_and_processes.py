"""What a run needs so that stopping it, or a full disk, loses nothing that was done."""

from __future__ import annotations

import importlib.util
import os
import signal
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from stlib.base.errors import SetupError

__all__ = ["RowsFile", "processes"]


@contextmanager
def processes(number: int) -> Iterator[Executor | None]:
    """Give at most one process a core, deaf to Ctrl-C; None for one, as all runs here then."""
    number = min(number, os.cpu_count() or 1)
    if number == 1:
        yield None
        return
    pool = ProcessPoolExecutor(number, initializer=_deaf)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def _deaf() -> None:
    """Leave Ctrl-C, which the terminal sends to every process, to the first one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class RowsFile:
    """A file of rows that is there whole or not at all; found fault with before anything is played.

    Parameters
    ----------
    name : str
        Ends in ``.csv`` or ``.parquet``.

    Raises
    ------
    SetupError
        For another ending, where pyarrow is missing, or where the file cannot be written.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        path = Path(name)
        if path.suffix not in (".csv", ".parquet"):
            raise SetupError("cli_rows", file=name)
        if path.suffix == ".parquet" and importlib.util.find_spec("pyarrow") is None:
            raise SetupError("cli_no_pyarrow")
        if path.is_dir():
            raise SetupError("cli_rows", file=name)
        self._part = path.with_name(f".{path.name}.{os.getpid()}.part")
        try:
            self._part.touch()
        except OSError as why:
            raise SetupError("cli_file", file=name, why=why.strerror or str(why)) from why

    def write(self, rows: Any) -> None:
        """Write a table, and only then put it in the place of what was there."""
        if self.name.endswith(".csv"):
            rows.to_csv(self._part)
        else:
            rows.to_parquet(self._part)
        os.replace(self._part, self.name)

    def drop(self) -> None:
        """Remove what is unfinished."""
        self._part.unlink(missing_ok=True)
