"""Strip notebooks of what running them leaves: ``python tools/strip_notebooks.py [--check]``.

Outputs and counts are removed, except in cells that say ``NBVAL_CHECK_OUTPUT``. These keep their
outputs, which the tests compare, and get the count 1, because nbval skips cells without a count.
Only the metadata that readers and tests use are kept. Every notebook also gets the same first
code cell, which says what to do if the notebook was opened with another Python than the lab's.

``--check`` changes nothing and fails if a notebook is not as it should be. Standard library only.
"""

import json
import sys
from pathlib import Path
from typing import Any

NOTEBOOKS = Path(__file__).resolve().parents[1] / "notebooks"
COMPARED = "NBVAL_CHECK_OUTPUT"
KERNEL = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
CELL_METADATA = ("tags", "slideshow")
GUARD = """\
# Is this the lab's Python? (This cell is the same in every notebook.)
import importlib.util
import sys

if importlib.util.find_spec("stlib") is None:
    raise ModuleNotFoundError(
        f"this notebook runs in {sys.executable}, a Python without this lab's packages. "
        "Close it, go to the lab's folder, start the lab with `make lab` or `python run.py lab`, "
        "and open the notebook there."
    )
"""


def strip_notebook(notebook: dict[str, Any]) -> dict[str, Any]:
    """Return the notebook without what running it left, and with the guard cell."""
    metadata = {"kernelspec": KERNEL, "language_info": {"name": "python"}}
    cells = [strip_cell(cell) for cell in notebook["cells"] if cell.get("id") != "guard"]
    first = next((n for n, cell in enumerate(cells) if cell["cell_type"] == "code"), len(cells))
    return {**notebook, "cells": [*cells[:first], guard(), *cells[first:]], "metadata": metadata}


def guard() -> dict[str, Any]:
    """Return the first code cell of every notebook; JupyterLab shows it folded."""
    return {
        "cell_type": "code",
        "execution_count": None,
        "id": "guard",
        "metadata": {"jupyter": {"source_hidden": True}},
        "outputs": [],
        "source": GUARD.rstrip("\n").splitlines(keepends=True),
    }


def strip_cell(cell: dict[str, Any]) -> dict[str, Any]:
    """Return the cell; its outputs are kept only if they are compared."""
    kept = {key: cell["metadata"][key] for key in CELL_METADATA if cell["metadata"].get(key)}
    cell = {**cell, "metadata": kept}
    if cell["cell_type"] == "code":
        compared = COMPARED in "".join(cell["source"])
        cell["execution_count"] = 1 if compared else None
        cell["outputs"] = list(map(strip_output, cell["outputs"])) if compared else []
    return cell


def strip_output(output: dict[str, Any]) -> dict[str, Any]:
    """Return the output with the same count as all others."""
    return {**output, "execution_count": 1} if "execution_count" in output else output


def main(check: bool) -> int:
    """Strip all notebooks, or name those that are not stripped."""
    found = 0
    for path in sorted(NOTEBOOKS.glob("*.ipynb")):
        text = path.read_text(encoding="utf-8")
        stripped = strip_notebook(json.loads(text))
        wanted = json.dumps(stripped, indent=1, ensure_ascii=False, sort_keys=True) + "\n"
        if wanted != text:
            found += 1
            print(f"{path.name}: {'is not stripped; run `make tidy`' if check else 'stripped'}")
            if not check:
                path.write_text(wanted, encoding="utf-8", newline="\n")
    return int(check and found > 0)


if __name__ == "__main__":
    sys.exit(main(check="--check" in sys.argv[1:]))
