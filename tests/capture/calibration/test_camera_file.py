"""The camera file: what is written is read again, and all that is wrong with one is said at once."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from capture.calibration.camera_file import CameraInfo, camera_text, read_camera
from scene.base.errors import SceneError
from scene.geometry.camera_model import Lens

LENS = Lens((4000, 3000), (3050.0, 3050.0), (2011.0, 1489.0), (0.11, -0.25, 0.0006, -0.0004, 0.0))
INFO = CameraInfo("Maker", "Phone 5", 4.25, 26.0, "charuco:7x9:24mm:17mm:DICT_5X5_50", 0.21, 12, False, ("too few",))


def covariance() -> np.ndarray:
    """As calibration gives it: fx and fy are one, k3 is fixed."""
    mixing = np.random.default_rng(1).normal(size=(9, 12))
    mixing[1] = mixing[0]
    mixing[8] = 0.0
    scales = np.array([3.0, 3.0, 2.0, 2.0, 1e-3, 4e-3, 1e-5, 1e-5, 1.0])
    return np.asarray(mixing @ mixing.T * np.outer(scales, scales))


def changed(path: Path, **fields: Any) -> Path:  # noqa: ANN401
    document = json.loads(camera_text(LENS, covariance(), INFO)) | fields
    path.write_text(json.dumps({name: value for name, value in document.items() if value != "gone"}))
    return path


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "camera.json"
    path.write_text(camera_text(LENS, covariance(), INFO))
    lens, read, info = read_camera(path)
    assert lens == LENS
    np.testing.assert_array_equal(read, covariance())
    assert info == INFO


def test_only_the_lens_itself_is_needed(tmp_path: Path) -> None:
    aside = ["make", "model", "focal_mm", "focal_35mm", "board", "rms_px", "photos_used", "sufficient", "why"]
    lens, _, info = read_camera(changed(tmp_path / "camera.json", **dict.fromkeys(aside, "gone")))
    assert lens == LENS
    assert info == CameraInfo()


def test_all_that_is_wrong_is_said_at_once(tmp_path: Path) -> None:
    path = changed(tmp_path / "camera.json", image_size=[0, 3000.5], distortion=[0.1], sufficient="yes", model="gone", lens=1)
    with pytest.raises(SceneError) as caught:
        read_camera(path)
    for word in ['"image_size"', '"distortion"', '"sufficient"', '"lens"']:
        assert sum(word in fault for fault in caught.value.faults) == 1
    assert all(fault.startswith(f'"{path}"') for fault in caught.value.faults)


BAD_COVARIANCE = covariance()
BAD_COVARIANCE[0, 2] *= 1.5
NEGATIVE = covariance()
NEGATIVE[4, 4] *= -1.0
TOO_SURE = covariance()
TOO_SURE[0, 2] = TOO_SURE[2, 0] = 3.0 * np.sqrt(TOO_SURE[0, 0] * TOO_SURE[2, 2])


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"format": "sightline-table"}, "sightline-camera"),
        ({"version": 2}, '"version"'),
        ({"camera_matrix": "gone"}, "is missing"),
        ({"camera_matrix": [[3050, 1, 2000], [0, 3050, 1500], [0, 0, 1]]}, "[[fx, 0, cx]"),
        ({"camera_matrix": [[-3050, 0, 2000], [0, 3050, 1500], [0, 0, 1]]}, "above 0"),
        ({"camera_matrix": [[3050, 0, 2000], [0, 3050, 1500]]}, "3 rows"),
        ({"camera_matrix": [[3050, 0, 9000], [0, 3050, 1500], [0, 0, 1]]}, "far outside"),
        ({"image_size": [4000, True]}, "whole number"),
        ({"covariance": [[1.0]]}, "9 rows"),
        ({"covariance": BAD_COVARIANCE.tolist()}, "same above and below"),
        ({"covariance": NEGATIVE.tolist()}, "below 0"),
        ({"covariance": TOO_SURE.tolist()}, "less than no variance"),
        ({"distortion": [0.1, 0, 0, 0, None]}, "5 numbers"),
        ({"photos_used": 2.5}, "whole number"),
    ],
)
def test_each_fault_is_a_line(tmp_path: Path, fields: dict[str, Any], why: str) -> None:
    with pytest.raises(SceneError) as caught:
        read_camera(changed(tmp_path / "camera.json", **fields))
    (fault,) = caught.value.faults
    assert why in fault


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"\xff\xfe", b"NaN"])
def test_what_is_no_camera_file(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "camera.json"
    path.write_bytes(content)
    with pytest.raises(SceneError) as caught:
        read_camera(path)
    assert len(caught.value.faults) == 1
    with pytest.raises(SceneError, match="no such file"):
        read_camera(tmp_path / "gone.json")
