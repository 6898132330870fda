"""Strips of photos along lines: what a photo shows round them, straightened and brought to one fineness.

The frame of a straightened picture is affine: the tangents of directions in the camera's frame are
``[x, y, 1] = affine @ [s, t, 1]``, with s to the right and t down in the picture.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scene.geometry.camera_model import CameraView
from scene.geometry.mesh import BoolArray, FloatArray

Grey = NDArray[np.uint8]
Float32 = NDArray[np.float32]

NEAREST = 1.0
"""Inches ahead of a camera: what is nearer, no photo of a table shows."""


@dataclass(frozen=True, eq=False)
class GreyPhoto:
    """A decoded photo with its place.

    Attributes:
        name: its file's name.
        grey: (h, w) uint8, upright.
        view: the lens that took it, and from where.
    """

    name: str
    grey: Grey
    view: CameraView

    @property
    def eye(self) -> FloatArray:
        """(3,) where it was taken from, inches."""
        return np.asarray(self.view.pose.position, dtype=np.float64)

    @property
    def turn(self) -> FloatArray:
        """(3, 3) takes directions of the camera's frame to the table's."""
        return np.asarray(self.view.pose.matrix)

    def tangents(self, points: FloatArray) -> FloatArray:
        """(n, 2) of the directions to points (n, 3) of the table; NaN for those that are not ahead of the camera."""
        own = np.asarray(self.view.pose.to_own(points))
        return np.asarray(own[:, :2] / np.where(own[:, 2:] > NEAREST, own[:, 2:], np.nan))


@dataclass(frozen=True, eq=False)
class Straight:
    """A straightened part of a photo.

    Attributes:
        photo: which.
        affine: (3, 3) takes [s, t, 1] to tangents [x, y, 1] in the camera's frame.
        picture: (t, s) float32 grey levels.
        inside: (t, s) bool, what the photo shows; elsewhere the picture is 0.
    """

    photo: GreyPhoto
    affine: FloatArray
    picture: Float32
    inside: BoolArray

    def pixels(self, points: FloatArray) -> FloatArray:
        """(n, 2) s and t of points (n, 3) of the table; NaN for those that are not ahead of the camera."""
        back = np.linalg.inv(self.affine)
        return np.asarray(self.photo.tangents(points) @ back[:2, :2].T + back[:2, 2])

    def shows(self, points: FloatArray) -> BoolArray:
        """(n,) which points (n, 3) it shows, if nothing stands in the way."""
        st = np.nan_to_num(np.rint(self.pixels(points)), nan=-1.0).astype(np.int64)
        high, wide = self.inside.shape
        within = (st >= 0).all(axis=1) & (st[:, 0] < wide) & (st[:, 1] < high)
        return np.asarray(within & self.inside[st[:, 1].clip(0, high - 1), st[:, 0].clip(0, wide - 1)])


def straightened(photo: GreyPhoto, corners: FloatArray, middle: FloatArray, pixel: float) -> Straight | None:
    """The upright part of a photo that shows what lies within corners (n, 3) of the table, without the lens's bend.

    Args:
        photo: which.
        corners: (n, 3); None is answered where the camera is amid them or shows none of them.
        middle: (3,) where a pixel of the picture is ``pixel`` inches wide, or more where the photo is coarser.
        pixel: inches.
    """
    flat, lens = photo.tangents(corners), photo.view.lens
    if np.isnan(flat).any():
        return None
    wide, high = lens.size
    x, y = np.linspace(0.0, wide - 1.0, 9), np.linspace(0.0, high - 1.0, 9)
    rim = np.array([*((a, b) for a in x for b in (0.0, high - 1.0)), *((a, b) for a in (0.0, wide - 1.0) for b in y)])
    edge, scale = lens.straightened(rim), 1.0 / float(np.mean(lens.focal))
    low, top = np.maximum(flat.min(axis=0), edge.min(axis=0)), np.minimum(flat.max(axis=0), edge.max(axis=0))
    size = np.ceil((top - low) / scale).astype(int) + 1
    if (size < 8).any():
        return None
    down, across = np.mgrid[0 : size[1], 0 : size[0]].astype(np.float64)
    places = lens.bent(low + scale * np.stack([across, down], axis=-1)) * lens.focal + np.asarray(lens.centre)
    inside = ((places >= 0.0) & (places <= np.array(lens.size) - 1.0)).all(axis=-1)
    pixels = places.astype(np.float32)
    picture = np.asarray(cv2.remap(photo.grey, pixels[..., 0], pixels[..., 1], cv2.INTER_LINEAR), dtype=np.float32)
    smaller = min(1.0, scale * float(np.linalg.norm(middle - photo.eye)) / pixel)
    if smaller < 1.0:
        shape = tuple(np.maximum(np.rint(size * smaller), 1).astype(int).tolist())
        picture = np.asarray(cv2.resize(picture, shape, interpolation=cv2.INTER_AREA), dtype=np.float32)
        inside = cv2.resize(inside.astype(np.float32), shape, interpolation=cv2.INTER_AREA) > 0.999
    steps = scale * size / np.array(picture.shape[1::-1])
    affine = np.diag([steps[0], steps[1], 1.0])
    affine[:2, 2] = low + 0.5 * steps - 0.5 * scale
    return Straight(photo, affine, np.asarray(picture, dtype=np.float32), np.asarray(inside))


def strip_of(whole: Straight, points: FloatArray, *, border: int) -> Straight:
    """The part of a straightened photo about points (n, 3), turned along their longer side, with a border of so many pixels."""
    flat = whole.photo.tangents(points)
    along = np.linalg.svd(flat - flat.mean(axis=0), full_matrices=False)[2][0]
    axes, scale = np.array([along, [-along[1], along[0]]]), float(whole.affine[0, 0])
    low, top = (flat @ axes.T).min(axis=0), (flat @ axes.T).max(axis=0)
    wide, high = (np.ceil((top - low) / scale).astype(int) + 1 + 2 * border).tolist()
    affine = np.eye(3)
    affine[:2, :2], affine[:2, 2] = scale * axes.T, axes.T @ (low - border * scale)
    take = (np.linalg.inv(whole.affine) @ affine)[:2]
    picture = cv2.warpAffine(whole.picture, take, (wide, high), flags=cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP)
    inside = cv2.warpAffine(whole.inside.astype(np.float32), take, (wide, high), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
    return Straight(whole.photo, affine, np.asarray(picture, dtype=np.float32), np.asarray(inside > 0.999))
