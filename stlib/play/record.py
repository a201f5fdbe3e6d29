"""Games written down: headers, the position they began from, the moves.

The text is made for people: ``key: value`` lines, then the start position,
then the moves, a turn's worth to the line. Format 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from stlib.base.errors import GameError, RecordError
from stlib.cards.moves import read_lines
from stlib.play.game import Game, Position

__all__ = ["FORMAT", "Record", "read_record"]

FORMAT = 1
_MOVES_A_LINE = 8


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
        """Return the record of the game that led to `position`."""
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
                raise RecordError("bad_move", number=number, move=repr(move), why=why) from why
            yield position

    def to_text(self) -> str:
        """Write the record; `read_record` reads it back."""
        lines = [f"format: {FORMAT}"]
        names = [_header(name) for name in self.headers]
        for name, value in zip(names, self.headers.values(), strict=True):
            if names.count(name) > 1:
                raise RecordError("bad_header", name=repr(name))
            lines.append(f"{name}: {' '.join(str(value).split())}")
        lines += ["", "[start]", self.start.to_text().rstrip(), "", "[moves]"]
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
            Games it may be of.

        Raises
        ------
        RecordError
            Naming the line or the move that is damaged, or what is missing.
        """
        return read_record(text, games)


def read_record(text: str, games: Sequence[Game]) -> Record:
    """Read a record of one of `games`; see `Record.from_text`."""
    head, start, moves = _sections(text)
    lines = read_lines(head)
    if (version := lines.number("format")) != FORMAT:
        raise RecordError("unknown_format", version=version, known=FORMAT)
    headers = {name: lines.take(name) for name in list(lines)}
    name = read_lines(start).take("game")
    game = next((game for game in games if game.name == name), None)
    if game is None:
        names = ", ".join(g.name for g in games)
        raise RecordError("other_game", text=repr(name), game=names)
    texts = tuple(move.strip() for line in moves.splitlines() for move in line.split(","))
    record = Record(game.from_text(start), tuple(t for t in texts if t), headers)
    for _ in record.replay():
        pass
    return record


def _sections(text: str) -> list[str]:
    """Split a record at its three marks, each a line of its own, there once and in order.

    Each part begins with as many empty lines as stand before it in the text,
    so that errors name lines as an editor counts them.
    """
    lines = text.splitlines()
    parts = []
    at = 0
    for mark in ("[start]", "[moves]", "[end]"):
        found = next((n for n in range(at, len(lines)) if lines[n].strip() == mark), None)
        if found is None:
            raise RecordError("missing_mark", mark=mark)
        parts.append("\n".join([""] * at + lines[at:found]))
        at = found + 1
    rest = "\n".join(lines[at:]).strip()
    if rest:
        raise RecordError("text_after_end", text=repr(rest[:40]))
    return parts


def _header(name: str) -> str:
    tidy = " ".join(name.lower().replace(":", " ").split())
    if not tidy or tidy == "format" or tidy.startswith(("#", "[")):
        raise RecordError("bad_header", name=repr(name))
    return tidy
