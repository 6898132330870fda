"""The image canvas: a picture to draw on with smooth lines."""

from collections.abc import Iterable, Sequence

import numpy as np
from PIL import Image, ImageDraw

from scene.geometry.mesh import FloatArray
from sightline.drawing.annotation.mask_outlines import dashes
from sightline.drawing.rendering.palette import Rgb

FINENESS = 2
"""Lines are drawn so many times larger and then reduced, which smooths them."""

Dash = tuple[float, float]
Box = tuple[float, float, float, float]


class ImageCanvas:
    """Shapes are gathered on a transparent layer over the picture; `flat` joins the two, and words go on top."""

    def __init__(self, picture: Image.Image) -> None:
        self._picture = picture
        self._over = Image.new("RGBA", (picture.width * FINENESS, picture.height * FINENESS), (0, 0, 0, 0))
        self._draw = ImageDraw.Draw(self._over)

    def line(
        self,
        points: FloatArray,
        colour: Rgb,
        *,
        thick: float,
        alpha: float = 1.0,
        dash: Dash | None = None,
        casing: Rgb | None = None,
    ) -> None:
        """A line through ``points`` (n, 2), ``thick`` pixels wide.

        Args:
            points: pixel coordinates.
            colour: of the line.
            thick: width in pixels.
            alpha: 1 is opaque.
            dash: lengths of dashes and of the gaps between them.
            casing: a wider line below it in this colour, so that it shows on any background.
        """
        strokes = dashes(points, *dash) if dash else [points]
        if casing:
            for stroke in strokes:
                self._stroke(stroke, casing, thick + 2.6, alpha * 0.9)
        for stroke in strokes:
            self._stroke(stroke, colour, thick, alpha)

    def lines(self, many: Iterable[FloatArray], colour: Rgb, *, thick: float, dash: Dash | None = None) -> None:
        """Several lines alike."""
        for points in many:
            self.line(points, colour, thick=thick, dash=dash)

    def polygon(
        self,
        points: FloatArray | Sequence[tuple[float, float]],
        fill: Rgb,
        *,
        edge: Rgb | None = None,
        thick: float = 1.5,
        alpha: float = 1.0,
    ) -> None:
        """A filled shape with corners ``points`` (n, 2)."""
        corners = np.asarray(points, dtype=np.float64)
        self._draw.polygon(_scaled(corners), fill=(*fill, round(255 * alpha)))
        if edge:
            self._stroke(np.concatenate([corners, corners[:2]]), edge, thick, alpha)

    def disc(
        self,
        middle: tuple[float, float],
        radius: float,
        fill: Rgb | None,
        *,
        edge: Rgb | None = None,
        thick: float = 1.5,
        alpha: float = 1.0,
    ) -> None:
        """A circle."""
        x, y = ((value + 0.5) * FINENESS for value in middle)
        opaque = round(255 * alpha)
        box = (x - radius * FINENESS, y - radius * FINENESS, x + radius * FINENESS, y + radius * FINENESS)
        self._draw.ellipse(
            box, fill=(*fill, opaque) if fill else None, outline=(*edge, opaque) if edge else None,
            width=round(thick * FINENESS),
        )  # fmt: skip

    def box(
        self, box: Box, fill: Rgb, *, alpha: float = 1.0, edge: Rgb | None = None, corner: float = 0.0, thick: float = 1.5
    ) -> None:
        """A rectangle left, top, right, bottom, with rounded corners."""
        self._draw.rounded_rectangle(
            [value * FINENESS for value in box], radius=corner * FINENESS, fill=(*fill, round(255 * alpha)),
            outline=(*edge, 255) if edge else None, width=round(thick * FINENESS),
        )  # fmt: skip

    def hatch(self, box: Box, colour: Rgb, *, period: float = 7.0, thick: float = 2.0, lean: float = 1.0) -> None:
        """Diagonal lines over a rectangle; ``lean`` 1 as a slash, -1 as a backslash."""
        left, top, right, bottom = box
        height = bottom - top
        low, high = (bottom, top) if lean > 0 else (top, bottom)
        for start in np.arange(left - height, right, period):
            x0, x1 = max(start, left), min(start + height, right)
            if x1 > x0:
                rise = (high - low) / height
                ends = np.array([[x0, low + (x0 - start) * rise], [x1, low + (x1 - start) * rise]])
                self._stroke(ends, colour, thick, 1.0)

    def flat(self) -> tuple[Image.Image, ImageDraw.ImageDraw]:
        """The picture with all shapes on it, and a pen for words on top."""
        over = self._over.reduce(FINENESS)
        self._picture.paste(over, (0, 0), over)
        return self._picture, ImageDraw.Draw(self._picture)

    def _stroke(self, points: FloatArray, colour: Rgb, thick: float, alpha: float) -> None:
        wide = max(1, round(thick * FINENESS))
        self._draw.line(_scaled(points), fill=(*colour, round(255 * alpha)), width=wide, joint="curve")


def _scaled(points: FloatArray) -> list[tuple[float, float]]:
    """Pixel coordinates (pixel middles are whole numbers) on the larger layer."""
    return [(x, y) for x, y in ((np.asarray(points, dtype=np.float64) + 0.5) * FINENESS).tolist()]
