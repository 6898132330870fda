"""Light and materials baked into surfaces that do not move: at the corners of the terrain, and in a picture of the ground.

What is worked out once costs nothing while a view turns, even where no graphics card draws it. Of the sky's light a point gets
the share of directions about its normal, spread by the cosine law, in which nothing lies within a few inches.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scene.base.fingerprints import fingerprints
from scene.geometry.mesh import FloatArray
from scene.geometry.ray_casting import Rays
from scene.table.table import Kind, Terrain
from sightline.drawing.rendering import palette
from sightline.drawing.rendering.ambient_occlusion import even_sphere
from sightline.drawing.rendering.closed_faces import closed_terrain
from sightline.drawing.rendering.palette import Rgb
from sightline.drawing.rendering.render_scene import terrain_rays
from sightline.drawing.rendering.surface_patterns import pattern_spots, patterns

Float32 = NDArray[np.float32]

SPLIT = 2.5
"""Inches that an edge is long at most, so that light can change along it."""
REACH = 3.0
"""Inches within which something takes light away."""
CLEAR = 0.03
"""Inches above a surface at which rays begin."""
DIRECTIONS = 24
AT_ONCE = 60_000
"""Points that are looked from at once."""
SAME = 1e-3
"""Inches, and parts of a unit normal, within which two corners are one."""
DOTS = 16
"""Pixels along an inch of the ground."""
COARSE = 4
"""Places along an inch of the ground from which the sky is looked at."""
RUST: Rgb = (112, 66, 40)
DIRT: Rgb = (74, 66, 56)
METAL: frozenset[Kind] = frozenset({"structure", "wall", "ladder", "stairs", "door"})
"""Kinds that rust."""
RUSTY = (0.56, 0.74)
"""Noise from which on something rusts, and at which it has rusted through."""
MOST_RUST, MOST_DIRT = 0.5, 0.45
DIRTY = 0.9
"""Inches above the ground up to which it is dirty."""
UNEVEN = 0.16
"""By how much, as a part of it, the brightness of a material changes."""


@dataclass(frozen=True, eq=False)
class BakedTerrain:
    """The terrain of a table with its light.

    Attributes:
        terrain: of which it is.
        triangles: (m, 3, 3) inches; edges are short.
        colours: (3 m, 3) of the material at their corners, 0 to 1.
        open_sky: (3 m,) the share of the sky's light that each corner gets, 0 to 1.
        spots: (3 m, 2) of their patterns, as `pattern_spots` gives them.
        closed: (m,) whether they belong to a closed surface that is turned outward.
        ground: (rows, columns, 4) uint8 picture of the ground from above, its first row at the far side.
    """

    terrain: Terrain
    triangles: FloatArray
    colours: Float32
    open_sky: Float32
    spots: Float32
    closed: NDArray[np.bool_]
    ground: NDArray[np.uint8]


def bake(terrain: Terrain, size: tuple[float, float], tell: Callable[[float], None] = lambda _share: None) -> BakedTerrain:
    """The light and the materials of a terrain on a table of a size, inches. Takes some seconds for a large one.

    Args:
        terrain: all pieces; doors that stand open are left out.
        size: of the table.
        tell: is told the share of the work done, 0 to 1; what it raises ends the work.
    """
    rays = terrain_rays(terrain)
    pieces = [piece for piece in terrain.pieces if not piece.stands_open]
    triangles = np.concatenate([piece.placed.triangles for piece in pieces] or [np.zeros((0, 3, 3))])
    kinds = np.repeat(np.arange(len(pieces)), [len(piece.placed.faces) for piece in pieces])
    pattern = patterns(pieces, triangles, kinds, _normals(triangles))
    triangles, faces = split(triangles, np.arange(len(triangles)))
    kinds, closed = kinds[faces], closed_terrain(terrain)[faces]
    normals = _normals(triangles)
    turns = np.array([np.arctan2(*piece.pose.matrix[[1, 0], 0]) for piece in pieces] or [0.0])[kinds]
    spots = pattern_spots(triangles, normals, pattern[faces], turns)
    corners, facing = triangles.reshape(-1, 3), np.repeat(normals, 3, axis=0)
    owner = np.repeat(kinds, 3)
    key = np.column_stack([np.round(corners / SAME), np.round(facing / SAME), owner]).astype(np.int64).view(np.uint64)
    _, first, same = np.unique(fingerprints(key), return_index=True, return_inverse=True)
    open_sky = open_share(rays, corners[first], facing[first], tell)[same]
    paint = np.array([palette.KINDS[piece.kind] for piece in pieces] or [palette.GROUND], dtype=np.float32) / 255.0
    rusts = np.array([piece.kind in METAL for piece in pieces] or [False])
    colours = weathered(paint[owner[first]], rusts[owner[first]], corners[first])[same]
    return BakedTerrain(terrain, triangles, colours, open_sky, spots, closed, _ground(rays, size))


def split(triangles: FloatArray, owners: NDArray[np.intp]) -> tuple[FloatArray, NDArray[np.intp]]:
    """Triangles (m, 3, 3) halved until no edge is longer than `SPLIT`, with whose they are (m,).

    An edge is halved in its middle whichever triangle it belongs to, so that neighbours go on meeting.
    """
    done, owned = [], []
    while len(triangles):
        edges = np.linalg.norm(triangles - np.roll(triangles, -1, axis=1), axis=2)
        longest = edges.argmax(axis=1)
        long = edges.max(axis=1) > SPLIT
        done.append(triangles[~long])
        owned.append(owners[~long])
        turned = triangles[long][np.arange(long.sum())[:, None], (longest[long][:, None] + [0, 1, 2]) % 3]
        middle = (turned[:, 0] + turned[:, 1]) / 2.0
        halves = np.stack([turned[:, 0], middle, turned[:, 2]], axis=1), np.stack([middle, turned[:, 1], turned[:, 2]], axis=1)
        triangles, owners = np.concatenate(halves), np.tile(owners[long], 2)
    if not done:
        return triangles, owners
    return np.concatenate(done), np.concatenate(owned)


def open_share(
    rays: Rays, places: FloatArray, normals: FloatArray, tell: Callable[[float], None] = lambda _share: None
) -> Float32:
    """(n,) the share of the sky's light that places (n, 3) with unit normals (n, 3) get, 0 to 1; the ground hides, too."""
    found = np.ones(len(places), dtype=np.float32)
    ball = even_sphere(DIRECTIONS)
    for start in range(0, len(places), AT_ONCE):
        tell(start / len(places))
        some = slice(start, start + AT_ONCE)
        at, facing = (places[some] + CLEAR * normals[some]).astype(np.float32), normals[some].astype(np.float32)
        turn = np.random.default_rng(start).random(len(at)) * 2.0 * np.pi
        cos, sin = np.cos(turn), np.sin(turn)
        count = np.zeros(len(at), dtype=np.float32)
        for x, y, z in ball:
            way = facing + np.stack([cos * x - sin * y, sin * x + cos * y, np.full(len(at), z)], axis=1)
            ends = (at + REACH * way / np.maximum(np.linalg.norm(way, axis=1, keepdims=True), 1e-6)).astype(np.float32)
            count += ~(rays.blocked(at, ends) | (ends[:, 2] < 0.0))
        found[some] = count / len(ball)
    return found


def weathered(colours: Float32, rusts: NDArray[np.bool_], places: FloatArray) -> Float32:
    """(n, 3) colours of materials (n, 3) at places (n, 3): uneven, rusty where they rust (n,), dirty above the ground."""
    wide, fine = noise(places, 5.0), noise(places + 91.7, 1.1)
    found = colours * (1.0 + UNEVEN * (0.6 * wide + 0.4 * fine - 0.5))[:, None]
    rust = np.clip((0.65 * wide + 0.35 * fine - RUSTY[0]) / (RUSTY[1] - RUSTY[0]), 0.0, 1.0) * MOST_RUST * rusts
    dirt = np.clip(1.0 - places[:, 2] / (DIRTY * (0.4 + 1.2 * fine)), 0.0, 1.0) * MOST_DIRT
    for share, colour in ((rust, RUST), (dirt, DIRT)):
        found = found + share[:, None] * (np.array(colour) / 255.0 - found)
    return np.clip(found, 0.0, 1.0).astype(np.float32)


def noise(places: FloatArray, wide: float) -> FloatArray:
    """(n,) smooth noise at places (n, k), 0 to 1, within ``wide`` inches and their halves (value noise, two octaves)."""
    return (2.0 * _value_noise(places / wide) + _value_noise(places / wide * 2.0 + 17.3)) / 3.0


def _value_noise(places: FloatArray) -> FloatArray:
    """(n,) numbers of the lattice's corners, blended between them."""
    corner = np.floor(places).astype(np.int64)
    part = places - corner
    blend = part * part * (3.0 - 2.0 * part)
    total = np.zeros(len(places))
    for bits in range(1 << places.shape[1]):
        step = np.array([bits >> axis & 1 for axis in range(places.shape[1])])
        weight = np.prod(np.where(step, blend, 1.0 - blend), axis=1)
        total += weight * _hashed(corner + step)
    return total


def _hashed(corners: NDArray[np.int64]) -> FloatArray:
    """(n,) a number from 0 to 1 for each corner (n, k) of a lattice, always the same."""
    mixed = np.zeros(len(corners), dtype=np.uint64)
    for axis, factor in zip(range(corners.shape[1]), (73856093, 19349663, 83492791), strict=False):
        mixed ^= corners[:, axis].astype(np.uint64) * np.uint64(factor)
    mixed = (mixed ^ (mixed >> np.uint64(13))) * np.uint64(0x9E3779B97F4A7C15)
    return np.asarray((mixed >> np.uint64(40)).astype(np.float64) / float(1 << 24))


def _normals(triangles: FloatArray) -> FloatArray:
    """(m, 3) unit normals."""
    found = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    return np.asarray(found / np.maximum(np.linalg.norm(found, axis=1, keepdims=True), 1e-12))


def _ground(rays: Rays, size: tuple[float, float]) -> NDArray[np.uint8]:
    """The picture of the ground: worn, stained, and darker where little of the sky is seen."""
    columns, rows = (max(round(side * DOTS), 1) for side in size)
    x, y = (np.arange(count) + 0.5 for count in (columns, rows))
    flat = np.stack(np.meshgrid(x / DOTS, y[::-1] / DOTS), axis=-1).reshape(-1, 2)
    worn = 1.0 + UNEVEN * (0.5 * noise(flat, 7.0) + 0.5 * noise(flat + 37.1, 0.9) - 0.5)
    stains = np.clip((noise(flat + 211.0, 3.3) - 0.66) / 0.2, 0.0, 1.0) * 0.16
    shade = (worn * (1.0 - stains)).reshape(rows, columns) * (0.45 + 0.55 * _open_ground(rays, size, (rows, columns)))
    colours = np.clip(shade[..., None] * np.array(palette.GROUND), 0.0, 255.0)
    return np.concatenate([colours, np.full((rows, columns, 1), 255.0)], axis=2).astype(np.uint8)


def _open_ground(rays: Rays, size: tuple[float, float], dots: tuple[int, int]) -> FloatArray:
    """(rows, columns) the share of the sky's light on the ground, looked at coarsely and blended."""
    columns, rows = (max(round(side * COARSE), 2) for side in size)
    x, y = (np.linspace(0.0, side, count) for side, count in zip(size, (columns, rows), strict=True))
    places = np.stack([*np.meshgrid(x, y[::-1]), np.zeros((rows, columns))], axis=-1).reshape(-1, 3)
    found = open_share(rays, places, np.tile([0.0, 0.0, 1.0], (len(places), 1))).reshape(rows, columns).astype(np.float64)
    across = np.stack([np.interp(np.linspace(0, columns - 1, dots[1]), np.arange(columns), row) for row in found])
    return np.stack([np.interp(np.linspace(0, rows - 1, dots[0]), np.arange(rows), column) for column in across.T], axis=1)
