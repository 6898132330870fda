"""Intents on the photos of a scan: which is looked at and how, what is clicked in it, and the piece that comes of it."""

from dataclasses import dataclass

from sightline.window.intents.intents import Intent

Pixel = tuple[float, float]


@dataclass(frozen=True)
class PhotoFolder(Intent):
    """Look for the scan's photos in a folder."""

    folder: str


@dataclass(frozen=True)
class LookThroughCamera(Intent):
    """Show the photo that was taken from a place round the table, by its file's name."""

    name: str


@dataclass(frozen=True)
class LookAtPhoto(Intent):
    """Show a photo, by its place among the scan's."""

    photo: int


@dataclass(frozen=True)
class TakeShape(Intent):
    """Click the corners of another shape; what was clicked of the one before is let go."""

    shape: str


@dataclass(frozen=True)
class TakeCorner(Intent):
    """Click this corner of the shape next."""

    corner: int


@dataclass(frozen=True)
class PointInPhoto(Intent):
    """The cursor rests on a pixel of the photo; None beside it."""

    pixel: Pixel | None


@dataclass(frozen=True)
class ClickInPhoto(Intent):
    """A click on the next corner; with ``corner`` that one's click is moved here, and stays where it is put."""

    pixel: Pixel
    corner: int | None = None


@dataclass(frozen=True)
class TakeBackHere(Intent):
    """Let go of the last click in the photo that is shown."""


@dataclass(frozen=True)
class ForgetClicks(Intent):
    """Let go of all that was clicked of this shape."""


@dataclass(frozen=True)
class SnapClicks(Intent):
    """Whether clicks snap to corners and edges near them."""

    on: bool


@dataclass(frozen=True)
class NamePiece(Intent):
    """What the piece is to be called; it is put on the table by that name if its corners are known."""

    name: str


@dataclass(frozen=True)
class NothingElse(Intent):
    """Whether nothing stands on the real table but what is on this one."""

    on: bool


@dataclass(frozen=True)
class KeepForOtherTables(Intent):
    """Keep the clicked pieces for other tables: the next scan finds them by how they look."""
