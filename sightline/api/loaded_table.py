"""A table as programmers have it: it shows itself, and keeps what its file was warned of."""

from dataclasses import dataclass

from scene.table.table import Table


@dataclass(frozen=True, eq=False, repr=False)
class LoadedTable(Table):
    """A table that was loaded, or one with somebody of it elsewhere.

    Attributes:
        warnings: what made answers about it doubtful when it was loaded, a line each.
    """

    warnings: tuple[str, ...] = ()

    def _repr_png_(self) -> bytes:
        """How a notebook shows it: from above."""
        from sightline.drawing.rendering.png_bytes import png_bytes
        from sightline.drawing.rendering.viewpoint import Viewpoint
        from sightline.drawing.sight.overview import overview

        return png_bytes(overview(self, viewpoint=Viewpoint(above=True)))
