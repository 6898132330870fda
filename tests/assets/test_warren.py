"""The bundled table of corridors: ways wide enough for a base of 32 mm, loops, and gates that make a difference."""

import json
from typing import Any

import numpy as np
import pytest
from scipy import ndimage
from scipy.sparse import csr_matrix
from scipy.sparse.csgraph import dijkstra

from assets import tables
from assets.kit import KIT, piece
from assets.mesh_library import LIBRARY
from scene.geometry.mesh import BoolArray, FloatArray
from scene.geometry.rigid_transform import RigidTransform
from scene.table_io.table_check import check_file

STEP = 0.25
RADIUS = 16.0 / 25.4
"""Of the widest base that the ways are made for."""

Row = dict[str, Any]


@pytest.fixture(scope="module")
def rows() -> list[Row]:
    document = json.loads(tables.path("sluice-warren").read_text(encoding="utf-8"))
    terrain: list[Row] = document["terrain"]
    return terrain


@pytest.fixture(scope="module")
def figures() -> list[Row]:
    found: list[Row] = json.loads(tables.path("sluice-warren").read_text(encoding="utf-8"))["figures"]
    return found


def test_nothing_is_wrong_with_it() -> None:
    report = check_file(tables.path("sluice-warren"), LIBRARY)
    assert report.faults == ()
    assert report.warnings == ()


def test_it_has_what_a_table_of_corridors_needs(rows: list[Row], figures: list[Row]) -> None:
    kinds = [row["kit"] for row in rows]
    gates = [row["open"] for row in rows if row["kit"] == "corridor_gate"]
    assert kinds.count("corridor_door") == len(gates) >= 10
    assert min(gates.count(True), gates.count(False)) >= 5
    assert kinds.count("pit") >= 2
    assert "toxic_pool" in kinds
    sides = [figure["side"] for figure in figures]
    assert sides.count("red") == sides.count("blue") == 5
    assert all(row["infinite_height"] for row in rows if row["kit"] in {"corridor_wall", "corridor_door"})


def test_walls_end_in_pillars_or_at_the_tables_edge(rows: list[Row]) -> None:
    names = {"corridor_corner", "corridor_junction", "corridor_end"}
    pillars = {tuple(row["position"][:2]) for row in rows if row["kit"] in names}
    for row in rows:
        if row["kit"] not in {"corridor_wall", "corridor_door"}:
            continue
        reach = row.get("parameters", {}).get("length", 3.0) / 2.0
        along = (0.0, reach) if row.get("turn") == 90 else (reach, 0.0)
        for side in (-1.0, 1.0):
            end = (row["position"][0] + side * along[0], row["position"][1] + side * along[1])
            assert end in pillars or min(end) == 0.0 or max(end) == 36.0, row["id"]


def _solid(row: Row) -> list[FloatArray]:
    """The rectangles (lowest and highest corner in plan, own frame) of a piece that no base may reach into."""
    mesh, _ = piece(row["kit"], row.get("parameters", {}))
    low, high = mesh.bounds[:, :2]
    if row["kit"] != "corridor_door":
        return [np.array([low, high])]
    half = KIT["corridor_door"].complete(row.get("parameters", {}))["door_width"] / 2.0
    return [np.array([low, (-half, high[1])]), np.array([(half, low[1]), high])]


def _free(rows: list[Row], *, opened: bool = False) -> BoolArray:
    """(145, 145) bool: where, in steps of a quarter inch, the middle of a base of 32 mm can be.

    Clear of walls, cover, pits and gates, of these only the shut ones, or none with ``opened``.
    """
    line = np.arange(0.0, 36.0 + STEP / 2.0, STEP)
    x, y = np.meshgrid(line, line, indexing="ij")
    free = (np.minimum(x, y) >= RADIUS) & (np.maximum(x, y) <= 36.0 - RADIUS)
    places = np.stack([x, y, np.zeros_like(x)], axis=-1).reshape(-1, 3)
    for row in rows:
        kind = KIT[row["kit"]].kind
        if kind == "area" or (kind == "door" and (opened or row["open"])):
            continue
        own = RigidTransform.turned(row["position"], row.get("turn", 0)).to_own(places)[:, :2]
        for low, high in _solid(row):
            gap = np.linalg.norm(np.maximum(np.maximum(low - own, own - high), 0.0), axis=1)
            free &= (gap >= RADIUS).reshape(free.shape)
    return np.asarray(free)


def _ways(free: BoolArray, start: tuple[float, float]) -> FloatArray:
    """(145, 145) float: the length of the way from ``start`` to everywhere, straight and diagonal steps; infinite beyond."""
    number = np.where(free, np.arange(free.size).reshape(free.shape), -1)
    ends, lengths = [], []
    for dx, dy in ((0, 1), (1, 0), (1, 1), (1, -1)):
        here = number[: free.shape[0] - dx, max(0, -dy) : free.shape[1] - max(0, dy)]
        there = number[dx:, max(0, dy) : free.shape[1] + min(0, dy)]
        both = (here >= 0) & (there >= 0)
        ends.append(np.stack([here[both], there[both]]))
        lengths.append(np.full(int(both.sum()), STEP * np.hypot(dx, dy)))
    (a, b), length = np.concatenate(ends, axis=1), np.concatenate(lengths)
    graph = csr_matrix((length, (a, b)), shape=(free.size, free.size))
    at = round(start[0] / STEP) * free.shape[1] + round(start[1] / STEP)
    return np.asarray(dijkstra(graph, directed=False, indices=at)).reshape(free.shape)


def _nearest_free(free: BoolArray, position: list[float]) -> tuple[float, float]:
    places = np.argwhere(free) * STEP
    x, y = places[np.linalg.norm(places - position[:2], axis=1).argmin()]
    return float(x), float(y)


def test_every_figure_can_walk_to_every_other_with_a_base_of_32_mm(rows: list[Row], figures: list[Row]) -> None:
    free = _free(rows)
    places = [_nearest_free(free, figure["position"]) for figure in figures]
    assert max(np.linalg.norm(np.subtract(at, f["position"][:2])) for at, f in zip(places, figures, strict=True)) < 0.6
    ways = _ways(free, places[0])
    assert all(np.isfinite(ways[round(x / STEP), round(y / STEP)]) for x, y in places)


def test_opening_a_gate_makes_a_way_much_shorter(rows: list[Row]) -> None:
    # From before the west gate of the hall into the hall: an inch and a half to either side of it.
    x, y, _ = next(row["position"] for row in rows if row["id"] == "gate-hall-west")
    place = (round((x + 1.25) / STEP), round(y / STEP))
    shut, opened = (_ways(_free(rows, opened=opened), (x - 1.25, y))[place] for opened in (False, True))
    assert opened == pytest.approx(2.5)
    assert 10.0 < shut < np.inf


def test_there_are_ways_round_in_a_ring(rows: list[Row]) -> None:
    # What bases cannot reach falls apart into islands that ways lead round; the outside is one more.
    islands, _ = ndimage.label(np.pad(~_free(rows), 1, constant_values=True), structure=np.ones((3, 3)))
    assert islands.max() - 1 >= 4
