"""Photos of a card in a figure's place, with scenery before it, made with exact truth."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import numpy as np
import shapely
from numpy.typing import NDArray
from PIL import Image

from assets.mesh_library import LIBRARY
from capture.shot_cards.card_layout import CardLayout, card_layout, tags_of
from capture.shot_cards.proxy_cards import in_place_of
from scene.geometry.camera_model import CameraView, Lens
from scene.geometry.mesh import FloatArray, Mesh
from scene.geometry.rigid_transform import RigidTransform
from scene.table.scan_measurements import Scan, ScanMeasurement
from scene.table.table import Figure, Piece, Table, Terrain
from tests.capture.rendered import Light, Noise, PrintedTag, Scenery, Stage, jpeg, looking, photograph
from tests.capture.rendered.stage import OFF

LOUD = (0.84, 0.02, 0.28)
"""Printers' magenta in linear light."""
PAPER = (0.9, 0.9, 0.9)
LENS = Lens((800, 600), (800.0, 800.0), (399.5, 299.5))


@dataclass(frozen=True, eq=False)
class Shot:
    """A shooter, a target with its card, and what stands between.

    Attributes:
        table: with both figures, and the blockers as terrain.
        layout: of the card.
        scenery: as it is photographed: the card in the target's place.
    """

    table: Table
    layout: CardLayout
    scenery: Scenery

    @property
    def shooter(self) -> Figure:
        """Who looks."""
        return self.table.figure("ann")

    @property
    def true(self) -> float:
        """The share of the silhouette that the blockers hide from the eye, by rays to every sample."""
        eye, ends = self.layout.to_table(self.layout.eye), self.layout.to_table(self.layout.samples)
        hidden = np.zeros(len(ends), dtype=bool)
        for piece in self.table.terrain.pieces:
            hidden |= _crossed(piece.placed.bounds, eye, ends)
        return float(self.layout.weights @ hidden)


@cache
def shot(
    *blockers: tuple[tuple[float, ...], tuple[float, ...]],
    height: float = 0.0,
    other: str = "human",
    ink: tuple[float, float, float] = LOUD,
) -> Shot:
    """Ann looks along x at Bob, ten inches away, with boxes between, from corner to corner.

    Args:
        blockers: low and high corners, inches.
        height: at which Bob stands, on nothing.
        other: whose silhouette the printed card has; "any" is the card for any human.
        ink: in which it is printed, linear red, green and blue.
    """
    ann = Figure("ann", LIBRARY.body("human", "upright", "upright"), (4.0, 10.0, 0.0), 0.0, "red", "Ann")
    bob = Figure("bob", LIBRARY.body("human", "upright", "upright"), (14.0, 10.0, height), 180.0, "blue", "Bob")
    layout = card_layout(bob, ann.eye, tags_of(1))
    # One stands aside, as a table of figures alone says nothing of its scenery.
    boxes = [*blockers, ((20.0, 17.0, 0.0), (21.0, 18.0, 1.0))]
    pieces = tuple(Piece(f"block-{i}", _box(low, high)) for i, (low, high) in enumerate(boxes))
    table = Table((24.0, 20.0), Terrain(pieces), (ann, bob))
    printed = layout
    if other == "any":
        printed = in_place_of(layout, "human")
    elif other != "human":
        printed = card_layout(
            Figure("bob", LIBRARY.body(other, "upright", "upright"), bob.position, 180.0), ann.eye, tags_of(1)
        )
    return Shot(table, layout, with_card(printed, table.terrain.pieces, table.size, ink=ink))


def with_upright_tags(one: Shot) -> Shot:
    """The same with four tags that stand upright, and the table as a scan knows it: with their middles."""
    places = ((11.5, 7.6, 1.0), (12.5, 12.6, 0.8), (13.0, 7.0, 2.4), (11.0, 11.6, 2.2))
    poses = [RigidTransform(place, one.layout.pose.rotation) for place in places]
    tags = tuple(PrintedTag(number, 20.0, pose) for number, pose in enumerate(poses, 4))
    things = tuple(ScanMeasurement(f"tag-{number}", "tag", place) for number, place in enumerate(places, 4))
    scan = Scan(things, 1e-4 * np.eye(3 * len(things)), terrain_known="all")
    scenery = replace(one.scenery, papers=(*one.scenery.papers, *tags))
    return replace(one, table=replace(one.table, scan=scan), scenery=scenery)


def photo_file(
    folder: Path,
    one: Shot,
    *,
    name: str = "shot.jpg",
    off_mm: tuple[float, float] = (0.0, 0.0),
    light: Light | None = None,
    eye: tuple[float, float, float] | None = None,
    lamp: bool = False,
    exposed: bool = True,
    seed: int = 3,
    lens: Lens = LENS,
) -> Path:
    """A photo of the card from the shooter's eye, or so many millimetres to its right and above it, or from elsewhere.

    With ``lamp`` one stands in the eye's place; how it was exposed is noted where it is ``exposed``.
    """
    path = folder / name
    path.write_bytes(_taken(one, off_mm, light or (Light(lamp=0.5) if lamp else Light()), eye, lamp, seed, lens))
    if exposed:
        with Image.open(path) as image:
            exif = image.getexif()
            exif.get_ifd(34665).update({33434: 0.01, 34855: 100})
            image.save(path, quality=95, exif=exif)
    return path


@cache
def _taken(
    one: Shot,
    off_mm: tuple[float, float],
    light: Light,
    eye: tuple[float, float, float] | None,
    lamp: bool,
    seed: int,
    lens: Lens,
) -> bytes:
    """A photo as a file, exposed once for all tests that ask for it."""
    layout = one.layout
    place = layout.to_table(layout.eye + np.array([*off_mm, 0.0])) if eye is None else np.array(eye)
    view = CameraView(lens, looking(place, layout.to_table(layout.middle)))
    stage = LampStage(one, light) if lamp else Stage(one.scenery, light)
    picture = photograph(stage, view, noise=Noise(), blur_px=0.7, gamma=2.2, rng=np.random.default_rng(seed))
    return jpeg(picture, lens=lens)


class LampStage(Stage):
    """A scenery with a lamp in the shooter's eye, beside what light there is in the room."""

    def __init__(self, one: Shot, light: Light) -> None:
        self.place = one.layout.to_table(one.layout.eye)
        x, y, z = (self.place - one.layout.to_table(one.layout.middle)).tolist()
        super().__init__(one.scenery, replace(light, towards=(x, y, z)))

    def _lit(self, points: NDArray[np.float32], face: NDArray[np.int64]) -> NDArray[np.bool_]:
        lit = self._lamp[face] > 0.0
        asking = np.flatnonzero(lit)
        starts = points[asking].astype(np.float64) + OFF * self._normals[face[asking]]
        lit[asking] = ~self.rays.meets(starts, self.place - starts)
        return np.asarray(lit)


def with_card(
    layout: CardLayout,
    pieces: Sequence[Piece],
    size: tuple[float, float],
    *,
    grain: float = 0.0,
    ink: tuple[float, float, float] = LOUD,
) -> Scenery:
    """Terrain on a table of some size, and a card in its target's place."""
    tags = tuple(PrintedTag(tag.id, 12.0, _on(layout, tag.x, tag.y, 0.0)) for tag in layout.tags)
    paper = Piece("paper", _plate(layout, shapely.Polygon(layout.cut), -0.1))
    loud = [Piece("loud", _plate(layout, layout.outline))]
    loud += [Piece(f"bar-{tag.id}", _plate(layout, shapely.box(*tag.patch))) for tag in layout.tags]
    table = Table(size, Terrain((*pieces, paper, *loud)), ())
    return Scenery(table, tags, colours={"paper": PAPER, **{piece.id: ink for piece in loud}}, grain=grain)


def _on(layout: CardLayout, x: float, y: float, z: float) -> RigidTransform:
    place = layout.to_table(np.array([x, y, z]))
    return RigidTransform((float(place[0]), float(place[1]), float(place[2])), layout.pose.rotation)


def _plate(layout: CardLayout, shape: object, before: float = 0.06) -> Mesh:
    """A shape of the card as a sheet of colour, a hair before the card's plane."""
    parts = shapely.get_parts(shapely.constrained_delaunay_triangles(shape))
    flat = np.array([shapely.get_coordinates(shapely.orient_polygons(part))[:3] for part in parts]).reshape(-1, 2)
    points = layout.to_table(np.column_stack([flat, np.full(len(flat), before)]))
    return Mesh.of(points, np.arange(len(points)).reshape(-1, 3))


def _box(low: Sequence[float], high: Sequence[float]) -> Mesh:
    from tests.scene.scenes import box

    return box(low, high)


def _crossed(bounds: FloatArray, start: FloatArray, ends: FloatArray) -> np.ndarray:
    """(n,) whether lines from a point to ends (n, 3) pass through a box."""
    ways = ends - start
    with np.errstate(divide="ignore", invalid="ignore"):
        one, two = (bounds[0] - start) / ways, (bounds[1] - start) / ways
    enter, leave = np.minimum(one, two).max(axis=1), np.maximum(one, two).min(axis=1)
    return np.asarray((enter < leave) & (leave > 0.0) & (enter < 1.0))
