"""Doors closed in a navmesh that was built with all of them open: the same ways as on one that is built anew."""

from dataclasses import replace

import numpy as np
import pytest

from assets.mesh_library import LIBRARY
from rules.movement.path_rules import NoPath, agent_of, find_path, find_reach
from rules.systems import registry
from scene.geometry.rigid_transform import RigidTransform
from scene.navmesh import navmesh
from scene.navmesh.navmesh import Advance
from scene.navmesh.navmesh_file import NavMeshParts
from scene.pathfinding.path_legs import Path
from scene.table.changed_pieces import all_open, changed, with_doors_open
from scene.table.table import Figure, Piece, Table, Terrain
from scene.walkable.agent import Agent
from tests.plain_scenes import block
from tests.rules.course_parts import me

SIZE = (20.0, 16.0)
MAIN = registry.system("main-rulebook").movement
FIVE = registry.system("five-parsecs").movement


def kit(name: str, own: str, at: tuple[float, float, float], turn: float = 0.0, **given: float) -> Piece:
    mesh, kind = LIBRARY.piece(own, given)
    return Piece(name, mesh, RigidTransform.turned(at, turn), kind)


def two_doorways() -> tuple[Piece, ...]:
    """Two walls that one climbs over, each with a doorway, and a crate before one of them."""
    return (
        kit("first wall", "wall_with_openings", (7.0, 8.0, 0.0), 90.0, length=9.0, door_at=-2.0),
        kit("first", "door", (7.0, 6.0, 0.0), 90.0),
        kit("second wall", "wall_with_openings", (12.0, 7.0, 0.0), 100.0, length=9.0, door_at=1.0, window_at=-2.0),
        kit("second", "door", (12.0 + np.cos(np.radians(100.0)), 7.0 + np.sin(np.radians(100.0)), 0.0), 100.0),
        kit("crate", "crate", (9.4, 8.0, 0.0), 20.0),
    )


def low_gate() -> tuple[Piece, ...]:
    """A leaf in the open, low enough to be crossed, and one that is climbed over, on the edge of a deck."""
    return (
        block("first", (9.9, 4.0, 0.0), (10.1, 7.0, 1.2), kind="door"),
        block("deck", (12.0, 2.0, 0.0), (18.0, 14.0, 1.0)),
        block("second", (13.0, 6.0, 1.0), (13.2, 10.0, 3.6), kind="door"),
    )


@pytest.mark.parametrize("pieces", [two_doorways(), low_gate()], ids=["doorways", "gates in the open"])
@pytest.mark.parametrize("state", [("closed", "closed"), ("open", "closed"), ("closed", "open"), ("open", "open")])
@pytest.mark.parametrize("base_mm", [25.0, 40.0])
def test_the_same_is_reached_at_the_same_cost(pieces: tuple[Piece, ...], state: tuple[str, str], base_mm: float) -> None:
    told = dict(zip(("first", "second"), state, strict=True))
    anew = Terrain(tuple(replace(piece, open=told.get(piece.id) == "open") for piece in pieces))
    doors = changed(Terrain(pieces), tuple(sorted(told.items())))
    for place in ((4.0, 6.0, 0.0), (9.0, 6.2, 0.0), (16.0, 8.0, 1.0 * any(piece.id == "deck" for piece in pieces))):
        who = replace(me(), position=place, base_mm=base_mm)
        one, other = (_reached(terrain, who) for terrain in (doors, anew))
        both = one.keys() & other.keys()
        # What is just within reach on one and just without on the other is no difference.
        assert {spot for spot in one.keys() ^ other.keys() if (one | other)[spot] < 8.7} == set()
        assert max(abs(one[spot] - other[spot]) for spot in both) < 0.06


@pytest.mark.parametrize("first", ["open", "closed"])
def test_a_closed_door_is_opened_at_the_price_of_rules_that_have_one(first: str) -> None:
    """Five Parsecs: a door costs 2 inches; a path through the doorway alone would be 6."""
    terrain = changed(Terrain(two_doorways()), (("first", first), ("second", "open")))
    who = me((4.0, 6.0, 0.0))
    found = find_path(Table(SIZE, terrain, (who,)), who, (9.0, 6.0, 0.0), rules=FIVE)
    assert isinstance(found, Path)
    toll = float(FIVE.costs.door or 0.0)
    assert toll > 0.0
    assert found.cost == pytest.approx(5.0 + (toll if first == "closed" else 0.0), abs=0.02)


def test_what_is_closed_is_named_where_there_is_no_way() -> None:
    sides = [block(f"wall {y}", (5.9, y, 0.0), (6.1, y + 7.3, 8.0), kind="wall", infinite_height=True) for y in (0.0, 8.7)]
    gate = block("gate", (5.95, 7.2, 0.0), (6.05, 8.8, 5.0), kind="door", infinite_height=True)
    terrain, who = Terrain((*sides, replace(gate, open=True))), me((4.0, 8.0, 0.0))
    shut = changed(terrain, (("gate", "closed"),))
    found = find_path(Table(SIZE, shut, (who,)), who, (9.0, 8.0, 0.0), rules=MAIN)
    assert isinstance(found, NoPath)
    assert found.why == "there is no way but through what is closed: gate"


def test_only_the_navmesh_with_all_doors_open_is_built(monkeypatch: pytest.MonkeyPatch) -> None:
    built: list[Terrain] = []

    def build(terrain: Terrain, size: tuple[float, float], agent: Agent, advance: Advance) -> NavMeshParts:
        built.append(terrain)
        return navmesh.build(terrain, size, agent, advance)

    monkeypatch.setattr(navmesh, "fetched", lambda _key: None)
    token = navmesh.builder.set(build)
    try:
        terrain = Terrain(two_doorways())
        for first, second in (("closed", "open"), ("open", "closed"), ("open", "open")):
            states = changed(terrain, (("first", first), ("second", second)))
            navmesh.navmesh_of(states, SIZE, agent_of(me()))
    finally:
        navmesh.builder.reset(token)
    assert built == [with_doors_open(terrain)]


def _reached(terrain: Terrain, who: Figure) -> dict[tuple[float, ...], float]:
    reach = find_reach(Table(SIZE, terrain, (who,)), who, inches=9.0, rules=MAIN, step=0.5)
    places = np.round(reach.positions, 2).tolist()
    return {tuple(place): cost for place, cost in zip(places, reach.costs.tolist(), strict=True)}


def test_a_table_with_a_terminal_goes_by_the_navmesh_with_its_doors_open() -> None:
    """So one navmesh does for all states of its doors, from the first on; without a terminal it is as it always was."""
    plain = Terrain(two_doorways())
    assert all_open(plain) is None
    worked = Terrain((*two_doorways(), replace(kit("post", "terminal", (5.0, 6.0, 0.0)), works="first")))
    opened = all_open(worked)
    assert opened is with_doors_open(worked)
    assert all_open(changed(worked, (("first", "open"), ("second", "closed")))) is opened
    assert [piece.open for piece in opened.pieces if piece.kind == "door"] == [True, True]
    assert all_open(opened) is None
