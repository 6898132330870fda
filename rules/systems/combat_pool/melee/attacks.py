"""An attack in a combat, from its counter to what comes of it and what answers it. Source: combat-pool, Making an attack."""

from rules.engine.procedure_steps import Procedure, Roll, Say, call
from rules.skirmish.state.battle_state import Battle
from rules.systems.combat_pool.citations import ATTACK
from rules.systems.combat_pool.harm.wounds import wound
from rules.systems.combat_pool.melee.attack_scores import PLOYS, Attack, attack_on
from rules.systems.combat_pool.melee.combat_pools import CombatPools
from rules.systems.combat_pool.melee.ploys_declared import declares, ploys_named, undone

ATTACK_DICE, DEFENCE_DICE = "2D6", "D6"
SIDES = 6


def attacks(battle: Battle, pools: CombatPools, attacker: str, defender: str) -> Procedure[tuple[Battle, CombatPools]]:
    """An attack from its counter to what comes of it, and what answers it."""
    pools = pools.attacked(attacker)
    yield Say(f"{battle.called(attacker)} attacks {battle.called(defender)}", ATTACK, battle)
    pools, theirs = yield from declares(battle, pools, attacker, defender, "defending")
    pools, ours = yield from declares(battle, pools, attacker, defender, "attacking", theirs)
    theirs = yield from undone(battle, attacker, theirs, ours, defender)
    declared, countered = ploys_named(battle, attacker, ours), ploys_named(battle, defender, theirs)
    before = battle
    made = attack_on(battle, attacker, defender, declared, countered)
    battle, hit = yield from call(rolled, before, made)
    answers = next((ploy.name for ploy in countered if ploy.answers), "")
    if not hit and answers and pools.of(defender).attacks:
        yield Say(f"{battle.called(defender)} answers the miss: {answers}", PLOYS)
        return (yield from attacks(battle, pools, defender, attacker))
    return battle, pools


def rolled(battle: Battle, made: Attack) -> Procedure[tuple[Battle, bool]]:
    """Both rolls of an attack, and what comes of them; returns also whether it hit."""
    attacker, defender = battle.called(made.attacker), battle.called(made.defender)
    attack = sum((yield Roll("attack roll", ATTACK_DICE, made.attacker, why=made.why, source=ATTACK, tells=f"at {defender}")))
    scored = made.attack_score(attack)
    least = scored - made.defence_score(0)
    needs = f"{max(least, 1)}+ to be missed" if least <= SIDES else f"more than a {SIDES} to be missed"
    good, called = frozenset(range(max(least, 1), SIDES + 1)), ("missed", "hit")
    tells = f"against an attack score of {scored}"
    (defence,) = yield Roll(
        "defence roll", DEFENCE_DICE, made.defender, needs, made.why_defended, ATTACK, good, called, tells=tells
    )
    hit = made.hit_score(attack, defence)
    scores = f"attack score {scored} - defence score {made.defence_score(defence)} = hit score {hit}"
    if hit <= 0:
        yield Say(f"{scores}: {attacker} misses {defender}", ATTACK, battle)
        return battle, False
    yield Say(f"{scores}: {attacker} hits {defender}", ATTACK, battle)
    return (yield from wound(battle, made.defender, made.score(attack, defence))), True
