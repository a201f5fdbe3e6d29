"""The files that name requirements agree, and the wheel works by itself."""

import functools
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from run import OFFLINE_SIGNS
from stlib.base import imports

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
LIBRARIES = ("stlib", "st2lib")


# pyproject.toml, constraints.txt and environment.yml


def requirements() -> list[Requirement]:
    """Return every requirement of the project, those of its extras included."""
    extras = PROJECT["optional-dependencies"].values()
    return [Requirement(text) for part in (PROJECT["dependencies"], *extras) for text in part]


def pins() -> dict[str, list[Requirement]]:
    """Return the lines of constraints.txt by name; a name may have one line per Python."""
    found: dict[str, list[Requirement]] = {}
    for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines():
        pin = Requirement(line)
        found.setdefault(canonicalize_name(pin.name), []).append(pin)
    return found


@pytest.mark.parametrize("wanted", requirements(), ids=str)
def test_each_requirement_is_pinned_within_its_bounds(wanted):
    """constraints.txt pins each requirement to versions that it allows, and one for this Python."""
    lines = pins()[canonicalize_name(wanted.name)]
    for pin in lines:
        (version,) = pin.specifier
        assert version.operator == "=="
        assert wanted.specifier.contains(version.version), pin
    assert any(pin.marker is None or pin.marker.evaluate() for pin in lines)


def test_the_environment_file_asks_for_the_same():
    """environment.yml has the names and bounds of pyproject.toml and installs its extras by pip."""
    environment = yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))
    assert environment["name"] == PROJECT["name"]
    *names, by_pip = environment["dependencies"]
    assert by_pip == {"pip": ["-e .[lab,test]"]}
    bounds = {canonicalize_name(r.name): r.specifier for r in requirements()}
    bounds |= {"python": Requirement(f"python{PROJECT['requires-python']}").specifier}
    bounds |= {"pip": Requirement("pip").specifier}
    for text in names:
        wanted = Requirement(text)
        name = wanted.name.removesuffix("-base")  # conda's matplotlib without a window toolkit
        assert bounds[canonicalize_name(name)] == wanted.specifier, text


DECLARED = {Requirement(text).name for text in PROJECT["dependencies"]}
BROUGHT_ALONG = {
    "IPython",
    "llvmlite",
    "traitlets",
}  # by ipywidgets and numba, at any version of these


def test_there_is_one_version():
    """Both libraries say the version of the project."""
    import st2lib
    import stlib

    assert stlib.__version__ == st2lib.__version__ == PROJECT["version"]


def test_imports_are_declared():
    """The libraries import nothing that a plain installation lacks."""
    imported = set().union(*(imported_names(code) for code in library_code()))
    extras = {"dask", "distributed"}  # used only if the reader installed them
    assert imported - extras - BROUGHT_ALONG <= DECLARED


def test_each_dependency_earns_its_place():
    """Every dependency is imported by a library or a notebook, or needed by anywidget."""
    imported = set().union(*map(imported_names, (*library_code(), *notebook_code())))
    assert imported | {"ipywidgets"} >= DECLARED


def library_code() -> list[str]:
    """Return the source of each module of both libraries."""
    paths = [path for library in LIBRARIES for path in (ROOT / library).rglob("*.py")]
    return [path.read_text(encoding="utf-8") for path in paths]


def notebook_code() -> list[str]:
    """Return the import lines of each notebook."""
    books = [json.loads(path.read_text("utf-8")) for path in (ROOT / "notebooks").glob("*.ipynb")]
    cells = [cell["source"] for book in books for cell in book["cells"]]
    lines = [line for cell in cells for line in "".join(cell).splitlines()]
    return [line for line in lines if re.match(r"(import|from) \w+[\w., ]*", line)]


def imported_names(source: str) -> set[str]:
    """Return the top-level names that a source imports from other projects when it runs."""
    tops = {name.partition(".")[0] for name in imports.imported_names(source, LIBRARIES[0])}
    return tops - set(sys.stdlib_module_names) - set(LIBRARIES)


# The wheel

UV = (sys.executable, "-m", "uv")
PLAY = """
import stlib, st2lib
assert stlib.tables.path("README.md").is_file()
for game in (stlib.ST1, st2lib.ST2):
    p = game.deal(seed=1)
    while p.outcome is None:
        p = p.apply(p.legal_moves[0])
    print(stlib.__file__, p.outcome)
"""


@functools.cache
def shipped_files() -> list[Path]:
    """Return the files that the wheel must hold, from the checkout's root."""
    folders = (*LIBRARIES, "data")
    kept = (path for folder in folders for path in (ROOT / folder).rglob("*") if path.is_file())
    ignored = re.compile(r"__pycache__|\.ipynb_checkpoints|\.nb[ic]$")
    return [path.relative_to(ROOT) for path in kept if not ignored.search(str(path))]


@pytest.fixture(scope="module")
def dist(tmp_path_factory) -> Path:
    """Build the source archive from a copy of the checkout, and the wheel from that archive.

    So nothing left in the checkout gets in, and the archive is known to be complete.
    """
    copy = tmp_path_factory.mktemp("source")
    copy_project(copy)
    for name in (
        "tests/test_packaging.py",
        "tests/bridge.py",
        "docs/rules.md",
        "benchmarks/play.py",
    ):
        (copy / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, copy / name)
    run(*UV, "build", "--no-build-isolation", "--python", sys.executable, cwd=copy)
    return copy / "dist"


@pytest.fixture(scope="module")
def wheel(dist) -> Path:
    """Return the wheel."""
    (built,) = dist.glob("*.whl")
    return built


def copy_project(folder: Path) -> None:
    """Copy into a folder what an installation needs of the checkout."""
    names = ("pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "LICENSE", "constraints.txt")
    extra = [Path(name) for name in names]
    for path in [*shipped_files(), *extra]:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, folder / path)


def run(*command: str | Path, cwd: Path) -> str:
    """Run a command outside the checkout and return what it prints; fail with all of it."""
    clean = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "VIRTUAL_ENV")}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    done = subprocess.run(list(map(str, command)), cwd=cwd, env=clean, **pipes)
    if not os.environ.get("CI") and any(sign in done.stdout.lower() for sign in OFFLINE_SIGNS):
        pytest.skip("the packages cannot be fetched: no network")
    assert done.returncode == 0, done.stdout
    return done.stdout


def test_the_wheel_holds_everything(wheel):
    """Code, scripts, styles, words and data are in the wheel, and nothing else is."""
    names = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    expected = {path.as_posix() for path in shipped_files()}
    assert names == {re.sub("^data/", "stlib/data/", name) for name in expected}
    assert {"stlib/py.typed", "stlib/base/words.toml", "stlib/data/README.md"} <= names


def test_the_source_archive_holds_what_is_built_and_no_test(dist):
    """Tests without their helpers, pages and tables would only fail."""
    (built,) = dist.glob("*.tar.gz")
    with tarfile.open(built) as archive:
        names = [member.name.partition("/")[2] for member in archive if member.isfile()]
    kept = [name for name in names if not re.match(r"(PKG-INFO|setup.cfg|.*\.egg-info/)", name)]
    extra = {"pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "LICENSE", "constraints.txt"}
    assert set(kept) == {path.as_posix() for path in shipped_files()} | extra


@pytest.mark.slow
def test_the_wheel_plays_in_an_empty_environment(wheel, tmp_path):
    """Installed only with its dependencies, away from the checkout, it plays both games."""
    home = tmp_path / "empty"
    python = home / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    run(*UV, "venv", "--python", sys.executable, home, cwd=tmp_path)
    needs = (wheel, "-c", ROOT / "constraints.txt")
    run(*UV, "pip", "install", "--python", python, *needs, cwd=tmp_path)
    lines = run(python, "-W", "error::RuntimeWarning", "-c", PLAY, cwd=tmp_path).splitlines()
    assert len(lines) == 2
    assert all(line.startswith(str(home)) for line in lines)
