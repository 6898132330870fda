"""The mouse over the table, without a window: what its drags want."""

import numpy as np
import pytest

from scene.pathfinding.path_legs import Path
from sightline.window.mouse_input import MouseInput
from tests.sightline.window.window_states import rest, table, window_state


def test_a_figure_can_be_dragged_to_a_place_that_it_covers_on_the_screen() -> None:
    """From the south, what lies a little north of Jelena's feet is behind her legs."""
    state = window_state()
    jelena, camera = table().figure("jelena"), state.view.orbit.camera(state.view.size)
    x, y, z = jelena.position
    goal = (x, y + 0.8, z)
    (start, end), _ = camera.project(np.array([(x, y, z + 1.0), goal]))
    assert state.under((float(end[0]), float(end[1]))).owner == "jelena"
    mouse = MouseInput(state, lambda _pixel: False)
    mouse.pressed((float(start[0]), float(start[1])), "left", shift=False)
    mouse.dragged((float(start[0]) + 30.0, float(start[1])), 30.0, 0.0)
    mouse.dragged((float(end[0]), float(end[1])), -30.0, 0.0)
    mouse.released("left", also=False)
    rest(state)
    plan = state.view.plan
    assert plan is not None
    assert isinstance(plan.way, Path)
    assert plan.end == pytest.approx(goal, abs=0.1)
