"""Whom a mover has to keep away from, and where others stand in the way of ending a move."""

import numpy as np

from rules.movement import MoveSystem
from scene.crowd import Crowd, nobody
from scene.ground import Ground
from scene.mesh import BoolArray, FloatArray
from scene.table import Figure, Table

ONE_INCH = 1.0
"""Inches that movers keep from the bases of enemies. Source: main-rulebook, The 1" rule and engaging enemies."""


def enemies(a: Figure, b: Figure) -> bool:
    """Whether two figures are of different sides."""
    return a.side != b.side


def keep_away(
    table: Table, mover: Figure, ground: Ground, system: MoveSystem, *, engaged: frozenset[str] = frozenset()
) -> Crowd:
    """The discs that the middle of the mover's base must not enter.

    main-rulebook: an inch from all enemies but the seriously injured and those who are being engaged; friends are passed
    through. five-parsecs: nobody is passed through.

    Args:
        table: with everybody on it.
        mover: who moves.
        ground: that of the mover.
        system: whose rules.
        engaged: ids of enemies who are being engaged.
    """
    discs = [_disc(figure, mover, ground, system) for figure in table.figures if figure.id not in {mover.id, *engaged}]
    found = [disc for disc in discs if disc is not None and disc[2].any()]
    if not found:
        return nobody(len(ground.zones))
    centre, radius, zones = zip(*found, strict=True)
    start = np.array(mover.position[:2])
    # Who stands too near already may move away.
    apart = np.hypot(*(np.array(centre) - start).T)
    return Crowd(np.array(centre), np.minimum(np.array(radius), np.maximum(apart - 1e-4, 0.0)), np.array(zones))


def _disc(figure: Figure, mover: Figure, ground: Ground, system: MoveSystem) -> tuple[FloatArray, float, BoolArray] | None:
    margin = 0.0
    if system == "main-rulebook":
        if not enemies(figure, mover) or figure.status == "seriously_injured":
            return None
        margin = ONE_INCH
    touch = ground.walker.radius + figure.base_radius
    top = float(figure.placed.bounds[1, 2])
    gap = np.maximum(np.maximum(ground.heights - top, figure.position[2] - ground.heights - ground.walker.height), 0.0)
    zones = gap <= (margin or 0.0)
    nearest = float(gap[zones].min()) if zones.any() else 0.0
    return np.array(figure.position[:2]), touch + float(np.sqrt(max(margin**2 - nearest**2, 0.0))), zones


def overlapped(table: Table, mover: Figure, place: FloatArray) -> Figure | None:
    """Who stands where the mover's base would stand at ``place`` (3,), if anybody."""
    for figure in table.figures:
        apart = float(np.hypot(*(np.array(figure.position[:2]) - place[:2])))
        if (
            figure.id != mover.id
            and abs(figure.position[2] - place[2]) < 0.5
            and apart < figure.base_radius + mover.base_radius - 1e-3
        ):
            return figure
    return None
