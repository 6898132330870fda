"""Sheets and targets as people see them: in the panels of a window, and wherever else.

Sources: five-parsecs: Movement action, Cover and rolling to hit, Rolling for damage, Luck, Saving throws.
"""

from collections.abc import Iterator

from rules.skirmish.state.battle_rules import ShownCard, ShownValue
from rules.skirmish.state.battle_sight import apart
from rules.skirmish.state.battle_state import Battle
from rules.systems.five_parsecs.combat.fire_attack import allowed_targets, why_not
from rules.systems.five_parsecs.combat.fire_choice import Armed, target_words
from rules.systems.five_parsecs.conditions.battle_view import ROUNDING, in_arc, listed
from rules.systems.five_parsecs.conditions.figure_now import (
    ai_of,
    combat_now,
    guns_of,
    is_crew,
    luck_left,
    sheet,
    speed_now,
    toughness_now,
)
from rules.systems.five_parsecs.moving.closing_in import in_contact_with
from rules.systems.five_parsecs.roster.combat_sheet import BattleWeapon, CombatSheet

CLOSER = 'somebody is closer, within 3"'
"""Why the crew may not fire at others. Source: five-parsecs, Target selection."""


def shown_card(battle: Battle, fighter: str) -> ShownCard:
    """A figure's sheet as it is now."""
    own, model = sheet(battle, fighter), battle.model(fighter)
    values = [
        _value("Speed", own.speed, speed_now(battle, fighter), '{:g}"', "speed"),
        _value("Combat", own.combat, combat_now(battle, fighter), "{:+g}", "combat skill"),
        _value("Tough", own.toughness, toughness_now(battle, fighter), "{:g}", "toughness"),
    ]
    if is_crew(battle, fighter):
        values = [
            _value("React", own.reactions, own.reactions, "{:g}", "reactions"),
            *values,
            _value("Savvy", own.savvy, own.savvy, "{:+g}", "savvy"),
        ]
    if own.luck:
        values.append(_value("Luck", own.luck, luck_left(battle, fighter), "{:g}", "luck"))
    rows = tuple(_weapon(one) for one in own.weapons)
    heads = ("weapon", "range", "shots", "damage", "traits")
    return ShownCard(_what(battle, fighter, own), tuple(values), heads, rows, model.empty, tuple(_notes(battle, own)))


def _value(head: str, usual: float, now: float, shape: str, what: str) -> ShownValue:
    changed = usual != now
    tip = f"{what}; {shape.format(usual)} on the sheet" if changed else what
    return ShownValue(head, shape.format(now), tip, changed)


def _what(battle: Battle, fighter: str, own: CombatSheet) -> str:
    gang = battle.called(battle.setting.home[fighter])
    if own.ai is None:
        return f"{own.species if own.species != 'other' else 'member'} of {gang}"
    role = "enemy" if own.role == "basic" else own.role
    return f"{role} of {gang}, {ai_of(battle, fighter)}{', fearless' if own.fearless else ''}{', a boss' if own.boss else ''}"


def _weapon(weapon: BattleWeapon) -> tuple[str, ...]:
    reach = f'{weapon.inches:g}"' if weapon.ranged else "-"
    return weapon.name, reach, str(weapon.shots or "-"), f"{weapon.damage:+d}", ", ".join(sorted(weapon.traits))


def _notes(battle: Battle, own: CombatSheet) -> list[str]:
    saves = f"saving throw {' and '.join(f'{one}+' for one in own.saves)}" if own.saves else ""
    abilities = ", ".join(sorted(own.abilities))
    body = own.anatomy if own.anatomy != "humanoid" else ""
    ward = f"guards {battle.called(own.ward)}" if own.ward else ""
    return [note for note in (saves, abilities, body, ward) if note]


def shown_targets(battle: Battle, fighter: str) -> tuple[str, ...]:
    """Whom a figure can fire at now with what chances, and why not at others. Enemies turn to whom they fire at."""
    if not battle.model(fighter).on_table:
        return ()
    guns, turns = guns_of(battle, fighter), not is_crew(battle, fighter)
    if met := in_contact_with(battle, fighter):
        return (f"{battle.called(fighter)} is in contact with {listed(battle, met)}, and can only brawl",)
    if not guns:
        return (f"{battle.called(fighter)} has nothing to fire; a move into contact begins a brawl",)
    found: list[str] = []
    others: dict[str, list[str]] = {}
    for gun in guns:
        names = allowed_targets(battle, fighter, gun, turns=turns)
        found += [f"{gun.name} at {target_words(battle, fighter, Armed((gun,)), name)}" for name in names]
        if words := "; ".join(_not_at(battle, fighter, gun, names, turns=turns)):
            others.setdefault(words, []).append(gun.name)
    return (*found, *(f"{' and '.join(names)}: {words}" for words, names in others.items()))


def _not_at(battle: Battle, fighter: str, gun: BattleWeapon, targets: tuple[str, ...], *, turns: bool) -> Iterator[str]:
    """Why a gun cannot be fired at everybody else: a reason each, with all of whom it holds, the nearest first."""
    reasons = ("not in range", "not in the arc of fire", "not in sight", CLOSER)
    found: dict[str, list[str]] = {why: [] for why in reasons}
    foes = sorted((apart(battle, fighter, foe.id), foe.id) for foe in battle.foes(battle.model(fighter).gang))
    for far, foe in foes:
        if foe in targets:
            continue
        if far > gun.inches + ROUNDING:
            found["not in range"].append(f'{battle.called(foe)} ({far:.1f}")')
        elif not turns and not in_arc(battle, fighter, foe):
            found["not in the arc of fire"].append(battle.called(foe))
        elif why_not(battle, fighter, foe, gun, turns=turns) is not None:
            found["not in sight"].append(battle.called(foe))
        else:
            found[CLOSER].append(battle.called(foe))
    yield from (f"{why}: {', '.join(names)}" for why, names in found.items() if names)
