"""What the first lesson says and shows: texts, example positions, a worked opening.

The texts are in ``lessons.toml`` beside this file, in English and German. A
notebook shows them with `show`, so one setting changes its language. No fact
stands in a text alone: tables come from the games' data, and the engine says
whether a stone may be claimed. Runs that would take longer than a lesson are
kept as small tables, which `read_runs` reads.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from stlib import bots
from stlib.base import data_files, words
from stlib.cards.card import write_cards
from stlib.cards.demand import Demand, Kind
from stlib.claims.prove import Proof, Refutation
from stlib.play import named_demands
from stlib.play.game import Game
from stlib.simulate.playing import Results, playouts
from stlib.st1.position import ST1, Position

__all__ = [
    "Opening",
    "Page",
    "Step",
    "answer",
    "endings",
    "example",
    "in_language",
    "names",
    "phrase",
    "play_all_pairs",
    "player_aid",
    "read_runs",
    "say_demand",
    "show",
    "table",
    "wall",
    "worked_opening",
    "write_runs",
]


@dataclass(frozen=True)
class Page:
    """A piece of Markdown text: rendered in a notebook, plain text elsewhere."""

    text: str

    def _repr_markdown_(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return self.text

    __str__ = __repr__


def names() -> tuple[str, ...]:
    """Return the names of the texts, in the order in which they are told."""
    return tuple(_lessons()["text"])


def show(name: str, lang: str = "en") -> Page:
    """Return a text of the lesson.

    Parameters
    ----------
    name : str
        One of `names`.
    lang : {"en", "de", "fr", "nl"}
        Language; English where a text is missing in it.

    Raises
    ------
    ValueError
        If the name or the language is unknown.

    Examples
    --------
    >>> print(show("goal").text.splitlines()[0])
    ## Say first: 1. The goal
    """
    return Page(in_language(_entry("text", name), lang))


def example(name: str) -> Position:
    """Return the position that a text is about: ``goal``, ``turn``, and so on."""
    found = _entry("example", name)
    sides = {int(stone): both for stone, both in found["sides"].items()}
    claimed = {int(stone): player for stone, player in found.get("claimed", {}).items()}
    return ST1.setup(sides, claimed=claimed, phase=found.get("phase"))


def answer(position: Any, lane: int, lang: str = "en", player: int = 0) -> Page:
    """Return the engine's answer whether `player` (0 or 1) may claim `lane` (from 1)."""
    return Page(f"> {position.prove(lane - 1, player).say(lang)}")


# --- tables ------------------------------------------------------------------------------------


def player_aid(lang: str = "en") -> Page:
    """Return the table of the five kinds, strongest first, each with an example."""
    head = [phrase(key, lang) for key in ("kind", "cards_are", "example")]
    sides = [lane.sides[0] for lane in example("formations").lanes]
    lines = [
        [f"**{kind.say(lang)}**", phrase(kind.name.lower(), lang), f"`{write_cards(cards)}`"]
        for kind, cards in zip(sorted(Kind, reverse=True), sides, strict=False)
    ]
    return table(head, lines)


def wall(tiles: Iterable[Any], lang: str = "en") -> Page:
    """Return the table of wall tiles with both demands.

    Parameters
    ----------
    tiles : iterable of Tile
        ``st2lib.TILES``: each with its name and its two faces.
    lang : str
        Language.
    """
    head = ["#", phrase("tile", lang), *(_board(key, lang) for key in ("intact", "damaged"))]
    lines = [
        [
            str(number),
            words.say(f"lane.{tile.name}", lang),
            say_demand(tile.intact, lang),
            say_demand(tile.damaged, lang),
        ]
        for number, tile in enumerate(tiles, 1)
    ]
    return table(head, lines)


@words.whole
def say_demand(demand: Demand, lang: str = "en") -> str:
    """Return what a wall tile asks for, as spoken: ``3 cards, Run``."""
    return named_demands.say_demand(demand, "ST2", lang)


def table(head: list[str], lines: list[list[str]]) -> Page:
    """Return a Markdown table with a line for the head."""
    rows = [head, ["---"] * len(head), *lines]
    return Page("\n".join(f"| {' | '.join(row)} |" for row in rows))


# --- the worked opening --------------------------------------------------------------------------


@dataclass(frozen=True)
class Step:
    """A step of the opening: what is told, what is asked, what is done.

    Parameters
    ----------
    moves : tuple of str
        Moves of both players, as text.
    ask : int or None
        The stone (from 1) about which the reader is asked; the question is
        about the position after the first of `moves`.
    texts : dict of str to str
        What is told, by language.
    """

    moves: tuple[str, ...]
    ask: int | None
    texts: dict[str, str]


@dataclass(frozen=True)
class Opening:
    """An opening to be told move by move; steps count from 1.

    Parameters
    ----------
    start : Position
        Before the first move.
    steps : tuple of Step
        What happens.
    """

    start: Position
    steps: tuple[Step, ...]

    def tell(self, number: int, lang: str = "en") -> Page:
        """Return the text of a step, with its question if there is one."""
        step = self._step(number)
        title = phrase("opening", lang, number=number, n=len(self.steps))
        parts = [f"### {title}", in_language(step.texts, lang)]
        if step.ask is not None:
            parts.append(phrase("may_you_claim", lang, stone=step.ask))
        return Page("\n\n".join(parts))

    def verdict(self, number: int) -> Proof | Refutation:
        """Return the engine's answer to the question of a step.

        Raises
        ------
        ValueError
            If nothing is asked in that step.
        """
        step = self._step(number)
        if step.ask is None:
            raise ValueError(f"step {number} asks nothing")
        return self.position(number - 1).apply(step.moves[0]).prove(step.ask - 1, 0)

    def answer(self, number: int, lang: str = "en") -> Page:
        """Return the engine's answer to the question of a step, as a sentence."""
        return Page(f"> {self.verdict(number).say(lang)}")

    def position(self, number: int) -> Position:
        """Return the position after step `number`; 0 is the start."""
        if number:
            self._step(number)
        position: Any = self.start
        for step in self.steps[:number]:
            for move in step.moves:
                position = position.apply(move)
        return position  # type: ignore[no-any-return]

    def _step(self, number: int) -> Step:
        if number not in range(1, len(self.steps) + 1):
            raise ValueError(f"there is no step {number!r}; they count from 1 to {len(self.steps)}")
        return self.steps[number - 1]


def worked_opening() -> Opening:
    """Return an opening of ST1 in which claims are proven and refused.

    Returns
    -------
    Opening
        Where it starts, and its steps: moves, questions and texts.

    Examples
    --------
    >>> opening = worked_opening()
    >>> bool(opening.verdict(3)), bool(opening.verdict(7))
    (True, False)
    """
    found = _lessons()["opening"]
    steps = tuple(
        Step(tuple(step["moves"]), step.get("ask"), {"en": step["en"], "de": step["de"]})
        for step in found["step"]
    )
    a, b = found["hands"]
    return Opening(ST1.setup(hands=(a, b), deck=_stacked(found["draws"], a, b)), steps)


def _stacked(top: str, *hands: str) -> str:
    """Return a whole deck as text: the given cards first, then all others in a fixed disorder."""
    taken = set(" ".join((top, *hands)).split())
    cards = (str(ST1.card.from_id(number)) for number in range(ST1.deck.size))
    rest = [card for card in cards if card not in taken]
    np.random.default_rng(0).shuffle(rest)
    return " ".join([top, *rest])


# --- runs: their endings, and tables of them ----------------------------------------------------


def endings(runs: Sequence[Results], lang: str = "en") -> pd.DataFrame:
    """Return how the games of some runs ended.

    Parameters
    ----------
    runs : sequence of Results
        Of one game.
    lang : str
        Language.

    Returns
    -------
    pandas.DataFrame
        A line for each winner and reason, a column for each run, in percent of its games.
    """
    columns = {
        run.label: run.summary(lang).set_index(["winner", "reason"])["share"] * 100 for run in runs
    }
    return pd.DataFrame(columns).fillna(0.0)


def play_all_pairs(game: Game, n: int, seed: int, first: int) -> Iterator[Results]:
    """Play `n` games of every pair of policies, and the `first` of these games once more.

    A game depends only on the seed and its number, so each short run is the
    beginning of a long one. A lesson can repeat a short run to show that the
    table belongs to the programs at hand.
    """
    for a, b in product(bots.names(), repeat=2):
        for games in (n, first):
            yield playouts(game, games, seed, (a, b), progress=False, rows=False)


def write_runs(runs: Iterable[Results], path: str | Path) -> None:
    """Write how the games of some runs ended as a CSV file, for `read_runs`."""
    lines = [
        {
            "player_0": run.policies[0],
            "player_1": run.policies[1],
            "seed": run.seed,
            "n": run.n,
            "winner": winner,
            "reason": run.game.rules.REASONS[reason],
            "games": games,
        }
        for run in runs
        for (winner, reason), games in sorted(run.tally.items())
    ]
    pd.DataFrame(lines).to_csv(path, index=False, lineterminator="\n")


def read_runs(game: Game, name: str, n: int | None = None) -> dict[tuple[str, str], Results]:
    """Read a committed table of runs of the base game.

    Parameters
    ----------
    game : Game
        The game that was played.
    name : str
        The table's name below ``data/``.
    n : int, optional
        The number of games of the runs that are wanted; the largest if not given.

    Returns
    -------
    dict of (str, str) to Results
        Both players' policies, and the run.
    """
    rows = pd.read_csv(data_files.path(name))
    rows = rows[rows["n"] == (rows["n"].max() if n is None else n)]
    runs = {}
    for (a, b, seed), lines in rows.groupby(["player_0", "player_1", "seed"], sort=False):
        reasons = lines["reason"].map(game.rules.REASONS.index)
        tally = dict(zip(zip(lines["winner"], reasons, strict=True), lines["games"], strict=True))
        asked = int(lines["games"].sum())
        runs[a, b] = Results(game, game.find_variant(), (a, b), int(seed), asked, tally=tally)
    return runs


# --- reading the texts -----------------------------------------------------------------------


@cache
def _lessons() -> dict[str, Any]:
    """Read ``lessons.toml``."""
    return tomllib.loads(Path(__file__).with_name("lessons.toml").read_text(encoding="utf-8"))


def _entry(part: str, name: str) -> dict[str, Any]:
    found: dict[str, dict[str, Any]] = _lessons()[part]
    if name not in found:
        raise ValueError(f"no {part} is called {name!r}; there are {', '.join(found)}")
    return found[name]


def _board(name: str, lang: str) -> str:
    """Return a text of the board, so that lesson and board say the same."""
    return words.say(f"board.{name}", lang)


def phrase(name: str, lang: str, **values: object) -> str:
    """Return a short phrase of ``lessons.toml`` with its places filled."""
    return in_language(_entry("phrase", name), lang).format(**values)


def in_language(texts: dict[str, str], lang: str) -> str:
    """Return one of a text's languages; English where it is missing."""
    return words.pick(texts, lang).strip()
