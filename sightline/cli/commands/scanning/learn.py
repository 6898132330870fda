"""``sightline learn``: where the tags sit on a piece of terrain, from photos of the piece."""

import math
import re
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sightline.cli.options import AsJson, Overwrite
from sightline.console import answers, print_json, progress, warn, words, wrote
from sightline.errors import CommandError
from sightline.files.output_files import check_file
from sightline.files.photo_files import photo_files

if TYPE_CHECKING:
    from capture.learning.piece_learning import Point
    from capture.learning.tag_layout import Learned
    from capture.objects.pieces_file import TaggedPieces
    from scene.table_io.table_document import PieceEntry

PIECES_FILE = Path("pieces.json")
PIECES_ENDS = (".json",)


class UnitsName(StrEnum):
    """How long a mesh's 1 is."""

    MM = "mm"
    CM = "cm"
    M = "m"
    INCH = "inch"


class UpName(StrEnum):
    """Which axis of a mesh points up."""

    Z = "z"
    Y = "y"


def command(
    photos: Annotated[
        list[Path], typer.Argument(metavar="PHOTO...", help="Photos of the piece, or a folder of them.", show_default=False)
    ],
    *,
    piece: Annotated[str, typer.Option("--piece", metavar="ID", help="What the piece is called.", show_default=False)],
    kit: Annotated[
        str | None, typer.Option("--kit", metavar="NAME", help="It is a piece of the kit.", show_default=False)
    ] = None,
    parameters: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="A parameter of the kit piece; repeatable.", show_default=False),
    ] = None,
    mesh: Annotated[
        Path | None, typer.Option("--mesh", metavar="FILE", help="Its shape is in this mesh file.", show_default=False)
    ] = None,
    units: Annotated[UnitsName | None, typer.Option("--units", help="How long the mesh's 1 is.", show_default=False)] = None,
    up: Annotated[UpName | None, typer.Option("--up", help="Which axis of the mesh points up.", show_default=False)] = None,
    origin: Annotated[bool, typer.Option("--origin", help="The mesh's own origin is its anchor.")] = False,
    pieces: Annotated[Path, typer.Option("--pieces", metavar="FILE.json", help="The pieces file to add to.")] = PIECES_FILE,
    points: Annotated[
        list[str] | None,
        typer.Option(
            "--point",
            metavar='"X Y Z = PHOTO:PX,PY"',
            help="A point of the mesh, in its own units, and its pixel in a photo, in quotes; repeatable.",
            show_default=False,
        ),
    ] = None,
    tags: Annotated[
        str | None,
        typer.Option("--tags", metavar="IDS", help="The tags on the piece; all for terrain if left out.", show_default=False),
    ] = None,
    camera: Annotated[
        Path | None, typer.Option("--camera", metavar="CAMERA.json", help="From sightline calibrate.", show_default=False)
    ] = None,
    leaning: Annotated[bool, typer.Option("--leaning", help="The piece does not stand upright in the photos.")] = False,
    overwrite: Overwrite = False,
    as_json: AsJson = False,
) -> None:
    """Learn where the tags sit on a piece of terrain, and write it into the pieces file.

    Stand the piece on a flat sheet with one or more anchor tags (0 to 31)
    beside it and its own tags (100 to 299) on it, and take some photos from
    all around. Then name three or more points of its mesh, such as corners,
    and where they are in the photos. One photo is enough with four points.

    Pieces in the file keep their tags; --overwrite learns the same piece anew.

    [bold]With photos and files of your own[/bold]

      sightline learn side.jpg --piece hut --kit container --point "-3 -1.25 2.5 = side.jpg:812,640" --point ...

      sightline learn hut-*.jpg --piece hut --mesh hut.stl --units mm --pieces set/pieces.json
    """
    from capture.objects.pieces_file import write_tagged

    photos = photo_files(photos)
    check_file(pieces, what="pieces files are JSON files", ends=PIECES_ENDS, overwrite=True, sources=photos)
    by = "points" if points else "edges"
    entry = _entry(piece, kit, parameters, mesh, units, up, pieces, origin=origin)
    known = _known(pieces)
    if any(old.id == entry.id for old in known.pieces) and not overwrite:
        raise CommandError(f'"{pieces}" has a piece "{entry.id}" already; give --overwrite to learn it anew, or another name')
    from capture.adjustment.prior_knowledge import PriorKnowledge
    from capture.learning.piece_learning import learn

    settings = PriorKnowledge()
    if camera is not None:
        from capture.calibration.camera_file import read_camera

        lens, covariance, _ = read_camera(camera)
        settings = PriorKnowledge(camera=(lens, covariance))

    # Four steps of every photo, and as long a search where there are no points.
    with progress("Looking at the photos", (4 if points else 8) * len(photos)) as step:
        found = learn(
            photos, entry, pieces, _points(points or ()), tags=_tags(tags), leaning=leaning, settings=settings, on_progress=step
        )
    written = known.with_piece(found.piece, overwrite=overwrite)
    write_tagged(written, pieces, overwrite=True)
    wrote(pieces)
    warn(found.doubts)
    if as_json:
        print_json(_document(found, pieces, by))
        return
    console = answers()
    console.print(f'"{entry.id}" is in {pieces} with {len(found.tags)} tag{"s" if len(found.tags) > 1 else ""}', style="bold")
    for tag in found.tags:
        x, y, z = tag.place.position
        console.print(
            f"tag {tag.place.id}: at {x:.2f}, {y:.2f}, {z:.2f} inches,"
            f" give or take {tag.sigma_mm:.1f} mm and {tag.sigma_degrees:.1f} degrees"
        )
    console.print(f"The {by} are missed by {found.rms_mm:.1f} mm, root mean square.")


def _document(found: "Learned", pieces: Path, by: str) -> dict[str, object]:
    tags = [
        {
            "id": tag.place.id,
            "position": tag.place.position,
            "rotation": tag.place.rotation,
            "sigma_mm": round(tag.sigma_mm, 3),
            "sigma_degrees": round(tag.sigma_degrees, 3),
            "off_mm": None if tag.off_mm is None else round(tag.off_mm, 2),
        }
        for tag in found.tags
    ]
    misses = [
        {"point": name, "pixels": round(float(pixels), 2), "mm": round(float(mm), 2)}
        for name, pixels, mm in zip(found.fit.called, found.fit.misses, found.fit.misses_mm, strict=False)
    ]
    return {
        "pieces": str(pieces),
        "piece": found.piece.id,
        "tags": tags,
        "by": by,
        "rms_mm": round(found.rms_mm, 3),
        "misses": misses,
        "doubts": list(found.doubts),
    }


def _entry(
    piece: str,
    kit: str | None,
    parameters: list[str] | None,
    mesh: Path | None,
    units: UnitsName | None,
    up: UpName | None,
    pieces: Path,
    *,
    origin: bool,
) -> "PieceEntry":
    from scene.table_io.table_document import PieceEntry, sound_piece

    faults, numbers = [], {}
    if (kit is None) == (mesh is None):
        raise CommandError("give either --kit NAME or --mesh FILE, so that the piece has a shape")
    for part in parameters or ():
        name, _, value = part.partition("=")
        try:
            numbers[name.strip()] = float(value)
        except ValueError:
            faults.append(f'--set: "{part}" is not a parameter; write it as length=6')
    if faults:
        raise CommandError(faults)
    return sound_piece(
        PieceEntry(
            piece,
            (0.0, 0.0, 0.0),
            kit=kit,
            parameters=tuple(sorted(numbers.items())) or None,
            mesh=None if mesh is None else _from(pieces, mesh),
            units=None if units is None else units.value,
            up=None if up is None else up.value,
            anchor="origin" if origin else None,
        )
    )


def _from(pieces: Path, mesh: Path) -> str:
    """The mesh's path from the pieces file on."""
    folder, target = pieces.parent.resolve(), mesh.resolve()
    if not target.is_relative_to(folder):
        raise CommandError(f'mesh "{mesh}" is not in the folder of "{pieces}" nor below it; copy it there')
    return target.relative_to(folder).as_posix()


def _known(pieces: Path) -> "TaggedPieces":
    """What the pieces file says already; nothing where there is none yet."""
    from capture.objects.pieces_file import TaggedPieces, load_tagged

    if not pieces.exists():
        return TaggedPieces()
    from assets.mesh_library import LIBRARY

    return load_tagged(pieces, LIBRARY)


def _tags(ids: str | None) -> list[int] | None:
    if ids is None:
        return None
    parts = [part.strip() for part in ids.split(",")]
    if wrong := [part for part in parts if not part.isdecimal() or len(part) > 4]:
        raise CommandError(f'--tags: "{part}" is not a tag\'s id; write them as 104,105' for part in wrong)
    return list(dict.fromkeys(int(part) for part in parts))


def _points(given: Sequence[str]) -> list["Point"]:
    """What each point says; a `CommandError` with all that cannot be read."""
    found, faults = list["Point"](), []
    for text in given:
        # The photo's name may hold spaces.
        written = re.fullmatch(r"(.+?)\s*=\s*(.+):([^:]+),([^:]+)", text.strip())
        parts = f"{written[1]} {written[2]} {written[3]} {written[4]}".split() if written else text.split()
        numbers = [_number(part) for part in (*parts[:3], *parts[-2:])] if len(parts) >= 6 else [None]
        sure = [number for number in numbers if number is not None]
        if len(sure) == 5:
            if not written:
                tell_old_form(parts)
            x, y, z, across, down = sure
            found.append((x, y, z, " ".join(parts[3:-2]), across, down))
        else:
            faults.append(
                f'--point: "{text}" is not a point; write "X Y Z = PHOTO:PX,PY", such as "-30 12.5 60 = side.jpg:812,640"'
            )
    if faults:
        raise CommandError(faults)
    return found


def tell_old_form(parts: Sequence[str]) -> None:
    """Says how a point is written now."""
    now = f"{' '.join(parts[:3])} = {' '.join(parts[3:-2])}:{parts[-2]},{parts[-1]}"
    words().print(f'--point is written "{now}" now; the older form is understood too')


def _number(word: str) -> float | None:
    try:
        number = float(word)
    except ValueError:
        return None
    return number if math.isfinite(number) else None
