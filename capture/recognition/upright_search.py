"""The search for a piece that stands upright somewhere: two matches say where, and the most others that agree decide."""

from dataclasses import dataclass

import numpy as np

from capture.clicking.clickable_photos import HIGHEST, LOWEST, ClickablePhotos
from capture.recognition.look import Look
from capture.recognition.look_matching import LookMatches
from scene.geometry.mesh import BoolArray, FloatArray
from scene.geometry.rigid_transform import RigidTransform

DRAWN = 6_000
"""Pairs of matches that are tried."""
TOLD = 0.4
"""Inches in plan: points of a pair that are nearer do not tell the turn."""
OFF = 8.0
"""Pixels: what is shown no farther from its match agrees; a place that hangs on two features is not nearer."""
SIDEWAYS = np.cos(np.radians(50.0))
"""Features are not known again from much farther round than they were seen from."""
LARGER = 1.8
"""Times: by so much may a feature be larger or smaller than it ought to be there."""
NEAREST = 4.0
"""Inches from a camera."""
AT_ONCE = 500


@dataclass(frozen=True, eq=False)
class FoundPlace:
    """Where a piece may stand, and (n,) which of the matches agree."""

    pose: RigidTransform
    agree: BoolArray


def best_place(photos: ClickablePhotos, look: Look, matches: LookMatches, rng: np.random.Generator) -> FoundPlace | None:
    """The place that most matches agree on; None where no pair tells one.

    Source: Fischler and Bolles, Random Sample Consensus (1981).
    """
    places = _drawn(photos, look, matches, rng)
    best, most = None, 0
    for first in range(0, len(places), AT_ONCE):
        agree = _agreeing(photos, look, matches, places[first : first + AT_ONCE])
        counts = agree.sum(axis=1)
        if counts.max(initial=0) > most:
            index = int(np.argmax(counts))
            most = int(counts[index])
            x, y, z, turn = places[first + index].tolist()
            best = FoundPlace(RigidTransform.turned((x, y, z), float(np.degrees(turn))), agree[index])
    return best


def _drawn(photos: ClickablePhotos, look: Look, matches: LookMatches, rng: np.random.Generator) -> FloatArray:
    """(n, 4) x, y, z, turn by pairs of matches that were drawn."""
    count = len(matches.photo)
    if count < 2:
        return np.zeros((0, 4))
    one, other = rng.integers(0, count, (2, DRAWN))
    points = look.points[look.of[matches.sighting]]
    told = np.hypot(*(points[one] - points[other])[:, :2].T) > TOLD
    one, other = one[told], other[told]
    eyes = photos.eyes[matches.photo]
    return upright_places(
        (eyes[one], matches.rays[one], points[one]),
        (eyes[other], matches.rays[other], points[other]),
    )


Seen = tuple[FloatArray, FloatArray, FloatArray]
"""Eyes, unit rays and points of the own frame, (n, 3) each."""


def upright_places(one: Seen, other: Seen) -> FloatArray:
    """(k, 4) x, y, z, turn in radians of all upright poses in which two points lie on their two rays.

    The way between the points has its height, which makes one distance follow from the other, and its length in plan, which
    is a quadratic equation for the one.
    """
    (eye, ray, point), (eye2, ray2, point2) = one, other
    apart, from_eyes = point - point2, eye - eye2
    steep = np.where(np.abs(ray2[:, 2]) > 1e-3, ray2[:, 2], 1e-3)
    start, slope = (from_eyes[:, 2] - apart[:, 2]) / steep, ray[:, 2] / steep
    fixed = from_eyes[:, :2] - start[:, None] * ray2[:, :2]
    moving = ray[:, :2] - slope[:, None] * ray2[:, :2]
    a, b = np.sum(moving**2, axis=1), np.sum(fixed * moving, axis=1)
    c = np.sum(fixed**2, axis=1) - np.sum(apart[:, :2] ** 2, axis=1)
    root = b**2 - a * c
    found = []
    for sign in (-1.0, 1.0):
        far = (-b + sign * np.sqrt(np.maximum(root, 0.0))) / np.maximum(a, 1e-12)
        way = fixed + far[:, None] * moving
        turn = np.arctan2(way[:, 1], way[:, 0]) - np.arctan2(apart[:, 1], apart[:, 0])
        cos, sin = np.cos(turn), np.sin(turn)
        own = np.column_stack([cos * point[:, 0] - sin * point[:, 1], sin * point[:, 0] + cos * point[:, 1], point[:, 2]])
        place = eye + far[:, None] * ray - own
        good = (root >= 0.0) & (far > NEAREST) & (start + slope * far > NEAREST)
        good &= (place[:, 2] > LOWEST) & (place[:, 2] < HIGHEST)
        found.append(np.column_stack([place, turn])[good])
    return np.concatenate(found)


def _agreeing(photos: ClickablePhotos, look: Look, matches: LookMatches, places: FloatArray) -> BoolArray:
    """(places, matches) whether a match lies where a place has it, seen from about as it was, and as large."""
    turn = places[:, 3]
    cos, sin, zero = np.cos(turn), np.sin(turn), np.zeros_like(turn)
    matrices = np.stack([cos, -sin, zero, sin, cos, zero, zero, zero, zero + 1.0], axis=1).reshape(-1, 3, 3)
    points = look.points[look.of[matches.sighting]]
    eyes = photos.eyes[matches.photo]
    ways = np.einsum("hij,mj->hmi", matrices, points) + places[:, None, :3] - eyes
    far = np.linalg.norm(ways, axis=2)
    focal = np.array([view.lens.focal[0] for view in photos.views])[matches.photo]
    ways /= np.maximum(far, 1e-9)[..., None]
    off = np.linalg.norm(ways - matches.rays, axis=2) * focal
    sideways = np.einsum("hij,mj,hmi->hm", matrices, look.towards[matches.sighting], -ways)
    larger = look.sizes[matches.sighting] * focal / np.maximum(far, 1e-9) / matches.sizes
    return np.asarray((off < OFF) & (sideways > SIDEWAYS) & (larger < LARGER) & (larger > 1.0 / LARGER))
