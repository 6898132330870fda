"""Learning the look of a piece from photos in which it stands: what is seen on it in two photos or more, at one place."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components
from scipy.spatial import cKDTree

from capture.adjustment.rotation_vectors import cross_matrices
from capture.clicking.clickable_photos import ClickablePhotos
from capture.clicking.followed_points import across_rays, followed_points
from capture.recognition.local_features import LENGTH, LocalFeatures, local_features
from capture.recognition.look import Look
from scene.geometry.camera_model import CameraView
from scene.geometry.mesh import BoolArray, FloatArray, IntArray, Mesh
from scene.geometry.ray_casting import RayScene
from scene.geometry.rigid_transform import RigidTransform

MARGIN = 2.0
"""Pixels beside a feature, and its own radius, within which nothing but the piece may be seen."""
GRAZING = np.cos(np.radians(75.0))
"""Faces that are seen at less than 15 degrees show nothing that is known again."""
ASIDE = 0.2
"""Inches: as far off each other may the mesh have what two photos show of one point: clicked faces are not exact."""
ALIKE = 260.0
"""Distance of descriptors above which they are not of one point."""
OFF = 2.5
"""Pixels: a point is shown no farther than this from where it was seen."""
APART = np.radians(6.0)
"""Radians: rays that differ by less tell no depth."""
LOCATED = 0.7
"""Pixels: how well a feature is located, a standard deviation along either axis."""
MOST_SIGHTINGS = 4_000


@dataclass(frozen=True, eq=False)
class _Sightings:
    """Features on the piece: photo, pixel, ray, place on the mesh, and the rest as in a look."""

    photo: IntArray
    rays: FloatArray
    places: FloatArray
    sizes: FloatArray
    descriptors: NDArray[np.uint8]


def learned_look(
    photos: ClickablePhotos,
    pictures: Mapping[int, NDArray[np.uint8]],
    mesh: Mesh,
    pose: RigidTransform,
    others: Sequence[Mesh],
    measured: tuple[FloatArray, FloatArray],
) -> Look:
    """The look of a piece.

    Args:
        photos: with their places.
        pictures: (h, w) grey, of those that are there, by their numbers.
        mesh: of the piece, on the table.
        pose: of its own frame.
        others: meshes that may hide it.
        measured: (9, 6 photos) how its parameters change with the photos' places, and (9, 9) the covariance beside these.
    """
    seen = _sightings(photos, pictures, mesh, others)
    of, points = _points(photos, seen)
    kept = _most_seen(of)
    numbers, of = np.unique(of[kept], return_inverse=True)
    points = points[numbers]
    eyes = photos.eyes[seen.photo[kept]]
    towards = eyes - points[of]
    away = np.linalg.norm(towards, axis=1, keepdims=True)
    return Look(
        pose.to_own(points),
        of,
        seen.descriptors[kept],
        towards / away @ pose.matrix,
        seen.sizes[kept] * away[:, 0] / _focals(photos, seen.photo[kept]),
        _covariance(photos, seen, kept, points, of, pose, measured),
    )


def _sightings(
    photos: ClickablePhotos, pictures: Mapping[int, NDArray[np.uint8]], mesh: Mesh, others: Sequence[Mesh]
) -> _Sightings:
    scene = RayScene([mesh, *others])
    found = []
    for photo, grey in pictures.items():
        view = photos.views[photo]
        if (window := _window(view, mesh)) is None:
            continue
        features = local_features(grey, window)
        rays, places, on_it = _on_the_piece(scene, view, features)
        chosen = features.chosen(on_it)
        found.append((np.full(len(on_it), photo), rays, places, chosen.sizes, chosen.descriptors))
    if not found:
        return _Sightings(np.zeros(0, int), np.zeros((0, 3)), np.zeros((0, 3)), np.zeros(0), np.zeros((0, LENGTH), np.uint8))
    return _Sightings(*(np.concatenate(parts) for parts in zip(*found, strict=True)))


def _window(view: CameraView, mesh: Mesh) -> tuple[int, int, int, int] | None:
    """The pixels that show a mesh; None where a photo does not show all of it."""
    shown = view.project(mesh.vertices)
    wide, high = view.lens.size
    if not np.isfinite(shown).all():
        return None
    left, top = np.clip(np.floor(shown.min(axis=0) - 8.0), 0, [wide, high]).astype(int).tolist()
    right, bottom = np.clip(np.ceil(shown.max(axis=0) + 9.0), 0, [wide, high]).astype(int).tolist()
    return (left, top, right, bottom) if right - left > 16 and bottom - top > 16 else None


def _on_the_piece(scene: RayScene, view: CameraView, features: LocalFeatures) -> tuple[FloatArray, FloatArray, IntArray]:
    """Rays (n, 3) and places (n, 3) of those features that lie on the first mesh, with its outline not too near; and which."""
    eye = np.array(view.pose.position)
    reach = features.sizes / 2.0 + MARGIN
    around = np.array([[0.0, 0.0], [1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]])
    rays = view.rays(features.pixels[:, None] + reach[:, None, None] * around)
    hits = scene.first_hits(eye[None], rays.reshape(-1, 3), which=np.zeros(5 * len(reach), dtype=np.int64))
    own = (hits.mesh.reshape(-1, 5) == 0).all(axis=1)
    far, normal = hits.distance.reshape(-1, 5)[:, 0], hits.normal.reshape(-1, 5, 3)[:, 0].astype(np.float64)
    straight = np.abs(np.sum(normal * rays[:, 0], axis=1)) / np.maximum(np.linalg.norm(normal, axis=1), 1e-12)
    which = np.flatnonzero(own & (straight > GRAZING))
    return rays[which, 0], eye + far[which, None] * rays[which, 0], which


def _points(photos: ClickablePhotos, seen: _Sightings) -> tuple[IntArray, FloatArray]:
    """(m,) which point each sighting shows, -1 for none, and the points (k, 3)."""
    count = len(seen.photo)
    pairs = _pairs(seen)
    graph = coo_array((np.ones(len(pairs)), (pairs[:, 0], pairs[:, 1])), shape=(count, count))
    of = np.asarray(connected_components(graph, directed=False)[1], np.int64)
    points, good = _agreeing(photos, seen, of)
    # A sighting that is off leaves its point, which is then made anew of the others.
    of = np.where(good, of, len(points) + np.arange(count))
    points, good = _agreeing(photos, seen, of)
    return np.where(good, of, -1), points


def _agreeing(photos: ClickablePhotos, seen: _Sightings, of: IntArray) -> tuple[FloatArray, BoolArray]:
    """(k, 3) the points of sightings, and (m,) whether each of these is where its point is, by the photo and by the mesh."""
    eyes = photos.eyes[seen.photo]
    points, sure = _triangulated(eyes, seen.rays, of)
    ahead = points[of] - eyes
    off = np.linalg.norm(np.cross(ahead, seen.rays), axis=1) / np.linalg.norm(ahead, axis=1) * _focals(photos, seen.photo)
    near = np.linalg.norm(points[of] - seen.places, axis=1) < 2.0 * ASIDE
    return points, sure[of] & (off < OFF) & near


def _focals(photos: ClickablePhotos, photo: IntArray) -> FloatArray:
    """(m,) pixels: the focal lengths of photos by their numbers."""
    return np.array([view.lens.focal[0] for view in photos.views])[photo]


def _pairs(seen: _Sightings) -> IntArray:
    """(p, 2) sightings in different photos of what may be one point: each the other's most alike of that photo."""
    near = cKDTree(seen.places).query_pairs(ASIDE, output_type="ndarray")
    near = near[seen.photo[near[:, 0]] != seen.photo[near[:, 1]]]
    descriptors = seen.descriptors.astype(np.float32)
    apart = np.concatenate(
        [np.linalg.norm(descriptors[part[:, 0]] - descriptors[part[:, 1]], axis=1) for part in _parts(near)] or [np.zeros(0)]
    )
    near, apart = near[apart < ALIKE], apart[apart < ALIKE]
    # Of each sighting and each other photo the best; a pair counts where it is that for both.
    photos = int(seen.photo.max(initial=0)) + 1
    best = np.full(len(seen.photo) * photos, np.inf)
    there = near[:, 0] * photos + seen.photo[near[:, 1]]
    back = near[:, 1] * photos + seen.photo[near[:, 0]]
    np.minimum.at(best, there, apart)
    np.minimum.at(best, back, apart)
    return np.asarray(near[(apart <= best[there]) & (apart <= best[back])])


def _parts(rows: IntArray, size: int = 200_000) -> list[IntArray]:
    return [rows[first : first + size] for first in range(0, len(rows), size)]


def _triangulated(eyes: FloatArray, rays: FloatArray, of: IntArray) -> tuple[FloatArray, BoolArray]:
    """(k, 3) the points nearest to their rays, and whether these differ enough to tell."""
    count = int(of.max(initial=-1)) + 1
    across = across_rays(rays)
    sums, right = np.zeros((count, 3, 3)), np.zeros((count, 3))
    np.add.at(sums, of, across)
    np.add.at(right, of, np.einsum("nij,nj->ni", across, eyes))
    seen = np.bincount(of, minlength=count)
    # Of n rays within a small angle the smallest eigenvalue is n times the variance of their directions.
    spread = np.linalg.eigvalsh(sums)[:, 0] / np.maximum(seen, 1)
    sure = (seen > 1) & (spread > (APART / 2.0) ** 2)
    sums[~sure] = np.eye(3)
    return np.asarray(np.linalg.solve(sums, right[..., None])[..., 0], np.float64), np.asarray(sure)


def _most_seen(of: IntArray) -> IntArray:
    """The sightings that are kept: of too many, those of the points that were seen most often."""
    which = np.flatnonzero(of >= 0)
    often = np.bincount(of[which], minlength=1)[of[which]] if len(which) else which
    order = np.lexsort((of[which], -often))
    return np.sort(which[order[:MOST_SIGHTINGS]])


def _covariance(
    photos: ClickablePhotos,
    seen: _Sightings,
    kept: IntArray,
    points: FloatArray,
    of: IntArray,
    pose: RigidTransform,
    measured: tuple[FloatArray, FloatArray],
) -> FloatArray:
    """(9, 9) of the mesh against the points: photos that are off take both along."""
    slopes, own = measured
    photo, count = seen.photo[kept], len(points)
    followed = followed_points(photos, points, of, photo, seen.rays[kept])
    share = followed.shares
    arms = points - np.array(pose.position)
    moves = np.concatenate([np.broadcast_to(np.eye(3), (count, 3, 3)), -cross_matrices(arms)], axis=2).reshape(-1, 6)
    taken = np.linalg.pinv(moves)
    apart = slopes.copy()
    apart[:6] -= taken @ followed.by_photos
    far = np.linalg.norm(points[of] - photos.eyes[photo], axis=1)
    noise = np.zeros((count, 3, 3))
    np.add.at(noise, of, (LOCATED * far / _focals(photos, photo))[:, None, None] ** 2 * share @ share.transpose(0, 2, 1))
    shares = taken.reshape(6, count, 3)
    own = own.copy()
    own[:6, :6] += np.einsum("aki,kij,bkj->ab", shares, noise, shares)
    found = apart @ photos.covariance @ apart.T + own
    turn = np.eye(9)
    turn[:3, :3] = turn[3:6, 3:6] = pose.matrix.T
    return np.asarray(turn @ found @ turn.T)
