"""Secret choices in the window: the screen is handed over, and nothing that is shown tells what the others choose."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from sightline.session.play_loop import SEEN
from sightline.session.secret_choices import VEILED, HandOver
from sightline.window.battle.battle_game import BattleGame, opened
from sightline.window.battle.battle_panels import log_panel, question_panel, turn_panel
from sightline.window.battle.hand_over_panel import hand_over_panel
from sightline.window.battle.snapshots.battle_snapshot import BattleSnapshot, as_it_was
from sightline.window.intents.battle_intents import LookNow, TypeDice
from sightline.window.intents.intents import Give, GiveText, PlayedBy, Redo, RollDice, Undo
from sightline.window.intents.panel_widgets import Entry, PanelWidgets, buttons, every, words
from tests.sightline.secret_toy import ROW, TELLING, toy_rules
from tests.sightline.window.boards import given, pressed, yard

__all__ = ["toy_rules"]
pytestmark = pytest.mark.usefixtures("toy_rules")


@pytest.fixture
def battling(tmp_path: Path, toy_rules: None) -> Iterator[BattleGame]:  # noqa: ARG001 - the toy is what is played
    found = opened(str(yard(tmp_path)), seed=4)
    yield found
    found.close()


def panel(shown: BattleSnapshot) -> PanelWidgets:
    """What stands in place of the question while the screen is handed over."""
    assert shown.hand_over is not None
    return hand_over_panel(shown, shown.hand_over)


def seen(shown: BattleSnapshot) -> str:
    """All that panels say, with their hints, and all that the drawing is made of but for the cards."""
    found = [turn_panel(shown), log_panel(shown)]
    found.append(panel(shown) if shown.hand_over is not None and not shown.past else question_panel(shown))
    told = [f"{one!r}" for each in found for one in every(each.widgets)]
    return "\n".join([*told, f"{shown.question!r}", *(f"{one.question!r}" for one in shown.moments), shown.undo, shown.redo])


def check_hidden(shown: BattleSnapshot) -> None:
    """Nothing tells what is secret, now or at any moment before."""
    for at in range(shown.answers + 1):
        found = seen(as_it_was(shown, at))
        assert not [word for word in TELLING if word in found], at


def test_the_screen_is_handed_over_before_the_first_secret_choice_and_after_the_last(battling: BattleGame) -> None:
    shown = given(battling, "sun")
    assert words(panel(shown)) == "A secret choice of red. Everybody else looks away."
    assert shown.waits == "nobody"
    check_hidden(shown)
    shown = pressed(battling, panel(shown), "I play red: show it")
    assert shown.hand_over is None
    assert shown.waits == "people"
    assert {"one counter", "two counters"} <= set(buttons(question_panel(shown)))
    shown = pressed(battling, question_panel(shown), "two counters")
    assert shown.hand_over is None, "it goes on for the same player"
    assert "the fox" in buttons(question_panel(shown))
    shown = pressed(battling, question_panel(shown), "the fox")
    assert words(panel(shown)) == "The choice of red is made.\nA secret choice of blue. Everybody else looks away."
    assert buttons(panel(shown))["I play blue: show it"].key == "Return"
    check_hidden(shown)
    pressed(battling, panel(shown), "I play blue: show it")
    shown = given(battling, "1", "elk")
    assert words(panel(shown)) == "The choice of blue is made.\nEverybody looks again."
    assert "the fox" in words(log_panel(shown)) + "".join(buttons(log_panel(shown)))
    assert battling.let_program_answer().answers == 5, "dice wait until everybody looks"
    assert battling.carry_out(RollDice()).faults == ("the choice of blue is made: go on",)
    shown = pressed(battling, panel(shown), "Go on")
    assert shown.hand_over is None
    assert shown.waits == "people"
    assert battling.carry_out(RollDice()).faults == ()


def test_nobody_answers_for_whoever_is_to_look_alone(battling: BattleGame) -> None:
    given(battling, "sun")
    for intent in (Give("1"), GiveText("1"), LookNow("blue"), LookNow("")):
        shown = battling.carry_out(intent)
        assert shown.hand_over == HandOver("red")
        assert shown.answers == 1
        check_hidden(shown)
    assert battling.carry_out(Give("1")).faults == ("a secret choice of red: everybody else looks away first",)
    assert battling.carry_out(GiveText('rule "we play on"')).faults == ()


def test_what_was_refused_to_one_is_not_shown_the_next(battling: BattleGame) -> None:
    given(battling, "sun")
    battling.carry_out(LookNow("red"))
    shown = battling.carry_out(Give("2"))
    (first,) = [one for one in every(question_panel(shown).widgets) if isinstance(one, Entry)]
    shown = battling.carry_out(GiveText("the cat"))
    assert shown.refused == "the cat"
    shown = battling.carry_out(GiveText("elk"))
    assert "the cat" not in seen(shown)
    check_hidden(shown)
    battling.carry_out(LookNow("blue"))
    shown = battling.carry_out(Give("2"))
    (second,) = [one for one in every(question_panel(shown).widgets) if isinstance(one, Entry)]
    assert first.after != second.after, "another line, which brings nothing back that was typed in the first"


def test_taken_back_to_the_other_player_the_screen_is_handed_back(battling: BattleGame) -> None:
    given(battling, "sun")
    battling.carry_out(LookNow("red"))
    shown = given(battling, *ROW[:2])
    battling.carry_out(LookNow("blue"))
    shown = battling.carry_out(Undo())
    assert shown.redo == "red: which counter: hidden"
    assert words(panel(shown)) == "The choice of blue is made.\nA secret choice of red. Everybody else looks away."
    check_hidden(shown)
    shown = battling.carry_out(Redo())
    assert shown.hand_over == HandOver("blue")
    check_hidden(shown)
    battling.carry_out(Undo())
    shown = battling.carry_out(Undo())
    assert shown.hand_over == HandOver("red", "blue")
    check_hidden(shown)
    shown = battling.carry_out(Undo())
    assert shown.answers == 0
    assert shown.hand_over == HandOver("", "blue")


def test_taking_back_what_was_shown_is_told(battling: BattleGame) -> None:
    given(battling, "sun")
    battling.carry_out(LookNow("red"))
    given(battling, *ROW[:2])
    battling.carry_out(LookNow("blue"))
    given(battling, *ROW[2:])
    shown = battling.carry_out(Undo())
    assert shown.faults == (SEEN,)
    assert shown.hand_over is not None
    assert shown.hand_over.to == "blue"
    check_hidden(shown)


def test_against_the_program_nobody_has_to_look_away_and_its_choices_are_veiled(battling: BattleGame) -> None:
    battling.carry_out(PlayedBy("blue", program=True))
    shown = given(battling, "sun")
    assert shown.hand_over is None
    assert "one counter" in buttons(question_panel(shown))
    shown = given(battling, *ROW[:2])
    assert shown.hand_over is None
    assert shown.waits == "program"
    assert shown.question is not None
    assert (shown.question.what, shown.question.who) == (VEILED, "blue")
    assert words(question_panel(shown)).splitlines()[-1] == f"the program plays blue: {VEILED}"
    check_hidden(shown)


def test_a_battle_that_is_opened_in_the_middle_of_a_secret_is_handed_over(battling: BattleGame) -> None:
    given(battling, "sun")
    battling.carry_out(LookNow("red"))
    path = given(battling, "2").journal
    battling.close()
    again = opened(str(path))
    shown = again.shown()
    assert shown.hand_over == HandOver("red")
    check_hidden(shown)
    assert again.carry_out(TypeDice(on=True)).hand_over == HandOver("red")
    again.close()
