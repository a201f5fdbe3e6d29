"""What a chart shows, in words, for those who do not see it.

A notebook shows a figure as an image without a text of its own. So a figure with
one of our charts brings its image itself, with the words of all its charts.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable
from functools import partial
from io import BytesIO
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from stlib.base import words
from stlib.svg import html_image

__all__ = ["alt_text", "described", "line"]

_ROWS = "_stlib_rows"  # the attribute of axes that holds their language and their rows


def described(ax: Axes, lang: str, rows: Iterable[str]) -> Axes:
    """Store what is drawn on the axes, row by row, so that notebooks show it with the figure."""
    setattr(ax, _ROWS, (lang, tuple(rows)))
    figure = ax.figure.canvas.figure  # the whole one, also where the axes are in a part of it
    figure._repr_mimebundle_ = partial(_bundle, figure)  # type: ignore[attr-defined]
    return ax


def line(name: str, what: str, lang: str) -> str:
    """Write a row of a chart: its name, and what is drawn there."""
    return words.say("plot.alt.line", lang, name=name, what=what)


def alt_text(ax: Axes) -> str:
    """Return what a chart shows, in words: its title, its axes, and every row of its data.

    Parameters
    ----------
    ax : Axes
        What a function of `stlib.plots` returned. Title and labels are read now, so that
        changes made to them later are told, too.

    Examples
    --------
    >>> import stlib
    >>> ax = stlib.plots.plot_win_rates([("greedy", 640, 1000)], title="Games")
    >>> print(stlib.plots.alt_text(ax).replace(chr(160), " "))
    Chart: Games. From left to right: games won, with 95% interval. greedy 64.0% (61.0% to 66.9%).
    """
    lang, rows = getattr(ax, _ROWS, ("en", ()))
    title = next(filter(None, (ax.get_title(loc=at) for at in ("left", "center", "right"))), "")
    labels = {"chart": title, "across": ax.get_xlabel(), "up": ax.get_ylabel()}
    told = [words.say(f"plot.alt.{key}", lang, label=text) for key, text in labels.items() if text]
    if not title:
        told.insert(0, words.say("plot.alt.untitled", lang))
    return " ".join(f"{part}." for part in (*told, *filter(None, ["; ".join(rows)])))


def _bundle(figure: Figure, include: Any = None, exclude: Any = None) -> dict[str, str]:
    """Return what a notebook shows of a figure: an image with its words, and the bare image."""
    charts = [ax for ax in figure.axes if hasattr(ax, _ROWS)]
    if not charts:
        return {}
    file = BytesIO()
    figure.savefig(file, format="png", bbox_inches="tight", dpi="figure")
    told = " ".join(map(alt_text, charts))
    image = html_image(file.getvalue(), told, getattr(charts[0], _ROWS)[0], "png")
    return {"text/html": image, "image/png": base64.b64encode(file.getvalue()).decode()}
