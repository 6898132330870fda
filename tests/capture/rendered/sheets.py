"""Printed sheets: tags, boards and other pictures on a card or a disc that lies on something."""

from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from scene.geometry.mesh import FloatArray, Mesh
from scene.geometry.rigid_transform import RigidTransform
from scene.table.table import MM_PER_INCH

Picture = NDArray[np.uint8]

MODULES = 8
"""Modules along the side of an AprilTag 36h11, its black border among them."""

LIFT = 0.002
"""Inches by which paper is raised where it hides what it lies on. Where its ink is does not change by this."""

DISC_SIDES = 128


@dataclass(frozen=True, eq=False)
class PrintedSheet:
    """A grey picture in the middle of white paper. Own frame: origin in its middle, x right, y up on the paper, z out of it.

    Attributes:
        picture: (rows, columns) uint8; 0 is black ink, 255 bare paper. Row 0 is at the top, so at the largest y.
        size_mm: width and height of the picture.
        pose: takes the sheet's frame, in inches, to the table's.
        paper_mm: width and height of the paper; None is the picture's size.
        round: the paper is a disc (an ellipse) of that width and height.
        mirrored: printed left to right.
        scale: what the printer made of the picture's size; the paper keeps its own.
        ink: share of the light that black ink gives back.
        white: share of the light that bare paper gives back.
        shade: how much brighter it is at one end than in the middle, along x and along y; the other end is as much darker.
    """

    picture: Picture
    size_mm: tuple[float, float]
    pose: RigidTransform = field(default_factory=RigidTransform)
    paper_mm: tuple[float, float] | None = None
    round: bool = False
    mirrored: bool = False
    scale: float = 1.0
    ink: float = 0.06
    white: float = 0.88
    shade: tuple[float, float] = (0.0, 0.0)

    @property
    def printed(self) -> FloatArray:
        """(2,) float: width and height of the picture as printed, inches."""
        return np.array(self.size_mm) * self.scale / MM_PER_INCH

    @property
    def paper(self) -> FloatArray:
        """(2,) float: width and height of the paper, inches."""
        return np.array(self.paper_mm or self.size_mm) / MM_PER_INCH

    @cached_property
    def shown(self) -> Picture:
        """The picture as it came out of the printer."""
        return np.ascontiguousarray(self.picture[:, ::-1] if self.mirrored else self.picture)

    @cached_property
    def corners(self) -> FloatArray:
        """(4, 3) float: the printed picture's corners on the table: top left, top right, bottom right, bottom left."""
        return self.at([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])

    def at(self, shares: ArrayLike) -> FloatArray:
        """(n, 3) float: places of the printed picture on the table; (n, 2) shares of its width and height from its top left."""
        flat = (np.asarray(shares, dtype=np.float64) - 0.5) * (1.0, -1.0) * self.printed
        return self.pose.to_table(np.concatenate([flat, np.zeros((len(flat), 1))], axis=1))

    @cached_property
    def placed(self) -> Mesh:
        """The paper as a mesh in the table's frame, raised by `LIFT`."""
        if self.round:
            turns = np.arange(DISC_SIDES) * 2.0 * np.pi / DISC_SIDES
            rim = np.stack([np.cos(turns), np.sin(turns)], axis=1) / 2.0
        else:
            rim = np.array([[-1.0, 1.0], [-1.0, -1.0], [1.0, -1.0], [1.0, 1.0]]) / 2.0
        flat = np.concatenate([np.zeros((1, 2)), rim * self.paper])
        points = np.concatenate([flat, np.full((len(flat), 1), LIFT)], axis=1)
        ring = np.arange(len(rim))
        faces = np.stack([np.zeros_like(ring), ring + 1, (ring + 1) % len(rim) + 1], axis=1)
        return Mesh.of(self.pose.to_table(points), faces)

    def places(self, eye: FloatArray, ways: FloatArray) -> FloatArray:
        """(n, 2) float: where (n, 3) ways from the eye (3,) cross the sheet's plane, in its own frame, inches; exact."""
        start = self.pose.to_own(eye)
        own = ways @ self.pose.matrix
        return np.asarray(start[:2] - own[:, :2] * (start[2] / own[:, 2])[:, None])

    def albedo(self, places: FloatArray) -> FloatArray:
        """(n,) float: the share of the light that the sheet gives back at (n, 2) places of its own frame, without `shade`."""
        rows, columns = self.shown.shape
        across = places / self.printed + 0.5
        column = np.floor(across[:, 0] * columns).astype(np.int64)
        row = np.floor((1.0 - across[:, 1]) * rows).astype(np.int64)
        inside = (column >= 0) & (column < columns) & (row >= 0) & (row < rows)
        tone = np.where(inside, self.shown[row % rows, column % columns], 255)
        return self.ink + (self.white - self.ink) * tone / 255.0

    def shading(self, places: FloatArray) -> FloatArray:
        """(n,) float: how much brighter than usual the paper is at (n, 2) places of its own frame."""
        return np.asarray(1.0 + (places / self.paper * 2.0) @ np.array(self.shade))


@dataclass(frozen=True, eq=False)
class PrintedTag:
    """An AprilTag 36h11 on white paper. Its frame is its sheet's: origin in its middle, x right, y up, z out of the paper.

    Attributes:
        id: its number.
        side_mm: side of its black outer square as it should be; ``scale`` tells what the printer made of it.
        pose: takes the tag's frame, in inches, to the table's.
        card_mm: side of its square card; None leaves a margin of one module.
        disc_mm: diameter of its round card, instead of a square one.
        mirrored, scale, ink, white, shade: as for `PrintedSheet`.
    """

    id: int
    side_mm: float
    pose: RigidTransform = field(default_factory=RigidTransform)
    card_mm: float | None = None
    disc_mm: float | None = None
    mirrored: bool = False
    scale: float = 1.0
    ink: float = 0.06
    white: float = 0.88
    shade: tuple[float, float] = (0.0, 0.0)

    @cached_property
    def sheet(self) -> PrintedSheet:
        """What is on the table."""
        side = self.disc_mm or self.card_mm or self.side_mm * (MODULES + 2) / MODULES
        return PrintedSheet(
            tag_picture(self.id),
            (self.side_mm, self.side_mm),
            self.pose,
            paper_mm=(side, side),
            round=self.disc_mm is not None,
            mirrored=self.mirrored,
            scale=self.scale,
            ink=self.ink,
            white=self.white,
            shade=self.shade,
        )


@cache
def tag_picture(tag_id: int) -> Picture:
    """(8, 8) uint8: the modules of an AprilTag 36h11, its black border among them."""
    import cv2

    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    picture: Any = cv2.aruco.generateImageMarker(dictionary, tag_id, MODULES, borderBits=1)
    return np.asarray(picture, dtype=np.uint8)


def chessboard_picture(columns: int, rows: int) -> Picture:
    """(rows + 1, columns + 1) uint8: a chessboard with that many inner corners; the top left square is black."""
    return np.asarray(255 * (np.indices((rows + 1, columns + 1)).sum(axis=0) % 2), dtype=np.uint8)


def charuco_picture(columns: int, rows: int, *, square: int = 24, marker: int = 18, dictionary: int | None = None) -> Picture:
    """uint8 picture of OpenCV's ChArUco board of that many squares, ``square`` pixels each, tags of ``marker`` pixels.

    ``dictionary`` is one of OpenCV's numbers, 4x4_50 without. ``marker`` ought to be a multiple of the tags' modules, six
    of them in a 4x4 tag: 90 and 66 for squares of 30 mm with tags of 22 mm.
    """
    import cv2

    chosen = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50 if dictionary is None else dictionary)
    board = cv2.aruco.CharucoBoard((columns, rows), float(square), float(marker), chosen)
    picture: Any = board.generateImage((columns * square, rows * square), marginSize=0, borderBits=1)
    return np.asarray(picture, dtype=np.uint8)
