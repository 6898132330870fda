"""Meshes kept on disk for the next run: what is slow to make is read again where nothing that decides it has changed."""

from collections.abc import Callable, Sequence
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from scene.base.array_file import packed_arrays, unpacked_arrays
from scene.base.disk_cache import fetched, keep
from scene.geometry.mesh import Mesh

FAR = 1e6
"""Inches; nothing on a table is farther away."""


def kept_meshes(decides: Sequence[str], count: int, make: Callable[[], Sequence[Mesh]]) -> tuple[Mesh, ...]:
    """So many meshes as ``make`` makes them, from the disk if they were made before.

    Args:
        decides: all that decides what they are, also the digest of the program that makes them.
    """
    key = blake2b("\0".join(decides).encode(), digest_size=20).hexdigest()
    kinds = (*[("<f8", (3,))] * count, *[("<i4", (3,))] * count)
    content = fetched(key, "meshes")
    arrays = None if content is None else unpacked_arrays(content, key, kinds)
    if arrays is not None and all(map(_sound, arrays[:count], arrays[count:])):
        return tuple(Mesh.of(points, faces) for points, faces in zip(arrays[:count], arrays[count:], strict=True))
    meshes = tuple(make())
    keep(key, packed_arrays(key, kinds, [*(one.vertices for one in meshes), *(one.faces for one in meshes)]), "meshes")
    return meshes


def _sound(points: NDArray[np.float64], faces: NDArray[np.int32]) -> bool:
    """Whether the numbers are such as a mesh can have."""
    return bool((np.abs(points) <= FAR).all() and (faces >= 0).all() and (faces < len(points)).all())
