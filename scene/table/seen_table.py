"""What the photos of a scan show of a whole table: its surface in their colours, its level decks, its free space."""

import hashlib
import json
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from scene.geometry.mesh import FloatArray, Point
from scene.table.scan_measurements import Scan

UNKNOWN, FREE, SOLID = 0, 1, 2
"""What is known of a cell: nothing; that nothing is in it; and that photos show a surface in it, which is a hint."""


@dataclass(frozen=True, eq=False)
class ColouredMesh:
    """A mesh with a colour at each corner.

    Attributes:
        vertices: (n, 3) float32, inches.
        colours: (n, 3) uint8 red, green, blue.
        faces: (m, 3) int32, indices into ``vertices``.
    """

    vertices: NDArray[np.float32]
    colours: NDArray[np.uint8]
    faces: NDArray[np.int32]


@dataclass(frozen=True)
class Deck:
    """A level surface: the ground, a floor, a roof.

    Attributes:
        height: inches above the ground.
        off: inches by which it may be off, 95 of 100 times.
        area: square inches that photos show of it.
        place: a point on it.
    """

    height: float
    off: float
    area: float
    place: Point

    @property
    def is_ground(self) -> bool:
        """Whether it is the ground, as far as can be told."""
        return abs(self.height) <= self.off


@dataclass(frozen=True, eq=False)
class SeenTable:
    """What photos show of a table.

    Attributes:
        scan: the digest of the scan's photos and their places.
        photos: how many photos were looked at.
        low: x, y, z of the lower corner of the cells, inches.
        cell: inches of a cell's side.
        space: (x, y, z) uint8, of each cell `FREE`, `SOLID` or `UNKNOWN`.
        decks: the largest first.
        deck_at: (x, y) int16, the highest deck in each column of cells by its number; -1 for none.
        surface: what photos agree on.
    """

    scan: str
    photos: int
    low: Point
    cell: float
    space: NDArray[np.uint8]
    decks: tuple[Deck, ...]
    deck_at: NDArray[np.int16]
    surface: ColouredMesh

    @cached_property
    def tallest(self) -> float:
        """Inches above the ground of the highest surface that is shown; 0 for none."""
        heights = self.surface.vertices[:, 2]
        return float(heights.max()) if len(heights) else 0.0

    @cached_property
    def free_share(self) -> float:
        """Of the space above the ground up to the tallest thing, the share that was seen to be free, 0 to 1."""
        first, last = self.layers
        return float(np.mean(self.space[:, :, first:last] == FREE)) if last > first else 0.0

    @property
    def layers(self) -> tuple[int, int]:
        """The first layer of cells above the ground, and the one after the last that the tallest thing reaches."""
        first = int(np.ceil(-self.low[2] / self.cell - 1e-6))
        last = int(np.ceil((self.tallest - self.low[2]) / self.cell))
        return first, min(max(last, first), self.space.shape[2])

    def at(self, points: FloatArray) -> NDArray[np.uint8]:
        """(n,) of points (n, 3) whether they are `FREE`, `SOLID` or `UNKNOWN`; beyond the cells nothing is known."""
        cells = np.floor((np.asarray(points) - self.low) / self.cell).astype(np.int64)
        inside = np.all((cells >= 0) & (cells < np.array(self.space.shape)), axis=1)
        x, y, z = np.where(inside[:, None], cells, 0).T
        return np.asarray(np.where(inside, self.space[x, y, z], UNKNOWN), dtype=np.uint8)


def photos_digest(scan: Scan) -> str:
    """What a scan's photos and their places are known by: 64 hexadecimal digits that differ where any of them does."""
    told = [[photo.sha256, photo.pose.position, photo.pose.rotation] for photo in scan.photos]
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()
