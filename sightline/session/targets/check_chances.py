"""The chances of the checks on a way: each by name, and that a fighter gets to its end with so much movement."""

from collections import defaultdict
from fractions import Fraction
from functools import partial
from typing import cast

from rules.engine.exact_odds import odds
from rules.engine.procedure_steps import Procedure
from rules.movement.movement_end import after
from rules.roster.profile import Characteristic
from rules.skirmish.moving.walk_resolution import checked, went_down
from rules.skirmish.state.battle_navmesh import movement_rules, mover
from rules.skirmish.state.battle_sight import table_of
from rules.skirmish.state.battle_state import Battle, FighterState
from rules.skirmish.state.characteristics import check, modifier
from rules.skirmish.state.skirmish_rules import SkirmishRules
from scene.pathfinding.path_legs import Leg, Path
from sightline.answers.path_answer import averted

FARES = ("out of action", "seriously injured", "wounded", "not hurt")
"""How somebody may be after he went down, the worst first."""


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


def failure_chances(battle: Battle, fighter: str, leg: Leg) -> tuple[tuple[str, float], ...]:
    """How a fighter may be who fails the check of a leg that then ends his way, the worst first, and how likely that is.

    Nothing where no roll averts it, or the rules resolve it otherwise. Who may choose something meanwhile takes the first.
    """
    if leg.check is None or not averted(leg.check) or not battle.setting.has_part(SkirmishRules):
        return ()
    # What he holds does not change how he fares.
    start = battle.changed(fighter, carries="")
    found = odds(lambda asked: {asked.options[0].key: Fraction(1)}, partial(went_down, start, fighter, leg, Path((leg,))))
    before = battle.model(fighter)
    shares: dict[str, Fraction] = defaultdict(Fraction)
    for after_it, share in found.items():
        shares[_fares(after_it.model(fighter), before)] += share
    return tuple((words, float(shares[words])) for words in FARES if shares[words])


def _fares(model: FighterState, before: FighterState) -> str:
    """How somebody is after he went down."""
    if not model.on_table:
        return FARES[0]
    if model.status == "seriously_injured":
        return FARES[1]
    hurt = model.wounds < before.wounds or model.flesh_wounds > before.flesh_wounds
    return FARES[2] if hurt else FARES[3]


def _arrives(battle: Battle, fighter: str, way: Path, inches: float) -> Procedure[bool]:
    path, failed = yield from checked(battle, fighter, way, inches)
    return failed is None and after(table_of(battle), mover(battle, fighter), path, inches, rules=movement_rules(battle)).done
