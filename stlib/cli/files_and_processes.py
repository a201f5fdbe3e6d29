"""Output files that are complete or absent, and worker processes that end with the program."""

from __future__ import annotations

import importlib.util
import os
import signal
import threading
from collections.abc import Iterator, Mapping
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import connection, parent_process
from pathlib import Path
from typing import Any

from stlib.base.errors import SetupError

__all__ = ["RowsFile", "processes"]


@contextmanager
def processes(number: int) -> Iterator[Executor | None]:
    """Yield a pool (at most one process per core), or None to run in this process.

    The processes of the pool ignore Ctrl-C, and end when this process ends,
    even if it is killed.
    """
    number = min(number, os.cpu_count() or 1)
    if number == 1:
        yield None
        return
    pool = ProcessPoolExecutor(number, initializer=_begin_worker)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def _begin_worker() -> None:
    """Prepare a worker process.

    The terminal sends Ctrl-C to every process; only the first one obeys it. A
    worker that waits for work does not notice that the first process was
    killed, so a thread watches it.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)


class RowsFile:
    """An output file written atomically; its name and folder are checked before the games start.

    Parameters
    ----------
    name : str
        Ends in ``.csv`` or ``.parquet``.

    Raises
    ------
    SetupError
        For another ending, if pyarrow is missing, or if the file cannot be written.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        path = Path(name)
        if path.suffix not in (".csv", ".parquet") or path.is_dir():
            raise SetupError("cli_rows", file=name)
        if path.suffix == ".parquet" and importlib.util.find_spec("pyarrow") is None:
            raise SetupError("cli_no_pyarrow")
        self._part = path.with_name(f".{path.name}.{os.getpid()}.part")
        try:
            self._part.unlink(missing_ok=True)
            self._part.touch(exist_ok=False)  # never through a link that somebody put there
        except OSError as why:
            raise SetupError("cli_file", file=name, why=why.strerror or str(why)) from why

    def write(self, rows: Any, about: Mapping[str, Any]) -> None:
        """Write a table of games, and then put the file in place of the one that was there.

        Parameters
        ----------
        rows : pandas.DataFrame
            Indexed by the number of the game.
        about : mapping
            What was played; a Parquet file holds it, too.
        """
        if self.name.endswith(".csv"):
            rows.to_csv(self._part)
        else:
            self._write_parquet(rows, about)
        os.replace(self._part, self.name)

    def _write_parquet(self, rows: Any, about: Mapping[str, Any]) -> None:
        import pyarrow as pa
        import pyarrow.parquet as pq

        from stlib.simulate.frames import said_of

        table = pa.Table.from_pandas(rows.reset_index(), preserve_index=False)
        pq.write_table(said_of(table, about), self._part)

    def drop(self) -> None:
        """Remove the file if it was not completed."""
        with suppress(OSError):
            self._part.unlink(missing_ok=True)
