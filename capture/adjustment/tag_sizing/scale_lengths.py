"""Measured lengths, which give the scale: which of them can be right together, and how large they make the print.

Photos alone tell the shape of everything; its size hangs on the print. Every measured length says by how much the print is
larger than thought, and lengths that are right say the same. So they are compared before they count: a wrong one would bend
what the photos show, and sound tags would seem to be wrong.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from capture.adjustment.adjustment_problem import LENS, SHARED, Problem, TagLength
from capture.adjustment.bundle_adjustment import Adjusted
from scene.geometry.mesh import FloatArray
from scene.table.table import MM_PER_INCH

AGREE = 4.0
"""Standard deviations: lengths that differ by more cannot both be right."""

TRUE_PRINT = 0.003
"""The share by which the print is likely to be off: it speaks for lengths that differ by less from what the tags say."""

LIKELY = (0.2, 5.0)
"""Tags are not printed smaller or larger than that by anybody; then it is the length that is wrong."""


@dataclass(frozen=True)
class Said:
    """What one length says.

    Attributes:
        share: how large the print is by it, 1 as thought, with its standard deviation ``sigma``.
        seen: the length by the photos and the tags' size as thought, inches.
    """

    length: TagLength
    share: float
    sigma: float
    seen: float

    def differs(self, share: float, sigma: float) -> bool:
        """Whether it cannot be right where the print is so large."""
        return abs(self.share - share) > AGREE * float(np.hypot(self.sigma, sigma))


@dataclass(frozen=True)
class Agreed:
    """The lengths that count.

    Attributes:
        lengths: those that agree; ``share`` is how large they make the print, 1 as thought.
        notes: a line for each of the others.
        doubtful: whether lengths contradict one another and nothing tells which is wrong, so that none counts.
    """

    lengths: tuple[TagLength, ...]
    share: float
    notes: tuple[str, ...]
    doubtful: bool = False


def agreed(adjusted: Adjusted, lengths: Sequence[TagLength], ids: Sequence[int]) -> Agreed:
    """The lengths that agree with one another, or the more with the print as well.

    Args:
        adjusted: the photos and tags, adjusted without any length.
        lengths: as measured.
        ids: of the tags.
    """
    every = [_said(adjusted, length) for length in lengths]
    likely = [each for each in every if LIKELY[0] < each.share < LIKELY[1]]
    sides = [[each for each in likely if not each.differs(one.share, one.sigma)] for one in likely]
    # That the print is as it was meant to be is as good as one more length.
    counts = [len(side) + (not one.differs(1.0, TRUE_PRINT)) for one, side in zip(likely, sides, strict=True)]
    most = max(counts, default=0)
    best = [side for side, count in zip(sides, counts, strict=True) if count == most]
    doubtful = any(not any(each in best[0] for each in side) for side in best)
    kept = [] if doubtful or not best else best[0]
    share = float(np.average([each.share for each in kept], weights=[each.sigma**-2 for each in kept])) if kept else 1.0
    notes = [_why(each, share, ids, doubtful=doubtful) for each in every if each not in kept]
    return Agreed(tuple(each.length for each in kept), share, tuple(notes), doubtful)


def resized(adjusted: Adjusted, share: float) -> FloatArray:
    """The unknowns of an adjustment with everything ``share`` times as large."""
    numbers = adjusted.numbers.copy()
    numbers[LENS] = (1.0 + numbers[LENS]) * share - 1.0
    numbers[SHARED:].reshape(-1, 6)[:, :3] *= share
    return numbers


def with_lengths(adjusted: Adjusted, found: Agreed, unknown: float) -> tuple[Problem, FloatArray]:
    """The problem with the lengths, and where its adjustment starts; ``unknown`` is the share by which the print may be off."""
    problem = adjusted.problem
    sigma = problem.known_sigma.copy()
    sigma[LENS] = max(unknown, abs(found.share - 1.0))
    return replace(problem, lengths=found.lengths, known_sigma=sigma), resized(adjusted, found.share)


def _said(adjusted: Adjusted, length: TagLength) -> Said:
    away = adjusted.tags[length.one, :3] - adjusted.tags[length.other, :3]
    seen = float(np.linalg.norm(away))
    columns = adjusted.problem.tag_columns()
    slots = np.concatenate([columns[length.one, :3], columns[length.other, :3]])
    along = np.concatenate([away, -away]) / max(seen, 1e-9)
    variance = along @ adjusted.covariance[np.ix_(slots, slots)] @ along - seen**2 * adjusted.covariance[LENS, LENS]
    share = length.inches / max(seen, 1e-9)
    sigma = share * float(np.hypot(length.sigma / length.inches, np.sqrt(max(variance, 0.0)) / max(seen, 1e-9)))
    return Said(length, share, sigma, seen)


def _why(each: Said, share: float, ids: Sequence[int], *, doubtful: bool) -> str:
    given = f"{each.length.inches * MM_PER_INCH:g} mm between tags {ids[each.length.one]} and {ids[each.length.other]}"
    found = f"{each.seen * share * MM_PER_INCH:.0f} mm"
    if not LIKELY[0] < each.share < LIKELY[1]:
        return f"the length of {given} is not used: it is {found} by the photos and the tags' size"
    if doubtful:
        return f"the length of {given} is not used: measured lengths contradict one another ({found} by the tags' size)"
    return f"the length of {given} is not used: the other lengths and the tags make it {found}"
