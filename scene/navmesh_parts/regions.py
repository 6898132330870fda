"""Walkable regions: where the middle of a base can be, each in one plane, cut out of the floors by what stands there."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
import shapely

from scene.geometry.mesh import BoolArray, FloatArray, IntArray, Point
from scene.table.plan_outlines import Outline, covered, geometry, grown, parts, rectangle, signed_area, together
from scene.table.table import Ground, Piece, Terrain
from scene.walkable.agent import Agent
from scene.walkable.floor_levels import (
    ASIDE,
    CRUMB,
    FloorPatch,
    Patches,
    footing,
    in_the_way,
    levels_of,
    meets,
    patches_of,
    reaches,
    without_stairs,
)
from scene.walkable.floor_plane import FloorPlane
from scene.walkable.obstacles import AROUND, Solids, stands_in_the_way
from scene.walkable.openings import Opening, doorways, narrow_openings

GRAZE = 0.985
"""Part of the narrowest width at which openings are looked for."""
TIDY = 0.002
"""Inches that outlines may be straightened by."""


@dataclass(frozen=True, eq=False)
class Region:
    """A connected place in one plane for the middle of a base.

    Attributes:
        plane: the heights of its floor.
        rings: (k, 2) corners of its outline, without repeating the first; the outer one anticlockwise, holes clockwise.
        open: (k,) for each ring, whether the side from each corner to the next is an edge that one can step or fall over;
            the others are sides of what stands in the way.
        brink: (k,) for each ring, whether beyond it there is no floor within a step.
        ground: what walking there is like; None is open ground.
        railed: (k, 2, 2) the edges of its floor that the base does not come to, for something stands before them.
    """

    plane: FloorPlane
    rings: tuple[FloatArray, ...]
    open: tuple[BoolArray, ...]
    brink: tuple[BoolArray, ...]
    ground: Ground | None = None
    railed: FloatArray = field(default_factory=lambda: np.zeros((0, 2, 2)))

    @cached_property
    def polygon(self) -> shapely.Polygon:
        """Its outline."""
        polygon = shapely.Polygon(self.rings[0], self.rings[1:])
        shapely.prepare(polygon)
        return polygon

    def holds(self, points: FloatArray) -> BoolArray:
        """(n,) whether points (n, 2) lie in it."""
        return np.asarray(shapely.contains_xy(self.polygon, points[:, 0], points[:, 1]))

    def point(self, xy: FloatArray) -> Point:
        """A place (2,) of it, with its height."""
        x, y = xy.tolist()
        return x, y, self.plane.height(x, y)

    def points(self, xy: FloatArray) -> FloatArray:
        """(n, 3) places (n, 2) of it, with their heights."""
        return np.column_stack([xy, self.plane.at(xy)])

    @cached_property
    def span(self) -> tuple[float, float]:
        """Its least and greatest height."""
        heights = self.plane.at(self.rings[0])
        return float(heights.min()), float(heights.max())


Found = tuple[list[Region], list[Opening]]
"""The regions on a patch, and the openings between them."""


@dataclass(frozen=True, eq=False)
class RegionInputs:
    """All that decides the regions of a table; those on one patch do not hang on those on another.

    Attributes:
        terrain: what stands on it.
        agent: the one they are for.
        patches: of the floors.
        table: where the middle of a base can be, for all that stands there.
    """

    terrain: Terrain
    agent: Agent
    patches: Patches
    table: Outline

    @cached_property
    def _inside(self) -> shapely.Geometry:
        return geometry(self.table)

    @cached_property
    def _solid(self) -> list[Piece]:
        return [piece for piece in self.terrain.pieces if stands_in_the_way(piece)]

    def on(self, number: int) -> Found:
        """The regions on a patch, and the openings between them that one has to squeeze through, or to open."""
        agent, patches, solid = self.agent, self.patches, self._solid
        patch = patches.all[number]
        plane, around = patch.level.plane, _round(patch.outline, agent.radius + 0.1)
        nearby = [piece for piece in solid if meets(piece, around)]
        foot = plane.raised(footing(number, patches, agent) + agent.limits.step)
        bare = without_stairs(number, patches, in_the_way(nearby, foot, plane.raised(agent.headroom), around), nearby, agent)
        kept_out = together([grown(area, agent.radius) for area in _grounds(self.terrain, patch, "impassable")])
        block = grown(bare, agent.radius) + kept_out
        room = (patch.outline ^ self.table) - kept_out
        free = room - block
        floor = geometry(patch.underfoot ^ room.offset(2 * ASIDE))
        found = list(_regions(free, patch, block, self.terrain, self._inside, floor))
        if room.area() > free.area() + CRUMB:
            found = _with_rails(found, _brinks(room, self._inside, floor), agent.limits.across + agent.radius)
        slim = agent.limits.squeezed * agent.radius
        # Grown outlines are a little too large, which would shut the narrowest openings; rays tell later who gets through.
        openings = list(narrow_openings(free, room - grown(bare, GRAZE * slim), agent.radius - slim, plane))
        for door in (piece for piece in solid if piece.kind == "door"):
            low, high = plane.span(patch.outline)
            if reaches(door, low + agent.limits.step, high + agent.headroom):
                openings += doorways(patch, solid, door, room, free, agent)
        return found, openings


def survey(terrain: Terrain, size: tuple[float, float], agent: Agent) -> RegionInputs:
    """The floors of a table, ready for its regions to be cut out of.

    Args:
        terrain: what stands on it.
        size: the table's, inches.
        agent: the one they are for.
    """
    patches = patches_of(levels_of(terrain, size, step=agent.limits.step), agent)
    return RegionInputs(terrain, agent, patches, rectangle(np.full(2, agent.radius), np.array(size) - agent.radius))


def regions(found: Iterable[Found], solids: Solids, agent: Agent) -> tuple[list[Region], list[Opening]]:
    """All regions of a table, and the openings between them, from those on all patches in their order.

    Args:
        found: what `RegionInputs.on` gives.
        solids: what stands in the way of rays.
        agent: the one they are for.
    """
    places: list[Region] = []
    openings: list[Opening] = []
    for here, between in found:
        places += here
        openings += between
    return _outside_of_solids(places, solids, agent), openings


def _round(outline: Outline, margin: float) -> Outline:
    """The rectangle round an outline, wider by a margin."""
    x, y, X, Y = outline.bounds()
    return rectangle(np.array([x, y]) - margin, np.array([X, Y]) + margin)


def _grounds(terrain: Terrain, patch: FloorPatch, ground: Ground) -> Iterator[Outline]:
    """Seen from above, the pieces of such ground that lie at the height of a patch."""
    for piece in terrain.pieces:
        if piece.ground == ground:
            low, high = piece.placed.bounds[:, 2]
            here = patch.level.plane.within(covered(piece), low - 0.1, high + 0.1)
            if not here.is_empty():
                yield here


def _regions(
    free: Outline, patch: FloorPatch, block: Outline, terrain: Terrain, table: shapely.Geometry, floor: shapely.Geometry
) -> Iterator[Region]:
    """The regions of the free part of a patch, divided by what walking there is like."""
    # All is straightened before it is divided: parts that are straightened one by one lie apart.
    free = free.simplify(TIDY)
    dangerous, difficult = (
        together(list(_grounds(terrain, patch, kind))).simplify(TIDY) for kind in ("dangerous", "difficult")
    )
    difficult -= dangerous
    kinds: list[tuple[Ground | None, Outline]] = [(None, free - dangerous - difficult)]
    if not (dangerous.is_empty() and difficult.is_empty()):
        kinds += [("difficult", free ^ difficult), ("dangerous", free ^ dangerous)]
    shut = geometry(block ^ free.offset(2 * ASIDE))
    for ground, outline in kinds:
        for part in parts(outline):
            if part.area() >= CRUMB:
                yield _region(part, patch, ground, shut, table, floor)


def _region(
    part: Outline,
    patch: FloorPatch,
    ground: Ground | None,
    shut: shapely.Geometry,
    table: shapely.Geometry,
    floor: shapely.Geometry,
) -> Region:
    rings = sorted((np.asarray(ring, dtype=np.float64) for ring in part.to_polygons()), key=signed_area, reverse=True)
    if patch.uneven:
        rings = [_divided(_divided(ring, floor), shut) for ring in rings]
    beyond = [_beyond(ring) for ring in rings]
    free = tuple(~_in(shut, places) & _in(table, places) for places in beyond)
    brink = tuple(is_open & ~_in(floor, places) for is_open, places in zip(free, beyond, strict=True))
    return Region(patch.level.plane_of(part), tuple(rings), free, brink, ground)


def _divided(ring: FloatArray, shape: shapely.Geometry) -> FloatArray:
    """A ring (k, 2) with further corners where what lies just outside of it goes into a shape or out of it."""
    after = np.roll(ring, -1, axis=0)
    along = after - ring
    size = np.maximum(np.hypot(*along.T), 1e-12)[:, None]
    aside = np.column_stack([along[:, 1], -along[:, 0]]) / size * ASIDE
    cuts = shapely.intersection(shapely.linestrings(np.stack([ring + aside, after + aside], axis=1)), shapely.boundary(shape))
    met, side = shapely.get_coordinates(cuts, return_index=True)
    long = size[side, 0]
    share = ((met - aside[side] - ring[side]) * along[side]).sum(axis=1) / long**2
    inner = (share * long > TIDY) & ((1.0 - share) * long > TIDY)
    side, share = side[inner], share[inner]
    where = np.unique(np.concatenate([np.arange(len(ring)), side + share]))
    side = np.floor(where).astype(np.int64)
    return np.asarray(ring[side] + (where - side)[:, None] * along[side])


def _with_rails(found: list[Region], sides: FloatArray, most: float) -> list[Region]:
    """Regions with what of the sides (k, 2, 2) of their floor is within ``most`` of them but they do not come to."""
    if len(sides) == 0 or not found:
        return found
    reached = shapely.buffer(shapely.MultiPolygon([region.polygon for region in found]), 4 * TIDY, quad_segs=2)
    left, of = shapely.get_parts(shapely.difference(shapely.linestrings(sides), reached), return_index=True)
    long = shapely.length(left) > 4 * TIDY
    left, of = left[long], of[long]
    ends = np.stack([shapely.get_coordinates(shapely.get_point(left, end)).reshape(-1, 2) for end in (0, -1)], axis=1)
    along = (sides[of, 1] - sides[of, 0])[:, None]
    turned = ((ends[:, 1:] - ends[:, :1]) * along).sum(axis=2) < 0.0
    ends = np.where(turned[..., None], ends[:, ::-1], ends)
    return [replace(region, railed=ends[shapely.dwithin(left, region.polygon, most)]) for region in found]


def _brinks(room: Outline, table: shapely.Geometry, floor: shapely.Geometry) -> FloatArray:
    """(k, 2, 2) the sides of an outline beyond which there is no floor within a step; what lies outward is to the right."""
    rings = [np.asarray(ring, dtype=np.float64) for ring in room.to_polygons()]
    sides = np.concatenate([np.zeros((0, 2, 2)), *(np.stack([ring, np.roll(ring, -1, axis=0)], axis=1) for ring in rings)])
    beyond = np.concatenate([np.zeros((0, 2)), *(_beyond(ring) for ring in rings)])
    return sides[_in(table, beyond) & ~_in(floor, beyond)]


def _beyond(ring: FloatArray) -> FloatArray:
    """(k, 2) places just outside the middle of each side of a ring."""
    along = np.roll(ring, -1, axis=0) - ring
    size = np.maximum(np.hypot(*along.T), 1e-12)[:, None]
    return np.asarray(ring + along / 2.0 + np.column_stack([along[:, 1], -along[:, 0]]) / size * ASIDE)


def _in(shape: shapely.Geometry, places: FloatArray) -> BoolArray:
    return np.asarray(shapely.contains_xy(shape, places[:, 0], places[:, 1]))


def _outside_of_solids(found: list[Region], solids: Solids, agent: Agent) -> list[Region]:
    """The regions that do not lie inside closed solids: from there one would see the backs of their faces."""
    if not found:
        return found
    points, owner = _probes(found)
    shares = np.zeros(len(points))
    for height in (0.06, 0.45 * agent.height, 0.8 * agent.height):
        starts = np.repeat(points + np.array([0.0, 0.0, height]), len(AROUND), axis=0)
        links = np.tile(AROUND, (len(points), 1))
        back = solids.backs(starts, links)
        shares = np.maximum(shares, back.reshape(len(points), -1).mean(axis=1))
    inside = np.bincount(owner, shares > 0.5, minlength=len(found)) > 0.5 * np.bincount(owner, minlength=len(found))
    return [region for region, hidden in zip(found, inside, strict=True) if not hidden]


def _probes(found: list[Region]) -> tuple[FloatArray, IntArray]:
    """(n, 3) places in every region, and (n,) its number: a point of it, and more of it the larger it is."""
    places, owner = [], []
    for number, region in enumerate(found):
        low, high = region.rings[0].min(axis=0), region.rings[0].max(axis=0)
        spread = low + (high - low) * _SPREAD
        inside = np.concatenate([[shapely.point_on_surface(region.polygon).coords[0]], spread[region.holds(spread)]])
        places.append(region.points(inside))
        owner.append(np.full(len(inside), number))
    return np.concatenate(places), np.concatenate(owner)


_SPREAD = np.random.default_rng(3).random((24, 2))
