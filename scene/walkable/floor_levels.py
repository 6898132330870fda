"""The floors of a table gathered by levels, in connected patches, and what of stairs goes on in front of who stands there."""

from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from scene.base.errors import SceneError
from scene.base.memo import memoized
from scene.geometry.mesh import BoolArray, FloatArray, IntArray, Mesh
from scene.table.plan_outlines import (
    Outline,
    closed,
    covered,
    grown,
    opened,
    outlined,
    parts,
    rectangle,
    shadow,
    together,
)
from scene.table.table import Piece, Terrain
from scene.walkable.agent import Agent
from scene.walkable.floor_plane import FloorPlane, between_planes, planes_of
from scene.walkable.floors import EQUAL, SAME, Floor, floors, peaks

SLOT = 0.26
"""Inches; gaps in a floor up to twice as wide are slots of a grating."""
STEEP = 1.2
"""Rise over run up to which stairs may go on in front of a base that stands on one of their treads."""
TOUCHING = 0.03
"""Inches between floors that are one beside the other."""
MOST_CORNERS = (20_000, 30)
"""Corners of a piece's floors, and more of them for each square inch in plan; a table of dense corridors has fewer."""
MOST_LAYERS = 30.0
"""Area of a piece's faces, in those of the box round it: scenery has up to a few, what crosses itself everywhere hundreds."""
CRUMB = 0.01
"""Square inches; smaller regions are left over from cutting."""
TINY = 1e-9
"""Inches; what is higher by less is as high."""
ASIDE = 0.012
"""Inches beyond a region's edge at which one looks what bounds it."""


@dataclass(frozen=True, eq=False)
class FloorLevel:
    """All floors in one plane.

    Attributes:
        plane: their heights.
        floor: their outline.
        terraces: those that slopes were cut into; none for all else.
    """

    plane: FloorPlane
    floor: Outline
    terraces: tuple[Floor, ...] = ()

    def plane_of(self, part: Outline) -> FloorPlane:
        """That of a part of it; of terraces with the slope of those that it is made of."""
        shares = [(float((floor.outline ^ part).area()), floor.plane.terraced) for floor in self.terraces]
        total = sum(area for area, _ in shares)
        slope = sum(area * slope for area, slope in shares) / total if total > 0.0 else 0.0
        return replace(self.plane, terraced=slope) if self.terraces else self.plane


@dataclass(frozen=True, eq=False)
class FloorPatch:
    """A connected part of a level, and where there is floor within a step of it; whether it, or what is near it, is sloped."""

    level: FloorLevel
    outline: Outline
    underfoot: Outline
    uneven: bool = False

    @cached_property
    def touched(self) -> Outline:
        """All that lies beside it."""
        return self.outline.offset(TOUCHING)


@dataclass(frozen=True, eq=False)
class Patches:
    """All patches of a table, and how one steps up between them, worked out once for each two."""

    all: tuple[FloorPatch, ...]
    step: float
    known: dict[tuple[int, int], bool] = field(default_factory=dict)
    risen: dict[int, FloatArray] = field(default_factory=dict)

    @cached_property
    def boxes(self) -> FloatArray:
        """(p, 4) the least x and y, and the greatest, of each."""
        return np.array([patch.outline.bounds() for patch in self.all]).reshape(-1, 4)

    @cached_property
    def _planes(self) -> FloatArray:
        return planes_of([patch.level.plane for patch in self.all])

    def rises(self, number: int) -> FloatArray:
        """(p, 2) how much higher each is than one, inches: at least and at most, as far as the boxes round them tell."""
        if number not in self.risen:
            rise = self._planes - self._planes[number]
            x, y = rise[:, 0, None] * self.boxes[:, 0::2], rise[:, 1, None] * self.boxes[:, 1::2]
            least, most = (rise[:, 2] + end(x, axis=1) + end(y, axis=1) for end in (np.min, np.max))
            self.risen[number] = np.column_stack([least, most])
        return self.risen[number]

    def above(self, number: int, most: float, aside: float) -> IntArray:
        """Numbers of those that are up to ``most`` inches higher than one, and up to ``aside`` inches beside its box."""
        low, high = self.rises(number).T
        return np.flatnonzero((high > 1e-6) & (low <= most) & _meeting(self.boxes, self.boxes[number], aside))

    def steps_up(self, low: int, high: int) -> bool:
        """Whether one steps up from one patch to another one."""
        least, most = self.rises(low)[high]
        if not (most > 0.0 and least <= self.step + 1e-3):
            return False
        if not _meeting(self.boxes[high], self.boxes[low], 2 * TOUCHING):
            return False
        if (low, high) not in self.known:
            beside = self.all[low].touched ^ self.all[high].outline
            rise = self.all[high].level.plane.over(self.all[low].level.plane)
            self.known[low, high] = not rise.within(beside, TINY, self.step + 1e-3).is_empty()
        return self.known[low, high]


def levels_of(terrain: Terrain, size: tuple[float, float], *, step: float) -> list[FloorLevel]:
    """All floors of the table down to a ``step`` below the ground, gathered by height; from the lowest to the highest.

    Raises:
        SceneError: a piece has more than can be worked out in useful time.
    """
    pits = [covered(piece) for piece in terrain.pieces if piece.kind == "pit"]
    ground = rectangle(np.zeros(2), np.array(size)) - together(pits)
    all_floors = [Floor(FloorPlane(0.0), ground)]
    areas: list[Floor] = []
    for piece in terrain.pieces:
        if piece.kind not in {"pit", "ladder", "door"}:
            home = areas if piece.kind == "area" else all_floors
            home += [floor for floor in _floors_of(piece) if floor.plane.span(floor.outline)[1] > -step]
    for floor in sorted(areas, key=_height):
        all_floors += _laid(floor, all_floors)
    # What lies on the ground, such as base plates and pools, is ground.
    on_ground = [floor for floor in all_floors if _is_ground(floor)]
    found = [FloorLevel(FloorPlane(0.0), together([floor.outline for floor in on_ground]))]
    level = [floor for floor in all_floors if floor.plane.level and not _is_ground(floor)]
    for terraced in (False, True):
        others = [floor for floor in level if (floor.plane.terraced > 0.0) == terraced]
        heights, area = (np.array([value(floor) for floor in others]) for value in (_height, _area))
        for z, members in peaks(heights, area, least=1e-3, within=EQUAL):
            same = [others[number] for number in members]
            outline = together([floor.outline for floor in same])
            found.append(FloorLevel(FloorPlane(z), outline, tuple(same) if terraced else ()))
    found.sort(key=lambda level: level.plane.z)
    return found + _slopes([floor for floor in all_floors if not floor.plane.level])


def _slopes(rest: list[Floor]) -> list[FloorLevel]:
    """Sloped floors, those in one plane together."""
    found = []
    while rest:
        first = max(rest, key=_area)
        same = [floor for floor in rest if floor is first or _in_plane(floor, first.plane)]
        off = max(floor.plane.off for floor in same)
        found.append(FloorLevel(replace(first.plane, off=off), together([floor.outline for floor in same])))
        rest = [floor for floor in rest if floor not in same]
    return found


def _in_plane(floor: Floor, plane: FloorPlane) -> bool:
    low, high = floor.plane.over(plane).span(floor.outline)
    return low >= -EQUAL and high <= EQUAL


def _floors_of(piece: Piece) -> list[Floor]:
    ragged = _layers(piece.shape) > MOST_LAYERS
    found = [] if ragged else floors(piece)
    wide, deep = (piece.shape.bounds[1] - piece.shape.bounds[0])[:2].tolist()
    most = MOST_CORNERS[0] + MOST_CORNERS[1] * wide * deep
    if ragged or sum(floor.outline.num_vert() for floor in found) > most:
        raise SceneError(f'terrain "{piece.id}" is rubble, too ragged for ways over it; smooth its mesh, or leave it out')
    return found


@memoized
def _layers(mesh: Mesh) -> float:
    """How many times the faces of a mesh would cover the box round it."""
    a, b, c = np.moveaxis(mesh.triangles, 1, 0)
    x, y, z = (mesh.bounds[1] - mesh.bounds[0]).tolist()
    area = float(np.linalg.norm(np.cross(b - a, c - a), axis=1).sum()) / 2.0
    return float(area / max(2.0 * (x * y + y * z + z * x), 1e-9))


def _laid(area: Floor, others: list[Floor]) -> list[Floor]:
    """The floor of an area, at the heights of those that it hardly rises above: it tells what kind of ground these are.

    What of it lies on none goes on at the height of the one that it lies on most.
    """
    if not area.plane.level or _is_ground(area):
        return [area]
    z = area.plane.z
    beneath = [other for other in others if _even(other) and -EQUAL <= z - other.plane.z <= SAME + EQUAL]
    lain = [Floor(other.plane, area.outline ^ other.outline) for other in beneath]
    lain = sorted((floor for floor in lain if _area(floor) >= CRUMB), key=_area, reverse=True)
    rest = area.outline - together([floor.outline for floor in lain])
    return [*lain, Floor(lain[0].plane if lain else area.plane, rest)]


def _even(floor: Floor) -> bool:
    return floor.plane.level and floor.plane.terraced == 0.0


def _is_ground(floor: Floor) -> bool:
    return _even(floor) and abs(floor.plane.z) <= SAME


def _height(floor: Floor) -> float:
    return floor.plane.z


def _area(floor: Floor) -> float:
    return float(floor.outline.area()) + 1e-3


def underfoot(outlines: list[Outline], radius: float, foothold: float) -> Outline:
    """Where floors within a step of one another bear the middle of a base, over all gaps that it does not fall into.

    Bars of a grating are one floor; rails and beams too narrow to stand on do not bridge anything.
    """
    return closed(opened(closed(together(outlines), SLOT), foothold * radius), radius)


def patches_of(levels: list[FloorLevel], agent: Agent) -> Patches:
    """The levels without what is too narrow to stand on or lies under a floor one step higher, in connected parts."""
    step = agent.limits.step + 1e-3
    spans = [closed(level.floor, agent.radius) for level in levels]
    heights = [level.plane.span(span) for level, span in zip(levels, spans, strict=True)]
    found: list[FloorPatch] = []
    known: dict[tuple[int, ...], Outline] = {}
    for level, span, (low, high) in zip(levels, spans, heights, strict=True):
        near = [number for number, (least, most) in enumerate(heights) if least <= high + step and most >= low - step]
        rises = [levels[number].plane.over(level.plane) for number in near]
        even = all(rise.level for rise in rises) and tuple(near)
        if not even or even not in known:
            floor = [rise.within(levels[number].floor, -step, step) for number, rise in zip(near, rises, strict=True)]
            bearing = underfoot(floor, agent.radius, agent.limits.foothold)
            if even:
                known[even] = bearing
        bearing = known[even] if even else bearing
        uneven = not (even and level.plane.level)
        over = [rise.within(spans[number], TINY, step) for number, rise in zip(near, rises, strict=True)]
        rest = (span ^ bearing) - together(over)
        found += [FloorPatch(level, part, bearing, uneven) for part in parts(rest) if part.area() >= CRUMB]
    return Patches(tuple(found), agent.limits.step)


def footing(number: int, patches: Patches, agent: Agent) -> float:
    """How much higher than a patch a base stands on it: nothing, or less where it stands on the floor a step beneath it.

    Knobs and rails that are too narrow to stand on, and lead no further up, lift nobody over what stands beside them.
    """
    patch = patches.all[number]
    if opened(patch.outline, agent.limits.foothold * agent.radius).area() >= CRUMB:
        return 0.0
    around = patch.outline.offset(agent.radius)
    onward = patches.above(number, agent.limits.step + 1e-3, agent.radius).tolist()
    if any(not (around ^ patches.all[other].outline).is_empty() for other in onward):
        return 0.0
    least, most = patches.rises(number).T
    beneath = np.flatnonzero((least < 0.0) & (most >= -agent.limits.step - 1e-3)).tolist()
    return max((min(float(most[other]), 0.0) for other in beneath if patches.steps_up(other, number)), default=0.0)


def in_the_way(solid: list[Piece], low: FloorPlane, high: FloorPlane, room: Outline) -> Outline:
    """What of the pieces lies between two planes, in an outline."""
    near = [piece for piece in solid if meets(piece, room)]
    if low.level and high.level:
        near = [piece for piece in near if reaches(piece, low.z, high.z)]
        return together([shadow(piece, low.z, high.z, within=room) for piece in near]) ^ room
    x, y, X, Y = room.bounds()
    found = []
    for piece in near:
        triangles, least, most = _in_plan(piece.placed)
        inside = (least[:, 0] <= X) & (most[:, 0] >= x) & (least[:, 1] <= Y) & (most[:, 1] >= y)
        found.append(outlined(between_planes(triangles[inside], low, high)))
    return together(found) ^ room


@memoized
def _in_plan(mesh: Mesh) -> tuple[FloatArray, FloatArray, FloatArray]:
    """(m, 3, 3) the triangles of a mesh; (m, 2) the least and greatest x and y of each."""
    triangles = mesh.triangles
    # By corners: least and greatest over a short axis take NumPy long.
    a, b, c = np.moveaxis(triangles[..., :2], 1, 0)
    return triangles, np.minimum(np.minimum(a, b), c), np.maximum(np.maximum(a, b), c)


def reaches(piece: Piece, low: float, high: float) -> bool:
    """Whether some of a piece may lie between two heights."""
    bottom, top = piece.placed.bounds[:, 2]
    return bool(bottom < high and (top > low))


def meets(piece: Piece, room: Outline) -> bool:
    """Whether a piece may lie over or under an outline."""
    low, high = piece.placed.bounds
    x, y, X, Y = room.bounds()
    return bool(low[0] <= X and high[0] >= x and low[1] <= Y and high[1] >= y)


def without_stairs(number: int, patches: Patches, block: Outline, solid: list[Piece], agent: Agent) -> Outline:
    """What stands in the way on a patch, where the stairs that go on from it do not.

    Of what lies on the next treads only what is more than a step above the tread itself counts.

    Args:
        number: of the patch.
        patches: all of them.
        block: what stands in the way, in the box round the patch and half a base.
        solid: the pieces that do.
        agent: the one they are for.
    """
    here = patches.all[number].level.plane
    step = agent.limits.step
    flight = _flight(number, patches, agent)
    rooms: dict[FloorPlane, list[Outline]] = {}
    for tread in flight:
        plane = patches.all[tread].level.plane
        rise = plane.over(here)
        room = patches.all[tread].outline.offset(ASIDE)
        if not rise.level:
            # A slope goes on as far as a base before its foot reaches over it.
            room = rise.within(room, 0.0, max(step, agent.radius * float(np.hypot(*rise.gradient))))
            room -= together([_higher(patches.all[other], plane) for other in flight if other != tread])
        elif rise.z > step + 1e-3:
            room ^= grown(_below(tread, flight, patches), agent.radius)
        if not room.is_empty():
            rooms.setdefault(plane, []).append(room)
    under, over = [], []
    for plane, several in rooms.items():
        room = together(several)
        under.append(room)
        over.append(in_the_way(solid, plane.raised(step), here.raised(agent.headroom), room))
    return (block - together(under)) + together(over) if under else block


def _higher(patch: FloorPatch, plane: FloorPlane) -> Outline:
    """What of a patch lies higher than a plane."""
    return patch.level.plane.over(plane).within(patch.outline, TINY, np.inf)


def _below(tread: int, flight: list[int], patches: Patches) -> Outline:
    """The treads from which one steps up to a tread: it only goes on behind these, not all around itself."""
    return together([patches.all[low].outline for low in flight if patches.steps_up(low, tread)])


def _flight(number: int, patches: Patches, agent: Agent) -> list[int]:
    """The patches above one that are reached from it by steps up, each beside the one before, and in reach of its base."""
    rest = patches.above(number, agent.limits.step + STEEP * agent.radius, agent.radius + 0.1).tolist()
    found: list[int] = []
    front = [number]
    while front:
        front = [other for other in rest if any(patches.steps_up(low, other) for low in front)]
        found += front
        rest = [other for other in rest if other not in front]
    return found


def _meeting(boxes: FloatArray, box: FloatArray, gap: float) -> BoolArray:
    """Whether boxes (..., 4) and another one come as near to one another as a gap."""
    return np.asarray((boxes[..., :2] <= box[2:] + gap).all(axis=-1) & (box[:2] <= boxes[..., 2:] + gap).all(axis=-1))
