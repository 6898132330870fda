"""Those who are not on the table yet: they stand beside it, each gang in rows along an edge of its own."""

from dataclasses import replace
from functools import lru_cache

from rules.skirmish.state.battle_rules import battle_rules
from rules.skirmish.state.battle_sight import figure_of
from rules.skirmish.state.battle_state import Battle
from scene.table.table import Figure
from sightline.drawing.rendering.render_scene import SLAB_THICKNESS

AWAY, APART = 1.5, 0.6
"""Inches from the edge of the table to the first row, and from base to base."""
EDGES = ((1, 0.0, 90.0), (1, 1.0, -90.0), (0, 0.0, 0.0), (0, 1.0, 180.0))
"""Of each gang in turn: the axis across its edge, the end of it, and where figures there look."""


def reserve_figures(battle: Battle) -> tuple[Figure, ...]:
    """Those of all gangs who are still to come, where they stand beside the table; what the rules play may never come."""
    ruled = battle_rules(battle).played(battle.setting)
    to_come = [
        [model.id for model in battle.models if model.gang == side.id and model.whereabouts == "reserve"]
        for side in battle.sides
        if side.id not in ruled
    ]
    gangs = tuple(tuple(figure_of(battle, one) for one in ids) for ids in to_come)
    return _beside(battle.setting.table.size, gangs)


@lru_cache(maxsize=64)
def _beside(size: tuple[float, float], gangs: tuple[tuple[Figure, ...], ...]) -> tuple[Figure, ...]:
    found = []
    for (across, end, facing), figures in zip(EDGES, gangs, strict=False):
        widest = max((2.0 * max(one.base_radius, 0.5) for one in figures), default=1.0) + APART
        abreast = max(int(size[1 - across] / widest), 1)
        for number, one in enumerate(figures):
            row, column = divmod(number, abreast)
            in_row = min(len(figures) - row * abreast, abreast)
            along = size[1 - across] / 2.0 + (column - (in_row - 1) / 2.0) * widest
            out = size[across] * end + (2.0 * end - 1.0) * (AWAY + row * widest)
            x, y = (along, out) if across == 1 else (out, along)
            found.append(replace(one, position=(x, y, -SLAB_THICKNESS), facing=facing))
    return tuple(found)
