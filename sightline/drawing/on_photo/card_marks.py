"""A photo of a card, with what was counted: what is seen of the silhouette, what is hidden, and its outline."""

from collections.abc import Callable
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from scene.geometry.mesh import BoolArray, FloatArray
from sightline.drawing.annotation.lettering import font

SEEN, HIDDEN, OUTLINE = (60, 220, 90), (255, 200, 0), (255, 255, 255)
LETTERS = 22
"""Pixels: the size of the words."""
TINT = 0.75
LONGEST = 1600
"""Pixels of a side of the drawing."""
AROUND = 0.9
"""Of the silhouette's height, what is shown of the photo on each side of it."""


def marked(
    photo: NDArray[np.uint8],
    pixels: Callable[[FloatArray], FloatArray],
    outline: Any,  # noqa: ANN401 - shapely has no types
    samples: FloatArray,
    seen: BoolArray | None,
) -> Image.Image:
    """The part of a photo around a card, tinted where the silhouette is seen and where it is hidden.

    Args:
        photo: (h, w, 3) red, green, blue.
        pixels: (..., 2) of places (..., 3) of the card.
        outline: the silhouette.
        samples: (n, 3) places of it that were looked at, and (n,) which are ``seen``; None draws the outline alone.
    """
    places = pixels(samples)
    low, high = places.min(axis=0), places.max(axis=0)
    rim = AROUND * float((high - low).max())
    first = np.maximum(np.floor(low - rim), 0.0).astype(int)
    last = np.minimum(np.ceil(high + rim), [photo.shape[1], photo.shape[0]]).astype(int)
    scale = min(LONGEST / float((last - first).max()), 8.0)
    size = tuple(round(scale * side) for side in (last - first).tolist())
    picture = Image.fromarray(photo[first[1] : last[1], first[0] : last[0]]).resize((size[0], size[1]))
    if seen is not None:
        picture = _tinted(picture, scale * (places - first), seen)
    lines = ImageDraw.Draw(picture)
    for part in shapely.get_parts(outline):
        for ring in shapely.get_rings(part):
            flat = shapely.get_coordinates(ring)
            drawn = scale * (pixels(np.column_stack([flat, np.zeros(len(flat))])) - first)
            lines.line([(x, y) for x, y in drawn.tolist()], fill=OUTLINE, width=2)
    if seen is None:
        return picture
    for number, (colour, words) in enumerate(((SEEN, "seen"), (HIDDEN, "hidden"))):
        top = picture.height - 2 * LETTERS - 24 + number * (LETTERS + 8)
        lines.rectangle((12, top, 12 + LETTERS, top + LETTERS), fill=colour, outline=OUTLINE)
        lines.text((20 + LETTERS, top), words, fill=OUTLINE, font=font(LETTERS), stroke_width=2, stroke_fill=(0, 0, 0))
    return picture


def _tinted(picture: Image.Image, spots: FloatArray, seen: BoolArray) -> Image.Image:
    """A picture with its spots (n, 2) in the colours of what is seen and what is hidden."""
    tint, mask = Image.new("RGB", picture.size), Image.new("L", picture.size)
    draw, shown = ImageDraw.Draw(tint), ImageDraw.Draw(mask)
    step = 0.5 * float(np.median(np.hypot(*np.diff(spots, axis=0).T)))
    for (x, y), is_seen in zip(spots.tolist(), seen.tolist(), strict=True):
        box = (x - step, y - step, x + step, y + step)
        draw.rectangle(box, fill=SEEN if is_seen else HIDDEN)
        shown.rectangle(box, fill=round(255 * TINT))
    return Image.composite(tint, picture, mask)
