"""What the program's models do in the move phase: who shoots, who goes where, who goes into contact."""

import math
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from rules.engine.procedure_steps import Choose
from rules.movement.engaging_paths import Engagement
from rules.skirmish.moving.contact_resolution import engagement
from rules.skirmish.moving.walk_preview import WalkPreview
from rules.skirmish.opponent.distance_estimate import distance_field
from rules.skirmish.state.battle_sight import apart, engaged, figure_of
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.placement import apart as room
from rules.skirmish.state.placement import written
from rules.skirmish.state.scenario import objective_place, of
from rules.systems.combat_pool.conditions.model_marks import MOVED, STUNNED
from rules.systems.combat_pool.conditions.model_now import is_stunned, loaded, move_now, sheet
from rules.systems.combat_pool.conditions.riding import moves_as
from rules.systems.combat_pool.program.combat_answers import fighting_worth, harm
from rules.systems.combat_pool.program.styles import Style
from rules.systems.combat_pool.shooting.missile_attack import shot_at, targets
from rules.systems.combat_pool.shooting.shot_odds import shot_odds
from scene.geometry.mesh import FloatArray, Point

STEP = 1.0
"""Inches that are worth a move."""
ROOM = 2.0
"""Inches between models that are set up."""
CLOSE = 1.0
"""Inches from what is held."""
THREAT = 3.0
"""Inches more than its move from which an enemy may come into contact soon."""
BASES = 2.0
"""Inches by which the way from middle to middle may be longer than that into contact."""


def set_up(battle: Battle, question: Choose, _style: Style) -> str:
    """As near to what is at stake, or to the middle, as there is room among the others."""
    goals = _goals(battle) or [(battle.setting.table.size[0] / 2.0, battle.setting.table.size[1] / 2.0, 0.0)]
    own = figure_of(battle, question.about)
    friends = [figure_of(battle, one.id) for one in battle.on_table(question.who)]
    places = np.array([option.value for option in question.options], dtype=np.float64)
    crowded = room(own, places, friends) < ROOM
    number = sum(1 for _ in battle.on_table(question.who))
    goal = np.array(goals[number % len(goals)])
    far = np.linalg.norm(places - goal, axis=1) + 2.0 * np.abs(places[:, 2])
    return question.options[int(np.argmin(far + 100.0 * crowded))].key


def _goals(battle: Battle) -> list[Point]:
    scenario = of(battle)
    return [objective_place(battle, one) for one in scenario.objectives if not one.loot] if scenario is not None else []


def who_acts(battle: Battle, question: Choose, style: Style) -> str:
    """Who can shoot acts first, then who goes into contact, then the others, those farthest from the enemy before the others.

    Whoever has to come out into the open does so late, when fewer of the enemy can answer it.
    """
    names = [option.key for option in question.options]

    def rank(name: str) -> tuple[bool, bool, float, str]:
        able = not engaged(battle, name) and not is_stunned(battle, name)
        shoots = able and bool(best_shot(battle, name)[1])
        charges = able and bool(_prey(battle, name, style))
        return not shoots, not charges, -_nearest(battle, name)[0], name

    return min(names, key=rank)


def _nearest(battle: Battle, fighter: str) -> tuple[float, str]:
    """How far the nearest enemy is, as the crow flies, and who it is."""
    here, gang = battle.model(fighter).position, battle.model(fighter).gang
    return min(((math.dist(here, foe.position), foe.id) for foe in battle.foes(gang)), default=(math.inf, ""))


def best_shot(battle: Battle, fighter: str) -> tuple[float, str, str]:
    """The shot that does most harm: how much, at whom, with which weapon; nobody, where nobody can be shot at."""
    best = (0.0, "", "")
    for weapon in loaded(battle, fighter):
        for name in targets(battle, fighter, weapon):
            done = harm(shot_odds(battle, shot_at(battle, fighter, weapon, name)))
            best = max(best, (done, name, weapon.name))
    return best


def action(battle: Battle, question: Choose, style: Style) -> str:
    """The first of those wanted that is offered."""
    keys = [option.key for option in question.options]
    wanted = _in_contact(battle, question.about) if engaged(battle, question.about) else _free(battle, question.about, style)
    return next((key for key in wanted if key in keys), "end")


def _in_contact(battle: Battle, fighter: str) -> list[str]:
    """Whoever is in contact gets ready for the combat; who is stunned sheds that."""
    return ["rest", "order", "end"] if battle.model(fighter).has(STUNNED) else ["brace", "order", "rest", "end"]


def _free(battle: Battle, fighter: str, style: Style) -> list[str]:
    """Who is stunned sheds that; shots and contact come before moves, and whoever has moved hides."""
    done = battle.activation.done if battle.activation is not None else ()
    if is_stunned(battle, fighter):
        return ["rest", "hide", "order", "end"]
    if "shoot" in done:
        return ["reload", "order", "hide", "end"]
    if battle.model(fighter).has(MOVED):
        far = _nearest(battle, fighter)[0] > _danger(battle, fighter)
        return ["shoot", "order", *(["run"] if far else []), "hide", "end"]
    return _before_moving(battle, fighter, style, aimed="aim" in done)


def _before_moving(battle: Battle, fighter: str, style: Style, *, aimed: bool) -> list[str]:
    """Contact with whom it is worth it, a shot, loading, or a move to what is at stake."""
    if _prey(battle, fighter, style) and not _shoots_rather(battle, fighter):
        return ["move", "end"]
    if sheet(battle, fighter).missiles and best_shot(battle, fighter)[1]:
        left = battle.activation.left if battle.activation is not None else 0
        return ["aim", "shoot"] if left > 1 and not aimed else ["shoot"]
    if sheet(battle, fighter).missiles and not loaded(battle, fighter):
        return ["reload", "hide", "order", "end"]
    if _goal(battle, fighter) is not None:
        return ["move", "order", "end"]
    return ["order", "brace", "hide", "rest", "end"]


def _shoots_rather(battle: Battle, fighter: str) -> bool:
    """Whether a model is a better shot than it fights."""
    own = sheet(battle, fighter)
    return bool(own.missiles) and own.shoot > own.fight and bool(best_shot(battle, fighter)[1])


def _danger(battle: Battle, fighter: str) -> float:
    """Inches within which the nearest enemy may come into contact in its next move."""
    _, foe = _nearest(battle, fighter)
    return move_now(battle, foe) + THREAT if foe else 0.0


@lru_cache(maxsize=256)
def _prey(battle: Battle, fighter: str, style: Style) -> str:
    """The enemy to go into contact with now: in reach, and worth it; empty for none."""
    inches, riding = move_now(battle, fighter), moves_as(battle, fighter)
    found: list[tuple[float, str]] = []
    for foe in battle.foes(battle.model(fighter).gang):
        if apart(battle, fighter, foe.id) > inches:
            continue
        ours, theirs = fighting_worth(battle, fighter, foe.id)
        helped = 1.0 + 0.5 * len(engaged(battle, foe.id))
        if ours * helped * style.daring >= theirs and _reaches(riding, fighter, foe.id, inches):
            found.append((ours * helped - theirs, foe.id))
    return max(found)[1] if found else ""


def _reaches(battle: Battle, fighter: str, foe: str, inches: float) -> bool:
    field = distance_field(battle, fighter, battle.model(foe).position)
    here = np.array([battle.model(fighter).position])
    if field is not None and field.rest(here)[0] > inches + BASES:
        return False
    found = engagement(battle, fighter, (foe,))
    return isinstance(found, Engagement) and found.path.cost <= inches + 1e-6


def _goal(battle: Battle, fighter: str) -> Point | None:
    """What a model goes for that nobody of its side is nearer to: what is at stake, else the nearest enemy's place."""
    gang = battle.model(fighter).gang
    own = sorted(one.id for one in battle.on_table(gang))
    for place in _goals(battle):
        nearest = min(own, key=lambda name: (math.dist(battle.model(name).position, place), name))
        if nearest == fighter:
            return place if math.dist(battle.model(fighter).position, place) > CLOSE else None
        own.remove(nearest)
        if not own:
            break
    _, foe = _nearest(battle, fighter)
    return battle.model(foe).position if foe else None


def where(battle: Battle, question: Choose, style: Style) -> str:
    """Into contact with whom it is worth it, else toward the goal."""
    fighter = question.about
    if (prey := _prey(battle, fighter, style)) and question.takes(f"engage {prey}"):
        return f"engage {prey}"
    return _toward(battle, question)


def _toward(battle: Battle, question: Choose) -> str:
    goal = _goal(battle, question.about)
    if goal is None:
        return "stay"
    key = _straight_on(battle, question, goal)
    return key if key == "stay" or _gets_on(battle, question, key) else _way_round(battle, question, goal)


def _stops(question: Choose, key: str) -> Point | None:
    """Where an answer leads."""
    assert question.free is not None
    assert question.preview is not None
    found: WalkPreview | None = question.preview(question.free(key))
    return None if found is None else found.stops


def _gets_on(battle: Battle, question: Choose, key: str) -> bool:
    """Whether an answer leads anywhere: no climb that is too long for the move, at whose foot one is again."""
    stops = _stops(question, key)
    return stops is not None and math.dist(stops, battle.model(question.about).position) > STEP


def _way_left(battle: Battle, fighter: str, goal: Point, places: Sequence[Point]) -> FloatArray | None:
    """(n,) inches from places to a goal by climbs that a move is long enough for; None where no such way is known."""
    field = distance_field(moves_as(battle, fighter), fighter, goal, longest=move_now(battle, fighter))
    return None if field is None else field.rest(np.array(places, dtype=np.float64))


def _way_round(battle: Battle, question: Choose, goal: Point) -> str:
    """The place to every side from which least of the way is left; nowhere, if that is no less than now."""
    fighter = question.about
    here = battle.model(fighter).position
    before = _way_left(battle, fighter, goal, [here])
    if before is None:
        return "stay"
    best, least = "stay", float(before[0]) - STEP
    for inches in (move_now(battle, fighter), move_now(battle, fighter) / 2.0):
        for turn in np.arange(0.0, 2.0 * math.pi, math.pi / 8.0):
            key = f"{here[0] + inches * math.cos(turn):.2f} {here[1] + inches * math.sin(turn):.2f}"
            if not question.takes(key) or (stops := _stops(question, key)) is None:
                continue
            left = _way_left(battle, fighter, goal, [stops])
            if left is not None and left[0] < least:
                best, least = key, float(left[0])
    return best


def _straight_on(battle: Battle, question: Choose, goal: Point) -> str:
    if question.takes(written(goal)):
        return written(goal)
    # An enemy stands there: as near as one gets.
    here = np.array(battle.model(question.about).position)
    for back in (2.5, 4.0, 6.0):
        way = here - np.array(goal)
        place = np.array(goal) + way * min(back / max(float(np.linalg.norm(way)), 1e-9), 1.0)
        key = f"{place[0]:.2f} {place[1]:.2f}"
        if question.takes(key):
            return key
    _, foe = _nearest(battle, question.about)
    return f"engage {foe}" if question.takes(f"engage {foe}") else "stay"


def away(battle: Battle, question: Choose, _style: Style) -> str:
    """Straight away from the nearest enemy, as far as it goes."""
    fighter = question.about
    here = np.array(battle.model(fighter).position)
    _, foe = _nearest(battle, fighter)
    back = here - np.array(battle.model(foe).position)
    base = math.atan2(back[1], back[0])
    for inches in (4.0, 2.5, 1.5):
        for turn in (0.0, 0.6, -0.6, 1.2, -1.2):
            x, y = here[:2] + inches * np.array([math.cos(base + turn), math.sin(base + turn)])
            if question.takes(f"{x:.2f} {y:.2f}"):
                return f"{x:.2f} {y:.2f}"
    return "stay"


def at_whom(battle: Battle, question: Choose, _style: Style) -> str:
    """The target of the shot that does most harm."""
    target = best_shot(battle, question.about)[1]
    return target if any(option.key == target for option in question.options) else question.options[0].key


def to_whom(battle: Battle, question: Choose, _style: Style) -> str:
    """The friend who has most to do: a shooter with a target, else who is nearest to the enemy."""
    names = [option.key for option in question.options if option.value]

    def rank(name: str) -> tuple[bool, bool, float, str]:
        ready = battle.model(name).ready
        shoots = bool(best_shot(battle, name)[1])
        return not shoots, ready, _nearest(battle, name)[0], name

    return min(names, key=rank, default="nobody")
