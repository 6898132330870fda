"""Whom a mover has to keep away from, whom nobody passes through, and who stands where a move would end.

Sources: main-rulebook: Measurements, Base to base, Moving through friendly fighters, The 1" rule and engaging enemies, Engaged;
five-parsecs: Movement, Brawling combat.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from rules.arc import WIDEST, across_one_of, obstacles_near
from rules.movement import MoveSystem
from scene.crowd import NOWHERE, Crowd, nobody
from scene.distance import blocked_by, nearest
from scene.footprint import plan_disc
from scene.ground import Ground
from scene.limits import EQUAL, STEP
from scene.mesh import BoolArray, FloatArray
from scene.table import Figure, Table

ONE_INCH = 1.0
"""Inches that movers keep from the bases of enemies. Source: main-rulebook, The 1" rule and engaging enemies."""
CONTACT = 0.01
"""Inches: bases so near to one another touch; hands place no figure better."""
GRAZED = 0.001
"""Inches that bases may overlap: it is rounding."""


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
        top = max(float(figure.placed.bounds[1, 2]), foot) if len(figure.body.counts.faces) else foot
        ledge = foot + figure.base_height if figure.base_mm > 0 else top
        return _Neighbour(np.array(disc.centre), disc.radius, foot, ledge, max(top, ledge))


def keep_away(
    table: Table, mover: Figure, ground: Ground, system: MoveSystem, *, engaged: frozenset[str] = frozenset()
) -> Crowd:
    """The discs that the middle of the mover's base must not enter, exact for the height of each zone.

    main-rulebook: an inch, from base to base, from all enemies but those who are being engaged, whom nobody passes through
    either. Friends and seriously injured enemies are passed through. Whoever starts nearer to an enemy may not come nearer
    still. five-parsecs: nobody is passed through, and who touches an enemy brawls.

    Args:
        table: with everybody on it.
        mover: who moves.
        ground: that of the mover.
        system: whose rules.
        engaged: ids of enemies who are being engaged.
    """
    if system == "five-parsecs":
        return in_the_way(table, mover, ground, system, touched=engaged)
    apart = {
        figure.id: min(ONE_INCH, nearest(mover, figure).distance)
        for figure in _others(table, mover)
        if enemies(figure, mover) and figure.status != "seriously_injured" and figure.id not in engaged
    }
    discs = [_near(table.figure(name), mover, ground, inches) for name, inches in apart.items()]
    discs += [_through(table.figure(name), ground, 0.0) for name in sorted(engaged)]
    return _crowd(discs, mover, ground)


def in_the_way(
    table: Table, mover: Figure, ground: Ground, system: MoveSystem, *, touched: frozenset[str] = frozenset()
) -> Crowd:
    """The discs of those whom the mover cannot pass through: the middle of its base must not enter them.

    main-rulebook: enemies, but for the seriously injured. five-parsecs: everybody, and enemies are not grazed either.

    Args:
        table: with everybody on it.
        mover: who moves.
        ground: that of the mover.
        system: whose rules.
        touched: ids of enemies whom it may touch.
    """
    solid = [
        figure
        for figure in _others(table, mover)
        if system == "five-parsecs"
        or (enemies(figure, mover) and (figure.status != "seriously_injured" or figure.id in touched))
    ]
    brawls = {figure.id for figure in solid if system == "five-parsecs" and enemies(figure, mover)} - touched
    return _crowd([_through(figure, ground, 2 * CONTACT * (figure.id in brawls)) for figure in solid], mover, ground)


def walled_off(table: Table, figure: Figure, other: Figure) -> bool:
    """Whether a wall or the like is between two figures, so that no distance is measured; one reaches over barricades.

    Source: main-rulebook, Measuring through walls and solid terrain features; Base to base.
    """
    between = set(blocked_by(table.terrain, figure, other))
    return any(piece.id in between and piece.kind != "obstacle" for piece in table.terrain.pieces)


def within_an_inch(mover: Figure, ground: Ground, of: Figure) -> Crowd:
    """The discs in which the mover would come within an inch of somebody, or nearer than it was."""
    return _crowd([_near(of, mover, ground, min(ONE_INCH, nearest(mover, of).distance))], mover, ground)


def room_needed(table: Table, mover: Figure, ground: Ground, *, apart: float) -> Crowd:
    """The discs that are others' places: the middle of the mover's base must not stay in them.

    Args:
        table: with everybody on it.
        mover: who needs room.
        ground: that of the mover.
        apart: inches from enemies; the seriously injured need not keep them, nor need others from them.
    """
    discs = [_through(figure, ground, 0.0) for figure in _others(table, mover)]
    for figure in _others(table, mover):
        if apart > 0.0 and enemies(figure, mover) and "seriously_injured" not in {figure.status, mover.status}:
            discs.append(_near(figure, mover, ground, apart))
    return _crowd(discs, None, ground)


def _others(table: Table, mover: Figure) -> list[Figure]:
    return [figure for figure in table.figures if figure.id != mover.id]


_Disc = tuple[FloatArray, float, BoolArray, tuple[float, float]]
"""The middle, the radius, the zones and the span of a disc of a crowd."""


def _near(figure: Figure, mover: Figure, ground: Ground, inches: float) -> list[_Disc]:
    """The discs in which bases are less than ``inches`` apart, one for each distance in height, and one off all floors."""
    other = _Neighbour.of(figure)
    gap = np.maximum(ground.heights - other.ledge, other.foot - ground.heights - mover.base_height).clip(min=0.0)
    reach = np.sqrt(np.maximum(inches**2 - gap**2, 0.0))
    size = ground.walker.radius + other.radius
    span = (other.foot - mover.base_height, other.ledge)
    return [*_discs(other, size + reach, (gap < inches) | (gap == 0.0)), _passed(other, size + inches, ground, span)]


def _through(figure: Figure, ground: Ground, margin: float) -> list[_Disc]:
    """The discs in which bodies and bases would be in one another, on floors and off all of them."""
    other = _Neighbour.of(figure)
    meets = (ground.heights < other.top - EQUAL) & (ground.heights + ground.walker.height > other.foot + EQUAL)
    size = ground.walker.radius + other.radius + margin
    span = (other.foot - ground.walker.height, other.top)
    return [*_discs(other, np.full(len(ground.heights), size), meets), _passed(other, size, ground, span)]


def _discs(other: _Neighbour, radius: FloatArray, zones: BoolArray) -> list[_Disc]:
    sizes = np.unique(np.round(radius[zones], 6))
    return [(other.centre, float(size), zones & (np.abs(radius - size) < 1e-5), NOWHERE) for size in sizes]


def _passed(other: _Neighbour, size: float, ground: Ground, span: tuple[float, float]) -> _Disc:
    """The disc for whoever goes up, over or down beside somebody."""
    return (other.centre, size, np.zeros(len(ground.heights), dtype=bool), span)


def _crowd(found: list[list[_Disc]], mover: Figure | None, ground: Ground) -> Crowd:
    """All discs; they do not reach over where the mover stands."""
    discs = [disc for several in found for disc in several]
    if not discs:
        return nobody(len(ground.zones))
    centre, radius, zones, span = (np.array(column) for column in zip(*discs, strict=True))
    if mover is not None:
        level = np.abs(ground.heights - mover.position[2]) <= STEP + EQUAL
        apart = np.hypot(*(centre - np.array(mover.position[:2])).T)
        z = mover.position[2]
        here = (zones & level).any(axis=1) | ((span[:, 0] <= z + STEP) & (span[:, 1] >= z - STEP))
        radius = np.where(here, np.minimum(radius, np.maximum(apart - 1e-4, 0.0)), radius)
    return Crowd(centre, radius, zones, span)


def overlapped(table: Table, mover: Figure, place: FloatArray) -> Figure | None:
    """Who stands where the mover's base would stand at ``place`` (3,), if anybody."""
    for figure in _others(table, mover):
        if _overlap(figure, mover, place[None])[0]:
            return figure
    return None


def taken(table: Table, mover: Figure, places: FloatArray) -> BoolArray:
    """(n,) at which places (n, 3) the mover would stand on, or in, somebody."""
    on_somebody = np.zeros(len(places), dtype=bool)
    for figure in _others(table, mover):
        on_somebody |= _overlap(figure, mover, places)
    return on_somebody


def _overlap(figure: Figure, mover: Figure, places: FloatArray) -> BoolArray:
    other, own = _Neighbour.of(figure), _Neighbour.of(mover)
    height = own.top - own.foot
    apart = np.hypot(*(places[:, :2] - other.centre).T)
    level = (places[:, 2] < other.top - EQUAL) & (places[:, 2] + height > other.foot + EQUAL)
    return np.asarray(level & (apart < other.radius + own.radius - GRAZED))
