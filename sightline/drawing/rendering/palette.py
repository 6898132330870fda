"""The palette of colours: the Okabe-Ito set for what matters, quiet materials for everything else."""

from typing import Final

from scene.table.table import Kind

Rgb = tuple[int, int, int]

# Okabe & Ito, "Color Universal Design", 2008.
ORANGE: Final[Rgb] = (230, 159, 0)
SKY: Final[Rgb] = (86, 180, 233)
GREEN: Final[Rgb] = (0, 158, 115)
YELLOW: Final[Rgb] = (240, 228, 66)
BLUE: Final[Rgb] = (0, 114, 178)
VERMILLION: Final[Rgb] = (213, 94, 0)
PURPLE: Final[Rgb] = (204, 121, 167)

VISIBLE: Final = ORANGE
"""What is seen of the target; drawn solid, with a solid dark outline."""
HIDDEN: Final = BLUE
"""What is hidden of the target; drawn hatched, with a dashed outline."""
WITNESS: Final = VERMILLION
"""The witness ray."""
STOPPING: Final[Rgb] = (196, 28, 138)
"""What stops all lines: a colour that no side and no blocker has."""

BLOCKERS: Final[tuple[Rgb, ...]] = (PURPLE, GREEN, VERMILLION, SKY, YELLOW)
"""For blockers in turn, largest first; each also has its letter and its dash."""

SIDES: Final[tuple[Rgb, ...]] = (VERMILLION, BLUE, GREEN, PURPLE, YELLOW, SKY, ORANGE)
"""For sides in the order in which they come in the table; each also has its shape and letter."""

WHITE: Final[Rgb] = (255, 255, 255)
PAPER: Final[Rgb] = (250, 249, 246)
INK: Final[Rgb] = (28, 30, 34)
FAINT_INK: Final[Rgb] = (104, 107, 113)
GREY: Final[Rgb] = (110, 110, 110)
"""What came to nothing: off the table, missed."""
RULE: Final[Rgb] = (214, 211, 204)

GROUND: Final[Rgb] = (203, 196, 182)
SLAB: Final[Rgb] = (120, 110, 98)
FIGURE: Final[Rgb] = (139, 148, 163)
INSIGNIFICANT: Final[Rgb] = (166, 168, 172)
BASE: Final[Rgb] = (78, 80, 84)

KINDS: Final[dict[Kind, Rgb]] = {
    "structure": (158, 160, 161),
    "obstacle": (178, 163, 137),
    "wall": (142, 148, 158),
    "door": (150, 118, 92),
    "ladder": (176, 160, 118),
    "stairs": (150, 160, 148),
    "area": (142, 150, 112),
    "pit": (60, 56, 57),
    "scatter": (186, 172, 152),
}


def mixed(one: Rgb, other: Rgb, share: float) -> Rgb:
    """``one`` with ``share`` (0..1) of ``other`` mixed in."""
    r, g, b = (round(a * (1.0 - share) + c * share) for a, c in zip(one, other, strict=True))
    return r, g, b


def ink_on(colour: Rgb) -> Rgb:
    """Black or white, whichever reads better on ``colour``."""
    light = 0.2126 * (colour[0] / 255) ** 2.2 + 0.7152 * (colour[1] / 255) ** 2.2 + 0.0722 * (colour[2] / 255) ** 2.2
    # Equal contrast with black and with white (WCAG 2.2, relative luminance) is at 0.179.
    return INK if light > 0.179 else (255, 255, 255)
