"""Cards, decks and the kinds that cards show: `docs/rules.md` sections 1, 3 and 5."""

from functools import cache
from itertools import combinations, product

KINDS = ("sum", "run", "color", "same_value", "color_run")  # weakest first, section 1
ALL_KINDS = KINDS

ST1_DECK = [f"{color}{value}" for value in range(1, 10) for color in "rbgyvn"]
ST2_DECK = [f"{color}{value}" for value in range(12) for color in "rbgyk"]

JOKERS = ("joker1", "joker2")
ELITE = (*JOKERS, "spy", "shield")
MODES = ("blind_mans_bluff", "mud_fight")
RUSES = ("recruiter", "strategist", "banshee", "traitor")
ACTIONS = ("redeploy", "recruit", "desertion", "betrayal", "explosion", "support", "exchange")
ST1_TACTICS = [*ELITE, *MODES, *RUSES]
ST2_TACTICS = [*ELITE, *ACTIONS]
TACTIC_ORDER = [*ELITE, *MODES, *RUSES, *ACTIONS]
_TACTICS = frozenset(TACTIC_ORDER)


def is_tactic(card):
    """Say whether a card is a tactic card: neither a clan card nor a siege card."""
    return card in _TACTICS


def is_elite(card):
    """Say whether a card is laid at a side like a clan or siege card, but is wild."""
    return card in ELITE


def is_joker(card):
    """Say whether a card is one of the two Jokers."""
    return card in JOKERS


def value_of(card):
    """Return the number on a card: 9 for "r9"."""
    return int(card[1:])


def color_of(card):
    """Return the color letter of a card: "r" for "r9"."""
    return card[0]


def in_deck_order(cards):
    """Return the cards by value, then color in the order of the decks; tactic cards last."""
    return sorted(cards, key=_deck_place)


def by_color(cards):
    """Sort as the discard lies open: by color, then value (section 4); tactic cards last."""
    return sorted(cards, key=_discard_place)


@cache
def _deck_place(card):
    return (_late(card), *_value_color(card))


@cache
def _discard_place(card):
    return (_late(card), *_value_color(card)[::-1])


def _late(card):
    return 1 + TACTIC_ORDER.index(card) if is_tactic(card) else 0


def _value_color(card):
    return (0, 0) if is_tactic(card) else (value_of(card), "rbgyvnk".index(color_of(card)))


def total(cards):
    """Return the sum of the values."""
    return sum(value_of(card) for card in cards)


def shown(cards):
    """Return all kinds whose property the cards have.

    A color run also shows a run and a color; everything shows a sum. There is
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
    color or a run a color run is nothing special ("plain"), a kind of its own
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


# --- elite cards (sections 3 and 5) -------------------------------------------


def identities(card, game):
    """Return all cards that an elite card may stand for; any other card is itself.

    Joker: any card. Spy: 7 (ST1) or 10 (ST2). Shield: 1, 2 or 3. Always of any
    color, and also a card that is already visible (sections 3, 5).
    """
    if not is_elite(card):
        return [card]
    deck = {"ST1": ST1_DECK, "ST2": ST2_DECK}[game]
    spy = {"ST1": 7, "ST2": 10}[game]
    allowed = {"spy": [spy], "shield": [1, 2, 3]}.get(card)
    return [one for one in deck if allowed is None or value_of(one) in allowed]


def readings(cards, game):
    """Return all ways to read a side: each elite card as one of its identities.

    Of the colors it only ever matters whether all are one, so two are tried: that
    of the first clan or siege card (if there is one) and any other.
    """
    if not any(is_elite(card) for card in cards):
        return [tuple(cards)]
    two = two_colors(cards)
    as_one = {card: [c for c in identities(card, game) if color_of(c) in two] for card in cards}
    return list(product(*(as_one[card] if is_elite(card) else [card] for card in cards)))


def two_colors(cards):
    """Return the color of the first clan or siege card, and another; both games have them."""
    first = next((color_of(card) for card in cards if not is_elite(card)), "r")
    return first, "b" if first == "r" else "r"
