"""Disputed lines on a table: from an eye to a body's point, where a line beside it has the other answer."""

from dataclasses import dataclass

import numpy as np

from benchmarks.dense_lines.renderer import Array, World

BASE = 12.5
"""Millimetres: the radius of the bases that stand at both ends, within which no line is asked about."""
EYE, BODY = (24.0, 32.0), (6.0, 32.0)
"""Heights above the floor of eyes and of the points that are looked at, millimetres."""
NEAR, FAR = 120.0, 700.0
BESIDE = (10.0, 20.0)
ROUND = 8


@dataclass(frozen=True, eq=False)
class Line:
    """A line, millimetres; whether something is in its way; and whether lines beside it have the other answer."""

    start: Array
    end: Array
    blocked: bool


def _free(world: World, starts: Array, ends: Array) -> Array:
    """(n,) whether nothing is between (n, 3) and (n, 3), without what is within the bases."""
    ways = ends - starts
    far = np.linalg.norm(ways, axis=1)
    cut = BASE / np.hypot(ways[:, 0], ways[:, 1])
    return np.asarray(world.distance(starts + cut[:, None] * ways, ways / far[:, None]) > far * (1.0 - 2.0 * cut))


def _place(world: World, size: tuple[float, float], rng: np.random.Generator) -> Array | None:
    """A place for a base, with room for a body."""
    x, y = (rng.uniform(30.0, side * 25.4 - 30.0) for side in size)
    turn = np.linspace(0.0, 2.0 * np.pi, 12, endpoint=False)
    rim = np.stack([x + BASE * np.cos(turn), y + BASE * np.sin(turn)], axis=1)
    plan = np.concatenate([[[x, y]], rim])
    top = rng.choice([60.0, 120.0, 400.0])
    down = np.tile([0.0, 0.0, -1.0], (len(plan), 1))
    level = top - world.distance(np.column_stack([plan, np.full(len(plan), top)]), down)
    floor = level[0]
    if not np.isfinite(floor) or np.ptp(level) > 0.5:
        return None
    for height in (3.0, 12.0, 20.0, 32.0):
        start = np.tile([x, y, floor + height], (len(turn), 1))
        ways = np.column_stack([np.cos(turn), np.sin(turn), np.zeros(len(turn))])
        if (world.distance(start, ways) < BASE + 0.5).any():
            return None
    return np.array([x, y, floor])


def lines_of(world: World, size: tuple[float, float], count: int, seed: int) -> list[Line]:
    """So many disputed lines, half of them blocked."""
    rng = np.random.default_rng(seed)
    found: dict[bool, list[Line]] = {True: [], False: []}
    while min(len(some) for some in found.values()) < count // 2:
        one, other = _place(world, size, rng), _place(world, size, rng)
        if one is None or other is None or not NEAR < float(np.linalg.norm(one[:2] - other[:2])) < FAR:
            continue
        start, end = (
            one + np.array([0.0, 0.0, rng.uniform(*EYE)]),
            other + rng.uniform((-6.0, -6.0, BODY[0]), (6.0, 6.0, BODY[1])),
        )
        way = (end - start) / np.linalg.norm(end - start)
        right = np.cross(way, [0.0, 0.0, 1.0])
        right = right / np.linalg.norm(right)
        turn = np.arange(ROUND) * 2.0 * np.pi / ROUND
        aside = np.cos(turn)[:, None] * right + np.sin(turn)[:, None] * np.cross(right, way)
        aside = np.concatenate([np.zeros((1, 3)), *(off * aside for off in BESIDE)])
        free = _free(world, start + aside, end + aside)
        if (free[1:] != free[0]).any() and len(found[not free[0]]) < count // 2:
            found[not free[0]].append(Line(start, end, not free[0]))
    return [line for pair in zip(found[True], found[False], strict=True) for line in pair]
