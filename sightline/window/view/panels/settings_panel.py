"""The panel of what can be chosen once and for all."""

from sightline.window.intents.intents import Choice, ShowSettings, Tour
from sightline.window.intents.panel_widgets import Button, PanelWidgets, Slider, Switch
from sightline.window.view.window_view import WindowView


def settings(view: WindowView) -> PanelWidgets:
    """What can be chosen once and for all."""
    now = view.settings
    names = (
        ("dark", "dark colours"), ("grid", "grid of inches"), ("names", "names of all figures"), ("shadows", "shadows"),
        ("materials", "worn materials and soft shade"), ("hidden", "figures are seen through what hides them"),
        ("larger", "figures are drawn larger than they are"),
        ("photos", "photos of a scan on its ground"), ("surface", "surface that its photos show"),
        ("haze", "haze where a scan knows nothing"), ("centimetres", "centimetres"),
        ("measuring", "measuring before declaring is allowed"), ("snap", "building snaps"),
        ("motion", "figures are shown on their way"), ("follow", "the view follows the program"),
    )  # fmt: skip
    switches = [Switch(label, getattr(now, name), Choice(name, not getattr(now, name))) for name, label in names]
    return PanelWidgets(
        "Settings",
        "middle",
        [
            *switches,
            Slider("size of letters", now.text, 0.7, 2.5, lambda size: Choice("text", size), shown="%.2f", dropped=True),
            Slider("frames a second, at most", now.frames, 5.0, 240.0, lambda count: Choice("frames", count), shown="%.0f"),
            Button("Tour", Tour(0), tip="the steps of the first start"),
        ],
        ShowSettings(),
    )
