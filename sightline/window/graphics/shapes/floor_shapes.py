"""The shapes of paint on the floors about where a figure could stand: who watches, in what cover, what chances, what threat."""

import numpy as np

from scene.base.memo import memoized
from scene.geometry.mesh import BoolArray, FloatArray, IntArray
from sightline.drawing.rendering.palette import Rgb
from sightline.window.graphics.shapes.drawn_object import UNLIT, DrawnObject
from sightline.window.graphics.shapes.gl_shapes import TriangleBatch, joined, tiles
from sightline.window.intents.intents import Overlay
from sightline.window.stand_points.threat_places import APART, ThreatPlaces
from sightline.window.stand_points.watched_places import WatchedPlaces
from sightline.window.view.floor_panels import (
    CHANCE_TILES,
    COVER_SIGNS,
    THREAT_FROM,
    THREAT_SIGNS,
    WATCHED_SIGNS,
    Sign,
    chance_colour,
    watched_classes,
)

ABOVE = 0.03
"""Inches that paint lies above the floor."""
OPAQUE = 0.62
NEARER = 4e-6
"""As a part of what OpenGL calls depth, so that paint lies upon its floor."""
ALONE = 3.0
"""Of one enemy alone, each third of the places that he tried counts as an enemy."""
BANDS = 12
"""Colours of chances."""


@memoized
def _painted_before(_found: WatchedPlaces | ThreatPlaces) -> dict[str, DrawnObject]:
    """What has been painted of an answer."""
    return {}


def watched_shape(found: WatchedPlaces, overlay: Overlay) -> DrawnObject:
    """The places in reach: by who sees them, by the cover from those, or by the best chance to hit somebody."""
    drawn = _painted_before(found)
    if overlay not in drawn:
        if overlay == "watched":
            drawn[overlay] = _by_sign(found.places, found.step, watched_classes(found), WATCHED_SIGNS)
        elif overlay == "cover":
            drawn[overlay] = _by_sign(found.places, found.step, found.worst - 1, COVER_SIGNS)
        else:
            drawn[overlay] = _by_chance(found)
    return drawn[overlay]


def threat_shape(found: ThreatPlaces, foe: str | None) -> DrawnObject:
    """The floors that enemies can shoot at next turn, by how many on average; or one enemy's part of them alone."""
    drawn, names = _painted_before(found), [threat.foe.id for threat in found.threats]
    foe = foe if foe in names else ""
    assert foe is not None
    if foe not in drawn:
        weight = found.shares[:, names.index(foe)] * ALONE if foe else found.shares.sum(axis=1)
        classes = np.searchsorted(np.array(THREAT_FROM), weight, side="left") - 1
        drawn[foe] = _by_sign(found.places, APART, classes, THREAT_SIGNS)
    return drawn[foe]


def _by_sign(places: FloatArray, step: float, classes: IntArray, signs: tuple[Sign, ...]) -> DrawnObject:
    """Squares by the numbers of their signs (n,); below zero there is none."""
    return _unlit([_squares(places, step * size, colour, classes == number) for number, (_, colour, size) in enumerate(signs)])


def _by_chance(found: WatchedPlaces) -> DrawnObject:
    most = max(float(found.best.max(initial=0.0)), 1e-9)
    share = found.best / most
    parts, upper = [], 2.0
    for least, size in CHANCE_TILES:
        here = (share >= least) & (share < upper) & (share > 0.0)
        bands = np.round(share * BANDS).astype(int)
        for band in np.unique(bands[here]).tolist():
            parts.append(_squares(found.places, found.step * size, chance_colour(band / BANDS), here & (bands == band)))
        upper = least
    return _unlit(parts)


def _squares(places: FloatArray, size: float, colour: Rgb, use: BoolArray) -> TriangleBatch:
    ink = np.tile(np.array([*np.array(colour) / 255.0, OPAQUE], dtype=np.float32), (int(use.sum()), 1))
    return tiles(places[use] + [0.0, 0.0, ABOVE], size, ink)


def _unlit(parts: list[TriangleBatch]) -> DrawnObject:
    return DrawnObject(joined(parts), kind=UNLIT, nearer=NEARER, blended=True, upon=True)
