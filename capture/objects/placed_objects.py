"""Objects that photos placed on the table, and the joint covariance of their places."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from capture.adjustment.survey import Survey
from scene.geometry.mesh import FloatArray
from scene.geometry.rigid_transform import RigidTransform
from scene.table.scan_measurements import Measurable


@dataclass(frozen=True, eq=False)
class PlacedObject:
    """A piece, figure, tag or point on the table.

    Its parameters are x, y, z in inches, and for pieces and figures a small turn in radians about the table's axes through it.

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
    units = np.concatenate([np.where(np.arange(len(thing.own)) < 3, 1.0, np.degrees(1.0)) for thing in things])
    return np.asarray(found * np.outer(units, units))
