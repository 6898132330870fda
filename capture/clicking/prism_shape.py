"""Prisms: upright solids over any outline, which are clicked by the corners of their tops."""

from collections.abc import Mapping

import numpy as np
from shapely import Polygon

from capture.clicking.shape_frame import LEAST, ClickShape, no_turn
from scene.geometry.mesh import FloatArray, IntArray, Mesh

MOST_CORNERS = 12

# Prisms: the height of the foot, that of the top, then x, y of every corner of its plan.


def _prism_start(places: Mapping[int, FloatArray]) -> FloatArray:
    tops = np.array([places[corner] for corner in sorted(places)])
    return np.concatenate([[0.0, float(tops[:, 2].mean())], tops[:, :2].reshape(-1)])


def _prism_corners(numbers: FloatArray, corners: IntArray, _eyes: FloatArray) -> FloatArray:
    plan = numbers[2:].reshape(-1, 2)
    return np.column_stack([plan[corners], np.full(len(corners), numbers[1])])


def _prism_solid(numbers: FloatArray) -> Mesh:
    from manifold3d import triangulate

    plan = numbers[2:].reshape(-1, 2)
    count = len(plan)
    area = 0.5 * float(np.sum(plan[:, 0] * np.roll(plan[:, 1], -1) - plan[:, 1] * np.roll(plan[:, 0], -1)))
    order = np.arange(count) if area > 0.0 else np.arange(count)[::-1]
    top = order[np.asarray(triangulate([plan[order]]))]
    after = np.roll(order, -1)
    sides = np.concatenate(
        [np.stack([order + count, after + count, after], axis=-1), np.stack([order + count, after, order], axis=-1)]
    )
    vertices = np.concatenate([np.column_stack([plan, np.full(count, z)]) for z in (numbers[1], numbers[0])])
    return Mesh.of(vertices, np.concatenate([top, top[:, ::-1] + count, sides]))


def _prism_fault(numbers: FloatArray) -> str:
    outline = Polygon(numbers[2:].reshape(-1, 2))
    if not outline.is_valid or outline.area < LEAST**2:
        return "its outline crosses itself or has no area; click its corners one after the other round it"
    return "" if numbers[1] - numbers[0] >= LEAST else "its top is not above the ground"


PRISM = ClickShape(
    "prism",
    "structure",
    tuple(f"corner {number} of its top, one after the other round it" for number in range(1, MOST_CORNERS + 1)),
    3, (), _prism_start, _prism_corners, _prism_solid, no_turn, lower=0, fault=_prism_fault,
)  # fmt: skip
