"""Enemy fire: the easiest target, then the closest, then by chance; and as many targets as there are shots.

Sources: five-parsecs: Target selection, Arc of fire, Good shot.
"""

from collections.abc import Collection
from dataclasses import dataclass

from rules.engine.procedure_steps import Procedure, Roll
from rules.skirmish.state.battle_sight import apart, figure_of
from rules.skirmish.state.battle_state import Battle
from rules.systems.five_parsecs.combat.fire_attack import BESIDE, attack_with
from rules.systems.five_parsecs.combat.hit_rolls import IN_COVER, IN_OPEN, FireAttack, hitting
from rules.systems.five_parsecs.conditions.battle_view import ROUNDING, faced, from_height, in_arc, in_cover, in_sight
from rules.systems.five_parsecs.conditions.figure_now import combat_now, guns_of, may_fire, toughness_now
from rules.systems.five_parsecs.enemy.prospects.glances import glances
from rules.systems.five_parsecs.enemy.prospects.outlook import opponents_of
from rules.systems.five_parsecs.harm.hits import SIDES
from rules.systems.five_parsecs.moving.closing_in import in_contact_with
from rules.systems.five_parsecs.roster.combat_sheet import BattleWeapon

TARGETS = "Target selection"
ALIKE = 0.05
"""Inches by which distances may differ that nobody tells apart on a table."""


@dataclass(frozen=True)
class EnemyAim:
    """What an enemy is about to fire at.

    Attributes:
        weapon: with what.
        first: the initial targets that are as good as each other.
        others: who else may be hit with further shots, the nearest to the shooter first.
    """

    weapon: str
    first: tuple[str, ...]
    others: tuple[str, ...]


def targets_seen(battle: Battle, fighter: str, opponents: Collection[str] | None = None) -> dict[str, bool]:
    """The opponents in sight, the nearest first, and whether each is in cover.

    Where a glance sees none, those within reach of the weapons are looked at as closely as for any shot.
    """
    names = [name for name in opponents_of(battle, fighter) if opponents is None or name in opponents]
    looks = glances(battle, [(figure_of(battle, fighter), figure_of(battle, name)) for name in names])
    found = {name: look.covered for name, look in zip(names, looks, strict=True) if look.seen}
    far = max((gun.inches for gun in guns_of(battle, fighter)), default=0.0) + ROUNDING
    near = [name for name in names if apart(battle, fighter, name) <= far]
    if found or not near:
        return found
    return {name: in_cover(battle, fighter, name) for name in near if in_sight(battle, fighter, name)}


def aims(
    battle: Battle, fighter: str, *, prefers: Collection[str] = (), only: Collection[str] | None = None
) -> EnemyAim | None:
    """With what and at whom an enemy fires from where it stands, whichever way it faces; None where it cannot.

    Args:
        battle: how things are.
        fighter: who fires.
        prefers: targets that go before all others, as those whom friends attack.
        only: targets apart from which nobody is fired at first.
    """
    if not may_fire(battle, fighter) or in_contact_with(battle, fighter):
        return None
    seen = targets_seen(battle, fighter)
    best: tuple[float, EnemyAim] | None = None
    for gun in guns_of(battle, fighter):
        aim = _aim(battle, fighter, gun, seen, prefers, only)
        if aim is not None:
            worth = gun.shots * _chance(battle, fighter, aim.first[0], seen) * _harm(battle, gun, aim.first[0])
            best = max(best or (-1.0, aim), (worth, aim), key=lambda pair: pair[0])
    return None if best is None else best[1]


def _aim(
    battle: Battle,
    fighter: str,
    gun: BattleWeapon,
    seen: dict[str, bool],
    prefers: Collection[str],
    only: Collection[str] | None,
) -> EnemyAim | None:
    near = [name for name in seen if apart(battle, fighter, name) <= gun.inches + ROUNDING]
    first = [name for name in near if only is None or name in only]
    first = [name for name in first if name in prefers] or first
    if not first:
        return None
    easiest = max(_chance(battle, fighter, name, seen) for name in first)
    first = [name for name in first if _chance(battle, fighter, name, seen) >= easiest - ROUNDING]
    closest = min(apart(battle, fighter, name) for name in first)
    first = [name for name in first if apart(battle, fighter, name) <= closest + ALIKE]
    return EnemyAim(gun.name, tuple(first), tuple(near))


def _chance(battle: Battle, fighter: str, target: str, seen: dict[str, bool]) -> float:
    """How likely a shot hits, with the reroll of a good shot. Source: five-parsecs, Cover and rolling to hit; Good shot."""
    faces = len(hitting((IN_COVER if seen[target] else IN_OPEN) - combat_now(battle, fighter)))
    good = from_height(battle, fighter, target) or (not seen[target] and not in_arc(battle, target, fighter))
    return faces / SIDES * (1.0 + good / SIDES)


def _harm(battle: Battle, gun: BattleWeapon, target: str) -> float:
    """How likely a hit does more than stun."""
    needed = toughness_now(battle, target) - gun.damage
    return max(len(hitting(needed)), 0.5) / SIDES


def attack_on(battle: Battle, fighter: str, aim: EnemyAim, first: str) -> FireAttack:
    """The attack on an initial target: as many others within 3" of it as there are shots, the rest at the first.

    The others have to be in the arc of fire once the shooter has turned to the first.
    """
    shots = next(gun.shots for gun in guns_of(battle, fighter) if gun.name == aim.weapon)
    turned = faced(battle, fighter, first)
    beside = sorted((apart(battle, first, name), name) for name in aim.others if name != first)
    near = [name for far, name in beside if far <= BESIDE + ROUNDING and in_arc(turned, fighter, name)][: shots - 1]
    return attack_with(battle, fighter, (aim.weapon,), (*[first] * (shots - len(near)), *near))


def settled_attack(battle: Battle, fighter: str, aim: EnemyAim) -> Procedure[FireAttack]:
    """The attack, with a roll for the initial target where several are as good. Source: five-parsecs, Target selection."""
    first, count = aim.first[0], len(aim.first)
    if count > 1:
        names = tuple((battle.called(name), ((place,),)) for place, name in enumerate(aim.first, 1))
        (number,) = yield Roll("which target", f"1 of {count}", fighter, source=TARGETS, means=names)
        first = aim.first[number - 1]
    return attack_on(battle, fighter, aim, first)
