"""Resting on pieces: what of a scan stands on its pieces stands on them exactly, where their shapes are known.

Tags tell the height of a piece or of a base on a deck to some tenths of a millimetre, each for itself. So it would float a
little above the deck, or be sunk into it, and the scanned table would have gaps that are not there. What comes out near the top
of a piece is let down onto it, and its height goes with that piece's from then on.

It comes to rest on the highest that a quarter of its underside meets, not on the very highest: being half a millimetre off, it
may seem to stand on the kerb beside it.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from capture.objects.figure_placement import GROUND_SIGMA, PlacedFigure
from capture.objects.placed_objects import PlacedObject
from capture.objects.terrain_placement import ON_GROUND, PlacedPiece
from scene.geometry.mesh import FloatArray
from scene.geometry.rigid_transform import RigidTransform
from scene.table.resting import bears, lowest, tops
from scene.table.table import MM_PER_INCH, Piece
from scene.table_io.table_document import PieceEntry

Build = Callable[[PieceEntry], Piece]
"""Makes a piece with its shape of its entry, as `scene.table_io.table_reading.Builder.piece` does."""

NEAR, SIGMAS = 0.5 / MM_PER_INCH, 3.0
"""Inches and standard deviations: a piece whose height differs by no more from that of what is below stands on it.

Figures always stand on something, but a bridge may hang between two decks and a little above a third.
"""

SOLE = 0.01
"""Inches: what of a piece is no higher above its lowest point stands on what is below."""

RINGS = (0.0, 0.3, 0.6, 0.9)
"""Of a base's radius: where it is looked what it stands on."""


def settled_pieces(placed: Sequence[PlacedPiece], build: Build) -> tuple[PlacedPiece, ...]:
    """The pieces in their order; those that stand on others are let down onto them. Pieces that may lean stay as they are."""
    solid = {each.entry.id: build(each.entry) for each in placed}
    found = dict[str, PlacedPiece]()
    for each in sorted(placed, key=lambda one: lowest(solid[one.entry.id])):
        found[each.entry.id] = each
        if each.on_ground or each.entry.rotation is not None:
            continue
        below = [(other.thing, solid[name]) for name, other in found.items() if other is not each]
        if (thing := _let_down(each.thing, _sole(solid[each.entry.id]), below, near=_near(each.thing))) is not None:
            entry = replace(each.entry, position=thing.pose.position)
            found[each.entry.id] = replace(each, thing=thing, entry=entry)
            solid[each.entry.id] = replace(solid[each.entry.id], pose=thing.pose)
    return tuple(found[each.entry.id] for each in placed)


def settled_figures(placed: Sequence[PlacedFigure], pieces: Sequence[PlacedPiece], build: Build) -> tuple[PlacedFigure, ...]:
    """The figures; those that stand on pieces are let down onto them. What lies stays as it is."""
    below = [(each.thing, build(each.entry)) for each in pieces]
    return tuple(_settled(each, below) for each in placed)


def _settled(figure: PlacedFigure, below: Sequence[tuple[PlacedObject, Piece]]) -> PlacedFigure:
    place, base_mm = figure.thing.pose.position, figure.entry.base_mm
    if place[2] <= ON_GROUND or not base_mm or figure.entry.status not in {None, "standing"}:
        return figure
    thing = _let_down(figure.thing, _base(place, base_mm / 2.0 / MM_PER_INCH), below, near=ON_GROUND)
    if thing is None:
        return figure
    own = thing.own.copy()
    own[2, 2] += GROUND_SIGMA**2
    return replace(figure, thing=replace(thing, own=own), entry=replace(figure.entry, position=thing.pose.position))


def _sole(piece: Piece) -> FloatArray:
    """(n, 3) the points of a piece on which it stands."""
    points = piece.placed.vertices
    return points[points[:, 2] <= lowest(piece) + SOLE]


def _base(place: tuple[float, float, float], radius: float) -> FloatArray:
    """(n, 3) points of a base's underside."""
    turns = np.linspace(0.0, 2.0 * np.pi, 24, endpoint=False)
    ring = np.stack([np.cos(turns), np.sin(turns), np.zeros_like(turns)], axis=1)
    return np.asarray(place + np.concatenate([radius * share * ring for share in RINGS]))


def _near(thing: PlacedObject) -> float:
    return max(NEAR, SIGMAS * float(np.sqrt(max(thing.own[2, 2], 0.0))))


def _let_down(
    thing: PlacedObject, sole: FloatArray, below: Sequence[tuple[PlacedObject, Piece]], *, near: float
) -> PlacedObject | None:
    """The thing on what bears it; None where its height says that nothing does."""
    bearing = [(support, piece) for support, piece in below if bears(piece)]
    if not bearing or not len(sole):
        return None
    bottom = float(sole[:, 2].min())
    heights = np.stack([tops(piece, sole[:, :2], bottom + near) for _, piece in bearing])
    heights[~(np.abs(heights - bottom) <= near)] = -np.inf
    held = heights.max(axis=0)
    held = held[np.isfinite(held)]
    if not len(held):
        return None
    level = float(np.sort(held)[-1 - len(held) // 4])
    most = int(np.argmax((np.abs(heights - level) < SOLE).sum(axis=1)))
    return _borne(thing, bearing[most][0], thing.pose.position[2] + level - bottom)


def _borne(thing: PlacedObject, support: PlacedObject, height: float) -> PlacedObject:
    """The thing at a height that goes with its support's, and that leans as its support does."""
    x, y, _ = thing.pose.position
    carried = _carried(np.subtract(thing.pose.position, support.pose.position))
    slopes, own = thing.slopes.copy(), thing.own.copy()
    held = [2, 3, 4]
    slopes[held] = carried @ support.slopes
    own[held], own[:, held] = 0.0, 0.0
    own[np.ix_(held, held)] = carried @ support.own @ carried.T
    return replace(thing, pose=RigidTransform((x, y, height), thing.pose.rotation), slopes=slopes, own=own)


def _carried(away: FloatArray) -> FloatArray:
    """(3, 6): height and tilts of a thing by the small changes of what bears it, whose place is ``away`` (3,) from its."""
    dx, dy, _ = away
    found = np.zeros((3, 6))
    found[0, [2, 3, 4]] = 1.0, dy, -dx
    found[1, 3] = found[2, 4] = 1.0
    return found
