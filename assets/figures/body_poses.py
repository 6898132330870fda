"""Body poses of the figure proxies: where joints, hands and weapon are, for a human of 28 mm games.

All poses are written as if standing: x ahead, y to the figure's left, z up, the soles on z = 0, in millimetres on a
figure whose eye is 32 mm up when upright. Lying poses are laid down afterwards; see `BodyPose.lying`.
"""

from dataclasses import dataclass, fields, replace
from typing import Literal

import numpy as np

from scene.geometry.mesh import FloatArray
from scene.table.table import Posture, Stance

Point = tuple[float, float, float]

UPRIGHT_EYE_MM = 32.0
"""Height of a human's eye above the soles when upright."""


@dataclass(frozen=True)
class BodySide:
    """One arm and one leg: the joints in millimetres and the way that the foot points."""

    shoulder: Point
    elbow: Point
    hand: Point
    hip: Point
    knee: Point
    ankle: Point
    toes: Point


@dataclass(frozen=True)
class BodyPose:
    """A body's joints in millimetres.

    Attributes:
        eye: the foremost point between the eyes.
        gaze: which way the face looks.
        crown: which way the top of the head points.
        grip: where the weapon's grip is, the trigger hand's place.
        muzzle: which way the barrel points.
        weapon_up: which way the weapon's upper side looks.
        lying: None while standing; "back" or "front" is the side that the body lies on.
    """

    pelvis: Point
    chest: Point
    eye: Point
    left: BodySide
    right: BodySide
    grip: Point
    gaze: Point = (1.0, 0.0, 0.0)
    crown: Point = (0.0, 0.0, 1.0)
    muzzle: Point = (1.0, 0.0, 0.0)
    weapon_up: Point = (0.0, 0.0, 1.0)
    lying: Literal["back", "front"] | None = None

    def scaled(self, factors: FloatArray) -> "BodyPose":
        """The pose with every joint multiplied by ``factors`` (3,); directions stay."""
        changes = {name: _scaled(getattr(self, name), factors) for name in ("pelvis", "chest", "eye", "grip")}
        sides = {name: _scaled_side(getattr(self, name), factors) for name in ("left", "right")}
        return replace(self, **changes, **sides)  # type: ignore[arg-type]


def _scaled(point: Point, factors: FloatArray) -> Point:
    x, y, z = (np.asarray(point) * factors).tolist()
    return (x, y, z)


def _scaled_side(side: BodySide, factors: FloatArray) -> BodySide:
    joints = {field.name: _scaled(getattr(side, field.name), factors) for field in fields(side) if field.name != "toes"}
    return replace(side, **joints)


UPRIGHT = BodyPose(
    pelvis=(0.0, 0.0, 17.0),
    chest=(0.3, 0.0, 24.4),
    eye=(3.2, 0.0, UPRIGHT_EYE_MM),
    left=BodySide(
        shoulder=(0.1, 5.6, 26.9),
        elbow=(1.2, 7.6, 21.2),
        hand=(5.2, 4.4, 21.6),
        hip=(0.2, 2.2, 16.4),
        knee=(1.9, 3.3, 9.4),
        ankle=(1.2, 3.9, 2.2),
        toes=(1.0, 0.35, 0.0),
    ),
    right=BodySide(
        shoulder=(0.0, -5.6, 26.8),
        elbow=(-1.7, -7.7, 21.3),
        hand=(2.9, -4.3, 18.6),
        hip=(-0.2, -2.2, 16.4),
        knee=(0.2, -3.4, 9.3),
        ankle=(-1.8, -4.1, 2.2),
        toes=(1.0, -0.6, 0.0),
    ),
    grip=(2.9, -4.3, 18.6),
    muzzle=(2.3, 8.7, 3.0),
    weapon_up=(-0.3, -0.2, 1.0),
)
"""On both feet, the weapon held low across the body."""

AIMING = BodyPose(
    pelvis=(-2.0, 0.0, 12.6),
    chest=(0.3, -0.2, 19.0),
    eye=(4.3, -1.3, 26.2),
    left=BodySide(
        shoulder=(2.2, 4.7, 21.3),
        elbow=(5.9, 3.2, 18.2),
        hand=(8.6, -2.5, 21.9),
        hip=(-1.8, 2.2, 12.2),
        knee=(4.9, 3.9, 9.5),
        ankle=(4.4, 3.9, 2.2),
        toes=(1.0, 0.1, 0.0),
    ),
    right=BodySide(
        shoulder=(-0.9, -5.2, 21.4),
        elbow=(0.5, -8.0, 17.2),
        hand=(3.9, -3.6, 21.4),
        hip=(-2.2, -2.2, 12.2),
        knee=(1.0, -4.6, 5.9),
        ankle=(-4.7, -4.3, 2.3),
        toes=(1.0, -0.5, 0.0),
    ),
    grip=(3.9, -3.6, 21.8),
)
"""Crouched behind the weapon, the left foot ahead, the stock at the right shoulder."""

PINNED = BodyPose(
    pelvis=(0.0, 0.0, 17.0),
    chest=(0.0, 0.0, 24.0),
    eye=(3.4, 0.0, UPRIGHT_EYE_MM),
    left=BodySide(
        shoulder=(-0.2, 5.7, 26.4),
        elbow=(-2.2, 9.4, 22.6),
        hand=(-1.6, 8.6, 17.4),
        hip=(-0.2, 2.1, 16.4),
        knee=(-0.6, 2.6, 9.2),
        ankle=(-2.2, 1.9, 2.4),
        toes=(1.0, 0.4, 0.15),
    ),
    right=BodySide(
        shoulder=(-0.2, -5.7, 26.4),
        elbow=(-0.9, -8.4, 21.6),
        hand=(3.5, -3.9, 21.0),
        hip=(-0.2, -2.1, 16.4),
        knee=(1.6, -2.9, 9.6),
        ankle=(-1.9, -1.9, 2.6),
        toes=(1.0, -0.4, 0.1),
    ),
    grip=(4.2, -3.9, 21.0),
    muzzle=(0.0, 0.55, 0.85),
    weapon_up=(1.0, 0.0, 0.0),
    lying="back",
)
"""Flat on the back, the feet together, the weapon clutched to the chest."""

SERIOUSLY_INJURED = BodyPose(
    pelvis=(0.0, 0.0, 17.0),
    chest=(0.2, 0.0, 24.0),
    eye=(2.2, 0.4, UPRIGHT_EYE_MM),
    left=BodySide(
        shoulder=(0.3, 5.6, 26.8),
        elbow=(2.4, 8.6, 30.6),
        hand=(2.6, 6.4, 35.2),
        hip=(0.2, 2.1, 16.4),
        knee=(1.2, 3.6, 9.2),
        ankle=(0.9, 3.2, 2.2),
        toes=(0.35, 0.45, -1.0),
    ),
    right=BodySide(
        shoulder=(0.2, -5.7, 26.0),
        elbow=(2.2, -8.8, 22.2),
        hand=(2.6, -6.2, 18.4),
        hip=(0.0, -2.2, 16.4),
        knee=(1.2, -5.4, 10.4),
        ankle=(1.0, -3.6, 4.2),
        toes=(0.35, -0.45, -1.0),
    ),
    grip=(2.7, -8.6, 27.0),
    gaze=(0.75, 0.3, 0.62),
    crown=(-0.62, -0.1, 0.75),
    muzzle=(0.0, 0.25, 1.0),
    weapon_up=(0.0, 1.0, -0.25),
    lying="front",
)
"""Flat on the front, one arm stretched ahead, the weapon lost beside the body."""


_LYING: dict[Posture, BodyPose] = {"on_back": PINNED, "on_face": SERIOUSLY_INJURED}
_STANDING: dict[Stance, BodyPose] = {"upright": UPRIGHT, "aiming": AIMING}


def pose_for(posture: Posture, stance: Stance) -> BodyPose:
    """The pose of a posture; only upright ones have a choice of stances. A `KeyError` for a posture that has no pose yet."""
    return _STANDING[stance] if posture == "upright" else _LYING[posture]
