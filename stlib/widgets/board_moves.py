"""What may be clicked now, sorted by where on the board it is done."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stlib.cards.moves import Move
from stlib.play.view import View
from stlib.svg.faces import MODE
from stlib.svg.offers import Offers
from stlib.widgets.session import Session

__all__ = ["offers", "turn_moves"]


def offers(session: Session, view: View) -> Offers:
    """Return what may be done now by what lies open and the hand that is shown."""
    recent = session.recent()
    fresh = frozenset(step.move.card for step in recent if step.move.card is not None)
    lanes = (s.move.lane for s in recent if s.move.lane is not None and s.move.card is None)
    touched = frozenset(lanes)
    if not session.human_to_move:
        return Offers(fresh=fresh, touched=touched)
    chosen = view.game.drawing.chosen(view)
    found = Offers({}, {}, fresh, touched, {}, {}, {}, {}, {}, {}, chosen)
    for move in view.legal_moves:
        _file(found, move, view)
    for claim in _claims(view):
        _file(found, claim, view)
    return found


def turn_moves(view: View) -> tuple[Move, ...]:
    """Return the legal moves that are buttons below the table: those without a place on it.

    Drawing is both: a click on the deck, and a button.
    """
    return tuple(move for move in view.legal_moves if _place(move, view) is None)


def _file(found: Any, move: Move, view: View) -> None:
    """Put a move where on the board it is made."""
    if move.verb.startswith("draw "):
        found.decks[move.verb.removeprefix("draw ")] = move.id
    elif (place := _place(move, view)) is not None:
        place(found, move)


def _place(move: Move, view: View) -> Callable[[Any, Move], None] | None:
    """Return how a move is filed among the offers; None if it is but a button."""
    if move.verb in view.game.drawing.lane_verbs:
        return lambda found, move: found.buttons.update({(move.lane, move.verb): move.id})
    if move.verb in view.game.deck.tactics:
        return lambda found, move: found.plays.update({move.verb: move.id})
    if move.verb == "play":
        assert move.card is not None
        tactic = bool(move.card.tactic)
        return _lay_in_the_middle if tactic and _is_mode(move, view) else _lay_at_a_side
    return _PLACES.get(move.verb)


def _is_mode(move: Move, view: View) -> bool:
    """Return whether a move lays a combat mode, which goes into the middle of a lane."""
    return move.card is not None and view.game.drawing.class_of(move.card) is MODE


def _lay_at_a_side(found: Any, move: Move) -> None:
    found.places.setdefault(move.lane, {})[str(move.card)] = move.id


def _lay_in_the_middle(found: Any, move: Move) -> None:
    found.middles.setdefault(move.lane, {})[str(move.card)] = move.id


_PLACES: dict[str, Callable[[Any, Move], None]] = {
    "return": lambda found, move: found.hand.update({str(move.card): move}),
    "give": lambda found, move: found.hand.update({str(move.card): move}),
    "take": lambda found, move: found.takes.update({str(move.card): move.id}),
    "put": lambda found, move: found.puts.update({move.lane: move.id}),
}


def _claims(view: View) -> tuple[Move, ...]:
    """Return a claim for every open lane whose own side is complete, provable or not."""
    player, drawing = view.to_move, view.game.drawing
    if player is None or player != view.player or not drawing.may_try_to_claim(view):
        return ()
    return tuple(
        view.game.notation.read(f"{drawing.claim_verb} {lane.number}")
        for lane in view.lanes
        if lane.formations[player] is not None and lane.owner is None
    )
