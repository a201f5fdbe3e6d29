"""One row of the table: what was measured, its target, and the absolute figures."""

from dataclasses import dataclass

WIDTHS = (54, 10, 10, 5)


def _line(*texts: str) -> str:
    cells = [text.ljust(width) for text, width in zip(texts, WIDTHS, strict=False)]
    return " ".join([*cells, texts[-1]])


HEAD = _line("measured", "ratio", "target", "met", "absolute figures, here and now")


@dataclass(frozen=True)
class Row:
    """A line of the table.

    Parameters
    ----------
    name : str
        What was compared with what.
    figures : str
        Absolute times or sizes.
    ratio : float, optional
        How many times better; none where there is nothing to compare.
    at_least, at_most : float, optional
        The target.
    """

    name: str
    figures: str
    ratio: float | None = None
    at_least: float | None = None
    at_most: float | None = None

    @property
    def met(self) -> str:
        """Whether the ratio reaches its target."""
        if self.ratio is None or (self.at_least is None and self.at_most is None):
            return ""
        low = self.at_least is None or self.ratio >= self.at_least
        high = self.at_most is None or self.ratio <= self.at_most
        return "yes" if low and high else "NO"

    @property
    def target(self) -> str:
        """The target as text."""
        if self.at_least is not None:
            return f">= {self.at_least:,g}"
        return "" if self.at_most is None else f"<= {self.at_most:,g}"

    @property
    def shown(self) -> str:
        """The ratio as text."""
        if self.ratio is None:
            return ""
        return f"{self.ratio:,.0f}" if self.ratio >= 1000 else f"{self.ratio:,.4g}"

    def __str__(self) -> str:
        return _line(self.name, self.shown, self.target, self.met, self.figures)
