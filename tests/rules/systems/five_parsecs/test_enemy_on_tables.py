"""Whole turns of enemies on bundled tables: nobody does what makes no sense, whatever the dice and the walls."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from assets import tables
from assets.mesh_library import LIBRARY
from rules.movement.engaging_paths import Engagement
from rules.skirmish.state.battle_navmesh import navmesh_for
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.placement import good_places
from rules.systems.five_parsecs.conditions.battle_view import foes_in_sight, in_cover
from rules.systems.five_parsecs.conditions.figure_now import DASH, speed_now
from rules.systems.five_parsecs.enemy.enemy_activation import group_of
from rules.systems.five_parsecs.enemy.prospects.reached_places import on_danger
from rules.systems.five_parsecs.roster.combat_sheet import AiType
from scene.mesh_io.mesh_reading import MAX_FACES
from scene.table.table import Table
from scene.table_io.table_check import load_with_warnings
from tests.rules.systems.five_parsecs.battle_scenes import RAIDER, scene
from tests.rules.systems.five_parsecs.enemy_turns import RULES, EnemyTurn, turn
from tests.rules.systems.five_parsecs.set_scenes import CLAWS

USES_COVER = {"advance in cover", "forward position", "forward position or flank", "retreat", "advance to twelve"}
CREW, FOES = ("ann", "bea", "cis"), ("gor", "mok", "tak", "rok")


@cache
def bundled(name: str) -> Table:
    return load_with_warnings(tables.path(name), LIBRARY, max_faces=MAX_FACES)[0]


def placed(name: str, ai: AiType, seed: int) -> Battle:
    """Crew on the left and enemies on the right third of a bundled table, wherever there is room."""
    table, rng = bundled(name), np.random.default_rng(seed)
    sheet = replace(CLAWS if ai in {"beast", "rampaging"} else RAIDER, ai=ai)
    nowhere = dict.fromkeys(CREW, (0.0, 0.0, 0.0)), dict.fromkeys(FOES, (0.0, 0.0, 0.0))
    battle = scene(*nowhere, sheets=dict.fromkeys(FOES, sheet), facing=dict.fromkeys(FOES, 180.0), rules=RULES)
    battle = replace(battle, setting=replace(battle.setting, table=replace(table, figures=())))
    for model in battle.models:
        battle = battle.changed(model.id, whereabouts="reserve")
    for fighter in (*CREW, *FOES):
        places = good_places(battle, fighter, ())
        share = places[:, 0] / table.size[0]
        some = places[(share < 0.35) if fighter in CREW else (share > 0.6)]
        x, y, z = some[rng.integers(len(some))].tolist()
        battle = battle.changed(fighter, position=(x, y, z), whereabouts="table")
    return battle


def turns(name: str, ai: AiType, seed: int) -> list[EnemyTurn]:
    battle, found = placed(name, ai, seed), []
    rng = np.random.default_rng(seed)
    for fighter in FOES:
        if battle.model(fighter).ready and len(group_of(battle, fighter)) == 1:
            found.append(turn(battle, fighter, int(rng.integers(1, 7))))
            battle = found[-1].after
    return found


@pytest.mark.long
@pytest.mark.parametrize("name", ["gantry-town", "sump-lock"])
@pytest.mark.parametrize("ai", ["cautious", "aggressive", "tactical", "defensive", "rampaging", "beast"])
def test_a_turn_makes_sense(name: str, ai: AiType) -> None:
    for found in turns(name, ai, 3):
        plan, fighter, after = found.plan, found.fighter, found.after
        assert all(leg.check is None for leg in plan.path.legs), "nobody hurts himself"
        assert plan.path.cost <= speed_now(found.before, fighter) + DASH * plan.dash + 0.05
        assert not on_danger(navmesh_for(after, fighter), np.array([after.model(fighter).position])).any()
        assert not (plan.dash and any("fires at" in text for text in found.said))
        if plan.row.behaviour in USES_COVER and plan.path.legs and not isinstance(plan.where, Engagement):
            exposed = [foe for foe in foes_in_sight(after, fighter) if not in_cover(after, foe, fighter)]
            assert not exposed, (plan.because, exposed)
        told = [reason.text for reason in plan.because]
        assert told[0].startswith("nearest opponent ")
        assert len(told) >= 2 or isinstance(plan.where, Engagement)
