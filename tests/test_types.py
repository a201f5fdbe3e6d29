"""What a type checker knows of the libraries: the names it sees, and their types in a script."""

import ast
import importlib
import os
import re
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from test_packaging import UV, copy_project, run

ROOT = Path(__file__).resolve().parents[1]
LAZY = {
    ".".join(path.relative_to(ROOT).parent.parts): ast.parse(path.read_text(encoding="utf-8"))
    for library in ("stlib", "st2lib")
    for path in sorted((ROOT / library).rglob("__init__.py"))
    if "load_lazily(" in path.read_text(encoding="utf-8")
}
each_package = pytest.mark.parametrize("package", LAZY)


# Packages whose names load when they are first used


def seen_by_checkers(package: str) -> dict[str, object]:
    """Return the public names under ``if TYPE_CHECKING:``, each with what it is there."""
    found: dict[str, object] = {}
    (part,) = [node for node in LAZY[package].body if isinstance(node, ast.If)]
    assert ast.unparse(part.test) == "TYPE_CHECKING"
    space: dict[str, object] = {}
    exec(compile(ast.Module(part.body, []), package, "exec"), space)
    for name, value in space.items():
        if not name.startswith("_"):
            found[name] = value
    return found


def test_the_packages_that_load_lazily_are_found():
    """The public names include those of both games."""
    assert {"stlib", "st2lib", "stlib.simulate", "stlib.chances"} <= LAZY.keys()


@each_package
def test_type_checkers_see_the_names_that_load_lazily(package):
    """The names under ``TYPE_CHECKING``, those that load, ``dir`` and ``__all__`` are the same."""
    module = importlib.import_module(package)
    names = sorted(seen_by_checkers(package))
    assert names == sorted(set(module.__all__)) == dir(module)
    assert len(module.__all__) == len(names)


@each_package
def test_type_checkers_see_the_objects_that_load_lazily(package):
    """Under each name is the same object; for a class of a game's own it may be its base."""
    module = importlib.import_module(package)
    for name, value in seen_by_checkers(package).items():
        loaded = getattr(module, name)
        if isinstance(value, type):
            assert loaded is value or issubclass(loaded, value), name
        else:
            assert loaded == value or vars(loaded) == vars(value), name


@each_package
def test_a_name_that_does_not_exist_is_an_attribute_error(package):
    """The error names the package, as Python's own error does."""
    module = importlib.import_module(package)
    with pytest.raises(AttributeError, match=f"module '{package}' has no attribute 'nothing'"):
        module.nothing  # noqa: B018


# A user's script

SCRIPT = '''
import numpy as np

import st2lib
import stlib
from stlib import Card, Move, Outcome, Record, Variant


def first(position: {lib}.Position, view: {lib}.View) -> Move:
    """Say what is typed in a function of one's own."""
    return view.legal_moves[0] if view.legal_moves else position.legal_moves[0]


start = {lib}.{game}.deal(7, {lib}.Variant("mine", tactics="yes"))
view = start.view(0)
after = start.apply(first(start, view))
end: Outcome | None = after.outcome
reveal_type(start)
reveal_type(view)
reveal_type(after)
reveal_type(after.start())
reveal_type(view.determinize(1))
reveal_type(view.legal_moves)
reveal_type(after.history)
reveal_type(start.variant)
reveal_type({lib}.{game}.setup({{5: ("r7", "")}}))
reveal_type({lib}.{game}.from_text(start.to_text()))
reveal_type({lib}.{game}.find_variant("tactics"))
reveal_type({lib}.prove("r7 r8 r9", "b8"))
reveal_type({lib}.formation("r7 r8 r9"))
reveal_type({lib}.parse_cards("r7 r8"))
reveal_type({lib}.odds.beats("r7", "b8", start.hands[0], 2))
reveal_type({lib}.Card("r", 7).value)
reveal_type(Record.of(after).replay())
reveal_type(stlib.simulate.playouts({lib}.{game}, 10, seed=1).n)
reveal_type(stlib.bots.make("greedy").choose(view, np.random.default_rng(1)))
'''
REVEALED = """
{lib}.position.Position
{lib}.position.View
{lib}.position.Position
{lib}.position.Position
{lib}.position.Position
tuple[stlib.cards.moves.Move, ...]
tuple[stlib.cards.moves.Move, ...]
{lib}.rules.Variant
{lib}.position.Position
{lib}.position.Position
{lib}.rules.Variant
stlib.claims.prove.Proof | stlib.claims.prove.Refutation
stlib.claims.prove.Formation
tuple[stlib.cards.card.Card, ...]
fractions.Fraction
int | None
typing.Iterator[stlib.play.game.Position]
int
stlib.cards.moves.Move
"""
GAMES = {
    "ST1": {"lib": "stlib", "game": "ST1"},
    "ST2": {"lib": "st2lib", "game": "ST2"},
}
MISTAKES = {
    "stlib.ST1.deel(7)": '"_ST1" has no attribute "deel"',
    "stlib.ST1.deal(7).legal_move": '"Position" has no attribute "legal_move"',
    "st2lib.ST2.deal(7).view(0).hnad": '"View" has no attribute "hnad"',
    "stlib.proove": 'Module has no attribute "proove"',
    "stlib.simulate.playout": 'Module has no attribute "playout"',
    'stlib.ST1.setup(variant=st2lib.Variant("x"))': "incompatible type",
    "st2lib.ST2.deal(7).apply(1.5)": "incompatible type",
    "st2lib.ST2.deal(7).stones": '"Position" has no attribute "stones"',
}


@pytest.fixture(scope="module")
def complaints(tmp_path_factory) -> dict[str, list[str]]:
    """Return what mypy says of scripts in an environment into which `make lab` installs."""
    folder = tmp_path_factory.mktemp("user")
    python = install_editable(folder)
    for name, words in GAMES.items():
        game = SCRIPT.format(**words).replace("stlib.position", "stlib.st1.position")
        (folder / f"{name}.py").write_text(game, encoding="utf-8")
    wrong = "import st2lib\nimport stlib\n\n" + "\n".join(MISTAKES) + "\n"
    (folder / "mistakes.py").write_text(wrong, encoding="utf-8")
    flags = ("--strict", "--disallow-any-expr", "--no-error-summary", "--no-pretty")
    command = [sys.executable, "-m", "mypy", *flags, f"--python-executable={python}"]
    files = [*(f"{name}.py" for name in GAMES), "mistakes.py"]
    clean = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "MYPYPATH")}
    done = subprocess.run([*command, *files], cwd=folder, env=clean, capture_output=True, text=True)
    assert not done.stderr, done.stderr
    return {file: re.findall(rf"^{file}:(.*)$", done.stdout, re.MULTILINE) for file in files}


def install_editable(folder: Path) -> Path:
    """Install a copy of the project as `make lab` does, beside this environment's packages."""
    copy, home = folder / "project", folder / "environment"
    copy_project(copy)
    run(*UV, "venv", "--python", sys.executable, home, cwd=folder)
    python = home / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    ask = "import sysconfig; print(sysconfig.get_path('purelib'))"
    packages = Path(run(python, "-c", ask, cwd=folder).strip())
    (packages / "beside.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    options = ("--no-deps", "--no-build-isolation", "--python", python)
    run(*UV, "pip", "install", *options, "-e", copy, cwd=folder)
    return python


@pytest.mark.parametrize("game", GAMES)
def test_a_users_script_is_typed(complaints, game):
    """With ``mypy --strict`` every expression has a type of its own, and no other complaint."""
    words = GAMES[game]
    own = {"lib": words["lib"].replace("stlib", "stlib.st1") if game == "ST1" else words["lib"]}
    expected = REVEALED.format(**own).split("\n")[1:-1]
    said = [text.partition(": ")[2] for text in complaints[f"{game}.py"]]
    assert said == [f'note: Revealed type is "{kind}"' for kind in expected]


@pytest.mark.parametrize("line", MISTAKES)
def test_a_misspelt_name_is_an_error(complaints, line):
    """A value of a wrong type, or a name that only the other game has, is an error, too."""
    number = 4 + list(MISTAKES).index(line)
    said = [text for text in complaints["mistakes.py"] if text.startswith(f"{number}:")]
    assert any("error" in text and MISTAKES[line] in text for text in said), complaints
