"""Pictures drawn coarsely, for tests of what is drawn, where it goes and how large it is."""

from collections.abc import Callable


def draw_coarsely(change: Callable[[str, object], None]) -> None:
    """Pictures take half the time: no shadows, edges that are not smooth, the light in corners is a guess, reports' are small.

    Args:
        change: sets what a dotted name stands for, as ``monkeypatch.setattr`` does.
    """
    import numpy as np  # not above: what is said to its threads there must come first

    drawing = "sightline.drawing.rendering."
    change(f"{drawing}renderer.PLACES", np.zeros((1, 2)))
    change(f"{drawing}renderer.in_shadow", lambda _scene, surface, _light: np.zeros(len(surface.part), dtype=bool))
    change(f"{drawing}ambient_occlusion.STEP", 8)
    change(f"{drawing}ambient_occlusion.RAYS", 1)
    change("sightline.reports.evidence.REPORT_EYE", (900, 640))
    change("sightline.reports.evidence.REPORT_OVERVIEW", (720, 480))
