"""What courses are made of: figures, terrain, closed forms, and the checks of the rules."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from math import asin, atan2, cos, hypot, pi, sin, sqrt
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from assets.mesh_library import LIBRARY
from rules.systems import registry
from scene.geometry.mesh import Mesh, Point, joined
from scene.geometry.rigid_transform import RigidTransform
from scene.pathfinding.path_legs import Check, LegKind, Path
from scene.table.table import MM_PER_INCH, Figure, Piece, Table, Terrain
from tests.plain_scenes import box

if TYPE_CHECKING:
    from rules.movement.path_rules import NoPath

Span = tuple[float, float]
Turn = tuple[float, float, Literal[-1, 1], float]
"""What a string is pulled round: middle x and y, 1 to the left or -1 to the right, and the radius."""

SIZE = (20.0, 16.0)
ALL: Span = (0.0, 16.0)
START, GOAL = (4.0, 8.0, 0.0), (16.0, 8.0, 0.0)
BASE = 25.0 / MM_PER_INCH
R = BASE / 2.0
THIN: Span = (9.9, 10.1)
HIGH = 8.0


@dataclass(frozen=True)
class Course:
    """A question and its answer.

    Attributes:
        table: with the figure that moves, named "me".
        cost: inches of movement; None where there is no path.
        legs: their kinds in order, equal ones in a row once.
        checks: all dice checks in order; of ``if_failed`` only what matters to the rule is named.
    """

    name: str
    table: Table
    goal: Point
    cost: float | None
    legs: tuple[LegKind, ...] = ("walk",)
    checks: tuple[Check, ...] = ()
    system: Literal["main-rulebook", "five-parsecs"] = "main-rulebook"
    move: float = 5.0
    safe: bool = False

    @property
    def figure(self) -> Figure:
        """Who moves."""
        return self.table.figure("me")


def answer(course: Course) -> "Path | NoPath":
    """What the program says."""
    from rules.movement.path_rules import find_path

    return find_path(
        course.table,
        course.figure,
        course.goal,
        rules=registry.system(course.system).movement,
        move=course.move,
        safe=course.safe,
    )


def kinds(path: Path) -> tuple[LegKind, ...]:
    """The kinds of the legs in order, equal ones in a row once; walks under 0.02 inches do not count."""
    real = [leg.kind for leg in path.legs if leg.kind != "walk" or leg.length >= 0.02]
    return tuple(kind for kind, _ in groupby(real))


def me(at: Point = START, *, base_mm: float = 25.0, proxy: str = "human", name: str = "me", side: str = "red") -> Figure:
    """A standing figure with a proxy's body; its position is the middle of the underside of its base."""
    return Figure(name, LIBRARY.body(proxy, "upright", "upright"), at, side=side, base_mm=base_mm)


def course(
    name: str,
    pieces: Sequence[Piece],
    cost: float | None,
    legs: str = "walk",
    *checks: Check,
    who: Figure | None = None,
    goal: Point = GOAL,
    others: Sequence[Figure] = (),
    **asked: Any,  # noqa: ANN401
) -> Course:
    """A course; ``legs`` are the kinds with blanks between."""
    named = tuple(replace(piece, id=f"{piece.id} {number}") for number, piece in enumerate(pieces))
    table = Table(SIZE, Terrain(named), (who or me(), *others), name)
    kinds: Any = tuple(legs.split())
    return Course(name, table, goal, cost, kinds, checks, **asked)


def no_way(name: str, pieces: Sequence[Piece], **asked: Any) -> Course:  # noqa: ANN401
    """A course that nobody can run."""
    return replace(course(name, pieces, None, **asked), legs=())


def block(x: Span, height: float, y: Span = ALL, *, low: float = 0.0, **fields: Any) -> Piece:  # noqa: ANN401
    """A box from ``low`` up to ``height``."""
    return Piece("block", box((x[0], y[0], low), (x[1], y[1], height)), **fields)


def infinite(x: Span, y: Span) -> Piece:
    """A wall that nothing goes over."""
    return block(x, HIGH, y, kind="wall", infinite_height=True)


def doorway(y: Span, *, x: Span = THIN) -> tuple[Piece, Piece]:
    """Two walls without end and the way between them."""
    return infinite(x, (0.0, y[0])), infinite(x, (y[1], 16.0))


def holed(y: Span, z: Span, *, height: float = 2 * HIGH) -> Piece:
    """One high thin wall with an opening: a window, or a door with its lintel."""
    (x0, x1), (y0, y1), (z0, z1) = THIN, y, z
    parts = [box((x0, 0, 0), (x1, y0, height)), box((x0, y1, 0), (x1, 16, height)), box((x0, y0, z1), (x1, y1, height))]
    if z0 > 0:
        parts.append(box((x0, y0, 0), (x1, y1, z0)))
    return Piece("holed", joined(*parts), kind="wall")


def on_legs(x: Span, y: Span, top: float) -> Piece:
    """A deck 0.2 inches thick on four legs as thin."""
    feet = [(a, b) for a in (x[0], x[1] - 0.2) for b in (y[0], y[1] - 0.2)]
    legs = [box((a, b, 0.0), (a + 0.2, b + 0.2, top - 0.2)) for a, b in feet]
    return Piece("gantry", joined(box((x[0], y[0], top - 0.2), (x[1], y[1], top)), *legs))


def slotted(x: Span, top: float, *, bar: float, slot: float) -> Piece:
    """A floor of bars across the way with slots between them, a bar at either end."""
    count = round((x[1] - x[0] - bar) / (bar + slot)) + 1
    starts = np.linspace(x[0], x[1] - bar, count)
    return Piece("grate", joined(*(box((a, 0.0, top - 0.2), (a + bar, 16.0, top)) for a in starts.tolist())))


def prism(outline: Sequence[tuple[float, float]], height: float) -> Mesh:
    """An upright prism over a convex outline given anticlockwise."""
    n = len(outline)
    points = [(x, y, z) for z in (0.0, height) for x, y in outline]
    sides = [face for i in range(n) for face in ((i, (i + 1) % n, n + (i + 1) % n), (i, n + (i + 1) % n, n + i))]
    caps = [face for i in range(1, n - 1) for face in ((0, i + 1, i), (n, n + i, n + i + 1))]
    return Mesh.of(points, sides + caps)


def pillar(x: float, y: float, radius: float, *, height: float = HIGH) -> Piece:
    """A round pillar, as a prism of 64 sides; its corners are on the circle."""
    turns = [2.0 * pi * i / 64 for i in range(64)]
    return Piece("pillar", prism([(x + radius * cos(t), y + radius * sin(t)) for t in turns], height))


def ramp(x: Span, height: float) -> Piece:
    """A wedge over the whole table, from the ground at ``x[0]`` to ``height`` at ``x[1]``."""
    (a, b), (c, d) = x, ALL
    points = [(a, c, 0), (b, c, 0), (b, c, height), (a, d, 0), (b, d, 0), (b, d, height)]
    faces = [(0, 1, 2), (3, 5, 4), (0, 3, 4), (0, 4, 1), (1, 4, 5), (1, 5, 2), (0, 2, 5), (0, 5, 3)]
    return Piece("ramp", Mesh.of(points, faces))


def area(x: Span, y: Span = ALL, **fields: Any) -> Piece:  # noqa: ANN401
    """A marked stretch of the ground."""
    return block(x, 0.02, y, **({"kind": "area"} | fields))


def pit(x: Span, y: Span = ALL) -> Piece:
    """A stretch without ground."""
    return area(x, y, kind="pit")


def rungs(x: float, y: float, height: float) -> Piece:
    """A plain ladder whose back is at ``x`` and whose middle is at ``y``."""
    return block((x - 0.2, x), height, (y - 0.4, y + 0.4), kind="ladder")


def kit(name: str, at: Point, turn: float = 0.0, *, fields: Any = None, **parameters: float) -> Piece:  # noqa: ANN401
    """A kit piece with its anchor at a place, turned by degrees."""
    shape, kind = LIBRARY.piece(name, parameters)
    return Piece(name, shape, RigidTransform.turned(at, turn), **({"kind": kind} | (fields or {})))


def decks(*stretches: tuple[float, float, float]) -> tuple[Piece, ...]:
    """Solid decks across the table, each from x to x with its height."""
    return tuple(block((a, b), height) for a, b, height in stretches)


def taut(start: Point, turns: Sequence[Turn], goal: Point) -> float:
    """The length in plan of a string pulled tight round circles in the order in which it meets them.

    With the sign of its side each circle has a radius s, and its middle lies s to the left of the string. Between two of
    them, D apart, the string is straight for sqrt(D^2 - (s' - s)^2) and turned off the line of the middles by
    asin((s' - s) / D); on each it runs its radius times the change of direction.
    """
    stops = [(*start[:2], 0.0), *((x, y, side * radius) for x, y, side, radius in turns), (*goal[:2], 0.0)]
    straight, ways = 0.0, []
    for (x, y, s), (x2, y2, s2) in pairwise(stops):
        apart = hypot(x2 - x, y2 - y)
        straight += sqrt(apart**2 - (s2 - s) ** 2)
        ways.append(atan2(y2 - y, x2 - x) - asin((s2 - s) / apart))
    bends = [side * (after - before) % (2 * pi) for (*_, side, _), before, after in zip(turns, ways, ways[1:], strict=False)]
    assert all(bend < pi + 0.1 for bend in bends), "the string does not touch one of the circles"
    return straight + sum(bend * radius for bend, (*_, radius) in zip(bends, turns, strict=True))


def right(*corners: tuple[float, float], radius: float = R) -> list[Turn]:
    """Corners that the string turns right at."""
    return [(x, y, -1, radius) for x, y in corners]


def left(*corners: tuple[float, float], radius: float = R) -> list[Turn]:
    """Corners that the string turns left at."""
    return [(x, y, 1, radius) for x, y in corners]


def plan(*points: tuple[float, ...]) -> float:
    """The length in plan of straight stretches from point to point."""
    return sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(points))


def check(modifier: int = 0, **if_failed: object) -> Check:
    """An initiative check."""
    return Check("initiative", modifier, if_failed)


def jump(drop: float, modifier: int = 0, hit: tuple[int, int, int] | None = None) -> Check:
    """The check for a jump down; ``hit`` is strength, AP and damage of the fall."""
    named = {} if hit is None else dict(zip(("strength", "ap", "damage"), hit, strict=True))
    return check(modifier, fall=drop, **named)


CROSS = check(cost=2.0)
LEAP = check(status="pinned")
DANGER = check(status="out_of_action")
THREE, FIVE, SEVEN, NINE = (3, 0, 1), (5, -1, 1), (7, -2, 2), (9, -3, 3)
"""Main-rulebook: Falling down, the table's rows by strength."""
