"""How fast the libraries are, as ratios measured in one run: ``python -m benchmarks``."""
