"""Values of a model as they are now, with what changes them.

Sources: combat-pool: Shooting, Making an attack. Sightline's own: docs/rules-combat-pool.md, stunned counters, mounts, orders.
"""

from rules.skirmish.state.battle_state import Battle
from rules.systems.combat_pool.conditions.model_marks import MOUNTED, RELOADS, STUNNED
from rules.systems.combat_pool.pool_numbers import numbers
from rules.systems.combat_pool.roster.pool_sheet import Ploy, PoolSheet, PoolWeapon, WarbandSheet

GROUND = 2.0
"""Inches above the table up to which a place is on the ground, or on a low hill, where mounts can be led."""


def sheet(battle: Battle, fighter: str) -> PoolSheet:
    """A model's sheet."""
    found = battle.card(fighter).sheet
    assert isinstance(found, PoolSheet)
    return found


def warband(battle: Battle, gang: str) -> WarbandSheet:
    """What a warband has as a whole."""
    found = next(one.sheet for one in battle.setting.gangs if one.id == gang)
    assert isinstance(found, WarbandSheet)
    return found


def is_mounted(battle: Battle, fighter: str) -> bool:
    """Whether a model rides."""
    return bool(battle.model(fighter).has(MOUNTED))


def is_stunned(battle: Battle, fighter: str) -> bool:
    """Whether a model has stunned counters."""
    return bool(battle.model(fighter).has(STUNNED))


def move_now(battle: Battle, fighter: str) -> float:
    """Inches of a move."""
    own = sheet(battle, fighter)
    inches = own.mount_move if is_mounted(battle, fighter) else own.move
    return inches * numbers(battle).turns.stunned if is_stunned(battle, fighter) else inches


def pool_now(battle: Battle, fighter: str) -> int:
    """Counters that a model draws in a combat."""
    own, number = sheet(battle, fighter), numbers(battle)
    lost = number.stunned.pool * battle.model(fighter).has(STUNNED)
    return max(own.pool - lost, min(number.melee.least_pool, own.pool))


def ploys_of(battle: Battle, fighter: str) -> tuple[Ploy, ...]:
    """The ploys that a model knows."""
    known = warband(battle, battle.setting.home[fighter]).ploys
    return tuple(known[name] for name in sheet(battle, fighter).ploys)


def reloads(battle: Battle, fighter: str, weapon: str) -> int:
    """Reload counters on a weapon."""
    return sum(count for name, thing, count in battle.model(fighter).marks if name == RELOADS.name and thing == weapon)


def loaded(battle: Battle, fighter: str) -> tuple[PoolWeapon, ...]:
    """The missile weapons that could be used."""
    return tuple(one for one in sheet(battle, fighter).missiles if not reloads(battle, fighter, one.name))


def is_leader(battle: Battle, fighter: str) -> bool:
    """Whether a model leads its warband."""
    return battle.card(fighter).rank == "leader"


def command_inches(battle: Battle, fighter: str) -> float:
    """How far a model's orders carry; 0 for those who give none. Source: docs/rules-combat-pool.md, orders."""
    rank, number = battle.card(fighter).rank, numbers(battle).turns
    return number.leader_orders if rank == "leader" else number.sergeant_orders if rank == "champion" else 0.0


def with_reloads(battle: Battle, fighter: str, weapon: str, count: int) -> Battle:
    """The battle with so many reload counters on a weapon."""
    rest = [one for one in battle.model(fighter).marks if one[:2] != (RELOADS.name, weapon)]
    new = [(RELOADS.name, weapon, min(count, RELOADS.most))] if count > 0 else []
    return battle.changed(fighter, marks=tuple(sorted([*rest, *new])))


def to_reload(battle: Battle, fighter: str) -> tuple[str, ...]:
    """The weapons that may have reload counters."""
    return tuple(one.name for one in sheet(battle, fighter).missiles if one.reload)
