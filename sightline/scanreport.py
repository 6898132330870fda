"""The report of a scan, as one HTML file."""

from capture.whole import WholeScan


def scan_report(found: WholeScan, *, name: str = "") -> str:
    """The whole report."""
    raise NotImplementedError(name, found)
