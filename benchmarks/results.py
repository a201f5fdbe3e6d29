"""The last complete table, saved in `RESULTS.md` with the machine and the versions."""

import os
import platform
import shutil
import subprocess
import time
from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from benchmarks.table import Row

FILE = Path(__file__).parent / "RESULTS.md"
BY_HAND = "\n## Faults survived\n"  # from here on the file is written by hand and stays as it is
PACKAGES = ("numba", "numpy", "scipy", "pandas", "pyarrow", "distributed")


def now() -> tuple[float, float]:
    """Return the time and the load of the machine, which is NaN if the system does not say."""
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else float("nan")
    return time.time(), load


def write(rows: Iterable[Row], begun: tuple[float, float]) -> None:
    """Replace the last table; the text below it, written by hand, stays."""
    old = FILE.read_text(encoding="utf-8") if FILE.exists() else ""
    _, mark, by_hand = old.partition(BY_HAND)
    FILE.write_text(page(list(rows), begun) + mark + by_hand, encoding="utf-8", newline="\n")


def page(rows: list[Row], begun: tuple[float, float]) -> str:
    """Return the table as Markdown, with its day, machine and versions."""
    aims = [row.met for row in rows if row.met]
    lines = [
        "# Results",
        "",
        "Written by `make bench`; [README.md](README.md) says what is measured and how.",
        "",
        *(f"- {fact}" for fact in facts(begun)),
        f"- Targets met: {aims.count('yes')} of {len(aims)}.",
        "",
        "| measured | ratio | target | met | figures |",
        "|---|---|---|---|---|",
        *(f"| {' | '.join(cells(row))} |" for row in rows),
    ]
    return "\n".join(lines) + "\n"


def cells(row: Row) -> tuple[str, ...]:
    """Return a row's texts; a figure below a target is bold."""
    target = row.target.replace(">=", "≥").replace("<=", "≤")
    met = "**no**" if row.met == "NO" else row.met
    return row.name, row.shown, target, met, row.figures


def facts(begun: tuple[float, float]) -> list[str]:
    """Return when and on what it was measured, without names of machines or folders."""
    day = time.strftime("%Y-%m-%d", time.gmtime(begun[0]))
    minutes = (time.time() - begun[0]) / 60
    kept = ", ".join(f"{name} {_version(name)}" for name in PACKAGES)
    return [
        f"{day}, {minutes:.0f} minutes; {begun[1]:.1f} processes were at work when it began.",
        f"{platform.system()}, {platform.machine()}, {os.cpu_count()} cores: {_processor()}"
        f"{_memory()}.",
        f"Python {platform.python_version()}, {kept}, C compiler {_compiler()}.",
    ]


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "absent"


def _processor() -> str:
    """Return what the system calls its processor."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or "unknown"
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or "unknown"


def _memory() -> str:
    try:
        size = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return ""
    return f", {size / 2**30:.0f} GB of memory"


def _compiler() -> str:
    """Return which C compiler the twin was built with."""
    program = shutil.which("gcc") or shutil.which("cc") or shutil.which("clang")
    if program is None:
        return "absent"
    told = subprocess.run([program, "-dumpfullversion"], capture_output=True, text=True)
    return f"{Path(program).name} {told.stdout.strip()}".strip()
