"""What tests of reports share."""

import pytest


@pytest.fixture(autouse=True)
def coarse(coarse_pictures: None) -> None:
    """Pictures are drawn coarsely: these tests are not of how they look."""
