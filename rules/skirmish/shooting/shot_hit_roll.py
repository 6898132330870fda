"""The hit roll of a shot, with all that makes it easier or harder.

Source: main-rulebook, Shooting: Check the range; Make the hit roll and firepower dice roll; Full cover; Improbable shot; Target
is engaged; Point blank; Twin guns blazing; Hard target.
"""

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce

from rules.citations import Cover
from rules.engine.procedure_steps import Modifier, Procedure, Roll
from rules.engine.shown_events import ShotShown
from rules.hazards.blast_marker import Marker
from rules.roster.weapon import WeaponProfile
from rules.sight.verdict import SightRules, Verdict
from rules.skirmish.state.battle_sight import engaged, figure_of, verdict
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.characteristics import modifier, profile_now, success
from rules.skirmish.state.skirmish_rules import Shooting, skirmish_rules
from scene.measuring.distance import nearest

HIT = "Make the hit roll and firepower dice roll"
HIT_ROLL = HIT
HITS = ("hit", "missed")
THROWN = "Hand thrown grenades"
IMPROBABLE = "Improbable shot"
RANGE = "Check the range"
BEST = 2
"""No ballistic skill gets better. Source: main-rulebook, Maximum and minimum characteristics."""
WORST = 6
"""A hit roll that needs more is an improbable shot."""
WORSE: dict[Cover, Cover] = {"open": "open", "partial": "open", "full": "partial"}
"""Source: main-rulebook, Hand thrown grenades."""
BETTER: dict[Cover, Cover] = {"open": "partial", "partial": "full", "full": "full"}
"""Source: main-rulebook, Hard target."""
BLIND_FIRE = -2
"""Source: arbiter, Blind Fire."""
CLOSE = 1e-9
"""Inches of rounding that no range is too short for."""


@dataclass(frozen=True)
class Gun:
    """A weapon with the profile that is shot with.

    Attributes:
        weapon: its name.
    """

    weapon: str
    profile: WeaponProfile

    @property
    def label(self) -> str:
        """What it is picked by, and told as."""
        return f"{self.weapon}: {self.profile.name}" if self.profile.name else self.weapon


@dataclass(frozen=True)
class Shot:
    """One gun shot at a target: all that its hit roll depends on.

    Attributes:
        skill: the shooter's ballistic skill.
        modifiers: of the hit roll.
        cover: of the target, with what a hard target adds and a thrown grenade takes away.
        in_range: whether it can hit at all.
        marker: of a blast weapon, as it was placed.
        misses_full: the highest natural face that always misses a target in full cover.
    """

    shooter: str
    target: str
    gun: Gun
    skill: int
    modifiers: tuple[Modifier, ...]
    cover: Cover
    in_range: bool
    marker: Marker | None = None
    misses_full: int = 2

    @property
    def needed(self) -> int:
        """What the hit roll has to reach; 7 or more is an improbable shot."""
        return max(BEST, self.skill - sum(one.amount for one in self.modifiers))

    @property
    def failing(self) -> int:
        """The highest natural face that always misses. Source: main-rulebook, Full cover."""
        return self.misses_full if self.cover == "full" else 1

    @property
    def chance(self) -> Fraction:
        """How likely the hit roll is to succeed."""
        if not self.in_range:
            return Fraction(0)
        if self.needed > WORST:
            return Fraction(1, 6) * self._chance(self.skill)
        return self._chance(self.needed)

    def _chance(self, needed: int) -> Fraction:
        return Fraction(7 - max(needed, self.failing + 1), 6)


def hit_roll(shot: Shot) -> Procedure[bool]:
    """Whether a shot hits. Beyond the long range nothing is rolled; an improbable shot needs a natural 6 first."""
    if not shot.in_range:
        return False
    if shot.needed > WORST:
        good, called = frozenset({WORST}), ("now the hit roll", "missed")
        about = shot.marker or ShotShown(shot.shooter, shot.target)
        first = Roll("improbable shot", "D6", shot.shooter, f"{WORST}+", shot.modifiers, IMPROBABLE, good, called, about)
        return (yield from success(first)) and (yield from _rolled(shot, shot.skill, (), IMPROBABLE))
    return (yield from _rolled(shot, shot.needed, shot.modifiers, HIT_ROLL))


def _rolled(shot: Shot, needed: int, modifiers: tuple[Modifier, ...], source: str) -> Procedure[bool]:
    needs = f"{needed}+"
    if shot.failing >= needed:
        needs = f"{shot.failing + 1}+ (a natural {shot.failing} misses full cover)"
    good = frozenset(range(max(needed, shot.failing + 1), 7))
    what = f"hit roll, {shot.gun.weapon}"
    about = shot.marker or ShotShown(shot.shooter, shot.target)
    return (yield from success(Roll(what, "D6", shot.shooter, needs, modifiers, source, good, HITS, about)))


def shot_at(battle: Battle, shooter: str, target: str, gun: Gun, *, twin: bool = False) -> Shot:
    """The shot of a fighter as he stands.

    Args:
        battle: with the shooter turned to the target.
        shooter, target: who shoots at whom.
        gun: what with.
        twin: whether it is one of two pistols.
    """
    number = skirmish_rules(battle).shooting
    far = range_to(battle, shooter, target, lobbed=gun.profile.has("grenade"))
    plain = cover_of(battle, shooter, target)
    cover, modifiers = _covered(battle, target, plain, thrown=gun.profile.has("grenade"))
    modifiers += _lying(battle, target, plain, far, gun.profile) + _accuracy(gun, far)
    acting = battle.activation
    if acting is not None and acting.fighter == shooter and acting.aimed:
        modifiers.append(modifier(number.aim, f"{battle.called(shooter)} has aimed", "Aim"))
    if acting is not None and acting.fighter == shooter and acting.blind:
        modifiers.append(modifier(BLIND_FIRE, f"{battle.called(shooter)} fires blindly", "Blind Fire"))
    if number.engaged == "modifier" and number.engaged_modifier and engaged(battle, target):
        modifiers.append(modifier(number.engaged_modifier, f"{battle.called(target)} is engaged", "Target is engaged"))
    if twin:
        modifiers.append(modifier(number.twin, "two pistols are fired together", "Twin guns blazing"))
    skill = profile_now(battle, shooter).ballistic_skill
    in_range = far <= (gun.profile.long or 0.0) + CLOSE
    return Shot(shooter, target, gun, skill, tuple(modifiers), cover, in_range, misses_full=number.full_cover_misses)


def range_to(battle: Battle, shooter: str, target: str, *, lobbed: bool = False) -> float:
    """Inches from base to base, as if both stood; of what is thrown down to a lower level, the level part only.

    Whoever can be seen can be measured to, over whatever the line of sight passes: other distances stop at solid terrain, but a
    shot past it is what cover is for.
    """
    standing = (figure_of(battle, name, status="standing") for name in (shooter, target))
    span = nearest(*standing)
    down = battle.model(target).position[2] < battle.model(shooter).position[2]
    return span.horizontal if lobbed and down else span.distance


def cover_of(battle: Battle, shooter: str, target: str) -> Cover:
    """The cover of a target from a shooter, without what a hard target adds; a ruling by the table goes before all else.

    Within point blank nothing in between counts, and neither do fighters who are engaged with the target.
    Source: main-rulebook, Cover; Point blank; Target is engaged.
    """
    if (ruled := battle.cover_ruled(shooter, target)) is not None:
        return ruled
    if range_to(battle, shooter, target) <= battle.setting.part(SightRules).point_blank + CLOSE:
        return "open"
    cover = cover_verdict(battle, shooter, target).ruling.cover
    # There is a line of sight, if only past everybody: who cannot be seen from where the shooter's head is now is well covered.
    return cover if cover in BETTER else "full"


def cover_verdict(battle: Battle, shooter: str, target: str) -> Verdict:
    """The verdict that the cover of a target rests on: without those who are engaged with him. Source: Target is engaged."""
    others = (name for name in engaged(battle, target) if name != shooter)
    clear = reduce(lambda left, name: left.changed(name, whereabouts="reserve"), others, battle)
    return verdict(clear, shooter, target)


def _covered(battle: Battle, target: str, plain: Cover, *, thrown: bool) -> tuple[Cover, list[Modifier]]:
    hard = battle.model(target).hard_target
    full = BETTER[plain] if hard else plain
    cover = WORSE[full] if thrown else full
    amount = cover_modifiers(skirmish_rules(battle).shooting)[cover]
    if full == "open":
        return cover, []
    where = f"{battle.called(target)} is in {'the open' if plain == 'open' else f'{plain} cover'}"
    if hard and full != plain:
        where += f" and a hard target: {full} cover"
    if thrown:
        return cover, [modifier(amount, f"{where}, which counts as {cover} against a thrown grenade", THROWN)]
    return cover, [modifier(amount, where, HIT if full == plain else "Hard target")]


def _lying(battle: Battle, target: str, plain: Cover, far: float, profile: WeaponProfile) -> list[Modifier]:
    status, counts = battle.model(target).status, skirmish_rules(battle).shooting.lying
    if status == "standing" or plain != "open" or counts == "never":
        return []
    if counts == "at long range" and not _is_long(profile, far):
        return []
    lies = f"{battle.called(target)} is {status.replace('_', ' ')}"
    return [modifier(-1, f"{lies} in the open {counts}", HIT)]


def cover_modifiers(number: Shooting) -> dict[Cover, int]:
    """What each cover adds to a hit roll."""
    return {"open": 0, "partial": number.partial, "full": number.full}


def _accuracy(gun: Gun, far: float) -> list[Modifier]:
    long = _is_long(gun.profile, far)
    amount = gun.profile.accuracy_long if long else gun.profile.accuracy_short
    return [modifier(amount, f"{gun.weapon} at {'long' if long else 'short'} range", "Weapon profiles")] if amount else []


def _is_long(profile: WeaponProfile, far: float) -> bool:
    return profile.short is None or far > profile.short + CLOSE


def turned_to(battle: Battle, shooter: str, target: str) -> Battle:
    """The shooter pivots so that the target is in the middle of his vision arc. Source: main-rulebook, Declare the shot."""
    (x, y, _), (to_x, to_y, _) = battle.model(shooter).position, battle.model(target).position
    if (x, y) == (to_x, to_y):
        return battle
    return battle.changed(shooter, facing=math.degrees(math.atan2(to_y - y, to_x - x)) % 360.0)
