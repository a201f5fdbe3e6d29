"""Chances written for people."""

from __future__ import annotations

from fractions import Fraction

from stlib.base import words
from stlib.base.checks import shown
from stlib.chances.question import OddsError

__all__ = ["percent"]


def percent(chance: Fraction | float, lang: str = "en", digits: int = 2) -> str:
    """Write a chance in percent.

    What is possible is never written as 0 %, what is not sure never as 100 %.

    Parameters
    ----------
    chance : Fraction or float
        Probability, 0–1.
    lang : {"en", "de", "fr", "nl"}
        Language.
    digits : int
        Decimals, 1 or more; fewer count as 1.

    Raises
    ------
    OddsError
        If `chance` is not between 0 and 1.

    Notes
    -----
    Where a language writes a space before the sign, it is a no-break space.

    Examples
    --------
    >>> print(percent(Fraction(1, 24)), percent(Fraction(1, 1000), "de"))
    4.17...% 0,10...%
    >>> print(percent(Fraction(19, 13_340_621)))
    less than 0.01...%
    """
    if not 0 <= chance <= 1:
        raise OddsError("odds_chance", chance=shown(chance))
    if chance in (0, 1):
        return words.say("odds.percent", lang, number=int(chance) * 100)
    digits = max(1, digits)
    whole = 100 * 10**digits
    part = round(Fraction(chance) * whole)
    key = {0: "odds.less", whole: "odds.more"}.get(part, "odds.percent")
    part = min(max(part, 1), whole - 1)
    number = f"{part // 10**digits}{words.say('odds.point', lang)}{part % 10**digits:0{digits}}"
    return words.say(key, lang, number=number)
