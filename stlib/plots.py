"""Charts: how many formations of each kind, chances by draws, win rates.

Every function takes its data first and everything else by name, draws on the
axes it is given or on a figure of its own, and returns the axes; nothing is
shown or saved. A figure of its own has a white ground and dark ink, so that it
reads alike on light and dark pages; given axes keep their own ground and ink.
Colours are those of Okabe and Ito, safe for colour-blind readers, and never
the only signal: hatches, markers and line styles say the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter, MaxNLocator

from stlib import words
from stlib.chances import percent
from stlib.demands import Kind
from stlib.stats import Rate

__all__ = ["INKS", "SIZE", "STYLE", "plot_kinds", "plot_odds", "plot_win_rates"]

#: Colours of Okabe and Ito (2008); all readable on white and on black.
INKS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#D55E00", "#56B4E9")
_HATCHES = ("", "///", "...", "xxx", "\\\\\\", "++")
_MARKERS = ("o", "s", "^", "D", "v", "P")
_LINES = ("-", "--", "-.", ":", (0, (5, 1)), (0, (3, 1, 1, 1, 1, 1)))
_KIND_LOOKS = {
    Kind.COLOR_RUN: 0,
    Kind.SAME_VALUE: 1,
    Kind.COLOR: 2,
    Kind.RUN: 3,
    Kind.SUM: 5,
}

#: Inches of a figure made here.
SIZE = (7.0, 3.6)
#: What its axes look like.
STYLE: dict[Any, Any] = {
    "axes.facecolor": "white",
    "axes.edgecolor": "#444444",
    "axes.labelcolor": "#222222",
    "axes.titlecolor": "#222222",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.grid": False,
    "font.size": 11.0,
    "font.family": ["sans-serif"],
    "grid.color": "#dddddd",
    "text.color": "#222222",
    "xtick.color": "#222222",
    "ytick.color": "#222222",
}


class Result(Protocol):
    """What `plot_win_rates` reads of a match's results."""

    @property
    def rate(self) -> float:
        """Share of wins, 0–1."""
        ...

    @property
    def interval(self) -> tuple[float, float]:
        """Its 95 % interval."""
        ...


# --- formations of each kind ----------------------------------------------------------


def plot_kinds(
    counts: Mapping[Kind, int],
    *,
    ax: Axes | None = None,
    lang: str = "en",
    title: str | None = None,
    what: str | None = None,
    game: str = "ST1",
) -> Axes:
    """Draw how many card sets or hands there are of each kind, and their shares.

    Parameters
    ----------
    counts : mapping of Kind to int
        Exact counts; drawn from the strongest kind down.
    ax : Axes, optional
        Where to draw.
    lang : {"en", "de", "fr", "nl"}
        Language.
    title : str, optional
        Heading.
    what : str, optional
        What is counted, the label of the axis; "number of card sets" if not given.
    game : {"ST1", "ST2"}
        Whose names the kinds bear.

    Returns
    -------
    Axes
        With one bar a kind.
    """
    ax = _axes(ax)
    bars = _kind_bars(counts, lang, game)
    for place, bar in enumerate(bars):
        look = _KIND_LOOKS[bar.kind]
        ax.barh(
            place,
            bar.count,
            color=INKS[look],
            hatch=_HATCHES[look],
            edgecolor=_ink(ax),
            linewidth=0.8,
        )
        ax.annotate(
            bar.text,
            (bar.count, place),
            xytext=(5, 0),
            textcoords="offset points",
            va="center",
            color=_ink(ax),
        )
    ax.set_yticks(range(len(bars)), [bar.name for bar in bars])
    ax.invert_yaxis()
    ax.tick_params(axis="y", length=0)
    ax.set_xlim(0, max(bar.count for bar in bars) * 1.5 or 1)
    ax.xaxis.set_major_locator(MaxNLocator(4, integer=True))
    ax.xaxis.set_major_formatter(FuncFormatter(lambda x, _: _number(round(x), lang)))
    return _named(ax, title, what or words.say("plot.sets", lang), "")


@dataclass(frozen=True)
class _Bar:
    kind: Kind
    name: str
    count: int
    text: str


def _kind_bars(counts: Mapping[Kind, int], lang: str, game: str) -> list[_Bar]:
    """Compute the bars, the strongest kind first."""
    total = sum(counts.values())
    bars = []
    for kind in sorted(counts, reverse=True):
        share = percent(Fraction(counts[kind], total) if total else 0, lang)
        text = words.say("plot.count", lang, n=_number(counts[kind], lang), share=share)
        bars.append(_Bar(kind, kind.say(lang, game), counts[kind], text))
    return bars


# --- chances by draws -----------------------------------------------------------------


def plot_odds(
    lines: Mapping[str, Mapping[int, Fraction | float]],
    *,
    ax: Axes | None = None,
    lang: str = "en",
    title: str | None = None,
) -> Axes:
    """Draw exact chances against the number of cards drawn.

    Parameters
    ----------
    lines : mapping of str to mapping of int to Fraction
        Name of each line, and its chance (0–1) for each number of draws, as
        `stlib.chances.Odds.by_draws` returns them.
    ax : Axes, optional
        Where to draw.
    lang : {"en", "de", "fr", "nl"}
        Language.
    title : str, optional
        Heading.

    Returns
    -------
    Axes
        With one line a name; each has its own marker and line style.
    """
    ax = _axes(ax)
    for i, (name, chances) in enumerate(lines.items()):
        draws = sorted(chances)
        ax.plot(
            draws,
            [float(chances[n]) for n in draws],
            label=name,
            color=INKS[i % len(INKS)],
            linestyle=_LINES[i % len(_LINES)],
            marker=_MARKERS[i % len(_MARKERS)],
            markersize=5,
            markevery=max(1, len(draws) // 14),
        )
    ax.set_ylim(-0.02, 1.02)
    ax.xaxis.set_major_locator(MaxNLocator(8, integer=True))
    _percent_axis(ax.yaxis, lang)
    ax.grid(axis="y", alpha=0.5)
    ax.legend(loc="best", frameon=False, labelcolor=_ink(ax))
    return _named(ax, title, words.say("plot.draws", lang), words.say("plot.chance", lang))


# --- win rates ------------------------------------------------------------------------


def plot_win_rates(
    rows: Iterable[tuple[str, float, int] | Result],
    *,
    ax: Axes | None = None,
    lang: str = "en",
    title: str | None = None,
) -> Axes:
    """Draw win rates with their 95 % intervals, and a line at one half.

    Parameters
    ----------
    rows : iterable
        Each a tuple (label, wins, games), or results with ``label``, ``rate``
        and ``interval``; drawn from top to bottom.
    ax : Axes, optional
        Where to draw.
    lang : {"en", "de", "fr", "nl"}
        Language.
    title : str, optional
        Heading.

    Returns
    -------
    Axes
        With one point and interval a row. A filled point: the interval leaves
        out one half.
    """
    ax = _axes(ax)
    rates = [_rate_row(row, lang) for row in rows]
    ax.axvline(0.5, color=_ink(ax), linestyle=":", linewidth=1.2, zorder=1)
    for place, row in enumerate(rates):
        low, high = row.interval
        clear = not low <= 0.5 <= high
        ax.errorbar(
            row.rate,
            place,
            xerr=[[max(0.0, row.rate - low)], [max(0.0, high - row.rate)]],
            fmt="o" if clear else "s",
            color=INKS[0],
            markerfacecolor=INKS[0] if clear else "none",
            capsize=4,
            zorder=2,
        )
        ax.annotate(
            row.text,
            (1.02, place),
            xycoords=("axes fraction", "data"),
            annotation_clip=False,
            va="center",
            color=_ink(ax),
        )
    ax.set_yticks(range(len(rates)), [row.label for row in rates])
    ax.set_ylim(len(rates) - 0.5, -0.5)
    ax.tick_params(axis="y", length=0)
    ax.set_xlim(-0.02, 1.02)
    _percent_axis(ax.xaxis, lang)
    return _named(ax, title, words.say("plot.win_rate", lang), "")


@dataclass(frozen=True)
class _RateRow:
    label: str
    rate: float
    interval: tuple[float, float]
    text: str


def _rate_row(row: Any, lang: str) -> _RateRow:
    """Compute a row's point, interval and text."""
    if isinstance(row, tuple):
        label, wins, games = row
        result: Any = Rate(wins, games)
    else:
        label, result = getattr(row, "label", ""), row
    low, high = (round(end, 12) for end in result.interval)
    rate, least, most = (percent(share, lang, digits=1) for share in (result.rate, low, high))
    text = words.say("plot.rate", lang, rate=rate, low=least, high=most)
    return _RateRow(str(label), float(result.rate), (float(low), float(high)), text)


# --- what all share -------------------------------------------------------------------


def _axes(ax: Axes | None) -> Axes:
    """Return the axes given, or those of a new figure in our style.

    The figure is made outside the style: a notebook's backend, which loads with
    the first one, switches settings of its own on, and they must stay.
    """
    if ax is not None:
        return ax
    figure = plt.figure(figsize=SIZE, facecolor="white", layout="constrained")
    with plt.rc_context(STYLE):
        return figure.subplots()


def _ink(ax: Axes) -> Any:
    """Colour of text on these axes."""
    return ax.xaxis.label.get_color()


def _named(ax: Axes, title: str | None, x: str, y: str) -> Axes:
    ax.set_xlabel(x)
    ax.set_ylabel(y)
    if title:
        ax.set_title(title, loc="left")
    return ax


def _percent_axis(axis: Any, lang: str) -> None:
    axis.set_major_locator(MaxNLocator(5, steps=[1, 2, 2.5, 5, 10]))
    axis.set_major_formatter(FuncFormatter(lambda x, _: _tick(x, lang)))


def _tick(x: float, lang: str) -> str:
    """Write a tick in percent, without decimals where it has none."""
    if not -1e-9 <= x <= 1 + 1e-9:
        return ""
    number = f"{round(x * 100, 2):g}".replace(".", words.say("odds.point", lang))
    return words.say("odds.percent", lang, number=number)


def _number(n: int, lang: str) -> str:
    """Write a whole number with its thousands apart."""
    return f"{n:,}".replace(",", words.say("odds.thousands", lang))
