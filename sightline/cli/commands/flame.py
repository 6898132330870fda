"""``sightline flame``: how a flame template lies before a fighter and whom it hits, or where it is laid best."""

from typing import Annotated

import typer

from scene.mesh_io.mesh_reading import MAX_FACES
from sightline.api.flame_questions import BestFlameAnswer, FlameAnswer, best_flame, flame
from sightline.cli.options import USUAL_RULES, AsJson, HazardRules, MaxFaces, Overwrite, PicturePath, ShooterId, TablePath
from sightline.cli.typed_places import TypedPlace, on_table, placed_by
from sightline.console import print_json, tell
from sightline.errors import CommandError
from sightline.files.output_files import check_outputs, write_file
from sightline.files.rule_systems import rule_system
from sightline.files.table_loading import load

NO = 1
"""The exit code where no template hits anybody."""

At = Annotated[
    TypedPlace | None,
    typer.Option(
        "--at",
        metavar="X Y Z",
        parser=placed_by("--at"),
        help="What the template runs over: a place on a floor; another height lifts or lowers its wide end.",
        show_default=False,
    ),
]
Best = Annotated[bool, typer.Option("--best", help="Lay it where it hits most enemies and fewest friends.")]
String = Annotated[bool, typer.Option("--string", help='Measure 8.1" to the enemy at X Y Z, in place of the template.')]


def command(
    table: TablePath,
    shooter: ShooterId,
    *,
    at: At = None,
    best: Best = False,
    string: String = False,
    rules: HazardRules = USUAL_RULES,
    picture: PicturePath = None,
    overwrite: Overwrite = False,
    max_faces: MaxFaces = MAX_FACES,
    as_json: AsJson = False,
) -> None:
    """Whom the flame template of SHOOTER hits, its narrow end at his base and its axis over X Y Z.

    With --best it is laid where it is worth most: an enemy counts 1, a friend and SHOOTER himself -1. Exit code 1 where no
    template hits anybody.

    [bold]Examples[/bold]

      sightline flame disputed-shot kruger --at 10.45 9.8 0

      sightline flame sluice-warren kesh --best --picture flame.png --overwrite

      sightline flame disputed-shot kruger --at 10.45 9.8 0 --string --json
    """
    told_by = rule_system(rules)
    told_by.check("numbers")
    if (at is None) is not best:
        raise CommandError("give either --at X Y Z or --best" + (", not both" if best else ""))
    if string and best:
        raise CommandError("--string goes with --at: it measures to the one enemy who stands there")
    check_outputs(table, picture=picture, overwrite=overwrite)
    whole, warnings = load(table, max_faces=max_faces)
    place, who = on_table(at, whole), whole.meant(shooter)
    answer: FlameAnswer | BestFlameAnswer
    answer = best_flame(whole, who, rules=rules) if place is None else flame(whole, who, place, string=string, rules=rules)
    if picture and answer:
        from sightline.drawing.rendering.png_bytes import png_bytes

        write_file(picture, png_bytes(answer.picture()))
    if as_json:
        more = {"rules": told_by.name, "shooter": who.id, "string": string, "warnings": list(warnings)}
        print_json(answer.document() | more)
    else:
        tell(answer.lines())
    if not answer:
        raise typer.Exit(NO)
