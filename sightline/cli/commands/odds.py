"""``sightline odds``: the exact chances of one shot or one fight."""

import math
from collections.abc import Iterable
from fractions import Fraction
from typing import Annotated, Any

import typer

from rules.citations import Reason
from rules.engine.procedure_steps import Roll
from rules.percentages import percent
from rules.roster.gang import Fighter
from rules.skirmish.attack_odds import AttackOdds, fighting_odds, shooting_odds
from rules.skirmish.melee.melee_weapons import arms_of
from rules.skirmish.shooting.shoot_actions import guns_of
from rules.skirmish.shooting.shot_hit_roll import Gun
from rules.skirmish.state.battle_state import Battle
from rules.systems.registry import system
from scene.geometry.mesh import Point
from scene.mesh_io.mesh_reading import MAX_FACES
from sightline.answers.as_measured import as_measured
from sightline.cli.options import USUAL_RULES, AsJson, BattleRules, MaxFaces, TablePath
from sightline.console import answers, print_json, tell, warn
from sightline.errors import CommandError
from sightline.files.table_loading import load
from sightline.session.answer_sources import dice_words
from sightline.session.attack_check import distance_of, no_fight, no_shot, out_of_range, shot_facts
from sightline.session.attack_moment import armed, card_of, moment
from sightline.session.battle_log import Called
from sightline.session.gang_loading import load_gang

NO = 1
"""The exit code where the attack cannot be made."""
MOST = 2
"""Weapons used together."""

Shooter = Annotated[str, typer.Argument(metavar="SHOOTER", help="Who attacks.", show_default=False)]
Target = Annotated[str, typer.Argument(metavar="TARGET", help="Who is attacked.", show_default=False)]
Weapons = Annotated[
    list[str] | None,
    typer.Option(
        "--weapon",
        metavar="W",
        help="On the attacker's card or in the armoury; twice for two together; bare hands without.",
        show_default=False,
    ),
]
ProfileName = Annotated[
    str | None, typer.Option("--profile", metavar="P", help="Of a weapon that has more than one.", show_default=False)
]
Gangs = Annotated[
    list[str] | None,
    typer.Option("--gang", metavar="FILE", help="A gang file or bundled gang with the figures' cards.", show_default=False),
]
Aimed = Annotated[bool, typer.Option("--aim", help="After an Aim action.")]
At = Annotated[
    tuple[float, float, float] | None,
    typer.Option(
        metavar="X Y Z",
        help="Where a blast weapon's marker is put, or a flame template aimed at; over the target without.",
        show_default=False,
    ),
]
Close = Annotated[bool, typer.Option("--fight", help="In close combat rather than by shooting.")]


def command(
    table: TablePath,
    shooter: Shooter,
    target: Target,
    *,
    weapon: Weapons = None,
    rules: BattleRules = USUAL_RULES,
    profile: ProfileName = None,
    gang: Gangs = None,
    aim: Aimed = False,
    at: At = None,
    fight: Close = False,
    max_faces: MaxFaces = MAX_FACES,
    as_json: AsJson = False,
) -> None:
    """The exact chances of one shot of SHOOTER at TARGET, or of one attack in close combat, and every roll on the way.

    Figures whose id is that of a fighter in a gang have that card, all others the rulebook's example profile. Falls and nerve
    tests that follow are left out. Exit code 1 where the attack cannot be made, with the reason.

    [bold]Examples[/bold]

      sightline odds sump.json jelena kruger --weapon "Beam rifle"

      sightline odds sump.json jelena kruger --weapon "Pump gun" --profile slug --aim --json

      sightline odds sump.json jelena kruger --weapon "Slug pistol" --weapon "Spark pistol" --gang ninth-shift

      sightline odds sump.json jelena kruger --weapon "Splinter grenades" --at 20 11 0

      sightline odds sump.json jelena kruger --weapon "Chain cutter" --fight
    """
    weapons = weapon or []
    _check(weapons, aim=aim, fight=fight, at=at)
    whole, warnings = load(table, max_faces=max_faces)
    shooter, target = (whole.meant(name).id for name in (shooter, target))
    if shooter == target:
        raise CommandError(f'"{shooter}" cannot be both SHOOTER and TARGET; name two figures')
    cards, doubts = _cards(gang or [])
    warn(doubts)
    card, held = armed(card_of(whole.figure(shooter), cards.get(shooter)), weapons, profile)
    battle = moment(whole, cards | {shooter: card}, system(rules).battle)
    asked = {"shooter": shooter, "target": target, "weapons": list(held), "rules": rules, "aim": aim, "fight": fight}
    far = distance_of(battle, shooter, target)
    asked |= {"distance": round(far, 4), "warnings": [*warnings, *doubts]}
    guns = () if fight else _guns(battle, shooter, held)
    why = no_fight(battle, shooter, target) if fight else no_shot(battle, shooter, target, guns)
    if why is not None:
        raise _refused(why, asked, f'{battle.called(target)} is {far:.2f}" away', as_json=as_json)
    because = list[Reason]()
    if fight:
        _check_blades(battle, shooter, held)
        found, facts = fighting_odds(battle, shooter, target, held), dict[str, Any]()
    else:
        if at is not None and not any(gun.profile.has("blast") or gun.profile.has("template") for gun in guns):
            raise CommandError("--at is for blast markers and flame templates; leave it out")
        found, facts = shooting_odds(battle, shooter, target, guns, aimed=aim, at=at), shot_facts(battle, shooter, target, guns)
        because = out_of_range(battle, shooter, target, guns, at)
    if as_json:
        said = [{"text": one.text, "source": one.source} for one in because]
        print_json(document(found) | facts | {"because": said} | asked)
    else:
        who = f"{battle.called(shooter)} attacks {battle.called(target)}"
        attack = f'{who}, {far:.2f}" away, with {" and ".join(held) or "bare hands"}'
        tell(words(found, attack, because, battle.called) + as_measured(whole))
        if "priority" in facts and not facts["priority"]["allowed"]:
            answers().print(_priority_words(facts["priority"], battle.called))


def _check(weapons: list[str], *, aim: bool, fight: bool, at: Point | None) -> None:
    if len(weapons) > MOST:
        raise CommandError(f"{len(weapons)} weapons cannot be used together; give --weapon once or twice")
    if not weapons and not fight:
        raise CommandError("--weapon is missing; only --fight goes without, with bare hands")
    if at is not None and not all(map(math.isfinite, at)):
        raise CommandError("--at needs three numbers, inches")
    if fight and at is not None:
        raise CommandError("there are no markers in close combat; leave --at or --fight out")
    if fight and aim:
        raise CommandError("nobody aims in close combat; leave --aim or --fight out")


def _cards(names: Iterable[str]) -> tuple[dict[str, Fighter], list[str]]:
    """The cards of gangs by id, and warnings."""
    cards: dict[str, Fighter] = {}
    doubts: list[str] = []
    for name in names:
        gang, warnings = load_gang(name)
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


def _refused(why: str, asked: dict[str, Any], where: str, *, as_json: bool) -> typer.Exit:
    if as_json:
        print_json({"possible": False, "why": why} | asked)
    else:
        answers().print(f"that cannot be done: {why}; {where}", style="bold")
    return typer.Exit(NO)


def document(found: AttackOdds) -> dict[str, Any]:
    """The odds as JSON has them."""
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
    }


def _outcomes(found: AttackOdds) -> list[tuple[str, Fraction]]:
    return [(name, getattr(found, name)) for name in ("out_of_action", "seriously_injured", "flesh_wound")]


def _step(roll: Roll) -> dict[str, Any]:
    why = [{"amount": one.amount, "text": one.because.text, "source": one.because.source} for one in roll.why]
    return {"roll": roll.what, "for": roll.who, "dice": roll.dice, "need": roll.needs, "modifiers": why, "source": roll.source}


def words(found: AttackOdds, attack: str, because: Iterable[Reason], called: Called) -> list[str]:
    """The odds for a person: who attacks whom, what comes of it and why, and every roll with its reasons."""
    lines = [
        f"{attack}: hit {_said(found.hit)}, wound {_said(found.wound)}",
        *(f"{one.text}  [{one.source}]" for one in because),
        ", ".join(f"{name.replace('_', ' ')} {_said(share)}" for name, share in [("pinned", found.pinned), *_outcomes(found)]),
        f"{float(found.expected_wounds):.2f} points of damage on average",
    ]
    if found.out_of_ammo:
        lines[-1] += f"; out of ammo {_said(found.out_of_ammo)}"
    lines += [f"{called(name)} may be hit instead: {_said(share)}" for name, share in found.others]
    return lines + [_step_words(roll, called) for roll in found.steps]


def _said(share: Fraction) -> str:
    return percent(float(share))


def _step_words(roll: Roll, called: Called) -> str:
    why = "".join(f"; {one.amount:+d} {one.because.text}" for one in roll.why)
    what = f"{roll.what} ({dice_words(roll.dice)}) for {called(roll.who)}"
    return f"  {what}{': ' if roll.needs else ''}{roll.needs}{why}  [{roll.source}]"


def _priority_words(priority: dict[str, Any], called: Called) -> str:
    return (
        f"target priority is for {', '.join(map(called, priority['first']))}: this shot needs a willpower check first "
        f"({percent(priority['willpower'])}), which is not in these odds"
    )
