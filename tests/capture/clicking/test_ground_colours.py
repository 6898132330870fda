"""The ground in the colours of photos, against a ground that is known."""

import numpy as np

from capture.clicking.ground_colours import ground_colours
from scene.geometry.camera_model import CameraView, Lens
from tests.capture.made_scans import view_from

SIZE = (48.0, 36.0)
SMALL = Lens((400, 300), (310.0, 310.0), (200.0, 149.0))


def _ground(places: np.ndarray) -> np.ndarray:
    """(..., 3) red grows along x, green along y."""
    return np.asarray(np.stack([5.0 * places[..., 0], 6.0 * places[..., 1], np.full(places.shape[:-1], 40.0)], axis=-1))


def _photo(view: CameraView, *, hand: bool) -> np.ndarray:
    """A photo of that ground and nothing else; with a hand before the lens where it looks at the table's middle."""
    wide, high = view.lens.size
    rays = view.rays(np.stack(np.meshgrid(np.arange(wide), np.arange(high)), axis=-1).astype(np.float64))
    eye = np.array(view.pose.position)
    places = eye + rays * (-eye[2] / np.minimum(rays[..., 2:], -1e-3))
    photo = np.clip(_ground(places), 0, 255)
    if hand:
        photo[np.linalg.norm(places[..., :2] - [24.0, 18.0], axis=-1) < 4.0] = 255.0
    return np.asarray(photo, np.uint8)


def test_colours_are_those_of_the_ground_whatever_a_few_photos_have_before_it() -> None:
    views = [CameraView(SMALL, view_from(40.0 * i, away=30.0).pose) for i in range(9)]
    found = ground_colours(views, [_photo(view, hand=i % 3 == 0) for i, view in enumerate(views)], SIZE)
    rows, columns, _ = found.shape
    assert columns / rows == SIZE[0] / SIZE[1]
    x = (np.arange(columns) + 0.5) / columns * SIZE[0]
    y = SIZE[1] - (np.arange(rows) + 0.5) / rows * SIZE[1]
    wanted = _ground(np.stack([*np.meshgrid(x, y), np.zeros((rows, columns))], axis=-1))
    seen = found[..., 3] == 255
    assert seen.mean() > 0.95
    off = np.abs(found[..., :3].astype(float) - wanted)[seen]
    assert np.quantile(off, 0.99) < 4.0
    assert off.max() < 12.0


def test_what_no_photo_shows_is_clear() -> None:
    view = CameraView(SMALL, view_from(0.0, away=3.0, height=18.0, at=(38.0, 18.0)).pose)
    found = ground_colours([view], [_photo(view, hand=False)], SIZE)
    assert found[found.shape[0] // 2, 700, 3] == 255
    assert not found[..., 3][:, :200].any()
