"""Deployment: fighters set up at the start, and reinforcements later. Source: main-rulebook, Deploying reinforcements.

The rulebook leaves the start to the scenario. Here the gangs select their tactic cards, then take turns to place one fighter
each in their areas; a roll-off says who begins.
"""

from dataclasses import replace

import numpy as np

from rules.body_limits import STEP
from rules.engine.dice import Faces, halved
from rules.engine.procedure_steps import Choose, Option, Procedure, Roll, Say, call
from rules.skirmish.phases.priority import highest
from rules.skirmish.phases.tactic_cards import select
from rules.skirmish.state.battle_rules import battle_rules
from rules.skirmish.state.battle_sight import figure_of
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.placement import Condition, an_inch_away, apart, good_places, suggested, typed_place
from rules.skirmish.state.scenario import area_of, of
from rules.skirmish.state.skirmish_rules import skirmish_rules
from scene.geometry.mesh import BoolArray, FloatArray, Point
from scene.walkable.agent_limits import EQUAL

DEPLOY = "Standard rules for deploying reinforcements"
SET_UP = "scenario: Deployment"
GROUND_LEVEL = STEP
"""Inches above the table's own surface that still are ground level: what one steps up to freely."""
ROUNDING = 1e-9
KINDS = {"where to set up": "where is he set up", "where to arrive": "where does he arrive"}
"""The kinds of these questions, as documents have had them from the first version on."""


def deploy(battle: Battle) -> Procedure[Battle]:
    """One fighter is placed; when all are, the first round begins."""
    waiting = [side.id for side in battle.sides if _to_place(battle, side.id)]
    if not waiting:
        return replace(battle, phase=battle_rules(battle).phases[0].key, turn="", order=())
    if (gang := next(iter(_without_cards(battle)), "")) and not battle.order:
        # A step of its own: who rules about a hand while the next one is under way finds the cards in it.
        return (yield from select(battle, gang, _cards_wanted(battle)))
    if not battle.order:
        battle = yield from _prepared(battle)
    turn = battle.order.index(battle.turn)
    gang = next(one for one in (*battle.order[turn:], *battle.order[:turn]) if one in waiting)
    fighter = _to_place(battle, gang)[0]
    battle = yield from set_up(battle, fighter)
    return replace(battle, turn=battle.order[(battle.order.index(gang) + 1) % len(battle.order)])


def _cards_wanted(battle: Battle) -> int:
    """How many tactic cards each gang with a deck selects."""
    scenario = of(battle)
    return scenario.cards if scenario is not None else 0


def _without_cards(battle: Battle) -> list[str]:
    """The gangs that have selected none yet."""
    decks = {gang.id: gang.deck for gang in battle.setting.gangs}
    return [side.id for side in battle.sides if _cards_wanted(battle) and side.deck and side.deck == decks[side.id]]


def _prepared(battle: Battle) -> Procedure[Battle]:
    """Who sets up first."""
    gangs = tuple(side.id for side in battle.sides)
    first = yield from highest(battle, gangs, "who sets up first", SET_UP)
    yield Say(f"first to set up: {battle.called(first)}", SET_UP)
    place = gangs.index(first)
    return replace(battle, order=(*gangs[place:], *gangs[:place]), turn=first)


def set_up(battle: Battle, fighter: str) -> Procedure[Battle]:
    """A fighter is placed in the area of his gang, or as near to it as there is room."""
    conditions = own_area(battle, battle.model(fighter).gang), an_inch_away(battle, fighter)
    options = suggested(battle, fighter, conditions)
    if not options:
        conditions = _near_area(battle, fighter, conditions[1]), conditions[1]
        options = suggested(battle, fighter, conditions)
    if not options:
        yield Say(f"there is no room on the table for {battle.called(fighter)}, who takes no part", SET_UP, battle)
        return battle.changed(fighter, whereabouts="fled")
    return (yield from _placed(battle, fighter, options, conditions, "where to set up", SET_UP))


def reinforcements(battle: Battle) -> Procedure[Battle]:
    """Each gang with fighters in reserve gets D3 of them, picked at random, in order of priority."""
    scenario = of(battle)
    if scenario is None or not 0 < scenario.reinforcements_from <= battle.round:
        return battle
    counts: dict[str, int] = {}
    for gang in battle.order:
        if reserve := _in_reserve(battle, gang):
            (face,) = yield Roll("reinforcements", "D3", gang, source=DEPLOY, tells="how many arrive")
            counts[gang] = min(halved(face), len(reserve))
            if not skirmish_rules(battle).reinforcements.in_turn:
                battle = yield from _arriving(battle, gang, counts.pop(gang))
    return (yield from _in_turn(battle, counts))


def _in_turn(battle: Battle, counts: dict[str, int]) -> Procedure[Battle]:
    """The gangs take turns to set up one each, in order of priority."""
    together: dict[str, tuple[str, ...]] = dict.fromkeys(counts, ())
    for number in range(max(counts.values(), default=0)):
        for gang in (gang for gang, count in counts.items() if number < count):
            battle, fighter = yield from _one_more(battle, gang, counts[gang] - number, together[gang])
            together[gang] = (*together[gang], fighter)
    return battle


def _arriving(battle: Battle, gang: str, count: int) -> Procedure[Battle]:
    together: tuple[str, ...] = ()
    for number in range(count):
        battle, fighter = yield from _one_more(battle, gang, count - number, together)
        together = (*together, fighter)
    return battle


def _one_more(battle: Battle, gang: str, count: int, together: tuple[str, ...]) -> Procedure[tuple[Battle, str]]:
    """The next reinforcement of a gang arrives, one of so many who still come; those who came before him are together."""
    left = tuple(name for name in _in_reserve(battle, gang) if name not in together)
    # Nothing is left to chance where all of them come.
    fighter = left[0] if len(left) == count else (yield from call(picked, gang, left, tuple(map(battle.called, left))))
    return (yield from arrive(battle, fighter, together)), fighter


def picked(gang: str, fighters: tuple[str, ...], names: tuple[str, ...] = ()) -> Procedure[str]:
    """One of several at random, by two dice; what lies beyond the last whole round of numbers is rolled again.

    Args:
        names: what sentences call them; their ids by default.
    """
    results: list[Faces] = [(tens, ones) for tens in range(1, 7) for ones in range(1, 7)]
    count = len(fighters)
    beyond = len(results) - len(results) % max(count, 1)
    means = [(name, tuple(results[number:beyond:count])) for number, name in enumerate(names or fighters)]
    means += [("rolled again", tuple(results[beyond:]))] if beyond < len(results) else []
    while count > 1:
        faces: Faces = yield Roll("who arrives", "D66", gang, source=DEPLOY, means=tuple(means))
        number = results.index(faces)
        if number < beyond:
            return fighters[number % count]
    return fighters[0]


def arrive(battle: Battle, fighter: str, together: tuple[str, ...]) -> Procedure[Battle]:
    """A reinforcement is placed; where there is no room at all he stays in reserve.

    Args:
        together: who was picked before him this round; those of them who are on the table.
    """
    conditions = arrival_places(battle, fighter, tuple(name for name in together if battle.model(name).on_table))
    options = suggested(battle, fighter, conditions)
    if not options:
        yield Say(f"there is no room for {battle.called(fighter)}, who stays in reserve", DEPLOY, battle)
        return battle
    battle = battle.changed(fighter, arrived=battle.round)
    return (yield from _placed(battle, fighter, options, conditions, "where to arrive", DEPLOY))


def _placed(
    battle: Battle, fighter: str, options: tuple[Option, ...], conditions: tuple[Condition, ...], what: str, source: str
) -> Procedure[Battle]:
    """The player places a fighter, who looks to the middle of the table."""
    gang, free = battle.model(fighter).gang, typed_place(battle, fighter, conditions)
    asked = Choose(what, gang, options, free, about=fighter, source=source, hint="x y or x y z, in inches", kind=KINDS[what])
    place: Point = yield asked
    long, wide = battle.setting.table.size
    facing = float(np.degrees(np.arctan2(wide / 2.0 - place[1], long / 2.0 - place[0]))) % 360.0
    battle = battle.changed(fighter, position=place, facing=round(facing, 3), whereabouts="table")
    yield Say(f"{battle.called(fighter)} is placed", source, battle)
    return battle


def arrival_places(battle: Battle, fighter: str, together: tuple[str, ...]) -> tuple[Condition, ...]:
    """Where a reinforcement may be placed: by the standard rules or, if no place is like that, as far from enemies as can be.

    Then he comes on ground level at an edge near the others of his gang who arrive if there is room, else at an edge, else
    anywhere on ground level.
    """
    on_ground, near_edge, near_others, far = standard_places(battle, fighter, together)
    if len(good_places(battle, fighter, (on_ground, near_edge, near_others, far))):
        return on_ground, near_edge, near_others, far
    inch = an_inch_away(battle, fighter)
    tries: tuple[tuple[Condition, ...], ...] = ((inch, on_ground, near_edge, near_others), (inch, on_ground, near_edge))
    for conditions in tries:
        if len(places := good_places(battle, fighter, conditions)):
            return (*conditions, _farthest(battle, fighter, places))
    return inch, on_ground, _farthest(battle, fighter, good_places(battle, fighter, (inch, on_ground)))


def standard_places(battle: Battle, fighter: str, together: tuple[str, ...]) -> tuple[Condition, ...]:
    """What holds of reinforcements by the standard rules: on the ground, near an edge, near each other, far from enemies."""
    own, size = figure_of(battle, fighter), np.array(battle.setting.table.size)
    number = skirmish_rules(battle).reinforcements
    spread = np.inf if number.together is None else number.together
    others = [figure_of(battle, name) for name in together]

    def on_ground(places: FloatArray) -> BoolArray:
        return np.asarray(np.abs(places[:, 2]) <= GROUND_LEVEL + EQUAL)

    def near_edge(places: FloatArray) -> BoolArray:
        to_edge = np.minimum(places[:, :2], size - places[:, :2]).min(axis=1)
        return np.asarray(to_edge - own.base_radius <= number.edge + ROUNDING)

    def near_others(places: FloatArray) -> BoolArray:
        near = np.ones(len(places), dtype=bool)
        for other in others:
            near &= apart(own, places, [other]) <= spread + ROUNDING
        return near

    return (
        Condition("reinforcements come on ground level", on_ground),
        Condition(f'reinforcements come within {number.edge:g}" of an edge', near_edge),
        Condition(f'reinforcements come within {spread:g}" of each other', near_others),
        Condition(
            f'reinforcements keep {number.enemies:g}" away from enemies',
            lambda places: np.asarray(_from_foes(battle, fighter, places) >= number.enemies - ROUNDING),
        ),
    )


def _farthest(battle: Battle, fighter: str, places: FloatArray) -> Condition:
    """As far from enemies as the farthest of these places (n, 3)."""
    best = float(_from_foes(battle, fighter, places).max(initial=0.0))
    return Condition(
        f'reinforcements come as far from enemies as there is room, {best:.1f}"',
        lambda places: np.asarray(_from_foes(battle, fighter, places) >= best - 1e-6),
    )


def _from_foes(battle: Battle, fighter: str, places: FloatArray) -> FloatArray:
    """(n,) inches from a fighter at places (n, 3) to the nearest enemy; infinite where there is none."""
    foes = [figure_of(battle, model.id) for model in battle.foes(battle.model(fighter).gang)]
    return apart(figure_of(battle, fighter), places, foes)


def own_area(battle: Battle, gang: str) -> Condition:
    """In the area in which a gang sets up."""
    low, high = set_up_corners(battle, gang)
    corners = f'x from {low[0]:.1f} to {high[0]:.1f}", y from {low[1]:.1f} to {high[1]:.1f}"'
    return Condition(
        f"that is outside the area in which {battle.called(gang)} sets up: {corners}",
        lambda places: np.asarray(((places[:, :2] >= low - 1e-9) & (places[:, :2] <= high + 1e-9)).all(axis=1)),
    )


def _near_area(battle: Battle, fighter: str, other: Condition) -> Condition:
    """As near to the area of a fighter's gang as there is room."""
    low, high = set_up_corners(battle, battle.model(fighter).gang)

    def outside(places: FloatArray) -> FloatArray:
        return np.asarray(np.hypot(*(places[:, :2] - places[:, :2].clip(low, high)).T))

    least = float(outside(good_places(battle, fighter, (other,))).min(initial=np.inf))
    return Condition(
        f'there is no room in the area; the nearest is {least:.1f}" off',
        lambda places: np.asarray(outside(places) <= least + 1e-6),
    )


def set_up_corners(battle: Battle, gang: str) -> tuple[FloatArray, FloatArray]:
    """(2,) and (2,) inches: two corners of where a gang sets up."""
    area, size = area_of(battle, gang), np.array(battle.setting.table.size)
    return np.array(area.low) * size, np.array(area.high) * size


def _to_place(battle: Battle, gang: str) -> tuple[str, ...]:
    """Who of a gang is still to be set up; the scenario may hold some back."""
    scenario = of(battle)
    own = [model for model in battle.models if model.gang == gang]
    crew = scenario.crew if scenario is not None and scenario.crew else len(own)
    return tuple(model.id for model in own[:crew] if model.whereabouts == "reserve")


def _in_reserve(battle: Battle, gang: str) -> tuple[str, ...]:
    return tuple(model.id for model in battle.models if model.gang == gang and model.whereabouts == "reserve")
