"""Lessons, showcases and puzzles; each stands in a table of texts and positions."""
