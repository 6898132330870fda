"""Scans of tables for tests: everything on them measured, with errors that are known."""

from dataclasses import replace

import numpy as np

from scene.geometry.mesh import FloatArray
from scene.table.scan_measurements import Scan, ScanMeasurement, TerrainKnown
from scene.table.table import MM_PER_INCH, Table


def measured(table: Table) -> tuple[ScanMeasurement, ...]:
    """All pieces and figures of a table as things of a scan, where they stand."""
    pieces = [ScanMeasurement(piece.id, "piece", piece.pose.position) for piece in table.terrain.pieces]
    return (*pieces, *(ScanMeasurement(figure.id, "figure", figure.position) for figure in table.figures))


def apart(count: int, *, mm: float, degrees: float) -> FloatArray:
    """(6 count, 6 count) the covariance of so many pieces and figures, each for itself, the same along all axes."""
    return np.diag(np.tile(np.repeat([mm / MM_PER_INCH, degrees], 3) ** 2, count))


def scanned(table: Table, *, mm: float = 0.5, degrees: float = 0.3, terrain_known: TerrainKnown = "all") -> Table:
    """The table as if all on it had been measured, each thing for itself, and nothing else stood there."""
    things = measured(table)
    return replace(table, scan=Scan(things, apart(len(things), mm=mm, degrees=degrees), terrain_known=terrain_known))
