"""All keys, and the tour of the first start."""

from collections.abc import Sequence

from sightline.window.intents.intents import ShowHelp, Tour
from sightline.window.intents.key_bindings import KEYS, MOUSE, called
from sightline.window.intents.panel_widgets import Button, Columns, PanelWidgets, RowWidget, Scrolled, TextWidget, Widget
from sightline.window.view.first_tour import TourStep


def keys() -> PanelWidgets:
    """All keys, from the table that binds them."""
    rows: list[Widget] = []
    for group in dict.fromkeys(key.group for key in KEYS):
        rows.append(TextWidget(group, "title"))
        some = [key for key in KEYS if key.group == group]
        if group == "Stored views":
            cells = [
                [TextWidget("Ctrl+1 to Ctrl+9"), TextWidget("store a view")],
                [TextWidget("1 to 9"), TextWidget("recall it")],
            ]
        else:
            cells = [[TextWidget(" or ".join(called(name) for name in key.keys)), TextWidget(key.does)] for key in some]
        rows.append(Columns((), cells))
    rows.append(TextWidget("Mouse", "title"))
    rows.append(Columns((), [[TextWidget(what), TextWidget(does)] for what, does in MOUSE]))
    return PanelWidgets("Keys", "middle", [Scrolled(rows, height=460.0, name="keys")], ShowHelp(), width=64.0)


def tour(step: int, steps: Sequence[TourStep]) -> PanelWidgets:
    """One step of the tour."""
    last, title = step == len(steps) - 1, f"{step + 1} of {len(steps)}: {steps[step].title}"
    return PanelWidgets(
        f"Tour {title}",
        "bottom",
        [
            TextWidget(title, "strong"),
            TextWidget(steps[step].words),
            RowWidget(
                [Button("Done" if last else "Next", Tour(step + 1)), *([] if last else [Button("Skip the tour", Tour(-1))])]
            ),
        ],
        Tour(-1),
        width=48.0,
    )
