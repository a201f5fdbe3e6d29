"""Charts: what their artists show, in every language, on given axes and on new ones."""

import os
import subprocess
import sys
import warnings
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from types import SimpleNamespace

import matplotlib as mpl
import pytest
from matplotlib import pyplot as plt
from matplotlib.colors import same_color, to_rgb

import st2lib
import stlib
from stlib import plots
from stlib.base.stats import Rate
from stlib.cards.card import from_mask
from stlib.cards.demand import Kind
from stlib.chances import Gain

ROOT = Path(__file__).resolve().parents[1]
SIZES = {
    Kind.SUM: 22_650,
    Kind.RUN: 1_470,
    Kind.COLOR: 462,
    Kind.SAME_VALUE: 180,
    Kind.COLOR_RUN: 42,
}
LINES = {
    "r4 r5": {1: Fraction(1, 24), 3: Fraction(23, 188), 6: Fraction(89, 376)},
    "r4 r6": {1: Fraction(1, 48), 3: Fraction(1, 16), 6: Fraction(1, 8)},
    "r8 r9": {n: Fraction(n, 48) for n in range(20)},
}
ROWS = [("greedy", 640, 1_000), ("outs", 497.5, 1_000), ("all", 30, 30), ("none", 0, 30)]
POOL = stlib.parse_cards("r3 r6 r7 b4 b5 g5 v1 n9")
GAINS = stlib.odds.gains(Kind.COLOR_RUN, "r5", POOL, 3)
WAIT = stlib.odds.waiting(Kind.COLOR_RUN, "r4 r5", POOL)
STARTS = {
    pair: stlib.odds.complete(Kind.COLOR, pair, POOL, 3)
    for pair in combinations(stlib.parse_cards("r4 r8 b9"), 2)
}
SIEGE = {
    "gate": st2lib.odds.class_sizes(2),
    "tower": st2lib.odds.class_sizes(4),
}
CLASSES = stlib.odds.strength_classes()
LANES = stlib.odds.of_view(
    stlib.ST1.setup({1: ("r7 r8", "b2 b3 b4"), 2: ("g1 g2 g3", "v8"), 5: ("n5", "")}).view(0),
    draws=1,
    samples=100,
)
CHARTS = [
    (plots.plot_kinds, SIZES),
    (plots.plot_odds, LINES),
    (plots.plot_win_rates, ROWS),
    (plots.plot_ranks, SIEGE),
    (plots.plot_classes, CLASSES),
    (plots.plot_waiting, WAIT),
    (plots.plot_outs, GAINS),
    (plots.plot_starts, STARTS),
    (plots.plot_lanes, LANES),
]
each_chart = pytest.mark.parametrize(("chart", "data"), CHARTS)


@pytest.fixture(autouse=True)
def _headless():
    """Draw without a screen, and leave no figure open."""
    with mpl.rc_context({"backend": "agg"}):
        yield
        plt.close("all")


def texts(ax):
    """Everything written on the axes, drawn once, so that ticks have their labels."""
    ax.figure.canvas.draw()
    ticks = ax.get_xticklabels() + ax.get_yticklabels()
    legend = ax.get_legend().get_texts() if ax.get_legend() else []
    found = [*ax.texts, *ticks, *legend, ax.xaxis.label, ax.yaxis.label]
    return [text.get_text() for text in found if text.get_text()] + [ax.get_title(loc="left")]


# --- all charts ---------------------------------------------------------------------------


@each_chart
def test_axes_given_are_used_and_returned(chart, data):
    """A chart is drawn on the axes it is given; no other figure is made, and none shown."""
    figure, ax = plt.subplots()
    assert chart(data, ax=ax) is ax
    assert plt.get_fignums() == [figure.number]


@each_chart
def test_a_figure_of_its_own(chart, data):
    """Without axes each call makes a new figure, and leaves the style settings as they were."""
    before = dict(mpl.rcParams)
    assert chart(data).figure is not chart(data).figure
    assert dict(mpl.rcParams) == before


@each_chart
@pytest.mark.parametrize("lang", ["en", "de", "fr", "nl"])
def test_every_language(chart, data, lang):
    """All text comes in the language asked for, drawn without a missing letter."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        ax = chart(data, lang=lang, title="title")
        found = texts(ax)
    assert "title" in found
    assert (ax.get_xlabel() == chart(data).get_xlabel()) == (lang == "en")


@each_chart
def test_an_unknown_language_is_named(chart, data):
    """The error names the language."""
    with pytest.raises(ValueError, match="unknown language 'xx'"):
        chart(data, lang="xx")


@pytest.mark.parametrize("name", ["kinds", "ranks", "classes", "odds", "starts", "outs"])
def test_a_chart_of_nothing_is_refused(name):
    """The error names the chart and what it was given."""
    with pytest.raises(ValueError, match=f"plot_{name} has nothing to draw: .. is empty"):
        getattr(plots, f"plot_{name}")([] if name == "outs" else {})


@each_chart
@pytest.mark.parametrize("style", ["default", "dark_background"])
def test_readable_on_any_ground(chart, data, style):
    """Text and marks have enough contrast on our white background and on dark axes."""
    with plt.style.context(style):
        own, given = chart(data), chart(data, ax=plt.subplots()[1])
        for ax in (own, given):
            ax.figure.canvas.draw()
            ground = ax.get_facecolor()
            for text in [*ax.get_xticklabels(), *ax.get_yticklabels(), ax.xaxis.label]:
                assert contrast(text.get_color(), ground) >= 4.5, text
            for text in ax.texts:
                assert contrast(text.get_color(), behind(text, ax)) >= 4.5, text
            for artist in ax.patches:
                assert contrast(artist.get_edgecolor(), ground) >= 2, artist
            for line in ax.lines:
                inks = line.get_color(), line.get_markeredgecolor()
                assert max(contrast(color, ground) for color in inks) >= 2, line
        assert same_color(own.get_facecolor(), "white")
        assert same_color(own.figure.get_facecolor(), "white")


def behind(text, ax):
    """Color on which a text stands: that of a patch in which its place lies, or the ground."""
    place = text.get_transform().transform(text.get_position())
    on = [patch for patch in ax.patches if patch.contains_point(place)]
    filled = [patch.get_facecolor() for patch in on if patch.get_facecolor()[3]]
    return filled[-1] if filled else ax.get_facecolor()


def contrast(one, other):
    """Contrast of two colors, 1 to 21 (WCAG 2)."""
    light, dark = sorted((luminance(to_rgb(one)), luminance(to_rgb(other))), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(rgb):
    """Relative luminance of a color, 0 to 1 (WCAG 2)."""
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in rgb]
    return sum(w * c for w, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


NOTEBOOK = """
import matplotlib
from matplotlib import pyplot
from stlib import plots
from stlib.cards.card import from_mask
plots.plot_odds({"a": {0: 0, 1: 1}})
assert matplotlib.is_interactive()
"""


def test_the_first_chart_leaves_a_notebook_its_settings(tmp_path):
    """A backend that becomes interactive while it loads stays interactive, so later charts show."""
    backend = "import matplotlib\nfrom matplotlib.backends.backend_agg import *\n"
    (tmp_path / "waking.py").write_text(backend + "matplotlib.interactive(True)\n")
    path = os.pathsep.join([str(tmp_path), str(ROOT)])
    env = {**os.environ, "MPLBACKEND": "module://waking", "PYTHONPATH": path}
    subprocess.run([sys.executable, "-c", NOTEBOOK], env=env, check=True)


# --- kinds --------------------------------------------------------------------------------


def test_kinds_are_bars_from_strong_to_weak():
    """There is one bar for each kind, as long as its count, with its count and share as text."""
    ax = plots.plot_kinds(SIZES)
    assert [bar.get_width() for bar in ax.patches] == [42, 180, 462, 1_470, 22_650]
    ax.figure.canvas.draw()
    names = [label.get_text() for label in ax.get_yticklabels()]
    assert names == ["Color Run", "Three of a Kind", "Color", "Run", "Sum"]
    assert ax.yaxis_inverted()
    assert ax.texts[-1].get_text() == "22,650 (91.32%)"
    assert ax.get_xlabel() == "number of card sets"
    assert plots.plot_kinds(SIZES, what="hands").get_xlabel() == "hands"


def test_kinds_are_told_apart_without_color():
    """Every bar has its own hatch; its place and its name say the same."""
    bars = plots.plot_kinds(SIZES).patches
    assert len({bar.get_hatch() for bar in bars}) == len(bars)
    assert len({bar.get_facecolor() for bar in bars}) == len(bars)


def test_kinds_in_german_and_by_the_siege_names():
    """Thousands and decimals are written as the language does; the siege has its own names."""
    ax = plots.plot_kinds(st2lib.odds.class_sizes(2), lang="de", game="ST2")
    assert "Gleiche Stärke" in texts(ax)
    assert "1.100 (62,15\u00a0%)" in texts(ax)


def test_a_rare_kind_is_not_none():
    """A rare kind is not written as 0%, nor the rest as 100%; only a count of zero is 0%."""
    ax = plots.plot_kinds({Kind.SUM: 10**9, Kind.RUN: 1, Kind.COLOR: 0})
    shares = [text.get_text().split("(")[1] for text in ax.texts]
    assert shares == ["0%)", "less than 0.01%)", "more than 99.99%)"]


def test_no_hands_at_all():
    """Counts of zero can be drawn."""
    assert len(plots.plot_kinds(dict.fromkeys(Kind, 0)).patches) == 5


# --- odds ---------------------------------------------------------------------------------


def test_odds_are_lines_of_the_chances_given():
    """Each line goes through its chances, by rising number of draws."""
    ax = plots.plot_odds(LINES)
    for line, (name, chances) in zip(ax.lines, LINES.items(), strict=True):
        assert line.get_label() == name
        assert list(line.get_xdata()) == sorted(chances)
        assert list(line.get_ydata()) == [float(chances[n]) for n in sorted(chances)]
    assert ax.get_xlabel() == "cards drawn"
    assert ax.get_ylabel() == "chance"
    assert {"r4 r5", "r4 r6", "r8 r9", "0%", "50%", "100%"} <= set(texts(ax))


def test_lines_are_told_apart_without_color():
    """Up to six lines differ in marker, in style and in color."""
    lines = plots.plot_odds({str(i): {0: 0.0, 1: i / 9} for i in range(6)}).lines
    for one, other in combinations(lines, 2):
        assert one.get_marker() != other.get_marker()
        assert one.get_color() != other.get_color()
    assert len({str(line._dash_pattern) for line in lines}) == 6


def test_odds_drawn_as_they_are_computed():
    """What the library computes can be drawn as it is."""
    row = stlib.odds.by_draws(Kind.COLOR, "r4", "r5 r7 r9 b1 b2", 5)
    assert list(plots.plot_odds({"r4": row}).lines[0].get_ydata())[-1] == 1


def test_what_is_assumed_stands_on_the_chart():
    """The assumption of a chance is written below it, whole."""
    said = stlib.chances.duel_assumes(3, 2, 40)
    ax = plots.plot_odds(LINES, assumes=said)
    assert said in [text.get_text().replace("\n", " ") for text in ax.texts]


def test_waiting_is_a_bar_for_each_number_of_draws():
    """The bars are the chances, including 0 draws; the median is marked, and never is written."""
    ax = plots.plot_waiting(WAIT)
    assert [bar.get_height() for bar in ax.patches] == [
        float(WAIT.chances[n]) for n in range(len(ax.patches))
    ]
    assert sum(bar.get_height() for bar in ax.patches) == pytest.approx(1 - float(WAIT.never))
    middle = [i for i, bar in enumerate(ax.patches) if bar.get_hatch() == ""]
    assert middle == [WAIT.median]
    assert "never: 0%" in ax.texts[0].get_text()


def test_what_never_comes_has_no_median():
    """Without any chance nothing is drawn but an empty bar, and words say so."""
    ax = plots.plot_waiting(stlib.odds.waiting(Kind.COLOR_RUN, "r4 b9", POOL))
    assert [bar.get_height() for bar in ax.patches] == [0]
    assert "never: 100%" in ax.texts[0].get_text()


# --- lanes of a view ------------------------------------------------------------------------


def test_lanes_are_bars_of_the_best_formations():
    """A bar's parts are the chances of each kind; a diamond stands at the chance to win."""
    ax = plots.plot_lanes(LANES)
    for place, row in enumerate(LANES):
        parts = [p for p in ax.patches if p.get_y() < place < p.get_y() + p.get_height()]
        widths = [float(chance) for chance in row.best.values()]
        assert [p.get_width() for p in parts] == pytest.approx(widths)
        assert len({p.get_hatch() for p in parts}) == len(parts)
        marks = [line for line in ax.lines if list(line.get_ydata()) == [place]]
        assert [list(line.get_xdata()) for line in marks] == [[row.floats["win"]]]
    assert ax.texts[1].get_text() == stlib.chances.percent(LANES[1].win, digits=1)
    names = [label.get_text() for label in ax.get_yticklabels()]
    assert names == [f"Stone {n}" for n in range(1, 10)]


def test_an_estimate_is_drawn_with_its_interval():
    """If no exact chance is known, the estimate is drawn with its interval and a sign."""
    row = replace(LANES[0], win=None, estimate=Rate(30, 100))
    ax = plots.plot_lanes([row])
    low, high = Rate(30, 100).interval
    assert [low, high] in [list(line.get_xdata()) for line in ax.lines]
    assert ax.texts[0].get_text() == "≈ 30.0%"
    ax = plots.plot_lanes([replace(row, estimate=None)])
    assert not ax.lines


# --- ranks and classes ------------------------------------------------------------------------


def test_ranks_are_shares_over_the_kinds():
    """A line a demand; kinds stand by strength, shares add up to one."""
    ax = plots.plot_ranks(SIEGE, game="ST2")
    for line, counts in zip(ax.lines, SIEGE.values(), strict=False):
        assert list(line.get_xdata()) == list(Kind)
        assert sum(line.get_ydata()) == pytest.approx(1)
        assert line.get_ydata()[0] == counts[Kind.SUM] / sum(counts.values())


def test_a_stronger_kind_that_is_commoner_is_ringed():
    """A ring marks a kind that is stronger than the next one, but also more common."""
    ax = plots.plot_ranks({"gate": SIEGE["gate"]}, game="ST2")
    rings = ax.lines[-1]
    assert rings.get_label() == "stronger, and yet commoner"
    assert list(rings.get_xdata()) == [Kind.COLOR]
    assert len(plots.plot_ranks({"stone": SIZES}).lines) == 1


@pytest.mark.parametrize(("lang", "point"), [("en", "."), ("de", ",")])
def test_no_tick_of_a_small_share_is_zero(lang, point):
    """The axis continues below 0.01%, and each tick has a text of its own."""
    ax = plots.plot_ranks({"x": {Kind.SUM: 10**7 - 1, Kind.COLOR_RUN: 1}}, lang=lang)
    ax.figure.canvas.draw()
    found = {
        round(y, 9): text.get_text()
        for y, text in zip(ax.get_yticks(), ax.get_yticklabels(), strict=True)
    }
    sign = stlib.say("odds.percent", lang, number="")
    assert found[1e-5] == f"0{point}001{sign}"
    assert found[1e-7] == f"0{point}00001{sign}"
    assert found[0.1] == f"10{sign}"
    assert found[1] == f"100{sign}"


def test_kinds_that_do_not_count_are_left_out():
    """A demand for the sum alone is a single point."""
    sums = stlib.odds.class_sizes(demand=stlib.BLIND_MANS_BLUFF)
    assert list(plots.plot_ranks({"sum": sums}).lines[0].get_xdata()) == [Kind.SUM]


def test_classes_are_points_by_rank():
    """All 63 strengths of a stone, the strongest at the right."""
    ax = plots.plot_classes(CLASSES)
    points = {x: y for line in ax.lines for x, y in zip(*line.get_data(), strict=True)}
    assert sorted(points) == list(range(1, 64))
    assert points[63] == 6  # 7-8-9 in each color
    assert sum(points.values()) == 24_804
    assert len({line.get_marker() for line in ax.lines}) == 5


# --- cards ---------------------------------------------------------------------------------


def test_outs_are_all_cards_of_the_deck():
    """An unseen card shows what it adds; a card that was seen is dotted and has no number."""
    ax = plots.plot_outs(GAINS)
    cards = {patch.get_gid(): patch for patch in ax.patches}
    assert len(cards) == 54
    seen = {name for name, patch in cards.items() if patch.get_linestyle() == ":"}
    assert seen == {str(card) for card in from_mask(stlib.DECK.mask, stlib.DECK)} - {
        str(c) for c in POOL
    }


def test_outs_that_help_have_a_thick_edge():
    """The edge and the shade show the same gain; the number is in percentage points."""
    ax = plots.plot_outs(GAINS)
    thick = {patch.get_gid() for patch in ax.patches if patch.get_linewidth() > 1}
    assert thick == {str(row.card) for row in GAINS if row.gain > 0}
    best = GAINS[0]
    wanted = f"{best.card}\n+{float(best.gain) * 100:.1f}"
    assert wanted in [text.get_text() for text in ax.texts]


def test_a_small_gain_is_not_none():
    """Numbers other than 0 are never written as 0."""
    card = stlib.Card("r", 5)
    rows = [Gain(card, Fraction(1), Fraction(1, 9999)), Gain(POOL[0], Fraction(0), Fraction(0))]
    found = [text.get_text() for text in plots.plot_outs(rows).texts]
    assert "r5\n+<0.1" in found
    assert "r3\n0" in found


def test_starts_are_fields_above_and_below_the_line():
    """Pairs in one color lie above the diagonal, others below; the chance stands in percent."""
    ax = plots.plot_starts(STARTS)
    fields = {patch.get_gid(): patch.get_xy() for patch in ax.patches}
    assert fields == {"r4 r8": (3.5, 7.5), "r4 b9": (8.5, 3.5), "r8 b9": (8.5, 7.5)}
    one = STARTS[stlib.parse_cards("r4 r8")]
    assert ax.texts[0].get_text() == f"{float(one) * 100:.0f}"
    assert ax.texts[1].get_text() == "0"


# --- win rates ----------------------------------------------------------------------------


def test_rates_are_points_with_intervals():
    """One point a row with its 95% interval, and a line at one half."""
    ax = plots.plot_win_rates(ROWS)
    assert len(ax.containers) == len(ROWS)
    for place, (bar, (_, wins, n)) in enumerate(zip(ax.containers, ROWS, strict=True)):
        (left, y), (right, _) = bar.lines[2][0].get_segments()[0]
        assert y == place
        assert (left, right) == pytest.approx(Rate(wins, n).interval)
        assert bar.lines[0].get_xdata() == pytest.approx([wins / n])
    assert list(ax.lines[0].get_xdata()) == [0.5, 0.5]
    assert ax.get_xlabel() == "games won, with 95% interval"
    assert ax.texts[2].get_text() == "100% (88.6% to 100%)"
    assert ax.texts[0].get_text() == "64.0% (61.0% to 66.9%)"
    ax.figure.canvas.draw()
    assert [label.get_text() for label in ax.get_yticklabels()] == [row[0] for row in ROWS]


def test_clear_results_are_filled():
    """A point is filled if its interval excludes one half, and hollow if not."""
    points = [bar.lines[0] for bar in plots.plot_win_rates(ROWS).containers]
    assert [point.get_markerfacecolor() != "none" for point in points] == [True, False, True, True]


def test_results_of_a_match_are_read():
    """Objects with label, rate and interval serve as rows."""
    result = SimpleNamespace(label="a match", rate=0.75, interval=(0.7, 0.8))
    ax = plots.plot_win_rates([result])
    assert "a match" in texts(ax)
    (left, _), (right, _) = ax.containers[0].lines[2][0].get_segments()[0]
    assert (left, right) == pytest.approx((0.7, 0.8))
