"""The best vantage point of a body."""

import numpy as np
import pytest

from scene.geometry.mesh import FloatArray, joined
from scene.table.table import Figure, Piece, Table
from scene.visibility.hidden_share import Hidden, hidden_shares
from scene.visibility.vantage_point import Vantage, best_vantage
from scene.visibility.view_casting import SightQuery
from tests.plain_scenes import block, bodiless, box, figure, table
from tests.scene import reference
from tests.scene.scenes import random_scene

SHOOTER = figure("shooter", 0, 0)
TARGET = figure("target", 10, 0)


def from_point(scene: Table, eye: FloatArray, shooter: Figure, target: Figure) -> Hidden:
    found = hidden_shares(scene.terrain, scene.figures, [SightQuery(eye, target, frozenset({shooter.id, target.id}))])[0]
    assert found is not None
    return found


def best(scene: Table, shooter: Figure = SHOOTER, target: Figure = TARGET) -> tuple[Vantage, Hidden]:
    """The best point, and what is hidden from the eye."""
    from_eye = from_point(scene, shooter.eye, shooter, target)
    return best_vantage(scene.terrain, scene.figures, shooter, target, from_eye=from_eye), from_eye


def scene_of(*pieces: Piece | Figure) -> Table:
    return table(SHOOTER, TARGET, *pieces)


def test_where_the_eye_sees_all_it_is_the_best() -> None:
    found, from_eye = best(scene_of())
    assert found.hidden is from_eye
    assert found.point == pytest.approx(tuple(SHOOTER.eye))


def test_where_nothing_helps_all_is_hidden_from_everywhere() -> None:
    found, from_eye = best(scene_of(block("wall", (5, -30, 0), (5.2, 30, 9))))
    assert (found.hidden.share, from_eye.share) == (1.0, 1.0)


def test_a_shoulder_may_see_what_the_eye_does_not() -> None:
    """The wall ends in the eye's line to the target's far edge; a shoulder 0.3 inches aside sees more of it.

    From x = 0.2, y = 0.3, the edge at y = 0 in the middle between comes to lie at y = -0.3 on the target's front: all is free.
    """
    middle = (0.2 + 9.8) / 2.0
    found, from_eye = best(scene_of(block("wall", (middle, -30, 0), (middle, 0, 9))))
    assert from_eye.share == pytest.approx(0.5, abs=0.02)
    assert found.hidden.share < 0.15
    assert found.point[1] > 0.2


def test_shins_look_under_what_hides_all_from_the_eye() -> None:
    """A wall from knee height up, near the shooter: lines from the eye under it end in the floor before the target."""
    found, from_eye = best(scene_of(block("wall", (1.5, -30, 0.6), (1.6, 30, 9))))
    assert from_eye.share == 1.0
    assert found.hidden.share < 0.5
    assert found.point[2] < 0.6


@pytest.mark.long
def test_the_point_lies_on_the_body_and_the_share_is_that_from_there() -> None:
    for seed in range(6):
        scene = random_scene(np.random.default_rng(100 + seed))
        found, from_eye = best(scene.table, scene.shooter, scene.target)
        assert found.hidden.share <= from_eye.share
        again = from_point(scene.table, np.array(found.point), scene.shooter, scene.target)
        assert again.share == pytest.approx(found.hidden.share, abs=0.002)
        if found.hidden is not from_eye:
            corners = scene.shooter.placed.triangles[scene.shooter.placed.areas > 1e-6]
            normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
            normals /= np.linalg.norm(normals, axis=1, keepdims=True)
            start = found.point - 1e-3 * normals
            far = reference.distances([scene.shooter.placed], start, normals)
            assert far.min() == pytest.approx(1e-3, abs=1e-6)


def test_other_figures_hide_and_the_two_of_the_question_do_not() -> None:
    giant = figure("giant", 5, 0)
    found, from_eye = best(scene_of(giant))
    assert from_eye.share > 0.5
    assert {one.id for one in found.hidden.by} <= {"giant"}


def test_a_shooter_without_a_body_looks_from_its_eye() -> None:
    ghost = bodiless("ghost", 0, 0)
    scene = table(ghost, TARGET, block("wall", (5, -30, 0), (5.2, 0, 9)))
    found, from_eye = best(scene, shooter=ghost)
    assert found.hidden is from_eye


def test_it_is_the_same_in_every_run() -> None:
    grating = Piece("grating", joined(*(box((5, y, 0), (5.1, y + 0.3, 9)) for y in np.arange(-3, 3, 0.5))))
    one, two = best(scene_of(grating))[0], best(scene_of(grating))[0]
    assert one == two
