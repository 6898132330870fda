"""Words and numbers that several panels of the window share."""

from scene.table.scan_measurements import RESERVATION
from scene.table.table import Table
from sightline.window.intents.panel_widgets import TextWidget, Widget
from sightline.window.view.window_view import WindowView

CM = 2.54
LETTER = 7.5
"""Pixels of a letter, by which panels are wide."""
LEVEL = 0.005
"""Inches up to which a floor is the ground."""


def inches_words(value: float, view: WindowView) -> str:
    """A length as people chose to read it."""
    return f"{value * CM:.1f} cm" if view.settings.centimetres else f'{value:.2f}"'


def floor_words(height: float, view: WindowView) -> str:
    """A floor by its height."""
    return f"the floor {inches_words(height, view)} up" if abs(height) >= LEVEL else "the ground"


def place_words(place: tuple[float, float, float], view: WindowView) -> str:
    """A place by its three coordinates."""
    return ", ".join(inches_words(value, view) for value in place)


def reserved(table: Table) -> list[Widget]:
    """The line below answers on a table of which only the pieces are known."""
    return [TextWidget(RESERVATION, "faint")] if table.terrain_known == "pieces" else []
