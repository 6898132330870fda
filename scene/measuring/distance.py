"""Distances on the table: between the nearest points, and what stands in between.

A base is a solid disc and is measured to its nearest point, also that of a figure lying down, where it stood; a figure
without a base is measured to its body, a piece of terrain to its surface. Source: main-rulebook, Measurements.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from scene.base.errors import SceneError
from scene.geometry.closest_points import Cylinder, cylinders, mesh_near_cylinder, mesh_to_cylinder, meshes
from scene.geometry.mesh import FloatArray, Mesh
from scene.table.table import Figure, Kind, Piece, Terrain
from scene.visibility.occluders import occluders

Point = Sequence[float]
Thing = Figure | Piece | Point
"""What can be measured to: a figure, a piece of terrain, or x, y, z in inches."""

STEP = 0.0003
"""Inches: how far beyond a surface the next one is looked for."""
END_TOLERANCE = 0.02
"""Inches (half a millimetre): a way between two things is not blocked by what it only touches at its ends."""
ROUNDING = 1e-9
"""Inches."""
GROUND_KINDS: tuple[Kind, ...] = ("area", "pit")
"""Terrain that is ground, which nothing has to be measured through."""


@dataclass(frozen=True)
class Span:
    """The straight way between the nearest points of two things, inches.

    Attributes:
        from_, to: x, y, z of the two points.
    """

    from_: tuple[float, float, float]
    to: tuple[float, float, float]

    @property
    def horizontal(self) -> float:
        """Its length seen from above."""
        return float(np.hypot(self.to[0] - self.from_[0], self.to[1] - self.from_[1]))

    @property
    def vertical(self) -> float:
        """How much higher one end is; never negative."""
        return abs(self.to[2] - self.from_[2])

    @property
    def distance(self) -> float:
        """Its length."""
        return float(np.hypot(self.horizontal, self.vertical))


def nearest(a: Thing, b: Thing) -> Span:
    """The nearest points of two things, exact but for rounding; the same point twice where they touch or cross.

    Pieces and bodies are surfaces: what stands inside a hollow one, clear of it, has a distance to it.

    Raises:
        SceneError: a piece has no surface, or a coordinate is not a number.
    """
    one, other = _solid(a), _solid(b)
    if isinstance(one, Mesh):
        ends = meshes(one, other) if isinstance(other, Mesh) else mesh_to_cylinder(one, other)
    elif isinstance(other, Mesh):
        ends = mesh_to_cylinder(other, one)[::-1]
    else:
        ends = cylinders(one, other)
    return Span(_triple(ends[0]), _triple(ends[1]))


def is_within(figure: Figure, piece: Piece, inches: float) -> bool:
    """Whether a figure and a piece are no farther apart than so many inches; if not, boxes around its triangles mostly tell."""
    solid = _solid(figure)
    if isinstance(solid, Mesh):
        return nearest(figure, piece).distance <= inches
    near = mesh_near_cylinder(_surface(piece), solid, inches + ROUNDING)
    return near is not None and Span(_triple(near[0]), _triple(near[1])).distance <= inches


def _triple(point: FloatArray) -> tuple[float, float, float]:
    x, y, z = (float(value) for value in point)
    return x, y, z


def _solid(thing: Thing) -> Mesh | Cylinder:
    """What of a thing is measured to."""
    if isinstance(thing, Piece):
        return _surface(thing)
    if not isinstance(thing, Figure):
        return _place(thing)
    if thing.base_mm <= 0 and len(thing.body.counts.faces):
        return thing.placed
    x, y, z = thing.position
    return Cylinder((x, y), thing.base_radius, z, z + thing.base_height)


def _surface(piece: Piece) -> Mesh:
    if len(piece.shape.faces) == 0:
        raise SceneError(f'terrain piece "{piece.id}" has no surface to measure to')
    return piece.placed


def _place(point: Point) -> Cylinder:
    values = np.asarray(point, dtype=np.float64)
    if values.shape != (3,) or not np.isfinite(values).all():
        raise SceneError(f"a place is x, y, z in inches, not {list(point)}")
    x, y, z = _triple(values)
    return Cylinder((x, y), 0.0, z, z)


def blocked_by(terrain: Terrain, a: Thing, b: Thing, *, above: float = 0.0) -> tuple[str, ...]:
    """Ids of the pieces that the straight way between the nearest points of two things goes through, nearest first.

    Every piece that hides counts, except ground (areas and pits) and the two things themselves; figures never do. The
    way between bases runs at half their height, clear of the floor, and begins just within them, so that even a thin
    wall which both touch is in between. Source: main-rulebook, Measuring through walls and solid terrain features.

    Args:
        terrain: what may be in between.
        a, b: the two things.
        above: inches that the way runs higher at both ends.
    """
    start, end = (point + np.array([0.0, 0.0, above]) for point in _way(a, b))
    length = float(np.linalg.norm(end - start))
    if length == 0.0:
        return ()
    # Bases are round, and the way leaves them in the open: begin a little inside. Everywhere else a little outside.
    along = (end - start) / length * END_TOLERANCE
    start = start + (-along if _on_base(a) else along)
    end = end - (-along if _on_base(b) else along)
    if float((end - start) @ along) <= 0.0:
        return ()
    own = {thing.id for thing in (a, b) if isinstance(thing, Piece)}
    return tuple(piece for piece in _crossed(terrain, start, end) if piece not in own)


def _on_base(thing: Thing) -> bool:
    return isinstance(thing, Figure) and thing.base_mm > 0


def _way(a: Thing, b: Thing) -> tuple[FloatArray, FloatArray]:
    """The nearest points, those of bases brought to half the base's height, the other end with them if it is level."""
    span = nearest(a, b)
    points = [np.array(span.from_), np.array(span.to)]
    level = abs(points[0][2] - points[1][2]) < STEP
    for number, thing in enumerate((a, b)):
        if isinstance(thing, Figure) and thing.base_mm > 0:
            points[number][2] = thing.position[2] + thing.base_height / 2.0
            if level and not _on_base((b, a)[number]):
                points[1 - number][2] = points[number][2]
    return points[0], points[1]


def _crossed(terrain: Terrain, start: FloatArray, end: FloatArray) -> list[str]:
    """Ids of the pieces whose surface the segment goes through, in order. Every hit is followed by a look beyond it."""
    hiding = occluders(terrain)
    way = end - start
    step = STEP / float(np.linalg.norm(way))
    passed, found = 0.0, dict[str, None]()
    while passed < 1.0:
        hit = hiding.rays.first_hits((start + passed * way)[None], way[None], np.array([1.0 - passed]))
        if hit.mesh[0] < 0:
            break
        piece = hiding.pieces[int(hit.mesh[0])]
        if piece.kind not in GROUND_KINDS:
            found[piece.id] = None
        passed += float(hit.distance[0]) + step
    return list(found)
