"""Chances card by card: what each unseen card is worth, what two cards promise."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from matplotlib.axes import Axes
from matplotlib.colors import to_hex, to_rgb
from matplotlib.patches import FancyBboxPatch, Rectangle

from stlib.base import words
from stlib.cards.card import Card, from_mask
from stlib.chances import Gain, percent
from stlib.plots.in_words import described
from stlib.plots.style import axes, ink, named, not_empty, note

__all__ = ["plot_outs", "plot_starts"]

_PALE, _DARK = "white", "#0b4f79"
_MIDDLE = 0.45  # from here on letters on the dark ink are white


# --- outs -----------------------------------------------------------------------------


def plot_outs(
    gains: Iterable[Gain],
    *,
    ax: Axes | None = None,
    lang: str = "en",
    title: str | None = None,
) -> Axes:
    """Draw all cards of the deck, and on each unseen one what it would add to the chance.

    Parameters
    ----------
    gains : iterable of Gain
        What `stlib.chances.Odds.gains` or `gains_to_beat` return.
    ax : Axes, optional
        Where to draw.
    lang : {"en", "de", "fr", "nl"}
        Language.
    title : str, optional
        Heading.

    Returns
    -------
    Axes
        With one card a patch: a column for each value, a row for each color.
        The more a card adds, the darker it is; one that helps has a thick
        edge, and a card that is seen already is a mere outline without a number.
    """
    rows = list(gains)
    not_empty(rows, "plot_outs")
    deck = rows[0].card.deck
    ax = axes(ax, height=1.2 + 0.5 * deck.n_colors)
    by_card = {row.card: row for row in rows}
    most = max(float(row.gain) for row in rows) or 1.0
    for card in from_mask(deck.mask, deck):
        row = by_card.get(card)
        _draw_card(ax, card, row, max(0.0, float(row.gain)) / most if row else 0.0, lang)
    ax.set_xlim(deck.low - 0.6, deck.low + deck.n_values - 0.4)
    ax.set_ylim(deck.n_colors - 0.4, -0.6)
    ax.set_xticks(range(deck.low, deck.low + deck.n_values))
    ax.set_yticks(range(deck.n_colors), [words.say(f"color.{c}", lang) for c in deck.colors])
    ax.tick_params(length=0)
    for spine in ax.spines.values():
        spine.set_visible(False)
    named(ax, title, words.say("plot.value", lang), "")
    note(ax, words.say("plot.outs", lang))
    best = sorted(rows, key=lambda row: -row.gain)
    told = (f"{row.card} {_points(row.gain, lang)}" for row in best)
    return described(ax, lang, [words.say("plot.outs", lang).rstrip("."), *told])


def _draw_card(ax: Axes, card: Card, row: Gain | None, shade: float, lang: str) -> None:
    """Draw one card as a patch with its name and what it adds."""
    place = _value(card), card.id % card.deck.n_colors
    helps = row is not None and row.gain > 0
    ax.add_patch(
        FancyBboxPatch(
            (place[0] - 0.38, place[1] - 0.36),
            0.76,
            0.72,
            boxstyle="round,pad=0,rounding_size=0.1",
            facecolor=_blend(shade) if row else "none",
            edgecolor=ink(ax),
            linewidth=2.0 if helps else 0.6,
            linestyle="-" if row else ":",
            gid=str(card),
        )
    )
    if row is None:
        ax.text(*place, str(card), ha="center", va="center", fontsize=7.5, color=ink(ax))
        return
    color = "white" if shade > _MIDDLE else "black"
    text = f"{card}\n{_points(row.gain, lang)}"
    ax.text(*place, text, ha="center", va="center", fontsize=7.5, color=color)


def _value(card: Card) -> int:
    return card.deck.low + card.id // card.deck.n_colors


def _points(gain: Fraction, lang: str) -> str:
    """Write a difference in percentage points; one that is not 0 never as 0."""
    tenths = round(abs(gain) * 1000)
    number = f"{max(tenths, 1) / 10:.1f}".replace(".", words.say("odds.point", lang))
    if gain == 0:
        return "0"
    sign = "+" if gain > 0 else "\u2212"
    return f"{sign}{number}" if tenths else f"{sign}<{number}"


def _blend(shade: float) -> Any:
    """Return a color between pale (0) and dark (1)."""
    red, green, blue = (
        a + (b - a) * shade for a, b in zip(to_rgb(_PALE), to_rgb(_DARK), strict=True)
    )
    return to_hex((red, green, blue))


# --- two-card starts ------------------------------------------------------------------


def plot_starts(
    chances: Mapping[tuple[Card, Card], Fraction | float],
    *,
    ax: Axes | None = None,
    lang: str = "en",
    title: str | None = None,
    assumes: str | None = None,
) -> Axes:
    """Draw a map of two-card starts: the chance of one kind for each pair of values.

    Parameters
    ----------
    chances : mapping of (Card, Card) to Fraction
        Chance, 0–1, for each pair; of pairs with the same values that are both in
        one color, or both in two, the last is drawn: they have the same chance
        as long as no other card is seen.
    ax : Axes, optional
        Where to draw.
    lang : {"en", "de", "fr", "nl"}
        Language.
    title : str, optional
        Heading.
    assumes : str, optional
        What the chances assume, written below.

    Returns
    -------
    Axes
        With a field for each pair of values and its chance in percent: above
        the diagonal pairs in one color, on and below it pairs in two.
    """
    not_empty(chances, "plot_starts")
    deck = next(iter(chances))[0].deck
    ax = axes(ax, height=1.6 + 0.34 * deck.n_values)
    most = max(float(chance) for chance in chances.values()) or 1.0
    for pair, chance in chances.items():
        _draw_field(ax, pair, float(chance), float(chance) / most, lang)
    values = range(deck.low, deck.low + deck.n_values)
    stairs = [(value + side, value + 0.5) for value in values for side in (-0.5, 0.5)]
    ax.plot(*zip(*stairs, strict=True), color=ink(ax), linewidth=2)
    ax.set_xlim(values[0] - 0.5, values[-1] + 0.5)
    ax.set_ylim(values[0] - 0.5, values[-1] + 0.5)
    ax.set_xticks(values)
    ax.set_yticks(values)
    ax.tick_params(length=0)
    named(ax, title, words.say("plot.start_x", lang), words.say("plot.value", lang))
    note(ax, assumes)
    told = (f"{a} {b} {percent(at, lang)}" for (a, b), at in chances.items())
    return described(ax, lang, [*told, *filter(None, [assumes])])


def _draw_field(ax: Axes, pair: tuple[Card, Card], chance: float, shade: float, lang: str) -> None:
    """Fill the field of a pair and write its chance."""
    low, high = sorted(_value(card) for card in pair)
    x, y = (low, high) if pair[0].color == pair[1].color else (high, low)
    look = {"facecolor": _blend(shade), "edgecolor": ink(ax), "linewidth": 0.3}
    ax.add_patch(Rectangle((x - 0.5, y - 0.5), 1, 1, gid=f"{pair[0]} {pair[1]}", **look))
    ax.text(
        x,
        y,
        _in_percent(chance, lang),
        ha="center",
        va="center",
        fontsize=7.5,
        color="white" if shade > _MIDDLE else "black",
    )


def _in_percent(chance: float, lang: str) -> str:
    """Write a chance in whole percent, without the sign; what is possible never as 0."""
    if 0 < chance < 0.01:
        return "<1"
    return ">99" if 0.99 < chance < 1 else f"{chance * 100:.0f}"
