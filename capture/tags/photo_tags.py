"""The tags that single photos show, and why one that shows none may not."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np

from capture.photos.exif_orientation import stored_pixels, upright_lens
from capture.photos.photo_reading import GreyPicture, Photo
from capture.tags.tag_detection import SeenTag, find_mirrored, find_tags, refined
from capture.tags.tag_families import strange_tags
from scene.geometry.camera_model import Lens
from scene.geometry.mesh import FloatArray

DARK = 28.0
"""Grey levels: a photo whose brighter places, nine of ten, stay below is dark."""

SHARP = 0.25
"""A photo less sharp than this (see `sharpness`) is blurred, by a point spread of 1.6 pixels at `COARSE_LENGTH` or more."""

COARSE_LENGTH, AROUND = 1000.0, 25
"""Pixels: the longer side of a photo in which blur that hides tags is told, and the square around an edge with its contrast."""

STEPS = tuple(
    np.array(step, dtype=np.float32) for step in ([[-1, 1]], [[-1], [1]], [[-0.7, 0], [0, 0.7]], [[0, -0.7], [0.7, 0]])
)
"""Differences of pixels beside each other: across, down, and along both diagonals, whose pixels are 1.4 as far apart."""

FLAT = 4.0
"""Grey levels: the standard deviation of a photo that shows next to nothing."""

TURNED_ONLY = {2: 1, 4: 3, 5: 6, 7: 8}
"""EXIF orientations that also mirror, and those that turn alike. No camera writes them; some programs do."""


@dataclass(frozen=True, eq=False)
class PhotoTags:
    """A photo and its tags.

    Attributes:
        tags: each id once; corners are pixels of the upright photo.
        doubled: ids that are there more than once.
        mirrored: ids that are there the wrong way round.
        left_out: tags that were seen, and contradict the other photos.
    """

    photo: Photo
    tags: tuple[SeenTag, ...]
    doubled: tuple[int, ...] = ()
    mirrored: tuple[int, ...] = ()
    left_out: tuple[SeenTag, ...] = ()

    @property
    def orientation(self) -> int:
        """How the photo is turned in its file, or was by the phone."""
        return TURNED_ONLY.get(self.photo.sensor_orientation, self.photo.sensor_orientation)

    @cached_property
    def corners(self) -> FloatArray:
        """(t, 4, 2) float: the tags' corners as the sensor has them, whichever way the camera was held."""
        pixels = np.stack([tag.corners for tag in self.tags]) if self.tags else np.empty((0, 4, 2))
        return stored_pixels(pixels, self.photo.size, self.orientation)

    def turned_by_phone(self, way: int) -> "PhotoTags":
        """The same where the phone had turned the photo that way before it stored it, as EXIF counts."""
        return self if way == self.photo.turned else replace(self, photo=replace(self.photo, turned=way))

    @property
    def blur(self) -> float:
        """Pixels: the middle of the tags' blurs; 0 without tags."""
        return float(np.median([tag.blur for tag in self.tags])) if self.tags else 0.0

    def with_lens(self, lens: Lens) -> "PhotoTags":
        """The same with corners found once more, now that the lens's distortion is known."""
        return replace(self, tags=tuple(refined(self.photo.grey, list(self.tags), upright_lens(lens, self.orientation))))


def tags_in_photo(photo: Photo) -> PhotoTags:
    """The tags of a photo."""
    found = find_tags(photo.grey)
    ids = [tag.id for tag in found]
    doubled = tuple(sorted({number for number in ids if ids.count(number) > 1}))
    kept = tuple(tag for tag in found if tag.id not in doubled)
    return PhotoTags(photo, kept, doubled, tuple(find_mirrored(photo.grey)))


def tags_in_photos(photos: Sequence[Photo], on_photo: Callable[[int], None] | None = None) -> list[PhotoTags]:
    """The tags of all photos; ``on_photo`` is called with 1 after each."""
    found = []
    for photo in photos:
        found.append(tags_in_photo(photo))
        if on_photo:
            on_photo(1)
    return found


def why_no_tags(seen: PhotoTags) -> str:
    """The likeliest reason why a photo shows no tag."""
    grey = seen.photo.grey
    if others := _other_tags(seen):
        return others
    if (dark := darkness(grey)) is not None:
        return f"shows no tag: it is too dark ({dark}); switch on a light"
    if float(grey[::4, ::4].std()) < FLAT:
        return "shows no tag, and hardly anything else"
    if sharpness(grey) < SHARP:
        return "shows no tag: it is blurred; hold the phone still, and let it focus"
    return "shows no tag; is it a photo of this table, near enough that a tag is 20 pixels wide?"


def _other_tags(seen: PhotoTags) -> str:
    """Why the tags that a photo does show do not count; empty where it shows none at all."""
    if seen.doubled:
        return f"shows tag {seen.doubled[0]} more than once and no other; every tag may lie on the table once"
    if strange := strange_tags(seen.photo.grey):
        return f"shows none of the tags for tables, but {strange}; print those of sightline markers"
    return "shows its tags mirrored; turn the picture round, or print the tags anew" if seen.mirrored else ""


def poorness(seen: PhotoTags) -> str | None:
    """What makes a photo that shows tags show fewer of them than it could; None where it is good."""
    grey = seen.photo.grey
    if (dark := darkness(grey)) is not None:
        return f"it is dark ({dark}); switch on a light"
    if float(grey[::4, ::4].std()) >= FLAT and sharpness(grey) < SHARP:
        return "it is blurred; hold the phone still, and let it focus"
    return None


def darkness(grey: GreyPicture) -> str | None:
    """How dark a dark photo is, in words; None for others."""
    bright = float(np.percentile(grey[::4, ::4], 90))
    return f"nine of ten pixels are below {bright:.0f} of 255" if bright < DARK else None


def sharpness(grey: GreyPicture) -> float:
    """How steep edges are: the share of the contrast beside them that they pass from one pixel to the next, 0 to 1.

    In the photo at `COARSE_LENGTH`, where it is most contrasty. A hand that shakes leaves the edges along its way sharp, so
    the least of four directions counts.
    """
    scale = min(1.0, COARSE_LENGTH / max(grey.shape))
    small = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA).astype(np.float32)
    around = np.ones((AROUND, AROUND), dtype=np.uint8)
    contrast = cv2.dilate(small, around) - cv2.erode(small, around)
    best = contrast > 0.6 * max(float(np.percentile(contrast, 99.5)), 1.0)
    found = []
    for step in STEPS:
        edges = cv2.dilate(np.abs(cv2.filter2D(small, -1, step)), around)
        found.append(float(np.percentile((edges / np.maximum(contrast, 1.0))[best], 80)) if best.any() else 0.0)
    return min(found)
