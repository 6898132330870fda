"""``sightline flame``: how a flame template lies before a fighter and whom it hits, or where it is laid best."""

from dataclasses import replace
from typing import Annotated

import typer

from rules.hazards.flame_hits import Flame, flamed
from rules.hazards.flame_placement import best_flames
from scene.mesh_io.mesh_reading import MAX_FACES
from scene.table.table import Figure, Table
from sightline.answers.as_measured import as_measured
from sightline.answers.flame_answer import choices_document, choices_words, document, words
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
    shooter = who.id

    def told(flame: Flame) -> Flame:
        return replace(flame, because=told_by.citations.reasons(flame.because))

    more = {"rules": told_by.name, "shooter": shooter, "string": string, "warnings": list(warnings)}
    if place is None:
        choices = [(at, told(flame), worth) for at, flame, worth in best_flames(whole, shooter, worths(whole, who))]
        flame = choices[0][1] if choices else None
        answer, said = choices_document(choices), choices_words(whole, choices)
    else:
        flame = told(flamed(whole, shooter, place, string=string))
        answer, said = document(flame), words(whole, flame)
    if picture and flame:
        from sightline.drawing.hazards.flame_picture import flame_picture
        from sightline.drawing.rendering.png_bytes import png_bytes

        write_file(picture, png_bytes(flame_picture(whole, who, flame)))
    if as_json:
        print_json(answer | more)
    else:
        tell(said + as_measured(whole))
    if flame is None:
        raise typer.Exit(NO)


def worths(table: Table, shooter: Figure) -> dict[str, float]:
    """What hitting each figure is worth: 1 for an enemy, -1 for a friend and for the shooter; without sides all are enemies."""

    def friendly(figure: Figure) -> bool:
        return figure.id == shooter.id or bool(shooter.side and figure.side == shooter.side)

    return {figure.id: -1.0 if friendly(figure) else 1.0 for figure in table.figures}
