"""A shot with a missile weapon, from whom it can be at to the wound score.

Source: combat-pool, Shooting. The modifiers are Sightline's own: docs/rules-combat-pool.md, ranges, cover, missile weapons.
"""

from dataclasses import dataclass

from rules.engine.procedure_steps import Modifier, Procedure, Roll, Say
from rules.engine.shown_events import ShotShown
from rules.skirmish.state.battle_sight import apart, is_engaged, verdict
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.characteristics import modifier
from rules.systems.combat_pool.citations import SHOOTING, own
from rules.systems.combat_pool.conditions.hiding import is_found
from rules.systems.combat_pool.conditions.model_marks import AIMED, HIDDEN, MOVED, SHOT
from rules.systems.combat_pool.conditions.model_now import is_mounted, sheet, with_reloads
from rules.systems.combat_pool.harm.wounds import WoundScore, armour_of, wound
from rules.systems.combat_pool.pool_numbers import COVER, RANGES, ROUNDING, numbers
from rules.systems.combat_pool.roster.pool_sheet import PoolWeapon

DICE, LOWEST, HIGHEST = "2D6", 2, 12
WEAPONS = own("missile weapons")


@dataclass(frozen=True)
class Shot:
    """A shot that is about to be made.

    Attributes:
        shooter, target: by whom, at whom.
        weapon: with what.
        why: what is added to the roll, Shoot among it.
        armour: the target's AR.
        missed: what is taken from the roll for the hit score.
    """

    shooter: str
    target: str
    weapon: PoolWeapon
    why: tuple[Modifier, ...]
    armour: int
    missed: int

    @property
    def amount(self) -> int:
        """What is added to the dice, all told."""
        return sum(one.amount for one in self.why)

    def hit_score(self, dice: int) -> int:
        """The Hit Score of a roll; 0 or less has missed. Source: combat-pool, Shooting."""
        return dice + self.amount - self.missed

    def score(self, dice: int) -> WoundScore:
        """The wound score of a roll that hits."""
        return WoundScore(self.hit_score(dice), self.weapon.wound, self.armour)

    @property
    def good(self) -> frozenset[int]:
        """The sums of the dice that hit."""
        return frozenset(dice for dice in range(LOWEST, HIGHEST + 1) if self.hit_score(dice) > 0)


def shot_at(battle: Battle, shooter: str, weapon: PoolWeapon, target: str) -> Shot:
    """A shot with all that modifies it."""
    why = tuple(one for one in _modifiers(battle, shooter, weapon, target) if one.amount)
    return Shot(shooter, target, weapon, why, armour_of(battle, target), numbers(battle).missiles.missed)


def _modifiers(battle: Battle, shooter: str, weapon: PoolWeapon, target: str) -> list[Modifier]:
    number, model = numbers(battle).missiles, battle.model(shooter)
    found = [modifier(sheet(battle, shooter).shoot, "Shoot", SHOOTING)]
    if apart(battle, shooter, target) > weapon.inches / 2.0 + ROUNDING:
        found.append(modifier(number.long_range, "beyond half of the range", RANGES))
    cover = cover_of(battle, shooter, target)
    if cover == "partial":
        found.append(modifier(number.partial, "partial cover", COVER))
    elif cover == "full":
        found.append(modifier(number.full, "full cover", COVER))
    if model.has(MOVED):
        found.append(modifier(number.moved, "has moved", WEAPONS))
    if model.has(AIMED):
        found.append(modifier(number.aimed, "aimed", own("aiming")))
    if is_mounted(battle, target):
        found.append(modifier(number.mounted, "at a mounted target", own("mounts")))
    return found


def cover_of(battle: Battle, shooter: str, target: str) -> str:
    """The cover of a target; what the table has ruled goes first."""
    ruled = battle.cover_ruled(shooter, target)
    return ruled if ruled is not None else str(verdict(battle, shooter, target).ruling.cover)


def why_not(battle: Battle, shooter: str, weapon: PoolWeapon, target: str) -> str | None:
    """Why somebody cannot be shot at; None if he can. The shooter may turn."""
    who = battle.called(target)
    if is_engaged(battle, target):
        return f"{who} is in contact with somebody"
    far = apart(battle, shooter, target)
    if far > weapon.inches + ROUNDING:
        return f'{who} is {far:.1f}" away'
    if battle.model(target).has(HIDDEN) and not is_found(battle, target, by=shooter):
        return f"{who} is hidden"
    return None if verdict(battle, shooter, target).line_of_sight else f"{who} is not in line of sight"


def targets(battle: Battle, shooter: str, weapon: PoolWeapon) -> tuple[str, ...]:
    """Whom a model can shoot at with a weapon, the nearest first."""
    foes = [foe.id for foe in battle.foes(battle.model(shooter).gang)]
    ranged = sorted((apart(battle, shooter, foe), foe) for foe in foes)
    return tuple(foe for _, foe in ranged if why_not(battle, shooter, weapon, foe) is None)


def shoots(battle: Battle, shot: Shot) -> Procedure[Battle]:
    """The roll of a shot, and what comes of it; the weapon has to be reloaded after it."""
    needs = f"{max(shot.missed + 1 - shot.amount, LOWEST)}+ on the dice" if shot.good else "cannot hit"
    tells = f"at {battle.called(shot.target)} with the {shot.weapon.name}"
    called = ("a hit", "a miss")
    about = ShotShown(shot.shooter, shot.target)
    roll = Roll("shooting attack roll", DICE, shot.shooter, needs, shot.why, SHOOTING, shot.good, called, about, tells=tells)
    faces = yield roll
    dice, who = sum(faces), battle.called(shot.shooter)
    battle = with_reloads(battle, shot.shooter, shot.weapon.name, shot.weapon.reload)
    battle = battle.marked(shot.shooter, AIMED, 0).marked(shot.shooter, HIDDEN, 0).marked(shot.shooter, SHOT)
    score = shot.hit_score(dice)
    scores = f"shooting attack roll {dice + shot.amount} - {shot.missed} = hit score {score}"
    if score <= 0:
        yield Say(f"{scores}: {who} misses {battle.called(shot.target)}", SHOOTING, battle)
        return battle
    yield Say(f"{scores}: {who} hits {battle.called(shot.target)}", SHOOTING, battle)
    return (yield from wound(battle, shot.target, shot.score(dice)))
