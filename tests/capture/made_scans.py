"""Scans of made-up tables: exact corners with noise, adjusted from the truth on, without any pixels."""

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from scipy.spatial.transform import Rotation
from threadpoolctl import threadpool_limits

from assets.tag_scheme import role_of
from capture.adjustment.adjustment_problem import LENS, SQUARE, Problem, TagLength, numbers_of
from capture.adjustment.bundle_adjustment import Adjusted, adjust
from capture.adjustment.survey import survey
from capture.adjustment.table_frame import layout_of
from capture.adjustment.tag_survey import TagSurvey
from capture.photos.exif_orientation import upright_pixels, upright_size
from capture.photos.photo_reading import Photo
from capture.tags.corner_refinement import Tone
from capture.tags.photo_tags import PhotoTags
from capture.tags.tag_detection import SeenTag
from scene.geometry.camera_model import CameraView, Lens
from scene.geometry.mesh import FloatArray
from scene.geometry.rigid_transform import RigidTransform
from scene.table.table import MM_PER_INCH
from tests.capture.rendered import looking

SIZE = (48.0, 36.0)
LENS_OF_PHONE = Lens((1600, 1200), (1250.0, 1250.0), (803.0, 596.0), (0.05, -0.12, 0.0004, -0.0003, 0.03))
CARD = 40.0 / MM_PER_INCH
PRINT_SIGMA = 0.0005

TAGS = {
    0: RigidTransform.turned((CARD, CARD, 0.0), 0.0),
    1: RigidTransform.turned((48.0 - CARD, CARD, 0.0), 90.0),
    2: RigidTransform.turned((48.0 - CARD, 36.0 - CARD, 0.0), 180.0),
    3: RigidTransform.turned((CARD, 36.0 - CARD, 0.0), 270.0),
    4: RigidTransform.turned((14.0, 31.0, 0.0), 20.0),
    9: RigidTransform.turned((33.0, 32.0, 0.0), 70.0),
    11: RigidTransform.turned((24.0, 8.0, 0.0), -40.0),
    100: RigidTransform.turned((20.0, 20.0, 5.0), 15.0),
    104: RigidTransform.turned((31.0, 17.0, 3.0), 130.0),
}


def view_from(
    degrees: float, *, away: float = 44.0, height: float = 34.0, at: tuple[float, float] = (24.0, 18.0)
) -> CameraView:
    """A photo from that side, 0 along x and anticlockwise, of a point of the table."""
    eye = (at[0] + away * np.cos(np.radians(degrees)), at[1] + away * np.sin(np.radians(degrees)), height)
    return CameraView(LENS_OF_PHONE, looking(eye, (*at, 0.0)))


def ring(count: int = 12, **other: float) -> list[CameraView]:
    """Photos from all sides."""
    return [view_from(360.0 * i / count + 7.0, **other) for i in range(count)]  # type: ignore[arg-type]


def made_scan(
    views: Sequence[CameraView],
    *,
    tags: dict[int, RigidTransform] = TAGS,
    noise: float = 0.05,
    seed: int = 1,
    sees: Callable[[int, int], bool] = lambda _photo, _tag: True,
    lengths: Sequence[tuple[int, int]] = (),
    scale: float = 1.0,
    names: Sequence[str] = (),
    orientations: Sequence[int] = (),
    rejected: Sequence[tuple[str, str]] = (),
    lens: Lens = LENS_OF_PHONE,
) -> TagSurvey:
    """What a scan of these photos would find; a tag counts wherever the view and ``sees`` (photo, tag id) have it.

    Args:
        noise: pixels, of every coordinate.
        lengths: pairs of ids between whose middles the true length was measured.
        scale: by which all tags are larger than printed; the lengths tell.
        orientations: how each photo is stored; upright if not given.
        lens: of the views.
    """
    rng = np.random.default_rng(seed)
    ids = list(tags)
    sides = np.array([(role_of(number).side_mm or 60.0) / MM_PER_INCH for number in ids])
    photo, tag, pixels, photo_tags = [], [], [], []
    for i, view in enumerate(views):
        way = orientations[i] if orientations else 1
        size = upright_size(lens.size, way)
        seen = []
        for j, number in enumerate(ids):
            exact = view.project(tags[number].to_table(scale * sides[j] * SQUARE))
            inside = np.isfinite(exact).all() and (exact > 2).all() and (exact < np.array(lens.size) - 3).all()
            if inside and sees(i, number):
                found = exact + rng.normal(0.0, noise, (4, 2))
                photo.append(i)
                tag.append(j)
                pixels.append(found)
                seen.append(SeenTag(number, upright_pixels(found, size, way), noise, 0.8, Tone(2.2), 0.1))
        name = names[i] if names else f"photo-{i:02d}.jpg"
        grey = np.full((size[1], size[0]), 90, np.uint8)
        photo_tags.append(PhotoTags(Photo(Path("nowhere") / name, grey, orientation=way, sha256=f"{i:064x}"), tuple(seen)))
    measured = tuple(_length(tags, ids, pair) for pair in lengths)
    adjusted = _adjusted(views, tags, sides, (photo, tag, pixels), measured, noise=noise, scale=scale, lens=lens)
    layout = layout_of(ids, sides, adjusted.tags)
    return TagSurvey(tuple(photo_tags), adjusted, survey(adjusted, layout), tuple(rejected), (), 1.0)


def _length(tags: dict[int, RigidTransform], ids: list[int], pair: tuple[int, int]) -> TagLength:
    true = float(np.linalg.norm(np.subtract(tags[pair[0]].position, tags[pair[1]].position)))
    return TagLength(ids.index(pair[0]), ids.index(pair[1]), true, 0.5 / MM_PER_INCH)


def _adjusted(
    views: Sequence[CameraView],
    tags: dict[int, RigidTransform],
    sides: FloatArray,
    seen: tuple[list[int], list[int], list[FloatArray]],
    lengths: tuple[TagLength, ...],
    *,
    noise: float,
    scale: float,
    lens: Lens,
) -> Adjusted:
    known = np.append(numbers_of(lens), 0.0)
    sigma = np.array([200.0, 40.0, 40.0, 0.2, 0.5, 0.01, 0.01, 0.3, 0.05 if lengths else PRINT_SIGMA])
    problem = Problem(
        photo=np.array(seen[0]),
        tag=np.array(seen[1]),
        pixels=np.stack(seen[2]),
        sigma=np.full(len(seen[0]), noise),
        sides=sides,
        photos=len(views),
        known=known,
        known_sigma=sigma,
        size=lens.size,
        lengths=lengths,
    )
    assert len(known) == LENS + 1
    start = known.copy()
    start[LENS] = scale - 1.0
    places = [_numbers(view.pose) for view in views] + [_numbers(pose) for pose in tags.values()]
    with threadpool_limits(1, "blas"):
        return adjust(problem, np.concatenate([start, *places]))


def _numbers(pose: RigidTransform) -> FloatArray:
    return np.concatenate([pose.position, Rotation.from_matrix(pose.matrix).as_rotvec()])
