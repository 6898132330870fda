"""The window: pictures in a second while the view turns, beside pyrender's own shaders; first answers; an hour's random input.

Draws on a screen of its own that nobody sees, by software; with ``--here`` on the screen that is there.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from rich.console import Console
from rich.table import Table as Rows

from sightline.window.view.window_settings import WindowSettings, save_settings
from tests.sightline.window.screen import SIZE, Screen, screen, script
from tests.sightline.window.test_window import RANDOM

TABLE = "high-foundry"
EVENTS = 20_000
TURNS = 24
SMALL = (64, 40)
LINE, BOARD = 2, 200
"""Colours of a picture, made small, that shows a line in a window; and of one that shows a table."""

FRAMES = """
import sys, time
from ctypes import c_void_p
import numpy as np
from OpenGL import GL
from rules.movement.path_rules import agent_of
from scene.navmesh.navmesh import navmesh_of
from sightline.window.window_app import opened
from sightline.window.table_opening import draft_of
from sightline.window.intents.intents import *

app = opened(draft_of(sys.argv[1]), size=(int(sys.argv[3]), int(sys.argv[4])))
app.state.do(Tour(-1))
table = app.state.view.table
# As for people, who see the table before they ask anything, and its looks.
for _ in range(20):
    app.frame(0.02)
while app.state.busy:
    app.frame(0.02)
for one in table.figures:
    navmesh_of(table.terrain, table.size, agent_of(one))
while app.state.view.baked is None:
    app.frame(0.02)
    time.sleep(0.01)
print(app.window.context.get_info().get_renderer())

def turning(count):
    taken = []
    for _ in range(count):
        app.window.dispatch_events()
        began = time.perf_counter()
        app.state.turn((24.0, 18.0, 0.0), 12.0, 0.0)
        app.frame(0.02)
        GL.glFinish()
        taken.append(time.perf_counter() - began)
    return taken

for shadows in (False, True):
    app.state.do(Choice("shadows", shadows))
    turning(3)
    print(np.median(turning(int(sys.argv[2]))))
app.state.do(Choice("shadows", False))

import pyrender
from pyrender.shader_program import ShaderProgramCache
own = app.canvas._renderer._program_cache
# Its programs look behind all else for the pose of each copy.
for node in app.canvas._nodes.values():
    one = node.mesh.primitives[0]
    GL.glBindVertexArray(one._vertex_array_id)
    GL.glBindBuffer(GL.GL_ARRAY_BUFFER, GL.glGenBuffers(1))
    GL.glBufferData(GL.GL_ARRAY_BUFFER, 64, np.eye(4, dtype=np.float32), GL.GL_STATIC_DRAW)
    for row in range(4):
        place = len(one._buffers) + row
        GL.glVertexAttribPointer(place, 4, GL.GL_FLOAT, GL.GL_FALSE, 64, c_void_p(16 * row))
        GL.glEnableVertexAttribArray(place)
        GL.glVertexAttribDivisor(place, 1)
GL.glBindVertexArray(0)
app.canvas._renderer._program_cache = ShaderProgramCache()
turning(2)
print(np.median(turning(8)))
app.canvas._renderer._program_cache = own

def answered(kind):
    began, frames, last = time.perf_counter(), [], time.perf_counter()
    while kind in app.state.workers.asked:
        app.frame(0.02)
        now = time.perf_counter()
        frames.append(now - last)
        last = now
        time.sleep(0.001)
    return time.perf_counter() - began, max(frames, default=0.0)

shooters = [one for one in table.figures if one.side == table.figures[0].side][:5]
targets = [one for one in table.figures if one.side != table.figures[0].side][:5]
sights = []
for one in shooters:
    app.state.do(Select(one.id))
    for other in targets:
        began = time.perf_counter()
        app.state.do(PointAt(other.id, other.position))
        while app.state.view.sight is None or app.state.view.sight.verdict.question.target != other:
            app.state.tick()
            time.sleep(0.0005)
        sights.append(time.perf_counter() - began)
        answered("steady")
print(np.median(sights), max(sights))
reaches, dropped = [], []
app.state.do(Cancel())
app.state.do(PointAt(None, None))
for number, one in enumerate(table.figures):
    app.state.do(Select(one.id))
    if app.state.view.overlay != "reach":
        app.state.do(ShowOverlay("reach"))
    took, frame = answered("reach")
    if number:
        reaches.append(took)
        dropped.append(frame)
print(np.median(reaches), max(reaches), max(dropped))
app.close()
"""


def first_picture(on: Screen, colours: int) -> float:
    """Seconds from the start of the program to the first picture of so many colours on a screen that is black before."""
    began = time.perf_counter()
    line = [sys.executable, "-m", "sightline", "play", TABLE]
    program = subprocess.Popen(line, env=on.environment, stderr=subprocess.DEVNULL)
    try:
        while len(on.picture().resize(SMALL).getcolors(SMALL[0] * SMALL[1]) or ()) < colours:
            time.sleep(0.02)
        return time.perf_counter() - began
    finally:
        program.kill()
        program.wait()


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--here", action="store_true", help="draw on the screen that is there")
    parser.add_argument("--short", action="store_true", help="a tenth of the events")
    parser.add_argument("--pieces", help="not needed here: the bundled table is drawn")
    parser.add_argument("--events", type=int)
    parser.add_argument("--size", type=int, nargs=2, default=SIZE)
    asked = parser.parse_args()
    if asked.events is None:
        asked.events = EVENTS // 10 if asked.short else EVENTS
    rows = Rows("what", "took", "wanted", title=f"sightline play {TABLE}, {asked.size[0]} x {asked.size[1]}")
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        save_settings(WindowSettings(toured=True, shadows=False), home / "sightline" / "window.json")
        if asked.here:
            measure(Screen(os.environ.get("DISPLAY", ""), home), rows, asked)
        else:
            with screen(home) as on:
                for what, colours, wanted in (("a line in the window", LINE, "-"), ("the picture of the table", BOARD, "2 s")):
                    rows.add_row(f"start to {what}", f"{min(first_picture(on, colours) for _ in range(3)):.2f} s", wanted)
                measure(on, rows, asked)
    Console().print(rows)


def measure(on: Screen, rows: Rows, asked: argparse.Namespace) -> None:
    """Adds what can be measured on a screen."""
    width, height = asked.size
    lines = script(on, FRAMES, TABLE, str(TURNS), str(width), str(height))
    plain, shadows, rival = (float(line) for line in lines[1:4])
    rows.add_row(f"drawn by {lines[0]}", "", "")
    rows.add_row("pictures a second, turning, shadows off", f"{1 / plain:.1f}", "12")
    rows.add_row("the same with shadows", f"{1 / shadows:.1f}", "15; 60 on a graphics card")
    rows.add_row("the same by pyrender's own shaders, shadows off", f"{1 / rival:.1f} ({rival / plain:.1f} times as long)", "")
    median, longest = (1e3 * float(word) for word in lines[4].split())
    rows.add_row("pointing at somebody to first answer, median / longest of 25", f"{median:.0f} / {longest:.0f} ms", "50 ms")
    median, longest, frame = (1e3 * float(word) for word in lines[5].split())
    rows.add_row("reach painted, median / longest", f"{median:.0f} / {longest:.0f} ms", "300 ms")
    rows.add_row("longest frame meanwhile", f"{frame:.0f} ms", "")
    if asked.events:
        grown = float(script(on, RANDOM, "1", str(asked.events), TABLE, seconds=3600.0)[-1])
        rows.add_row(f"memory grown over {asked.events:,} random events", f"{grown:.0f} MB", "50 MB")


if __name__ == "__main__":
    main()
