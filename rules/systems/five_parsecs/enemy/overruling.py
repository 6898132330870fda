"""The player is asked before an enemy does what its table says, and may overrule it.

Source: five-parsecs, Enemy movement; Impossible or stupid actions.
"""

import math
import re
from collections.abc import Sequence
from dataclasses import replace

from rules.engine.procedure_steps import Choose, Option, Procedure, Say
from rules.errors import RulesError
from rules.movement.engaging_paths import Engagement
from rules.movement.path_rules import NoPath
from rules.skirmish.moving.contact_resolution import engagement
from rules.skirmish.moving.walk_preview import WalkPreview, preview_walk
from rules.skirmish.state.battle_navmesh import path_in_plan, way
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.typed_names import fighters_meant
from rules.systems.five_parsecs.combat.fire_attack import why_not
from rules.systems.five_parsecs.conditions.figure_now import DASH, guns_of, may_fire, speed_now
from rules.systems.five_parsecs.enemy.ai_tables import Instruction
from rules.systems.five_parsecs.enemy.enemy_fire import aims
from rules.systems.five_parsecs.enemy.enemy_plan import EnemyPlan, plan_words
from rules.systems.five_parsecs.enemy.plan_making import looking, stays
from rules.systems.five_parsecs.moving.closing_in import contact_seen, in_contact_with
from rules.systems.five_parsecs.moving.walks import to_landing, within_round
from rules.systems.five_parsecs.roster.combat_sheet import crew_of
from scene.base.messages import shown_text
from scene.pathfinding.path_legs import Path

WHAT = "what the enemy does"
ENEMY_MOVEMENT = "Enemy movement"
HINT = "x y or x y z; engage NAME; fire at NAME; x y, fire at NAME; nothing"
NUMBER = re.compile(r"[-+.]?\d")
"""What a place begins with."""
ROUNDING = 1e-6


def asked(battle: Battle, plan: EnemyPlan, rolled: str = "") -> Procedure[EnemyPlan]:
    """What an enemy really does: its table's plan is told and shown, and a person may say otherwise.

    Args:
        battle: how things are.
        plan: of the enemy.
        rolled: who has just rolled for the row, which has told its words; empty for nobody.
    """
    who = battle.called(plan.fighter)
    does = "" if rolled == plan.fighter else f" {plan.row.words}"
    because = "; ".join(reason.text for reason in plan.because)
    yield Say(f"{who}{does}: {because}", plan.row.section, battle, plan)
    options = [Option("table", plan_words(battle, plan), plan)]
    other = stays(battle, plan.fighter, plan.row)
    if (other.where, other.fire) != (plan.where, plan.fire):
        options.append(Option("stay", plan_words(battle, other), replace(other, overruled=True)))
    chosen: EnemyPlan = yield Choose(
        WHAT,
        crew_of(battle.setting),
        tuple(options),
        lambda key: Option(key, key, typed_plan(battle, plan.fighter, plan.row, key)),
        plan.fighter,
        ENEMY_MOVEMENT,
        HINT,
        preview=lambda option: preview(battle, option.value),
        shown=plan,
        deed=True,
        untold=frozenset({"table"} if plan.where is not None or plan.fire is not None else ()),
    )
    if chosen.overruled:
        yield Say(f"{who} is overruled, and {plan_words(battle, chosen)}", ENEMY_MOVEMENT, shown=chosen)
    return chosen


def preview(battle: Battle, plan: EnemyPlan) -> WalkPreview | None:
    """How far the way of a plan leads; None where it stays."""
    if not plan.path.legs:
        return None
    if isinstance(plan.where, Engagement):
        return contact_seen(battle, plan.fighter, plan.where, inches_of(battle, plan))
    return preview_walk(battle, plan.fighter, to_landing(plan.path), inches_of(battle, plan))


def inches_of(battle: Battle, plan: EnemyPlan) -> float:
    """Inches of movement that a plan takes at most."""
    return speed_now(battle, plan.fighter) + DASH * plan.dash


def typed_plan(battle: Battle, fighter: str, row: Instruction, text: str) -> EnemyPlan:
    """What a person has typed instead of a table's plan.

    Raises:
        RulesError: it means nothing, nobody of that name is there, or it cannot be done.
    """
    plan = EnemyPlan(fighter, row, overruled=True)
    parts = [part.split() for part in text.replace(";", ",").split(",")]
    for words in parts:
        match [word.casefold() for word in words]:
            case ["nothing"]:
                if len(parts) > 1:
                    raise RulesError('"nothing" stands alone')
            case ["move", *_] if plan.where is None and plan.fire is None:
                plan = replace(plan, where=_typed_path(battle, fighter, words[1:]))
            case [first, *_] if NUMBER.match(first) and plan.where is None and plan.fire is None:
                plan = replace(plan, where=_typed_path(battle, fighter, words))
            case ["engage", *_] if plan.where is None and plan.fire is None:
                plan = _typed_brawl(battle, plan, words[1:])
            case ["fire", "at", *_] if plan.fire is None and not isinstance(plan.where, Engagement):
                plan = _typed_fire(battle, plan, words[2:])
            case [*_] if len(parts) == 1 and words and _is_opponent(battle, fighter, words):
                plan = _against(battle, plan, words)
            case _:
                raise RulesError(f'"{shown_text(text)}" is nothing that an enemy can be told; one of these is: {HINT}')
    return _dashed(battle, plan)


def _dashed(battle: Battle, plan: EnemyPlan) -> EnemyPlan:
    """A move that is too long for one is a dash, unless a brawl or fire follows."""
    speed, cost = speed_now(battle, plan.fighter), to_landing(plan.path).cost
    if cost <= speed + ROUNDING:
        return plan
    dashes = plan.fire is None and not isinstance(plan.where, Engagement)
    if dashes and cost <= speed + DASH + ROUNDING:
        return replace(plan, dash=True)
    most = f'{speed:g}", and {speed + DASH:g}" with a dash' if dashes else f'{speed:g}" before a combat action'
    raise RulesError(f'that is {cost:.1f}" of movement; {battle.called(plan.fighter)} moves {most}')


def _typed_path(battle: Battle, fighter: str, words: Sequence[str]) -> Path:
    try:
        numbers = tuple(float(word) for word in words)
    except ValueError:
        numbers = ()
    if len(numbers) not in {2, 3} or not all(math.isfinite(number) and abs(number) < 1e4 for number in numbers):
        raise RulesError(f'"{shown_text(" ".join(words))}" is no place; type x y or x y z, in inches')
    place = numbers if len(numbers) == 3 else None
    found = path_in_plan(battle, fighter, (numbers[0], numbers[1])) if place is None else way(battle, fighter, place)
    if isinstance(found, NoPath):
        raise RulesError(found.why)
    return within_round(battle, fighter, found, speed_now(battle, fighter) + DASH)


def _typed_contact(battle: Battle, fighter: str, words: Sequence[str]) -> Engagement:
    name = _meant(battle, fighter, words, "engage")
    found = engagement(battle, fighter, (name,))
    if not isinstance(found, Engagement):
        raise RulesError(found.why)
    return found


def _typed_fire(battle: Battle, plan: EnemyPlan, words: Sequence[str]) -> EnemyPlan:
    """The plan with fire at somebody from where it leads, who has to be a target there as things are."""
    fighter = plan.fighter
    target = _meant(battle, fighter, words, "fire at")
    if not may_fire(battle, fighter):
        raise RulesError(f"{battle.called(fighter)} has nothing that it may fire")
    there = looking(battle, fighter, plan.path.legs[-1].end if plan.path.legs else None)
    if met := in_contact_with(there, fighter):
        raise RulesError(f"{battle.called(fighter)} is in contact with {battle.all_called(met)}, and does not fire")
    aim = aims(there, fighter, only=(target,))
    if aim is None:
        gun = max(guns_of(battle, fighter), key=lambda one: one.inches)
        raise RulesError(why_not(there, fighter, target, gun, turns=True) or f"{battle.called(target)} is no target")
    return replace(plan, fire=aim)


def _against(battle: Battle, plan: EnemyPlan, words: Sequence[str]) -> EnemyPlan:
    """The plan against somebody who was only named, or clicked on: fire from where it stands, else a brawl."""
    against: list[str] = []
    for planned in (_typed_fire, _typed_brawl):
        try:
            return _dashed(battle, planned(battle, plan, words))
        except RulesError as error:
            against += error.faults
    raise RulesError(against)


def _typed_brawl(battle: Battle, plan: EnemyPlan, words: Sequence[str]) -> EnemyPlan:
    return replace(plan, where=_typed_contact(battle, plan.fighter, words))


def _is_opponent(battle: Battle, fighter: str, words: Sequence[str]) -> bool:
    foes = [foe.id for foe in battle.foes(battle.model(fighter).gang)]
    names = fighters_meant(battle, words, foes)
    return len(names) == 1 and names[0] in foes


def _meant(battle: Battle, fighter: str, words: Sequence[str], what: str) -> str:
    """The one opponent whom typed words stand for."""
    foes = [foe.id for foe in battle.foes(battle.model(fighter).gang)]
    names = fighters_meant(battle, words, foes)
    if len(names) == 1 and names[0] in foes:
        return names[0]
    there = ", ".join(map(battle.called, foes)) or "nobody"
    raise RulesError(f'"{shown_text(" ".join(words))}" is nobody to {what}; there are: {there}')
