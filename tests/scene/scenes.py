"""Small scenes made of boxes, plates and capsules, fixed and random, for tests and benchmarks."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from scene.geometry.mesh import FloatArray, Mesh, joined
from scene.geometry.rigid_transform import RigidTransform
from scene.table.table import Body, Figure, Piece, Table, Terrain

Generator = np.random.Generator

BOX_FACES = np.array(
    [
        [0, 2, 1], [0, 3, 2], [4, 5, 6], [4, 6, 7], [0, 1, 5], [0, 5, 4],
        [1, 2, 6], [1, 6, 5], [2, 3, 7], [2, 7, 6], [3, 0, 4], [3, 4, 7],
    ]
)  # fmt: skip


def box(low: ArrayLike, high: ArrayLike) -> Mesh:
    """A closed box between two corners (3,), inches."""
    ends = np.array([low, high], dtype=np.float64)
    ring = [(0, 0), (1, 0), (1, 1), (0, 1)]
    corners = [[ends[x, 0], ends[y, 1], ends[z, 2]] for z in (0, 1) for x, y in ring]
    return Mesh.of(corners, BOX_FACES)


def plate(y: tuple[float, float], z: tuple[float, float], *, x: float = 0.0, parts: int = 1) -> Mesh:
    """A rectangle without thickness across the x axis, each side cut into ``parts``."""
    across, up = np.linspace(*y, parts + 1), np.linspace(*z, parts + 1)
    grid = np.stack(np.meshgrid([x], across, up, indexing="ij"), axis=-1).reshape(-1, 3)
    corner = (np.arange(parts)[:, None] * (parts + 1) + np.arange(parts)).reshape(-1)
    one = np.stack([corner, corner + parts + 1, corner + 1], axis=1)
    two = np.stack([corner + 1, corner + parts + 1, corner + parts + 2], axis=1)
    return Mesh.of(grid, np.concatenate([one, two]))


def ball(middle: ArrayLike, radius: float, *, stretch: float = 0.0, turns: int = 8) -> Mesh:
    """A ball, or an upright capsule whose straight part is ``stretch`` long; ``middle`` (3,) is that of the lower ball."""
    steps = turns // 2
    height = np.linspace(-np.pi / 2, np.pi / 2, 2 * steps)
    ring = np.arange(turns) * (2 * np.pi / turns)
    a, b = np.meshgrid(height, ring, indexing="ij")
    points = radius * np.stack([np.cos(a) * np.cos(b), np.cos(a) * np.sin(b), np.sin(a)], axis=-1)
    points[steps:, :, 2] += stretch
    row, place = (part.reshape(-1) for part in np.meshgrid(np.arange(2 * steps - 1), np.arange(turns), indexing="ij"))
    here, beside = row * turns + place, row * turns + (place + 1) % turns
    faces = np.concatenate([np.stack([here, beside, beside + turns], 1), np.stack([here, beside + turns, here + turns], 1)])
    return Mesh.of(points.reshape(-1, 3) + np.asarray(middle, dtype=np.float64), faces)


def solid_body(low: ArrayLike, high: ArrayLike, *, eye: ArrayLike | None = None) -> Body:
    """A box as a body; it looks from near the middle of its top unless ``eye`` says otherwise."""
    ends = np.array([low, high], dtype=np.float64)
    middle = np.array([*ends.mean(axis=0)[:2], 0.9 * ends[1, 2] + 0.1 * ends[0, 2]])
    return Body(box(low, high), middle if eye is None else np.asarray(eye, dtype=np.float64))


BLOCK = solid_body([-0.4, -0.3, 0.0], [0.4, 0.3, 1.2])

MANIKIN = Body(
    joined(
        ball([0, 0.12, 0.08], 0.08, stretch=0.5),
        ball([0, -0.12, 0.08], 0.08, stretch=0.5),
        ball([0, 0, 0.7], 0.2, stretch=0.25),
        ball([0, 0, 1.28], 0.12),
        ball([0.05, 0.27, 0.55], 0.06, stretch=0.45),
        ball([0.05, -0.27, 0.55], 0.06, stretch=0.45),
    ),
    np.array([0.12, 0.0, 1.3]),
)
"""A rough person of a few hundred triangles, for scenes in which no real proxy is needed."""


@dataclass(frozen=True)
class Scene:
    """A table on which ``shooter`` looks at ``target``."""

    table: Table
    shooter: Figure
    target: Figure

    @property
    def ignored(self) -> frozenset[str]:
        """What does not hide: the shooter himself."""
        return frozenset({self.shooter.id})


def scene_of(pieces: Sequence[Mesh], target: Body, *, eye: ArrayLike, at: tuple[float, float, float] = (0, 0, 0)) -> Scene:
    """Terrain of unplaced meshes, a target standing at ``at`` and a shooter (without base) who is nothing but his eye."""
    terrain = Terrain(tuple(Piece(f"piece {i}", mesh) for i, mesh in enumerate(pieces)))
    shooter = Figure("shooter", Body(ball(eye, 1e-3), np.asarray(eye, dtype=np.float64)), (0, 0, 0), base_mm=0)
    victim = Figure("target", target, at, base_mm=0)
    return Scene(Table((48, 36), terrain, (shooter, victim)), shooter, victim)


def random_turn(rng: Generator) -> tuple[float, float, float, float]:
    """A rotation as good as any other (unit quaternion)."""
    w, x, y, z = (values := rng.normal(size=4)) / np.linalg.norm(values)
    return (float(w), float(x), float(y), float(z))


def random_boxes(rng: Generator, count: int) -> list[Mesh]:
    """Boxes, posts and slabs about their own origins."""
    halves = np.exp(rng.uniform(np.log(0.04), np.log(0.8), size=(count, 3)))
    return [box(-half, half) for half in halves]


def random_scene(rng: Generator, *, shapes: Sequence[Mesh] | None = None, bodies: Sequence[Body] = (BLOCK, MANIKIN)) -> Scene:
    """Two figures that look at each other, with pieces of terrain and other figures somewhere between them.

    Args:
        shapes: what pieces are drawn from, standing upright; None makes boxes that lie any way.
        bodies: what figures are drawn from.
    """
    distance = float(np.exp(rng.uniform(np.log(2.0), np.log(36.0))))
    ahead = rng.uniform(0, 2 * np.pi)
    low, high = rng.choice([0, 0, 3, 6.0]), rng.choice([0, 0, 3.0])
    start = np.array([24.0, 18.0, low])
    way = np.array([np.cos(ahead) * distance, np.sin(ahead) * distance, high - low])
    aside = np.array([-np.sin(ahead), np.cos(ahead), 0.0])

    def figure(name: str, place: FloatArray) -> Figure:
        x, y, z = (float(value) for value in place)
        return Figure(name, bodies[int(rng.integers(len(bodies)))], (x, y, z), facing=float(rng.uniform(0, 360)))

    shooter, target = figure("shooter", start), figure("target", start + way)
    pieces = []
    for i in range(rng.integers(1, 5)):
        place = start + rng.uniform(0.1, 0.95) * way
        if shapes is None:
            place = place + rng.normal() * 0.7 * aside + [0.0, 0.0, rng.uniform(0.1, 1.2)]
            pose = RigidTransform(_place(place), random_turn(rng))
            shape = random_boxes(rng, 1)[0]
        else:
            shape = shapes[int(rng.integers(len(shapes)))]
            # Most of the way to the side of a large piece, so that its rim is between them rather than its middle.
            reach = 0.7 + 0.35 * float((shape.bounds[1] - shape.bounds[0])[:2].max())
            place = place + rng.normal() * reach * aside - [0.0, 0.0, rng.uniform(0.0, 1.5)]
            pose = RigidTransform.turned(np.maximum(place, [-np.inf, -np.inf, 0.0]), float(rng.uniform(0, 360)))
        pieces.append(Piece(f"piece {i}", shape, pose))
    others = [
        figure(f"other {i}", start + rng.uniform(0.15, 0.85) * way + rng.normal() * 0.3 * aside)
        for i in range(rng.integers(0, 3))
    ]
    return Scene(Table((48, 36), Terrain(tuple(pieces)), (shooter, target, *others)), shooter, target)


def _place(values: FloatArray) -> tuple[float, float, float]:
    x, y, z = (float(value) for value in values)
    return (x, y, z)
