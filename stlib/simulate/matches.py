"""The results of a match between two bots: by deal, by role, with intervals."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from stlib.base import words
from stlib.base.stats import (
    Difference,
    Mean,
    Rate,
    paired_interval,
    scores_apart,
    scores_in_pairs,
    share,
)
from stlib.play.game import Game

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["MatchResults"]


@dataclass(eq=False)
class MatchResults:
    """The results of a match between two bots.

    Parameters
    ----------
    game, bots, seed
        What was played.
    rows : pandas.DataFrame
        One line for each game: number of the deal, its seed (`game.deal` deals
        it again), seat of the first bot, the columns that rows of `playouts`
        have, and the first bot's score (1, ½ or 0).
    paired : bool
        Whether each deal was played twice, with seats swapped.
    asked : int, optional
        Games asked for; `n` of them were played.

    Notes
    -----
    Two results are equal if the same games were played and ended alike.
    """

    game: Game
    bots: tuple[str, str]
    seed: int
    rows: pd.DataFrame
    paired: bool
    asked: int | None = None

    @property
    def n(self) -> int:
        """Games played."""
        return len(self.rows)

    @property
    def wins(self) -> float:
        """Games that the first bot won; a draw counts a half."""
        return float(self.rows["score"].sum())

    @property
    def rate(self) -> float:
        """Share of the games that the first bot won; a draw counts a half."""
        return self.wins / self.n

    @property
    def interval(self) -> tuple[float, float]:
        """95 % interval of `rate`, computed over pairs if the deals were paired."""
        return self._interval(self.rows["score"])

    def _interval(self, scores: pd.Series) -> tuple[float, float]:
        """Return the interval of a mean score over all games."""
        if self.paired:
            return paired_interval(scores.groupby(self.rows["deal"]).mean().to_numpy())
        return Rate(float(scores.sum()), self.n).interval

    @property
    def label(self) -> str:
        """Who played whom."""
        return " – ".join(self.bots)

    @property
    def lead(self) -> Difference:
        """The first bot's score less the second's, deal by deal, with a sign test."""
        by = self.rows["deal"] if self.paired else self.rows.index
        apart = 2 * self.rows["score"].groupby(by).mean().to_numpy() - 1
        found = scores_in_pairs(Mean.of(apart), int((apart > 0).sum()), int((apart < 0).sum()))
        return replace(found, paired=self.paired)

    @property
    def advantage(self) -> Difference:
        """A bot's score as attacker less its score as defender (ST1: as starter less as second).

        If the deals were paired, the bot had the same cards in both roles. The
        difference is taken deal by deal, and it is the same for both bots. If
        they were not paired, only the first bot's games count; the difference
        is unknown, NaN, if it played one role only.
        """
        leads = self._leads()
        scores = self.rows["score"]
        if not self.paired and leads.nunique() < 2:
            no = float("nan")
            return Difference(no, no, no, no, self.n, paired=False)
        if not self.paired:
            one, other = (Rate(float(s.sum()), len(s)) for s in (scores[leads], scores[~leads]))
            return scores_apart(one, other)
        signed = scores.where(leads, -scores)
        apart = signed.groupby(self.rows["deal"]).sum().to_numpy()
        return scores_in_pairs(Mean.of(apart), int((apart > 0).sum()), int((apart < 0).sum()))

    def _leads(self) -> pd.Series:
        """Return for each game whether the first bot was the attacker (ST1: started)."""
        return self.rows["seat"] == self.rows.get("first", 0)

    def roles(self, lang: str = "en") -> pd.DataFrame:
        """Return the scores in each role: attacker and defender; ST1: who started, who did not.

        Returns
        -------
        pandas.DataFrame
            By role and bot, and for both bots together: `games`, `score` (a
            share), `low`, `high`. The intervals are Wilson's. For both bots
            together they are computed over pairs if the deals were paired.
        """
        import pandas as pd

        lines = list(self._roles(lang))
        names = ["role", "bot", "games", "score", "low", "high"]
        return pd.DataFrame(lines, columns=names).set_index(["role", "bot"])

    def _roles(self, lang: str) -> Iterator[tuple[str, str, int, float, float, float]]:
        leads, scores = self._leads(), self.rows["score"]
        for leading in (True, False):
            role = words.say(f"role.{self.game.name}_{0 if leading else 1}", lang)
            for bot, there, won in (
                (self.bots[0], leads == leading, scores),
                (self.bots[1], leads != leading, 1 - scores),
            ):
                if there.any():
                    rate = Rate(float(won[there].sum()), int(there.sum()))
                    yield role, bot, rate.n, rate.rate, *rate.interval
            both = scores.where(leads == leading, 1 - scores)
            everyone = words.say("role.both", lang)
            yield role, everyone, self.n, float(both.mean()), *self._interval(both)

    def summary(self) -> pd.DataFrame:
        """Return the first bot's games and score by seat."""
        table: pd.DataFrame = self.rows.groupby("seat")["score"].agg(["count", "sum", "mean"])
        return table

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, MatchResults):
            return NotImplemented
        return self._compared() == other._compared() and bool(self.rows.equals(other.rows))

    __hash__ = None  # type: ignore[assignment]  # its table can be changed

    def _compared(self) -> tuple[object, ...]:
        """Return all but the rows."""
        return self.game.name, self.bots, self.seed, self.paired, self.asked

    def __str__(self) -> str:
        low, high = self.interval
        spread = f"{share(low)} to {share(high)}, n = {self.n}"
        part = "" if self.asked in (None, self.n) else f", {self.n} of {self.asked} games"
        return f"{self.game.name} {self.label}: {share(self.rate)} ({spread}){part}"

    __repr__ = __str__
