"""The ground plane of a scan: the largest plane that looks up, and the rectangle of the table on it.

The plane is sought by trying planes through random points of the surface. Source: Fischler and Bolles 1981, Random sample
consensus. Lengths are in the mesh's own unit, whatever that is.
"""

from dataclasses import dataclass, replace

import numpy as np
from scipy.ndimage import binary_dilation, label
from scipy.spatial import ConvexHull

from scene.base.errors import SceneError
from scene.geometry.mesh import BoolArray, FloatArray, IntArray, Mesh

LOOKS = 6_000
TRIES = 1_500
TOLERANCE = 0.004
"""Of the extent: how far from a plane counts as on it, to begin with."""

LEAN = np.cos(np.radians(30.0))
"""The ground leans no more than 30 degrees from what the file calls level."""

UPWARD = np.cos(np.radians(45.0))
"""What leans more is no ground."""

LEAST_SHARE = 0.1
"""Of all that looks up; a smaller plane is not the ground."""
LEAST_OF_ALL = 0.04
"""Of the whole surface."""

CELLS = 128
"""Along the extent, in which it is looked at what of the ground hangs together."""

SPREAD = 80_000
"""Points on the ground that fill these cells."""

FILLED = 0.9
"""Of the least rectangle around the ground, from which on the ground is a rectangle. A disc fills 0.79."""


ALIKE = 0.02
"""Of a side: of sides so nearly alike neither is the longer one, and x is the one that lies along the mesh's own x."""


@dataclass(frozen=True, eq=False)
class GroundPlane:
    """The ground of a mesh, in the mesh's own frame and unit.

    Attributes:
        rotation: (3, 3) float: rows are the table's x along the longer side of the rectangle, its y, and up.
        height: of the ground along up.
        low, high: (2,) float: the rectangle along x and y.
        share: of the surface that looks up, how much lies on the ground.
        flatness: root mean square of the surface's distances from the plane.
        filled: of the rectangle, how much the ground's outline fills.
    """

    rotation: FloatArray
    height: float
    low: FloatArray
    high: FloatArray
    share: float
    flatness: float
    filled: float

    @property
    def is_rectangle(self) -> bool:
        """Whether the ground ends like a table."""
        return self.filled >= FILLED

    @property
    def size(self) -> FloatArray:
        """(2,) float: the sides of the rectangle, the longer first."""
        return self.high - self.low

    def across(self) -> "GroundPlane":
        """The same with x along what was y."""
        x, y, up = self.rotation
        low, high = np.array([self.low[1], -self.high[0]]), np.array([self.high[1], -self.low[0]])
        return replace(self, rotation=np.stack([y, -x, up]), low=low, high=high)


def find_ground(mesh: Mesh, up: FloatArray, rng: np.random.Generator) -> GroundPlane:
    """The ground of a mesh.

    Args:
        mesh: in its own frame and unit.
        up: (3,) float, roughly upwards.
        rng: what the tries are drawn with.

    Raises:
        SceneError: nothing large looks up.
    """
    normals, areas = _upward(mesh, up)
    facing = normals @ up > UPWARD
    if not facing.any():
        raise SceneError("nothing in the mesh looks up, so it has no ground; is its up another axis? Give --up")
    faces = np.flatnonzero(facing)
    points = _surface(mesh, faces, areas, LOOKS, rng)
    extent = float(np.linalg.norm(np.ptp(mesh.vertices, axis=0)))
    normal, height, near = _plane(points, up, extent, rng)
    share = float(near.mean())
    whole = share * float(areas[faces].sum() / areas.sum())
    if share < LEAST_SHARE or whole < LEAST_OF_ALL:
        raise SceneError(
            f"there is no ground: the largest plane that looks up has {100.0 * whole:.0f} % of the surface; is its up another"
            " axis? Give --up, or register the mesh by three points"
        )
    rest = points[near] @ normal - height
    flatness = float(np.sqrt((rest**2).mean()))
    within = max(4.0 * flatness, 1e-6 * extent)
    on = faces[(np.abs(mesh.triangles[faces] @ normal - height) < within).all(axis=1)]
    rotation, low, high, filled = _rectangle(mesh, on, normal, areas, rng)
    return GroundPlane(rotation, height, low, high, share, flatness, filled)


def _upward(mesh: Mesh, up: FloatArray) -> tuple[FloatArray, FloatArray]:
    """(m, 3) unit normals and (m,) areas; normals the other way round where nearly all of the ground looks down as wound."""
    a, b, c = np.moveaxis(mesh.triangles, 1, 0)
    across = np.cross(b - a, c - a)
    length = np.linalg.norm(across, axis=1)
    normals = across / np.where(length > 0.0, length, 1.0)[:, None]
    upwards = normals @ up
    wrong = length[upwards > UPWARD].sum() < 0.2 * length[upwards < -UPWARD].sum()
    return (-normals if wrong else normals), 0.5 * length


def _surface(mesh: Mesh, faces: IntArray, areas: FloatArray, count: int, rng: np.random.Generator) -> FloatArray:
    """(count, 3) points spread evenly over some of the faces."""
    edges = np.cumsum(areas[faces])
    chosen = faces[np.minimum(np.searchsorted(edges, rng.random(count) * edges[-1]), len(faces) - 1)]
    u, v = rng.random((2, count))
    u, v = np.where(u + v > 1.0, 1.0 - u, u), np.where(u + v > 1.0, 1.0 - v, v)
    a, b, c = np.moveaxis(mesh.vertices[mesh.faces[chosen]], 1, 0)
    return np.asarray(a + u[:, None] * (b - a) + v[:, None] * (c - a))


def _plane(points: FloatArray, up: FloatArray, extent: float, rng: np.random.Generator) -> tuple[FloatArray, float, BoolArray]:
    """Normal and height of the plane with the most points, and which are on it."""
    a, b, c = points[rng.integers(len(points), size=(3, TRIES))]
    normals = np.cross(b - a, c - a)
    length = np.linalg.norm(normals, axis=1)
    upright = np.abs(normals @ up) > LEAN * length
    sound = upright & (length > 1e-6 * extent**2)
    if not sound.any():
        return up, float(np.median(points @ up)), np.zeros(len(points), dtype=bool)
    normals = normals[sound] / length[sound, None]
    heights = np.einsum("ij,ij->i", normals, a[sound])
    within = TOLERANCE * extent
    counts = (np.abs(normals @ points.T - heights[:, None]) < within).sum(axis=1)
    best = int(np.argmax(counts))
    normal, height = normals[best] * np.sign(normals[best] @ up), float(heights[best] * np.sign(normals[best] @ up))
    near = np.abs(points @ normal - height) < within
    for _ in range(8):
        normal, height = _through(points[near], up)
        away = np.abs(points @ normal - height)
        spread = float(np.sqrt((away[near] ** 2).mean()))
        near = away < max(min(within, 3.0 * spread), 1e-7 * extent)
    return normal, height, near


def _through(points: FloatArray, up: FloatArray) -> tuple[FloatArray, float]:
    """The plane through points, its normal upwards."""
    middle = points.mean(axis=0)
    normal = np.linalg.svd(points - middle, full_matrices=False)[2][2]
    normal = normal * np.sign(normal @ up)
    return normal, float(normal @ middle)


def _rectangle(
    mesh: Mesh, faces: IntArray, normal: FloatArray, areas: FloatArray, rng: np.random.Generator
) -> tuple[FloatArray, FloatArray, FloatArray, float]:
    """The least rectangle around what hangs together of the ground: frame, low, high, and how much of it is filled."""
    level = _level(normal)
    spread = _surface(mesh, faces, areas, SPREAD, rng) @ level[:2].T
    corners = mesh.vertices[np.unique(mesh.faces[faces])] @ level[:2].T
    outline = _outline(_together(spread, corners))
    sides = np.roll(outline, -1, axis=0) - outline
    angles = np.arctan2(sides[:, 1], sides[:, 0])
    along = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    across = np.stack([-along[:, 1], along[:, 0]], axis=1)
    # One side of the least rectangle lies on a side of the outline (Freeman and Shapira 1975).
    widths, depths = np.ptp(outline @ along.T, axis=0), np.ptp(outline @ across.T, axis=0)
    best = int(np.argmin(widths * depths))
    x, y = along[best], across[best]
    square = abs(widths[best] - depths[best]) <= ALIKE * widths[best]
    if abs(y @ level[:2, 0]) > abs(x @ level[:2, 0]) if square else depths[best] > widths[best]:
        x, y = y, -x
    # Of the two ways, the one that is nearer to the mesh's own x, or to its own y where that stands across.
    own = level[:2, 0] if abs(x @ level[:2, 0]) > 1e-6 else level[:2, 1]
    if x @ own < 0.0:
        x, y = -x, -y
    rotation = np.stack([x @ level[:2], y @ level[:2], normal])
    turned = outline @ np.stack([x, y], axis=1)
    low, high = turned.min(axis=0), turned.max(axis=0)
    ring = outline - outline.mean(axis=0)
    after = np.roll(ring, -1, axis=0)
    area = 0.5 * abs(float((ring[:, 0] * after[:, 1] - ring[:, 1] * after[:, 0]).sum()))
    return rotation, low, high, area / float(np.prod(high - low))


def _level(normal: FloatArray) -> FloatArray:
    """(3, 3) any frame whose z is the normal."""
    x = np.cross(np.eye(3)[int(np.argmin(np.abs(normal)))], normal)
    x /= np.linalg.norm(x)
    return np.stack([x, np.cross(normal, x), normal])


def _together(spread: FloatArray, corners: FloatArray) -> FloatArray:
    """Those of the (n, 2) corners that lie on the largest patch of the ground; all the others are other things as high."""
    low = corners.min(axis=0)
    cell = float(np.ptp(corners, axis=0).max()) / CELLS
    shape = np.ceil(np.ptp(corners, axis=0) / cell).astype(int) + 3

    def cells(points: FloatArray) -> tuple[IntArray, IntArray]:
        found = np.clip(((points - low) / cell).astype(np.int64) + 1, 0, shape - 1)
        return found[:, 0], found[:, 1]

    filled = np.zeros(shape, dtype=bool)
    filled[cells(spread)] = True
    patches, _ = label(binary_dilation(filled, np.ones((3, 3), dtype=bool)))
    largest = int(np.argmax(np.bincount(patches[filled])))
    return np.asarray(corners[patches[cells(corners)] == largest])


def _outline(points: FloatArray) -> FloatArray:
    """(k, 2) the corners of the convex hull, in order."""
    return np.asarray(points[ConvexHull(points).vertices])
