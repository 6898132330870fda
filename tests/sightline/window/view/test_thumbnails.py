"""Thumbnails of every piece and proxy, with the object in the middle of them."""

import numpy as np
import pytest

from assets.figures.figure_proxies import PROXIES
from assets.kit import KIT
from scene.base.errors import SceneError
from sightline.window.view.thumbnails import thumbnail

NAMES = [*(f"kit/{name}" for name in KIT), *(f"figure/{name}" for name in PROXIES)]


@pytest.mark.parametrize("name", NAMES)
def test_the_thing_fills_a_good_part_of_its_picture(name: str) -> None:
    picture = thumbnail(name, (96, 72))
    assert picture.shape == (72, 96, 3)
    assert picture.dtype == np.uint8
    corner = picture[-8:, :8].reshape(-1, 3).mean(axis=0)
    other = (np.abs(picture.astype(float) - corner).max(axis=2) > 12.0)[10:-10, 12:-12]
    assert other.mean() > 0.15


def test_pictures_are_told_apart_and_made_once() -> None:
    assert len({thumbnail(name).tobytes() for name in NAMES}) == len(NAMES)
    assert thumbnail("kit/crate") is thumbnail("kit/crate")


@pytest.mark.parametrize("name", ["kit/crat", "figure/dragon", "nothing"])
def test_there_is_no_picture_of_what_there_is_not(name: str) -> None:
    with pytest.raises(SceneError):
        thumbnail(name)
