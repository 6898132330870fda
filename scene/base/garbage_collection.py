"""How often Python looks for values that only refer to one another: as seldom as long work wants it."""

import gc

NEW_VALUES = 10_000
"""More of them than have gone since, and Python looks; by its own choice 700, which costs a battle a hundredth of its time."""


def collect_seldom() -> None:
    """Makes this process look for such values seldom; for where a program starts, not for a library that another one uses.

    Tables, navmeshes and battles are values that live on and hardly ever refer in circles: everything else goes at once.
    """
    gc.set_threshold(NEW_VALUES, *gc.get_threshold()[1:])
