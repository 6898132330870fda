"""The shadow on a disc: how much of it straight lines from a point reach, in plan, and what stands in the way.

The view from the point is cut into sectors at every bearing where something begins, ends or crosses. Within a sector
the same thing is nearest throughout, and what the lines sweep is bounded by straight pieces and arcs, so that every
area is a closed form: nothing is sampled.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import shapely

from scene.geometry.mesh import BoolArray, FloatArray, IntArray
from scene.table.footprints import Disc

NARROWEST = 1e-13
"""Radians: sectors narrower than this are rounding."""
BINS = 256
"""Into how many parts the view is cut to leave out what is behind something else."""
AT_ONCE = 1_000_000
"""Pairs of a bearing and a straight piece looked at in one go, to bound the memory."""


@dataclass(frozen=True, eq=False)
class Screen:
    """Something that lines do not get through: its outline in plan.

    Attributes:
        id: what it is charged to.
        lines: (n, 2, 2) float, straight pieces of the outline.
        disc: a round outline as well, or None.
    """

    id: str
    lines: FloatArray
    disc: Disc | None = None


@dataclass(frozen=True)
class DiscShadow:
    """What of a disc is reached from a point.

    Attributes:
        share: 0..1 of the disc's area.
        by: the rest of its area, charged to the first screen that the line meets, as shares of the whole.
        aim: x, y of a reached place in the disc, in the middle of the largest reached part; None if nothing is reached.
    """

    share: float
    by: dict[str, float]
    aim: tuple[float, float] | None


def reached(eye: tuple[float, float], target: Disc, screens: Sequence[Screen]) -> DiscShadow:
    """How much of the disc ``target``, of positive radius, straight lines from ``eye`` get to.

    A line that only touches a screen gets past it. A screen's disc that holds the eye is left out; so are all screens
    if the target holds the eye.
    """
    aside = np.subtract(target.centre, eye)
    far = float(np.hypot(*aside))
    if far <= target.radius:
        return DiscShadow(1.0, {}, target.centre)
    ahead = aside / far
    turn = np.array([[ahead[0], ahead[1]], [-ahead[1], ahead[0]]])
    half = float(np.arcsin(target.radius / far))
    lines, line_owner = _lines_in_view(eye, turn, half, screens)
    front = _in_front(lines, half, far + target.radius)
    lines, line_owner = lines[front], line_owner[front]
    discs, disc_owner = _discs_in_view(eye, turn, screens)
    view = _View(far, target.radius, lines, discs)
    bearings = view.bearings()
    starts, ends = bearings[:-1], bearings[1:]
    wide = ends - starts > NARROWEST
    open_area, hidden, first = view.sectors(starts[wide], ends[wide])
    owners = np.concatenate([line_owner, disc_owner])
    whole = np.pi * target.radius**2
    charged = np.bincount(owners[first[first >= 0]], weights=hidden[first >= 0], minlength=len(screens)) / whole
    by = {screen.id: float(share) for screen, share in zip(screens, charged, strict=True) if share > 0.0}
    share = min(1.0, max(0.0, float(open_area.sum() / whole)))
    if not len(open_area) or open_area.max() <= 0.0:
        return DiscShadow(share, by, None)
    pick = int(np.argmax(open_area))
    own = view.middle_of_open((starts[wide][pick] + ends[wide][pick]) / 2.0)
    x, y = own @ turn + np.asarray(eye)
    return DiscShadow(share, by, (float(x), float(y)))


def _lines_in_view(
    eye: tuple[float, float], turn: FloatArray, half: float, screens: Sequence[Screen]
) -> tuple[FloatArray, IntArray]:
    """The parts of all straight pieces within ``half`` radians of the way ahead, (n, 2, 2), and their screens.

    Pieces that run along a line of the view hide nothing and are left out. Each goes anticlockwise about the eye.
    """
    owner = np.repeat(np.arange(len(screens)), [len(screen.lines) for screen in screens])
    lines = np.concatenate([np.zeros((0, 2, 2)), *(screen.lines for screen in screens)])
    lines = (lines - np.asarray(eye)) @ turn.T
    for side in (1.0, -1.0):
        # Inside where the cross product with the edge of the view is not negative.
        depth = lines[:, :, 0] * np.sin(half) - side * lines[:, :, 1] * np.cos(half)
        keep = depth.max(axis=1) > 0.0
        lines, owner, depth = lines[keep], owner[keep], depth[keep]
        part = depth[:, 0] / np.where(depth[:, 0] != depth[:, 1], depth[:, 0] - depth[:, 1], 1.0)
        edge = lines[:, 0] + part[:, None] * (lines[:, 1] - lines[:, 0])
        lines = np.where((depth < 0.0)[..., None], edge[:, None], lines)
    sweep = _cross(lines[:, 0], lines[:, 1])
    seen = np.abs(sweep) > 1e-14
    lines, owner, sweep = lines[seen], owner[seen], sweep[seen]
    return np.where((sweep < 0.0)[:, None, None], lines[:, ::-1], lines), owner


def _discs_in_view(eye: tuple[float, float], turn: FloatArray, screens: Sequence[Screen]) -> tuple[FloatArray, IntArray]:
    """x, y and radius of the discs ahead that do not hold the eye, (n, 3), and their screens."""
    rows = [
        (*(turn @ np.subtract(screen.disc.centre, eye)), screen.disc.radius, number)
        for number, screen in enumerate(screens)
        if screen.disc is not None
    ]
    found = np.array(rows, dtype=np.float64).reshape(-1, 4)
    clear = (np.hypot(found[:, 0], found[:, 1]) > found[:, 2]) & (found[:, 0] + found[:, 2] > 0.0)
    return found[clear, :3], found[clear, 3].astype(np.int64)


def _in_front(lines: FloatArray, half: float, far: float) -> BoolArray:
    """(n,) False for lines that surely are nowhere the first to be met within ``far``.

    The view is cut into equal bins. A line across a whole bin hides what is farther in it than the line's two ends there.
    """
    edges = np.linspace(-half, half, BINS + 1)
    hidden_from = np.full(BINS + 1, far)
    hidden_from[BINS] = -np.inf
    span = _bearing(lines)
    whole = np.searchsorted(edges, span[:, 0], "left"), np.searchsorted(edges, span[:, 1], "right") - 1
    for part in _portions(whole[1] - whole[0]):
        line, at = _ranges(whole[0][part], whole[1][part])
        across = lines[line + part.start]
        np.minimum.at(hidden_from, at, np.maximum(_along(across, edges[at]), _along(across, edges[at + 1])))
    first = np.clip(np.searchsorted(edges, span[:, 0], "right") - 1, 0, BINS - 1)
    last = np.clip(np.searchsorted(edges, span[:, 1], "left") - 1, first, BINS - 1)
    limit = np.maximum.reduceat(hidden_from, np.stack([first, last + 1], axis=1).reshape(-1))[::2]
    run = lines[:, 1] - lines[:, 0]
    foot = np.clip(-np.einsum("ij,ij->i", lines[:, 0], run) / np.einsum("ij,ij->i", run, run), 0.0, 1.0)
    nearest = np.linalg.norm(lines[:, 0] + foot[:, None] * run, axis=1)
    return np.asarray(nearest <= limit + 1e-9)


def _ranges(begin: IntArray, end: IntArray) -> tuple[IntArray, IntArray]:
    """All whole numbers from each ``begin`` to before its ``end``, and the place of the range that each belongs to."""
    count = np.maximum(0, end - begin)
    place = np.repeat(np.arange(len(count)), count)
    return place, np.arange(len(place)) - np.repeat(np.cumsum(count) - count, count) + begin[place]


def _portions(counts: IntArray) -> list[slice]:
    """Slices of a list whose entries take so many rows each, of about `AT_ONCE` rows."""
    total = np.cumsum(np.maximum(0, counts))
    if not len(total):
        return []
    cuts = np.unique(np.searchsorted(total, np.arange(AT_ONCE, total[-1] + AT_ONCE, AT_ONCE), "left") + 1)
    starts = [0, *(int(cut) for cut in cuts if cut < len(total))]
    return [slice(one, other) for one, other in zip(starts, [*starts[1:], len(total)], strict=True)]


def _cross(first: FloatArray, second: FloatArray) -> FloatArray:
    return np.asarray(first[..., 0] * second[..., 1] - first[..., 1] * second[..., 0])


def _ways(bearings: FloatArray) -> FloatArray:
    """(..., 2) unit vectors."""
    return np.stack([np.cos(bearings), np.sin(bearings)], axis=-1)


@dataclass(frozen=True, eq=False)
class _View:
    """The eye at the origin, the target's centre on +x; what is in the way.

    Attributes:
        far: how far the target's centre is.
        radius: of the target.
        lines: (n, 2, 2) float, cut to the view, anticlockwise about the eye.
        discs: (k, 3) float, x, y, radius.
    """

    far: float
    radius: float
    lines: FloatArray
    discs: FloatArray

    @property
    def target(self) -> FloatArray:
        return np.array([self.far, 0.0, self.radius])

    def bearings(self) -> FloatArray:
        """All bearings, in order, at which what is nearest may change; the first and the last graze the target."""
        half = float(np.arcsin(self.radius / self.far))
        rounds = np.concatenate([self.discs, self.target[None]])
        found = [np.array([-half, 0.0, half]), _bearing(self.lines).reshape(-1), _crossings(self.lines)]
        for number, disc in enumerate(rounds):
            found.append(_line_meets_disc(self.lines, disc))
            found.append(_disc_meets_discs(disc, rounds[number + 1 :]))
        for x, y, radius in self.discs:
            spread = np.arcsin(radius / np.hypot(x, y))
            found.append(np.arctan2(y, x) + np.array([-spread, 0.0, spread]))
        every = np.concatenate(found)
        return np.unique(every[np.isfinite(every) & (np.abs(every) <= half)])

    def sectors(self, starts: FloatArray, ends: FloatArray) -> tuple[FloatArray, FloatArray, IntArray]:
        """Of each sector the target's area reached and not reached, and what comes first: a line, then discs, or -1."""
        middle = (starts + ends) / 2.0
        first, distance = self._first(middle)
        near, far = _through(self.target, middle)
        low = _swept_by_arc(self.target, starts, ends, side=-1)
        high = _swept_by_arc(self.target, starts, ends, side=1)
        chord = np.maximum(0.0, high - low)
        inside = (first >= 0) & (distance > near) & (distance < far)
        upto = np.maximum(0.0, self._swept_to(first, starts, ends) - low)
        open_area = np.where(inside, np.minimum(upto, chord), np.where(distance >= far, chord, 0.0))
        return open_area, chord - open_area, np.where(distance < far, first, -1)

    def middle_of_open(self, bearing: float) -> FloatArray:
        """(2,) the middle of what the line of that bearing reaches of the target."""
        at = np.array([bearing])
        near, far = _through(self.target, at)
        _, distance = self._first(at)
        return np.asarray(_ways(at)[0] * (near[0] + min(far[0], distance[0])) / 2.0)

    def _first(self, bearings: FloatArray) -> tuple[IntArray, FloatArray]:
        """The nearest thing at each of the ascending bearings (-1 for none) and how far it is (infinite)."""
        found, distance = np.full(len(bearings), -1), np.full(len(bearings), np.inf)
        span = _bearing(self.lines)
        # The bearings that each line spans are neighbours; between them they are few.
        begin, end = np.searchsorted(bearings, span[:, 0], "right"), np.searchsorted(bearings, span[:, 1], "left")
        for lines in _portions(end - begin):
            line, at = _ranges(begin[lines], end[lines])
            line += lines.start
            met = _along(self.lines[line], bearings[at])
            nearer = distance.copy()
            np.minimum.at(nearer, at, met)
            wins = (met == nearer[at]) & (met < distance[at])
            found[at[wins]], distance = line[wins], nearer
        for number, disc in enumerate(self.discs, start=len(self.lines)):
            near, _ = _through(disc, bearings)
            wins = (np.abs(_cross(_ways(bearings), disc[:2])) < disc[2]) & (near > 0.0) & (near < distance)
            found[wins], distance[wins] = number, near[wins]
        return found, distance

    def _swept_to(self, first: IntArray, starts: FloatArray, ends: FloatArray) -> FloatArray:
        """The area between the eye and the nearest thing in each sector; 0 where there is none."""
        area = np.zeros(len(first))
        straight = (first >= 0) & (first < len(self.lines))
        lines = self.lines[first[straight]]
        one, two = (_along(lines, at[straight]) for at in (starts, ends))
        area[straight] = one * two * np.sin(ends[straight] - starts[straight]) / 2.0
        for number, disc in enumerate(self.discs, start=len(self.lines)):
            here = first == number
            area[here] = _swept_by_arc(disc, starts[here], ends[here], side=-1)
        return area


def _bearing(points: FloatArray) -> FloatArray:
    return np.arctan2(points[..., 1], points[..., 0])


def _along(lines: FloatArray, bearings: FloatArray) -> FloatArray:
    """(n,) how far along each of n bearings the straight line through each of n pieces is met."""
    run = lines[:, 1] - lines[:, 0]
    slope = _cross(_ways(bearings), run)
    return _cross(lines[:, 0], run) / np.where(slope != 0.0, slope, 1.0)


def _through(disc: FloatArray, bearings: FloatArray) -> tuple[FloatArray, FloatArray]:
    """How far along each bearing a disc (x, y, radius) is entered and left; where it is missed, its nearest place."""
    ways = _ways(bearings)
    middle = ways @ disc[:2]
    half = np.sqrt(np.maximum(0.0, disc[2] ** 2 - _cross(ways, disc[:2]) ** 2))
    return middle - half, middle + half


def _swept_by_arc(disc: FloatArray, starts: FloatArray, ends: FloatArray, *, side: int) -> FloatArray:
    """The area between the eye and a disc's near (side -1) or far (+1) arc between two bearings.

    Green's theorem: half the integral of x dy - y dx along the arc.
    """
    one, two = (_through(disc, at)[0 if side < 0 else 1][:, None] * _ways(at) for at in (starts, ends))
    from_centre, to_centre = one - disc[:2], two - disc[:2]
    turned = np.arctan2(_cross(from_centre, to_centre), np.einsum("ij,ij->i", from_centre, to_centre))
    return np.asarray((disc[2] ** 2 * turned + _cross(disc[:2], two - one)) / 2.0)


def _crossings(lines: FloatArray) -> FloatArray:
    """The bearings at which straight pieces cross one another."""
    shapes = shapely.linestrings(lines) if len(lines) else np.array([], dtype=object)
    one, two = shapely.STRtree(shapes).query(shapes, predicate="intersects")
    one, two = one[one < two], two[one < two]
    run, other = lines[one, 1] - lines[one, 0], lines[two, 1] - lines[two, 0]
    spread = _cross(run, other)
    askew = spread != 0.0
    part = _cross(lines[two, 0] - lines[one, 0], other)[askew] / spread[askew]
    return _bearing(lines[one, 0][askew] + np.clip(part, 0.0, 1.0)[:, None] * run[askew])


def _line_meets_disc(lines: FloatArray, disc: FloatArray) -> FloatArray:
    """The bearings at which straight pieces cross the rim of a disc; not a number where they do not."""
    start, run = lines[:, 0] - disc[:2], lines[:, 1] - lines[:, 0]
    a, b = np.einsum("ij,ij->i", run, run), np.einsum("ij,ij->i", start, run)
    inner = b**2 - a * (np.einsum("ij,ij->i", start, start) - disc[2] ** 2)
    root = np.sqrt(np.where(inner >= 0.0, inner, np.nan))
    parts = np.stack([-b - root, -b + root]) / a
    points = lines[:, 0] + parts[..., None] * run
    return np.where((parts >= 0.0) & (parts <= 1.0), _bearing(points), np.nan).reshape(-1)


def _disc_meets_discs(disc: FloatArray, others: FloatArray) -> FloatArray:
    """The bearings at which the rims of discs cross; not a number where they do not."""
    apart = others[:, :2] - disc[:2]
    square = np.maximum(np.einsum("ij,ij->i", apart, apart), 1e-300)
    part = (square + disc[2] ** 2 - others[:, 2] ** 2) / (2.0 * square)
    aside = disc[2] ** 2 / square - part**2
    height = np.sqrt(np.where(aside >= 0.0, aside, np.nan))
    across = np.stack([-apart[:, 1], apart[:, 0]], axis=1)
    foot = disc[:2] + part[:, None] * apart
    return np.concatenate([_bearing(foot + sign * height[:, None] * across) for sign in (1.0, -1.0)])
