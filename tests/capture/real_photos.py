"""Photos that other people took of boards and tags, with known answers; no part of the project.

``chessboard/`` has ``left01.jpg`` to ``left14.jpg`` of OpenCV's samples, ``charuco/`` the photos and files of OpenCV's ArUco
tutorials (4.x, opencv_contrib). They lie in the folder that ``SIGHTLINE_REAL_PHOTOS`` names, or in ``shared/photos`` beside
this checkout.
"""

import os
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

FOLDER = Path(os.environ.get("SIGHTLINE_REAL_PHOTOS") or Path(__file__).parents[3] / "shared" / "photos")
CHESSBOARD = FOLDER / "chessboard"
CHARUCO = FOLDER / "charuco"

needs_real_photos = pytest.mark.skipif(
    not FOLDER.is_dir(), reason="no photos of other people here; SIGHTLINE_REAL_PHOTOS names their folder (docs/testing.md)"
)


def grey_of(path: Path) -> NDArray[np.uint8]:
    """A photo, (rows, columns)."""
    found = cv2.imread(str(path), cv2.IMREAD_GRAYSCALE)
    assert found is not None, path
    return np.asarray(found, dtype=np.uint8)
