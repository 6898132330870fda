"""The direction of a scatter die: of blasts that scatter, and of figures that move at random.

Source: main-rulebook, Scatter dice.
"""

import numpy as np


def any_direction(rng: np.random.Generator) -> float:
    """Where the small arrow of the die points: degrees anticlockwise from +x, from 0 up to 360, all alike."""
    return float(rng.uniform(0.0, 360.0))
