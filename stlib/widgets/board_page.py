"""The page of a board as a tree: the table's picture with head, player aid and buttons around it.

It is built from what the people at the screen may see, and from nothing else.
"""

from __future__ import annotations

from stlib.base.words import entries
from stlib.cards.card import Card
from stlib.cards.moves import Move
from stlib.play.view import View
from stlib.svg.offers import Offers
from stlib.svg.shapes import Node, el
from stlib.svg.table import picture
from stlib.svg.viewpoint import Viewpoint
from stlib.widgets.board_head import Notice, head
from stlib.widgets.board_moves import offers, turn_moves
from stlib.widgets.board_sidebar import sidebar
from stlib.widgets.session import Session

__all__ = ["page", "view_of", "viewpoint"]


# --- what may be seen ---------------------------------------------------------------------------


def viewpoint(session: Session, lang: str, seat: int, hands_open: bool = False) -> Viewpoint:
    """Return what the people at this screen may see now.

    One person sees their own view. Two see the hand of whoever is to move, once that
    player has asked for it. Spectators of bots see no hand, unless all hands are open.
    """
    position = session.position
    names = (session.name(0), session.name(1))
    you = _looker(session, hands_open)
    view = position.view(you)
    hands: list[tuple[Card, ...] | None] = [None, None]
    if hands_open:
        hands = list(position.hands)
    elif you is not None:
        hands[you] = view.hand
    if session.shared:
        seat = _mover(session)
    elif you is not None:
        seat = you
    return Viewpoint(view, lang, seat, None if session.shared else you, (hands[0], hands[1]), names)


def _looker(session: Session, hands_open: bool) -> int | None:
    """Return whose view is shown, None for a spectator's."""
    if len(session.people) == 1:
        return session.people[0]
    shown = session.shared and (session.revealed or hands_open)
    return _mover(session) if shown else None


def _mover(session: Session) -> int:
    """Return who is to move, or moved last."""
    mover: int | None = session.position.to_move
    if mover is not None:
        return mover
    return session.steps[-1].player if session.steps else 0


def view_of(seen: Viewpoint) -> View:
    """Return what a board's viewpoint shows; that is always a view."""
    assert isinstance(seen.table, View)
    return seen.table


# --- the page -----------------------------------------------------------------------------------


def page(
    session: Session,
    seen: Viewpoint,
    link: Node,
    notice: Notice | None = None,
    thinking: bool = False,
) -> Node:
    """Return the whole board as a tree; `link` says that Python is gone or busy."""
    stuck = session.bot_to_move and not thinking
    may = offers(session, view_of(seen))
    table = picture(seen, may)
    ratio = table["attrs"]["width"], table["attrs"]["height"]
    left = el(
        "div",
        _discard_choice(seen, may),
        table,
        el("p", css="stb-help", key="help", aria_live="polite") if seen.tactics else None,
        _bar(session, seen, stuck),
        el("p", text=_keys(seen), css="stb-keys", key="keys"),
        css="stb-table",
        key="table",
        style=f"--stb-ratio: {int(ratio[0]) / int(ratio[1]):.3f}",
    )
    return el(
        "div",
        head(session, seen, link, notice, thinking),
        el("div", left, sidebar(session, seen), css="stb-main", key="main"),
        css="stb-page",
        key="page",
        lang=seen.lang,
        aria_busy="true" if thinking else None,
        data_over="true" if seen.table.outcome is not None else None,
    )


def _keys(seen: Viewpoint) -> str:
    """Say how the board is used, and what its marks mean."""
    tactics = [seen.say("keys_tactics")] if seen.tactics else []
    return " ".join([seen.say("keys"), *seen.drawing.hints(seen), *tactics])


def _discard_choice(seen: Viewpoint, may: Offers) -> Node | None:
    """Show the discard open while a card is to be chosen from it."""
    if not (may.takes or may.chosen) or seen.table.phase != "TAKE":
        return None
    cards = [card for card in seen.table.discard if str(card) in may.takes or card in may.chosen]
    if not cards:
        return None
    cards.sort(key=lambda card: (seen.table.game.deck.colors.index(card.color), card.value or 0))
    picks = [_pick(seen, card, may.takes.get(str(card))) for card in cards]
    label = seen.say("open_discard")
    return el("div", *picks, css="stb-picks", key="picks", role="group", aria_label=label)


def _pick(seen: Viewpoint, card: Card, move: int | None) -> Node:
    """Draw a card of the open discard as a button; one already chosen is off."""
    said = card.say(seen.lang)
    return el(
        "button",
        seen.drawing.small_face(card, seen.lang, aria_hidden="true"),
        key=str(card),
        type="button",
        css="stb-pick",
        tabindex="-1",
        aria_label=seen.say("chosen" if move is None else "pick_this", card=said),
        aria_pressed="true" if move is None else None,
        aria_disabled="true" if move is None else None,
        data_group="choice",
        data_move=move,
        data_lm_suppress_shortcuts="true",
    )


# --- below the table ------------------------------------------------------------------------------


def _bar(session: Session, seen: Viewpoint, stuck: bool) -> Node:
    """Draw the buttons below the table."""
    main = [
        _press(_doing(seen, move), str(move), main=True, data_move=move.id)
        for move in turn_moves(view_of(seen))
        if session.human_to_move
    ]
    if session.shared and session.human_to_move and seen.table.player is None:
        main.append(_press(seen.say("press.show"), "show", main=True, data_action="show"))
    if stuck:
        text = seen.say("press.ask" if session.failed else "press.next")
        main.append(_press(text, "next", main=True, data_action="next"))
    again = seen.say("press.new" if session.dealt else "press.again")
    rest = [
        _press(seen.say("press.undo"), "undo", off=not session.can_undo, data_action="undo"),
        _press(again, "new", data_action="new"),
    ]
    return el(
        "div",
        *main,
        el("span", css="stb-gap", key="gap"),
        *rest,
        css="stb-bar",
        key="bar",
        role="toolbar",
        aria_label=seen.say("board"),
    )


def _doing(seen: Viewpoint, move: Move) -> str:
    """Return what the button of a move says."""
    key = move.verb.replace(" ", "_")
    known = f"board.do.{key}" in entries()
    return seen.say(f"do.{key}") if known else move.say(seen.lang)


def _press(text: str, key: str, main: bool = False, off: bool = False, **data: object) -> Node:
    return el(
        "button",
        text=text,
        key=key,
        type="button",
        css="stb-main-press" if main else "stb-press",
        tabindex="-1",
        data_group="bar",
        aria_disabled="true" if off else None,
        data_lm_suppress_shortcuts="true",
        **data,
    )
