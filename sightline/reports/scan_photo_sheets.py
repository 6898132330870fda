"""The photo sheets of a scan's report: its photos small, with all tags drawn over them and how far off they are."""

from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

import numpy as np
from markupsafe import Markup
from numpy.typing import NDArray
from PIL import Image

from capture.photos.photo_reading import Photo, colour, read_photo
from capture.results.tag_residuals import PhotoResiduals, Residual
from scene.base.errors import SceneError
from scene.geometry.mesh import FloatArray
from sightline.reports.page_templates import said
from sightline.reports.scan_numbers import factor_below

LONGEST = 700
"""Pixels of the longer side of a photo in the report."""

LONGEST_OF_MANY, MANY = 480, 24
"""The same where there are more photos than `MANY`."""

LONGEST_REJECTED, MOST_REJECTED = 320, 24
"""Of photos that do not count, and how many of them are shown."""

QUALITY = 75
TYPICAL_ARROW = 9.0
"""Pixels of the report: a usual residual is drawn no longer than this."""

LONGEST_ARROW = 50.0
"""Pixels of the report: no residual is drawn longer."""

FAR, FARTHER = 2.0, 4.0
"""Times the usual residual from which a tag is drawn as off, and as far off."""


@dataclass(frozen=True)
class ResidualScale:
    """How residuals are drawn, the same in all photos of a scan.

    Attributes:
        usual: pixels: the residual of a usual tag.
        times: by what residuals are drawn longer than they are in the report's small photos.
    """

    usual: float
    times: float

    def level(self, tag: Residual) -> str:
        """``usual``, ``off``, ``far`` or ``out``."""
        if not tag.counted:
            return "out"
        ratio = tag.miss / max(self.usual, 1e-9)
        return "far" if ratio > FARTHER else "off" if ratio > FAR else "usual"


def scale_of(photos: Sequence[PhotoResiduals]) -> ResidualScale:
    """The scale for these photos."""
    misses = [tag.miss for photo in photos for tag in photo.counted if np.isfinite(tag.miss)]
    if not misses:
        return ResidualScale(0.0, 1.0)
    usual = float(np.median(misses))
    smaller = max(_shrunk(photo, longest_for(len(photos))) for photo in photos)
    return ResidualScale(usual, factor_below(TYPICAL_ARROW / max(usual * smaller, 1e-6)))


def longest_for(count: int) -> int:
    """Pixels of the longer side of each of so many photos."""
    return LONGEST if count <= MANY else LONGEST_OF_MANY


def _shrunk(photo: PhotoResiduals, longest: int) -> float:
    return min(1.0, longest / max(photo.photo_tags.photo.size))


def photo_svg(photo: PhotoResiduals, scale: ResidualScale, *, longest: int = LONGEST) -> Markup:
    """The photo with its tags as one SVG element; the picture is inside."""
    shrunk = _shrunk(photo, longest)
    width, height = (max(1, round(side * shrunk)) for side in photo.photo_tags.photo.size)
    source = jpeg_address(_small(colour_or_grey(photo.photo_tags.photo), (width, height)))
    factors = np.array([width, height]) / photo.photo_tags.photo.size
    tags = "".join(_tag(tag, scale, factors) for tag in photo.tags)
    words = said(f"{photo.photo_tags.photo.name} with {len(photo.tags)} tags")
    return Markup(  # noqa: S704 - said() has escaped what is not ours
        f'<svg class="photo" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" aria-label="{words}">'
        f'<image href="{source}" width="{width}" height="{height}"/>{tags}</svg>'
    )


def colour_or_grey(photo: Photo) -> NDArray[np.uint8]:
    """The photo in colour, read again; the grey that was scanned where its file has changed or gone."""
    try:
        return colour(photo, least=LONGEST)
    except SceneError:
        return photo.grey


def rejected_picture(path: Path) -> str | None:
    """A small picture of a file that does not count, as an address for ``src``; None where it cannot be read."""
    try:
        picture = colour_or_grey(read_photo(path))
    except SceneError:
        return None
    height, width = picture.shape[:2]
    shrunk = min(1.0, LONGEST_REJECTED / max(width, height))
    return jpeg_address(_small(picture, (max(1, round(width * shrunk)), max(1, round(height * shrunk)))))


def jpeg_address(picture: Image.Image) -> str:
    """The picture as an address that holds all of it."""
    content = BytesIO()
    picture.save(content, "JPEG", quality=QUALITY, optimize=True)
    return "data:image/jpeg;base64," + b64encode(content.getvalue()).decode("ascii")


def _small(picture: NDArray[np.uint8], size: tuple[int, int]) -> Image.Image:
    return Image.fromarray(np.ascontiguousarray(picture)).resize(size, Image.Resampling.LANCZOS, reducing_gap=2.0)


def _tag(tag: Residual, scale: ResidualScale, factors: FloatArray) -> str:
    seen = _placed(tag.seen, factors)
    level = scale.level(tag)
    parts = [f'<path class="halo" d="{_closed(seen)}"/><path class="seen" d="{_closed(seen)}"/>']
    if tag.shown is not None and np.abs(tag.shown - tag.seen).max() < 1e5:
        shown = _placed(tag.shown, factors)
        parts.append(f'<path class="shown" d="{_closed(shown)}"/>')
        if tag.counted:
            ends = seen + _arrows(scale.times * (shown - seen))
            parts.append(f'<path class="arrow" d="{"".join(_line(*pair) for pair in zip(seen, ends, strict=True))}"/>')
        else:
            parts.append(f'<path class="arrow" d="{_line(seen.mean(axis=0), shown.mean(axis=0))}"/>')
    if not tag.counted:
        parts.append(f'<path class="cross" d="{_line(seen[0], seen[2])}{_line(seen[1], seen[3])}"/>')
    x, y = seen[:, 0].max() + 2.0, seen[:, 1].min() + 2.0
    parts.append(f'<text x="{x:.1f}" y="{y:.1f}">{tag.id}</text>')
    return f'<g class="tag {level}"><title>{said(_told(tag))}</title>{"".join(parts)}</g>'


def _arrows(ways: FloatArray) -> FloatArray:
    """(4, 2) the same arrows, none longer than `LONGEST_ARROW`."""
    lengths = np.linalg.norm(ways, axis=1, keepdims=True)
    return np.asarray(ways * np.minimum(1.0, LONGEST_ARROW / np.maximum(lengths, 1e-9)))


def _told(tag: Residual) -> str:
    if not tag.counted:
        return f"tag {tag.id} is left out: {tag.why}"
    return f"tag {tag.id}: {tag.miss:.3f} pixels off; it counts for {100 * tag.weight:.0f} %"


def _placed(pixels: FloatArray, factors: FloatArray) -> FloatArray:
    """(n, 2) in the small photo; pixels count from the middle of the first one, SVG from its corner."""
    return np.asarray((pixels + 0.5) * factors)


def _closed(points: FloatArray) -> str:
    return "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in points.tolist()) + "Z"


def _line(start: FloatArray, end: FloatArray) -> str:
    return f"M{start[0]:.2f} {start[1]:.2f}L{end[0]:.2f} {end[1]:.2f}"
