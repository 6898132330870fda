"""``sightline field``: from which places could a figure be seen, and how well is it hidden?"""

from typing import Annotated

import typer

from rules.movement.path_rules import agent_of
from rules.sight.flat_table_sight import levels_apart
from rules.sight.seen_from import free_of_figures, hides_from, seen_from, standing_places
from rules.sight.verdict import SightRuling
from scene.mesh_io.mesh_reading import MAX_FACES
from sightline.answers.field_answer import in_words, rows, viewer_of
from sightline.answers.sight_answer import sight_rules
from sightline.cli import completion
from sightline.cli.options import USUAL_RULES, AsJson, Flat, MaxFaces, Overwrite, PicturePath, SightRules, TablePath
from sightline.console import answers, print_json, progress, warn
from sightline.files.output_files import check_outputs, write_file
from sightline.files.rule_systems import rule_system
from sightline.files.table_loading import load, load_navmesh

FigureId = Annotated[
    str,
    typer.Argument(
        metavar="TARGET",
        help="The figure that is looked at: an id or a name.",
        show_default=False,
        autocompletion=completion.figures,
    ),
]
Step = Annotated[float, typer.Option("--step", min=0.1, max=12.0, help="Inches between neighbouring places.")]


def command(
    table: TablePath,
    looked_at: FigureId,
    *,
    rules: SightRules = USUAL_RULES,
    flat: Flat = False,
    step: Step = 1.0,
    picture: PicturePath = None,
    overwrite: Overwrite = False,
    max_faces: MaxFaces = MAX_FACES,
    as_json: AsJson = False,
) -> None:
    """From which places TARGET could be seen, and how well hidden it is from there.

    A standing human looks from every place on every level where one could stand.

    [bold]Examples[/bold]

      sightline field disputed-shot kruger --rules main-rulebook --picture field.png --overwrite

      sightline field disputed-shot kruger --rules geometry --step 2 --json
    """
    judged = sight_rules(rule_system(rules), flat=flat)
    check_outputs(table, picture=picture, overwrite=overwrite)
    whole, warnings = load(table, max_faces=max_faces)
    target = whole.meant(looked_at)
    viewer = viewer_of(target)
    places = standing_places(load_navmesh(whole, agent_of(viewer)), whole.size, step=step)
    places = places[free_of_figures(places, whole.figures, viewer)]
    if flat and (doubt := levels_apart(places[:, 2] - target.position[2])):
        warnings += (doubt,)
        warn([doubt])
    found: list[SightRuling] = []
    with progress("looking", len(places)) as advance:
        for part in seen_from(whole, viewer, target, places, rules=judged):
            found += part
            advance(len(part))
    hides = hides_from(viewer, target, places, rules=judged)
    if picture:
        from sightline.drawing.rendering.png_bytes import png_bytes
        from sightline.drawing.sight.field_picture import field_picture

        write_file(picture, png_bytes(field_picture(whole, target, places, found, covers=judged.covers)))
    if as_json:
        answer = {
            "from": target.id,
            "target": target.id,
            "rules": judged.name,
            "step": step,
            "places": rows(places, found, whole.terrain_known, hides),
        }
        print_json(answer | {"warnings": list(warnings)})
        return
    answers().print(in_words(target.called, found, whole.terrain_known, hides))
