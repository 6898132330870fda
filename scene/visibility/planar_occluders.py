"""Planar occluders: one flat face of the terrain that hides all of a body from all of another proves that there is no line.

Strong occlusion by one convex face, as in Coorg and Teller, Real-time occlusion culling for models with large occluders,
1997. A face is all triangles of a mesh in one plane that look to one side, where together they fill a convex polygon.
"""

from dataclasses import dataclass

import numpy as np

from scene.base.memo import memoized
from scene.geometry.mesh import BoolArray, FloatArray, IntArray, Mesh
from scene.geometry.rigid_transform import RigidTransform, turned
from scene.geometry.surface_samples import crosses, dots
from scene.table.table import Figure, Terrain

LEAST = 1.0
"""Square inches: smaller faces hide no body."""
SMALL = 0.02
"""Square inches: smaller triangles are details, with which no large face is filled."""
MOST_TRIANGLES = 50_000
"""Of a mesh: what has more is a scan, and has no flat faces."""
FLAT = 1e-4
"""Inches by which the corners of a face may be off its plane."""
SAME = 1e-6
"""Inches: corners that lie nearer to one another are one."""
SIDES = 16
"""Sides of a face at most."""
CLEAR = 0.001
"""Inches: lines pass so far within the sides of the face, and bodies are so far before and behind it."""
HIGHER = np.stack(np.meshgrid(*[(False, True)] * 3), axis=-1).reshape(-1, 3)
"""(8, 3) in which directions each corner of a box is the higher one."""


@dataclass(frozen=True, eq=False)
class Faces:
    """Convex flat faces.

    Attributes:
        normal, offset: (f, 3) and (f,) of their planes: what lies in one has this offset along its normal.
        side, from_side: (f, `SIDES`, 3) and (f, `SIDES`): what lies within one is at least so far along each of its sides'
            normals, which point inwards; sides that it does not have are 0 and minus infinity.
    """

    normal: FloatArray
    offset: FloatArray
    side: FloatArray
    from_side: FloatArray


def hidden_by_one_face(terrain: Terrain, one: Figure, other: Figure) -> bool:
    """Whether a single flat face of the terrain stands between all of one body and its eye, and all of another and its eye.

    If so there is no line of sight, wherever on the bodies one looks from and to; if not, there may be one or not.
    """
    faces = _terrain_faces(terrain)
    if not len(faces.normal):
        return False
    here, there = _corners(one), _corners(other)
    ahead, behind = (faces.normal @ box.T - faces.offset[:, None] for box in (here, there))
    parted = (ahead.min(axis=1) > CLEAR) & (behind.max(axis=1) < -CLEAR)
    parted |= (ahead.max(axis=1) < -CLEAR) & (behind.min(axis=1) > CLEAR)
    which = np.flatnonzero(parted)
    # One line first, which few faces stop.
    which = which[_within(faces, which, here.mean(axis=0)[None], there.mean(axis=0)[None])]
    return bool(_within(faces, which, here, there).any())


def _within(faces: Faces, which: IntArray, here: FloatArray, there: FloatArray) -> BoolArray:
    """(k,) whether all lines from some points (n, 3) to others (m, 3) pass within the sides of faces (k,) between them.

    All lines between the points' convex hulls then do, as they pass the plane between where these do.
    """
    normal, offset = faces.normal[which], faces.offset[which][:, None]
    a, b = (normal @ here.T - offset)[:, :, None], (normal @ there.T - offset)[:, None, :]
    share = (a / (a - b))[..., None]
    met = (here[:, None] + share * (there - here[:, None])).reshape(len(which), len(here) * len(there), 3)
    inside = met @ faces.side[which].transpose(0, 2, 1) >= faces.from_side[which][:, None] + CLEAR
    return np.asarray(inside.all(axis=(1, 2)))


def _corners(figure: Figure) -> FloatArray:
    """(8, 3) the corners of a box around a body and its eye."""
    low, high = np.minimum(figure.box[0], figure.eye), np.maximum(figure.box[1], figure.eye)
    return np.asarray(np.where(HIGHER, high, low))


@memoized
def _terrain_faces(terrain: Terrain) -> Faces:
    """Of all pieces that hide; what fills their gaps or carries them upwards is left out."""
    return _together([_placed(_shape_faces(piece.shape), piece.pose) for piece in terrain.pieces if piece.hides])


def _placed(faces: Faces, pose: RigidTransform) -> Faces:
    """Faces of a shape where it stands."""
    normal, side = turned(faces.normal, pose.matrix), turned(faces.side, pose.matrix)
    moved = np.asarray(pose.position)
    return Faces(normal, faces.offset + normal @ moved, side, faces.from_side + side @ moved)


def _together(parts: list[Faces]) -> Faces:
    if not parts:
        return Faces(np.zeros((0, 3)), np.zeros(0), np.zeros((0, SIDES, 3)), np.zeros((0, SIDES)))
    names = ("normal", "offset", "side", "from_side")
    return Faces(*(np.concatenate([getattr(part, name) for part in parts]) for name in names))


@memoized
def _shape_faces(shape: Mesh) -> Faces:
    """The flat convex faces of a mesh that are large enough to hide a body."""
    parts = [] if len(shape.faces) > MOST_TRIANGLES else _planes(shape)
    found = [_face(part, outline) for part, outline in zip(parts, _outlines(parts), strict=True)]
    return _together([face for face in found if face is not None])


def _planes(mesh: Mesh) -> list[FloatArray]:
    """The triangles (m, 3, 3) of a mesh that lie in one plane and look to one side, for each plane with enough of them."""
    use = mesh.areas >= SMALL
    if not use.any():
        return []
    triangles, areas = mesh.triangles[use], mesh.areas[use]
    a, b, c = np.moveaxis(triangles, 1, 0)
    normal = crosses(b - a, c - a) / (2.0 * areas[:, None])
    # What rounding parts is not found, which is no wrong answer.
    key = np.round(np.column_stack([1e2 * normal, (normal * a).sum(axis=1)]) / (10.0 * FLAT))
    order = np.lexsort(key.T)
    first = np.flatnonzero(np.append(True, (np.diff(key[order], axis=0) != 0).any(axis=1)))
    wide = np.add.reduceat(areas[order], first) >= LEAST
    parts = np.split(order, first[1:])
    return [triangles[rows] for rows, enough in zip(parts, wide.tolist(), strict=True) if enough]


def _face(triangles: FloatArray, outline: IntArray) -> Faces | None:
    """The polygon that triangles (m, 3, 3) of about one plane fill; None if it is not convex, flat and whole.

    Args:
        outline: (k,) the corners of these triangles, one after the other, from which the edges around them start.
    """
    across = crosses(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    normal = across.sum(axis=0)
    normal = normal / np.linalg.norm(normal)
    corners = triangles.reshape(-1, 3)
    offset = float((corners @ normal).mean())
    if np.abs(corners @ normal - offset).max() > FLAT or ((across @ normal) <= 0.0).any():
        return None
    starts, ends = corners[outline], corners[_after(outline)]
    # A filled polygon is convex just where all is on the inner side of everything that bounds it: then the triangles cover
    # each place within equally often, which is at least once, however they lie on one another.
    inward = crosses(normal, ends - starts)
    inward /= np.sqrt(dots(inward, inward))[:, None]
    depth = dots(inward, starts)
    if (corners @ inward.T < depth - SAME).any():
        return None
    sides = np.unique(np.round(np.column_stack([inward, depth]), 6), axis=0)
    if len(sides) > SIDES:
        return None
    side, from_side = np.zeros((1, SIDES, 3)), np.full((1, SIDES), -np.inf)
    side[0, : len(sides)], from_side[0, : len(sides)] = sides[:, :3], sides[:, 3]
    return Faces(normal[None], np.array([offset]), side, from_side)


def _outlines(parts: list[FloatArray]) -> list[IntArray]:
    """For each part of some triangles (m, 3, 3) the corners from which edges start that no other has the other way round.

    Worked out for all parts at once, of which most are a few triangles.
    """
    if not parts:
        return []
    count = np.array([3 * len(part) for part in parts])
    own = np.repeat(np.arange(len(parts)), count)
    rounded = np.column_stack([np.round(np.concatenate(parts).reshape(-1, 3) / SAME), own])
    order = np.lexsort(rounded.T)
    start = np.zeros(len(rounded), dtype=np.int64)
    start[order[1:]] = (np.diff(rounded[order], axis=0) != 0.0).any(axis=1).cumsum()
    end = start[_after(np.arange(len(start)))]
    many = int(start.max()) + 1
    edge, place, number = np.unique(start * many + end, return_index=True, return_counts=True)
    back = end[place] * many + start[place]
    at = np.minimum(np.searchsorted(edge, back), len(edge) - 1)
    open_ = place[number > np.where(edge[at] == back, number[at], 0)]
    each = np.split(open_, np.searchsorted(own[open_], np.arange(1, len(parts))))
    return [some - first for some, first in zip(each, (np.cumsum(count) - count).tolist(), strict=True)]


def _after(corners: IntArray) -> IntArray:
    """The next corners of the triangles that corners belong to, three of one after the other."""
    return corners + np.where(corners % 3 == 2, -2, 1)
