"""Keep-out discs around others, which the middle of a mover's base must not enter; and places that are taken.

Sources: main-rulebook: Measurements, Measuring through walls and solid terrain features, Moving through friendly fighters and
over barricades, The 1" rule and engaging enemies; five-parsecs: Movement action, Brawling combat.
"""

import math
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from rules.body_limits import STEP
from rules.engagement import CONTACT, REACHED_OVER, enemies, walled_off
from rules.movement.movement_rules import MovementRules
from scene.base.memo import memoized
from scene.geometry.mesh import BoolArray, FloatArray
from scene.measuring.distance import nearest
from scene.navmesh.navmesh import NavMesh
from scene.pathfinding.blocking_discs import BlockingDisc, BlockingDiscs, blocking_discs
from scene.pathfinding.measurable_discs import BaseMeasurement, measurable
from scene.table.footprints import plan_disc
from scene.table.table import BASE_HEIGHT_MM, MM_PER_INCH, Figure, Table, Terrain
from scene.walkable.agent_limits import EQUAL

GRAZED = 0.001
"""Inches that bases may overlap: it is rounding."""
MOST_KEPT = 256
"""Others, the discs around whom are kept for one navmesh."""
SAME = 0.01
"""Inches of height, less than which makes no difference to what is measured."""


@dataclass(frozen=True, eq=False)
class _Neighbour:
    """Somebody else, as a mover meets him: the middle (2,) of his base, its radius, and his lowest and highest points."""

    centre: FloatArray
    radius: float
    foot: float
    ledge: float
    top: float

    @staticmethod
    @lru_cache(maxsize=1024)
    def of(figure: Figure) -> "_Neighbour":
        disc = plan_disc(figure)
        foot = figure.position[2]
        top = (
            max(foot + figure.base_height + float(figure.body.counts.bounds[1, 2]), foot)
            if len(figure.body.counts.faces)
            else foot
        )
        ledge = foot + figure.base_height if figure.base_mm > 0 else top
        return _Neighbour(np.array(disc.centre), disc.radius, foot, ledge, max(top, ledge))


def keep_away(
    table: Table,
    mover: Figure,
    navmesh: NavMesh,
    rules: MovementRules,
    *,
    engaged: frozenset[str] = frozenset(),
    around: tuple[FloatArray, float] | None = None,
) -> BlockingDiscs:
    """The discs that the middle of the mover's base must not enter, exact for the height of each region.

    Where the rules keep movers apart it is so many inches, from base to base, from all enemies but those who are being engaged,
    whom nobody passes through either. Friends and seriously injured enemies are passed through. Whoever starts nearer to an
    enemy may not come nearer still. Where they do not, whoever touches an enemy fights.

    Args:
        table: with everybody on it.
        mover: who moves.
        navmesh: that of the mover.
        rules: whose.
        engaged: ids of enemies who are being engaged.
        around: a place (2,) and inches around it: discs that do not reach in there may be left out.
    """
    if rules.apart == 0.0:
        return in_the_way(table, mover, navmesh, rules, touched=engaged)
    apart = {
        figure.id: _kept(table, mover, figure, rules.apart)
        for figure in _others(table, mover)
        if enemies(figure, mover) and figure.posture != "on_face" and figure.id not in engaged
    }
    if around is not None:
        # What one can measure to is dear to find out.
        apart = {name: inches for name, inches in apart.items() if _reaches(table.figure(name), navmesh, inches, *around)}
    discs = [disc for name, inches in apart.items() for disc in _near(table, table.figure(name), mover, navmesh, inches)]
    discs += [disc for name in sorted(engaged) for disc in _through(table.figure(name), navmesh, 0.0)]
    return _blocking(discs, mover, navmesh)


def _reaches(figure: Figure, navmesh: NavMesh, inches: float, place: FloatArray, far: float) -> bool:
    """Whether discs in which bases are less than ``inches`` apart can come so near to a place (2,)."""
    other = _Neighbour.of(figure)
    return float(np.hypot(*(other.centre - place))) <= far + navmesh.agent.radius + other.radius + inches + SAME


def _kept(table: Table, mover: Figure, other: Figure, apart: float) -> float:
    """Inches that are kept from somebody: what the rules say, or what it is to begin with."""
    one, two = _Neighbour.of(mover), _Neighbour.of(other)
    if math.dist(one.centre, two.centre) > one.radius + two.radius + apart + SAME:
        return apart
    inches = nearest(mover, other).distance
    return inches if inches < apart and not walled_off(table, mover, other) else apart


def in_the_way(
    table: Table, mover: Figure, navmesh: NavMesh, rules: MovementRules, *, touched: frozenset[str] = frozenset()
) -> BlockingDiscs:
    """The discs of those whom the mover cannot pass through: the middle of its base must not enter them.

    Enemies, but for the seriously injured, or everybody; where the rules keep nobody apart, enemies are not grazed either.

    Args:
        table: with everybody on it.
        mover: who moves.
        navmesh: that of the mover.
        rules: whose.
        touched: ids of enemies whom it may touch.
    """
    solid = [
        figure
        for figure in _others(table, mover)
        if rules.passed == "nobody" or (enemies(figure, mover) and (figure.posture != "on_face" or figure.id in touched))
    ]
    brawls = {figure.id for figure in solid if rules.apart == 0.0 and enemies(figure, mover)} - touched
    discs = [disc for figure in solid for disc in _through(figure, navmesh, 2 * CONTACT * (figure.id in brawls))]
    return _blocking(discs, mover, navmesh)


def too_close(table: Table, mover: Figure, navmesh: NavMesh, rules: MovementRules, *, to: Figure) -> BlockingDiscs:
    """The discs in which the mover would come nearer to somebody than the rules keep them apart, or nearer than it was."""
    return _blocking(_near(table, to, mover, navmesh, _kept(table, mover, to, rules.apart)), mover, navmesh)


def room_needed(table: Table, mover: Figure, navmesh: NavMesh, *, apart: float) -> BlockingDiscs:
    """The discs that are others' places: the middle of the mover's base must not stay in them.

    Args:
        table: with everybody on it.
        mover: who needs room.
        navmesh: that of the mover.
        apart: inches from enemies; the seriously injured need not keep them, nor need others from them.
    """
    discs = [disc for figure in _others(table, mover) for disc in _through(figure, navmesh, 0.0)]
    for figure in _others(table, mover):
        if apart > 0.0 and enemies(figure, mover) and "on_face" not in {figure.posture, mover.posture}:
            discs += _near(table, figure, mover, navmesh, apart)
    return _blocking(discs, None, navmesh)


def _others(table: Table, mover: Figure) -> list[Figure]:
    return [figure for figure in table.figures if figure.id != mover.id]


def _near(table: Table, figure: Figure, mover: Figure, navmesh: NavMesh, inches: float) -> list[BlockingDisc]:
    """The discs in which bases are less than ``inches`` apart, one for each distance in height, and one off all floors.

    They end at what one does not measure through.
    """
    other = _Neighbour.of(figure)
    # How he looks and lies makes no difference, nor who he is.
    key = (*other.centre.tolist(), other.radius, other.foot, other.ledge, mover.base_height, inches)
    known = _known(navmesh)
    if key not in known:
        while len(known) >= MOST_KEPT:
            del known[next(iter(known))]
        known[key] = _screened(table.terrain, figure, navmesh, _all_near(figure, mover, navmesh, inches))
    return known[key]


@memoized
def _known(_navmesh: NavMesh) -> dict[tuple[float, ...], list[BlockingDisc]]:
    return {}


def _all_near(figure: Figure, mover: Figure, navmesh: NavMesh, inches: float) -> list[BlockingDisc]:
    """The same whatever stands in between."""
    other = _Neighbour.of(figure)
    heights = navmesh.heights_at(other.centre)
    gap = np.maximum(heights - other.ledge, other.foot - heights - mover.base_height).clip(min=0.0)
    reach = np.sqrt(np.maximum(inches**2 - gap**2, 0.0))
    size = navmesh.agent.radius + other.radius
    span = (other.foot - mover.base_height, other.ledge)
    return [*_discs(other, size + reach, (gap < inches) | (gap == 0.0)), _passed(other, size + inches, navmesh, span)]


def _through(figure: Figure, navmesh: NavMesh, margin: float) -> list[BlockingDisc]:
    """The discs in which bodies and bases would be in one another, on floors and off all of them."""
    other = _Neighbour.of(figure)
    heights = navmesh.heights_at(other.centre)
    meets = (heights < other.top - EQUAL) & (heights + navmesh.agent.height > other.foot + EQUAL)
    size = navmesh.agent.radius + other.radius + margin
    span = (other.foot - navmesh.agent.height, other.top)
    return [*_discs(other, np.full(len(heights), size), meets), _passed(other, size, navmesh, span)]


def _discs(other: _Neighbour, radius: FloatArray, regions: BoolArray) -> list[BlockingDisc]:
    sizes = np.unique(np.round(radius[regions], 6))
    return [BlockingDisc(other.centre, float(size), regions & (np.abs(radius - size) < 1e-5)) for size in sizes]


def _passed(other: _Neighbour, size: float, navmesh: NavMesh, span: tuple[float, float]) -> BlockingDisc:
    """The disc for whoever goes up, over or down beside somebody."""
    return BlockingDisc(other.centre, size, np.zeros(len(navmesh.regions), dtype=bool), span)


def _screened(terrain: Terrain, figure: Figure, navmesh: NavMesh, discs: list[BlockingDisc]) -> list[BlockingDisc]:
    """The discs as far as nothing is before the figure that they are around."""
    found: list[BlockingDisc] = []
    for disc in discs:
        near = disc.regions & navmesh.near(disc.centre, disc.radius)
        heights = np.round(navmesh.heights_at(disc.centre) / SAME) * SAME
        levels: list[float] = np.unique(heights[near]).tolist()
        rims = {z: _rim(terrain, figure, navmesh, disc, z) for z in levels or [figure.position[2]]}
        if all(rim is None for rim in rims.values()):
            found.append(disc)
        elif not levels:
            found += [replace(disc, rim=rim) for rim in rims.values()]
        else:
            far = replace(disc, regions=disc.regions & ~near)
            found += [replace(disc, regions=near & (heights == z), rim=rim) for z, rim in rims.items()]
            found += [far] if far.regions.any() else []
    return found


def _rim(terrain: Terrain, figure: Figure, navmesh: NavMesh, disc: BlockingDisc, z: float) -> FloatArray | None:
    """How far a disc reaches in each direction for whoever stands at a height; None for everywhere."""
    other, half = _Neighbour.of(figure), BASE_HEIGHT_MM / MM_PER_INCH / 2.0
    size = navmesh.agent.radius + other.radius
    here, there = (float(other.centre[0]), float(other.centre[1])), round(z + half, 6)
    asked = BaseMeasurement(here, other.radius, other.foot + half, navmesh.agent.radius, there, round(disc.radius - size, 6))
    return measurable(terrain, asked, reached_over=REACHED_OVER, above=(0.0, STEP))


def _blocking(discs: list[BlockingDisc], mover: Figure | None, navmesh: NavMesh) -> BlockingDiscs:
    """All discs; they do not reach over where the mover stands."""
    if mover is not None:
        z = mover.position[2]
        level = np.abs(navmesh.heights_at(np.array(mover.position[:2])) - z) <= STEP + EQUAL
        here = [(disc.regions & level).any() or (disc.span[0] <= z + STEP and disc.span[1] >= z - STEP) for disc in discs]
        discs = [disc.no_farther(np.array(mover.position[:2])) if met else disc for disc, met in zip(discs, here, strict=True)]
    return blocking_discs(len(navmesh.regions), discs, step=navmesh.agent.limits.step)


def overlapped(table: Table, mover: Figure, place: FloatArray) -> Figure | None:
    """Who stands where the mover's base would stand at ``place`` (3,), if anybody; the first on the table."""
    met = _overlaps(table, mover, place[None])[0]
    return table.figures[int(met.argmax())] if met.any() else None


def taken(table: Table, mover: Figure, places: FloatArray) -> BoolArray:
    """(n,) at which places (n, 3) the mover would stand on, or in, somebody."""
    return np.asarray(_overlaps(table, mover, places).any(axis=1))


def _overlaps(table: Table, mover: Figure, places: FloatArray) -> BoolArray:
    """(n, f) on or in whom of the table's figures the mover would stand at places (n, 3); never on itself."""
    (x, y, radius, foot, top), own = _figures(table), _Neighbour.of(mover)
    here, height = places[:, None], own.top - own.foot
    apart = np.hypot(here[..., 0] - x, here[..., 1] - y)
    level = (here[..., 2] < top - EQUAL) & (here[..., 2] + height > foot + EQUAL)
    others = np.array([figure.id != mover.id for figure in table.figures], dtype=bool)
    return np.asarray(level & (apart < radius + own.radius - GRAZED) & others)


@memoized
def _figures(table: Table) -> FloatArray:
    """(5, f) of all figures the middles of their bases, x and y, their radii, and their lowest and highest points."""
    found = [_Neighbour.of(figure) for figure in table.figures]
    rows = [(float(one.centre[0]), float(one.centre[1]), one.radius, one.foot, one.top) for one in found]
    return np.array(rows).reshape(-1, 5).T
