"""Advice for a better scan: what to do about what the photos lack."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import numpy as np

from assets.tag_scheme import ANCHOR_MM
from capture.adjustment.adjustment_problem import LENS
from capture.adjustment.survey import Survey
from capture.adjustment.tag_survey import TagSurvey
from scene.geometry.mesh import FloatArray
from scene.table.table import MM_PER_INCH

FEW_PHOTOS = 6
FEW_VIEWS = 3
"""Photos that should see a tag."""

WIDE_GAP = 100.0
"""Degrees round the table without a photo that are worth closing."""

WELL_INSIDE = 30.0
"""Degrees from a gap's ends: a side is named if a photo from there would halve the gap, more or less."""

LOW = 30.0
"""Degrees: where no photo looks down steeper than this on the table's middle, heights are known badly and much is hidden."""

LARGE_SIGMA_MM = 0.7
"""A distance between tags less sure than this, beside the print's own error, is worth another photo."""

FEET = 20.0
"""Inches from the table's edge: where people stand to take a photo."""

OFF = 0.3
"""Pixels: tags that do not fit by more are asked about, if they count for less than half."""

USUAL = ((24, 24), (30, 22), (36, 24), (36, 36), (44, 30), (48, 24), (48, 36), (48, 48), (60, 44), (72, 48))
"""Inches: tables that many people play on."""

FITTED = (0.012, 0.07)
"""By what share "fit to page" and paper of another size make a print larger or smaller; less is how a table is cut."""

CORNER_TAGS = range(4)

MOST_LINES = 6
MOST_NAMED = 5

SIDES = ("east (far end of x)", "north (far end of y)", "west (the y side)", "south (the x side)")
"""What lies at 0, 90, 180 and 270 degrees from the table's middle."""

CORNERS = ("north-east corner", "north-west corner", "south-west corner", "south-east corner")
"""What lies at 45, 135, 225 and 315 degrees."""


def advice(scanned: TagSurvey) -> tuple[str, ...]:
    """What to do for a better scan, the most useful first; empty where nothing is lacking."""
    found = [_print_size, _few_photos, _unseen_sides, _low, _unfitting, _apart, _few_views, _scale]
    return tuple([line for lines in found for line in lines(scanned)][:MOST_LINES])


def _few_photos(scanned: TagSurvey) -> list[str]:
    count = len(scanned.photo_tags)
    counts = "1 photo counts" if count == 1 else f"{count} photos count"
    return [f"only {counts}; take eight or more, from all sides"] if count < FEW_PHOTOS else []


def _few_views(scanned: TagSurvey) -> list[str]:
    """Tags that few photos see; where there are few photos at all, more has been said already."""
    if len(scanned.photo_tags) < FEW_VIEWS:
        return []
    views = np.bincount(scanned.adjusted.problem.tag, minlength=len(scanned.survey.ids)).tolist()
    found = []
    for count, seen in ((1, "one photo"), (2, "two photos")):
        ids = sorted(number for number, each in zip(scanned.survey.ids, views, strict=True) if each == count)
        if ids:
            them, are = ("it", "is") if len(ids) == 1 else ("them", "are")
            shows = "that shows" if count == 2 else "that show"
            more = f"take {'two' if count == 1 else 'one'} more {shows} {them}, from other sides"
            found.append(f"{_named(ids)} {are} in {seen} only; {more}")
    return found


def _named(ids: Sequence[int]) -> str:
    """Tags for a person, not too many."""
    if len(ids) == 1:
        return f"tag {ids[0]}"
    if len(ids) > MOST_NAMED:
        return f"tags {', '.join(map(str, ids[:MOST_NAMED]))} and {len(ids) - MOST_NAMED} more"
    return f"tags {', '.join(map(str, ids[:-1]))} and {ids[-1]}"


def _from_middle(scanned: TagSurvey) -> tuple[FloatArray, FloatArray]:
    """(n,) directions in degrees and (n,) steepness, of all photos as seen from the table's middle."""
    size = scanned.survey.size
    eyes = np.array([pose.position for pose in scanned.survey.photos])
    away = eyes[:, :2] - size / 2.0
    distance = np.hypot(away[:, 0], away[:, 1])
    return np.degrees(np.arctan2(away[:, 1], away[:, 0])) % 360.0, np.degrees(np.arctan2(eyes[:, 2], distance))


def _unseen_sides(scanned: TagSurvey) -> list[str]:
    """The sides in the wide gaps between photos, as seen from the table's middle."""
    angles = np.sort(_from_middle(scanned)[0])
    gaps = np.diff(np.append(angles, angles[0] + 360.0))
    sides: list[str] = []
    for start, gap in zip(angles.tolist(), gaps.tolist(), strict=True):
        if gap >= WIDE_GAP:
            inside = [i for i in range(4) if WELL_INSIDE <= (90.0 * i - start) % 360.0 <= gap - WELL_INSIDE]
            corner = CORNERS[int((start + gap / 2.0) % 360.0 // 90.0)]
            sides += [SIDES[i] for i in inside] or [corner]
    if not sides:
        return []
    listed = sides[0] if len(sides) == 1 else f"{', the '.join(sides[:-1])} or the {sides[-1]}"
    where = "there" if len(sides) == 1 else "each"
    return [f"no photo was taken from the {listed}; take one or two from {where}"]


def _low(scanned: TagSurvey) -> list[str]:
    steepest = float(_from_middle(scanned)[1].max())
    if steepest >= LOW:
        return []
    return ["all photos were taken from low down; take some from higher up, so that the camera looks half down on the table"]


def _unfitting(scanned: TagSurvey) -> list[str]:
    """Tags that often do not fit: they are bent, or were moved."""
    adjusted = scanned.adjusted
    misses = np.sqrt(np.mean(np.sum(adjusted.misses**2, axis=2), axis=1))
    off = adjusted.problem.tag[(adjusted.weights < 0.5) & (misses > OFF)]
    wrong = Counter([*(scanned.survey.ids[i] for i in off.tolist()), *(number for _, number, _ in scanned.strays)])
    views = Counter(tag.id for each in scanned.photo_tags for tag in (*each.tags, *each.left_out))
    ids = sorted(number for number, count in wrong.items() if count > 1 and 3 * count >= views[number])
    if not ids:
        return []
    what = (
        "is it bent, or was it moved? Press it flat" if len(ids) == 1 else "are they bent, or were they moved? Press them flat"
    )
    return [f"{_named(ids)} do{'es' if len(ids) == 1 else ''} not fit in many photos; {what}, and take the photos anew"]


def _apart(scanned: TagSurvey) -> list[str]:
    """The two tags whose distance is least sure, if no photo sees both. Of those in one photo only more is said elsewhere."""
    found, problem = scanned.survey, scanned.adjusted.problem
    photos: dict[int, set[int]] = {tag: set() for tag in range(len(found.ids))}
    for photo, tag in zip(problem.photo.tolist(), problem.tag.tolist(), strict=True):
        photos[tag].add(photo)
    often = [tag for tag, views in photos.items() if len(views) > 1]
    worst: tuple[float, int, int] = (LARGE_SIGMA_MM, -1, -1)
    for one, other in combinations(often, 2):
        if not photos[one] & photos[other]:
            worst = max(worst, (distance_sigma(found, one, other, print_known=True) * MM_PER_INCH, one, other))
    sigma, one, other = worst
    if one < 0:
        return []
    side, already = _side_of(scanned, one, other)
    a, b = sorted((found.ids[one], found.ids[other]))
    together = f"no photo sees tag {a} and tag {b} together (their distance is {2 * sigma:.1f} mm unsure)"
    return [f"{together}; take one from {'higher up on ' if already else ''}the {side}"]


def _side_of(scanned: TagSurvey, one: int, other: int) -> tuple[str, bool]:
    """From where both tags are near; of sides that are alike, that with the fewest photos. And whether it has some."""
    found = scanned.survey
    middle, angles = found.size / 2.0, _from_middle(scanned)[0]
    best: tuple[float, int, int] | None = None
    for i, way in enumerate(((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))):
        spot = middle + np.array(way) * (middle + FEET)
        far = max(float(np.linalg.norm(np.array(found.tags[tag].position)[:2] - spot)) for tag in (one, other))
        count = int(np.sum(np.abs((angles - 90.0 * i + 180.0) % 360.0 - 180.0) <= 45.0))
        rated = (round(far / 6.0), count, i)
        best = rated if best is None else min(best, rated)
    assert best is not None, "there are four sides"
    return SIDES[best[2]], best[1] > 0


def _print_size(scanned: TagSurvey) -> list[str]:
    """Whether the table is larger or smaller than a usual one, as pages are that a printer fits to its paper."""
    survey = scanned.survey
    corners = [i for i, number in enumerate(survey.ids) if number in CORNER_TAGS]
    asked = any(abs(float(survey.sides[i]) * MM_PER_INCH - ANCHOR_MM) > 1e-6 for i in corners)
    if scanned.adjusted.problem.lengths or len(corners) < len(CORNER_TAGS) or asked:
        return []
    width, depth = survey.size.tolist()
    for usual in (*USUAL, *((y, x) for x, y in USUAL)):
        across, along = width / usual[0], depth / usual[1]
        share = (across + along) / 2.0 - 1.0
        if abs(across - along) < 0.006 and FITTED[0] < abs(share) < FITTED[1]:
            than = f'{100 * abs(share):.1f} % {"larger" if share > 0 else "smaller"} than {usual[0]}" x {usual[1]}"'
            printed = f"if it should be that, the bar on the sheets is not 100 but {100 / (1 + share):.1f} mm long"
            return [f"the table comes out {than}; {printed}: print at 100 %, or give --tag-mm {ANCHOR_MM / (1 + share):.1f}"]
    return []


def _scale(scanned: TagSurvey) -> list[str]:
    if scanned.adjusted.problem.lengths:
        return []
    share = float(np.sqrt(scanned.survey.covariance[LENS, LENS]))
    across = 2.0 * share * float(np.linalg.norm(scanned.survey.size)) * MM_PER_INCH
    unsure = f"lengths hang on the print's size ({across:.1f} mm unsure over the table's diagonal)"
    what = "measure between the middles of two tags far apart, and give --known-length"
    return [f"{unsure}; {what}"] if across > 1.0 else []


def distance_sigma(found: Survey, one: int, other: int, *, print_known: bool = False) -> float:
    """Inches: standard deviation of the distance between the middles of two tags, by their indices.

    With ``print_known``, as if the scale of the tags' print had no error: what more photos can still mend.
    """
    away = np.subtract(found.tags[one].position, found.tags[other].position)
    along = away / max(float(np.linalg.norm(away)), 1e-9)
    slots = np.r_[np.arange(*found.tag_slot(one).indices(10**6))[:3], np.arange(*found.tag_slot(other).indices(10**6))[:3]]
    slopes = np.concatenate([along, -along])
    variance = float(slopes @ found.covariance[np.ix_(slots, slots)] @ slopes)
    print_variance = float(found.covariance[LENS, LENS])
    if print_known and print_variance > 0.0:
        variance -= float(slopes @ found.covariance[slots, LENS]) ** 2 / print_variance
    return float(np.sqrt(max(variance, 0.0)))
