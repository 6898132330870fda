"""The panel of what is selected: a figure or a piece, and how sure a scan is of it."""

from collections.abc import Iterator

import numpy as np

from scene.table.scan_measurements import PARAMETERS, TERRAIN
from scene.table.table import MM_PER_INCH, Figure, Piece, Table
from scene.table_io.table_statuses import status_of
from sightline.drawing.rendering import palette
from sightline.drawing.rendering.side_marks import sides_of
from sightline.window.intents.intents import Cancel, FrameSelection
from sightline.window.intents.key_bindings import key_of
from sightline.window.intents.panel_widgets import Button, PanelWidgets, Separator, TextWidget, Widget
from sightline.window.view.floor_panels import floor_widgets
from sightline.window.view.panels.panel_words import inches_words, place_words, reserved
from sightline.window.view.window_view import WindowView

TWO_SIDED = 1.96
"""Standard deviations within which 95 of 100 errors along an axis lie."""


def card(view: WindowView) -> PanelWidgets:
    """What is selected."""
    owner = view.selected[0]
    if view.figure is not None:
        return PanelWidgets(view.figure.called, "left", list(_figure(view, view.figure)), Cancel())
    piece = next((one for one in view.table.terrain.pieces if one.id == owner), None)
    return PanelWidgets(owner, "left", list(_piece(view, piece)) if piece else [], Cancel())


def _figure(view: WindowView, figure: Figure) -> Iterator[Widget]:
    side = sides_of(view.table, view.battle.colours if view.battle is not None else ()).get(figure.side)
    if side is not None:
        yield TextWidget(f"side {figure.side} [{side.letter}]", colour=side.colour)
    base = f"{figure.base_mm:g} mm base" if figure.base_mm else "no base"
    yield TextWidget(f"{status_of(figure).replace('_', ' ')}, {base}", "faint")
    yield TextWidget(f"at {place_words(figure.position, view)}", "faint")
    yield Button("Frame", FrameSelection(), key=key_of(FrameSelection()))
    yield Separator()
    yield from reserved(view.table) if view.overlay != "none" else ()
    yield from floor_widgets(view)


def _piece(view: WindowView, piece: Piece) -> Iterator[Widget]:
    ground = f", {piece.ground} ground" if piece.ground else ""
    yield TextWidget(f"{piece.kind}{ground}", colour=palette.KINDS[piece.kind])
    low, high = piece.placed.bounds
    length, width, height = (inches_words(float(side), view) for side in high - low)
    yield TextWidget(f"{length} long, {width} wide, {height} high", "faint")
    yield TextWidget(f"top at {inches_words(float(high[2]), view)}; {len(piece.shape.faces):,} triangles", "faint")
    yield from _measured(view.table, piece)
    yield Button("Frame", FrameSelection(), key=key_of(FrameSelection()))


def _measured(table: Table, piece: Piece) -> Iterator[Widget]:
    """How sure a scan is of a piece; or that it stands elsewhere by now."""
    scan = table.scan
    if scan is None or not any(thing.id == piece.id and thing.of in TERRAIN for thing in scan.things):
        return
    index = scan.standing("piece", piece.id, piece.pose.position)
    if index is None:
        yield TextWidget("moved since it was measured: it counts as standing exactly here", "faint")
        return
    sigma = scan.sigmas[index]
    place, size = (TWO_SIDED * MM_PER_INCH * float(np.max(some, initial=0.0)) for some in (sigma[:3], sigma[6:]))
    told = f", its size to {size:.1f} mm" if len(sigma) > PARAMETERS["piece"] else ""
    yield TextWidget(f"measured: its place to {place:.1f} mm{told} (95 %)", "faint")
