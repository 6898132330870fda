"""Drafts of tables as values: what did not change stays the same, and what no file may say is refused."""

import dataclasses
from pathlib import Path

import pytest

from assets.mesh_library import LIBRARY
from assets.tables import names, path
from scene.base.errors import SceneError
from scene.table_io.table_document import PieceEntry, document_text, write_document
from scene.table_io.table_reading import load_document, load_table
from sightline.drafts.draft_table import added, changed, free_id, new_draft, open_draft, with_entries, without
from sightline.drafts.move_edits import group, move, place_kit
from tests.sightline.window.drafts_to_test import on_table


@pytest.mark.parametrize("name", names())
def test_opening_a_table_loses_nothing_of_its_file(name: str) -> None:
    draft, table = open_draft(path(name)), load_table(path(name), LIBRARY)
    assert draft.document == load_document(path(name))
    assert document_text(draft.document) == document_text(load_document(path(name)))
    assert [piece.id for piece in draft.table.terrain.pieces] == [piece.id for piece in table.terrain.pieces]
    assert [piece.pose for piece in draft.table.terrain.pieces] == [piece.pose for piece in table.terrain.pieces]
    assert [figure.position for figure in draft.table.figures] == [figure.position for figure in table.figures]


def test_only_what_changed_is_made_anew() -> None:
    before = on_table(("crate", 5, 5), ("platform", 20, 20))
    after = move(before, ["crate"], (9.0, 9.0, 0.0))
    assert after.table.terrain is not before.table.terrain
    assert after.table.piece("platform") is before.table.piece("platform")
    assert after.table.piece("crate").shape is before.table.piece("crate").shape


def test_a_figure_that_moves_leaves_the_terrain_as_it_is() -> None:
    draft = open_draft(path("disputed-shot"))
    figure = draft.document.figures[0]
    after = move(draft, [figure.id], (3.0, 3.0, 0.0))
    assert after.table.terrain is draft.table.terrain
    assert after.table.figures[1] is draft.table.figures[1]


def test_grouping_leaves_pieces_and_terrain_as_they_are() -> None:
    before = on_table(("crate", 5, 5), ("crate", 9, 5))
    after = group(before, ["crate", "crate-2"])
    assert after.document != before.document
    assert after.table.terrain is before.table.terrain


def test_what_is_there_already_is_not_made_again() -> None:
    draft = on_table(("crate", 5, 5))
    assert with_entries(draft, [dataclasses.replace(draft.piece_entry("crate"))]).table is draft.table


def test_ids_are_unique() -> None:
    draft = on_table(("crate", 5, 5), ("crate", 9, 5), ("crate", 12, 5))
    assert draft.ids == ("crate", "crate-2", "crate-3")
    assert place_kit(without(draft, ["crate-2"]), "crate", (20.0, 5.0, 0.0)).ids == ("crate", "crate-3", "crate-2")
    assert free_id(["crate", "crate-2"], "crate-2") == "crate-3"
    assert added(draft, place_kit(draft, "crate", (20.0, 5.0, 0.0))) == ("crate-4",)


@pytest.mark.parametrize("size", [(0.0, 36.0), (48.0, -1.0), (48.0, 1001.0), (float("nan"), 36.0), (float("inf"), 36.0)])
def test_no_table_has_such_a_size(size: tuple[float, float]) -> None:
    with pytest.raises(SceneError, match="each side must be more than 0"):
        new_draft(size)


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        (PieceEntry("a", (float("nan"), 0, 0), kit="crate"), 'terrain "a": "position" must be'),
        (PieceEntry("a", (1e9, 0, 0), kit="crate"), 'terrain "a": "position" must be'),
        (PieceEntry("a", (0, 0, 0), kit="crat"), 'terrain "a": there is no kit piece "crat"; did you mean "crate"'),
        (PieceEntry("a", (0, 0, 0), mesh="../secret.stl", units="mm"), "leads out of the folder"),
        (PieceEntry("a", (0, 0, 0), mesh="gone.stl", units="mm"), 'mesh "gone.stl": there is no such file'),
        (PieceEntry("a", (0, 0, 0)), 'needs either a "mesh" or a "kit" piece'),
        (PieceEntry(" ", (0, 0, 0), kit="crate"), '"id" must be'),
    ],
)
def test_what_no_file_may_say_is_refused_and_the_draft_stays(entry: PieceEntry, words: str) -> None:
    draft = on_table(("crate", 5, 5))
    with pytest.raises(SceneError) as error:
        changed(draft, terrain=[*draft.document.terrain, entry])
    assert words in str(error.value)
    assert draft.ids == ("crate",)


def test_all_faults_of_a_file_come_at_once(tmp_path: Path) -> None:
    document = on_table(("crate", 5, 5)).document
    wrong = [PieceEntry("a", (0, 0, 0), kit="no"), PieceEntry("b", (0, 0, 0), mesh="gone.stl", units="mm")]
    write_document(dataclasses.replace(document, terrain=(*document.terrain, *wrong)), tmp_path / "t.json")
    with pytest.raises(SceneError) as error:
        open_draft(tmp_path / "t.json")
    assert len(error.value.faults) == 2
    assert all(fault.startswith("t.json: terrain") for fault in error.value.faults)
