"""``sightline import``: puts a scan, or any mesh, on a table."""

from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import replace
from enum import StrEnum
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar, get_args

import typer

from scene.base.safe_files import read_bytes
from scene.geometry.mesh import Point
from scene.mesh_io.mesh_reading import MAX_FACES, Units, Up, max_bytes
from scene.table.table import Table
from sightline.cli.options import KINDS, AsJson, KindName, MaxFaces, NothingElse, Overwrite
from sightline.cli.typed_measures import typed_length, typed_size
from sightline.cli.typed_places import TypedPlace, placed_by
from sightline.console import print_json, tell, warn, working
from sightline.errors import CommandError
from sightline.files.output_files import check_file
from sightline.files.table_lock import changing
from sightline.files.table_names import TABLE_ENDS, check_own, check_there, table_file
from sightline.files.table_writing import TargetTable, existing, with_free_mesh, write_piece

if TYPE_CHECKING:
    from capture.registration.mesh_registration import MeshLength
    from sightline.files.mesh_pieces import Brought

READ_TO_THIN = 20_000_000
"""Faces that are read where they are to be thinned out."""
FARTHEST = 1e9
"""Of any unit: what is larger was a typing error."""


class UnitName(StrEnum):
    """How long a mesh's 1 is."""

    MM = "mm"
    CM = "cm"
    M = "m"
    INCH = "inch"


class UpName(StrEnum):
    """Which axis points up."""

    Z = "z"
    Y = "y"


UNITS: Mapping[str, Units] = {units: units for units in get_args(Units)}
UPS: Mapping[str, Up] = {up: up for up in get_args(Up)}

_Read = TypeVar("_Read")

MeshPath = Annotated[Path, typer.Argument(metavar="MESH", help="A GLB, PLY, OBJ, STL or 3MF file.", show_default=False)]
Output = Annotated[
    Path | None, typer.Option("--output", "-o", metavar="TABLE", help="Write a new table here.", show_default=False)
]
Into = Annotated[Path | None, typer.Option("--into", metavar="TABLE", help="Add it to this table.", show_default=False)]
UnitsOption = Annotated[
    UnitName | None,
    typer.Option("--units", help="How long the mesh's 1 is.", show_default="as the file says, or unknown"),
]
UpOption = Annotated[UpName | None, typer.Option("--up", help="Its axis that points up.", show_default="y in GLB, else z")]
Points = Annotated[
    list[str] | None,
    typer.Option(
        "--point",
        metavar='"MX MY MZ = X Y Z"',
        help="A point of the mesh in its own unit, and where it is on the table in inches (or which tag or point of the"
        " table's scan it is). Three or more.",
        show_default=False,
    ),
]
Lengths = Annotated[
    list[str] | None,
    typer.Option(
        "--known-length",
        metavar="A B MM",
        help="A length measured on the real thing between two points of the mesh, A and B, each X,Y,Z; two or more do good.",
        show_default=False,
    ),
]
Level = Annotated[bool, typer.Option("--level", help="Find its ground, make it z = 0, and its rectangle the table.")]
Tags = Annotated[
    bool | None,
    typer.Option("--tags/--no-tags", help="Look for printed tags in its colours.", show_default="where it has colours"),
]
TagMm = Annotated[
    float | None,
    typer.Option("--tag-mm", min=10.0, max=200.0, help="Side of the anchors' black squares, as printed.", show_default="60"),
]
Size = Annotated[
    str | None,
    typer.Option(
        "--size",
        metavar="X Y",
        help="The new table's size, inches.",
        show_default="room round a single piece; just that of a whole table",
    ),
]
At = Annotated[
    str | None,
    typer.Option(
        "--at",
        metavar="X Y Z",
        help="Where the middle of its underside comes, as it is; without Z on the upper floor there.",
        show_default="the table's middle",
    ),
]
Turn = Annotated[float, typer.Option("--turn", help="Degrees anticlockwise that it is turned by, as it is.")]
PieceId = Annotated[str | None, typer.Option("--id", help="The piece's id.", show_default="the file's name")]
KindOption = Annotated[KindName, typer.Option("--kind", help="What the piece is to the rules.")]
DropGround = Annotated[
    float | None,
    typer.Option(
        "--drop-ground",
        metavar="MM",
        min=0.0,
        max=50.0,
        help="Cut away what is so near to z = 0, and beside the table; 0 keeps it.",
        show_default="2 to 6 by its roughness; 0 for a mesh placed as it is",
    ),
]
DropSpecks = Annotated[
    float | None,
    typer.Option(
        "--drop-specks",
        metavar="MM",
        min=0.0,
        max=100.0,
        help="Leave out bits that are smaller and touch nothing; 0 keeps them.",
        show_default="20; 0 for a mesh placed as it is",
    ),
]
Thin = Annotated[
    int | None, typer.Option("--thin", metavar="FACES", min=100, help="Thin it out to so many faces.", show_default=False)
]
MirroredOption = Annotated[bool, typer.Option("--mirrored", help="The scan is mirrored; turn its x round.")]
Name = Annotated[str | None, typer.Option("--name", help="The new table's name.", show_default=False)]


def command(
    mesh: MeshPath,
    *,
    output: Output = None,
    into: Into = None,
    units: UnitsOption = None,
    up: UpOption = None,
    point: Points = None,
    known_length: Lengths = None,
    level: Level = False,
    tags: Tags = None,
    tag_mm: TagMm = None,
    size: Size = None,
    at: At = None,
    turn: Turn = 0.0,
    piece_id: PieceId = None,
    kind: KindOption = KindName.STRUCTURE,
    drop_ground: DropGround = None,
    drop_specks: DropSpecks = None,
    thin: Thin = None,
    mirrored: MirroredOption = False,
    name: Name = None,
    nothing_else: NothingElse = False,
    max_faces: MaxFaces = MAX_FACES,
    overwrite: Overwrite = False,
    as_json: AsJson = False,
) -> None:
    """Put a scan or any mesh on a table.

    With known units it is placed as it is. A scan with colours is looked through for tags (sightline markers), which
    say all: its scale, and where the table's corners are. Otherwise three or more points say it, or --level finds the ground.

    [bold]With photos and files of your own[/bold]

      sightline import tower.stl --units mm --into yard.json --at 12 20 0

      sightline import scan.glb -o table.json

      sightline import scan.ply -o table.json --point "1 2 0 = 0 0 0" --point "13 2 0 = 48 0 0" --point "1 11 0 = 0 36 0"

      sightline import scan.obj -o table.json --level --known-length 0,0,0 1.2,0,0 1219
    """
    from capture.registration.mesh_registration import RegistrationRequest, model_of, register
    from sightline.answers.import_answer import ImportRemarks, document, in_words
    from sightline.files.mesh_pieces import PiecePlacement, bring, plain_id

    faults = list[str]()
    points = [pair for words in point or () if (pair := _point(words, faults))]
    lengths = [length for words in known_length or () if (length := _length(words, faults))]
    given = {
        "-o": output, "--into": into, "--point": point, "--known-length": known_length, "--level": level or None,
        "--size": size, "--at": at, "--turn": turn or None, "--tags": tags or None, "--tag-mm": tag_mm, "--name": name,
    }  # fmt: skip
    _clashes(given, faults)
    sides, place = _read(typed_size, size, faults), _read(placed_by("--at"), at, faults)
    if piece_id is not None and plain_id(piece_id) != piece_id:
        faults.append(f'--id: "{piece_id}" is to be a file\'s name as well; use letters, digits, "-" and "_"')
    if faults:
        raise CommandError(faults)
    with nullcontext() if into is None else changing(into):
        target = _target(mesh, output, into, max_faces=max_faces, overwrite=overwrite)
        wanted_id, before = piece_id or plain_id(mesh.stem), target.before
        if wanted_id in target.ids:
            raise CommandError(f'the table has a "{wanted_id}" already; give another --id')
        wanted = RegistrationRequest(
            units=None if units is None else UNITS[units],
            up=None if up is None else UPS[up],
            points=tuple(points),
            lengths=tuple(lengths),
            level=level,
            tags=False if at is not None or turn else tags,
            tag_mm=tag_mm,
            size=sides,
            table=before.size if before else None,
            scan=before.scan if before else None,
        )
        most = max(max_faces, READ_TO_THIN) if thin else max_faces
        with working("reading the mesh"):
            data = read_bytes(mesh, max_bytes(most), label=f'mesh "{mesh}"')
            model = model_of(mesh, data, mirrored=mirrored, max_faces=most)
        with working("registering it"):
            outcome = register(model, wanted)
            wish = PiecePlacement(
                wanted_id, KINDS[kind], _on(target, place), turn, drop_ground, drop_specks, thin, max_faces, target.triangles
            )
            brought = bring(model, outcome, wanted, wish)
        if nothing_else:
            brought = _all_known(brought)
        brought = with_free_mesh(target, brought, mesh)
        write_piece(target, brought, name=name, max_faces=max_faces, overwrite=overwrite)
    outcome = replace(outcome, warnings=(*outcome.warnings, *brought.warnings))
    told = ImportRemarks(str(target.path), wanted_id, outcome, brought)
    if as_json:
        print_json(document(told))
    else:
        warn(outcome.warnings)
        tell(in_words(told))


def _read(read: Callable[[str], _Read], text: str | None, faults: list[str]) -> _Read | None:
    """What was typed, read; None where nothing was, or it cannot be, which is a fault more."""
    try:
        return None if text is None else read(text)
    except CommandError as error:
        faults += error.faults
        return None


def _on(target: TargetTable, at: TypedPlace | None) -> Point | None:
    """The place on the table that is there, or on the bare ground of a new one."""
    return None if at is None else at.on(target.table or Table((1.0, 1.0)))


def _clashes(given: Mapping[str, object], faults: list[str]) -> None:
    """What does not go together, and what is missing."""

    def has(*names: str) -> list[str]:
        return [name for name in names if given[name] is not None]

    if len(has("-o", "--into")) != 1:
        faults.append("say where it goes: -o TABLE for a new table, or --into TABLE for one that is there")
    if (
        len(ways := has("--point", "--level", "--tags", "--at")) > 1
        or len(ways := has("--point", "--level", "--tags", "--turn")) > 1
    ):
        faults.append(f"{' and '.join(ways)} are different ways to place it; give one of them")
    if has("--into") and (clash := has("--size", "--name")):
        faults.append(f"{' and '.join(clash)}: the table of --into has its own")
    if has("--tag-mm") and (clash := has("--point", "--level", "--at", "--turn")):
        faults.append(f"--tag-mm is for tags, and {clash[0]} does without")
    points = given["--point"]
    if isinstance(points, list) and len(points) < 3:
        faults.append(f"--point is needed three times or more, and is given {len(points)} times")


def _all_known(brought: "Brought") -> "Brought":
    """The piece for a table on which nothing else stands."""
    if brought.scan is None:
        raise CommandError("--nothing-else is said of a scan, and this table has none: it is as it says; leave it out")
    return replace(brought, scan=replace(brought.scan, terrain_known="all"))


def _target(mesh: Path, output: Path | None, into: Path | None, *, max_faces: int, overwrite: bool) -> TargetTable:
    if into is not None:
        into = table_file(into)
        check_there(into)
        check_own(into)
        check_file(into, what="tables are JSON files or bundles", ends=TABLE_ENDS, overwrite=True, sources=[mesh])
        return existing(into, max_faces=max_faces)
    assert output is not None
    check_file(output, what="tables are JSON files or bundles", ends=TABLE_ENDS, overwrite=overwrite, sources=[mesh])
    return TargetTable(output, None)


def _point(words: str, faults: list[str]) -> "tuple[Point, Point | str] | None":
    """A point of the mesh and where it is."""
    own, equals, there = (part.strip() for part in words.partition("="))
    mesh, table = _numbers(own), _numbers(there)
    if equals and len(mesh) == 3 and there and (len(table) == 3 or not table):
        return _three(mesh), (_three(table) if table else there)
    faults.append(f'--point: "{words}" is not a point; write three numbers of the mesh, =, and three of the table in inches')
    return None


def _length(words: str, faults: list[str]) -> "MeshLength | None":
    """A known distance of the mesh."""
    from capture.registration.mesh_registration import MeshLength

    found = typed_length(words)
    ends = [_numbers(found.a), _numbers(found.b)] if found else []
    if found and all(len(end) == 3 for end in ends) and 0.0 < found.mm < 1e6:
        return MeshLength(_three(ends[0]), _three(ends[1]), found.mm)
    faults.append(f'--known-length: "{words}" is no length; write A B MM, such as 0,0,0 1.2,0,0 1219')
    return None


def _numbers(words: str) -> list[float]:
    """The numbers in some words, between spaces or commas; none if anything else is there."""
    try:
        found = [float(word) for word in words.replace(",", " ").split()]
    except ValueError:
        return []
    return found if all(isfinite(value) and abs(value) < FARTHEST for value in found) else []


def _three(values: list[float]) -> Point:
    x, y, z = values
    return x, y, z
