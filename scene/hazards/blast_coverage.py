"""Whom a round blast covers: whose base it touches, and who of them is wholly hidden from its middle by terrain.

Source: main-rulebook, Shooting with blast weapons: Determine hit fighters.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from scene.geometry.mesh import BoolArray, FloatArray, IntArray
from scene.geometry.ray_casting import Rays
from scene.geometry.surface_samples import surface_points
from scene.hazards.scatter_slide import LIFT
from scene.table.footprints import plan_disc
from scene.table.table import Figure, Terrain
from scene.visibility.occluders import occluders

LOOKS = (2, 12, 64, 512, 4096)
"""Points of a body that are looked for from the middle of a blast, one set after the other, until one is seen."""
THOROUGH = 64
"""Points that are looked for from everywhere."""
APART = 8
"""Of neighbours one in so many looks for all others; a power of two."""
FEW = 8
"""Points that were seen before are tried first."""
TOGETHER = 2**18
"""Lines cast at once, which keeps their memory below 50 MB."""
EDGE = 1e-9
"""Inches of rounding in touching."""


def touched(figures: Sequence[Figure], middles: FloatArray, radius: float) -> BoolArray:
    """(n, f) whether blasts around middles (n, 3) touch the bases of figures: any point of a base is within the radius.

    Figures without a base are touched like one of the width of their bodies.
    """
    found = np.zeros((len(middles), len(figures)), dtype=bool)
    if len(middles) == 0:
        return found
    low, high = middles.min(axis=0), middles.max(axis=0)
    for number, figure in enumerate(figures):
        disc, foot = plan_disc(figure), figure.position[2]
        reach = radius + disc.radius + EDGE
        if np.any(disc.centre < low[:2] - reach) or np.any(disc.centre > high[:2] + reach):
            continue
        aside = np.maximum(np.hypot(*(middles[:, :2] - disc.centre).T) - disc.radius, 0.0)
        up = middles[:, 2] - middles[:, 2].clip(foot, foot + figure.base_height)
        found[:, number] = np.hypot(aside, up) <= radius + EDGE
    return found


def shielded(
    terrain: Terrain,
    figures: Sequence[Figure],
    middles: FloatArray,
    asked: BoolArray,
    *,
    looks: int,
    step: float,
    along: IntArray | None = None,
) -> BoolArray:
    """(n, f) which figures, of those asked for (n, f), terrain hides wholly from middles (n, 3).

    Bodies hide nobody, and nothing hides a figure from a middle over its own base. Of a body up to so many points of `LOOKS`
    are looked for.

    Args:
        terrain: what hides.
        figures: f of them.
        middles: inches.
        asked: for whom from where.
        looks: points of a body.
        step: inches; a middle that is no farther off a figure's floor than that is over its base.
        along: (n,) numbers of the middles; those that follow one another lie side by side. Then of him of whom the first points
            show nothing all points are looked for from every `APART`-th only, and from those between where something differs.
    """
    rays, hidden = occluders(terrain).rays, asked.copy()
    for number in np.flatnonzero(asked.any(axis=0)).tolist():
        hidden[_over(figures[number], middles, step), number] = False
    row, who = np.nonzero(hidden)
    points = {int(number): _points(figures[number], looks) for number in np.unique(who)}
    before = 0
    for count in (*(few for few in LOOKS if few < looks), looks):
        part = {number: own[min(before, len(own) - 1) : count] for number, own in points.items()}
        sees = partial(_sees, rays, middles[row], who, part)
        seen = _followed(sees, who, along[row]) if along is not None and before >= THOROUGH else sees(np.arange(len(row)))
        hidden[row[seen], who[seen]] = False
        row, who, before = row[~seen], who[~seen], count
    return hidden


def _sees(
    rays: Rays,
    starts: FloatArray,
    who: IntArray,
    points: Mapping[int, FloatArray],
    pairs: IntArray,
    share: IntArray | None = None,
) -> BoolArray:
    """(m,) for some of n pairs (m,) whether from starts (n, 3) any of the points is seen, those (k, 3) of who (n,) it is.

    With ``share`` (m,) each looks for one in `APART` of the points only, the first with 0, or another one.
    """
    seen = np.zeros(len(pairs), dtype=bool)
    starts, who = starts[pairs] + (0.0, 0.0, LIFT), who[pairs]
    for number, own in points.items():
        mine, step = np.flatnonzero(who == number), max(1, TOGETHER // len(own))
        parts = np.swapaxes(own[: len(own) // APART * APART].reshape(-1, APART, 3), 0, 1)
        for rows in (mine[start : start + step] for start in range(0, len(mine), step)):
            ends = np.broadcast_to(own, (len(rows), *own.shape)) if share is None else parts[share[rows]]
            seen[rows] = ~rays.blocked(np.broadcast_to(starts[rows, None], ends.shape), ends).all(axis=1)
    return seen


def _followed(sees: Callable[..., BoolArray], who: IntArray, along: IntArray) -> BoolArray:
    """(m,) what ``sees`` says of m pairs, asked for few of them where those next to one another agree.

    Args:
        sees: tells it of some, by their numbers, as `_sees` does.
        who: (m,) the figure of each.
        along: (m,) the number of the middle of each.
    """
    order = np.lexsort((along, who))
    place = np.arange(len(order))
    new = np.append(True, (np.diff(who[order]) != 0) | (np.diff(along[order]) != 1))[: len(order)]
    run = np.cumsum(new) - 1
    first, last = place[new][run], np.append(place[new][1:], len(order))[run] - 1
    number = place - first
    before = place - number % APART
    after = np.minimum(before + APART, last)
    seen, known = np.zeros(len(order), dtype=bool), (number % APART == 0) | (place == last)
    seen[known] = sees(order[known])
    # Between two that agree each looks for a part of the body; if that shows otherwise, for all of it.
    agreed = np.flatnonzero(~known & (seen[before] == seen[after]))
    seen[agreed] = sees(order[agreed], share=number[agreed] % APART)
    doubtful = seen[before]
    doubtful[before[agreed[seen[agreed]]]] = True
    more = agreed[~seen[agreed] & doubtful[before[agreed]]]
    seen[more] = sees(order[more])
    known[agreed] = True
    # Between two that differ the place where one becomes the other is looked for.
    step = APART // 2
    while step:
        asked = np.flatnonzero(~known & (number % step == 0))
        same = seen[asked - step] == seen[np.minimum(asked + step, last[asked])]
        seen[asked[same]] = seen[asked[same] - step]
        seen[asked[~same]] = sees(order[asked[~same]])
        known[asked] = True
        step //= 2
    found = np.zeros(len(order), dtype=bool)
    found[order] = seen
    return found


@dataclass(frozen=True, eq=False)
class BlastVisibility:
    """What is seen of figures, each from a place of its own.

    Attributes:
        points: (t, 3) of their bodies, those of the first figure first.
        whose: (t,) which of the figures each belongs to.
    """

    points: FloatArray
    whose: IntArray


def shown(terrain: Terrain, figures: Sequence[Figure], places: FloatArray, *, looks: int) -> BlastVisibility:
    """What is seen of k figures from places (k, 3), one each; so many points of a body are looked for."""
    points = [_points(figure, looks) for figure in figures]
    whose = np.repeat(np.arange(len(figures)), [len(own) for own in points])
    every = np.concatenate([*points, np.zeros((0, 3))])
    free = np.zeros(len(every), dtype=bool)
    for part in (slice(start, start + TOGETHER) for start in range(0, len(every), TOGETHER)):
        free[part] = ~occluders(terrain).rays.blocked(places[whose[part]] + (0.0, 0.0, LIFT), every[part])
    return BlastVisibility(every[free], whose[free])


def still_shown(terrain: Terrain, known: BlastVisibility, middles: FloatArray) -> BoolArray:
    """(k, j) whether any of what was seen of k figures is seen from middles (k, j, 3) too."""
    rays, seen = occluders(terrain).rays, np.zeros(middles.shape[:2], dtype=bool)
    row, column = (part.ravel() for part in np.indices(seen.shape))
    begin = np.searchsorted(known.whose, np.arange(len(middles) + 1))
    count = np.diff(begin)
    for low, high in ((0, FEW), (FEW, max(FEW, int(count.max(initial=0))))):
        left = np.flatnonzero(~seen[row, column])
        many = np.maximum(np.minimum(count[row[left]], high) - low, 0)
        ray = np.repeat(left, many)
        number = np.arange(len(ray)) - np.repeat(np.cumsum(many) - many, many) + low
        points = known.points[begin[row[ray]] + number]
        free = ray[~rays.blocked(middles[row[ray], column[ray]] + (0.0, 0.0, LIFT), points)]
        seen[row[free], column[free]] = True
    return seen


def _over(figure: Figure, middles: FloatArray, step: float) -> BoolArray:
    """(n,) whether middles (n, 3) are over a figure's base, no more than a step off its floor.

    What he stands on may be uneven: his base lies on the highest of it, a middle no higher than its foot may be inside.
    """
    disc = plan_disc(figure)
    aside = np.hypot(*(middles[:, :2] - disc.centre).T)
    return np.asarray((aside <= disc.radius) & (np.abs(middles[:, 2] - figure.position[2]) <= step))


def _points(figure: Figure, looks: int) -> FloatArray:
    """(k, 3) as many points of a body; of a figure without one, the middle of its base."""
    if len(figure.body.counts.faces) == 0:
        return np.array([[*figure.position[:2], figure.position[2] + figure.base_height + LIFT]])
    return figure.pose.to_table(surface_points(figure.body.counts)[:looks])
