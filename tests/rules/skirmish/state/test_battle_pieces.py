"""Terrain that changes in a battle: doors that open and close, what is blown up, terminals and ductways."""

from dataclasses import replace

import pytest

from assets.mesh_library import LIBRARY
from rules.errors import RulesError
from rules.movement.path_rules import NoPath
from rules.skirmish.state.battle_navmesh import free, way
from rules.skirmish.state.battle_pieces import (
    before_mouth,
    door_of,
    doors,
    doors_beside,
    ductways_beside,
    exits,
    in_doorway,
    is_open,
    set_door,
    terminals_beside,
    terminals_of,
    why_not_set,
)
from rules.skirmish.state.battle_sight import distance, sees, table_of, terrain_of
from rules.skirmish.state.battle_state import Battle
from scene.base.errors import SceneError
from scene.geometry.rigid_transform import RigidTransform
from scene.pathfinding.path_legs import Path
from scene.table.table import Piece
from tests.plain_scenes import box
from tests.rules.skirmish.battles import Place, battle

R = 12.5 / 25.4
"""Radius of a 25 mm base, inches."""


def kit(name: str, own: str, at: tuple[float, float, float], turn: float = 0.0, *, works: str = "") -> Piece:
    mesh, kind = LIBRARY.piece(own, {})
    return Piece(name, mesh, RigidTransform.turned(at, turn), kind, works=works, mouths=LIBRARY.mouths(own, {}))


def wall(name: str, start: float, end: float) -> Piece:
    """Along y = 12, 0.3 inches thick, without end upwards."""
    shape = box((0.0, -0.15, 0.0), (end - start, 0.15, 5.0))
    return Piece(name, shape, RigidTransform((start, 12.0, 0.0)), "wall", infinite_height=True)


def gate(**changes: object) -> Piece:
    """A leaf of 0.16 by 1.52 inches about x = 10.7, which shuts a doorway of 1.4."""
    shape = box((-0.76, -0.08, 0.0), (0.76, 0.08, 5.0))
    whole = Piece("lock", shape, RigidTransform((10.7, 12.0, 0.0)), "door", infinite_height=True)
    return replace(whole, **changes)  # type: ignore[arg-type]


def scene(places: dict[str, Place], *, is_open: bool = False) -> Battle:
    """A wall across a table of 24 inches, with a door, a terminal 0.7 inches before the wall, and a ductway about x = 18."""
    post, duct = kit("post", "terminal", (12.2, 11.3, 0.0), works="lock"), kit("duct", "ductway", (18.0, 12.0, 0.0), 90.0)
    pieces = [wall("west", 0.0, 10.0), wall("east", 11.4, 24.0), gate(open=is_open), post, duct]
    return battle(places, pieces=pieces, size=(24.0, 24.0))


def test_a_battle_remembers_only_the_pieces_that_are_not_as_the_table_has_them() -> None:
    pieces = [gate(id="north"), gate(id="east", open=True)]
    start = battle({"rook": (4, 4)}, pieces=pieces)
    both = start.piece_changed("north", "open").piece_changed("east", "closed")
    assert both.pieces == (("east", "closed"), ("north", "open"))
    assert [both.piece_state(name) for name in ("north", "east")] == ["open", "closed"]
    back = both.piece_changed("north", "closed").piece_changed("east", "open")
    assert back == start
    assert hash(back) == hash(start)
    assert both != start


def test_what_is_no_door_can_only_be_whole_or_gone() -> None:
    start = battle({"rook": (4, 4)}, pieces=[kit("barrel", "crate", (10.0, 10.0, 0.0))])
    assert start.piece_state("barrel") == "whole"
    assert start.piece_changed("barrel", "gone").pieces == (("barrel", "gone"),)
    with pytest.raises(RulesError, match="barrel cannot be open, only whole or gone"):
        start.piece_changed("barrel", "open")
    with pytest.raises(SceneError, match='did you mean "barrel"'):
        start.piece_state("barrels")


def test_sight_distance_and_ways_go_by_the_door_of_the_moment() -> None:
    closed = scene({"rook": (10.7, 10.0), "bard": (10.7, 16.0)})
    opened = set_door(closed, "lock", open_it=True)
    assert not sees(closed, "rook", "bard")
    assert sees(opened, "rook", "bard")
    assert distance(closed, "rook", "bard") == float("inf")
    assert distance(opened, "rook", "bard") == pytest.approx(6.0 - 2.0 * R)
    goal = (10.7, 13.0, 0.0)
    assert isinstance(way(closed, "rook", goal), NoPath)
    through = way(opened, "rook", goal)
    assert isinstance(through, Path)
    assert through.cost == pytest.approx(3.0, abs=0.01)
    assert isinstance(way(set_door(opened, "lock", open_it=False), "rook", goal), NoPath)


def test_a_door_that_the_table_has_open_can_be_closed_and_one_that_is_blown_up_stays_away() -> None:
    start = scene({"rook": (10.7, 10.0), "bard": (10.7, 16.0)}, is_open=True)
    shut = set_door(start, "lock", open_it=False)
    assert (sees(start, "rook", "bard"), sees(shut, "rook", "bard")) == (True, False)
    assert isinstance(way(shut, "rook", (10.7, 13.0, 0.0)), NoPath)
    gone = shut.piece_changed("lock", "gone")
    assert sees(gone, "rook", "bard")
    assert isinstance(way(gone, "rook", (10.7, 13.0, 0.0)), Path)
    assert (doors(shut), doors(gone)) == (("lock",), ())
    assert is_open(gone, "lock")
    assert why_not_set(gone, "lock", open_it=False) == "lock is gone"


def test_what_is_blown_up_neither_hides_nor_stands_in_the_way() -> None:
    crate = Piece("stack", box((0.0, 0.0, 0.0), (4.0, 1.0, 4.0)), RigidTransform((8.0, 12.0, 0.0)))
    start = battle({"rook": (10.0, 10.0), "bard": (10.0, 15.0)}, pieces=[crate], size=(24.0, 24.0))
    gone = start.piece_changed("stack", "gone")
    assert (sees(start, "rook", "bard"), sees(gone, "rook", "bard")) == (False, True)
    assert (free(start, "rook", (10.0, 12.5, 0.0)), free(gone, "rook", (10.0, 12.5, 0.0))) == (False, True)


def test_one_stands_in_an_open_doorway_and_not_where_a_leaf_is() -> None:
    closed = scene({"rook": (10.7, 10.0)})
    opened = set_door(closed, "lock", open_it=True)
    under, beside = (10.7, 12.0, 0.0), (10.7, 12.0 - 0.08 - R - 0.01, 0.0)
    assert (free(closed, "rook", under), free(opened, "rook", under)) == (False, True)
    assert (free(closed, "rook", beside), free(opened, "rook", beside)) == (True, True)
    there = way(opened, "rook", under)
    assert isinstance(there, Path)
    assert there.cost == pytest.approx(2.0, abs=0.01)


def test_the_same_doors_give_the_same_table() -> None:
    start = scene({"rook": (10.7, 10.0)})
    opened = set_door(start, "lock", open_it=True)
    assert terrain_of(start) is start.setting.table.terrain
    assert table_of(opened) is table_of(set_door(start, "lock", open_it=True))
    assert table_of(set_door(opened, "lock", open_it=False)) is table_of(start)


@pytest.mark.parametrize(
    ("place", "touches", "beside"),
    [
        ((10.7, 12.0 - 0.08 - R), True, True),  # base to leaf
        ((10.7, 11.3), False, True),  # 0.7 - 0.49 - 0.08 = 0.13
        ((10.7, 12.9), False, True),  # from the other side
        ((10.7, 10.5), False, True),  # 1.5 - 0.49 - 0.08 = 0.93
        ((10.7, 10.3), False, False),  # 1.13
        ((8.8, 11.3), False, False),  # the jamb is between
    ],
)
def test_who_is_beside_a_door(place: Place, touches: bool, beside: bool) -> None:
    there = scene({"rook": place})
    assert doors_beside(there, "rook", within=0.0) == (("lock",) if touches else ())
    assert doors_beside(there, "rook") == (("lock",) if beside else ())
    assert doors_beside(set_door(there, "lock", open_it=True), "rook") == (("lock",) if beside else ())


def test_who_is_beside_a_terminal_and_what_it_works() -> None:
    # The post is 0.55 deep: from y 11.025 to 11.575.
    there = scene({"rook": (12.2, 10.2), "bard": (12.2, 12.7), "raven": (12.2, 9.4), "blot": (12.2, 11.025 - R)})
    assert terminals_beside(there, "rook") == ("post",)  # 11.025 - 10.2 - 0.49 = 0.33
    assert terminals_beside(there, "bard") == ()  # 0.63, but the wall is between
    assert terminals_beside(there, "raven") == ()  # 1.13
    assert terminals_beside(there, "blot", within=0.0) == ("post",)
    assert terminals_beside(there, "rook", within=0.0) == ()
    assert door_of(there, "post") == "lock"
    assert terminals_of(there, "lock") == ("post",)
    with pytest.raises(RulesError, match="west is no terminal"):
        door_of(there, "west")


def test_a_ductway_leads_to_free_places_before_its_other_mouth() -> None:
    # It is 2.5 long: its mouths are at y 10.75 and 13.25.
    there = scene({"rook": (18.0, 10.0), "bard": (16.8, 11.2), "raven": (18.0, 9.0)})
    (found,) = ductways_beside(there, "rook")
    assert found.id == "duct"
    assert (*found.near[:2], *found.far[:2], *found.out) == pytest.approx((18.0, 10.75, 18.0, 13.25, 0.0, 1.0))
    assert ductways_beside(there, "bard") == ()  # beside its flank
    assert ductways_beside(there, "raven") == ()  # 1.75 - 0.49 = 1.26
    assert ductways_beside(there, "rook", within=0.0) == ()
    first = exits(there, "rook", found)[0]
    assert first == pytest.approx((18.0, 13.27 + R, 0.0))
    taken = scene({"rook": (18.0, 10.0), "bard": (18.0, 13.8)})
    x, y, _ = exits(taken, "rook", found)[0]
    assert ((x - 18.0) ** 2 + (y - 13.8) ** 2) ** 0.5 >= 2.0 * R - 0.002
    assert isinstance(way(there, "rook", first), NoPath)


def test_who_is_before_a_mouth_is_within_so_many_inches_of_it() -> None:
    there = scene({"rook": (18.0, 10.0), "bard": (18.0, 15.5), "blot": (18.0, 16.5), "byre": (18.0, 9.5)})
    (found,) = ductways_beside(there, "rook")
    # 15.5 - 13.25 - 0.49 = 1.76 and 2.76.
    assert before_mouth(there, found, 2.0) == ("bard",)
    assert before_mouth(there, found, 3.0) == ("bard", "blot")


def test_nobody_closes_a_door_on_somebody() -> None:
    opened = set_door(scene({"rook": (10.7, 10.0), "bard": (10.7, 12.3)}), "lock", open_it=True)
    assert in_doorway(opened, "lock") == ("bard",)
    with pytest.raises(RulesError, match="Bard stands in the doorway of lock"):
        set_door(opened, "lock", open_it=False)
    both = opened.changed("rook", position=(10.7, 11.7, 0.0))
    assert why_not_set(both, "lock", open_it=False) == "Rook and Bard stand in the doorway of lock"
    aside = opened.changed("bard", position=(10.7, 12.0 + 0.08 + R, 0.0))
    assert not is_open(set_door(aside, "lock", open_it=False), "lock")
    with pytest.raises(RulesError, match="lock is open already"):
        set_door(opened, "lock", open_it=True)
    with pytest.raises(RulesError, match="west is no door"):
        set_door(opened, "west", open_it=True)
