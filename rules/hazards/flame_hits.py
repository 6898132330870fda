"""A flame template: how it may lie before a fighter, and whom it hits.

Source: main-rulebook, Shooting with template weapons; Vision arc.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from rules.body_limits import STEP
from rules.citations import Reason
from rules.errors import RulesError
from rules.hazards.blast_marker import HIGHEST, with_combats
from rules.sight.vision_arc import ARC_DEGREES, VISION_ARC, in_vision_arc
from scene.base.messages import plain
from scene.geometry.mesh import BoolArray, FloatArray, Mesh, Point
from scene.hazards.flame_shape import HEAD, Teardrops, TeardropShape, half_angle, over
from scene.measuring.distance import blocked_by, nearest
from scene.table.footprints import plan_disc
from scene.table.table import Body, Figure, Table
from scene.table_io.table_statuses import status_of
from scene.visibility.line_of_sight import find_lines

CHAPTER = "Shooting with template weapons"
STRING = CHAPTER
PLACING = f"{CHAPTER}, Place a flame template and roll firepower dice"
HIT = f"{CHAPTER}, Determine hit targets"
STEEPEST = 60.0
"""Degrees that the wide end is lifted or lowered at most: then the template is half as long in plan."""
FLAME = TeardropShape(length=8.1, width=2.5, tip=0.25)
"""The template; inches. Source: main-rulebook, Shooting with template weapons: what is measured without one. The widths are an
assumption, as templates of this kind are made: published texts only say about 8" long."""
ON_THE_EDGE = 1e-9
"""Radians of rounding that put no template out of the arc."""
FREE = 1e-3
"""Inches that a place has to be off the shooter's base to give a direction."""


def _upright() -> Body:
    """A square column as wide as a fighter's chest and as high as his head."""
    half = 0.25
    corners = [(x, y, z) for z in (0.0, HEAD) for x, y in ((-half, -half), (half, -half), (half, half), (-half, half))]
    sides = [(0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7), (4, 5, 6, 7), (3, 2, 1, 0)]
    faces = [face for a, b, c, d in sides for face in ((a, b, c), (a, c, d))]
    return Body(Mesh.of(np.array(corners), faces), np.array([0.0, 0.0, HEAD]))


UPRIGHT = _upright()
"""Who lies, as if he stood."""


@dataclass(frozen=True)
class Flame:
    """A flame template, or the string in place of it, as it lies, and whom it hits.

    Attributes:
        tip: where its narrow end touches the shooter's base, inches.
        toward: where its wide end points in plan, degrees anticlockwise from +x, 0 to 360.
        tilt: degrees that its wide end is lifted; negative where it is lowered.
        hits: ids of those hit, in the order of the table.
        shielded: ids of those it lies over who are behind terrain.
        because: the reasons.
        string: whether the distance to one target was measured in place of laying the template.
    """

    tip: Point
    toward: float
    tilt: float
    hits: tuple[str, ...]
    shielded: tuple[str, ...]
    because: tuple[Reason, ...]
    string: bool = False

    @property
    def drop(self) -> Teardrops:
        """The template as one of `scene.hazards.flame_shape`."""
        return Teardrops(FLAME, np.array([self.tip]), np.radians([self.toward]), np.radians([self.tilt]))


def flamed(table: Table, shooter: str, at: Point, *, string: bool = False) -> Flame:
    """A flame template laid by a shooter, or the string of 8.1 inches drawn to whoever stands at a place.

    The template's narrow end touches the rim of the base, its axis runs straight away from the middle of the base. A
    place on the shooter's own floor makes it level; one that is higher or lower lifts or lowers its wide end.

    Args:
        table: where.
        shooter: the id of who shoots.
        at: the axis runs over it: a place on a floor, near or far. For the string, where its target stands.
        string: whether the string is used; it hits its target alone, and who is in close combat with it.

    Raises:
        RulesError: for a template that cannot lie so, or a string without a target.
    """
    figure = table.figure(shooter)
    check_shooter(figure)
    _check_place(table, at)
    if string:
        return _drawn(table, figure, _target_at(table, figure, at))
    _check_off_base(figure, at)
    heading, tilt = aimed(figure, at)
    if abs(np.degrees(tilt)) > STEEPEST + 1e-6:
        where = "above" if tilt > 0.0 else "below"
        text = f"{_said(at)} is {abs(np.degrees(tilt)):.1f} degrees {where} {figure.called}'s floor"
        text += ", seen from the rim of the base"
        raise RulesError(f"{text}; a flame template is lifted or lowered by {plain(STEEPEST)} degrees at most")
    _check_arc(figure, heading, tilt)
    drop = laid(figure, np.array([heading]), np.array([tilt]))
    others = [other for other in table.figures if other.id != shooter]
    covered = [other for other, found in zip(others, over(others, drop, step=STEP)[0], strict=True) if found]
    return resolved(table, figure, drop, covered, behind_terrain(table, figure, covered))


def laid(shooter: Figure, headings: FloatArray, tilts: FloatArray) -> Teardrops:
    """Templates that touch the rim of a shooter's base, at the height of its top; headings and tilts (n,) in radians."""
    disc = plan_disc(shooter)
    ahead = np.stack([np.cos(headings), np.sin(headings)], axis=1)
    top = np.full(len(headings), shooter.position[2] + shooter.base_height)
    return Teardrops(FLAME, np.column_stack([disc.centre + disc.radius * ahead, top]), headings, tilts)


def aimed(shooter: Figure, at: Point) -> tuple[float, float]:
    """The heading and the tilt of a template that runs over a place, as high above it as it begins above the floor."""
    headings, tilts = aimed_at(shooter, np.array([at]))
    return float(headings[0]), float(tilts[0])


def aimed_at(shooter: Figure, places: FloatArray) -> tuple[FloatArray, FloatArray]:
    """The headings and tilts (n,) of templates that run over places (n, 3), as `aimed`."""
    disc = plan_disc(shooter)
    x, y = (places[:, :2] - disc.centre).T
    run = np.maximum(np.hypot(x, y) - disc.radius, FREE)
    return np.arctan2(y, x), np.arctan2(places[:, 2] - shooter.position[2], run)


def may_aim_at(table: Table, shooter: Figure, places: FloatArray, headings: FloatArray, tilts: FloatArray) -> BoolArray:
    """(n,) whether `flamed` takes places (n, 3): on the table, off the base, within the arc and the steepest tilt.

    Args:
        table, shooter: whose.
        places: inches.
        headings, tilts: (n,) of the templates that run over them, as `aimed_at` has them.
    """
    on_table = ((places[:, :2] >= 0.0) & (places[:, :2] <= table.size)).all(axis=1)
    high = (places[:, 2] >= lowest(table)) & (places[:, 2] <= HIGHEST)
    disc = plan_disc(shooter)
    off_base = np.hypot(*(places[:, :2] - disc.centre).T) > disc.radius + FREE / 2.0
    flat = np.abs(tilts) <= np.radians(STEEPEST) + ON_THE_EDGE
    aside = np.abs((headings - np.radians(shooter.facing) + np.pi) % (2.0 * np.pi) - np.pi)
    return np.asarray(on_table & high & off_base & flat & (aside <= widest_turns(shooter, tilts)))


def widest_turns(shooter: Figure, tilts: FloatArray) -> FloatArray:
    """(n,) radians to either side of the facing that a template of these tilts (n,) may turn and be within the vision arc.

    The arc begins at the middle of the base. Negative for one that is nowhere within it. Source: main-rulebook, Vision arc.
    """
    radii = np.full(len(tilts), plan_disc(shooter).radius)
    return np.asarray(np.radians(ARC_DEGREES / 2.0) - half_angle(FLAME, radii, tilts))


def behind_terrain(table: Table, shooter: Figure, others: Sequence[Figure]) -> frozenset[str]:
    """Ids of those from whose body to the shooter's no line is free: a wall or solid terrain is wholly in between.

    Some thousand lines are tried; a slot that none of them passes lets no flame through either. Figures stop no flame. Who
    lies counts as on his feet, as flames reach those in hiding: what he would look over keeps none off him. Of those
    without a body the way between the bases tells.
    """
    bodies = [other for other in others if len(other.body.counts.faces) and len(shooter.body.counts.faces)]
    on_feet = [other if other.posture == "upright" else replace(other, body=UPRIGHT) for other in bodies]
    lines = find_lines(table.terrain, [(shooter, other) for other in on_feet], past_edges=False)
    hidden = {other.id for other, line in zip(bodies, lines, strict=True) if line is None}
    rest = [other for other in others if other not in bodies]
    return frozenset(hidden | {other.id for other in rest if blocked_by(table.terrain, shooter, other)})


def resolved(table: Table, shooter: Figure, drop: Teardrops, covered: Sequence[Figure], hidden: frozenset[str]) -> Flame:
    """The flame of one template that lies over ``covered``, of whom some are hidden by terrain."""
    toward, tilt = float(np.degrees(drop.headings[0])) % 360.0, float(np.degrees(drop.tilts[0]))
    lie = "level" if abs(tilt) < 0.05 else f"its wide end {'lifted' if tilt > 0 else 'lowered'} by {abs(tilt):.1f} degrees"
    text = f"the template lies before {shooter.called} towards {toward:.1f} degrees, {lie}, within the vision arc"
    return _judged(table, drop, covered, hidden, (Reason(text, PLACING),), string=False)


def _judged(
    table: Table,
    drop: Teardrops,
    covered: Sequence[Figure],
    hidden: frozenset[str],
    because: tuple[Reason, ...],
    *,
    string: bool,
) -> Flame:
    reached = {figure.id for figure in covered}
    direct = np.array([figure.id in reached - hidden for figure in table.figures])
    found = with_combats(table, direct[None])[0]
    hits, along = _names(table, found), _names(table, found & ~direct)
    shielded = tuple(name for name in _names(table, ~found) if name in reached)
    if shielded:
        because += (Reason(f"a wall or solid terrain is wholly in between: {_listed(table, shielded)}", HIT),)
    if along:
        because += (Reason(f"hit with those they are in close combat with: {_listed(table, along)}", HIT),)
    x, y, z = drop.tips[0].tolist()
    toward, tilt = float(np.degrees(drop.headings[0])) % 360.0, float(np.degrees(drop.tilts[0]))
    return Flame((x, y, z), toward, tilt, hits, shielded, because, string)


def _drawn(table: Table, shooter: Figure, target: Figure) -> Flame:
    """The string from the base of the shooter to that of one target."""
    arc = in_vision_arc(shooter, target)
    if not arc.inside:
        raise RulesError(f"{arc.because.text}; turn {shooter.called} towards {target.called} first")
    heading, tilt = aimed(shooter, target.position)
    drop = laid(shooter, np.array([heading]), np.array([tilt]))
    far = nearest(shooter, target).distance
    reached = far <= FLAME.length + ON_THE_EDGE
    text = f'{target.called} is {far:.2f}" away from base to base, {"within" if reached else "beyond"} {plain(FLAME.length)}"'
    covered = [target] if reached else []
    because = (Reason(text, STRING), arc.because)
    return _judged(table, drop, covered, behind_terrain(table, shooter, covered), because, string=True)


def _target_at(table: Table, shooter: Figure, at: Point) -> Figure:
    """Whose base a place is on; above it as far as a head, below it as far as a step."""
    there = []
    for figure in table.figures:
        disc, up = plan_disc(figure), at[2] - figure.position[2]
        away = float(np.hypot(at[0] - disc.centre[0], at[1] - disc.centre[1]))
        if figure.id != shooter.id and away <= max(disc.radius, FREE) and -STEP <= up <= HEAD:
            there.append((abs(up), away, figure.id))
    if not there:
        raise RulesError(f"nobody stands at {_said(at)}; the string is drawn to a target, so give the place of one")
    target = table.figure(min(there)[2])
    if shooter.side and target.side == shooter.side:
        raise RulesError(f"{target.called} is of {shooter.called}'s own side; the string is drawn to an enemy")
    return target


def check_shooter(shooter: Figure) -> None:
    """A `RulesError` for a shooter without a vision arc. Source: main-rulebook, Vision arc."""
    if shooter.posture != "upright":
        state = status_of(shooter).replace("_", " ")
        raise RulesError(f"{shooter.called} is {state} and has no vision arc, within which a flame template has to lie")


def _check_place(table: Table, at: Point) -> None:
    x, y, z = at
    if not np.isfinite(at).all():
        raise RulesError(f"there is no place {_said(at)}; coordinates are inches, such as 24 18 6")
    if not (0.0 <= x <= table.size[0] and 0.0 <= y <= table.size[1]):
        size = f"{plain(table.size[0])} x {plain(table.size[1])}"
        raise RulesError(f"{_said(at)} is off the table, which is {size} inches")
    if z > HIGHEST:
        raise RulesError(f"{_said(at)} is higher than anything; aim at a floor, or not far above it")
    if z < lowest(table):
        raise RulesError(f"{_said(at)} is under the floor of the table; give a height of 0 or more")


def _check_off_base(shooter: Figure, at: Point) -> None:
    x, y, z = at
    disc = plan_disc(shooter)
    if float(np.hypot(x - disc.centre[0], y - disc.centre[1])) <= disc.radius + FREE / 2.0:
        where = (
            "on" if abs(z - shooter.position[2]) <= STEP else "straight above" if z > shooter.position[2] else "straight below"
        )
        raise RulesError(f"{_said(at)} is {where} {shooter.called}'s own base; aim at a place before it")


def lowest(table: Table) -> float:
    """The lowest height that can be aimed at: the ground, or anything in a pit."""
    return -np.inf if any(piece.kind == "pit" for piece in table.terrain.pieces) else 0.0


def _check_arc(shooter: Figure, heading: float, tilt: float) -> None:
    off = abs((heading - np.radians(shooter.facing) + np.pi) % (2.0 * np.pi) - np.pi)
    widest = float(widest_turns(shooter, np.array([tilt]))[0])
    if off > widest + ON_THE_EDGE:
        # Rounded so that what is said is never too little.
        out = np.ceil(10.0 * np.degrees(off - widest)) / 10.0
        text = f"the template would stick out of {shooter.called}'s vision arc by {out:.1f} degrees"
        turn = np.floor(10.0 * np.degrees(widest)) / 10.0
        raise RulesError(f"{text}; its axis may be {turn:.1f} degrees off the facing at most  [{VISION_ARC}]")


def _names(table: Table, which: BoolArray) -> tuple[str, ...]:
    return tuple(figure.id for figure, chosen in zip(table.figures, which, strict=True) if chosen)


def _listed(table: Table, ids: Sequence[str]) -> str:
    return ", ".join(map(table.called, ids))


def _said(at: Point) -> str:
    return ", ".join(plain(value) for value in at)
