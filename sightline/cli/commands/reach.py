"""``sightline reach``: all places that a figure can reach, and what each costs."""

from math import ceil, pi, sqrt
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from rules.movement.path_rules import Reach, agent_of, find_reach
from rules.systems.registry import system
from scene.mesh_io.mesh_reading import MAX_FACES
from scene.table.table import Figure, Table
from sightline.answers.as_measured import as_measured
from sightline.answers.path_answer import rounded
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
from sightline.errors import CommandError
from sightline.files.output_files import check_outputs, write_file
from sightline.files.scan_photo_lookup import Taken, better_photos, check_photo, taken
from sightline.files.table_loading import load, load_navmesh

Inches = Annotated[float, typer.Option("--inches", min=0.01, max=100.0, help="Movement to spend.", show_default=False)]
MOST_PLACES = 100_000
"""As many are asked for at most, with nothing in the way."""
LEVELS = 2
"""So many times the area of the table is all reachable ground, about."""

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

      sightline reach sump.json jelena --inches 5 --picture reach.png

      sightline reach sump.json jelena --inches 5 --photo photos/IMG_2041.jpg --picture reach.png

      sightline reach sump.json jelena --inches 10 --safe --rules five-parsecs --json
    """
    check_photo(photo, picture)
    check_outputs(table, picture=picture, overwrite=overwrite)
    whole, warnings = load(table, max_faces=max_faces)
    on = taken(whole, photo) if photo else None
    who = whole.meant(figure)
    check_count(min(pi * inches**2, LEVELS * whole.size[0] * whole.size[1]), step)
    load_navmesh(whole, agent_of(who))
    found = find_reach(whole, who, inches=inches, rules=system(rules).movement, move=move, safe=safe, step=step)
    if picture:
        _draw(whole, who, found, picture, on, inches=inches)
    if as_json:
        asked = {"figure": who.id, "rules": rules, "inches": inches, "move": move, "safe": safe, "step": step}
        print_json({"places": rows(found), "area": rounded(found.area)} | asked | {"warnings": list(warnings)})
    else:
        tell([in_words(found, who.called, inches), *as_measured(whole)])


def _draw(table: Table, who: Figure, found: Reach, picture: Path, photo: Taken | None, *, inches: float) -> None:
    from sightline.drawing.movement.reach_picture import reach_picture
    from sightline.drawing.rendering.png_bytes import png_bytes

    if photo:
        from sightline.drawing.on_photo.photo_reach import reach_on_photo

        warn(better_photos(table, photo, [(who.called, who.box)]))
        drawn = reach_on_photo(table, photo, who, found, inches=inches, lines=[in_words(found, who.called, inches)])
    else:
        drawn = reach_picture(
            table, who, found.positions, found.costs, found.checks, step=found.step, inches=inches, area=found.area
        )
    write_file(picture, png_bytes(drawn))


def check_count(area: float, step: float) -> None:
    """Raises a `CommandError` where an area, in square inches, has too many places."""
    if area / step**2 > MOST_PLACES:
        least = ceil(100.0 * sqrt(area / MOST_PLACES)) / 100.0
        raise CommandError(f"places {step:g} inches apart are too many for so large an area; give --step {least:g} or more")


def rows(found: Reach) -> list[dict[str, object]]:
    """The places as JSON has them."""
    positions, costs = (np.round(values, 4) + 0.0 for values in (found.positions, found.costs))
    return [
        {"position": position, "cost": cost, "checks": checks}
        for position, cost, checks in zip(positions.tolist(), costs.tolist(), found.checks.tolist(), strict=True)
    ]


def in_words(found: Reach, who: str, inches: float) -> str:
    """The answer for a person."""
    heights = found.positions[:, 2]
    checked = int((found.checks > 0).sum())
    levels = f", from {heights.min():.2f} to {heights.max():.2f} high" if len(heights) and np.ptp(heights) >= 0.01 else ""
    checks = f"; {checked:,} of them take a check" if checked else "; none takes a check"
    said = f'{who} reaches {found.area:.1f} square inches with {inches:g}" of movement'
    return f"{said}: {len(heights):,} places{levels}{checks if len(heights) else ''}"
