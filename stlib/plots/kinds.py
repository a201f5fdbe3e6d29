"""How many formations there are of each kind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter, MaxNLocator

from stlib.base import words
from stlib.cards.demand import Kind
from stlib.chances import percent
from stlib.claims.prove import Formation
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
    number,
    percent_axis,
)

__all__ = ["plot_classes", "plot_kinds", "plot_ranks"]


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
    not_empty(counts, "plot_kinds")
    ax = axes(ax)
    bars = _kind_bars(counts, lang, game)
    for place, bar in enumerate(bars):
        look = KIND_LOOKS[bar.kind]
        ax.barh(
            place,
            bar.count,
            color=INKS[look],
            hatch=HATCHES[look],
            edgecolor=ink(ax),
            linewidth=0.8,
        )
        ax.annotate(
            bar.text,
            (bar.count, place),
            xytext=(5, 0),
            textcoords="offset points",
            va="center",
            color=ink(ax),
        )
    ax.set_yticks(range(len(bars)), [bar.name for bar in bars])
    ax.invert_yaxis()
    ax.tick_params(axis="y", length=0)
    ax.set_xlim(0, max(bar.count for bar in bars) * 1.5 or 1)
    ax.xaxis.set_major_locator(MaxNLocator(4, integer=True))
    ax.xaxis.set_major_formatter(FuncFormatter(lambda x, _: number(round(x), lang)))
    named(ax, title, what or words.say("plot.sets", lang), "")
    return described(ax, lang, (line(bar.name, bar.text, lang) for bar in bars))


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
        text = words.say("plot.count", lang, n=number(counts[kind], lang), share=share)
        bars.append(_Bar(kind, kind.say(lang, game), counts[kind], text))
    return bars


# --- frequency against rank -----------------------------------------------------------


def plot_ranks(
    demands: Mapping[str, Mapping[Kind, int]],
    *,
    ax: Axes | None = None,
    lang: str = "en",
    title: str | None = None,
    game: str = "ST1",
) -> Axes:
    """Draw how frequent each kind is against its rank, a line for each demand.

    A line falls from left to right where the stronger kind is the rarer one.
    Where it rises, the stronger kind is ringed.

    Parameters
    ----------
    demands : mapping of str to mapping of Kind to int
        For each demand's name the exact counts, as `stlib.chances.Odds.class_sizes`
        or `hand_kinds` return them; kinds with none are left out.
    ax : Axes, optional
        Where to draw.
    lang : {"en", "de", "fr", "nl"}
        Language.
    title : str, optional
        Heading.
    game : {"ST1", "ST2"}
        Whose names the kinds bear.

    Returns
    -------
    Axes
        With one line a demand over the kinds, the weakest at the left, and
        the share of all sets on a logarithmic scale.
    """
    not_empty(demands, "plot_ranks")
    ax = axes(ax, height=4.4)
    rings: list[tuple[Kind, float]] = []
    for i, (name, counts) in enumerate(demands.items()):
        points = _shares(counts)
        ax.plot(
            [kind for kind, _ in points],
            [share for _, share in points],
            label=name,
            color=INKS[i % len(INKS)],
            linestyle=LINES[i % len(LINES)],
            marker=MARKERS[i % len(MARKERS)],
            markersize=6,
        )
        rings += [here for last, here in pairwise(points) if here[1] > last[1]]
    _draw_rings(ax, rings, lang)
    ax.set_xticks(list(Kind), [kind.say(lang, game) for kind in Kind])
    ax.set_xlim(-0.3, len(Kind) - 0.7)
    ax.set_yscale("log")
    percent_axis(ax.yaxis, lang, log=True)
    ax.grid(axis="y", alpha=0.5)
    ax.legend(loc="best", frameon=False, labelcolor=ink(ax), fontsize=9)
    named(ax, title, words.say("plot.ranks", lang), words.say("plot.share", lang))
    told = (line(name, _told(counts, lang, game), lang) for name, counts in demands.items())
    return described(ax, lang, told)


def _told(counts: Mapping[Kind, int], lang: str, game: str) -> str:
    """Say the share of each kind, and which one is commoner than the weaker one before it."""
    told, last = [], 1.0
    for kind, share in _shares(counts):
        mark = f" ({words.say('plot.commoner', lang)})" if share > last else ""
        told.append(f"{kind.say(lang, game)} {percent(share, lang)}{mark}")
        last = share
    return ", ".join(told)


def _shares(counts: Mapping[Kind, int]) -> list[tuple[Kind, float]]:
    """Compute the share of each kind that occurs, the weakest first."""
    total = sum(counts.values())
    return [(kind, counts[kind] / total) for kind in sorted(counts) if counts[kind]]


def _draw_rings(ax: Axes, rings: list[tuple[Kind, float]], lang: str) -> None:
    if rings:
        ax.plot(
            [kind for kind, _ in rings],
            [share for _, share in rings],
            color=ink(ax),
            linestyle="",
            marker="o",
            markersize=15,
            markerfacecolor="none",
            markeredgecolor=ink(ax),
            label=words.say("plot.commoner", lang),
        )


def plot_classes(
    counts: Mapping[Formation, int],
    *,
    ax: Axes | None = None,
    lang: str = "en",
    title: str | None = None,
    what: str | None = None,
) -> Axes:
    """Draw how frequent each formation is, kind and total, against its rank.

    Parameters
    ----------
    counts : mapping of Formation to int
        Exact counts, as `stlib.chances.Odds.strength_classes` or `hand_classes`
        return them; formations with none are left out.
    ax : Axes, optional
        Where to draw.
    lang : {"en", "de", "fr", "nl"}
        Language.
    title : str, optional
        Heading.
    what : str, optional
        What is counted, the label of the axis; "number of card sets" if not given.

    Returns
    -------
    Axes
        With one line a kind, its formations from the weakest at the left to
        the strongest, and their number on a logarithmic scale.
    """
    not_empty(counts, "plot_classes")
    ax = axes(ax)
    rank = {formation: at + 1 for at, formation in enumerate(sorted(counts))}
    told = []
    for kind in Kind:
        here = [one for one in rank if one.kind == kind and counts[one]]
        if here:
            look = KIND_LOOKS[kind]
            told.append(_class_told(here, rank, counts, lang))
            ax.plot(
                [rank[one] for one in here],
                [counts[one] for one in here],
                label=kind.say(lang, here[0].game),
                color=INKS[look],
                linestyle="-",
                linewidth=0.8,
                marker=MARKERS[look],
                markersize=5,
            )
    ax.set_yscale("log")
    ax.yaxis.set_major_formatter(FuncFormatter(lambda y, _: number(round(y), lang)))
    ax.xaxis.set_major_locator(MaxNLocator(8, integer=True))
    ax.grid(axis="y", alpha=0.5)
    ax.legend(loc="best", frameon=False, labelcolor=ink(ax), ncols=2, fontsize=9)
    named(ax, title, words.say("plot.classes", lang), what or words.say("plot.sets", lang))
    return described(ax, lang, told)


def _class_told(
    here: Sequence[Formation],
    rank: Mapping[Formation, int],
    counts: Mapping[Formation, int],
    lang: str,
) -> str:
    """Say which ranks the formations of one kind have, and how many there are of each."""
    most, least = (number(pick(counts[one] for one in here), lang) for pick in (max, min))
    ranks = {"first": rank[here[0]], "last": rank[here[-1]], "most": most}
    name = here[0].kind.say(lang, here[0].game)
    if least == most:
        return words.say("plot.alt.equal", lang, name=name, **ranks)
    return words.say("plot.alt.ranks", lang, name=name, least=least, **ranks)
