"""The table of speeds: which rows are chosen, saved, and left alone. Nothing is timed."""

import re

import pytest

from benchmarks import __main__ as bench
from benchmarks import results
from benchmarks.table import Row
from test_readme import functions

ROWS = [
    Row("fast", "1 s / 2 s", 2.0, at_least=1.8),
    Row("slow", "3 s / 2 s", 1.5, at_most=1.25),
    Row("beside", "5 MB"),
]


def measure():
    yield from ROWS


def other():
    yield Row("other", "1")


@pytest.fixture
def file(tmp_path, monkeypatch):
    """Return where results go in this test, with a table and a text by hand in it."""
    file = tmp_path / "RESULTS.md"
    file.write_text(f"old table\n{results.BY_HAND}\nby hand\n", encoding="utf-8")
    monkeypatch.setattr(bench, "MEASURES", (measure, other))
    monkeypatch.setattr(results, "FILE", file)
    return file


def test_the_whole_table_is_kept_and_what_is_written_by_hand_stays(file):
    """Every row has its target and whether it is met, and the old table is replaced."""
    bench.main([])
    text = file.read_text(encoding="utf-8")
    assert "| fast | 2 | ≥ 1.8 | yes | 1 s / 2 s |" in text
    assert "| slow | 1.5 | ≤ 1.25 | **no** | 3 s / 2 s |" in text
    assert "| beside |  |  |  | 5 MB |" in text
    assert "Targets met: 1 of 2." in text
    assert "old table" not in text
    assert text.endswith(f"| 1 |\n{results.BY_HAND}\nby hand\n")


@pytest.mark.parametrize("arguments", [["--no-write"], ["other"], ["measure", "--no-write"]])
def test_a_part_of_the_table_is_not_kept(arguments, file, capsys):
    """Measuring only some rows, or only looking at them, does not change the file."""
    before = file.read_bytes()
    bench.main(arguments)
    assert file.read_bytes() == before
    assert ("fast" in capsys.readouterr().out) == ("other" not in arguments)


def test_every_measure_has_a_name_of_its_own():
    """Two measures with one name would be measured once, so the table could not be complete."""
    assert len(bench.chosen([])) == len(bench.MEASURES)


def test_the_tests_named_beside_the_faults_exist():
    """A renamed test is renamed there, too."""
    by_hand = results.FILE.read_text(encoding="utf-8").partition(results.BY_HAND)[2]
    named = set(re.findall(r"`(test_\w+)`", by_hand))
    assert len(named) > 5
    assert named - functions() == set()
