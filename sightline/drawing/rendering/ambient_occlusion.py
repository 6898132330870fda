"""Ambient occlusion: corners and gaps of surfaces get less of the sky's light."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scene.geometry.mesh import FloatArray
from sightline.drawing.rendering.camera import Camera
from sightline.drawing.rendering.ray_tiles import in_tiles
from sightline.drawing.rendering.render_scene import FirstHits, RenderScene, joined_surfaces
from sightline.drawing.rendering.shading import CLEAR

Float32 = NDArray[np.float32]

STEP = 2
"""Ambient occlusion is worked out for one point in a block of so many pixels squared, then smoothed."""
RAYS = 8


@dataclass(frozen=True, eq=False)
class AmbientOcclusion:
    """Ambient occlusion on a coarse grid over the picture.

    Attributes:
        value: (rows, columns) 0..1.
        point: (rows, columns, 3) the surface points, table frame.
        normal: (rows, columns, 3) their normals.
    """

    value: Float32
    point: Float32
    normal: Float32

    def at(self, pixels: FloatArray, surface: FirstHits, scale: Float32) -> Float32:
        """(n,) ambient occlusion of the surface points found through ``pixels`` (n, 2).

        Args:
            pixels: where in the picture.
            surface: what was found there.
            scale: (n,) inches on the surface for one pixel; how far apart two points of one surface may lie.
        """
        rows, columns = self.value.shape
        place = (pixels - (STEP - 1) / 2.0) / STEP
        corner = np.floor(place).astype(np.int32)
        part = (place - corner).astype(np.float32)
        total = np.zeros(len(pixels), dtype=np.float32)
        weight = np.full(len(pixels), 1e-6, dtype=np.float32)
        for down in (0, 1):
            for along in (0, 1):
                row = np.clip(corner[:, 1] + down, 0, rows - 1)
                column = np.clip(corner[:, 0] + along, 0, columns - 1)
                near = np.abs(1.0 - along - part[:, 0]) * np.abs(1.0 - down - part[:, 1]) + np.float32(0.02)
                alike = near * _alike(
                    surface.point, surface.normal, self.point[row, column], self.normal[row, column], scale * STEP
                )
                total += alike * self.value[row, column]
                weight += alike
        return np.asarray((total + 1e-6 * 0.8) / weight, dtype=np.float32)


def measure_ambient_occlusion(render_scene: RenderScene, camera: Camera, reach: float) -> AmbientOcclusion:
    """Ambient occlusion over a picture: the share of rays into the half space that meet nothing within ``reach`` inches."""
    pixels = camera.grid(STEP)
    columns = len(range(0, camera.size[0], STEP))
    rows = len(pixels) // columns
    tiles = in_tiles(lambda tile: _open_tile(render_scene, camera, pixels[tile], reach), len(pixels))
    value = np.concatenate([tile for tile, _ in tiles])
    surface = joined_surfaces([tile for _, tile in tiles])
    shape = (rows, columns)
    raw = AmbientOcclusion(value.reshape(shape), surface.point.reshape(*shape, 3), surface.normal.reshape(*shape, 3))
    scale = pixel_inches(camera, surface).reshape(shape) * STEP
    return AmbientOcclusion(_smoothed(_smoothed(raw.value, raw, scale, 1), raw, scale, 2), raw.point, raw.normal)


def pixel_inches(camera: Camera, surface: FirstHits) -> Float32:
    """(n,) about how many inches on the surface one pixel spans."""
    away = np.where(np.isfinite(surface.distance), surface.distance, np.float32(1.0))
    return np.asarray((1.0 if camera.parallel else away) / np.float32(camera.focal) * np.ones_like(away))


def _open_tile(render_scene: RenderScene, camera: Camera, pixels: FloatArray, reach: float) -> tuple[Float32, FirstHits]:
    surface = render_scene.look(*camera.rays(pixels))
    met = np.flatnonzero(surface.part >= 0)
    value = np.ones(len(pixels), dtype=np.float32)
    value[met] = _open_share(render_scene, surface, met, reach)
    return value, surface


def _open_share(render_scene: RenderScene, surface: FirstHits, met: NDArray[np.intp], reach: float) -> Float32:
    normal = surface.normal[met]
    start = surface.point[met] + normal * np.float32(CLEAR)
    # A fixed scramble of the place in the picture turns each point's rays; smoothing then sees many more of them.
    turn = ((met * 0.7548776662466927) % 1.0 + (met // 977 * 0.5698402909980532) % 1.0) % 1.0
    count = np.zeros(len(met), dtype=np.float32)
    cos, sin = np.cos(2.0 * np.pi * turn), np.sin(2.0 * np.pi * turn)
    for index, (x, y, z) in enumerate(even_sphere(RAYS)):
        ball = np.stack([cos * x - sin * y, sin * x + cos * y, np.full(len(met), z)], axis=1).astype(np.float32)
        count += ~render_scene.blocked(start, start + (normal + ball) * np.float32(reach * 0.5 * (0.45 + 0.55 * (index % 2))))
    return count / np.float32(RAYS)


def even_sphere(count: int) -> list[tuple[float, float, float]]:
    """Points on a unit sphere, spread evenly (a Fibonacci lattice); added to a unit normal they follow the cosine law."""
    z = 1.0 - (2.0 * np.arange(count) + 1.0) / count
    angle, flat = 2.0 * np.pi * np.arange(count) * 0.6180339887498949, np.sqrt(1.0 - z * z)
    return list(zip((flat * np.cos(angle)).tolist(), (flat * np.sin(angle)).tolist(), z.tolist(), strict=True))


def _alike(point: Float32, normal: Float32, other: Float32, other_normal: Float32, scale: Float32) -> Float32:
    """(...) how far two surface points belong to one smooth surface, 0..1."""
    off_plane = np.abs(np.einsum("...i,...i->...", normal, other - point))
    turned = np.einsum("...i,...i->...", normal, other_normal)
    return np.asarray(np.clip(turned * 4.0 - 3.0, 0.0, 1.0) * (off_plane < 2.0 * scale), dtype=np.float32)


def _smoothed(value: Float32, raw: AmbientOcclusion, scale: Float32, gap: int) -> Float32:
    """``value`` averaged over 3 x 3 places ``gap`` apart that belong to the same surface."""
    rows, columns = value.shape
    total, weight = value.copy(), np.ones_like(value)
    for down in (-gap, 0, gap):
        for along in (-gap, 0, gap):
            if down == along == 0:
                continue
            here = (slice(max(0, -down), rows - max(0, down)), slice(max(0, -along), columns - max(0, along)))
            there = (slice(max(0, down), rows + min(0, down)), slice(max(0, along), columns + min(0, along)))
            alike = _alike(raw.point[here], raw.normal[here], raw.point[there], raw.normal[there], scale[here] * gap)
            total[here] += value[there] * alike
            weight[here] += alike
    return np.asarray(total / weight, dtype=np.float32)
