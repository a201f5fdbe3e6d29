"""The numbers of move sequences from fixed positions, counted by engine and oracle."""

import pytest

import perft
from bridge import GAMES, twin

ENTRIES = perft.load()
each_position = pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry["name"])
FAST, ORACLE_FAST, ORACLE_SLOW = 12_000, 120, 2_500  # moves made at most


def depths(counts, most):
    """Return how deep one gets with at most so many moves made; the last depth is only counted."""
    made = deep = 0
    for count in [1, *counts]:
        made += count
        if made > most or deep == len(counts):
            break
        deep += 1
    return range(1, max(deep, 1) + 1)


def test_every_position_is_as_it_was_written():
    """The positions in the file are of both games, their text forms unchanged, names unique."""
    for entry in ENTRIES:
        assert entry["position"].to_text() == entry["text"]
    names = [entry["name"] for entry in ENTRIES]
    assert names == list(perft.PLANS)
    assert {entry["position"].game.name for entry in ENTRIES} == set(GAMES)


@each_position
def test_engine_counts_paths_as_ever(entry):
    """To the depth that takes little time the engine's counts are those in the file."""
    position, counts = entry["position"], entry["counts"]
    for depth in depths(counts, FAST):
        found = perft.paths(position.game, position._row, depth)
        assert found == counts[depth - 1], depth


@pytest.mark.slow
@each_position
def test_engine_counts_all_paths_as_ever(entry):
    """The same to every depth in the file."""
    position, counts = entry["position"], entry["counts"]
    found = [perft.paths(position.game, position._row, n + 1) for n in range(len(counts))]
    assert found == counts


def by_oracle(entry, most):
    position = entry["position"]
    game = twin(position)
    for depth in depths(entry["counts"], most):
        found = perft.oracle_paths(game, position.game, position._row, depth)
        assert found == entry["counts"][depth - 1], depth


@each_position
def test_the_oracle_counts_the_same_paths(entry):
    """To a shallow depth the counts are the oracle's, too."""
    by_oracle(entry, ORACLE_FAST)


@pytest.mark.slow
@each_position
def test_the_oracle_counts_the_same_paths_deeper(entry):
    """The same to a greater depth; small trees to their end."""
    by_oracle(entry, ORACLE_SLOW)
