"""Shots that are too close to call: they are allowed, and count as shots at a target in cover.

Nobody places figures to the hair: a verdict that small shifts of them would change is in doubt.
Source: five-parsecs: Adjudicating line of sight and cover.
"""

from functools import lru_cache

import numpy as np

from rules.sight.sensitivity import sensitivity
from rules.sight.shot_verdicts import settle_shots
from rules.sight.verdict import SightQuestion, SightRules
from rules.skirmish.state.battle_sight import table_of
from rules.skirmish.state.battle_state import Battle
from rules.systems.five_parsecs.conditions.battle_view import in_cover
from rules.systems.five_parsecs.terrain_features import area_features
from scene.table.table import MM_PER_INCH, Figure, Table
from scene.visibility.occluders import occluders

TOLERANCE_MM = 2.0
"""How far figures may stand from where they are said to."""
POINTS = 96
"""Corners of a body that are looked at first."""
OFF_GROUND = 0.05
"""Inches: corners lower than this above the base are no farther from the floor than lines may graze it."""
AROUND = np.array([(0.0, 0.0), (1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)]) * TOLERANCE_MM / MM_PER_INCH
"""(5, 2) inches by which lines are shifted at either end."""


def counts_as_cover(battle: Battle, shooter: str, target: str) -> bool:
    """Whether a shot is one at a target in cover: because it is, or because that is too close to call."""
    if in_cover(battle, shooter, target):
        return True
    return battle.cover_ruled(shooter, target) is None and is_too_close(battle, shooter, target)


def is_too_close(battle: Battle, shooter: str, target: str) -> bool:
    """Whether more than one in twenty small shifts of the two changes what is seen, or the cover."""
    return _too_close(table_of(battle), battle.setting.part(SightRules), shooter, target)


@lru_cache(maxsize=4096)
def _too_close(table: Table, rules: SightRules, shooter: str, target: str) -> bool:
    one, other = table.figure(shooter), table.figure(target)
    if _plainly_open(table, one, other):
        return False
    found = settle_shots(table, [SightQuestion(one, other)], rules=rules)
    return sensitivity(table, found, tolerance_mm=TOLERANCE_MM, seed=0)[0].too_close_to_call


def _plainly_open(table: Table, shooter: Figure, target: Figure) -> bool:
    """Whether not even a line a little beside the two is blocked: quick, for most who stand in the open."""
    corners = target.placed.vertices
    corners = corners[corners[:, 2] > target.position[2] + OFF_GROUND]
    if not len(corners) or area_features(table.terrain) or table.terrain.fogs:
        return False
    picks = corners[np.unique(np.linspace(0, len(corners) - 1, POINTS).astype(int))]
    ends = (picks[:, None] + np.pad(AROUND, ((0, 0), (0, 1)))).reshape(-1, 3)
    starts = np.asarray(shooter.eye) + np.pad(AROUND, ((0, 0), (0, 1)))
    lines = np.broadcast_to(starts[:, None], (len(starts), len(ends), 3)), np.broadcast_to(ends, (len(starts), len(ends), 3))
    return not occluders(table.terrain).rays.blocked(*(part.reshape(-1, 3) for part in lines)).any()
