"""The page of a board as a tree: the table's picture with head, player aid and buttons around it.

It is built from what the people at the screen may see, and from nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from stlib.cards import Card
from stlib.demands import Kind
from stlib.errors import Text
from stlib.notation import Move
from stlib.svg.shapes import Node, card_face, card_width, el, flag, moved, pictogram, small_card
from stlib.svg.sight import Offers, Sight
from stlib.svg.table import picture
from stlib.table import Table
from stlib.widgets.session import Session, Step
from stlib.words import entries, say

__all__ = ["Notice", "offers", "page", "sight"]

_AID = (
    (Kind.COLOR_RUN, ("b5", "b6", "b7")),
    (Kind.SAME_VALUE, ("r5", "g5", "b5")),
    (Kind.COLOR, ("b1", "b4", "b9")),
    (Kind.RUN, ("b5", "r6", "g7")),
    (Kind.SUM, ("b2", "r5", "g9")),
)
#: Verbs whose buttons stand at their lane; all but laying a card stand below the table.
_LANE_VERBS = ("claim", "declare", "retreat", "pour")
_CLAIMS = ("claim", "declare")


@dataclass(frozen=True)
class Notice:
    """What the board says in answer to the last thing one did.

    Parameters
    ----------
    text : object
        Something with ``say(lang)``.
    cards : tuple of Card
        Cards to draw beside it: those that refute a claim.
    alarm : bool
        Whether something was refused or failed.
    """

    text: Any
    cards: tuple[Card, ...] = ()
    alarm: bool = False


# --- what may be seen ---------------------------------------------------------------------------


def sight(session: Session, lang: str, seat: int, hands_open: bool = False) -> Sight:
    """Return what the people at this screen may see now.

    One person sees the own view; two see the hand of the one to move once he
    has asked for it; spectators of bots see no hand, unless all hands are open.
    """
    position = session.position
    names = (session.name(0), session.name(1))
    you = _looker(session, hands_open)
    table: Table = position.view(you)
    hands: list[tuple[Card, ...] | None] = [None, None]
    if hands_open:
        hands = list(position.hands)
    elif you is not None:
        hands[you] = position.view(you).hand
    if session.shared:
        seat = _mover(session)
    elif you is not None:
        seat = you
    return Sight(table, lang, seat, None if session.shared else you, (hands[0], hands[1]), names)


def offers(session: Session, view: Table) -> Offers:
    """Return what may be done now by what lies open and the hand that is shown."""
    recent = session.recent()
    fresh = frozenset(step.move.card for step in recent if step.move.card is not None)
    lanes = (s.move.lane for s in recent if s.move.lane is not None and s.move.card is None)
    touched = frozenset(lanes)
    if not session.human_to_move:
        return Offers(fresh=fresh, touched=touched)
    places: dict[int, dict[str, int]] = {}
    buttons: dict[tuple[int, str], int] = {}
    for move in getattr(view, "legal_moves", ()):
        if move.verb == "play":
            places.setdefault(move.lane, {})[str(move.card)] = move.id
        elif move.verb in _LANE_VERBS:
            buttons[move.lane, move.verb] = move.id
    buttons |= _claims(view)
    return Offers(places, buttons, fresh, touched)


def turn_moves(view: Table) -> tuple[Move, ...]:
    """Return the legal moves that have no place at a lane."""
    at_lanes = ("play", *_LANE_VERBS)
    return tuple(m for m in getattr(view, "legal_moves", ()) if m.verb not in at_lanes)


def _claims(view: Table) -> dict[tuple[int, str], int]:
    """Return a claim for every open lane whose own side is complete, provable or not."""
    player = view.to_move
    verb = next(v for v in _CLAIMS if v in view.game.notation.verbs)
    if player is None or player != getattr(view, "player", None):
        return {}
    if verb == "declare" and player != 0:
        return {}
    first = view.game.notation.verbs[verb][0]
    return {
        (lane.number - 1, verb): first + lane.number - 1
        for lane in view.lanes
        if lane.formations[player] is not None and lane.owner is None
    }


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


# --- the page -----------------------------------------------------------------------------------


def page(
    session: Session, seen: Sight, notice: Notice | None = None, thinking: bool = False
) -> Node:
    """Return the whole board as a tree."""
    stuck = session.bot_to_move and not thinking
    table = picture(seen, offers(session, seen.table))
    ratio = table["attrs"]["width"], table["attrs"]["height"]
    left = el(
        "div",
        table,
        _bar(session, seen, stuck),
        el("p", text=_keys(seen), css="stb-keys", key="keys"),
        css="stb-table",
        key="table",
        style=f"--stb-ratio: {int(ratio[0]) / int(ratio[1]):.3f}",
    )
    return el(
        "div",
        _head(session, seen, notice, thinking),
        el("div", left, _aside(session, seen), css="stb-main", key="main"),
        css="stb-page",
        key="page",
        lang=seen.lang,
        aria_busy="true" if thinking else None,
        data_over="true" if seen.table.outcome is not None else None,
    )


def _keys(seen: Sight) -> str:
    return f"{seen.say('keys')} {seen.say('keys_siege') if seen.siege else ''}".strip()


def _head(session: Session, seen: Sight, notice: Notice | None, thinking: bool) -> Node:
    """Say whose turn it is, the last moves, and the answer to what one did."""
    done = _told(seen, session.recent())
    lines = [el("p", text=_status(session, seen, thinking), css="stb-status", key="status")]
    if done and not (notice and notice.alarm):
        lines.append(el("p", text=done, css="stb-last", key="last"))
    if notice is not None:
        lines.append(_notice(seen, notice))
    return el("div", *lines, css="stb-head", key="head", role="status", aria_live="polite")


def _notice(seen: Sight, notice: Notice) -> Node:
    """Draw a message, with the cards that refute a claim beside it."""
    w = card_width(seen.table.game.card)
    faces = [
        el(
            "svg",
            *card_face(card),
            key=str(card),
            viewBox=f"0 0 {w} 70",
            width=w,
            height=70,
            css="stb-proof",
            role="img",
            aria_label=card.say(seen.lang),
        )
        for card in notice.cards
    ]
    kind = "stb-notice stb-alarm" if notice.alarm else "stb-notice"
    return el("div", el("p", text=notice.text.say(seen.lang)), *faces, css=kind, key="notice")


def _status(session: Session, seen: Sight, thinking: bool) -> str:
    """Say whose turn it is and what may be done, or how the game ended."""
    table = seen.table
    if (end := table.outcome) is not None:
        return f"{_verdict(seen, end.winner)} {end.say(seen.lang)}".strip()
    assert table.to_move is not None
    who = seen.who(table.to_move)
    if session.bot_to_move:
        waits = not thinking and not session.failed
        text = seen.say("turn.watch" if waits else "turn.other", who=who)
    elif session.shared and not session.revealed and getattr(table, "player", None) is None:
        text = seen.say("turn.show", who=who)
    else:
        what = seen.say(f"turn.{_stage(table)}")
        text = seen.say("turn.named", who=who, what=what) if session.shared else what
    if getattr(table, "last_turn", False):
        text += f" {seen.say('turn.last')}"
    return text


def _stage(table: Table) -> str:
    """Return which text tells the player to move what may be done."""
    verbs = {move.verb for move in table.legal_moves}  # type: ignore[attr-defined]
    if "pass" in verbs:
        return "pass"
    if table.phase != "PREP":
        return table.phase
    if "play" not in verbs:
        return "retreat"
    return "defender_PREP" if table.to_move else "attacker_PREP"


def _verdict(seen: Sight, winner: int | None) -> str:
    if seen.you is None:
        return ""
    return seen.say(
        "end.drawn" if winner is None else "end.won" if winner == seen.you else "end.lost"
    )


def _told(seen: Sight, steps: tuple[Step, ...]) -> str:
    """Tell moves, those of one player in a row as one sentence."""
    sentences: list[tuple[int, list[str]]] = []
    for step in steps:
        if not sentences or sentences[-1][0] != step.player:
            sentences.append((step.player, []))
        sentences[-1][1].append(_tell(seen, step))
    return " ".join(
        seen.say("did.by", who=seen.who(player), moves="; ".join(moves))
        for player, moves in sentences
    )


def _tell(seen: Sight, step: Step) -> str:
    """Tell one move with what it sent to the discard."""
    move = step.move
    card = move.card.say(seen.lang) if move.card is not None else ""
    lane = 0 if move.lane is None else move.lane
    place = seen.place(seen.lanes[lane])
    told = move.say(seen.lang)
    if f"board.did.{move.verb}" in entries():
        told = seen.say(f"did.{move.verb}", card=card, lane=lane + 1, place=place)
    if step.gone and move.verb != "declare":
        told = seen.say("did.discards", move=told, cards=" ".join(map(str, step.gone)))
    return told


# --- beside and below the table -------------------------------------------------------------------


def _aside(session: Session, seen: Sight) -> Node:
    """Draw the player aid, the score, the seed where it may be told, and the discard."""
    parts = [el("h3", text=seen.say("aid.title"), key="title")]
    parts += [_aid_row(seen, kind, cards) for kind, cards in _AID]
    tie = el(
        "svg", flag(9, 12, "accent"), viewBox="0 0 18 24", width=18, height=24, aria_hidden="true"
    )
    parts.append(el("p", tie, el("span", text=seen.say("aid.tie")), css="stb-tie", key="tie"))
    parts.append(el("p", text=_score(seen), css="stb-score", key="score"))
    if session.dealt and (session.typed or seen.table.outcome is not None):
        parts.append(el("p", text=seen.say("aid.seed", seed=session.seed), key="seed"))
    if seen.siege:
        parts.append(_discard(seen))
    return el("aside", *parts, css="stb-aside", key="aside", aria_label=seen.say("aid.title"))


def _aid_row(seen: Sight, kind: Kind, cards: tuple[str, ...]) -> Node:
    """Draw one kind: its sign, its name, an example."""
    examples = [small_card(40 + 38 * i, 1, card[0], int(card[1:])) for i, card in enumerate(cards)]
    drawing = el(
        "svg",
        pictogram(kind, 4, 32),
        *examples,
        viewBox="0 0 154 44",
        width=154,
        height=44,
        aria_hidden="true",
    )
    return el("div", el("p", text=seen.kind(kind)), drawing, css="stb-aid", key=kind.name)


def _score(seen: Sight) -> str:
    if seen.siege:
        return seen.say("aid.tiles", a=len(seen.table.damaged))  # type: ignore[attr-defined]
    a, b = seen.table.stones  # type: ignore[attr-defined]
    mine, theirs = (a, b) if seen.seat == 0 else (b, a)
    return seen.say("aid.stones", a=mine, b=theirs)


def _discard(seen: Sight) -> Node:
    """Draw the open discard, a row a colour, behind a toggle."""
    cards = seen.table.discard
    rows = []
    for letter in seen.table.game.deck.colors:
        held = [card for card in cards if card.color == letter]
        drawn = [
            moved(38 * i, 0, small_card(0, 0, card.color, card.value), key=str(card))
            for i, card in enumerate(held)
        ]
        label = ", ".join(card.say(seen.lang) for card in held)
        if held:
            width = 38 * len(held)
            rows.append(
                el(
                    "svg",
                    *drawn,
                    key=letter,
                    viewBox=f"0 0 {width} 44",
                    width=width,
                    height=44,
                    preserveAspectRatio="xMinYMid",
                    role="img",
                    aria_label=label,
                )
            )
    summary = el(
        "summary",
        text=seen.say("aid.discard", n=len(cards)),
        key="summary",
        data_lm_suppress_shortcuts="true",
    )
    return el("details", summary, el("div", *rows, key="cards"), css="stb-discard", key="discard")


def _bar(session: Session, seen: Sight, stuck: bool) -> Node:
    """Draw the buttons below the table."""
    main = [
        _press(_doing(seen, move), str(move), main=True, data_move=move.id)
        for move in turn_moves(seen.table)
        if session.human_to_move
    ]
    if session.shared and session.human_to_move and getattr(seen.table, "player", None) is None:
        main.append(_press(seen.say("press.show"), "show", main=True, data_action="show"))
    if stuck:
        text = seen.say("press.ask" if session.failed else "press.next")
        main.append(_press(text, "next", main=True, data_action="next"))
    again = seen.say("press.new" if session.dealt else "press.again")
    rest = [
        _press(seen.say("press.undo"), "undo", off=not session.past, data_action="undo"),
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


def _doing(seen: Sight, move: Move) -> str:
    """Return what the button of a move says."""
    known = f"board.do.{move.verb}" in entries()
    return seen.say(f"do.{move.verb}") if known else move.say(seen.lang)


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


def refusal(why: Any) -> Notice:
    """Return what to show of an error: its reason, and the cards that refute a claim."""
    reason = why.values.get("why") if isinstance(why.values.get("why"), Text) else why
    refutation = getattr(why, "refutation", None)
    cards = refutation.cards if refutation is not None else ()
    return Notice(_Refusal(reason), cards, alarm=True)


@dataclass(frozen=True)
class _Refusal:
    """A reason as a sentence: with a capital and a full stop."""

    reason: Any

    def say(self, lang: str) -> str:
        """Return it in `lang`."""
        why = self.reason.say(lang)
        end = "" if why.endswith((".", "!", "?")) else "."
        return say("board.refused", lang, why=f"{why[:1].upper()}{why[1:]}{end}")
