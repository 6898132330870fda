"""The measurements of a scan, made on photos of a real table, with their joint uncertainty.

A scan goes along with the table that was made of it. What still stands where it was measured is as uncertain as the scan
says; what was moved since, on the screen, stands exactly where it was put.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

import numpy as np

from scene.geometry.camera_model import CameraView, Lens
from scene.geometry.mesh import FloatArray
from scene.geometry.rigid_transform import RigidTransform

Measurable = Literal["piece", "shape", "figure", "tag", "point", "photo"]
"""What can be measured: terrain and figures, which also turn, and the middles of tags and single points, which do not.

A "shape" is a piece of terrain whose size was measured as well. Photos are there for what is measured on them later.
"""

PARAMETERS: Mapping[Measurable, int] = {"piece": 6, "shape": 9, "figure": 6, "tag": 3, "point": 3, "photo": 6}
"""How many parameters each has: x, y, z in inches; a small turn about the table's x, y, z axes through it, in degrees; and by
how much a shape is larger along the x, y, z axes of its own frame, in inches, its anchor staying where it is."""

TERRAIN = frozenset[Measurable]({"piece", "shape"})
"""What is a piece on the table."""

TerrainKnown = Literal["pieces", "all"]
"""What is known of the scenery on a table that was scanned: its pieces, and nothing of what may stand beside them; or all."""

Known = Literal["clear", "blocked", "unknown"]
"""Whether something stands between two things on the real table; ``unknown`` where only what was measured is free."""

NOT_KNOWN = "scenery without tags is not known"
"""What is said of a table of which only the pieces are known."""
RESERVATION = f"lines and ways are free of the measured pieces only; {NOT_KNOWN}"
"""The same with what it means for answers on it."""

UNKNOWN_TURN, UNKNOWN_PLACE = 60.0, 2.0
"""Degrees, inches: a figure of which a facing or a place has at least this standard deviation was not seen to face anywhere, or
to stand anywhere."""

ANEW = "new photos: "
"""How notes of a scan begin that new photos of its table left."""
NOT_SCANNED = "the scenery was not measured: it is taken to stand as the table has it, and tags 0 to 3 flush in the corners"
"""What is noted of new photos of a table that was made up."""

MOVED = 1e-6
"""Inches: what is this far from where it was measured was moved since."""


def known_between(terrain_known: TerrainKnown | None, *, blocked: bool) -> Known | None:
    """What is known of what stands between two things; None on a table that was made up, which is as it says.

    Args:
        terrain_known: what is known of the table's scenery.
        blocked: whether what is on the table stands between them. What was not measured could only be in the way as well.
    """
    if terrain_known is None:
        return None
    return "blocked" if blocked else "clear" if terrain_known == "all" else "unknown"


@dataclass(frozen=True)
class ScanMeasurement:
    """A thing that was measured.

    Attributes:
        id: the piece's, the figure's, or one of its own ("tag-7").
        of: what it is.
        position: x, y, z in inches, as measured.
    """

    id: str
    of: Measurable
    position: tuple[float, float, float]


@dataclass(frozen=True)
class ScanPhoto:
    """A photo that the scan was made of.

    Attributes:
        file: its name, without folders.
        sha256: of its bytes, 64 hexadecimal digits.
        camera: which of the scan's cameras took it.
        pose: takes the camera's frame (x right, y down, z ahead) to the table's.
    """

    file: str
    sha256: str
    camera: int
    pose: RigidTransform


@dataclass(frozen=True, eq=False)
class Scan:
    """All that was measured, and how well. Scans of equal content are equal.

    Attributes:
        things: what was measured.
        covariance: (n, n) float, joint over the parameters of all things in their order (see `PARAMETERS`).
        size_sigma: standard deviation of the table's size along x and y, inches; None if it was not measured.
        cameras: the lenses of the photos.
        photos: where each photo was taken.
        notes: what was assumed ("facing of ork-2 not measured").
        terrain_known: what of the real table's scenery; all of it only where somebody says that nothing else stands there.
    """

    things: tuple[ScanMeasurement, ...]
    covariance: FloatArray
    size_sigma: tuple[float, float] | None = None
    cameras: tuple[Lens, ...] = ()
    photos: tuple[ScanPhoto, ...] = ()
    notes: tuple[str, ...] = ()
    terrain_known: TerrainKnown = "pieces"

    def __post_init__(self) -> None:
        matrix = np.array(self.covariance, dtype=np.float64)
        count = sum(PARAMETERS[thing.of] for thing in self.things)
        if matrix.shape != (count, count):
            raise ValueError(f"the things have {count} parameters and the covariance is {matrix.shape}")
        matrix = (matrix + matrix.T) / 2.0
        matrix.setflags(write=False)
        object.__setattr__(self, "covariance", matrix)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Scan):
            return NotImplemented
        return self._plain == other._plain and np.array_equal(self.covariance, other.covariance)

    def __hash__(self) -> int:
        return hash(self._plain)

    @property
    def _plain(self) -> tuple[object, ...]:
        return self.things, self.size_sigma, self.cameras, self.photos, self.notes, self.terrain_known

    @cached_property
    def slots(self) -> tuple[slice, ...]:
        """Where the parameters of each thing are in the covariance."""
        ends = np.cumsum([PARAMETERS[thing.of] for thing in self.things]).tolist()
        return tuple(slice(end - PARAMETERS[thing.of], end) for thing, end in zip(self.things, ends, strict=True))

    @cached_property
    def sigmas(self) -> tuple[FloatArray, ...]:
        """The standard deviations of the parameters of each thing: inches, then degrees."""
        sigma = np.sqrt(np.clip(np.diag(self.covariance), 0.0, None))
        return tuple(sigma[slot] for slot in self.slots)

    @property
    def typical_sigma(self) -> float:
        """The median, over all things, of the standard deviation of a coordinate, inches; 0 where nothing was measured."""
        on_table = [sigma for thing, sigma in zip(self.things, self.sigmas, strict=True) if thing.of != "photo"]
        means = [float(np.sqrt(np.mean(sigma[:3] ** 2))) for sigma in on_table]
        return float(np.median(means)) if means else 0.0

    @cached_property
    def views(self) -> dict[str, CameraView]:
        """Lens and place of every photo, by its file's name."""
        return {photo.file: CameraView(self.cameras[photo.camera], photo.pose) for photo in self.photos}

    @cached_property
    def _index(self) -> dict[tuple[str, str], int]:
        return {(thing.of, thing.id): index for index, thing in enumerate(self.things)}

    @property
    def marks(self) -> dict[str, tuple[float, float, float]]:
        """The places of all tags and points by their ids."""
        return {thing.id: thing.position for thing in self.things if thing.of in {"tag", "point"}}

    def mark(self, name: str) -> int | None:
        """The place among the things of a tag or a point; None if there is none of that id."""
        return self._index.get(("tag", name), self._index.get(("point", name)))

    def standing(self, of: Measurable, name: str, at: tuple[float, float, float]) -> int | None:
        """The place among the things of a piece or figure that is at ``at``; None if not measured, or moved since.

        A piece may have been measured with its size, as a shape.
        """
        index = self._index.get((of, name), self._index.get(("shape", name)) if of == "piece" else None)
        if index is None or float(np.abs(np.subtract(at, self.things[index].position)).max()) > MOVED:
            return None
        return index

    def only(self, chosen: Iterable[int]) -> "Scan":
        """The scan of some of the things, in this order, with their joint covariance."""
        picked = list(chosen)
        numbers = np.array([number for i in picked for number in range(*self.slots[i].indices(len(self.covariance)))], int)
        matrix = self.covariance[np.ix_(numbers, numbers)]
        return replace(self, things=tuple(self.things[i] for i in picked), covariance=matrix)

    def renamed(self, old: str, new: str) -> "Scan":
        """The scan with another id of a piece; one of that id that was measured once and is gone is forgotten."""
        if not any((of, old) in self._index for of in TERRAIN) or old == new:
            return self
        known = self.without(new)
        things = [replace(thing, id=new) if thing.of in TERRAIN and thing.id == old else thing for thing in known.things]
        return replace(known, things=tuple(things))

    def without(self, piece: str) -> "Scan":
        """The scan without what it measured of a piece, if it did."""
        return self.only(i for i, thing in enumerate(self.things) if not (thing.of in TERRAIN and thing.id == piece))

    @cached_property
    def unknown_turns(self) -> tuple[int, ...]:
        """The parameters that are facings of figures of which nothing is known."""
        return tuple(
            slot.stop - 1
            for thing, slot, sigma in zip(self.things, self.slots, self.sigmas, strict=True)
            if thing.of == "figure" and sigma[5] >= UNKNOWN_TURN
        )

    @cached_property
    def known_covariance(self) -> FloatArray:
        """(n, n) the covariance, with zeros for facings of which nothing is known."""
        matrix = self.covariance.copy()
        for number in self.unknown_turns:
            matrix[number], matrix[:, number] = 0.0, 0.0
        return matrix

    @cached_property
    def _factor(self) -> FloatArray:
        """(n, n) a square root of `known_covariance`; what rounding has made negative counts as zero."""
        sigma = np.sqrt(np.clip(np.diag(self.known_covariance), 0.0, None))
        scale = np.where(sigma > 0.0, sigma, 1.0)
        # Inches and degrees are brought to one scale, so that rounding in one is not measured by the other.
        values, vectors = np.linalg.eigh(self.known_covariance / np.outer(scale, scale))
        return np.asarray(sigma[:, None] * vectors * np.sqrt(np.clip(values, 0.0, None)))

    def draws(self, rng: np.random.Generator, count: int, *, widened: float = 1.0) -> FloatArray:
        """(count, n) errors of all parameters, drawn together; facings of which nothing is known are even all around.

        Args:
            rng: what draws.
            count: how many.
            widened: by what the errors are larger than the scan says.
        """
        found = np.asarray(rng.standard_normal((count, len(self.covariance))) @ self._factor.T) * widened
        for number in self.unknown_turns:
            found[:, number] = rng.uniform(-180.0, 180.0, count)
        return found

    def given(self, errors: FloatArray, index: int) -> FloatArray:
        """(count, n) what is left of drawn errors (count, n) if one thing had been measured without any.

        What went with it by their correlation goes away as well.
        """
        slot, matrix = self.slots[index], self.known_covariance
        gain = matrix[:, slot] @ np.linalg.pinv(matrix[slot, slot], rcond=1e-9, hermitian=True)
        left = errors - errors[:, slot] @ gain.T
        left[:, slot] = 0.0
        return np.asarray(left)
