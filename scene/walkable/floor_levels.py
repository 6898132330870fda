"""The floors of a table gathered by levels, in connected patches, and what of stairs goes on in front of who stands there."""

from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from scene.base.errors import SceneError
from scene.base.memo import memoized
from scene.geometry.mesh import BoolArray, FloatArray, IntArray, Mesh
from scene.table.plan_outlines import Outline, closed, covered, grown, opened, parts, rectangle, shadow, together
from scene.table.table import Piece, Terrain
from scene.walkable.agent import Agent
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
ASIDE = 0.012
"""Inches beyond a region's edge at which one looks what bounds it."""


@dataclass(frozen=True, eq=False)
class FloorLevel:
    """All floors at one height.

    Attributes:
        z: inches.
        floor: their outline.
        terraces: those of slopes; none for level floors.
    """

    z: float
    floor: Outline
    terraces: tuple[Floor, ...]


@dataclass(frozen=True, eq=False)
class FloorPatch:
    """A connected part of a level, and where there is floor within a step of it."""

    level: FloorLevel
    outline: Outline
    underfoot: Outline

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

    @cached_property
    def heights(self) -> FloatArray:
        """(p,) inches."""
        return np.array([patch.level.z for patch in self.all])

    @cached_property
    def boxes(self) -> FloatArray:
        """(p, 4) the least x and y, and the greatest, of each."""
        return np.array([patch.outline.bounds() for patch in self.all]).reshape(-1, 4)

    def above(self, number: int, most: float, aside: float) -> IntArray:
        """Numbers of those that are up to ``most`` inches higher than one, and up to ``aside`` inches beside its box."""
        rise = self.heights - self.heights[number]
        return np.flatnonzero((rise > 1e-6) & (rise <= most) & _meeting(self.boxes, self.boxes[number], aside))

    def steps_up(self, low: int, high: int) -> bool:
        """Whether one steps up from one patch to another one."""
        if not 0.0 < self.heights[high] - self.heights[low] <= self.step + 1e-3:
            return False
        if not _meeting(self.boxes[high], self.boxes[low], 2 * TOUCHING):
            return False
        if (low, high) not in self.known:
            self.known[low, high] = not (self.all[low].touched ^ self.all[high].outline).is_empty()
        return self.known[low, high]


def levels_of(terrain: Terrain, size: tuple[float, float], *, step: float) -> list[FloorLevel]:
    """All floors of the table down to a ``step`` below the ground, gathered by height; from the lowest to the highest.

    Raises:
        SceneError: a piece has more than can be worked out in useful time.
    """
    pits = [covered(piece) for piece in terrain.pieces if piece.kind == "pit"]
    ground = rectangle(np.zeros(2), np.array(size)) - together(pits)
    all_floors = [Floor(0.0, ground)]
    areas: list[Floor] = []
    for piece in terrain.pieces:
        if piece.kind not in {"pit", "ladder", "door"}:
            home = areas if piece.kind == "area" else all_floors
            home += [floor for floor in _floors_of(piece) if floor.z > -step]
    for floor in sorted(areas, key=_height):
        all_floors += _laid(floor, all_floors)
    # What lies on the ground, such as base plates and pools, is ground.
    on_ground = [floor for floor in all_floors if _is_ground(floor)]
    found = [FloorLevel(0.0, together([floor.outline for floor in on_ground]), ())]
    for sloped in (False, True):
        others = [floor for floor in all_floors if (floor.slope > 0.0) == sloped and not _is_ground(floor)]
        heights, area = (np.array([value(floor) for floor in others]) for value in (_height, _area))
        for z, members in peaks(heights, area, least=1e-3, within=EQUAL):
            same = [others[number] for number in members]
            found.append(FloorLevel(z, together([floor.outline for floor in same]), tuple(same) if sloped else ()))
    return sorted(found, key=lambda level: level.z)


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
    if area.slope > 0.0 or _is_ground(area):
        return [area]
    beneath = [other for other in others if other.slope == 0.0 and -EQUAL <= area.z - other.z <= SAME + EQUAL]
    lain = [replace(area, z=other.z, outline=area.outline ^ other.outline) for other in beneath]
    lain = sorted((floor for floor in lain if _area(floor) >= CRUMB), key=_area, reverse=True)
    rest = area.outline - together([floor.outline for floor in lain])
    return [*lain, replace(area, z=lain[0].z if lain else area.z, outline=rest)]


def _is_ground(floor: Floor) -> bool:
    return abs(floor.z) <= SAME and floor.slope == 0.0


def _height(floor: Floor) -> float:
    return floor.z


def _area(floor: Floor) -> float:
    return float(floor.outline.area()) + 1e-3


def slope_of(level: FloorLevel, part: Outline) -> float:
    """The slope of a part of a level, that of the terraces it is made of."""
    shares = [(float((floor.outline ^ part).area()), floor.slope) for floor in level.terraces]
    total = sum(area for area, _ in shares)
    return sum(area * slope for area, slope in shares) / total if total > 0.0 else 0.0


def underfoot(outlines: list[Outline], radius: float, foothold: float) -> Outline:
    """Where floors within a step of one another bear the middle of a base, over all gaps that it does not fall into.

    Bars of a grating are one floor; rails and beams too narrow to stand on do not bridge anything.
    """
    return closed(opened(closed(together(outlines), SLOT), foothold * radius), radius)


def patches_of(levels: list[FloorLevel], agent: Agent) -> Patches:
    """The levels without what is too narrow to stand on or lies under a floor one step higher, in connected parts."""
    spans = [closed(level.floor, agent.radius) for level in levels]
    found: list[FloorPatch] = []
    known: dict[tuple[int, ...], Outline] = {}
    for level, span in zip(levels, spans, strict=True):
        near = tuple(number for number, there in enumerate(levels) if abs(there.z - level.z) <= agent.limits.step + 1e-3)
        over = [other for other, there in zip(spans, levels, strict=True) if 0 < there.z - level.z <= agent.limits.step + 1e-3]
        if near not in known:
            known[near] = underfoot([levels[number].floor for number in near], agent.radius, agent.limits.foothold)
        bearing = known[near]
        rest = (span ^ bearing) - together(over)
        found += [FloorPatch(level, part, bearing) for part in parts(rest) if part.area() >= CRUMB]
    return Patches(tuple(found), agent.limits.step)


def footing(number: int, patches: Patches, agent: Agent) -> float:
    """The height that a base on a patch stands as high as: the patch's own, or that of the floor a step beneath it.

    Knobs and rails that are too narrow to stand on, and lead no further up, lift nobody over what stands beside them.
    """
    patch, own = patches.all[number], float(patches.heights[number])
    if opened(patch.outline, agent.limits.foothold * agent.radius).area() >= CRUMB:
        return own
    around = patch.outline.offset(agent.radius)
    onward = patches.above(number, agent.limits.step + 1e-3, agent.radius).tolist()
    if any(not (around ^ patches.all[other].outline).is_empty() for other in onward):
        return own
    beneath = np.flatnonzero((patches.heights < own) & (patches.heights >= own - agent.limits.step - 1e-3)).tolist()
    return max((float(patches.heights[other]) for other in beneath if patches.steps_up(other, number)), default=own)


def in_the_way(solid: list[Piece], low: float, high: float, room: Outline) -> Outline:
    """What of the pieces lies between two heights, in an outline."""
    near = [piece for piece in solid if meets(piece, room) and reaches(piece, low, high)]
    return together([shadow(piece, low, high, within=room) for piece in near]) ^ room


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
    here = patches.heights[number]
    flight = _flight(number, patches, agent)
    rooms: dict[float, list[Outline]] = {}
    for tread in flight:
        z = patches.heights[tread]
        room = patches.all[tread].outline.offset(ASIDE)
        if z > here + agent.limits.step + 1e-3:
            room ^= grown(_below(tread, flight, patches), agent.radius)
        if not room.is_empty():
            rooms.setdefault(float(z), []).append(room)
    under, over = [], []
    for z, several in rooms.items():
        room = together(several)
        under.append(room)
        over.append(in_the_way(solid, z + agent.limits.step, here + agent.headroom, room))
    return (block - together(under)) + together(over) if under else block


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
