"""Made-up clicks: true shapes, seen by true cameras, clicked in by people who miss."""

from collections.abc import Sequence

import numpy as np
from scipy.spatial import cKDTree

from capture.adjustment.rotation_vectors import matrices, pose_of
from capture.clicking.click_shapes import SHAPES
from capture.clicking.clickable_photos import ClickablePhotos
from capture.clicking.shape_fit import CornerClick, ShapeFit
from capture.clicking.shape_frame import ClickShape
from capture.objects.projection import projected
from scene.geometry.camera_model import CameraView
from scene.geometry.mesh import FloatArray
from scene.table.table import MM_PER_INCH
from tests.capture.made_scans import view_from

LEAN = np.radians(0.3)
VIEWS = tuple(view_from(36.0 * i + 7.0, height=(34.0, 20.0)[i % 2]) for i in range(10))
TAG_PIXELS = 0.3
"""By which corners of tags are off; the poses of photos hang on them."""
TOGETHER = 0.4 / MM_PER_INCH
"""Inches: by how much all photos are off together."""


def drawn_numbers(name: str, rng: np.random.Generator) -> FloatArray:
    """A shape somewhere on the table, hardly leaning, either way round."""
    place = [rng.uniform(10, 38), rng.uniform(8, 28), rng.normal() * 0.2 / MM_PER_INCH]
    turn, lean = rng.uniform(-3, 3), list(rng.normal(size=2) * LEAN)
    way = rng.choice([-1.0, 1.0])
    match name:
        case "cylinder":
            return np.array([*place, 0.0, *lean, rng.uniform(0.5, 2), rng.uniform(1, 4)])
        case "pipe":
            return np.array(
                [*place[:2], rng.uniform(0.5, 3), turn, 0.0, rng.normal() * 0.1, rng.uniform(0.2, 0.8), rng.uniform(3, 9)]
            )
        case "ladder":
            return np.array(
                [*place, turn, rng.uniform(0.05, 0.3), rng.normal() * 0.02, rng.uniform(0.8, 1.2), rng.uniform(3, 5)]
            )
        case "prism":
            count = int(rng.integers(3, 8))
            angles = way * (2.0 * np.pi * np.arange(count) / count + rng.uniform(-0.3, 0.3, count))
            plan = place[:2] + rng.uniform(1.5, 3, count)[:, None] * np.column_stack([np.cos(angles), np.sin(angles)])
            return np.array([place[2], rng.uniform(1, 4), *plan.reshape(-1)])
    size = [rng.uniform(1.5, 6), way * (rng.uniform(0.15, 0.5) if name == "wall" else rng.uniform(1.5, 4)), rng.uniform(1, 4)]
    return np.array([*place, turn, *lean, *size, *([rng.uniform(0.1, 0.4)] if name == "platform" else [])])


def needed_corners(shape: ClickShape, numbers: FloatArray) -> range:
    """The corners that are to be clicked at least; of a prism all."""
    return range(shape.needed if shape.lengths else (len(numbers) - 2) // 2)


def clicks_on(
    shape: ClickShape,
    numbers: FloatArray,
    views: Sequence[CameraView],
    used: Sequence[int],
    rng: np.random.Generator,
    pixels: float,
) -> list[CornerClick]:
    """Clicks on the needed corners in some of the views, so many pixels off; ends of pipes are clicked in either order."""
    corners, found = np.array(needed_corners(shape, numbers)), list[CornerClick]()
    for photo in used:
        places = shape.corner_places(numbers, corners, np.array([views[photo].pose.position] * len(corners)))
        clicked = views[photo].project(places) + rng.normal(size=(len(corners), 2)) * pixels
        swapped = shape.name == "pipe" and rng.random() < 0.5
        for corner, (x, y) in zip(corners.tolist(), clicked.tolist(), strict=True):
            found.append(CornerClick({0: 1, 1: 0}.get(corner, corner) if swapped else corner, photo, (x, y)))
    return found


def exact_photos() -> ClickablePhotos:
    """Photos whose places are known exactly."""
    return ClickablePhotos(
        tuple(f"photo-{i}.jpg" for i in range(len(VIEWS))), VIEWS, np.zeros((6 * len(VIEWS), 6 * len(VIEWS)))
    )


def surveyed_photos(rng: np.random.Generator, views: Sequence[CameraView] = VIEWS) -> tuple[ClickablePhotos, list[CameraView]]:
    """Photos whose places hang on tags, as a scan has them, and where they truly were."""
    covariance = np.zeros((6 * len(views), 6 * len(views)))
    tags = np.column_stack([rng.uniform(2, 46, 15), rng.uniform(2, 34, 15), rng.uniform(0, 1, 15)])
    for i, view in enumerate(views):
        slopes = projected(view, i, tags).by_pose.reshape(-1, 6)
        slopes = slopes[np.isfinite(slopes).all(axis=1)]
        covariance[6 * i : 6 * i + 6, 6 * i : 6 * i + 6] = np.linalg.inv(slopes.T @ slopes / TAG_PIXELS**2)
    together = np.tile(np.concatenate([np.eye(3) * TOGETHER, np.zeros((3, 3))]), (len(views), 1))
    covariance += together @ together.T
    errors = np.linalg.cholesky(covariance + 1e-15 * np.eye(len(covariance))) @ rng.normal(size=len(covariance))
    true = [
        CameraView(
            view.lens, pose_of(matrices(error[None, 3:])[0] @ view.pose.matrix, np.array(view.pose.position) + error[:3])
        )
        for view, error in zip(views, errors.reshape(-1, 6), strict=True)
    ]
    return ClickablePhotos(tuple(f"photo-{i}.jpg" for i in range(len(views))), tuple(views), covariance), true


def vertices_off(fit: ShapeFit, numbers: FloatArray) -> FloatArray:
    """(vertices,) inches from the true ones; of round shapes and ladders the nearest true ones count."""
    true, found = fit.shape.solid(numbers).vertices, fit.mesh.vertices
    if fit.shape.name in {"pipe", "ladder"}:
        return np.asarray(cKDTree(true).query(found)[0])
    return np.asarray(np.linalg.norm(found - true, axis=1))


__all__ = ["SHAPES", "VIEWS", "clicks_on", "drawn_numbers", "exact_photos", "needed_corners", "surveyed_photos", "vertices_off"]
