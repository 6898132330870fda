"""Check of where figures stand: on the table, on something, not inside terrain or one another."""

from functools import cache

import numpy as np
import shapely

from scene.base.messages import plain
from scene.base.progress import Tell, told, untold
from scene.geometry.mesh import FloatArray, IntArray
from scene.geometry.mesh_crossings import crossing_counts, heights
from scene.table.plan_outlines import closed, geometry
from scene.table.resting import bears
from scene.table.table import Figure, Piece, Table
from scene.walkable.floor_levels import SLOT
from scene.walkable.local_floors import nearby

SLACK = 0.1
"""Inches that bases and terrain may reach into one another: a wall touched, a grating, a print that is not flat."""
OFF = 0.05
"""Inches from which on a figure is said to float or to be sunk; of one that a scan has measured, from `SLACK` on."""
ROUNDED = 1e-6
DEEP_UP_TO = 0.6
"""Inches above the underside of a base; a surface higher than that is a shelf over the base, not a floor through it."""
CORE_STARTS = 0.3
"""Inches above the base; below, legs stand among rubble and rungs."""
IN_THE_AIR = 2.0
"""Inches above everything on the table; a figure higher than that stands on nothing that somebody left out."""
FINELY = 480
"""Points under a base at which it is looked for bars of a grating."""
MOSTLY = 0.6
"""Share of a body's core that has to be enclosed before the figure is said to stand inside something."""
AT_A_TIME = 4
"""Rays to all sides that are cast from a place before it is asked whether others are needed."""

# Solids that figures cannot share; a figure may well stand in a wood, in a pit or among rubble.
_SOLID = {"structure", "obstacle", "wall", "door", "ladder", "stairs"}


def standing_faults(table: Table, tell: Tell = untold) -> list[str]:
    """A line for each figure that is off the table, in the air, under the ground, inside terrain or inside another."""
    off = [_off_table(figure, table) for figure in table.figures]
    nowhere = [_nowhere(figure, table) for figure in table.figures]
    inside = [fault for figure in told(table.figures, tell) for fault in _inside(figure, table)]
    return [fault for fault in off + nowhere if fault] + inside + _in_one_another(table.figures)


def footing_warnings(table: Table, tell: Tell = untold) -> list[str]:
    """A line for each figure that floats, or is sunk into what it stands on."""
    footings = [_footing(figure, table) for figure in told(table.figures, tell) if _nowhere(figure, table) is None]
    return [warning for warning in footings if warning]


def edge_warnings(table: Table) -> list[str]:
    """A line for each figure that hangs over the edge of the table."""
    warnings = []
    for figure in table.figures:
        middle, radius = _footprint(figure)
        over = float(max((radius - middle).max(), (middle + radius - np.array(table.size)).max()))
        if over > SLACK and _off_table(figure, table) is None:
            warnings.append(f'figure "{figure.called}": reaches {over:.2f} inch over the edge of the table')
    return warnings


def _off_table(figure: Figure, table: Table) -> str | None:
    x, y, _ = figure.position
    if 0 <= x <= table.size[0] and 0 <= y <= table.size[1]:
        return None
    return (
        f'figure "{figure.called}": stands off the table at {plain(x)}, {plain(y)};'
        f" the table reaches from 0, 0 to {plain(table.size[0])}, {plain(table.size[1])} inches"
    )


def _nowhere(figure: Figure, table: Table) -> str | None:
    foot, highest = _foot(figure), float(table.terrain.boxes[:, 1, 2].max(initial=0.0))
    # Where a scan measured it, it stands on something that the table lacks.
    if foot > highest + IN_THE_AIR and not _measured(figure, table):
        return (
            f'figure "{figure.called}": stands in the air at z = {plain(foot, 3)} inches;'
            f" the highest thing on the table reaches {plain(highest, 3)}"
        )
    if _top(figure) < 0 and not np.isfinite(_floors(_under_it(figure), foot, table)[0]).any():
        return f'figure "{figure.called}": is wholly below the ground, at z = {plain(foot, 3)} inches, with nothing under it'
    return None


def _measured(figure: Figure, table: Table) -> bool:
    """Whether a figure stands where a scan has found it."""
    return table.scan is not None and table.scan.standing("figure", figure.id, figure.position) is not None


def _footprint(figure: Figure) -> tuple[FloatArray, float]:
    """Centre (2,) and radius of the round place that a figure takes: its base, or the circle inside its body's box."""
    if figure.base_mm > 0:
        return np.array(figure.position[:2]), figure.base_radius
    low, high = figure.placed.bounds
    own = figure.body.counts.bounds
    return (low[:2] + high[:2]) / 2, float((own[1] - own[0])[:2].min()) / 2


def _foot(figure: Figure) -> float:
    return figure.position[2] if figure.base_mm > 0 else float(figure.placed.bounds[0, 2])


def _top(figure: Figure) -> float:
    return max(float(figure.placed.bounds[1, 2]), figure.position[2] + figure.base_height)


def _in_one_another(figures: tuple[Figure, ...]) -> list[str]:
    """Pairs whose places overlap by more than `SLACK` at the same height; base contact is no overlap."""
    if len(figures) < 2:
        return []
    prints = [_footprint(figure) for figure in figures]
    centres, radii = np.array([centre for centre, _ in prints]), np.array([radius for _, radius in prints])
    low, top = np.array([figure.position[2] for figure in figures]), np.array([_top(figure) for figure in figures])
    ledge = low + np.array([figure.base_height for figure in figures])
    first, second = (np.asarray(side, dtype=np.int64) for side in np.triu_indices(len(figures), 1))
    apart = np.linalg.norm(centres[first] - centres[second], axis=1)
    # Side by side on the same floor bases must not overlap; on steps of different height only one standing right in
    # the other is sure to be wrong.
    level = _overlap(low, np.maximum(ledge, low + SLACK), first, second) > 0
    same_height = _overlap(low, top, first, second) > SLACK
    touching = apart < np.maximum(radii[first] + radii[second] - SLACK, SLACK / 5)
    within = apart < np.maximum(np.maximum(radii[first], radii[second]) - SLACK, SLACK / 5)
    wrong = (level & touching) | (same_height & within)
    return [
        f'figures "{figures[i].called}" and "{figures[j].called}": stand in one another;'
        f" their middles are {distance:.2f} inch apart and need {radii[i] + radii[j]:.2f}"
        for i, j, distance in zip(first[wrong], second[wrong], apart[wrong], strict=True)
    ]


def _overlap(low: FloatArray, high: FloatArray, first: IntArray, second: IntArray) -> FloatArray:
    return np.asarray(np.minimum(high[first], high[second]) - np.maximum(low[first], low[second]))


def _inside(figure: Figure, table: Table) -> list[str]:
    core = _core(figure)
    near = [table.terrain.pieces[number] for number in _around(core, table)]
    solid = [piece for piece in near if piece.kind in _SOLID and piece.hides]
    return [f'figure "{figure.called}": stands inside terrain "{piece.id}"' for piece in solid if _holds(piece, core)]


def _around(points: FloatArray, table: Table) -> IntArray:
    """The numbers of the pieces whose boxes meet the box of (n, 2) points in plan, or of (n, 3) points."""
    boxes = table.terrain.boxes[:, :, : points.shape[1]]
    meets = (boxes[:, 0] < points.max(axis=0)) & (boxes[:, 1] > points.min(axis=0))
    return np.flatnonzero(meets.all(axis=1))


def _holds(piece: Piece, core: FloatArray) -> bool:
    """Whether most of (n, 3) points one above the other are enclosed by a piece."""
    z, _ = heights(piece.placed, core[:1, :2])
    # Under an odd number of surfaces: inside the solid, or under one of the open sheets that scans are made of.
    odd = core[(z[None, :] > core[:, 2:]).sum(axis=1) % 2 == 1]
    return len(odd) >= MOSTLY * len(core) and _enclosed(piece, odd[[0, len(odd) // 2, -1]])


def _core(figure: Figure) -> FloatArray:
    """(9, 3) points up the middle of a body."""
    foot = figure.position[2] + figure.base_height if figure.base_mm > 0 else float(figure.placed.bounds[0, 2])
    top = _top(figure)
    start = foot + min(CORE_STARTS, (top - foot) / 2)
    middle, _ = _footprint(figure)
    rising = np.linspace(start, top - 0.05 * (top - foot), 9)
    # A little aside: right through the middle of a box runs the edge between two of its triangles.
    return np.column_stack([np.tile(middle + np.array([0.0011, 0.0017]), (9, 1)), rising])


def _directions() -> FloatArray:
    """(16, 3) directions around and upwards, none of them along an axis or another's opposite."""
    turn = np.radians(7.3) + np.arange(16) * np.pi * (3 - np.sqrt(5))
    rise = np.radians(np.linspace(2.0, 62.0, 16))
    return np.column_stack([np.cos(turn) * np.cos(rise), np.sin(turn) * np.cos(rise), np.sin(rise)])


_AROUND = _directions()


def _enclosed(piece: Piece, points: FloatArray) -> bool:
    """Whether from each of (n, 3) points rays to (nearly) all sides leave the piece after an odd number of crossings.

    In a room or under a gantry most rays cross two sides of a wall or nothing. One ray in sixteen may err, as it does
    on an edge or through a crack; a scan with holes is not called solid.
    """
    starts, directions = piece.pose.to_own(points), _AROUND @ piece.pose.matrix
    even = np.zeros(len(points), dtype=np.int64)
    # A few rays at a time, as those of a large mesh take long and mostly the first ones tell.
    for some in np.split(directions, len(directions) // AT_A_TIME):
        rays = np.repeat(starts, AT_A_TIME, axis=0), np.tile(some, (len(points), 1))
        even += (crossing_counts(piece.shape, *rays).reshape(len(points), -1) % 2 == 0).sum(axis=1)
        if even.max() > 1:
            return False
    return True


def _footing(figure: Figure, table: Table) -> str | None:
    foot, slack = _foot(figure), SLACK if _measured(figure, table) else OFF - ROUNDED
    floor, owner = _floors(_under_it(figure), foot, table)
    if floor.max() > foot - slack and _clear_above(figure, foot + slack, table):
        return None
    floor, owner = _over_slots(floor, owner, figure, table)
    if not np.isfinite(floor).any():
        return _over_nothing(figure, foot, table)
    if floor.max() <= foot - slack:
        floats = f'figure "{figure.called}": floats {foot - floor.max():.2f} inch above what is under it'
        return f"{floats}, which is at height {floor.max():.2f}"
    deep = floor >= foot + slack
    if deep.mean() <= 0.5:
        return None
    most = np.bincount(owner[deep]).argmax()
    name = f'terrain "{table.terrain.pieces[most - 1].id}"' if most else "the ground"
    height = float(np.median(floor[deep]))
    return f'figure "{figure.called}": is sunk {height - foot:.2f} inch into {name}, which is at height {height:.2f}'


def _clear_above(figure: Figure, height: float, table: Table) -> bool:
    """Whether no floor is as high over a base, not even one with slots: it is wider than they are, and would meet a bar.

    Quick: what slots there are takes long to find out, and few figures are sunk into a grating.
    """
    _, radius = _footprint(figure)
    floor, _ = _floors(_under_it(figure, FINELY), _foot(figure), table)
    return radius > SLOT and not (floor >= height).any()


def _over_nothing(figure: Figure, foot: float, table: Table) -> str:
    """What is wrong with a figure that stands under the ground, or over a pit whose mesh has no floor."""
    near = [table.terrain.pieces[number] for number in _around(_under_it(figure), table)]
    pits = [piece.id for piece in near if piece.kind == "pit"]
    if pits:
        return f'figure "{figure.called}": has nothing under it in terrain "{pits[0]}"'
    return f'figure "{figure.called}": is sunk {-foot:.2f} inch into the ground'


def _over_slots(floor: FloatArray, owner: IntArray, figure: Figure, table: Table) -> tuple[FloatArray, IntArray]:
    """As `_floors` says, but where a floor has slots the floor: a base does not fall into them."""
    points, foot, (middle, radius) = _under_it(figure), _foot(figure), _footprint(figure)
    numbers = {piece.id: number for number, piece in enumerate(table.terrain.pieces, 1)}
    for shelf in nearby(table, (float(middle[0]), float(middle[1])), radius + 2.0 * SLOT, cut=True).shelves:
        if shelf.piece is None or not shelf.plane.level or shelf.z >= foot + DEEP_UP_TO or not bears(shelf.piece):
            continue
        region = geometry(closed(shelf.outline, SLOT))
        slot = (floor < shelf.z - SLACK) & shapely.intersects_xy(region, *points.T)
        floor, owner = np.where(slot, shelf.z, floor), np.where(slot, numbers[shelf.piece.id], owner)
    return floor, owner


def _under_it(figure: Figure, count: int = 48) -> FloatArray:
    """(count, 2) points all over the place that a figure takes."""
    middle, radius = _footprint(figure)
    return np.asarray(middle + max(radius, 0.01) * _disc(count))


@cache
def _disc(count: int) -> FloatArray:
    """(count, 2) points spread evenly over the unit disc (Vogel 1979, "A better way to construct the sunflower head")."""
    number = np.arange(count)
    turn = number * np.pi * (3 - np.sqrt(5))
    return np.asarray(np.sqrt((number + 0.5) / count)[:, None] * np.column_stack([np.cos(turn), np.sin(turn)]))


def _floors(points: FloatArray, foot: float, table: Table) -> tuple[FloatArray, IntArray]:
    """The highest surface at each of (n, 2) points, up to `DEEP_UP_TO` above ``foot``, and whose it is.

    Returns:
        (n,) heights, and (n,) numbers: 0 the ground, i the piece i - 1.
    """
    floor, owner = np.full(len(points), -np.inf), np.zeros(len(points), dtype=np.int64)
    in_pit = np.zeros(len(points), dtype=bool)
    for number in _around(points, table):
        piece, (low, high) = table.terrain.pieces[number], table.terrain.boxes[number]
        if piece.kind == "pit":
            in_pit |= ((points > low[:2]) & (points < high[:2])).all(axis=1)
        if low[2] >= foot + DEEP_UP_TO:
            continue
        z, point = heights(piece.placed, points)
        z, point = z[z < foot + DEEP_UP_TO], point[z < foot + DEEP_UP_TO]
        highest = np.full(len(points), -np.inf)
        np.maximum.at(highest, point, z)
        owner = np.where(highest > floor, number + 1, owner)
        floor = np.maximum(floor, highest)
    on_ground = ~in_pit & (floor < 0) & (foot + DEEP_UP_TO > 0)
    return np.where(on_ground, 0.0, floor), np.where(on_ground, 0, owner)
