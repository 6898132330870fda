"""A battle on a plain yard, as the window has it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from sightline.window.battle.battle_game import BattleGame, opened
from tests.sightline.window.boards import yard


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Its file."""
    return yard(tmp_path)


@pytest.fixture
def battling(path: Path) -> Iterator[BattleGame]:
    """It, with dice that people type."""
    found = opened(str(path), seed=4, typed=True)
    yield found
    found.close()
