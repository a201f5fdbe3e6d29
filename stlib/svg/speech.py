"""A table in words: what a screen reader, a terminal or a saved notebook shows."""

from __future__ import annotations

from stlib.cards.card import Card
from stlib.play.table import Lane
from stlib.svg.viewpoint import Sight

__all__ = ["spoken"]


def spoken(sight: Sight) -> str:
    """Say a table: hands, every lane with cards, deck, whose turn or how it ended."""
    parts = [_hands(sight), *_lanes(sight), _piles(sight), sight.turn]
    return f"{sight.say('board')}: {' '.join(filter(None, parts))}"


def _hands(sight: Sight) -> str:
    """Say the hands that are shown; *your* for the one who looks."""
    said = []
    for player, hand in enumerate(sight.hands):
        if hand is not None and player == sight.you:
            said.append(sight.say("speak.own_hand", cards=_cards(sight, hand)))
        elif hand is not None:
            said.append(sight.say("speak.hand", who=sight.who(player), cards=_cards(sight, hand)))
    return " ".join(said)


def _lanes(sight: Sight) -> list[str]:
    """Say the lanes with cards; a wall tile always, for what it asks."""
    lanes = sight.lanes
    said = [_lane(sight, lane) for lane in lanes if sight.siege or _used(lane)]
    if not sight.siege and len(said) < len(lanes):
        empty = ", ".join(str(lane.number) for lane in lanes if not _used(lane))
        said.append(sight.say("speak.empty", lanes=empty))
    return said


def _used(lane: Lane) -> bool:
    """Say whether cards lie at a lane, on it or beside it."""
    return any(lane.sides) or bool(lane.mode)


def _lane(sight: Sight, lane: Lane) -> str:
    name = sight.place(lane)
    if sight.siege:
        name += f" ({sight.demand(lane)})"
    elif lane.mode:
        name = f"{sight.demand(lane)}"
    order = (sight.seat, 1 - sight.seat)
    sides = ", ".join(f"{sight.who(p)} {_cards(sight, lane.sides[p])}" for p in order)
    owner = ""
    if lane.owner is not None:
        owner = f" {sight.say('speak.claimed', who=sight.who(lane.owner))}"
    return f"{name}: {sides}.{owner}"


def _cards(sight: Sight, cards: tuple[Card, ...]) -> str:
    return sight.cards(cards) if cards else sight.say("nothing")


def _piles(sight: Sight) -> str:
    """Say decks, oil, discard, and the tactic cards played."""
    table = sight.table
    said = [sight.say("deck", n=table.deck_size)]
    if sight.tactics:
        said.append(sight.say("deck_tactic", n=table.tactic_deck_size))
        for player in (sight.seat, 1 - sight.seat):
            n, most = table.tactics_played[player], table.tactic_limits[player]
            said.append(sight.say("played", who=sight.who(player), n=n, most=most))
    if sight.siege:
        said.append(sight.say("oil_left", n=table.cauldrons))  # type: ignore[attr-defined]
    if table.discard:
        said.append(sight.say("speak.discard", cards=sight.cards(table.discard)))
    return ". ".join(said) + "."
