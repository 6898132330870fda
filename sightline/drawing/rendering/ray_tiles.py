"""Work on many rays in tiles: small enough for the processor's cache, as many at a time as it has cores."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import TypeVar

TILE = 16_384
"""Rays at a time; below what a ray scene splits by itself."""

Result = TypeVar("Result")


def in_tiles(work: Callable[[slice], Result], count: int) -> list[Result]:
    """The results of ``work`` on all slices of ``count`` rays, in order. NumPy and Embree let the cores share."""
    return list(_workers().map(work, [slice(start, start + TILE) for start in range(0, count, TILE)]))


@cache
def _workers() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1)
