"""``sightline path``: the cheapest way of a figure to a place, leg by leg."""

import math
from dataclasses import replace
from typing import Annotated

import typer

from rules.ends import after
from rules.movement import MoveSystem
from rules.travel import NoPath, find_path, walker_of
from scene.legs import Path
from scene.mesh import Point
from scene.meshfile import MAX_FACES
from scene.table import Figure, Table
from sightline.commands.options import (
    AsJson,
    MaxFaces,
    Move,
    MoveRules,
    Overwrite,
    PicturePath,
    RuleSystem,
    Safe,
    TablePath,
    answers,
    move_system,
    print_json,
)
from sightline.errors import CommandError
from sightline.loading import load, load_ground
from sightline.naming import called
from sightline.outputs import check_outputs, write_file
from sightline.paths import document, end_document, end_words, place_document, words

FigureId = Annotated[str, typer.Argument(metavar="FIGURE", help="Who moves, from where it stands.", show_default=False)]
X = Annotated[float, typer.Argument(metavar="X", help="Where to: inches along the table's first side.", show_default=False)]
Y = Annotated[float, typer.Argument(metavar="Y", help="Inches along its second side.", show_default=False)]
Z = Annotated[float, typer.Argument(metavar="Z", help="The height of the floor.", show_default=False)]

Inches = Annotated[
    float | None,
    typer.Option(
        "--inches", min=0.01, max=100.0, help="Tell where it is when this much movement is spent.", show_default=False
    ),
]

NO = 1
FARTHEST = 10_000
"""Inches: a place beyond this was not meant."""
USUAL_MM = 25.0
"""Diameter of the base that is tried where a larger one finds no way."""


def command(
    table: TablePath,
    figure: FigureId,
    x: X,
    y: Y,
    z: Z,
    *,
    rules: MoveRules = RuleSystem.MAIN_RULEBOOK,
    move: Move = 5.0,
    safe: Safe = False,
    inches: Inches = None,
    picture: PicturePath = None,
    overwrite: Overwrite = False,
    max_faces: MaxFaces = MAX_FACES,
    as_json: AsJson = False,
) -> None:
    """The cheapest way of FIGURE to X Y Z: its legs, what each costs in movement, and the dice checks on it.

    Exit code 1 where there is no way, with what stands against it; 2 where the place is on no ground, with the nearest
    that is.

    [bold]Examples[/bold]

      sightline path sump.json jelena 24 18 6

      sightline path sump.json jelena 24 18 6 --safe --picture way.png

      sightline path sump.json jelena 24 18 6 --inches 5 --rules five-parsecs --json
    """
    system, goal = move_system(rules), goal_at(x, y, z)
    check_outputs(table, picture=picture, overwrite=overwrite)
    whole, warnings = load(table, max_faces=max_faces)
    who = whole.figure(figure)
    load_ground(whole, walker_of(who))
    found = find_path(whole, who, goal, system=system, move=move, safe=safe)
    asked = {
        "figure": who.id, "start": place_document(who.position), "goal": place_document(goal),
        "rules": system, "move": move, "safe": safe, "warnings": list(warnings),
    }  # fmt: skip
    if isinstance(found, NoPath):
        why = found.why + larger_than_the_gaps(whole, who, goal, system=system, move=move, safe=safe)
        raise refused(why, who, asked, as_json=as_json)
    if picture:
        from sightline.pictures.path import path_picture
        from sightline.pictures.png import png_bytes

        write_file(picture, png_bytes(path_picture(whole, who, found)))
    end = after(whole, who, found, inches, system=system) if inches is not None else None
    last = after(whole, who, found, found.cost, system=system)
    if as_json:
        print_json(document(found, system) | {"ends": last.state, "after": end_document(end) if end else None} | asked)
        return
    remark = [] if last.state == "ground" else [f"At the end: {why.text}" for why in last.because]
    tell(words(found, called(who), system) + remark + (end_words(end, inches) if end and inches else []))


def goal_at(x: float, y: float, z: float) -> Point:
    """The place, if it is one."""
    if not all(math.isfinite(value) and abs(value) <= FARTHEST for value in (x, y, z)):
        raise CommandError(f"there is no place {x:g}, {y:g}, {z:g}; coordinates are inches, such as 24 18 6")
    return (x, y, z)


def refused(why: str, who: Figure, asked: dict[str, object], *, as_json: bool) -> typer.Exit:
    """Says that there is no way; the end of the command."""
    if as_json:
        print_json({"reachable": False, "why": why} | asked)
    else:
        answers().print(f"{called(who)} does not get there: {why}", style="bold")
    return typer.Exit(NO)


def larger_than_the_gaps(table: Table, figure: Figure, goal: Point, *, system: MoveSystem, move: float, safe: bool) -> str:
    """What to add where a figure is merely too large: that it would get there on a base of the usual size."""
    if figure.base_mm <= USUAL_MM:
        return ""
    slim = replace(figure, base_mm=USUAL_MM)
    load_ground(table, walker_of(slim))
    found = find_path(table.with_figure(slim), slim, goal, system=system, move=move, safe=safe)
    if not isinstance(found, Path):
        return ""
    return f"; with a base of {USUAL_MM:g} mm instead of {figure.base_mm:g} mm it would be {found.cost:.2f} inches"


def tell(lines: list[str]) -> None:
    """The answer for a person, its first line in bold."""
    first, *others = lines
    answers().print(first, style="bold")
    for line in others:
        answers().print(line)
