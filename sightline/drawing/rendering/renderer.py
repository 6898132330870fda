"""The renderer: a shaded picture of a render scene, smooth at its edges."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import gaussian_filter

from scene.geometry.mesh import BoolArray, FloatArray
from sightline.drawing.rendering.ambient_occlusion import AmbientOcclusion, measure_ambient_occlusion, pixel_inches
from sightline.drawing.rendering.camera import Camera
from sightline.drawing.rendering.ray_tiles import in_tiles
from sightline.drawing.rendering.render_scene import FirstHits, RenderScene, joined_surfaces
from sightline.drawing.rendering.shading import (
    Light,
    backdrop,
    ground_lines,
    hazed,
    illumination,
    in_shadow,
    linear,
    on_screen,
)

Float32 = NDArray[np.float32]

# Four places in a pixel, no two in one row or column (a rotated grid).
PLACES = np.array([[-0.375, -0.125], [0.125, -0.375], [0.375, 0.125], [-0.125, 0.375]])
ENDS, CREASES = 0.22, 0.12
"""How much darker surfaces are drawn along their ends and bends, as with a soft pencil."""


@dataclass(frozen=True, eq=False)
class RaySamples:
    """What n rays contribute to the picture.

    Attributes:
        colour: (n, 3) screen colours 0..255.
        key: (n,) what they belong to; where neighbours differ, the picture is sampled more finely.
        surface: what they met.
    """

    colour: Float32
    key: NDArray[np.int64]
    surface: FirstHits


@dataclass(frozen=True, eq=False)
class RenderedPicture:
    """A rendered picture and what its pixels show at their middles.

    Attributes:
        colour: (rows, columns, 3) screen colours 0..255.
        part: (rows, columns) place in `RenderScene.parts`, -1 for the backdrop.
        distance: (rows, columns) inches.
    """

    colour: Float32
    part: NDArray[np.int32]
    distance: Float32


def figures_in(render_scene: RenderScene, picture: RenderedPicture) -> BoolArray:
    """(rows, columns) where bodies and bases are seen in a picture of a scene."""
    figures = np.array([part.role in {"body", "base"} for part in render_scene.parts] + [False])
    return np.asarray(figures[picture.part])


@dataclass(frozen=True, eq=False)
class Painter:
    """All that is needed to give rays their colours."""

    render_scene: RenderScene
    camera: Camera
    light: Light
    ambient_occlusion: AmbientOcclusion
    overlay: Callable[[FloatArray, FloatArray, FloatArray, RaySamples], RaySamples] | None = None

    def samples(self, pixels: FloatArray) -> RaySamples:
        """Colours seen through ``pixels`` (n, 2)."""
        tiles = in_tiles(lambda tile: self._tile(pixels[tile]), len(pixels))
        return RaySamples(
            np.concatenate([tile.colour for tile in tiles]),
            np.concatenate([tile.key for tile in tiles]),
            joined_surfaces([tile.surface for tile in tiles]),
        )

    def _tile(self, pixels: FloatArray) -> RaySamples:
        origins, directions = self.camera.rays(pixels)
        surface = self.render_scene.look(origins, directions)
        shadowed = in_shadow(self.render_scene, surface, self.light)
        ambient_occlusion = self.ambient_occlusion.at(pixels, surface, pixel_inches(self.camera, surface))
        albedo = linear([part.colour for part in self.render_scene.parts] + [(0, 0, 0)])
        colour = albedo[surface.part] * illumination(surface, shadowed, ambient_occlusion, self.light)
        ground = surface.part == self.render_scene.first_movable
        colour *= 1.0 - ground_lines(surface, self.camera, directions, ground)[:, None]
        colour = hazed(colour, surface.distance, self.light)
        nothing = surface.part < 0
        colour[nothing] = backdrop(directions[nothing], self.light)
        found = RaySamples(on_screen(colour), surface.part.astype(np.int64) * 2 + shadowed, surface)
        return self.overlay(pixels, origins, directions, found) if self.overlay else found


def render(
    render_scene: RenderScene,
    camera: Camera,
    light: Light,
    overlay: Callable[[FloatArray, FloatArray, FloatArray, RaySamples], RaySamples] | None = None,
) -> RenderedPicture:
    """A picture of ``render_scene``: one ray a pixel, four where something ends.

    Args:
        render_scene: what is drawn.
        camera: from where.
        light: in which light.
        overlay: changes samples, given their pixels (n, 2), origins and directions (n, 3); may change their keys.
    """
    painter = Painter(render_scene, camera, light, measure_ambient_occlusion(render_scene, camera, light.corner_reach), overlay)
    pixels = camera.grid()
    first = painter.samples(pixels)
    shape = (camera.size[1], camera.size[0])
    ends, creases = _edges(first, shape, pixel_inches(camera, first.surface).reshape(shape))
    fine = np.flatnonzero((ends | creases).ravel())
    colour = first.colour
    if len(fine) and len(PLACES) > 1:  # with one place, the middle, a pixel has been looked at
        around = (pixels[fine][:, None] + PLACES).reshape(-1, 2)
        colour[fine] = painter.samples(around).colour.reshape(-1, len(PLACES), 3).mean(axis=1)
    ink = gaussian_filter(np.where(ends, ENDS, np.where(creases, CREASES, 0.0)).astype(np.float32), 0.7)
    colour *= 1.0 - ink.reshape(-1, 1)
    return RenderedPicture(colour.reshape(*shape, 3), first.surface.part.reshape(shape), first.surface.distance.reshape(shape))


def _edges(samples: RaySamples, shape: tuple[int, int], scale: Float32) -> tuple[BoolArray, BoolArray]:
    """(rows, columns) bool each: where what is seen ends, and where a surface bends."""
    key = samples.key.reshape(shape)
    normal = samples.surface.normal.reshape(*shape, 3)
    point = samples.surface.point.reshape(*shape, 3)
    part = samples.surface.part.reshape(shape)
    ends, creases = np.zeros(shape, dtype=np.bool_), np.zeros(shape, dtype=np.bool_)
    for here, there in (
        ((slice(None, -1), slice(None)), (slice(1, None), slice(None))),
        ((slice(None), slice(None, -1)), (slice(None), slice(1, None))),
    ):
        step = np.abs(np.einsum("ijk,ijk->ij", normal[here], point[there] - point[here])) > 4.0 * scale[here]
        bend = (np.einsum("ijk,ijk->ij", normal[here], normal[there]) < 0.92) & (part[here] >= 0)
        end = (key[here] != key[there]) | step
        for mask, found in ((ends, end), (creases, bend)):
            mask[here] |= found
            mask[there] |= found
    return ends, creases
