"""Dice: what can be rolled, how likely it is, and what players type in.

Every roll is kept as the natural faces of six-sided dice, as they lay on the table. What they count is up to the rules. Source
of the conversions: main-rulebook, Dice.
"""

import re
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, pairwise, product
from math import factorial, prod

from rules.errors import RulesError

Faces = tuple[int, ...]
"""Natural faces, 1 to 6 each."""

_SEVERAL = re.compile(r"([1-9]\d?)?D6")
_SYMBOLS = {
    "injury": {"flesh": 1, "serious": 3, "out": 6},
    "firepower": {"ammo": 1, "1": 2, "2": 4, "3": 6},
    "D3": {},
    "D66": {},
}
"""Special dice, each rolled as one six-sided die (D66: two), and the lowest face that shows each of their symbols."""

MOST_DICE = 60
"""Dice in one roll."""


def dice_count(dice: str) -> int:
    """How many six-sided dice are rolled for ``2D6``, ``D66``, ``injury`` and so on; ``2 injury`` are two."""
    if dice == "D66":
        return 2
    if (several := _SEVERAL.fullmatch(dice)) is not None:
        return int(several[1] or 1)
    number, _, kind = dice.rpartition(" ")
    if kind in _SYMBOLS and (not number or number.isdigit()):
        return int(number or 1)
    raise RulesError(f'there are no dice called "{dice[:40]}"')


@cache
def outcomes(dice: str) -> tuple[tuple[Faces, Fraction], ...]:
    """All that can be rolled and its probability.

    Dice rolled together are told apart by nothing but their faces, so these are in ascending order; only D66 has a first die.
    Faces that show the same symbol of a special die are one: the lowest stands for them.
    """
    count = dice_count(dice)
    if dice == "D66":
        return tuple((faces, Fraction(1, 36)) for faces in product(range(1, 7), repeat=2))
    lowest = sorted(_SYMBOLS.get(dice.rpartition(" ")[2], {}).values()) or range(1, 7)
    alike = {face: after - face for face, after in pairwise((*lowest, 7))}
    return tuple((faces, _share(Counter(faces), alike)) for faces in combinations_with_replacement(lowest, count))


def _share(counts: Mapping[int, int], alike: Mapping[int, int]) -> Fraction:
    """How likely dice show each face so often, where some of a die's six faces are alike."""
    count = sum(counts.values())
    ways = factorial(count) // prod(map(factorial, counts.values()))
    return Fraction(ways * prod(alike[face] ** times for face, times in counts.items()), 6**count)


def halved(face: int) -> int:
    """A D3 from the face of a D6. Source: main-rulebook, Dice."""
    return (face + 1) // 2


def typed(dice: str, text: str) -> Faces:
    """The faces from what a player typed: ``4``, ``3 5``, ``35`` or, for special dice, their symbols.

    Raises:
        RulesError: if that cannot have been rolled.
    """
    symbols = _SYMBOLS.get(dice.rpartition(" ")[2], {})
    if symbols:
        words = text.replace(",", " ").lower().split()
        fits = [word in symbols for word in words]
        faces = tuple(symbols[word] for word in words) if all(fits) else ()
        hint = f"{dice_count(dice)} of: {', '.join(symbols)}"
    else:
        digits = re.sub(r"[\s,+]", "", text)
        faces = tuple(int(digit) for digit in digits) if digits.isascii() and digits.isdigit() else ()
        hint = f"{_faces(dice_count(dice))} from 1 to 6, as they lie"
    wrong = fault(dice, faces)
    if wrong:
        raise RulesError(f'"{text[:40]}" cannot be rolled with {dice}; type {hint}')
    return faces


def fault(dice: str, faces: object) -> str | None:
    """What is wrong with ``faces`` as a result of ``dice``."""
    count = dice_count(dice)
    good = (
        isinstance(faces, tuple)
        and len(faces) == count
        and all(isinstance(face, int) and not isinstance(face, bool) and 1 <= face <= 6 for face in faces)
    )
    return None if good else f"{dice} shows {_faces(count)} from 1 to 6"


def _faces(count: int) -> str:
    return "one face" if count == 1 else f"{count} faces"
