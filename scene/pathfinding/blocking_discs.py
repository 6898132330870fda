"""Blocking discs: figures that one must keep away from on the move, each in some regions."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

from scene.geometry.mesh import BoolArray, FloatArray, IntArray
from scene.navmesh_parts.links import Links
from scene.walkable.agent_limits import EQUAL

AROUND = 24
"""Corners of the polygon that a route takes around a disc."""
CORNER = 1.0 / np.cos(np.pi / AROUND)
"""How far out the corners of that polygon are, in radii."""
DIRECTIONS = 1440
"""Directions in which the rims of discs are told; a quarter of a degree is 0.01" at an inch around a base."""
CUT = 0.02
"""Inches by which a rim recedes, at least, where a disc is cut."""
BESIDE = np.deg2rad(0.5)
"""How far aside of a cut one passes it."""
BULGE = 1.01
"""How far polygons of discs reach over their edges, in radii, so that few corners do."""
SPARSE = 20
"""Every so many directions they have a corner there."""
STRAIGHT = 0.004
"""Inches that the sides of such a polygon may be off."""
GRAZE = 1e-5
"""Inches that a route may pass nearer; it is rounding."""
NOWHERE = (np.inf, -np.inf)
"""The span of what only counts on floors."""
LESS = 1e-4
"""Inches that a disc keeps from where one is."""
PAIRS = 50_000
"""Walks and discs that are compared at one time."""


Areas = NDArray[Any]
"""(d,) shapely polygons, or None."""


@cache
def directions() -> FloatArray:
    """(`DIRECTIONS`, 2) unit vectors, anticlockwise from +x."""
    turn = 2.0 * np.pi * np.arange(DIRECTIONS) / DIRECTIONS
    found = np.column_stack([np.cos(turn), np.sin(turn)])
    found.setflags(write=False)
    return found


@dataclass(frozen=True, eq=False)
class BlockingDisc:
    """A disc that the middle of the base must not come into.

    Attributes:
        centre: (2,) inches.
        radius: inches.
        regions: (z,) in which it counts.
        span: the heights of feet between which it also counts off all floors.
        rim: (`DIRECTIONS`,) how far it reaches in each; None where it is whole.
    """

    centre: FloatArray
    radius: float
    regions: BoolArray
    span: tuple[float, float] = NOWHERE
    rim: FloatArray | None = None

    def no_farther(self, place: FloatArray) -> "BlockingDisc":
        """The disc, but where it reaches over a place (2,) only up to there."""
        x, y = place - self.centre
        least = max(float(np.hypot(x, y)) - LESS, 0.0)
        if self.rim is None:
            return replace(self, radius=min(self.radius, least))
        number = round(float(np.arctan2(y, x)) / (2.0 * np.pi) * DIRECTIONS) % DIRECTIONS
        over = least < self.rim[number]
        return replace(self, radius=min(self.radius, least), rim=np.minimum(self.rim, least)) if over else self

    @cached_property
    def area(self) -> shapely.Polygon | None:
        """A polygon that covers of the disc what is left, if it is not whole; it bulges over its edge."""
        if self.rim is None:
            return None
        full = self.rim >= self.radius - EQUAL
        rim = np.where(full, BULGE * self.radius, np.maximum(self.rim - GRAZE, GRAZE))
        corners = ~(full & np.roll(full, 1) & np.roll(full, -1)) | (np.arange(DIRECTIONS) % SPARSE == 0)
        area = shapely.Polygon((self.centre + rim[:, None] * directions())[corners]).simplify(STRAIGHT)
        shapely.prepare(area)
        return area


@dataclass(frozen=True, eq=False)
class BlockingDiscs:
    """d discs that the middle of the base must not come into.

    Attributes:
        centre: (d, 2) inches.
        radius: (d,) inches.
        regions: (d, z) bool; in which regions.
        span: (d, 2) the heights of feet between which they also count for whoever climbs, jumps or goes over something; none
            where the first is higher.
        area: (d,) the polygons that are left of those that are not whole; None for the others.
        step: inches; what is no higher above a floor counts in its region.
    """

    centre: FloatArray
    radius: FloatArray
    regions: BoolArray
    span: FloatArray
    area: Areas
    step: float

    def __len__(self) -> int:
        return len(self.radius)

    def chosen(self, which: IntArray | BoolArray) -> "BlockingDiscs":
        """Some of them."""
        centre, radius, regions, span = self.centre[which], self.radius[which], self.regions[which], self.span[which]
        return BlockingDiscs(centre, radius, regions, span, self.area[which], self.step)

    def met(self, region: IntArray, start: FloatArray, end: FloatArray) -> BoolArray:
        """(n, d) which discs straight walks from ``start`` to ``end``, both (n, 2), in regions (n,) come into."""
        found = np.zeros((len(region), len(self)), dtype=bool)
        asked = np.zeros(self.regions.shape[1], dtype=bool)
        asked[region] = True
        some = np.flatnonzero((self.regions & asked).any(axis=1))
        rows = max(1, PAIRS // max(1, len(some)))
        for first in range(0, len(region) if len(some) else 0, rows):
            part = slice(first, first + rows)
            row, disc = self._near(some, region[part], start[part], end[part])
            row += first
            found[row, disc] = self._comes_into(disc, start[row], end[row])
        return found

    def bars(self, region: IntArray, start: FloatArray, end: FloatArray) -> BoolArray:
        """(n,) whether they come into any."""
        return np.asarray(self.met(region, start, end).any(axis=1))

    def met_by(self, links: Links) -> BoolArray:
        """(n, d) which discs links come into: in their regions, and on their way up, over and down."""
        start, end = links.start[:, :2], links.end[:, :2]
        found = self.met(links.start_region, start, end) | self.met(links.end_region, start, end)
        parts = (
            (start, start, links.start[:, 2] + self.step, links.level),
            (end, end, links.end[:, 2] + self.step, links.level),
            (start, end, links.level - EQUAL, links.level),
        )
        for here, there, low, high in parts:
            # What is no higher than a step above a floor counts in its region.
            row, disc = np.nonzero((low[:, None] < self.span[:, 1]) & (high[:, None] > self.span[:, 0]) & (low < high)[:, None])
            met = self._comes_into(disc, here[row], there[row])
            found[row[met], disc[met]] = True
        return found

    def bars_links(self, links: Links) -> BoolArray:
        """(n,) whether links come into any."""
        return np.asarray(self.met_by(links).any(axis=1))

    def _near(self, some: IntArray, region: IntArray, start: FloatArray, end: FloatArray) -> tuple[IntArray, IntArray]:
        """Which walk could come into which of some discs: the line that it is on does."""
        x, y = (end - start).T
        lines = np.stack([y, -x, x * start[:, 1] - y * start[:, 0]], axis=1)
        middles = np.append(self.centre[some], np.ones((len(some), 1)), axis=1)
        near = np.abs(lines @ middles.T) <= np.hypot(x, y)[:, None] * self.radius[some] + 1e-9
        row, disc = np.nonzero(near)
        use = self.regions[some[disc], region[row]]
        return row[use], some[disc[use]]

    def _comes_into(self, disc: IntArray, start: FloatArray, end: FloatArray) -> BoolArray:
        """(n,) whether walks from ``start`` to ``end``, both (n, 2), come into one disc each, (n,)."""
        link, to = end - start, self.centre[disc] - start
        size = np.maximum((link**2).sum(axis=1), 1e-18)
        share = ((to * link).sum(axis=1) / size).clip(0.0, 1.0)
        near = ((to - share[:, None] * link) ** 2).sum(axis=1)
        found = np.asarray(near < np.maximum(self.radius[disc] - GRAZE, 0.0) ** 2)
        rows = np.flatnonzero(found)
        rows = rows[~shapely.is_missing(self.area[disc[rows]])]
        if len(rows):
            walks = shapely.linestrings(np.stack([start[rows], end[rows]], axis=1))
            found[rows] = shapely.intersects(self.area[disc[rows]], walks)
        return found

    def rounds(self) -> tuple[FloatArray, IntArray]:
        """(k, 2) corners of polygons around the discs, and (k,) the regions that they lie in."""
        turn = 2 * np.pi * np.arange(AROUND) / AROUND
        ring = np.column_stack([np.cos(turn), np.sin(turn)]) * CORNER
        disc, region = np.nonzero(self.regions)
        corners = self.centre[disc, None] + (self.radius[disc] + GRAZE)[:, None, None] * ring
        return corners.reshape(-1, 2), np.repeat(region, AROUND)

    def cuts(self) -> tuple[FloatArray, IntArray]:
        """(k, 2) places beside the cuts of discs that are not whole, to go round them, and (k,) the regions they lie in."""
        discs, regions = np.nonzero(self.regions & ~shapely.is_missing(self.area)[:, None])
        places = [self._beside_cuts(disc) for disc in discs.tolist()]
        count = [len(some) for some in places]
        return np.concatenate([np.zeros((0, 2)), *places]), np.repeat(regions, count)

    def _beside_cuts(self, disc: int) -> FloatArray:
        """(k, 2) outside the rim of a disc, at either end of each part of it that is left."""
        out = shapely.get_coordinates(self.area[disc])[:-1] - self.centre[disc]
        size, radius = np.hypot(*out.T), self.radius[disc]
        turns = []
        for step in (1, -1):
            steep = (size > radius) & (np.roll(size, step) < radius - CUT)
            # Corners follow one another anticlockwise, and those that a step takes from behind lie clockwise.
            turns.append(np.arctan2(*out[steep, ::-1].T) - step * BESIDE)
        turn = np.concatenate(turns)
        return np.asarray(self.centre[disc] + radius * CORNER * np.column_stack([np.cos(turn), np.sin(turn)]))


def blocking_discs(regions: int, discs: Sequence[BlockingDisc], *, step: float) -> BlockingDiscs:
    """Discs to keep away from, on a navmesh of so many regions."""
    area = np.full(len(discs), None, dtype=object)
    for number, disc in enumerate(discs):
        area[number] = disc.area
    return BlockingDiscs(
        np.array([disc.centre for disc in discs]).reshape(-1, 2),
        np.array([disc.radius for disc in discs]),
        np.array([disc.regions for disc in discs], dtype=bool).reshape(-1, regions),
        np.array([disc.span for disc in discs]).reshape(-1, 2),
        area,
        step,
    )


def nobody(regions: int, *, step: float) -> BlockingDiscs:
    """Nobody to keep away from."""
    return blocking_discs(regions, (), step=step)
