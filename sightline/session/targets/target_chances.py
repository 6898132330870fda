"""The targets of a fighter and his chances against them. Many of them may take a second: the window has a thread for it."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.citations import Cover
from rules.errors import RulesError
from rules.skirmish.attack_odds import AttackOdds, fighting_odds, shooting_odds
from rules.skirmish.melee.close_combat import FIGHT
from rules.skirmish.melee.melee_weapons import loadouts
from rules.skirmish.moving.charge_action import CHARGE
from rules.skirmish.shooting.shoot_actions import SHOOT, choices_of_guns
from rules.skirmish.shooting.shot_hit_roll import Gun, cover_of, range_to, turned_to
from rules.skirmish.shooting.target_choice import foes, why_not
from rules.skirmish.state.action import verify
from rules.skirmish.state.battle_sight import engaged
from rules.skirmish.state.battle_state import Battle
from scene.base.errors import SceneError
from sightline.session.attacks.attack_check import no_fight, no_shot, shot_facts


@dataclass(frozen=True)
class AttackOption:
    """An option to attack with: guns that are shot together, or what is held in close combat.

    Attributes:
        label: tells it from the fighter's others.
        guns: that are shot; none in close combat.
        arms: weapons by name in close combat; none for bare hands.
    """

    label: str
    guns: tuple[Gun, ...] = ()
    arms: tuple[str, ...] = ()


@dataclass(frozen=True)
class EnemyTarget:
    """An enemy as an attacker sees him.

    Attributes:
        id: of the fighter.
        name: what sentences call him.
        distance: inches between the bases.
        cover: None where it does not matter, since there is no attack.
        why_not: why he cannot be attacked; empty where he can.
    """

    id: str
    name: str
    distance: float
    cover: Cover | None
    why_not: str


@dataclass(frozen=True)
class Chances:
    """What one attack comes to.

    Attributes:
        odds: None where it cannot be made.
        why_not: why it cannot.
        check: the chance of the willpower check that target priority asks for before it; None where it asks for none.
    """

    odds: AttackOdds | None
    why_not: str = ""
    check: float | None = None


Asked = tuple[str, str, str]
"""Attacker, target and the label of the attack option."""
Known = Mapping[Asked, Chances]
"""The chances that have been worked out so far, for one moment of a battle."""


def ways_of(battle: Battle, fighter: str) -> tuple[AttackOption, ...]:
    """The options with which a fighter can attack now; quick."""
    if not battle.model(fighter).on_table:
        return ()
    if engaged(battle, fighter):
        held = (tuple(arm.weapon for arm in arms if arm.weapon != "unarmed") for arms in loadouts(battle, fighter))
        return tuple(AttackOption(" and ".join(arms) or "bare hands", arms=arms) for arms in dict.fromkeys(held))
    return tuple(AttackOption(" and ".join(gun.label for gun in guns), guns) for guns in choices_of_guns(battle, fighter))


def used_up(battle: Battle, fighter: str) -> str:
    """Why whoever acts attacks nobody any more in this activation; empty where he may, or is not activated. Quick."""
    acting = battle.activation
    if acting is None or acting.fighter != fighter:
        return ""
    action = FIGHT if engaged(battle, fighter) else SHOOT
    if action.key in acting.free or {action.key, f"free {action.key}"}.isdisjoint(acting.done):
        return ""
    reasons = verify(battle, fighter, action)
    return f"{action.name}: {reasons[0].text}  [{reasons[0].source}]" if reasons else ""


def targets_of(battle: Battle, fighter: str) -> tuple[EnemyTarget, ...]:
    """All enemies on the table, the nearest first: sight and cover with the fighter turned to each. May take a second."""
    if not battle.model(fighter).on_table:
        return ()
    close = bool(engaged(battle, fighter))
    return tuple(
        sorted((_target(battle, fighter, name, close=close) for name in foes(battle, fighter)), key=lambda one: one.distance)
    )


def _target(battle: Battle, fighter: str, name: str, *, close: bool) -> EnemyTarget:
    turned = turned_to(battle, fighter, name)
    why = (no_fight if close else why_not)(battle, fighter, name)
    seen = not close and not (why or "").startswith("there is no line of sight")
    cover = cover_of(turned, fighter, name) if seen else None
    return EnemyTarget(name, battle.called(name), range_to(turned, fighter, name), cover, why or "")


def chances(battle: Battle, fighter: str, target: str, way: AttackOption) -> Chances:
    """What an attack comes to, by the same reckoning as ``sightline odds``. May take seconds.

    Of shots, an Aim action of the present activation counts.
    """
    acting = battle.activation if battle.activation is not None and battle.activation.fighter == fighter else None
    try:
        if not way.guns:
            why = no_fight(battle, fighter, target)
            if why is not None:
                return Chances(None, why)
            # As long as a charge goes on, the fight that it brings has not begun.
            charged = acting is not None and (acting.charged or acting.done[-1:] == (CHARGE.key,))
            return Chances(fighting_odds(battle, fighter, target, way.arms, charged=charged))
        why = no_shot(battle, fighter, target, way.guns)
        if why is not None:
            return Chances(None, why)
        aimed = acting is not None and acting.aimed
        priority = shot_facts(battle, fighter, target, way.guns).get("priority", {"allowed": True})
        check = None if priority["allowed"] else priority["willpower"]
        return Chances(shooting_odds(battle, fighter, target, way.guns, aimed=aimed), check=check)
    except (RulesError, SceneError) as error:
        return Chances(None, error.faults[0])
