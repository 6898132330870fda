"""The vision arc of a fighter, and who is in it. Source: main-rulebook, Vision arc."""

from dataclasses import dataclass

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from rules.citations import Reason
from scene.geometry.mesh import FloatArray
from scene.table.footprints import footprint
from scene.table.table import Figure
from scene.table_io.table_statuses import status_of

VISION_ARC = "Vision arc"

ARC_DEGREES = 90.0
"""main-rulebook: Vision arc."""
ON_THE_EDGE = 1e-9
"""Inches: rounding that does not put a target out of the arc."""
BEYOND_ANY_TABLE = 1e4
"""Inches: how far the arc is drawn."""


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
    shape, radius = _target_in_plan(target)
    apex, half = np.array(shooter.position[:2]), np.radians(arc / 2.0)
    facing = np.radians(shooter.facing)
    far = [apex + BEYOND_ANY_TABLE * np.array([np.cos(a), np.sin(a)]) for a in (facing - half, facing, facing + half)]
    clear = float(shapely.distance(shapely.Polygon([apex, *far]), shape)) - radius
    inside = clear <= ON_THE_EDGE
    degrees = arc / 2.0 - _off_front(shape, radius, apex, shooter.facing)
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


def _target_in_plan(target: Figure) -> tuple[BaseGeometry, float]:
    """A shape and how far the target reaches around it."""
    if target.base_mm <= 0 and len(target.body.counts.faces):
        return footprint(target.placed), 0.0
    return shapely.Point(target.position[:2]), target.base_radius


def _bearings(shape: BaseGeometry, apex: FloatArray, facing: float) -> tuple[FloatArray, FloatArray]:
    """Degrees off the facing, -180 to 180, and inches from the apex, of a shape's corners."""
    aside = shapely.get_coordinates(shape) - apex
    bearings = np.degrees(np.arctan2(aside[:, 1], aside[:, 0])) - facing
    return (bearings + 180.0) % 360.0 - 180.0, np.hypot(aside[:, 0], aside[:, 1])


def _off_front(shape: BaseGeometry, radius: float, apex: FloatArray, facing: float) -> float:
    """The smallest angle between the facing and a line to a part of the shape; for discs, less than 0 across it."""
    bearings, far = _bearings(shape, apex, facing)
    if radius > 0.0:
        half = 180.0 if far[0] <= radius else float(np.degrees(np.arcsin(radius / far[0])))
        return float(abs(bearings[0])) - half
    ahead = apex + BEYOND_ANY_TABLE * np.array([np.cos(np.radians(facing)), np.sin(np.radians(facing))])
    crossed = shapely.intersects(shape, shapely.LineString([apex, ahead]))
    return 0.0 if crossed else float(np.abs(bearings).min())
