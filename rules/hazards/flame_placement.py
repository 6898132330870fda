"""The best placement of a flame template: all directions and tilts within the vision arc, and whom each hits.

Source: main-rulebook, Shooting with template weapons.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from rules.body_limits import STEP
from rules.hazards.blast_marker import with_combats
from rules.hazards.flame_hits import (
    FLAME,
    FREE,
    STEEPEST,
    Flame,
    aimed_at,
    behind_terrain,
    check_shooter,
    laid,
    lowest,
    may_aim_at,
    resolved,
    widest_turns,
)
from scene.base.distinct_rows import distinct_rows
from scene.geometry.mesh import BoolArray, FloatArray, IntArray, Point
from scene.hazards.flame_shape import EDGE, Teardrops, over
from scene.table.footprints import plan_disc
from scene.table.table import Figure, Table

STEP_DEGREES = 0.25
"""Between directions: less than a millimetre at the wide end, finer than hands lay it. All bearings of figures besides."""
LIFT_DEGREES = 2.5
"""Between tilts. Those that lead to the floor of a figure besides."""
PER_INCH = 100.0
"""Places aimed at lie on hundredths of an inch, so that one that is told can be typed and lays the very same template."""
ROUNDED = 2.0 / PER_INCH
"""Inches: by less is a place moved in plan that comes to lie on hundredths."""
CORNERS = np.stack(np.meshgrid(*[(0.0, 1.0)] * 3), axis=-1).reshape(-1, 3)
"""(8, 3) the ways to round a place up or down."""


def best_flames(table: Table, shooter: str, worth: Mapping[str, float]) -> tuple[tuple[Point, Flame, float], ...]:
    """The templates that a shooter may lay, best first: of all that hit the same fighters one, well within its room.

    Args:
        table: where.
        shooter: the id of who shoots.
        worth: of hitting each figure, by id; those left out are worth nothing.

    Returns:
        A place to aim at (`rules.hazards.flame_hits.flamed` lays the same template there), the flame, and the sum of
        what those who are hit are worth. Templates that hit nobody are left out.

    Raises:
        RulesError: for a shooter without a vision arc.
    """
    figure = table.figure(shooter)
    check_shooter(figure)
    near = within_reach(table, figure)
    if not near:
        return ()
    drops, aims, tilts = _choices(table, figure, near)
    if len(aims) == 0:
        return ()
    covered, which = distinct_rows(over(near, drops, step=STEP))
    ever = np.flatnonzero(covered.any(axis=0)).tolist()
    hidden = behind_terrain(table, figure, [near[number] for number in ever])
    hits, same = distinct_rows(_hit(table, near, covered, hidden))
    values = hits @ np.array([worth.get(one.id, 0.0) for one in table.figures])
    found = []
    for number in np.argsort(-values, kind="stable").tolist():
        if hits[number].any():
            row = _steadiest(drops.headings, tilts, np.flatnonzero(same[which] == number))
            one = Teardrops(FLAME, drops.tips[[row]], drops.headings[[row]], drops.tilts[[row]])
            below = [other for other, lies in zip(near, covered[which[row]], strict=True) if lies]
            x, y, z = aims[row].tolist()
            found.append(((x, y, z), resolved(table, figure, one, below, hidden), float(values[number])))
    return tuple(found)


def within_reach(table: Table, shooter: Figure) -> list[Figure]:
    """Who may be under some template at all."""
    disc, near = plan_disc(shooter), []
    for figure in table.figures:
        other = plan_disc(figure)
        away = float(np.hypot(other.centre[0] - disc.centre[0], other.centre[1] - disc.centre[1]))
        if figure.id != shooter.id and away <= disc.radius + FLAME.length + other.radius:
            near.append(figure)
    return near


def _choices(table: Table, shooter: Figure, near: Sequence[Figure]) -> tuple[Teardrops, FloatArray, FloatArray]:
    """All templates that are tried, (n, 3) where each is aimed at, and (n,) the tilts that were meant, in radians."""
    disc = plan_disc(shooter)
    away = np.array([plan_disc(figure).centre for figure in near]).reshape(-1, 2) - disc.centre
    run, bearings = np.hypot(*away.T) - disc.radius, np.arctan2(away[:, 1], away[:, 0])
    rises = np.array([figure.position[2] for figure in near]) - shooter.position[2]
    to_floors = np.arctan2(rises, np.maximum(run, FREE))
    count = int(STEEPEST / LIFT_DEGREES)
    tilts = np.union1d(np.radians(np.arange(-count, count + 1) * LIFT_DEGREES), to_floors)
    tilts = tilts[(np.abs(tilts) <= np.radians(STEEPEST)) & ((tilts >= 0.0) | (shooter.position[2] > lowest(table)))]
    widest = widest_turns(shooter, tilts)
    steps = np.radians(np.arange(-45.0, 45.0 + STEP_DEGREES, STEP_DEGREES))
    aside = (bearings - np.radians(shooter.facing) + np.pi) % (2.0 * np.pi) - np.pi
    tilts, widest = tilts[widest > 0.0], widest[widest > 0.0]
    tried = np.union1d(steps, aside)
    off = np.abs((tried[:, None] - aside + np.pi) % (2.0 * np.pi) - np.pi)
    tried = tried[(off <= _half_angles(shooter, near) + ROUNDED / max(disc.radius, FREE)).any(axis=1)]
    turns = [np.append(tried[np.abs(tried) <= most], (-most, most)) for most in widest]
    tilts = np.repeat(tilts, [len(some) for some in turns])
    headings = np.concatenate([*turns, np.zeros(0)]) + np.radians(shooter.facing)
    aims, fits = _aims(table, shooter, laid(shooter, headings, tilts))
    aims, legal = _rounded(table, shooter, aims[fits], headings[fits], tilts[fits])
    headings, tilts_there = aimed_at(shooter, aims[legal])
    return laid(shooter, headings, tilts_there), aims[legal], tilts[fits][legal]


def _half_angles(shooter: Figure, near: Sequence[Figure]) -> FloatArray:
    """(k,) radians to either side of the bearings of others beyond which no template on that heading lies over them."""
    discs = [plan_disc(figure) for figure in near]
    away = np.hypot(*(np.array([disc.centre for disc in discs]) - plan_disc(shooter).centre).T)
    wide = FLAME.far + np.array([disc.radius for disc in discs]) + EDGE
    return np.where(wide < away, np.arcsin(np.minimum(wide / np.maximum(away, EDGE), 1.0)), np.pi)


def _aims(table: Table, shooter: Figure, drops: Teardrops) -> tuple[FloatArray, BoolArray]:
    """(n, 3) places on the axes, as far on as the template, the table and its ground go, and (n,) whether there are any."""
    ahead = np.stack([np.cos(drops.headings), np.sin(drops.headings)], axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        to_rims = np.where(ahead > 0.0, table.size - drops.tips[:, :2], -drops.tips[:, :2]) / ahead
        to_ground = np.where(drops.tilts < 0.0, (lowest(table) - shooter.position[2]) / np.tan(drops.tilts), np.inf)
    to_rims = np.where(np.abs(ahead) < 1e-12, np.inf, to_rims).min(axis=1)
    run = np.minimum(np.minimum(FLAME.length * np.cos(drops.tilts), to_ground), to_rims - FREE)
    places = drops.tips[:, :2] + run[:, None] * ahead
    heights = np.maximum(shooter.position[2] + run * np.tan(drops.tilts), lowest(table))
    return np.column_stack([places, heights]), run >= FREE


def _rounded(
    table: Table, shooter: Figure, aims: FloatArray, headings: FloatArray, tilts: FloatArray
) -> tuple[FloatArray, BoolArray]:
    """(n, 3) the places on hundredths that turn templates least of all that are allowed, and (n,) whether there are any."""
    spots = (np.floor(aims[:, None, :] * PER_INCH + 1e-6) + CORNERS) / PER_INCH
    there = spots.reshape(-1, 3)
    turned, lifted = aimed_at(shooter, there)
    legal, turns, lifts = (
        some.reshape(spots.shape[:2]) for some in (may_aim_at(table, shooter, there, turned, lifted), turned, lifted)
    )
    off = np.hypot(np.angle(np.exp(1j * (turns - headings[:, None]))), lifts - tilts[:, None])
    best = np.where(legal, off, np.inf).argmin(axis=1)
    rows = np.arange(len(aims))
    return spots[rows, best], legal[rows, best]


def _hit(table: Table, near: Sequence[Figure], covered: BoolArray, hidden: frozenset[str]) -> BoolArray:
    """(n, f) which figures of the table templates hit that lie over ``covered`` (n, k) of those near."""
    number = {figure.id: place for place, figure in enumerate(table.figures)}
    hits = np.zeros((len(covered), len(table.figures)), dtype=bool)
    for column, figure in enumerate(near):
        if figure.id not in hidden:
            hits[:, number[figure.id]] = covered[:, column]
    return with_combats(table, hits)


def _steadiest(headings: FloatArray, meant: FloatArray, rows: IntArray) -> int:
    """Of templates that hit the same a level one, or else one amid their tilts; of these one amid their directions."""
    tilts = np.sort(meant[rows])
    tilt = 0.0 if (tilts == 0.0).any() else tilts[len(tilts) // 2]
    alike = rows[meant[rows] == tilt]
    order = alike[np.argsort(headings[alike], kind="stable")]
    return int(order[len(order) // 2])
