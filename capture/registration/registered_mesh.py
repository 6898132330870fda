"""A registered mesh: where a scan that others made lies on the table, how large it is, and how sure that is."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from capture.registration.ground_plane import GroundPlane
from capture.registration.point_registration import Pair, PointFit, spread_of
from scene.geometry.mesh import FloatArray, Mesh, Point
from scene.geometry.similarity import Similarity, slopes
from scene.table.scan_measurements import PARAMETERS, Measurable, Scan, ScanMeasurement
from scene.table.table import MM_PER_INCH

EDGE_MM = 3.0
"""The standard deviation of the edges of a ground that was found by itself: scans are ragged there."""


@dataclass(frozen=True)
class FoundPoint:
    """A tag or a point that was found on the scan.

    Attributes:
        id: what it is called on the table.
        of: what it is.
        position: on the table, inches.
        sigma: inches: the standard deviation of each coordinate that is its own.
    """

    id: str
    of: Measurable
    position: Point
    sigma: float


@dataclass(frozen=True, eq=False)
class Registration:
    """Where a mesh lies.

    Attributes:
        similarity: takes the mesh's own frame to the table's.
        centre: (3,) float: the place on the table that the covariance is about.
        covariance: (7, 7) float of the seven small changes of `scene.geometry.similarity`.
        marks: what was found on it.
        size: the table's, inches, where it was found.
        size_sigma: its standard deviations.
        notes: what was assumed.
        leans: what it was registered by that the table's scan has already: those marks' ids, and (7, 3 n) float, how the seven
            changes follow from their places.
    """

    similarity: Similarity
    centre: FloatArray
    covariance: FloatArray
    marks: tuple[FoundPoint, ...] = ()
    size: tuple[float, float] | None = None
    size_sigma: tuple[float, float] | None = None
    notes: tuple[str, ...] = ()
    leans: tuple[tuple[str, ...], FloatArray] | None = None


@dataclass(frozen=True)
class MeshScale:
    """How long a unit of the mesh is.

    Attributes:
        inches: on the table.
        sigma: the relative standard deviation.
        words: what says so, for messages: "--units mm".
    """

    inches: float
    sigma: float
    words: str


def by_points(pairs: Sequence[Pair], fit: PointFit, scale: MeshScale | None, known: Sequence[str] = ()) -> Registration:
    """The registration by points; ``known`` are those of them that are marks of the table's scan."""
    table = np.array([pair.table for pair in pairs])
    gain, centre = spread_of(table, scale_known=scale is not None)
    covariance = (fit.sigma * fit.widened) ** 2 * gain @ gain.T
    if scale is not None:
        covariance[6, 6] = scale.sigma**2
    places = fit.similarity.to_table(np.array([pair.mesh for pair in pairs])).tolist()
    sigma = fit.sigma * fit.widened
    marks = [
        FoundPoint(pair.name.replace(" ", "-"), "point", _point(place), sigma)
        for pair, place in zip(pairs, places, strict=True)
        if pair.name not in known
    ]
    told = f"{len(pairs)} points that agree to {fit.rms * MM_PER_INCH:.2f} mm"
    if fit.assumed:
        told += f"; {fit.sigma * MM_PER_INCH:g} mm of error was assumed for each coordinate"
    slots = [3 * i + axis for i, pair in enumerate(pairs) if pair.name in known for axis in range(3)]
    leans = (tuple(pair.name for pair in pairs if pair.name in known), gain[:, slots]) if slots else None
    return Registration(fit.similarity, centre, covariance, tuple(marks), notes=(f"registered by {told}",), leans=leans)


def by_ground(ground: GroundPlane, scale: MeshScale, size: tuple[float, float] | None) -> Registration:
    """The registration by the ground alone; the table's ``size`` is laid on its middle, the ground's own otherwise."""
    found = ground.size * scale.inches
    sides = found if size is None else np.array(size)
    corner = (ground.low + ground.high) / 2.0 * scale.inches - sides / 2.0
    shift = -np.array([*corner, ground.height * scale.inches])
    flatness, edge = ground.flatness * scale.inches, EDGE_MM / MM_PER_INCH
    half = sides / 2.0
    turns = [flatness / half[1], flatness / half[0], edge / half.max()]
    covariance = np.diag(np.array([edge, edge, flatness, *turns, scale.sigma]) ** 2)
    return Registration(
        Similarity(scale.inches, ground.rotation, shift),
        np.array([*half, 0.0]),
        covariance,
        size=(float(sides[0]), float(sides[1])),
        size_sigma=None if size is not None else _two(np.hypot(np.sqrt(2.0) * edge, found * scale.sigma)),
        notes=(f"levelled by its ground, flat to {flatness * MM_PER_INCH:.2f} mm; edges good to {EDGE_MM:g} mm were assumed",),
    )


def with_piece(before: Scan | None, name: str, position: Point, placed: Mesh, found: Registration) -> Scan:
    """The table's scan with a piece that was registered, and with its marks; they go together as the registration says.

    A piece is rigid: that its scale is not quite known is counted as if its place were.

    Args:
        before: what was measured already, if anything.
        name: of the piece.
        position: where it has its place, exactly as in the table file.
        placed: the piece on the table.
        found: its registration.
    """
    old = before or Scan((), np.zeros((0, 0)))
    taken = {thing.id for thing in old.things}
    named = [replace(mark, id=f"{name}-{mark.id}") if mark.of == "point" else mark for mark in found.marks]
    marks = [mark for mark in named if mark.id not in taken]
    things = (ScanMeasurement(name, "piece", position), *(ScanMeasurement(mark.id, mark.of, mark.position) for mark in marks))
    places = np.array([thing.position for thing in things])
    moves = slopes(places, found.centre)
    turns = np.zeros((3, 7))
    turns[:, 3:6] = np.degrees(np.eye(3))
    jacobian = np.concatenate([moves[0], turns, *moves[1:]])
    spread = found.covariance[6, 6] * ((placed.vertices - position) ** 2).mean(axis=0)
    own = np.concatenate([spread, np.zeros(3), *(np.full(3, mark.sigma**2) for mark in marks)])
    leaning = np.zeros((7, len(old.covariance)))
    if found.leans is not None:
        slots = [old.slots[index] for mark in found.leans[0] if (index := old.mark(mark)) is not None]
        leaning[:, np.concatenate([np.arange(slot.start, slot.stop) for slot in slots])] = found.leans[1]
    inner = found.covariance + leaning @ old.covariance @ leaning.T
    across = jacobian @ leaning @ old.covariance
    joint = np.block([[old.covariance, across.T], [across, jacobian @ inner @ jacobian.T + np.diag(own)]])
    assert len(joint) == len(old.covariance) + sum(PARAMETERS[thing.of] for thing in things)
    told = tuple(f"{name}: {note}" for note in found.notes)
    size_sigma = old.size_sigma if before is not None else found.size_sigma
    return replace(old, things=(*old.things, *things), covariance=joint, notes=(*old.notes, *told), size_sigma=size_sigma)


def _two(values: FloatArray) -> tuple[float, float]:
    return float(values[0]), float(values[1])


def _point(values: Sequence[float]) -> Point:
    x, y, z = (float(value) for value in values)
    return x, y, z
