"""The page of a board as a tree: the table's picture with head, player aid and buttons around it.

It is built from what the people at the screen may see, and from nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from stlib.base.errors import Text
from stlib.base.words import entries, say
from stlib.cards.card import Card
from stlib.cards.moves import Move
from stlib.play.table import Table
from stlib.svg.faces import small_face
from stlib.svg.shapes import Node, el
from stlib.svg.table import picture
from stlib.svg.viewpoint import Offers, Sight
from stlib.widgets.board_moves import offers, turn_moves
from stlib.widgets.board_sidebar import aside
from stlib.widgets.session import Session, Step

__all__ = ["Notice", "page", "refusal", "sight"]


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
    may = offers(session, seen.table)
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
        _head(session, seen, notice, thinking),
        el("div", left, aside(session, seen), css="stb-main", key="main"),
        css="stb-page",
        key="page",
        lang=seen.lang,
        aria_busy="true" if thinking else None,
        data_over="true" if seen.table.outcome is not None else None,
    )


def _keys(seen: Sight) -> str:
    siege, tactics = seen.say("keys_siege"), seen.say("keys_tactics")
    return " ".join([seen.say("keys"), *[siege] * seen.siege, *[tactics] * seen.tactics])


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
    faces = [
        small_face(
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
        what = _asked(seen)
        text = seen.say("turn.named", who=who, what=what) if session.shared else what
    if getattr(table, "last_turn", False):
        text += f" {seen.say('turn.last')}"
    return text


def _asked(seen: Sight) -> str:
    """Tell the player to move what may be done, or what a tactic card in play asks for."""
    table = seen.table
    if (card := table.asking) is None:
        return seen.say(f"turn.{_stage(seen)}")
    verbs = {move.verb for move in table.legal_moves}  # type: ignore[attr-defined]
    stage = table.phase
    if stage == "TAKE":
        stage += f"_{card.tactic}"
    elif "drop" in verbs:
        stage += "_or_drop"
    picked = "" if table.picked is None else table.picked.say(seen.lang)
    return seen.say(f"turn.{stage}", card=card.say(seen.lang), n=_left(seen), picked=picked)


def _left(seen: Sight) -> int:
    """Return how many cards the decision at hand still wants."""
    table, rules = seen.table, seen.table.game.rules
    if table.phase in ("RECRUIT", "RETURN"):
        return int(table.to_draw or table.to_return)  # type: ignore[attr-defined]
    moves = table.legal_moves  # type: ignore[attr-defined]
    if table.phase == "GIVE":
        return int(rules.EXCHANGED - len(table.hand) + len(moves))  # type: ignore[attr-defined]
    if table.asking is not None and table.asking.tactic == "support":
        siege = sum(1 for card in table.discard if not card.tactic)
        return int(rules.SUPPORTED - siege + len(moves))
    return 1


def _stage(seen: Sight) -> str:
    """Return which text tells the player to move what may be done."""
    table = seen.table
    verbs = {move.verb for move in table.legal_moves}  # type: ignore[attr-defined]
    tactics = "_tactics" if seen.tactics else ""
    if "pass" in verbs:
        return f"pass{tactics}"
    if table.phase in ("PLAY", "MID"):
        return f"{table.phase}{tactics}"
    if table.phase != "PREP":
        return table.phase
    if not verbs & {"play", *table.game.deck.tactics}:
        return "retreat"
    return f"{'defender' if table.to_move else 'attacker'}_PREP{tactics}"


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
    """Tell one move with what it sent to the discard, and what elite cards stood for."""
    move = step.move
    card = move.card.say(seen.lang) if move.card is not None else ""
    lane = 0 if move.lane is None else move.lane
    place = seen.place(seen.lanes[lane])
    told = move.say(seen.lang)
    key = move.verb.replace(" ", "_")
    gone = step.gone
    if move.verb in seen.table.game.deck.tactics:
        played = seen.table.game.card(move.verb)
        told = seen.say("did.tactic", card=played.say(seen.lang))
        gone = tuple(card for card in gone if card != played)
    elif f"board.did.{key}" in entries():
        told = seen.say(f"did.{key}", card=card, lane=lane + 1, place=place)
    if gone and move.verb not in ("declare", "drop"):
        told = seen.say("did.discards", move=told, cards=seen.cards(gone))
    for elite, other in step.stands_for:
        told = seen.say("did.stands_for", move=told, elite=elite.say(seen.lang), card=other)
    return told


def _discard_choice(seen: Sight, may: Offers) -> Node | None:
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


def _pick(seen: Sight, card: Card, move: int | None) -> Node:
    """Draw a card of the open discard as a button; one already chosen is off."""
    said = card.say(seen.lang)
    return el(
        "button",
        small_face(card, seen.lang, aria_hidden="true"),
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
