"""Writing to the terminal, a file or a pipe, which may be full, closed or gone.

An answer that could not be written was not given: that is said on stderr, and
the exit code says it too. A reader that has seen enough, such as ``head``, is no
trouble.
"""

from __future__ import annotations

import contextlib
import os
import sys
from typing import IO, Any

from stlib.base import words

__all__ = ["BAD", "complain", "leave", "prepare", "unwritten", "write"]

BAD = 2


def prepare() -> None:
    """Make both streams safe to write to: for a letter that a terminal lacks, it shows a mark."""
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  # else print takes stdout
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def write(program: str, text: str, code: int, lang: str) -> int:
    """Write a text to stdout, and return the exit code: `code`, or BAD if it cannot be written.

    Parameters
    ----------
    program : str
        What was started, for the complaint.
    text : str
        May be empty; what was printed before is written in any case.
    code : int
        The exit code if all goes well.
    lang : str
        Language of the complaint.
    """
    try:
        if text:
            print(text)
        sys.stdout.flush()
    except BrokenPipeError:
        _silence(sys.stdout)
    except (OSError, ValueError) as why:  # a full disk; a stream that was closed
        return unwritten(program, why, lang)
    return code


def unwritten(program: str, why: Exception, lang: str) -> int:
    """Say on stderr that stdout cannot be written to, and return BAD."""
    _silence(sys.stdout)
    reason = getattr(why, "strerror", None) or str(why)
    return complain(program, words.say("cli.unwritten", lang, why=reason), BAD)


def complain(program: str, what: str, code: int) -> int:
    """Say on stderr what is wrong, and return the code."""
    try:
        print(f"{program}: {what}", file=sys.stderr, flush=True)
    except (OSError, ValueError):
        _silence(sys.stderr)
    return code


def leave(code: int) -> None:
    """End the process with this exit code, whatever becomes of what is still to be written."""
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except (OSError, ValueError):
            _silence(stream)
    sys.exit(code)


def _silence(stream: IO[Any] | None) -> None:
    """Send what is left in a stream to nowhere, or Python would fail again when it ends."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())  # type: ignore[union-attr]
        os.close(nowhere)
