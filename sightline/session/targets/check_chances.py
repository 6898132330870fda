"""The chances of the checks on a way: each by name, and that a fighter gets to its end with so much movement."""

from fractions import Fraction
from functools import partial
from typing import cast

from rules.engine.exact_odds import odds
from rules.engine.procedure_steps import Procedure
from rules.movement.movement_end import after
from rules.roster.profile import Characteristic
from rules.skirmish.moving.walk_resolution import checked
from rules.skirmish.state.battle_navmesh import movement_rules, mover
from rules.skirmish.state.battle_sight import table_of
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.characteristics import check, modifier
from scene.pathfinding.path_legs import Path
from sightline.answers.path_answer import averted


def check_chances(battle: Battle, fighter: str, way: Path) -> tuple[tuple[str, float], ...]:
    """The checks of a path by name, and how likely a fighter passes each."""
    checks = [(cast("Characteristic", one.characteristic), one.modifier) for one in way.checks if averted(one)]
    return tuple((name.replace("_", " "), float(_chance(battle, fighter, name, amount))) for name, amount in checks)


def _chance(battle: Battle, fighter: str, name: Characteristic, amount: int) -> Fraction:
    why = (modifier(amount, "on the way", "Jumping down"),) if amount else ()
    # There is nothing to decide in a check.
    return odds(lambda _: {}, check, battle, fighter, name, why).get(True, Fraction(0))


def arrival_chance(battle: Battle, fighter: str, way: Path, inches: float) -> Fraction:
    """The exact chance that a fighter gets to the end of a way with so many inches of movement.

    A failed check may bring him down, or only cost movement that he may have to spare. Source: main-rulebook, Movement.
    """
    return odds(lambda _: {}, partial(_arrives, battle, fighter, way, inches)).get(True, Fraction(0))


def _arrives(battle: Battle, fighter: str, way: Path, inches: float) -> Procedure[bool]:
    path, failed = yield from checked(battle, fighter, way, inches)
    return failed is None and after(table_of(battle), mover(battle, fighter), path, inches, rules=movement_rules(battle)).done
