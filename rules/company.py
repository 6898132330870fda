"""Who is an enemy, who touches whom, and who is engaged with whom.

Sources: main-rulebook: Measurements, Base to base, The 1" rule and engaging enemies, Engaged.
"""

from rules.arc import WIDEST, across_one_of, obstacles_near
from scene.distance import blocked_by, nearest
from scene.limits import EQUAL, STEP
from scene.table import Figure, Kind, Table

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
    return touch(a, b) or (_level(a, b) and across_one_of(obstacles_near(table, a), a, b))


def engaged_with(table: Table, figure: Figure) -> tuple[str, ...]:
    """Ids of the enemies that a figure is engaged with: in base contact, neither seriously injured, nor both pinned."""
    if figure.status == "seriously_injured":
        return ()
    able = {"standing"} if figure.status == "pinned" else {"standing", "pinned"}
    foes = [other for other in table.figures if enemies(figure, other) and other.status in able and _level(figure, other)]
    foes = [foe for foe in foes if nearest(figure, foe).horizontal <= WIDEST]
    obstacles = obstacles_near(table, figure) if foes else []
    return tuple(foe.id for foe in foes if touch(figure, foe) or across_one_of(obstacles, figure, foe))


def is_active(table: Table, figure: Figure) -> bool:
    """Whether a figure stands and is not engaged."""
    return figure.status == "standing" and not engaged_with(table, figure)


def walled_off(table: Table, figure: Figure, other: Figure) -> bool:
    """Whether a wall or the like is between two figures, so that no distance is measured.

    One reaches over barricades, and over what is no higher than half an inch.
    Source: main-rulebook, Measuring through walls and solid terrain features; Base to base.
    """
    low, high = (set(blocked_by(table.terrain, figure, other, above=above)) for above in (0.0, STEP))
    solid = {piece.id for piece in table.terrain.pieces if piece.kind not in REACHED_OVER}
    return bool(low & solid) and bool(high & solid)
