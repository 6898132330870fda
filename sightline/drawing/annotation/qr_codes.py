"""QR codes of links, for a terminal and for the window."""

import io

import numpy as np
from numpy.typing import NDArray

LIGHT_AROUND = 4
"""Modules around a code that have to be light (ISO/IEC 18004, quiet zone)."""


def in_letters(link: str) -> str:
    """The code in half blocks, dark on light whatever the terminal's colours are."""
    import segno

    out = io.StringIO()
    segno.make(link, micro=False, error="l").terminal(out, compact=True)
    return out.getvalue()


def qr_picture(link: str, module: int = 6) -> NDArray[np.uint8]:
    """(rows, columns, 3) the code as a picture, so many pixels for each module, with what has to be light around it."""
    import segno

    code = segno.make(link, micro=False, error="m")
    dark = np.array([[bool(one) for one in row] for row in code.matrix_iter(border=LIGHT_AROUND)])
    drawn = np.where(dark, 0, 255).astype(np.uint8).repeat(module, axis=0).repeat(module, axis=1)
    return np.repeat(drawn[:, :, None], 3, axis=2)
