"""Objects that photos placed on the table, and the joint covariance of their places."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from capture.adjustment.adjustment_problem import SHARED
from capture.adjustment.survey import Survey
from capture.objects.projection import shown
from scene.geometry.mesh import FloatArray
from scene.geometry.rigid_transform import RigidTransform
from scene.table.scan_measurements import Measurable

HIGH = 5.0
"""Inches above the ground up to which most scenery reaches."""


@dataclass(frozen=True, eq=False)
class PlacedObject:
    """A piece, figure, tag or point on the table.

    Its parameters are those of `scene.table.scan_measurements.PARAMETERS`, with small turns in radians.

    Attributes:
        id: what it is called on the table.
        of: what it is.
        pose: where it is.
        slopes: (k, n) float: how its k parameters change with the survey's n.
        own: (k, k) float: the covariance that it has beside the survey's.
    """

    id: str
    of: Measurable
    pose: RigidTransform
    slopes: FloatArray
    own: FloatArray


def tag_things(survey: Survey) -> list[PlacedObject]:
    """The middles of all tags."""
    found = []
    for i, (number, pose) in enumerate(zip(survey.ids, survey.tags, strict=True)):
        slopes = np.zeros((3, len(survey.covariance)))
        slopes[:, survey.tag_slot(i)][:, :3] = np.eye(3)
        found.append(PlacedObject(f"tag-{number}", "tag", pose, slopes, np.zeros((3, 3))))
    return found


def photo_things(survey: Survey, names: Sequence[str]) -> list[PlacedObject]:
    """The places of photos by their files' names, for what is clicked in them later, when the lens is taken as it is.

    An error of the lens that all photos share then counts as the error of a place from which things would be shown alike; what
    no place explains counts as an error of every photo by itself.
    """
    return [_photo_thing(survey, photo, name) for photo, name in enumerate(names)]


def _photo_thing(survey: Survey, photo: int, name: str) -> PlacedObject:
    projection = shown(survey, photo, _about_the_table(survey))
    seen = np.isfinite(projection.pixels).all(axis=1)
    by_pose, by_shared = projection.by_pose[seen].reshape(-1, 6), projection.by_shared[seen].reshape(-1, SHARED)
    absorbed = np.linalg.pinv(by_pose) @ by_shared
    slopes = np.zeros((6, len(survey.covariance)))
    slopes[:, survey.photo_slot(photo)] = np.eye(6)
    slopes[:, :SHARED] = absorbed
    left = by_shared - by_pose @ absorbed
    variance = float(np.mean(np.einsum("ij,jk,ik->i", left, survey.covariance[:SHARED, :SHARED], left)))
    # A place with this covariance moves what is shown by as much, on average.
    own = np.asarray(variance * len(by_pose) / 6.0 * np.linalg.pinv(by_pose.T @ by_pose), np.float64)
    return PlacedObject(name, "photo", survey.photos[photo], slopes, own)


def _about_the_table(survey: Survey) -> FloatArray:
    """(n, 3) points all over the table, on the ground and above it."""
    width, depth = survey.size
    axes = (np.linspace(0.0, width, 7), np.linspace(0.0, depth, 6), [0.0, HIGH])
    return np.stack(np.meshgrid(*axes), axis=-1).reshape(-1, 3)


def joint_covariance(things: Sequence[PlacedObject], survey: Survey) -> FloatArray:
    """(n, n) float, over the parameters of all things in their order; turns in degrees, as table files have them."""
    if not things:
        return np.zeros((0, 0))
    slopes = np.concatenate([thing.slopes for thing in things])
    found = slopes @ survey.covariance @ slopes.T
    first = 0
    for thing in things:
        slot = slice(first, first + len(thing.own))
        found[slot, slot] += thing.own
        first = slot.stop
    kinds = [np.arange(len(thing.own)) for thing in things]
    units = np.concatenate([np.where((kind >= 3) & (kind < 6), np.degrees(1.0), 1.0) for kind in kinds])
    return np.asarray(found * np.outer(units, units))
