"""What ``run.py`` and a notebook say before anything of ours can be imported."""

import importlib.util
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
BOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))


def first_code(path):
    """Return the source of a notebook's first code cell."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return next("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")


def test_every_notebook_begins_with_the_same_question():
    """Is this the lab's Python? The tool that strips notebooks puts the cell there."""
    assert len({first_code(path) for path in BOOKS}) == 1


@pytest.fixture(scope="module")
def strip():
    """Return the tool that strips notebooks."""
    path = ROOT / "tools" / "strip_notebooks.py"
    spec = importlib.util.spec_from_file_location("strip_notebooks", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_cell_is_put_before_all_other_code_and_only_once(strip):
    """The cell stands after the title, also in a notebook without code."""
    title = {"cell_type": "markdown", "id": "a", "metadata": {}, "source": ["# Title"]}
    code = {"cell_type": "code", "id": "b", "metadata": {}, "source": ["x = 1"], "outputs": []}
    for cells, order in (([title, code], "a guard b"), ([title], "a guard"), ([code], "guard b")):
        once = strip.strip_notebook({"cells": cells})
        assert " ".join(cell["id"] for cell in once["cells"]) == order
        assert strip.strip_notebook(once) == once


def test_a_notebook_in_another_python_says_which_and_what_to_start():
    """With the lab's Python the cell says nothing."""
    code = first_code(BOOKS[0])
    foreign = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, cwd="/"
    )
    said = foreign.stderr.splitlines()[-1]
    assert foreign.returncode
    assert sys.executable in said
    assert "make lab" in said
    exec(code, {})


# --- run.py -------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path):
    """Return a folder with ``run.py`` and a .venv that is complete except for its Python."""
    for name in ("run.py", "pyproject.toml", "constraints.txt", "setup.py"):
        shutil.copy(ROOT / name, tmp_path)
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    told = subprocess.run(
        [sys.executable, "-c", "import run; print(run.fingerprint(), end='')"],
        capture_output=True, text=True, cwd=tmp_path,
    )  # fmt: skip
    (tmp_path / ".venv" / "installed.txt").write_text(told.stdout)
    return tmp_path


def run(folder, *arguments):
    """Run a command of the copied run.py; return its exit code and what it said."""
    done = subprocess.run(
        [sys.executable, "run.py", *arguments], capture_output=True, text=True, cwd=folder
    )
    return done.returncode, done.stdout + done.stderr


@pytest.mark.skipif(os.name == "nt", reason="needs the permissions of a Unix system")
@pytest.mark.parametrize("command", ["setup", "lab", "lint", "fast", "check"])
def test_a_python_that_may_not_be_run_is_said_in_a_sentence(command, folder):
    """If somebody else made .venv, a sentence says what to do, without a traceback."""
    python = folder / ".venv" / "bin" / "python"
    python.write_text("#!/bin/sh\n")
    python.chmod(0o644)  # nobody may run it, not even root
    code, said = run(folder, command)
    assert code == 1
    assert said.count("\n") == 1
    assert str(python) in said
    assert "this user may not use it" in said


@pytest.mark.skipif(os.name == "nt", reason="needs the permissions of a Unix system")
def test_what_is_no_program_is_said_in_a_sentence(folder):
    """The same for a .venv that was copied from another kind of machine."""
    python = folder / ".venv" / "bin" / "python"
    python.write_bytes(b"\x7fELF\x00\x00not for this machine")
    python.chmod(0o755)
    code, said = run(folder, "lint")
    assert (code, said) == (1, f"{python}: Exec format error\n")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="the system has no full disk to try")
def test_help_on_a_full_disk_is_no_traceback(folder):
    """Nothing is printed except one sentence."""
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "run.py", "help"], cwd=folder, stdout=full, stderr=subprocess.PIPE
        )
    assert done.returncode
    assert b"Traceback" not in done.stderr
    assert b"No space left" in done.stderr
