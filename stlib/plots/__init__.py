"""Charts: how many formations of each kind, chances, win rates.

Every function takes its data first and everything else by name, draws on the
axes it is given or on a figure of its own, and returns the axes; nothing is
shown or saved. A figure of its own has a white ground and dark ink, so that it
reads alike on light and dark pages, and in print without colors; given axes
keep their own ground and ink. A notebook shows a chart with a text alternative,
`alt_text`.
"""

from stlib.plots.cards import plot_outs, plot_starts
from stlib.plots.chances import plot_lanes, plot_odds, plot_waiting
from stlib.plots.in_words import alt_text
from stlib.plots.kinds import plot_classes, plot_kinds, plot_ranks
from stlib.plots.rates import plot_win_rates
from stlib.plots.style import INKS, SIZE, STYLE

__all__ = [
    "INKS",
    "SIZE",
    "STYLE",
    "alt_text",
    "plot_classes",
    "plot_kinds",
    "plot_lanes",
    "plot_odds",
    "plot_outs",
    "plot_ranks",
    "plot_starts",
    "plot_waiting",
    "plot_win_rates",
]
