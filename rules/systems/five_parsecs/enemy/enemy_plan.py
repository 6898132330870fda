"""The plan of an enemy as a value: which row of its table it follows, where it goes, at whom it fires, and why.

Source: five-parsecs, How to use movement tables.
"""

from dataclasses import dataclass

from rules.citations import Reason
from rules.movement.engaging_paths import Engagement
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.placement import written
from rules.systems.five_parsecs.enemy.ai_tables import Instruction
from rules.systems.five_parsecs.enemy.enemy_fire import EnemyAim
from scene.pathfinding.path_legs import Path


@dataclass(frozen=True)
class EnemyPlan:
    """What an enemy is about to do.

    Attributes:
        fighter: who.
        row: the row of its table, or the base condition, that says so.
        where: the path that it goes, or how it gets into a brawl; None: it stays.
        fire: at whom it means to fire when it is there; None: at nobody.
        dash: whether it dashes.
        because: what of the table led to it.
        overruled: whether a person has said so instead.
    """

    fighter: str
    row: Instruction
    where: Path | Engagement | None = None
    fire: EnemyAim | None = None
    dash: bool = False
    because: tuple[Reason, ...] = ()
    overruled: bool = False

    @property
    def path(self) -> Path:
        """The path that it goes; without legs where it stays."""
        if isinstance(self.where, Engagement):
            return self.where.path
        return self.where or Path(())


def plan_words(battle: Battle, plan: EnemyPlan) -> str:
    """What an enemy is about to do, for people."""
    parts = []
    if isinstance(plan.where, Engagement):
        parts.append(f"engages {battle.all_called(plan.where.engaged)}")
    elif plan.path.legs:
        verb = "dashes" if plan.dash else "moves"
        parts.append(f'{verb} {plan.path.cost:.1f}" to {written(plan.path.legs[-1].end)}')
    if plan.fire is not None:
        named = battle.all_called(plan.fire.first) if len(plan.fire.first) == 1 else _one_of(battle, plan.fire.first)
        parts.append(f"fires at {named} with {plan.fire.weapon}")
    if not plan.path.legs and not isinstance(plan.where, Engagement):
        parts.insert(0, "stays")
    return " and ".join(parts)


def _one_of(battle: Battle, names: tuple[str, ...]) -> str:
    return "one of " + ", ".join(map(battle.called, names))
