"""The answer about a flame template, as JSON and in words."""

from collections.abc import Sequence

from rules.hazards.flame_hits import Flame
from scene.base.messages import plain
from scene.geometry.mesh import Point
from scene.table.table import Table

Choice = tuple[Point, Flame, float]
"""Where to aim, the flame, and what it is worth."""
OTHERS = 5
"""Choices that are told after the best one."""
NOBODY: dict[str, object] = {"tip": None, "toward": None, "tilt": None, "hits": [], "shielded": [], "because": []}
"""The answer where no template hits anybody."""


def document(flame: Flame) -> dict[str, object]:
    """One flame."""
    return {
        "tip": [round(value, 3) for value in flame.tip],
        "toward": round(flame.toward, 2),
        "tilt": round(flame.tilt, 2),
        "hits": list(flame.hits),
        "shielded": list(flame.shielded),
        "because": [{"text": one.text, "source": one.source} for one in flame.because],
    }


def choices_document(choices: Sequence[Choice]) -> dict[str, object]:
    """The best of all flames as one flame, with the others."""
    if not choices:
        return NOBODY | {"at": None, "value": 0.0, "others": []}
    at, best, value = choices[0]
    others = [{"at": _place(place), "hits": list(flame.hits), "value": worth} for place, flame, worth in choices[1:]]
    return document(best) | {"at": _place(at), "value": value, "others": others}


def words(table: Table, flame: Flame) -> list[str]:
    """One flame in words: whom it hits, then why."""
    return [f"Hit: {_names(table, flame.hits)}", *(f"  {one.text}  [{one.source}]" for one in flame.because)]


def choices_words(table: Table, choices: Sequence[Choice]) -> list[str]:
    """The best of all flames in words, and the next best in a line each."""
    if not choices:
        return ["No template within the vision arc hits anybody"]
    at, best, value = choices[0]
    first, *why = words(table, best)
    lines = [f"{first}, worth {value:+g}", f"  aimed with --at {_said(at)}", *why]
    if value <= 0.0:
        lines.append("  no template hits more enemies than friends")
    for place, flame, worth in choices[1 : 1 + OTHERS]:
        lines.append(f"  or {worth:+g}: {_names(table, flame.hits)}, aimed with --at {_said(place)}")
    return lines


def _names(table: Table, hits: Sequence[str]) -> str:
    return ", ".join(table.called(name) for name in hits) or "nobody"


def _place(at: Point) -> list[float]:
    return [round(value, 3) for value in at]


def _said(at: Point) -> str:
    """As it is typed after --at: a place aimed at has no more digits than these."""
    return " ".join(plain(round(value, 2)) for value in at)
