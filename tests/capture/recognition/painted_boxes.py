"""Photos of painted boxes on a mat: rectangles painted over one another by homographies."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from capture.clicking.click_shapes import SHAPES
from capture.clicking.clickable_photos import ClickablePhotos
from capture.clicking.clicked_piece import ClickedPiece, clicked_piece
from capture.clicking.shape_fit import CornerClick, fit_shape
from capture.recognition.look import Look
from capture.recognition.look_learning import learned_look
from scene.geometry.camera_model import CameraView, Lens
from scene.geometry.mesh import FloatArray, Mesh
from scene.geometry.rigid_transform import RigidTransform
from tests.capture.clicking.clicked import surveyed_photos
from tests.capture.dense.painted import Sheet, painted, ring, sheet

LENS = Lens((800, 600), (800.0, 800.0), (403.0, 297.0), (0.05, -0.12, 0.0004, -0.0003, 0.0))
MIDDLE = (8.0, 6.0, 0.5)
SIZE = (3.0, 2.0, 1.6)
"""Inches: of every box."""
BOX = SHAPES["box"]
CORNERS = np.arange(3)
TAGS = {
    number: RigidTransform.turned((*place, 0.0), 40.0 * number)
    for number, place in {0: (2, 2), 1: (14, 2), 2: (14, 10), 3: (2, 10), 4: (8, 1.5), 11: (4, 6)}.items()
}
"""On the mat, for scans of it."""


@dataclass(frozen=True)
class PaintedBox:
    """A box where it stands, and which paint its four sides and its top have, 0 for none."""

    pose: RigidTransform
    paints: tuple[int, ...] = (11, 12, 13, 14, 15)

    def sheets(self, eye: FloatArray) -> list[Sheet]:
        """Those of its faces that look at an eye."""
        w, d, h = SIZE
        x, y = w / 2, d / 2
        sides = [
            ((-x, -y, 0), (w, 0, 0), (0, 0, h)),
            ((x, -y, 0), (0, d, 0), (0, 0, h)),
            ((x, y, 0), (-w, 0, 0), (0, 0, h)),
            ((-x, y, 0), (0, -d, 0), (0, 0, h)),
            ((-x, -y, h), (w, 0, 0), (0, d, 0)),
        ]
        found, turn = [], self.pose.matrix
        for (corner, one, other), paint in zip(sides, self.paints, strict=True):
            own = turn @ np.array(one, float), turn @ np.array(other, float)
            start = self.pose.to_table(corner)
            if np.cross(*own) @ (eye - start) > 0.0:
                found.append(
                    sheet(
                        start.tolist(),
                        *(side.tolist() for side in own),
                        mean=120.0,
                        grain=25.0 if paint else 0.0,
                        seed=paint,
                        fine=45.0,
                    )
                )
        return found


MAT = sheet((0, 0, 0), (16.0, 0, 0), (0, 12.0, 0), mean=100.0, grain=20.0, seed=1)


@dataclass(frozen=True, eq=False)
class BoxPhotos:
    """Photos, their places as tags tell them, and the boxes in them."""

    photos: ClickablePhotos
    true: list[CameraView]
    pictures: dict[int, NDArray[np.uint8]]


def box_photos(boxes: Sequence[PaintedBox], seed: int, *, count: int = 5) -> BoxPhotos:
    """Boxes on their mat from all round, in a light of its own."""
    rng = np.random.default_rng(seed)
    photos, true = surveyed_photos(rng, ring(count, MIDDLE, away=13.0, above=38.0 + seed % 5, lens=LENS))
    exposure, pictures = rng.uniform(0.7, 1.3), {}
    for i, view in enumerate(true):
        eye = np.array(view.pose.position)
        far = sorted(boxes, key=lambda box: -np.linalg.norm(np.array(box.pose.position) - eye))
        sheets = [MAT, *(one for box in far for one in box.sheets(eye))]
        pictures[i] = painted(view, sheets, exposure=exposure, seed=seed * 100 + i).grey
    return BoxPhotos(photos, true, pictures)


def numbers_of(box: PaintedBox) -> FloatArray:
    """The numbers of a box as clicks would tell them."""
    turn = 2.0 * np.arctan2(box.pose.rotation[3], box.pose.rotation[0])
    return np.array([*box.pose.position, turn, 0.0, 0.0, *SIZE])


def solid(box: PaintedBox) -> Mesh:
    """It on the table."""
    return BOX.solid(numbers_of(box))


def clicked_box(shots: BoxPhotos, box: PaintedBox, *, pixels: float = 0.5) -> ClickedPiece:
    """It as it comes of clicks in three photos."""
    rng, clicks = np.random.default_rng(1), list[CornerClick]()
    places = BOX.corner_places(numbers_of(box), CORNERS, np.zeros((3, 3)))
    for photo in (0, 1, 3):
        shown = shots.true[photo].project(places) + rng.normal(size=(3, 2)) * pixels
        clicks += [CornerClick(corner, photo, (x, y)) for corner, (x, y) in enumerate(shown.tolist())]
    return clicked_piece(fit_shape(shots.photos, BOX, clicks))


def look_of(shots: BoxPhotos, piece: ClickedPiece) -> Look:
    """Its look in these photos."""
    pose = RigidTransform.turned(piece.position, piece.turn)
    mesh = piece.mesh.with_vertices(pose.to_table(piece.mesh.vertices))
    return learned_look(shots.photos, shots.pictures, mesh, pose, (), (piece.slopes, piece.own))
