"""The game of a battle in the window: played, taken back, looked back at, kept, and shared with the program."""

from dataclasses import replace
from pathlib import Path

import pytest

from rules.engine.journal_format import Entry, read
from rules.engine.procedure_steps import Choose, Roll
from rules.skirmish.moving.move_actions import CARRY
from rules.skirmish.opponent.program_player import decide
from rules.skirmish.opponent.style import Styles
from rules.skirmish.phases.action_list import ACTIONS
from rules.skirmish.state.battle_state import Battle
from rules.systems.five_parsecs.turns.crew_action_list import ACTIONS as CREW_ACTIONS
from sightline.session.journal_files import JournalFile
from sightline.window.battle.battle_game import BattleGame, opened
from sightline.window.battle.battle_panels import question_panel, turn_panel
from sightline.window.battle.click_answers import click_text
from sightline.window.battle.deed_words import VERBS
from sightline.window.battle.snapshots.battle_snapshot import BattleSnapshot, as_it_was
from sightline.window.intents.battle_intents import PlayInStyle, Rule, TypeDice
from sightline.window.intents.intents import Give, GiveText, Intent, Nothing, PlayedBy, Redo, RollDice, Undo
from sightline.window.intents.panel_widgets import buttons
from tests.sightline.window.boards import ON_DECK, SET_UP, given, pressed, yard


def asked(shown: BattleSnapshot) -> str:
    return shown.question.what if shown.question is not None else ""


def same(one: BattleSnapshot, other: BattleSnapshot) -> bool:
    """Whether the same battle is shown in the same way."""
    # Opened twice, a battle has its table and cards twice.
    battle = replace(one.battle, setting=other.battle.setting)
    return (battle, one.question, one.fighters, one.log, one.answers, one.at) == (
        other.battle,
        other.question,
        other.fighters,
        other.log,
        other.answers,
        other.at,
    )


def test_a_turn_is_played_taken_back_kept_and_gone_on_with(battling: BattleGame, path: Path) -> None:
    shown = given(battling, *SET_UP)
    shown = pressed(battling, question_panel(shown), "Anna")
    shown = pressed(battling, question_panel(shown), "Move")
    said = [getattr(one, "words", "") for one in question_panel(shown).widgets]
    assert "click on the table, or on an enemy to engage" in said
    shown = given(battling, click_text(shown.battle, shown.question, "deck", ON_DECK))
    assert shown.battle.model("anna").position == pytest.approx(ON_DECK)
    assert shown.table.figure("anna").position == pytest.approx(ON_DECK)

    shown = pressed(battling, question_panel(shown), "Shoot")
    shown = pressed(battling, question_panel(shown), "Bill")
    assert isinstance(shown.question, Roll)
    shown = pressed(battling, question_panel(shown), "5")
    assert shown.fighters["bill"].model.status == "pinned"
    assert shown.table.figure("bill").posture == "on_back"
    assert [sign.words for sign in shown.fighters["bill"].signs] == ["pinned"]
    after = given(battling, (2,))  # the wound roll
    assert (asked(after), after.question.who if after.question else "") == ("who is activated", "blue")
    assert not after.fighters["anna"].ready

    for name in ("Bill rolls 2 for wound roll", "Anna rolls 5 for hit roll, gun", "Anna: target: Bill", "Anna shoots"):
        before = battling.shown()
        assert before.undo == name
        shown = pressed(battling, turn_panel(before), f"Undo: {name}")
        assert shown.redo == name
    assert shown.undo == "Anna goes: 4 9.6 3"
    assert shown.table.figure("bill").posture == "upright"
    for _ in range(4):
        shown = battling.carry_out(Redo())
    assert same(shown, after)
    assert shown.redo == ""

    battling.close()
    again = opened(str(path), typed=True)
    assert same(again.shown(), after)
    assert given(again, "bob").acting == "bob"
    again.close()


def test_it_is_shown_as_it_was_after_any_number_of_answers(battling: BattleGame) -> None:
    """Each moment looks as it looked when it was the last one."""
    lived = [battling.shown()]
    for answer in (*SET_UP, "anna", "move", "4 9.6 3", "shoot", "bill", "5", "2"):
        lived.append(given(battling, answer))
    last = lived[-1]
    for number, then in enumerate(lived):
        seen = as_it_was(last, number)
        assert (seen.at, seen.answers, seen.past) == (number, last.answers, number < last.answers)
        assert (seen.battle, seen.question, seen.fighters) == (then.battle, then.question, then.fighters)
        assert [figure.position for figure in seen.table.figures] == [figure.position for figure in then.table.figures]
        assert seen.waits == ("people" if number == last.answers else "nobody")
        assert same(as_it_was(seen, last.answers), last)
    assert as_it_was(last, 0).table.figures == ()
    assert as_it_was(last, -3.0).at == 0
    assert as_it_was(last, 1e6) is last


REFUSED = [
    (SET_UP, Give("nobody")),
    (SET_UP, GiveText("")),
    (SET_UP, GiveText("9" * 5000)),
    (SET_UP, RollDice()),
    (SET_UP, Give((3,))),
    (SET_UP, Redo()),
    (SET_UP, PlayedBy("green", program=True)),
    ((), Undo()),
    ((), GiveText("7")),
    ((), Give((1, 2))),
    ((), Give("yes")),
    ((), RollDice()),
    (SET_UP[:2], GiveText("15 8 0")),
    ((*SET_UP, "anna"), Give("crawl")),
    ((*SET_UP, "anna", "move"), GiveText("400 2 0")),
    ((*SET_UP, "anna", "move"), GiveText("engage alan")),
    ((*SET_UP, "anna", "shoot", "bill"), GiveText("0")),
]


@pytest.mark.parametrize(("answers", "intent"), REFUSED)
def test_what_is_refused_is_told_in_a_line_and_changes_nothing(
    battling: BattleGame, answers: tuple[str, ...], intent: Intent
) -> None:
    before = given(battling, *answers)
    kept = before.journal.read_bytes()
    after = battling.carry_out(intent)
    assert after.faults
    assert all(fault and "\n" not in fault for fault in after.faults)
    assert same(before, after)
    assert after.journal.read_bytes() == kept
    assert battling.shown().faults == ()


def test_an_action_that_cannot_be_done_is_refused_with_the_rulebooks_reason(battling: BattleGame) -> None:
    given(battling, *SET_UP, "anna")
    assert battling.carry_out(Give("stand-up")).faults == (
        "Anna is active; only pinned fighters do this  [main-rulebook: Pinned]",
    )


def test_what_is_no_answer_changes_nothing(battling: BattleGame) -> None:
    before = given(battling, *SET_UP)
    assert same(before, battling.carry_out(Nothing()))


def test_the_program_rolls_the_dice_unless_they_are_typed(path: Path) -> None:
    """The rolls of people's fighters wait for their button, and fall again as they fell."""
    battling = opened(str(path), seed=4)
    shown = battling.carry_out(GiveText("5"))
    assert shown.faults == ("the program rolls the dice; say that you roll them yourselves, then type them",)
    while isinstance(shown.question, Roll):
        assert shown.waits == "people"
        shown = battling.carry_out(RollDice())
    first = shown.log
    shown = given(battling, "4 8 0" if shown.question and shown.question.who == "red" else "13 6 0")
    assert battling.carry_out(Undo()).log == first
    shown = battling.carry_out(TypeDice(on=True))
    assert shown.undo.split()[1] == "rolls"
    battling.close()


def gone_on(battling: BattleGame, shown: BattleSnapshot) -> BattleSnapshot:
    """One answer of the program, or a press on the button that rolls for people's fighters."""
    if shown.waits == "people":
        return battling.carry_out(RollDice())
    after = battling.let_program_answer()
    assert after.answers == shown.answers + 1
    return after


def test_the_program_plays_a_gang_to_the_end_of_its_activation(battling: BattleGame) -> None:
    given(battling, *SET_UP, "anna", "move", "4 9.6 3", "end")
    battling.carry_out(TypeDice(on=False))
    shown = battling.carry_out(PlayedBy("blue", program=True))
    assert shown.waits == "program"
    assert battling.carry_out(Give("bob")).faults == ("the program plays blue; wait for it, or play it yourselves",)
    ready = sum(standing.ready for name, standing in shown.fighters.items() if name.startswith("b"))
    choices = 0
    while not (isinstance(shown.question, Choose) and shown.question.who == "red"):
        choices += isinstance(shown.question, Choose)
        shown = gone_on(battling, shown)
    assert choices > 1
    assert sum(standing.ready for name, standing in shown.fighters.items() if name.startswith("b")) == ready - 1
    assert (shown.acting, asked(shown)) == ("alan", "action"), "the last of his gang is activated without being asked for"
    assert shown.undo == f"Anna ends the activation and {choices} choices of the program"
    back = battling.carry_out(Undo())
    assert (back.acting, asked(back)) == ("anna", "action")
    assert same(battling.carry_out(Redo()), shown)


def test_the_program_plays_each_gang_in_the_style_that_was_picked(
    battling: BattleGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked_in: list[str] = []

    def answered(battle: Battle, question: Choose, styles: Styles) -> str:
        asked_in.append(styles.of(question.who).name)
        return decide(battle, question, styles)

    monkeypatch.setattr("rules.skirmish.opponent.program_player.decide", answered)
    given(battling, *SET_UP)
    battling.carry_out(PlayedBy("red", program=True))
    battling.let_program_answer()
    battling.carry_out(PlayInStyle("red", "careful"))
    battling.let_program_answer()
    assert asked_in == ["balanced", "careful"]
    faults = battling.carry_out(PlayInStyle("red", "reckless")).faults
    assert faults == ('there is no style "reckless"; there are: balanced, careful, aggressive, objective',)
    assert battling.carry_out(PlayInStyle("green", "careful")).faults == ('there is no gang "green"',)


def test_nothing_is_the_programs_to_answer_while_people_are_asked(battling: BattleGame) -> None:
    before = given(battling, *SET_UP)
    assert same(before, battling.let_program_answer())


def test_four_gangs_sit_round_one_table(tmp_path: Path) -> None:
    battling = opened(str(yard(tmp_path, ("green", "gold"))), seed=4)
    shown = battling.carry_out(PlayedBy("gold", program=True))
    while asked(shown) != "action":
        if shown.waits == "program":
            shown = battling.let_program_answer()
        elif isinstance(shown.question, Roll):
            shown = battling.carry_out(RollDice())
        else:
            assert isinstance(shown.question, Choose)
            shown = given(battling, shown.question.options[0].key)
    assert len(shown.battle.order) == 4
    assert {figure.side for figure in shown.table.figures} == {"red", "blue", "green", "gold"}
    battling.close()


def test_two_windows_show_one_battle_and_neither_answers_what_it_has_not_shown(battling: BattleGame, path: Path) -> None:
    other = opened(str(path), typed=True)
    seen = other.shown()
    shown = given(battling, *SET_UP)
    refused = other.carry_out(GiveText("6"), seen.heard)
    assert refused.faults == ("the battle has gone on meanwhile; look what is asked now",)
    assert refused.refused == "6"
    assert same(refused, shown)
    assert other.look() is None
    found = other.carry_out(Undo(), refused.heard)
    assert found.faults == ()
    news = battling.look()
    assert news is not None
    assert same(news, found)
    assert news.redo == found.redo != ""
    assert same(battling.carry_out(Redo(), news.heard), shown)
    assert (late := battling.carry_out(Rule("anna broken"), seen.heard)).faults == (), "a ruling can be made at any time"
    assert "broken" in [sign.words for sign in late.fighters["anna"].signs]
    other.close()


def test_whoever_is_beaten_while_his_answer_is_worked_out_is_shown_what_is_asked_then(
    battling: BattleGame, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given(battling, *SET_UP)
    other = opened(str(path), typed=True)
    add = JournalFile.add

    def beaten(file: JournalFile, entry: Entry) -> None:
        monkeypatch.setattr(JournalFile, "add", add)
        given(other, "alan")
        add(file, entry)

    monkeypatch.setattr(JournalFile, "add", beaten)
    shown = battling.carry_out(Give("anna"))
    assert same(shown, other.shown())
    assert shown.acting == "alan"
    assert shown.faults == ("the battle has gone on meanwhile; look what is asked now",)
    other.close()


def test_the_program_in_two_windows_answers_once(battling: BattleGame, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given(battling, *SET_UP)
    battling.carry_out(PlayedBy("red", program=True))
    other = opened(str(path), typed=True, program=frozenset({"red"}))

    def slow(battle: Battle, question: Choose, styles: Styles) -> str:
        monkeypatch.setattr("rules.skirmish.opponent.program_player.decide", decide)
        other.let_program_answer()
        return decide(battle, question, styles)

    monkeypatch.setattr("rules.skirmish.opponent.program_player.decide", slow)
    shown = battling.let_program_answer()
    assert (shown.answers, shown.faults) == (len(SET_UP) + 1, ())
    assert same(shown, other.shown())
    other.close()


def test_a_journal_that_is_gone_is_told_once(battling: BattleGame, path: Path) -> None:
    journal = path.with_suffix(".journal")
    journal.rename(path.with_suffix(".old"))
    found = battling.look()
    assert found is not None
    assert "moved or replaced" in found.faults[0]
    assert battling.look() is None
    path.with_suffix(".old").rename(journal)
    back = battling.look()
    assert back is not None
    assert back.faults == ()


def test_the_journal_has_every_answer_at_once(battling: BattleGame) -> None:
    shown = given(battling, *SET_UP)
    assert len(read(shown.journal.read_bytes()).answers) == shown.answers == len(SET_UP)


def test_every_action_has_its_verb() -> None:
    assert set(VERBS) == {action.key for action in (*ACTIONS, CARRY, *CREW_ACTIONS)} | {"end"}


def test_undo_and_redo_are_greyed_where_there_is_nothing(battling: BattleGame) -> None:
    found = buttons(turn_panel(battling.shown()))
    assert found["Undo"].why_not == "you have given no answer yet"
    assert found["Redo"].why_not == "nothing was taken back"
