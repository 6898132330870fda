"""Board detection: the inner corners of a board in a photo to a fraction of a pixel, or why it cannot be used."""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from capture.calibration.boards import Board
from capture.photos.photo_reading import GreyPicture
from scene.geometry.mesh import FloatArray

LEAST_CORNERS = 8
"""Fewer corners say next to nothing about a lens once the photo's own place, six numbers, is known."""
LARGE = 2_000_000
"""Pixels; in larger photos chessboards are looked for at a smaller scale, where that takes a second and not a minute."""
BLURRED = 0.25
"""An edge that takes more than this part of a square from black to white is not where its middle seems to be."""
EDGE_ON = 4.0
"""Pixels: corners that spread no more than this across their line are too near to it."""
OVERVIEW = 1000
"""Pixels along the longer side, at which it is seen whether a photo is sharp at all."""
PROFILE = 41
"""Samples across an edge."""
SUBPIXEL = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 60, 0.001)
SECTORS = cv2.CALIB_CB_ACCURACY
THOROUGH = cv2.CALIB_CB_EXHAUSTIVE + cv2.CALIB_CB_NORMALIZE_IMAGE
CLASSIC = cv2.CALIB_CB_ADAPTIVE_THRESH + cv2.CALIB_CB_NORMALIZE_IMAGE + cv2.CALIB_CB_FAST_CHECK
"""How chessboards are looked for, one way after the other."""


@dataclass(frozen=True, eq=False)
class BoardInPhoto:
    """A board in a photo.

    Attributes:
        corners: (n, 2) pixels of the inner corners that were found; empty where the board cannot be used.
        ids: (n,) which corners they are, as `Board.corners` counts them.
        why: why the photo cannot be used; empty where it can.
    """

    corners: FloatArray
    ids: np.ndarray
    why: str = ""


def sight(grey: GreyPicture, board: Board, *, thorough: bool = True) -> BoardInPhoto:
    """The board in a photo. Without ``thorough`` chessboards that are hard to find are not found, in a third of the time."""
    chess = board.kind == "chessboard"
    corners, ids, tags = (*_chessboard(grey, board, thorough=thorough), 0) if chess else _charuco(grey, board)
    count = len(board.corners)
    if not len(ids):
        if tags:
            return _unfit(f"shows tags of the board ({tags}), but no corners between them")
        return _unfit("shows no such board; it is blurred" if _unsharp(grey) else "shows no such board")
    if len(ids) < min(LEAST_CORNERS, count) or _in_one_line(board.corners[ids]):
        return _unfit(
            f"shows too little of the board: {len(ids)} of its {count} inner corners, and not in one row, are too few"
        )
    if np.linalg.svd(corners - corners.mean(axis=0), compute_uv=False)[1] < EDGE_ON * np.sqrt(len(corners)):
        return _unfit("shows the board from its edge")
    if (blur := blur_of(grey, board, corners, ids)) > BLURRED:
        return _unfit(f"is blurred: edges take {100 * blur:.0f} % of a square from black to white")
    return BoardInPhoto(corners, ids)


def _unfit(why: str) -> BoardInPhoto:
    return BoardInPhoto(np.zeros((0, 2)), np.zeros(0, dtype=int), why)


def _in_one_line(points: FloatArray) -> bool:
    return bool(len(np.unique(points[:, 0])) < 2 or len(np.unique(points[:, 1])) < 2)


def _charuco(grey: GreyPicture, board: Board) -> tuple[FloatArray, np.ndarray, int]:
    answer: tuple[Any, ...] = charuco_detector(board).detectBoard(grey)
    found, ids, _, tags = answer
    seen = 0 if tags is None else len(tags)
    if ids is None or not len(ids):
        return np.zeros((0, 2)), np.zeros(0, dtype=int), seen
    return np.asarray(found, dtype=np.float64).reshape(-1, 2), np.asarray(ids).ravel().astype(int), seen


def charuco_detector(board: Board) -> cv2.aruco.CharucoDetector:
    """OpenCV's detector of that board."""
    family = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, board.family))
    pattern = cv2.aruco.CharucoBoard((board.across, board.down), board.square_mm, board.tag_mm, family)
    pattern.setLegacyPattern(board.legacy)
    return cv2.aruco.CharucoDetector(pattern)


def _chessboard(grey: GreyPicture, board: Board, *, thorough: bool) -> tuple[FloatArray, np.ndarray]:
    scale = min(1.0, float(np.sqrt(LARGE / grey.size)))
    small = grey if scale == 1.0 else cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    found, corners = cv2.findChessboardCornersSB(small, board.inner, flags=SECTORS)
    if not found and thorough:
        found, corners = cv2.findChessboardCornersSB(small, board.inner, flags=SECTORS + THOROUGH)
    if not found and thorough:
        found, corners = cv2.findChessboardCorners(small, board.inner, flags=CLASSIC)
    if not found:
        return np.zeros((0, 2)), np.zeros(0, dtype=int)
    # The middle of the first pixel is (0, 0) at either scale.
    places = (np.asarray(corners, dtype=np.float64).reshape(-1, 2) + 0.5) * (grey.shape[1] / small.shape[1]) - 0.5
    grid = places.reshape(board.inner[1], board.inner[0], 2)
    apart = min(np.linalg.norm(np.diff(grid, axis=axis), axis=2).min() for axis in (0, 1))
    return _refined(grey, places, int(np.clip(apart / 4, 2, 15))), np.arange(len(places))


def _refined(grey: GreyPicture, places: FloatArray, window: int) -> FloatArray:
    start = places.astype(np.float32).reshape(-1, 1, 2)
    return np.asarray(cv2.cornerSubPix(grey, start, (window, window), (-1, -1), SUBPIXEL), dtype=np.float64).reshape(-1, 2)


def blur_of(grey: GreyPicture, board: Board, corners: FloatArray, ids: np.ndarray) -> float:
    """The part of a square's side in which edges go from a tenth to nine tenths of their height; the median of all edges.

    Looked at where neighbouring corners of a row or column frame an edge: across it, at its middle.
    """
    columns, rows = board.inner
    grid = np.full((rows * columns, 2), np.nan)
    grid[ids] = corners
    net = grid.reshape(rows, columns, 2)
    starts = np.concatenate([net[:, :-1].reshape(-1, 2), net[:-1].reshape(-1, 2)])
    ends = np.concatenate([net[:, 1:].reshape(-1, 2), net[1:].reshape(-1, 2)])
    whole = ~np.isnan(starts + ends).any(axis=1)
    starts, ends = starts[whole], ends[whole]
    if not len(starts):
        return 0.0
    along = ends - starts
    steps = np.linspace(-0.5, 0.5, PROFILE)
    # A tag may begin at a tenth of the square, and beyond the middle of a square is the next edge: so keep to near the edge.
    reach = 0.5 if board.kind == "chessboard" else max(0.5 - board.tag_mm / board.square_mm / 2, 0.1)
    across = np.stack([-along[:, 1], along[:, 0]], axis=1) * 2 * reach
    places = ((starts + ends) / 2)[:, None] + across[:, None] * steps[None, :, None]
    profile = cv2.remap(grey, places[..., 0].astype(np.float32), places[..., 1].astype(np.float32), cv2.INTER_LINEAR).astype(
        float
    )
    profile = np.where((profile[:, -1] < profile[:, 0])[:, None], profile[:, ::-1], profile)
    low, high = profile.min(axis=1, keepdims=True), profile.max(axis=1, keepdims=True)
    height = np.where(high > low, high - low, 1.0)
    between = ((profile - low) / height > 0.1) & ((profile - low) / height < 0.9)
    return float(np.median(between.sum(axis=1)) / PROFILE * 2 * reach)


def _unsharp(grey: GreyPicture) -> bool:
    """Whether a photo that shows something has no sharp edge anywhere."""
    scale = min(1.0, OVERVIEW / max(grey.shape))
    small = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA).astype(np.float32)
    contrast = float(np.subtract(*np.percentile(small, [99, 1])))
    fine = np.abs(small - cv2.GaussianBlur(small, (0, 0), 1.5))
    return contrast > 30.0 and float(np.percentile(fine, 99.5)) < 0.05 * contrast
