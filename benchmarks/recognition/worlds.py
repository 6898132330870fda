"""Made-up tables with painted pieces: the same pieces stand on them elsewhere, in other light, beside others."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from benchmarks.dense_lines.renderer import GRAIN_CELLS, GRAIN_MM, Array, Camera, Float32, Look, World
from capture.clicking.click_shapes import SHAPES
from capture.clicking.shape_frame import ClickShape
from scene.geometry.camera_model import CameraView, Lens
from scene.geometry.mesh import FloatArray, IntArray, Mesh
from scene.geometry.rigid_transform import RigidTransform
from scene.table.table import MM_PER_INCH
from tests.capture.clicking.clicked import drawn_numbers
from tests.capture.rendered.views import looking

SIZE = (36.0, 30.0)
"""Inches: of the tables."""
ROOM = 0.6
"""Inches between the circles about two pieces."""
NAMES = ("box", "wall", "ramp", "cylinder", "platform", "prism", "box", "ramp")


@dataclass(frozen=True, eq=False)
class Painted:
    """A piece with its paint.

    Attributes:
        shape, numbers: what it is, with the middle of its foot at the origin.
        look: how strong its paint is.
        paint: where its paint begins in the block of noise; another place is another paint.
    """

    shape: ClickShape
    numbers: FloatArray
    look: Look
    paint: Float32

    @property
    def solid(self) -> Mesh:
        """Its mesh where its numbers have it."""
        return self.shape.solid(self.numbers)

    @property
    def reach(self) -> float:
        """Inches from its origin to its farthest corner in plan."""
        return float(np.linalg.norm(self.solid.vertices[:, :2], axis=1).max())


def drawn(name: str, rng: np.random.Generator, *, grain: float | None = None) -> Painted:
    """A piece of a shape with some paint."""
    shape, numbers = SHAPES[name], drawn_numbers(name, rng)
    if name == "prism":
        plan = numbers[2:].reshape(-1, 2)
        numbers = np.concatenate([[0.0, numbers[1]], (plan - plan.mean(axis=0)).reshape(-1)])
    else:
        numbers[:6] = 0.0
    return Painted(shape, numbers, _look(rng, grain), _paint(rng))


def _look(rng: np.random.Generator, grain: float | None = None) -> Look:
    return Look(float(rng.uniform(0.15, 0.5)), float(rng.uniform(0.15, 0.4)) if grain is None else grain)


def _paint(rng: np.random.Generator) -> Float32:
    return rng.uniform(0.0, GRAIN_CELLS, 3).astype(np.float32)


def painted_otherwise(piece: Painted, rng: np.random.Generator) -> Painted:
    """One of the same size in other paint."""
    return Painted(piece.shape, piece.numbers, _look(rng), _paint(rng))


class PaintedWorld(World):
    """Pieces where they stand, their paint moving with them, on a mat of its own, in light of its own."""

    def __init__(self, pieces: Sequence[Painted], poses: Sequence[RigidTransform], seed: int) -> None:
        rng = np.random.default_rng(seed)
        wide, deep = (side * MM_PER_INCH for side in SIZE)
        mat = np.array([[0, 0, 0], [wide, 0, 0], [wide, deep, 0], [0, deep, 0]], dtype=float)
        meshes = [
            (pose.to_table(piece.solid.vertices) * MM_PER_INCH, piece.solid.faces)
            for piece, pose in zip(pieces, poses, strict=True)
        ]
        bright = rng.uniform(0.7, 1.5)
        looks = [Look(piece.look.grey * bright, piece.look.grain) for piece in pieces]
        super().__init__([*meshes, (mat, np.array([[0, 1, 2], [0, 2, 3]]))], [*looks, _look(rng)], rng)
        # All tables have one block of noise, so that a piece's paint is the same on each.
        self.block = BLOCK
        own = np.eye(3) + 0.3 * np.array([[0.0, 1.0, -0.6], [-0.4, 0.0, 1.0], [0.7, -1.0, 0.0]])
        turn, _ = np.linalg.qr(own)
        self.turns = np.stack([pose.matrix @ turn for pose in poses] + [turn]).astype(np.float32) / np.float32(GRAIN_MM)
        self.places = np.array([pose.position for pose in poses] + [(0.0, 0.0, 0.0)], np.float32) * np.float32(MM_PER_INCH)
        self.shift = np.stack([*(piece.paint for piece in pieces), _paint(rng)])

    def cells(self, places: Float32, owner: IntArray) -> Float32:
        """(n, 3) where in the block of noise places of meshes lie: by their own frames."""
        own = np.einsum("ni,nij->nj", places - self.places[owner], self.turns[owner])
        return np.asarray(own + self.shift[owner], dtype=np.float32)


def _block() -> Float32:
    from benchmarks.dense_lines.renderer import noise_block

    return noise_block(np.random.default_rng(5))


BLOCK = _block()


def stood(pieces: Sequence[Painted], rng: np.random.Generator) -> list[RigidTransform]:
    """Places for pieces that do not overlap. What is round is not turned, so that its corners are where clicks have them."""
    order = sorted(range(len(pieces)), key=lambda i: -pieces[i].reach)
    while True:
        taken = dict[int, Array]()
        for piece in order:
            reach = pieces[piece].reach
            for _ in range(500):
                at = rng.uniform([reach, reach], np.array(SIZE) - reach)
                if all(np.linalg.norm(at - there) > reach + pieces[i].reach + ROOM for i, there in taken.items()):
                    taken[piece] = at
                    break
        if len(taken) == len(pieces):
            return [
                _standing(taken[i], 0.0 if pieces[i].shape.rounded else rng.uniform(0.0, 360.0)) for i in range(len(pieces))
            ]


def _standing(at: Array, turn: float) -> RigidTransform:
    return RigidTransform.turned((*at.tolist(), 0.0), turn)


def views_round(count: int, focal: float, rng: np.random.Generator) -> list[CameraView]:
    """Photos by hand from all round a table, some higher and some lower."""
    size = (round(focal / 0.78 / 8) * 8, round(focal / 0.78 * 0.75 / 8) * 8)
    lens = Lens(size, (focal, focal), ((size[0] - 1) / 2, (size[1] - 1) / 2))
    first, found = rng.uniform(0.0, 360.0), []
    for i in range(count):
        turn, up = np.radians(first + 360.0 * i / count + rng.normal(0.0, 6.0)), np.radians(rng.uniform(25.0, 50.0))
        middle = np.array([*np.array(SIZE) / 2.0, 1.0]) + rng.normal(0.0, 1.0, 3)
        away = rng.uniform(36.0, 46.0) * np.array([np.cos(turn) * np.cos(up), np.sin(turn) * np.cos(up), np.sin(up)])
        found.append(CameraView(lens, looking(middle + away, middle, roll=float(rng.normal(0.0, 3.0)))))
    return found


def camera_of(view: CameraView) -> Camera:
    """A view as the renderer takes it."""
    return Camera(np.array(view.pose.position) * MM_PER_INCH, view.pose.matrix.T, view.lens.focal[0], view.lens.size)
