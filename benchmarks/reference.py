"""A plain reference for the hidden share: millions of random rays, evenly spread in solid angle, cast by bare Embree.

Nothing of it is shared with the code under test: every mesh is shifted so that the eye is the origin before it is rounded
to float32, so directions are exact and distances are good to 1e-7 of themselves.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from embreex.mesh_construction import TriangleMesh
from embreex.rtcore_scene import EmbreeScene
from numpy.typing import NDArray

from scene.geometry.mesh import FloatArray, Mesh
from tests.scene.scenes import Scene

AT_ONCE = 500_000
"""Rays a call: more need more memory and go no faster."""

HAIR = 1e-4
"""Inches before the body within which nothing counts as covering it."""


@dataclass(frozen=True)
class Reference:
    """The share that was counted, and how many rays fell on the body."""

    share: float
    on_body: int
    rays: int

    @property
    def error(self) -> float:
        """Its own standard error; that of half a ray where all or none are hidden."""
        part = min(max(self.share, 0.5 / self.on_body), 1 - 0.5 / self.on_body)
        return float(np.sqrt(part * (1 - part) / self.on_body))


def hidden_share(scene: Scene, *, rays: int, seed: int = 0) -> Reference | None:
    """The hidden share of the scene's target by that many random rays; None where none falls on the body."""
    rng = np.random.default_rng(seed)
    eye = scene.shooter.eye
    body, before = embree([scene.target.placed], eye), embree(_hiding(scene), eye)
    draw = _Window(scene.target.placed, eye)
    on_body = hidden = cast = 0
    while cast < rays:
        ways = draw(rng, min(AT_ONCE, rays - cast))
        cast += len(ways)
        zero = np.zeros_like(ways)
        far = body.run(zero, ways, query="DISTANCE")
        met = far < 1e30
        ways, far = np.ascontiguousarray(ways[met]), far[met]
        on_body += len(ways)
        if len(ways):
            hidden += int((before.run(zero[: len(ways)], ways, dists=far - np.float32(HAIR), query="OCCLUDED") >= 0).sum())
    return Reference(hidden / on_body, on_body, cast) if on_body else None


def _hiding(scene: Scene) -> list[Mesh]:
    figures = [figure for figure in scene.table.figures if figure.id not in {scene.target.id, *scene.ignored}]
    return [piece.placed for piece in scene.table.terrain.pieces] + [figure.placed for figure in figures]


def embree(meshes: Sequence[Mesh], eye: FloatArray) -> EmbreeScene:
    """Bare Embree with the eye as its origin."""
    scene = EmbreeScene()
    for mesh in meshes:
        TriangleMesh(scene, (mesh.vertices - eye).astype(np.float32), mesh.faces.astype(np.int32))
    return scene


class _Window:
    """Draws float32 directions (n, 3), evenly spread in solid angle over a rectangle around the body, or over the sphere."""

    def __init__(self, body: Mesh, eye: FloatArray) -> None:
        offsets = body.vertices[np.unique(body.faces)] - eye
        ahead = body.bounds.mean(axis=0) - eye
        ahead /= max(float(np.linalg.norm(ahead)), 1e-12)
        side = np.cross(ahead, [0.0, 0.0, 1.0] if abs(ahead[2]) < 0.7 else [0.0, 1.0, 0.0])
        side /= np.linalg.norm(side)
        self.axes = np.stack([ahead, side, np.cross(side, ahead)])
        depth, across, up = (offsets @ self.axes.T).T
        self.everywhere = bool((depth < 0.35 * np.linalg.norm(offsets, axis=1)).any())
        if not self.everywhere:
            tangents = np.stack([across / depth, up / depth], axis=1)
            self.low, self.high = tangents.min(axis=0), tangents.max(axis=0)

    def __call__(self, rng: np.random.Generator, count: int) -> NDArray[np.float32]:
        if self.everywhere:
            ways = rng.normal(size=(count, 3))
            return np.asarray(ways / np.linalg.norm(ways, axis=1, keepdims=True), dtype=np.float32)
        parts, missing = [], count
        while missing:
            tangents = rng.uniform(self.low, self.high, size=(missing, 2))
            # A piece of the flat window has the solid angle cos^3 times its area.
            cosine = 1.0 / np.sqrt(1.0 + (tangents**2).sum(axis=1))
            nearest = 1.0 / np.sqrt(1.0 + (np.clip(0.0, self.low, self.high) ** 2).sum())
            kept = rng.random(missing) < (cosine / nearest) ** 3
            parts.append(np.column_stack([np.ones(kept.sum()), tangents[kept]]) * cosine[kept, None])
            missing -= int(kept.sum())
        return np.asarray(np.concatenate(parts) @ self.axes, dtype=np.float32)
