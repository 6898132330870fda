"""Whether ways lead as others beside them do: looked at with rays, and remembered."""

from dataclasses import replace

import numpy as np

from scene.corridors import climbable, crossings, face_along, leap_clear, over_clear
from scene.ground import Ground
from scene.keep import kept
from scene.mesh import BoolArray, FloatArray, IntArray
from scene.railed import looked_over
from scene.ways import Ways, joined

SAME_LEVEL = 0.5
"""Inches; a way that has to go over at another height is another way."""
MEMORY = 50_000
"""Ways that are remembered of one ground."""


def looked_at(ground: Ground, ways: Ways, models: Ways) -> tuple[BoolArray, Ways]:
    """(n,) whether ways lead as their models do, and these ways as they are."""
    over, memory = ~models.along & (models.gap == 0.0), _memory(ground)
    railed: BoolArray = np.asarray(models.ledges.any(axis=1))
    if len(memory) > MEMORY:
        memory.clear()
    places = np.column_stack([ways.start, ways.end, ways.start_zone, ways.end_zone])
    names = [row.tobytes() for row in np.column_stack([places, over, railed, models.along, models.ladder])]
    new = np.array([number for number, name in enumerate(names) if name not in memory], dtype=np.int64)
    if len(new):
        facts = _facts(ground, ways.chosen(new), over[new], railed[new])
        memory.update(zip([names[number] for number in new], facts, strict=True))
    possible, narrow, up, down, level, across, gap, *pairs = np.array([memory[name] for name in names]).reshape(-1, 11).T
    seen = replace(
        ways,
        level=level,
        across=across,
        narrow=narrow > 0.0,
        face_up=up > 0.0,
        face_down=down > 0.0,
        gap=gap,
        rails=np.column_stack(pairs[:2]),
        ledges=np.column_stack(pairs[2:]),
    )
    alike = (np.abs(level - models.level) <= SAME_LEVEL) & (seen.narrow == models.narrow)
    return (possible > 0.0) & (alike | ~over | models.ladder), seen


@kept
def _memory(_ground: Ground) -> dict[bytes, FloatArray]:
    return {}


def _facts(ground: Ground, ways: Ways, over: BoolArray, railed: BoolArray) -> FloatArray:
    """(n, 11) of ways by ladders, over something, over rails, and others: whether they are possible, and what was seen."""
    possible, ladder = np.zeros(len(ways), dtype=bool), ways.ladder
    for kind, look in ((ladder, _by_ladder), (over & ~ladder, _over), (railed, _railed), (~over & ~railed & ~ladder, _free)):
        rows = np.flatnonzero(kind)
        if len(rows):
            possible[rows], seen = look(ground, ways.chosen(rows))
            ways = with_rows(ways, rows, seen)
    flags = np.column_stack([possible, ways.narrow, ways.face_up, ways.face_down])
    return np.column_stack([flags, ways.level, ways.across, ways.gap, ways.rails, ways.ledges])


def _over(ground: Ground, ways: Ways) -> tuple[BoolArray, Ways]:
    scene, walker, toward = ground.solids, ground.walker, (ways.end - ways.start)[:, :2]
    met = crossings(scene, ways.start, ways.end, walker)
    return met.possible, replace(
        ways,
        level=met.level,
        across=met.across,
        narrow=met.narrow,
        face_up=climbable(scene, ways.start, met.level, toward, walker),
        face_down=climbable(scene, ways.end, met.level, -toward, walker),
    )


def _by_ladder(ground: Ground, ways: Ways) -> tuple[BoolArray, Ways]:
    """Between the top of a ladder and a floor."""
    return over_clear(ground.solids, ways.start, ways.end, ground.walker), ways


def _railed(ground: Ground, ways: Ways) -> tuple[BoolArray, Ways]:
    return looked_over(ways, ground.rails, ground.solids, ground.walker)


def _free(ground: Ground, ways: Ways) -> tuple[BoolArray, Ways]:
    """Leaps, level or down, and climbs along a face."""
    swap = ((ways.start[:, 2] < ways.end[:, 2]) & ~ways.along)[:, None]
    high, low = np.where(swap, ways.end, ways.start), np.where(swap, ways.start, ways.end)
    possible = leap_clear(ground.solids, high, low, ground.walker)
    rows = np.flatnonzero(possible & ways.along)
    possible[rows] = face_along(ground.solids, ways.start[rows], ways.end[rows], ground.walker)
    return possible, ways


def with_rows(ways: Ways, rows: IntArray, others: Ways) -> Ways:
    """The ways with others in some rows."""
    order = np.arange(len(ways))
    order[rows] = len(ways) + np.arange(len(rows))
    return joined([ways, others]).chosen(order)
