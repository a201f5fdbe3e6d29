"""What one player may know; all that bots, boards and lessons ever see.

A view holds a row in which the other hand and the deck's order are wiped out,
so nothing hidden can leak. Unseen cards are exchangeable: `View.determinize`
lays them out at random.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from stlib.cards import Card, from_mask
from stlib.table import Table

if TYPE_CHECKING:
    from stlib.notation import Move

__all__ = ["conceal"]


class View(Table):
    """A game as one player sees it; made by ``position.view(player)``.

    Parameters
    ----------
    position : Position
        What really is; nothing hidden of it is kept.
    player : {0, 1} or None
        Whose view; None is a spectator, who sees no hand.
    """

    player: int | None
    _sizes: tuple[int, int]

    @property
    def hand(self) -> tuple[Card, ...]:
        """Own cards by value; none for a spectator."""
        if self.player is None:
            return ()
        return from_mask(int(self._s.hand[self.player]), self.game.deck)

    @property
    def hand_sizes(self) -> tuple[int, int]:
        """Number of cards in each hand."""
        return self._sizes

    @property
    def unseen(self) -> tuple[Card, ...]:
        """Cards whose place the player does not know: the other hand and the deck."""
        return from_mask(self._unseen(), self.game.deck)

    @property
    def known(self) -> dict[str, tuple[Card, ...]]:
        """Hidden cards whose place the player knows all the same; none in the base games."""
        return {}

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """The player's moves now; none while the other decides."""
        if self.player is None or self.to_move != self.player:
            return ()
        return tuple(map(self.game.notation.move, self._legal()))

    def determinize(self, rng: np.random.Generator | int) -> Any:
        """Return a position that gives this view, the unseen cards laid out at random.

        Parameters
        ----------
        rng : numpy.random.Generator or int
            Source of chance, or a seed for one.
        """
        unseen = [card.id for card in self.unseen]
        np.random.default_rng(rng).shuffle(unseen)
        row = self._row.copy()
        s = self.game.engine.named(row)
        for p in range(2):
            if p != self.player:
                for card in unseen[: self._sizes[p]]:
                    s.hand[p] |= 1 << card
                del unseen[: self._sizes[p]]
        s.deck[int(s.drawn) :] = unseen
        return self.game.position(self.game, self.variant, row, self._history)

    def _unseen(self) -> int:
        own = 0 if self.player is None else int(self._s.hand[self.player])
        return int(self._s.unplayed) & ~own

    def _key(self) -> tuple[Any, ...]:
        return (*super()._key(), self.player, self._sizes)

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, View) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def __reduce__(self) -> tuple[Any, ...]:
        kept = (self.game, self.variant, self._row, self._history, self.player, self._sizes)
        return (_restore, (type(self), *kept))

    def __repr__(self) -> str:
        seat = "spectator" if self.player is None else f"player {self.player + 1}"
        return f"<{self.game.name} view of {seat}, ply {self.ply}, {self.phase}>"


def conceal(view: View, position: Table, player: int | None) -> None:
    """Fill `view` from `position` with all wiped out that `player` may not know."""
    row = position._row.copy()
    Table.__init__(view, position.game, position.variant, row, position._history)
    view.player = player
    view._sizes = position.hand_sizes
    for p in range(2):
        if p != player:
            view._s.hand[p] = 0
    view._s.deck[:] = 0
    row[len(row) - position.game.engine.CACHE_WORDS :] = 0


def _restore(
    kind: type[View],
    game: Any,
    variant: Any,
    row: Any,
    history: tuple[int, ...],
    player: int | None,
    sizes: tuple[int, int],
) -> View:
    """Return the view that was pickled."""
    view = kind.__new__(kind)
    Table.__init__(view, game, variant, row, history)
    view.player = player
    view._sizes = sizes
    return view
