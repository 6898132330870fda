"""Patterns of terrain: rims of decks are striped black and yellow, and large metal floors are of chequer plate.

They are only looked at: no pattern makes anything look as if one saw through it.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scene.base.fingerprints import fingerprints
from scene.geometry.mesh import FloatArray
from scene.table.table import Kind, Piece

Float32 = NDArray[np.float32]

PLAIN_SURFACE, STRIPES, PLATE = 0, 1, 2
STRIPED: Final[frozenset[Kind]] = frozenset({"structure", "stairs"})
FLOOR = 8.0
"""Square inches at one height of a piece from which on they are a floor."""
HIGH, LONG = (0.06, 0.6), 1.5
"""Inches that a rim is high, at least and at most, and that it is long at least."""
LEVEL, UPRIGHT = 0.95, 0.05
"""How far up or aside a face is turned at least that is level or upright: the upright part of its normal."""
SAME = 1e-3
"""Inches within which corners are one."""
STEP, HEIGHTS = 0.02, 1_000_000
"""Inches within which heights are one, and how many of them there may be."""


def patterns(pieces: Sequence[Piece], triangles: FloatArray, owners: NDArray[np.intp], normals: FloatArray) -> NDArray[np.int8]:
    """(m,) the pattern of each triangle: `PLAIN_SURFACE`, `STRIPES` or `PLATE`.

    Args:
        pieces: of terrain.
        triangles: (m, 3, 3) inches, as they come from their pieces.
        owners: (m,) the number of the piece of each.
        normals: (m, 3) unit.
    """
    found = np.zeros(len(triangles), dtype=np.int8)
    metal = np.array([piece.kind in STRIPED for piece in pieces] or [False])[owners]
    some = np.flatnonzero(metal)
    if not len(some):
        return found
    corners, owner, up = triangles[some], owners[some], normals[some, 2]
    floor = _floors(corners, owner, up > LEVEL)
    found[some[floor]] = PLATE
    found[some[_rims(corners, owner, normals[some], floor)]] = STRIPES
    return found


def _floors(corners: FloatArray, owner: NDArray[np.intp], level: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """(k,) whether each triangle is part of a floor: of so much at one height of a piece."""
    sides = corners[:, 1:] - corners[:, :1]
    areas = np.linalg.norm(np.cross(sides[:, 0], sides[:, 1]), axis=1) / 2.0
    height = np.round(corners[:, :, 2].mean(axis=1) / STEP).astype(np.int64)
    place = _numbered(np.column_stack([owner, height]))
    whole = np.bincount(place, weights=areas * level)
    return np.asarray(level & (whole[place] >= FLOOR))


def _rims(corners: FloatArray, owner: NDArray[np.intp], normals: FloatArray, floor: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """(k,) whether each triangle is part of a rim: of an upright plane that ends at a floor, and goes little below it."""
    found = np.zeros(len(corners), dtype=bool)
    some = np.flatnonzero(np.abs(normals[:, 2]) < UPRIGHT)
    along = _ends_at_floor(corners, owner, floor)[some]
    if not along.any():
        return found
    corners, normals, owner = corners[some], normals[some], owner[some]
    offsets = np.einsum("ij,ij->i", normals, corners[:, 0])
    planes = np.column_stack([owner, np.round(normals[:, :2] / 0.01), np.round(offsets / (10.0 * SAME))]).astype(np.int64)
    plane = _numbered(planes)
    low, top = corners[:, :, 2].min(axis=1), corners[:, :, 2].max(axis=1)
    # A plane and a height as one number.
    at = plane * HEIGHTS + np.round(top / STEP).astype(np.int64) + HEIGHTS // 2
    spans = np.ptp(corners[:, :, :2], axis=1)
    rims, which = np.unique(at[along], return_inverse=True)
    rims = rims[np.bincount(which.reshape(-1), weights=np.hypot(spans[along, 0], spans[along, 1])) >= LONG]
    if not len(rims):
        return found
    # For each triangle the lowest rim of its plane that it does not stand above.
    near = np.minimum(np.searchsorted(rims, at - 1), len(rims) - 1)
    edge = (rims[near] % HEIGHTS - HEIGHTS // 2) * STEP
    below = (rims[near] // HEIGHTS == plane) & (top > edge - HIGH[1])
    within = low >= edge - HIGH[1] - STEP
    walls = np.bincount(near[below & ~within], minlength=len(rims)) > 0
    found[some] = below & within & ~walls[near]
    return found


def _ends_at_floor(corners: FloatArray, owner: NDArray[np.intp], floor: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """(k,) whether each triangle has an edge at its top that a floor has as well, and is as high as rims are."""
    spots = np.column_stack([np.repeat(owner, 3), np.round(corners.reshape(-1, 3) / SAME)]).astype(np.int64)
    faces = _numbered(spots).reshape(-1, 3)
    ends = np.sort(np.stack([faces, np.roll(faces, -1, axis=1)], axis=-1), axis=-1)
    edges = ends[..., 0] * (faces.max() + 1) + ends[..., 1]
    heights = corners[:, :, 2]
    lower_end = np.minimum(heights, np.roll(heights, -1, axis=1))
    at_top = lower_end > heights.max(axis=1, keepdims=True) - STEP / 2.0
    high = np.ptp(heights, axis=1)
    return np.asarray((high >= HIGH[0]) & (high <= HIGH[1]) & (np.isin(edges, edges[floor]) & at_top).any(axis=1))


def _numbered(rows: NDArray[np.int64]) -> NDArray[np.int64]:
    """(n,) a number for each of (n, k) rows, the same for equal rows."""
    return np.unique(fingerprints(rows.view(np.uint64)), return_inverse=True)[1].astype(np.int64)


def pattern_spots(triangles: FloatArray, normals: FloatArray, pattern: NDArray[np.int8], turns: FloatArray) -> Float32:
    """(3 m, 2) for the shaders: the pattern of each corner, and where in it the corner lies.

    Args:
        triangles: (m, 3, 3) inches.
        normals: (m, 3) unit.
        pattern: (m,) of each.
        turns: (m,) radians that the piece of each is turned by.

    Returns:
        Of stripes, the inches along the face and up, added; of plate, the radians that it is turned by.
    """
    aside = np.column_stack([-normals[:, 1], normals[:, 0]])
    aside /= np.maximum(np.linalg.norm(aside, axis=1, keepdims=True), 1e-9)
    along = np.einsum("mki,mi->mk", triangles[:, :, :2], aside) + triangles[:, :, 2]
    second = np.where((pattern == STRIPES)[:, None], along, turns[:, None])
    return np.stack([np.repeat(pattern, 3), second.reshape(-1)], axis=1).astype(np.float32)
