"""What may be done now, sorted by where on the board it is done."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stlib.cards.moves import Move
from stlib.play.table import Table
from stlib.svg.faces import class_of
from stlib.svg.viewpoint import Offers
from stlib.widgets.session import Session

__all__ = ["offers", "turn_moves"]

#: Verbs whose buttons stand at their lane.
_LANE_VERBS = ("claim", "declare", "retreat", "pour", "at")
_CLAIMS = ("claim", "declare")
#: Phases in which one may try to claim or declare.
_OPEN_PHASES = ("PLAY", "CLAIM", "PREP", "MID", "END")


def offers(session: Session, view: Table) -> Offers:
    """Return what may be done now by what lies open and the hand that is shown."""
    recent = session.recent()
    fresh = frozenset(step.move.card for step in recent if step.move.card is not None)
    lanes = (s.move.lane for s in recent if s.move.lane is not None and s.move.card is None)
    touched = frozenset(lanes)
    if not session.human_to_move:
        return Offers(fresh=fresh, touched=touched)
    found = Offers({}, {}, fresh, touched, {}, {}, {}, {}, {}, {}, _chosen(view))
    for move in getattr(view, "legal_moves", ()):
        _file(found, move, view)
    found.buttons.update(_claims(view))  # type: ignore[attr-defined]
    return found


def turn_moves(view: Table) -> tuple[Move, ...]:
    """Return the legal moves that are buttons below the table: those without a place on it.

    Drawing is both: a click on the deck, and a button.
    """
    return tuple(m for m in getattr(view, "legal_moves", ()) if _place(m, view) is None)


def _file(found: Any, move: Move, view: Table) -> None:
    """Put a move where on the board it is made."""
    if move.verb.startswith("draw "):
        found.decks[move.verb.removeprefix("draw ")] = move.id
    elif (place := _place(move, view)) is not None:
        place(found, move)


def _place(move: Move, view: Table) -> Callable[[Any, Move], None] | None:
    """Return how a move is filed among the offers; None if it is but a button."""
    if move.verb in _LANE_VERBS:
        return lambda found, move: found.buttons.update({(move.lane, move.verb): move.id})
    if move.verb in view.game.deck.tactics:
        return lambda found, move: found.plays.update({move.verb: move.id})
    return _PLACES.get(move.verb)


def _lay(found: Any, move: Move) -> None:
    """File laying a card: a combat mode goes on the stone, all else on the own side."""
    assert move.card is not None
    mode = move.card.tactic and class_of(move.card) == "mode"
    lanes = found.stones if mode else found.places
    lanes.setdefault(move.lane, {})[str(move.card)] = move.id


_PLACES: dict[str, Callable[[Any, Move], None]] = {
    "play": _lay,
    "return": lambda found, move: found.hand.update({str(move.card): move.id}),
    "give": lambda found, move: found.hand.update({str(move.card): move.id}),
    "take": lambda found, move: found.takes.update({str(move.card): move.id}),
    "put": lambda found, move: found.puts.update({move.lane: move.id}),
}


def _chosen(view: Table) -> frozenset[Any]:
    """Return the cards already chosen in a decision for more than one."""
    moves = getattr(view, "legal_moves", ())
    left = {move.card for move in moves}
    if view.phase == "GIVE" and moves:
        return frozenset(view.hand) - left  # type: ignore[attr-defined]
    if view.phase == "TAKE" and view.asking is not None and view.asking.tactic == "support":
        return frozenset(card for card in view.discard if not card.tactic) - left
    return frozenset()


def _claims(view: Table) -> dict[tuple[int, str], int]:
    """Return a claim for every open lane whose own side is complete, provable or not."""
    player = view.to_move
    verb, first = next((word, at) for word, at, _ in view.game.notation.verbs if word in _CLAIMS)
    if player is None or player != getattr(view, "player", None):
        return {}
    if view.phase not in _OPEN_PHASES or (verb == "declare" and player != 0):
        return {}
    return {
        (lane.number - 1, verb): first + lane.number - 1
        for lane in view.lanes
        if lane.formations[player] is not None and lane.owner is None
    }
