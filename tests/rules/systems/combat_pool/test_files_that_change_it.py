"""System files on top of combat-pool, and scenarios that ask for what it has not."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from rules.citations import Citations
from rules.errors import RulesError
from rules.skirmish.phases.end_phase import end_of_round
from rules.skirmish.state.battle_state import Battle, TableObject
from rules.skirmish.state.scenario import Area, Objective, Scenario
from rules.systems.combat_pool.conditions.hiding import why_not_hidden
from rules.systems.combat_pool.conditions.model_marks import SHOT
from rules.systems.combat_pool.harm.wounds import SCORES
from rules.systems.combat_pool.pool_numbers import numbers
from rules.systems.combat_pool.turns.morale_tests import starting_strength
from rules.systems.combat_pool.turns.mounted_set_up import set_up_step
from rules.systems.combat_pool.turns.stand_off import STILL, counts_still_turns, turn_is_over
from rules.systems.system_file import system_of
from sightline.cli.command_line import run
from tests.rules.skirmish.battles import gone_through
from tests.rules.systems.combat_pool.pool_scenes import scene
from tests.rules.systems.combat_pool.test_turns import PLACES

AREAS = Area((0, 0), (0.2, 1)), Area((0.8, 0), (1, 1))
CASKET = Objective("casket", (0.5, 0.5), 3, loot=True)
VAULT = Scenario("Vault", AREAS, crew=1, reinforcements_from=2, objectives=(CASKET,))


def by_file(text: str) -> Battle:
    """A battle by a file with this text."""
    battle = scene(PLACES)
    system = system_of("ours.toml", {"ours.toml": f'base = "combat-pool"\n{text}'})
    return replace(battle, setting=replace(battle.setting, parts=system.battle))


def test_its_own_numbers_are_changed_and_cited_with_their_file() -> None:
    battle = by_file("[wounds]\ncritical = 6\n")
    assert numbers(battle).wounds.critical == 6
    assert battle.setting.part(Citations).of(SCORES) == f"ours.toml: wounds.critical ({SCORES})"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[wounds]\nwounded = 6\n", "wounds: critical must be wounded or more, 6, not 5"),
        ("[stunned]\nall = 2\n", "stunned: all must be one or more, 3, not 2"),
    ],
)
def test_scores_the_wrong_way_round_are_refused_in_a_line(text: str, why: str) -> None:
    with pytest.raises(RulesError) as refused:
        by_file(text)
    assert str(refused.value).endswith(why)


def test_turns_without_a_shot_or_a_combat_end_a_battle_that_has_no_last_turn() -> None:
    battle, told = by_file("[turns]\nstand_off = 2\n"), []
    for _ in range(2):
        battle, done = gone_through(turn_is_over(counts_still_turns(battle)))
        told.append(done.said[-1].text)
    assert ["after 1 more turn like that" in told[0], "a stand-off: nobody wins" in told[1], battle.phase] == [
        True,
        True,
        "over",
    ]
    shot = counts_still_turns(battle.marked("ann", SHOT))
    assert (shot.side("red").has(STILL), counts_still_turns(battle).side("red").has(STILL)) == (0, 3)


def test_a_file_may_say_that_nobody_hides() -> None:
    assert why_not_hidden(by_file('[sight]\nfound = "none"\n'), "bob") == "nobody hides by these rules"


def test_odds_go_by_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    figures = [
        {"id": "wenna-reed", "side": "red", "position": [5, 10, 0], "facing": 0},
        {"id": "osric-pane", "side": "blue", "position": [12, 10, 0], "facing": 180},
    ]
    table, rules = tmp_path / "field.json", tmp_path / "ours.toml"
    table.write_text(json.dumps({"format": "sightline-table", "version": 1, "size": [20, 20], "figures": figures}))
    rules.write_text('base = "combat-pool"\n[missiles]\nmissed = 9\n')
    asked = ["odds", str(table), "wenna-reed", "osric-pane", "--weapon", "Long bow", "--json"]
    assert run([*asked, "--rules", str(rules), "--gang", "fallow-riders", "--gang", "stone-ford-levy"]) == 0
    # 7 and more on two dice, as 3 are added and 9 taken off.
    assert json.loads(capsys.readouterr().out)["hit"] == pytest.approx(21 / 36)


def test_nothing_is_carried_and_nobody_comes_later_which_is_said() -> None:
    battle = scene(PLACES)
    battle = replace(
        battle,
        setting=replace(battle.setting, scenario=VAULT),
        things=(TableObject("casket", (18.0, 18.0, 0.0), locked=True),),
    )
    after, told = gone_through(set_up_step(replace(battle, order=(), phase="deploy")))
    assert [one.text for one in told.said] == [
        "nobody comes later by these rules: without Alf",
        "nothing is carried by these rules: nobody gets points for casket",
    ]
    assert (after.model("alf").whereabouts, starting_strength(after, "red"), after.side("red").lost) == ("fled", 1, 0)
    assert gone_through(end_of_round(battle))[0].side("red").score == 0
