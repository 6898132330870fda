"""The table as a value: terrain pieces and figures, where they stand."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import cached_property
from typing import TYPE_CHECKING, Literal, Self

import numpy as np

from scene.base.errors import SceneError
from scene.base.messages import plain, shown_text
from scene.geometry.mesh import EMPTY, FloatArray, Mesh, Point
from scene.geometry.rigid_transform import RigidTransform
from scene.table.called import called, namesakes, spoken
from scene.table.fog import Fog
from scene.table.scan_measurements import Scan, TerrainKnown

if TYPE_CHECKING:
    from scene.table.occluding_volume import OccludingVolume

Kind = Literal["structure", "obstacle", "wall", "door", "ladder", "stairs", "area", "pit", "scatter"]
Ground = Literal["difficult", "dangerous", "impassable"]
Feature = Literal["solid", "linear", "individual", "area"]
FARTHEST = 10_000
"""Inches: a place beyond this was not meant, and rounding would spoil its distances."""

Posture = Literal["upright", "on_back", "on_face"]
Stance = Literal["upright", "aiming"]

MM_PER_INCH = 25.4
BASE_HEIGHT_MM = 3.0
"""Height of a figure's base; figures with ``base_mm`` 0 have none."""


@dataclass(frozen=True)
class Piece:
    """A piece of terrain.

    Attributes:
        id: its name in the table file, unique among pieces and figures.
        shape: its mesh in its own frame, inches, with the anchor at the origin.
        pose: where it stands.
        kind: what it is to the rules.
        ground: what walking on it is like; None is open ground.
        see_through_gaps: False closes its openings for sight.
        insignificant: it never hides anything.
        infinite_height: it hides upwards without end.
        open: for doors; an open door hides nothing.
        works: the id of the door that this is the terminal of; empty for what is none.
        mouths: for ductways, the middles of their two openings in the piece's own frame; None for what is none.
        feature: what it is to rules that tell terrain features apart; None: what its kind and shape make of it there.
    """

    id: str
    shape: Mesh
    pose: RigidTransform = field(default_factory=RigidTransform)
    kind: Kind = "structure"
    ground: Ground | None = None
    see_through_gaps: bool = True
    insignificant: bool = False
    infinite_height: bool = False
    open: bool = False
    works: str = ""
    mouths: tuple[Point, Point] | None = None
    feature: Feature | None = None

    def __repr__(self) -> str:
        """Which it is, and where."""
        return f"<Piece {self.id}: {self.kind} at {place_words(self.pose.position)}>"

    @property
    def called(self) -> str:
        """What sentences call it."""
        return spoken(self.id, self.kind, self.pose.position)

    @cached_property
    def placed(self) -> Mesh:
        """The mesh in the table's frame."""
        return self.shape.moved(self.pose.to_table, only_shifts=np.array_equal(self.pose.matrix, np.eye(3)))

    @property
    def stands_open(self) -> bool:
        """Whether it is an open door: as if it were not there."""
        return self.kind == "door" and self.open

    @property
    def openings(self) -> tuple[Point, Point] | None:
        """For ductways, where the middles of their two openings are on the table; None for what is none."""
        if self.mouths is None:
            return None
        (a, b, c), (d, e, f) = self.pose.to_table(np.array(self.mouths)).tolist()
        return (a, b, c), (d, e, f)

    @property
    def hides(self) -> bool:
        """Whether the piece counts for sight at all."""
        return not (self.insignificant or self.stands_open)


@dataclass(frozen=True, eq=False)
class Body:
    """What stands on a base, in its own frame: origin under its middle, +x ahead, z up, inches, base not included.

    Attributes:
        counts: what counts for sight and cover.
        insignificant: what does not (barrels, spikes, hair); only drawn.
        eye: (3,) float; where the figure looks from.
    """

    counts: Mesh
    eye: FloatArray
    insignificant: Mesh = EMPTY

    def __repr__(self) -> str:
        """How much it is."""
        return f"<Body: {len(self.counts.faces)} triangles>"


@dataclass(frozen=True)
class Figure:
    """A figure on the table.

    Attributes:
        id: unique among pieces and figures.
        body: its shape in that posture.
        position: centre of the underside of its base, inches.
        facing: degrees, anticlockwise from +x.
        name: for people; empty for none.
        base_mm: diameter of its round base in millimetres; 0 means none.
        hides: whether it hides from those who look for it, as rules that know of hiding have it.
        shares_name: whether something else on its table is called alike; the table sees to it.
    """

    id: str
    body: Body
    position: tuple[float, float, float]
    facing: float = 0.0
    side: str = ""
    name: str = ""
    base_mm: float = 25.0
    posture: Posture = "upright"
    hides: bool = False
    shares_name: bool = field(default=False, compare=False)

    def __repr__(self) -> str:
        """Who it is, and where."""
        side = f" of {self.side}" if self.side else ""
        return f"<Figure {called(self.id, self.name, shared=True)}{side} at {place_words(self.position)}>"

    @property
    def called(self) -> str:
        """What sentences call it."""
        return called(self.id, self.name, shared=self.shares_name)

    @property
    def base_radius(self) -> float:
        """Inches; 0 without a base."""
        return self.base_mm / 2.0 / MM_PER_INCH

    @property
    def base_height(self) -> float:
        """Inches; 0 without a base."""
        return BASE_HEIGHT_MM / MM_PER_INCH if self.base_mm > 0 else 0.0

    @cached_property
    def pose(self) -> RigidTransform:
        """Takes the body's frame to the table's: raised by the base, turned to the facing."""
        x, y, z = self.position
        return RigidTransform.turned((x, y, z + self.base_height), self.facing)

    @cached_property
    def eye(self) -> FloatArray:
        """(3,) float: the eye on the table."""
        return self.pose.to_table(self.body.eye)

    @cached_property
    def placed(self) -> Mesh:
        """What counts of the body, in the table's frame."""
        return self.body.counts.with_vertices(self.pose.to_table(self.body.counts.vertices))

    @cached_property
    def box(self) -> FloatArray:
        """(2, 3) float: lowest and highest corner of a box around the body on the table; not always the tightest."""
        ends = self.body.counts.bounds
        corners = self.pose.to_table(np.stack(np.meshgrid(*ends.T), axis=-1).reshape(-1, 3))
        return np.stack([corners.min(axis=0), corners.max(axis=0)])

    @cached_property
    def sphere(self) -> tuple[float, float, float, float]:
        """Middle x, y, z and radius of a sphere around the body on the table."""
        low, high = self.body.counts.bounds
        x, y, z = self.pose.to_table((low + high) / 2.0)
        return float(x), float(y), float(z), float(np.linalg.norm(high - low)) / 2.0

    def moved(self, position: tuple[float, float, float], facing: float | None = None) -> "Figure":
        """The same figure standing elsewhere."""
        return replace(self, position=position, facing=self.facing if facing is None else facing)


@dataclass(frozen=True, eq=False)
class Terrain:
    """All pieces of a table. What is expensive about them is computed once and kept beside this value.

    Attributes:
        around: (p, 2, 3) float; boxes around the pieces where they are known already, perhaps a little too large.
        fogs: banks of fog, which stop lines of sight and nothing else.
        volumes: what stops lines of sight that enter it, for rules that know of such.
    """

    pieces: tuple[Piece, ...] = ()
    around: FloatArray | None = None
    fogs: tuple[Fog, ...] = ()
    volumes: "tuple[OccludingVolume, ...]" = ()

    def __repr__(self) -> str:
        """How much it is."""
        return f"<Terrain: {len(self.pieces)} pieces>"

    @cached_property
    def triangles(self) -> int:
        """How many triangles all pieces have."""
        return sum(len(piece.shape.faces) for piece in self.pieces)

    @property
    def most_triangles(self) -> int:
        """No fewer than all pieces have."""
        return sum(piece.shape.most_triangles for piece in self.pieces)

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """Of all pieces."""
        return tuple(piece.id for piece in self.pieces)

    @cached_property
    def names(self) -> dict[str, str]:
        """What sentences call all pieces, by id."""
        return {piece.id: piece.called for piece in self.pieces}

    @cached_property
    def boxes(self) -> FloatArray:
        """(p, 2, 3) float: lowest and highest corner of the box around every piece, in the table's frame."""
        found = [piece.placed.bounds for piece in self.pieces] if self.around is None else self.around
        return np.array(found).reshape(-1, 2, 3)


@dataclass(frozen=True, eq=False)
class Table:
    """A whole table. Moving a figure gives a new table that shares the terrain.

    Attributes:
        size: inches, along x and along y.
        scan: what was measured on photos of the real table, and how well; None for a table that was made up.
    """

    size: tuple[float, float]
    terrain: Terrain = field(default_factory=Terrain)
    figures: tuple[Figure, ...] = ()
    name: str = ""
    scan: Scan | None = None

    def __post_init__(self) -> None:
        """Tell figures whether they share their names; nothing else about them changes."""
        sharing = namesakes(((figure.id, figure.name) for figure in self.figures), self.terrain.ids)
        wrong = {figure.id for figure in self.figures if figure.shares_name != (figure.id in sharing)}
        if wrong:
            told = (replace(one, shares_name=not one.shares_name) if one.id in wrong else one for one in self.figures)
            object.__setattr__(self, "figures", tuple(told))

    def __repr__(self) -> str:
        """What it is called, how large it is and what is on it."""
        size = " x ".join(map(plain, self.size))
        on_it = f"{len(self.terrain.pieces)} pieces of terrain, {len(self.figures)} figures"
        return f'<Table "{shown_text(self.name)}": {size} inches, {on_it}>'

    def called(self, thing_id: str) -> str:
        """What sentences call a figure or a piece, or anything else of an id, which they repeat."""
        called = next((figure.called for figure in self.figures if figure.id == thing_id), None)
        return called or self.terrain.names.get(thing_id, thing_id)

    @property
    def terrain_known(self) -> TerrainKnown | None:
        """What is known of the real table's scenery; None for a table that was made up, which is as it says."""
        return self.scan.terrain_known if self.scan else None

    def figure(self, figure_id: str) -> Figure:
        """The figure of that id; otherwise a `SceneError` that suggests the nearest one, or says whose name that is."""
        for figure in self.figures:
            if figure.id == figure_id:
                return figure
        own = [figure.id for figure in self.figures if figure.name and figure.name == figure_id]
        if own:
            said = " or ".join(f'"{one}"' for one in own)
            raise SceneError(f'no figure has the id "{shown_text(figure_id)}"; that is the name of {said}, as meant() takes it')
        names = [figure.name for figure in self.figures if figure.name]
        raise SceneError(unknown_id("figure", figure_id, [figure.id for figure in self.figures], names))

    def meant(self, typed: str) -> Figure:
        """The figure that people mean: in any case by its id, its name or what sentences call it.

        Raises:
            SceneError: for none, with the nearest one; for several, with all of them.
        """
        if any(figure.id == typed for figure in self.figures):
            return self.figure(typed)
        said = typed.casefold()
        found = [one for one in self.figures if said in {one.id.casefold(), one.name.casefold(), one.called.casefold()}]
        if len(found) > 1:
            raise SceneError(f'"{shown_text(typed)}" may be {" or ".join(figure.called for figure in found)}')
        return found[0] if found else self.figure(typed)

    def piece(self, piece_id: str) -> Piece:
        """The terrain piece of that id; otherwise a `SceneError` that suggests the nearest one."""
        for piece in self.terrain.pieces:
            if piece.id == piece_id:
                return piece
        raise SceneError(unknown_id("terrain piece", piece_id, [piece.id for piece in self.terrain.pieces]))

    def with_figure(self, figure: Figure) -> Self:
        """The table with the figure of that id replaced by ``figure``."""
        self.figure(figure.id)
        return replace(self, figures=tuple(figure if old.id == figure.id else old for old in self.figures))


def place_words(place: Sequence[float]) -> str:
    """A place as it is told in short: to four digits after the point, without zeros at the end."""
    return "(" + ", ".join(f"{round(float(value), 4) + 0.0:g}" for value in place) + ")"


def unknown_id(what: str, wanted: str, known: list[str], names: Sequence[str] = ()) -> str:
    """The line for an id that is not on the table, nor a name there."""
    close = get_close_matches(wanted[:200], [*known, *names], n=1, cutoff=0.5)
    missing = f'there is no {what} "{shown_text(wanted)}" on this table'
    if close:
        return f'{missing}; did you mean "{close[0]}"?'
    listed = ", ".join(shown_text(name) for name in known[:12]) + (", ..." if len(known) > 12 else "")
    return f"{missing}; it has {listed or 'none'}"
