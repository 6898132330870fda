"""Limits of what a card says: for a lens beside the eye, and for a card that stands not quite as its figure did.

A blocker z from the eye moves over a target D away by p = off x (D - z) / z millimetres where the lens is off. For a lens that
is taken to be off by 0.85 mm, 1 + 6 p points held 98 % of the errors where it was off by 0.5 mm along each axis, and 94 % by 1.
"""

import math

import numpy as np
from scipy.ndimage import distance_transform_edt

from capture.shot_cards.card_layout import SAMPLE_MM, CardLayout
from scene.geometry.mesh import BoolArray, FloatArray
from scene.geometry.ray_casting import Rays, mesh_rays
from scene.table.table import MM_PER_INCH, Table
from scene.visibility.occluders import occluders

LENS_POINTS, LENS_SLOPE, LENS_MOST = 0.01, 0.06, 0.35
"""The limits of 95 % for a lens beside the eye, as shares: what always is, for each millimetre of p, and at most."""
COUNTED = 0.035
"""As a share: within which what is seen of a silhouette is counted in a photo where half of it is, 95 %."""
LIKE_SO_MANY = 2
"""What is known of the lens before photos are taken counts like so many differences between them."""
STAND_MM = 0.3
"""What a figure and its card may stand apart along each axis: a fold and a print, standard deviation."""
PUT_DOWN = np.radians(3.0)
"""How far a ring is turned where it is put down, a standard deviation."""
TURNED = 0.006
"""As a share: what 3 degrees of turn between the two change, standard deviation."""
UNLIKE = 0.04
"""As a share, a standard deviation: what is hidden of a silhouette from before, on a level, and of the figure as it stands."""
LAMP_MM = 0.7
"""Millimetres of a lamp on its stand from the eye: half a one along each axis."""
ASSUMED = 0.25
"""Where nothing is known of what is between, nothing is taken to be nearer to the eye than this part of the way."""
HIDDEN_MORE = 0.15
"""By so much more may be hidden in a photo than known scenery hides, before something else has to stand there."""
ODD = 2.0
"""Limits of one photo by which it says something else than the others, more than holding the lens anew explains."""
DRAWS = 32
BEFORE = 0.995
"""The share of the way to a silhouette in which something is before it."""


def lens_points(layout: CardLayout, off_mm: float, nearest_mm: float | None) -> float:
    """As a share: what a lens or lamp that is so far beside the eye may change.

    Args:
        layout: the card.
        off_mm: how far, across the line.
        nearest_mm: from the eye to the nearest of what is between; None where nothing is.
    """
    if nearest_mm is None:
        return LENS_POINTS
    near = min(max(nearest_mm, 1.0), layout.far)
    return min(LENS_POINTS + LENS_SLOPE * off_mm * (layout.far - near) / near, LENS_MOST)


def mean_points(hidden: FloatArray, alone: float) -> float:
    """As a share: what the places of the lens may change in the mean of photos (n,) for each of which it was held anew.

    Args:
        hidden: the share that each says.
        alone: `lens_points` of one of them.
    """
    count = len(hidden)
    if count < 2:
        return alone
    known = LIKE_SO_MANY * (alone / 2.0) ** 2 + float(np.sum((hidden - hidden.mean()) ** 2))
    return 2.0 * math.sqrt(known / (LIKE_SO_MANY + count - 1) / count)


def odd_photos(hidden: FloatArray, alone: float) -> BoolArray:
    """(n,) which photos say something else than the others, so that something was moved between them: both of two.

    Args:
        hidden: the share that each says.
        alone: within which one of them is right, 95 %.
    """
    others = [np.delete(hidden, row) for row in range(len(hidden))]
    middle = np.array([np.median(rest) if len(rest) else own for own, rest in zip(hidden, others, strict=True)])
    return np.asarray(np.abs(hidden - middle) > ODD * alone)


def stand_sigma(layout: CardLayout, seen: BoolArray) -> float:
    """As a share, a standard deviation: by how much a figure is hidden otherwise that stands a little beside its card.

    What is beside the silhouette is taken to be as at its edge.
    """
    samples, weights = layout.samples[:, :2], layout.weights
    cells = np.round((samples - samples.min(axis=0)) / SAMPLE_MM).astype(np.int64)
    width, height = (cells.max(axis=0) + 1).tolist()
    value, unknown = np.zeros((height, width)), np.ones((height, width), dtype=bool)
    value[cells[:, 1], cells[:, 0]], unknown[cells[:, 1], cells[:, 0]] = seen, False
    at = distance_transform_edt(unknown, return_distances=False, return_indices=True)
    whole = value[at[0], at[1]]
    # A ring that is put down turned swings the card about the middle of the base.
    sigma = np.hypot(STAND_MM, [layout.base_mm / 2.0 * PUT_DOWN, 0.0])
    shifts = np.random.default_rng(5).normal(0.0, sigma / SAMPLE_MM, (DRAWS, 1, 2))
    moved = np.round(cells + shifts).astype(np.int64).clip(0, [width - 1, height - 1])
    return float(np.std(whole[moved[..., 1], moved[..., 0]] @ weights - weights @ seen))


def counted_points(hidden: float) -> float:
    """As a share: what counting may be off; nothing where all or nothing is seen."""
    return COUNTED * 2.0 * math.sqrt(max(hidden * (1.0 - hidden), 0.0))


def turned_sigma(hidden: float) -> float:
    """The same for a silhouette that is turned otherwise than its figure: most where half is hidden, none at either end."""
    return TURNED * 2.0 * math.sqrt(max(hidden * (1.0 - hidden), 0.0))


def nearest_known(table: Table, layout: CardLayout, shooter: str) -> tuple[float | None, float]:
    """Millimetres from the eye to the nearest known thing before a silhouette, None for nothing; and the share that is hidden.

    Args:
        table: with the scenery and figures that are known.
        layout: the card.
        shooter: whose body is not in the way.
    """
    eye, ways = layout.to_table(layout.eye), layout.to_table(layout.samples) - layout.to_table(layout.eye)
    share = _met(occluders(table.terrain).rays, eye, ways)
    for figure in table.figures:
        if figure.id not in {shooter, layout.target.id} and len(figure.body.counts.faces):
            own = ways @ figure.pose.matrix
            share = np.minimum(share, _met(mesh_rays(figure.body.counts), figure.pose.to_own(eye), own))
    met = np.isfinite(share)
    if not met.any():
        return None, 0.0
    far = share[met] * np.linalg.norm(ways[met], axis=1)
    return float(far.min()) * MM_PER_INCH, float(layout.weights @ met)


def _met(rays: Rays, eye: FloatArray, ways: FloatArray) -> FloatArray:
    """(n,) shares of ways from an eye at which something is met; infinite for nothing."""
    hits = rays.first_hits(np.broadcast_to(eye, ways.shape), ways, np.full(len(ways), BEFORE))
    return np.where(hits.mesh >= 0, hits.distance, np.inf).astype(np.float64)
