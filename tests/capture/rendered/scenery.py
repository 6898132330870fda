"""The scenery that is photographed: a table with its terrain and figures, printed paper, and the colours of all of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from scene.geometry.mesh import Mesh
from scene.geometry.rigid_transform import RigidTransform
from scene.table.table import BASE_HEIGHT_MM, MM_PER_INCH, Figure, Table
from tests.capture.rendered.sheets import PrintedSheet, PrintedTag

Colour = tuple[float, float, float]
"""Red, green and blue: shares of the light that is given back, 0 to 1, in linear light."""

MAT: Colour = (0.30, 0.28, 0.22)
FLOOR: Colour = (0.20, 0.13, 0.09)
SLAB: Colour = (0.16, 0.11, 0.08)
BASE: Colour = (0.035, 0.035, 0.04)
PIECES: tuple[Colour, ...] = (
    (0.22, 0.20, 0.18),
    (0.30, 0.17, 0.09),
    (0.18, 0.22, 0.20),
    (0.33, 0.26, 0.12),
    (0.15, 0.17, 0.22),
    (0.26, 0.12, 0.10),
)
BODIES: tuple[Colour, ...] = ((0.32, 0.12, 0.10), (0.12, 0.18, 0.34), (0.38, 0.30, 0.20), (0.16, 0.26, 0.14))

BASE_SIDES = 128
SLAB_INCHES = 0.75
FLOOR_DEPTH = 29.0
FAR = 400.0


@dataclass(frozen=True, eq=False)
class Scenery:
    """All that a photo can show.

    Attributes:
        table: size, terrain and figures.
        papers: tags and other sheets, wherever they lie.
        bare: ids of figures of which only the base stands there, with upright sides.
        mat, floor: colours of the table's ground and of the room's floor below it.
        grain: contrast of the mat's grain, as a standard deviation over the mean; other surfaces have half of it.
        colours: of pieces and figures' bodies by id; others take theirs in turn.
        base_colours: of bases by the figure's id; `BASE` without.
        base_slope_mm: by how much the top of a base is narrower than its foot, on each side.
    """

    table: Table
    papers: tuple[PrintedSheet | PrintedTag, ...] = ()
    bare: frozenset[str] = frozenset()
    mat: Colour = MAT
    floor: Colour = FLOOR
    grain: float = 0.06
    colours: Mapping[str, Colour] = field(default_factory=dict)
    base_colours: Mapping[str, Colour] = field(default_factory=dict)
    base_slope_mm: float = 0.5

    @property
    def sheets(self) -> tuple[PrintedSheet, ...]:
        """All papers as sheets, in order."""
        return tuple(paper.sheet if isinstance(paper, PrintedTag) else paper for paper in self.papers)

    @property
    def tags(self) -> tuple[PrintedTag, ...]:
        """The papers that are tags."""
        return tuple(paper for paper in self.papers if isinstance(paper, PrintedTag))

    def solids(self) -> list[tuple[Mesh, Colour, float]]:
        """Everything but paper: mesh in the table's frame, colour, grain."""
        across, along = self.table.size
        found = [
            (_level(-FAR, -FAR, FAR, FAR, -FLOOR_DEPTH), self.floor, self.grain),
            (_slab(across, along), SLAB, 0.5 * self.grain),
            (_level(0.0, 0.0, across, along, 0.0), self.mat, self.grain),
        ]
        for number, piece in enumerate(self.table.terrain.pieces):
            found.append((piece.placed, self.colours.get(piece.id, PIECES[number % len(PIECES)]), 0.5 * self.grain))
        for number, figure in enumerate(self.table.figures):
            if figure.base_mm > 0:
                slope = 0.0 if figure.id in self.bare else self.base_slope_mm
                found.append((base_mesh(figure, slope_mm=slope), self.base_colours.get(figure.id, BASE), 0.5 * self.grain))
            if figure.id not in self.bare:
                colour = self.colours.get(figure.id, BODIES[number % len(BODIES)])
                found.append((figure.placed, colour, 0.5 * self.grain))
                extra = figure.body.insignificant
                found.append((extra.with_vertices(figure.pose.to_table(extra.vertices)), BASE, 0.0))
        return found


def base_mesh(figure: Figure, *, slope_mm: float = 0.0) -> Mesh:
    """A figure's base on the table: 3 mm high, as wide as ``base_mm`` at its foot and less by the slope at its top."""
    turns = np.arange(BASE_SIDES) * 2.0 * np.pi / BASE_SIDES
    # The polygon has the circle's area, so that its rim is right on average.
    stretch = np.sqrt(2.0 * np.pi / BASE_SIDES / np.sin(2.0 * np.pi / BASE_SIDES))
    ring = np.stack([np.cos(turns), np.sin(turns)], axis=1) * stretch / MM_PER_INCH
    low, high = ring * figure.base_mm / 2.0, ring * (figure.base_mm / 2.0 - slope_mm)
    top = BASE_HEIGHT_MM / MM_PER_INCH
    points = np.concatenate([_at(low, 0.0), _at(high, top), [[0.0, 0.0, top]]])
    i = np.arange(BASE_SIDES)
    j = (i + 1) % BASE_SIDES
    n = BASE_SIDES
    middle = np.full(n, 2 * n)
    faces = np.concatenate(
        [np.stack([i, j, j + n], axis=1), np.stack([i, j + n, i + n], axis=1), np.stack([middle, i + n, j + n], axis=1)]
    )
    return Mesh.of(RigidTransform.turned(figure.position, 0.0).to_table(points), faces)


def _at(ring: np.ndarray, z: float) -> np.ndarray:
    return np.concatenate([ring, np.full((len(ring), 1), z)], axis=1)


def _level(left: float, near: float, right: float, far: float, z: float) -> Mesh:
    return Mesh.of([[left, near, z], [right, near, z], [right, far, z], [left, far, z]], [[0, 1, 2], [0, 2, 3]])


def _slab(across: float, along: float) -> Mesh:
    """The table's sides and underside; its top is the mat."""
    corners = [[0.0, 0.0], [across, 0.0], [across, along], [0.0, along]]
    points = [[*corner, z] for z in (-SLAB_INCHES, 0.0) for corner in corners]
    sides = [[i, (i + 1) % 4, (i + 1) % 4 + 4] for i in range(4)] + [[i, (i + 1) % 4 + 4, i + 4] for i in range(4)]
    return Mesh.of(points, [*sides, [0, 2, 1], [0, 3, 2]])
