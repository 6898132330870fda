"""What tests of these pictures share."""

import pytest


@pytest.fixture(autouse=True)
def coarse(coarse_pictures: None) -> None:
    """Pictures are drawn coarsely: how what is rendered looks is for the tests of rendering."""
