"""What a table file is read as: where meshes come to stand, what pieces and figures are made of."""

from pathlib import Path

import numpy as np
import pytest
import trimesh

from scene.geometry.mesh import FloatArray, Mesh
from tests.scene.table_texts import jelena, load, make_folder, own_body, table, tower


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return make_folder(tmp_path)


def bounds(mesh: Mesh) -> FloatArray:
    return np.asarray(mesh.bounds)


def test_the_anchor_is_the_middle_of_the_box_at_its_lowest(folder: Path) -> None:
    piece = load(folder, table([tower(position=[24, 18, 2])])).piece("tower")
    np.testing.assert_allclose(bounds(piece.placed), [[23.5, 17, 2], [24.5, 19, 5]], atol=1e-6)
    assert piece.kind == "structure"


def test_a_piece_turns_anticlockwise_about_its_anchor(folder: Path) -> None:
    piece = load(folder, table([tower(turn=90)])).piece("tower")
    np.testing.assert_allclose(bounds(piece.placed), [[23, 17.5, 0], [25, 18.5, 3]], atol=1e-6)


def test_with_anchor_origin_the_mesh_s_own_origin_comes_to_the_position(folder: Path) -> None:
    piece = load(folder, table([tower(anchor="origin", turn=90)])).piece("tower")
    np.testing.assert_allclose(bounds(piece.placed), [[22, 18, 0], [24, 19, 3]], atol=1e-6)


def test_a_rotation_of_any_length_replaces_the_turn(folder: Path) -> None:
    """A quarter turn about x lays the piece on its side: (x, y, z) becomes (x, -z, y)."""
    piece = load(folder, table([tower(turn=33, rotation=[2, 2, 0, 0])])).piece("tower")
    np.testing.assert_allclose(bounds(piece.placed), [[23.5, 15, -1], [24.5, 18, 1]], atol=1e-6)


def test_y_up_meshes_are_anchored_after_they_are_set_up(folder: Path) -> None:
    piece = load(folder, table([tower(up="y")])).piece("tower")
    np.testing.assert_allclose(bounds(piece.placed), [[23.5, 16.5, 0], [24.5, 19.5, 2]], atol=1e-6)


def test_a_mesh_used_twice_is_one_value(folder: Path) -> None:
    twice = [tower(), tower(id="again", turn=5), tower(id="otherwise", units="cm", position=[9, 9, 0])]
    one, two, other = load(folder, table(twice)).terrain.pieces
    assert one.shape is two.shape
    assert one.shape is not other.shape


def test_settings_of_a_piece(folder: Path) -> None:
    rail = {"id": "rail", "kit": "barricade", "position": [10, 12, 0], "parameters": {"length": 4}}
    said = {"ground": "difficult", "see_through_gaps": False, "insignificant": True, "infinite_height": True}
    made = load(folder, table([rail, tower(kind="door", open=True, **said)]))
    assert made.piece("rail").kind == "obstacle"
    np.testing.assert_allclose(bounds(made.piece("rail").placed)[1], [12, 12.25, 1])
    door = made.piece("tower")
    assert (door.kind, door.open, door.ground) == ("door", True, "difficult")
    assert (door.see_through_gaps, door.insignificant, door.infinite_height) == (False, True, True)


def test_proxies_and_their_bases(folder: Path) -> None:
    made = load(folder, table(figures=[jelena(), jelena(id="b", proxy="brute"), jelena(id="c", base_mm=32)]))
    assert [figure.base_mm for figure in made.figures] == [25, 40, 32]
    plain = load(folder, table(figures=[{"id": "nobody", "position": [1, 2, 0]}])).figure("nobody")
    assert (plain.posture, plain.facing, plain.base_mm) == ("upright", 0, 25)


def test_a_body_s_own_origin_stands_on_its_base_and_looks_to_its_facing(folder: Path) -> None:
    """With a 25 mm base the body is raised by the base's 3 mm; its +x side goes to +y at facing 90."""
    figure = load(folder, table(figures=[{**own_body(), "facing": 90}])).figure("block")
    raised = 3 / 25.4
    np.testing.assert_allclose(bounds(figure.placed), [[4, 18, raised], [6, 19, 3 + raised]], atol=1e-6)
    np.testing.assert_allclose(figure.eye, [5, 18.5, 3 + raised], atol=1e-6)
    flat = load(folder, table(figures=[{**own_body(), "base_mm": 0}])).figure("block")
    np.testing.assert_allclose(bounds(flat.placed), [[6, 18, 0], [7, 20, 3]], atol=1e-6)


def test_the_eye_is_in_the_frame_of_the_mesh_with_its_units_and_its_up(folder: Path) -> None:
    """Up y: the file's (x, y, z) is (x, -z, y) on the table."""
    figure = load(folder, table(figures=[{**own_body(up="y"), "base_mm": 0}])).figure("block")
    np.testing.assert_allclose(figure.eye - [6, 18, 0], [0.5, -3, 1], atol=1e-6)
    np.testing.assert_allclose(bounds(figure.placed) - [6, 18, 0], [[0, -3, 0], [1, 0, 2]], atol=1e-6)


@pytest.mark.parametrize(("status", "eye"), [("pinned", [-1.5, 0, 0.5]), ("seriously_injured", [1.5, 0, 0.5])])
def test_a_body_lies_on_its_back_or_its_face(folder: Path, status: str, eye: list[float]) -> None:
    """The 1 x 2 x 3 box lies 3 long, 2 wide and 1 high; the eye, at the top of its middle axis, at one end."""
    figure = load(folder, table(figures=[{**own_body(), "status": status, "base_mm": 0}])).figure("block")
    np.testing.assert_allclose(bounds(figure.placed) - [6, 18, 0], [[-1.5, -1, 0], [1.5, 1, 1]], atol=1e-6)
    np.testing.assert_allclose(figure.eye - [6, 18, 0], eye, atol=1e-6)


def test_the_front_of_a_pinned_body_looks_up(folder: Path) -> None:
    figure = load(folder, table(figures=[{**own_body(eye=[25.4, 25.4, 76.2]), "status": "pinned"}])).figure("block")
    assert figure.body.eye[2] == pytest.approx(1.0)


def test_parts_of_a_body_count_or_do_not(folder: Path) -> None:
    spike = trimesh.creation.box(extents=[2, 2, 2])
    spike.apply_translation([0, 0, 254])
    spike.export(folder / "spike.stl")
    counted = load(folder, table(figures=[own_body(parts=["spike.stl"])])).figure("block").body
    assert bounds(counted.counts)[1, 2] > 9.9
    drawn = load(folder, table(figures=[own_body(insignificant=["spike.stl"])])).figure("block").body
    assert bounds(drawn.counts)[1, 2] == pytest.approx(3)
    assert len(drawn.insignificant.faces) == 12
