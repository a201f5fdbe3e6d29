"""A game as an object: deal, set up, look, move, write down."""
