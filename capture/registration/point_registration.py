"""Registration of a mesh by points: where it lies, how large it is, how well the points agree, and which one does not."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from scene.base.errors import SceneError
from scene.base.messages import plain
from scene.geometry.mesh import FloatArray, Point
from scene.geometry.similarity import Similarity, fit_similarity, slopes
from scene.table.table import MM_PER_INCH

ASSUMED_MM = 1.0
"""The standard deviation of a coordinate of a point where too few points tell it: care with a ruler and a mouse."""

TOGETHER = 1e-3
"""Of the extent: points nearer to each other are one point."""

THINNEST = 0.02
"""Of the length: points that lie nearer to a line do not say how the mesh is turned about it."""

MIRRORED = 0.3
"""Where the best mirrored fit leaves less than this share of the misses, the points are mirrored."""

OUTLYING = 0.3
"""Where leaving out one point leaves less than this share of the misses, that one is wrong."""

NOT_WORTH_NAMING = 1.0
"""Millimetres: points that agree so well have no wrong one among them."""

WORST = 1.0
"""Inches: points that agree no better than this register nothing."""

TWO_SIDED = 1.959964
"""Standard deviations of a normal distribution that hold 95 of 100 on both sides."""


@dataclass(frozen=True)
class Pair:
    """A point of the mesh and where it is on the table.

    Attributes:
        name: what messages call it.
        mesh: in the mesh's own frame and unit.
        table: in inches.
    """

    name: str
    mesh: Point
    table: Point


@dataclass(frozen=True, eq=False)
class PointFit:
    """What points say.

    Attributes:
        similarity: takes the mesh to the table.
        misses: (n, 3) float, inches: from where the table has each point to where the mesh comes to have it.
        sigma: inches: the standard deviation of a coordinate of a point.
        assumed: whether that is `ASSUMED_MM`, and not what the misses say.
        widened: by what standard deviations are larger because few points say how well they agree.
        free: the similarity with the scale left to the points; the same where it was.
        free_sigma: the relative standard deviation of its scale.
        notes: what looks wrong.
    """

    similarity: Similarity
    misses: FloatArray
    sigma: float
    assumed: bool
    widened: float
    free: Similarity
    free_sigma: float
    notes: tuple[str, ...]

    @property
    def rms(self) -> float:
        """Inches: the root mean square of the points' distances from where they should be."""
        return float(np.sqrt((self.misses**2).sum(axis=1).mean()))


def fit_points(pairs: Sequence[Pair], *, scale: float | None = None) -> PointFit:
    """The similarity that the points say.

    Args:
        pairs: three or more, not on one line.
        scale: inches to one unit of the mesh, where that is known.

    Raises:
        SceneError: with all reasons why the points do not register the mesh.
    """
    mesh, table = _arrays(pairs)
    if faults := _faults(pairs, mesh, table):
        raise SceneError(faults)
    similarity = fit_similarity(mesh, table, scale=scale)
    free = similarity if scale is None else fit_similarity(mesh, table)
    unknowns = 7 if scale is None else 6
    misses = similarity.to_table(mesh) - table
    rms = _rms(misses)
    _refuse_mirrored(mesh, table, scale, rms)
    notes = _outlier(pairs, mesh, table, scale, rms)
    if rms > WORST:
        raise SceneError([f"the points agree only to {rms * MM_PER_INCH:.0f} mm, which registers nothing", *notes])
    sigma, assumed, widened = _spread(misses, unknowns)
    # With a wrong scale held, the misses would tell of that, and not of the points.
    loose, _, broad = _spread(free.to_table(mesh) - table, 7)
    reach = float(np.sqrt(((table - table.mean(axis=0)) ** 2).sum()))
    return PointFit(similarity, misses, sigma, assumed, widened, free, loose * broad / reach, tuple(notes))


def spread_of(table: FloatArray, *, scale_known: bool) -> tuple[FloatArray, FloatArray]:
    """How the seven changes of the fit follow from errors of its (n, 3) points, and the centre (3,) that they are about.

    The first is (7, 3 n); a known scale does not follow.
    """
    centre = table.mean(axis=0)
    design = slopes(table, centre).reshape(-1, 7)
    if scale_known:
        design = design[:, :6]
    gain = np.zeros((7, len(design)))
    gain[: design.shape[1]] = np.linalg.pinv(design)
    return gain, centre


def _arrays(pairs: Sequence[Pair]) -> tuple[FloatArray, FloatArray]:
    return np.array([pair.mesh for pair in pairs]).reshape(-1, 3), np.array([pair.table for pair in pairs]).reshape(-1, 3)


def _rms(misses: FloatArray) -> float:
    return float(np.sqrt((misses**2).sum(axis=1).mean()))


def _faults(pairs: Sequence[Pair], mesh: FloatArray, table: FloatArray) -> list[str]:
    if len(pairs) < 3:
        return [f"a mesh is registered by three points or more, and there are {len(pairs)}"]
    faults = []
    for what, points in (("of the mesh", mesh), ("on the table", table)):
        extent = float(np.linalg.norm(np.ptp(points, axis=0)))
        near = [
            (a.name, b.name)
            for (i, a), (j, b) in combinations(enumerate(pairs), 2)
            if np.linalg.norm(points[i] - points[j]) <= TOGETHER * extent
        ]
        faults += [f"{a} and {b} are one place {what}; take points far from each other" for a, b in near]
        if not near:
            strengths = np.linalg.svd(points - points.mean(axis=0), compute_uv=False)
            if strengths[1] < THINNEST * strengths[0]:
                faults.append(f"the points {what} lie on one line, about which anything can turn; take one beside it")
    return faults


def _refuse_mirrored(mesh: FloatArray, table: FloatArray, scale: float | None, rms: float) -> None:
    if len(mesh) < 4 or rms * MM_PER_INCH < NOT_WORTH_NAMING:
        return  # three points lie on a plane, where a mirror image is the other side
    mirror = fit_similarity(mesh, table, scale=scale, mirrored=True)
    left = _rms(mirror.to_table(mesh) - table)
    if left < MIRRORED * rms:
        raise SceneError(
            f"the points are mirrored: they agree to {_mm(left)} as in a mirror and to {_mm(rms)} otherwise."
            " Are y and z swapped? If the scan itself is mirrored, give --mirrored"
        )


def _outlier(pairs: Sequence[Pair], mesh: FloatArray, table: FloatArray, scale: float | None, rms: float) -> list[str]:
    """A line that names the one point that does not go with the others, if there is one."""
    unknowns = 7 if scale is None else 6
    if len(pairs) < 4 or rms * MM_PER_INCH < NOT_WORTH_NAMING:
        return []
    left, freedom = [], max(3 * (len(pairs) - 1) - unknowns, 1)
    for i in range(len(pairs)):
        rest = np.delete(np.arange(len(pairs)), i)
        strengths = np.linalg.svd(mesh[rest] - mesh[rest].mean(axis=0), compute_uv=False)
        if strengths[1] < THINNEST * strengths[0]:
            left.append(np.inf)
            continue
        fit = fit_similarity(mesh[rest], table[rest], scale=scale)
        left.append(float(((fit.to_table(mesh[rest]) - table[rest]) ** 2).sum()) / freedom)
    order = np.argsort(left)
    best, second = np.sqrt(left[order[0]]), np.sqrt(left[order[1]])
    now = rms * np.sqrt(len(pairs) / (3 * len(pairs) - unknowns))
    # The second best must be much worse: otherwise which of the two is wrong cannot be told.
    if best > OUTLYING * now or best > 2.0 * OUTLYING * second:
        return []
    agree = best * np.sqrt(freedom / (len(pairs) - 1))
    return [f"without {pairs[order[0]].name} the rest agree to {_mm(float(agree))}; look at it again"]


def _spread(misses: FloatArray, unknowns: int) -> tuple[float, bool, float]:
    """Standard deviation of a coordinate, whether it is assumed, and what few points widen it by."""
    freedom = misses.size - unknowns
    found = float(np.sqrt((misses**2).sum() / freedom))
    assumed = ASSUMED_MM / MM_PER_INCH
    if len(misses) > 3:
        from scipy.special import stdtrit

        # Student's t: with few points the misses themselves say only roughly how large they are.
        return found, False, float(stdtrit(freedom, 0.975)) / TWO_SIDED
    return max(found, assumed), found <= assumed, 1.0


def _mm(inches: float) -> str:
    return f"{plain(round(inches * MM_PER_INCH, 1 if inches * MM_PER_INCH < 10 else 0))} mm"
