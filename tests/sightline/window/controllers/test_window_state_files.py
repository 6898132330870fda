"""The window state at its files: a new table of any size, closing with something unsaved, what the dialogs say."""

from pathlib import Path

import pytest

from scene.base.errors import SceneError
from sightline.window.controllers.window_state import WindowState
from sightline.window.intents.building_intents import Take
from sightline.window.intents.intents import (
    Cancel,
    ChooseSize,
    ClickAt,
    EditSelection,
    NewTable,
    Open,
    Quit,
    Save,
    SaveAs,
    Select,
    SetMode,
)
from sightline.window.intents.panel_widgets import PanelWidgets, buttons, words
from sightline.window.table_opening import draft_of
from sightline.window.view.panels.all_panels import panels
from tests.sightline.window.window_states import done, now, window_state


def panel(one: WindowState, name: str) -> PanelWidgets | None:
    return next((found for found in panels(one.view) if found.name == name), None)


def closes(one: WindowState) -> bool:
    """Whether the window is to close by now."""
    return one.quitting


@pytest.mark.parametrize("typed", ["60 x 40", "60x40", '60" x 40"', "60 40", "60 by 40 inches", "60,0 X 40.0"])
def test_a_new_table_has_the_size_that_was_typed_and_is_built_at_once(typed: str) -> None:
    one = window_state()
    done(one, ChooseSize())
    assert panel(one, "New table") is not None
    done(one, NewTable(typed, build=True))
    assert one.view.table.size == (60.0, 40.0)
    assert one.view.mode == "build"
    assert panel(one, "New table") is None


@pytest.mark.parametrize("typed", ["", "large", "60", "60 x", "0 x 40", "60 x 9999"])
def test_a_size_that_no_table_has_is_told_and_nothing_changes(typed: str) -> None:
    one = window_state()
    before = one.view.table
    done(one, NewTable(typed, build=True))
    assert one.view.table is before
    assert one.view.message is not None
    assert one.view.message.bad


def test_a_button_makes_a_new_table_and_an_empty_one_says_what_to_do() -> None:
    one = window_state()
    toolbar = panel(one, "Sightline")
    assert toolbar is not None
    assert buttons(toolbar)["New table"].intent == ChooseSize()
    assert panel(one, "An empty table") is None
    done(one, NewTable((24.0, 24.0)))
    empty = panel(one, "An empty table")
    assert empty is not None
    assert "pick a piece, then click where it goes" in words(empty)
    done(one, SetMode("build"))
    assert panel(one, "An empty table") is None


def test_closing_asks_once_what_becomes_of_what_is_not_saved(tmp_path: Path) -> None:
    one = window_state()
    done(one, SetMode("build"), Select("crate"), EditSelection("delete"), Quit())
    assert not closes(one)
    asked = panel(one, "Close the window?")
    assert asked is not None
    assert {"Save", "Don't save", "Cancel"} <= set(buttons(asked))
    done(one, Cancel())
    assert panel(one, "Close the window?") is None
    assert now(one).changed
    done(one, Quit(), Quit("save"))
    assert now(one).files == "save", "it is nobody's file yet"
    done(one, SaveAs(str(tmp_path / "mine.json")))
    assert closes(one)
    assert (tmp_path / "mine.json").exists()


def test_who_takes_saving_back_is_not_sent_away_by_the_next_save(tmp_path: Path) -> None:
    one = window_state()
    done(one, SetMode("build"), Select("crate"), EditSelection("delete"), Quit(), Quit("save"), Cancel())
    done(one, SaveAs(str(tmp_path / "mine.json")))
    assert not closes(one)


def test_nothing_is_asked_where_all_is_saved_or_it_is_said_to_be_left() -> None:
    one = window_state()
    done(one, Quit())
    assert closes(one)
    one = window_state()
    done(one, SetMode("build"), Select("crate"), EditSelection("delete"), Quit("leave"))
    assert closes(one)


def test_esc_closes_the_dialog_before_it_puts_away_what_is_in_hand() -> None:
    one = window_state()
    done(one, Take("kit", "crate"), Open(), Cancel())
    assert one.view.files == ""
    assert one.view.held.what == "kit"


def test_saving_says_in_which_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    one = window_state()
    done(one, NewTable((24.0, 24.0)), Take("kit", "crate"), ClickAt("", (12.0, 12.0, 0.0)), Save())
    shown = panel(one, "Save as")
    assert shown is not None
    assert str(tmp_path) in words(shown)


def test_a_mesh_is_no_table_and_it_is_said_what_to_do_with_it(tmp_path: Path) -> None:
    (tmp_path / "tower.stl").write_bytes(b"\x00" * 84)
    with pytest.raises(SceneError, match=r'"tower\.stl" is a mesh, not a table; .*drop the mesh on it.*sightline import'):
        draft_of(str(tmp_path / "tower.stl"))
