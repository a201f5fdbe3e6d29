"""How strong a side is, what it can still become, and whether a claim is proven."""
