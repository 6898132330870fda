"""The window state while somebody chooses in secret: what he looked at goes with the question, and Return takes the screen."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from sightline.window.controllers.window_state import WindowState
from sightline.window.intents.intents import Confirm, GiveText, GoTo, Open, PointAt, Select, SetMode, ShowOverlay
from sightline.window.intents.panel_widgets import every
from sightline.window.view.panels.all_panels import panels
from tests.sightline.secret_toy import TELLING, toy_rules
from tests.sightline.window.boards import yard
from tests.sightline.window.window_states import done, now, shown, window_state

__all__ = ["toy_rules"]


@pytest.fixture
def playing(tmp_path: Path, toy_rules: None) -> Iterator[WindowState]:  # noqa: ARG001 - the toy is what is played
    """Red is to choose in secret."""
    one = window_state()
    done(one, Open(str(yard(tmp_path))), GiveText("sun"))
    yield one
    one.close()


def names(one: WindowState) -> list[str]:
    return [panel.name for panel in panels(one.view)]


def check_hidden(one: WindowState) -> None:
    found = "\n".join(f"{widget!r}" for panel in panels(one.view) for widget in every(panel.widgets))
    assert not [word for word in TELLING if word in found]


def test_the_question_comes_with_return_and_goes_with_all_that_was_looked_at_for_it(playing: WindowState) -> None:
    assert "One screen for all" in names(playing)
    assert "What now" not in names(playing)
    assert now(playing).selected == ()
    check_hidden(playing)
    done(playing, Confirm())
    assert "What now" in names(playing)
    assert now(playing).selected == ("anna",), "about whom it is"
    done(playing, Select("anna"), PointAt("bill", now(playing).table.figure("bill").position), ShowOverlay("seen"))
    assert now(playing).sight is not None
    done(playing, GiveText("2"), GiveText("fox"))
    view = now(playing)
    assert "One screen for all" in names(playing)
    assert (view.selected, view.sight, view.plan, view.aim, view.measured) == ((), None, None, None, ())
    assert (view.overlay, view.message, view.pinned, view.pointed.owner) == ("none", None, "", None)
    check_hidden(playing)


def test_looking_back_tells_nothing_and_does_not_take_the_screen(playing: WindowState) -> None:
    done(playing, Confirm(), GiveText("2"), GiveText("fox"))
    for at in range(shown(playing).answers):
        done(playing, GoTo(at))
        assert "One screen for all" not in names(playing)
        check_hidden(playing)
    done(playing, Confirm(), GoTo(3))
    assert shown(playing).hand_over is not None
    check_hidden(playing)


def test_once_all_is_shown_everybody_looks_again_and_the_battle_goes_on(playing: WindowState) -> None:
    done(playing, Confirm(), GiveText("2"), GiveText("fox"), Confirm(), GiveText("1"), GiveText("owl"))
    assert "What now" not in names(playing)
    done(playing, SetMode("measure"), Confirm())
    assert "What now" in names(playing)
    assert shown(playing).waits == "people"
