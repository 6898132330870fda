"""Shading in soft, even light: one lamp with shadows, a bright sky, darker corners, haze with distance."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from scene.geometry.mesh import FloatArray
from sightline.drawing.rendering.camera import Camera
from sightline.drawing.rendering.palette import Rgb
from sightline.drawing.rendering.render_scene import FirstHits, RenderScene

Float32 = NDArray[np.float32]

GAMMA = 2.2
CLEAR = 0.006
"""Inches that shadow rays start above their surface."""
LAMP = 0.62
SKY_LIGHT = np.array([0.60, 0.63, 0.68], dtype=np.float32)
FLOOR_LIGHT = np.array([0.34, 0.32, 0.29], dtype=np.float32)


@dataclass(frozen=True)
class Light:
    """How a picture is lit.

    Attributes:
        lamp: (3,) unit vector towards the lamp.
        corner_reach: inches up to which something near darkens a surface.
        haze_near: inches at which haze begins.
        haze_depth: inches over which most of it gathers; 0 is clear air.
        backdrop_high: colour of the backdrop at its top.
        backdrop_low: at the horizon, and of the haze.
        backdrop_floor: below the horizon.
    """

    lamp: tuple[float, float, float]
    corner_reach: float
    haze_near: float = 0.0
    haze_depth: float = 0.0
    backdrop_high: Rgb = (206, 214, 222)
    backdrop_low: Rgb = (236, 235, 231)
    backdrop_floor: Rgb = (188, 186, 182)


def lamp_beside(camera: Camera) -> tuple[float, float, float]:
    """A lamp above and to the left of the viewer; in a plan, towards its upper left corner."""
    right, down, forward = camera.axes
    way = np.array([0.0, 0.0, 1.05]) - 0.55 * right - 0.45 * ((forward + down) * [1.0, 1.0, 0.0])
    x, y, z = way / np.linalg.norm(way)
    return float(x), float(y), float(z)


def quiet_light(camera: Camera) -> Light:
    """The light of pictures that carry words and lines: a lamp beside the camera, before a pale backdrop."""
    return Light(
        lamp_beside(camera), corner_reach=1.6,
        backdrop_high=(226, 230, 234), backdrop_low=(240, 239, 235), backdrop_floor=(226, 224, 219),
    )  # fmt: skip


def linear(colour: ArrayLike) -> Float32:
    """Screen colours 0..255 as amounts of light 0..1."""
    return np.asarray((np.asarray(colour, dtype=np.float32) / np.float32(255.0)) ** np.float32(GAMMA))


def on_screen(light: Float32) -> Float32:
    """Amounts of light as screen colours 0..255, not rounded."""
    return np.asarray(np.clip(light, 0.0, 1.0) ** np.float32(1.0 / GAMMA) * np.float32(255.0))


def illumination(surface: FirstHits, shadowed: NDArray[np.bool_], ambient_occlusion: Float32, light: Light) -> Float32:
    """(n, 3) the light on each point: lamp unless ``shadowed`` (n,), sky by its ``ambient_occlusion`` (n,) 0..1."""
    lamp = np.asarray(light.lamp, dtype=np.float32)
    direct = np.maximum(surface.normal @ lamp, np.float32(0.0)) * np.float32(LAMP) * ~shadowed
    upwards = (surface.normal[:, 2] * np.float32(0.5) + np.float32(0.5))[:, None]
    around = FLOOR_LIGHT + (SKY_LIGHT - FLOOR_LIGHT) * upwards
    return np.asarray(direct[:, None] + around * ambient_occlusion[:, None], dtype=np.float32)


def in_shadow(render_scene: RenderScene, surface: FirstHits, light: Light) -> NDArray[np.bool_]:
    """(n,) bool: whether the lamp does not reach the points."""
    lamp = np.asarray(light.lamp, dtype=np.float32)
    lit = np.flatnonzero((surface.part >= 0) & (surface.normal @ lamp > 0.0))
    starts = surface.point[lit] + surface.normal[lit] * np.float32(CLEAR)
    dark = np.zeros(len(surface.part), dtype=np.bool_)
    dark[lit] = render_scene.blocked(starts, starts + lamp * np.float32(200.0))
    return dark


def backdrop(directions: FloatArray, light: Light) -> Float32:
    """(n, 3) light of the backdrop along unit ``directions`` (n, 3)."""
    rise = np.asarray(directions[:, 2], dtype=np.float32)[:, None]
    high, low, floor = linear(light.backdrop_high), linear(light.backdrop_low), linear(light.backdrop_floor)
    upper = low + (high - low) * np.clip(rise / 0.5, 0.0, 1.0)
    lower = low + (floor - low) * np.clip(-rise / 0.35, 0.0, 1.0)
    return np.asarray(np.where(rise >= 0.0, upper, lower), dtype=np.float32)


def hazed(colour: Float32, distance: Float32, light: Light) -> Float32:
    """(n, 3) light after the air between; ``distance`` (n,) in inches."""
    if light.haze_depth <= 0.0:
        return colour
    gone = np.maximum(np.where(np.isfinite(distance), distance, 0.0) - light.haze_near, 0.0) / light.haze_depth
    share = np.asarray(0.6 * (1.0 - np.exp(-gone)), dtype=np.float32)[:, None]
    return np.asarray(colour + (linear(light.backdrop_low) - colour) * share, dtype=np.float32)


def ground_lines(surface: FirstHits, camera: Camera, directions: FloatArray, on_ground: NDArray[np.bool_]) -> Float32:
    """(n,) how strongly the inch grid darkens each point, 0..1; lines of every sixth inch are stronger."""
    dark = np.zeros(len(surface.part), dtype=np.float32)
    marked = np.flatnonzero(on_ground & (surface.normal[:, 2] > 0.9))
    if len(marked) == 0:
        return dark
    away = np.float32(1.0) if camera.parallel else surface.distance[marked]
    slant = np.maximum(np.abs(directions[marked, 2]), 0.04).astype(np.float32)
    pixel = away / np.float32(camera.focal) / np.sqrt(slant)
    where = surface.point[marked, :2]
    for spacing, width, strength in ((1.0, 0.022, 0.16), (6.0, 0.05, 0.22)):
        off = np.abs(where - np.round(where / spacing) * np.float32(spacing)).min(axis=1)
        half = np.maximum(np.float32(width / 2.0), pixel * 0.5)
        cover = np.clip((half - off) / pixel + np.float32(0.5), 0.0, 1.0) * (width / 2.0 / half) ** 0.5
        fade = np.clip(1.6 - pixel * 8.0 / spacing, 0.0, 1.0)
        dark[marked] = np.maximum(dark[marked], cover * fade * strength)
    return dark
