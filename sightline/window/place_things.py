"""What is drawn while a fighter is set up or arrives: the area of his gang, and the places that are offered."""

from collections.abc import Iterator

import numpy as np

from rules.battle.deploying import SET_UP, set_up_corners
from rules.engine.asks import Choose
from sightline.pictures import palette
from sightline.window.battle_shown import Shown
from sightline.window.shapes import Shape, disc, ribbon

ABOVE = 0.06
"""Inches above the floor at which it is drawn."""


def place_shapes(shown: Shown) -> Iterator[Shape]:
    """Lines and rings on the floors."""
    question = shown.question
    if shown.waits != "people" or not isinstance(question, Choose):
        return
    for option in question.options:
        if isinstance(option.value, tuple) and len(option.value) == 3 and all(isinstance(one, float) for one in option.value):
            x, y, z = option.value
            yield disc((x, y, z + ABOVE), 0.4, palette.GREEN, rim=0.1)
    if question.source == SET_UP and question.about:
        low, high = set_up_corners(shown.battle, question.who)
        corners = np.array([low, (high[0], low[1]), high, (low[0], high[1]), low])
        yield ribbon(np.column_stack([corners, np.full(5, ABOVE)]), 0.14, palette.GREEN, dashed=0.5)
