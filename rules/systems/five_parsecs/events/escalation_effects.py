"""What an escalation does. The text names nine effects and tells none of them: all that they do here is ours.

Source: five-parsecs, Escalation table.
"""

import numpy as np

from rules.engine.dice import halved
from rules.engine.procedure_steps import Procedure, Roll, Say, call
from rules.movement.direct_move import DirectMove, directly
from rules.skirmish.state.battle_navmesh import movement_rules, mover
from rules.skirmish.state.battle_sight import apart, table_of
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.placement import good_places
from rules.systems.five_parsecs.combat.fire_attack import attack_with, beside, fires, targets_of
from rules.systems.five_parsecs.combat.hit_rolls import FireAttack
from rules.systems.five_parsecs.conditions.battle_view import in_cover, in_sight
from rules.systems.five_parsecs.conditions.figure_now import guns_of, main_ai, may_fire, speed_now
from rules.systems.five_parsecs.conditions.marks import SHOCKED, STUNNED
from rules.systems.five_parsecs.conditions.side_marks import (
    CHANGED_PLANS,
    EFFECTS,
    INTENSE,
    OTHER_TACTICS,
    RUSHING,
    STEADIED,
)
from rules.systems.five_parsecs.events.arriving import arrive, arrive_at_enemy_edge, middle_of, on_edge, reinforcements, waiting
from rules.systems.five_parsecs.events.panic_dice import panic_range
from rules.systems.five_parsecs.events.random_figures import crew_there, enemies_there
from rules.systems.five_parsecs.events.table_edges import enemy_edge, neutral_edges
from rules.systems.five_parsecs.moving.closing_in import in_contact_with
from rules.systems.five_parsecs.roster.combat_sheet import AI_TYPES, AiType, enemies_of
from scene.base.errors import SceneError
from scene.geometry.mesh import Point

TACTICS: tuple[AiType, ...] = ("cautious", "aggressive", "tactical", "defensive", "rampaging")
"""What enemies may take up who change their tactics."""
TRIED = 8
"""Places at each height that are tried for a sniper."""
PACE = 1.0
"""Inches after which it is looked whether somebody who falls back has come into cover."""
ROUNDING = 1e-6


def morale_increase(battle: Battle) -> Procedure[Battle]:
    """The panic range is one face less for the rest of the battle."""
    gang = enemies_of(battle.setting)
    battle = battle.side_marked(gang, STEADIED, battle.side(gang).has(STEADIED) + 1)
    yield Say(f"the panic range of {battle.called(gang)} is {panic_range(battle)} now", EFFECTS, battle)
    return battle


def fighting_intensifies(battle: Battle) -> Procedure[Battle]:
    """Every enemy has one more combat skill in the next round."""
    battle = battle.side_marked(enemies_of(battle.setting), INTENSE, battle.round + 1)
    yield Say("every enemy has one more combat skill in the next round", EFFECTS, battle)
    return battle


def more_enemies(battle: Battle) -> Procedure[Battle]:
    """Up to three basic enemies come at the centre of their edge."""
    count = yield from _some(battle, "reinforcements")
    return (yield from arrive_at_enemy_edge(battle, reinforcements(battle, count), EFFECTS))


def ambush(battle: Battle) -> Procedure[Battle]:
    """Up to three basic enemies come at the centre of an edge by chance that is nobody's."""
    count = yield from _some(battle, "ambush")
    edges, size = neutral_edges(battle), battle.setting.table.size
    means = tuple((edge.called(size), ((number,),)) for number, edge in enumerate(edges, 1))
    (number,) = yield Roll("edge of the ambush", f"1 of {len(edges)}", enemies_of(battle.setting), source=EFFECTS, means=means)
    return (yield from arrive(battle, reinforcements(battle, count), on_edge(battle, edges[number - 1]), EFFECTS))


def _some(battle: Battle, what: str) -> Procedure[int]:
    (face,) = yield Roll(what, "D3", enemies_of(battle.setting), source=EFFECTS, tells="how many arrive")
    return halved(face)


def sniper(battle: Battle) -> Procedure[Battle]:
    """A specialist, or else a basic enemy, with a gun comes at the highest place on the enemies' half that sees anybody."""
    found = waiting(battle, enemies_of(battle.setting), "specialist", "basic")
    armed = [name for name in found if guns_of(battle, name)]
    if not armed:
        return (yield from arrive(battle, (), middle_of(battle), EFFECTS))
    place = vantage(battle, armed[0]) or on_edge(battle, enemy_edge(battle))
    return (yield from arrive(battle, armed[:1], place, EFFECTS))


def vantage(battle: Battle, fighter: str) -> Point | None:
    """The highest place on the enemies' half of the table from which one of the crew is seen, nearest to their edge.

    None where there is none. Of places at one height some, spread over all, are tried.
    """
    edge, size, crew = enemy_edge(battle), battle.setting.table.size, crew_there(battle)
    places = [
        place for place in good_places(battle, fighter, ()).tolist() if edge.inches_to(place, size) <= size[edge.axis] / 2
    ]
    for height in sorted({round(place[2], 2) for place in places}, reverse=True):
        level = [place for place in places if round(place[2], 2) == height]
        there = sorted(level, key=lambda place: edge.inches_to(place, size))
        rows = np.unique(np.linspace(0, len(there) - 1, TRIED).round().astype(int))
        for x, y, z in (there[row] for row in rows):
            seen = battle.changed(fighter, position=(x, y, z), whereabouts="table")
            if any(in_sight(seen, name, fighter) for name in crew):
                return x, y, z
    return None


def regroup(battle: Battle) -> Procedure[Battle]:
    """Enemies are stunned and shocked no more, and those in the open and in sight fall back into cover, or a full move."""
    for name in enemies_there(battle):
        battle = battle.marked(name, STUNNED, 0).marked(name, SHOCKED, 0)
        if exposed(battle, name):
            battle = fallen_back(battle, name)
    yield Say(f"all of {battle.called(enemies_of(battle.setting))} regroup", EFFECTS, battle)
    return battle


def exposed(battle: Battle, fighter: str) -> bool:
    """Whether anybody of another side sees somebody in the open."""
    foes = sorted((apart(battle, fighter, foe.id), foe.id) for foe in battle.foes(battle.model(fighter).gang))
    return any(in_sight(battle, foe, fighter) and not in_cover(battle, foe, fighter) for _, foe in foes)


def fallen_back(battle: Battle, fighter: str) -> Battle:
    """The battle with somebody a full move straight towards the enemies' edge, or only as far as to where he is not exposed."""
    most, edge, size = speed_now(battle, fighter), enemy_edge(battle), battle.setting.table.size
    x, y, z = battle.model(fighter).position
    goal: Point = (*edge.at((x, y)[1 - edge.axis] / size[1 - edge.axis], size), z)
    found = battle
    for inches in (*np.arange(PACE, most, PACE).tolist(), most):
        try:
            gone = directly(table_of(battle), mover(battle, fighter), goal, inches, rules=movement_rules(battle))
        except SceneError:
            return battle  # Whoever hangs on a face stays there.
        if not isinstance(gone, DirectMove) or gone.place is None:
            return found
        found = battle.changed(fighter, position=gone.place)
        if not exposed(found, fighter):
            break
    return found


def covering_fire(battle: Battle) -> Procedure[Battle]:
    """Every enemy who can fires at the nearest of those he can fire at, and hits with a natural 6 only."""
    for name in enemies_there(battle):
        attack = _covering(battle, name)
        if attack is not None:
            battle = yield from call(fires, battle, attack)
    return battle


def _covering(battle: Battle, name: str) -> FireAttack | None:
    """What an enemy fires: the weapon with most shots, at as many as it can be fired at."""
    if not may_fire(battle, name) or in_contact_with(battle, name):
        return None
    for gun in sorted(guns_of(battle, name), key=lambda gun: -gun.shots):
        if targets := targets_of(battle, name, gun, turns=True):
            others = beside(battle, name, targets[0], gun, turns=True)[: gun.shots - 1]
            first = (targets[0],) * (gun.shots - len(others))
            attack = attack_with(battle, name, (gun.name,), (*first, *others))
            return FireAttack(name, attack.shots, "covering fire")
    return None


def unconventional_tactics(battle: Battle) -> Procedure[Battle]:
    """The enemies' main AI type is replaced by another one by chance for the rest of the battle."""
    gang = enemies_of(battle.setting)
    others = [kind for kind in TACTICS if kind != main_ai(battle)]
    means = tuple((kind, ((number,),)) for number, kind in enumerate(others, 1))
    (number,) = yield Roll("tactics", f"1 of {len(others)}", gang, source=EFFECTS, means=means)
    kind = others[number - 1]
    battle = battle.side_marked(gang, CHANGED_PLANS, 0).side_marked(gang, OTHER_TACTICS, AI_TYPES.index(kind) + 1)
    yield Say(f"all of {battle.called(gang)} are {kind} now", EFFECTS, battle)
    return battle


def rush_attack(battle: Battle) -> Procedure[Battle]:
    """In the next round all enemies rampage, and move two inches farther."""
    battle = battle.side_marked(enemies_of(battle.setting), RUSHING, battle.round + 1)
    yield Say('in the next round all enemies rampage, and move 2" farther', EFFECTS, battle)
    return battle
