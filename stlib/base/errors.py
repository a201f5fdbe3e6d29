"""The errors a caller can cause; each is a ValueError that can be read out in any language.

A message names the value and the place. It comes from `stlib.words`, so the
board can show the same error in the reader's language with `say`.
"""

from __future__ import annotations

from stlib.base import words

#: A message repeats at most this many letters of a value. It shows both ends of a longer one.
_MOST_LETTERS = 1000

__all__ = ["CardError", "GameError", "MoveError", "RecordError", "SetupError", "Text"]


class Text:
    """A text of ``words.toml`` that waits for its language.

    Parameters
    ----------
    key : str
        Its name.
    values : dict
        What fills its places; a value with a method ``say(lang)`` is spoken
        in the same language.
    """

    def __init__(self, key: str, values: dict[str, object]) -> None:
        self.key = key
        self.values = values

    @words.whole
    def say(self, lang: str = "en") -> str:
        """Return the text in `lang`."""
        spoken = {
            name: value.say(lang) if hasattr(value, "say") else value
            for name, value in self.values.items()
        }
        return words.say(self.key, lang, **spoken)

    def __str__(self) -> str:
        return self.say()

    def __repr__(self) -> str:
        return f"Text({self.key!r}, {self.values!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Text) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]  # its values are a dict


class GameError(ValueError):
    """Base of this project's errors.

    Parameters
    ----------
    key : str
        The text's name in ``words.toml`` below ``error``.
    **values
        What fills its places, as in `Text`; kept in `values`. A very long text is kept
        without its middle, so that the message stays short.
    """

    def __init__(self, key: str, /, **values: object) -> None:
        self.key = key
        self.values = {name: _cut(value) for name, value in values.items()}
        super().__init__(self.say("en"))

    def say(self, lang: str = "en") -> str:
        """Return the message in `lang`."""
        return Text(f"error.{self.key}", self.values).say(lang)

    def __reduce__(self) -> tuple[object, ...]:
        return (_rebuild, (type(self), self.key, self.values), self.__dict__)  # and its notes


class CardError(GameError):
    """A text or number that is no card of the deck, or a card used twice."""


class MoveError(GameError):
    """A move that is not legal now; `refutation` is set for a refused claim."""

    @property
    def refutation(self) -> object | None:
        """The `stlib.claims.Refutation` that forbids the claim, or None."""
        return self.values.get("refutation")


class SetupError(GameError):
    """A position that cannot be: wrong sizes, missing or doubled cards."""


class RecordError(GameError):
    """A record or a position's text that is damaged; names the line."""


def _cut(value: object) -> object:
    """Return a value, without the middle if it is a very long text."""
    if not isinstance(value, str) or len(value) <= _MOST_LETTERS:
        return value
    return f"{value[: _MOST_LETTERS // 2]} … {value[-_MOST_LETTERS // 2 :]}"


def _rebuild(kind: type[GameError], key: str, values: dict[str, object]) -> GameError:
    return kind(key, **values)
