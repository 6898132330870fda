"""Base detection, the whole of it: figures by the rims of their round bases, found in photos and measured by reprojection.

A base that is not there is worse than one that is missed: only a rim that several photos show, most of the way round, of the
height and of one of the sizes of bases, is answered. What comes close is told as a doubt.

A guide with a figure: docs/guides/rim-detection.md.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from assets.tag_scheme import BASES
from capture.adjustment.survey import Survey
from capture.objects.base_candidates import Ring, find_rings
from capture.objects.base_evidence import DOUBTED, NAMED, STRICT, WORTH, Demands, Support, support_of
from capture.objects.base_fit import COARSE, PAINTS, BaseSizePrior, RimFit, fit_rim
from capture.objects.base_levels import BaseLevel, cards_on, level_of, searched
from capture.objects.placed_objects import PlacedObject
from capture.objects.survey_photos import Picture, SurveyPhoto, survey_photos_of
from scene.base.errors import SceneError
from scene.geometry.mesh import FloatArray
from scene.geometry.rigid_transform import RigidTransform

SIZES_MM = (*(each.base_mm for each in BASES), 60.0)
"""Those of base tags, and one that is too large to be without a name."""

ROUGH_MM = 3.0
"""How well the votes tell a diameter, standard deviation."""

MADE_MM = 0.3
"""By how much bases of one size differ in diameter, standard deviation."""

ODD, NAMED_ODD = 2.0, 3.0
"""A diameter this many standard deviations from all sizes is of no base, and of none that somebody named."""

POOR = 1.4
"""And one this many from the nearest size is told."""

FOOTING = 0.5
"""Where less of the near side shows the foot of a base, its size goes by its top, and is told."""

CLEAR = 3.0
"""A size is told from the next where the logarithms of their likelihoods differ by so much; 20 to 1."""

LEVEL_DEGREES = 0.5
"""How level the ground is under a base: standard deviation about either axis."""

FACING_SIGMA = 104.0
"""Degrees: a rim does not tell the facing, which is even all around: 360 over the square root of 12."""

NEAR = 1.0
"""Inches around a place that somebody named in which a base is looked for."""

AREA, MOST = 20.0, (12.0, 96.0)
"""Square inches for every candidate that is looked at, and how many those are at least and at most."""


@dataclass(frozen=True, eq=False)
class FoundBase:
    """A base that was found.

    Attributes:
        position: the middle of its underside, inches.
        base_mm: its diameter, of the known sizes.
        sigma: (2,) float, inches: standard deviations of x and y, with the survey's.
        thing: its place, as of the table; it does not face anywhere.
        diameter_mm, diameter_sigma_mm: as measured.
        margin: by how much the logarithm of its size's likelihood is above the next one's.
        photos: how many show it well.
        around: 0..1: the share of its rim that two photos show or more.
        notes: what is doubtful about it.
    """

    position: tuple[float, float, float]
    base_mm: float
    sigma: FloatArray
    thing: PlacedObject
    diameter_mm: float
    diameter_sigma_mm: float
    margin: float
    photos: int
    around: float
    notes: tuple[str, ...] = ()


def find_bases(
    photos: Sequence[Picture],
    survey: Survey,
    which: Sequence[int],
    *,
    heights: Iterable[float | BaseLevel] = (0.0,),
    keep_out: Sequence[FloatArray] = (),
    sizes_mm: Sequence[float] = SIZES_MM,
    orientations: Sequence[int] | None = None,
    demands: Demands = STRICT,
) -> tuple[tuple[FoundBase, ...], tuple[str, ...]]:
    """The bases that stand on levels of the table, and what looks like one but could not be settled.

    Args:
        photos: (h, w) grey or (h, w, 3) colour uint8, upright.
        survey: where they were taken.
        which: the index of each in the survey.
        heights: of the levels; 0 is the ground.
        keep_out: (n, 2) polygons where nothing is looked for, such as the footprints of known pieces.
            Cards of tags are left out anyway.
        sizes_mm: diameters that bases may have.
        orientations: how the photos are stored (see `capture.photos.exif_orientation`).
        demands: what a rim has to show.
    """
    survey_photos = survey_photos_of(photos, survey, which, orientations)
    found: list[tuple[RimFit, Support, BaseLevel]] = []
    doubts = list[tuple[tuple[float, float], str]]()
    for level in (level_of(each) for each in heights):
        closed = [*keep_out, *cards_on(survey, level.height)]
        if (part := searched(survey, level)) is None:
            continue
        low, high = part
        most = round(float(np.clip(np.prod(np.subtract(high, low)) / AREA, *MOST)))
        rings = find_rings(
            survey_photos, low=low, high=high, height=level.height, sizes_mm=sizes_mm, keep_out=closed, most=most
        )
        for ring in rings:
            if any(_same(ring.x, ring.y, fit) for fit, _, own in found if own is level):
                continue
            settled = _settled(survey_photos, ring, level, sizes_mm, demands)
            if settled is None:
                continue
            fit, support = settled
            short = support.short_of(demands) or _odd(fit, sizes_mm)
            if not short:
                found.append((fit, support, level))
            elif not support.short_of(DOUBTED):
                doubts.append((fit.place, _doubt(fit, short)))
    best = _apart(found)
    told = [words for (x, y), words in _once(doubts) if not any(_same(x, y, fit) for fit, _, _ in best)]
    return tuple(_base(f"base-{i + 1}", *each, sizes_mm) for i, each in enumerate(best)), tuple(told)


def fit_base(
    photos: Sequence[Picture],
    survey: Survey,
    which: Sequence[int],
    *,
    near: tuple[float, float, float],
    base_mm: float | None = None,
    name: str = "base",
    orientations: Sequence[int] | None = None,
    demands: Demands = NAMED,
    level: BaseLevel | None = None,
) -> FoundBase:
    """The base at a place that somebody named, within an inch.

    Args:
        photos, survey, which, orientations: as of `find_bases`.
        near: x, y and the height that it stands on, inches.
        base_mm: its diameter; all known sizes are tried where it is not said.
        name: what it is called.
        demands: what its rim has to show.
        level: what it stands on, where more is known of that than its height.

    Raises:
        SceneError: where no rim can be made out.
    """
    survey_photos = survey_photos_of(photos, survey, which, orientations)
    x, y, height = near
    sizes, level = SIZES_MM if base_mm is None else (base_mm,), level or BaseLevel(height)
    low, high = (x - NEAR - 1.0, y - NEAR - 1.0), (x + NEAR + 1.0, y + NEAR + 1.0)
    closed = cards_on(survey, height)
    rings = find_rings(survey_photos, low=low, high=high, height=height, sizes_mm=sizes, keep_out=closed, most=24)
    found: list[tuple[RimFit, Support, BaseLevel]] = []
    for ring in rings:
        if np.hypot(ring.x - x, ring.y - y) > NEAR:
            continue
        settled = _settled(survey_photos, ring, level, sizes, demands)
        if settled is None or np.hypot(settled[0].place[0] - x, settled[0].place[1] - y) > NEAR:
            continue
        fit, support = settled
        if not support.short_of(demands) and not _odd(fit, sizes, NAMED_ODD):
            found.append((fit, support, level))
    if not found:
        size = "" if base_mm is None else f" of {base_mm:g} mm"
        raise SceneError(
            f'"{name}": no round base{size} can be made out within {NEAR:g} inch of {x:g}, {y:g}; '
            "give a better place, or put a base tag there"
        )
    # What is seen well all round is surer than what is near; of those that are seen as well, the nearest was meant.
    best = max(found, key=lambda each: (round(each[1].around, 1), -np.hypot(each[0].place[0] - x, each[0].place[1] - y)))
    return _base(name, *best, sizes)


LOOKS = 8
"""Photos at most for a first look at a candidate, from all sides."""

PROMISING = 0.6
"""Ways to stand out that explain less than this share of the rim that the best one explains in a first look are not tried."""


def _settled(
    survey_photos: Sequence[SurveyPhoto],
    ring: Ring,
    level: BaseLevel,
    sizes_mm: Sequence[float],
    demands: Demands = STRICT,
) -> tuple[RimFit, Support] | None:
    """The fit from a candidate: roughly first, to see whether it is worth more, and as what paint; then with its size.

    What explains most of the rim is taken, whether it is of a size of bases or not: a top alone may be that of many sizes.
    """
    shown = [survey_photo for survey_photo in survey_photos if _shows(survey_photo, (ring.x, ring.y), level.height)]
    prior, some = BaseSizePrior(ring.base_mm, ROUGH_MM), shown[:: -(-len(shown) // LOOKS) or 1]
    rough = [fit_rim(some, (ring.x, ring.y), level.height, prior, paint=paint, quick=True) for paint in PAINTS]
    looked = [(fit, support_of(fit, COARSE)) for fit in rough if fit is not None]
    worth = [each for each in looked if not each[1].short_of(WORTH)]
    least = PROMISING * max((support.explained for _, support in worth), default=0.0)
    sized = [_sized(shown, fit, level, sizes_mm) for fit, support in worth if support.explained >= least]
    settled = [(fit, support_of(fit)) for fit in sized if fit is not None]
    return max(settled, key=lambda each: (not each[1].short_of(demands), each[1].explained), default=None)


def _sized(survey_photos: Sequence[SurveyPhoto], rough: RimFit, level: BaseLevel, sizes_mm: Sequence[float]) -> RimFit | None:
    fit = fit_rim(survey_photos, rough.place, level.height, BaseSizePrior(rough.diameter_mm, ROUGH_MM), paint=rough.paint)
    if fit is None or _odd(fit, sizes_mm, NAMED_ODD):
        return fit
    base_mm, margin = likeliest(fit.diameter_mm, fit.diameter_sigma_mm, sizes_mm)
    if margin < CLEAR:
        return fit
    return fit_rim(survey_photos, fit.place, level.height, BaseSizePrior(base_mm, MADE_MM), paint=rough.paint) or fit


def _shows(survey_photo: SurveyPhoto, place: tuple[float, float], height: float) -> bool:
    x, y = survey_photo.project(np.array([[*place, height]]))[0]
    width, high = survey_photo.size
    return bool(0.0 < x < width and 0.0 < y < high)


def likeliest(diameter_mm: float, sigma_mm: float, sizes_mm: Sequence[float] = SIZES_MM) -> tuple[float, float]:
    """The likeliest size, and by how much the logarithm of its likelihood is above the next one's."""
    spread = np.hypot(sigma_mm, MADE_MM)
    likely = -0.5 * ((diameter_mm - np.array(sizes_mm)) / spread) ** 2
    order = np.argsort(-likely)
    margin = float(likely[order[0]] - likely[order[1]]) if len(order) > 1 else np.inf
    return float(sizes_mm[order[0]]), margin


def _odd(fit: RimFit, sizes_mm: Sequence[float], spreads: float = ODD) -> str:
    """Why a diameter is that of no base; nothing where it is of one."""
    spread = np.hypot(fit.diameter_sigma_mm, MADE_MM)
    if np.abs(np.array(sizes_mm) - fit.diameter_mm).min() <= spreads * spread:
        return ""
    return f"it is {fit.diameter_mm:.1f} mm across, and bases are {', '.join(f'{size:g}' for size in sizes_mm)}"


def _base(name: str, fit: RimFit, support: Support, level: BaseLevel, sizes_mm: Sequence[float]) -> FoundBase:
    survey = fit.survey_photos[0].survey
    slopes = np.zeros((6, len(survey.covariance)))
    by_height = fit.by_height()[:2]
    slopes[:2] = fit.by_survey()[:2]
    if level.slopes is not None:
        slopes[:2] += np.outer(by_height, level.slopes)
        slopes[2] = level.slopes
    own = np.zeros((6, 6))
    own[:2, :2] = fit.covariance[:2, :2]
    lifted = np.append(by_height, 1.0)
    own[:3, :3] += np.outer(lifted, lifted) * level.sigma**2
    own[3, 3] = own[4, 4] = np.radians(LEVEL_DEGREES) ** 2
    own[5, 5] = np.radians(FACING_SIGMA) ** 2
    x, y = fit.place
    position = (x, y, level.height)
    sigma = np.sqrt(np.diag(own + slopes @ survey.covariance @ slopes.T)[:2])
    base_mm, margin = likeliest(fit.diameter_mm, fit.diameter_sigma_mm, sizes_mm)
    notes = [f"facing of {name} not measured"]
    if margin < CLEAR:
        others = sorted(sizes_mm, key=lambda size: abs(size - fit.diameter_mm))[:2]
        notes.append(f"the size of {name} is not sure: {others[0]:g} or {others[1]:g} mm ({fit.diameter_mm:.1f} measured)")
    elif support.footing < FOOTING:
        top_mm = fit.diameter_mm - 2.0 * fit.slope_mm
        notes.append(
            f"the foot of {name} is not seen: its size, {base_mm:g} mm, goes by its top, which is {top_mm:.1f} mm wide"
        )
    elif abs(base_mm - fit.diameter_mm) > POOR * np.hypot(fit.diameter_sigma_mm, MADE_MM):
        notes.append(f"the size of {name} is not sure: {base_mm:g} mm is the nearest of bases ({fit.diameter_mm:.1f} measured)")
    return FoundBase(
        position,
        base_mm,
        sigma,
        PlacedObject(name, "figure", RigidTransform.turned(position, 0.0), slopes, own),
        fit.diameter_mm,
        fit.diameter_sigma_mm,
        margin,
        support.photos,
        support.around,
        tuple(notes),
    )


def _same(x: float, y: float, fit: RimFit) -> bool:
    return bool(np.hypot(x - fit.place[0], y - fit.place[1]) < 0.8 * fit.unknowns[2])


def _apart(found: Sequence[tuple[RimFit, Support, BaseLevel]]) -> list[tuple[RimFit, Support, BaseLevel]]:
    """Of those in the same place in all photos, that which is seen best; by their places."""
    kept: list[tuple[RimFit, Support, BaseLevel]] = []
    for each in sorted(found, key=lambda one: (-one[1].around, -one[1].photos, one[0].spread)):
        if not any(_shown_as_one(each[0], other) for other, _, _ in kept):
            kept.append(each)
    return sorted(kept, key=lambda one: one[0].place)


def _shown_as_one(fit: RimFit, other: RimFit) -> bool:
    """Whether all photos show two bases in one place: the same rim, taken to stand on levels of different heights."""
    eyes = [photo.eye for photo in fit.survey_photos if photo in other.survey_photos]
    shifts = [(other.ground - fit.ground) / (eye[2] - fit.ground) for eye in eyes]
    seen = [np.array(fit.place) + shift * (eye[:2] - fit.place) for eye, shift in zip(eyes, shifts, strict=True)]
    return bool(seen) and all(_same(x, y, other) for x, y in seen)


def _doubt(fit: RimFit, short: str) -> str:
    x, y = fit.place
    on = "" if abs(fit.ground) < 0.01 else f" on the level at {fit.ground:.1f} inches"
    return f"something round at {x:.1f}, {y:.1f}{on} that could not be settled: {short}"


def _once(doubts: Sequence[tuple[tuple[float, float], str]]) -> list[tuple[tuple[float, float], str]]:
    kept: list[tuple[tuple[float, float], str]] = []
    for place, words in doubts:
        if all(np.hypot(place[0] - x, place[1] - y) > 0.5 for (x, y), _ in kept):
            kept.append((place, words))
    return kept
