"""A plain, slow reference for hidden shares and lines of sight: every ray against every triangle, in double precision.

None of the code under test is used. Rays meet triangles by the test of Möller and Trumbore (Journal of Graphics
Tools 2(1), 1997), both sides counting.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from scene.geometry.mesh import BoolArray, FloatArray, Mesh
from tests.scene.scenes import Scene

AT_ONCE = 1_500_000
"""Pairs of ray and triangle worked on together; more would only need more memory."""


def distances(meshes: Sequence[Mesh], origins: FloatArray, ways: FloatArray) -> FloatArray:
    """(n,) how far rays (n, 3) go before they meet a triangle, in lengths of their directions; infinite if they do not."""
    triangles = np.concatenate([mesh.triangles for mesh in meshes]) if meshes else np.zeros((0, 3, 3))
    result = np.full(len(ways), np.inf)
    origins = np.broadcast_to(origins, ways.shape)
    step = max(1, AT_ONCE // max(1, len(triangles)))
    for start in range(0, len(ways), step):
        part = slice(start, start + step)
        if len(triangles):
            result[part] = _first(triangles, origins[part], ways[part])
    return result


def _first(triangles: FloatArray, origins: FloatArray, ways: FloatArray) -> FloatArray:
    corner, one, two = triangles[:, 0], triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]
    normal = np.cross(one, two)
    # The triple products of Möller and Trumbore, turned round so that each is one matrix product.
    determinant = -(ways @ normal.T)
    moment = np.cross(origins, ways)
    with np.errstate(divide="ignore", invalid="ignore"):
        u = (moment @ two.T - ways @ np.cross(two, corner).T) / determinant
        v = (ways @ np.cross(one, corner).T - moment @ one.T) / determinant
        far = (origins @ normal.T - (normal * corner).sum(axis=1)) / determinant
        met = (determinant != 0) & (u >= 0) & (v >= 0) & (u + v <= 1) & (far > 0)
    return np.asarray(np.where(met, far, np.inf).min(axis=1))


@dataclass(frozen=True)
class Counted:
    """A share counted with ``of`` random directions that met the body."""

    share: float
    of: int

    @property
    def error(self) -> float:
        """Its standard error; never less than that of one hit more or less."""
        part = min(max(self.share, 1.0 / self.of), 1 - 1.0 / self.of)
        return float(np.sqrt(part * (1 - part) / self.of))


def hidden_share(scene: Scene, *, rays: int, seed: int = 0) -> Counted:
    """The hidden share of the scene's target: random directions in a cone around its body, evenly spread in solid angle."""
    eye = scene.shooter.eye
    ways = _cone(np.random.default_rng(seed), scene.target.placed, eye, rays)
    far = distances([scene.target.placed], eye, ways)
    met = np.isfinite(far)
    hiding = [piece.placed for piece in scene.table.terrain.pieces if piece.hides]
    left_out = {scene.target.id, *scene.ignored}
    hiding += [figure.placed for figure in scene.table.figures if figure.id not in left_out]
    covered = distances(hiding, eye, ways[met]) < far[met]
    return Counted(float(covered.mean()), int(met.sum()))


def _cone(rng: np.random.Generator, body: Mesh, eye: FloatArray, count: int) -> FloatArray:
    """(n, 3) unit vectors in a cone that holds the whole body; on the whole sphere where no narrow cone does."""
    corners = body.triangles.reshape(-1, 3) - eye
    corners /= np.linalg.norm(corners, axis=1, keepdims=True)
    axis = body.bounds.mean(axis=0) - eye
    axis /= max(float(np.linalg.norm(axis)), 1e-12)
    least = float((corners @ axis).min())
    # Corners bound a body only in a cone narrower than a half space.
    cosine = rng.uniform(least if least > 0.05 else -1.0, 1.0, count)
    side = np.cross(axis, [0.0, 1.0, 0.0] if abs(axis[0]) > 0.5 else [1.0, 0.0, 0.0])
    side /= np.linalg.norm(side)
    turn, sine = rng.uniform(0, 2 * np.pi, count), np.sqrt(1 - cosine**2)
    ways = cosine[:, None] * axis + (sine * np.cos(turn))[:, None] * side
    return np.asarray(ways + (sine * np.sin(turn))[:, None] * np.cross(axis, side))


def free(meshes: Sequence[Mesh], starts: FloatArray, ends: FloatArray, *, hair: float = 1e-3) -> BoolArray:
    """(n,) whether nothing lies between starts and ends (n, 3), but for a hair (inches) at either end."""
    ways = ends - starts
    units = ways / np.maximum(np.linalg.norm(ways, axis=1, keepdims=True), 1e-12)
    length = (ways * units).sum(axis=1) - 2 * hair
    return np.asarray(distances(meshes, starts + hair * units, units) >= length)


def any_line(meshes: Sequence[Mesh], one: Mesh, other: Mesh, *, lines: int, seed: int = 0) -> float:
    """The share of random lines between two surfaces that are free."""
    rng = np.random.default_rng(seed)
    return float(free(meshes, surface(rng, one, lines), surface(rng, other, lines)).mean())


def surface(rng: np.random.Generator, mesh: Mesh, count: int) -> FloatArray:
    """(n, 3) random points, evenly spread over a mesh's surface."""
    a, b, c = np.moveaxis(mesh.triangles, 1, 0)
    area = np.linalg.norm(np.cross(b - a, c - a), axis=1)
    which = rng.choice(len(area), size=count, p=area / area.sum())
    root, part = np.sqrt(rng.random((count, 1))), rng.random((count, 1))
    return np.asarray(a[which] * (1 - root) + root * (1 - part) * b[which] + root * part * c[which])


def rectangle_angle(eye: FloatArray, y: tuple[float, float], z: tuple[float, float], *, x: float = 0.0) -> float:
    """Steradians of a rectangle across the x axis, seen from ``eye``.

    A corner at (a, b) beside the foot of a perpendicular of length d spans atan(a b / (d sqrt(d² + a² + b²))) with it
    (Khadjavi, J. Opt. Soc. Am. 58, 1968, 1417); the rectangle is the signed sum of its four corners.
    """
    depth = abs(float(eye[0]) - x)
    total = 0.0
    for i, across in enumerate(y):
        for j, up in enumerate(z):
            a, b = across - float(eye[1]), up - float(eye[2])
            sign = 1.0 if i == j else -1.0
            total += sign * np.arctan2(a * b, depth * np.sqrt(depth**2 + a**2 + b**2))
    return float(total)
