"""What the board says above the table: whose turn it is, the last moves, answers and refusals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from stlib.base.errors import MoveError, Text
from stlib.base.words import entries, say
from stlib.cards.card import Card
from stlib.claims.prove import Refutation
from stlib.svg.shapes import Node, el
from stlib.svg.viewpoint import Viewpoint
from stlib.widgets.session import Session, Step

__all__ = ["Notice", "head", "refusal"]


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


def refusal(why: MoveError) -> Notice:
    """Return what to show of an error: its reason, and the cards that refute a claim."""
    reason = why.values.get("why")
    cards = why.refutation.cards if isinstance(why.refutation, Refutation) else ()
    return Notice(_Refusal(reason if isinstance(reason, Text) else why), cards, alarm=True)


@dataclass(frozen=True)
class _Refusal:
    """A reason as a sentence: with a capital and a full stop."""

    reason: Text | MoveError

    def say(self, lang: str) -> str:
        """Return it in `lang`."""
        why = self.reason.say(lang)
        end = "" if why.endswith((".", "!", "?")) else "."
        return say("board.refused", lang, why=f"{why[:1].upper()}{why[1:]}{end}")


def head(
    session: Session, seen: Viewpoint, link: Node, notice: Notice | None, thinking: bool
) -> Node:
    """Say whose turn it is, the last moves, and the answer to what one did."""
    done = _told(seen, session.recent())
    lines = [link, el("p", text=_status(session, seen, thinking), css="stb-status", key="status")]
    if done and not (notice and notice.alarm):
        lines.append(el("p", text=done, css="stb-last", key="last"))
    if notice is not None:
        lines.append(_notice(seen, notice))
    return el("div", *lines, css="stb-head", key="head", role="status", aria_live="polite")


def _notice(seen: Viewpoint, notice: Notice) -> Node:
    """Draw a message, with the cards that refute a claim beside it."""
    faces = [
        seen.drawing.small_face(
            card,
            seen.lang,
            70,
            key=str(card),
            css="stb-proof",
            role="img",
            aria_label=card.say(seen.lang),
        )
        for card in notice.cards
    ]
    kind = "stb-notice stb-alarm" if notice.alarm else "stb-notice"
    return el("div", el("p", text=notice.text.say(seen.lang)), *faces, css=kind, key="notice")


def _status(session: Session, seen: Viewpoint, thinking: bool) -> str:
    """Say whose turn it is and what may be done, or how the game ended."""
    table = seen.table
    if (end := table.outcome) is not None:
        return f"{_verdict(seen, end.winner)} {end.say(seen.lang)}".strip()
    assert table.to_move is not None
    who = seen.who(table.to_move)
    if session.bot_to_move:
        waits = not thinking and not session.failed
        text = seen.say("turn.watch" if waits else "turn.other", who=who)
    elif session.shared and not session.revealed and table.player is None:
        text = seen.say("turn.show", who=who)
    else:
        what = _asked(seen)
        text = seen.say("turn.named", who=who, what=what) if session.shared else what
    return f"{text} {seen.drawing.remark(seen)}".rstrip()


def _asked(seen: Viewpoint) -> str:
    """Tell the player to move what may be done, or what a tactic card in play asks for."""
    table, drawing = seen.table, seen.drawing
    if (card := table.asking) is None:
        return seen.say(f"turn.{drawing.stage(seen)}")
    stage = table.phase
    if stage == "TAKE":
        stage += f"_{card.tactic}"
    elif any(move.verb == "drop" for move in table.legal_moves):
        stage += "_or_drop"
    picked = "" if table.picked is None else table.picked.say(seen.lang)
    name, left = card.say(seen.lang), drawing.left(seen)
    return seen.say(f"turn.{stage}", card=name, n=left, picked=picked)


def _verdict(seen: Viewpoint, winner: int | None) -> str:
    if seen.you is None:
        return ""
    return seen.say(
        "end.drawn" if winner is None else "end.won" if winner == seen.you else "end.lost"
    )


def _told(seen: Viewpoint, steps: tuple[Step, ...]) -> str:
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


def _tell(seen: Viewpoint, step: Step) -> str:
    """Tell one move with what it sent to the discard, and what elite cards stood for."""
    move = step.move
    card = move.card.say(seen.lang) if move.card is not None else ""
    lane = 0 if move.lane is None else move.lane
    place = seen.drawing.place(seen, seen.lanes[lane])
    told = move.say(seen.lang)
    key = move.verb.replace(" ", "_")
    gone = step.gone
    if move.verb in seen.table.game.deck.tactics:
        played = seen.table.game.card(move.verb)
        told = seen.say("did.tactic", card=played.say(seen.lang))
        gone = tuple(card for card in gone if card != played)
    elif f"board.did.{key}" in entries():
        told = seen.say(f"did.{key}", card=card, lane=lane + 1, place=place)
    if gone and move.verb not in (seen.drawing.claim_verb, "drop"):
        told = seen.say("did.discards", move=told, cards=seen.cards(gone))
    for elite, other in step.stands_for:
        told = seen.say("did.stands_for", move=told, elite=elite.say(seen.lang), card=other)
    return told
