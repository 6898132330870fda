"""Table files written and read again, their digest, and any values in them."""

import copy
import json
from pathlib import Path

import pytest
import trimesh
from hypothesis import given, settings
from hypothesis import strategies as st

from scene.base.errors import SceneError
from scene.table_io.table_document import document_text, read_document, write_document
from scene.table_io.table_reading import load_document, table_digest
from tests.scene.table_texts import SIDES, jelena, make_folder, own_body, table, tower, write


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return make_folder(tmp_path)


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
