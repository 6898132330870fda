"""Lens calibration, from photos of a board to the lens: which photos serve, what they say, and whether that is enough."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from capture.calibration.board_as_shown import as_shown, first_of, some_of
from capture.calibration.board_detection import LEAST_CORNERS, BoardInPhoto, sight
from capture.calibration.boards import Board
from capture.calibration.lens_fit import (
    BoardSighting,
    Estimate,
    Fit,
    Freedom,
    best_estimate,
    first_fit,
    lens_of,
    pose_of,
    refined,
    residuals,
)
from capture.photos.exif_orientation import stored_pixels, upright_size
from capture.photos.photo_reading import Taken, each_photo, name_of
from capture.photos.turned_photos import fit_either_way, missed_by, turned_by_phone
from scene.base.errors import SceneError
from scene.base.messages import capped, shown_text
from scene.geometry.camera_model import Lens
from scene.geometry.mesh import FloatArray

LEAST_PHOTOS = 3
"""Fewer than these do not fix a lens at all."""
FEW_PHOTOS = 6
"""From fewer, how far the lens moves when one is left out says too little."""
ENOUGH_SIGMA = 0.01
"""The focal length's standard deviation, as a share of it, up to which photos can be measured in. How far a photo is from what
it shows goes as the focal length: one per cent of the three feet from which tables are photographed is a third of an inch."""
ENOUGH_RMS = 0.001
"""Corners that are more than so many long sides of the photo off are not as the lens's model has them."""
ENOUGH_SPREAD = 20.0
"""Degrees: from directions nearer to each other all photos look alike, and focal length and distance change places."""
OFF = 3.0
"""A photo whose error is so many times that of the others, with a lens from the others only, is bad."""
OFF_WITHIN = 2.0
"""The same with a lens from all photos, itself among them."""
MOST_OFF = 0.4
"""No larger share of the photos is left out as bad: it would no longer be clear which part is right."""
FAR_OFF, FAR_OFF_PX = 8.0, 1.0
"""A corner is left out that is so many times the usual error off, and at least so many pixels."""


@dataclass(frozen=True)
class UsedPhoto:
    """A photo that the lens rests on: its name, error in pixels, corners, and how far it looks aslant at the board, degrees."""

    name: str
    rms_px: float
    corners: int
    tilt: float


@dataclass(frozen=True, eq=False)
class Calibration:
    """A lens, and what it rests on.

    Attributes:
        board: the board that the photos show.
        lens: of the photos as they are stored (see `capture.photos.exif_orientation`).
        covariance: (9, 9) of fx, fy, cx, cy, k1, k2, p1, p2, k3; without variance where held fixed.
        freedom: which values besides the usual ones the photos called for.
        rms_px: the root of the mean squared reprojection error.
        used: the photos that it rests on.
        rejected: names of the others, and why.
        why: why the photos do not fix the lens well enough; empty where they do.
        remarks: what else a person should know.
        taken_with: what the photos noted of camera, lens and zoom.
    """

    board: Board
    lens: Lens
    covariance: FloatArray
    freedom: Freedom
    rms_px: float
    used: tuple[UsedPhoto, ...]
    rejected: tuple[tuple[str, str], ...]
    why: tuple[str, ...]
    remarks: tuple[str, ...]
    taken_with: Taken

    @property
    def sufficient(self) -> bool:
        """Whether the photos fix the lens well enough to measure with."""
        return not self.why

    @property
    def focal(self) -> tuple[float, float]:
        """The mean focal length in pixels, and its standard deviation."""
        half = np.array([0.5, 0.5])
        return float(np.mean(self.lens.focal)), float(np.sqrt(half @ self.covariance[:2, :2] @ half))


@dataclass(frozen=True, eq=False)
class _Shot:
    """What is kept of a photo once the board has been looked for in it.

    Attributes:
        taken_with: with the size as the sensor has it.
        sighting: in pixels of the upright photo.
        orientation: how the file has the photo, as EXIF counts.
        turned: whether the phone had turned the photo before it stored it upright.
    """

    path: Path
    taken_with: Taken
    focal_px: float | None
    sighting: BoardInPhoto
    orientation: int
    turned: bool = False

    def seen(self, board: Board, way: int) -> BoardSighting:
        """What the sensor saw, if the phone had turned the photo that way, as EXIF counts; 1 where it had not."""
        orientation = way if self.turned else self.orientation
        size = upright_size(self.taken_with[4], orientation)
        return BoardSighting(board.corners[self.sighting.ids], stored_pixels(self.sighting.corners, size, orientation))


def calibrate(paths: Sequence[Path], board: Board, *, on_progress: Callable[[float], None] | None = None) -> Calibration:
    """The lens that took the photos.

    Args:
        paths: files of photos that show the board.
        board: what it is.
        on_progress: called with the share of the work that is done.

    Raises:
        SceneError: fewer than three photos can be used; says why for each.
    """
    tell = on_progress or (lambda _share: None)
    board, remarks = as_shown(first_of(paths), board)
    shots, unread = _looked_at(paths, board, lambda done: tell(0.7 * done))
    if not remarks and sum(not shot.sighting.why for shot in shots) * 3 < len(shots):
        board, remarks = as_shown(some_of([shot.path for shot in shots if shot.sighting.why]), board)
        if remarks:
            shots, unread = _looked_at(paths, board, lambda done: tell(0.7 * done))
    rejected = [*unread, *((name_of(shot.path), shot.sighting.why) for shot in shots if shot.sighting.why)]
    seeing = [shot for shot in shots if not shot.sighting.why]
    group, others = _largest_group(seeing)
    rejected += others
    if len(group) < LEAST_PHOTOS:
        raise SceneError(_too_few(len(group), board, rejected))
    size = group[0].taken_with[4]
    seen, fit = _fitted(group, board)
    kept, fit, bad = _without_bad_photos(seen, fit)
    rejected += [(name_of(group[index].path), why) for index, why in bad]
    seen, dropped = _without_far_corners([seen[index] for index in kept], fit)
    if dropped:
        remarks.append(f"{dropped} corner{'s' if dropped > 1 else ''} far from where the others want them were left out")
    done = iter(range(1, 4 * len(seen) + 1))
    estimate = best_estimate(
        seen,
        refined(seen, fit.values, fit.poses, Freedom()),
        on_progress=lambda _: tell(0.7 + 0.3 * next(done) / (4 * len(seen))),
    )
    tell(1.0)
    lens = lens_of(estimate.fit.values, size)
    if not (np.isfinite(estimate.covariance).all() and min(lens.focal) > 0.0):
        raise SceneError(f"no lens fits the photos; is {board.words} the board that they show, and is it flat?")
    remarks += _remarks(estimate, lens, seen)
    used = _used([name_of(group[index].path) for index in kept], estimate.fit)
    order = {name_of(path): index for index, path in enumerate(paths)}
    rejected.sort(key=lambda entry: order[entry[0]])
    found = Calibration(
        board,
        lens,
        estimate.covariance,
        estimate.freedom,
        estimate.fit.rms,
        used,
        tuple(rejected),
        (),
        tuple(remarks),
        group[0].taken_with,
    )
    return replace(found, why=tuple(_lacking(found, estimate.fit)))


def _looked_at(paths: Sequence[Path], board: Board, tell: Callable[[float], None]) -> tuple[list[_Shot], list[tuple[str, str]]]:
    """The photos with the board looked for in each, and why others could not be read."""
    shots, unread = list[_Shot](), list[tuple[str, str]]()
    for done, (path, photo) in enumerate(each_photo(paths), 1):
        if isinstance(photo, str):
            unread.append((name_of(path), photo))
        else:
            shots.append(_Shot(path, photo.taken_with, photo.focal_px, sight(photo.grey, board), photo.orientation))
        tell(done / len(paths))
    turned = turned_by_phone([shot.taken_with for shot in shots], [shot.orientation for shot in shots])
    return [_turned(shot) if each else shot for shot, each in zip(shots, turned, strict=True)], unread


def _turned(shot: _Shot) -> _Shot:
    """The same of a photo that the phone has turned."""
    width, height = shot.taken_with[4]
    return replace(shot, turned=True, taken_with=(*shot.taken_with[:4], (height, width)))


def _fitted(shots: Sequence[_Shot], board: Board) -> tuple[list[BoardSighting], Fit]:
    """What the sensor saw of the board, and the first fit to it; photos that the phone has turned the way that fits best."""
    size, focal = shots[0].taken_with[4], next((shot.focal_px for shot in shots if shot.focal_px), None)

    def fit(ways: tuple[int, ...]) -> tuple[list[BoardSighting], Fit]:
        seen = [shot.seen(board, way) for shot, way in zip(shots, ways, strict=True)]
        return seen, first_fit(seen, size, focal=focal)

    def missed(found: tuple[list[BoardSighting], Fit], photo: int, way: int) -> float:
        view = shots[photo].seen(board, way)
        return missed_by(view.points, view.pixels, lens_of(found[1].values, size))

    return fit_either_way([shot.turned for shot in shots], fit, lambda found: float(found[1].squares.sum()), missed)


def _largest_group(shots: Sequence[_Shot]) -> tuple[list[_Shot], list[tuple[str, str]]]:
    """The photos of one lens at one zoom of which there are most, and why the others are not among them."""
    groups: dict[Taken, list[_Shot]] = {}
    for shot in shots:
        groups.setdefault(shot.taken_with, []).append(shot)
    if not groups:
        return [], []
    largest = max(groups.values(), key=len)
    most = largest[0].taken_with
    others = [(name_of(shot.path), _differs(shot.taken_with, most)) for shot in shots if shot.taken_with != most]
    return largest, others


def _differs(own: Taken, most: Taken) -> str:
    if own[4] != most[4]:
        return f"is {own[4][0]} x {own[4][1]} pixels large, most others are {most[4][0]} x {most[4][1]}"
    if own[:2] != most[:2]:
        return f"was taken with {_camera(own)}, most others with {_camera(most)}"
    return f"was taken at {_zoom(own)}, most others at {_zoom(most)}"


def _camera(taken: Taken) -> str:
    return " ".join(word for word in taken[:2] if word) or "a camera that is not noted"


def _zoom(taken: Taken) -> str:
    if taken[2] is None and taken[3] is None:
        return "a focal length that is not noted"
    return f"{taken[2]:g} mm" if taken[3] is None else f"{taken[3]:g} mm (as on 35 mm film)"


def _too_few(count: int, board: Board, rejected: Sequence[tuple[str, str]]) -> list[str]:
    usable = {0: "none of the photos shows", 1: "only one photo shows"}.get(count, f"only {count} photos show")
    what = f"{usable} the board {board.words} so that it can be used; {LEAST_PHOTOS} are the least, 10 to 20 are good"
    return capped([what, *(f'photo "{shown_text(name)}" {why}' for name, why in rejected)])


def _without_bad_photos(seen: Sequence[BoardSighting], fit: Fit) -> tuple[list[int], Fit, list[tuple[int, str]]]:
    """The photos that agree with each other, the fit to them, and why each other one is left out; the worst goes first."""
    kept, bad = list(range(len(seen))), list[tuple[int, str]]()
    while len(kept) > max(LEAST_PHOTOS + 1, (1.0 - MOST_OFF) * len(seen)):
        worst = int(np.argmax(fit.view_rms))
        if fit.view_rms[worst] <= OFF_WITHIN * np.median(np.delete(fit.view_rms, worst)):
            break
        rest = kept[:worst] + kept[worst + 1 :]
        others = refined([seen[index] for index in rest], fit.values, np.delete(fit.poses, worst, axis=0), Freedom())
        view = seen[kept[worst]]
        misses = residuals(view, others.values, pose_of(view, others.values))
        alone = float(np.sqrt(np.sum(misses**2) / len(misses)))
        usual = float(np.median(others.view_rms))
        if alone <= OFF * usual:
            break
        bad.append(
            (kept[worst], f"does not fit the others: its corners are {alone:.2f} px off, those of the others {usual:.2f} px")
        )
        kept, fit = rest, others
    return kept, fit, bad


def _without_far_corners(seen: Sequence[BoardSighting], fit: Fit) -> tuple[list[BoardSighting], int]:
    """The sightings without corners far off, and how many these were."""
    misses = [residuals(view, fit.values, pose) for view, pose in zip(seen, fit.poses, strict=True)]
    usual = 1.4826 * float(np.median(np.abs(np.concatenate(misses))))
    found, dropped = list[BoardSighting](), 0
    for view, miss in zip(seen, misses, strict=True):
        near = np.linalg.norm(miss, axis=1) <= max(FAR_OFF * usual, FAR_OFF_PX)
        if near.sum() < LEAST_CORNERS:
            near[:] = True
        dropped += int((~near).sum())
        found.append(BoardSighting(view.points[near], view.pixels[near]))
    return found, dropped


def _normals(fit: Fit) -> FloatArray:
    """(v, 3) which way the board faces in each photo, in the camera's frame."""
    return np.array([cv2.Rodrigues(pose[:3])[0][:, 2] for pose in fit.poses])


def _used(names: Sequence[str], fit: Fit) -> tuple[UsedPhoto, ...]:
    tilts = np.degrees(np.arccos(np.clip(np.abs(_normals(fit)[:, 2]), 0.0, 1.0)))
    return tuple(
        UsedPhoto(name, float(rms), int(count), float(tilt))
        for name, rms, count, tilt in zip(names, fit.view_rms, fit.counts, tilts, strict=True)
    )


def _lacking(found: Calibration, fit: Fit) -> list[str]:
    """Why the photos do not fix the lens well enough, a line each, with what to do."""
    why = list[str]()
    if len(found.used) < FEW_PHOTOS:
        why.append(f"{len(found.used)} photos are too few to tell how far they can be trusted; take 10 to 20")
    normals = _normals(fit)
    spread = float(np.degrees(np.arccos(np.clip(normals @ normals.T, -1.0, 1.0))).max())
    if spread < ENOUGH_SPREAD:
        why.append(
            f"all photos look at the board from nearly the same direction (within {spread:.0f} degrees);"
            " take some from the left, the right, above and below, 30 to 45 degrees aslant"
        )
    if found.rms_px > ENOUGH_RMS * max(found.lens.size):
        why.append(
            f"corners are {found.rms_px:.1f} px off, which is more than errors of finding them; is the board flat, is it"
            f" {found.board.words}, and is the lens no fisheye?"
        )
    focal, sigma = found.focal
    if not sigma <= ENOUGH_SIGMA * focal:
        why.append(
            f"the focal length is {focal:.0f} px, give or take {sigma:.2g} ({100 * sigma / focal:.1f} %); more than"
            f" {100 * ENOUGH_SIGMA:g} % is too much to measure with: take more photos, well aslant, each from another side"
        )
    return why


def _remarks(estimate: Estimate, lens: Lens, seen: Sequence[BoardSighting]) -> list[str]:
    remarks = list[str]()
    if estimate.freedom.oblong:
        remarks.append("the pixels are not square; both focal lengths were fitted")
    if estimate.freedom.k3:
        remarks.append("the third radial distortion, k3, is more than chance and was fitted")
    if estimate.widened > 2.0:
        remarks.append(
            f"corners of one photo err together, and the uncertainty was widened {estimate.widened:.1f} times;"
            " is the board quite flat?"
        )
    hull = cv2.convexHull(np.concatenate([view.pixels for view in seen]).astype(np.float32))
    covered = cv2.contourArea(hull) / (lens.size[0] * lens.size[1])
    if covered < 0.5:
        remarks.append(
            f"the board was seen in {100 * covered:.0f} % of the picture only; the distortion is a guess beyond that"
        )
    return remarks
