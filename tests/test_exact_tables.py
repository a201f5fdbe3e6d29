"""The exact tables in ``data/``: samples made again, and figures from other sources."""

import csv
import random
from fractions import Fraction
from math import comb

import pytest

from stlib import exact_tables, tables
from stlib.cards.demand import Kind
from stlib.exact_tables import HANDS, KINDS, TABLES

each_table = pytest.mark.parametrize("table", TABLES.values(), ids=list(TABLES))


def lines(name):
    """Return a committed table's rows as lists of texts, the header first."""
    text = tables.path(f"{name}.csv").read_text(encoding="utf-8")
    assert "\r" not in text
    return list(csv.reader(text.splitlines()))


def rows(name, **wanted):
    """Return the rows of a table that have these texts, as dicts."""
    header, *body = lines(name)
    found = [dict(zip(header, row, strict=True)) for row in body]
    return [row for row in found if all(row[key] == text for key, text in wanted.items())]


@each_table
def test_every_row_has_its_key(table):
    """The file has the header and a row for each key, in order."""
    header, *body = lines(table.name)
    keys = list(table.each())
    assert header == list(table.header)
    assert [tuple(row[: len(key)]) for row, key in zip(body, keys, strict=True)] == [
        tuple(map(str, key)) for key in keys
    ]


@each_table
def test_a_sample_made_anew_is_the_same(table):
    """Some rows of every table, made by the library now, equal the committed ones."""
    _, *body = lines(table.name)
    keys = list(table.each())
    some = random.Random(table.name).sample(range(len(keys)), min(9, len(keys)))
    for i in {0, len(keys) - 1, *some}:
        assert body[i] == [str(cell) for cell in table.row(*keys[i])]


def test_writing_makes_the_same_bytes(tmp_path, monkeypatch):
    """The command writes what is committed, to the byte (the small tables)."""
    small = {name: TABLES[name] for name in ("kind_sizes", "class_sizes")}
    monkeypatch.setattr(exact_tables, "TABLES", small)
    exact_tables.write(tmp_path)
    for name in small:
        made = (tmp_path / f"{name}.csv").read_bytes()
        assert made == tables.path(f"{name}.csv").read_bytes()


def test_the_page_names_every_table():
    """``data/README.md`` has a line for each."""
    page = tables.path("README.md").read_text(encoding="utf-8")
    for name in TABLES:
        assert f"| `{name}.csv` |" in page


@each_table
def test_a_table_is_read_as_it_was_made(table):
    """Numbers and fractions come back exactly; what is empty is None."""
    found = exact_tables.read(table.name)
    assert list(found.columns) == list(table.header)
    _, *body = lines(table.name)
    for row, texts in zip(found.itertuples(index=False), body, strict=True):
        assert ["" if cell is None else str(cell) for cell in row] == texts
    assert {type(cell) for cell in found.iloc[-1]} <= {str, int, Fraction, type(None)}


def test_other_tables_are_not_exact_tables():
    """The error names those there are."""
    with pytest.raises(ValueError, match="'greedy_ablation'; there are kind_sizes, class_sizes"):
        exact_tables.read("greedy_ablation")


def test_published_numbers_stand_in_the_tables():
    """Class sizes of both games, the best three of six, outs of a middle against a gap."""
    (row,) = rows("kind_sizes", game="ST1", demand="3 all")
    assert [int(row[kind.name.lower()]) for kind in KINDS] == [42, 180, 462, 1_470, 22_650]
    best = dict.fromkeys(Kind, 0)
    for row in rows("hand_classes", game="ST1", demand="3 all"):
        best[Kind[row["kind"].upper()]] += int(row["hands_of_6"])
    assert [best[k] for k in KINDS] == [829_779, 3_190_941, 6_381_525, 8_400_540, 7_024_380]
    best = dict.fromkeys(Kind, 0)
    for row in rows("hand_classes", game="ST2", demand="3 all"):
        best[Kind[row["kind"].upper()]] += int(row["hands_of_6"])
    assert [best[k] for k in KINDS] == [1_392_595, 3_179_640, 19_203_825, 10_455_360, 15_832_440]
    middle, gap = (
        rows("two_card_starts", game="ST1", demand="3 all", start=start, draws="6")[0]["color_run"]
        for start in ("r4 r5", "r4 r6")
    )
    assert Fraction(gap) == Fraction(6, 52)
    assert Fraction(middle) == 1 - Fraction(comb(50, 6), comb(52, 6))


def test_all_hands_are_counted():
    """For each demand and size the classes add up to all hands; sixty-three of them in ST1."""
    sizes = {"ST1": 54, "ST2": 60}
    numbers = {}
    for row in rows("hand_classes"):
        for n in HANDS:
            key = row["game"], row["demand"], n
            numbers[key] = numbers.get(key, 0) + int(row[f"hands_of_{n}"] or 0)
    for (game, demand, n), found in numbers.items():
        assert found == (comb(sizes[game], n) if n >= int(demand[0]) else 0)
    assert len(rows("class_sizes", game="ST1", demand="3 all")) == 63
