"""Triangle meshes as values."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]
BoolArray = NDArray[np.bool_]
Point = tuple[float, float, float]


@dataclass(frozen=True, eq=False)
class Mesh:
    """A triangle soup. Winding, closedness and doubled faces do not matter for sight.

    Attributes:
        vertices: (n, 3) float64, inches.
        faces: (m, 3) int64, indices into ``vertices``.

    Two meshes are equal only if they are the same object, so that what is computed for one can be kept beside it.
    """

    vertices: FloatArray
    faces: IntArray

    def __repr__(self) -> str:
        """How much it is."""
        return f"<Mesh: {len(self.faces)} triangles>"

    @staticmethod
    def of(vertices: ArrayLike, faces: ArrayLike) -> "Mesh":
        """A mesh from anything array-like; the arrays are copied and made read-only."""
        points = np.array(vertices, dtype=np.float64).reshape(-1, 3)
        corners = np.array(faces, dtype=np.int64).reshape(-1, 3)
        points.setflags(write=False)
        corners.setflags(write=False)
        return Mesh(points, corners)

    def with_vertices(self, vertices: ArrayLike) -> "Mesh":
        """The same faces between other vertices (n, 3), which are copied."""
        points = np.array(vertices, dtype=np.float64).reshape(-1, 3)
        points.setflags(write=False)
        return Mesh(points, self.faces)

    def moved(self, change: Callable[[FloatArray], FloatArray], *, only_shifts: bool = False) -> "Mesh":  # noqa: ARG002
        """The same faces between the vertices that ``change`` makes of these.

        Args:
            change: takes straight lines to straight lines.
            only_shifts: whether it adds the same to all points, which is known faster of large meshes.
        """
        return self.with_vertices(change(self.vertices))

    @property
    def most_triangles(self) -> int:
        """No fewer than it has, where counting them takes long."""
        return len(self.faces)

    @cached_property
    def bounds(self) -> FloatArray:
        """(2, 3) float: lowest and highest corner of the box around all vertices used by a face."""
        if len(self.faces) == 0:
            return np.zeros((2, 3))
        used = np.zeros(len(self.vertices), dtype=bool)
        used[self.faces.reshape(-1)] = True
        points = self.vertices if used.all() else self.vertices[used]
        # Column by column: NumPy takes five times as long over short rows.
        return np.array([[column.min() for column in points.T], [column.max() for column in points.T]])

    @property
    def triangles(self) -> FloatArray:
        """(m, 3, 3) float: the corners of every face."""
        return self.vertices[self.faces]

    @cached_property
    def areas(self) -> FloatArray:
        """(m,) float: the area of every face in square inches."""
        a, b, c = np.moveaxis(self.triangles, 1, 0)
        return 0.5 * np.asarray(np.linalg.norm(np.cross(b - a, c - a), axis=1))


EMPTY = Mesh.of(np.zeros((0, 3)), np.zeros((0, 3)))


def joined(*meshes: Mesh) -> Mesh:
    """One mesh with the triangles of all, in order."""
    meshes = tuple(mesh for mesh in meshes if len(mesh.faces))
    if not meshes:
        return EMPTY
    starts = np.cumsum([0] + [len(mesh.vertices) for mesh in meshes[:-1]])
    return Mesh.of(
        np.concatenate([mesh.vertices for mesh in meshes]),
        np.concatenate([mesh.faces + start for mesh, start in zip(meshes, starts, strict=True)]),
    )
