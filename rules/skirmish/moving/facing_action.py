"""The Turn action: changing facing on the spot. Source: main-rulebook, Changing facing; Statuses and available actions."""

import math

from rules.citations import Reason
from rules.engine.procedure_steps import Choose, Option, Procedure, Say
from rules.errors import RulesError
from rules.skirmish.moving.walk_resolution import toward
from rules.skirmish.state.action import Action
from rules.skirmish.state.battle_sight import is_engaged
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.skirmish_rules import skirmish_rules
from rules.skirmish.state.typed_names import fighters_meant

SOURCE = "Changing facing"
MOVING = frozenset({"move", "charge", "crawl", "retreat", "stand-up", "consolidate"})
"""Keys of the actions after which one may turn."""


def decides(battle: Battle, fighter: str) -> str:
    """The gang that decides for a fighter: whoever controls his activation, or his own."""
    acting = battle.activation
    return (
        acting.controller
        if acting is not None and acting.fighter == fighter and acting.controller
        else battle.model(fighter).gang
    )


def choose_facing(battle: Battle, fighter: str, who: str, *, source: str = SOURCE) -> Procedure[Battle]:
    """A gang chooses how a fighter faces: as he does, toward an enemy, or by degrees."""
    foes = sorted(
        battle.foes(battle.model(fighter).gang), key=lambda foe: math.dist(foe.position, battle.model(fighter).position)
    )
    options = tuple(Option(foe.id, f"toward {battle.called(foe.id)}", toward(battle, fighter, foe.position)) for foe in foes)
    keep = Option("keep", "as it is", battle.model(fighter).facing)

    def free(key: str) -> Option:
        named = fighters_meant(battle, key.split(), [option.key for option in options])
        return next((option for option in options if [option.key] == list(named)), None) or degrees(key)

    facing: float = yield Choose("facing", who, (keep, *options), free, fighter, source, "degrees, anticlockwise from +x")
    return battle.changed(fighter, facing=facing)


def degrees(key: str) -> Option:
    """The option of facing so many degrees."""
    try:
        value = float(key)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise RulesError(f'"{key[:40]}" is no facing; give an enemy, "keep", or degrees such as 90')
    return Option(key, f"{value:g} degrees", value % 360.0)


def _hindrance(battle: Battle, fighter: str) -> str | Reason | None:
    if is_engaged(battle, fighter) and not skirmish_rules(battle).moves.engaged_turn:
        return Reason(f"{battle.called(fighter)} is engaged, and turns in a fight", "Turn to face")
    done = battle.activation.done if battle.activation is not None else ()
    if done and done[-1] == "retreat" and is_engaged(battle, fighter):
        # A retreat that comes off ends an inch away from all enemies.
        return f"{battle.called(fighter)} did not get away, and so has not moved"
    if done and done[-1] == "face":
        return f"{battle.called(fighter)} has just turned"
    if done and done[-1].removeprefix("free ") not in MOVING:
        return "one turns before the first action, and after moving"
    return None


def face(battle: Battle, fighter: str) -> Procedure[Battle]:
    """The fighter turns."""
    before = battle.model(fighter).facing
    battle = yield from choose_facing(battle, fighter, decides(battle, fighter))
    after = battle.model(fighter).facing
    turned = f"turns to {after:.0f} degrees" if after != before else "does not turn"
    yield Say(f"{battle.called(fighter)} {turned}", SOURCE, battle)
    return battle


FACE = Action("face", "Turn", "free", frozenset({"active", "engaged"}), _hindrance, face, SOURCE, counts=False)
