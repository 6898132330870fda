"""The evidence on which somebody chooses a target: distance, cover with its bound, whether that can be called, the chances.

It is derived from how things are, never kept: the same question of the same battle gets the same evidence again.
Sources: main-rulebook, Declare the shot; Target priority; Cover; Coup de grace; Most important rule.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from rules.citations import Cover
from rules.sight.scan_sensitivity import scan_sensitivity
from rules.sight.sensitivity import Sensitivity, sensitivity
from rules.sight.verdict import COVERS, SightRules, Verdict
from rules.sight.verdict_reasons import allowance_words
from rules.skirmish.attack_odds import AttackOdds, fighting_odds
from rules.skirmish.melee.melee_blows import Stance
from rules.skirmish.melee.melee_weapons import Arm, loadouts
from rules.skirmish.opponent.attack_estimate import arms_worth
from rules.skirmish.shooting.shot_hit_roll import Gun, cover_of, cover_verdict, range_to, shot_at, turned_to
from rules.skirmish.state.battle_sight import sees, table_of
from rules.skirmish.state.battle_state import Activation, Battle
from scene.table.table import Table
from sightline.answers.sight_answer import TOLERANCE_MM, UNKNOWN, doubt_words
from sightline.session.targets.target_chances import AttackOption, chances

SETTLED_BY = "Most important rule"
"""The topic of what settles a sight that nobody can call: a roll-off."""


@dataclass(frozen=True)
class HiddenShare:
    """The share of a body that is hidden, 0 to 1, and its bound."""

    share: float
    low: float
    high: float


@dataclass(frozen=True)
class Arrival:
    """How somebody gets to whom he charges.

    Attributes:
        cost: inches of movement that the way takes.
        least, most: inches that he has, where dice add to them.
        checks: on the way, each by the characteristic and its chance.
        chance: that he gets there.
    """

    cost: float
    least: float
    most: float
    checks: tuple[tuple[str, float], ...]
    chance: float


@dataclass(frozen=True)
class TargetEvidence:
    """What is known of a candidate when somebody has to choose.

    Attributes:
        key: of the option that it belongs to.
        target: id of the candidate.
        name: what sentences call him.
        way: with what he is attacked; empty where with nothing.
        distance: inches between the bases; None where they are in contact.
        cover: None where it does not matter.
        hidden: how much of him is hidden; None where that does not matter.
        doubt: why his cover is too close to call; empty where it can be called.
        chances: that he is hit, wounded, taken out of action and so on, once he is reached; None where there is no attack.
        check: of the willpower check that target priority asks for first; None where it asks for none.
        arrival: of a charge; None for everything else.
        why_not: why there is no attack; empty where there is one.
        notes: what is to be said besides, such as why the cover is another than the hidden share would give.
    """

    key: str
    target: str
    name: str
    way: str = ""
    distance: float | None = None
    cover: Cover | None = None
    hidden: HiddenShare | None = None
    doubt: str = ""
    chances: AttackOdds | None = None
    check: float | None = None
    arrival: Arrival | None = None
    why_not: str = ""
    notes: tuple[str, ...] = ()


# Shots


def of_shot(battle: Battle, shooter: str, target: str, guns: tuple[Gun, ...], key: str = "") -> TargetEvidence:
    """What is known of somebody at whom a fighter may shoot with these guns; ``key`` is that of the option."""
    acting = battle.activation
    aimed = acting is not None and acting.fighter == shooter and acting.aimed
    controller = acting.controller if acting is not None and acting.fighter == shooter else battle.model(shooter).gang
    # What else has been done in this activation makes no difference: the log finds again what the question has found.
    now = replace(battle, activation=Activation(shooter, 1, aimed=aimed, controller=controller))
    return replace(_of_shot(turned_to(now, shooter, target), shooter, target, guns), key=key or target)


@lru_cache(maxsize=512)
def _of_shot(battle: Battle, shooter: str, target: str, guns: tuple[Gun, ...]) -> TargetEvidence:
    label = " and ".join(gun.label for gun in guns)
    found = chances(battle, shooter, target, AttackOption(label, guns))
    shown = TargetEvidence(target, target, battle.called(target), label, range_to(battle, shooter, target))
    shown = replace(shown, chances=found.odds, check=found.check, why_not=found.why_not)
    laid = tuple(dict.fromkeys(note for gun in guns if (note := laid_note(gun))))
    shown = replace(shown, notes=laid if shown.chances is not None else ())
    if all(gun.profile.has("template") for gun in guns) or not sees(battle, shooter, target):
        return shown
    seen = cover_verdict(battle, shooter, target)
    cover, geometry = cover_of(battle, shooter, target), seen.ruling.geometry
    hidden = None if geometry is None else HiddenShare(geometry.share, geometry.low, geometry.high)
    # Where nothing in between counts, or the table has ruled, there is nothing to doubt.
    near = range_to(battle, shooter, target) <= battle.setting.part(SightRules).point_blank
    ruled = battle.cover_ruled(shooter, target) is not None
    doubt = "" if near or ruled else doubt_of(table_of(battle), seen)
    notes = ("as the table has ruled",) if ruled else tuple(_notes(battle, shooter, target, guns, seen, cover))
    return replace(shown, cover=cover, hidden=hidden, doubt=doubt, notes=(*notes, *shown.notes))


def laid_note(gun: Gun) -> str:
    """For what place of a marker or a template the chances are, as it is asked for only later; empty for other weapons."""
    if gun.profile.has("template"):
        return "with the template where it does most; where it goes is asked next"
    return "with the marker over the middle of the target; where it goes is asked next" if gun.profile.has("blast") else ""


def _notes(battle: Battle, shooter: str, target: str, guns: tuple[Gun, ...], seen: Verdict, cover: Cover) -> Iterator[str]:
    """Why the cover that counts is another than the hidden share alone would give."""
    if cover == "open" != seen.ruling.cover:
        yield "point blank: nothing in between gives cover"
    elif (why := allowance_words(seen)) is not None:
        yield why
    counts = {(gun.profile.has("grenade"), shot_at(battle, shooter, target, gun).cover) for gun in guns}
    hard = " as a hard target" if battle.model(target).hard_target else ""
    for thrown, counted in sorted(counts):
        if counted != cover:
            yield f"counts as {COVERS[counted]}{hard}{' against a thrown grenade' if thrown else ''}"


def doubt_of(table: Table, verdict: Verdict) -> str:
    """Why a verdict is too close to call, in the words of ``sightline los``; empty where it can be called."""
    begins, doubt = doubt_words(verdict, _steady(table, verdict))
    return "" if begins == UNKNOWN else doubt


def _steady(table: Table, verdict: Verdict) -> Sensitivity:
    if table.scan is not None:
        return scan_sensitivity(table, [verdict], seed=0)[0]
    return sensitivity(table, [verdict], tolerance_mm=TOLERANCE_MM, seed=0)[0]


# Close combat


def of_fight(
    battle: Battle,
    fighter: str,
    target: str,
    arms: tuple[Arm, ...] | None = None,
    key: str = "",
    stance: Stance | None = None,
) -> TargetEvidence:
    """What is known of somebody whom a fighter may strike at.

    Args:
        battle: with the two engaged.
        fighter, target: who attacks whom.
        arms: with what; with the best that he has, by default.
        key: of the option.
        stance: how he fights; as he stands by default.
    """
    acting = battle.activation
    charged = acting is not None and acting.fighter == fighter and acting.charged
    arms = arms or best_arms(battle, fighter, target, charged=charged)
    held = tuple(arm.weapon for arm in arms if arm.weapon != "unarmed")
    label = " and ".join(arm.label for arm in arms if arm.weapon != "unarmed") or "bare hands"
    found = fighting_odds(battle, fighter, target, held, charged=charged, stance=stance)
    return TargetEvidence(key or target, target, battle.called(target), label, chances=found)


def best_arms(battle: Battle, fighter: str, target: str, *, charged: bool) -> tuple[Arm, ...]:
    """What a fighter had best strike somebody with."""
    return max(loadouts(battle, fighter), key=lambda arms: arms_worth(battle, fighter, target, arms, charged=charged))
