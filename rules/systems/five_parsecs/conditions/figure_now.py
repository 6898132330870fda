"""A figure as it is now: its values with what its marks do to them, and what it can do.

Sources: five-parsecs: Stun, Shock, Rolling for damage, Luck, Arc of fire, Battle events on round 2 and round 4,
Escalation table.
"""

from dataclasses import replace

from rules.skirmish.state.battle_state import Battle, Mark
from rules.systems.five_parsecs.conditions.marks import (
    FIRED,
    LAST_SHOT,
    LOOTED,
    LUCK_USED,
    NO_FIRE,
    OVERWATCH,
    SHOCKED,
    STUNNED,
    TOUGHER,
    WOUNDED,
)
from rules.systems.five_parsecs.conditions.side_marks import CHANGED_PLANS, INTENSE, OTHER_TACTICS, RUSHING, holds_now
from rules.systems.five_parsecs.roster.combat_sheet import (
    AI_TYPES,
    AiType,
    BattleWeapon,
    CombatSheet,
    crew_of,
    crew_sheet,
    enemies_of,
    enemy_force,
    sheet_of,
)

DASH = 2.0
"""Inches more for whoever makes no combat action. Source: five-parsecs, Dash."""
MOST_TOUGHNESS = 6
"""Source: five-parsecs, Battle events on round 2 and round 4: tougher than expected."""
INTENSITY, RUSH = 1, 2.0
"""Combat skill and inches that escalations bring enemies for a round; ours. Source: five-parsecs, Escalation table."""
ARC, PISTOL_ARC = 90.0, 180.0
"""Degrees. Source: five-parsecs, Arc of fire."""


def sheet(battle: Battle, fighter: str) -> CombatSheet:
    """A figure's sheet, with the weapons and saving throws of what it has found in this battle."""
    own, found = sheet_of(battle.setting, fighter), battle.model(fighter).about(LOOTED)
    table = crew_sheet(battle.setting).loot
    if not found or table is None:
        return own
    items = [item for _, item in table.rows if item.name in found]
    had = {weapon.name for weapon in own.weapons}
    weapons = tuple(item.weapon for item in items if item.weapon is not None and item.weapon.name not in had)
    return replace(own, weapons=own.weapons + weapons, saves=own.saves + tuple(item.save for item in items if item.save))


def is_crew(battle: Battle, fighter: str) -> bool:
    """Whether the player leads a figure."""
    return battle.model(fighter).gang == crew_of(battle.setting)


def _enemy_has_now(battle: Battle, fighter: str, mark: Mark) -> bool:
    """Whether a figure is one of the enemies, and a mark of theirs is for this round."""
    gang = enemies_of(battle.setting)
    return battle.model(fighter).gang == gang and holds_now(battle, gang, mark)


def combat_now(battle: Battle, fighter: str) -> int:
    """Combat skill; one less for the wounded, one more for enemies in a round in which the fighting is intense."""
    more = INTENSITY * _enemy_has_now(battle, fighter, INTENSE)
    return sheet(battle, fighter).combat - battle.model(fighter).has(WOUNDED) + more


def speed_now(battle: Battle, fighter: str) -> float:
    """Inches of a move; half for the wounded, two more for enemies in a round in which they rush."""
    own = sheet(battle, fighter).speed / (2.0 if battle.model(fighter).has(WOUNDED) else 1.0)
    return own + RUSH * _enemy_has_now(battle, fighter, RUSHING)


def toughness_now(battle: Battle, fighter: str) -> int:
    """Toughness, with what an event has added."""
    own = sheet(battle, fighter).toughness
    return max(own, min(own + battle.model(fighter).has(TOUGHER), MOST_TOUGHNESS))


def luck_left(battle: Battle, fighter: str) -> int:
    """Points of luck."""
    return sheet(battle, fighter).luck - battle.model(fighter).has(LUCK_USED)


def usable(battle: Battle, fighter: str) -> tuple[BattleWeapon, ...]:
    """The weapons that still work."""
    gone = battle.model(fighter).empty
    return tuple(weapon for weapon in sheet(battle, fighter).weapons if weapon.name not in gone)


def guns_of(battle: Battle, fighter: str) -> tuple[BattleWeapon, ...]:
    """The weapons that can be fired."""
    return tuple(weapon for weapon in usable(battle, fighter) if weapon.ranged)


def weapon_of(battle: Battle, fighter: str, name: str) -> BattleWeapon:
    """A weapon by its name; a `KeyError` for none."""
    for weapon in sheet(battle, fighter).weapons:
        if weapon.name == name:
            return weapon
    raise KeyError(name)


def can_fight(battle: Battle, fighter: str) -> bool:
    """Whether nothing keeps a figure from reacting with fire or a lunge. Source: five-parsecs, Firefights; Lunging."""
    model = battle.model(fighter)
    return model.on_table and not model.has(STUNNED) and not model.has(SHOCKED)


def may_fire(battle: Battle, fighter: str) -> bool:
    """Whether a figure has something to fire and nothing that keeps it from firing this round."""
    model = battle.model(fighter)
    return model.on_table and not model.has(SHOCKED) and not model.has(NO_FIRE) and bool(guns_of(battle, fighter))


def arc_of(battle: Battle, fighter: str) -> float:
    """Degrees of the arc of fire: wider where all that is carried and fired are pistols."""
    guns = [weapon for weapon in sheet(battle, fighter).weapons if weapon.ranged]
    return PISTOL_ARC if guns and all("pistol" in weapon.traits for weapon in guns) else ARC


def ai_of(battle: Battle, fighter: str) -> AiType:
    """How an enemy acts now, with what events and escalations have made of his type."""
    own = sheet(battle, fighter).ai
    assert own is not None
    if battle.model(fighter).gang != enemies_of(battle.setting):
        return own  # Vermin of their own.
    if _enemy_has_now(battle, fighter, RUSHING):
        return "rampaging"
    return _type_now(battle, own, armed=bool(guns_of(battle, fighter)))


def main_ai(battle: Battle) -> AiType:
    """The main AI type of the enemies now, which escalation and the end of the battle go by."""
    armed = any(guns_of(battle, model.id) for model in battle.on_table(enemies_of(battle.setting)))
    return _type_now(battle, enemy_force(battle.setting).ai, armed=armed)


def _type_now(battle: Battle, own: AiType, *, armed: bool) -> AiType:
    """What an AI type has become: another main one, then the cautious one, or the tactical one if it was that already.

    Those without ranged weapons do not change plans, and guardians do as their wards do.
    """
    side = battle.side(enemies_of(battle.setting))
    if (number := side.has(OTHER_TACTICS)) and own == enemy_force(battle.setting).ai:
        own = AI_TYPES[number - 1]
    if armed and own != "guardian":
        for _ in range(side.has(CHANGED_PLANS)):
            own = "tactical" if own == "cautious" else "cautious"
    return own


def stunned(battle: Battle, fighter: str) -> Battle:
    """The battle with somebody stunned, unless he is already, or worse. Source: five-parsecs, Stun; Shock."""
    model = battle.model(fighter)
    return battle if model.has(SHOCKED) or model.has(STUNNED) else battle.marked(fighter, STUNNED)


def shocked(battle: Battle, fighter: str) -> Battle:
    """The battle with somebody shocked, which takes the place of stun. Source: five-parsecs, Rolling for damage."""
    return battle.marked(fighter, STUNNED, 0).marked(fighter, SHOCKED)


def was_hit(battle: Battle, fighter: str) -> Battle:
    """The battle after somebody was hit, whatever comes of it: overwatch ends. Source: five-parsecs, Enemy overwatch."""
    return battle.marked(fighter, OVERWATCH, 0)


def has_fired(battle: Battle, fighter: str, weapon: str) -> Battle:
    """The battle after a shot: the weapon was used, and is of no more use if it had one shot left."""
    model = battle.model(fighter)
    if weapon in model.about(LAST_SHOT):
        battle = battle.changed(fighter, empty=model.empty | {weapon})
    return battle.marked(fighter, FIRED, about=weapon)


def casualty(battle: Battle, fighter: str) -> Battle:
    """The battle without a figure that was removed by combat, which its side's morale is tested for; nobody misses vermin."""
    own, home = battle.model(fighter).gang, battle.setting.home[fighter]
    battle = _gone(battle, fighter, "out_of_action")
    if own != home:
        return battle
    side = battle.side(home)
    return battle.side_changed(side.id, lost=side.lost + 1, lost_this_round=side.lost_this_round + 1)


def bailed(battle: Battle, fighter: str) -> Battle:
    """The battle without a figure that has left it unhurt."""
    return _gone(battle, fighter, "fled")


def _gone(battle: Battle, fighter: str, where: str) -> Battle:
    return battle.changed(fighter, whereabouts=where, ready=False, marks=())
