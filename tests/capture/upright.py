"""What is known of a lens, turned with its photo."""

import numpy as np

from capture.photos.exif_orientation import TURNS
from scene.geometry.mesh import FloatArray


def upright_covariance(covariance: FloatArray, orientation: int) -> FloatArray:
    """(9, 9) covariance of fx, fy, cx, cy, k1, k2, p1, p2, k3 of `upright_lens`, from that of the lens as stored."""
    swap, flip_x, flip_y = TURNS[orientation]
    order = [1, 0, 3, 2, 4, 5, 7, 6, 8] if swap else list(range(9))
    signs = np.ones(9)
    signs[[2, 7]] = -1.0 if flip_x else 1.0
    signs[[3, 6]] = -1.0 if flip_y else 1.0
    return np.asarray(covariance[np.ix_(order, order)] * np.outer(signs, signs))
