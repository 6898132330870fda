"""Photos of flat boards, drawn by the homography of a known pinhole camera, and written as files."""

from functools import cache
from io import BytesIO
from pathlib import Path

import cv2
import numpy as np
from PIL import Image

from capture.calibration.boards import Board
from tests.capture.boardviews import turned

SIZE, FOCAL, CENTRE = (800, 600), 700.0, (405.0, 290.0)
FINE = 6
"""Pixels a millimetre of the drawing of the board."""
POSES = tuple(
    (tilt, 0.6 + 1.05 * number, 0.25 * number) for number, tilt in enumerate((0.5, 0.7, 0.6, 0.4, 0.65, 0.55, 0.3, 0.6))
)
"""Tilt, side and roll of each photo."""


@cache
def drawing(board: Board) -> np.ndarray:
    """The board at `FINE` pixels a millimetre, with white all around it."""
    wide, high = (round(count * board.square_mm * FINE) for count in (board.across, board.down))
    if board.kind == "charuco":
        family = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, board.family))
        pattern = cv2.aruco.CharucoBoard((board.across, board.down), board.square_mm, board.tag_mm, family)
        pattern.setLegacyPattern(board.legacy)
        inside = pattern.generateImage((wide, high))
    else:
        y, x = np.mgrid[0:high, 0:wide] // round(board.square_mm * FINE)
        inside = np.where((x + y) % 2, 255, 0).astype(np.uint8)
    return np.pad(inside, round(board.square_mm * FINE), constant_values=255)


def photo(
    board: Board, pose: tuple[float, float, float], *, scale: float = 1.0, stretch: float = 1.0, far: float = 1.0
) -> np.ndarray:
    """(h, w) what a pinhole camera sees of the board; ``scale`` of its pixels, ``stretch`` of the board's x, ``far`` away."""
    matrix = turned(*pose)
    middle = np.array([board.across, board.down, 0.0]) * board.square_mm / 2
    distance = 1.25 * far * np.hypot(*middle[:2]) * FOCAL / (SIZE[1] / 2)
    shift = np.array([0.0, 0.0, distance]) - matrix @ (middle * [stretch, 1.0, 1.0])
    camera = np.array(
        [[FOCAL * scale, 0, (CENTRE[0] + 0.5) * scale - 0.5], [0, FOCAL * scale, (CENTRE[1] + 0.5) * scale - 0.5], [0, 0, 1]]
    )
    from_mm = camera @ np.column_stack([matrix[:, 0] * stretch, matrix[:, 1], shift])
    # The middle of the drawing's first pixel is half a pixel inside of its corner, which is a square off the board's.
    to_mm = np.array([[1 / FINE, 0, 0.5 / FINE - board.square_mm], [0, 1 / FINE, 0.5 / FINE - board.square_mm], [0, 0, 1]])
    large = np.diag([3.0, 3.0, 1.0]) + np.array([[0, 0, 1.0], [0, 0, 1.0], [0, 0, 0]])
    size = (round(SIZE[0] * scale), round(SIZE[1] * scale))
    fine = cv2.warpPerspective(
        cv2.GaussianBlur(drawing(board), (0, 0), 1.0), large @ from_mm @ to_mm, (size[0] * 3, size[1] * 3), borderValue=200
    )
    small = cv2.resize(fine, size, interpolation=cv2.INTER_AREA).astype(float)
    noisy = 20 + 0.8 * small + np.random.default_rng(5).normal(0.0, 2.0, small.shape)
    return np.clip(noisy, 0, 255).astype(np.uint8)


def save(folder: Path, name: str, picture: np.ndarray) -> Path:
    path = folder / name
    Image.fromarray(picture).save(path, compress_level=1)
    return path


def photos(folder: Path, board: Board, poses: tuple[tuple[float, float, float], ...] = POSES) -> list[Path]:
    paths = [folder / f"p{number}.png" for number in range(len(poses))]
    for path, content in zip(paths, _files(board, poses), strict=True):
        path.write_bytes(content)
    return paths


@cache
def _files(board: Board, poses: tuple[tuple[float, float, float], ...]) -> list[bytes]:
    """The photos as PNG, drawn once for all tests that ask for the same."""
    found = []
    for pose in poses:
        content = BytesIO()
        Image.fromarray(photo(board, pose)).save(content, format="PNG", compress_level=1)
        found.append(content.getvalue())
    return found
