"""`tests/README.md` names what is there."""

import ast
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


def test_every_test_and_case_named_there_exists():
    """A renamed test or case is renamed in the table, too."""
    ids = {case["id"] for case in verdicts.load()}
    named = {name for name in NAMES if re.fullmatch(r"(\d|[a-z]-).*-.*|\d-\d+", name)}
    assert len(named & ids) > 60
    assert named - ids == set()
    tests = {name for name in NAMES if re.fullmatch(r"test_\w+", name)}
    assert len(tests) > 50
    assert tests - functions() == set()


def test_every_file_is_named_there():
    """No file of the tests is left out, and none is named that is gone."""
    there = {path.name for path in FOLDER.glob("*.py")}
    named = {name for name in NAMES if name.endswith(".py") and "/" not in name}
    assert named == there


def test_every_base_case_of_section_6_is_in_the_table_or_has_its_own_test():
    """Rows of section 6 about the base games: at least one case of each is named."""
    rows = {
        case["id"].split("-")[1]
        for case in verdicts.load()
        if case["id"].startswith("6-") and case["needs"] in ("base", "expert")
    }
    shown = {name.split("-")[1] for name in NAMES if name.startswith("6-")}
    assert rows - shown <= {"opening", "12", "35", "36", "43", "52"}, rows - shown
