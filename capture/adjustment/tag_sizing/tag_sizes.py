"""Tag sizes, as photos show them: a tag of another size than thought lies elsewhere than it seems.

From how it looks in one photo a tag of side a is at camera + d, one of side s a at camera + s d. All photos must agree on where
it is, so s is found by linear least squares, whatever the tag's tilt.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from assets.tag_scheme import ANCHOR_MM, BASES, TERRAIN_MM, role_of
from capture.adjustment.bundle_adjustment import Adjusted
from capture.adjustment.initial_poses import Placed, TagSighting
from capture.adjustment.rotation_vectors import matrices
from scene.geometry.mesh import FloatArray
from scene.table.table import MM_PER_INCH

OTHER_SIZE = 0.05
"""A tag that seems larger or smaller by a larger share has another size than thought."""

AGREEING = 0.02
"""Photos agree on a tag's place if they have it nearer together than this share of its distance."""

SAME_SIZE = 0.04
"""A size that is this near to one that is printed is that one."""

PRINTED_MM = (ANCHOR_MM, TERRAIN_MM, *(base.side_mm for base in BASES))

PRINTERS = 0.1
"""What a printer makes of a page is not larger or smaller by a larger share; anchors that are so come from elsewhere."""


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


def print_share(tag_mm: float | None) -> float:
    """How large the sheets came out of the printer, by the measured side of anchors; 1 where anchors are from elsewhere."""
    share = (tag_mm or ANCHOR_MM) / ANCHOR_MM
    return share if abs(share - 1.0) <= PRINTERS else 1.0


def sides_mm(ids: Sequence[int], tag_mm: float | None) -> FloatArray:
    """(t,) float: the sides that tags have by their ids.

    ``tag_mm`` is that of anchors and of tags without a meaning. The others are from the same printer, and as much larger or
    smaller than meant.
    """
    found = []
    for number in ids:
        role = role_of(number)
        own = role.side_mm if role.kind in {"terrain", "base"} else None
        found.append(own * print_share(tag_mm) if own else tag_mm or ANCHOR_MM)
    return np.array(found)


@dataclass(frozen=True)
class Ratio:
    """By how much larger a tag is than thought, as a share, and how far its photos are then from agreeing on its place.

    Attributes:
        ratio: its side by the one that was thought.
        miss: how far apart the photos have it, as a share of its distance; ``miss_before`` the same with the side as thought.
    """

    ratio: float
    miss: float
    miss_before: float


def ratios(seen: Sequence[TagSighting], cameras: Mapping[int, Placed]) -> dict[int, Ratio]:
    """The ratios of tags, by tag; only of those that two or more of the placed photos see."""
    by_tag: dict[int, list[TagSighting]] = {}
    for each in seen:
        if each.photo in cameras:
            by_tag.setdefault(each.tag, []).append(each)
    found = {}
    for tag, views in by_tag.items():
        eyes = np.stack([cameras[each.photo].position for each in views])
        ways = np.stack([cameras[each.photo].rotation @ each.poses.positions[0] for each in views])
        # Only ways in different directions tell how long they are.
        eyes, apart = eyes - eyes.mean(axis=0), ways - ways.mean(axis=0)
        weight, far = float(np.sum(apart**2)), float(np.sum(ways**2))
        if len(views) > 1 and weight > 0.02 * far:
            ratio = -float(np.sum(apart * eyes)) / weight
            misses = [float(np.sqrt(np.sum((eyes + each * apart) ** 2) / far)) for each in (ratio, 1.0)]
            found[tag] = Ratio(ratio, *misses)
    return found


def odd_sizes(
    adjusted: Adjusted,
    seen: Sequence[TagSighting],
    ids: Sequence[int],
    sides: FloatArray,
    tag_mm: float | None,
    gross: set[tuple[int, int]],
) -> list[OddSize]:
    """The tags that are of another size than the ``sides`` (t,) in millimetres say, measured by the others.

    Only tags that most of their photos show elsewhere than the rest (``gross``: photos and tags) may be, and only where another
    size makes all photos agree: one that was moved is no larger or smaller.
    """
    found = ratios(seen, cameras_of(adjusted))
    views = Counter(each.tag for each in seen)
    off = Counter(tag for _, tag in gross)
    suspects = {tag for tag in found if 2 * off[tag] >= views[tag]}
    sound = [ratio.ratio for tag, ratio in found.items() if tag not in suspects]
    usual = float(np.median(sound)) if sound else 1.0
    printed_mm = [side * print_share(tag_mm) for side in PRINTED_MM]
    odd = []
    for tag in sorted(suspects):
        each = found[tag]
        agree = each.miss < AGREEING and each.miss < each.miss_before / 3.0
        if agree and abs(each.ratio / usual - 1.0) > OTHER_SIZE and each.ratio > 0.05:
            size = float(sides[tag]) * each.ratio / usual
            known = min((*printed_mm, tag_mm or ANCHOR_MM), key=lambda side: abs(side / size - 1.0))
            printed = abs(known / size - 1.0) < SAME_SIZE
            odd.append(OddSize(ids[tag], float(sides[tag]), known if printed else size, printed))
    return odd


def cameras_of(adjusted: Adjusted) -> dict[int, Placed]:
    """Where the photos were taken, by their indices."""
    rotations = matrices(adjusted.photos[:, 3:])
    return {i: Placed(rotations[i], place[:3]) for i, place in enumerate(adjusted.photos)}


def inches(sides: FloatArray) -> FloatArray:
    """(t,) inches of (t,) millimetres."""
    return np.asarray(sides / MM_PER_INCH)
