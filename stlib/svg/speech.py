"""A table in words, for screen readers, terminals and saved notebooks."""

from __future__ import annotations

from stlib.cards.card import Card
from stlib.play.table import Lane
from stlib.svg.viewpoint import Viewpoint

__all__ = ["spoken"]


def spoken(seen: Viewpoint) -> str:
    """Say a table: hands, every lane with cards, deck, whose turn or how it ended."""
    parts = [_hands(seen), *_lanes(seen), _piles(seen), seen.turn]
    return f"{seen.say('board')}: {' '.join(filter(None, parts))}"


def _hands(seen: Viewpoint) -> str:
    """Say the hands that are shown; *your* for the one who looks."""
    said = []
    for player, hand in enumerate(seen.hands):
        if hand is not None and player == seen.you:
            said.append(seen.say("speak.own_hand", cards=_cards(seen, hand)))
        elif hand is not None:
            said.append(seen.say("speak.hand", who=seen.who(player), cards=_cards(seen, hand)))
    return " ".join(said)


def _lanes(seen: Viewpoint) -> list[str]:
    """Say the lanes with cards, or with something of their own to ask; the others together."""
    told = [lane for lane in seen.lanes if any(lane.sides) or seen.drawing.asked(seen, lane)]
    said = [_lane(seen, lane) for lane in told]
    if empty := [str(lane.number) for lane in seen.lanes if lane not in told]:
        said.append(seen.say("speak.empty", lanes=", ".join(empty)))
    return said


def _lane(seen: Viewpoint, lane: Lane) -> str:
    name = seen.drawing.place(seen, lane)
    if asked := seen.drawing.asked(seen, lane):
        name += f" ({asked})"
    order = (seen.seat, 1 - seen.seat)
    sides = ", ".join(f"{seen.who(p)} {_cards(seen, lane.sides[p])}" for p in order)
    owner = ""
    if lane.owner is not None:
        owner = f" {seen.say('speak.claimed', who=seen.who(lane.owner))}"
    return f"{name}: {sides}.{owner}"


def _cards(seen: Viewpoint, cards: tuple[Card, ...]) -> str:
    return seen.cards(cards) if cards else seen.say("nothing")


def _piles(seen: Viewpoint) -> str:
    """Say decks, discard, the tactic cards played, and what else the game has."""
    table = seen.table
    said = [seen.say("deck", n=table.deck_size)]
    if seen.tactics:
        said.append(seen.say("deck_tactic", n=table.tactic_deck_size))
        for player in (seen.seat, 1 - seen.seat):
            n, most = table.tactics_played[player], table.tactic_limits[player]
            said.append(seen.say("played", who=seen.who(player), n=n, most=most))
    said += seen.drawing.spoken_piles(seen)
    if table.discard:
        said.append(seen.say("speak.discard", cards=seen.cards(table.discard)))
    return ". ".join(said) + "."
