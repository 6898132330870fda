import copy
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import trimesh
from hypothesis import given, settings
from hypothesis import strategies as st

from scene.document import document_text, read_document, write_document
from scene.errors import SceneError
from scene.mesh import FloatArray, Mesh
from scene.table import Table
from scene.tablefile import load_document, load_table, table_digest
from tests.scene.plain_parts import PARTS

SIDES = np.array([25.4, 50.8, 76.2])
"""1 x 2 x 3 inches in millimetres; its corner is at the mesh's origin."""


def corner_box() -> trimesh.Trimesh:
    box: trimesh.Trimesh = trimesh.creation.box(extents=SIDES)
    box.apply_translation(SIDES / 2)
    return box


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    inner = tmp_path / "table"
    (inner / "meshes").mkdir(parents=True)
    corner_box().export(inner / "meshes" / "box.stl")
    (tmp_path / "outside.stl").write_bytes((inner / "meshes" / "box.stl").read_bytes())
    return inner


def table(terrain: list[Any] | None = None, figures: list[Any] | None = None, **more: object) -> dict[str, Any]:
    head = {"format": "sightline-table", "version": 1, "size": [48, 36]}
    return {**head, "terrain": terrain or [], "figures": figures or [], **more}


def tower(**more: object) -> dict[str, object]:
    return {"id": "tower", "mesh": "meshes/box.stl", "units": "mm", "position": [24, 18, 0], **more}


def jelena(**more: object) -> dict[str, object]:
    return {"id": "jelena", "proxy": "human", "position": [6, 18, 0], **more}


def own_body(**more: object) -> dict[str, object]:
    body = {"mesh": "meshes/box.stl", "units": "mm", "eye": [12.7, 25.4, 76.2]}
    return {"id": "block", "position": [6, 18, 0], "body": {**body, **more}}


def write(folder: Path, content: object) -> Path:
    path = folder / "sump.json"
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return path


def load(folder: Path, content: object) -> Table:
    return load_table(write(folder, content), PARTS)


def faults(folder: Path, content: object) -> tuple[str, ...]:
    with pytest.raises(SceneError) as caught:
        load(folder, content)
    assert all(line.startswith("sump.json: ") and "\n" not in line for line in caught.value.faults)
    return caught.value.faults


def only_fault(folder: Path, content: object) -> str:
    lines = faults(folder, content)
    assert len(lines) == 1, lines
    return lines[0]


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
    assert (plain.status, plain.facing, plain.base_mm) == ("standing", 0, 25)


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


def test_all_faults_come_at_once_with_their_places(folder: Path) -> None:
    lines = faults(
        folder,
        table(
            [
                tower(turn="left"),
                tower(id="a", units="furlong"),
                {"mesh": "x.stl", "units": "mm", "position": [0, 0]},
                tower(id="b", mesh="missing.stl"),
                {"id": "c", "kit": "baricade", "position": [0, 0, 0]},
            ],
            [jelena(posititon=[1, 1, 0]), jelena(id="d", status="asleep"), jelena(id="e", proxy="humman"), 7],
            size=[48],
            colour="red",
        ),
    )
    wanted = [
        ('"size" must be [x, y] in inches', "not [48]"),
        ('no field "colour"',),
        ('terrain "tower": "turn" must be a number', '"left"'),
        ('terrain "a": "units"', '"furlong"'),
        ('terrain[2]: "id" is missing',),
        ('terrain[2]: "position" must be a list of 3 numbers',),
        ('terrain[2]: mesh "x.stl"',),
        ('terrain "b": mesh "missing.stl"',),
        ('terrain "c": there is no kit piece "baricade"; did you mean "barricade"?',),
        ('figure "jelena": there is no field "posititon"; did you mean "position"?',),
        ('figure "d": "status"', '"seriously_injured"'),
        ('figure "e": there is no proxy "humman"; did you mean "human"?',),
        ("figure[3]: must be an object in braces, not 7",),
    ]
    for words in wanted:
        assert sum(all(word in line for word in words) for line in lines) == 1, words
    assert len(lines) == len(wanted)


@pytest.mark.parametrize(
    ("piece", "words"),
    [
        (
            {"id": "k", "kit": "barricde", "kind": "wal"},
            ['"kind" must be', 'no kit piece "barricde"; did you mean "barricade"?'],
        ),
        ({"kit": "barricade", "parameters": {"height": 2}}, ['"id" is missing', 'no parameter "height"']),
        ({"id": "k", "kit": "barricade", "parameters": {"length": "x"}}, ['"parameters"']),
        ({"id": "k", "mesh": "none.stl", "units": "mm", "turn": "left"}, ['"turn" must be', "none.stl"]),
        ({"id": "k", "mesh": "meshes/box.stl", "units": "furlong"}, ['"units" must be']),
        ({"id": "k", "mesh": "meshes/box.stl", "turn": "left"}, ['"turn" must be', "units"]),
        ({"id": "k", "mesh": "none.stl", "kit": "none", "units": "mm"}, ["not both"]),
        ({"id": "k", "kit": 3}, ['"kit" must be']),
    ],
)
def test_what_a_piece_is_made_of_is_looked_at_even_if_something_else_is_wrong(
    folder: Path, piece: dict[str, object], words: list[str]
) -> None:
    lines = faults(folder, table([{"position": [3, 3, 0], **piece}]))
    assert len(lines) == len(words), lines
    where = 'terrain "k": ' if "id" in piece else "terrain[0]: "
    assert all(where in line and word in line for line, word in zip(lines, words, strict=True)), lines


@pytest.mark.parametrize(
    ("figure", "words"),
    [
        ({"proxy": "humman", "status": "pined"}, ['"status" must be', 'no proxy "humman"; did you mean "human"?']),
        ({"facing": "x"}, ['"facing" must be']),
        ({"body": {"mesh": "none.stl", "units": "mm"}}, ['"eye" is missing', "none.stl"]),
        ({"body": {"mesh": "meshes/box.stl", "units": "ell", "parts": ["no.stl"], "eye": [0, 0, 1]}}, ['"units"', "no.stl"]),
        ({"body": {"mesh": "none.stl", "units": "mm", "eye": [0, 0, 1]}, "proxy": "humman"}, ["leave one out"]),
        ({"body": {"units": "mm", "eye": [0, 0, 1]}}, ['"mesh" is missing']),
        ({"body": 3}, ["must be an object"]),
    ],
)
def test_what_a_figure_is_made_of_is_looked_at_even_if_something_else_is_wrong(
    folder: Path, figure: dict[str, object], words: list[str]
) -> None:
    lines = faults(folder, table(figures=[{"id": "a", "position": [3, 3, 0], **figure}]))
    assert len(lines) == len(words), lines
    assert all('figure "a": ' in line and word in line for line, word in zip(lines, words, strict=True)), lines


def test_ids_are_unique_among_pieces_and_figures(folder: Path) -> None:
    assert '"tower" is given twice' in only_fault(folder, table([tower(), tower()]))
    assert '"tower" is given twice' in only_fault(folder, table([tower()], [jelena(id="tower")]))


def test_doubled_keys_at_every_level(folder: Path) -> None:
    text = json.dumps(table([tower()], [own_body()]))
    for key in ("version", "mesh", "eye"):
        doubled = text.replace(f'"{key}":', f'"{key}": 1, "{key}":', 1)
        assert f'"{key}" is there more than once' in " ".join(faults(folder, doubled))


@pytest.mark.parametrize("literal", ["NaN", "Infinity", "-Infinity", "1e999", "9" * 5000, "10001"])
def test_numbers_that_are_none_or_too_large(folder: Path, literal: str) -> None:
    text = json.dumps(table([tower()])).replace("[24, 18, 0]", f"[24, {literal}, 0]")
    assert 'terrain "tower": "position"' in only_fault(folder, text)


@pytest.mark.parametrize(
    ("piece", "words"),
    [
        (tower(kit="barricade"), "not both"),
        ({"id": "tower", "position": [0, 0, 0]}, 'either a "mesh" or a "kit"'),
        ({"id": "tower", "kit": "barricade", "units": "mm", "position": [0, 0, 0]}, '"units" is for a mesh'),
        ({"id": "tower", "kit": "barricade", "position": [0, 0, 0], "parameters": {"x": 1}}, "no parameter"),
        (tower(parameters={"length": 1}), '"parameters" are for a kit piece'),
        (tower(rotation=[0, 0, 0, 0]), "quaternion"),
        (tower(open="yes"), "true or false"),
        (tower(turn=True), "a number"),
        (tower(kind="Wall"), 'did you mean "wall"?'),
        (tower(id=" "), "printable"),
        (tower(id="a\nb"), "printable"),
        (tower(id="\ud800"), "printable"),
        ({"id": "tower", "mesh": "meshes/box.stl", "position": [0, 0, 0]}, 'say "units"'),
    ],
)
def test_a_piece_with_a_fault(folder: Path, piece: dict[str, object], words: str) -> None:
    assert words in only_fault(folder, table([piece]))


@pytest.mark.parametrize(
    ("figure", "words"),
    [
        ({**own_body(), "proxy": "human"}, "leave one out"),
        ({**own_body(), "stance": "aiming"}, '"stance" is for a proxy'),
        ({"id": "block", "position": [1, 1, 0], "body": {"mesh": "meshes/box.stl", "units": "mm"}}, '"eye" is missing'),
        ({"id": "block", "position": [1, 1, 0], "body": None}, "not null"),
        (own_body(insignificant="spike.stl"), "a list of up to 100 texts"),
        (own_body(parts=["no.stl"]), "no such file"),
        (jelena(base_mm=-1), "a number from 0 to 500"),
    ],
)
def test_a_figure_with_a_fault(folder: Path, figure: dict[str, object], words: str) -> None:
    assert words in only_fault(folder, table(figures=[figure]))


@pytest.mark.parametrize(
    "name",
    ["../outside.stl", "meshes/../../outside.stl", "/etc/passwd", "C:/box.stl", "c:box.stl", "..\\outside.stl", "a\0.stl", "."],
)  # fmt: skip
def test_mesh_paths_may_not_leave_the_folder(folder: Path, name: str) -> None:
    only_fault(folder, table([tower(mesh=name)]))


def test_symbolic_links_may_not_leave_the_folder_either(folder: Path) -> None:
    (folder / "link.stl").symlink_to(folder.parent / "outside.stl")
    (folder / "up").symlink_to(folder.parent, target_is_directory=True)
    (folder / "round.stl").symlink_to(folder / "round.stl")
    (folder / "inner.stl").symlink_to(folder / "meshes" / "box.stl")
    for name in ("link.stl", "up/outside.stl"):
        assert "leads out of the folder" in only_fault(folder, table([tower(mesh=name)]))
    only_fault(folder, table([tower(mesh="round.stl")]))
    assert load(folder, table([tower(mesh="inner.stl")])).terrain.triangles == 12


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "null", '"table"', "\x00", "[" * 100_000, '{"a":' * 100_000, '{"format": "sightline-table"}']
)
def test_what_is_no_table(folder: Path, text: str) -> None:
    assert faults(folder, text)


def test_other_formats_and_versions(folder: Path) -> None:
    assert '"version" must be 1, not 2' in only_fault(folder, table(version=2))
    assert '"format"' in only_fault(folder, table(format="stl"))
    assert '"version" must be 1' in only_fault(folder, table(version=True))


def test_a_byte_order_mark_is_no_fault_and_other_encodings_are(folder: Path) -> None:
    path = folder / "sump.json"
    path.write_bytes(b"\xef\xbb\xbf" + json.dumps(table()).encode())
    assert load_table(path, PARTS).size == (48, 36)
    path.write_bytes(json.dumps(table(name="x")).encode("utf-16"))
    with pytest.raises(SceneError, match="not UTF-8"):
        load_table(path, PARTS)


def test_limits_of_number_and_size(folder: Path) -> None:
    assert "limit is 500" in only_fault(folder, table(figures=[jelena(id=str(i)) for i in range(501)]))
    assert "limit is 2,000" in only_fault(folder, table([tower(id=str(i)) for i in range(2001)]))
    assert '"size"' in only_fault(folder, table(size=[1001, 10]))
    for size in ([0, 10], [-1, 10], [1001, 10], [48, 36, 1], "48x36", None):
        assert "each more than 0 and at most 1000" in only_fault(folder, table(size=size))
    with pytest.raises(SceneError, match="limit"):
        load(folder, " " * (17 * 2**20))


def test_many_faults_are_cut_short(folder: Path) -> None:
    lines = faults(folder, table([tower(id=f"t{i}", turn="x") for i in range(1000)], [jelena(size=1)]))
    assert len(lines) == 22
    assert "and 980 more of this kind" in lines[20]
    assert 'figure "jelena": there is no field "size"' in lines[21]
    missing = faults(folder, table([tower(id=f"t{i}", mesh=f"no{i}.stl") for i in range(100)]))
    assert len(missing) == 21
    assert "and 80 more of this kind" in missing[20]


def test_messages_write_numbers_and_texts_as_people_do(folder: Path) -> None:
    assert "from -1,000,000 to 1,000,000, not 12,345,678" in only_fault(folder, table([tower(turn=12345678)]))
    assert "not [24, 10,001, 0.5]" in only_fault(folder, table([tower(position=[24, 10001, 0.5])]))
    assert '"name" must be a text of at most 200 printable characters' in only_fault(folder, table(name="x" * 201))
    assert "must be 1 to 200 printable characters" in only_fault(folder, table([tower(id="")]))
    assert "not only spaces" in only_fault(folder, table([tower(id=" ")]))


def test_a_long_id_that_is_not_there_is_cut_short_in_the_message(folder: Path) -> None:
    made = load(folder, table(figures=[jelena()]))
    with pytest.raises(SceneError) as caught:
        made.figure("x" * 5000)
    assert len(caught.value.faults[0]) < 200


def test_a_limit_of_triangles_for_the_whole_table(folder: Path) -> None:
    path = write(folder, table([tower(), tower(id="two")]))
    with pytest.raises(SceneError, match=r"24 triangles.*--max-faces 24"):
        load_table(path, PARTS, max_faces=23)
    assert load_table(path, PARTS, max_faces=24).terrain.triangles == 24


FULL = table(
    [
        tower(turn=30.25, anchor="origin", up="y", open=False, insignificant=False),
        {"id": "rail", "kit": "barricade", "parameters": {"length": 3.5}, "position": [1, 2, 0.5], "rotation": [1, 0, 0, 1]},
    ],
    [jelena(name="Jélena", side="red", stance="aiming", facing=-90, status="pinned"), own_body(parts=["meshes/box.stl"])],
    name="Sump bridge",
)


def test_reading_what_was_written_gives_the_same_document(folder: Path) -> None:
    document = load_document(write(folder, FULL))
    again = folder / "again.json"
    write_document(document, again)
    assert load_document(again) == document
    text = again.read_bytes()
    write_document(load_document(again), again, overwrite=True)
    assert again.read_bytes() == text
    assert json.loads(text) == json.loads(json.dumps(FULL))


def test_nothing_is_overwritten_without_being_told(folder: Path) -> None:
    path = write(folder, FULL)
    before = path.read_bytes()
    with pytest.raises(SceneError, match="--overwrite"):
        write_document(load_document(path), path)
    assert path.read_bytes() == before
    with pytest.raises(SceneError, match="cannot be written"):
        write_document(load_document(path), folder / "no" / "where.json")
    assert sorted(entry.name for entry in folder.iterdir()) == ["meshes", "sump.json"]


def test_the_digest_changes_with_the_content_and_not_with_spaces(folder: Path) -> None:
    path = write(folder, FULL)
    digest = table_digest(path)
    assert len(digest) == 64
    assert table_digest(write(folder, json.dumps(FULL, indent=8, sort_keys=True))) == digest
    moved = copy.deepcopy(FULL)
    moved["figures"][0]["position"][0] += 0.001
    assert table_digest(write(folder, moved)) != digest
    write(folder, FULL)
    trimesh.creation.box(extents=SIDES).export(folder / "meshes" / "box.stl")
    assert table_digest(path) != digest


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
KEYS = st.sampled_from(sorted({*tower(), *jelena(), "body", "kit", "parameters", "rotation", "open", "size", "terrain"}))


@settings(max_examples=200, deadline=None)
@given(KEYS, JSON, st.sampled_from(["top", "piece", "figure", "body"]))
def test_any_value_in_any_field_is_read_or_reported(key: str, value: object, where: str) -> None:
    content = copy.deepcopy(FULL)
    target = {"top": content, "piece": content["terrain"][0], "figure": content["figures"][0]}
    target["body"] = content["figures"][1]["body"]
    target[where][key] = value
    document, wrong = read_document(json.dumps(content).encode())
    assert all(line.isprintable() for line in wrong)
    if not wrong:
        assert read_document(document_text(document).encode()) == (document, [])


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=60) | st.text(alphabet='{}[]",:1.eE-nullNaN \\u', max_size=60).map(str.encode))
def test_any_bytes_are_read_or_reported(data: bytes) -> None:
    document, wrong = read_document(data)
    assert wrong
    assert document.terrain == ()
