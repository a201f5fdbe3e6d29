"""What a match between two bots came to: by deal, by role, and how sure one may be."""

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


@dataclass
class MatchResults:
    """What a match between two bots found.

    Parameters
    ----------
    game, bots, seed
        What was played.
    rows : pandas.DataFrame
        One line a game: number of the deal, its seed (`game.deal` deals it
        again), seat of the first bot, winner (seat), reason, plies, the first
        bot's score (1, ½ or 0), and the other columns that `playouts` has.
    paired : bool
        Whether each deal was played twice with seats swapped.
    asked : int, optional
        Games asked for; `n` of them were played.
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
        """Games the first bot won; a draw counts a half."""
        return float(self.rows["score"].sum())

    @property
    def rate(self) -> float:
        """Share the first bot won."""
        return self.wins / self.n

    @property
    def interval(self) -> tuple[float, float]:
        """95 % interval of `rate`; over pairs if the deals were paired."""
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
        """How much more the first bot scores than the second: deal by deal, with a sign test."""
        by = self.rows["deal"] if self.paired else self.rows.index
        apart = 2 * self.rows["score"].groupby(by).mean().to_numpy() - 1
        found = scores_in_pairs(Mean.of(apart), int((apart > 0).sum()), int((apart < 0).sum()))
        return replace(found, paired=self.paired)

    @property
    def advantage(self) -> Difference:
        """How much more a bot scores as attacker than as defender (ST1: where it starts).

        If the deals were paired, with the same cards: either bot's score in
        the one role less its score in the other, deal by deal, which is the
        same for both bots. Else the first bot's games in both roles; not known,
        NaN, while it had only one of them.
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
        """Return for each game whether the first bot attacked (ST1: started)."""
        return self.rows["seat"] == self.rows.get("first", 0)

    def roles(self, lang: str = "en") -> pd.DataFrame:
        """Return what was scored in each role: attacker, defender; ST1: who started, who did not.

        Returns
        -------
        pandas.DataFrame
            By role and bot, and for both bots together: `games`, `score` (a
            share), `low`, `high`. Intervals are Wilson's; of both together
            they are over pairs if the deals were paired.
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

    def __str__(self) -> str:
        low, high = self.interval
        spread = f"{share(low)} to {share(high)}, n = {self.n}"
        part = "" if self.asked in (None, self.n) else f", {self.n} of {self.asked} games"
        return f"{self.game.name} {self.label}: {share(self.rate)} ({spread}){part}"

    __repr__ = __str__
