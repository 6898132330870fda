"""Loading scenarios by name or from a file, and what the bundled ones have between them."""

from pathlib import Path

import pytest

from assets import gangs, scenarios
from assets.mesh_library import LIBRARY
from rules.engine.game_history import Game
from rules.engine.procedure_steps import Answer, Choose, Question
from rules.errors import RulesError
from rules.roster.gang_reading import distinct
from rules.skirmish.phases.deployment import deploy
from rules.skirmish.state.battle_state import Battle, Setting
from rules.skirmish.state.initial_state import new_battle
from rules.skirmish.state.scenario import area_of
from rules.systems import registry
from scene.base.errors import SceneError
from scene.table.table import Body, Table, Terrain
from scene.table_io.table_statuses import POSTURES, Status
from sightline.session.gang_loading import load_gang
from sightline.session.scenario_loading import load_scenario, scenario_path


def test_a_bundled_scenario_goes_by_its_name_or_by_its_file() -> None:
    by_name, by_file = load_scenario("standoff"), load_scenario(scenarios.path("standoff"))
    assert by_name.name == by_file.name == "Standoff"
    assert scenario_path("a/standoff") == Path("a/standoff")


def test_faults_begin_with_the_files_name(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    text = scenarios.path("standoff").read_text("utf-8")
    path.write_text(text.replace("rounds", "rouns").replace("high", "hi"), encoding="utf-8")
    with pytest.raises(RulesError) as raised:
        load_scenario(path)
    assert len(raised.value.faults) == 9
    assert all(fault.startswith("own.toml: ") for fault in raised.value.faults)


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("standof", 'there is no bundled scenario "standof"; did you mean "standoff"?'),
        ("none.toml", '"none.toml": there is no such file'),
        ("", "is not a file"),
        ("assets", "is not a file"),
    ],
)
def test_what_is_no_scenario_is_refused(name: str, fault: str) -> None:
    with pytest.raises(SceneError, match=fault):
        load_scenario(name)


def test_the_bundled_scenarios_use_everything_between_them() -> None:
    found = [load_scenario(name) for name in scenarios.names()]
    assert len(found) == 9
    assert sorted(len(one.areas) for one in found) == [2, 2, 2, 2, 2, 2, 2, 2, 4]
    assert {one.victory for one in found} == {"last standing", "points"}
    assert {(thing.loot, thing.light) for one in found for thing in one.objectives} == {
        (False, False),
        (True, False),
        (True, True),
    }
    assert {thing.locked for one in found for thing in one.objectives} == {True, False}
    for field in ("rounds", "crew", "reinforcements_from", "points_for_casualties", "cards", "description"):
        assert any(getattr(one, field) for one in found), field


@pytest.mark.parametrize("name", scenarios.names())
def test_areas_of_bundled_scenarios_do_not_overlap_and_hold_no_objective(name: str) -> None:
    scenario = load_scenario(name)
    for number, one in enumerate(scenario.areas):
        for other in scenario.areas[:number]:
            assert any(one.low[axis] >= other.high[axis] or other.low[axis] >= one.high[axis] for axis in (0, 1))
        assert not any(one.holds(thing.position, (1.0, 1.0)) for thing in scenario.objectives)


def body(proxy: str, status: Status) -> Body:
    return LIBRARY.body(proxy, POSTURES[status], "upright")


def last(question: Question) -> Answer:
    """The last option of a choice, and the gangs' dice in turn."""
    return question.options[-1].key if isinstance(question, Choose) else (len(question.who) % 6 + 1,)


@pytest.mark.parametrize("size", [(24.0, 24.0), (48.0, 36.0)])
@pytest.mark.parametrize("name", scenarios.names())
def test_the_bundled_gangs_find_room_in_every_bundled_scenario(name: str, size: tuple[float, float]) -> None:
    scenario = load_scenario(name)
    found = [load_gang(gang)[0] for gang in gangs.names()]
    met = distinct([*found, *found][: len(scenario.areas)])
    start = new_battle(Setting(Table(size, Terrain(())), met, body, registry.system("main-rulebook").battle, scenario))
    game: Game[Battle] = Game(start, lambda battle: deploy(battle) if battle.phase == "deploy" else None)
    while game.pending is not None:
        game.answer(last(game.pending))
    after = game.state
    for gang in met:
        there = list(after.on_table(gang.id))
        assert len(there) == (scenario.crew or len(gang.fighters))
        assert all(area_of(after, gang.id).holds(model.position, size) for model in there)
