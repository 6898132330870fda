"""A plan of the photos that were taken of a table so far, and from where the next one helps most, while one walks round it.

Roughly: photos and tags are arranged as a scan begins with, and not adjusted. That is good to a few per cent, in a second.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from assets.tag_scheme import ANCHOR_MM, role_of
from capture.adjustment.initial_adjustment import best_lens
from capture.adjustment.initial_poses import Placed
from capture.adjustment.outlier_rejection import ScanWarnings, with_tags
from capture.adjustment.prior_knowledge import PriorKnowledge
from capture.adjustment.table_frame import FrameTags, layout_of
from capture.adjustment.tag_sizing.tag_sizes import inches, sides_mm
from capture.adjustment.tag_survey import of_one_camera
from capture.tags.photo_tags import PhotoTags
from scene.base.errors import SceneError
from scene.geometry.mesh import FloatArray

SIDES = (
    "the side between tags 1 and 2",
    "the side between tags 2 and 3",
    "the side between tags 3 and 0",
    "the side between tags 0 and 1",
)
"""What lies at 0, 90, 180 and 270 degrees from the table's middle."""

LOW, HIGH = 35.0, 45.0
"""Degrees above the table's middle: photos from below are low, photos from above this are high."""

EACH = 3
"""Low and high photos that a scan should have of either."""

WIDE = 75.0
"""Degrees round the table without a photo that are worth closing."""

AWAY = 14.0
"""Inches from the table's edge where one stands to take a photo, in the plan."""

ENOUGH, FEWEST = 8, 2
"""Photos that make a scan, and that make a plan."""


@dataclass(frozen=True, eq=False)
class CoveragePlan:
    """What photos show so far, on the table as far as it is known.

    Attributes:
        size: of the table, inches, roughly.
        tags: id, x, y, and how many photos show it.
        photos: name, x, y, z, and degrees above the table's middle.
        following: x and y of where the next photo helps most, and whether from low down; None where nothing is lacking.
        words: the same in words; empty where nothing is lacking.
    """

    size: tuple[float, float]
    tags: tuple[tuple[int, float, float, int], ...]
    photos: tuple[tuple[str, float, float, float, float], ...]
    following: tuple[float, float, bool] | None
    words: str


def coverage_plan(seen: Sequence[PhotoTags]) -> CoveragePlan | None:
    """The plan of photos in which tags were looked for; None while they show too little for one."""
    told = ScanWarnings()
    sound = with_tags(of_one_camera(seen, told), told)
    if len(sound) < FEWEST:
        return None
    ids = sorted({tag.id for each in sound for tag in each.tags})
    sides = sides_mm(ids, ANCHOR_MM)
    try:
        _, _, arranged = best_lens(sound, ids, sides, PriorKnowledge())
        placed = sorted(arranged.tags)
        tags = np.array([arranged.tags[i][0].numbers() for i in placed])
        layout = layout_of([ids[i] for i in placed], inches(sides)[placed], tags)
        return _planned(sound, layout, tags, arranged.photos)
    except (SceneError, ValueError, np.linalg.LinAlgError):
        return None


def _planned(sound: Sequence[PhotoTags], layout: FrameTags, tags: FloatArray, placed: dict[int, Placed]) -> CoveragePlan:
    frame = layout.frame(tags)
    views = {number: sum(any(tag.id == number for tag in each.tags) for each in sound) for number in layout.ids}
    middles = frame.to_table(tags[:, :3])
    here = sorted(placed)
    eyes = frame.to_table(np.array([placed[i].position for i in here]))
    away = eyes - [*frame.size / 2.0, 0.0]
    steep = np.degrees(np.arctan2(away[:, 2], np.hypot(away[:, 0], away[:, 1])))
    width, depth = frame.size.tolist()
    following, words = _following((width, depth), np.degrees(np.arctan2(away[:, 1], away[:, 0])), steep)
    return CoveragePlan(
        (width, depth),
        tuple(
            (number, float(x), float(y), views[number])
            for number, (x, y, _) in zip(layout.ids, middles, strict=True)
            if role_of(number).kind != "unknown"
        ),
        tuple((sound[i].photo.name, *eye, angle) for i, eye, angle in zip(here, eyes.tolist(), steep.tolist(), strict=True)),
        following,
        words,
    )


def _following(size: tuple[float, float], turns: FloatArray, steep: FloatArray) -> tuple[tuple[float, float, bool] | None, str]:
    """Where the next photo helps most, by the (n,) directions and heights of those that there are, in degrees."""
    order = np.sort(turns % 360.0)
    gaps = np.diff(np.append(order, order[0] + 360.0))
    widest = int(np.argmax(gaps))
    low, high = int(np.sum(steep < LOW)), int(np.sum(steep > HIGH))
    short_of_low = low < EACH and low <= high
    if gaps[widest] < WIDE and low >= EACH and high >= EACH and len(turns) >= ENOUGH:
        return None, ""
    turn = float(order[widest] + gaps[widest] / 2.0)
    if gaps[widest] < WIDE:
        # All sides are there: beside the fewest of the height that is lacking.
        same = np.sort(turns[steep < LOW if short_of_low else steep > HIGH] % 360.0)
        between = np.diff(np.append(same, same[0] + 360.0)) if len(same) else np.array([360.0])
        turn = float((same[int(np.argmax(between))] if len(same) else 0.0) + between.max() / 2.0)
    side = SIDES[round(turn / 90.0) % 4]
    how = "from low down, the lens about as high as the scenery" if short_of_low else "from high up"
    x, y = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    width, depth = size
    reach = min(width / 2.0 / max(abs(x), 1e-6), depth / 2.0 / max(abs(y), 1e-6)) + AWAY
    place = (width / 2.0 + reach * float(x), depth / 2.0 + reach * float(y), bool(short_of_low))
    return place, f"the next photo from {side}, {how}"
