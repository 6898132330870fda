"""Distinct rows of a table of numbers: as `numpy.unique` with ``axis=0`` has them, several times faster.

That sorts rows as wholes, number by number in each comparison; sorting by one column after the other goes over each once.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray


def distinct_rows(rows: NDArray[Any]) -> tuple[NDArray[Any], NDArray[np.intp]]:
    """(m, k) the rows (n, k) that differ, in their order by the first column, then by the next; and (n,) which each is."""
    if not len(rows):
        return rows, np.zeros(0, dtype=np.intp)
    # Whether or not is eight to a byte, in the same order.
    keys = np.packbits(rows, axis=1) if rows.dtype == np.bool_ else rows
    order = np.lexsort(keys.T[::-1]) if keys.shape[1] else np.arange(len(rows))
    sorted_keys = keys[order]
    new = np.ones(len(rows), dtype=bool)
    new[1:] = (sorted_keys[1:] != sorted_keys[:-1]).any(axis=1)
    which = np.empty(len(rows), dtype=np.intp)
    which[order] = np.cumsum(new) - 1
    return rows[order[new]], which
