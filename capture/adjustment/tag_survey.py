"""The survey of tags, from photos to where everything is: all steps of a scan's adjustment, up to the table's own frame.

Photos are read and looked at, tags and photos arranged, what contradicts the rest is left out and named, the rest is adjusted,
and adjusted again with corners found anew now that the lens is known.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from threadpoolctl import threadpool_limits

from assets.tag_scheme import ANCHOR_MM
from capture.adjustment.adjustment_problem import LENS, SQUARE, Problem
from capture.adjustment.bundle_adjustment import Adjusted, adjust
from capture.adjustment.initial_adjustment import (
    CORNER_FLOOR,
    adjusted_by,
    adjusted_from,
    best_lens,
    seen_in,
    sightings_of,
)
from capture.adjustment.initial_poses import Placed
from capture.adjustment.known_tags import KnownTags, check_it_is_the_table, elsewhere, moved_tags
from capture.adjustment.lens_and_paper_model import as_they_are, unsure_of_them
from capture.adjustment.missed_tags import poor_photos
from capture.adjustment.outlier_rejection import (
    ScanWarnings,
    one_camera,
    own_names,
    own_pictures,
    with_tags,
    without_contradictions,
    without_strangers,
)
from capture.adjustment.pose_ambiguity import unflipped
from capture.adjustment.prior_knowledge import PRINT_UNKNOWN, PriorKnowledge, another_lens, lengths_of, loosened
from capture.adjustment.rotation_vectors import matrices
from capture.adjustment.survey import Survey, leave_out_widening, survey, survey_in_known_frame, unsure_of_ground
from capture.adjustment.table_frame import layout_of
from capture.adjustment.tag_sizing.scale_lengths import agreed, with_lengths
from capture.adjustment.tag_sizing.tag_size_kinds import KindSizes, kind_of, kind_sizes, reference
from capture.adjustment.tag_sizing.tag_sizes import OddSize, cameras_of, odd_sizes, ratios, sides_mm
from capture.photos.photo_reading import Photo, read_photos
from capture.photos.turned_photos import fit_either_way, missed_by
from capture.tags.photo_tags import PhotoTags, tags_in_photos
from scene.base.errors import SceneError
from scene.geometry.camera_model import Lens
from scene.geometry.mesh import BoolArray, FloatArray

GROSS, GROSS_PX = 0.1, 2.0
"""A tag in a photo that is missed by a larger share of its side, and by more pixels, contradicts the others."""

FAR = 5.0
"""Times the usual miss: the least that contradicts."""

MOST_ROUNDS = 8
"""How often something may be left out before nothing is believed any more."""

CONTRARY, CONTRARY_PX = 0.002, 3.0
"""With a larger root mean square of misses, as a share of the photo's longer side and in pixels, photos say nothing."""

ONE_TABLE = "are they of one table, from one day, and did nothing move meanwhile? Leave out those that are not"

BETTER = 0.9
"""Residuals that are a smaller share of what was expected say that print and paper add less than `CORNER_FLOOR`."""

STRAY = 8.0
"""Times the usual miss: a tag in a photo farther off than this is left out of the adjustment."""

STRAY_PX = 0.8
"""Pixels: nearer than this nothing is left out."""

UP = np.array([0.0, 0.0, 1.0])


@dataclass(frozen=True, eq=False)
class TagSurvey:
    """What the photos say.

    Attributes:
        photo_tags: the photos that count, with their tags, in the order of the survey's.
        adjusted, survey: of their tags; see there.
        rejected: the name of each photo that does not count, and why.
        notes: what was assumed, and what else the player should know.
        widening: what leaving photos out did to the standard deviations.
        strays: tags in photos that were left out in the end: the photo's name, the tag's id, pixels by which it is off.
        odd: tags of another size than thought.
        moved: ids of the tags that do not lie where they were known to.
    """

    photo_tags: tuple[PhotoTags, ...]
    adjusted: Adjusted
    survey: Survey
    rejected: tuple[tuple[str, str], ...]
    notes: tuple[str, ...]
    widening: float
    strays: tuple[tuple[str, int, float], ...] = ()
    odd: tuple[OddSize, ...] = ()
    moved: tuple[int, ...] = ()

    @property
    def photos(self) -> tuple[Photo, ...]:
        """The photos that count."""
        return tuple(each.photo for each in self.photo_tags)


SettledPhotos = tuple[list[PhotoTags], Adjusted, list[OddSize], ScanWarnings]
"""The photos that count, their adjustment, tags of other sizes, and what is to be told."""

Progress = Callable[[int], None]


def scan_photos(paths: Sequence[Path], settings: PriorKnowledge, *, on_progress: Progress | None = None) -> TagSurvey:
    """All that photos say of where tags and cameras are.

    ``on_progress`` is called with 1 for each of four steps of every photo.

    Raises:
        SceneError: with all reasons, where the photos do not say anything.
    """
    step = on_progress or (lambda _: None)
    read, unread = read_photos(paths, on_progress=step)
    told = ScanWarnings(list(unread))
    sensor = settings.camera[0].size if settings.camera else None
    photo_tags = tags_in_photos(one_camera(own_names(read, told), told, sensor), lambda _: step(2))
    return scan_photo_tags(photo_tags, settings, told, on_photo=step)


def of_one_camera(seen: Sequence[PhotoTags], told: ScanWarnings, sensor: tuple[int, int] | None = None) -> list[PhotoTags]:
    """The photos of the lens and zoom that took most of them, in which tags were looked for already; others are named."""
    known = {each.photo.name: each for each in seen}
    photos = one_camera(own_names([each.photo for each in seen], told), told, sensor)
    return [replace(known[photo.name], photo=photo) for photo in photos]


def scan_looked_at(seen: Sequence[PhotoTags], settings: PriorKnowledge) -> TagSurvey:
    """The same of photos in which tags were looked for already.

    Raises:
        SceneError: with all reasons, where the photos do not say anything.
    """
    told = ScanWarnings()
    sensor = settings.camera[0].size if settings.camera else None
    return scan_photo_tags(of_one_camera(seen, told, sensor), settings, told)


def scan_photo_tags(
    photo_tags: Sequence[PhotoTags], settings: PriorKnowledge, told: ScanWarnings, *, on_photo: Progress = lambda _: None
) -> TagSurvey:
    """The same, from photos of one camera that were looked at; ``told`` has what is to be told so far."""
    # So small matrices cost threads more in waiting for one another than in work.
    with threadpool_limits(1, "blas"):
        return _scanned(photo_tags, settings, told, on_photo)


def _scanned(photo_tags: Sequence[PhotoTags], settings: PriorKnowledge, told: ScanWarnings, on_photo: Progress) -> TagSurvey:
    sound, adjusted, odd, told = _settled_either_way(own_pictures(with_tags(photo_tags, told), told), settings, told)
    ids = _ids(sound)
    adjusted = as_they_are(adjusted)
    adjusted = _without_strays(adjusted.problem, adjusted, sound, ids, told)
    finer = []
    for each in sound:
        finer.append(each.with_lens(adjusted.lens))
        on_photo(1)
    adjusted = adjust(_seen_anew(adjusted.problem, finer, ids, floor=CORNER_FLOOR), adjusted.numbers)
    if adjusted.spread < BETTER:
        # Print and paper are better than was thought. Small tags have the photo's noise all the same.
        floor = CORNER_FLOOR * adjusted.spread
        adjusted = adjust(_seen_anew(adjusted.problem, finer, ids, floor=floor), adjusted.numbers)
    adjusted = as_they_are(adjusted)
    if adjusted.rms > max(CONTRARY_PX, CONTRARY * max(adjusted.problem.size)):
        off = f"tags are {adjusted.rms:.0f} pixels off where they should be"
        raise SceneError(_failed(f"the photos contradict one another, {off}; {ONE_TABLE}", told))
    adjusted = _measured(adjusted, ids, settings, told)
    # Known places hold all of it: no photo that is left out moves it as it does a table that is free.
    widening = leave_out_widening(adjusted) if settings.before is None else 1.0
    found, assumed = _on_the_table(adjusted, ids, widening, settings.before)
    moved = () if settings.before is None else elsewhere(found, settings.before)
    if settings.before is not None:
        check_it_is_the_table(found.known, moved, adjusted.print_scale, settings.before)
    notes = (*told.notes, *(each.words() for each in odd), *assumed, *poor_photos(found, finer))
    return TagSurvey(
        tuple(finer), adjusted, found, tuple(told.rejected), notes, widening, tuple(told.strays), tuple(odd), moved
    )


def _on_the_table(
    adjusted: Adjusted, ids: list[int], widening: float, before: KnownTags | None
) -> tuple[Survey, tuple[str, ...]]:
    """Everything in the table's frame, and what had to be assumed for that."""
    if before is not None:
        adjusted, doubts = unflipped(adjusted, UP)
        return survey_in_known_frame(unsure_of_them(adjusted), ids, before.size, doubts), ()
    ground = layout_of(ids, adjusted.problem.sides, adjusted.tags).frame(adjusted.tags)
    adjusted, doubts = unflipped(adjusted, ground.rotation[2])
    adjusted = unsure_of_them(adjusted)
    layout = layout_of(ids, adjusted.problem.sides, adjusted.tags)
    found = survey(adjusted, layout, widening=widening, doubts=doubts)
    if unsure := unsure_of_ground(found, layout):
        layout = layout_of(ids, adjusted.problem.sides, adjusted.tags, unsure)
        found = survey(adjusted, layout, widening=widening, doubts=doubts)
    return found, layout.notes


def _ids(photo_tags: Sequence[PhotoTags]) -> list[int]:
    return sorted({tag.id for each in photo_tags for tag in each.tags})


def _settled_either_way(photo_tags: list[PhotoTags], settings: PriorKnowledge, told: ScanWarnings) -> SettledPhotos:
    """As `_settled_with_lens` has them, with photos that the phone has turned taken as turned the way that fits the others."""
    phone = [each.photo.turned != 1 for each in photo_tags]
    count = sum(len(each.tags) for each in photo_tags)

    def settled(ways: tuple[int, ...]) -> SettledPhotos:
        turned = [each.turned_by_phone(way) for each, way in zip(photo_tags, ways, strict=True)]
        return _settled_with_lens(turned, settings, deepcopy(told))

    def cost(found: SettledPhotos) -> float:
        near = np.minimum(_each_miss(found[1]), GROSS_PX)
        return float(np.sum(near**2)) + GROSS_PX**2 * (count - len(near))

    def missed(found: SettledPhotos, photo: int, way: int) -> float:
        return _missed_by_photo(photo_tags[photo].turned_by_phone(way), _ids(found[0]), found[1])

    return fit_either_way(phone, settled, cost, missed)


def _missed_by_photo(seen: PhotoTags, ids: list[int], adjusted: Adjusted) -> float:
    """Pixels by which a photo from its best place misses the tags where they are."""
    known = [(i, ids.index(tag.id)) for i, tag in enumerate(seen.tags) if tag.id in ids]
    here, there = [i for i, _ in known], [j for _, j in known]
    sides = adjusted.print_scale * adjusted.problem.sides[there]
    tags = adjusted.tags[there]
    corners = (sides[:, None, None] * SQUARE) @ np.swapaxes(matrices(tags[:, 3:]), 1, 2) + tags[:, None, :3]
    return missed_by(corners.reshape(-1, 3), seen.corners[here].reshape(-1, 2), adjusted.lens)


def _settled_with_lens(photo_tags: list[PhotoTags], settings: PriorKnowledge, told: ScanWarnings) -> SettledPhotos:
    """As `_settled` has them, once more where a calibrated lens is not that of the photos; and what is told then."""
    first, failed = deepcopy(told), None
    try:
        sound, adjusted, odd = _settled(photo_tags, settings, first)
    except SceneError as error:
        if settings.camera is None:
            raise
        failed = error
    else:
        if another_lens(adjusted.lens, settings) is None:
            return sound, adjusted, odd, first
    sound, adjusted, odd = _settled(photo_tags, loosened(settings), told)
    other = another_lens(adjusted.lens, settings)
    if other is None and failed is not None:
        raise failed
    told.notes += [other] if other else []
    return sound, adjusted, odd, told


def _settled(
    photo_tags: list[PhotoTags], settings: PriorKnowledge, told: ScanWarnings
) -> tuple[list[PhotoTags], Adjusted, list[OddSize]]:
    """Photos and tags adjusted, and nothing that contradicts the rest among them: whatever did is left out and named."""
    odd: dict[int, OddSize] = {}
    kinds = _kinds(photo_tags, settings, told)
    for _ in range(MOST_ROUNDS):
        _enough(photo_tags, told)
        ids = _ids(photo_tags)
        sides = sides_mm(ids, settings.tag_mm)
        for i, number in enumerate(ids):
            usual = settings.sides_mm.get(number, sides[i]) * kinds.shares.get(kind_of(number), 1.0)
            sides[i] = odd[number].found_mm if number in odd else usual
        lens, seen, arranged = best_lens(photo_tags, ids, sides, settings)
        if fewer := without_strangers(photo_tags, arranged, told):
            photo_tags = fewer
            continue
        adjusted, seen = adjusted_from(photo_tags, ids, sides, settings, (lens, seen, arranged))
        if settings.before is not None and (moved := moved_tags(adjusted, ids)):
            settings = replace(settings, before=settings.before.without(moved))
            continue
        gross = _gross(adjusted)
        wrong = [each for each in odd_sizes(adjusted, seen, ids, sides, settings.tag_mm, gross) if each.id not in odd]
        if wrong:
            odd.update((each.id, each) for each in wrong)
            continue
        fewer = without_contradictions(photo_tags, ids, gross, told)
        if fewer is None:
            return photo_tags, adjusted, list(odd.values())
        photo_tags = fewer
    raise SceneError(_failed("the tags contradict one another from photo to photo; was something moved meanwhile?", told))


def _kinds(photo_tags: Sequence[PhotoTags], settings: PriorKnowledge, told: ScanWarnings) -> KindSizes:
    """Whether whole kinds of tags are of another size than thought, by photos that are placed by one kind alone."""
    ids = _ids(photo_tags)
    by = reference(ids, Counter(tag.id for each in photo_tags for tag in each.tags))
    if by is None:
        return KindSizes()
    sides = np.array(
        [settings.sides_mm.get(number, side) for number, side in zip(ids, sides_mm(ids, settings.tag_mm), strict=True)]
    )
    own = {i for i, number in enumerate(ids) if kind_of(number) == by}
    first = best_lens(photo_tags, ids, sides, settings, own)

    def told_by(lens: Lens, cameras: Mapping[int, Placed]) -> KindSizes:
        others = [each for each in sightings_of(photo_tags, ids, sides, lens) if each.tag not in own]
        return kind_sizes(by, {ids[tag]: each for tag, each in ratios(others, cameras).items()}, settings.tag_mm)

    found = told_by(first[0], first[2].photos)
    if found.shares:
        # Once more, and more exactly, from photos that are adjusted by that kind.
        adjusted = adjusted_by(own, photo_tags, ids, sides, settings, first)
        cameras = {i: place for i, place in cameras_of(adjusted).items() if i in first[2].photos}
        found = told_by(adjusted.lens, cameras)
    told.notes += found.notes
    told.print_doubt = found.unsure
    return found


def _each_miss(adjusted: Adjusted) -> FloatArray:
    """(n,) pixels by which each tag in a photo is missed."""
    return np.asarray(np.sqrt(np.mean(np.sum(adjusted.misses**2, axis=2), axis=1)))


def _gross(adjusted: Adjusted) -> set[tuple[int, int]]:
    """The photos and tags that contradict the rest: those seen far from where they should be, measured by the tag's side."""
    problem = adjusted.problem
    each = _each_miss(adjusted)
    sides = np.linalg.norm(problem.pixels - np.roll(problem.pixels, 1, axis=1), axis=2).mean(axis=1)
    far = each > np.maximum(GROSS * sides, np.maximum(GROSS_PX, FAR * float(np.median(each))))
    return set(zip(problem.photo[far].tolist(), problem.tag[far].tolist(), strict=True))


def _enough(photo_tags: Sequence[PhotoTags], told: ScanWarnings) -> None:
    ids = _ids(photo_tags)
    if not photo_tags:
        raise SceneError(_failed("no photo shows a tag that can be used", told))
    if len(ids) < 2:
        raise SceneError(
            _failed(f"only tag {ids[0]} was found; lay at least two tags on the table, better one in each corner", told)
        )


def _failed(what: str, told: ScanWarnings) -> list[str]:
    return [what, *(f'photo "{name}" {why}' for name, why in told.rejected), *told.notes]


def _without_strays(
    problem: Problem, adjusted: Adjusted, photo_tags: Sequence[PhotoTags], ids: list[int], told: ScanWarnings
) -> Adjusted:
    """Once more without tags in photos that are far off where they should be; they are named."""
    for _ in range(3):
        each = _each_miss(adjusted)
        scaled = each / problem.sigma
        far = (scaled > STRAY * max(float(np.median(scaled)), 1e-9)) & (each > STRAY_PX)
        far &= _others_left(problem, far)
        if not far.any():
            break
        for photo, tag, miss in zip(problem.photo[far], problem.tag[far], each[far], strict=True):
            told.strays.append((photo_tags[int(photo)].photo.name, ids[int(tag)], float(miss)))
        problem = replace(
            problem, photo=problem.photo[~far], tag=problem.tag[~far], pixels=problem.pixels[~far], sigma=problem.sigma[~far]
        )
        adjusted = adjust(problem, adjusted.numbers)
    return adjusted


def _others_left(problem: Problem, far: BoolArray) -> BoolArray:
    """(n,) bool: whether photo and tag of each are still seen without all that is far off."""
    photos = np.bincount(problem.photo[~far], minlength=problem.photos)
    tags = np.bincount(problem.tag[~far], minlength=len(problem.sides))
    return np.asarray((photos[problem.photo] > 0) & (tags[problem.tag] > 0))


def _seen_anew(problem: Problem, photo_tags: Sequence[PhotoTags], ids: list[int], *, floor: float) -> Problem:
    """The same problem with the corners that were found last; ``floor`` pixels are what print and paper add to their noise."""
    photo, tag, pixels = seen_in(photo_tags, ids)
    sigma = np.hypot([seen.sigma for each in photo_tags for seen in each.tags], floor)
    where = {pair: i for i, pair in enumerate(zip(photo, tag, strict=True))}
    chosen = [where[int(one), int(other)] for one, other in zip(problem.photo, problem.tag, strict=True)]
    return replace(problem, pixels=pixels[chosen], sigma=sigma[chosen])


def _measured(adjusted: Adjusted, ids: list[int], settings: PriorKnowledge, told: ScanWarnings) -> Adjusted:
    """The adjustment with the measured lengths that agree; what they say of the print, and why others do not count, is told."""
    lengths, notes = lengths_of(settings, ids)
    found = agreed(adjusted, lengths, ids)
    told.notes += [*notes, *found.notes]
    if not found.lengths and not found.doubtful and not told.print_doubt:
        return adjusted
    adjusted = adjust(*with_lengths(adjusted, found, settings.print_sigma or max(PRINT_UNKNOWN, told.print_doubt)))
    scale, sigma = adjusted.print_scale, float(np.sqrt(adjusted.covariance[LENS, LENS]))
    if found.lengths and abs(scale - 1.0) > max(3.0 * sigma, 0.002):
        side = settings.tag_mm or ANCHOR_MM
        told.notes.append(
            f"by the measured length the tags are printed at {100 * scale:.1f} %, {side * scale:.1f} mm for"
            f" {side:g} mm; the length counts"
        )
    return adjusted
