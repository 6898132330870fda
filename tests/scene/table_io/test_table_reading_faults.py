"""What is wrong with a table file, all at once, in lines that say where; and what it may hold at most."""

import json
from pathlib import Path

import pytest

from scene.base.errors import SceneError
from scene.table_io.table_reading import load_table
from tests.scene.plain_parts import PARTS
from tests.scene.table_texts import faults, jelena, load, make_folder, only_fault, own_body, table, tower, write


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return make_folder(tmp_path)


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
        (tower(works=7), "printable"),
        (tower(works="tower"), '"works" names "tower", whose kind is structure; give the id of a door'),
        (tower(works="gate"), '"works": there is no door "gate" on this table; it has none'),
        (tower(kind="door", works="tower"), '"works" is for the terminal of a door, not for the door'),
        (tower(mouths=[[0, 0, 1]]), '"mouths" must be two places, each a list of 3 numbers'),
        (tower(mouths=[[0, 0, 1], [0, 0, 1]]), '"mouths" must be two places that differ'),
        (tower(mouths=[[0, 0, 1], [0, 0, "up"]]), '"mouths" must be a list of 3 numbers'),
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


def test_a_file_of_another_kind_is_told_as_that_and_not_field_by_field(folder: Path) -> None:
    camera = {"format": "sightline-camera", "version": 1, "image_size": [1600, 1200], "camera_matrix": []}
    assert only_fault(folder, camera).endswith('"format" must be "sightline-table", not "sightline-camera"')
