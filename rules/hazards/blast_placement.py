"""The best placement of a blast marker: where to put it for the best result by a stated measure.

Legal places are looked at on a lattice, and where circles cross on which bases begin to be touched. Around the best of them one
looks more closely, and the odds of the best of these are exact.
Source: main-rulebook, Shooting with blast weapons: Place a blast marker.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from rules.body_limits import STEP
from rules.hazards.blast_marker import FARTHEST, HIGHEST, SYMBOL, Marker, flown, with_combats
from rules.hazards.blast_odds import BlastOdds, scatter_odds
from scene.geometry.mesh import FloatArray, IntArray, Point
from scene.hazards.blast_coverage import EDGE, THOROUGH, shielded, touched
from scene.hazards.scatter_slide import LIFT, over_pits
from scene.table.footprints import plan_disc
from scene.table.table import Figure, Table
from scene.visibility.line_of_sight import find_lines
from scene.walkable.obstacles import solids

SPACING = 0.5
"""Inches of the lattice of places that are looked at to begin with."""
COARSE, FINE, FINEST = 12, 24, 96
"""Directions of scatter that are tried from places of the lattice, from those near the best of them, and from the likeliest."""
GLANCES = 12
"""Points of a body that are looked for from where a marker may scatter to."""
SEEDS = 8
"""Places around which one looks more closely."""
LIKELY = 20
"""Of these, places that are looked at once more."""
CLOSER = 4
"""By how much finer that lattice is."""
LINES = 500
"""Lines between bodies that are tried to find one of sight; none past edges."""
BATCH = 48
"""Places whose sight is asked for together."""
INSET = 0.002
"""Inches within, and beyond, the circles on which a marker begins to touch somebody."""
ASIDE = 0.37
"""Shares of its spacing by which the lattice is shifted."""
RIM = 12
"""Places all around from where a base is only just touched."""
STOREYS = 24
"""Surfaces that are looked at above one another."""


@dataclass(frozen=True, eq=False)
class MarkerPlacement:
    """A place for a marker.

    Attributes:
        marker: there.
        odds: of all of it, the hit roll included.
        value: by the measure, of these odds.
        target: the id of the enemy that is shot at.
    """

    marker: Marker
    odds: BlastOdds
    value: float
    target: str


def best_placements(
    table: Table,
    shooter: str,
    size: float,
    *,
    targets: Sequence[str],
    reach: tuple[float, float] | None,
    hit_roll: Mapping[str, float] | float,
    worth: Mapping[str, float] | None = None,
    lobbed: bool = False,
    goes_off: bool = False,
    most: int = 5,
    spacing: float = SPACING,
) -> tuple[MarkerPlacement, ...]:
    """The best places for a marker, the best first, no two within half an inch; none where it may not be placed at all.

    A marker may be placed where it touches the base of a target, on a floor or in mid-air at the height of his, within the
    long range, and where the target's model would be in sight.

    Args:
        table: where.
        shooter: the id of who shoots.
        size: inches across.
        targets: ids of the enemies that he may shoot at.
        reach: the short and the long range; None for any.
        hit_roll: how likely the hit roll succeeds, against each of them or against all.
        worth: of a hit on each figure's id, nothing for others; without it 1 for enemies and -1 for friends and for himself.
        lobbed: whether it is thrown, so that the way down to a lower level does not count.
        goes_off: whether it goes off in mid-air.
        most: how many places.
        spacing: inches of the lattice to begin with; coarser is quicker.
    """
    search = _search(
        table, shooter, Marker((0.0, 0.0, 0.0), size / 2.0, shooter, goes_off=goes_off), targets, reach, hit_roll, worth, lobbed
    )
    close, step = search.near_the_best(spacing)
    likely = search.rated(close.place[search.seen(close, LIKELY, apart=0.0), :2], FINEST, every=INSET)
    found = [search.exact(likely, row) for row in search.seen(likely, most + SEEDS // 2, apart=step)]
    return _apart(sorted(found, key=lambda one: -one.value), most)


def good_place(
    table: Table,
    shooter: str,
    size: float,
    *,
    targets: Sequence[str],
    reach: tuple[float, float] | None,
    hit_roll: float,
    worth: Mapping[str, float],
    lobbed: bool = False,
    spacing: float = SPACING,
) -> Point | None:
    """Nearly the best place for a marker, without any odds, for those who have not the time; None where none may be placed.

    The arguments are those of `best_placements`.
    """
    marker = Marker((0.0, 0.0, 0.0), size / 2.0, shooter)
    search = _search(table, shooter, marker, targets, reach, hit_roll, worth, lobbed)
    close, _ = search.near_the_best(spacing)
    rows = search.seen(close, 1, apart=0.0)
    return _point(close.place[rows[0]]) if len(rows) else None


def _search(
    table: Table,
    shooter: str,
    marker: Marker,
    targets: Sequence[str],
    reach: tuple[float, float] | None,
    hit_roll: Mapping[str, float] | float,
    worth: Mapping[str, float] | None,
    lobbed: bool,  # noqa: FBT001 - passed on
) -> "_Search":
    chances = [hit_roll if isinstance(hit_roll, float | int) else hit_roll[name] for name in targets]
    return _Search(
        table,
        table.figure(shooter),
        marker,
        tuple(table.figure(name) for name in targets),
        np.array(chances, dtype=np.float64),
        np.array([_worth(table, shooter, worth).get(figure.id, 0.0) for figure in table.figures]),
        np.inf if reach is None else reach[1],
        lobbed,
    )


def _worth(table: Table, shooter: str, worth: Mapping[str, float] | None) -> Mapping[str, float]:
    side = table.figure(shooter).side
    return worth or {other.id: -1.0 if other.side == side or other.id == shooter else 1.0 for other in table.figures}


def _apart(found: Sequence[MarkerPlacement], most: int) -> tuple[MarkerPlacement, ...]:
    """The first of them, without those that lie within `SPACING` of a better one."""
    kept: list[MarkerPlacement] = []
    for one in found:
        if all(np.linalg.norm(np.subtract(one.marker.middle, other.marker.middle)) >= SPACING for other in kept):
            kept.append(one)
    return tuple(kept[:most])


@dataclass(frozen=True, eq=False)
class _Rated:
    """n legal places, as far as sight goes.

    Attributes:
        place: (n, 3) inches.
        target: (n,) which of the targets is shot at: of those touched the one who is hit most easily.
        value: (n,) nearly what they are worth.
    """

    place: FloatArray
    target: IntArray
    value: FloatArray


@dataclass(frozen=True, eq=False)
class _Search:
    """What is searched for.

    Attributes:
        marker: of the size and kind, anywhere.
        targets: t of them.
        chances: (t,) how likely the hit roll succeeds.
        worth: (f,) of a hit on each figure.
        farthest: inches.
        lobbed: whether the way down to a lower level does not count.
    """

    table: Table
    shooter: Figure
    marker: Marker
    targets: tuple[Figure, ...]
    chances: FloatArray
    worth: FloatArray
    farthest: float
    lobbed: bool

    def lattice(self, spacing: float) -> FloatArray:
        """(n, 2) places of a lattice around the targets, few of them right above the middle of a base."""
        found = [np.zeros((0, 2))]
        for disc in map(plan_disc, self.targets):
            reach = self.marker.radius + disc.radius
            low, high = np.floor((np.array(disc.centre) - reach) / spacing), np.ceil((np.array(disc.centre) + reach) / spacing)
            across, up = ((np.arange(a, b + 1.0) + ASIDE) * spacing for a, b in zip(low, high, strict=True))
            found.append(np.stack(np.meshgrid(across, up), axis=-1).reshape(-1, 2))
        return np.unique(np.concatenate(found), axis=0)

    def crossings(self) -> FloatArray:
        """(n, 2) where markers begin to touch a target's base, also with another one's, and above its middle."""
        found = [np.array([plan_disc(target).centre for target in self.targets]).reshape(-1, 2)]
        radius = self.marker.radius
        turn = np.arange(RIM) * 2.0 * np.pi / RIM
        for target in self.targets:
            middle = plan_disc(target)
            found.append(middle.centre + (radius + middle.radius - INSET) * np.column_stack([np.cos(turn), np.sin(turn)]))
            centre, reaches = [], []
            for figure in self.table.figures:
                disc, rise = plan_disc(figure), abs(figure.position[2] - target.position[2])
                if rise < radius and np.hypot(*np.subtract(disc.centre, middle.centre)) < 4.0 * radius:
                    centre.append(disc.centre)
                    reaches.append(disc.radius + np.sqrt(radius**2 - rise**2))
            found.append(_crossings(np.repeat(centre, 2, axis=0), np.add.outer(reaches, [-INSET, INSET]).ravel()))
        return np.concatenate(found)

    def near_the_best(self, spacing: float) -> tuple[_Rated, float]:
        """Places around the best ones of a lattice, and inches between them."""
        wide = self.rated(np.concatenate([self.lattice(spacing), self.crossings()]), COARSE, every=2.0 * spacing)
        seeds, step = self.seen(wide, SEEDS, apart=spacing), spacing / CLOSER
        offsets = np.stack(np.meshgrid(*[np.arange(1 - CLOSER, CLOSER) * step] * 2), axis=-1).reshape(-1, 2)
        near = (wide.place[seeds, None, :2] + offsets).reshape(-1, 2)
        return self.rated(np.concatenate([near, wide.place[seeds, :2]]), FINE, every=step), step

    def rated(self, places: FloatArray, directions: int, *, every: float) -> _Rated:
        """Legal places of all heights above (n, 2), and nearly what they are worth.

        Args:
            places: inches.
            directions: of scatter.
            every: inches; what scatter is worth is worked out once in each square of that size, and height.
        """
        at = self._legal(self._heights(places))
        touches = touched(self.targets, at, self.marker.radius)
        target = np.where(touches, self.chances, -1.0).argmax(axis=1) if len(at) else np.zeros(0, dtype=np.int64)
        chance = self.chances[target] if len(at) else np.zeros(0)
        value = chance * self._direct(at)
        if (chance < 1.0).any():
            cells = np.round(at / (every, every, STEP)).astype(np.int64)
            _, first, cell = np.unique(cells, axis=0, return_index=True, return_inverse=True)
            value += (1.0 - chance) * self._scattered(at[first], directions)[cell.ravel()]
        return _Rated(at, target, value)

    def _heights(self, places: FloatArray) -> FloatArray:
        """(m, 3) the floors above and below places (n, 2) that are near enough to a target's, and his height in mid-air."""
        feet = np.array([figure.position[2] for figure in self.targets])
        radius = self.marker.radius
        ground = places[~over_pits(self.table.terrain, places)]
        found = [np.column_stack([ground, np.zeros(len(ground))])] if (feet <= radius).any() else [np.zeros((0, 3))]
        rays = solids(self.table.terrain).rays
        high = float(feet.max(initial=0.0)) + radius + 2.0 * LIFT
        starts = np.column_stack([places, np.full(len(places), high)])
        for _ in range(STOREYS):
            hit = rays.first_hits(starts, np.broadcast_to([0.0, 0.0, -1.0], starts.shape))
            met = hit.mesh >= 0
            starts = starts[met] - np.column_stack([np.zeros((int(met.sum()), 2)), hit.distance[met]])
            starts = starts[starts[:, 2] > float(feet.min(initial=0.0)) - radius]
            if len(starts) == 0:
                break
            found.append(starts)
            starts = starts - np.array([0.0, 0.0, LIFT])
        floors = np.concatenate(found)
        return np.concatenate([floors, *(self._aloft(places, floors, foot) for foot in np.unique(feet))])

    def _aloft(self, places: FloatArray, floors: FloatArray, foot: float) -> FloatArray:
        """(m, 3) those of places (n, 2) at a height where no floor is just below."""
        near = floors[(floors[:, 2] <= foot + LIFT) & (floors[:, 2] >= foot - STEP), :2]
        taken = set(map(tuple, near.tolist()))
        free = np.array([place not in taken for place in map(tuple, places.tolist())], dtype=bool)
        return np.column_stack([places[free], np.full(int(free.sum()), foot)])

    def _legal(self, at: FloatArray) -> FloatArray:
        """(m, 3) those of places (n, 3) on the table where a marker of a target may lie, whatever is seen of it."""
        at = at[((at[:, :2] >= 0.0) & (at[:, :2] <= self.table.size)).all(axis=1) & (at[:, 2] <= HIGHEST)]
        at = at[touched(self.targets, at, self.marker.radius).any(axis=1)]
        disc, (low, high) = plan_disc(self.shooter), _heights_of(self.shooter)
        aside = np.maximum(np.hypot(*(at[:, :2] - disc.centre).T) - disc.radius, 0.0)
        up = at[:, 2] - at[:, 2].clip(low, high)
        if self.lobbed:
            up = np.where(at[:, 2] < self.shooter.position[2], 0.0, up)
        at = at[np.hypot(aside, up) <= self.farthest]
        return at[solids(self.table.terrain).within(at + np.array([0.0, 0.0, LIFT])) < 0]

    def _direct(self, at: FloatArray) -> FloatArray:
        """(n,) what markers are worth that stay at (n, 3)."""
        asked = touched(self.table.figures, at, self.marker.radius)
        hidden = shielded(self.table.terrain, self.table.figures, at, asked, looks=THOROUGH, step=STEP)
        return np.asarray(with_combats(self.table, asked & ~hidden) @ self.worth)

    def _scattered(self, at: FloatArray, directions: int) -> FloatArray:
        """(n,) nearly what markers are worth that scatter from (n, 3)."""
        turns = (np.arange(directions) + 0.5) * 2.0 * np.pi / directions
        line = np.repeat(np.arange(len(at) * directions), FARTHEST)
        inches = np.tile(np.arange(1.0, FARTHEST + 1.0), len(at) * directions)
        starts, every = np.repeat(at, directions, axis=0), np.tile(turns, len(at))
        found, which = flown(self.table, starts, self.marker, every, line, inches)
        hidden = shielded(self.table.terrain, self.table.figures, found.middle, found.touched, looks=GLANCES, step=STEP)
        value = with_combats(self.table, found.touched & ~hidden) @ self.worth
        weight = np.full(FARTHEST, 1.0 / FARTHEST)
        weight[0] *= 1.0 - SYMBOL
        return np.asarray((value[which].reshape(len(at), directions, FARTHEST) @ weight).mean(axis=1))

    def seen(self, rated: _Rated, most: int, *, apart: float) -> IntArray:
        """(k,) the best of the places that are in sight, no two of them nearer than that."""
        found: list[int] = []
        for rows in _batches(np.argsort(-rated.value, kind="stable")):
            pairs = [(self.shooter, self._there(rated, row)) for row in rows]
            sight = find_lines(self.table.terrain, pairs, count=LINES, past_edges=False)
            for row, line in zip(rows, sight, strict=True):
                far = np.linalg.norm(rated.place[found] - rated.place[row], axis=1) if found else np.array([np.inf])
                if line is not None and float(far.min()) >= apart - EDGE:
                    found.append(row)
                    if len(found) == most:
                        return np.array(found)
        return np.array(found, dtype=np.int64)

    def _there(self, rated: _Rated, row: int) -> Figure:
        return self.targets[int(rated.target[row])].moved(_point(rated.place[row]))

    def exact(self, rated: _Rated, row: int) -> MarkerPlacement:
        """One of them with its exact odds."""
        target = int(rated.target[row])
        marker = replace(self.marker, middle=_point(rated.place[row]))
        odds = scatter_odds(self.table, marker, hit_roll=float(self.chances[target]))
        value = float(sum(odds.hit[figure.id] * much for figure, much in zip(self.table.figures, self.worth, strict=True)))
        return MarkerPlacement(marker, odds, value, self.targets[target].id)


def _heights_of(figure: Figure) -> tuple[float, float]:
    """From where to where one measures to a figure: its base, or its body without one."""
    if figure.base_mm <= 0 and len(figure.body.counts.faces):
        return float(figure.box[0, 2]), float(figure.box[1, 2])
    return figure.position[2], figure.position[2] + figure.base_height


def _crossings(centre: FloatArray, radius: FloatArray) -> FloatArray:
    """(n, 2) where circles with centres (c, 2) cross one another."""
    one, other = np.triu_indices(len(radius), 1)
    way = centre[other] - centre[one]
    far = np.hypot(*way.T)
    meet = (far > 0.0) & (far < radius[one] + radius[other]) & (far > np.abs(radius[one] - radius[other]))
    one, other, way, far = one[meet], other[meet], way[meet], far[meet]
    along = (far**2 + radius[one] ** 2 - radius[other] ** 2) / (2.0 * far)
    aside = np.sqrt(np.maximum(radius[one] ** 2 - along**2, 0.0))
    unit = way / far[:, None]
    across = np.column_stack([-unit[:, 1], unit[:, 0]])
    foot = centre[one] + along[:, None] * unit
    return np.concatenate([foot + aside[:, None] * across, foot - aside[:, None] * across])


def _batches(order: IntArray) -> Iterator[list[int]]:
    for start in range(0, len(order), BATCH):
        yield order[start : start + BATCH].tolist()


def _point(place: FloatArray) -> Point:
    x, y, z = place.tolist()
    return (x, y, z)
