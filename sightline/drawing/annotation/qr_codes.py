"""QR codes of links, for a terminal and for the window."""

import numpy as np
from numpy.typing import NDArray

from scene.geometry.mesh import BoolArray

LIGHT_AROUND = 4
"""Modules around a code that have to be light (ISO/IEC 18004, quiet zone)."""


HALVES = np.array([[" ", "▄"], ["▀", "█"]])
"""By whether the upper and the lower module are dark."""


def in_letters(link: str) -> str:
    """The code in half blocks, to be written dark on light."""
    dark = _modules(link, "l")
    dark = np.pad(dark, ((0, len(dark) % 2), (0, 0)))
    letters = HALVES[dark[::2].astype(int), dark[1::2].astype(int)]
    return "\n".join("".join(row) for row in letters)


def qr_picture(link: str, module: int = 6) -> NDArray[np.uint8]:
    """(rows, columns, 3) the code as a picture, so many pixels for each module, with what has to be light around it."""
    drawn = np.where(_modules(link, "m"), 0, 255).astype(np.uint8).repeat(module, axis=0).repeat(module, axis=1)
    return np.repeat(drawn[:, :, None], 3, axis=2)


def _modules(link: str, error: str) -> BoolArray:
    """(n, n) bool: which modules are dark; ``error`` is the level of its correction."""
    import segno

    code = segno.make(link, micro=False, error=error)
    return np.array([[bool(one) for one in row] for row in code.matrix_iter(border=LIGHT_AROUND)])
