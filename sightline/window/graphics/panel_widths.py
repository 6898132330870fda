"""How wide the panels at a side are: as each comes, or all as wide as people pull their inner edge."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from imgui_bundle import ImVec2, imgui

from sightline.window.intents.intents import Choice
from sightline.window.intents.panel_widgets import Place
from sightline.window.view.label_spacing import Box

GRIP, INSIDE = 5.0, 3.0
"""Pixels beside a panel, and in it, where its edge can be taken hold of."""
NARROW, WIDE = 22.0, 0.34
"""Letters that panels at a side are wide at least, and the share of the window at most, if they are pulled."""
Side = Literal["left", "right"]
SIDES: tuple[Side, Side] = ("left", "right")


@dataclass
class PanelWidths:
    """The widths that people have pulled, and the pull that is under way.

    Attributes:
        chosen: letters, of each side; 0 where each panel is as wide as it comes.
    """

    chosen: dict[Side, float] = field(default_factory=dict)
    _pulled: Side | None = None

    def take(self, settings: Mapping[Side, float]) -> None:
        """Take over what is kept, but for a side that is being pulled."""
        self.chosen |= {side: letters for side, letters in settings.items() if side != self._pulled}

    def letters(self, place: Place, own: float) -> float:
        """The letters that a panel at a place is wide at least, that would be so wide by itself."""
        return next((self.chosen.get(side, 0.0) for side in SIDES if side == place), 0.0) or own

    def pull(self, place: Place, box: Box, letter: float, window: float, colour: int) -> Choice | None:
        """Let people pull the inner edge of a panel that lies in a box; what they have chosen once they let go.

        Args:
            place: of the panel.
            box: where it lies.
            letter: pixels of a letter.
            window: pixels that the window is wide.
            colour: in which the edge is shown that can be pulled.
        """
        side = next((one for one in SIDES if one == place), None)
        if side is None:
            return None
        left, top, right, low = box
        edge, mouse = right if side == "left" else left, imgui.get_mouse_pos()
        within = mouse.x - edge if side == "right" else edge - mouse.x
        over = -GRIP <= within <= INSIDE and top <= mouse.y < low and not imgui.is_any_item_active()
        if over and imgui.is_mouse_double_clicked(0):
            self._pulled = None
            return Choice(side, 0.0)
        if over and imgui.is_mouse_clicked(0):
            self._pulled = side
        if over or self._pulled == side:
            drawn = imgui.get_foreground_draw_list()
            drawn.add_rect_filled(ImVec2(edge - 2.0, top), ImVec2(edge + 2.0, low), colour, 2.0)
        if self._pulled != side:
            return None
        pixels = mouse.x - left if side == "left" else right - mouse.x
        if imgui.is_mouse_down(0):
            if imgui.is_mouse_dragging(0, GRIP):
                self.chosen[side] = min(max(pixels / letter, NARROW), WIDE * window / letter)
            return None
        self._pulled = None
        return Choice(side, self.chosen.get(side, 0.0))
