"""The window in states that people know, each drawn into a picture: ``python -m tests.sightline.window.states FOLDER``.

Runs on a screen of its own; see `tests.sightline.window.pictured`. ``--smooth`` draws the first one only, with smooth edges, as
another driver would.
"""

import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pyglet
import pytest

from sightline.session import battle_loading
from sightline.window import window_app
from sightline.window.intents.battle_intents import ShowRulings, TypeDice
from sightline.window.intents.building_intents import Take
from sightline.window.intents.intents import (
    Choice,
    Confirm,
    Dismiss,
    FrameSelection,
    GiveText,
    Intent,
    Open,
    PointAt,
    ResetView,
    Select,
    SetMode,
    ShowHelp,
    ShowOverlay,
    Tour,
)
from sightline.window.table_opening import draft_of
from sightline.window.view.label_spacing import board_share
from sightline.window.window_app import App
from tests.sightline.secret_toy import ROW, toy_step
from tests.sightline.window.boards import AT_ANNA, SET_UP, solo, yard

ASIDE = 1.0
"""Inches that a figure stands elsewhere in a picture that must not pass."""


def rest(app: App, *intents: Intent) -> None:
    """Do what is wanted, each to its end, as far as it is seen."""
    for intent in intents:
        app.state.do(intent)
        while app._restless > 0 or app.state.busy or app.state.view is not app._drawn:
            app.window.dispatch_events()
            app.frame(0.02)
            time.sleep(0.002)


def drawn(app: App, path: Path) -> None:
    """What is seen, as a picture, and beside it the share of the window that is the board's."""
    rest(app, Dismiss(), Tour(-1))
    app.draw()
    # What has gone to the screen may be gone here.
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(app.window, "flip", lambda: pyglet.image.get_buffer_manager().get_color_buffer().save(str(path)))
        app.draw()
    path.with_suffix(".share").write_text(f"{board_share(app.imgui_panels.boxes, app.state.view.size):.4f}")


def states(app: App) -> Iterator[str]:
    """One state after the other; what begins with "not" must not pass for the start."""
    table = app.state.view.table
    rest(app, Choice("motion", value=False), Choice("pause", 0.0), Choice("materials", value=False))
    rest(app, Choice("shadows", value=False))
    yield "not-without-shadows"
    rest(app, Choice("shadows", value=True))
    yield "start"
    tamsin = table.figure("tamsin")
    x, y, z = tamsin.position
    app.state.show(table=table.with_figure(tamsin.moved((x - ASIDE, y, z))))
    yield "not-with-a-figure-elsewhere"
    app.state.show(table=table)
    rest(app, Select("jelena"), PointAt("kruger", table.figure("kruger").position))
    yield "sight"
    rest(app, PointAt(None, None), Select("tamsin"), FrameSelection(), ShowOverlay("reach"))
    yield "reach"
    rest(app, ShowOverlay("reach"), ResetView(), SetMode("build"), Take("kit", "crate"), Select("barricade"))
    yield "build"
    rest(app, Take("kit", "crate"), SetMode("build"), Select(None), ShowHelp())
    yield "help"
    with tempfile.TemporaryDirectory() as folder:
        rest(app, ShowHelp(), Open(str(yard(Path(folder)))), TypeDice(on=True), *map(GiveText, SET_UP), Select("anna"))
        yield "battle"
        rest(app, ShowRulings())
        yield "rulings"
        rest(app, ShowRulings(), Open(str(solo(Path(folder)))), TypeDice(on=True), *map(GiveText, AT_ANNA))
        yield "crew"
        rest(app, *map(GiveText, ("end", "5", "table", "3", "2")))
        yield "enemy"
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(battle_loading, "step", toy_step)
            beside = Path(folder) / "toy"
            beside.mkdir()
            rest(app, Open(str(yard(beside))), GiveText("sun"), Confirm(), *map(GiveText, ROW[:2]))
            yield "hand-over"
        app.state.close()


def smooth(app: App) -> Iterator[str]:
    """The start alone."""
    rest(app, Choice("shadows", value=True))
    yield "start"


def main(folder: Path, which: Callable[[App], Iterator[str]]) -> None:
    """Draw states into a folder."""
    app = window_app.opened(draft_of("disputed-shot"))
    sys.stdout.write(f"{app.window.context.get_info().get_renderer()}\n")
    for name in which(app):
        drawn(app, folder / f"{name}.png")


if __name__ == "__main__":
    if "--smooth" in sys.argv:
        setattr(window_app, "by_software", lambda _window: False)  # noqa: B010 - a window with smooth edges is kept
    main(Path(sys.argv[1]), smooth if "--smooth" in sys.argv else states)
