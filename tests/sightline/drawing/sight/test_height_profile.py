"""The height profile of a shot, against shares of a target that follow from two triangles, and as a picture."""

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from rules.sight.shot_verdicts import settle_shots
from rules.sight.verdict import SightQuestion
from rules.systems import registry
from scene.table.table import Piece, Table
from sightline.cli.command_line import run
from sightline.drawing.rendering.palette import HIDDEN, VISIBLE
from sightline.drawing.sight.height_profile import ShotProfile, profile_picture, shot_profile
from tests.plain_scenes import block, figure, table
from tests.rules.shots import EYE, JELENA, KRUGER, UP, closed

WALL = 0.9


def low_wall(x: float) -> Piece:
    return block("low wall", (x, -30, 0), (x + 0.1, 30, WALL))


def profile_of(scene: Table) -> ShotProfile:
    question = SightQuestion(scene.figure("jelena"), scene.figure("kruger"))
    (verdict,) = settle_shots(scene, [question], rules=registry.system("main-rulebook").sight)
    return shot_profile(scene, verdict)


@pytest.mark.parametrize("x", [3.0, 6.0, 9.0])
def test_what_a_wall_stops_of_the_fan_follows_from_similar_triangles(x: float) -> None:
    """From the eye over the wall's far upper edge to the middle of the target."""
    found = profile_of(table(JELENA, KRUGER, low_wall(x)))
    eye, height = EYE[0], EYE[2]
    edge = x if height < WALL else x + 0.1
    least = height + (WALL - height) * (10.0 - eye) / (edge - eye)
    low, high = UP
    assert found.free
    assert found.seen.mean() == pytest.approx(np.clip((high - least) / (high - low), 0.0, 1.0), abs=0.04)
    assert found.met == ()
    assert np.all(found.stops[~found.seen, 0] <= x + 0.1 + 1e-6)


def test_a_line_that_is_stopped_names_what_it_meets_in_order() -> None:
    found = profile_of(table(JELENA, KRUGER, closed(4.0), block("crate", (7, -2, 0), (8, 2, 3))))
    assert not found.free
    assert not found.seen.any()
    assert [name for _, name in found.met] == ["wall", "crate"]
    assert [at for at, _ in found.met] == pytest.approx([4.0 - EYE[0], 7.0 - EYE[0]], abs=0.05)


def test_somebody_in_the_way_stops_lines_as_well() -> None:
    found = profile_of(table(JELENA, KRUGER, figure("ork", 5, 0, side="blue")))
    assert set(found.by) == {"ork"}
    assert np.allclose(found.stops[:, 0], 4.8)


def test_the_picture_shows_what_is_seen_and_what_is_stopped(tmp_path: Path) -> None:
    scene = table(JELENA, KRUGER, low_wall(9.0))
    question = SightQuestion(scene.figure("jelena"), scene.figure("kruger"))
    (verdict,) = settle_shots(scene, [question], rules=registry.system("main-rulebook").sight)
    picture = np.asarray(profile_picture(scene, verdict)).astype(int)
    for colour in (VISIBLE, HIDDEN):
        # Thin lines are mixed with what is behind them.
        near = np.abs(picture - np.array(colour)).sum(axis=2) < 150
        assert near.sum() > 150
    path = tmp_path / "side.png"
    assert run(["los", "disputed-shot", "jelena", "kruger", "--profile", str(path)]) == 0
    with Image.open(path) as written:
        assert written.width <= 1280
    assert run(["los", "disputed-shot", "jelena", "kruger", "--profile", str(path)]) == 2
    assert run(["los", "disputed-shot", "--all", "--profile", str(tmp_path / "all.png")]) == 2
