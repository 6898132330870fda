"""Edits applied to a history: each does what its name says, in one step that can be taken back by name."""

from pathlib import Path

import pytest

from scene.base.errors import SceneError
from sightline.window.building.apply_edits import apply
from sightline.window.building.edit_history import History, opened
from sightline.window.intents.building_intents import (
    Delete,
    Duplicate,
    Group,
    Move,
    PlaceFigure,
    PlaceGang,
    PlaceKit,
    PlaceMesh,
    Raise,
    Rename,
    SetBase,
    SetGround,
    SetKind,
    SetParameter,
    SetProxy,
    SetSide,
    SetSwitch,
    SetWorks,
    Take,
    Turn,
    TurnTo,
    Ungroup,
    placing,
)
from sightline.window.intents.intents import Cancel, Intent, Redo, Undo
from tests.sightline.window.drafts_to_test import block_file, on_table

AT = (20.0, 10.0, 0.0)


def begun() -> History:
    history = opened(on_table(("crate", 5, 5), ("crate", 8, 5), ("platform", 20, 20)))
    return apply(history, PlaceFigure(AT, name="Kai"))


@pytest.mark.parametrize(
    ("intent", "name"),
    [
        (PlaceKit("wall", AT), "place wall"),
        (PlaceFigure(AT, side="red"), "place human"),
        (PlaceGang("ninth-shift", AT), "place "),
        (Move(("crate-2",), AT), "move crate 2"),
        (Move(("crate", "crate-2"), AT), "move crate and 1 more"),
        (Turn(("crate",), 45.0), "turn crate"),
        (TurnTo(("crate",), 45.0), "turn crate"),
        (Raise(("crate",), "2,5"), "raise crate"),
        (Duplicate(("platform",)), "duplicate platform"),
        (Delete(("crate",)), "delete crate"),
        (Group(("crate", "crate-2")), "group crate and 1 more"),
        (SetKind(("crate",), "structure"), "kind of crate"),
        (SetGround(("crate",), "dangerous"), "ground of crate"),
        (SetSwitch(("crate",), "see_through_gaps", on=False), "see through gaps of crate"),
        (SetParameter("platform", "height", 4.0), "height of platform"),
        (Rename("crate", "box"), "rename crate"),
        (Rename("kai", "Kai the Tall"), "rename Kai"),
        (SetSide(("kai",), "blue"), "side of Kai"),
        (SetBase(("kai",), 40.0), "base of Kai"),
    ],
)
def test_each_is_one_step_with_its_name_and_undo_takes_it_back(intent: Intent, name: str) -> None:
    history = begun()
    after = apply(history, intent)
    assert after.undo_name.startswith(name)
    assert len(after.past) == len(history.past) + 1
    assert after.now.document != history.now.document
    back = apply(after, Undo())
    assert back.now.document == history.now.document
    assert apply(back, Redo()).now.document == after.now.document


def test_what_is_dragged_is_shown_until_it_is_let_go_or_taken_back() -> None:
    history = begun()
    shown = apply(history, Move(("crate",), AT, done=False))
    assert shown.shown.entry("crate").position == AT
    assert shown.now is history.now
    assert apply(shown, Cancel()).shown is history.now
    assert apply(shown, Move(("crate",), AT)).now.entry("crate").position == AT


def test_a_pull_at_a_slider_is_one_step() -> None:
    history = begun()
    for degrees in (10.0, 20.0, 30.0):
        history = apply(history, TurnTo(("crate",), degrees))
    assert history.now.piece_entry("crate").turn == 30.0
    assert apply(history, Undo()).now.piece_entry("crate").turn is None


def test_ungroup() -> None:
    history = begun()
    after = apply(apply(history, Group(("crate", "crate-2"))), Ungroup(("crate-2",)))
    assert after.now.document == history.now.document


def test_another_proxy_brings_another_body() -> None:
    after = apply(begun(), SetProxy(("kai",), "brute"))
    assert after.now.table.figure("kai").body is not begun().now.table.figure("kai").body
    assert after.now.figure_entry("kai").proxy == "brute"


def test_a_mesh_of_ones_own(tmp_path: Path) -> None:
    after = apply(begun(), PlaceMesh(str(block_file(tmp_path)), AT, "inch"))
    assert after.now.table.piece("block").placed.bounds.tolist() == [[19, 9, 0], [21, 11, 2]]


def test_what_is_no_business_of_building_changes_nothing() -> None:
    history = begun()
    assert apply(history, Take("kit", "crate")) is history


def test_what_is_held_is_placed_where_one_clicks(tmp_path: Path) -> None:
    mesh = Take("mesh", str(block_file(tmp_path)), "inch")
    history = begun()
    for held in (Take("kit", "wall"), Take("figure", "small"), Take("gang", "ninth-shift"), mesh):
        after = apply(history, placing(held, AT))
        assert len(after.now.ids) > len(history.now.ids)
    assert apply(history, placing(Take(), AT)) is history


@pytest.mark.parametrize(
    "intent",
    [
        PlaceKit("crat", AT),
        PlaceKit("crate", (float("nan"), 0.0, 0.0)),
        PlaceMesh("/nowhere/at-all.stl", AT, "mm"),
        PlaceMesh("notes.txt", AT, "mm"),
        PlaceGang("no-such-gang", AT),
        PlaceFigure(AT, proxy="dragon"),
        Move((), AT),
        TurnTo((), 1.0),
        Raise(("crate",), "high"),
        Raise(("crate",), "nan"),
        Delete(("nobody",)),
        SetParameter("crate", "height", 99.0),
        SetParameter("crate", "wings", 2.0),
        SetParameter("crate", "height", float("nan")),
        SetSwitch(("crate",), "invisible", on=True),
        SetBase(("kai",), -1.0),
        SetSide(("crate",), "red"),
        SetKind(("kai",), "wall"),
        Rename("crate", "crate-2"),
        Rename("crate", "  "),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(intent: Intent) -> None:
    with pytest.raises(SceneError) as error:
        apply(begun(), intent)
    assert len(error.value.faults) == 1
    assert "\n" not in str(error.value)


def test_a_terminal_gets_its_door_in_a_step_of_its_own() -> None:
    history = apply(begun(), PlaceKit("door", AT))
    after = apply(history, SetWorks(("crate",), "door"))
    assert (after.undo_name, after.now.table.piece("crate").works) == ("door of crate", "door")
    assert apply(after, Undo()).now.table.piece("crate").works == ""
    with pytest.raises(SceneError, match='there is no door "dooor" on this table; did you mean "door"'):
        apply(after, SetWorks(("crate",), "dooor"))
