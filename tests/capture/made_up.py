"""Photos of made-up tags without any pixels: exact corners with noise, so that hundreds of tables cost little."""

from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from assets.tag_scheme import role_of
from capture.adjustment.adjustment_problem import SQUARE
from capture.photos.photo_reading import Photo
from capture.tags.corner_refinement import Tone
from capture.tags.photo_tags import PhotoTags
from capture.tags.tag_detection import SeenTag
from scene.geometry.camera_model import CameraView, Lens
from scene.geometry.mesh import FloatArray
from scene.geometry.rigid_transform import RigidTransform
from scene.table.table import MM_PER_INCH
from tests.capture.rendered import phone_lens, round_the_table

SIZE = (48.0, 36.0)
CORNER = 40.0 / MM_PER_INCH

SMALLEST = 16.0
"""Pixels: smaller tags are not found."""


@dataclass(frozen=True, eq=False)
class KnownPhotoTags(PhotoTags):
    """A photo's tags whose corners are final."""

    def with_lens(self, lens: Lens) -> "KnownPhotoTags":  # noqa: ARG002 - as the method that it overrides
        """The same: there are no pixels to look at again."""
        return self


@dataclass(frozen=True, eq=False)
class MadeUp:
    """A table of tags and views of it.

    Attributes:
        tags: where each tag is, by id.
        sides_mm: the true side of each, by id.
        views: where the photos are taken.
    """

    tags: dict[int, RigidTransform]
    sides_mm: dict[int, float]
    views: tuple[CameraView, ...]
    lens: Lens
    moved: dict[tuple[int, int], RigidTransform] = field(default_factory=dict)

    def corners(self, tag: int, pose: RigidTransform | None = None) -> FloatArray:
        """(4, 3) a tag's corners on the table, inches."""
        return (pose or self.tags[tag]).to_table(self.sides_mm[tag] / MM_PER_INCH * SQUARE)

    def photo_tags(self, rng: np.random.Generator, *, noise: float = 0.05, missed: float = 0.1) -> list[PhotoTags]:
        """What the photos show: all tags that are in them and large enough, but for a share that is ``missed``."""
        found: list[PhotoTags] = []
        for i, view in enumerate(self.views):
            tags = []
            for number in self.tags:
                pixels = view.project(self.corners(number, self.moved.get((i, number))))
                side = np.linalg.norm(pixels - np.roll(pixels, 1, axis=0), axis=1).min()
                inside = np.isfinite(pixels).all() and (pixels > 3).all() and (pixels < np.array(self.lens.size) - 4).all()
                if inside and side > SMALLEST and rng.random() >= missed:
                    noisy = pixels + rng.normal(0.0, noise, (4, 2)) if noise else pixels
                    tags.append(SeenTag(number, noisy, max(noise, 1e-4), 0.8, Tone(2.2), 0.1))
            found.append(KnownPhotoTags(photo(i, self.lens), tuple(tags)))
        return found


def photo(number: int, lens: Lens) -> Photo:
    """A photo without a picture: as large as the lens has it, with a noted focal length that is 2 % off."""
    empty = np.broadcast_to(np.uint8(90), (lens.size[1], lens.size[0]))
    return Photo(Path(f"photo-{number:02d}.jpg"), empty, focal_px=lens.focal[0] * 1.02, sha256=f"{number:064x}")


def made_up(
    rng: np.random.Generator,
    *,
    anchors: int = 12,
    others: int = 14,
    photos: int = 12,
    size: tuple[int, int] = (4000, 3000),
    scale: float = 1.0,
) -> MadeUp:
    """Anchor tags on the ground, four in the corners, and terrain tags above it.

    All are ``scale`` times as large as meant, and so are the cards in the corners, which are cut along printed lines.
    """
    width, depth = SIZE
    near = CORNER * scale
    corners = [(near, near), (width - near, near), (width - near, depth - near), (near, depth - near)]
    places = corners + [(rng.uniform(4, width - 4), rng.uniform(4, depth - 4)) for _ in range(max(anchors - 4, 0))]
    tags = {i: RigidTransform.turned((*place, 0.0), rng.uniform(0.0, 360.0)) for i, place in enumerate(places[:anchors])}
    tags = {i: RigidTransform.turned(pose.position, 90.0 * int(rng.integers(4))) if i < 4 else pose for i, pose in tags.items()}
    for i in range(others):
        place = (rng.uniform(4, width - 4), rng.uniform(4, depth - 4), rng.uniform(1.0, 8.0))
        tags[100 + i] = RigidTransform.turned(place, rng.uniform(0.0, 360.0))
    lens = phone_lens(size)
    sides = {number: (role_of(number).side_mm or 60.0) * scale for number in tags}
    return MadeUp(tags, sides, round_the_table(photos, lens, rng), lens)


def with_tag(made: MadeUp, number: int, pose: RigidTransform, side_mm: float) -> MadeUp:
    """The same with one more tag, or another in its place."""
    return replace(made, tags=made.tags | {number: pose}, sides_mm=made.sides_mm | {number: side_mm})
