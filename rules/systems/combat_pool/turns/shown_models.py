"""Sheets, targets and the state of a battle, as people see them. What is drawn in secret is never among it.

Sources: combat-pool: Shooting, Making an attack, Morale.
"""

from collections.abc import Iterator

from rules.skirmish.state.battle_rules import ShownCard, ShownValue
from rules.skirmish.state.battle_sight import engaged
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.scenario import of, over_words, points
from rules.systems.combat_pool.conditions.model_marks import morale
from rules.systems.combat_pool.conditions.model_now import (
    is_mounted,
    is_stunned,
    loaded,
    move_now,
    ploys_of,
    pool_now,
    reloads,
    sheet,
    warband,
)
from rules.systems.combat_pool.melee.attack_scores import attack_on
from rules.systems.combat_pool.melee.attack_wound_odds import attack_odds
from rules.systems.combat_pool.melee.combats import combats
from rules.systems.combat_pool.roster.pool_sheet import PoolWeapon
from rules.systems.combat_pool.roster.warband_writing import RANKS
from rules.systems.combat_pool.shooting.missile_attack import shot_at, targets, why_not
from rules.systems.combat_pool.shooting.shot_odds import chance_words
from rules.systems.combat_pool.turns.morale_tests import starting_strength


def shown_card(battle: Battle, fighter: str) -> ShownCard:
    """A model's sheet as it is now."""
    own, model = sheet(battle, fighter), battle.model(fighter)
    usual = own.mount_move if is_mounted(battle, fighter) else own.move
    values = (
        _value("Move", usual, move_now(battle, fighter), '{:g}"', "movement"),
        _value("Fight", own.fight, own.fight, "{:+g}", "added to attack and defence rolls"),
        _value("Shoot", own.shoot, own.shoot, "{:+g}", "added to shooting attack rolls"),
        _value("AR", own.armour, own.armour, "{:g}", "taken from wound scores"),
        _value("Init", own.initiative, own.initiative, "{:+g}", "added to the initiative"),
        _value("Pool", own.pool, pool_now(battle, fighter), "{:g}", "counters drawn in a combat"),
        _value("Wounds", own.wounds, model.wounds, "{:g}", "wounds left"),
    )
    rows = tuple(_weapon(battle, fighter, one) for one in own.weapons)
    heads = ("weapon", "range", "attack", "init", "wound", "reload")
    useless = frozenset(one.name for one in own.missiles if reloads(battle, fighter, one.name))
    gang = battle.called(battle.setting.home[fighter])
    return ShownCard(
        f"{RANKS[battle.card(fighter).rank]} of {gang}", values, heads, rows, useless, tuple(_notes(battle, fighter))
    )


def _value(head: str, usual: float, now: float, shape: str, what: str) -> ShownValue:
    changed = usual != now
    return ShownValue(head, shape.format(now), f"{what}; {shape.format(usual)} on the sheet" if changed else what, changed)


def _weapon(battle: Battle, fighter: str, weapon: PoolWeapon) -> tuple[str, ...]:
    reach = f'{weapon.inches:g}"' if weapon.is_missile else "-"
    count = reloads(battle, fighter, weapon.name)
    reload = f"{count} of {weapon.reload}" if weapon.reload else "-"
    added = (f"{value:+d}" if value else "-" for value in (weapon.attack, weapon.initiative, weapon.wound))
    return weapon.name, reach, *added, reload


def _notes(battle: Battle, fighter: str) -> Iterator[str]:
    own = sheet(battle, fighter)
    if own.mount:
        state = "in the saddle" if is_mounted(battle, fighter) else "led, and to be mounted on the ground"
        yield f'{own.mount}, {own.mount_move:g}": {state}'
    yield from (f"{ploy.name}, {ploy.declared}: {ploy.words}" for ploy in ploys_of(battle, fighter))


def shown_targets(battle: Battle, fighter: str) -> tuple[str, ...]:
    """Whom a model can attack now with what chances, and why not others."""
    if not battle.model(fighter).on_table:
        return ()
    if met := engaged(battle, fighter):
        return tuple(f"{battle.called(foe)}, without ploys: {_attack_words(battle, fighter, foe)}" for foe in met)
    return tuple(line for weapon in sheet(battle, fighter).missiles for line in _shots(battle, fighter, weapon))


def _attack_words(battle: Battle, fighter: str, foe: str) -> str:
    return attack_odds(battle, attack_on(battle, fighter, foe)).words


def _shots(battle: Battle, fighter: str, weapon: PoolWeapon) -> Iterator[str]:
    if is_stunned(battle, fighter):
        yield f"{weapon.name}: {battle.called(fighter)} is stunned"
        return
    if weapon not in loaded(battle, fighter):
        yield f"{weapon.name}: has to be reloaded"
        return
    found = targets(battle, fighter, weapon)
    for name in found:
        yield f"{weapon.name} at {battle.called(name)}: {chance_words(battle, shot_at(battle, fighter, weapon, name))}"
    others = [one.id for one in battle.foes(battle.model(fighter).gang) if one.id not in found]
    if why := "; ".join(str(why_not(battle, fighter, weapon, name)) for name in others):
        yield f"{weapon.name} {'not at others' if found else 'at nobody'}: {why}"


def standing(battle: Battle) -> tuple[str, ...]:
    """All that players keep in mind between two questions."""
    return (*_actions_left(battle), *_sides(battle), *_to_fight(battle))


def _actions_left(battle: Battle) -> Iterator[str]:
    if (acting := battle.activation) is not None and acting.left > 0:
        yield f"{battle.called(acting.fighter)}: {acting.left} action{'s' * (acting.left > 1)} left"


def _sides(battle: Battle) -> Iterator[str]:
    scenario = of(battle)
    counts = scenario is not None and scenario.victory == "points"
    if battle.phase == "over":
        yield over_words(battle)
    for place, gang in enumerate(battle.order or tuple(side.id for side in battle.sides)):
        there, strength = sum(1 for _ in battle.on_table(gang)), starting_strength(battle, gang)
        first = " priority;" if battle.order and battle.round and not place else ""
        scored = points(battle, battle.side(gang)) if counts else 0
        score = f", {scored} point{'s' * (scored != 1)}" if counts else ""
        stands = f"{morale(battle, gang)}, morale rating {warband(battle, gang).morale}"
        yield f"{battle.called(gang)}:{first} {there} of {strength} on the table, {stands}{score}"


def _to_fight(battle: Battle) -> Iterator[str]:
    if battle.phase == "combat" and (left := len(combats(battle))):
        yield f"{left} combat{'s' * (left > 1)} still to be fought"
