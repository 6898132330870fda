"""The panel with the links under which phones are shown the same."""

from collections.abc import Mapping
from math import ceil

from sightline.window.intents.intents import EndPhones, ShowPhones
from sightline.window.intents.panel_widgets import Button, ImageWidget, PanelWidgets, RowWidget, TextWidget, Widget

CODE = 210
"""Pixels of a code's side, at most: a phone reads it from an arm's length."""
ROOM = 620
"""Pixels that all codes have one below the other."""
HOW = "scan it with a phone in the same network"


def phones_panel(links: Mapping[str, str], height: int) -> PanelWidgets:
    """The codes of all seats, and how to end it.

    Args:
        links: by the names of their seats.
        height: of the window, pixels.
    """
    side = min(CODE, max(90, ceil(min(ROOM, height - 240) / max(len(links), 1)) - 40))
    rows: list[Widget] = [TextWidget(HOW, "faint")]
    for seat, link in links.items():
        if len(links) > 1:
            rows.append(TextWidget(seat, "strong"))
        rows += [ImageWidget(f"qr/{link}", (side, side), tip=link), TextWidget(link, "faint")]
    rows.append(RowWidget([Button("End it", EndPhones(), tip="phones are shown nothing any more")]))
    return PanelWidgets("Phones", "right", rows, ShowPhones())
