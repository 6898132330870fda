"""Those who are still to come stand beside the table."""

from pathlib import Path

import numpy as np

from rules.engine.procedure_steps import Choose
from rules.skirmish.state.battle_rules import battle_rules
from sightline.window.battle.battle_game import opened
from sightline.window.graphics.shapes.reserve_shapes import next_from_reserve, reserve_figures
from tests.sightline.window.boards import SET_UP, given, solo, yard


def test_each_gang_stands_along_its_own_edge_until_it_is_set_up(tmp_path: Path) -> None:
    battling = opened(str(yard(tmp_path, ["green", "grey"])), seed=4, typed=True)
    battle = battling.shown().battle
    battling.close()
    x, y = battle.setting.table.size
    beside = {one.id: one for one in reserve_figures(battle)}
    assert set(beside) == {"anna", "alan", "bill", "bob", "green-one", "grey-one"}
    places = {one: figure.position for one, figure in beside.items()}
    assert all(places[one][0] < -1.0 for one in ("anna", "alan")), "they set up at the left"
    assert all(places[one][0] > x + 1.0 for one in ("bill", "bob")), "they at the right"
    assert places["green-one"][1] < -1.0, "at the near edge"
    assert places["grey-one"][1] > y + 1.0, "there, too, but it is taken"
    assert np.allclose(np.mean([places["anna"], places["alan"]], axis=0)[1], y / 2.0), "about the middle of the edge"
    assert np.linalg.norm(np.subtract(places["anna"], places["alan"])) > 2.0 * beside["anna"].base_radius
    for figure in beside.values():
        ahead = np.array([np.cos(np.radians(figure.facing)), np.sin(np.radians(figure.facing))])
        assert ahead @ (np.array([x, y]) / 2.0 - figure.position[:2]) > 0.0, "they look at the table"


def test_who_is_set_up_stands_beside_no_more_nor_do_those_whom_the_rules_may_never_bring(tmp_path: Path) -> None:
    battling = opened(str(yard(tmp_path)), seed=4, typed=True)
    before = given(battling, *SET_UP[:3]).battle
    assert {one.id for one in reserve_figures(before)} == {"alan", "bill", "bob"}
    asked = battling.shown().question
    assert isinstance(asked, Choose)
    come = next_from_reserve(before, asked)
    assert come is not None
    assert come.id == asked.about
    assert next_from_reserve(before, None) is None
    assert reserve_figures(given(battling, *SET_UP[3:]).battle) == ()
    battling.close()
    (tmp_path / "solo").mkdir()
    alone = opened(str(solo(tmp_path / "solo")), seed=4)
    battle = alone.shown().battle
    alone.close()
    (raid,) = battle_rules(battle).played(battle.setting)
    assert any(model.whereabouts == "reserve" and model.gang == raid for model in battle.models)
    assert all(one.side != raid for one in reserve_figures(battle))
