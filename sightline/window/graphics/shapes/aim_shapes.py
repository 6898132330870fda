"""The shapes of an aim, a marker or template before it is laid: its outline, the cloud of places where it may end."""

from collections.abc import Iterator

import numpy as np

from rules.hazards.blast_marker import ENDED
from rules.hazards.blast_odds import BlastOdds
from rules.hazards.flame_hits import Flame
from scene.base.memo import memoized
from scene.geometry.mesh import Point
from scene.hazards.flame_shape import outline
from sightline.drawing.hazards.blast_picture import COLOURS
from sightline.drawing.rendering import palette
from sightline.window.battle.template_aim import Aim
from sightline.window.graphics.shapes.gl_shapes import TriangleBatch, disc, joined, ribbon, shape, tiles

ABOVE = 0.08
"""Inches above its floor at which it is drawn."""
DOT = 0.11
"""Inches that a place of the cloud is wide."""
OPAQUE = 0.6


def aim_shapes(aim: Aim) -> Iterator[TriangleBatch]:
    """The parts of it, all of them see-through."""
    laid = aim.laid
    if laid is None:
        return
    if laid.why_not:
        yield disc(_lifted(aim.place), 0.6, palette.VERMILLION, rim=0.14)
    elif laid.flame is not None:
        yield flame_shape(laid.flame)
    elif laid.shot is not None and laid.shot.marker is not None and laid.odds is not None:
        middle, radius = _lifted(laid.shot.marker.middle), laid.shot.marker.radius
        yield _cloud(laid.odds)
        yield joined([disc(middle, radius, palette.ORANGE, opaque=0.3), disc(middle, radius, palette.INK, rim=0.07)])


@memoized
def flame_shape(flame: Flame) -> TriangleBatch:
    """A flame template where it lies."""
    edge = outline(flame.drop)[0] + np.array([0.0, 0.0, ABOVE])
    middle = edge.mean(axis=0)
    fan = np.stack([edge, np.roll(edge, -1, axis=0), np.broadcast_to(middle, edge.shape)], axis=1)
    rim = ribbon(np.concatenate([edge, edge[:1]]), 0.07, palette.VERMILLION)
    return joined([shape(np.asarray(fan), palette.ORANGE, opaque=0.38), rim])


@memoized
def _cloud(odds: BlastOdds) -> TriangleBatch:
    """Where the middle may come to lie: a square for each direction and throw, in the colour of its end."""
    inks = np.array([[*COLOURS[end], 255.0 * OPAQUE] for end in ENDED], dtype=np.float32) / np.float32(255.0)
    return tiles(odds.cloud + np.array([0.0, 0.0, ABOVE]), DOT, inks[odds.kinds])


def _lifted(place: Point) -> Point:
    return place[0], place[1], place[2] + ABOVE
