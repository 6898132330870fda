"""What is drawn of the table: doors as they are, figures as they are wanted."""

from dataclasses import replace

import numpy as np

from scene.table.changed_pieces import changed
from scene.table.table import Table, Terrain
from sightline.window.graphics.gl_canvas import Canvas
from sightline.window.graphics.shapes.gl_shapes import body_shape
from sightline.window.graphics.shapes.place_labels import labels
from sightline.window.graphics.shapes.view_shapes import things
from sightline.window.view.camera_orbit import home
from sightline.window.view.window_view import LARGER, WindowView
from tests.plain_scenes import block
from tests.sightline.window.window_states import table as bundled

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


def test_a_selected_figure_has_a_line_round_it_and_figures_are_larger_on_demand() -> None:
    shot = bundled()
    shown, jelena = WindowView(shot, home(shot, SIZE), SIZE, selected=("jelena",)), shot.figure("jelena")
    lines = [one for one in things(shown).values() if one.closed and one.upon and not one.behind]
    assert len(lines) == 1
    reach = lines[0].shape.places.max(axis=0) - body_shape(jelena.body).places.max(axis=0)
    assert np.all((reach > 0.01) & (reach < 0.1)), "a little thicker than she is"
    within = things(replace(shown, through_eye=shown.orbit))
    assert not [one for one in within.values() if one.closed and one.upon and not one.behind], "not round the eye"
    larger = replace(shown, settings=replace(shown.settings, larger=True))
    one, other = (things(view)["jelena", "body"].pose for view in (shown, larger))
    assert one is not None
    assert other is not None
    assert np.allclose(other[:3, 3], one[:3, 3])
    assert np.allclose(np.linalg.norm(other[:3, :3], axis=0), LARGER * np.linalg.norm(one[:3, :3], axis=0))
    over, higher = (
        next(label.place[2] for label in labels(view) if label.text.startswith("Jelena")) for view in (shown, larger)
    )
    assert higher > over + 0.5, "her name stands over her head"
    assert things(larger)["jelena", "base"] is things(shown)["jelena", "base"]


def test_a_cut_shows_the_backs_of_what_stands_but_of_no_line_round_somebody() -> None:
    shot = bundled()
    canvas = Canvas()
    canvas.show(things(WindowView(shot, home(shot, SIZE), SIZE, selected=("jelena",))))
    canvas._show_backs(True)
    backs = {name: canvas._nodes[name].mesh.primitives[0].material.doubleSided for name in canvas.things}
    assert backs["closed terrain"]
    assert backs["jelena", "body"]
    assert [backs[name] for name, one in canvas.things.items() if one.closed and one.upon and not one.behind] == [False]
