"""Puzzles about proofs: a position, a question, a hint; the engine gives the answer.

Texts and positions are in ``puzzles.toml`` of each game's folder. No answer is
written there: a `Puzzle` asks the engine about its position.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from stlib.base import words
from stlib.cards.card import Card, parse_cards
from stlib.claims.all_refutations import listed
from stlib.claims.prove import Proof, Refutation
from stlib.play.game import Game, Position
from stlib.teach.lessons import Page, in_language
from stlib.teach.showcase import arguments, read_file, take_texts

__all__ = ["Checked", "Puzzle", "puzzle", "puzzles"]


@dataclass(frozen=True, repr=False)
class Checked(Page):
    """What is said to a reader's answer.

    Parameters
    ----------
    text : str
        The sentence.
    state : {"open", "hint", "right", "wrong"}
        ``open``: no answer yet, or one that cannot be read. ``hint``: a hint was asked for.
    """

    state: str = "open"


@dataclass(frozen=True)
class Puzzle:
    """A position and a question about a claim of player 0's.

    Parameters
    ----------
    game : Game
        Which game.
    number : int
        Its number; the second game's numbers go on where the first's end.
    lane : int
        Stone or tile in question, from 1.
    asks : {"holds", "cards", "count", "helps", "lays"}
        Whether the claim holds; which single cards refute it; how many sets of cards do;
        which cards, once open, would make it hold; which cards of the hand, laid there,
        let it be claimed.
    texts, hints, seen : dict of str to str
        The question, a hint, and what is said after the answer, by language.
    given : dict
        Arguments of ``game.setup``.
    """

    game: Any
    number: int
    lane: int
    asks: str
    texts: dict[str, str]
    hints: dict[str, str]
    seen: dict[str, str]
    given: dict[str, Any]

    @property
    def position(self) -> Position:
        """The position to look at."""
        found: Position = self.game.setup(**self.given)
        return found

    @property
    def view(self) -> Any:
        """The position as the claimer sees it; draws itself in a notebook."""
        return self.position.view(0)

    @property
    def verdict(self) -> Proof | Refutation:
        """What the engine says of the claim as it stands."""
        return self.position.prove(self.lane - 1, 0)

    @property
    def answer(self) -> Any:
        """The engine's answer: a bool, a number or a set of cards."""
        return _ANSWERS[self.asks](self)

    def tell(self, lang: str = "en") -> Page:
        """Return the question under its number."""
        title = words.say("puzzle.title", lang, number=self.number)
        return Page(f"### {title}\n\n{in_language(self.texts, lang)}")

    def hint(self, lang: str = "en") -> Page:
        """Return the hint."""
        return Page(in_language(self.hints, lang))

    @words.whole
    def check(self, answer: Any = None, lang: str = "en") -> Checked:
        """Say whether an answer is right, wrong, or still open.

        Parameters
        ----------
        answer : bool, int, str, iterable of Card or None
            ``True`` or ``"yes"``; a number; cards, ``"r7 b8"`` or ``"none"``; None while
            it is open; ``"hint"`` to be given the hint. What cannot be read is no
            mistake: the puzzle stays open.
        lang : str
            Language.

        Examples
        --------
        >>> from stlib import ST1
        >>> first = puzzle(ST1, 1)
        >>> first.check().state, first.check("no").state, first.check("yes").state
        ('open', 'wrong', 'right')
        """
        if _word(answer) in _typed("hint"):
            return Checked(self.hint(lang).text, "hint")
        try:
            read = self._read(answer)
        except (TypeError, ValueError):  # a CardError is one, too
            read = None
        if read is None:
            wanted = words.say(f"puzzle.wanted.{_FORM[self.asks]}", lang)
            return Checked(words.say("puzzle.open", lang, number=self.number, wanted=wanted))
        if read == self.answer:
            return Checked(words.say("puzzle.right", lang, seen=self._explain(lang)), "right")
        how = self._how_wrong(read, lang)
        return Checked(words.say("puzzle.wrong", lang, how=how).rstrip(), "wrong")

    @words.whole
    def solution(self, lang: str = "en") -> Page:
        """Return the engine's answer in words, and what follows from it."""
        spoken = _say(self.answer, lang)
        return Page(words.say("puzzle.solution", lang, answer=spoken, seen=self._explain(lang)))

    def _read(self, answer: Any) -> Any:
        """Return an answer as the engine would give it; None if it is open."""
        if answer is None or (isinstance(answer, str) and _word(answer) in ("", "...")):
            return None
        if _FORM[self.asks] == "cards":
            none = _word(answer) in _typed("none")
            return frozenset(parse_cards("" if none else answer, self.game.deck))
        if _FORM[self.asks] == "number":
            whole = isinstance(answer, str) or answer == int(answer)
            return int(answer) if whole and not isinstance(answer, bool) else None
        if _word(answer) in _typed("yes") + _typed("no"):
            return _word(answer) in _typed("yes")
        return answer if isinstance(answer, bool) else None

    def _explain(self, lang: str) -> str:
        """Return what the engine says of the claim, and what is worth seeing in it."""
        told = in_language(self.seen, lang)
        return told if self.asks == "lays" else f"*{self.verdict.say(lang)}* {told}"

    def _how_wrong(self, read: Any, lang: str) -> str:
        if not isinstance(read, frozenset):
            return ""
        right = self.answer
        found = {"right": read & right, "wrong": read - right, "missing": right - read}
        counted = [_say_count(name, len(cards), lang) for name, cards in found.items() if cards]
        return f"{listed(counted, lang)}."


def puzzles(game: Game) -> tuple[Puzzle, ...]:
    """Return all puzzles of a game, in the order of telling."""
    path = Path(str(game.rules.__file__)).with_name("puzzles.toml")
    found = read_file(path)
    entries = enumerate(found["puzzle"], found["first"])
    return tuple(_puzzle(game, number, dict(entry)) for number, entry in entries)


def puzzle(game: Game, number: int) -> Puzzle:
    """Return a puzzle of a game by its number.

    Raises
    ------
    ValueError
        If there is none of that number.
    """
    found = {one.number: one for one in puzzles(game)}
    if number not in found:
        span = f"{min(found)} to {max(found)}"
        raise ValueError(f"there is no puzzle {number!r} of {game.name}; they count from {span}")
    return found[number]


def _puzzle(game: Game, number: int, entry: dict[str, Any]) -> Puzzle:
    lane, asks, hints, seen = (entry.pop(name) for name in ("lane", "asks", "hint", "seen"))
    texts = take_texts(entry)
    given = arguments({"variant": "base", **entry})
    return Puzzle(game, number, lane, asks, texts, hints, seen, given)


# --- answers --------------------------------------------------------------------------------------


def _holds(asked: Puzzle) -> bool:
    return bool(asked.verdict)


def _cards(asked: Puzzle) -> frozenset[Card]:
    return frozenset(card for (card,) in asked.verdict.all())


def _count(asked: Puzzle) -> int:
    return asked.verdict.count


def _helps(asked: Puzzle) -> frozenset[Card]:
    return frozenset(asked.verdict.holds_with)


def _lays(asked: Puzzle) -> frozenset[Card]:
    before = asked.position
    laid = {card: before.apply(f"{card}@{asked.lane}") for card in before.hands[0]}
    return frozenset(c for c, after in laid.items() if after.prove(asked.lane - 1, 0))


_ANSWERS: dict[str, Callable[[Puzzle], Any]] = {
    "holds": _holds,
    "cards": _cards,
    "count": _count,
    "helps": _helps,
    "lays": _lays,
}
#: What is asked -> the form of its answer.
_FORM = {"holds": "yes", "cards": "cards", "count": "number", "helps": "cards", "lays": "cards"}


def _say_count(name: str, n: int, lang: str) -> str:
    """Return how many cards are right, wrong or missing: ``2 cards are missing``."""
    return words.say(f"puzzle.{name}_{'one' if n == 1 else 'many'}", lang, n=n)


def _say(answer: Any, lang: str) -> str:
    if isinstance(answer, bool):
        return words.say("puzzle.yes" if answer else "puzzle.no", lang)
    if isinstance(answer, int):
        return words.number(answer, lang)
    names = ", ".join(f"`{card}`" for card in sorted(answer))
    return names or words.say("puzzle.none", lang)


def _word(answer: Any) -> str:
    return answer.strip().casefold() if isinstance(answer, str) else ""


@cache
def _typed(name: str) -> tuple[str, ...]:
    """Return what may be typed for a word, in any language."""
    return words.terms("puzzle")[name]
