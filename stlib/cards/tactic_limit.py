"""The limit of tactic cards, which both games share."""

from __future__ import annotations

from typing import Any

from stlib.base.compiled import inner

__all__ = ["may_play_tactic", "tactic_limit"]


@inner
def tactic_limit(others: int) -> int:
    """Tactic cards you have ever played are at most one more than the opponent's, `others`."""
    return others + 1


@inner
def may_play_tactic(s: Any, player: int) -> bool:
    """Whether the limit lets a player play one more tactic card in the opened state `s`."""
    return bool(s.played[player] < tactic_limit(s.played[1 - player]))
