"""Find the small committed tables: in ``data/`` of a checkout, in ``stlib/data`` once installed."""

from pathlib import Path

__all__ = ["path"]

_PACKAGE = Path(__file__).resolve().parents[1]


def path(name: str) -> Path:
    """Find a table, or a folder of tables, by its name.

    Parameters
    ----------
    name : str
        The name below ``data/``, with forward slashes: ``"README.md"``, ``"perft/st1.csv"``.

    Returns
    -------
    pathlib.Path
        The file or folder, which exists.

    Raises
    ------
    FileNotFoundError
        If there is no such table; the message names it and the folders searched.

    Examples
    --------
    >>> path("README.md").name
    'README.md'
    """
    for folder in _folders():
        if (folder / name).exists():
            return folder / name
    searched = " or ".join(str(folder) for folder in _folders())
    raise FileNotFoundError(f"no table {name!r} in {searched}")


def _folders() -> list[Path]:
    """Return the folders that may hold tables: the installed one, then the checkout's."""
    checkout = _PACKAGE.parent
    if (checkout / "pyproject.toml").is_file():
        return [_PACKAGE / "data", checkout / "data"]
    return [_PACKAGE / "data"]
