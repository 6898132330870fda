"""Doors closed in a navmesh that was built with all of them open: the same ways as on one that is built anew."""

from dataclasses import replace

import numpy as np
import pytest

from assets.mesh_library import LIBRARY
from rules.movement.path_rules import NoPath, find_path, find_reach
from rules.systems import registry
from scene.geometry.rigid_transform import RigidTransform
from scene.navmesh.navmesh import navmesh_of
from scene.table.changed_pieces import all_open, changed, with_doors_open
from scene.table.table import Figure, Piece, Table, Terrain
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
    for place in ((4.0, 6.0, 0.0), (9.0, 6.2, 0.0), (16.0, 8.0, 1.0 if pieces == low_gate() else 0.0)):
        who = replace(me(), position=place, base_mm=base_mm)
        one, other = (_reached(terrain, who) for terrain in (doors, anew))
        both = one.keys() & other.keys()
        # What is just within reach on one and just without on the other is no difference.
        assert {spot for spot in one.keys() ^ other.keys() if (one | other)[spot] < 8.7} == set()
        assert max(abs(one[spot] - other[spot]) for spot in both) < 0.06


def _reached(terrain: Terrain, who: Figure) -> dict[tuple[float, ...], float]:
    reach = find_reach(Table(SIZE, terrain, (who,)), who, inches=9.0, rules=MAIN, step=0.5)
    on_lattice = np.isclose(reach.positions[:, :2] * 2.0 % 1.0, 0.5) if False else np.ones(len(reach.costs), dtype=bool)
    return {tuple(np.round(spot, 2).tolist()): cost for spot, cost in zip(reach.positions[on_lattice], reach.costs, strict=True)}
