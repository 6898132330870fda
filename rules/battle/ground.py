"""The ground of a battle: as whom a fighter moves over it, where he stands, and the cached ways between places.

Source: main-rulebook, Movement; Terrain types.
"""

from dataclasses import replace
from functools import lru_cache
from typing import Literal

import numpy as np

from rules.battle.characteristics import profile_now
from rules.battle.looks import figure_of, table_of
from rules.battle.state import Battle
from rules.company import ONE_INCH, enemies, taken, walled_off
from rules.travel import NoPath, find_path, walker_of
from scene.distance import nearest
from scene.errors import SceneError
from scene.ground import Ground, ground_of
from scene.legs import Path
from scene.mesh import Point
from scene.spots import nearest_ground, spot_at
from scene.table import Figure, Table
from scene.wording import plain

RULES: Literal["main-rulebook"] = "main-rulebook"
MOST_FLOORS = 4
"""Floors one above the other that are tried for a place of which only x and y are given, the nearest first."""

SKIRTED = 0.05
"""Inches more than one, at most, from an enemy at which a way bends that goes around him."""
SAMPLED = 0.05
"""Inches between the places of a way at which it is looked who is near."""
SLACK = 0.002
"""Inches of rounding that a way may be nearer to an enemy than an inch."""
BETTER = 0.01
"""Inches of movement by which a way past a wall has to be better."""
ABOVE = 0.05
"""Inches above, or below, its height at which one is on the ground."""


def mover(battle: Battle, fighter: str) -> Figure:
    """The figure of a fighter as it moves: with the body that he has on his feet, so that all postures share a ground."""
    upright = figure_of(battle.changed(fighter, posture="standing"), fighter)
    return replace(upright, status=battle.model(fighter).posture)


def ground_for(battle: Battle, fighter: str) -> Ground:
    """The ground that a fighter moves over."""
    table = battle.setting.table
    return ground_of(table.terrain, table.size, walker_of(mover(battle, fighter)))


def grounded(battle: Battle, fighter: str, place: Point) -> bool:
    """Whether a place is on ground for a fighter, and not above it."""
    ground = ground_for(battle, fighter)
    spot = spot_at(ground, place)
    return spot is not None and abs(ground.zones[spot.zone].z - place[2]) <= ABOVE


def free(battle: Battle, fighter: str, place: Point) -> bool:
    """Whether a fighter can stand at a place: on ground, and on nobody's base."""
    there = taken(table_of(battle), mover(battle, fighter), np.array([place]))[0]
    return grounded(battle, fighter, place) and not there


def dangerous(battle: Battle, fighter: str) -> bool:
    """Whether a fighter is in dangerous terrain. Source: main-rulebook, Dangerous terrain."""
    model = battle.model(fighter)
    if model.climb is not None or not any(piece.ground == "dangerous" for piece in battle.setting.table.terrain.pieces):
        return False
    ground = ground_for(battle, fighter)
    spot = spot_at(ground, model.position)
    return spot is not None and ground.zones[spot.zone].ground == "dangerous"


def way(battle: Battle, fighter: str, goal: Point, *, start: Point | None = None, safe: bool = False) -> Path | NoPath:
    """The cheapest way of a fighter to a place; why there is none, also where he or the place is on no ground.

    Args:
        start: from where; his own place by default.
        safe: without any check.
    """
    figure = mover(battle, fighter)
    if start is not None:
        figure = figure.moved(start)
    move = profile_now(battle, fighter).movement
    return past_walls(table_of(battle), figure, goal, move, _way(table_of(battle), figure, goal, move, safe), safe=safe)


def past_walls(
    table: Table, figure: Figure, goal: Point, move: float, found: Path | NoPath, *, safe: bool = False
) -> Path | NoPath:
    """A way that need not keep an inch from enemies behind walls, if it is better than one that does.

    Source: main-rulebook, The 1" rule and engaging enemies; Measuring through walls and solid terrain features.
    """
    foes = [other for other in table.figures if enemies(figure, other) and other.status != "seriously_injured"]
    if isinstance(found, Path) and not any(_skirts(table, figure, leg.end, foe) for leg in found.legs for foe in foes):
        return found
    ids, minded = frozenset(foe.id for foe in foes), frozenset[str]()
    for _ in range(len(foes) + 1):
        fewer = replace(table, figures=tuple(one for one in table.figures if one.id not in ids - minded))
        way = _way(fewer, figure, goal, move, safe)
        if isinstance(found, Path) and (isinstance(way, NoPath) or way.cost >= found.cost - BETTER):
            return found
        if isinstance(way, NoPath):
            return way
        met = frozenset(foe.id for foe in foes if foe.id not in minded and _comes_near(table, figure, way, foe))
        if not met:
            return way
        minded |= met
    return found


def open_table(table: Table, figure: Figure) -> Table:
    """The table without the enemies who are within an inch of a figure, but behind a wall."""
    near = [one for one in table.figures if enemies(figure, one) and nearest(figure, one).distance < ONE_INCH]
    hidden = {one.id for one in near if walled_off(table, figure, one)}
    return replace(table, figures=tuple(one for one in table.figures if one.id not in hidden)) if hidden else table


def _skirts(table: Table, figure: Figure, place: Point, foe: Figure) -> bool:
    """Whether a place is an inch, or hardly more, from an enemy behind a wall: there a way bends that keeps off him."""
    there = figure.moved(place)
    return nearest(there, foe).distance <= ONE_INCH + SKIRTED and walled_off(table, there, foe)


def _comes_near(table: Table, figure: Figure, path: Path, foe: Figure) -> bool:
    """Whether a way comes within an inch of somebody, and nearer than it starts, with no wall between."""
    least = min(ONE_INCH, nearest(figure, foe).distance) - SLACK
    for leg in path.legs:
        count = 2 + int(leg.length / SAMPLED)
        for share in np.linspace(0.0, 1.0, count).tolist():
            x, y, z = (a + share * (b - a) for a, b in zip(leg.start, leg.end, strict=True))
            there = figure.moved((x, y, z))
            if nearest(there, foe).distance < least and not walled_off(table, there, foe):
                return True
    return False


def way_in_plan(
    battle: Battle, fighter: str, xy: tuple[float, float], *, start: Point | None = None, safe: bool = False
) -> Path | NoPath:
    """The same to a place of which only x and y are given: of several floors there, the one that costs least to get to."""
    here = start or battle.model(fighter).position
    ground = ground_for(battle, fighter)
    floors = {round(zone.z, 3) for zone in ground.zones if zone.holds(np.array([xy]))[0]}
    tried = sorted(floors, key=lambda z: abs(z - here[2]))[:MOST_FLOORS]
    found = [way(battle, fighter, (*xy, z), start=start, safe=safe) for z in tried]
    ways = [one for one in found if isinstance(one, Path)]
    if ways:
        return min(ways, key=lambda one: one.cost)
    return found[0] if found else NoPath(_no_ground(ground, xy))


@lru_cache(maxsize=1024)
def _way(table: Table, figure: Figure, goal: Point, move: float, safe: bool) -> Path | NoPath:  # noqa: FBT001
    try:
        return find_path(table, figure, goal, system=RULES, move=move, safe=safe)
    except SceneError as error:
        return NoPath(error.faults[0])


def _no_ground(ground: Ground, xy: tuple[float, float]) -> str:
    near = nearest_ground(ground, (*xy, 0.0))
    instead = f"; the nearest is at {' '.join(plain(value) for value in near)}" if near else ""
    return f"nobody can stand at {plain(xy[0])} {plain(xy[1])}{instead}"
