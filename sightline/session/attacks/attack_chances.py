"""The exact chances of one attack on a table: what is attacked with, why it may not be, and the answer as JSON and in words."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rules.citations import Reason
from rules.engine.procedure_steps import Roll
from rules.percentages import percent
from rules.roster.gang import Fighter
from rules.skirmish.attack_odds import AttackOdds, AttackWanted, NoOdds, fighting_odds, shooting_odds
from rules.skirmish.melee.melee_weapons import arms_of
from rules.skirmish.shooting.shoot_actions import guns_of
from rules.skirmish.shooting.shot_hit_roll import Gun
from rules.skirmish.state.battle_state import Battle
from rules.systems.rule_system import RuleSystem
from scene.geometry.mesh import Point
from scene.table.table import Table
from sightline.console import warn
from sightline.errors import CommandError
from sightline.session.answer_sources import dice_words
from sightline.session.attacks.attack_check import distance_of, no_fight, no_shot, out_of_range, shot_facts
from sightline.session.attacks.attack_moment import armed, card_of, moment
from sightline.session.battle_log import Called
from sightline.session.gang_loading import load_gang

MOST = 2
"""Weapons used together."""


@dataclass(frozen=True)
class AttackTerms:
    """How somebody is attacked.

    Attributes:
        weapons: by name; only a fight goes without.
        profile: of a weapon that has more than one.
        gangs: files or names of gangs with the figures' cards.
        aim: after an Aim action.
        at: where a blast marker is put, or a template aimed at.
        fight: in close combat.
    """

    weapons: tuple[str, ...] = ()
    profile: str | None = None
    gangs: tuple[str, ...] = ()
    aim: bool = False
    at: Point | None = None
    fight: bool = False

    def __post_init__(self) -> None:
        """What goes together, or a `CommandError`."""
        check_terms(self.weapons, aim=self.aim, fight=self.fight, at=self.at is not None)
        if self.at is not None and not all(map(math.isfinite, self.at)):
            raise CommandError("a marker is put at three numbers, inches")


@dataclass(frozen=True, eq=False)
class AttackQuestion:
    """Who attacks whom on which table.

    Attributes:
        table: where.
        battle: the same as a battle, at the moment of the attack.
        shooter, target: ids.
        held: the weapons used, by their names.
        far: inches between the two.
        doubts: what is doubtful of the gangs' files.
    """

    table: Table
    battle: Battle
    shooter: str
    target: str
    held: tuple[str, ...]
    far: float
    doubts: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class AttackChances(AttackQuestion):
    """An attack with its chances.

    Attributes:
        odds: the chances.
        facts: what is told besides, of the range and who is shot at first.
        because: why it cannot hit, if it cannot.
    """

    odds: AttackOdds
    facts: dict[str, Any]
    because: tuple[Reason, ...]


@dataclass(frozen=True, eq=False)
class NoAttack(AttackQuestion):
    """An attack that cannot be made; false.

    Attributes:
        why: why not.
    """

    why: str

    def __bool__(self) -> bool:
        """There is none."""
        return False

    def __str__(self) -> str:
        """Why not, and how far the target is."""
        return f'that cannot be done: {self.why}; {self.battle.called(self.target)} is {self.far:.2f}" away'


def attack_of(table: Table, attacker: str, target: str, wanted: AttackTerms, rules: RuleSystem) -> AttackChances | NoAttack:
    """The chances of an attack; figures whose id is that of a fighter in a gang have that card, others the example's.

    Args:
        attacker, target: ids or names.
        rules: whose.

    Raises:
        SceneError, CommandError, RulesError: for what is not there or cannot be used so.
    """
    shooter, target = (table.meant(name).id for name in (attacker, target))
    if shooter == target:
        raise CommandError(f'"{shooter}" cannot be both SHOOTER and TARGET; name two figures')
    cards, doubts = _cards(wanted.gangs, rules)
    warn(doubts)
    if rules.has("odds"):
        return _by_own_sheets(table, (shooter, target), cards, wanted, rules, tuple(doubts))
    card, held = armed(card_of(table.figure(shooter), cards.get(shooter)), wanted.weapons, wanted.profile)
    battle = moment(table, cards | {shooter: card}, rules.battle)
    asked = (table, battle, shooter, target, tuple(held), distance_of(battle, shooter, target), tuple(doubts))
    if wanted.fight:
        if why := no_fight(battle, shooter, target):
            return NoAttack(*asked, why)
        _check_blades(battle, shooter, held)
        return AttackChances(*asked, fighting_odds(battle, shooter, target, held), {}, ())
    guns = _guns(battle, shooter, held)
    if why := no_shot(battle, shooter, target, guns):
        return NoAttack(*asked, why)
    if wanted.at is not None and not any(gun.profile.has("blast") or gun.profile.has("template") for gun in guns):
        raise CommandError("--at is for blast markers and flame templates; leave it out")
    found = shooting_odds(battle, shooter, target, guns, aimed=wanted.aim, at=wanted.at)
    because = out_of_range(battle, shooter, target, guns, wanted.at)
    return AttackChances(*asked, found, shot_facts(battle, shooter, target, guns), rules.citations.reasons(tuple(because)))


def _by_own_sheets(
    table: Table,
    pair: tuple[str, str],
    cards: dict[str, Fighter],
    wanted: AttackTerms,
    rules: RuleSystem,
    doubts: tuple[str, ...],
) -> AttackChances | NoAttack:
    """The chances of an attack by rules with sheets of their own."""
    if wanted.at is not None or wanted.profile is not None:
        raise CommandError(f"{rules.name} knows no markers and no profiles of weapons; leave --at and --profile out")
    battle = moment(table, cards, rules.battle)
    asked = (table, battle, *pair, wanted.weapons, distance_of(battle, *pair), doubts)
    found = rules.odds(battle, *pair, AttackWanted(wanted.weapons, fight=wanted.fight, aim=wanted.aim))
    return NoAttack(*asked, found.why) if isinstance(found, NoOdds) else AttackChances(*asked, found, {}, ())


def document(attack: AttackChances) -> dict[str, Any]:
    """The odds with all that is told besides, as JSON has them."""
    said = [{"text": one.text, "source": one.source} for one in attack.because]
    return _odds_document(attack.odds) | attack.facts | {"because": said}


def words(attack: AttackChances) -> list[str]:
    """The odds for a person."""
    called, priority = attack.battle.called, attack.facts.get("priority", {"allowed": True})
    who = f"{called(attack.shooter)} attacks {called(attack.target)}"
    told = f'{who}, {attack.far:.2f}" away, with {" and ".join(attack.held) or "bare hands"}'
    lines = _odds_words(attack.odds, told, attack.because, called)
    return lines if priority["allowed"] else [*lines, _priority_words(priority, called)]


def check_terms(weapons: tuple[str, ...], *, aim: bool, fight: bool, at: bool) -> None:
    """A `CommandError` for what does not go together; ``at`` is whether a place is named."""
    if len(weapons) > MOST:
        raise CommandError(f"{len(weapons)} weapons cannot be used together; give --weapon once or twice")
    if not weapons and not fight:
        raise CommandError("--weapon is missing; only --fight goes without, with bare hands")
    if fight and at:
        raise CommandError("there are no markers in close combat; leave --at or --fight out")
    if fight and aim:
        raise CommandError("nobody aims in close combat; leave --aim or --fight out")


def _cards(names: Iterable[str], rules: RuleSystem) -> tuple[dict[str, Fighter], list[str]]:
    """The cards of gangs by id, and warnings."""
    cards: dict[str, Fighter] = {}
    doubts: list[str] = []
    for name in names:
        gang, warnings = load_gang(name, rules)
        doubts += warnings
        doubts += [f"{name}: {one.id} has a card in an earlier gang" for one in gang.fighters if one.id in cards]
        cards = {one.id: one for one in gang.fighters} | cards
    return cards, doubts


def _check_blades(battle: Battle, fighter: str, held: tuple[str, ...]) -> None:
    """A `CommandError` for a weapon that can be used in several ways in close combat."""
    known = arms_of(battle, fighter)
    for name in held:
        ways = [arm.profile.name for arm in known if arm.weapon == name]
        if len(ways) > 1:
            raise CommandError(f"{name} can be used in several ways; give --profile {' or '.join(ways)}")


def _guns(battle: Battle, shooter: str, held: tuple[str, ...]) -> tuple[Gun, ...]:
    """What is shot with; a `CommandError` for weapons that cannot be shot, or not together."""
    known = guns_of(battle, shooter)
    guns = []
    for name in held:
        own = [gun for gun in known if gun.weapon == name]
        if not own:
            raise CommandError(f"{name} cannot be shot: it is no ranged weapon")
        if len(own) > 1:
            raise CommandError(
                f"{name} can be shot in several ways; give --profile {' or '.join(gun.profile.name for gun in own)}"
            )
        guns += own
    if len(guns) > 1 and not all(gun.profile.has("sidearm") for gun in guns):
        raise CommandError("only two sidearms are fired together")
    return tuple(guns)


def _odds_document(found: AttackOdds) -> dict[str, Any]:
    return {
        "hit": float(found.hit),
        "pinned": float(found.pinned),
        "wound": float(found.wound),
        "outcomes": {name: float(share) for name, share in _outcomes(found)},
        "steps": [_step(roll) for roll in found.steps],
        "possible": True,
        "expected_wounds": float(found.expected_wounds),
        "out_of_ammo": float(found.out_of_ammo),
        "others": {name: float(share) for name, share in found.others},
        "conditions": {name: float(share) for name, share in found.conditions},
    }


def _outcomes(found: AttackOdds) -> list[tuple[str, Fraction]]:
    return [(name, getattr(found, name)) for name in ("out_of_action", "seriously_injured", "flesh_wound")]


def _step(roll: Roll) -> dict[str, Any]:
    why = [{"amount": one.amount, "text": one.because.text, "source": one.because.source} for one in roll.why]
    return {"roll": roll.what, "for": roll.who, "dice": roll.dice, "need": roll.needs, "modifiers": why, "source": roll.source}


def _odds_words(found: AttackOdds, attack: str, because: Iterable[Reason], called: Called) -> list[str]:
    """The odds for a person: who attacks whom, what comes of it and why, and every roll with its reasons."""
    lines = [
        f"{attack}: hit {_said(found.hit)}, wound {_said(found.wound)}",
        *(f"{one.text}  [{one.source}]" for one in because),
        ", ".join(f"{name.replace('_', ' ')} {_said(getattr(found, name))}" for name in found.known),
        f"{float(found.expected_wounds):.2f} points of damage on average",
    ]
    if found.out_of_ammo:
        lines[-1] += f"; out of ammo {_said(found.out_of_ammo)}"
    lines += [f"{name} {_said(share)}" for name, share in found.conditions]
    lines += [f"{called(name)} may be hit instead: {_said(share)}" for name, share in found.others]
    return lines + [_step_words(roll, called) for roll in found.steps]


def _said(share: Fraction) -> str:
    return percent(float(share))


def _step_words(roll: Roll, called: Called) -> str:
    why = "".join(f"; {one.amount:+d} {one.because.text}" for one in roll.why)
    what = f"{roll.what} ({dice_words(roll.dice)}) for {called(roll.who)}"
    return f"  {what}{': ' if roll.needs else ''}{roll.needs}{why}  [{roll.source}]"


def _priority_words(priority: dict[str, Any], called: Called) -> str:
    first = f"target priority is for {', '.join(map(called, priority['first']))}"
    if not priority["willpower"]:
        return f"{first}: this shot is not allowed, and there is no check to take it all the same"
    return f"{first}: this shot needs a willpower check first ({percent(priority['willpower'])}), which is not in these odds"
