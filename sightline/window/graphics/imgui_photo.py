"""The photo that is clicked in, drawn with Dear ImGui behind all panels."""

from collections.abc import Callable

from imgui_bundle import ImVec2, imgui

from sightline.drawing.rendering import palette
from sightline.drawing.rendering.palette import Rgb
from sightline.window.graphics.photo_picture import Lines, Loupe, Mark, PhotoPainting

DARK_ROOM: Rgb = (24, 25, 28)
RADIUS = 7.0
"""Pixels around the place of a mark; nothing covers the place itself."""
ARM = 5.0


def paint(painting: PhotoPainting, textures: Callable[[str], int]) -> None:
    """Draw a photo and all that lies over it."""
    draw_list = imgui.get_background_draw_list()
    draw_list.add_rect_filled(ImVec2(0.0, 0.0), ImVec2(*map(float, painting.size)), _packed(DARK_ROOM))
    number = textures(painting.texture) if painting.texture else 0
    if number:
        draw_list.add_image(imgui.ImTextureRef(number), ImVec2(*painting.low), ImVec2(*painting.high))
    for lines in painting.lines:
        _lines(draw_list, lines)
    for mark in painting.marks:
        _mark(draw_list, mark)
    if painting.loupe is not None and number:
        _loupe(draw_list, painting.loupe, number)


def _lines(draw_list: imgui.ImDrawList, lines: Lines) -> None:
    for (ax, ay), (bx, by) in lines.ends.tolist():
        draw_list.add_line(ImVec2(ax, ay), ImVec2(bx, by), _packed(palette.INK, 150), lines.thick + 1.5)
    for (ax, ay), (bx, by) in lines.ends.tolist():
        draw_list.add_line(ImVec2(ax, ay), ImVec2(bx, by), _packed(lines.colour), lines.thick)


def _mark(draw_list: imgui.ImDrawList, mark: Mark) -> None:
    x, y = mark.at
    draw_list.add_circle(ImVec2(x, y), RADIUS, _packed(palette.INK, 170), 0, 3.5)
    draw_list.add_circle(ImVec2(x, y), RADIUS, _packed(mark.colour), 0, 2.0 if mark.sure else 1.0)
    if mark.sure:
        for way_x, way_y in ((1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)):
            inner, outer = RADIUS - 2.0, RADIUS + ARM
            ends = ImVec2(x + way_x * inner, y + way_y * inner), ImVec2(x + way_x * outer, y + way_y * outer)
            draw_list.add_line(*ends, _packed(mark.colour), 2.0)
    size = imgui.calc_text_size(mark.text)
    low = ImVec2(x + RADIUS + 4.0, y + 4.0)
    draw_list.add_rect_filled(low, ImVec2(low.x + size.x + 6.0, low.y + size.y + 2.0), _packed(palette.INK, 190), 3.0)
    draw_list.add_text(ImVec2(low.x + 3.0, low.y + 1.0), _packed(palette.WHITE), mark.text)


def _loupe(draw_list: imgui.ImDrawList, loupe: Loupe, number: int) -> None:
    low, high = ImVec2(*loupe.low), ImVec2(*loupe.high)
    left, top, right, under = loupe.part
    draw_list.add_rect_filled(low, high, _packed(DARK_ROOM))
    # What lies beside the photo stays dark.
    inner_low, inner_high = (max(left, 0.0), max(top, 0.0)), (min(right, 1.0), min(under, 1.0))
    along, down = (high.x - low.x) / (right - left), (high.y - low.y) / (under - top)
    at_low = ImVec2(low.x + (inner_low[0] - left) * along, low.y + (inner_low[1] - top) * down)
    at_high = ImVec2(low.x + (inner_high[0] - left) * along, low.y + (inner_high[1] - top) * down)
    draw_list.add_image(imgui.ImTextureRef(number), at_low, at_high, ImVec2(*inner_low), ImVec2(*inner_high))
    x, y = (low.x + high.x) / 2.0, (low.y + high.y) / 2.0
    for way_x, way_y in ((1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)):
        ends = ImVec2(x + 4.0 * way_x, y + 4.0 * way_y), ImVec2(x + 30.0 * way_x, y + 30.0 * way_y)
        draw_list.add_line(*ends, _packed(palette.INK, 200), 3.0)
        draw_list.add_line(*ends, _packed(palette.YELLOW), 1.0)
    draw_list.add_rect(low, high, _packed(palette.PAPER), 0.0, 2.0)


def _packed(colour: Rgb, opaque: int = 255) -> int:
    r, g, b = colour
    return r | g << 8 | b << 16 | opaque << 24
