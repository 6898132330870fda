"""Rays through a scene without some of its meshes, with no scene of its own: what they meet of those they pass on from."""

from dataclasses import dataclass

import numpy as np

from scene.geometry.mesh import BoolArray, FloatArray, IntArray
from scene.geometry.ray_casting import CONTACT, Float32, Floats, Hits, Int32, Rays

MOST_PASSED = 256
"""Surfaces of what is left out that a ray passes; what lies behind more of them is not met."""


@dataclass(frozen=True, eq=False)
class ThinnedRays(Rays):
    """The rays of a scene without some meshes.

    A scene of the others takes a tenth of a second or more to build; here only rays that meet what is left out are cast again,
    from a hair behind it. That is right where few do, and a scene is asked a few times only.

    Attributes:
        rays: with all meshes.
        numbers: (meshes,) the number that each mesh has without the others; -1 for those that are left out.
    """

    rays: Rays
    numbers: IntArray

    def first_hits(
        self, origins: Floats, directions: Floats, reach: Floats | None = None, *, which: IntArray | None = None
    ) -> Hits:
        """What n rays meet first of what is left; see `RayScene.first_hits`."""
        found = self.rays.first_hits(origins, directions, reach, which=which)
        distance, normal = found.distance.copy(), found.normal.copy()
        mesh, face = found.mesh.copy(), found.face.copy()
        starts = np.asarray(origins, dtype=np.float64) if which is None else np.asarray(origins, dtype=np.float64)[which]
        hair = CONTACT / np.maximum(np.linalg.norm(directions, axis=1), 1e-12)
        again = np.flatnonzero(self._left_out(mesh))
        for _ in range(MOST_PASSED):
            if not len(again):
                break
            passed = distance[again].astype(np.float64) + hair[again]
            limit = None if reach is None else np.maximum(np.asarray(reach)[again] - passed, 0.0)
            on = self.rays.first_hits(starts[again] + directions[again] * passed[:, None], directions[again], limit)
            distance[again] = (on.distance + passed).astype(np.float32)
            mesh[again], face[again], normal[again] = on.mesh, on.face, on.normal
            again = again[self._left_out(on.mesh)]
        distance[again], mesh[again] = np.inf, -1
        return Hits(distance, np.where(mesh < 0, np.int32(-1), self.numbers[mesh]).astype(np.int32), face, normal)

    def _left_out(self, mesh: Int32) -> BoolArray:
        met = mesh >= 0
        return np.asarray(met & (self.numbers[np.where(met, mesh, 0)] < 0))

    def distances(self, origins: Floats, directions: Floats, *, which: IntArray | None = None) -> Float32:
        """(n,) how far to the first hit."""
        return self.first_hits(origins, directions, which=which).distance

    def blocked(self, starts: Floats, ends: Floats) -> BoolArray:
        """(n,) whether anything lies between each start and its end, both (n, 3)."""
        return self.meets(starts, ends - starts)

    def meets(self, starts: Floats, ways: Floats) -> BoolArray:
        """(...) whether anything lies on the ways from starts (..., 3)."""
        directions: FloatArray = np.array(np.broadcast_to(ways, starts.shape), dtype=np.float64).reshape(-1, 3)
        found = self.first_hits(starts.reshape(-1, 3), directions, np.ones(len(directions)))
        return np.asarray(found.mesh >= 0).reshape(starts.shape[:-1])
