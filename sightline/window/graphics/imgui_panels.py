"""Panels and labels drawn with Dear ImGui, and what of them was used. The one module that knows of ImGui."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import imgui_bundle
import numpy as np
from imgui_bundle import ImVec2, ImVec4, imgui
from numpy.typing import NDArray

from scene.geometry.mesh import FloatArray
from sightline.drawing.rendering import palette
from sightline.drawing.rendering.palette import Rgb
from sightline.window.graphics.imgui_dice import draw_dice
from sightline.window.graphics.panel_widths import GRIP, SIDES, PanelWidths
from sightline.window.graphics.shapes.place_labels import PlaceLabel
from sightline.window.graphics.status_icons import ICON_FONT, ICONS
from sightline.window.intents.intents import Intent
from sightline.window.intents.panel_widgets import (
    Button,
    Columns,
    DiceWidget,
    Entry,
    ImageWidget,
    PanelWidgets,
    Place,
    ProgressBar,
    RowWidget,
    Scrolled,
    Separator,
    Slider,
    Switch,
    TextWidget,
    Tone,
    Widget,
)
from sightline.window.view.label_spacing import Box, apart, free_part

MARGIN = 10.0
LETTERS = 15.0
"""Pixels that letters are high at the usual size."""
LETTER = 7.1
"""Pixels that a letter is wide, about, at the usual size."""
NARROWEST = 48.0
"""Letters that a panel at the bottom is wide at least, even if it then lies upon others."""
HINT_WIDE, GAP = 360.0, 6.0
"""Pixels that a hint is wide at most, and between it and its panel."""
UNDERLINE = 3.0
"""Pixels that the line under a label is thick."""
FAR = 14.0
"""Pixels above its place from which on a line leads from a label to it."""
FIXED = (
    imgui.WindowFlags_.always_auto_resize
    | imgui.WindowFlags_.no_move
    | imgui.WindowFlags_.no_saved_settings
    | imgui.WindowFlags_.no_focus_on_appearing
    | imgui.WindowFlags_.no_nav
)


@dataclass(frozen=True)
class Dress:
    """The colours of all panels.

    Attributes:
        paper, title, edge, button, chosen: of their backgrounds.
        ink, faint, good, bad: of letters.
    """

    paper: Rgb
    title: Rgb
    edge: Rgb
    button: Rgb
    chosen: Rgb
    ink: Rgb
    faint: Rgb
    good: Rgb
    bad: Rgb

    def tone(self, tone: Tone) -> Rgb:
        """The colour of words."""
        match tone:
            case "faint":
                return self.faint
            case "good":
                return self.good
            case "bad":
                return self.bad
        return self.ink


LIGHT = Dress(
    palette.PAPER, palette.RULE, palette.RULE, (226, 223, 216), palette.SKY,
    palette.INK, palette.FAINT_INK, (0, 110, 80), (170, 60, 0),
)  # fmt: skip
DARK = Dress(
    (37, 40, 45), (58, 62, 69), (84, 89, 98), (66, 71, 79), palette.BLUE,
    (236, 234, 228), (173, 176, 181), (94, 214, 164), (255, 158, 112),
)  # fmt: skip


def outline(corner: tuple[float, float], to: tuple[float, float]) -> None:
    """Draw a frame between two pixels over the table."""
    draw_list = imgui.get_background_draw_list()
    draw_list.add_rect_filled(ImVec2(*corner), ImVec2(*to), _packed((*palette.SKY, 40)))
    draw_list.add_rect(ImVec2(*corner), ImVec2(*to), _packed((*palette.BLUE, 255)), 0.0, 2.0)


@dataclass
class ImguiPanels:
    """All panels of a window.

    Attributes:
        pictures: makes a texture of a name: its number; 0 as long as there is none.
        settled: whether all panels had the sizes that they had the time before.
        dress: their colours.
        widths: of those at the sides.
    """

    pictures: Callable[[str], int] = lambda _name: 0
    settled: bool = True
    dress: Dress = LIGHT
    widths: PanelWidths = field(default_factory=PanelWidths)
    _worn: Dress | None = None
    _sizes: dict[str, tuple[float, float]] = field(default_factory=dict)
    _wanted: list[Intent] = field(default_factory=list)
    _typed: dict[str, str] = field(default_factory=dict)
    _after: dict[str, int] = field(default_factory=dict)
    _right: float = 0.0
    _inside: float = math.inf
    _dragged: float = 0.0
    _given: str = ""
    _kept: bool = False
    _pressed: str = ""
    _folded: dict[str, bool] = field(default_factory=dict)
    _titled: dict[str, bool] = field(default_factory=dict)
    _boxes: dict[Place, list[Box]] = field(default_factory=dict)
    _names: list[tuple[Box, str]] = field(default_factory=list)
    _lowered: dict[str, float] = field(default_factory=dict)

    def cover(self, pixel: tuple[float, float]) -> bool:
        """Whether a panel lies over a pixel, or holds the mouse, as a slider does: then the mouse is not the table's.

        Dear ImGui tells that only from the next picture on. A line that somebody types in holds the keys, not the mouse.
        """
        x, y = pixel
        held = imgui.is_any_item_active() and imgui.is_any_mouse_down()
        return held or any(left - GRIP <= x < right + GRIP and top <= y < low for left, top, right, low in self.boxes)

    def named(self, pixel: tuple[float, float]) -> str:
        """The id of the figure whose name is written there; empty for none."""
        x, y = pixel
        under = [owner for (left, top, right, low), owner in self._names if left <= x < right and top <= y < low]
        return under[-1] if under else ""

    @property
    def boxes(self) -> list[Box]:
        """Where panels lie."""
        return [box for boxes in self._boxes.values() for box in boxes]

    def free(self, size: tuple[int, int]) -> Box:
        """The part of a window of so many pixels between them."""
        return free_part(self._boxes, size)

    def wear(self, dress: Dress) -> None:
        """Give all panels these colours from the next picture on."""
        self.dress = dress
        if self._worn is not dress:
            self._worn = dress
            _wear(dress)

    def draw(self, panels: Sequence[PanelWidgets], size: tuple[int, int], text: float) -> list[Intent]:
        """Draw panels into a window of so many pixels; gives what people want."""
        self._wanted, self.settled, self._boxes = [], True, {}
        imgui.get_style().font_scale_main = text
        taken: dict[Place, float] = dict.fromkeys(("left", "right", "top", "bottom", "middle", "cursor"), MARGIN)
        top = next((self._sizes.get(one.told_by, (0.0, 0.0))[1] for one in panels if one.place == "top"), 0.0)
        taken["left"] = taken["right"] = top + 2.0 * MARGIN
        for panel in panels:
            self._panel(panel, size, taken, text)
        return self._wanted

    def write(self, labels: Sequence[PlaceLabel], pixels: FloatArray, shown: NDArray[Any], clear: Sequence[Box] = ()) -> None:
        """Writes labels over the table, each at its pixel (n, 2) or near it, where it is shown (n,) and hides nothing else.

        Args:
            labels: the words.
            pixels: where they would stand, (n, 2).
            shown: whether they do, (n,).
            clear: what no words may hide.
        """
        some = [(label, x, y) for label, (x, y), seen in zip(labels, pixels.tolist(), shown.tolist(), strict=True) if seen]
        some.sort(key=lambda one: not one[0].strong)
        draw_list = imgui.get_background_draw_list()
        boxes = []
        # A name must not go away from under the cursor that points at it.
        held = {number for number, (label, _, _) in enumerate(some) if label.held and label.owner in self._lowered}
        for number, (label, x, y) in enumerate(some):
            size, low = imgui.calc_text_size(label.text), y + (self._lowered[label.owner] if number in held else 0.0)
            boxes.append((x - size.x / 2.0 - 5.0, low - size.y - 2.0, x + size.x / 2.0 + 5.0, low + UNDERLINE + 2.0))
        self._names = []
        free = apart(boxes, (*clear, *self._boxes.get("top", ())), held)
        named = zip(some, free, strict=True)
        self._lowered = {label.owner: low - UNDERLINE - 2.0 - y for (label, _, y), (*_, low) in named if label.owner}
        for (label, x, y), (left, top, right, low) in zip(some, free, strict=True):
            colour = _packed((*label.colour, 255))
            if label.owner:
                self._names.append(((left, top, right, low), label.owner))
            if low < y - FAR or top > y:
                draw_list.add_line(ImVec2(x, low if low < y else top), ImVec2(x, y), colour, 1.5)
            line = low - UNDERLINE
            draw_list.add_rect_filled(
                ImVec2(left, top), ImVec2(right, line), _packed((*self.dress.paper, 235 if label.strong else 190)), 3.0
            )
            draw_list.add_rect_filled(ImVec2(left, line), ImVec2(right, low), colour)
            draw_list.add_text(ImVec2(left + 5.0, top + 2.0), _packed((*self.dress.ink, 255)), label.text)

    def _panel(self, panel: PanelWidgets, size: tuple[int, int], taken: dict[Place, float], text: float) -> None:
        width, height = self._sizes.get(panel.told_by, (panel.width * LETTER * text, 100.0))
        x, y = _corner(panel.place, taken[panel.place], (width, height), size)
        letters = self.widths.letters(panel.place, panel.width)
        if panel.place == "bottom":
            left, right = (
                self.widths.letters(side, own) if own else 0.0 for side, own in zip(SIDES, panel.beside, strict=True)
            )
            x, letters = _between(replace(panel, beside=(left, right)), size[0], text)
        # At the right by its right edge: how wide it is in this frame is known only once it has begun.
        imgui.set_next_window_pos(ImVec2(x, y), imgui.Cond_.always, ImVec2(float(panel.place == "right"), 0.0))
        most = max(size[1] - y - MARGIN if panel.place in {"left", "right"} else size[1] - 2.0 * MARGIN, 60.0)
        least = 0.0 if panel.place == "top" else min(letters * LETTER * text, size[0] - 2.0 * MARGIN)
        low = min(panel.height * text, most)
        imgui.set_next_window_size_constraints(ImVec2(least, low), ImVec2(max(least, size[0] - 2.0 * MARGIN), most))
        if self._folded.get(panel.told_by, False) != panel.folded:
            imgui.set_next_window_collapsed(panel.folded)
            self._folded[panel.told_by] = panel.folded
        title = f"{panel.name}###{panel.told_by}"
        if panel.told_by in self._titled:
            imgui.set_next_window_collapsed(self._titled.pop(panel.told_by))
        unfolded, open_yet = imgui.begin(title, True if panel.closes is not None else None, FIXED | _bars(panel.place))
        if panel.place in SIDES and imgui.is_item_clicked() and _on_words():
            # A press on the words of a title folds as one on its arrow does, which Dear ImGui would leave to a double click.
            self._titled[panel.told_by] = unfolded
        x, width = imgui.get_window_pos().x, imgui.get_window_size().x
        imgui.push_text_wrap_pos(max(least - 16.0, 40.0) if least else 0.0)
        self._right = size[0] - MARGIN if panel.place == "top" else x + max(least, width)
        # What fills its panel must not keep it as wide as it once was.
        self._inside = least - 2.0 * imgui.get_style().window_padding.x if least else math.inf
        for number, widget in enumerate(panel.widgets if unfolded else ()):
            imgui.push_id(number)
            self._widget(widget)
            imgui.pop_id()
        imgui.pop_text_wrap_pos()
        found = imgui.get_window_size()
        self.settled &= self._sizes.get(panel.told_by) == (found.x, found.y)
        self._sizes[panel.told_by] = (found.x, found.y)
        taken[panel.place] += found.y + MARGIN
        imgui.end()
        box = (x, y, x + found.x, y + found.y)
        self._boxes.setdefault(panel.place, []).append(box)
        pulled = self.widths.pull(panel.place, box, LETTER * text, size[0], _packed((*self.dress.chosen, 200)))
        if pulled is not None:
            self._wanted.append(pulled)
        if panel.closes is not None and open_yet is False:
            self._wanted.append(panel.closes)

    def _widget(self, widget: Widget) -> None:
        match widget:
            case TextWidget():
                self._text(widget)
            case Button():
                self._button(widget)
            case RowWidget():
                self._row(widget)
            case Switch():
                changed, _ = imgui.checkbox(widget.label, widget.on)
                _tip(widget.tip)
                if changed:
                    self._wanted.append(widget.intent)
            case Slider():
                self._slider(widget)
            case Entry():
                self._entry(widget)
            case Separator() | ProgressBar() | DiceWidget():
                self._plain(widget)
            case ImageWidget():
                self._picture(widget)
            case Columns():
                self._columns(widget)
            case Scrolled():
                self._scrolled(widget)

    def _plain(self, widget: Separator | ProgressBar | DiceWidget) -> None:
        """A line across the panel, a bar, or dice."""
        if isinstance(widget, DiceWidget):
            draw_dice(widget, min(imgui.get_content_region_avail().x, self._inside))
        elif isinstance(widget, ProgressBar):
            imgui.progress_bar(widget.share, (-1.0, 0.0), f"{100.0 * widget.share:.0f} %")
        else:
            imgui.separator()

    def _text(self, text: TextWidget) -> None:
        top = imgui.get_cursor_pos_y()
        if text.colour is not None:
            size = imgui.get_text_line_height()
            at = imgui.get_cursor_screen_pos()
            out, half = size / 2.0 - 2.0, text.mark * (size / 2.0 - 2.0)
            low, high = (ImVec2(at.x + out + way, at.y + size / 2.0 + way) for way in (-half, half))
            imgui.get_window_draw_list().add_rect_filled(low, high, _packed((*text.colour, 255)))
            imgui.dummy(ImVec2(size - 2.0, size))
            imgui.same_line()
        if text.tone == "title":
            imgui.push_font(None, imgui.get_style().font_size_base * 1.2)
        imgui.push_style_color(imgui.Col_.text, _rgba(self.dress.tone(text.tone)))
        imgui.text_wrapped(text.words)
        imgui.pop_style_color()
        if text.tone == "title":
            imgui.pop_font()
        _tip(text.tip)
        missing = top + text.lines * imgui.get_text_line_height_with_spacing() - imgui.get_cursor_pos_y()
        if text.lines > 1 and missing > 0.5:
            imgui.dummy(ImVec2(0.0, missing - imgui.get_style().item_spacing.y))

    def _button(self, button: Button) -> None:
        name = f"{button.label}##{button.marker}" if button.marker else button.label
        if button.chosen:
            imgui.push_style_color(imgui.Col_.button, _rgba(self.dress.chosen))
        imgui.begin_disabled(not button.enabled)
        if imgui.button(name):
            # The second of two quick clicks is not meant for what the first one has brought to the same place.
            if imgui.get_io().mouse_clicked_last_count[0] < 2 or name == self._pressed:
                self._wanted.append(button.intent)
            self._pressed = name
        elif button.points is not None and imgui.is_item_hovered(imgui.HoveredFlags_.allow_when_disabled):
            self._wanted.append(button.points)
        imgui.end_disabled()
        if button.chosen:
            imgui.pop_style_color()
        key = f"  [{button.key}]" if button.key else ""
        _tip(button.why_not or (button.tip + key).strip())

    def _row(self, row: RowWidget) -> None:
        for number, widget in enumerate(row.widgets):
            wide = imgui.calc_text_size(widget.label).x + 24.0 if isinstance(widget, Button | Switch) else 60.0
            wide = float(widget.size[0]) + 12.0 if isinstance(widget, ImageWidget) else wide
            wide = widget.wide + 12.0 if isinstance(widget, Slider) and widget.wide else wide
            if number and imgui.get_item_rect_max().x + wide < self._right:
                imgui.same_line()
            imgui.push_id(number)
            self._widget(widget)
            imgui.pop_id()

    def _slider(self, slider: Slider) -> None:
        if slider.label:
            imgui.text_unformatted(slider.label)
        room = min(imgui.get_content_region_avail().x, self._inside)
        own = slider.wide * imgui.get_style().font_scale_main
        imgui.set_next_item_width(own or (room if room > 40.0 else 120.0))
        if slider.whole:
            whole, low, high = round(slider.value), round(slider.low), round(slider.high)
            changed, whole = imgui.slider_int("##slider", whole, low, high, slider.shown)
            value = float(whole)
        else:
            changed, value = imgui.slider_float("##slider", slider.value, slider.low, slider.high, slider.shown)
        if slider.dropped:
            self._dragged = value if changed else self._dragged
            changed, value = imgui.is_item_deactivated_after_edit(), self._dragged
        if changed:
            self._wanted.append(slider.intent(value))

    def _entry(self, entry: Entry) -> None:
        # A line that is emptied is a new one to Dear ImGui, which else keeps the letters of whoever types.
        name = f"##{entry.label} {entry.after}"
        if entry.label:
            imgui.text_unformatted(entry.label)
        # A click into the line takes all of it, so that what was typed before is typed over.
        flags = imgui.InputTextFlags_.enter_returns_true | imgui.InputTextFlags_.auto_select_all
        room = min(imgui.get_content_region_avail().x, self._inside)
        if not entry.button:
            # No wider than the panel has to be: else a panel that was wide once would stay so.
            imgui.set_next_item_width(max(room, 80.0))
            # While somebody types, Dear ImGui keeps the letters; at all other times a line says how things are.
            entered, text = imgui.input_text_with_hint(name, entry.hint, entry.text, flags)
            # Escape leaves a line as it was.
            left = entry.leaving and imgui.is_item_deactivated_after_edit() and text != entry.text
            entered = entered or left
            if imgui.calc_text_size(entry.hint).x > room:
                _tip(entry.hint)
        else:
            appears, emptied = imgui.is_window_appearing(), self._after.get(entry.label) != entry.after
            if appears or (self._given == entry.label and (emptied or not self._kept)):
                # Once it is given, the keys stay with the line: to mend what was refused, or for the next one.
                imgui.set_keyboard_focus_here()
                self._given, self._kept = ("" if appears or emptied else self._given), True
            if appears or emptied:
                self._typed[entry.label], self._after[entry.label] = entry.text, entry.after
            imgui.begin_group()
            style = imgui.get_style()
            beside = imgui.calc_text_size(entry.button).x + 2.0 * style.frame_padding.x + style.item_spacing.x
            imgui.set_next_item_width(max(room - beside, 80.0))
            # What was typed stays when the button is pressed.
            entered, text = imgui.input_text_with_hint(name, entry.hint, self._typed.get(entry.label, entry.text), flags)
            self._typed[entry.label] = text
            imgui.same_line()
            entered = imgui.button(entry.button) or entered
            imgui.end_group()
        if entered and (text.strip() or not entry.button):
            self._given, self._kept = (entry.label if entry.button else ""), False
            self._wanted.append(entry.intent(text))

    def _picture(self, picture: ImageWidget) -> None:
        number = self.pictures(picture.name) if picture.name else 0
        size = ImVec2(*(float(side) for side in picture.size))
        if number:
            imgui.image(imgui.ImTextureRef(number), size)
        else:
            imgui.dummy(size)
        _tip(picture.tip)
        low, high, draw_list = imgui.get_item_rect_min(), imgui.get_item_rect_max(), imgui.get_window_draw_list()
        if picture.framed is not None:
            draw_list.add_rect(low, high, _packed((*picture.framed, 255)), 0.0, 3.0)
        draw_list.push_clip_rect(low, high, True)
        for lines in picture.lines:
            places = np.array([low.x, low.y]) + lines * np.array(picture.size)
            for (ax, ay), (bx, by) in places.tolist():
                draw_list.add_line(ImVec2(ax, ay), ImVec2(bx, by), _packed((*palette.ORANGE, 255)), 1.5)
        draw_list.pop_clip_rect()
        if picture.intent is not None and imgui.is_item_clicked():
            self._wanted.append(picture.intent)

    def _columns(self, columns: Columns) -> None:
        count = max(len(columns.heads), *(len(row) for row in columns.rows)) if columns.rows else len(columns.heads)
        if count == 0 or not imgui.begin_table("columns", count, imgui.TableFlags_.sizing_fixed_fit):
            return
        for head in columns.heads:
            imgui.table_setup_column(head)
        if columns.heads:
            imgui.table_headers_row()
        for number, row in enumerate(columns.rows):
            imgui.table_next_row()
            for place, widget in enumerate(row):
                imgui.table_set_column_index(place)
                imgui.push_id(1000 * number + place)
                # Where its column ends, a text must not wrap: columns are as wide as what stands in them.
                imgui.push_text_wrap_pos(imgui.get_cursor_pos_x() + columns.wrap * imgui.calc_text_size("n").x)
                self._widget(widget)
                imgui.pop_text_wrap_pos()
                imgui.pop_id()
        imgui.end_table()

    def _scrolled(self, scrolled: Scrolled) -> None:
        height = min(scrolled.height, max(imgui.get_main_viewport().size.y - 160.0, 60.0))
        imgui.begin_child(scrolled.name, ImVec2(0.0, height))
        imgui.push_text_wrap_pos(0.0)
        for number, widget in enumerate(scrolled.widgets):
            imgui.push_id(number)
            self._widget(widget)
            imgui.pop_id()
        if scrolled.to_end and imgui.get_scroll_y() >= imgui.get_scroll_max_y() - 40.0:
            imgui.set_scroll_here_y(1.0)
        imgui.pop_text_wrap_pos()
        imgui.end_child()


def _on_words() -> bool:
    """Whether the cursor is on the title of the window that has begun, between its arrow and what closes it."""
    left, wide, button = imgui.get_window_pos().x, imgui.get_window_size().x, imgui.get_frame_height()
    return left + button < imgui.get_mouse_pos().x < left + wide - button


def _bars(place: Place) -> int:
    """What the window of a panel at a place has no title for, or cannot be folded to it."""
    if place in {"top", "bottom"}:
        return int(imgui.WindowFlags_.no_title_bar)
    return 0 if place in {"left", "right"} else int(imgui.WindowFlags_.no_collapse)


def begin() -> None:
    """The letters and corners of all panels."""
    letters = Path(imgui_bundle.__file__).parent / "assets" / "fonts" / "Roboto" / "Roboto-Regular.ttf"
    if letters.is_file():
        fonts = imgui.get_io().fonts
        fonts.add_font_from_file_ttf(str(letters), LETTERS)
        if ICONS:
            merged = imgui.ImFontConfig()
            merged.merge_mode = True
            fonts.add_font_from_file_ttf(str(ICON_FONT), LETTERS - 3.0, merged)
    style = imgui.get_style()
    style.window_rounding = style.frame_rounding = 4.0
    style.window_border_size = style.frame_border_size = 1.0


def _wear(dress: Dress) -> None:
    """Give all panels these colours."""
    if dress is DARK:
        imgui.style_colors_dark()
    else:
        imgui.style_colors_light()
    style = imgui.get_style()
    for name, colour, opaque in (
        (imgui.Col_.window_bg, dress.paper, 240),
        (imgui.Col_.text, dress.ink, 255),
        (imgui.Col_.text_disabled, dress.faint, 255),
        (imgui.Col_.title_bg, dress.title, 255),
        (imgui.Col_.title_bg_active, dress.title, 255),
        (imgui.Col_.title_bg_collapsed, dress.title, 255),
        (imgui.Col_.border, dress.edge, 255),
        (imgui.Col_.button, dress.button, 255),
        (imgui.Col_.button_hovered, palette.mixed(dress.chosen, dress.paper, 0.4), 255),
        (imgui.Col_.button_active, dress.chosen, 255),
    ):
        style.set_color_(name, _rgba(colour, opaque))


def _tip(tip: str) -> None:
    if tip and imgui.is_item_hovered(imgui.HoveredFlags_.allow_when_disabled | imgui.HoveredFlags_.delay_short):
        _hint(tip)


def _hint(tip: str) -> None:
    """Words beside the panel of the control under the cursor, so that they hide none of its controls."""
    panel, item, whole = imgui.get_window_pos(), imgui.get_item_rect_min(), imgui.get_main_viewport().size
    size, high = imgui.get_window_size(), imgui.calc_text_size(tip, wrap_width=HINT_WIDE).y + 2.0 * MARGIN
    if size.x > whole.x / 3.0:  # along the upper or the lower edge of the window
        above = panel.y > whole.y / 2.0
        at = ImVec2(min(item.x, whole.x - HINT_WIDE), panel.y - high - GAP if above else panel.y + size.y + GAP)
        pivot = ImVec2(0.0, 0.0)
    else:
        left = panel.x + size.x / 2.0 < whole.x / 2.0
        at = ImVec2(panel.x + size.x + GAP if left else panel.x - GAP, max(min(item.y, whole.y - high), 0.0))
        pivot = ImVec2(0.0 if left else 1.0, 0.0)
    imgui.set_next_window_pos(at, imgui.Cond_.always, pivot)
    imgui.begin_tooltip()
    imgui.push_text_wrap_pos(HINT_WIDE)
    imgui.text_unformatted(tip)
    imgui.pop_text_wrap_pos()
    imgui.end_tooltip()


def _corner(place: Place, taken: float, own: tuple[float, float], size: tuple[int, int]) -> tuple[float, float]:
    """Where the upper left corner of a panel lies; of one at the right, the upper right one."""
    width, height = own
    match place:
        case "left":
            return MARGIN, taken
        case "right":
            return size[0] - MARGIN, taken
        case "top":
            return max(MARGIN, (size[0] - width) / 2.0), MARGIN
        case "bottom":
            return max(MARGIN, (size[0] - width) / 2.0), max(MARGIN, size[1] - height - taken)
        case _:
            return max(MARGIN, (size[0] - width) / 2.0), max(MARGIN, (size[1] - height) / 2.0)


def _between(panel: PanelWidgets, wide: int, text: float) -> tuple[float, float]:
    """Where a panel at the bottom begins and how many letters wide it is: between those at the sides if there is room."""
    letter = LETTER * text
    left, right = (2.0 * MARGIN + one * letter if one else MARGIN for one in panel.beside)
    letters = max(min(panel.width, (wide - left - right) / letter), min(panel.width, NARROWEST))
    middle = max(MARGIN, (wide - letters * letter) / 2.0)
    free = left + letters * letter + right <= wide
    return min(max(middle, left), wide - right - letters * letter) if free else middle, letters


def _rgba(colour: Rgb, opaque: int = 255) -> ImVec4:
    r, g, b = colour
    return ImVec4(r / 255.0, g / 255.0, b / 255.0, opaque / 255.0)


def _packed(colour: tuple[int, int, int, int]) -> int:
    r, g, b, a = colour
    return r | g << 8 | b << 16 | a << 24
