"""The panel of a choice of a target: the same as the terminal has, as far as it is worked out; each candidate is a button."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from rules.engine.procedure_steps import Choose
from sightline.session.targets.decision_evidence import evidence_on
from sightline.session.targets.evidence_words import evidence_lines, in_a_line
from sightline.session.targets.target_evidence import TargetEvidence
from sightline.window.battle.battle_game import BattleGame
from sightline.window.battle.battle_panels import log_panel, question_panel
from sightline.window.battle.decision_panel import WAIT, chooses
from sightline.window.battle.snapshots.battle_snapshot import BattleSnapshot
from sightline.window.battle.snapshots.logged_lines import Decision
from sightline.window.controllers.window_state import WindowState
from sightline.window.intents.battle_intents import TypeDice
from sightline.window.intents.intents import Give, GiveText, Open, PointAt, Select, Undo
from sightline.window.intents.panel_widgets import Button, Columns, PanelWidgets, TextWidget, buttons, every, words
from sightline.window.view.panels.all_panels import panels
from tests.sightline.window.boards import SET_UP, given, yard
from tests.sightline.window.window_states import done, rest, shown, window_state


@pytest.fixture
def playing(tmp_path: Path) -> Iterator[WindowState]:
    one = window_state()
    done(one, Open(str(yard(tmp_path))), TypeDice(on=True), *map(GiveText, (*SET_UP, "anna")))
    yield one
    one.close()


def known(now: BattleSnapshot) -> dict[str, TargetEvidence | None]:
    assert isinstance(now.question, Choose)
    return {option.key: evidence_on(now.battle, now.question, option.key) for option in now.question.options}


def heads(panel: PanelWidgets) -> list[str]:
    (table,) = (one for one in every(panel.widgets) if isinstance(one, Columns))
    return list(table.heads)


def test_each_candidate_answers_and_shows_what_the_terminal_shows(battling: BattleGame) -> None:
    now = given(battling, *SET_UP, "anna", "shoot")
    found = known(now)
    panel = question_panel(now, evidence=found)
    assert heads(panel) == ["best first", "away", "cover", "hidden", "hit", "wound", "out"]
    turned = question_panel(now, evidence={"bob": found["bob"], "bill": found["bill"]})
    assert list(buttons(turned))[:2] == ["Bob", "Bill"], "as they are given, whatever the question has"
    assert heads(turned)[0] == ""
    assert (buttons(panel)["Bill"].intent, buttons(panel)["Bob"].intent) == (Give("bill"), Give("bob"))
    said = words(panel).splitlines()
    assert WAIT not in said
    bill = found["bill"]
    assert bill is not None
    assert bill.hidden is not None
    assert '8.2"' in said
    assert f"{100 * bill.hidden.share:.1f} % (" in "\n".join(said)
    assert any(line.startswith("Bob: not the closest: a willpower check first, 58.3 %") for line in said)


def test_what_is_not_worked_out_yet_waits_and_can_be_answered_all_the_same(battling: BattleGame) -> None:
    now = given(battling, *SET_UP, "anna", "shoot")
    panel = question_panel(now, evidence={"bill": known(now)["bill"]})
    assert words(panel).splitlines().count(WAIT) == 6
    assert buttons(question_panel(now))["Bob"].intent == Give("bob")


def test_the_cursor_that_rests_on_a_candidate_points_at_him_on_the_table(battling: BattleGame) -> None:
    now = given(battling, *SET_UP, "anna", "shoot")
    panel = question_panel(now, evidence=known(now), pointed="bob")
    assert buttons(panel)["Bill"].points == PointAt("bill", None)
    # He is pointed at already: nothing more is wanted, so that the window comes to rest.
    assert buttons(panel)["Bob"].points is None


def test_a_charge_has_its_way_and_what_is_no_candidate_stands_below(battling: BattleGame) -> None:
    now = given(battling, *SET_UP, "anna", "charge")
    panel = question_panel(now, evidence=known(now))
    assert heads(panel) == ["best first", "away", "path", "arrives", "then hit", "wound", "out"]
    assert buttons(panel)["nobody, at no cost"].intent == Give("stay")


def test_the_window_works_it_out_and_says_it_once(playing: WindowState) -> None:
    done(playing, GiveText("shoot"))
    assert set(playing.view.evidence) == {"bill", "bob"}
    assert chooses(shown(playing), "anna")
    assert "Targets of Anna" not in {panel.name for panel in panels(playing.view)}
    done(playing, Select("alan"))
    assert "Targets of Alan" in {panel.name for panel in panels(playing.view)}
    done(playing, Undo(), Select("anna"))
    assert playing.view.evidence == {}
    assert "Targets of Anna" in {panel.name for panel in panels(playing.view)}
    assert playing.view.targets is not None


def test_the_line_of_sight_to_a_candidate_is_that_of_the_shooter_who_has_turned_to_him(playing: WindowState) -> None:
    """Anna faces Bill; of Bob she sees another share once she has turned to him."""
    done(playing, GiveText("shoot"))
    done(playing, PointAt("bob", None))
    rest(playing)
    bob, asked = playing.view.evidence["bob"], playing.view.sight
    assert bob is not None
    assert bob.hidden is not None
    assert asked is not None
    geometry = asked.verdict.ruling.geometry
    assert geometry is not None
    assert geometry.share == bob.hidden.share
    standing = playing.view.table.figure("anna")
    assert asked.verdict.question.shooter.facing != standing.facing
    done(playing, PointAt("alan", None))
    rest(playing)
    assert playing.view.asker == standing, "only the question is asked so"


def test_who_is_out_of_reach_of_a_charge_has_no_dashes_and_a_reason(battling: BattleGame) -> None:
    now = given(battling, *SET_UP, "anna", "charge")
    found = known(now)
    bill, bob = found["bill"], found["bob"]
    assert bill is not None
    assert bob is not None
    far = replace(bob, why_not='out of reach with 12"', arrival=None, chances=None, cover=None)
    panel = question_panel(now, evidence={**found, "bill": replace(bill, why_not="", cover="open"), "bob": far})
    (table,) = (one for one in every(panel.widgets) if isinstance(one, Columns))
    rows = {
        row[0].label: [cell.words for cell in row[1:] if isinstance(cell, TextWidget)]
        for row in table.rows
        if isinstance(row[0], Button)
    }
    assert "" not in rows["Bill"]
    assert set(rows["Bob"][1:]) == {""}
    assert 'Bob: out of reach with 12"' in words(panel)
    assert isinstance(now.question, Choose)
    told = list(evidence_lines(now.battle, now.question, [bill, far]))
    assert [line for line in told if "Bob" in line] == ['      Bob: out of reach with 12"']


def test_the_log_of_the_window_keeps_what_was_known(playing: WindowState) -> None:
    done(playing, GiveText("shoot"))
    bill = playing.view.evidence["bill"]
    assert bill is not None
    done(playing, GiveText("bill"))
    rest(playing)
    (said,) = (label for label in buttons(log_panel(shown(playing), playing.view.known)) if "shoots at" in label)
    assert said.splitlines()[0] == "Anna shoots at Bill with gun:"
    assert max(map(len, said.splitlines())) <= 88, "no line reaches beneath the panels at the right"
    assert " ".join(said.split()) == f"Anna shoots at Bill with gun: {in_a_line(bill)}"
    (line,) = (line for line in shown(playing).log if line.decision is not None)
    assert isinstance(line.decision, Decision)
    # Before it is worked out, the line stands there without it.
    assert any(label == line.words for label in buttons(log_panel(shown(playing))))
