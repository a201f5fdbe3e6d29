"""Boards as tests see them: what the page shows and offers, and whole games played through it."""

import copy
import random
import re
from dataclasses import dataclass
from functools import cache

from stlib.base.words import entries
from stlib.widgets import Board


class Uniform:
    """A bot that chooses any legal move, claims and declarations first."""

    name = "any"

    def choose(self, view, rng):
        legal = view.legal_moves
        won = [move for move in legal if move.verb in ("claim", "declare")]
        return (won or legal)[int(rng.integers(len(won or legal)))]


def against(game, seat=0, **kwargs):
    """Return a board with a person at `seat`."""
    return Board(game, bots={1 - seat: Uniform()}, player=seat, **{"seed": 5, **kwargs})


def send(board, state=..., **message):
    """Send what the page would."""
    number = board.state["n"] if state is ... else state
    board._receive(board, {**message, "state": number}, [])


def nodes(tree):
    """Yield every node of a tree."""
    yield tree
    for kid in tree.get("kids", ()):
        yield from nodes(kid)


def keyed(board, *path):
    """Return the node at a path of keys."""
    node = board.state["tree"]
    for key in path:
        node = next(n for n in nodes(node) if n.get("key") == key)
    return node


def attribute(board, name):
    """Return every value of an attribute in the page."""
    found = (node.get("attrs", {}).get(name) for node in nodes(board.state["tree"]))
    return [value for value in found if value is not None]


def texts(board):
    """Return every text of the page, names for screen readers included."""
    written = [node["text"] for node in nodes(board.state["tree"]) if "text" in node]
    return [*written, *attribute(board, "aria-label"), *attribute(board, "data-label")]


def said(board):
    """Return all texts in one."""
    return "\n".join(texts(board))


def offered(board):
    """Return the ids of all moves that the page can send now."""
    laid = [pair.split(":")[1] for each in attribute(board, "data-moves") for pair in each.split()]
    return {int(number) for number in [*laid, *attribute(board, "data-move")]}


def ids(moves):
    return {move.id for move in moves}


COLORS = {entry["en"]: key[-1] for key, entry in entries().items() if re.match(r"color\.\w$", key)}
SHORT = re.compile(r"(?<![#\w])([rbgyvnk]\d{1,2})\b")
LONG = re.compile(rf"\b({'|'.join(COLORS)}) (\d{{1,2}})\b")


STANDS_FOR = re.compile(r"stands? for \w+ \d+|\bas \w\d+")


def named_cards(text):
    """Return the letter-and-number names of all cards that a text names in any way.

    What an elite card stands for is no card that is somewhere.
    """
    text = STANDS_FOR.sub("", text)
    return {*SHORT.findall(text), *(COLORS[color] + number for color, number in LONG.findall(text))}


def hidden(board, *players):
    """Return the names of the cards that one may not know who does not see `players`' hands."""
    position, known = board.position, sum(board.view.known.values(), ())
    cards = set(position.deck)
    for player in players:
        cards |= set(position.hands[player])
    return set(map(str, cards - set(known)))


def steps(board, seed=1):
    """Play a whole game through the page; yield at every state."""
    chance = random.Random(seed)
    yield
    while board.position.outcome is None:
        legal = ids(board.view.legal_moves)
        send(board, move=chance.choice(sorted(offered(board) & legal)))
        yield


@dataclass(frozen=True)
class Moment:
    """A board at one moment of a game, as far as the page is concerned."""

    position: object
    view: object
    state: dict
    synced: dict
    bundle: dict
    session: object
    error: object


def frozen(session):
    """Return a copy of a session that stays as it is."""
    twin = copy.copy(session)
    twin.steps, twin.past = list(session.steps), list(session.past)
    return twin


@cache
def played(game, seat, lang="en", variant=None):
    """Return all moments of one whole game against a bot, played through the page."""
    board = against(game, seat, seed=None, lang=lang, variant=variant)
    return board._session.seed, [
        Moment(
            board.position,
            board.view,
            board.state,
            board.get_state(),
            board._repr_mimebundle_()[0],
            frozen(board._session),
            board.error,
        )
        for _ in steps(board)
    ]


def shown(widget, monkeypatch):
    """Show a widget in a notebook; return the outputs of its cell, which later updates change."""
    outputs, places = [], {}

    def display(data, metadata=None, raw=False, display_id=None, update=False):
        if update:
            places[display_id]["data"] = data
            return
        outputs.append({"data": data, "metadata": metadata or {}})
        places[display_id] = outputs[-1]

    monkeypatch.setattr("stlib.widgets.page_widget.display", display)
    widget._ipython_display_()
    return outputs
