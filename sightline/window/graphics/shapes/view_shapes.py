"""The shapes of a view: the table, and over it whatever answers."""

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from rules.engine.dice import SCATTER
from rules.engine.procedure_steps import Choose, Roll
from rules.hazards.blast_marker import Marker
from rules.movement.path_rules import NoPath, Reach
from rules.sight.verdict import Verdict
from rules.skirmish.shooting.blast_attack import MarkerShown
from scene.base.memo import memoized
from scene.geometry.mesh import FloatArray, Point
from scene.hazards.fall_landing import Fall
from scene.pathfinding.path_legs import Leg, Path
from scene.table.fog import Fog
from scene.table.table import Body, Figure, Piece, Table, Terrain
from sightline.drawing.movement.reach_paint import cost_colour
from sightline.drawing.rendering import palette
from sightline.drawing.rendering.baked_light import BakedTerrain
from sightline.drawing.rendering.closed_faces import closed_faces, closed_terrain
from sightline.drawing.rendering.palette import Rgb
from sightline.drawing.rendering.side_marks import SideMark, Wanted, sides_of
from sightline.window.battle.battle_story import leg_places
from sightline.window.battle.click_answers import ringed_place
from sightline.window.battle.snapshots.battle_snapshot import BattleSnapshot
from sightline.window.battle.template_aim import Aim
from sightline.window.graphics.shapes.aim_shapes import aim_shapes
from sightline.window.graphics.shapes.camera_shapes import camera_shapes
from sightline.window.graphics.shapes.deployment_shapes import place_shapes
from sightline.window.graphics.shapes.drawn_object import BAKED, FIGURE, GROUND, PLAIN, UNLIT, DrawnObject
from sightline.window.graphics.shapes.event_shapes import event_shapes
from sightline.window.graphics.shapes.floor_shapes import threat_shape, watched_shape
from sightline.window.graphics.shapes.fog_shapes import fog_shapes
from sightline.window.graphics.shapes.gl_shapes import (
    TriangleBatch,
    base_shape,
    board_shape,
    body_shape,
    chest,
    disc,
    joined,
    photo_board,
    piece_shape,
    ribbon,
    shape,
    terrain_shape,
    tiles,
)
from sightline.window.graphics.shapes.place_labels import fog_top
from sightline.window.graphics.shapes.reserve_shapes import next_from_reserve, reserve_figures
from sightline.window.graphics.shapes.surface_shapes import haze_shape, surface_shape
from sightline.window.view.floor_panels import WATCHED
from sightline.window.view.measure_tool import spans, stops
from sightline.window.view.photo_view import PhotoGround
from sightline.window.view.window_view import CHECKED_TILE, LARGER, SEEN_TILES, FigureSight, PlannedMove, WindowView

ABOVE = 0.03
"""Inches that paint lies above the floor."""
OPEN = 0.3
"""How opaque the leaf of a door is drawn that stands open."""
UPON = 4e-6
"""How much nearer to the eye, as a part of what OpenGL calls depth, shapes are drawn that lie upon others."""
THROUGH = 0.35
"""How opaque a figure is where it is seen through something."""
TINT = 0.4
"""How much of the colour of its side a body has."""
BODIES = {"body", "behind"}
OUTLINE = 0.05
"""Inches that the line is thick round who is selected."""
ARROW = 0.9
"""Inches that the arrow is long which shows where a figure looks."""


def things(view: WindowView) -> dict[Hashable, DrawnObject]:
    """All that is drawn, by names; what has not changed is the same object as before."""
    found: dict[Hashable, DrawnObject] = dict(_table(view.table, view.side_colours))
    if view.settings.materials and view.baked is not None and view.baked.terrain is view.table.terrain:
        found |= _baked(view.baked, view.table.size)
    found |= _on_their_way(view)
    if view.battle is not None and view.through_eye is None:
        found |= _drawn_people(reserve_figures(view.battle.battle), sides_of(view.table, view.side_colours))
    if view.ground is not None and view.settings.photos:
        found = {**found, "ground": _ground(view.ground, view.table.size)}
        if view.mode == "look" and view.battle is None and view.through_eye is None and view.table.scan is not None:
            found["cameras"] = camera_shapes(tuple(view.table.scan.views.values()))
    if view.surface is not None and view.settings.surface:
        found["surface"] = surface_shape(view.surface)
    if view.surface is not None and view.settings.haze:
        found["haze"] = haze_shape(view.surface)
    if view.through_eye is not None and view.asker is not None:
        # Nobody sees himself, or his own base, in his way.
        found = {name: drawn for name, drawn in found.items() if name not in _parts_of(view.asker)}
    elif view.settings.hidden:
        found |= _behind(view)
    if view.settings.larger and view.through_eye is None:
        found |= {name: _enlarged(drawn) for name, drawn in found.items() if isinstance(name, tuple) and name[1] in BODIES}
    found |= {("over", number): drawn for number, drawn in enumerate(_answers(view))}
    return found


@memoized
def _enlarged(drawn: DrawnObject) -> DrawnObject:
    """A figure larger than it is, about its foot."""
    pose = np.eye(4) if drawn.pose is None else drawn.pose.copy()
    pose[:3, :3] *= LARGER
    return replace(drawn, pose=pose)


def _baked(baked: BakedTerrain, size: tuple[float, float]) -> dict[Hashable, DrawnObject]:
    """The terrain and the ground with their light."""
    drawn = _drawn_baked(baked)
    if "terrain" not in drawn:
        plain = shape(baked.triangles, palette.GROUND)
        ink = np.concatenate([baked.colours, baked.open_sky[:, None]], axis=1)
        drawn |= _parted(replace(plain, colours=ink, spots=baked.spots), baked.closed, BAKED)
        drawn["ground"] = DrawnObject(photo_board(size), kind=GROUND, nearer=UPON, picture=baked.ground)
    return drawn


@memoized
def _drawn_baked(_baked: BakedTerrain) -> dict[Hashable, DrawnObject]:
    """What has been drawn of a terrain with its light."""
    return {}


def _behind(view: WindowView) -> dict[Hashable, DrawnObject]:
    """All figures as they are seen through what hides them, in the colours of their sides."""
    sides = sides_of(view.table, view.side_colours)
    return {(figure.id, "behind"): _hidden(figure, sides.get(figure.side)) for figure in view.shown_figures}


@lru_cache(maxsize=1024)
def _hidden(figure: Figure, side: SideMark | None) -> DrawnObject:
    pale = _of_one_colour(figure.body, (*(side.colour if side else palette.FIGURE), round(255 * THROUGH)))
    return DrawnObject(pale, _pose(figure), kind=UNLIT, blended=True, upon=True, behind=True, closed=_is_closed(figure.body))


@lru_cache(maxsize=256)
def _of_one_colour(body: Body, ink: tuple[int, int, int, int]) -> TriangleBatch:
    """A body all of one colour, the last number is how opaque, 0 to 255; wherever it stands."""
    whole = body_shape(body)
    inks = np.tile(np.array(ink, dtype=np.float32) / np.float32(255.0), (len(whole), 1))
    return TriangleBatch(whole.places, whole.normals, inks)


def _on_their_way(view: WindowView) -> dict[Hashable, DrawnObject]:
    """Those who are shown on their way to where they stand, or down to where they lie."""
    sides = sides_of(view.table, view.side_colours)
    names, found = list(sides), dict[Hashable, DrawnObject]()
    for figure in view.walking.values():
        number = names.index(figure.side) if figure.side in sides else 0
        found[figure.id, "body"] = _figure_body(figure, sides.get(figure.side))
        found[figure.id, "base"] = DrawnObject(base_shape(figure, sides.get(figure.side), number))
    return found


def _parts_of(figure: Figure) -> set[Hashable]:
    return {(figure.id, "body"), (figure.id, "base")}


@memoized
def _drawn(_table: Table) -> dict[Wanted, dict[Hashable, DrawnObject]]:
    """What has been drawn of a table, by the colours that were wanted."""
    return {}


def _table(table: Table, wanted: Wanted) -> dict[Hashable, DrawnObject]:
    """The board, the terrain, and everybody on it."""
    drawn = _drawn(table)
    if wanted not in drawn:
        drawn[wanted] = _all_of(table, wanted)
    return drawn[wanted]


def _all_of(table: Table, wanted: Wanted) -> dict[Hashable, DrawnObject]:
    sides = sides_of(table, wanted)
    found: dict[Hashable, DrawnObject] = {**_terrain(table.terrain), "board": _board(table.size)}
    found |= {("open", piece.id): _open_door(piece) for piece in table.terrain.pieces if piece.stands_open}
    return found | _drawn_people(table.figures, sides)


def _drawn_people(figures: Iterable[Figure], sides: dict[str, SideMark]) -> dict[Hashable, DrawnObject]:
    """Figures where they stand."""
    names, found = list(sides), dict[Hashable, DrawnObject]()
    for figure in figures:
        number = names.index(figure.side) if figure.side in sides else 0
        found[figure.id, "body"] = _body(figure, sides.get(figure.side))
        found[figure.id, "base"] = _base(figure, sides.get(figure.side), number)
    return found


@memoized
def _terrain(terrain: Terrain) -> dict[Hashable, DrawnObject]:
    return _parted(terrain_shape(terrain), closed_terrain(terrain), PLAIN)


def _parted(whole: TriangleBatch, closed: NDArray[np.bool_], kind: float) -> dict[Hashable, DrawnObject]:
    """Terrain in two parts: faces (m,) of closed surfaces, whose backs are not drawn, and all others."""
    inside = np.repeat(closed, 3)
    return {
        "terrain": DrawnObject(whole.some(~inside), kind=kind),
        "closed terrain": DrawnObject(whole.some(inside), kind=kind, closed=True),
    }


@lru_cache(maxsize=256)
def _open_door(piece: Piece) -> DrawnObject:
    """The leaf of a door that stands open: pale, as it hides nothing and nobody meets it."""
    return DrawnObject(shape(piece.placed.triangles, palette.KINDS["door"], opaque=OPEN), blended=True, upon=True)


@lru_cache(maxsize=4)
def _board(size: tuple[float, float]) -> DrawnObject:
    return DrawnObject(board_shape(Table(size)), kind=GROUND)


@memoized
def _grounds(_ground: PhotoGround) -> dict[tuple[float, float], DrawnObject]:
    """What has been drawn of the ground in the colours of photos."""
    return {}


def _ground(ground: PhotoGround, size: tuple[float, float]) -> DrawnObject:
    drawn = _grounds(ground)
    if size not in drawn:
        drawn[size] = DrawnObject(photo_board(size), kind=GROUND, nearer=UPON, picture=ground.picture)
    return drawn[size]


@lru_cache(maxsize=1024)
def _body(figure: Figure, side: SideMark | None) -> DrawnObject:
    """A figure's body where it stands."""
    return _figure_body(figure, side)


def _figure_body(figure: Figure, side: SideMark | None) -> DrawnObject:
    """A figure's body where it stands, tinted in the colour of its side, so that it stands out from scenery."""
    tinted = _of_side(figure.body, side.colour if side else None)
    return DrawnObject(tinted, _pose(figure), kind=FIGURE, closed=_is_closed(figure.body))


@lru_cache(maxsize=256)
def _of_side(body: Body, colour: Rgb | None) -> TriangleBatch:
    """A body tinted in a colour, wherever it stands."""
    whole = body_shape(body)
    tinted = whole.colours.copy()
    if colour is not None:
        tinted[:, :3] += np.float32(TINT) * (np.array(colour, dtype=np.float32) / np.float32(255.0) - tinted[:, :3])
    return TriangleBatch(whole.places, whole.normals, tinted)


@memoized
def _is_closed(body: Body) -> bool:
    return all(closed_faces(mesh).all() for mesh in (body.counts, body.insignificant) if len(mesh.faces))


@lru_cache(maxsize=64)
def _painted(figure: Figure, colour: Rgb) -> DrawnObject:
    """A figure's body where it stands, all of one colour."""
    return DrawnObject(_of_one_colour(figure.body, (*colour, 255)), _pose(figure), nearer=UPON, upon=True)


def _pose(figure: Figure) -> FloatArray:
    pose = np.eye(4)
    pose[:3, :3], pose[:3, 3] = figure.pose.matrix[:3, :3], figure.pose.position
    return pose


@lru_cache(maxsize=1024)
def _base(figure: Figure, side: SideMark | None, number: int) -> DrawnObject:
    return DrawnObject(base_shape(figure, side, number))


def _answers(view: WindowView) -> Iterator[DrawnObject]:
    """What lies over the table: lights, paint, lines."""
    pieces = {piece.id: piece for piece in view.table.terrain.pieces}
    yield from _lights(view, pieces)
    if view.battle is not None:
        yield from _ready(view)
        yield from _places(view.battle)
        yield from _offered(view, view.battle)
        yield from (drawn for fog in view.battle.battle.fogs for drawn in _fog(fog, fog_top(view)))
        yield from _events(view)
    if view.from_here is not None and view.asker is not None:
        yield from _ghost(view.asker)
    yield from _placed(view)
    if view.overlay == "reach" and view.reach is not None:
        yield _reach(view.reach)
    if view.overlay == "seen" and view.seen is not None:
        yield _seen(view.seen)
    if view.overlay in WATCHED and view.watched is not None:
        yield watched_shape(view.watched, view.overlay)
    if view.overlay == "threat" and view.threat is not None:
        yield threat_shape(view.threat, view.pointed.owner)
    if view.sight is not None:
        yield from _sight(view.sight.verdict, pieces)
    if view.plan is not None:
        yield from _plan(view.plan)
    elif view.battle is not None and view.battle.own_way is not None:
        who, way = view.battle.own_way
        yield from _way(way.path, way.gone)
        yield from _ghost(view.table.figure(who).moved(way.stops))
    if view.aim is not None:
        yield from _aim(view.aim)
    yield from _measured(view)


def _placed(view: WindowView) -> Iterator[DrawnObject]:
    """What is to be placed, where it would come to rest, red where it cannot stand; and where those look who are selected."""
    for one in view.ghosts:
        if isinstance(one, Piece):
            yield _ghost_piece(one)
            continue
        colour = palette.VERMILLION if one.id in view.misplaced else palette.SKY
        yield from _ghost(one, colour)
        yield _facing(one, colour)
    for figure in view.table.figures:
        if figure.id in view.misplaced:
            yield _painted(figure, palette.VERMILLION)
            yield _ring(figure, palette.VERMILLION)
        if figure.id in view.selected and figure.id not in view.walking:
            yield _facing(figure, palette.ORANGE)


@lru_cache(maxsize=64)
def _facing(figure: Figure, colour: Rgb) -> DrawnObject:
    """An arrow before a figure's base, the way that it looks."""
    ahead = np.array([np.cos(np.radians(figure.facing)), np.sin(np.radians(figure.facing)), 0.0])
    aside, foot = np.array([-ahead[1], ahead[0], 0.0]), np.array(_lifted(figure.position))
    start = foot + ahead * (max(figure.base_radius, 0.4) + 0.14)
    tip = start + ahead * ARROW
    barbs = [tip + 0.35 * ARROW * (side * aside - ahead) for side in (1.0, -1.0)]
    return _unlit(
        joined([ribbon(np.array([start, tip]), 0.1, colour), ribbon(np.array([barbs[0], tip, barbs[1]]), 0.1, colour)])
    )


def _measured(view: WindowView) -> Iterator[DrawnObject]:
    """The straight lines that are measured, and their ends."""
    found = spans(view.table, stops(view), edges=view.settings.edges)
    for one in found:
        yield _unlit(ribbon(np.array([one.from_, one.to]), 0.06, palette.VERMILLION))
    places = [place for one in found for place in (one.from_, one.to)] or [
        one for one in view.measured if not isinstance(one, str)
    ]
    for place in dict.fromkeys(places):
        yield _unlit(disc(_lifted(place), 0.12, palette.VERMILLION))


def _ready(view: WindowView) -> Iterator[DrawnObject]:
    """A ready marker beside everybody who has one, where the objectives are, and the loot that lies about."""
    assert view.battle is not None
    for figure in view.shown_figures:
        standing = view.battle.fighters.get(figure.id)
        if standing is not None and standing.ready:
            yield _marker(figure)
    for _, place in view.battle.objectives:
        yield _objective(place)
    for _, place in view.battle.loot:
        yield _loot(place)


def _events(view: WindowView) -> Iterator[DrawnObject]:
    """What has happened stays until somebody chooses the next thing, and what is rolled for is shown meanwhile."""
    assert view.battle is not None
    question, picked = view.battle.question, view.picked
    yield from _happened(view.battle)
    if isinstance(question, Roll) and isinstance(question.shown, Marker | MarkerShown):
        yield from _rolled(question.shown, float(picked[1]) if question.dice == SCATTER and len(picked) > 1 else None)


@memoized
def _happened(shown: BattleSnapshot) -> tuple[DrawnObject, ...]:
    return tuple(drawn for event in shown.happened for one in event_shapes(event) for drawn in _marked(one))


@lru_cache(maxsize=32)
def _rolled(marker: Marker | MarkerShown, degrees: float | None) -> tuple[DrawnObject, ...]:
    return tuple(drawn for one in event_shapes(marker, degrees) for drawn in _marked(one))


@lru_cache(maxsize=64)
def _fog(fog: Fog, high: float) -> tuple[DrawnObject, ...]:
    return tuple(_unlit(one, blended=True) for one in fog_shapes(fog, high))


@memoized
def _places(shown: BattleSnapshot) -> tuple[DrawnObject, ...]:
    return tuple(_unlit(one) for one in place_shapes(shown))


def _offered(view: WindowView, shown: BattleSnapshot) -> Iterator[DrawnObject]:
    """The place that is offered and pointed at, with whom it is offered to on it."""
    place = ringed_place(shown.question, view.pointed.place) if shown.waits == "people" else None
    if place is not None and isinstance(shown.question, Choose):
        yield _unlit(disc(_lifted(place), 0.9, palette.ORANGE, rim=0.2))
        people = (*reserve_figures(shown.battle), *shown.table.figures)
        yield from (drawn for one in people if one.id == shown.question.about for drawn in _ghost(one.moved(place)))


@memoized
def _aim(aim: Aim) -> tuple[DrawnObject, ...]:
    return tuple(drawn for one in aim_shapes(aim) for drawn in _marked(one))


@lru_cache(maxsize=64)
def _marker(figure: Figure) -> DrawnObject:
    x, y, z = _lifted(figure.position)
    return _unlit(disc((x + figure.base_radius + 0.25, y, z), 0.16, palette.GREEN))


@lru_cache(maxsize=64)
def _objective(place: Point) -> DrawnObject:
    return _unlit(disc(_lifted(place), 0.5, palette.GREEN, rim=0.14))


@lru_cache(maxsize=64)
def _loot(place: Point) -> DrawnObject:
    return DrawnObject(chest(place, palette.YELLOW), upon=True)


def _lights(view: WindowView, pieces: dict[str, Piece]) -> Iterator[DrawnObject]:
    """What is selected, and what is pointed at."""
    figures = {figure.id: figure for figure in view.shown_figures}
    for owner in view.selected:
        if owner in figures:
            yield _ring(figures[owner], palette.ORANGE)
            # Whoever looks through his own eye is inside it.
            if view.through_eye is None and _is_closed(figures[owner].body):
                line = _outline(figures[owner], palette.ORANGE)
                yield _enlarged(line) if view.settings.larger else line
        elif owner in pieces:
            yield _lit(pieces[owner], (0.16, 0.11, 0.0))
    acting = view.battle.acting if view.battle is not None else ""
    if acting in figures and acting not in view.selected:
        yield _ring(figures[acting], palette.YELLOW)
    if view.battle is not None and (come := next_from_reserve(view.battle.battle, view.battle.question)) is not None:
        yield _ring(come, palette.YELLOW)
    pointed = view.pointed.owner
    if pointed in figures and pointed not in view.selected:
        yield _ring(figures[pointed], palette.SKY)
    elif pointed in pieces and pointed not in view.selected and view.sight is None:
        yield _lit(pieces[pointed], (0.09, 0.09, 0.10))


def _unlit(one: TriangleBatch, *, blended: bool = False) -> DrawnObject:
    return DrawnObject(one, kind=UNLIT, nearer=UPON, blended=blended, upon=True)


def _marked(one: TriangleBatch) -> Iterator[DrawnObject]:
    """A mark on the board, which is seen faintly through what hides it."""
    yield _unlit(one, blended=True)
    pale = one.colours.copy()
    pale[:, 3] *= np.float32(THROUGH)
    yield DrawnObject(replace(one, colours=pale), kind=UNLIT, nearer=UPON, blended=True, upon=True, behind=True)


@lru_cache(maxsize=64)
def _ring(figure: Figure, colour: Rgb) -> DrawnObject:
    radius = max(figure.base_radius, 0.4) + 0.14
    return _unlit(disc(_lifted(figure.position), radius, colour, rim=0.11))


@lru_cache(maxsize=64)
def _outline(figure: Figure, colour: Rgb) -> DrawnObject:
    """A line round a figure: a thicker body turned inside out, of which only what is behind the figure is seen."""
    body = body_shape(figure.body)
    places = (body.places + np.float32(OUTLINE) * body.normals).reshape(-1, 3, 3)[:, ::-1].reshape(-1, 3)
    ink = np.tile(np.array([*colour, 255.0], dtype=np.float32) / np.float32(255.0), (len(body), 1))
    return DrawnObject(TriangleBatch(places, body.normals, ink), _pose(figure), kind=UNLIT, upon=True, closed=True)


@lru_cache(maxsize=16)
def _lit(piece: Piece, glow: tuple[float, float, float]) -> DrawnObject:
    return DrawnObject(piece_shape(piece), nearer=UPON, glow=glow, upon=True)


@lru_cache(maxsize=16)
def _tinted(piece: Piece, colour: Rgb) -> DrawnObject:
    one = shape(piece.placed.triangles, palette.mixed(palette.KINDS[piece.kind], colour, 0.72))
    return DrawnObject(one, nearer=UPON, upon=True)


def _ghost(figure: Figure, colour: Rgb = palette.SKY) -> Iterator[DrawnObject]:
    """A figure where it does not stand."""
    body = body_shape(figure.body)
    pale = np.tile(np.array([*np.array(colour) / 255.0, 0.55], dtype=np.float32), (len(body), 1))
    yield DrawnObject(TriangleBatch(body.places, body.normals, pale), _pose(figure), blended=True, upon=True)
    yield _ring(figure, colour)


@lru_cache(maxsize=64)
def _ghost_piece(piece: Piece) -> DrawnObject:
    """A piece that is not there yet."""
    colour = palette.mixed(palette.KINDS[piece.kind], palette.SKY, 0.5)
    return DrawnObject(shape(piece.placed.triangles, colour, opaque=0.6), blended=True, upon=True)


@memoized
def _reach(reach: Reach) -> DrawnObject:
    """What can be reached by its cost; where a check is needed the squares lie apart from one another."""
    if len(reach.costs) == 0:
        return _unlit(joined([]))
    most = max(float(reach.costs.max()), 1e-6)
    colours = np.array([[*cost_colour(float(share)), 0.0] for share in np.linspace(0.0, 1.0, 65)], dtype=np.float32) / 255.0
    colours[:, 3] = 0.62
    ink = colours[np.round(reach.costs / most * 64.0).astype(np.int64)]
    parts = []
    for risky, size in ((False, 1.0), (True, CHECKED_TILE)):
        some = (reach.checks > 0) == risky
        parts.append(tiles(reach.positions[some] + [0.0, 0.0, ABOVE], reach.step * size, ink[some]))
    return _unlit(joined(parts), blended=True)


@memoized
def _seen(seen: FigureSight) -> DrawnObject:
    """From where somebody is seen: orange in the open, blue and smaller the more is hidden; nothing where not at all."""
    some = np.isfinite(seen.hidden)
    share = seen.hidden[some]
    bare, covered = (np.array([*colour, 0.0]) / 255.0 for colour in (palette.VISIBLE, palette.HIDDEN))
    ink = (bare + share[:, None] * (covered - bare)).astype(np.float32)
    ink[:, 3] = 0.62
    parts = []
    for least, most, size in SEEN_TILES:
        here = (share > least) & (share <= most)
        parts.append(tiles(seen.places[some][here] + [0.0, 0.0, ABOVE], seen.step * size, ink[here]))
    return _unlit(joined(parts), blended=True)


def _sight(verdict: Verdict, pieces: dict[str, Piece]) -> Iterator[DrawnObject]:
    """The ray that is free, or the one that is not; and what hides, each in its colour."""
    ruling, question = verdict.ruling, verdict.question
    yield _painted(question.target, palette.VISIBLE)
    if ruling.witness is not None:
        yield _unlit(ribbon(np.array([ruling.witness.start, ruling.witness.end]), 0.05, palette.WITNESS))
    else:
        ends = np.array([question.shooter.eye, question.target.eye])
        yield _unlit(ribbon(ends, 0.05, palette.FAINT_INK, dashed=0.3))
    if ruling.geometry is not None:
        for number, blocker in enumerate(ruling.geometry.by[: len(palette.BLOCKERS)]):
            if blocker.id in pieces:
                yield _tinted(pieces[blocker.id], palette.BLOCKERS[number])


def _plan(plan: PlannedMove) -> Iterator[DrawnObject]:
    """Where somebody would go: the path leg by leg, dashed where a check is needed, and where it ends."""
    yield from _way(plan.path, plan.gone)
    if plan.path_risks is not None:
        for step in (step for fall in plan.path_risks.falls for step in fall):
            yield from _fall(step.fall, plan.figure, palette.VERMILLION)
        if plan.path_risks.at_end is not None:
            yield from _fall(plan.path_risks.at_end, plan.figure, palette.FAINT_INK)
    yield from _ghost(plan.figure.moved(plan.end))
    if isinstance(plan.path, NoPath):
        yield _unlit(disc(_lifted(plan.goal), 0.5, palette.VERMILLION, rim=0.12))


def _way(path: Path | NoPath | None, gone: Path | None) -> Iterator[DrawnObject]:
    """A path, and as much of it as is gone."""
    if isinstance(path, Path) and gone is not path:
        # What the action does not suffice for.
        for leg in path.legs:
            yield _unlit(ribbon(course(leg), 0.05, palette.FAINT_INK, dashed=0.3))
    for leg in gone.legs if gone is not None else ():
        colour = palette.VERMILLION if leg.check is not None else palette.BLUE
        yield _unlit(ribbon(course(leg), 0.09, colour, dashed=0.22 if leg.check is not None else 0.0))
        yield _unlit(disc(_lifted(leg.end), 0.1, colour))


def _fall(fall: Fall, figure: Figure, colour: Rgb) -> Iterator[DrawnObject]:
    """Where somebody would come down: a dotted line to the ring of his base."""
    over = np.array([*fall.landing[:2], fall.start[2]])
    yield _unlit(ribbon(np.array([fall.start, over, fall.landing]), 0.07, colour, dashed=0.12))
    radius = max(figure.base_radius, 0.4)
    yield _unlit(disc(_lifted(fall.landing), radius, colour, rim=0.08))
    yield _unlit(disc(_lifted(fall.landing), 0.12, colour))


def course(leg: Leg) -> FloatArray:
    """(n, 3) the places that a leg leads through, a little above the floor."""
    return np.asarray(np.add(leg_places(leg), (0.0, 0.0, 0.08)))


def _lifted(place: Point) -> Point:
    return place[0], place[1], place[2] + 2.0 * ABOVE
