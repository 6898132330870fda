"""``sightline reach``: all places that a figure can reach, and what each costs."""

from pathlib import Path
from typing import Annotated

import typer

from scene.mesh_io.mesh_reading import MAX_FACES
from sightline.api.movement_questions import ReachAnswer
from sightline.api.movement_questions import reach as find_reach
from sightline.cli.options import (
    USUAL_RULES,
    AsJson,
    MaxFaces,
    Move,
    MoverId,
    MoveRules,
    Overwrite,
    PhotoPath,
    PicturePath,
    Safe,
    TablePath,
)
from sightline.console import print_json, tell, warn
from sightline.files.output_files import check_outputs, write_file
from sightline.files.rule_systems import rule_system
from sightline.files.scan_photo_lookup import Taken, better_photos, check_photo, taken
from sightline.files.table_loading import load

Inches = Annotated[float, typer.Option("--inches", min=0.01, max=100.0, help="Movement to spend.", show_default=False)]
Step = Annotated[float, typer.Option("--step", min=0.1, max=6.0, help="Inches between neighbouring places.")]


def command(
    table: TablePath,
    figure: MoverId,
    *,
    inches: Inches,
    rules: MoveRules = USUAL_RULES,
    move: Move = 5.0,
    safe: Safe = False,
    step: Step = 0.25,
    picture: PicturePath = None,
    photo: PhotoPath = None,
    overwrite: Overwrite = False,
    max_faces: MaxFaces = MAX_FACES,
    as_json: AsJson = False,
) -> None:
    """All places where FIGURE can end a move of so many inches in one round, and what each costs.

    [bold]Examples[/bold]

      sightline reach gantry-town vesna --inches 6 --picture reach.png --overwrite

      sightline reach sluice-warren tamar --inches 6 --safe --rules five-parsecs --json

    [bold]With photos and files of your own[/bold]

      sightline reach hall.json jelena --inches 5 --photo photos/IMG_2041.jpg --picture reach.png
    """
    check_photo(photo, picture)
    check_outputs(table, picture=picture, overwrite=overwrite)
    whole, warnings = load(table, max_faces=max_faces)
    on = taken(whole, photo) if photo else None
    who = whole.meant(figure)
    found = find_reach(whole, who.id, inches, rules=rules, move=move, safe=safe, step=step)
    if picture:
        _draw(found, picture, on)
    if as_json:
        asked = {"figure": who.id, "rules": rule_system(rules).name, "inches": inches, "move": move, "safe": safe, "step": step}
        print_json(found.document() | asked | {"warnings": list(warnings)})
    else:
        tell(found.lines())


def _draw(found: ReachAnswer, picture: Path, photo: Taken | None) -> None:
    from sightline.drawing.rendering.png_bytes import png_bytes

    table, who = found.table, found.figure
    if photo:
        from sightline.drawing.on_photo.photo_reach import reach_on_photo

        warn(better_photos(table, photo, [(who.called, who.box)]))
        drawn = reach_on_photo(table, photo, who, found, inches=found.inches, lines=found.lines()[:1])
    else:
        drawn = found.picture()
    write_file(picture, png_bytes(drawn))
