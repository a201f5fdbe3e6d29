"""The commands that answer questions: prove, and those below odds."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from stlib.base import words
from stlib.base.checks import check_seed
from stlib.cards.card import Card, Cards, from_mask, to_mask
from stlib.cards.demand import Demand, Kind
from stlib.chances import duel_assumes, percent
from stlib.claims.prove import Formation, Proof, Refutation
from stlib.cli.answers import Answer, cards, chance
from stlib.cli.command import Command
from stlib.play.named_demands import find_place

__all__ = ["beats", "complete", "duel", "hand", "outs", "prove"]

REFUSED = 1


def prove(command: Command, asked: Namespace) -> Answer:
    """Decide whether a claim holds; the exit code is 1 if it is refused."""
    demand = _demand(command, asked)
    found = command.tools.prove(
        asked.mine, asked.theirs, asked.table, demand, theirs_first=asked.theirs_first
    )
    lines = [found.say(asked.lang)]
    if isinstance(found, Refutation) and found.fills:
        lines.append(found.say_holds_with(asked.lang))
    return Answer(lines, _verdict(command, asked, found), 0 if found else REFUSED)


def _verdict(command: Command, asked: Namespace, found: Proof | Refutation) -> dict[str, Any]:
    theirs = found.best if isinstance(found, Proof) else found.formation
    groups = [
        {"kind": group.kind.name, "total": group.total, "count": group.count}
        for group in found.groups()
    ]
    return {
        **_head(command, "prove"),
        "holds": bool(found),
        "reason": found.reason if isinstance(found, Refutation) else None,
        "sentence": found.say(asked.lang),
        "mine": _formation(found.formation) if isinstance(found, Proof) else None,
        "theirs": _formation(theirs) if theirs else None,
        "cards": cards(found.cards),
        "count": found.count,
        "groups": groups,
        "holds_with": cards(found.holds_with),
    }


def complete(command: Command, asked: Namespace) -> Answer:
    """Return the chance that a side can be completed to a kind."""
    kind, unseen = _kind(command, asked.kind), _unseen(command, asked, asked.have, asked.hand)
    given = (asked.draws, _demand(command, asked), asked.hand, asked.at_least)
    found = command.tools.odds.complete(kind, asked.have, unseen, *given)
    data = {"kind": Kind(kind).name, "at_least": asked.at_least, **_numbers(command, asked, unseen)}
    return _chance(command, asked, found, data)


def outs(command: Command, asked: Namespace) -> Answer:
    """Return the cards that fill a side's last slot to a kind."""
    kind, unseen = _kind(command, asked.kind), _unseen(command, asked, asked.have)
    given = (_demand(command, asked), asked.at_least)
    found = command.tools.odds.outs(kind, asked.have, unseen, *given)
    line = " ".join(cards(found)) or words.say("cli.no_cards", asked.lang)
    data = {"kind": Kind(kind).name, "at_least": asked.at_least, "cards": cards(found)}
    return Answer([line], {**_head(command, "odds outs"), **data, "count": len(found)})


def beats(command: Command, asked: Namespace) -> Answer:
    """Return the chance that my side wins; at least one of the two sides is complete."""
    unseen = _unseen(command, asked, asked.mine, asked.theirs, asked.hand)
    given = (asked.draws, _demand(command, asked), asked.hand)
    found = command.tools.odds.beats(asked.mine, asked.theirs, unseen, *given)
    return _chance(command, asked, found, _numbers(command, asked, unseen))


def duel(command: Command, asked: Namespace) -> Answer:
    """Return or estimate the chance that my side wins while both players draw."""
    sides = (asked.mine, asked.theirs)
    unseen = _unseen(command, asked, *sides, asked.hand, asked.their_hand)
    first = True if asked.theirs_first else False if asked.mine_first else None
    drawn = (asked.draws, asked.their_draws)
    held = (_demand(command, asked), asked.hand, asked.their_hand, first)
    theirs = asked.draws if asked.their_draws is None else asked.their_draws
    data = {**_numbers(command, asked, unseen), "their_draws": theirs}
    if asked.samples is not None:
        return _estimate(command, asked, (*sides, unseen, *drawn, *held), data)
    found = command.tools.odds.duel(*sides, unseen, *drawn, *held)
    return _assuming(asked, data, _chance(command, asked, found, data))


def _estimate(
    command: Command, asked: Namespace, given: tuple[Any, ...], data: dict[str, Any]
) -> Answer:
    seed = check_seed(asked.seed)
    found = command.tools.odds.duel_estimate(*given, samples=asked.samples, seed=seed)
    low, high = found.interval
    shares = {
        name: percent(value, asked.lang)
        for name, value in (("rate", found.rate), ("low", low), ("high", high))
    }
    line = words.say("cli.estimate", asked.lang, n=found.n, seed=seed, **shares)
    data |= {"rate": found.rate, "interval": [low, high], "samples": found.n, "seed": seed}
    return _assuming(asked, data, Answer([line], {**_head(command, "odds duel"), **data}))


def _assuming(asked: Namespace, data: dict[str, Any], answer: Answer) -> Answer:
    """Add to an answer a line that says what it assumes."""
    numbers = (data["draws"], data["their_draws"], data["unseen"])
    answer.lines.append(duel_assumes(*numbers, asked.lang))
    return answer


def hand(command: Command, asked: Namespace) -> Answer:
    """Return the number of hands by their best formation."""
    odds, demand = command.tools.odds, _demand(command, asked)
    found: Mapping[Any, int]
    if asked.strengths:
        found = odds.hand_classes(asked.size, demand)
    else:
        every = odds.hand_kinds(asked.size, demand)
        found = {kind: every[kind] for kind in odds.kinds(demand)}
    n = sum(found.values())
    lines = [_counted(what, count, n, command, asked.lang) for what, count in found.items()]
    rows = [
        {**_named(what), "hands": count, "chance": chance(Fraction(count, n))}
        for what, count in found.items()
    ]
    return Answer(lines, {**_head(command, "odds hand"), "size": asked.size, "n": n, "rows": rows})


def _counted(what: Any, count: int, n: int, command: Command, lang: str) -> str:
    name = what.say(lang, command.name) if isinstance(what, Kind) else what.say(lang)
    share = percent(Fraction(count, n), lang)
    return words.say("cli.counted", lang, what=name, n=words.number(count, lang), share=share)


def _named(what: Kind | Formation) -> dict[str, Any]:
    return {"kind": what.name} if isinstance(what, Kind) else _formation(what)


# --- reading and writing ---------------------------------------------------------------


def _head(command: Command, name: str) -> dict[str, Any]:
    return {"command": name, "game": command.name}


def _formation(found: Formation) -> dict[str, Any]:
    return {"kind": found.kind.name, "total": found.total}


def _demand(command: Command, asked: Namespace) -> Demand:
    """Return the demand of the lane that is named, or of the usual one."""
    game = command.game
    found = find_place(game, game.find_variant(), asked.demand or command.usual)
    return replace(found, color_run=asked.color_run)


def _kind(command: Command, text: str) -> Any:
    """Return a kind by its name in any language; any other text as it is, for `odds` to refuse."""
    tidy = " ".join(text.replace("_", " ").replace("-", " ").split()).casefold()
    for kind in Kind:
        spoken = {kind.say(lang, game) for lang in words.LANGUAGES for game in ("ST1", "ST2")}
        names = {kind.name.replace("_", " "), *spoken}
        names |= {name.replace("olor", "olour") for name in names}
        if tidy in {name.casefold() for name in names}:
            return kind
    return text


def _unseen(command: Command, asked: Namespace, *known: Cards) -> tuple[Card, ...] | str:
    """Return the cards that may come: those given, or all that are not named anywhere."""
    if asked.unseen is not None:
        return str(asked.unseen)
    tools = command.tools
    found = [card for cards_ in (asked.table, *known) for card in tools.parse_cards(cards_)]
    seen = to_mask(card for card in found if not card.tactic)
    return from_mask(tools.DECK.mask & ~seen, tools.DECK)


def _numbers(command: Command, asked: Namespace, unseen: Cards) -> dict[str, int]:
    return {"draws": asked.draws, "unseen": len(command.tools.parse_cards(unseen))}


def _chance(command: Command, asked: Namespace, found: Fraction, data: dict[str, Any]) -> Answer:
    written = percent(found, asked.lang)
    line = words.say("cli.chance", asked.lang, exact=found, percent=written)
    name = f"odds {asked.answer.partition('.')[2]}"
    return Answer([line], {**_head(command, name), **data, "chance": chance(found)})
