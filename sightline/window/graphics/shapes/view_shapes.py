"""The shapes of a view: the table, and over it whatever answers."""

from collections.abc import Hashable, Iterator
from dataclasses import replace
from functools import lru_cache

import numpy as np

from scene.base.memo import memoized
from scene.table.table import Figure, Piece
from sightline.drawing.rendering import palette
from sightline.drawing.rendering.side_marks import sides_of
from sightline.window.graphics.shapes.battle_shapes import (
    aim_of,
    fog_bank,
    offered_stands,
    places_to_set_up,
    ready_shapes,
    shapes_of_events,
)
from sightline.window.graphics.shapes.body_shapes import (
    drawn_people,
    figure_body,
    ghost_of,
    hidden_body,
    is_closed,
    outline_of,
    painted_body,
)
from sightline.window.graphics.shapes.camera_shapes import camera_shapes
from sightline.window.graphics.shapes.drawn_object import DrawnObject
from sightline.window.graphics.shapes.floor_shapes import threat_shape, watched_shape
from sightline.window.graphics.shapes.gl_shapes import (
    base_shape,
    piece_shape,
    shape,
)
from sightline.window.graphics.shapes.overlay_shapes import UPON, facing_arrow, ring_about
from sightline.window.graphics.shapes.place_labels import fog_top
from sightline.window.graphics.shapes.question_shapes import (
    measured_lines,
    planned_shapes,
    reach_tiles,
    seen_tiles,
    sight_lines,
    way_lines,
)
from sightline.window.graphics.shapes.reserve_shapes import next_from_reserve, reserve_figures
from sightline.window.graphics.shapes.surface_shapes import haze_shape, surface_shape
from sightline.window.graphics.shapes.table_shapes import drawn_baked, drawn_ground, drawn_table
from sightline.window.view.floor_panels import WATCHED
from sightline.window.view.window_view import LARGER, WindowView

BODIES = {"body", "behind"}


def things(view: WindowView) -> dict[Hashable, DrawnObject]:
    """All that is drawn, by names; what has not changed is the same object as before."""
    found: dict[Hashable, DrawnObject] = dict(drawn_table(view.table, view.side_colours))
    if view.settings.materials and view.baked is not None and view.baked.terrain is view.table.terrain:
        found |= drawn_baked(view.baked, view.table.size)
    found |= _on_their_way(view)
    if view.battle is not None and view.through_eye is None:
        found |= drawn_people(reserve_figures(view.battle.battle), sides_of(view.table, view.side_colours))
    if view.ground is not None and view.settings.photos:
        found = {**found, "ground": drawn_ground(view.ground, view.table.size)}
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


def _behind(view: WindowView) -> dict[Hashable, DrawnObject]:
    """All figures as they are seen through what hides them, in the colours of their sides."""
    sides = sides_of(view.table, view.side_colours)
    return {(figure.id, "behind"): hidden_body(figure, sides.get(figure.side)) for figure in view.shown_figures}


def _on_their_way(view: WindowView) -> dict[Hashable, DrawnObject]:
    """Those who are shown on their way to where they stand, or down to where they lie."""
    sides = sides_of(view.table, view.side_colours)
    names, found = list(sides), dict[Hashable, DrawnObject]()
    for figure in view.walking.values():
        number = names.index(figure.side) if figure.side in sides else 0
        found[figure.id, "body"] = figure_body(figure, sides.get(figure.side))
        found[figure.id, "base"] = DrawnObject(base_shape(figure, sides.get(figure.side), number))
    return found


def _parts_of(figure: Figure) -> set[Hashable]:
    return {(figure.id, "body"), (figure.id, "base")}


def _answers(view: WindowView) -> Iterator[DrawnObject]:
    """What lies over the table: lights, paint, lines."""
    pieces = {piece.id: piece for piece in view.table.terrain.pieces}
    yield from _lights(view, pieces)
    if view.battle is not None:
        yield from ready_shapes(view)
        yield from places_to_set_up(view.battle)
        yield from offered_stands(view, view.battle)
        yield from (drawn for fog in view.battle.battle.fogs for drawn in fog_bank(fog, fog_top(view)))
        yield from shapes_of_events(view)
    if view.from_here is not None and view.asker is not None:
        yield from ghost_of(view.asker)
    yield from _placed(view)
    if view.overlay == "reach" and view.reach is not None:
        yield reach_tiles(view.reach)
    if view.overlay == "seen" and view.seen is not None:
        yield seen_tiles(view.seen)
    if view.overlay in WATCHED and view.watched is not None:
        yield watched_shape(view.watched, view.overlay)
    if view.overlay == "threat" and view.threat is not None:
        yield threat_shape(view.threat, view.pointed.owner)
    if view.sight is not None:
        yield from sight_lines(view.sight.verdict, pieces)
    if view.plan is not None:
        yield from planned_shapes(view.plan)
    elif view.battle is not None and view.battle.own_way is not None:
        who, way = view.battle.own_way
        yield from way_lines(way.path, way.gone)
        yield from ghost_of(view.table.figure(who).moved(way.stops))
    if view.aim is not None:
        yield from aim_of(view.aim)
    yield from measured_lines(view)


def _placed(view: WindowView) -> Iterator[DrawnObject]:
    """What is to be placed, where it would come to rest, red where it cannot stand; and where those look who are selected."""
    for one in view.ghosts:
        if isinstance(one, Piece):
            yield _ghost_piece(one)
            continue
        colour = palette.VERMILLION if one.id in view.misplaced else palette.SKY
        yield from ghost_of(one, colour)
        yield facing_arrow(one, colour)
    for figure in view.table.figures:
        if figure.id in view.misplaced:
            yield painted_body(figure, palette.VERMILLION)
            yield ring_about(figure, palette.VERMILLION)
        if figure.id in view.selected and figure.id not in view.walking:
            yield facing_arrow(figure, palette.ORANGE)


def _lights(view: WindowView, pieces: dict[str, Piece]) -> Iterator[DrawnObject]:
    """What is selected, and what is pointed at."""
    figures = {figure.id: figure for figure in view.shown_figures}
    for owner in view.selected:
        if owner in figures:
            yield ring_about(figures[owner], palette.ORANGE)
            # Whoever looks through his own eye is inside it.
            if view.through_eye is None and is_closed(figures[owner].body):
                line = outline_of(figures[owner], palette.ORANGE)
                yield _enlarged(line) if view.settings.larger else line
        elif owner in pieces:
            yield _lit(pieces[owner], (0.16, 0.11, 0.0))
    acting = view.battle.acting if view.battle is not None else ""
    if acting in figures and acting not in view.selected:
        yield ring_about(figures[acting], palette.YELLOW)
    if view.battle is not None and (come := next_from_reserve(view.battle.battle, view.battle.question)) is not None:
        yield ring_about(come, palette.YELLOW)
    pointed = view.pointed.owner
    if pointed in figures and pointed not in view.selected:
        yield ring_about(figures[pointed], palette.SKY)
    elif pointed in pieces and pointed not in view.selected and view.sight is None:
        yield _lit(pieces[pointed], (0.09, 0.09, 0.10))


@lru_cache(maxsize=16)
def _lit(piece: Piece, glow: tuple[float, float, float]) -> DrawnObject:
    return DrawnObject(piece_shape(piece), nearer=UPON, glow=glow, upon=True)


@lru_cache(maxsize=64)
def _ghost_piece(piece: Piece) -> DrawnObject:
    """A piece that is not there yet."""
    colour = palette.mixed(palette.KINDS[piece.kind], palette.SKY, 0.5)
    return DrawnObject(shape(piece.placed.triangles, colour, opaque=0.6), blended=True, upon=True)
