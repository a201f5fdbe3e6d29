"""The house: which module may import which, and what committed files may contain."""

import ast
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from stlib.imports import LIBRARIES, imported_names, package_of

ROOT = Path(__file__).resolve().parents[1]

# Bottom row first, each row from left to right. A module imports from rows below its own and
# from its left in its own row. A sub-package counts as one module.
HOUSE = {
    "ground": "words errors imports _jit tables stats",
    "facts": "demands rules",
    "kernels": "formations reach wild refuters counts hands unions duels drawn equity standins"
    " state tactics engine greedy greedy_tactics policies",
    "play": "cards notation elite fills claims details table view chances keeps game position"
    " record binding feud match border",
    "study": "bots columns tasks workers compare results matches simulate archive runs lessons"
    " showcase puzzles",
    "show": "svg plots widgets",
    "roof": "warm exact_tables cli __init__ __main__",
}
# One set of these in each library, never shared.
GAME_FILES = {"rules", "state", "tactics", "engine", "greedy", "policies", "position"}
GAME_FILES |= {"greedy_tactics", "feud", "match", "border"}
PLACE = {
    module: (floor, index)
    for floor, row in enumerate(HOUSE.values())
    for index, module in enumerate(row.split())
}


# Reading the imports


def sources(library: str) -> Iterator[tuple[str, Path]]:
    """Yield each file of a library with the name of the module, or sub-package, it belongs to."""
    for path in sorted((ROOT / library).rglob("*.py")):
        yield path.relative_to(ROOT / library).with_suffix("").parts[0], path


def imported_modules(path: Path) -> set[tuple[str, str]]:
    """Return the (library, module) pairs of our own that a file imports."""
    _, package = package_of(path)
    found = set()
    for name in imported_names(path.read_text(encoding="utf-8"), package):
        library, _, rest = name.partition(".")
        if library in LIBRARIES:
            module = rest.partition(".")[0]
            known = module in PLACE or module in dict(sources(library))
            found.add((library, module if known else "__init__"))
    return found


def why_not(importer: tuple[str, str], imported: tuple[str, str]) -> str | None:
    """Return what is wrong with an import, or None if it is allowed."""
    (library, module), (other, target) = importer, imported
    if library == "stlib" and other == "st2lib":
        return "stlib never imports st2lib"
    if library != other and target in GAME_FILES:
        return "a game's own files are not shared"
    if PLACE[target] > PLACE[module]:
        return "imports go down, or left in the same row"
    return None


def test_every_module_has_its_place():
    """A new module must be put into the house before it is used."""
    modules = {module for library in LIBRARIES for module, _ in sources(library)}
    assert sorted(modules - PLACE.keys()) == [], "put these into HOUSE"


@pytest.mark.parametrize("library", LIBRARIES)
def test_imports_go_down_or_left(library):
    """No module imports one above it or to its right; the libraries share only shared files."""
    wrong = []
    for module, path in sources(library):
        for other, target in sorted(imported_modules(path)):
            placed = module in PLACE and target in PLACE
            reason = placed and why_not((library, module), (other, target))
            if reason:
                wrong.append(f"{path.relative_to(ROOT)} imports {other}.{target}: {reason}")
    assert wrong == []


@pytest.mark.parametrize(
    ("importer", "imported", "allowed"),
    [
        (("stlib", "engine"), ("stlib", "rules"), True),
        (("stlib", "engine"), ("stlib", "reach"), True),
        (("stlib", "engine"), ("stlib", "policies"), False),
        (("stlib", "engine"), ("stlib", "cards"), False),
        (("stlib", "bots"), ("stlib", "bots"), True),
        (("stlib", "cards"), ("stlib", "__init__"), False),
        (("stlib", "bots"), ("st2lib", "engine"), False),
        (("st2lib", "engine"), ("stlib", "formations"), True),
        (("st2lib", "engine"), ("stlib", "rules"), False),
        (("st2lib", "engine"), ("st2lib", "rules"), True),
        (("st2lib", "__init__"), ("stlib", "widgets"), True),
        (("st2lib", "__init__"), ("stlib", "__init__"), True),
        (("stlib", "__init__"), ("st2lib", "__init__"), False),
    ],
)
def test_the_house_rules(importer, imported, allowed):
    """The rules of the house judge these pairs as its picture does."""
    assert (why_not(importer, imported) is None) == allowed


# What committed files contain


def committed() -> list[Path]:
    """Return the files in git, or skip where this is no checkout."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode:
        pytest.skip("not a git checkout")
    paths = [ROOT / name for name in listed.stdout.split("\0") if name]
    return [path for path in paths if path.is_file()]


def text_of(path: Path) -> str:
    """Return a file's text, or nothing if it is not text."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return ""


# Written with character classes, so that this file does not contain what it looks for.
MACHINE_PATH = re.compile(r"(?<![\w.])/(wor[k]|roo[t]|hom[e]/\w+|User[s]/\w+)/|\b[C]:\\\\?User[s]")


def test_no_paths_of_a_machine():
    """No committed text names a folder that exists on one machine only."""
    found = [
        f"{path.relative_to(ROOT)}: {match.group()}"
        for path in committed()
        for match in MACHINE_PATH.finditer(text_of(path))
    ]
    assert found == []


@pytest.mark.parametrize("folder", ["wor" + "k/main", "roo" + "t/.cache", "hom" + "e/ann/x"])
def test_paths_of_a_machine_are_seen(folder):
    """The search finds such a folder in text, and none in an address that ends like it."""
    assert MACHINE_PATH.search(f'saved in "/{folder}"')
    assert not MACHINE_PATH.search(f"example.org/{folder}")


def test_no_addresses_in_locked_requirements():
    """Locked requirements hold names and versions, never a host."""
    assert "://" not in text_of(ROOT / "constraints.txt")


# Notebooks

NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
each_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)


def code_cells(path: Path) -> list[tuple[str, dict]]:
    """Return the code cells of a notebook, each with its source."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return [("".join(cell["source"]), cell) for cell in cells if cell["cell_type"] == "code"]


def test_notebooks_are_stripped():
    """Outputs are stripped, save in cells whose outputs are compared."""
    command = [sys.executable, ROOT / "tools" / "strip_notebooks.py", "--check"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@each_notebook
def test_compared_cells_have_an_output(path):
    """A cell that says its output is compared has one to compare with."""
    for source, cell in code_cells(path):
        assert ("NBVAL_CHECK_OUTPUT" in source) == bool(cell["outputs"]), source


@each_notebook
def test_code_cells_are_short(path):
    """A code cell has at most 12 lines, a function in it at most 10."""
    for source, _ in code_cells(path):
        assert len(source.splitlines()) <= 12, source
        for node in ast.walk(ast.parse(plain(source))):
            if isinstance(node, ast.FunctionDef):
                assert node.end_lineno - node.lineno < 10, source


def plain(source: str) -> str:
    """Return a cell's source with its IPython lines (``%magic``, ``!command``) as comments."""
    return re.sub(r"^(\s*)[%!]", r"\1# ", source, flags=re.MULTILINE)
