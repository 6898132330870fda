"""Scores of shots: what they are worth to the program, by range and cover.

What blasts and templates do to others beside the target counts as well.
"""

import math
from functools import lru_cache

import numpy as np

from rules.hazards.blast_marker import FARTHEST, SYMBOL
from rules.hazards.blast_placement import good_place
from rules.hazards.flame_hits import FLAME
from rules.hazards.flame_placement import within_reach
from rules.roster.weapon import WeaponProfile
from rules.skirmish.opponent.attack_estimate import hit_chance, worth_of_hits
from rules.skirmish.opponent.sight_estimate import COVERS
from rules.skirmish.shooting.flame_attack import sprays
from rules.skirmish.shooting.shot_hit_roll import WORSE, Gun, shot_at, turned_to
from rules.skirmish.state.battle_sight import engaged, figure_of, table_of
from rules.skirmish.state.battle_state import Battle, FighterState
from rules.skirmish.state.characteristics import profile_now
from rules.skirmish.state.skirmish_rules import Shooting, skirmish_rules
from scene.geometry.mesh import FloatArray, Point
from scene.table.footprints import plan_disc

SHORT, LONG = 0, 1
ROUGH = 1.0
"""Inches between the places for a marker that are looked at to begin with."""
SPARED, FARTHER = 0.25, 0.5
"""What a friend counts near the target of a blast, and an enemy farther than a radius away, of what they are worth."""
SPARE = 0.6
"""Inches by which a template is taken to be shorter than it is: who is reached by a hair moves."""


@lru_cache(maxsize=1024)
def shot_table(battle: Battle, shooter: str, target: str, guns: tuple[Gun, ...], *, aimed: bool = False) -> FloatArray:
    """(guns, 2, 4) what each gun's shot is worth at short and long range, by the target's cover as in `COVERS`."""
    return np.array([_gun_table(battle, shooter, target, gun, aimed=aimed, twin=len(guns) > 1) for gun in guns])


def _gun_table(battle: Battle, shooter: str, target: str, gun: Gun, *, aimed: bool, twin: bool) -> FloatArray:
    skill, model, profile = profile_now(battle, shooter).ballistic_skill, battle.model(target), gun.profile
    lies, numbers = model.status != "standing", skirmish_rules(battle).shooting
    of_hit, strays = worth_of_hits(battle, shooter, target, profile), 0.0
    if profile.has("blast"):
        of_hit += beside(battle, shooter, target, profile)
        strays = still_hits(profile.number("blast"), figure_of(battle, target).base_radius)
    if profile.has("template"):
        return np.array([0.0, of_hit, of_hit, of_hit])[None].repeat(2, axis=0)
    thrown, accuracies = profile.has("grenade"), (profile.accuracy_short, profile.accuracy_long)
    seen, chance = _chances(numbers, skill, accuracies, aimed - twin, lies, thrown, model.hard_target)
    return np.asarray(seen * (chance + (1.0 - chance) * strays) * of_hit)


def hit_table(battle: Battle, shooter: str, target: str, gun: Gun, *, twin: bool = False) -> FloatArray:
    """(2, 4) how likely a gun's shot hits at short and long range, by the target's cover as in `COVERS`; a template always."""
    skill, model, profile = profile_now(battle, shooter).ballistic_skill, battle.model(target), gun.profile
    if profile.has("template"):
        return np.array([0.0, 1.0, 1.0, 1.0])[None].repeat(2, axis=0)
    accuracies, lies = (profile.accuracy_short, profile.accuracy_long), model.status != "standing"
    numbers = skirmish_rules(battle).shooting
    seen, chance = _chances(numbers, skill, accuracies, -int(twin), lies, profile.has("grenade"), model.hard_target)
    return np.asarray(seen * chance)


@lru_cache(maxsize=1024)
def _chances(
    numbers: Shooting,
    skill: int,
    accuracies: tuple[int, int],
    amount: int,
    lies: bool,  # noqa: FBT001 - cached by place
    thrown: bool,  # noqa: FBT001
    hard: bool,  # noqa: FBT001
) -> tuple[FloatArray, FloatArray]:
    """(4,) 1 for covers in which somebody can be shot at, and (2, 4) the chances of hits at short and long range."""
    seen, found = np.zeros(len(COVERS)), np.zeros((2, len(COVERS)))
    for number, cover in enumerate(COVERS):
        # Who lies in cover is in hiding.
        if cover == "none-seen" or (lies and cover != "open"):
            continue
        seen[number], met = 1.0, WORSE[cover] if thrown else cover
        for band in (SHORT, LONG):
            harder = lies and band == LONG
            found[band, number] = hit_chance(numbers, skill, accuracies[band] + amount - harder, met, hard=hard)
    return seen, found


def range_of(profile: WeaponProfile) -> float:
    """Inches within which somebody can be hit."""
    return FLAME.length - SPARE if profile.has("template") else profile.long or 0.0


def still_hits(size: float, base: float) -> float:
    """How likely a marker that was put over somebody's middle, and scatters, still touches his base on open ground.

    It does while it goes no farther than the radii of both; a 1 with the hit symbol is a dud or a misfire.
    """
    reach = size / 2.0 + base
    return sum((1.0 - SYMBOL * (inches == 1)) * (inches <= reach) for inches in range(1, FARTHEST + 1)) / FARTHEST


def beside(battle: Battle, shooter: str, target: str, profile: WeaponProfile) -> float:
    """What it is worth that a blast at a target may hit those around him too; friends count against it.

    The marker need not lie over his middle: who is up to two radii away may be hit with him, and friends may be spared.
    """
    radius, gang = profile.number("blast") / 2.0, battle.model(shooter).gang
    total = 0.0
    for model in battle.on_table():
        away = _away(battle, target, model) / radius
        if model.id != target and away <= 2.0:
            share = -SPARED if model.gang == gang else 1.0 if away <= 1.0 else FARTHER
            total += share * worth_of_hits(battle, shooter, model.id, profile)
    return total


def _away(battle: Battle, target: str, model: FighterState) -> float:
    """Inches from the middle of a target's base to somebody's base."""
    middle, disc = battle.model(target).position, plan_disc(figure_of(battle, model.id))
    level = max(math.dist(middle[:2], disc.centre) - disc.radius, 0.0)
    return math.hypot(level, middle[2] - model.position[2])


def best_marker(battle: Battle, shooter: str, target: str, gun: Gun) -> Point | None:
    """Where a marker for a target is worth most; None where none may be put."""
    profile, own = gun.profile, battle.model(shooter).gang
    worth = {
        model.id: (-1.0 if model.gang == own else 1.0) * worth_of_hits(battle, shooter, model.id, profile)
        for model in battle.on_table()
    }
    return good_place(
        table_of(battle),
        shooter,
        float(profile.number("blast")),
        targets=(target,),
        reach=(profile.short or 0.0, profile.long or 0.0),
        hit_roll=float(shot_at(turned_to(battle, shooter, target), shooter, target, gun).chance),
        worth=worth,
        lobbed=profile.has("grenade"),
        spacing=ROUGH,
    )


def best_spray(battle: Battle, fighter: str, gun: Gun) -> tuple[float, str] | None:
    """What the best way to lay a template from where he is is worth, and whom it hits first; None where it hits no enemy."""
    own, table = battle.model(fighter).gang, table_of(battle)
    found = None
    near = [one.id for one in within_reach(table, table.figure(fighter))]
    # Whoever is in a fight with somebody who is hit is hit too.
    if not any(battle.model(one).gang != own or engaged(battle, one) for one in near):
        return found
    for _, flame in sprays(battle, fighter):
        foes = [name for name in flame.hits if battle.model(name).gang != own]
        value = sum((1.0 if name in foes else -1.0) * worth_of_hits(battle, fighter, name, gun.profile) for name in flame.hits)
        if foes and (found is None or value > found[0]):
            found = value, foes[0]
    return found
