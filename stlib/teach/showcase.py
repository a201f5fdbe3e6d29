"""Small positions that show a variant, a card or a switch: what it does, then questions.

Texts and positions are in ``showcase.toml`` of each game's folder, in English and
German. Answers are never written there: a `Scene` makes its moves and asks the
engine.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, get_args, get_type_hints

from stlib import bots
from stlib.base import words
from stlib.base.errors import MoveError
from stlib.base.luck import Luck
from stlib.cards.card import write_cards
from stlib.play.game import Game, Position
from stlib.teach.lessons import Page, in_language, phrase, table

__all__ = [
    "BOT",
    "Answer",
    "Question",
    "Scene",
    "arguments",
    "compare",
    "play_out",
    "read_file",
    "say_winner",
    "scene",
    "scenes",
    "show",
    "switches",
    "take_texts",
    "values",
    "variants",
]

#: Who sits opposite in games with tactic cards.
BOT = "greedy"


def show(game: Game, name: str, lang: str = "en") -> Page:
    """Return a text of the game's notebook of variants.

    Raises
    ------
    ValueError
        If the name or the language is unknown.
    """
    return Page(in_language(_entry(game, "text", name), lang))


# --- scenes ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Answer:
    """What the engine says to a question.

    Parameters
    ----------
    what : object
        A bool, proof, formation, outcome, or tuple of moves or cards.
    speak : callable
        Returns it as a sentence in a language.
    """

    what: Any
    speak: Callable[[str], str]

    @words.whole
    def say(self, lang: str = "en") -> str:
        """Return the answer as a sentence."""
        return self.speak(lang)

    def __str__(self) -> str:
        return self.say()


@dataclass(frozen=True)
class Question:
    """What a reader is asked about a position.

    Parameters
    ----------
    moves : tuple of str
        Made before.
    asks : str
        What is asked, one of the keys of `_ASKS`.
    about : str or int
        A move for ``legal``, else a lane from 1.
    player : {0, 1}
        Who is meant.
    texts, seen : dict of str to str
        The question, and what is said after its answer, by language.
    """

    moves: tuple[str, ...]
    asks: str
    about: Any
    player: int
    texts: dict[str, str]
    seen: dict[str, str]


@dataclass(frozen=True)
class Scene:
    """A small position with questions; they count from 1.

    Parameters
    ----------
    game : Game
        Which game.
    name : str
        Its name in ``showcase.toml``.
    card : str
        The tactic card it is about, if there is one.
    texts : dict of str to str
        What is told, by language.
    given : dict
        Arguments of ``game.setup``.
    questions : tuple of Question
        What is asked.
    """

    game: Any
    name: str
    card: str
    texts: dict[str, str]
    given: dict[str, Any]
    questions: tuple[Question, ...]

    @property
    def position(self) -> Position:
        """The position to look at, and to play from."""
        found: Position = self.game.setup(**self.given)
        return found

    def board(self, lang: str = "en") -> dict[str, Any]:
        """Return what a `Board` needs to show it, open and against `BOT`."""
        position = self.position
        return {
            "position_or_game": position,
            "player": position.to_move,
            "bots": BOT,
            "lang": lang,
            "hands_open": True,
        }

    def under(self, **changes: str) -> Scene:
        """Return the same scene with some switches changed."""
        variant = replace(self.game.find_variant(self.given["variant"]), **changes)
        return replace(self, given={**self.given, "variant": variant})

    def tell(self, lang: str = "en") -> Page:
        """Return its text and its questions; a card's scene begins with the card's name."""
        parts = [in_language(self.texts, lang)]
        if self.card:
            parts.insert(0, f"### {words.say(f'tactic.{self.game.name}_{self.card}', lang)}")
        asked = [f"{i}. **{in_language(q.texts, lang)}**" for i, q in enumerate(self.questions, 1)]
        return Page("\n\n".join([*parts, "\n".join(asked)]))

    def answer(self, number: int) -> Answer:
        """Return the engine's answer to a question.

        Raises
        ------
        ValueError
            If there is no such question.
        """
        if number not in range(1, len(self.questions) + 1):
            raise ValueError(f"{self.name} has no question {number!r}")
        asked = self.questions[number - 1]
        position = self.position
        for move in asked.moves:
            position = position.apply(move)
        return _ASKS[asked.asks](position, asked)

    def answers(self, lang: str = "en") -> Page:
        """Return the engine's answers to all questions, with what follows from them."""
        lines = []
        for number, asked in enumerate(self.questions, 1):
            told = in_language(asked.seen, lang) if asked.seen else ""
            lines.append(f"{number}. *{self.answer(number).say(lang)}* {told}".rstrip())
        return Page("\n".join(lines))


def scenes(game: Game) -> tuple[str, ...]:
    """Return the names of a game's scenes, in the order in which they are told."""
    return tuple(_showcase(game)["scene"])


def scene(game: Game, name: str) -> Scene:
    """Return a scene by name.

    Raises
    ------
    ValueError
        If there is none of that name.

    Examples
    --------
    >>> from stlib import ST1
    >>> print(scene(ST1, "spy").answer(1))
    Color Run, total 18 (Spy as g7)
    """
    found = dict(_entry(game, "scene", name))
    asked = tuple(_question(entry) for entry in found.pop("ask"))
    texts = take_texts(found)
    card = found.pop("card", "")
    return Scene(game, name, card, texts, arguments(found), asked)


def _question(entry: dict[str, Any]) -> Question:
    asks = next(key for key in _ASKS if key in entry)
    return Question(
        tuple(entry.get("after", ())),
        asks,
        entry[asks],
        entry.get("player", 0),
        {lang: entry[lang] for lang in words.LANGUAGES if lang in entry},
        entry.get("seen", {}),
    )


def take_texts(entry: dict[str, Any]) -> dict[str, str]:
    """Take the texts out of what stands in the file, by language."""
    return {lang: entry.pop(lang) for lang in words.LANGUAGES if lang in entry}


def arguments(entry: dict[str, Any]) -> dict[str, Any]:
    """Return what stands in the file as arguments of ``game.setup``."""
    found = {"variant": "tactics", **entry}
    a, b = [*found.get("hands", ()), None, None][:2]
    found["hands"] = (a, b)
    for name in ("sides", "claimed", "modes", "stamps"):
        if name in found:
            found[name] = {int(lane): value for lane, value in found[name].items()}
    return found


# --- what can be asked ---------------------------------------------------------------------------


def _legal(position: Position, asked: Question) -> Answer:
    try:
        position.apply(asked.about)
    except MoveError as error:
        why: Any = error.values["why"]
        return Answer(False, lambda lang: phrase("not_legal", lang, why=why.say(lang).rstrip(".")))
    return Answer(True, lambda lang: phrase("legal", lang))


def _claim(position: Position, asked: Question) -> Answer:
    found = position.prove(asked.about - 1, asked.player)
    return Answer(found, found.say)


def _worth(position: Position, asked: Question) -> Answer:
    found = position.lanes[asked.about - 1].formations[asked.player]
    if found is None:
        raise ValueError(f"lane {asked.about} is not complete")
    return Answer(found, found.say)


def _moves(position: Position, asked: Question) -> Answer:
    found = position.legal_moves
    return Answer(
        tuple(map(str, found)),
        lambda lang: phrase("moves", lang, moves="; ".join(move.say(lang) for move in found)),
    )


def _hand(position: Position, asked: Question) -> Answer:
    n = position.hand_sizes[asked.player]
    return Answer(n, lambda lang: phrase("hand", lang, n=n))


def _gone(position: Position, asked: Question) -> Answer:
    cards = position.discard
    key = "gone" if cards else "nothing_gone"
    return Answer(cards, lambda lang: phrase(key, lang, cards=_listed(cards, lang)))


def _known(position: Position, asked: Question) -> Answer:
    found = position.view(asked.player).known
    return Answer(
        found,
        lambda lang: " ".join(
            phrase(f"known_{place}", lang, cards=_listed(cards, lang))
            for place, cards in found.items()
        ),
    )


def _ends(position: Position, asked: Question) -> Answer:
    found = position.outcome
    return Answer(found, lambda lang: found.say(lang) if found else phrase("goes_on", lang))


_ASKS: dict[str, Callable[[Position, Question], Answer]] = {
    "legal": _legal,
    "claim": _claim,
    "worth": _worth,
    "moves": _moves,
    "hand": _hand,
    "gone": _gone,
    "known": _known,
    "ends": _ends,
}


def _listed(cards: Any, lang: str) -> str:
    return ", ".join(c.say(lang) if c.tactic else write_cards([c]) for c in cards)


# --- variants and switches -----------------------------------------------------------------------


def variants(game: Game, lang: str = "en") -> Page:
    """Return the table of named variants, each with the switches that make it."""
    head = [phrase(key, lang) for key in ("variant", "differs", "plays")]
    usual = game.find_variant()
    lines = []
    for name, variant in game.variants.items():
        differs = [
            f"`{switch}={value}`"
            for switch in values(game)
            if (value := getattr(variant, switch)) != getattr(usual, switch)
        ]
        told = in_language(_entry(game, "variant", name), lang)
        lines.append([f"`{name}`", ", ".join(differs) or "–", told])
    return table(head, lines)


def values(game: Game) -> dict[str, tuple[str, ...]]:
    """Return all switches of a game with their values, the default first."""
    hints = get_type_hints(game.rules.Variant)
    return {name: get_args(hint) for name, hint in hints.items() if get_args(hint)}


def switches(game: Game, lang: str = "en") -> Page:
    """Return the table of switches: what they decide, their values, and why the default."""
    head = [phrase(key, lang) for key in ("switch", "decides", "values", "why")]
    lines = []
    for name, choices in values(game).items():
        entry = _entry(game, "switch", name)
        told = [f"`{value}`: {in_language(entry['value'][value], lang)}" for value in choices]
        told[0] = f"**{told[0]}**"
        decides, why = (in_language(texts, lang) for texts in (entry, entry["why"]))
        lines.append([f"`{name}`", decides, "; ".join(told), why])
    return table(head, lines)


def compare(game: Game, switch: str, lang: str = "en") -> Page:
    """Ask the questions of a switch's scene under each of its values."""
    shown = scene(game, switch)
    parts = [f"**`{switch}`**", in_language(shown.texts, lang)]
    for number, asked in enumerate(shown.questions, 1):
        lines = [f"*{in_language(asked.texts, lang)}*", ""]
        for value in values(game)[switch]:
            found = shown.under(**{switch: value}).answer(number)
            lines.append(f"- `{value}`: {found.say(lang)}")
        parts.append("\n".join(lines))
    return Page("\n\n".join(parts))


# --- several games -------------------------------------------------------------------------------


def play_out(position: Position, bot: str = "greedy", seed: int = 0) -> Position:
    """Let a bot play both seats to the end of the game."""
    player = bots.make(bot)
    while position.to_move is not None:
        luck = Luck.of("play out", seed, position.ply)
        position = position.apply(player.choose(position.view(position.to_move), luck))
    return position


def say_winner(games: Any, lang: str = "en") -> Page:
    """Say who has won a `Feud` or a `Match`, or that it is open."""
    if games.winner is not None:
        return Page(phrase("has_won", lang, player=games.winner + 1))
    return Page(phrase("drawn" if games.over else "open", lang))


# --- reading the file ----------------------------------------------------------------------------


def _showcase(game: Game) -> dict[str, Any]:
    return read_file(Path(str(game.rules.__file__)).with_name("showcase.toml"))


@cache
def read_file(path: Path) -> dict[str, Any]:
    """Read a file of positions and texts, once."""
    return tomllib.loads(path.read_text(encoding="utf-8"))


def _entry(game: Game, part: str, name: str) -> dict[str, Any]:
    found: dict[str, dict[str, Any]] = _showcase(game)[part]
    if name not in found:
        raise ValueError(f"no {part} is called {name!r}; there are {', '.join(found)}")
    return found[name]
