"""Several games: rounds of ST1, a match of ST2: `docs/rules.md` sections 3 and 4."""

from typing import NamedTuple

from .st2 import ATTACKER, DEFENDER


def feud_starter(number, first=0):
    """Return who starts in round `number`, counted from 1: in turns (section 3)."""
    return first if number % 2 else 1 - first


def feud_scores(rounds):
    """Return the points of both players after some rounds (section 3).

    Each round is (winner or None, stones of 0, stones of 1, ...). The winner scores 5,
    the other 1 for each stone; in a drawn round both score their stones.
    """
    points = [0, 0]
    for winner, *stones in rounds:
        for player in (0, 1):
            points[player] += 5 if player == winner else stones[player]
    return tuple(points)


def feud_winner(rounds):
    """Return who has more points, None for a draw (section 3)."""
    a, b = feud_scores(rounds)
    return None if a == b else (0 if a > b else 1)


class MatchGame(NamedTuple):
    """One game of a match: who attacked, the role that won, and what was left over.

    `attacker` is player 0 or 1 of the match, `winner` is ATTACKER or DEFENDER.
    """

    attacker: int
    winner: int
    deck: int
    intact: int
    cauldrons: int

    @property
    def won_by(self):
        """Return the player of the match who won this game."""
        return self.attacker if self.winner == ATTACKER else 1 - self.attacker


def match_game(attacker, game):
    """Return what a match keeps of a finished game of ST2 (section 4)."""
    winner, _, (_, intact) = game.outcome
    return MatchGame(attacker, winner, len(game.deck), intact, game.cauldrons)


def match_winner(games):
    """Return who wins a match, None if one more game is needed (section 4).

    Two games with roles swapped, and a third only if these leave it open. One win
    each: two attackers have won, then more cards left in the siege deck decide; or two
    defenders, then more intact tiles and unused cauldrons.
    """
    one, two, *last = games
    assert one.attacker != two.attacker, "roles are swapped"
    if one.won_by == two.won_by:
        return one.won_by
    assert one.winner == two.winner
    if one.winner == DEFENDER:
        left = [game.intact + game.cauldrons for game in (one, two)]
    else:
        left = [game.deck for game in (one, two)]
    if left[0] != left[1]:
        return (one if left[0] > left[1] else two).won_by
    return last[0].won_by if last else None
