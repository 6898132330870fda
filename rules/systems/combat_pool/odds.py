"""The exact odds of a shot or of an attack in a combat, as figures of a table stand; without ploys, which nobody foresees.

Sources: combat-pool: Shooting, Making an attack.
"""

from fractions import Fraction

from rules.citations import Citations
from rules.engine.procedure_steps import Roll, cited
from rules.errors import RulesError
from rules.roster.toml_reading import nearest
from rules.skirmish.attack_odds import AttackOdds, AttackWanted, NoOdds
from rules.skirmish.state.battle_sight import engaged
from rules.skirmish.state.battle_state import Battle
from rules.systems.combat_pool.citations import ATTACK, SHOOTING
from rules.systems.combat_pool.conditions.model_marks import AIMED, HIDDEN, MOUNTED
from rules.systems.combat_pool.conditions.model_now import sheet
from rules.systems.combat_pool.conditions.riding import RIDER
from rules.systems.combat_pool.melee.attack_scores import attack_on
from rules.systems.combat_pool.melee.attack_wound_odds import attack_odds
from rules.systems.combat_pool.melee.attacks import ATTACK_DICE, DEFENCE_DICE
from rules.systems.combat_pool.roster.pool_sheet import PoolSheet, PoolWeapon
from rules.systems.combat_pool.shooting.missile_attack import DICE, shot_at, why_not
from rules.systems.combat_pool.shooting.shot_odds import WoundOdds, shot_odds
from scene.base.messages import shown_text


def odds_of(battle: Battle, attacker: str, target: str, wanted: AttackWanted) -> AttackOdds | NoOdds:
    """The odds of one shot with a weapon, or of one attack in a combat; why there are none.

    Raises:
        RulesError: for figures without a sheet, and weapons that the attacker has not.
    """
    _check_sheets(battle, attacker, target)
    battle = _as_on_table(battle)
    if wanted.fight:
        return _fight(battle, attacker, target, wanted)
    (weapon,) = _weapons(battle, attacker, wanted)
    if not weapon.is_missile:
        raise RulesError(f"{weapon.name} is no missile weapon; add --fight for an attack in a combat")
    if (why := why_not(battle, attacker, weapon, target)) is not None:
        return NoOdds(why)
    made = shot_at(battle.marked(attacker, AIMED) if wanted.aim else battle, attacker, weapon, target)
    needs = f"more than {made.missed} with {made.amount:+d}"
    step = Roll("shooting attack roll", DICE, attacker, needs, made.why, SHOOTING)
    return _told(battle, target, shot_odds(battle, made), (step,))


def _as_on_table(battle: Battle) -> Battle:
    """The battle in which who hides on the table is hidden, and who sits on a beast there is mounted."""
    saddle = battle.setting.body(RIDER, "standing")
    for figure in battle.setting.table.figures:
        rides = figure.body is saddle
        battle = battle.marked(figure.id, MOUNTED if rides else HIDDEN) if rides or figure.hides else battle
    return battle


def _fight(battle: Battle, attacker: str, target: str, wanted: AttackWanted) -> AttackOdds | NoOdds:
    own = sheet(battle, attacker).hand_weapon
    if [weapon.name for weapon in _weapons(battle, attacker, wanted)] not in ([], [own.name]):
        raise RulesError(f"{battle.called(attacker)} fights with the first of its weapons for combats: {own.name}")
    if target not in engaged(battle, attacker):
        return NoOdds(f"{battle.called(attacker)} and {battle.called(target)} are not in contact")
    made = attack_on(battle, attacker, target)
    steps = (
        Roll("attack roll", ATTACK_DICE, attacker, "", made.why, ATTACK),
        Roll("defence roll", DEFENCE_DICE, target, "as much as the attack score", made.why_defended, ATTACK),
    )
    return _told(battle, target, attack_odds(battle, made), steps)


def _told(battle: Battle, target: str, found: WoundOdds, steps: tuple[Roll, ...]) -> AttackOdds:
    lost = found.wounded + found.critical * battle.model(target).wounds
    cites = battle.setting.part(Citations).of
    conditions = (("stunned and no worse", found.stunned), ("wounded and no worse", found.wounded))
    none = Fraction(0)
    return AttackOdds(
        found.hit,
        pinned=none,
        wound=found.wounded + found.critical,
        out_of_action=found.critical,
        seriously_injured=none,
        flesh_wound=none,
        expected_wounds=lost,
        out_of_ammo=none,
        others=(),
        steps=tuple(cited(one, cites) for one in steps),
        conditions=conditions,
        known=("out_of_action",),
    )


def _check_sheets(battle: Battle, *fighters: str) -> None:
    without = [battle.called(one) for one in fighters if not isinstance(battle.card(one).sheet, PoolSheet)]
    if without:
        told = f"{' and '.join(without)} {'have' if len(without) > 1 else 'has'} no sheet"
        raise RulesError(f"{told}; give --gang with a warband whose models have these ids")


def _weapons(battle: Battle, fighter: str, wanted: AttackWanted) -> tuple[PoolWeapon, ...]:
    known = {weapon.name.casefold(): weapon for weapon in sheet(battle, fighter).weapons}
    for name in wanted.weapons:
        if name.casefold() not in known:
            there = ", ".join(weapon.name for weapon in known.values()) or "none"
            hint = nearest(name, known, lambda key: known[key].name) or f"; there are {there}"
            raise RulesError(f'{battle.called(fighter)} has no weapon "{shown_text(name)}"{hint}')
    if len(wanted.weapons) > 1:
        raise RulesError("one weapon is used at a time; give --weapon once")
    return tuple(known[name.casefold()] for name in wanted.weapons)


ODDS = odds_of
