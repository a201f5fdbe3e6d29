"""Find the packages; everything else stands in ``pyproject.toml``."""

from setuptools import find_packages, setup

setup(
    packages=[*find_packages(include=["stlib*", "st2lib*"]), "stlib.data"],
    package_dir={"stlib.data": "data"},
    package_data={
        "": ["*.js", "*.css", "*.toml", "*.npy", "*.csv", "*.json", "*.txt", "*.md", "py.typed"],
        "stlib.data": [f"**/*.{end}" for end in ("npy", "csv", "json", "toml", "txt", "md")],
    },
)
