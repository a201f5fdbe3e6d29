"""What Schotten Totten 2 draws and says of its own: wall tiles, oil, declarations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, cast

from st2lib import rules
from stlib.base.words import say
from stlib.cards.card import Card
from stlib.cards.demand import Demand, Kind, demanded_kind
from stlib.play.named_demands import say_demand
from stlib.play.table import Lane, Table
from stlib.svg.faces import ACTION, ELITE, TacticClass
from stlib.svg.game_drawing import GameDrawing
from stlib.svg.layout import LABEL, Layout
from stlib.svg.shapes import Node, el, fitted, moved, path, pictogram, placed, words
from stlib.svg.viewpoint import Viewpoint

if TYPE_CHECKING:
    from st2lib.position import View

__all__ = ["DRAWING", "DROP", "tile"]

DROP = "M 0 -10 C 4 -4 7 -1 7 3 A 7 7 0 1 1 -7 3 C -7 -1 -4 -4 0 -10 Z"
_BAND = 82  # height of the wall
_ELITES = rules.DECK.tactics[: rules.REDEPLOY - rules.CARDS]


class _Drawing(GameDrawing):
    """What Schotten Totten 2 draws and says of its own."""

    tactic_classes: ClassVar[dict[str, TacticClass]] = {
        **dict.fromkeys(_ELITES, ELITE),
        **dict.fromkeys(rules.ACTION_NAMES, ACTION),
    }
    deck_word = "siege"
    backs_at = 340
    claim_verb = "declare"
    lane_verbs = ("declare", "retreat", "pour", "at")
    main_verbs = ("declare", "at")
    claim_phases = ("PREP", "MID", "END")

    # --- lanes ------------------------------------------------------------------------------

    def slots(self, seen: Viewpoint) -> int:
        """Return the most cards that any tile takes, so that a flipped tile moves nothing."""
        return rules.SLOTS

    def middle_height(self, seen: Viewpoint) -> int:
        """Return the height of the wall."""
        return _BAND

    def act_height(self, seen: Viewpoint, live: bool) -> int:
        """Return the height of the row for retreats, or for the defender's own oil."""
        return LABEL + 2 if live or seen.seat == rules.DEFENDER else 0

    def middle(self, seen: Viewpoint, lane: Lane, at: Layout) -> list[Node | None]:
        """Draw the wall tile."""
        facts = lane.number, lane.say(seen.lang), lane.demand, lane.damaged
        drawn = tile(*facts, seen.lang, at.column - 6, _BAND - 4)
        return [moved(3, at.middle + 2, *drawn, key="tile", aria_hidden="true")]

    def card_mark(self, seen: Viewpoint, lane: Lane, player: int, card: Card) -> Node | None:
        """Draw a drop on the card that oil would take."""
        if player != rules.ATTACKER or _table(seen).oil_takes(lane.number - 1) != card:
            return None
        return path(DROP, "oil", "white", stroke_width=1.5, transform=placed(-5, 14, 0.9))

    def button_heights(self, seen: Viewpoint, lane: Lane, at: Layout) -> dict[str, float]:
        """Return where buttons begin: declare on the own cards, oil on theirs, retreat below."""
        own = seen.seat == rules.ATTACKER
        return {
            "declare": at.on_own_cards(lane),
            "retreat": at.act + 1,
            "pour": at.on_their_cards,
            "at": at.act + 1 if own else at.middle + 51,  # where no other button can be
        }

    def place(self, seen: Viewpoint, lane: Lane) -> str:
        """Return a tile's number and name: ``Tile 4, Gate``."""
        return seen.say("tile", number=lane.number, name=lane.say(seen.lang))

    def asked(self, seen: Viewpoint, lane: Lane) -> str:
        """Return in words which face of a tile is up and what it asks for."""
        face = seen.say("damaged" if lane.damaged else "intact")
        return f"{face}, {say_demand(lane.demand, rules.NAME, seen.lang)}"

    # --- beside the lanes -------------------------------------------------------------------

    def role(self, seen: Viewpoint, player: int) -> str:
        """Return ``attacker`` or ``defender``; a spectator's names say it already."""
        return "" if seen.you is None else seen.say(f"role.{player}")

    def beside_hand(
        self, seen: Viewpoint, player: int, x: float, y: float, scale: float = 1
    ) -> list[Node]:
        """Draw the defender's cauldrons."""
        if player != rules.DEFENDER:
            return []
        left = _table(seen).cauldrons
        pots = [_cauldron(15 + 33 * i, 0, i < left) for i in range(rules.CAULDRONS)]
        label = seen.say("oil_left", n=left)
        place = placed(x, y, scale)
        return [el("g", *pots, key="oil", role="img", aria_label=label, transform=place)]

    def has_discard(self, seen: Viewpoint) -> bool:
        """Return whether cards can be discarded: oil and retreat do so in every variant."""
        return True

    def spoken_piles(self, seen: Viewpoint) -> list[str]:
        """Say how much oil is left."""
        return [seen.say("oil_left", n=_table(seen).cauldrons)]

    # --- what the board says ----------------------------------------------------------------

    def lanes_ask(self, seen: Viewpoint) -> str:
        """Return where it stands what a tile asks for."""
        return seen.say("aid.wall")

    def score(self, seen: Viewpoint) -> str:
        """Return how many tiles are damaged."""
        return seen.say("aid.tiles", a=len(_table(seen).damaged))

    def hints(self, seen: Viewpoint) -> list[str]:
        """Return how tiles are counted, and what a drop marks."""
        return [seen.say("keys_siege")]

    def remark(self, seen: Viewpoint) -> str:
        """Return whether this is the attacker's last turn."""
        return seen.say("turn.last") if _table(seen).last_turn else ""

    def stage(self, seen: Viewpoint) -> str:
        """Return which text tells the player to move what may be done."""
        view, tactics = _table(seen), "_tactics" if seen.tactics else ""
        verbs = {move.verb for move in view.legal_moves}
        if "pass" in verbs:
            return f"pass{tactics}"
        if view.phase == "MID":
            return f"MID{tactics}"
        if view.phase != "PREP":
            return view.phase
        if not verbs & {"play", *rules.ACTION_NAMES}:
            return "retreat"
        return f"{'defender' if view.to_move else 'attacker'}_PREP{tactics}"

    def left(self, seen: Viewpoint) -> int:
        """Return how many cards Exchange or Support still asks for."""
        view = _table(seen)
        if view.phase == "GIVE":
            return rules.EXCHANGED - len(self.chosen(view))
        if _asks_support(view):
            return rules.SUPPORTED - len(self.chosen(view))
        return 1

    # --- what the board offers --------------------------------------------------------------

    def may_try_to_claim(self, table: Table) -> bool:
        """Return whether the player to move may try to declare: the attacker alone."""
        return table.to_move == rules.ATTACKER and super().may_try_to_claim(table)

    def chosen(self, table: Any) -> frozenset[Card]:
        """Return the cards already given in an Exchange, or chosen for Support."""
        left = {move.card for move in table.legal_moves}
        if table.phase == "GIVE" and left:
            return frozenset(table.hand) - left
        if _asks_support(table):
            return frozenset(card for card in table.discard if not card.tactic) - left
        return frozenset()


def _table(seen: Viewpoint) -> View:
    """Return the table as one of this game's; of a position the same is asked."""
    return cast("View", seen.table)


def _asks_support(table: Table) -> bool:
    """Return whether Support asks for cards of the discard."""
    return table.phase == "TAKE" and table.asking is not None and table.asking.tactic == "support"


# --- shapes -------------------------------------------------------------------------------


def tile(
    number: int, name: str, demand: Demand, damaged: bool, lang: str, w: float, h: float
) -> list[Node]:
    """Draw a wall tile: number and name, what it asks for, its face."""
    kind = demanded_kind(demand)
    asked: list[Node]
    if kind is None:
        asked = [fitted(w / 2 + 12, 50, say("board.tile_all", lang), w - 36)]
    elif kind == Kind.SUM:
        text = say("board.tile_higher" if demand.sign > 0 else "board.tile_lower", lang)
        asked = [
            el("g", pictogram(kind, 0, 0), transform=placed(31, 50, 0.55)),
            fitted(w - 24, 50, text, 40),
        ]
    else:
        asked = [pictogram(kind, w / 2 - 2, 51)]
    face = say("board.damaged" if damaged else "board.intact", lang)
    return [
        *_stonework(w, h, damaged),
        fitted(w / 2, 30, f"{number} {name}", w - 8, 18, font_weight=700),
        words(3, 50, f"{demand.size}×", 18, font_weight=700),
        *asked,
        fitted(w / 2, 71, face, w - 10, 18, fill="ink" if damaged else "quiet"),
    ]


def _cauldron(x: float, y: float, full: bool) -> Node:
    """Draw an oil cauldron, or the outline of one that has been used."""
    pot = "M -13 -7 L 13 -7 L 11 -3 C 14 6 8 12 0 12 C -8 12 -14 6 -11 -3 Z"
    fill = "oil" if full else ""
    dash = None if full else "3 3"
    return path(
        pot, fill, "quiet", stroke_width=2, stroke_dasharray=dash, transform=placed(x, y, 1)
    )


def _stonework(w: float, h: float, damaged: bool) -> list[Node]:
    """Draw a wall tile's stonework: whole with battlements, or broken."""
    if damaged:
        jags = ((0, 9), (0.16, 1), (0.3, 11), (0.48, 4), (0.6, 12), (0.8, 2), (1, 10))
        edge = "M " + " L ".join(f"{w * x:.1f} {y}" for x, y in jags)
    else:
        step = w / 7
        edge = "M 0 9 " + " ".join(
            f"L {i * step:.1f} {9 * (1 - i % 2)} L {(i + 1) * step:.1f} {9 * (1 - i % 2)}"
            for i in range(7)
        )
    fill, line = ("broken", "broken_edge") if damaged else ("wall", "wall_edge")
    around = f"{edge} L {w} {h} L 0 {h} Z"
    return [path(around, fill, line, stroke_width=2, stroke_linejoin="round")]


DRAWING = _Drawing()
