"""The program recorded as people start it: it writes down for tests, after every frame, what lies where and is shown.

``python -m tests.sightline.window.recorded FOLDER play ...``: the state is ``FOLDER/seen.json``, and what a test asks of the
program, which no mouse can do, is ``FOLDER/asked.json``. The program itself knows of neither.
"""

import json
import sys
from dataclasses import dataclass, field
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

import pyglet
from imgui_bundle import imgui
from OpenGL import GL
from OpenGL.error import GLError

from rules.engine.procedure_steps import Question, Roll
from scene.pathfinding.path_legs import Path as FigurePath
from scene.table_io.table_statuses import status_of
from sightline.cli.command_line import run
from sightline.window.battle.snapshots.battle_snapshot import BattleSnapshot
from sightline.window.graphics import imgui_panels as panels
from sightline.window.graphics.imgui_panels import ImguiPanels
from sightline.window.intents.panel_widgets import (
    Button,
    Entry,
    ImageWidget,
    PanelWidgets,
    Scrolled,
    Slider,
    Switch,
    TextWidget,
    Widget,
)
from sightline.window.view.window_view import PlannedMove, WindowView
from sightline.window.window_app import App
from tests.coarse_pictures import draw_coarsely
from tests.sightline.window.screen import ASKED, SEEN

NAMED = (Button, Switch, Slider, Entry, ImageWidget, TextWidget, Scrolled)
"""Widgets that are written down; the others only hold these."""


@dataclass
class Recorder:
    """Writes down what a window shows.

    Attributes:
        folder: where to.
    """

    folder: Path
    frames: int = 0
    panels: dict[str, list[float]] = field(default_factory=dict)
    widgets: list[dict[str, Any]] = field(default_factory=list)
    _panel: str = ""
    _text: str = ""
    _hint: str = ""
    _box: int | None = None
    _boxes: int = 0
    _asked: int = 0
    _done: int = 0
    _written: str = ""

    def record(self) -> None:
        """From now on, whatever windows there are."""
        draw, panel, widget, frame = ImguiPanels.draw, ImguiPanels._panel, ImguiPanels._widget, App.frame
        line, hint = imgui.input_text_with_hint, panels._hint

        def with_line(*words: Any) -> Any:  # noqa: ANN401
            entered, self._text = line(*words)
            return entered, self._text

        def with_hint(tip: str) -> None:
            self._hint = tip
            hint(tip)

        def drawn(imgui_panels: ImguiPanels, *words: Any) -> Any:  # noqa: ANN401
            self.panels, self.widgets, self._boxes, self._hint = {}, [], 0, ""
            self.frames += 1
            return draw(imgui_panels, *words)

        def with_panel(imgui_panels: ImguiPanels, one: PanelWidgets, *words: Any) -> None:  # noqa: ANN401
            self._panel = one.name
            panel(imgui_panels, one, *words)
            self.panels[one.name] = list(imgui_panels._boxes[one.place][-1])

        def with_widget(imgui_panels: ImguiPanels, one: Widget) -> None:
            self._around(imgui_panels, one, widget)

        def with_frame(app: App, dt: float) -> None:
            frame(app, dt)
            self._write(app)
            # Events that were there when this was asked are taken before the next frame, which is then the answer.
            self._done = self._asked
            self._take_asked(app)

        for owner, name, wrapped in (
            (ImguiPanels, "draw", drawn), (ImguiPanels, "_panel", with_panel), (ImguiPanels, "_widget", with_widget),
            (App, "frame", with_frame), (imgui, "input_text_with_hint", with_line), (panels, "_hint", with_hint),
        ):  # fmt: skip
            setattr(owner, name, wrapped)

    def _around(self, imgui_panels: ImguiPanels, one: Widget, draw: Any) -> None:  # noqa: ANN401
        if isinstance(one, Scrolled):
            around, self._boxes = self._box, self._boxes + 1
            self._box = number = self._boxes
            draw(imgui_panels, one)
            self._box = around
            self._note(one, number)
            return
        draw(imgui_panels, one)
        if isinstance(one, NAMED):
            self._note(one, self._box)

    def _note(self, one: Any, box: int | None) -> None:  # noqa: ANN401
        low, high = imgui.get_item_rect_min(), imgui.get_item_rect_max()
        value = {Slider: "value", Switch: "on", Button: "chosen"}.get(type(one))
        typed = self._text if isinstance(one, Entry) else None
        self.widgets.append(
            {
                "kind": type(one).__name__,
                "label": getattr(one, "label", getattr(one, "words", getattr(one, "name", ""))),
                "marker": getattr(one, "marker", ""),
                "panel": self._panel,
                "box": box,
                "place": [low.x, low.y, high.x, high.y],
                "enabled": getattr(one, "enabled", True),
                "why_not": getattr(one, "why_not", ""),
                "tip": one.tip if isinstance(one, TextWidget) else "",
                "value": getattr(one, value) if value else typed,
            }
        )

    def _write(self, app: App) -> None:
        state = {
            "frame": self.frames,
            "done": self._done,
            "still": app._restless <= 0,
            "hint": self._hint,
            "typing": bool(imgui.get_io().want_text_input),
            "caption": app.window.caption,
            "panels": self.panels,
            "widgets": self.widgets,
            "view": digest(app.state.view) | {"working": app.state.busy},
        }
        text = json.dumps(state)
        if text != self._written:
            self._written = text
            beside = self.folder / f".{SEEN}"
            beside.write_text(text, encoding="utf-8")
            beside.replace(self.folder / SEEN)

    def _take_asked(self, app: App) -> None:
        try:
            asked = json.loads((self.folder / ASKED).read_text(encoding="utf-8"))
        except FileNotFoundError:
            return
        if asked["number"] == self._asked:
            return
        self._asked = asked["number"]
        if "drop" in asked:
            # As the system tells it; xdotool has no hand for that.
            app.window.dispatch_event("on_file_drop", 0, 0, [asked["drop"]])
        if "draw" in asked:
            draw_coarsely(changed)
        if "lose" in asked:
            lose(app, asked["lose"])


def lose(app: App, how: str) -> None:
    """The context of OpenGL is lost: calls do nothing and only `glGetError` tells, or they fail."""
    if how == "silent":
        pyglet.gl.glGetError = lambda: pyglet.gl.GL_CONTEXT_LOST
    else:

        def failing(*_: object) -> None:
            raise GLError(pyglet.gl.GL_CONTEXT_LOST, "context lost")

        GL.glBindFramebuffer = failing
    app._wake()


def digest(view: WindowView) -> dict[str, Any]:
    """What is shown, as far as tests ask for it."""
    orbit = view.orbit
    return {
        "size": view.size,
        "orbit": [orbit.about, orbit.distance, orbit.azimuth, orbit.elevation, orbit.opening],
        "table": {"name": view.table.name, "size": view.table.size},
        "pieces": {piece.id: piece.placed.bounds.tolist() for piece in view.table.terrain.pieces},
        "figures": {one.id: {"position": one.position, "status": status_of(one)} for one in view.table.figures},
        "baked": view.baked is not None and view.baked.terrain is view.table.terrain,
        "mode": view.mode,
        "selected": view.selected,
        "pointed": view.pointed.owner,
        "overlay": view.overlay,
        "painted": [view.reach is not None, view.seen is not None],
        "pinned": view.pinned,
        "sight": view.sight is not None and [view.sight.verdict.ruling.cover, view.sight.steady is not None],
        "message": view.message.text if view.message is not None else "",
        "bad": view.message is not None and view.message.bad,
        "busy": view.busy,
        "undo": view.undo,
        "redo": view.redo,
        "changed": view.changed,
        "not_kept": view.not_kept,
        "held": [view.held.what, view.held.name],
        "files": view.files,
        "dropped": view.dropped[0] if view.dropped is not None else "",
        "left": len(view.left),
        "help": view.help_shown,
        "tour": view.tour,
        "plan": _plan(view.plan) if view.plan is not None else None,
        "battle": _battle(view.battle) if view.battle is not None else None,
        "targets": view.targets is not None and view.targets[0],
        "chances": len(view.chances),
    }


def _plan(plan: PlannedMove) -> dict[str, Any]:
    way = plan.path if isinstance(plan.path, FigurePath) else None
    return {
        "figure": plan.figure.id,
        "goal": plan.goal,
        "found": plan.found,
        "legs": [leg.kind for leg in way.legs] if way is not None else [],
        "cost": way.cost if way is not None else None,
    }


def _battle(shown: BattleSnapshot) -> dict[str, Any]:
    battle = shown.battle
    return {
        "question": shown.question.what if shown.question is not None else "",
        "roll": _dice(shown.question),
        "who": shown.question.who if shown.question is not None else "",
        "about": shown.question.about if shown.question is not None and not isinstance(shown.question, Roll) else "",
        "waits": shown.waits,
        "typed": shown.typed,
        "answers": shown.answers,
        "at": shown.at,
        "acting": shown.acting,
        "faults": shown.faults,
        "journal": str(shown.journal),
        "round": battle.round,
        "fighters": [
            {"id": one.id, "side": one.gang, "where": one.whereabouts, "status": one.status, "position": one.position}
            for one in battle.models
        ],
    }


def _dice(question: Question | None) -> str:
    return question.dice if isinstance(question, Roll) else ""


def changed(name: str, value: object) -> None:
    """Have a dotted name of a module, or of one of its classes, stand for something else."""
    place, _, own = name.rpartition(".")
    setattr(resolve_name(place), own, value)


if __name__ == "__main__":
    Recorder(Path(sys.argv[1])).record()
    sys.exit(run(sys.argv[2:]))
