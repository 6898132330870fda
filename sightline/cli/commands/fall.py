"""``sightline fall``: where a figure that goes over an edge lands, how far it falls, and what that does; who may fall."""

from collections.abc import Mapping, Sequence
from typing import Annotated

import typer

from rules.systems.rule_system import RuleSystem
from scene.mesh_io.mesh_reading import MAX_FACES
from scene.table.table import Table
from sightline.answers import fall_risk_answer
from sightline.answers.as_measured import as_measured
from sightline.api.fall_questions import fall as fallen
from sightline.cli.options import USUAL_RULES, AsJson, FallRules, MaxFaces, Overwrite, PicturePath, PlaceWords, TablePath
from sightline.cli.typed_places import TypedAim, aimed_by, place_among
from sightline.console import print_json, tell
from sightline.errors import CommandError
from sightline.files.output_files import check_outputs, write_file
from sightline.files.rule_systems import rule_system
from sightline.files.table_loading import load

FigureId = Annotated[
    str | None, typer.Option("--figure", metavar="FIGURE", help="Who falls: a figure of the table, wherever it stands.")
]
BaseMm = Annotated[
    float | None,
    typer.Option(
        "--base-mm", min=5.0, max=200.0, help="Diameter of the base.", show_default="the figure's; 25 without --figure"
    ),
]
Toward = Annotated[
    TypedAim | None,
    typer.Option(
        "--toward",
        metavar="FIGURE|X Y",
        parser=aimed_by("--toward"),
        help="Over the edge on the way to a figure or a place, not over the nearest.",
        show_default=False,
    ),
]


def command(
    table: TablePath,
    place: PlaceWords = None,
    *,
    figure: FigureId = None,
    base_mm: BaseMm = None,
    toward: Toward = None,
    rules: FallRules = USUAL_RULES,
    picture: PicturePath = None,
    overwrite: Overwrite = False,
    max_faces: MaxFaces = MAX_FACES,
    as_json: AsJson = False,
) -> None:
    """Where a figure that goes over the edge at X Y Z lands, how far it falls, and what that does; without X Y Z, who may fall.

    From a point on a floor it goes over the nearest edge, which has to be within 0.5 inch of its base; from one in the
    air it falls straight down. Where it comes to lie near the next edge, the fall that may follow is told as well.

    Without a place: every figure that stands so near to an edge that it falls if it is pinned or hurt there and fails a check.

    [bold]Examples[/bold]

      sightline fall high-foundry

      sightline fall high-foundry 8.2 15.6 6

      sightline fall high-foundry 8.2 15.6 6 --figure sable --toward 12 15.6 --json

      sightline fall high-foundry 8.2 15.6 --base-mm 32 --rules five-parsecs --picture fall.png --overwrite
    """
    told_by = rule_system(rules)
    told_by.check("falls")
    typed = place_among(place, otherwise="who may fall")
    if typed is None:
        check_no_needs({"--toward": toward, "--base-mm": base_mm, "--picture": picture})
    check_outputs(table, picture=picture, overwrite=overwrite)
    whole, warnings = load(table, max_faces=max_faces)
    figure = figure and whole.meant(figure).id
    if typed is None:
        tell_risks(whole, figure, told_by, warnings, as_json=as_json)
        return
    aim = None if toward is None else toward.other
    aim = whole.meant(aim).position if isinstance(aim, str) else aim
    found = fallen(whole, typed.on(whole), rules=rules, figure=figure, toward=None if aim is None else aim[:2], base_mm=base_mm)
    if picture:
        from sightline.drawing.rendering.png_bytes import png_bytes

        write_file(picture, png_bytes(found.picture()))
    if as_json:
        print_json(found.document() | {"rules": told_by.name, "figure": figure, "warnings": list(warnings)})
        return
    tell(found.lines())


def check_no_needs(needs: Mapping[str, object]) -> None:
    """Raises a `CommandError` for options that need a place to fall from, where there is none."""
    wrong = [option for option, value in needs.items() if value is not None]
    if wrong:
        raise CommandError(f"{', '.join(wrong)}: this needs a place to fall from; give X Y Z")


def tell_risks(table: Table, figure_id: str | None, told_by: RuleSystem, warnings: Sequence[str], *, as_json: bool) -> None:
    """Who is at risk of falling where he stands: all figures of the table, or the one of that id."""
    asked = [table.figure(figure_id)] if figure_id else list(table.figures)
    numbers = told_by.falls
    found = fall_risk_answer.risks(table, asked, numbers)
    if as_json:
        listed = fall_risk_answer.document(found, numbers)
        print_json({"at_risk": listed, "rules": told_by.name, "figure": figure_id, "warnings": list(warnings)})
        return
    tell(fall_risk_answer.words(found, len(asked), numbers) + as_measured(table))
