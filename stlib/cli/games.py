"""The commands that deal, replay and play games: deal, replay, simulate, match."""

from __future__ import annotations

import importlib.util
import sys
from argparse import Namespace
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import asdict, fields, replace
from math import isnan
from pathlib import Path
from typing import Any

from stlib.base import words
from stlib.base.checks import check_seed, shown
from stlib.base.errors import RecordError, SetupError
from stlib.base.stats import Difference, Mean
from stlib.chances import percent
from stlib.cli.answers import Answer
from stlib.cli.arguments import given
from stlib.cli.command import Command
from stlib.cli.files_and_processes import RowsFile, processes
from stlib.play.record import Record
from stlib.runs import running
from stlib.simulate import playing as many_games
from stlib.simulate.column_meanings import by_lane, counted
from stlib.simulate.matches import MatchResults
from stlib.simulate.results import Results

__all__ = ["deal", "match", "replay", "simulate"]

BAD, STOPPED = 2, 130


def deal(command: Command, asked: Namespace) -> Answer:
    """Shuffle and deal."""
    seed, variant = check_seed(asked.seed), _variant(command, asked)
    found = command.game.deal(seed, variant, asked.first)
    data = {
        **_head(command, "deal", variant, seed),
        "to_move": found.to_move,
        "phase": found.phase,
        "legal_moves": [str(move) for move in found.legal_moves],
        "position": found.to_text(),
    }
    return Answer([f"# seed: {seed}", found.to_text().rstrip()], data)


# --- records ------------------------------------------------------------------------------


def replay(command: Command, asked: Namespace) -> Answer:
    """Replay a record and show its last position, or all of them."""
    record = Record.from_text(_read(asked.file), command.game)
    every = list(record.replay())
    end = every[-1]
    steps = list(zip(("", *record.moves), every, strict=True))
    lines = [] if asked.positions else [end.to_text().rstrip()]
    for number, (move, position) in enumerate(steps if asked.positions else ()):
        lines.append(f"# {number}: {move}".rstrip() + f"\n{position.to_text()}")
    lines.append(_end(end, asked.lang))
    data: dict[str, Any] = {
        "command": "replay",
        "game": command.name,
        "headers": dict(record.headers),
        "moves": list(record.moves),
        "outcome": _outcome(end, asked.lang),
        "position": end.to_text(),
    }
    if asked.positions:
        data["positions"] = [{"move": m or None, "position": p.to_text()} for m, p in steps]
    return Answer(lines, data)


def _end(position: Any, lang: str) -> str:
    return str(position.outcome.say(lang) if position.outcome else words.say("cli.goes_on", lang))


def _outcome(position: Any, lang: str) -> dict[str, Any] | None:
    end = position.outcome
    if end is None:
        return None
    given = {"winner": end.winner, "reason": end.reason, "lanes": list(end.lanes)}
    return {**given, "sentence": end.say(lang)}


def _read(file: str) -> str:
    """Return the text of a file, or of standard input for "-"."""
    if file == "-" and sys.stdin is None:
        raise RecordError("cli_no_input")
    try:
        raw = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        return raw.decode("utf-8-sig")
    except OSError as why:
        raise RecordError("cli_file", file=file, why=why.strerror or str(why)) from why
    except UnicodeDecodeError as why:
        raise RecordError("cli_no_text", file=file) from why


#: Options that `--resume` takes from the folder.
_BEGUN = ("--games", "--policies", "--variant", "--switch", "--seed", "--first")


# --- many games -----------------------------------------------------------------------------


def simulate(command: Command, asked: Namespace) -> Answer:
    """Play many games with compiled policies; if stopped, report those played so far."""
    pair = tuple(asked.policies * 2 if len(asked.policies) == 1 else asked.policies)
    if len(pair) != 2:
        raise SetupError("not_a_pair", name="policies", value=shown(list(pair)))
    if asked.resume and asked.folder is None:
        raise SetupError("cli_resume")
    if asked.resume and (more := given(asked, _BEGUN)):
        raise SetupError("cli_resume_more", options=", ".join(more))
    if asked.folder is not None and importlib.util.find_spec("pyarrow") is None:
        raise SetupError("cli_no_pyarrow")
    _refuse_rows_among_parts(asked)
    file = None if asked.rows is None else RowsFile(asked.rows)
    try:
        found = _playouts(command, asked, (pair[0], pair[1]))
        answer = _played(command, asked, found)
        if file:
            _write(file, found, answer, asked.lang)
    finally:
        if file:
            file.drop()
    return answer


def _refuse_rows_among_parts(asked: Namespace) -> None:
    """Raise SetupError if the file of rows would lie in the run's folder, where it is foreign."""
    file, folder = asked.rows, asked.folder
    if file and folder and Path(file).resolve().parent == Path(folder).resolve():
        raise SetupError("cli_rows_in_folder", file=file, folder=folder)


def _playouts(command: Command, asked: Namespace, pair: tuple[str, str]) -> Results:
    """Play, with the number of threads that is asked for."""
    if asked.workers is None:
        return _start(command, asked, pair, None)
    with ThreadPoolExecutor(_workers("threads", asked.workers)) as threads:
        return _start(command, asked, pair, threads)


def _start(
    command: Command, asked: Namespace, pair: tuple[str, str], executor: Executor | None
) -> Results:
    """Play in memory, into a new folder, or what the run in a folder still lacks."""
    more: dict[str, Any] = {"executor": executor, "progress": _in_terminal()}
    if asked.resume:
        return running.resume(asked.folder, command.game, **more)
    about = (command.game, asked.games, asked.seed, pair, _variant(command, asked))
    if asked.folder is not None:
        return running.start(asked.folder, *about, first=asked.first, **more)
    return many_games.playouts(*about, first=asked.first, rows=asked.rows is not None, **more)


def _in_terminal() -> bool:
    """Return whether somebody sees a progress bar; stderr may be closed."""
    return sys.stderr is not None and sys.stderr.isatty()


def _played(command: Command, asked: Namespace, found: Results) -> Answer:
    lang = asked.lang
    ends = found.summary(lang).to_dict("records")
    lines = [_rate(command, found, lang), _run(found.variant, found.seed, lang)]
    lines += [
        words.say("cli.ending", lang, **{**end, "share": percent(end["share"], lang)})
        for end in ends
    ]
    means = {name: found.mean(name) for name in counted(command.game)}
    lines += [_mean(name, mean, lang) for name, mean in means.items() if not by_lane(name)]
    data = {
        **_head(command, "simulate", found.variant, found.seed),
        "policies": list(found.policies),
        **_counts(found, found.asked),
        "wins": list(found.wins),
        "endings": _endings(command, found),
        "means": {name: _number(mean.mean) for name, mean in means.items()},
        "intervals": {name: _pair(mean.interval) for name, mean in means.items()},
    }
    if isinstance(found, running.Run):
        data["folder"] = str(found.folder)
        lines.append(words.say("cli.written", lang, file=found.folder))
    return _cut_short(Answer(lines, data), found, found.asked, lang)


def _mean(column: str, mean: Mean, lang: str) -> str:
    """Return a line with the mean of a column and its interval."""
    shown = {
        name: f"{value:.3f}".replace(".", words.say("odds.point", lang))
        for name, value in zip(("mean", "low", "high"), (mean.mean, *mean.interval), strict=True)
    }
    known = "cli.mean_alone" if isnan(mean.interval[0]) else "cli.mean"
    return words.say(known, lang, column=column, **shown)


def _number(value: float) -> float | None:
    """Return a number as JSON has it, with None for NaN."""
    return None if isnan(value) else value


def _pair(interval: tuple[float, float]) -> list[float | None]:
    return [_number(end) for end in interval]


def _endings(command: Command, found: Results) -> list[dict[str, Any]]:
    reasons = command.game.rules.REASONS
    return [
        {
            "winner": winner if winner < 2 else None,
            "reason": reasons[reason],
            "games": int(count),
            "share": count / found.n,
        }
        for (winner, reason), count in sorted(found.tally.items())
    ]


def _write(file: RowsFile, found: Results, answer: Answer, lang: str) -> None:
    """Write the rows; if that fails, the answer is given all the same."""
    try:
        file.write(found.rows, found.about)
    except OSError as why:
        answer.trouble = SetupError("cli_file", file=file.name, why=why.strerror or why).say(lang)
        answer.code = BAD
    else:
        answer.data["rows"] = file.name
        answer.lines.append(words.say("cli.written", lang, file=file.name))


def match(command: Command, asked: Namespace) -> Answer:
    """Let two bots play; if stopped, report the deals played so far."""
    variant, paired = _variant(command, asked), not asked.no_pairs
    with processes(_workers("processes", asked.workers)) as executor:
        found = many_games.play_match(
            *(command.game, asked.bot_a, asked.bot_b, asked.games, asked.seed, paired, executor),
            variant=variant,
            progress=_in_terminal(),
        )
    seats = list(_seats(found))
    lines = [_rate(command, found, asked.lang), _run(variant, found.seed, asked.lang)]
    lines += [_seat(command, found, seat, asked.lang) for seat in seats]
    roles = list(_roles(found, asked.lang))
    lines += [_role(role, asked.lang) for role in roles]
    data = {
        **_head(command, "match", variant, found.seed),
        "bots": list(found.bots),
        "paired": paired,
        **_counts(found, asked.games),
        "score": found.wins,
        "seats": seats,
        "roles": roles,
        "lead": _apart(found.lead),
        "advantage": _apart(found.advantage),
    }
    return _cut_short(Answer(lines, data), found, asked.games, asked.lang)


def _seats(found: MatchResults) -> Iterator[dict[str, Any]]:
    """Yield the first bot's games and score in each seat."""
    for seat, line in found.summary().iterrows():
        games, score = int(line["count"]), float(line["sum"])
        yield {"seat": int(seat), "games": games, "score": score, "rate": score / games}


def _roles(found: MatchResults, lang: str) -> Iterator[dict[str, Any]]:
    """Yield what both bots together scored in each role."""
    both = words.say("role.both", lang)
    for role, line in found.roles(lang).xs(both, level="bot").iterrows():
        share, low, high = (float(line[name]) for name in ("score", "low", "high"))
        yield {"role": role, "rate": share, "interval": [low, high]}


def _role(role: dict[str, Any], lang: str) -> str:
    values = dict(zip(("rate", "low", "high"), (role["rate"], *role["interval"]), strict=True))
    shown = {name: percent(value, lang) for name, value in values.items()}
    return words.say("cli.role", lang, role=role["role"], **shown)


def _apart(found: Difference) -> dict[str, Any]:
    """Return a difference as JSON has it."""
    return {
        "mean": _number(found.mean),
        "interval": _pair(found.interval),
        "p": _number(found.p),
        "n": found.n,
        "paired": found.paired,
    }


def _seat(command: Command, found: MatchResults, seat: dict[str, Any], lang: str) -> str:
    who = words.say(f"player.{command.name}_{seat['seat']}", lang)
    given = {"score": f"{seat['score']:g}", "games": seat["games"]}
    return words.say("cli.seat", lang, bot=found.bots[0], who=who, **given)


# --- what both have ---------------------------------------------------------------------


def _variant(command: Command, asked: Namespace) -> Any:
    """Return the variant, with the switches changed that are given."""
    variant = command.game.find_variant(asked.variant)
    names = [field.name for field in fields(variant) if field.name != "name"]
    for text in asked.switch:
        name, equals, value = text.partition("=")
        if not equals or name not in names:
            raise SetupError("cli_switch", text=shown(text), names=", ".join(names))
        try:
            variant = replace(variant, **{name: value})
        except ValueError as why:
            raise SetupError("bad_switch", why=str(why)) from why
    return variant


def _workers(option: str, number: int) -> int:
    if number < 1:
        raise SetupError("bad_number", name=f"--{option}", value=shown(number), least=1)
    return number


def _head(command: Command, name: str, variant: Any, seed: int) -> dict[str, Any]:
    head = {"command": name, "game": command.name, "version": command.tools.__version__}
    return {**head, "variant": asdict(variant), "seed": seed}


def _counts(found: Results | MatchResults, asked: int) -> dict[str, Any]:
    counts = {"games": found.n, "asked": asked, "complete": found.n == asked}
    return {**counts, "rate": found.rate, "interval": list(found.interval)}


def _rate(command: Command, found: Results | MatchResults, lang: str) -> str:
    low, high = found.interval
    shares = {
        name: percent(value, lang)
        for name, value in (("rate", found.rate), ("low", low), ("high", high))
    }
    n = words.number(found.n, lang)
    return words.say("cli.rate", lang, game=command.name, who=found.label, n=n, **shares)


def _run(variant: Any, seed: int, lang: str) -> str:
    return words.say("cli.run", lang, variant=variant.name, seed=seed)


def _cut_short(answer: Answer, found: Results | MatchResults, asked: int, lang: str) -> Answer:
    """Mark an answer as stopped if fewer games were played than asked for."""
    if found.n < asked:
        answer.code = STOPPED
        answer.trouble = words.say("cli.stopped", lang, n=found.n, asked=asked)
    return answer
