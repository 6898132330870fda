"""The mesh of a body in a pose: joints become one closed body with head, armour, boots and weapon. Millimetres.

A body is a union of tapered limbs and ellipsoids. Its barrel, lance, spikes and antenna come apart from it: they do not count.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from assets.figures.body_poses import BodyPose, BodySide
from assets.solid_shapes import axes_along, bounds, box, ellipsoid, extruded, hull, hulled, limb, placed, rod, union
from scene.geometry.mesh import FloatArray

if TYPE_CHECKING:
    from manifold3d import Manifold as Solid


@dataclass(frozen=True)
class Build:
    """How a kind of figure differs from the human that the poses are written for.

    Attributes:
        joints: (depth, breadth, height) factors of the joints.
        girth: of limbs and torso.
        head: of the head.
        weapon: of the weapon.
        helmet: a helmet, or else a bare head.
        ears: long pointed ears.
        spikes: two spikes on the shoulders in place of the antenna.
        lance: a lance in place of the gun, and no antenna.
    """

    joints: tuple[float, float, float] = (1.0, 1.0, 1.0)
    girth: float = 1.0
    head: float = 1.0
    weapon: float = 1.0
    helmet: bool = True
    ears: bool = False
    spikes: bool = False
    lance: bool = False


@dataclass(frozen=True)
class Flesh:
    """A finished figure in millimetres, its lowest point on z = 0; ``eye`` is (3,) float."""

    counts: "Solid"
    insignificant: "Solid"
    eye: FloatArray


def flesh_out(pose: BodyPose, build: Build) -> Flesh:
    """The body of that build in that pose, laid down if the pose lies."""
    pose = pose.scaled(np.array(build.joints))
    torso = _torso_frame(pose)
    weapon, barrel = (_lance if build.lance else _weapon)(pose, build.weapon)
    parts = [*_torso(pose, build, torso), *_head(pose, build), *weapon]
    for side, out in ((pose.left, 1.0), (pose.right, -1.0)):
        parts += _arm(side, build, torso, out)
        parts += _leg(side, build)
    trimmings = [*barrel, *_trimmings(pose, build, torso)]
    return _laid(union(parts), union(trimmings), np.asarray(pose.eye, dtype=np.float64), pose)


def _laid(counts: "Solid", trimmings: "Solid", eye: FloatArray, pose: BodyPose) -> Flesh:
    """Turns a lying body over, centres it over its base's place, and lets it down on z = 0."""
    if pose.lying is None:
        return Flesh(counts, trimmings, eye)
    # On the back the head goes to -x and the face up; on the front the head goes to +x and the face down.
    back = pose.lying == "back"
    turn = np.array([[0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0]])
    rows = turn if back else turn * np.array([-1.0, 1.0, -1.0])
    low, high = bounds(placed(counts, rows, (0.0, 0.0, 0.0)))
    shift = np.array([-(low[0] + high[0]) / 2.0, -(low[1] + high[1]) / 2.0, -low[2]])
    return Flesh(placed(counts, rows, shift), placed(trimmings, rows, shift), eye @ rows + shift)


def _torso_frame(pose: BodyPose) -> FloatArray:
    """(3, 3) float: rows ahead, left and up of the trunk, from its joints."""
    up = np.subtract(pose.chest, pose.pelvis)
    left = np.subtract(pose.left.shoulder, pose.right.shoulder)
    return axes_along(np.cross(left, up), up)


def _torso(pose: BodyPose, build: Build, frame: FloatArray) -> list["Solid"]:
    pelvis, chest = np.asarray(pose.pelvis), np.asarray(pose.chest)
    broad = np.array([1.0, build.joints[1] / build.girth, 1.0])
    g = build.girth

    def blob(centre: FloatArray, semi: ArrayLike, segments: int = 16) -> "Solid":
        return ellipsoid(centre, np.asarray(semi) * g * broad, axes=frame, segments=segments)

    def at(origin: FloatArray, offset: ArrayLike) -> FloatArray:
        moved: FloatArray = origin + (np.asarray(offset) * g * broad) @ frame
        return moved

    belly = pelvis + 0.45 * (chest - pelvis)
    shoulders = np.add(pose.left.shoulder, pose.right.shoulder) / 2.0
    parts = [
        hulled(blob(pelvis, (2.8, 3.9, 2.2), 12), blob(belly, (2.7, 3.4, 1.8), 12)),
        hulled(blob(belly, (2.6, 3.3, 1.6), 12), blob(chest, (3.4, 4.9, 3.0), 12)),
        hulled(blob(chest, (3.3, 4.6, 2.9), 12), blob(shoulders, (2.2, 5.0, 1.6), 12)),
        blob(at(chest, (0.9, 0.0, 0.5)), (3.1, 4.2, 2.7)),
        _belt(pelvis + 0.16 * (chest - pelvis), frame, g, broad),
        _pack(chest, frame, g),
    ]
    neck_top = np.asarray(pose.eye) + _head_frame(pose).T @ (np.array([-3.0, 0.0, -2.2]) * build.head)
    parts.append(limb(shoulders - 0.4 * g * frame[0], neck_top, 2.0 * g, 1.75 * build.head))
    return parts


def _belt(centre: FloatArray, frame: FloatArray, g: float, broad: FloatArray) -> "Solid":
    """A belt with pouches at the hips."""
    scale = g * broad
    turns = np.arange(16) * np.pi / 8.0
    ring = np.stack([3.05 * np.cos(turns), 4.0 * np.sin(turns)], axis=1) * scale[:2]
    band = extruded([(float(x), float(y)) for x, y in ring], -0.65 * g, 0.65 * g)
    reach = scale * np.array([3.0, 4.0, 1.0])
    pouches = [
        box(np.array([0.3, 0.55, -1.4]) * reach, np.array([0.95, 1.0, 0.5]) * reach, bevel=0.25 * g),
        box(np.array([-0.9, -1.08, -1.5]) * reach, np.array([-0.1, -0.7, 0.5]) * reach, bevel=0.25 * g),
        box(np.array([0.85, -0.16, -0.6]) * reach, np.array([1.1, 0.16, 0.6]) * reach, bevel=0.15 * g),
    ]
    return placed(union([band, *pouches]), frame, centre)


def _pack(chest: FloatArray, frame: FloatArray, g: float) -> "Solid":
    """A pack with a rolled blanket on the back."""
    pack = box(np.array([-5.3, -2.7, -2.6]) * g, np.array([-2.2, 2.7, 2.2]) * g, bevel=0.6 * g)
    roll = rod(np.array([-4.3, -3.2, 2.4]) * g, np.array([-4.3, 3.2, 2.4]) * g, 1.0 * g, sides=10)
    return placed(union([pack, roll]), frame, chest)


def _head_frame(pose: BodyPose) -> FloatArray:
    """(3, 3) float: rows ahead, left and up of the head."""
    return axes_along(pose.gaze, pose.crown)


def _head(pose: BodyPose, build: Build) -> list["Solid"]:
    """The head about the eye, which is the foremost point of the visor and so on the surface."""
    s = build.head
    parts = [
        ellipsoid((-0.9, 0.0, 0.0), (0.9, 1.75, 0.5), segments=12),
        ellipsoid((-3.0, 0.0, 0.5), (2.55, 2.3, 2.55), segments=12 if build.helmet else 16),
        hulled(
            ellipsoid((-2.3, 0.0, -1.2), (1.7, 1.75, 1.3), segments=12),
            ellipsoid((-1.5, 0.0, -2.5), (0.95, 1.0, 0.75), segments=12),
        ),
        limb((-0.75, 0.0, -0.1), (-0.5, 0.0, -1.05), 0.32, 0.42, segments=8),
    ]
    if build.helmet:
        parts += _helmet()
    else:
        parts += [limb((-0.9, 0.9, 0.75), (-0.9, -0.9, 0.75), 0.4, 0.4, segments=8)]
        parts.append(ellipsoid((-1.0, 0.0, -2.1), (1.25, 1.3, 0.8), segments=12))
    if build.ears:
        for out in (-1.0, 1.0):
            tip = (-4.0, out * 5.6, 1.5)
            parts.append(hulled(ellipsoid((-3.0, out * 1.9, 0.1), (0.5, 0.6, 1.2), segments=8), _bead(tip, 0.2)))
    return [placed(part.scale((s, s, s)), _head_frame(pose), pose.eye) for part in parts]


def _helmet() -> list["Solid"]:
    """A cap with a brim and ear pieces, and a breathing mask below the eye."""
    cap = ellipsoid((-3.1, 0.0, 0.6), (2.85, 2.65, 2.8)).trim_by_plane((0.0, 0.0, 1.0), 0.75)
    turns = np.arange(16) * np.pi / 8.0
    brim = [(-3.1 + 3.05 * float(np.cos(t)), 2.8 * float(np.sin(t))) for t in turns]
    parts = [cap, extruded(brim, 0.62, 1.05)]
    for out in (-1.0, 1.0):
        parts.append(rod((-3.1, out * 1.9, -0.4), (-3.1, out * 2.65, -0.4), 1.15, sides=10))
        parts.append(limb((-1.2, out * 0.9, -1.6), (-0.6, out * 1.15, -2.0), 0.55, 0.5, segments=8))
    return parts


def _bead(centre: ArrayLike, radius: float) -> "Solid":
    return ellipsoid(centre, [radius] * 3, segments=8)


def _arm(side: BodySide, build: Build, torso: FloatArray, out: float) -> list["Solid"]:
    g = build.girth
    shoulder, elbow, hand = (np.asarray(p) for p in (side.shoulder, side.elbow, side.hand))
    along = (hand - elbow) / np.linalg.norm(hand - elbow)
    wrist = hand - 0.5 * g * along
    pad = shoulder + (np.array([-0.1, 0.5 * out, 0.35]) * g) @ torso
    return [
        limb(shoulder, elbow, 1.75 * g, 1.25 * g),
        limb(elbow, wrist, 1.35 * g, 1.05 * g),
        ellipsoid(hand, np.array([1.25, 1.1, 1.2]) * g, segments=8),
        ellipsoid(pad, np.array([2.2, 1.75, 1.75]) * g, axes=torso, segments=12),
    ]


def _leg(side: BodySide, build: Build) -> list["Solid"]:
    g = build.girth
    hip, knee, ankle = (np.asarray(p) for p in (side.hip, side.knee, side.ankle))
    shin = (knee - ankle) / np.linalg.norm(knee - ankle)
    bend = np.cross(np.cross(shin, side.toes), shin)
    bend = bend / np.linalg.norm(bend)
    calf = ankle + 0.62 * (knee - ankle) - 0.3 * g * bend
    return [
        limb(hip, knee, 2.45 * g, 1.6 * g),
        limb(knee, calf, 1.5 * g, 1.65 * g, segments=8),
        ellipsoid(knee + 0.75 * g * bend, np.array([1.3, 1.35, 1.5]) * g, segments=8),
        limb(calf, ankle, 1.7 * g, 1.3 * g),
        _foot(ankle, side.toes, shin, g),
    ]


def _foot(ankle: FloatArray, toes: ArrayLike, shin: FloatArray, g: float) -> "Solid":
    """A boot with a flat sole; it stands level where its toes point level, whatever the shin does."""
    level = abs(np.asarray(toes)[2]) < 1e-9
    frame = axes_along(toes, (0.0, 0.0, 1.0) if level else shin)
    drop = -float(ankle[2]) / g if level else -2.2
    sole = [(-1.7, 0.9), (-1.7, -0.9), (2.4, -1.35), (3.9, -0.8), (3.9, 0.8), (2.4, 1.35)]
    low = [(x, y, drop) for x, y in sole]
    rim = [(x, y, drop + 0.8) for x, y in sole]
    instep = [(x, y, drop + z) for x, y, z in ((3.3, 0.5, 1.4), (3.3, -0.5, 1.4), (1.4, 1.1, 2.3), (1.4, -1.1, 2.3))]
    heel = [(x, y, drop + 2.9) for x, y in ((-1.3, 0.9), (-1.3, -0.9), (0.7, 0.9), (0.7, -0.9))]
    return placed(hull(np.array([*low, *rim, *instep, *heel]) * g), frame, ankle)


def _weapon(pose: BodyPose, s: float) -> tuple[list["Solid"], list["Solid"]]:
    """What counts of the weapon (stock, receiver, magazine, fore-end) and what does not (barrel)."""
    held = [
        box((-1.6, -0.6, -0.5), (4.2, 0.6, 1.1), bevel=0.2),
        hull([(x, y, z) for y in (-0.5, 0.5) for x, z in ((-1.4, 0.9), (-1.4, -0.2), (-4.6, 0.7), (-4.6, -1.2))]),
        box((1.4, -0.4, -2.3), (2.6, 0.4, 0.0), bevel=0.15),
        box((-0.7, -0.45, -1.6), (0.4, 0.45, 0.0), bevel=0.15),
        box((3.8, -0.5, -0.3), (6.6, 0.5, 0.9), bevel=0.25),
        box((0.0, -0.3, 1.0), (2.6, 0.3, 1.5), bevel=0.12),
    ]
    barrel = [
        rod((6.3, 0.0, 0.35), (11.0, 0.0, 0.35), 0.38, sides=8),
        rod((9.8, 0.0, 0.35), (11.4, 0.0, 0.35), 0.58, sides=8),
    ]
    frame = axes_along(pose.muzzle, pose.weapon_up)
    return (
        [placed(part.scale((s, s, s)), frame, pose.grip) for part in held],
        [placed(part.scale((s, s, s)), frame, pose.grip) for part in barrel],
    )


def _lance(pose: BodyPose, s: float) -> tuple[list["Solid"], list["Solid"]]:
    """The same of a lance: its grip and hand guard count, the shaft before and behind them does not."""
    held = [
        rod((-2.4, 0.0, 0.0), (2.0, 0.0, 0.0), 0.6, sides=8),
        rod((1.6, 0.0, 0.0), (3.2, 0.0, 0.0), 1.7, end_radius=0.7, sides=8),
    ]
    shaft = [
        rod((-12.0, 0.0, 0.0), (-2.2, 0.0, 0.0), 0.55, sides=6),
        rod((3.0, 0.0, 0.0), (28.0, 0.0, 0.0), 0.55, end_radius=0.4, sides=6),
        rod((27.6, 0.0, 0.0), (31.6, 0.0, 0.0), 0.9, end_radius=0.1, sides=6),
    ]
    frame = axes_along(pose.muzzle, pose.weapon_up)
    return (
        [placed(part.scale((s, s, s)), frame, pose.grip) for part in held],
        [placed(part.scale((s, s, s)), frame, pose.grip) for part in shaft],
    )


def _trimmings(pose: BodyPose, build: Build, torso: FloatArray) -> list["Solid"]:
    """An antenna on the pack, or spikes on the shoulders; nothing for who carries a lance."""
    g = build.girth
    if build.lance:
        return []
    if build.spikes:
        return [
            rod(np.asarray(side.shoulder) + (np.array([0.0, 0.6 * out, 1.5]) * g) @ torso, tip, 0.6 * g, end_radius=0.1)
            for side, out in ((pose.left, 1.0), (pose.right, -1.0))
            for tip in [np.asarray(side.shoulder) + (np.array([-0.2, 1.6 * out, 4.4]) * g) @ torso]
        ]
    foot = np.asarray(pose.chest) + (np.array([-4.2, 1.9, 1.5]) * g) @ torso
    tip = foot + (np.array([-0.3, 0.4, 11.0]) * g) @ torso
    return [rod(foot, tip, 0.32, end_radius=0.18, sides=6)]
