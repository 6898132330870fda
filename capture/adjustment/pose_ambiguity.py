"""Pose ambiguity: a tag that few photos show may be turned over, as a small square looks almost alike in two poses.

The adjustment follows one of them. Here the other one is tried as well, and the likelier one taken; tags mostly face up. Where
the photos leave a doubt, it goes into the covariance, as that of a mixture of both. Source: Schweighofer and Pinz 2006.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from capture.adjustment.adjustment_problem import LENS, Problem
from capture.adjustment.bundle_adjustment import Adjusted, adjust, without
from capture.adjustment.rotation_vectors import matrices, vectors
from capture.adjustment.square_poses import two_poses
from scene.base.least_squares import dense_least_squares
from scene.geometry.mesh import FloatArray

FEW_VIEWS = 3
"""Tags in more photos are seen from sides enough."""

APART = np.cos(np.radians(8.0))
"""Poses whose normals differ by less than 8 degrees are one."""

FACES_UP, ODDS = np.cos(np.radians(20.0)), 20.0
"""How much likelier it is beforehand that a tag faces up, to 20 degrees, than that it does not."""

DOUBT = 1e-5
"""A pose that is less likely than this is no doubt."""


@dataclass(frozen=True, eq=False)
class Flip:
    """The other pose of a tag.

    Attributes:
        tag: its index.
        numbers: (6,) float: the pose, as the adjustment's unknowns.
        odds: how much likelier the pose that the adjustment has is, by the photos alone.
    """

    tag: int
    numbers: FloatArray
    odds: float


def unflipped(adjusted: Adjusted, up: FloatArray) -> tuple[Adjusted, dict[int, FloatArray]]:
    """The adjustment with the likelier pose of each tag, and (6, 6) what the doubt adds to tags' covariances.

    Args:
        adjusted: photos and tags.
        up: (3,) unit vector: the normal of the ground, in the adjustment's frame.
    """
    flips = [flip for flip in _flips(adjusted) if flip is not None]
    chances = {flip.tag: _chance(adjusted.tags[flip.tag], flip, up) for flip in flips}
    turned = [flip for flip in flips if chances[flip.tag] > 0.5]
    others = {flip.tag: flip.numbers for flip in flips} | {flip.tag: adjusted.tags[flip.tag].copy() for flip in turned}
    if turned:
        numbers, columns = adjusted.numbers.copy(), adjusted.problem.tag_columns()
        for flip in turned:
            numbers[columns[flip.tag]] = flip.numbers
        adjusted = adjust(adjusted.problem, numbers)
    return adjusted, _doubts(adjusted, others, chances)


def _chance(here: FloatArray, flip: Flip, up: FloatArray) -> float:
    """How likely the other pose is."""
    faces = [float(matrices(each[None, 3:])[0][:, 2] @ up) > FACES_UP for each in (here, flip.numbers)]
    odds = flip.odds * (ODDS if faces[0] else 1.0) / (ODDS if faces[1] else 1.0)
    return 1.0 / (1.0 + odds)


def _doubts(adjusted: Adjusted, others: Mapping[int, FloatArray], chances: Mapping[int, float]) -> dict[int, FloatArray]:
    """(6, 6) by tag: the covariance between its two poses, weighted by how likely they are."""
    found = {}
    for tag, numbers in others.items():
        chance = min(chances[tag], 1.0 - chances[tag])
        if chance > DOUBT:
            here, there = (matrices(each[None, 3:])[0] for each in (adjusted.tags[tag], numbers))
            away = np.concatenate([numbers[:3] - adjusted.tags[tag, :3], vectors((there @ here.T)[None])[0]])
            found[tag] = chance * (1.0 - chance) * np.outer(away, away)
    return found


def _flips(adjusted: Adjusted) -> Sequence[Flip | None]:
    views = np.bincount(adjusted.problem.tag, minlength=len(adjusted.problem.sides))
    return [_other_pose(adjusted, tag) for tag in np.flatnonzero((views > 0) & (views <= FEW_VIEWS)).tolist()]


def _other_pose(adjusted: Adjusted, tag: int) -> Flip | None:
    """The other pose that a tag's photos allow, made to fit as well as it can; None where there is none or it cannot be."""
    own = without(adjusted.problem, adjusted.problem.tag != tag)
    count, columns = 8 * len(own.photo), adjusted.problem.tag_columns()[tag]
    spread = max(adjusted.spread, 1.0)

    def changed(numbers: FloatArray) -> FloatArray:
        every = adjusted.numbers.copy()
        every[columns] = numbers
        return every

    def misses(numbers: FloatArray) -> FloatArray:
        return own.residuals(changed(numbers))[:count] / spread

    def slopes(numbers: FloatArray) -> FloatArray:
        return own.slopes(changed(numbers))[:count, columns] / spread

    here = adjusted.tags[tag]
    least, best = np.inf, None
    for start in _guesses(adjusted, own, tag):
        if not _other(here, start):
            continue
        found = dense_least_squares(misses, slopes, start, settled=1e-6)
        if _other(here, found) and (cost := float(np.sum(misses(found) ** 2))) < least:
            least, best = cost, found
    if best is None:
        return None
    now = float(np.sum(misses(here) ** 2))
    return Flip(tag, best, float(np.exp(np.clip((least - now) / 2.0, -50.0, 50.0))))


def _guesses(adjusted: Adjusted, own: Problem, tag: int) -> list[FloatArray]:
    """(6,) poses that single photos allow."""
    lens, side = adjusted.lens, float(own.sides[tag]) * (1.0 + float(adjusted.numbers[LENS]))
    found = []
    for photo, pixels in zip(own.photo.tolist(), own.pixels, strict=True):
        poses = two_poses(lens.straightened(pixels), side)
        if poses is not None:
            place = adjusted.photos[photo]
            camera = matrices(place[None, 3:])[0]
            for rotation, position in zip(poses.rotations, poses.positions, strict=True):
                found.append(np.concatenate([place[:3] + camera @ position, vectors((camera @ rotation)[None])[0]]))
    return found


def _other(one: FloatArray, other: FloatArray) -> bool:
    """Whether two poses' normals differ."""
    first, second = matrices(np.stack([one[3:], other[3:]]))[:, :, 2]
    return bool(first @ second < APART)
