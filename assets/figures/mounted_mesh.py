"""The mesh of a mounted figure: a rider in the saddle of a beast, or beside it where both are down. Millimetres."""

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from assets.figures.beast_mesh import FALLEN, STANDING, beast_parts, laid
from assets.figures.body_mesh import Build, Flesh, flesh_out
from assets.figures.body_poses import BodyPose, BodySide, Point, pose_for
from assets.solid_shapes import bounds, placed, rod, union
from scene.geometry.mesh import FloatArray
from scene.table.table import Posture, Stance

if TYPE_CHECKING:
    from manifold3d import Manifold as Solid

MIDDLE: Point = (-2.0, 0.0, 0.0)
"""Where the saddle's middle is on the base, so that the beast stands over it as a whole."""
BIT: Point = (21.2, 1.6, 34.4)
"""Where the reins meet the bridle, on the left."""

SEATED = BodyPose(
    pelvis=(-0.8, 0.0, 33.0),
    chest=(-0.5, 0.0, 40.4),
    eye=(2.4, 0.0, 48.0),
    left=BodySide(
        shoulder=(-0.7, 5.6, 42.9),
        elbow=(1.2, 7.4, 37.4),
        hand=(6.2, 2.4, 36.0),
        hip=(-0.6, 2.6, 32.4),
        knee=(5.0, 7.6, 27.4),
        ankle=(2.2, 8.6, 19.6),
        toes=(1.0, 0.3, 0.12),
    ),
    right=BodySide(
        shoulder=(-0.8, -5.6, 42.8),
        elbow=(-0.4, -8.6, 37.4),
        hand=(4.4, -10.2, 38.6),
        hip=(-0.6, -2.6, 32.4),
        knee=(5.0, -7.6, 27.4),
        ankle=(2.2, -8.6, 19.6),
        toes=(1.0, -0.3, 0.12),
    ),
    grip=(4.6, -10.4, 38.6),
    muzzle=(0.06, -0.05, 1.0),
    weapon_up=(1.0, 0.0, 0.0),
)
"""Upright in the saddle, the reins in the left hand, the lance upright in the right."""

CHARGING = BodyPose(
    pelvis=(-1.4, 0.0, 33.2),
    chest=(1.8, -0.2, 39.4),
    eye=(6.4, -0.4, 44.8),
    left=BodySide(
        shoulder=(2.6, 5.2, 41.4),
        elbow=(4.4, 7.2, 36.0),
        hand=(8.8, 2.2, 35.6),
        hip=(-1.0, 2.6, 32.4),
        knee=(4.8, 7.6, 27.6),
        ankle=(0.4, 8.8, 20.4),
        toes=(1.0, 0.3, -0.2),
    ),
    right=BodySide(
        shoulder=(0.8, -5.6, 41.4),
        elbow=(-2.2, -8.8, 36.8),
        hand=(3.6, -8.0, 35.6),
        hip=(-1.0, -2.6, 32.4),
        knee=(4.8, -7.6, 27.6),
        ankle=(0.4, -8.8, 20.4),
        toes=(1.0, -0.3, -0.2),
    ),
    grip=(3.6, -8.2, 35.6),
    muzzle=(1.0, 0.06, 0.0),
)
"""Bent over the neck, the lance lowered ahead past the beast's head."""

_SADDLED: dict[Stance, BodyPose] = {"upright": SEATED, "aiming": CHARGING}
_THROWN: dict[Posture, Point] = {"on_back": (-7.6, -34.0, 0.0), "on_face": (2.0, -34.0, 0.0)}
"""Where the middle of a rider who is down lies beside the back of his beast, before both are centred."""


def mount_up(posture: Posture, stance: Stance, build: Build) -> Flesh:
    """A rider of that build and his beast: in the saddle if upright, otherwise the beast on its side and he beside its back."""
    if posture == "upright":
        pose = _SADDLED[stance]
        rider, beast, shift = flesh_out(pose, build), union(beast_parts(STANDING)), np.array(MIDDLE)
        trimmings, eye = union([rider.insignificant, *_reins(pose.left.hand)]), rider.eye
        counts = union([rider.counts, beast])
    else:
        rider, beast = flesh_out(_thrown(posture), build), laid(union(beast_parts(FALLEN)))
        beside = np.array(_THROWN[posture])
        counts = union([_moved(rider.counts, beside), beast])
        trimmings, eye = _moved(rider.insignificant, beside), rider.eye + beside
        low, high = bounds(counts)
        shift = np.array([-(low[0] + high[0]) / 2.0, -(low[1] + high[1]) / 2.0, -low[2]])
    return Flesh(_moved(counts, shift), _moved(trimmings, shift), eye + shift)


def _thrown(posture: Posture) -> BodyPose:
    """As anybody lies, but that who lies on his face still holds his lance, away from the beast."""
    pose = pose_for(posture, "upright")
    return replace(pose, grip=pose.right.hand, muzzle=(0.0, -0.35, 1.0)) if posture == "on_face" else pose


def _reins(hand: Point) -> list["Solid"]:
    """From both sides of the bridle to the hand that holds them."""
    x, y, z = BIT
    return [rod((x, side * y, z), hand, 0.25, sides=6) for side in (1.0, -1.0)]


def _moved(solid: "Solid", shift: FloatArray) -> "Solid":
    return placed(solid, np.eye(3), shift)
