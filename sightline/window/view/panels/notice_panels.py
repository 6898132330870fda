"""What is told in between: a line for people, what is being opened, what is not saved, too little room, an empty table."""

from scene.table.table import Figure
from sightline.window.intents.intents import Cancel, Dismiss, Quit, SetMode
from sightline.window.intents.key_bindings import key_of
from sightline.window.intents.panel_widgets import Button, PanelWidgets, ProgressBar, RowWidget, TextWidget, Widget
from sightline.window.view.window_view import WindowView

LEAST_ROOM = (720, 450)
"""Pixels, width and height of a window in which panels lie beside one another."""


def too_small(size: tuple[int, int]) -> PanelWidgets:
    """That panels would lie upon one another, and how much room they need."""
    wide, high = LEAST_ROOM
    words = f"This window is too small: make it at least {wide} x {high} pixels. It has {size[0]} x {size[1]}."
    return PanelWidgets("Too small", "middle", [TextWidget(words, "strong")], width=32.0)


def empty_table() -> PanelWidgets:
    """What to do with an empty table."""
    words = TextWidget("Nothing stands on this table yet. Build: pick a piece, then click where it goes.")
    return PanelWidgets(
        "An empty table",
        "bottom",
        [words, Button("Open the gallery", SetMode("build"), key=key_of(SetMode("build")))],
        width=48.0,
    )


def leaving(view: WindowView) -> PanelWidgets:
    """What becomes of what is not saved when the window closes."""
    kept = (
        f"It would be lost, as {view.not_kept}."
        if view.not_kept
        else "Not saved, it is kept, and offered again at the next start."
    )
    buttons = [
        Button("Save", Quit("save"), tip="and close the window"),
        Button("Don't save", Quit("leave"), tip="close the window all the same"),
        Button("Cancel", Cancel(), tip="do not close it", key="Esc"),
    ]
    words = TextWidget(f"{view.table.name or 'This table'} has changes that are not saved.", "strong")
    return PanelWidgets(
        "Close the window?", "middle", [words, TextWidget(kept), RowWidget(buttons)], Cancel(), modal=True, width=56.0
    )


def from_there(figure: Figure) -> PanelWidgets:
    """What is to be clicked to ask as if a figure stood elsewhere."""
    said = TextWidget(f"click where {figure.called} is to stand; Esc leaves it", "strong")
    return PanelWidgets("From there", "bottom", [said], SetMode("from there"), width=48.0)


def message(view: WindowView) -> PanelWidgets:
    """The last line for people, and what is being worked out."""
    rows = [] if view.opening else _busy(view)
    if view.message is not None:
        rows.append(TextWidget(view.message.text, "bad" if view.message.bad else "plain"))
    return PanelWidgets("Message", "bottom", rows, Dismiss() if view.message is not None else None, width=70.0)


def opening(view: WindowView) -> PanelWidgets:
    """What is being opened, over what is shown until then, and how far that is where it is known."""
    stays = TextWidget("what is shown stays until it is open", "faint")
    works = [] if view.done is None else _busy(view)
    return PanelWidgets("Opening", "middle", [TextWidget(f"{view.opening} ...", "title"), *works, stays], width=48.0)


def _busy(view: WindowView) -> list[Widget]:
    """What is being worked out, and how far that has come."""
    if not view.busy:
        return []
    bar = [] if view.done is None else [ProgressBar(view.done)]
    return [TextWidget(view.busy, "faint" if view.done is None else "plain"), *bar]
