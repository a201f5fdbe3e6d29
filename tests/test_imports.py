"""What a source imports, and that the hash of compiled code follows all of it."""

from pathlib import Path

import pytest

from stlib.base.imports import hash_of, imported_files, imported_names, sources_of
from stlib.st1 import policies

FORMS = {
    "import stlib.a": ["stlib.a"],
    "import stlib.a as b, os": ["stlib.a", "os"],
    "from stlib import a, b as c": ["stlib.a", "stlib.b"],
    "from stlib import (\n    a,\n    b as c,\n)": ["stlib.a", "stlib.b"],
    "from stlib import (  # why\n    a)": ["stlib.a"],
    "from stlib import a, \\\n    b": ["stlib.a", "stlib.b"],
    "from stlib.room.a import X": ["stlib.room.a.X"],
    "from stlib.room import a": ["stlib.room.a"],
    "from . import a": ["stlib.room.a"],
    "from .. import a": ["stlib.a"],
    "from ..a import X": ["stlib.a.X"],
    "from .a import *": ["stlib.room.a.*"],
    "def f():\n    import stlib.a": ["stlib.a"],
    "if x:\n    from stlib import a\nelse:\n    from stlib import b": ["stlib.a", "stlib.b"],
    "try:\n    from stlib import a\nexcept ImportError:\n    pass": ["stlib.a"],
    "import os; from stlib import a": ["os", "stlib.a"],
    "import_module('stlib.a')": ["stlib.a"],
    "importlib.import_module(f'stlib.{x}')": [],
    "if TYPE_CHECKING:\n    import stlib.a\nelse:\n    import stlib.b": ["stlib.b"],
    "if typing.TYPE_CHECKING:\n    from stlib import a": [],
    "'''\nfrom stlib import a\n'''": [],
}


@pytest.mark.parametrize("source", FORMS)
def test_every_form_of_import_is_read(source):
    """Imports in parentheses, indented, relative, over several lines, or from a room are read."""
    assert list(imported_names(source, "stlib.room")) == FORMS[source]


@pytest.fixture
def library(tmp_path):
    """Return what writes files of a library: names to sources."""

    def write(**sources):
        for name, source in sources.items():
            path = tmp_path / "stlib" / f"{name.replace('__', '/')}.py"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(source)
        return tmp_path / "stlib"

    return write


@pytest.mark.parametrize(
    "line",
    [
        "import stlib.room.deep",
        "from stlib.room import deep",
        "from stlib.room import (\n    deep,\n)",
        "from stlib.room.deep import (\n    X,\n)",
        "if True:\n    from stlib.room.deep import X",
        "from .room.deep import X",
        "from .room import deep",
    ],
)
def test_a_file_in_a_room_is_found(library, line):
    """Whatever the form, the module itself is found, and not its neighbors."""
    folder = library(top=line, room__deep="X = 1", room__other="X = 2")
    (folder / "room" / "__init__.py").write_text("")
    assert imported_files(folder / "top.py") == {folder / "room" / "deep.py"}


@pytest.mark.parametrize("line", ["from stlib.room import X", "import stlib.room"])
def test_a_package_that_hands_out_names_counts_as_a_whole(library, line):
    """A package may load a name from any of its files, so all of its files count."""
    folder = library(top=line, room__deep="X = 1", room__other="X = 2")
    (folder / "room" / "__init__.py").write_text("")
    assert {path.name for path in imported_files(folder / "top.py")} == {
        "__init__.py", "deep.py", "other.py",
    }  # fmt: skip


def test_a_constant_three_imports_away_changes_every_hash_above_it(library):
    """A bot's weights are seen through any chain of imports; what does not use them stays."""
    chain = {
        "top": "from stlib import (\n    middle,\n)",
        "middle": "def f():\n    from stlib.room.low import g",
        "room__low": "from ..ground import X",
        "ground": "X = 1",
        "aside": "import stlib.room.low_enough",
        "room__low_enough": "",
    }
    folder = library(**chain)
    paths = {name: folder / f"{name.replace('__', '/')}.py" for name in chain}
    before = {name: hash_of(path) for name, path in paths.items()}
    library(ground="X = 2")
    changed = {name for name, path in paths.items() if hash_of(path) != before[name]}
    assert changed == {"top", "middle", "room__low", "ground"}


def test_real_kernels_depend_on_the_weights_of_their_bot():
    """Playouts of Schotten Totten are compiled from greedy's weights, among some dozen files."""
    found = {path.name for path in sources_of(Path(policies.__file__))}
    assert {"greedy.py", "lane_value.py", "elite_refutation.py", "compiled.py", "rules.py"} <= found
