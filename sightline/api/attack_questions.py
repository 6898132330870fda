"""What an attack does: the exact chances of a shot or a fight."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.skirmish.attack_odds import AttackOdds
from rules.systems.registry import DEFAULT
from scene.geometry.mesh import Point
from scene.table.table import Table
from sightline.answers.as_measured import as_measured
from sightline.api.given_places import place
from sightline.api.shown_answers import ShownAnswer, with_more
from sightline.session import attack_chances


@dataclass(frozen=True, kw_only=True)
class AttackOddsAnswer(ShownAnswer, AttackOdds):
    """The exact chances of an attack, and what it was."""

    attack: attack_chances.AttackChances = field(compare=False, repr=False)

    def document(self) -> dict[str, Any]:
        """As ``sightline odds --json`` has it."""
        return attack_chances.document(self.attack)

    def lines(self) -> list[str]:
        """What comes of it, and every roll with its reasons."""
        return attack_chances.words(self.attack) + as_measured(self.attack.table)


def attack_odds(
    table: Table,
    attacker: str,
    target: str,
    *,
    weapon: str | Sequence[str] = (),
    gangs: Sequence[str] = (),
    profile: str | None = None,
    aim: bool = False,
    at: Point | None = None,
    fight: bool = False,
    rules: str = DEFAULT,
) -> AttackOddsAnswer | attack_chances.NoAttack:
    """The exact chances of a shot, or of an attack in close combat; a `NoAttack`, which is false and says why, if it cannot be.

    Args:
        table: where.
        attacker, target: ids or names of figures.
        weapon: one or two weapons by name; only a fight goes without.
        gangs: files or names of gangs; figures whose id is that of a fighter there have that card.
        profile: of a weapon with several.
        aim: whether the attacker aims.
        at: where a blast marker is placed.
        fight: in close combat.
        rules: the name of the rule system.

    Raises:
        SceneError, CommandError, RulesError: for what is not there, or does not go together.
    """
    weapons = [weapon] if isinstance(weapon, str) else list(weapon)
    wanted = attack_chances.AttackTerms(tuple(weapons), profile, tuple(gangs), aim, at and place(at), fight)
    found = attack_chances.attack_of(table, attacker, target, wanted, rules)
    return found if isinstance(found, attack_chances.NoAttack) else with_more(AttackOddsAnswer, found.odds, attack=found)
