"""`tests/README.md` names what is there."""

import ast
import fnmatch
import re
from pathlib import Path

import verdicts

FOLDER = Path(__file__).parent
README = (FOLDER / "README.md").read_text(encoding="utf-8")
NAMES = set(re.findall(r"`([^`\s]+)`", README))


def functions():
    """Return the names of all tests."""
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in FOLDER.rglob("test_*.py")]
    return {node.name for tree in trees for node in ast.walk(tree) if hasattr(node, "name")}


def test_every_test_named_there_exists():
    """A renamed test is renamed in the tables, too."""
    tests = {name for name in NAMES if re.fullmatch(r"test_\w+", name)}
    assert len(tests) > 150
    assert tests - functions() == set()


def test_every_case_named_there_exists_and_none_is_left_out():
    """Each name or pattern in the tables is of some case, and each case of some row."""
    ids = [case["id"] for case in verdicts.load()]
    patterns = {name for name in NAMES if re.fullmatch(r"(\d|f)-[\w*-]+", name)}
    assert len(patterns) > 150
    assert [name for name in patterns if not fnmatch.filter(ids, name)] == []
    named = {found for name in patterns for found in fnmatch.filter(ids, name)}
    assert [found for found in ids if found not in named] == []


def test_no_row_is_without_a_test():
    """Each row of the tables of sentences names something, and nothing unknown."""
    tables = README[README.index("## Which sentence") :]
    rows = [line for line in tables.splitlines() if line.startswith("| ")]
    for row in rows:
        sentence, tested = row.strip("|").split(" | ")
        names = re.findall(r"`([^`]+)`", tested)
        assert names or sentence.strip() in ("sentence", "what must hold"), row
        assert all(re.fullmatch(r"test_\w+|(\d|f)-[\w*-]+", name) for name in names), row


def test_every_file_is_named_there():
    """No file of the tests is left out, and none is named that is gone."""
    there = {path.name for path in FOLDER.glob("*.py")}
    named = {name for name in NAMES if name.endswith(".py") and "/" not in name}
    assert named == there
