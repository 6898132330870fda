"""Scanned tables for tests of commands: two figures and a wall between them, all measured."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from scene.table.scan_measurements import Scan, ScanMeasurement, TerrainKnown
from scene.table_io.table_document import write_document
from scene.table_io.table_reading import load_document
from tests.plain_scenes import box
from tests.scans import apart
from tests.sightline.tables import member, table_file

MM = 1 / 25.4


def scanned_table(
    folder: Path,
    edge: float,
    *,
    mm: float = 0.3,
    scan: Scan | None = None,
    terrain_known: TerrainKnown = "all",
    **more: Any,  # noqa: ANN401
) -> str:
    """A table of Jelena, Kruger and a wall between them whose edge is at y, all measured with so many mm of error."""
    shape = box((-0.05, -6, -1), (0.05, 0, 9))
    wall = {"id": "wall", "mesh": "wall.obj", "units": "inch", "anchor": "origin", "position": [15, edge, 0]}
    jelena, kruger = member("jelena", "red", 10, 18), member("kruger", "blue", 20, 18, facing=180, **more)
    path = table_file(folder, jelena, kruger, wall, size=(48, 36), wall=shape)
    things = (
        ScanMeasurement("wall", "piece", (15.0, edge, 0.0)), ScanMeasurement("jelena", "figure", (10.0, 18.0, 0.0)),
        ScanMeasurement("kruger", "figure", (20.0, 18.0, 0.0)), ScanMeasurement("tag-7", "tag", (30.0, 18.0, 0.0)),
    )  # fmt: skip
    matrix = np.zeros((21, 21))
    matrix[:18, :18] = apart(3, mm=mm, degrees=0.02)
    matrix[18:, 18:] = np.eye(3) * (mm * MM) ** 2
    found = scan or Scan(things, matrix, notes=("facing of kruger not measured",))
    scanned = folder / "scanned.json"
    write_document(replace(load_document(path), scan=replace(found, terrain_known=terrain_known)), scanned, overwrite=True)
    return str(scanned)
