"""The options that commands share, each with one meaning everywhere."""

from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import Annotated, get_args

import typer
from typer.models import OptionInfo

from rules.systems.registry import DEFAULT, names
from rules.systems.rule_system import Part
from scene.base.messages import shown_text
from scene.table.table import Kind
from sightline.cli import completion
from sightline.cli.given_tables import TABLE
from sightline.cli.usage_errors import MOST_SHOWN
from sightline.files.rule_systems import is_system_file

USUAL_RULES = DEFAULT
"""Whose rules a command goes by unless it is told others."""


def _rules(part: Part, words: str, *, default: str | None = None, other: Part | None = None) -> OptionInfo:
    """The option for the rules of one kind of question: it offers those that answer it, no others, and takes system files.

    Those that answer it settle a part, or another one in its place.
    """
    offered = tuple(name for name in names() if name in {*names(part), *(names(other) if other else ())})
    option: OptionInfo = typer.Option(
        "--rules",
        metavar="|".join(offered),
        help=f"{words} Or a system file, such as our-club.toml.",
        show_default=default or True,
        callback=lambda given: _check_offered(given, offered),
        autocompletion=completion.rules(offered),
    )
    return option


def _check_offered(given: str | None, offered: tuple[str, ...]) -> str | None:
    """That as it was given; a usage error for the name of rules that a command cannot answer by."""
    if given is None or given in offered or is_system_file(given):
        return given
    there = f"is only {offered[0]}" if len(offered) == 1 else f"are: {', '.join(offered)}"
    hint = (
        "; the name of a system file ends in .toml"
        if given in {one.name for one in Path().iterdir()} or Path(given).name != given
        else ""
    )
    raise typer.BadParameter(f'--rules: "{shown_text(given, most=MOST_SHOWN)}" is not available; there {there}{hint}')


class KindName(StrEnum):
    """What a piece is to the rules."""

    STRUCTURE = "structure"
    OBSTACLE = "obstacle"
    WALL = "wall"
    DOOR = "door"
    LADDER = "ladder"
    STAIRS = "stairs"
    AREA = "area"
    PIT = "pit"
    SCATTER = "scatter"


KINDS: Mapping[str, Kind] = {kind: kind for kind in get_args(Kind)}


class Paper(StrEnum):
    """The paper in the printer."""

    A4 = "a4"
    LETTER = "letter"


TablePath = Annotated[
    Path,
    typer.Argument(
        metavar=TABLE,
        help="The table: a .json file, a .sightline bundle, or a bundled table's name.",
        show_default=False,
        autocompletion=completion.tables,
    ),
]
MoverId = Annotated[
    str,
    typer.Argument(
        metavar="FIGURE",
        help="Who moves, from where it stands: an id or a name.",
        show_default=False,
        autocompletion=completion.figures,
    ),
]
ShooterId = Annotated[
    str,
    typer.Argument(
        metavar="SHOOTER", help="Who shoots: an id or a name.", show_default=False, autocompletion=completion.figures
    ),
]
PlaceWords = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="X Y Z",
        help="A place: inches along the table's first side, its second side, and up; without Z the upper floor there.",
        show_default=False,
    ),
]
SightRules = Annotated[str, _rules("sight", "Whose rules make the verdict; geometry answers without any.")]
RandomRules = Annotated[str, _rules("random_moves", "Whose rules say what moving costs.")]
MoveRules = Annotated[str, _rules("movement", "Whose rules say what moving costs.")]
FallRules = Annotated[str, _rules("falls", "Whose rules say what a fall does; geometry answers without any.")]
HazardRules = Annotated[str, _rules("numbers", "Whose rules it goes by.")]
AttackRules = Annotated[str, _rules("numbers", "Whose rules the attack goes by.", other="odds")]
OwnRules = Annotated[
    str | None, _rules("battle", "Whose rules a new battle goes by.", default=f"what its file says, or {USUAL_RULES}")
]
Move = Annotated[
    float,
    typer.Option("--move", min=0.5, max=100.0, help="The movement characteristic: how far a fighter leaps depends on it."),
]
Safe = Annotated[bool, typer.Option("--safe", help="Only ways without any dice check, and without harm.")]
Flat = Annotated[bool, typer.Option("--flat", help="The rulebook's variant for flat tables of walls and doors.")]
ToleranceMm = Annotated[
    float | None,
    typer.Option(
        "--tolerance-mm",
        min=0.0,
        max=100.0,
        help="How far both figures may stand from where the file says.",
        show_default="2, and on a scanned table 0 beyond the scan's own errors",
    ),
]
DrawsSeed = Annotated[int, typer.Option("--seed", min=0, help="Another seed draws other shifts.")]
Seed = Annotated[
    int | None,
    typer.Option("--seed", min=0, help="Roll the dice of the answer that told this seed.", show_default="fresh dice"),
]
PicturePath = Annotated[
    Path | None, typer.Option("--picture", metavar="P.png", help="Write a picture here.", show_default=False)
]
PhotoPath = Annotated[
    Path | None,
    typer.Option("--photo", metavar="PHOTO", help="Draw --picture on this photo of the table's scan.", show_default=False),
]
ReportPath = Annotated[
    Path | None, typer.Option("--report", metavar="P.html", help="Write a report here, one page.", show_default=False)
]
ProfilePath = Annotated[
    Path | None,
    typer.Option("--profile", metavar="P.png", help="Write the line of sight from the side here.", show_default=False),
]
CertificatePath = Annotated[
    Path | None,
    typer.Option(
        "--certificate",
        metavar="C.json",
        help="Write the proof that there is no line here; `sightline check` checks it.",
        show_default=False,
    ),
]
MaxFaces = Annotated[int, typer.Option("--max-faces", min=1, help="Refuse meshes and tables of more triangles than this.")]
Overwrite = Annotated[bool, typer.Option("--overwrite", help="Replace the files that you name, if they exist.")]
NothingElse = Annotated[
    bool, typer.Option("--nothing-else", help="Nothing but the pieces stands on the real table; without, nobody knows.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else on standard output.")]
