"""Tables that were photographed, for tests: exact truth in place of a scan's measurements."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from assets.mesh_library import LIBRARY
from scene.geometry.camera_model import CameraView, Lens
from scene.geometry.mesh import EMPTY, BoolArray, FloatArray
from scene.table.scan_measurements import Scan, ScanPhoto
from scene.table.table import Table
from scene.table_io.table_document import write_document
from scene.table_io.table_reading import load_document, load_table
from sightline.files.scan_photo_lookup import Taken
from tests.capture.rendered import EVEN, Scenery, Stage, jpeg, photograph
from tests.scans import apart, measured

TEXT = """{
  "format": "sightline-table", "version": 1, "name": "Yard", "size": [24, 20],
  "terrain": [
    {"id": "crate", "kit": "crate", "position": [11, 9.4, 0], "turn": 12},
    {"id": "wall", "kit": "wall_with_openings", "parameters": {"length": 6}, "position": [16, 14, 0], "turn": -20},
    {"id": "tank", "kit": "tank", "parameters": {"radius": 1.8, "height": 4.5}, "position": [19.5, 4.5, 0], "turn": 10}
  ],
  "figures": [
    {"id": "ada", "side": "red", "proxy": "human", "base_mm": 25, "position": [5, 10, 0], "facing": 0},
    {"id": "bruno", "side": "blue", "proxy": "human", "base_mm": 32, "position": [14, 9.8, 0], "facing": 180},
    {"id": "cleo", "side": "blue", "proxy": "small", "base_mm": 25, "position": [9.1, 10.35, 0], "facing": 90},
    {"id": "dario", "side": "blue", "proxy": "human", "base_mm": 25, "position": [16.7, 15.8, 0], "facing": 90}
  ]
}
"""
"""Ada looks at Bruno past a crate and Cleo; Dario stands behind a wall as seen from the south."""

BENT = (0.12, -0.25, 0.001, -0.0008, 0.05)
"""A lens that bends more than those of phones."""


@dataclass(frozen=True)
class Yard:
    """A table file with photos beside it.

    Attributes:
        path: the table file.
        table: as it says.
        photos: the photos' files.
    """

    path: Path
    table: Table
    photos: tuple[Path, ...]


def bent_lens(size: tuple[int, int], focal: float) -> Lens:
    """A distorting lens with its axis off the middle."""
    return Lens(size, (focal, 1.01 * focal), (0.51 * size[0], 0.48 * size[1]), BENT)


def yard_table(folder: Path) -> tuple[Path, Table]:
    """The yard, without a scan."""
    path = folder / "yard.json"
    path.write_text(TEXT, encoding="utf-8")
    return path, load_table(path, LIBRARY)


def photographed(folder: Path, views: Mapping[str, CameraView], *, orientations: Mapping[str, int] | None = None) -> Yard:
    """The yard with a scan of exact photos.

    Args:
        folder: where its files go.
        views: the photos by the names of their files.
        orientations: EXIF's numbers of how they are stored; 1 without.
    """
    path, table = yard_table(folder)
    render_scene = Stage(Scenery(table), EVEN)
    photos, cameras = list[ScanPhoto](), list[Lens]()
    for name, view in views.items():
        taken = photograph(render_scene, view, blur_px=0.0, rng=np.random.default_rng(0))
        data = jpeg(taken, quality=95, orientation=(orientations or {}).get(name, 1))
        (folder / name).write_bytes(data)
        if view.lens not in cameras:
            cameras.append(view.lens)
        photos.append(ScanPhoto(name, hashlib.sha256(data).hexdigest(), cameras.index(view.lens), view.pose))
    scan = scan_of(table, tuple(photos), tuple(cameras))
    write_document(replace(load_document(path), scan=scan), path, overwrite=True)
    return Yard(path, replace(table, scan=scan), tuple(folder / name for name in views))


def scan_of(table: Table, photos: tuple[ScanPhoto, ...], cameras: tuple[Lens, ...]) -> Scan:
    """A scan of all that stands on a table, and nothing else does."""
    things = measured(table)
    return Scan(things, apart(len(things), mm=0.2, degrees=0.1), cameras=cameras, photos=photos, terrain_known="all")


def blank(view: CameraView, *, grey: int = 128) -> Taken:
    """A photo with nothing on it, for what only depends on where it was taken."""
    wide, high = view.lens.size
    return Taken("blank.jpg", np.full((high, wide, 3), grey, dtype=np.uint8), view)


def truth(table: Table, view: CameraView, *, without: str = "", alone: str = "") -> dict[str, BoolArray]:
    """(h, w) for every piece, body and ground: which pixels show it at their middles, by the tests' renderer.

    What does not count of figures, such as gun barrels, is left out.

    Args:
        table: what stands there.
        view: who photographs it.
        without: the id of a figure that was taken away.
        alone: the id of the only figure, on an empty table.
    """
    figures = tuple(
        replace(one, body=replace(one.body, insignificant=EMPTY))
        for one in table.figures
        if one.id != without and alone in {"", one.id}
    )
    shown = replace(table, figures=figures, terrain=replace(table.terrain, pieces=() if alone else table.terrain.pieces))
    scenery = Scenery(shown)
    owners = {id(piece.placed): piece.id for piece in shown.terrain.pieces}
    owners |= {id(figure.placed): figure.id for figure in shown.figures}
    wide, high = view.lens.size
    pixels = np.stack(np.meshgrid(np.arange(wide), np.arange(high)), axis=-1).reshape(-1, 2)
    label = Stage(scenery, EVEN).look(np.array(view.pose.position), view.rays(pixels)).label
    number = np.where(label < 0, -1, label // 2).reshape(high, wide)
    solids = [mesh for mesh, _, _ in scenery.solids()]
    found = {owners[id(mesh)]: np.asarray(number == i) for i, mesh in enumerate(solids) if id(mesh) in owners}
    return found | {"ground": np.asarray(number == 2)}


def solid_angles(view: CameraView) -> FloatArray:
    """(h, w) of the pixels, in steradians: differences of the rays through their sides, cross and length."""
    wide, high = view.lens.size
    x, y = np.meshgrid(np.arange(wide, dtype=np.float64), np.arange(high, dtype=np.float64))

    def through(dx: float, dy: float) -> FloatArray:
        return view.rays(np.stack([x + dx, y + dy], axis=-1))

    across, down = through(0.5, 0.0) - through(-0.5, 0.0), through(0.0, 0.5) - through(0.0, -0.5)
    return np.asarray(np.linalg.norm(np.cross(across, down), axis=-1))


def overlap(one: NDArray[np.bool_], other: NDArray[np.bool_]) -> float:
    """The share of what is in either of two masks that is in both; all of it where both are empty."""
    return float((one & other).sum() / (one | other).sum()) if (one | other).any() else 1.0
