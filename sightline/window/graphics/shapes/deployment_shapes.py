"""The shapes of deployment, while a fighter is set up or arrives: the area of his gang, and the places offered."""

from collections.abc import Iterator

import numpy as np

from rules.engine.procedure_steps import Choose
from rules.skirmish.phases.deployment import SET_UP, set_up_corners
from sightline.drawing.rendering import palette
from sightline.window.battle.click_answers import RING, offered_places
from sightline.window.battle.snapshots.battle_snapshot import BattleSnapshot
from sightline.window.graphics.shapes.gl_shapes import TriangleBatch, disc, ribbon

ABOVE = 0.06
"""Inches above the floor at which it is drawn."""


def place_shapes(shown: BattleSnapshot) -> Iterator[TriangleBatch]:
    """Lines and rings on the floors."""
    question = shown.question
    if shown.waits != "people" or not isinstance(question, Choose):
        return
    for x, y, z in offered_places(question):
        yield disc((x, y, z + ABOVE), RING, palette.GREEN, rim=0.1)
    if question.source == SET_UP and question.about:
        low, high = set_up_corners(shown.battle, question.who)
        corners = np.array([low, (high[0], low[1]), high, (low[0], high[1]), low])
        yield ribbon(np.column_stack([corners, np.full(5, ABOVE)]), 0.14, palette.GREEN, dashed=0.5)
