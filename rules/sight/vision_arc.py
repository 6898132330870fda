"""The vision arc of a fighter, and who is in it. Source: main-rulebook, Vision arc."""

from dataclasses import dataclass

import numpy as np

from rules.citations import Reason
from scene.geometry.mesh import FloatArray
from scene.table.table import Figure
from scene.table_io.table_statuses import status_of

VISION_ARC = "Vision arc"

ARC_DEGREES = 90.0
"""main-rulebook: Vision arc."""
ON_THE_EDGE = 1e-9
"""Inches: rounding that does not put a target out of the arc."""


@dataclass(frozen=True)
class InArc:
    """Whether a target is in a fighter's vision arc, and how clearly.

    Attributes:
        inside: whether any part of the target is in it.
        margin_degrees: how far the shooter must turn at least until that changes; positive inside. None without an arc.
        because: the reason.
    """

    inside: bool
    margin_degrees: float | None
    because: Reason


def in_vision_arc(shooter: Figure, target: Figure, arc: float = ARC_DEGREES) -> InArc:
    """Whether ``target`` is in the 90 degrees, or so many, to the front of the middle of ``shooter``'s base.

    The rulebook leaves open how much of a target must be in the arc. Here any part of its base is enough (of its body
    seen from above, without a base), and the arc's edges belong to it, as distances are to the nearest part as well.
    Heights do not matter. A pinned or seriously injured fighter has no arc.
    """
    if shooter.posture != "upright":
        state = status_of(shooter).replace("_", " ")
        return InArc(False, None, Reason(f"{shooter.called} is {state} and has no vision arc", VISION_ARC))
    corners, radius = _target_in_plan(target, shooter)
    off_front, far = (
        np.degrees(np.abs(np.arctan2(corners[..., 1], corners[..., 0]))),
        np.hypot(corners[..., 0], corners[..., 1]),
    )
    off, beyond = float(off_front.min()), np.radians(off_front - arc / 2.0).clip(0.0, np.pi / 2.0)
    clear = float((far * np.sin(beyond)).min()) - radius
    if radius > 0.0:
        off -= 180.0 if far.min() <= radius else float(np.degrees(np.arcsin(radius / far.min())))
    elif _crosses_the_front(corners):
        off, clear = 0.0, 0.0
    inside, degrees = clear <= ON_THE_EDGE, arc / 2.0 - off
    return InArc(inside, degrees, Reason(_arc_words(shooter, target, arc / 2.0, degrees, inside=inside), VISION_ARC))


def degrees_off_front(figure: Figure, place: tuple[float, float]) -> float:
    """Degrees between a figure's facing and a place, 0 to 180; 0 for its own middle."""
    x, y = place[0] - figure.position[0], place[1] - figure.position[1]
    if x == y == 0.0:
        return 0.0
    return float(abs((np.degrees(np.arctan2(y, x)) - figure.facing + 180.0) % 360.0 - 180.0))


def _arc_words(shooter: Figure, target: Figure, half: float, margin_degrees: float, *, inside: bool) -> str:
    # Rounded away from the edge, so that the number never says something else than the words.
    off = (np.floor if inside else np.ceil)(10.0 * (half - margin_degrees)) / 10.0
    part = "base" if target.base_mm > 0 else "body"
    where = "straight ahead" if off <= 0.0 else f"{off:.1f}° off the facing at its nearest"
    sign = "in" if inside else "out of"
    there = f"{target.called}'s {part} is {sign} {shooter.called}'s vision arc"
    return f"{there}: {where}, and the arc reaches {half:g}° to either side"


def _target_in_plan(target: Figure, shooter: Figure) -> tuple[FloatArray, float]:
    """(m, 3, 2) triangles in plan, and how far the target reaches around them.

    In the frame of the shooter's middle and facing: the first coordinate is ahead, the second to the left.
    """
    facing = np.radians(shooter.facing)
    turn = np.array([[np.cos(facing), -np.sin(facing)], [np.sin(facing), np.cos(facing)]])
    bare = target.base_mm <= 0 and len(target.body.counts.faces) > 0
    corners = target.placed.triangles[..., :2] if bare else np.full((1, 3, 2), target.position[:2])
    return (corners - np.array(shooter.position[:2])) @ turn, 0.0 if bare else target.base_radius


def _crosses_the_front(corners: FloatArray) -> bool:
    """Whether a side of triangles (m, 3, 2) crosses the way straight ahead, or touches it."""
    (ahead, left), (ahead_next, left_next) = (np.moveaxis(ends, -1, 0) for ends in (corners, np.roll(corners, -1, axis=1)))
    share = np.divide(left, left - left_next, out=np.zeros_like(left), where=left != left_next)
    return bool(((left * left_next <= 0.0) & (ahead + share * (ahead_next - ahead) >= 0.0)).any())
