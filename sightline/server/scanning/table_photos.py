"""New photos of a table: kept as they came, with their tags, and with what the table has to show on them."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from scene.geometry.camera_model import CameraView
from scene.geometry.mesh import Point
from scene.table.table import MM_PER_INCH, Figure, Table
from sightline.drafts.figures_on_photos import PointedAt, place_pointed_at
from sightline.errors import CommandError
from sightline.files.scan_photo_lookup import Taken
from sightline.server.scanning.kept_photos import KeptPhoto, kept

if TYPE_CHECKING:
    from capture.photos.photo_reading import GreyPicture
    from capture.tags.photo_tags import PhotoTags

MOST_AT_ONCE, MOST_KEPT = 4, 12
"""Photos that show the figures as they stand: more take longer, and tell little more; and with those that are left out."""
_SAID_HERE = (
    ("the camera file is for photos of", "the photos of the scan have"),
    ("; calibrate with such photos", ": send it as the camera made it, not cropped"),
    ("; scan with one camera, and whole photos", ": take all with one phone, and send them whole"),
    ("; scan with one camera", ": take all with one phone"),
)
"""What lines say to whoever types the command, and to whoever sends photos of a table that was scanned."""
LONGEST, QUALITY = 1600, 85
"""Pixels of the longer side of a photo as phones show it, and the quality of its JPEG."""
Base = tuple[Point, float]
"""Where a base stands, and its diameter in millimetres."""
AROUND = 32
"""Corners of a ring that is drawn for a base."""


@dataclass(frozen=True, eq=False)
class NewPhoto:
    """A photo that shows tags, with these.

    Attributes:
        kept: its file.
        seen: its tags.
        out: whether it was left out when figures were looked for; it takes no place then, but may count beside later ones.
    """

    kept: KeptPhoto
    seen: "PhotoTags"
    out: bool = False

    @property
    def name(self) -> str:
        """Of its file, and in the table's scan."""
        return self.kept.path.name


@dataclass(frozen=True, eq=False)
class NewPhotos:
    """The photos in which the figures stand as they do now.

    Attributes:
        folder: where their files go.
        photos: in their order.
    """

    folder: Path
    photos: tuple[NewPhoto, ...] = ()

    def with_photo(self, data: bytes) -> "NewPhotos":
        """With one more photo, a second or two.

        Raises:
            CommandError: it is there already, there are too many, or it is of no use; such a one takes no place.
            SceneError: it cannot be written.
        """
        if sum(not one.out for one in self.photos) >= MOST_AT_ONCE or len(self.photos) >= MOST_KEPT:
            raise CommandError(f"{MOST_AT_ONCE} photos are enough; take one away, or begin anew where somebody has moved since")
        photo, seen = kept(data, self.folder, tuple(one.kept for one in self.photos))
        if seen is None or photo.fault:
            raise CommandError(f"that photo does not count: {photo.fault}")
        return replace(self, photos=(*self.photos, NewPhoto(photo, seen)))

    def without(self, number: object) -> "NewPhotos":
        """Without the photo of that number; its file stays."""
        gone = self.named(number)
        return replace(self, photos=tuple(one for one in self.photos if one is not gone))

    def left_out(self, names: Collection[str]) -> "NewPhotos":
        """With what was left out when figures were looked for."""
        return replace(self, photos=tuple(replace(one, out=one.name in names) for one in self.photos))

    def pictures(self, table: Table) -> "dict[str, GreyPicture]":
        """(h, w) grey and upright, by the names of the photos that have a place on the table."""
        views = table.scan.views if table.scan else {}
        return {one.name: one.seen.photo.grey for one in self.photos if one.name in views}

    def by_number(self, line: str) -> str:
        """A line about photos that calls them by their numbers, not by their files' names, and knows no camera file."""
        for command, here in _SAID_HERE:
            line = line.replace(command, here)
        for number, one in enumerate(self.photos, 1):
            line = line.replace(f'photo "{one.name}"', f"photo {number}").replace(f'"{one.name}"', f"photo {number}")
        return line

    def named(self, number: object) -> NewPhoto:
        """The photo of that number, from 1."""
        if not isinstance(number, int) or isinstance(number, bool) or not 0 < number <= len(self.photos):
            raise CommandError("there is no photo of that number; it was left out meanwhile")
        return self.photos[number - 1]

    def view(self, number: object, table: Table) -> CameraView:
        """The lens and the place of a photo."""
        view = table.scan.views.get(self.named(number).name) if table.scan else None
        if view is None:
            raise CommandError(f"photo {number} has no place on this table")
        return view

    def told(self, table: Table, strange: Sequence[Base] = ()) -> list[dict[str, Any]]:
        """What a page is told of each: what it shows, and where on it bases are, in pixels: of figures, and of nobody."""
        views = table.scan.views if table.scan else {}
        return [
            {
                "number": number,
                "name": one.kept.digest[:12],
                "out": one.out,
                "size": list(view.lens.size) if (view := views.get(one.name)) else None,
                "bases": _shown(view, table.figures, strange) if view else [],
            }
            for number, one in enumerate(self.photos, 1)
        ]

    def place(self, number: int, pixel: tuple[float, float], table: Table) -> Point:
        """What a pixel of a photo shows of the table and its terrain."""
        self.view(number, table)
        return place_pointed_at(table, PointedAt(self.named(number).name, pixel, 1.0))

    def jpeg(self, number: int) -> bytes:
        """The photo upright and small enough for a phone, JPEG."""
        from PIL import Image

        from capture.photos.photo_reading import preview

        picture = Image.fromarray(preview(self.named(number).kept.path, least=LONGEST // 2))
        picture.thumbnail((LONGEST, LONGEST), Image.Resampling.LANCZOS)
        return jpeg_of(picture)

    def to_draw_on(self, number: int, table: Table) -> Taken:
        """The photo with its place, to be drawn on."""
        from capture.photos.photo_reading import colour

        one = self.named(number)
        view = self.view(number, table)
        return Taken(f"photo {number}", colour(one.seen.photo), view)


def jpeg_of(picture: Any) -> bytes:  # noqa: ANN401 - a picture of Pillow, which is wanted here only
    """A picture as JPEG."""
    file = BytesIO()
    picture.convert("RGB").save(file, "JPEG", quality=QUALITY)
    return file.getvalue()


def _shown(view: CameraView, figures: tuple[Figure, ...], strange: Sequence[Base]) -> list[dict[str, Any]]:
    """Rings of bases and tops of heads in pixels, of those that lie in the photo."""
    bases: list[tuple[dict[str, Any], Point, float, float]] = [
        ({"figure": one.id}, one.position, one.base_radius or 0.5, float(one.box[1, 2])) for one in figures
    ]
    bases += [({"strange": i}, place, mm / 2.0 / MM_PER_INCH, place[2]) for i, (place, mm) in enumerate(strange)]
    turns = np.arange(AROUND) * 2.0 * np.pi / AROUND
    circle = np.stack([np.cos(turns), np.sin(turns), np.zeros(AROUND)], axis=1)
    found = []
    for whose, place, radius, top in bases:
        pixels = view.project(np.concatenate([[place, (*place[:2], top)], np.array(place) + radius * circle]))
        inside = (pixels > 0.0) & (pixels < np.array(view.lens.size))
        if np.isfinite(pixels).all() and bool(inside[0].all()):
            rounded = np.round(pixels, 1).tolist()
            found.append(whose | {"foot": rounded[0], "head": rounded[1], "ring": rounded[2:]})
    return found
