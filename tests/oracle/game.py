"""What both games share: table, hands, decks, knowledge: `docs/rules.md` sections 2 to 5, 7."""

from copy import deepcopy

from .cards import by_color, in_deck_order, is_elite, is_joker, is_tactic
from .proofs import proves


class Game:
    """Table, hands and decks; a subclass adds the turn (section 7).

    `sides[player][lane]` lists the cards in laying order, `stamps[player][lane]`
    is the ply at which that side last became complete, or 0. Lanes count from 0
    here and from 1 in the texts of moves. `hands[player]` holds clan or siege cards
    first, then tactic cards. With tactics `tactics_played` and `jokers_played` count
    the cards ever played, and `taken` is the card that a ruse or action has chosen.
    `seen[player]` holds the hidden cards whose place this player knows.
    """

    name = ""
    all_cards = ()
    all_tactics = ()
    lanes = 0
    decks = ()  # the names of the two decks in the texts of draws
    switches = ()  # each (name, allowed values), the default first (section 7)
    forced = ("done", "draw", "end")  # alone in a phase these run by themselves

    @property
    def hand_size(self):
        """Return the size up to which hands are filled: 6, with tactics 7."""
        return 7 if self.tactics else 6

    # --- setting up ---

    def _start(self, tactics, given):
        """Set all switches to what is given or to their defaults, and clear the table."""
        for name, allowed in self.switches:
            value = given.pop(name, allowed[0])
            if value not in allowed:
                raise ValueError(f"{name} is none of {allowed}: {value!r}")
            setattr(self, name, value)
        if given:
            raise TypeError(f"unknown switches: {sorted(given)}")
        self._blank(tactics)

    def _blank(self, tactics):
        self.tactics = tactics
        self.ply = 0
        self.outcome = None
        self.hands = [[], []]
        self.deck = []
        self.tactic_deck = []
        self.discard = []
        self.sides = [[[] for _ in range(self.lanes)] for _ in (0, 1)]
        self.stamps = [[0] * self.lanes for _ in (0, 1)]
        self.tactics_played = [0, 0]
        self.jokers_played = [0, 0]
        self.taken = None
        self.seen = [set(), set()]
        self.busy = False  # has anything that counts happened in this turn?
        self.idle_turns = 0  # turns in a row without

    def _deal(self, deck, first, tactic_deck):
        """Deal the first six cards to the player who starts, with tactics seven (section 7)."""
        tactic_deck = self.all_tactics if tactic_deck is None else tactic_deck
        if sorted(deck + tactic_deck) != sorted(self.all_cards + self.all_tactics):
            raise ValueError("a deal holds every card once")
        n = self.hand_size
        self.hands[first] = in_deck_order(deck[:n])
        self.hands[1 - first] = in_deck_order(deck[n : 2 * n])
        self.deck = list(deck[2 * n :])
        self.tactic_deck = list(tactic_deck) if self.tactics else []

    def _place(self, sides, hands, deck, tactic_deck, discard, stamps, ply, modes=()):
        """Fill in a position made by hand; see `position` of the games."""
        self.sides = _by_player(sides, self.lanes, _cards, [])
        self.stamps = _by_player(stamps, self.lanes, int, 0)
        self.hands = [in_deck_order(_cards(hand)) for hand in hands]
        self.discard = by_color(_cards(discard))
        for lane in range(self.lanes):
            self._check_stamps(lane)
        placed = self.on_table() + self.hands[0] + self.hands[1]
        tactics = self.all_tactics if self.tactics else []
        rest = [card for card in self.all_cards if card not in placed]
        self.deck = rest if deck is None else _cards(deck)
        rest = [card for card in tactics if card not in placed]
        self.tactic_deck = rest if tactic_deck is None else _cards(tactic_deck)
        everything = placed + self.deck + self.tactic_deck
        unknown = set(everything) - {*self.all_cards, *tactics}
        if len(set(everything)) < len(everything) or unknown:
            raise ValueError("a card is unknown or lies in two places")
        self.ply = max(self.stamps[0] + self.stamps[1]) if ply is None else ply

    def _count_played(self, tactics_played, jokers_played):
        """Take over the counts of a position made by hand; Jokers by default those laid."""
        laid = [sum(is_joker(c) for side in row for c in side) for row in self.sides]
        self.tactics_played = list(tactics_played)
        self.jokers_played = laid if jokers_played is None else list(jokers_played)

    def _check_stamps(self, lane):
        """Give the only complete side of a lane a stamp; two need theirs given."""
        complete = [p for p in (0, 1) if self.is_complete(p, lane)]
        missing = [p for p in complete if not self.stamps[p][lane]]
        if len(complete) == 2 and missing:
            raise ValueError(f"lane {lane + 1}: two complete sides need stamps")
        for player in missing:
            self.stamps[player][lane] = 1

    # --- reading the table ---

    def demand_at(self, lane):
        """Return what this lane asks for now."""
        raise NotImplementedError

    def is_open(self, lane):
        """Say whether cards may still be laid at this lane."""
        return True

    def open_lanes(self):
        """Return the lanes that are not closed."""
        return [lane for lane in range(self.lanes) if self.is_open(lane)]

    def free_slots(self, player, lane):
        """Return how many cards this player may still lay at this lane."""
        if not self.is_open(lane):
            return 0
        return self.demand_at(lane).size - len(self.sides[player][lane])

    def free_lanes(self, player):
        """Return the lanes at which this player may lay a card."""
        return [lane for lane in range(self.lanes) if self.free_slots(player, lane) > 0]

    def is_complete(self, player, lane):
        """Say whether a side holds as many cards as the lane asks for."""
        return len(self.sides[player][lane]) == self.demand_at(lane).size

    def laid(self, player):
        """Return this player's cards at all open lanes."""
        return [card for lane in self.open_lanes() for card in self.sides[player][lane]]

    def lane_of(self, player, card):
        """Return at which lane of this player a card lies."""
        return next(lane for lane in range(self.lanes) if card in self.sides[player][lane])

    def on_table(self):
        """Return all cards that lie face up."""
        return [card for row in self.sides for side in row for card in side] + list(self.discard)

    def unplayed(self):
        """Return the cards a proof may use: those face up nowhere, both hands too.

        Tactic cards are none of them (sections 3, 5).
        """
        table = set(self.on_table())
        return [card for card in self.all_cards if card not in table]

    def can_prove(self, player, lane):
        """Say whether this player could prove this lane now."""
        if not self.is_complete(player, lane):
            return False
        mine, theirs = self.sides[player][lane], self.sides[1 - player][lane]
        theirs_first = self.stamps[1 - player][lane] < self.stamps[player][lane]
        fills = self.unplayed() + self.unseen_elite()
        jokers = self.jokers_left(1 - player)
        return proves(mine, theirs, fills, self.demand_at(lane), theirs_first, self.name, jokers)

    def unseen_elite(self):
        """Return the elite cards that a refutation may use: none by default (sections 3, 5)."""
        return []

    # --- moves ---

    def legal_moves(self):
        """Return the texts of all legal moves, none when the game is over."""
        if self.outcome is not None:
            return []
        return getattr(self, f"_in_{self.phase.lower()}")()

    def plays(self):
        """Return the texts of all ways to lay a clan or siege card."""
        return self._layings(card for card in self.hands[self.to_move] if not is_tactic(card))

    def _layings(self, cards):
        lanes = self.free_lanes(self.to_move)
        return [f"{card}@{lane + 1}" for card in cards for lane in lanes]

    def tactic_plays(self):
        """Return the texts of all ways to play a tactic card (sections 3, 5).

        Ever played: at most one more than the opponent.
        """
        mine, theirs = (self.tactics_played[p] for p in (self.to_move, 1 - self.to_move))
        if mine + 1 > theirs + 1:
            return []
        held = [card for card in self.hands[self.to_move] if is_tactic(card)]
        return [text for card in held for text in self._ways_to_play(card)]

    def _ways_to_play(self, card):
        if is_elite(card):
            barred = is_joker(card) and self.jokers_left(self.to_move) < 1
            return [] if barred else self._layings([card])
        return self._effects(card)

    def jokers_left(self, player):
        """Return how many more Jokers this player may play."""
        raise NotImplementedError

    def _effects(self, card):
        """Return the ways to play a tactic card that is no elite card."""
        raise NotImplementedError

    def apply(self, text):
        """Make one move, then whatever runs by itself; ValueError if illegal."""
        if text not in self.legal_moves():
            raise ValueError(f"illegal move {text!r} at ply {self.ply}")
        self.ply += 1
        self._do(text)
        self._run_by_itself()

    def _run_by_itself(self):
        while len(moves := self.legal_moves()) == 1 and moves[0].split()[0] in self.forced:
            self._do(moves[0])

    def _do(self, text):
        """Call the method of a move's first word: `_take("r7")` for "take r7"."""
        if "@" in text:
            card, number = text.split("@")
            self._from_hand(card)
            self._play(card, int(number) - 1)
            return
        if is_tactic(text):
            self._from_hand(text)
            self._throw([text])
            self._use(text)
            return
        word, *rest = text.split()
        choice = [int(part) - 1 if part.isdigit() else part for part in rest]
        getattr(self, f"_{word}")(*choice)

    def _from_hand(self, card):
        """Take a card out of the hand to be played, and count it if it is a tactic card."""
        self.hands[self.to_move].remove(card)
        self.seen[1 - self.to_move].discard(card)
        self.busy = True
        if is_tactic(card):
            self.tactics_played[self.to_move] += 1
            self.jokers_played[self.to_move] += is_joker(card)

    def _lay(self, card, lane):
        """Put a card at the end of the mover's side, and stamp the side if it is complete."""
        self.sides[self.to_move][lane].append(card)
        if self.is_complete(self.to_move, lane):
            self.stamps[self.to_move][lane] = self.ply

    def _leave(self, player, lane, card):
        """Take a card from a side, which so loses its stamp."""
        self.sides[player][lane].remove(card)
        self.stamps[player][lane] = 0

    def _lose(self, player, lane, card):
        """Discard a card from a side."""
        self._leave(player, lane, card)
        self._throw([card])

    def _throw(self, cards):
        self.discard = by_color(self.discard + list(cards))

    def available(self):
        """Return the texts of drawing from each deck that has cards."""
        if not self.tactics:
            return ["draw"] if self.deck else []
        decks = (self.deck, self.tactic_deck)
        return [f"draw {name}" for name, deck in zip(self.decks, decks, strict=True) if deck]

    def _draw_from(self, which=None):
        """Put the top card of a deck into the hand; plain "draw" means the only deck."""
        deck = self.tactic_deck if which == "tactic" else self.deck
        card = deck.pop(0)
        self.hands[self.to_move] = in_deck_order([*self.hands[self.to_move], card])
        self.seen[self.to_move].discard(card)
        self.busy = True

    # --- what players see ---

    def copy(self):
        """Return an independent copy."""
        return deepcopy(self)

    def known(self, player):
        """Return where this player knows hidden cards to be, as lists by place.

        Only what was seen and cannot have moved unseen since; nothing is deduced.
        """
        hidden = self.hands[1 - player]
        return {"their_hand": [card for card in hidden if card in self.seen[player]]}

    def view(self, player):
        """Return all that this player may know, and nothing else."""
        mine = self.to_move == player
        seen = {
            "player": player,
            "hand": list(self.hands[player]),
            "other_hand_size": len(self.hands[1 - player]),
            "other_tactics": sum(is_tactic(card) for card in self.hands[1 - player]),
            "deck_size": len(self.deck),
            "tactic_deck_size": len(self.tactic_deck),
            "sides": deepcopy(self.sides),
            "stamps": deepcopy(self.stamps),
            "discard": list(self.discard),
            "to_move": self.to_move,
            "phase": self.phase,
            "ply": self.ply,
            "outcome": self.outcome,
            "tactics_played": list(self.tactics_played),
            "jokers_played": list(self.jokers_played),
            "taken": deepcopy(self.taken),
            "idle_turns": self.idle_turns,
            "legal_moves": self.legal_moves() if mine else [],
            "known": {place: cards for place, cards in self.known(player).items() if cards},
        }
        return seen | self._public(player)

    def _public(self, player):
        raise NotImplementedError


def _cards(text):
    return text.split() if isinstance(text, str) else list(text)


def _by_player(given, lanes, convert, empty):
    """Turn `{lane number: (of player 0, of player 1)}` into rows per player.

    Rows per player, as in the attributes, are taken as they are.
    """
    if isinstance(given, dict) or not given:
        given = given or {}
        nothing = (empty, empty)
        given = [[given.get(n, nothing)[p] for n in range(1, lanes + 1)] for p in (0, 1)]
    return [[convert(entry) for entry in row] for row in given]
