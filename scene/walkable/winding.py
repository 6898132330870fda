"""Winding: whether the order of a mesh's corners tells outside from inside, and which side is which."""

from hashlib import blake2b
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scene.base.array_file import packed_arrays, unpacked_arrays
from scene.base.disk_cache import fetched, keep
from scene.base.fingerprints import fingerprints
from scene.base.memo import memoized
from scene.geometry.large_mesh import LargeMesh
from scene.geometry.mesh import FloatArray, Mesh

FLAT = 1e-6
"""Cubic inches; what encloses less is a sheet."""
MIXED = 0.02
"""Share of a mesh's sides whose two faces are wound against one another from which on winding says nothing about it."""
PLACES = 5
"""Digits after the point, inches, to which corners at one place are equal."""


def outward(mesh: Mesh) -> float:
    """1, or -1 for a mesh whose faces enclose less than nothing: its file was wound inside out."""
    return -1.0 if _found(mesh).enclosed < 0.0 else 1.0


def wound_both_ways(mesh: Mesh) -> bool:
    """Whether neighbouring faces of a mesh are so often wound against one another that its winding says nothing."""
    # A flat sheet has no inside that its winding could tell.
    return _found(mesh).mixed > MIXED or abs(_found(mesh).enclosed) < FLAT


class _Winding(NamedTuple):
    """The share of sides that are run through twice the same way, and six times the cubic inches that are enclosed."""

    mixed: float
    enclosed: float


@memoized
def _found(mesh: Mesh) -> _Winding:
    """That of a mesh; of a large one from the disk, if it was found before."""
    if not isinstance(mesh, LargeMesh) or mesh.is_whole:
        return _Winding(_mixed(mesh), _enclosed(mesh))
    decides = blake2b(np.ascontiguousarray(mesh.corners).data, digest_size=20)
    decides.update(repr(("winding 1", mesh.bounds.tolist())).encode())
    key, kinds = decides.hexdigest(), [("<f8", (2,))]
    content = fetched(key, "meshes")
    kept = None if content is None else unpacked_arrays(content, key, kinds)
    if kept is not None and kept[0].shape == (1, 2):
        return _Winding(*kept[0][0].tolist())
    found = _Winding(_mixed(mesh), _enclosed(mesh))
    keep(key, packed_arrays(key, kinds, [np.array([found])]), "meshes")
    return found


def _mixed(mesh: Mesh) -> float:
    faces = _corner_names(mesh)
    names = np.concatenate([fingerprints(faces[:, [side, (side + 1) % 3]]) for side in range(3)])
    names = names[np.concatenate([faces[:, side] != faces[:, (side + 1) % 3] for side in range(3)])]
    # A side of two faces wound alike is run through once each way; twice the same way, and one of them is turned.
    return _repeated(names) / max(len(names), 1)


def _corner_names(mesh: Mesh) -> NDArray[np.uint64]:
    """(m, 3) the places of all corners of faces, as a number each; doubled faces of a large mesh once, as of others."""
    if not isinstance(mesh, LargeMesh) or mesh.is_whole:
        return _place_names(mesh.vertices)[mesh.faces]
    names = np.concatenate([_place_names(block.reshape(-1, 3)).reshape(-1, 3) for block in mesh.blocks()])
    faces = fingerprints(np.sort(names, axis=1))
    return names[np.unique(faces, return_index=True)[1]] if _repeated(faces) else names


def _repeated(names: NDArray[np.uint64]) -> int:
    """How many of (n,) numbers are there already."""
    ordered = np.sort(names)  # which takes a fifth of the time of looking for unique ones
    return int((ordered[1:] == ordered[:-1]).sum())


def _place_names(points: FloatArray) -> NDArray[np.uint64]:
    """(n,) a number for each of (n, 3) points, the same for points at the same place."""
    return fingerprints((np.round(points, PLACES) + 0.0).view(np.uint64))  # adding zero makes -0.0 and 0.0 one number


def _enclosed(mesh: Mesh) -> float:
    middle = mesh.bounds.mean(axis=0)
    blocks = mesh.blocks() if isinstance(mesh, LargeMesh) and not mesh.is_whole else (mesh.triangles,)
    corners = (np.moveaxis(block - middle, 1, 0) for block in blocks)
    return float(sum((a * np.cross(b, c)).sum() for a, b, c in corners))
