"""``sightline path``: the cheapest path of a figure to a place, leg by leg."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated

import typer

from rules.movement.movement_end import MovementEnd, after
from rules.movement.path_rules import NoPath, agent_of
from scene.mesh_io.mesh_reading import MAX_FACES
from scene.table.table import Figure, Table
from sightline.answers.approach_answer import Approach, Done, Terms
from sightline.answers.as_measured import as_measured
from sightline.answers.path_answer import document, end_document, end_words, place_document, words
from sightline.cli.options import (
    USUAL_RULES,
    AsJson,
    MaxFaces,
    Move,
    MoverId,
    MoveRules,
    Overwrite,
    PicturePath,
    PlaceWords,
    Safe,
    TablePath,
)
from sightline.cli.typed_places import TypedAim, aimed_by, on_table, place_among
from sightline.console import answers, print_json, tell
from sightline.errors import CommandError
from sightline.files.output_files import check_outputs, write_file
from sightline.files.rule_systems import rule_system
from sightline.files.table_loading import load, load_navmesh

Engage = Annotated[
    list[str] | None,
    typer.Option("--engage", metavar="ENEMY", help="Into base contact with ENEMY; give it twice for two at once."),
]
Toward = Annotated[
    TypedAim | None,
    typer.Option(
        "--toward",
        metavar="FIGURE|X Y",
        parser=aimed_by("--toward"),
        help="Straight toward a figure or a place, for --inches, or --move without it.",
        show_default=False,
    ),
]
Away = Annotated[
    TypedAim | None,
    typer.Option(
        "--away",
        metavar="FIGURE|X Y",
        parser=aimed_by("--away"),
        help="Straight away from a figure or a place, as far as --toward.",
        show_default=False,
    ),
]
Inches = Annotated[
    float | None,
    typer.Option(
        "--inches", min=0.01, max=100.0, help="Tell where it is when this much movement is spent.", show_default=False
    ),
]

NO = 1
USUAL_MM = 25.0
"""Diameter of the base that is tried where a larger one finds no path."""


def command(
    table: TablePath,
    figure: MoverId,
    place: PlaceWords = None,
    *,
    engage: Engage = None,
    toward: Toward = None,
    away: Away = None,
    rules: MoveRules = USUAL_RULES,
    move: Move = 5.0,
    safe: Safe = False,
    inches: Inches = None,
    picture: PicturePath = None,
    overwrite: Overwrite = False,
    max_faces: MaxFaces = MAX_FACES,
    as_json: AsJson = False,
) -> None:
    """The cheapest way of FIGURE to X Y Z, or into base contact: its legs, what each costs, and the dice checks on it.

    Exit code 1 where there is no way, with what stands against it; 2 where the place is on no ground, with the nearest
    that is.

    [bold]Examples[/bold]

      sightline path high-foundry sable 14.1 18 3

      sightline path high-foundry sable 9.3 16 3 --safe --picture way.png --overwrite

      sightline path high-foundry sable 22 18 3 --inches 10 --rules five-parsecs --json

      sightline path high-foundry dragan --engage anvil --inches 12

      sightline path high-foundry sable --away tess --inches 3
    """
    terms = Terms(rule_system(rules).movement, move, safe, inches)
    typed = place_among(place, otherwise="--engage, --toward or --away")
    check_one_goal({"X Y Z": typed, "--engage": engage, "--toward": toward, "--away": away})
    if (toward or away) and safe:
        raise CommandError("--safe looks for another way, and a straight line has none; leave it out")
    check_outputs(table, picture=picture, overwrite=overwrite)
    whole, warnings = load(table, max_faces=max_faces)
    who = whole.meant(figure)
    straight = [None if one is None else one.other for one in (toward, away)]
    approach = Approach(on_table(typed, whole), tuple(engage or ()), *straight).asked_of(whole, who)
    load_navmesh(whole, agent_of(who))
    found = approach.carried_out(whole, who, terms)
    asked = {"figure": who.id, "start": place_document(who.position)} | approach.asked
    asked |= {"rules": terms.rules.name, "move": move, "safe": safe, "warnings": list(warnings)}
    if isinstance(found, NoPath):
        raise refused(found.why + larger_than_the_gaps(whole, who, approach, terms), who, asked, as_json=as_json)
    if picture:
        from sightline.drawing.movement.path_picture import path_picture
        from sightline.drawing.rendering.png_bytes import png_bytes

        write_file(picture, png_bytes(path_picture(found.table, who, found.path, edge=found.edge)))
    last, end = ends(whole, who, found, terms)
    if as_json:
        told = {"ends": last.state, "after": end_document(end) if end else None}
        print_json(document(found.path, terms.rules) | told | asked | {"goal": place_document(found.goal)} | found.facts)
        return
    lines = words(found.path, who.called, terms.rules, does=found.does) + list(found.remarks)
    if not approach.straight and last.state != "ground":
        lines += [f"At the end: {why.text}" for why in last.because]
    tell(lines + (end_words(end, inches) if end and inches else []) + as_measured(whole))


def check_one_goal(asked: Mapping[str, object]) -> None:
    """A `CommandError` unless it is said in one way where to."""
    given = [name for name, value in asked.items() if value]
    if len(given) != 1:
        what = f"{' and '.join(given)} cannot be asked at once" if given else "it is not said where to"
        raise CommandError(f"{what}; give X Y Z, --engage ENEMY, --toward or --away FIGURE or X Y")


def ends(table: Table, who: Figure, found: Done, terms: Terms) -> tuple[MovementEnd, MovementEnd | None]:
    """What it is like where a path ends; and where the figure is when the inches asked for are spent, if any are."""
    last = after(found.table, who, found.path, found.path.cost, rules=terms.rules)
    if terms.inches is None or "straight" in found.facts:
        return last, None
    # Nobody makes room for whoever does not get there.
    there = found.table if terms.inches >= found.path.cost else table
    return last, after(there, who, found.path, terms.inches, rules=terms.rules)


def refused(why: str, who: Figure, asked: dict[str, object], *, as_json: bool) -> typer.Exit:
    """Says that there is no path; the end of the command."""
    if as_json:
        print_json({"reachable": False, "why": why} | asked)
    else:
        answers().print(f"{who.called} does not get there: {why}", style="bold")
    return typer.Exit(NO)


def larger_than_the_gaps(table: Table, figure: Figure, approach: Approach, terms: Terms) -> str:
    """What to add where a figure is merely too large: that it would get there on a base of the usual size."""
    if figure.base_mm <= USUAL_MM or approach.straight:
        return ""
    slim = replace(figure, base_mm=USUAL_MM)
    load_navmesh(table, agent_of(slim))
    found = approach.carried_out(table.with_figure(slim), slim, terms)
    if isinstance(found, NoPath):
        return ""
    return f"; with a base of {USUAL_MM:g} mm instead of {figure.base_mm:g} mm it would be {found.path.cost:.2f} inches"
