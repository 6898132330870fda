"""From photos to where everything is: the whole way of a scan, up to the table's own frame.

Photos are read and looked at, tags and photos arranged, what contradicts the rest is left out and named, the rest is adjusted,
and adjusted again with corners found anew now that the lens is known.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
from threadpoolctl import threadpool_limits

from capture.adjust import Adjusted, adjust
from capture.arrange import Arrangement, Sighting, arrange, shares, sightings
from capture.frame import layout_of
from capture.looking import BLURRED, Look, look_at_all, why_no_tags
from capture.photos import Photo, read_photos
from capture.problem import LENS, SQUARE, Length, Problem, numbers_of
from capture.sizes import OddSize, inches, odd_sizes, sides_mm
from capture.survey import Survey, leave_out_widening, survey
from scene.errors import SceneError
from scene.lens import Lens
from scene.mesh import BoolArray, FloatArray
from scene.table import MM_PER_INCH

PRINT_SIGMA = 0.0005
"""How far off the print's scale may be that was checked with a ruler: half a tenth of a millimetre in a hundred."""

PRINT_UNKNOWN = 0.05
"""The same where measured lengths tell the scale."""

LENGTH_SIGMA_MM = 0.5
"""What a length taken with a tape measure may be off."""

CORNER_FLOOR = 0.03
"""Pixels: print and paper are not better than this, however sharp the photo."""

GROSS = 0.25
"""A tag in a photo that is missed by a larger share of its side contradicts the others."""

STRAY = 8.0
"""Times the usual miss: a tag in a photo farther off than this is left out of the adjustment."""

STRAY_PX = 0.8
"""Pixels: nearer than this nothing is left out."""

FOCAL_GUESSES = (0.78, 0.65, 0.95, 1.2, 0.55, 1.6, 2.2)
"""Focal lengths that are tried without EXIF, in long sides of the photo; the first is that of most phones."""

LENS_SIGMA = np.array([0.15, 0.03, 0.03, 0.5, 1.0, 0.01, 0.01, 0.5])
"""What is known of a lens before: focal length and centre in long sides, then k1, k2, p1, p2, k3."""

SURE_LENS = np.array([2e-4, 1e-4, 1e-4, 1e-3, 2e-3, 1e-5, 1e-5, 2e-3])
"""A calibrated lens is never held to be better known than this; phones focus and stabilise."""


@dataclass(frozen=True)
class Measured:
    """A length between the middles of two tags that somebody measured."""

    one: int
    other: int
    mm: float
    sigma_mm: float = LENGTH_SIGMA_MM


@dataclass(frozen=True, eq=False)
class Settings:
    """What is known before.

    Attributes:
        camera: a calibrated lens, for photos as stored, and the (9, 9) covariance of fx, fy, cx, cy, k1, k2, p1, p2, k3.
        tag_mm: the side of anchor tags; None is as printed.
        lengths: measured on the table.
        print_sigma: the share by which the print's scale may be off; None is `PRINT_SIGMA`.
    """

    camera: tuple[Lens, FloatArray] | None = None
    tag_mm: float | None = None
    lengths: tuple[Measured, ...] = ()
    print_sigma: float | None = None


@dataclass(frozen=True, eq=False)
class Scanned:
    """What the photos say.

    Attributes:
        looks: the photos that count, in the order of the survey's.
        adjusted, survey: of their tags; see there.
        rejected: the name of each photo that does not count, and why.
        notes: what was assumed, and what else the player should know.
        widening: what leaving photos out did to the standard deviations.
        kept: (n,) bool: which sightings counted, in the order of `pairs`.
    """

    looks: tuple[Look, ...]
    adjusted: Adjusted
    survey: Survey
    rejected: tuple[tuple[str, str], ...]
    notes: tuple[str, ...]
    widening: float
    strays: tuple[tuple[str, int, float], ...] = ()
    odd: tuple[OddSize, ...] = ()

    @property
    def photos(self) -> tuple[Photo, ...]:
        """The photos that count."""
        return tuple(each.photo for each in self.looks)


@dataclass
class _Told:
    """What is told in the end, gathered on the way."""

    rejected: list[tuple[str, str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    strays: list[tuple[str, int, float]] = field(default_factory=list)


Progress = Callable[[int], None]


def scan_photos(paths: Sequence[Path], settings: Settings, *, on_progress: Progress | None = None) -> Scanned:
    """All that photos say of where tags and cameras are.

    ``on_progress`` is called with 1 for each of four steps of every photo.

    Raises:
        SceneError: with all reasons, where the photos do not say anything.
    """
    # So small matrices cost threads more in waiting for one another than in work.
    with threadpool_limits(1, "blas"):
        return _scanned(paths, settings, on_progress or (lambda _: None))


def _scanned(paths: Sequence[Path], settings: Settings, step: Progress) -> Scanned:
    read, unread = read_photos(paths, on_progress=step)
    told = _Told(list(unread))
    looks = _with_tags(look_at_all(_one_camera(read, told), lambda _: step(2)), told)
    looks, odd, sides, arranged, lens = _arranged(looks, settings, told)
    ids = _ids(looks)
    problem, start = _problem(looks, ids, sides, arranged, lens, settings, told)
    adjusted = _without_strays(problem, adjust(problem, start), looks, ids, told)
    finer = []
    for each in looks:
        finer.append(each.with_lens(adjusted.lens))
        step(1)
    adjusted = adjust(_seen_anew(adjusted.problem, finer, ids), adjusted.numbers)
    _check_scale(adjusted, settings, told)
    layout = layout_of(ids, inches(sides), adjusted.tags)
    widening = leave_out_widening(adjusted)
    _check_blur(finer, told)
    notes = (*told.notes, *(each.words() for each in odd), *layout.notes)
    found = survey(adjusted, layout, widening=widening)
    return Scanned(tuple(finer), adjusted, found, tuple(told.rejected), notes, widening, tuple(told.strays), tuple(odd))


def _ids(looks: Sequence[Look]) -> list[int]:
    return sorted({tag.id for each in looks for tag in each.tags})


def _one_camera(photos: Sequence[Photo], told: _Told) -> list[Photo]:
    """The photos of the lens and zoom that took most of them; others are named."""
    groups: dict[object, list[Photo]] = {}
    for photo in photos:
        groups.setdefault(photo.taken_with, []).append(photo)
    if not groups:
        return []
    best = max(groups.values(), key=len)
    for group in groups.values():
        if group is not best:
            told.rejected += [(photo.name, _other_camera(photo, best[0], len(best))) for photo in group]
    return best


def _other_camera(photo: Photo, usual: Photo, count: int) -> str:
    if photo.stored_size != usual.stored_size:
        sizes = [" x ".join(map(str, each.stored_size)) for each in (photo, usual)]
        return f"has {sizes[0]} pixels, the {count} others that count {sizes[1]}; scan with one camera, and whole photos"
    if (photo.make, photo.model) != (usual.make, usual.model):
        return f"was taken with another camera ({photo.model or photo.make or 'it does not say'}) than the {count} that count"
    return f"was taken with another lens or zoom than the {count} that count; keep to one"


def _with_tags(looks: Sequence[Look], told: _Told) -> list[Look]:
    for each in looks:
        for number in each.doubled:
            told.notes.append(
                f'tag {number} is in photo "{each.photo.name}" more than once; every tag may lie on the table once'
            )
        if each.mirrored and each.tags:
            shown = ", ".join(map(str, each.mirrored))
            told.notes.append(f'photo "{each.photo.name}" shows mirrored tags ({shown}); print them anew')
    doubled = {number for each in looks for number in each.doubled}
    sound = [replace(each, tags=tuple(tag for tag in each.tags if tag.id not in doubled)) for each in looks]
    told.rejected += [(each.photo.name, why_no_tags(each)) for each in sound if not each.tags]
    return [each for each in sound if each.tags]


def _arranged(
    looks: list[Look], settings: Settings, told: _Told
) -> tuple[list[Look], list[OddSize], FloatArray, Arrangement, Lens]:
    """Photos and tags in a first arrangement that nothing contradicts any more: whatever did is left out and named."""
    odd: dict[int, OddSize] = {}
    for _ in range(6):
        _enough(looks, told)
        ids = _ids(looks)
        sides = sides_mm(ids, settings.tag_mm)
        for i, number in enumerate(ids):
            sides[i] = odd[number].found_mm if number in odd else sides[i]
        lens, seen, arranged = _best_lens(looks, ids, sides, settings)
        wrong = [each for each in odd_sizes(arranged, seen, ids, sides, settings.tag_mm) if each.id not in odd]
        if wrong:
            odd.update((each.id, each) for each in wrong)
            continue
        fewer = _without_contradictions(looks, ids, seen, arranged, sides, told)
        if fewer is None:
            return looks, list(odd.values()), sides, arranged, lens
        looks = fewer
    raise SceneError(_failed("the tags contradict one another from photo to photo; was something moved meanwhile?", told))


def _enough(looks: Sequence[Look], told: _Told) -> None:
    ids = _ids(looks)
    if not looks:
        raise SceneError(_failed("no photo shows a tag that can be used", told))
    if len(ids) < 2:
        raise SceneError(
            _failed(f"only tag {ids[0]} was found; lay at least two tags on the table, better one in each corner", told)
        )


def _failed(what: str, told: _Told) -> list[str]:
    return [what, *(f'photo "{name}" {why}' for name, why in told.rejected), *told.notes]


def _best_lens(
    looks: Sequence[Look], ids: list[int], sides: FloatArray, settings: Settings
) -> tuple[Lens, list[Sighting], Arrangement]:
    """The lens to begin with, and what it makes of the photos: the calibrated one, the noted one, or the best of a few."""
    photo, tag, pixels = _flat(looks, ids)
    best: tuple[Lens, list[Sighting], Arrangement] | None = None
    for lens in _lenses(looks[0].photo, settings):
        seen = sightings(photo, tag, pixels, inches(sides), lens)
        arranged = arrange(seen, inches(sides))
        if best is None or arranged.miss < best[2].miss:
            best = (lens, seen, arranged)
    assert best is not None, "there is always one lens to try"
    return best


def _lenses(photo: Photo, settings: Settings) -> list[Lens]:
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


def _flat(looks: Sequence[Look], ids: list[int]) -> tuple[list[int], list[int], FloatArray]:
    """Who saw whom where: photo and tag indices, and (n, 4, 2) pixels."""
    photo = [i for i, each in enumerate(looks) for _ in each.tags]
    tag = [ids.index(seen.id) for each in looks for seen in each.tags]
    return photo, tag, np.concatenate([each.corners for each in looks])


def _without_contradictions(
    looks: list[Look], ids: list[int], seen: Sequence[Sighting], arranged: Arrangement, sides: FloatArray, told: _Told
) -> list[Look] | None:
    """The looks without what contradicts the rest; None where nothing does."""
    lost = [i for i in range(len(looks)) if i not in arranged.photos]
    gross = {(each.photo, each.tag) for each in seen if _share(each, arranged, sides) > GROSS}
    gross |= {(i, ids.index(tag.id)) for i, each in enumerate(looks) for tag in each.tags} - {(s.photo, s.tag) for s in seen}
    if not lost and not gross:
        return None
    for i in lost:
        told.rejected.append(
            (looks[i].photo.name, "shares no tag with the other photos; take one that shows both its tags and theirs")
        )
    moved = _moved_tags(looks, ids, gross, lost)
    for number, (here, there) in moved.items():
        places = f"tag {number} is elsewhere in {_photos(there)} than in {_photos(here)}"
        told.notes.append(f"{places}: it was moved, or printed twice; it is left out")
    found = []
    for i, each in enumerate(looks):
        wrong = {ids[tag] for photo, tag in gross if photo == i} - moved.keys()
        kept = tuple(tag for tag in each.tags if tag.id not in wrong and tag.id not in moved)
        count = len(each.tags) - sum(tag.id in moved for tag in each.tags)
        if i in lost:
            continue
        if 2 * len(wrong) > count or not kept:
            told.rejected.append(
                (each.photo.name, "has its tags in other places than the other photos: another table, or it was rearranged")
            )
            continue
        told.strays += [(each.photo.name, number, float("nan")) for number in sorted(wrong)]
        found.append(replace(each, tags=kept))
    return found


def _moved_tags(
    looks: Sequence[Look], ids: list[int], gross: set[tuple[int, int]], lost: Sequence[int]
) -> dict[int, tuple[list[str], list[str]]]:
    """Tags that many photos have elsewhere: by id, the photos that agree and those that do not."""
    found = {}
    for tag, number in enumerate(ids):
        views = [i for i, each in enumerate(looks) if i not in lost and any(seen.id == number for seen in each.tags)]
        bad = [i for i in views if (i, tag) in gross]
        others_wrong = [i for i in bad if sum((i, other) in gross for other in range(len(ids))) * 2 > len(looks[i].tags) > 1]
        bad = [i for i in bad if i not in others_wrong]
        if len(views) > 1 and 3 * len(bad) >= len(views):
            found[number] = ([looks[i].photo.name for i in views if i not in bad], [looks[i].photo.name for i in bad])
    return found


def _photos(names: Sequence[str]) -> str:
    shown = ", ".join(f'"{name}"' for name in names[:3])
    return shown + (f" and {len(names) - 3} more" if len(names) > 3 else "") if names else "the others"


def _share(each: Sighting, arranged: Arrangement, sides: FloatArray) -> float:
    if each.photo not in arranged.photos or each.tag not in arranged.tags:
        return 0.0
    camera = arranged.photos[each.photo]
    found = []
    for place in arranged.tags[each.tag]:
        corners = inches(sides)[each.tag] * SQUARE @ place.rotation.T + place.position
        found.append(float(shares(camera.rotation, camera.position, corners, each.flat, np.array(each.size))))
    return min(found)


def _problem(
    looks: Sequence[Look],
    ids: list[int],
    sides: FloatArray,
    arranged: Arrangement,
    lens: Lens,
    settings: Settings,
    told: _Told,
) -> tuple[Problem, FloatArray]:
    """The adjustment's problem and where it starts."""
    photo, tag, pixels = _flat(looks, ids)
    sigma = np.hypot([seen.sigma for each in looks for seen in each.tags], CORNER_FLOOR)
    lengths = _lengths(settings, ids, told)
    print_sigma = settings.print_sigma or (PRINT_UNKNOWN if lengths else PRINT_SIGMA)
    known = np.append(numbers_of(lens), 0.0)
    problem = Problem(
        photo=np.array(photo),
        tag=np.array(tag),
        pixels=pixels,
        sigma=sigma,
        sides=inches(sides),
        photos=len(looks),
        known=known,
        known_sigma=np.append(_lens_sigma(lens, settings), print_sigma),
        size=lens.size,
        lengths=lengths,
    )
    places = [arranged.photos[i].numbers() for i in range(len(looks))] + [
        arranged.tags[i][0].numbers() for i in range(len(ids))
    ]
    return problem, np.concatenate([known, *places])


def _lens_sigma(lens: Lens, settings: Settings) -> FloatArray:
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


def _lengths(settings: Settings, ids: list[int], told: _Told) -> tuple[Length, ...]:
    found = []
    for each in settings.lengths:
        missing = [str(number) for number in (each.one, each.other) if number not in ids]
        if missing:
            told.notes.append(
                f"the length between tags {each.one} and {each.other} is not used: no photo shows {', '.join(missing)}"
            )
        else:
            ends = (ids.index(each.one), ids.index(each.other))
            found.append(Length(*ends, each.mm / MM_PER_INCH, each.sigma_mm / MM_PER_INCH))
    return tuple(found)


def _without_strays(problem: Problem, adjusted: Adjusted, looks: Sequence[Look], ids: list[int], told: _Told) -> Adjusted:
    """Once more without tags in photos that are far off where they should be; they are named."""
    for _ in range(3):
        each = np.sqrt(np.mean(np.sum(adjusted.misses**2, axis=2), axis=1))
        scaled = each / problem.sigma
        far = (scaled > STRAY * max(float(np.median(scaled)), 1e-9)) & (each > STRAY_PX)
        far &= _others_left(problem, far)
        if not far.any():
            break
        for photo, tag, miss in zip(problem.photo[far], problem.tag[far], each[far], strict=True):
            told.strays.append((looks[int(photo)].photo.name, ids[int(tag)], float(miss)))
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


def _seen_anew(problem: Problem, looks: Sequence[Look], ids: list[int]) -> Problem:
    """The same problem with the corners that were found last."""
    photo, tag, pixels = _flat(looks, ids)
    sigma = np.hypot([seen.sigma for each in looks for seen in each.tags], CORNER_FLOOR)
    where = {pair: i for i, pair in enumerate(zip(photo, tag, strict=True))}
    chosen = [where[int(one), int(other)] for one, other in zip(problem.photo, problem.tag, strict=True)]
    return replace(problem, pixels=pixels[chosen], sigma=sigma[chosen])


def _check_scale(adjusted: Adjusted, settings: Settings, told: _Told) -> None:
    """Whether measured lengths say that the tags were printed at another size."""
    problem = adjusted.problem
    if not problem.lengths:
        return
    scale = float(problem.split(adjusted.numbers)[0][LENS])
    sigma = float(np.sqrt(adjusted.covariance[LENS, LENS]))
    if abs(scale) > max(3.0 * sigma, 0.002):
        side = settings.tag_mm or 60.0
        told.notes.append(
            f"by the measured length the tags are printed at {100 * (1 + scale):.1f} %, {side * (1 + scale):.1f} mm for"
            f" {side:g} mm; the length counts"
        )
    for each in problem.lengths:
        tags = adjusted.tags
        found = float(np.linalg.norm(tags[each.one, :3] - tags[each.other, :3]))
        if len(problem.lengths) > 1 and abs(found - each.inches) > 4.0 * each.sigma:
            told.notes.append(
                f"one of the measured lengths is off: {each.inches * MM_PER_INCH:.1f} mm was given where the others make it"
                f" {found * MM_PER_INCH:.1f} mm"
            )


def _check_blur(looks: Sequence[Look], told: _Told) -> None:
    for each in looks:
        if each.blur > BLURRED:
            told.notes.append(f'photo "{each.photo.name}" is blurred ({each.blur:.1f} pixels); it counts, but not for much')
