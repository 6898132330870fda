"""The history of edits: undo and redo, by name."""

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from sightline.drafts.draft_saving import save
from sightline.drafts.move_edits import move, place_kit
from sightline.window.building.edit_history import History, opened
from tests.sightline.window.drafts_to_test import on_table


def three_steps() -> History:
    history = opened(on_table())
    for number in range(3):
        history = history.done(f"place {number}", place_kit(history.now, "crate", (5.0 + 3 * number, 5.0, 0.0)))
    return history


def test_undo_and_redo_by_name() -> None:
    history = three_steps()
    assert (history.undo_name, history.redo_name) == ("place 2", "")
    back = history.undo().undo()
    assert (back.undo_name, back.redo_name) == ("place 0", "place 1")
    assert back.now.ids == ("crate",)
    assert back.redo().redo().now.document == history.now.document
    assert back.redo().redo().now.table is history.now.table


@given(st.lists(st.sampled_from(["undo", "redo"]), max_size=12))
def test_redo_takes_back_undo_and_undo_takes_back_redo(ways: list[str]) -> None:
    history = three_steps()
    for way in ways:
        history = history.undo() if way == "undo" else history.redo()
        if history.past:
            assert history.undo().redo().now.document == history.now.document
        if history.future:
            assert history.redo().undo().now.document == history.now.document
        assert len(history.past) + len(history.future) == 3


def test_beyond_the_ends_nothing_happens() -> None:
    empty = opened(on_table())
    assert empty.undo().now is empty.now
    assert empty.redo().now is empty.now


def test_something_new_after_undo_leaves_no_future() -> None:
    history = three_steps().undo()
    assert history.done("move crate", move(history.now, ["crate"], (20.0, 20.0, 0.0))).redo_name == ""


def test_what_changes_nothing_is_no_step() -> None:
    history = three_steps()
    assert history.done("move crate", move(history.now, ["crate"], (5.0, 5.0, 0.0))).undo_name == "place 2"


def test_what_is_tried_is_shown_and_no_step() -> None:
    history = three_steps()
    tried = history.tried(move(history.now, ["crate"], (20.0, 20.0, 0.0)))
    assert tried.shown is not history.now
    assert tried.now is history.now
    assert tried.undo().trial is None
    assert tried.tried(None).shown is history.now


def test_the_bits_of_one_pull_are_one_step() -> None:
    history = three_steps()
    for x in (10.0, 11.0, 12.0):
        history = history.done("slide crate", move(history.now, ["crate"], (x, 20.0, 0.0)), sliding=True)
    assert len(history.past) == 4
    assert history.undo().now.entry("crate").position == (5.0, 5.0, 0.0)


def test_it_is_unsaved_until_it_is_saved_and_where_it_was_saved_is_not_undone(tmp_path: Path) -> None:
    assert not opened(on_table()).unsaved
    history = three_steps()
    assert history.unsaved
    history = history.stored(save(history.now, tmp_path / "t.json"))
    assert not history.unsaved
    back = history.undo()
    assert back.unsaved
    assert back.now.path == tmp_path / "t.json"
    assert not back.redo().unsaved
