"""Hiding: who can, and who is found again. Sightline's own: docs/rules-combat-pool.md, hiding."""

from rules.sight.verdict import SightRules
from rules.skirmish.state.battle_sight import apart, is_engaged, sees, verdict
from rules.skirmish.state.battle_state import Battle
from rules.systems.combat_pool.conditions.model_marks import HIDDEN
from rules.systems.combat_pool.conditions.model_now import is_mounted
from rules.systems.combat_pool.pool_numbers import ROUNDING


def is_found(battle: Battle, hider: str, *, by: str) -> bool:
    """Whether an enemy is so near to somebody in sight that hiding is of no use."""
    if not knows_hiding(battle):
        return True
    return apart(battle, by, hider) <= found_within(battle) + ROUNDING and sees(battle, by, hider)


def knows_hiding(battle: Battle) -> bool:
    """Whether anybody can hide; a file may say that nobody does."""
    return battle.setting.part(SightRules).found is not None


def found_within(battle: Battle) -> float:
    """Inches within which whoever sees a model that hides finds it."""
    return battle.setting.part(SightRules).found or 0.0


def why_not_hidden(battle: Battle, fighter: str) -> str | None:
    """Why a model cannot hide where it is; None if it can: everybody who sees it sees it in cover, and from farther off."""
    who = battle.called(fighter)
    if not knows_hiding(battle):
        return "nobody hides by these rules"
    if is_mounted(battle, fighter):
        return f"{who} is mounted"
    if is_engaged(battle, fighter):
        return f"{who} is in contact with an enemy"
    for foe in battle.foes(battle.model(fighter).gang):
        if not sees(battle, foe.id, fighter):
            continue
        if is_found(battle, fighter, by=foe.id):
            return f'{battle.called(foe.id)} is within {found_within(battle):g}" and sees {who}'
        ruled = battle.cover_ruled(foe.id, fighter)
        if (ruled or verdict(battle, foe.id, fighter).ruling.cover) == "open":
            return f"{battle.called(foe.id)} sees {who} in the open"
    return None


def hidden_no_more(battle: Battle) -> tuple[Battle, tuple[tuple[str, str], ...]]:
    """The battle without the hiding of those whom an enemy has found, or who stand in the open to one; who, and why."""
    hiding = [model.id for model in battle.on_table() if model.has(HIDDEN)]
    found = tuple((fighter, why) for fighter in hiding if (why := why_not_hidden(battle, fighter)) is not None)
    for fighter, _ in found:
        battle = battle.marked(fighter, HIDDEN, 0)
    return battle, found
