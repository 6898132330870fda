"""The panels in Dear ImGui, without a window: what presses want."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

imgui = pytest.importorskip("imgui_bundle").imgui

from sightline.window.graphics.imgui_panels import ImguiPanels, begin  # noqa: E402 - where there is no window there is no Dear ImGui
from sightline.window.graphics.shapes.place_labels import PlaceLabel  # noqa: E402
from sightline.window.intents.intents import Give, Intent  # noqa: E402
from sightline.window.intents.panel_widgets import Button, PanelWidgets  # noqa: E402

SIZE = (800, 600)


@pytest.fixture
def drawn() -> Iterator[ImguiPanels]:
    """Panels in a context of their own."""
    context, before = imgui.create_context(), imgui.get_current_context()
    imgui.set_current_context(context)
    io = imgui.get_io()
    io.set_ini_filename("")
    io.display_size = imgui.ImVec2(*SIZE)
    io.backend_flags |= imgui.BackendFlags_.renderer_has_textures
    begin()
    yield ImguiPanels()
    imgui.destroy_context(context)
    if before is not None and before is not context:
        imgui.set_current_context(before)


def frame(panels: ImguiPanels, label: str, *, down: bool) -> list[Intent]:
    """A picture with one button in its panel, the cursor on it; what is wanted."""
    io = imgui.get_io()
    io.delta_time = 0.05
    io.add_mouse_pos_event(60.0, 62.0)
    io.add_mouse_button_event(0, down)
    imgui.new_frame()
    wanted = panels.draw([PanelWidgets("What now", "left", [Button(label * 20, Give(label))])], SIZE, 1.0)
    imgui.render()
    return list(wanted)


def clicked(panels: ImguiPanels, *labels: str) -> list[Intent]:
    """Quick clicks on one place, where the button of each label lies in turn."""
    found: list[Intent] = []
    for _ in range(3):
        frame(panels, labels[0], down=False)
    for label in labels:
        for down in (True, False):
            found += frame(panels, label, down=down)
    return found


def test_the_second_click_of_a_double_click_is_not_for_what_the_first_one_brought(drawn: ImguiPanels) -> None:
    assert clicked(drawn, "anna", "nobody") == [Give("anna")]


def test_the_same_button_can_be_pressed_fast(drawn: ImguiPanels) -> None:
    assert clicked(drawn, "more", "more") == [Give("more"), Give("more")]


def test_a_name_stays_under_the_cursor_that_points_at_it(drawn: ImguiPanels) -> None:
    """In a crowd a name that is pointed at, and longer then, would be the first one at its place."""
    crowd = [PlaceLabel((0.0, 0.0, 0.0), name, owner=name) for name in ("anna", "bill", "bob")]
    pointed = replace(crowd[2], text="bob: pinned, out of ammo", strong=True, held=True)
    written = list[dict[str, tuple[float, ...]]]()
    for labels in (crowd, [*crowd[:2], pointed]):
        imgui.new_frame()
        drawn.write(labels, np.full((3, 2), 300.0), np.ones(3, dtype=bool))
        imgui.render()
        written.append({owner: box for box, owner in drawn._names})
    assert written[0]["bob"][1] != written[0]["anna"][1], "it had to make room"
    assert written[1]["bob"][1::2] == written[0]["bob"][1::2]
    assert [written[1][name] for name in ("anna", "bill")] == [written[0][name] for name in ("anna", "bill")]
