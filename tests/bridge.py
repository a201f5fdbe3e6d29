"""The engine's positions beside the oracle's: same deal, same table, same questions.

`twin` builds the oracle's game of a position, `facts` lays both out in the same plain
words, and `pick` plays moves at random in ways that bring about what seldom happens.
"""

import random
from collections import Counter
from functools import lru_cache
from itertools import product

import numpy as np

import oracle
import st2lib
import stlib

GAMES = {"ST1": stlib.ST1, "ST2": st2lib.ST2}
VARIANTS = {
    "ST1": [
        stlib.Variant("own", timing, deadlock)
        for timing, deadlock in product(("after_play", "start_of_turn"), ("count", "none"))
    ],
    "ST2": [
        st2lib.Variant("own", *switches)
        for switches in product(
            ("plain", "above", "sum"),
            ("defender_wins", "pass_and_draw"),
            ("defender_then_last", "last_now"),
        )
    ],
}
DECKS = {"ST1": oracle.ST1_DECK, "ST2": oracle.ST2_DECK}


_key = lru_cache(maxsize=300_000)(oracle.key)
oracle.key = lambda cards, demand: _key(tuple(cards), demand)  # the same fills come back


class _Quick:
    """Keeps an oracle's list of legal moves until the next move: every proof is dear there."""

    _legal = None

    def legal_moves(self):
        if self._legal is None:
            self._legal = super().legal_moves()
        return list(self._legal)

    def _do(self, text):
        self._legal = None
        super()._do(text)

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
    """Return the switches of a position's variant by name, without the variant's own name."""
    return {name: value for name, value in vars(position.variant).items() if name != "name"}


def twin(position):
    """Return the oracle's game in the same position, built from what the position shows."""
    lanes = position.lanes
    common = {
        "sides": [[names(lane.sides[p]) for lane in lanes] for p in (0, 1)],
        "stamps": [[lane.stamps[p] for lane in lanes] for p in (0, 1)],
        "hands": [names(hand) for hand in position.hands],
        "deck": names(position.deck),
        "to_move": position.to_move,
        "phase": position.phase,
        "ply": position.ply,
    } | switches(position)
    if position.game.name == "ST1":
        words = position._s
        return QuickST1.position(
            claimed=[lane.owner for lane in lanes],
            idle_turns=int(words.idle),
            busy=bool(words.busy),
            **common,
        )
    game = QuickST2.position(
        damaged=[lane.damaged for lane in lanes],
        discard=names(position.discard),
        cauldrons=position.cauldrons,
        poured=bool(position._s.poured),
        **common,
    )
    # The oracle asks in an attacker's turn whether he drew the last card in it.
    game.drew = position.phase == "END" and not position.last_turn
    return game


def dealt(position):
    """Return the oracle's game from the same deal as a position just dealt."""
    first = position.to_move
    order = [*position.hands[first], *position.hands[1 - first], *position.deck]
    if position.game.name == "ST1":
        return QuickST1(names(order), first=first, **switches(position))
    return QuickST2(names(order), **switches(position))


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
        "discard": sorted(names(position.discard)),
        "unplayed": sorted(names(position.unplayed)),
        "ply": position.ply,
        "outcome": end and (end.winner, end.reason, end.lanes),
    }
    if not end:
        found |= {"to_move": position.to_move, "phase": position.phase}
    if position.game.name == "ST1":
        return found | {"owners": [lane.owner for lane in lanes]}
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
        "discard": sorted(game.discard),
        "unplayed": sorted(game.unplayed()),
        "ply": game.ply,
        "outcome": game.outcome,
    }
    if not game.outcome:
        found |= {"to_move": game.to_move, "phase": game.phase}
    if isinstance(game, oracle.ST1):
        return found | {"owners": game.claimed}
    return found | {"damaged": game.damaged, "cauldrons": game.cauldrons}


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
        if ours[name] != theirs[name] and name not in left_open
    }
    assert not differs, f"engine, oracle: {differs}\n{position.to_text()}"


STYLES = ("any", "eager", "narrow", "stubborn", "wasteful")


def pick(position, rng, style):
    """Choose one of the legal moves at random, in a style.

    any: all alike. eager: claim and declare at once, few retreats. narrow: build few lanes,
    so that sides fill early. stubborn: never retreat, pour or claim unless nothing else is
    left, so that all fills up. wasteful: pour and retreat often, lay 0 and 11 first.
    """
    return position.game.notation.move(_pick(position.game, position._row, rng, style))


def _pick(game, row, rng, style):
    """Choose the id of a legal move in a state."""
    out = np.zeros(game.rules.MAX_LEGAL, np.int64)
    moves = out[: game.engine.legal(row, out)].tolist()
    if style == "any" or len(moves) == 1:
        return rng.choice(moves)
    s = game.engine.named(row)
    depth = s.count[s.turn].tolist()
    return rng.choices(moves, [_weight(game, move, depth, style) for move in moves])[0]


def random_game(name, variant, seed, style, plies=10**6, over=True):
    """Return the position after so many random moves, or at the end of the game.

    With `over=False` the last position before the end is the furthest.
    """
    game = GAMES[name]
    rng = random.Random(seed)
    origin = game.deal(rng.randrange(10**6), variant)._row
    row, history = origin, []
    while len(history) < plies and game.engine.named(row).winner < 0:
        move = _pick(game, row, rng, style)
        after = row.copy()
        game.engine.apply(after, move)
        if not over and game.engine.named(after).winner >= 0:
            break
        row = after
        history.append(move)
    return game.position(game, variant, row, tuple(history), (origin, 0))


def play_in_step(name, seeds):
    """Play random games of both readings side by side; return how often what happened."""
    seen = Counter()
    for seed in seeds:
        rng = random.Random(f"{name} {seed}")
        style = rng.choice(STYLES)
        position = GAMES[name].deal(seed, rng.choice(VARIANTS[name]))
        game = dealt(position)
        agree(position, game)
        while position.outcome is None:
            move = pick(position, rng, style)
            position = position.apply(move)
            game.apply(str(move))
            agree(position, game)
            seen[move.verb] += 1
        seen[position.outcome.reason] += 1
    return seen


def _weight(game, number, depth, style):
    if number < game.rules.PLAY_MOVES:
        card, lane = divmod(number, game.rules.LANES)
        if style == "narrow":
            return 20 ** depth[lane]
        end = card < game.deck.n_colors or card >= game.deck.size - game.deck.n_colors
        return 5 if style == "wasteful" and end else 1
    verb = _VERBS[game.name].get(number)
    if verb in ("claim", "declare"):
        return {"stubborn": 0.001, "wasteful": 10}.get(style, 1000)
    if verb in ("retreat", "pour"):
        return {"stubborn": 1e-6, "wasteful": 15}.get(style, 0.3)
    return 1


_VERBS = {
    name: {
        first + lane: verb
        for verb, first, after in game.rules.VERBS
        if after == "lane"
        for lane in range(game.rules.LANES)
    }
    for name, game in GAMES.items()
}
