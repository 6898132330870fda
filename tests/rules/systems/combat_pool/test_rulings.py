"""Rulings about what only these models have: stunned counters, mounts, reload counters."""

from dataclasses import replace

import pytest

from rules.errors import RulesError
from rules.skirmish.state.rulings import applied
from rules.systems.combat_pool.conditions.model_now import move_now, reloads
from tests.rules.systems.combat_pool.pool_scenes import CROSSBOW, scene
from tests.rules.systems.combat_pool.test_turns import PLACES, RIDER


@pytest.mark.parametrize(
    ("ruling", "says"),
    [
        ("ann stunned 2", "Ann has 2 stunned counters"),
        ("ann mounted", "Ann is mounted"),
        ("bob mounted", "Bob has no mount"),
        ("ann reload counters Crossbow 1", "Ann has 1 reload counter on Crossbow"),
        ("ann reload counters 2", "Ann has 2 reload counters on Crossbow"),
        ("ann reload counters off", "Ann has no reload counter of Crossbow, at the beginning"),
        ("bob reload counters 1", "which weapon of Bob? it may be: none"),
        ("ann reload", '"reload" is no mark of Ann; there are: '),
        ("ann stunned", "stunned is followed by a number from 0 to 20; type ann stunned 2"),
    ],
)
def test_rulings_about_what_only_these_models_have(ruling: str, says: str) -> None:
    battle = scene(PLACES, sheets={"ann": replace(RIDER, weapons=(CROSSBOW,))})
    try:
        found = applied(battle, ruling)[1]
    except RulesError as error:
        found = error.faults[0]
    assert says in found


def test_rulings_put_models_in_the_saddle_and_counters_on_weapons() -> None:
    battle = scene(PLACES, sheets={"ann": replace(RIDER, weapons=(CROSSBOW,))})
    up = applied(battle, "ann mounted")[0]
    assert (up.model("ann").proxy, move_now(up, "ann")) == ("rider", 9.0)
    assert applied(up, "ann mounted off")[0].model("ann").proxy == ""
    empty = applied(battle, "ann reload counters 2")[0]
    assert reloads(empty, "ann", "Crossbow") == 2
    assert reloads(applied(empty, "ann reload counters off")[0], "ann", "Crossbow") == 0
