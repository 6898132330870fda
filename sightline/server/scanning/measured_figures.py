"""What new photos have measured of a table's figures: who was not found, who may face anywhere, how far off in pixels."""

from collections.abc import Iterator

import numpy as np

from scene.geometry.camera_model import CameraView
from scene.geometry.mesh import FloatArray
from scene.table.scan_measurements import UNKNOWN_PLACE, UNKNOWN_TURN
from scene.table.table import Figure, Table

SIGMA_PX = (1.0, 200.0)
"""Pixels: by how little and by how much somebody may point beside a base."""
POINTED_PX, STEP = 5.0, 0.01
"""Pixels by which people point beside a base, where nothing else is known; inches, for slopes."""


def _measured(table: Table) -> Iterator[tuple[Figure, FloatArray]]:
    """The figures that stand where they were measured, with the covariance (6, 6) of that."""
    for figure in table.figures if table.scan else ():
        assert table.scan is not None
        index = table.scan.standing("figure", figure.id, figure.position)
        if index is not None:
            slot = table.scan.slots[index]
            yield figure, table.scan.covariance[slot, slot]


def lost(table: Table) -> list[Figure]:
    """The figures that new photos did not show."""
    return [figure for figure, spread in _measured(table) if spread[0, 0] >= UNKNOWN_PLACE**2]


def unturned(table: Table) -> list[str]:
    """Ids of the figures that were measured, but not where they face."""
    return [figure.id for figure, spread in _measured(table) if spread[5, 5] >= UNKNOWN_TURN**2]


def pixels_off(table: Table, who: str, view: CameraView) -> float:
    """Pixels of a photo by which a figure may stand elsewhere on its level, standard deviation along either axis."""
    spread = next((spread for figure, spread in _measured(table) if figure.id == who), None)
    if spread is None:
        return POINTED_PX
    place = np.array(table.figure(who).position)
    by_place = (view.project(place + STEP * np.eye(3)[:2]) - view.project(place)) / STEP
    return float(np.clip(np.sqrt(np.trace(by_place.T @ spread[:2, :2] @ by_place) / 2.0), *SIGMA_PX))
