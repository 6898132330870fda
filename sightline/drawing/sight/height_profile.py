"""The height profile of a shot: the line of sight from the side, with the ground, the eyes, the bodies and what it meets."""

from dataclasses import dataclass

import numpy as np
from PIL import Image

from rules.percentages import percent
from rules.sight.verdict import Verdict
from scene.geometry.mesh import BoolArray, FloatArray, Mesh
from scene.geometry.ray_casting import Rays, RayScene
from scene.table.table import Figure, Table
from scene.visibility.occluders import hiding_mesh, occluders
from sightline.drawing.annotation.image_canvas import ImageCanvas
from sightline.drawing.annotation.label_layout import leader, place_labels
from sightline.drawing.annotation.lettering import width, write
from sightline.drawing.annotation.plan_frame import RULER, TITLE
from sightline.drawing.annotation.section_frame import (
    BELOW,
    LARGEST,
    NARROWEST,
    Section,
    draw_section_grid,
    framed_section,
    section_ground,
)
from sightline.drawing.rendering.palette import BLOCKERS, FIGURE, HIDDEN, INK, PAPER, VISIBLE, WITNESS, Rgb, mixed
from sightline.drawing.rendering.render_scene import build_render_scene

SIZE = (1280, 520)
"""Pixels of the picture, at most."""
FAN = 33
"""Lines from the eye to the target, from its feet to its head."""
LETTERS, LETTER_HIGH = 14, 22.0
HEADROOM = 1.4
"""Inches shown above whatever is highest."""
ABOVE = 3.0
"""Inches above the two figures up to which scenery is shown."""
AROUND = 1.2
"""Inches shown before the line and after it."""
UPRIGHT = 0.5
"""Inches in plan below which a line is as good as upright."""
BESIDE = 0.6
"""Inches beside the line within which somebody else is shown."""
MET = 6
"""So many pieces on the line are named."""
MOST_SURFACES = 60
STEP = 1e-3
"""Inches behind a surface from which the next one is looked for."""


@dataclass(frozen=True, eq=False)
class ShotProfile:
    """What a profile shows.

    Attributes:
        eye: (3,) the shooter's.
        line: (2, 3) the line that is drawn: a free one, or from the eye to the middle of the target.
        free: whether it is free.
        met: inches along it at which it meets something, and what sentences call that, the nearest first.
        stops: (k, 3) where lines end that go from the eye to the middle of the target, from its feet to its head.
        seen: (k,) whether each is free.
        by: (k,) what stops it; empty for nothing.
    """

    eye: FloatArray
    line: FloatArray
    free: bool
    met: tuple[tuple[float, str], ...]
    stops: FloatArray
    seen: BoolArray
    by: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class _Stops:
    """What stops lines: the pieces, and the bodies of all but the two who are asked about.

    Attributes:
        rays: of the pieces and of the bodies, those that there are.
        names: what sentences call them, for each of these.
    """

    rays: tuple[Rays, ...]
    names: tuple[tuple[str, ...], ...]

    @staticmethod
    def of(table: Table, verdict: Verdict) -> "_Stops":
        both = {verdict.question.shooter.id, verdict.question.target.id}
        others = [one for one in table.figures if one.id not in both and len(one.placed.faces)]
        rays, names = list[Rays](), list[tuple[str, ...]]()
        if table.terrain.pieces:
            found = occluders(table.terrain)
            rays.append(found.rays)
            names.append(tuple(table.called(piece.id) for piece in found.pieces))
        if others:
            rays.append(RayScene([one.placed for one in others]))
            names.append(tuple(one.called for one in others))
        return _Stops(tuple(rays), tuple(names))

    def first(self, start: FloatArray, ends: FloatArray) -> tuple[FloatArray, list[str]]:
        """(k,) inches from a start to what stops lines to ends (k, 3), endless for what is free, and what that is called."""
        ways = ends - start
        length = np.linalg.norm(ways, axis=1)
        best, called = np.full(len(ends), np.inf), [""] * len(ends)
        for rays, names in zip(self.rays, self.names, strict=True):
            hits = rays.first_hits(np.broadcast_to(start, ends.shape), ways / length[:, None])
            for row in np.flatnonzero(hits.distance < np.minimum(best, length)).tolist():
                best[row], called[row] = float(hits.distance[row]), names[int(hits.mesh[row])]
        return best, called


def shot_profile(table: Table, verdict: Verdict) -> ShotProfile:
    """What the profile of a shot shows."""
    shooter, target = verdict.question.shooter, verdict.question.target
    witness = verdict.ruling.witness
    eye = np.array(shooter.eye, dtype=np.float64)
    low, high = target.placed.bounds if len(target.placed.vertices) else np.array([target.position, target.position])
    middle = (low + high) / 2.0
    line = np.array([witness.start, witness.end]) if witness else np.stack([eye, middle])
    fan = np.tile(middle, (FAN, 1))
    fan[:, 2] = np.linspace(low[2], high[2], FAN)
    stops = _Stops.of(table, verdict)
    far, called = stops.first(eye, fan)
    length = np.linalg.norm(fan - eye, axis=1)
    ends = eye + (fan - eye) * np.minimum(far / length, 1.0)[:, None]
    met = () if witness else _met(stops, line)
    return ShotProfile(eye, line, witness is not None, met, ends, np.isinf(far), tuple(called))


def _met(stops: _Stops, line: FloatArray) -> tuple[tuple[float, str], ...]:
    """What the line goes through, each where it is entered first."""
    found, along, at = dict[str, float](), float(np.linalg.norm(line[1] - line[0])), 0.0
    way = (line[1] - line[0]) / along
    for _ in range(MOST_SURFACES):
        far, called = stops.first(line[0] + at * way, line[1][None])
        if not np.isfinite(far[0]) or len(found) == MET:
            break
        at += float(far[0]) + STEP
        found.setdefault(called[0], at)
        if at >= along - STEP:
            break
    return tuple((at, name) for name, at in found.items())


def profile_picture(table: Table, verdict: Verdict, size: tuple[int, int] = SIZE) -> Image.Image:
    """The height profile of a shot, no larger than ``size`` pixels; an inch is as long across as it is up."""
    profile = shot_profile(table, verdict)
    shooter, target = verdict.question.shooter, verdict.question.target
    section = _framed(table, profile, (shooter, target), (size[0] - RULER, size[1] - RULER - TITLE))
    canvas = ImageCanvas(Image.fromarray(section_ground(section, build_render_scene(table))))
    draw_section_grid(canvas, section)
    _draw_cuts(canvas, section, table)
    beside = [one for one in table.figures if one.id not in {shooter.id, target.id} and _is_beside(section, one)]
    for one in beside:
        _draw_body(canvas, section, one, FIGURE)
    _draw_body(canvas, section, shooter, mixed(FIGURE, INK, 0.3))
    _draw_body(canvas, section, target, mixed(FIGURE, VISIBLE, 0.6))
    _draw_lines(canvas, section, profile)
    labels = _labels(section, table, verdict, profile)
    spots, sizes = [label.at for label in labels], [label.size for label in labels]
    boxes = place_labels(sizes, spots, _covered(section, profile), nearest=14.0)
    for label, box in zip(labels, boxes, strict=True):
        canvas.line(leader(box, label.at), INK, thick=1.0, alpha=0.7)
        canvas.box(box, PAPER, alpha=0.92, edge=label.colour, corner=4.0)
    flat, draw = canvas.flat()
    for label, (left, top, _, bottom) in zip(labels, boxes, strict=True):
        write(draw, (left + 6.0, (top + bottom) / 2.0), label.text, LETTERS, anchor="lm")
    return framed_section(flat, section, _title(verdict))


def _title(verdict: Verdict) -> str:
    one, other = verdict.question.shooter.called, verdict.question.target.called
    return f"{one} looks at {other}, from the side: {'a free line' if verdict.ruling.witness else 'no free line'}"


def _framed(table: Table, profile: ShotProfile, both: tuple[Figure, Figure], size: tuple[int, int]) -> Section:
    """The section, no higher than what is near the line needs, with room for words above it."""
    line = profile.line
    if np.hypot(*(line[1, :2] - line[0, :2])) < UPRIGHT:
        line = np.stack([line[0] - [UPRIGHT, 0.0, 0.0], line[1] + [UPRIGHT, 0.0, 0.0]])
    high = max(float(line[:, 2].max()), *(float(figure.box[1, 2]) for figure in both))
    near = [piece.placed.bounds[1, 2] for piece in table.terrain.pieces if _crosses(piece.placed.bounds, line)]
    top = max([high, *(min(float(one), high + ABOVE) for one in near)]) + HEADROOM
    low = min(0.0, float(line[:, 2].min())) - BELOW
    long = float(np.hypot(*(line[1, :2] - line[0, :2])))
    inch = min(size[0] / (long + 2.0 * AROUND), size[1] / (top - low), LARGEST)
    wide, tall = max(int((long + 2.0 * AROUND) * inch), NARROWEST), int((top - low) * inch)
    return Section((wide, tall), inch, (wide - long * inch) / 2.0, tall + low * inch, line, np.array([0.0, long]))


def _crosses(box: FloatArray, line: FloatArray) -> bool:
    """Whether a line passes over or under a box, by their extents in plan."""
    low, high = line[:, :2].min(axis=0), line[:, :2].max(axis=0)
    return bool(np.all(box[0, :2] <= high) and np.all(box[1, :2] >= low))


def _along(section: Section, points: FloatArray) -> FloatArray:
    """(n, 2) pixels of points (n, 3), seen square to the section."""
    start, way = section.line[0, :2], section.line[-1, :2] - section.line[0, :2]
    flat = (points[:, :2] - start) @ (way / np.hypot(*way))
    return section.pixels(flat, points[:, 2])


def _draw_cuts(canvas: ImageCanvas, section: Section, table: Table) -> None:
    """Where the section goes through surfaces; what has no thickness shows by that alone."""
    start, way = section.line[0], section.line[-1] - section.line[0]
    normal = np.array([-way[1], way[0], 0.0]) / np.hypot(way[0], way[1])
    for piece in table.terrain.pieces:
        if not piece.hides:
            continue
        for ends in _along(section, _cut(hiding_mesh(piece), start, normal).reshape(-1, 3)).reshape(-1, 2, 2):
            canvas.line(ends, INK, thick=1.2, alpha=0.8)


def _cut(mesh: Mesh, origin: FloatArray, normal: FloatArray) -> FloatArray:
    """(k, 2, 3) the lines in which a plane cuts a mesh."""
    import trimesh

    away = (mesh.vertices - origin) @ normal
    if not len(mesh.faces) or away.min() > 0.0 or away.max() < 0.0:
        return np.zeros((0, 2, 3))
    plain = trimesh.Trimesh(mesh.vertices, mesh.faces, process=False)
    lines: FloatArray = trimesh.intersections.mesh_plane(plain, normal, origin)  # type: ignore[no-untyped-call]
    return np.asarray(lines, dtype=np.float64).reshape(-1, 2, 3)


def _is_beside(section: Section, figure: Figure) -> bool:
    start, way = section.line[0, :2], section.line[-1, :2] - section.line[0, :2]
    length = float(np.hypot(*way))
    away = np.subtract(figure.position[:2], start)
    along, aside = float(away @ way) / length, abs(float(away[0] * way[1] - away[1] * way[0])) / length
    return 0.0 < along < length and aside <= BESIDE


def _draw_body(canvas: ImageCanvas, section: Section, figure: Figure, colour: Rgb) -> None:
    """A figure's silhouette square to the section, and its base."""
    for corners in _along(section, figure.placed.triangles.reshape(-1, 3)).reshape(-1, 3, 2):
        canvas.polygon(corners, colour)
    if figure.base_mm > 0:
        (x, y, z), radius = figure.position, figure.base_radius
        way = section.line[-1, :2] - section.line[0, :2]
        ahead = np.append(way / np.hypot(*way), 0.0) * radius
        middle, up = np.array([x, y, z]), np.array([0.0, 0.0, figure.base_height])
        canvas.polygon(
            _along(section, np.stack([middle - ahead, middle + ahead, middle + ahead + up, middle - ahead + up])), INK
        )


def _draw_lines(canvas: ImageCanvas, section: Section, profile: ShotProfile) -> None:
    """The fan of lines from the eye, and the line itself."""
    for stop, seen in zip(profile.stops, profile.seen, strict=True):
        colour = VISIBLE if seen else HIDDEN
        canvas.line(_along(section, np.stack([profile.eye, stop])), colour, thick=1.0, alpha=0.55)
        if not seen:
            (spot,) = _along(section, stop[None]).tolist()
            canvas.disc((spot[0], spot[1]), 2.2, HIDDEN)
    free = _along(section, profile.line)
    canvas.line(free, WITNESS, thick=2.6, casing=PAPER, dash=None if profile.free else (9.0, 6.0))
    for x, y in free.tolist():
        canvas.disc((x, y), 4.5, WITNESS, edge=PAPER)


@dataclass(frozen=True)
class _Label:
    """Words at a pixel."""

    at: tuple[float, float]
    text: str
    colour: Rgb

    @property
    def size(self) -> tuple[float, float]:
        return width(self.text, LETTERS) + 12.0, LETTER_HIGH


def _labels(section: Section, table: Table, verdict: Verdict, profile: ShotProfile) -> list[_Label]:
    """The eye, the target, and what is on the line, each with what it hides of the target."""
    shooter, target = verdict.question.shooter, verdict.question.target
    hidden = verdict.ruling.geometry
    shares = {table.called(one.id): (one.share, number) for number, one in enumerate(hidden.by)} if hidden else {}
    (start_x, start_y), (end_x, end_y) = _along(section, profile.line).tolist()
    share = f", {percent(hidden.share)} hidden" if hidden else ""
    found = [
        _Label((start_x, start_y), f"{shooter.called}'s eye, {profile.line[0, 2]:.1f}\" up", WITNESS),
        _Label((end_x, end_y), f"{target.called}{share}", VISIBLE),
    ]
    named = {name for _, name in profile.met}
    way = profile.line[1] - profile.line[0]
    length = float(np.linalg.norm(way))
    spots = {name: profile.line[0] + way * (at / length) for at, name in profile.met}
    spots |= {name: place for place, name in _stopping(profile) if name not in spots}
    for name, place in spots.items():
        part, number = shares.get(name, (None, len(BLOCKERS)))
        colour = BLOCKERS[number] if number < len(BLOCKERS) else INK
        ((x, y),) = _along(section, place[None]).tolist()
        told = f"{name}: hides {percent(part)}" if part is not None else f"{name} is in the way" if name in named else name
        found.append(_Label((x, y), told, colour))
    return found


def _stopping(profile: ShotProfile) -> list[tuple[FloatArray, str]]:
    """What stops lines of the fan, once each, at the middle of those that it stops."""
    names = np.array(profile.by)
    return [
        (profile.stops[(those := np.flatnonzero(names == name))[len(those) // 2]], name)
        for name in dict.fromkeys(name for name in profile.by if name)
    ]


def _covered(section: Section, profile: ShotProfile) -> BoolArray:
    """(rows, columns) what no label should hide: the lines."""
    found = np.zeros(section.size[::-1], dtype=np.bool_)
    for stop in (*profile.stops, profile.line[1]):
        ends = _along(section, np.stack([profile.eye, stop]))
        steps = np.linspace(0.0, 1.0, 200)[:, None]
        x, y = np.rint(ends[0] + (ends[1] - ends[0]) * steps).astype(int).T
        inside = (x >= 0) & (x < found.shape[1]) & (y >= 0) & (y < found.shape[0])
        found[y[inside], x[inside]] = True
    return found
