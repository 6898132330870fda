"""The choice of a goal, where the program wants a fighter to go: loot, places to hold, home, or the enemy."""

import math
from collections import Counter
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

import numpy as np

from rules.sight.verdict import SightRules
from rules.skirmish.opponent.attack_estimate import blow_chance
from rules.skirmish.opponent.distance_estimate import walking_distance
from rules.skirmish.opponent.piece_choice import way_in
from rules.skirmish.opponent.shot_scores import range_of
from rules.skirmish.opponent.style import Style
from rules.skirmish.shooting.shoot_actions import guns_of
from rules.skirmish.state.battle_state import Battle, FighterState, TableObject
from rules.skirmish.state.scenario import HOLDING, area_of, objective_place, of, points
from rules.skirmish.state.skirmish_rules import skirmish_rules
from scene.geometry.mesh import Point

What = Literal["foe", "hold", "thing", "light", "home", "door"]
BESIDE = 0.9
"""Inches from the middle of a heavy thing at which it can surely be taken."""
BRAWLER = 0.6
"""Chance to strike somebody down with a charge from which on it is better than shooting."""
STEPPED_ON = 0.4
"""Inches from the middle of a light thing at which a base surely lies over it."""
CROWDED = 0.6
"""How much less a goal counts for each friend who is sent there."""
HELD, BOTH = 0.3, 0.5
"""How much a place still counts at which friends are: who comes too secures it, or helps against the enemies there."""
LATE = 2.5
"""How much more a place counts in the last round, when only who holds it matters."""
SAME_FLOOR = 0.5
"""Inches up or down within which somebody is at a place."""
HUNTING = 1.6
"""How much more going for the enemy counts once all of them lie."""
FINISHING = 0.6
"""Inches from middle to middle, more than that from base to base, at which somebody can surely be finished."""
AT_THE_DOOR = 0.5
"""Inches from where a door or its terminal is worked, at which somebody surely can."""
INWARDS = 1.0
"""Inches into the own area at which somebody is home for sure."""


@dataclass(frozen=True)
class Goal:
    """Something to go to.

    Attributes:
        what, name: what it is.
        place: where.
        near: inches from which going nearer does not help.
        weight: what a whole move toward it is worth.
        reward: what being there is worth.
    """

    what: What
    name: str
    place: Point
    near: float
    weight: float
    reward: float = 0.0


@lru_cache(maxsize=256)
def goal_of(battle: Battle, fighter: str, style: Style) -> Goal | None:
    """The best goal of a fighter; None where there is nothing to go to."""
    model = battle.model(fighter)
    if _loaded(battle, model):
        return _in_style(Goal("home", "", _home(battle, model), 0.2, 0.8), style)
    _, goal = _errands(battle, model.gang, style).get(fighter) or _favourite(_liked(battle, model, style), Counter())
    return None if goal is None else _by_the_door(battle, fighter, goal)


def prospect(battle: Battle, fighter: str, style: Style) -> float:
    """How much the goal of an operational fighter counts from where he is; 0 where there is nothing to go to."""
    return _errands(battle, battle.model(fighter).gang, style).get(fighter, (0.0, None))[0]


_Liked = tuple[float, Goal | None]


@lru_cache(maxsize=256)
def _errands(battle: Battle, gang: str, style: Style) -> dict[str, _Liked]:
    """The goals of all of a gang who may go anywhere, and how much they count: whoever suits a goal best is sent first."""
    models = [model for model in battle.on_table(gang) if model.operational and not _loaded(battle, model)]
    left = {model.id: _liked(battle, model, style) for model in models}
    sent, found = Counter[str](), dict[str, _Liked]()
    while left:
        best = {name: _favourite(liked, sent) for name, liked in left.items()}
        name = max(best, key=lambda one: best[one][0])
        goal = best[name][1]
        found[name] = best[name]
        sent[goal.name if goal is not None else ""] += 1
        del left[name]
    return found


def _favourite(liked: list[tuple[float, Goal]], sent: Counter[str]) -> _Liked:
    """The goal that counts most beside so many others who are sent to each."""
    crowded = ((value - CROWDED * sent[goal.name] * (goal.what != "foe"), number) for number, (value, goal) in enumerate(liked))
    value, number = max(crowded, key=lambda one: one[0], default=(0.0, -1))
    return value, liked[number][1] if liked else None


def _liked(battle: Battle, model: FighterState, style: Style) -> list[tuple[float, Goal]]:
    goals = [_in_style(goal, style) for goal in (*_loot(battle, model), *_holds(battle, model), *_foes(battle, model))]
    return [(_liking(battle, model, goal, style), goal) for goal in goals]


def _by_the_door(battle: Battle, fighter: str, goal: Goal) -> Goal:
    """A goal or, where no way leads to it or a long one, the door that has to be opened first."""
    door = way_in(battle, fighter, goal.place)
    return goal if door is None else replace(goal, what="door", place=door, near=AT_THE_DOOR)


def _in_style(goal: Goal, style: Style) -> Goal:
    share = style.eager if goal.what == "foe" else style.goals
    return replace(goal, weight=share * goal.weight, reward=share * goal.reward)


def _loaded(battle: Battle, model: FighterState) -> bool:
    return any(thing.holder == model.id for thing in battle.things)


def _liking(battle: Battle, model: FighterState, goal: Goal, style: Style) -> float:
    """How much a goal counts that nobody else is sent to: for what is there, less for the way to it."""
    if goal.what == "foe":
        return goal.weight * 3.0 - _flat(model.position, goal.place) / 40.0
    far = walking_distance(battle, model.id, goal.place, safe=style.goes_around)
    return goal.weight * 4.0 + goal.reward - far / 25.0


def _loot(battle: Battle, model: FighterState) -> list[Goal]:
    worth = _points(battle)
    own = area_of(battle, model.gang)
    found = []
    for thing in battle.things:
        if thing.holder and battle.model(thing.holder).gang == model.gang:
            continue
        if thing.holder:
            found.append(Goal("foe", thing.holder, thing.position, 2.0, 0.5))
        elif not own.holds(thing.position, battle.setting.table.size) or not thing.light:
            found.append(_thing(thing, worth.get(thing.id, 1)))
    return found


def _thing(thing: TableObject, worth: int) -> Goal:
    near = STEPPED_ON if thing.light else BESIDE
    return Goal("light" if thing.light else "thing", thing.id, thing.position, near, 0.3 + 0.1 * worth, 0.4)


def _holds(battle: Battle, model: FighterState) -> list[Goal]:
    scenario = of(battle)
    if scenario is None:
        return []
    near = HOLDING + battle.card(model.id).base_mm / 50.8 - 0.1
    places = {one: objective_place(battle, one) for one in scenario.objectives if not one.loot}
    gains = {one: one.points * _changes(battle, model, place, near) for one, place in places.items()}
    late = LATE if last_round(battle) else 1.0
    return [
        Goal("hold", one.id, place, near, late * (0.25 + 0.1 * gains[one]), late * 0.3 * gains[one])
        for one, place in places.items()
    ]


def last_round(battle: Battle) -> bool:
    """Whether points are what the battle is for, and this round is the last in which any are scored."""
    scenario = of(battle)
    return scenario is not None and scenario.victory == "points" and 0 < scenario.rounds <= battle.round


def nothing_to_lose(battle: Battle, gang: str) -> float:
    """How little a gang has to lose, 0 to 1: nothing in the last round, where the enemy scores nothing for whom he takes out.

    Nor has one that is behind on points: it has the less to lose the more of the battle is over.
    """
    scenario = of(battle)
    if scenario is None or scenario.victory != "points" or not scenario.rounds:
        return 0.0
    if last_round(battle) and not scenario.points_for_casualties:
        return 1.0
    others = max((points(battle, side) for side in battle.sides if side.id != gang), default=0)
    return battle.round / scenario.rounds if points(battle, battle.side(gang)) < others else 0.0


def _changes(battle: Battle, model: FighterState, place: Point, near: float) -> float:
    """How much of the points of a place a fighter's being there changes: it is held by who is there alone."""
    there = [one for one in battle.on_table() if one.id != model.id and one.operational and _close(one, place, near)]
    own = any(one.gang == model.gang for one in there)
    foes = any(one.gang != model.gang for one in there)
    return (BOTH if foes else HELD) if own else 1.0


def _close(model: FighterState, place: Point, near: float) -> bool:
    return _flat(model.position, place) <= near and abs(model.position[2] - place[2]) <= SAME_FLOOR


def _foes(battle: Battle, model: FighterState) -> list[Goal]:
    """The nearest enemy who is not seriously injured or, where all are, the nearest one."""
    foes = [foe for foe in battle.foes(model.gang) if foe.status != "seriously_injured"] or list(battle.foes(model.gang))
    if not foes:
        return []
    foe = min(foes, key=lambda one: (_flat(one.position, model.position), one.id))
    eager = 0.22 + 0.03 * battle.round
    if all(one.status != "standing" for one in foes):
        # Who lies in cover is in hiding: he is gone to where nothing covers him, and whoever is helpless to be finished.
        return [Goal("foe", foe.id, foe.position, _hunted_from(battle, model.id, foe), HUNTING * eager)]
    return [Goal("foe", foe.id, foe.position, _distance_kept(battle, model.id, foe.id), eager)]


def _hunted_from(battle: Battle, fighter: str, foe: FighterState) -> float:
    """Inches from an enemy who lies, the last of them, at which he can be dealt with."""
    if foe.status == "seriously_injured":
        return FINISHING + skirmish_rules(battle).close_combat.coup_de_grace
    # Where nothing in between counts, nothing hides him.
    return min(_distance_kept(battle, fighter, foe.id), battle.setting.part(SightRules).point_blank)


def _distance_kept(battle: Battle, fighter: str, foe: str) -> float:
    """Inches from an enemy at which a fighter is where he wants to be: short range, or contact for those who brawl."""
    guns = [gun.profile for gun in guns_of(battle, fighter)]
    if not guns or blow_chance(battle, fighter, foe, charged=True) >= BRAWLER:
        return 1.5
    return max(profile.short or range_of(profile) / 2.0 for profile in guns) + 0.5


def _home(battle: Battle, model: FighterState) -> Point:
    """The nearest place in the own area, a little inside."""
    area, size = area_of(battle, model.gang), np.array(battle.setting.table.size)
    low, high = np.array(area.low) * size, np.array(area.high) * size
    inside = np.minimum(INWARDS, (high - low) / 2.0)
    x, y = np.clip(model.position[:2], low + inside, high - inside).tolist()
    return x, y, 0.0


def _points(battle: Battle) -> dict[str, int]:
    scenario = of(battle)
    return {one.id: one.points for one in scenario.objectives} if scenario is not None else {}


def _flat(one: Point, other: Point) -> float:
    return math.dist(one, other)
