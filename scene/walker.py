"""Who walks."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Walker:
    """Who walks: an upright cylinder, inches."""

    radius: float
    height: float
