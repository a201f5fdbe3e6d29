"""What elite cards stand for: the identities behind a side's best formation.

The kernels of `stlib.claims.strength` find how much a side is worth; this names, for
people, one identity for each elite card that gives just that.
"""

from __future__ import annotations

from collections.abc import Sequence

from stlib.base.errors import CardError
from stlib.cards.card import Card, write_cards
from stlib.cards.demand import Deck, Demand, EliteCode, Kind
from stlib.claims.codes import elite_code
from stlib.claims.elite_refutation import SHIELD_VALUES

__all__ = ["allowed_values", "identities", "wild_code"]

#: The elite cards of both games, in the order of their bits in a set of elite cards.
ELITES = ("joker1", "joker2", "spy", "shield")


def wild_code(cards: Sequence[Card]) -> EliteCode:
    """Return the code of the elite cards among `cards`.

    Raises
    ------
    CardError
        For any other tactic card: it cannot lie at a side.
    """
    elites = [card for card in cards if card.tactic]
    if wrong := [card for card in elites if card.tactic not in ELITES]:
        raise CardError("not_at_a_side", cards=write_cards(wrong))
    return int(elite_code(sum(1 << ELITES.index(str(card.tactic)) for card in elites)))


def identities(
    cards: Sequence[Card], kind: Kind, total: int, demand: Demand, deck: Deck
) -> tuple[tuple[Card, Card], ...]:
    """Pair each elite card of a full side with a card it may stand for.

    Parameters
    ----------
    cards : sequence of Card
        The side, as many as the demand has slots.
    kind, total
        What the side is worth, as the kernels found it.
    demand, deck
        Where, and of which cards.
    """
    elites = sorted((c for c in cards if c.tactic), key=_freedom)
    plain = [c for c in cards if not c.tactic]
    if not elites:
        return ()
    values = _values(elites, plain, kind, total, demand, deck)
    colors = _colors(values, plain, kind, deck)
    kind_of_card = type(cards[0])
    pairs = zip(elites, values, colors, strict=True)
    return tuple((elite, kind_of_card(color, value)) for elite, value, color in pairs)


def _freedom(card: Card) -> int:
    """Order elite cards from the least free to the freest."""
    return {"spy": 0, "shield": 1}.get(card.tactic or "", 2)


def allowed_values(card: Card, deck: Deck) -> range:
    """Values an elite card may take."""
    if card.tactic == "spy":
        return range(deck.spy, deck.spy + 1)
    if card.tactic == "shield":
        return range(1, SHIELD_VALUES + 1)
    return range(deck.low, deck.high + 1)


def _values(
    elites: Sequence[Card],
    plain: Sequence[Card],
    kind: Kind,
    total: int,
    demand: Demand,
    deck: Deck,
) -> list[int]:
    """Return a value for each elite card that makes the kind and the total."""
    size = demand.size
    if kind in (Kind.RUN, Kind.COLOR_RUN):
        first = total // size - (size - 1) // 2
        missing = set(range(first, first + size)) - {c.value for c in plain}
        return _spread(elites, missing, deck)
    if kind == Kind.SAME_VALUE:
        return [total // size] * len(elites)
    best = min if demand.sign < 0 else max
    values = [best(allowed_values(card, deck)) for card in elites]
    over = sum(values) + sum(c.value or 0 for c in plain) - total
    values[-1] -= over  # where a color may be no run, the freest card gives way
    return values


def _spread(elites: Sequence[Card], missing: set[int], deck: Deck) -> list[int]:
    """Give each elite card one missing value; the least free come first."""
    if not elites:
        return []
    for value in sorted(missing & set(allowed_values(elites[0], deck)), reverse=True):
        rest = _spread(elites[1:], missing - {value}, deck)
        if len(rest) == len(elites) - 1:
            return [value, *rest]
    return []


def _colors(values: Sequence[int], plain: Sequence[Card], kind: Kind, deck: Deck) -> list[str]:
    """Return a color for each: the side's where one color counts, else one that is free."""
    taken = {(c.color, c.value) for c in plain}
    hues = {c.color for c in plain}
    if kind in (Kind.COLOR, Kind.COLOR_RUN):
        return [next(iter(hues), deck.colors[0])] * len(values)
    colors = []
    for value in values:
        free = [c for c in deck.colors if (c, value) not in taken]
        fresh = [c for c in free if c not in hues] or free or list(deck.colors)
        colors.append(fresh[0])
        taken.add((fresh[0], value))
        hues.add(fresh[0])
    return colors
