"""The target on a photo: which of its points the shooter's eye sees, whether or not the camera does."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from scene.geometry.mesh import FloatArray
from scene.table.table import Figure, Table
from sightline.drawing.on_photo.photo_frame import PhotoFrame
from sightline.drawing.on_photo.photo_marks import Silhouette, figure_silhouette
from sightline.drawing.rendering.palette import HIDDEN as BLUE
from sightline.drawing.rendering.palette import INK, VISIBLE, Rgb, mixed
from sightline.drawing.sight.target_paint import stripes
from sightline.drawing.sight.target_rays import NO_BODY, TargetView, target_view
from sightline.drawing.sight.target_rays import VISIBLE as NOTHING_BEFORE

ELSEWHERE, AWAY, SEEN, HIDDEN = 0, 1, 2, 3
"""What a pixel is: past the target, on a part of it that is turned away from the shooter, on one that he sees, on one that
something else hides from him."""

BEFORE = 0.01
"""Inches: a point is turned away where the target's own body is met so much before it."""

TINT = {SEEN: (VISIBLE, 0.5), HIDDEN: (BLUE, 0.55)}
"""Colours over the photo, and how much of them."""
BEHIND = 0.75
"""How much of that remains where something stands between camera and target."""


@dataclass(frozen=True, eq=False)
class Classed:
    """The target on a photo.

    Attributes:
        outline: where it is.
        kinds: (r, c) int8 in the outline's masks: `ELSEWHERE`, `AWAY`, `SEEN` or `HIDDEN`.
    """

    outline: Silhouette
    kinds: NDArray[np.int8]


def classed(frame: PhotoFrame, table: Table, shooter: Figure, target: Figure) -> Classed | None:
    """The target's points on a photo, by what the shooter's eye sees of them; None where it is not in the picture."""
    outline = figure_silhouette(frame, target, with_base=False)
    if outline is None:
        return None
    kinds = np.zeros(outline.full.shape, dtype=np.int8)
    ways = frame.ways[outline.rows, outline.columns][outline.full].astype(np.float64)
    points = frame.eye + ways * outline.distance[outline.full][:, None]
    kinds[outline.full] = seen_from(target_view(table, shooter, target), shooter.eye, points)
    return Classed(outline, kinds)


def seen_from(view: TargetView, eye: FloatArray, points: FloatArray) -> NDArray[np.int8]:
    """(n,) whether an eye (3,) sees the points (n, 3) of a body: `AWAY`, `SEEN` or `HIDDEN`."""
    ways = points - eye
    away = np.linalg.norm(ways, axis=1)
    found = view.look(np.broadcast_to(eye, ways.shape), ways / np.maximum(away, 1e-9)[:, None])
    # Rays that slip past an edge on their way there find no body; what they were sent to is turned away as good as.
    turned = (found.blocker == NO_BODY) | (found.distance < away - BEFORE)
    return np.where(turned, AWAY, np.where(found.blocker == NOTHING_BEFORE, SEEN, HIDDEN)).astype(np.int8)


def painted(picture: Image.Image, target: Classed, *, period: float) -> Image.Image:
    """The picture with what is seen of the target tinted, and what is hidden of it tinted and hatched.

    ``period`` is in pixels, from stripe to stripe.
    """
    colour = np.asarray(picture, dtype=np.float32).copy()
    part = colour[target.outline.rows, target.outline.columns]
    for kind, (tint, share) in TINT.items():
        row, column = np.nonzero(target.kinds == kind)
        strength = np.where(target.outline.seen[row, column], share, BEHIND * share).astype(np.float32)
        found = part[row, column]
        found += (_light(found, tint) - found) * strength[:, None]
        if kind == HIDDEN:
            places = np.stack([column + target.outline.left, row + target.outline.top], axis=1).astype(np.float64)
            dark = np.array(mixed(tint, INK, 0.55), dtype=np.float32)
            found += (dark - found) * (0.85 * stripes(places, period, 0.34))[:, None]
        part[row, column] = found
    return Image.fromarray(np.rint(colour).astype(np.uint8))


def _light(under: NDArray[np.float32], tint: Rgb) -> NDArray[np.float32]:
    """(n, 3) the tint, a little darker where the photo is dark, so that shapes show through."""
    light = 0.7 + 0.6 * under.mean(axis=1) / 255.0
    return np.asarray(np.clip(np.array(tint, dtype=np.float32) * light[:, None], 0.0, 255.0), dtype=np.float32)
