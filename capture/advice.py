"""What to do for a better scan, from what the photos lack."""

from itertools import combinations

import numpy as np

from capture.problem import LENS
from capture.scan import Scanned
from capture.survey import Survey
from scene.table import MM_PER_INCH

FEW_VIEWS = 3
"""Photos that should see a tag."""

WIDE_GAP = 100.0
"""Degrees round the table without a photo that are worth closing."""

LARGE_SIGMA_MM = 0.7
"""A distance between tags less sure than this, beside the print's own error, is worth another photo."""

MOST_LINES = 6

SIDES = (
    "east (the end of the x side)",
    "north (the end of the y side)",
    "west (the origin's side across x)",
    "south (the x side)",
)
"""What lies at 0, 90, 180 and 270 degrees from the table's middle."""


def advice(scanned: Scanned) -> tuple[str, ...]:
    """What to do for a better scan, the most useful first; empty where nothing is lacking."""
    lines = [*_few_photos(scanned), *_few_views(scanned), *_gaps(scanned), *_apart(scanned), *_scale(scanned)]
    return tuple(lines[:MOST_LINES])


def _few_photos(scanned: Scanned) -> list[str]:
    count = len(scanned.looks)
    return [f"only {count} photo{'s' if count > 1 else ''} count; take eight or more, from all sides"] if count < 6 else []


def _few_views(scanned: Scanned) -> list[str]:
    problem = scanned.adjusted.problem
    views = np.bincount(problem.tag, minlength=len(scanned.survey.ids))
    found = []
    for number, count in zip(scanned.survey.ids, views.tolist(), strict=True):
        if count < FEW_VIEWS:
            seen = f"{count} photo{'s' if count > 1 else ''} only"
            found.append(f"tag {number} is in {seen}; take two more that show it, from other sides")
    return found[:3]


def _gaps(scanned: Scanned) -> list[str]:
    middle = scanned.survey.size / 2.0
    eyes = np.array([pose.position for pose in scanned.survey.photos])[:, :2] - middle
    angles = np.sort(np.degrees(np.arctan2(eyes[:, 1], eyes[:, 0])) % 360.0)
    gaps = np.diff(np.append(angles, angles[0] + 360.0))
    widest = int(np.argmax(gaps))
    if gaps[widest] < WIDE_GAP:
        return []
    side = SIDES[round(float(angles[widest] + gaps[widest] / 2.0) / 90.0) % 4]
    return [f"no photo was taken from {gaps[widest]:.0f} degrees round the table; take one from the {side}"]


def _apart(scanned: Scanned) -> list[str]:
    """The two tags whose distance is least sure, if no photo sees both."""
    found = scanned.survey
    photos: dict[int, set[int]] = {tag: set() for tag in range(len(found.ids))}
    for photo, tag in zip(scanned.adjusted.problem.photo.tolist(), scanned.adjusted.problem.tag.tolist(), strict=True):
        photos[tag].add(photo)
    worst: tuple[float, int, int] = (LARGE_SIGMA_MM, -1, -1)
    for one, other in combinations(range(len(found.ids)), 2):
        if not photos[one] & photos[other]:
            worst = max(worst, (distance_sigma(found, one, other) * MM_PER_INCH, one, other))
    sigma, one, other = worst
    if one < 0:
        return []
    a, b = found.ids[one], found.ids[other]
    together = f"no photo sees tag {a} and tag {b} together ({2 * sigma:.1f} mm unsure)"
    return [f"{together}; take one from the {_side_of(found, one, other)}"]


def _side_of(found: Survey, one: int, other: int) -> str:
    """Across from where the photos are that see one of two tags: where both could be seen."""
    between = (np.array(found.tags[one].position) + found.tags[other].position)[:2] / 2.0 - found.size / 2.0
    return SIDES[round(float(np.degrees(np.arctan2(between[1], between[0]))) / 90.0) % 4]


def _scale(scanned: Scanned) -> list[str]:
    if scanned.adjusted.problem.lengths:
        return []
    share = float(np.sqrt(scanned.survey.covariance[LENS, LENS]))
    across = 2.0 * share * float(np.linalg.norm(scanned.survey.size)) * MM_PER_INCH
    unsure = f"lengths hang on the print's size ({across:.1f} mm unsure over the table's diagonal)"
    what = "measure between the middles of two tags far apart, and give --known-length"
    return [f"{unsure}; {what}"] if across > 1.0 else []


def distance_sigma(found: Survey, one: int, other: int) -> float:
    """Inches: standard deviation of the distance between the middles of two tags, by their indices."""
    away = np.subtract(found.tags[one].position, found.tags[other].position)
    along = away / max(float(np.linalg.norm(away)), 1e-9)
    slots = np.r_[np.arange(*found.tag_slot(one).indices(10**6))[:3], np.arange(*found.tag_slot(other).indices(10**6))[:3]]
    slopes = np.concatenate([along, -along])
    return float(np.sqrt(max(slopes @ found.covariance[np.ix_(slots, slots)] @ slopes, 0.0)))
