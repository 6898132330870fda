"""The pieces file: read with all faults at once, written back."""

from pathlib import Path

import numpy as np
import pytest

from assets.mesh_library import LIBRARY
from capture.objects.pieces_file import (
    TaggedPiece,
    TaggedPieces,
    TagPlace,
    load_tagged,
    read_tagged,
    rebased,
    tagged_text,
    write_tagged,
)
from scene.base.errors import SceneError
from scene.table_io.table_document import PieceEntry

SOUND = """{
  "format": "sightline-tagged-pieces", "version": 1,
  "pieces": [
    {"id": "crate", "kit": "container", "parameters": {"length": 6}, "tags": [
      {"id": 104, "position": [1, 0.5, 2.5], "turn": 30},
      {"id": 105, "position": [0, -1.25, 1.5], "rotation": [0.5, 0.5, 0.5, 0.5], "sigma_mm": 1, "sigma_degrees": 0.5}]},
    {"id": "tower", "mesh": "parts/tower.obj", "units": "mm", "up": "y", "anchor": "origin", "kind": "obstacle",
     "standing": false, "sigma_mm": 0.4, "tags": [{"id": 60, "position": [0, 0, 4], "side_mm": 45}]}
  ]
}"""
OBJ = b"v 0 0 0\nv 50 0 0\nv 0 50 0\nv 0 0 50\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n"


def pieces() -> TaggedPieces:
    found, faults = read_tagged(SOUND.encode())
    assert not faults
    return found


def faults_of(pieces_text: str) -> list[str]:
    text = f'{{"format": "sightline-tagged-pieces", "version": 1, "pieces": [{pieces_text}]}}'
    return read_tagged(text.encode())[1]


def test_what_the_file_says() -> None:
    crate, tower = pieces().pieces
    assert crate.entry == PieceEntry("crate", (0.0, 0.0, 0.0), kit="container", parameters=(("length", 6.0),))
    assert crate.tags[0] == TagPlace(104, (1.0, 0.5, 2.5), turn=30.0)
    assert crate.tags[0].sigmas == pytest.approx((0.3 / 25.4, np.radians(0.3)))
    assert crate.tags[1].sigmas == pytest.approx((1.0 / 25.4, np.radians(0.5)))
    assert crate.tags[1].pose.matrix @ [0.0, 0.0, 1.0] == pytest.approx([1.0, 0.0, 0.0])
    assert tower.standing is False
    assert tower.sigmas == pytest.approx((0.4 / 25.4, 0.0))
    assert pieces().sides() == {60: 45.0}


def test_a_tag_lies_flat_where_nothing_else_is_said() -> None:
    assert TagPlace(104, (1.0, 2.0, 3.0)).pose.matrix == pytest.approx(np.eye(3))


def test_written_files_read_back_as_equal_pieces(tmp_path: Path) -> None:
    write_tagged(pieces(), tmp_path / "pieces.json")
    text = (tmp_path / "pieces.json").read_bytes()
    assert read_tagged(text) == (pieces(), [])
    assert tagged_text(pieces()).encode() == text
    assert read_tagged(tagged_text(TaggedPieces()).encode()) == (TaggedPieces(), [])


def test_no_file_is_replaced_unasked(tmp_path: Path) -> None:
    path = tmp_path / "pieces.json"
    path.write_text("mine")
    with pytest.raises(SceneError, match="exists"):
        write_tagged(pieces(), path)
    assert path.read_text() == "mine"


def test_meshes_and_kit_pieces_are_looked_at(tmp_path: Path) -> None:
    path = tmp_path / "pieces.json"
    path.write_text(SOUND)
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "tower.obj").write_bytes(OBJ)
    assert load_tagged(path, LIBRARY) == pieces()


def test_everything_wrong_with_a_file_comes_out_at_once(tmp_path: Path) -> None:
    path = tmp_path / "pieces.json"
    path.write_text(
        """{"format": "sightline-tagged-pieces", "version": 2, "colour": 1, "pieces": [
        {"id": "a", "kit": "contaner", "tags": [{"id": 104, "position": [0, 0, 1]}]},
        {"id": "b", "mesh": "../b.stl", "units": "mm", "tags": [{"id": 107, "position": [0, 0, 1]}]},
        {"id": "c", "mesh": "c.stl", "units": "mm", "tags": [{"id": 108, "position": [0, 0, 1]}]},
        {"id": "d", "kit": "container", "position": [1, 2, 3], "tags": [{"id": 104, "position": [0, 0, 1]}]},
        {"id": "e", "kit": "container", "mesh": "e.stl", "tags": [{"id": 109, "position": [0, 0, 1]}]},
        {"id": "f", "kit": "container", "tags": [{"id": 3, "position": [0, 0]},
          {"id": 320.5, "position": [0, 0, 1], "ture": 3}]},
        {"id": "f", "kit": "container", "tags": []}
        ]}"""
    )
    with pytest.raises(SceneError) as error:
        load_tagged(path, LIBRARY)
    faults = error.value.faults
    assert all(fault.startswith("pieces.json: ") for fault in faults)
    for part in (
        '"version" must be 1, not 2',
        'there is no field "colour"',
        'piece "a": there is no kit piece "contaner"; did you mean "container"?',
        'piece "b": mesh "../b.stl": leads out of the folder',
        'piece "c": mesh "c.stl": there is no such file',
        'piece "d": there is no field "position"',
        'tag 104 is on piece "d" and on piece "a"; every tag is there once',
        'piece "e": needs either a "mesh" or a "kit" piece, not both',
        'piece "f": tag 3: "id": tag 3 stands for the ground; on pieces go 100 to 299',
        'piece "f": tag 3: "position" must be a list of 3 numbers',
        'piece "f": tag 320.5: "id": must be a whole number',
        'there is no field "ture"; did you mean "turn"?',
        'piece "f" is there twice; ids are unique',
        'piece "f": "tags": has 0 entries',
    ):
        assert sum(part in fault for fault in faults) == 1, (part, faults)


@pytest.mark.parametrize(
    ("tags", "fault"),
    [
        ('{"id": 104, "position": [0, 0, 1], "turn": 3, "rotation": [1, 0, 0, 0]}', 'has a "turn" and a "rotation"'),
        ('{"id": 60, "position": [0, 0, 1]}', '"side_mm" is missing: nothing says how large tag 60 is'),
        ('{"id": 587, "position": [0, 0, 1]}', '"id" must be a number from 0 to 586'),
        ('{"id": 104, "position": [0, 0, 1], "rotation": [0, 0, 0, 0]}', "a quaternion"),
        ('{"id": 104, "position": [0, 0, 1], "sigma_mm": -1}', '"sigma_mm" must be a number from 0 to 100'),
        ('{"id": 300, "position": [0, 0, 1]}', "tag 300 stands for a base"),
        ('{"id": 104, "position": [0, 0, 1]}, {"id": 104, "position": [0, 0, 2]}', 'is on piece "a" twice'),
        ("7", "must be an object in braces"),
    ],
)
def test_a_tag_that_cannot_be(tags: str, fault: str) -> None:
    found = faults_of(f'{{"id": "a", "kit": "container", "tags": [{tags}]}}')
    assert len(found) == 1
    assert fault in found[0]


@pytest.mark.parametrize(
    "text", ["", "[]", '{"pieces": 3}', '{"format": "sightline-table"}', '{"pieces": [3, null, {"tags": 4}]}']
)
def test_what_is_no_pieces_file_is_refused(text: str) -> None:
    found, faults = read_tagged(text.encode())
    assert faults
    assert not found.pieces


def test_a_piece_is_added_and_only_replaced_where_asked() -> None:
    known, hut = pieces(), TaggedPiece(PieceEntry("hut", (0.0, 0.0, 0.0), kit="container"), (TagPlace(110, (0.0, 0.0, 1.0)),))
    assert known.with_piece(hut).pieces == (*known.pieces, hut)
    again = TaggedPiece(known.pieces[0].entry, (TagPlace(104, (0.0, 0.0, 1.0)),))
    with pytest.raises(SceneError, match='there is a piece "crate" already'):
        known.with_piece(again)
    assert known.with_piece(again, overwrite=True).pieces == (again, known.pieces[1])
    taken = TaggedPiece(hut.entry, (TagPlace(105, (0.0, 0.0, 1.0)),))
    with pytest.raises(SceneError, match='tag 105 is on the piece "crate" already'):
        known.with_piece(taken)


def test_mesh_paths_from_another_folder_on(tmp_path: Path) -> None:
    moved = rebased(pieces(), tmp_path / "sets" / "pieces.json", tmp_path / "table.json")
    assert [piece.entry.mesh for piece in moved.pieces] == [None, "sets/parts/tower.obj"]
    with pytest.raises(SceneError, match="is not in the folder of the table"):
        rebased(pieces(), tmp_path / "sets" / "pieces.json", tmp_path / "elsewhere" / "table.json")
