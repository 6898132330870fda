"""Pictures drawn coarsely, for tests of what is drawn, where it goes and how large it is."""

from collections.abc import Callable
from dataclasses import fields
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scene.geometry.mesh import FloatArray
    from sightline.drawing.rendering.renderer import Float32, Painter, RaySamples


def draw_coarsely(change: Callable[[str, object], None]) -> None:
    """Pictures take a fifth of the time: two by two pixels are one, edges are not smooth, light is even; reports' are small.

    Args:
        change: sets what a dotted name stands for, as ``monkeypatch.setattr`` does.
    """
    import numpy as np  # not above: what is said to its threads there must come first

    drawing = "sightline.drawing.rendering."
    change(f"{drawing}renderer.PLACES", np.zeros((1, 2)))
    change(f"{drawing}renderer.in_shadow", lambda _scene, surface, _light: np.zeros(len(surface.part), dtype=bool))
    change(f"{drawing}renderer.measure_ambient_occlusion", lambda *_: _EvenLight())
    change(f"{drawing}renderer.Painter.samples", _every_other_pixel())
    change("sightline.reports.evidence.REPORT_EYE", (900, 640))
    change("sightline.reports.evidence.REPORT_OVERVIEW", (720, 480))


class _EvenLight:
    """In the place of `AmbientOcclusion`: corners get as much light as all else."""

    def at(self, pixels: "FloatArray", *_where: object) -> "Float32":
        """(n,) what is usual in the open, at (n, 2) pixels."""
        import numpy as np

        return np.full(len(pixels), 0.9, dtype=np.float32)


def _every_other_pixel() -> "Callable[[Painter, FloatArray], RaySamples]":
    """What `Painter.samples` is for a whole picture, of every other pixel along and down; those beside it are the same."""
    import numpy as np

    from sightline.drawing.rendering.renderer import Painter, RaySamples

    of_all = _ALL.setdefault("samples", Painter.samples)

    def samples(painter: Painter, pixels: "FloatArray") -> RaySamples:
        columns, rows = painter.camera.size
        if len(pixels) != rows * columns:
            return of_all(painter, pixels)
        number = np.arange(len(pixels)).reshape(rows, columns)[::2, ::2]
        found = of_all(painter, pixels[number.ravel()])
        of = np.arange(number.size).reshape(number.shape).repeat(2, axis=0).repeat(2, axis=1)[:rows, :columns].ravel()
        surface = type(found.surface)(*(getattr(found.surface, each.name)[of] for each in fields(found.surface)))
        return RaySamples(found.colour[of], found.key[of], surface)

    return samples


_ALL: "dict[str, Callable[[Painter, FloatArray], RaySamples]]" = {}
"""What was there before any change: pictures may be drawn coarsely twice over."""
