"""The engine gives every worked verdict of `docs/rules.md`, in every game and variant."""

import copy
import pickle

import pytest

import st2lib
import stlib
import verdicts
from bridge import GAMES, LIBRARIES, TACTICS, known, names


class EngineAdapter:
    """Lets `verdicts.check` ask the libraries, through nothing but their public names."""

    needs = ("base", "expert", "tactics", "rounds")

    def demand(self, game, text, switches):
        """Turn "tile 3 damaged" and the like into a demand."""
        named = {
            "stone": stlib.STONE,
            "mud fight": stlib.MUD_FIGHT,
            "blind man's bluff": stlib.BLIND_MANS_BLUFF,
        }
        if text in named:
            return named[text]
        lane = int(text.split()[1]) - 1
        return st2lib.Variant("own", **switches).demand(lane, text.endswith("damaged"))

    def formation(self, game, cards, demand, switches):
        """Return kind and total."""
        found = LIBRARIES[game].formation(" ".join(cards), self.demand(game, demand, switches))
        return found.kind.name.lower(), found.total

    def prove(self, game, mine, theirs, table, demand, theirs_first, switches, unseen_tactics=None):
        """Return None if the proof holds, else a refuting fill."""
        if unseen_tactics is not None and game == "ST1":
            args = (mine, theirs, table, demand, theirs_first, switches, unseen_tactics)
            found = self.laid_out(*args).prove(0, 0)
        else:
            found = LIBRARIES[game].prove(
                " ".join(mine),
                " ".join(theirs),
                " ".join(table),
                self.demand(game, demand, switches),
                theirs_first,
            )
        return None if found else names(found.cards)

    def laid_out(self, mine, theirs, table, demand, theirs_first, switches, unseen_tactics):
        """Return a position in which one stone is to be proven, these tactic cards unseen."""
        mode = {"mud fight": "mud_fight", "blind man's bluff": "blind_mans_bluff"}.get(demand)
        shown = {*mine, *theirs, *table, mode, *unseen_tactics}
        gone = [card for card in TACTICS["ST1"] if card not in shown]
        full = [len(side) == self.demand("ST1", demand, {}).size for side in (mine, theirs)]
        return stlib.ST1.setup(
            {1: (" ".join(mine), " ".join(theirs))},
            ("", ""),
            tactic_deck=" ".join(unseen_tactics),
            modes={1: mode} if mode else None,
            discard=" ".join([*table, *gone]),
            stamps={1: tuple((2 - theirs_first, 1 + theirs_first)[p] * full[p] for p in (0, 1))},
            variant=stlib.Variant("own", tactics="yes", **switches),
        )

    def position(self, game, setup):
        """Build a position from expanded fields."""
        tactics = {"tactics": "yes" if setup["tactics"] else "no"}
        common = {"variant": LIBRARIES[game].Variant("own", **setup["switches"], **tactics)}
        if setup["tactics"]:
            common["tactic_deck"] = " ".join(setup["tactic_deck"])
        if "deal" in setup:
            return self.dealt(game, setup, common)
        common |= {
            "sides": {n: tuple(map(" ".join, pair)) for n, pair in setup["lanes"].items()},
            "hands": self.hands(setup["hands"]),
            "deck": " ".join(setup["deck"]),
            "discard": " ".join(setup["discard"]),
            "stamps": setup["stamps"],
            "to_move": setup["to_move"],
        }
        if setup["tactics"]:
            common |= {name: tuple(setup[name]) for name in ("jokers_played",)}
            common["tactics_played"] = tuple(setup["played"])
        if setup["phase"]:
            common["phase"] = setup["phase"]
        if game == "ST1":
            return GAMES[game].setup(claimed=setup["claimed"], modes=setup["modes"], **common)
        return GAMES[game].setup(damaged=setup["damaged"], cauldrons=setup["cauldrons"], **common)

    def dealt(self, game, setup, common):
        """Build the position just after a deal."""
        deal, n = setup["deal"], 7 if setup["tactics"] else 6
        return GAMES[game].setup(
            hands=self.hands([deal[:n], deal[n : 2 * n]], setup.get("first", 0)),
            deck=" ".join(deal[2 * n :]),
            to_move=setup.get("first", 0),
            **common,
        )

    def hands(self, hands, first=0):
        """Return both hands as texts, player 0 before player 1."""
        texts = [" ".join(hand) for hand in hands]
        return (texts[first], texts[1 - first])

    def legal(self, position):
        """Return the legal moves."""
        return names(position.legal_moves)

    def apply(self, position, text):
        """Return the position after a move."""
        return position.apply(text)

    def look(self, position):
        """Return what the table may ask about."""
        lanes, end = position.lanes, position.outcome
        found = {
            "to_move": position.to_move,
            "phase": position.phase,
            "hands": [names(hand) for hand in position.hands],
            "deck": names(position.deck),
            "tactic_deck": names(position.tactic_deck),
            "tactics_played": list(position.tactics_played),
            "discard": names(position.discard),
            "sides": [[names(lane.sides[p]) for lane in lanes] for p in (0, 1)],
            "complete": [[lane.stamps[p] for lane in lanes] for p in (0, 1)],
            "outcome": end and (end.winner, end.reason, end.lanes),
        }
        if position.game.name == "ST1":
            modes = [lane.mode or None for lane in lanes]
            return found | {"claimed": [lane.owner for lane in lanes], "modes": modes}
        return found | {
            "damaged": [lane.damaged for lane in lanes],
            "cauldrons": position.cauldrons,
        }

    def known(self, position, player):
        """Return where this player knows hidden cards to be."""
        return known(position.view(player))

    def feud(self, rounds):
        """Return the points after some rounds."""
        feud = stlib.Feud(len(rounds))
        for winner, *stones in rounds:
            feud = feud.add(stlib.Outcome(winner, "five", tuple(stones), "ST1"))
        return feud.totals

    def match(self, games):
        """Return the winner of a match."""
        results = [
            st2lib.Result(
                attacker=game["attacker"],
                winner=game["attacker"] ^ (game["winner"] == "defender"),
                deck_left=game["deck"],
                intact=game["intact"],
                cauldrons=game["cauldrons"],
            )
            for game in games
        ]
        return st2lib.Match(results=tuple(results)).winner

    def forms(self, position):
        """Return the position after each way to store and restore it."""
        record = stlib.Record.from_text(stlib.Record.of(position).to_text(), position.game)
        return [
            position.game.from_text(position.to_text()),
            *list(record.replay())[-1:],
            pickle.loads(pickle.dumps(position)),
            copy.copy(position),
            copy.deepcopy(position),
            eval(repr(position), dict(GAMES)),
        ]


CASES = list(verdicts.cases(EngineAdapter.needs))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_the_engine_gives_every_worked_verdict(case):
    """Every row of the table holds in the engine."""
    verdicts.check(case, EngineAdapter())


def test_every_row_is_asked():
    """No row of the table is left out, whatever it needs."""
    assert [case["id"] for case in CASES] == [case["id"] for case in verdicts.load()]


def test_rows_that_store_and_restore_are_asked_in_every_form():
    """Some rows check stamps after text, record, pickle, copies, and repr."""
    stored = [
        case["id"]
        for case in CASES
        if any(step.get("every_form") for step in case.get("steps", []))
    ]
    assert {"f-A14", "f-A14-defender-first", "f-A14-stones"} <= set(stored)
