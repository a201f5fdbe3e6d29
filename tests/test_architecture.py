"""The rooms: which file may import which, and what committed files may contain."""

import ast
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from stlib.base.imports import LIBRARIES, imported_names, package_of

ROOT = Path(__file__).resolve().parents[1]

# Rooms, bottom row first, each row from left to right: a file imports from its own room, from
# rooms below, or further left in the same row. `docs/design.md` draws the same picture.
HOUSE = {
    "ground": "base",
    "rules": "cards claims play",
    "study": "chances bots simulate runs",
    "show": "svg plots widgets",
    "games": "st1 st2lib",
    "talk": "teach cli",
    "roof": "warm exact_tables __init__ __main__",
}
PLACE = {
    room: (floor, index)
    for floor, row in enumerate(HOUSE.values())
    for index, room in enumerate(row.split())
}
GAMES = {"st1", "st2lib"}
# Who may know a game; whatever else is drawn above them does not.
KNOW_A_GAME = GAMES | {"teach"} | set(HOUSE["roof"].split())


# Reading the imports


def sources() -> Iterator[Path]:
    """Yield each file of both libraries."""
    for library in LIBRARIES:
        yield from sorted((ROOT / library).rglob("*.py"))


def room_of(path: Path) -> str:
    """Return the room a file is in: its folder in ``stlib``, or its own name at the roof."""
    library, *parts = path.relative_to(ROOT).with_suffix("").parts
    return library if library == "st2lib" else parts[0]


def imports(path: Path) -> set[Path]:
    """Return the files of our own that a file imports; of a package its ``__init__``."""
    _, package = package_of(path)
    names = imported_names(path.read_text(encoding="utf-8"), package)
    return {file for name in names if (file := file_of(name)) is not None}


def file_of(name: str) -> Path | None:
    """Return the file that a dotted name is, or stands in; None if it is not ours."""
    parts = name.split(".")
    for n in range(len(parts), 0, -1) if parts[0] in LIBRARIES else ():
        place = ROOT.joinpath(*parts[:n])
        for file in (place.with_suffix(".py"), place / "__init__.py"):
            if file.is_file():
                return file
    return None


def why_not(importer: str, imported: str) -> str | None:
    """Return what is wrong with an import from one room into another, or None."""
    if importer != "st2lib" and imported == "st2lib":
        return "stlib never imports st2lib"
    if importer == "st2lib" and imported == "st1":
        return "a game's own files are not shared"
    if imported in GAMES and importer not in KNOW_A_GAME:
        return "only the games, the lessons and the roof know a game"
    if PLACE[imported] > PLACE[importer] and (importer, imported) not in DOORS:
        return "imports go down, or left in the same row"
    return None


#: The second game's own roof stands in its folder.
DOORS = {("st2lib", "cli"), ("st2lib", "__init__")}


def test_every_file_has_its_room():
    """A new folder, or a new file at the roof, must be named in the rooms before it is used."""
    assert {room_of(path) for path in sources()} == PLACE.keys()


def test_the_picture_is_drawn():
    """The picture in ``docs/design.md`` shows these rows, top first, and these rooms."""
    page = (ROOT / "docs" / "design.md").read_text(encoding="utf-8")
    picture = page.split("```")[1]
    drawn = [line.split()[:1] + line.partition("│")[0].split()[1:] for line in picture.splitlines()]
    rows = {row[0]: " ".join(row[1:]) for row in drawn if row and row[0] in HOUSE}
    assert list(reversed(rows.items())) == list(HOUSE.items())


def test_imports_go_down_or_left():
    """No file imports from a room above its own or to the right of it."""
    wrong = []
    for path in sources():
        for file in sorted(imports(path)):
            reason = why_not(room_of(path), room_of(file))
            if reason:
                names = (path.relative_to(ROOT), file.relative_to(ROOT))
                wrong.append("{} imports {}: {}".format(*names, reason))
    assert wrong == []


def test_no_files_import_each_other_in_a_circle():
    """Within a room, too, files can be put in an order in which each imports earlier ones only."""
    needed = {path: imports(path) - {path} for path in sources()}
    while ready := [path for path, others in needed.items() if not others & needed.keys()]:
        needed = {path: others for path, others in needed.items() if path not in ready}
    assert [str(path.relative_to(ROOT)) for path in needed] == []


@pytest.mark.parametrize(
    ("importer", "imported", "allowed"),
    [
        ("st1", "claims", True),
        ("claims", "st1", False),
        ("claims", "chances", False),
        ("chances", "claims", True),
        ("bots", "bots", True),
        ("cards", "__init__", False),
        ("bots", "st2lib", False),
        ("widgets", "st1", False),
        ("cli", "st1", False),
        ("teach", "st1", True),
        ("warm", "st1", True),
        ("teach", "st2lib", False),
        ("st2lib", "claims", True),
        ("st2lib", "st1", False),
        ("st2lib", "widgets", True),
        ("st2lib", "__init__", True),
        ("__init__", "st2lib", False),
    ],
)
def test_the_house_rules(importer, imported, allowed):
    """The rules for imports judge these pairs as the picture of the rooms does."""
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


# Written with character classes, too.
BRITISH = re.compile(
    r"\w*(col[o]ur|neighb[o]ur|fav[o]ur|hon[o]ur|behavi[o]ur|trave[l]l|cent[r]ed)\w*|\bgr[e]y\b",
    re.IGNORECASE,
)


def test_english_is_spelled_as_in_america():
    """Code, pages and texts are in American spelling, as the printed terms are: Color Run."""
    found = [
        f"{path.relative_to(ROOT)}: {match.group()}"
        for path in committed()
        for match in BRITISH.finditer(text_of(path))
    ]
    assert found == []


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
