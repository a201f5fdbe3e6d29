"""Find the packages; everything else stands in ``pyproject.toml``.

A wheel holds ``data/`` as the package ``stlib.data``. An editable installation leaves it where
it is: then both libraries lie side by side in one folder, which setuptools writes into a
``.pth`` file. Type checkers read that file; they cannot follow the import hook that setuptools
makes of any other layout.
"""

import sys

from setuptools import find_packages, setup

editable = "editable_wheel" in sys.argv
libraries = find_packages(include=["stlib*", "st2lib*"])

setup(
    packages=libraries if editable else [*libraries, "stlib.data"],
    package_dir={"": "."} if editable else {"stlib.data": "data"},
    package_data={
        "": ["*.js", "*.css", "*.toml", "*.npy", "*.csv", "*.json", "*.txt", "*.md", "py.typed"],
        "stlib.data": [f"**/*.{end}" for end in ("npy", "csv", "json", "toml", "txt", "md")],
    },
)
