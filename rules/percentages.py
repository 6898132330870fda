"""Percentages: shares 0..1 as a person reads them."""

from math import ceil, floor


def percent(share: float) -> str:
    """A share 0..1 as a percentage; never 0 or 100 unless it is."""
    if share in {0.0, 1.0}:
        return f"{100.0 * share:.0f} %"
    if 0.0 < share < 0.0005:
        return "< 0.1 %"
    if 0.9995 <= share < 1.0:
        return "> 99.9 %"
    return f"{100.0 * share:.1f} %"


def between(low: float, high: float) -> str:
    """A bound as percentages, rounded outwards so that it still holds."""
    # What a tenth of a percent misses by rounding of the machine's numbers alone is not rounded up.
    return f"between {floor(1000.0 * low + 1e-9) / 10.0:.1f} % and {ceil(1000.0 * high - 1e-9) / 10.0:.1f} %"
