"""Tagged bases: figures by their base tags. The tag is a disc on an empty base, which stands in the figure's place.

The base's underside is 3 mm below the tag along the base's axis, and the tag's y is where the figure faces. The height is kept
as it was measured; what the figure stands on is for others to say.
"""

from dataclasses import dataclass

import numpy as np

from assets.tag_scheme import BASE_TOP_MM, role_of
from capture.adjustment.rotation_vectors import cross_matrices, pose_of
from capture.adjustment.survey import Survey
from capture.objects.placed_objects import PlacedObject
from scene.geometry.mesh import FloatArray
from scene.geometry.rigid_transform import RigidTransform
from scene.table.table import MM_PER_INCH

LYING = 45.0
"""Degrees: a base that leans more lies on its side; one that leans less stands upright, as figures do."""

LEANING = 12.0
"""Degrees: a small tag's tilt is measured to some degrees only; one that leans more is noted."""

CENTRED_MM = 0.3
"""How well a disc that was cut out by hand lies in the middle of its base: standard deviation along either axis."""

LEVEL_DEGREES = 0.5
"""How upright what stands upright is: standard deviation about either level axis."""


@dataclass(frozen=True, eq=False)
class TaggedFigure:
    """A figure's base with a tag on it.

    Attributes:
        tag: the tag's id.
        base_mm: the base's diameter.
        thing: where it is; its pose has x ahead and z up, and its origin in the middle of the base's underside.
        facing: degrees, anticlockwise from x.
        lies: whether it lies on its side; then the pose is as measured, and the facing is that of its front seen from above.
        notes: what was assumed.
    """

    tag: int
    base_mm: float
    thing: PlacedObject
    facing: float
    lies: bool = False
    notes: tuple[str, ...] = ()


def tagged_figures(survey: Survey) -> tuple[TaggedFigure, ...]:
    """The figures whose bases have a tag of the survey, by the tags' order; they are called "figure-" and the tag's id."""
    found = []
    for i, number in enumerate(survey.ids):
        role = role_of(number)
        if role.kind == "base" and role.base_mm is not None:
            found.append(_figure(survey, i, role.base_mm))
    return tuple(found)


def _figure(survey: Survey, index: int, base_mm: float) -> TaggedFigure:
    number, pose = survey.ids[index], survey.tags[index]
    right, ahead, up = pose.matrix.T
    lean = float(np.degrees(np.arccos(np.clip(up[2], -1.0, 1.0))))
    lies = lean > LYING
    facing = float(np.degrees(np.arctan2(ahead[1], ahead[0])))
    height = BASE_TOP_MM / MM_PER_INCH
    place = np.asarray(pose.position) - height * (up if lies else np.array([0.0, 0.0, 1.0]))
    by_tag = _lying(up, height) if lies else _upright(ahead)
    slopes = np.zeros((6, len(survey.covariance)))
    slopes[:, survey.tag_slot(index)] = by_tag
    off, level = CENTRED_MM / MM_PER_INCH, np.radians(LEVEL_DEGREES)
    flat = np.eye(3) - np.outer(up, up) if lies else np.diag([1.0, 1.0, 0.0])
    own = np.zeros((6, 6))
    own[:3, :3] = off**2 * flat
    if not lies:
        own[3, 3] = own[4, 4] = level**2
    name = f"figure-{number}"
    turned = pose_of(np.stack([ahead, -right, up], axis=1), place) if lies else RigidTransform.turned(place, facing)
    notes = []
    if lies:
        notes.append(f"the base under tag {number} lies on its side ({lean:.0f} degrees)")
    elif lean > LEANING:
        notes.append(f"the base under tag {number} leans {lean:.0f} degrees; it is taken as upright")
    return TaggedFigure(number, base_mm, PlacedObject(name, "figure", turned, slopes, own), facing, lies, tuple(notes))


def _upright(ahead: FloatArray) -> FloatArray:
    """(6, 6) the figure's parameters by the tag's: it goes with the tag, and turns as the tag's y does seen from above."""
    found = np.zeros((6, 6))
    found[:3, :3] = np.eye(3)
    x, y, _ = ahead
    # A small turn d moves the tag's y by the cross product d x y.
    moved = -cross_matrices(ahead[None])[0]
    found[5, 3:] = (x * moved[1] - y * moved[0]) / (x * x + y * y)
    return found


def _lying(up: FloatArray, height: float) -> FloatArray:
    """(6, 6) the same for a base that turns with its tag, whose middle is that much above the base's underside."""
    found = np.eye(6)
    found[:3, 3:] = height * cross_matrices(up[None])[0]
    return found
