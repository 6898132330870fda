"""The OpenGL canvas: what is there is not drawn again, and yet every picture is what it would be drawn anew."""

import json
from dataclasses import dataclass

import pytest

from tests.sightline.window.screen import screen, script

PICTURES = """
import json
import numpy as np
from OpenGL import GL
from sightline.window.graphics import gl_renderer as module
from sightline.window.window_app import opened
from sightline.window.graphics.gl_canvas import Canvas
from sightline.window.first_picture import first_picture
from sightline.window.view.camera_orbit import home, zoomed
from sightline.window.table_opening import draft_of
from sightline.window.intents.intents import *
from sightline.window.graphics.shapes.view_shapes import things
from sightline.window.view.photo_view import PhotoGround

app = opened(draft_of("disputed-shot"), size=(640, 400))
window_state, table = app.state, app.state.view.table
drawn = []
plain = module.Renderer.draw
shade = module.Renderer.shade

def noted_draw(self, scene, flags, *, clear):
    drawn.append("still" if clear else "upon")
    plain(self, scene, flags, clear=clear)

def noted_shade(self, scene, flags):
    drawn.append("shade")
    shade(self, scene, flags)

module.Renderer.draw, module.Renderer.shade = noted_draw, noted_shade

def picture(canvas, coarse=False):
    view, chosen = window_state.view, window_state.view.settings
    canvas.show(things(view))
    camera = view.orbit.camera(view.size)
    canvas.draw(camera, view.size, shadows=chosen.shadows, grid=chosen.grid, cut=view.cut, coarse=coarse)
    GL.glBindFramebuffer(GL.GL_READ_FRAMEBUFFER, 0)
    GL.glReadBuffer(GL.GL_BACK)
    width, height = view.size
    return np.frombuffer(GL.glReadPixels(0, 0, width, height, GL.GL_RGB, GL.GL_UNSIGNED_BYTE), np.uint8)

kruger = table.figure("kruger")
steps = {
    "start": [Choice("shadows", True)],
    "again": [],
    "pointed at a piece": [PointAt("east-gantry", (15.0, 14.0, 3.0))],
    "selected": [Select("jelena")],
    "sight": [PointAt("kruger", kruger.position)],
    "near": [lambda: window_state.show(orbit=zoomed(window_state.view.orbit, (12.0, 12.0, 0.0), 0.3))],
    "turned": [lambda: window_state.turn((12.0, 12.0, 0.0), 40.0, 5.0)],
    "way": [PointAt(None, None), Select("tamsin"), DragTo((9.5, 8.0, 0.0), done=True)],
    "moved": [Confirm()],
    "no shadows": [Choice("shadows", False)],
    "shadows again": [Choice("shadows", True)],
    "cut": [CutAbove(2.0)],
    "painted": [CutAbove(float("inf")), Select("tamsin"), ShowOverlay("reach")],
    "none": [ShowOverlay("reach"), Select(None)],
}
app.state.do(Tour(-1))
for name, intents in steps.items():
    for intent in intents:
        intent() if callable(intent) else window_state.do(intent)
        while window_state.busy:
            window_state.tick()
    drawn.clear()
    kept = picture(app.canvas)
    did = list(drawn)
    anew, whole = Canvas(), Canvas(by_software=False)
    off = np.abs(picture(anew).astype(int) - kept).max()
    unlike = (np.abs(picture(whole).astype(int) - kept) > 8).mean()
    anew.close(), whole.close()
    near = None
    if name in ("start", "way", "painted"):
        smooth = Canvas(samples=4)
        near = float(np.abs(picture(smooth).astype(int) - kept).mean())
        smooth.close()
    print(json.dumps([name, did, int(off), near, int(kept.std()), float(unlike)]))
# While the view turns it may be coarse; what stands is fine, and the backs of what is closed are not missed.
drawn.clear()
window_state.turn((12.0, 12.0, 0.0), 40.0, 5.0)
coarse, larger = picture(app.canvas, coarse=True), app.canvas.coarse
again = picture(app.canvas, coarse=True)
turning = list(drawn)
whole = GL.glGetIntegerv(GL.GL_VIEWPORT).tolist() == [0, 0, *window_state.view.size]
print(json.dumps(["viewport", [], int(whole), None, 0]))
fine = picture(app.canvas)
both = [turning, int(np.abs(again.astype(int) - coarse).max()), float(np.abs(fine.astype(int) - coarse).mean()), int(larger)]
print(json.dumps(["turning", *both]))
drawn.clear()
stays = picture(app.canvas, coarse=True)
anew = Canvas()
anew._show_backs = lambda shown: Canvas._show_backs(anew, True)
backs = np.abs(picture(anew).astype(int) - fine.astype(int))
anew.close()
stays = int(np.abs(stays.astype(int) - fine).max())
print(json.dumps(["standing", drawn[:-2], stays, float((backs > 8).mean()), int(app.canvas.coarse)]))
# The picture before the window is filled is the same board, found by rays.
for name in ("shadows", "grid", "materials", "hidden"):
    window_state.do(Choice(name, False))
window_state.show(orbit=home(window_state.view.table, window_state.view.size))
board = picture(app.canvas).reshape(400, 640, 3)[::-1].astype(int)
first = np.asarray(first_picture(window_state.view.table, window_state.view.size, window_state.view.settings)).astype(int)
unlike = np.abs(board - first).max(axis=2)
print(json.dumps(["first", [], int(np.median(unlike)), float((unlike > 30).mean()), int(first.std())]))
# Last the ground from above, red at the far edge and blue at the near one.
ground = np.zeros((30, 40, 4), np.uint8)
ground[:15, :, 0], ground[15:, :, 2], ground[..., 3] = 255, 255, 255
window_state.do(NewTable((48.0, 36.0)))
window_state.do(FromAbove())
while window_state.busy:
    window_state.tick()
window_state.show(ground=PhotoGround(ground))
rows = picture(app.canvas).reshape(400, 640, 3)[:, 320].astype(int)
red, blue = (np.flatnonzero(rows[:, one] > rows[:, other] + 40) for one, other in ((0, 2), (2, 0)))
print(json.dumps(["ground", [], int(len(red) > 50 and len(blue) > 50 and red.min() > blue.max()), None, 0]))
app.close()
"""
STILL = {"start", "near", "turned", "moved", "no shadows", "shadows again", "cut", "painted"}
"""The steps at which what stands on the table, or how it is looked at, changes."""


@dataclass(frozen=True)
class Step:
    """What was drawn, and how the picture is.

    Attributes:
        did: what was drawn.
        off: how far it is off from one drawn anew, at most, of 255.
        smooth: how far off from one with smooth edges, on average; of the barest step, and of those with most in them.
        varied: how much it varies.
        unlike: the share of pixels that are another where nothing is left out that cannot be seen.
    """

    did: list[str]
    off: int
    smooth: float | None
    varied: int
    unlike: float = 0.0


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Step]:
    """What came of every step, and of the ground in the end."""
    with screen(tmp_path_factory.mktemp("user")) as on:
        lines = [json.loads(line) for line in script(on, PICTURES)]
    return {name: Step(*rest) for name, *rest in lines}


@pytest.fixture
def told(drawn: dict[str, Step]) -> dict[str, Step]:
    """What came of every step."""
    return {name: step for name, step in drawn.items() if name not in {"turning", "standing", "ground", "viewport", "first"}}


def test_the_ground_of_photos_lies_as_they_show_it(drawn: dict[str, Step]) -> None:
    """OpenGL counts rows from below, pictures from above: the far edge is far. 1 stands for yes."""
    assert drawn["ground"].off == 1


def test_the_first_picture_shows_the_board_that_comes(drawn: dict[str, Step]) -> None:
    """But for rims, as its pixels are larger."""
    assert drawn["first"].off <= 2
    assert drawn["first"].smooth is not None
    assert drawn["first"].smooth < 0.1, "the share of pixels that are another colour"
    assert drawn["first"].varied > 20


def test_while_the_view_turns_it_may_be_coarse(drawn: dict[str, Step]) -> None:
    turning, standing = drawn["turning"], drawn["standing"]
    assert (turning.varied, turning.did, turning.off) == (1, ["still", "upon", "upon"], 0), "coarse, once"
    assert turning.smooth is not None
    assert 0.1 < turning.smooth < 6.0, "the same board"
    assert (standing.varied, standing.off) == (0, 0), "what is fine stays so"


def test_after_a_coarse_picture_the_whole_window_is_drawn_into_and_read(drawn: dict[str, Step]) -> None:
    """1 stands for yes."""
    assert drawn["viewport"].off == 1


def test_backs_of_closed_surfaces_are_not_missed(drawn: dict[str, Step]) -> None:
    assert drawn["standing"].smooth is not None
    assert drawn["standing"].smooth < 0.001, "the share of pixels that they change"


def test_every_picture_is_what_it_would_be_drawn_anew(told: dict[str, Step]) -> None:
    assert {name: step.off for name, step in told.items()} == dict.fromkeys(told, 0)
    assert all(step.varied > 20 for step in told.values())


def test_what_is_left_out_cannot_be_seen(told: dict[str, Step]) -> None:
    """But where two faces lie in one: then the one is seen that comes first."""
    assert {name: step.unlike for name, step in told.items() if step.unlike > 0.0005} == {}


def test_edges_that_are_smoothed_change_little_else(told: dict[str, Step]) -> None:
    smoothed = [step.smooth for step in told.values() if step.smooth is not None]
    assert len(smoothed) == 3
    assert all(0.0 < one < 2.0 for one in smoothed)


def test_what_stands_still_is_drawn_again_only_when_it_changes(told: dict[str, Step]) -> None:
    assert {name for name, step in told.items() if "still" in step.did} == STILL
    assert {name for name, step in told.items() if "shade" in step.did} == {"start", "moved"}
    assert told["again"].did == []
