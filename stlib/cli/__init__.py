"""The command line: ``python -m stlib`` and ``python -m st2lib``, thin over the libraries.

`Command` says which game is asked about. `main` reads the arguments, asks the
library and writes its answer, as lines for people or as one JSON object. Only
what a command needs is loaded, after its arguments have been read.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Sequence

from stlib.base import words
from stlib.base.errors import GameError
from stlib.cli import output
from stlib.cli.answers import Answer
from stlib.cli.arguments import build, language
from stlib.cli.command import Command

__all__ = ["BAD", "DONE", "REFUSED", "STOPPED", "Command", "main", "run"]

#: Exit codes: done; the claim is refused; it cannot be done as asked; stopped with Ctrl-C.
DONE, REFUSED, BAD, STOPPED = 0, 1, output.BAD, 130


def run(command: Command) -> None:
    """Answer the command with which the process was started, and end the process."""
    output.prepare()
    output.leave(main(command, sys.argv[1:]))


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
        0 done, 1 a claim is refused, 2 it cannot be done as asked or the
        answer cannot be written (stderr says why), 130 stopped with Ctrl-C.

    Examples
    --------
    >>> from stlib.__main__ import COMMAND
    >>> main(COMMAND, ["prove", "r7 r8 r9", "b8 b9"])
    The claim holds: Color Run, total 24. The best the other side can still get, ...
    0
    """
    lang, program = language(argv), command.program
    if sys.stdout is None:  # whoever started the program closed it
        return output.complain(program, words.say("cli.no_output", lang), BAD)
    try:
        return _reply(command, argv, lang)
    except SystemExit as end:  # the help was shown, or the usage was wrong
        return output.write(program, "", int(end.code or 0), lang)
    except GameError as why:
        return output.complain(program, why.say(lang), BAD)
    except KeyboardInterrupt:
        return output.complain(program, words.say("cli.stopped_early", lang), STOPPED)


def _reply(command: Command, argv: Sequence[str], lang: str) -> int:
    """Work out an answer, write it, and return the exit code."""
    asked = build(command, lang).parse_args(argv)
    asked.lang = lang
    answer = _answer(command, asked)
    text = answer.json() if asked.json else answer.text()
    code = output.write(command.program, text, answer.code, lang)
    return output.complain(command.program, answer.trouble, code) if answer.trouble else code


def _answer(command: Command, asked: argparse.Namespace) -> Answer:
    module, _, name = asked.answer.partition(".")
    answer: Answer = getattr(importlib.import_module(f"stlib.cli.{module}"), name)(command, asked)
    return answer
