"""Positions of the engine and of the oracle, compared: same deal, same table, same questions.

`twin` builds the oracle's game of a position, `facts` and `oracle_facts` lay both out in
the same plain words, `known` says what a player knows of hidden cards, `agree` compares.
"""

from itertools import product

import oracle
import st2lib
import stlib

GAMES = {"ST1": stlib.ST1, "ST2": st2lib.ST2}
LIBRARIES = {"ST1": stlib, "ST2": st2lib}
DECKS = {"ST1": oracle.ST1_DECK, "ST2": oracle.ST2_DECK}
TACTICS = {"ST1": oracle.ST1_TACTICS, "ST2": oracle.ST2_TACTICS}
TIMINGS = {"base": "after_play", "expert": "start_of_turn"} | {
    "tactics": "after_play",
    "early_bird": "start_of_turn",
}


def _mixed(library, fixed, switches):
    """Return a variant for each combination of these switches' values."""
    return [
        library.Variant("own", **fixed, **dict(zip(switches, values, strict=True)))
        for values in product(*switches.values())
    ]


_COUNTING = {"deadlock": ("count", "none")}
_ELITE = {"joker_limit_st1": ("on_border", "ever"), "unseen_tactics_block_proof": ("no", "yes")}
_SIEGE = {
    "color_run_on_restricted": ("plain", "above", "sum"),
    "defender_full": ("defender_wins", "pass_and_draw"),
    "attacker_draws_last": ("defender_then_last", "last_now"),
}
_SIEGE_TACTICS = {
    "tactic_end": ("siege", "both"),
    "joker_limit_st2": ("none", "one"),
    "zero_eleven_by_actions": ("yes", "no"),
}
#: Each named variant with all combinations of the switches that matter there.
KINDS = {
    "ST1": {
        name: _mixed(
            stlib,
            {"claim_timing": TIMINGS[name], "tactics": tactics},
            _COUNTING | (_ELITE if tactics == "yes" else {}),
        )
        for name, tactics in (
            ("base", "no"),
            ("expert", "no"),
            ("tactics", "yes"),
            ("early_bird", "yes"),
        )
    },
    "ST2": {
        "base": _mixed(st2lib, {}, _SIEGE),
        "tactics": _mixed(st2lib, {"tactics": "yes"}, _SIEGE | _SIEGE_TACTICS),
    },
}
VARIANTS = {name: [one for all_ in kinds.values() for one in all_] for name, kinds in KINDS.items()}


class _Quick:
    """Keeps the oracle's list of legal moves until the next move, because its proofs are slow."""

    _legal = None

    def legal_moves(self):
        if self._legal is None:
            self._legal = super().legal_moves()
        return list(self._legal)

    def _do(self, text):
        self._legal = None
        super()._do(text)
        self._legal = None

    def _begin_turn(self, player):
        self._legal = None
        super()._begin_turn(player)


class QuickST1(_Quick, oracle.ST1):
    pass


class QuickST2(_Quick, oracle.ST2):
    pass


def names(cards):
    """Return cards as texts."""
    return [str(card) for card in cards]


def switches(position):
    """Return the switches of a position's variant by name, as the oracle takes them."""
    given = {name: value for name, value in vars(position.variant).items() if name != "name"}
    return given | {"tactics": given["tactics"] == "yes"}


# --- the oracle's game of a position ------------------------------------------------------


def dealt(position):
    """Return the oracle's game from the same deal as a position just dealt."""
    first = position.to_move
    order = [*position.hands[first], *position.hands[1 - first], *position.deck]
    given = switches(position) | {"tactic_deck": names(position.tactic_deck) or None}
    if position.game.name == "ST1":
        return QuickST1(names(order), first=first, **given)
    return QuickST2(names(order), **given)


def twin(position):
    """Return the oracle's game in the same position, built from what the position shows."""
    lanes, s = position.lanes, position._s
    common = {
        "sides": [[names(lane.sides[p]) for lane in lanes] for p in (0, 1)],
        "stamps": [[lane.stamps[p] for lane in lanes] for p in (0, 1)],
        "hands": [names(hand) for hand in position.hands],
        "deck": names(position.deck),
        "tactic_deck": names(position.tactic_deck),
        "discard": names(position.discard),
        "to_move": position.to_move,
        "phase": position.phase,
        "ply": position.ply,
        "busy": bool(s.busy),
        "idle_turns": int(s.idle),
        "tactics_played": [int(n) for n in s.played],
        "jokers_played": [int(n) for n in s.jokers],
        "taken": _card(position, s.taken) if position.phase == "PUT" else None,
        "seen": [_seen(position, player) for player in (0, 1)],
    } | switches(position)
    if position.game.name == "ST1":
        return QuickST1.position(
            claimed=[lane.owner for lane in lanes],
            modes=[lane.mode or None for lane in lanes],
            **_ruse(position),
            **common,
        )
    return QuickST2.position(
        damaged=[lane.damaged for lane in lanes],
        cauldrons=position.cauldrons,
        poured=bool(s.poured),
        # The oracle asks in the attacker's turn whether they drew the last card in it.
        drew=position.phase == "END" and not position.last_turn,
        ending=bool(s.ending),
        action=_card(position, s.action) if s.action else None,
        supporting=_supporting(position),
        given=[_both(position, s.given[p], s.tactic_given[p]) for p in (0, 1)],
        **common,
    )


def _ruse(position):
    """Return how far a ruse has got; the oracle counts what a Recruiter has drawn."""
    s = position._s
    ruse = _card(position, s.ruse) if s.ruse else None
    drawn = 3 if s.no_draw else 0
    if position.phase == "RECRUIT":
        drawn = 3 - int(s.draws) if s.returns else 0
        return {"ruse": ruse, "recruited": drawn}
    return {"ruse": ruse, "recruited": drawn, "returns": int(s.returns)}


def _supporting(position):
    """Return the cards chosen so far for a Support that is being played."""
    if position._s.action != st2lib.rules.SUPPORT:
        return []
    return _both(position, position._s.put_back, 0)


def _seen(position, player):
    """Return the hidden cards whose place this player knows, by the words of the state."""
    s, other = position._s, 1 - player
    found = _both(position, s.shown[other], s.tactic_shown[other]) if s.tactics else []
    if s.tactics and position.game.name == "ST1":
        for deck, placed in ((s.deck, s.placed), (s.tactic_deck, s.tactic_placed)):
            found += [_card(position, deck[i]) for i in (placed == player + 1).nonzero()[0]]
    elif s.tactics and not s.since[other] and not _supporting(position):
        found += [c for c in _both(position, s.put_back, 0) if c in names(position.deck)]
    return found


def _card(position, number):
    return str(position.game.card.from_id(int(number)))


def _both(position, numbered, tactic):
    return names(position._cards_of(numbered, tactic))


# --- what both must agree on ---------------------------------------------------------------


def facts(position):
    """Return all that both readings of the rules must agree on, of an engine's position."""
    end = position.outcome
    lanes = position.lanes
    found = {
        "legal": sorted(map(str, position.legal_moves)),
        "sides": [[names(lane.sides[p]) for lane in lanes] for p in (0, 1)],
        "stamps": [[lane.stamps[p] for lane in lanes] for p in (0, 1)],
        "hands": [names(hand) for hand in position.hands],
        "deck": names(position.deck),
        "tactic_deck": names(position.tactic_deck),
        "discard": sorted(names(position.discard)),
        "unplayed": sorted(names(position.unplayed)),
        "tactics_played": list(position.tactics_played),
        "ply": position.ply,
        "outcome": end and (end.winner, end.reason, end.lanes),
    }
    if not end:
        found |= {"to_move": position.to_move, "phase": position.phase}
        if position.game.name == "ST1" or position.deck:  # else all can tell what is where
            found |= {f"known {p}": known(position.view(p)) for p in (0, 1)}
    if position.game.name == "ST1":
        modes = [lane.mode or None for lane in lanes]
        return found | {"owners": [lane.owner for lane in lanes], "modes": modes}
    return found | {
        "damaged": [lane.damaged for lane in lanes],
        "cauldrons": position.cauldrons,
    }


def oracle_facts(game):
    """Return the same of an oracle's game."""
    found = {
        "legal": sorted(game.legal_moves()),
        "sides": game.sides,
        "stamps": game.stamps,
        "hands": game.hands,
        "deck": game.deck,
        "tactic_deck": game.tactic_deck,
        "discard": sorted(game.discard),
        "unplayed": sorted(game.unplayed()),
        "tactics_played": game.tactics_played,
        "ply": game.ply,
        "outcome": game.outcome,
    }
    if not game.outcome:
        found |= {"to_move": game.to_move, "phase": game.phase}
        if isinstance(game, oracle.ST1) or game.deck:
            found |= {f"known {p}": oracle_known(game, p) for p in (0, 1)}
    if isinstance(game, oracle.ST1):
        return found | {"owners": game.claimed, "modes": game.modes}
    return found | {"damaged": game.damaged, "cauldrons": game.cauldrons}


def known(view):
    """Return where the player of a view knows hidden cards to be, in the verdicts' words."""
    places = {place: names(cards) for place, cards in view.known.items()}
    if view.game.name == "ST1":
        bottoms = (("clan_bottom", "deck"), ("tactic_bottom", "tactic_deck"))
        found = {name: places.get(place, [])[::-1] for name, place in bottoms}
    else:
        drawn = view.player is not None and int(view._s.since[1 - view.player])
        found = {"deck_has": [] if drawn else places.get("put_back", [])}
    found["their_hand"] = sorted(places.get("their_hand", []))
    return {name: cards for name, cards in found.items() if cards}


def oracle_known(game, player):
    """Return the same of an oracle's game."""
    found = {place: cards for place, cards in game.known(player).items() if cards}
    if "their_hand" in found:
        found["their_hand"] = sorted(found["their_hand"])
    return found


def deduced(ours, theirs, deck):
    """Whether the engine knows more than the oracle only about Support's cards, and correctly.

    Where a card drawn since Support was given away, the engine knows that it was the one
    drawn; the oracle knows nothing once a siege card was drawn.
    """
    more = set(ours.get("deck_has", ())) - set(theirs.get("deck_has", ()))
    less = {place: cards for place, cards in ours.items() if place != "deck_has"}
    return more <= set(deck) and less == theirs


def agree(position, game):
    """Assert that both readings say the same; the message shows the position and what differs.

    The rules leave open whether the cards of the tile that decides the game stay there.
    """
    ours, theirs = facts(position), oracle_facts(game)
    end = ours["outcome"]
    left_open = ("sides", "stamps", "discard", "unplayed") if end and end[1] == "breach" else ()
    differs = {
        name: (ours[name], theirs[name])
        for name in ours
        if ours[name] != theirs[name]
        and name not in left_open
        and not (name.startswith("known") and deduced(ours[name], theirs[name], ours["deck"]))
    }
    assert not differs, f"engine, oracle: {differs}\n{position.to_text()}"
