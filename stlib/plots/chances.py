"""Chances: by the number of draws, lane by lane, and how long one waits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.ticker import MaxNLocator

from stlib.base import words
from stlib.chances import LaneOdds, Waiting, percent
from stlib.plots.in_words import described, line
from stlib.plots.style import (
    HATCHES,
    INKS,
    KIND_LOOKS,
    LINES,
    MARKERS,
    axes,
    ink,
    named,
    not_empty,
    note,
    percent_axis,
)

__all__ = ["plot_lanes", "plot_odds", "plot_waiting"]

_TOLD = 12  # points of a line that its text alternative names, at most one more


def plot_odds(
    lines: Mapping[str, Mapping[int, Fraction | float]],
    *,
    ax: Axes | None = None,
    lang: str = "en",
    title: str | None = None,
    assumes: str | None = None,
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
    assumes : str, optional
        What the chances assume, written below, as `stlib.chances.duel_assumes` says it.

    Returns
    -------
    Axes
        With one line a name; each has its own marker and line style.
    """
    not_empty(lines, "plot_odds")
    ax = axes(ax)
    for i, (name, chances) in enumerate(lines.items()):
        draws = sorted(chances)
        ax.plot(
            draws,
            [float(chances[n]) for n in draws],
            label=name,
            color=INKS[i % len(INKS)],
            linestyle=LINES[i % len(LINES)],
            marker=MARKERS[i % len(MARKERS)],
            markersize=5,
            markevery=max(1, len(draws) // 14),
        )
    ax.set_ylim(-0.02, 1.02)
    ax.xaxis.set_major_locator(MaxNLocator(8, integer=True))
    percent_axis(ax.yaxis, lang)
    ax.grid(axis="y", alpha=0.5)
    ax.legend(loc="best", frameon=False, labelcolor=ink(ax))
    named(ax, title, words.say("plot.draws", lang), words.say("plot.chance", lang))
    note(ax, assumes)
    told = [line(name, _told(chances, lang), lang) for name, chances in lines.items()]
    return described(ax, lang, [*told, *filter(None, [assumes])])


def _told(chances: Mapping[int, Fraction | float], lang: str) -> str:
    """Say the chances of a line: of the first and the last number of draws, and some between."""
    draws = sorted(chances)
    step = max(1, -(-len(draws) // _TOLD))
    some = sorted({*draws[::step], draws[-1]}) if draws else []
    return ", ".join(f"{n} → {percent(chances[n], lang)}" for n in some)


# --- waiting times --------------------------------------------------------------------


def plot_waiting(
    waiting: Waiting,
    *,
    ax: Axes | None = None,
    lang: str = "en",
    title: str | None = None,
) -> Axes:
    """Draw how many cards one has to draw, with the median.

    Parameters
    ----------
    waiting : Waiting
        What `stlib.chances.Odds.waiting` returns.
    ax : Axes, optional
        Where to draw.
    lang : {"en", "de", "fr", "nl"}
        Language.
    title : str, optional
        Heading.

    Returns
    -------
    Axes
        With one bar a number of draws, up to the last that is possible; the
        median's bar is dark and named, and the chance that it never comes is written.
    """
    ax = axes(ax)
    last = max((n for n, chance in waiting.chances.items() if chance), default=0)
    for n in range(last + 1):
        middle = n == waiting.median
        ax.bar(
            n,
            float(waiting.chances.get(n, 0)),
            width=0.8,
            color=INKS[0] if middle else INKS[5],
            hatch="" if middle else "///",
            edgecolor=ink(ax),
            linewidth=0.6,
        )
    summary = _waiting_words(ax, waiting, lang)
    ax.xaxis.set_major_locator(MaxNLocator(10, integer=True))
    percent_axis(ax.yaxis, lang)
    ax.grid(axis="y", alpha=0.5)
    named(ax, title, words.say("plot.waiting", lang), words.say("plot.chance", lang))
    return described(ax, lang, [_told(waiting.chances, lang), *summary])


def _waiting_words(ax: Axes, waiting: Waiting, lang: str) -> tuple[str, str]:
    """Write median and the chance of never into the upper right corner; return both."""
    never = words.say("plot.never", lang, chance=percent(waiting.never, lang))
    middle = words.say("plot.no_median", lang)
    if waiting.median is not None:
        middle = words.say("plot.median", lang, n=waiting.median)
    ax.text(
        0.99,
        0.97,
        f"{middle}\n{never}",
        transform=ax.transAxes,
        ha="right",
        va="top",
        color=ink(ax),
    )
    return middle, never


# --- lane by lane ---------------------------------------------------------------------


def plot_lanes(
    rows: Sequence[LaneOdds],
    *,
    ax: Axes | None = None,
    lang: str = "en",
    title: str | None = None,
    assumes: str | None = None,
    game: str = "ST1",
) -> Axes:
    """Draw for each lane the chances of the best formation there, and the chance to win it.

    Parameters
    ----------
    rows : sequence of LaneOdds
        What `stlib.chances.Odds.of_view` returns; drawn from top to bottom.
    ax : Axes, optional
        Where to draw.
    lang : {"en", "de", "fr", "nl"}
        Language.
    title : str, optional
        Heading.
    assumes : str, optional
        What the chances assume, as `stlib.chances.view_assumes` says it.
    game : {"ST1", "ST2"}
        Whose names the kinds bear.

    Returns
    -------
    Axes
        With one bar a lane, in parts with a hatch a kind, and a diamond at
        the chance to win it. An estimate is a hollow diamond with its interval.
    """
    ax = axes(ax, height=1.5 + 0.34 * len(rows))
    told = []
    for place, row in enumerate(rows):
        _lane_parts(ax, place, row)
        _lane_win(ax, place, row, win := _win(row, lang))
        told.append(_lane_told(row, win, lang, game))
    ax.set_yticks(range(len(rows)), [row.lane.say(lang) for row in rows])
    ax.set_ylim(len(rows) - 0.4, -0.6)
    ax.tick_params(axis="y", length=0)
    ax.set_xlim(0, 1)
    percent_axis(ax.xaxis, lang)
    ax.legend(
        handles=[*_kind_patches(ax, lang, game), _win_mark(lang)],
        loc="lower center",
        bbox_to_anchor=(0.5, 1.0),
        ncols=3,
        frameon=False,
        labelcolor=ink(ax),
        fontsize=9,
    )
    named(ax, None, words.say("plot.lanes", lang), "")
    ax.set_title(title or "", loc="left", pad=44)  # above the legend
    note(ax, assumes)
    return described(ax, lang, [*told, *filter(None, [assumes])])


def _lane_parts(ax: Axes, place: int, row: LaneOdds) -> None:
    """Draw the chances of each kind as parts of one bar, the strongest first."""
    left = 0.0
    for kind, chance in row.best.items():
        look = KIND_LOOKS[kind]
        ax.barh(
            place,
            float(chance),
            left=left,
            height=0.66,
            color=INKS[look],
            hatch=HATCHES[look],
            edgecolor=ink(ax),
            linewidth=0.6,
        )
        left += float(chance)


def _lane_told(row: LaneOdds, win: str, lang: str, game: str) -> str:
    """Say the chance of each kind at a lane, and the chance to win it."""
    kinds = [f"{k.say(lang, game)} {percent(p, lang, 1)}" for k, p in row.best.items() if p]
    told = [*kinds, f"{words.say('plot.win_lane', lang)} {win}"]
    return line(row.lane.say(lang), ", ".join(told), lang)


def _win(row: LaneOdds, lang: str) -> str:
    """Write the chance to win a lane, an estimate with its sign."""
    if row.win is not None:
        return percent(row.win, lang, 1)
    if row.estimate is not None:
        return "≈ " + percent(row.estimate.rate, lang, 1)
    return words.say("odds.too_long", lang)


def _lane_win(ax: Axes, place: int, row: LaneOdds, text: str) -> None:
    """Mark the chance to win the lane, and write it beside the axes."""
    if row.win is None and row.estimate is not None:
        low, high = row.estimate.interval
        ax.plot([low, high], [place, place], color=ink(ax), linewidth=2.5)
    chance = row.floats.get("win")
    if chance is not None:
        ax.plot(
            chance,
            place,
            marker="D",
            markersize=8,
            color="white",
            markeredgecolor="black",
            markeredgewidth=1.6,
            clip_on=False,
            zorder=3,
        )
    ax.annotate(
        text,
        (1.02, place),
        xycoords=("axes fraction", "data"),
        annotation_clip=False,
        va="center",
        color=ink(ax),
    )


def _kind_patches(ax: Axes, lang: str, game: str) -> list[Patch]:
    return [
        Patch(
            facecolor=INKS[look],
            hatch=HATCHES[look],
            edgecolor=ink(ax),
            label=kind.say(lang, game),
        )
        for kind, look in KIND_LOOKS.items()
    ]


def _win_mark(lang: str) -> Line2D:
    return Line2D(
        [],
        [],
        marker="D",
        linestyle="",
        color="white",
        markeredgecolor="black",
        markeredgewidth=1.6,
        label=words.say("plot.win_lane", lang),
    )
