"""Figures in a draft where new photos of the real table have them, and put right by hand on these photos."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Unpack

import numpy as np

from scene.base.errors import SceneError
from scene.geometry.mesh import FloatArray, Point
from scene.geometry.ray_casting import RayScene
from scene.table.scan_measurements import Scan
from scene.table.table import Table
from scene.table_io.table_document import FigureEntry
from scene.table_io.table_reading import DEFAULT_PROXY
from sightline.drafts.draft_table import Draft, Entry, changed, free_id, with_entries, without
from sightline.drafts.figure_edits import FigureFields

if TYPE_CHECKING:
    from capture.clicking.clicked_base import ClickedBase
    from capture.photos.photo_reading import GreyPicture
    from capture.results.figures_anew import FiguresAnew

TURNED_SIGMA = 10.0
"""Degrees: how well somebody turns a figure on the screen to where it really faces, standard deviation."""
FACED_SIGMA = 5.0
"""Degrees: how far from somebody a figure looks of which it is said that it faces him, standard deviation."""
DIGITS = 6
LEAST_DOWN = 0.05
"""Of a ray's direction the part downwards, below which a photo does not tell where it meets a level."""


@dataclass(frozen=True)
class PointedAt:
    """Where somebody pointed at a base in a photo.

    Attributes:
        photo: its name in the scan.
        pixel: of the upright photo: the middle of the base's underside.
        sigma_px: by how much it may be off along either axis, standard deviation.
    """

    photo: str
    pixel: tuple[float, float]
    sigma_px: float


def with_figures_anew(draft: Draft, found: "FiguresAnew") -> Draft:
    """The draft with figures, and pieces that were moved, where new photos have them, with what is known of their errors."""
    entries: list[Entry] = [
        replace(draft.piece_entry(one.id), position=one.position, turn=one.turn, rotation=one.rotation)
        for one in (piece.entry for piece in found.pieces)
    ]
    entries += [
        replace(entry, position=seen.entry.position, facing=seen.entry.facing)
        for entry in draft.document.figures
        if (seen := found.stood.get(entry.id)) is not None
    ]
    return _with_scan(with_entries(draft, entries), found.scan(draft.table))


def place_pointed_at(table: Table, pointed: PointedAt) -> Point:
    """What a pixel of a photo shows of the table, without its figures: terrain, or the ground.

    Raises:
        SceneError: it shows nothing of the table.
    """
    view = _scan_of(table).views[pointed.photo]
    eye, ray = np.array(view.pose.position), view.rays(np.array([pointed.pixel]))[0]
    pieces = [piece.placed for piece in table.terrain.pieces]
    away = float(RayScene(pieces).distances(eye[None], ray[None])[0]) if pieces else np.inf
    ground = -eye[2] / ray[2] if ray[2] < 0.0 else np.inf
    return _on_the_table(table, eye + min(away, ground) * ray)


def place_at_height(table: Table, pointed: PointedAt, height: float) -> Point:
    """What a pixel of a photo shows so many inches above the ground.

    Raises:
        SceneError: the photo does not look down there, or that is off the table.
    """
    view = _scan_of(table).views[pointed.photo]
    eye, ray = np.array(view.pose.position), view.rays(np.array([pointed.pixel]))[0]
    if ray[2] > -LEAST_DOWN or eye[2] <= height:
        raise SceneError("this photo was taken from too low down to tell where that is; use another one")
    return _on_the_table(table, eye + (height - eye[2]) / ray[2] * ray)


def _on_the_table(table: Table, place: FloatArray) -> Point:
    x, y, z = place.tolist()
    width, depth = table.size
    if not (np.isfinite(x) and 0.0 <= x <= width and 0.0 <= y <= depth):
        raise SceneError("that is off the table")
    return x, y, max(z, 0.0)


def stand_on_photo(
    draft: Draft, owner: str, pointed: PointedAt, pictures: Mapping[str, "GreyPicture"], height: float | None = None
) -> tuple[Draft, "ClickedBase"]:
    """The draft with a figure where somebody pointed in a photo: at the base there, or where none can be made out, just there.

    Args:
        draft: with the photo in its scan.
        owner: the figure's id.
        pointed: where.
        pictures: (h, w) grey and upright, of photos in which the figures stand as they do now, by their names.
        height: inches above the ground that it stands, where somebody says so; else it stands on what the table has there.
    """
    from capture.clicking.clickable_photos import ClickablePhotos
    from capture.clicking.clicked_base import clicked_base, pointed_base, with_base
    from capture.objects.base_evidence import POINTED

    scan, figure = _scan_of(draft.table), draft.table.figure(owner)
    place = place_pointed_at(draft.table, pointed) if height is None else place_at_height(draft.table, pointed, height)
    photos = ClickablePhotos.of(scan)
    around = np.array(place) + np.array([[-1.0, -1.0, 0.0], [1.0, -1.0, 0.0], [1.0, 1.0, 0.5], [-1.0, 1.0, 0.5]])
    shown = {i: pictures[one] for i, one in enumerate(photos.names) if one in pictures and photos.shows(i, around)}
    try:
        base = clicked_base(photos, shown, place, name=figure.called, base_mm=figure.base_mm, demands=POINTED, least=1)
    except SceneError:
        base = pointed_base(photos, photos.names.index(pointed.photo), place, pointed.sigma_px, figure.base_mm)
    x, y, z = (round(value, DIGITS) + 0.0 for value in base.position)
    base = replace(base, position=(x, y, z))
    moved = with_entries(draft, [replace(draft.figure_entry(owner), position=base.position)])
    return _with_scan(moved, with_base(scan, owner, base)), base


def figure_on_photo(
    draft: Draft, pointed: PointedAt, pictures: Mapping[str, "GreyPicture"], **fields: Unpack[FigureFields]
) -> tuple[Draft, str, "ClickedBase"]:
    """The draft with one more figure where somebody pointed in a photo, and its id."""
    place = place_pointed_at(draft.table, pointed)
    proxy = fields.get("proxy") or DEFAULT_PROXY
    wanted = (fields.get("name") or "").strip().lower().replace(" ", "-") or proxy
    owner = free_id(draft.taken, wanted)
    entry = replace(FigureEntry(owner, place, proxy=proxy, facing=0.0), **fields)
    more = changed(draft, figures=[*draft.document.figures, replace(entry, name=entry.name or None, side=entry.side or None)])
    placed, base = stand_on_photo(more, owner, pointed, pictures)
    return placed, owner, base


def swapped(draft: Draft, one: str, other: str) -> Draft:
    """The draft with two figures in each other's place, and so what was measured of them."""
    first, second = draft.figure_entry(one), draft.figure_entry(other)
    entries = [
        replace(first, position=second.position, facing=second.facing),
        replace(second, position=first.position, facing=first.facing),
    ]
    placed = with_entries(draft, entries)
    if (scan := draft.document.scan) is None:
        return placed
    names = {one: other, other: one}
    things = [
        replace(thing, id=names[thing.id]) if thing.of == "figure" and thing.id in names else thing for thing in scan.things
    ]
    return _with_scan(placed, replace(scan, things=tuple(things)))


def turned(draft: Draft, owner: str, facing: float, sigma: float = TURNED_SIGMA) -> Draft:
    """The draft with a figure that faces where somebody says, in degrees, as sure as people turn figures on a screen."""
    placed = with_entries(draft, [replace(draft.figure_entry(owner), facing=facing)])
    scan = draft.document.scan
    index = None if scan is None else scan.standing("figure", owner, draft.table.figure(owner).position)
    if scan is None or index is None:
        return placed
    matrix, column = scan.covariance.copy(), scan.slots[index].stop - 1
    matrix[column], matrix[:, column] = 0.0, 0.0
    matrix[column, column] = sigma**2
    return _with_scan(placed, replace(scan, covariance=matrix))


def taken_off(draft: Draft, owners: Sequence[str]) -> Draft:
    """The draft without figures that are not on the real table, and without what was measured of them."""
    placed, scan = without(draft, owners), draft.document.scan
    if scan is None:
        return placed
    gone = {("figure", owner) for owner in owners}
    return _with_scan(placed, scan.only(i for i, thing in enumerate(scan.things) if (thing.of, thing.id) not in gone))


def _scan_of(table: Table) -> Scan:
    if table.scan is None:
        raise SceneError("there are no photos of this table; take one first")
    return table.scan


def _with_scan(draft: Draft, scan: Scan) -> Draft:
    return replace(draft, document=replace(draft.document, scan=scan), table=replace(draft.table, scan=scan))
