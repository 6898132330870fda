"""``sightline odds``: the exact chances of one shot or one fight."""

from typing import Annotated

import typer

from scene.mesh_io.mesh_reading import MAX_FACES
from sightline.api.attack_questions import attack_odds
from sightline.cli import completion
from sightline.cli.options import USUAL_RULES, AsJson, AttackRules, MaxFaces, ShooterId, TablePath
from sightline.cli.typed_places import TypedPlace, on_table, placed_by
from sightline.console import answers, print_json, tell
from sightline.files.rule_systems import rule_system
from sightline.files.table_loading import load
from sightline.session.attacks.attack_chances import NoAttack, check_terms

NO = 1
"""The exit code where the attack cannot be made."""

Target = Annotated[
    str,
    typer.Argument(
        metavar="TARGET",
        help="Who is attacked: an id or a name.",
        show_default=False,
        autocompletion=completion.figures,
    ),
]
Weapons = Annotated[
    list[str] | None,
    typer.Option(
        "--weapon",
        metavar="W",
        autocompletion=completion.weapons,
        help="On the attacker's card or in the armoury; twice for two together; bare hands without.",
        show_default=False,
    ),
]
ProfileName = Annotated[
    str | None, typer.Option("--profile", metavar="P", help="Of a weapon that has more than one.", show_default=False)
]
Gangs = Annotated[
    list[str] | None,
    typer.Option(
        "--gang",
        metavar="GANG",
        help="A gang file or bundled gang with the figures' cards.",
        show_default=False,
        autocompletion=completion.gangs,
    ),
]
Aimed = Annotated[bool, typer.Option("--aim", help="After an Aim action.")]
At = Annotated[
    TypedPlace | None,
    typer.Option(
        "--at",
        metavar="X Y Z",
        parser=placed_by("--at"),
        help="Where a blast weapon's marker is put, or a flame template aimed at; over the target without.",
        show_default=False,
    ),
]
Close = Annotated[bool, typer.Option("--fight", help="In close combat rather than by shooting.")]


def command(
    table: TablePath,
    shooter: ShooterId,
    target: Target,
    *,
    weapon: Weapons = None,
    rules: AttackRules = USUAL_RULES,
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

      sightline odds disputed-shot jelena kruger --weapon "Beam rifle"

      sightline odds disputed-shot jelena kruger --weapon "Pump gun" --profile slug --aim --json

      sightline odds disputed-shot jelena kruger --weapon "Slug pistol" --weapon "Spark pistol" --gang ninth-shift

      sightline odds disputed-shot jelena kruger --weapon "Splinter grenades" --at 15.9 14.3 3

    [bold]With figures in base contact[/bold]

      sightline odds yard.json ada bruno --weapon "Chain cutter" --fight
    """
    told_by = rule_system(rules)
    check_terms(tuple(weapon or ()), aim=aim, fight=fight, at=at is not None)
    whole, warnings = load(table, max_faces=max_faces)
    found = attack_odds(
        whole,
        shooter,
        target,
        weapon=tuple(weapon or ()),
        gangs=tuple(gang or ()),
        profile=profile,
        aim=aim,
        at=on_table(at, whole),
        fight=fight,
        rules=rules,
    )
    of = found if isinstance(found, NoAttack) else found.attack
    asked = {
        "shooter": of.shooter,
        "target": of.target,
        "weapons": list(of.held),
        "rules": told_by.name,
        "aim": aim,
        "fight": fight,
    }
    asked |= {"distance": round(of.far, 4), "warnings": [*warnings, *of.doubts]}
    if isinstance(found, NoAttack):
        if as_json:
            print_json({"possible": False, "why": found.why} | asked)
        else:
            answers().print(str(found), style="bold")
        raise typer.Exit(NO)
    if as_json:
        print_json(found.document() | asked)
    else:
        tell(found.lines())
