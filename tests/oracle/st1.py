"""Schotten Totten, all four variants: `docs/rules.md` sections 2, 3 and 7."""

from .cards import MODES, RUSES, ST1_DECK, ST1_TACTICS, is_elite, is_joker, is_tactic
from .game import Game
from .proofs import BLIND_MANS_BLUFF, MUD_FIGHT, ST1_STONE, key


class ST1(Game):
    """Schotten Totten: base, expert, tactics, early bird (tactics and expert).

    The expert games have `claim_timing="start_of_turn"`. Phases PLAY, CLAIM and DRAW,
    in the expert games CLAIM, PLAY and DRAW; after a ruse RECRUIT and RETURN, or TAKE
    and PUT. `claimed[lane]` is None or the owner, `modes[lane]` None or the combat mode.
    `outcome` is None or `(winner or None, reason, (stones of 0, stones of 1))`.
    """

    name = "ST1"
    all_cards = ST1_DECK
    all_tactics = ST1_TACTICS
    lanes = 9
    decks = ("clan", "tactic")
    switches = (
        ("claim_timing", ("after_play", "start_of_turn")),
        ("deadlock", ("count", "none")),
        ("joker_limit_st1", ("on_border", "ever")),
        ("unseen_tactics_block_proof", ("no", "yes")),
    )

    def __init__(self, deck, first=0, *, tactics=False, tactic_deck=None, **switches):
        self._start(tactics, switches)
        self._deal(deck, first, tactic_deck)
        self._begin_turn(first)
        self._run_by_itself()

    def _blank(self, tactics):
        super()._blank(tactics)
        self.claimed = [None] * self.lanes
        self.modes = [None] * self.lanes

    @property
    def order(self):
        """Return the phases of a turn (section 7)."""
        early = self.claim_timing == "start_of_turn"
        return ("CLAIM", "PLAY", "DRAW") if early else ("PLAY", "CLAIM", "DRAW")

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
        tactics=False,
        tactic_deck=None,
        discard="",
        modes=(),
        tactics_played=(0, 0),
        jokers_played=None,
        ruse=None,
        recruited=0,
        returns=0,
        taken=None,
        seen=((), ()),
        **switches,
    ):
        """Build a position by hand.

        `sides`, `stamps`, `claimed` and `modes` go by lane number from 1:
        `sides={5: ("r7 r8 r9", "b8")}`, `stamps={5: (3, 0)}`, `claimed={1: 0}`; or
        as the attributes hold them. Without `deck` it holds all other clan cards in
        order, without `tactic_deck` that one all other tactic cards. `phase` is the
        first of the turn; `busy` says that in this turn something was laid or claimed.
        `jokers_played` is by default what lies on each player's sides. Inside a ruse
        name it, and what was `taken`, or how many cards were `recruited` and how many
        `returns` are left; `seen` holds the hidden cards that each player knows.
        """
        game = cls.__new__(cls)
        game._start(tactics, switches)
        if isinstance(modes, dict):
            modes = [modes.get(number) for number in range(1, cls.lanes + 1)]
        game.modes = list(modes or game.modes)
        game._place(sides, hands, deck, tactic_deck, discard, stamps, ply)
        game._count_played(tactics_played, jokers_played)
        if isinstance(claimed, dict):
            claimed = [claimed.get(number) for number in range(1, cls.lanes + 1)]
        game.claimed = list(claimed or game.claimed)
        game.idle_turns = idle_turns
        game._begin_turn(to_move)
        game.phase = phase or game.order[0]
        game.busy = busy
        game.ruse, game.recruited, game.returns, game.taken = ruse, recruited, returns, taken
        game.seen = [set(seen[0]), set(seen[1])]
        game._run_by_itself()
        return game

    # --- reading the table ---

    def demand_at(self, lane):
        """Return what this stone asks for under its combat mode (section 3)."""
        modes = {"mud_fight": MUD_FIGHT, "blind_mans_bluff": BLIND_MANS_BLUFF}
        return modes.get(self.modes[lane], ST1_STONE)

    def is_open(self, lane):
        """Say whether nobody has claimed this stone (a claimed one is closed)."""
        return self.claimed[lane] is None

    def on_table(self):
        """Return all cards that lie face up, combat modes too."""
        return super().on_table() + [mode for mode in self.modes if mode]

    def unseen_elite(self):
        """Return the elite cards that count as fills (section 3).

        Those face up nowhere, in both hands too, under `unseen_tactics_block_proof`.
        How many Jokers a player may have still holds; the limit of tactic cards does
        not, because the claimer may raise it with their next tactic card.
        """
        if not self.tactics or self.unseen_tactics_block_proof == "no":
            return []
        table = self.on_table()
        return [card for card in self.all_tactics if is_elite(card) and card not in table]

    def jokers_left(self, player):
        """Return how many more Jokers this player may play: one at a time, or one ever."""
        used = self.jokers_played[player]
        if self.joker_limit_st1 == "on_border":
            used = sum(is_joker(card) for side in self.sides[player] for card in side)
        return max(0, 1 - used)

    # --- PLAY (sections 2 and 3) ---

    def _in_play(self):
        """Lay a clan card or play a tactic card; pass only where no clan card can be laid."""
        clan = self.plays()
        return clan + self.tactic_plays() + ([] if clan else ["pass"])

    def _effects(self, card):
        """Return the ways to play a combat mode or a ruse that has a legal target."""
        if card in MODES:
            return [f"{card}@{lane + 1}" for lane in self.open_lanes() if not self.modes[lane]]
        assert card in RUSES
        can = {
            "recruiter": self.deck or self.tactic_deck,
            "strategist": self._takable("strategist"),
            "banshee": self._takable("banshee"),
            "traitor": self._takable("traitor") and self.free_lanes(self.to_move),
        }
        return [card] if can[card] else []

    def _pass(self):
        self._after("PLAY")

    def _play(self, card, lane):
        """Lay a clan or elite card at a side, or a combat mode on the stone.

        Mud Fight makes complete sides incomplete, and they lose their stamps.
        """
        if card in MODES:
            self.modes[lane] = card
            for player in (0, 1):
                if not self.is_complete(player, lane):
                    self.stamps[player][lane] = 0
        else:
            self._lay(card, lane)
        self._after("PLAY")

    # --- ruses (section 3) ---

    def _use(self, ruse):
        """Begin the choices of a ruse, which lies in the discard already."""
        self.ruse = ruse
        self.phase = "RECRUIT" if ruse == "recruiter" else "TAKE"

    def _in_recruit(self):
        return self.available()

    def _recruit_draw(self, which):
        """Draw three cards, or what there is; then two go back, or what exceeds seven."""
        self._draw_from(which)
        self.recruited += 1
        if self.recruited < 3 and self.available():
            return
        excess = max(0, len(self.hands[self.to_move]) - self.hand_size)
        self.returns = 2 if self.recruited == 3 else excess
        self.phase = "RETURN"
        if not self.returns:
            self._after("PLAY")

    def _in_return(self):
        return [f"return {card}" for card in self.hands[self.to_move]]

    def _return(self, card):
        """Put a hand card under its own deck; who did so knows it is there."""
        player = self.to_move
        self.hands[player].remove(card)
        (self.tactic_deck if is_tactic(card) else self.deck).append(card)
        self.seen[player].add(card)
        self.returns -= 1
        if not self.returns:
            self._after("PLAY")

    def _takable(self, ruse):
        """Return the cards that Strategist, Banshee or Traitor may choose."""
        if ruse == "strategist":
            return self.laid(self.to_move)
        theirs = self.laid(1 - self.to_move)
        return [card for card in theirs if ruse == "banshee" or not is_tactic(card)]

    def _in_take(self):
        return [f"take {card}" for card in self._takable(self.ruse)]

    def _take(self, card):
        """Choose a card: the Banshee discards it at once, else it stays until put or dropped."""
        if self.ruse == "banshee":
            other = 1 - self.to_move
            self._lose(other, self.lane_of(other, card), card)
            self._after("PLAY")
        else:
            self.taken = card
            self.phase = "PUT"

    def _in_put(self):
        lanes = self.free_lanes(self.to_move)
        if self.ruse == "traitor":
            return [f"put {lane + 1}" for lane in lanes]
        here = self.lane_of(self.to_move, self.taken)
        return [f"put {lane + 1}" for lane in lanes if lane != here] + ["drop"]

    def _put(self, lane):
        self._lift()
        self._lay(self.taken, lane)
        self._after("PLAY")

    def _drop(self):
        self._lift()
        self._throw([self.taken])
        self._after("PLAY")

    def _lift(self):
        owner = self.to_move if self.ruse == "strategist" else 1 - self.to_move
        self._leave(owner, self.lane_of(owner, self.taken), self.taken)

    # --- CLAIM (sections 2 and 3) ---

    def _in_claim(self):
        claims = [
            f"claim {lane + 1}" for lane in self.open_lanes() if self.can_prove(self.to_move, lane)
        ]
        return [*claims, "done"]

    def _claim(self, lane):
        """Take a stone; three side by side or five in all win at once (section 2)."""
        self.claimed[lane] = self.to_move
        self.busy = True
        reason = self.victory(self.to_move)
        if reason:
            self.outcome = (self.to_move, reason, self.stones())

    def _done(self):
        self._after("CLAIM")

    def victory(self, player):
        """Return "adjacent", "five" or None; "adjacent" where both are true."""
        own = [owner == player for owner in self.claimed]
        if any(all(own[lane : lane + 3]) for lane in range(self.lanes - 2)):
            return "adjacent"
        return "five" if sum(own) >= 5 else None

    def stones(self):
        """Return how many stones each player holds."""
        return self.claimed.count(0), self.claimed.count(1)

    # --- DRAW, and the turn (sections 2, 3 and 7) ---

    def _in_draw(self):
        """One card from a deck that has some, below hand size, not after a Recruiter."""
        full = len(self.hands[self.to_move]) >= self.hand_size
        return [] if full or self.recruited else self.available()

    def _draw(self, which=None):
        if self.phase == "RECRUIT":
            self._recruit_draw(which)
        else:
            self._draw_from(which)
            self._end_turn()

    def _begin_turn(self, player):
        self.to_move = player
        self.phase = self.order[0]
        self.busy = False
        self.ruse = None
        self.recruited = 0  # cards drawn with a Recruiter in this turn
        self.returns = 0  # cards still to be put back

    def _after(self, phase):
        """Go on to the next phase; one without a move ends the turn."""
        self.taken = None
        if phase == self.order[1] and not self._in_draw():
            self._end_turn()
        else:
            self.phase = self.order[self.order.index(phase) + 1]

    def _end_turn(self):
        """Look for a deadlock, hand over (section 2)."""
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
        for lane in self.open_lanes():
            self.claimed[lane] = self._stronger(lane)
        winners = [player for player in (0, 1) if self.victory(player)]
        a, b = self.stones()
        if len(winners) != 1:  # both or neither: more stones, equal is a draw
            winners = [] if a == b else [0 if a > b else 1]
        self.outcome = (winners[0] if winners else None, "count", (a, b))

    def _stronger(self, lane):
        """Return who wins this stone as it lies, None if both are incomplete."""
        complete = [p for p in (0, 1) if self.is_complete(p, lane)]
        strength = {p: key(self.sides[p][lane], self.demand_at(lane), "ST1") for p in complete}
        return max(complete, key=lambda p: (strength[p], -self.stamps[p][lane]), default=None)

    # --- what players see ---

    def known(self, player):
        """Return the known cards in the other hand and at the bottom of the decks.

        A card put under a deck moves up unchanged until it is drawn, and who draws it
        is seen. There is one Recruiter, so all cards below a known one are known too.
        """
        return super().known(player) | {
            "clan_bottom": [card for card in self.deck if card in self.seen[player]],
            "tactic_bottom": [card for card in self.tactic_deck if card in self.seen[player]],
        }

    def _public(self, player):
        return {
            "claimed": list(self.claimed),
            "modes": list(self.modes),
            "ruse": self.ruse,
            "recruited": self.recruited,
            "returns": self.returns,
        }
