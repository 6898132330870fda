"""The limits of a distance on a scanned table: between which it lies in 95 of 100 cases.

Both things move as their joint errors say, each as one rigid thing. As long as the same points are the nearest, the distance
goes straight with the errors, and the limits follow in closed form. Where others become the nearest, or the things come to
touch, it does not; so it is measured again on drawn scenes, which also tell whether the closed form will do.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from scene.geometry.mesh import FloatArray, Mesh
from scene.measuring.distance import Span, Thing, nearest
from scene.measuring.scan_samples import moved_figure, moved_piece
from scene.table.scan_measurements import TERRAIN, Scan
from scene.table.table import Figure, Piece

TWO_SIDED = 1.96
"""Standard deviations on either side that hold 95 of 100 errors along one line."""

ONE_OF_FOUR = 2.5
"""Standard deviations by which the nearest of four corners of parallel walls is too near in 5 of 100 scans: each in 1.25."""

IN_SPACE = 2.8
"""Standard deviations that hold 95 of 100 errors in space: what is found no farther apart may be together."""

DRAWS = 300
STRAIGHT = 0.1
"""Of the standard deviation: where hardly a drawn distance is off the closed form by more, that one is taken."""
AROUND = 12.0
"""Standard deviations within which triangles may come to matter."""
MOST_TRIANGLES = 20_000
"""With more that may matter, nothing is drawn, and the limits are on the safe side."""


@dataclass(frozen=True)
class DistanceEnd:
    """One end of a distance.

    Attributes:
        thing: what is measured to.
        index: its place among the scan's things; None for what is exact.
    """

    thing: Thing
    index: int | None = None


def limits(scan: Scan, span: Span, a: DistanceEnd, b: DistanceEnd) -> tuple[float, float]:
    """The least and the greatest distance, inches, that hold in 95 of 100 cases; both the distance where both ends are exact.

    Read both ways: of scenes drawn around the scan, and of scans of one scene, at least so many are within.

    Args:
        scan: the table's.
        span: the nearest points of the two things as the table has them.
        a, b: the two things.
    """
    chosen = list(dict.fromkeys(end.index for end in (a, b) if end.index is not None))
    if not chosen or a.index == b.index:
        return span.distance, span.distance
    own = scan.only(chosen)
    ends = [DistanceEnd(end.thing, None if end.index is None else chosen.index(end.index)) for end in (a, b)]
    slopes = _slopes(own, ends[1], span.to) - _slopes(own, ends[0], span.from_)
    spread = slopes @ own.known_covariance @ slopes.T
    widest = float(np.sqrt(max(np.linalg.eigvalsh(spread)[-1], 0.0)))
    distance = span.distance
    along = np.subtract(span.to, span.from_) / distance if distance > 0.0 else np.zeros(3)
    sigma = float(np.sqrt(max(along @ spread @ along, 0.0)))
    together = distance <= IN_SPACE * widest
    low, high = distance - TWO_SIDED * sigma, distance + TWO_SIDED * sigma
    errors = own.draws(np.random.default_rng(0), DRAWS)
    drawn = _drawn(own, ends, errors, distance + AROUND * _reach(own, ends))
    if drawn is not None:
        straight = distance + errors @ (along @ slopes)
        if together or float(np.quantile(np.abs(drawn - straight), 0.95)) > STRAIGHT * sigma:
            below, above = (float(value) for value in np.quantile(drawn, [0.025, 0.975]))
            # As scenes lie around the scan, and mirrored, as scans lie around the scene.
            low, high = min(below, 2.0 * distance - above), max(above, 2.0 * distance - below)
            if above > 0.0 and any(_has_corners(end.thing) for end in ends):
                high = max(high, distance + ONE_OF_FOUR * (sigma if distance > 0.0 else widest))
    elif together:
        high = distance + (IN_SPACE + 0.3) * widest
    return (0.0 if together else max(low, 0.0)), high


def _has_corners(thing: Thing) -> bool:
    return isinstance(thing, Piece) or (isinstance(thing, Figure) and thing.base_mm <= 0)


def _slopes(scan: Scan, end: DistanceEnd, point: Sequence[float]) -> FloatArray:
    """(3, n) by how much a point of a thing moves with each parameter."""
    found = np.zeros((3, len(scan.covariance)))
    if end.index is None:
        return found
    slot, thing = scan.slots[end.index], scan.things[end.index]
    found[:, slot.start : slot.start + 3] = np.eye(3)
    x, y, z = np.subtract(point, thing.position)
    turns = np.radians(np.array([[0.0, z, -y], [-z, 0.0, x], [y, -x, 0.0]]))
    if thing.of in TERRAIN:
        found[:, slot.start + 3 : slot.start + 6] = turns
        if thing.of == "shape" and isinstance(end.thing, Piece):
            # By how much its size moves the point: the share of the size at which it lies, along each own axis.
            size, turn = np.ptp(end.thing.shape.bounds, axis=0), end.thing.pose.matrix
            at = end.thing.pose.to_own(np.asarray(point, dtype=np.float64)) / np.where(size > 0.0, size, np.inf)
            found[:, slot.start + 6 : slot.stop] = turn * at
    elif thing.of == "figure":
        # Figures stand upright: they turn about z only.
        found[:, slot.stop - 1] = turns[:, 2]
    return found


def _reach(scan: Scan, ends: Sequence[DistanceEnd]) -> float:
    """One standard deviation, inches, of how far a point of the two things moves, or a little more."""
    total = 0.0
    for end in ends:
        if end.index is None:
            continue
        sigma = scan.sigmas[end.index]
        total += float(np.linalg.norm(sigma[:3]))
        if isinstance(end.thing, Figure | Piece):
            shape = end.thing.body.counts if isinstance(end.thing, Figure) else end.thing.shape
            lever = float(np.linalg.norm(np.abs(shape.bounds).max(axis=0)))
            total += lever * min(float(np.radians(np.linalg.norm(sigma[3:6]))), 1.0) + float(np.linalg.norm(sigma[6:]))
    return total


def _drawn(scan: Scan, ends: Sequence[DistanceEnd], errors: FloatArray, within: float) -> FloatArray | None:
    """(k,) distances with each of the errors (k, n); None where it would take too long."""
    boxes = [_box(end.thing) for end in ends]
    # A shape is drawn in other sizes, which only the whole of it has.
    shapes = {index for index, thing in enumerate(scan.things) if thing.of == "shape"}
    near = [
        end.thing if end.index in shapes else _near(end.thing, box, within)
        for end, box in zip(ends, reversed(boxes), strict=True)
    ]
    if sum(len(thing.shape.faces) for thing in near if isinstance(thing, Piece)) > MOST_TRIANGLES:
        return None
    found = []
    for error in errors:
        moved = [_moved(scan, thing, end.index, error) for thing, end in zip(near, ends, strict=True)]
        found.append(nearest(moved[0], moved[1]).distance)
    return np.array(found)


def _moved(scan: Scan, thing: Thing, index: int | None, error: FloatArray) -> Thing:
    if index is None:
        return thing
    own = error[scan.slots[index]]
    if isinstance(thing, Piece):
        return moved_piece(thing, own)
    if isinstance(thing, Figure):
        return moved_figure(thing, own)
    return tuple(float(value) for value in np.asarray(thing) + own)


def _box(thing: Thing) -> FloatArray:
    """(2, 3) a box around what is measured to."""
    if isinstance(thing, Piece):
        return thing.placed.bounds
    if isinstance(thing, Figure):
        base = np.array([thing.position] * 2) + np.array([[-1, -1, 0], [1, 1, 0]]) * thing.base_radius
        base[1, 2] += thing.base_height
        return np.stack([np.minimum(base[0], thing.box[0]), np.maximum(base[1], thing.box[1])])
    return np.array([thing, thing], dtype=np.float64)


def _near(thing: Thing, box: FloatArray, within: float) -> Thing:
    """The thing; of a piece only the triangles whose own boxes come so near to a box."""
    if not isinstance(thing, Piece):
        return thing
    triangles = thing.placed.triangles
    gap = np.maximum(0.0, np.maximum(triangles.min(axis=1) - box[1], box[0] - triangles.max(axis=1)))
    faces = thing.shape.faces[np.linalg.norm(gap, axis=1) <= within]
    used, numbers = np.unique(faces, return_inverse=True)
    return replace(thing, shape=Mesh.of(thing.shape.vertices[used], numbers.reshape(-1, 3)))
