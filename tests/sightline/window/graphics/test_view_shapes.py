"""What is drawn of the table: doors as they are."""

from dataclasses import replace

import numpy as np

from scene.table.changed_pieces import changed
from scene.table.table import Table, Terrain
from sightline.window.graphics.view_shapes import things
from sightline.window.view.camera_orbit import home
from sightline.window.view.window_view import WindowView
from tests.plain_scenes import block

SIZE = (640, 400)


def test_a_closed_door_is_drawn_solid_an_open_one_pale_and_a_gone_one_not_at_all() -> None:
    door, wall = block("lock", (4.0, 4.0, 0.0), (6.0, 4.2, 2.0), kind="door"), block("wall", (6.0, 4.0, 0.0), (9.0, 4.2, 3.0))
    table = Table((12.0, 12.0), Terrain((door, wall)))
    for state, solid, pale in (("closed", 24, 0), ("open", 12, 12), ("gone", 12, 0)):
        there = replace(table, terrain=changed(table.terrain, (("lock", state),)))
        drawn = things(WindowView(there, home(there, SIZE), SIZE))
        assert len(drawn["terrain"].shape) + len(drawn["closed terrain"].shape) == 3 * solid
        leaves = [one for name, one in drawn.items() if name == ("open", "lock")]
        assert sum(len(one.shape) for one in leaves) == 3 * pale
        assert all(one.blended and float(np.max(one.shape.colours[:, 3])) < 0.5 for one in leaves)
