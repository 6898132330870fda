"""A plan to draw a figure on: inches (or whatever the figure is of) in, a smooth picture out."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike, NDArray
from PIL import Image, ImageColor, ImageDraw

from sightline.drawing.annotation.lettering import font

FINE = 2
"""Drawn this many times as large and made small, so that slanting lines are smooth."""
INK, GREY, PALE = "#222222", "#8a8a8a", "#e9e6df"
BLUE, RED, GREEN, AMBER = "#1f6fb2", "#c23b22", "#2e8b57", "#d98e04"


@dataclass
class Canvas:
    """A picture ``width`` by ``height`` pixels that shows ``low`` to ``high`` (each ``(x, y)``), y upward, to scale."""

    low: tuple[float, float]
    high: tuple[float, float]
    width: int = 1100
    height: int = 600
    margin: int = 24
    image: Image.Image = field(init=False)

    def __post_init__(self) -> None:
        self.image = Image.new("RGB", (self.width * FINE, self.height * FINE), "white")

    @property
    def scale(self) -> float:
        """Fine pixels to a unit."""
        wide, high = (b - a for a, b in zip(self.low, self.high, strict=True))
        return FINE * min((self.width - 2 * self.margin) / wide, (self.height - 2 * self.margin) / high)

    def at(self, points: ArrayLike) -> NDArray[np.float64]:
        """Fine pixels (N, 2) of ``points`` (N, 2 or more; only x and y are looked at)."""
        offset = np.atleast_2d(np.asarray(points, dtype=np.float64))[:, :2] - (np.add(self.low, self.high) / 2)
        return np.asarray((FINE * self.width / 2, FINE * self.height / 2) + offset * (self.scale, -self.scale))

    def polygon(
        self, points: ArrayLike, *, fill: str | None = None, line: str | None = None, opacity: float = 1.0, width: float = 1.5
    ) -> None:
        """An area, its outline, or both."""
        corners = self._pairs(points)
        if fill is not None:
            over = Image.new("RGBA", self.image.size)
            ImageDraw.Draw(over).polygon(corners, fill=(*ImageColor.getrgb(fill)[:3], round(255 * opacity)))
            self.image.paste(over, (0, 0), over)
        if line is not None:
            self.line([*corners, corners[0]], line, width=width, pixels=True)

    def line(self, points: ArrayLike, colour: str, *, width: float = 1.5, dash: float = 0.0, pixels: bool = False) -> None:
        """A line through ``points``; ``dash`` in pixels makes it broken."""
        through = np.asarray(points, dtype=np.float64) if pixels else self.at(points)
        for a, b in pairwise(through):
            for start, end in _dashes(a, b, dash * FINE):
                ImageDraw.Draw(self.image).line([tuple(start), tuple(end)], fill=colour, width=max(1, round(width * FINE)))

    def arrow(self, start: Sequence[float], end: Sequence[float], colour: str, *, width: float = 1.5) -> None:
        """A line with a head at its end."""
        a, b = self.at([start, end])
        along = (b - a) / max(float(np.linalg.norm(b - a)), 1e-9)
        across = np.array((-along[1], along[0]))
        self.line([a, b - 8 * FINE * along], colour, width=width, pixels=True)
        head = [b, b - FINE * (12 * along + 5 * across), b - FINE * (12 * along - 5 * across)]
        ImageDraw.Draw(self.image).polygon([tuple(each) for each in head], fill=colour)

    def dots(self, points: ArrayLike, colour: str, *, radius: float = 3.0) -> None:
        """Round dots, ``radius`` in pixels."""
        for x, y in self.at(points):
            r = radius * FINE
            ImageDraw.Draw(self.image).ellipse((x - r, y - r, x + r, y + r), fill=colour)

    def ring(self, centre: Sequence[float], radius: float, colour: str, *, width: float = 1.5, fill: str | None = None) -> None:
        """A circle, ``radius`` in the figure's own units."""
        (x, y), r = self.at([centre])[0], radius * self.scale
        ImageDraw.Draw(self.image).ellipse((x - r, y - r, x + r, y + r), outline=colour, fill=fill, width=round(width * FINE))

    def words(self, point: Sequence[float], text: str, colour: str = INK, *, size: int = 16, anchor: str = "la") -> None:
        """A line of text at a point; ``anchor`` as Pillow names it."""
        x, y = self.at([point])[0]
        ImageDraw.Draw(self.image).text((x, y), text, fill=colour, font=font(size * FINE), anchor=anchor)

    def done(self) -> Image.Image:
        """The picture."""
        return self.image.resize((self.width, self.height), Image.Resampling.LANCZOS)

    def _pairs(self, points: ArrayLike) -> list[tuple[float, float]]:
        return [(float(x), float(y)) for x, y in self.at(points)]


def side_by_side(pictures: Iterable[Image.Image]) -> Image.Image:
    """Pictures of one height, from left to right."""
    each = list(pictures)
    whole = Image.new("RGB", (sum(one.width for one in each), max(one.height for one in each)), "white")
    x = 0
    for one in each:
        whole.paste(one, (x, 0))
        x += one.width
    return whole


def _dashes(
    a: NDArray[np.float64], b: NDArray[np.float64], dash: float
) -> list[tuple[NDArray[np.float64], NDArray[np.float64]]]:
    length = float(np.linalg.norm(b - a))
    if dash <= 0 or length == 0:
        return [(a, b)]
    along = (b - a) / length
    return [(a + along * s, a + along * min(s + dash, length)) for s in np.arange(0.0, length, 2 * dash)]
