"""Round shapes, upright cylinders and lying pipes, which are clicked by the ends of their outlines.

As seen from a photo, the rim of an end meets the straight edge of the outline where a tangent from the eye touches it. These
places differ from photo to photo; all of them are functions of the same numbers.
"""

from collections.abc import Mapping

import numpy as np

from capture.clicking.shape_frame import ClickShape, frame_of, no_turn, placed, turn_of
from scene.geometry.mesh import FloatArray, IntArray, Mesh

SEGMENTS = 48
"""Sides of what is round."""

# Round ones: of a cylinder x, y, z, turn (always 0), two leans, radius, height; of a pipe x, y, z of the middle of one end,
# azimuth, 0, fall of its direction, radius, length. The own z of the cylinder, and the own x of the pipe, are the axis.


def _side_points(radius: float, eyes: FloatArray, side: FloatArray) -> FloatArray:
    """(m, 2) where the circle about the origin is touched by tangents from eyes (m, 2), at their left (1) or right (-1)."""
    far = np.maximum(np.linalg.norm(eyes, axis=1), radius * 1.001)
    towards = np.arctan2(eyes[:, 1], eyes[:, 0])
    angle = towards - side * np.arccos(radius / far)
    return radius * np.stack([np.cos(angle), np.sin(angle)], axis=-1)


def _round_corners(numbers: FloatArray, corners: IntArray, eyes: FloatArray, along: int) -> FloatArray:
    """Corners 0 and 1 are the left and right end of the first rim, 2 and 3 those of the second."""
    own = (eyes - numbers[:3]) @ frame_of(numbers)
    radius, length = abs(float(numbers[6])), float(numbers[7])
    flat = [axis for axis in (0, 1, 2) if axis != along]
    found = np.zeros((len(corners), 3))
    found[:, flat] = _side_points(radius, own[:, flat], np.where(corners % 2 == 0, 1.0, -1.0))
    found[:, along] = np.where(corners < 2, 0.0, length)
    return placed(numbers, found)


def _drum(numbers: FloatArray, along: int) -> Mesh:
    radius, length = abs(float(numbers[6])), float(numbers[7])
    angles = 2.0 * np.pi * np.arange(SEGMENTS) / SEGMENTS
    # As large in section as the circle.
    out = radius * np.sqrt((2.0 * np.pi / SEGMENTS) / np.sin(2.0 * np.pi / SEGMENTS))
    flat = [axis for axis in (0, 1, 2) if axis != along]
    own = np.zeros((2 * SEGMENTS + 2, 3))
    for end, at in ((0, 0.0), (1, length)):
        own[end * SEGMENTS : (end + 1) * SEGMENTS, flat] = out * np.stack([np.cos(angles), np.sin(angles)], axis=-1)
        own[end * SEGMENTS : (end + 1) * SEGMENTS, along] = at
    own[-1, along] = length
    here = np.arange(SEGMENTS)
    after, upper, first, last = (here + 1) % SEGMENTS, here + SEGMENTS, 2 * SEGMENTS, 2 * SEGMENTS + 1
    beyond = after + SEGMENTS
    sides = [(here, after, beyond), (here, beyond, upper)]
    ends = [(np.full(SEGMENTS, first), after, here), (np.full(SEGMENTS, last), upper, beyond)]
    faces = np.concatenate([np.stack(corners, axis=-1) for corners in (*sides, *ends)])
    return Mesh.of(placed(numbers, own), faces)


def _cylinder_start(places: Mapping[int, FloatArray]) -> FloatArray:
    # The two ends of a rim are not the same points in all photos, but lie on both sides of its middle.
    middle = (places[0] + places[1]) / 2.0
    foot = float(np.mean([places[corner][2] for corner in (2, 3) if corner in places])) if {2, 3} & set(places) else 0.0
    radius = max(float(np.linalg.norm(places[1] - places[0])) / 2.0, 1e-3)
    return np.array([middle[0], middle[1], foot, 0.0, 0.0, 0.0, radius, max(float(middle[2]) - foot, 1e-3)])


def _cylinder_corners(numbers: FloatArray, corners: IntArray, eyes: FloatArray) -> FloatArray:
    # The upper rim is clicked first.
    return _round_corners(numbers, np.where(corners < 2, corners + 2, corners - 2), eyes, 2)


def _pipe_start(places: Mapping[int, FloatArray]) -> FloatArray:
    one, two = (places[0] + places[1]) / 2.0, (places[2] + places[3]) / 2.0
    along = two - one
    radius = max(float(np.linalg.norm(places[1] - places[0])) / 2.0, 1e-3)
    fall = float(np.arctan2(-along[2], np.hypot(along[0], along[1])))
    length = max(float(np.linalg.norm(along)), 1e-3)
    return np.array([*one, np.arctan2(along[1], along[0]), 0.0, fall, radius, length])


def _pipe_corners(numbers: FloatArray, corners: IntArray, eyes: FloatArray) -> FloatArray:
    return _round_corners(numbers, corners, eyes, 0)


CYLINDER = ClickShape(
    "cylinder",
    "structure",
    (
        "the left end of its upper rim, as seen here",
        "the right end of the upper rim",
        "the left end of the lower rim",
        "the right end of the lower rim",
    ),
    2, (2, 3), _cylinder_start, _cylinder_corners, lambda numbers: _drum(numbers, 2), no_turn,
    level=(3, 4, 5), lengths=(6, 7), rounded=True,
)  # fmt: skip
PIPE = ClickShape(
    "pipe",
    "structure",
    (
        "one edge of the outline at one end",
        "the other edge at that end",
        "the first edge at the other end",
        "the other edge there",
    ),
    4, (), _pipe_start, _pipe_corners, lambda numbers: _drum(numbers, 0), turn_of,
    level=(4,), lengths=(6, 7), rests=False, rounded=True,
)  # fmt: skip
