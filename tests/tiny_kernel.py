"""A kernel that is compiled in a moment, for the tests of the cache."""

from stlib.base.compiled import inner, jit


@inner
def doubled(x: int) -> int:
    """Return twice a number."""
    return 2 * x


@jit
def answer(x: int) -> int:
    """Return twice a number, and one more."""
    return doubled(x) + 1
