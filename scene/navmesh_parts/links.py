"""Links between regions, and across what bounds them: steps, climbs, drops, crossings, openings, leaps and ladders.

Only what is so: how far, how high, over what. What it costs and whether it needs a check is the rules' business.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cached_property

import numpy as np

from scene.geometry.mesh import BoolArray, FloatArray, IntArray


@dataclass(frozen=True, eq=False)
class Links:
    """n links, one-way, each from a place of a region to one of the same or another. Lengths in inches.

    Attributes:
        start, end: (n, 3) where the base is before and after.
        start_region, end_region: (n,) numbers of regions.
        level: (n,) the height at which it goes over from above the one to above the other.
        across: (n,) how thick what is crossed is; 0 where nothing is.
        narrow: (n,) whether it squeezes through an opening.
        face_up, face_down: (n,) whether there is a face to climb, at the start up to the level, at the end down from it.
        leans: (n, 2) how far ahead one comes on the face that is climbed up at the start, and on that down at the end; 0 on
            upright ones.
        gap: (n,) how wide the gap is that is leapt; 0 for other links.
        ladder: (n,) whether a ladder leads up or down.
        slope: (n,) what the way along the slope of stairs or of a ramp is longer than its plan.
        stairs: (n,) whether it is part of a flight of stairs.
        door: (n,) whether it goes through a closed door.
        along: (n,) whether it climbs sideways along a face.
        rails: (n, 2) how high what is crossed before a leap is, and what is crossed after it; 0 where nothing is.
        ledges: (n, 2) how far it is from the start over that to the edge of the gap, and from its other edge to the end.
    """

    start: FloatArray
    end: FloatArray
    start_region: IntArray
    end_region: IntArray
    level: FloatArray
    across: FloatArray
    narrow: BoolArray
    face_up: BoolArray
    face_down: BoolArray
    leans: FloatArray
    gap: FloatArray
    ladder: BoolArray
    slope: FloatArray
    stairs: BoolArray
    door: BoolArray
    along: BoolArray
    rails: FloatArray
    ledges: FloatArray

    def __len__(self) -> int:
        return len(self.level)

    @cached_property
    def run(self) -> FloatArray:
        """(n,) how long they are in plan."""
        return np.asarray(np.hypot(*(self.end - self.start)[:, :2].T))

    @property
    def up(self) -> FloatArray:
        """(n,) how far they go up at the start."""
        return self.level - self.start[:, 2]

    @property
    def down(self) -> FloatArray:
        """(n,) how far they go down at the end."""
        return self.level - self.end[:, 2]

    def evened(self, lowest: FloatArray) -> FloatArray:
        """(n,) their levels as they would be at the lowest places (z,) of their regions, alike along slopes."""
        floor = np.maximum(lowest[self.start_region], lowest[self.end_region])
        return np.asarray(self.level - (np.maximum(self.start, self.end)[:, 2] - floor))

    def chosen(self, which: IntArray | BoolArray | slice) -> "Links":
        """Some of them."""
        if isinstance(which, slice):
            return Links(*[getattr(self, name)[which] for name in _NAMES])
        rows = which.nonzero()[0] if which.dtype == np.bool_ else which
        return Links(*[getattr(self, name).take(rows, axis=0) for name in _NAMES])

    def reversed(self) -> "Links":
        """All of them the other way."""
        return Links(
            self.end, self.start, self.end_region, self.start_region, self.level, self.across, self.narrow,
            self.face_down, self.face_up, self.leans[:, ::-1], self.gap, self.ladder, self.slope, self.stairs, self.door,
            self.along, self.rails[:, ::-1], self.ledges[:, ::-1],
        )  # fmt: skip


_NAMES = tuple(field.name for field in fields(Links))


def joined(parts: Sequence[Links]) -> Links:
    """All links in one value."""
    return Links(*[np.concatenate([getattr(part, name) for part in parts]) for name in _NAMES])


def plain(start: FloatArray, end: FloatArray, start_region: IntArray, end_region: IntArray, level: FloatArray) -> Links:
    """Links with nothing special about them."""
    n = len(level)
    no, zero, pair = np.zeros(n, dtype=bool), np.zeros(n), np.zeros((n, 2))
    return Links(start, end, start_region, end_region, level, zero, no, no, no, pair, zero, no, zero, no, no, no, pair, pair)


def nothing() -> Links:
    """No links."""
    none = np.zeros(0, dtype=np.int64)
    return plain(np.zeros((0, 3)), np.zeros((0, 3)), none, none, np.zeros(0))
