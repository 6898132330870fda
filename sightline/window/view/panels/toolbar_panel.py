"""The bar at the top of the window: what can be done at any time."""

import math

from sightline.window.intents.intents import (
    AskFromHere,
    Choice,
    ChooseSize,
    CutAbove,
    Open,
    Redo,
    ResetView,
    Save,
    SetMode,
    ShareMoment,
    ShowHelp,
    ShowOverlay,
    ShowPhones,
    ShowSettings,
    ThroughEye,
    Undo,
)
from sightline.window.intents.key_bindings import key_of
from sightline.window.intents.panel_widgets import Button, PanelWidgets, RowWidget, Slider, Widget
from sightline.window.view.levels import cut_above, levels, levels_shown
from sightline.window.view.window_view import WindowView

KEPT = "a battle is kept in its journal with every answer"
PHONES = "show this to phones in the same network: they ask and play along"
SHARE = "share this moment: one file of table, battle and picture that opens here with the same question"
PLAYED = "while a battle is played its table stays as it is"
NO_FIGURE = "select a figure first"


def toolbar(view: WindowView) -> PanelWidgets:
    """What can be done at any time."""
    none = "" if view.figure is not None else NO_FIGURE
    return PanelWidgets(
        "Sightline",
        "top",
        [
            RowWidget(
                [
                    Button("Open", Open(), chosen=view.files == "open", key=key_of(Open())),
                    Button("New table", ChooseSize(), tip="an empty one, to build", chosen=view.files == "new"),
                    Button("Save", Save(), "" if view.history is not None else KEPT, key=key_of(Save())),
                    Button("Share", ShareMoment(), tip=SHARE, key=key_of(ShareMoment())),
                    *_phones(view),
                    Button(
                        "Build", SetMode("build"), "" if view.history is not None else PLAYED, "terrain and figures to place",
                        key_of(SetMode("build")), view.mode == "build",
                    ),
                    *_photos(view),
                    Button("Measure", SetMode("measure"), chosen=view.mode == "measure", key=key_of(SetMode("measure"))),
                    Button(
                        "Reach", ShowOverlay("reach"), none, "paint all that the selected figure can reach, by its cost",
                        key_of(ShowOverlay("reach")), view.overlay == "reach",
                    ),
                    Button(
                        "Seen from", ShowOverlay("seen"), none, "paint from where the selected figure is seen, and how well",
                        key_of(ShowOverlay("seen")), view.overlay == "seen",
                    ),
                    Button(
                        "From there", AskFromHere() if view.from_here is not None else SetMode("from there"), none,
                        "click a place to ask as if the selected figure stood there", key_of(AskFromHere()),
                        view.from_here is not None or view.mode == "from there",
                    ),
                    Button(
                        "Eye view", ThroughEye(), none, "look through the eye of the selected figure",
                        key_of(ThroughEye()), view.through_eye is not None,
                    ),
                    Button("Undo", Undo(), "" if view.undo else "nothing to undo", f"undo: {view.undo}", key_of(Undo())),
                    Button("Redo", Redo(), "" if view.redo else "nothing to redo", f"redo: {view.redo}", key_of(Redo())),
                    Button("Settings", ShowSettings(), chosen=view.settings_shown),
                    Button("Keys", ShowHelp(), chosen=view.help_shown, key=key_of(ShowHelp())),
                    *_levels(view),
                    *_larger(view),
                ]
            )
        ],
    )  # fmt: skip


def _phones(view: WindowView) -> list[Button]:
    """Phones, which nobody shows a table that is being built."""
    return [] if view.mode == "build" else [Button("Phones", ShowPhones(), tip=PHONES, chosen=view.phones is not None)]


def _photos(view: WindowView) -> list[Button]:
    """The photos of a table that was scanned."""
    if view.table.scan is None or not view.table.scan.photos:
        return []
    tip = "the photos of the scan: click scenery in them that nobody has a mesh of"
    return [Button("Photos", SetMode("photos"), "" if view.history is not None else PLAYED, tip, chosen=view.mode == "photos")]


def _larger(view: WindowView) -> list[Widget]:
    """A lasting sign where figures are drawn larger than they are."""
    tip = "figures are drawn larger than they are; nothing is measured on that"
    return (
        [Button("True size", Choice("larger", False), tip=tip, key=key_of(Choice("larger", None)), chosen=True)]
        if view.settings.larger
        else []
    )


def _levels(view: WindowView) -> list[Widget]:
    """How many levels are shown, to be dragged, with a lasting sign where some are cut away."""
    heights = levels(view.table)
    if len(heights) < 2:
        return []
    shown = "all levels" if view.cut == math.inf else f'below {view.cut:.1f}"'
    cut = lambda wanted: CutAbove(cut_above(heights, round(wanted)))  # noqa: E731
    found: list[Widget] = [
        Slider("", levels_shown(heights, view.cut), 1, len(heights), cut, whole=True, shown=shown, wide=110.0)
    ]
    if view.cut != math.inf:
        tip = "some are cut away"
        found.append(Button("Show all levels", CutAbove(math.inf), tip=tip, key=key_of(ResetView()), chosen=True))
    return found
