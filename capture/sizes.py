"""How large tags are, as photos show it: a tag of another size than thought lies elsewhere than it seems.

From its looks in one photo a tag of side a is at camera + d, one of side s a at camera + s d. All photos must agree on where it
is, so s is found by linear least squares, whatever the tag's tilt.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from assets.markers import ANCHOR_MM, BASES, TERRAIN_MM, role_of
from capture.adjust import Adjusted
from capture.arrange import Placed, Sighting
from capture.rotations import matrices
from scene.mesh import FloatArray
from scene.table import MM_PER_INCH

OTHER_SIZE = 0.05
"""A tag that seems larger or smaller by a larger share has another size than thought."""

SAME_SIZE = 0.04
"""A size that is this near to one that is printed is that one."""

PRINTED_MM = (ANCHOR_MM, TERRAIN_MM, *(base.side_mm for base in BASES))


@dataclass(frozen=True)
class OddSize:
    """A tag that is not as large as its id says.

    Attributes:
        thought_mm, found_mm: side of its black square.
        printed: whether ``found_mm`` is a size that tags are printed in; else it comes from the photos alone.
    """

    id: int
    thought_mm: float
    found_mm: float
    printed: bool

    def words(self) -> str:
        """The line for the player."""
        seems = f"tag {self.id} is {self.found_mm:.1f} mm wide by the photos, not {self.thought_mm:g} mm"
        return f"{seems}; it is taken as that" if self.printed else f"{seems}; was it printed at another scale?"


def sides_mm(ids: Sequence[int], tag_mm: float | None) -> FloatArray:
    """(t,) float: the sides that tags have by their ids; ``tag_mm`` is that of anchors and of tags without a meaning."""
    found = []
    for number in ids:
        role = role_of(number)
        own = role.side_mm if role.kind in {"terrain", "base"} else None
        found.append(own or tag_mm or ANCHOR_MM)
    return np.array(found)


def ratios(seen: Sequence[Sighting], cameras: Mapping[int, Placed]) -> dict[int, float]:
    """By how much larger each tag is than thought, by tag; only those that two or more of the placed photos see."""
    by_tag: dict[int, list[Sighting]] = {}
    for each in seen:
        if each.photo in cameras:
            by_tag.setdefault(each.tag, []).append(each)
    found = {}
    for tag, views in by_tag.items():
        eyes = np.stack([cameras[each.photo].position for each in views])
        ways = np.stack([cameras[each.photo].rotation @ each.poses.positions[0] for each in views])
        # Only ways in different directions tell how long they are.
        apart = ways - ways.mean(axis=0)
        weight = float(np.sum(apart**2))
        if len(views) > 1 and weight > 0.02 * float(np.sum(ways**2)):
            found[tag] = -float(np.sum(apart * (eyes - eyes.mean(axis=0)))) / weight
    return found


def odd_sizes(
    adjusted: Adjusted, seen: Sequence[Sighting], ids: Sequence[int], sides: FloatArray, tag_mm: float | None
) -> list[OddSize]:
    """The tags that are of another size than the ``sides`` (t,) in millimetres say, measured by the others."""
    rotations = matrices(adjusted.photos[:, 3:])
    cameras = {i: Placed(rotations[i], place[:3]) for i, place in enumerate(adjusted.photos)}
    found = ratios(seen, cameras)
    if len(found) < 2:
        return []
    usual = float(np.median(list(found.values())))
    odd = []
    for tag, ratio in found.items():
        if abs(ratio / usual - 1.0) > OTHER_SIZE and ratio > 0.05 * usual:
            size = float(sides[tag]) * ratio / usual
            known = min((*PRINTED_MM, tag_mm or ANCHOR_MM), key=lambda side: abs(side / size - 1.0))
            printed = abs(known / size - 1.0) < SAME_SIZE
            odd.append(OddSize(ids[tag], float(sides[tag]), known if printed else size, printed))
    return odd


def inches(sides: FloatArray) -> FloatArray:
    """(t,) inches of (t,) millimetres."""
    return np.asarray(sides / MM_PER_INCH)
