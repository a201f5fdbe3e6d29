"""The commands and options, and the help in the reader's language; loads nothing heavy."""

from __future__ import annotations

import argparse
import importlib
import sys
import textwrap
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, cast

from stlib.base.words import LANGUAGES, page_language, say
from stlib.cli import output
from stlib.cli.command import Command

__all__ = ["build", "given", "language"]


def whole(text: str) -> int:
    """Read a whole number of at most 63 bits."""
    number = int(text)
    if abs(number) >= 1 << 63:
        raise ValueError
    return number


#: Places and options. A name without dashes is a place. Values are texts if no type is given.
_OPTIONS: dict[str, dict[str, Any]] = {
    "mine": {},
    "theirs": {},
    "have": {},
    "kind": {},
    "size": {"type": whole},
    "file": {},
    "bot_a": {"metavar": "bot"},
    "bot_b": {"metavar": "bot"},
    "--table": {"default": "", "metavar": "CARDS"},
    "--unseen": {"metavar": "CARDS"},
    "--hand": {"default": "", "metavar": "CARDS"},
    "--their-hand": {"default": "", "metavar": "CARDS"},
    "--draws": {"type": whole, "required": True, "metavar": "N"},
    "--their-draws": {"type": whole, "metavar": "N"},
    "--at-least": {"action": "store_true"},
    "--theirs-first": {"action": "store_true"},
    "--mine-first": {"action": "store_true"},
    "--samples": {"type": whole, "metavar": "N"},
    "--strengths": {"action": "store_true"},
    "--demand": {"metavar": "NAME"},
    "--color-run": {"choices": ("plain", "above", "sum"), "default": "plain"},
    "--variant": {"metavar": "NAME", "default": "base"},
    "--switch": {"metavar": "NAME=VALUE", "action": "append", "default": []},
    "--seed": {"type": whole, "metavar": "N"},
    "--first": {"type": whole, "choices": (0, 1)},
    "--games": {"type": whole, "default": 1000, "metavar": "N"},
    "--policies": {"nargs": "+", "default": ["uniform"], "metavar": "NAME"},
    "--threads": {"type": whole, "metavar": "N", "dest": "workers"},
    "--processes": {"type": whole, "metavar": "N", "default": 1, "dest": "workers"},
    "--rows": {"metavar": "FILE"},
    "--folder": {"metavar": "FOLDER"},
    "--resume": {"action": "store_true"},
    "--no-pairs": {"action": "store_true"},
    "--positions": {"action": "store_true"},
}
_LANE = ("--demand", "--color-run")
_UNSEEN = ("--table", "--unseen")
_RULES = ("--variant", "--switch", "--seed")

_SIDES = ("mine", "theirs")
_GOAL = ("kind", "have")
_BOTS = ("bot_a", "bot_b")
_DRAWN = ("--draws", "--their-draws")
_HELD = ("--hand", "--their-hand")
_MORE = ("--theirs-first", "--mine-first", "--samples", "--seed")
_PLAYED = ("--games", "--policies")
_KEPT = ("--rows", "--folder", "--resume")

#: For each command the function that answers, then its places and options.
_COMMANDS: dict[str, tuple[str, ...]] = {
    "simulate": ("games.simulate", *_PLAYED, *_RULES, "--first", "--threads", *_KEPT),
    "match": ("games.match", *_BOTS, "--games", *_RULES, "--no-pairs", "--processes"),
    "prove": ("ask.prove", *_SIDES, "--table", *_LANE, "--theirs-first"),
    "replay": ("games.replay", "file", "--positions"),
    "deal": ("games.deal", *_RULES, "--first"),
}
_ODDS: dict[str, tuple[str, ...]] = {
    "complete": ("ask.complete", *_GOAL, "--draws", "--hand", *_UNSEEN, *_LANE, "--at-least"),
    "outs": ("ask.outs", *_GOAL, *_UNSEEN, *_LANE, "--at-least"),
    "beats": ("ask.beats", *_SIDES, "--draws", "--hand", *_UNSEEN, *_LANE),
    "duel": ("ask.duel", *_SIDES, *_DRAWN, *_HELD, *_UNSEEN, *_LANE, *_MORE),
    "hand": ("ask.hand", "size", *_LANE, "--strengths"),
}
_EITHER = ({"--table", "--unseen"}, {"--theirs-first", "--mine-first"})


def language(argv: Sequence[str]) -> str:
    """Return the language to answer in, before anything else is read; English if none is given.

    It is English, too, where the language asked for lacks texts.
    """
    asked = "en"
    for word, after in zip(argv, [*argv[1:], ""], strict=False):
        name, equals, value = word.partition("=")
        if name == "--lang" and (found := value if equals else after) in LANGUAGES:
            asked = found
    return page_language(asked)


def build(command: Command, lang: str) -> argparse.ArgumentParser:
    """Return the parser of a game's command line, with its help in `lang`."""
    about = f"{say('cli.about', lang, game=command.name)}\n\n{say('cli.codes', lang)}"
    top = _parser(command, lang, command.program, about, "")
    version = f"{command.library} {importlib.import_module(command.library).__version__}"
    top.add_argument("--version", action="version", version=version, help=_help("version", lang))
    top.set_defaults(json=False, lang=lang)
    _add(command, lang, top, _COMMANDS)
    return top


def given(asked: argparse.Namespace, options: Sequence[str]) -> list[str]:
    """Return those of these options whose value is not the default."""
    usual = {name: _OPTIONS[name].get("default") for name in options}
    return [name for name in options if getattr(asked, name.strip("-")) != usual[name]]


class _Parser(argparse.ArgumentParser):
    """A parser whose headings are in the reader's language."""

    def __init__(self, *, lang: str, **more: Any) -> None:
        shape = partial(_Shape, lang)
        super().__init__(formatter_class=shape, add_help=False, allow_abbrev=False, **more)
        self._positionals.title = say("cli.places", lang)
        self._optionals.title = say("cli.options", lang)
        self._lang = lang

    def _print_message(self, message: str, file: Any = None) -> None:
        """Write the help or the version; argparse itself would hide that it cannot be written."""
        if file is not sys.stdout:
            super()._print_message(message, file)
        elif code := output.write(self.prog, message.rstrip("\n"), 0, self._lang):
            raise SystemExit(code)


class _Shape(argparse.RawDescriptionHelpFormatter):
    """A formatter whose word "usage" is in the reader's language."""

    def __init__(self, lang: str, **more: Any) -> None:
        super().__init__(**more)
        self._lang = lang

    def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
        word = f"{say('cli.usage', self._lang)}: " if prefix is None else prefix
        super().add_usage(usage, actions, groups, word)


def _add(
    command: Command, lang: str, parent: _Parser, commands: dict[str, tuple[str, ...]]
) -> None:
    """Add commands to a parser; ``odds`` has commands of its own."""
    where = parent.add_subparsers(required=True, metavar="command", parser_class=cast(Any, _child))
    for name, (answer, *asked) in commands.items():
        does = say(f"cli.does.{name}", lang)
        make = partial(_parser, command, lang, f"{parent.prog} {name}", _sentence(does), name)
        child = where.add_parser(name, help=_plain(does), made=make)
        _ask(command, lang, child, asked)
        child.set_defaults(answer=answer)
    if commands is _COMMANDS:
        does = say("cli.does.odds", lang)
        make = partial(_parser, command, lang, f"{parent.prog} odds", _sentence(does), "odds")
        _add(command, lang, where.add_parser("odds", help=_plain(does), made=make), _ODDS)


def _child(*, made: Callable[[], _Parser], **_: Any) -> _Parser:
    return made()


def _parser(command: Command, lang: str, prog: str, about: str, name: str) -> _Parser:
    """Return a parser with the options that every command has."""
    examples = [f"  {command.program} {line}" for line in _examples(command, name)]
    epilog = "\n".join([f"{say('cli.examples', lang)}:", *examples])
    paragraphs = [textwrap.fill(part, 80) for part in about.splitlines()]
    parser = _Parser(lang=lang, prog=prog, description="\n".join(paragraphs), epilog=epilog)
    parser.add_argument("-h", "--help", action="help", help=_help("help", lang))
    more: dict[str, Any] = {"default": argparse.SUPPRESS}
    parser.add_argument("--lang", choices=LANGUAGES, help=_help("lang", lang), **more)
    parser.add_argument("--json", action="store_true", help=_help("json", lang), **more)
    return parser


def _examples(command: Command, name: str) -> tuple[str, ...]:
    """Return the examples of a command; for the program itself the first one of each command."""
    if name in _ODDS:
        return tuple(x for x in command.examples["odds"] if x.split()[1] == name)
    return command.examples[name] if name else tuple(x[0] for x in command.examples.values())


def _ask(command: Command, lang: str, parser: _Parser, names: Sequence[str]) -> None:
    """Add places and options to a parser; of two that exclude each other it takes one."""
    either = [(parser.add_mutually_exclusive_group(), two) for two in _EITHER if two <= {*names}]
    for name in names:
        target = next((group for group, two in either if name in two), parser)
        target.add_argument(name, help=_option_help(command, lang, name), **_OPTIONS[name])


def _option_help(command: Command, lang: str, name: str) -> str:
    key = name.strip("-").replace("-", "_").removesuffix("_a").removesuffix("_b")
    if key == "demand":
        return _help(key, lang, choices=command.places, usual=command.usual)
    return _help(key, lang)


def _help(name: str, lang: str, **values: object) -> str:
    return _plain(say(f"cli.arg.{name}", lang, **values))


def _plain(text: str) -> str:
    """Return a text in which argparse, which formats with %, replaces nothing."""
    return text.replace("%", "%%")


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."
