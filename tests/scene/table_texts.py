"""Table files to be read and written in tests: a tower that is a box of 1 x 2 x 3 inches, Jelena, and a body of her own."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import trimesh

from scene.base.errors import SceneError
from scene.table.table import Table
from scene.table_io.table_reading import load_table
from tests.scene.plain_parts import PARTS

SIDES = np.array([25.4, 50.8, 76.2])
"""1 x 2 x 3 inches in millimetres; its corner is at the mesh's origin."""


def corner_box() -> trimesh.Trimesh:
    """The box with a corner at its origin, millimetres."""
    box: trimesh.Trimesh = trimesh.creation.box(extents=SIDES)
    box.apply_translation(SIDES / 2)
    return box


def make_folder(beside: Path) -> Path:
    """A folder for a table in ``beside``, with the box in its meshes, and one more outside of it."""
    inner = beside / "table"
    (inner / "meshes").mkdir(parents=True)
    corner_box().export(inner / "meshes" / "box.stl")
    (beside / "outside.stl").write_bytes((inner / "meshes" / "box.stl").read_bytes())
    return inner


def table(terrain: list[Any] | None = None, figures: list[Any] | None = None, **more: object) -> dict[str, Any]:
    """A whole table."""
    head = {"format": "sightline-table", "version": 1, "size": [48, 36]}
    return {**head, "terrain": terrain or [], "figures": figures or [], **more}


def tower(**more: object) -> dict[str, object]:
    """A piece that is the box."""
    return {"id": "tower", "mesh": "meshes/box.stl", "units": "mm", "position": [24, 18, 0], **more}


def jelena(**more: object) -> dict[str, object]:
    """A figure that is a proxy."""
    return {"id": "jelena", "proxy": "human", "position": [6, 18, 0], **more}


def own_body(**more: object) -> dict[str, object]:
    """A figure whose body is the box."""
    body = {"mesh": "meshes/box.stl", "units": "mm", "eye": [12.7, 25.4, 76.2]}
    return {"id": "block", "position": [6, 18, 0], "body": {**body, **more}}


def write(folder: Path, content: object) -> Path:
    """The file of a table, or of any text."""
    path = folder / "sump.json"
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return path


def load(folder: Path, content: object) -> Table:
    """The table that such a file gives."""
    return load_table(write(folder, content), PARTS)


def faults(folder: Path, content: object) -> tuple[str, ...]:
    """What is wrong with it, a line each."""
    with pytest.raises(SceneError) as caught:
        load(folder, content)
    assert all(line.startswith("sump.json: ") and "\n" not in line for line in caught.value.faults)
    return caught.value.faults


def only_fault(folder: Path, content: object) -> str:
    """What is wrong with it, and nothing else."""
    lines = faults(folder, content)
    assert len(lines) == 1, lines
    return lines[0]
