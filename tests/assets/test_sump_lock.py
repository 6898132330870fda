"""The bundled table with a lock: doors and terminals, ductways, ground to set up on, the same for both gangs."""

import numpy as np
import pytest

from assets import scenarios, tables
from assets.mesh_library import LIBRARY
from rules.skirmish.state.scenario_reading import parse_scenario
from scene.geometry.mesh import FloatArray
from scene.table.table import Table
from scene.table_io.table_check import check_file
from scene.table_io.table_reading import load_table


@pytest.fixture(scope="module")
def lock() -> Table:
    return load_table(tables.path("sump-lock"), LIBRARY)


def test_nothing_is_wrong_with_it() -> None:
    report = check_file(tables.path("sump-lock"), LIBRARY)
    assert (report.faults, report.warnings) == ((), ())


def test_each_gang_has_a_door_with_a_terminal_and_one_without_and_a_ductway(lock: Table) -> None:
    pieces = {piece.id: piece for piece in lock.terrain.pieces}
    doors = {name for name, piece in pieces.items() if piece.kind == "door"}
    assert doors == {"west-lock", "east-lock", "north-gate", "south-gate"}
    assert {name: piece.works for name, piece in pieces.items() if piece.works} == {
        "west-post": "west-lock",
        "east-post": "east-lock",
    }
    ducts = [piece.openings for piece in pieces.values() if piece.openings is not None]
    assert len(ducts) == 2
    for first, second in ducts:
        # One mouth in the lock, from x 13 to 22 and y 9 to 21, and the other outside.
        assert {_in_lock(first), _in_lock(second)} == {True, False}


def _in_lock(place: tuple[float, float, float]) -> bool:
    return 13.0 < place[0] < 22.0 and 9.0 < place[1] < 21.0


def test_it_is_the_same_seen_from_both_sides(lock: Table) -> None:
    """Turned by half about its middle, every piece has another one of its kind and shape, or itself."""
    seen = [(piece.kind, _outline(piece.placed.bounds)) for piece in lock.terrain.pieces]
    size = np.array(lock.size)
    for kind, (low, high, tall) in seen:
        turned = (tuple(np.round(size - high, 2)), tuple(np.round(size - low, 2)), tall)
        assert any(kind == other and _alike(turned, box) for other, box in seen)


def _outline(bounds: FloatArray) -> tuple[tuple[float, ...], tuple[float, ...], tuple[float, ...]]:
    low, high = np.round(bounds, 2)
    return tuple(low[:2]), tuple(high[:2]), (low[2], high[2])


def _alike(one: tuple[tuple[float, ...], ...], other: tuple[tuple[float, ...], ...]) -> bool:
    return bool(np.abs(np.array(one) - np.array(other)).max() <= 0.021)


def test_nothing_stands_where_the_gangs_set_up(lock: Table) -> None:
    scenario = parse_scenario(scenarios.path("locked-caskets").read_bytes())
    size = np.array([*lock.size, 1.0])[:2]
    for area in scenario.areas:
        low, high = np.array(area.low) * size, np.array(area.high) * size
        for piece in lock.terrain.pieces:
            box = piece.placed.bounds[:, :2]
            assert (box[1] <= low).any() or (box[0] >= high).any(), piece.id


def test_both_caskets_lie_locked_in_the_lock(lock: Table) -> None:
    scenario = parse_scenario(scenarios.path("locked-caskets").read_bytes())
    assert [one.locked for one in scenario.objectives] == [True, True]
    for one in scenario.objectives:
        x, y = np.array(one.position) * np.array(lock.size)
        assert _in_lock((x, y, 0.0))
        assert all(
            not _over(piece.placed.bounds, x, y) for piece in lock.terrain.pieces if piece.kind in {"wall", "obstacle", "door"}
        )


def _over(bounds: FloatArray, x: float, y: float) -> bool:
    return bool(bounds[0, 0] - 0.5 < x < bounds[1, 0] + 0.5 and bounds[0, 1] - 0.5 < y < bounds[1, 1] + 0.5)
