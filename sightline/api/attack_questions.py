"""What an attack does: the exact chances of a shot or a fight."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rules.percentages import percent
from rules.skirmish.attack_odds import AttackOdds
from rules.systems.registry import DEFAULT
from scene.geometry.mesh import Point
from scene.table.table import Figure, Table
from scene.visibility.line_of_sight import find_lines
from sightline.answers.as_measured import as_measured
from sightline.api.given_values import given_table, place, rules_of, several, two_figures, words, yes_or_no
from sightline.api.shown_answers import ShownAnswer, WordedAnswer, with_more
from sightline.session.attacks import attack_chances

if TYPE_CHECKING:
    from PIL import Image


@dataclass(frozen=True, kw_only=True, repr=False)
class AttackOddsAnswer(ShownAnswer, AttackOdds):
    """The exact chances of an attack, and what it was."""

    table: Table = field(compare=False)
    attack: attack_chances.AttackChances = field(compare=False)

    def document(self) -> dict[str, Any]:
        """As ``sightline odds --json`` has it."""
        return attack_chances.document(self.attack)

    def lines(self) -> list[str]:
        """What comes of it, and every roll with its reasons."""
        return attack_chances.words(self.attack) + as_measured(self.table)

    def picture(self) -> "Image.Image":
        """The two on the table, and the line from the one to the other."""
        from sightline.drawing.sight.overview import best_side, overview

        one, other = (self.table.figure(who) for who in (self.attack.shooter, self.attack.target))
        line = find_lines(self.table.terrain, [(one, other)])[0]
        start, end = (line.start, line.end) if line else (one.eye.tolist(), other.eye.tolist())
        said = {one.id: "attacks", other.id: f"hit {percent(float(self.hit))}, wound {percent(float(self.wound))}"}
        return overview(self.table, viewpoint=best_side(self.table, start, end), highlight=said, witness=(start, end))


@dataclass(frozen=True, eq=False, repr=False)
class NoAttackAnswer(WordedAnswer, attack_chances.NoAttack):
    """An attack that cannot be made, and why; false. There is nothing to draw."""

    def document(self) -> dict[str, Any]:
        """As ``sightline odds --json`` has it."""
        return {"possible": False, "why": self.why}

    def lines(self) -> list[str]:
        """Why not, and how far the target is."""
        return [attack_chances.NoAttack.__str__(self)]


def attack_odds(
    table: Table,
    attacker: str | Figure,
    target: str | Figure,
    *,
    weapon: str | Sequence[str] = (),
    gangs: str | Path | Sequence[str | Path] = (),
    profile: str | None = None,
    aim: bool = False,
    at: Point | None = None,
    fight: bool = False,
    rules: str = DEFAULT,
) -> AttackOddsAnswer | NoAttackAnswer:
    """The exact chances of a shot, or of an attack in close combat; a `NoAttackAnswer`, which is false and says why.

    Args:
        table: where.
        attacker, target: ids or names, or figures of the table.
        weapon: one or two weapons by name; only a fight goes without.
        gangs: files or names of gangs, one or several; figures whose id is that of a fighter there have that card.
        profile: of a weapon with several.
        aim: whether the attacker aims.
        at: where a blast marker is placed.
        fight: in close combat.
        rules: the name of the rule system, or a system file.

    Raises:
        SceneError, CommandError, RulesError: for what is not there, or does not go together.
    """
    given_table(table)
    yes_or_no(aim=aim, fight=fight)
    one, other = two_figures(table, (attacker, target), ("attacker", "target"))
    weapons = several(weapon, "weapon", 'the name of a weapon, such as "Slug pistol", or a list of two')
    cards = several(gangs, "gangs", "the name or file of a gang, or a list of them")
    way = None if profile is None else words(profile, "profile", "the name of one of the weapon's profiles, or None")
    middle = None if at is None else place(at, "at")
    wanted = attack_chances.AttackTerms(weapons, way, cards, bool(aim), middle, bool(fight))
    found = attack_chances.attack_of(table, one.id, other.id, wanted, rules_of(rules))
    if isinstance(found, attack_chances.NoAttack):
        return with_more(NoAttackAnswer, found)
    return with_more(AttackOddsAnswer, found.odds, table=table, attack=found)
