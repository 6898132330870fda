"""Activations of enemies for tests: gone through with dice that a test says, and what came of them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.engine.dice import dice_count
from rules.engine.game_history import meant
from rules.engine.procedure_steps import Answer, Call, Choose, Procedure, Roll, Say
from rules.skirmish.state.battle_rules import BattleRules
from rules.skirmish.state.battle_state import Battle
from rules.systems.five_parsecs.conditions.marks import FIGURE_MARKS
from rules.systems.five_parsecs.enemy.enemy_activation import enemy_acts
from rules.systems.five_parsecs.enemy.enemy_plan import EnemyPlan
from rules.systems.five_parsecs.enemy.overruling import WHAT

RULES = BattleRules((), (), marks=FIGURE_MARKS)
"""Battles without phases, with all marks."""
FACE = 2
"""What dice show of which a test says nothing: nobody is hit, nobody fumbles, nobody goes on overwatch."""


@dataclass
class EnemyTurn:
    """What came of an activation.

    Attributes:
        before, after: the battle.
        fighter: who was activated.
        plans: of all who acted, as their tables had it.
        rolls: what was rolled for, in order.
        said: the log.
    """

    before: Battle
    fighter: str
    after: Battle
    plans: list[EnemyPlan] = field(default_factory=list)
    rolls: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    choices: list[Choose] = field(default_factory=list)

    @property
    def plan(self) -> EnemyPlan:
        """The plan of the one activated."""
        return next(plan for plan in self.plans if plan.fighter == self.fighter)


def turn(
    battle: Battle, fighter: str, table: int = FACE, *, faces: Mapping[str, int] | None = None, typed: Answer | None = None
) -> EnemyTurn:
    """The activation of an enemy.

    Args:
        battle: in which.
        fighter: who.
        table: what the die for the table shows.
        faces: what other dice show, by the first words of what they are rolled for.
        typed: what a person answers to the plan of the enemy; None: its table's answer.
    """
    found = EnemyTurn(battle, fighter, battle)
    found.after = answered(enemy_acts(battle, fighter), found, {"": FACE, **(faces or {})} | _table(table), typed)
    return found


def _table(face: int) -> dict[str, int]:
    return dict.fromkeys(("cautious", "aggressive", "tactical", "defensive"), face)


def answered(steps: Procedure[Any], found: EnemyTurn, faces: Mapping[str, int], typed: Answer | None = None) -> Any:  # noqa: ANN401
    """What a procedure returns, with dice as told and first options."""
    reply: object = None
    while True:
        try:
            request = steps.send(reply)
        except StopIteration as stop:
            return stop.value
        reply = None
        match request:
            case Say():
                found.said.append(request.text)
            case Call():
                reply = answered(request.begin(), found, faces, typed)
            case Roll():
                found.rolls.append(request.what)
                key = max((key for key in faces if request.what.startswith(key)), key=len)
                face = 1 if request.dice.startswith("1 of") else faces[key]
                reply = (face,) * dice_count(request.dice)
            case Choose():
                found.choices.append(request)
                if request.what == WHAT:
                    found.plans.append(request.options[0].value)
                reply = meant(request, typed if typed is not None and request.what == WHAT else request.options[0].key)
