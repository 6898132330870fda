"""Clicked scenery in a draft: the photos of its scan, shapes fitted to clicks in them, and the pieces that these become."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

from scene.base.errors import SceneError
from scene.base.json_fields import MAX_TEXTS
from scene.base.messages import shown_text
from scene.geometry.mesh import Mesh, Point
from scene.table.scan_measurements import Scan
from scene.table.table import Kind
from scene.table_io.table_document import FigureEntry, PieceEntry
from sightline.drafts.draft_table import Draft, changed, free_id
from sightline.files.photo_files import is_file

if TYPE_CHECKING:
    from capture.clicking.clickable_photos import ClickablePhotos
    from capture.clicking.clicked_base import ClickedBase as ClickedBase  # noqa: PLC0414
    from capture.clicking.clicked_piece import ClickedPiece
    from capture.clicking.shape_fit import CornerClick as CornerClick  # noqa: PLC0414 - for the window, which knows no capture
    from capture.clicking.shape_fit import ShapeFit as ShapeFit  # noqa: PLC0414
    from capture.photos.photo_reading import Photo

FOLDERS = ("", "photos", "pictures", "images")
"""Where beside the table its photos are looked for."""
MOST_SUBFOLDERS = 40
MOST_LETTERS = 60
"""Of ids made of names: with four bytes each they still are the name of a file."""
FIGURE = "figure"
"""What is clicked beside the shapes: the base of a figure that the scan missed, in one photo."""
SURFACE = "surface"
"""What is clicked beside the shapes, too: a thing of any shape, once, where the photos show its surface."""
GROUND_SIDE, MOST_GROUND = 900, 24
"""Pixels of the shorter side of photos that the ground is painted with, at least, and how many photos those are at most."""
ALIKE = 0.02
"""By how much the sides of a photo made smaller may be in another proportion than those of the photo itself."""
SMALL = 320
"""Pixels: the shorter side of small pictures, at least."""
LARGEST = 8192
"""Pixels: the longer side of what is drawn; larger photos are drawn smaller, and clicked in as they are."""


@dataclass(frozen=True, eq=False)
class ScanPhotos:
    """The photos of a scan that scenery can be clicked in.

    Attributes:
        clickable: their places, with the errors of these.
        files: where each of them lies, by its name; those that were found.
        digests: what each has to be.
    """

    clickable: "ClickablePhotos"
    files: Mapping[str, Path]
    digests: Mapping[str, str]

    @property
    def names(self) -> tuple[str, ...]:
        """Of all photos."""
        return self.clickable.names

    @property
    def missing(self) -> tuple[str, ...]:
        """Those that were not found."""
        return tuple(name for name in self.names if name not in self.files)


@dataclass(frozen=True, eq=False)
class PhotoPicture:
    """A photo to be shown and clicked in.

    Attributes:
        colour: (h, w, 3) uint8, upright, perhaps smaller than the photo.
        grey: (h, w) uint8, upright, as large as the photo; None of small pictures.
        size: width and height of the photo itself.
    """

    colour: NDArray[np.uint8]
    grey: NDArray[np.uint8] | None
    size: tuple[int, int]


def scan_photos_of(scan: Scan | None, table_file: Path | None, folder: Path | None = None) -> ScanPhotos:
    """The photos of a scan, looked for beside its table, in a folder of photos there, or where people say.

    Raises:
        SceneError: where the table has no scan to click on, or none of the photos is there.
    """
    from capture.clicking.clickable_photos import ClickablePhotos

    clickable = ClickablePhotos.of(scan)
    assert scan is not None
    digests = {photo.file: photo.sha256 for photo in scan.photos}
    files = _found(clickable.names, _folders(table_file, folder))
    if not files:
        listed = ", ".join(shown_text(name) for name in clickable.names[:3])
        where = f'in "{folder}"' if folder is not None else "beside the table, or in a folder of photos there"
        raise SceneError(f"none of the scan's photos ({listed} ...) lies {where}; say where they are")
    return ScanPhotos(clickable, files, digests)


def _folders(table_file: Path | None, folder: Path | None) -> list[Path]:
    if folder is not None:
        try:
            return [folder.expanduser()]
        except RuntimeError:  # "~name" of nobody
            return [folder]
    if table_file is None:
        return []
    beside = table_file.parent
    named = [beside / name for name in FOLDERS]
    try:
        others = sorted(one for one in beside.iterdir() if one.is_dir() and not one.name.startswith("."))[:MOST_SUBFOLDERS]
    except OSError:
        others = []
    return list(dict.fromkeys([*named, *others]))


def _found(names: Sequence[str], folders: Sequence[Path]) -> dict[str, Path]:
    files = dict[str, Path]()
    for name in names:
        place = next((folder / name for folder in folders if is_file(folder / name)), None)
        if place is not None:
            files[name] = place
    return files


def picture(photos: ScanPhotos, name: str) -> PhotoPicture:
    """A photo of the scan, to be clicked in; a `SceneError` where it has changed since the scan, or cannot be read."""
    from capture.photos.photo_reading import colour

    photo = _checked(photos, name)
    every = max(-(-max(photo.size) // LARGEST), 1)
    return PhotoPicture(np.ascontiguousarray(colour(photo)[::every, ::every]), photo.grey, photo.size)


def _checked(photos: ScanPhotos, name: str) -> "Photo":
    """A photo of the scan, as it was then."""
    from capture.photos.photo_reading import read_photo

    if name not in photos.files:
        raise SceneError(f'photo "{shown_text(name)}" was not found; say where the photos are')
    photo = read_photo(photos.files[name])
    size = photos.clickable.views[photos.names.index(name)].lens.size
    if photo.sha256 != photos.digests[name] or photo.size != size:
        raise SceneError(f'photo "{shown_text(name)}" is not as it was when the scan was made; give the file that was scanned')
    return photo


def grey_photo(photos: ScanPhotos, name: str) -> NDArray[np.uint8]:
    """(h, w) a photo of the scan, upright; a `SceneError` where it has changed since the scan, or cannot be read."""
    return _checked(photos, name).grey


def small_picture(photos: ScanPhotos, name: str) -> NDArray[np.uint8]:
    """(h, w, 3) a photo of the scan as a small picture, upright; read fast, and checked only once it is clicked in."""
    from capture.photos.photo_reading import preview

    return preview(photos.files[name], least=SMALL)


def ground_picture(photos: ScanPhotos, size: tuple[float, float]) -> NDArray[np.uint8]:
    """(rows, columns, 4) the table's ground from above in the colours of its photos, clear where none shows it.

    Raises:
        SceneError: where no photo can be read.
    """
    from capture.clicking.ground_colours import ground_colours
    from capture.photos.photo_reading import preview

    there = [name for name in photos.names if name in photos.files]
    views, pictures = [], list[NDArray[np.uint8]]()
    for name in there[:: -(-len(there) // MOST_GROUND)]:
        view = photos.clickable.views[photos.names.index(name)]
        try:
            small = preview(photos.files[name], least=GROUND_SIDE)
        except SceneError:
            continue
        # What is turned or cropped is not the photo that was scanned.
        if abs(small.shape[1] * view.lens.size[1] / (small.shape[0] * view.lens.size[0]) - 1.0) < ALIKE:
            views.append(view)
            pictures.append(small)
    if not pictures:
        raise SceneError("none of the scan's photos can be read")
    return ground_colours(views, pictures, size)


@dataclass(frozen=True)
class ShapeCorners:
    """What is clicked of a shape.

    Attributes:
        corners: in words, in the order in which they are clicked.
        needed: so many of them, the first ones, have to be.
        rounded: whether they are ends of outlines rather than corners, to which clicks do not snap.
    """

    corners: tuple[str, ...]
    needed: int
    rounded: bool


@cache
def shapes() -> Mapping[str, ShapeCorners]:
    """The shapes that can be clicked, by their names."""
    from capture.clicking.click_shapes import SHAPES

    found = {name: ShapeCorners(shape.corners, shape.needed, shape.rounded) for name, shape in SHAPES.items()}
    once = {FIGURE: "its base, where it stands", SURFACE: "the thing itself, anywhere on it"}
    return MappingProxyType(found | {name: ShapeCorners((what,), 1, rounded=True) for name, what in once.items()})


def snapped_click(
    photo: PhotoPicture, pixel: tuple[float, float], reach: float
) -> tuple[tuple[float, float], Literal["corner", "edge", ""]]:
    """Where a click was meant, within so many pixels, and whether that is a corner or an edge."""
    from capture.clicking.corner_snap import snapped

    return snapped(photo.grey, pixel, reach) if photo.grey is not None else (pixel, "")


def fitted(photos: ScanPhotos, shape: str, clicks: Sequence["CornerClick"]) -> "ShapeFit":
    """The shape whose corners were clicked; a `SceneError` as long as they are too few, or not those of such a shape."""
    from capture.clicking.click_shapes import shape_named
    from capture.clicking.shape_fit import fit_shape

    return fit_shape(photos.clickable, shape_named(shape), clicks)


def too_few(error: Exception) -> bool:
    """Whether a shape is only not there yet: nothing that was clicked is wrong."""
    from capture.clicking.shape_fit import TooFewClicksError

    return isinstance(error, TooFewClicksError)


def corner_click(corner: int, photo: int, pixel: tuple[float, float]) -> "CornerClick":
    """A corner of a shape that was clicked in a photo."""
    from capture.clicking.shape_fit import CornerClick

    return CornerClick(corner, photo, pixel)


def place_clicked(draft: Draft, fit: "ShapeFit", name: str = "") -> Draft:
    """The draft with a piece that was clicked, where it stands, with what is known of its errors in the table's scan."""
    from capture.clicking.clicked_piece import clicked_piece

    return place_piece(draft, clicked_piece(fit), name or fit.shape.name, fit.shape.kind, fit.shape.assumed)


def place_piece(draft: Draft, piece: "ClickedPiece", name: str, kind: Kind, note: str) -> Draft:
    """The draft with a piece that photos have measured, and a note in the scan, if there is one."""
    from capture.clicking.clicked_piece import with_piece

    scan = draft.document.scan
    if scan is None:
        raise SceneError("this table was not scanned")
    owner = free_id(draft.taken, _as_id(name) or kind)
    meshes, called = draft.meshes.with_file(f"{owner}.stl", stl(piece.mesh))
    more = replace(draft, meshes=meshes, maker=draft.maker.reading(meshes))
    entry = PieceEntry(owner, piece.position, mesh=called, units="inch", turn=piece.turn or None, kind=kind)
    scan = with_piece(_with_note(scan, f"{owner}: {note}") if note else scan, owner, piece)
    placed = changed(more, terrain=(*draft.document.terrain, entry))
    return replace(placed, document=replace(placed.document, scan=scan), table=replace(placed.table, scan=scan))


def _as_id(name: str) -> str:
    """A name as an id, and as that of a file; empty where nothing of it can be in one."""
    return re.sub(r"[^\w.-]+", "-", name.strip())[:MOST_LETTERS].strip("-.")


def _with_note(scan: Scan, note: str) -> Scan:
    """The scan with one more note, if there is room: a table file with too many could not be read again."""
    known = note in scan.notes or len(scan.notes) >= MAX_TEXTS
    return scan if known else replace(scan, notes=(*scan.notes, note))


def base_near(photos: ScanPhotos, place: Point, name: str) -> "ClickedBase":
    """The round base of a figure within an inch of a place, by its rim in all photos that show it.

    Raises:
        SceneError: where there is none, or photos have changed since the scan.
    """
    from capture.clicking.clicked_base import clicked_base

    around = np.array(place) + np.array([[-1.0, -1.0, 0.0], [1.0, -1.0, 0.0], [1.0, 1.0, 0.5], [-1.0, 1.0, 0.5]])
    shown = [i for i, one in enumerate(photos.names) if one in photos.files and photos.clickable.shows(i, around)]
    pictures = {i: _checked(photos, photos.names[i]).grey for i in shown}
    return clicked_base(photos.clickable, pictures, place, name=name)


def place_base(draft: Draft, base: "ClickedBase", name: str = "", side: str = "") -> Draft:
    """The draft with a figure on a base that was clicked, with what is known of its errors in the table's scan."""
    from capture.clicking.clicked_base import with_base

    scan = draft.document.scan
    if scan is None:
        raise SceneError("this table was not scanned")
    owner = free_id(draft.taken, _as_id(name).lower() or "base")
    x, y, z = (round(value, 6) + 0.0 for value in base.position)
    entry = FigureEntry(owner, (x, y, z), name=name.strip() or None, side=side or None, base_mm=base.base_mm, facing=0.0)
    scan = with_base(_with_note(scan, f"facing of {owner} not measured"), owner, replace(base, position=(x, y, z)))
    placed = changed(draft, figures=(*draft.document.figures, entry))
    return replace(placed, document=replace(placed.document, scan=scan), table=replace(placed.table, scan=scan))


def say_nothing_else(draft: Draft, *, on: bool) -> Draft:
    """The draft of whose scan somebody says whether nothing but its pieces stands on the real table."""
    scan = draft.document.scan
    if scan is None:
        raise SceneError("this table was not scanned")
    scan = replace(scan, terrain_known="all" if on else "pieces")
    return replace(draft, document=replace(draft.document, scan=scan), table=replace(draft.table, scan=scan))


def stl(mesh: Mesh) -> bytes:
    """A mesh as a binary STL file."""
    from trimesh import Trimesh
    from trimesh.exchange.stl import export_stl

    found: bytes = export_stl(Trimesh(mesh.vertices, mesh.faces, process=False))
    return found
