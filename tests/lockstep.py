"""The engine and the oracle play the same random games, move by move.

Words of the state are compared with the oracle's lists at every ply, as numbers, which is
quick; at some plies also everything that the public names say, and what each player sees.
"""

import random
from collections import Counter
from functools import partial

from bridge import DECKS, GAMES, KINDS, TACTICS, agree, dealt
from random_play import STYLES, VERBS, legal, pick_id

IDS = {name: {c: i for i, c in enumerate(DECKS[name] + TACTICS[name])} for name in GAMES}
TEXTS = {
    name: [str(game.notation.move(number)) for number in range(game.rules.MOVES)]
    for name, game in GAMES.items()
}
OPEN = 0.01  # share of the plies at which all public names are compared
HIDING = {"return", "take", "give", "recruiter", "exchange", "support"}  # these change views


def _places(dtype):
    """Return where each word, or row of words, of a state begins and ends."""
    return {n: (at // 8, (at + kind.itemsize) // 8) for n, (kind, at, *_) in dtype.fields.items()}


PLACES = {name: _places(game.engine.DTYPE) for name, game in GAMES.items()}


def play_in_step(name, kind, seeds):
    """Play random games of both readings side by side; return how often what happened."""
    seen = Counter()
    for seed in seeds:
        rng = random.Random(f"{name} {kind} {seed}")
        _one_game(GAMES[name], rng.choice(KINDS[name][kind]), seed, rng, seen)
    return +seen  # what was never seen is left out


def _one_game(game, variant, seed, rng, seen):
    style = rng.choice(STYLES)
    start = game.deal(seed, variant)
    row, theirs, history = start._row, dealt(start), []

    def position():
        return game.position(game, variant, row, tuple(history), (start._row, 0))

    while True:
        _compare(game, row, theirs, position)
        verb = VERBS[game.name][history[-1]] if history else ""
        if theirs.outcome or rng.random() < (0.2 if verb in HIDING else OPEN):
            agree(position(), theirs)
        if theirs.outcome:
            break
        move = pick_id(game, row, rng, style)
        seen[VERBS[game.name][move]] += 1
        laid = TEXTS[game.name][move].partition("@")[0]
        seen[laid] += laid in game.deck.tactics and VERBS[game.name][move] == "play"
        row = row.copy()
        game.engine.apply(row, move)
        history.append(move)
        theirs.shuffler = partial(as_shuffled, game, row)
        theirs.apply(TEXTS[game.name][move])
    seen[theirs.outcome[1]] += 1


def as_shuffled(game, row, cards):
    """Return Support's deck in the order that it has in the state; what is drawn already, first."""
    s = game.engine.named(row)
    deck = [DECKS[game.name][card] for card in s.deck[int(s.drawn) :]]
    assert set(deck) <= set(cards)
    return [card for card in cards if card not in deck] + deck


def _compare(game, row, theirs, position):
    """Assert that state and oracle agree in all words that are quickly compared."""
    words = _state(game, row)
    wanted = _oracle_state(theirs, IDS[game.name])
    wanted["legal"] = sorted(theirs.legal_moves())
    words["legal"] = sorted(TEXTS[game.name][move] for move in legal(game, row))
    if theirs.outcome and theirs.outcome[1] == "breach":  # the rules leave open what stays there
        for left_open in ("sides", "stamps", "discard"):
            del wanted[left_open]
    differs = {key: (words[key], wanted[key]) for key in wanted if words[key] != wanted[key]}
    assert not differs, f"engine, oracle: {differs}\n{position().to_text()}"


def _state(game, row):
    """Return the words of a state as plain lists."""
    flat = row.tolist()
    words = {name: flat[a:b] for name, (a, b) in PLACES[game.name].items()}
    size, lanes, slots = game.deck.size, game.rules.LANES, game.rules.SLOTS
    cards, count = words["cards"], words["count"]
    tactic_deck = words["tactic_deck"][words["tactic_drawn"][0] :] if words["tactics"][0] else []
    found = {
        "ply": words["ply"][0],
        "over": words["winner"][0] >= 0,
        "sides": [cards[i * slots : i * slots + count[i]] for i in range(2 * lanes)],
        "stamps": words["stamp"],
        "hands": _joined(words["hand"], words["tactic_hand"], size),
        "deck": words["deck"][words["drawn"][0] :],
        "tactic_deck": tactic_deck,
        "discard": words["discard"][0] | words["tactic_discard"][0] << size,
        "played": words["played"],
        "jokers": words["jokers"],
        "turn": words["turn"][0],
        "phase": game.rules.PHASES[words["phase"][0]],
        "busy": bool(words["busy"][0]),
        "idle": words["idle"][0],
    }
    if game.name == "ST1":
        return found | {"claimed": words["claimed"], "modes": words["mode"]}
    flags = ("damaged", "cauldrons", "poured", "ending")
    given = _joined(words["given"], words["tactic_given"], size)
    return found | {name: words[name][0] for name in flags} | {"given": given}


def _joined(numbered, tactic, size):
    return [a | b << size for a, b in zip(numbered, tactic, strict=True)]


def _oracle_state(game, ids):
    """Return the same of an oracle's game."""
    found = {
        "ply": game.ply,
        "over": game.outcome is not None,
        "sides": [[ids[card] for card in side] for row in game.sides for side in row],
        "stamps": game.stamps[0] + game.stamps[1],
        "hands": [_mask(hand, ids) for hand in game.hands],
        "deck": [ids[card] for card in game.deck],
        "tactic_deck": [ids[card] for card in game.tactic_deck],
        "discard": _mask(game.discard, ids),
        "played": game.tactics_played,
        "jokers": game.jokers_played,
    }
    running = {"turn": game.to_move, "phase": game.phase}
    if game.name == "ST1" or game.tactics:
        running |= {"busy": game.busy, "idle": game.idle_turns}
    if game.name == "ST1":
        modes = [None, "blind_mans_bluff", "mud_fight"]
        found["claimed"] = [_mask_of(owner == p for owner in game.claimed) for p in (0, 1)]
        found["modes"] = [modes.index(mode) for mode in game.modes]
    else:
        found |= {"damaged": _mask_of(game.damaged), "cauldrons": game.cauldrons}
        running |= {"poured": game.poured, "ending": game.ending}
        running["given"] = [_mask(cards, ids) for cards in game.given]
    return found if game.outcome else found | running


def _mask(cards, ids):
    return sum(1 << ids[card] for card in cards)


def _mask_of(flags):
    return sum(1 << at for at, flag in enumerate(flags) if flag)
