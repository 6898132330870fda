"""Dice: what can be rolled, how likely it is, and what players type in.

Every roll is kept as the natural faces of six-sided dice, as they lay on the table, and of a scatter die the way that its arrow
points as well. What they count is up to the rules. Source of the conversions: main-rulebook, Dice.
"""

import re
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, pairwise, product
from math import factorial, prod

import numpy as np

from rules.errors import RulesError

Faces = tuple[int, ...]
"""Natural faces, 1 to 6 each; of a scatter die its face and the degrees of its arrow; else one number."""

_ARROW = re.compile(r"(hit|arrow) +([0-9]{1,3})")
_SEVERAL = re.compile(r"([1-9]\d?)?D6")
_ONE_OF = re.compile(r"1 of ([1-9]\d{0,2})")
_SYMBOLS = {
    "injury": {"flesh": 1, "serious": 3, "out": 6},
    "firepower": {"ammo": 1, "1": 2, "2": 4, "3": 6},
    "D3": {},
    "D66": {},
}
"""Special dice, each rolled as one six-sided die (D66: two), and the lowest face that shows each of their symbols."""

SCATTER = "scatter"
"""The scatter die. Its arrow is read in whole degrees, anticlockwise from +x. Source: main-rulebook, Scatter dice."""
CIRCLE = 360
_ARROWS = {"hit": 1, "arrow": 3}
"""The lowest face of the scatter die for each of its symbols."""
DIRECTION = "direction"
"""A direction by chance, in whole degrees, anticlockwise from +x, however it is found."""
HUNDRED = "D100"
"""Two dice with ten sides as one number, 1 to 100."""
MOST_DICE = 60
"""Dice in one roll."""


def dice_count(dice: str) -> int:
    """How many numbers a roll of ``2D6``, ``D66``, ``injury`` and so on has; ``2 injury`` have two, a scatter die too."""
    if dice in {"D66", SCATTER}:
        return 2
    if (several := _SEVERAL.fullmatch(dice)) is not None:
        return int(several[1] or 1)
    if plain_numbers(dice) is not None:
        return 1
    number, _, kind = dice.rpartition(" ")
    if kind in _SYMBOLS and (not number or number.isdigit()):
        return int(number or 1)
    raise RulesError(f'there are no dice called "{dice[:40]}"')


@cache
def plain_numbers(dice: str) -> range | None:
    """What a roll with one number, ``D100``, ``1 of 5`` or a direction, can come to, all as likely; None for other dice."""
    if dice == HUNDRED:
        return range(1, 101)
    if dice == DIRECTION:
        return range(CIRCLE)
    one_of = _ONE_OF.fullmatch(dice)
    return range(1, int(one_of[1]) + 1) if one_of else None


def ranges(dice: str) -> tuple[range, ...]:
    """What each number of a roll can come to, all as likely, in the order in which they are told."""
    if dice == SCATTER:
        return range(1, 7), range(CIRCLE)
    if (known := plain_numbers(dice)) is not None:
        return (known,)
    return (range(1, 7),) * dice_count(dice)


@cache
def outcomes(dice: str) -> tuple[tuple[Faces, Fraction], ...]:
    """All that can be rolled and its probability.

    Dice rolled together are told apart by nothing but their faces, so these are in ascending order; only D66 has a first die.
    Faces that show the same symbol of a special die are one: the lowest stands for them.
    """
    count = dice_count(dice)
    if (known := plain_numbers(dice)) is not None:
        return tuple(((number,), Fraction(1, len(known))) for number in known)
    if dice == SCATTER:
        share = Fraction(1, 3 * CIRCLE)
        return tuple(((face, way), share * times) for face, times in ((1, 1), (3, 2)) for way in range(CIRCLE))
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


def thrown(dice: str, rng: np.random.Generator) -> Faces:
    """A roll by chance."""
    if dice == SCATTER:
        return int(rng.integers(1, 7)), int(rng.integers(0, CIRCLE))
    if (known := plain_numbers(dice)) is not None:
        return (int(rng.integers(known.start, known.stop)),)
    return tuple(int(face) for face in rng.integers(1, 7, dice_count(dice)))


def is_hit_symbol(faces: Faces) -> bool:
    """Whether a scatter die shows its hit symbol. Source: main-rulebook, Scatter dice."""
    return faces[0] < _ARROWS["arrow"]


def halved(face: int) -> int:
    """A D3 from the face of a D6. Source: main-rulebook, Dice."""
    return (face + 1) // 2


def symbols(dice: str) -> Mapping[str, int]:
    """What a special die shows, each symbol with the lowest face that stands for it; nothing for dice with plain faces."""
    return _ARROWS if dice == SCATTER else _SYMBOLS.get(dice.rpartition(" ")[2], {})


def typed(dice: str, text: str) -> Faces:
    """The faces from what a player typed: ``4``, ``3 5``, ``35`` or, for special dice, their symbols.

    Raises:
        RulesError: if that cannot have been rolled.
    """
    shown = symbols(dice)
    faces: Faces
    if dice == SCATTER:
        match = _ARROW.fullmatch(text.replace(",", " ").strip().lower())
        faces = (_ARROWS[match[1]], int(match[2]) % CIRCLE) if match and int(match[2]) <= CIRCLE else ()
        hint = "hit or arrow and where the arrow points, in whole degrees anticlockwise from +x, such as: arrow 90"
    elif (known := plain_numbers(dice)) is not None:
        said = text.strip()
        faces = (int(said),) if said.isascii() and said.isdigit() and len(said) < 4 else ()
        if dice == DIRECTION and faces == (CIRCLE,):
            faces = (0,)
        hint = f"a number from {known.start} to {known.stop - 1}" + (
            ", the degrees anticlockwise from +x" if dice == DIRECTION else ""
        )
    elif shown:
        words = text.replace(",", " ").lower().split()
        fits = [word in shown for word in words]
        faces = tuple(shown[word] for word in words) if all(fits) else ()
        hint = f"{dice_count(dice)} of: {', '.join(shown)}"
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
    shown: tuple[object, ...] = faces if isinstance(faces, tuple) and len(faces) == count else ()
    numbers = [face for face in shown if type(face) is int]
    whole = len(numbers) == count
    if (known := plain_numbers(dice)) is not None:
        good = whole and shown[0] in known
        return None if good else f"{dice} shows a number from {known.start} to {known.stop - 1}"
    if dice == SCATTER:
        good = whole and 1 <= numbers[0] <= 6 and 0 <= numbers[1] < CIRCLE
        return None if good else f"a scatter die shows a face from 1 to 6 and points at degrees from 0 to {CIRCLE - 1}"
    return None if whole and all(1 <= face <= 6 for face in numbers) else f"{dice} shows {_faces(count)} from 1 to 6"


def _faces(count: int) -> str:
    return "one face" if count == 1 else f"{count} faces"
