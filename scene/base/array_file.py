"""Arrays as bytes for the disk cache: written and read without interpreting anything but numbers.

A file is plain: `MAGIC`, a digest of all that follows, the number of rows of each array, then the arrays, little-endian. So its
size follows from those numbers, nothing is looked at before the digest is right, and a file costs no more memory than its size.
"""

from collections.abc import Sequence
from hashlib import blake2b
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

MAGIC = b"Sightline arrays 1\0\0\0\0\0\0"
"""Of a length that leaves all columns where the processor likes them."""
DIGEST = 32

Kind = tuple[str, tuple[int, ...]]
"""The type of an array, and the shape of its rows."""


def packed_arrays(key: str, kinds: Sequence[Kind], arrays: Sequence[NDArray[Any]]) -> bytes:
    """Arrays as bytes, to be filed under a key; types of eight bytes come before those of four."""
    rows = np.array([len(array) for array in arrays], dtype="<i8").tobytes()
    content = b"".join([rows, *(array.astype(kind).tobytes() for array, (kind, _) in zip(arrays, kinds, strict=True))])
    return MAGIC + _seal(content, key) + content


def unpacked_arrays(content: bytes, key: str, kinds: Sequence[Kind]) -> list[NDArray[Any]] | None:
    """The read-only arrays that were packed under a key; None if the bytes are anything else."""
    start, counts_end = len(MAGIC) + DIGEST, 8 * len(kinds)
    body = memoryview(content)[start:]
    if bytes(content[: len(MAGIC)]) != MAGIC or len(body) < counts_end or content[len(MAGIC) : start] != _seal(body, key):
        return None
    counts = np.frombuffer(body[:counts_end], dtype="<i8").tolist()
    widths = [int(np.prod(tail, dtype=int)) * np.dtype(kind).itemsize for kind, tail in kinds]
    sizes = [count * width for count, width in zip(counts, widths, strict=True)]
    if min(counts) < 0 or counts_end + sum(sizes) != len(body):
        return None
    ends = np.cumsum([counts_end, *sizes]).tolist()
    return [
        np.frombuffer(body[first:last], dtype=kind).reshape(count, *tail)
        for count, (kind, tail), (first, last) in zip(counts, kinds, pairwise(ends), strict=True)
    ]


def _seal(content: bytes | memoryview, key: str) -> bytes:
    return blake2b(content, digest_size=DIGEST, key=key.encode()).digest()
