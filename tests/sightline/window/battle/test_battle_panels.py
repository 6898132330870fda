"""The panels of a battle: what they say, why something cannot be done, and what their controls want."""

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rules.citations import Reason
from rules.engine.dice import fault
from rules.engine.procedure_steps import Choose, Modifier, Option, Roll
from rules.percentages import percent
from rules.roster.weapon import Weapon, WeaponProfile
from rules.skirmish.opponent.style import STYLES
from rules.skirmish.state.battle_state import Activation, Battle, Climb, TableObject
from scene.pathfinding.path_legs import Path as FigurePath
from scene.table.scan_measurements import Scan
from sightline.session.targets.target_chances import Chances, chances, targets_of, used_up, ways_of
from sightline.window.battle.battle_game import BattleGame, opened
from sightline.window.battle.battle_panels import PAST, SHORT, log_panel, question_panel, roll_tip, turn_panel
from sightline.window.battle.click_answers import click_text, takes_places
from sightline.window.battle.dice_panel import dice_widgets, picked_with
from sightline.window.battle.dice_tray import faces_shown, tray_panel
from sightline.window.battle.fighter_panels import FIGHTS, card_panel, targets_panel, unknown, way_of
from sightline.window.battle.no_answer import nothing_chosen
from sightline.window.battle.players_panel import players_panel
from sightline.window.battle.snapshots.battle_snapshot import BattleSnapshot, as_it_was
from sightline.window.battle.snapshots.battle_snapshot import shown as shown_now
from sightline.window.battle.snapshots.fighter_signs import signs_of
from sightline.window.graphics.shapes.place_labels import labels
from sightline.window.intents.battle_intents import (
    PACES,
    NextStep,
    PickArrow,
    PickDie,
    PickWay,
    PlayInStyle,
    StopProgram,
    TypeDice,
)
from sightline.window.intents.intents import Choice, Give, GiveText, GoTo, PlayedBy, PointAt, Select, Undo
from sightline.window.intents.panel_widgets import (
    Button,
    Columns,
    DieFace,
    Entry,
    PanelWidgets,
    Slider,
    Switch,
    TextWidget,
    buttons,
    every,
    words,
)
from sightline.window.view.camera_orbit import home
from sightline.window.view.window_view import WindowView
from tests.sightline.tables import json_answer
from tests.sightline.window.boards import SET_UP, given, why_not

Capture = pytest.CaptureFixture[str]


def entries(panel: PanelWidgets) -> list[Entry]:
    return [one for one in every(panel.widgets) if isinstance(one, Entry)]


# The turn


def test_the_turn_says_round_phase_priority_and_who_acts(battling: BattleGame) -> None:
    before = words(turn_panel(given(battling, *SET_UP[:3])))
    assert "setting up" in before
    assert "priority" not in before, "who sets up first has no priority yet"
    given(battling, *SET_UP[3:])
    shown = given(battling, "anna")
    panel = turn_panel(shown)
    said = words(panel).splitlines()
    assert {"Duel at the wall", "round 1 of 3, action phase", "priority: red", "red: 0 points"} <= set(said)
    assert "is activated, 2 actions left" in said
    assert buttons(panel)["Anna"].intent == Select("anna")
    assert buttons(panel)["Undo: Anna is activated"].intent == Undo()
    switches = {one.label: one.intent for one in every(players_panel(shown).widgets) if isinstance(one, Switch)}
    assert switches["the program plays blue"] == PlayedBy("blue", program=True)


def test_who_is_played_by_the_program_is_played_in_a_style_that_people_pick(battling: BattleGame) -> None:
    assert not any(isinstance(button.intent, PlayInStyle) for button in buttons(players_panel(battling.shown())).values())
    shown = battling.carry_out(PlayedBy("blue", program=True))
    offered = [
        one for one in every(players_panel(shown).widgets) if isinstance(one, Button) and isinstance(one.intent, PlayInStyle)
    ]
    assert [(one.label, one.chosen) for one in offered] == [(name, name == "balanced") for name in STYLES]
    careful = next(one for one in offered if one.label == "careful")
    again = players_panel(battling.carry_out(careful.intent))
    chosen = [one.label for one in every(again.widgets) if isinstance(one, Button) and one.chosen]
    assert chosen == ["careful"]


def test_who_rolls_is_asked_where_something_is_rolled(battling: BattleGame) -> None:
    (switch,) = (one for one in every(question_panel(battling.shown()).widgets) if isinstance(one, Switch))
    assert switch.intent == TypeDice(on=False)


def test_the_tray_shows_the_last_roll_with_all_that_counts_until_the_next_one(battling: BattleGame) -> None:
    assert tray_panel(battling.shown()) is None
    shown = given(battling, *SET_UP, "anna", "shoot", "bill", "6")
    rolled = [line for line in shown.log if line.roll is not None]
    tray = tray_panel(shown)
    assert tray is not None
    roll = rolled[-1].roll
    assert roll is not None
    said = words(tray).splitlines()
    assert said[0] == f"Anna: {roll.what}"
    assert f"needs {roll.needs}" in said
    assert {f"{one.amount:+} {one.because.text}" for one in roll.why} <= set(said)
    assert said[-1] == "hit"
    earlier = tray_panel(as_it_was(shown, rolled[-1].answers - 1))
    assert earlier is not None
    assert words(earlier) != words(tray), "as it was then"


@pytest.mark.parametrize(
    ("dice", "faces", "shown"),
    [
        ("2D6", (3, 6), (DieFace(pips=3), DieFace(pips=6))),
        ("D3", (5,), (DieFace("3", 5),)),
        ("scatter", (3, 90), (DieFace(arrow=90.0), DieFace("90°"))),
        ("scatter", (1, 270), (DieFace(arrow=270.0), DieFace("hit"))),
        ("D100", (73,), (DieFace("73"),)),
    ],
)
def test_dice_lie_as_they_fell(dice: str, faces: tuple[int, ...], shown: tuple[DieFace, ...]) -> None:
    assert faces_shown(dice, faces) == shown


def test_the_turn_says_what_is_not_known_of_a_scanned_table(battling: BattleGame) -> None:
    shown = battling.shown()
    for known, lines in (("pieces", 1), ("all", 0)):
        scan = Scan((), np.zeros((0, 0)), terrain_known=known)  # type: ignore[arg-type]
        told = words(turn_panel(replace(shown, table=replace(shown.table, scan=scan))))
        assert told.count("scenery without tags is not known") == lines


def test_the_slider_leads_through_the_whole_battle_and_back_to_now(battling: BattleGame) -> None:
    shown = given(battling, *SET_UP, "anna")
    (slider,) = (one for one in turn_panel(shown).widgets if isinstance(one, Slider))
    assert (slider.value, slider.low, slider.high) == (9, 0, 9)
    assert slider.intent is GoTo
    assert "Now" not in buttons(turn_panel(shown))
    assert buttons(turn_panel(as_it_was(shown, 4)))["Now"].intent == GoTo(9)


def test_points_are_counted_and_what_is_taken_back_leaves_the_panel_as_wide(battling: BattleGame) -> None:
    shown = given(battling, *SET_UP)
    sides = tuple(replace(side, score=1) if side.id == "red" else side for side in shown.battle.sides)
    panel = turn_panel(replace(shown, battle=replace(shown.battle, sides=sides), undo="Anna goes: " + "12.34 5.678 3, " * 5))
    assert {"red: 1 point", "blue: 0 points"} <= set(words(panel).splitlines())
    (undo,) = (label for label in buttons(panel) if label.startswith("Undo: Anna goes"))
    assert len(undo) < panel.width


def test_who_plays_whom_is_asked_at_the_start_and_folded_away_once_the_battle_is_on(battling: BattleGame) -> None:
    assert not players_panel(battling.shown()).folded
    acting = given(battling, *SET_UP, "anna")
    assert players_panel(acting).folded
    for shown in (acting, as_it_was(acting, 4)):
        assert [type(one) for one in players_panel(shown).widgets] == [Switch, Switch]


def test_in_the_past_nothing_can_be_answered(battling: BattleGame) -> None:
    shown = as_it_was(given(battling, *SET_UP, "anna", "move", "stay"), 9)
    panel = question_panel(shown)
    assert PAST in words(panel)
    assert set(why_not(panel).values()) == {PAST}
    assert {"Move", "Shoot"} <= set(why_not(panel))
    assert entries(panel) == []


# What is asked


def test_actions_that_cannot_be_done_say_why(battling: BattleGame) -> None:
    panel = question_panel(given(battling, *SET_UP, "anna", "move", "stay"))
    against = why_not(panel)
    assert set(buttons(panel)) - set(against) == {"Turn", "Move", "Shoot", "Aim", "Take cover", "end the activation"}
    assert against["Charge"] == "it takes 2 actions; 1 action left  [main-rulebook: Types of actions]"
    assert against["Stand up"] == "Anna is active; only pinned fighters do this  [main-rulebook: Pinned]"
    assert against["Reload"] == "no weapon is out of ammo  [main-rulebook: Active]"
    assert buttons(panel)["Charge"].intent == Give("charge")
    assert not any(isinstance(one, Button) for one in panel.widgets), "side by side, so that the targets have room beneath"
    assert buttons(panel)["Charge"].tip == "2 actions  [main-rulebook: Active]"


def test_what_was_typed_and_refused_stands_there_to_be_typed_over(battling: BattleGame) -> None:
    """Dice that no die shows, then a place off the table; what is taken leaves the line empty."""
    for typed, taken in (("9", "5"), ("2 99 99", "2"), ("99 99", "4 8 0")):
        (entry,) = entries(question_panel(battling.carry_out(GiveText(typed))))
        assert entry.text == typed
        (entry,) = entries(question_panel(battling.carry_out(GiveText(taken))))
        assert entry.text == ""


def test_all_that_is_wrong_is_told_beneath_the_question(battling: BattleGame) -> None:
    given(battling, *SET_UP)
    shown = battling.carry_out(Give("nobody"))
    assert [button.tip for button in buttons(question_panel(shown)).values()] == ["", ""]
    assert [one.words for one in question_panel(shown).widgets if isinstance(one, TextWidget) and one.tone == "bad"] == [
        '"nobody" is not offered for "who is activated"; it may be: Anna, Alan'
    ]


def test_what_the_program_decides_cannot_be_answered_by_people(battling: BattleGame) -> None:
    given(battling, *SET_UP)
    panel = question_panel(battling.carry_out(PlayedBy("red", program=True)), pause=PACES["slow"])
    assert "the program plays red: who is activated" in words(panel).splitlines()
    found = buttons(panel)
    assert {name: one.intent for name, one in found.items()} == {
        **{name: Choice("pause", wait) for name, wait in PACES.items()},
        "Stop": StopProgram(),
        "Next step": NextStep(),
    }
    assert [name for name, one in found.items() if one.chosen] == ["slow"]
    assert not any(isinstance(widget, TextWidget) for widget in panel.widgets[:2]), "words that come and go stand below"


def test_a_place_is_clicked_or_typed(battling: BattleGame) -> None:
    shown = given(battling, *SET_UP, "anna", "move")
    panel = question_panel(shown)
    assert "click on the table, or on an enemy to engage" in words(panel)
    assert entries(panel)[0].hint.startswith("x y z, or x y")
    battle, question = shown.battle, shown.question
    assert takes_places(question)
    assert click_text(battle, question, "", (4.0, 6.25, 0.0)) == "4 6.25 0"
    assert click_text(battle, question, "deck", (1 / 3, 2 / 3, -0.0)) == "0.333 0.667 0"
    assert click_text(battle, question, "bill", (13.0, 6.0, 1.2)) == "engage bill"
    assert click_text(battle, question, "alan", (3.0, 3.0, 1.2)) == ""
    assert click_text(battle, question, None, None) == ""
    assert click_text(battle, None, "", (1.0, 1.0, 0.0)) == ""


def test_a_click_into_the_ring_of_an_offered_place_means_that_place(battling: BattleGame) -> None:
    shown = given(battling, *SET_UP, "anna", "move")
    options = (Option("stay", "stay", (7.0, 3.0, 0.0)), Option("7 9 0", "at 7 9 0", (7.0, 9.0, 0.0)))
    asked = Choose("where to set up", "red", options, lambda text: Option(text, text), "anna", hint="x y or x y z, in inches")
    assert click_text(shown.battle, asked, "", (7.3, 9.2, 0.0)) == "7 9 0"
    assert click_text(shown.battle, asked, "", (7.3, 9.4, 0.0)) == "7.3 9.4 0", "beside the ring"
    assert click_text(shown.battle, asked, "", (7.3, 9.2, 3.5)) == "7.3 9.2 3.5", "on a floor above it"
    assert click_text(shown.battle, asked, "", (7.0, 3.1, 0.0)) == "7 3.1 0", "there is no ring where he stands"
    told = question_panel(replace(shown, question=asked), place=(7.0, 3.0, 0.0))
    (there,) = (one for label, one in buttons(told).items() if label.startswith("middle"))
    assert (there.intent, there.points) == (Give("7 9 0"), PointAt("", (7.0, 9.0, 0.0)))


def test_loot_that_lies_about_is_shown_and_taken_up_by_a_click_on_it(battling: BattleGame) -> None:
    shown = given(battling, *SET_UP, "anna", "move")
    lies, held = TableObject("crate", (5.0, 5.0, 0.0), smashed=True), TableObject("keg", (9.0, 9.0, 0.0), holder="bill")
    battle = replace(shown.battle, things=(lies, held))
    there = as_if(shown, battle)
    assert there.loot == (("crate: broken open", (5.0, 5.0, 0.0)),)
    view = WindowView(there.table, home(there.table, (640, 400)), (640, 400), battle=there)
    assert "crate: broken open" in {label.text for label in labels(view)}
    assert isinstance(shown.question, Choose)
    assert "take THING" in shown.question.hint
    assert click_text(battle, shown.question, "", (5.3, 5.4, 0.0)) == "take crate"
    assert click_text(battle, shown.question, "", (6.0, 5.4, 0.0)) == "6 5.4 0"
    assert click_text(battle, shown.question, "", (9.0, 9.0, 0.0)) == "9 9 0"


def test_a_click_turns_a_fighter_to_it(battling: BattleGame) -> None:
    shown = given(battling, *SET_UP, "anna", "face")
    assert takes_places(shown.question)
    assert click_text(shown.battle, shown.question, "", (4.0, 10.0, 3.0)) == "90.0"
    assert click_text(shown.battle, shown.question, "", (3.0, 7.0, 0.0)) == "225.0"
    assert click_text(shown.battle, shown.question, "", (4.0, 8.0, 0.0)) == ""
    assert click_text(shown.battle, shown.question, "bill", (13.0, 6.0, 1.0)) == "bill"
    assert given(battling, "225.0").battle.model("anna").facing == 225.0


def test_a_click_on_a_figure_puts_a_marker_where_it_stands(battling: BattleGame) -> None:
    shown = given(battling, *SET_UP, "anna")
    question = Choose(
        "where to put the marker", "red", (), lambda key: Option(key, key), "anna", hint="x y z, or x y on the target's level"
    )
    assert click_text(shown.battle, question, "bill", (13.1, 6.1, 1.3)) == "13 6 0"


def test_a_click_on_who_is_offered_is_the_answer(battling: BattleGame) -> None:
    shown = given(battling, *SET_UP)
    assert click_text(shown.battle, shown.question, "alan", (3.0, 3.0, 1.0)) == "alan"
    assert click_text(shown.battle, shown.question, "bill", (13.0, 6.0, 1.0)) == ""
    assert not takes_places(shown.question)


# Dice


WHY = (Modifier(-1, Reason("bill is in partial cover", "main-rulebook: Cover")),)
HIT = Roll("hit roll", "D6", "anna", "5+", WHY, "main-rulebook: Shooting", frozenset({5, 6}))


def panel_of(roll: Roll, picked: tuple[int, ...] = (), *, typed: bool = True) -> PanelWidgets:
    return PanelWidgets("dice", "right", dice_widgets(roll, "Anna", typed=typed, picked=picked))


def test_a_click_on_who_has_acted_already_says_so(battling: BattleGame) -> None:
    shown = given(battling, *SET_UP, "anna", "end")
    asked = replace(shown, question=Choose("who is activated", "red", (Option("alan", "Alan"),)))
    assert nothing_chosen(asked, "anna") == "Anna has acted already in this round"


def test_a_roll_says_what_it_needs_and_why() -> None:
    panel = panel_of(HIT, typed=False)
    texts = {one.words: one.tip for one in panel.widgets if isinstance(one, TextWidget)}
    assert texts["Anna: hit roll"] == "main-rulebook: Shooting"
    assert texts["needs 5+"] == "main-rulebook: Shooting"
    assert texts["-1 bill is in partial cover"] == "main-rulebook: Cover"
    assert list(buttons(panel)) == ["Roll D6"]


@pytest.mark.parametrize(
    ("dice", "labels"),
    [
        ("D6", ["1", "2", "3", "4", "5", "6"]),
        ("injury", ["flesh", "serious", "out"]),
        ("firepower", ["ammo", "1 bullet hole", "2 bullet holes", "3 bullet holes"]),
        ("1 of 3", ["1", "2", "3"]),
        ("D3", ["1, counts 1", "2, counts 1", "3, counts 2", "4, counts 2", "5, counts 3", "6, counts 3"]),
    ],
)
def test_one_die_is_typed_with_one_press(dice: str, labels: list[str]) -> None:
    panel = panel_of(replace(HIT, dice=dice))
    found = buttons(panel)
    assert list(found) == labels
    assert "then say how it lies" in words(panel)
    for button in found.values():
        assert isinstance(button.intent, Give)
        assert fault(dice, button.intent.answer) is None


@pytest.mark.parametrize("dice", ["2D6", "D66", "2 injury", "3 firepower", "4D6"])
def test_a_few_dice_are_said_one_after_another(dice: str) -> None:
    roll = replace(HIT, dice=dice)
    assert "then say how they lie" in words(panel_of(roll))
    picked: tuple[int, ...] = ()
    faces = [one for one in every(panel_of(roll).widgets) if isinstance(one, Button) and isinstance(one.intent, PickDie)]
    last: dict[int, PickDie] = {one.intent.die: one.intent for one in faces if isinstance(one.intent, PickDie)}
    for number, intent in last.items():
        assert buttons(panel_of(roll, picked))["So they lie"].why_not == "say first what every die shows"
        picked = picked_with(picked, roll, intent)
        assert sum(map(bool, picked)) == number + 1
    given_up = buttons(panel_of(roll, picked))["So they lie"]
    assert given_up.enabled
    assert isinstance(given_up.intent, Give)
    assert fault(dice, given_up.intent.answer) is None
    marked = [one for one in every(panel_of(roll, picked).widgets) if isinstance(one, Button) and one.chosen]
    assert len(marked) == len(last)


@pytest.mark.parametrize(
    ("dice", "hint"),
    [
        ("9D6", "the faces as they lie"),
        ("D100", "1 to 100"),
        ("direction", "degrees anticlockwise from +x, 0 to 359"),
    ],
)
def test_many_dice_and_large_numbers_are_typed(dice: str, hint: str) -> None:
    panel = panel_of(replace(HIT, dice=dice))
    assert buttons(panel) == {}
    assert [one.hint for one in entries(panel)] == [hint]


def test_the_scatter_die_shows_its_symbol_and_points_somewhere() -> None:
    roll = replace(HIT, dice="scatter")
    picked = picked_with(picked_with((), roll, PickArrow(359.6)), roll, PickDie(0, 3))
    assert picked == (3, 0)
    picked = picked_with(picked, roll, PickArrow(90.0))
    intent = buttons(panel_of(roll, picked))["So it lies"].intent
    assert intent == Give((3, 90))
    assert not buttons(panel_of(roll, picked_with((), roll, PickArrow(90.0))))["So it lies"].enabled


def test_what_was_said_of_other_dice_is_forgotten() -> None:
    assert picked_with((3, 4), replace(HIT, dice="3D6"), PickDie(1, 6)) == (0, 6, 0)
    assert picked_with((3, 4), None, PickDie(1, 6)) == ()


# The log


def test_a_line_of_the_log_goes_to_the_battle_as_it_was_then(battling: BattleGame) -> None:
    shown = given(battling, *SET_UP, "anna", "move", "4 9.6 3", "shoot", "bill", "5", "2")
    lines = {one.label: one for one in every(log_panel(shown).widgets) if isinstance(one, Button)}
    moved = next(label for label in lines if label.startswith("Anna moves"))
    jump = lines[moved].intent
    assert isinstance(jump, GoTo)
    then = as_it_was(shown, jump.answers)
    assert then.table.figure("anna").position == pytest.approx((4.0, 9.6, 3.0))
    assert then.fighters["bill"].model.status == "standing"
    assert as_it_was(shown, jump.answers - 1).table.figure("anna").position == (4.0, 8.0, 0.0)
    marked = [one.label for one in every(log_panel(then).widgets) if isinstance(one, Button) and one.chosen]
    assert marked == [moved]


def test_long_lines_of_the_log_go_on_below_and_nothing_of_them_is_cut_off(battling: BattleGame) -> None:
    shown = given(battling, *SET_UP)
    words = " ".join(f"+1 Odalys {number} is operational and within 3 inches," for number in range(9))
    panel = log_panel(replace(shown, log=(replace(shown.log[0], words=words),)))
    (label,) = (one.label for one in every(panel.widgets) if isinstance(one, Button))
    assert label.replace("\n    ", " ") == words
    assert max(map(len, label.split("\n"))) * 6.8 < panel.width * 7.6 - 16.0


def test_a_roll_in_the_log_has_its_dice_and_every_modifier_with_its_reason(battling: BattleGame) -> None:
    shown = given(battling, *SET_UP, "alan", "aim", "shoot", "bill", "5")
    line = next(one for one in shown.log if one.roll is not None and one.roll.what.startswith("hit roll"))
    tip = roll_tip(line).splitlines()
    assert tip[0] == "D6: 5"
    assert line.roll is not None
    assert any(one == "+1 Alan has aimed  [main-rulebook: Active]" for one in tip)
    assert len(line.roll.why) == sum(one[0] in "+-" for one in tip)


# The fighter's card


def test_the_card_has_all_that_a_fighter_is_and_carries(battling: BattleGame) -> None:
    shown = given(battling, *SET_UP, "anna")
    panel = card_panel(shown, "anna")
    profile, weapons = (one for one in panel.widgets if isinstance(one, Columns))
    assert [getattr(one, "words", "") for one in profile.rows[0]] == [
        '5"', "4+", "3+", "3", "3", "1", "4+", "1", "7+", "7+", "7+", "7+",
    ]  # fmt: skip
    assert [getattr(one, "words", "") for one in weapons.rows[0]] == ["gun", '8"', '24"', "4", "-1", "2", "-", ""]
    assert "activated" in words(panel).splitlines()
    assert "wounds left: 1 of 1" in words(panel)
    assert "ready" in words(card_panel(shown, "alan")).splitlines()


def test_the_card_has_the_letters_of_ranges_and_the_accuracy_in_close_combat(battling: BattleGame) -> None:
    shown = given(battling, *SET_UP)
    melee, flame = (("melee", 0),), (("template", 0),)
    arms = {
        "hammer": WeaponProfile(accuracy_short=-1, traits=melee),
        "hook": WeaponProfile(long=2.0, traits=melee),
        "lamp": WeaponProfile(long=0.0, traits=flame),
        "bomb": WeaponProfile(long=9.0),
    }
    weapons = tuple(Weapon(name, (profile,)) for name, profile in arms.items())
    own = {"anna": weapons}
    gangs = tuple(
        replace(gang, fighters=tuple(replace(one, weapons=own.get(one.id, one.weapons)) for one in gang.fighters))
        for gang in shown.battle.setting.gangs
    )
    armed = replace(shown, battle=replace(shown.battle, setting=replace(shown.battle.setting, gangs=gangs)))
    _, table = (one for one in card_panel(armed, "anna").widgets if isinstance(one, Columns))
    found = [[getattr(one, "words", "") for one in row[:3]] for row in table.rows]
    assert found == [["hammer", "E (-1)", "-"], ["hook", "E", '2"'], ["lamp", "T", "-"], ["bomb", "-", '9"']]
    hints = [row[1].tip for row in table.rows if isinstance(row[1], TextWidget)]
    assert hints[0] == "against engaged enemies; -1 on hit rolls at this range"
    assert hints[2] == "hits whom a flame template touches"


def as_if(shown: BattleSnapshot, battle: Battle) -> BattleSnapshot:
    """The battle shown with something else in it."""
    moments = (*shown.moments[:-1], replace(shown.moments[-1], state=battle))
    where = (shown.name, shown.journal, shown.table_file)
    return shown_now(*where, shown.log, moments, shown.record, program=shown.program, typed=shown.typed)


def hurt(shown: BattleSnapshot) -> BattleSnapshot:
    """Anna with flesh wounds, broken, and nothing left in her gun."""
    return as_if(shown, shown.battle.changed("anna", flesh_wounds=2, broken=True, empty=frozenset({"gun"})))


def test_the_card_shows_characteristics_as_they_are_now(battling: BattleGame) -> None:
    shown = hurt(given(battling, *SET_UP))
    assert [sign.words for sign in shown.fighters["anna"].signs] == ["broken", "out of ammo: gun", "2 flesh wounds"]
    panel = card_panel(shown, "anna")
    profile, weapons = (one for one in panel.widgets if isinstance(one, Columns))
    changed = {one.tip: one.words for one in profile.rows[0] if isinstance(one, TextWidget) and one.tone == "bad"}
    assert changed == {"weapon skill; 4+ on the card": "6+", "toughness; 3 on the card": "1"}
    assert "out of ammo" in [getattr(one, "words", "") for one in weapons.rows[0]]


@pytest.mark.parametrize(
    ("changes", "signs"),
    [
        ({}, []),
        ({"status": "pinned"}, ["pinned"]),
        ({"status": "seriously_injured", "broken": True}, ["seriously_injured", "broken"]),
        ({"whereabouts": "out_of_action", "status": "seriously_injured"}, ["out_of_action"]),
        ({"whereabouts": "fled"}, ["fled"]),
        ({"whereabouts": "reserve"}, ["reserve"]),
        ({"insane": True, "hard_target": True}, ["insane", "hard_target"]),
        ({"climb": Climb(FigurePath(()))}, ["climbing"]),
        ({"climb": Climb(FigurePath(()), in_air=True)}, ["in_air"]),
        ({"empty": frozenset({"gun"}), "carries": "crate"}, ["out_of_ammo", "carrying"]),
        ({"position": (13.0 - 25 / 25.4, 6.0, 0.0)}, ["engaged"]),
    ],
)
def test_what_is_marked_about_a_fighter(battling: BattleGame, changes: dict[str, Any], signs: list[str]) -> None:
    """Bill stands at (13, 6); bases of 25 mm touch at 0.98 inches from middle to middle."""
    battle = given(battling, *SET_UP).battle.changed("anna", **changes)
    assert [sign.key for sign in signs_of(battle, "anna")] == signs


# Targets


def test_targets_show_range_cover_and_wait_for_their_chances(battling: BattleGame) -> None:
    shown = given(battling, *SET_UP, "anna")
    targets, way = targets_of(shown.battle, "anna"), way_of(shown, "anna")
    assert way is not None
    # From (4, 8) to (13, 6) and (13, 12), less half a base of 25 mm at either end.
    base = 25 / 25.4
    assert [one.id for one in targets] == ["bill", "bob"]
    assert [one.distance for one in targets] == pytest.approx([85**0.5 - base, 97**0.5 - base], abs=0.01)
    panel = targets_panel(shown, "anna", targets, {}, way)
    assert words(panel).splitlines().count("...") == 8
    assert unknown("anna", targets, way, {}) == (("anna", "bill", "gun"), ("anna", "bob", "gun"))
    assert unknown("anna", targets, way, {("anna", "bill", "gun"): Chances(None, "no")}) == (("anna", "bob", "gun"),)
    assert buttons(panel)["gun"].intent == PickWay("gun")
    assert "..." in words(targets_panel(shown, "anna", None, {}, way))


def test_targets_are_pressed_where_they_are_asked_for(battling: BattleGame) -> None:
    shown = given(battling, *SET_UP, "anna")
    targets, way = targets_of(shown.battle, "anna"), way_of(shown, "anna")
    assert buttons(targets_panel(shown, "anna", targets, {}, way))["Bob"].intent == Select("bob")
    shown = given(battling, "shoot")
    assert buttons(targets_panel(shown, "anna", targets, {}, way))["Bob"].intent == Give("bob")


def test_who_cannot_be_attacked_says_why(battling: BattleGame) -> None:
    """Bill lies close behind the barricade."""
    shown = given(battling, *SET_UP, "anna")
    battle = shown.battle.changed("bill", status="pinned", position=(9.0, 8.0, 0.0))
    (bill, _) = targets_of(battle, "anna")
    assert bill.why_not == "there is no line of sight to Bill"
    shown, way = as_if(shown, battle), way_of(shown, "anna")
    assert way is not None
    panel = targets_panel(shown, "anna", (bill,), {}, way)
    assert bill.why_not in words(panel)
    assert unknown("anna", (bill,), way, {}) == ()
    assert chances(battle, "anna", "bill", way).why_not == bill.why_not


def test_who_is_out_of_range_is_told_so(battling: BattleGame, path: Path) -> None:
    """Bill and Bob are 8.2 and 8.9 inches off; a gun that reaches half as far hits neither."""
    battling.close()
    gang = path.parent / "red.toml"
    gang.write_text(gang.read_text().replace("range = [8, 24]", "range = [2, 4]"))
    path.with_suffix(".journal").unlink()
    other = opened(str(path), seed=4, typed=True)
    shown = given(other, *SET_UP, "anna")
    targets, way = targets_of(shown.battle, "anna"), way_of(shown, "anna")
    assert way is not None
    known = {("anna", one.id, "gun"): chances(shown.battle, "anna", one.id, way) for one in targets}
    assert "all: out of range" in words(targets_panel(shown, "anna", targets, known, way)).splitlines()
    other.close()


def test_a_fighter_without_a_weapon_has_nothing_to_attack_with(battling: BattleGame) -> None:
    shown = hurt(given(battling, *SET_UP))
    assert way_of(shown, "anna") is None
    assert "nothing to attack with" in words(targets_panel(shown, "anna", None, {}, None))


@pytest.mark.parametrize("aim", [False, True])
def test_the_chances_are_those_that_the_command_tells(battling: BattleGame, path: Path, capsys: Capture, aim: bool) -> None:
    """The same two fighters on a table file, with the cards of their gangs."""
    shown = given(battling, *SET_UP, "anna", *(["aim"] if aim else []))
    way = way_of(shown, "anna")
    assert way is not None
    table = json.loads((path.parent / "yard.json").read_text())
    table["figures"] = [
        {"id": one.id, "side": one.gang, "proxy": "human", "position": one.position, "facing": one.facing}
        for one in shown.battle.on_table()
    ]
    (path.parent / "moment.json").write_text(json.dumps(table))
    gangs = [word for name in ("red", "blue") for word in ("--gang", str(path.parent / f"{name}.toml"))]
    known, asked = {}, targets_of(shown.battle, "anna")
    for one in asked:
        words_ = ("odds", str(path.parent / "moment.json"), "anna", one.id, "--weapon", "gun", *gangs)
        told = json_answer(capsys, *words_, *(["--aim"] if aim else []))
        found = known["anna", one.id, "gun"] = chances(shown.battle, "anna", one.id, way)
        assert found.odds is not None
        assert float(found.odds.hit) == told["hit"] > 0
        assert float(found.odds.wound) == told["wound"] > 0
        assert float(found.odds.out_of_action) == told["outcomes"]["out_of_action"] > 0
        assert one.distance == pytest.approx(told["distance"], abs=1e-4)
        assert one.cover == told["cover"]
        assert (found.check is None) == told["priority"]["allowed"]
        assert percent(told["hit"]) in words(targets_panel(shown, "anna", asked, known, way))


def test_panels_of_a_battle_are_as_wide_for_everybody_and_undo_stands_above_what_comes_and_goes(battling: BattleGame) -> None:
    before = battling.shown()
    given(battling, *SET_UP, "anna")
    shown = battling.shown()
    widths = {
        panel.width for one in ("anna", "bill") for panel in (card_panel(shown, one), targets_panel(shown, one, None, {}))
    }
    assert len(widths) == 1
    beside = {
        panel.width for panel in (question_panel(shown), turn_panel(shown), players_panel(shown), tray_panel(shown)) if panel
    }
    assert len(beside) == 1, "neither side moves with what is asked"
    assert log_panel(shown).beside == (turn_panel(shown).width, *widths), "no panel at the sides covers the log"
    for one in (before, shown, replace(shown, undo="Anna moves to " + "a far place " * 9)):
        panel = turn_panel(one)
        (undo,) = (label for label in buttons(panel) if label.startswith("Undo"))
        assert len(undo) <= len("Undo: ") + SHORT
        assert list(buttons(panel)).index(undo) == 0, "whoever is activated stands below"


def test_while_a_charge_goes_on_chances_are_those_of_the_fight_that_it_brings(battling: BattleGame) -> None:
    """It is asked how Bill faces, who lay there and stands up: two dice that hit on 4+, and one of them is the charge's."""
    before = given(battling, *SET_UP).battle
    beside = before.changed("bill", position=(4.0 + 25.0 / 25.4, 8.0, 0.0), facing=180.0).changed("anna", facing=0.0)
    asked = replace(beside, activation=Activation("anna", 0, ("charge",), controller="red"))
    (way,) = ways_of(asked, "anna")
    found = chances(asked, "anna", "bill", way).odds
    assert found is not None
    assert found.hit == Fraction(3, 4)


def test_the_targets_say_that_a_fight_is_used_up_and_show_no_chances_of_another_one(battling: BattleGame) -> None:
    """Whoever turned in it stands as he turned: what that cost would be missing from them."""
    shown = given(battling, *SET_UP)
    met = replace(
        shown.battle.changed("bill", position=(4.0 + 25.0 / 25.4, 8.0, 0.0)), activation=Activation("anna", 1, controller="red")
    )
    assert used_up(met, "anna") == ""
    over = replace(met, activation=Activation("anna", 0, ("fight",), controller="red"))
    assert used_up(over, "bill") == ""
    told = "Fight: it takes 1 action; none left  [main-rulebook: Types of actions]"
    assert used_up(over, "anna") == told
    fought = replace(shown, battle=over, question=ACTION)
    panel = targets_panel(fought, "anna", targets_of(over, "anna"), {}, way_of(fought, "anna"))
    assert words(panel) == told
    assert buttons(panel) == {}
    goes_on = replace(fought, question=Roll("hit roll, gun", "D6", "anna"))
    assert words(targets_panel(goes_on, "anna", (), {}, way_of(goes_on, "anna"))) == FIGHTS, "its action is spent already"
    shot = replace(shown.battle, activation=Activation("anna", 1, ("shoot",), controller="red"))
    rolling, asked = (replace(shown, battle=shot, question=one) for one in (Roll("hit roll", "D6", "anna"), ACTION))
    said = [words(targets_panel(one, "anna", (), {}, way_of(one, "anna"))) for one in (rolling, asked)]
    assert "another time" not in said[0], "the shot is under way"
    assert "Shoot: it can be done only once in an activation" in said[1]
    assert "these are the chances of another time" in said[1]


ACTION = Choose("action", "red", (Option("end", "end the activation"),), about="anna")
