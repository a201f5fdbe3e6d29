"""Cards, demands and moves as data and as text."""
