"""Which models fight with each other: a combat is all that are in contact, and those in contact with these.

The reference has combats and says not what one is: Sightline's own, docs/rules-combat-pool.md, combats.
"""

from rules.skirmish.state.battle_sight import engaged
from rules.skirmish.state.battle_state import Battle, Mark

FOUGHT = Mark("fought", until="round ends", silent=True)


def combats(battle: Battle) -> tuple[tuple[str, ...], ...]:
    """The combats of this turn that are still to be fought, in the order of the models' cards."""
    found: list[tuple[str, ...]] = []
    for model in battle.on_table():
        if _may_fight(battle, model.id) and not any(model.id in one for one in found):
            members = _around(battle, model.id)
            if len(members) > 1:
                found.append(tuple(one.id for one in battle.models if one.id in members))
    return tuple(found)


def enemies_met(battle: Battle, fighter: str, members: tuple[str, ...]) -> tuple[str, ...]:
    """The enemies of a combat with whom a model is in contact now."""
    return tuple(name for name in engaged(battle, fighter) if name in members) if battle.model(fighter).on_table else ()


def _may_fight(battle: Battle, fighter: str) -> bool:
    return not battle.model(fighter).has(FOUGHT)


def _around(battle: Battle, fighter: str) -> set[str]:
    members, waiting = {fighter}, [fighter]
    while waiting:
        new = {name for name in engaged(battle, waiting.pop()) if _may_fight(battle, name)} - members
        members |= new
        waiting += sorted(new)
    return members
