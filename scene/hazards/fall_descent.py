"""The descent of a fall: how far down something round comes, to the first floor that bears enough of it.

What is in its way higher up it slides off.
"""

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
import shapely

from scene.geometry.mesh import Point
from scene.table.plan_outlines import Outline, circle, covered, geometry
from scene.table.table import Ground, Piece, Table
from scene.walkable.agent_limits import EQUAL
from scene.walkable.floor_edges import Stand, cleared
from scene.walkable.local_floors import Nearby, Shelf, nearby
from scene.walkable.obstacles import barriers

HOLD = 1.0 / 3.0
"""Share of a base that must find a floor to be held by it; from what bears less it slides off."""
SAME_FLOOR = 0.2
"""Inches: heights under one base that are one floor."""
FARTHEST_SLIDE = 2.5
"""Inches: what is wider than this on the way down holds whatever it is."""
RIM = 0.01
"""Inches of the base's rim that may touch what it falls past."""

_TOUCHED = 0.002
"""Share of a base that rounding takes up."""
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
    """Where somebody lands who falls straight down from where nothing holds him any more.

    He comes down to the highest floor under his base; what stands higher than a step above that he slides off first.
    """
    near = nearby(table, stand.plan, 2.0 * FARTHEST_SLIDE + stand.radius)
    x, y, z = stand.place
    limit = z - EQUAL
    while True:
        if not (0.0 <= x <= table.size[0] and 0.0 <= y <= table.size[1]):
            return Landing((x, y, 0.0), ended="off-table")
        under = circle((x, y), stand.radius - RIM)
        first = next((shelf for shelf in near.shelves if shelf.z < limit and _reaches(shelf, under)), None)
        if first is None:
            return Landing((x, y, near.lowest), ended="pit")
        found = _held(near, first, under, stand)
        low = (found or first).z + stand.limits.step
        if shapely.dwithin(near.standing(low, z + EQUAL, (x, y), stand.radius), shapely.Point(x, y), stand.radius - RIM):
            z, piece = _struck(table, (x, y, z), stand.radius, low)
            high = min(stand.place[2] + EQUAL, z + stand.height)
            taken = near.standing(low, high, (x, y), FARTHEST_SLIDE + 2.0 * stand.radius)
            aside = _slid(table, taken, replace(stand, place=(x, y, z)), low)
            if aside is None:
                return Landing((x, y, z), piece, ground_at(table, (x, y, z), piece))
            x, y = aside
        elif found:
            return _told(near, found, (x, y))
        else:
            z = limit = first.z


def resting_on(near: list[Shelf], under: Outline) -> Shelf | None:
    """The floor, of those from the highest down, that bears a base: the highest that, with what lies little lower, holds it.

    Where none does, the one that is under most of it.
    """
    rest, seen = under, []
    for shelf in near:
        seen.append(float((shelf.outline ^ rest).area()))
        rest -= shelf.outline
    heights, areas = np.array([shelf.z for shelf in near]), np.array(seen)
    for top in heights[areas > _TOUCHED * under.area()]:
        own = (heights <= top + EQUAL) & (heights >= top - SAME_FLOOR)
        if areas[own].sum() >= HOLD * under.area():
            return near[int(np.where(own, areas, 0.0).argmax())]
    return near[int(areas.argmax())] if areas.any() else None


def _reaches(shelf: Shelf, under: Outline) -> bool:
    return bool((shelf.outline ^ under).area() > _TOUCHED * under.area())


def _held(near: Nearby, first: Shelf, under: Outline, stand: Stand) -> Shelf | None:
    """What bears the base at the height of a floor: floors first, then bottoms of pits; None if neither bears enough of it."""
    least = HOLD * under.area()
    low = first.z - stand.limits.step
    if (near.underfoot(low, first.z, stand.radius, stand.limits.foothold) ^ under).area() >= least:
        return resting_on(near.between(low, first.z), under)
    pits = near.between(low, first.z, pits=True)
    return resting_on(pits, under) if sum((pit.outline ^ under).area() for pit in pits) >= least else None


def _slid(table: Table, taken: shapely.Geometry, stand: Stand, low: float) -> tuple[float, float] | None:
    """Where one gets by the shortest way off what is in the way; None where that is too far."""
    for _ in range(_MOST_INSIDE):
        aside = cleared(stand.plan, taken, stand.radius, most=FARTHEST_SLIDE)
        inside = barriers(table.terrain).inside((*aside, low + RIM)) if aside else None
        if aside is None or inside is None:
            return aside
        # Of what goes right through these heights only the sides were known.
        taken = shapely.union(taken, geometry(covered(inside)))
    return None


def _struck(table: Table, place: Point, radius: float, low: float) -> tuple[float, str | None]:
    """The height of the highest thing above ``low`` that a base comes down on, and the id of what that is."""
    turn = np.linspace(0.0, 2.0 * np.pi, 24, endpoint=False)
    spread = np.linspace(0.0, radius - RIM, 8)[:, None, None] * np.column_stack([np.cos(turn), np.sin(turn)])
    starts = np.array(place) + np.column_stack([spread.reshape(-1, 2), np.zeros(spread.size // 2)])
    scene = barriers(table.terrain)
    hits = scene.rays.first_hits(starts, np.broadcast_to([0.0, 0.0, -1.0], starts.shape))
    first = int(hits.distance.argmin())
    z = place[2] - float(hits.distance[first])
    return (z, scene.pieces[hits.mesh[first]].id) if z >= low else (place[2], None)


def _told(near: Nearby, shelf: Shelf, place: tuple[float, float]) -> Landing:
    """The landing on a floor, with what that is."""
    where, piece = (*place, near.height(shelf, place)), shelf.piece.id if shelf.piece else None
    return Landing(where, piece, ended="pit") if shelf.pit else Landing(where, piece, ground_at(near.table, where, piece))


def ground_at(table: Table, place: Point, piece_id: str | None) -> Ground | None:
    """What a place on a piece is like: as the piece says, or as pools and woods say that lie there; the worst counts."""
    x, y, z = place

    def lies_there(piece: Piece) -> bool:
        return piece.id == piece_id or abs(float(piece.placed.bounds[0, 2]) - z) <= _GROUND_LEVEL

    here = [piece for piece in table.terrain.pieces if piece.ground and lies_there(piece)]
    found = {piece.ground for piece in here if shapely.intersects_xy(geometry(covered(piece)), x, y)}
    return next((ground for ground in _GROUNDS if ground in found), None)
