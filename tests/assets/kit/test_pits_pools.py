"""Pits and pools: flat, closed, as large as asked, and what they are to walk on unless the table says otherwise."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import trimesh

from assets.kit import KIT, piece
from assets.mesh_library import LIBRARY
from scene.table.table import Piece
from scene.table_io.table_reading import load_table
from tests.assets.rays import first_hits

_ASKED: list[dict[str, float]] = [
    {},
    {"length": 1, "width": 1},
    {"length": 12, "width": 1},
    {"length": 1.6, "width": 3},
    {"width": 12},
]
SIZES = [(name, asked) for name in ("pit", "toxic_pool") for asked in _ASKED]


def _load(folder: Path, rows: list[dict[str, Any]]) -> tuple[Piece, ...]:
    file = folder / "t.json"
    table = {"format": "sightline-table", "version": 1, "size": [24, 24], "terrain": rows}
    file.write_text(json.dumps(table), encoding="utf-8")
    return load_table(file, LIBRARY).terrain.pieces


@pytest.mark.parametrize(("name", "parameters"), SIZES)
def test_every_part_is_closed_and_wound_outwards(name: str, parameters: dict[str, float]) -> None:
    mesh, _ = piece(name, parameters)
    solid = trimesh.Trimesh(mesh.vertices, mesh.faces, process=False)
    assert solid.is_watertight
    assert solid.is_winding_consistent
    assert all(part.volume > 0 for part in solid.split(only_watertight=False))


@pytest.mark.parametrize(("name", "parameters"), SIZES)
def test_a_hazard_is_as_large_as_asked_and_a_tenth_of_an_inch_high_at_most(name: str, parameters: dict[str, float]) -> None:
    low, high = piece(name, parameters)[0].bounds
    asked = KIT[name].complete(parameters)
    np.testing.assert_allclose((high - low)[:2], [asked["length"], asked["width"]], atol=1e-9)
    assert low[2] == 0.0
    assert 0.05 < high[2] <= 0.1 + 1e-9


def test_a_pit_lies_lower_in_the_middle_than_at_its_rim_and_is_closed_over_its_whole_place() -> None:
    mesh, kind = piece("pit", {"length": 3, "width": 2})
    assert kind == "pit"
    places = [(x, y, 1.0) for x in np.linspace(-1.49, 1.49, 25) for y in np.linspace(-0.99, 0.99, 17)]
    down = first_hits(mesh, places, (0, 0, -1))
    assert np.isfinite(down).all()
    rim, floor = first_hits(mesh, [(-1.42, 0.1, 1.0), (0.0, 0.0, 1.0)], (0, 0, -1))
    assert floor - rim > 0.05


def test_the_surface_of_a_pool_is_level_and_its_rim_is_higher() -> None:
    mesh, kind = piece("toxic_pool", {"length": 4, "width": 4})
    assert kind == "area"
    middle = [(x, y, 1.0) for x in (-0.3, 0.0, 0.3) for y in (-0.3, 0.0, 0.3)]
    surface = 1.0 - first_hits(mesh, middle, (0, 0, -1))
    np.testing.assert_allclose(surface, surface[0], atol=1e-9)
    assert mesh.bounds[1, 2] > surface[0]


def test_a_pool_is_difficult_ground_unless_the_table_says_otherwise(tmp_path: Path) -> None:
    # Main rulebook, terrain types: shallow pools of waste are difficult ground, vats of molten metal dangerous.
    pool: dict[str, Any] = {"kit": "toxic_pool", "position": [6, 6, 0]}
    rows = [{"id": "a", **pool}, {"id": "b", **pool, "ground": "dangerous"}, {"id": "c", "kit": "pit", "position": [12, 12, 0]}]
    assert [made.ground for made in _load(tmp_path, rows)] == ["difficult", "dangerous", None]


def test_only_pools_and_other_bad_ground_have_a_ground_of_their_own() -> None:
    assert LIBRARY.default_ground("toxic_pool") == "difficult"
    assert LIBRARY.default_ground("corridor_wall") is None
    assert KIT["crate"].ground is None
