"""Intents of building: what people want done to the table that they build."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from scene.geometry.mesh import Point
from scene.mesh_io.mesh_reading import Units, Up
from scene.table.table import Ground, Kind
from sightline.window.intents.intents import Intent, Nothing

if TYPE_CHECKING:
    from sightline.drafts.clicked_scenery import ClickedBase, ShapeFit
    from sightline.drafts.cut_scenery import CutPart
    from sightline.drafts.draft_table import Draft
    from sightline.drafts.half_mirroring import How

Ids = tuple[str, ...]


@dataclass(frozen=True)
class Take(Intent):
    """Take something in hand, to be placed by the next clicks; the same again, or nothing, puts it back.

    Attributes:
        what: "kit", "figure", "gang" or "mesh"; empty for nothing.
        name: of the piece of the kit, the proxy, the gang, or the mesh file with its path.
        units, up: of a mesh.
        turn: degrees by which it is turned in the hand; it is the same thing all the same. None until somebody turns it.
    """

    what: Literal["", "kit", "figure", "gang", "mesh"] = ""
    name: str = ""
    units: Units | None = None
    up: Up | None = None
    turn: float | None = field(default=None, compare=False)


@dataclass(frozen=True)
class Recover(Intent):
    """Open a draft that a crash left, by its folder."""

    place: str


@dataclass(frozen=True)
class Forget(Intent):
    """Discard a draft that a crash left, by its folder."""

    place: str


@dataclass(frozen=True)
class PlaceKit(Intent):
    """Let a piece of the kit down at a place."""

    kit: str
    at: Point
    turn: float = 0.0


@dataclass(frozen=True)
class PlaceMesh(Intent):
    """Let a mesh of one's own down at a place; its file is ``path``."""

    path: str
    at: Point
    units: Units | None = None
    up: Up | None = None
    turn: float = 0.0


@dataclass(frozen=True, eq=False)
class PlaceClicked(Intent):
    """Put a shape on the table that was clicked in photos, under a name; one is found where it is empty."""

    fit: "ShapeFit"
    name: str = ""


@dataclass(frozen=True, eq=False)
class PlaceCut(Intent):
    """Put a thing on the table that was cut out of the surface that photos show, under a name."""

    part: "CutPart"
    name: str = ""


@dataclass(frozen=True)
class SayNothingElse(Intent):
    """Say of a scanned table whether nothing stands on the real one but what is on this."""

    on: bool


@dataclass(frozen=True, eq=False)
class PlaceBase(Intent):
    """Put a figure on the table whose base was clicked in a photo."""

    base: "ClickedBase"
    name: str = ""
    side: str = ""


@dataclass(frozen=True)
class PlaceFigure(Intent):
    """Stand one more figure at a place; ``floors`` are those that may be meant, the nearest to the eye first."""

    at: Point
    floors: tuple[Point, ...] = ()
    proxy: str = "human"
    side: str = ""
    base_mm: float | None = None
    name: str = ""
    facing: float = 0.0


@dataclass(frozen=True)
class PlaceGang(Intent):
    """Stand a whole gang, bundled or a file, in rows behind a place; ``floors`` as for one figure."""

    gang: str
    at: Point
    facing: float = 0.0
    floors: tuple[Point, ...] = ()


@dataclass(frozen=True)
class Move(Intent):
    """Drag pieces and figures to a place, where they land; while ``done`` is false they are only shown there.

    Figures go to the nearest place where they can stand, on one of the ``floors`` that may be meant, unless they are to go
    there ``exactly``.
    """

    ids: Ids
    to: Point
    done: bool = True
    exactly: bool = False
    floors: tuple[Point, ...] = ()


@dataclass(frozen=True)
class Turn(Intent):
    """Turn pieces and figures by so many degrees, anticlockwise."""

    ids: Ids
    degrees: float


@dataclass(frozen=True)
class TurnTo(Intent):
    """Turn pieces and figures until the first stands at so many degrees."""

    ids: Ids
    degrees: float


@dataclass(frozen=True)
class Raise(Intent):
    """Bring the lowest point of the first of these to a height, inches, as a number or as it was typed."""

    ids: Ids
    height: float | str


@dataclass(frozen=True)
class Duplicate(Intent):
    """Copies beside the old ones."""

    ids: Ids


@dataclass(frozen=True, eq=False)
class Paste(Intent):
    """Copies of what was copied from a draft, at a place."""

    source: "Draft"
    ids: Ids
    at: Point


@dataclass(frozen=True)
class MirrorHalf(Intent):
    """The left half's terrain on the right half as well, in place of what is there."""

    how: "How"


@dataclass(frozen=True)
class Delete(Intent):
    """Take pieces and figures off the table."""

    ids: Ids


@dataclass(frozen=True)
class Group(Intent):
    """Make pieces one group."""

    ids: Ids


@dataclass(frozen=True)
class Ungroup(Intent):
    """Dissolve the groups of pieces."""

    ids: Ids


@dataclass(frozen=True)
class SetKind(Intent):
    """What pieces are to the rules."""

    ids: Ids
    kind: Kind


@dataclass(frozen=True)
class SetGround(Intent):
    """What walking on pieces is like; None is what they are by themselves."""

    ids: Ids
    ground: Ground | None


@dataclass(frozen=True)
class SetSwitch(Intent):
    """Whether pieces are so: ``see_through_gaps``, ``insignificant``, ``infinite_height`` or ``open``."""

    ids: Ids
    name: str
    on: bool


@dataclass(frozen=True)
class SetWorks(Intent):
    """Which door pieces are the terminals of; empty for none."""

    ids: Ids
    door: str


@dataclass(frozen=True)
class SetParameter(Intent):
    """Another parameter of a kit piece."""

    owner: str
    name: str
    value: float


@dataclass(frozen=True)
class Rename(Intent):
    """Another name for a figure, or another id for a piece."""

    owner: str
    name: str


@dataclass(frozen=True)
class SetSide(Intent):
    """Whom figures fight for."""

    ids: Ids
    side: str


@dataclass(frozen=True)
class SetBase(Intent):
    """The diameter of figures' bases in millimetres; 0 for none."""

    ids: Ids
    base_mm: float


@dataclass(frozen=True)
class SetProxy(Intent):
    """The built-in body of figures."""

    ids: Ids
    proxy: str


def placing(held: Take, at: Point, *, side: str = "", floors: tuple[Point, ...] = ()) -> Intent:
    """What a click at a place wants while something is held."""
    turn = held.turn or 0.0
    match held.what:
        case "kit":
            return PlaceKit(held.name, at, turn)
        case "figure":
            return PlaceFigure(at, floors, held.name, side, facing=turn)
        case "gang":
            return PlaceGang(held.name, at, turn, floors)
        case "mesh":
            return PlaceMesh(held.name, at, held.units, held.up, turn)
    return Nothing()
