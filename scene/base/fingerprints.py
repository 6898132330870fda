"""Fingerprints of rows of numbers: one number for each, to find equal rows in no more time than sorting takes."""

import numpy as np
from numpy.typing import NDArray


def fingerprints(rows: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """(n,) one number for each of (n, k) rows: equal for equal rows, and otherwise practically never."""
    mixed = np.zeros(len(rows), dtype=np.uint64)
    for column in range(rows.shape[1]):
        # Steele, Lea, Flood 2014, "Fast splittable pseudorandom number generators": the mixing of SplitMix64.
        mixed = (mixed + rows[:, column] + np.uint64(0x9E3779B97F4A7C15)) * np.uint64(0xBF58476D1CE4E5B9)
        mixed = (mixed ^ (mixed >> np.uint64(31))) * np.uint64(0x94D049BB133111EB)
        mixed ^= mixed >> np.uint64(29)
    return mixed
