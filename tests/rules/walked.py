"""A second opinion on paths: every leg is held against the table's bare triangles, with arithmetic of its own.

A triangle is cut off exactly at the two heights between which a body is, and the distance in plan from the path to what is
left of it is measured. There are no rays, no regions and no samples that something thin could slip between. Inches.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
import shapely

from scene.geometry.mesh import BoolArray, FloatArray, Point
from scene.pathfinding.path_legs import Leg, Path
from scene.table.table import Piece, Table

STEP = 0.5
OVERHANG = 1.0
OBSTACLE = 2.0
SQUEEZED = 0.75
SLIM = 0.3
"""Part of its radius that a figure has to have free on ladders and stairs."""
GRAZE = 0.04
"""Inches that a base may overlap what stands beside it: rounding of outlines."""
UNEVEN = 0.13
"""Inches that a floor may be uneven: rivets, planks."""
HATCH = 2.0
"""Inches behind the top of a ladder on which only the upper body counts, for rails and hatches."""
FLIGHT = 1.2
"""Rise over run of stairs and slopes that go on in front of a base."""
LEDGE = 0.2
"""Inches that what a base is just clear of may stand out from the floor that it goes over to."""
ASLANT = 2.4
"""Base radii along a leap at most until the base is clear of what it crossed aslant."""
PACE = 0.1
"""Inches between the places where a path is looked at."""
WINDOW, MANY = 4.0, 2000
"""Inches: of so many triangles, those over squares of twice that side are kept apart."""


@dataclass(frozen=True)
class Fault:
    """What is wrong about a path, and where."""

    leg: int
    kind: str
    what: str
    where: Point

    def __str__(self) -> str:
        x, y, z = self.where
        return f"leg {self.leg} ({self.kind}): {self.what} at {x:.3f}, {y:.3f}, {z:.3f}"


@dataclass(frozen=True, eq=False)
class Surface:
    """Triangles (t, 3, 3)."""

    triangles: FloatArray

    @cached_property
    def box(self) -> FloatArray:
        """(2, 3, t) the lowest and highest x, y and z of each."""
        return np.stack([self.triangles.min(axis=1).T, self.triangles.max(axis=1).T])

    def chosen(self, which: BoolArray) -> "Surface":
        """Some of them."""
        some = Surface(self.triangles[which])
        some.__dict__["box"] = self.box[:, :, which]
        return some

    @staticmethod
    def of(pieces: list[Piece]) -> "Surface":
        """Of all pieces together."""
        return Surface(np.concatenate([np.zeros((0, 3, 3)), *(piece.placed.triangles for piece in pieces)]))

    def near(self, a: FloatArray, b: FloatArray, reach: float) -> "Surface":
        """What may lie within ``reach`` in plan of the line from ``a`` to ``b``."""
        low, high = np.minimum(a, b)[:2] - reach, np.maximum(a, b)[:2] + reach
        first = np.floor(low / WINDOW)
        if len(self.triangles) < MANY or not (high <= (first + 2.0) * WINDOW).all():
            return self._within(low, high)
        # Of a whole table most is far away, time and again.
        key = float(first[0]), float(first[1])
        if key not in self._windows:
            self._windows[key] = self._within(first * WINDOW, (first + 2.0) * WINDOW)
        return self._windows[key]._within(low, high)

    @cached_property
    def _windows(self) -> dict[tuple[float, float], "Surface"]:
        """What lies over squares of two windows' width, by where they begin."""
        return {}

    def _within(self, low: FloatArray, high: FloatArray) -> "Surface":
        """What may lie over a rectangle between two corners (2,)."""
        begins, ends = self.box[:, :2]
        return self.chosen((begins <= high[:, None]).all(axis=0) & (ends >= low[:, None]).all(axis=0))

    def between(self, low: float, high: float) -> "Surface":
        """The triangles that reach in between two heights, whole."""
        return self.chosen((self.box[0, 2] < high) & (self.box[1, 2] > low))

    def level(self, steepest: float = 0.6) -> "Surface":
        """Its parts that are like a floor, whichever way they are wound."""
        a, b, c = np.moveaxis(self.triangles, 1, 0)
        normal = np.cross(b - a, c - a)
        return self.chosen(np.abs(normal[:, 2]) > steepest * np.linalg.norm(normal, axis=1))

    def heights(self, place: FloatArray) -> FloatArray:
        """(k,) the heights at which the upright line through a place (2,) meets it."""
        inside, z = _over(self.triangles, place)
        return np.asarray(z[inside])

    def distances(self, a: FloatArray, b: FloatArray, low: float, high: float) -> FloatArray:
        """(t,) in plan, from the line from ``a`` to ``b`` to what of each triangle lies between two heights."""
        ring, some = _cut(self.triangles, low, high)
        first, last = np.asarray(a[:2]), np.asarray(b[:2])
        far = np.full(len(ring), np.inf)
        if not some.any():
            return far
        corner, after = ring[some], np.roll(ring[some], -1, axis=1)
        best = _segments_apart(first, last, corner, after).min(axis=1)
        inside, z = _over(self.triangles[some], first)
        best[inside & (z > low) & (z < high)] = 0.0
        far[some] = best
        return far

    def touches(self, a: FloatArray, b: FloatArray, low: float, high: float, radius: float) -> bool:
        """Whether a cylinder between two heights meets it on its way from ``a`` to ``b``."""
        if high <= low or radius <= 0.0:
            return False
        near = self.near(a, b, radius).between(low, high)
        return bool((near.distances(a, b, low, high) < radius).any())


def _over(triangles: FloatArray, place: FloatArray) -> tuple[BoolArray, FloatArray]:
    """(t,) whether triangles lie over or under a place (2,), and (t,) at which height."""
    a, b, c = np.moveaxis(triangles, 1, 0)
    u, v, w = b - a, c - a, place[:2] - a[:, :2]
    area = u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0]
    safe = np.where(np.abs(area) > 1e-12, area, 1.0)
    s = (w[:, 0] * v[:, 1] - w[:, 1] * v[:, 0]) / safe
    t = (u[:, 0] * w[:, 1] - u[:, 1] * w[:, 0]) / safe
    inside = (np.abs(area) > 1e-12) & (s >= -1e-9) & (t >= -1e-9) & (s + t <= 1 + 1e-9)
    return inside, a[:, 2] + s * u[:, 2] + t * v[:, 2]


def _cut(triangles: FloatArray, low: float, high: float) -> tuple[FloatArray, BoolArray]:
    """(t, 9, 2) the corners in plan of what lies between two heights, in order, some repeated; and (t,) whether anything."""
    here, there = triangles, np.roll(triangles, -1, axis=1)
    rise = there[..., 2] - here[..., 2]
    steep = np.where(np.abs(rise) > 1e-12, rise, np.inf)
    cuts = np.sort(np.stack([(low - here[..., 2]) / steep, (high - here[..., 2]) / steep], axis=-1), axis=-1)
    share = np.concatenate([np.zeros((*rise.shape, 1)), cuts], axis=-1)
    points = here[:, :, None] + share[..., None] * (there - here)[:, :, None]
    use = (share > 0.0) & (share < 1.0) & (np.abs(rise) > 1e-12)[..., None]
    use[..., 0] = (here[..., 2] >= low) & (here[..., 2] <= high)
    plan, use = points.reshape(len(triangles), 9, 3)[..., :2], use.reshape(len(triangles), 9)
    some: BoolArray = np.asarray(use.any(axis=1))
    last = np.where(use, np.arange(9), -1)
    last = np.maximum.accumulate(last, axis=1)
    last = np.where(last < 0, last[:, -1:].clip(min=0), last)
    return np.take_along_axis(plan, last[..., None], axis=1), some


def _segments_apart(a: FloatArray, b: FloatArray, c: FloatArray, d: FloatArray) -> FloatArray:
    """How far the segment from a to b, (2,), is from segments from c to d, (..., 2)."""
    ends = np.minimum(_apart(a, c, d), _apart(b, c, d))
    ends = np.minimum(ends, np.minimum(_apart(c, a, b), _apart(d, a, b)))
    across = (_turn(b - a, c - a) * _turn(b - a, d - a) < 0) & (_turn(d - c, a - c) * _turn(d - c, b - c) < 0)
    return np.asarray(np.where(across, 0.0, ends))


def _apart(point: FloatArray, c: FloatArray, d: FloatArray) -> FloatArray:
    along = d - c
    share = ((point - c) * along).sum(axis=-1) / np.maximum((along * along).sum(axis=-1), 1e-18)
    return np.asarray(np.linalg.norm(point - c - share.clip(0.0, 1.0)[..., None] * along, axis=-1))


def _turn(u: FloatArray, v: FloatArray) -> FloatArray:
    return np.asarray(u[..., 0] * v[..., 1] - u[..., 1] * v[..., 0])


class Checker:
    """Holds paths of one kind of figure against one table.

    Args:
        table: whose terrain.
        radius: of the base.
        height: of the figure on its base.
    """

    def __init__(self, table: Table, radius: float, height: float) -> None:
        solid = [p for p in table.terrain.pieces if p.kind not in {"area", "pit"} and not (p.kind == "door" and p.open)]
        self.solid = Surface.of(solid)
        self.pits = Surface.of([p for p in table.terrain.pieces if p.kind == "pit"])
        self.table, self.radius, self.height = table, radius, height

    def faults(self, path: Path, start: Point, goal: Point) -> list[Fault]:
        """All that is wrong about a path from a start to a goal."""
        found = list(self._chained(path, start, goal))
        for number, leg in enumerate(path.legs):
            before, after = (path.legs[max(0, number - 1) : number], path.legs[number + 1 : number + 2])
            beside: set[str] = {other.kind for other in (*before, leg, *after)}
            crossed = tuple(any(other.kind == "cross" for other in others) for others in (before, after))
            for what, where in self._leap(leg, crossed) if leg.kind == "leap" else self._leg(leg, beside):
                found.append(Fault(number, leg.kind, what, where))
        return found

    def _chained(self, path: Path, start: Point, goal: Point) -> Iterator[Fault]:
        ends = [start, *(leg.end for leg in path.legs)]
        starts = [*(leg.start for leg in path.legs), goal]
        for number, (before, after) in enumerate(zip(ends, starts, strict=True)):
            aside, above = (0.025, 0.62) if number in {0, len(path.legs)} else (2e-4, 1e-6)
            if np.hypot(before[0] - after[0], before[1] - after[1]) > aside or abs(before[2] - after[2]) > above:
                yield Fault(number, "chain", "does not go on where the last leg ended", after)

    def _leg(self, leg: Leg, beside: set[str]) -> Iterator[tuple[str, Point]]:
        a, b = np.array(leg.start), np.array(leg.end)
        yield from self._priced(leg, a, b)
        if leg.kind == "walk":
            yield from self._walk(a, b, beside)
        elif leg.kind in {"step", "climb", "ladder", "jump"}:
            yield from self._upright(leg, a, b, beside)
        elif leg.kind == "stairs":
            yield from self._stairs(a, b)
        else:
            yield from self._across(leg, a, b)

    def _priced(self, leg: Leg, a: FloatArray, b: FloatArray) -> Iterator[tuple[str, Point]]:
        if not np.isclose(b[2] - a[2], leg.rise, atol=1e-6):
            yield "its rise is not that of its ends", leg.start
        if leg.cost < float(np.hypot(*(b - a)[:2])) - 0.015 and leg.kind != "jump":
            yield "it costs less than its plan", leg.start
        yield from self._on_table(a, b)

    def _on_table(self, a: FloatArray, b: FloatArray) -> Iterator[tuple[str, Point]]:
        far = np.array(self.table.size) - self.radius + 1e-3
        for end in (a, b):
            if (end[:2] < self.radius - 1e-3).any() or (end[:2] > far).any():
                yield "over the table's edge", _point(end)

    def _walk(self, a: FloatArray, b: FloatArray, beside: set[str]) -> Iterator[tuple[str, Point]]:
        # A step on the path is taken anywhere between its ends.
        stepped = abs(b[2] - a[2]) <= STEP
        by_ladder = not beside.isdisjoint({"ladder", "stairs"})
        over_edge = self.radius + OVERHANG if not beside.isdisjoint({"climb", "jump"}) else 0.0
        places = _paces(a, b)
        for here, there in [(a, b)] if stepped else list(pairwise(places)):
            yield from self._room(here, there, max(here[2], there[2]), ends=(a, b) if by_ladder else ())
        for place in places:
            to_end = min(np.hypot(*(place - end)[:2]) for end in (a, b))
            if by_ladder and to_end <= HATCH:
                continue
            # Whoever jumps down, or has climbed up, may be just clear of what stands out up to an inch.
            reach = max(self.radius + LEDGE, over_edge if to_end <= over_edge else 0.0)
            if not self._footing(place, reach):
                yield "no floor within the base", _point(place)

    def _room(self, a: FloatArray, b: FloatArray, z: float, ends: tuple[FloatArray, ...]) -> Iterator[tuple[str, Point]]:
        """Faults of a level walk whose floor is at z. At the ends near ladders only the upper body counts."""
        if not self.solid.touches(a, b, z + STEP + 0.01, z + self.height - 0.01, self.radius - GRAZE):
            return
        for here, there in pairwise(_paces(a, b)):
            if not self.solid.touches(here, there, z + STEP + 0.01, z + self.height - 0.01, self.radius - GRAZE):
                continue
            middle = (here + there) / 2.0
            if ends and min(np.hypot(*(middle - end)[:2]) for end in ends) <= HATCH:
                if self.solid.touches(here, there, z + 0.7 * self.height, z + 0.9 * self.height, SLIM * self.radius):
                    yield "its head meets something by a ladder", _point(middle)
                continue
            if not self._goes_up(here, there, z):
                yield "something is in the way", _point(middle)

    def _goes_up(self, a: FloatArray, b: FloatArray, z: float) -> bool:
        """Whether all that is in the way are stairs or a slope that go on in front, with room above them."""
        rise = FLIGHT * self.radius
        low, radius = z + STEP + 0.01, self.radius - GRAZE
        near = self.solid.near(a, b, radius).between(low, z + self.height)
        if near.touches(a, b, low + rise, z + self.height - 0.01, radius):
            return False
        met = near.triangles[near.distances(a, b, low, low + rise) < radius]
        middle = (a + b)[:2] / 2.0
        # What is that near has to begin at or below a slope that starts at the base's middle, on something to step on.
        steps = self.solid.near(a, b, self.radius + 0.3).level().between(z + 0.02, z + STEP + UNEVEN)
        if len(steps.triangles) == 0:
            return False
        corners = met.reshape(-1, 3)
        away = np.hypot(*(corners[:, :2] - middle).T)
        return bool((corners[:, 2].clip(max=low + rise) <= z + STEP + UNEVEN + FLIGHT * away).all())

    def _footing(self, place: FloatArray, reach: float) -> bool:
        """Whether there is floor within a step under the base's middle, or within ``reach``: on edges, over narrow gaps."""
        z = float(place[2])
        if abs(z) <= STEP + UNEVEN and not self._in_pit(place):
            return True
        floors = self.solid.near(place, place, reach).between(z - STEP - UNEVEN, z + STEP + UNEVEN).level()
        return floors.touches(place, place, z - STEP - UNEVEN, z + STEP + UNEVEN, reach)

    def _in_pit(self, place: FloatArray) -> bool:
        """Whether the base lies over a pit wholly."""
        if len(self.pits.triangles) == 0:
            return False
        around = place[:2] + (self.radius - GRAZE) * np.array([[0, 0], [1, 0], [0, 1], [-1, 0], [0, -1]])
        return all(len(self.pits.heights(p)) > 0 for p in around)

    def _upright(self, leg: Leg, a: FloatArray, b: FloatArray, beside: set[str]) -> Iterator[tuple[str, Point]]:
        low, high = min(a[2], b[2]), max(a[2], b[2])
        if leg.kind == "climb" and high - low < 1e-6:
            yield from self._sideways(a, b)
            return
        if np.hypot(*(b - a)[:2]) > 1e-6:
            yield "it is not upright", leg.start
        if leg.kind == "step":
            if high - low > STEP + 2e-3:
                yield "it is higher than a step", leg.start
            return
        radius = (SLIM if leg.kind == "ladder" else 1.0) * self.radius - GRAZE
        part = 1.0 if "squeeze" not in beside else SQUEEZED
        if self.solid.touches(a, a, low + STEP + 0.03, high + part * self.height - 0.03, part * radius - GRAZE):
            yield "something is in the way up or down", leg.start
        if leg.kind in {"climb", "ladder"}:
            yield from self._held(a, low, high)

    def _sideways(self, a: FloatArray, b: FloatArray) -> Iterator[tuple[str, Point]]:
        if self.solid.touches(a, b, a[2] + STEP + 0.03, a[2] + self.height - 0.03, self.radius - 2 * GRAZE):
            yield "something is in the way along the face", _point((a + b) / 2.0)
        for place in _paces(a, b):
            reach = self.radius + OVERHANG + 0.06
            if not self.solid.touches(place, place, a[2], a[2] + self.height, reach):
                yield "no face beside it", _point(place)

    def _held(self, place: FloatArray, low: float, high: float) -> Iterator[tuple[str, Point]]:
        reach = self.radius + OVERHANG + 0.06
        near = self.solid.near(place, place, reach)
        empty = 0.0
        for z in np.arange(low + 0.05, high, PACE):
            held = near.touches(place, place, z - 0.05, z + 0.05, reach)
            empty = 0.0 if held else empty + PACE
            if empty > STEP + 1e-6:
                yield "nothing to hold on to", _point(np.array([*place[:2], z]))
                return

    def _stairs(self, a: FloatArray, b: FloatArray) -> Iterator[tuple[str, Point]]:
        for here, there in pairwise(_paces(a, b)):
            z = max(here[2], there[2])
            if self.solid.touches(here, there, z + STEP + 0.3, z + self.height - 0.05, SLIM * self.radius):
                yield "something is in the way on the stairs", _point(here)
            near = self.solid.near(here, here, 2 * self.radius).level()
            on = abs(z) <= 2 * STEP or near.touches(here, here, z - 2 * STEP, z + 2 * STEP, 2 * self.radius)
            if not on:
                yield "no stairs there", _point(here)

    def _leap(self, leg: Leg, crossed: tuple[bool, ...]) -> Iterator[tuple[str, Point]]:
        """Beside what is crossed before or after it, a leap goes over that too, until the base is clear of it."""
        a, b = np.array(leg.start), np.array(leg.end)
        yield from self._priced(leg, a, b)
        if b[2] > a[2] + 2e-3:
            yield "it leads upwards", _point(a)
        past = min(0.5, ASLANT * self.radius / max(leg.length, 1e-9))
        first, last = (a + past * (b - a) if crossed[0] else a), (b - past * (b - a) if crossed[1] else b)
        if self.solid.touches(first, last, a[2] + STEP + 0.03, a[2] + self.height - 0.03, self.radius - GRAZE):
            yield "something is in the air's way", _point((a + b) / 2.0)
        if not crossed[1] and self.solid.touches(b, b, b[2] + STEP + 0.03, a[2] + self.height - 0.03, self.radius - GRAZE):
            yield "something is where it comes down", _point(b)
        for over, here, there in ((crossed[0], a, first), (crossed[1], last, b)):
            if over and not self._crossable(here, there, max(here[2], there[2]), self.radius - 0.1, self.height):
                yield "what is crossed beside the gap is too high", _point(here)
        for end in (a, b):
            if not self._footing(end, self.radius + LEDGE):
                yield "no floor where it starts or ends", _point(end)

    def _across(self, leg: Leg, a: FloatArray, b: FloatArray) -> Iterator[tuple[str, Point]]:
        """Obstacles and openings: somewhere up to 2 inches up there is room for the body."""
        part = SQUEEZED if leg.kind == "squeeze" else 1.0
        radius, height = part * self.radius - 0.1, part * self.height
        if not self._crossable(a, b, max(a[2], b[2]), radius, height):
            yield "what is crossed is too high or too narrow", _point((a + b) / 2.0)
        straight = OBSTACLE + 2 * (self.radius + STEP) + 0.1
        if leg.kind == "cross" and np.hypot(*(b - a)[:2]) > straight and self._thickness(a, b) > OBSTACLE + 0.1:
            yield "what is crossed is too thick", _point(a)

    def _thickness(self, a: FloatArray, b: FloatArray) -> float:
        """The shorter side of the smallest rectangle round what stands higher than a step where a base goes over it."""
        floor = max(a[2], b[2])
        near = self.solid.near(a, b, self.radius).between(floor + STEP + 0.05, floor + OBSTACLE)
        swept = shapely.LineString([a[:2], b[:2]]).buffer(self.radius - 0.1, cap_style="flat")
        flat = [shapely.convex_hull(shapely.multipoints(corners[:, :2])) for corners in near.triangles]
        box = shapely.minimum_rotated_rectangle(shapely.union_all(shapely.intersection(flat, swept)))
        corners = shapely.get_coordinates(box)
        return float(np.hypot(*np.diff(corners, axis=0).T).min()) if len(corners) > 2 else 0.0

    def _crossable(self, a: FloatArray, b: FloatArray, floor: float, radius: float, height: float) -> bool:
        """Whether a body fits through somewhere, up to the height of an obstacle over a floor."""
        near = self.solid.near(a, b, self.radius).between(floor, floor + OBSTACLE + self.height)
        levels = [0.0, *np.arange(STEP, OBSTACLE + 0.05, 0.05)]
        free = (not near.touches(a, b, floor + max(over, STEP) + 0.02, floor + over + height - 0.06, radius) for over in levels)
        return any(free)


def _paces(a: FloatArray, b: FloatArray) -> list[FloatArray]:
    count = max(1, int(np.ceil(np.hypot(*(b - a)[:2]) / PACE)))
    return [a + (b - a) * share for share in np.linspace(0.0, 1.0, count + 1)]


def _point(place: FloatArray) -> Point:
    x, y, z = (float(value) for value in place)
    return (x, y, z)
