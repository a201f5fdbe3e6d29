"""Schotten Totten 2, base game and tactics: `docs/rules.md` sections 4, 5 and 7."""

from .cards import ST2_DECK, ST2_TACTICS, color_of, in_deck_order, is_tactic, value_of
from .game import Game
from .proofs import tile_demand

ATTACKER, DEFENDER = 0, 1


class ST2(Game):
    """Schotten Totten 2: player 0 attacks and starts.

    Phases PREP, then after an action TAKE, PUT, AT or GIVE, then MID (attacker, before
    drawing) and END (attacker, after it), or DRAW (defender). `outcome` is None or
    `(winner, reason, (damaged tiles, intact tiles))`. `shuffler` is what Support does
    with the deck and its two cards: by default the two lie lowest.
    """

    name = "ST2"
    all_cards = ST2_DECK
    all_tactics = ST2_TACTICS
    lanes = 7
    decks = ("siege", "tactic")
    switches = (
        ("color_run_on_restricted", ("plain", "above", "sum")),
        ("defender_full", ("defender_wins", "pass_and_draw")),
        ("attacker_draws_last", ("defender_then_last", "last_now")),
        ("tactic_end", ("siege", "both")),
        ("joker_limit_st2", ("none", "one")),
        ("zero_eleven_by_actions", ("yes", "no")),
    )

    def __init__(self, deck, *, tactics=False, tactic_deck=None, **switches):
        self._start(tactics, switches)
        self._deal(deck, ATTACKER, tactic_deck)
        self._begin_turn(ATTACKER)

    def _blank(self, tactics):
        super()._blank(tactics)
        self.damaged = [False] * self.lanes
        self.cauldrons = 3
        self.ending = False  # the end has started: nobody draws any more
        self.shuffler = list

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
        idle_turns=0,
        busy=False,
        ending=None,
        tactics=False,
        tactic_deck=None,
        tactics_played=(0, 0),
        jokers_played=None,
        action=None,
        taken=None,
        supporting=(),
        given=((), ()),
        seen=((), ()),
        **switches,
    ):
        """Build a position by hand.

        `sides`, `stamps` and the like as for `ST1.position`; `damaged` lists tile
        numbers from 1, or is a list of seven truth values. `poured`: the defender used
        a cauldron in this turn; `drew`: the attacker drew in this turn; `ending`: the
        last card was drawn, by default if that deck is (both decks are) empty. Inside an
        action name it and what was chosen so far; `seen` holds the hidden cards that each
        player knows.
        """
        game = cls.__new__(cls)
        game._start(tactics, switches)
        if not (len(damaged) == cls.lanes and all(type(d) is bool for d in damaged)):
            damaged = [number in damaged for number in range(1, cls.lanes + 1)]
        game.damaged = list(damaged)
        game._place(sides, hands, deck, tactic_deck, discard, stamps, ply)
        game._count_played(tactics_played, jokers_played)
        game.cauldrons = cauldrons
        game.ending = game._drawn_out() if ending is None else ending
        game.idle_turns = idle_turns
        game._begin_turn(to_move)
        if phase != "PREP":  # whether the defender is full is asked at the start of a turn only
            game.outcome = None
        game.phase, game.poured, game.drew, game.busy = phase, poured, drew, busy
        game.action, game.taken, game.supporting = action, taken, list(supporting)
        game.given = [list(given[0]), list(given[1])]
        game.seen = [set(seen[0]), set(seen[1])]
        game._run_by_itself()
        return game

    # --- reading the table ---

    def demand_at(self, lane):
        """Return what this tile asks for, intact or damaged."""
        return tile_demand(lane + 1, self.damaged[lane], self.color_run_on_restricted)

    def jokers_left(self, player):
        """Return how many more Jokers this player may play (section 5, `joker_limit_st2`)."""
        return 2 if self.joker_limit_st2 == "none" else max(0, 1 - self.jokers_played[player])

    def siege_discard(self):
        """Return the siege cards in the discard."""
        return [card for card in self.discard if not is_tactic(card)]

    # --- PREP (sections 4 and 5) ---

    def _in_prep(self):
        """First declare, retreat or pour, then lay a card or play an action."""
        siege = self.plays()
        first = self._pours()
        if self.to_move == ATTACKER:
            first = self._declarations() + self._retreats()
        return first + siege + self.tactic_plays() + self._passes(siege)

    def _passes(self, siege):
        """Pass only where no siege card can be laid.

        In the base game an attacker who is full everywhere must retreat or declare
        (section 4); with tactics they may pass (section 5).
        """
        must_make_room = self.to_move == ATTACKER and not self.tactics and self.hands[ATTACKER]
        return [] if siege or must_make_room else ["pass"]

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

    def _declare(self, lane):
        """Win at a damaged tile; damage an intact one, the fourth wins."""
        self.busy = True
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

    def _clear(self, lane, player):
        self._throw(self.sides[player][lane])
        self.sides[player][lane] = []
        self.stamps[player][lane] = 0

    def _pass(self):
        self._after_playing()

    def _play(self, card, lane):
        self._arrive(card, lane)
        self._after_playing()

    def _arrive(self, card, lane, cancels=True):
        """Lay a card, or discard it together with the opposite 0 or 11 of its color.

        Elite cards neither cause nor suffer that (section 5).
        """
        other = 1 - self.to_move
        partner = None
        if cancels and not is_tactic(card):
            partner = {0: f"{color_of(card)}11", 11: f"{color_of(card)}0"}.get(value_of(card))
        if partner in self.sides[other][lane]:
            self._lose(other, lane, partner)
            self._throw([card])
        else:
            self._lay(card, lane)

    # --- actions (section 5) ---

    def _effects(self, card):
        """Return an action that has a legal target, or nothing."""
        me, other = self.to_move, 1 - self.to_move
        can = {
            "redeploy": self._takable("redeploy"),
            "recruit": self._takable("recruit") and self.free_lanes(me),
            "desertion": self._takable("desertion"),
            "betrayal": self._takable("betrayal") and self.free_lanes(me),
            "explosion": self.laid(me) + self.laid(other),
            "support": len(self.siege_discard()) >= 2,
            "exchange": len(self.hands[me]) - 1 >= 3 and len(self.hands[other]) >= 3,
        }
        return [card] if can[card] else []

    def _use(self, action):
        """Begin the choices of an action, which lies in the discard already."""
        self.action = action
        self.phase = {"explosion": "AT", "exchange": "GIVE"}.get(action, "TAKE")

    def _takable(self, action):
        """Return the cards that an action may choose."""
        mine, theirs = self.laid(self.to_move), self.laid(1 - self.to_move)
        return {
            "redeploy": mine,
            "recruit": self.siege_discard(),
            "desertion": theirs,
            "betrayal": [card for card in theirs if not is_tactic(card)],
            "support": [card for card in self.siege_discard() if card not in self.supporting],
        }[action]

    def _in_take(self):
        return [f"take {card}" for card in self._takable(self.action)]

    def _take(self, card):
        """Choose a card: Desertion discards it at once, Support needs two, else it is put."""
        if self.action == "desertion":
            self._lose(1 - self.to_move, self.lane_of(1 - self.to_move, card), card)
            self._after_playing()
        elif self.action == "support":
            self.supporting.append(card)
            if len(self.supporting) == 2:
                self._support()
        else:
            self.taken = card
            self.phase = "PUT"

    def _support(self):
        """Shuffle the two chosen cards into the deck; both players know that they are there."""
        for card in self.supporting:
            self.discard.remove(card)
        self.deck = self.shuffler(self.deck + self.supporting)
        for seen in self.seen:
            seen.update(self.supporting)
        self._after_playing()

    def _in_put(self):
        lanes = self.free_lanes(self.to_move)
        if self.action != "redeploy":
            return [f"put {lane + 1}" for lane in lanes]
        here = self.lane_of(self.to_move, self.taken)
        return [f"put {lane + 1}" for lane in lanes if lane != here] + ["drop"]

    def _put(self, lane):
        self._lift()
        self._arrive(self.taken, lane, cancels=self.zero_eleven_by_actions == "yes")
        self._after_playing()

    def _drop(self):
        self._lift()
        self._throw([self.taken])
        self._after_playing()

    def _lift(self):
        """Take the chosen card from where it lay: own side, other side or discard."""
        if self.action == "recruit":
            self.discard.remove(self.taken)
            return
        owner = self.to_move if self.action == "redeploy" else 1 - self.to_move
        self._leave(owner, self.lane_of(owner, self.taken), self.taken)

    def _in_at(self):
        """Explosion: any tile with a card on either side."""
        return [
            f"at {lane + 1}"
            for lane in range(self.lanes)
            if self.sides[ATTACKER][lane] or self.sides[DEFENDER][lane]
        ]

    def _at(self, lane):
        self._clear(lane, ATTACKER)
        self._clear(lane, DEFENDER)
        self._after_playing()

    def _in_give(self):
        hand, given = self.hands[self.to_move], self.given[self.to_move]
        return [f"give {card}" for card in hand if card not in given]

    def _give(self, card):
        """Exchange: three cards of the active player, hidden, then three of the other."""
        self.given[self.to_move].append(card)
        if len(self.given[self.to_move]) < 3:
            return
        self.to_move = 1 - self.to_move
        if len(self.given[self.to_move]) == 3:
            self._swap()

    def _swap(self):
        """Swap the given cards; who gave knows three cards of the other's hand."""
        for player in (0, 1):
            gone, come = self.given[player], self.given[1 - player]
            kept = [card for card in self.hands[player] if card not in gone]
            self.hands[player] = in_deck_order(kept + come)
            self.seen[player] = (self.seen[player] - set(come)) | set(gone)
        self._after_playing()

    # --- MID, END, DRAW and the turn (sections 4, 5 and 7) ---

    def _draws(self):
        """Nobody draws once the end has started; with tactics only below hand size."""
        full = self.tactics and len(self.hands[self.to_move]) >= self.hand_size
        return [] if self.ending or full else self.available()

    def _in_mid(self):
        return self._declarations() + self._draws()

    def _in_end(self):
        return [*self._declarations(), "end"]

    def _in_draw(self):
        return self._draws()

    def _after_playing(self):
        self._forget_choices()
        if self.to_move == ATTACKER:
            self.phase = "MID" if self._draws() else "END"
        elif self._draws():
            self.phase = "DRAW"
        else:
            self._hand_over()

    def _draw(self, which=None):
        self._draw_from(which)
        if self.to_move == ATTACKER:
            self.drew = True
            self.phase = "END"
        else:
            self._hand_over()

    def _draw_from(self, which=None):
        """Draw; unless it is the last card, the other player loses track of the siege deck."""
        if which != "tactic" and len(self.deck) > 1:
            self.seen[1 - self.to_move] -= set(self.deck)
        super()._draw_from(which)
        self.ending = self._drawn_out()

    def _drawn_out(self):
        """Say whether the last card is drawn (section 5, `tactic_end`)."""
        both = self.tactics and self.tactic_end == "both"
        return not self.deck and not (both and self.tactic_deck)

    def _end(self):
        """After the last card the attacker has one more turn, without a draw."""
        last_turn = not self.drew or self.attacker_draws_last == "last_now"
        if self.ending and last_turn:
            self._over(DEFENDER, "held")
        else:
            self._hand_over()

    def _hand_over(self):
        """After two turns with nothing laid, played, declared, or drawn the defender wins."""
        self.idle_turns = 0 if self.busy else self.idle_turns + 1
        if self.idle_turns == 2:
            self._over(DEFENDER, "deadlock")
        else:
            self._begin_turn(1 - self.to_move)

    def _begin_turn(self, player):
        """Begin a turn; a full defender wins, with tactics only if they cannot play an action."""
        self.to_move = player
        self.phase = "PREP"
        self.poured = False
        self.drew = False
        self.busy = False
        self._forget_choices()
        stuck = not self.free_lanes(DEFENDER) and player == DEFENDER and not self.tactic_plays()
        if stuck and self.defender_full == "defender_wins":
            self._over(DEFENDER, "full")

    def _forget_choices(self):
        self.action = None
        self.taken = None
        self.supporting = []  # cards chosen for Support so far
        self.given = [[], []]  # cards chosen for an Exchange so far

    def _over(self, winner, reason):
        hit = sum(self.damaged)
        self.outcome = (winner, reason, (hit, self.lanes - hit))

    # --- what players see ---

    def known(self, player):
        """Return which cards are known to be in the siege deck (Support) or in the other hand."""
        inside = [card for card in self.deck if card in self.seen[player]]
        return super().known(player) | {"deck_has": in_deck_order(inside)}

    def _public(self, player):
        return {
            "damaged": list(self.damaged),
            "cauldrons": self.cauldrons,
            "poured": self.poured,
            "drew": self.drew,
            "ending": self.ending,
            "action": self.action,
            "supporting": list(self.supporting),
            "given": list(self.given[player]),
            "other_given": len(self.given[1 - player]),
        }
