"""Engagement: who is an enemy, who touches whom, also across an obstacle, and who is engaged with whom.

Sources: main-rulebook: Measurements, Base to base, Barricades and obstacles, The 1" rule and engaging enemies, Engaged.
"""

from functools import lru_cache

import numpy as np
import shapely

from rules.body_limits import STEP
from scene.base.memo import memoized
from scene.geometry.mesh import FloatArray
from scene.measuring.distance import blocked_by, is_within, nearest
from scene.table.footprints import footprint, plan_disc
from scene.table.table import MM_PER_INCH, Figure, Kind, Piece, Table, Terrain
from scene.walkable.agent_limits import EQUAL

BASE_TO_BASE = "Base to base"

TOUCHING = 1.0 / MM_PER_INCH
"""Inches (1 mm): bases this close touch; figures cannot be placed by hand any finer."""
HIGHEST = 2.0 + 1e-6
"""Inches that a barricade is high at most."""
WIDEST = 4.0
"""Inches from base to base that nobody is in contact over: obstacles are no more than 2" across."""
ACROSS_OBSTACLE = 1.0
"""Inches. main-rulebook: Base to base."""
ONE_INCH = 1.0
"""Inches that movers keep from the bases of enemies. Source: main-rulebook, The 1" rule and engaging enemies."""
CONTACT = 0.01
"""Inches: bases so near to one another touch; hands place no figure better."""
REACHED_OVER: frozenset[Kind] = frozenset({"obstacle"})
"""Kinds of terrain that one reaches over. Source: main-rulebook, Base to base."""


def enemies(a: Figure, b: Figure) -> bool:
    """Whether two figures are of different sides."""
    return a.side != b.side


def touch(a: Figure, b: Figure) -> bool:
    """Whether two figures are in base contact: on one level, give or take a step, and side by side."""
    return _level(a, b) and nearest(a, b).horizontal <= CONTACT


def _level(a: Figure, b: Figure) -> bool:
    return abs(a.position[2] - b.position[2]) <= STEP + EQUAL


def in_contact(table: Table, a: Figure, b: Figure) -> bool:
    """Whether two figures touch, or are on one level across an obstacle. Source: main-rulebook, Base to base."""
    return touch(a, b) or (_level(a, b) and across_one_of(table, obstacles_near(table, a), a, b))


def engaged_with(table: Table, figure: Figure) -> tuple[str, ...]:
    """Ids of the enemies that a figure is engaged with: in base contact, neither seriously injured, nor both pinned."""
    if figure.posture == "on_face":
        return ()
    able = {"upright"} if figure.posture == "on_back" else {"upright", "on_back"}
    foes = [other for other in table.figures if enemies(figure, other) and other.posture in able and _level(figure, other)]
    foes = [foe for foe in foes if nearest(figure, foe).horizontal <= WIDEST]
    obstacles = obstacles_near(table, figure) if foes else []
    return tuple(foe.id for foe in foes if touch(figure, foe) or across_one_of(table, obstacles, figure, foe))


def is_active(table: Table, figure: Figure) -> bool:
    """Whether a figure stands and is not engaged."""
    return figure.posture == "upright" and not engaged_with(table, figure)


def walled_off(table: Table, figure: Figure, other: Figure) -> bool:
    """Whether a wall or the like is between two figures, so that no distance is measured.

    One reaches over barricades, and over what is no higher than half an inch.
    Source: main-rulebook, Measuring through walls and solid terrain features; Base to base.
    """
    low, high = (set(blocked_by(table.terrain, figure, other, above=above)) for above in (0.0, STEP))
    solid = {piece.id for piece in table.terrain.pieces if piece.kind not in REACHED_OVER}
    return bool(low & solid) and bool(high & solid)


def friends_in_base_contact(table: Table, shooter: Figure) -> tuple[Figure, ...]:
    """The figures of the shooter's side whose bases touch his, in the table's order; none for a figure without a side.

    Touching is within 1 mm. Figures with an obstacle between them count too, if one is within 1 mm of it and the other
    within 1": the obstacle must lie on the straight way between their bases. Their posture does not matter.
    Source: main-rulebook, Base to base.
    """
    if not shooter.side:
        return ()
    friends = [figure for figure in table.figures if figure.side == shooter.side and figure.id != shooter.id]
    obstacles = obstacles_near(table, shooter)
    return tuple(friend for friend in friends if _in_contact(table, shooter, friend, obstacles))


def obstacles_near(table: Table, figure: Figure) -> list[Piece]:
    """The obstacles across which a figure could be in base contact with somebody, and perhaps a few more.

    Pipes high on their supports are of their kind, but no barricades: those are no higher than 2". Source: main-rulebook,
    Barricades and obstacles.
    """
    pieces, bounds = _barricades(table.terrain)
    return [piece for piece, near in zip(pieces, _maybe_near(figure, bounds), strict=True) if near]


@memoized
def _barricades(terrain: Terrain) -> tuple[tuple[Piece, ...], FloatArray]:
    """The obstacles that are low enough, and (p, 2, 3) their boxes."""
    obstacles = [piece for piece in terrain.pieces if piece.kind == "obstacle"]
    low = tuple(piece for piece in obstacles if float(np.ptp(piece.placed.bounds[:, 2])) <= HIGHEST)
    return low, np.array([piece.placed.bounds for piece in low]).reshape(-1, 2, 3)


def _in_contact(table: Table, one: Figure, other: Figure, obstacles: list[Piece]) -> bool:
    return nearest(one, other).distance <= TOUCHING or across_one_of(table, obstacles, one, other)


def across_one_of(table: Table, obstacles: list[Piece], one: Figure, other: Figure) -> bool:
    """Whether an obstacle is between two figures, one of them within 1 mm of it and the other within 1".

    However long it is, nobody is in contact along it with somebody far off, nor with somebody behind a wall that it leads
    through, as a ductway does.

    Args:
        table: what else may be between them.
        obstacles: those that are near to one of the figures.
        one, other: the figures.
    """
    bounds = np.array([piece.placed.bounds for piece in obstacles]).reshape(-1, 2, 3)
    near = [piece for piece, close in zip(obstacles, _maybe_near(other, bounds), strict=True) if close]
    if not near:
        return False
    way = nearest(one, other)
    if way.horizontal > WIDEST:
        return False
    line = shapely.LineString([way.from_[:2], way.to[:2]])
    # What is between is found far faster than how near everybody is to it.
    over = any(footprint(piece.placed).intersects(line) and _one_touches(one, other, piece) for piece in near)
    return over and not walled_off(table, one, other)


def _one_touches(one: Figure, other: Figure, obstacle: Piece) -> bool:
    touching = ((_near_piece(a, obstacle, TOUCHING), b) for a, b in ((one, other), (other, one)))
    return any(touches and _near_piece(facing, obstacle, ACROSS_OBSTACLE) for touches, facing in touching)


@lru_cache(maxsize=4096)
def _near_piece(figure: Figure, obstacle: Piece, inches: float) -> bool:
    return is_within(figure, obstacle, inches)


@lru_cache(maxsize=4096)
def gap_to(figure: Figure, obstacle: Piece) -> float:
    """Inches between them; the same few are asked for again and again."""
    return nearest(figure, obstacle).distance


def _maybe_near(figure: Figure, bounds: FloatArray) -> list[bool]:
    """False only where a figure is surely farther than 1" from a piece: its box (p, 2, 3) tells, without the triangles."""
    disc = plan_disc(figure)
    middle = np.array(disc.centre)
    gap = np.maximum(0.0, np.maximum(bounds[:, 0, :2] - middle, middle - bounds[:, 1, :2]))
    near: list[bool] = (np.hypot(gap[:, 0], gap[:, 1]) <= disc.radius + ACROSS_OBSTACLE).tolist()
    return near
