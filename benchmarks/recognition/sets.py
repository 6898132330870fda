"""Photos of a made-up table with their places as tags tell them; kept on disk."""

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.dense_lines.renderer import Developing, photo
from benchmarks.recognition.worlds import Painted, PaintedWorld, camera_of, stood, views_round
from capture.clicking.clickable_photos import ClickablePhotos
from capture.clicking.clicked_piece import ClickedPiece, clicked_piece
from capture.clicking.shape_fit import CornerClick, fit_shape
from capture.recognition.look import Look
from capture.recognition.look_learning import learned_look
from scene.base.errors import SceneError
from scene.geometry.camera_model import CameraView
from scene.geometry.mesh import Mesh
from scene.geometry.rigid_transform import RigidTransform
from tests.capture.clicking.clicked import needed_corners, surveyed_photos

KEPT = Path(tempfile.gettempdir()) / "recognition"
CLICKED = 1.5
"""Pixels by which clicks miss."""


@dataclass(frozen=True, eq=False)
class TablePhotos:
    """A table with its photos: what stands where, the photos' places as they are said to be, and their pixels."""

    pieces: tuple[Painted, ...]
    poses: tuple[RigidTransform, ...]
    photos: ClickablePhotos
    true: tuple[CameraView, ...]
    pictures: dict[int, NDArray[np.uint8]]

    def solid(self, piece: int) -> Mesh:
        """A piece where it stands."""
        own = self.pieces[piece].solid
        return own.with_vertices(self.poses[piece].to_table(own.vertices))


def table_photos(
    pieces: Sequence[Painted], seed: int, *, count: int = 10, focal: float = 2400.0, told: str = ""
) -> TablePhotos:
    """Pieces stood somewhere and photographed; drawn where the photos are not there yet."""
    rng = np.random.default_rng(seed)
    poses = stood(pieces, rng)
    photos, true = surveyed_photos(rng, views_round(count, focal, rng))
    world = PaintedWorld(pieces, poses, seed)
    folder = KEPT / f"{told}-{seed}-{count}-{focal:g}"
    folder.mkdir(parents=True, exist_ok=True)
    pictures = {}
    for i, view in enumerate(true):
        file = folder / f"{i:02}.jpg"
        if not file.exists():
            world.rng = np.random.default_rng((seed, i))
            file.write_bytes(photo(world, camera_of(view), Developing(rays=1)))
        pictures[i] = np.asarray(cv2.imread(str(file), cv2.IMREAD_GRAYSCALE), dtype=np.uint8)
    return TablePhotos(tuple(pieces), tuple(poses), photos, tuple(true), pictures)


def clicked_on(table: TablePhotos, piece: int, rng: np.random.Generator) -> ClickedPiece:
    """A piece as it comes of clicks in three photos that show it whole, from sides some 45 degrees apart."""
    one, pose = table.pieces[piece], table.poses[piece]
    corners = np.array(needed_corners(one.shape, one.numbers))
    count = len(table.true)
    for first in rng.permutation(count).tolist():
        used = [(first + step) % count for step in (0, max(count // 8, 1), 2 * max(count // 8, 1))]
        clicks, whole = list[CornerClick](), True
        for shot in used:
            view = table.true[shot]
            eyes = np.tile(pose.to_own(view.pose.position), (len(corners), 1))
            pixels = view.project(pose.to_table(one.shape.corner_places(one.numbers, corners, eyes)))
            whole &= bool(np.all((pixels > 2) & (pixels < np.array(view.lens.size) - 3)))
            pixels = pixels + rng.normal(size=pixels.shape) * CLICKED
            clicks += [CornerClick(int(corner), shot, (x, y)) for corner, (x, y) in zip(corners, pixels.tolist(), strict=True)]
        if whole:
            try:
                return clicked_piece(fit_shape(table.photos, one.shape, clicks))
            except SceneError:
                continue
    raise SceneError("no three photos show it whole")


def look_on(table: TablePhotos, piece: int, clicked: ClickedPiece) -> Look:
    """The look of a piece that was clicked."""
    pose = RigidTransform.turned(clicked.position, clicked.turn)
    mesh = clicked.mesh.with_vertices(pose.to_table(clicked.mesh.vertices))
    others = [table.solid(other) for other in range(len(table.pieces)) if other != piece]
    return learned_look(table.photos, table.pictures, mesh, pose, others, (clicked.slopes, clicked.own))
