"""What an answer leaves out that was worked out for a scanned table as it was measured, at its likeliest places."""

from scene.table.scan_measurements import NOT_KNOWN
from scene.table.table import MM_PER_INCH, Table


def as_measured(table: Table) -> list[str]:
    """The line below an answer that draws no scenes from the scan's errors; none for a table that is no scan."""
    if table.scan is None:
        return []
    unknown = f"; {NOT_KNOWN}" if table.terrain_known == "pieces" else ""
    sigma = table.scan.typical_sigma * MM_PER_INCH
    return [f"worked out for the places as measured; their errors, typically {sigma:.2g} mm, are not counted in{unknown}"]
