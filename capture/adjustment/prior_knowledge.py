"""Prior knowledge: what is known of the lens, the print and measured lengths before the photos say anything."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from assets.tag_scheme import IN_FAMILY
from capture.adjustment.adjustment_problem import TagLength
from capture.adjustment.known_tags import KnownTags
from capture.photos.photo_reading import Photo
from scene.base.errors import SceneError
from scene.geometry.camera_model import Lens
from scene.geometry.mesh import FloatArray
from scene.table.table import MM_PER_INCH

PRINT_SIGMA = 0.0005
"""How far off the print's scale may be that was checked with a ruler: half a tenth of a millimetre in a hundred."""

PRINT_UNKNOWN = 0.05
"""The same where measured lengths tell the scale."""

LENGTH_SIGMA_MM = 0.5
"""What a length taken with a tape measure may be off."""

LENGTHS_MM = (1.0, 20_000.0)
"""The shortest and the longest length between two tags that is taken for one."""

FOCAL_GUESSES = (0.78, 0.65, 0.95, 1.2, 0.55, 1.6, 2.2)
"""Focal lengths that are tried without EXIF, in long sides of the photo; the first is that of most phones."""

LENS_SIGMA = np.array([0.15, 0.03, 0.03, 0.5, 1.0, 0.01, 0.01, 0.5])
"""What is known of a lens before: focal length and centre in long sides, then k1, k2, p1, p2, k3."""

SURE_LENS = np.array([2e-4, 1e-4, 1e-4, 1e-3, 2e-3, 1e-5, 1e-5, 2e-3])
"""A calibrated lens is never held to be better known than this; phones focus and stabilise."""


OTHER_LENS, OTHER_SIGMAS = 0.005, 10.0
"""The share by which photos show another focal length than the calibrated one, and standard deviations: it is another lens."""


ASK_CAMERA = "Was it made with this phone, this lens, and zoom 1? If not, leave --camera out, or calibrate anew"


@dataclass(frozen=True)
class MeasuredLength:
    """A length between the middles of two tags that somebody measured."""

    one: int
    other: int
    mm: float
    sigma_mm: float = LENGTH_SIGMA_MM

    @property
    def fault(self) -> str:
        """What is wrong with it, for whoever typed it; empty for nothing."""
        if not {self.one, self.other} <= set(range(IN_FAMILY)):
            return f"tags have numbers from 0 to {IN_FAMILY - 1}"
        sound = self.one != self.other and LENGTHS_MM[0] <= self.mm <= LENGTHS_MM[1]
        return "" if sound else "two different tags, and a length from {:,.0f} to {:,.0f} mm".format(*LENGTHS_MM)


@dataclass(frozen=True, eq=False)
class PriorKnowledge:
    """What is known before.

    Attributes:
        camera: a calibrated lens, for photos as stored, and the (9, 9) covariance of fx, fy, cx, cy, k1, k2, p1, p2, k3.
        tag_mm: the side of anchor tags; None is as meant. Up to a tenth more or less, all tags are so much larger or smaller.
        sides_mm: of single tags, where they differ from what their ids say.
        lengths: measured on the table.
        print_sigma: the share by which the print's scale may be off; None is `PRINT_SIGMA`.
        before: where tags lay when the table was measured before: then the answer is in that table's frame.
    """

    camera: tuple[Lens, FloatArray] | None = None
    tag_mm: float | None = None
    lengths: tuple[MeasuredLength, ...] = ()
    print_sigma: float | None = None
    sides_mm: Mapping[int, float] = field(default_factory=dict)
    before: KnownTags | None = None


def first_lenses(photo: Photo, settings: PriorKnowledge) -> list[Lens]:
    """The lenses to begin with: the calibrated one, the one that the photo notes, or a few guesses."""
    size = photo.stored_size
    if settings.camera:
        return [_fitting(settings.camera[0], size)]
    centre = ((size[0] - 1) / 2.0, (size[1] - 1) / 2.0)
    if photo.focal_px:
        return [Lens(size, (photo.focal_px, photo.focal_px), centre)]
    return [Lens(size, (share * max(size),) * 2, centre) for share in FOCAL_GUESSES]


def _fitting(lens: Lens, size: tuple[int, int]) -> Lens:
    """A calibrated lens for photos of another size but the same shape."""
    across, down = size[0] / lens.size[0], size[1] / lens.size[1]
    if abs(across / down - 1.0) > 0.005:
        shapes = [" x ".join(map(str, each)) for each in (lens.size, size)]
        raise SceneError(
            f"the camera file is for photos of {shapes[0]} pixels, these have {shapes[1]}; calibrate with such photos"
        )
    centre = tuple((each + 0.5) * scale - 0.5 for each, scale in zip(lens.centre, (across, down), strict=True))
    return replace(lens, size=size, focal=(lens.focal[0] * across, lens.focal[1] * down), centre=(centre[0], centre[1]))


def loosened(settings: PriorKnowledge) -> PriorKnowledge:
    """The same where the calibrated lens is only where to begin: that of another phone, or of another focus."""
    if settings.camera is None:
        return settings
    lens, covariance = settings.camera
    usual = LENS_SIGMA * np.array([float(max(lens.size))] * 3 + [1.0] * 5)
    return replace(settings, camera=(lens, covariance + np.diag(np.concatenate([usual[:1], usual]) ** 2)))


def another_lens(lens: Lens, settings: PriorKnowledge) -> str | None:
    """What is told where the photos show another focal length than the calibrated one; None where they go together."""
    if settings.camera is None:
        return None
    known = _fitting(settings.camera[0], lens.size)
    off = float(np.mean(lens.focal) / np.mean(known.focal)) - 1.0
    sigma = float(lens_sigma(lens, settings)[0]) / float(np.mean(known.focal))
    if abs(off) < max(OTHER_LENS, OTHER_SIGMAS * sigma):
        return None
    says = f"the camera file has a focal length of {np.mean(known.focal):.0f} pixels, the photos show {np.mean(lens.focal):.0f}"
    return f"{says}; the photos count. {ASK_CAMERA}"


def lens_sigma(lens: Lens, settings: PriorKnowledge) -> FloatArray:
    """(8,) how well the lens is known before."""
    longest = float(max(lens.size))
    units = np.array([longest] * 3 + [1.0] * 5)
    if settings.camera is None:
        return np.asarray(LENS_SIGMA * units)
    calibrated, covariance = settings.camera
    scale = lens.size[0] / calibrated.size[0]
    variance = np.diag(covariance)
    own = np.sqrt([variance[:2].mean(), *variance[2:]]) * np.array([scale] * 3 + [1.0] * 5)
    return np.asarray(np.maximum(own, SURE_LENS * units))


def lengths_of(settings: PriorKnowledge, ids: Sequence[int]) -> tuple[tuple[TagLength, ...], list[str]]:
    """The measured lengths between tags that have been seen, and what is to be told of the others."""
    found, notes = [], []
    for each in settings.lengths:
        missing = [str(number) for number in (each.one, each.other) if number not in ids]
        if missing:
            notes.append(
                f"the length between tags {each.one} and {each.other} is not used: no photo shows {', '.join(missing)}"
            )
        else:
            ends = (ids.index(each.one), ids.index(each.other))
            found.append(TagLength(*ends, each.mm / MM_PER_INCH, each.sigma_mm / MM_PER_INCH))
    return tuple(found), notes
