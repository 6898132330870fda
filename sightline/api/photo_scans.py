"""A real table from photos."""

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from capture.adjustment.prior_knowledge import MeasuredLength, PriorKnowledge
from capture.calibration.camera_file import read_camera
from capture.results.whole_scan import STEPS, ScanRequest, WholeScan, whole_scan
from scene.base.messages import shown_text
from sightline.api.given_values import file, number, numbers, several, wrong, yes_or_no
from sightline.console import progress, warn
from sightline.errors import CommandError
from sightline.files.photo_files import photo_files

TAG_MM = (3.0, 1000.0)
"""Millimetres: what a tag's side may be."""
OWN_NAMES = re.compile(r"(base|figure|tag)-[0-9]+")
"""What a scan calls bases, figures with base tags, and tags."""


def scan_photos(
    photos: str | Path | Sequence[str | Path],
    *,
    camera: str | Path | None = None,
    tag_mm: float | None = 60.0,
    lengths: Sequence[tuple[int, int, float]] = (),
    pieces: str | Path | None = None,
    nothing_else: bool = False,
) -> WholeScan:
    """Tags, edges, terrain and figures of a table, each with its uncertainty; ``.document(name)`` is its table file.

    Args:
        photos: files, or one folder of them.
        camera: a file of ``sightline calibrate``.
        tag_mm: the side of an anchor tag's black square, millimetres; None if it is not known.
        lengths: tag, tag and the millimetres between their middles, as measured with a tape.
        pieces: a file that says which tag sits where on which piece of terrain.
        nothing_else: whether nothing stands on the table but tagged pieces and figures.

    Raises:
        SceneError: no table can be made of them.
        CommandError: something was given that cannot be used.
    """
    yes_or_no(nothing_else=nothing_else)
    files = [Path(one) for one in several(photos, "photos", "files of photos, or one folder of them")]
    lens = None if camera is None else file(camera, "camera", 'a file of "sightline calibrate", or None')
    size = None if tag_mm is None else number(tag_mm, "tag_mm", TAG_MM, "millimetres")
    tagged = None if pieces is None else file(pieces, "pieces", "a file of tagged pieces, or None")
    known = prior_knowledge(lens, size, _lengths(lengths))
    return scanned(photo_files(files), known, ScanRequest(nothing_else=bool(nothing_else)), tagged)


def _lengths(given: object) -> tuple[MeasuredLength, ...]:
    may_be = "a list of tag, tag and the millimetres between their middles, such as [(0, 2, 1412)]"
    if not isinstance(given, Sequence) or isinstance(given, str | bytes):
        raise wrong("lengths", given, may_be)
    found = []
    for one in given:
        first, second, length = numbers(one, "lengths", 3, may_be)
        if not (first.is_integer() and second.is_integer() and length > 0.0):
            raise wrong("lengths", one, may_be)
        found.append(MeasuredLength(int(first), int(second), length))
    return tuple(found)


def prior_knowledge(camera: Path | None, tag_mm: float | None, lengths: tuple[MeasuredLength, ...]) -> PriorKnowledge:
    """What is known before any photo is looked at: the lens, the size of the tags, lengths between them."""
    if camera is None:
        return PriorKnowledge(None, tag_mm, lengths)
    lens, covariance, info = read_camera(camera)
    if not info.sufficient:
        warn([f'"{camera}" comes from photos that did not fix the focal length; its errors are taken as it states them'])
    return PriorKnowledge((lens, covariance), tag_mm, lengths)


def scanned(
    photos: Sequence[Path],
    known: PriorKnowledge,
    wanted: ScanRequest,
    pieces: Path | None = None,
    output: Path | None = None,
) -> WholeScan:
    """The whole scan, with a progress bar.

    Args:
        photos: files.
        known: before any photo is looked at.
        wanted: what is to be found beside the tags.
        pieces: which tag sits where on which piece.
        output: where the table is to be written, which its meshes are named from.
    """
    if pieces is not None:
        wanted = with_tagged_pieces(wanted, pieces, output)
    with progress("scanning", STEPS * len(photos) + len(wanted.looks)) as advance:
        return whole_scan(photos, known, wanted, on_progress=advance)


def with_tagged_pieces(wanted: ScanRequest, pieces: Path, output: Path | None = None) -> ScanRequest:
    """What is to be found, with the pieces of a file that says which tag sits where; their meshes are named from ``output`` on.

    Raises:
        SceneError, CommandError: with all that is wrong with the file.
    """
    from assets.mesh_library import LIBRARY
    from capture.objects.pieces_file import load_tagged, rebased
    from capture.recognition.look_file import load_looks
    from scene.mesh_io.mesh_reading import MAX_FACES
    from scene.table_io.table_folder import Folder
    from scene.table_io.table_reading import Builder

    tagged = load_tagged(pieces, LIBRARY)
    looks = load_looks(pieces, tagged.pieces)
    if output is not None:
        tagged = rebased(tagged, pieces, output)
    builder = Builder(Folder(output or pieces), LIBRARY, MAX_FACES)
    wanted = replace(wanted, tagged=tagged, looks=looks, build=builder.piece)
    check_names(wanted, [piece.entry.id for piece in tagged.pieces])
    return wanted


def check_names(wanted: ScanRequest, pieces: Sequence[str] = ()) -> None:
    """Raises a `CommandError` unless all that the player names can be told apart, also from what the scan itself names."""
    faults, names = list[str](), list(pieces)
    for option, name in [("--base", each.name) for each in wanted.bases] + [("--point", each.name) for each in wanted.points]:
        if OWN_NAMES.fullmatch(name):
            faults.append(f'{option} "{shown_text(name)}": the scan itself gives such names; call it otherwise')
        elif name in names:
            faults.append(f'{option} "{shown_text(name)}": something else has that name already; call it otherwise')
        names.append(name)
    if faults:
        raise CommandError(faults)
