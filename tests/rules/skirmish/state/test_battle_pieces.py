"""Terrain that changes in a battle: doors that open and close, and what is blown up."""

import pytest

from assets.mesh_library import LIBRARY
from rules.errors import RulesError
from scene.base.errors import SceneError
from scene.geometry.rigid_transform import RigidTransform
from scene.table.table import Piece
from tests.rules.skirmish.battles import battle


def door(name: str, *, is_open: bool = False) -> Piece:
    return Piece(name, LIBRARY.piece("door", {})[0], RigidTransform.turned((10.0, 10.0, 0.0), 0.0), "door", open=is_open)


def test_a_battle_remembers_only_the_pieces_that_are_not_as_the_table_has_them() -> None:
    start = battle({"rook": (4, 4)}, pieces=[door("north"), door("east", is_open=True)])
    both = start.piece_changed("north", "open").piece_changed("east", "closed")
    assert both.pieces == (("east", "closed"), ("north", "open"))
    assert [both.piece_state(name) for name in ("north", "east")] == ["open", "closed"]
    back = both.piece_changed("north", "closed").piece_changed("east", "open")
    assert back == start
    assert hash(back) == hash(start)
    assert both != start


def test_what_is_no_door_can_only_be_whole_or_gone() -> None:
    start = battle({"rook": (4, 4)}, pieces=[Piece("barrel", LIBRARY.piece("crate", {})[0])])
    assert start.piece_state("barrel") == "whole"
    assert start.piece_changed("barrel", "gone").pieces == (("barrel", "gone"),)
    with pytest.raises(RulesError, match="barrel cannot be open, only whole or gone"):
        start.piece_changed("barrel", "open")
    with pytest.raises(SceneError, match='did you mean "barrel"'):
        start.piece_state("barrels")
