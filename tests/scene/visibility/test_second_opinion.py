"""The hidden share against pictures that OpenGL draws: another program, another algorithm, and no rays."""

import json
import os
import subprocess
import sys
from ctypes.util import find_library
from pathlib import Path

import pytest

from assets.figures.figure_proxies import body
from assets.kit import piece
from scene.geometry.mesh import Mesh
from scene.geometry.rigid_transform import RigidTransform
from scene.visibility.hidden_share import hidden_shares
from scene.visibility.view_casting import SightQuery
from tests.scene.scenes import BLOCK, Scene, box, scene_of

ROOT = Path(__file__).parents[3]
EYE = (-9.0, 0.4, 1.3)
WITHIN = 0.003
"""A pixel of 1024 along an outline is a tenth of a point; a wrong one is a whole edge."""


def turned(mesh: Mesh, place: tuple[float, float, float], degrees: float) -> Mesh:
    return Mesh.of(RigidTransform.turned(place, degrees).to_table(mesh.vertices), mesh.faces)


def scenes() -> dict[str, Scene]:
    """By name; in each of them part of the target is hidden."""
    leaning = turned(box([-0.3, -2.0, 0.0], [0.3, 0.15, 0.9]), (-3.0, 0.2, 0.0), 25.0)
    return {
        "a box before a box": scene_of([leaning], BLOCK, eye=EYE),
        "a box before a human": scene_of([leaning], body("human"), eye=EYE),
        "a barricade before a human": scene_of([turned(piece("barricade")[0], (-1.5, 0.0, 0.0), 70.0)], body("human"), eye=EYE),
    }


def print_drawn() -> None:
    """The hidden share in a picture of every scene, as JSON; in a process of its own, as OpenGL stays where it was loaded."""
    from benchmarks.picture import drawn_share

    print(json.dumps({name: drawn_share(scene) for name, scene in scenes().items()}))  # noqa: T201


@pytest.fixture(scope="module")
def drawn() -> dict[str, float]:
    if find_library("EGL") is None:
        pytest.skip("OpenGL cannot draw without a screen here, as there is no EGL; sudo apt install libegl1 libegl-mesa0")
    code = f"from {__name__} import print_drawn; print_drawn()"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, "PYOPENGL_PLATFORM": "egl"},
        capture_output=True,
        text=True,
        check=False,
    )
    if "EGL_NOT_INITIALIZED" in done.stderr or "Invalid device ID" in done.stderr:
        pytest.skip("EGL finds nothing to draw with here; sudo apt install libegl-mesa0 libgl1-mesa-dri")
    assert done.returncode == 0, done.stderr
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


@pytest.mark.parametrize("name", scenes())
def test_a_picture_shows_what_the_answer_says(name: str, drawn: dict[str, float]) -> None:
    scene = scenes()[name]
    view = SightQuery(scene.shooter.eye, scene.target, scene.ignored)
    (found,) = hidden_shares(scene.table.terrain, scene.table.figures, [view])
    assert found is not None
    assert 0.1 < drawn[name] < 0.9
    assert found.share == pytest.approx(drawn[name], abs=WITHIN)
