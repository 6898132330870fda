"""The numbers of a scan for its report: how sure it is, what its tags, distances and camera are."""

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from assets.tag_scheme import CORNERS, role_of
from capture.adjustment.adjustment_problem import LENS
from capture.adjustment.survey import Survey
from capture.photos.photo_reading import FILM_DIAGONAL_MM
from capture.results.scan_advice import distance_sigma
from capture.results.tag_residuals import PhotoResiduals, root_mean_square
from capture.results.whole_scan import WholeScan
from scene.geometry.mesh import FloatArray
from scene.table.table import MM_PER_INCH
from sightline.answers.scanned.scan_answer import SURE

MOST_DISTANCES = 30
STEPS = (1.0, 2.0, 5.0)


@dataclass(frozen=True)
class Distance:
    """Between the middles of two tags, by their ids; inches.

    Attributes:
        margin: on either side, in 95 of 100 cases.
        together: how many photos see both.
    """

    one: int
    other: int
    inches: float
    margin: float
    together: int


@dataclass(frozen=True)
class TagRow:
    """A tag on the table.

    Attributes:
        place: inches.
        margins: of its coordinates, inches on either side in 95 of 100 cases.
        photos: how many it counted in, ``left_out`` in how many it did not.
        rms: pixels.
    """

    id: int
    what: str
    place: tuple[float, float, float]
    margins: FloatArray
    photos: int
    left_out: int
    rms: float


def distances(found: WholeScan) -> list[Distance]:
    """Between all anchor tags, or all tags where there are no two anchors: from corner to corner first, then the largest."""
    survey, problem = found.scanned.survey, found.scanned.adjusted.problem
    anchors = [i for i, number in enumerate(survey.ids) if role_of(number).kind == "anchor"]
    seen: dict[int, set[int]] = {i: set() for i in range(len(survey.ids))}
    for photo, tag in zip(problem.photo.tolist(), problem.tag.tolist(), strict=True):
        seen[tag].add(photo)
    rows = []
    for one, other in combinations(anchors if len(anchors) > 1 else range(len(survey.ids)), 2):
        apart = float(np.linalg.norm(np.subtract(survey.tags[one].position, survey.tags[other].position)))
        margin = SURE * distance_sigma(survey, one, other)
        rows.append(Distance(survey.ids[one], survey.ids[other], apart, margin, len(seen[one] & seen[other])))
    return sorted(rows, key=lambda row: (not {row.one, row.other} <= set(CORNERS), -row.inches))


def usual_margin(rows: list[Distance]) -> float:
    """Inches: the middle of the distances' margins; infinite where there is none."""
    return float(np.median([row.margin for row in rows])) if rows else float("inf")


def tag_rows(survey: Survey, photos: tuple[PhotoResiduals, ...]) -> list[TagRow]:
    """All tags, in the order of their ids."""
    rows = []
    sigma = np.sqrt(np.clip(np.diag(survey.covariance), 0.0, None))
    for i, (number, pose) in enumerate(zip(survey.ids, survey.tags, strict=True)):
        views = [tag for photo in photos for tag in photo.tags if tag.id == number]
        counted = [tag.miss for tag in views if tag.counted]
        margins = SURE * sigma[survey.tag_slot(i)][:3]
        rms = root_mean_square(counted)
        rows.append(TagRow(number, what_is(number), pose.position, margins, len(counted), len(views) - len(counted), rms))
    return sorted(rows, key=lambda row: row.id)


def what_is(number: int) -> str:
    """What a tag is for, in words."""
    role = role_of(number)
    if role.corner is not None:
        return "corner"
    return {"anchor": "on the ground", "terrain": "on terrain", "base": "a base", "unknown": "unknown"}[role.kind]


def camera_words(survey: Survey) -> list[tuple[str, str]]:
    """The camera for people: what is told, and what it says."""
    lens, sigma = survey.lens, np.sqrt(np.clip(np.diag(survey.covariance)[: LENS + 1], 0.0, None))
    across, down = lens.size
    focal = (lens.focal[0] + lens.focal[1]) / 2.0
    film = focal * FILM_DIAGONAL_MM / float(np.hypot(across, down))
    off = np.asarray(lens.centre) - (np.array(lens.size) - 1.0) / 2.0
    return [
        ("Focal length", f"like a {film:.1f} mm lens on 35 mm film; {focal:.1f} ± {SURE * sigma[0]:.1f} pixels"),
        ("Middle of the lens", _middle(off, SURE * sigma[1:3])),
        ("Distortion", _distortion(survey)),
        ("Photos", f"{across} x {down} pixels as stored"),
    ]


def _middle(off: FloatArray, margins: FloatArray) -> str:
    sides = ("right" if off[0] >= 0 else "left", "down" if off[1] >= 0 else "up")
    parts = [f"{abs(one):.1f} ± {margin:.1f} pixels {side}" for one, margin, side in zip(off, margins, sides, strict=True)]
    return f"{parts[0]} and {parts[1]} of the middle of the photo"


def _distortion(survey: Survey) -> str:
    """By how much the lens shifts what is in a photo's corner, and how sure that is."""
    lens = survey.lens
    k1, k2, _, _, k3 = lens.distortion
    square = (lens.size[0] ** 2 + lens.size[1] ** 2) / (lens.focal[0] + lens.focal[1]) ** 2
    square = min(square, lens.widest**2)
    shift = square * (k1 + square * (k2 + square * k3))
    slopes = np.zeros(LENS)
    slopes[[3, 4, 7]] = square, square**2, square**3
    margin = SURE * float(np.sqrt(max(float(slopes @ survey.covariance[:LENS, :LENS] @ slopes), 0.0)))
    way = "inwards (barrel)" if shift < 0 else "outwards (pincushion)"
    terms = ", ".join(
        f"{name} {value:.4f}" for name, value in zip(("k1", "k2", "p1", "p2", "k3"), lens.distortion, strict=True)
    )
    return f"the corners of the photo are pulled {way} by {100 * abs(shift):.2f} ± {100 * margin:.2f} %; {terms}"


def print_words(found: WholeScan) -> str:
    """What the scan takes the tags' print to be."""
    adjusted = found.scanned.adjusted
    margin = SURE * float(np.sqrt(max(found.scanned.survey.covariance[LENS, LENS], 0.0)))
    by = "by measured lengths" if adjusted.problem.lengths else "as thought; no length was measured"
    return f"{100 * adjusted.print_scale:.2f} ± {100 * margin:.2f} % of its size, {by}"


def px(pixels: float) -> str:
    """Pixels of a residual, with as many digits as it deserves; empty where there is none."""
    digits = 3 if pixels < 0.1 else 2 if pixels < 10.0 else 0
    return f"{pixels:.{digits}f} px" if np.isfinite(pixels) else ""


def mm(inches: float) -> str:
    """Millimetres of a margin, with as many digits as it deserves."""
    value = inches * MM_PER_INCH
    return f"{value:.2f}" if value < 0.995 else f"{value:.1f}" if value < 100.0 else f"{value:.0f}"


def factor_below(most: float) -> float:
    """The largest of 1, 2, 5, 10, 20, 50 and so on that is not above ``most``; never less than 1, nor more than 100,000."""
    found = 1.0
    for power in range(6):
        for step in STEPS:
            if step * 10.0**power <= min(most, 1e5):
                found = step * 10.0**power
    return found
