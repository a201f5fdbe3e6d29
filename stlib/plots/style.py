"""What all charts share: colors, hatches, markers, axes of our own, numbers on ticks.

Colors are those of Okabe and Ito, safe for color-blind readers, and never
the only signal: hatches, markers and line styles say the same.
"""

from __future__ import annotations

from collections.abc import Sized
from textwrap import fill
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter, MaxNLocator

from stlib.base import words
from stlib.base.checks import shown
from stlib.base.errors import GameError
from stlib.cards.demand import Kind

#: Colors of Okabe and Ito (2008); all readable on white and on black.
INKS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#D55E00", "#56B4E9")
HATCHES = ("", "///", "...", "xxx", "\\\\\\", "++")
MARKERS = ("o", "s", "^", "D", "v", "P")
LINES = ("-", "--", "-.", ":", (0, (5, 1)), (0, (3, 1, 1, 1, 1, 1)))
KIND_LOOKS = {
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


def axes(ax: Axes | None, height: float = SIZE[1]) -> Axes:
    """Return the axes given, or those of a new figure in our style, so many inches high.

    The figure is made outside the style: a notebook's backend, which loads with
    the first one, switches settings of its own on, and they must stay.
    """
    if ax is not None:
        return ax
    figure = plt.figure(figsize=(SIZE[0], height), facecolor="white", layout="constrained")
    with plt.rc_context(STYLE):
        return figure.subplots()


def not_empty(data: Sized, chart: str) -> None:
    """Raise GameError if a chart is given nothing to draw."""
    if not len(data):
        raise GameError("nothing_to_draw", chart=chart, data=shown(data))


def ink(ax: Axes) -> Any:
    """Color of text on these axes."""
    return ax.xaxis.label.get_color()


def named(ax: Axes, title: str | None, x: str, y: str) -> Axes:
    """Label the axes; return them."""
    ax.set_xlabel(x)
    ax.set_ylabel(y)
    if title:
        ax.set_title(title, loc="left")
    return ax


def percent_axis(axis: Any, lang: str, log: bool = False) -> None:
    """Write an axis of chances in percent."""
    if not log:
        axis.set_major_locator(MaxNLocator(5, steps=[1, 2, 2.5, 5, 10]))
    axis.set_major_formatter(FuncFormatter(lambda x, _: tick(x, lang)))


def tick(x: float, lang: str) -> str:
    """Write a tick in percent with the decimals it has; what is above 0 is never written as 0."""
    if not -1e-9 <= x <= 1 + 1e-9:
        return ""
    exact = float(f"{x * 100:.10g}") if x > 1e-15 else 0.0  # less is the noise of an axis's sum
    number = np.format_float_positional(exact, trim="-")
    number = number.replace(".", words.say("odds.point", lang))
    return words.say("odds.percent", lang, number=number)


def number(n: int, lang: str) -> str:
    """Write a whole number with its thousands apart."""
    return f"{n:,}".replace(",", words.say("odds.thousands", lang))


def note(ax: Axes, text: str | None, width: int = 92) -> None:
    """Write an assumption below the label of the lower axis, in small letters."""
    if text:
        ax.annotate(
            fill(text, width),
            (0.5, 0),
            xycoords=ax.xaxis.label,
            xytext=(0, -4),
            textcoords="offset points",
            ha="center",
            va="top",
            fontsize=8.5,
            color=ink(ax),
            annotation_clip=False,
        )
