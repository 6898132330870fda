"""Triangles that a camera cannot see are left out, and none that it can."""

import numpy as np
import pytest

from scene.geometry.mesh import FloatArray
from sightline.window.graphics.face_culling import FaceCulling
from sightline.window.graphics.shapes.gl_shapes import Float32
from tests.plain_scenes import box

PROJECTION = np.array([[1.2, 0.0, 0.0, 0.0], [0.0, 2.0, 0.0, 0.0], [0.0, 0.0, -1.0, -0.2], [0.0, 0.0, -1.0, 0.0]])


def town() -> Float32:
    """Blocks all over a table."""
    places = np.mgrid[0:40:4, 0:40:4].reshape(2, -1).T
    faces = [box((x, y, 0.0), (x + 2.0, y + 1.0, 1.0 + x / 7.0)).triangles for x, y in places]
    return np.concatenate(faces).reshape(-1, 3).astype(np.float32)


def view_from(eye: FloatArray, at: FloatArray) -> FloatArray:
    """(4, 4) into the frame of a camera there that looks at a place."""
    back = (eye - at) / np.linalg.norm(eye - at)
    right = np.cross([0.0, 0.0, 1.0], back)
    right /= np.linalg.norm(right)
    axes = np.array([right, np.cross(back, right), back])
    return np.block([[axes, -axes @ eye[:, None]], [np.zeros(3), 1.0]])


@pytest.mark.parametrize("eye", [(-30.3, -40.7, 30.1), (9.1, 9.3, 1.23), (20.1, 3.3, 4.03)])
def test_what_is_turned_away_or_beside_is_left_out_and_nothing_else(eye: tuple[float, float, float]) -> None:
    places, view = town(), view_from(np.array(eye), np.array([20.0, 20.0, 0.0]))
    culling = FaceCulling(places)
    shown = np.zeros(len(places) // 3, dtype=bool)
    for first, count in zip(*culling.seen(view, PROJECTION, 0.0), strict=True):
        assert first % 3 == count % 3 == 0, "whole triangles"
        shown[culling.order[first // 3 : (first + count) // 3]] = True
    corners = places.reshape(-1, 3, 3).astype(np.float64)
    fronts = np.linalg.det(corners - np.array(eye)) < 0.0
    clip = np.concatenate([corners, np.ones((*corners.shape[:2], 1))], axis=2) @ (PROJECTION @ view).T
    within = (np.abs(clip[..., :2]) <= clip[..., 3:]).all(axis=2)
    assert shown[fronts & within.max(axis=1)].all(), "all that is seen is drawn"
    assert shown[~fronts].mean() < 0.05, "but in short gaps"
    left_or_below, right_or_above = (sign * clip[..., :2] > clip[..., 3:] for sign in (-1.0, 1.0))
    beside = np.concatenate([left_or_below, right_or_above], axis=2).all(axis=1).max(axis=1)
    assert shown[beside].sum() <= 0.5 * beside.sum(), "most of what is beside the picture is not"


def test_what_is_too_small_to_be_seen_is_left_out() -> None:
    corners = np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
    places = np.concatenate([corners * size + [x, 0.0, 0.0] for x, size in ((0.0, 1.0), (2.0, 0.1), (3.0, 1.0))])
    view = view_from(np.array([0.0, -1.0, 30.0]), np.zeros(3))
    culling = FaceCulling(places.astype(np.float32))
    for tangent, wanted in ((0.0, 9), (0.074 / 30.0, 9), (0.075 / 30.0, 6), (0.75 / 30.0, 0)):
        assert culling.seen(view, PROJECTION, tangent)[1].sum() == wanted, tangent
