"""The options that commands share, each with one meaning everywhere."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Literal

import typer

from rules.movement.cost_tables import MoveSystem
from sightline.errors import CommandError


class RuleSystem(StrEnum):
    """Whose rules make the verdict."""

    MAIN_RULEBOOK = "main-rulebook"
    FIVE_PARSECS = "five-parsecs"
    GEOMETRY = "geometry"


def sight_system(rules: RuleSystem) -> Literal["main-rulebook", "geometry"]:
    """The rule system for questions of sight; a `CommandError` for one that does not answer these."""
    if rules is RuleSystem.FIVE_PARSECS:
        raise CommandError(
            "five-parsecs does not settle sight yet, only moves and falls; give --rules main-rulebook or geometry"
        )
    return "geometry" if rules is RuleSystem.GEOMETRY else "main-rulebook"


def move_system(rules: RuleSystem) -> MoveSystem:
    """The rule system for questions of moving; a `CommandError` for one that sets no prices."""
    if rules is RuleSystem.GEOMETRY:
        raise CommandError("what moving costs depends on the rules; give --rules main-rulebook or five-parsecs")
    return "five-parsecs" if rules is RuleSystem.FIVE_PARSECS else "main-rulebook"


TablePath = Annotated[
    Path, typer.Argument(metavar="TABLE", help="The table: a .json file or a .sightline bundle.", show_default=False)
]
MoverId = Annotated[str, typer.Argument(metavar="FIGURE", help="Who moves, from where it stands.", show_default=False)]
Rules = Annotated[RuleSystem, typer.Option("--rules", help="Whose rules make the verdict; geometry answers without any.")]
MoveRules = Annotated[RuleSystem, typer.Option("--rules", help="Whose rules say what moving costs.")]
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
TOLERANCE_MM = 2.0
"""Of tables that were not scanned, unless told otherwise."""
Seed = Annotated[int, typer.Option("--seed", min=0, help="The same seed gives the same random draws.")]
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
MaxFaces = Annotated[int, typer.Option("--max-faces", min=1, help="Refuse meshes and tables of more triangles than this.")]
Overwrite = Annotated[bool, typer.Option("--overwrite", help="Replace files that exist.")]
NothingElse = Annotated[
    bool, typer.Option("--nothing-else", help="Nothing but the pieces stands on the real table; without, nobody knows.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else on standard output.")]
