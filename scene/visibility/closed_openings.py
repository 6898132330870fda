"""Closed openings: what fills the gaps of a terrain piece for sight.

Players may agree that gaps in a piece cannot be seen through (main-rulebook: Impassable terrain; Gaps in terrain). Here an
opening is a hole in something thin: a wall, a fence, a floor, the mouth of a tunnel. The piece is cut into slices along
every direction that many of its faces look in, in its own frame, and in each slice the free places with the piece all around
them are filled. Not filled are:

- Places framed only by what runs along the cut for more than `THICKEST`. So the inside of a room or a tunnel stays free.
- What has the ground for its lower edge, unless it is at most `WIDEST_AT_GROUND` wide (the rulebook's gaps are at most 2"
  across) or at most `LOWEST_PASSAGE` high. So doorways and slots under a rail close; the way under a wide bridge does not.
- In level slices, what is wider than `NARROWEST_BASE` if a figure could stand in it, its head in the hole: with a floor or the
  ground less than `HEADROOM` below. So there is no lid on the rails around a platform; for the first reason there is none on
  a walled yard.

Round pieces are also cut into rings around their axis. The piece's lowest point counts as the ground.
"""

from dataclasses import dataclass

import numpy as np
from scipy import ndimage

from scene.base.memo import memoized
from scene.geometry.mesh import EMPTY, BoolArray, FloatArray, IntArray, Mesh, joined
from scene.visibility.slice_planes import Cut, cuts_of

THICKEST = 0.5
"""Inches: how deep a wall or floor may be to frame openings; of thicker ones the two faces count by themselves."""

WIDEST_AT_GROUND = 2.0
"""Inches, main-rulebook: Gaps in terrain."""

LOWEST_PASSAGE = 0.5
"""Inches: what is lower is a slot, however wide."""

NARROWEST_BASE = 1.0
"""Inches: about the smallest base; no figure stands in a narrower hole."""

HEADROOM = 1.5
"""Inches: about the height of a figure on its base."""

FINEST = 0.5 / 25.4
"""Inches: edge of the cubes that a small piece is divided into. Slots narrower than two cubes may stay open."""

USUAL = 1.0 / 25.4
"""Inches: edge of the cubes for pieces of more than `MANY` cubes."""

MANY = 600_000
MOST = 4_000_000
"""Larger pieces are divided into this many cubes, however coarse."""

SLAB = 1
"""Cubes: how far before and behind a slice still counts as part of it, for sheets that are not quite even."""

LEVEL = 0.7
"""Slices whose direction has at least this upward part lie across floors; the others lie across walls."""

_IN_SLICE = np.zeros((3, 3, 3), dtype=bool)
_IN_SLICE[1, 1, :] = _IN_SLICE[1, :, 1] = True


@dataclass(frozen=True, eq=False)
class _Cubes:
    """A piece divided into cubes; all arrays (slices, n, m) bool.

    Attributes:
        solid: what any surface passes through.
        frame: the part of it that can frame openings.
        floor: what faces across the slices.
        ground: what lies below the piece's lowest point.
        start: (3,) the lowest corner in the cut's coordinates.
    """

    solid: BoolArray
    frame: BoolArray
    floor: BoolArray
    ground: BoolArray
    start: FloatArray


@memoized
def gap_filling(mesh: Mesh) -> Mesh:
    """What closes the openings of a piece for sight.

    Args:
        mesh: the piece in its own frame, inches, z up; it need not be closed or well wound.

    Returns:
        Triangles to put beside the mesh, in the same frame, inside its bounding box. They lie in the openings, or at most
        one cube (0.5 mm, more for large pieces) in front or behind them. Computed once per mesh.
    """
    if len(mesh.faces) == 0 or mesh.areas.sum() == 0.0:
        return EMPTY
    low, high = mesh.bounds
    size = np.maximum(high - low, 4 * FINEST)
    volume = float(np.prod(size))
    pitch = max(FINEST, min(USUAL, float(np.cbrt(volume / MANY))), float(np.cbrt(volume / MOST)))
    points, normals = _surface(mesh, 0.6 * pitch)
    parts = []
    for cut in cuts_of(mesh):
        cubes = _divided(points, normals, cut, pitch=pitch, lowest=float(low[2]))
        filled = _filled(cubes, cut, pitch)
        corners = _walls(filled)
        placed = np.clip(cut.back(cubes.start + corners.reshape(-1, 3) * pitch), low, high)
        parts.append(_of_quads(placed.reshape(-1, 4, 3)))
    return joined(*parts)


def _surface(mesh: Mesh, step: float) -> tuple[FloatArray, FloatArray]:
    """(n, 3) points at most ``step`` apart all over the triangles, and (n, 3) unit normals there."""
    corners = mesh.triangles[mesh.areas > 0]
    lengths = np.linalg.norm(np.roll(corners, -1, axis=1) - corners, axis=2)
    turn = (lengths.argmax(axis=1)[:, None] + np.arange(3)) % 3
    a, b, c = np.moveaxis(np.take_along_axis(corners, turn[:, :, None], axis=1), 1, 0)
    normals = np.cross(b - a, c - a)
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    base = lengths.max(axis=1)
    height = 2 * mesh.areas[mesh.areas > 0] / base
    # Rows along the longest side, each from the one to the other shorter side.
    rows = np.ceil(height / step).astype(np.int64) + 1
    face, row = _counted(rows)
    share = row / (rows[face] - 1)
    columns = np.ceil(base[face] * (1 - share) / step).astype(np.int64) + 1
    line, column = _counted(columns)
    face, up = face[line], share[line, None]
    along = (column / np.maximum(columns[line] - 1, 1))[:, None] * (1 - up)
    return a[face] + along * (b - a)[face] + up * (c - a)[face], normals[face]


def _counted(counts: IntArray) -> tuple[IntArray, IntArray]:
    """For counts 2, 3: which of them, 0 0 1 1 1, and the place within it, 0 1 0 1 2."""
    which = np.repeat(np.arange(len(counts)), counts)
    return which, np.arange(len(which)) - np.repeat(np.cumsum(counts) - counts, counts)


def _divided(points: FloatArray, normals: FloatArray, cut: Cut, *, pitch: float, lowest: float) -> _Cubes:
    """The piece in cubes, with a free rim of two on all sides."""
    coordinates = cut.to_slices(points)
    # Half a cube on: a face that lies at the very edge of the piece then runs through the middle of its cubes.
    start = np.array([column.min() for column in coordinates.T]) - 2.5 * pitch
    place = ((coordinates - start) / pitch).astype(np.int64)
    solid = np.zeros([column.max() + 3 for column in place.T], dtype=bool)
    floor, side = solid.copy(), solid.copy()
    faces_on = np.abs(np.einsum("ij,ij->i", normals, np.broadcast_to(cut.across(points), points.shape))) >= 0.6
    floor[tuple(place[faces_on].T)] = True
    side[tuple(place[~faces_on].T)] = True
    solid = floor | side
    # Spread in the slice, so that side walls that lean a little also count as running along.
    spread = _spread(_spread(side, 2, axis=1), 2, axis=2)
    running = side & _runs_over(spread, int(THICKEST / pitch))
    # At the end of a tunnel its walls' end faces frame an opening; the top of a yard's walls frames none.
    frame = solid & ~running if abs(cut.rise[0]) >= LEVEL else floor | (side & ~running)
    middles = [start[axis] + (np.arange(solid.shape[axis]) + 0.5) * pitch for axis in (0, 2)]
    height = cut.rise[0] * middles[0][:, None, None] + cut.rise[1] * middles[1][None, None, :]
    ground = np.broadcast_to(height < lowest - 0.51 * pitch, solid.shape)
    return _Cubes(solid, frame, floor, ground, start)


def _spread(mask: BoolArray, reach: int, *, axis: int) -> BoolArray:
    """Whether any cube up to ``reach`` to either side along the axis is set."""
    out = mask.copy()
    to, fro = np.moveaxis(out, axis, 0), np.moveaxis(mask, axis, 0)
    for shift in range(1, reach + 1):
        to[shift:] |= fro[:-shift]
        to[:-shift] |= fro[shift:]
    return out


def _runs_over(mask: BoolArray, length: int) -> BoolArray:
    """The cubes that are part of a run of more than ``length`` set cubes along the first axis."""
    place = np.arange(len(mask), dtype=np.int32)[:, None, None]
    before = np.maximum.accumulate(np.where(mask, np.int32(-1), place), axis=0)
    after = np.minimum.accumulate(np.where(mask, np.int32(len(mask)), place)[::-1], axis=0)[::-1]
    return np.asarray(mask & (after - before - 1 > length))


def _filled(cubes: _Cubes, cut: Cut, pitch: float) -> BoolArray:
    """The cubes that close openings, reaching one cube into what frames them so that no slit is left at the edge."""
    thick = _spread(cubes.solid, SLAB, axis=0)
    holes = _closed_holes(thick, cubes, cut, pitch)
    # Back by as much as the piece was thickened: only what is hole or solid all along.
    filled = holes & ~_spread(~(holes | thick), SLAB, axis=0)
    wider = _spread(_spread(filled, 1, axis=1), 1, axis=2)
    return np.asarray(filled | (wider & cubes.solid))


def _closed_holes(thick: BoolArray, cubes: _Cubes, cut: Cut, pitch: float) -> BoolArray:
    """The free cubes of each slice that are part of an opening that counts as closed."""
    label, count = ndimage.label(~(thick | cubes.ground), structure=_IN_SLICE)
    enclosed = np.ones(count + 1, dtype=bool)
    enclosed[0] = False
    for rim in (label[:, 0], label[:, -1], label[:, :, 0], label[:, :, -1]):
        enclosed[rim] = False
    place = np.flatnonzero(enclosed[label])
    if len(place) == 0:
        return np.zeros_like(thick)
    # From here on only the enclosed cubes, by their holes' numbers from 0.
    found, hole = np.unique(label.reshape(-1)[place], return_inverse=True)
    boxes = ndimage.find_objects(label)
    spans = np.array([[boxes[i - 1][k].stop - boxes[i - 1][k].start for k in (1, 2)] for i in found]) * pitch

    def share(mask: BoolArray) -> FloatArray:
        """How much of each hole lies in a mask."""
        return np.bincount(hole, mask.reshape(-1)[place]) / np.bincount(hole)

    framed = _framed(place, hole, thick, cubes)
    closes = (share(_within(cubes.solid)) < 0.5) & (share(_spread(cubes.floor, SLAB + 2, axis=0)) < 0.9)
    if abs(cut.rise[0]) < LEVEL:
        passage = (spans[:, 0] > WIDEST_AT_GROUND) & (spans[:, 1] * cut.rise[1] > LOWEST_PASSAGE)
        closes &= framed & ~(passage & (share(np.roll(cubes.ground, 1, axis=2)) > 0))
    else:
        wide = np.bincount(hole) * pitch**2 / spans.max(axis=1) > NARROWEST_BASE
        closes &= ~wide | (framed & (share(_near_floor(cubes, cut, pitch)) < 0.5))
    out = np.zeros(thick.size, dtype=bool)
    out[place] = closes[hole]
    return out.reshape(thick.shape)


def _within(solid: BoolArray) -> BoolArray:
    """The cubes from which no free way leads out: the inside of a solid, which needs no filling."""
    label, _ = ndimage.label(~solid)
    return np.asarray(label != label[0, 0, 0])


def _framed(place: IntArray, hole: IntArray, thick: BoolArray, cubes: _Cubes) -> BoolArray:
    """(n,) for each hole: whether at least a quarter of what borders it is thin.

    Args:
        place: where the holes' cubes lie in the flattened grid.
        hole: the number of the hole of each.
    """
    frame = _spread(cubes.frame, SLAB, axis=0).reshape(-1)
    solid, width = thick.reshape(-1), thick.shape[2]
    thin, all_round = np.zeros(hole.max() + 1), np.zeros(hole.max() + 1)
    for step in (1, -1, width, -width):
        thin += np.bincount(hole, frame[place + step])
        all_round += np.bincount(hole, solid[place + step])
    return np.asarray(thin >= 0.25 * all_round)


def _near_floor(cubes: _Cubes, cut: Cut, pitch: float) -> BoolArray:
    """Where a floor or the ground is less than `HEADROOM` below."""
    order = slice(None, None, 1 if cut.rise[0] > 0 else -1)
    stands = (cubes.floor | cubes.ground)[order]
    place = np.arange(len(stands), dtype=np.int32)[:, None, None]
    # Nothing below at all: the ground is where the grid ends.
    below = np.maximum.accumulate(np.where(stands, place, np.int32(0)), axis=0)
    return ((place - below) * pitch * abs(cut.rise[0]) < HEADROOM)[order]


def _walls(filled: BoolArray) -> FloatArray:
    """(n, 4, 3) float: the walls between filled and other cubes, in cubes.

    They are joined into strips, never along the second coordinate, which is bent in rings.
    """
    quads = []
    for axis in range(3):
        along = 0 if axis == 2 else 2
        order = (axis, 3 - axis - along, along)
        cubes = np.transpose(filled, order)
        wall = cubes[1:] != cubes[:-1]
        begin, end = wall.copy(), wall.copy()
        begin[..., 1:] &= ~wall[..., :-1]
        end[..., :-1] &= ~wall[..., 1:]
        plane, row, first = np.nonzero(begin)
        last = np.nonzero(end)[2] + 1
        corners = [(row, first), (row + 1, first), (row + 1, last), (row, last)]
        quad = np.stack([np.stack([plane + 1, r, f], axis=1) for r, f in corners], axis=1)
        quads.append(quad[:, :, np.argsort(order)])
    return np.concatenate(quads).astype(np.float64)


def _of_quads(quads: FloatArray) -> Mesh:
    """Two triangles for each of (n, 4, 3) corners; those without area left out."""
    faces = (np.arange(len(quads))[:, None, None] * 4 + [[0, 1, 2], [0, 2, 3]]).reshape(-1, 3)
    mesh = Mesh.of(quads, faces)
    return Mesh.of(mesh.vertices, faces[mesh.areas > 1e-12])
