"""The window state in building: what is placed lands, is taken back by name, saved, kept safe and recovered."""

import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import trimesh

from scene.table.table import Figure, Piece
from scene.table_io.table_reading import load_document
from sightline.drafts.draft_saving import left_behind
from sightline.window.controllers.window_state import WindowState
from sightline.window.graphics.shapes.view_shapes import things
from sightline.window.intents.building_intents import Recover, Take
from sightline.window.intents.intents import (
    Cancel,
    ClickAt,
    DragTo,
    EditSelection,
    NewTable,
    Open,
    PointAt,
    Redo,
    Save,
    SaveAs,
    Select,
    SetMode,
    Undo,
)
from sightline.window.intents.panel_widgets import words
from sightline.window.view.camera_orbit import home
from sightline.window.view.panels.all_panels import panels
from sightline.window.view.window_view import WindowView
from tests.sightline.window.window_states import SIZE, done, rest, table, window_state


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own for what is kept safe."""
    monkeypatch.setattr("sightline.drafts.draft_saving.state_folder", lambda: tmp_path / "state")
    return tmp_path / "state"


def kept_window_state(state: Path) -> WindowState:
    return WindowState(WindowView(table(), home(table(), SIZE), SIZE), kept_in=state / "window.json")


def ids(one: WindowState) -> set[str]:
    return {piece.id for piece in one.view.table.terrain.pieces}


def test_a_table_is_built_from_nothing_and_saved(tmp_path: Path) -> None:
    one = window_state()
    done(one, NewTable((24.0, 24.0)), SetMode("build"), Take("kit", "platform"), ClickAt("", (12.0, 12.0, 0.0)))
    assert one.view.selected == ("platform",)
    deck = float(one.view.table.piece("platform").placed.bounds[1, 2])
    done(one, Take("kit", "crate"), ClickAt("platform", (12.0, 12.0, deck)))
    crate = one.view.table.piece("crate").placed.bounds
    assert crate[0, 2] > 1.0, "it lands on the deck"
    done(one, Take("figure", "human"), ClickAt("", (4.0, 4.0, 0.0)), Cancel())
    assert len(one.view.table.figures) == 1
    assert one.view.undo.startswith("place")
    path = tmp_path / "built.json"
    done(one, Save())
    assert one.view.files == "save"
    done(one, SaveAs(str(path.with_suffix(""))))
    assert not one.view.changed
    assert one.view.title == "built.json - Sightline"
    assert one.view.message is not None
    assert one.view.message.text == f"saved: built.json in {tmp_path}"
    other = tmp_path / "other.json"
    other.write_text("kept")
    done(one, SaveAs(str(other.with_suffix("")), overwrite=True))
    assert other.read_text() == "kept", "only the name with its ending was agreed to be replaced"
    assert {entry.id for entry in load_document(path).terrain} == {"platform", "crate"}
    done(one, Open(str(path)))
    assert ids(one) == {"platform", "crate"}


def test_a_new_table_leaves_nothing_open_before_it() -> None:
    one = window_state()
    done(one, Open(), NewTable((24.0, 24.0)))
    assert "Open" not in {panel.name for panel in panels(one.view)}


def test_what_is_saved_elsewhere_is_never_written_over_unasked(tmp_path: Path) -> None:
    one, path = window_state(), tmp_path / "mine.json"
    path.write_text("mine")
    done(one, SetMode("build"), Select("crate"), EditSelection("delete"), SaveAs(str(path)))
    assert path.read_text() == "mine"
    assert one.view.message is not None
    assert one.view.message.bad
    assert one.view.changed


def test_a_bundled_table_is_nobodys_file() -> None:
    one = window_state()
    done(one, Open("disputed-shot"), Select("crate"), SetMode("build"), EditSelection("delete"), Save())
    assert one.view.files == "save"


def test_what_is_held_is_shown_where_a_click_puts_it() -> None:
    one = window_state()
    deck = 3.0
    done(one, SetMode("build"), Take("kit", "crate"), PointAt("east-gantry", (17.0, 12.5, deck)))
    (ghost,) = one.view.ghosts
    assert isinstance(ghost, Piece)
    assert ghost.id not in ids(one)
    assert things(one.view)
    done(one, ClickAt("east-gantry", (17.0, 12.5, deck)))
    (another,) = one.view.ghosts
    assert another.id not in ids(one), "the next one is shown at once, as it is in hand"
    np.testing.assert_allclose(one.view.table.piece(ghost.id).placed.vertices, ghost.placed.vertices, atol=1e-9)
    done(one, PointAt("", (3.0, 3.0, 0.0)))
    assert one.view.ghosts
    done(one, Take("figure", "human"), PointAt("", (3.0, 3.5, 0.0)))
    (figure,) = one.view.ghosts
    assert isinstance(figure, Figure)
    assert figure.position == pytest.approx((3.0, 3.5, 0.0))
    done(one, PointAt(None, None))
    assert one.view.ghosts == ()
    done(one, PointAt("", (3.0, 3.0, 0.0)), Cancel())
    assert one.view.ghosts == ()


def test_a_drag_that_is_not_worked_out_yet_does_not_come_after_it_is_let_go() -> None:
    one = window_state()
    done(one, SetMode("build"), Select("crate"))
    one.do(DragTo((3.0, 3.0, 0.0)))
    one.do(DragTo((20.0, 20.0, 0.0), done=True))
    rest(one)
    x, y, _ = one.view.table.piece("crate").pose.position
    assert (x, y) == pytest.approx((20.0, 20.0), abs=0.3)
    one.do(DragTo((3.0, 3.0, 0.0)))
    one.do(Undo())
    rest(one)
    assert one.view.table is table()
    one.do(DragTo((3.0, 3.0, 0.0)))
    one.do(Cancel())
    rest(one)
    assert one.view.table is table()


def test_what_is_dragged_is_shown_lands_and_takes_along_what_stands_on_it() -> None:
    one = window_state()
    done(one, SetMode("build"), Select("east-gantry"))
    start = one.view.table.figure("kruger").position
    done(one, DragTo((17.5, 17.0, 0.0)))
    assert one.view.undo == ""
    done(one, DragTo((17.5, 17.0, 0.0), done=True))
    assert one.view.undo == "move east gantry"
    end = one.view.table.figure("kruger").position
    assert end[1] - start[1] == pytest.approx(3.0, abs=0.6)
    assert end[2] == start[2]
    done(one, Undo())
    assert one.view.table is table()


def test_duplicating_grouping_and_deleting_are_undone_by_name() -> None:
    one = window_state()
    done(one, SetMode("build"), Select("crate"), EditSelection("duplicate"))
    assert len(ids(one)) == 12
    done(one, Select("tank", also=True), EditSelection("group"), EditSelection("delete"))
    assert len(ids(one)) == 10
    done(one, Undo())
    assert one.view.redo.startswith("delete")
    done(one, Redo(), Undo(), Undo(), Undo())
    assert one.view.table is table()


def test_what_is_in_hand_is_turned_and_not_what_was_placed_last() -> None:
    one = window_state()
    done(one, NewTable((24.0, 24.0)), SetMode("build"), Take("kit", "ladder"), ClickAt("", (6.0, 6.0, 0.0)))
    done(one, *[EditSelection("left")] * 3, ClickAt("", (18.0, 18.0, 0.0)))
    assert one.view.held == Take("kit", "ladder"), "it is the same piece all the same, and its button shows it"
    assert one.view.history is not None
    assert [entry.turn for entry in one.view.history.now.document.terrain] == [None, 45.0]


def test_a_mesh_that_is_opened_is_put_in_hand(tmp_path: Path) -> None:
    one, path = window_state(), tmp_path / "tower.glb"
    trimesh.creation.box((0.05, 0.02, 0.02)).export(path)
    done(one, Open(str(path)))
    assert one.view.message is None
    assert (one.view.mode, one.view.held) == ("build", Take("mesh", str(path)))


def test_what_a_crash_left_is_offered_and_recovered(state: Path) -> None:
    one = kept_window_state(state)
    one.show_table(replace(window_state().view.history.now))  # type: ignore[union-attr]
    done(one, SetMode("build"), Select("crate"), EditSelection("delete"))
    rest(one)
    one.workers.close()
    assert one.keeper is not None
    one.keeper._lock.release()
    (left,) = left_behind(state)
    again = kept_window_state(state)
    assert [one.place for one in again.view.left] == [left.place]
    assert any("program ended" in panel.name for panel in panels(again.view))
    done(again, Recover(str(left.place)))
    assert "crate" not in ids(again)
    assert again.view.changed
    again.close()


def test_where_nothing_can_be_kept_safe_a_table_is_shown_and_built_all_the_same(state: Path) -> None:
    state.write_text("a file where there should be a folder")
    one = kept_window_state(state)
    one.show_table(window_state().view.history.now)  # type: ignore[union-attr]
    done(one, SetMode("build"), Take("kit", "crate"), ClickAt("", (4.0, 20.0, 0.0)))
    assert "crate-2" in ids(one)
    assert "cannot be written" in one.view.not_kept
    assert "not kept safe from a crash" in " ".join(words(panel) for panel in panels(one.view))
    for other in (Open("disputed-shot"), NewTable((24.0, 24.0))):
        done(one, other)
        assert "crate-2" in ids(one), "it would be lost, and that is said first"
        assert one.view.message is not None
        assert "would be lost" in one.view.message.text
        done(one, Select("crate-2"), EditSelection("delete"), Undo())
    done(one, Open("disputed-shot"), Open("disputed-shot"))
    assert "crate-2" not in ids(one)
    one.close()


def test_what_is_done_last_is_kept_although_the_window_closes_at_once(state: Path) -> None:
    one = kept_window_state(state)
    one.show_table(replace(window_state().view.history.now))  # type: ignore[union-attr]
    rest(one)
    one.workers.ask("long", "long", lambda: time.sleep(0.3), lambda _: None, fail=one.failed, slow=True)
    one.do(SetMode("build"))
    one.do(Select("crate"))
    one.do(EditSelection("delete"))
    one.close()
    (left,) = left_behind(state)
    assert left.pieces == 10


def test_a_battle_that_cannot_be_opened_leaves_what_is_built_kept(state: Path) -> None:
    one = kept_window_state(state)
    one.show_table(replace(window_state().view.history.now))  # type: ignore[union-attr]
    done(one, SetMode("build"), Select("crate"), EditSelection("delete"))
    keeper = one.keeper
    assert keeper is not None
    done(one, Open("nothing.toml"))
    assert one.keeper is keeper
    one.close()
    (left,) = left_behind(state)
    assert left.pieces == 10


def test_another_table_tells_that_what_was_not_saved_is_kept_and_stands_between_the_panels(state: Path) -> None:
    one, free = kept_window_state(state), (250.0, 70.0, 900.0, 700.0)
    one.show_table(replace(window_state().view.history.now))  # type: ignore[union-attr]
    done(one, SetMode("build"), Select("crate"), EditSelection("delete"))
    one.take_free(free)
    done(one, NewTable((24.0, 24.0), build=True))
    assert one.view.message is not None
    assert "was not saved; it is kept" in one.view.message.text
    # The window tells where panels lie whenever that is not what is known.
    assert one.view.free != free
    for part in ((400.0, 70.0, 900.0, 700.0), free):
        # In the first picture they are as wide still as what they showed before.
        one.take_free(part)
        assert one.view.orbit == home(one.view.table, one.view.size, part)
    one.take_free(free)
    one.take_free((0.0, 70.0, 900.0, 700.0))
    assert one.view.orbit == home(one.view.table, one.view.size, free), "whoever has looked is not torn away"
    one.close()


def test_a_mesh_that_is_dropped_is_asked_about_and_placed(tmp_path: Path) -> None:
    one, path = window_state(), tmp_path / "block.stl"
    trimesh.creation.box((50.8, 25.4, 25.4)).export(path)
    one.drop(str(path))
    rest(one)
    assert one.view.dropped is not None
    done(one, Take("mesh", str(path), "mm", "z"), ClickAt("", (3.0, 20.0, 0.0)))
    piece = one.view.table.piece(one.view.selected[0])
    low, high = piece.placed.bounds
    assert (high - low).tolist() == pytest.approx([2.0, 1.0, 1.0], abs=1e-3)


@pytest.mark.parametrize("name", ["broken.stl", "nothing.stl", "table.json", "picture.png", "no ending"])
def test_what_is_dropped_and_is_nothing_is_told_in_a_line(name: str, tmp_path: Path) -> None:
    one = window_state()
    if name != "nothing.stl":
        (tmp_path / name).write_bytes(b"\x00 this is nothing \xff" * 40)
    one.drop(str(tmp_path / name))
    rest(one)
    if one.view.dropped is not None:
        done(one, Take("mesh", str(tmp_path / name), "mm", "z"), ClickAt("", (3.0, 20.0, 0.0)))
    assert one.view.message is not None
    assert one.view.message.bad
    assert one.view.table is table()


def test_a_disk_that_is_full_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    one = window_state()
    done(one, SetMode("build"), Select("crate"), EditSelection("delete"), PointAt(None, None))
    monkeypatch.setattr("os.fsync", full)
    done(one, SaveAs(str(tmp_path / "full.json")))
    assert one.view.message is not None
    assert "No space left" in one.view.message.text
    assert one.view.changed
    assert "crate" not in ids(one)
    assert list(tmp_path.iterdir()) == []
