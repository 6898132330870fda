"""A small table that was scanned, and new photos of it with known truth: its figures have moved."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np

from assets.mesh_library import LIBRARY
from assets.tag_scheme import ANCHOR_CARD_MM, ANCHOR_MM
from capture.results.scan_writing import document_of
from scene.geometry.camera_model import CameraView, Lens
from scene.geometry.rigid_transform import RigidTransform
from scene.table.scan_measurements import TerrainKnown
from scene.table.table import MM_PER_INCH, Figure, Piece, Table, Terrain
from scene.table_io.table_document import FigureEntry, PieceEntry, write_document
from tests.capture.made_scans import made_scan
from tests.capture.rendered import EVEN, Noise, PrintedTag, Scenery, Stage, jpeg, looking, phone_lens, photograph

SIZE = (22.0, 16.0)
MARGIN = ANCHOR_CARD_MM / 2.0 / MM_PER_INCH
TAGS = {
    0: RigidTransform.turned((MARGIN, MARGIN, 0.0), 0.0),
    1: RigidTransform.turned((SIZE[0] - MARGIN, MARGIN, 0.0), 90.0),
    2: RigidTransform.turned((SIZE[0] - MARGIN, SIZE[1] - MARGIN, 0.0), 180.0),
    3: RigidTransform.turned((MARGIN, SIZE[1] - MARGIN, 0.0), 270.0),
    4: RigidTransform.turned((11.0, 13.5, 0.0), 20.0),
}
BEFORE = {"jelena": (4.0, 6.0, 0.0), "oddo": (18.0, 6.0, 0.0), "brute": (14.0, 10.0, 0.0)}
AFTER = {"jelena": (6.5, 5.0, 0.0), "oddo": (18.0, 6.0, 0.0), "brute": (13.0, 8.5, 0.0)}
MADE = {"jelena": ("human", 32.0), "oddo": ("human", 25.0), "brute": ("brute", 40.0)}
WALL = ("barricade", (10.0, 4.0, 0.0))
LENS = phone_lens((1280, 960))


def table_file(folder: Path, known: TerrainKnown = "all") -> Path:
    """The table as it was scanned: what was measured of its figures, too."""
    views = [view_from(float(turn)) for turn in range(6)]
    document = document_of(made_scan(views, tags=TAGS, lens=LENS), name="The hall", terrain_known=known)
    figures = tuple(
        FigureEntry(name, place, name.title(), "red" if name == "jelena" else "blue", MADE[name][0], base_mm=MADE[name][1])
        for name, place in BEFORE.items()
    )
    wall = PieceEntry("wall", WALL[1], kit=WALL[0])
    write_document(replace(document, size=SIZE, terrain=(wall,), figures=figures), folder / "hall.json")
    return folder / "hall.json"


def view_from(turn: float, roll: float = 0.0, lens: Lens = LENS) -> CameraView:
    """A photo from that side, in radians."""
    eye = (11.0 + 20.0 * np.cos(turn), 8.0 + 20.0 * np.sin(turn), 18.0)
    return CameraView(lens, looking(eye, (11.0, 8.2, 0.0), roll=roll))


@cache
def new_photos(count: int = 1, lens: Lens = LENS) -> tuple[bytes, ...]:
    """Photos of the table with the figures where they are now, as files of a phone."""
    figures = tuple(
        Figure(name, LIBRARY.body(MADE[name][0], "upright", "upright"), AFTER[name], base_mm=MADE[name][1]) for name in AFTER
    )
    shape, kind = LIBRARY.piece(WALL[0], {})
    table = Table(SIZE, Terrain((Piece("wall", shape, RigidTransform(WALL[1]), kind),)), figures)
    stage, rng, found = Stage(Scenery(table, _papers(TAGS)), EVEN), np.random.default_rng(3), []
    for i in range(count):
        found.append(jpeg(photograph(stage, view_from(4.4 + i, 3.0, lens), noise=Noise(), gamma=2.2, rng=rng), lens=lens))
    return tuple(found)


@cache
def elsewhere_photo() -> bytes:
    """A photo of another table, on which the same tags lie elsewhere."""
    moved = {
        tag: RigidTransform.turned((5.0 + 3.0 * tag, 4.0 + 5.0 * (tag % 2) + 0.4 * tag**2, 0.0), 70.0 * tag) for tag in TAGS
    }
    view, rng = view_from(5.4, 3.0), np.random.default_rng(4)
    stage = Stage(Scenery(Table(SIZE, Terrain(())), _papers(moved)), EVEN)
    return jpeg(photograph(stage, view, noise=Noise(), gamma=2.2, rng=rng), lens=LENS)


def _papers(tags: Mapping[int, RigidTransform]) -> tuple[PrintedTag, ...]:
    return tuple(PrintedTag(tag, ANCHOR_MM, pose, card_mm=ANCHOR_CARD_MM) for tag, pose in tags.items())
