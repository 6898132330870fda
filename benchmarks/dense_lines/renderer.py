"""Photos of tables full of grain: Embree's rays, a pinhole, shadows, blur, noise and JPEG."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from embreex import rtcore_scene
from embreex.mesh_construction import TriangleMesh
from numpy.typing import NDArray

Array = NDArray[np.float64]
Float32 = NDArray[np.float32]

GRAIN_CELLS = 256
"""Cells of the block of noise along each axis; it repeats."""
GRAIN_MM = 0.4
"""Millimetres of a cell."""
FINEST = 5.0
"""Cells of the shortest waves."""
ROWS = 128
"""Rows of a photo that are drawn together."""
OFF = 0.02
"""Millimetres off a surface from which the sun is looked for."""


@dataclass(frozen=True)
class Camera:
    """A pinhole: its place in millimetres, (3, 3) rows to the right, down and ahead, focal length and size in pixels."""

    eye: Array
    axes: Array
    focal: float
    size: tuple[int, int]

    @staticmethod
    def looking(eye: Array, at: Array, focal: float, size: tuple[int, int], roll: float = 0.0) -> "Camera":
        """One that looks at a point; ``roll`` in radians."""
        ahead = (at - eye) / np.linalg.norm(at - eye)
        right = np.cross(ahead, [0.0, 0.0, 1.0])
        right = right / np.linalg.norm(right)
        down, c, s = np.cross(ahead, right), np.cos(roll), np.sin(roll)
        return Camera(eye, np.array([c * right + s * down, -s * right + c * down, ahead]), focal, size)


@dataclass(frozen=True)
class Look:
    """How much of its own a surface shows: brightness, and how far its grain goes from it (a share)."""

    grey: float
    grain: float


@dataclass(frozen=True)
class Developing:
    """Rays a pixel, blur in pixels, noise at white (a share of it), JPEG's quality."""

    rays: int = 2
    blur: float = 0.6
    noise: float = 0.006
    quality: int = 90


def noise_block(rng: np.random.Generator) -> Float32:
    """(n, n, n) of grain, the coarser the stronger, about 0 with deviation 1; it repeats seamlessly.

    Nothing of it is finer than a photo shows: two or three rays a pixel would make that a flicker of their own.
    """
    n = GRAIN_CELLS
    along = np.fft.fftfreq(n).astype(np.float32) * n
    square = along[:, None, None] ** 2 + along[None, :, None] ** 2 + (np.fft.rfftfreq(n).astype(np.float32) * n) ** 2
    spectrum = np.fft.rfftn(rng.standard_normal((n, n, n), dtype=np.float32)).astype(np.complex64)
    spectrum *= np.exp(-square / (n / FINEST) ** 2) / (square + 4.0) ** 0.45
    spectrum[0, 0, 0] = 0.0
    found = np.fft.irfftn(spectrum).astype(np.float32)
    return np.asarray((found / found.std()).clip(-2.5, 2.5), dtype=np.float32)


class World:
    """Meshes in millimetres, what they look like, and the sun."""

    def __init__(
        self, meshes: Sequence[tuple[Array, NDArray[np.int64]]], looks: Sequence[Look], rng: np.random.Generator
    ) -> None:
        counts = np.cumsum([0, *(len(points) for points, _ in meshes)])
        corners = np.concatenate([points for points, _ in meshes]).astype(np.float32)
        faces = np.concatenate([own + first for (_, own), first in zip(meshes, counts[:-1], strict=True)]).astype(np.int32)
        self.scene = rtcore_scene.EmbreeScene(robust=True)
        TriangleMesh(self.scene, corners, faces)
        triangles = corners[faces]
        normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
        self.normals = normals / np.linalg.norm(normals, axis=1, keepdims=True).clip(1e-12)
        self.owner = np.repeat(np.arange(len(meshes)), [len(own) for _, own in meshes])
        self.grey = np.array([look.grey for look in looks], dtype=np.float32)
        self.grain = np.array([look.grain for look in looks], dtype=np.float32)
        way = np.append(rng.normal(0.0, 0.6, 2), 1.0)
        self.sun = (way / np.linalg.norm(way)).astype(np.float32)
        self.block, self.rng = noise_block(rng), rng
        turned, _ = np.linalg.qr(rng.normal(size=(3, 3)))
        self.turn = (turned / GRAIN_MM).astype(np.float32)
        self.shift = rng.uniform(0.0, GRAIN_CELLS, (len(meshes), 3)).astype(np.float32)

    def distance(self, starts: Array, ways: Array) -> Float32:
        """(n,) how far along unit ways something is; infinite for nothing."""
        met = self.scene.run(starts.astype(np.float32), ways.astype(np.float32), query="INTERSECT", output=True)
        return np.asarray(np.where(met["geomID"] < 0, np.inf, met["tfar"]), dtype=np.float32)

    def cells(self, places: Float32, owner: NDArray[np.int64]) -> Float32:
        """(n, 3) where in the block of noise places of meshes lie."""
        return np.asarray(places @ self.turn + self.shift[owner], dtype=np.float32)

    def light(self, starts: Float32, ways: Float32) -> Float32:
        """(n,) what comes back along unit ways."""
        met = self.scene.run(starts, ways, query="INTERSECT", output=True)
        hit = np.flatnonzero(met["geomID"] >= 0)
        face, far = met["primID"][hit], met["tfar"][hit]
        places = starts[hit] + far[:, None] * ways[hit]
        normals = self.normals[face].astype(np.float32)
        normals *= -np.sign((normals * ways[hit]).sum(axis=1, keepdims=True))
        cosine = (normals @ self.sun).clip(0.0)
        asked = np.flatnonzero(cosine > 0.0)
        towards = np.ascontiguousarray(np.broadcast_to(self.sun, (len(asked), 3)))
        shaded = self.scene.run(places[asked] + OFF * normals[asked], towards, query="OCCLUDED")
        cosine[asked[np.asarray(shaded) >= 0]] = 0.0
        owner = self.owner[face]
        cell = self.cells(places, owner).astype(np.int32) % GRAIN_CELLS
        grain = self.block[cell[:, 0], cell[:, 1], cell[:, 2]]
        found = np.full(len(ways), 0.02, dtype=np.float32)
        lit = 0.30 + 0.08 * normals[:, 2] + 0.6 * cosine
        found[hit] = self.grey[owner] * (1.0 + self.grain[owner] * grain).clip(0.05) * lit
        return found


def photo(world: World, camera: Camera, how: Developing) -> bytes:
    """A grey JPEG file."""
    width, height = camera.size
    whole = np.empty((height, width), dtype=np.float32)
    axes, eye = camera.axes.astype(np.float32), camera.eye.astype(np.float32)
    for top in range(0, height, ROWS):
        down, across = np.mgrid[top : min(top + ROWS, height), 0:width].astype(np.float32)
        total = np.zeros(across.size, dtype=np.float32)
        for _ in range(how.rays):
            u = (across.ravel() + world.rng.uniform(-0.5, 0.5, across.size) - (width - 1) / 2) / camera.focal
            v = (down.ravel() + world.rng.uniform(-0.5, 0.5, across.size) - (height - 1) / 2) / camera.focal
            ways = np.stack([u, v, np.ones_like(u)], axis=1).astype(np.float32) @ axes
            ways /= np.linalg.norm(ways, axis=1, keepdims=True)
            total += world.light(np.ascontiguousarray(np.broadcast_to(eye, ways.shape)), ways)
        whole[top : top + ROWS] = (total / how.rays).reshape(across.shape)
    whole = np.asarray(cv2.GaussianBlur(whole, (0, 0), how.blur), dtype=np.float32)
    whole += world.rng.normal(0.0, 1.0, whole.shape).astype(np.float32) * np.sqrt(how.noise**2 / 4 + how.noise**2 * whole)
    linear = whole.clip(0.0, 1.0)
    grey = np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)
    _, file = cv2.imencode(".jpg", (255.0 * grey + 0.5).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, how.quality])
    return file.tobytes()
