"""The window state while somebody chooses in secret: what he looked at goes with the question, and Return takes the screen."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from rules.engine.procedure_steps import Choose, Roll
from sightline.files.shared_moments import read_moment
from sightline.session.battle_keeping import kept, play_of
from sightline.window.controllers.window_state import WindowState
from sightline.window.intents.intents import (
    Confirm,
    Give,
    GiveText,
    GoTo,
    Open,
    PointAt,
    RollDice,
    Select,
    SetMode,
    ShareMoment,
    ShowOverlay,
)
from sightline.window.intents.panel_widgets import every
from sightline.window.view.panels.all_panels import panels
from tests.sightline.owed_roll import answered
from tests.sightline.secret_toy import TELLING, toy_rules
from tests.sightline.small_battle import with_cards
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


def all_words(one: WindowState) -> str:
    return "\n".join(f"{widget!r}" for panel in panels(one.view) for widget in every(panel.widgets))


def asked(one: WindowState) -> str:
    question = shown(one).question
    return question.what if question is not None else ""


def check_hidden(one: WindowState) -> None:
    found = all_words(one)
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


def test_what_falls_for_cards_and_which_are_held_is_told_whoever_looks_alone(tmp_path: Path) -> None:
    one = window_state()
    one.folder, one.picture = tmp_path, lambda: b"as it looks"
    done(one, Open(str(with_cards(tmp_path))))
    held = dict[str, list[str]]()

    def shares_no_battle() -> None:
        done(one, ShareMoment())
        (path,) = tmp_path.glob("*.sightline")
        assert read_moment(path)[1] is None, "its answers, or the same dice of the same seed, would tell what is held"
        assert "as a table without the battle" in str(now(one).message)
        path.unlink()

    shares_no_battle()
    for gang in ("red", "blue"):
        assert (hand := shown(one).hand_over) is not None
        assert hand.to == gang
        done(one, Confirm())
        while isinstance(shown(one).question, Roll):
            done(one, RollDice())
            assert "Dice" not in names(one), "how they lie tells which card it is"
        question = shown(one).question
        assert isinstance(question, Choose)
        shares_no_battle()
        gone, *others = (option.key for option in question.options)
        assert all("trick" in key for key in (gone, *others))
        held[gang] = others
        done(one, Give(gone))
    done(one, Confirm())
    while asked(one) != "who is activated":
        question = shown(one).question
        alone = question is not None and question.secret and shown(one).hand_over is None
        assert alone or "trick" not in all_words(one)
        if shown(one).hand_over is not None:
            done(one, Confirm())
        elif isinstance(question, Roll):
            done(one, RollDice())
        else:
            assert question is not None
            done(one, Give("none" if question.secret else question.options[0].key))
    assert "red holds 2 tactic cards" in all_words(one)
    assert shown(one).waits == "people"
    shares_no_battle()
    gang = shown(one).question.who  # type: ignore[union-attr]
    done(one, Give("play a card"))
    assert "trick" not in all_words(one)
    done(one, Confirm(), Give(held[gang][0]), Confirm())
    assert f"{held[gang][0]} is played by {gang}" in all_words(one)
    assert held[gang][1] not in all_words(one)
    one.close()


def test_before_the_screen_is_handed_over_it_says_that_a_roll_is_owed(tmp_path: Path) -> None:
    with kept(str(with_cards(tmp_path))) as file:
        play = play_of(file, typed=False)
        play.keep_answered(answered(play.shared_roll("red", "blue")))
    one = window_state()
    done(one, Open(str(file.path)))
    assert "One screen for all" in names(one)
    assert "red owes the reveal of a roll" in all_words(one)
    one.close()
