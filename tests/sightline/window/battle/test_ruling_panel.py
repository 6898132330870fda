"""Rulings by the table in the window: the panel, what its controls want, and what comes of it in the game."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from rules.engine.given_entries import Ruling
from rules.engine.journal_format import begun, read
from rules.skirmish.state.ruling_marks import MARKS
from sightline.session.battle_keeping import kept
from sightline.session.play_loop import OLD_JOURNAL
from sightline.window.battle.battle_game import BattleGame, opened
from sightline.window.battle.battle_panels import PAST, log_panel, turn_panel
from sightline.window.battle.ruling_panel import ruling_panel
from sightline.window.battle.snapshots.battle_snapshot import as_it_was
from sightline.window.controllers.window_state import WindowState
from sightline.window.graphics.shapes.place_labels import labels
from sightline.window.graphics.shapes.view_shapes import things
from sightline.window.intents.battle_intents import Rule, ShowRulings
from sightline.window.intents.intents import Cancel, GiveText, Intent, Open, PlayedBy, Redo, Select, Undo
from sightline.window.intents.panel_widgets import Button, Entry, PanelWidgets, Switch, buttons, every, words
from sightline.window.view.panels.all_panels import panels
from tests.sightline.window.boards import SET_UP, given, yard
from tests.sightline.window.window_states import done, shown, window_state


def switch(panel: PanelWidgets, label: str) -> Switch:
    (found,) = (one for one in every(panel.widgets) if isinstance(one, Switch) and one.label == label)
    return found


def button(panel: PanelWidgets, marker: str) -> Button:
    (found,) = (one for one in every(panel.widgets) if isinstance(one, Button) and one.marker == marker)
    return found


def test_the_marks_of_the_selected_fighter_are_put_on_and_taken_off(battling: BattleGame) -> None:
    now = given(battling, *SET_UP)
    for label in ("broken", "hard target", "pinned", "ready"):
        before = switch(ruling_panel(now, "anna"), label)
        now = battling.carry_out(before.intent)
        assert now.faults == ()
        after = switch(ruling_panel(now, "anna"), label)
        assert after.on is not before.on
        assert after.on is (label != "ready")
        now = battling.carry_out(after.intent)
        assert switch(ruling_panel(now, "anna"), label).on is before.on
    now = battling.carry_out(button(ruling_panel(now, "anna"), "flesh wounds more").intent)
    assert now.battle.model("anna").flesh_wounds == 1
    assert "flesh wounds: 1" in words(ruling_panel(now, "anna"))
    assert not button(ruling_panel(now, "anna"), "wounds less").enabled


def test_every_switch_and_button_is_a_ruling_that_can_be_made(battling: BattleGame) -> None:
    now = given(battling, *SET_UP)
    panel = ruling_panel(now, "anna")
    intents = [one.intent for one in every(panel.widgets) if isinstance(one, Switch)]
    intents += [one.intent for one in every(panel.widgets) if isinstance(one, Button) and one.enabled]
    assert len(intents) >= len([mark for mark in MARKS if mark.offered and mark.about is None])
    for intent in intents:
        after = battling.carry_out(intent)
        assert after.faults == (), intent
        assert after.battle != now.battle
        now = battling.carry_out(Undo())


def test_whoever_has_left_can_only_come_back(battling: BattleGame) -> None:
    given(battling, *SET_UP)
    now = battling.carry_out(Rule("anna fled"))
    switches = [one for one in every(ruling_panel(now, "anna").widgets) if isinstance(one, Switch)]
    assert [(one.label, one.on) for one in switches] == [("fled", True)]
    assert battling.carry_out(switches[0].intent).battle.model("anna").on_table


def test_cover_is_ruled_and_given_back_to_the_rules(battling: BattleGame) -> None:
    now = given(battling, *SET_UP)
    now = battling.carry_out(button(ruling_panel(now, "bill"), "cover full").intent)
    assert now.battle.overruled == (("bill", "", "full"),)
    chosen = button(ruling_panel(now, "bill"), "cover full")
    assert chosen.chosen
    assert battling.carry_out(chosen.intent).battle.overruled == ()


def test_a_ruling_is_typed_undone_and_done_again_and_stands_in_the_log(battling: BattleGame) -> None:
    now = given(battling, *SET_UP, "anna")
    (entry,) = (one for one in every(ruling_panel(now, "").widgets) if isinstance(one, Entry))
    assert entry.hint.startswith("anna broken"), "somebody of this very battle"
    wrong = battling.carry_out(entry.intent("Bill brokn"))
    (same,) = (one for one in every(ruling_panel(wrong, "").widgets) if isinstance(one, Entry))
    assert same.after == entry.after, "what was refused is not typed again"
    now = battling.carry_out(entry.intent("Bill broken"))
    assert now.battle.model("bill").broken
    (emptied,) = (one for one in every(ruling_panel(now, "").widgets) if isinstance(one, Entry))
    assert emptied.after != entry.after
    assert now.undo == "ruling: Bill is broken"
    assert "ruling: Bill is broken" in buttons(log_panel(now))
    assert "Undo: ruling: Bill is broken" in buttons(turn_panel(now))
    back = battling.carry_out(Undo())
    assert not back.battle.model("bill").broken
    assert (back.undo, back.redo) == ("Anna is activated", "ruling: Bill broken")
    again = battling.carry_out(Redo())
    assert again.battle == now.battle
    assert len(again.moments) == again.answers + 1
    before = as_it_was(again, again.answers - 1)
    assert not before.battle.model("bill").broken
    assert words(ruling_panel(before, "bill")).splitlines()[-1] == PAST


def test_in_the_middle_of_a_shot_the_lines_of_the_log_stand_after_as_many_answers_as_there_are(battling: BattleGame) -> None:
    now = given(battling, *SET_UP, "anna", "shoot", "bill", "5")
    now = battling.carry_out(Rule("cover of bill full"))
    assert now.faults == ()
    ruling = next(number for number, line in enumerate(now.log) if line.words.startswith("ruling"))
    assert [line.answers for line in now.log[ruling:]] == [now.answers] * (len(now.log) - ruling)
    assert len(now.log) > ruling + 1, "the hit roll needs more now"
    assert as_it_was(now, now.answers - 1).log == now.log


@pytest.mark.parametrize("intent", [Rule("bill blessed"), GiveText("rule bill blessed")])
def test_nonsense_is_told_in_a_line_and_changes_nothing(battling: BattleGame, intent: Intent) -> None:
    before = given(battling, *SET_UP)
    after = battling.carry_out(intent)
    (fault,) = after.faults
    assert fault.startswith('"blessed" is no mark of Bill; there are: broken')
    assert (after.battle, after.answers) == (before.battle, before.answers)


def test_a_ruling_is_by_the_one_gang_that_people_play_and_comes_while_the_program_is_asked(battling: BattleGame) -> None:
    given(battling, *SET_UP)
    battling.carry_out(Rule('"both of us"'))
    battling.carry_out(PlayedBy("red", program=True))
    now = battling.carry_out(Rule("anna pinned"))
    assert now.faults == ()
    entries = read(now.journal.read_bytes()).entries
    assert entries[-2:] == (Ruling('"both of us"'), Ruling("anna pinned", "blue"))
    assert now.log[-1].words == "ruling by blue: Anna is pinned"


def test_dice_of_several_rolls_are_typed_in_one_line(battling: BattleGame) -> None:
    assert given(battling, "5 2").answers == 2


def test_redo_stops_before_the_next_ruling_while_the_program_is_to_roll(path: Path) -> None:
    game = opened(str(path), seed=4)
    for intent in (Rule('"one"'), Rule('"two"'), Undo(), Undo()):
        game.carry_out(intent)
    assert [game.carry_out(Redo()).answers, game.carry_out(Redo()).answers] == [1, 2]
    game.close()


def test_in_an_old_journal_it_is_told_what_a_ruling_means(path: Path) -> None:
    with kept(str(path), seed=4) as file:
        line, _ = begun({**file.journal.header, "version": 1})
    path.with_suffix(".journal").write_bytes(line)
    game = opened(str(path), typed=True)
    assert game.carry_out(Rule('"we play on"')).faults == (OLD_JOURNAL,)
    assert game.carry_out(Rule('"and on"')).faults == ()
    game.close()


@pytest.fixture
def playing(tmp_path: Path) -> Iterator[WindowState]:
    one = window_state()
    done(one, Open(str(yard(tmp_path))))
    yield one
    one.close()


def titles(one: WindowState) -> list[str]:
    return [panel.name for panel in panels(one.view)]


def test_the_panel_opens_and_closes_and_is_about_who_is_selected(playing: WindowState) -> None:
    assert "Ruling by the table" not in titles(playing)
    (opens,) = (buttons(panel)["Ruling"] for panel in panels(playing.view) if panel.name == "Battle")
    done(playing, opens.intent, Select("anna"))
    (panel,) = (panel for panel in panels(playing.view) if panel.name == "Ruling by the table")
    assert panel.closes == ShowRulings()
    assert words(panel).splitlines()[-2:] == ["Anna", "not on the table"]
    done(playing, Select(None))
    (panel,) = (panel for panel in panels(playing.view) if panel.name == "Ruling by the table")
    assert words(panel).splitlines()[-1] == "select a fighter or a door to change it"
    done(playing, Rule('"we play on"'))
    assert shown(playing).log[-1].words == "ruling: we play on"
    done(playing, Cancel())
    assert "Ruling by the table" not in titles(playing)


def test_fog_is_typed_drawn_named_and_lifted_by_its_switch(playing: WindowState) -> None:
    done(playing, ShowRulings(), Rule("fog 12 9 3 2"))
    drawn = things(playing.view)
    (label,) = (one for one in labels(playing.view) if one.text == 'fog, 2" seen through')
    assert label.place[2] > playing.view.table.terrain.boxes[:, 1, 2].max(), "it is drawn over all scenery"
    (panel,) = (panel for panel in panels(playing.view) if panel.name == "Ruling by the table")
    done(playing, switch(panel, "fog at 12 9").intent)
    assert shown(playing).battle.fogs == ()
    assert len(things(playing.view)) < len(drawn)
