"""Where the middle of a base can be while its figure walks: level zones, cut out of the floors by what stands there."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import shapely

from scene.floors import EQUAL, SAME, Floor, floors, peaks
from scene.mesh import BoolArray, FloatArray, IntArray
from scene.slabs import Outline, closed, filled, grown, opened, parts, rectangle, shadow, together
from scene.solids import Solids, stands_in_the_way
from scene.table import Ground, Piece, Terrain

STEP = 0.5
"""Inches that a figure steps up or down while walking. Source: main-rulebook, Stepping up."""
FOOTHOLD = 0.5
"""Part of a base's diameter that a floor has to be wide to stand on it."""
SQUEEZED = 0.75
"""Part of its base's diameter, and of its height, that a figure can make itself to get through an opening."""
SLOT = 0.26
"""Inches; gaps in a floor up to twice as wide are slots of a grating."""
STEEP = 1.2
"""Rise over run up to which stairs may go on in front of a base that stands on one of their treads."""
TOUCHING = 0.03
"""Inches between floors that are one beside the other."""
CRUMB = 0.01
"""Square inches; smaller zones are left over from cutting."""
TIDY = 0.002
"""Inches that outlines may be straightened by."""
ASIDE = 0.012
"""Inches beyond a zone's edge at which one looks what bounds it."""


@dataclass(frozen=True)
class Walker:
    """Who walks: an upright cylinder, inches."""

    radius: float
    height: float


@dataclass(frozen=True, eq=False)
class Zone:
    """A connected place at one height for the middle of a base.

    Attributes:
        z: height of its floor, inches.
        rings: (k, 2) corners of its outline, without repeating the first; the outer one anticlockwise, holes clockwise.
        open: (k,) for each ring, whether the side from each corner to the next is an edge that one can step or fall over;
            the others are sides of what stands in the way.
        brink: (k,) for each ring, whether beyond it there is no floor within a step.
        slope: rise over run of what it is a terrace of; 0 for level floors.
        ground: what walking there is like; None is open ground.
    """

    z: float
    rings: tuple[FloatArray, ...]
    open: tuple[BoolArray, ...]
    brink: tuple[BoolArray, ...]
    slope: float = 0.0
    ground: Ground | None = None

    @cached_property
    def polygon(self) -> shapely.Polygon:
        """Its outline."""
        polygon = shapely.Polygon(self.rings[0], self.rings[1:])
        shapely.prepare(polygon)
        return polygon

    def holds(self, points: FloatArray) -> BoolArray:
        """(n,) whether points (n, 2) lie in it."""
        return np.asarray(shapely.contains_xy(self.polygon, points[:, 0], points[:, 1]))


@dataclass(frozen=True, eq=False)
class Opening:
    """A way through between two places at one height that are free for the base, where the base itself does not fit.

    Attributes:
        start, end: (2,) the places.
        z: height of the floor, inches.
        door: whether a closed door is what is in the way; otherwise it is narrow.
    """

    start: FloatArray
    end: FloatArray
    z: float
    door: bool


@dataclass(frozen=True, eq=False)
class _Level:
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
class _Patch:
    """A connected part of a level, and where there is floor within a step of it."""

    level: _Level
    outline: Outline
    underfoot: Outline


def zones(
    terrain: Terrain, size: tuple[float, float], walker: Walker, solids: Solids, advance: Callable[[float], None]
) -> tuple[list[Zone], list[Opening]]:
    """All zones of a table, and the openings between them that one has to squeeze through, or to open.

    Args:
        terrain: what stands on it.
        size: the table's, inches.
        walker: who walks.
        solids: what stands in the way of rays.
        advance: is told the share of the work done, 0 to 1.
    """
    levels = _levels(terrain, size)
    patches = _patches(levels, walker)
    table = rectangle(np.full(2, walker.radius), np.array(size) - walker.radius)
    solid = [piece for piece in terrain.pieces if stands_in_the_way(piece)]
    doors = [piece for piece in solid if piece.kind == "door"]
    found: list[Zone] = []
    openings: list[Opening] = []
    for number, patch in enumerate(patches):
        z, around = patch.level.z, _round(patch.outline, walker.radius + 0.1)
        nearby = [piece for piece in solid if _meets(piece, around)]
        bare = _without_stairs(patch, patches, _in_the_way(nearby, z + STEP, z + walker.height) ^ around, nearby, walker)
        kept_out = together([grown(area, walker.radius) for area in _grounds(terrain, z, "impassable")])
        block = grown(bare, walker.radius) + kept_out
        room = (patch.outline ^ table) - kept_out
        free = room - block
        found += _zones(free, patch, block, terrain, table)
        slim = SQUEEZED * walker.radius
        openings += _openings(free, room - grown(bare, slim), walker.radius - slim, z)
        for door in doors:
            if _reaches(door, z + STEP, z + walker.height):
                openings += _doorways(patch, solid, door, room, free, walker)
        advance((number + 1) / len(patches))
    return _outside_of_solids(found, solids, walker), openings


def _openings(free: Outline, wider: Outline, gain: float, z: float, *, door: bool = False) -> Iterator[Opening]:
    """The parts of a wider region that join parts of the free one, and are more than a rim ``gain`` wide around it."""
    throats = wider - free.offset(gain + 0.02)
    for throat in parts(throats):
        if throat.area() < 1e-5:
            continue
        ends = [_geometry(end) for end in parts(free ^ throat.offset(gain + 0.06))]
        region = _geometry(throat)
        centre = shapely.centroid(region)
        middle = centre if shapely.intersects(region, centre) else shapely.point_on_surface(region)
        places = [_just_inside(end, middle) for end in ends]
        for number, start in enumerate(places):
            for end in places[number + 1 :]:
                yield Opening(start, end, z, door)


def _just_inside(region: shapely.Geometry, other: shapely.Geometry) -> FloatArray:
    """(2,) the place of a region that is nearest to another one, but for a hair."""
    near = shapely.get_coordinates(shapely.shortest_line(region, other))[0]
    middle = shapely.get_coordinates(shapely.point_on_surface(region))[0]
    away = middle - near
    return np.asarray(near + away / max(float(np.hypot(*away)), 1e-9) * min(0.004, float(np.hypot(*away))))


def _doorways(
    patch: _Patch, solid: list[Piece], door: Piece, room: Outline, free: Outline, walker: Walker
) -> Iterator[Opening]:
    """The way through a closed door."""
    z, gap = patch.level.z, 2 * walker.radius
    here = rectangle(door.placed.bounds[0, :2] - gap, door.placed.bounds[1, :2] + gap)
    others = [piece for piece in solid if piece is not door and _meets(piece, here)]
    block = grown(_in_the_way(others, z + STEP, z + walker.height) ^ here, walker.radius)
    yield from _openings(free, (room ^ here) - block, 0.0, z, door=True)


def _levels(terrain: Terrain, size: tuple[float, float]) -> list[_Level]:
    """All floors of the table, gathered by height; from the lowest to the highest."""
    pits = [filled(shadow(piece, -np.inf, np.inf)) for piece in terrain.pieces if piece.kind == "pit"]
    ground = rectangle(np.zeros(2), np.array(size)) - together(pits)
    all_floors = [Floor(0.0, ground)]
    for piece in terrain.pieces:
        if piece.kind not in {"pit", "ladder", "door"}:
            all_floors += [floor for floor in floors(piece) if floor.z > -STEP]
    # What lies on the ground, such as base plates and pools, is ground.
    on_ground = [floor for floor in all_floors if _is_ground(floor)]
    found = [_Level(0.0, together([floor.outline for floor in on_ground]), ())]
    for sloped in (False, True):
        others = [floor for floor in all_floors if (floor.slope > 0.0) == sloped and not _is_ground(floor)]
        heights, area = (np.array([value(floor) for floor in others]) for value in (_height, _area))
        for z, members in peaks(heights, area, least=1e-3, within=EQUAL):
            same = [others[number] for number in members]
            found.append(_Level(z, together([floor.outline for floor in same]), tuple(same) if sloped else ()))
    return sorted(found, key=lambda level: level.z)


def _is_ground(floor: Floor) -> bool:
    return abs(floor.z) <= SAME and floor.slope == 0.0


def _height(floor: Floor) -> float:
    return floor.z


def _area(floor: Floor) -> float:
    return float(floor.outline.area()) + 1e-3


def _slope(level: _Level, part: Outline) -> float:
    """The slope of a part of a level, that of the terraces it is made of."""
    shares = [(float((floor.outline ^ part).area()), floor.slope) for floor in level.terraces]
    total = sum(area for area, _ in shares)
    return sum(area * slope for area, slope in shares) / total if total > 0.0 else 0.0


def _patches(levels: list[_Level], walker: Walker) -> list[_Patch]:
    """The levels without what is too narrow to stand on or lies under a floor one step higher, in connected parts."""
    spans = [closed(level.floor, walker.radius) for level in levels]
    found = []
    for level, span in zip(levels, spans, strict=True):
        near = [there.floor for there in levels if abs(there.z - level.z) <= STEP + 1e-3]
        over = [other for other, there in zip(spans, levels, strict=True) if 0 < there.z - level.z <= STEP + 1e-3]
        # Bars of a grating are one floor; rails and beams too narrow to stand on do not bridge anything.
        firm = opened(closed(together(near), SLOT), FOOTHOLD * walker.radius)
        underfoot = closed(firm, walker.radius)
        rest = (span ^ underfoot) - together(over)
        found += [_Patch(level, part, underfoot) for part in parts(rest) if part.area() >= CRUMB]
    return found


def _in_the_way(solid: list[Piece], low: float, high: float) -> Outline:
    """What of the pieces lies between two heights."""
    return together([shadow(piece, low, high) for piece in solid if _reaches(piece, low, high)])


def _reaches(piece: Piece, low: float, high: float) -> bool:
    bottom, top = piece.placed.bounds[:, 2]
    return bool(bottom < high and (top > low))


def _round(outline: Outline, margin: float) -> Outline:
    """The rectangle round an outline, wider by a margin."""
    x, y, X, Y = outline.bounds()
    return rectangle(np.array([x, y]) - margin, np.array([X, Y]) + margin)


def _without_stairs(patch: _Patch, patches: list[_Patch], block: Outline, solid: list[Piece], walker: Walker) -> Outline:
    """What stands in the way on a patch, where the stairs that go on from it do not.

    Of what lies on the next treads only what is more than a step above the tread itself counts.
    """
    high = patch.level.z + walker.height
    flight = _flight(patch, patches, STEP + STEEP * walker.radius)
    if not flight:
        return block
    under, over = [], []
    for tread in flight:
        room = tread.outline.offset(ASIDE)
        if tread.level.z > patch.level.z + STEP + 1e-3:
            room ^= grown(_below(tread, flight), walker.radius)
        if room.is_empty():
            continue
        near = [piece for piece in solid if _meets(piece, room)]
        under.append(room)
        over.append(_in_the_way(near, tread.level.z + STEP, high) ^ room)
    return (block - together(under)) + together(over)


def _below(tread: _Patch, flight: list[_Patch]) -> Outline:
    """The treads from which one steps up to a tread: it only goes on behind these, not all around itself."""
    z = tread.level.z
    return together([low.outline for low in flight if z - STEP - 1e-3 <= low.level.z < z and _step_up(low, tread)])


def _flight(patch: _Patch, patches: list[_Patch], most: float) -> list[_Patch]:
    """The patches above one that are reached from it by steps up, each beside the one before."""
    found: list[_Patch] = []
    front = [patch]
    while front:
        nearby = [
            other
            for other in patches
            if patch.level.z < other.level.z <= patch.level.z + most
            and not any(other is known for known in found)
            and any(_step_up(low, other) for low in front)
        ]
        found += nearby
        front = nearby
    return [tread for tread in found if tread.level.z > patch.level.z + 1e-6]


def _step_up(low: _Patch, high: _Patch) -> bool:
    if not 0.0 < high.level.z - low.level.z <= STEP + 1e-3 or not _boxes_meet(low.outline, high.outline):
        return False
    return not (low.outline.offset(TOUCHING) ^ high.outline).is_empty()


def _boxes_meet(a: Outline, b: Outline) -> bool:
    ax, ay, aX, aY = a.bounds()
    bx, by, bX, bY = b.bounds()
    gap = 2 * TOUCHING
    return bool(ax <= bX + gap and bx <= aX + gap and ay <= bY + gap and by <= aY + gap)


def _meets(piece: Piece, room: Outline) -> bool:
    low, high = piece.placed.bounds
    x, y, X, Y = room.bounds()
    return bool(low[0] <= X and high[0] >= x and low[1] <= Y and high[1] >= y)


def _grounds(terrain: Terrain, z: float, ground: Ground) -> Iterator[Outline]:
    """Seen from above, the pieces of such ground that lie at a height."""
    for piece in terrain.pieces:
        if piece.ground == ground:
            low, high = piece.placed.bounds[:, 2]
            if low - 0.1 <= z <= high + 0.1:
                yield filled(shadow(piece, -np.inf, np.inf))


def _zones(free: Outline, patch: _Patch, block: Outline, terrain: Terrain, table: Outline) -> Iterator[Zone]:
    """The zones of the free part of a patch, divided by what walking there is like."""
    z = patch.level.z
    dangerous = together(list(_grounds(terrain, z, "dangerous")))
    difficult = together(list(_grounds(terrain, z, "difficult"))) - dangerous
    kinds: list[tuple[Ground | None, Outline]] = [(None, free - dangerous - difficult)]
    if not (dangerous.is_empty() and difficult.is_empty()):
        kinds += [("difficult", free ^ difficult), ("dangerous", free ^ dangerous)]
    around = free.offset(2 * ASIDE)
    shut, inside = _geometry(block ^ around), _geometry(table)
    floor = _geometry(patch.underfoot ^ around)
    for ground, outline in kinds:
        for part in parts(outline.simplify(TIDY)):
            if part.area() >= CRUMB:
                yield _zone(part, patch.level, ground, shut, inside, floor)


def _zone(
    part: Outline,
    level: _Level,
    ground: Ground | None,
    shut: shapely.Geometry,
    table: shapely.Geometry,
    floor: shapely.Geometry,
) -> Zone:
    rings = sorted((np.asarray(ring, dtype=np.float64) for ring in part.to_polygons()), key=_signed_area, reverse=True)
    beyond = [_beyond(ring) for ring in rings]
    free = tuple(~_in(shut, places) & _in(table, places) for places in beyond)
    brink = tuple(is_open & ~_in(floor, places) for is_open, places in zip(free, beyond, strict=True))
    return Zone(level.z, tuple(rings), free, brink, _slope(level, part), ground)


def _beyond(ring: FloatArray) -> FloatArray:
    """(k, 2) places just outside the middle of each side of a ring."""
    along = np.roll(ring, -1, axis=0) - ring
    size = np.maximum(np.hypot(*along.T), 1e-12)[:, None]
    return np.asarray(ring + along / 2.0 + np.column_stack([along[:, 1], -along[:, 0]]) / size * ASIDE)


def _in(region: shapely.Geometry, places: FloatArray) -> BoolArray:
    return np.asarray(shapely.contains_xy(region, places[:, 0], places[:, 1]))


def _geometry(outline: Outline) -> shapely.Geometry:
    """The same region for shapely, prepared for questions."""
    polygons = []
    for part in parts(outline):
        rings = sorted(part.to_polygons(), key=_signed_area, reverse=True)
        polygons.append(shapely.Polygon(rings[0], rings[1:]))
    whole = shapely.MultiPolygon(polygons)
    shapely.prepare(whole)
    return whole


def _signed_area(ring: FloatArray) -> float:
    x, y = np.asarray(ring, dtype=np.float64).T
    return float(x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2.0


def _outside_of_solids(found: list[Zone], solids: Solids, walker: Walker) -> list[Zone]:
    """The zones that do not lie inside closed solids: from there one would see the backs of their faces."""
    if not found:
        return found
    points, owner = _probes(found)
    shares = np.zeros(len(points))
    for height in (0.06, 0.45 * walker.height, 0.8 * walker.height):
        starts = np.repeat(points + np.array([0.0, 0.0, height]), len(_AROUND), axis=0)
        ways = np.tile(_AROUND, (len(points), 1))
        back = solids.backs(starts, ways)
        shares = np.maximum(shares, back.reshape(len(points), -1).mean(axis=1))
    inside = np.bincount(owner, shares > 0.5, minlength=len(found)) > 0.5 * np.bincount(owner, minlength=len(found))
    return [zone for zone, hidden in zip(found, inside, strict=True) if not hidden]


def _probes(found: list[Zone]) -> tuple[FloatArray, IntArray]:
    """(n, 3) places in every zone, and (n,) its number: a point of it, and more of it the larger it is."""
    places, owner = [], []
    for number, zone in enumerate(found):
        low, high = zone.rings[0].min(axis=0), zone.rings[0].max(axis=0)
        spread = low + (high - low) * _SPREAD
        inside = np.concatenate([[shapely.point_on_surface(zone.polygon).coords[0]], spread[zone.holds(spread)]])
        places.append(np.column_stack([inside, np.full(len(inside), zone.z)]))
        owner.append(np.full(len(inside), number))
    return np.concatenate(places), np.concatenate(owner)


def _directions() -> FloatArray:
    """(24, 3) directions around and upwards, none along an axis."""
    turn = np.radians(7.3) + np.arange(24) * np.pi * (3 - np.sqrt(5))
    rise = np.radians(np.linspace(1.0, 60.0, 24))
    return np.column_stack([np.cos(turn) * np.cos(rise), np.sin(turn) * np.cos(rise), np.sin(rise)])


_AROUND = _directions()
_SPREAD = np.random.default_rng(3).random((24, 2))
