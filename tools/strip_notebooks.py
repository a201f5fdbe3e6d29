"""Strip notebooks of what running them leaves: ``python tools/strip_notebooks.py [--check]``.

Outputs and counts go, save in cells that say ``NBVAL_CHECK_OUTPUT``: these keep their outputs,
which the tests compare, and get the count 1, without which nbval takes them for not run. Of the
metadata only what readers and tests use is kept. ``--check`` changes nothing and fails if there
is something to strip. Standard library only.
"""

import json
import sys
from pathlib import Path
from typing import Any

NOTEBOOKS = Path(__file__).resolve().parents[1] / "notebooks"
COMPARED = "NBVAL_CHECK_OUTPUT"
KERNEL = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
CELL_METADATA = ("tags", "slideshow")


def strip_notebook(notebook: dict[str, Any]) -> dict[str, Any]:
    """Return the notebook without what running it left."""
    metadata = {"kernelspec": KERNEL, "language_info": {"name": "python"}}
    return {**notebook, "cells": list(map(strip_cell, notebook["cells"])), "metadata": metadata}


def strip_cell(cell: dict[str, Any]) -> dict[str, Any]:
    """Return the cell with its outputs only if they are compared."""
    kept = {key: cell["metadata"][key] for key in CELL_METADATA if cell["metadata"].get(key)}
    cell = {**cell, "metadata": kept}
    if cell["cell_type"] == "code":
        compared = COMPARED in "".join(cell["source"])
        cell["execution_count"] = 1 if compared else None
        cell["outputs"] = list(map(strip_output, cell["outputs"])) if compared else []
    return cell


def strip_output(output: dict[str, Any]) -> dict[str, Any]:
    """Return the output with the same count as every other."""
    return {**output, "execution_count": 1} if "execution_count" in output else output


def main(check: bool) -> int:
    """Strip all notebooks, or say which are not stripped."""
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
