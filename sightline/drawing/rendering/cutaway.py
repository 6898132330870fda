"""The cutaway of a level: from above, everything cut away that lies higher than the heads of those who walk there."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scene.geometry.mesh import BoolArray, FloatArray
from scene.geometry.ray_casting import Hits, Rays
from sightline.drawing.rendering.camera import Camera
from sightline.drawing.rendering.palette import Rgb
from sightline.drawing.rendering.render_scene import FirstHits, RenderScene, ScenePart

Float32 = NDArray[np.float32]
Ceiling = Callable[[FloatArray], Float32]
"""Heights (n,) above which everything is cut away, at points (n, 2) or (n, 3)."""

CUT: Rgb = (54, 56, 62)
"""What solid terrain is inside, where it is cut through."""
SHADOW = 1.0
"""Inches: nothing higher throws a shadow into a plan that is laid open."""


@dataclass(frozen=True, eq=False)
class CutCamera(Camera):
    """A plan whose rays start at a ceiling."""

    ceiling: Ceiling | None = None

    def rays(self, pixels: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Origins (n, 3) and directions (n, 3) of the rays through ``pixels`` (n, 2)."""
        origins, directions = super().rays(pixels)
        if self.ceiling is not None:
            origins = np.column_stack([origins[:, :2], self.ceiling(origins)])
        return origins, directions


@dataclass(frozen=True, eq=False)
class CutScene(RenderScene):
    """A render scene in which rays that start inside something solid find it cut through; its last part is that cut."""

    def look(self, origins: FloatArray, directions: FloatArray) -> FirstHits:
        """What the rays (n, 3) along unit ``directions`` (n, 3) meet first."""
        found = self.terrain.first_hits(origins, directions)
        surface = self.nearest(found, origins, directions)
        inside = _inside(self.terrain, found, origins, directions)
        if not inside.any():
            return surface
        distance, part = surface.distance.copy(), surface.part.copy()
        normal, point = surface.normal.copy(), surface.point.copy()
        distance[inside], part[inside] = 0.0, len(self.parts) - 1
        normal[inside], point[inside] = (0.0, 0.0, 1.0), origins[inside]
        return FirstHits(distance, part, normal, point)

    def blocked(self, starts: Float32, ends: Float32) -> BoolArray:
        """(n,) bool: whether anything less than `SHADOW` inches higher lies between the points (n, 3) and (n, 3)."""
        ways = ends - starts
        share = np.minimum(1.0, SHADOW / np.maximum(ways[:, 2], 1e-6)).astype(np.float32)
        return super().blocked(starts, starts + ways * share[:, None])


def within_solids(rays: Rays, points: FloatArray) -> BoolArray:
    """(n,) bool: whether ``points`` (n, 3) lie inside something: rays straight down and straight up both leave it.

    It takes both, since a mesh that is open or inside out shows its inside to rays from outside as well.
    """
    down = np.broadcast_to([0.0, 0.0, -1.0], points.shape)
    return _inside(rays, rays.first_hits(points, down), points, down)


def _inside(rays: Rays, found: Hits, points: FloatArray, directions: FloatArray) -> BoolArray:
    """(n,) bool: whether ``points`` (n, 3) lie inside something, given what rays from there along ``directions`` found."""
    inside = _left(found, directions)
    some = np.flatnonzero(inside)
    if len(some):
        back = -directions[some]
        inside[some] = _left(rays.first_hits(points[some], back), back)
    return inside


def _left(hits: Hits, directions: FloatArray) -> BoolArray:
    """(n,) bool: whether what the rays meet first they meet from its inside."""
    return np.asarray(np.isfinite(hits.distance) & (np.einsum("ij,ij->i", hits.normal, directions) > 0.0))


def laid_open(render_scene: RenderScene, camera: Camera, ceiling: Ceiling) -> tuple[CutScene, CutCamera]:
    """The render scene and the plan camera with everything above ``ceiling`` cut away."""
    parts = (*render_scene.parts, ScenePart("", "cut", CUT))
    cut_scene = CutScene(parts, render_scene.terrain, render_scene.movable, render_scene.shading, render_scene.first_movable)
    return cut_scene, CutCamera(camera.position, camera.axes, camera.size, camera.focal, parallel=True, ceiling=ceiling)
