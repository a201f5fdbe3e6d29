"""How often who wins."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Protocol

from matplotlib.axes import Axes

from stlib.base import words
from stlib.base.stats import Rate
from stlib.chances import percent
from stlib.plots.in_words import described
from stlib.plots.style import INKS, axes, ink, named, percent_axis

__all__ = ["plot_win_rates"]


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
    ax = axes(ax)
    rates = [_rate_row(row, lang) for row in rows]
    ax.axvline(0.5, color=ink(ax), linestyle=":", linewidth=1.2, zorder=1)
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
            color=ink(ax),
        )
    ax.set_yticks(range(len(rates)), [row.label for row in rates])
    ax.set_ylim(len(rates) - 0.5, -0.5)
    ax.tick_params(axis="y", length=0)
    ax.set_xlim(-0.02, 1.02)
    percent_axis(ax.xaxis, lang)
    named(ax, title, words.say("plot.win_rate", lang), "")
    return described(ax, lang, (f"{row.label} {row.text}".strip() for row in rates))


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
