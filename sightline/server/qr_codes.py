"""QR codes of links, for a terminal, a page and the window."""

import io

import numpy as np

from scene.geometry.mesh import BoolArray


def in_letters(link: str) -> str:
    """The code in half blocks, dark on light whatever the terminal's colours are."""
    import segno

    out = io.StringIO()
    segno.make(link, micro=False, error="l").terminal(out, compact=True)
    return out.getvalue()


def modules(link: str) -> BoolArray:
    """(n, n) bool: which squares of the code are dark, with the quiet zone of four light ones around them (ISO/IEC 18004)."""
    import segno

    code = segno.make(link, micro=False, error="m")
    return np.array([[bool(one) for one in row] for row in code.matrix_iter(border=4)])
