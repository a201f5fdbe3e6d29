"""A table in words: what a screen reader, a terminal or a saved notebook shows."""

from __future__ import annotations

from stlib.cards import Card, write_cards
from stlib.svg.sight import Sight
from stlib.table import Lane

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
    said = [_lane(sight, lane) for lane in lanes if sight.siege or any(lane.sides)]
    if not sight.siege and len(said) < len(lanes):
        empty = ", ".join(str(lane.number) for lane in lanes if not any(lane.sides))
        said.append(sight.say("speak.empty", lanes=empty))
    return said


def _lane(sight: Sight, lane: Lane) -> str:
    name = sight.place(lane)
    if sight.siege:
        name += f" ({sight.demand(lane)})"
    order = (sight.seat, 1 - sight.seat)
    sides = ", ".join(f"{sight.who(p)} {_cards(sight, lane.sides[p])}" for p in order)
    owner = ""
    if lane.owner is not None:
        owner = f" {sight.say('speak.claimed', who=sight.who(lane.owner))}"
    return f"{name}: {sides}.{owner}"


def _cards(sight: Sight, cards: tuple[Card, ...]) -> str:
    return write_cards(cards) if cards else sight.say("nothing")


def _piles(sight: Sight) -> str:
    said = [sight.say("deck", n=sight.table.deck_size)]
    if sight.siege:
        said.append(sight.say("oil_left", n=sight.table.cauldrons))  # type: ignore[attr-defined]
        if sight.table.discard:
            said.append(sight.say("speak.discard", cards=write_cards(sight.table.discard)))
    return ". ".join(said) + "."
