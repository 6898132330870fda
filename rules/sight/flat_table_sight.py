"""Line of sight and cover on a flat table of walls and doors (Zone Mortalis), seen from above.

Lines go from the middle of the shooter's base to the target's base; the share of it that they reach is exact.
Source of every rule here: main-rulebook, Line of sight and cover in Zone Mortalis.

Decisions where the rulebook is silent:

- Walls and closed doors block sight, and so does impassable terrain that is neither ground nor an obstacle
  (main-rulebook: Impassable terrain). All other terrain only gives cover; areas, pits, open doors and insignificant
  pieces give none.
- A piece counts by its part from just above the figures' feet to a fighter's height, so that a lintel leaves a doorway
  open and a floor plate is no wall. A piece no higher than the feet (a printed wall) counts whole, unless it is a
  structure, which is then the floor.
- A part of the base is a part of its area; a line that only touches a corner does not cross it.
- A figure without a base has, in place of it, the smallest disc around its body.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

import shapely

from rules.citations import Cover, Reason
from rules.engagement import BASE_TO_BASE, friends_in_base_contact
from rules.percentages import percent
from scene.base.memo import memoized
from scene.geometry.mesh import FloatArray, Mesh
from scene.table.footprints import EVERYWHERE, Disc, footprint, plan_disc, segments
from scene.table.table import Figure, Piece, Table
from scene.visibility.disc_shadow import DiscShadow, Screen, reached

ZONE_MORTALIS = "Line of sight and cover in Zone Mortalis"
IMPASSABLE = "Impassable terrain"

FOR_FLAT_TABLES = Reason("--flat is the variant for flat tables: all of it is judged from above", ZONE_MORTALIS)
SIGHT = "line of sight (only walls and closed doors stop it)"
COVER = "cover (all terrain counts)"

NEAR_OBSTACLE = 1.0
"""Inches: obstacles within this of the shooter are ignored (edge to edge of base and outline)."""
HALF = 0.5
"""From this share of the base on, cover is partial."""
ROUNDING = 1e-5
"""Shares of a base smaller than this come from the rounding of mesh files, not from anything on the table."""
FEET = 0.02
"""Inches above the underside of the lower base: what is lower is the floor."""
FIGHTER_HEIGHT = 1.25
"""Inches: what hangs higher than a 28 mm figure's head is not in the way."""
THIN = 0.5
"""Inches below the feet in which printed walls and tiles lie."""
ONE_LEVEL = 0.5
"""Inches by which figures on one level may differ."""
POINT_RADIUS = 1e-3
"""Inches: the disc of a target that has neither base nor body."""
NOWHERE = segments(shapely.Polygon())


@dataclass(frozen=True)
class FlatBlocker:
    """What keeps lines from a share of the target's base: the first thing that they meet."""

    id: str
    kind: Literal["terrain", "figure"]
    share: float


@dataclass(frozen=True)
class FlatVerdict:
    """Line of sight and cover, and why.

    Attributes:
        line_of_sight: whether some line passes all walls and closed doors.
        witness: two points, x, y, z at half the bases' height, with such a line between them; past everything if
            possible. None without line of sight.
        reached: 0..1, the share of the target's base to which lines get past all that counts for cover.
        cover: what the rulebook makes of it.
        blockers: what hides the rest, the largest share first; the shares and ``reached`` add up to 1.
        because: the reasons in order.
    """

    line_of_sight: bool
    witness: tuple[tuple[float, float, float], tuple[float, float, float]] | None
    reached: float
    cover: Cover
    blockers: tuple[FlatBlocker, ...]
    because: tuple[Reason, ...]


def flat_verdict(table: Table, shooter: Figure, target: Figure) -> FlatVerdict:
    """Line of sight and cover from ``shooter`` to ``target``, who need not stand where the table has them.

    Fighters in the way count by their bases, unless pinned, seriously injured or friends in base contact with the
    shooter, and never make cover better than partial.
    """
    scene = _Scene.of(table, shooter, target)
    sight = scene.reached(scene.walls)
    if sight.share <= ROUNDING:
        return _unseen(scene, sight)
    past_terrain = scene.reached(scene.walls + scene.features)
    past_all = scene.reached(scene.walls + scene.features + scene.fighters)
    cover = _cover(past_terrain.share, past_all.share)
    reasons = [
        FOR_FLAT_TABLES,
        *_impassable(scene, past_all),
        Reason(f"{SIGHT}: a line from the middle of {shooter.called}'s base reaches {target.called}'s base", ZONE_MORTALIS),
        *scene.ignored,
        *_why_cover(table, target, past_terrain, past_all, cover),
    ]
    witness = scene.witness(past_all.aim or past_terrain.aim or sight.aim)
    return FlatVerdict(True, witness, past_all.share, cover, _blockers(scene, past_all), tuple(reasons))


def levels_apart(rises: Iterable[float]) -> str | None:
    """What to warn of where figures who look at each other stand on different levels; None where all are on one.

    Args:
        rises: for each case, inches from the level of one to the level of the other.
    """
    apart = [abs(rise) > ONE_LEVEL for rise in rises]
    if not any(apart):
        return None
    where = "the two" if len(apart) == 1 else f"in {sum(apart):,} of {len(apart):,} cases the two"
    return f"--flat is meant for flat tables, and {where} stand on different levels; the heights in between do not count"


def _cover(past_terrain: float, past_all: float) -> Cover:
    """Cover from the shares of the base reached past terrain alone and past fighters as well."""
    if past_all >= 1.0 - ROUNDING:
        return "open"
    # Fighters take nothing below partial: only terrain decides about full.
    return "partial" if past_terrain >= HALF - ROUNDING else "full"


@dataclass(frozen=True)
class _Scene:
    """What counts between the two figures, in plan."""

    shooter: Figure
    target: Figure
    disc: Disc
    walls: tuple[Screen, ...]
    features: tuple[Screen, ...]
    fighters: tuple[Screen, ...]
    ignored: tuple[Reason, ...]
    impassable: frozenset[str]

    @staticmethod
    def of(table: Table, shooter: Figure, target: Figure) -> "_Scene":
        disc = plan_disc(target)
        disc = Disc(disc.centre, max(disc.radius, POINT_RADIUS))
        feet = min(shooter.position[2], target.position[2])
        pieces = [piece for piece in table.terrain.pieces if piece.hides and piece.kind not in {"area", "pit"}]
        between = [piece for piece in pieces if _between(piece, shooter, disc)]
        near = {piece.id: gap for piece in between if (gap := _obstacle_gap(piece, shooter, feet)) is not None}
        friends = {friend.id for friend in friends_in_base_contact(table, shooter)}
        others = [figure for figure in table.figures if figure.id not in {shooter.id, target.id}]
        others = [figure for figure in others if figure.posture == "upright" and _on_level(figure, feet)]
        return _Scene(
            shooter,
            target,
            disc,
            walls=tuple(_screen(piece, feet) for piece in between if _blocks_sight(piece)),
            features=tuple(_screen(piece, feet) for piece in between if not _blocks_sight(piece) and piece.id not in near),
            fighters=tuple(_fighter_screen(figure) for figure in others if figure.id not in friends),
            ignored=_ignored(shooter, near, [figure.called for figure in others if figure.id in friends]),
            impassable=frozenset(piece.id for piece in between if _blocks_sight(piece) and not _is_wall(piece)),
        )

    def reached(self, screens: tuple[Screen, ...]) -> DiscShadow:
        x, y, _ = self.shooter.position
        return reached((x, y), self.disc, screens)

    def witness(self, aim: tuple[float, float] | None) -> tuple[tuple[float, float, float], tuple[float, float, float]] | None:
        if aim is None:
            return None
        heights = [figure.position[2] + figure.base_height / 2.0 for figure in (self.shooter, self.target)]
        x, y, _ = self.shooter.position
        return (x, y, heights[0]), (*aim, heights[1])


def _is_wall(piece: Piece) -> bool:
    return piece.kind in {"wall", "door"}


def _blocks_sight(piece: Piece) -> bool:
    return _is_wall(piece) or (piece.ground == "impassable" and piece.kind != "obstacle")


def _on_level(figure: Figure, feet: float) -> bool:
    return feet - THIN <= figure.position[2] <= feet + FIGHTER_HEIGHT


def _between(piece: Piece, shooter: Figure, disc: Disc) -> bool:
    """Whether the piece's box meets the box around all the lines."""
    low, high = piece.placed.bounds
    return all(
        low[axis] <= max(shooter.position[axis], disc.centre[axis] + disc.radius)
        and high[axis] >= min(shooter.position[axis], disc.centre[axis] - disc.radius)
        for axis in (0, 1)
    )


def _in_the_way(piece: Piece, feet: float) -> FloatArray:
    """(n, 2, 2) the outline of what of a piece lines in plan may cross."""
    mesh = piece.placed
    top = mesh.bounds[1, 2]
    if top > feet + FEET:
        return _lines(mesh, (feet + FEET, feet + FIGHTER_HEIGHT))
    if piece.kind != "structure" and (top > feet - THIN or piece.infinite_height):
        return _lines(mesh, EVERYWHERE)
    return NOWHERE


def _lines(mesh: Mesh, band: tuple[float, float]) -> FloatArray:
    known = _outlines(mesh)
    if band not in known:
        known[band] = segments(footprint(mesh, band))
    return known[band]


@memoized
def _outlines(_mesh: Mesh) -> dict[tuple[float, float], FloatArray]:
    """The straight pieces of a mesh's outlines that were asked for so far."""
    return {}


def _screen(piece: Piece, feet: float) -> Screen:
    return Screen(piece.id, _in_the_way(piece, feet))


def _fighter_screen(figure: Figure) -> Screen:
    if figure.base_mm > 0:
        return Screen(figure.id, NOWHERE, plan_disc(figure))
    return Screen(figure.id, segments(footprint(figure.placed)))


def _obstacle_gap(piece: Piece, shooter: Figure, feet: float) -> float | None:
    """How far an obstacle within 1" of the shooter's base is from it, in plan; None for all else."""
    if piece.kind != "obstacle" or not len(lines := _in_the_way(piece, feet)):
        return None
    disc = plan_disc(shooter)
    middle = shapely.Point(disc.centre)
    gap = max(0.0, float(shapely.distance(shapely.linestrings(lines), middle).min()) - disc.radius)
    return gap if gap <= NEAR_OBSTACLE + ROUNDING else None


def _ignored(shooter: Figure, near: dict[str, float], friends: list[str]) -> tuple[Reason, ...]:
    obstacles = [
        Reason(f'obstacle {piece} is {gap:.2f}" from {shooter.called}\'s base, within 1", and is ignored', ZONE_MORTALIS)
        for piece, gap in near.items()
    ]
    touching = [
        Reason(f"{friend} is a friend in base contact with {shooter.called} and is ignored", BASE_TO_BASE) for friend in friends
    ]
    return (*obstacles, *touching)


def _blockers(scene: _Scene, result: DiscShadow) -> tuple[FlatBlocker, ...]:
    figures = {screen.id for screen in scene.fighters}
    found = [FlatBlocker(one, "figure" if one in figures else "terrain", share) for one, share in result.by.items()]
    return tuple(sorted(found, key=lambda blocker: -blocker.share))


def _unseen(scene: _Scene, sight: DiscShadow) -> FlatVerdict:
    names = ", ".join(sight.by)
    bases = f"{scene.shooter.called}'s base to {scene.target.called}'s base"
    text = f"{SIGHT}: every line from the middle of {bases} meets {names}"
    reasons = (FOR_FLAT_TABLES, *_impassable(scene, sight), Reason(text, ZONE_MORTALIS))
    return FlatVerdict(False, None, sight.share, "none-seen", _blockers(scene, sight), reasons)


def _impassable(scene: _Scene, result: DiscShadow) -> list[Reason]:
    """Why terrain that is neither wall nor door blocks sight."""
    return [
        Reason(f"{piece} is impassable, and no line of sight goes through it", IMPASSABLE)
        for piece in result.by
        if piece in scene.impassable
    ]


def _why_cover(table: Table, target: Figure, past_terrain: DiscShadow, past_all: DiscShadow, cover: Cover) -> list[Reason]:
    if cover == "open":
        return [Reason(f"{COVER}: lines reach all of {target.called}'s base: in the open", ZONE_MORTALIS)]
    most_first = sorted(past_all.by.items(), key=lambda part: -part[1])
    hidden = ", ".join(f"{table.called(one)} {percent(min(share, 1.0))}" for one, share in most_first)
    text = f"{COVER}: lines reach {percent(past_all.share)} of {target.called}'s base; the rest is hidden by {hidden}"
    reasons = [Reason(text, ZONE_MORTALIS)]
    if cover == "full":
        reasons.append(Reason("less than half of the base is reached past terrain: full cover", ZONE_MORTALIS))
    elif past_all.share >= HALF - ROUNDING:
        reasons.append(Reason("at least half of the base is reached: partial cover", ZONE_MORTALIS))
    else:
        alone = f"past terrain alone {percent(past_terrain.share)} is reached"
        reasons.append(Reason(f"fighters never give more than partial cover; {alone}", ZONE_MORTALIS))
    return reasons
