"""Every sentence and name a person sees, in four languages, from one table.

The table is ``words.toml`` beside this file: one entry a text, one line a
language, so that translations stay in step. A text may hold named places,
``{card}``, which `say` fills in.

French and Dutch still lack many texts, and English stands in for these. A
sentence is then English as a whole: a function that puts a sentence together
from several texts bears `whole`. A page, such as a board, is in one language
throughout: `page_language` says in which.
"""

from __future__ import annotations

import inspect
import tomllib
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from functools import cache, wraps
from pathlib import Path
from typing import Any, TypeVar, cast

__all__ = ["LANGUAGES", "check_language", "entries", "number", "page_language", "pick", "say"]
__all__ += ["terms", "whole"]

LANGUAGES: tuple[str, ...] = ("en", "de", "fr", "nl")

_Speak = TypeVar("_Speak", bound=Callable[..., Any])

#: Set by `pick` when English had to stand in for another language; see `whole`.
_fell_back: ContextVar[bool] = ContextVar("_fell_back", default=False)


@cache
def entries() -> dict[str, dict[str, str]]:
    """All texts: dotted key -> language -> text."""
    table = tomllib.loads(Path(__file__).with_name("words.toml").read_text(encoding="utf-8"))
    flat: dict[str, dict[str, str]] = {}
    _flatten("", table, flat)
    return flat


def say(key: str, lang: str = "en", /, **values: object) -> str:
    """Return the text of `key` in `lang` with its places filled.

    Parameters
    ----------
    key : str
        Dotted name of the text, for instance ``"kind.run"``.
    lang : {"en", "de", "fr", "nl"}
        Language; a text missing there is given in English.
    **values
        What to put into the text's named places.

    Raises
    ------
    ValueError
        If the language or the key is unknown.
    """
    check_language(lang)
    try:
        entry = entries()[key]
    except KeyError:
        raise ValueError(f"no text is called {key!r} in words.toml") from None
    return pick(entry, lang).format(**values)


def pick(texts: Mapping[str, str], lang: str) -> str:
    """Return the text in `lang`, or the English one if there is none in `lang`."""
    check_language(lang)
    if lang not in texts:
        _fell_back.set(True)
        return texts["en"]
    return texts[lang]


def whole(speak: _Speak) -> _Speak:
    """Decorate a function that puts a sentence together: it speaks one language throughout.

    The function has a parameter ``lang``. If `pick` had no text in that
    language for a part of the sentence, the whole sentence is said again in
    English. A sentence around it learns of this and becomes English, too.

    Examples
    --------
    >>> import stlib
    >>> stlib.Card("v", 4).say("nl")
    'paars 4'
    >>> stlib.prove("r4 g4 b4", "v5 v6").say("nl")  # "Refused" is not there in Dutch yet
    'Refused: violet 4 or violet 7 would make a color run of 15 or 18.'
    """
    at = [*inspect.signature(speak).parameters].index("lang")

    @wraps(speak)
    def spoken(*args: Any, **named: Any) -> Any:
        before = _fell_back.set(False)
        try:
            said = speak(*args, **named)
            lacking = _fell_back.get()
        finally:
            _fell_back.reset(before)
        if not lacking:
            return said
        _fell_back.set(True)
        if len(args) > at:
            return speak(*args[:at], "en", *args[at + 1 :], **named)
        return speak(*args, **{**named, "lang": "en"})

    return cast(_Speak, spoken)


def page_language(lang: str) -> str:
    """Return the language of a page that is asked for in `lang`.

    It is `lang` if every text is there in it, else English. A page that mixed
    two languages would be read aloud wrongly, and would call a card by one
    name in its picture and by another in a sentence.
    """
    check_language(lang)
    return lang if _complete(lang) else "en"


@cache
def _complete(lang: str) -> bool:
    return all(lang in entry for entry in entries().values())


def number(n: int, lang: str = "en") -> str:
    """Return a whole number with its thousands apart, as `lang` writes it."""
    return f"{n:,}".replace(",", say("odds.thousands", lang))


def terms(prefix: str) -> dict[str, tuple[str, ...]]:
    """Return what a person may type for each name under `prefix`, lower case.

    ``terms("color")`` maps ``"r"`` to the words for red in all languages.
    """
    start = prefix + "."
    return {
        key[len(start) :]: tuple(text.lower() for text in entry.values())
        for key, entry in entries().items()
        if key.startswith(start)
    }


def check_language(lang: str) -> None:
    """Raise ValueError unless `lang` is one of `LANGUAGES`."""
    if lang not in LANGUAGES:
        raise ValueError(f"unknown language {lang!r}; choose one of {', '.join(LANGUAGES)}")


def _flatten(prefix: str, node: dict[str, object], flat: dict[str, dict[str, str]]) -> None:
    for name, value in node.items():
        key = f"{prefix}.{name}" if prefix else name
        if not isinstance(value, dict):
            raise ValueError(f"words.toml: {key!r} is not a table of languages")
        if "en" in value:
            flat[key] = value
        else:
            _flatten(key, value, flat)
