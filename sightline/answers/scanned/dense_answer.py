"""What a scan's photos say of a shot's lines that its pieces leave free, as JSON and in words."""

from math import atan2, degrees, dist
from typing import Any

from capture.dense.dense_lines import HINTS, VOTES
from capture.dense.dense_shot import DenseShot
from rules.percentages import percent
from scene.geometry.mesh import Point

COMPASS = ("east", "north-east", "north", "north-west", "west", "south-west", "south", "south-east")
"""From +x on, anticlockwise; north is the far end of the y side."""
CARD = "measure the shot itself with a card in the target's place (sightline card)"
SHORT = 0.02
"""Of the lines: a smaller part that too few photos show is not worth a word."""


def document(found: DenseShot, size: tuple[float, float]) -> dict[str, Any]:
    """What is added to the answer of ``sightline los --json``; ``size`` is the table's."""
    return {
        "photo_from": list(found.another.place) if found.another else None,
        "seen_through": {
            "photos": found.photos,
            "lines": len(found.lines),
            "clear": found.clear,
            "unseen": [list(end) for end in found.longest] if found.longest else None,
            "hint": list(hint) if (hint := _hint(found)) else None,
            "too_few_photos": round(found.short, 3),
            "words": words(found, size),
        },
    }


def words(found: DenseShot, size: tuple[float, float]) -> list[str]:
    """The same for a person, a line each; ``size`` is the table's."""
    count, clear, lines = len(found.lines), found.clear, list[str]()
    if clear == count:
        return [f"seen through in {found.photos} photos: {_all(count)} of the lines that the pieces leave free"]
    if found.photos:
        lines.append(f"{clear} of {count} lines that the pieces leave free were seen through in {found.photos} photos")
        if found.longest:
            begin, end = found.longest
            lines.append(
                f"not seen through: at most {dist(begin, end):.1f} inches together, between {_place(begin)} and {_place(end)}"
            )
    if hint := _hint(found):
        lines.append(f"a hint, no verdict: {HINTS} photos or more show a surface in a line at {_place(hint)}")
    if found.short > SHORT:
        lines.append(f"{percent(found.short)} of these lines is shown by fewer than {VOTES} photos")
    elif not found.photos:
        lines.append("the scan's photos show all of these lines; look through them with --photos FOLDER")
        return lines
    if found.another is None:
        return [*lines, f"no photo from beside the table would show more; {CARD}"]
    x, y, z = found.another.place
    side = _towards(x - size[0] / 2.0, y - size[1] / 2.0)
    ahead = _towards(found.another.towards[0] - x, found.another.towards[1] - y)
    where = f"from the {side} side, {z:g} inches above the mat, looking {ahead} (near {_place(found.another.place)})"
    lines.append(
        f"two more photos {where}, a hand's breadth apart, may show {percent(found.another.shows)} of what is not known; "
        "scan them with the others"
    )
    return [*lines, f"or {CARD}"]


def _all(count: int) -> str:
    return f"all {count}" if count > 1 else "the one"


def _hint(found: DenseShot) -> Point | None:
    return next((line.hint for line in found.lines if line.hint), None)


def _place(point: Point) -> str:
    return ", ".join(f"{value:.1f}" for value in point)


def _towards(x: float, y: float) -> str:
    return COMPASS[round(degrees(atan2(y, x)) / 45.0) % 8]
