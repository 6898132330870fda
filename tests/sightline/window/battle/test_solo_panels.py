"""The panels of a battle by Five Parsecs: how it stands, cards and targets, and the enemies' turn, told and overruled."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from rules.engine.procedure_steps import Choose, Roll
from rules.skirmish.state.battle_rules import battle_rules
from rules.systems.five_parsecs.events.vermin import VERMIN
from sightline.window.battle.battle_game import BattleGame, opened
from sightline.window.battle.battle_panels import log_panel, question_panel, turn_panel
from sightline.window.battle.click_answers import click_text, is_place
from sightline.window.battle.fighter_panels import card_panel, offers_targets
from sightline.window.battle.ruling_panel import ruling_panel
from sightline.window.battle.snapshots.battle_snapshot import BattleSnapshot, waiting
from sightline.window.intents.intents import GiveText, PointAt
from sightline.window.intents.panel_widgets import Button, Entry, PanelWidgets, TextWidget, every
from tests.sightline.window.boards import AT_ANNA, FIRST_ENEMY, given, pressed, solo, why_not


@pytest.fixture
def alone(tmp_path: Path) -> Iterator[BattleGame]:
    """A crew of two against two enemies, with dice that people type."""
    found = opened(str(solo(tmp_path)), seed=4, typed=True)
    yield found
    found.close()


def words(panel: PanelWidgets) -> list[str]:
    return [one.words for one in every(panel.widgets) if isinstance(one, TextWidget)]


def labels(panel: PanelWidgets) -> list[str]:
    return [one.label for one in every(panel.widgets) if isinstance(one, Button)]


def lines(shown: BattleSnapshot) -> list[str]:
    return [line.words for line in shown.log if line.words]


def targets(shown: BattleSnapshot, fighter: str) -> tuple[str, ...]:
    told = battle_rules(shown.battle).targets
    assert told is not None
    return told(shown.battle, fighter)


def test_the_turn_says_who_acts_when_and_neither_priority_nor_points(alone: BattleGame) -> None:
    found = words(turn_panel(given(alone, *AT_ANNA)))
    assert "acts before the enemies: Anna" in found
    assert "acts after the enemies: Alan" in found
    assert "The Raid: 2 on the table, tactical" in found
    assert not [line for line in found if "priority" in line or "point" in line or "action left" in line]


def test_actions_say_what_they_do_and_why_they_cannot_be_done_in_the_words_of_these_rules(alone: BattleGame) -> None:
    panel = question_panel(given(alone, *AT_ANNA))
    assert why_not(panel)["Brawl again"].startswith("Anna is in contact with no enemy")
    (move,) = (one for one in every(panel.widgets) if isinstance(one, Button) and one.label == "Move")
    assert move.tip == "then a combat action  [five-parsecs: Movement action]"


def test_a_move_says_how_far_it_goes_and_undo_names_it(alone: BattleGame) -> None:
    shown = given(alone, *AT_ANNA, "move")
    assert 'The Own: where to, up to 5" (Anna)?' in words(question_panel(shown))
    assert shown.undo == "Anna moves"
    assert given(alone, "5 8 0").undo == "Anna goes: 5 8 0"


def test_targets_are_told_with_their_chances_and_all_others_with_the_reason(alone: BattleGame) -> None:
    shown = given(alone, *AT_ANNA)
    assert targets(shown, "anna")[0].startswith('Crew rifle at Bill: 8.0", in cover, hits on 5+; a hit 33.3 %')
    assert targets(shown, "alan") == ("Alan has nothing to fire; a move into contact begins a brawl",)
    away = given(alone, "move", "stay", "180")
    assert targets(away, "anna") == ("Crew rifle: not in the arc of fire: Bill, Bob",)


def test_the_question_for_a_target_points_at_whom_the_cursor_rests_on(alone: BattleGame) -> None:
    shown = given(alone, *AT_ANNA, "fire")
    assert offers_targets(shown, "anna")
    points = [one.points for one in every(question_panel(shown).widgets) if isinstance(one, Button)]
    assert [one.owner if isinstance(one, PointAt) else None for one in points] == ["bill", "bob", None]


def test_cards_of_crew_and_enemies_say_who_they_are(alone: BattleGame) -> None:
    shown = given(alone, *AT_ANNA)
    assert words(card_panel(shown, "anna"))[:2] == ["human of The Own", "activated, quick"]
    assert words(card_panel(shown, "bill"))[:2] == ["enemy of The Raid, tactical", "ready"]


def test_who_has_acted_is_neither_quick_nor_slow_any_more(alone: BattleGame) -> None:
    shown = given(alone, *FIRST_ENEMY)
    assert [sign.words for sign in shown.fighters["anna"].signs] == []
    assert [sign.words for sign in shown.fighters["alan"].signs] == ["slow"]


def test_an_enemy_is_told_in_two_lines_the_row_that_it_rolled_and_the_geometry(alone: BattleGame) -> None:
    shown = given(alone, *FIRST_ENEMY)
    row, geometry = lines(shown)[-2:]
    assert row == "Bob: tactical enemies: 5 -> advances on the nearest opponent from cover to cover, and fires"
    assert geometry.startswith('Bob: nearest opponent Alan is 7.1" away; ')
    assert words(question_panel(shown))[2].startswith("Bob ")
    after = lines(pressed(alone, question_panel(shown), "Next"))
    assert not [line for line in after if "what the enemy does" in line]


def test_an_enemy_of_which_nothing_follows_is_told_to_stay(alone: BattleGame) -> None:
    given(alone, *FIRST_ENEMY, "nothing")
    assert "Bob is overruled, and stays" in lines(alone.shown())


def test_a_click_on_one_of_the_crew_is_his_name_and_one_on_the_ground_a_place(alone: BattleGame) -> None:
    shown = given(alone, *FIRST_ENEMY)
    assert click_text(shown.battle, shown.question, "alan", (4.0, 3.0, 1.0)) == "Alan"
    assert click_text(shown.battle, shown.question, "bill", (12.0, 8.0, 1.0)) == ""
    place = click_text(shown.battle, shown.question, "", (13.0, 4.0, 0.0))
    assert place == "13 4 0"
    assert is_place(place)
    assert not is_place("Alan")
    assert isinstance(shown.question, Choose)
    assert shown.question.free is not None
    moved = shown.question.free(place).value
    assert moved.path.legs[-1].end == pytest.approx((13.0, 4.0, 0.0))
    assert shown.question.free("Alan").value.fire.first == ("alan",)


def test_why_an_enemy_can_do_nothing_about_somebody_is_told_for_fire_and_for_a_brawl(alone: BattleGame) -> None:
    given(alone, *FIRST_ENEMY)
    shown = alone.carry_out(GiveText("alan, fire at alan"))
    assert "nothing that an enemy can be told" in shown.faults[0]


def test_the_log_leaves_out_the_lines_that_say_nothing(alone: BattleGame) -> None:
    shown = pressed(alone, question_panel(given(alone, *FIRST_ENEMY)), "Next")
    assert "" not in labels(log_panel(shown))


def test_rulings_offer_marks_that_these_rules_know(alone: BattleGame) -> None:
    panel = ruling_panel(given(alone, *AT_ANNA), "anna")
    (entry,) = (one for one in every(panel.widgets) if isinstance(one, Entry))
    assert entry.hint == 'anna stunned, or "any words"'
    assert not [line for line in words(panel) if line.startswith("wounds:")]


def test_the_program_rolls_for_critters_that_are_nobodys_unless_dice_are_typed(alone: BattleGame) -> None:
    battle = alone.shown().battle
    critter = next(iter(battle.setting.cards))
    roll = Roll("move of the critter", "D6", critter)
    assert waiting(battle, roll, frozenset(), typed=False) == "people"
    battle = battle.changed(critter, gang=VERMIN)
    assert waiting(battle, roll, frozenset(), typed=False) == "program"
    assert waiting(battle, roll, frozenset(), typed=True) == "people"
