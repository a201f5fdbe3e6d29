"""Schotten Totten itself: everything that knows its rules. The twin of ``st2lib``."""
