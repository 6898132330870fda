"""Exemptions from cover: who and what does not count when the main rulebook judges it."""

import numpy as np

from rules.engagement import friends_in_base_contact
from scene.table.table import Figure, Table
from scene.visibility.view_casting import ShooterSurroundings

STANDING_BEHIND = 0.5
"""Inches between a shooter's base and terrain that he "stands behind". The rulebook names no distance; half an inch is what
a hand leaves between a base and the barricade it is pushed against."""

ABOVE_THE_FLOOR = 0.1
"""Inches above his feet from which terrain beside the shooter is something to stand behind rather than the floor."""


def terrain_beside(
    shooter: Figure, table: Table, within: float = STANDING_BEHIND
) -> tuple[ShooterSurroundings, frozenset[str]]:
    """The room around a shooter in which terrain does not count, and the ids of the pieces whose boxes reach into it.

    Terrain that a fighter stands behind does not obstruct his line of sight while part of his body sticks out; cover is
    judged by the same line of sight (main-rulebook: Line of sight). Only what is beside him is passed over, so the deck of
    the gantry that he stands on still hides what is below it, and the one over his head what is above.

    Args:
        within: inches from the base that are beside it.
    """
    x, y, z = shooter.position
    top = z + shooter.base_height + float(shooter.body.counts.bounds[1, 2])
    radius = standing_radius(shooter) + within
    room = ShooterSurroundings((x, y), radius, floor=z + ABOVE_THE_FLOOR, ceiling=top + within)
    low, high = table.terrain.boxes[:, 0], table.terrain.boxes[:, 1]
    aside = [np.maximum(np.maximum(low[:, axis] - at, at - high[:, axis]), 0.0) for axis, at in enumerate((x, y))]
    beside = (np.hypot(*aside) <= radius) & (high[:, 2] > room.floor) & (low[:, 2] < room.ceiling)
    return room, frozenset(table.terrain.pieces[i].id for i in np.flatnonzero(beside).tolist())


def standing_radius(figure: Figure) -> float:
    """Inches from the middle of a figure to the rim of its base, or of its body if it has none."""
    if figure.base_mm > 0 or len(figure.body.counts.faces) == 0:
        return figure.base_radius
    return float(np.abs(figure.body.counts.bounds[:, :2]).max())


def lying(table: Table) -> frozenset[str]:
    """Ids of pinned and seriously injured figures, who give no cover (main-rulebook: Cover)."""
    return frozenset(figure.id for figure in table.figures if figure.posture != "upright")


def beside_shooter(table: Table, shooter: Figure) -> frozenset[str]:
    """Ids of friends in base contact with the shooter, who are disregarded (main-rulebook: Cover)."""
    return frozenset(friend.id for friend in friends_in_base_contact(table, shooter))
