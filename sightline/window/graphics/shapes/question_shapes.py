"""Answers as they are drawn: reach, what is seen, lines of sight, ways, falls, what was measured."""

from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from rules.movement.path_rules import NoPath, Reach
from rules.sight.verdict import Verdict
from scene.base.memo import memoized
from scene.geometry.mesh import FloatArray
from scene.hazards.fall_landing import Fall
from scene.pathfinding.path_legs import Leg, Path
from scene.table.table import Figure, Piece
from sightline.drawing.movement.reach_paint import cost_colour
from sightline.drawing.rendering import palette
from sightline.drawing.rendering.palette import Rgb
from sightline.window.battle.battle_story import leg_places
from sightline.window.graphics.shapes.body_shapes import ghost_of, painted_body
from sightline.window.graphics.shapes.drawn_object import DrawnObject
from sightline.window.graphics.shapes.gl_shapes import (
    disc,
    joined,
    ribbon,
    shape,
    tiles,
)
from sightline.window.graphics.shapes.overlay_shapes import ABOVE, UPON, lifted, unlit
from sightline.window.view.measure_tool import spans, stops
from sightline.window.view.window_view import CHECKED_TILE, SEEN_TILES, FigureSight, PlannedMove, WindowView


@memoized
def reach_tiles(reach: Reach) -> DrawnObject:
    """What can be reached by its cost; where a check is needed the squares lie apart from one another."""
    if len(reach.costs) == 0:
        return unlit(joined([]))
    most = max(float(reach.costs.max()), 1e-6)
    colours = np.array([[*cost_colour(float(share)), 0.0] for share in np.linspace(0.0, 1.0, 65)], dtype=np.float32) / 255.0
    colours[:, 3] = 0.62
    ink = colours[np.round(reach.costs / most * 64.0).astype(np.int64)]
    parts = []
    for risky, size in ((False, 1.0), (True, CHECKED_TILE)):
        some = (reach.checks > 0) == risky
        parts.append(tiles(reach.positions[some] + [0.0, 0.0, ABOVE], reach.step * size, ink[some]))
    return unlit(joined(parts), blended=True)


@memoized
def seen_tiles(seen: FigureSight) -> DrawnObject:
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
    return unlit(joined(parts), blended=True)


def sight_lines(verdict: Verdict, pieces: dict[str, Piece]) -> Iterator[DrawnObject]:
    """The ray that is free, or the one that is not; and what hides, each in its colour."""
    ruling, question = verdict.ruling, verdict.question
    yield painted_body(question.target, palette.VISIBLE)
    if ruling.witness is not None:
        yield unlit(ribbon(np.array([ruling.witness.start, ruling.witness.end]), 0.05, palette.WITNESS))
    else:
        ends = np.array([question.shooter.eye, question.target.eye])
        yield unlit(ribbon(ends, 0.05, palette.FAINT_INK, dashed=0.3))
    if ruling.geometry is not None:
        for number, blocker in enumerate(ruling.geometry.by[: len(palette.BLOCKERS)]):
            if blocker.id in pieces:
                yield _tinted(pieces[blocker.id], palette.BLOCKERS[number])


@lru_cache(maxsize=16)
def _tinted(piece: Piece, colour: Rgb) -> DrawnObject:
    one = shape(piece.placed.triangles, palette.mixed(palette.KINDS[piece.kind], colour, 0.72))
    return DrawnObject(one, nearer=UPON, upon=True)


def planned_shapes(plan: PlannedMove) -> Iterator[DrawnObject]:
    """Where somebody would go: the path leg by leg, dashed where a check is needed, and where it ends."""
    yield from way_lines(plan.path, plan.gone)
    if plan.path_risks is not None:
        for step in (step for fall in plan.path_risks.falls for step in fall):
            yield from _fall(step.fall, plan.figure, palette.VERMILLION)
        if plan.path_risks.at_end is not None:
            yield from _fall(plan.path_risks.at_end, plan.figure, palette.FAINT_INK)
    yield from ghost_of(plan.figure.moved(plan.end))
    if isinstance(plan.path, NoPath):
        yield unlit(disc(lifted(plan.goal), 0.5, palette.VERMILLION, rim=0.12))


def way_lines(path: Path | NoPath | None, gone: Path | None) -> Iterator[DrawnObject]:
    """A path, and as much of it as is gone."""
    if isinstance(path, Path) and gone is not path:
        # What the action does not suffice for.
        for leg in path.legs:
            yield unlit(ribbon(course(leg), 0.05, palette.FAINT_INK, dashed=0.3))
    for leg in gone.legs if gone is not None else ():
        colour = palette.VERMILLION if leg.check is not None else palette.BLUE
        yield unlit(ribbon(course(leg), 0.09, colour, dashed=0.22 if leg.check is not None else 0.0))
        yield unlit(disc(lifted(leg.end), 0.1, colour))


def _fall(fall: Fall, figure: Figure, colour: Rgb) -> Iterator[DrawnObject]:
    """Where somebody would come down: a dotted line to the ring of his base."""
    over = np.array([*fall.landing[:2], fall.start[2]])
    yield unlit(ribbon(np.array([fall.start, over, fall.landing]), 0.07, colour, dashed=0.12))
    radius = max(figure.base_radius, 0.4)
    yield unlit(disc(lifted(fall.landing), radius, colour, rim=0.08))
    yield unlit(disc(lifted(fall.landing), 0.12, colour))


def measured_lines(view: WindowView) -> Iterator[DrawnObject]:
    """The straight lines that are measured, and their ends."""
    found = spans(view.table, stops(view), edges=view.settings.edges)
    for one in found:
        yield unlit(ribbon(np.array([one.from_, one.to]), 0.06, palette.VERMILLION))
    places = [place for one in found for place in (one.from_, one.to)] or [
        one for one in view.measured if not isinstance(one, str)
    ]
    for place in dict.fromkeys(places):
        yield unlit(disc(lifted(place), 0.12, palette.VERMILLION))


def course(leg: Leg) -> FloatArray:
    """(n, 3) the places that a leg leads through, a little above the floor."""
    return np.asarray(np.add(leg_places(leg), (0.0, 0.0, 0.08)))
