"""Games written down: headers, the position they began from, the moves.

The text is made for people: ``key: value`` lines, then the start position,
then the moves, a turn's worth to the line. Format 2 names every switch of the variant. Format 1,
which can still be read, left out the switches that had their default.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from stlib.base.checks import check_text, shown
from stlib.base.errors import GameError, RecordError, SetupError, Text
from stlib.cards.moves import read_lines
from stlib.play.game import Game, Position
from stlib.play.position_text import START, switch_names

__all__ = ["FORMAT", "Record", "read_record"]

FORMAT = 2
_READABLE = (1, 2)
_MOVES_A_LINE = 8
_MARKS = (START, "[moves]", "[end]")


@dataclass(frozen=True)
class Record:
    """One game, replayable.

    Parameters
    ----------
    start : Position
        Where the moves begin.
    moves : tuple of str
        Their texts.
    headers : dict of str to str
        Anything else worth keeping: players, date, seed.
    """

    start: Position
    moves: tuple[str, ...]
    headers: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, position: Position, **headers: object) -> Record:
        """Return the record of the game that led to `position`.

        Raises
        ------
        SetupError
            If it is no position; a view does not know the whole game.
        """
        if not isinstance(position, Position):
            raise SetupError("not_a_position", value=shown(position))
        return cls(
            position.start(),
            tuple(map(str, position.moves)),
            {name: str(value) for name, value in headers.items()},
        )

    def replay(self) -> Iterator[Position]:
        """Yield each position, the start first.

        Raises
        ------
        RecordError
            At the first move that is not legal, with its number.
        """
        position = self.start
        yield position
        for number, move in enumerate(self.moves, 1):
            try:
                position = position.apply(move)
            except GameError as why:
                raise RecordError("bad_move", number=number, move=shown(move), why=why) from why
            yield position

    def to_text(self) -> str:
        """Write the record; `read_record` reads it back.

        Raises
        ------
        RecordError
            If a header's name would not be read back.
        """
        lines = [f"format: {FORMAT}"]
        names = [_header(name) for name in self.headers]
        for name, value in zip(names, self.headers.values(), strict=True):
            if names.count(name) > 1:
                raise RecordError("bad_header", name=shown(name))
            lines.append(f"{name}: {' '.join(str(value).split())}")
        lines += ["", START, self.start.to_text().rstrip(), "", "[moves]"]
        for at in range(0, len(self.moves), _MOVES_A_LINE):
            lines.append(", ".join(self.moves[at : at + _MOVES_A_LINE]))
        return "\n".join([*lines, "[end]", ""])

    @classmethod
    def from_text(cls, text: str, *games: Game) -> Record:
        """Read a record written by `to_text` and replay it once.

        Parameters
        ----------
        text : str
            The whole record.
        *games : Game
            Games it may be of, at least one.

        Raises
        ------
        RecordError
            Naming the line or the move that is damaged, or what is missing.
        SetupError
            If the start position cannot be, or for a game that is none.
        """
        return read_record(text, games)


def read_record(text: str, games: Sequence[Game]) -> Record:
    """Read a record of one of `games`; see `Record.from_text`."""
    text = check_text(Text("record.whole", {}), text)
    for game in games:
        if not isinstance(game, Game):
            raise SetupError("not_a_game", text=shown(game))
    if not games:
        raise RecordError("which_games")
    head, start, moves = _sections(text)
    version, headers = _read_head(head)
    game = _game_of(start, games)
    if version > 1:
        _check_switches(start, game)
    record = Record(game.from_text(start), tuple(_split(moves)), headers)
    for _ in record.replay():
        pass
    return record


def _read_head(head: str) -> tuple[int, dict[str, str]]:
    """Return the format, and the headers, each under a name that could have been written."""
    lines = read_lines(head)
    if (version := lines.number("format")) not in _READABLE:
        raise RecordError("unknown_format", version=version, known=", ".join(map(str, _READABLE)))
    headers = {name: lines.take(name) for name in list(lines)}
    for name in headers:
        _header(name)
    return version, headers


def _check_switches(start: str, game: Game) -> None:
    """Raise RecordError if a start position does not name each switch."""
    lines = read_lines(start)
    for name in switch_names(game):
        lines.take(name)


def _game_of(start: str, games: Sequence[Game]) -> Game:
    """Return which of the games a start position is of."""
    name = read_lines(start).take("game")
    for game in games:
        if game.name == name:
            return game
    raise RecordError("other_game", text=shown(name), game=", ".join(g.name for g in games))


def _split(moves: str) -> Iterator[str]:
    """Yield the texts of the moves."""
    for line in moves.splitlines():
        yield from filter(None, (move.strip() for move in line.split(",")))


def _sections(text: str) -> list[str]:
    """Split a record at its three marks, each a line of its own, there once and in order.

    Each part begins with as many empty lines as stand before it in the text,
    so that errors name lines as an editor counts them.
    """
    lines = text.splitlines()
    parts = []
    at = 0
    for mark in _MARKS:
        found = next((n for n in range(at, len(lines)) if lines[n].strip() == mark), None)
        if found is None:
            raise _without(mark, lines)
        parts.append("\n".join([""] * at + lines[at:found]))
        at = found + 1
    for number, line in enumerate(lines[at:], at + 1):
        if line.strip():
            raise RecordError("text_after_end", line=number, text=shown(line.strip()))
    return parts


def _without(mark: str, lines: Sequence[str]) -> RecordError:
    """Return the error for a text without one of the marks: it may be a position."""
    keys = {
        key.strip().lower(): value.strip() for key, _, value in (x.partition(":") for x in lines)
    }
    if mark == START and {"game", "phase", "hand 1"} <= keys.keys():
        return RecordError("position_not_record", game=shown(keys["game"]).strip("'"))
    return RecordError("missing_mark", mark=mark)


def _header(name: object) -> str:
    """Return a header's name as it is written."""
    tidy = " ".join(name.lower().replace(":", " ").split()) if isinstance(name, str) else ""
    if not tidy or tidy == "format" or tidy.startswith(("#", "[")):
        raise RecordError("bad_header", name=shown(name))
    return tidy
