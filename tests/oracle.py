"""A slow, obvious second reading of the base rules, used only in tests.

It follows `docs/rules.md` (sections 1, 2, 4 and 7, and the expert variant of
section 3) and shares no line with the libraries. Cards are texts such as "r9";
everything is lists, and every proof tries all fills one after another.

Tactics are not read here yet. Their places are `demand_at` (combat modes),
`unplayed` (discarded and elite cards), `_lay` and `_lose` (effects of an
arriving and of a leaving card) and the phases in `_do`.
"""

from copy import deepcopy
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

KINDS = ("sum", "run", "color", "same_value", "color_run")  # weakest first, section 1
ALL_KINDS = KINDS

ST1_DECK = [f"{color}{value}" for value in range(1, 10) for color in "rbgyvn"]
ST2_DECK = [f"{color}{value}" for value in range(12) for color in "rbgyk"]


# --- cards and formations (section 1) ---------------------------------------


def value_of(card):
    """Return the number on a card: 9 for "r9"."""
    return int(card[1:])


def color_of(card):
    """Return the colour letter of a card: "r" for "r9"."""
    return card[0]


def in_deck_order(cards):
    """Return the cards sorted by value, then by colour in the order of the decks."""
    return sorted(cards, key=lambda card: (value_of(card), "rbgyvnk".index(card[0])))


def total(cards):
    """Return the sum of the values."""
    return sum(value_of(card) for card in cards)


def shown(cards):
    """Return all kinds whose property the cards have.

    A colour run also shows a run and a colour; everything shows a sum. There is
    no wrap, and the order of laying never matters (section 1).
    """
    values = sorted(value_of(card) for card in cards)
    one_color = len({color_of(card) for card in cards}) == 1
    consecutive = values == list(range(values[0], values[0] + len(values)))
    found = ["sum"]
    if consecutive:
        found.append("run")
    if one_color:
        found.append("color")
    if values[0] == values[-1]:
        found.append("same_value")
    if one_color and consecutive:
        found.append("color_run")
    return found


def kind(cards, kinds=ALL_KINDS, color_run="plain"):
    """Return the strongest of a lane's kinds that the cards show (sections 1, 4).

    `color_run` is the switch `color_run_on_restricted`: at a tile that asks for a
    colour or a run a colour run is nothing special ("plain"), a kind of its own
    above the one asked for ("above"), or no better than a sum ("sum").
    """
    properties = shown(cards)
    asks_for_part = "color_run" not in kinds and ("color" in kinds or "run" in kinds)
    if asks_for_part and color_run != "plain" and "color_run" in properties:
        return "color_run" if color_run == "above" else "sum"
    return [name for name in properties if name in kinds][-1]


def best_kind_of_hand(hand):
    """Return the strongest kind among all three-card choices from a hand."""
    found = {kind(three) for three in combinations(hand, 3)}
    return [name for name in KINDS if name in found][-1]


# --- demands (sections 2, 3 and 4) ------------------------------------------


class Demand(NamedTuple):
    """What a lane asks for: slots, kinds that count, +1 or -1 (lower total wins)."""

    size: int
    kinds: tuple
    sign: int
    color_run: str = "plain"


ST1_STONE = Demand(3, ALL_KINDS, +1)
MUD_FIGHT = Demand(4, ALL_KINDS, +1)
BLIND_MANS_BLUFF = Demand(3, ("sum",), +1)

# number: (intact, damaged), each (slots, kinds, sign); the table of section 4
TILES = {
    1: ((3, ("sum",), +1), (3, ("sum", "run"), +1)),
    2: ((4, ALL_KINDS, +1), (2, ("sum", "same_value"), +1)),
    3: ((3, ALL_KINDS, +1), (3, ("sum", "color"), +1)),
    4: ((2, ALL_KINDS, +1), (4, ("sum",), -1)),
    5: ((3, ALL_KINDS, +1), (3, ("sum", "color"), +1)),
    6: ((4, ALL_KINDS, +1), (2, ("sum", "same_value"), +1)),
    7: ((3, ("sum",), -1), (3, ("sum", "run"), +1)),
}


def tile_demand(lane_number, damaged, color_run="plain"):
    """Return the demand of an ST2 wall tile, numbered from 1 (section 4)."""
    intact_row, damaged_row = TILES[lane_number]
    return Demand(*(damaged_row if damaged else intact_row), color_run)


# --- comparing and proving (sections 1, 2 and 4) ----------------------------


def key(cards, demand):
    """Return a sortable strength of a complete side: first the kind, then the total."""
    if len(cards) != demand.size:
        raise ValueError(f"{len(cards)} cards are no formation of {demand.size}")
    rank = KINDS.index(kind(cards, demand.kinds, demand.color_run))
    return rank, demand.sign * total(cards)


def refutation(mine, theirs, unplayed, demand):
    """Return the first fill with which `theirs` strictly beats `mine`, or None.

    A fill that only equals does not refute, since `mine` was complete earlier;
    with fewer unplayed cards than free slots nothing refutes (sections 2, 4).
    A complete `theirs` has one fill, the empty one.
    """
    return _refutation(tuple(mine), tuple(theirs), tuple(unplayed), demand)


@lru_cache(maxsize=10_000)  # the same question comes back in every phase of a turn
def _refutation(mine, theirs, unplayed, demand):
    to_beat = key(mine, demand)
    free = demand.size - len(theirs)
    for fill in combinations(in_deck_order(unplayed), free):
        if key(theirs + fill, demand) > to_beat:
            return fill
    return None


def proves(mine, theirs, unplayed, demand, theirs_first=False):
    """Say whether the owner of `mine` may take the lane (sections 2, 4).

    `theirs_first`: their side was complete earlier, so equal is not enough.
    """
    if len(mine) < demand.size:
        return False
    if len(theirs) < demand.size:
        return refutation(mine, theirs, unplayed, demand) is None
    if key(mine, demand) == key(theirs, demand):
        return not theirs_first
    return key(mine, demand) > key(theirs, demand)


# --- what both games share ---------------------------------------------------


class Game:
    """Table, hands and deck; a subclass adds the turn (section 7).

    `sides[player][lane]` lists the cards in laying order, `stamps[player][lane]`
    is the ply at which that side last became complete, or 0. Lanes count from 0
    here and from 1 in the texts of moves.
    """

    all_cards = ()
    lanes = 0
    hand_size = 6
    forced = ("done", "draw", "end")  # alone in a phase these run by themselves

    def _blank(self):
        self.ply = 0
        self.outcome = None
        self.hands = [[], []]
        self.deck = []
        self.discard = []
        self.sides = [[[] for _ in range(self.lanes)] for _ in (0, 1)]
        self.stamps = [[0] * self.lanes for _ in (0, 1)]

    def _deal(self, deck, first):
        if sorted(deck) != sorted(self.all_cards):
            raise ValueError("a deal holds every card once")
        n = self.hand_size
        self.hands[first] = in_deck_order(deck[:n])
        self.hands[1 - first] = in_deck_order(deck[n : 2 * n])
        self.deck = list(deck[2 * n :])

    def _put(self, sides, hands, deck, discard, stamps, ply):
        """Fill in a position made by hand; see `position` of the games."""
        self.sides = _by_player(sides, self.lanes, _cards, [])
        self.stamps = _by_player(stamps, self.lanes, int, 0)
        self.hands = [in_deck_order(_cards(hand)) for hand in hands]
        self.discard = _by_color(_cards(discard))
        for lane in range(self.lanes):
            self._check_stamps(lane)
        placed = self.on_table() + self.hands[0] + self.hands[1]
        rest = [card for card in self.all_cards if card not in placed]
        self.deck = rest if deck is None else _cards(deck)
        everything = placed + self.deck
        if len(set(everything)) < len(everything) or set(everything) - set(self.all_cards):
            raise ValueError("a card is unknown or lies in two places")
        self.ply = max(self.stamps[0] + self.stamps[1]) if ply is None else ply

    def _check_stamps(self, lane):
        """Give the only complete side of a lane a stamp; two need theirs given."""
        complete = [p for p in (0, 1) if self.is_complete(p, lane)]
        missing = [p for p in complete if not self.stamps[p][lane]]
        if len(complete) == 2 and missing:
            raise ValueError(f"lane {lane + 1}: two complete sides need stamps")
        for player in missing:
            self.stamps[player][lane] = 1

    def demand_at(self, lane):
        """Return what this lane asks for now."""
        raise NotImplementedError

    def legal_moves(self):
        """Return the texts of all legal moves, none when the game is over."""
        raise NotImplementedError

    def is_open(self, lane):
        """Say whether cards may still be laid at this lane."""
        return True

    def free_slots(self, player, lane):
        """Return how many cards this player may still lay at this lane."""
        if not self.is_open(lane):
            return 0
        return self.demand_at(lane).size - len(self.sides[player][lane])

    def is_complete(self, player, lane):
        """Say whether a side holds as many cards as the lane asks for."""
        return len(self.sides[player][lane]) == self.demand_at(lane).size

    def on_table(self):
        """Return all cards that lie face up."""
        return [card for row in self.sides for side in row for card in side] + list(self.discard)

    def unplayed(self):
        """Return the cards a proof may use: those face up nowhere, both hands too."""
        table = self.on_table()
        return [card for card in self.all_cards if card not in table]

    def can_prove(self, player, lane):
        """Say whether this player could prove this lane now."""
        mine, theirs = self.sides[player][lane], self.sides[1 - player][lane]
        theirs_first = self.stamps[1 - player][lane] < self.stamps[player][lane]
        return proves(mine, theirs, self.unplayed(), self.demand_at(lane), theirs_first)

    def plays(self):
        """Return the texts of all ways to lay a card."""
        return [
            f"{card}@{lane + 1}"
            for card in self.hands[self.to_move]
            for lane in range(self.lanes)
            if self.free_slots(self.to_move, lane) > 0
        ]

    def apply(self, text):
        """Make one move, then whatever runs by itself; ValueError if illegal."""
        if text not in self.legal_moves():
            raise ValueError(f"illegal move {text!r} at ply {self.ply}")
        self.ply += 1
        self._do(text)
        self._run_by_itself()

    def _run_by_itself(self):
        while len(self.legal_moves()) == 1 and self.legal_moves()[0] in self.forced:
            self._do(self.legal_moves()[0])

    def _do(self, text):
        raise NotImplementedError

    def _lay(self, card, lane):
        """Put a card outermost at the mover's side; stamp a completed side."""
        self.sides[self.to_move][lane].append(card)
        if self.is_complete(self.to_move, lane):
            self.stamps[self.to_move][lane] = self.ply

    def _lose(self, player, lane, card):
        """Discard a card from a side, which so loses its stamp."""
        self.sides[player][lane].remove(card)
        self.stamps[player][lane] = 0
        self._throw([card])

    def _throw(self, cards):
        self.discard = _by_color(self.discard + list(cards))

    def _draw_one(self):
        self.hands[self.to_move] = in_deck_order(self.hands[self.to_move] + [self.deck.pop(0)])

    def copy(self):
        """Return an independent copy."""
        return deepcopy(self)

    def view(self, player):
        """Return all that this player may know, and nothing else."""
        mine = self.to_move == player
        seen = {
            "player": player,
            "hand": list(self.hands[player]),
            "other_hand_size": len(self.hands[1 - player]),
            "deck_size": len(self.deck),
            "sides": deepcopy(self.sides),
            "stamps": deepcopy(self.stamps),
            "discard": list(self.discard),
            "to_move": self.to_move,
            "phase": self.phase,
            "ply": self.ply,
            "outcome": self.outcome,
            "legal_moves": self.legal_moves() if mine else [],
        }
        return seen | self._public()

    def _public(self):
        raise NotImplementedError


def _cards(text):
    return text.split() if isinstance(text, str) else list(text)


def _by_color(cards):
    """Sort as the discard lies open: by colour, then value (section 4)."""
    return sorted(cards, key=lambda c: ("rbgyvnk".index(c[0]), value_of(c)))


def _by_player(given, lanes, convert, empty):
    """Turn `{lane number: (of player 0, of player 1)}` into rows per player.

    Rows per player, as in the attributes, are taken as they are.
    """
    if isinstance(given, dict) or not given:
        given = given or {}
        nothing = (empty, empty)
        given = [[given.get(n, nothing)[p] for n in range(1, lanes + 1)] for p in (0, 1)]
    return [[convert(entry) for entry in row] for row in given]


# --- Schotten Totten (sections 2 and 3) --------------------------------------


class ST1(Game):
    """Schotten Totten: base game, or expert with `claim_timing="start_of_turn"`.

    Phases PLAY and CLAIM, in the expert game the other way round; drawing runs by
    itself. `claimed[lane]` is None or the owner. `outcome` is None or
    `(winner or None, reason, (stones of 0, stones of 1))`.
    """

    all_cards = ST1_DECK
    lanes = 9

    def __init__(self, deck, first=0, claim_timing="after_play", deadlock="count"):
        self._switches(claim_timing, deadlock)
        self._deal(deck, first)
        self._begin_turn(first)
        self._run_by_itself()

    def _switches(self, claim_timing, deadlock):
        assert claim_timing in ("after_play", "start_of_turn")
        assert deadlock in ("count", "none")
        early = claim_timing == "start_of_turn"
        self.order = ("CLAIM", "PLAY") if early else ("PLAY", "CLAIM")
        self.deadlock = deadlock
        self._blank()
        self.claimed = [None] * self.lanes
        self.idle_turns = 0  # turns in a row with nothing laid, claimed or drawn

    @classmethod
    def position(
        cls,
        *,
        sides=(),
        hands=("", ""),
        deck=None,
        claimed=(),
        stamps=(),
        to_move=0,
        phase=None,
        ply=None,
        idle_turns=0,
        busy=False,
        claim_timing="after_play",
        deadlock="count",
    ):
        """Build a position by hand.

        `sides`, `stamps` and `claimed` go by lane number from 1:
        `sides={5: ("r7 r8 r9", "b8")}`, `stamps={5: (3, 0)}`, `claimed={1: 0}`; or
        as the attributes hold them. Without `deck` it holds all other cards in
        order. `phase` is the first of the turn; `busy` says that in this turn
        something was laid or claimed already.
        """
        game = cls.__new__(cls)
        game._switches(claim_timing, deadlock)
        game._put(sides, hands, deck, "", stamps, ply)
        if isinstance(claimed, dict):
            claimed = [claimed.get(number) for number in range(1, cls.lanes + 1)]
        game.claimed = list(claimed or game.claimed)
        game.idle_turns = idle_turns
        game._begin_turn(to_move)
        game.phase = phase or game.order[0]
        game.busy = busy
        game._run_by_itself()
        return game

    def demand_at(self, lane):
        """Return what this stone asks for."""
        return ST1_STONE

    def is_open(self, lane):
        """Say whether nobody has claimed this stone (a claimed one is closed)."""
        return self.claimed[lane] is None

    def legal_moves(self):
        """Return the texts of all legal moves, none when the game is over."""
        if self.outcome is not None:
            return []
        if self.phase == "PLAY":
            return self.plays() or ["pass"]  # passing only where nothing can be laid
        claims = [
            f"claim {lane + 1}"
            for lane in range(self.lanes)
            if self.is_open(lane) and self.can_prove(self.to_move, lane)
        ]
        return [*claims, "done"]

    def _do(self, text):
        if text.startswith("claim "):
            self._claim(int(text.split()[1]) - 1)
            return
        if "@" in text:
            card, number = text.split("@")
            self.hands[self.to_move].remove(card)
            self._lay(card, int(number) - 1)
            self.busy = True
        if self.phase == self.order[0]:
            self.phase = self.order[1]
        else:
            self._end_turn()

    def _claim(self, lane):
        """Take a stone; three side by side or five in all win at once (section 2)."""
        self.claimed[lane] = self.to_move
        self.busy = True
        reason = self.victory(self.to_move)
        if reason:
            self.outcome = (self.to_move, reason, self.stones())

    def victory(self, player):
        """Return "adjacent", "five" or None; "adjacent" where both are true."""
        own = [owner == player for owner in self.claimed]
        if any(all(own[lane : lane + 3]) for lane in range(self.lanes - 2)):
            return "adjacent"
        return "five" if sum(own) >= 5 else None

    def stones(self):
        """Return how many stones each player holds."""
        return self.claimed.count(0), self.claimed.count(1)

    def _begin_turn(self, player):
        self.to_move = player
        self.phase = self.order[0]
        self.busy = False

    def _end_turn(self):
        """Draw, look for a deadlock, hand over (section 2)."""
        if self.deck and len(self.hands[self.to_move]) < self.hand_size:
            self._draw_one()
            self.busy = True
        self.idle_turns = 0 if self.busy else self.idle_turns + 1
        if self.idle_turns == 2:
            self._stop()
        else:
            self._begin_turn(1 - self.to_move)

    def _stop(self):
        """End a game in which nothing happens any more (section 2, `deadlock`)."""
        if self.deadlock == "none":
            self.outcome = (None, "deadlock", self.stones())
            return
        for lane in range(self.lanes):
            if self.is_open(lane):
                self.claimed[lane] = self._stronger(lane)
        winners = [player for player in (0, 1) if self.victory(player)]
        a, b = self.stones()
        if len(winners) != 1:  # both or neither: more stones, equal is a draw
            winners = [] if a == b else [0 if a > b else 1]
        self.outcome = (winners[0] if winners else None, "count", (a, b))

    def _stronger(self, lane):
        """Return who wins this stone as it lies, None if both are incomplete."""
        complete = [p for p in (0, 1) if self.is_complete(p, lane)]
        return max(
            complete,
            key=lambda p: (key(self.sides[p][lane], ST1_STONE), -self.stamps[p][lane]),
            default=None,
        )

    def _public(self):
        return {"claimed": list(self.claimed), "idle_turns": self.idle_turns}


# --- Schotten Totten 2 (section 4) --------------------------------------------

ATTACKER, DEFENDER = 0, 1


class ST2(Game):
    """Schotten Totten 2, base game: player 0 attacks and starts.

    Phases PREP, MID (attacker, before drawing) and END (attacker, after it).
    `outcome` is None or `(winner, reason, (damaged tiles, intact tiles))`.
    """

    all_cards = ST2_DECK
    lanes = 7

    def __init__(
        self,
        deck,
        color_run_on_restricted="plain",
        defender_full="defender_wins",
        attacker_draws_last="defender_then_last",
    ):
        self._switches(color_run_on_restricted, defender_full, attacker_draws_last)
        self._deal(deck, ATTACKER)
        self._begin_turn(ATTACKER)

    def _switches(self, color_run_on_restricted, defender_full, attacker_draws_last):
        assert color_run_on_restricted in ("plain", "above", "sum")
        assert defender_full in ("defender_wins", "pass_and_draw")
        assert attacker_draws_last in ("defender_then_last", "last_now")
        self.color_run = color_run_on_restricted
        self.defender_full = defender_full
        self.attacker_draws_last = attacker_draws_last
        self._blank()
        self.damaged = [False] * self.lanes
        self.cauldrons = 3

    @classmethod
    def position(
        cls,
        *,
        sides=(),
        hands=("", ""),
        deck=None,
        damaged=(),
        stamps=(),
        discard="",
        cauldrons=3,
        to_move=0,
        phase="PREP",
        ply=None,
        poured=False,
        drew=False,
        color_run_on_restricted="plain",
        defender_full="defender_wins",
        attacker_draws_last="defender_then_last",
    ):
        """Build a position by hand.

        `sides` and `stamps` as for `ST1.position`; `damaged` lists tile numbers
        from 1, or is a list of seven truth values. `poured`: the defender used a
        cauldron in this turn; `drew`: the attacker drew in this turn.
        """
        game = cls.__new__(cls)
        game._switches(color_run_on_restricted, defender_full, attacker_draws_last)
        if not (len(damaged) == cls.lanes and all(type(d) is bool for d in damaged)):
            damaged = [number in damaged for number in range(1, cls.lanes + 1)]
        game.damaged = list(damaged)
        game._put(sides, hands, deck, discard, stamps, ply)
        game.cauldrons = cauldrons
        game._begin_turn(to_move)
        game.phase, game.poured, game.drew = phase, poured, drew
        game._run_by_itself()
        return game

    def demand_at(self, lane):
        """Return what this tile asks for, intact or damaged."""
        return tile_demand(lane + 1, self.damaged[lane], self.color_run)

    def legal_moves(self):
        """Return the texts of all legal moves, none when the game is over."""
        if self.outcome is not None:
            return []
        if self.to_move == DEFENDER:
            return self._pours() + (self.plays() or ["pass"])
        if self.phase == "PREP":
            cannot_lay = [] if self.hands[ATTACKER] else ["pass"]
            return self._declarations() + self._retreats() + self.plays() + cannot_lay
        return [*self._declarations(), "draw" if self.phase == "MID" else "end"]

    def _declarations(self):
        return [
            f"declare {lane + 1}" for lane in range(self.lanes) if self.can_prove(ATTACKER, lane)
        ]

    def _retreats(self):
        return self._at_attacker_cards("retreat")

    def _pours(self):
        """At most one cauldron a turn, three a game, only where a card can go."""
        if self.poured or self.cauldrons == 0:
            return []
        return self._at_attacker_cards("pour")

    def _at_attacker_cards(self, word):
        return [f"{word} {lane + 1}" for lane in range(self.lanes) if self.sides[ATTACKER][lane]]

    def _do(self, text):
        if text == "draw":
            self._draw_one()
            self.drew = True
            self.phase = "END"
        elif text == "end":
            self._end_attacker_turn()
        elif text == "pass":
            self._after_laying()
        elif "@" in text:
            card, number = text.split("@")
            self._play(card, int(number) - 1)
            self._after_laying()
        else:
            word, number = text.split()
            act = {"declare": self._declare, "retreat": self._retreat, "pour": self._pour}
            act[word](int(number) - 1)

    def _declare(self, lane):
        """Win at a damaged tile; damage an intact one, the fourth wins."""
        if self.damaged[lane]:
            self._over(ATTACKER, "breach")
            return
        self.damaged[lane] = True
        self._clear(lane, ATTACKER)
        self._clear(lane, DEFENDER)
        if sum(self.damaged) == 4:
            self._over(ATTACKER, "four_tiles")

    def _retreat(self, lane):
        """Discard all own cards at one tile."""
        self._clear(lane, ATTACKER)

    def _pour(self, lane):
        """Discard the attacker's card nearest the wall, the first one laid."""
        self.cauldrons -= 1
        self.poured = True
        self._lose(ATTACKER, lane, self.sides[ATTACKER][lane][0])

    def _play(self, card, lane):
        """Lay a card, or lose it together with the 0 or 11 of its colour opposite."""
        other = 1 - self.to_move
        self.hands[self.to_move].remove(card)
        partner = {0: f"{color_of(card)}11", 11: f"{color_of(card)}0"}.get(value_of(card))
        if partner in self.sides[other][lane]:
            self._lose(other, lane, partner)
            self._throw([card])
        else:
            self._lay(card, lane)

    def _clear(self, lane, player):
        self._throw(self.sides[player][lane])
        self.sides[player][lane] = []
        self.stamps[player][lane] = 0

    def _after_laying(self):
        if self.to_move == ATTACKER:
            self.phase = "MID" if self.deck else "END"
            return
        if self.deck:
            self._draw_one()
        self._begin_turn(ATTACKER)

    def _end_attacker_turn(self):
        """After the last card the attacker has one more turn, without a draw."""
        last_turn = not self.drew or self.attacker_draws_last == "last_now"
        if not self.deck and last_turn:
            self._over(DEFENDER, "held")
        else:
            self._begin_turn(DEFENDER)

    def _begin_turn(self, player):
        self.to_move = player
        self.phase = "PREP"
        self.poured = False
        self.drew = False
        full = not any(self.free_slots(DEFENDER, lane) for lane in range(self.lanes))
        if player == DEFENDER and full and self.defender_full == "defender_wins":
            self._over(DEFENDER, "full")

    def _over(self, winner, reason):
        hit = sum(self.damaged)
        self.outcome = (winner, reason, (hit, self.lanes - hit))

    def _public(self):
        return {
            "damaged": list(self.damaged),
            "cauldrons": self.cauldrons,
            "poured": self.poured,
            "drew": self.drew,
        }
