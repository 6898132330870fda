"""Saving drafts: one reads back the same; nothing is overwritten unasked; what a crash left is found again."""

import errno
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from assets.mesh_library import LIBRARY
from assets.tables import names, path
from scene.base.errors import SceneError
from scene.table_io.table_reading import load_document, load_table
from sightline.drafts.draft_saving import DraftKeeper, forget, left_behind, recover, save
from sightline.drafts.draft_table import Draft, new_draft, open_draft
from sightline.drafts.move_edits import group, place_kit
from sightline.drafts.piece_edits import place_mesh
from tests.sightline.window.drafts_to_test import block_file, on_table

ROOT = Path(__file__).parents[4]


def with_mesh(tmp_path: Path) -> Draft:
    """A table with a crate and a cube of one's own."""
    source = tmp_path / "elsewhere"
    source.mkdir()
    content = block_file(source).read_bytes()
    return place_mesh(on_table(("crate", 5, 5)), "block.obj", content, (10.0, 10.0, 0.0), units="inch")


@pytest.fixture
def no_room(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A disk that is full as soon as anything is brought to it."""

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr("scene.base.safe_files.os.fsync", full)
        yield


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("ending", [".json", ".sightline"])
def test_saved_and_opened_it_is_the_same_table(name: str, ending: str, tmp_path: Path) -> None:
    draft = open_draft(path(name))
    saved = save(draft, tmp_path / f"copy{ending}")
    assert saved.path == tmp_path / f"copy{ending}"
    assert load_document(tmp_path / f"copy{ending}") == draft.document
    assert open_draft(tmp_path / f"copy{ending}").document == draft.document


@pytest.mark.parametrize("ending", [".json", ".sightline"])
def test_meshes_of_ones_own_are_saved_with_it(ending: str, tmp_path: Path) -> None:
    draft = with_mesh(tmp_path)
    folder = tmp_path / "tables"
    folder.mkdir()
    saved = save(draft, folder / f"mine{ending}")
    table = load_table(folder / f"mine{ending}", LIBRARY)
    assert table.piece("block").placed.bounds.tolist() == [[9, 9, 0], [11, 11, 2]]
    assert (folder / "block.obj").exists() is (ending == ".json")
    # From there to the other kind, and into another folder.
    other = tmp_path / "other"
    other.mkdir()
    save(saved, other / "again.sightline")
    save(saved, other / "again.json")
    assert load_document(other / "again.json") == load_document(other / "again.sightline") == draft.document


def test_groups_are_saved(tmp_path: Path) -> None:
    draft = group(on_table(("crate", 5, 5), ("crate", 8, 5)), ["crate", "crate-2"])
    save(draft, tmp_path / "t.json")
    assert [entry.group for entry in open_draft(tmp_path / "t.json").document.terrain] == ["group", "group"]


def test_another_file_is_not_overwritten_unasked(tmp_path: Path) -> None:
    there = tmp_path / "t.json"
    there.write_text("mine", encoding="utf-8")
    with pytest.raises(SceneError, match="exists already"):
        save(on_table(), there)
    assert there.read_text(encoding="utf-8") == "mine"
    saved = save(on_table(), there, overwrite=True)
    save(place_kit(saved, "crate", (5.0, 5.0, 0.0)), there)
    assert [entry.id for entry in load_document(there).terrain] == ["crate"]


def test_another_mesh_beside_it_is_never_overwritten(tmp_path: Path) -> None:
    draft = with_mesh(tmp_path)
    (tmp_path / "block.obj").write_text("another", encoding="utf-8")
    with pytest.raises(SceneError, match="is there already and another mesh"):
        save(draft, tmp_path / "t.json", overwrite=True)
    assert (tmp_path / "block.obj").read_text(encoding="utf-8") == "another"
    assert not (tmp_path / "t.json").exists()


@pytest.mark.parametrize("name", ["gone/t.json", "t.txt", "t"])
def test_places_that_no_table_can_be_saved_to(name: str, tmp_path: Path) -> None:
    with pytest.raises(SceneError) as error:
        save(on_table(), tmp_path / name)
    assert len(error.value.faults) == 1


def test_a_full_disk_says_so_and_leaves_the_old_file(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    saved = save(on_table(("crate", 5, 5)), tmp_path / "t.json")
    before = (tmp_path / "t.json").read_bytes()
    more = place_kit(saved, "crate", (9.0, 9.0, 0.0))
    request.getfixturevalue("no_room")
    with pytest.raises(SceneError, match="No space left on device"):
        save(more, tmp_path / "t.json")
    assert (tmp_path / "t.json").read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["t.json"]
    assert more.ids == ("crate", "crate-2")


def test_what_a_killed_program_left_is_recovered(tmp_path: Path) -> None:
    program = f"""
import os, signal
from pathlib import Path
from sightline.drafts.draft_table import new_draft
from sightline.drafts.piece_edits import place_mesh
from sightline.drafts.move_edits import place_kit
from sightline.drafts.draft_saving import DraftKeeper
draft = place_kit(new_draft((24.0, 24.0), name="Sump"), "crate", (5.0, 5.0, 0.0))
content = Path({str(block_file(tmp_path))!r}).read_bytes()
keeper = DraftKeeper(Path({str(tmp_path / "state")!r}) / "one")
keeper.keep(draft)
keeper.keep(place_mesh(draft, "block.obj", content, (10.0, 10.0, 0.0), units="inch"))
os.kill(os.getpid(), signal.SIGKILL)
"""
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=False)
    assert done.returncode != 0
    (left,) = left_behind(tmp_path / "state")
    assert (left.name, left.path, left.pieces, left.figures) == ("Sump", None, 2, 0)
    draft, keeper = recover(left)
    assert draft.ids == ("crate", "block")
    assert draft.table.piece("block").placed.bounds.tolist() == [[9, 9, 0], [11, 11, 2]]
    save(draft, tmp_path / "sump.sightline")
    keeper.discard()
    keeper.close()
    assert left_behind(tmp_path / "state") == []
    assert not left.place.exists()


def test_what_is_open_is_not_offered_and_what_is_closed_is(tmp_path: Path) -> None:
    keeper = DraftKeeper(tmp_path / "one")
    keeper.keep(on_table(("crate", 5, 5)))
    assert left_behind(tmp_path) == []
    with pytest.raises(SceneError, match="another window"):
        DraftKeeper(tmp_path / "one")
    keeper.close()
    (left,) = left_behind(tmp_path)
    forget(left)
    assert left_behind(tmp_path) == []


def test_a_file_that_was_saved_since_needs_no_recovery(tmp_path: Path) -> None:
    saved = save(on_table(("crate", 5, 5)), tmp_path / "t.json")
    state = tmp_path / "state"
    keeper = DraftKeeper(state / "one")
    keeper.keep(place_kit(saved, "crate", (9.0, 9.0, 0.0)))
    keeper.close()
    now = time.time()
    os.utime(tmp_path / "t.json", (now - 60, now - 60))
    (left,) = left_behind(state)
    assert left.path == tmp_path / "t.json"
    draft, keeper = recover(left)
    assert draft.path == tmp_path / "t.json"
    keeper.close()
    os.utime(tmp_path / "t.json", (now + 60, now + 60))
    assert left_behind(state) == []


def test_damaged_remains_are_passed_over(tmp_path: Path) -> None:
    for name, files in {"a": {"table.json": "{"}, "b": {}, "c": {"table.json": "{}", "about.json": "[]"}}.items():
        (tmp_path / name).mkdir()
        for file, content in files.items():
            (tmp_path / name / file).write_text(content, encoding="utf-8")
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert left_behind(tmp_path) == []
    assert left_behind(tmp_path / "gone") == []


def test_what_was_kept_before_stays_when_the_disk_is_full(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    keeper = DraftKeeper(tmp_path / "one")
    keeper.keep(on_table(("crate", 5, 5)))
    request.getfixturevalue("no_room")
    with pytest.raises(SceneError, match="No space left on device"):
        keeper.keep(on_table(("crate", 5, 5), ("crate", 9, 9)))
    keeper.close()
    assert left_behind(tmp_path)[0].pieces == 1


def test_another_mesh_of_the_same_name_after_undo_is_kept(tmp_path: Path) -> None:
    small, large = block_file(tmp_path, size=2.0).read_bytes(), block_file(tmp_path, size=4.0).read_bytes()
    keeper, empty = DraftKeeper(tmp_path / "one"), new_draft((24.0, 24.0))
    for content in (small, large):
        keeper.keep(place_mesh(empty, "block.obj", content, (10.0, 10.0, 0.0), units="inch"))
    keeper.close()
    draft, keeper = recover(left_behind(tmp_path)[0])
    assert draft.table.piece("block").placed.bounds.tolist() == [[8, 8, 0], [12, 12, 4]]
    keeper.close()


def test_a_mesh_that_leads_out_is_not_written(tmp_path: Path) -> None:
    folder, outside = tmp_path / "in", tmp_path / "out"
    folder.mkdir()
    outside.mkdir()
    (folder / "meshes").symlink_to(outside)
    draft = with_mesh(tmp_path)
    entry = replace(draft.piece_entry("block"), mesh="meshes/block.obj")
    document = replace(draft.document, terrain=(entry,))
    content = draft.meshes.read("block.obj", 10**6)
    odd = replace(draft, document=document, meshes=replace(draft.meshes, added={"meshes/block.obj": content}))
    with pytest.raises(SceneError, match="leads out of the folder"):
        save(odd, folder / "t.json")
    assert list(outside.iterdir()) == []
