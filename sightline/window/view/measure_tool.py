"""The measure tool, from stop to stop: between the edges of bases or their middles, by the code of ``sightline measure``."""

from collections.abc import Sequence
from itertools import pairwise

from scene.geometry.mesh import Point
from scene.measuring.distance import Span, nearest
from scene.table.table import Figure, Table
from sightline.window.view.window_view import Stop, WindowView


def stops(view: WindowView) -> tuple[Stop, ...]:
    """Where it is measured between: what was clicked and, after the first click, what is pointed at."""
    if not view.settings.measuring or len(view.measured) != 1 or view.pointed.place is None:
        return view.measured
    return (*view.measured, stop(view.table, view.pointed.owner, view.pointed.place))


def stop(table: Table, owner: str | None, place: Point) -> Stop:
    """What somebody means to measure to who points at a place: the figure there, or the place itself."""
    return owner if owner and any(figure.id == owner for figure in table.figures) else place


def spans(table: Table, places: Sequence[Stop], *, edges: bool) -> tuple[Span, ...]:
    """The straight lines between stops, one after the other; figures that are gone are left out.

    Args:
        table: where figures stand.
        places: inches, or ids of figures.
        edges: whether figures are measured to the nearest points of their bases; else to the middles.
    """
    figures = {figure.id: figure for figure in table.figures}
    things = [figures.get(one) if isinstance(one, str) else one for one in places]
    found = [one.position if isinstance(one, Figure) and not edges else one for one in things if one is not None]
    return tuple(nearest(one, other) for one, other in pairwise(found))
