"""The engine gives every worked verdict of section 6 that the base and expert games can ask."""

import copy
import pickle

import pytest

import st2lib
import stlib
import verdicts
from bridge import GAMES, names

LIBRARIES = {"ST1": stlib, "ST2": st2lib}


class EngineAdapter:
    """Lets `verdicts.check` ask the libraries, through nothing but their public names."""

    needs = ("base", "expert")

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

    def prove(self, game, mine, theirs, table, demand, theirs_first, switches):
        """Return None if the proof holds, else a refuting fill."""
        found = LIBRARIES[game].prove(
            " ".join(mine),
            " ".join(theirs),
            " ".join(table),
            self.demand(game, demand, switches),
            theirs_first,
        )
        return None if found else names(found.cards)

    def position(self, game, setup):
        """Build a position from expanded fields."""
        texts = {name: " ".join(setup[name]) for name in ("deck", "discard") if name in setup}
        variant = LIBRARIES[game].Variant("own", **setup["switches"])
        if "deal" in setup:
            deal = setup["deal"]
            return GAMES[game].setup(
                hands=self.hands([deal[:6], deal[6:12]], setup.get("first", 0)),
                deck=" ".join(deal[12:]),
                to_move=setup.get("first", 0),
                variant=variant,
            )
        common = {
            "sides": {n: tuple(map(" ".join, pair)) for n, pair in setup["lanes"].items()},
            "hands": self.hands(setup["hands"]),
            "stamps": setup["stamps"],
            "to_move": setup["to_move"],
            "variant": variant,
            **texts,
        }
        if setup["phase"]:
            common["phase"] = setup["phase"]
        if game == "ST1":
            return GAMES[game].setup(claimed=setup["claimed"], **common)
        return GAMES[game].setup(damaged=setup["damaged"], cauldrons=setup["cauldrons"], **common)

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
            "discard": names(position.discard),
            "sides": [[names(lane.sides[p]) for lane in lanes] for p in (0, 1)],
            "complete": [[lane.stamps[p] for lane in lanes] for p in (0, 1)],
            "outcome": end and (end.winner, end.reason, end.lanes),
        }
        if position.game.name == "ST1":
            return found | {"claimed": [lane.owner for lane in lanes]}
        return found | {
            "damaged": [lane.damaged for lane in lanes],
            "cauldrons": position.cauldrons,
        }

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


ELITE = {"joker", "spy", "shield"}


def elite_free(case):
    """Say whether a case about tactics needs no elite card: combat modes are demands here."""
    texts = [*case.get("formations", []), *(case.get(k, "") for k in ("cards", "mine", "theirs"))]
    return not ELITE & set(" ".join(texts).split()) and not case.get("unseen_tactics")


CASES = list(verdicts.cases(EngineAdapter.needs))
CASES += [c for c in verdicts.cases(("tactics",), ("kind", "order", "proof")) if elite_free(c)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_the_engine_gives_every_worked_verdict(case):
    """Every row of the table that needs no tactic card in play holds in the engine."""
    verdicts.check(case, EngineAdapter())


def test_rows_that_store_and_restore_are_asked_in_every_form():
    """Rows A14 check stamps after text, record, pickle, copies and repr."""
    stored = [
        case["id"]
        for case in CASES
        if any(step.get("every_form") for step in case.get("steps", []))
    ]
    assert {"f-A14", "f-A14-defender-first", "f-A14-stones"} <= set(stored)
