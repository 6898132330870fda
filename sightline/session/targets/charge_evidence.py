"""The evidence on a charge: the way there with its checks, the chance to arrive, and what the free attack does then.

Sources: main-rulebook, Active; Engaging an enemy; Movement; Close combat.
"""

from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

from rules.engagement import ONE_INCH
from rules.movement.engaging_paths import Engagement
from rules.skirmish.moving.contact_resolution import engagement
from rules.skirmish.moving.walk_resolution import toward
from rules.skirmish.shooting.shot_hit_roll import range_to
from rules.skirmish.state.battle_navmesh import mover
from rules.skirmish.state.battle_sight import engaged
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.status_changes import stood_up, without_hard_target
from scene.measuring.distance import nearest
from sightline.session.targets.check_chances import arrival_chance, check_chances
from sightline.session.targets.target_evidence import Arrival, TargetEvidence, of_fight

REACHED_OVER = ONE_INCH
"""Inches over which somebody behind a barricade counts as met. Source: main-rulebook, Base to base."""


@lru_cache(maxsize=256)
def of_charge(battle: Battle, fighter: str, target: str, reach: tuple[tuple[float, Fraction], ...]) -> TargetEvidence:
    """What is known of somebody whom a fighter may charge, with inches that he may have and the chance of each.

    Chances are those of the free attack, once he is there; who lies seriously injured is given the coup de grace.
    """
    shown = TargetEvidence(target, target, battle.called(target), distance=range_to(battle, fighter, target))
    least, most = reach[0][0], reach[-1][0]
    if far := too_far(battle, fighter, target, most):
        # Looking for a way may take seconds.
        return replace(shown, why_not=far)
    found = engagement(battle, fighter, (target,))
    if not isinstance(found, Engagement):
        return replace(shown, why_not=found.why)
    if target not in found.engaged and battle.model(target).status != "seriously_injured":
        return replace(shown, why_not=f"{battle.all_called(found.engaged)} would be met on the way")
    cost = found.path.cost
    chance = float(sum(share * arrival_chance(battle, fighter, found.path, inches) for inches, share in reach))
    if chance == 0.0:
        return replace(shown, why_not=f'the way takes {cost:.1f}", more than the {most:g}" of the charge')
    shown = replace(shown, arrival=Arrival(cost, least, most, check_chances(battle, fighter, found.path), chance))
    there = _arrived(battle, fighter, found)
    met = target if target in engaged(there, fighter) else next(iter(engaged(there, fighter)), None)
    if met is None:
        return replace(shown, notes=("a coup de grace follows: out of action without a roll",))
    fight = of_fight(there, fighter, met)
    who = battle.called(met)
    way, notes = (fight.way, ()) if met == target else (f"{fight.way}, at {who}", (f"it ends at {who}, at whom the blows go",))
    return replace(shown, way=way, chances=fight.chances, notes=notes)


@lru_cache(maxsize=256)
def too_far(battle: Battle, fighter: str, target: str, inches: float) -> str:
    """That somebody is farther off than so many inches, so that no way is short enough; empty where it has to be looked for."""
    level = nearest(mover(battle, fighter), mover(battle, target)).horizontal
    return f'out of reach with {inches:g}": {level:.1f}" away' if level > inches + REACHED_OVER else ""


def _arrived(battle: Battle, fighter: str, found: Engagement) -> Battle:
    """The battle as it is once he is in contact: whoever lay pinned there stands up, nobody engaged is a hard target."""
    there = battle.changed(fighter, position=found.place, climb=None, status="standing")
    for name, place in found.moved.items():
        there = there.changed(name, position=place)
    for name in engaged(there, fighter):
        if there.model(name).status == "pinned":
            there = stood_up(there, name)
    met = engaged(there, fighter)
    if met:
        there = there.changed(fighter, facing=toward(there, fighter, there.model(met[0]).position))
    there = without_hard_target(there)
    acting = there.activation
    return there if acting is None else replace(there, activation=replace(acting, charged=True))
