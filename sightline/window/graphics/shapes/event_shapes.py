"""The shapes of what dice are about, and of what they did: a marker where it was laid, went and ended, and a flame."""

from collections.abc import Iterator

import numpy as np

from rules.hazards.blast_marker import FARTHEST, Marker
from rules.hazards.flame_hits import Flame
from rules.skirmish.shooting.blast_attack import MarkerShown
from scene.geometry.mesh import Point
from sightline.drawing.hazards.blast_picture import COLOURS, MEANING
from sightline.drawing.rendering import palette
from sightline.window.battle.snapshots.logged_lines import ShotFired
from sightline.window.graphics.shapes.aim_shapes import ABOVE, flame_shape
from sightline.window.graphics.shapes.gl_shapes import TriangleBatch, disc, ribbon

SHOT = 0.07
"""Inches that the line of a shot is wide."""
BEYOND = 1.5
"""Inches that a shot goes on past whom it misses."""
HEAD = 0.45
"""Inches that the head of an arrow is long."""


def event_shapes(event: object, degrees: float | None = None) -> Iterator[TriangleBatch]:
    """The parts of it, all of them see-through; none of what cannot be drawn.

    Args:
        event: what dice are about, or what they did.
        degrees: of an arrow that is being entered and not known yet.
    """
    if isinstance(event, Flame):
        yield flame_shape(event)
    elif isinstance(event, Marker):
        yield from _marker(MarkerShown(event), None)
    elif isinstance(event, MarkerShown):
        yield from _marker(event, event.degrees if event.degrees is not None else degrees)
    elif isinstance(event, ShotFired):
        yield from _shot(event)


def ends_at(event: object) -> tuple[Point, str] | None:
    """Where a marker or a shot has ended, and how in a few words; None for anything else."""
    if isinstance(event, ShotFired):
        return event.line[1], "hit" if event.hit else "missed"
    if not isinstance(event, MarkerShown) or event.blast is None:
        return None
    return _lifted(event.blast.middle), f"blast: {MEANING[event.blast.ended]}"


def _shot(event: ShotFired) -> Iterator[TriangleBatch]:
    """The line of a shot: whole to a target that is hit, in dashes past one that is missed."""
    start, end = (np.array(place) for place in event.line)
    if event.hit:
        yield ribbon(np.array([start, end]), SHOT, palette.VERMILLION)
        return
    beyond = end + (end - start) / max(float(np.linalg.norm(end - start)), 1e-9) * BEYOND
    yield ribbon(np.array([start, beyond]), SHOT, palette.FAINT_INK, dashed=0.3)


def _marker(event: MarkerShown, degrees: float | None) -> Iterator[TriangleBatch]:
    laid, radius, blast = _lifted(event.marker.middle), event.marker.radius, event.blast
    yield disc(laid, radius, palette.INK, rim=0.07)
    yield disc(laid, 0.12, palette.INK)
    if blast is None:
        if degrees is not None:
            x, y = np.array(laid[:2]) + FARTHEST * np.array([np.cos(np.radians(degrees)), np.sin(np.radians(degrees))])
            yield from _arrow(laid, (float(x), float(y), laid[2]), palette.VERMILLION)
        return
    ended, colour = _lifted(blast.middle), COLOURS.get(blast.ended, palette.ORANGE)
    if ended != laid:
        yield from _arrow(laid, ended, palette.VERMILLION)
    yield disc(ended, radius, colour, opaque=0.35)
    yield disc(ended, radius, palette.VERMILLION, rim=0.1)


def _arrow(start: Point, end: Point, colour: palette.Rgb) -> Iterator[TriangleBatch]:
    """A line with a head at its end, from a marker to where it goes."""
    line = np.array([start, end])
    yield ribbon(line, 0.1, colour)
    along = line[1] - line[0]
    along[2] = 0.0
    if (length := float(np.linalg.norm(along))) < HEAD:
        return
    ahead = along / length
    aside = np.array([-ahead[1], ahead[0], 0.0])
    back = line[1] - HEAD * ahead
    yield ribbon(np.array([back + 0.5 * HEAD * aside, line[1], back - 0.5 * HEAD * aside]), 0.1, colour)


def _lifted(place: Point) -> Point:
    return place[0], place[1], place[2] + ABOVE
