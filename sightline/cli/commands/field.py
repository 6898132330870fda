"""``sightline field``: from which places could a figure be seen, and how well is it hidden?"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated

import numpy as np
import typer

from assets.part_library import LIBRARY
from rules.movement.path_rules import agent_of
from rules.sight.cover_exemptions import standing_radius
from rules.sight.flat_table_sight import levels_apart
from rules.sight.sight_rulings import Effort, sight_rulings
from rules.sight.verdict import SightQuestion, SightRuling, System
from scene.geometry.mesh import BoolArray, FloatArray
from scene.mesh_io.mesh_reading import MAX_FACES
from scene.navmesh.navmesh import NavMesh
from scene.table.table import Figure, Table
from scene.visibility.hidden_share import Precision
from sightline.answers.display_names import called
from sightline.cli.options import (
    AsJson,
    Flat,
    MaxFaces,
    Overwrite,
    PicturePath,
    Rules,
    RuleSystem,
    TablePath,
    answers,
    print_json,
    progress,
    sight_system,
    warn,
)
from sightline.errors import CommandError
from sightline.files.output_files import check_outputs, write_file
from sightline.files.table_loading import load, load_navmesh

FigureId = Annotated[str, typer.Argument(metavar="FROM", help="The figure that is looked at.", show_default=False)]
Step = Annotated[float, typer.Option("--step", min=0.1, max=12.0, help="Inches between neighbouring places.")]

VIEWER = "human"
ROOM = 1.4
"""Inches of room that a standing human needs."""

EFFORT = Effort(Precision(cells=28, divisions=0), lines=200, thorough=False)
"""A place on a map need not be known to the tenth of a point."""

TOGETHER = 512
"""Places worked on at once, between two steps of the progress bar."""


def command(
    table: TablePath,
    looked_at: FigureId,
    *,
    rules: Rules = RuleSystem.MAIN_RULEBOOK,
    flat: Flat = False,
    step: Step = 1.0,
    picture: PicturePath = None,
    overwrite: Overwrite = False,
    max_faces: MaxFaces = MAX_FACES,
    as_json: AsJson = False,
) -> None:
    """From which places a figure could be seen, and how well hidden it is from there.

    A standing human looks from every place on every level where one could stand.

    [bold]Examples[/bold]

      sightline field sump.json kruger --rules main-rulebook --picture field.png

      sightline field sump.json kruger --rules geometry --step 0.5 --json
    """
    system = sight_system(rules)
    if flat and rules is RuleSystem.GEOMETRY:
        raise CommandError("--flat is a variant of the main rulebook; give --rules main-rulebook")
    check_outputs(table, picture=picture, overwrite=overwrite)
    whole, warnings = load(table, max_faces=max_faces)
    target = whole.figure(looked_at)
    viewer = viewer_of(target)
    places = standing_places(load_navmesh(whole, agent_of(viewer)), whole.size, step=step)
    places = places[_apart(places, whole.figures, viewer)]
    if flat and (doubt := levels_apart(places[:, 2] - target.position[2])):
        warnings += (doubt,)
        warn([doubt])
    found = look(whole, viewer, target, places, system=system, flat=flat)
    if picture:
        from sightline.drawing.rendering.png_bytes import png_bytes
        from sightline.drawing.sight.field_picture import field_picture

        write_file(picture, png_bytes(field_picture(whole, target, places, found)))
    if as_json:
        answer = {"from": target.id, "rules": rules.value, "step": step, "places": rows(places, found)}
        print_json(answer | {"warnings": list(warnings)})
        return
    seen = sum(ruling.witness is not None for ruling in found)
    answers().print(f"{called(target)} can be seen from {seen:,} of {len(places):,} places")


def viewer_of(target: Figure) -> Figure:
    """The human who looks from everywhere; of no side."""
    body = LIBRARY.body(VIEWER, "standing", "upright")
    return Figure(f"viewer of {target.id}", body, (0.0, 0.0, 0.0), base_mm=LIBRARY.default_base_mm(VIEWER))


def standing_places(ground: NavMesh, size: tuple[float, float], *, step: float) -> FloatArray:
    """(n, 3) the places of an even grid on a table where a figure can stand, on all levels."""
    counts = [max(1, round(side / step)) for side in size]
    x, y = ((np.arange(count) + 0.5) * side / count for count, side in zip(counts, size, strict=True))
    grid = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
    found = [np.zeros((0, 3))]
    for region in ground.regions:
        here = grid[region.holds(grid)]
        found.append(np.column_stack([here, np.full(len(here), region.z)]))
    return np.concatenate(found)


def asked_from(viewer: Figure, target: Figure, places: FloatArray) -> list[SightQuestion]:
    """What is asked when the viewer stands at every place (n, 3), facing the target."""
    facing = np.degrees(np.arctan2(target.position[1] - places[:, 1], target.position[0] - places[:, 0]))
    return [
        SightQuestion(replace(viewer, position=(float(x), float(y), float(z)), facing=float(turn)), target)
        for (x, y, z), turn in zip(places, facing, strict=True)
    ]


def look(table: Table, viewer: Figure, target: Figure, places: FloatArray, *, system: System, flat: bool) -> list[SightRuling]:
    """What the viewer makes of the target from every place (n, 3), facing it."""
    questions = asked_from(viewer, target, places)
    found: list[SightRuling] = []
    with progress("looking", len(questions)) as advance:
        for start in range(0, len(questions), TOGETHER):
            part = questions[start : start + TOGETHER]
            found += sight_rulings(table, part, system=system, flat=flat, effort=EFFORT)
            advance(len(part))
    return found


def _apart(places: FloatArray, figures: Sequence[Figure], viewer: Figure) -> BoolArray:
    """(n,) which places do not overlap a figure's own."""
    free = np.ones(len(places), dtype=bool)
    for figure in figures:
        aside = np.hypot(*(places[:, :2] - np.array(figure.position[:2])).T)
        level = np.abs(places[:, 2] - figure.position[2]) <= ROOM
        free &= ~level | (aside >= standing_radius(figure) + viewer.base_radius)
    return free


def rows(places: FloatArray, found: list[SightRuling]) -> list[dict[str, object]]:
    """The places as JSON has them."""
    return [
        {
            "position": [round(float(value), 4) for value in place],
            "line_of_sight": ruling.witness is not None,
            "hidden": round(ruling.geometry.share, 5) if ruling.geometry else None,
            "low": round(ruling.geometry.low, 5) if ruling.geometry else None,
            "high": round(ruling.geometry.high, 5) if ruling.geometry else None,
            "cover": ruling.cover,
        }
        for place, ruling in zip(places, found, strict=True)
    ]
