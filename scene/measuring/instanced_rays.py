"""Rays cast at moved instances: what is rigid and large is not built anew, but rays are moved into its place instead."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import overload

import numpy as np

from scene.geometry.mesh import BoolArray, FloatArray, IntArray, Mesh
from scene.geometry.ray_casting import Float32, Floats, Hits, Rays, RayScene
from scene.geometry.rigid_transform import RigidTransform
from scene.table.table import Piece
from scene.visibility.occluders import hiding_mesh


def rotation(degrees: FloatArray) -> tuple[float, float, float, float]:
    """The unit quaternion w, x, y, z of a rotation vector."""
    angle = float(np.linalg.norm(degrees))
    if angle == 0.0:
        return 1.0, 0.0, 0.0, 0.0
    half = np.radians(angle) / 2.0
    x, y, z = (float(value) for value in degrees / angle * np.sin(half))
    return float(np.cos(half)), x, y, z


@dataclass(frozen=True, eq=False)
class Motion:
    """A turn about a place of the table, then a shift."""

    matrix: FloatArray
    about: FloatArray
    shift: FloatArray

    @staticmethod
    def of(piece: Piece, error: FloatArray) -> "Motion":
        """The motion of a piece with errors (6,)."""
        return Motion(RigidTransform(rotation=rotation(error[3:])).matrix, np.array(piece.pose.position), np.array(error[:3]))

    def there(self, points: FloatArray) -> FloatArray:
        """(..., 3) where points come to lie."""
        return np.asarray((points - self.about) @ self.matrix.T + (self.about + self.shift))

    def back(self, points: Floats) -> FloatArray:
        """(..., 3) which points come to lie there."""
        return np.asarray((points - (self.about + self.shift)) @ self.matrix + self.about)

    def turned_back(self, ways: Floats) -> Float32:
        """(..., 3) the same of directions."""
        return np.asarray(ways, dtype=np.float32) @ self.matrix.astype(np.float32)

    def box(self, box: FloatArray) -> FloatArray:
        """(2, 3) a box around the moved box."""
        corners = self.there(np.stack(np.meshgrid(*box.T), axis=-1).reshape(-1, 3))
        return np.stack([corners.min(axis=0), corners.max(axis=0)])


STILL = Motion(np.eye(3), np.zeros(3), np.zeros(3))


@dataclass(frozen=True, eq=False)
class RayInstance:
    """A ray scene that is moved as one.

    Attributes:
        numbers: what its meshes are called, in their order.
    """

    rays: RayScene
    motion: Motion
    numbers: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class MovedRays(Rays):
    """Several ray scenes, each moved for itself, as one."""

    parts: tuple[RayInstance, ...]

    def first_hits(
        self, origins: Floats, directions: Floats, reach: Floats | None = None, *, which: IntArray | None = None
    ) -> Hits:
        """As `RayScene.first_hits`."""
        count = len(directions)
        distance, mesh = np.full(count, np.inf, dtype=np.float32), np.full(count, -1, dtype=np.int32)
        face, normal = np.full(count, -1, dtype=np.int32), np.zeros((count, 3), dtype=np.float32)
        for part in self.parts:
            motion = part.motion
            hits = part.rays.first_hits(motion.back(origins), motion.turned_back(directions), reach, which=which)
            closer = hits.distance < distance
            distance = np.where(closer, hits.distance, distance)
            mesh = np.where(closer, np.array(part.numbers, dtype=np.int32)[hits.mesh], mesh)
            face = np.where(closer, hits.face, face)
            normal[closer] = hits.normal[closer] @ motion.matrix.T.astype(np.float32)
        return Hits(distance, mesh, face, normal)

    def distances(self, origins: Floats, directions: Floats, *, which: IntArray | None = None) -> Float32:
        """As `RayScene.distances`."""
        found = np.full(len(directions), np.inf, dtype=np.float32)
        for part in self.parts:
            ways = part.motion.turned_back(directions)
            found = np.minimum(found, part.rays.distances(part.motion.back(origins), ways, which=which))
        return found

    def blocked(self, starts: Floats, ends: Floats) -> BoolArray:
        """As `RayScene.blocked`."""
        return self.meets(starts, ends - starts)

    def meets(self, starts: Floats, ways: Floats) -> BoolArray:
        """As `RayScene.meets`."""
        flat = starts.reshape(-1, 3)
        along = np.broadcast_to(np.asarray(ways), starts.shape).reshape(-1, 3)
        found = np.zeros(len(flat), dtype=bool)
        left = np.arange(len(flat))
        for part in self.parts:
            # What is stopped already need not be asked about any more.
            left = left[~found[left]]
            if not len(left):
                break
            found[left] = part.rays.meets(part.motion.back(flat[left]), part.motion.turned_back(along[left]))
        return found.reshape(starts.shape[:-1])


class MovedMeshes(Sequence[Mesh]):
    """What hides of pieces, moved; each worked out only when it is asked for, as few are."""

    def __init__(self, pieces: tuple[tuple[Piece, Motion], ...]) -> None:
        self._pieces = pieces

    def __len__(self) -> int:
        return len(self._pieces)

    @overload
    def __getitem__(self, index: int) -> Mesh: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Mesh]: ...

    def __getitem__(self, index: int | slice) -> Mesh | Sequence[Mesh]:
        if isinstance(index, slice):
            return MovedMeshes(self._pieces[index])
        piece, motion = self._pieces[index]
        mesh = hiding_mesh(piece)
        return mesh.with_vertices(motion.there(mesh.vertices))
