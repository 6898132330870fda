"""Riding: how the mounted move, and getting on a mount and off it.

The reference names mounting and dismounting, and no more: Sightline's own, docs/rules-combat-pool.md, mounts.
"""

from rules.errors import RulesError
from rules.skirmish.moving.own_movement import as_usual, moving_by
from rules.skirmish.state.battle_state import Battle
from rules.systems.combat_pool.conditions.model_marks import HIDDEN, MOUNTED
from rules.systems.combat_pool.conditions.model_now import GROUND, is_mounted, sheet
from rules.systems.combat_pool.movement import mounted

RIDER = "rider"
"""The figure that stands for whoever is in the saddle."""


def moves_as(battle: Battle, fighter: str) -> Battle:
    """The battle in which a model moves as it can: those in the saddle climb nothing."""
    return moving_by(battle, mounted) if is_mounted(battle, fighter) else as_usual(battle)


def in_saddle(battle: Battle, fighter: str) -> Battle:
    """The battle with a model on its mount."""
    return battle.marked(fighter, MOUNTED).marked(fighter, HIDDEN, 0).changed(fighter, proxy=RIDER)


def on_foot(battle: Battle, fighter: str) -> Battle:
    """The battle with a model beside its mount."""
    return battle.marked(fighter, MOUNTED, 0).changed(fighter, proxy="")


def why_not_mounted(battle: Battle, fighter: str) -> str | None:
    """Why a model cannot get into the saddle or out of it; None if it can. Mounts stay on the ground."""
    who = battle.called(fighter)
    if not sheet(battle, fighter).mount:
        return f"{who} has no mount"
    if not is_mounted(battle, fighter) and battle.model(fighter).position[2] > GROUND:
        return f"the mount of {who} waits on the ground"
    return None


def ruled_mounted(battle: Battle, fighter: str, _about: str, value: int) -> Battle:
    """The battle with somebody in the saddle or out of it by a ruling, wherever he stands."""
    if value and not sheet(battle, fighter).mount:
        raise RulesError(f"{battle.called(fighter)} has no mount")
    return in_saddle(battle, fighter) if value else on_foot(battle, fighter)
