"""The program as the leader of a crew, where nobody leads it: it weighs places as enemies do, and goes for what is at stake.

It has no luck and no memory: the same question in the same battle gets the same answer.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType

from rules.engine.procedure_steps import Choose, Option
from rules.movement.engaging_paths import Engagement
from rules.skirmish.opponent.distance_estimate import distance_field
from rules.skirmish.state.battle_navmesh import way
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.placement import written
from rules.skirmish.state.scenario import objective_place
from rules.systems.five_parsecs.combat.fire_attack import attack_with
from rules.systems.five_parsecs.combat.fire_choice import Armed
from rules.systems.five_parsecs.combat.hit_rolls import good_faces
from rules.systems.five_parsecs.conditions.figure_now import DASH, MOST_TOUGHNESS, guns_of, sheet, speed_now, toughness_now
from rules.systems.five_parsecs.conditions.side_marks import reached
from rules.systems.five_parsecs.enemy.ai_tables import Behaviour, Instruction
from rules.systems.five_parsecs.enemy.enemy_plan import EnemyPlan
from rules.systems.five_parsecs.enemy.plan_making import make_plan
from rules.systems.five_parsecs.enemy.prospects.outlook import Outlook
from rules.systems.five_parsecs.events.objectives import objectives_of
from rules.systems.five_parsecs.events.random_figures import crew_there
from rules.systems.five_parsecs.moving.walks import as_far_as
from rules.systems.five_parsecs.roster.combat_sheet import crew_of, enemies_of
from rules.systems.five_parsecs.turns.crew_activation import may_act
from scene.geometry.mesh import Point
from scene.pathfinding.path_legs import Path

PATIENCE = 6
"""Rounds after which those who see nobody go straight on."""
ROOMY = 4.0
"""Inches between figures that are set up."""


def decide(battle: Battle, question: Choose) -> str:
    """The key of an answer; one that is offered, whatever is asked."""
    key = _HANDLERS.get(question.asks, _first)(battle, question)
    return key if question.takes(key) else question.options[0].key


@lru_cache(maxsize=32)
def _outlook(battle: Battle, fighter: str) -> Outlook:
    """What a figure can see and do: several answers are found from the same."""
    return Outlook(replace(battle, activation=None), fighter)


def _first(_battle: Battle, question: Choose) -> str:
    return question.options[0].key


def _action(battle: Battle, question: Choose) -> str:
    """A brawl that is on, fire from cover, a move, fire after it; nobody leaves the table."""
    keys = [option.key for option in question.options]
    wanted = ["brawl", "fire", "end"] if "move" not in keys else ["brawl", *_with_a_move(battle, question.about, keys), "end"]
    return next(key for key in (*wanted, keys[0]) if key in keys)


def _with_a_move(battle: Battle, fighter: str, keys: list[str]) -> list[str]:
    outlook = _outlook(battle, fighter)
    settled = "fire" in keys and outlook.here.safe and not _errand(battle, fighter)
    return ["fire"] if settled else ["move", "fire"]


def _where(battle: Battle, question: Choose) -> str:
    """To what is at stake, if it is this one's errand; else where the program's plan leads."""
    fighter = question.about
    errand = _errand(battle, fighter)
    if errand is not None:
        found = way(battle, fighter, errand, safe=True)
        legs = as_far_as(battle, fighter, found, speed_now(battle, fighter)).legs if isinstance(found, Path) else ()
        if legs:
            return written(legs[-1].end)
    plan = _plan(battle, fighter)
    if isinstance(plan.where, Engagement):
        return f"engage {plan.where.engaged[0]}"
    return written(plan.path.legs[-1].end) if plan.path.legs else "stay"


def _plan(battle: Battle, fighter: str) -> EnemyPlan:
    return make_plan(battle, fighter, Instruction("Actions", "acts", _behaviour(battle, fighter)))


def _behaviour(battle: Battle, fighter: str) -> Behaviour:
    """What sort of plan: those with nothing but blades go for brawls, those who wait too long go straight on."""
    if not guns_of(battle, fighter):
        return "engage"
    sees = bool(_outlook(battle, fighter).here.seen)
    return "advance" if battle.round >= PATIENCE and not sees else "advance in cover"


def _errand(battle: Battle, fighter: str) -> Point | None:
    """The nearest objective that nobody of the crew has been at, if nobody of it is nearer; None for no errand."""
    side = battle.side(crew_of(battle.setting))
    left = [objective_place(battle, one) for one in objectives_of(battle) if not side.has(reached(one.id))]
    for place in left:
        nearest = min(crew_there(battle), key=lambda name: math.dist(battle.model(name).position, place))
        if nearest == fighter:
            return place
    return None


def _facing(battle: Battle, question: Choose) -> str:
    """Toward the first who is seen; else toward the nearest."""
    seen = _outlook(battle, question.about).here.seen
    keys = [option.key for option in question.options if option.key != "keep"]
    return next((name for name in seen if name in keys), next(iter(keys), "keep"))


def _who(battle: Battle, question: Choose) -> str:
    """Those who see somebody act first."""
    names = [option.key for option in question.options if option.key in may_act(battle)]
    return next((name for name in names if _outlook(battle, name).able_to_fire), question.options[0].key)


def _target(battle: Battle, question: Choose) -> str:
    armed = question.shown
    if not isinstance(armed, Armed):
        return question.options[0].key
    names = [option.key for option in question.options if option.key in battle.setting.cards]

    def worth(name: str) -> float:
        good = good_faces(battle, attack_with(battle, question.about, armed.names, (name,), panic=armed.panic), name)
        return len(good) * (MOST_TOUGHNESS + 1 + armed.weapons[0].damage - toughness_now(battle, name))

    return max(names, key=worth, default=question.options[0].key)


def _weapon(_battle: Battle, question: Choose) -> str:
    """The weapon with most shots; pistols are neither emptied nor fired two at a time."""

    def worth(option: Option) -> float:
        armed = option.value
        if not isinstance(armed, Armed) or armed.panic or len(armed.weapons) > 1:
            return -1.0
        return armed.weapons[0].shots + 0.5 * armed.weapons[0].damage

    return max(question.options, key=worth).key


def _before(battle: Battle, question: Choose) -> str:
    return "fire" if _outlook(battle, question.about).able_to_fire and sheet(battle, question.about).combat > 0 else "move"


def _placed(battle: Battle, question: Choose) -> str:
    """Where a way leads on from, not too near to the others, and near the middle."""
    width, depth = battle.setting.table.size
    there = [battle.model(name).position for name in crew_there(battle)]
    foe = next(iter(battle.on_table(enemies_of(battle.setting))), None)
    longest = speed_now(battle, question.about) + DASH
    field = distance_field(battle, question.about, foe.position, longest=longest) if foe is not None else None

    def value(option: Option) -> tuple[bool, float]:
        room = min((math.dist(option.value, other) for other in there), default=ROOMY)
        leads = field is None or math.isfinite(field.route(option.value))
        return leads, min(room, ROOMY) - 0.1 * math.dist(option.value[:2], (width / 2.0, depth / 2.0))

    return max(question.options, key=value).key


_HANDLERS: Mapping[str, Callable[[Battle, Choose], str]] = MappingProxyType(
    {
        "action": _action,
        "where to": _where,
        "facing": _facing,
        "who acts": _who,
        "whom to fire at": _target,
        "weapon to fire": _weapon,
        "before the first round": _before,
        "where is he set up": _placed,
    }
)
