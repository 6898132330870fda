"""A photo of the scan as it is looked at and clicked in: what is shown of it where, and what has been clicked so far."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from scene.geometry.mesh import FloatArray, Mesh, Point
from scene.table.table import MM_PER_INCH, Piece, Table
from scene.visibility.occluders import occluders
from sightline.drafts.clicked_scenery import PhotoPicture, ScanPhotos, shapes
from sightline.drawing.on_photo.feature_edges import feature_edges
from sightline.window.intents.photo_intents import Pixel

if TYPE_CHECKING:
    from sightline.drafts.clicked_scenery import ClickedBase, CornerClick, ShapeFit
    from sightline.drafts.cut_scenery import CutPart

NEAREST, FARTHEST = 12.0, 0.05
"""Pixels of the window for one of the photo."""
SIDES = 8
"""Lines along a round shape that are drawn."""
RIM = 48
"""Pieces of a circle that is drawn."""
LEVEL = 0.9
"""Of a floor's normal, at least: its part upwards."""
UNDER = 0.3
"""Inches: what is lower is no floor that something stands on unseen."""
MARKER = 9.0
"""Pixels of the window around a click within which the mouse takes it."""
REACH = 7.0
"""Pixels of the window by which a click snaps at most."""
MOST_REACH = 12.0
"""Pixels of the photo by which it does."""


@dataclass(frozen=True, eq=False)
class PhotoGround:
    """The ground in the colours of a scan's photos.

    Attributes:
        picture: (rows, columns, 4) uint8 from above, its first row along the far edge; clear where no photo shows it.
    """

    picture: NDArray[np.uint8]


PANEL, BARS = 350.0, (72.0, 112.0)
"""Pixels that the panel at the right takes, and the bars above and below."""


def free_part(size: tuple[int, int]) -> tuple[float, float, float, float]:
    """Left, upper, right and lower end of what panels leave free of a window of so many pixels; at least half of it."""
    right, low = max(size[0] - PANEL, size[0] / 2.0), max(size[1] - BARS[1], 0.75 * size[1])
    return 0.0, min(BARS[0], 0.25 * size[1]), right, low


def middle(size: tuple[int, int]) -> Pixel:
    """The middle of that part."""
    left, top, right, low = free_part(size)
    return (left + right) / 2.0, (top + low) / 2.0


@dataclass(frozen=True, eq=False)
class PhotoView:
    """What is shown while scenery is clicked.

    Attributes:
        photos: of the scan.
        shown: which one is looked at.
        picture: that photo; None as long as it is being read.
        unread: why it cannot be read; empty if it can.
        centre: the pixel of the photo in the middle of what panels leave free.
        scale: pixels of the window for one of the photo; 0 as long as it is not known: then the whole photo is shown.
        shape: what is clicked.
        corner: which of its corners comes next.
        clicks: so far.
        fit: the shape as they have it; None as long as they are too few.
        base: the base that was found where a figure was clicked; None for none.
        part: what was cut out of the photos' surface where somebody clicked; None for none.
        fault: why there is no shape yet.
        wrong: whether that is because something is wrong, rather than missing.
        doubt: what of the table speaks against the shape as it is; empty for nothing.
        cursor: the pixel of the photo under the cursor.
        snap: whether clicks snap.
        name: of the piece to be.
        aside: what was clicked of other shapes, by their names, until one comes back to them.
        placed: the id of the piece that was placed last, its shape, clicks and name, to come back where that is undone.
        warned: whether it was told that clicks are lost when the window closes.
    """

    photos: ScanPhotos
    shown: int = 0
    picture: PhotoPicture | None = None
    unread: str = ""
    centre: Pixel = (0.0, 0.0)
    scale: float = 0.0
    shape: str = "box"
    corner: int = 0
    clicks: tuple["CornerClick", ...] = ()
    fit: "ShapeFit | None" = None
    base: "ClickedBase | None" = None
    part: "CutPart | None" = None
    fault: str = ""
    wrong: bool = False
    doubt: str = ""
    cursor: Pixel | None = None
    snap: bool = True
    name: str = ""
    aside: Mapping[str, tuple["CornerClick", ...]] = field(default_factory=dict)
    placed: tuple[str, str, tuple["CornerClick", ...], str] | None = None
    warned: bool = False

    @property
    def known(self) -> bool:
        """Whether there is something to be put on the table."""
        return self.fit is not None or self.base is not None or self.part is not None

    @property
    def pending(self) -> int:
        """How many clicks are not on the table yet."""
        return len(self.clicks) + sum(len(clicks) for clicks in self.aside.values())

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the photo that is shown, in its pixels."""
        return self.photos.clickable.views[self.shown].lens.size

    @property
    def corners(self) -> tuple[str, ...]:
        """The corners of the shape, in words."""
        return shapes()[self.shape].corners

    def fitted_into(self, size: tuple[int, int]) -> "PhotoView":
        """As a whole between the panels of a window of so many pixels, unless it was zoomed already."""
        if self.scale > 0.0:
            return self
        wide, high = self.size
        left, top, right, low = free_part(size)
        return replace(self, centre=(wide / 2.0, high / 2.0), scale=min((right - left) / wide, (low - top) / high))

    def zoomed(self, at: Pixel, factor: float, size: tuple[int, int]) -> "PhotoView":
        """So many times as large, with what is under a pixel of the window staying there."""
        now, (mid_x, mid_y) = self.fitted_into(size), middle(size)
        scale = float(np.clip(now.scale * factor, FARTHEST, NEAREST))
        x, y = now.in_photo(at, size)
        return replace(now, scale=scale, centre=(x - (at[0] - mid_x) / scale, y - (at[1] - mid_y) / scale))

    def slid(self, right: float, down: float, size: tuple[int, int]) -> "PhotoView":
        """The photo moved by so many pixels of the window."""
        now = self.fitted_into(size)
        wide, high = self.size
        x, y = now.centre[0] - right / now.scale, now.centre[1] - down / now.scale
        return replace(now, centre=(float(np.clip(x, 0.0, wide)), float(np.clip(y, 0.0, high))))

    def in_photo(self, at: Pixel, size: tuple[int, int]) -> Pixel:
        """The pixel of the photo under one of the window."""
        now, (mid_x, mid_y) = self.fitted_into(size), middle(size)
        return now.centre[0] + (at[0] - mid_x) / now.scale, now.centre[1] + (at[1] - mid_y) / now.scale

    def in_window(self, pixels: FloatArray, size: tuple[int, int]) -> FloatArray:
        """(n, 2) pixels of the window of (n, 2) pixels of the photo."""
        now = self.fitted_into(size)
        return np.asarray((pixels - np.array(now.centre)) * now.scale + np.array(middle(size)))

    def shows(self, pixel: Pixel) -> bool:
        """Whether the photo has such a pixel."""
        wide, high = self.size
        return -0.5 <= pixel[0] <= wide - 0.5 and -0.5 <= pixel[1] <= high - 0.5

    def here(self) -> Mapping[int, "CornerClick"]:
        """The clicks in the photo that is shown, by their corners."""
        return {click.corner: click for click in self.clicks if click.photo == self.shown}

    def click_at(self, at: Pixel, size: tuple[int, int]) -> int | None:
        """The corner whose click in this photo lies at a pixel of the window; None for none."""
        for corner, click in self.here().items():
            x, y = self.in_window(np.array([click.pixel]), size)[0].tolist()
            if max(abs(x - at[0]), abs(y - at[1])) <= MARKER:
                return corner
        return None

    @property
    def reach(self) -> float:
        """Pixels of the photo by which a click snaps at most."""
        return min(REACH / max(self.scale, 1e-6), MOST_REACH)

    @cached_property
    def outline(self) -> FloatArray:
        """(k, 2, 3) the edges of the shape, the rim of the base or where the surface ends; none without one."""
        if self.part is not None:
            return self.part.outline
        if self.base is not None:
            return rim(self.base.position, self.base.base_mm / MM_PER_INCH / 2.0)
        if self.fit is None:
            return np.zeros((0, 2, 3))
        edges = feature_edges(self.fit.mesh)
        return np.concatenate([edges, _along_the_axis(self.fit.mesh)]) if self.fit.shape.rounded else edges

    @cached_property
    def limit_mm(self) -> float:
        """Millimetres: how far off its corners are at most, in 95 of 100 cases."""
        if self.part is not None:
            return self.part.limit * MM_PER_INCH
        if self.base is not None:
            return self.base.limit * MM_PER_INCH
        return float(self.fit.limits().max()) * MM_PER_INCH if self.fit is not None else 0.0


def _along_the_axis(mesh: Mesh) -> FloatArray:
    """(k, 2, 3) some lines from one rim of a round shape to the other, whose corners come first in its mesh."""
    corners = (len(mesh.vertices) - 2) // 2
    some = np.arange(0, corners, max(corners // SIDES, 1))
    return np.stack([mesh.vertices[some], mesh.vertices[some + corners]], axis=1)


def rim(middle: Point, radius: float) -> FloatArray:
    """(k, 2, 3) a level circle, piece by piece."""
    angles = np.linspace(0.0, 2.0 * np.pi, RIM + 1)
    ring = np.column_stack([np.cos(angles), np.sin(angles), np.zeros(RIM + 1)]) * radius + np.array(middle)
    return np.stack([ring[:-1], ring[1:]], axis=1)


@dataclass(frozen=True)
class CornerCount:
    """How often a corner was clicked.

    Attributes:
        words: which one it is.
        photos: in how many photos.
        here: whether in the one that is shown.
        needed: whether it has to be.
    """

    words: str
    photos: int
    here: bool
    needed: bool


def corner_counts(view: PhotoView) -> list[CornerCount]:
    """All corners of the shape that is clicked; of a prism one more than were clicked."""
    shape = shapes()[view.shape]
    words, needed = shape.corners, shape.needed
    count = len(words)
    if view.shape == "prism":
        count = min(max([*(click.corner + 1 for click in view.clicks), view.corner, needed - 1]) + 1, count)
    found = []
    for corner in range(count):
        photos = {click.photo for click in view.clicks if click.corner == corner}
        found.append(CornerCount(words[corner], len(photos), view.shown in photos, corner < needed))
    return found


def clicked_pieces(table: Table) -> Sequence[Piece]:
    """The pieces of a table that were measured with their sizes, and stand where they were."""
    if table.scan is None:
        return ()
    names = {thing.id for thing in table.scan.things if thing.of == "shape"}
    return [
        piece
        for piece in table.terrain.pieces
        if piece.id in names and table.scan.standing("piece", piece.id, piece.pose.position) is not None
    ]


def lies_under(table: Table, fit: "ShapeFit") -> str:
    """Words on a piece under a shape that is taken to stand on the ground; empty where there is none."""
    if not fit.on_ground:
        return ""
    low, high = fit.mesh.bounds
    x, y = (low[:2] + high[:2]) / 2.0
    for piece in table.terrain.pieces:
        under, over = piece.placed.bounds
        if under[0] < x < over[0] and under[1] < y < over[1] and UNDER < over[2] < high[2]:
            return f"{piece.called} lies under it: if it stands on that, click a foot"
    return ""


def standing_place(table: Table, eye: FloatArray, ray: FloatArray) -> Point | None:
    """Where somebody stands that is seen along a ray (3,) from an eye (3,): on what is there, else on the ground."""
    far = -eye[2] / ray[2] if ray[2] < -1e-3 else np.inf
    if table.terrain.pieces:
        hits = occluders(table.terrain).rays.first_hits(eye[None], ray[None])
        if hits.distance[0] < far and abs(hits.normal[0, 2]) > LEVEL:
            far = float(hits.distance[0])
    if not np.isfinite(far):
        return None
    x, y, z = (eye + far * ray).tolist()
    wide, deep = table.size
    # What looks for a base there looks an inch around.
    return (round(x, 1), round(y, 1), max(z, 0.0)) if 0.0 <= x <= wide and 0.0 <= y <= deep else None
