"""Ways between zones, and across what bounds them: steps, climbs, drops, crossings, openings, leaps and ladders.

Only what is so: how far, how high, over what. What it costs and whether it needs a check is the rules' business.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace

import numpy as np
import shapely
import shapely.ops

from scene.corridors import OVERHANG, PITCH, climbable, crossings, face_along, hatch_clear, leap_clear, slope_clear
from scene.ladders import Ladder
from scene.mesh import BoolArray, FloatArray, IntArray
from scene.rays import RayScene
from scene.stairs import Stairs
from scene.walls import LEEWAY, Walls
from scene.zones import SQUEEZED, STEP, TOUCHING, Opening, Walker, Zone

SPACING = 0.4
"""Inches along the edges of zones between the places where ways are tried."""
ACROSS = 2.0
"""Inches; nobody crosses what is thicker in one go. Source: main-rulebook, Barricades and obstacles."""
CLEAR = 0.012
"""Inches that a base keeps from what it climbs or jumps past."""
SAME_LEVEL = 0.15
"""Inches; a way that has to go over at another height is another way."""
ASLANT = (-1.7, -0.6, 0.6, 1.7)
"""Tangents of the angles at which edges are crossed aslant."""
FINE = 0.05
"""Inches between the places where openings are looked for."""
WIDEST_WINDOW = 2.0
"""Inches; wider openings are met by evenly spread places. Source: main-rulebook, Gaps in terrain."""
HIGHEST_SILL = 2.5
"""Inches above the floor; higher openings are found from places near them only."""
LEAPS_FROM = 12
"""Leaps that are kept from one place to one zone."""
FACING = 0.42
"""Cosine of the angle at which an edge is leapt from or to at most."""
TREAD = 0.05
"""Inches; a tread is higher than the one before."""
BELOW = 0.75
"""Inches that a ladder may end above the floor below it, or below the floor that it leads to."""
AWAY = 0.8
"""Inches before and behind stairs that a base may be from where it steps on and off."""
ASIDE = 0.75
"""Inches that one may stand beside the foot of a ladder, where something is in the way."""
LANDING = 0.1
"""Inches that the floors at the ends of stairs may be nearer to one another than the stairs are high."""
BEYOND = 2.0
"""Inches from the top of a ladder to where one can stand up there, behind a rail or round a hatch."""
FARTHEST_LEAP = 8.0
"""Inches; nobody leaps farther."""


@dataclass(frozen=True, eq=False)
class Ways:
    """n ways, one-way, each from a place of a zone to one of the same or another. Lengths in inches.

    Attributes:
        start, end: (n, 3) where the base is before and after.
        start_zone, end_zone: (n,) numbers of zones.
        level: (n,) the height at which it goes over from above the one to above the other.
        across: (n,) how thick what is crossed is; 0 where nothing is.
        narrow: (n,) whether it squeezes through an opening.
        face_up, face_down: (n,) whether there is a face to climb, at the start up to the level, at the end down from it.
        gap: (n,) how wide the gap is that is leapt; 0 for other ways.
        ladder: (n,) whether a ladder leads up or down.
        slope: (n,) what the way along the slope of stairs or of a ramp is longer than its plan.
        stairs: (n,) whether it is part of a flight of stairs.
        door: (n,) whether it goes through a closed door.
        along: (n,) whether it climbs sideways along a face.
    """

    start: FloatArray
    end: FloatArray
    start_zone: IntArray
    end_zone: IntArray
    level: FloatArray
    across: FloatArray
    narrow: BoolArray
    face_up: BoolArray
    face_down: BoolArray
    gap: FloatArray
    ladder: BoolArray
    slope: FloatArray
    stairs: BoolArray
    door: BoolArray
    along: BoolArray

    def __len__(self) -> int:
        return len(self.level)

    @property
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

    def chosen(self, which: IntArray | BoolArray) -> "Ways":
        """Some of them."""
        return Ways(*(getattr(self, field.name)[which] for field in fields(self)))

    def reversed(self) -> "Ways":
        """All of them the other way."""
        return Ways(
            self.end, self.start, self.end_zone, self.start_zone, self.level, self.across, self.narrow,
            self.face_down, self.face_up, self.gap, self.ladder, self.slope, self.stairs, self.door, self.along,
        )  # fmt: skip


def joined(parts: Sequence[Ways]) -> Ways:
    """All ways in one value."""
    return Ways(*(np.concatenate([getattr(part, field.name) for part in parts]) for field in fields(Ways)))


def plain(start: FloatArray, end: FloatArray, start_zone: IntArray, end_zone: IntArray, level: FloatArray) -> Ways:
    """Ways with nothing special about them."""
    n = len(level)
    no, zero = np.zeros(n, dtype=bool), np.zeros(n)
    return Ways(start, end, start_zone, end_zone, level, zero, no, no, no, zero, no, zero, no, no, no)


def nothing() -> Ways:
    """No ways."""
    none = np.zeros(0, dtype=np.int64)
    return plain(np.zeros((0, 3)), np.zeros((0, 3)), none, none, np.zeros(0))


@dataclass(frozen=True, eq=False)
class Samples:
    """n places along the edges of zones.

    Attributes:
        xy: (n, 2) where.
        out: (n, 2) unit vectors out of the zone.
        zone: (n,) whose edge.
        brink: (n,) whether there is no floor beyond.
    """

    xy: FloatArray
    out: FloatArray
    zone: IntArray
    brink: BoolArray


def samples(zones: Sequence[Zone], spacing: float = SPACING) -> Samples:
    """Places along all edges, evenly and at most ``spacing`` apart."""
    found = []
    for number, zone in enumerate(zones):
        for ring, brink in zip(zone.rings, zone.brink, strict=True):
            xy, out, side = _along(ring, spacing)
            found.append((xy, out, np.full(len(xy), number, dtype=np.int64), brink[side]))
    xy, out, home, brinks = (np.concatenate(column) for column in zip(*found, strict=True))
    return Samples(xy, out, home, brinks)


def _along(ring: FloatArray, spacing: float) -> tuple[FloatArray, FloatArray, IntArray]:
    """Places along a ring (k, 2), unit vectors out of it, and the side that each lies on."""
    side = np.roll(ring, -1, axis=0) - ring
    size = np.hypot(*side.T)
    ends = np.cumsum(size)
    count = max(4, int(np.ceil(ends[-1] / spacing)))
    place = (np.arange(count) + 0.5) / count * ends[-1]
    which = np.minimum(np.searchsorted(ends, place), len(ring) - 1)
    share = (place - ends[which] + size[which]) / np.maximum(size[which], 1e-12)
    xy = ring[which] + share[:, None] * side[which]
    out = np.column_stack([side[which, 1], -side[which, 0]]) / np.maximum(size[which], 1e-12)[:, None]
    return xy, out, which


def found_ways(
    zones: Sequence[Zone],
    openings: Sequence[Opening],
    walls: Walls,
    solids: RayScene,
    walker: Walker,
    ladders: Sequence[Ladder],
    flights: Sequence[Stairs],
) -> Ways:
    """All ways of a table, both ways."""
    if not zones:
        return nothing()
    edge = samples(zones)
    straight = over_edges(both(edge, before_windows(zones, solids, walker)), zones, walls, solids, walker)
    there = [straight, aslant(straight, solids, walker), leaps(edge, zones, solids, walker)]
    there.append(through(openings, zones, solids, walker))
    there += [up_ladder(ladder, zones, solids, walker) for ladder in ladders]
    there += [up_stairs(flight, zones, solids, walker) for flight in flights]
    ways = with_slopes(joined(there), zones, flights)
    return joined([ways, ways.reversed()])


def both(a: Samples, b: Samples) -> Samples:
    """The places of both."""
    return Samples(*(np.concatenate([getattr(a, field.name), getattr(b, field.name)]) for field in fields(Samples)))


def before_windows(zones: Sequence[Zone], solids: RayScene, walker: Walker) -> Samples:
    """Places in front of the middle of openings above the floor, which evenly spread places might miss."""
    edge = samples(zones, FINE)
    heights = STEP + 0.05 + PITCH * np.arange(int(np.ceil((HIGHEST_SILL + SQUEEZED * walker.height) / PITCH)))
    floor = np.array([zone.z for zone in zones])[edge.zone]
    start = np.repeat(np.column_stack([edge.xy, floor])[:, None], len(heights), axis=1)
    start[..., 2] += heights
    through = np.column_stack([edge.out, np.zeros(len(edge.xy))]) * (ACROSS + 2 * walker.radius)
    met: BoolArray = np.asarray(solids.blocked(start.reshape(-1, 3), (start + through[:, None]).reshape(-1, 3)))
    met = met.reshape(start.shape[:2])
    tall = int(np.ceil(SQUEEZED * walker.height / PITCH))
    clear = np.asarray(np.lib.stride_tricks.sliding_window_view(~met, tall, axis=1).all(axis=2))
    sill = np.where(met[:, 0] & clear.any(axis=1), clear.argmax(axis=1), -1)
    # Neighbours with the same sill are in front of one opening; its middle is in front of the middle one.
    change = np.flatnonzero((np.diff(sill) != 0) | (np.diff(edge.zone) != 0)) + 1
    first, last = np.r_[0, change], np.r_[change, len(sill)] - 1
    wide = (last - first + 2) * FINE
    use = (sill[first] >= 0) & (wide >= 2 * SQUEEZED * walker.radius) & (wide <= WIDEST_WINDOW)
    middle = (first + last)[use] // 2
    return Samples(edge.xy[middle], edge.out[middle], edge.zone[middle], edge.brink[middle])


def over_edges(edge: Samples, zones: Sequence[Zone], walls: Walls, solids: RayScene, walker: Walker) -> Ways:
    """Ways straight out over edges and what stands on them, to floors that are not higher: the nearest place on each."""
    sample, zone, far, begins = _candidates(edge, zones, walls, walker)
    height = np.array([z.z for z in zones])
    start = np.column_stack([edge.xy[sample], height[edge.zone[sample]]])
    end = np.column_stack([edge.xy[sample] + far[:, None] * edge.out[sample], height[zone]])
    met = crossings(solids, start, end, walker)
    good = met.possible & (met.across <= ACROSS + 2 * STEP)
    # What is not crossed over something and is wider than the base is leapt.
    level = met.level <= np.maximum(start[:, 2], end[:, 2]) + STEP
    leapt = begins & (far > 2 * walker.radius) & level & ~met.narrow
    # Where there is floor beyond the edge and nothing is crossed, it is the kind of ground that keeps one out.
    good &= edge.brink[sample] | ~leapt
    # Otherwise one walks on from floor to floor where they touch, or from tread to tread where the next ones are in the way.
    rise = np.abs(start[:, 2] - end[:, 2])
    walked_on = (far <= TOUCHING) | ((rise > TREAD) & (far <= AWAY))
    good &= edge.brink[sample] | ~level | met.narrow | walked_on
    # Nobody crosses or squeezes through anything in the air that is longer than an obstacle may be thick.
    good &= leapt | (far <= ACROSS + 2 * walker.radius + 4 * CLEAR)
    # Where a gap is leapt its other edge is the place to land.
    stepped = start[:, 2] - end[:, 2] <= STEP + 1e-3
    good &= begins | (far <= 2 * walker.radius) | ~edge.brink[sample] | ~level | ~stepped
    nearest = _first_of(sample * len(zones) + zone, far, good)
    start, end, zone, sample = start[nearest], end[nearest], zone[nearest], sample[nearest]
    level = met.level[nearest]
    toward = end[:, :2] - start[:, :2]
    # What is climbed beyond a gap is not the face below its edge.
    beside = ~leapt[nearest] | (far[nearest] <= walker.radius + OVERHANG)
    return replace(
        plain(start, end, edge.zone[sample], zone, level),
        gap=np.where(leapt[nearest], far[nearest] - CLEAR / 2.0 + LEEWAY, 0.0),
        across=met.across[nearest],
        narrow=met.narrow[nearest],
        face_up=beside & climbable(solids, start, level, toward, walker),
        face_down=beside & climbable(solids, end, level, -toward, walker),
    )


def aslant(straight: Ways, solids: RayScene, walker: Walker) -> Ways:
    """Ways that go as others do straight over an edge, but aslant: from where one of them starts to where another ends."""
    from scipy.spatial import cKDTree

    rows = np.flatnonzero((straight.gap == 0.0) & (straight.run > walker.radius / 2.0))
    if len(rows) == 0:
        return nothing()
    ways = straight.chosen(rows)
    kind = np.stack([ways.start_zone, ways.end_zone, np.round(ways.level / SAME_LEVEL), ways.narrow], axis=1)
    _, kind_of = np.unique(kind, axis=0, return_inverse=True)
    # Far apart in a third direction, ways of other kinds are never the nearest.
    tree = cKDTree(np.column_stack([ways.end[:, :2], 1e3 * kind_of.reshape(-1)]))
    ahead = ways.end[:, :2] - ways.start[:, :2]
    aside = np.column_stack([-ahead[:, 1], ahead[:, 0]])
    first, second = [], []
    for tangent in ASLANT:
        wanted = np.column_stack([ways.end[:, :2] + tangent * aside, 1e3 * kind_of.reshape(-1)])
        distance, other = tree.query(wanted, distance_upper_bound=SPACING)
        near = np.flatnonzero(np.isfinite(distance))
        first.append(near)
        second.append(np.asarray(other)[near])
    if not first:
        return nothing()
    pair = np.unique(np.column_stack([np.concatenate(first), np.concatenate(second)]), axis=0)
    i, j = pair[pair[:, 0] != pair[:, 1]].T
    return _like(ways.chosen(i), ways.end[j], solids, walker)


def _like(models: Ways, ends: FloatArray, solids: RayScene, walker: Walker) -> Ways:
    """Those of the ways from where models start to other ends (n, 3) that go over at about the same height."""
    met = crossings(solids, models.start, ends, walker)
    same = met.possible & (np.abs(met.level - models.level) <= SAME_LEVEL) & (met.narrow == models.narrow)
    same &= met.across <= ACROSS + 2 * STEP
    start, end, level = models.start[same], ends[same], met.level[same]
    toward = end[:, :2] - start[:, :2]
    return replace(
        plain(start, end, models.start_zone[same], models.end_zone[same], level),
        across=met.across[same],
        narrow=met.narrow[same],
        face_up=climbable(solids, start, level, toward, walker),
        face_down=climbable(solids, end, level, -toward, walker),
    )


def _candidates(
    edge: Samples, zones: Sequence[Zone], walls: Walls, walker: Walker
) -> tuple[IntArray, IntArray, FloatArray, BoolArray]:
    """Which sample could lead to which zone, how far out, and whether the zone begins there or the base is merely clear."""
    height = np.array([z.z for z in zones])
    boxes = np.array([[z.rings[0].min(axis=0), z.rings[0].max(axis=0)] for z in zones])
    near = ACROSS + 2 * walker.radius + 4 * CLEAR
    reach = np.where(edge.brink, FARTHEST_LEAP, near)
    tips = edge.xy + reach[:, None] * edge.out
    low, high = np.minimum(edge.xy, tips), np.maximum(edge.xy, tips)
    pairs = [
        np.flatnonzero((low <= box[1]).all(axis=1) & (high >= box[0]).all(axis=1) & (height[edge.zone] + STEP + 1e-3 >= z))
        for box, z in zip(boxes, height, strict=True)
    ]
    sample = np.concatenate(pairs)
    zone = np.repeat(np.arange(len(zones)), [len(part) for part in pairs])
    span = reach[sample, None]
    begins = span * walls.crossed(zone, edge.xy[sample], span * edge.out[sample], most=4) + CLEAR / 2.0
    clear = walker.radius + CLEAR + np.array([0.0, 0.25, 0.5, 0.75, 1.0])
    far = np.concatenate([np.full((len(sample), 1), 1e-6), begins, np.broadcast_to(clear, (len(sample), 5))], axis=1)
    same = edge.zone[sample] == zone
    far[same, 0] = np.inf
    which, column = np.nonzero(np.isfinite(far) & (far <= span))
    sample, zone, far = sample[which], zone[which], far[which, column]
    point = edge.xy[sample] + far[:, None] * edge.out[sample]
    inside = np.zeros(len(point), dtype=bool)
    for number, home in enumerate(zones):
        rows = np.flatnonzero(zone == number)
        inside[rows] = home.holds(point[rows])
    # Within its own zone one walks.
    walked = (edge.zone[sample] == zone) & walls.sees(zone, edge.xy[sample], point)
    step = np.abs(height[edge.zone[sample]] - height[zone]) <= STEP + 1e-3
    clear_of = step | (far >= walker.radius)
    use = inside & ~walked & clear_of
    return sample[use], zone[use], far[use], (column[use] >= 1) & (column[use] <= 4)


def _first_of(group: IntArray, far: FloatArray, good: BoolArray) -> IntArray:
    """The rows that are the nearest good ones of their group."""
    rows = np.flatnonzero(good)
    order = rows[np.lexsort((far[rows], group[rows]))]
    _, first = np.unique(group[order], return_index=True)
    return np.asarray(order[first])


def leaps(edge: Samples, zones: Sequence[Zone], solids: RayScene, walker: Walker) -> Ways:
    """Ways over gaps from open edge to open edge: leaps, level or down, and level climbs along a face beside the gap."""
    from scipy.spatial import cKDTree

    height = np.array([z.z for z in zones])
    free = np.flatnonzero(edge.brink)
    if len(free) == 0:
        return nothing()
    tree = cKDTree(edge.xy[free])
    pairs = free[tree.query_pairs(FARTHEST_LEAP, output_type="ndarray")]
    pairs = np.concatenate([pairs, pairs[:, ::-1]])
    a, b = pairs.T
    way = edge.xy[b] - edge.xy[a]
    size = np.hypot(*way.T)
    fall = height[edge.zone[a]] - height[edge.zone[b]]
    away, back = ((way * edge.out[at]).sum(axis=1) / np.maximum(size, 1e-9) for at in (a, b))
    facing = (away > FACING) & (back < -FACING)
    use = facing & (size > 2 * walker.radius) & (fall >= -1e-3) & ((fall > 1e-3) | (a < b))
    a, b = a[use], b[use]
    start = np.column_stack([edge.xy[a], height[edge.zone[a]]])
    end = np.column_stack([edge.xy[b], height[edge.zone[b]]])
    clear = leap_clear(solids, start, end, walker)
    nearest = _few(a[clear] * len(zones) + edge.zone[b[clear]], size[use][clear])
    rows = np.flatnonzero(clear)[nearest]
    start, end, a, b = start[rows], end[rows], a[rows], b[rows]
    ways = plain(start, end, edge.zone[a], edge.zone[b], np.maximum(start[:, 2], end[:, 2]))
    level = np.abs(start[:, 2] - end[:, 2]) <= STEP + 1e-3
    beside = level & face_along(solids, start, end, walker)
    return joined([replace(ways, gap=ways.run), replace(ways, along=np.ones(len(ways), dtype=bool)).chosen(beside)])


def _few(group: IntArray, size: FloatArray) -> IntArray:
    """Of each group the smallest, and others of all sizes, `LEAPS_FROM` in all."""
    order = np.lexsort((size, group))
    _, first, count = np.unique(group[order], return_index=True, return_counts=True)
    rank, many = np.arange(len(order)) - np.repeat(first, count), np.repeat(count, count)
    picked = (rank == 0) | (rank * LEAPS_FROM // many != (rank - 1) * LEAPS_FROM // many)
    return np.asarray(order[picked])


def through(openings: Sequence[Opening], zones: Sequence[Zone], solids: RayScene, walker: Walker) -> Ways:
    """Ways through narrow openings and closed doors."""
    found = []
    for opening in openings:
        at = [_home(zones, place, opening.z) for place in (opening.start, opening.end)]
        if at[0] is not None and at[1] is not None:
            found.append((opening, at[0], at[1]))
    if not found:
        return nothing()
    start = np.array([[*opening.start, opening.z] for opening, _, _ in found])
    end = np.array([[*opening.end, opening.z] for opening, _, _ in found])
    door = np.array([opening.door for opening, _, _ in found])
    ways = plain(start, end, np.array([a for _, a, _ in found]), np.array([b for _, _, b in found]), start[:, 2].copy())
    met = crossings(solids, start, end, walker)
    fits = met.possible & (met.level <= start[:, 2] + STEP)
    return replace(ways, narrow=~door, door=door).chosen(fits | door)


def _home(zones: Sequence[Zone], place: FloatArray, z: float) -> int | None:
    """The zone at a height that holds a place (2,)."""
    for number, zone in enumerate(zones):
        if abs(zone.z - z) < 1e-6 and zone.holds(place[None])[0]:
            return number
    return None


def up_ladder(ladder: Ladder, zones: Sequence[Zone], solids: RayScene, walker: Walker) -> Ways:
    """Ways from in front of a ladder to the floors that it leads to."""
    front = np.array(ladder.foot[:2]) + (walker.radius + CLEAR) * np.array(ladder.out)
    behind = np.array(ladder.top[:2])
    low, high = ladder.foot[2], ladder.top[2]
    feet = _stops(zones, front, ASIDE, low - BELOW, high - STEP)
    tops = _stops(zones, behind, BEYOND, low + STEP, high + BELOW)
    pairs = [(f, t) for f in feet for t in tops if zones[t[0]].z > zones[f[0]].z + STEP]
    if not pairs:
        return nothing()
    start = np.array([[*place, zones[n].z] for (n, place), _ in pairs])
    end = np.array([[*place, zones[n].z] for _, (n, place) in pairs])
    start_zone, end_zone = (np.array([pair[side][0] for pair in pairs]) for side in (0, 1))
    ways = replace(plain(start, end, start_zone, end_zone, end[:, 2].copy()), ladder=np.ones(len(pairs), dtype=bool))
    return ways.chosen(hatch_clear(solids, start, end, walker))


def up_stairs(flight: Stairs, zones: Sequence[Zone], solids: RayScene, walker: Walker) -> Ways:
    """The way straight up a flight of stairs, for where its treads are too steep or narrow to walk them one by one."""
    foot, top = np.array(flight.foot), np.array(flight.top)
    feet = _stops(zones, foot[:2], ASIDE, foot[2] - STEP, foot[2] + LANDING)
    tops = _stops(zones, top[:2], ASIDE, top[2] - LANDING, top[2] + STEP)
    pairs = [(f, t) for f in feet for t in tops if zones[t[0]].z > zones[f[0]].z + STEP]
    if not pairs:
        return nothing()
    start = np.array([[*place, zones[n].z] for (n, place), _ in pairs])
    end = np.array([[*place, zones[n].z] for _, (n, place) in pairs])
    start_zone, end_zone = (np.array([pair[side][0] for pair in pairs]) for side in (0, 1))
    ways = plain(start, end, start_zone, end_zone, end[:, 2].copy())
    slope = np.hypot(ways.run, ways.up) - ways.run
    ways = replace(ways, slope=slope, stairs=np.ones(len(pairs), dtype=bool))
    return ways.chosen(slope_clear(solids, start, end, walker))


def _stops(zones: Sequence[Zone], point: FloatArray, most: float, low: float, high: float) -> list[tuple[int, FloatArray]]:
    """The zones between two heights with a place within ``most`` of a point (2,), and the nearest place of each."""
    spot, found = shapely.Point(point), []
    for number, zone in enumerate(zones):
        if low <= zone.z <= high and zone.polygon.distance(spot) <= most:
            found.append((number, np.array(shapely.ops.nearest_points(zone.polygon, spot)[0].coords[0])))
    return found


def with_slopes(ways: Ways, zones: Sequence[Zone], flights: Sequence[Stairs]) -> Ways:
    """The ways with what stairs and slopes make them longer than their plan."""
    rise = np.abs(ways.start[:, 2] - ways.end[:, 2])
    # What is crossed on the way is no slope.
    free = ways.level <= np.maximum(ways.start[:, 2], ways.end[:, 2]) + STEP
    small = (rise > 1e-3) & (rise <= STEP + 1e-3) & (ways.gap == 0.0) & free
    steep = np.array([zone.slope for zone in zones])
    ratio = np.where(small, np.maximum(steep[ways.start_zone], steep[ways.end_zone]), 0.0)
    on_stairs = np.zeros(len(ways), dtype=bool)
    for flight in flights:
        on = small & _on(flight, ways.start) & _on(flight, ways.end)
        height, run = flight.top[2] - flight.foot[2], np.hypot(flight.top[0] - flight.foot[0], flight.top[1] - flight.foot[1])
        ratio, on_stairs = np.where(on, height / max(run, 1e-6), ratio), on_stairs | on
    inverse = 1.0 / np.maximum(ratio, 1e-9)
    longer = np.where(ratio > 1e-6, rise * (np.sqrt(1.0 + inverse**2) - inverse), 0.0)
    return replace(ways, slope=np.where(ways.slope > 0.0, ways.slope, longer), stairs=ways.stairs | on_stairs)


def _on(flight: Stairs, points: FloatArray) -> BoolArray:
    """(n,) whether points (n, 3) are on the stairs or at one of their ends."""
    foot, top = np.array(flight.foot), np.array(flight.top)
    along = (top - foot)[:2]
    run = max(float(np.hypot(*along)), 1e-6)
    ahead = (points[:, :2] - foot[:2]) @ along / run
    aside = (points[:, :2] - foot[:2]) @ np.array([-along[1], along[0]]) / run
    above = points[:, 2] - foot[2] - (top[2] - foot[2]) * (ahead / run).clip(0.0, 1.0)
    near = (np.abs(aside) <= flight.width / 2 + CLEAR) & (ahead > -AWAY) & (ahead < run + AWAY)
    return np.asarray(near & (np.abs(above) <= STEP + 0.1))
