"""Matching: which features of new photos may be which points of kept pieces, by their descriptors alone."""

from collections.abc import Mapping
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import cKDTree

from capture.clicking.clickable_photos import ClickablePhotos
from capture.recognition.local_features import Descriptors, LocalFeatures
from capture.recognition.look import Look
from scene.geometry.mesh import BoolArray, FloatArray, IntArray
from scene.geometry.rigid_transform import RigidTransform

RATIO = 0.8
"""The best sighting is at most this times as far from a feature as that of any other place of the piece (Lowe 2004, 7.1)."""
FARTHEST = 300.0
"""Distance of descriptors above which nothing is alike."""
SAME_PLACE = 0.15
"""Inches: points of a piece that are nearer show the same."""
LARGEST = 600
"""Sightings of a look that photos are asked for."""
ASKED = 6
"""Of so many most alike points, the first of another place is compared with."""
AT_ONCE = 3_000
TURN = 15.0
"""Degrees between the turns by which a look is tried on itself."""
ALIKE = 200.0
"""Distance of descriptors below which two places show the like."""
Float32 = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class LookMatches:
    """n features that may be points of one piece.

    Attributes:
        photo: (n,) the photos.
        sighting: (n,) of the piece's look.
        rays: (n, 3) unit directions in the table's frame.
        sizes: (n,) pixels: of the features.
    """

    photo: IntArray
    sighting: IntArray
    rays: FloatArray
    sizes: FloatArray

    def without(self, which: BoolArray) -> "LookMatches":
        """All but some of them."""
        return LookMatches(*(getattr(self, each.name)[~which] for each in fields(self)))


def matched(photos: ClickablePhotos, features: Mapping[int, LocalFeatures], look: Look) -> LookMatches:
    """The matches of a piece with photos by their numbers; of its look the largest features are asked for."""
    chosen = np.argsort(-look.sizes, kind="stable")[:LARGEST]
    chosen = chosen[np.argsort(look.of[chosen], kind="stable")]
    firsts = np.flatnonzero(np.append(True, np.diff(look.of[chosen]) != 0))
    known, places = look.descriptors[chosen].astype(np.float32), look.points[look.of[chosen[firsts]]]
    rows = []
    for photo, one in features.items():
        which, point = _alike(one.descriptors, known, firsts, places)
        rays = photos.views[photo].rays(one.pixels[which])
        rows.append((np.full(len(which), photo), chosen[firsts[point]], rays, one.sizes[which]))
    return LookMatches(*(np.concatenate(parts) for parts in zip(*rows, strict=True)))


def alike_turned(look: Look) -> float:
    """The largest share of its points that show the like where they come to lie when the piece is turned on the spot."""
    middle = (look.points.min(axis=0) + look.points.max(axis=0)) / 2.0
    places = look.points - middle
    tree, largest = cKDTree(places[look.of]), 0.0
    for turn in np.arange(TURN, 360.0 - TURN / 2.0, TURN):
        turned = RigidTransform.turned((0.0, 0.0, 0.0), float(turn)).to_table(places)
        moved = np.linalg.norm(turned - places, axis=1) > SAME_PLACE
        near = tree.sparse_distance_matrix(cKDTree(turned[look.of]), SAME_PLACE, output_type="coo_matrix")
        other, own = near.row[moved[look.of[near.col]]], near.col[moved[look.of[near.col]]]
        apart = np.linalg.norm(look.descriptors[own].astype(np.float32) - look.descriptors[other], axis=1)
        alike = np.unique(look.of[own[apart < ALIKE]])
        largest = max(largest, len(alike) / max(int(moved.sum()), 1))
    return largest


def _alike(asked: Descriptors, known: Float32, firsts: IntArray, places: FloatArray) -> tuple[IntArray, IntArray]:
    """Those features that are like one place only, and which point each is like."""
    squares = np.sum(known**2, axis=1)
    which, points = [np.zeros(0, int)], [np.zeros(0, int)]
    count = min(ASKED, len(places))
    for begin in range(0, len(asked), AT_ONCE):
        part = asked[begin : begin + AT_ONCE].astype(np.float32)
        # Of each point the sighting that is most alike; the greater the nearer.
        near = np.maximum.reduceat(2.0 * part @ known.T - squares, firsts, axis=1)
        best = np.argpartition(near, len(places) - count, axis=1)[:, len(places) - count :]
        best = np.take_along_axis(best, np.argsort(-np.take_along_axis(near, best, axis=1), axis=1), axis=1)
        far = np.sum(part**2, axis=1)[:, None] - np.take_along_axis(near, best, axis=1)
        apart = np.sqrt(np.maximum(far, 0.0))
        elsewhere = np.linalg.norm(places[best] - places[best[:, :1]], axis=2) > SAME_PLACE
        other = np.where(elsewhere.any(axis=1), apart[np.arange(len(part)), elsewhere.argmax(axis=1)], apart[:, -1])
        good = np.flatnonzero((apart[:, 0] < FARTHEST) & (apart[:, 0] < RATIO * other))
        which.append(begin + good)
        points.append(best[good, 0])
    return np.concatenate(which), np.concatenate(points)
