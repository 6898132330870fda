"""The mesh of a beast to ride: a saddled war-horse for a rider of human size, on its legs or fallen on its side. Millimetres.

Written as if standing: x ahead, y to its left, z up, the hooves on z = 0, the saddle's middle above x = 0.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from assets.figures.body_poses import Point
from assets.solid_shapes import box, ellipsoid, extruded, hulled, limb, placed, rod

if TYPE_CHECKING:
    from manifold3d import Manifold as Solid

SEAT_MM = 30.4
"""Height of the saddle's seat above the hooves."""
HALF_BREADTH_MM = 6.0
"""From the middle of the trunk to its side, on which it lies when fallen."""


@dataclass(frozen=True)
class BeastLeg:
    """The joints of a leg from the trunk down, millimetres, and the way that its hoof points."""

    joints: tuple[Point, ...]
    toes: Point = (0.0, 0.0, -1.0)


@dataclass(frozen=True)
class BeastPose:
    """How a beast holds itself, millimetres.

    Attributes:
        poll: behind its ears.
        nose: the middle of its nose.
        fore: forelegs, left and right: shoulder, knee, fetlock.
        hind: hind legs, left and right: hip, stifle, hock, fetlock.
        tail: its middle and its tip.
    """

    poll: Point
    nose: Point
    fore: tuple[BeastLeg, BeastLeg]
    hind: tuple[BeastLeg, BeastLeg]
    tail: tuple[Point, Point]


STANDING = BeastPose(
    poll=(17.6, 0.0, 38.6),
    nose=(23.2, 0.0, 31.8),
    fore=(
        BeastLeg(((8.6, 3.0, 20.0), (9.4, 3.3, 11.0), (8.4, 3.3, 3.2))),
        BeastLeg(((8.8, -3.0, 20.0), (12.2, -3.3, 11.4), (12.0, -3.3, 3.2))),
    ),
    hind=(
        BeastLeg(((-10.0, 3.0, 22.0), (-7.6, 3.9, 16.4), (-12.4, 3.6, 10.6), (-11.0, 3.6, 3.0))),
        BeastLeg(((-10.0, -3.0, 22.0), (-9.0, -3.9, 16.4), (-15.0, -3.6, 10.8), (-14.6, -3.6, 3.0))),
    ),
    tail=((-18.4, 0.0, 21.5), (-18.8, 0.0, 9.0)),
)
"""On all four hooves, the neck up, the right foreleg ahead."""

FALLEN = BeastPose(
    poll=(19.0, -2.6, 33.4),
    nose=(25.4, -4.0, 27.4),
    fore=(
        BeastLeg(((8.6, 3.0, 20.0), (14.4, 0.6, 14.2), (9.0, -1.2, 9.0)), (-0.9, -0.2, -0.3)),
        BeastLeg(((8.6, -3.0, 20.0), (15.4, -4.2, 12.2), (9.6, -4.6, 7.4)), (-0.9, 0.0, -0.3)),
    ),
    hind=(
        BeastLeg(((-10.0, 3.0, 22.0), (-4.6, 2.2, 15.6), (-11.4, -0.6, 11.0), (-5.0, -1.6, 7.6)), (0.9, -0.2, -0.3)),
        BeastLeg(((-10.0, -3.0, 22.0), (-5.6, -3.8, 14.4), (-13.0, -4.2, 9.4), (-7.4, -4.6, 5.8)), (0.9, 0.0, -0.3)),
    ),
    tail=((-18.8, -3.0, 23.0), (-20.0, -4.6, 13.0)),
)
"""Dropped on its right side, the legs drawn in, the head sunk to the ground."""


def beast_parts(pose: BeastPose) -> list["Solid"]:
    """The parts of a saddled beast, each of which meets the next."""
    parts = [*_trunk(), *_saddle(), *_head(pose), *_tail(pose)]
    for fore in pose.fore:
        parts += _leg(fore, (2.9, 1.55, 1.15))
    for hind in pose.hind:
        parts += _leg(hind, (4.2, 3.0, 1.6, 1.15))
    return parts


def _trunk() -> list["Solid"]:
    rump = ellipsoid((-10.0, 0.0, 23.4), (6.2, 5.5, 6.4), segments=12)
    barrel = ellipsoid((-1.0, 0.0, 22.2), (8.0, HALF_BREADTH_MM, 6.3), segments=12)
    chest = ellipsoid((7.6, 0.0, 22.8), (5.4, 5.1, 6.8), segments=12)
    withers = ellipsoid((6.2, 0.0, 27.6), (4.6, 2.4, 3.2), segments=12)
    return [hulled(rump, barrel), hulled(barrel, chest), withers]


def _saddle() -> list["Solid"]:
    """A cloth over the back, a girth, and the saddle with its pommel and cantle."""
    turns = np.linspace(-0.12, 1.12, 12) * np.pi
    cloth = [(6.75 * float(np.cos(t)), 22.2 + 6.95 * float(np.sin(t))) for t in turns]
    round_ = [(6.35 * float(np.cos(t)), 22.2 + 6.6 * float(np.sin(t))) for t in np.arange(14) * np.pi / 7.0]
    return [
        extruded(cloth, -7.4, 4.8, axis="x"),
        extruded(round_, 2.0, 3.4, axis="x"),
        box((-5.4, -3.6, 27.6), (3.8, 3.6, SEAT_MM), bevel=1.0),
        box((-6.6, -3.4, 28.2), (-4.4, 3.4, 33.0), bevel=0.8),
        box((3.0, -1.6, 28.2), (4.8, 1.6, 32.6), bevel=0.6),
    ]


def _head(pose: BeastPose) -> list["Solid"]:
    """The neck with its mane, and the head with ears, about its own line from the poll to the nose."""
    poll, nose = np.asarray(pose.poll), np.asarray(pose.nose)
    along = (nose - poll) / np.linalg.norm(nose - poll)
    back = np.cross(along, (0.0, 1.0, 0.0))
    back /= -np.linalg.norm(back)  # away from the throat
    aside = np.cross(back, along)
    jaw, brow = poll + 1.8 * along - 1.6 * back, poll + 2.4 * along + 0.3 * back
    crest, foot = poll - 1.4 * along + 0.2 * back, np.array([6.6, 0.0, 30.2])
    middle = (crest + foot) / 2.0
    parts = [
        hulled(
            ellipsoid((8.8, 0.0, 25.8), (4.6, 3.3, 5.8), segments=12), ellipsoid(poll - 0.9 * back, (2.5, 1.8, 2.7), segments=8)
        ),
        hulled(ellipsoid(brow, (2.0, 1.8, 2.0), segments=12), ellipsoid(nose - 0.9 * along, [1.3] * 3, segments=8)),
        hulled(ellipsoid(jaw, (2.2, 1.6, 2.2), segments=12), ellipsoid(nose - 1.2 * along - 0.4 * back, [1.2] * 3, segments=8)),
        ellipsoid(nose - 0.4 * along, (1.55, 1.6, 1.55), segments=8),
        limb(foot, middle + 1.1 * back, 1.0, 1.2, segments=8),
        limb(middle + 1.1 * back, crest + 0.9 * back, 1.2, 0.9, segments=8),
        # The bridle, round the nose and the cheeks.
        rod(poll + 5.0 * along - 1.75 * aside, poll + 5.0 * along + 1.75 * aside, 1.0, sides=6),
    ]
    for out in (1.0, -1.0):
        root = poll + 0.2 * along + 0.7 * back + 1.0 * out * aside
        parts.append(rod(root - 0.5 * back, root + 3.3 * back + 0.4 * out * aside, 0.85, end_radius=0.2, sides=6))
    return parts


def _leg(leg: BeastLeg, radii: tuple[float, ...]) -> list["Solid"]:
    """A leg as thick at its joints as ``radii``, with a hoof that points as its toes do."""
    joints = [np.asarray(joint) for joint in leg.joints]
    pairs = zip(joints, joints[1:], radii, radii[1:], strict=False)
    parts = [limb(upper, lower, above, below, segments=8) for upper, lower, above, below in pairs]
    fetlock, toes = joints[-1], np.asarray(leg.toes) / np.linalg.norm(leg.toes)
    reach = float(fetlock[2]) if leg.toes[2] == -1.0 else 3.0
    return [*parts, rod(fetlock + 0.3 * reach * toes, fetlock + reach * toes, 1.25, end_radius=1.75, sides=8)]


def _tail(pose: BeastPose) -> list["Solid"]:
    root, (middle, tip) = (-15.0, 0.0, 27.0), pose.tail
    return [limb(root, middle, 1.5, 1.9, segments=8), limb(middle, tip, 1.9, 0.8, segments=8)]


def laid(solid: "Solid") -> "Solid":
    """A beast turned over on its right side, the legs towards +y, its side on z = 0."""
    turn = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]])
    return placed(solid, turn, (0.0, 0.0, HALF_BREADTH_MM))
