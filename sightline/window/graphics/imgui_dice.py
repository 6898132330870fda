"""Dice drawn with Dear ImGui, as they lie on a table: white cubes with pips, symbols or an arrow."""

import numpy as np
from imgui_bundle import ImVec2, imgui

from scene.geometry.mesh import FloatArray
from sightline.drawing.rendering import palette
from sightline.drawing.rendering.palette import Rgb
from sightline.window.intents.panel_widgets import DiceWidget, DieFace

SIDE = 44.0
"""Pixels that a die is wide at the usual size of letters."""
BETWEEN = 8.0
PIPS = {
    1: ((0.5, 0.5),),
    2: ((0.25, 0.25), (0.75, 0.75)),
    3: ((0.25, 0.25), (0.5, 0.5), (0.75, 0.75)),
    4: ((0.25, 0.25), (0.25, 0.75), (0.75, 0.25), (0.75, 0.75)),
    5: ((0.25, 0.25), (0.25, 0.75), (0.5, 0.5), (0.75, 0.25), (0.75, 0.75)),
    6: ((0.25, 0.25), (0.25, 0.5), (0.25, 0.75), (0.75, 0.25), (0.75, 0.5), (0.75, 0.75)),
}
"""Where the pips of a face lie, as parts of its side."""
SMALL = 0.4
"""How large pips are beside a text, as a part of a die."""


def draw_dice(dice: DiceWidget, wide: float) -> None:
    """Dice side by side where the cursor of Dear ImGui is; what does not fit goes on below.

    Args:
        dice: as they lie.
        wide: pixels that there are.
    """
    text = imgui.get_style().font_scale_main
    side, gap = SIDE * text, BETWEEN * text
    row = max(int((wide + gap) // (side + gap)), 1)
    at = imgui.get_cursor_screen_pos()
    for number, die in enumerate(dice.dice):
        _draw_die(die, at.x + number % row * (side + gap), at.y + number // row * (side + gap), side, _frame(dice.good))
    rows = -(-len(dice.dice) // row)
    imgui.dummy(ImVec2(min(len(dice.dice), row) * (side + gap), rows * (side + gap)))


def _frame(good: bool | None) -> tuple[Rgb, float]:  # noqa: FBT001
    """The colour of a die's edge and how thick it is: a failure is told by both."""
    return (palette.FAINT_INK, 1.0) if good is None else (palette.GREEN, 3.0) if good else (palette.VERMILLION, 1.5)


def _draw_die(die: DieFace, x: float, y: float, side: float, edge: tuple[Rgb, float]) -> None:
    draw_list, ink = imgui.get_window_draw_list(), _colour(palette.INK)
    low, high = ImVec2(x, y), ImVec2(x + side, y + side)
    draw_list.add_rect_filled(low, high, _colour(palette.WHITE), side / 6.0)
    draw_list.add_rect(low, high, _colour(edge[0]), side / 6.0, edge[1])
    scale = SMALL if die.text else 1.0
    for right, down in PIPS.get(die.pips, ()):
        place = ImVec2(x + scale * right * side + 2.0 * (scale < 1.0), y + scale * down * side + 2.0 * (scale < 1.0))
        draw_list.add_circle_filled(place, 0.085 * scale * side, ink)
    if die.text:
        size = imgui.calc_text_size(die.text)
        draw_list.add_text(ImVec2(x + (side - size.x) / 2.0, y + (side - size.y) / 2.0), ink, die.text)
    if die.arrow is not None:
        way = np.array([np.cos(np.radians(die.arrow)), -np.sin(np.radians(die.arrow))])
        aside, middle = np.array([-way[1], way[0]]), np.array([x + side / 2.0, y + side / 2.0])
        tail, tip = middle - 0.36 * side * way, middle + 0.4 * side * way
        barbs = [tip - 0.22 * side * way + turn * 0.16 * side * aside for turn in (1.0, -1.0)]
        draw_list.add_line(_at(tail), _at(tip), ink, 3.0)
        draw_list.add_triangle_filled(_at(tip), _at(barbs[0]), _at(barbs[1]), ink)


def _at(place: FloatArray) -> ImVec2:
    return ImVec2(float(place[0]), float(place[1]))


def _colour(colour: Rgb) -> int:
    r, g, b = colour
    return r | g << 8 | b << 16 | 255 << 24
