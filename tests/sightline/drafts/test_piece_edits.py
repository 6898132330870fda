"""Edits of pieces: what they are, their parameters, and meshes of one's own."""

from pathlib import Path

import pytest

from assets.kit import KIT
from scene.base.errors import SceneError
from sightline.drafts.figure_edits import place_figure
from sightline.drafts.move_edits import delete, place_kit
from sightline.drafts.piece_edits import edit, place_mesh, rename, set_parameter, set_switch
from tests.sightline.window.drafts_to_test import CRATE_TALL, DECK, block_file, on_table, where


def test_what_is_said_of_a_piece_is_what_it_is() -> None:
    draft = edit(on_table(("door", 5, 5)), ["door"], kind="door", ground="difficult", open=True)
    piece = draft.table.piece("door")
    assert (piece.kind, piece.ground, piece.open) == ("door", "difficult", True)
    assert edit(draft, ["door"], kind=None, ground=None, open=None).document == on_table(("door", 5, 5)).document


@pytest.mark.parametrize(("name", "usual"), [("see_through_gaps", True), ("insignificant", False), ("open", False)])
def test_a_switch_back_as_it_was_leaves_nothing_in_the_file(name: str, usual: bool) -> None:
    draft = on_table(("door", 5, 5))
    other = set_switch(draft, ["door"], name, on=not usual)
    assert getattr(other.table.piece("door"), name) is not usual
    assert set_switch(other, ["door"], name, on=usual).document == draft.document


@pytest.mark.parametrize("height", [2.0, 4.5])
def test_what_stands_on_a_deck_rises_and_sinks_with_it(height: float) -> None:
    draft = on_table(("gantry", 20, 20), ("crate", 20, 20), ("crate", 20, 20))
    draft = place_figure(draft, (18.0, 20.0, DECK), name="Kai")
    after = set_parameter(draft, "gantry", "height", height)
    assert where(after, "kai")[2] == pytest.approx(height, abs=1e-4)
    assert where(after, "crate-2")[2] - where(after, "crate")[2] == pytest.approx(CRATE_TALL, abs=1e-4)
    assert where(after, "crate")[2] - where(draft, "crate")[2] == pytest.approx(height - DECK, abs=1e-4)
    assert set_parameter(after, "gantry", "height", DECK).piece_entry("gantry").parameters is None


def test_parameters_are_those_of_the_kit() -> None:
    draft = on_table(("crate", 5, 5))
    limits = KIT["crate"].parameters["height"].range
    assert set_parameter(draft, "crate", "height", limits.high).table.piece("crate").placed.bounds[1, 2] == limits.high
    with pytest.raises(SceneError, match="height is"):
        set_parameter(draft, "crate", "height", limits.high + 0.1)


def test_a_renamed_piece_keeps_its_place() -> None:
    draft = rename(on_table(("crate", 5, 5), ("crate", 9, 5)), "crate", "box")
    assert draft.ids == ("box", "crate-2")


def test_a_terminal_follows_its_door_by_name_and_is_left_alone_when_it_goes() -> None:
    draft = edit(on_table(("door", 5, 5), ("terminal", 6.2, 4.4)), ["terminal"], works="door")
    assert draft.table.piece("terminal").works == "door"
    renamed = rename(draft, "door", "lock")
    assert renamed.table.piece("terminal").works == "lock"
    assert delete(renamed, ["lock"]).table.piece("terminal").works == ""
    with pytest.raises(SceneError, match='"works" names "lock", whose kind is wall; give the id of a door'):
        edit(renamed, ["lock"], kind="wall")


def test_the_same_mesh_twice_is_one_file_and_one_shape(tmp_path: Path) -> None:
    content = block_file(tmp_path).read_bytes()
    draft = on_table()
    for x in (5.0, 10.0):
        draft = place_mesh(draft, "block.obj", content, (x, 5.0, 0.0), units="inch")
    assert draft.ids == ("block", "block-2")
    assert list(draft.meshes.added) == ["block.obj"]
    assert draft.table.piece("block").shape is draft.table.piece("block-2").shape


def test_another_mesh_of_the_same_name_gets_another_one(tmp_path: Path) -> None:
    draft = on_table()
    for size in (1.0, 2.0):
        content = block_file(tmp_path, size=size).read_bytes()
        draft = place_mesh(draft, "block.obj", content, (5.0 + size * 5, 5.0, 0.0), units="inch")
    assert list(draft.meshes.added) == ["block.obj", "block-2.obj"]
    assert [piece.placed.bounds[1, 2] for piece in draft.table.terrain.pieces] == [1.0, 2.0]


def test_a_crate_lands_on_a_mesh_of_ones_own_and_units_count(tmp_path: Path) -> None:
    content = block_file(tmp_path, size=50.8).read_bytes()
    draft = place_mesh(on_table(), "block.obj", content, (5.0, 5.0, 0.0), units="mm")
    assert where(place_kit(draft, "crate", (5.0, 5.0, 9.0)), "crate")[2] == pytest.approx(2.0, abs=1e-5)


def test_a_mesh_without_units_or_of_nothing_is_refused() -> None:
    for content, units in ((b"v 0 0 0\n", "mm"), (b"", "mm"), (b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", None)):
        with pytest.raises(SceneError) as error:
            place_mesh(on_table(), "block.obj", content, (5.0, 5.0, 0.0), units=units)  # type: ignore[arg-type]
        assert len(error.value.faults) == 1
