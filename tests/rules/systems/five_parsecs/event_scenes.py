"""Battles for tests of what happens at the end of rounds: three against three, far apart, and others who wait."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.scenario import Scenario
from rules.systems.five_parsecs.roster.combat_sheet import CombatSheet, EnemySheet
from rules.systems.five_parsecs.roster.escalation import EscalationTable, parse_escalation
from scene.geometry.mesh import Point
from scene.table.table import Piece
from sightline.session.gang_loading import shipped
from tests.rules.systems.five_parsecs.battle_scenes import HAND, RAIDER, scene

CREW_PLACES: dict[str, Point] = {"ann": (16.0, 8.0, 0.0), "bea": (24.0, 8.0, 0.0), "cal": (32.0, 8.0, 0.0)}
ENEMY_PLACES: dict[str, Point] = {"rex": (16.0, 38.0, 0.0), "rio": (24.0, 40.0, 0.0), "roz": (32.0, 42.0, 0.0)}
"""Roz stands nearest to the far edge, which is the enemies'."""
BASIC = replace(RAIDER, waits=True)
SPECIALIST = replace(BASIC, role="specialist")
VIP = replace(BASIC, role="unique")
VERMIN_SHEET = replace(BASIC, role="vermin", ai="beast", weapons=())
SPARE = replace(HAND, waits=True)


@cache
def shipped_escalation() -> EscalationTable:
    """The table that enemies come with."""
    return parse_escalation(shipped("enemies/escalation"))


def fought(
    *,
    crew: Mapping[str, Point] | None = None,
    enemies: Mapping[str, Point] | None = None,
    waiting: Mapping[str, CombatSheet] | None = None,
    sheets: Mapping[str, CombatSheet] | None = None,
    pieces: tuple[Piece, ...] = (),
    force: EnemySheet | None = None,
    scenario: Scenario | None = None,
    size: tuple[float, float] = (48.0, 48.0),
    round: int = 2,  # noqa: A002 - the battle's own word
) -> Battle:
    """A battle at the end of a round; those who wait are crew where their sheets have no AI type."""
    late = waiting or {}
    ours = {
        **(CREW_PLACES if crew is None else crew),
        **{name: (0.0, 0.0, 0.0) for name, one in late.items() if one.ai is None},
    }
    theirs = {
        **(ENEMY_PLACES if enemies is None else enemies),
        **{name: (0.0, 0.0, 0.0) for name, one in late.items() if one.ai},
    }
    whole = replace(force or EnemySheet(), escalation=shipped_escalation())
    battle = scene(ours, theirs, sheets={**(sheets or {}), **late}, pieces=pieces, force=whole, size=size)
    battle = replace(battle, setting=replace(battle.setting, scenario=scenario), round=round)
    for name in late:
        battle = battle.changed(name, whereabouts="reserve")
    return battle


def killed(battle: Battle, *names: str) -> Battle:
    """The battle in which some were removed by combat in this round."""
    for name in names:
        side = battle.side(battle.setting.home[name])
        battle = battle.changed(name, whereabouts="out_of_action")
        battle = battle.side_changed(side.id, lost=side.lost + 1, lost_this_round=side.lost_this_round + 1)
    return battle
