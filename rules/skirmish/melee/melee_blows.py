"""Melee blows between two fighters in close combat: hit rolls, defence rolls, what is parried, and the hits.

Source: main-rulebook, Make hit rolls and defense rolls; Melee hit roll modifiers; Improbable close combat attacks; Pistols at
close quarters.
"""

from dataclasses import dataclass
from typing import NamedTuple

from rules.engagement import touch
from rules.engine.dice import Faces
from rules.engine.procedure_steps import Choose, Modifier, Option, Procedure, Roll, Say, call
from rules.roster.profile import limited
from rules.skirmish.injury.hit_resolution import Hit, resolve_hits, special_save
from rules.skirmish.injury.trait_effects import has_effects, trait_effects
from rules.skirmish.melee.melee_weapons import Arm, Pool
from rules.skirmish.shooting.ammo_checks import firepower
from rules.skirmish.shooting.shot_hit_roll import HITS
from rules.skirmish.state.battle_sight import engaged, figure_of
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.characteristics import at_least, modifier, profile_now
from rules.skirmish.state.condition_marks import BLIND
from rules.skirmish.state.skirmish_rules import skirmish_rules

HIT = "Make hit rolls and defense rolls"
MODIFIERS = "Melee hit roll modifiers"
PARRY = 5
"""Stands for all faces of a defence die that parry and are no 6."""


@dataclass(frozen=True)
class Stance:
    """How a fighter fights this time.

    Attributes:
        fighter: who.
        defends: whether he chose to defend, which costs weapon skill.
        turned: whether he turned, which takes one off his hit rolls.
        clumsy: whether he turned, which takes one off his weapon skill.
    """

    fighter: str
    defends: bool = False
    turned: bool = False
    clumsy: bool = False


class Landed(NamedTuple):
    """A successful hit roll.

    Attributes:
        score: with its modifiers.
        face: of the die.
        arm: number of the weapon in the pool.
        hits: how many hits it makes.
    """

    score: int
    face: int
    arm: int
    hits: int = 1


def blows(battle: Battle, attacker: Stance, target: Stance, pool: Pool, defence: int) -> Procedure[Battle]:
    """Everything that an attacker lands on one target.

    Args:
        battle: before it.
        attacker, target: how they fight.
        pool: the attacker's dice against this target.
        defence: the target's defence dice.
    """
    arms = tuple(arm for arm, _ in pool)
    battle, left = yield from call(unparried, battle, attacker, target, pool, defence)
    return (yield from call(struck, battle, attacker.fighter, target.fighter, arms, left))


def unparried(
    battle: Battle, attacker: Stance, target: Stance, pool: Pool, defence: int
) -> Procedure[tuple[Battle, tuple[tuple[int, int], ...]]]:
    """The battle (a pistol may run dry), and the blows that land: each the number of its weapon and how many hits it makes."""
    parries = (yield from call(defence_roll, battle, target, defence, attacker.fighter)) if defence else ()
    arms, dice = tuple(arm for arm, _ in pool), tuple(number for _, number in pool)
    battle, landed = yield from call(landing, battle, attacker, target.fighter, arms, dice, bool(parries))
    landed = yield from parried(battle, target.fighter, arms, landed, parries)
    return battle, tuple(sorted((one.arm, one.hits) for one in landed))


def landing(
    battle: Battle,
    attacker: Stance,
    target: str,
    arms: tuple[Arm, ...],
    dice: tuple[int, ...],
    exact: bool,  # noqa: FBT001 - procedures are called by position
) -> Procedure[tuple[Battle, tuple[Landed, ...]]]:
    """All attack dice but one, then that one: the battle (a pistol may run dry), and what landed, the lowest first.

    Where nothing is parried (not ``exact``) it does not matter what a blow scored.
    """
    number = max((number for number, left in enumerate(dice) if left), default=None)
    if number is None:
        return battle, ()
    others = tuple(some - (place == number) for place, some in enumerate(dice))
    battle, landed = yield from call(landing, battle, attacker, target, arms, others, exact)
    score, face = yield from call(hit_roll, battle, attacker, target, arms[number])
    hits = 1
    if arms[number].sidearm:
        battle, hits = yield from call(firepower, battle, attacker.fighter, arms[number].weapon, arms[number].profile)
    if not face:
        return battle, landed
    return battle, tuple(sorted((*landed, Landed(score, face, number, hits) if exact else Landed(0, 0, number, hits))))


def struck(
    battle: Battle, attacker: str, target: str, arms: tuple[Arm, ...], landed: tuple[tuple[int, int], ...]
) -> Procedure[Battle]:
    """What the blows that were not parried do; each is the number of its weapon and how many hits it makes."""
    hits: tuple[Hit, ...] = ()
    for number, count in landed:
        if not (yield from call(special_save, battle, target, "close")):
            hits = (*hits, *(count * (_hit(battle, attacker, target, arms[number]),)))
    if not hits:
        yield Say(f"{battle.called(attacker)} does not hurt {battle.called(target)}", HIT)
        return battle
    battle = yield from call(resolve_hits, battle, hits)
    for number in sorted({number for number, _ in landed if has_effects(battle, arms[number].profile)}):
        battle = yield from call(trait_effects, battle, attacker, target, arms[number].profile)
    return battle


def hit_roll(battle: Battle, attacker: Stance, target: str, arm: Arm) -> Procedure[tuple[int, int]]:
    """One attack die: its score and face, both 0 if it misses. A natural 6 always hits, a natural 1 never."""
    modifiers = hit_modifiers(battle, attacker, target, arm)
    amount = sum(one.amount for one in modifiers)
    needed = weapon_skill(battle, attacker) - amount
    why = f"{max(2, min(needed, 6))}+"
    good = at_least("D6", needed)
    if battle.model(attacker.fighter).has(BLIND):
        good, why = frozenset({6}), f"a natural 6: {battle.called(attacker.fighter)} is blind"
    shown = (*_worse_skill(battle, attacker), *modifiers)
    roll = Roll(f"hit roll, {arm.called}", "D6", attacker.fighter, why, shown, HIT, good, HITS)
    faces: Faces = yield roll
    return (faces[0] + amount, faces[0]) if roll.succeeds(faces) else (0, 0)


def hit_modifiers(battle: Battle, attacker: Stance, target: str, arm: Arm) -> tuple[Modifier, ...]:
    """What is added to hit rolls in close combat, each with its reason."""
    number = skirmish_rules(battle).close_combat
    found = company_in_combat(battle, attacker.fighter, target)
    if number.barricade and not touch(figure_of(battle, attacker.fighter), figure_of(battle, target)):
        found.append(modifier(number.barricade, "a barricade is in between", MODIFIERS))
    if arm.profile.accuracy_short and not arm.sidearm:
        found.append(modifier(arm.profile.accuracy_short, f"accuracy of {arm.weapon}", MODIFIERS))
    if attacker.turned:
        found.append(modifier(-1, "turned to react" if number.turning == "free" else "turned", "Turn to face"))
    return tuple(found)


def company_in_combat(battle: Battle, fighter: str, rival: str) -> list[Modifier]:
    """Who assists a fighter against a rival in close combat, and who interferes with him."""
    number = skirmish_rules(battle).close_combat
    own, other = battle.model(fighter).gang, battle.model(rival).gang
    found = []
    for friend in engaged(battle, rival):
        helps = friend != fighter and battle.model(friend).gang == own and battle.model(friend).operational
        if number.assistance and helps and engaged(battle, friend) == (rival,):
            found.append(modifier(number.assistance, f"{battle.called(friend)} assists", MODIFIERS))
    for foe in engaged(battle, fighter):
        if foe != rival and battle.model(foe).operational and _hinders(battle, foe, fighter, other):
            found.append(modifier(-1, f"{battle.called(foe)} interferes", MODIFIERS))
    return found


def _hinders(battle: Battle, foe: str, fighter: str, gang: str) -> bool:
    """Whether an operational enemy in contact with a fighter hinders him in an attack on another one, of that gang."""
    match skirmish_rules(battle).close_combat.interference:
        case "all who are in contact":
            return battle.model(foe).gang == gang
        case "enemies in contact only with him":
            return battle.model(foe).gang == gang and engaged(battle, foe) == (fighter,)
        case "enemies of all gangs in contact with no friend of his":
            own = battle.model(fighter).gang
            return not any(one != fighter and battle.model(one).gang == own for one in engaged(battle, foe))


def weapon_skill(battle: Battle, stance: Stance) -> int:
    """The target number of a fighter's weapon skill in this fight.

    Source: main-rulebook, Target chooses whether to defend or not.
    """
    worse = skirmish_rules(battle).close_combat.defender_skill * stance.defends + stance.clumsy
    return limited("weapon_skill", profile_now(battle, stance.fighter).weapon_skill + worse)


def _worse_skill(battle: Battle, stance: Stance) -> tuple[Modifier, ...]:
    """What makes a fighter's weapon skill worse than on his card, to be shown with rolls; no modifiers of hit rolls."""
    card, now = battle.card(stance.fighter).profile.weapon_skill, profile_now(battle, stance.fighter).weapon_skill
    who = battle.called(stance.fighter)
    found = [modifier(card - now, f"{who} is broken", "Broken")] if card != now else []
    if (worse := weapon_skill(battle, stance) - now) > 0 and stance.defends:
        found.append(modifier(-worse, f"{who} defends", "Target chooses whether to defend or not"))
    elif worse > 0:
        found.append(modifier(-worse, f"{who} has turned", "Turn to face"))
    return tuple(found)


def defence_roll(battle: Battle, target: Stance, dice: int, attacker: str) -> Procedure[tuple[int, ...]]:
    """The successful defence dice, ascending: 6, or `PARRY` for all others, which parry alike.

    No modifiers of hit rolls count, unless assistance does.
    """
    number = skirmish_rules(battle).close_combat
    company = tuple(company_in_combat(battle, target.fighter, attacker)) if number.defence_assistance else ()
    needed = limited("weapon_skill", weapon_skill(battle, target) - sum(one.amount for one in company))
    why = (*_worse_skill(battle, target), *company)
    each = " with each die" if dice > 1 else ""
    faces = yield Roll("defence", f"{dice}D6" if dice > 1 else "D6", target.fighter, f"{needed}+{each}", why, HIT)
    good = tuple(sorted(6 if face == 6 else PARRY for face in faces if face in at_least("D6", needed)))
    yield Say(f"{battle.called(target.fighter)} {f'can parry {_blows(len(good))}' if good else 'parries nothing'}", HIT)
    return good


def parried(
    battle: Battle, target: str, arms: tuple[Arm, ...], landed: tuple[Landed, ...], parries: tuple[int, ...]
) -> Procedure[tuple[Landed, ...]]:
    """What is left of the blows, ascending: each parry takes the lowest away, and a natural 6 only another one.

    Parries that are no sixes are used first, which takes the most away. Of blows with the same score the defender chooses.
    """
    for parry in parries:
        able = [one for one in landed if parry == 6 or one.face != 6]
        if not able:
            continue
        gone = able[0]
        lowest = {one[2:]: one for one in able if one.score == gone.score}
        if len(lowest) > 1:
            options = tuple(Option(str(number), arms[one.arm].called, one) for number, one in enumerate(lowest.values(), 1))
            gone = yield Choose("which blow is parried", battle.model(target).gang, options, about=target, source=HIT)
        yield Say(f"{battle.called(target)} parries a {gone.face} rolled with {arms[gone.arm].called}", HIT)
        place = landed.index(gone)
        landed = landed[:place] + landed[place + 1 :]
    return landed


def _blows(number: int) -> str:
    return "one blow" if number == 1 else f"{number} blows"


def _hit(battle: Battle, attacker: str, target: str, arm: Arm) -> Hit:
    profile, place = arm.profile, battle.model(attacker).position
    own = profile_now(battle, attacker).strength
    strength = None if profile.strength is None else profile.strength.of(own)
    return Hit(target, "close", strength, profile.ap, profile.damage, place[:2], arm.called)
