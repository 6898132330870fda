"""What tests of the real window share."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from sightline.window.view.window_settings import WindowSettings, save_settings
from tests.sightline.window.screen import Screen, managed_screen, screen


@pytest.fixture(scope="session")
def bare_screen(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Screen]:
    """A screen that nobody sees."""
    with screen(tmp_path_factory.mktemp("nobody")) as found:
        yield found


@pytest.fixture
def on(bare_screen: Screen, tmp_path: Path) -> Screen:
    """The screen, of a user of its own who has seen the tour."""
    home = tmp_path / "user"
    save_settings(WindowSettings(toured=True, shadows=False, materials=False), home / "sightline" / "window.json")
    return replace(bare_screen, home=home)


@pytest.fixture
def managed(tmp_path: Path) -> Iterator[Screen]:
    """A screen with a window manager, of somebody who has never started the program."""
    with managed_screen(tmp_path / "newcomer") as found:
        yield found
