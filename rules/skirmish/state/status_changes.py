"""Changes of a fighter's status: pinned, seriously injured, out of action, fled. Plain changes, no dice.

Source: main-rulebook, Statuses and available actions; Hard target.
"""

from dataclasses import replace

from rules.skirmish.state.battle_navmesh import grounded, navmesh_for
from rules.skirmish.state.battle_sight import engaged, is_engaged
from rules.skirmish.state.battle_state import Battle, Whereabouts
from rules.skirmish.state.condition_marks import IMMOVABLE
from scene.pathfinding.region_lookup import nearest_on_navmesh


def pinned(battle: Battle, fighter: str) -> Battle:
    """The fighter lies face up, unless he is engaged or lies already. Source: main-rulebook, Target is pinned."""
    model = battle.model(fighter)
    if model.status != "standing" or model.has(IMMOVABLE) or is_engaged(battle, fighter):
        return battle
    return battle.changed(fighter, status="pinned", hard_target=False)


def stood_up(battle: Battle, fighter: str, facing: float | None = None) -> Battle:
    """The fighter stands again."""
    old = battle.model(fighter)
    return battle.changed(fighter, status="standing", facing=old.facing if facing is None else facing)


def seriously_injured(battle: Battle, fighter: str) -> Battle:
    """The fighter lies face down and lets go of what he carried."""
    return dropped(battle, fighter).changed(fighter, status="seriously_injured", hard_target=False)


def out_of_action(battle: Battle, fighter: str) -> Battle:
    """The fighter is removed from play and counted for his gang's bottle test."""
    gang = battle.setting.home[fighter]
    battle = _removed(battle, fighter, "out_of_action")
    side = battle.side(gang)
    return battle.side_changed(gang, lost=side.lost + 1, lost_this_round=side.lost_this_round + 1)


def fled(battle: Battle, fighter: str) -> Battle:
    """The fighter leaves the battlefield. Source: main-rulebook, Fleeing the battlefield."""
    gang = battle.setting.home[fighter]
    battle = _removed(battle, fighter, "fled")
    return battle.side_changed(gang, lost=battle.side(gang).lost + 1)


def dropped(battle: Battle, fighter: str) -> Battle:
    """The fighter lets go of what he carries; from a face or out of the air it comes to the nearest ground."""
    held = [thing for thing in battle.things if thing.holder == fighter]
    place = held[0].position if held else (0.0, 0.0, 0.0)
    if held and not grounded(battle, fighter, place):
        place = nearest_on_navmesh(navmesh_for(battle, fighter), place) or place
    things = tuple(replace(thing, holder="", position=place) if thing in held else thing for thing in battle.things)
    return replace(battle, things=things).changed(fighter, carries="")


def put_down(battle: Battle, fighter: str) -> Battle:
    """Whoever drags a fighter along lets go of him: he moves himself, has come round, or is not there any more."""
    for model in battle.models:
        if model.carries == fighter:
            battle = battle.changed(model.id, carries="")
    return battle


def without_hard_target(battle: Battle) -> Battle:
    """Engaged fighters are no hard targets. Source: main-rulebook, Hard target."""
    for model in battle.on_table():
        if model.hard_target and engaged(battle, model.id):
            battle = battle.changed(model.id, hard_target=False)
    return battle


def _removed(battle: Battle, fighter: str, where: Whereabouts) -> Battle:
    battle = put_down(dropped(battle, fighter), fighter)
    others = tuple(name for name in battle.group if name != fighter)
    cleared = replace(battle, group=others)
    return cleared.changed(fighter, whereabouts=where, ready=False, hard_target=False, climb=None)
