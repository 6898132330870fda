"""A scenario as a value: who stands where at first, what is at stake, and when it is over.

The rulebook leaves scenarios to other books. What is here covers its own hooks: deployment, reinforcements, objects that are
carried, tactic cards, the end of the round and of the battle.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from rules.skirmish.state.battle_navmesh import navmesh_for
from rules.skirmish.state.battle_sight import figure_of, terrain_of
from rules.skirmish.state.battle_state import Battle, FighterState, GangState
from rules.skirmish.state.skirmish_rules import skirmish_rules
from scene.geometry.mesh import Point
from scene.measuring.distance import blocked_by, nearest
from scene.navmesh.navmesh import NavMesh
from scene.pathfinding.region_lookup import nearest_on_navmesh

Victory = Literal["last standing", "points"]
HOLDING = 1.0
"""Inches, without a wall between, from an objective to the base of whoever holds it."""


@dataclass(frozen=True)
class Area:
    """A rectangle of the table, in shares of its sides.

    Attributes:
        low, high: corners, 0 to 1.
    """

    low: tuple[float, float]
    high: tuple[float, float]

    def holds(self, place: tuple[float, ...], size: tuple[float, float]) -> bool:
        """Whether a place, inches, lies in it on a table of that size."""
        sides = zip(place, self.low, self.high, size, strict=False)
        return all(low * side - 1e-9 <= x <= high * side + 1e-9 for x, low, high, side in sides)


@dataclass(frozen=True)
class Objective:
    """What is at stake.

    Attributes:
        id: by which it is told from all else.
        position: in shares of the table's sides.
        points: for holding it at the end of each round or, for loot, for getting it into the own area.
        loot: whether it can be carried off.
        light: whether loot is picked up by moving over it.
        name: what sentences call it; its id, where it is empty.
        locked: whether loot is in a casket with a lock, which rules that know of such open first.
    """

    id: str
    position: tuple[float, float]
    points: int = 1
    loot: bool = False
    light: bool = False
    name: str = ""
    locked: bool = False


@dataclass(frozen=True, eq=False)
class Scenario:
    """A scenario.

    Attributes:
        name: for people.
        description: what it is about, for people.
        areas: where each gang sets up, in the order of the gangs.
        rounds: after how many it ends; 0 for no limit.
        crew: fighters of each gang, the first of its file, who are there from the start; 0 for all. The others are
            reinforcements, or stay away if there are none.
        reinforcements_from: the first round in which some arrive; 0 for none.
        objectives: what is at stake.
        victory: who wins: the last gang on the battlefield, or the one with the most points when it is over.
        points_for_casualties: for each enemy lost.
        cards: tactic cards that each gang selects before the battle, if it has a deck.
    """

    name: str
    areas: tuple[Area, ...]
    rounds: int = 0
    crew: int = 0
    reinforcements_from: int = 0
    objectives: tuple[Objective, ...] = ()
    victory: Victory = "last standing"
    points_for_casualties: int = 0
    cards: int = 0
    description: str = ""

    @property
    def names(self) -> dict[str, str]:
        """What is at stake and has a name of its own, by id."""
        return {objective.id: objective.name for objective in self.objectives if objective.name}


def of(battle: Battle) -> Scenario | None:
    """The scenario that a battle is fought by; None if by none."""
    found = battle.setting.scenario
    return found if isinstance(found, Scenario) else None


def area_of(battle: Battle, gang: str) -> Area:
    """Where a gang sets up; the whole table without a scenario."""
    scenario = of(battle)
    if scenario is None:
        return Area((0.0, 0.0), (1.0, 1.0))
    return scenario.areas[[one.id for one in battle.setting.gangs].index(gang)]


def scored(battle: Battle) -> Battle:
    """The points of a round that is ending: for places held and for loot brought home."""
    for objective, holder in scorers(battle):
        battle = battle.side_changed(holder, score=battle.side(holder).score + worth(battle, objective))
        if objective.loot:
            battle = _taken_away(battle, objective.id)
    return battle


def worth(battle: Battle, objective: Objective) -> int:
    """The points of an objective; a casket that was smashed open is worth one less."""
    smashed = any(thing.id == objective.id and thing.smashed for thing in battle.things)
    return max(objective.points - smashed, 0)


def scorers(battle: Battle) -> tuple[tuple[Objective, str], ...]:
    """What scores now, each with the gang that it scores for."""
    scenario = of(battle)
    objectives = scenario.objectives if scenario is not None else ()
    held = ((one, _home(battle, one) if one.loot else _held_by(battle, one)) for one in objectives)
    return tuple((objective, gang) for objective, gang in held if gang)


def decided(battle: Battle) -> str | None:
    """Who has won when a round ends, "" for nobody; None if the battle goes on."""
    left = [side for side in battle.sides if any(battle.on_table(side.id)) or _to_come(battle, side.id)]
    scenario = of(battle)
    over = len(left) <= 1 or (scenario is not None and 0 < scenario.rounds <= battle.round)
    return ahead(battle) if over else None


def ahead(battle: Battle) -> str:
    """Who wins if the battle is over now, "" for nobody."""
    scenario = of(battle)
    if scenario is None or scenario.victory == "last standing":
        left = [side for side in battle.sides if any(battle.on_table(side.id)) or _to_come(battle, side.id)]
        return left[0].id if len(left) == 1 else ""
    ranked = sorted(battle.sides, key=lambda side: -points(battle, side))
    return "" if len(ranked) > 1 and points(battle, ranked[0]) == points(battle, ranked[1]) else ranked[0].id


def over_words(battle: Battle) -> str:
    """How a battle that is over has ended, for people."""
    return f"won by {battle.called(battle.winner)}" if battle.winner else "nobody wins"


def points(battle: Battle, side: GangState) -> int:
    """What a gang has scored so far."""
    scenario = of(battle)
    each = scenario.points_for_casualties if scenario else 0
    return side.score + each * sum(other.lost for other in battle.sides if other.id != side.id)


def objective_place(battle: Battle, objective: Objective) -> Point:
    """Where an objective lies, inches: on the ground nearest to where the scenario puts it on the table's own surface.

    It lies where it was put, whatever doors open later.
    """
    x, y = (share * side for share, side in zip(objective.position, battle.setting.table.size, strict=True))
    return _on_ground(navmesh_for(replace(battle, pieces=()), battle.models[0].id), (x, y, 0.0))


@lru_cache(maxsize=256)
def _on_ground(navmesh: NavMesh, place: Point) -> Point:
    return nearest_on_navmesh(navmesh, place) or place


def _held_by(battle: Battle, objective: Objective) -> str:
    """The one gang with operational fighters at an objective."""
    place = objective_place(battle, objective)
    gangs = {model.gang for model in battle.on_table() if model.operational and _near(battle, model, place)}
    return gangs.pop() if len(gangs) == 1 else ""


def _near(battle: Battle, model: FighterState, place: Point) -> bool:
    """Whether a fighter's base is near a place, with no wall between. Source: main-rulebook, Measurements."""
    figure = figure_of(battle, model.id)
    near = nearest(figure, place).distance <= HOLDING + 1e-9
    return near and not blocked_by(terrain_of(battle), figure, place)


def _home(battle: Battle, objective: Objective) -> str:
    """The gang whose fighter carries a thing in the gang's own area."""
    for thing in battle.things:
        if thing.id != objective.id or not thing.holder:
            continue
        if not (thing.locked and skirmish_rules(battle).carrying.locks):
            model = battle.model(thing.holder)
            if area_of(battle, model.gang).holds(model.position, battle.setting.table.size):
                return model.gang
    return ""


def _taken_away(battle: Battle, thing: str) -> Battle:
    for model in battle.models:
        if model.carries == thing:
            battle = battle.changed(model.id, carries="")
    return replace(battle, things=tuple(one for one in battle.things if one.id != thing))


def _to_come(battle: Battle, gang: str) -> bool:
    """Whether somebody of a gang may still arrive; who is neither crew nor reinforcement takes no part."""
    scenario = of(battle)
    if scenario is None or not scenario.reinforcements_from:
        return False
    return any(model.whereabouts == "reserve" for model in battle.models if model.gang == gang)
