"""Random play in several styles, each of which brings about what is rare in the others."""

import random
from functools import cache

import numpy as np

from bridge import GAMES

#: any: all moves alike. eager: claim and declare at once, few retreats. narrow: build few
#: lanes, so that sides fill early. stubborn: never retreat, pour or claim unless nothing else
#: is left, so that everything fills up. wasteful: pour and retreat often, lay 0 and 11 first.
#: tactical: tactic cards are drawn and played whenever they can be.
STYLES = ("any", "eager", "narrow", "stubborn", "wasteful", "tactical")

#: The words that moves begin with, by id: laying a card is "play".
VERBS = {
    name: [
        next(
            (
                verb
                for verb, first, after in game.rules.VERBS
                if 0 <= number - first < {"lane": game.rules.LANES, "": 1}.get(after, 99)
                and number - first < (game.notation.cards if after == "card" else 99)
            ),
            "play",
        )
        for number in range(game.rules.MOVES)
    ]
    for name, game in GAMES.items()
}


def pick(position, rng, style):
    """Choose one of the legal moves at random, in a style."""
    return position.game.notation.move(pick_id(position.game, position._row, rng, style))


def pick_id(game, row, rng, style):
    """Choose the id of a legal move in a state."""
    moves = legal(game, row)
    if style == "any" or len(moves) == 1:
        return rng.choice(moves)
    likely = _weights(game.name, style)
    weights = [likely[move] for move in moves]
    if style == "narrow":
        s, lanes, plays = game.engine.named(row), game.rules.LANES, game.deck.size
        depth = [20**n for n in s.count[s.turn].tolist()]
        for at, move in enumerate(moves):
            if move < plays * lanes:
                weights[at] = depth[move % lanes]
    return rng.choices(moves, weights)[0]


def legal(game, row):
    """Return the ids of the legal moves of a state."""
    out = np.zeros(game.rules.MAX_LEGAL, np.int64)
    return out[: game.engine.legal(row, out)].tolist()


def random_game(name, variant, seed, style, plies=10**6, over=True):
    """Return the position after so many random moves, or at the end of the game.

    With `over=False` the last position before the end is the furthest.
    """
    game = GAMES[name]
    rng = random.Random(seed)
    origin = game.deal(rng.randrange(10**6), variant)._row
    row, history = origin, []
    while len(history) < plies and game.engine.named(row).winner < 0:
        move = pick_id(game, row, rng, style)
        after = row.copy()
        game.engine.apply(after, move)
        if not over and game.engine.named(after).winner >= 0:
            break
        row = after
        history.append(move)
    return game.position(game, variant, row, tuple(history), (origin, 0))


@cache
def _weights(name, style):
    """Return how likely each move is against the others, by id."""
    return [_weight(GAMES[name], number, verb, style) for number, verb in enumerate(VERBS[name])]


def _weight(game, number, verb, style):
    if verb == "play":
        return _play_weight(game, number // game.rules.LANES, style)
    if verb in ("claim", "declare"):
        return {"stubborn": 0.001, "wasteful": 10}.get(style, 1000)
    if verb in ("retreat", "pour"):
        return {"stubborn": 1e-6, "wasteful": 15}.get(style, 0.3)
    if verb in game.deck.tactics or verb == "draw tactic":
        return 100 if style == "tactical" else 5
    return 1


def _play_weight(game, card, style):
    if card >= game.deck.size:
        return 15 if style == "tactical" else 1
    end = card < game.deck.n_colors or card >= game.deck.size - game.deck.n_colors
    return 5 if style == "wasteful" and end else 1
