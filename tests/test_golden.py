"""Whole games are written today as they were when they were first written down."""

import pytest

import golden
from bridge import GAMES, agree, dealt, names
from lockstep import as_shuffled

FILES = sorted(golden.FOLDER.glob("*.txt"))
#: How moves read to those who may not see the card.
SEEN_BY_OTHERS = {"return clan", "return tactic", "give a card"}
each_file = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


def text_of(path):
    return path.read_text(encoding="utf-8")


def test_no_playthrough_is_missing():
    """There is a playthrough for every game, variant, and switch, and no other."""
    assert [path.name for path in FILES] == sorted(golden.wanted())
    for name in GAMES:
        for variant in GAMES[name].variants:
            assert any(path.name.startswith(f"{name.lower()}_{variant}_") for path in FILES)


def test_the_playthroughs_show_every_move_and_ending():
    """Each verb, tactic card and reason to end occurs, so that a change of any is seen."""
    seen = {name: set() for name in GAMES}
    for path in FILES:
        *_, last = golden.record_in(text_of(path)).replay()
        seen[last.game.name] |= {move.verb for move in last.moves} | {last.outcome.reason}
        seen[last.game.name] |= {str(move.card) for move in last.moves if move.verb == "play"}
    for name, game in GAMES.items():
        verbs = {"play", *(verb for verb, _, _ in game.rules.VERBS)}
        assert seen[name] >= verbs - SEEN_BY_OTHERS, name
        assert seen[name] >= set(game.deck.tactics), name
        assert seen[name] >= set(game.rules.REASONS), name


@each_file
def test_a_playthrough_is_told_as_ever(path):
    """Legal moves at each ply, the final position's text and its outcome are unchanged."""
    text = text_of(path)
    record = golden.record_in(text)
    assert golden.tell(record) == text
    variant = golden.wanted()[path.name][1]
    switches = {k: v for k, v in vars(variant).items() if k != "name"}
    assert {k: getattr(record.start.variant, k) for k in switches} == switches


@each_file
def test_the_oracle_plays_a_playthrough_alike(path):
    """The oracle agrees with the playthrough at every ply."""
    positions = golden.record_in(text_of(path)).replay()
    start = next(positions)
    game = dealt(start)
    for position in positions:
        game.shuffler = lambda cards, at=position: as_shuffled(at.game, at._row, cards)
        game.apply(names(position.history)[-1])
        agree(position, game)
