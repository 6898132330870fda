"""Conditions that only the Arbiter's rules have: on fire, blind, caught in a web; and the weapon traits that bring them.

Source: arbiter, Status & Conditions. The text does not say which trait brings what: here the traits are called as the
conditions are, and every hit that is not kept off by a special save brings them.
"""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from rules.engagement import touch
from rules.engine.procedure_steps import Procedure, Roll, Say, call
from rules.skirmish.injury.hit_resolution import Hit, resolve_hits
from rules.skirmish.morale.aftermath import aftermath
from rules.skirmish.moving.forced_moves import runs_about
from rules.skirmish.moving.usual_traits import USUAL_TRAITS
from rules.skirmish.moving.walk_resolution import settled
from rules.skirmish.phases.rounds import priority_phase
from rules.skirmish.phases.turn_sequence import PRIORITY
from rules.skirmish.state.battle_navmesh import mover
from rules.skirmish.state.battle_rules import TraitEffect
from rules.skirmish.state.battle_sight import is_active, is_engaged
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.characteristics import modifier, success
from rules.skirmish.state.condition_marks import BLAZE, BLIND, DAZZLED, IMMOVABLE, WEBBED
from rules.skirmish.state.status_changes import pinned, seriously_injured

STRENGTH, AP, DAMAGE = 3, -1, 1
"""Of the hit on whoever burns. Source: arbiter, Blaze."""
PUT_OUT = 6
"""The score that puts a fire out."""
LYING = 2
"""What lying adds to it."""


def set_on_fire(battle: Battle, _attacker: str, target: str, _number: int) -> Procedure[Battle]:
    """He burns from now on."""
    if battle.model(target).has(BLAZE):
        return battle
    battle = battle.marked(target, BLAZE)
    yield Say(f"{battle.called(target)} is on fire", BLAZE.source, battle)
    return battle


def blinded(battle: Battle, _attacker: str, target: str, _number: int) -> Procedure[Battle]:
    """He loses his ready marker or, if he has none, the next one."""
    had = battle.model(target).ready
    battle = battle.marked(target, BLIND if had else DAZZLED).changed(target, ready=False)
    loses = "loses the ready marker" if had else "will lose the next ready marker"
    yield Say(f"{battle.called(target)} is blind and {loses}", BLIND.source, battle)
    return battle


def webbed(battle: Battle, _attacker: str, target: str, _number: int) -> Procedure[Battle]:
    """He lies as if he were seriously injured."""
    if battle.model(target).status == "seriously_injured":
        return battle
    battle = seriously_injured(battle, target).marked(target, WEBBED)
    yield Say(f"{battle.called(target)} is caught in a web and counts as seriously injured", WEBBED.source, battle)
    return battle


def quakes(battle: Battle, _attacker: str, target: str, _number: int) -> Procedure[Battle]:
    """Pins also whoever is immovable, whom nothing else pins. Source: arbiter, Tank."""
    if not (battle.model(target).has(IMMOVABLE) and battle.model(target).on_feet) or is_engaged(battle, target):
        return battle
    battle = battle.changed(target, status="pinned", hard_target=False)
    yield Say(f"{battle.called(target)} is pinned all the same: the ground shakes", IMMOVABLE.source, battle)
    return battle


def burns(battle: Battle, fighter: str) -> Procedure[Battle]:
    """Whoever burns is hit when he is activated, runs about, and drops; then the fire may go out.

    As after any other hit, friends of whoever goes down test their nerve, and who comes to lie near an edge may fall.
    Source also: arbiter, Action Phase, Nerve Test; main-rulebook, Falling hazards.
    """
    if not battle.model(fighter).has(BLAZE):
        return battle
    before, battle = battle, (yield from _burnt(battle, fighter))
    battle = yield from call(aftermath, before, battle)
    before, battle = battle, (yield from _runs_burning(battle, fighter))
    battle = yield from settled(before, battle)
    before, battle = battle, _drops(battle, fighter)
    battle = yield from call(aftermath, before, battle)
    return (yield from _may_go_out(battle, fighter))


def burns_alone(battle: Battle, fighter: str) -> Procedure[Battle]:
    """The same as it was while it shook nobody, and nobody fell: for journals that were begun then."""
    if not battle.model(fighter).has(BLAZE):
        return battle
    battle = yield from _burnt(battle, fighter)
    battle = yield from _runs_burning(battle, fighter)
    return (yield from _may_go_out(_drops(battle, fighter), fighter))


def _burnt(battle: Battle, fighter: str) -> Procedure[Battle]:
    yield Say(f"{battle.called(fighter)} burns", BLAZE.source, battle)
    return (yield from call(resolve_hits, battle, (Hit(fighter, "ranged", STRENGTH, AP, DAMAGE, weapon="fire"),)))


def _runs_burning(battle: Battle, fighter: str) -> Procedure[Battle]:
    if not battle.model(fighter).on_feet:
        return battle
    return (yield from call(runs_about, battle, fighter, "2D6", BLAZE.source))


def _drops(battle: Battle, fighter: str) -> Battle:
    return pinned(battle, fighter) if battle.model(fighter).on_table else battle


def _may_go_out(battle: Battle, fighter: str) -> Procedure[Battle]:
    """A die, with help and lying on the ground, puts the fire out."""
    if not battle.model(fighter).on_table:
        return battle
    why = tuple(modifier(1, f"{battle.called(one)} helps", BLAZE.source) for one in _helpers(battle, fighter))
    if battle.model(fighter).status != "standing":
        why = (*why, modifier(LYING, f"{battle.called(fighter)} lies", BLAZE.source))
    needed = PUT_OUT - sum(one.amount for one in why)
    good = frozenset(range(max(needed, 1), 7))
    put_out = Roll("putting the fire out", "D6", fighter, f"{max(needed, 1)}+", why, BLAZE.source, good, ("out", "burns on"))
    if (yield from success(put_out)):
        battle = battle.marked(fighter, BLAZE, 0)
        yield Say(f"{battle.called(fighter)} burns no longer", BLAZE.source, battle)
    return battle


def _helpers(battle: Battle, fighter: str) -> list[str]:
    """The active friends in contact."""
    own = mover(battle, fighter)
    friends = (one.id for one in battle.on_table(battle.model(fighter).gang) if one.id != fighter)
    return [one for one in friends if is_active(battle, one) and touch(own, mover(battle, one))]


def priority_and_blindness(battle: Battle) -> Procedure[Battle]:
    """The priority phase, in which the dazzled lose the ready marker that they would get."""
    battle = yield from priority_phase(battle)
    for model in battle.models:
        if model.has(DAZZLED):
            battle = battle.marked(model.id, DAZZLED, 0).marked(model.id, BLIND).changed(model.id, ready=False)
            yield Say(f"{battle.called(model.id)} is blind and gets no ready marker", BLIND.source, battle)
    return battle


PRIORITY_AND_BLINDNESS = replace(PRIORITY, does=priority_and_blindness)
EARLIER_TRAITS = {**USUAL_TRAITS, "blaze": set_on_fire, "flash": blinded, "web": webbed}
TRAITS: Mapping[str, TraitEffect] = MappingProxyType(EARLIER_TRAITS | {"seismic": quakes})
"""The text names `seismic` itself."""
