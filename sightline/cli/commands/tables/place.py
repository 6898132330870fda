"""``sightline place``: a piece of the kit, a mesh or a figure put on a table."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, get_args

import typer

from assets.figures.figure_proxies import PROXIES
from assets.kit import KIT, piece
from scene.base.messages import plain
from scene.mesh_io.mesh_reading import Units, Up
from scene.table_io.standing_check import standing_faults
from scene.table_io.table_check import table_warnings
from scene.table_io.table_document import FigureEntry, PieceEntry
from sightline.cli import completion
from sightline.cli.options import AsJson, TablePath
from sightline.cli.typed_places import TypedPlace, placed_by
from sightline.console import print_json, tell, warn, wrote
from sightline.drafts.draft_saving import save
from sightline.drafts.draft_table import Draft, Entry, free_id, open_draft
from sightline.drafts.mesh_import import needs_units, read_own
from sightline.drafts.placing import Put, first_facing, middle_of, piece_called, put
from sightline.errors import CommandError
from sightline.files.table_lock import changing
from sightline.files.table_names import check_own, check_there

Kit = Annotated[
    str | None,
    typer.Option("--kit", metavar="NAME", help="A piece of the kit.", show_default=False, autocompletion=completion.kit),
]
Parameters = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="A parameter of the kit piece; as often as you like.", show_default=False),
]
MeshFile = Annotated[
    Path | None, typer.Option("--mesh", metavar="FILE", help="A mesh: STL, OBJ, PLY, GLB or 3MF.", show_default=False)
]
UnitsOption = Annotated[
    Units | None,
    typer.Option("--units", help="How long the mesh's 1 is; STL, OBJ and PLY files do not say.", show_default=False),
]
UpOption = Annotated[Up | None, typer.Option("--up", help="The mesh's axis that points up.", show_default="y in GLB, else z")]
Works = Annotated[
    str | None, typer.Option("--works", metavar="DOOR", help="The id of the door whose terminal it is.", show_default=False)
]
FigureName = Annotated[str | None, typer.Option("--figure", metavar="NAME", help="A figure, called so.", show_default=False)]
Proxy = Annotated[
    str | None,
    typer.Option("--proxy", metavar="NAME", help="The figure's body.", show_default="human", autocompletion=completion.proxies),
]
Side = Annotated[str | None, typer.Option("--side", metavar="NAME", help="The figure's side.", show_default=False)]
BaseMm = Annotated[
    float | None,
    typer.Option("--base-mm", min=0.0, max=500.0, help="Diameter of its base.", show_default="what its body usually has"),
]
At = Annotated[
    TypedPlace | None,
    typer.Option(
        "--at",
        metavar="X Y Z",
        parser=placed_by("--at"),
        help="Where; without Z on the upper floor there, with Z on the floor at that height or below.",
        show_default="the middle",
    ),
]
Turn = Annotated[
    float | None,
    typer.Option(
        "--turn",
        help="Degrees anticlockwise that it is turned by; where a figure looks.",
        show_default="0; a figure looks at the nearest enemy, or to the middle",
    ),
]
On = Annotated[str | None, typer.Option("--on", metavar="PIECE", help="On this piece of terrain.", show_default=False)]
Id = Annotated[str | None, typer.Option("--id", help="Its id in the file.", show_default="by its name")]


def command(
    table: TablePath,
    *,
    kit: Kit = None,
    parameters: Parameters = None,
    mesh: MeshFile = None,
    units: UnitsOption = None,
    up: UpOption = None,
    works: Works = None,
    figure: FigureName = None,
    proxy: Proxy = None,
    side: Side = None,
    base_mm: BaseMm = None,
    at: At = None,
    turn: Turn = None,
    on: On = None,
    own_id: Id = None,
    as_json: AsJson = False,
) -> None:
    """Put a piece of the kit, a mesh or a figure on a table, where it comes down on what is there.

    [bold]Examples[/bold]

      sightline new my-table.json --size 24 24 --overwrite

      sightline place my-table.json --kit walkway --set length=8 --set height=3 --at 15 12 --turn 90

      sightline place my-table.json --figure Bruno --side blue --proxy brute --at 15 12.5 --turn 180

      sightline place my-table.json --kit crate --at 9 11.5 --turn 20

      sightline place my-table.json --kit door --at 5 5

      sightline place my-table.json --kit terminal --works door --at 6.5 4.4
    """
    check_there(table)
    check_own(table)
    wanted = {"--kit": kit, "--mesh": mesh, "--figure": figure}
    if works is not None and figure is not None:
        raise CommandError("--works goes with --kit or --mesh")
    check_wishes(wanted, {"--set": (parameters, "--kit"), "--units": (units, "--mesh"), "--up": (up, "--mesh"),
        "--proxy": (proxy, "--figure"), "--side": (side, "--figure"), "--base-mm": (base_mm, "--figure")})  # fmt: skip
    with changing(table):
        draft, entry = open_draft(table), PieceEntry("", (0.0, 0.0, 0.0), turn=turn or None)
        if own_id in draft.taken:
            raise CommandError(f'something is called "{own_id}" already; ids are unique, give another --id')
        thing: Entry
        if kit is not None:
            thing = kit_entry(entry, kit, parameters or ())
        elif mesh is not None:
            draft, thing = mesh_entry(draft, entry, mesh, units, up)
        else:
            thing = figure_entry(str(figure), proxy, side, base_mm)
        if isinstance(thing, PieceEntry):
            thing = replace(thing, works=works)
        thing = replace(thing, id=own_id or free_id(draft.taken, thing.id))
        under = None if on is None else piece_called(draft.table, on)
        place = at or TypedPlace(*middle_of(draft, under), None)
        if isinstance(thing, FigureEntry):
            looks = first_facing(draft.table, (place.x, place.y), side or "") if turn is None else turn % 360.0
            thing = replace(thing, facing=round(looks, 1))
        found = put(draft, thing, (place.x, place.y), place.z, on=under)
        if new := [fault for fault in standing_faults(found.draft.table) if fault not in standing_faults(draft.table)]:
            raise CommandError(f"{fault}; give another place" for fault in new)
        doubts = new_doubts(draft, found.draft)
        if kit == "terminal" and works is None:
            doubts.append(f"{found.id} works no door yet: take it off again, and give --works DOOR")
        save(found.draft, table)
        wrote(table)
    if as_json:
        told = {"table": str(table), "placed": found.id, "position": list(found.position), "on": found.on}
        print_json(told | {"other_floors": list(found.floors), "warnings": doubts})
        return
    warn(doubts)
    where = [] if at else [f"no --at was given: that is the middle of {under or 'the table'}"]
    tell(in_words(found, left_out=place.z is None and on is None) + where)


def check_wishes(wanted: Mapping[str, object], needs: Mapping[str, tuple[object, str]]) -> None:
    """A `CommandError` unless one thing is to be placed, with options that are of it."""
    given = [name for name, value in wanted.items() if value is not None]
    faults = []
    if len(given) != 1:
        faults.append(f"{' and '.join(given) or 'nothing'} to place; give one of --kit NAME, --mesh FILE and --figure NAME")
    faults += [
        f"{name} goes with {of}"
        for name, (value, of) in needs.items()
        if value is not None and value != [] and of not in given and len(given) == 1
    ]
    if faults:
        raise CommandError(faults)


def kit_entry(entry: PieceEntry, kit: str, parameters: Sequence[str]) -> PieceEntry:
    """The entry of a piece of the kit; a `CommandError` or `SceneError` for parameters that it does not take."""
    numbers, faults = dict[str, float](), list[str]()
    for text in parameters:
        name, _, value = text.partition("=")
        if name.strip() in numbers:
            faults.append(f'--set: "{name.strip()}" is given twice; give it once')
        try:
            numbers[name.strip()] = float(value)
        except ValueError:
            faults.append(f'--set: "{text}" is not a parameter; write it as length=6')
    if faults:
        raise CommandError(faults)
    kit = kit.casefold() if kit.casefold() in KIT else kit
    piece(kit, numbers)
    return replace(entry, id=kit, kit=kit, parameters=tuple(sorted(numbers.items())) or None)


def mesh_entry(draft: Draft, entry: PieceEntry, mesh: Path, units: Units | None, up: Up | None) -> tuple[Draft, PieceEntry]:
    """The draft with a mesh file among its own, and the entry of a piece of it."""
    content = read_own(mesh)
    if units is None and needs_units(mesh.name):
        raise CommandError(f'"{mesh}" does not say how long its 1 is; give --units {"|".join(get_args(Units))}')
    meshes, called = draft.meshes.with_file(mesh.name, content)
    more = replace(draft, meshes=meshes, maker=draft.maker.reading(meshes))
    return more, replace(entry, id=Path(called).stem, mesh=called, units=units, up=up)


def figure_entry(name: str, proxy: str | None, side: str | None, base_mm: float | None) -> FigureEntry:
    """The entry of a figure. One that is called as a body is has that body and no name."""
    entry = FigureEntry(name, (0.0, 0.0, 0.0), side=side, proxy=proxy or name, base_mm=base_mm)
    if proxy is None and name in PROXIES:
        return entry
    if not name.strip():
        raise CommandError("--figure needs a name, such as --figure Ada")
    own = "-".join(name.casefold().split())
    return replace(entry, id=own, name=name.strip(), proxy=proxy)


def new_doubts(before: Draft, after: Draft) -> list[str]:
    """What looks wrong with the table now and did not before."""
    known = set(table_warnings(before.table, before.document))
    return [doubt for doubt in table_warnings(after.table, after.document) if doubt not in known]


def in_words(found: Put, *, left_out: bool) -> list[str]:
    """Where it stands, and on what."""
    x, y, z = (round(value, 2) for value in found.position)
    table = found.draft.table
    on = "the ground" if found.on is None and z <= 0.02 else found.on or "nothing"
    lines = [f"{table.called(found.id)} is at {plain(x)}, {plain(y)}, {plain(z)}, on {on}"]
    if below := [plain(round(floor, 2)) for floor in found.floors if floor < z]:
        said = f"there is another floor below, at {' and at '.join(below)}"
        lines.append(f"{said}; --at {plain(x)} {plain(y)} {below[0]} puts it there" if left_out else said)
    return lines
