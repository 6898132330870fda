"""Enemies in set scenes: each does what its row says, and the scene says why."""

from dataclasses import replace

import pytest

from rules.systems.five_parsecs.conditions.marks import STUNNED
from rules.systems.five_parsecs.enemy.ai_tables import AI_TABLES
from tests.rules.systems.five_parsecs.battle_scenes import scene
from tests.rules.systems.five_parsecs.enemy_turns import RULES, EnemyTurn, turn
from tests.rules.systems.five_parsecs.set_scenes import SCENES, SetScene


def played(one: SetScene) -> EnemyTurn:
    enemies = {"gor": one.place, **one.others}
    sheets = {name: replace(one.sheet, ai=one.ai) for name in enemies}
    battle = scene(one.crew, enemies, sheets=sheets, facing=one.facing, pieces=one.pieces, rules=RULES)
    if one.stunned:
        battle = battle.marked("gor", STUNNED)
    return turn(battle, "gor", one.face or 1)


@pytest.mark.parametrize("one", SCENES, ids=lambda one: f"{one.ai}-{one.face or 'base'}-{one.why[:40]}")
def test_an_enemy_does_what_its_row_says(one: SetScene) -> None:
    found = played(one)
    wrong = [check.__qualname__.split(".")[0] for check in one.checks if not check(found)]
    told = [reason.text for reason in found.plan.because]
    assert not wrong, f"{one.why}: not so: {wrong}; it was {found.plan.row.words}: {told}; {found.said}"


def test_every_row_of_every_table_has_a_scene() -> None:
    reached = {(one.ai, one.face) for one in SCENES}
    for ai, table in AI_TABLES.items():
        assert ai == "guardian" or (ai, 0) in reached
        for row in table.rows:
            assert any((ai, face) in reached for face in row.faces), (ai, row.words)


def test_there_are_fifty_scenes() -> None:
    assert len(SCENES) >= 50
