"""Every sentence and name a person sees, in four languages, from one table.

The table is ``words.toml`` beside this file: one entry a text, one line a
language, so that translations stay in step. A text may hold named places,
``{card}``, which `say` fills in. French and Dutch may lack a text: English
stands in for it.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

__all__ = ["LANGUAGES", "check_language", "entries", "number", "say", "terms"]

LANGUAGES: tuple[str, ...] = ("en", "de", "fr", "nl")


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
    return entry.get(lang, entry["en"]).format(**values)


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
