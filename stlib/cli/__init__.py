"""The command line: ``python -m stlib`` and ``python -m st2lib``, thin over the libraries.

`Command` says which game is asked; `main` reads the arguments, asks the
library and writes its answer, as lines for people or as one JSON object. Only
what a command needs is loaded, after its arguments have been read.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Sequence

from stlib.base import words
from stlib.base.errors import GameError
from stlib.cli.answers import Answer
from stlib.cli.arguments import build, language
from stlib.cli.command import Command

__all__ = ["BAD", "DONE", "REFUSED", "STOPPED", "Command", "main", "run"]

#: Exit codes: done; the answer is no; it cannot be done as asked; stopped with Ctrl-C.
DONE, REFUSED, BAD, STOPPED = 0, 1, 2, 130


def run(command: Command) -> None:
    """Answer what the process was started with, and end it with the exit code."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal may lack a letter
    try:
        code = main(command, sys.argv[1:])
        sys.stdout.flush()
    except BrokenPipeError:  # the reader, `head` perhaps, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = DONE
    sys.exit(code)


def main(command: Command, argv: Sequence[str]) -> int:
    """Answer one command and return its exit code.

    Parameters
    ----------
    command : Command
        Whose command line it is.
    argv : sequence of str
        The arguments, without the program's name.

    Returns
    -------
    int
        0 done, 1 a claim is refused, 2 it cannot be done as asked (the reason
        stands on stderr), 130 stopped with Ctrl-C.

    Examples
    --------
    >>> from stlib.__main__ import COMMAND
    >>> main(COMMAND, ["prove", "r7 r8 r9", "b8 b9"])
    The claim holds: Color Run, total 24. The best the other side can still get, ...
    0
    """
    lang = language(argv)
    try:
        asked = build(command, lang).parse_args(argv)
        asked.lang = lang
        answer = _answer(command, asked)
    except SystemExit as end:  # help is shown, or the usage was wrong
        return int(end.code or 0)
    except GameError as why:
        return _complain(command, why.say(lang), BAD)
    except KeyboardInterrupt:
        return _complain(command, words.say("cli.stopped_early", lang), STOPPED)
    print(answer.json() if asked.json else answer.text())
    return _complain(command, answer.trouble, answer.code) if answer.trouble else answer.code


def _answer(command: Command, asked: argparse.Namespace) -> Answer:
    module, _, name = asked.answer.partition(".")
    answer: Answer = getattr(importlib.import_module(f"stlib.cli.{module}"), name)(command, asked)
    return answer


def _complain(command: Command, what: str, code: int) -> int:
    """Say on stderr what is wrong, and return the code."""
    print(f"{command.program}: {what}", file=sys.stderr)
    return code
