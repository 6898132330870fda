"""The panel of distances between what was clicked."""

from sightline.window.intents.intents import Choice, SetMode
from sightline.window.intents.panel_widgets import PanelWidgets, Switch, TextWidget, Widget
from sightline.window.view.measure_tool import spans, stops
from sightline.window.view.panels.panel_words import inches_words, reserved
from sightline.window.view.window_view import WindowView


def measuring(view: WindowView) -> PanelWidgets:
    """Distances between what was clicked: straight, level, up."""
    edges, found = view.settings.edges, spans(view.table, stops(view), edges=view.settings.edges)
    rows: list[Widget] = []
    if found:
        straight, level = sum(one.distance for one in found), sum(one.horizontal for one in found)
        up = found[-1].to[2] - found[0].from_[2]
        rows.append(TextWidget(f"{inches_words(straight, view)} {'straight' if len(found) == 1 else 'in all'}", "title"))
        rows.append(
            TextWidget(f"{inches_words(level, view)} level, {inches_words(abs(up), view)} {'up' if up >= 0 else 'down'}")
        )
        if len(found) > 1:
            rows.append(TextWidget(f"by parts: {', '.join(inches_words(one.distance, view) for one in found)}", "faint"))
        rows += reserved(view.table)
    else:
        rows.append(TextWidget("click where to measure from, then where to; every further click goes on"))
    rows.append(Switch("figures from the edges of their bases", edges, Choice("edges", not edges), "else from the middles"))
    rows.append(Switch("centimetres", view.settings.centimetres, Choice("centimetres", not view.settings.centimetres)))
    return PanelWidgets("Measure", "right", rows, SetMode("measure"))
