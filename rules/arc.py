"""The vision arc, and who stands in base contact."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from rules.because import Because
from scene.distance import nearest
from scene.footprint import footprint, plan_disc
from scene.mesh import FloatArray
from scene.table import MM_PER_INCH, Figure, Piece, Table

VISION_ARC = "main-rulebook: Vision arc"
BASE_TO_BASE = "main-rulebook: Base to base"

ARC_DEGREES = 90.0
"""main-rulebook: Vision arc."""
ON_THE_EDGE = 1e-9
"""Inches: rounding that does not put a target out of the arc."""
TOUCHING = 1.0 / MM_PER_INCH
"""Inches (1 mm): bases this close touch; figures cannot be placed by hand any finer."""
HIGHEST = 2.0 + 1e-6
"""Inches that a barricade is high at most."""
WIDEST = 4.0
"""Inches from base to base that nobody is in contact over: obstacles are no more than 2" across."""
ACROSS_OBSTACLE = 1.0
"""Inches. main-rulebook: Base to base."""
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
    because: Because


def in_vision_arc(shooter: Figure, target: Figure) -> InArc:
    """Whether ``target`` is in the 90 degrees to the front of the middle of ``shooter``'s base.

    The rulebook leaves open how much of a target must be in the arc. Here any part of its base is enough (of its body
    seen from above, without a base), and the arc's edges belong to it, as distances are to the nearest part as well.
    Heights do not matter. A pinned or seriously injured fighter has no arc.
    """
    if shooter.status != "standing":
        state = shooter.status.replace("_", " ")
        return InArc(False, None, Because(f"{shooter.id} is {state} and has no vision arc", VISION_ARC))
    shape, radius = _target_in_plan(target)
    apex, half = np.array(shooter.position[:2]), np.radians(ARC_DEGREES / 2.0)
    facing = np.radians(shooter.facing)
    far = [apex + BEYOND_ANY_TABLE * np.array([np.cos(a), np.sin(a)]) for a in (facing - half, facing + half)]
    clear = float(shapely.distance(shapely.Polygon([apex, *far]), shape)) - radius
    inside = clear <= ON_THE_EDGE
    degrees = ARC_DEGREES / 2.0 - _off_front(shape, radius, apex, shooter.facing)
    return InArc(inside, degrees, Because(_arc_words(shooter, target, degrees, inside=inside), VISION_ARC))


def degrees_off_front(figure: Figure, place: tuple[float, float]) -> float:
    """Degrees between a figure's facing and a place, 0 to 180; 0 for its own middle."""
    x, y = place[0] - figure.position[0], place[1] - figure.position[1]
    if x == y == 0.0:
        return 0.0
    return float(abs((np.degrees(np.arctan2(y, x)) - figure.facing + 180.0) % 360.0 - 180.0))


def _arc_words(shooter: Figure, target: Figure, margin_degrees: float, *, inside: bool) -> str:
    half = ARC_DEGREES / 2.0
    # Rounded away from the edge, so that the number never says something else than the words.
    off = (np.floor if inside else np.ceil)(10.0 * (half - margin_degrees)) / 10.0
    part = "base" if target.base_mm > 0 else "body"
    where = "straight ahead" if off <= 0.0 else f"{off:.1f}° off the facing at its nearest"
    sign = "in" if inside else "out of"
    return f"{target.id}'s {part} is {sign} {shooter.id}'s vision arc: {where}, and the arc reaches {half:g}° to either side"


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


def friends_in_base_contact(table: Table, shooter: Figure) -> tuple[Figure, ...]:
    """The figures of the shooter's side whose bases touch his, in the table's order; none for a figure without a side.

    Touching is within 1 mm. Figures with an obstacle between them count too, if one is within 1 mm of it and the other
    within 1": the obstacle must lie on the straight way between their bases. Their status does not matter.
    Source: main-rulebook, Base to base.
    """
    if not shooter.side:
        return ()
    friends = [figure for figure in table.figures if figure.side == shooter.side and figure.id != shooter.id]
    obstacles = obstacles_near(table, shooter)
    return tuple(friend for friend in friends if _in_contact(shooter, friend, obstacles))


def obstacles_near(table: Table, figure: Figure) -> list[Piece]:
    """The obstacles across which a figure could be in base contact with somebody, and perhaps a few more.

    Pipes high on their supports are of their kind, but no barricades: those are no higher than 2". Source: main-rulebook,
    Barricades and obstacles.
    """
    low = (piece for piece in table.terrain.pieces if piece.kind == "obstacle" and _height(piece) <= HIGHEST)
    return [piece for piece in low if _maybe_near(figure, piece)]


def _height(piece: Piece) -> float:
    return float(np.ptp(piece.placed.bounds[:, 2]))


def _in_contact(one: Figure, other: Figure, obstacles: list[Piece]) -> bool:
    return nearest(one, other).distance <= TOUCHING or across_one_of(obstacles, one, other)


def across_one_of(obstacles: list[Piece], one: Figure, other: Figure) -> bool:
    """Whether an obstacle is between two figures, one of them within 1 mm of it and the other within 1".

    However long it is, nobody is in contact along it with somebody far off.

    Args:
        obstacles: those that are near to one of the figures.
        one, other: the figures.
    """
    near = [piece for piece in obstacles if _maybe_near(other, piece)]
    if not near:
        return False
    way = nearest(one, other)
    if way.horizontal > WIDEST:
        return False
    line = shapely.LineString([way.from_[:2], way.to[:2]])
    # What is between is found far faster than how near everybody is to it.
    return any(footprint(piece.placed).intersects(line) and _one_touches(one, other, piece) for piece in near)


def _one_touches(one: Figure, other: Figure, obstacle: Piece) -> bool:
    gaps = sorted(_gap(figure, obstacle) for figure in (one, other))
    return gaps[0] <= TOUCHING and gaps[1] <= ACROSS_OBSTACLE


@lru_cache(maxsize=4096)
def _gap(figure: Figure, obstacle: Piece) -> float:
    """Inches between them; the same few are asked for again and again."""
    return nearest(figure, obstacle).distance


def _maybe_near(figure: Figure, piece: Piece) -> bool:
    """False only if the figure is surely farther than 1" from the piece: its box tells, without the triangles."""
    disc = plan_disc(figure)
    low, high = piece.placed.bounds[:, :2]
    gap = np.maximum(0.0, np.maximum(low - disc.centre, np.asarray(disc.centre) - high))
    return float(np.hypot(*gap)) <= disc.radius + ACROSS_OBSTACLE
