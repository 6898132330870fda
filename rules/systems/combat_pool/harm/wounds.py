"""From a Basic Wound Score to what becomes of a model.

The arithmetic is the reference's (combat-pool: Shooting; Making an attack); what a Final Wound Score means is Sightline's own
(docs/rules-combat-pool.md, wound scores), as the reference's section Wounds is empty.
"""

from dataclasses import dataclass
from typing import Literal

from rules.engine.procedure_steps import Procedure, Say
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.status_changes import out_of_action
from rules.systems.combat_pool.citations import own
from rules.systems.combat_pool.conditions.model_marks import AIMED, CRITICALS, HIDDEN, LEADER_DOWN, STUNNED
from rules.systems.combat_pool.conditions.model_now import is_leader, sheet
from rules.systems.combat_pool.pool_numbers import numbers

Wound = Literal["nothing", "stunned", "wounded", "critical"]
SCORES = own("wound scores")


@dataclass(frozen=True)
class WoundScore:
    """A wound score on its way.

    Attributes:
        basic: the Basic Wound Score, which is the hit score.
        weapon: added by the weapon and by ploys.
        armour: the target's AR.
    """

    basic: int
    weapon: int
    armour: int

    @property
    def final(self) -> int:
        """The Final Wound Score."""
        return self.basic + self.weapon - self.armour

    @property
    def words(self) -> str:
        """How it came about."""
        modified = f" {self.weapon:+d}" if self.weapon else ""
        return f"{self.basic}{modified} - AR {self.armour} = {self.final}"


def meaning(battle: Battle, fighter: str, final: int) -> Wound:
    """What a Final Wound Score does to a model; the last of its wounds is a critical one."""
    number = numbers(battle).wounds
    if final >= number.critical:
        return "critical"
    if final >= number.wounded:
        return "critical" if battle.model(fighter).wounds <= 1 else "wounded"
    return "stunned" if final >= number.stunned else "nothing"


def wound(battle: Battle, fighter: str, score: WoundScore) -> Procedure[Battle]:
    """A model suffers what a wound score comes to."""
    who, found = battle.called(fighter), meaning(battle, fighter, score.final)
    said = f"wound score {score.words}: {who}"
    if found == "nothing":
        yield Say(f"{said} is unharmed", SCORES)
        return battle
    if found == "critical":
        battle = critical(battle, fighter)
        yield Say(f"{said} suffers a critical wound and is out of action", SCORES, battle)
        return battle
    counters = battle.model(fighter).has(STUNNED) + 1
    battle = battle.marked(fighter, STUNNED, counters).marked(fighter, AIMED, 0)
    if found == "stunned":
        yield Say(f"{said} gets a stunned counter", SCORES, battle)
        return battle
    left = battle.model(fighter).wounds - 1
    battle = battle.changed(fighter, wounds=left)
    yield Say(f"{said} is wounded, with {left} left, and gets a stunned counter", SCORES, battle)
    return battle


def critical(battle: Battle, fighter: str) -> Battle:
    """The battle with a model out of action by a critical wound, which the morale test of its warband counts."""
    gang = battle.setting.home[fighter]
    count = battle.side(gang).has(CRITICALS) + 1
    battle = out_of_action(battle.marked(fighter, HIDDEN, 0), fighter).side_marked(gang, CRITICALS, count)
    return battle.side_marked(gang, LEADER_DOWN) if is_leader(battle, fighter) else battle


def armour_of(battle: Battle, fighter: str) -> int:
    """A model's AR."""
    return sheet(battle, fighter).armour
