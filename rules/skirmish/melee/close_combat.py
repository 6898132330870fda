"""Close combat in its nine steps. Source: main-rulebook, Close combat."""

import math
from dataclasses import dataclass, replace

from rules.engine.procedure_steps import Choose, Option, Procedure, Say, call
from rules.skirmish.melee.consolidation import consolidate
from rules.skirmish.melee.melee_blows import HIT, Stance, blows
from rules.skirmish.melee.melee_weapons import (
    Arm,
    Pool,
    armed,
    attack_dice,
    dice_told,
    loadouts,
    share_told,
    shared_out,
)
from rules.skirmish.morale.aftermath import aftermath
from rules.skirmish.moving.contact_resolution import touching
from rules.skirmish.moving.facing_action import decides, degrees
from rules.skirmish.state.action import Action, nothing_hinders
from rules.skirmish.state.battle_sight import engaged, in_front, verdict, within
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.skirmish_rules import skirmish_rules
from rules.skirmish.state.status_changes import out_of_action

FACE = "Turn to face"
DICE = "Determine attack dice"
TARGETS = "Declare targets"
DEFEND = "Target chooses whether to defend or not"
REACTION = "Reaction attacks"
AFTER = "Consolidate or coup de grace"


@dataclass(frozen=True)
class Defence:
    """How a target meets an attack.

    Attributes:
        stance: whether he defends.
        arms: what he picked for it; empty if he has not picked yet.
        dice: defence dice.
        left: attack dice that he has left to react with; None if he has not picked yet, and has all.
    """

    stance: Stance
    arms: tuple[Arm, ...] = ()
    dice: int = 0
    left: int | None = None


def fight(battle: Battle, fighter: str) -> Procedure[Battle]:
    """The Fight action: an attack, the reactions to it, and what the winner does then."""
    charged = battle.activation is not None and battle.activation.charged
    enemies, number = engaged(battle, fighter), skirmish_rules(battle).close_combat
    facing = battle.model(fighter).facing
    battle = yield from turned_to_face(battle, fighter)
    stance = Stance(fighter)
    if battle.model(fighter).facing != facing:
        stance = turned(stance, number.turning)
        seen = battle.all_called(enemy for enemy in enemies if in_front(battle, fighter, enemy))
        # How things are is told with the blows: who picks his weapons counts what turning costs him.
        yield Say(f"{battle.called(fighter)} turns to face {seen}" if seen else f"{battle.called(fighter)} turns", FACE)
    if number.one_by_one:
        battle = _charge_over((yield from _one_by_one(battle, fighter, stance, charged=charged)))
    else:
        before = battle
        battle, met = yield from call(attack, battle, fighter, charged, stance)
        battle = yield from call(aftermath, before, _charge_over(battle))
        attacked = frozenset(defence.stance.fighter for defence in met)
        battle = yield from answered(battle, (*met, *_others(battle, attacked, fighter)), fighter)
    won = not any(battle.model(enemy).on_feet for enemy in enemies)
    if won and battle.model(fighter).on_feet and not engaged(battle, fighter):
        battle = yield from _won(battle, fighter)
    return battle


def _charge_over(battle: Battle) -> Battle:
    """The extra die is for the attack that belongs to the charge."""
    if battle.activation is None:
        return battle
    return replace(battle, activation=replace(battle.activation, charged=False))


def _one_by_one(battle: Battle, fighter: str, stance: Stance, *, charged: bool) -> Procedure[Battle]:
    """Steps 2 to 8, from the fifth on for each target before the next one. Source also: yce, Declare targets."""
    dice, shares = yield from _opened(battle, stance, charged=charged)
    for target, share in shares:
        if not (battle.model(fighter).on_feet and target in engaged(battle, fighter)):
            continue
        defence = yield from defended(battle, target, dice, fighter)
        if len(shares) > 1:
            yield Say(f"the dice against {battle.called(target)}", HIT)
        before = battle
        battle = yield from call(blows, battle, stance, defence.stance, share, defence.dice)
        battle = yield from call(aftermath, before, battle)
        battle = yield from answered(battle, (defence,), fighter)
    attacked = frozenset(target for target, _ in shares)
    return (yield from answered(battle, _others(battle, attacked, fighter), fighter))


def turned_to_face(battle: Battle, fighter: str) -> Procedure[Battle]:
    """The attacker turns to whom he wants to fight; asked only if he is engaged with several."""
    enemies = engaged(battle, fighter)
    if len(enemies) == 1:
        seen = in_front(battle, fighter, enemies[0])
        return battle if seen else battle.changed(fighter, facing=_toward(battle, fighter, enemies[0]))
    options = tuple(Option(enemy, battle.called(enemy), enemy) for enemy in enemies)
    if _in_front(battle, fighter):
        options = (Option("stay", "do not turn"), *options)
    turn: str | float | None = yield Choose(
        "turn to face", decides(battle, fighter), options, degrees, fighter, FACE, "degrees, anticlockwise from +x"
    )
    if turn is None:
        return battle
    return battle.changed(fighter, facing=_toward(battle, fighter, turn) if isinstance(turn, str) else turn)


def turned(stance: Stance, costs: str) -> Stance:
    """How somebody fights who has turned for it."""
    return replace(stance, turned=costs == "hit rolls", clumsy=costs == "weapon skill")


def attack(
    battle: Battle,
    fighter: str,
    charged: bool,  # noqa: FBT001 - procedures are called by position
    stance: Stance | None = None,
) -> Procedure[tuple[Battle, tuple[Defence, ...]]]:
    """Steps 2 to 7: returns the battle and how each target met the attack."""
    own = stance or Stance(fighter)
    dice, shares = yield from _opened(battle, own, charged=charged)
    met: tuple[Defence, ...] = ()
    for target, _ in shares:
        met = (*met, (yield from defended(battle, target, dice, fighter)))
    for defence, (target, share) in zip(met, shares, strict=True):
        if battle.model(target).on_feet:
            if len(shares) > 1:
                yield Say(f"the dice against {battle.called(target)}", HIT)
            battle = yield from call(blows, battle, own, defence.stance, share, defence.dice)
    return battle, met


def _opened(battle: Battle, stance: Stance, *, charged: bool) -> Procedure[tuple[int, tuple[tuple[str, Pool], ...]]]:
    """Steps 2 to 4: the attack dice, and those against each target."""
    fighter = stance.fighter
    arms = yield from armed(battle, fighter, stance=stance)
    dice = attack_dice(battle, fighter, arms, charged=charged)
    yield Say(dice_told(battle, fighter, arms, charged=charged), DICE)
    pool = yield from shared_out(battle, fighter, arms, dice)
    shares = yield from declared(battle, fighter, pool)
    for target, share in shares:
        yield Say(f"{battle.called(fighter)} strikes at {battle.called(target)}: {share_told(share)}", TARGETS, battle)
    return dice, shares


def declared(battle: Battle, fighter: str, pool: Pool) -> Procedure[tuple[tuple[str, Pool], ...]]:
    """The targets, with the dice against each; all that are left go to the last."""
    seen = _in_front(battle, fighter)
    if not seen:
        return ()
    shares: list[tuple[str, Pool]] = []
    for enemy in seen[:-1]:
        share: Pool = ()
        for arm, dice in pool:
            options = tuple(Option(str(number), f"{number} of {dice}", number) for number in range(dice + 1))
            what = f"dice with {arm.called} against {battle.called(enemy)}"
            asked = Choose(what, decides(battle, fighter), options, about=fighter, source=TARGETS, against=enemy)
            asked = replace(asked, kind="dice with")
            number: int = yield asked
            share = (*share, (arm, number))
        pool = tuple((arm, dice - gone) for (arm, dice), (_, gone) in zip(pool, share, strict=True))
        shares.append((enemy, share))
    shares.append((seen[-1], pool))
    given = [(enemy, tuple((arm, dice) for arm, dice in share if dice)) for enemy, share in shares]
    return tuple((enemy, share) for enemy, share in given if share)


def defended(battle: Battle, target: str, attackers_dice: int, attacker: str) -> Procedure[Defence]:
    """How a target meets an attack: whether it defends and, if so, with what and with how many dice.

    It is asked only of those who could have a defence die: a weapon for melee, or sight of the attacker, as the rules will have
    it, and a die left to attack with.
    """
    if skirmish_rules(battle).close_combat.targets_pick:
        arms, dice = yield from _picked(battle, target, defending=False)
        able = may_defend(battle, target, attacker) and dice > 1
        if not able or not (yield from _defends(battle, target)):
            return Defence(Stance(target), arms, 0, dice)
        return (yield from _parries(battle, target, arms, dice, attackers_dice))
    choices = loadouts(battle, target, defending=True) if may_defend(battle, target, attacker) else ()
    most = max((attack_dice(battle, target, one, charged=False) for one in choices), default=0)
    if most < 2 or not (yield from _defends(battle, target)):
        return Defence(Stance(target))
    arms, dice = yield from _picked(battle, target, defending=True)
    return (yield from _parries(battle, target, arms, dice, attackers_dice))


def _picked(battle: Battle, fighter: str, *, defending: bool) -> Procedure[tuple[tuple[Arm, ...], int]]:
    """The weapons of a fighter and his attack dice."""
    arms = yield from armed(battle, fighter, defending=defending)
    yield Say(dice_told(battle, fighter, arms, charged=False), DICE)
    return arms, attack_dice(battle, fighter, arms, charged=False)


def _defends(battle: Battle, target: str) -> Procedure[bool]:
    options = (Option("no", "fight back with all dice", value=False), Option("yes", "defend", value=True))
    defends: bool = yield Choose("defend", battle.model(target).gang, options, about=target, source=DEFEND)
    return defends


def _parries(battle: Battle, target: str, arms: tuple[Arm, ...], dice: int, attackers_dice: int) -> Procedure[Defence]:
    """With how many dice a defender parries; at least one is left to him."""
    numbers = range(min(dice - 1, attackers_dice) + 1)
    some = tuple(Option(str(number), f"{number} of {dice}", number) for number in numbers)
    number: int = yield Choose("defence dice", battle.model(target).gang, some, about=target, source=DEFEND)
    return Defence(Stance(target, defends=True), arms, number, dice - number)


def may_defend(battle: Battle, target: str, attacker: str) -> bool:
    """Whether somebody may defend himself at all against an attacker, whatever his weapons are."""
    match skirmish_rules(battle).close_combat.defend:
        case "nobody":
            return False
        case "who sees the attacker":
            return in_front(battle, target, attacker)
        case "with a melee weapon":
            return True


def reactions(battle: Battle, enemies: tuple[str, ...], fighter: str) -> Procedure[Battle]:
    """Reaction attacks of enemies who were not attacked, on one who fails to get away. Source: main-rulebook, Engaged."""
    return answered(battle, tuple(Defence(Stance(enemy)) for enemy in enemies), fighter)


def _others(battle: Battle, attacked: frozenset[str], attacker: str) -> tuple[Defence, ...]:
    """Those who strike back unattacked: where the rules will have it so, all others who are engaged with the attacker."""
    if skirmish_rules(battle).close_combat.reactions == "who were attacked":
        return ()
    return tuple(Defence(Stance(enemy)) for enemy in engaged(battle, attacker) if enemy not in attacked)


def answered(battle: Battle, met: tuple[Defence, ...], attacker: str) -> Procedure[Battle]:
    """Those of them who are still engaged with the attacker strike back, one after another."""
    for defence in met:
        enemy = defence.stance.fighter
        if battle.model(enemy).on_feet and battle.model(attacker).on_feet and attacker in engaged(battle, enemy):
            before = battle
            battle = yield from call(reaction, battle, defence, attacker)
            battle = yield from call(aftermath, before, battle)
    return battle


def reaction(battle: Battle, defence: Defence, attacker: str) -> Procedure[Battle]:
    """One reaction attack. Who defended fights with the weapons and dice that he has left; turning costs one on hit rolls."""
    stance = defence.stance
    if not in_front(battle, stance.fighter, attacker):
        costs = skirmish_rules(battle).close_combat.turning_to_react
        price = "-1 to hit" if costs == "hit rolls" else "-1 to the weapon skill"
        options = (Option("turn", f"turn, at {price}", value=True), Option("stay", "make no reaction attacks", value=False))
        gang = battle.model(stance.fighter).gang
        if not (yield Choose("turn to react", gang, options, about=stance.fighter, source=FACE)):
            return battle
        stance = turned(stance, costs)
        battle = battle.changed(stance.fighter, facing=_toward(battle, stance.fighter, attacker))
    yield Say(f"{battle.called(stance.fighter)} strikes back", REACTION, battle)
    arms, dice = defence.arms, defence.left
    if dice is None:
        arms, dice = yield from _picked(battle, stance.fighter, defending=False)
    pool = yield from shared_out(battle, stance.fighter, arms, dice)
    yield Say(f"{battle.called(stance.fighter)} strikes at {battle.called(attacker)}: {share_told(pool)}", REACTION)
    return (yield from call(blows, battle, stance, Stance(attacker), pool, 0))


def helpless(battle: Battle, fighter: str) -> tuple[str, ...]:
    """The visible seriously injured enemies near enough or in base contact. Source: main-rulebook, Coup de grace."""
    foes = battle.foes(battle.model(fighter).gang)
    down = {foe.id for foe in foes if foe.status == "seriously_injured"}
    if not down:
        return ()
    near = dict.fromkeys(
        (*within(battle, fighter, skirmish_rules(battle).close_combat.coup_de_grace, foes=True), *touching(battle, fighter))
    )
    return tuple(enemy for enemy in near if enemy in down and verdict(battle, fighter, enemy).visible)


def coup_de_grace(battle: Battle, fighter: str) -> Procedure[Battle]:
    """A seriously injured enemy goes out of action."""
    enemies = helpless(battle, fighter)
    options = tuple(Option(enemy, battle.called(enemy), enemy) for enemy in enemies)
    source = "Coup de grace"
    enemy: str = yield Choose("coup de grace", decides(battle, fighter), options, about=fighter, source=source)
    before, battle = battle, out_of_action(battle, enemy)
    down = battle.called(enemy)
    yield Say(f"{battle.called(fighter)} gives {down} the coup de grace: {down} goes out of action", source, battle)
    return (yield from call(aftermath, before, battle))


def _won(battle: Battle, fighter: str) -> Procedure[Battle]:
    options = [Option("none", "neither")]
    if helpless(battle, fighter):
        options.append(Option("coup-de-grace", "coup de grace", coup_de_grace))
    options.append(Option("consolidate", "consolidate", consolidate))
    then = yield Choose("after the fight", decides(battle, fighter), tuple(options), about=fighter, source=AFTER)
    return battle if then is None else (yield from then(battle, fighter))


def _in_front(battle: Battle, fighter: str) -> list[str]:
    """The enemies whom a fighter is engaged with and has in his vision arc."""
    return [enemy for enemy in engaged(battle, fighter) if in_front(battle, fighter, enemy)]


def _toward(battle: Battle, fighter: str, other: str) -> float:
    (x, y, _), (to_x, to_y, _) = battle.model(fighter).position, battle.model(other).position
    return math.degrees(math.atan2(to_y - y, to_x - x)) % 360.0


def _nobody_helpless(battle: Battle, fighter: str) -> str | None:
    inches = skirmish_rules(battle).close_combat.coup_de_grace
    where = f'within {inches:g}"' if inches else "in contact"
    return None if helpless(battle, fighter) else f"no visible seriously injured enemy is {where}"


FIGHT = Action("fight", "Fight", "basic", frozenset({"engaged"}), nothing_hinders, fight, "Fight")
COUP_DE_GRACE = Action(
    "coup-de-grace", "Coup de grace", "simple", frozenset({"active"}), _nobody_helpless, coup_de_grace, "Coup de grace"
)
