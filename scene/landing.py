"""How far down something round comes: the first level that bears enough of it, sliding off what bears less."""

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from scene.brink import EQUAL, Stand, cleared, standing_things
from scene.facets import TABLE_TOP, Facets, disc, facets_near, inside_of, levels, pit_mouth, standable, united
from scene.mesh import FloatArray, IntArray, Point
from scene.table import Ground, Table

HOLD = 1.0 / 3.0
"""Share of a base that must find a floor to be held by it; from what bears less it slides off."""
SAME_FLOOR = 0.2
"""Inches: heights under one base that are one floor."""
FARTHEST_SLIDE = 2.5
"""Inches: what is wider than this on the way down holds whatever it is."""
RIM = 0.01
"""Inches of the base's rim that may touch what it falls past."""

_ROOM = 5.0
"""Inches around the way down in which is looked for what is below."""
_MOST_SLIDES = 16
_MOST_INSIDE = 4
"""So many solids are left out, one after the other, where one might slide to."""
_GROUNDS: tuple[Ground, ...] = ("impassable", "dangerous", "difficult")
_GROUND_LEVEL = 0.25
"""Inches that the underside of a pool or a wood may differ from the floor that it lies on."""

Ended = Literal["pit", "off-table"]


@dataclass(frozen=True)
class Landing:
    """Where something comes to lie.

    Attributes:
        place: the middle of the underside of its base.
        piece: the id of what it lies on; None for the ground of the table.
        ground: what that is like; None is open ground.
        ended: where it has gone for good.
    """

    place: Point
    piece: str | None = None
    ground: Ground | None = None
    ended: Ended | None = None


def land(table: Table, stand: Stand) -> Landing:
    """Where somebody lands who falls straight down from where nothing holds him any more."""
    place, z = stand.plan, stand.place[2]
    facets = facets_near(table, place, _ROOM)
    facets, limit = facets.part(facets.low < z - EQUAL), z
    for slide in range(_MOST_SLIDES + 1):
        if not (0.0 <= place[0] <= table.size[0] and 0.0 <= place[1] <= table.size[1]):
            return Landing((*place, 0.0), ended="off-table")
        under = disc(place, stand.radius - RIM)
        met = _first_met(facets, under, limit=limit)
        if met is None:
            break
        resting = met.resting(facets, under, stand.radius)
        aside = None if resting or slide == _MOST_SLIDES else _slid(table, facets, met, replace(stand, place=(*place, z)))
        if aside is None:
            # What one cannot get off holds, however little of it there is.
            return _told(table, facets, resting or met, place)
        # What was slid past does not count again, or one would slide to and fro in a gap narrower than the base.
        place, limit = aside, met.highest
        facets = facets.part(facets.low <= limit + EQUAL)
    return Landing((*place, _bottom(table, place)), ended="pit")


@dataclass(frozen=True, eq=False)
class _Met:
    """What of a level is under a base.

    Attributes:
        facet: (k,) the facets' numbers.
        area: (k,) square inches of each.
        top: (k,) their highest points there, inches.
    """

    facet: IntArray
    area: FloatArray
    top: FloatArray

    @property
    def highest(self) -> float:
        """The highest of them."""
        return float(self.top.max())

    def resting(self, facets: Facets, under: BaseGeometry, radius: float) -> "_Met | None":
        """What bears the base: floors first, then bottoms of pits; None if neither bears enough of it. Rails bear nobody."""
        low, high = float(self.top.min()) - EQUAL, self.highest + EQUAL
        nearby = np.zeros(len(facets.plan), dtype=bool)
        nearby[facets.tree.query(under.buffer(2.0 * radius))] = True
        level = nearby & facets.holds & (facets.high >= low) & (facets.low <= high)
        for kind in (~facets.pit, facets.pit):
            bearing = facets.part(level & kind)
            if len(bearing.plan) and standable(bearing, radius).intersection(under).area >= HOLD * under.area:
                own = (facets.holds & kind)[self.facet]
                return _Met(self.facet[own], self.area[own], self.top[own]) if own.any() else None
        return None


def resting_height(heights: FloatArray, areas: FloatArray) -> float:
    """The height that carries most of something, if that is much; else the highest. Rivets lift nobody.

    Args:
        heights: (k,) inches.
        areas: (k,) square inches that lie so high.
    """
    names, which = np.unique(np.floor(heights / 0.01 + 0.5).astype(np.int64), return_inverse=True)
    weight = np.bincount(which, areas, len(names))
    if weight.max() < HOLD * weight.sum():
        return float(heights.max())
    heaviest = which == weight.argmax()
    return float(np.average(heights[heaviest], weights=areas[heaviest]))


def _first_met(facets: Facets, under: BaseGeometry, *, limit: float) -> _Met | None:
    """The highest level that takes up more of the base than rounding does."""
    facet, area, top = facets.within(under)
    top = np.minimum(top, limit)
    for level in levels(top, gap=SAME_FLOOR):
        if area[level].sum() > 0.002 * under.area:
            return _Met(facet[level], area[level], top[level])
    return None


def _slid(table: Table, facets: Facets, met: _Met, stand: Stand) -> tuple[float, float] | None:
    """Where one gets by the shortest way off what does not hold, past what stands there; None where that is too far."""
    low = float(met.top.min())
    high = max(met.highest, low + min(stand.height, stand.place[2] - low))
    level = (facets.high >= low - EQUAL) & (facets.low <= high)
    nearby = facets.tree.query(disc(stand.plan, FARTHEST_SLIDE + stand.radius))
    walls = standing_things(table, stand, (low + RIM, high), FARTHEST_SLIDE + stand.radius)
    taken = shapely.union(walls, united(facets.plan[nearby[level[nearby]]]))
    for _ in range(_MOST_INSIDE):
        aside = cleared(stand.plan, taken, stand.radius, most=FARTHEST_SLIDE)
        inside = inside_of(table.terrain, (*aside, low)) if aside else None
        if aside is None or inside is None:
            return aside
        # Of what goes right through these heights only the sides were known.
        taken = shapely.union(taken, pit_mouth(table.terrain.pieces[inside].placed))
    return None


def _told(table: Table, facets: Facets, resting: _Met, place: tuple[float, float]) -> Landing:
    """The landing on what bears the base, with what that is."""
    z = resting_height(resting.top, resting.area)
    most = resting.facet[resting.area.argmax()]
    number = int(facets.piece[most])
    piece = None if number == TABLE_TOP else table.terrain.pieces[number].id
    if facets.pit[most]:
        return Landing((*place, z), piece, ended="pit")
    return Landing((*place, z), piece, ground_at(table, (*place, z), piece))


def ground_at(table: Table, place: Point, piece_id: str | None) -> Ground | None:
    """What a place on a piece is like: as the piece says, or as pools and woods say that lie there; the worst counts."""
    x, y, z = place
    found = {
        piece.ground
        for piece in table.terrain.pieces
        if piece.ground
        and (piece.id == piece_id or abs(float(piece.placed.bounds[0, 2]) - z) <= _GROUND_LEVEL)
        and shapely.intersects_xy(pit_mouth(piece.placed), x, y)
    }
    return next((ground for ground in _GROUNDS if ground in found), None)


def _bottom(table: Table, place: tuple[float, float]) -> float:
    """How deep a pit without a floor goes: as deep as its sides do."""
    pits = [piece for piece in table.terrain.pieces if piece.kind == "pit"]
    here = [piece.placed.bounds[0, 2] for piece in pits if shapely.intersects_xy(pit_mouth(piece.placed), *place)]
    return min([float(low) for low in here], default=0.0)
