"""Picking: what lies under a pixel, and which floors may be meant there. Found with rays, as everything is."""

from dataclasses import replace
from functools import lru_cache
from itertools import product

import numpy as np
import shapely
from numpy.typing import NDArray

from scene.base.memo import memoized
from scene.geometry.camera_model import CameraView
from scene.geometry.mesh import BoolArray, FloatArray, Mesh, Point
from scene.table.table import Body, Table, Terrain
from sightline.drawing.rendering.camera import Camera
from sightline.drawing.rendering.render_scene import FirstHits, RenderScene, build_render_scene, replaced
from sightline.window.view.window_view import LARGER, Pointed, WindowView

THROUGH = 40
"""Surfaces above the cut that one looks through."""
AROUND = 0.5
"""Inches (half a base) about the cursor in which a floor is looked for."""
PIXELS = 5.0
"""The same in pixels, where they are more."""
LEVEL = 0.7
"""The upward part of the normal of what is level enough to be a floor."""
RIM = 0.08
"""The share of what is seen about the cursor up to which a floor beside it is but a rim, such as the top of a rail."""
SAME = 0.05
"""Inches between heights of one floor."""
BESIDE_OUTLINE, ALIKE_NEAR = 6.0, 1.0
"""Pixels from the outline of a figure up to which a click beside it means it; between two that are as near as each other."""
AROUND_RING = 32
"""Pixels that are looked at as far as each other from the one that is clicked."""
CAMERA = 4.0
"""Pixels around a photo's small camera within which it is meant."""
LONG = 1.2
"""Inches that one is drawn long."""


@lru_cache(maxsize=4)
def render_scene_of(table: Table) -> RenderScene:
    """All that can be pointed at on a table; of those before, which a battle keeps by the hundred, nothing is kept."""
    return build_render_scene(table)


def under(table: Table, camera: Camera, pixel: tuple[float, float], cut: float = np.inf) -> Pointed:
    """What is drawn at a pixel: whose it is, and where; what is higher than the cut is looked through."""
    render_scene = render_scene_of(table)
    surface = _drawn(render_scene, *camera.rays(np.array([pixel], dtype=np.float64)), cut)
    number = int(surface.part[0])
    if number < 0:
        return Pointed()
    part = render_scene.parts[number]
    x, y, z = (float(value) for value in surface.point[0])
    place: Point = (x, y, max(z, 0.0) if part.role == "ground" else z)
    if part.role == "ground" and not (0.0 <= x <= table.size[0] and 0.0 <= y <= table.size[1]):
        return Pointed()
    return Pointed(part.owner, place)


def seen_through(table: Table, camera: Camera, pixel: tuple[float, float], cut: float = np.inf) -> Pointed:
    """The figure at a pixel, whatever terrain is before it; nothing where there is none."""
    found = under(people_of(table), camera, pixel, cut)
    figure = next((one for one in table.figures if one.id == found.owner), None)
    return Pointed() if figure is None else Pointed(figure.id, figure.position)


def beside_figure(table: Table, camera: Camera, pixel: tuple[float, float], cut: float = np.inf) -> Pointed:
    """The figure whose outline is nearest to a pixel on the screen; nothing where none is near, or two are about as near.

    Only what is drawn of figures counts, and not what terrain or somebody else hides.
    """
    rings = np.arange(1.0, BESIDE_OUTLINE + 1.0)
    turns = np.linspace(0.0, 2.0 * np.pi, AROUND_RING, endpoint=False)
    around = rings[:, None, None] * np.column_stack([np.cos(turns), np.sin(turns)]) + np.asarray(pixel)
    if not len(table.figures) or not _near_people(table, camera, pixel):
        return Pointed()
    render_scene = render_scene_of(table)
    part = _drawn(render_scene, *camera.rays(around.reshape(-1, 2)), cut).part.reshape(around.shape[:2])
    people = {one.id: one for one in table.figures}
    owners = np.array([part.owner if part.owner in people else "" for part in render_scene.parts] + [""], dtype=object)[part]
    nearest = {str(one): float(rings[(owners == one).any(axis=1)].min()) for one in set(owners.ravel()) if one}
    least = min(nearest.values(), default=np.inf)
    near = [one for one, away in nearest.items() if away <= least + ALIKE_NEAR]
    return Pointed(near[0], people[near[0]].position) if len(near) == 1 else Pointed()


def _near_people(table: Table, camera: Camera, pixel: tuple[float, float]) -> bool:
    """Whether a pixel lies in the frame about anybody, or so near to it that his outline may be near: quick."""
    corners = np.array([list(product(*one.box.T)) for one in table.figures])
    pixels, depth = camera.project(corners.reshape(-1, 3))
    pixels, seen = pixels.reshape(-1, 8, 2), (depth.reshape(-1, 8) > 0.0).all(axis=1)
    low, high = pixels.min(axis=1) - BESIDE_OUTLINE, pixels.max(axis=1) + BESIDE_OUTLINE
    return bool((seen & (low <= pixel).all(axis=1) & (pixel <= high).all(axis=1)).any())


@lru_cache(maxsize=2)
def as_drawn_larger(table: Table) -> Table:
    """A table with its figures as they are drawn where they are drawn larger than they are."""
    return replace(table, figures=tuple(replace(one, body=_larger(one.body)) for one in table.figures))


@memoized
def _larger(body: Body) -> Body:
    counts, rest = (Mesh.of(LARGER * mesh.vertices, mesh.faces) for mesh in (body.counts, body.insignificant))
    return Body(counts, LARGER * body.eye, rest)


@lru_cache(maxsize=2)
def people_of(table: Table) -> Table:
    """A table with all its figures and nothing else on it."""
    return replace(table, terrain=Terrain())


def hidden_figure(view: WindowView, camera: Camera) -> Point | None:
    """The middle of the selected figure, where something stands between it and whoever looks; None where nothing does."""
    figure = view.figure
    if figure is None or not view.settings.hidden or view.through_eye is not None or view.mode != "look":
        return None
    x, y, z = figure.box.mean(axis=0).tolist()
    (pixel,), (far,) = camera.project(np.array([[x, y, z]]))
    if far <= 0.0 or under(view.table, camera, (float(pixel[0]), float(pixel[1])), view.cut).owner == figure.id:
        return None
    return x, y, z


def floors_under(table: Table, camera: Camera, pixel: tuple[float, float], cut: float = np.inf) -> tuple[Point, ...]:
    """Places on the floors that may be meant at a pixel, those nearest to the eye first; none where there is no floor.

    Decks are slotted, and whoever points at one often looks through it. So a floor counts as well where the ray goes through
    its level with the floor to be seen all round it, within half a base or five pixels, whichever is more: before what the ray
    ends at or, as behind a rail or below the slots of a deck, behind it.

    Whoever points at a rail, or at a gap in it, may mean the floor at its foot. So where something that is no floor is to be
    seen all round the pixel, every other floor near it counts as well, with its place next to the pixel.
    """
    render_scene = render_scene_of(table)
    (start,), (way,) = camera.rays(np.array([pixel], dtype=np.float64))
    first = _drawn(render_scene, start[None], way[None], cut)
    if way[2] > -1e-3 or first.part[0] < 0:
        return ()
    distance = float((first.point[0] - start) @ way)
    pixels = _bundle(camera, pixel, distance)
    surface = _drawn(render_scene, *camera.rays(pixels), cut)
    level, standing = _levels(render_scene, surface)
    floors = level & _on(table, surface.point)
    in_front = _around(pixels[standing & ~level], pixel, 1e-3)
    found: list[tuple[float, Point]] = []
    for height in _heights(surface.point[floors, 2]):
        along = (height - start[2]) / way[2]
        x, y, _ = start + along * way
        here = np.flatnonzero(floors & (np.abs(surface.point[:, 2] - height) <= SAME))
        if _around(surface.point[here, :2], (x, y), 1e-4):
            found.append((along, (float(x), float(y), float(height))))
        elif in_front and len(here) >= RIM * len(pixels):
            # The pixels are in the order of their distance.
            x, y, _ = surface.point[here[0]]
            found.append((float((surface.point[here[0]] - start) @ way), (float(x), float(y), float(height))))
    return tuple(place for _, place in sorted(found))


def framed_owners(
    table: Table, camera: Camera, frame: tuple[tuple[float, float], tuple[float, float]], cut: float
) -> tuple[str, ...]:
    """The ids of pieces and figures whose middles are seen within a frame between two pixels, the lowest first."""
    boxes = {piece.id: piece.placed.bounds for piece in table.terrain.pieces}
    boxes |= {figure.id: figure.box for figure in table.figures}
    if not boxes:
        return ()
    middles = np.array([box.mean(axis=0) for box in boxes.values()])
    pixels, depth = camera.project(middles)
    low, high = np.min(frame, axis=0), np.max(frame, axis=0)
    inside = np.all((pixels >= low) & (pixels <= high), axis=1) & (depth > 0.0) & (middles[:, 2] <= cut)
    found = [owner for owner, seen in zip(boxes, inside, strict=True) if seen]
    return tuple(sorted(found, key=lambda owner: float(boxes[owner][0, 2])))


def _drawn(render_scene: RenderScene, starts: FloatArray, ways: FloatArray, cut: float) -> FirstHits:
    """What rays (n, 3) along unit directions (n, 3) meet first of all that is not higher than the cut."""
    starts = np.array(starts, dtype=np.float64)
    surface = render_scene.look(starts, ways)
    for _ in range(THROUGH):
        above = np.flatnonzero((surface.part >= 0) & (surface.point[:, 2] > cut))
        if not len(above):
            break
        starts[above] += ways[above] * (surface.distance[above, None] + 1e-3)
        surface = replaced(surface, above, render_scene.look(starts[above], ways[above]), np.ones(len(above), dtype=bool))
    return surface


def _bundle(camera: Camera, pixel: tuple[float, float], distance: float) -> FloatArray:
    """(n, 2) pixels about one, which is the first: out to half a base at some distance, and at least to five pixels."""
    aside = camera.rays(np.array([pixel, (pixel[0] + 1.0, pixel[1])]))[1]
    inches = float(np.linalg.norm(aside[1] - aside[0])) * distance
    turns = np.linspace(0.0, 2.0 * np.pi, 20, endpoint=False)
    radii = max(PIXELS, AROUND / inches) * np.array([0.2, 0.4, 0.6, 0.8, 1.0])
    rings = radii[:, None, None] * np.column_stack([np.cos(turns), np.sin(turns)])
    return np.concatenate([[pixel], np.asarray(pixel) + rings.reshape(-1, 2)])


def _levels(render_scene: RenderScene, surface: FirstHits) -> tuple[BoolArray, BoolArray]:
    """(n,) whether rays have ended at something level of the table or of a piece, and whether at anything of a piece."""
    roles = [part.role for part in render_scene.parts]
    stands = np.array([role in {"terrain", "ground"} for role in roles] + [False])[surface.part]
    pieces = np.array([role == "terrain" for role in roles] + [False])[surface.part]
    return np.asarray(stands & (surface.normal[:, 2] >= LEVEL)), np.asarray(pieces)


def _around(points: NDArray[np.floating], place: tuple[float, float], slack: float) -> bool:
    """Whether a place lies among points (n, 2), or as near to them as the slack."""
    return bool(shapely.MultiPoint(points).convex_hull.buffer(slack).covers(shapely.Point(place)))


def _on(table: Table, points: NDArray[np.floating]) -> BoolArray:
    """(n,) which points (n, 3) lie over the table."""
    return np.asarray(((points[:, :2] >= 0.0) & (points[:, :2] <= np.array(table.size))).all(axis=1))


def _heights(heights: NDArray[np.floating]) -> list[float]:
    """The heights of floors, where points (n,) on them are as high as the floor, give or take a little."""
    order = np.sort(np.asarray(heights, dtype=np.float64))
    parts = np.split(order, np.flatnonzero(np.diff(order) > SAME) + 1) if len(order) else []
    middles = [float(np.median(part)) for part in parts]
    # The board is drawn a hair lower than what lies flat upon it.
    return [0.0 if abs(height) <= SAME else height for height in middles]


def camera_at(view: WindowView, pixel: tuple[float, float]) -> str | None:
    """The photo of the scan whose place is drawn at a pixel, by its file's name; None for none."""
    scan = view.table.scan
    if scan is None or view.ground is None or not view.settings.photos or view.mode != "look" or view.battle is not None:
        return None
    camera, found = view.orbit.camera(view.size), dict[str, float]()
    for name, place in scan.views.items():
        pixels, depth = camera.project(pyramid(place))
        if depth.min() > 0.0 and shapely.MultiPoint(pixels).convex_hull.distance(shapely.Point(pixel)) <= CAMERA:
            found[name] = float(depth[0])
    return min(found, key=lambda name: found[name], default=None)


def pyramid(place: CameraView) -> FloatArray:
    """(5, 3) the eye of a photo's camera, and the corners of its picture as it is drawn, the upper left one first."""
    wide, high = place.lens.size
    corners = np.array([[0.0, 0.0], [wide - 1.0, 0.0], [wide - 1.0, high - 1.0], [0.0, high - 1.0]])
    eye = np.array(place.pose.position)
    return np.concatenate([eye[None], eye + LONG * place.rays(corners)])
