"""The render scene: every piece, figure and base that is drawn, and the ground, with the rays that find them."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from scene.base.memo import memoized
from scene.geometry.mesh import EMPTY, BoolArray, FloatArray, Mesh
from scene.geometry.ray_casting import Hits, Rays, RayScene
from scene.table.table import Figure, Piece, Table, Terrain
from scene.visibility.occluders import occluders
from sightline.drawing.rendering import palette
from sightline.drawing.rendering.camera import Camera
from sightline.drawing.rendering.palette import Rgb

Role = Literal["terrain", "body", "insignificant", "base", "ground", "cut"]

SLAB_THICKNESS = 0.7
"""Inches: the table is drawn as a board."""

Float32 = NDArray[np.float32]
Int32 = NDArray[np.int32]


@dataclass(frozen=True)
class ScenePart:
    """One object that is drawn.

    Attributes:
        owner: id of its piece or figure; empty for the ground and for cuts.
        role: what it is of its owner; a cut is where something solid is cut through.
        colour: its material.
    """

    owner: str
    role: Role
    colour: Rgb


@dataclass(frozen=True, eq=False)
class FirstHits:
    """What n rays meet first of all that is drawn.

    Attributes:
        distance: (n,) float32 inches; infinite for the backdrop.
        part: (n,) int32, the place in `RenderScene.parts`; -1 for the backdrop.
        normal: (n, 3) float32, unit, towards the viewer; zero for the backdrop.
        point: (n, 3) float32, table frame; zero for the backdrop.
    """

    distance: Float32
    part: Int32
    normal: Float32
    point: Float32


def joined_surfaces(surfaces: Sequence[FirstHits]) -> FirstHits:
    """All of ``surfaces`` as one, in order."""
    return FirstHits(
        np.concatenate([surface.distance for surface in surfaces]),
        np.concatenate([surface.part for surface in surfaces]),
        np.concatenate([surface.normal for surface in surfaces]),
        np.concatenate([surface.point for surface in surfaces]),
    )


def surface_of(rays: Rays, origins: FloatArray, directions: FloatArray) -> FirstHits:
    """What the rays (n, 3) along unit ``directions`` (n, 3) meet first of ``rays`` alone; its parts are its meshes."""
    return _surface(rays.first_hits(origins, directions), origins, directions)


def replaced(surface: FirstHits, places: NDArray[np.intp], other: FirstHits, chosen: BoolArray) -> FirstHits:
    """``surface`` with its ``places`` (m,) taken from those of ``other`` that are ``chosen``."""
    distance, part = surface.distance.copy(), surface.part.copy()
    normal, point = surface.normal.copy(), surface.point.copy()
    distance[places], part[places] = other.distance[chosen], other.part[chosen]
    normal[places], point[places] = other.normal[chosen], other.point[chosen]
    return FirstHits(distance, part, normal, point)


@dataclass(frozen=True, eq=False)
class RenderScene:
    """All that is drawn; ``parts`` are those of the terrain, then those that move.

    Attributes:
        parts: the drawn objects.
        terrain: rays at the pieces.
        movable: rays at figures, bases and the ground.
        shading: the same with the bodies that are not drawn here but cast shadows all the same.
        first_movable: how many parts the terrain has.
    """

    parts: tuple[ScenePart, ...]
    terrain: Rays
    movable: Rays
    shading: Rays
    first_movable: int

    def look(self, origins: FloatArray, directions: FloatArray) -> FirstHits:
        """What the rays (n, 3) along unit ``directions`` (n, 3) meet first."""
        return self.nearest(self.terrain.first_hits(origins, directions), origins, directions)

    def nearest(self, found: Hits, origins: FloatArray, directions: FloatArray) -> FirstHits:
        """What the rays meet first, given what they have ``found`` of the terrain."""
        moved = self.movable.first_hits(origins, directions)
        nearer = moved.distance < found.distance
        part = np.where(nearer, moved.mesh + np.int32(self.first_movable), found.mesh)
        first = Hits(
            np.where(nearer, moved.distance, found.distance),
            part,
            part,
            np.where(nearer[:, None], moved.normal, found.normal),
        )
        return _surface(first, origins, directions)

    def blocked(self, starts: Float32, ends: Float32) -> BoolArray:
        """(n,) bool: whether anything that casts a shadow lies between the points (n, 3) and (n, 3)."""
        return self.terrain.blocked(starts, ends) | self.shading.blocked(starts, ends)


def build_render_scene(
    table: Table,
    *,
    without: Collection[str] = (),
    without_body: Collection[str] = (),
    figure_colour: Callable[[Figure], Rgb] | None = None,
    base_colour: Callable[[Figure], Rgb] | None = None,
) -> RenderScene:
    """Everything on the table, ready to be drawn.

    Args:
        table: whose pieces and figures.
        without: ids of figures that are left out.
        without_body: ids of figures of which only the base, the insignificant parts and the shadow are drawn.
        figure_colour: the material of a figure's body; quiet grey without.
        base_colour: the material of its base; dark grey without.
    """
    parts = [ScenePart(piece.id, "terrain", palette.KINDS[piece.kind]) for piece in table.terrain.pieces]
    moving: list[tuple[ScenePart, Mesh]] = [(ScenePart("", "ground", palette.GROUND), table_board(table))]
    for figure in table.figures:
        if figure.id in without:
            continue
        body = figure_colour(figure) if figure_colour else palette.FIGURE
        base = base_colour(figure) if base_colour else palette.BASE
        if figure.id not in without_body:
            moving.append((ScenePart(figure.id, "body", body), figure.placed))
        moving.append((ScenePart(figure.id, "insignificant", palette.INSIGNIFICANT), insignificant_parts(figure)))
        moving.append((ScenePart(figure.id, "base", base), base_mesh(figure)))
    movable = RayScene([mesh for _, mesh in moving])
    undrawn = [figure.placed for figure in table.figures if figure.id in without_body and figure.id not in without]
    return RenderScene(
        parts=tuple(parts) + tuple(part for part, _ in moving),
        terrain=terrain_rays(table.terrain),
        movable=movable,
        shading=RayScene([*(mesh for _, mesh in moving), *undrawn]) if undrawn else movable,
        first_movable=len(parts),
    )


def in_view(render_scene: RenderScene, camera: Camera, points: FloatArray) -> BoolArray:
    """(n,) bool: whether the camera sees the ``points`` (n, 3), give or take what lies within 0.05 inch of them."""
    pixels, depth = camera.project(points)
    origins, directions = camera.rays(pixels)
    away = depth if camera.parallel else np.linalg.norm(points - camera.position, axis=1)
    return np.asarray(render_scene.look(origins, directions).distance > away - 0.05)


def insignificant_parts(figure: Figure) -> Mesh:
    """The figure's parts that do not count, in the table's frame."""
    mesh = figure.body.insignificant
    return Mesh.of(figure.pose.to_table(mesh.vertices), mesh.faces)


def base_mesh(figure: Figure, *, corners: int = 64) -> Mesh:
    """The round base as a mesh in the table's frame; empty for figures without one."""
    if figure.base_mm <= 0:
        return Mesh.of(np.zeros((0, 3)), np.zeros((0, 3)))
    turns = np.linspace(0.0, 2.0 * np.pi, corners, endpoint=False)
    ring = np.stack([np.cos(turns), np.sin(turns), np.zeros(corners)], axis=1) * figure.base_radius
    # The rim slopes inwards a little, as real bases do, which lets it catch the light.
    upper = ring * 0.9 + [0.0, 0.0, figure.base_height]
    vertices = np.concatenate([ring, upper, [[0.0, 0.0, figure.base_height]]]) + np.asarray(figure.position)
    here, after = np.arange(corners), (np.arange(corners) + 1) % corners
    sides = [
        np.stack([here, after, after + corners], axis=1),
        np.stack([here, after + corners, here + corners], axis=1),
        np.stack([here + corners, after + corners, np.full(corners, 2 * corners)], axis=1),
    ]
    return Mesh.of(vertices, np.concatenate(sides))


def table_board(table: Table) -> Mesh:
    """The table as a board, a hair lower than the ground so that flat pieces lie on it."""
    x, y = table.size
    corners = [[i * x, j * y, k] for k in (-SLAB_THICKNESS, -0.004) for j in (0, 1) for i in (0, 1)]
    quads: Sequence[tuple[int, int, int, int]] = ((4, 5, 7, 6), (0, 1, 5, 4), (1, 3, 7, 5), (3, 2, 6, 7), (2, 0, 4, 6))
    return Mesh.of(corners, [face for a, b, c, d in quads for face in ((a, b, c), (a, c, d))])


def is_closed_up(piece: Piece) -> bool:
    """Whether more of the piece hides than its mesh shows (closed openings, endless height)."""
    return piece.hides and (piece.infinite_height or not piece.see_through_gaps)


@memoized
def terrain_rays(terrain: Terrain) -> Rays:
    """Rays at the pieces as they look, open doors left out; the scene that sight uses, wherever that is the same."""
    as_they_look = all(piece.hides and not is_closed_up(piece) for piece in terrain.pieces)
    if as_they_look and terrain.pieces:
        return occluders(terrain).rays
    return RayScene([EMPTY if piece.stands_open else piece.placed for piece in terrain.pieces])


def _surface(hits: Hits, origins: FloatArray, directions: FloatArray) -> FirstHits:
    """Hits with unit normals on the viewer's side, and their points."""
    hit = np.isfinite(hits.distance)
    length = np.sqrt(np.einsum("ij,ij->i", hits.normal, hits.normal))
    away = np.einsum("ij,ij->i", hits.normal, directions) > 0.0
    scale = np.where(hit, np.where(away, -1.0, 1.0) / np.maximum(length, 1e-20), 0.0).astype(np.float32)
    reach = np.where(hit, hits.distance, np.float32(0.0))
    points = np.where(hit[:, None], origins + directions * reach[:, None], 0.0).astype(np.float32)
    return FirstHits(hits.distance, np.where(hit, hits.mesh, np.int32(-1)), hits.normal * scale[:, None], points)
