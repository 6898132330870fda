"""Finding kept pieces in the photos of another table: where each of them stands, if it is there, and how sure that is."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from capture.adjustment.rotation_vectors import matrices, pose_of
from capture.clicking.clickable_photos import ClickablePhotos
from capture.clicking.shape_frame import GROUND
from capture.recognition.local_features import coarse_features, local_features
from capture.recognition.look import Look
from capture.recognition.look_matching import LookMatches, matched
from capture.recognition.look_pose import LookPose, pose_by_look
from capture.recognition.upright_search import best_place
from scene.geometry.mesh import FloatArray
from scene.geometry.rigid_transform import RigidTransform
from scene.table.table import MM_PER_INCH

AGREEING = 9
"""Matches that have to agree on a place before it is looked at closely; on places that are none three to six do."""
LEAST = 25
"""Points that have to be seen."""
SHARE = 0.25
"""Of those points that photos ought to show, so many have to be seen there; on other pieces 2 to 5 % are, by chance."""
HALF, SHARE_OF_HALF = 15, 0.12
"""Points of a half of a piece, and how many of them have to be seen: one like face may be on another piece too."""
IN_A_PHOTO, APART = 6, np.cos(np.radians(20.0))
"""Points that two photos have to show each, and the cosine of the angle between these photos at least."""
COPIES = 6
"""As many of one piece are looked for."""
CLEARLY = 2.0
"""Times as many points: of two pieces found in one place the one with more is it, if it has so many more."""
LEVEL = 2.5 / MM_PER_INCH
"""Inches: what seems to stand higher or deeper than this, and by more than its error, is another piece with the like on it, for
paint that is shifted up or down is shown so; or it stands on something, and nobody knows on what."""
ERRORS = 3.0
"""Standard deviations within which what stands by the ground is on it."""


@dataclass(frozen=True, eq=False)
class FoundPiece:
    """A kept piece in the photos.

    Attributes:
        known: which of the looks that were asked for.
        pose: of its own frame.
        slopes: (9, 6 photos) float: how the parameters of a scan's "shape" change with errors of the photos' places, in
            inches and radians.
        own: (9, 9) float: the covariance that they have beside these.
        points: how many points of its look were seen, ``expected`` how many at most.
        photos: numbers of the photos in which it was seen.
    """

    known: int
    pose: RigidTransform
    slopes: FloatArray
    own: FloatArray
    points: int
    expected: int
    photos: tuple[int, ...]


def find_pieces(
    photos: ClickablePhotos,
    pictures: Mapping[int, NDArray[np.uint8]],
    looks: Sequence[Look],
    rng: np.random.Generator,
    *,
    on_progress: Callable[[int], None] | None = None,
) -> tuple[list[FoundPiece], list[tuple[int, int]]]:
    """All places where pieces of these looks stand, and pairs of looks that cannot be told apart where they were found.

    Args:
        photos: with their places.
        pictures: (h, w) grey, upright, of those photos that are there, by their numbers.
        looks: of the kept pieces.
        rng: draws pairs of matches.
        on_progress: called with 1 for each look.
    """
    coarse = {photo: coarse_features(grey) for photo, grey in pictures.items()}
    found = list[FoundPiece]()
    for known, look in enumerate(looks):
        matches = matched(photos, coarse, look)
        for _ in range(COPIES):
            place = best_place(photos, look, matches, rng)
            if place is None or place.agree.sum() < AGREEING:
                break
            fine = {photo: lambda window, grey=grey: local_features(grey, window) for photo, grey in pictures.items()}
            pose = pose_by_look(photos, fine, look, place.pose)
            there = place.pose if pose is None else pose.pose
            matches = matches.without(place.agree | _about(photos, look, matches, there))
            if pose is not None and _is_it(photos, look, pose):
                found.append(_found(photos, known, look, pose))
        if on_progress:
            on_progress(1)
    return _told_apart(looks, [each for each in found if _stands(photos, each)])


def _about(photos: ClickablePhotos, look: Look, matches: LookMatches, pose: RigidTransform) -> NDArray[np.bool_]:
    """(n,) whether a match's ray passes through the ball about a piece that stands there."""
    middle, reach = _ball(look, pose)
    ways = middle - photos.eyes[matches.photo]
    return np.asarray(np.linalg.norm(np.cross(ways, matches.rays), axis=1) < reach)


def _ball(look: Look, pose: RigidTransform) -> tuple[FloatArray, float]:
    """(3,) the middle of a look's points, and how far the farthest is from it."""
    middle = (look.points.min(axis=0) + look.points.max(axis=0)) / 2.0
    return pose.to_table(middle), float(np.linalg.norm(look.points - middle, axis=1).max())


def _is_it(photos: ClickablePhotos, look: Look, pose: LookPose) -> bool:
    """Whether enough of a look is there, on enough of its parts, and from sides that differ."""
    seen = np.zeros(len(look.points), bool)
    seen[look.of[pose.seen.sighting]] = True
    if seen.sum() < max(LEAST, SHARE * pose.expected.sum()):
        return False
    # Left and right, front and back, lower and upper: each half that photos ought to show.
    above = look.points > (look.points.min(axis=0) + look.points.max(axis=0)) / 2.0
    for half in (*above.T, *~above.T):
        asked = half & pose.expected
        if asked.sum() >= HALF and (seen & asked).sum() < SHARE_OF_HALF * asked.sum():
            return False
    ways = _ball(look, pose.pose)[0] - photos.eyes[_photos_of(pose)]
    ways /= np.linalg.norm(ways, axis=1, keepdims=True)
    return bool((ways @ ways.T).min(initial=1.0) < APART)


def _photos_of(pose: LookPose) -> list[int]:
    """The photos that show enough of it."""
    return np.flatnonzero(np.bincount(pose.seen.photo) >= IN_A_PHOTO).tolist()


def _found(photos: ClickablePhotos, known: int, look: Look, pose: LookPose) -> FoundPiece:
    """The piece with its size, and the errors of both."""
    turn = np.eye(9)
    turn[:3, :3] = turn[3:6, 3:6] = pose.pose.matrix
    own = turn @ look.covariance @ turn.T
    own[:6, :6] += pose.own
    slopes = np.concatenate([pose.slopes, np.zeros((3, pose.slopes.shape[1]))])
    points = len(np.unique(look.of[pose.seen.sighting]))
    seen = FoundPiece(known, pose.pose, slopes, own, points, int(pose.expected.sum()), tuple(_photos_of(pose)))
    return _on_ground(photos, seen)


def _covariance(photos: ClickablePhotos, piece: FoundPiece) -> FloatArray:
    return np.asarray(piece.slopes @ photos.covariance @ piece.slopes.T + piece.own)


def _on_ground(photos: ClickablePhotos, piece: FoundPiece) -> FoundPiece:
    """A piece that comes out by the ground, as it stands there: its height is known by that as well (Kalman's update)."""
    covariance, height = _covariance(photos, piece), piece.pose.position[2]
    spread = covariance[2, 2] + GROUND**2
    if height**2 > ERRORS**2 * spread:
        return piece
    gain = covariance[:, 2] / spread
    # Its size stays, so that all of a kind are of one size.
    gain[6:] = 0.0
    step, left = -gain * height, np.eye(9)
    left[:, 2] -= gain
    pose = pose_of(matrices(step[None, 3:6])[0] @ piece.pose.matrix, np.array(piece.pose.position) + step[:3])
    own = left @ piece.own @ left.T + GROUND**2 * np.outer(gain, gain)
    return replace(piece, pose=pose, slopes=left @ piece.slopes, own=own)


def _stands(photos: ClickablePhotos, piece: FoundPiece) -> bool:
    """Whether a piece stands on the ground."""
    height, spread = piece.pose.position[2], float(np.sqrt(_covariance(photos, piece)[2, 2]))
    return abs(height) <= max(LEVEL, ERRORS * spread)


def _told_apart(looks: Sequence[Look], found: Sequence[FoundPiece]) -> tuple[list[FoundPiece], list[tuple[int, int]]]:
    """What was found, of two in one place that of which clearly more was seen; and looks that cannot be told apart there."""
    unclear, dropped = list[tuple[int, int]](), set[int]()
    order = sorted(found, key=lambda each: -each.points)
    for index, each in enumerate(order):
        for other, rival in enumerate(order[:index]):
            if not _overlap(looks, each, rival):
                continue
            dropped.add(index)
            if each.points * CLEARLY > rival.points:
                dropped.add(other)
                unclear.append((min(rival.known, each.known), max(rival.known, each.known)))
    kept = [each for index, each in enumerate(order) if index not in dropped]
    return sorted(kept, key=lambda each: each.known), list(dict.fromkeys(unclear))


def _overlap(looks: Sequence[Look], one: FoundPiece, other: FoundPiece) -> bool:
    """Whether two cannot both stand there: the middle of one lies well within the other."""
    (middle, reach), (middle2, reach2) = _ball(looks[one.known], one.pose), _ball(looks[other.known], other.pose)
    return bool(np.linalg.norm(middle - middle2) < min(reach, reach2) / 2.0)
