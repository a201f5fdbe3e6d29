"""Load the worked verdicts of `tests/data/verdicts.toml` and check an engine with them.

An *adapter* lets any engine be asked. It has a set `needs` (rows it can answer, of
"base", "expert", "tactics", "rounds") and these methods; cards and moves are texts:

- `formation(game, cards, demand, switches)` gives the pair (kind, total);
- `prove(game, mine, theirs, table, demand, theirs_first, switches)` gives None if the
  proof holds, else the refuting fill as a list, empty where there is none to name;
- `position(game, setup)` builds a position from the plain fields of `expand`;
- `legal(position)` lists the texts of the legal moves;
- `apply(position, text)` gives the position afterwards and leaves the old one alone,
  or raises ValueError;
- `look(position)` gives a dict with to_move, phase, hands, deck, sides, complete,
  stamps, discard, outcome and claimed (ST1) or damaged and cauldrons (ST2), as in
  `tests/oracle`; `complete[player][lane]` says whether that side holds a stamp;
- `forms(position)` lists the position after each way to store and restore it.

Rows about tactics also need

- `prove(..., unseen_tactics=[...])`: tactic cards that are face up nowhere;
- in `look` tactic_deck, tactics_played and, in ST1, modes;
- `known(position, player)`: where that player knows hidden cards to be, a dict of card
  lists by place: their_hand; in ST1 clan_bottom and tactic_bottom, the lowest cards of
  a deck, the last one lowest; in ST2 deck_has.

Rows about several rounds need `feud(rounds)`, which gives both players' points, and
`match(games)`, which gives the winner or None; see the header of the table.
"""

import tomllib
from itertools import combinations, permutations, product
from pathlib import Path

FILE = Path(__file__).parent / "data" / "verdicts.toml"
LETTERS = {"ST1": "rbgyvn", "ST2": "rbgyk"}
ELITE = ["joker1", "joker2", "spy", "shield"]
TACTICS = {
    "ST1": [
        *ELITE,
        *("blind_mans_bluff", "mud_fight", "recruiter", "strategist", "banshee", "traitor"),
    ],
    "ST2": [
        *ELITE,
        *("redeploy", "recruit", "desertion", "betrayal", "explosion", "support", "exchange"),
    ],
}
VALUES = {"ST1": range(1, 10), "ST2": range(12)}
LANES = {"ST1": 9, "ST2": 7}
FORMS = ("kind", "order", "proof", "play", "feud", "match")


def deck_of(game):
    """Return all cards of a game, lowest value first."""
    return [f"{color}{value}" for value in VALUES[game] for color in LETTERS[game]]


def cards_in(text):
    """Return the cards of a text as a list; "joker" means the first of the two."""
    return ["joker1" if card == "joker" else card for card in text.split()]


def load():
    """Return all cases of the file, in order, `like` replaced by what it names."""
    found = {}
    for case in tomllib.loads(FILE.read_text(encoding="utf-8"))["case"]:
        if case["id"] in found:
            raise ValueError(f"two cases are called {case['id']}")
        if "like" in case.get("setup", {}):
            own = {name: value for name, value in case["setup"].items() if name != "like"}
            case["setup"] = found[case["setup"]["like"]]["setup"] | own
        found[case["id"]] = case
    return list(found.values())


def cases(needs=("base", "expert"), forms=FORMS):
    """Yield the cases whose need and form are asked for."""
    for case in load():
        if case["needs"] in needs and case["form"] in forms:
            yield case


def check(case, adapter):
    """Check one case; an AssertionError names what differs."""
    for game in case["games"]:
        _CHECKS[case["form"]](case, game, adapter)


def _demands(case, game):
    """Return the demands a case is asked for in this game, as a list of texts."""
    demand = case["demand"]
    demand = demand[game] if isinstance(demand, dict) else demand
    return [demand] if isinstance(demand, str) else demand


# --- formations ---------------------------------------------------------------


def _check_kind(case, game, adapter):
    cards = cards_in(case["cards"])
    orders = permutations(cards) if case.get("orders") == "all" else [cards]
    expected = (case["kind"], case["total"])
    for order, demand in product(orders, _demands(case, game)):
        found = adapter.formation(game, list(order), demand, case.get("switches", {}))
        assert tuple(found) == expected, (case["id"], demand, order, found)


def _check_order(case, game, adapter):
    """Every formation must beat every later one with which it shares no card."""
    pairs = combinations([cards_in(text) for text in case["formations"]], 2)
    for (strong, weak), demand in product(list(pairs), _demands(case, game)):
        if set(strong) & set(weak):
            continue
        for theirs_first in (False, True):
            args = ([], demand, theirs_first, case.get("switches", {}))
            where = f"{case['id']}, {demand}: {strong} beats {weak}"
            assert adapter.prove(game, strong, weak, *args) is None, where
            assert adapter.prove(game, weak, strong, *args) is not None, where


# --- proofs -------------------------------------------------------------------


def proof_table(case, game):
    """Return the face-up cards besides the two sides, from `table` or from `unplayed`."""
    if "unplayed" not in case:
        return cards_in(case.get("table", ""))
    elsewhere = set((case["mine"] + " " + case["theirs"] + " " + case["unplayed"]).split())
    return [card for card in deck_of(game) if card not in elsewhere]


def _check_proof(case, game, adapter):
    mine, theirs = cards_in(case["mine"]), cards_in(case["theirs"])
    table = proof_table(case, game)
    unseen = {name: cards_in(" ".join(case[name])) for name in ("unseen_tactics",) if name in case}
    theirs_first = case.get("first", "mine") == "theirs"
    for demand in _demands(case, game):
        args = (table, demand, theirs_first, case.get("switches", {}))
        _verdict(case, demand, adapter.prove(game, mine, theirs, *args, **unseen))
        for fill in case.get("equals", []):  # a filled side that only ties, in both orders
            filled = theirs + cards_in(fill)
            assert adapter.prove(game, mine, filled, table, demand, False, {}) is None, fill
            assert adapter.prove(game, mine, filled, table, demand, True, {}) is not None, fill


def _verdict(case, demand, found):
    if case["verdict"] == "holds":
        assert found is None, (case["id"], demand, found)
        return
    assert found is not None, (case["id"], demand, "was granted")
    if "witness" in case:
        fills = [sorted(cards_in(text)) for text in case["witness"]]
        assert sorted(found) in fills, (case["id"], demand, found)


# --- positions and play -------------------------------------------------------


def expand(game, given, tactics=False):
    """Turn the short set-up of the table into plain, complete fields.

    Every card ends up in exactly one place: "?" and the hands take the lowest cards
    nobody names, what is left goes under the deck or into the discard. The result has
    the fields of the table's header, with card lists for texts and int lane numbers,
    and `stamps` {lane: [ply or 0, ply or 0]}; or `deal` (all cards) and `first`. With
    tactics also `tactic_deck`, and `jokers_played` is always there.
    """
    setup = {"switches": {}, "phase": None, "to_move": 0, "cauldrons": 3, "damaged": []} | given
    setup |= {"tactics": tactics, "played": given.get("played", [0, 0])}
    if "deal" in given:
        top, tactic_top = cards_in(given["deal"]), cards_in(given.get("tactic_deck", ""))
        setup["tactic_deck"] = tactic_top + [c for c in TACTICS[game] if c not in tactic_top]
        return setup | {"deal": top + [card for card in deck_of(game) if card not in top]}
    lanes = {int(n): list(map(cards_in, pair)) for n, pair in given.get("lanes", {}).items()}
    claimed = {int(n): owner for n, owner in given.get("claimed", {}).items()}
    for n in claimed.keys() - lanes.keys():
        lanes[n] = [["?"] * 3 if player == claimed[n] else [] for player in (0, 1)]
    hands = [cards_in(text) for text in given.get("hands", ["", ""])]
    deck, discard = cards_in(given.get("deck", "")), cards_in(given.get("discard", ""))
    tactic_deck = cards_in(given.get("tactic_deck", ""))
    modes = {int(n): mode for n, mode in given.get("modes", {}).items()}
    sides = [side for pair in lanes.values() for side in pair]
    piles = [*sides, *hands, deck, discard, tactic_deck, list(modes.values())]
    named = [card for pile in piles for card in pile]
    rest = [card for card in deck_of(game) if card not in named]
    for side in sides:
        side[:] = [rest.pop(0) if card == "?" else card for card in side]
    for hand in hands:
        hand += [rest.pop(0) for _ in range(given.get("fill", 7 if tactics else 6) - len(hand))]
    (discard if given.get("rest") == "discard" else deck).extend(rest)
    if tactics:
        left = [card for card in TACTICS[game] if card not in named]
        (discard if given.get("tactic_rest") == "discard" else tactic_deck).extend(left)
    all_cards = deck_of(game) + (TACTICS[game] if tactics else [])
    placed = sorted(card for pile in piles for card in pile)
    assert placed == sorted(all_cards), "a set-up must place every card once"
    setup |= {"lanes": lanes, "hands": hands, "deck": deck, "discard": discard}
    setup |= {"claimed": claimed, "modes": modes, "tactic_deck": tactic_deck}
    setup["jokers_played"] = given.get("jokers_played", _jokers_laid(lanes))
    first = given.get("first_complete", {})
    return setup | {"stamps": {n: _stamps(game, setup, n, first.get(str(n), 0)) for n in lanes}}


def _jokers_laid(lanes):
    return [sum(c in ELITE[:2] for pair in lanes.values() for c in pair[p]) for p in (0, 1)]


def _slots(game, setup, number):
    """Return how many cards a side of this lane needs (sections 2 to 4)."""
    if game == "ST1":
        return 4 if setup["modes"].get(number) == "mud_fight" else 3
    intact = {2: 4, 4: 2, 6: 4}.get(number, 3)
    return {2: 2, 4: 4, 6: 2}.get(number, 3) if number in setup["damaged"] else intact


def _stamps(game, setup, number, first):
    """Return the stamps of a lane: 1 for the side complete first, 2 for the other."""
    full = [len(side) == _slots(game, setup, number) for side in setup["lanes"][number]]
    stamps = [int(side) for side in full]
    if all(full):
        stamps[1 - first] = 2
    return stamps


def _check_play(case, game, adapter):
    setup = expand(game, case["setup"], case["needs"] == "tactics")
    position = adapter.position(game, setup)
    for index, step in enumerate(case["steps"]):
        where = f"{case['id']}, step {index + 1} {step}"
        for text in _moves(step):
            try:
                position = adapter.apply(position, text)
            except ValueError as error:
                raise AssertionError(f"{where}: {error}") from error
        every_form = adapter.forms(position) if step.get("every_form") else []
        for form in [position, *every_form]:
            _expect(form, step, adapter, where)


def _moves(step):
    return [text.strip() for text in step.get("do", "").split(",") if text.strip()]


def _expect(position, step, adapter, where):
    legal = list(adapter.legal(position))
    look = adapter.look(position)
    assert bool(legal) == (look["outcome"] is None), f"{where}: moves or an outcome, not both"
    for name, expected in step.items():
        if name not in ("do", "every_form"):
            _EXPECTATIONS[name](position, expected, legal, look, adapter, where)


def _legal(position, expected, legal, look, adapter, where):
    missing = set(expected) - set(legal)
    assert not missing, f"{where}: not legal: {missing}"


def _only(position, expected, legal, look, adapter, where):
    assert sorted(expected) == sorted(legal), f"{where}: legal are {legal}"


def _illegal(position, expected, legal, look, adapter, where):
    for text in expected:
        assert text not in legal, f"{where}: legal: {text}"
        try:
            adapter.apply(position, text)
        except ValueError:
            continue
        raise AssertionError(f"{where}: {text} was accepted")


def _unplayable(position, expected, legal, look, adapter, where):
    for card in expected:
        assert not any(text.startswith(card) for text in legal), f"{where}: {card} is playable"


def _playable(position, expected, legal, look, adapter, where):
    for card in expected:
        assert any(text.startswith(card) for text in legal), f"{where}: {card} is not playable"


def _lanes(position, expected, legal, look, adapter, where):
    for number, texts in expected.items():
        found = [look["sides"][p][int(number) - 1] for p in (0, 1)]
        assert [list(side) for side in found] == list(map(cards_in, texts)), f"{where}: {found}"


def _complete(position, expected, legal, look, adapter, where):
    for number, wanted in expected.items():
        found = [bool(look["complete"][p][int(number) - 1]) for p in (0, 1)]
        assert found == wanted, f"{where}: lane {number}: {found}"


def _claimed(position, expected, legal, look, adapter, where):
    for number, owner in expected.items():
        found = look["claimed"][int(number) - 1]
        assert found == (None if owner == "open" else owner), f"{where}: {found}"


def _damaged(position, expected, legal, look, adapter, where):
    found = [lane + 1 for lane, hit in enumerate(look["damaged"]) if hit]
    assert found == expected, f"{where}: {found}"


def _cards_of(name):
    def holds(position, expected, legal, look, adapter, where):
        assert sorted(look[name]) == sorted(cards_in(expected)), f"{where}: {look[name]}"

    return holds


def _within(name):
    def holds(position, expected, legal, look, adapter, where):
        assert set(cards_in(expected)) <= set(look[name]), f"{where}: {look[name]}"

    return holds


def _hand(position, expected, legal, look, adapter, where):
    for player, text in expected.items():
        found = look["hands"][int(player)]
        assert sorted(found) == sorted(cards_in(text)), f"{where}: {found}"


def _bottom(name):
    def ends(position, expected, legal, look, adapter, where):
        cards = cards_in(expected)
        assert list(look[name][-len(cards) :]) == cards, f"{where}: {look[name]}"

    return ends


def _known(position, expected, legal, look, adapter, where):
    """Compare what players know; a place that is not named must hold nothing known."""
    for player, places in expected.items():
        found = {k: list(v) for k, v in adapter.known(position, int(player)).items() if v}
        wanted = {place: cards_in(text) for place, text in places.items()}
        for place in {*found, *wanted} & {"their_hand", "deck_has"}:  # these have no order
            found[place], wanted[place] = (sorted(k.get(place, [])) for k in (found, wanted))
        assert found == wanted, f"{where}: player {player} knows {found}"


def _modes(position, expected, legal, look, adapter, where):
    for number, mode in expected.items():
        found = look["modes"][int(number) - 1]
        assert found == (None if mode == "none" else mode), f"{where}: {found}"


def _holds(position, expected, legal, look, adapter, where):
    for hand, text in zip(look["hands"], expected, strict=True):
        assert set(cards_in(text)) <= set(hand), f"{where}: {hand}"


def _hand_sizes(position, expected, legal, look, adapter, where):
    found = [len(hand) for hand in look["hands"]]
    assert found == expected, f"{where}: {found}"


def _size(name):
    def same(position, expected, legal, look, adapter, where):
        assert len(look[name]) == expected, f"{where}: {len(look[name])}"

    return same


def _over(position, expected, legal, look, adapter, where):
    assert (look["outcome"] is not None) == expected, f"{where}: {look['outcome']}"


def _outcome(position, expected, legal, look, adapter, where):
    winner, reason, a, b = expected
    wanted = (None if winner == "draw" else winner, reason, (a, b))
    assert look["outcome"] is not None, f"{where}: not over"
    found = (look["outcome"][0], look["outcome"][1], tuple(look["outcome"][2]))
    assert found == wanted, f"{where}: {found}"


def _field(name):
    def same(position, expected, legal, look, adapter, where):
        assert look[name] == expected, f"{where}: {name} is {look[name]}"

    return same


# --- several games --------------------------------------------------------------


def _check_feud(case, game, adapter):
    rounds = [(None if winner == "draw" else winner, *rest) for winner, *rest in case["rounds"]]
    found = tuple(adapter.feud(rounds))
    assert found == tuple(case["points"]), f"{case['id']}: {found}"


def _check_match(case, game, adapter):
    games = [dict(zip(case["fields"], row, strict=True)) for row in case["played"]]
    found = adapter.match(games)
    assert found == (None if case["winner"] == "open" else case["winner"]), (case["id"], found)


_EXPECTATIONS = {
    "legal": _legal,
    "illegal": _illegal,
    "only": _only,
    "playable": _playable,
    "unplayable": _unplayable,
    "lanes": _lanes,
    "complete": _complete,
    "claimed": _claimed,
    "damaged": _damaged,
    "discard": _cards_of("discard"),
    "in_discard": _within("discard"),
    "in_deck": _within("deck"),
    "holds": _holds,
    "hand": _hand,
    "hand_sizes": _hand_sizes,
    "deck_size": _size("deck"),
    "tactic_deck_size": _size("tactic_deck"),
    "deck_bottom": _bottom("deck"),
    "tactic_bottom": _bottom("tactic_deck"),
    "known": _known,
    "modes": _modes,
    "over": _over,
    "outcome": _outcome,
    "to_move": _field("to_move"),
    "phase": _field("phase"),
    "cauldrons": _field("cauldrons"),
    "played": _field("tactics_played"),
}
_CHECKS = {
    "kind": _check_kind,
    "order": _check_order,
    "proof": _check_proof,
    "play": _check_play,
    "feud": _check_feud,
    "match": _check_match,
}
